//! How the levels fare against each other and against the simple bots: the tables of docs/levels.md.

mod openings;
mod pairs;

use std::fmt::Write;

use engine::players::levels;
use openings::Openings;
use pairs::{LevelPlayer, LevelScore};

/// Nodes of the strongest level among the levels: 10 ms a move at 2 million nodes a second, which every game
/// here reaches.
const NODES_AMONG_LEVELS: u64 = 20_000;
/// Nodes of the strongest level against the simple bots: 100 ms a move, likewise.
const NODES_AT_FULL_STRENGTH: u64 = 200_000;

/// What a level should score against the one below, in percent.
const WANTED: std::ops::RangeInclusive<f64> = 60.0..=80.0;

/// Returns the whole page.
pub fn page(games: usize, threads: usize, only: Option<&str>) -> String {
    let mut page = format!(
        "# Levels\n\nMade by `cargo xtask levels --games {games}` in a release build. Each level plays {games} games against the one below, from random openings that\n\
         longer and longer searches find balanced and none can prove won, each opening with both sides; draws count half. How a level thinks\n\
         stands in `crates/engine/src/experts/ladders.rs`; `crates/engine/src/players/scores.txt` has the scores of neighbours for the program. The strongest level is held to {NODES_AMONG_LEVELS} nodes a move against level 9, at most 10 ms, and to\n\
         {NODES_AT_FULL_STRENGTH} against others, at most 100 ms; the other levels have their own budgets.\n\n\
         A beginner takes a win in one move and makes every other move by chance half of the time; the other half it makes what looks best at once.\n\
         Plain depth 4 is alpha-beta of four plies with the same evaluation and nothing else.\n"
    );
    let mut exceptions = String::new();
    for game in games::GAMES.iter().filter(|game| only.is_none_or(|id| game.info.id == id)) {
        let _ = write!(page, "\n## {}\n\n| | score |\n|---|---|\n", game.info.name);
        let pairs = pairs();
        let openings = games::visit(game.info.id, Openings { count: games.div_ceil(2), threads })
            .expect("a registered game is visited");
        let scores: Vec<Option<LevelScore>> =
            pairs.iter().map(|pair| pairs::score(game, *pair, &openings, threads)).collect();
        let meets_report =
            pairs.iter().zip(&scores).any(|(pair, score)| pair[1] == LevelPlayer::Report && score.is_some());
        for (pair, score) in pairs.into_iter().zip(scores) {
            let Some(score) = score else { continue };
            let _ = writeln!(page, "| {} against {} | {score} |", name(pair[0]), name(pair[1]));
            let among_levels = matches!(pair, [LevelPlayer::Level(..), LevelPlayer::Level(..)]);
            if among_levels && !WANTED.contains(&score.percent()) {
                let _ = writeln!(
                    exceptions,
                    "| {} | {} against {} | {score} | {} |",
                    game.info.name,
                    name(pair[0]),
                    name(pair[1]),
                    if meets_report && matches!(pair[0], LevelPlayer::Level(5, _)) {
                        FOR_THE_REPORT.into()
                    } else {
                        reason(score)
                    }
                );
            }
        }
    }
    let _ = write!(
        page,
        "\n## Exceptions\n\nLevels that score less than {:.0} or more than {:.0} percent against the one below.\n",
        WANTED.start(),
        WANTED.end()
    );
    if exceptions.is_empty() {
        page.push_str("There are none.\n");
    } else {
        let _ = write!(page, "\n| game | levels | score | why |\n|---|---|---|---|\n{exceptions}");
    }
    page
}

fn pairs() -> Vec<[LevelPlayer; 2]> {
    let level = |level| LevelPlayer::Level(level, NODES_AMONG_LEVELS);
    let strongest = LevelPlayer::Level(levels::STRONGEST, NODES_AT_FULL_STRENGTH);
    let mut pairs: Vec<[LevelPlayer; 2]> =
        (2..=levels::STRONGEST).map(|number| [level(number), level(number - 1)]).collect();
    pairs.extend([
        [level(1), LevelPlayer::Random],
        [level(1), LevelPlayer::Beginner],
        [level(5), LevelPlayer::Report],
        [strongest, LevelPlayer::Greedy],
        [strongest, LevelPlayer::Plain],
    ]);
    pairs
}

fn name(side: LevelPlayer) -> String {
    match side {
        LevelPlayer::Random => "random".into(),
        LevelPlayer::Beginner => "a beginner".into(),
        LevelPlayer::Greedy => "greedy".into(),
        LevelPlayer::Report => "report".into(),
        LevelPlayer::Level(level, _) => format!("level {level}"),
        LevelPlayer::Plain => "plain depth 4".into(),
    }
}

/// Why level 5 may be far above level 4.
const FOR_THE_REPORT: &str = "level 5 has to beat the report's bot, which is far above what four steps reach from a level that loses to a beginner";

/// Returns why the game itself keeps a pair outside of the intended range, as far as the games played show
/// it.
fn reason(score: LevelScore) -> String {
    let games = score.games();
    if 2 * score.draws > games {
        format!("{} of {games} games were drawn: without a mistake neither side makes headway", score.draws)
    } else if score.percent() < *WANTED.start() && 4 * score.by_opening > games {
        format!(
            "{} of {} openings were won by the same side both times: they decide more than the levels do",
            score.by_opening,
            games / 2
        )
    } else if score.percent() > *WANTED.end() {
        "the step is too large: one mistake more, or one less, decides most games".into()
    } else {
        "the step is too small".into()
    }
}
