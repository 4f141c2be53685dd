//! `jogo completions` and `jogo man`: what a package installs beside the program.

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::Command;
use clap_complete::Shell;

use crate::failure::Failure;
use crate::output::{self, Replace};

pub fn completions(output: &mut impl Write, mut command: Command, shell: Shell) -> Result<(), Failure> {
    // The library panics where its output fails, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "jogo", &mut script);
    Ok(output.write_all(&script)?)
}

/// Writes `jogo.1`, and `jogo-COMMAND.1` for every command; says where.
pub fn manual(output: &mut impl Write, command: Command, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::World(format!("{}: {error}", folder.display())))?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_page(output, &command, folder)
}

fn write_page(output: &mut impl Write, command: &Command, folder: &Path) -> Result<(), Failure> {
    let mut page = Vec::new();
    let manual = clap_mangen::Man::new(command.clone());
    manual.render(&mut page)?;
    let path = folder.join(manual.get_filename());
    output::write(&path, &page, Replace::Asked)
        .map_err(|error| Failure::World(format!("{}: {error}", path.display())))?;
    writeln!(output, "{}", path.display())?;
    command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .try_for_each(|command| write_page(output, command, folder))
}
