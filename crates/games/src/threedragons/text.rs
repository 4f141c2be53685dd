//! Three Dragons' notation: `MB1B1B1B1B1B1B1M/4B14/9/9/C3C3C/9/9/4W14/MW1W1W1W1W1W1W1M w 0 1`, `b1b8xb9`.

use std::fmt;
use std::str::FromStr;

use super::board::{self, CAVE_SQUARES, CAVES, MOUNTAINS, SIZE, between, bit, cell_name, index, near};
use super::{
    Alike, Basic, Capture, Dice, Dragons, Power, RookMove, Strengths, ThreeDragons, Variant, is_beaten,
    prolog,
};
use crate::grid::{self, Fields, Place};
use crate::prolog::is_prolog;
use crate::{
    Arg, Complaint, Ground, Info, ParseError, Phrase, Player, Position, Shape, Side, Start, Surface, Tint,
    quote,
};

phrases! {
    STRENGTH = "threedragons-strength": "row {row}: {piece} must be followed by one strength digit from 1 to {most}, found {text}";
    STRENGTH_ONE = "threedragons-strength-one": "row {row}: {piece} must be followed by its strength, always 1 in this game, found {text}";
    NEEDS_MOUNTAIN = "threedragons-needs-mountain": "row {row}: {cell} must be a mountain, M";
    NEEDS_CAVE = "threedragons-needs-cave": "row {row}: {cell} must be a cave, C";
    NO_MOUNTAIN = "threedragons-no-mountain": "row {row}: {cell} is no place for a mountain";
    NO_CAVE = "threedragons-no-cave": "row {row}: {cell} is no place for a cave";
    NO_SPENT = "threedragons-no-spent": "row {row}: {cell} cannot be a spent cave: there are no dragons in this game";
    NO_DRAGON = "threedragons-no-dragon": "row {row}: no piece can stand on the cave {cell}: there are no dragons in this game";
    BOTH_BEATEN = "threedragons-both-beaten": "both sides have one piece or none: no game comes to this";
    FORM = "threedragons-form": "a move is written like e2e4, b1b8x or b1b8xb9, not {text}";
    OVER = "threedragons-over": "the game is over";
    NO_PIECE = "threedragons-no-piece": "there is no piece on {cell}";
    NOT_YOURS = "threedragons-not-yours": "the piece on {cell} is not {side}'s";
    STAYS = "threedragons-stays": "a move must leave its square, and {from} is where the piece stands";
    NOT_STRAIGHT = "threedragons-not-straight": "a piece moves along its rank or file, and {to} lies on neither from {from}";
    MOUNTAIN_CLOSED = "threedragons-mountain-closed": "{to} is a mountain: no piece enters it";
    CAVE_CLOSED = "threedragons-cave-closed": "{to} is a dragon cave: no piece enters it";
    BLOCKED_BY_CAVE = "threedragons-blocked-cave": "the way from {from} to {to} is blocked by the cave on {cell}";
    BLOCKED = "threedragons-blocked": "the way from {from} to {to} is blocked by the piece on {cell}";
    TAKEN = "threedragons-taken": "there is already a piece on {to}";
    CAPTURES = "threedragons-captures": "{mv} captures custodially: write {mv}x";
    CAPTURES_OR_POWER = "threedragons-captures-power": "{mv} captures custodially: write {mv}x, or name one weaker neighbour like {mv}x{target}";
    NOTHING = "threedragons-nothing": "there is nothing to capture custodially on {to}: write {mv}";
    NO_POWER = "threedragons-no-power": "there is no capture by power in this game";
    NOT_BESIDE = "threedragons-not-beside": "a capture by power takes a neighbour, and {target} is not next to {to}";
    NO_TARGET = "threedragons-no-target": "there is no piece on {target} to capture";
    OWN_TARGET = "threedragons-own-target": "the piece on {target} is {side}'s own and cannot be captured";
    NOT_WEAKER = "threedragons-not-weaker": "only a weaker piece is captured by power: {target} has strength {theirs}, {from} has {own}";
    BEATEN = "threedragons-beaten": "{side} has fewer than two pieces left and loses";
    STUCK = "threedragons-stuck": "{side} has no move and loses";
    QUIET = "threedragons-quiet": "{plies} plies have gone by without a capture";
    QUIET_MOVE = "threedragons-kind-quiet": "a move without a capture";
    CUSTODIAL = "threedragons-kind-custodial": "a capture by surrounding";
    BY_POWER = "threedragons-kind-power": "a capture by power";
    TAKES = "threedragons-takes": "captures {cells}";
    TAKES_BY_POWER = "threedragons-takes-power": "captures {cell} by power and keeps strength {strength}";
    CALLS = "threedragons-calls": "wakes the dragon on {cell}";
    RINGS = "threedragons-rings": "holds {count} of the {all} squares around the cave on {cell}";
    BETWEEN = "threedragons-between": "walks between two enemies, {first} and {second}, which does not capture it";
    SAVES = "threedragons-saves": "stops {threat} and leaves nothing to be captured";
    LEAVES_ONE = "threedragons-leaves-one": "leaves one piece to be captured by {reply}";
    LEAVES = "threedragons-leaves": "leaves {count} pieces to be captured by {reply}";
    PIECES = "threedragons-pieces": "{side} pieces: {count}";
    CURRENT = "threedragons-current": "Current player: {side}";
    QUIET_DRAGONS = "threedragons-quiet-dragons": "{plies} plies have gone by without a capture or a dragon";
}

