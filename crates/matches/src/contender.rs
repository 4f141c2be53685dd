//! One player of a match: its seat, and the terms on which it plays. Written as words, a seat and settings
//! such as `tc=1+0.01 option.Hash=64`.

use std::env;
use std::time::Duration;

use engine::protocol::{Dialect, Go};
use games::{GameEntry, Message, Phrase, Player, phrases, quote};
use table::engines::EngineCommand;
use table::{Seat, TimeControl};

phrases! {
    FOR_EACH = "match-each": "each: {reason}";
    FOR_ENGINE = "match-engine": "engine {number}: {reason}";
    SETTINGS_ONLY = "match-settings-only": "settings for all, such as tc=1+0.01, not who plays";
    FIXED_STRENGTH = "match-fixed-strength": "{name} thinks as its strength says; only name= can be set";
    SAME_NAME = "match-same-name": "two engines are called {name}";
    TWO_SEATS = "match-two-seats": "it cannot be both {one} and {other}; settings are written KEY=VALUE";
    WRONG_VALUE = "match-wrong-value": "{key}= is followed by {form}, not {value}";
    FORM_NAME = "match-form-name": "a name of up to 60 characters";
    FORM_PROTOCOL = "match-form-protocol": "ugi or uai";
    FORM_SECONDS = "match-form-seconds": "the seconds of one move";
    FORM_MOVE_TIME = "match-form-move-time": "the milliseconds of one move";
    FORM_DEPTH = "match-form-depth": "a depth from 1 on";
    FORM_COUNT = "match-form-count": "a count from 1 on";
    FORM_MILLISECONDS = "match-form-milliseconds": "milliseconds";
    FORM_LINE = "match-form-line": "a value, one line long";
    NO_SETTING = "match-no-setting": "there is no setting {key}; settings are: {keys}";
    SEAT_AND_COMMAND = "match-seat-and-command": "it has both a seat and cmd=";
    NO_PLAYER = "match-no-player":
        "who plays is missing: a seat such as jogo, level:5 or uai:COMMAND, or cmd=COMMAND";
    NO_PEOPLE = "match-no-people": "people play with `jogo play`";
    NO_OWN_PATH = "match-no-own-path": "this program does not know where it is: {error}";
    OWN_PATH_NOT_UTF8 = "match-own-path-not-utf8": "this program's path is not UTF-8";
}

/// Longest time for one move.
const MOVE_TIME_MAX: Duration = Duration::from_secs(24 * 3600);
/// Time for a move where nothing is said.
const MOVE_TIME: Duration = Duration::from_millis(100);
/// How late a move may come where nothing is said: between an engine and its clock lie two pipes and a busy
/// machine.
const MARGIN: Duration = Duration::from_millis(20);
/// How long an engine may think that was given a depth or a number of nodes and no time.
const UNTIMED_MAX: Duration = Duration::from_secs(600);
/// Longest name.
const NAME_MAX: usize = 60;

/// The seat of this program's own engine.
const OWN: &str = "jogo";

/// A player, and how it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    pub name: String,
    pub seat: Seat,
    pub options: Vec<(String, String)>,
    pub terms: Terms,
    /// All of the above as words, from which it can be read again.
    pub words: Vec<String>,
}

/// How long a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub clock: Option<TimeControl>,
    pub move_time: Option<Duration>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// How late a move may come.
    pub margin: Duration,
}

impl Terms {
    /// No limit at all, and the usual margin.
    pub const OPEN: Self = Self { clock: None, move_time: None, depth: None, nodes: None, margin: MARGIN };

    fn are_open(&self) -> bool {
        Self { margin: MARGIN, ..*self } == Self::OPEN
    }

    /// Returns what to send to an engine whose clock shows so much, and how long to wait for its answer.
    pub fn go(&self, left: [Duration; 2], increment: [Duration; 2], player: Player) -> (Go, Duration) {
        let clocks = self.clock.map(|_| engine::protocol::ClockTimes { left, increment });
        let go = Go { clocks, move_time: self.move_time, depth: self.depth, nodes: self.nodes };
        let clock = self.clock.map(|_| left[player.index()]);
        let limit = clock.into_iter().chain(self.move_time).min().unwrap_or(UNTIMED_MAX);
        (go, limit + self.margin)
    }
}

