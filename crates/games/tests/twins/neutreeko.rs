//! Neutreeko on a 5x5 array of letters.

use games::Message;

use crate::dice::Dice;
use crate::reasons::arg;
use crate::{RuleSet, Twin};

const SIZE: i32 = 5;
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const MARKS: &[&str] = &[
    "Black has won",
    "White has won",
    "a piece cannot move at all",
    "five moves or fewer",
    "a slide of four",
];

#[derive(Clone)]
pub struct Neutreeko {
    /// `cells[0][0]` is a1, `cells[1][0]` is a2; `.` is empty.
    cells: [[char; 5]; 5],
    side: char,
}

impl Neutreeko {
    fn at(&self, file: i32, rank: i32) -> Option<char> {
        let inside = (0..SIZE).contains(&file) && (0..SIZE).contains(&rank);
        inside.then(|| self.cells[rank as usize][file as usize])
    }

    fn has_line(&self, side: char) -> bool {
        for rank in 0..SIZE {
            for file in 0..SIZE {
                for (right, up) in DIRECTIONS {
                    if (0..3).all(|step| self.at(file + right * step, rank + up * step) == Some(side)) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

fn other(side: char) -> char {
    if side == 'b' { 'w' } else { 'b' }
}

fn name(file: i32, rank: i32) -> String {
    String::from_iter([(b'a' + file as u8) as char, (b'1' + rank as u8) as char])
}

fn square(name: &str) -> (usize, usize) {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as usize, (bytes[1] - b'1') as usize)
}

impl Twin for Neutreeko {
    const RULE_SETS: &'static [RuleSet] = &[("neutreeko", &[MARKS])];

    const FACTS: &'static [&'static str] = &["neutreeko-straight", "neutreeko-diagonal", "neutreeko-pair"];

    fn target(mv: &str) -> String {
        mv.split_once('-').expect("two squares").1.to_owned()
    }

    fn is_true(&self, mv: &str, next: &Self, fact: &Message) -> Option<bool> {
        let (from, to) = mv.split_once('-')?;
        let (from, to) = (square(from), square(to));
        let is_straight = from.0 == to.0 || from.1 == to.1;
        Some(match fact.key() {
            "neutreeko-straight" => is_straight,
            "neutreeko-diagonal" => !is_straight,
            "neutreeko-pair" => {
                let cell = square(&arg(fact, "cell"));
                let near = cell.0.abs_diff(to.0).max(cell.1.abs_diff(to.1)) == 1;
                near && next.cells[cell.1][cell.0] == self.side
            }
            _ => return None,
        })
    }

    fn read(_: &str, text: &str) -> Self {
        let (board, side) = text.split_once(' ').expect("two fields");
        let mut cells = [['.'; 5]; 5];
        for (row, line) in board.split('/').enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                match letter.to_digit(10) {
                    Some(run) => file += run as usize,
                    None => {
                        cells[4 - row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        Self { cells, side: side.chars().next().expect("a side") }
    }

    fn write(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..5).rev() {
            let mut row = String::new();
            let mut run = 0;
            for cell in self.cells[rank] {
                if cell == '.' {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    row += &run.to_string();
                }
                run = 0;
                row.push(cell);
            }
            if run > 0 {
                row += &run.to_string();
            }
            rows.push(row);
        }
        format!("{} {}", rows.join("/"), self.side)
    }

    fn outcome(&self) -> Option<&'static str> {
        // Black moves first.
        if self.has_line('b') {
            return Some("1-0");
        }
        self.has_line('w').then_some("0-1")
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.outcome().is_some() {
            return moves;
        }
        for rank in 0..SIZE {
            for file in 0..SIZE {
                if self.at(file, rank) != Some(self.side) {
                    continue;
                }
                for (right, up) in DIRECTIONS {
                    let mut steps = 0;
                    while self.at(file + right * (steps + 1), rank + up * (steps + 1)) == Some('.') {
                        steps += 1;
                    }
                    if steps > 0 {
                        moves.push(format!(
                            "{}-{}",
                            name(file, rank),
                            name(file + right * steps, rank + up * steps)
                        ));
                    }
                }
            }
        }
        moves
    }

    fn play(&self, mv: &str) -> Self {
        let mut next = self.clone();
        let (from, to) = mv.split_once('-').expect("two squares");
        let ((from_file, from_rank), (to_file, to_rank)) = (square(from), square(to));
        next.cells[from_rank][from_file] = '.';
        next.cells[to_rank][to_file] = self.side;
        next.side = other(self.side);
        next
    }

    fn deal(_: &str, dice: &mut Dice) -> Self {
        loop {
            let mut pieces: Vec<char> = "bbbwww...................".chars().collect();
            dice.shuffle(&mut pieces);
            // Pieces in a small corner block each other; scattered over the whole board they hardly do.
            if dice.one_in(4) {
                pieces.sort_by_key(|piece| *piece == '.');
                dice.shuffle(&mut pieces[..8]);
                if dice.one_in(2) {
                    pieces.reverse();
                }
            }
            let mut dealt = Self { cells: [['.'; 5]; 5], side: *dice.pick(&['b', 'w']) };
            for (place, piece) in pieces.into_iter().enumerate() {
                dealt.cells[place / 5][place % 5] = piece;
            }
            if !dealt.has_line(dealt.side) {
                return dealt;
            }
        }
    }

    fn marks(&self, moves: &[String]) -> Vec<&'static str> {
        let mut marks = Vec::new();
        match self.outcome() {
            Some("1-0") => marks.push("Black has won"),
            Some(_) => marks.push("White has won"),
            None => {
                let mut movers: Vec<&str> = moves.iter().map(|mv| &mv[..2]).collect();
                movers.dedup();
                if movers.len() < 3 {
                    marks.push("a piece cannot move at all");
                }
                if moves.len() <= 5 {
                    marks.push("five moves or fewer");
                }
            }
        }
        marks
    }

    fn marks_of_move(&self, mv: &str, _: &Self) -> Vec<&'static str> {
        let ((from_file, from_rank), (to_file, to_rank)) = (square(&mv[..2]), square(&mv[3..]));
        let far = from_file.abs_diff(to_file).max(from_rank.abs_diff(to_rank)) == 4;
        if far { vec!["a slide of four"] } else { Vec::new() }
    }
}
