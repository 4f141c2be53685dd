//! Three Dragons against its slow twin, its files, and the examples of its rules.

use std::collections::{BTreeSet, HashMap};

use super::eval::{CONTACT, KEPT, ROOM};
use super::twin::{Rules, Twin};
use super::{Basic, Dragons, Power, RookMove, ThreeDragons, Variant};
use crate::{Face, Ground, Heuristics, Outcome, Player, Position};

/// Games walked in each rule set.
const GAMES: usize = 48;

const BASIC_RULES: Rules = Rules { power: false, dragons: false };
const POWER_RULES: Rules = Rules { power: true, dragons: false };
const DRAGON_RULES: Rules = Rules { power: true, dragons: true };

/// Crowded boards, where captures and dragons are near; the second half only where dragons are.
const CROWDED: [&str; 4] = [
    "M7M/9/9/9/C3C3C/B31B2W25/9/9/MW46M w 0 1",
    "M2B2W3B22M/1W3B2W25/3B1B2W33/B34W41B2W1/C1B21C1W21C/W21B1W31W2B3B11/2W41B2W5B12/1B63W13/M1W1B4B23M b 3 7",
    "M1W2B14M/W5B1W5B15/1W52B11B22/W3B25W21/C2W2C2B2C/W35B42/1W12B2B4W22/9/M3B3W22M w 97 9998",
    "M7M/4W1B1W12/9/B17B1/C3C3C/B17B1/4W1B1W12/9/M3B1W12M b 0 1",
];
const WITH_DRAGONS: [&str; 4] = [
    "M7M/9/8B1/9/C3B53C/4B14/9/9/M3W42W1M w 0 1",
    "M7M/9/W31B26/W2B32W2B13/C2W2C3c/W2B12W2B13/9/9/M7M w 0 1",
    "M7M/9/W31B26/W2B32W22B1W2/CW21W2B5W21W2C/W2B12W22W21/9/9/M3B23M w 50 1",
    "M7M/5B22W1/8W2/W2B36W2/W3W42B2B5B21C/W2B16W2/4B24/9/M3B23M b 99 40",
];

fn list<V: Variant>(position: &ThreeDragons<V>) -> Vec<RookMove> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn after<V: Variant>(position: &ThreeDragons<V>, mv: RookMove) -> ThreeDragons<V> {
    let mut next = position.clone();
    next.play(mv);
    next
}

fn read<V: Variant>(text: &str) -> ThreeDragons<V> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Everything that must hold of one position: the same moves and next positions as the twin finds, every way
/// to count and to write.
fn check<V: Variant>(position: &ThreeDragons<V>, rules: Rules) {
    let text = position.to_string();
    assert_eq!(&read::<V>(&text), position, "{text}");
    let moves = list(position);
    let fast: BTreeSet<String> = moves.iter().map(|mv| format!("{mv}: {}", after(position, *mv))).collect();
    let slow: BTreeSet<String> = Twin::read(&text, rules)
        .moves()
        .into_iter()
        .map(|(mv, next)| format!("{mv}: {}", next.text()))
        .collect();
    assert_eq!(fast.symmetric_difference(&slow).next(), None, "{text}");
    assert_eq!(moves.len(), fast.len(), "no move twice: {text}");
    assert_eq!(position.count_moves(), moves.len(), "{text}");
    assert_eq!(position.outcome().is_none(), !moves.is_empty(), "{text}");
    assert_eq!(position.ending().is_some(), position.outcome().is_some(), "{text}");

    let mut gestures = HashMap::new();
    let mut numbers = HashMap::new();
    for (index, mv) in moves.iter().enumerate() {
        assert_eq!(position.nth_move(index), Some(*mv), "{text}");
        assert_eq!(position.read_move(&mv.to_string()).as_ref(), Ok(mv), "{text}");
        assert_eq!(numbers.insert(u32::from(*mv), mv), None, "{text}: {mv}");
        for gesture in position.gestures(*mv) {
            let alone = moves.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count() == 1;
            assert_eq!(gesture.choice.is_none(), alone, "{text}: {mv}");
            assert_eq!(gestures.insert(gesture, mv), None, "{text}: {mv}");
        }
    }
    assert_eq!(position.nth_move(moves.len()), None, "{text}");

    check_tactics(position, &moves);

    let through_prolog: ThreeDragons<V> = read(&position.to_prolog().unwrap());
    assert_eq!(through_prolog.key(), position.key(), "{text}");
    assert_eq!((through_prolog.quiet, through_prolog.number), (0, 1));
}

