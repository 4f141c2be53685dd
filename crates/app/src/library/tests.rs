use games::record::Closing;
use games::{Outcome, Player};

use super::*;

fn library() -> (tempfile::TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::at(folder.path().join("games"));
    (folder, library)
}

fn record(moves: &[&str]) -> Record {
    let mut record = Record::new(games::find("neutreeko").unwrap());
    moves.iter().for_each(|mv| _ = record.play(mv).unwrap());
    record
}

fn files(library: &Library, folder: &str) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(library.folder.join(folder))
        .map(|files| files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect())
        .unwrap_or_default();
    names.sort();
    names
}

#[test]
fn every_game_has_a_place_of_its_own() {
    let (_folder, library) = library();
    let one = library.place(&record(&[])).unwrap();
    one.keep(&record(&["b1-c1"])).unwrap();
    let two = library.place(&record(&[])).unwrap();
    two.keep(&record(&["c4-a2"])).unwrap();
    assert_ne!(one.name(), two.name());
    let names = [one.name().to_owned(), two.name().to_owned()];
    drop((one, two));
    let moves = names.each_ref().map(|name| library.open(name).unwrap().1.moves().to_vec());
    assert_eq!(moves, [["b1-c1"], ["c4-a2"]]);
    assert_eq!(library.going().len(), 2);
}

#[test]
fn all_games_are_listed_and_can_be_deleted() {
    let (_folder, library) = library();
    let over = library.place(&record(&[])).unwrap();
    let mut resigned = record(&["b1-c1"]);
    resigned.close(Closing::Resigned(Player::First));
    over.keep(&resigned).unwrap();
    let going = library.place(&record(&[])).unwrap();
    going.keep(&record(&["c4-a2"])).unwrap();
    let (over_name, going_name) = (over.name().to_owned(), going.name().to_owned());
    drop(over);
    let outcomes: Vec<Option<Outcome>> = library.all().iter().map(|entry| entry.outcome).collect();
    assert_eq!(outcomes, [None, Some(Outcome::Win(Player::Second))]);
    assert_eq!(library.read(&over_name).unwrap().moves(), ["b1-c1"]);
    assert!(matches!(library.delete(&going_name), Err(OpenTrouble::InUse)));
    drop(going);
    for name in [&over_name, &going_name] {
        library.delete(name).unwrap();
    }
    assert!(library.all().is_empty());
    assert!(files(&library, GOING).is_empty() && files(&library, FINISHED).is_empty());
}

#[test]
fn a_game_in_use_is_not_opened_twice() {
    let (_folder, library) = library();
    let place = library.place(&record(&[])).unwrap();
    place.keep(&record(&["b1-c1"])).unwrap();
    let name = place.name().to_owned();
    assert!(matches!(library.open(&name), Err(OpenTrouble::InUse)));
    assert!(library.going()[0].is_in_use);
    assert!(library.newest().is_none());
    drop(place);
    assert!(!library.going()[0].is_in_use);
    assert!(library.open(&name).is_ok());
    assert!(library.open("no-such-game").is_err());
}

#[test]
fn a_list_neither_uses_a_game_nor_keeps_it_from_being_opened() {
    let (_folder, library) = library();
    let place = library.place(&record(&["b1-c1"])).unwrap();
    let name = place.name().to_owned();
    drop(place);
    // As another program's list does.
    let list = File::open(library.lock_path(&name)).unwrap();
    list.try_lock_shared().unwrap();
    assert!(!library.going()[0].is_in_use);
    let mut list = Some(list);
    let opened = library.open_after(&name, || drop(list.take()));
    assert!(opened.is_ok() && list.is_none());
    // A program that plays the game keeps its lock.
    let mut waits = 0;
    assert!(matches!(library.open_after(&name, || waits += 1), Err(OpenTrouble::InUse)));
    assert_eq!(waits, OPEN_TRIES - 1);
}

#[test]
fn a_name_is_never_given_twice_even_if_its_lock_is_free() {
    let (_folder, library) = library();
    let one = library.place(&record(&["b1-c1"])).unwrap();
    // As if the file had been removed by hand: the next program can lock a new one.
    fs::remove_file(library.lock_path(one.name())).unwrap();
    let two = library.place(&record(&["c4-a2"])).unwrap();
    assert_ne!(one.name(), two.name());
    assert_eq!(library.going().len(), 2);
}

#[test]
fn a_game_played_past_midnight_keeps_the_day_on_which_it_began() {
    let (_folder, library) = library();
    let place = library.place_on("1999.12.31", &record(&["b1-c1"])).unwrap();
    place.keep(&record(&["b1-c1", "c2-c3"])).unwrap();
    let name = place.name().to_owned();
    assert_eq!(name, "1999-12-31-neutreeko-1");
    drop(place);
    let (place, kept) = library.open(&name).unwrap();
    assert_eq!(kept.tag("Date"), Some("1999.12.31"));
    // The app keeps its own record, which has no date.
    let mut over = record(&["b1-c1", "c2-c3"]);
    over.close(Closing::Agreed);
    place.keep(&over).unwrap();
    let kept = input::read_record(&place.path(FINISHED)).unwrap();
    assert_eq!((kept.tag("Date"), place.day()), (Some("1999.12.31"), "1999.12.31"));
}

#[test]
fn a_finished_game_is_archived_and_comes_back_when_it_is_opened_again() {
    let (_folder, library) = library();
    let place = library.place(&record(&[])).unwrap();
    let mut game = record(&["b1-c1"]);
    place.keep(&game).unwrap();
    game.close(Closing::Resigned(Player::Second));
    place.keep(&game).unwrap();
    let file = format!("{}.jogo", place.name());
    assert_eq!(files(&library, FINISHED).join(" "), file);
    assert!(library.going().is_empty());
    game.undo();
    place.keep(&game).unwrap();
    assert!(files(&library, FINISHED).is_empty());
    game.close(Closing::Agreed);
    place.keep(&game).unwrap();
    drop(place);
    assert!(files(&library, GOING).is_empty(), "no lock is left behind");
    let kept = input::read_record(&library.folder.join(FINISHED).join(file)).unwrap();
    assert_eq!(kept.outcome(), Some(Outcome::Draw));
    assert!(kept.tag("Date").is_some());
    // Its name is not given to another game.
    assert!(library.place(&game).unwrap().name().ends_with("-2"));
}

#[test]
fn what_earlier_versions_kept_is_taken_over() {
    let (folder, library) = library();
    let last = folder.path().join("last.jogo");
    library.take_over(&last);
    fs::write(&last, "[Game \"no game at all\"]").unwrap();
    library.take_over(&last);
    assert!(last.exists(), "what cannot be read is not touched");
    fs::write(&last, record(&["b1-c1", "c2-c3"]).to_string()).unwrap();
    library.take_over(&last);
    assert!(!last.exists());
    assert_eq!(library.newest().unwrap().moves, 2);
    let mut over = record(&["b1-c1"]);
    over.close(Closing::Agreed);
    fs::write(&last, over.to_string()).unwrap();
    library.take_over(&last);
    assert_eq!(library.going().len(), 1);
    assert_eq!(files(&library, FINISHED).len(), 1);
}
