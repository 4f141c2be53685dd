use std::collections::BTreeMap;
use std::sync::OnceLock;

use fastrand::Rng;
use games::threedragons::RookMove;
use games::threedragons::retro::open_squares;
use games::{Outcome, Player};

use super::*;
use crate::search::tables::EndgameTables;
use crate::search::{Distance, Search, SearchLimits, TranspositionTable, Value, ValuedLine, complete};

type Basics = ThreeDragons<Basic>;

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = Tables::default();
        tables.grow(Family::TwoTwo, 2, &mut |_| {});
        tables
    })
}

fn read(text: &str) -> Basics {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after(position: &Basics, mv: RookMove) -> Basics {
    let mut next = position.clone();
    next.play(mv);
    next
}

fn list(position: &Basics) -> Vec<RookMove> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// Returns the position after so many quiet plies.
fn at_count(position: &Basics, quiet: u32) -> Basics {
    let text = position.to_string();
    let (board, _) = text.split_once(' ').unwrap();
    read(&format!("{board} w {quiet} 60"))
}

/// Returns what deals positions with so many pieces of the side to move and of the other side.
fn dealt(seed: u64) -> impl FnMut(usize, usize) -> Basics {
    let (mut rng, mut open) = (Rng::with_seed(seed), open_squares().collect::<Vec<_>>());
    move |mover, waiting| {
        rng.shuffle(&mut open);
        let (mover, rest) = open.split_at(mover);
        ThreeDragons::of_squares(mover.iter().copied(), rest[..waiting].iter().copied())
    }
}

/// Returns some positions: random ones, and some of each standing.
fn samples() -> Vec<Basics> {
    let mut deal = dealt(20);
    let mut samples = Vec::new();
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..60_000 {
        let position = deal(2, 2);
        let count = kinds.entry(format!("{:?}", tables().standing(&position))).or_default();
        *count += 1;
        if *count <= 6 {
            samples.push(position);
        }
    }
    assert!(kinds.len() >= 10, "{kinds:?}");
    samples
}

/// The slow twin: whether the side to move can force the result within so many plies, by the rules alone.
/// The tables only say which moves are looked at first.
fn forces(position: &Basics, wanted: Outcome, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == wanted;
    }
    if plies == 0 {
        return false;
    }
    let mut moves = list(position);
    moves.sort_by_key(|mv| std::cmp::Reverse(verify::standing_after(tables(), position, *mv).preference()));
    let mut answers = moves.into_iter().map(|mv| forces(&after(position, mv), wanted, plies - 1));
    if wanted == Outcome::Win(position.turn()) { answers.any(|won| won) } else { answers.all(|lost| lost) }
}

/// Plies that the twin looks ahead where everything has to be looked at.
const REFUTED_MAX: u32 = 2;
const PROVED_MAX: u32 = 7;

#[test]
fn claims_at_every_count_are_those_of_the_slow_twin() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for position in samples() {
        for quiet in [0, 50, 90, 96, 97, 98, 99] {
            let position = at_count(&position, quiet);
            let Some(found) = tables().probe(&position) else { continue };
            let left = QUIET_MAX as u32 - quiet;
            let (me, other) = (Outcome::Win(Player::First), Outcome::Win(Player::Second));
            let (kind, holds) = match found.value {
                Value::WinIn(plies) | Value::LossIn(plies) => {
                    assert!(plies <= left, "{position}: a stretch that does not fit");
                    let wanted = if matches!(found.value, Value::WinIn(_)) { me } else { other };
                    let proved = plies > PROVED_MAX || forces(&position, wanted, plies);
                    let is_fastest = plies > REFUTED_MAX + 1 || !forces(&position, wanted, plies - 1);
                    ("decided", proved && is_fastest && found.distance == Distance::Exact)
                }
                Value::Draw | Value::About(_) => {
                    let plies = left.min(REFUTED_MAX);
                    let kind = if found.value == Value::Draw { "drawn" } else { "unless counted" };
                    (kind, [me, other].into_iter().all(|win| !forces(&position, win, plies)))
                }
            };
            assert!(holds, "{position}: {found:?}");
            *seen.entry(kind).or_default() += 1;
            // Near its end the count decides within what the twin can see.
            if left <= REFUTED_MAX {
                *seen.entry("to the end").or_default() += 1;
            }
        }
    }
    assert!(seen.len() == 4 && seen.values().all(|count| *count >= 40), "{seen:?}");
}

#[test]
fn every_standing_follows_from_its_moves() {
    // A sample; `jogo solve threedragons --verify` does all of it.
    let checked = verify(tables(), Family::TwoTwo, 13, 2, &|_| {}).unwrap();
    assert!(checked > 100_000, "{checked}");
}