/// The answers of `Heuristics` agree with the list of all moves.
fn check_tactics<V: Variant>(position: &ThreeDragons<V>, moves: &[RookMove]) {
    let mut noisy = Vec::new();
    position.noisy_moves(&mut noisy);
    let numbers = |moves: &[RookMove]| moves.iter().map(|mv| u32::from(*mv)).collect::<BTreeSet<u32>>();
    let captures: Vec<RookMove> = moves.iter().copied().filter(|mv| position.is_noisy(*mv)).collect();
    assert_eq!(numbers(&noisy), numbers(&captures), "{position}");
    assert_eq!(noisy.len(), captures.len(), "no capture twice: {position}");
    // Each move is known by its number, and so are its neighbours exactly where they are moves.
    for number in moves.iter().flat_map(|mv| [0, 1, 1 << 8, 1 << 16].map(|step| u32::from(*mv) + step)) {
        let listed = moves.iter().copied().find(|mv| u32::from(*mv) == number);
        assert_eq!(position.find_pseudo_legal(number, &mut Vec::new()), listed, "{position}: {number:#x}");
    }
    for number in [0, 0x007f_ff7f, u32::MAX] {
        assert_eq!(position.find_pseudo_legal(number, &mut Vec::new()), None, "{position}: {number:#x}");
    }
}

/// Walks many games by a fixed rule that looks random, from the start and from crowded boards.
fn walk<V: Variant>(starts: &[&str], mut visit: impl FnMut(&ThreeDragons<V>)) {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    for start in starts.iter().cycle().take(GAMES) {
        let mut position: ThreeDragons<V> = read(start);
        loop {
            visit(&position);
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let moves = list(&position);
            // Captures are few among all moves: take one every other time.
            let captures: Vec<RookMove> =
                moves.iter().copied().filter(|mv| mv.capture != super::Capture::None).collect();
            let choices = if seed >> 40 & 1 == 1 && !captures.is_empty() { &captures } else { &moves };
            if choices.is_empty() {
                break;
            }
            position = after(&position, choices[(seed >> 33) as usize % choices.len()]);
        }
    }
}

fn starts<V: Variant>(rules: Rules) -> Vec<String> {
    let mut starts = vec![V::INFO.starts[0].text.to_owned()];
    let crowded = CROWDED.iter().map(|text| text.to_string());
    starts.extend(crowded.map(|text| if rules.power { text } else { without_strengths(&text) }));
    if rules.dragons {
        starts.extend(WITH_DRAGONS.map(str::to_owned));
    }
    starts
}

fn without_strengths(text: &str) -> String {
    let mut after_piece = false;
    let plain = |letter| {
        let strength = std::mem::replace(&mut after_piece, letter == 'W' || letter == 'B');
        if strength { '1' } else { letter }
    };
    text.chars().map(plain).collect()
}

fn check_variant<V: Variant>(rules: Rules) {
    let starts = starts::<V>(rules);
    let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
    let mut seen = HashMap::new();
    let mut dragons = 0;
    walk::<V>(&starts, |position| {
        check(position, rules);
        let text = position.to_string();
        let placement = text.rsplitn(3, ' ').last().unwrap().to_owned();
        let known = seen.entry(position.key()).or_insert_with(|| placement.clone());
        assert_eq!(*known, placement, "one key for two positions");
        dragons += u32::from(position.spent != 0);
    });
    assert!(seen.len() > 1500, "only {} positions were walked", seen.len());
    assert_eq!(dragons > 0, rules.dragons);
}

#[test]
fn basic_equals_its_twin() {
    check_variant::<Basic>(BASIC_RULES);
}

#[test]
fn power_equals_its_twin() {
    check_variant::<Power>(POWER_RULES);
}

#[test]
fn dragons_equals_its_twin() {
    check_variant::<Dragons>(DRAGON_RULES);
}

/// Returns the moves from one square to another, as written.
fn ways<V: Variant>(text: &str, squares: &str) -> Vec<String> {
    let mut ways: Vec<String> =
        list(&read::<V>(text)).iter().map(RookMove::to_string).filter(|mv| mv.starts_with(squares)).collect();
    ways.sort();
    ways
}

#[test]
fn a_move_captures_by_custody_or_by_power() {
    let text = "M7M/9/9/9/C3C3C/B31B2W25/9/9/MW46M w 0 1";
    assert_eq!(ways::<Power>(text, "b1b4"), ["b1b4x", "b1b4xa4", "b1b4xc4"]);
    let next = |mv| {
        let position = read::<Power>(text);
        after(&position, position.read_move(mv).unwrap()).to_string()
    };
    // The custodial capture takes c4 only: behind a4 is the edge.
    assert_eq!(next("b1b4x"), "M7M/9/9/9/C3C3C/B3W41W25/9/9/M7M b 0 1");
    assert_eq!(next("b1b4xa4"), "M7M/9/9/9/C3C3C/1W3B2W25/9/9/M7M b 0 1");
    assert_eq!(next("b1-b4xc4"), "M7M/9/9/9/C3C3C/B3W31W25/9/9/M7M b 0 1");
}

