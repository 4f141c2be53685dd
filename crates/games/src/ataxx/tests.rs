//! What is particular to Ataxx; the promises that every game keeps are tested for all of them elsewhere.

use std::collections::HashSet;

use super::{Ataxx, Competitive, Edition, Infection, nth_bit};
use crate::{Face, Ground, Outcome, Player, Position};

type Plain = Ataxx<Competitive>;
type Microbes = Ataxx<Infection>;

fn read<S: Edition>(text: &str) -> Ataxx<S> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn list<S: Edition>(position: &Ataxx<S>) -> Vec<super::Step> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn after<S: Edition>(position: &Ataxx<S>, mv: super::Step) -> Ataxx<S> {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// The rules once more, slowly, on the rows of the position text: all successors by move.
fn slow_successors(text: &str) -> Vec<(String, String)> {
    let fields: Vec<&str> = text.split(' ').collect();
    let spread = |c: char| c.to_digit(10).map_or_else(|| c.to_string(), |run| ".".repeat(run as usize));
    let board: Vec<Vec<char>> = fields[0]
        .split('/')
        .rev()
        .map(|row| row.chars().flat_map(|c| spread(c).chars().collect::<Vec<_>>()).collect())
        .collect();
    let (own, other) = if fields[1] == "x" { ('x', 'o') } else { ('o', 'x') };
    let (clock, number): (u32, u32) = (fields[2].parse().unwrap(), fields[3].parse().unwrap());
    let name = |file: usize, rank: usize| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
    let squares = || (0..7).flat_map(|rank| (0..7).map(move |file| (file, rank)));
    let distance = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1));
    let count = |piece: char| board.iter().flatten().filter(|c| **c == piece).count();

    let finish = |board: &[Vec<char>], clock: u32| {
        let rows: Vec<String> = board.iter().rev().map(|row| row.iter().collect()).collect();
        let mut text = rows.join("/");
        for run in (1..=7).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        format!("{text} {other} {clock} {}", number + u32::from(own == 'o'))
    };
    let successors = |own: char, other: char| {
        let mut found = Vec::new();
        for to in squares().filter(|to| board[to.1][to.0] == '.') {
            for from in squares()
                .filter(|from| board[from.1][from.0] == own && (1..=2).contains(&distance(*from, to)))
            {
                let jump = distance(from, to) == 2;
                let mut next = board.clone();
                next[to.1][to.0] = own;
                if jump {
                    next[from.1][from.0] = '.';
                }
                for near in
                    squares().filter(|near| distance(*near, to) == 1 && board[near.1][near.0] == other)
                {
                    next[near.1][near.0] = own;
                }
                let from = if jump { name(from.0, from.1) } else { String::new() };
                found.push((from + &name(to.0, to.1), finish(&next, if jump { clock + 1 } else { 0 })));
            }
        }
        found
    };
    if count('x') == 0 || count('o') == 0 || clock >= 100 {
        return Vec::new();
    }
    let mut found = successors(own, other);
    if found.is_empty() && !successors(other, own).is_empty() {
        found.push(("0000".to_owned(), finish(&board, clock + 1)));
    }
    found.sort();
    found.dedup();
    found
}

