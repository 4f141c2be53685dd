//! A teacher at the board: whether the last move of a game lost much, why, and how the other side shows it.

use games::{Message, Record};

use crate::reasons;
use crate::review::{self, ReviewOptions, ReviewedMove};

/// So much of a refutation is played out.
pub const REFUTATION_PLIES_MAX: usize = 7;

/// The tag that marks the record of a game in which a bot taught.
pub const TAG: &str = "Teaching";

/// A move that lost much.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    pub reviewed: ReviewedMove,
    /// What is wrong with it, as far as that is certain; the weightiest first.
    pub facts: Vec<Message>,
    /// How the other side answers, and how it goes on.
    pub refutation: Vec<String>,
}

/// Returns a warning about the last move of a record: a mistake or a blunder, by known results or by win
/// probability, as a review judges it. `None` for any other move, and where there is nothing to answer.
pub fn warning(record: &Record, options: &ReviewOptions<'_>) -> Option<Warning> {
    if record.outcome().is_some() {
        return None;
    }
    let (reviewed, reply) = review::judge_last(record, options)?;
    if !reviewed.is_turning_point() {
        return None;
    }
    let mut before = record.clone();
    before.undo();
    let mut facts: Vec<Message> =
        reasons::reasons(&before, &reviewed.mv).into_iter().filter(is_blame).collect();
    // A win at once is said with its move already.
    if facts.iter().all(|fact| fact.key() != "reason-lets-win") {
        facts.extend(reasons::refutation(record, &reply));
    }
    let refutation = reply.moves.into_iter().take(REFUTATION_PLIES_MAX).collect();
    Some(Warning { reviewed, facts, refutation })
}

/// Returns whether a fact about a move speaks against it. What it does besides is no comfort here, and which
/// move would have kept the result is said of the turning point already.
fn is_blame(fact: &Message) -> bool {
    matches!(fact.key(), "reason-loses" | "reason-lets-win")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(game: &str, start: &str, mv: &str) -> Record {
        let game = games::find(game).unwrap();
        let mut record = Record::from_position(game, (game.read)(start).unwrap());
        record.play(mv).unwrap();
        record
    }

    #[test]
    fn a_move_that_lets_the_other_side_win_at_once_is_warned_of_with_the_winning_reply() {
        // White threatens to slide from d1 to d5.
        let start = "1ww2/5/b3b/2b2/3w1 b";
        let warned =
            warning(&after("neutreeko", start, "c2-c4"), &ReviewOptions::DEFAULT).expect("a warning");
        assert_eq!(warned.refutation, ["d1-d5"]);
        let keys: Vec<&str> = warned.facts.iter().map(Message::key).collect();
        assert!(keys.contains(&"reason-lets-win") || keys.contains(&"reason-gives-draw"), "{keys:?}");
        assert_eq!(warning(&after("neutreeko", start, "e3-d4"), &ReviewOptions::DEFAULT), None);
    }

    #[test]
    fn a_game_that_is_over_or_has_not_begun_has_nothing_to_warn_of() {
        let won = after("neutreeko", "2b1w/w4/3w1/5/bb3 b", "c5-c1");
        assert_eq!(warning(&won, &ReviewOptions::DEFAULT), None);
        let game = games::find("ataxx").unwrap();
        assert_eq!(warning(&Record::new(game), &ReviewOptions::DEFAULT), None);
    }

    #[test]
    fn refutations_are_legal_lines_of_the_position_after_the_move() {
        let options = ReviewOptions { nodes: 2_000, megabytes: 1, ..ReviewOptions::DEFAULT };
        let mut warned = 0;
        for game in games::GAMES {
            let mut rng = fastrand::Rng::with_seed(5);
            let mut record = Record::new(game);
            for _ in 0..24 {
                if record.outcome().is_some() {
                    break;
                }
                let moves = record.position().moves();
                record.play(&moves[rng.usize(..moves.len())]).unwrap();
                let Some(warning) = warning(&record, &options) else { continue };
                warned += 1;
                assert!(!warning.refutation.is_empty(), "{}", game.info.id);
                let mut line = record.clone();
                for mv in &warning.refutation {
                    line.play(mv).unwrap_or_else(|error| panic!("{}: {mv}: {error}", game.info.id));
                }
            }
        }
        assert!(warned > 8, "random moves are often mistakes: {warned}");
    }
}
