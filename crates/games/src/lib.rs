//! The rules of four abstract board games: exact, fast, and nothing else.
//!
//! A game is a type that implements [`Position`] and [`Face`]. The registry at the end of this file is the
//! only list of games; [`GAMES`] lists positions and moves as text, [`visit`] calls a visitor with the type.
//!
//! ```
//! let game = games::find("neutreeko").unwrap();
//! let start = (game.start)();
//! assert_eq!(start.moves().len(), 14);
//! let next = start.after("b1-c1").unwrap();
//! assert_eq!(next.to_string(), "1w1w1/2b2/5/2w2/2bb1 w");
//! ```
#![forbid(unsafe_code)]

#[macro_use]
mod message;
mod any;
pub mod editor;
mod grid;
mod grid_game;
mod heuristics;
pub mod lesson;
mod palette;
mod picture;
mod position;
mod prolog;
pub mod reasons;
pub mod record;
pub mod study;
pub mod svg;
mod symmetry;
pub mod text;

pub mod ataxx;
pub mod knightline;
pub mod neutreeko;
pub mod threedragons;

#[cfg(test)]
mod contract;
#[cfg(test)]
mod template;

pub use any::{AnyPosition, GameEntry, Handle, Preview, Visitor, open_gestures, typed_move};
pub use grid_game::{GridMove, GridPosition, GridRules};
pub use heuristics::{Features, Heuristics, Horizon, StaticResult};
pub use message::{Arg, Complaint, Message, ParseError, Phrase, quote};
pub use palette::{Rgb, Shades, Surface, Tint};
pub use picture::{Ending, Face, Game, Gesture, Ground, Orientation, Picture, PictureCell, Piece, Report};
pub use position::{Info, NO_MOVE, Outcome, Player, Position, Shape, Side, Start};
pub use record::Record;
pub use study::Study;
pub use symmetry::symmetry_key;

/// Every sentence that is not one game's own.
pub const PHRASES: &[&[&Phrase]] = &[
    editor::PHRASES,
    grid::PHRASES,
    grid_game::PHRASES,
    prolog::PHRASES,
    reasons::PHRASES,
    record::PHRASES,
    study::PHRASES,
    study::notation::PHRASES,
    text::PHRASES,
];

macro_rules! games {
    ($($game:ty),* $(,)?) => {
        $(impl Game for $game {})*

        /// Every rule set, in the order in which people are shown them.
        pub const GAMES: &[GameEntry] = &[$(GameEntry::of::<$game>()),*];

        /// Calls the visitor with the type of the rule set of this id.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(if id == <$game as Position>::INFO.id {
                return Some(visitor.visit::<$game>());
            })*
            None
        }
    };
}

/// Returns the rule set of this id.
pub fn find(id: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|game| game.info.id == id)
}

// The registry: a new game adds its `mod` line above and its type here, and nothing anywhere else.
games![
    neutreeko::Neutreeko,
    ataxx::Ataxx<ataxx::Competitive>,
    ataxx::Ataxx<ataxx::Infection>,
    knightline::KnightLine<knightline::Official>,
    knightline::KnightLine<knightline::Feup>,
    threedragons::ThreeDragons<threedragons::Basic>,
    threedragons::ThreeDragons<threedragons::Power>,
    threedragons::ThreeDragons<threedragons::Dragons>,
];
