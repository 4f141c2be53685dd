//! Lessons in the console: a board, a sentence, and moves until the one comes that is asked for.

use games::lesson::LessonStep;
use games::text::View;
use games::{GameEntry, Record, typed_move};
use words::Language;

use super::Console;
use super::commands::ConsoleCommand;
use crate::failure::Failure;

/// Goes through the steps of a lesson.
pub fn learn(
    game: &'static GameEntry,
    steps: &[LessonStep],
    view: View,
    language: Language,
) -> Result<(), Failure> {
    let mut console = Console::new(language);
    let words = console.words;
    console.say(words.goal(game.info))?;
    for (step, number) in steps.iter().zip(1_usize..) {
        let place = [("number", number.into()), ("count", steps.len().into())];
        console.say(&format!("\n{}", words.say_with("lesson-step", place)))?;
        console.show(&Record::from_position(game, step.position.boxed_clone()), view)?;
        console.say(step.ask(language.tag()))?;
        if !attempt(&mut console, game, step, view, language)? {
            return Ok(());
        }
    }
    console.say(&format!("\n{}", words.say_with("lesson-end", [("game", game.info.id.into())])))
}

/// Asks until an accepted move comes. Returns whether the lesson goes on.
fn attempt(
    console: &mut Console,
    game: &'static GameEntry,
    step: &LessonStep,
    view: View,
    language: Language,
) -> Result<bool, Failure> {
    let words = console.words;
    loop {
        let Some(line) = console.ask(&words.say("prompt-move"))? else { return Ok(false) };
        match ConsoleCommand::read(&line, ConsoleCommand::PUZZLE, words) {
            Some(ConsoleCommand::Quit) => return Ok(false),
            Some(ConsoleCommand::Skip) => return Ok(true),
            Some(ConsoleCommand::Show) => {
                console.tell("puzzle-solution", [("moves", step.solution().unwrap_or_default().into())])?;
                continue;
            }
            Some(_) => {
                console.tell("lesson-help", [])?;
                continue;
            }
            None => {}
        }
        let mv = match typed_move(&*step.position, &line) {
            Ok(mv) => mv,
            Err(complaint) => {
                let (complaint, help) = (words.message(&complaint), words.say("lesson-help"));
                console.tell("puzzle-refused", [("complaint", complaint.into()), ("help", help.into())])?;
                continue;
            }
        };
        if !step.accepts(&mv) {
            console.say(step.miss(language.tag()))?;
            continue;
        }
        let mut record = Record::from_position(game, step.position.boxed_clone());
        record.play(&mv).map_err(Failure::input)?;
        console.tell("lesson-right", [])?;
        console.show(&record, view)?;
        if let Some(reply) = &step.reply {
            console.tell("puzzle-reply", [("move", reply.as_str().into())])?;
        }
        return Ok(true);
    }
}
