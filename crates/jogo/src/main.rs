//! The executable. It alone knows the commit it was built from.

use std::process::ExitCode;

fn main() -> ExitCode {
    app::run(env!("JOGO_COMMIT"))
}
