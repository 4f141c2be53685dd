//! The menu: which game, who plays.

use std::path::Path;

use engine::BotName;
use games::{GAMES, GameEntry, Player, Record, quote};
use words::{Language, Words};

use super::commands::ConsoleCommand;
use super::session::{Leave, Session};
use super::{Console, ConsoleOptions, said};
use crate::failure::Failure;
use crate::input;
use crate::settings::Settings;
use table::{Mover, Seat, Table, bots_for};

/// Lets people choose games and play them until they quit or the input ends.
pub fn menu(options: &ConsoleOptions) -> Result<(), Failure> {
    let mut console = Console::new(options.language);
    loop {
        console.say(&front_page(console.words))?;
        let Some(record) = choose_game(&mut console)? else { break };
        let game = record.game();
        let Some(seats) = choose_seats(&mut console, game)? else { break };
        let movers = Mover::sit_both(&seats, game, options.seed)?;
        if Session::new(&mut console, Table::new(record, seats), movers, options).run()? == Leave::Quit {
            break;
        }
    }
    console.tell("menu-farewell", [])
}

fn front_page(words: &Words) -> String {
    let games = GAMES
        .iter()
        .enumerate()
        .map(|(index, game)| format!("  {}  {}\n", index + 1, words.name(game.info.name)));
    format!(
        "\n{}\n\n{}\n{}",
        words.say("menu-title"),
        games.collect::<String>(),
        words.say("menu-invitation")
    )
}

/// A new or saved game; `None` when the user quits.
fn choose_game(console: &mut Console) -> Result<Option<Record>, Failure> {
    loop {
        let Some(line) = console.ask(&console.words.say("prompt-game"))? else { return Ok(None) };
        let (word, rest) =
            line.split_once(' ').map_or((line.as_str(), ""), |(word, rest)| (word, rest.trim()));
        // A user who does not read this language looks for another one in its own words.
        if Language::ALL.into_iter().any(|language| {
            ConsoleCommand::read(word, &[ConsoleCommand::Language], Words::of(language)).is_some()
        }) {
            choose_language(console, rest)?;
            continue;
        }
        match (
            ConsoleCommand::read(word, ConsoleCommand::MENU, console.words),
            game_called(word),
            game_called(rest),
        ) {
            (Some(ConsoleCommand::Quit), ..) => return Ok(None),
            (Some(ConsoleCommand::Help), ..) => console.tell("menu-help", [("tags", tags().into())])?,
            (Some(ConsoleCommand::Rules), _, Some(game)) => {
                console.say(words::markdown::to_text(console.words.rules(game.info), game).trim_end())?;
            }
            (Some(ConsoleCommand::Load), ..) => match input::read_record(Path::new(rest)) {
                Ok(record) => return Ok(Some(record)),
                Err(trouble) => console.say(&said::record_trouble(console.words, &trouble))?,
            },
            (_, Some(game), _) if rest.is_empty() => return Ok(Some(Record::new(game))),
            _ => {
                console
                    .tell("menu-unknown", [("text", quote(&line).into()), ("most", GAMES.len().into())])?;
            }
        }
    }
}

/// Speaks another language, now and the next time.
fn choose_language(console: &mut Console, tag: &str) -> Result<(), Failure> {
    let Ok(language) = tag.parse::<Language>() else {
        return console.tell("menu-language-unknown", [("text", quote(tag).into()), ("tags", tags().into())]);
    };
    console.words = Words::of(language);
    console.tell("menu-language", [])?;
    if let Err(error) = Settings::change(|settings| settings.language = Some(language)) {
        console.tell("menu-language-not-kept", [("error", error.to_string().into())])?;
    }
    console.say(&front_page(console.words))
}

fn tags() -> String {
    Language::ALL.map(Language::tag).join(", ")
}

