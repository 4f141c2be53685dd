//! The threads of bots and engines that choose moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use engine::protocol::Go;
use engine::search::SearchLimits;
use games::{GameEntry, Record};
use table::{Mover, Seat};

use super::EffectRunner;
use crate::tui::message::AppMessage;

/// A move to be chosen.
pub(super) struct Choice {
    pub(super) ticket: u64,
    pub(super) record: Box<Record>,
    pub(super) go: Go,
    pub(super) stop: Arc<AtomicBool>,
}

impl EffectRunner {
    /// Stops the movers of the previous game.
    pub(super) fn seat(&mut self, seats: [Seat; 2], game: &'static GameEntry, seed: u64) {
        self.stop_choosing.store(true, Ordering::Relaxed);
        let (sender, choices) = mpsc::channel::<Choice>();
        let (ended, movers_ended) = mpsc::channel();
        self.movers = Some(sender);
        self.movers_ended = Some(movers_ended);
        let seated = self.seated.take();
        self.spawn(move |inbox| {
            let _ended: mpsc::Sender<()> = ended;
            let mut movers = seated.map_or_else(|| Mover::sit_both(&seats, game, seed), Ok);
            for Choice { ticket, record, go, stop } in choices {
                let turn = record.position().turn().index();
                let chosen = match &mut movers {
                    Ok(movers) => match &mut movers[turn] {
                        Some(mover) => choose(mover, &record, go, &stop),
                        None => return,
                    },
                    Err(error) => Err(error.to_string()),
                };
                // An engine that was interrupted may still send a late answer, so another one takes its
                // place.
                if stop.load(Ordering::Relaxed)
                    && let Ok(both) = &mut movers
                    && let Some(Mover::Engine(_)) = &both[turn]
                {
                    both[turn] = None;
                    match Mover::sit(&seats[turn], game, seed) {
                        Ok(mover) => both[turn] = mover,
                        Err(error) => movers = Err(error),
                    }
                    continue;
                }
                if inbox.send(AppMessage::Chosen(ticket, chosen)).is_err() {
                    return;
                }
            }
        });
    }
}

/// Lets a bot or an engine choose until it is stopped.
fn choose(mover: &mut Mover, record: &Record, go: Go, stop: &Arc<AtomicBool>) -> Result<String, String> {
    match mover {
        Mover::Bot(bot) => Ok(bot
            .choose_within(record, &SearchLimits { stop: Some(stop), ..SearchLimits::NONE })
            .unwrap_or_default()),
        Mover::Engine(engine) => {
            engine.set_stop(Arc::clone(stop));
            mover.choose(record, go).map(|choice| choice.mv).map_err(|error| error.to_string())
        }
    }
}
