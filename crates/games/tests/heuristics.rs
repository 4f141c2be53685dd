//! What the games tell a search agrees with their rules.

use games::ataxx::{Ataxx, Competitive};
use games::{GAMES, Game, Heuristics, Position, Visitor, visit};

/// A small generator, so that every run sees the same games.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// Positions along some random games.
fn positions<P: Position>() -> Vec<P> {
    let mut dice = Dice(7);
    let mut seen = Vec::new();
    for _ in 0..12 {
        let mut position = P::default();
        for _ in 0..60 {
            seen.push(position.clone());
            let Some(mv) = position.pick_move(|count| dice.roll(count)) else { break };
            position.play(mv);
        }
    }
    seen
}

struct FindPseudoLegal;

impl Visitor for FindPseudoLegal {
    type Output = ();

    fn visit<P: Game>(self) {
        let positions = positions::<P>();
        for (index, position) in positions.iter().enumerate() {
            let (mut moves, mut main) = (Vec::new(), Vec::new());
            position.moves(&mut moves);
            position.main_moves(&mut main);
            // Moves of another position are often illegal here.
            let mut numbers: Vec<u32> = moves.iter().map(|mv| (*mv).into()).collect();
            let mut others = Vec::new();
            positions[(index + 31) % positions.len()].moves(&mut others);
            numbers.extend(others.iter().map(|mv| -> u32 { (*mv).into() }));
            for number in numbers {
                let legal = moves.iter().copied().find(|mv| (*mv).into() == number);
                let found = position.find_pseudo_legal(number, &mut Vec::new());
                assert!(found.is_none() || found == legal, "{position} {number}");
                // A pass need not be found: nothing else is possible then.
                let is_due = moves.len() > 1 && main.iter().any(|mv| (*mv).into() == number);
                assert!(found.is_some() || !is_due, "{position} {number}");
            }
        }
    }
}

#[test]
fn find_pseudo_legal_finds_main_moves_exactly_where_they_are_legal() {
    for game in GAMES {
        visit(game.info.id, FindPseudoLegal).unwrap();
    }
}

struct GenerateScored;

impl Visitor for GenerateScored {
    type Output = ();

    fn visit<P: Game>(self) {
        for position in positions::<P>() {
            let (mut moves, mut kept, mut hints, mut known) =
                (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            position.moves(&mut moves);
            position.generate_scored(&mut kept, &mut hints);
            assert_eq!(kept.is_empty(), moves.is_empty(), "{position}");
            assert!(kept.iter().all(|mv| moves.contains(mv)), "{position}");
            position.score_moves(&kept, &mut known);
            // Where there is only one move nothing depends on its hint.
            assert!(hints == known || moves.len() == 1, "{position}");
            assert_eq!(hints.len(), kept.len(), "{position}");
        }
    }
}

#[test]
fn generate_scored_lists_legal_moves_with_the_scores_of_their_kind() {
    for game in GAMES {
        visit(game.info.id, GenerateScored).unwrap();
    }
}

struct Counting;

impl Visitor for Counting {
    type Output = usize;

    /// Asserts that what is left of a count goes down by one with each ply or starts anew, and where nothing
    /// is left the game is over.
    fn visit<P: Game>(self) -> usize {
        let mut dice = Dice(3);
        let mut counted = 0;
        for mut position in positions::<P>() {
            let (before, most) = (position.plies_to_draw(), P::default().plies_to_draw());
            let Some(mv) = position.pick_move(|count| dice.roll(count)) else { continue };
            position.play(mv);
            let after = position.plies_to_draw();
            assert!(after == most || after == before.map(|plies| plies - 1), "{position}");
            counted += usize::from(after < most);
        }
        counted
    }
}

#[test]
fn a_count_to_a_draw_goes_down_or_starts_anew() {
    let counted: Vec<_> = GAMES
        .iter()
        .filter(|game| visit(game.info.id, Counting).unwrap() > 0)
        .map(|game| game.info.id)
        .collect();
    assert_eq!(counted, ["ataxx", "infection", "threedragons", "threedragons-power", "threedragons-dragons"]);
    for (id, text) in
        [("ataxx", "x6/7/7/7/7/7/6o x 97 9"), ("threedragons", "M7M/9/9/9/C3C3C/1B11B15/9/9/MW11W14M w 97 9")]
    {
        visit(id, Ends { text }).unwrap();
    }
}

struct Ends {
    text: &'static str,
}

impl Visitor for Ends {
    type Output = ();

    /// A game in which nothing starts the count anew ends with it.
    fn visit<P: Game>(self) {
        let mut position: P = self.text.parse().unwrap();
        while let Some(left) = position.plies_to_draw().filter(|left| *left > 0) {
            assert!(position.outcome().is_none(), "{position}");
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let goes_on = |mv: &P::Move| {
                let mut next = position.clone();
                next.play(*mv);
                next.plies_to_draw() == Some(left - 1)
            };
            let mv = moves.into_iter().find(goes_on).unwrap();
            position.play(mv);
        }
        assert_eq!(position.outcome(), Some(games::Outcome::Draw), "{position}");
    }
}

#[test]
fn a_turned_or_mirrored_board_of_ataxx_is_worth_the_same() {
    for position in positions::<Ataxx<Competitive>>().iter().filter(|position| position.outcome().is_none()) {
        let text = position.to_string();
        let (board, rest) = text.split_once(' ').unwrap();
        let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
        let mirrored = rows.join("/");
        let turned = rows.iter().rev().cloned().collect::<Vec<_>>().join("/");
        for other in [mirrored, turned] {
            let other: Ataxx<Competitive> = format!("{other} {rest}").parse().unwrap();
            assert_eq!(other.evaluate(), position.evaluate(), "{position}");
        }
    }
}
