//! Ataxx and Infection on a 7x7 array of letters. The two differ in their start and their colours, never in a
//! rule.

use games::Message;

use crate::dice::Dice;
use crate::reasons::arg;
use crate::{RuleSet, Twin};

const SIZE: usize = 7;
const CLOCK_MAX: usize = 100;
const COUNTER_MAX: usize = 9999;

const MARKS: &[&str] = &[
    "a clone changes pieces",
    "a jump changes pieces",
    "a jump over a gap or a piece",
    "a move changes six pieces or more",
    "a pass",
    "a pass at clock 99",
    "a jump at clock 99",
    "a clone at clock 99",
    "the last enemy piece changes",
    "move number 9999 goes on",
    "clock past 100",
    "full board",
    "full board, equal",
    "neither can move, board not full",
    "one side has no pieces",
    "no pieces at all",
    "drawn by the clock",
    "a decided board beats the clock",
    "a blocked board beats the clock",
    "only one clone left",
];

#[derive(Clone)]
pub struct Ataxx {
    /// `cells[0][0]` is a1, `cells[1][0]` is a2; `.` is empty, `-` a gap.
    cells: [[char; SIZE]; SIZE],
    side: char,
    clock: usize,
    number: usize,
}

impl Ataxx {
    fn count(&self, what: char) -> usize {
        squares().filter(|square| self.at(*square) == what).count()
    }

    fn at(&self, (file, rank): (usize, usize)) -> char {
        self.cells[rank][file]
    }

    /// Clones and jumps, whether or not the game is over.
    fn ways(&self, side: char) -> Vec<String> {
        let mut ways = Vec::new();
        let sources: Vec<(usize, usize)> = squares().filter(|from| self.at(*from) == side).collect();
        for to in squares().filter(|to| self.at(*to) == '.') {
            if sources.iter().any(|from| distance(*from, to) == 1) {
                ways.push(name(to));
            }
            for from in &sources {
                if distance(*from, to) == 2 {
                    ways.push(name(*from) + &name(to));
                }
            }
        }
        ways
    }

    fn can_move(&self, side: char) -> bool {
        squares().any(|to| {
            self.at(to) == '.' && squares().any(|from| self.at(from) == side && distance(from, to) <= 2)
        })
    }

    /// Over by the pieces alone, whatever the clock says.
    fn is_decided(&self) -> bool {
        self.count('x') == 0 || self.count('o') == 0 || (!self.can_move('x') && !self.can_move('o'))
    }
}

fn squares() -> impl Iterator<Item = (usize, usize)> {
    (0..SIZE * SIZE).map(|place| (place % SIZE, place / SIZE))
}

fn distance(one: (usize, usize), two: (usize, usize)) -> usize {
    one.0.abs_diff(two.0).max(one.1.abs_diff(two.1))
}

fn name((file, rank): (usize, usize)) -> String {
    String::from_iter([(b'a' + file as u8) as char, (b'1' + rank as u8) as char])
}

fn square(name: &str) -> (usize, usize) {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as usize, (bytes[1] - b'1') as usize)
}

fn other(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}

impl Twin for Ataxx {
    const RULE_SETS: &'static [RuleSet] = &[("ataxx", &[MARKS]), ("infection", &[MARKS])];