#[test]
fn a_wrong_standing_is_found() {
    let number = tables().parts[0].index.number(&read("M7M/9/9/9/C3C3C/9/W18/1B15B1W1/M7M w 0 1"));
    let parts = tables().parts.iter().map(|part| Part {
        material: part.material,
        index: Index::new(2, 2),
        bytes: part.bytes.clone(),
        rest: 0,
    });
    let mut wrong = Tables { parts: parts.collect() };
    assert_eq!(wrong.parts[0].bytes[number], Standing::Won(13).byte());
    wrong.parts[0].bytes[number] = Standing::Won(11).byte();
    let error = verify(&wrong, Family::TwoTwo, number, 1, &|_| {}).unwrap_err();
    assert_eq!((error.stored, error.found), (Some(Standing::Won(11)), Some(Standing::Won(13))));
}

#[test]
fn the_figures_of_two_against_two() {
    let counts = tables().counts(Family::TwoTwo);
    let (material, counts) = &counts[0];
    assert_eq!(*material, Material { mover: 2, waiting: 2 });
    let [won, lost] = [&counts.won, &counts.lost].map(|list| list.iter().sum::<u64>());
    assert_eq!((won, counts.drawn, lost), (980_212, 5_899_544, 24_000));
    assert_eq!(counts.won[1..], [900_024, 0, 65_942, 0, 5_830, 0, 6_232, 0, 1_692, 0, 396, 0, 96]);
    assert_eq!(counts.lost[2..], [20_536, 0, 2_090, 0, 948, 0, 382, 0, 32, 0, 12]);
    assert_eq!(counts.longest.as_ref().unwrap().0, Standing::Won(13));
}

#[test]
fn a_file_is_read_back_and_nothing_else_is() {
    for family in Family::ALL {
        let places =
            family.materials().iter().map(|material| Index::new(material.mover, material.waiting).len());
        assert_eq!(family.file_bytes(), 72 + places.sum::<usize>(), "{}", family.name());
    }
    let file = tables().write(Family::TwoTwo);
    assert_eq!(file.len(), Family::TwoTwo.file_bytes());
    let mut copy = Tables::default();
    copy.read(Family::TwoTwo, &file).unwrap();
    assert!(copy.has(Family::TwoTwo) && copy.parts[0].bytes == tables().parts[0].bytes);
    let said = |family, bytes: &[u8]| Tables::default().read(family, bytes).unwrap_err().to_string();
    let damaged = "the checksum does not fit: the file is damaged or cut off";
    assert_eq!(said(Family::TwoTwo, b"JOGONET1 and more"), "this is no file of endgame tables of version 1");
    assert_eq!(said(Family::TwoTwo, &file[..file.len() - 1]), damaged);
    assert_eq!(said(Family::TwoTwo, &file[..20]), damaged);
    let mut flipped = file.clone();
    flipped[500_000] ^= 1;
    assert_eq!(said(Family::TwoTwo, &flipped), damaged);
    assert_eq!(
        said(Family::ThreeTwo, &file),
        "these are tables of \"threedragons 2v2\", not of \"threedragons 3v2\""
    );
}

fn moves(position: &Basics, earlier: &[Basics]) -> Vec<ValuedLine<RookMove>> {
    tables().moves(position, earlier).unwrap()
}

/// The longest win, for White.
const LONGEST: &str = "M7M/9/9/9/C3C3C/9/W18/1B15B1W1/M7M w";

#[test]
fn lines_take_as_long_as_they_say_unless_the_count_ends_them() {
    let best = |quiet: u32| moves(&read(&format!("{LONGEST} {quiet} 60")), &[]).swap_remove(0);
    for quiet in [0, 50, 87] {
        let line = best(quiet);
        assert_eq!((line.value, line.distance, line.moves.len()), (Value::WinIn(13), Distance::Exact, 13));
        let end = line.moves.iter().fold(read(&format!("{LONGEST} {quiet} 60")), |p, mv| after(&p, *mv));
        assert_eq!(end.outcome(), Some(Outcome::Win(Player::First)));
    }
    for quiet in [88, 99] {
        let line = best(quiet);
        assert_eq!(line.distance, if quiet == 99 { Distance::Exact } else { Distance::UnlessCounted });
        let score =
            if quiet == 99 { Value::Draw } else { Value::About(crate::search::tables::UNLESS_COUNTED) };
        assert_eq!(line.value, score, "at the last ply nothing but a capture wins");
    }
}

