//! Exact values of positions in a game whose record matters: a position that has occurred twice is a draw
//! when it comes again.
//!
//! Only those positions have to be kept in mind. The winner who follows falling distances comes to no
//! position twice, so a position that has occurred once, or not at all, cannot occur for the third time on
//! the way to a win; and a side that can avoid losing for ever reaches a third occurrence in the end. So the
//! values are those of the game in which every position that has occurred twice is a drawn end, and they
//! differ from the solution only near such positions. They are found by retrograde analysis of the positions
//! that differ, one layer of equal distance after the other.

use std::collections::{BTreeMap, HashMap, HashSet};

use games::Position;
use games::neutreeko::{Neutreeko, Slide};

use super::played;
use crate::solve::neutreeko::{ExactValue, Solution, predecessors};

/// How many positions may differ from the solution; beyond that, what is not yet known stays unknown. No game
/// that people or programs play comes near: a hostile record costs some seconds.
const CHANGED_MAX: usize = 500_000;

/// The longest win or loss that is looked for, in plies: what a [`ExactValue`] holds.
const PLIES_MAX: u8 = u8::MAX - 1;

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

    /// Returns the positions that are a draw when they come again.
    fn twice(&self) -> impl Iterator<Item = Neutreeko> {
        self.0.iter().filter(|(_, times)| **times >= 2).filter_map(|(key, _)| Neutreeko::from_key(*key))
    }
}

/// A move and what it is worth to the side that makes it.
#[derive(Clone, Copy, Debug)]
pub struct JudgedMove {
    pub slide: Slide,
    /// The value in the solution, which ignores the record.
    pub table: ExactValue,
    /// The value with the record in mind; `None` where it is not known.
    pub value: Option<ExactValue>,
}

impl JudgedMove {
    /// Higher is better. An unknown value lies between that of the table and a draw, so it ranks by the
    /// table's: an unknown win above a draw but below every proved win, an unknown loss below every draw.
    fn preference(&self) -> (i8, bool, i16) {
        let value = self.value.unwrap_or(self.table);
        (value.result(), self.value.is_some() || value.result() < 0, value.preference())
    }
}

/// The values of all positions from here on.
pub struct Rest<'a> {
    solution: &'a Solution,
    occurrences: &'a Occurrences,
    /// By key: the plies to the end of the positions for which the solution gives fewer, or `None` where none
    /// were found.
    changed: HashMap<u64, Option<u8>>,
    /// Values of up to so many plies are final.
    final_plies: u8,
}

impl<'a> Rest<'a> {
    pub fn new(solution: &'a Solution, occurrences: &'a Occurrences) -> Self {
        Self::within(CHANGED_MAX, solution, occurrences)
    }

    /// Likewise, with another limit on the number of positions that differ.
    pub fn within(changed_max: usize, solution: &'a Solution, occurrences: &'a Occurrences) -> Self {
        let mut rest = Self { solution, occurrences, changed: HashMap::new(), final_plies: 0 };
        rest.find_changes(changed_max);
        rest
    }

    /// Returns the legal moves with their values, best first; equal ones in the order of the rules.
    pub fn moves(&self, position: &Neutreeko) -> Vec<JudgedMove> {
        let judge = |(slide, table)| JudgedMove {
            slide,
            table,
            value: self.value(&played(position, slide)).map(ExactValue::before),
        };
        let mut moves: Vec<JudgedMove> = self.solution.moves(position).into_iter().map(judge).collect();
        moves.sort_by_key(|judged| std::cmp::Reverse(judged.preference()));
        moves
    }

    /// Returns the moves that are as good as the best one.
    pub fn best(&self, position: &Neutreeko) -> Vec<JudgedMove> {
        let mut moves = self.moves(position);
        if let Some(best) = moves.first().map(JudgedMove::preference) {
            moves.retain(|judged| judged.preference() == best);
        }
        moves
    }

    /// Best moves by both: to the end of the game or, where that is a draw, so many of them or up to the
    /// first position that occurs again.
    pub fn line(&self, from: &Neutreeko, drawn_max: usize) -> Vec<Slide> {
        let (mut position, mut seen, mut line) = (from.clone(), HashSet::new(), Vec::new());
        while self.occurrences.times(&position) < 2
            && seen.insert(position.key())
            && let Some(best) = self.moves(&position).first()
            && (matches!(best.value, Some(ExactValue::Win(_) | ExactValue::Loss(_)))
                || line.len() < drawn_max)
        {
            line.push(best.slide);
            position.play(best.slide);
        }
        line
    }