/// A game by its number in the menu or by its id.
fn game_called(text: &str) -> Option<&'static GameEntry> {
    let number = text.parse::<usize>().ok();
    number
        .and_then(|number| GAMES.get(number.checked_sub(1)?))
        .or_else(|| GAMES.iter().find(|game| game.info.id.eq_ignore_ascii_case(text)))
}

/// The seats; `None` when the user quits.
fn choose_seats(console: &mut Console, game: &'static GameEntry) -> Result<Option<[Seat; 2]>, Failure> {
    let words = console.words;
    let name = |player: Player| words.name(game.info.side(player).name);
    let lines = [
        words.say_with("menu-first", [("side", name(Player::First).into())]),
        words.say_with("menu-second", [("side", name(Player::Second).into())]),
        words.say("menu-people"),
        words.say("menu-computers"),
    ];
    let question = words.say_with("menu-players", [("game", words.name(game.info.name).into())]);
    let list: String =
        lines.iter().enumerate().map(|(index, line)| format!("  {}  {line}\n", index + 1)).collect();
    console.say(&format!("\n{question}\n\n{list}"))?;
    let Some(choice) = choose(console, &words.say("prompt-players"), lines.len())? else { return Ok(None) };
    let people = match choice {
        1 => [true, false],
        2 => [false, true],
        3 => [true, true],
        _ => [false, false],
    };
    let mut seats = [Seat::Human, Seat::Human];
    for player in Player::BOTH {
        if people[player.index()] {
            continue;
        }
        let Some(bot) = choose_bot(console, game, &name(player))? else { return Ok(None) };
        seats[player.index()] = Seat::Bot(bot);
    }
    Ok(Some(seats))
}

/// A bot by its number in the list or by its name; `None` when the user quits.
fn choose_bot(
    console: &mut Console,
    game: &'static GameEntry,
    side: &str,
) -> Result<Option<BotName>, Failure> {
    let (words, bots) = (console.words, &bots_for(game)[..]);
    console.say(&format!(
        "\n{}\n\n{}",
        words.say_with("menu-which-computer", [("side", side.into())]),
        list_bots(words, game, bots)
    ))?;
    loop {
        let Some(line) = console.ask(&words.say("prompt-computer"))? else { return Ok(None) };
        match find_bot(words, bots, &line) {
            Some(bot) => return Ok(Some(bot)),
            None if is_quit(console, &line) => return Ok(None),
            None => console.tell("menu-number-or-name", [("most", bots.len().into())])?,
        }
    }
}

/// Returns bots with their numbers and what they are like, one per line.
pub(super) fn list_bots(words: &Words, game: &GameEntry, bots: &[BotName]) -> String {
    let line = |(index, bot): (usize, &BotName)| {
        let text = format!("  {:>2}  {:<9} {}", index + 1, words.bot(*bot), words.about_bot(game, *bot));
        format!("{}\n", text.trim_end())
    };
    bots.iter().enumerate().map(line).collect()
}

/// The bot with this number in the list, or with this name.
pub(super) fn find_bot(words: &Words, bots: &[BotName], typed: &str) -> Option<BotName> {
    let numbered = typed.parse::<usize>().ok().and_then(|number| bots.get(number.checked_sub(1)?));
    numbered.or_else(|| bots.iter().find(|bot| words.is_bot(**bot, typed))).copied()
}

/// A number from 1 to `most`; `None` when the user quits.
fn choose(console: &mut Console, prompt: &str, most: usize) -> Result<Option<usize>, Failure> {
    loop {
        let Some(line) = console.ask(prompt)? else { return Ok(None) };
        match line.parse() {
            Ok(number) if (1..=most).contains(&number) => return Ok(Some(number)),
            _ if is_quit(console, &line) => return Ok(None),
            _ => console.tell("menu-number", [("most", most.into())])?,
        }
    }
}

fn is_quit(console: &Console, line: &str) -> bool {
    ConsoleCommand::read(line, &[ConsoleCommand::Quit], console.words).is_some()
}
