//! Knight Line on a map from cells to stacks.

mod deal;

use std::collections::BTreeMap;

use games::Message;

use crate::dice::Dice;
use crate::reasons::arg;
use crate::{RuleSet, Twin};

const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const NEIGHBOURS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// So many own stacks in an unbroken straight line win, and more do too.
const LINE: i32 = 4;
/// The column and the row that the notation calls `m0`.
const HOME: (i32, i32) = (12, 0);
const ANCHOR_COLUMNS_MAX: i32 = 200;
const ANCHOR_ROWS_MAX: i32 = 900;

const MARKS: &[&str] = &[
    "two stacks",
    "two stacks, no move",
    "far anchor",
    "a line of four",
    "a line of five or more",
    "a row of four",
    "a column of four",
    "a diagonal of four",
    "tall stacks, no move",
    "a box of 12 columns or more",
    "a box of 12 rows or more",
    "the anchor moves left",
    "the anchor moves up",
    "a move of ten tiles or more",
];
const MARKS_OFFICIAL: &[&str] = &["a pass", "neither can move", "only singles, game goes on"];
const MARKS_FEUP: &[&str] = &[
    "only singles, lost",
    "only singles, but a line",
    "only singles, but two stacks",
    "only singles to move, lost",
    "both only singles",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rules {
    Official,
    Feup,
}

#[derive(Clone)]
pub struct KnightLine {
    rules: Rules,
    /// Column and row to colour and height. Column 0 is `a`.
    stacks: BTreeMap<(i32, i32), (char, usize)>,
    side: char,
}

impl KnightLine {
    fn first(&self) -> char {
        match self.rules {
            Rules::Official => 'w',
            Rules::Feup => 'b',
        }
    }

    fn win_of(&self, side: char) -> &'static str {
        if side == self.first() { "1-0" } else { "0-1" }
    }

    fn owns(&self, side: char, cell: (i32, i32)) -> bool {
        self.stacks.get(&cell).is_some_and(|(owner, _)| *owner == side)
    }

    fn touches_a_stack(&self, (column, row): (i32, i32)) -> bool {
        NEIGHBOURS.iter().any(|(right, up)| self.stacks.contains_key(&(column + right, row + up)))
    }

    /// Returns a straight line of own stacks that starts here and is at least this long.
    fn runs(&self, side: char, length: i32, (column, row): (i32, i32), (right, up): (i32, i32)) -> bool {
        (0..length).all(|step| self.owns(side, (column + right * step, row + up * step)))
    }

    /// The opposite directions give the same lines from their other ends.
    fn has_line(&self, side: char, length: i32) -> bool {
        self.stacks
            .keys()
            .any(|cell| NEIGHBOURS[..4].iter().any(|direction| self.runs(side, length, *cell, *direction)))
    }

    /// Returns where the tiles of one stack may go.
    fn targets(&self, (column, row): (i32, i32)) -> Vec<(i32, i32)> {
        let mut targets = Vec::new();
        for (right, up) in KNIGHT {
            let to = (column + right, row + up);
            if !self.stacks.contains_key(&to) && self.touches_a_stack(to) {
                targets.push(to);
            }
        }
        targets
    }

    /// Returns how many tiles may leave a stack at most: one stays, and while there are only two stacks this
    /// is the very first move.
    fn tiles_max(&self, height: usize) -> usize {
        if self.stacks.len() == 2 { (height - 1).min(1) } else { height - 1 }
    }

    fn can_move(&self, side: char) -> bool {
        self.stacks
            .iter()
            .any(|(from, (owner, height))| *owner == side && *height > 1 && !self.targets(*from).is_empty())
    }

    /// Moves without passes, whether or not the game is over.
    fn ways(&self, side: char) -> Vec<String> {
        let mut ways = Vec::new();
        for (from, (owner, height)) in &self.stacks {
            if *owner != side {
                continue;
            }
            for to in self.targets(*from) {
                let cells = format!("{}-{}", name(*from), name(to));
                for count in 1..=self.tiles_max(*height) {
                    ways.push(format!("{cells}:{count}"));
                }
            }
        }
        ways
    }

    fn only_singles(&self, side: char) -> bool {
        self.stacks.values().all(|(owner, height)| *owner != side || *height == 1)
    }

    /// Returns the top left cell of the box around all stacks, and the bottom right one.
    fn corners(&self) -> ((i32, i32), (i32, i32)) {
        let columns: Vec<i32> = self.stacks.keys().map(|cell| cell.0).collect();
        let rows: Vec<i32> = self.stacks.keys().map(|cell| cell.1).collect();
        let least = |numbers: &[i32]| *numbers.iter().min().expect("stacks");
        let most = |numbers: &[i32]| *numbers.iter().max().expect("stacks");
        ((least(&columns), most(&rows)), (most(&columns), least(&rows)))
    }
}

