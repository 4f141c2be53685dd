//! What things are called, in the language of the day.

use engine::BotName;
use engine::any::AnalysisLine;
use engine::proofs::Distance;
use engine::search::Value;
use games::{Info, Player};
use table::{Seat, Table};
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

/// Who sits at the board: a person by the name that the record has, if it has one.
pub fn at_table(words: &Words, table: &Table, player: Player) -> String {
    let tag = if player == Player::First { "First" } else { "Second" };
    match (table.seat(player), table.record().tag(tag)) {
        (Seat::Human, Some(name)) => self::player(words, name),
        (seat, _) => self::seat(words, seat),
    }
}

/// Who plays, as a record names them: a seat, or a name that somebody wrote.
pub fn player(words: &Words, name: &str) -> String {
    match name.parse() {
        Ok(bot) => seat(words, &Seat::Bot(bot)),
        Err(()) if ["human", "", "?"].contains(&name) => seat(words, &Seat::Human),
        Err(()) => name.to_owned(),
    }
}

/// Who wins, in how many moves of their own; nothing where nobody is known to.
pub fn winner(turn: Player, value: Value) -> Option<(Player, u32)> {
    match value {
        Value::WinIn(plies) => Some((turn, plies.div_ceil(2))),
        Value::LossIn(plies) => Some((!turn, plies.div_ceil(2))),
        Value::Draw | Value::About(_) => None,
    }
}

/// What a line is worth, told for a side of the game.
pub fn verdict(words: &Words, info: &Info, turn: Player, line: &AnalysisLine) -> String {
    if let Some((player, moves)) = winner(turn, line.value) {
        let key = match line.distance {
            Distance::Exact => "tui-wins-in",
            Distance::AtMost => "tui-wins-within",
        };
        return words.say_with(key, [("side", side(words, info, player).into()), ("moves", moves.into())]);
    }
    match line.value {
        Value::About(0) => words.say("tui-even"),
        Value::About(score) => {
            let ahead = if score > 0 { turn } else { !turn };
            let by = score_text(words, score.abs()).trim_start_matches('+').to_owned();
            words.say_with("tui-ahead", [("side", side(words, info, ahead).into()), ("score", by.into())])
        }
        _ => words.say("value-draw"),
    }
}

/// Hundredths of a unit, with the mark that the language has.
pub fn score_text(words: &Words, score: i32) -> String {
    format!("{:+.2}", f64::from(score) / 100.0).replace('.', &words.say("decimal-mark"))
}
