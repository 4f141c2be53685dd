//! One game in the console, from the first board to the end.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use engine::analysis::HintBudget;
use engine::hints;
use engine::protocol::{ClockTimes, Go};
use games::record::Closing;
use games::text::{self, Labels, View};
use games::{Orientation, Outcome, Player, typed_move};
use table::{Mover, Pie, Seat, Table, bots_for};
use words::{Argument, Words};

use super::commands::ConsoleCommand;
use super::steps::{self, SquareChoice};
use super::teach::Taught;
use super::{Console, ConsoleOptions, menu, said};
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Replace, Saved};

/// Whether a line is a command rather than a move or a label.
pub fn is_command(line: &str, words: &Words) -> bool {
    line.split(' ')
        .next()
        .is_some_and(|word| ConsoleCommand::read(word, ConsoleCommand::GAME, words).is_some())
}

/// What a clock shows: whole seconds, and nothing only when nothing is left.
fn time_text(left: Duration) -> String {
    let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// The game is over and was left.
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
    /// The movers of the sides that no person plays.
    pub(super) movers: [Option<Mover>; 2],
    pub(super) view: View,
    pub(super) options: &'a ConsoleOptions,
    /// The day on which this session began, for games that are saved without a date.
    day: String,
    /// What the last engine did wrong that had to go.
    engine_fault: String,
    pub(super) taught: Taught,
}

impl<'a> Session<'a> {
    pub fn new(
        console: &'a mut Console,
        table: Table,
        movers: [Option<Mover>; 2],
        options: &'a ConsoleOptions,
    ) -> Self {
        Self {
            console,
            table,
            movers,
            view: options.view,
            options,
            day: output::today(),
            engine_fault: String::new(),
            taught: Taught::default(),
        }
    }

    pub fn run(mut self) -> Result<Leave, Failure> {
        let people = self.table.has_people();
        self.table.start_clocks(Instant::now());
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
        self.console.show(self.table.record(), self.view)?;
        let now = Instant::now();
        let Some(left) =
            self.table.clocks().map(|clocks| Player::BOTH.map(|player| time_text(clocks.left(player, now))))
        else {
            return Ok(());
        };
        let [first, second] = Player::BOTH.map(|player| self.name(player));
        let [first_time, second_time] = left;
        self.console.tell(
            "clocks",
            [
                ("first", first.into()),
                ("first-time", first_time.into()),
                ("second", second.into()),
                ("second-time", second_time.into()),
            ],
        )
    }

    /// How an engine is asked for its move: by the clocks where there are some.
    fn go(&self) -> Go {
        let now = Instant::now();
        match self.table.clocks() {
            Some(clocks) => {
                let left = Player::BOTH.map(|player| clocks.left(player, now));
                let increment = Player::BOTH.map(|player| clocks.control(player).increment);
                Go { clocks: Some(ClockTimes { left, increment }), ..Go::INFINITE }
            }
            None => Go { move_time: Some(self.options.think), ..Go::INFINITE },
        }
    }

    pub(super) fn name(&self, player: Player) -> String {
        self.console.words.name(self.table.record().info().side(player).name)
    }

    fn let_bot_move(&mut self, player: Player, people: bool) -> Result<Turn, Failure> {
        if !people {
            thread::sleep(self.options.pace);
        } else if let Some(turn) = self.warn()? {
            return Ok(turn);
        }
        let go = self.go();
        let Some(mover) = &mut self.movers[player.index()] else { return self.ask_opponent(player) };
        let mv = match mover.choose(self.table.record(), go) {
            Ok(choice) => choice.mv,
            Err(error) => {
                let fault = said::engine_error(self.console.words, &error);
                self.console.tell("engine-trouble", [("fault", fault.into())])?;
                if !people {
                    self.console.tell("unfinished", [])?;
                    return Err(Failure::World(error.to_string()));
                }
                self.movers[player.index()] = None;
                self.engine_fault = error.to_string();
                return self.offer_opponents(player);
            }
        };
        if self.table.flag(Instant::now()) {
            return Ok(Turn::Changed);
        }
        self.table
            .play(&mv, Instant::now())
            .map_err(|complaint| Failure::World(format!("{mv}: {complaint}")))?;
        self.announce(player)
    }

    /// Says what a bot or an engine has just played.
    pub(super) fn announce(&mut self, player: Player) -> Result<Turn, Failure> {
        let record = self.table.record();
        let mv = match (self.view.labels, record.last_gesture()) {
            (Labels::Report, Some(gesture)) => {
                self.console.words.message(&text::report_move(&record.position().picture(), &gesture))
            }
            _ => record.moves().last().cloned().unwrap_or_default(),
        };
        self.console.tell("plays", [("side", self.name(player).into()), ("move", mv.into())])?;
        Ok(Turn::Changed)
    }

    /// An engine is gone, and the person's game is not: lists who else could play on.
    fn offer_opponents(&mut self, player: Player) -> Result<Turn, Failure> {
        let words = self.console.words;
        let list = menu::list_bots(words, self.table.record().game(), &bots_for(self.table.record().game()));
        let person = words.say("command-person").split(' ').next().unwrap_or_default().to_owned();
        let question =
            words.say_with("engine-gone", [("side", self.name(player).into()), ("person", person.into())]);
        self.answer(&format!("{question}\n\n{list}"))
    }

