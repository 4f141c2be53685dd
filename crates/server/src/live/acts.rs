//! What can be done in a game. Every act is checked here and returns what to write and what to announce;
//! nothing here does either.

use games::record::Closing;
use games::{Outcome, Player};

use super::game::{Claim, Teaching, closing_word};
use super::presence::Presence;
use super::{LiveGame, Moment, Who, millis};
use crate::error::{ApiError, ErrorCode};
use crate::secrets::{self, Hash};
use crate::store::{Change, NewGame};
use crate::wire::{
    self, Cause, CauseKind, ClaimKind, ClientCommand, Offer, Text, ToClient, WarningView, You,
};

/// Most cells a gesture can have; the cells of a question beyond that are ignored.
const CELLS_MAX: usize = 8;

/// What an act comes to.
#[derive(Debug)]
pub enum Act {
    /// The answer to a question.
    Reply(Box<ToClient>),
    /// It had been done already.
    Again,
    Change(Box<Transition>),
    /// The game is called off: it goes, without a result.
    CallOff,
    /// This player begins a rematch: see [`LiveGame::rematch`], which needs an id.
    Rematch(Player),
}

/// A change of a game: its next state, what to write before that state counts, and what to announce then.
#[derive(Debug)]
pub struct Transition {
    pub next: LiveGame,
    pub changes: Vec<Change>,
    pub cause: Cause,
    /// The number of moves that stay as they were.
    pub from: usize,
}

impl From<Transition> for Act {
    fn from(transition: Transition) -> Self {
        Self::Change(Box::new(transition))
    }
}

impl LiveGame {
    /// Checks a command of a client.
    ///
    /// # Errors
    /// The reason why it is refused.
    pub fn act(
        &self,
        you: Option<You>,
        command: ClientCommand,
        presence: &Presence,
        moment: Moment,
    ) -> Result<Act, ApiError> {
        let version = self.version;
        let reply = |message| Ok(Act::Reply(Box::new(message)));
        match command {
            ClientCommand::Ping => {
                reply(ToClient::Pong { version, re: None, clocks: self.clocks(moment.at) })
            }
            ClientCommand::Sync => reply(ToClient::State(Box::new(self.state(you, presence, moment)))),
            ClientCommand::Moves => reply(ToClient::Moves(wire::legal_moves(
                version,
                self.plies(),
                self.table.to_move(),
                self.record().position(),
            ))),
            ClientCommand::Objection { cells } => {
                let cells: Vec<&str> = cells.iter().map(String::as_str).take(CELLS_MAX).collect();
                let objection = self.record().position().objection(&cells);
                reply(ToClient::Objection { version, re: None, text: objection.as_ref().map(Text::message) })
            }
            ClientCommand::Move { ply, mv } => self.play(you, ply, &mv, moment),
            ClientCommand::Offer { offer } => self.offer(you, offer, moment),
            ClientCommand::Accept { offer } => self.accept(you, offer, moment),
            ClientCommand::Decline { offer } => self.decline(you, offer, moment),
            ClientCommand::Undo => self.undo(you, moment),
            ClientCommand::GoOn => self.go_on(you, moment),
            ClientCommand::Resign => {
                let turn = self.table.to_move().ok_or(ErrorCode::GameOver)?;
                let loser = seat(you, turn)?;
                Ok(self.close(Closing::Resigned(loser), Cause::by(CauseKind::Resign, loser), moment).into())
            }
            ClientCommand::Claim => self.make_claim(you, presence, moment),
        }
    }

    fn play(&self, you: Option<You>, ply: usize, mv: &str, moment: Moment) -> Result<Act, ApiError> {
        let you = you.ok_or(ErrorCode::NotSeated)?;
        if !self.has_started() {
            return Err(ErrorCode::NotStarted.into());
        }
        if let Some(played) = self.record().moves().get(ply) {
            // A client that did not see the answer sends its move again.
            let before = self.record().position_at(ply);
            let is_same = before.is_some_and(|before| {
                you.holds(before.turn()) && before.read_move(mv).is_ok_and(|mv| mv == *played)
            });
            return if is_same { Ok(Act::Again) } else { Err(ErrorCode::WrongPly.into()) };
        }
        let turn = self.table.to_move().ok_or(ErrorCode::GameOver)?;
        if ply != self.plies() {
            return Err(ErrorCode::WrongPly.into());
        }
        if !you.holds(turn) {
            return Err(ErrorCode::NotYourTurn.into());
        }
        self.make_move(mv, moment).map(Act::from)
    }

