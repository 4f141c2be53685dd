//! (game, keys, expected screen) cases. Each file of `screens/` holds some: `$ GAME SIZE OPTION...` begins
//! one; `> WORDS` is what happens: `press KEYS`, `type TEXT`, `click CELL`, `drag CELL CELL`, `wheel up|down
//! CELL`, `resize SIZE`, `later SECONDS`, `paste TEXT`, `tap WORDS` (a click on the first place where the
//! screen says so), `wait` and `screen`, after which `|` lines show the screen. With `JOGO_BLESS=1` these are
//! written anew; read the diff.

use std::path::Path;
use std::{env, fs};

use super::*;

fn size(text: &str) -> (u16, u16) {
    let (width, height) = text.split_once('x').expect("a size is written 80x24");
    (width.parse().expect("a width"), height.parse().expect("a height"))
}

/// The app with the options of a case's first line.
fn begin(line: &str) -> Bench {
    let mut words = line.split(' ');
    let (game, size) = (words.next().expect("a game"), size(words.next().expect("a size")));
    let mut options = options();
    let mut seats = [Seat::Human, Seat::Human];
    let (mut start, mut clock, mut is_pie) = (None, None, false);
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        match name {
            "first" => seats[0] = value.parse().expect("a seat"),
            "second" => seats[1] = value.parse().expect("a seat"),
            "position" => start = Some(value.replace('_', " ")),
            "clock" => clock = Some(value.parse().expect("a clock")),
            "pace" => options.pace = Duration::from_secs(value.parse().expect("a number of seconds")),
            "lang" => options.words = Words::of(value.parse().expect("a language")),
            "ascii" => options.skin.symbols = Symbols::Ascii,
            "colourless" => options.skin.depth = Depth::None,
            "labels" => options.labels = Labels::Report,
            "pie" => is_pie = true,
            "first-run" => options.is_first_run = true,
            _ => panic!("{name} is no option"),
        }
    }
    let mut bench = Bench::new(options, size);
    if let Some(game) = games::find(game) {
        let position = start.map_or_else(|| (game.start)(), |text| (game.read)(&text).expect("a position"));
        let mut record = Record::from_position(game, position);
        if is_pie {
            table::pie::begin(&mut record);
        }
        let mut table = Table::new(record, seats);
        if let Some(clock) = clock {
            table = table.with_clocks(table::Clocks::new(clock));
        }
        bench.begin(table);
    }
    bench
}

fn happen(bench: &mut Bench, what: &str) {
    let (word, rest) = what.split_once(' ').unwrap_or((what, ""));
    match word {
        "press" => bench.press(rest),
        "type" => bench.type_text(rest),
        "click" => bench.click(bench.place(rest)),
        "drag" => {
            let (from, to) = rest.split_once(' ').expect("a drag has two cells");
            bench.drag(bench.place(from), bench.place(to));
        }
        "wheel" => {
            let (direction, cell) = rest.split_once(' ').expect("a wheel turns over a cell");
            let kind = if direction == "up" { MouseEventKind::ScrollUp } else { MouseEventKind::ScrollDown };
            bench.mouse(kind, bench.place(cell));
        }
        "resize" => bench.resize(size(rest)),
        "later" => {
            bench.now += Duration::from_secs_f64(rest.parse().expect("a number of seconds"));
            bench.send(AppMessage::Tick);
            bench.settle();
        }
        "wait" => {
            bench.wait_for_evaluation();
            bench.wait_for_review();
        }
        "paste" => bench.send(AppMessage::Paste(rest.to_owned())),
        "tap" => bench.tap(rest),
        _ => panic!("{word} is nothing that happens"),
    }
}

fn check(path: &Path) {
    let text = fs::read_to_string(path).expect("a file of cases");
    let mut written = Vec::new();
    let mut bench: Option<Bench> = None;
    for line in text.lines().filter(|line| !line.starts_with('|')) {
        written.push(line.to_owned());
        if let Some(case) = line.strip_prefix("$ ") {
            bench = Some(begin(case));
        } else if let Some(what) = line.strip_prefix("> ") {
            let bench = bench.as_mut().expect("a case begins with its game");
            if what == "screen" {
                written.extend(bench.screen().into_iter().map(|line| format!("|{line}")));
            } else {
                happen(bench, what);
            }
        }
    }
    let written = written.join("\n") + "\n";
    if env::var_os("JOGO_BLESS").is_some() {
        fs::write(path, &written).expect("the cases are written anew");
    }
    let differs = written.lines().zip(text.lines()).position(|(now, then)| now != then);
    let place = differs.unwrap_or_else(|| written.lines().count().min(text.lines().count()));
    assert!(
        env::var_os("JOGO_BLESS").is_some() || written == text,
        "{} line {}: is now\n{written}",
        path.display(),
        place + 1
    );
}

fn check_file(name: &str) {
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tui/screens").join(name));
}

#[test]
fn the_menu() {
    check_file("menu.txt");
}

#[test]
fn every_rule_set_on_a_small_and_on_a_large_screen() {
    check_file("boards.txt");
}

#[test]
fn moves_by_keys_and_mouse() {
    check_file("moves.txt");
}

#[test]
fn what_stands_beside_the_board() {
    check_file("beside.txt");
}

#[test]
fn looking_back_at_a_game() {
    check_file("looking.txt");
}

#[test]
fn what_the_engine_thinks() {
    check_file("values.txt");
}

#[test]
fn values_on_the_board_and_the_analysis_board() {
    check_file("analysis.txt");
}

#[test]
fn the_smallest_screen() {
    check_file("small.txt");
}

#[test]
fn learning_aids_are_drawn() {
    check_file("help.txt");
}

#[test]
fn the_pie_rule_and_the_labels_of_the_reports() {
    check_file("pie.txt");
}

#[test]
fn computer_against_computer() {
    check_file("computers.txt");
}

#[test]
fn lines_that_are_typed() {
    check_file("prompts.txt");
}

#[test]
fn terminals_that_show_less() {
    check_file("ladder.txt");
}

#[test]
fn puzzles_on_the_board() {
    check_file("puzzles.txt");
}
