//! Three Dragons on a 9x9 array of squares, ground and piece kept apart.

mod deal;
mod marks;

use games::Message;

use crate::dice::Dice;
use crate::reasons::arg;
use crate::{RuleSet, Twin};

const SIZE: i32 = 9;
const QUIET_MAX: usize = 100;
const COUNTER_MAX: usize = 9999;
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const MOUNTAINS: [&str; 4] = ["a1", "a9", "i1", "i9"];
/// The caves, each with the strength of its dragon.
const CAVES: [(&str, u32); 3] = [("a5", 3), ("e5", 5), ("i5", 3)];

const FACTS: &[&str] = &[
    "threedragons-kind-quiet",
    "threedragons-kind-custodial",
    "threedragons-kind-power",
    "threedragons-takes",
    "threedragons-takes-power",
    "threedragons-calls",
    "threedragons-rings",
    "threedragons-between",
    "threedragons-saves",
    "threedragons-leaves-one",
    "threedragons-leaves",
];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rules {
    Basic,
    Power,
    Dragons,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    Plain,
    Mountain,
    LiveCave,
    SpentCave,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Piece {
    side: char,
    strength: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Square {
    ground: Ground,
    piece: Option<Piece>,
}

/// File and rank from 0; may lie outside the board.
type Place = (i32, i32);

#[derive(Clone)]
pub struct ThreeDragons {
    rules: Rules,
    squares: [[Square; 9]; 9],
    side: char,
    quiet: usize,
    number: usize,
}

fn rules_of(id: &str) -> Rules {
    match id {
        "threedragons" => Rules::Basic,
        "threedragons-power" => Rules::Power,
        _ => Rules::Dragons,
    }
}

fn other(side: char) -> char {
    if side == 'W' { 'B' } else { 'W' }
}

fn name((file, rank): Place) -> String {
    String::from_iter([(b'a' + file as u8) as char, (b'1' + rank as u8) as char])
}

fn place(name: &str) -> Place {
    let bytes = name.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn places() -> impl Iterator<Item = Place> {
    (0..SIZE * SIZE).map(|index| (index % SIZE, index / SIZE))
}

fn is_inside((file, rank): Place) -> bool {
    (0..SIZE).contains(&file) && (0..SIZE).contains(&rank)
}

fn step((file, rank): Place, (right, up): (i32, i32)) -> Place {
    (file + right, rank + up)
}

/// Returns the squares of the board orthogonally next to a place.
fn neighbours(of: Place) -> Vec<Place> {
    DIRECTIONS.iter().map(|direction| step(of, *direction)).filter(|near| is_inside(*near)).collect()
}

/// Returns the board without pieces, all caves live.
fn empty_board() -> [[Square; 9]; 9] {
    let mut squares = [[Square { ground: Ground::Plain, piece: None }; 9]; 9];
    let mut lay = |name: &str, ground: Ground| {
        let (file, rank) = place(name);
        squares[rank as usize][file as usize].ground = ground;
    };
    for mountain in MOUNTAINS {
        lay(mountain, Ground::Mountain);
    }
    for (cave, _) in CAVES {
        lay(cave, Ground::LiveCave);
    }
    squares
}

impl ThreeDragons {
    fn at(&self, (file, rank): Place) -> Option<Square> {
        is_inside((file, rank)).then(|| self.squares[rank as usize][file as usize])
    }

    fn at_mut(&mut self, (file, rank): Place) -> &mut Square {
        &mut self.squares[rank as usize][file as usize]
    }

    fn piece(&self, at: Place) -> Option<Piece> {
        self.at(at)?.piece
    }

    fn owner(&self, at: Place) -> Option<char> {
        self.piece(at).map(|piece| piece.side)
    }

    fn count(&self, side: char) -> usize {
        places().filter(|at| self.owner(*at) == Some(side)).count()
    }

    /// Nothing enters a mountain or a cave, live or spent.
    fn is_open(&self, at: Place) -> bool {
        self.at(at) == Some(Square { ground: Ground::Plain, piece: None })
    }

    fn destinations(&self, from: Place) -> Vec<Place> {
        let mut destinations = Vec::new();
        for direction in DIRECTIONS {
            let mut to = step(from, direction);
            while self.is_open(to) {
                destinations.push(to);
                to = step(to, direction);
            }
        }
        destinations
    }

    /// Returns the board with one piece put elsewhere and nothing else done.
    fn moved(&self, from: Place, to: Place) -> Self {
        let mut moved = self.clone();
        moved.at_mut(to).piece = moved.at_mut(from).piece.take();
        moved
    }

    /// Returns whether a square helps `side` to capture what stands between it and the piece that moved.
    fn is_jaw(&self, at: Place, side: char) -> bool {
        let Some(square) = self.at(at) else { return false };
        match square.piece {
            Some(piece) => piece.side == side,
            None => square.ground != Ground::Plain,
        }
    }

    /// Returns the enemies that the piece which has just arrived captures together with a jaw.
    fn custodial(&self, to: Place) -> Vec<Place> {
        let side = self.owner(to).expect("a piece that moved");
        let mut caught = Vec::new();
        for direction in DIRECTIONS {
            let near = step(to, direction);
            if self.owner(near) == Some(other(side)) && self.is_jaw(step(near, direction), side) {
                caught.push(near);
            }
        }
        caught
    }

    /// Returns the enemies that the piece which has just arrived may capture by power.
    fn weaker(&self, to: Place) -> Vec<Place> {
        let hunter = self.piece(to).expect("a piece that moved");
        let is_prey = |at: &Place| {
            self.piece(*at).is_some_and(|prey| prey.side != hunter.side && prey.strength < hunter.strength)
        };
        neighbours(to).into_iter().filter(is_prey).collect()
    }

    /// Returns the moves, whether or not the game is over.
    fn ways(&self) -> Vec<String> {
        let mut ways = Vec::new();
        for from in places().filter(|at| self.owner(*at) == Some(self.side)) {
            for to in self.destinations(from) {
                let walk = name(from) + &name(to);
                let moved = self.moved(from, to);
                if self.rules >= Rules::Power {
                    for prey in moved.weaker(to) {
                        ways.push(format!("{walk}x{}", name(prey)));
                    }
                }
                if moved.custodial(to).is_empty() {
                    ways.push(walk);
                } else {
                    ways.push(walk + "x");
                }
            }
        }
        ways
    }

    /// A square to go to is enough: a move there always exists, with or without captures.
    fn can_move(&self) -> bool {
        places().any(|at| self.owner(at) == Some(self.side) && !self.destinations(at).is_empty())
    }

    /// Returns the live caves that `side` has all around.
    fn ringed(&self, side: char) -> Vec<(Place, u32)> {
        let mut ringed = Vec::new();
        for (cave, strength) in CAVES {
            let at = place(cave);
            let live = self.at(at).is_some_and(|square| square.ground == Ground::LiveCave);
            if live && neighbours(at).into_iter().all(|near| self.owner(near) == Some(side)) {
                ringed.push((at, strength));
            }
        }
        ringed
    }
}

impl Twin for ThreeDragons {
    const RULE_SETS: &'static [RuleSet] = &[
        ("threedragons", &[marks::BASIC]),
        ("threedragons-power", &[marks::BASIC, marks::POWER]),
        ("threedragons-dragons", &[marks::BASIC, marks::POWER, marks::DRAGONS]),
    ];

    const FACTS: &'static [&'static str] = FACTS;
    const ABSENT: &'static [(&'static str, &'static str)] = &[
        ("threedragons", "threedragons-kind-power"),
        ("threedragons", "threedragons-takes-power"),
        ("threedragons", "threedragons-calls"),
        ("threedragons", "threedragons-rings"),
        ("threedragons-power", "threedragons-calls"),
        ("threedragons-power", "threedragons-rings"),
    ];

    fn target(mv: &str) -> String {
        mv[2..4].to_owned()
    }

    fn is_true(&self, mv: &str, next: &Self, fact: &Message) -> Option<bool> {
        let (to, enemy) = (place(&mv[2..4]), other(self.side));
        let taken: Vec<String> =
            places().filter(|at| self.owner(*at) == Some(enemy) && next.owner(*at).is_none()).map(name).collect();
        let captured = |position: &Self, reply: &String| {
            let (side, then) = (other(position.side), position.play(reply));
            position.count(side) - then.count(side)
        };
        let most = |position: &Self| position.moves().iter().map(|mv| captured(position, mv)).max().unwrap_or(0);
        let leaves = |count: usize| {
            let reply = arg(fact, "reply");
            next.moves().contains(&reply) && captured(next, &reply) == count && most(next) == count
        };
        let count = || arg(fact, "count").parse::<usize>().ok();
        Some(match fact.key() {
            "threedragons-kind-quiet" => taken.is_empty(),
            "threedragons-kind-custodial" => mv.ends_with('x'),
            "threedragons-kind-power" => mv.len() == 7,
            "threedragons-takes" => {
                let mut said: Vec<String> = arg(fact, "cells").split(", ").map(str::to_owned).collect();
                said.sort_unstable();
                let mut taken = taken;
                taken.sort_unstable();
                said == taken && mv.ends_with('x')
            }
            "threedragons-takes-power" => {
                let left = next.piece(to).map(|piece| piece.strength.to_string());
                taken == [arg(fact, "cell")] && mv.len() == 7 && left == Some(arg(fact, "strength"))
            }
            "threedragons-calls" => {
                let cave = place(&arg(fact, "cell"));
                self.at(cave)?.ground == Ground::LiveCave && next.owner(cave) == Some(self.side)
            }
            "threedragons-rings" => {
                let cave = place(&arg(fact, "cell"));
                let ring = neighbours(cave);
                let held = ring.iter().filter(|at| next.owner(**at) == Some(self.side)).count();
                ring.contains(&to)
                    && next.at(cave)?.ground == Ground::LiveCave
                    && arg(fact, "all") == ring.len().to_string()
                    && count() == Some(held)
            }
            "threedragons-between" => {
                let (first, second) = (place(&arg(fact, "first")), place(&arg(fact, "second")));
                let middle = ((first.0 + second.0), (first.1 + second.1)) == (2 * to.0, 2 * to.1);
                let beside = neighbours(to);
                middle
                    && [first, second].iter().all(|at| beside.contains(at) && next.owner(*at) == Some(enemy))
                    && next.owner(to) == Some(self.side)
            }
            "threedragons-saves" => {
                let passed = Self { side: enemy, ..self.clone() };
                let threat = arg(fact, "threat");
                passed.moves().contains(&threat) && captured(&passed, &threat) > 0 && most(next) == 0
            }
            "threedragons-leaves-one" => leaves(1),
            "threedragons-leaves" => count().is_some_and(|count| count > 1 && leaves(count)),
            _ => return None,
        })
    }

    fn read(id: &str, text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut squares = empty_board();
        for (row, line) in fields[0].split('/').enumerate() {
            let mut file = 0;
            let mut letters = line.chars();
            while let Some(letter) = letters.next() {
                let square = &mut squares[8 - row][file];
                file += 1;
                match letter {
                    'W' | 'B' => {
                        let strength =
                            letters.next().and_then(|digit| digit.to_digit(10)).expect("a strength");
                        square.piece = Some(Piece { side: letter, strength });
                        if square.ground == Ground::LiveCave {
                            square.ground = Ground::SpentCave;
                        }
                    }
                    'c' => square.ground = Ground::SpentCave,
                    'C' => assert!(square.ground == Ground::LiveCave, "a cave in a wrong place"),
                    'M' => assert!(square.ground == Ground::Mountain, "a mountain in a wrong place"),
                    run => file += run.to_digit(10).expect("a run") as usize - 1,
                }
            }
        }
        let counter = |field: usize| fields[field].parse().expect("a counter");
        let side = if fields[1] == "w" { 'W' } else { 'B' };
        Self { rules: rules_of(id), squares, side, quiet: counter(2), number: counter(3) }
    }

    fn write(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..SIZE).rev() {
            let mut row = String::new();
            let mut run = 0;
            for file in 0..SIZE {
                let square = self.at((file, rank)).expect("a square of the board");
                let symbol = match (square.piece, square.ground) {
                    (Some(piece), _) => format!("{}{}", piece.side, piece.strength),
                    (None, Ground::Mountain) => "M".to_owned(),
                    (None, Ground::LiveCave) => "C".to_owned(),
                    (None, Ground::SpentCave) => "c".to_owned(),
                    (None, Ground::Plain) => {
                        run += 1;
                        continue;
                    }
                };
                if run > 0 {
                    row += &run.to_string();
                }
                run = 0;
                row += &symbol;
            }
            if run > 0 {
                row += &run.to_string();
            }
            rows.push(row);
        }
        format!("{} {} {} {}", rows.join("/"), self.side.to_ascii_lowercase(), self.quiet, self.number)
    }

    fn outcome(&self) -> Option<&'static str> {
        let win_of = |side: char| if side == 'W' { "1-0" } else { "0-1" };
        for side in ['W', 'B'] {
            if self.count(side) <= 1 {
                return Some(win_of(other(side)));
            }
        }
        if !self.can_move() {
            return Some(win_of(other(self.side)));
        }
        (self.quiet >= QUIET_MAX).then_some("1/2-1/2")
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() { Vec::new() } else { self.ways() }
    }

    fn play(&self, mv: &str) -> Self {
        let (from, to, tail) = (place(&mv[..2]), place(&mv[2..4]), &mv[4..]);
        let mut next = self.moved(from, to);
        let caught = match tail {
            "" => Vec::new(),
            "x" => next.custodial(to),
            power => {
                next.at_mut(to).piece.as_mut().expect("the piece that moved").strength -= 1;
                vec![place(&power[1..])]
            }
        };
        for victim in &caught {
            next.at_mut(*victim).piece = None;
        }
        let called = if self.rules == Rules::Dragons { next.ringed(self.side) } else { Vec::new() };
        for (cave, strength) in &called {
            let dragon = Piece { side: self.side, strength: *strength };
            *next.at_mut(*cave) = Square { ground: Ground::SpentCave, piece: Some(dragon) };
        }
        next.quiet = if caught.is_empty() && called.is_empty() { self.quiet + 1 } else { 0 };
        // The text has no greater number than this.
        if self.side == 'B' && self.number < COUNTER_MAX {
            next.number = self.number + 1;
        }
        next.side = other(self.side);
        next
    }

    fn deal(id: &str, dice: &mut Dice) -> Self {
        Self::dealt(rules_of(id), dice)
    }

    fn marks(&self, _: &[String]) -> Vec<&'static str> {
        self.marks_here()
    }

    fn marks_of_move(&self, mv: &str, next: &Self) -> Vec<&'static str> {
        self.marks_between(mv, next)
    }
}
