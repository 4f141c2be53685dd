use std::collections::HashSet;

use fastrand::Rng;
use games::ataxx::{Ataxx, Competitive};
use games::threedragons::{Basic, ThreeDragons};
use games::{Game, Heuristics, Position, Visitor};

use super::plain::negamax;
use super::*;

/// Returns a position some random moves from the start, and the keys before it.
fn random_position<P: Game>(rng: &mut Rng, plies: usize) -> (P, Vec<u64>) {
    let (mut position, mut keys) = (P::default(), Vec::new());
    for _ in 0..plies {
        let count = position.count_moves();
        let Some(mv) = (count > 0).then(|| position.nth_move(rng.usize(..count))).flatten() else { break };
        keys.push(position.key());
        position.play(mv);
    }
    (position, keys)
}

struct AgreesWithPlain {
    depth: u32,
}

impl Visitor for AgreesWithPlain {
    type Output = usize;

    fn visit<P: Game>(self) -> usize {
        let mut rng = Rng::with_seed(4);
        let mut compared = 0;
        for round in 0..60 {
            let plies = rng.usize(..40);
            let (position, _) = random_position::<P>(&mut rng, plies);
            if position.outcome().is_some() || position.count_moves() > 60 {
                continue;
            }
            let depth = 1 + round % self.depth;
            let table = TranspositionTable::new(1);
            let limits = SearchLimits { depth: Some(depth), ..SearchLimits::NONE };
            let report = Search { style: Style::Exact, ..Search::new(position.clone(), &table, limits) }
                .run(|_| {})
                .unwrap();
            assert_eq!(
                report.lines[0].score,
                negamax(&position, report.depth, 0, &mut Vec::new()),
                "{} {position} depth {depth}",
                P::INFO.id
            );
            compared += 1;
        }
        compared
    }
}

#[test]
fn exact_search_agrees_with_plain_negamax() {
    for game in games::GAMES {
        let depth = if game.info.family == "Neutreeko" { 4 } else { 3 };
        let compared = games::visit(game.info.id, AgreesWithPlain { depth }).unwrap();
        assert!(compared >= 15, "{}: only {compared} positions", game.info.id);
    }
}

struct ProofsHold;

impl Visitor for ProofsHold {
    type Output = usize;

    fn visit<P: Game>(self) -> usize {
        let mut rng = Rng::with_seed(5);
        let mut proved = 0;
        for round in 0..40 {
            // Near the end of random games there is much to prove.
            let mut game = Rng::with_seed(round);
            let length = random_position::<P>(&mut game, 150).1.len();
            let (position, _) =
                random_position::<P>(&mut Rng::with_seed(round), length.saturating_sub(rng.usize(1..8)));
            let table = TranspositionTable::new(1);
            let limits = SearchLimits { nodes: Some(20_000), ..SearchLimits::NONE };
            let Some(mut report) = Search::new(position.clone(), &table, limits).run(|_| {}) else {
                continue;
            };
            let mut lines = vec![ValuedLine::from(report.lines.remove(0))];
            // With nothing left to spend no distance is called exact, and the line is played out as it was
            // found.
            let left =
                SearchLimits { nodes: Some(if round % 2 == 0 { 100_000 } else { 0 }), ..SearchLimits::NONE };
            confirm(&position, &[], &mut lines, &left, 0);
            let line = &mut lines[0];
            let Some(distance) = line.value.plies() else { continue };
            complete(&position, &[], line, &table, None, &SearchLimits::NONE);
            let mut end = position.clone();
            for mv in &line.moves {
                assert_eq!(end.read_move(&mv.to_string()), Ok(*mv), "{end}");
                end.play(*mv);
            }
            let wins = matches!(line.value, Value::WinIn(_));
            let winner = if wins { position.turn() } else { !position.turn() };
            assert_eq!(end.outcome(), Some(games::Outcome::Win(winner)), "{position} {line:?}");
            let is_as_long = line.moves.len() == distance as usize;
            assert!(
                is_as_long || line.distance == Distance::AtMost && line.moves.len() < distance as usize,
                "{position} {line:?}"
            );
            proved += 1;
        }
        proved
    }
}

#[test]
fn proved_lines_end_in_the_proved_result() {
    let proved: usize = games::GAMES.iter().map(|game| games::visit(game.info.id, ProofsHold).unwrap()).sum();
    assert!(proved > 100, "only {proved} proofs were tried");
}

struct Lines;

impl Visitor for Lines {
    type Output = ();

    fn visit<P: Game>(self) {
        let table = TranspositionTable::new(1);
        let search =
            || Search::new(P::default(), &table, SearchLimits { nodes: Some(3_000), ..SearchLimits::NONE });
        let report = Search { lines: 3, ..search() }.run(|_| {}).unwrap();
        let firsts: HashSet<String> = report.lines.iter().map(|line| line.moves[0].to_string()).collect();
        assert_eq!(report.lines.len(), 3.min(P::default().count_moves()), "{}", P::INFO.id);
        assert_eq!(firsts.len(), report.lines.len(), "{}: {firsts:?}", P::INFO.id);
        assert!(report.lines.is_sorted_by_key(|line| -line.score));
    }
}

#[test]
fn several_lines_begin_differently() {
    for game in games::GAMES {
        games::visit(game.info.id, Lines).unwrap();
    }
}

