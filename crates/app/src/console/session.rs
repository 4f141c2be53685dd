//! One game in the console, from the first board to the end.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::thread;
use std::time::Instant;

use engine::any::{self, Ask};
use engine::protocol::Go;
use engine::search::Limits;
use games::record::Closing;
use games::text::{self, Labels, View};
use games::{Orientation, Outcome, Player};
use table::{Mover, Pie, Table};

use super::steps::{self, Step};
use super::{Console, Options};
use crate::failure::Failure;
use crate::input;

const HELP: &str = "\
Type a move in the notation of the game, or one of:
  moves        the legal moves
  hint         a good move
  undo, redo   take a move back, or play it again
  flip         turn the board round
  draw         offer a draw
  resign       give the game up
  save FILE    write the game to a new file (save! FILE replaces an old one);
               if FILE ends in .pgn, in the form that other programs read
  load FILE    go on with a saved game
  position     the position as text, and as a Prolog term
  rules        the rules of the game
  quit         leave";

/// Effort for a hint: a fraction of a second, and the same hint on every machine.
const HINT_NODES: u64 = 200_000;

/// The first words of everything that can be typed and is no move.
const COMMANDS: &[&str] = &[
    "help", "?", "moves", "hint", "rules", "position", "undo", "redo", "flip", "draw", "resign", "save", "save!", "load", "quit", "exit",
    "q",
];

/// Whether a line is a command rather than a move or a label.
pub fn is_command(line: &str) -> bool {
    line.split(' ').next().is_some_and(|word| COMMANDS.contains(&word))
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// The game is over and nobody wants more of it.
    Done,
    Quit,
}

/// What a typed line asked for.
pub(super) enum Turn {
    /// The board has changed: show it.
    Changed,
    /// It has not: ask again.
    Same,
    Leave(Leave),
}

pub struct Session<'a> {
    pub(super) console: &'a mut Console,
    pub(super) table: Table,
    /// Who chooses the moves of sides that no person plays.
    pub(super) movers: [Option<Mover>; 2],
    view: View,
    pub(super) options: &'a Options,
}

impl<'a> Session<'a> {
    pub fn new(console: &'a mut Console, table: Table, movers: [Option<Mover>; 2], options: &'a Options) -> Self {
        Self { console, table, movers, view: options.view, options }
    }

    pub fn run(mut self) -> Result<Leave, Failure> {
        let people = self.table.has_people();
        loop {
            self.show_board()?;
            loop {
                let turn = match self.table.to_move() {
                    Some(_) if self.table.pie() == Some(Pie::Divide) => self.divide()?,
                    Some(_) if self.table.pie() == Some(Pie::Choose) => self.choose_sides()?,
                    None if !people => return Ok(Leave::Done),
                    None => self.ask_after_game()?,
                    Some(player) if self.table.is_human(player) => self.ask_move(player)?,
                    Some(player) => self.let_bot_move(player, people)?,
                };
                match turn {
                    Turn::Changed => break,
                    Turn::Same => {}
                    Turn::Leave(leave) => return Ok(leave),
                }
            }
        }
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        let page = text::page(self.table.record(), self.view);
        self.console.say(&format!("\n{}", page.trim_end_matches('\n')))
    }

