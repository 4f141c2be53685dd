//! What can be said about a move, as facts in words. A fact is said only after it has been checked against
//! the position: a slow twin of every game checks them again in the tests.
//!
//! The facts here hold for every game. What a game adds is [`Face::facts`].

use crate::{Arg, Face, Message, Outcome, Phrase};

phrases! {
    ONLY_MOVE = "reason-only-move": "is the only legal move";
    WINS = "reason-wins": "wins at once";
    DRAWS = "reason-draws": "ends the game in a draw";
    LOSES = "reason-loses": "loses at once";
    LETS_WIN = "reason-lets-win": "lets {side} win at once with {reply}";
    WINS_NEXT = "reason-wins-next": "wins with the next move, whatever {side} answers";
    BLOCKS_ONLY = "reason-blocks-only": "blocks the only threat, on {cell}";
    BLOCKS_ALL = "reason-blocks-all": "blocks all threats, on {cells}";
    ONLY_DEFENCE = "reason-only-defence": "is the only move after which {side} cannot win at once";
    DEFENCE = "reason-defence": "is one of {count} moves after which {side} cannot win at once";
    THREATENS = "reason-threatens": "threatens to win on {cell}";
    THREATENS_MANY = "reason-threatens-many": "threatens to win on {count} squares: {cells}";
    KIND = "reason-kind": "a move";
    KEEPS_WIN = "reason-keeps-win": "keeps the win: one of {count} moves that do";
    KEEPS_WIN_ALONE = "reason-keeps-win-alone": "keeps the win: the only move that does";
    KEEPS_DRAW = "reason-keeps-draw": "keeps the draw: one of {count} moves that do";
    KEEPS_DRAW_ALONE = "reason-keeps-draw-alone": "keeps the draw: the only move that does";
    GIVES_WIN = "reason-gives-win": "gives the win away: {best} keeps it";
    GIVES_DRAW = "reason-gives-draw": "gives the draw away: {best} keeps it";
    RESISTS = "reason-resists": "resists longest in a lost position";
    WINS_WITHIN = "reason-wins-within": "wins within {count} moves";
    WINS_WITHIN_ONE = "reason-wins-within-one": "wins within one move";
    ANSWER = "reason-answer": "is answered by {reply}, which {fact}";
}

/// A result that a move keeps or gives away, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stake {
    Win,
    Draw,
}

/// Says that a move keeps a result, as one of this many moves that do.
pub fn keeps(stake: Stake, count: usize) -> Message {
    let (alone, many) = match stake {
        Stake::Win => (KEEPS_WIN_ALONE, KEEPS_WIN),
        Stake::Draw => (KEEPS_DRAW_ALONE, KEEPS_DRAW),
    };
    if count == 1 { alone.message() } else { many.with("count", count) }
}

/// Says that a move gives a result away that another move keeps.
pub fn gives_away(stake: Stake, best: &str) -> Message {
    let phrase = if stake == Stake::Win { GIVES_WIN } else { GIVES_DRAW };
    phrase.with("best", best)
}

/// Says that a move loses, but later than every other.
pub fn resists() -> Message {
    RESISTS.message()
}

/// Says that a move wins by force within this many own moves, itself the first.
pub fn wins_within(moves: u32) -> Message {
    if moves == 1 { WINS_WITHIN_ONE.message() } else { WINS_WITHIN.with("count", moves) }
}

/// Says what is wrong with a move: a reply to it, and a fact about that reply.
pub fn answered(reply: &str, fact: Message) -> Message {
    ANSWER.with("reply", reply).with("fact", fact)
}

