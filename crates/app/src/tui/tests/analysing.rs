//! The analysis board and the values of moves, by what they do to the model and to files.

use games::study::NodeId;
use games::{GAMES, Study};

use super::*;

fn neutreeko() -> &'static GameEntry {
    games::find("neutreeko").unwrap()
}

#[test]
fn a_game_waits_aside_while_it_is_analysed() {
    let mut bench = Bench::playing(neutreeko(), [Seat::Human, Seat::Human], (80, 24));
    bench.press(":");
    bench.type_text("b1-c1");
    bench.press("a");
    bench.press(":");
    bench.type_text("c2-c3");
    assert_eq!(bench.moves(), ["b1-c1", "c2-c3"]);
    bench.press("q");
    assert_eq!(bench.moves(), ["b1-c1"], "the game is as it was");
    assert!(bench.model.analysis.is_none() && !bench.model.is_in_menu);
}

#[test]
fn an_analysis_is_kept_with_every_change_and_opened_from_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let bench_of = |size| Bench::with_store(options(), size, Storage::at(folder.path()));
    let mut bench = bench_of((80, 24));
    // Keys that change nothing, at the start and after an empty comment, are no change.
    bench.press("a e D P ! c Enter u U q");
    assert!(Storage::at(folder.path()).library().unwrap().all().is_empty(), "nothing was changed");
    bench.press("a e");
    for mv in ["b1-c1", "c2-c3"] {
        bench.press(":");
        bench.type_text(mv);
    }
    bench.press("[ [");
    bench.press(":");
    bench.type_text("d1-c1");
    bench.press("c");
    bench.type_text("the other one");
    // The program ends without a word, or goes on: the file is there.
    let all = Storage::at(folder.path()).library().unwrap().all();
    assert_eq!((all.len(), all[0].is_in_use), (1, true));
    let study = bench.model.analysis.as_ref().unwrap().editor.study().clone();
    bench.press("q");
    drop(bench);
    let mut again = bench_of((80, 24));
    again.press("L");
    while again.model.library.is_empty() {
        again.receive();
    }
    assert!(again.screen().join("\n").contains(": analysis"), "{}", again.screen().join("\n"));
    again.press("Enter");
    while again.model.analysis.is_none() {
        again.receive();
    }
    let opened = again.model.analysis.as_ref().unwrap().editor.study();
    let tree = |study: &Study| study.to_string().split_once("\n\n").map(|(_, moves)| moves.to_owned());
    assert_eq!(tree(opened), tree(&study));
    // Another analysis does not take its place; going on with it does not make another one.
    again.press(":");
    again.type_text("b1-a2");
    again.press("q a e");
    again.press(":");
    again.type_text("b1-c1");
    again.press("q");
    assert_eq!(Storage::at(folder.path()).library().unwrap().all().len(), 2);
    assert!(Storage::at(folder.path()).library().unwrap().going().is_empty(), "they are no games");
}

#[test]
fn a_review_of_a_kept_analysis_is_kept_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Bench::with_store(options(), (80, 24), Storage::at(folder.path()));
    bench.press("a e");
    for mv in ["b1-b4", "d5-e4", "c4-c3"] {
        bench.press(":");
        bench.type_text(mv);
    }
    bench.press("R");
    bench.wait_for_review();
    let study = bench.model.analysis.as_ref().unwrap().editor.study().to_string();
    bench.press("q");
    let library = Storage::at(folder.path()).library().unwrap().clone();
    let all = library.all();
    assert_eq!(all.len(), 1);
    let (_, kept) = library.part_of(&all[0].name).open(&all[0].name).unwrap();
    let moves = |text: &str| text.split_once("\n\n").unwrap().1.to_owned();
    assert!(study.contains("??"), "{study}");
    assert_eq!(moves(&kept.to_string()), moves(&study));
}

