//! The one list of what is known about some games and not about all.

use std::any::Any;

use fastrand::Rng;
use games::Position;
use games::knightline::{Feup, KnightLine, Official};
use games::threedragons::{Basic, Dragons, Power, ThreeDragons};

use crate::players::{knightline, threedragons};

/// The bot that a game's report describes.
pub type ReportBot<P> = fn(&P, &mut Rng) -> <P as Position>::Move;

/// What is known about the game `P`. Looked up once per bot or search, never per node.
#[derive(Debug)]
pub struct Knowledge<P: Position> {
    pub report: Option<ReportBot<P>>,
}

/// All that is known about a game.
pub fn knowledge<P: Position>() -> Knowledge<P> {
    let mut found = Knowledge { report: None };
    learn::<P, KnightLine<Official>>(&mut found, |known| known.report = Some(knightline::report));
    learn::<P, KnightLine<Feup>>(&mut found, |known| known.report = Some(knightline::report));
    learn::<P, ThreeDragons<Basic>>(&mut found, |known| known.report = Some(threedragons::report));
    learn::<P, ThreeDragons<Power>>(&mut found, |known| known.report = Some(threedragons::report));
    learn::<P, ThreeDragons<Dragons>>(&mut found, |known| known.report = Some(threedragons::report));
    found
}

/// Adds what is known about the game `G`, if that is the game asked for.
fn learn<P: Position, G: Position>(found: &mut Knowledge<P>, add: impl FnOnce(&mut Knowledge<G>)) {
    if let Some(known) = (found as &mut dyn Any).downcast_mut::<Knowledge<G>>() {
        add(known);
    }
}
