//! How the levels of each family of games think. Measured in docs/levels.md.

/// From the first level, which a beginner beats, to the last, which plays as well as it can.
pub type Ladder = [Level; 10];

/// How one level thinks.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    pub sight: Sight,
    /// Out of a hundred moves, how many it makes at a glance whatever its sight.
    pub lapses: u8,
    /// Out of a hundred moves, how many it makes without looking.
    pub oversights: u8,
    /// Whether it never overlooks a win in one move.
    pub takes_wins: bool,
}

/// What a level looks at before it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// How each move looks right after it is made, more or less.
    StaticResult,
    /// A search of so many nodes.
    Nodes(u64),
    /// What is decided within so many plies, where everything is known.
    Plies(u32),
    /// All that is known.
    Perfect,
}

impl Level {
    /// Overlooks even wins.
    const fn novice(oversights: u8) -> Self {
        Self { sight: Sight::StaticResult, lapses: 0, oversights, takes_wins: false }
    }

    const fn static_result(oversights: u8) -> Self {
        Self { takes_wins: true, ..Self::novice(oversights) }
    }

    const fn nodes(nodes: u64, lapses: u8) -> Self {
        Self { sight: Sight::Nodes(nodes), lapses, ..Self::static_result(0) }
    }

    const fn plies(plies: u32, oversights: u8) -> Self {
        Self { sight: Sight::Plies(plies), ..Self::static_result(oversights) }
    }

    const fn perfect() -> Self {
        Self { sight: Sight::Perfect, ..Self::static_result(0) }
    }
}

/// Nodes of a level that makes no mistakes: some tenths of a second.
const FULL: u64 = 1_000_000;

/// For games without a table of their own.
pub const ANY: Ladder = [
    Level::novice(70),
    Level::novice(45),
    Level::static_result(20),
    Level::nodes(200, 60),
    Level::nodes(200, 30),
    Level::nodes(400, 12),
    Level::nodes(1_000, 5),
    Level::nodes(3_000, 2),
    Level::nodes(10_000, 0),
    Level::nodes(FULL, 0),
];

/// Everything is known: a level is how far ahead of the end it sees it.
pub const NEUTREEKO: Ladder = [
    Level::novice(33),
    Level::novice(0),
    Level::plies(2, 4),
    Level::plies(4, 11),
    Level::plies(6, 4),
    Level::plies(9, 1),
    Level::plies(12, 0),
    Level::plies(17, 0),
    Level::plies(24, 0),
    Level::perfect(),
];

/// The better search wins nearly always: weaker levels differ by how often they do not search.
pub const ATAXX: Ladder = [
    Level::novice(30),
    Level::nodes(100, 83),
    Level::nodes(200, 44),
    Level::nodes(260, 26),
    Level::nodes(470, 16),
    Level::nodes(1_350, 5),
    Level::nodes(2_300, 2),
    Level::nodes(4_500, 1),
    Level::nodes(9_700, 0),
    Level::nodes(FULL, 0),
];

/// Games are short, and threats are proved without a search: even few nodes see much.
pub const KNIGHT_LINE: Ladder = [
    Level::novice(75),
    Level::novice(45),
    Level::static_result(22),
    Level::nodes(100, 65),
    Level::nodes(600, 11),
    Level::nodes(900, 7),
    Level::nodes(1_250, 4),
    Level::nodes(3_000, 1),
    Level::nodes(11_000, 0),
    Level::nodes(FULL, 0),
];

/// Without a mistake neither side makes headway: levels differ by how often they err.
pub const THREE_DRAGONS: Ladder = [
    Level::novice(62),
    Level::novice(40),
    Level::static_result(10),
    Level::nodes(100, 80),
    Level::nodes(1_800, 3),
    Level::nodes(2_500, 2),
    Level::nodes(3_500, 1),
    Level::nodes(6_500, 1),
    Level::nodes(10_000, 0),
    Level::nodes(FULL, 0),
];

/// Where pieces also capture by power, a mistake costs more.
pub const THREE_DRAGONS_POWER: Ladder = [
    Level::novice(60),
    Level::novice(38),
    Level::static_result(5),
    Level::nodes(100, 72),
    Level::nodes(800, 6),
    Level::nodes(1_300, 4),
    Level::nodes(2_400, 2),
    Level::nodes(5_000, 1),
    Level::nodes(8_000, 0),
    Level::nodes(FULL, 0),
];