#[test]
fn a_cave_is_a_jaw_unless_an_enemy_stands_on_it() {
    let with = |cave: &str| format!("M7M/9/8B1/9/C3{cave}3C/4B14/9/9/M3W42W1M w 0 1");
    assert_eq!(ways::<Dragons>(&with("B5"), "e1e3"), ["e1e3", "e1e3xe4"]);
    for cave in ["c", "C", "W5"] {
        assert_eq!(ways::<Dragons>(&with(cave), "e1e3"), ["e1e3x", "e1e3xe4"], "{cave}");
    }
}

#[test]
fn dragons_come_after_captures_and_only_once() {
    let next = |text: &str, mv: &str| {
        let position = read::<Dragons>(text);
        after(&position, position.read_move(mv).unwrap_or_else(|error| panic!("{mv}: {error}"))).to_string()
    };
    // The last piece of the ring arrives and takes an enemy: the dragon appears and the piece has lost a
    // level.
    let ring = "M7M/9/W18/9/C3C3C/W2B17/9/9/M3B12W2M w 40 5";
    assert_eq!(
        next("M7M/W28/9/1B17/CW12C3C/W2B17/9/9/M3B12W1M w 40 5", "a8a6xb6"),
        "M7M/9/9/W18/W3W12C3C/W2B17/9/9/M3B12W1M b 0 5"
    );
    // A ring that is not whole calls nothing.
    assert_eq!(next(ring, "a7a6"), "M7M/9/9/W18/C3C3C/W2B17/9/9/M3B12W2M b 41 5");
    // A ring that stands calls after moves of either side; two at once if need be. A move that opens a ring
    // calls nothing there.
    let rings = "M7M/9/9/W13W13W1/CW11W1CW11W1C/W13W13W1/9/9/MB1B14W1M w 7 5";
    assert_eq!(next(rings, "h1h2"), "M7M/9/9/W13W13W1/W3W11W1W5W11W1W3/W13W13W1/9/7W11/MB1B15M b 0 5");
    assert_eq!(next(rings, "e6e7"), "M7M/9/4W14/W17W1/W3W11W1CW11W1W3/W13W13W1/9/9/MB1B14W1M b 0 5");
    // Only the mover's own rings count.
    assert!(next(&rings.replace(" w ", " b "), "c1c2").starts_with("M7M/9/9/W13W13W1/CW11W1CW11W1C/"));
    // A dragon that moves off leaves a spent cave: no piece can enter it, and it calls no dragon again.
    let dragon = "M7M/9/9/4W14/c2W1W53c/4W14/9/9/MB1B14W1M w 7 5";
    assert_eq!(next(dragon, "e5f5"), "M7M/9/9/4W14/c2W1cW52c/4W14/9/9/MB1B14W1M b 8 5");
    assert_eq!(
        next("M7M/9/9/4W14/c2W1c1W51c/4W14/9/9/MB1B14W1M w 8 6", "g5f5"),
        "M7M/9/9/4W14/c2W1cW52c/4W14/9/9/MB1B14W1M b 9 6"
    );
    // A captured dragon leaves one too.
    let beaten = next("M7M/4B14/9/9/C2B1W53C/9/9/5B13/MW1W15M b 9 6", "f2f5x");
    assert_eq!(beaten, "M7M/4B14/9/9/C2B1cB12C/9/9/9/MW1W15M w 0 7");
}

#[test]
fn move_scores_rise_with_the_material_won() {
    let score = |text: &str, mv: &str| {
        let position = read::<Dragons>(text);
        let mut scores = Vec::new();
        position.score_moves(&[position.read_move(mv).unwrap()], &mut scores);
        scores[0]
    };
    let board = "M7M/9/9/9/C3C3C/B31B2W25/9/9/MW46M w 0 1";
    let pieces = [score(board, "b1b2"), score(board, "b1b4xc4"), score(board, "b1b4x")];
    assert!(pieces.is_sorted_by(|less, more| less < more), "{pieces:?}");
    let calls = "M7M/9/9/W28/C1W21C3C/W28/9/1W21B1W22B11/M7M w 0 1";
    assert!(score(calls, "c5b5") > score(calls, "b2c2x"), "a dragon is worth more than the weakest piece");
}

