//! What players can do. Every act is checked here, written, and only then announced.

use std::time::Instant;

use games::record::Closing;
use games::{Outcome, Player};

use super::{Live, Note, Who, closing_word, millis};
use crate::hub::Hub;
use crate::live::actor::unix_now;
use crate::refusal::{Reason, Refusal};
use crate::secrets::{self, Hash};
use crate::store::{Change, NewGame, StoreError};
use crate::wire::{Cause, CauseKind, Command, Offer, Text, ToClient, You};

/// Most cells a gesture can have; questions about more are not answered.
const CELLS_MAX: usize = 8;

/// How an act went.
pub(super) enum Done {
    New,
    /// It had been done already.
    Again,
}

impl Live {
    /// Does what a client asks and answers.
    pub(super) async fn act(&mut self, hub: &Hub, you: Option<You>, command: Command, at: Instant) -> Result<ToClient, Refusal> {
        let version = self.version;
        let done = match command {
            Command::Ping => return Ok(ToClient::Pong { version, re: None }),
            Command::Sync => return Ok(ToClient::State(Box::new(self.state(you, at)))),
            Command::Moves => {
                let moves = super::actor::moves(version, self.plies(), self.table.to_move(), self.record().position());
                return Ok(ToClient::Moves(moves));
            }
            Command::Objection { cells } => {
                let cells: Vec<&str> = cells.iter().map(String::as_str).take(CELLS_MAX).collect();
                let objection = self.record().position().objection(&cells);
                return Ok(ToClient::Objection { version, re: None, text: objection.as_ref().map(Text::message) });
            }
            Command::Move { ply, mv } => self.play(hub, you, ply, &mv, at).await?,
            Command::Offer { offer } => self.offer(hub, you, offer, at).await?,
            Command::Accept { offer } => self.accept(hub, you, offer, at).await?,
            Command::Decline { offer } => self.decline(hub, you, offer, at).await?,
            Command::Undo => self.undo(hub, you, at).await?,
            Command::Resign => {
                let turn = self.table.to_move().ok_or(Reason::GameOver)?;
                let loser = seat(you, turn)?;
                self.close(hub, Closing::Resigned(loser), Cause::by(CauseKind::Resign, loser), at).await?
            }
            Command::Claim => self.claim(hub, you, at).await?,
        };
        Ok(ToClient::Ok { version: self.version, re: None, again: matches!(done, Done::Again) })
    }

    async fn play(&mut self, hub: &Hub, you: Option<You>, ply: usize, mv: &str, at: Instant) -> Result<Done, Refusal> {
        let you = you.ok_or(Reason::NotSeated)?;
        if !self.has_started() {
            return Err(Reason::NotStarted.into());
        }
        if let Some(played) = self.record().moves().get(ply) {
            // A client that did not see the answer sends its move again.
            let before = self.record().position_at(ply);
            let is_same = before.is_some_and(|before| you.holds(before.turn()) && before.read_move(mv).is_ok_and(|mv| mv == *played));
            return if is_same { Ok(Done::Again) } else { Err(Reason::WrongPly.into()) };
        }
        if self.flag(hub, at).await? {
            return Err(Reason::GameOver.into());
        }
        let turn = self.table.to_move().ok_or(Reason::GameOver)?;
        if ply != self.plies() {
            return Err(Reason::WrongPly.into());
        }
        if !you.holds(turn) {
            return Err(Reason::NotYourTurn.into());
        }
        self.make_move(hub, mv, at).await
    }

    /// Plays a move of the side to move.
    pub(super) async fn make_move(&mut self, hub: &Hub, mv: &str, at: Instant) -> Result<Done, Refusal> {
        let (ply, turn) = (self.plies(), self.record().position().turn());
        let mv = self.table.play(mv, at).map_err(|complaint| Refusal::because(Reason::IllegalMove, &complaint))?.to_owned();
        // Nobody's time runs before the first move.
        self.table.start_clocks(at);
        let left_ms = self.table.clocks().and_then(|clocks| clocks.shown(ply + 1)).map(|left| left.map(millis));
        let stored = Change::Move { game: self.no, ply, mv: mv.clone(), left_ms, version: self.version + 1, at: unix_now() };
        let mut changes = vec![stored];
        let is_over = self.record().outcome().is_some();
        if is_over {
            self.offers.lapse();
        }
        if self.offers.lapse_by_move(turn) || is_over {
            changes.push(self.settle());
        }
        self.commit(hub, changes, Cause { mv: Some(mv), ..Cause::by(CauseKind::Move, turn) }, ply, at).await
    }

