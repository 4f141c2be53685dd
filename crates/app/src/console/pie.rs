//! The pie rule in the console: who divides, who chooses, and what they are told.

use std::time::Instant;

use games::Player;
use table::Sides;

use super::session::{Session, Turn, is_command};
use crate::failure::Failure;

impl Session<'_> {
    /// Lets whoever sits first make the next move of the division.
    pub(super) fn divide(&mut self) -> Result<Turn, Failure> {
        let Some(side) = self.table.to_move() else { return Ok(Turn::Same) };
        if self.table.record().moves().is_empty() {
            let [divider, chooser] = self.table.seats();
            let [first, second] = Player::BOTH.map(|player| self.name(player));
            self.console.say(&format!("{divider} makes the first move of {first} and of {second}; then {chooser} chooses a side."))?;
        }
        if self.table.is_human(Player::First) {
            return self.ask_move(side);
        }
        let mv = self.table.seat(Player::First).divide(self.table.record(), self.options.seed).unwrap_or_default();
        self.table.play(&mv, Instant::now()).map_err(|complaint| Failure::World(format!("{mv}: {complaint}")))?;
        self.console.say(&format!("{} plays {mv}.", self.name(side)))?;
        Ok(Turn::Changed)
    }

    /// Lets whoever sits second choose a side.
    pub(super) fn choose_sides(&mut self) -> Result<Turn, Failure> {
        let [first, second] = Player::BOTH.map(|player| self.name(player));
        let chosen = self.table.seat(Player::Second).choose_sides(self.table.record(), self.options.seed);
        let sides = match chosen {
            Some(sides) => sides,
            None => {
                let question = format!("Which side would you play? stay ({second}) or swap ({first})");
                match self.console.ask(&question)?.as_deref() {
                    Some("stay") => Sides::Stay,
                    Some("swap") => Sides::Swap,
                    Some(line) if is_command(line) => return self.obey(line),
                    Some(_) => return self.answer("Say stay or swap. (help lists what else you can type.)"),
                    None => return self.end_of_input(),
                }
            }
        };
        self.table.choose_sides(sides, Instant::now());
        if sides == Sides::Swap {
            // Whoever chooses moves comes along.
            self.movers.swap(0, 1);
        }
        let chosen = if sides == Sides::Stay { Player::Second } else { Player::First };
        self.console.say(&format!("{} chooses {}.", self.table.seat(chosen), self.name(chosen)))?;
        Ok(Turn::Changed)
    }
}
