//! The pie rule in the console: its two steps, and their prompts.

use std::time::Instant;

use games::Player;
use table::Sides;

use super::commands::ConsoleCommand;
use super::said;
use super::session::{Session, Turn, is_command};
use crate::failure::Failure;

impl Session<'_> {
    /// Lets the first player make the next move of the division.
    pub(super) fn divide(&mut self) -> Result<Turn, Failure> {
        let Some(side) = self.table.to_move() else { return Ok(Turn::Same) };
        if self.table.record().moves().is_empty() {
            let [divider, chooser] = Player::BOTH.map(|player| self.seat_name(player));
            let [first, second] = Player::BOTH.map(|player| self.name(player));
            self.console.tell(
                "pie-divide",
                [
                    ("divider", divider.into()),
                    ("chooser", chooser.into()),
                    ("first", first.into()),
                    ("second", second.into()),
                ],
            )?;
        }
        if self.table.is_human(Player::First) {
            return self.ask_move(side);
        }
        let mv =
            self.table.seat(Player::First).divide(self.table.record(), self.options.seed).unwrap_or_default();
        self.table
            .play(&mv, Instant::now())
            .map_err(|complaint| Failure::World(format!("{mv}: {complaint}")))?;
        self.announce(side)
    }

    /// Lets the second player choose a side.
    pub(super) fn choose_sides(&mut self) -> Result<Turn, Failure> {
        let [first, second] = Player::BOTH.map(|player| self.name(player));
        let chosen = self.table.seat(Player::Second).choose_sides(self.table.record(), self.options.seed);
        let sides = match chosen {
            Some(sides) => sides,
            None => {
                let question = self
                    .console
                    .words
                    .say_with("pie-choose", [("first", first.into()), ("second", second.into())]);
                let Some(line) = self.console.ask(&question)? else { return self.end_of_input() };
                match ConsoleCommand::read(&line, ConsoleCommand::SIDES, self.console.words) {
                    Some(ConsoleCommand::Stay) => Sides::Stay,
                    Some(ConsoleCommand::Swap) => Sides::Swap,
                    _ if is_command(&line, self.console.words) => return self.obey(&line),
                    _ => return self.tell("pie-say", []),
                }
            }
        };
        self.table.choose_sides(sides, Instant::now());
        if sides == Sides::Swap {
            // The movers change seats too.
            self.movers.swap(0, 1);
        }
        let chosen = if sides == Sides::Stay { Player::Second } else { Player::First };
        let (seat, side) = (self.seat_name(chosen), self.name(chosen));
        self.console.tell("pie-chosen", [("seat", seat.into()), ("side", side.into())])?;
        Ok(Turn::Changed)
    }

    fn seat_name(&self, player: Player) -> String {
        said::seat(self.console.words, self.table.seat(player))
    }
}
