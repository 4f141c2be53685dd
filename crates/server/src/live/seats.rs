//! The holder of a side of a game.

use engine::players::BotName;
use table::Seat;

use crate::secrets::Hash;
use crate::store::SeatRow;
use crate::wire::SeatView;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Waits for a player to join.
    Open,
    Person {
        secret: Hash,
        name: Option<String>,
    },
    /// A player who has deleted their part of the game.
    Gone,
    Bot(BotName),
}

impl Who {
    pub fn of(row: &SeatRow) -> Option<Self> {
        match (row.who.as_str(), row.secret) {
            ("open", _) => Some(Self::Open),
            ("gone", _) => Some(Self::Gone),
            ("person", secret) => Some(Self::Person { secret: secret?, name: row.name.clone() }),
            (bot, _) => bot.parse().ok().map(Self::Bot),
        }
    }

    pub fn row(&self) -> SeatRow {
        let (name, secret) = match self {
            Self::Person { secret, name } => (name.clone(), Some(*secret)),
            _ => (None, None),
        };
        SeatRow { who: self.word(), name, secret }
    }

    /// Returns the name that the store uses.
    pub fn word(&self) -> String {
        match self {
            Self::Open => "open".to_owned(),
            Self::Person { .. } => "person".to_owned(),
            Self::Gone => "gone".to_owned(),
            Self::Bot(name) => name.to_string(),
        }
    }

    pub fn is_bot(&self) -> bool {
        matches!(self, Self::Bot(_))
    }

    pub fn secret(&self) -> Option<&Hash> {
        match self {
            Self::Person { secret, .. } => Some(secret),
            _ => None,
        }
    }

    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Person { name, .. } => name.as_deref(),
            _ => None,
        }
    }

    /// Returns the name for records and lists: the name that the player chose, or the kind of player.
    pub fn label(&self) -> String {
        self.name().map_or_else(|| self.seat().to_string(), str::to_owned)
    }

    pub fn seat(&self) -> Seat {
        match self {
            Self::Bot(name) => Seat::Bot(*name),
            _ => Seat::Human,
        }
    }

    pub fn view(&self, here: bool) -> SeatView {
        SeatView {
            kind: if self.is_bot() { "bot" } else { "human" }.to_owned(),
            bot: self.is_bot().then(|| self.word()),
            name: self.name().map(str::to_owned),
            here,
            open: *self == Self::Open,
        }
    }
}

/// Longest name, in characters.
pub const NAME_MAX: usize = 32;

/// A name as it may be shown: one line, no control characters or marks that turn the direction of writing, not too long. `None` when nothing is left.
pub fn clean_name(name: &str) -> Option<String> {
    let is_mark = |c: char| matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}');
    let plain: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|c| !is_mark(*c)).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(NAME_MAX).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_short_line() {
        assert_eq!(clean_name("  Ana \n Maria\u{7}"), Some("Ana Maria".to_owned()));
        assert_eq!(clean_name("\u{202e}\u{61c}evil"), Some("evil".to_owned()));
        assert_eq!(clean_name("\u{200b}\t "), None);
        assert_eq!(clean_name(&"x".repeat(1000)).unwrap().len(), NAME_MAX);
    }

    #[test]
    fn seats_are_kept_as_they_are() {
        let person = Who::Person { secret: [7; 32], name: Some("Ana".to_owned()) };
        for who in [Who::Open, person, Who::Gone, Who::Bot(BotName::Level(3)), Who::Bot(BotName::Perfect)] {
            assert_eq!(Who::of(&who.row()), Some(who));
        }
        assert_eq!(Who::of(&SeatRow { who: "engine:rm".to_owned(), name: None, secret: None }), None);
    }
}
