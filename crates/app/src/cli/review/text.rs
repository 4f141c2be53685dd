//! A review as text.

use std::io::{self, Write};

use engine::review::{INACCURACY, MoveQuality};
use games::Player;
use words::Words;

use super::ReviewedGame;

pub fn write(output: &mut impl Write, game: &ReviewedGame, words: &Words) -> io::Result<()> {
    writeln!(output, "{}", game.title(words))?;
    let accuracy = Player::BOTH.map(|player| game.accuracy(words, player)).join(", ");
    writeln!(output, "{}: {accuracy}\n", words.say("review-accuracy"))?;
    let sides = Player::BOTH.map(|player| game.side(words, player));
    writeln!(output, "{:<14} {:>12} {:>12}", "", sides[0], sides[1])?;
    for quality in MoveQuality::ALL.into_iter().rev() {
        let [first, second] = Player::BOTH.map(|player| game.review.count(player, quality));
        writeln!(output, "{:<14} {first:>12} {second:>12}", words.move_quality(quality))?;
    }
    writeln!(output, "\n{}", words.say("review-turning-points"))?;
    let mut turned = false;
    for reviewed in game.review.turning_points() {
        writeln!(output, "  {}", words.turning_point(game.record.info(), reviewed))?;
        turned = true;
    }
    if !turned && game.review.is_complete() {
        writeln!(output, "  {}", words.say("review-no-turning-points"))?;
    }
    writeln!(output, "\n{}", words.say("review-moves"))?;
    if let Some(stopped) = game.stopped(words) {
        writeln!(output, "  {stopped}")?;
    }
    for reviewed in game.review.reviewed() {
        let sign = reviewed.quality.sign().unwrap_or("");
        let mv = format!("{}{sign}", reviewed.numbered());
        let first = match reviewed.player {
            Player::First => reviewed.after,
            Player::Second => reviewed.after.flipped(),
        };
        let quality = words.move_quality(reviewed.quality);
        write!(output, "  {mv:<18} {quality:<12} {:>4} %", words::percent(first.expectation()))?;
        if reviewed.loss >= INACCURACY {
            let moves = reviewed.best.moves.iter().take(6).cloned().collect::<Vec<_>>().join(" ");
            write!(output, "  {}", words.say_with("review-better", [("moves", moves.into())]))?;
        }
        writeln!(output)?;
    }
    Ok(())
}