    pub(super) fn name(&self, player: Player) -> &'static str {
        self.table.record().info().side(player).name
    }

    fn let_bot_move(&mut self, player: Player, people: bool) -> Result<Turn, Failure> {
        if !people {
            thread::sleep(self.options.pace);
        }
        let Some(mover) = &mut self.movers[player.index()] else { return Ok(Turn::Leave(Leave::Done)) };
        let go = Go { move_time: Some(self.options.think), ..Go::INFINITE };
        let mv = match mover.choose(self.table.record(), go) {
            Ok(choice) => choice.mv,
            Err(error) => {
                self.console.say(&format!("{error}.\nThe game stays unfinished."))?;
                return Err(Failure::World(error.to_string()));
            }
        };
        self.table.play(&mv, Instant::now()).map_err(|complaint| Failure::World(format!("{mv}: {complaint}")))?;
        self.console.say(&format!("{} plays {mv}.", self.name(player)))?;
        Ok(Turn::Changed)
    }

    pub(super) fn ask_move(&mut self, player: Player) -> Result<Turn, Failure> {
        let name = self.name(player);
        if self.view.labels == Labels::Report {
            return match steps::ask(self.console, self.table.record().position(), name)? {
                Step::EndOfInput => self.end_of_input(),
                Step::Line(line) => self.obey(&line),
                Step::Move(mv) => self.play(&mv),
            };
        }
        match self.console.ask(name)? {
            Some(line) => self.obey(&line),
            None => self.end_of_input(),
        }
    }

    fn ask_after_game(&mut self) -> Result<Turn, Failure> {
        match self.console.ask("The game is over (undo, save FILE, load FILE, quit)")? {
            Some(line) => self.obey(&line),
            None => Ok(Turn::Leave(Leave::Done)),
        }
    }

    pub(super) fn end_of_input(&mut self) -> Result<Turn, Failure> {
        self.console.say("The input ended; the game stays unfinished.")?;
        Ok(Turn::Leave(Leave::Quit))
    }

    pub(super) fn obey(&mut self, line: &str) -> Result<Turn, Failure> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let words: Vec<&str> = if rest.is_empty() { vec![word] } else { vec![word, rest] };
        match words[..] {
            ["help" | "?"] => self.answer(HELP),
            ["moves"] => match self.table.to_move() {
                Some(_) => self.answer(&self.table.record().position().moves().join(" ")),
                None => self.answer("The game is over."),
            },
            ["hint"] => self.hint(),
            ["rules"] => self.answer(self.table.record().info().rules[0].1),
            ["position"] => {
                let position = self.table.record().position();
                self.answer(&format!("{position}\n{}", position.to_prolog()))
            }
            ["undo"] => self.step(Table::take_back, "There is nothing to take back."),
            ["redo"] => self.step(Table::play_again, "There is nothing to play again."),
            ["flip"] => {
                self.view.orientation = match self.view.orientation {
                    Orientation::Upright => Orientation::Flipped,
                    Orientation::Flipped => Orientation::Upright,
                };
                Ok(Turn::Changed)
            }
            ["draw"] => self.offer_draw(),
            ["resign"] => self.resign(),
            ["save" | "save!"] => self.answer("Say which file: save FILE."),
            ["save", path] => self.save(Path::new(path), OpenOptions::new().write(true).create_new(true)),
            ["save!", path] => self.save(Path::new(path), OpenOptions::new().write(true).create(true).truncate(true)),
            ["load"] => self.answer("Say which file: load FILE."),
            ["load", path] => self.load(Path::new(path)),
            ["quit" | "exit" | "q"] => Ok(Turn::Leave(Leave::Quit)),
            _ => self.play(line),
        }
    }

    /// What the engine would play, and what it thinks of it.
    fn hint(&mut self) -> Result<Turn, Failure> {
        let limits = Limits { nodes: Some(HINT_NODES), ..Limits::NONE };
        let thought = any::engine(self.table.record().game(), 16).think(self.table.record(), &Ask::new(limits), &mut |_| {});
        match thought.filter(|_| self.table.to_move().is_some()) {
            Some(thought) => self.answer(&format!("{} ({})", thought.lines[0].moves[0], thought.lines[0].verdict())),
            None => self.answer("The game is over."),
        }
    }

    pub(super) fn answer(&mut self, text: &str) -> Result<Turn, Failure> {
        self.console.say(text)?;
        Ok(Turn::Same)
    }

    /// Plays what was typed: a move, or the beginning of just one.
    fn play(&mut self, text: &str) -> Result<Turn, Failure> {
        let complaint = match self.table.play(text, Instant::now()) {
            Ok(_) => return Ok(Turn::Changed),
            Err(complaint) => complaint,
        };
        let beginning = text.to_lowercase();
        let mut meant = self.table.record().position().moves();
        meant.retain(|mv| mv.starts_with(&beginning));
        match &meant[..] {
            [mv] if self.table.to_move().is_some() => self.play(&mv.clone()),
            _ => self.answer(&format!("No: {complaint}. (help lists what you can type.)")),
        }
    }

    fn step(&mut self, step: fn(&mut Table, Instant) -> bool, otherwise: &str) -> Result<Turn, Failure> {
        if step(&mut self.table, Instant::now()) { Ok(Turn::Changed) } else { self.answer(otherwise) }
    }

    fn resign(&mut self) -> Result<Turn, Failure> {
        let Some(player) = self.table.to_act() else { return self.answer("The game is over.") };
        self.table.close(Closing::Resigned(player), Instant::now());
        Ok(Turn::Changed)
    }

    /// A draw needs two people, or a bot that would take it; none does.
    fn offer_draw(&mut self) -> Result<Turn, Failure> {
        let Some(player) = self.table.to_act() else { return self.answer("The game is over.") };
        if !self.table.is_human(!player) {
            return self.answer("The computer declines.");
        }
        let question = format!("{} offers a draw. Does {} accept? (yes or no)", self.name(player), self.name(!player));
        self.console.say(&question)?;
        loop {
            match self.console.ask(self.name(!player))?.as_deref() {
                Some("yes" | "y") => {
                    self.table.close(Closing::Agreed, Instant::now());
                    debug_assert_eq!(self.table.record().outcome(), Some(Outcome::Draw));
                    return Ok(Turn::Changed);
                }
                Some("no" | "n") | None => return self.answer("The offer is declined."),
                Some(_) => self.console.say("Say yes or no.")?,
            }
        }
    }

    fn save(&mut self, path: &Path, how: &OpenOptions) -> Result<Turn, Failure> {
        let name = path.display();
        self.table.record_mut().set_tag("Date", jiff::Zoned::now().strftime("%Y.%m.%d").to_string());
        let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let text = if is_pgn { self.table.record().to_pgn() } else { Some(self.table.record().to_string()) };
        let Some(text) = text else {
            return self.answer(&format!("{} has no PGN form: give {name} another ending.", self.table.record().info().name));
        };
        let written = how.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
        match written {
            Ok(()) => self.answer(&format!("Saved as {name}.")),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                self.answer(&format!("{name} exists already. To replace it: save! {name}"))
            }
            Err(error) => self.answer(&format!("{name}: {error}")),
        }
    }

    fn load(&mut self, path: &Path) -> Result<Turn, Failure> {
        let record = match input::read_record(path) {
            Ok(record) => record,
            Err(error) => return self.answer(&error),
        };
        let seats = self.table.seats().clone();
        match Mover::sit_both(&seats, record.game(), self.options.seed) {
            Ok(movers) => {
                self.movers = movers;
                self.table = Table::new(record, seats);
                Ok(Turn::Changed)
            }
            Err(error) => self.answer(&error.to_string()),
        }
    }
}
