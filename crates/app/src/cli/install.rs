//! `jogo completions` and `jogo man`: what a package installs beside the program.

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::{Arg, Command};
use clap_complete::Shell;
use games::GAMES;

use crate::failure::{Failure, words};
use crate::output::{self, Replace};

pub fn completions(output: &mut impl Write, command: Command, shell: Shell) -> Result<(), Failure> {
    let mut command = match shell {
        Shell::Bash | Shell::Zsh => command,
        // For the others the library completes names of commands and flags, and nothing after any other word.
        _ => with_games_as_commands(command),
    };
    // The library panics where its output fails, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "jogo", &mut script);
    Ok(output.write_all(&script)?)
}

/// Makes a command of every game that an argument can name, with the flags of the command before it.
fn with_games_as_commands(command: Command) -> Command {
    let command = command.mut_subcommands(with_games_as_commands);
    if !command.get_positionals().any(|arg| arg.get_id() == "game") {
        return command;
    }
    let flags: Vec<Arg> = command.get_arguments().filter(|arg| !arg.is_positional()).map(bare).collect();
    let games = GAMES
        .iter()
        .map(|game| Command::new(game.info.id).about(words().name(game.info.name)).args(flags.clone()));
    command.subcommands(games.collect::<Vec<_>>()).disable_help_subcommand(true)
}

/// What a shell needs of a flag, without its relations to other arguments.
fn bare(flag: &Arg) -> Arg {
    let mut bare = Arg::new(flag.get_id().clone()).action(flag.get_action().clone());
    if let Some(long) = flag.get_long() {
        bare = bare.long(long.to_owned());
    }
    if let Some(short) = flag.get_short() {
        bare = bare.short(short);
    }
    if let Some(help) = flag.get_help() {
        bare = bare.help(help.clone());
    }
    if flag.get_action().takes_values() {
        bare = bare.value_parser(flag.get_value_parser().clone()).value_hint(flag.get_value_hint());
    }
    bare
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
