//! Records as the PGN that cuteataxx, python-ataxx and libataxx write. Who is first is told by [`Info::pgn`]: in Ataxx it is
//! Black, and `1-0` means that Black won. Reading takes what any of the three writes and a little more; writing keeps to what
//! all three can read.

#[cfg(test)]
mod tests;

use std::fmt;

use super::notation::{Reader, Token, add_comment, clean, close, read_result, strip_number, termination, words, write_tag};
use super::*;
use crate::{GAMES, ParseError, quote};

/// The tags that come first, known or not. python-ataxx takes `Event` for the beginning of a game.
const ROSTER: [(&str, &str); 4] = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];

/// Tags that the record itself answers, in one form or the other. What a file says there is used or follows from the moves.
const ANSWERED: [&str; 13] =
    ["Game", "First", "Second", "Start", "FEN", "SetUp", "FinalFEN", "Result", "Termination", "Winner", "Loser", "PlyCount", "Material"];

/// The tag in which an arbiter's reason stands, and what cuteataxx writes there when a clock has run down.
const ADJUDICATED: &str = "Adjudicated";
const OUT_OF_TIME: &str = "Out of time";

type Tags = [(String, String)];

impl Record {
    /// The record as other programs write and read it; `None` if they do not know the game.
    pub fn to_pgn(&self) -> Option<String> {
        let players = self.info().pgn?;
        Some(Pgn { record: self, players }.to_string())
    }
}

struct Pgn<'a> {
    record: &'a Record,
    /// The tags of the first and of the second player.
    players: [&'static str; 2],
}

impl fmt::Display for Pgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = self.record;
        let mut tag = |name: &str, text: &str| write_tag(f, name, &clean(text));
        for (name, unknown) in ROSTER {
            tag(name, record.tag(name).filter(|text| !is_unknown(text)).unwrap_or(unknown))?;
        }
        for (name, own) in self.players.into_iter().zip(["First", "Second"]) {
            tag(name, record.tag(own).filter(|text| !is_unknown(text)).unwrap_or("?"))?;
        }
        tag("Result", record.outcome().map_or("*", Outcome::result))?;
        // Always, as cuteataxx does: the standard start is a matter of opinion.
        tag("FEN", &record.start().to_string())?;
        match record.closing {
            Some(Closing::OutOfTime(_)) => tag(ADJUDICATED, OUT_OF_TIME)?,
            // Only here can a reason that came with the record still be true.
            Some(Closing::Given(_)) => record.tag(ADJUDICATED).map_or(Ok(()), |reason| tag(ADJUDICATED, reason))?,
            // The three have no word for these, and pass over tags that they do not know.
            Some(closing) => termination(closing).map_or(Ok(()), |word| tag("Termination", word))?,
            None => {}
        }
        let written = |name: &str| name == ADJUDICATED || ROSTER.iter().any(|(known, _)| *known == name);
        for (name, text) in &record.tags {
            if !written(name) && !is_own(name, self.players) && !is_unknown(text) {
                tag(name, text)?;
            }
        }
        // All on one line: python-ataxx takes what follows a line break for another variation.
        writeln!(f, "\n{}", words(record, |comment| format!("{{ {comment} }}")).join(" "))
    }
}

/// The game that tags without `Game` are about, and the tags of its players.
pub(super) fn game(tags: &Tags) -> Option<(&'static GameEntry, [&'static str; 2])> {
    if find_tag(tags, "Game").is_some() {
        return None;
    }
    GAMES.iter().find_map(|game| {
        let players = game.info.pgn?;
        players.iter().any(|player| find_tag(tags, player).is_some()).then_some((game, players))
    })
}

