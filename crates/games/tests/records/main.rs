//! The laws of records, for every rule set: text and back, undo and redo, repetition, and nothing that a text
//! can say makes them panic.

// The twins use more of it.
#[allow(dead_code)]
#[path = "../twins/dice.rs"]
mod dice;
mod studies;

use dice::Dice;
use games::record::Closing;
use games::{AnyPosition, GAMES, GameEntry, Outcome, Player, Record};
use studies::random_study;

/// Returns a record from one of the named starts, empty.
fn begin(game: &'static GameEntry, dice: &mut Dice) -> Record {
    let start = game.named_start(dice.pick(game.info.starts).name).expect("its own name");
    Record::from_position(game, start)
}

fn play_any(record: &mut Record, dice: &mut Dice) {
    let moves = record.position().moves();
    let mv: &String = dice.pick(&moves);
    record.play(mv).expect("a legal move");
}

/// Returns a random game of so many moves, unless it is over before.
fn random_game(game: &'static GameEntry, moves_max: usize, dice: &mut Dice) -> Record {
    let mut record = begin(game, dice);
    while record.moves().len() < moves_max && record.outcome().is_none() {
        play_any(&mut record, dice);
    }
    record
}

fn random_closing(dice: &mut Dice) -> Closing {
    let player = *dice.pick(&Player::BOTH);
    *dice.pick(&[
        Closing::Resigned(player),
        Closing::OutOfTime(player),
        Closing::Agreed,
        Closing::Given(Outcome::Win(player)),
        Closing::Given(Outcome::Draw),
    ])
}

/// Returns all observable state of a record, undone moves aside.
fn tell(record: &Record) -> String {
    let comments: Vec<&str> = (0..=record.moves().len()).map(|played| record.comment(played)).collect();
    let ending = record.ending().map(|ending| ending.reason.to_string());
    let keys: Vec<u64> = record.keys().collect();
    format!(
        "{} from {} to {}: {:?} {:?} {comments:?} {ending:?} {keys:?} {} times",
        record.info().id,
        record.start(),
        record.position(),
        record.moves(),
        record.outcome(),
        record.occurrences()
    )
}