#[test]
fn chances_are_pieces_without_room_that_do_not_touch() {
    let boards = [
        (16, 0, "MB1B1B1B1B1B1B1M/4B14/9/9/C3C3C/9/9/4W14/MW1W1W1W1W1W1W1M"),
        (4, 1, "M7M/2W1B15/9/9/C3C3C/9/5B13/6W12/M7M"),
        (5, 3, "M7M/2W1B15/2B16/9/C3C3C/9/9/5B1W12/M7M"),
    ];
    for (pieces, contacts, board) in boards {
        let [white, black] = ["w", "b"].map(|turn| read::<Basic>(&format!("{board} {turn} 0 1")));
        let slides = (list(&white).len() + list(&black).len()) as i32;
        let chances = KEPT * pieces - ROOM * slides / 10 - CONTACT * contacts;
        assert_eq!(white.evaluate_with_chances(), (white.evaluate(), chances), "{board}");
        assert_eq!(black.evaluate_with_chances(), (black.evaluate(), chances), "{board}, whoever is to move");
    }
}

#[test]
fn the_board_decides_before_the_quiet_plies() {
    let outcome = |text: &str| read::<Basic>(text).outcome();
    assert_eq!(outcome("M7M/9/9/9/C3C3C/9/9/9/MW1W11B1B12M w 99 1"), None);
    assert_eq!(outcome("M7M/9/9/9/C3C3C/9/9/9/MW1W11B1B12M w 100 1"), Some(Outcome::Draw));
    assert_eq!(outcome("M7M/9/9/9/C3C3C/9/9/9/MW1W11B13M w 100 1"), Some(Outcome::Win(Player::First)));
    assert_eq!(outcome("M7M/9/9/9/C3C3C/9/9/9/M2W11B1B11M b 0 1"), Some(Outcome::Win(Player::Second)));
    // White's two pieces are walled in: no move, and that counts even when the plies have run out.
    assert_eq!(
        outcome("M7M/9/9/9/C3C3C/9/B1B17/W1W1B16/MB1B15M w 100 1"),
        Some(Outcome::Win(Player::Second))
    );
}

#[test]
fn a_bare_prolog_board_gives_the_turn_to_the_side_that_has_not_won() {
    let start = ThreeDragons::<Basic>::default();
    let term = start.to_prolog().unwrap();
    assert!(term.starts_with("state([[8,8],[mountain,black,black,"), "{term}");
    assert!(term.ends_with(",white,mountain]],white)."), "{term}");
    let board = term.strip_prefix("state(").unwrap().strip_suffix(",white).").unwrap();
    assert_eq!(read::<Basic>(board), start);
    assert_eq!(read::<Basic>(&format!("board({board}) . % the start")), start);
    assert_eq!(read::<Basic>(&format!("display_game({board}, 1)")).turn(), Player::Second);
    assert_eq!(read::<Basic>(&board.replace("[8,8]", "[1,0]")), start);
    let beaten = board.replacen("black", "empty", 7);
    assert_eq!(read::<Basic>(&beaten).turn(), Player::Second);
    assert_eq!(read::<Basic>(&board.replacen("white", "empty", 7)).turn(), Player::First);
    let dragons: ThreeDragons<Dragons> = read(WITH_DRAGONS[1]);
    assert!(
        dragons.to_prolog().unwrap().contains("dragonCave(invoked)")
            && dragons.to_prolog().unwrap().contains("black(3)")
    );
}

#[test]
fn the_picture_shows_ground_strength_and_counts() {
    let picture = read::<Dragons>(WITH_DRAGONS[3]).picture();
    let cell = |name| picture.cell(name).unwrap();
    assert_eq!(cell("a9").ground, Ground::Mountain);
    assert_eq!((cell("a5").ground, cell("a5").piece.unwrap().size), (Ground::SpentCave, Some(3)));
    assert_eq!((cell("i5").ground, cell("i5").piece), (Ground::Cave, None));
    assert_eq!(picture.counts, Some([8, 8]));
    let picture = ThreeDragons::<Basic>::default().picture();
    assert_eq!(picture.cell("e2").unwrap().piece.unwrap().size, None);
    assert_eq!(picture.report.symbols[..10].concat(), "MBBBBBBBM");
    let captions: Vec<String> = picture.report.captions.iter().map(ToString::to_string).collect();
    assert_eq!(captions, ["White pieces: 8", "Black pieces: 8"]);
    assert_eq!(picture.report.turn.as_ref().unwrap().to_string(), "Current player: White");
}