#[test]
fn a_win_in_one_is_found() {
    use games::neutreeko::Neutreeko;
    let table = TranspositionTable::new(1);
    let position: Neutreeko = "3w1/b4/5/bw3/1wb2 w".parse().unwrap();
    let report = Search::new(position, &table, SearchLimits { depth: Some(2), ..SearchLimits::NONE })
        .run(|_| {})
        .unwrap();
    assert_eq!(
        (report.lines[0].value(), report.lines[0].moves[0].to_string()),
        (Value::WinIn(1), "d5-b3".to_owned())
    );
}

#[test]
fn a_third_occurrence_is_scored_as_a_draw() {
    use games::neutreeko::Neutreeko;
    // White wins with d5-b3 unless the position after it has occurred twice before.
    let position: Neutreeko = "3w1/b4/5/bw3/1wb2 w".parse().unwrap();
    let mut after = Neutreeko::clone(&position);
    let quiet = {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        *moves.iter().find(|mv| mv.to_string() != "d5-b3").unwrap()
    };
    after.play(quiet);
    let score = |history: Vec<u64>| {
        let table = TranspositionTable::new(1);
        let mut tree = Tree::new(&table, SearchLimits::NONE, Style::Exact, history, 0);
        -tree.node(&after, 4, -INFINITE, INFINITE, 1, tree::NullMove::Allowed)
    };
    let once = vec![after.key(), 1, 2, position.key()];
    let twice = vec![after.key(), 1, after.key(), position.key()];
    assert_ne!(score(once), 0, "one earlier occurrence in the game is no draw");
    assert_eq!(score(twice), 0, "the third occurrence is a draw");
}

#[test]
fn contempt_avoids_repetition() {
    let start = ThreeDragons::<Basic>::default();
    let table = TranspositionTable::new(1);
    let choice = |contempt: Score, history: Vec<u64>| {
        table.clear();
        let limits = SearchLimits { depth: Some(2), ..SearchLimits::NONE };
        let report =
            Search { contempt, history, ..Search::new(start.clone(), &table, limits) }.run(|_| {}).unwrap();
        report.lines[0].moves[0]
    };
    let free = choice(0, Vec::new());
    let mut next = start.clone();
    next.play(free);
    // The start, the move, and two positions that lead back to the start.
    let been = vec![start.key(), next.key(), 1, 2];
    assert_eq!(choice(0, been.clone()), free, "once is no repetition yet");
    assert_ne!(choice(500, been), free, "contempt avoids the repetition");
}

#[test]
fn contempt_adds_winning_chances_to_the_evaluation() {
    let start = ThreeDragons::<Basic>::default();
    let value = |contempt: Score, mv| {
        let mut next = start.clone();
        next.play(mv);
        let (score, chances) = next.evaluate_with_chances();
        if contempt > 0 { chances - score } else { -score }
    };
    let mut moves = Vec::new();
    start.moves(&mut moves);
    for contempt in [0, 1] {
        let table = TranspositionTable::new(1);
        let limits = SearchLimits { depth: Some(1), ..SearchLimits::NONE };
        let search = Search { contempt, style: Style::Exact, ..Search::new(start.clone(), &table, limits) };
        let best = moves.iter().map(|mv| value(contempt, *mv)).max();
        assert_eq!(Some(search.run(|_| {}).unwrap().lines[0].score), best);
    }
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let table = TranspositionTable::new(1);
    let position = games::neutreeko::Neutreeko::default();
    let report =
        Search::new(position.clone(), &table, SearchLimits { stop: Some(&stop), ..SearchLimits::NONE })
            .run(|_| {})
            .unwrap();
    let mv = report.lines[0].moves[0];
    assert_eq!(position.read_move(&mv.to_string()), Ok(mv), "the move is legal");
    assert!(report.nodes < 2000);
}

/// A clock that stands still.
struct Stopped(std::time::Duration);

impl TimeSource for Stopped {
    fn elapsed(&self) -> std::time::Duration {
        self.0
    }
}

#[test]
fn a_distance_is_exact_only_if_time_allowed_to_confirm_it() {
    use std::time::Duration;
    let position: Ataxx<Competitive> =
        "oooox1x/xxxoxxx/xxxoxxx/xxooxxx/xxooooo/ooooooo/ooooooo o 12 116".parse().unwrap();
    let limits = SearchLimits { depth: Some(8), ..SearchLimits::NONE };
    let mut report = Search::new(position.clone(), &TranspositionTable::new(1), limits).run(|_| {}).unwrap();
    let mut lines = vec![ValuedLine::from(report.lines.remove(0))];
    assert!(lines[0].value.is_proved());
    let clock = Stopped(Duration::from_secs(4));
    let time = Time { clock: &clock, soft: Duration::from_secs(1), hard: Duration::from_secs(3) };
    confirm(&position, &[], &mut lines, &SearchLimits { time: Some(time), ..SearchLimits::NONE }, 0);
    assert_eq!(lines[0].distance, Distance::AtMost);
    confirm(&position, &[], &mut lines, &SearchLimits::NONE, 0);
    assert_eq!((lines[0].value, lines[0].distance), (Value::WinIn(3), Distance::Exact));
}