    /// Ends the game if the time of the side to move is up. Whether it did.
    pub(super) async fn flag(&mut self, hub: &Hub, at: Instant) -> Result<bool, Refusal> {
        let Some(turn) = self.table.to_move() else { return Ok(false) };
        if !self.table.flag(at) {
            return Ok(false);
        }
        self.offers.lapse();
        let changes = vec![self.settle()];
        self.commit(hub, changes, Cause::by(CauseKind::Flag, turn), self.plies(), at).await?;
        Ok(true)
    }

    pub(super) async fn close(&mut self, hub: &Hub, closing: Closing, cause: Cause, at: Instant) -> Result<Done, Refusal> {
        self.table.close(closing, at);
        self.offers.lapse();
        let changes = vec![self.settle()];
        self.commit(hub, changes, cause, self.plies(), at).await
    }

    async fn offer(&mut self, hub: &Hub, you: Option<You>, offer: Offer, at: Instant) -> Result<Done, Refusal> {
        let player = self.offerer(you, offer)?;
        if offer == Offer::Rematch && !self.has_two_people() {
            return self.rematch(hub, player, at).await;
        }
        if !self.has_two_people()
            || !self.has_started()
            || self.who.contains(&Who::Gone)
            || (offer == Offer::Takeback && !self.has_moved(player))
        {
            return Err(Reason::OfferRefused.into());
        }
        match self.offers.standing(offer) {
            // Both want the same.
            Some(other) if other != player => return self.accept(hub, you, offer, at).await,
            Some(_) => return Ok(Done::Again),
            None => {}
        }
        if !self.offers.make(offer, player, self.plies()) {
            return Err(Reason::OfferRefused.into());
        }
        let changes = vec![self.settle()];
        self.commit(hub, changes, Cause { offer: Some(offer), ..Cause::by(CauseKind::Offer, player) }, self.plies(), at).await
    }

    /// Who offers: a draw and a takeback while the game goes on, a rematch when it is over.
    fn offerer(&self, you: Option<You>, offer: Offer) -> Result<Player, Refusal> {
        let player = seat(you, self.record().position().turn())?;
        match (offer, self.table.to_move()) {
            (Offer::Rematch, Some(_)) => Err(Reason::NotOver.into()),
            (Offer::Draw | Offer::Takeback, None) => Err(Reason::GameOver.into()),
            _ => Ok(player),
        }
    }

    fn has_moved(&self, player: Player) -> bool {
        let own = usize::from(self.record().start().turn() != player);
        self.plies() > own
    }

    async fn accept(&mut self, hub: &Hub, you: Option<You>, offer: Offer, at: Instant) -> Result<Done, Refusal> {
        let player = self.offerer(you, offer)?;
        let other = self.offers.standing(offer).filter(|other| *other != player).ok_or(Reason::NoOffer)?;
        match offer {
            Offer::Draw => self.close(hub, Closing::Agreed, Cause::by(CauseKind::Draw, player), at).await,
            Offer::Rematch => self.rematch(hub, player, at).await,
            Offer::Takeback => {
                let mut moved = false;
                while !(moved && self.record().position().turn() == other) && self.table.take_back(at) {
                    moved = true;
                }
                self.rewind(hub, Cause::by(CauseKind::Takeback, other), at).await
            }
        }
    }

    async fn decline(&mut self, hub: &Hub, you: Option<You>, offer: Offer, at: Instant) -> Result<Done, Refusal> {
        let player = seat(you, self.record().position().turn())?;
        self.offers.standing(offer).ok_or(Reason::NoOffer)?;
        self.offers.clear(offer);
        let changes = vec![self.settle()];
        self.commit(hub, changes, Cause { offer: Some(offer), ..Cause::by(CauseKind::Decline, player) }, self.plies(), at).await
    }

