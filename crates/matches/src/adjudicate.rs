//! Ending games that are decided, each for a reason that the record keeps.

use std::str::FromStr;

use engine::knowledge;
use engine::search::Value;
use games::{Message, Outcome, Player, Record, phrases, quote};
use serde::{Deserialize, Serialize};

phrases! {
    NO_RULE_SETTING = "match-no-rule-setting": "expected {forms}, not {setting}";
    LARGE_NUMBER = "match-large-number": "{key} is a number up to 1000000, not {value}";
}

/// When a game is ended before its rules end it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AdjudicationRules {
    /// A draw after so many plies.
    pub plies_max: Option<usize>,
    pub resign: Option<ResignRule>,
    pub draw: Option<DrawRule>,
    /// Wins that are known for certain and this near, in plies.
    pub solved: Option<u32>,
    /// What one side can no longer lose by filling the board.
    pub easy_fill: bool,
}

/// A player that scores its own game as lost for some moves in a row has lost it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResignRule {
    /// In hundredths of a unit.
    pub score: i32,
    pub moves: u32,
}

/// A game that both sides find even for some moves in a row is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawRule {
    /// In hundredths of a unit, either way.
    pub score: i32,
    pub moves: u32,
    /// Not before this move of the game.
    pub from: u32,
}

impl FromStr for ResignRule {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let [moves, score] = read_numbers(text, [("movecount", 3), ("score", 600)])?;
        Ok(Self { score, moves: moves as u32 })
    }
}

impl FromStr for DrawRule {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let [from, moves, score] = read_numbers(text, [("movenumber", 40), ("movecount", 8), ("score", 10)])?;
        Ok(Self { score, moves: moves as u32, from: from as u32 })
    }
}

/// Reads `KEY=NUMBER` words; what is not said has its default.
fn read_numbers<const N: usize>(text: &str, keys: [(&str, i32); N]) -> Result<[i32; N], Message> {
    let mut numbers = keys.map(|(_, default)| default);
    let forms = || keys.map(|(key, _)| format!("{key}=NUMBER")).join(" ");
    for word in text.split_whitespace() {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let place = keys
            .iter()
            .position(|(known, _)| *known == key)
            .ok_or_else(|| NO_RULE_SETTING.with("forms", forms()).with("setting", quote(word)))?;
        let number = value.parse().ok().filter(|number| (0..=1_000_000).contains(number));
        numbers[place] = number.ok_or_else(|| LARGE_NUMBER.with("key", key).with("value", quote(value)))?;
    }
    Ok(numbers)
}

/// Follows one game and says when it is decided.
#[derive(Debug)]
pub struct Arbiter<'a> {
    rules: &'a AdjudicationRules,
    /// Moves in a row that each side found lost.
    lost: [u32; 2],
    /// Plies in a row that were found even.
    even: u32,
}

impl<'a> Arbiter<'a> {
    pub fn new(rules: &'a AdjudicationRules) -> Self {
        Self { rules, lost: [0; 2], even: 0 }
    }

    /// Returns what the game is, and why, now that a side has moved and thought so of its move.
    pub fn judge(
        &mut self,
        record: &Record,
        mover: Player,
        value: Option<Value>,
    ) -> Option<(Outcome, String)> {
        self.follow(mover, value);
        let rules = self.rules;
        let moves = record.moves().len();
        if let Some(resign) = rules.resign.filter(|resign| self.lost[mover.index()] >= resign.moves.max(1)) {
            return Some((
                Outcome::Win(!mover),
                format!(
                    "resigned: {} moves at -{:.2} or worse",
                    resign.moves,
                    f64::from(resign.score) / 100.0
                ),
            ));
        }
        if let Some(draw) =
            rules.draw.filter(|draw| self.even >= 2 * draw.moves.max(1) && moves >= 2 * draw.from as usize)
        {
            return Some((
                Outcome::Draw,
                format!("even: {} moves within {:.2}", draw.moves, f64::from(draw.score) / 100.0),
            ));
        }
        if rules.easy_fill
            && let Some(outcome) = knowledge::foregone(record.position())
        {
            return Some((outcome, "easy fill".to_owned()));
        }
        if let Some(plies) = rules
            .solved
            .and_then(|plies_max| knowledge::certain_win(record).filter(|(_, plies)| *plies <= plies_max))
        {
            return Some((Outcome::Win(plies.0), format!("solved: wins in {} plies", plies.1)));
        }
        let is_long = rules.plies_max.is_some_and(|plies_max| moves >= plies_max);
        is_long.then(|| (Outcome::Draw, format!("length: {moves} plies")))
    }

    fn follow(&mut self, mover: Player, value: Option<Value>) {
        let is_lost = |score: i32| match value {
            Some(Value::About(about)) => about <= -score,
            Some(Value::LossIn(_)) => true,
            _ => false,
        };
        let is_even = |score: i32| match value {
            Some(Value::About(about)) => about.abs() <= score,
            Some(Value::Draw) => true,
            _ => false,
        };
        let lost = &mut self.lost[mover.index()];
        *lost = if self.rules.resign.is_some_and(|resign| is_lost(resign.score)) { *lost + 1 } else { 0 };
        self.even = if self.rules.draw.is_some_and(|draw| is_even(draw.score)) { self.even + 1 } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: &str, start: &str, moves: &[&str]) -> Record {
        let game = games::find(id).unwrap();
        let mut record = Record::from_position(game, (game.read)(start).unwrap());
        for mv in moves {
            record.play(mv).unwrap();
        }
        record
    }