/// Plays moves from the longest win until the positions with these numbers have occurred twice.
fn shuffled(text: &str, moves_played: &str) -> (Basics, Vec<Basics>) {
    let (mut position, mut earlier) = (read(text), Vec::new());
    for mv in moves_played.split(' ') {
        earlier.push(position.clone());
        position = after(&position, position.read_move(mv).unwrap());
    }
    (position, earlier)
}

#[test]
fn what_has_occurred_twice_is_no_way_to_win() {
    // The best move, back and forth twice: the position after it has then occurred twice.
    let start = format!("{LONGEST} 0 1");
    let line = moves(&read(&start), &[]).swap_remove(0);
    let (win, next) = (line.moves[0], after(&read(&start), line.moves[0]));
    let reply = line.moves[1];
    let back = |mv: RookMove| {
        let text = mv.to_string();
        format!("{}{}", &text[2..4], &text[..2])
    };
    let round = format!("{win} {reply} {} {}", back(win), back(reply));
    let (position, earlier) = shuffled(&start, &format!("{round} {round}"));
    assert_eq!(position.key(), read(&start).key());
    let lines = moves(&position, &earlier);
    let spoilt = lines.iter().find(|line| line.moves[0] == win).unwrap();
    assert_eq!((spoilt.value, spoilt.distance), (Value::Draw, Distance::Exact), "its third occurrence");
    // The position itself has a longer way than what could come again, so no win is claimed by other moves.
    assert!(lines.iter().all(|line| line.value.plies().is_none_or(|plies| plies <= 12)), "{lines:?}");
    // From a position with a shorter way nothing of that can be on it.
    let shorter = line.moves[1..8].iter().fold(next, |position, mv| after(&position, *mv));
    let value = moves(&shorter, &earlier)[0].value;
    assert!(value.is_proved() && value != Value::Draw, "{value}");
}

/// Returns positions of two against three in which a capture leads to this ending, by trying whatever may do.
fn before_captures(ending: &Basics) -> Vec<Basics> {
    let squares = |player| ending.placement(player).map(|(square, _)| square).collect::<Vec<_>>();
    let (losers, winners) = (squares(Player::First), squares(Player::Second));
    let number = tables().parts[0].index.number(ending);
    let is_free = |square: &usize| !losers.contains(square) && !winners.contains(square);
    let free: Vec<usize> = open_squares().filter(is_free).collect();
    let mut found = Vec::new();
    for (taken, from) in free.iter().flat_map(|taken| free.iter().map(move |from| (*taken, *from))) {
        for stayed in winners.iter().filter(|_| taken != from) {
            let position = ThreeDragons::of_squares([*stayed, from], losers.iter().copied().chain([taken]));
            let leads = |mv: &RookMove| {
                let next = after(&position, *mv);
                mv.is_custodial()
                    && Material::of(&next) == Material::of(ending)
                    && tables().parts[0].index.number(&next) == number
            };
            if list(&position).iter().any(leads) {
                found.push(position);
            }
        }
    }
    found
}

#[test]
fn a_search_sees_a_won_ending_through_a_capture() {
    let part = &tables().parts[0];
    let long = part.bytes.iter().enumerate().filter(|(_, byte)| **byte >= Standing::Lost(8).byte());
    let long: Vec<(Basics, u8)> = long
        .filter_map(|(number, byte)| Some((part.index.position(number)?.0, byte - Standing::LOST)))
        .collect();
    let mut table = TranspositionTable::new(1);
    let limits = SearchLimits { depth: Some(2), ..SearchLimits::NONE };
    let mut found = 0;
    for (ending, plies) in long.iter().take(30) {
        for position in before_captures(ending).iter().take(3) {
            table.reset();
            let search = Search { tables: Some(tables()), ..Search::new(position.clone(), &table, limits) };
            let mut lines: Vec<ValuedLine<RookMove>> =
                search.run(|_| {}).unwrap().lines.into_iter().map(ValuedLine::from).collect();
            let line = &mut lines[0];
            let Value::WinIn(within) = line.value else { panic!("{position}: {}", line.value) };
            assert!(within <= u32::from(*plies) + 1, "{position}: {within}");
            complete(position, &[], line, &table, Some(tables()), &SearchLimits::NONE);
            let end = line.moves.iter().fold(position.clone(), |position, mv| after(&position, *mv));
            assert_eq!(end.outcome(), Some(Outcome::Win(position.turn())), "{position}");
            assert_eq!(line.moves.len() as u32, within);
            found += 1;
        }
    }
    assert!(found >= 10, "{found}");
}