    /// Plays a move of the side to move.
    pub(super) fn make_move(&self, mv: &str, moment: Moment) -> Result<Transition, ApiError> {
        let (ply, turn) = (self.plies(), self.record().position().turn());
        let mut next = self.clone();
        next.grace_until = None;
        next.teaching = Teaching::default();
        next.moved_at = moment.unix_s();
        next.table.forgive(moment.lag, moment.at);
        let mv = next
            .table
            .play(mv, moment.at)
            .map_err(|complaint| ApiError::with_detail(ErrorCode::IllegalMove, &complaint))?
            .to_owned();
        if next.plies() >= self.terms.plies_max {
            next.table.close(Closing::MoveLimit, moment.at);
        }
        // No clock runs before the first move.
        next.table.start_clocks(moment.at);
        let left_ms =
            next.table.clocks().and_then(|clocks| clocks.shown(ply + 1)).map(|left| left.map(millis));
        let mut changes = vec![Change::Move {
            game: self.no,
            ply,
            mv: mv.clone(),
            left_ms,
            at: moment.unix_s(),
            deadline: next.deadline(moment),
        }];
        let is_over = next.record().outcome().is_some();
        if is_over {
            next.offers.lapse();
        }
        if next.offers.lapse_by_move(turn) || is_over {
            changes.push(next.settle(moment));
        }
        Ok(next.transition(changes, Cause { mv: Some(mv), ..Cause::by(CauseKind::Move, turn) }, ply))
    }

    /// Ends the game if the time of the side to move is up.
    pub(super) fn flag(&self, moment: Moment) -> Option<Transition> {
        let turn = self.is_out_of_time(moment)?;
        Some(self.close(Closing::OutOfTime(turn), Cause::by(CauseKind::Flag, turn), moment))
    }

    pub(super) fn close(&self, closing: Closing, cause: Cause, moment: Moment) -> Transition {
        let mut next = self.clone();
        next.table.close(closing, moment.at);
        next.teaching = Teaching::default();
        next.offers.lapse();
        next.settled(cause, moment)
    }

    fn offer(&self, you: Option<You>, offer: Offer, moment: Moment) -> Result<Act, ApiError> {
        let player = self.offerer(you, offer)?;
        if offer == Offer::Rematch && !self.has_two_people() {
            return Ok(self.begin_rematch(player));
        }
        if !self.has_two_people()
            || !self.has_started()
            || self.who.contains(&Who::Gone)
            || (offer == Offer::Takeback && !self.has_moved(player))
        {
            return Err(ErrorCode::OfferRefused.into());
        }
        match self.offers.standing(offer) {
            // Both want the same.
            Some(other) if other != player => return self.accept(you, offer, moment),
            Some(_) => return Ok(Act::Again),
            None => {}
        }
        let mut next = self.clone();
        if !next.offers.make(offer, player, self.plies()) {
            return Err(ErrorCode::OfferRefused.into());
        }
        Ok(next.settled(Cause { offer: Some(offer), ..Cause::by(CauseKind::Offer, player) }, moment).into())
    }

    /// Returns the player who offers: a draw and a takeback while the game goes on, a rematch when it is
    /// over.
    fn offerer(&self, you: Option<You>, offer: Offer) -> Result<Player, ApiError> {
        let player = seat(you, self.record().position().turn())?;
        match (offer, self.table.to_move()) {
            (Offer::Rematch, Some(_)) => Err(ErrorCode::NotOver.into()),
            (Offer::Draw | Offer::Takeback, None) => Err(ErrorCode::GameOver.into()),
            _ => Ok(player),
        }
    }

    fn has_moved(&self, player: Player) -> bool {
        let own = usize::from(self.record().start().turn() != player);
        self.plies() > own
    }

    fn accept(&self, you: Option<You>, offer: Offer, moment: Moment) -> Result<Act, ApiError> {
        let player = self.offerer(you, offer)?;
        let other = self.offers.standing(offer).filter(|other| *other != player).ok_or(ErrorCode::NoOffer)?;
        match offer {
            Offer::Draw => Ok(self.close(Closing::Agreed, Cause::by(CauseKind::Draw, player), moment).into()),
            Offer::Rematch => Ok(self.begin_rematch(player)),
            Offer::Takeback => {
                let mut next = self.clone();
                let mut moved = false;
                while !(moved && next.record().position().turn() == other) && next.table.take_back(moment.at)
                {
                    moved = true;
                }
                Ok(next.rewound(Cause::by(CauseKind::Takeback, other), moment).into())
            }
        }
    }

    fn decline(&self, you: Option<You>, offer: Offer, moment: Moment) -> Result<Act, ApiError> {
        let player = seat(you, self.record().position().turn())?;
        self.offers.standing(offer).ok_or(ErrorCode::NoOffer)?;
        let mut next = self.clone();
        next.offers.clear(offer);
        Ok(next.settled(Cause { offer: Some(offer), ..Cause::by(CauseKind::Decline, player) }, moment).into())
    }