/// Reads the players of a match; each is a list of words. What `each` says holds for all who do not say
/// otherwise. Names are made to differ.
pub fn read_all(
    game: &'static GameEntry,
    players: &[Vec<String>],
    each: &[String],
) -> Result<Vec<Contender>, Message> {
    let common = Draft::read(each).map_err(|error| FOR_EACH.with("reason", error))?;
    if common.seat.is_some() || common.command.is_some() || common.name.is_some() {
        return Err(FOR_EACH.with("reason", SETTINGS_ONLY));
    }
    let mut contenders: Vec<Contender> = Vec::new();
    for (index, words) in players.iter().enumerate() {
        let wrong = |reason: Message| FOR_ENGINE.with("number", index + 1).with("reason", reason);
        let mut draft = Draft::read(words).map_err(wrong)?;
        let has_settings = !draft.terms.are_open() || !draft.options.is_empty() || draft.margin.is_some();
        let is_named = draft.name.is_some();
        draft.inherit(&common);
        let mut contender = draft.finish(game).map_err(wrong)?;
        if has_settings && matches!(contender.seat, Seat::Bot(_)) {
            return Err(wrong(FIXED_STRENGTH.with("name", contender.name)));
        }
        if is_named && contenders.iter().any(|other| other.name == contender.name) {
            return Err(SAME_NAME.with("name", quote(&contender.name)));
        }
        contender.make_name_unlike(&contenders);
        contenders.push(contender);
    }
    Ok(contenders)
}

impl Contender {
    /// Returns whether it is this program itself.
    pub fn is_own(&self) -> bool {
        self.words.first().is_some_and(|seat| seat == OWN)
    }

    /// Two players of one name could not be distinguished in the records.
    fn make_name_unlike(&mut self, others: &[Self]) {
        let is_taken = |name: &String| others.iter().any(|other| other.name == *name);
        let numbered = (2..).map(|number| format!("{} ({number})", self.name));
        if let Some(name) = std::iter::once(self.name.clone()).chain(numbered).find(|name| !is_taken(name)) {
            self.name = name;
        }
        self.words.push(format!("name={}", self.name));
    }
}

/// What was said of a player so far.
#[derive(Debug)]
struct Draft {
    seat: Option<String>,
    name: Option<String>,
    command: Option<String>,
    dialect: Option<Dialect>,
    options: Vec<(String, String)>,
    terms: Terms,
    margin: Option<Duration>,
}

impl Draft {
    fn read(words: &[String]) -> Result<Self, Message> {
        let (seat, name, command, dialect, margin) = (None, None, None, None, None);
        let mut draft =
            Self { seat, name, command, dialect, options: Vec::new(), terms: Terms::OPEN, margin };
        for word in words {
            draft.hear(word)?;
        }
        Ok(draft)
    }

    fn hear(&mut self, word: &str) -> Result<(), Message> {
        let is_program = word.starts_with("engine:") || word.starts_with("uai:");
        let Some((key, value)) = word.split_once('=').filter(|_| !is_program) else {
            return match self.seat.replace(word.to_owned()) {
                None => Ok(()),
                Some(other) => Err(TWO_SEATS.with("one", quote(&other)).with("other", quote(word))),
            };
        };
        let wrong = |form: &'static Phrase| {
            WRONG_VALUE.with("key", key).with("form", form).with("value", quote(value))
        };
        match key {
            "name" => {
                self.name = Some(read_name(value).ok_or_else(|| wrong(FORM_NAME))?);
            }
            "cmd" => self.command = Some(value.to_owned()),
            "proto" => {
                let known = Dialect::BOTH.into_iter().find(|dialect| dialect.word() == value);
                self.dialect = Some(known.ok_or_else(|| wrong(FORM_PROTOCOL))?);
            }
            "tc" => self.terms.clock = Some(value.parse()?),
            "st" => {
                self.terms.move_time = Some(read_seconds(value).ok_or_else(|| wrong(FORM_SECONDS))?);
            }
            "movetime" => {
                self.terms.move_time = Some(read_ms(value).ok_or_else(|| wrong(FORM_MOVE_TIME))?);
            }
            "depth" => {
                self.terms.depth =
                    Some(value.parse().ok().filter(|depth| *depth > 0).ok_or_else(|| wrong(FORM_DEPTH))?);
            }
            "nodes" => {
                self.terms.nodes =
                    Some(value.parse().ok().filter(|nodes| *nodes > 0).ok_or_else(|| wrong(FORM_COUNT))?);
            }
            "margin" | "timemargin" => {
                self.margin = Some(read_ms(value).ok_or_else(|| wrong(FORM_MILLISECONDS))?);
            }
            _ => match key.strip_prefix("option.") {
                Some(name) if is_plain(name) && is_plain(value) => {
                    self.options.push((name.to_owned(), value.to_owned()));
                }
                Some(_) => return Err(wrong(FORM_LINE)),
                None => {
                    let keys =
                        "name=, cmd=, proto=, tc=, st=, movetime=, depth=, nodes=, margin=, option.NAME=";
                    return Err(NO_SETTING.with("key", quote(key)).with("keys", keys));
                }
            },
        }
        Ok(())
    }

    /// Terms of one's own replace the common ones as a whole: a depth for one must not come with the clock of
    /// all.
    fn inherit(&mut self, common: &Self) {
        if self.terms.are_open() {
            self.terms = common.terms;
        }
        self.margin = self.margin.or(common.margin);
        self.dialect = self.dialect.or(common.dialect);
        for (name, value) in &common.options {
            if !self.options.iter().any(|(own, _)| own == name) {
                self.options.push((name.clone(), value.clone()));
            }
        }
    }

    fn finish(self, game: &'static GameEntry) -> Result<Contender, Message> {
        let text = match (self.seat, self.command) {
            (Some(seat), None) => seat,
            (None, Some(command)) => {
                let only =
                    Dialect::BOTH.into_iter().find(|dialect| dialect.only_game() == Some(game.info.id));
                match self.dialect.or(only).unwrap_or(Dialect::Ugi) {
                    Dialect::Ugi => format!("engine:{command}"),
                    Dialect::Uai => format!("uai:{command}"),
                }
            }
            (Some(_), Some(_)) => return Err(SEAT_AND_COMMAND.message()),
            (None, None) => return Err(NO_PLAYER.message()),
        };
        let seat = read_seat(&text, game)?;
        if seat == Seat::Human {
            return Err(NO_PEOPLE.message());
        }
        let is_engine = matches!(seat, Seat::Engine(_));
        let margin = self.margin.unwrap_or(MARGIN);
        let terms = match self.terms {
            // Bots think as long as their strength says.
            _ if !is_engine => Terms::OPEN,
            terms if terms.are_open() => Terms { move_time: Some(MOVE_TIME), margin, ..terms },
            terms => Terms { margin, ..terms },
        };
        let name = self.name.unwrap_or_else(|| default_name(&text, &seat));
        let options = if is_engine { self.options } else { Vec::new() };
        let words = write_words(&text, &options, &terms, is_engine);
        Ok(Contender { name, seat, options, terms, words })
    }
}

