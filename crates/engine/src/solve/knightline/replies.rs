//! The second player's replies to m0-o1:1: who wins, and the strategies that prove it.
//!
//! A strategy is kept as its moves alone, in the order in which its positions come up. That is enough to
//! write the certificate out, and a tenth of its size. `cargo xtask replies` finds them anew.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use games::knightline::{Cell, KnightLine, Official, Rules, Split};
use games::{Player, Position};

use super::book::mirror;
use super::{Book, Certificate, FirstMove, Goal, Opening, ProofOptions, Prover};

/// The stored strategies. Each begins with a line like `> n0-l1:2-18 first 9`: the reply, who wins, and
/// within how many own moves. Where that is known to be exact, the loser's moves follow that hold out so
/// long.
const STORED: &str = include_str!("replies.txt");

/// The first move of the game, up to reflection.
pub const FIRST_MOVE: &str = "m0-o1:1";
/// All replies to it, without the number of tiles.
pub const REPLIES: [&str; 4] = ["n0-o2", "n0-p1", "n0-l1", "n0-l-1"];
/// How many tiles a reply can take.
pub const TILES: RangeInclusive<u8> = 1..=19;

/// A reply whose winner is known, with every number of tiles for which one strategy does.
#[derive(Debug)]
pub struct DecidedReply {
    /// The move without the number of tiles.
    pub cells: &'static str,
    pub tiles: RangeInclusive<u8>,
    pub winner: Player,
    /// Own moves of the winner, the reply itself included if it is theirs.
    pub count: u8,
    /// The loser's moves after the reply that hold out as long as can be, if the strategy is followed; none
    /// where that is not known.
    defence: Vec<Split>,
    moves: &'static str,
    book: OnceLock<Option<Book>>,
}

impl DecidedReply {
    /// Returns the moves that lead to the position in question.
    pub fn opening(&self) -> String {
        opening(self.cells, *self.tiles.start())
    }

    /// Returns whether a position can come about after this reply, or before it when the reply wins.
    pub fn may_lead_to<R: Rules>(&self, position: &KnightLine<R>) -> bool {
        let owns = |player: Player, cell: Cell| position.at(cell).is_some_and(|(owner, _)| owner == player);
        if position.stacks(Player::Second).len() == 1 {
            return self.winner == Player::Second;
        }
        let target = self.cells.split_once('-').and_then(|(_, target)| target.parse::<Cell>().ok());
        target.is_some_and(|target| {
            owns(Player::Second, target) || owns(Player::Second, Cell { row: -target.row, ..target })
        })
    }

    /// Returns the stored strategy, written out. `None` if what is stored is no strategy.
    pub fn certificate(&self) -> Option<Certificate> {
        let opening = Opening::<Official>::read(&self.opening(), FirstMove::OneTile).ok()?;
        let (position, _) = opening.turn_of(self.winner)?;
        let moves: Vec<Split> = self.moves.split_whitespace().map(read_split).collect::<Option<_>>()?;
        // Nothing is searched, so there is nothing to remember.
        let options = ProofOptions { memory_mb: 1, ..ProofOptions::default() };
        Prover::new(position, None, Goal::Win, &options).ok()?.unfold(self.count, &moves)
    }

    /// Returns the loser's moves after the reply that hold out as long as can be; none where that is not
    /// known.
    pub fn defence(&self) -> &[Split] {
        &self.defence
    }

    /// Returns whether no win is faster, which is known together with how to hold out so long.
    pub fn is_fastest(&self) -> bool {
        !self.defence.is_empty()
    }