#[test]
fn the_command_that_is_copied_leads_to_the_position_that_is_shown() {
    for (game, start) in GAMES.iter().flat_map(|game| game.info.starts.iter().map(move |start| (game, start)))
    {
        let mut bench = Bench::new(options(), (100, 30));
        let record = Record::from_position(game, game.named_start(start.name).unwrap());
        bench.begin(Table::new(record, [Seat::Human, Seat::Human]));
        bench.press("a e");
        for _ in 0..3 {
            let mv = bench.play().table.record().position().moves().pop().unwrap();
            bench.press(":");
            bench.type_text(&mv);
        }
        bench.press("[");
        let effects = update::update(&mut bench.model, AppMessage::Key(key("C")), bench.now);
        let copied = effects.into_iter().find_map(|effect| match effect {
            Effect::Copy(text) => Some(text),
            _ => None,
        });
        let words = shell_words::split(&copied.expect("a text is copied")).unwrap();
        assert_eq!(words[..3], ["jogo", "analyze", game.info.id]);
        assert_eq!(words.last().map(String::as_str), Some("--tui"));
        let value = |flag: &str| words.iter().position(|word| word == flag).map(|at| words[at + 1].as_str());
        let start = value("--position").map_or_else(|| (game.start)(), |text| (game.read)(text).unwrap());
        let mut record = Record::from_position(game, start);
        for mv in value("--moves").unwrap().split(' ') {
            record.play(mv).unwrap();
        }
        let shown = bench.play().table.record();
        assert_eq!(record.position().to_string(), shown.position().to_string());
        assert_eq!((record.moves(), record.keys().count()), (shown.moves(), 3));
    }
}

#[test]
fn the_first_words_of_an_empty_analysis_are_whole_on_the_smallest_screen() {
    for language in Language::ALL {
        for game in GAMES {
            let words = Words::of(language);
            let mut bench = Bench::new(AppOptions { words, ..options() }, (60, 18));
            bench.begin(Table::new(Record::new(game), [Seat::Human, Seat::Human]));
            bench.press("a");
            let panel: Vec<String> = bench
                .screen()
                .iter()
                .filter_map(|line| line.split_once('\u{2502}').map(|(_, panel)| panel.trim().to_owned()))
                .collect();
            let text = words.say("analysis-empty");
            assert!(panel.join(" ").contains(&text), "{} {language:?}: {panel:#?}", game.info.id);
        }
    }
}

#[test]
fn changes_of_the_tree_are_taken_back_and_made_again() {
    let mut bench = Bench::playing(neutreeko(), [Seat::Human, Seat::Human], (80, 24));
    bench.press("a e");
    for mv in ["b1-c1", "c2-c3"] {
        bench.press(":");
        bench.type_text(mv);
    }
    bench.press("[");
    bench.press(":");
    bench.type_text("c2-a4");
    bench.press("P");
    let text = |bench: &Bench| bench.model.analysis.as_ref().unwrap().editor.study().to_string();
    let whole = text(&bench);
    bench.press("D");
    assert_ne!(text(&bench), whole);
    for _ in 0..5 {
        bench.press("u");
    }
    assert_eq!(bench.model.analysis.as_ref().unwrap().editor.study().count_moves(), 0);
    for _ in 0..4 {
        bench.press("U");
    }
    assert_eq!(text(&bench), whole);
}

#[test]
fn a_study_is_saved_and_opened_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES {
        let mut bench = Bench::playing(game, [Seat::Human, Seat::Human], (100, 30));
        bench.press("a e");
        let moves = bench.play().table.record().position().moves();
        for mv in [&moves[0], moves.last().unwrap()] {
            bench.press(":");
            bench.type_text(mv);
            bench.press("! c");
            bench.type_text("a word {or two}");
            bench.press("Home");
        }
        let path = folder.path().join(format!("{}.jogo", game.info.id));
        bench.press(":");
        bench.type_text(&format!("save {}", path.display()));
        let written = std::fs::read_to_string(&path).unwrap();
        let mut again = Bench::playing(game, [Seat::Human, Seat::Human], (100, 30));
        again.press("a e");
        again.press(":");
        again.type_text(&format!("load {}", path.display()));
        let study: &Study = again.model.analysis.as_ref().unwrap().editor.study();
        assert_eq!(study.to_string(), written, "{}", game.info.id);
        assert_eq!(study.children(NodeId::ROOT).len(), 2);
        let other = folder.path().join(format!("{}-2.jogo", game.info.id));
        again.press(":");
        again.type_text(&format!("save {}", other.display()));
        assert_eq!(std::fs::read_to_string(&other).unwrap(), written);
    }
}

