//! How the levels of each family of games choose their moves. Measured in docs/levels.md.

/// From the first level, which a beginner beats, to the last, which plays as well as it can.
pub type Ladder = [Level; 10];

/// How one level chooses its moves.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    pub lookahead: Lookahead,
    /// How many moves out of a hundred it chooses by a noisy evaluation of one ply, whatever its lookahead.
    pub one_ply_percent: u8,
    /// How many moves out of a hundred it chooses at random.
    pub random_percent: u8,
    /// Whether it never overlooks a win in one move.
    pub takes_wins: bool,
}

/// How a level chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookahead {
    /// By a noisy evaluation of the position after each move.
    OnePly,
    /// By a search of this many nodes.
    Nodes(u64),
    /// By the exact results within this many plies, in a solved game.
    Plies(u32),
    /// By the solution.
    Perfect,
}

impl Level {
    /// Returns a level that overlooks even wins in one move.
    const fn novice(random_percent: u8) -> Self {
        Self { lookahead: Lookahead::OnePly, one_ply_percent: 0, random_percent, takes_wins: false }
    }

    const fn one_ply(random_percent: u8) -> Self {
        Self { takes_wins: true, ..Self::novice(random_percent) }
    }

    const fn nodes(nodes: u64, one_ply_percent: u8) -> Self {
        Self { lookahead: Lookahead::Nodes(nodes), one_ply_percent, ..Self::one_ply(0) }
    }

    const fn plies(plies: u32, random_percent: u8) -> Self {
        Self { lookahead: Lookahead::Plies(plies), ..Self::one_ply(random_percent) }
    }

    const fn perfect() -> Self {
        Self { lookahead: Lookahead::Perfect, ..Self::one_ply(0) }
    }
}

/// Nodes of a level that makes no mistakes: some tenths of a second.
const FULL: u64 = 1_000_000;

/// For games without a table of their own.
pub const ANY: Ladder = [
    Level::novice(70),
    Level::novice(45),
    Level::one_ply(20),
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
    Level::one_ply(22),
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
    Level::one_ply(10),
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
    Level::one_ply(5),
    Level::nodes(100, 72),
    Level::nodes(800, 6),
    Level::nodes(1_300, 4),
    Level::nodes(2_400, 2),
    Level::nodes(5_000, 1),
    Level::nodes(8_000, 0),
    Level::nodes(FULL, 0),
];