    /// Returns how the game goes on from a position up to the reply when the winner follows the strategy and
    /// the loser holds out as long as can be. `None` where that is not known.
    pub fn longest_line<R: Rules>(&self, position: &KnightLine<R>) -> Option<Vec<Split>> {
        let (_, target, _) = read_split(FIRST_MOVE)?.parts()?;
        let is_mirrored = position.at(mirror(target, -1)).is_some_and(|(owner, _)| owner == Player::First);
        let side = if is_mirrored { -1 } else { 1 };
        let mut defence = self.defence.iter();
        let mut position = position.clone();
        let mut line = Vec::new();
        while position.outcome().is_none() {
            let mv = if position.turn() == self.winner {
                self.book()?.choose(&position)?
            } else if position.is_first_move() {
                read_split(FIRST_MOVE)?
            } else {
                let (from, to, tiles) = defence.next()?.parts()?;
                Split::between(mirror(from, side), mirror(to, side), tiles)?
            };
            position.read_move(&mv.to_string()).ok()?;
            position.play(mv);
            line.push(mv);
        }
        Some(line)
    }

    /// Returns the strategy as a guide for play, made when first needed.
    pub fn book(&self) -> Option<&Book> {
        self.book.get_or_init(|| self.certificate().map(|certificate| Book::from(&certificate))).as_ref()
    }
}

/// Returns whether a position is the start of the game or has at most one move of each side behind it.
pub fn is_early<R: Rules>(position: &KnightLine<R>) -> bool {
    let tiles = |player: Player| position.stacks(player).iter().map(|stack| stack.height()).sum::<u8>();
    let one_tile = || position.stacks(Player::First).iter().any(|stack| stack.height() == 1);
    Player::BOTH.into_iter().all(|player| position.stacks(player).len() <= 2 && tiles(player) == 20)
        && (position.is_first_move() || position.stacks(Player::First).len() == 2 && one_tile())
}

/// Returns the moves up to a reply.
pub fn opening(cells: &str, tiles: u8) -> String {
    format!("{FIRST_MOVE} {cells}:{tiles}")
}

/// Returns the replies whose winner is known, those with the shortest wins first.
pub fn decided() -> &'static [DecidedReply] {
    static DECIDED: OnceLock<Vec<DecidedReply>> = OnceLock::new();
    DECIDED.get_or_init(|| {
        let mut decided: Vec<DecidedReply> = STORED.split('>').skip(1).filter_map(read_reply).collect();
        // A lookup of a position finds the fastest win first, and of equal ones the one that splits the
        // stack evenly.
        decided.sort_by_key(|reply| (reply.count, reply.tiles.start().abs_diff(10)));
        decided
    })
}

fn read_reply(stored: &'static str) -> Option<DecidedReply> {
    let (head, moves) = stored.split_once('\n')?;
    let mut words = head.split_whitespace();
    let (cells, tiles) = words.next()?.split_once(':')?;
    let (start, end) = tiles.split_once('-').unwrap_or((tiles, tiles));
    let winner = if words.next()? == "first" { Player::First } else { Player::Second };
    let tiles = start.parse().ok()?..=end.parse().ok()?;
    let count = words.next()?.parse().ok()?;
    let defence = words.map(read_split).collect::<Option<_>>()?;
    Some(DecidedReply { cells, tiles, winner, count, defence, moves, book: OnceLock::new() })
}

/// Returns the loser's moves from a position on when both follow their strategies. At the end, when the
/// loser's has no more to say, any move will do.
pub fn defence<R: Rules>(position: &KnightLine<R>, winning: &Book, surviving: &Book) -> Option<Vec<Split>> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    while position.outcome().is_none() {
        let mv = if position.turn() == winning.player() {
            winning.choose(&position)?
        } else {
            let mv = surviving.choose(&position).or_else(|| position.nth_move(0))?;
            moves.push(mv);
            mv
        };
        position.play(mv);
    }
    Some(moves)
}

fn read_split(text: &str) -> Option<Split> {
    let (cells, tiles) = text.split_once(':')?;
    // A cell starts with a letter, so the hyphen between two cells stands before one.
    let hyphen = (1..cells.len()).find(|index| {
        cells[*index..].starts_with('-') && cells[index + 1..].starts_with(char::is_alphabetic)
    })?;
    Split::between(cells[..hyphen].parse().ok()?, cells[hyphen + 1..].parse().ok()?, tiles.parse().ok()?)
}
