//! `jogo convert`: recorded games from one form into another.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use games::Record;

use crate::console::said;
use crate::failure::{Failure, words};
use crate::input;

#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Recorded games, in either form; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form to write: jogo's own, or the PGN of other programs where the game has one
    #[arg(long, value_enum, default_value = "jogo")]
    to: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Jogo,
    Pgn,
}

pub fn convert(output: &mut impl Write, args: &ConvertArgs) -> Result<(), Failure> {
    let (name, records) = if args.file.as_os_str() == "-" {
        let name = words().say("convert-stdin");
        (name.clone(), input::read_records_from(io::stdin().lock(), &name))
    } else {
        (args.file.display().to_string(), input::read_records(&args.file))
    };
    // Nothing is written before all of it can be.
    let mut texts = Vec::new();
    for (index, record) in
        records.map_err(|trouble| Failure::Input(said::record_trouble(words(), &trouble)))?.iter().enumerate()
    {
        texts.push(write(record, args.to).ok_or_else(|| {
            let game = words().name(record.info().name);
            Failure::said(
                "convert-no-pgn",
                [("name", name.as_str().into()), ("number", (index + 1).into()), ("game", game.into())],
            )
        })?);
    }
    Ok(output.write_all(texts.join("\n").as_bytes())?)
}

fn write(record: &Record, form: Form) -> Option<String> {
    match form {
        Form::Jogo => Some(record.to_string()),
        Form::Pgn => record.to_pgn(),
    }
}
