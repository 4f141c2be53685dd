//! The menu: which game, who plays.

use std::path::Path;

use engine::BotName;
use games::{GAMES, GameEntry, Player, Record, quote};

use super::session::{Leave, Session};
use super::{Console, Options};
use crate::failure::Failure;
use crate::input;
use table::{Mover, Seat, Table, bots_for};

/// Lets people choose games and play them until they quit or the input ends.
pub fn menu(options: &Options) -> Result<(), Failure> {
    let mut console = Console::new();
    loop {
        console.say(&front_page())?;
        let Some(record) = choose_game(&mut console)? else { break };
        let game = record.game();
        let Some(seats) = choose_seats(&mut console, game)? else { break };
        let movers = Mover::sit_both(&seats, game, options.seed)?;
        if Session::new(&mut console, Table::new(record, seats), movers, options).run()? == Leave::Quit {
            break;
        }
    }
    console.say("To play without the menu: jogo play GAME, for example: jogo play neutreeko\nAll commands: jogo --help")
}

fn front_page() -> String {
    let games = GAMES.iter().enumerate().map(|(index, game)| format!("  {}  {}\n", index + 1, game.info.name));
    format!("\njogo: abstract board games\n\n{}\nType the number of a game, or: rules NUMBER, load FILE, quit.", games.collect::<String>())
}

/// A new or saved game; `None` when somebody quits.
fn choose_game(console: &mut Console) -> Result<Option<Record>, Failure> {
    loop {
        let Some(line) = console.ask("game")? else { return Ok(None) };
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match (word, game_called(word), game_called(rest.trim())) {
            ("quit" | "q" | "exit", ..) => return Ok(None),
            ("rules", _, Some(game)) => console.say(game.info.rules[0].1)?,
            ("load", ..) => match input::read_record(Path::new(rest.trim())) {
                Ok(record) => return Ok(Some(record)),
                Err(error) => console.say(&error)?,
            },
            (_, Some(game), _) if rest.is_empty() => return Ok(Some(Record::new(game))),
            _ => console.say(&format!(
                "There is no {}. Type a number from 1 to {}, rules NUMBER, load FILE or quit.",
                quote(&line),
                GAMES.len()
            ))?,
        }
    }
}

/// A game by its number in the menu or by its id.
fn game_called(text: &str) -> Option<&'static GameEntry> {
    let number = text.parse::<usize>().ok();
    number.and_then(|number| GAMES.get(number.checked_sub(1)?)).or_else(|| games::find(text))
}

/// Who plays; `None` when somebody quits.
fn choose_seats(console: &mut Console, game: &'static GameEntry) -> Result<Option<[Seat; 2]>, Failure> {
    let name = |player: Player| game.info.side(player).name;
    let (first, second) = (name(Player::First), name(Player::Second));
    console.say(&format!(
        "\n{}: who plays?\n\n  1  You are {first} (moving first) against the computer\n  2  You are {second} against the computer\n  \
         3  Two people\n  4  The computer against itself\n",
        game.info.name
    ))?;
    let Some(choice) = choose(console, "players", 4)? else { return Ok(None) };
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
        let Some(bot) = choose_bot(console, &bots_for(game), name(player))? else { return Ok(None) };
        seats[player.index()] = Seat::Bot(bot);
    }
    Ok(Some(seats))
}

/// A bot by its number in the list or by its name; `None` when somebody quits.
fn choose_bot(console: &mut Console, bots: &[BotName], side: &str) -> Result<Option<BotName>, Failure> {
    let list: String = bots.iter().enumerate().map(|(index, bot)| format!("  {:>2}  {bot}\n", index + 1)).collect();
    console.say(&format!("\nWhich computer plays {side}?\n\n{list}"))?;
    loop {
        let Some(line) = console.ask("computer")? else { return Ok(None) };
        let numbered = line.parse::<usize>().ok().and_then(|number| bots.get(number.checked_sub(1)?));
        let named = || bots.iter().find(|bot| bot.to_string() == line);
        match numbered.or_else(named) {
            Some(bot) => return Ok(Some(*bot)),
            None if ["quit", "q", "exit"].contains(&line.as_str()) => return Ok(None),
            None => console.say(&format!("Type a number from 1 to {}, a name from the list, or quit.", bots.len()))?,
        }
    }
}

/// A number from 1 to `most`; `None` when somebody quits.
fn choose(console: &mut Console, prompt: &str, most: usize) -> Result<Option<usize>, Failure> {
    loop {
        let Some(line) = console.ask(prompt)? else { return Ok(None) };
        match line.parse() {
            Ok(number) if (1..=most).contains(&number) => return Ok(Some(number)),
            _ if ["quit", "q", "exit"].contains(&line.as_str()) => return Ok(None),
            _ => console.say(&format!("Type a number from 1 to {most}, or quit."))?,
        }
    }
}