const SIDES: [Side; 2] = [
    Side { name: "White", letter: 'w', symbol: 'W', glyph: '○', tint: Tint::WHITE },
    Side { name: "Black", letter: 'b', symbol: 'B', glyph: '●', tint: Tint::BLACK },
];
const DICE_START: &[Start] =
    &[Start { name: "standard", text: "MB3B2B2B2B2B2B3M/4B44/9/9/C3C3C/9/9/4W44/MW3W2W2W2W2W2W3M w 0 1" }];

impl Variant for Basic {
    const INFO: Info = Info {
        id: "threedragons",
        name: "Three Dragons",
        family: "Three Dragons",
        sides: SIDES,
        shape: Shape::Die,
        surface: Surface::MEADOW,
        starts: &[Start {
            name: "standard",
            text: "MB1B1B1B1B1B1B1M/4B14/9/9/C3C3C/9/9/4W14/MW1W1W1W1W1W1W1M w 0 1",
        }],
        repetition: Some(3),
        pgn: None,
        rules: &[("en", include_str!("rules.md")), ("pt", include_str!("rules.pt.md"))],
        goal: &[("en", include_str!("goal.txt")), ("pt", include_str!("goal.pt.txt"))],
        lesson: include_str!("lesson.txt"),
        phrases: PHRASES,
    };
    type Strengths = Alike;
    const DRAGONS: bool = false;
}

impl Variant for Power {
    const INFO: Info = Info {
        id: "threedragons-power",
        name: "Three Dragons: Power",
        family: "Three Dragons",
        sides: SIDES,
        shape: Shape::Die,
        surface: Surface::MEADOW,
        starts: DICE_START,
        repetition: Some(3),
        pgn: None,
        rules: &[("en", include_str!("rules-power.md")), ("pt", include_str!("rules-power.pt.md"))],
        goal: &[("en", include_str!("goal-power.txt")), ("pt", include_str!("goal-power.pt.txt"))],
        lesson: include_str!("lesson-power.txt"),
        phrases: PHRASES,
    };
    type Strengths = Dice;
    const DRAGONS: bool = false;
}