    /// Asks who goes on with a side whose engine is gone.
    fn ask_opponent(&mut self, player: Player) -> Result<Turn, Failure> {
        let words = self.console.words;
        let Some(line) = self.console.ask(&words.say("prompt-computer"))? else {
            self.console.tell("input-ended", [])?;
            return Err(Failure::World(self.engine_fault.clone()));
        };
        let game = self.table.record().game();
        let bots = bots_for(game);
        let seat = match menu::find_bot(words, &bots, &line) {
            Some(bot) => Seat::Bot(bot),
            None if ConsoleCommand::read(&line, ConsoleCommand::PLAYERS, words).is_some() => Seat::Human,
            None if is_command(&line, words) => return self.obey(&line),
            None => return self.tell("menu-number-or-name", [("most", bots.len().into())]),
        };
        let seed = self.options.seed.wrapping_add(player.index() as u64);
        self.movers[player.index()] = Mover::sit(&seat, game, seed)?;
        self.table.replace_seat(player, seat);
        let (seat, side) = (said::seat(words, self.table.seat(player)), self.name(player));
        self.console.tell("opponent-now", [("seat", seat.into()), ("side", side.into())])?;
        Ok(Turn::Changed)
    }

    pub(super) fn ask_move(&mut self, player: Player) -> Result<Turn, Failure> {
        let name = self.name(player);
        if self.view.labels == Labels::Report {
            return match steps::ask(self.console, self.table.record().position(), &name)? {
                SquareChoice::EndOfInput => self.end_of_input(),
                SquareChoice::Line(line) => self.obey(&line),
                SquareChoice::Move(mv) => self.play(&mv),
            };
        }
        match self.console.ask(&name)? {
            Some(line) => self.obey(&line),
            None => self.end_of_input(),
        }
    }

    fn ask_after_game(&mut self) -> Result<Turn, Failure> {
        match self.console.ask(&self.console.words.say("prompt-after-game"))? {
            Some(line) => self.obey(&line),
            None => Ok(Turn::Leave(Leave::Done)),
        }
    }

    pub(super) fn end_of_input(&mut self) -> Result<Turn, Failure> {
        self.console.tell("input-ended", [])?;
        Ok(Turn::Leave(Leave::Quit))
    }

    pub(super) fn obey(&mut self, line: &str) -> Result<Turn, Failure> {
        // While a line is typed nothing else happens here, so that this is when it is seen that the time was
        // up.
        if self.table.flag(Instant::now()) {
            return Ok(Turn::Changed);
        }
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (ConsoleCommand::read(word, ConsoleCommand::GAME, self.console.words), rest) {
            (Some(ConsoleCommand::Help), "") => self.tell("help", []),
            (Some(ConsoleCommand::Moves), "") => match self.table.to_move() {
                Some(_) if self.view.labels == Labels::Report => {
                    self.answer(&steps::list_moves(self.table.record().position(), self.console.words))
                }
                Some(_) => self.answer(&self.table.record().position().moves().join(" ")),
                None => self.tell("game-over", []),
            },
            (Some(ConsoleCommand::Hint), "") if self.is_taught() => self.hint_in_steps(),
            (Some(ConsoleCommand::Hint), "") => self.hint(),
            (Some(ConsoleCommand::Rules), "") => {
                let game = self.table.record().game();
                self.answer(words::markdown::to_text(self.console.words.rules(game.info), game).trim_end())
            }
            (Some(ConsoleCommand::Position), "") => {
                let position = self.table.record().position();
                let term = position.to_prolog().map_or(String::new(), |term| format!("\n{term}"));
                self.answer(&format!("{position}{term}"))
            }
            (Some(ConsoleCommand::Undo), "") => self.step(Table::take_back, "nothing-to-undo"),
            (Some(ConsoleCommand::Redo), "") => self.step(Table::play_again, "nothing-to-redo"),
            (Some(ConsoleCommand::Flip), "") => {
                self.view.orientation = match self.view.orientation {
                    Orientation::Upright => Orientation::Flipped,
                    Orientation::Flipped => Orientation::Upright,
                };
                Ok(Turn::Changed)
            }
            (Some(ConsoleCommand::Draw), "") => self.offer_draw(),
            (Some(ConsoleCommand::Resign), "") => self.resign(),
            (Some(ConsoleCommand::Save | ConsoleCommand::Replace), "") => self.tell("save-which", []),
            (Some(ConsoleCommand::Save), path) => self.save(Path::new(path), Replace::Never),
            (Some(ConsoleCommand::Replace), path) => self.save(Path::new(path), Replace::Asked),
            (Some(ConsoleCommand::Load), "") => self.tell("load-which", []),
            (Some(ConsoleCommand::Load), path) => self.load(Path::new(path)),
            (Some(ConsoleCommand::Quit), "") => Ok(Turn::Leave(Leave::Quit)),
            // The one word that is a move in some games, and not a notation.
            _ if line == self.console.words.choice("pass") => self.play("pass"),
            _ => self.play(line),
        }
    }

