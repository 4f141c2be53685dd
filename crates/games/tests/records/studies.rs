//! The laws of studies, for every rule set: text and back, limits, and records that keep what stood beside
//! them.

use games::record::Closing;
use games::study::{COMMENT_MAX, EDITS_MAX, MARKS_MAX, Mark, NESTING_MAX, NODES_MAX, NodeId, StudyEditor};
use games::{GAMES, GameEntry, Outcome, Player, Record, Study, find};

use super::dice::Dice;
use super::{random_closing, read_one};

const COMMENTS: &[&str] =
    &["a word", "(brackets) and [%csl Gd4] 1-0 *", "ends with \\ ; \"quoted\" $3", "é ü ☃", "1. g2"];

/// Returns a study of so many moves at most: lines from anywhere, with comments, marks and tags everywhere.
pub fn random_study(game: &'static GameEntry, moves_max: usize, dice: &mut Dice) -> Study {
    let start = game.named_start(dice.pick(game.info.starts).name).expect("its own name");
    let mut study = Study::from_position(game, start);
    let mut nodes = vec![NodeId::ROOT];
    let mut node = NodeId::ROOT;
    for _ in 0..moves_max {
        if dice.one_in(5) {
            node = *dice.pick(&nodes);
        }
        let moves = study.position(node).moves();
        if moves.is_empty() {
            continue;
        }
        // Refused where the line has ended by repetition, or would lie too deep.
        let mv: &String = dice.pick(&moves);
        let Ok(next) = study.play(node, mv) else { continue };
        annotate(&mut study, next, dice);
        nodes.push(next);
        node = next;
    }
    annotate(&mut study, NodeId::ROOT, dice);
    for tag in ["First", "Date", "Event", "Annotator", "X_1"] {
        if dice.one_in(2) {
            study.set_tag(tag, dice.pick(COMMENTS));
        }
    }
    if dice.one_in(3) && study.outcome().is_none() {
        study.close(Some(random_closing(dice)));
    }
    study
}

fn annotate(study: &mut Study, node: NodeId, dice: &mut Dice) {
    if dice.one_in(4) {
        study.set_comment(node, dice.pick(COMMENTS));
    }
    let parent = study.parent(node);
    if dice.one_in(2) && parent.is_some_and(|parent| study.children(parent)[0] != node) {
        study.set_comment_before(node, dice.pick(COMMENTS));
    }
    if dice.one_in(4) {
        let marks: Vec<Mark> = (0..dice.between(1, 3))
            .map(|_| Mark(*dice.pick(&[0, 1, 2, 3, 4, 5, 6, 14, 139, 65535])))
            .collect();
        study.set_marks(node, &marks);
    }
}

