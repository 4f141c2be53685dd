//! Records as the PGN that cuteataxx, python-ataxx and libataxx write. [`Info::pgn`] says which player is
//! first: in Ataxx it is Black, and `1-0` means that Black won. Reading takes what any of the three writes
//! and a little more; writing keeps to what all three can read.

#[cfg(test)]
mod tests;

use std::fmt;

use super::notation::{
    Form, RESULT_TAG, RESULTS_DIFFER, Reader, START, clean, close, read_result, termination, words, write_tag,
};
use super::{NodeId, Study};
use crate::record::Closing;
use crate::{GAMES, GameEntry, Outcome, ParseError, Player, Record};

/// The tags that come first, known or not. python-ataxx takes `Event` for the beginning of a game.
const ROSTER: [(&str, &str); 4] = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];

/// Tags that the record itself answers, in one form or the other. What a file says there is used or follows
/// from the moves.
const ANSWERED: [&str; 13] = [
    "Game",
    "First",
    "Second",
    "Start",
    "FEN",
    "SetUp",
    "FinalFEN",
    "Result",
    "Termination",
    "Winner",
    "Loser",
    "PlyCount",
    "Material",
];

/// The tag in which an arbiter's reason stands, and what cuteataxx writes there when a clock has run down.
const ADJUDICATED: &str = "Adjudicated";
const OUT_OF_TIME: &str = "Out of time";

type Tags = [(String, String)];

impl Record {
    /// Returns the record as other programs write and read it; `None` for a game that they do not play.
    pub fn to_pgn(&self) -> Option<String> {
        Study::of(self).to_pgn()
    }
}

impl Study {
    /// Returns the study as other programs write and read it; `None` for a game that they do not play.
    pub fn to_pgn(&self) -> Option<String> {
        let players = self.info().pgn?;
        Some(Pgn { study: self, players }.to_string())
    }
}

struct Pgn<'a> {
    study: &'a Study,
    /// The tags of the first and of the second player.
    players: [&'static str; 2],
}

impl fmt::Display for Pgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let study = self.study;
        let mut tag = |name: &str, text: &str| write_tag(f, name, &clean(text));
        for (name, unknown) in ROSTER {
            tag(name, study.tag(name).filter(|text| !is_unknown(text)).unwrap_or(unknown))?;
        }
        for (name, own) in self.players.into_iter().zip(["First", "Second"]) {
            tag(name, study.tag(own).filter(|text| !is_unknown(text)).unwrap_or("?"))?;
        }
        tag("Result", study.outcome().map_or("*", Outcome::result))?;
        // Always, as cuteataxx does: the standard start is a matter of opinion.
        tag("FEN", &study.position(NodeId::ROOT).to_string())?;
        match study.closing() {
            Some(Closing::OutOfTime(_)) => tag(ADJUDICATED, OUT_OF_TIME)?,
            // Only here can a reason that came with the record still be true.
            Some(Closing::Given(_)) => {
                study.tag(ADJUDICATED).map_or(Ok(()), |reason| tag(ADJUDICATED, reason))?;
            }
            // The three programs have no word for these, and skip unknown tags.
            Some(closing) => termination(closing).map_or(Ok(()), |word| tag("Termination", word))?,
            None => {}
        }
        if let (Some(Closing::Adjudicated(_)), Some(reason)) = (study.closing(), study.tag(ADJUDICATED)) {
            tag(ADJUDICATED, reason)?;
        }
        let written = |name: &str| name == ADJUDICATED || ROSTER.iter().any(|(known, _)| *known == name);
        for (name, text) in study.tags() {
            if !written(name) && !is_own(name, self.players) && !is_unknown(text) {
                tag(name, text)?;
            }
        }
        // All on one line: python-ataxx takes what follows a line break for another variation.
        writeln!(f, "\n{}", words(study, |comment| format!("{{ {comment} }}")).join(" "))
    }
}

/// Returns the game that tags without `Game` are about, and the tags of its players.
pub(super) fn game(tags: &Tags) -> Option<(&'static GameEntry, [&'static str; 2])> {
    if find_tag(tags, "Game").is_some() {
        return None;
    }
    GAMES.iter().find_map(|game| {
        let players = game.info.pgn?;
        players.iter().any(|player| find_tag(tags, player).is_some()).then_some((game, players))
    })
}

/// Reads what follows the tags, and makes a study of all.
pub(super) fn read(
    reader: &mut Reader<'_>,
    game: &'static GameEntry,
    players: [&'static str; 2],
    tags: &Tags,
) -> Result<Study, ParseError> {
    let tag = |name: &str| find_tag(tags, name).filter(|text| !is_unknown(text));
    let mut study = match tag("FEN") {
        None | Some("startpos") => Study::new(game),
        Some(text) => {
            let start = (game.read)(text)
                .map_err(|reason| reader.at_tag("FEN", START.with("tag", "FEN").with("reason", reason)))?;
            Study::from_position(game, start)
        }
    };
    for (player, own) in players.into_iter().zip(["First", "Second"]) {
        if let Some(name) = tag(player) {
            study.set_tag(own, name);
        }
    }
    for (name, text) in tags.iter().filter(|(name, text)| !is_own(name, players) && !is_unknown(text)) {
        study.set_tag(name, text);
    }
    let told = reader.moves(&mut study, Form::Pgn)?;
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
        take_back_late_move(&mut study, winner);
        study.tags.remove(ADJUDICATED);
        reason = Some("time forfeit");
    }
    close(&mut study, result, reason)?;
    Ok(study)
}

/// cuteataxx writes down the move with which a clock ran down, but does not make it. It may stay, unless it
/// would have ended the game in another way.
fn take_back_late_move(study: &mut Study, winner: Player) {
    let end = study.main_end();
    let decided_otherwise = study.outcome_at(end).is_some_and(|outcome| outcome != Outcome::Win(winner));
    if let Some(before) =
        study.parent(end).filter(|before| decided_otherwise && study.position(*before).turn() != winner)
    {
        study.remove_children(before);
    }
}

/// Returns whether a tag of this name stands for something that is part of the record.
fn is_own(name: &str, players: [&str; 2]) -> bool {
    ANSWERED.iter().chain(&players).any(|own| own.eq_ignore_ascii_case(name))
}

/// cuteataxx writes the players' tags in small letters by default.
fn find_tag<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, text)| text.as_str())
}

/// Returns whether a tag says that its text is not known: `?`, `-`, `????.??.??`, or nothing at all.
fn is_unknown(text: &str) -> bool {
    text.chars().all(|character| ['?', '-', '.'].contains(&character))
}
