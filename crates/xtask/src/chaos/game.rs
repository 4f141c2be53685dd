//! A game of two clients that verify the server: each keeps what it received, and reports when a node
//! contradicts it. They play each other, or one plays a bot and the other watches.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games::{GAMES, Record};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::ChaosTally;
use super::looks::Looks;
use crate::load::{self, Socket};

/// How long a client waits for an answer before it connects again, to whichever node.
const ANSWER_MAX: Duration = Duration::from_millis(1500);
const CONNECT_MAX: Duration = Duration::from_millis(1500);
/// What a test of clocks may be wrong by, in milliseconds.
const WRONG_MS: u128 = 200;
/// Most that a clock may gain each time its game passes from one node to another.
const GAIN_MAX_MS: u64 = 5000;
const CLOCK_S: u32 = 600;
/// Who plays against one client, in one of three games.
const BOT: &str = "level:2";
const BOT_IN: usize = 3;
/// A bot's move is owed, whatever breaks.
const BOT_MAX: Duration = Duration::from_secs(60);
/// A hint may take as long as its job, which may come back from the queue.
const HINT_MAX: Duration = Duration::from_secs(20);
const HINT_IN: usize = 8;
/// What has come already is read at once.
const LISTEN: Duration = Duration::from_millis(1);

/// The state of one client.
struct Client {
    cookie: String,
    socket: Option<Socket>,
    /// The last version that it received.
    version: u64,
    /// The least that the clocks have shown to it since the last move.
    clocks: Option<[u64; 2]>,
}

pub struct WatchedGame {
    pub id: String,
    clients: [Client; 2],
    /// The moves that were acknowledged or seen, none of which may ever disappear.
    pub moves: Vec<String>,
    pub result: Option<String>,
    record: Record,
    /// When the game was created.
    begun: Instant,
    nodes: Arc<Vec<SocketAddr>>,
    rng: fastrand::Rng,
    /// Since when there is no connection, for one that was lost.
    lost_at: Option<Instant>,
    /// How often a connection was lost, or not made, since the last move: as often, or less, the game has
    /// passed to another node.
    losses: u64,
    /// A bot has the second side, and the second client none.
    has_bot: bool,
    pub looks: Looks,
}

impl WatchedGame {
    /// How many moves may have been made of which nobody has heard: the last one, and a bot's answer.
    pub fn unheard_max(&self) -> usize {
        1 + usize::from(self.has_bot)
    }