    fn ataxx(moves: &[&str]) -> Record {
        record("ataxx", "x5o/7/7/7/7/7/o5x x 0 1", moves)
    }

    #[test]
    fn a_player_that_scores_its_game_as_lost_often_enough_has_lost() {
        let rules = AdjudicationRules {
            resign: Some("movecount=2 score=500".parse().unwrap()),
            ..AdjudicationRules::default()
        };
        let mut arbiter = Arbiter::new(&rules);
        let record = ataxx(&["g2"]);
        let mut judge = |player, value| arbiter.judge(&record, player, value).map(|(outcome, _)| outcome);
        assert_eq!(judge(Player::First, Some(Value::About(-500))), None);
        assert_eq!(judge(Player::Second, Some(Value::About(-900))), None);
        assert_eq!(judge(Player::First, Some(Value::About(-499))), None, "it found hope again");
        assert_eq!(judge(Player::First, Some(Value::LossIn(9))), None);
        assert_eq!(judge(Player::First, None), None, "it said nothing");
        assert_eq!(judge(Player::First, Some(Value::About(-501))), None);
        assert_eq!(judge(Player::First, Some(Value::About(-501))), Some(Outcome::Win(Player::Second)));
    }

    #[test]
    fn what_both_find_even_is_a_draw_but_not_too_early() {
        let rules = AdjudicationRules {
            draw: Some("movenumber=2 movecount=1 score=5".parse().unwrap()),
            ..AdjudicationRules::default()
        };
        let mut arbiter = Arbiter::new(&rules);
        let even = Some(Value::About(-5));
        assert_eq!(arbiter.judge(&ataxx(&["g2", "a2"]), Player::Second, even), None);
        assert_eq!(arbiter.judge(&ataxx(&["g2", "a2", "f1"]), Player::First, even), None);
        assert_eq!(
            arbiter.judge(&ataxx(&["g2", "a2", "f1", "b1"]), Player::Second, Some(Value::About(6))),
            None
        );
        assert_eq!(arbiter.judge(&ataxx(&["g2", "a2", "f1", "b1"]), Player::First, even), None);
        let found = arbiter.judge(&ataxx(&["g2", "a2", "f1", "b1"]), Player::Second, Some(Value::Draw));
        assert_eq!(found, Some((Outcome::Draw, "even: 1 moves within 0.05".to_owned())));
    }

    #[test]
    fn length_and_certain_knowledge_decide() {
        let judge = |rules: &AdjudicationRules, record: &Record| {
            Arbiter::new(rules).judge(record, !record.position().turn(), None)
        };
        let long = AdjudicationRules { plies_max: Some(2), ..AdjudicationRules::default() };
        assert_eq!(judge(&long, &ataxx(&["g2"])), None);
        assert_eq!(judge(&long, &ataxx(&["g2", "a2"])), Some((Outcome::Draw, "length: 2 plies".to_owned())));
        let fill = AdjudicationRules { easy_fill: true, ..AdjudicationRules::default() };
        let shut_in = |id| record(id, "xoo4/ooo4/ooo4/7/7/7/7 x 0 1", &[]);
        for id in ["ataxx", "infection"] {
            assert_eq!(
                judge(&fill, &shut_in(id)),
                Some((Outcome::Win(Player::Second), "easy fill".to_owned()))
            );
        }
        assert_eq!(judge(&AdjudicationRules::default(), &shut_in("ataxx")), None);
        let near_win = record("neutreeko", "w3w/3b1/5/5/wbb2 b", &[]);
        let solved = |plies| AdjudicationRules { solved: Some(plies), ..AdjudicationRules::default() };
        assert_eq!(
            judge(&solved(1), &near_win),
            Some((Outcome::Win(Player::First), "solved: wins in 1 plies".to_owned()))
        );
        assert_eq!(judge(&solved(0), &near_win), None);
        assert_eq!(
            judge(&solved(99), &record("neutreeko", "1w1w1/2b2/5/2w2/1b1b1 b", &[])),
            None,
            "a draw is played out"
        );
        assert_eq!(judge(&solved(99), &ataxx(&["g2"])), None);
    }

    #[test]
    fn settings_have_defaults_and_are_checked() {
        assert_eq!("".parse(), Ok(ResignRule { score: 600, moves: 3 }));
        assert_eq!("score=20 movecount=4".parse(), Ok(DrawRule { score: 20, moves: 4, from: 40 }));
        assert_eq!(
            "score=x".parse::<ResignRule>().unwrap_err().to_string(),
            "score is a number up to 1000000, not \"x\""
        );
        assert_eq!(
            "plies=3".parse::<ResignRule>().unwrap_err().to_string(),
            "expected movecount=NUMBER score=NUMBER, not \"plies=3\""
        );
    }
}
