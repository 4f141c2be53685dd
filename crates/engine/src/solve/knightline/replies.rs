//! The second player's replies to m0-o1:1: who wins, and the strategies that prove it.
//!
//! A strategy is kept as its moves alone, in the order in which its positions come up. That is enough to write the certificate out, and
//! a tenth of its size. `cargo xtask replies` finds them anew.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use games::Player;
use games::knightline::{Cell, KnightLine, Official, Rules, Split};

use super::{Book, Certificate, FirstMove, Goal, Opening, Options, Prover};

/// The stored strategies. Each begins with a line like `> n0-l1:2-18 first 9`: the reply, who wins, and within how many own moves.
const STORED: &str = include_str!("replies.txt");

/// The first move of the game, up to reflection.
pub const FIRST_MOVE: &str = "m0-o1:1";
/// All replies to it, without the number of tiles.
pub const REPLIES: [&str; 4] = ["n0-o2", "n0-p1", "n0-l1", "n0-l-1"];
/// How many tiles a reply can take.
pub const TILES: RangeInclusive<u8> = 1..=19;

/// A reply whose winner is known, with every number of tiles for which one strategy does.
#[derive(Debug)]
pub struct Reply {
    /// The move without the number of tiles.
    pub cells: &'static str,
    pub tiles: RangeInclusive<u8>,
    pub winner: Player,
    /// Own moves of the winner, the reply itself included if it is theirs.
    pub count: u8,
    moves: &'static str,
    book: OnceLock<Option<Book>>,
}

impl Reply {
    /// The moves that lead to the position in question.
    pub fn opening(&self) -> String {
        opening(self.cells, *self.tiles.start())
    }

    /// Whether a position can come about after this reply, or before it when the reply wins.
    pub fn may_lead_to<R: Rules>(&self, position: &KnightLine<R>) -> bool {
        let owns = |player: Player, cell: Cell| position.at(cell).is_some_and(|(owner, _)| owner == player);
        if position.stacks(Player::Second).len() == 1 {
            return self.winner == Player::Second;
        }
        let target = self.cells.split_once('-').and_then(|(_, target)| target.parse::<Cell>().ok());
        target.is_some_and(|target| owns(Player::Second, target) || owns(Player::Second, Cell { row: -target.row, ..target }))
    }

    /// The stored strategy, written out. `None` if what is stored is no strategy.
    pub fn certificate(&self) -> Option<Certificate> {
        let opening = Opening::<Official>::read(&self.opening(), FirstMove::OneTile).ok()?;
        let (position, _) = opening.turn_of(self.winner)?;
        let moves: Vec<Split> = self.moves.split_whitespace().map(read_split).collect::<Option<_>>()?;
        // Nothing is searched, so there is nothing to remember.
        let options = Options { memory_mb: 1, ..Options::default() };
        Prover::new(position, None, Goal::Win, &options).ok()?.unfold(self.count, &moves)
    }

    /// The strategy as a guide for play, made when first needed.
    pub fn book(&self) -> Option<&Book> {
        self.book.get_or_init(|| self.certificate().map(|certificate| Book::from(&certificate))).as_ref()
    }
}

/// Whether a position is the start of the game or has at most one move of each side behind it.
pub fn is_early<R: Rules>(position: &KnightLine<R>) -> bool {
    let tiles = |player: Player| position.stacks(player).iter().map(|stack| stack.height()).sum::<u8>();
    let one_tile = || position.stacks(Player::First).iter().any(|stack| stack.height() == 1);
    Player::BOTH.into_iter().all(|player| position.stacks(player).len() <= 2 && tiles(player) == 20)
        && (position.is_first_move() || position.stacks(Player::First).len() == 2 && one_tile())
}

/// The moves up to a reply.
pub fn opening(cells: &str, tiles: u8) -> String {
    format!("{FIRST_MOVE} {cells}:{tiles}")
}

/// The replies whose winner is known, those with the shortest wins first.
pub fn decided() -> &'static [Reply] {
    static DECIDED: OnceLock<Vec<Reply>> = OnceLock::new();
    DECIDED.get_or_init(|| {
        let mut decided: Vec<Reply> = STORED.split('>').skip(1).filter_map(read_reply).collect();
        // Who looks a position up finds the fastest win first, and of equal ones the one that splits the stack evenly.
        decided.sort_by_key(|reply| (reply.count, reply.tiles.start().abs_diff(10)));
        decided
    })
}

fn read_reply(stored: &'static str) -> Option<Reply> {
    let (head, moves) = stored.split_once('\n')?;
    let mut words = head.split_whitespace();
    let (cells, tiles) = words.next()?.split_once(':')?;
    let (start, end) = tiles.split_once('-').unwrap_or((tiles, tiles));
    let winner = if words.next()? == "first" { Player::First } else { Player::Second };
    let tiles = start.parse().ok()?..=end.parse().ok()?;
    Some(Reply { cells, tiles, winner, count: words.next()?.parse().ok()?, moves, book: OnceLock::new() })
}

fn read_split(text: &str) -> Option<Split> {
    let (cells, tiles) = text.split_once(':')?;
    // A cell starts with a letter, so the hyphen between two cells stands before one.
    let hyphen = (1..cells.len()).find(|index| cells[*index..].starts_with('-') && cells[index + 1..].starts_with(char::is_alphabetic))?;
    Split::between(cells[..hyphen].parse().ok()?, cells[hyphen + 1..].parse().ok()?, tiles.parse().ok()?)
}
