use engine::BotName;

use super::*;

const SECOND: Duration = Duration::from_secs(1);

/// Returns a table of two people with 10 seconds and 2 more for each move, and the time at which it is set
/// up.
fn timed() -> (Table, Instant) {
    let control = "10+2".parse().unwrap();
    let record = Record::new(games::find("ataxx").unwrap());
    (Table::new(record, [Seat::Human, Seat::Human]).with_clocks(Clocks::new(control)), Instant::now())
}

fn left(table: &Table, now: Instant) -> [u64; 2] {
    let clocks = table.clocks().unwrap();
    Player::BOTH.map(|player| clocks.left(player, now).as_secs())
}

#[test]
fn a_move_stops_one_clock_and_starts_the_other() {
    let (mut table, start) = timed();
    assert_eq!(left(&table, start + 5 * SECOND), [10, 10], "they stand until they are started");
    table.start_clocks(start);
    table.play("g2", start + 3 * SECOND).unwrap();
    assert_eq!(left(&table, start + 3 * SECOND), [9, 10]);
    table.play("a2", start + 7 * SECOND).unwrap();
    assert_eq!(left(&table, start + 8 * SECOND), [8, 8]);
    assert_eq!(table.clocks().unwrap().deadline(), Some(start + 16 * SECOND));
}

#[test]
fn forgiven_time_is_not_counted_and_is_never_more_than_was_used() {
    let (mut table, start) = timed();
    table.start_clocks(start);
    table.forgive(2 * SECOND, start + 3 * SECOND);
    assert_eq!(left(&table, start + 3 * SECOND), [9, 10]);
    table.forgive(9 * SECOND, start + 4 * SECOND);
    assert_eq!(left(&table, start + 4 * SECOND), [10, 10]);
    table.stop_clocks(start + 6 * SECOND);
    table.forgive(9 * SECOND, start + 7 * SECOND);
    assert_eq!(left(&table, start + 9 * SECOND), [8, 10], "nothing runs");
    table.start_clocks(start + 9 * SECOND);
    assert_eq!(left(&table, start + 10 * SECOND), [7, 10]);
}

#[test]
fn a_refused_move_costs_its_time_and_nothing_else() {
    let (mut table, start) = timed();
    table.start_clocks(start);
    table.play("d4", start + SECOND).unwrap_err();
    assert_eq!(left(&table, start + 2 * SECOND), [8, 10]);
    assert!(table.record().moves().is_empty());
}

#[test]
fn running_out_of_time_loses_whatever_comes_after() {
    let (mut table, start) = timed();
    table.start_clocks(start);
    assert!(!table.flag(start + 9 * SECOND));
    assert!(table.play("g2", start + 10 * SECOND).is_err());
    assert_eq!(table.record().closing(), Some(Closing::OutOfTime(Player::First)));
    assert_eq!(left(&table, start + 30 * SECOND), [0, 10], "nothing runs after the game");
    assert!(!table.flag(start + 30 * SECOND), "only once");
}

#[test]
fn a_move_taken_back_gives_its_time_back() {
    let (mut table, start) = timed();
    table.start_clocks(start);
    table.play("g2", start + 3 * SECOND).unwrap();
    table.play("a2", start + 7 * SECOND).unwrap();
    assert!(table.take_back(start + 8 * SECOND));
    assert_eq!(left(&table, start + 9 * SECOND), [9, 9]);
    assert!(table.play_again(start + 9 * SECOND));
    assert_eq!(left(&table, start + 9 * SECOND), [9, 8]);
    table.take_back(start + 9 * SECOND);
    table.play("b1", start + 10 * SECOND).unwrap();
    assert_eq!(left(&table, start + 10 * SECOND), [9, 11], "another move, another time");
}

#[test]
fn clocks_without_a_start_never_run() {
    let (mut table, start) = timed();
    table.play("g2", start + 30 * SECOND).unwrap();
    assert_eq!(left(&table, start + 60 * SECOND), [10, 10]);
    table.start_clocks(start + 60 * SECOND);
    assert_eq!(left(&table, start + 61 * SECOND), [10, 9]);
}