fn rules_of(id: &str) -> Rules {
    if id == "knightline" { Rules::Official } else { Rules::Feup }
}

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

/// `a` to `z` are 0 to 25, `aa` to `mz` go on to the right, and `zz`, `zy` ... `na` go from -1 to the left.
fn name((column, row): (i32, i32)) -> String {
    let letter = |number: i32| (b'a' + number as u8) as char;
    if (0..26).contains(&column) {
        return format!("{}{row}", letter(column));
    }
    let pair = if column >= 26 { column - 26 } else { column + 26 * 26 };
    format!("{}{}{row}", letter(pair / 26), letter(pair % 26))
}

fn cell(name: &str) -> (i32, i32) {
    let letters: Vec<i32> =
        name.bytes().take_while(u8::is_ascii_lowercase).map(|letter| i32::from(letter - b'a')).collect();
    let row = name[letters.len()..].parse().expect("a row");
    match letters[..] {
        [column] => (column, row),
        [high, low] if high <= 12 => (26 + high * 26 + low, row),
        [high, low] => (high * 26 + low - 26 * 26, row),
        _ => panic!("{name} is no cell"),
    }
}

/// Returns the cells and the count of a move: a cell starts with a letter, so that only one hyphen stands
/// before a letter.
fn parts(mv: &str) -> ((i32, i32), (i32, i32), usize) {
    let (cells, count) = mv.split_once(':').expect("a count");
    let bytes = cells.as_bytes();
    let hyphen = (1..bytes.len())
        .find(|at| bytes[*at - 1] == b'-' && bytes[*at].is_ascii_lowercase())
        .expect("two cells");
    (cell(&cells[..hyphen - 1]), cell(&cells[hyphen..]), count.parse().expect("a number"))
}

impl Twin for KnightLine {
    const RULE_SETS: &'static [RuleSet] =
        &[("knightline", &[MARKS, MARKS_OFFICIAL]), ("knightline-feup", &[MARKS, MARKS_FEUP])];