impl Variant for Dragons {
    const INFO: Info = Info {
        id: "threedragons-dragons",
        name: "Three Dragons: Dragons",
        family: "Three Dragons",
        sides: SIDES,
        shape: Shape::Die,
        surface: Surface::MEADOW,
        starts: DICE_START,
        repetition: Some(3),
        pgn: None,
        rules: &[("en", include_str!("rules-dragons.md")), ("pt", include_str!("rules-dragons.pt.md"))],
        goal: &[("en", include_str!("goal-dragons.txt")), ("pt", include_str!("goal-dragons.pt.txt"))],
        lesson: include_str!("lesson-dragons.txt"),
        phrases: PHRASES,
    };
    type Strengths = Dice;
    const DRAGONS: bool = true;
}

/// What position texts say about one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Empty,
    Mountain,
    Cave,
    SpentCave,
    Piece(Player, u8),
}

/// Marks by row from the top and column from the left.
pub(super) type Marks = [[Mark; SIZE]; SIZE];

impl<V: Variant> fmt::Display for ThreeDragons<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid::write_board(f, SIZE, SIZE, |place| match self.mark(square(place)) {
            Mark::Empty => None,
            Mark::Mountain => Some("M".to_owned()),
            Mark::Cave => Some("C".to_owned()),
            Mark::SpentCave => Some("c".to_owned()),
            Mark::Piece(player, strength) => Some(format!("{}{strength}", piece_letter(player))),
        })?;
        write!(f, " {} {} {}", V::INFO.side(self.turn).letter, self.quiet, self.number)
    }
}

impl<V: Variant> FromStr for ThreeDragons<V> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if is_prolog(text) {
            return prolog::read(text);
        }
        let mut fields = Fields::of(text);
        let marks = read_marks::<V>(fields.need(grid::BOARD)?)?;
        let turn = grid::read_side(fields.need(grid::TURN)?, &V::INFO)?;
        let quiet = grid::read_counter(fields.need(grid::QUIET)?, grid::QUIET)?;
        let number = grid::read_counter(fields.need(grid::NUMBER)?, grid::NUMBER)?;
        fields.end()?;
        Ok(Self { quiet, number, ..build(&marks, turn)? })
    }
}

pub(super) fn square(place: Place) -> usize {
    index(place.column, SIZE - 1 - place.row)
}

/// Pieces are capital letters, the side to move is the same letter in lower case.
pub(super) fn piece_letter(player: Player) -> char {
    SIDES[player.index()].letter.to_ascii_uppercase()
}

fn read_marks<V: Variant>(text: &str) -> Result<Marks, ParseError> {
    let mut marks = [[Mark::Empty; SIZE]; SIZE];
    // A wrong strength has more to say than that its letter means nothing.
    let mut fault = None;
    let read = grid::read_board(text, SIZE, SIZE, |place, letter, rest| {
        let mark = match letter {
            'M' => Mark::Mountain,
            'C' => Mark::Cave,
            'c' => Mark::SpentCave,
            _ => {
                let Some(player) = Player::BOTH.into_iter().find(|player| piece_letter(*player) == letter)
                else {
                    return false;
                };
                let strength = rest.next();
                match strength.and_then(|digit| digit.to_digit(10)) {
                    Some(digit) if (1..=strongest::<V>()).contains(&digit) => {
                        Mark::Piece(player, digit as u8)
                    }
                    _ => {
                        fault = Some(wrong_strength::<V>(place.row, letter, strength));
                        return false;
                    }
                }
            }
        };
        marks[place.row][place.column] = mark;
        true
    });
    match fault {
        Some(fault) => Err(fault),
        None => read.map(|()| marks),
    }
}

fn strongest<V: Variant>() -> u32 {
    u32::from(V::Strengths::STRONGEST)
}

fn wrong_strength<V: Variant>(row: usize, letter: char, found: Option<char>) -> ParseError {
    let text = found.map_or(grid::NOTHING.into(), |found| Arg::from(quote(&found.to_string())));
    let phrase = if strongest::<V>() == 1 { STRENGTH_ONE } else { STRENGTH };
    phrase.with("row", row + 1).with("piece", letter).with("most", strongest::<V>()).with("text", text)
}

