//! Fair play: the players of a running game between people get no help with its positions.

use std::collections::HashSet;
use std::net::IpAddr;

use games::{GameEntry, Record};

use super::Caller;
use crate::App;
use crate::error::{ApiError, ErrorCode};
use crate::store::LISTED_MAX;

/// How a record is looked at when help with it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// With its last position.
    Position,
    /// With all of its positions, in a review.
    Review,
}

/// Refuses to help with a record if the caller plays one of its positions against another person.
pub async fn check(
    app: &App,
    me: Caller,
    asked: &Record,
    help: Help,
    address: IpAddr,
) -> Result<(), ApiError> {
    let Some(secret) = me.0 else { return Ok(()) };
    for rules in games::GAMES.iter().filter(|game| game.info.family == asked.info().family) {
        let contests = app.hub.store().contests_of(&secret, rules.info.id).await?;
        // What lies beyond the list cannot be looked at: many games do not hide one.
        if contests.len() as i64 == LISTED_MAX {
            return Err(ErrorCode::AnalysisRefused.into());
        }
        let mut running = Vec::new();
        for id in contests {
            let played = match app.look(&id, Some(secret), address).await {
                Ok(look) => look.record,
                // A game that was deleted meanwhile is no longer played.
                Err(error) if [ErrorCode::GameNotFound, ErrorCode::GameGone].contains(&error.code) => {
                    continue;
                }
                Err(error) => return Err(error),
            };
            if played.outcome().is_none() {
                running.push(played);
            }
        }
        if running.is_empty() {
            continue;
        }
        let asked = asked.clone();
        let is_refused = app.hub.read_long(move || {
            let asked = keys_in(&asked, rules);
            running.iter().any(|played| belongs(&asked, help, played))
        });
        if is_refused.await? {
            return Err(ErrorCode::AnalysisRefused.into());
        }
    }
    Ok(())
}

/// Returns whether a position is one of a running game, or may become one: the game has come to it, it lies
/// one move ahead, or the line that leads to it comes from where the game stands. In a review, where the game
/// has been does not count: else every game from the same start would be refused.
fn belongs(asked: &[u64], help: Help, played: &Record) -> bool {
    let now = played.position();
    let ahead = now.moves().into_iter().filter_map(|mv| Some(now.after(&mv).ok()?.key()));
    let near: HashSet<u64> = ahead.chain([now.key()]).collect();
    match help {
        Help::Review => asked.iter().any(|key| near.contains(key)),
        Help::Position => {
            let last = asked.last();
            asked.contains(&now.key())
                || last.is_some_and(|last| near.contains(last) || played.keys().any(|key| key == *last))
        }
    }
}

/// The keys of the positions of a record as another rule set has them: of one family, several may have the
/// same board and nearly the same moves.
fn keys_in(asked: &Record, game: &GameEntry) -> Vec<u64> {
    if asked.info().id == game.info.id {
        return asked.keys().collect();
    }
    let positions = (0..=asked.moves().len()).filter_map(|ply| asked.position_at(ply));
    positions.filter_map(|position| Some((game.read)(&position.to_string()).ok()?.key())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(id: &str, moves: &[&str]) -> Record {
        let mut record = Record::new(games::find(id).unwrap());
        for mv in moves {
            record.play(mv).unwrap();
        }
        record
    }

    #[test]
    fn positions_of_the_game_belong_to_it_however_they_were_reached() {
        let moves = (games::find("neutreeko").unwrap().start)().moves();
        let (mv, other) = (moves[0].as_str(), moves[1].as_str());
        let line = |moves: &[&str]| after("neutreeko", moves);
        let played = line(&[mv]);
        let ahead = played.position().moves()[0].clone();
        let farther = line(&[mv, &ahead]).position().moves()[0].clone();
        let belongs = |asked: &Record| belongs(&keys_in(asked, played.game()), Help::Position, &played);
        assert!(belongs(&line(&[])) && belongs(&line(&[mv])));
        assert!(belongs(&line(&[mv, &ahead, &farther])), "a line from where the game stands");
        let game = games::find("neutreeko").unwrap();
        let alone = |moves: &[&str]| {
            Record::from_position(game, (game.read)(&line(moves).position().to_string()).unwrap())
        };
        assert!(belongs(&alone(&[mv])) && belongs(&alone(&[mv, &ahead])));
        assert!(!belongs(&line(&[other])));
    }

    #[test]
    fn a_review_is_refused_where_it_comes_to_where_the_game_stands() {
        let played = after("ataxx", &["g2", "a2"]);
        let belongs = |asked: &Record| belongs(&keys_in(asked, played.game()), Help::Review, &played);
        assert!(belongs(&after("ataxx", &["g2", "a2", "g3", "a3"])));
        let infection = games::find("infection").unwrap();
        let mut renamed =
            Record::from_position(infection, (infection.read)(&played.start().to_string()).unwrap());
        for mv in played.moves() {
            renamed.play(mv).unwrap();
        }
        assert!(belongs(&renamed), "the same board by another name");
        assert!(belongs(&after("ataxx", &["f1", "a2", "g2"])), "one move ahead, by another order");
        assert!(!belongs(&after("ataxx", &["f1", "a2", "e1"])), "only the start is the same");
    }
}
