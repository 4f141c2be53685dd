//! Slow twins: whatever is proved holds when the real game is searched move by move, and the search finds
//! what plain search finds.

use fastrand::Rng;
use games::Outcome;
use games::knightline::{Feup, Official};

use super::verify::verify;
use super::*;
use crate::experts::knightline::report;

/// Does some work without progress reports and without a way to stop it.
fn alone<T>(work: impl FnOnce(&mut Control<'_>) -> T) -> T {
    work(&mut Control { stop: &AtomicBool::new(false), progress: &mut |_| {} })
}

fn prove<R: Rules>(position: &KnightLine<R>, goal: Goal, count: u8) -> (Verdict, Option<Certificate>) {
    let options = ProofOptions { splits: Splits::All, memory_mb: 1, ..ProofOptions::default() };
    let mut prover = Prover::new(position, None, goal, &options).unwrap();
    let verdict = alone(|control| prover.prove(count, control));
    (verdict, alone(|control| prover.certificate(control)))
}

fn after<R: Rules>(position: &KnightLine<R>, mv: Split) -> KnightLine<R> {
    let mut next = position.clone();
    next.play(mv);
    next
}

fn moves<R: Rules>(position: &KnightLine<R>) -> Vec<Split> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// Returns whether a player wins the real game within so many own moves.
fn wins<R: Rules>(position: &KnightLine<R>, player: Player, count: u8) -> bool {
    match position.outcome() {
        Some(outcome) => outcome == Outcome::Win(player),
        None if position.turn() != player => {
            moves(position).into_iter().all(|mv| wins(&after(position, mv), player, count))
        }
        None => {
            count > 0 && moves(position).into_iter().any(|mv| wins(&after(position, mv), player, count - 1))
        }
    }
}

/// Returns whether a player has not lost the real game after so many turns of the other side.
fn survives<R: Rules>(position: &KnightLine<R>, player: Player, count: u8) -> bool {
    match position.outcome() {
        Some(outcome) => outcome == Outcome::Win(player),
        None if count == 0 => true,
        None if position.turn() == player => {
            moves(position).into_iter().any(|mv| survives(&after(position, mv), player, count))
        }
        None => moves(position).into_iter().all(|mv| survives(&after(position, mv), player, count - 1)),
    }
}

/// Positions with few tiles, neither side stuck, from games between the report's bot and chance. Half of them
/// lie shortly before the end, with the winner to move.
fn small_positions<R: Rules>(seed: u64, number: usize) -> Vec<KnightLine<R>> {
    let mut rng = Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < number {
        let [first, second] = R::INFO.sides.map(|side| side.letter);
        let start = format!("{first}{}{second}{} {first} @m0", rng.u8(5..13), rng.u8(5..13));
        let mut game: Vec<KnightLine<R>> = vec![start.parse().unwrap()];
        let careless = rng.u8(1..4);
        while let Some(position) = game.last().filter(|position| position.outcome().is_none()) {
            let mv = if rng.u8(..4) < careless {
                rng.choice(moves(position)).unwrap()
            } else {
                report(position, &mut rng)
            };
            game.push(after(position, mv));
        }
        let back = if rng.bool() { rng.usize(..game.len()) } else { 2 * rng.usize(1..3) + 1 };
        let Some(position) = game.len().checked_sub(back + 1).map(|index| &game[index]) else { continue };
        if (1..=50).contains(&position.count_moves()) && position.nth_move(0) != Some(Split::PASS) {
            found.push(position.clone());
        }
    }
    found
}

/// Returns whether it can be proved that the player who is not to move wins within so many own moves.
fn prove_waiting<R: Rules>(position: &KnightLine<R>, count: u8) -> bool {
    let options = ProofOptions { splits: Splits::All, memory_mb: 1, ..ProofOptions::default() };
    let mut prover = Prover::against_mover(position, &options).unwrap();
    alone(|control| prover.prove(count, control)) == Verdict::Proved
}

/// Proves what it can about small positions and checks all of it in the real game. Gives how often each goal
/// was proved, and how often a loss of the player to move.
fn check_soundness<R: Rules>(seed: u64) -> [usize; 3] {
    let mut counts = [0; 3];
    for position in small_positions::<R>(seed, 250) {
        let player = position.turn();
        for count in 1..=2 {
            let proved = prove_waiting(&position, count);
            assert!(
                !proved || wins(&position, !player, count),
                "a loss within {count} proved and wrong: {position}"
            );
            counts[2] += usize::from(proved);
        }
        for count in 1..=3 {
            for (goal, holds) in [
                (Goal::Win, wins(&position, player, count)),
                (Goal::Survive, survives(&position, player, count)),
            ] {
                let (verdict, certificate) = prove(&position, goal, count);
                let proved = verdict == Verdict::Proved;
                assert!(holds || !proved, "{goal:?} {count} proved and wrong: {position}");
                assert_eq!(proved, certificate.is_some());
                if let Some(certificate) = certificate {
                    let summary = verify(&certificate.to_string(), FirstMove::OneTile);
                    let summary =
                        summary.unwrap_or_else(|error| panic!("{position}: {error}\n{certificate}"));
                    assert_eq!(
                        (summary.goal, summary.player, summary.begins_at(&position)),
                        (goal, player, true)
                    );
                    assert!(if goal == Goal::Win { summary.count <= count } else { summary.count == count });
                    // Once the winning move is made, the same win is that of the player who waits.
                    let next = after(&position, certificate.lines[0].mv);
                    if goal == Goal::Win && next.outcome().is_none() {
                        assert!(prove_waiting(&next, count - 1) && !prove_waiting(&next, 0), "{position}");
                        counts[2] += 1;
                    }
                }
                counts[usize::from(goal == Goal::Survive)] += usize::from(proved);
            }
        }
    }
    counts
}

#[test]
fn what_is_proved_holds_in_the_real_game() {
    let [wins, survivals, losses] = check_soundness::<Official>(1);
    let [wins_feup, survivals_feup, losses_feup] = check_soundness::<Feup>(2);
    assert!(
        wins > 50 && survivals > 300 && wins_feup > 10 && survivals_feup > 300,
        "{:?}",
        [wins, survivals, wins_feup, survivals_feup]
    );
    assert!(losses > 5 && losses_feup > 0, "{:?}", [losses, losses_feup]);
}

/// The relaxed game searched move by move, with no thought of threats.
fn plain(search: &ProofSearch, position: &Relaxed, turn: Turn, left: u8) -> bool {
    let targets = || position.exact_targets();
    match turn {
        Turn::Exact if left == 0 => search.goal == Goal::Survive && targets().next().is_some(),
        Turn::Exact => targets().any(|to| {
            let sources: Vec<_> = position.sources(to).collect();
            sources
                .iter()
                .flat_map(|(from, height)| (1..*height).map(|tiles| ExactMove { from: *from, to, tiles }))
                .any(|step| {
                    let mut next = position.clone();
                    next.play_exact(step);
                    let own: Vec<_> = next.heights().iter().map(|(spot, _)| *spot).collect();
                    has_line(&own) || plain(search, &next, Turn::Free, left - 1)
                })
        }),
        Turn::Free => std::iter::once(None).chain(position.free_targets().map(Some)).all(|reply| {
            let mut next = position.clone();
            if let Some(spot) = reply {
                next.play_free(spot);
            }
            let own: Vec<_> = next.free_stacks().map(|(spot, _)| spot).collect();
            !has_line(&own) && plain(search, &next, Turn::Exact, left)
        }),
    }
}

fn has_line(own: &[cells::Spot]) -> bool {
    let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
    own.iter().any(|spot| {
        steps
            .into_iter()
            .any(|(rows, columns)| (1..4).all(|n| own.contains(&spot.step(n * rows, n * columns))))
    })
}

#[test]
fn the_search_decides_as_plain_search_of_the_relaxed_game() {
    let options = ProofOptions { splits: Splits::All, memory_mb: 1, ..ProofOptions::default() };
    let mut decisions = [[0; 2]; 2];
    for position in small_positions::<Official>(3, 150) {
        let window = Window::around(&position, position.turn());
        let root = Relaxed::of(&position, &window).unwrap();
        for goal in [Goal::Win, Goal::Survive] {
            for count in 1..=2 {
                let found = prove(&position, goal, count).0 == Verdict::Proved;
                let expected = plain(
                    &ProofSearch::new(goal, &options, ProofTable::new(1).unwrap()),
                    &root,
                    Turn::Exact,
                    count,
                );
                assert_eq!(found, expected, "{goal:?} {count}: {position}");
                decisions[usize::from(goal == Goal::Win)][usize::from(found)] += 1;
            }
        }
    }
    assert!(decisions.iter().flatten().all(|decided| *decided > 10), "{decisions:?}");
}

/// The two proofs of the game itself, the certificates behind them, and the game that both of them play.
#[test]
fn the_second_player_wins_on_exactly_the_tenth_move() {
    let options = ProofOptions { memory_mb: 16, ..ProofOptions::default() };
    let mut books = Vec::new();
    for (player, moves, goal, count) in
        [(Player::First, "m0-o1:1", Goal::Survive, 9), (Player::Second, "m0-o1:1 n0-o2:10", Goal::Win, 10)]
    {
        let opening = Opening::<Official>::read(moves, options.first_move).unwrap();
        let (position, first) = opening.turn_of(player).unwrap();
        let mut prover = Prover::new(position, first, goal, &options).unwrap();
        assert_eq!(alone(|control| prover.prove(count, control)), Verdict::Proved);
        let certificate = alone(|control| prover.certificate(control)).unwrap();
        let summary = verify(&certificate.to_string(), options.first_move).unwrap();
        assert_eq!(
            (summary.goal, summary.player, summary.count, summary.begins_at(position)),
            (goal, player, count, true)
        );
        books.push(Book::from(&certificate));
    }
    let mut position = KnightLine::<Official>::default();
    let mut game = Vec::new();
    while position.outcome().is_none() {
        let mv = books[position.turn().index()].choose(&position);
        let mv = mv.or_else(|| position.nth_move(0)).unwrap();
        game.push(mv.to_string());
        position.play(mv);
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::Second)));
    assert_eq!(game.len(), 20, "{game:?}");
    // What is stored of the loser's play follows the strategy that survives, against each strategy that wins
    // so fast.
    let mut wrong = Vec::new();
    for reply in replies::decided().iter().filter(|reply| reply.winner == Player::Second && reply.count == 10)
    {
        let opening = Opening::<Official>::read(&reply.opening(), options.first_move).unwrap();
        let defence = replies::defence(opening.position(), reply.book().unwrap(), &books[0]).unwrap();
        if reply.defence() == defence {
            assert_eq!(reply.longest_line(&KnightLine::<Feup>::default()).map(|line| line.len()), Some(20));
            assert_eq!(reply.longest_line(opening.position()).map(|line| line.len()), Some(18));
        } else {
            let defence: Vec<String> = defence.iter().map(Split::to_string).collect();
            wrong.push(format!("{}: {}", reply.opening(), defence.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "other moves hold out:\n{}", wrong.join("\n"));
    // The same strategy beats every bot under both rule sets.
    let mut rng = Rng::with_seed(4);
    for _ in 0..200 {
        beats::<Official>(&books[1], &mut rng);
        beats::<Feup>(&books[1], &mut rng);
    }
}

/// Plays a game of the book against the report's bot and chance, which the book must win in time.
fn beats<R: Rules>(book: &Book, rng: &mut Rng) {
    let mut position = KnightLine::<R>::default();
    let careless = rng.u8(1..=4);
    let mut own_moves = 0;
    while position.outcome().is_none() {
        let mv = if position.turn() == book.player() {
            own_moves += 1;
            book.choose(&position).unwrap_or_else(|| panic!("the book has nothing for {position}"))
        } else if rng.u8(..4) < careless {
            rng.choice(moves(&position)).unwrap()
        } else {
            report(&position, rng)
        };
        position.play(mv);
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(book.player())));
    assert!(own_moves <= 10, "{position}");
}

#[test]
fn without_the_one_tile_rule_the_first_player_wins() {
    let options = ProofOptions { first_move: FirstMove::Free, memory_mb: 16, ..ProofOptions::default() };
    let opening = Opening::<Official>::read("m0-o1:10", FirstMove::Free).unwrap();
    let (position, first) = opening.turn_of(Player::First).unwrap();
    let mut prover = Prover::new(position, first, Goal::Win, &options).unwrap();
    assert_eq!(alone(|control| prover.prove(7, control)), Verdict::Proved);
    let text = alone(|control| prover.certificate(control)).unwrap().to_string();
    assert_eq!(verify(&text, FirstMove::Free).unwrap().count, 7);
    assert_eq!(
        verify(&text, FirstMove::OneTile).unwrap_err().message,
        "the first move of the game takes one tile"
    );
}

#[test]
fn a_search_ends_when_it_is_stopped() {
    let start = KnightLine::<Official>::default();
    let mut prover = Prover::new(
        &start,
        None,
        Goal::Survive,
        &ProofOptions { nodes_max: 2000, ..ProofOptions::default() },
    )
    .unwrap();
    assert_eq!(alone(|control| prover.prove(9, control)), Verdict::Stopped);
    assert!(prover.nodes() <= 2000 && alone(|control| prover.certificate(control)).is_none());

    let mut prover = Prover::new(&start, None, Goal::Survive, &ProofOptions::default()).unwrap();
    let stop = AtomicBool::new(false);
    let mut calls = 0;
    let mut progress = |_| {
        calls += 1;
        stop.store(true, Ordering::Relaxed);
    };
    assert_eq!(prover.prove(9, &mut Control { stop: &stop, progress: &mut progress }), Verdict::Stopped);
    assert_eq!(calls, 1);
}
