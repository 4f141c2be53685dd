//! What can be typed besides moves, in every language.

use words::{Language, Words};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsoleCommand {
    Help,
    Moves,
    Hint,
    Rules,
    Position,
    Undo,
    Redo,
    Flip,
    Draw,
    Resign,
    Save,
    /// Saves over an old file.
    Replace,
    Load,
    Quit,
    Language,
    /// The solution of a puzzle.
    Show,
    /// The next puzzle.
    Skip,
    Yes,
    No,
    /// Keeps the own side.
    Stay,
    /// Takes the other side.
    Swap,
    /// A person goes on with a side.
    Person,
    /// The answer to a move that a teacher warns of.
    Why,
}

impl ConsoleCommand {
    /// The commands of the menu.
    pub const MENU: &[Self] = &[Self::Help, Self::Rules, Self::Load, Self::Quit];
    /// The commands of a game.
    pub const GAME: &[Self] = &[
        Self::Help,
        Self::Moves,
        Self::Hint,
        Self::Rules,
        Self::Position,
        Self::Undo,
        Self::Redo,
        Self::Flip,
        Self::Draw,
        Self::Resign,
        Self::Save,
        Self::Replace,
        Self::Load,
        Self::Quit,
    ];
    /// The commands of a puzzle.
    pub const PUZZLE: &[Self] = &[Self::Help, Self::Show, Self::Skip, Self::Quit];
    /// The commands of a session of puzzles.
    pub const TRAINING: &[Self] = &[
        Self::Help,
        Self::Hint,
        Self::Show,
        Self::Skip,
        Self::Moves,
        Self::Position,
        Self::Rules,
        Self::Quit,
    ];
    pub const ANSWER: &[Self] = &[Self::Yes, Self::No];
    /// The commands at a warning.
    pub const WARNED: &[Self] = &[Self::Yes, Self::No, Self::Why, Self::Undo];
    pub const SIDES: &[Self] = &[Self::Stay, Self::Swap];
    pub const PLAYERS: &[Self] = &[Self::Person];

    /// The one of these that a word names, in English or in the language of the conversation.
    pub fn read(word: &str, among: &[Self], words: &Words) -> Option<Self> {
        let named = |words: &Words| {
            among.iter().copied().find(|command| words.say(command.key()).split(' ').any(|name| name == word))
        };
        named(Words::of(Language::English)).or_else(|| named(words))
    }

    /// The words for these in the language of the conversation.
    pub fn words(among: &[Self], words: &Words) -> Vec<String> {
        among
            .iter()
            .filter_map(|command| Some(words.say(command.key()).split(' ').next()?.to_owned()))
            .collect()
    }

    const fn key(self) -> &'static str {
        match self {
            Self::Help => "command-help",
            Self::Moves => "command-moves",
            Self::Hint => "command-hint",
            Self::Rules => "command-rules",
            Self::Position => "command-position",
            Self::Undo => "command-undo",
            Self::Redo => "command-redo",
            Self::Flip => "command-flip",
            Self::Draw => "command-draw",
            Self::Resign => "command-resign",
            Self::Save => "command-save",
            Self::Replace => "command-replace",
            Self::Load => "command-load",
            Self::Quit => "command-quit",
            Self::Language => "command-language",
            Self::Show => "command-show",
            Self::Skip => "command-skip",
            Self::Yes => "command-yes",
            Self::No => "command-no",
            Self::Stay => "command-stay",
            Self::Swap => "command-swap",
            Self::Person => "command-person",
            Self::Why => "command-why",
        }
    }
}