/// Plays a random game, another one for each seed, and calls `visit` with each position on the way.
fn walk<S: Edition>(start: &str, seed: u64, mut visit: impl FnMut(&Ataxx<S>)) {
    let mut position = read::<S>(start);
    let mut state = seed;
    loop {
        visit(&position);
        let count = position.count_moves();
        if count == 0 {
            break;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = position.nth_move((state >> 33) as usize % count).expect("fewer than the count");
        position.play(mv);
    }
}

#[test]
fn fast_and_slow_rules_agree() {
    // Besides whole games: a player shut in, the last moves before the clock runs out, and a side about to
    // lose its only piece.
    let corners = [
        "x5o/xxxxxxx/7/-------/-------/7/o5o o 0 1",
        "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 95 9998",
        "x5o/7/7/7/7/7/o5x x 98 1",
        "x5o/7/7/7/7/7/o5x o 99 1",
        "7/7/7/7/7/7/x2o3 x 99 50",
    ];
    let starts = Competitive::INFO.starts.iter().map(|start| start.text).chain(corners);
    let mut passes = 0;
    for (seed, start) in (1..).zip(starts) {
        walk::<Competitive>(start, seed, |position| {
            let text = position.to_string();
            let moves = list(position);
            let mut fast: Vec<(String, String)> =
                moves.iter().map(|mv| (mv.to_string(), after(position, *mv).to_string())).collect();
            passes += usize::from(fast.first().is_some_and(|(mv, _)| mv == "0000"));
            fast.sort();
            if position.number < 9999 {
                assert_eq!(fast, slow_successors(&text), "{text}");
            }
            assert_eq!(position.count_moves(), moves.len(), "{text}");
            assert_eq!(position.outcome().is_some(), moves.is_empty(), "{text}");
            let replies: usize = moves.iter().map(|mv| after(position, *mv).count_moves()).sum();
            assert_eq!(position.count_replies(&mut Vec::new()), replies as u64, "{text}");
            for (index, mv) in moves.iter().enumerate() {
                assert_eq!(position.nth_move(index), Some(*mv), "{text}");
                assert_eq!(position.read_move(&mv.to_string()), Ok(*mv), "{text}");
            }
            assert_eq!(position.nth_move(moves.len()), None, "{text}");
            assert_eq!(read::<Competitive>(&text), *position);
        });
    }
    assert!(passes > 0, "no game came to a pass");
}

#[test]
fn gestures_lead_to_one_move_each() {
    walk::<Infection>("o5x/7/2-1-2/3-3/2-1-2/7/x5o x 0 1", 7, |position| {
        let gestures: Vec<_> = list(position).into_iter().flat_map(|mv| position.gestures(mv)).collect();
        let distinct: HashSet<_> = gestures.iter().collect();
        assert_eq!(distinct.len(), gestures.len());
        assert_eq!(position.ending().is_some(), position.outcome().is_some());
    });
}

#[test]
fn a_clone_has_a_gesture_for_each_piece_it_can_come_from() {
    let position: Plain = read("7/7/7/7/x1x4/7/6o x 0 1");
    let cells = |text| -> Vec<String> {
        let gestures = position.gestures(position.read_move(text).unwrap());
        gestures.iter().map(|gesture| format!("{} {:?}", gesture.cells.join(" "), gesture.choice)).collect()
    };
    assert_eq!(cells("b4"), ["a3 b4 None", "c3 b4 None"]);
    assert_eq!(cells("a3a5"), ["a3 a5 None"]);
    let stuck: Plain = read("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1");
    let pass = stuck.gestures(stuck.read_move("pass").unwrap());
    assert_eq!((pass.len(), pass[0].cells.len(), pass[0].choice.as_deref()), (1, 0, Some("pass")));
}

#[test]
fn keys_depend_on_placement_gaps_and_side_only() {
    let key = |text| read::<Competitive>(text).key();
    let start = key("x5o/7/7/7/7/7/o5x x 0 1");
    assert_eq!(start, key("x5o/7/7/7/7/7/o5x x 17 40"));
    for other in [
        "x5o/7/7/7/7/7/o5x o 0 1",
        "o5x/7/7/7/7/7/x5o x 0 1",
        "x5o/7/7/3-3/7/7/o5x x 0 1",
        "x5o/7/7/7/7/7/5ox x 0 1",
    ] {
        assert_ne!(start, key(other), "{other}");
    }
    // The lowest square and the side to move are different things.
    assert_ne!(key("7/7/7/7/7/7/x5o x 0 1"), key("7/7/7/7/7/7/6o o 0 1"));

    let mut keys = HashSet::new();
    let mut boards = HashSet::new();
    for seed in 0..300 {
        walk::<Competitive>("x5o/7/7/7/7/7/o5x x 0 1", seed, |position| {
            keys.insert(position.key());
            boards.insert((position.sides(), position.turn()));
        });
    }
    assert_eq!(keys.len(), boards.len());
}

#[test]
fn liberal_positions_become_canonical() {
    for (liberal, canonical) in [
        ("X5O/7/7/7/7/7/O5X X", "x5o/7/7/7/7/7/o5x x 0 1"),
        ("b5w/7/7/7/7/7/W5B w 3", "x5o/7/7/7/7/7/o5x o 3 1"),
        ("  x5o/7/7/7/7/7/o5x\tB 3   12 ", "x5o/7/7/7/7/7/o5x x 3 12"),
        ("P5p/7/7/7/7/7/p5P w 0 1", "x5o/7/7/7/7/7/o5x x 0 1"),
        ("P5p/7/7/3*3/7/7/p5P b 0 1", "x5o/7/7/3-3/7/7/o5x o 0 1"),
        ("*6/7/7/7/7/7/7 w", "-6/7/7/7/7/7/7 x 0 1"),
        ("7/7/7/7/7/7/7 w", "7/7/7/7/7/7/7 o 0 1"),
        ("7/7/7/7/7/7/------- x 9999 0", "7/7/7/7/7/7/------- x 9999 0"),
    ] {
        assert_eq!(read::<Competitive>(liberal).to_string(), canonical);
    }
    assert_eq!(Plain::default().to_string(), Competitive::INFO.starts[0].text);
    assert_eq!(Microbes::default().to_string(), Infection::INFO.starts[0].text);
    let named =
        Competitive::INFO.starts.iter().map(|start| (start, read::<Competitive>(start.text).to_string()));
    for (start, text) in named
        .chain(Infection::INFO.starts.iter().map(|start| (start, read::<Infection>(start.text).to_string())))
    {
        assert_eq!(text, start.text, "{}", start.name);
    }
}

#[test]
fn moves_are_read_in_every_listed_form() {
    let strict = |position: &Plain, text: &str| {
        position.read_move(text).map_or_else(|error| panic!("{text}: {error}"), |mv| mv.to_string())
    };
    let start = Plain::default();
    for text in ["g2", "G2", "g1g2", "G1G2", "P@g2", "x@g2", "X@G2", " g2 "] {
        assert_eq!(strict(&start, text), "g2");
    }
    for text in ["a7a5", "A7A5", "a7-a5"] {
        assert_eq!(strict(&start, text), "a7a5");
    }
    let second = read("x5o/7/7/7/7/7/o5x o 0 1");
    assert_eq!(strict(&second, "o@a2"), "a2");
    let stuck = read("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1");
    for text in ["0000", "pass", "PASS", "null", "Null"] {
        assert_eq!(strict(&stuck, text), "0000");
    }
}

#[test]
fn counters_follow_the_moves() {
    let play = |position: &Plain, text: &str| after(position, position.read_move(text).unwrap());
    let jumped = play(&Plain::default(), "a7a5");
    assert_eq!(jumped.to_string(), "6o/7/x6/7/7/7/o5x o 1 1");
    let cloned = play(&jumped, "g6");
    assert_eq!(cloned.to_string(), "6o/6o/x6/7/7/7/o5x x 0 2");
    let passed = play(&read("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 5 9999"), "0000");
    assert_eq!(passed.to_string(), "7/7/7/7/ooooooo/ooooooo/xxxxxxx o 6 9999");
    assert_eq!(play(&passed, "a4").to_string(), "7/7/7/o6/ooooooo/ooooooo/xxxxxxx x 0 9999");
}

#[test]
fn games_end_for_the_reasons_of_the_rules() {
    let only_red = "xxxxxxx/1xxxxxx/1xxxxxx/1xxxxxx/1xxxxxx/2xxxxx/x1xxxxx";
    for (text, outcome, reason, cells) in [
        (&*format!("{only_red} o 0 1"), Outcome::Win(Player::First), "Blue has no pieces left", 42),
        (
            "ooo3o/1o4o/6o/ooooo2/ooooooo/ooooooo/ooooooo x 0 1",
            Outcome::Win(Player::Second),
            "Red has no pieces left",
            33,
        ),
        (
            "xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo x 0 1",
            Outcome::Win(Player::First),
            "the board is full, 25 pieces to 24",
            25,
        ),
        (
            "-6/7/7/7/-------/-------/oooxxxx x 0 1",
            Outcome::Win(Player::First),
            "neither side can move, 4 pieces to 3",
            4,
        ),
        (
            "7/7/7/7/-------/-------/-oooxxx x 0 1",
            Outcome::Draw,
            "neither side can move and both have 3 pieces",
            0,
        ),
        (
            "-xxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo o 0 1",
            Outcome::Draw,
            "the board is full and both sides have 24 pieces",
            0,
        ),
        ("7/7/7/7/7/7/7 x 0 1", Outcome::Draw, "there are no pieces left", 0),
        ("o5x/7/7/7/7/7/x5o x 100 51", Outcome::Draw, "100 jumps and passes without a clone", 0),
        // A decided board beats the clock.
        ("7/7/7/7/7/7/x6 o 100 51", Outcome::Win(Player::First), "Blue has no pieces left", 1),
    ] {
        let position: Microbes = read(text);
        let ending = position.ending().expect(text);
        assert_eq!(position.outcome(), Some(outcome), "{text}");
        assert_eq!((ending.reason.to_string().as_str(), ending.cells.len()), (reason, cells), "{text}");
        assert!(list(&position).is_empty() && position.count_moves() == 0, "{text}");
    }
    // The move that brings the clock to 100 may still decide the board.
    let last: Plain = read("7/7/7/7/7/7/xo4x x 99 50");
    assert_eq!(after(&last, last.read_move("g1g3").unwrap()).outcome(), Some(Outcome::Draw));
    let near: Plain = read("7/7/7/7/7/7/x2o3 x 99 50");
    assert_eq!(after(&near, near.read_move("a1c1").unwrap()).outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn report_boards_match_the_report() {
    let middle: Microbes = read("o6/1o5/oooo3/oxoxx2/oooxx2/xooxx2/xoooxxo o 0 1");
    let picture = middle.picture();
    assert_eq!(picture.counts, Some([11, 17]));
    let captions: Vec<String> = picture.report.captions.iter().map(ToString::to_string).collect();
    assert_eq!(captions, ["Player A          Player B", "17                11", ""]);
    assert_eq!(picture.report.turn.as_ref().unwrap().to_string(), "It is player A's turn.");
    assert_eq!(picture.report.symbols[21..26].concat(), "ababb");
    assert_eq!(picture.report_cell("7", "7").map(|cell| cell.name.as_str()), Some("g1"));
    assert_eq!(picture.cell("a1").and_then(|cell| cell.piece).map(|piece| piece.owner), Some(Player::First));

    let antibodies: Microbes = read(Infection::INFO.starts[1].text);
    let gaps: Vec<String> = antibodies
        .picture()
        .cells
        .iter()
        .filter(|cell| cell.ground == Ground::Gap)
        .map(|cell| cell.name.clone())
        .collect();
    assert_eq!(gaps, ["c5", "e5", "d4", "c3", "e3"]);
}

#[test]
fn prolog_round_trips() {
    let blank = "[' ',' ',' ',' ',' ',' ',' ']";
    let inner = [blank; 5].join(",");
    let written = format!("state([[a,' ',' ',' ',' ',' ',b],{inner},[b,' ',' ',' ',' ',' ',a]],");
    assert_eq!(Plain::default().to_prolog(), Some(format!("{written}a).")));
    assert_eq!(Microbes::default().to_prolog(), Some(format!("{written}b).")));
    for (player, turn) in [("a", 'o'), ("b", 'x'), ("'A'", 'o'), ("0", 'o'), ("1", 'x')] {
        assert_eq!(
            read::<Infection>(&format!("{written}{player}).")).to_string(),
            format!("o5x/7/7/7/7/7/x5o {turn} 0 1")
        );
    }
    let gapped: Plain = read("x5o/7/7/3-3/7/7/o5x o 4 9");
    assert_eq!(read::<Competitive>(&gapped.to_prolog().unwrap()).to_string(), "x5o/7/7/3-3/7/7/o5x o 0 1");

    // Without a player the first one moves, unless that player has already won.
    let bare =
        |rows: [&str; 7]| format!("board([{}]). % a comment", rows.map(|row| format!("[{row}]")).join(",\n"));
    let (empty, full_a, full_b) = ("' ',' ',' ',' ',' ',' ',' '", "a,a,a,a,a,a,a", "b,b,b,b,b,b,b");
    assert_eq!(
        read::<Infection>(&bare([full_b, empty, empty, full_a, empty, empty, empty])).turn(),
        Player::First
    );
    assert_eq!(read::<Infection>(&bare([full_b; 7])).turn(), Player::Second);
    assert_eq!(read::<Infection>(&bare([full_a; 7])).turn(), Player::First);
    assert_eq!(
        read::<Competitive>(&bare([full_a, full_a, full_a, full_a, full_b, full_b, full_b])).turn(),
        Player::Second
    );
}

#[test]
fn bits_are_found_by_number() {
    let set = 0x8421_0f0f_1111_8001;
    let one_by_one: Vec<usize> = super::bits(set).collect();
    let by_number: Vec<usize> = (0..set.count_ones()).map(|lower| nth_bit(set, lower)).collect();
    assert_eq!(by_number, one_by_one);
}
