//! Whole games of every rule set, made by hand: typed, by cursor, by mouse, on screens that change their
//! size.

use engine::BotName;
use engine::players;
use games::{GAMES, Player};

use super::*;
use crate::tui::touch::Touch;
use crate::tui::words_of;

const SIZES: [(u16, u16); 4] = [(80, 24), (200, 60), (60, 18), (100, 40)];

/// A game that chance plays to its end.
fn played_by_chance(game: &'static GameEntry) -> Record {
    let mut bot = players::bot(BotName::Random, game, 11).expect("every game has this bot");
    let mut record = Record::new(game);
    while record.outcome().is_none() {
        let mv = bot.choose(&record).expect("a game that goes on has a move");
        record.play(&mv).expect("bots play legal moves");
    }
    record
}

/// Walks the cursor to a cell with the arrows.
fn walk(bench: &mut Bench, cell: &str) {
    loop {
        let play = bench.play();
        let grid = play.grid(bench.model.size);
        let (here, index) =
            (play.cursor_index(), play.picture.cells.iter().position(|other| other.name == cell));
        let (from, to) = (grid.place(here), grid.place(index.expect("the cell is in the picture")));
        let key = match (from.0.cmp(&to.0), from.1.cmp(&to.1)) {
            (std::cmp::Ordering::Less, _) => "Right",
            (std::cmp::Ordering::Greater, _) => "Left",
            (_, std::cmp::Ordering::Less) => "Down",
            (_, std::cmp::Ordering::Greater) => "Up",
            _ => return,
        };
        bench.press(key);
    }
}

fn choose(bench: &mut Bench, choice: &str) {
    while let Some(chooser) = bench.play().chooser.clone() {
        if chooser.choice() == choice {
            return bench.press("Enter");
        }
        if chooser.has_numbers() {
            choice.chars().for_each(|digit| bench.press(&digit.to_string()));
        } else {
            bench.press("Down");
        }
    }
}

/// Makes a move in one of the ways there are.
fn make(bench: &mut Bench, mv: &str, way: usize) {
    let gesture = bench.play().table.record().position().gestures(mv).expect("a legal move").swap_remove(0);
    match way {
        0 => {
            bench.press(":");
            bench.type_text(mv);
        }
        1 if !gesture.cells.is_empty() => {
            for cell in &gesture.cells {
                walk(bench, cell);
                bench.press("Enter");
            }
        }
        2 if !gesture.cells.is_empty() => {
            for cell in &gesture.cells {
                // A mouse reaches only what is seen.
                let play = bench.play();
                let index = play
                    .picture
                    .cells
                    .iter()
                    .position(|other| other.name == *cell)
                    .expect("the cell is in the picture");
                if play.grid(bench.model.size).rect(index).is_none() {
                    walk(bench, cell);
                }
                bench.click(bench.place(cell));
            }
        }
        _ => bench.press("Enter"),
    }
    if let Some(choice) = &gesture.choice {
        choose(bench, choice);
    }
}

/// What stands beside the board, its lines joined.
fn panel(bench: &Bench) -> String {
    let lines = bench.screen();
    let words: Vec<&str> = lines.iter().filter_map(|line| Some(line.split_once('│')?.1.trim())).collect();
    words.join(" ")
}

#[test]
fn whole_games_are_played_to_their_end() {
    for game in GAMES {
        let wanted = played_by_chance(game);
        let mut bench = Bench::playing(game, [Seat::Human, Seat::Human], SIZES[0]);
        for (ply, mv) in wanted.moves().iter().enumerate() {
            bench.resize(SIZES[ply / 5 % SIZES.len()]);
            make(&mut bench, mv, ply % 3);
            assert_eq!(
                bench.moves().last(),
                Some(mv),
                "{} after {ply} moves: {:?}",
                game.info.id,
                bench.model.notice
            );
            // Every screen can be drawn.
            assert_eq!(bench.screen().len(), usize::from(bench.model.size.1));
        }
        assert_eq!(bench.play().table.record().outcome(), wanted.outcome(), "{}", game.info.id);
        let ending = wanted.ending().expect("a game that is over has an ending").reason.to_string();
        bench.resize((80, 24));
        assert!(panel(&bench).contains(&ending), "{}: {ending}: {}", game.info.id, panel(&bench));
    }
}