/// Returns a seat, or this program itself as an engine of its own, so that it plays by the same clock as all
/// others.
fn read_seat(text: &str, game: &'static GameEntry) -> Result<Seat, Message> {
    if text != OWN {
        let is_program = text.starts_with("engine:") || text.starts_with("uai:");
        let own_list = || format!("{OWN}, {}", Seat::list_of_computers());
        let seat: Seat = text.parse().map_err(|error| {
            // A match has one seat more than the rest of the program, and none for people.
            if is_program { error } else { Seat::unknown(text, own_list()) }
        })?;
        return Ok(if let Seat::Engine(command) = seat { Seat::Engine(command.apart()) } else { seat });
    }
    let program = env::current_exe().map_err(|error| NO_OWN_PATH.with("error", error.to_string()))?;
    let program = program.to_str().ok_or_else(|| OWN_PATH_NOT_UTF8.message())?;
    let command = shell_words::join([program, "ugi", game.info.id]);
    EngineCommand::read(Dialect::Ugi, &command).map(|command| Seat::Engine(command.apart()))
}

fn default_name(text: &str, seat: &Seat) -> String {
    let shown = seat.to_string();
    let name = if text == OWN {
        OWN
    } else {
        shown.strip_prefix("engine:").or(shown.strip_prefix("uai:")).unwrap_or(&shown)
    };
    read_name(name).unwrap_or_else(|| "engine".to_owned())
}

fn write_words(seat: &str, options: &[(String, String)], terms: &Terms, is_engine: bool) -> Vec<String> {
    let mut words = vec![seat.to_owned()];
    if !is_engine {
        return words;
    }
    words.extend(terms.clock.map(|clock| format!("tc={clock}")));
    words.extend(terms.move_time.map(|time| format!("st={}", time.as_secs_f64())));
    words.extend(terms.depth.map(|depth| format!("depth={depth}")));
    words.extend(terms.nodes.map(|nodes| format!("nodes={nodes}")));
    words.push(format!("margin={}", terms.margin.as_millis()));
    words.extend(options.iter().map(|(name, value)| format!("option.{name}={value}")));
    words
}

fn read_name(text: &str) -> Option<String> {
    let name = engine::protocol::printable(text).trim().to_owned();
    (!name.is_empty() && name.chars().count() <= NAME_MAX).then_some(name)
}

fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.chars().any(char::is_control)
}

fn read_seconds(text: &str) -> Option<Duration> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = text.parse::<f64>().ok().filter(|_| plain)?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero() && *time <= MOVE_TIME_MAX)
}

