//! Fair play: the players of a running game between people get no help with its positions.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;

use games::{AnyPosition, GameEntry, Record, symmetry_key};

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

/// Refuses to help with a record if the caller plays one of its positions against another person, or a mirror
/// image of it.
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
            let asked = positions_in(&asked, rules);
            running.iter().any(|played| belongs(&asked, help, played))
        });
        if is_refused.await? {
            return Err(ErrorCode::AnalysisRefused.into());
        }
    }
    Ok(())
}

type Positions = Vec<Box<dyn AnyPosition>>;

/// Returns whether a position is one of a running game, or may become one: the game has come to it, it lies
/// one move ahead, or the line that leads to it comes from where the game stands. In a review, where the game
/// has been does not count: else every game from the same start would be refused.
fn belongs(asked: &[Box<dyn AnyPosition>], help: Help, played: &Record) -> bool {
    let now = played.position();
    let ahead: Positions = now.moves().iter().filter_map(|mv| now.after(mv).ok()).collect();
    let near = || ahead.iter().map(|position| &**position).chain([now]);
    match help {
        Help::Review => {
            let near = Alike::of(near(), |_| true);
            asked.iter().any(|position| near.has(&**position))
        }
        Help::Position => {
            let now = Alike::of([now], |_| true);
            let Some(last) = asked.last() else { return false };
            let count = last.count_moves();
            let been = (0..).map_while(|ply| played.position_at(ply));
            asked.iter().any(|position| now.has(&**position))
                || Alike::of(near().chain(been), |moves| moves == count).has(&**last)
        }
    }
}

/// Positions, to be found again however the board is turned or mirrored and whichever side is which. They are
/// drawn for that, which takes a while: so they are told apart by the number of legal moves first.
struct Alike(HashMap<usize, HashSet<u64>>);

impl Alike {
    /// Takes only those positions whose number of legal moves is wanted.
    fn of<'a>(
        positions: impl IntoIterator<Item = &'a dyn AnyPosition>,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Self {
        let mut keys: HashMap<usize, HashSet<u64>> = HashMap::new();
        for position in positions {
            let count = position.count_moves();
            if is_wanted(count) {
                keys.entry(count).or_default().insert(symmetry_key(position));
            }
        }
        Self(keys)
    }

    fn has(&self, position: &dyn AnyPosition) -> bool {
        self.0.get(&position.count_moves()).is_some_and(|keys| keys.contains(&symmetry_key(position)))
    }
}

/// Returns the positions of a record as another rule set has them: of one family, several may have the same
/// board and nearly the same moves.
fn positions_in(asked: &Record, game: &GameEntry) -> Positions {
    let positions = (0..).map_while(|ply| asked.position_at(ply));
    if asked.info().id == game.info.id {
        return positions.map(AnyPosition::boxed_clone).collect();
    }
    positions.filter_map(|position| (game.read)(&position.to_string()).ok()).collect()
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
        let belongs = |asked: &Record| belongs(&positions_in(asked, played.game()), Help::Position, &played);
        assert!(belongs(&line(&[])) && belongs(&line(&[mv])));
        assert!(belongs(&line(&[mv, &ahead, &farther])), "a line from where the game stands");
        let game = games::find("neutreeko").unwrap();
        let alone = |moves: &[&str]| {
            Record::from_position(game, (game.read)(&line(moves).position().to_string()).unwrap())
        };
        assert!(belongs(&alone(&[mv])) && belongs(&alone(&[mv, &ahead])));
        assert!(!belongs(&alone(&[mv, &ahead, &farther])), "two moves ahead");
        assert!(!belongs(&line(&[other])));
    }

    #[test]
    fn mirror_images_of_the_game_belong_to_it_whichever_side_is_which() {
        for (id, mv, mirrored, exchanged, other) in [
            (
                "neutreeko",
                "b1-c1",
                "1w1w1/2b2/5/2w2/1bb2 w",
                "1b1b1/2w2/5/2b2/2ww1 b",
                "1w1w1/1bb2/5/2w2/3b1 w",
            ),
            (
                "ataxx",
                "g2",
                "o5x/7/7/7/7/x6/x5o o 0 1",
                "o5x/7/7/7/7/6o/x5o x 0 1",
                "x5o/7/7/7/7/5x1/o5x o 0 1",
            ),
            (
                "infection",
                "g6",
                "x5o/7/7/7/7/6x/o5x o 0 1",
                "x5o/6o/7/7/7/7/o5x x 0 1",
                "o5x/5x1/7/7/7/7/x5o o 0 1",
            ),
            ("knightline", "m0-o1:1", "w19b20./..w1 b @a5", "..b1/b19w20. w @m1", "..w2/w18b20. b @m1"),
            (
                "threedragons",
                "b1b4",
                "MB1B1B1B1B1B1B1M/4B14/9/9/C3C3C/7W11/9/4W14/MW1W1W1W1W1W11M b 1 1",
                "M1B1B1B1B1B1B1M/4B14/9/1B17/C3C3C/9/9/4W14/MW1W1W1W1W1W1W1M w 1 2",
                "MB1B1B1B1B1B1B1M/4B14/9/9/CW12C3C/9/9/4W14/M1W1W1W1W1W1W1M b 1 1",
            ),
        ] {
            let played = after(id, &[mv]);
            let game = played.game();
            let alone = |text: &str| Record::from_position(game, (game.read)(text).unwrap());
            let belongs = |asked: &Record, help| belongs(&positions_in(asked, game), help, &played);
            for help in [Help::Position, Help::Review] {
                assert!(belongs(&alone(mirrored), help) && belongs(&alone(exchanged), help), "{id} {help:?}");
                // A line, or a game, that comes from such a position.
                let mut line = alone(exchanged);
                for _ in 0..3 {
                    let mv = line.position().moves()[0].clone();
                    line.play(&mv).unwrap();
                }
                assert!(belongs(&line, help), "{id} {help:?}");
                assert!(!belongs(&alone(other), help), "{id} {help:?}");
            }
        }
    }

    #[test]
    fn a_review_is_refused_where_it_comes_to_where_the_game_stands() {
        let played = after("ataxx", &["g2", "a2"]);
        let belongs = |asked: &Record| belongs(&positions_in(asked, played.game()), Help::Review, &played);
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
