//! Fair play: the players of a running game between people get no help with its positions.

use std::net::IpAddr;

use games::Record;

use super::Caller;
use crate::App;
use crate::error::{ApiError, ErrorCode};

/// Refuses to help with a position if the caller plays it against another person.
pub async fn check(app: &App, me: Caller, asked: &Record, address: IpAddr) -> Result<(), ApiError> {
    let Some(secret) = me.0 else { return Ok(()) };
    for id in app.hub.store().contests_of(&secret, asked.info().id).await? {
        match app.look(&id, Some(secret), address).await {
            Ok(look) if look.record.outcome().is_none() && belongs(asked, &look.record) => {
                return Err(ErrorCode::AnalysisRefused.into());
            }
            // A game that was deleted meanwhile is no longer played.
            Err(error) if error.code != ErrorCode::GameNotFound && error.code != ErrorCode::GameGone => {
                return Err(error);
            }
            Ok(_) | Err(_) => {}
        }
    }
    Ok(())
}

/// Returns whether a position is one of a running game, or may become one: the game has come to it, it lies one
/// move ahead, or the line that leads to it comes from where the game stands.
fn belongs(asked: &Record, played: &Record) -> bool {
    let (now, wanted) = (played.position(), asked.position().key());
    let is_ahead = || now.moves().iter().any(|mv| now.after(mv).is_ok_and(|next| next.key() == wanted));
    played.keys().any(|key| key == wanted) || asked.keys().any(|key| key == now.key()) || is_ahead()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[&str]) -> Record {
        let mut record = Record::new(games::find("neutreeko").unwrap());
        for mv in moves {
            record.play(mv).unwrap();
        }
        record
    }

    #[test]
    fn positions_of_the_game_belong_to_it_however_they_were_reached() {
        let moves = (games::find("neutreeko").unwrap().start)().moves();
        let (mv, other) = (moves[0].as_str(), moves[1].as_str());
        let played = after(&[mv]);
        let ahead = played.position().moves()[0].clone();
        let farther = after(&[mv, &ahead]).position().moves()[0].clone();
        assert!(belongs(&after(&[]), &played) && belongs(&after(&[mv]), &played));
        assert!(belongs(&after(&[mv, &ahead, &farther]), &played), "a line from where the game stands");
        let game = games::find("neutreeko").unwrap();
        let alone = |line: &[&str]| {
            Record::from_position(game, (game.read)(&after(line).position().to_string()).unwrap())
        };
        assert!(belongs(&alone(&[mv]), &played) && belongs(&alone(&[mv, &ahead]), &played));
        assert!(!belongs(&after(&[other]), &played));
    }
}