/// Checks that the marks fit the ground and makes the position, with its counters at their start.
pub(super) fn build<V: Variant>(marks: &Marks, turn: Player) -> Result<ThreeDragons<V>, ParseError> {
    let mut sides = [0; 2];
    let mut strengths = V::Strengths::default();
    let mut spent = 0;
    for (row, line) in marks.iter().enumerate() {
        for (column, mark) in line.iter().enumerate() {
            let square = square(Place { column, row });
            let wrong =
                |phrase: &'static Phrase| Err(phrase.with("row", row + 1).with("cell", cell_name(square)));
            let cave = CAVES.iter().position(|cave| *cave == square);
            match (cave, *mark) {
                (_, Mark::Mountain) if MOUNTAINS & bit(square) != 0 => continue,
                _ if MOUNTAINS & bit(square) != 0 => return wrong(NEEDS_MOUNTAIN),
                (Some(_), Mark::Empty | Mark::Mountain) => return wrong(NEEDS_CAVE),
                (Some(_), Mark::SpentCave) if !V::DRAGONS => return wrong(NO_SPENT),
                (Some(_), Mark::Piece(..)) if !V::DRAGONS => return wrong(NO_DRAGON),
                (Some(cave), Mark::SpentCave | Mark::Piece(..)) => spent |= 1 << cave,
                (None, Mark::Mountain) => return wrong(NO_MOUNTAIN),
                (None, Mark::Cave | Mark::SpentCave) => return wrong(NO_CAVE),
                (Some(_), Mark::Cave) | (None, Mark::Empty | Mark::Piece(..)) => {}
            }
            if let Mark::Piece(player, strength) = *mark {
                sides[player.index()] |= bit(square);
                strengths.put(square, strength);
            }
        }
    }
    if sides.into_iter().all(is_beaten) {
        return Err(BOTH_BEATEN.message());
    }
    let (mover, waiting) = (sides[turn.index()], sides[(!turn).index()]);
    Ok(ThreeDragons {
        mover,
        waiting,
        strengths,
        turn,
        spent,
        quiet: 0,
        number: 1,
        variant: std::marker::PhantomData,
    })
}

impl<V: Variant> ThreeDragons<V> {
    pub(super) fn ground(&self, square: usize) -> Ground {
        match CAVES.iter().position(|cave| *cave == square) {
            Some(cave) if self.is_spent(cave) => Ground::SpentCave,
            Some(_) => Ground::Cave,
            None if MOUNTAINS & bit(square) != 0 => Ground::Mountain,
            None => Ground::Plain,
        }
    }

    pub(super) fn mark(&self, square: usize) -> Mark {
        match (self.owner(square), self.ground(square)) {
            (Some(owner), _) => Mark::Piece(owner, self.strengths.at(square)),
            (None, Ground::Mountain) => Mark::Mountain,
            (None, Ground::Cave) => Mark::Cave,
            (None, Ground::SpentCave) => Mark::SpentCave,
            (None, _) => Mark::Empty,
        }
    }
}

impl fmt::Display for RookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", cell_name(self.from.into()), cell_name(self.to.into()))?;
        match self.capture {
            Capture::None => Ok(()),
            Capture::Custodial => f.write_str("x"),
            Capture::Power(target) => write!(f, "x{}", cell_name(target.into())),
        }
    }
}

pub(super) fn read_move<V: Variant>(position: &ThreeDragons<V>, text: &str) -> Result<RookMove, Complaint> {
    let slide = read_slide(text.trim())?;
    if position.outcome().is_some() {
        return Err(OVER.message());
    }
    check_way(position, slide.from.into(), slide.to.into())?;
    check_capture(position, slide)?;
    Ok(slide)
}

