//! The laws that the fuzz targets hold the parsers to: nothing panics, and what is accepted is as good as any
//! other.
//!
//! The first line of an input is the id of a rule set, where one is needed. An id that does not exist is an
//! input wasted, so any other line stands for the rule set of its length.

use games::text::{Marks, View};
use games::{GAMES, Game, Record, Study, Visitor, text, visit};

/// Moves that lead to the position in which one is read.
const PLIES_MAX: usize = 200;

/// `ID`, then a position text or a Prolog term.
pub fn positions(input: &str) {
    let (id, text) = split(input);
    visit(id, Positions(text));
}

/// `ID`, then a line whose characters choose the moves of a game, then a move.
pub fn moves(input: &str) {
    let (id, rest) = split(input);
    let (choices, text) = rest.split_once('\n').unwrap_or(("", rest));
    visit(id, Moves { choices, text });
}

/// `ID`, then a Prolog term.
pub fn prolog(input: &str) {
    let (id, text) = split(input);
    visit(id, Prolog(text));
}

/// Records of any games.
pub fn records(text: &str) {
    for record in Record::read_all(text).unwrap_or_default() {
        let written = record.to_string();
        let again = read_one(&written);
        assert_eq!(again.to_string(), written);
        assert_eq!((again.moves(), again.outcome()), (record.moves(), record.outcome()));
        if let Some(pgn) = record.to_pgn() {
            let again = read_one(&pgn);
            assert_eq!(again.to_pgn(), Some(pgn));
            assert_eq!((again.moves(), again.outcome()), (record.moves(), record.outcome()));
        }
    }
}

/// Studies of any games.
pub fn studies(text: &str) {
    for study in Study::read_all(text).unwrap_or_default() {
        let written = study.to_string();
        let again = Study::read_all(&written).unwrap_or_else(|error| panic!("{error} in\n{written}"));
        assert_eq!(again.iter().map(Study::to_string).collect::<Vec<_>>(), [written.as_str()]);
        assert_eq!(again[0].count_moves(), study.count_moves());
        assert_eq!(study.clone().into_record().to_string(), written);
        if let Some(pgn) = study.to_pgn() {
            let again = Study::read_all(&pgn).unwrap_or_else(|error| panic!("{error} in\n{pgn}"));
            assert_eq!(again[0].to_pgn(), Some(pgn));
        }
    }
}

fn split(input: &str) -> (&str, &str) {
    let (line, rest) = input.split_once('\n').unwrap_or((input, ""));
    let id = games::find(line).map_or(GAMES[line.len() % GAMES.len()].info.id, |game| game.info.id);
    (id, rest)
}

fn read_one(text: &str) -> Record {
    let mut records = Record::read_all(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

struct Positions<'a>(&'a str);

impl Visitor for Positions<'_> {
    type Output = ();

    fn visit<P: Game>(self) {
        let Ok(position) = self.0.parse::<P>() else { return };
        check_position(&position);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for mv in moves {
            assert_eq!(position.read_move(&mv.to_string()), Ok(mv));
            let mut next = position.clone();
            next.play(mv);
            assert_eq!(next.to_string().parse().as_ref(), Ok(&next));
        }
    }
}

struct Moves<'a> {
    choices: &'a str,
    text: &'a str,
}

impl Visitor for Moves<'_> {
    type Output = ();

    fn visit<P: Game>(self) {
        let mut position = P::default();
        for choice in self.choices.chars().take(PLIES_MAX) {
            match position.pick_move(|count| choice as usize % count) {
                Some(mv) => position.play(mv),
                None => break,
            }
        }
        match position.read_move(self.text) {
            Ok(mv) => {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                assert!(moves.contains(&mv));
                assert_eq!(position.read_move(&mv.to_string()), Ok(mv));
            }
            Err(complaint) => {
                let mut listed = P::INFO.phrases.iter().chain(games::PHRASES.iter().copied().flatten());
                assert!(
                    listed.any(|phrase| phrase.key == complaint.key()),
                    "{complaint}: {} is not listed",
                    complaint.key()
                );
            }
        }
    }
}

struct Prolog<'a>(&'a str);

impl Visitor for Prolog<'_> {
    type Output = ();

    fn visit<P: Game>(self) {
        let Ok(position) = self.0.parse::<P>() else { return };
        let Some(term) = position.to_prolog() else { return };
        let read: P = term.parse().unwrap_or_else(|error| panic!("{error} in {term}"));
        assert_eq!(read.key(), position.key());
        assert_eq!(read.to_prolog(), Some(term));
    }
}

fn check_position<P: Game>(position: &P) {
    let canonical = position.to_string();
    let read: P = canonical.parse().unwrap_or_else(|error| panic!("{error} in {canonical}"));
    assert_eq!(&read, position);
    assert_eq!(read.to_string(), canonical);
    assert_eq!(read.key(), position.key());

    let mut moves = Vec::new();
    position.moves(&mut moves);
    assert_eq!(moves.is_empty(), position.outcome().is_some());
    assert_eq!(position.count_moves(), moves.len());
    assert_eq!(position.pick_move(|count| count - 1), moves.last().copied());
    assert_eq!(position.ending().is_some(), position.outcome().is_some());
    text::draw(&position.picture(), &P::INFO, View::default(), &Marks::default());
}
