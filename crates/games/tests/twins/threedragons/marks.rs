//! The special cases of Three Dragons.

use super::{
    CAVES, COUNTER_MAX, DIRECTIONS, Ground, Place, QUIET_MAX, Rules, ThreeDragons, name, neighbours, other,
    place, step,
};

/// What every rule set has.
pub(super) const BASIC: &[&str] = &[
    "the mover has one piece or none",
    "the other side has one piece or none",
    "one piece or none beats the count",
    "no move, lost",
    "no move beats the count",
    "drawn by the count",
    "count past 100",
    "one custodial capture",
    "two custodial captures",
    "three custodial captures",
    "a piece is the jaw",
    "a mountain is the jaw",
    "a live cave is the jaw",
    "between two enemies",
    "the edge is no jaw",
    "a capture ends the game",
    "a capture at count 99",
    "a quiet move at count 99",
    "move number 9999 goes on",
];

/// What power adds.
pub(super) const POWER: &[&str] = &[
    "power instead of custody",
    "power instead of nothing",
    "custody instead of power",
    "nothing instead of power",
    "power takes what custody would take too",
    "equal strength is safe",
    "a piece falls to strength 1",
];

/// What the dragons add.
pub(super) const DRAGONS: &[&str] = &[
    "a dragon is called",
    "a dragon of strength 5 is called",
    "two dragons at once",
    "a dragon after a capture",
    "a dragon at count 99",
    "a piece far away calls the dragon",
    "a ring around a spent cave calls none",
    "the enemy's ring calls none",
    "a spent cave is the jaw",
    "a piece on a cave is the jaw",
    "an enemy on a cave is no jaw",
    "a dragon is captured on its cave",
    "a dragon leaves its cave",
];