fn read_ms(text: &str) -> Option<Duration> {
    let time = Duration::from_millis(text.parse().ok()?);
    (time <= MOVE_TIME_MAX).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ataxx() -> &'static GameEntry {
        games::find("ataxx").unwrap()
    }

    fn split(text: &str) -> Vec<String> {
        shell_words::split(text).unwrap()
    }

    fn read(players: &[&str], each: &str) -> Result<Vec<Contender>, String> {
        let players: Vec<Vec<String>> = players.iter().map(|text| split(text)).collect();
        read_all(ataxx(), &players, &split(each)).map_err(|error| error.to_string())
    }

    #[test]
    fn settings_are_read_and_inherited() {
        let found = read(
            &[
                "uai:./tik name=Tik option.Hash=64 option.Hash.x='a b'",
                "cmd='./aut --a=b' depth=3",
                "jogo",
                "level:5",
            ],
            "tc=1+0.01 option.Hash=8 margin=50",
        )
        .unwrap();
        let names: Vec<&str> = found.iter().map(|contender| contender.name.as_str()).collect();
        assert_eq!(names, ["Tik", "aut", "jogo", "level:5"]);
        assert_eq!(
            found[0].options,
            [("Hash".to_owned(), "64".to_owned()), ("Hash.x".to_owned(), "a b".to_owned())]
        );
        assert_eq!(found[1].options, [("Hash".to_owned(), "8".to_owned())]);
        assert_eq!(found[0].terms.clock, Some("1+0.01".parse().unwrap()));
        assert_eq!(
            (found[1].terms.clock, found[1].terms.depth, found[1].terms.margin.as_millis()),
            (None, Some(3), 50)
        );
        assert_eq!(found[1].seat.to_string(), "uai:aut", "ataxx has a protocol of its own");
        assert!(found[2].seat.to_string().starts_with("engine:"));
        assert_eq!(read(&["cmd=x proto=ugi", "random"], "").unwrap()[0].seat.to_string(), "engine:x");
    }

    #[test]
    fn contenders_read_back_from_their_words() {
        let found = read(
            &["uai:./tik option.A=1", "uai:./tik st=0.25", "uai:'./tik x' nodes=5 name='a b'", "random"],
            "tc=5m+3",
        )
        .unwrap();
        let words: Vec<Vec<String>> = found.iter().map(|contender| contender.words.clone()).collect();
        assert_eq!(read_all(ataxx(), &words, &[]).unwrap(), found);
        assert_eq!(found[1].name, "tik (2)");
        assert_eq!(words[1], ["uai:./tik", "st=0.25", "margin=20", "name=tik (2)"]);
    }

    #[test]
    fn wrong_settings_are_named() {
        for (players, each, complaint) in [
            (&["random", "human"][..], "", "engine 2: people play with `jogo play`"),
            (
                &["tc=1+1"],
                "",
                "engine 1: who plays is missing: a seat such as jogo, level:5 or uai:COMMAND, or cmd=COMMAND",
            ),
            (
                &["random greedy"],
                "",
                "engine 1: it cannot be both \"random\" and \"greedy\"; settings are written KEY=VALUE",
            ),
            (&["random cmd=x"], "", "engine 1: it has both a seat and cmd="),
            (&["jogo st=-1"], "", "engine 1: st= is followed by the seconds of one move, not \"-1\""),
            (&["jogo depth=0"], "", "engine 1: depth= is followed by a depth from 1 on, not \"0\""),
            (&["jogo name=a", "jogo name=a"], "", "two engines are called \"a\""),
            (&["jogo proto=xboard"], "", "engine 1: proto= is followed by ugi or uai, not \"xboard\""),
            (
                &["level:3 depth=4"],
                "",
                "engine 1: level:3 thinks as its strength says; only name= can be set",
            ),
            (&["jogo"], "random", "each: settings for all, such as tc=1+0.01, not who plays"),
        ] {
            assert_eq!(read(players, each).unwrap_err(), complaint);
        }
        assert!(
            read(&["jogo dir=x"], "")
                .unwrap_err()
                .contains("there is no setting \"dir\"; settings are: name=, cmd=")
        );
        assert!(read(&["level:99"], "").unwrap_err().contains("seats are: jogo, random"));
        assert!(read(&["jogo tc=fast"], "").unwrap_err().contains("1+0.01"));
    }

    #[test]
    fn go_carries_the_terms() {
        let terms = |words: &str| read(&[words], "").unwrap()[0].terms;
        let left = [Duration::from_millis(900), Duration::from_millis(800)];
        let (go, limit) = terms("jogo tc=1+0.01").go(left, [Duration::from_millis(10); 2], Player::Second);
        assert_eq!((go.clocks.unwrap().left, limit), (left, Duration::from_millis(820)));
        let (go, limit) = terms("jogo").go(left, [Duration::ZERO; 2], Player::First);
        assert_eq!((go.clocks, go.move_time, limit), (None, Some(MOVE_TIME), MOVE_TIME + MARGIN));
        let (go, limit) = terms("jogo nodes=7 margin=0").go(left, [Duration::ZERO; 2], Player::First);
        assert_eq!((go.nodes, go.move_time, limit), (Some(7), None, UNTIMED_MAX));
    }
}
