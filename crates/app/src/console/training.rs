//! Sessions of puzzles in the console: a board, the task, moves until the right ones come, and then the next
//! puzzle by itself.

use std::collections::VecDeque;

use engine::puzzles::PuzzleBook;
use engine::reasons::reasons;
use games::text::View;
use games::{GameEntry, Record};
use puzzles::{Progress, PuzzleResult, TryVerdict};
use words::{Language, markdown};

use super::commands::ConsoleCommand;
use super::{Console, said};
use crate::failure::{Failure, complain, words};
use crate::progress_file::{OpenedProgress, ProgressFile};
use crate::solving::{Ended, Solving, SolvingEvent, SolvingKind, today};

/// Which puzzles come.
pub enum Puzzles {
    Training(&'static GameEntry),
    /// That of a family on a day, and its date.
    Daily {
        family: &'static str,
        day: u64,
        date: String,
    },
    /// These, of which nothing is kept.
    Drawn(VecDeque<Solving>),
}

struct TrainingSession {
    console: Console,
    view: View,
    file: Option<ProgressFile>,
    progress: Progress,
    /// How many puzzles were posed, and solved without help or with a hint.
    posed: usize,
    solved: usize,
}

/// How a puzzle was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leave {
    Next,
    Quit,
}

/// Poses puzzles until they are at their end, or the solver leaves.
pub fn train(mut source: Puzzles, view: View, language: Language) -> Result<(), Failure> {
    let mut session = TrainingSession {
        console: Console::new(language),
        view,
        file: None,
        progress: Progress::default(),
        posed: 0,
        solved: 0,
    };
    if !matches!(source, Puzzles::Drawn(_)) {
        session.open();
    }
    session.greet(&source)?;
    let drawn = if let Puzzles::Drawn(drawn) = &source { drawn.len() } else { 0 };
    while let Some(solving) = session.next(&mut source) {
        session.posed += 1;
        let number = [("number", session.posed.into()), ("count", drawn.into())];
        let title = match &source {
            Puzzles::Training(game) => session.place(game),
            Puzzles::Daily { family, date, .. } => {
                let is_again = solving.kind == SolvingKind::Practice;
                let key = if is_again { "training-daily-again" } else { "training-daily" };
                let told = [("family", (*family).into()), ("date", date.as_str().into())];
                session.console.words.say_with(key, told)
            }
            Puzzles::Drawn(_) => session.console.words.say_with("puzzle-number", number),
        };
        if session.solve(solving, &title)? == Leave::Quit || matches!(source, Puzzles::Daily { .. }) {
            break;
        }
    }
    let counts = [("solved", session.solved.into()), ("count", session.posed.into())];
    session.console.say("")?;
    session.console.tell("puzzle-solved", counts)
}

impl TrainingSession {
    /// Opens the progress. Where it cannot be kept, it lasts as long as the program.
    fn open(&mut self) {
        self.file = ProgressFile::of_platform();
        let Some(file) = &self.file else { return complain_not_kept(&words().say("training-no-folder")) };
        match file.open() {
            Ok(opened) => self.take(opened),
            Err(error) => {
                complain_not_kept(&error.to_string());
                self.file = None;
            }
        }
    }

    fn greet(&mut self, source: &Puzzles) -> Result<(), Failure> {
        if let Puzzles::Training(game) = source {
            let standing = said::standing(self.console.words, game, self.progress.game(game));
            self.console.say(&standing)?;
        }
        self.console.tell("training-help", [])
    }

    fn next(&mut self, source: &mut Puzzles) -> Option<Solving> {
        match source {
            Puzzles::Training(game) => Solving::training(&mut self.progress, game),
            Puzzles::Daily { family, day, .. } => Solving::daily(&mut self.progress, family, *day, today()),
            Puzzles::Drawn(drawn) => drawn.pop_front(),
        }
    }

    /// Which puzzle of the book this is.
    fn place(&mut self, game: &'static GameEntry) -> String {
        let count = PuzzleBook::of(game).map_or(0, |book| book.puzzles.len());
        let number = (self.progress.game(game).seen.len() + 1).min(count);
        self.console.words.say_with("puzzle-number", [("number", number.into()), ("count", count.into())])
    }

