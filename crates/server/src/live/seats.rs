//! The holder of a side of a game.

use engine::players::BotName;
use table::Seat;

use crate::error::{ApiError, ErrorCode};
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
    /// A bot that warns a person of moves that lose much, before it answers them.
    Teacher(BotName),
}

/// What the store puts before the name of a bot that teaches.
const TEACHER: &str = "teacher:";

impl Who {
    pub fn of(row: &SeatRow) -> Option<Self> {
        match (row.who.as_str(), row.secret) {
            ("open", _) => Some(Self::Open),
            ("gone", _) => Some(Self::Gone),
            ("person", secret) => Some(Self::Person { secret: secret?, name: row.name.clone() }),
            (who, _) => match who.strip_prefix(TEACHER) {
                Some(bot) => bot.parse().ok().map(Self::Teacher),
                None => who.parse().ok().map(Self::Bot),
            },
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
            Self::Teacher(name) => format!("{TEACHER}{name}"),
        }
    }

    pub fn is_bot(&self) -> bool {
        self.bot().is_some()
    }

    pub fn bot(&self) -> Option<BotName> {
        match self {
            Self::Bot(name) | Self::Teacher(name) => Some(*name),
            _ => None,
        }
    }

    pub fn teaches(&self) -> bool {
        matches!(self, Self::Teacher(_))
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
        self.bot().map_or(Seat::Human, Seat::Bot)
    }

    pub fn view(&self, here: bool) -> SeatView {
        SeatView {
            kind: if self.is_bot() { "bot" } else { "human" }.to_owned(),
            bot: self.bot().map(|bot| bot.to_string()),
            teaches: self.teaches(),
            name: self.name().map(str::to_owned),
            here,
            open: *self == Self::Open,
        }
    }
}

/// Longest name, in characters.
pub const NAME_MAX: usize = 32;

/// Characters that show nothing, or turn the direction of writing.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns a name as it may be shown: one short line without control characters and invisible ones. `None` if
/// there is none.
///
/// # Errors
/// When a name was given, and nothing of it can be seen.
pub fn check_name(name: Option<&str>) -> Result<Option<String>, ApiError> {
    let Some(name) = name.filter(|name| !name.trim().is_empty()) else { return Ok(None) };
    // What chooses the look of the character before it may stay behind one.
    let is_kept = |c: &char| !is_invisible(*c) || ('\u{fe00}'..='\u{fe0f}').contains(c);
    let plain: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(is_kept).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(NAME_MAX).collect();
    let name = name.trim();
    if name.chars().all(|c| c.is_whitespace() || is_invisible(c)) {
        return Err(ErrorCode::BadName.into());
    }
    Ok(Some(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_short_line_that_can_be_seen() {
        let checked = |name: &str| check_name(Some(name)).map_err(|error| error.code);
        assert_eq!(checked("  Ana \n Maria\u{7}"), Ok(Some("Ana Maria".to_owned())));
        assert_eq!(checked("\u{202e}\u{61c}evil"), Ok(Some("evil".to_owned())));
        assert_eq!((check_name(None).unwrap(), checked(" \t")), (None, Ok(None)));
        assert_eq!(checked(&"x".repeat(1000)).unwrap().unwrap().len(), NAME_MAX);
        for invisible in ["\u{200b}", "\u{3164}", "\u{2800} \u{2800}", "\u{ad}\u{fe0f}", "\u{e0041}", "\u{7}"]
        {
            assert_eq!(checked(invisible), Err(ErrorCode::BadName), "{invisible:?}");
        }
    }

    #[test]
    fn seats_are_kept_as_they_are() {
        let person = Who::Person { secret: [7; 32], name: Some("Ana".to_owned()) };
        for who in [Who::Open, person, Who::Gone, Who::Bot(BotName::Level(3)), Who::Teacher(BotName::Perfect)]
        {
            assert_eq!(Who::of(&who.row()), Some(who));
        }
        assert_eq!(Who::of(&SeatRow { who: "engine:rm".to_owned(), name: None, secret: None }), None);
    }
}