    const FACTS: &'static [&'static str] = &[
        "knightline-kind-one",
        "knightline-kind-split",
        "knightline-kind-pass",
        "knightline-makes-line",
        "knightline-meets-line",
        "knightline-splits-up",
        "knightline-stops",
    ];
    const ABSENT: &'static [(&'static str, &'static str)] =
        &[("knightline-feup", "knightline-kind-pass"), ("knightline-feup", "knightline-stops")];

    fn target(mv: &str) -> String {
        name(parts(mv).1)
    }

    fn is_true(&self, mv: &str, next: &Self, fact: &Message) -> Option<bool> {
        if let "knightline-kind-pass" | "knightline-stops" = fact.key() {
            let last = if fact.key() == "knightline-stops" { next.moves().join(" ") } else { mv.to_owned() };
            return Some(last == "pass");
        }
        let (from, to, tiles) = parts(mv);
        let count = || arg(fact, "count").parse::<i32>().ok();
        // How many stacks of a side follow a cell in a direction.
        let beyond = |side: char, (column, row): (i32, i32), (right, up): (i32, i32)| {
            let follows = |step: &i32| next.owns(side, (column + right * step, row + up * step));
            (1..).take_while(follows).count() as i32
        };
        Some(match fact.key() {
            "knightline-kind-one" => tiles == 1,
            "knightline-kind-split" => tiles > 1 && count() == i32::try_from(tiles).ok(),
            "knightline-makes-line" => {
                let open = cell(&arg(fact, "cell"));
                let is_line = |direction: &(i32, i32)| {
                    let (right, up) = *direction;
                    let ahead = beyond(self.side, to, (right, up));
                    let after = (to.0 + right * (ahead + 1), to.1 + up * (ahead + 1));
                    after == open && Some(1 + ahead + beyond(self.side, to, (-right, -up))) == count()
                };
                !next.stacks.contains_key(&open) && NEIGHBOURS.iter().any(is_line)
            }
            "knightline-meets-line" => {
                let met = |direction: &(i32, i32)| beyond(other(self.side), to, *direction);
                NEIGHBOURS.iter().map(met).max() == count()
            }
            "knightline-splits-up" => {
                next.stacks.get(&from) == Some(&(self.side, 1)) && arg(fact, "cell") == name(from)
            }
            _ => return None,
        })
    }

    fn read(id: &str, text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let (left, top) = cell(fields[2].strip_prefix('@').expect("an anchor"));
        let mut stacks = BTreeMap::new();
        for (down, line) in fields[0].split('/').enumerate() {
            let mut column = left;
            // Before each letter and each dot a new cell begins.
            let mut rest = line;
            while !rest.is_empty() {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                let (this, next) = rest.split_at(1 + digits);
                if this != "." {
                    let colour = this.chars().next().expect("a colour");
                    stacks
                        .insert((column, top - down as i32), (colour, this[1..].parse().expect("a height")));
                }
                column += 1;
                rest = next;
            }
        }
        Self { rules: rules_of(id), stacks, side: fields[1].chars().next().expect("a side") }
    }

    fn write(&self) -> String {
        let ((left, top), (right, bottom)) = self.corners();
        let mut rows = Vec::new();
        for row in (bottom..=top).rev() {
            let mut line = String::new();
            for column in left..=right {
                match self.stacks.get(&(column, row)) {
                    Some((colour, height)) => {
                        line.push(*colour);
                        line += &height.to_string();
                    }
                    None => line.push('.'),
                }
            }
            rows.push(line);
        }
        format!("{} {} @{}", rows.join("/"), self.side, name((left, top)))
    }

    fn outcome(&self) -> Option<&'static str> {
        let mover = self.side;
        let waiting = other(mover);
        if self.has_line(waiting, LINE) {
            return Some(self.win_of(waiting));
        }
        match self.rules {
            Rules::Official => {
                let stuck = !self.can_move(mover) && !self.can_move(waiting);
                stuck.then(|| self.win_of(other(self.first())))
            }
            Rules::Feup => {
                if self.only_singles(waiting) && self.stacks.len() > 2 {
                    return Some(self.win_of(mover));
                }
                (!self.can_move(mover)).then(|| self.win_of(waiting))
            }
        }
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let ways = self.ways(self.side);
        if ways.is_empty() { vec!["pass".to_owned()] } else { ways }
    }

    fn play(&self, mv: &str) -> Self {
        let mut next = self.clone();
        next.side = other(self.side);
        if mv != "pass" {
            let (from, to, count) = parts(mv);
            let height = self.stacks[&from].1;
            next.stacks.insert(from, (self.side, height - count));
            next.stacks.insert(to, (self.side, count));
        }
        next
    }

    fn deal(id: &str, dice: &mut Dice) -> Self {
        Self::dealt(rules_of(id), dice)
    }

    fn is_readable(&self) -> bool {
        let ((left, top), _) = self.corners();
        (left - HOME.0).abs() <= ANCHOR_COLUMNS_MAX && (top - HOME.1).abs() <= ANCHOR_ROWS_MAX
    }

    fn marks(&self, moves: &[String]) -> Vec<&'static str> {
        let mut marks = Vec::new();
        let waiting = other(self.side);
        let two = self.stacks.len() == 2;
        let ((left, top), (right, bottom)) = self.corners();
        if two {
            let stuck = moves.is_empty() || moves[0] == "pass";
            marks.push(if stuck { "two stacks, no move" } else { "two stacks" });
        }
        if (left - HOME.0).abs() >= 150 || (top - HOME.1).abs() >= 800 {
            marks.push("far anchor");
        }
        if right - left >= 11 {
            marks.push("a box of 12 columns or more");
        }
        if top - bottom >= 11 {
            marks.push("a box of 12 rows or more");
        }
        let line = self.has_line(waiting, LINE);
        if self.has_line(waiting, LINE + 1) {
            marks.push("a line of five or more");
        } else if line {
            marks.push("a line of four");
            marks.push(self.line_shape(waiting));
        }
        let tall_but_stuck = !line && !self.only_singles(self.side) && !self.can_move(self.side);
        if tall_but_stuck {
            marks.push("tall stacks, no move");
        }
        match self.rules {
            Rules::Official => {
                if !line && moves.is_empty() {
                    marks.push("neither can move");
                }
                if !two && !moves.is_empty() && self.only_singles(waiting) {
                    marks.push("only singles, game goes on");
                }
            }
            Rules::Feup => match (self.only_singles(waiting), self.only_singles(self.side)) {
                (true, _) if line => marks.push("only singles, but a line"),
                (true, _) if two => marks.push("only singles, but two stacks"),
                (true, true) => marks.push("both only singles"),
                (true, false) => marks.push("only singles, lost"),
                (false, true) if !line => marks.push("only singles to move, lost"),
                _ => {}
            },
        }
        marks
    }

    fn marks_of_move(&self, mv: &str, next: &Self) -> Vec<&'static str> {
        let mut marks = Vec::new();
        let ((left, top), _) = self.corners();
        let ((new_left, new_top), _) = next.corners();
        if new_left < left {
            marks.push("the anchor moves left");
        }
        if new_top > top {
            marks.push("the anchor moves up");
        }
        if mv == "pass" {
            marks.push("a pass");
        } else if parts(mv).2 >= 10 {
            marks.push("a move of ten tiles or more");
        }
        marks
    }
}

impl KnightLine {
    fn line_shape(&self, side: char) -> &'static str {
        for cell in self.stacks.keys() {
            if self.runs(side, LINE, *cell, (1, 0)) {
                return "a row of four";
            }
            if self.runs(side, LINE, *cell, (0, 1)) {
                return "a column of four";
            }
        }
        "a diagonal of four"
    }
}
