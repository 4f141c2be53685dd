//! The list of all games of this computer.

use games::Outcome;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::popups::{frame, reading_area};
use crate::library::{LibraryEntry, is_analysis};
use crate::tui::model::Model;
use crate::tui::popups::Popup;
use crate::tui::theme::Paint;
use crate::tui::words_of;

/// Returns the games that have all words of the filter in their line.
pub fn library_found(model: &Model) -> Vec<&LibraryEntry> {
    let Some(Popup::Library { filter, .. }) = &model.popup else { return Vec::new() };
    let filter = filter.to_lowercase();
    let fits = |entry: &&LibraryEntry| {
        let line = line(model, entry).to_lowercase();
        filter.split_whitespace().all(|word| line.contains(word))
    };
    model.library.iter().filter(fits).collect()
}

/// Day, game, players, length and result.
fn line(model: &Model, entry: &LibraryEntry) -> String {
    let day: String = entry.name.chars().take(10).collect();
    let [first, second] = entry.players.each_ref().map(|name| words_of::player(model.words, name));
    let result = match entry.outcome {
        None if entry.is_in_use => model.say("tui-in-use-mark"),
        None if is_analysis(&entry.name) => model.say("library-analysis"),
        None => model.say("library-going"),
        Some(Outcome::Draw) => model.say("value-draw"),
        Some(Outcome::Win(winner)) => {
            let side = words_of::side(model.words, entry.game.info, winner);
            model.words.say_with("tui-wins", [("side", side.into())])
        }
    };
    let args = [
        ("game", model.words.name(entry.game.info.name).into()),
        ("moves", entry.moves.into()),
        ("first", first.into()),
        ("second", second.into()),
    ];
    format!("{day}  {}: {result}", model.words.say_with("tui-going-line", args))
}

pub fn draw(model: &Model, filter: &str, index: usize, buffer: &mut Buffer) {
    let skin = model.skin;
    let inside = reading_area(model.size);
    frame(model, buffer, inside);
    let found = library_found(model);
    let args = [("count", found.len().into()), ("filter", filter.to_owned().into())];
    let title = model.words.say_with("library-title", args);
    let bold = skin.text(Paint::Accent).add_modifier(Modifier::BOLD);
    buffer.set_stringn(inside.x, inside.y, title, inside.width.into(), bold);
    let shown = usize::from(inside.height.saturating_sub(1)).max(1);
    let first = (index + 1).saturating_sub(shown);
    for (row, entry) in found.iter().enumerate().skip(first).take(shown) {
        let style = match (row == index, entry.outcome) {
            (true, _) => skin.chosen(),
            (false, None) => skin.text(Paint::Text),
            (false, Some(_)) => skin.text(Paint::Dim),
        };
        let y = inside.y + 1 + (row - first) as u16;
        buffer.set_stringn(inside.x, y, line(model, entry), inside.width.into(), style);
    }
    let text = model.say("library-keys");
    let place = Rect { x: inside.right().saturating_sub(text.chars().count() as u16), ..inside };
    buffer.set_stringn(place.x, inside.bottom(), text, inside.width.into(), skin.text(Paint::Dim));
}
