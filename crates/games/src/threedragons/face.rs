//! Three Dragons as people see it.

use super::board::{SIZE, cell_name, cell_names, index, near};
use super::reasons;
use super::text::{BEATEN, CURRENT, PIECES, QUIET, QUIET_DRAGONS, STUCK, piece_letter};
use super::{Capture, QUIET_MAX, RookMove, Strengths, ThreeDragons, Variant, is_beaten, prolog};
use crate::editor::{self, Palette};
use crate::grid::{self, reading_order};
use crate::{Ending, Face, Gesture, Ground, Message, Outcome, Picture, PictureCell, Piece, Player, Position};

impl<V: Variant> Face for ThreeDragons<V> {
    fn picture(&self) -> Picture {
        let square = |file, rank| (self.ground(index(file, rank)), self.piece(index(file, rank)));
        let mut picture = grid::picture(&V::INFO, SIZE, SIZE, square);
        let pieces = |player: Player| {
            PIECES.with("side", V::INFO.named(player)).with("count", self.count_pieces(player))
        };
        picture.report.captions = vec![pieces(Player::First), pieces(Player::Second)];
        picture.report.turn = Some(CURRENT.with("side", V::INFO.named(self.turn)));
        picture.report.symbols = picture.cells.iter().map(report_symbol).collect();
        picture.counts = self.counts();
        picture
    }

    fn counts(&self) -> Option<[u32; 2]> {
        Some(Player::BOTH.map(|player| self.count_pieces(player)))
    }

    fn changes(&self, later: &Self) -> Vec<PictureCell> {
        let differs = |square: &usize| {
            self.piece(*square) != later.piece(*square) || self.ground(*square) != later.ground(*square)
        };
        squares_read().filter(differs).map(|square| later.cell(square)).collect()
    }

    /// A choice is named only where the piece has a weaker neighbour in the end: else its squares say
    /// everything.
    fn gestures(&self, mv: RookMove) -> Vec<Gesture> {
        let touch = Gesture::touch([cell_name(mv.from.into()), cell_name(mv.to.into())]);
        if self.prey(mv.from.into()) & near(mv.to.into()) == 0 {
            return vec![touch];
        }
        vec![match mv.capture {
            Capture::None => touch.choosing("none"),
            Capture::Custodial => touch.choosing("x"),
            Capture::Power(target) => touch.choosing(cell_name(target.into())),
        }]
    }

    fn move_kind(&self, mv: RookMove) -> Option<Message> {
        Some(reasons::kind(mv))
    }

    fn facts(&self, mv: RookMove) -> Vec<Message> {
        reasons::facts(self, mv)
    }

    fn passed(&self) -> Option<Self> {
        Some(self.with_other_to_move())
    }

    fn ending(&self) -> Option<Ending> {
        Some(match self.outcome()? {
            Outcome::Win(winner) => {
                let phrase = if is_beaten(self.pieces(!winner)) { BEATEN } else { STUCK };
                Ending {
                    reason: phrase.with("side", V::INFO.named(!winner)),
                    cells: cell_names(self.pieces(!winner)),
                }
            }
            Outcome::Draw => {
                let phrase = if V::DRAGONS { QUIET_DRAGONS } else { QUIET };
                Ending { reason: phrase.with("plies", QUIET_MAX), cells: Vec::new() }
            }
        })
    }

    fn palette() -> Palette {
        let plain =
            if V::DRAGONS { Palette::plain().with_ground(Ground::SpentCave) } else { Palette::plain() };
        let strongest = V::Strengths::STRONGEST;
        let sized = if strongest > 1 { plain.with_sizes(1, strongest) } else { plain };
        sized.with_counter(grid::QUIET, 0).with_counter(grid::NUMBER, 1)
    }

    /// Texts write the strength of a piece even where all are alike.
    fn cell_text(cell: &PictureCell) -> Option<String> {
        match cell.piece {
            Some(Piece { owner, size }) => Some(format!("{}{}", piece_letter(owner), size.unwrap_or(1))),
            None => editor::cell_text(&V::INFO, cell),
        }
    }

    fn to_prolog(&self) -> Option<String> {
        Some(prolog::write(self))
    }
}

impl<V: Variant> ThreeDragons<V> {
    fn cell(&self, square: usize) -> PictureCell {
        PictureCell { name: cell_name(square), ground: self.ground(square), piece: self.piece(square) }
    }

    fn piece(&self, square: usize) -> Option<Piece> {
        let strength = || (V::Strengths::STRONGEST > 1).then(|| self.strengths.at(square));
        self.owner(square).map(|owner| Piece { owner, size: strength() })
    }
}

/// Returns every square, as one reads.
fn squares_read() -> impl Iterator<Item = usize> {
    reading_order(SIZE).map(|(file, rank)| index(file, rank))
}

/// Returns the report's letters. It drew the basic game only: strengths and spent caves continue it.
fn report_symbol(cell: &PictureCell) -> String {
    match (cell.piece, cell.ground) {
        (Some(Piece { owner, size: None }), _) => piece_letter(owner).to_string(),
        (Some(Piece { owner, size: Some(strength) }), _) => format!("{}{strength}", piece_letter(owner)),
        (None, Ground::Mountain) => "M".to_owned(),
        (None, Ground::Cave) => "D".to_owned(),
        (None, Ground::SpentCave) => "d".to_owned(),
        (None, _) => String::new(),
    }
}
