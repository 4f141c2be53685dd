//! A line that is typed at the foot of the screen: edited, recalled, completed.

use tui_input::Input;

use super::popups::Purpose;

/// Lines of a kind that can be recalled.
const HISTORY_MAX: usize = 100;

#[derive(Clone, Debug)]
pub struct TextEntry {
    pub purpose: Purpose,
    pub input: Input,
    /// The text was proposed: what is typed takes its place.
    pub is_proposed: bool,
    /// What Tab found, where it found several.
    pub candidates: Vec<String>,
    /// How far back the history is looked at, and what was being typed before.
    recalled: usize,
    draft: String,
}

impl TextEntry {
    pub fn new(purpose: Purpose, proposal: &str) -> Self {
        Self {
            purpose,
            input: proposal.into(),
            is_proposed: !proposal.is_empty(),
            candidates: Vec::new(),
            recalled: 0,
            draft: String::new(),
        }
    }

    pub fn set(&mut self, text: String) {
        self.input = text.into();
        self.is_proposed = false;
    }

    /// Goes back in the history, or forth again to what was being typed.
    pub fn recall(&mut self, history: &History, by: isize) {
        let lines = history.lines(self.purpose);
        let wanted = self.recalled.saturating_add_signed(by).min(lines.len());
        if wanted == self.recalled {
            return;
        }
        if self.recalled == 0 {
            self.draft = self.input.value().to_owned();
        }
        self.recalled = wanted;
        self.set(if wanted == 0 { self.draft.clone() } else { lines[lines.len() - wanted].clone() });
    }

    /// Takes what is common to all candidates, and shows them where they go on differently.
    pub fn complete(&mut self, mut candidates: Vec<String>) {
        let Some(first) = candidates.first() else { return };
        let common = candidates.iter().fold(first.as_str(), |common, other| {
            let same = common
                .chars()
                .zip(other.chars())
                .take_while(|(one, other)| one == other)
                .map(|(one, _)| one.len_utf8())
                .sum();
            &common[..same]
        });
        if common.len() >= self.input.value().len() {
            let common = common.to_owned();
            self.set(common);
        }
        if candidates.len() == 1 {
            candidates.clear();
        }
        self.candidates = candidates;
    }
}

/// What was typed before: moves and commands apart from names of files.
#[derive(Clone, Debug, Default)]
pub struct History {
    commands: Vec<String>,
    files: Vec<String>,
}

impl History {
    fn lines(&self, purpose: Purpose) -> &[String] {
        match purpose {
            Purpose::Save | Purpose::Load => &self.files,
            _ => &self.commands,
        }
    }

    pub fn add(&mut self, purpose: Purpose, line: &str) {
        let lines = match purpose {
            Purpose::Save | Purpose::Load => &mut self.files,
            _ => &mut self.commands,
        };
        lines.retain(|other| other != line);
        lines.push(line.to_owned());
        if lines.len() > HISTORY_MAX {
            lines.remove(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completion_goes_as_far_as_all_candidates_agree() {
        let mut entry = TextEntry::new(Purpose::Load, "ga");
        entry.complete(vec!["gamão".to_owned(), "games/".to_owned()]);
        assert_eq!((entry.input.value(), entry.candidates.len()), ("gam", 2));
        entry.complete(vec!["games/".to_owned()]);
        assert_eq!((entry.input.value(), entry.candidates.len()), ("games/", 0));
        entry.complete(Vec::new());
        assert_eq!(entry.input.value(), "games/");
    }

    #[test]
    fn the_history_begins_with_the_newest_and_gives_back_what_was_being_typed() {
        let mut history = History::default();
        ["one", "two", "one"].into_iter().for_each(|line| history.add(Purpose::Command, line));
        let mut entry = TextEntry::new(Purpose::Command, "");
        entry.set("thr".to_owned());
        let mut seen = |by| {
            entry.recall(&history, by);
            entry.input.value().to_owned()
        };
        assert_eq!([seen(1), seen(1), seen(1), seen(-1), seen(-1)], ["one", "two", "two", "one", "thr"]);
    }
}
