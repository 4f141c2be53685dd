//! What things are called, in the language of the day.

use engine::BotName;
use engine::search::Value;
use games::{Info, Message, Player};
use table::Seat;
use words::Words;

/// A side of a game.
pub fn side(_words: &Words, info: &Info, player: Player) -> String {
    info.side(player).name.to_owned()
}

/// What a game says: why it is over, or why a move cannot be.
pub fn message(_words: &Words, message: &Message) -> String {
    message.to_string()
}

/// Who sits at the board.
pub fn seat(words: &Words, seat: &Seat) -> String {
    match seat {
        Seat::Human => words.say("tui-seat-human"),
        Seat::Bot(BotName::Level(level)) => words.say_with("tui-seat-level", [("level", (*level).into())]),
        Seat::Bot(BotName::Random) => words.say("tui-seat-random"),
        Seat::Bot(BotName::Greedy) => words.say("tui-seat-greedy"),
        Seat::Bot(BotName::Report) => words.say("tui-seat-report"),
        Seat::Bot(BotName::Perfect) => words.say("tui-seat-perfect"),
        Seat::Engine(command) => command.to_string(),
    }
}

/// A value, told for a side of the game.
pub fn value(words: &Words, info: &Info, turn: Player, value: Value) -> String {
    let told = |key: &str, player: Player, plies: u32| {
        words.say_with(key, [("side", side(words, info, player).into()), ("plies", plies.into())])
    };
    match value {
        Value::WinIn(plies) => told("tui-wins-in", turn, plies),
        Value::LossIn(plies) => told("tui-wins-in", !turn, plies),
        Value::Draw => words.say("tui-exact-draw"),
        Value::About(score) => format!("{:+.2}", f64::from(if turn == Player::First { score } else { -score }) / 100.0),
    }
}

/// The rules of a game.
pub fn rules(words: &Words, info: &'static Info) -> &'static str {
    let tag = words.language().tag();
    info.rules.iter().find(|(language, _)| *language == tag).unwrap_or(&info.rules[0]).1
}