    const FACTS: &'static [&'static str] = &[
        "ataxx-kind-clone",
        "ataxx-kind-jump",
        "ataxx-kind-pass",
        "ataxx-turns-one",
        "ataxx-turns",
        "ataxx-leaves-one",
        "ataxx-leaves",
        "ataxx-safe",
        "ataxx-stops",
    ];

    fn target(mv: &str) -> String {
        mv[mv.len() - 2..].to_owned()
    }

    fn is_true(&self, mv: &str, next: &Self, fact: &Message) -> Option<bool> {
        let turned = |before: &Self, after: &Self, side: char| {
            squares().filter(|at| before.at(*at) == side && after.at(*at) == other(side)).count()
        };
        let own = turned(self, next, other(self.side));
        // The most that one reply turns, and the squares to which such replies go.
        let replies = || -> Vec<(usize, String)> {
            let replies = next.moves().into_iter();
            replies.map(|reply| (turned(next, &next.play(&reply), self.side), Self::target(&reply))).collect()
        };
        let leaves = |count: usize| {
            let replies = replies();
            let most = replies.iter().map(|(count, _)| *count).max();
            most == Some(count) && replies.contains(&(count, arg(fact, "cell")))
        };
        let count = || arg(fact, "count").parse::<usize>().ok();
        Some(match fact.key() {
            "ataxx-kind-pass" => mv == "0000",
            "ataxx-kind-clone" => mv.len() == 2,
            "ataxx-kind-jump" => mv.len() == 4 && mv != "0000",
            "ataxx-turns-one" => own == 1,
            "ataxx-turns" => own > 1 && Some(own) == count(),
            "ataxx-leaves-one" => leaves(1),
            "ataxx-leaves" => count().is_some_and(|count| count > 1 && leaves(count)),
            "ataxx-safe" => replies().iter().all(|(count, _)| *count == 0),
            "ataxx-stops" => next.moves() == ["0000"],
            _ => return None,
        })
    }

    fn read(_: &str, text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut cells = [['.'; SIZE]; SIZE];
        for (row, line) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                match letter.to_digit(10) {
                    Some(run) => file += run as usize,
                    None => {
                        cells[SIZE - 1 - row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        let counter = |field: usize| fields[field].parse().expect("a counter");
        Self { cells, side: fields[1].chars().next().expect("a side"), clock: counter(2), number: counter(3) }
    }

    fn write(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..SIZE).rev() {
            let row: String = self.cells[rank].iter().collect();
            rows.push(row);
        }
        let mut board = rows.join("/");
        for run in (1..=SIZE).rev() {
            board = board.replace(&".".repeat(run), &run.to_string());
        }
        format!("{board} {} {} {}", self.side, self.clock, self.number)
    }

    fn outcome(&self) -> Option<&'static str> {
        if self.is_decided() {
            let (first, second) = (self.count('x'), self.count('o'));
            return Some(match first.cmp(&second) {
                std::cmp::Ordering::Greater => "1-0",
                std::cmp::Ordering::Less => "0-1",
                std::cmp::Ordering::Equal => "1/2-1/2",
            });
        }
        (self.clock >= CLOCK_MAX).then_some("1/2-1/2")
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let ways = self.ways(self.side);
        if ways.is_empty() { vec!["0000".to_owned()] } else { ways }
    }

    fn play(&self, mv: &str) -> Self {
        let mut next = self.clone();
        let enemy = other(self.side);
        next.clock = self.clock + 1;
        if mv != "0000" {
            let to = square(&mv[mv.len() - 2..]);
            if mv.len() == 2 {
                next.clock = 0;
            } else {
                let (file, rank) = square(&mv[..2]);
                next.cells[rank][file] = '.';
            }
            next.cells[to.1][to.0] = self.side;
            for near in squares().filter(|near| distance(*near, to) == 1) {
                if self.at(near) == enemy {
                    next.cells[near.1][near.0] = self.side;
                }
            }
        }
        // The text has no greater number than this.
        if self.side == 'o' && self.number < COUNTER_MAX {
            next.number = self.number + 1;
        }
        next.side = enemy;
        next
    }

    fn deal(_: &str, dice: &mut Dice) -> Self {
        let mut dealt =
            Self { cells: [['.'; SIZE]; SIZE], side: *dice.pick(&['x', 'o']), clock: 0, number: 1 };
        match dice.below(6) {
            0 => dealt.sprinkle(dice),
            1 => dealt.fill_nearly(dice),
            2 => dealt.sprinkle_one_side(dice),
            3 => dealt.wall_in(dice),
            4 => dealt.block_both(dice),
            _ => dealt.surround(dice),
        }
        dealt.clock = *dice.pick(&[0, 0, 0, 1, 57, 96, 98, 98, 99, 99, 100, 100, 101, COUNTER_MAX]);
        dealt.number = *dice.pick(&[0, 1, 1, 37, 998, COUNTER_MAX - 2, COUNTER_MAX]);
        dealt
    }

    fn marks(&self, moves: &[String]) -> Vec<&'static str> {
        let mut marks = Vec::new();
        let (first, second, empty) = (self.count('x'), self.count('o'), self.count('.'));
        if self.clock > CLOCK_MAX {
            marks.push("clock past 100");
        }
        if self.is_decided() {
            if first == 0 && second == 0 {
                marks.push("no pieces at all");
            } else if first == 0 || second == 0 {
                marks.push("one side has no pieces");
            } else if empty > 0 {
                marks.push("neither can move, board not full");
            } else {
                marks.push(if first == second { "full board, equal" } else { "full board" });
            }
            if self.clock >= CLOCK_MAX && first != second {
                marks.push(if first * second == 0 {
                    "a decided board beats the clock"
                } else {
                    "a blocked board beats the clock"
                });
            }
        } else if self.clock >= CLOCK_MAX {
            marks.push("drawn by the clock");
        }
        if moves.len() == 1 && moves[0].len() == 2 {
            marks.push("only one clone left");
        }
        marks
    }

    fn marks_of_move(&self, mv: &str, next: &Self) -> Vec<&'static str> {
        let mut marks = Vec::new();
        let enemy = other(self.side);
        let changed = self.count(enemy) - next.count(enemy);
        let (any, at_99) = match mv.len() {
            2 => ("a clone changes pieces", "a clone at clock 99"),
            _ if mv == "0000" => ("a pass", "a pass at clock 99"),
            _ => ("a jump changes pieces", "a jump at clock 99"),
        };
        if changed > 0 || mv == "0000" {
            marks.push(any);
        }
        if self.clock == 99 {
            marks.push(at_99);
        }
        if changed >= 6 {
            marks.push("a move changes six pieces or more");
        }
        if next.count(enemy) == 0 {
            marks.push("the last enemy piece changes");
        }
        if self.number == COUNTER_MAX && self.side == 'o' {
            marks.push("move number 9999 goes on");
        }
        if mv.len() == 4 && mv != "0000" {
            let (from, to) = (square(&mv[..2]), square(&mv[2..]));
            let between = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
            let straight = (from.0 + to.0) % 2 == 0 && (from.1 + to.1) % 2 == 0;
            if straight && self.at(between) != '.' {
                marks.push("a jump over a gap or a piece");
            }
        }
        marks
    }
}

