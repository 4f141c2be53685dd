//! What things are called, in the language of the day.

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
        Seat::Bot(name) => words.bot_title(*name),
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