    /// Returns the value of a position that comes up from now on, to the side to move there. `None` where it
    /// is not known.
    fn value(&self, position: &Neutreeko) -> Option<ExactValue> {
        let (value, changed) = (self.solution.value(position), self.changed.get(&position.key()));
        match (value, changed) {
            (ExactValue::Draw, _) => Some(ExactValue::Draw),
            _ if self.occurrences.times(position) >= 2 => Some(ExactValue::Draw),
            (ExactValue::Win(_), Some(Some(plies))) => Some(ExactValue::Win(*plies)),
            (ExactValue::Loss(_), Some(Some(plies))) => Some(ExactValue::Loss(*plies)),
            (_, Some(None)) => self.is_complete().then_some(ExactValue::Draw),
            (ExactValue::Win(plies) | ExactValue::Loss(plies), None) => {
                (plies <= self.final_plies).then_some(value)
            }
        }
    }

    fn is_complete(&self) -> bool {
        self.final_plies == u8::MAX
    }

    /// Finds all positions whose values differ from the solution. They can only be worse to the winner: a win
    /// that needs no position that has occurred twice is one in the solution too.
    fn find_changes(&mut self, changed_max: usize) {
        let mut layers = Layers::default();
        for drawn in self.occurrences.twice() {
            self.changed.insert(drawn.key(), None);
            layers.doubt_before(self.solution, &drawn);
        }
        while let Some((plies, positions)) = layers.0.pop_first() {
            // Everything that is won or lost in fewer plies is final now, in the solution and among the
            // changes.
            self.final_plies = plies - 1;
            if self.changed.len() > changed_max || plies > PLIES_MAX {
                return;
            }
            for position in positions {
                self.look_again(&position, plies, &mut layers);
            }
        }
        self.final_plies = u8::MAX;
    }

    /// Finds out whether a position is won or lost in so many plies, all shorter values being final.
    fn look_again(&mut self, position: &Neutreeko, plies: u8, layers: &mut Layers) {
        let key = position.key();
        let known = self.changed.get(&key).copied();
        if self.occurrences.times(position) >= 2 || known.flatten().is_some() {
            return;
        }
        match (self.is_decided_in(position, plies), known) {
            // As the solution has it.
            (true, None) => {}
            (true, Some(_)) => {
                self.changed.insert(key, Some(plies));
                // Positions before it that lost their value may have found it again.
                for before in
                    predecessors(position).filter(|before| self.changed.get(&before.key()) == Some(&None))
                {
                    layers.add(plies + 1, before);
                }
            }
            (false, Some(_)) => {}
            (false, None) => {
                self.changed.insert(key, None);
                layers.doubt_before(self.solution, position);
                layers.hope_for_longer_wins(self.solution, position, plies);
            }
        }
    }

    /// Returns whether a position is won or lost within so many plies, all shorter values being final.
    fn is_decided_in(&self, position: &Neutreeko, plies: u8) -> bool {
        let is_win = matches!(self.solution.value(position), ExactValue::Win(_));
        let leads_there = |slide: &Slide| match self.value(&played(position, *slide)) {
            Some(ExactValue::Loss(left)) if is_win => left < plies,
            Some(ExactValue::Win(left)) if !is_win => left < plies,
            _ => false,
        };
        let mut slides = Vec::with_capacity(24);
        position.moves(&mut slides);
        if is_win { slides.iter().any(leads_there) } else { slides.iter().all(leads_there) }
    }
}

/// Positions to look at again, by the plies in which they may be won or lost.
#[derive(Default)]
struct Layers(BTreeMap<u8, HashSet<Neutreeko>>);

impl Layers {
    fn add(&mut self, plies: u8, position: Neutreeko) {
        self.0.entry(plies).or_default().insert(position);
    }

    /// Adds the positions whose value in the solution may rest on that of this one.
    fn doubt_before(&mut self, solution: &Solution, position: &Neutreeko) {
        let value = solution.value(position);
        for before in predecessors(position) {
            match (value, solution.value(&before)) {
                (ExactValue::Loss(plies), ExactValue::Win(whole)) if whole == plies + 1 => {
                    self.add(whole, before);
                }
                (ExactValue::Win(_), ExactValue::Loss(whole)) => self.add(whole, before),
                _ => {}
            }
        }
    }

    /// Adds a position once for every longer win that it has in the solution.
    fn hope_for_longer_wins(&mut self, solution: &Solution, position: &Neutreeko, plies: u8) {
        for (_, value) in solution.moves(position) {
            if let ExactValue::Win(longer) = value
                && longer > plies
            {
                self.add(longer, position.clone());
            }
        }
    }
}
