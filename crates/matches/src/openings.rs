//! Where games begin: books, named starts, and a few random moves. Never from a position that is over.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use clap::ValueEnum;
use fastrand::Rng;
use games::{AnyPosition, GameEntry, Message, phrases};
use table::lines::read_line;

use super::trouble;

phrases! {
    AT_LINE = "match-book-line": "line {line}: {reason}";
    LONG_BOOK = "match-book-long": "a book has at most {lines} lines and {bytes} bytes";
    OVER_THERE = "match-over-there": "the game is over there";
    MANY_POSITIONS = "match-book-full": "more than {limit} positions";
    NO_POSITION = "match-book-empty": "no position";
    START_OVER = "match-start-over": "a start is over before the first move";
    ALWAYS_OVER = "match-always-over": "{plies} random moves from {start} always end the game";
}

/// Most positions that are read from books.
const BOOK_MAX: usize = 1_000_000;
/// Most lines and bytes of a book: a file without an end is not read for ever.
const LINES_MAX: usize = 4 * BOOK_MAX;
const BYTES_MAX: u64 = 512 << 20;
/// Most random moves before a game.
pub const PLIES_MAX: u32 = 100;
/// How often random moves are tried again to find an opening that is not over and was not played yet.
const TRIES: usize = 200;

/// In which order a book is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BookOrder {
    /// As the seed has it.
    Random,
    /// As the book has it.
    Sequential,
}

/// Reads a book: one position per line, blank lines and lines that begin with `#` aside. Positions that are
/// over are wrong.
pub fn read_book(game: &'static GameEntry, path: &Path) -> Result<Vec<Box<dyn AnyPosition>>, Message> {
    let wrong = |reason: Message| trouble::in_file(path, reason);
    let at = |line: usize, reason: Message| wrong(AT_LINE.with("line", line).with("reason", reason));
    let file = File::open(path).map_err(|error| trouble::of_file(path, &error))?;
    let mut lines = BufReader::new(file.take(BYTES_MAX));
    let mut book = Vec::new();
    for number in 1.. {
        let line = read_line(&mut lines).map_err(|error| trouble::of_file(path, &error))?;
        let Some(line) = line else { break };
        if number > LINES_MAX || lines.get_ref().limit() == 0 {
            return Err(wrong(LONG_BOOK.with("lines", LINES_MAX).with("bytes", BYTES_MAX as usize)));
        }
        let line = line.map_err(|bad| at(number, trouble::of_line(bad)))?;
        let text = line.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let position = (game.read)(text).map_err(|error| at(number, error))?;
        if position.outcome().is_some() {
            return Err(at(number, OVER_THERE.message()));
        }
        if book.len() == BOOK_MAX {
            return Err(wrong(MANY_POSITIONS.with("limit", BOOK_MAX)));
        }
        book.push(position);
    }
    if book.is_empty() { Err(wrong(NO_POSITION.message())) } else { Ok(book) }
}

/// Returns the openings of as many rounds: the starts in turn, each followed by so many random moves. The
/// seed fixes all of it.
pub fn choose(
    game: &'static GameEntry,
    mut starts: Vec<Box<dyn AnyPosition>>,
    order: BookOrder,
    plies: u32,
    rounds: usize,
    seed: u64,
) -> Result<Vec<String>, Message> {
    if starts.is_empty() {
        starts.push((game.start)());
    }
    if starts.iter().any(|start| start.outcome().is_some()) {
        return Err(START_OVER.message());
    }
    if order == BookOrder::Random {
        Rng::with_seed(seed).shuffle(&mut starts);
    }
    let mut openings = Vec::with_capacity(rounds);
    let mut played = HashSet::new();
    for round in 0..rounds {
        let start = &starts[round % starts.len()];
        let mut rng = Rng::with_seed(super::mix(seed, round as u64));
        let opening =
            if plies == 0 { Some(start.to_string()) } else { stray(&**start, plies, &played, &mut rng) };
        let opening =
            opening.ok_or_else(|| ALWAYS_OVER.with("plies", plies).with("start", start.to_string()))?;
        played.insert(opening.clone());
        openings.push(opening);
    }
    Ok(openings)
}

