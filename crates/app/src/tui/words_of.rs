//! What things are called, in the language of the day.

use engine::BotName;
use engine::any::AnalysisLine;
use engine::proofs::Distance;
use engine::search::Value;
use games::{Info, Player};
use table::Seat;
use words::Words;

/// A side of a game.
pub fn side(words: &Words, info: &Info, player: Player) -> String {
    words.name(info.side(player).name)
}

/// Who sits at the board.
pub fn seat(words: &Words, seat: &Seat) -> String {
    match seat {
        Seat::Human => words.say("tui-seat-human"),
        Seat::Bot(BotName::Level(level)) => words.say_with("seat-level", [("level", (*level).into())]),
        Seat::Bot(BotName::Random) => words.say("seat-random"),
        Seat::Bot(BotName::Greedy) => words.say("seat-greedy"),
        Seat::Bot(BotName::Report) => words.say("seat-report"),
        Seat::Bot(BotName::FirstReport) => words.say("seat-first-report"),
        Seat::Bot(BotName::Perfect) => words.say("seat-perfect"),
        Seat::Engine(command) => words.say_with("seat-engine", [("name", command.to_string().into())]),
    }
}

/// Who plays, as a record names them: a seat, or a name that somebody wrote.
pub fn player(words: &Words, name: &str) -> String {
    match name.parse() {
        Ok(bot) => seat(words, &Seat::Bot(bot)),
        Err(()) if name == "human" || name.is_empty() => seat(words, &Seat::Human),
        Err(()) => name.to_owned(),
    }
}

/// What a line is worth, told for a side of the game.
pub fn verdict(words: &Words, info: &Info, turn: Player, line: &AnalysisLine) -> String {
    let key = match line.distance {
        Distance::Exact => "side-wins-in",
        Distance::AtMost => "side-wins-within",
    };
    let wins = |player: Player, plies: u32| words.say_with(key, [("side", side(words, info, player).into()), ("plies", plies.into())]);
    match line.value {
        Value::WinIn(plies) => wins(turn, plies),
        Value::LossIn(plies) => wins(!turn, plies),
        Value::Draw => words.say("value-draw"),
        Value::About(score) => score_text(words, if turn == Player::First { score } else { -score }),
    }
}

/// Hundredths of a unit, with the mark that the language has.
pub fn score_text(words: &Words, score: i32) -> String {
    format!("{:+.2}", f64::from(score) / 100.0).replace('.', &words.say("decimal-mark"))
}
