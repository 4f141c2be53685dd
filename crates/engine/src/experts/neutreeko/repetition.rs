//! Values that know the record: a position that has occurred twice is a draw when it comes again.
//!
//! Who wins by falling distances comes to no position twice, so positions that have occurred once change nothing. What has to be
//! worked out again is who still wins when those that occurred twice are drawn: by search, led by the distances of the solution.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use games::Position;
use games::neutreeko::{Neutreeko, Slide};

use super::played;
use crate::solve::neutreeko::{Solution, Value};

/// How many plies longer than without the record a win may take to be looked for.
const DETOUR_MAX: u8 = 20;
/// How many positions a search may keep; a win that is harder to find counts as a draw.
const SEARCHED_MAX: usize = 50_000;

/// How often each position of a game so far has occurred, by key.
#[derive(Debug)]
pub struct Occurrences(HashMap<u64, u32>);

impl Occurrences {
    /// Counts a position and, by their keys, those before it.
    pub fn of(position: &Neutreeko, history: &[u64]) -> Self {
        let mut times = HashMap::from([(position.key(), 1)]);
        for key in history {
            *times.entry(*key).or_default() += 1;
        }
        Self(times)
    }

    pub fn times(&self, position: &Neutreeko) -> u32 {
        self.0.get(&position.key()).copied().unwrap_or(0)
    }
}

/// The rest of a game: the solution, but for the positions that are drawn because they have occurred twice.
pub struct Rest<'a> {
    solution: &'a Solution,
    occurrences: &'a Occurrences,
    any_twice: bool,
    searched_max: usize,
    /// What is known of positions whose side to move wins in the solution.
    searched: RefCell<HashMap<u64, Searched>>,
}

/// How far the search has come with a position.
#[derive(Clone, Copy, Default)]
struct Searched {
    /// It is won within so many plies.
    enough: Option<u8>,
    /// It is not won within so many plies.
    too_few: u8,
}

impl<'a> Rest<'a> {
    pub fn new(solution: &'a Solution, occurrences: &'a Occurrences) -> Self {
        let any_twice = occurrences.0.values().any(|times| *times >= 2);
        Self { solution, occurrences, any_twice, searched_max: SEARCHED_MAX, searched: RefCell::default() }
    }

    /// Likewise for one of so many that share the effort.
    pub fn one_of(count: usize, solution: &'a Solution, occurrences: &'a Occurrences) -> Self {
        Self { searched_max: SEARCHED_MAX / count.max(1), ..Self::new(solution, occurrences) }
    }

    /// Whether the search could not keep all that it came to, so that it may have overlooked a win.
    pub fn is_full(&self) -> bool {
        self.searched.borrow().len() >= self.searched_max
    }

    /// The value of a position for the side to move, and the moves that lead to it. `None` when the game is over.
    pub fn best(&self, position: &Neutreeko) -> Option<(Value, Vec<Slide>)> {
        let judged = self.solution.moves(position);
        let (_, best) = *judged.first()?;
        match best {
            Value::Win(plies) if self.any_twice => Some(self.best_win(position, &judged, plies)),
            Value::Loss(_) if self.any_twice => self.best_loss(position, &judged),
            // A draw stays one: the record only ever takes wins away.
            _ => Some((best, pick(&judged, |_, value| value == best))),
        }
    }

    /// Best moves by both: to the end of the game or, where that is a draw, so many of them or up to the first position that occurs again.
    pub fn line(&self, from: &Neutreeko, drawn_max: usize) -> Vec<Slide> {
        let (mut position, mut seen, mut line) = (from.clone(), HashSet::new(), Vec::new());
        while !self.is_third(&position)
            && seen.insert(position.key())
            && let Some((value, best)) = self.best(&position)
            && (value != Value::Draw || line.len() < drawn_max)
        {
            line.push(best[0]);
            position.play(best[0]);
        }
        line
    }

