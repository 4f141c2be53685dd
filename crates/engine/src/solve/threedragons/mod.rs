//! Endgame tables of the basic game of Three Dragons: what every position with few pieces is worth, found by
//! retrograde analysis and kept in files; docs/tables.md.
//!
//! A table has the result of each position and the plies to the next capture or to the end of the game, with
//! best play by both: the winner hurries, the loser delays. What counts is the quiet stretch, because 100
//! plies without a capture are a draw. A stretch that fits what is left of the count is won for certain; one
//! that does not is won only against a mistake.
//!
//! A winner who follows falling distances never comes to a position twice. A position that has occurred
//! twice EARLIER in the game is a draw when it comes again, which no table has: `probe.rs` checks it.

mod file;
mod index;
mod probe;
mod retrograde;
#[cfg(test)]
mod tests;
mod verify;

use games::Position;
use games::threedragons::{Basic, QUIET_MAX, ThreeDragons};

pub use file::{BadTables, PHRASES};
pub use probe::{share, shared};
pub use retrograde::Layer;
pub use verify::{FalseEntry, verify};

use index::Index;

/// How many pieces the side to move and the other side have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    pub mover: usize,
    pub waiting: usize,
}

impl Material {
    pub fn of(position: &ThreeDragons<Basic>) -> Self {
        let count = |player| position.count_pieces(player) as usize;
        Self { mover: count(position.turn()), waiting: count(!position.turn()) }
    }

    fn turned(self) -> Self {
        Self { mover: self.waiting, waiting: self.mover }
    }
}

/// Tables that are found together, because quiet moves lead from one to the other; a file each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    TwoTwo,
    ThreeTwo,
}

impl Family {
    /// The smaller come first: captures lead to them.
    pub const ALL: [Self; 2] = [Self::TwoTwo, Self::ThreeTwo];

    pub const fn materials(self) -> &'static [Material] {
        match self {
            Self::TwoTwo => &[Material { mover: 2, waiting: 2 }],
            Self::ThreeTwo => &[Material { mover: 3, waiting: 2 }, Material { mover: 2, waiting: 3 }],
        }
    }

    /// The numbers of pieces, as commands and headers have them.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TwoTwo => "2v2",
            Self::ThreeTwo => "3v2",
        }
    }
}

/// What a position is worth to the side to move, with the plies to the next capture or to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Won(u8),
    Drawn,
    Lost(u8),
}

impl Standing {
    /// No table has a longer stretch; a byte holds no more.
    pub const PLIES_MAX: u8 = 126;
    const LOST: u8 = 128;

    const fn byte(self) -> u8 {
        match self {
            Self::Drawn => 0,
            Self::Won(plies) => plies,
            Self::Lost(plies) => Self::LOST + plies,
        }
    }

    /// `None` for the byte of no position.
    const fn of_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Drawn),
            retrograde::NOTHING => None,
            plies if plies < Self::LOST => Some(Self::Won(plies)),
            plies => Some(Self::Lost(plies - Self::LOST)),
        }
    }

    pub fn plies(self) -> Option<u8> {
        match self {
            Self::Won(plies) | Self::Lost(plies) => Some(plies),
            Self::Drawn => None,
        }
    }

    /// Returns the standing of the other side, one ply earlier, of a quiet move that leads here.
    #[must_use]
    fn before(self) -> Self {
        match self {
            Self::Won(plies) => Self::Lost(plies + 1),
            Self::Lost(plies) => Self::Won(plies + 1),
            Self::Drawn => Self::Drawn,
        }
    }

    /// Higher is better for the side to move.
    fn preference(self) -> i16 {
        match self {
            Self::Won(plies) => 256 - i16::from(plies),
            Self::Drawn => 0,
            Self::Lost(plies) => i16::from(plies) - 256,
        }
    }
}

/// Returns what a standing is worth when the count of quiet plies begins: a stretch that is longer than the
/// whole count is a draw.
fn standing_at_zero(standing: Standing) -> Standing {
    match standing.plies() {
        Some(plies) if u16::from(plies) > QUIET_MAX => Standing::Drawn,
        _ => standing,
    }
}

/// The table of one material.
#[derive(Debug)]
pub(super) struct Part {
    material: Material,
    index: Index,
    bytes: Vec<u8>,
    /// The most plies that a won game can take after a capture.
    rest: u8,
}

/// The tables that there are: none, those of two against two, or both families.
#[derive(Debug, Default)]
pub struct Tables {
    parts: Vec<Part>,
}

/// The positions of a family by standing and distance, mirror images counted too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub won: Vec<u64>,
    pub drawn: u64,
    pub lost: Vec<u64>,
    /// One of the positions with the longest stretch.
    pub longest: Option<(Standing, String)>,
}

impl Tables {
    /// Finds the tables of the next family, which needs all smaller ones.
    pub fn grow(&mut self, family: Family, threads: usize, on_layer: &mut dyn FnMut(Layer)) {
        let parts = retrograde::find(family.materials(), self, threads, on_layer);
        self.parts.extend(parts);
    }

    /// Returns whether the tables of a family are here.
    pub fn has(&self, family: Family) -> bool {
        family.materials().iter().all(|material| self.part(*material).is_some())
    }

    /// Returns the standing of a position, whatever the game has counted or repeated. `None` without a table
    /// of its material.
    pub fn standing(&self, position: &ThreeDragons<Basic>) -> Option<Standing> {
        let part = self.part(Material::of(position))?;
        Standing::of_byte(part.bytes[part.index.number(position)])
    }

    fn part(&self, material: Material) -> Option<&Part> {
        self.parts.iter().find(|part| part.material == material)
    }

    fn parts_of(&self, family: Family) -> impl Iterator<Item = &Part> {
        family.materials().iter().filter_map(|material| self.part(*material))
    }

    /// The most plies that a won game takes from a position of these tables, after a capture into them.
    fn longest(&self) -> u8 {
        let standings = |part: &Part| {
            let longest = part.bytes.iter().filter_map(|byte| Standing::of_byte(*byte)?.plies()).max();
            longest.unwrap_or(0) + part.rest
        };
        self.parts.iter().map(standings).max().unwrap_or(0)
    }

    /// Counts the positions of a family, for each material of it.
    pub fn counts(&self, family: Family) -> Vec<(Material, Counts)> {
        self.parts_of(family).map(|part| (part.material, part.counts())).collect()
    }
}

impl Part {
    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for (number, byte) in self.bytes.iter().enumerate() {
            let Some((standing, (position, images))) =
                Standing::of_byte(*byte).and_then(|standing| Some((standing, self.index.position(number)?)))
            else {
                continue;
            };
            let (list, plies) = match standing {
                Standing::Drawn => {
                    counts.drawn += images;
                    continue;
                }
                Standing::Won(plies) => (&mut counts.won, usize::from(plies)),
                Standing::Lost(plies) => (&mut counts.lost, usize::from(plies)),
            };
            if list.len() <= plies {
                list.resize(plies + 1, 0);
            }
            list[plies] += images;
            if counts.longest.as_ref().is_none_or(|(longest, _)| longest.plies() < standing.plies()) {
                counts.longest = Some((standing, position.to_string()));
            }
        }
        counts
    }
}
