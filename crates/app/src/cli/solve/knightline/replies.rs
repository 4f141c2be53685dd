//! `jogo solve knightline --replies`: the second player's replies, each with its certificate, checked.

use std::fs;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Instant;

use engine::solve::knightline::replies::{DecidedReply, REPLIES, TILES, decided};
use engine::solve::knightline::verify::{Summary, verify};
use engine::solve::knightline::{FirstMove, Goal, Opening};
use games::knightline::Official;

use super::{side, write_file};
use crate::cli::progress::ProgressLine;
use crate::failure::{Failure, words};

/// Prints who wins after which reply. Each certificate is checked, and written to a folder if there is one.
pub fn table(output: &mut impl Write, folder: Option<&Path>) -> Result<(), Failure> {
    let start = Instant::now();
    if let Some(folder) = folder {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::World(format!("{}: {error}", folder.display())))?;
    }
    let say = |key: &str| words().say(key);
    let columns = ["solve-reply", "solve-tiles", "solve-winner", "solve-within", "solve-positions"];
    let [reply, tiles, winner, within, positions] = columns.map(say);
    writeln!(output, "{reply:<9}{tiles:<9}{winner:<8}{within:>6}{positions:>11}")?;
    let progress = ProgressLine::start(&say("solve-checking-replies"));
    for cells in REPLIES {
        let mut tiles = *TILES.start();
        while tiles <= *TILES.end() {
            let here = decided().iter().find(|reply| reply.cells == cells && reply.tiles.contains(&tiles));
            let next = decided().iter().filter(|reply| reply.cells == cells && *reply.tiles.start() > tiles);
            let open = tiles..=next.map(|reply| reply.tiles.start() - 1).min().unwrap_or(*TILES.end());
            let range = here.map_or(&open, |reply| &reply.tiles);
            match here {
                Some(reply) => {
                    let told = [("reply", cells.into()), ("tiles", in_words(range).into())];
                    progress.tell(words().say_with("solve-checking-reply", told));
                    let summary = check(reply, folder)?;
                    let (winner, count) = (side(reply.winner), summary.count);
                    writeln!(
                        output,
                        "{cells:<9}{:<9}{winner:<8}{count:>6}{:>11}",
                        in_words(range),
                        summary.positions
                    )?;
                }
                None => writeln!(output, "{cells:<9}{:<9}{}", in_words(range), say("solve-still-open"))?,
            }
            tiles = range.end() + 1;
        }
    }
    drop(progress);
    Ok(writeln!(output, "{}, time_ms {}", say("solve-all-hold"), start.elapsed().as_millis())?)
}

fn in_words(range: &RangeInclusive<u8>) -> String {
    if range.start() == range.end() {
        range.start().to_string()
    } else {
        words().say_with("solve-range", [("first", (*range.start()).into()), ("last", (*range.end()).into())])
    }
}

/// Writes out what is stored for a reply and has it checked like any other certificate.
fn check(reply: &DecidedReply, folder: Option<&Path>) -> Result<Summary, Failure> {
    let moves = reply.opening();
    let fails = |why: &str| Failure::World(format!("{moves}: {why}"));
    let certificate = reply.certificate().ok_or_else(|| fails(&words().say("solve-no-strategy")))?;
    let text = certificate.to_string();
    let summary = verify(&text, FirstMove::OneTile).map_err(|error| fails(&error.to_string()))?;
    let opening = Opening::<Official>::read(&moves, FirstMove::OneTile)
        .map_err(|(_, complaint)| fails(&complaint.to_string()))?;
    // A reply that wins is the first move of the strategy itself.
    let begins = opening.turn_of(reply.winner).is_some_and(|(position, mv)| {
        summary.begins_at(position)
            && mv.is_none_or(|mv| certificate.lines.first().is_some_and(|line| line.mv == mv))
    });
    if !begins || summary.goal != Goal::Win || summary.player != reply.winner || summary.count > reply.count {
        return Err(fails(&words().say("solve-proves-other")));
    }
    if let Some(folder) = folder {
        let path = folder.join(format!("{}-{}.txt", reply.cells, reply.tiles.start()));
        write_file(&path, &text)?;
    }
    Ok(summary)
}