#[test]
fn whole_records_can_be_pasted() {
    let mut bench = Bench::playing(neutreeko(), [Seat::Human, Seat::Human], (80, 24));
    bench.press("a e");
    bench.send(AppMessage::Paste("[Game \"ataxx\"]\n\n1. g2 b1 *\n".to_owned()));
    assert_eq!(bench.play().table.record().info().id, "ataxx");
    let two = "[Game \"ataxx\"]\n\n1. g2 *\n\n[Game \"neutreeko\"]\n\n1. b1-c1 *\n";
    bench.send(AppMessage::Paste(two.to_owned()));
    assert_eq!(bench.play().table.record().info().id, "ataxx");
    assert!(bench.model.notice.as_ref().unwrap().text.contains("first of 2"));
    bench.send(AppMessage::Paste("[Game \"ataxx\"]\n\n1. g2 zz *\n".to_owned()));
    assert!(bench.model.notice.as_ref().unwrap().is_alarm);
    assert_eq!(bench.play().table.record().info().id, "ataxx");
}

#[test]
fn what_the_engine_found_is_kept_for_its_position() {
    let mut bench = Bench::playing(neutreeko(), [Seat::Human, Seat::Human], (80, 24));
    bench.press("a");
    bench.wait_for_evaluation();
    bench.press("1");
    bench.wait_for_evaluation();
    bench.press("[");
    let evaluation = bench.play().evaluation.as_ref().unwrap();
    assert!(evaluation.analysis.is_some() && evaluation.progress == AnalysisProgress::Done);
}

#[test]
fn values_of_every_rule_set_name_every_move() {
    for game in GAMES {
        let mut bench = Bench::playing(game, [Seat::Human, Seat::Human], (100, 30));
        bench.press("v");
        bench.wait_for_evaluation();
        let play = bench.play();
        let found = play.values.as_ref().unwrap().found.as_ref().unwrap();
        assert_eq!(found.moves.len(), play.handles.len(), "{}", game.info.id);
        assert!(bench.screen().iter().any(|line| line.contains("Values")));
    }
}

#[test]
fn a_review_marks_the_moves_and_leads_to_the_turning_points() {
    let mut bench = Bench::playing(neutreeko(), [Seat::Human, Seat::Human], (80, 24));
    for mv in ["b1-b4", "d5-e4", "c4-c3"] {
        bench.press(":");
        bench.type_text(mv);
    }
    bench.press("R");
    bench.wait_for_review();
    let board = bench.model.analysis.as_ref().unwrap();
    let review = board.review.as_ref().unwrap().review.as_ref().unwrap();
    assert!(review.is_complete());
    let points: Vec<usize> = review.turning_points().map(|reviewed| reviewed.ply).collect();
    assert!(points.len() >= 2, "two blunders were made: {points:?}");
    assert!(board.editor.study().to_string().contains('?'), "{}", board.editor.study());
    bench.press("Home");
    for point in &points {
        let study = |bench: &Bench| bench.play().table.record().moves().len();
        bench.press(")");
        assert_eq!(study(&bench), *point);
    }
    bench.press(")");
    assert!(bench.model.notice.is_some(), "there is no other one");
    bench.press("q");
    assert_eq!(bench.moves().len(), 3);
}

#[test]
fn a_click_on_the_graph_of_a_review_goes_there() {
    for size in [(80, 24), (110, 40)] {
        let mut bench = Bench::playing(neutreeko(), [Seat::Human, Seat::Human], size);
        for mv in ["b1-b4", "d5-e4", "c4-c3"] {
            bench.press(":");
            bench.type_text(mv);
        }
        bench.press("R");
        bench.wait_for_review();
        // Two bars stand about the position that is shown. The row differs where a variation is named above.
        let bar = |bench: &Bench| {
            let screen = bench.screen();
            let found = screen.iter().enumerate().find_map(|(row, line)| {
                Some((line.chars().position(|sign| sign == '┃')? as u16, row as u16))
            });
            found.unwrap()
        };
        let start = bar(&bench).0 - 3;
        for (sign, moves) in [(1, 1), (0, 0), (5, 3)] {
            let row = bar(&bench).1;
            bench.click((start + sign, row));
            assert_eq!(bench.moves().len(), moves, "{}", bench.screen().join("\n"));
        }
    }
}

