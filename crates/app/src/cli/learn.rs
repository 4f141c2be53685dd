//! `jogo learn`: the lesson of a game.

use clap::Args;
use games::GameEntry;
use games::lesson::lesson;
use words::Language;

use super::args::GameParser;
use super::play::ViewArgs;
use crate::console::lessons;
use crate::failure::Failure;

#[derive(Args, Debug)]
pub struct LearnArgs {
    /// The rule set, by its id (`jogo games` lists them)
    #[arg(value_parser = GameParser, hide_possible_values = true)]
    game: &'static GameEntry,
    #[command(flatten)]
    view: ViewArgs,
}

pub fn learn(args: &LearnArgs, language: Language) -> Result<(), Failure> {
    let steps = lesson(args.game).map_err(Failure::World)?;
    if steps.is_empty() {
        return Err(Failure::said("lesson-none", [("game", args.game.info.id.into())]));
    }
    lessons::learn(args.game, &steps, args.view.view(), language)
}