/// The ways to deal a board.
impl Ataxx {
    fn sprinkle(&mut self, dice: &mut Dice) {
        let letters: Vec<char> = match dice.below(4) {
            0 => "xo........".chars().collect(),
            1 => "xxooo...--".chars().collect(),
            2 => "xo.-----".chars().collect(),
            _ => "xxo..-".chars().collect(),
        };
        self.fill(&letters, dice);
    }

    fn fill(&mut self, letters: &[char], dice: &mut Dice) {
        for (file, rank) in squares() {
            self.cells[rank][file] = *dice.pick(letters);
        }
    }

    /// The last moves of a game: a few empty squares or none, some of them out of reach of both sides.
    fn fill_nearly(&mut self, dice: &mut Dice) {
        match dice.below(5) {
            0 | 1 => self.halve(dice),
            2 => self.fill(&['x', 'x', 'x', 'x', 'o'], dice),
            3 => self.fill(&['x', 'o', '-'], dice),
            _ => self.fill(&['x', 'o', 'o', 'o', 'o', 'o', '-'], dice),
        }
        for _ in 0..dice.below(4) {
            self.cells[dice.below(SIZE)][dice.below(SIZE)] = '.';
        }
    }

    /// A full board with as many pieces of one side as of the other.
    fn halve(&mut self, dice: &mut Dice) {
        let mut letters = ['-'; SIZE * SIZE];
        for pair in letters[1..].chunks_mut(2) {
            pair.copy_from_slice(&['x', 'o']);
        }
        dice.shuffle(&mut letters);
        for ((file, rank), letter) in squares().zip(letters) {
            self.cells[rank][file] = letter;
        }
    }

    /// Up to two pieces on one side, many or none on the other.
    fn sprinkle_one_side(&mut self, dice: &mut Dice) {
        let (many, few) = *dice.pick(&[('x', 'o'), ('o', 'x')]);
        self.fill(&[many, '.', '.', '-'], dice);
        if dice.one_in(3) {
            self.fill(&['.', '-'], dice);
        }
        for _ in 0..dice.below(3) {
            self.cells[dice.below(SIZE)][dice.below(SIZE)] = few;
        }
    }

    /// A corner of the mover's from which no way leads out, while the enemy outside may have room.
    fn wall_in(&mut self, dice: &mut Dice) {
        let enemy = other(self.side);
        self.fill(&[enemy, '.', '.', '.', '-'], dice);
        let (width, height) = (dice.between(1, 2), dice.between(1, 3));
        for (file, rank) in squares().filter(|(file, rank)| *file < width + 2 && *rank < height + 2) {
            let inside = file < width && rank < height;
            self.cells[rank][file] =
                if inside { *dice.pick(&[self.side, '-']) } else { *dice.pick(&[enemy, '-', '-']) };
        }
        self.cells[0][0] = self.side;
    }

    /// Both sides in opposite corners, a wide wall between, empty squares out of reach behind it.
    fn block_both(&mut self, dice: &mut Dice) {
        for (file, rank) in squares() {
            let far = file + rank;
            self.cells[rank][file] = match far {
                0 => 'x',
                1 => *dice.pick(&['x', 'o', '-']),
                11 => *dice.pick(&['x', 'o', '-']),
                12 => 'o',
                _ => '-',
            };
        }
        for (file, rank) in [(0, 6), (1, 6), (0, 5), (6, 0), (6, 1), (3, 3)] {
            self.cells[rank][file] = *dice.pick(&['.', '-']);
        }
        if dice.one_in(2) {
            self.cells[2][0] = '.';
        }
    }

    /// Empty squares in the midst of enemies: a move there changes many pieces, perhaps all.
    fn surround(&mut self, dice: &mut Dice) {
        let enemy = other(self.side);
        let (file, rank) = (dice.between(1, 5), dice.between(1, 5));
        self.fill(&['.', '.', '-'], dice);
        for near in squares().filter(|near| distance(*near, (file, rank)) == 1) {
            self.cells[near.1][near.0] = if dice.one_in(6) { self.side } else { enemy };
        }
        for far in squares().filter(|far| distance(*far, (file, rank)) == 2) {
            self.cells[far.1][far.0] = *dice.pick(&[self.side, '.', '-']);
        }
        self.cells[rank][file] = '.';
    }
}
