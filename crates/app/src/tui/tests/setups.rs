//! The position editor, by keys and by the mouse.

use games::Player;

use super::*;

#[test]
fn a_position_is_put_together_and_analysed() {
    let mut bench = Bench::new(options(), (80, 24));
    bench.press("E C");
    let text = |bench: &Bench| {
        bench.model.setup.as_ref().unwrap().editor.position().map(|position| position.to_string())
    };
    assert_eq!(text(&bench).unwrap_err().key(), "neutreeko-pieces");
    bench.press("i");
    bench.type_text("1w1w1/2b2/5/2w2/1b1b1 w");
    assert_eq!(text(&bench).unwrap(), "1w1w1/2b2/5/2w2/1b1b1 w");
    bench.press("t u U");
    assert_eq!(text(&bench).unwrap(), "1w1w1/2b2/5/2w2/1b1b1 b");
    bench.press("Enter");
    assert!(text(&bench).is_err(), "four black pieces");
    bench.press("a");
    assert!(bench.model.setup.is_some() && bench.model.notice.is_some(), "the reason is said");
    bench.press("x a e");
    assert_eq!(bench.play().shown().to_string(), "1w1w1/2b2/5/2w2/1b1b1 b");
    assert!(bench.model.analysis.is_some() && bench.model.setup.is_none());
}

#[test]
fn a_position_is_put_together_with_the_mouse() {
    let mut bench = Bench::new(options(), (80, 24));
    bench.press("E");
    let at = |bench: &Bench, cell: &str| {
        let screen = bench.model.setup.as_ref().unwrap();
        let picture = screen.editor.picture();
        let index = picture.cells.iter().position(|other| other.name == cell).unwrap();
        let area = screen.grid(&picture, bench.model.size).rect(index).unwrap();
        (area.x + area.width / 2, area.y + area.height / 2)
    };
    let piece = |bench: &Bench, cell: &str| {
        let picture = bench.model.setup.as_ref().unwrap().editor.picture();
        picture.cell(cell).unwrap().piece.map(|piece| piece.owner)
    };
    // The right button takes a piece off; a chosen one is put down by the left one, and taken off again.
    bench.mouse(MouseEventKind::Down(MouseButton::Right), at(&bench, "b1"));
    assert_eq!(piece(&bench, "b1"), None);
    bench.tap("  White");
    bench.click(at(&bench, "a1"));
    assert_eq!(piece(&bench, "a1"), Some(Player::Second));
    bench.click(at(&bench, "a1"));
    assert_eq!(piece(&bench, "a1"), None);
    bench.tap("  Black");
    bench.click(at(&bench, "a1"));
    assert!(bench.screen().join("\n").contains("This is a position"));
    bench.press("a");
    assert_eq!(bench.play().shown().to_string(), "1w1w1/2b2/5/2w2/b2b1 b");
}

#[test]
fn the_editor_keeps_the_cursor_in_sight_and_names_every_counter_with_its_number() {
    for language in [Language::English, Language::Portuguese] {
        let mut bench = Bench::new(AppOptions { words: Words::of(language), ..options() }, (60, 18));
        let game = games::find("knightline").unwrap();
        let wide = (game.read)("w2b2w2b2w2b2w2b2w2b2w2b2w2b2 w @m0").unwrap();
        bench.begin(Table::new(Record::from_position(game, wide), [Seat::Human, Seat::Human]));
        bench.press("a e E");
        for _ in 0..20 {
            bench.press("Right");
            let screen = bench.model.setup.as_ref().unwrap();
            let picture = screen.editor.picture();
            let grid = screen.grid(&picture, bench.model.size);
            assert!(grid.rect(screen.cursor_index(&picture)).is_some(), "{}", screen.cursor);
        }
        let mut bench = Bench::playing(games::find("ataxx").unwrap(), [Seat::Human, Seat::Human], (60, 18));
        bench.model.words = Words::of(language);
        bench.press("a e E");
        let screen = bench.screen().join("\n");
        assert!(screen.contains(": 0") && screen.contains(": 1"), "{screen}");
    }
}
