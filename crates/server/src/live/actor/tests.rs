use std::sync::Arc;

use tokio::sync::broadcast::error::RecvError;

use super::*;
use crate::config::Config;
use crate::hub::Hub;
use crate::secrets::Hash;
use crate::store::{ChangeSet, Fence, NewGame, SeatRow};

const ID: &str = "AAAAAAAAAAA";
const SECRET: Hash = [1; 32];

/// A game of one person for both sides.
async fn game(rules: &str, clock: Option<[u64; 2]>) -> (Arc<Hub>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned());
    let hub = Hub::new(Store::open(folder.path()).await.unwrap(), None, &config);
    let entry = games::find(rules).unwrap();
    let seat = SeatRow { who: "person".to_owned(), name: None, secret: Some(SECRET) };
    let game = NewGame {
        id: ID.to_owned(),
        rules: entry.info.id,
        start: (entry.start)().to_string(),
        created_at: 0,
        clock,
        seats: [seat.clone(), seat],
    };
    hub.store().write(Change::Create(game)).await.unwrap();
    (hub, folder)
}

async fn play(hub: &Arc<Hub>, ply: usize, mv: &str, at: Instant) -> String {
    let command = ClientCommand::Move { ply, mv: mv.to_owned() };
    let act =
        |reply| GameRequest::Act { secret: Some(SECRET), command: command.clone(), id: None, at, reply };
    hub.ask(ID, act).await.unwrap()
}

#[tokio::test]
async fn lag_is_compensated_from_a_quota_of_each_player() {
    let (hub, _folder) = game("ataxx", Some([60_000, 0])).await;
    let entry = games::find("ataxx").unwrap();
    let mut record = games::Record::from_position(entry, (entry.start)());
    let start = Instant::now();
    for ply in 0..15 {
        // Every move takes a second, and the network 300 ms of it.
        hub.notify(ID, GameRequest::RoundTrip { you: You::Both, time: Duration::from_millis(300) }).await;
        let mv = record.position().moves()[0].clone();
        record.play(&mv).unwrap();
        let answer = play(&hub, ply, &mv, start + Duration::from_secs(ply as u64)).await;
        assert!(answer.contains("\"ok\""), "{answer}");
    }
    // Of seven moves each, 100 ms of the first six were not counted, and of the last the 20 ms that were
    // left: 500 + 6 * 20 in all.
    let look = hub.ask(ID, |reply| GameRequest::Look { secret: None, reply }).await.unwrap();
    assert_eq!(look.state.now.clocks.unwrap().left_ms, [60_000 - 7_000 + 620; 2]);
}

#[tokio::test]
async fn after_a_write_of_unknown_outcome_clients_connect_again() {
    let (hub, _folder) = game("neutreeko", None).await;
    let address = IpAddr::from([127, 0, 0, 1]);
    let watch = async |since| {
        hub.ask(ID, |reply| GameRequest::Watch { secret: None, since, address, reply }).await.unwrap()
    };
    let mut subscription = watch(None).await;
    // The store has the move already, as after a write that was done although it was reported as failed.
    let no = hub.store().load(ID).await.unwrap().unwrap().no;
    let version = subscription.first.version + 1;
    let mv = "b1-c1".to_owned();
    let written = Change::Move { game: no, ply: 0, mv, left_ms: None, at: 0, deadline: None };
    let fence = Fence { game: no, epoch: 0, from: version - 1, to: version };
    hub.store().write(ChangeSet::fenced(fence, vec![written])).await.unwrap();
    let answer = play(&hub, 0, "b1-c1", Instant::now()).await;
    assert!(answer.contains("\"again\":true"), "the move is played, if not by this task: {answer}");
    let end = tokio::time::timeout(Duration::from_secs(60), async {
        loop {
            if let Err(error) = subscription.events.recv().await {
                return error;
            }
        }
    });
    assert_eq!(end.await.expect("who watches is not left with the old state"), RecvError::Closed);
    let again = watch(Some(subscription.first.version)).await;
    assert_eq!(again.first.version, version);
    assert!(again.first.text.contains("b1-c1"), "{}", again.first.text);
    // Nor does a move come through that was thought out for the position before.
    let answer = play(&hub, 0, "d1-d2", Instant::now()).await;
    assert!(answer.contains("wrong-ply"), "{answer}");
}