fn read_study(text: &str) -> Study {
    let mut studies = Study::read_all(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(studies.len(), 1, "{text}");
    studies.remove(0)
}

/// Returns every node of a study with all that is said of it, found through the public interface.
fn tell(study: &Study) -> Vec<String> {
    let mut told = vec![format!("{} {:?} {:?}", study.info().id, study.outcome(), study.closing())];
    let mut open = vec![NodeId::ROOT];
    while let Some(node) = open.pop() {
        let (before, comment, marks) = (study.comment_before(node), study.comment(node), study.marks(node));
        let moves: Vec<Option<&str>> = study.children(node).iter().map(|child| study.mv(*child)).collect();
        told.push(format!("{} {before:?} {comment:?} {marks:?} {moves:?}", study.position(node)));
        open.extend(study.children(node));
    }
    told
}

/// Returns the studies of a text as they are written, each read back to the same.
pub fn read_sound(text: &str) -> Vec<String> {
    let studies = Study::read_all(text).expect("what is a record is a study");
    let sound = |study: Study| {
        let written = study.to_string();
        let again = read_study(&written);
        assert_eq!(tell(&again), tell(&study), "from\n{text}");
        assert_eq!(again.to_string(), written, "from\n{text}");
        if let Some(pgn) = study.to_pgn() {
            assert_eq!(read_study(&pgn).to_pgn().as_ref(), Some(&pgn), "from\n{text}");
        }
        written
    };
    studies.into_iter().map(sound).collect()
}

#[test]
fn random_studies_come_back_byte_for_byte() {
    let mut dice = Dice(11);
    for game in GAMES {
        let mut variations = 0;
        for _ in 0..125 {
            let moves_max = dice.between(0, 60);
            let study = random_study(game, moves_max, &mut dice);
            let text = study.to_string();
            let again = read_study(&text);
            assert_eq!(tell(&again), tell(&study), "{text}");
            assert_eq!(again.to_string(), text);
            // A record of the main line keeps the rest, and all that is said of it.
            assert_eq!(read_one(&text).to_string(), text);
            // The app opens a file as a record, edits its study, and saves that as a record.
            let edited = StudyEditor::new(Study::of(&read_one(&text)));
            assert_eq!(edited.study().clone().into_record().to_string(), text);
            if let Some(pgn) = study.to_pgn() {
                let back = read_study(&pgn);
                assert_eq!(tell(&back)[1..], tell(&study)[1..], "{pgn}");
                assert_eq!(back.to_pgn().as_ref(), Some(&pgn));
                assert_eq!(read_one(&pgn).to_pgn().as_ref(), Some(&pgn));
            }
            variations += text.matches("(").count();
        }
        assert!(variations > 500, "{}: {variations}", game.info.id);
    }
}

const FOREIGN: &str = "\
[Event \"?\"]
[Annotator \"Ana\"]
[White \"Me\"]
[Black \"You\"]
[Result \"*\"]
[FEN \"x5o/7/7/7/7/7/o5x x 0 1\"]

{ Before all } 1. g2! { Near } (1. a7c5 $14 { Far } 1... a1c3 (1... a2 2. g2) 2. c5e5) ({ Or } 1. f2?! (1. f1)) 1... a2!!! *
";

#[test]
fn foreign_variations_marks_and_tags_are_kept() {
    let study = read_study(FOREIGN);
    let expected = "\
[Game \"ataxx\"]
[First \"You\"]
[Second \"Me\"]
[Date \"?\"]
[Result \"*\"]
[Annotator \"Ana\"]

{Before all} 1. g2! {Near} (1. a7c5 $14 {Far} 1... a1c3 (1... a2 2. g2) 2. c5e5)
({Or} 1. f2?!) (1. f1) 1... a2!! $1 *
";
    assert_eq!(study.to_string(), expected);
    assert_eq!(tell(&read_study(expected)), tell(&study));
    let first = study.children(NodeId::ROOT);
    assert_eq!(
        first.iter().map(|node| study.mv(*node)).collect::<Vec<_>>(),
        [Some("g2"), Some("a7c5"), Some("f2"), Some("f1")]
    );
    assert_eq!((study.marks(first[2]), study.comment_before(first[2])), (&[Mark(6)][..], "Or"));
    let pgn = study.to_pgn().unwrap();
    assert!(pgn.contains("({ Or } 1. f2?!) (1. f1) 1... a2!! $1 *\n"), "{pgn}");
    assert!(pgn.contains("[Annotator \"Ana\"]"), "{pgn}");
}

#[test]
fn a_record_that_plays_on_keeps_the_variations_on_its_way() {
    let mut record = read_one(FOREIGN);
    assert_eq!(
        (record.moves(), record.comment(1), record.marks(1)),
        (&["g2".to_owned(), "a2".to_owned()][..], "Near", &[Mark(1)][..])
    );
    record.play("g3").unwrap();
    record.set_comment(3, "Mine");
    let moves = |record: &Record| record.to_string().split_once("\n\n").unwrap().1.replace('\n', " ");
    let kept = "{Before all} 1. g2! {Near} (1. a7c5 $14 {Far} 1... a1c3 (1... a2 2. g2) 2. c5e5) ({Or} 1. f2?!) (1. f1) 1... a2!! $1 2. g3 {Mine} * ";
    assert_eq!(moves(&record), kept);
    // What was taken back is forgotten once another move is made, with the variations of what followed it.
    for _ in 0..3 {
        assert!(record.undo());
    }
    assert_eq!(moves(&record), "{Before all} * ");
    record.play("f2").unwrap();
    assert_eq!(
        moves(&record),
        "{Before all} 1. f2 (1. a7c5 $14 {Far} 1... a1c3 (1... a2 2. g2) 2. c5e5) (1. f1) * "
    );
}

#[test]
fn a_study_is_edited_as_a_tree() {
    let mut study = Study::new(find("neutreeko").unwrap());
    let main = study.play(NodeId::ROOT, "b1-c1").unwrap();
    let other = study.play(NodeId::ROOT, "b1b4").unwrap();
    assert_eq!(study.play(NodeId::ROOT, "b1-b4"), Ok(other), "a move that is there is not added again");
    let reply = study.play(other, &study.position(other).moves()[0].clone()).unwrap();
    assert_eq!(
        (study.count_moves(), study.main_end(), study.path(reply)),
        (3, main, vec![NodeId::ROOT, other, reply])
    );
    study.promote(other).unwrap();
    assert_eq!(study.main_line(), [NodeId::ROOT, other, reply]);
    assert_eq!(study.record_to(main).moves(), ["b1-c1"]);
    study.remove(other);
    assert_eq!((study.count_moves(), study.main_end()), (1, main));
    study.remove(NodeId::ROOT);
    assert_eq!(study.count_moves(), 1, "the root stays");
    let error = study.play(main, "a1-a2").unwrap_err();
    assert_eq!((error.key(), study.count_moves()), ("neutreeko-no-piece", 1));
    study.close(Some(Closing::Resigned(Player::Second)));
    assert_eq!(study.outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn limits_are_named_when_they_are_reached() {
    let error =
        |moves: &str| Study::read_all(&format!("[Game \"ataxx\"]\n\n{moves}")).unwrap_err().to_string();
    let nested = |levels: usize| format!("1. g2 a2 {}{} *", "(1... b1 ".repeat(levels), ")".repeat(levels));
    assert!(Study::read_all(&format!("[Game \"ataxx\"]\n\n{}", nested(NESTING_MAX))).is_ok());
    assert_eq!(
        error(&nested(NESTING_MAX + 1)),
        format!("line 3: there are more than {NESTING_MAX} variations inside one another")
    );
    assert_eq!(error("(1. g2) 1. f1 *"), "line 3: a variation stands before the move that it differs from");
    assert_eq!(error("1. g2 ((1. f1)) *"), "line 3: a variation stands before the move that it differs from");
    assert_eq!(error("1. g2 (1. f1 *"), "line 3: a variation is not closed");
    assert_eq!(error("1. g2) *"), "line 3: a variation is closed that was not opened");
    let marks = "$1 ".repeat(MARKS_MAX + 1);
    assert_eq!(error(&format!("1. g2 {marks} *")), format!("line 3: a move has at most {MARKS_MAX} marks"));
    for wrong in ["$", "$x", "$65536", "$+1"] {
        let expected =
            format!("line 3: a mark is written as !, ?, or $ and a number up to 65535, not \"{wrong}\"");
        assert_eq!(error(&format!("1. g2 {wrong} *")), expected);
    }
    let long = "x".repeat(COMMENT_MAX);
    assert_eq!(
        error(&format!("1. g2 {{{long}}} {{y}} *")),
        format!("line 3: a comment has more than {COMMENT_MAX} bytes")
    );
    let wide = format!("1. g2 {} *", "(1. f1)".repeat(NODES_MAX));
    assert_eq!(error(&wide), format!("line 3: move \"f1\": a study holds at most {NODES_MAX} moves"));
    // A study that is made by hand keeps to the same limits, so that it can be read again.
    let mut study = read_study(&format!("[Game \"ataxx\"]\n\n1. g2 {{{long}}} *"));
    let node = study.main_end();
    study.set_comment(node, format!("{long}é"));
    study.set_marks(node, &[Mark(9); MARKS_MAX + 1]);
    for number in 0..100 {
        study.set_tag(&format!("Tag{number}"), "x");
    }
    let text = study.to_string();
    assert_eq!(read_study(&text).to_string(), text);
}

#[test]
fn promotion_that_would_nest_too_deep_is_refused() {
    let mut study = Study::new(find("ataxx").unwrap());
    let [main, other] = [0, 1]
        .map(|index| study.play(NodeId::ROOT, &study.position(NodeId::ROOT).moves()[index].clone()).unwrap());
    // Inside the main line every variation leaves the one before it, down to the limit.
    let mut node = main;
    let refused = loop {
        let moves = study.position(node).moves();
        study.play(node, &moves[0]).unwrap();
        match study.play(node, &moves[1]) {
            Ok(next) => node = next,
            Err(refused) => break refused,
        }
    };
    assert_eq!((refused.key(), study.ply(node)), ("study-nesting", NESTING_MAX + 1));
    let text = study.to_string();
    assert_eq!(read_study(&text).to_string(), text);
    assert_eq!(study.promote(other).unwrap_err().key(), "study-nesting");
    assert_eq!(study.to_string(), text);
    study.remove(node);
    study.promote(other).unwrap();
    let text = study.to_string();
    assert_eq!(read_study(&text).to_string(), text);
}

/// Returns every node of a study.
fn all_nodes(study: &Study) -> Vec<NodeId> {
    let mut nodes = vec![NodeId::ROOT];
    let mut next = 0;
    while let Some(node) = nodes.get(next).copied() {
        nodes.extend(study.children(node));
        next += 1;
    }
    nodes
}

/// Changes a study in some way that may also be refused, or change nothing.
fn edit_any(editor: &mut StudyEditor, dice: &mut Dice) {
    let nodes = all_nodes(editor.study());
    let node = *dice.pick(&nodes);
    match dice.between(0, 9) {
        0..=3 => {
            let moves = editor.study().position(node).moves();
            if !moves.is_empty() {
                let mv: &String = dice.pick(&moves);
                let _ = editor.play(node, mv);
            }
        }
        4 => editor.remove(node),
        5 => drop(editor.promote(node)),
        6 => editor.set_comment(node, dice.pick(COMMENTS)),
        7 => editor.set_marks(node, &[Mark(*dice.pick(&[1, 2, 14]))]),
        8 => {
            let tag: &&str = dice.pick(&["First", "Event", "X_1"]);
            editor.set_tag(tag, dice.pick(COMMENTS));
        }
        _ => editor.close(if dice.one_in(2) { Some(random_closing(dice)) } else { None }),
    }
}

#[test]
fn every_change_to_a_study_can_be_taken_back_and_made_again() {
    let mut dice = Dice(12);
    for game in GAMES {
        for _ in 0..125 {
            let moves_max = dice.between(0, 20);
            let study = random_study(game, moves_max, &mut dice);
            let mut editor = StudyEditor::new(study);
            // What the study was before each change that can be taken back, with where its nodes were.
            let seen = |editor: &StudyEditor| (editor.study().to_string(), all_nodes(editor.study()));
            let mut before = vec![seen(&editor)];
            for _ in 0..12 {
                let last = seen(&editor);
                edit_any(&mut editor, &mut dice);
                if editor.undo().is_some() {
                    // The same change was perhaps refused, and this took back an earlier one: it is made
                    // again.
                    editor.redo();
                }
                if seen(&editor) != last {
                    before.push(seen(&editor));
                }
                let count = all_nodes(editor.study()).len() - 1;
                assert_eq!(editor.study().count_moves(), count);
            }
            let end = seen(&editor);
            let mut states = before.iter().rev().peekable();
            let mut undone = 0;
            while editor.undo().is_some() {
                undone += 1;
                let now = seen(&editor);
                while states.peek().is_some_and(|state| **state != now) {
                    states.next();
                }
                assert!(states.peek().is_some(), "a state that never was:\n{}", now.0);
            }
            assert_eq!(seen(&editor), before[0], "all was taken back");
            for _ in 0..undone {
                assert!(editor.redo().is_some());
            }
            assert_eq!((editor.redo(), seen(&editor)), (None, end), "all was made again");
            let text = editor.into_study().to_string();
            assert_eq!(read_study(&text).to_string(), text);
        }
    }
}

#[test]
fn a_new_change_clears_redo_and_undo_is_bounded() {
    let mut editor = StudyEditor::new(Study::new(find("ataxx").unwrap()));
    let main = editor.play(NodeId::ROOT, "g2").unwrap();
    assert_eq!(editor.play(NodeId::ROOT, "g2"), Ok(main), "a move that is there is no change");
    assert_eq!(editor.undo(), Some(NodeId::ROOT));
    assert_eq!((editor.undo(), editor.study().count_moves()), (None, 0));
    let changes = editor.changes();
    editor.remove(NodeId::ROOT);
    editor.set_comment(NodeId::ROOT, " ");
    editor.set_marks(NodeId::ROOT, &[]);
    editor.close(None);
    assert_eq!((editor.changes(), editor.undo()), (changes, None), "what changes nothing is no change");
    let other = editor.play(NodeId::ROOT, "f1").unwrap();
    assert_eq!(editor.changes(), changes + 1);
    assert_eq!((editor.redo(), editor.study().count_moves()), (None, 1));
    editor.remove(other);
    assert_eq!(editor.study().count_moves(), 0);
    assert_eq!((editor.undo(), editor.study().mv(other)), (Some(other), Some("f1")));
    for number in 0..EDITS_MAX + 7 {
        editor.set_comment(other, number.to_string());
    }
    let mut taken = 0;
    while editor.undo().is_some() {
        taken += 1;
    }
    assert_eq!((taken, editor.study().comment(other)), (EDITS_MAX, "6"));
}
