#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;

/// Returns an engine of a few lines of shell with the given answers.
fn script(body: &str) -> EngineCommand {
    EngineCommand {
        dialect: Dialect::Uai,
        program: "sh".to_owned(),
        args: vec!["-c".to_owned(), body.to_owned()],
        group: Group::Shared,
    }
}

/// Introduces itself and is ready; what it does when asked to move is left open.
fn obedient(go: &str) -> EngineCommand {
    script(&format!(
        "while read -r word rest; do case $word in
            uai) echo id name 'Tiny  One'; echo option name Book type check default false; echo uaiok;;
            isready) echo readyok;;
            setoption) set -- $rest; value=$4;;
            go) {go};;
            quit) exit;;
        esac; done"
    ))
}

fn ataxx() -> &'static GameEntry {
    games::find("ataxx").unwrap()
}

fn go() -> Go {
    Go { nodes: Some(100), ..Go::INFINITE }
}

const SECOND: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(20);

fn choose(command: &EngineCommand, limit: Duration) -> Result<Choice, EngineError> {
    let mut engine = Engine::start(command, ataxx())?;
    engine.new_game()?;
    engine.choose(&Record::new(ataxx()), go(), limit)
}

fn fault(body: &str, limit: Duration) -> String {
    choose(&obedient(body), limit).expect_err("it does something wrong").to_string()
}

#[test]
fn commands_are_split_like_a_shell_does() {
    let command = EngineCommand::read(Dialect::Uai, "'/opt/my engines/tik' --net 'a b' c\\ d").unwrap();
    assert_eq!(
        (command.program.as_str(), command.args.join("|")),
        ("/opt/my engines/tik", "--net|a b|c d".to_owned())
    );
    assert_eq!(command.to_string(), "uai:tik");
    assert_eq!(EngineCommand::read(Dialect::Ugi, "./a\u{1b}b --secret").unwrap().to_string(), "engine:a b");
    for text in ["", "  ", "''", "'open"] {
        assert!(EngineCommand::read(Dialect::Ugi, text).is_err(), "{text}");
    }
}

#[test]
fn an_engine_plays_and_reports_its_line() {
    let mut engine =
        Engine::start(&obedient("echo info depth 3 score cp $value nodes 5; echo bestmove f1g1"), ataxx())
            .unwrap();
    assert_eq!(engine.name(), Some("Tiny One"));
    engine.set_option("Strength", "42").unwrap();
    let choice = engine.choose(&Record::new(ataxx()), go(), PATIENCE).expect_err("f1 is empty");
    assert!(matches!(choice.fault, Fault::Illegal { .. }));
    let choice = choose(&obedient("echo info depth 3 score cp 7; echo bestmove g1f1"), PATIENCE).unwrap();
    assert_eq!(choice.mv, "f1", "moves are read liberally and given back strictly");
    assert_eq!(choice.info.unwrap().depth, Some(3));
    assert!(choice.took < PATIENCE);
}

#[test]
fn an_old_answer_is_not_taken_for_a_new_one() {
    let body = "echo bestmove f1; echo bestmove a1a2; echo bestmove zz";
    let mut engine = Engine::start(&obedient(body), ataxx()).unwrap();
    let mut record = Record::new(ataxx());
    assert_eq!(engine.choose(&record, go(), PATIENCE).unwrap().mv, "f1");
    record.play("f1").unwrap();
    let error = engine.choose(&record, go(), PATIENCE).expect_err("f1 is taken now").to_string();
    assert_eq!(error, "uai:sh played \"f1\": f1 is not empty");
}

