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
use crate::failure::Failure;

/// Prints who wins after which reply. Each certificate is checked, and written to a folder if there is one.
pub fn table(output: &mut impl Write, folder: Option<&Path>) -> Result<(), Failure> {
    let start = Instant::now();
    if let Some(folder) = folder {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::World(format!("{}: {error}", folder.display())))?;
    }
    writeln!(output, "{:<8}{:<10}{:<8}{:>6}{:>11}", "reply", "tiles", "winner", "within", "positions")?;
    let progress = ProgressLine::start("checking the replies");
    for cells in REPLIES {
        let mut tiles = *TILES.start();
        while tiles <= *TILES.end() {
            let here = decided().iter().find(|reply| reply.cells == cells && reply.tiles.contains(&tiles));
            let next = decided().iter().filter(|reply| reply.cells == cells && *reply.tiles.start() > tiles);
            let open = tiles..=next.map(|reply| reply.tiles.start() - 1).min().unwrap_or(*TILES.end());
            let range = here.map_or(&open, |reply| &reply.tiles);
            match here {
                Some(reply) => {
                    progress.tell(format!("checking {cells}, {} tiles", words(range)));
                    let summary = check(reply, folder)?;
                    let (winner, count) = (side(reply.winner), summary.count);
                    writeln!(
                        output,
                        "{cells:<8}{:<10}{winner:<8}{count:>6}{:>11}",
                        words(range),
                        summary.positions
                    )?;
                }
                None => writeln!(output, "{cells:<8}{:<10}open", words(range))?,
            }
            tiles = range.end() + 1;
        }
    }
    drop(progress);
    Ok(writeln!(output, "every certificate holds, time_ms {}", start.elapsed().as_millis())?)
}

fn words(range: &RangeInclusive<u8>) -> String {
    if range.start() == range.end() {
        range.start().to_string()
    } else {
        format!("{} to {}", range.start(), range.end())
    }
}

/// Writes out what is stored for a reply and has it checked like any other certificate.
fn check(reply: &DecidedReply, folder: Option<&Path>) -> Result<Summary, Failure> {
    let moves = reply.opening();
    let fails = |why: &str| Failure::World(format!("{moves}: {why}"));
    let certificate = reply.certificate().ok_or_else(|| fails("what is stored is no strategy"))?;
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
        return Err(fails("the certificate proves something else"));
    }
    if let Some(folder) = folder {
        let path = folder.join(format!("{}-{}.txt", reply.cells, reply.tiles.start()));
        write_file(&path, &text)?;
    }
    Ok(summary)
}
