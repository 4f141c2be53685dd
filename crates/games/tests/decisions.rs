//! What was decided where the published rules are silent: that the texts say so, and that the games do so.

use games::{GAMES, Outcome, Player};

const FIRST: Option<Outcome> = Some(Outcome::Win(Player::First));
const SECOND: Option<Outcome> = Some(Outcome::Win(Player::Second));

fn outcome(game: &str, position: &str) -> Option<Outcome> {
    (games::find(game).unwrap().read)(position)
        .unwrap_or_else(|error| panic!("{game} {position}: {error}"))
        .outcome()
}

fn after(game: &str, position: &str, mv: &str) -> String {
    let position = (games::find(game).unwrap().read)(position).unwrap();
    position.after(&position.read_move(mv).unwrap()).unwrap().to_string()
}

#[test]
fn every_rules_text_says_what_was_decided() {
    for game in GAMES {
        for (language, text) in game.info.rules {
            let heading = if *language == "pt" {
                "## Onde as regras nada dizem"
            } else {
                "## Where the rules are silent"
            };
            let section = text
                .split_once(heading)
                .unwrap_or_else(|| panic!("{} {language} says nothing", game.info.id))
                .1;
            let points =
                section.split("\n## ").next().unwrap().lines().filter(|line| line.starts_with("- ")).count();
            assert!(points >= 3, "{} {language}", game.info.id);
        }
    }
}

#[test]
fn a_decided_board_comes_before_the_count_of_moves() {
    let dragons = |position| outcome("threedragons", position);
    // White is to move and enclosed in the corner at the hundredth quiet ply; with room, it is a draw.
    assert_eq!(dragons("M5B1W1M/6B1W1B1/7B11/9/C3C3C/9/9/9/MB16M w 100 60"), SECOND);
    assert_eq!(dragons("M6W1M/7W11/9/9/C3C3C/9/9/9/MB1B15M w 100 60"), Some(Outcome::Draw));
    assert_eq!(dragons("M6W1M/9/9/9/C3C3C/9/9/9/MB1B15M w 100 60"), SECOND, "one piece is left");
    assert_eq!(dragons("M6W1M/7W11/9/9/C3C3C/9/9/9/MB16M w 100 60"), FIRST);
    for game in ["ataxx", "infection"] {
        assert_eq!(outcome(game, "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo o 100 60"), FIRST);
        assert_eq!(outcome(game, "x6/7/7/7/7/7/6o x 100 60"), Some(Outcome::Draw));
        assert_eq!(
            outcome(game, "x--4/---4/---4/7/7/7/5oo x 100 60"),
            Some(Outcome::Draw),
            "though x would have to pass"
        );
        assert_eq!(outcome(game, "7/7/7/7/7/7/7 x 0 1"), Some(Outcome::Draw));
    }
}

#[test]
fn a_position_without_moves_for_both_sides_decides_knight_line() {
    for position in ["w1b1 w @m0", "w1b1 b @m0", "w1b1w1 b @m0"] {
        assert_eq!(outcome("knightline", position), SECOND, "{position}");
    }
    // The player to move has lost, first or second; with more than two stacks, the one who has moved into
    // single tiles.
    assert_eq!(outcome("knightline-feup", "b1w1 b @m0"), SECOND);
    assert_eq!(outcome("knightline-feup", "b1w1 w @m0"), FIRST);
    assert_eq!(outcome("knightline-feup", "b1w1b1 b @m0"), FIRST);
}

#[test]
fn only_the_owners_move_calls_the_dragon_of_a_ring_that_is_set_up() {
    let ringed = "M2B34M/9/9/W38/CW32C3C/W38/9/9/MW34B31M";
    assert!(
        after("threedragons-dragons", &format!("{ringed} w 5 1"), "b1b2").contains("/W3W32C3C/"),
        "White's dragon"
    );
    assert!(
        after("threedragons-dragons", &format!("{ringed} b 5 1"), "g1g2").contains("/CW32C3C/"),
        "none after Black's move"
    );
}