/// Reads what follows the tags, and makes a record of all.
pub(super) fn read(
    reader: &mut Reader<'_>,
    game: &'static GameEntry,
    players: [&'static str; 2],
    tags: &Tags,
) -> Result<Record, ParseError> {
    let tag = |name: &str| find_tag(tags, name).filter(|text| !is_unknown(text));
    let mut record = match tag("FEN") {
        None | Some("startpos") => Record::new(game),
        Some(text) => {
            let start = (game.read)(text).map_err(|reason| reader.at_tag("FEN", START.with("tag", "FEN").with("reason", reason)))?;
            Record::from_position(game, start)
        }
    };
    for (player, own) in players.into_iter().zip(["First", "Second"]) {
        if let Some(name) = tag(player) {
            record.set_tag(own, name);
        }
    }
    for (name, text) in tags.iter().filter(|(name, text)| !is_own(name, players) && !is_unknown(text)) {
        record.set_tag(name, text.as_str());
    }
    let told = moves(reader, &mut record)?;
    let tagged = tag("Result");
    let result = read_result(told.or(tagged).unwrap_or("*"))?;
    if let (Some(told), Some(tagged)) = (told, tagged)
        && read_result(tagged)? != result
    {
        return Err(RESULTS_DIFFER.with("text", told).with("expected", tagged).with("where", RESULT_TAG));
    }
    let mut reason = tag("Termination");
    if let (Some(Outcome::Win(winner)), Some(text)) = (result, tag(ADJUDICATED))
        && text.eq_ignore_ascii_case(OUT_OF_TIME)
    {
        take_back_late_move(&mut record, winner);
        record.tags.retain(|(name, _)| !name.eq_ignore_ascii_case(ADJUDICATED));
        reason = Some("time forfeit");
    }
    close(&mut record, result, reason)?;
    Ok(record)
}

/// cuteataxx writes down the move with which a clock ran down, but does not make it. It may stay, unless it would have ended
/// the game in another way.
fn take_back_late_move(record: &mut Record, winner: Player) {
    let decided_otherwise = record.outcome().is_some_and(|outcome| outcome != Outcome::Win(winner));
    if decided_otherwise && record.played > 0 && record.position_at(record.played - 1).is_some_and(|before| before.turn() != winner) {
        record.undo();
    }
}

/// Plays the moves of the main line up to the result, and gives the result back. Without one the game ends where the next begins.
fn moves<'a>(reader: &mut Reader<'a>, record: &mut Record) -> Result<Option<&'a str>, ParseError> {
    let mut depth = 0_usize;
    while reader.skip_blank() && !reader.rest.starts_with('[') {
        if let Some(comment) = reader.rest.strip_prefix(';') {
            let line = comment.lines().next().unwrap_or("");
            reader.advance(1 + line.len());
            if depth == 0 {
                // Comments are written in braces, and there is no way to write one inside.
                add_comment(record, &clean(&line.replace('}', "")));
            }
            continue;
        }
        let word = match reader.token()? {
            None => break,
            Some(Token::Word(word)) => word,
            Some(Token::Comment(comment)) => {
                // What is said of another variation is not said of this one.
                if depth == 0 {
                    add_comment(record, &comment);
                }
                continue;
            }
        };
        for piece in word.split_inclusive(['(', ')']) {
            let text = piece.trim_end_matches(['(', ')']);
            if depth == 0 && read_result(text).is_ok() {
                return Ok(Some(text));
            }
            if depth == 0 {
                play(record, text)?;
            }
            depth = match piece.chars().next_back() {
                Some('(') => depth + 1,
                Some(')') => depth.checked_sub(1).ok_or_else(|| NO_VARIATION.message())?,
                _ => depth,
            };
        }
    }
    if depth > 0 { Err(OPEN_VARIATION.message()) } else { Ok(None) }
}

/// Plays a word of the move text: a move, a number, both, or a judgement like `!?` or `$2`, which is passed over.
fn play(record: &mut Record, word: &str) -> Result<(), ParseError> {
    let offset = usize::from(record.start().turn() == Player::Second);
    // python-ataxx counts in pairs from the first move, whoever made it.
    let pair = record.played / 2 + 1;
    let expected = (record.played + offset) / 2 + 1;
    let numberless = strip_number(word, expected).or_else(|error| strip_number(word, pair).map_err(|_| error))?;
    let mv = numberless.trim_start_matches('.').trim_end_matches(['!', '?']);
    if mv.is_empty() || mv.starts_with('$') {
        return Ok(());
    }
    record.play(mv).map_err(|reason| MOVE.with("text", quote(mv)).with("reason", reason))?;
    Ok(())
}

/// Whether a tag of this name stands for something that the record knows by itself.
fn is_own(name: &str, players: [&str; 2]) -> bool {
    ANSWERED.iter().chain(&players).any(|own| own.eq_ignore_ascii_case(name))
}

/// cuteataxx writes the players' tags small unless told otherwise.
fn find_tag<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, text)| text.as_str())
}

/// Whether a tag says that its text is not known: `?`, `-`, `????.??.??`, or nothing at all.
fn is_unknown(text: &str) -> bool {
    text.chars().all(|character| ['?', '-', '.'].contains(&character))
}