    async fn undo(&mut self, hub: &Hub, you: Option<You>, at: Instant) -> Result<Done, Refusal> {
        let player = seat(you, self.record().position().turn())?;
        // A game that another followed is part of the past.
        if self.has_two_people() || self.next.is_some() || !self.table.take_back(at) {
            return Err(Reason::NothingToUndo.into());
        }
        self.rewind(hub, Cause::by(CauseKind::Undo, player), at).await
    }

    /// Writes that moves were taken back.
    async fn rewind(&mut self, hub: &Hub, cause: Cause, at: Instant) -> Result<Done, Refusal> {
        self.offers.lapse();
        let from = self.plies();
        let changes = vec![Change::Truncate { game: self.no, ply: from }, self.settle()];
        self.commit(hub, changes, cause, from, at).await
    }

    async fn claim(&mut self, hub: &Hub, you: Option<You>, at: Instant) -> Result<Done, Refusal> {
        let you = you.ok_or(Reason::NotSeated)?;
        self.table.to_move().ok_or(Reason::GameOver)?;
        let (loser, left) = self.claim_left(at).ok_or(Reason::ClaimEarly)?;
        if you.holds(loser) || !left.is_zero() {
            return Err(Reason::ClaimEarly.into());
        }
        self.close(hub, Closing::Abandoned(loser), Cause::by(CauseKind::Claim, loser), at).await
    }

    /// A new game on the same terms with the sides swapped.
    async fn rematch(&mut self, hub: &Hub, player: Player, at: Instant) -> Result<Done, Refusal> {
        if self.next.is_some() {
            return Ok(Done::Again);
        }
        let game = NewGame {
            id: secrets::new_id()?,
            rules: self.record().info().id,
            start: self.record().start().to_string(),
            created_at: unix_now(),
            clock: self.clock.map(|clock| [clock.initial_s, clock.increment_s].map(|seconds| u64::from(seconds) * 1000)),
            seats: [self.who[1].row(), self.who[0].row()],
        };
        self.next = Some(game.id.clone());
        self.offers.clear(Offer::Rematch);
        let changes = vec![Change::Create(game), self.settle()];
        self.commit(hub, changes, Cause::by(CauseKind::Rematch, player), self.plies(), at).await
    }

    pub(super) async fn join(&mut self, hub: &Hub, secret: Hash, name: Option<String>, at: Instant) -> Result<Player, Refusal> {
        if let Some(you) = self.you(Some(&secret)) {
            return Ok(if you.holds(Player::First) { Player::First } else { Player::Second });
        }
        let open = Player::BOTH.into_iter().find(|player| self.who[player.index()] == Who::Open).ok_or(Reason::SeatTaken)?;
        let person = Who::Person { secret, name };
        let changes = vec![Change::Seat { game: self.no, side: open, was: Who::Open.word(), now: person.row() }, self.settle()];
        self.who[open.index()] = person;
        self.crowd.away_since[open.index()] = Some(at);
        self.commit(hub, changes, Cause::by(CauseKind::Join, open), self.plies(), at).await?;
        Ok(open)
    }

    /// Writes a one-time code for the seat that this secret holds.
    pub(super) async fn give_code(&mut self, hub: &Hub, secret: &Hash, hash: Hash, expires_at: i64) -> Result<(), Refusal> {
        let side = seat(self.you(Some(secret)), Player::First)?;
        Ok(hub.store().write(vec![Change::Code { game: self.no, side, hash, expires_at }]).await?)
    }

    /// Moves a seat to whoever has the code; and with it the other, if one person held both.
    pub(super) async fn move_seat(&mut self, hub: &Hub, code: Hash, side: Player, secret: Hash, at: Instant) -> Result<(), Refusal> {
        let Some(old) = self.who[side.index()].secret().copied() else { return Err(Reason::CodeUnknown.into()) };
        let mut changes = vec![Change::Spend { hash: code }];
        for player in Player::BOTH {
            if let Who::Person { secret: held, name } = &self.who[player.index()]
                && secrets::same(held, &old)
            {
                let person = Who::Person { secret, name: name.clone() };
                changes.push(Change::Seat { game: self.no, side: player, was: person.word(), now: person.row() });
                self.who[player.index()] = person;
            }
        }
        changes.push(self.settle());
        let done = self.commit(hub, changes, Cause::by(CauseKind::MovedSeat, side), self.plies(), at).await;
        done.map(|_| ()).map_err(|refusal| if refusal.reason == Reason::WrongPly { Reason::CodeUnknown.into() } else { refusal })
    }