#[test]
fn every_fault_has_its_name() {
    assert_eq!(fault("exit 3", PATIENCE), "uai:sh ended in the middle of the game (exit status: 3)");
    assert_eq!(
        fault("echo bestmove", PATIENCE),
        "uai:sh said something wrong: bestmove stands without a move"
    );
    assert_eq!(fault("echo bestmove a1a5", PATIENCE), "uai:sh played \"a1a5\": the piece on a1 is not Red's");
    assert!(!fault("printf 'bestmove \\033[2J\\n'", PATIENCE).contains('\u{1b}'));
    assert_eq!(fault(":", Duration::from_millis(100)), "uai:sh did not say bestmove within 100 ms");
    assert_eq!(
        fault("while :; do echo info string still thinking; done", SECOND / 5),
        "uai:sh did not say bestmove within 200 ms"
    );
    let long = fault("head -c 100000 /dev/zero | tr '\\0' x; echo", PATIENCE);
    assert_eq!(long, "uai:sh said something wrong: a line is longer than 65536 bytes");
    let missing = EngineCommand::read(Dialect::Ugi, "/nowhere/engine").unwrap();
    assert!(choose(&missing, SECOND).unwrap_err().to_string().starts_with("engine:engine does not start: "));
    let neutreeko = games::find("neutreeko").unwrap();
    assert_eq!(Engine::start(&obedient(":"), neutreeko).unwrap_err().to_string(), "uai:sh plays ataxx only");
    let crashed = Engine::start(&script("exit 7"), ataxx()).unwrap_err().to_string();
    assert_eq!(crashed, "uai:sh ended in the middle of the game (exit status: 7)");
}

#[test]
fn an_engine_that_does_not_quit_is_killed() {
    let mut engine = Engine::start(&obedient("echo bestmove f1; exec sleep 1000"), ataxx()).unwrap();
    engine.choose(&Record::new(ataxx()), go(), PATIENCE).unwrap();
    let asked = Instant::now();
    drop(engine);
    assert!(asked.elapsed() < PATIENCE);
}

#[test]
fn a_late_engine_can_be_asked_again() {
    let body = "if [ $late ]; then echo bestmove f1; else late=1; read -r stop; echo bestmove g2; fi";
    let mut engine = Engine::start(&obedient(body), ataxx()).unwrap();
    let record = Record::new(ataxx());
    let late = engine.choose(&record, go(), Duration::from_millis(50)).unwrap_err();
    assert!(matches!(late.fault, Fault::TooLate { .. }), "{late}");
    assert_eq!(engine.choose(&record, go(), PATIENCE).unwrap().mv, "f1");
}

#[test]
fn ugi_sends_the_moves_and_uai_the_position() {
    let game = games::find("neutreeko").unwrap();
    let mut record = Record::new(game);
    record.play("b1-c1").unwrap();
    assert_eq!(
        position(&record, Dialect::Ugi).in_dialect(Dialect::Ugi).to_string(),
        "position startpos moves b1-c1"
    );
    let mut record = Record::from_position(ataxx(), ataxx().named_start("ring").unwrap());
    let ring = "position fen x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1";
    assert_eq!(position(&record, Dialect::Ugi).in_dialect(Dialect::Ugi).to_string(), ring);
    record.play("f1").unwrap();
    let after = "position fen x5o/7/3-3/2-1-2/3-3/7/o4xx o 0 1";
    assert_eq!(position(&record, Dialect::Uai).in_dialect(Dialect::Uai).to_string(), after);
}

/// A wait for an engine can be interrupted, however long the engine takes.
#[test]
fn waiting_can_be_interrupted() {
    let mut engine = Engine::start(&obedient(":"), ataxx()).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    engine.set_stop(Arc::clone(&stop));
    engine.new_game().unwrap();
    let asked = Instant::now();
    let waiting = thread::spawn(move || {
        engine.choose(&Record::new(ataxx()), go(), Duration::from_secs(3600)).map(|choice| choice.mv)
    });
    stop.store(true, Ordering::Relaxed);
    let error = waiting.join().unwrap().unwrap_err();
    assert!(matches!(error.fault, Fault::Interrupted), "{error}");
    assert!(asked.elapsed() < PATIENCE);
}

/// A conversation can be led line by line, and its end is seen.
#[test]
fn a_conversation_can_be_led_by_hand() {
    let mut engine = Engine::spawn(&obedient("echo bestmove f1"), ataxx()).unwrap();
    engine.tell(&Command::Hello(Dialect::Uai)).unwrap();
    while engine.hear(PATIENCE).unwrap() != "uaiok" {}
    engine.tell_line("go whatever").unwrap();
    assert_eq!(engine.hear(PATIENCE).unwrap(), "bestmove f1");
    assert!(matches!(engine.hear(Duration::from_millis(1)), Err(Fault::TooLate { .. })));
    engine.close_input();
    assert!(engine.ends_within(PATIENCE).is_some_and(|status| status.success()));
}