    /// What the engine would play, and what it thinks of it.
    fn hint(&mut self) -> Result<Turn, Failure> {
        let analysis = hints::hint(self.table.record(), 1, HintBudget::LOCAL, &Instant::now());
        match analysis.filter(|_| self.table.to_move().is_some()) {
            Some(analysis) => {
                let (mv, value) =
                    (&analysis.lines[0].moves[0], self.console.words.verdict(&analysis.lines[0]));
                let position = self.table.record().position();
                let gesture = position.gestures(mv).ok().and_then(|gestures| gestures.into_iter().next());
                let mv = match (self.view.labels, gesture) {
                    (Labels::Report, Some(gesture)) => {
                        self.console.words.message(&text::report_move(&position.picture(), &gesture))
                    }
                    _ => mv.clone(),
                };
                self.tell("hint", [("move", mv.into()), ("value", value.into())])
            }
            None => self.tell("game-over", []),
        }
    }

    pub(super) fn tell<'b>(
        &mut self,
        key: &str,
        arguments: impl IntoIterator<Item = Argument<'b>>,
    ) -> Result<Turn, Failure> {
        self.console.tell(key, arguments)?;
        Ok(Turn::Same)
    }

    pub(super) fn answer(&mut self, text: &str) -> Result<Turn, Failure> {
        self.console.say(text)?;
        Ok(Turn::Same)
    }

    /// Plays what was typed: a move, or the beginning of just one.
    fn play(&mut self, text: &str) -> Result<Turn, Failure> {
        if self.table.flag(Instant::now()) {
            return Ok(Turn::Changed);
        }
        // What is wrong in a game that is over is that it is over.
        let typed = self
            .table
            .to_move()
            .map_or_else(|| Ok(text.to_owned()), |_| typed_move(self.table.record().position(), text));
        match typed.and_then(|mv| self.table.play(&mv, Instant::now()).map(drop)) {
            Ok(()) => Ok(Turn::Changed),
            Err(complaint) => {
                self.tell("refused", [("complaint", self.console.words.message(&complaint).into())])
            }
        }
    }

    fn step(&mut self, step: fn(&mut Table, Instant) -> bool, otherwise: &str) -> Result<Turn, Failure> {
        if step(&mut self.table, Instant::now()) { Ok(Turn::Changed) } else { self.tell(otherwise, []) }
    }

    fn resign(&mut self) -> Result<Turn, Failure> {
        let Some(player) = self.table.to_act() else { return self.tell("game-over", []) };
        self.table.close(Closing::Resigned(player), Instant::now());
        Ok(Turn::Changed)
    }

    /// A draw needs two people, or a bot that would take it; none does.
    fn offer_draw(&mut self) -> Result<Turn, Failure> {
        let Some(player) = self.table.to_act() else { return self.tell("game-over", []) };
        if !self.table.is_human(!player) {
            return self.tell("draw-declined-by-computer", []);
        }
        let other = self.name(!player);
        self.console
            .tell("draw-offer", [("side", self.name(player).into()), ("other", other.as_str().into())])?;
        loop {
            let Some(line) = self.console.ask(&other)? else { return self.tell("draw-declined", []) };
            match ConsoleCommand::read(&line, ConsoleCommand::ANSWER, self.console.words) {
                Some(ConsoleCommand::Yes) => {
                    self.table.close(Closing::Agreed, Instant::now());
                    debug_assert_eq!(self.table.record().outcome(), Some(Outcome::Draw));
                    return Ok(Turn::Changed);
                }
                Some(_) => return self.tell("draw-declined", []),
                None => self.console.tell("yes-or-no", [])?,
            }
        }
    }

    fn save(&mut self, path: &Path, replace: Replace) -> Result<Turn, Failure> {
        let name = path.display().to_string();
        match output::save(path, self.table.record_mut(), &self.day, replace) {
            Saved::Done => self.tell("saved", [("name", name.into())]),
            Saved::Exists => self.tell("save-exists", [("name", name.into())]),
            Saved::NoPgn => {
                let game = self.console.words.name(self.table.record().info().name);
                self.tell("save-no-pgn", [("game", game.into()), ("name", name.into())])
            }
            Saved::Failed(error) => self.answer(&said::file_trouble(self.console.words, &name, &error)),
        }
    }

    fn load(&mut self, path: &Path) -> Result<Turn, Failure> {
        let record = match input::read_record(path) {
            Ok(record) => record,
            Err(trouble) => return self.answer(&said::record_trouble(self.console.words, &trouble)),
        };
        let seats = self.table.seats().clone();
        match Mover::sit_both(&seats, record.game(), self.options.seed) {
            Ok(movers) => {
                self.movers = movers;
                self.table = Table::new(record, seats);
                Ok(Turn::Changed)
            }
            Err(error) => self.answer(&said::seat_error(self.console.words, &error)),
        }
    }
}
