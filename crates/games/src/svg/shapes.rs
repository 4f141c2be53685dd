//! What stands on a cell, as paths around the cell's centre. A cell is [`CELL`](super::CELL) = 60 units wide.

use crate::{Ground, Player, Shape};

/// Returns the outline of a piece. The two sides differ in it or in their [`mark`], so that they can be
/// distinct without their colours.
pub(super) fn outline(shape: Shape, player: Player) -> &'static str {
    match (shape, player) {
        (Shape::Disc, _) => "M-22 0a22 22 0 1 1 44 0a22 22 0 1 1-44 0z",
        (Shape::Stack, Player::First) => "M-14-21h28q7 0 7 7v28q0 7-7 7h-28q-7 0-7-7v-28q0-7 7-7z",
        (Shape::Stack, Player::Second) => "M-12-21h24l9 9v24l-9 9h-24l-9-9v-24z",
        (Shape::Die, Player::First) => "M-13-20h26q7 0 7 7v26q0 7-7 7h-26q-7 0-7-7v-26q0-7 7-7z",
        (Shape::Die, Player::Second) => {
            "M-4.5-23.5q4.5-4.5 9 0l19 19q4.5 4.5 0 9l-19 19q-4.5 4.5-9 0l-19-19q-4.5-4.5 0-9z"
        }
        (Shape::Microbe, Player::First) => "M-16 0a16 16 0 1 1 32 0a16 16 0 1 1-32 0z",
        (Shape::Microbe, Player::Second) => AMOEBA,
    }
}

const AMOEBA: &str = "M22 1c2 8-6 9-8 13c-2 5-3 9-9 8c-5-1-5-5-10-6c-6-1-13 0-16-6c-2-6 3-8 3-12c0-5-4-10 1-14c5-4 9 0 13-1c4-2 6-7 12-5c5 2 4 8 6 11c3 4 7 6 8 12z";

/// Returns what sticks out from under a piece.
pub(super) fn limbs(shape: Shape, player: Player) -> Option<&'static str> {
    match (shape, player) {
        (Shape::Microbe, Player::First) => Some("M0-22.5v45M-22.5 0h45M-16-16l32 32M16-16l-32 32"),
        _ => None,
    }
}

/// Returns where light falls on a piece.
pub(super) fn shine(shape: Shape) -> Option<&'static str> {
    match shape {
        Shape::Disc => Some("M-18.5-4a19 19 0 0 1 14.5-14.5"),
        Shape::Microbe => Some("M-11-3a11.5 11.5 0 0 1 8-8"),
        Shape::Stack | Shape::Die => None,
    }
}

/// What is drawn on a piece.
pub(super) struct Mark {
    /// `groove` for a line, `spot` for a filled figure.
    pub(super) class: &'static str,
    pub(super) path: &'static str,
}

/// Returns the mark near the rim, beside which a number has room.
pub(super) fn rim(shape: Shape, player: Player) -> Option<Mark> {
    let groove = |path| Some(Mark { class: "groove", path });
    match (shape, player) {
        (Shape::Disc, Player::First) => groove("M-15.5 0a15.5 15.5 0 1 1 31 0a15.5 15.5 0 1 1-31 0z"),
        (Shape::Stack, Player::First) => groove("M-13-17h26q4 0 4 4v26q0 4-4 4h-26q-4 0-4-4v-26q0-4 4-4z"),
        _ => None,
    }
}

/// Returns the mark in the middle of a piece without a number.
pub(super) fn mark(shape: Shape, player: Player) -> Option<Mark> {
    let spot = |path| Some(Mark { class: "spot", path });
    match (shape, player) {
        (Shape::Disc, Player::First) => None,
        (Shape::Microbe, Player::First) => spot(
            "M-8-4a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM2-4a3 3 0 1 1 6 0a3 3 0 1 1-6 0zM-3 7a3.5 3.5 0 1 1 7 0a3.5 3.5 0 1 1-7 0z",
        ),
        (Shape::Microbe, Player::Second) => spot("M-8 1a7 7 0 1 1 14 0a7 7 0 1 1-14 0z"),
        _ => spot("M-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0z"),
    }
}

/// Returns how a ground looks above its tile: paths from back to front with their classes.
pub(super) fn landmark(ground: Ground) -> &'static [(&'static str, &'static str)] {
    match ground {
        Ground::Plain | Ground::Beyond => &[],
        Ground::Gap => &[("pit", "M-29-29h58v9h-58z")],
        Ground::Mountain => &[
            ("rock", "M-27 23l13-23q2-3.5 4 0l4 6l12-29q2-5 4.5 0l17 44q1 3-2 3h-51q-3 0-1.5-1z"),
            ("rock-shade", "M8-25q1.5 0 2.5 2.5l17 44q1 3-2 3h-20l5-16l-6-10l4-10z"),
            ("snow", "M1.5-12.5l4.5-10.5q2-5 4.5 0l5.5 14.5l-4-2l-3 5l-3.5-5z"),
        ],
        Ground::Cave => &[("rock", HUMP), ("mouth", MOUTH)],
        Ground::SpentCave => &[
            ("rock", HUMP),
            ("rubble", MOUTH),
            ("cracks", "M-10 6h20M-12.5 14h25M-2-8.5v14.5M5 6v8M-6 6v8M0 14v8.5"),
        ],
    }
}

const HUMP: &str = "M-25 20c0-12 3-18 8-26c3-5 6-4 9-9c3-5 9-6 13-2c3 3 7 3 10 8c5 9 10 17 10 29q0 2.5-2.5 2.5h-45q-2.5 0-2.5-2.5z";
const MOUTH: &str = "M-13.5 22.5v-16c0-20 27-20 27 0v16z";
