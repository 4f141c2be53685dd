use super::*;
use crate::{Game, Start};

phrases! {
    THROUGH = "test-through": "{side} has come through";
    STRAIGHT = "test-straight": "a pawn takes to the side only";
}

/// Pawns on a board of three by three: straight on to an empty square, aslant to take; the side
/// that comes through or leaves the other one without a move wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct HexapawnRules;
type Hexapawn = GridPosition<HexapawnRules>;
impl Game for Hexapawn {}

fn steps(position: &Hexapawn, player: Player) -> Vec<GridMove<HexapawnRules>> {
    let up = if player == Player::First { 1 } else { -1 };
    let pawns = bits(position.pieces(player)).flat_map(|from| [0, -1, 1].map(|right| (from, right)));
    let targets =
        pawns.filter_map(|(from, right)| Some((from, right, Hexapawn::neighbour(from, right, up)?)));
    let legal = targets
        .filter(|(_, right, to)| position.owner(*to) == if *right == 0 { None } else { Some(!player) });
    legal.map(|(from, _, to)| GridMove::step(from, to)).collect()
}

impl GridRules for HexapawnRules {
    const INFO: Info = Info {
        id: "hexapawn",
        starts: &[Start { name: "standard", text: "www/3/bbb b" }],
        phrases: PHRASES,
        ..Info::DEFAULT
    };
    const COLUMNS: usize = 3;
    const ROWS: usize = 3;

    fn outcome(position: &Hexapawn) -> Option<Outcome> {
        let is_through =
            position.pieces(Player::First) >> 6 != 0 || position.pieces(Player::Second) & 0b111 != 0;
        (is_through || steps(position, position.turn).is_empty()).then_some(Outcome::Win(!position.turn))
    }

    fn moves(position: &Hexapawn, out: &mut Vec<GridMove<Self>>) {
        out.extend(steps(position, position.turn));
    }

    fn ending(position: &Hexapawn, _: Outcome) -> (Message, u64) {
        (THROUGH.with("side", Self::INFO.named(!position.turn)), position.pieces(!position.turn))
    }

    fn refusal(position: &Hexapawn, mv: GridMove<Self>) -> Option<Complaint> {
        (position.owner(mv.to()) == Some(!position.turn)).then(|| STRAIGHT.message())
    }

    fn evaluate(position: &Hexapawn) -> i32 {
        let count = |player| position.pieces(player).count_ones() as i32;
        100 * (count(position.turn) - count(!position.turn))
    }
}

fn position(text: &str) -> Hexapawn {
    text.parse().expect(text)
}

#[test]
fn a_piece_takes_what_stands_where_it_goes() {
    let mut position = position("w1w/1w1/b1b b");
    let moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["a1-a2", "a1-b2", "c1-c2", "c1-b2"]);
    position.play(GridMove::step(0, 4));
    assert_eq!(position.to_string(), "w1w/1b1/2b w");
    assert_eq!(position.evaluate(), 0);
    assert_eq!(position.ending(), None);
    position.play(position.read_move("A3b2").expect("case and hyphen are free"));
    position.play(position.read_move("c1b2").expect("a pawn takes aslant"));
    position.play(GridMove::step(8, 5));
    position.play(GridMove::step(4, 7));
    let ending = position.ending().expect("a pawn is through");
    assert_eq!(
        (ending.reason.to_string().as_str(), ending.cells),
        ("Black has come through", vec!["b3".to_owned()])
    );
}

#[test]
fn refusals_name_the_rule() {
    let position = position("ww1/b1w/1bb b");
    for (text, complaint) in [
        ("a2", "a2 is taken"),
        ("b2", "no piece can be placed on b2 now"),
        ("a1-b2", "there is no piece on a1"),
        ("c2-c1", "the piece on c2 is not Black's"),
        ("b1-a2", "a2 is taken"),
        ("b1-b3", "a pawn takes to the side only"),
        ("b1-a1", "the piece on b1 cannot move to a1"),
        ("b1:b2", "a move is written like a1-a2, not \"b1:b2\""),
        ("b1-d9", "\"d9\" is not a square of the board"),
    ] {
        assert_eq!(position.read_move(text).expect_err(text).to_string(), complaint, "{text}");
    }
}

#[test]
fn objections_come_with_the_first_touch_that_leads_nowhere() {
    let position = position("w2/b1w/bb1 b");
    let told = |cells: &[&str]| position.objection(cells).map(|complaint| complaint.to_string());
    assert_eq!(told(&[]), None);
    assert_eq!(told(&["b1"]), None);
    assert_eq!(told(&["b1", "c2"]), None);
    assert_eq!(told(&["a1"]).as_deref(), Some("the piece on a1 cannot move"));
    assert_eq!(told(&["c2"]).as_deref(), Some("the piece on c2 is not Black's"));
    assert_eq!(told(&["c3"]).as_deref(), Some("there is no piece on c3"));
    assert_eq!(told(&["b1", "c1"]).as_deref(), Some("the piece on b1 cannot move to c1"));
}

#[test]
fn lines_are_found_in_all_directions() {
    for (squares, line) in [(0b111, 0b111), (0b1_001_001, 0b1_001_001), (0b100_010_001, 0b100_010_001)] {
        assert_eq!(Hexapawn::line(squares | 0b10, 3), line, "{squares:b}");
    }
    assert_eq!(Hexapawn::line(0b1_010_100, 3), 0b1_010_100);
    assert_eq!(Hexapawn::line(0b110_001, 3), 0, "lines do not run round the edge");
}