    /// Takes somebody out of the game: all of it goes unless another person has a part in it. Whether it is gone.
    pub(super) async fn delete(&mut self, hub: &Hub, secret: &Hash, at: Instant) -> Result<bool, Refusal> {
        let you = self.you(Some(secret)).ok_or(Reason::NotSeated)?;
        let others = Player::BOTH.into_iter().filter(|player| !you.holds(*player));
        if !others.map(|player| &self.who[player.index()]).any(|who| matches!(who, Who::Person { .. })) {
            self.erase(hub).await?;
            return Ok(true);
        }
        let me = seat(Some(you), Player::First)?;
        self.table.close(Closing::Resigned(me), at);
        self.offers.lapse();
        let was = self.who[me.index()].word();
        self.who[me.index()] = Who::Gone;
        let changes = vec![Change::Seat { game: self.no, side: me, was, now: Who::Gone.row() }, self.settle()];
        self.commit(hub, changes, Cause::by(CauseKind::Deleted, me), self.plies(), at).await?;
        Ok(false)
    }

    pub(super) async fn erase(&self, hub: &Hub) -> Result<(), Refusal> {
        hub.store().write(vec![Change::Delete { game: self.no }]).await?;
        let _ = self.notes.send(Note::Gone);
        Ok(())
    }

    /// Nothing has happened for long: a game that was played ends, others go. Whether it is gone.
    pub(super) async fn sweep(&mut self, hub: &Hub, at: Instant) -> Result<bool, Refusal> {
        let Some(turn) = self.table.to_move() else { return Ok(false) };
        if self.crowd.spectators > 0 || self.crowd.players != [0; 2] {
            return Ok(false);
        }
        if self.plies() == 0 || self.who.iter().all(Who::is_bot) {
            self.erase(hub).await?;
            return Ok(true);
        }
        let (closing, kind) =
            if self.clock.is_some() { (Closing::OutOfTime(turn), CauseKind::Flag) } else { (Closing::Abandoned(turn), CauseKind::Claim) };
        self.close(hub, closing, Cause::by(kind, turn), at).await?;
        Ok(false)
    }

    /// The next version of all that is neither move nor seat.
    fn settle(&self) -> Change {
        Change::Settle {
            game: self.no,
            version: self.version + 1,
            closing: self.record().closing().and_then(closing_word),
            result: self.record().outcome().map(Outcome::result),
            offers: self.offers.write(),
            next: self.next.clone(),
            at: unix_now(),
        }
    }

    /// Writes what was changed in memory, and announces it. What cannot be written is forgotten: the game is as the store has it.
    async fn commit(&mut self, hub: &Hub, changes: Vec<Change>, cause: Cause, from: usize, at: Instant) -> Result<Done, Refusal> {
        let written = hub.store().write(changes).await;
        if let Err(error) = written {
            self.rest_until = Some(Instant::now() + super::actor::REST);
            self.reload(hub).await;
            return Err(match error {
                StoreError::Conflict => Reason::WrongPly.into(),
                error => error.into(),
            });
        }
        self.version += 1;
        self.generation += 1;
        self.log.push_back((self.version, from));
        if self.log.len() > super::LOG_MAX {
            self.log.pop_front();
        }
        self.announce(cause, from, at);
        Ok(Done::New)
    }
}

/// The side somebody acts for; who holds both acts for the side to move.
fn seat(you: Option<You>, turn: Player) -> Result<Player, Refusal> {
    match you {
        Some(You::Both) => Ok(turn),
        Some(You::First) => Ok(Player::First),
        Some(You::Second) => Ok(Player::Second),
        None => Err(Reason::NotSeated.into()),
    }
}
