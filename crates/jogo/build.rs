//! Passes the commit of the build to the program, where git has one.

use std::process::Command;

fn main() {
    let commit =
        git(&["describe", "--always", "--dirty", "--exclude=*"]).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=JOGO_COMMIT={commit}");
    println!("cargo::rerun-if-changed=build.rs");
    // The commit changes when HEAD names another branch, and when that branch moves on; both leave a line in
    // the log of HEAD.
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--path-format=absolute", "--git-path", file])
            .filter(|path| std::path::Path::new(path).exists())
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// What git answers; nothing where there is no git, or where this is not its work tree.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    let answer = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!answer.is_empty()).then_some(answer)
}