#[test]
fn computers_play_each_other_to_the_end() {
    for game in GAMES {
        let bots = [Seat::Bot(BotName::Greedy), Seat::Bot(BotName::Random)];
        let bench = Bench::playing(game, bots, (80, 24));
        assert!(bench.play().table.outcome().is_some(), "{}", game.info.id);
    }
}

#[test]
fn from_the_menu_to_the_first_move_in_three_keys() {
    for (index, game) in GAMES.iter().enumerate() {
        let all = AppOptions { games: GAMES.iter().collect(), ..options() };
        let mut bench = Bench::new(all, (80, 24));
        // The list opens where one left it, so that choosing the game again costs no key.
        bench.press(&(index + 1).to_string());
        assert_eq!(bench.model.menu.game, index);
        bench.press("Enter Enter Enter");
        let has_choice = bench.play().chooser.is_some();
        assert!(has_choice || bench.moves().len() >= 2, "{}: {:?}", game.info.id, bench.moves());
    }
}

#[test]
fn every_gesture_of_a_position_leads_to_its_move() {
    for game in GAMES {
        let record = played_by_chance(game);
        for ply in [0, record.moves().len() / 2] {
            let position = record.position_at(ply).expect("that far the game went");
            let handles = position.handles();
            for handle in &handles {
                for gesture in handle.gestures.iter().filter(|gesture| !gesture.cells.is_empty()) {
                    let found = match crate::tui::touch::touch(&handles, &gesture.cells) {
                        Touch::Move(mv) => mv == handle.mv,
                        Touch::Choose(chooser) => chooser.options.iter().any(|(_, mv)| *mv == handle.mv),
                        Touch::More | Touch::Nothing => false,
                    };
                    assert!(found, "{}: {}", game.info.id, handle.mv);
                }
            }
        }
    }
}

#[test]
fn the_menu_cuts_no_name_of_its_lines_in_any_language() {
    for language in Language::ALL {
        let mut bench = Bench::new(AppOptions { words: Words::of(language), ..options() }, (60, 18));
        for (index, game) in GAMES.iter().enumerate() {
            bench.press(&(index + 1).to_string());
            let screen = bench.screen().join("\n");
            let sides = Player::BOTH.map(|player| words_of::side(bench.model.words, game.info, player));
            for (key, side) in ["tui-menu-first", "tui-menu-second"].iter().zip(sides) {
                let name = bench.model.words.say_with(key, [("side", side.into())]);
                assert!(screen.contains(&format!(" {name} ")), "{language}: {name}:\n{screen}");
            }
            for key in ["tui-menu-clock", "tui-menu-start", "tui-menu-language"] {
                assert!(screen.contains(&format!(" {} ", bench.model.say(key))), "{language}:\n{screen}");
            }
        }
    }
}

/// The first game of all says what it is about and how to move, on the smallest screen too; with the
/// evaluation beside it there may be no room for that, but then there is no heading without a text either.
#[test]
fn the_first_screen_says_how_to_move_in_every_game_and_language() {
    for language in Language::ALL {
        for game in GAMES {
            let first = AppOptions { words: Words::of(language), is_first_run: true, ..options() };
            let mut bench = Bench::new(first, (60, 18));
            bench.begin(Table::new(Record::new(game), [Seat::Human, Seat::Human]));
            let panel = |bench: &Bench| {
                let rows = bench.screen();
                let texts = rows.iter().filter_map(|row| Some(row.split_once('│')?.1.trim().to_owned()));
                texts.collect::<Vec<_>>().join(" ")
            };
            let words = bench.model.words;
            let text = panel(&bench);
            assert!(text.contains(words.goal(game.info)), "{language}: {}: {text}", game.info.id);
            let how = ["tui-how-1", "tui-how-1-short"].map(|key| words.say(key));
            assert!(how.iter().any(|how| text.contains(how)), "{language}: {}: {text}", game.info.id);
            bench.press("e");
            let text = panel(&bench);
            let has_heading = text.contains(&format!("{} ─", words.say("tui-goal")));
            assert_eq!(has_heading, text.contains(words.goal(game.info)), "{language}: {text}");
        }
    }
}
