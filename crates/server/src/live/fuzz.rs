//! What no message of a client may break, for the fuzz target and for a test.
// A panic is how a fuzz target reports a finding; nothing else calls this.
#![allow(clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use games::Player;

use super::acts::Act;
use super::presence::Presence;
use super::{HouseRules, LiveGame, Moment, Who};
use crate::secrets::Hash;
use crate::store::{GameRow, MoveRow, SeatRow};
use crate::wire::{ClientCommand, Envelope, Numbered, ToClient, You};

/// How much time passes between two messages.
const STEP: Duration = Duration::from_millis(700);
const SECRETS: [Hash; 2] = [[1; 32], [2; 32]];

fn game(rules: &str, at: Moment) -> Option<LiveGame> {
    let entry = games::find(rules)?;
    let seat = |secret: Hash| SeatRow { who: "person".to_owned(), name: None, secret: Some(secret) };
    let row = GameRow {
        no: 1,
        id: "AAAAAAAAAAA".to_owned(),
        rules: entry.info.id.to_owned(),
        start: (entry.start)().to_string(),
        created_at: 0,
        touched_at: 0,
        clock: Some([60_000, 1_000]),
        version: 1,
        epoch: 0,
        closing: None,
        result: None,
        offers: String::new(),
        next: None,
        seats: SECRETS.map(seat),
        moves: Vec::<MoveRow>::new(),
        deadline: None,
        is_kept: false,
    };
    LiveGame::restore(row, HouseRules { absent: Duration::ZERO, silent: Duration::ZERO, plies_max: 40 }, at)
        .ok()
}

/// Plays a game of which every line of the input is a message, each by the player, or the spectator, that its
/// first character stands for. The first line is the id of a rule set.
///
/// # Panics
/// When a message breaks what must hold for all.
pub fn check_messages(input: &str) {
    let (rules, messages) = input.split_once('\n').unwrap_or(("", input));
    let rules = games::find(rules)
        .map_or(games::GAMES[rules.len() % games::GAMES.len()].info.id, |game| game.info.id);
    let start = Instant::now();
    let mut moment = Moment { at: start, unix_ms: 0, lag: Duration::ZERO };
    let Some(mut game) = game(rules, moment) else { return };
    let presence = Presence::new(start);
    for line in messages.lines().take(200) {
        moment = Moment { at: moment.at + STEP, unix_ms: moment.unix_ms + 700, lag: Duration::ZERO };
        let mut characters = line.chars();
        let you = [Some(You::First), Some(You::Second), Some(You::Both), None]
            [characters.next().map_or(0, |c| c as usize % 4)];
        let text = characters.as_str();
        let _ = serde_json::from_str::<Numbered>(text);
        let Ok(Envelope { command, .. }) = serde_json::from_str::<Envelope>(text) else { continue };
        check_written(&command);
        if let Some(flag) = game.flag(moment) {
            game = flag.next;
        }
        let may_rewind = matches!(
            command,
            ClientCommand::Undo | ClientCommand::Offer { .. } | ClientCommand::Accept { .. }
        );
        match game.act(you, command, &presence, moment) {
            Err(error) => check_answer(&ToClient::refused(&error, game.version)),
            Ok(Act::Reply(message)) => check_answer(&message),
            Ok(Act::Again) => {}
            Ok(Act::CallOff) => assert!(game.plies() < 2 && you.is_some()),
            Ok(Act::Rematch(player)) => {
                assert!(you.is_some_and(|you| you.holds(player)) && game.table.to_move().is_none());
                game = game.rematch(player, "BBBBBBBBBBB".to_owned(), moment).next;
            }
            Ok(Act::Change(transition)) => {
                let next = &transition.next;
                assert!(you.is_some(), "a spectator changes nothing");
                assert_eq!(next.version, game.version + 1);
                let from = transition.from;
                assert_eq!(next.record().moves()[..from], game.record().moves()[..from]);
                assert!(next.plies() <= 40 && !transition.changes.is_empty());
                for player in Player::BOTH {
                    let [before, after] = [&game, next].map(|game| left(game, player, moment.at));
                    assert!(
                        may_rewind || after <= before + Duration::from_secs(1),
                        "{player:?} has gained time"
                    );
                }
                assert_eq!(SECRETS.map(|secret| next.seat_of(&secret).is_some()), [true; 2]);
                assert!(next.who.iter().all(|who| matches!(who, Who::Person { .. })));
                game = transition.next;
            }
        }
    }
}

fn left(game: &LiveGame, player: Player, at: Instant) -> Duration {
    game.table.clocks().map_or(Duration::ZERO, |clocks| clocks.left(player, at))
}

/// What was read is written as it was meant.
fn check_written(command: &ClientCommand) {
    let written = serde_json::to_string(command).expect("a command can be written");
    let again: ClientCommand = serde_json::from_str(&written).expect("what was written can be read");
    assert_eq!(serde_json::to_string(&again).expect("a command can be written"), written);
}

fn check_answer(message: &ToClient) {
    let json = message.to_json();
    let again: ToClient = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error} in {json}"));
    assert_eq!(again.to_json(), json);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line that is a message more often than not.
    fn line(rng: &mut fastrand::Rng, game: &LiveGame) -> String {
        let moves = game.record().position().moves();
        let mv = rng.choice(&moves).cloned().unwrap_or_default();
        let offer = rng.choice(["draw", "takeback", "rematch", "x"]).unwrap_or_default();
        let kind =
            rng.choice(["moves", "undo", "resign", "claim", "sync", "ping", "shutdown"]).unwrap_or_default();
        let ply = rng.usize(..4);
        let text = match rng.u8(..8) {
            0..4 => format!(
                r#"{{"type":"move","id":{},"ply":{},"move":"{mv}"}}"#,
                rng.u64(..),
                game.plies() + ply.saturating_sub(2)
            ),
            4 => format!(
                r#"{{"type":"{}","offer":"{offer}"}}"#,
                rng.choice(["offer", "accept", "decline"]).unwrap_or_default()
            ),
            5 => format!(r#"{{"type":"objection","cells":["{mv}","a1"]}}"#),
            6 => format!(r#"{{"type":"move","ply":{},"move":"\u0000{mv}"}}"#, rng.u64(..)),
            _ => format!(r#"{{"type":"{kind}"}}"#),
        };
        let mut bytes = text.into_bytes();
        if rng.u8(..5) == 0 {
            let at = rng.usize(..bytes.len());
            bytes[at] = rng.u8(32..127);
        }
        format!("{}{}", rng.u8(..4), String::from_utf8_lossy(&bytes))
    }

    #[test]
    fn no_message_breaks_a_game() {
        let mut rng = fastrand::Rng::with_seed(18);
        for round in 0..160 {
            let rules = games::GAMES[round % games::GAMES.len()].info.id;
            let at = Moment { at: Instant::now(), unix_ms: 0, lag: Duration::ZERO };
            // A game beside it makes moves that are sometimes those that are legal.
            let mut beside = game(rules, at).unwrap();
            let mut input = format!("{rules}\n");
            for _ in 0..40 {
                input.push_str(&line(&mut rng, &beside));
                input.push('\n');
                let moves = beside.record().position().moves();
                if let Some(mv) = rng.choice(&moves) {
                    beside = beside.make_move(mv, at).map_or(beside, |transition| transition.next);
                }
            }
            check_messages(&input);
        }
    }
}