#[test]
fn against_a_bot_moves_are_taken_back_to_the_person() {
    let game = games::find("neutreeko").unwrap();
    let now = Instant::now();
    let mut table = Table::new(Record::new(game), [Seat::Human, Seat::Bot(BotName::Random)]);
    let mut bot = Mover::sit(table.seat(Player::Second), game, 7).unwrap().unwrap();
    assert!(!table.take_back(now));
    table.play("b1c1", now).unwrap();
    let choice = bot.choose(table.record(), engine::protocol::Go::INFINITE).unwrap();
    table.play(&choice.mv, now).unwrap();
    assert!(table.take_back(now));
    assert!(table.record().moves().is_empty());
    assert!(table.play_again(now));
    assert_eq!(table.record().moves().len(), 2);
}

#[test]
fn kept_clocks_go_on_where_they_stood() {
    let control: TimeControl = "10+2".parse().unwrap();
    let shown = vec![[10 * SECOND, 10 * SECOND], [9 * SECOND, 10 * SECOND]];
    let now = Instant::now();
    let mut clocks = Clocks::restore([control; 2], shown);
    assert_eq!(clocks.left(Player::First, now), 9 * SECOND);
    clocks.run(Player::Second, now);
    assert_eq!(clocks.left(Player::Second, now + 4 * SECOND), 6 * SECOND);
}

#[test]
fn time_controls_are_read_in_seconds_and_minutes() {
    let read = |text: &str| text.parse::<TimeControl>().map(|control| control.to_string());
    for (text, shown) in
        [("300+3", "300+3"), ("5m", "300+0"), ("5m+3", "300+3"), ("1+0.01", "1+0.01"), ("90s", "90+0")]
    {
        assert_eq!(read(text).as_deref(), Ok(shown));
    }
    for text in ["", "0", "0+5", "-1", "1e3", "inf", "nan", "5+", "+5", "1000000", "5h", "1..2"] {
        assert!(read(text).is_err(), "{text}");
    }
}

fn divided(seats: [Seat; 2]) -> Table {
    let mut record = Record::new(games::find("knightline").unwrap());
    pie::begin(&mut record);
    Table::new(record, seats).with_clocks(Clocks::new("10".parse().unwrap()))
}

#[test]
fn one_divides_and_the_other_chooses() {
    let level = Seat::Bot(BotName::Level(2));
    for (sides, seats) in
        [(Sides::Stay, [Seat::Human, level.clone()]), (Sides::Swap, [level.clone(), Seat::Human])]
    {
        let now = Instant::now();
        let mut table = divided([Seat::Human, level.clone()]);
        table.start_clocks(now);
        for mv in ["m0-o1:1", "n0-o2:5"] {
            assert_eq!((table.pie(), table.to_act()), (Some(Pie::Divide), Some(Player::First)));
            table.play(mv, now).unwrap();
        }
        assert_eq!((table.pie(), table.to_act()), (Some(Pie::Choose), Some(Player::Second)));
        assert_eq!(left(&table, now + 5 * SECOND), [10, 10], "nobody's time runs before the choice");
        table.choose_sides(sides, now);
        assert_eq!((table.pie(), table.to_act(), table.seats()), (None, Some(Player::First), &seats));
        assert_eq!(left(&table, now + 5 * SECOND), [5, 10]);
        assert_eq!(table.record().tag("First"), Some(seats[0].to_string().as_str()));
        assert!(!table.take_back(now), "what was divided stays divided");
    }
}

#[test]
fn a_division_can_be_taken_back_and_put_away() {
    let now = Instant::now();
    let mut table = divided([Seat::Human, Seat::Human]);
    table.play("m0-o1:1", now).unwrap();
    assert!(table.take_back(now) && table.record().moves().is_empty());
    table.play("m0-o1:1", now).unwrap();
    table.play("n0-o2:5", now).unwrap();
    let kept = Record::read_all(&table.record().to_string()).unwrap().remove(0);
    assert_eq!(Table::new(kept, [Seat::Human, Seat::Human]).pie(), Some(Pie::Choose));
}

#[test]
fn bots_divide_and_choose() {
    let now = Instant::now();
    let mut table = divided([Seat::Bot(BotName::Level(3)), Seat::Bot(BotName::Greedy)]);
    while table.pie() == Some(Pie::Divide) {
        let mv = table.seat(Player::First).divide(table.record(), 1).unwrap();
        table.play(&mv, now).unwrap();
    }
    let sides = table.seat(Player::Second).choose_sides(table.record(), 1).unwrap();
    table.choose_sides(sides, now);
    assert_eq!((table.pie(), table.record().moves().len()), (None, 2));
    assert_eq!(Seat::Human.divide(table.record(), 1), None);
}
