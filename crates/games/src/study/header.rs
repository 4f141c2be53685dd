//! The head of a record and of a study: the game and the tags.

use super::{TAGS_MAX, notation};

/// Tags that are not one of the writer's own (`Game`, `Start`, `Result`, `Termination`), in the order in
/// which they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tags(Vec<(String, String)>);

impl Tags {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(tag, _)| tag == name).map(|(_, text)| text.as_str())
    }

    /// Sets a tag. Its text becomes one line without control characters. Past [`TAGS_MAX`] no tag is added.
    pub(crate) fn set(&mut self, name: &str, text: &str) {
        let text = notation::clean(text);
        let is_full = notation::counts(name)
            && self.0.iter().filter(|(tag, _)| notation::counts(tag)).count() >= TAGS_MAX;
        match self.0.iter_mut().find(|(tag, _)| tag == name) {
            Some(tag) => tag.1 = text,
            None if is_full => {}
            None => self.0.push((name.to_owned(), text)),
        }
    }

    /// Removes a tag, in any case of its letters.
    pub(crate) fn remove(&mut self, name: &str) {
        self.0.retain(|(tag, _)| !tag.eq_ignore_ascii_case(name));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }
}

/// Implements the access to the fields `game` and `tags`.
macro_rules! header {
    ($type:ty) => {
        impl $type {
            pub fn game(&self) -> &'static crate::GameEntry {
                self.game
            }

            pub fn info(&self) -> &'static crate::Info {
                self.game.info
            }

            /// Returns the text of a tag that is not one of the writer's own (`Game`, `Start`, `Result`,
            /// `Termination`).
            pub fn tag(&self, name: &str) -> Option<&str> {
                self.tags.get(name)
            }

            /// Sets such a tag. Its text becomes one line without control characters. Past
            /// [`TAGS_MAX`](crate::study::TAGS_MAX) no tag is added.
            pub fn set_tag(&mut self, name: &str, text: impl AsRef<str>) {
                self.tags.set(name, text.as_ref());
            }

            /// Returns all such tags in the order in which they came.
            pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
                self.tags.iter()
            }
        }
    };
}
pub(crate) use header;