#[test]
fn another_try_is_judged_and_the_answer_hidden_meanwhile() {
    for (language, words) in [
        (Language::English, ["better than", "Not", "right"]),
        (Language::Portuguese, ["melhor do", "não", "certo"]),
    ] {
        let mut bench = Bench::new(AppOptions { words: Words::of(language), ..options() }, (100, 30));
        let start = (neutreeko().read)("3w1/b4/5/bw3/1wb2 b").unwrap();
        bench.begin(Table::new(Record::from_position(neutreeko(), start), [Seat::Human, Seat::Human]));
        for mv in ["a2-a1", "d5-e4"] {
            bench.press(":");
            bench.type_text(mv);
        }
        bench.press("R");
        bench.wait_for_review();
        let screen = |bench: &Bench| bench.screen().join("\n");
        assert!(screen(&bench).contains("a2-a3"), "the tree has the better move:\n{}", screen(&bench));
        // Neither the tree nor the engine, the values or the explorer tell it while it is looked for.
        bench.press("e v x (");
        let seen = screen(&bench);
        assert!(seen.contains(words[0]) && !seen.contains("a2-a3"), "{seen}");
        bench.wait_for_trial();
        for wrong in ["a2-c4", "a2-a1"] {
            bench.press(":");
            bench.type_text(wrong);
            let told = bench.model.notice.as_ref().unwrap().text.clone();
            assert!(told.contains(wrong) && told.contains(words[1]), "{told}");
            assert_eq!(bench.moves().len(), 0, "the position is there for another try");
        }
        bench.press(":");
        bench.type_text("a2-a3");
        assert_eq!(bench.moves(), ["a2-a3"]);
        assert!(bench.model.notice.as_ref().unwrap().text.contains(words[2]));
        assert!(bench.model.analysis.as_ref().unwrap().trial.is_none());
        // The solution, and what was played.
        bench.press("( s");
        assert_eq!(bench.moves(), ["a2-a3"]);
        bench.press("( ]");
        assert_eq!(bench.moves(), ["a2-a1"]);
        assert!(screen(&bench).contains("a2-a3"), "the tree is back");
    }
}

#[test]
fn a_review_that_is_stopped_keeps_what_is_done() {
    let ataxx = games::find("ataxx").unwrap();
    let mut bench = Bench::playing(ataxx, [Seat::Human, Seat::Human], (80, 24));
    for _ in 0..6 {
        let mv = bench.play().table.record().position().moves()[0].clone();
        bench.press(":");
        bench.type_text(&mv);
    }
    bench.press("R");
    bench.press("R");
    bench.wait_for_review();
    let board = bench.model.analysis.as_ref().unwrap();
    assert!(board.review.as_ref().unwrap().review.is_some());
    bench.press("R");
    bench.wait_for_review();
    let board = bench.model.analysis.as_ref().unwrap();
    assert!(board.review.as_ref().unwrap().review.as_ref().unwrap().is_complete());
}

#[test]
fn all_games_are_found_by_words_opened_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Bench::with_store(options(), (80, 24), Storage::at(folder.path()));
    for (id, moves) in [("neutreeko", 1), ("ataxx", 2), ("knightline", 1)] {
        bench.begin(Table::new(Record::new(games::find(id).unwrap()), [Seat::Human, Seat::Human]));
        for _ in 0..moves {
            let mv = bench.play().table.record().position().moves()[0].clone();
            bench.press(":");
            bench.type_text(&mv);
        }
    }
    bench.press("x y q L");
    let listed = |bench: &Bench| view::library_found(&bench.model).len();
    assert_eq!(listed(&bench), 3, "{:?}", bench.screen());
    bench.press("a t a x x");
    assert_eq!(listed(&bench), 1);
    bench.press("Enter");
    assert_eq!((bench.play().table.record().info().id, bench.moves().len()), ("ataxx", 2));
    bench.press("q L");
    bench.press("w i n s");
    assert_eq!(listed(&bench), 1, "the game that was given up");
    bench.press("Enter");
    assert!(bench.play().table.record().outcome().is_some());
    bench.press("q L");
    bench.press("k n i g h t Delete y");
    assert_eq!(listed(&bench), 2);
}