    /// Creates a game at whichever node takes it.
    pub async fn begin(nodes: Arc<Vec<SocketAddr>>, seed: u64, until: Instant) -> Option<Self> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let rules = &GAMES[rng.usize(..GAMES.len())];
        let has_bot = rng.usize(..BOT_IN) == 0;
        let body = if has_bot {
            json!({"game": rules.info.id, "opponent": BOT, "side": "first"})
        } else {
            let clock = json!({"initial_s": CLOCK_S, "increment_s": 1});
            json!({"game": rules.info.id, "opponent": "friend", "side": "first", "clock": clock})
        };
        while Instant::now() < until {
            let begun = Instant::now();
            let host = nodes[rng.usize(..nodes.len())].to_string();
            if let Ok(Ok((first, created))) =
                timeout(CONNECT_MAX, load::post(&host, "/api/games", &body.to_string())).await
                && let Some(id) = created["id"].as_str()
                && let Some(second) = if has_bot { Some(String::new()) } else { join(&host, id).await }
            {
                let client = |cookie| Client { cookie, socket: None, version: 0, clocks: None };
                return Some(Self {
                    id: id.to_owned(),
                    clients: [client(first), client(second)],
                    moves: Vec::new(),
                    result: None,
                    record: Record::new(rules),
                    begun,
                    nodes,
                    rng,
                    lost_at: None,
                    losses: 0,
                    has_bot,
                    looks: Looks::of(id),
                });
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        None
    }

    /// Plays until the time is up or the game is over.
    pub async fn play(&mut self, tally: &ChaosTally, until: Instant, every: Duration) -> Result<(), String> {
        while Instant::now() < until && self.record.outcome().is_none() {
            tokio::time::sleep(every).await;
            for side in 0..2 {
                self.connect(side, until).await?;
            }
            // The last move may have been kept though no answer has come.
            if self.record.outcome().is_some() {
                break;
            }
            let mover = self.record.position().turn().index();
            if self.has_bot && mover == 1 {
                self.await_bot(tally, until).await?;
                continue;
            }
            if self.has_bot && self.lost_at.is_none() && self.rng.usize(..HINT_IN) == 0 {
                self.ask_for_hint(tally).await?;
            }
            let moves = self.record.position().moves();
            let mv = moves[self.rng.usize(..moves.len())].clone();
            let sent_at = Instant::now();
            match self.make_move(mover, &mv, tally).await? {
                Some(()) => {
                    tally.acknowledge(self.lost_at.take());
                    // What the other client is sent must agree.
                    self.listen(1 - mover, LISTEN).await?;
                }
                // Nothing is known of it until a node says how the game stands.
                None => self.lose(mover, sent_at),
            }
            // Others look at the game meanwhile, by whichever node.
            let node = self.nodes[self.rng.usize(..self.nodes.len())];
            self.looks.ask(node);
            self.looks.collect()?;
        }
        self.looks.finish().await
    }

    /// Waits until the bot has moved, or the time is up.
    async fn await_bot(&mut self, tally: &ChaosTally, until: Instant) -> Result<(), String> {
        let since = Instant::now();
        let ply = self.moves.len();
        while self.moves.len() == ply && Instant::now() < until {
            if since.elapsed() > BOT_MAX {
                return Err(format!("game {}: the bot has not moved for {BOT_MAX:?}", self.id));
            }
            for side in 0..2 {
                self.connect(side, until).await?;
                self.listen(side, 10 * LISTEN).await?;
            }
        }
        if self.moves.len() > ply {
            tally.bot_moved(since);
            tally.go_on(self.lost_at.take());
        }
        Ok(())
    }

    /// Asks whichever node for a hint, which must be of the position that is known.
    async fn ask_for_hint(&mut self, tally: &ChaosTally) -> Result<(), String> {
        let host = self.nodes[self.rng.usize(..self.nodes.len())].to_string();
        let path = format!("/api/games/{}/hint", self.id);
        let asked = timeout(HINT_MAX, load::post(&host, &path, "{}")).await;
        let Ok(Ok((_, hint))) = asked else { return Ok(()) };
        let Some(mv) = hint["lines"][0]["moves"][0].as_str() else { return Ok(()) };
        if hint["ply"] != json!(self.moves.len())
            || !self.record.position().moves().iter().any(|own| own == mv)
        {
            return Err(format!(
                "game {}: {} moves are known, and a hint says {hint}",
                self.id,
                self.moves.len()
            ));
        }
        tally.hinted();
        Ok(())
    }

    /// Gives a connection up. What still comes by it must not be old either.
    fn lose(&mut self, side: usize, since: Instant) {
        if let Some(socket) = self.clients[side].socket.take() {
            self.looks.ask_again(socket);
            self.losses += 1;
        }
        self.lost_at.get_or_insert(since);
    }

    /// Connects a client that is not connected, and compares the snapshot it receives.
    async fn connect(&mut self, side: usize, until: Instant) -> Result<(), String> {
        while self.clients[side].socket.is_none() && Instant::now() < until {
            let host = self.nodes[self.rng.usize(..self.nodes.len())].to_string();
            let cookie = self.clients[side].cookie.clone();
            let connected = timeout(CONNECT_MAX, load::connect(&host, &self.id, "", &cookie)).await;
            if let Ok(Ok(mut socket)) = connected
                && let Ok(Ok(text)) = timeout(ANSWER_MAX, load::next_text(&mut socket)).await
            {
                self.hear(side, &text)?;
                self.clients[side].socket = Some(socket);
                return Ok(());
            }
            self.lost_at.get_or_insert_with(Instant::now);
            self.losses += 1;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Sends a move. Returns `None` if its fate is not known.
    async fn make_move(&mut self, mover: usize, mv: &str, tally: &ChaosTally) -> Result<Option<()>, String> {
        let ply = self.moves.len();
        let message = json!({"type": "move", "id": ply, "ply": ply, "move": mv});
        let Some(socket) = &mut self.clients[mover].socket else { return Ok(None) };
        if load::send(socket, &message.to_string()).await.is_err() {
            return Ok(None);
        }
        let until = Instant::now() + ANSWER_MAX;
        loop {
            let Some(socket) = &mut self.clients[mover].socket else { return Ok(None) };
            let left = until.saturating_duration_since(Instant::now());
            let Ok(Ok(text)) = timeout(left, load::next_text(socket)).await else { return Ok(None) };
            let answer: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            if answer["re"] != json!(ply) {
                self.hear(mover, &text)?;
                continue;
            }
            if answer["type"] == "ok" {
                // The update may have said so already.
                if self.moves.len() == ply {
                    self.accept(&[mv.to_owned()])?;
                }
                return Ok(Some(()));
            }
            tally.refuse(answer["code"].as_str().unwrap_or("?"));
            return Ok(None);
        }
    }

    /// Reads what comes for a client, until nothing does for a while.
    async fn listen(&mut self, side: usize, pause: Duration) -> Result<(), String> {
        loop {
            let Some(socket) = &mut self.clients[side].socket else { return Ok(()) };
            match timeout(pause, load::next_text(socket)).await {
                Ok(Ok(text)) => self.hear(side, &text)?,
                Ok(Err(_)) => self.lose(side, Instant::now()),
                Err(_) => return Ok(()),
            }
        }
    }

    /// Compares a message with what is known.
    fn hear(&mut self, side: usize, text: &str) -> Result<(), String> {
        let message: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let kind = message["type"].as_str().unwrap_or("");
        let (id, known) = (self.id.clone(), self.clients[side].version);
        let version = message["version"].as_u64().unwrap_or(known);
        if version < known {
            return Err(format!("game {id}: a client saw version {version} after {known}: {text}"));
        }
        self.clients[side].version = version;
        let (from, list) = match kind {
            "state" => (0, &message["moves"]),
            "update" => (message["moves"]["from"].as_u64().unwrap_or(0) as usize, &message["moves"]["list"]),
            _ => return Ok(()),
        };
        let list: Vec<String> =
            list.as_array().into_iter().flatten().filter_map(|mv| mv.as_str().map(str::to_owned)).collect();
        if from > self.moves.len() {
            return Err(format!(
                "game {id}: moves from {from} on, and {} are known: {text}",
                self.moves.len()
            ));
        }
        let known = &self.moves[from..];
        let both = known.len().min(list.len());
        if known[..both] != list[..both] || list.len() < known.len() && kind == "state" {
            return Err(format!("game {id}: known moves have disappeared: {:?} became {list:?}", self.moves));
        }
        let news = list[both..].to_vec();
        if news.len() > 2 {
            return Err(format!("game {id}: moves that no client made: {news:?}"));
        }
        if !news.is_empty() {
            self.accept(&news)?;
        }
        self.check_end(&message["now"])?;
        // What comes late is of before a move, which has added to a clock.
        if message["now"]["ply"] != json!(self.moves.len()) {
            return Ok(());
        }
        self.check_clocks(side, &message["now"]["clocks"]["left_ms"])
    }

    fn accept(&mut self, moves: &[String]) -> Result<(), String> {
        for mv in moves {
            self.record.play(mv).map_err(|error| format!("game {}: {error}", self.id))?;
            self.moves.push(mv.clone());
        }
        self.looks.know(self.moves.len());
        self.clients.iter_mut().for_each(|client| client.clocks = None);
        self.losses = 0;
        Ok(())
    }

    /// A game has one result.
    fn check_end(&mut self, now: &Value) -> Result<(), String> {
        if let Some(result) = now["result"].as_str() {
            let known = self.result.get_or_insert_with(|| result.to_owned());
            if known != result {
                return Err(format!("game {} ended {known}, and then {result}", self.id));
            }
        }
        Ok(())
    }

    /// No clock goes up but for what a new owner gives back, and both together go down no faster than time
    /// does.
    fn check_clocks(&mut self, side: usize, left: &Value) -> Result<(), String> {
        let Some([first, second]) = left.as_array().and_then(|left| left.first_chunk::<2>()) else {
            return Ok(());
        };
        let (Some(first), Some(second)) = (first.as_u64(), second.as_u64()) else { return Ok(()) };
        let shown = [first, second];
        let spent = u128::from(2 * u64::from(CLOCK_S) * 1000).saturating_sub(u128::from(first + second));
        if spent > self.begun.elapsed().as_millis() + WRONG_MS {
            return Err(format!("game {}: the clocks have lost {spent} ms: {shown:?}", self.id));
        }
        let least = self.clients[side].clocks.get_or_insert(shown);
        for (least, shown) in least.iter_mut().zip(shown) {
            if shown > *least + self.losses * GAIN_MAX_MS + WRONG_MS as u64 {
                let losses = self.losses;
                return Err(format!(
                    "game {}: a clock went from {least} to {shown} ms, and {losses} connections were lost",
                    self.id
                ));
            }
            *least = shown.min(*least);
        }
        Ok(())
    }
}

/// Takes the other side of a game; the cookie of who has it.
async fn join(host: &str, id: &str) -> Option<String> {
    let path = format!("/api/games/{id}/join");
    match timeout(CONNECT_MAX, load::post(host, &path, "{}")).await {
        Ok(Ok((cookie, seated))) if seated["side"] == "second" => Some(cookie),
        _ => None,
    }
}