    /// What a move is worth that is worth so much in the solution. `None` where the record spoils that, and no longer win is found.
    pub fn value_of(&self, position: &Neutreeko, slide: Slide, value: Value) -> Option<Value> {
        let next = played(position, slide);
        match value {
            _ if !self.any_twice => Some(value),
            _ if self.is_third(&next) => Some(Value::Draw),
            Value::Win(least) => longer(least).find(|plies| self.leads_to_loss(position, slide, plies - 1)).map(Value::Win),
            Value::Loss(least) => longer(least).find(|plies| self.wins(&next, plies - 1)).map(Value::Loss),
            Value::Draw => Some(Value::Draw),
        }
    }

    /// The shortest win that the record has not spoilt; if there is none, all that does not lose.
    fn best_win(&self, position: &Neutreeko, judged: &[(Slide, Value)], least: u8) -> (Value, Vec<Slide>) {
        for plies in longer(least) {
            let wins = pick(judged, |slide, value| value.result() > 0 && self.leads_to_loss(position, slide, plies - 1));
            if !wins.is_empty() {
                return (Value::Win(plies), wins);
            }
        }
        (Value::Draw, pick(judged, |_, value| value.result() >= 0))
    }

    /// A third occurrence if one can be had at once; else the move after which the other side's win, as the record leaves it, is longest.
    fn best_loss(&self, position: &Neutreeko, judged: &[(Slide, Value)]) -> Option<(Value, Vec<Slide>)> {
        let drawn = pick(judged, |slide, _| self.is_third(&played(position, slide)));
        if !drawn.is_empty() {
            return Some((Value::Draw, drawn));
        }
        let late = |(slide, value): &(Slide, Value)| (*slide, self.value_of(position, *slide, *value).unwrap_or(Value::Draw));
        let judged: Vec<(Slide, Value)> = judged.iter().map(late).collect();
        let (_, best) = *judged.iter().max_by_key(|(_, value)| value.preference())?;
        Some((best, pick(&judged, |_, value| value == best)))
    }

    fn is_third(&self, position: &Neutreeko) -> bool {
        self.occurrences.times(position) >= 2
    }

    /// Whether the side to move still wins within so many plies.
    fn wins(&self, position: &Neutreeko, plies: u8) -> bool {
        if !matches!(self.solution.value(position), Value::Win(least) if least <= plies) {
            return false;
        }
        let key = position.key();
        let known = self.searched.borrow().get(&key).copied();
        match known {
            Some(Searched { enough: Some(enough), .. }) if enough <= plies => return true,
            Some(Searched { too_few, .. }) if plies <= too_few => return false,
            None if self.is_full() => return false,
            _ => {}
        }
        let judged = self.solution.moves(position);
        let mut near = judged.iter().take_while(|(_, value)| matches!(value, Value::Win(least) if *least <= plies));
        let found = near.any(|(slide, _)| self.leads_to_loss(position, *slide, plies - 1));
        let mut searched = self.searched.borrow_mut();
        let known = searched.entry(key).or_default();
        if found {
            known.enough = Some(plies);
        } else {
            known.too_few = plies;
        }
        found
    }

    /// Whether after a move the other side still loses within so many plies, whatever it does.
    fn leads_to_loss(&self, position: &Neutreeko, slide: Slide, plies: u8) -> bool {
        let position = played(position, slide);
        if self.is_third(&position) || !matches!(self.solution.value(&position), Value::Loss(least) if least <= plies) {
            return false;
        }
        // The longest resistance comes first: if one reply holds, it is most likely that. A finished game has no replies.
        let replies = self.solution.moves(&position);
        replies.iter().map(|(reply, _)| played(&position, *reply)).all(|next| !self.is_third(&next) && self.wins(&next, plies - 1))
    }
}

fn pick(judged: &[(Slide, Value)], wanted: impl Fn(Slide, Value) -> bool) -> Vec<Slide> {
    judged.iter().filter(|(slide, value)| wanted(*slide, *value)).map(|(slide, _)| *slide).collect()
}

/// So many plies or more, as far as is worth looking.
fn longer(plies: u8) -> impl Iterator<Item = u8> {
    (plies..=plies + DETOUR_MAX).step_by(2)
}