impl ThreeDragons {
    pub(super) fn marks_here(&self) -> Vec<&'static str> {
        let mut marks = Vec::new();
        let counted_out = self.quiet >= QUIET_MAX;
        if self.quiet > QUIET_MAX {
            marks.push("count past 100");
        }
        let few = [self.side, other(self.side)].map(|side| self.count(side) <= 1);
        if few[0] {
            marks.push("the mover has one piece or none");
        }
        if few[1] {
            marks.push("the other side has one piece or none");
        }
        if few[0] || few[1] {
            if counted_out {
                marks.push("one piece or none beats the count");
            }
        } else if !self.can_move() {
            marks.push(if counted_out { "no move beats the count" } else { "no move, lost" });
        } else if counted_out {
            marks.push("drawn by the count");
        }
        marks
    }

    pub(super) fn marks_between(&self, mv: &str, next: &Self) -> Vec<&'static str> {
        let (from, to, tail) = (place(&mv[..2]), place(&mv[2..4]), &mv[4..]);
        let moved = self.moved(from, to);
        let mut marks = Vec::new();
        self.mark_neighbours(&moved, to, tail, &mut marks);
        if tail == "x" {
            let custodial = moved.custodial(to);
            marks.push(
                ["one custodial capture", "two custodial captures", "three custodial captures"]
                    [custodial.len() - 1],
            );
        }
        if next.count(other(self.side)) <= 1 {
            marks.push("a capture ends the game");
        }
        if self.number == COUNTER_MAX && self.side == 'B' {
            marks.push("move number 9999 goes on");
        }
        if self.quiet == 99 && (!tail.is_empty() || next.quiet > 0) {
            marks.push(if tail.is_empty() { "a quiet move at count 99" } else { "a capture at count 99" });
        }
        if self.rules >= Rules::Power {
            self.mark_power(&moved, to, tail, &mut marks);
        }
        if self.rules >= Rules::Dragons {
            self.mark_dragons(from, tail, next, &mut marks);
        }
        marks
    }

    /// What stands behind the enemies around the piece that moved.
    fn mark_neighbours(&self, moved: &Self, to: Place, tail: &str, marks: &mut Vec<&'static str>) {
        let enemy = Some(other(self.side));
        let caught = if tail == "x" { moved.custodial(to) } else { Vec::new() };
        for (right, up) in DIRECTIONS {
            let near = step(to, (right, up));
            if moved.owner(near) != enemy {
                continue;
            }
            if moved.owner(step(to, (-right, -up))) == enemy {
                marks.push("between two enemies");
            }
            let behind = step(near, (right, up));
            let Some(square) = moved.at(behind) else {
                marks.push("the edge is no jaw");
                continue;
            };
            let mark = match (square.piece, square.ground, caught.contains(&near)) {
                (Some(_), Ground::SpentCave, true) => "a piece on a cave is the jaw",
                (Some(piece), Ground::SpentCave, false) if Some(piece.side) == enemy => {
                    "an enemy on a cave is no jaw"
                }
                (Some(_), _, true) => "a piece is the jaw",
                (None, Ground::Mountain, true) => "a mountain is the jaw",
                (None, Ground::LiveCave, true) => "a live cave is the jaw",
                (None, Ground::SpentCave, true) => "a spent cave is the jaw",
                _ => continue,
            };
            marks.push(mark);
        }
    }

    fn mark_power(&self, moved: &Self, to: Place, tail: &str, marks: &mut Vec<&'static str>) {
        let (custodial, weaker) = (moved.custodial(to), moved.weaker(to));
        let strength = |at: Place| moved.piece(at).map_or(0, |piece| piece.strength);
        if neighbours(to)
            .into_iter()
            .any(|near| moved.owner(near) == Some(other(self.side)) && strength(near) == strength(to))
        {
            marks.push("equal strength is safe");
        }
        match (tail, custodial.is_empty(), weaker.is_empty()) {
            ("x", _, false) => marks.push("custody instead of power"),
            ("", _, false) => marks.push("nothing instead of power"),
            ("" | "x", _, true) => {}
            (power, nothing_else, _) => {
                marks.push(if nothing_else {
                    "power instead of nothing"
                } else {
                    "power instead of custody"
                });
                if custodial.iter().any(|victim| name(*victim) == power[1..]) {
                    marks.push("power takes what custody would take too");
                }
                if strength(to) == 2 {
                    marks.push("a piece falls to strength 1");
                }
            }
        }
    }

    fn mark_dragons(&self, from: Place, tail: &str, next: &Self, marks: &mut Vec<&'static str>) {
        let ground = |position: &Self, at: Place| position.at(at).map(|square| square.ground);
        let mut called = 0;
        for (cave, strength) in CAVES {
            let at = place(cave);
            let ring_of = |side: char| neighbours(at).into_iter().all(|near| next.owner(near) == Some(side));
            if ground(self, at) == Some(Ground::SpentCave) {
                if ring_of(self.side) {
                    marks.push("a ring around a spent cave calls none");
                }
                if at != from && self.piece(at).is_some() && next.piece(at).is_none() {
                    marks.push("a dragon is captured on its cave");
                }
                if at == from {
                    marks.push("a dragon leaves its cave");
                }
                continue;
            }
            if ground(next, at) == Some(Ground::LiveCave) {
                if ring_of(other(self.side)) {
                    marks.push("the enemy's ring calls none");
                }
                continue;
            }
            called += 1;
            marks.push("a dragon is called");
            if strength == 5 {
                marks.push("a dragon of strength 5 is called");
            }
            if neighbours(at).into_iter().all(|near| self.owner(near) == Some(self.side)) {
                marks.push("a piece far away calls the dragon");
            }
        }
        if called >= 2 {
            marks.push("two dragons at once");
        }
        if called >= 1 && !tail.is_empty() {
            marks.push("a dragon after a capture");
        }
        if called >= 1 && tail.is_empty() && self.quiet == 99 {
            marks.push("a dragon at count 99");
        }
    }
}
