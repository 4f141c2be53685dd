//! A template for a game on squares: noughts and crosses. Copy the folder, rename the types, change the
//! rules.
//!
//! It is compiled and kept to the contract like every game, but not listed in the registry.

use crate::grid_game::bits;
use crate::{Game, GridMove, GridPosition, GridRules, Info, Message, Outcome, ParseError, Player, Position};
use crate::{Side, Start, Tint};

phrases! {
    MOVER_HAS_LINE = "template-mover-line": "{side} is to move but already has a line";
    LINE = "template-line": "{side} has three in a row";
    FULL = "template-full": "the board is full";
}

/// A position of the game.
pub type Noughts = GridPosition<NoughtsRules>;

// The registry writes this line for listed games: delete it in a copy.
impl Game for Noughts {}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoughtsRules;

impl GridRules for NoughtsRules {
    const INFO: Info = Info {
        id: "template",
        name: "Noughts and Crosses",
        family: "Template",
        sides: [
            Side { name: "Crosses", letter: 'x', symbol: 'x', glyph: '╳', tint: Tint::RED },
            Side { name: "Noughts", letter: 'o', symbol: 'o', glyph: '○', tint: Tint::BLUE },
        ],
        starts: &[Start { name: "standard", text: "3/3/3 x" }],
        rules: &[("en", include_str!("rules.md")), ("pt", include_str!("rules.pt.md"))],
        goal: &[("en", include_str!("goal.txt")), ("pt", include_str!("goal.pt.txt"))],
        phrases: PHRASES,
        ..Info::DEFAULT
    };
    const COLUMNS: usize = 3;
    const ROWS: usize = 3;

    fn outcome(position: &Noughts) -> Option<Outcome> {
        if line(position, !position.turn()) != 0 {
            Some(Outcome::Win(!position.turn()))
        } else {
            (position.empty() == 0).then_some(Outcome::Draw)
        }
    }

    fn moves(position: &Noughts, out: &mut Vec<GridMove<Self>>) {
        out.extend(bits(position.empty()).map(GridMove::place));
    }

    fn ending(position: &Noughts, outcome: Outcome) -> (Message, u64) {
        match outcome {
            Outcome::Draw => (FULL.message(), 0),
            Outcome::Win(winner) => (LINE.with("side", Self::INFO.named(winner)), line(position, winner)),
        }
    }

    fn check(position: &Noughts) -> Result<(), ParseError> {
        if line(position, position.turn()) != 0 {
            return Err(MOVER_HAS_LINE.with("side", Self::INFO.named(position.turn())));
        }
        Ok(())
    }
}

/// Returns the squares of a line of three, 0 if there is none.
fn line(position: &Noughts, player: Player) -> u64 {
    Noughts::line(position.pieces(player), 3)
}
