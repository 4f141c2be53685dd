//! The slow twin: the same rules once more, square by square on a board of words, sharing nothing with the
//! fast ones.

/// A position as its text says it, nothing packed. Columns from the left, rows from the bottom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Twin {
    board: [[Word; 9]; 9],
    white_moves: bool,
    quiet: u32,
    number: u32,
    rules: Rules,
}

/// What stands on a square: a letter, and the strength of a piece.
type Word = [u8; 2];

const EMPTY: Word = *b"  ";

/// What the rule set has beyond custodial captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rules {
    pub power: bool,
    pub dragons: bool,
}

const AROUND: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const CAVES: [((i32, i32), u8); 3] = [((0, 4), b'3'), ((4, 4), b'5'), ((8, 4), b'3')];

impl Twin {
    /// Reads a text that is known to be a position.
    pub(super) fn read(text: &str, rules: Rules) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [[EMPTY; 9]; 9];
        for (row, line) in fields[0].split('/').enumerate() {
            let mut column = 0;
            let mut letters = line.bytes();
            while let Some(letter) = letters.next() {
                if letter.is_ascii_digit() {
                    column += usize::from(letter - b'0');
                    continue;
                }
                let strength = if matches!(letter, b'W' | b'B') { letters.next().unwrap() } else { b' ' };
                board[8 - row][column] = [letter, strength];
                column += 1;
            }
        }
        Self {
            board,
            white_moves: fields[1] == "w",
            quiet: fields[2].parse().unwrap(),
            number: fields[3].parse().unwrap(),
            rules,
        }
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for row in self.board.iter().rev() {
            let mut run = 0;
            for word in row.iter().copied().chain([*b"/ "]) {
                if word == EMPTY {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &run.to_string();
                }
                run = 0;
                text.extend(word.map(char::from).iter().filter(|letter| **letter != ' '));
            }
        }
        text.pop();
        let side = if self.white_moves { "w" } else { "b" };
        format!("{text} {side} {} {}", self.quiet, self.number)
    }

    /// Returns what stands on a square; `None` off the board.
    fn at(&self, (x, y): (i32, i32)) -> Option<Word> {
        let row = self.board.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn set(&mut self, (x, y): (i32, i32), word: Word) {
        self.board[y as usize][x as usize] = word;
    }

    fn mine(&self, at: (i32, i32)) -> bool {
        self.at(at).is_some_and(|word| word[0] == letter(self.white_moves))
    }

    fn theirs(&self, at: (i32, i32)) -> bool {
        self.at(at).is_some_and(|word| word[0] == letter(!self.white_moves))
    }

    fn strength(&self, at: (i32, i32)) -> u8 {
        self.at(at).unwrap()[1]
    }

    fn count(&self, white: bool) -> usize {
        self.board.iter().flatten().filter(|word| word[0] == letter(white)).count()
    }

    /// Returns every legal move in strict notation with the position after it, in no order.
    pub(super) fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.count(true) <= 1 || self.count(false) <= 1 || self.quiet >= 100 {
            return moves;
        }
        for from in (0..81).map(|square| (square % 9, square / 9)) {
            if !self.mine(from) {
                continue;
            }
            for (dx, dy) in AROUND {
                let mut to = (from.0 + dx, from.1 + dy);
                // Closed ground has a word on it, so only open squares are empty.
                while self.at(to) == Some(EMPTY) {
                    self.arrive(from, to, &mut moves);
                    to = (to.0 + dx, to.1 + dy);
                }
            }
        }
        moves
    }

    fn arrive(&self, from: (i32, i32), to: (i32, i32), moves: &mut Vec<(String, Self)>) {
        let mut moved = self.clone();
        let [colour, strength] = self.at(from).unwrap();
        moved.vacate(from);
        moved.set(to, [colour, strength]);
        let name = format!("{}{}", name(from), name(to));

        let mut bitten = Vec::new();
        for (dx, dy) in AROUND {
            let victim = (to.0 + dx, to.1 + dy);
            let behind = (to.0 + 2 * dx, to.1 + 2 * dy);
            let jaw = moved.mine(behind) || matches!(moved.at(behind), Some([b'M' | b'C' | b'c', _]));
            if moved.theirs(victim) && jaw {
                bitten.push(victim);
            }
        }
        let mut custodial = moved.clone();
        for victim in &bitten {
            custodial.vacate(*victim);
        }
        let suffix = if bitten.is_empty() { "" } else { "x" };
        moves.push((format!("{name}{suffix}"), custodial.finish(!bitten.is_empty())));

        for (dx, dy) in AROUND {
            let victim = (to.0 + dx, to.1 + dy);
            if self.rules.power && moved.theirs(victim) && moved.strength(victim) < strength {
                let mut next = moved.clone();
                next.vacate(victim);
                next.set(to, [colour, strength - 1]);
                moves.push((format!("{name}x{}", self::name(victim)), next.finish(true)));
            }
        }
    }

    /// Takes the piece off a square; a cave under it has called already.
    fn vacate(&mut self, at: (i32, i32)) {
        let cave = CAVES.iter().any(|(cave, _)| *cave == at);
        self.set(at, if cave { *b"c " } else { EMPTY });
    }

    /// Dragons, counters, turn.
    fn finish(mut self, captured: bool) -> Self {
        let mut called = false;
        for (cave, strength) in CAVES {
            let ringed = AROUND
                .iter()
                .map(|(dx, dy)| (cave.0 + dx, cave.1 + dy))
                .all(|at| self.at(at).is_none() || self.mine(at));
            if self.rules.dragons && ringed && self.at(cave) == Some(*b"C ") {
                self.set(cave, [letter(self.white_moves), strength]);
                called = true;
            }
        }
        self.quiet = if captured || called { 0 } else { self.quiet + 1 };
        self.number = 9999.min(self.number + u32::from(!self.white_moves));
        self.white_moves = !self.white_moves;
        self
    }
}

fn letter(white: bool) -> u8 {
    if white { b'W' } else { b'B' }
}

fn name((x, y): (i32, i32)) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}
