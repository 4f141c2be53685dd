//! Positions that differ only by how the board lies, or by which side is which.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{AnyPosition, Ground, PictureCell, Player};

/// The ways to lay a square grid down: as it is or mirrored, in both directions, and with rows for columns.
const WAYS: usize = 8;

/// Returns a number that is equal for positions which turning or mirroring the board, or exchanging the sides,
/// makes the same. Counters do not count, as in [`AnyPosition::key`], nor do the names of cells.
///
/// Positions of games whose rules tell directions or sides apart may be worth something else and still share
/// it.
pub fn symmetry_key(position: &dyn AnyPosition) -> u64 {
    let (picture, turn) = (position.picture(), position.turn());
    let (columns, rows) = (picture.columns.len(), picture.rows.len());
    let contents: Vec<Content> = picture.cells.iter().map(|cell| content(cell, turn)).collect();
    let key = |way: usize| {
        let [mirrors_columns, mirrors_rows, transposes] = [1, 2, 4].map(|bit| way & bit != 0);
        let (wide, high) = if transposes { (rows, columns) } else { (columns, rows) };
        let mut hasher = DefaultHasher::new();
        (wide, high).hash(&mut hasher);
        for y in 0..high {
            for x in 0..wide {
                let (column, row) = if transposes { (y, x) } else { (x, y) };
                let column = if mirrors_columns { columns - 1 - column } else { column };
                let row = if mirrors_rows { rows - 1 - row } else { row };
                contents[row * columns + column].hash(&mut hasher);
            }
        }
        hasher.finish()
    };
    (0..WAYS).map(key).min().unwrap_or_default()
}

/// What stands on a cell, as the side to move sees it: the ground, and the piece with its size.
type Content = (Ground, Option<(bool, Option<u8>)>);

fn content(cell: &PictureCell, turn: Player) -> Content {
    // Where a piece can come to next follows from the pieces.
    let ground = if cell.ground == Ground::Beyond { Ground::Plain } else { cell.ground };
    (ground, cell.piece.map(|piece| (piece.owner == turn, piece.size)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::editor::{BoardSetup, CellContent, setup_of};
    use crate::{GAMES, GameEntry, Piece};

    /// The positions of a game played by chance.
    fn walk(game: &GameEntry, seed: u64) -> Vec<Box<dyn AnyPosition>> {
        let mut dice = seed;
        let mut positions = vec![(game.start)()];
        while positions.len() < 40 {
            let position = &positions[positions.len() - 1];
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let next = position.after(&moves[(dice >> 33) as usize % moves.len()]).unwrap();
            positions.push(next);
        }
        positions
    }

    /// The images of a position that the game can hold: the others would turn its ground too, or its frame.
    fn images(game: &'static GameEntry, position: &dyn AnyPosition) -> Vec<Box<dyn AnyPosition>> {
        let picture = position.picture();
        let (columns, rows) = (picture.columns.len(), picture.rows.len());
        let name = |column: usize, row: usize| picture.cells[row * columns + column].name.clone();
        let place = |wanted: &str| {
            let index = picture.cells.iter().position(|cell| cell.name == wanted).unwrap();
            (index % columns, index / columns)
        };
        // What belongs to the board stays where it is.
        let is_fixed = |column: usize, row: usize| {
            let ground = picture.cells[row * columns + column].ground;
            matches!(ground, Ground::Mountain | Ground::Cave | Ground::SpentCave)
        };
        let is_square = columns == rows
            && (0..rows).all(|row| (0..columns).all(|column| is_fixed(column, row) == is_fixed(row, column)));
        let setup = setup_of(game, position);
        let mut images = Vec::new();
        for way in 0..2 * WAYS {
            let [mirrors_columns, mirrors_rows, transposes, exchanges] =
                [1, 2, 4, 8].map(|bit| way & bit != 0);
            if transposes && !is_square {
                continue;
            }
            let cell = |(wanted, content): (&String, &CellContent)| {
                let (column, row) = place(wanted);
                let column = if mirrors_columns { columns - 1 - column } else { column };
                let row = if mirrors_rows { rows - 1 - row } else { row };
                let wanted = if transposes { name(row, column) } else { name(column, row) };
                let content = match content {
                    CellContent::Piece(piece) if exchanges => {
                        CellContent::Piece(Piece { owner: !piece.owner, ..*piece })
                    }
                    other => *other,
                };
                (wanted, content)
            };
            let turn = if exchanges { !setup.turn } else { setup.turn };
            let image = BoardSetup { cells: setup.cells.iter().map(cell).collect(), turn, ..setup.clone() };
            images.extend((game.set_up)(&image));
        }
        images
    }

    #[test]
    fn positions_share_the_key_exactly_with_their_images() {
        for game in GAMES {
            let walked: Vec<_> = (0..3).flat_map(|seed| walk(game, seed)).collect();
            let images: Vec<_> = walked.iter().map(|position| images(game, &**position)).collect();
            for (position, images) in walked.iter().zip(&images) {
                assert!(images.len() >= 4, "{}: {position}", game.info.id);
                let key = symmetry_key(&**position);
                assert!(images.iter().all(|image| symmetry_key(&**image) == key), "{position}");
            }
            let keys: Vec<u64> = walked.iter().map(|position| symmetry_key(&**position)).collect();
            for (images, one) in images.iter().zip(&keys) {
                let plain: HashSet<u64> = images.iter().map(|image| image.key()).collect();
                for (position, other) in walked.iter().zip(&keys) {
                    let is_image = plain.contains(&position.key());
                    assert_eq!(is_image, one == other, "{}: {position}, {}", game.info.id, images[0]);
                }
            }
        }
    }

    #[test]
    fn the_starts_of_ataxx_and_infection_are_the_same_board() {
        let start = |id: &str| symmetry_key(&*(crate::find(id).unwrap().start)());
        assert_eq!(start("ataxx"), start("infection"));
        assert_ne!(start("ataxx"), start("neutreeko"));
    }
}
