//! Who plays: seats that are taken and moved, games that are kept, left and deleted.

use std::time::Instant;

use games::Player;

use super::super::Moment;
use super::super::request::Event;
use super::Actor;
use crate::error::{ApiError, ErrorCode};
use crate::secrets::Hash;
use crate::store::Change;

impl Actor {
    pub(super) async fn join(
        &mut self,
        secret: Hash,
        name: Option<String>,
        now: Instant,
    ) -> Result<Player, ApiError> {
        if let Some(player) = self.game.seat_of(&secret) {
            return Ok(player);
        }
        let (player, transition) = self.game.join(secret, name, Moment::of(now))?;
        self.presence.sit_down(player, now);
        self.commit(transition).await?;
        Ok(player)
    }

    pub(super) async fn give_code(
        &mut self,
        secret: &Hash,
        hash: Hash,
        expires_at: i64,
    ) -> Result<(), ApiError> {
        let change = self.game.give_code(secret, hash, expires_at)?;
        Ok(self.write_beside(change).await?)
    }

    pub(super) async fn move_seat(
        &mut self,
        code: Hash,
        side: Player,
        secret: Hash,
        now: Instant,
    ) -> Result<(), ApiError> {
        let transition = self.game.move_seat(code, side, secret, Moment::of(now))?;
        let moved = self.commit(transition).await;
        moved.map_err(
            |error| if error.code == ErrorCode::WrongPly { ErrorCode::CodeUnknown.into() } else { error },
        )
    }

    pub(super) async fn keep(&mut self, now: Instant) -> Result<(), ApiError> {
        match self.game.keep(Moment::of(now))? {
            Some(transition) => self.commit(transition).await,
            None => Ok(()),
        }
    }

    /// Returns whether the whole game is gone.
    pub(super) async fn delete(&mut self, secret: &Hash, now: Instant) -> Result<bool, ApiError> {
        match self.game.delete(secret, Moment::of(now))? {
            Some(transition) => self.commit(transition).await.map(|()| false),
            None => self.erase_and_tell().await.map(|()| true),
        }
    }

    /// Returns whether the whole game is gone.
    pub(super) async fn sweep(&mut self, now: Instant) -> Result<bool, ApiError> {
        let Some(turn) = self.game.table.to_move().filter(|_| self.presence.is_empty()) else {
            return Ok(false);
        };
        match self.game.sweep(turn, Moment::of(now)) {
            Some(transition) => self.commit(transition).await.map(|()| false),
            None => self.erase_and_tell().await.map(|()| true),
        }
    }

    pub(super) async fn erase(&mut self) -> Result<(), ApiError> {
        self.write_beside(Change::Delete { game: self.game.no }).await?;
        self.tell_lists();
        Ok(())
    }

    async fn erase_and_tell(&mut self) -> Result<(), ApiError> {
        self.erase().await?;
        let _ = self.events.send(Event::Gone);
        Ok(())
    }
}