/// Returns the move as written. Nothing is known yet about the position.
fn read_slide(text: &str) -> Result<RookMove, Complaint> {
    let form = || FORM.with("text", quote(text));
    let (from, rest) = split_square(text).ok_or_else(form)?;
    let (to, rest) = split_square(rest.strip_prefix('-').unwrap_or(rest)).ok_or_else(form)?;
    let square = |name| grid::read_square(name, SIZE, SIZE).map(|(file, rank)| index(file, rank) as u8);
    let capture = match rest.strip_prefix(['x', 'X']) {
        None if rest.is_empty() => Capture::None,
        None => return Err(form()),
        Some("") => Capture::Custodial,
        Some(target) => match split_square(target) {
            Some((target, "")) => Capture::Power(square(target)?),
            _ => return Err(form()),
        },
    };
    Ok(RookMove { from: square(from)?, to: square(to)?, capture })
}
/// Splits off what looks like a square: a letter and a digit.
fn split_square(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_at_checked(2)?;
    matches!(name.as_bytes(), [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit())
        .then_some((name, rest))
}

/// Returns whether the mover has a piece that can slide so.
fn check_way<V: Variant>(position: &ThreeDragons<V>, from: usize, to: usize) -> Result<(), Complaint> {
    let about = |phrase: &'static Phrase| phrase.with("from", cell_name(from)).with("to", cell_name(to));
    match position.owner(from) {
        None => return Err(NO_PIECE.with("cell", cell_name(from))),
        Some(owner) if owner != position.turn => {
            return Err(NOT_YOURS.with("cell", cell_name(from)).with("side", V::INFO.named(position.turn)));
        }
        Some(_) => {}
    }
    if from == to {
        return Err(about(STAYS));
    }
    let Some(mut way) = between(from, to) else { return Err(about(NOT_STRAIGHT)) };
    if MOUNTAINS & bit(to) != 0 {
        return Err(about(MOUNTAIN_CLOSED));
    }
    if CAVE_SQUARES & bit(to) != 0 {
        return Err(about(CAVE_CLOSED));
    }
    if let Some(blocker) = way.find(|square| position.empty() & bit(*square) == 0) {
        let phrase = if position.owner(blocker).is_some() { BLOCKED } else { BLOCKED_BY_CAVE };
        return Err(about(phrase).with("cell", cell_name(blocker)));
    }
    if position.owner(to).is_some() { Err(about(TAKEN)) } else { Ok(()) }
}

/// Returns whether a slide that is possible captures what it says.
fn check_capture<V: Variant>(position: &ThreeDragons<V>, slide: RookMove) -> Result<(), Complaint> {
    let (from, to) = (usize::from(slide.from), usize::from(slide.to));
    let plain = RookMove { capture: Capture::None, ..slide };
    let about = |phrase: &'static Phrase| {
        phrase.with("mv", plain.to_string()).with("from", cell_name(from)).with("to", cell_name(to))
    };
    let bites = position.biting_squares() & bit(to) != 0;
    let prey = position.prey(from) & near(to);
    let target = match slide.capture {
        Capture::None if bites => {
            return Err(match board::squares(prey).next() {
                Some(weaker) => about(CAPTURES_OR_POWER).with("target", cell_name(weaker)),
                None => about(CAPTURES),
            });
        }
        Capture::Custodial if !bites => return Err(about(NOTHING)),
        Capture::None | Capture::Custodial => return Ok(()),
        Capture::Power(_) if strongest::<V>() == 1 => return Err(about(NO_POWER)),
        Capture::Power(target) => usize::from(target),
    };
    let about = |phrase: &'static Phrase| about(phrase).with("target", cell_name(target));
    if near(to) & bit(target) == 0 {
        return Err(about(NOT_BESIDE));
    }
    match position.owner(target) {
        // The square that the piece has left is next to it after a single step.
        None => Err(about(NO_TARGET)),
        Some(_) if target == from => Err(about(NO_TARGET)),
        Some(owner) if owner == position.turn => Err(about(OWN_TARGET).with("side", V::INFO.named(owner))),
        Some(_) if prey & bit(target) == 0 => Err(about(NOT_WEAKER)
            .with("theirs", position.strengths.at(target))
            .with("own", position.strengths.at(from))),
        Some(_) => Ok(()),
    }
}
