//! What the engine says and what its bots are called, in the words of a language.

use engine::BotName;
use engine::analysis::{AnalysisLine, Distance};
use engine::search::Value;
use games::{Info, Player};

use crate::Words;

impl Words {
    /// Returns what a line is worth to the side to move, and how sure the distance is.
    pub fn verdict(&self, line: &AnalysisLine) -> String {
        match (line.value, line.distance) {
            (Value::WinIn(plies), Distance::AtMost) => {
                self.say_with("value-win-within", [("count", plies.into())])
            }
            (Value::LossIn(plies), Distance::AtMost) => {
                self.say_with("value-loss-within", [("count", plies.into())])
            }
            (Value::About(score), Distance::UnlessCounted) => {
                self.say(if score > 0 { "value-win-unless" } else { "value-loss-unless" })
            }
            _ => self.value(line.value),
        }
    }

    /// Returns what a value is worth to the side to move.
    pub fn value(&self, value: Value) -> String {
        match value {
            Value::WinIn(plies) => self.say_with("value-win", [("count", plies.into())]),
            Value::LossIn(plies) => self.say_with("value-loss", [("count", plies.into())]),
            Value::Draw => self.say("value-draw"),
            Value::About(score) => self.score(score),
        }
    }

    /// Returns what a line is worth, with the name of the side that wins or is ahead. A distance is given
    /// in moves of the winner.
    pub fn verdict_by_side(&self, info: &Info, turn: Player, line: &AnalysisLine) -> String {
        let side = |player: Player| self.name(info.side(player).name);
        if let Some((winner, moves)) = line.winner(turn) {
            let key = match line.distance {
                Distance::Exact => "tui-wins-in",
                _ => "tui-wins-within",
            };
            return self.say_with(key, [("side", side(winner).into()), ("moves", moves.into())]);
        }
        match line.value {
            Value::About(score) if line.distance == Distance::UnlessCounted => {
                let winner = if score > 0 { turn } else { !turn };
                self.say_with("tui-wins-unless", [("side", side(winner).into())])
            }
            Value::About(0) => self.say("tui-even"),
            Value::About(score) => {
                let ahead = if score > 0 { turn } else { !turn };
                let by = self.score(score.abs()).trim_start_matches('+').to_owned();
                self.say_with("tui-ahead", [("side", side(ahead).into()), ("score", by.into())])
            }
            _ => self.say("value-draw"),
        }
    }

    /// Returns hundredths of a unit with the sign, and with the decimal mark of the language.
    pub fn score(&self, score: i32) -> String {
        Value::About(score).to_string().replace('.', &self.say("decimal-mark"))
    }

    /// Returns the name of a bot as it is typed.
    pub fn bot(&self, name: BotName) -> String {
        self.bot_names(name).split(' ').next().unwrap_or_default().to_owned()
    }

    /// Returns whether a typed name means this bot, in English or in this language.
    pub fn is_bot(&self, name: BotName, typed: &str) -> bool {
        name.to_string() == typed || self.bot_names(name).split(' ').any(|name| name == typed)
    }

    /// Returns the name of a bot as it is shown where nothing is typed.
    pub fn bot_title(&self, name: BotName) -> String {
        match name {
            BotName::Level(level) => self.say_with("seat-level", [("level", level.into())]),
            BotName::Random => self.say("seat-random"),
            BotName::Greedy => self.say("seat-greedy"),
            BotName::Report => self.say("seat-report"),
            BotName::FirstReport => self.say("seat-first-report"),
            BotName::Perfect => self.say("seat-perfect"),
        }
    }

    /// Returns all the names of a bot that may be typed, separated by spaces.
    fn bot_names(&self, name: BotName) -> String {
        match name {
            BotName::Random => self.say("bot-random"),
            BotName::Greedy => self.say("bot-greedy"),
            BotName::Report => self.say("bot-report"),
            BotName::FirstReport => self.say("bot-first-report"),
            BotName::Perfect => self.say("bot-perfect"),
            BotName::Level(level) => self.say_with("bot-level", [("level", level.into())]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn values_are_said_as_the_language_writes_numbers() {
        let [english, portuguese] = Language::ALL.map(Words::of);
        let values = [Value::WinIn(1), Value::LossIn(4), Value::Draw, Value::About(-86)];
        assert_eq!(values.map(|found| english.value(found)), values.map(|found| found.to_string()));
        let said = values.map(|found| portuguese.value(found));
        assert_eq!(said, ["ganha em 1 jogada", "perde em 4 jogadas", "empate", "-0,86"]);
    }

    #[test]
    fn what_the_count_may_end_is_said_without_a_number() {
        let line = |score| AnalysisLine {
            value: Value::About(score),
            distance: Distance::UnlessCounted,
            moves: Vec::new(),
        };
        let [english, portuguese] = Language::ALL.map(Words::of);
        for score in [100, -100] {
            assert_eq!(english.verdict(&line(score)), line(score).verdict());
        }
        assert_eq!(english.verdict(&line(100)), "wins, unless the quiet count ends it");
        assert_eq!(
            portuguese.verdict(&line(-100)),
            "perde, a não ser que a contagem sem capturas termine o jogo antes"
        );
        let info = games::find("threedragons").unwrap().info;
        let said = english.verdict_by_side(info, Player::First, &line(-100));
        assert_eq!(said, "Black wins, unless the quiet count ends it");
    }

    #[test]
    fn bots_are_known_by_all_their_names() {
        let [english, portuguese] = Language::ALL.map(Words::of);
        for bot in BotName::ALL {
            assert_eq!(english.bot(*bot), bot.to_string());
            assert!(portuguese.is_bot(*bot, &bot.to_string()));
        }
        assert!(portuguese.is_bot(BotName::Level(3), "nivel:3"));
        assert!(!english.is_bot(BotName::Level(3), "nivel:3"));
    }

    #[test]
    fn a_distance_that_may_be_shorter_is_said_so_by_every_verdict() {
        let [english, portuguese] = Language::ALL.map(Words::of);
        let info = games::find("neutreeko").expect("it is registered").info;
        let line = |value, distance| AnalysisLine { value, distance, moves: Vec::new() };
        for value in [Value::WinIn(5), Value::LossIn(4), Value::Draw, Value::About(-86)] {
            for words in [english, portuguese] {
                let [exact, at_most] =
                    [Distance::Exact, Distance::AtMost].map(|distance| line(value, distance));
                let is_decided = exact.winner(Player::First).is_some();
                assert_eq!(words.verdict(&exact) != words.verdict(&at_most), is_decided);
                let by_side = |line| words.verdict_by_side(info, Player::First, line);
                assert_eq!(by_side(&exact) != by_side(&at_most), is_decided);
            }
            // The command line says in English what the front ends say.
            let within = line(value, Distance::AtMost);
            assert_eq!(english.verdict(&within), within.verdict());
        }
    }
}
