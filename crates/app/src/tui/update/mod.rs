//! What happens, and what follows from it. The only place where the model changes.

mod advice;
mod analysis;
mod entry;
mod explorer;
mod game;
mod hand;
mod keys;
mod lesson;
mod library;
mod menu;
mod mouse;
mod popups;
mod puzzle;
mod review;
mod setup;
mod teach;
mod trial;

use std::time::Instant;

use super::game::{Play, kept, resumed};
use super::message::{AppMessage, Effect};
use super::model::Model;
use super::words_of;
use crate::console::said;
use crate::library::OpenTrouble;
use words::Words;

pub use analysis::enter_at_end as analyse;
pub use game::begin;

/// Takes in what happened at a time, and answers with what is to be done in the runner.
pub fn update(model: &mut Model, message: AppMessage, now: Instant) -> Vec<Effect> {
    model.now = now;
    let mut effects = Vec::new();
    match message {
        AppMessage::Key(key) => keys::press(model, key, &mut effects),
        AppMessage::Mouse(event) => mouse::mouse(model, event, &mut effects),
        AppMessage::Paste(text) => {
            let is_taken = model.popup.is_none()
                && (setup::pasted(model, &text) || analysis::pasted(model, &text, &mut effects));
            if !is_taken {
                entry::paste(model, &text);
            }
        }
        AppMessage::Resize(width, height) => {
            model.size = (width, height);
            game::settle(model);
        }
        AppMessage::Tick => {
            game::tick(model, &mut effects);
            puzzle::tick(model, &mut effects);
        }
        AppMessage::Chosen(ticket, choice) => game::chosen(model, ticket, choice, &mut effects),
        AppMessage::Sides(ticket, sides) => game::sides_chosen(model, ticket, sides, &mut effects),
        AppMessage::Analysis(ticket, analysis, progress) => {
            advice::evaluated(model, ticket, analysis, progress);
        }
        AppMessage::ReviewProgress(ticket, done, all) => review::progressed(model, ticket, done, all),
        AppMessage::Reviewed(ticket, found) => review::reviewed(model, ticket, *found, &mut effects),
        AppMessage::Explored(ticket, found) => explorer::explored(model, ticket, found),
        AppMessage::Values(ticket, found, progress) => {
            analysis::valued(model, ticket, found, progress, &mut effects);
        }
        AppMessage::Hint(ticket, hint) => advice::hinted(model, ticket, hint),
        AppMessage::Judged(ticket, warning) => teach::judged(model, ticket, warning, &mut effects),
        AppMessage::Completed(typed, candidates) => entry::completed(model, &typed, candidates),
        AppMessage::Saved(path, saved) => popups::saved(model, path, saved),
        AppMessage::Loaded(Ok(record)) if model.analysis.is_some() => {
            analysis::open(model, games::Study::of(&record), &mut effects);
        }
        AppMessage::Loaded(Ok(record)) => begin(model, resumed(*record), None, &mut effects),
        AppMessage::Opened(Ok(opened)) => {
            let (place, record) = *opened;
            if crate::library::is_analysis(place.name()) {
                analysis::enter_with(model, games::Study::of(&record), &mut effects);
                analysis::settle(model, place, &mut effects);
            } else {
                begin(model, resumed(record), Some(place), &mut effects);
            }
        }
        AppMessage::Library(found) => library::listed(model, found),
        AppMessage::Opened(Err(OpenTrouble::InUse)) | AppMessage::NotDeleted(OpenTrouble::InUse) => {
            model.warn(model.say("tui-in-use"));
        }
        AppMessage::Opened(Err(OpenTrouble::Record(trouble)))
        | AppMessage::NotDeleted(OpenTrouble::Record(trouble)) => {
            model.warn(said::record_trouble(model.words, &trouble));
        }
        AppMessage::Progress(opened, today) => puzzle::opened(model, opened, today),
        AppMessage::Refuted(ticket, found) => puzzle::refuted(model, ticket, found, &mut effects),
        AppMessage::Going(going) => menu::listed(model, going),
        AppMessage::NotKept(error) => {
            model.warn(model.words.say_with("tui-not-kept", [("error", error.to_string().into())]));
        }
        AppMessage::Loaded(Err(trouble)) => model.warn(said::record_trouble(model.words, &trouble)),
        AppMessage::Broken(reason) => {
            model.warn(reason);
            leave(model, &mut effects);
        }
        AppMessage::Suspend => effects.push(Effect::Suspend),
        AppMessage::Resumed => effects.push(Effect::Repaint),
        AppMessage::Quit => leave(model, &mut effects),
    }
    effects
}

/// Leaves the program; the game is kept.
fn leave(model: &Model, effects: &mut Vec<Effect>) {
    keep(model, effects);
    effects.push(Effect::Quit);
}

/// Keeps the game as it stands, so that it can go on even when the program is killed.
fn keep(model: &Model, effects: &mut Vec<Effect>) {
    if let Some(play) = model.play.as_ref().filter(|play| play.is_kept) {
        effects.push(Effect::Keep(Box::new(kept(&play.table, model.now))));
    }
}
