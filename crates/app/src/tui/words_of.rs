//! What things are called, in the language of the day.

use games::{Info, Player};
use table::{Seat, Table};
use words::Words;

/// A side of a game.
pub fn side(words: &Words, info: &Info, player: Player) -> String {
    words.name(info.side(player).name)
}

/// Returns the name of a seat.
pub fn seat(words: &Words, seat: &Seat) -> String {
    match seat {
        Seat::Human => words.say("tui-seat-human"),
        Seat::Bot(name) => words.bot_title(*name),
        Seat::Engine(command) => words.say_with("seat-engine", [("name", command.to_string().into())]),
    }
}

/// Returns the name of a player: of a person, the name in the record if it has one.
pub fn at_table(words: &Words, table: &Table, player: Player) -> String {
    let tag = if player == Player::First { "First" } else { "Second" };
    match (table.seat(player), table.record().tag(tag)) {
        (Seat::Human, Some(name)) => self::player(words, name),
        (seat, _) => self::seat(words, seat),
    }
}

/// Returns a player as a record names it: a seat, or any other name.
pub fn player(words: &Words, name: &str) -> String {
    match name.parse() {
        Ok(bot) => seat(words, &Seat::Bot(bot)),
        Err(()) if ["human", "", "?"].contains(&name) => seat(words, &Seat::Human),
        Err(()) => name.to_owned(),
    }
}