    fn undo(&self, you: Option<You>, moment: Moment) -> Result<Act, ApiError> {
        let player = seat(you, self.record().position().turn())?;
        let mut next = self.clone();
        // A game with a rematch stays as it ended.
        if self.has_two_people() || self.next.is_some() || !next.table.take_back(moment.at) {
            return Err(ErrorCode::NothingToUndo.into());
        }
        Ok(next.rewound(Cause::by(CauseKind::Undo, player), moment).into())
    }

    /// A bot that teaches warns of the last move, and waits for what the person does about it.
    pub(super) fn warn(&self, warning: WarningView, moment: Moment) -> Transition {
        let mut next = self.clone();
        next.teaching.warning = Some(warning);
        next.settled(Cause::new(CauseKind::Warning), moment)
    }

    /// The person plays on in spite of a warning.
    fn go_on(&self, you: Option<You>, moment: Moment) -> Result<Act, ApiError> {
        let player = seat(you, self.record().position().turn())?;
        if self.teaching.warning.is_none() {
            return Ok(Act::Again);
        }
        let mut next = self.clone();
        next.teaching = Teaching { warning: None, insisted: Some(self.plies()) };
        Ok(next.settled(Cause::by(CauseKind::GoOn, player), moment).into())
    }

    fn make_claim(&self, you: Option<You>, presence: &Presence, moment: Moment) -> Result<Act, ApiError> {
        let you = you.ok_or(ErrorCode::NotSeated)?;
        self.table.to_move().ok_or(ErrorCode::GameOver)?;
        let claim =
            self.claim(presence, moment).filter(|claim| claim.left.is_zero() && !you.holds(claim.against));
        let Claim { against, kind, .. } = claim.ok_or(ErrorCode::ClaimEarly)?;
        match kind {
            ClaimKind::CallOff => Ok(Act::CallOff),
            ClaimKind::Win => Ok(self
                .close(Closing::Abandoned(against), Cause::by(CauseKind::Claim, against), moment)
                .into()),
        }
    }

    fn begin_rematch(&self, player: Player) -> Act {
        if self.next.is_some() { Act::Again } else { Act::Rematch(player) }
    }

    /// Creates a game with this id on the same terms, with the sides swapped.
    pub(super) fn rematch(&self, player: Player, id: String, moment: Moment) -> Transition {
        let game = NewGame {
            id: id.clone(),
            rules: self.record().info().id,
            start: self.record().start().to_string(),
            created_at: moment.unix_s(),
            clock: self
                .clock
                .map(|clock| [clock.initial_s, clock.increment_s].map(|seconds| u64::from(seconds) * 1000)),
            seats: [self.who[1].row(), self.who[0].row()],
        };
        let mut next = self.clone();
        next.next = Some(id);
        next.offers.clear(Offer::Rematch);
        let mut transition = next.settled(Cause::by(CauseKind::Rematch, player), moment);
        transition.changes.insert(0, Change::Create(game));
        transition
    }

    /// Returns the side that this secret holds already.
    pub(super) fn seat_of(&self, secret: &Hash) -> Option<Player> {
        self.you(Some(secret))
            .map(|you| if you.holds(Player::First) { Player::First } else { Player::Second })
    }

    /// Gives the open seat to a person.
    pub(super) fn join(
        &self,
        secret: Hash,
        name: Option<String>,
        moment: Moment,
    ) -> Result<(Player, Transition), ApiError> {
        let open = Player::BOTH
            .into_iter()
            .find(|player| self.who[player.index()] == Who::Open)
            .ok_or(ErrorCode::SeatTaken)?;
        let person = Who::Person { secret, name };
        let taken = Change::Seat { game: self.no, side: open, was: Who::Open.word(), now: person.row() };
        let mut next = self.clone();
        next.who[open.index()] = person;
        let mut transition = next.settled(Cause::by(CauseKind::Join, open), moment);
        transition.changes.insert(0, taken);
        Ok((open, transition))
    }

    /// Returns the one-time code to write for the seat that this secret holds.
    pub(super) fn give_code(&self, secret: &Hash, hash: Hash, expires_at: i64) -> Result<Change, ApiError> {
        let side = seat(self.you(Some(secret)), Player::First)?;
        Ok(Change::Code { game: self.no, side, hash, expires_at })
    }

