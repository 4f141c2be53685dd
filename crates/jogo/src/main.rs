//! The executable. The commit of the build is compiled into this crate only.

use std::process::ExitCode;

fn main() -> ExitCode {
    app::run(env!("JOGO_COMMIT"))
}
