//! Moves made by hand: cells touched one after the other, then perhaps a choice. Uses gestures and pictures,
//! and no game.

use games::{AnyPosition, Gesture, Handle, Picture, Piece};

/// A cell that may be touched next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub cell: String,
    pub kind: TouchKind,
    /// How many pieces of the other side it would take or turn.
    pub gain: usize,
}

/// What becomes of the piece that was touched first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchKind {
    /// It leaves its cell.
    Leaves,
    /// It stays where it was, and another appears.
    Stays,
}

/// What a move would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TouchPreview {
    pub changes: Vec<CellChange>,
    /// Pieces of both sides afterwards, where players count them.
    pub counts: Option<[u32; 2]>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellChange {
    pub cell: String,
    pub before: Option<Piece>,
    pub after: Option<Piece>,
}

/// The choice that distinguishes moves which touch the same cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chooser {
    /// What can be said, and the move that it makes.
    pub options: Vec<(String, String)>,
    pub index: usize,
    /// Digits typed so far, where all choices are numbers.
    pub typed: String,
}

impl Chooser {
    pub fn has_numbers(&self) -> bool {
        self.options.iter().all(|(choice, _)| choice.parse::<u32>().is_ok())
    }

    pub fn choice(&self) -> &str {
        &self.options[self.index].0
    }

    pub fn mv(&self) -> &str {
        &self.options[self.index].1
    }

    pub fn step(&mut self, by: isize) {
        self.index = self.index.saturating_add_signed(by).min(self.options.len() - 1);
        self.typed.clear();
    }

    /// Adds a digit; begins anew when no choice begins so.
    pub fn type_digit(&mut self, digit: char) {
        let longer = format!("{}{digit}", self.typed);
        for text in [longer, digit.to_string()] {
            if let Some(index) = self.options.iter().position(|(choice, _)| *choice == text) {
                self.index = index;
                self.typed = text;
                return;
            }
        }
    }

    /// Chooses what is called so.
    pub fn pick(&mut self, choice: &str) -> bool {
        let found = self.options.iter().position(|(option, _)| option == choice);
        self.index = found.unwrap_or(self.index);
        found.is_some()
    }
}

/// What touching a cell came to.
#[derive(Debug, PartialEq, Eq)]
pub enum Touch {
    /// More cells are to be touched.
    More,
    Move(String),
    Choose(Chooser),
    /// No move begins so.
    Nothing,
}

/// A legal move and a gesture that makes it.
type Way<'a> = (&'a str, &'a Gesture);

fn ways<'a>(handles: &'a [Handle], touched: &'a [String]) -> impl Iterator<Item = Way<'a>> {
    games::open_gestures(handles, touched).filter(|(_, gesture)| !gesture.cells.is_empty())
}

/// What the moves that begin with these cells come to.
pub fn touch(handles: &[Handle], touched: &[String]) -> Touch {
    let open: Vec<Way<'_>> = ways(handles, touched).collect();
    let complete = |way: &&Way<'_>| way.1.cells.len() == touched.len();
    match &open[..] {
        [] => Touch::Nothing,
        [(mv, gesture)] if gesture.cells.len() == touched.len() => Touch::Move((*mv).to_owned()),
        _ if open.iter().all(|way| complete(&way)) => Touch::Choose(chooser(&open)),
        _ => Touch::More,
    }
}

fn chooser(open: &[Way<'_>]) -> Chooser {
    let mut options: Vec<(String, String)> = open
        .iter()
        .map(|(mv, gesture)| (gesture.choice.clone().unwrap_or_default(), (*mv).to_owned()))
        .collect();
    let is_number = options.iter().all(|(choice, _)| choice.parse::<u32>().is_ok());
    if is_number {
        options.sort_by_key(|(choice, _)| choice.parse::<u32>().unwrap_or(0));
    }
    // Half of a stack is a better guess than one tile; words are tried in their order.
    let index = if is_number { (options.len() - 1) / 2 } else { 0 };
    Chooser { options, index, typed: String::new() }
}

/// The cells that may be touched next, in the order of the moves. What they would change is listed once
/// something is touched.
pub fn targets(
    position: &dyn AnyPosition,
    picture: &Picture,
    handles: &[Handle],
    touched: &[String],
) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for (mv, gesture) in ways(handles, touched) {
        let Some(cell) = gesture.cells.get(touched.len()) else { continue };
        let known = targets.iter().position(|target| target.cell == *cell);
        let (kind, gain) = match touched.first() {
            Some(origin) => effect(position, picture, mv, origin),
            None => (TouchKind::Leaves, 0),
        };
        match known {
            Some(index) => targets[index].gain = targets[index].gain.max(gain),
            None => targets.push(Target { cell: cell.clone(), kind, gain }),
        }
    }
    targets
}

fn effect(position: &dyn AnyPosition, picture: &Picture, mv: &str, origin: &str) -> (TouchKind, usize) {
    let Some(preview) = preview(position, picture, mv) else { return (TouchKind::Leaves, 0) };
    let leaves = preview.changes.iter().any(|change| change.cell == origin && change.after.is_none());
    let mover = position.turn();
    let lost = |change: &&CellChange| {
        change.before.is_some_and(|piece| piece.owner != mover)
            && change.after.is_none_or(|piece| piece.owner == mover)
    };
    let gain = preview.changes.iter().filter(lost).count();
    (if leaves { TouchKind::Leaves } else { TouchKind::Stays }, gain)
}

/// What a move would change in the picture.
pub fn preview(position: &dyn AnyPosition, picture: &Picture, mv: &str) -> Option<TouchPreview> {
    let after = position.after(mv).ok()?.picture();
    let changes = picture.cells.iter().filter_map(|cell| {
        let after = after.cell(&cell.name)?.piece;
        (after != cell.piece).then(|| CellChange { cell: cell.name.clone(), before: cell.piece, after })
    });
    Some(TouchPreview { changes: changes.collect(), counts: after.counts })
}

/// The move that these cells would make, as far as one can tell before a choice is made.
pub fn meant(handles: &[Handle], touched: &[String]) -> Option<String> {
    match touch(handles, touched) {
        Touch::Move(mv) => Some(mv),
        Touch::Choose(chooser) => Some(chooser.mv().to_owned()),
        Touch::More | Touch::Nothing => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_and_jumps_differ_in_the_cells_they_empty() {
        let start = (games::find("ataxx").unwrap().start)();
        let (picture, handles) = (start.picture(), start.handles());
        let touched = vec!["a7".to_owned()];
        let targets = targets(&*start, &picture, &handles, &touched);
        let kind = |cell: &str| targets.iter().find(|target| target.cell == cell).map(|target| target.kind);
        assert_eq!(kind("b7"), Some(TouchKind::Stays));
        assert_eq!(kind("c7"), Some(TouchKind::Leaves));
        assert_eq!(kind("d7"), None);
    }

    #[test]
    fn numbers_are_typed_digit_by_digit() {
        let options = (1..=19).map(|number| (number.to_string(), format!("m0-o1:{number}"))).collect();
        let mut chooser = Chooser { options, index: 0, typed: String::new() };
        chooser.type_digit('1');
        chooser.type_digit('7');
        assert_eq!(chooser.choice(), "17");
        // No number begins with 179: the digit begins anew.
        chooser.type_digit('9');
        assert_eq!(chooser.mv(), "m0-o1:9");
        chooser.step(-20);
        assert_eq!(chooser.choice(), "1");
    }
}