    /// Moves a seat to the holder of a code, and with it the other seat if one person held both.
    pub(super) fn move_seat(
        &self,
        code: Hash,
        side: Player,
        secret: Hash,
        moment: Moment,
    ) -> Result<Transition, ApiError> {
        let Some(old) = self.who[side.index()].secret().copied() else {
            return Err(ErrorCode::CodeUnknown.into());
        };
        let mut next = self.clone();
        let mut changes = vec![Change::Spend { hash: code }];
        for player in Player::BOTH {
            if let Who::Person { secret: held, name } = &self.who[player.index()]
                && secrets::same(held, &old)
            {
                let person = Who::Person { secret, name: name.clone() };
                changes.push(Change::Seat {
                    game: self.no,
                    side: player,
                    was: person.word(),
                    now: person.row(),
                });
                next.who[player.index()] = person;
            }
        }
        let mut transition = next.settled(Cause::by(CauseKind::MovedSeat, side), moment);
        changes.append(&mut transition.changes);
        Ok(Transition { changes, ..transition })
    }

    /// Takes a player out of the game. Returns `None` if the whole game goes: no other person has a part in
    /// it.
    pub(super) fn delete(&self, secret: &Hash, moment: Moment) -> Result<Option<Transition>, ApiError> {
        let you = self.you(Some(secret)).ok_or(ErrorCode::NotSeated)?;
        let others = Player::BOTH.into_iter().filter(|player| !you.holds(*player));
        if !others.map(|player| &self.who[player.index()]).any(|who| matches!(who, Who::Person { .. })) {
            return Ok(None);
        }
        let me = seat(Some(you), Player::First)?;
        let mut next = self.clone();
        next.table.close(Closing::Resigned(me), moment.at);
        next.offers.lapse();
        let left =
            Change::Seat { game: self.no, side: me, was: self.who[me.index()].word(), now: Who::Gone.row() };
        next.who[me.index()] = Who::Gone;
        let mut transition = next.settled(Cause::by(CauseKind::Deleted, me), moment);
        transition.changes.insert(0, left);
        Ok(Some(transition))
    }

    /// Keeps a finished game between two bots as long as those of people. Returns `None` if it stays anyway.
    pub(super) fn keep(&self, moment: Moment) -> Result<Option<Transition>, ApiError> {
        if self.is_kept || !self.who.iter().all(Who::is_bot) {
            return Ok(None);
        }
        if self.table.to_move().is_some() {
            return Err(ErrorCode::NotOver.into());
        }
        let mut next = self.clone();
        next.is_kept = true;
        let mut transition = next.settled(Cause::new(CauseKind::Keep), moment);
        transition.changes.insert(0, Change::Keep { game: self.no });
        Ok(Some(transition))
    }

    /// Ends a game in which nothing has happened for too long. Returns `None` if it goes instead: nothing was
    /// played, or only bots did.
    pub(super) fn sweep(&self, turn: Player, moment: Moment) -> Option<Transition> {
        if self.plies() == 0 || self.who.iter().all(Who::is_bot) {
            return None;
        }
        let (closing, kind) = if self.clock.is_some() {
            (Closing::OutOfTime(turn), CauseKind::Flag)
        } else {
            (Closing::Abandoned(turn), CauseKind::Claim)
        };
        Some(self.close(closing, Cause::by(kind, turn), moment))
    }

    /// The next state of a game in which moves were taken back.
    fn rewound(mut self, cause: Cause, moment: Moment) -> Transition {
        self.grace_until = None;
        self.teaching = Teaching::default();
        self.moved_at = moment.unix_s();
        self.offers.lapse();
        let from = self.plies();
        let changes = vec![Change::Truncate { game: self.no, ply: from }, self.settle(moment)];
        self.transition(changes, cause, from)
    }

    /// The next state of a game in which something other than the moves has changed.
    fn settled(self, cause: Cause, moment: Moment) -> Transition {
        let (from, changes) = (self.plies(), vec![self.settle(moment)]);
        self.transition(changes, cause, from)
    }

    fn transition(mut self, changes: Vec<Change>, cause: Cause, from: usize) -> Transition {
        self.version += 1;
        Transition { next: self, changes, cause, from }
    }

    /// What the store keeps of the game that is neither move nor seat.
    fn settle(&self, moment: Moment) -> Change {
        Change::Settle {
            game: self.no,
            closing: self.record().closing().and_then(closing_word),
            result: self.record().outcome().map(Outcome::result),
            offers: self.offers.write(),
            next: self.next.clone(),
            at: moment.unix_s(),
            deadline: self.deadline(moment),
        }
    }
}

/// The side a client acts for; a client that holds both acts for the side to move.
fn seat(you: Option<You>, turn: Player) -> Result<Player, ApiError> {
    match you {
        Some(You::Both) => Ok(turn),
        Some(You::First) => Ok(Player::First),
        Some(You::Second) => Ok(Player::Second),
        None => Err(ErrorCode::NotSeated.into()),
    }
}