/// Every fact about a legal move, the weightiest first. `drawn` are the keys of positions that end the game
/// in a draw if they occur once more.
pub(crate) fn reasons<P: Face>(position: &P, mv: P::Move, drawn: &[u64]) -> Vec<Message> {
    let moves = list(position);
    let next = after(position, mv);
    let (me, other) = (position.turn(), P::INFO.named(!position.turn()));
    let mut facts = Vec::new();
    match outcome(&next, drawn) {
        Some(Outcome::Win(winner)) => facts.push(if winner == me { WINS } else { LOSES }.message()),
        Some(Outcome::Draw) => facts.push(DRAWS.message()),
        None => match winning_moves(&next).next() {
            Some(reply) => {
                facts.push(LETS_WIN.with("side", other).with("reply", reply.to_string()));
            }
            None => facts.extend(forward(position, &moves, &next, other, drawn)),
        },
    }
    if moves.len() == 1 {
        facts.push(ONLY_MOVE.message());
    }
    // What a position would allow is no matter once a repetition has ended the game.
    if !drawn.contains(&next.key()) {
        facts.extend(position.facts(mv));
    }
    facts
}

fn outcome<P: Face>(position: &P, drawn: &[u64]) -> Option<Outcome> {
    position.outcome().or_else(|| drawn.contains(&position.key()).then_some(Outcome::Draw))
}

/// What kind of move it is, without its cells.
pub(crate) fn kind<P: Face>(position: &P, mv: P::Move) -> Message {
    position.move_kind(mv).unwrap_or_else(|| KIND.message())
}

/// The facts about a move to a position in which the game goes on and the other side cannot win at once.
fn forward<P: Face>(position: &P, moves: &[P::Move], next: &P, other: Arg, drawn: &[u64]) -> Vec<Message> {
    let mut facts = Vec::new();
    let loses = |reply: P::Move| {
        let then = after(next, reply);
        outcome(&then, drawn).is_none() && winning_moves(&then).next().is_some()
    };
    if next.turn() != position.turn() && list(next).into_iter().all(loses) {
        facts.push(WINS_NEXT.with("side", other.clone()));
    }
    // The threats of the other side are what it could do if it were to move.
    let met = position.passed().map_or(Vec::new(), |passed| winning_cells(&passed));
    match &met[..] {
        [] => {}
        [cell] => facts.push(BLOCKS_ONLY.with("cell", cell)),
        _ => facts.push(BLOCKS_ALL.with("cells", met.join(", "))),
    }
    if let Some(safe) = defences(position, moves, drawn) {
        let phrase: &'static Phrase = if safe == 1 { ONLY_DEFENCE } else { DEFENCE };
        let fact = phrase.with("side", other);
        facts.push(if safe == 1 { fact } else { fact.with("count", safe) });
    }
    let made = next.passed().map_or(Vec::new(), |passed| winning_cells(&passed));
    match &made[..] {
        [] => {}
        [cell] => facts.push(THREATENS.with("cell", cell)),
        _ => facts.push(THREATENS_MANY.with("count", made.len()).with("cells", made.join(", "))),
    }
    facts
}

/// The number of moves after which the other side cannot win at once, where they are at most half of all: if
/// most moves do, it is no news.
fn defences<P: Face>(position: &P, moves: &[P::Move], drawn: &[u64]) -> Option<usize> {
    let is_safe = |mv: &&P::Move| {
        let next = after(position, **mv);
        match outcome(&next, drawn) {
            Some(outcome) => outcome != Outcome::Win(!position.turn()),
            None => winning_moves(&next).next().is_none(),
        }
    };
    // One more than half is enough to know that it is no news.
    let safe = moves.iter().filter(is_safe).take(moves.len() / 2 + 1).count();
    (safe <= moves.len() / 2).then_some(safe)
}

/// The cells on which a move of the side to move wins at once, each once, as gestures end on them.
fn winning_cells<P: Face>(position: &P) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    for mv in winning_moves(position) {
        let gesture = position.gestures(mv).into_iter().next();
        if let Some(cell) = gesture.and_then(|mut gesture| gesture.cells.pop())
            && !cells.contains(&cell)
        {
            cells.push(cell);
        }
    }
    cells
}

fn winning_moves<P: Face>(position: &P) -> impl Iterator<Item = P::Move> {
    let wins = |mv: &P::Move| after(position, *mv).outcome() == Some(Outcome::Win(position.turn()));
    list(position).into_iter().filter(wins)
}

fn list<P: Face>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn after<P: Face>(position: &P, mv: P::Move) -> P {
    let mut next = position.clone();
    next.play(mv);
    next
}
