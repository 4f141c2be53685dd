//! The second player's replies in Knight Line, decided anew: what
//! `crates/engine/src/solve/knightline/replies.txt` holds.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use engine::solve::knightline::replies::{FIRST_MOVE, REPLIES, TILES, defence, opening};
use engine::solve::knightline::{
    Book, Certificate, Control, FirstMove, Goal, Opening, ProofOptions, Prover, Verdict,
};
use games::Player;
use games::knightline::Official;

/// Positions after which an attempt is given up.
const NODES_MAX: u64 = 2_000_000;
const MEMORY_MB: usize = 64;
/// The strategy that survives depends on its memory; the tests find it with the same.
const SURVIVAL_MB: usize = 16;
/// How far wins are looked for.
const COUNT_MAX: u8 = 11;
/// Before this own move the second player cannot win if the first plays well.
const SECOND_MIN: u8 = 10;
/// Numbers of tiles that a strategy of the first player does not tell apart: single tiles on either cell, or
/// none.
const CLASSES: [RangeInclusive<u8>; 3] = [1..=1, 2..=18, 19..=19];
/// Longest line of the page.
const WIDTH: usize = 120;

/// A question: a reply with these numbers of tiles, and the player to prove a win for.
struct Question {
    cells: &'static str,
    tiles: RangeInclusive<u8>,
    player: Player,
}

/// Returns the page; `tell` is called with the progress.
pub fn page(threads: usize, tell: fn(&str)) -> String {
    let mut page = format!(
        "The second player's replies to {FIRST_MOVE} in Knight Line whose winner is proved, each with the moves of the winner's strategy in\n\
         the order in which its positions come up; where no win is faster, after the moves with which the loser holds out so long. Made by `cargo xtask replies`.\n"
    );
    let by_first = |cells| CLASSES.map(|tiles| Question { cells, tiles, player: Player::First });
    let by_second =
        |cells| TILES.map(move |tiles| Question { cells, tiles: tiles..=tiles, player: Player::Second });
    let first = answers(REPLIES.into_iter().flat_map(by_first).collect(), threads, tell);
    // Where the first player wins nothing is left to ask.
    let is_open = |question: &Question| {
        !first.iter().any(|(known, answer)| {
            answer.is_some() && known.cells == question.cells && known.tiles.contains(question.tiles.start())
        })
    };
    let second = answers(REPLIES.into_iter().flat_map(by_second).filter(is_open).collect(), threads, tell);
    let surviving = survive();
    for (question, certificate) in first.iter().chain(&second) {
        if let Some(certificate) = certificate {
            write_strategy(&mut page, question, certificate, surviving.as_ref());
        }
    }
    page
}

/// Returns how the first player survives the turns before the one on which the second can win.
fn survive() -> Option<Book> {
    let opening = Opening::<Official>::read(FIRST_MOVE, FirstMove::OneTile).ok()?;
    let (position, first) = opening.turn_of(Player::First)?;
    let mut prover = Prover::new(
        position,
        first,
        Goal::Survive,
        &ProofOptions { memory_mb: SURVIVAL_MB, ..ProofOptions::default() },
    )
    .ok()?;
    let mut control = Control { stop: &AtomicBool::new(false), progress: &mut |_| {} };
    let verdict = prover.prove(SECOND_MIN - 1, &mut control);
    (verdict == Verdict::Proved).then(|| prover.certificate(&mut control))?.as_ref().map(Book::from)
}

/// Questions in their order, each with the proof if one was found.
fn answers(questions: Vec<Question>, threads: usize, tell: fn(&str)) -> Vec<(Question, Option<Certificate>)> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut found = Vec::new();
        while let Some((index, question)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|index| Some((index, questions.get(index)?)))
        {
            found.push((
                index,
                prove(&opening(question.cells, *question.tiles.start()), question.player, tell),
            ));
        }
        found
    };
    let mut found: Vec<(usize, Option<Certificate>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("searches do not panic")).collect()
    });
    found.sort_by_key(|(index, _)| *index);
    questions.into_iter().zip(found).map(|(question, (_, certificate))| (question, certificate)).collect()
}

/// Returns the shortest win of a player after some moves that can be found.
fn prove(moves: &str, player: Player, tell: fn(&str)) -> Option<Certificate> {
    let options = ProofOptions { memory_mb: MEMORY_MB, nodes_max: NODES_MAX, ..ProofOptions::default() };
    let opening = Opening::<Official>::read(moves, FirstMove::OneTile).ok()?;
    let (position, first) = opening.turn_of(player)?;
    let mut prover = Prover::new(position, first, Goal::Win, &options).ok()?;
    let mut control = Control { stop: &AtomicBool::new(false), progress: &mut |_| {} };
    let mut given_up = Vec::new();
    let count_min = if player == Player::Second { SECOND_MIN } else { 1 };
    for count in count_min..=COUNT_MAX {
        match prover.prove(count, &mut control) {
            Verdict::Proved => {
                tell(&format!("{moves}: {player:?} wins within {count}, nodes {}", prover.nodes()));
                return prover.certificate(&mut control);
            }
            Verdict::NoProof => {}
            Verdict::Stopped => given_up.push(count),
        }
    }
    tell(&format!(
        "{moves}: no win of {player:?} within {COUNT_MAX} was proved, given up {given_up:?}, nodes {}",
        prover.nodes()
    ));
    None
}

fn write_strategy(
    page: &mut String,
    Question { cells, tiles, player }: &Question,
    certificate: &Certificate,
    surviving: Option<&Book>,
) {
    let winner = if *player == Player::First { "first" } else { "second" };
    let (start, end) = (tiles.start(), tiles.end());
    let range = if start == end { start.to_string() } else { format!("{start}-{end}") };
    let _ = write!(page, "> {cells}:{range} {winner} {}", certificate.count);
    if *player == Player::Second
        && certificate.count == SECOND_MIN
        && let Ok(opening) = Opening::<Official>::read(&opening(cells, *start), FirstMove::OneTile)
        && let Some(moves) =
            surviving.and_then(|surviving| defence(opening.position(), &certificate.into(), surviving))
    {
        moves.iter().for_each(|mv| page.push_str(&format!(" {mv}")));
    }
    let mut width = WIDTH;
    for line in &certificate.lines {
        let mv = line.mv.to_string();
        width += mv.len() + 1;
        page.push(if width > WIDTH { '\n' } else { ' ' });
        if width > WIDTH {
            width = mv.len();
        }
        page.push_str(&mv);
    }
    page.push('\n');
}
