//! The solution in numbers.

use std::collections::BTreeMap;

use games::neutreeko::Neutreeko;
use games::{Player, Position};

use super::sets::{CLASSES, SETS, is_line, rank, triples};
use super::{ExactValue, Solution};

/// How many there are of something: positions relative to the side to move, and classes of them under the 8
/// symmetries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub positions: u32,
    pub classes: u32,
}

/// The solution in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Ways to place both sides' pieces, seen by the side to move.
    pub placements: u32,
    /// Placements in which the side to move already has a line: no game comes to them.
    pub impossible: u32,
    pub legal: Tally,
    pub wins: Tally,
    /// Losses, with those that are over already.
    pub losses: Tally,
    pub draws: Tally,
    /// Wins by plies to the end.
    pub wins_by_plies: BTreeMap<u8, Tally>,
    /// Losses by plies to the end; 0 when the game is over already.
    pub losses_by_plies: BTreeMap<u8, Tally>,
    /// One position of each class with the longest win, the first player to move.
    pub longest: Vec<Neutreeko>,
}

/// One position, canonical and with the first player to move, for all that are the same up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    pub position: Neutreeko,
    /// How many are the same up to symmetry: 8, 4, 2 or 1.
    pub size: u32,
}

impl Solution {
    /// Returns every legal position up to symmetry, finished ones too, in a fixed order.
    pub fn classes(&self) -> impl Iterator<Item = Class> {
        (0..CLASSES).flat_map(move |class| {
            let mover = self.sets.representative(class);
            let stabiliser = self.sets.stabiliser(class);
            triples().filter_map(move |waiting| {
                let position = Neutreeko::from_masks(mover, waiting, Player::First)?;
                let images = stabiliser.clone().map(|symmetry| symmetry.set(waiting));
                let kept = images.clone().filter(|image| *image == waiting).count() as u32;
                images
                    .min()
                    .is_some_and(|least| least == waiting)
                    .then_some(Class { position, size: 8 / kept })
            })
        })
    }

    /// Counts everything, which takes longer than to solve it.
    pub fn figures(&self) -> Figures {
        let mut figures = Figures {
            placements: 0,
            impossible: 0,
            legal: Tally::default(),
            wins: Tally::default(),
            losses: Tally::default(),
            draws: Tally::default(),
            wins_by_plies: BTreeMap::new(),
            losses_by_plies: BTreeMap::new(),
            longest: Vec::new(),
        };
        for mover in triples() {
            let placements = triples().filter(|waiting| mover & waiting == 0).count() as u32;
            figures.placements += placements;
            figures.impossible += if is_line(mover) { placements } else { 0 };
        }
        let mut longest = 0;
        for class in self.classes() {
            figures.legal.add(&class);
            match self.value(&class.position) {
                ExactValue::Draw => figures.draws.add(&class),
                ExactValue::Loss(plies) => {
                    figures.losses.add(&class);
                    figures.losses_by_plies.entry(plies).or_default().add(&class);
                }
                ExactValue::Win(plies) => {
                    figures.wins.add(&class);
                    figures.wins_by_plies.entry(plies).or_default().add(&class);
                    if plies > longest {
                        longest = plies;
                        figures.longest.clear();
                    }
                    if plies == longest {
                        figures.longest.push(class.position);
                    }
                }
            }
        }
        figures
    }
}

impl Tally {
    fn add(&mut self, class: &Class) {
        self.positions += class.size;
        self.classes += 1;
    }
}

/// Returns how many positions a game can come to from this one, itself counted; the same placement counts
/// once for each side to move.
pub fn reachable(from: &Neutreeko) -> u32 {
    let mut seen = vec![0_u64; (2 * SETS * SETS).div_ceil(64)];
    let mut first_visit = |position: &Neutreeko| {
        let (mover, waiting) = position.masks();
        let index = (rank(mover) * SETS + rank(waiting)) * 2 + position.turn().index();
        let word = &mut seen[index / 64];
        let new = *word >> (index % 64) & 1 == 0;
        *word |= 1 << (index % 64);
        new
    };
    let mut count = 0;
    let mut slides = Vec::new();
    let mut left = vec![from.clone()];
    first_visit(from);
    while let Some(position) = left.pop() {
        count += 1;
        slides.clear();
        position.moves(&mut slides);
        for slide in &slides {
            let mut next = position.clone();
            next.play(*slide);
            if first_visit(&next) {
                left.push(next);
            }
        }
    }
    count
}
