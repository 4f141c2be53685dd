//! The bot of the Three Dragons report's program: a list of wishes, and the first that can be had.

use fastrand::Rng;
use games::threedragons::{RookMove, ThreeDragons, Variant};
use games::{Heuristics, Position};

/// Calls a dragon; else captures custodially; else by power; else prepares a capture in safety; else rescues
/// an endangered piece; else approaches a cave in safety; else moves anywhere.
pub fn report<V: Variant>(position: &ThreeDragons<V>, rng: &mut Rng) -> RookMove {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let after = |mv: RookMove| {
        let mut next = position.clone();
        next.play(mv);
        next
    };
    let turn = position.turn();
    let calls_dragon = |mv: RookMove| after(mv).count_pieces(turn) > position.count_pieces(turn);
    let prepares = |mv: RookMove| {
        let next = after(mv);
        is_safe(&next) && !is_safe(&next.with_other_to_move())
    };
    // A piece is in danger when the other side, were it to move now, could capture something.
    let endangered = !is_safe(&position.with_other_to_move());
    let rescues = |mv: RookMove| endangered && is_safe(&after(mv));
    let approaches = |mv: RookMove| position.approaches_cave(mv) && is_safe(&after(mv));
    let wishes: [&dyn Fn(RookMove) -> bool; 6] =
        [&calls_dragon, &RookMove::is_custodial, &RookMove::is_by_power, &prepares, &rescues, &approaches];
    for wish in wishes {
        let fulfilling: Vec<RookMove> = moves.iter().copied().filter(|mv| wish(*mv)).collect();
        if !fulfilling.is_empty() {
            return fulfilling[rng.usize(..fulfilling.len())];
        }
    }
    moves[rng.usize(..moves.len())]
}

/// Returns whether the side to move can capture nothing.
fn is_safe<V: Variant>(position: &ThreeDragons<V>) -> bool {
    let mut captures = Vec::new();
    position.noisy_moves(&mut captures);
    captures.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::threedragons::{Basic, Dragons};

    fn choice<V: Variant>(position: &str) -> String {
        let position: ThreeDragons<V> = position.parse().unwrap();
        report(&position, &mut Rng::with_seed(1)).to_string()
    }

    #[test]
    fn captures_when_it_can() {
        assert_eq!(choice::<Basic>("M7M/9/9/9/C3C3C/9/9/1W11B1W13B1/M7M w 0 1"), "b2c2x");
    }

    #[test]
    fn rescues_a_piece_even_when_few_are_left() {
        // Black threatens f1f3, which takes the piece on e3.
        let position: ThreeDragons<Basic> = "M7M/9/9/9/C3C3C/9/3B1W14/9/M4B1W11M w 0 1".parse().unwrap();
        for seed in 0..20 {
            let mut next = position.clone();
            next.play(report(&position, &mut Rng::with_seed(seed)));
            assert!(is_safe(&next), "{next}");
        }
    }

    #[test]
    fn calls_a_dragon_before_it_captures() {
        assert_eq!(choice::<Dragons>("M7M/9/9/W28/C1W21C3C/W28/9/1W21B1W22B11/M7M w 0 1"), "c5b5");
    }
}
