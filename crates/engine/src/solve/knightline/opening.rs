//! The moves that lead to the position to be decided.

use games::knightline::{KnightLine, Rules, Split};
use games::{Complaint, Position};

use super::FirstMove;

/// A game so far.
#[derive(Clone, Debug)]
pub struct Opening<R: Rules> {
    positions: Vec<KnightLine<R>>,
    moves: Vec<Split>,
}

impl<R: Rules> Opening<R> {
    /// Reads moves separated by white space, from the start of the game.
    ///
    /// # Errors
    /// Says which rule a move breaks, after the text of the move.
    pub fn read(text: &str, first_move: FirstMove) -> Result<Self, (String, Complaint)> {
        let mut opening = Self { positions: vec![KnightLine::default()], moves: Vec::new() };
        for word in text.split_whitespace() {
            let mv = read_move(opening.position(), word, first_move)
                .map_err(|complaint| (word.to_owned(), complaint))?;
            let mut next = opening.position().clone();
            next.play(mv);
            opening.positions.push(next);
            opening.moves.push(mv);
        }
        Ok(opening)
    }

    /// Returns the position after all the moves.
    pub fn position(&self) -> &KnightLine<R> {
        self.positions.last().expect("the start is always there")
    }

    pub fn moves(&self) -> &[Split] {
        &self.moves
    }

    /// Returns the latest position with this player to move, and the move that they went on with.
    ///
    /// A claim about a player who is not to move is a claim about the position before, with the move given.
    pub fn turn_of(&self, player: games::Player) -> Option<(&KnightLine<R>, Option<Split>)> {
        let index = self.positions.iter().rposition(|position| position.turn() == player)?;
        Some((&self.positions[index], self.moves.get(index).copied()))
    }
}

/// Reads a move; the first one may take any number of tiles where that is free.
fn read_move<R: Rules>(
    position: &KnightLine<R>,
    text: &str,
    first_move: FirstMove,
) -> Result<Split, Complaint> {
    let strict = position.read_move(text);
    if strict.is_ok() || first_move == FirstMove::OneTile || !position.is_first_move() {
        return strict;
    }
    // The rules check the move with one tile; the others differ in the count alone.
    let Some((cells, Ok(tiles))) =
        text.rsplit_once([':', ',']).map(|(cells, tiles)| (cells, tiles.parse::<u8>()))
    else {
        return strict;
    };
    let Ok(Some((from, to, _))) = position.read_move(&format!("{cells}:1")).map(Split::parts) else {
        return strict;
    };
    let height = position.at(from).map_or(0, |(_, height)| height);
    match Split::between(from, to, tiles) {
        Some(split) if (1..height).contains(&tiles) => Ok(split),
        _ => strict,
    }
}
