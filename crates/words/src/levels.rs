//! What a level of the computer is like, and what a teacher says, in the words of a language.

use engine::BotName;
use engine::experts::ladders::Lookahead;
use engine::players::profile::{LevelProfile, profile};
use engine::teach::Warning;
use games::{GameEntry, Info};

use crate::Words;

/// From so many slips in a hundred moves on, each said in its own words.
const SLIPS: [(u8, &str); 4] = [
    (60, "level-slips-most"),
    (25, "level-slips-often"),
    (8, "level-slips-sometimes"),
    (1, "level-slips-seldom"),
];

impl Words {
    /// Returns what a bot is like, in one sentence; empty for bots whose name says it.
    pub fn about_bot(&self, game: &GameEntry, name: BotName) -> String {
        let BotName::Level(level) = name else { return String::new() };
        self.about_level(&profile(game, level))
    }

    fn about_level(&self, profile: &LevelProfile) -> String {
        let thinks = match profile.lookahead {
            Lookahead::OnePly if profile.takes_wins => self.say("level-one-ply"),
            Lookahead::OnePly => self.say("level-novice"),
            Lookahead::Nodes(nodes) => {
                let nodes = grouped(&nodes.to_string(), &self.say("level-thousands"));
                self.say_with("level-nodes", [("nodes", nodes.into())])
            }
            Lookahead::Plies(plies) => self.say_with("level-plies", [("plies", plies.into())]),
            Lookahead::Perfect => self.say("level-perfect"),
        };
        let slips =
            SLIPS.iter().find(|(from, _)| profile.slips_percent >= *from).map(|(_, key)| self.say(key));
        let what = slips.map_or_else(
            || thinks.clone(),
            |slips| {
                self.say_with("level-both", [("thinks", thinks.as_str().into()), ("slips", slips.into())])
            },
        );
        let Some(next) = profile.next else { return format!("{what}.") };
        let of_hundred = |games: u32| 100 * games / next.games().max(1);
        let draws = of_hundred(next.draws);
        self.say_with(
            if draws > 0 { "level-about-draws" } else { "level-about" },
            [
                ("what", what.into()),
                ("next", (profile.level + 1).into()),
                ("wins", of_hundred(next.wins).into()),
                ("draws", draws.into()),
            ],
        )
    }

    /// Returns what a teacher says of a move that lost much, as a sentence, and what is certain about it.
    pub fn warning(&self, info: &Info, warning: &Warning) -> (String, Vec<String>) {
        let facts = warning.facts.iter().map(|fact| self.message(fact));
        let facts = facts
            .map(|fact| {
                self.say_with(
                    "teach-fact",
                    [("move", warning.reviewed.mv.as_str().into()), ("fact", fact.into())],
                )
            })
            .collect();
        (self.turning_point(info, &warning.reviewed), facts)
    }
}

/// Groups the digits of a large number, of five or more.
fn grouped(digits: &str, separator: &str) -> String {
    let first = digits.len() % 3;
    if digits.len() < 5 {
        return digits.to_owned();
    }
    let (head, rest) = digits.split_at(first);
    let groups = rest.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let groups: Vec<String> =
        Some(head.to_owned()).filter(|head| !head.is_empty()).into_iter().chain(groups).collect();
    groups.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn every_level_has_a_text_with_the_score_of_the_next_one() {
        let english = Words::of(Language::English);
        let neutreeko = games::find("neutreeko").unwrap();
        assert_eq!(
            english.about_bot(neutreeko, BotName::Level(4)),
            "sees the end of the game 4 turns ahead, slips now and then. Level 5 wins 76 of 100 games against it and draws 8."
        );
        let ataxx = games::find("ataxx").unwrap();
        assert_eq!(english.about_bot(ataxx, BotName::Level(10)), "looks at 1,000,000 positions a move.");
        let portuguese = Words::of(Language::Portuguese).about_bot(ataxx, BotName::Level(10));
        assert_eq!(portuguese, "examina 1 000 000 posições por jogada.");
        for game in games::GAMES {
            for language in Language::ALL {
                let words = Words::of(language);
                let said: Vec<String> =
                    (1..=10).map(|level| words.about_bot(game, BotName::Level(level))).collect();
                for (index, text) in said.iter().enumerate() {
                    assert!(!text.is_empty() && !said[..index].contains(text), "{}: {text}", game.info.id);
                    assert_eq!(text.contains(" 100 "), index < 9, "{text}");
                }
            }
            assert_eq!(english.about_bot(game, BotName::Greedy), "");
        }
    }
}
