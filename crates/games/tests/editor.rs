//! The position editor, on every rule set: what games come to can be put together by hand, and whatever is
//! put together, the editor and the reader of position texts agree on it.

use games::editor::{BoardSetup, CellContent, PositionEditor, SETUPS_MAX, SetupEdit, setup_of};
use games::{AnyPosition, GAMES, GameEntry, Ground, Piece, Player};

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Positions of random games from every named start.
fn positions(game: &GameEntry, dice: &mut Dice) -> Vec<Box<dyn AnyPosition>> {
    let mut found = Vec::new();
    for start in game.info.starts {
        for _ in 0..3 {
            let mut position = game.named_start(start.name).unwrap();
            for ply in 0..60 {
                if ply % 7 == 0 || position.outcome().is_some() {
                    found.push(position.clone());
                }
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                position = position.after(&moves[dice.below(moves.len())]).unwrap();
            }
        }
    }
    found
}

/// Puts the cells of a setup on the board one by one, each as soon as the board shows its cell.
fn rebuild(editor: &mut PositionEditor, wanted: &BoardSetup) {
    let mut left: Vec<_> = wanted.cells.iter().collect();
    while !left.is_empty() {
        let picture = editor.picture();
        let count = left.len();
        left.retain(|(cell, content)| {
            let put = SetupEdit::Put { cell: (*cell).clone(), content: **content };
            picture.cell(cell).is_none() || editor.apply(put).is_err()
        });
        assert!(left.len() < count, "these cells never come into view: {left:?}");
    }
    editor.apply(SetupEdit::Turn(wanted.turn)).unwrap();
    for (index, value) in wanted.counters.iter().enumerate() {
        editor.apply(SetupEdit::Counter { index, value: *value }).unwrap();
    }
}

#[test]
fn every_position_of_a_game_can_be_put_together_from_the_empty_board() {
    let mut dice = Dice(1);
    for game in GAMES {
        for position in positions(game, &mut dice) {
            let mut editor = PositionEditor::new(game);
            rebuild(&mut editor, &setup_of(game, &*position));
            let built = editor.position().unwrap_or_else(|error| panic!("{position}: {error}"));
            assert_eq!(built.to_string(), position.to_string(), "{}", game.info.id);
            // The same in one step, and taken back step by step.
            let mut pasted = PositionEditor::new(game);
            pasted.paste(&position.to_string()).unwrap();
            assert_eq!(pasted.setup(), editor.setup());
            while editor.undo() {}
            assert_eq!(editor.setup(), PositionEditor::new(game).setup());
            while editor.redo() {}
            assert_eq!(editor.setup(), pasted.setup());
        }
    }
}

#[test]
fn whatever_is_put_on_the_board_is_a_position_or_the_reason_is_said() {
    let mut dice = Dice(2);
    for game in GAMES {
        let (mut good, mut bad) = (0, 0);
        let mut editor = PositionEditor::of(game, &*(game.start)());
        for _ in 0..400 {
            let picture = editor.picture();
            let cell = picture.cells[dice.below(picture.cells.len())].name.clone();
            let palette = editor.palette();
            let mut content = palette.contents[dice.below(palette.contents.len())];
            if let (CellContent::Piece(piece), Some([least, most])) = (&mut content, palette.sizes) {
                piece.size = Some(least + dice.below(usize::from(most - least) + 1) as u8);
            }
            let edit = match dice.below(12) {
                0 => SetupEdit::Turn(Player::BOTH[dice.below(2)]),
                1 if !palette.counters.is_empty() => SetupEdit::Counter {
                    index: dice.below(palette.counters.len()),
                    value: dice.below(10_000) as u16,
                },
                2 => {
                    editor.undo();
                    continue;
                }
                _ => SetupEdit::Put { cell, content },
            };
            // Past the limits of a board without edges a change is refused, and changes nothing.
            let before = editor.setup().clone();
            if editor.apply(edit).is_err() {
                assert_eq!(editor.setup(), &before);
            }
            match editor.position() {
                Ok(position) => {
                    good += 1;
                    let read = (game.read)(&position.to_string()).unwrap();
                    assert_eq!(&setup_of(game, &*read), editor.setup(), "{position}");
                }
                Err(reason) => {
                    bad += 1;
                    assert!(!reason.to_string().is_empty());
                }
            }
            if bad % 25 == 24 {
                editor.paste(&(game.start)().to_string()).unwrap();
            }
        }
        assert!(good > 5 && (bad > 20 || game.info.family == "Ataxx"), "{}: {good} {bad}", game.info.id);
    }
}

#[test]
fn what_a_game_does_not_have_is_refused() {
    let neutreeko = games::find("neutreeko").unwrap();
    let mut editor = PositionEditor::new(neutreeko);
    let put = |cell: &str, content| SetupEdit::Put { cell: cell.to_owned(), content };
    let piece = Piece::of(Player::First);
    assert!(editor.apply(put("f6", CellContent::Piece(piece))).is_err());
    assert!(editor.apply(put("a1", CellContent::Ground(Ground::Gap))).is_err());
    assert!(editor.apply(put("a1", CellContent::Piece(Piece { size: Some(2), ..piece }))).is_err());
    assert!(editor.apply(SetupEdit::Counter { index: 0, value: 1 }).is_err());
    assert!(!editor.can_undo());
    assert_eq!(editor.position().unwrap_err().key(), "neutreeko-pieces");

    let knight_line = games::find("knightline").unwrap();
    let mut far = PositionEditor::new(knight_line);
    let stack = CellContent::Piece(Piece { size: Some(1), ..piece });
    assert_eq!(far.position().unwrap_err().key(), "knightline-no-stack");
    assert!(far.apply(put("z30", stack)).is_err(), "not on the board yet");
    let mut setup = far.setup().clone();
    setup.cells.extend([("m0".to_owned(), stack), ("m60".to_owned(), stack)]);
    assert!(far.apply(SetupEdit::Replace(setup.clone())).is_err(), "too far apart to be drawn");
    setup.cells.remove("m60");
    setup.cells.insert("m3".to_owned(), stack);
    far.apply(SetupEdit::Replace(setup)).unwrap();
    far.apply(put("n0", CellContent::Piece(Piece { owner: Player::Second, size: Some(24) }))).unwrap();
    assert_eq!(far.position().unwrap_err().key(), "knightline-apart");
    far.apply(put("m3", CellContent::Empty)).unwrap();
    assert_eq!(far.position().unwrap().to_string(), "w1b24 w @m0");
}

#[test]
fn what_can_be_taken_back_is_bounded() {
    let mut editor = PositionEditor::new(games::find("ataxx").unwrap());
    for value in 0..SETUPS_MAX + 100 {
        editor.apply(SetupEdit::Counter { index: 1, value: value as u16 }).unwrap();
    }
    let mut count = 0;
    while editor.undo() {
        count += 1;
    }
    assert_eq!(count, SETUPS_MAX);
}