#[test]
fn the_explorer_shows_what_was_played_on_this_computer() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir_all(folder.path().join("matches")).unwrap();
    let matched = "[Game \"ataxx\"]\n[Result \"1/2-1/2\"]\n\n1. f1 1/2-1/2\n";
    std::fs::write(folder.path().join("matches").join("one.txt"), matched).unwrap();
    let mut bench = Bench::with_store(options(), (80, 24), Storage::at(&games));
    for id in ["ataxx", "neutreeko"] {
        bench.begin(Table::new(Record::new(games::find(id).unwrap()), [Seat::Human, Seat::Human]));
        let mv = if id == "ataxx" { "g2" } else { "b1-b4" };
        bench.press(":");
        bench.type_text(mv);
        bench.press("x y a e x");
        bench.press("Home");
        bench.wait_for_explorer();
        let board = bench.model.analysis.as_ref().unwrap();
        let found = board.explorer.as_ref().unwrap().found.as_ref().unwrap();
        let played: Vec<&str> = found
            .moves
            .iter()
            .filter(|explored| explored.results.games() > 0)
            .map(|explored| explored.mv.as_str())
            .collect();
        assert_eq!(played, if id == "ataxx" { vec!["f1", "g2"] } else { vec![mv] });
        let known = found.moves.iter().filter(|explored| explored.known.is_some()).count();
        assert_eq!(known, if id == "ataxx" { 0 } else { 14 }, "all moves of a solved game");
        let screen = bench.screen().join("\n");
        assert!(screen.contains(if id == "ataxx" { "0/100/0 %" } else { "draw" }), "{screen}");
        let best = found.moves[0].mv.clone();
        bench.press("1");
        assert_eq!(bench.moves(), [best]);
        bench.press("x v x");
        assert!(bench.play().values.is_none(), "one of the two is shown");
        bench.press("q");
    }
}

#[test]
fn every_part_works_in_all_families_and_both_languages() {
    let language = |language| AppOptions { words: Words::of(language), ..options() };
    for game in
        ["neutreeko", "ataxx", "knightline", "threedragons-dragons"].map(|id| games::find(id).unwrap())
    {
        for (index, words) in [Language::English, Language::Portuguese].into_iter().enumerate() {
            let folder = tempfile::tempdir().unwrap();
            let mut bench = Bench::with_store(language(words), (80, 24), Storage::at(folder.path()));
            bench.begin(Table::new(Record::new(game), [Seat::Human, Seat::Human]));
            let sees = |bench: &Bench, what: [&str; 2]| {
                let screen = bench.screen().join("\n");
                assert!(screen.contains(what[index]), "{}: {screen}", game.info.id);
            };
            for _ in 0..2 {
                let mv = bench.play().table.record().position().moves()[0].clone();
                bench.press(":");
                bench.type_text(&mv);
            }
            bench.press("R");
            bench.wait_for_review();
            sees(&bench, ["Accuracy", "Precisão"]);
            bench.press("v");
            bench.wait_for_evaluation();
            sees(&bench, ["Values", "Valores"]);
            bench.press("v x");
            bench.wait_for_explorer();
            sees(&bench, ["Explorer", "Explorador"]);
            bench.press("Home");
            bench.wait_for_explorer();
            let board = bench.model.analysis.as_ref().unwrap();
            let found = board.explorer.as_ref().unwrap().found.as_ref().unwrap();
            assert!(found.moves.iter().any(|explored| explored.results.games() == 1), "{}", game.info.id);
            bench.press("E");
            sees(&bench, ["This is a position", "Isto é uma posição"]);
            let text = |bench: &Bench| {
                bench
                    .model
                    .setup
                    .as_ref()
                    .unwrap()
                    .editor
                    .position()
                    .map(|position| position.to_string())
                    .ok()
            };
            let start = text(&bench);
            assert_eq!(start.as_deref(), Some((game.start)().to_string().as_str()));
            bench.press("C");
            assert_ne!(text(&bench), start);
            bench.press("u");
            assert_eq!(text(&bench), start);
            bench.press("a q q L");
            sees(&bench, ["Games: 1", "Jogos: 1"]);
        }
    }
}

#[test]
fn the_list_of_values_has_room_on_the_smallest_screen() {
    for language in [Language::English, Language::Portuguese] {
        for id in ["neutreeko", "ataxx"] {
            let mut bench = Bench::new(AppOptions { words: Words::of(language), ..options() }, (60, 18));
            bench.begin(Table::new(Record::new(games::find(id).unwrap()), [Seat::Human, Seat::Human]));
            bench.press("a v");
            bench.wait_for_evaluation();
            let found = bench.play().values.as_ref().unwrap().found.as_ref().unwrap();
            let moves: Vec<&str> = found.moves.iter().map(|value| value.mv()).collect();
            let screen = bench.screen();
            let is_row = |line: &&String| {
                let row = line.split('│').nth(1).unwrap_or("").split_whitespace().nth(1);
                row.is_some_and(|mv| moves.contains(&mv))
            };
            let rows = screen.iter().filter(is_row).count();
            assert!(rows >= 4, "{rows} moves are seen:\n{}", screen.join("\n"));
        }
    }
}