/// Returns the one record of a text.
fn read_one(text: &str) -> Record {
    let mut records = Record::read_all(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

#[test]
fn games_come_back_from_their_text() {
    let mut dice = Dice(1);
    for game in GAMES {
        let mut file = String::new();
        let mut told = Vec::new();
        for round in 0..12 {
            // One whole game, then parts of games, some of them closed by hand.
            let moves_max = if round == 0 { 1000 } else { dice.below(60) };
            let mut record = random_game(game, moves_max, &mut dice);
            if round > 0 && !dice.one_in(3) {
                record.close(random_closing(&mut dice));
            }
            record.set_tag("First", "A \"quoted\" \\ name");
            record.set_tag("Second", "two\nlines\tand \u{1b}[1mbold");
            record.set_tag("Event", "");
            let text = record.to_string();
            let read = read_one(&text);
            assert_eq!(tell(&read), tell(&record), "{text}");
            assert_eq!(read.to_string(), text);
            for tag in ["First", "Second", "Event"] {
                assert_eq!(read.tag(tag), record.tag(tag), "{text}");
            }
            file.push_str(&text);
            told.push(tell(&record));
        }
        let read = Record::read_all(&file).expect("records may follow one another");
        assert_eq!(read.iter().map(tell).collect::<Vec<_>>(), told);
    }
}

/// Returns all that a repetition is about, and nothing else: a Prolog term, or the board and the side to
/// move.
fn placement(position: &dyn AnyPosition) -> String {
    let fields = || position.to_string().split(' ').take(2).collect::<Vec<_>>().join(" ");
    position.to_prolog().unwrap_or_else(fields)
}

/// A record as one would keep it without thinking: the start and a list of moves.
struct Plain {
    start: Box<dyn AnyPosition>,
    moves: Vec<String>,
    played: usize,
    closed: bool,
}

impl Plain {
    /// Returns all positions so far, each found by playing on from the start.
    fn positions(&self) -> Vec<Box<dyn AnyPosition>> {
        let mut positions = vec![self.start.clone()];
        for mv in &self.moves[..self.played] {
            positions.push(positions[positions.len() - 1].after(mv).expect("it was legal"));
        }
        positions
    }

    fn check(&self, record: &Record) {
        let positions = self.positions();
        let now = placement(&*positions[self.played]);
        assert_eq!(record.moves(), &self.moves[..self.played]);
        assert_eq!(record.position().to_string(), positions[self.played].to_string());
        assert_eq!(
            record.position_at(self.played / 2).map(|position| position.to_string()),
            Some(positions[self.played / 2].to_string())
        );
        assert!(record.position_at(self.played + 1).is_none());
        let times = positions.iter().filter(|position| placement(&***position) == now).count();
        assert_eq!(record.occurrences(), times, "{record}");
        if !self.closed {
            let repeated = record.info().repetition.is_some_and(|limit| times >= limit as usize);
            let outcome = positions[self.played].outcome().or(repeated.then_some(Outcome::Draw));
            assert_eq!(record.outcome(), outcome, "{record}");
        }
        assert_eq!(record.ending().is_some(), record.outcome().is_some());
    }
}

#[test]
fn undo_redo_and_repetition_agree_with_a_plain_list() {
    let mut dice = Dice(2);
    for game in GAMES {
        let mut repetitions = 0;
        for _ in 0..8 {
            let mut record = begin(game, &mut dice);
            let start = (game.read)(&record.start().to_string()).expect("its own text");
            let mut plain = Plain { start, moves: Vec::new(), played: 0, closed: false };
            for _ in 0..120 {
                step(&mut record, &mut plain, &mut dice);
                plain.check(&record);
                repetitions +=
                    usize::from(record.ending().is_some_and(|ending| ending.reason.key() == "repetition"));
            }
        }
        assert_eq!(repetitions > 0, game.info.repetition.is_some(), "{}", game.info.id);
    }
}

/// Does one thing to both.
fn step(record: &mut Record, plain: &mut Plain, dice: &mut Dice) {
    match dice.below(16) {
        0 => {
            let before = tell(record);
            let was_closed = plain.closed;
            assert_eq!(record.undo(), was_closed || plain.played > 0);
            // A game that was closed is only opened again, and not closed by playing on.
            if was_closed {
                plain.closed = false;
            } else if plain.played > 0 {
                assert!(record.redo());
                assert_eq!(tell(record), before);
                assert!(record.undo());
                plain.played -= 1;
            }
        }
        1 => {
            let possible = plain.played < plain.moves.len() && !plain.closed;
            assert_eq!(record.redo(), possible);
            plain.played += usize::from(possible);
        }
        2 if dice.one_in(3) => {
            plain.closed |= record.outcome().is_none();
            record.close(random_closing(dice));
        }
        _ if record.outcome().is_some() => {
            let before = tell(record);
            let illegal = record.position().moves().first().map_or("pass".to_owned(), String::clone);
            assert!(record.play(&illegal).is_err());
            assert_eq!(tell(record), before);
            for _ in 0..dice.below(4) {
                plain.played -= usize::from(!plain.closed && plain.played > 0);
                plain.closed = false;
                record.undo();
            }
        }
        _ => {
            let mv = returning_move(record, dice);
            assert_eq!(record.play(&mv), Ok(mv.as_str()));
            plain.moves.truncate(plain.played);
            plain.moves.push(mv);
            plain.played += 1;
            assert!(!record.redo(), "playing on must forget what was taken back");
        }
    }
}

/// Returns a legal move, rather one that comes back to a position of the game: chance alone would hardly ever
/// repeat one.
fn returning_move(record: &Record, dice: &mut Dice) -> String {
    let position = record.position();
    let moves = position.moves();
    let returns = |mv: &&String| {
        let key = position.after(mv).expect("a legal move").key();
        record.keys().any(|earlier| earlier == key)
    };
    let back: Vec<&String> =
        if record.info().repetition.is_some() { moves.iter().filter(returns).collect() } else { Vec::new() };
    if back.is_empty() { dice.pick(&moves).clone() } else { (*dice.pick(&back)).clone() }
}

/// Asserts that what is read writes back and reads again to the same, as records and as studies. Returns
/// whether anything was read.
fn check_sound(text: &str) -> bool {
    let Ok(records) = Record::read_all(text) else { return false };
    let studies = studies::read_sound(text);
    for (record, study) in records.into_iter().zip(studies) {
        assert_eq!(record.to_string(), study, "from\n{text}");
        let written = record.to_string();
        let again = read_one(&written);
        assert_eq!(again.to_string(), written, "from\n{text}");
        assert_eq!(tell(&again), tell(&record), "from\n{text}");
        if let Some(pgn) = record.to_pgn() {
            let again = read_one(&pgn);
            assert_eq!(again.to_pgn().as_deref(), Some(pgn.as_str()), "from\n{text}");
            assert_eq!((again.moves(), again.outcome()), (record.moves(), record.outcome()), "from\n{text}");
        }
    }
    true
}

/// Words that mean something somewhere in a record.
const WORDS: &[&str] = &[
    "[Game \"ataxx\"]\n",
    "[Game \"neutreeko\"]\n",
    "[Black \"x\"]\n",
    "[White \"?\"]\n",
    "[FEN \"startpos\"]\n",
    "[Start \"1w1w1/2b2/5/2w2/1b1b1 b\"]\n",
    "[Result \"1-0\"]\n",
    "[Termination \"resignation\"]\n",
    "[Adjudicated \"Out of time\"]\n",
    "[A_1 \"\\\"\\\\\"]\n",
    "{a comment}",
    "{\u{feff} \u{7} \u{200f}}",
    "; to the end of the line\n",
    "(",
    ")",
    "{",
    "}",
    "1.",
    "1...",
    "2. ",
    " 1-0 ",
    " 0-1 ",
    " 1/2-1/2 ",
    " * ",
    "$3",
    "$70000",
    "!?",
    "({before} ",
    " (1. ",
    " 2...",
    " ()",
    "\r\n",
    "\u{a0}",
    "\u{0}",
    "\u{e9}",
    "\\",
    "\"",
];

#[test]
fn mutilated_records_are_refused_or_sound() {
    const ROUNDS: usize = 60_000;
    let mut dice = Dice(3);
    let mut texts = Vec::new();
    for game in GAMES {
        for _ in 0..6 {
            let moves_max = dice.below(12);
            let mut record = random_game(game, moves_max, &mut dice);
            if dice.one_in(2) {
                record.close(random_closing(&mut dice));
            }
            texts.extend(record.to_pgn());
            texts.push(record.to_string());
            let study = random_study(game, 20, &mut dice);
            texts.extend(study.to_pgn());
            texts.push(study.to_string());
        }
    }
    for text in &texts {
        assert!(check_sound(text), "{text}");
    }
    let mut sound = 0;
    for round in 0..ROUNDS {
        let mut text: Vec<char> = dice.pick(&texts).chars().collect();
        if dice.one_in(20) {
            text.extend(dice.pick(&texts).chars());
        }
        for _ in 0..=round % 3 {
            mutilate(&mut text, &mut dice);
        }
        sound += usize::from(check_sound(&text.into_iter().collect::<String>()));
    }
    // Both happen often enough to mean something.
    assert!((ROUNDS / 20..ROUNDS / 2).contains(&sound), "{sound}");
}

fn mutilate(text: &mut Vec<char>, dice: &mut Dice) {
    let at = dice.below(text.len() + 1);
    let end = text.len().min(at + dice.below(12));
    match dice.below(6) {
        0 => drop(text.drain(at..end)),
        1 => {
            let part: Vec<char> = text[at..end].to_vec();
            let other = dice.below(text.len() + 1);
            text.splice(other..other, part);
        }
        2 if at < text.len() => {
            text[at] = *dice.pick(&[' ', '\n', '.', '0', '9', 'a', 'x', '"', ']', '{', '}', '\u{85}']);
        }
        3 if at < text.len() => {
            let other = dice.below(text.len());
            text.swap(at, other);
        }
        _ => drop(text.splice(at..at, dice.pick(WORDS).chars())),
    }
}