/// Returns a position so many random moves later; one that was not played yet if that is easy to find.
fn stray(start: &dyn AnyPosition, plies: u32, played: &HashSet<String>, rng: &mut Rng) -> Option<String> {
    let mut found = None;
    for _ in 0..TRIES {
        let mut position = start.boxed_clone();
        for _ in 0..plies {
            let moves = position.moves();
            let Some(next) = rng.choice(&moves).and_then(|mv| position.after(mv).ok()) else { break };
            position = next;
        }
        if position.outcome().is_some() {
            continue;
        }
        let text = position.to_string();
        if !played.contains(&text) {
            return Some(text);
        }
        found = Some(text);
    }
    found
}

#[cfg(test)]
mod tests {
    use std::fs;

    use games::GAMES;

    use super::*;

    fn ataxx() -> &'static GameEntry {
        games::find("ataxx").unwrap()
    }

    fn book(text: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.txt");
        fs::write(&path, text).unwrap();
        let read = read_book(ataxx(), &path);
        let shown = path.display().to_string();
        read.map(|book| book.iter().map(ToString::to_string).collect())
            .map_err(|error| error.to_string().replace(&shown, "book"))
    }

    #[test]
    fn books_of_other_programs_are_read_as_they_are() {
        let text = "# startpos ply 3 openings\r\n# filtered\r\n\r\nx5o/7/7/7/7/7/oo2xxx o 0 2\r\n  x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1\n#end";
        assert_eq!(book(text).unwrap(), ["x5o/7/7/7/7/7/oo2xxx o 0 2", "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1"]);
        assert_eq!(book("x5o/7/7/7/7/7/o5x x").unwrap(), ["x5o/7/7/7/7/7/o5x x 0 1"]);
    }

    #[test]
    fn errors_in_a_book_name_their_line() {
        assert_eq!(book("\n# none\n").unwrap_err(), "book: no position");
        assert_eq!(book("#\nx6/7/7/7/7/7/7 x 0 1").unwrap_err(), "book: line 2: the game is over there");
        assert!(book("x5o/7/7/7/7/7/o5x x 0 1\n\nx5o/8/7 x").unwrap_err().starts_with("book: line 3: "));
        assert!(read_book(ataxx(), Path::new("/nowhere/at/all")).is_err());
    }

    #[test]
    fn random_openings_are_fresh_playable_and_fixed_by_the_seed() {
        for game in GAMES {
            let draw = |seed| choose(game, Vec::new(), BookOrder::Random, 4, 60, seed).unwrap();
            let openings = draw(9);
            assert_eq!(openings, draw(9));
            assert_ne!(openings, draw(10));
            assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 60, "{}", game.info.id);
            for text in &openings {
                let position = (game.read)(text).unwrap();
                assert!(position.outcome().is_none(), "{text}");
            }
        }
    }

    #[test]
    fn starts_are_taken_in_turn() {
        let starts = || {
            ["x5o/7/7/7/7/7/o5x x 0 1", "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1"]
                .map(|text| (ataxx().read)(text).unwrap())
                .to_vec()
        };
        let openings = choose(ataxx(), starts(), BookOrder::Sequential, 0, 5, 1).unwrap();
        assert_eq!(openings[0], openings[2]);
        assert_eq!(openings[1], openings[3]);
        assert_ne!(openings[0], openings[1]);
        assert_eq!(
            choose(ataxx(), Vec::new(), BookOrder::Random, 0, 2, 1).unwrap(),
            vec![(ataxx().start)().to_string(); 2]
        );
    }

    #[test]
    fn a_start_that_cannot_be_played_is_refused() {
        let over = vec![(ataxx().read)("x6/7/7/7/7/7/7 x 0 1").unwrap()];
        assert!(choose(ataxx(), over, BookOrder::Random, 0, 1, 1).is_err());
        // Whatever is played, the first move ends the game.
        let short =
            vec![(ataxx().read)("xo-----/1------/-------/-------/-------/-------/------- x 0 1").unwrap()];
        let error = choose(ataxx(), short, BookOrder::Random, 1, 1, 1).unwrap_err();
        assert!(error.to_string().contains("always end the game"), "{error}");
    }
}
