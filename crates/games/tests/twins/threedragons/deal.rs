//! Ways to deal a board of Three Dragons so that captures, rings and dead ends are common.

use super::{
    CAVES, COUNTER_MAX, DIRECTIONS, Dice, Ground, Piece, Place, Rules, SIZE, ThreeDragons, empty_board,
    neighbours, other, place, places, step,
};

impl ThreeDragons {
    pub(super) fn dealt(rules: Rules, dice: &mut Dice) -> Self {
        loop {
            let side = *dice.pick(&['W', 'B']);
            let mut dealt = Self { rules, squares: empty_board(), side, quiet: 0, number: 1 };
            dealt.spend_caves(dice);
            match dice.below(14) {
                0 => dealt.sprinkle(30, dice),
                1 => dealt.sprinkle(10, dice),
                2..=4 => dealt.ring_caves(dice),
                5 => dealt.crowd(dice),
                6 | 7 => dealt.leave_few(dice),
                8..=10 => dealt.shut_in(dice),
                _ => dealt.lay_ambush(dice),
            }
            dealt.quiet = *dice.pick(&[0, 0, 5, 42, 71, 97, 98, 99, 99, 99]);
            if dice.one_in(6) {
                dealt.quiet = *dice.pick(&[100, 101, COUNTER_MAX]);
            }
            dealt.number = *dice.pick(&[0, 1, 1, 25, 999, COUNTER_MAX - 2, COUNTER_MAX]);
            if dealt.count('W').max(dealt.count('B')) >= 2 {
                return dealt;
            }
        }
    }

    fn put(&mut self, at: Place, side: char, dice: &mut Dice) {
        let strength = if self.rules == Rules::Basic { 1 } else { dice.between(1, 6) as u32 };
        if self.at(at).is_some_and(|square| square.ground == Ground::Plain) {
            self.at_mut(at).piece = Some(Piece { side, strength });
        }
    }

    /// Some caves have called already; on some of them the dragon still stands.
    fn spend_caves(&mut self, dice: &mut Dice) {
        if self.rules != Rules::Dragons {
            return;
        }
        for (cave, _) in CAVES {
            let square = self.at_mut(place(cave));
            match dice.below(5) {
                0 => square.ground = Ground::SpentCave,
                1 => {
                    square.ground = Ground::SpentCave;
                    square.piece =
                        Some(Piece { side: *dice.pick(&['W', 'B']), strength: dice.between(1, 6) as u32 });
                }
                _ => {}
            }
        }
    }

    fn sprinkle(&mut self, pieces: usize, dice: &mut Dice) {
        for _ in 0..pieces {
            let at = (dice.below(9) as i32, dice.below(9) as i32);
            let side = *dice.pick(&['W', 'B']);
            self.put(at, side, dice);
        }
    }

    /// Rings around the caves, whole or with a piece missing or replaced, and prey beside them.
    fn ring_caves(&mut self, dice: &mut Dice) {
        let pieces = dice.below(12);
        self.sprinkle(pieces, dice);
        for (cave, _) in CAVES {
            let side = if dice.one_in(3) { other(self.side) } else { self.side };
            let odds = dice.between(3, 8);
            for near in neighbours(place(cave)) {
                match dice.below(odds) {
                    0 => self.at_mut(near).piece = None,
                    1 => self.put(near, other(side), dice),
                    _ => self.put(near, side, dice),
                }
            }
        }
    }

    /// A small part of the board full of both sides.
    fn crowd(&mut self, dice: &mut Dice) {
        let (left, bottom) = (dice.below(5) as i32, dice.below(5) as i32);
        for at in
            places().filter(|at| (left..left + 5).contains(&at.0) && (bottom..bottom + 5).contains(&at.1))
        {
            if !dice.one_in(3) {
                let side = *dice.pick(&['W', 'B']);
                self.put(at, side, dice);
            }
        }
    }

    /// One side has almost nothing left.
    fn leave_few(&mut self, dice: &mut Dice) {
        let few = *dice.pick(&['W', 'B']);
        for at in places().collect::<Vec<_>>() {
            if self.owner(at) == Some(few) {
                self.at_mut(at).piece = None;
            }
        }
        for _ in 0..dice.below(4) {
            let at = (dice.below(9) as i32, dice.below(9) as i32);
            self.put(at, few, dice);
        }
        for _ in 0..dice.between(1, 12) {
            let at = (dice.below(9) as i32, dice.below(9) as i32);
            if self.owner(at).is_none() {
                self.put(at, other(few), dice);
            }
        }
    }

    /// The mover has a few pieces and nearly every square next to them is taken.
    fn shut_in(&mut self, dice: &mut Dice) {
        let mut own: Vec<Place> = Vec::new();
        for at in places().filter(|at| self.owner(*at) == Some(self.side)) {
            own.push(at);
        }
        for _ in 0..dice.between(2, 4) {
            let at = (dice.below(9) as i32, dice.below(9) as i32);
            self.put(at, self.side, dice);
            if self.owner(at).is_some() {
                own.push(at);
            }
        }
        let leaky = dice.one_in(3);
        for at in own {
            for near in neighbours(at) {
                if self.owner(near).is_none() && !(leaky && dice.one_in(6)) {
                    self.put(near, other(self.side), dice);
                }
            }
        }
        if dice.one_in(3) {
            self.side = other(self.side);
        }
    }

    /// A square with prey on three sides and jaws behind, and a hunter that can get there.
    fn lay_ambush(&mut self, dice: &mut Dice) {
        let pieces = dice.below(8);
        self.sprinkle(pieces, dice);
        let target = (dice.between(1, 7) as i32, dice.between(1, 7) as i32);
        let whence = dice.below(4);
        for (index, direction) in DIRECTIONS.into_iter().enumerate() {
            let near = step(target, direction);
            let behind = step(near, direction);
            if index == whence {
                for at in [near, behind] {
                    if self.at(at).is_some() {
                        self.at_mut(at).piece = None;
                    }
                }
                self.put(*dice.pick(&[near, behind]), self.side, dice);
            } else {
                self.put(near, other(self.side), dice);
                let jaw = if dice.one_in(8) { other(self.side) } else { self.side };
                self.put(behind, jaw, dice);
            }
        }
        if self.at(target).is_some_and(|square| square.ground == Ground::Plain) {
            self.at_mut(target).piece = None;
        }
        // Without others the captures would often end the game.
        for file in 0..SIZE {
            if dice.one_in(4) {
                self.put((file, 0), other(self.side), dice);
            }
        }
    }
}
