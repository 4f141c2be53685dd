//! What the tables say in a game: with its count of quiet plies, and with what has occurred in it.

use std::cmp::Reverse;
use std::sync::{Arc, PoisonError, RwLock};

use games::threedragons::{Basic, RookMove, ThreeDragons};
use games::{Heuristics, Outcome, Position};

use super::verify::standing_after;
use super::{Material, Standing, Tables};
use crate::search::tables::{EndgameTables, TableValue, UNLESS_COUNTED};
use crate::search::{Distance, Value, ValuedLine};

type Basics = ThreeDragons<Basic>;

/// A drawn line has no end; its first moves say enough.
const DRAWN_LINE_MAX: usize = 9;
/// The score of a win that the record may spoil, less its distance.
const UNLESS_REPEATED: i32 = 1000;

/// The tables of this process, which its command line may name.
static SHARED: RwLock<Option<Arc<Tables>>> = RwLock::new(None);

/// Returns the tables of this process, if it has any. Asked once per search, bot move or analysis.
pub fn shared() -> Option<Arc<Tables>> {
    SHARED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Gives this process other tables, or none. Searches that go on keep those that they have.
pub fn share(tables: Option<Arc<Tables>>) {
    *SHARED.write().unwrap_or_else(PoisonError::into_inner) = tables;
}

/// The positions of a quiet stretch that are draws when they come again.
struct Spoilt {
    keys: Vec<u64>,
    /// The least distance that a table has of any of them. On the way of a winner who follows falling
    /// distances, all positions have smaller ones than the first: no spoilt one is among them if that is no
    /// larger than this.
    floor: u8,
}

impl Spoilt {
    const NOTHING: Self = Self { keys: Vec::new(), floor: u8::MAX };

    fn of(tables: &Tables, position: &Basics, earlier: &[Basics]) -> Self {
        let stretch = earlier.len().min(position.quiet_plies().into());
        let mut stretch: Vec<&Basics> = earlier[earlier.len() - stretch..].iter().collect();
        stretch.push(position);
        stretch.sort_by_key(|position| position.key());
        let often = Basics::INFO.repetition.map_or(usize::MAX, |often| often as usize - 1);
        let spoilt = stretch.chunk_by(|a, b| a.key() == b.key()).filter(|same| same.len() >= often);
        let spoilt: Vec<&Basics> = spoilt.map(|same| same[0]).collect();
        let distances = spoilt.iter().filter_map(|position| tables.standing(position)?.plies());
        Self {
            floor: distances.min().unwrap_or(u8::MAX),
            keys: spoilt.iter().map(|position| position.key()).collect(),
        }
    }
}

impl EndgameTables<Basics> for Tables {
    fn probe(&self, position: &Basics) -> Option<TableValue> {
        let standing = self.standing(position)?;
        position.outcome().is_none().then(|| self.value(position, standing, &Spoilt::NOTHING))
    }

    fn moves(&self, position: &Basics, earlier: &[Basics]) -> Option<Vec<ValuedLine<RookMove>>> {
        self.standing(position)?;
        let spoilt = Spoilt::of(self, position, earlier);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        // Of equal values those are better that the tables alone prefer.
        moves.sort_by_key(|mv| Reverse(self.preference(position, *mv)));
        let line = |mv| {
            let next = after(position, mv);
            let TableValue { value, distance } = self.judge(&next, &spoilt);
            let moves = std::iter::once(mv).chain(self.line(&next, value)).collect();
            ValuedLine { value: before(value), distance, moves }
        };
        let mut lines: Vec<_> = moves.into_iter().map(line).collect();
        lines.sort_by_key(|line| Reverse(line.value.rank()));
        Some(lines)
    }
}

impl Tables {
    /// Returns what a position after a move is worth to the side to move there.
    fn judge(&self, next: &Basics, spoilt: &Spoilt) -> TableValue {
        let exact = |value| TableValue { value, distance: Distance::Exact };
        match next.outcome() {
            Some(Outcome::Draw) => return exact(Value::Draw),
            Some(Outcome::Win(winner)) if winner == next.turn() => return exact(Value::WinIn(0)),
            Some(Outcome::Win(_)) => return exact(Value::LossIn(0)),
            None if spoilt.keys.contains(&next.key()) => return exact(Value::Draw),
            None => {}
        }
        // A capture leaves behind what has occurred.
        let spoilt = if next.quiet_plies() == 0 { &Spoilt::NOTHING } else { spoilt };
        // Every move leads to a table where the position before it has one.
        self.value(next, self.standing(next).unwrap_or(Standing::Drawn), spoilt)
    }

    fn value(&self, position: &Basics, standing: Standing, spoilt: &Spoilt) -> TableValue {
        let (plies, sign) = match standing {
            Standing::Drawn => return TableValue { value: Value::Draw, distance: Distance::Exact },
            Standing::Won(plies) => (plies, 1),
            Standing::Lost(plies) => (plies, -1),
        };
        if position.plies_to_draw().is_some_and(|left| u32::from(plies) > left) {
            let value = Value::About(sign * UNLESS_COUNTED);
            return TableValue { value, distance: Distance::UnlessCounted };
        }
        if plies > spoilt.floor {
            let value = Value::About(sign * (UNLESS_REPEATED - i32::from(plies)));
            return TableValue { value, distance: Distance::AtMost };
        }
        let rest = self.part(Material::of(position)).map_or(0, |part| part.rest);
        let plies = u32::from(plies) + u32::from(rest);
        let value = if sign > 0 { Value::WinIn(plies) } else { Value::LossIn(plies) };
        // Where any capture ends the game, the next one is the end.
        TableValue { value, distance: if rest == 0 { Distance::Exact } else { Distance::AtMost } }
    }

    /// Returns how the game goes on by the tables, to its end where one side wins.
    fn line(&self, position: &Basics, value: Value) -> Vec<RookMove> {
        let longest = if value.plies().is_some() { usize::MAX } else { DRAWN_LINE_MAX };
        let (mut current, mut line, mut moves) = (position.clone(), Vec::new(), Vec::new());
        while current.outcome().is_none() && line.len() < longest {
            moves.clear();
            current.moves(&mut moves);
            // The last of equal ones would be taken otherwise.
            let best = moves.iter().rev().max_by_key(|mv| self.preference(&current, **mv));
            let Some(mv) = best.copied() else { break };
            line.push(mv);
            current.play(mv);
        }
        line
    }

    /// Orders moves for the side that makes them: the result, then how soon or late the stretch ends, then
    /// what comes after it.
    fn preference(&self, position: &Basics, mv: RookMove) -> (i16, i16) {
        let next = after(position, mv);
        let rest = match next.outcome() {
            Some(_) => i16::MAX,
            None => self.standing(&next).map_or(0, |standing| -standing.preference()),
        };
        (standing_after(self, position, mv).preference(), rest)
    }
}

fn after(position: &Basics, mv: RookMove) -> Basics {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// Returns the value of a move to the side that makes it, from that of the position after it.
fn before(value: Value) -> Value {
    match value {
        Value::About(score) => Value::About(-score),
        proved => proved.one_ply_earlier(),
    }
}