    fn solve(&mut self, mut solving: Solving, title: &str) -> Result<Leave, Failure> {
        let words = self.console.words;
        let entry = solving.posed.entry;
        let difficulty = words.say_with("training-difficulty", [("difficulty", entry.difficulty.into())]);
        self.console.say(&format!("\n{title} ({difficulty}: {})", words.puzzle_themes(entry)))?;
        let Some(mut record) = solving.posed.record(solving.current.found) else { return Ok(Leave::Quit) };
        self.console.show(&record, self.view)?;
        self.console.say(&words.puzzle_question(record.info(), record.position().turn(), entry.goal))?;
        loop {
            let Some(line) = self.console.ask(&words.say("prompt-move"))? else { return Ok(Leave::Quit) };
            match ConsoleCommand::read(&line, ConsoleCommand::TRAINING, words) {
                Some(ConsoleCommand::Quit) => return Ok(Leave::Quit),
                Some(ConsoleCommand::Skip) => {
                    self.end(&solving, SolvingEvent::Skipped)?;
                    return Ok(Leave::Next);
                }
                Some(ConsoleCommand::Show) => {
                    let moves = solving.show().join(" ");
                    self.console.tell("puzzle-solution", [("moves", moves.into())])?;
                    self.end(&solving, SolvingEvent::Finished)?;
                    return Ok(Leave::Next);
                }
                Some(ConsoleCommand::Hint) => {
                    if let Some((steps, step)) = solving.take_hint() {
                        self.apply(&solving, SolvingEvent::GoesOn);
                        self.console.say(&words.hint_step(&steps, step))?;
                    }
                }
                Some(command) => self.answer(command, &record)?,
                None => {
                    if self.attempt(&mut solving, &mut record, &line)? {
                        return Ok(Leave::Next);
                    }
                }
            }
        }
    }

    /// Answers a command that changes nothing.
    fn answer(&mut self, command: ConsoleCommand, record: &Record) -> Result<(), Failure> {
        let words = self.console.words;
        match command {
            ConsoleCommand::Moves => self.console.say(&record.position().moves().join(" ")),
            ConsoleCommand::Position => self.console.say(&record.position().to_string()),
            ConsoleCommand::Rules => {
                let rules = markdown::to_text(words.rules(record.info()), record.game());
                self.console.say(rules.trim_end())
            }
            _ => self.console.tell("training-help", []),
        }
    }

    /// Takes a try. Returns whether the puzzle has ended.
    fn attempt(&mut self, solving: &mut Solving, record: &mut Record, line: &str) -> Result<bool, Failure> {
        let words = self.console.words;
        let found = solving.current.found;
        match solving.attempt(line) {
            Some(Ok(TryVerdict::Right { mv, reply })) => {
                let facts = reasons(record, &mv);
                self.console.say(&said::right_move(words, &mv, &facts))?;
                record.play(&mv).map_err(Failure::input)?;
                if let Some(reply) = reply {
                    self.apply(solving, SolvingEvent::GoesOn);
                    record.play(&reply).map_err(Failure::input)?;
                    self.console.tell("puzzle-reply", [("move", reply.into())])?;
                    self.console.show(record, self.view)?;
                    return Ok(false);
                }
                self.console.show(record, self.view)?;
                self.end(solving, SolvingEvent::Finished)?;
                Ok(true)
            }
            Some(Ok(TryVerdict::Wrong { mv })) => {
                self.apply(solving, SolvingEvent::GoesOn);
                let refutation = solving.posed.refute(found, &mv);
                self.console.say(&said::wrong_move(words, &mv, refutation.as_ref()))?;
                Ok(false)
            }
            Some(Err(complaint)) => {
                let complaint = words.message(&complaint);
                let told = [("complaint", complaint.into()), ("help", words.say("training-help").into())];
                self.console.tell("puzzle-refused", told)?;
                Ok(false)
            }
            None => Ok(true),
        }
    }

    /// Goes on with the progress of the file, and says so if that was damaged.
    fn take(&mut self, opened: OpenedProgress) {
        self.progress = opened.progress;
        if let Some((path, wrong)) = opened.damaged {
            let told = [("path", path.display().to_string().into()), ("error", wrong.into())];
            complain(&format!("jogo: {}", words().say_with("training-damaged", told)));
        }
    }

    /// Applies what happened to the progress, in its file where there is one.
    fn apply(&mut self, solving: &Solving, event: SolvingEvent) -> Option<Ended> {
        if let Some(file) = &self.file {
            match file.change(|progress| solving.apply(event, progress)) {
                Ok((opened, ended)) => {
                    self.take(opened);
                    return ended;
                }
                Err(error) => {
                    complain_not_kept(&error.to_string());
                    self.file = None;
                }
            }
        }
        solving.apply(event, &mut self.progress)
    }

    fn end(&mut self, solving: &Solving, event: SolvingEvent) -> Result<(), Failure> {
        let Some(ended) = self.apply(solving, event) else { return Ok(()) };
        self.solved += usize::from(ended.result != PuzzleResult::Failed);
        self.console.say(&said::puzzle_end(self.console.words, solving, &ended))
    }
}

fn complain_not_kept(error: &str) {
    complain(&format!("jogo: {}", words().say_with("training-not-kept", [("error", error.into())])));
}
