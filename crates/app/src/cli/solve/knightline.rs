//! `jogo solve knightline`: proofs about Knight Line, written as certificates and checked.

mod replies;

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use engine::solve::knightline::verify::{Summary, verify};
use engine::solve::knightline::{
    Control, FirstMove, Goal, MEMORY_MB_MAX, Opening, ProofOptions, Prover, Verdict,
};
use games::knightline::Official;
use games::{Info, Player, Position};

use crate::cli::progress::ProgressLine;
use crate::failure::{Failure, words};
use crate::output::{self, Replace};

/// Largest certificate that is read.
const CERTIFICATE_MAX: u64 = 256 << 20;
/// How far a win is looked for after given moves.
const COUNT_MAX: u8 = 12;

#[derive(Args, Debug)]
pub struct KnightlineArgs {
    /// Decide the position after these moves: who wins, and within how many own moves
    #[arg(long, value_name = "MOVES", conflicts_with = "lower_certificate")]
    moves: Option<String>,
    /// Without the rule that the very first move takes one tile
    #[arg(long, conflicts_with = "lower_certificate")]
    free_first_move: bool,
    /// Write the winning strategy
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Write the strategy that survives as long as can be
    #[arg(long, value_name = "FILE")]
    lower_certificate: Option<PathBuf>,
    /// Check a certificate of either kind, with code that shares only the rules with the search
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "certificate", "lower_certificate"])]
    verify: Option<PathBuf>,
    /// Who wins after each reply to m0-o1:1, from stored strategies; their certificates are written out and
    /// checked
    #[arg(
        long,
        conflicts_with_all = ["moves", "free_first_move", "certificate", "lower_certificate", "verify"]
    )]
    replies: bool,
    /// Keep the certificates of the replies in this folder
    #[arg(long, value_name = "DIR", requires = "replies")]
    certificates: Option<PathBuf>,
    /// Megabytes for what the search remembers
    #[arg(
        long, value_name = "MB", default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(1..=MEMORY_MB_MAX as i64)
    )]
    memory_mb: u32,
    /// Positions after which an attempt is given up
    #[arg(
        long, value_name = "N", default_value_t = 20_000_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: u64,
}

/// Something to prove: that a player wins within, or survives, so many moves after an opening.
struct Claim<'a> {
    opening: &'a str,
    player: Player,
    goal: Goal,
    count: u8,
}

/// The second player wins on exactly the 10th own move: by these moves within 10, and the first survives 9
/// turns.
const UPPER: Claim<'_> =
    Claim { opening: "m0-o1:1 n0-o2:10", player: Player::Second, goal: Goal::Win, count: 10 };
const LOWER: Claim<'_> = Claim { opening: "m0-o1:1", player: Player::First, goal: Goal::Survive, count: 9 };
/// With a free first move the first player wins.
const FREE: Claim<'_> = Claim { opening: "m0-o1:10", player: Player::First, goal: Goal::Win, count: 7 };

pub fn solve(output: &mut impl Write, args: &KnightlineArgs) -> Result<(), Failure> {
    let first_move = if args.free_first_move { FirstMove::Free } else { FirstMove::OneTile };
    let options = ProofOptions {
        first_move,
        memory_mb: args.memory_mb as usize,
        nodes_max: args.nodes,
        ..ProofOptions::default()
    };
    if args.replies {
        return replies::table(output, args.certificates.as_deref());
    }
    if let Some(path) = &args.verify {
        return check(output, path, first_move);
    }
    if let Some(moves) = &args.moves {
        return decide(output, moves, &options, args.certificate.as_deref());
    }
    if args.free_first_move {
        return prove(output, &FREE, &options, args.certificate.as_deref());
    }
    // A certificate that is asked for alone is proved alone.
    if args.certificate.is_some() || args.lower_certificate.is_none() {
        prove(output, &UPPER, &options, args.certificate.as_deref())?;
    }
    if args.lower_certificate.is_some() || args.certificate.is_none() {
        prove(output, &LOWER, &options, args.lower_certificate.as_deref())?;
    }
    if args.certificate.is_none() && args.lower_certificate.is_none() {
        writeln!(output, "{}", words().say_with("solve-exactly", [("side", side(Player::Second).into())]))?;
    }
    Ok(())
}

fn side(player: Player) -> String {
    const INFO: &Info = &<games::knightline::KnightLine<Official> as Position>::INFO;
    words().name(INFO.side(player).name)
}

impl Claim<'_> {
    fn describe(&self) -> String {
        let key = match self.goal {
            Goal::Win => "solve-wins-within",
            Goal::Survive => "solve-survives",
        };
        let sides = [("side", side(self.player).into()), ("other", side(!self.player).into())];
        let claim = words().say_with(key, sides.into_iter().chain([("count", self.count.into())]));
        if self.opening.is_empty() {
            return claim;
        }
        words().say_with("solve-after", [("claim", claim.into()), ("moves", self.opening.into())])
    }
}

fn read_opening(text: &str, first_move: FirstMove) -> Result<Opening<Official>, Failure> {
    Opening::read(text, first_move).map_err(|(mv, complaint)| Failure::wrong_move(&mv, &complaint))
}

/// Proves a claim that is known to hold, and writes its certificate if asked.
fn prove(
    output: &mut impl Write,
    claim: &Claim<'_>,
    options: &ProofOptions,
    certificate: Option<&Path>,
) -> Result<(), Failure> {
    let opening = read_opening(claim.opening, options.first_move)?;
    let (position, first) =
        opening.turn_of(claim.player).ok_or_else(|| Failure::said("solve-no-turn", []))?;
    let start = Instant::now();
    let mut prover = Prover::new(position, first, claim.goal, options).map_err(Failure::input)?;
    let verdict = attempt(&mut prover, claim.count);
    let (nodes, time) = (prover.nodes(), start.elapsed().as_millis());
    match verdict {
        Verdict::Proved => writeln!(
            output,
            "{}: {}, nodes {nodes} time_ms {time}",
            claim.describe(),
            words().say("solve-proved")
        )?,
        Verdict::NoProof | Verdict::Stopped => {
            let told = [("claim", claim.describe().into()), ("nodes", nodes.into())];
            return Err(Failure::World(words().say_with("solve-not-proved", told)));
        }
    }
    if let Some(path) = certificate {
        write_certificate(output, &mut prover, path)?;
    }
    Ok(())
}

/// Looks for the shortest win of either side after some moves. Finding none is no proof of anything.
fn decide(
    output: &mut impl Write,
    moves: &str,
    options: &ProofOptions,
    certificate: Option<&Path>,
) -> Result<(), Failure> {
    let opening = read_opening(moves, options.first_move)?;
    if let Some(outcome) = opening.position().outcome() {
        return Ok(writeln!(
            output,
            "{}",
            words().say_with("cli-over", [("result", outcome.result().into())])
        )?);
    }
    let start = Instant::now();
    let mut provers = Vec::new();
    for player in Player::BOTH {
        let Some((position, first)) = opening.turn_of(player) else { continue };
        if let Ok(prover) = Prover::new(position, first, Goal::Win, options) {
            provers.push((player, prover));
        }
    }
    for count in 1..=COUNT_MAX {
        for (player, prover) in &mut provers {
            if attempt(prover, count) != Verdict::Proved {
                continue;
            }
            let claim = Claim { opening: moves, player: *player, goal: Goal::Win, count };
            let time = start.elapsed().as_millis();
            writeln!(
                output,
                "{}: {}, nodes {} time_ms {time}",
                claim.describe(),
                words().say("solve-proved"),
                prover.nodes()
            )?;
            return certificate.map_or(Ok(()), |path| write_certificate(output, prover, path));
        }
    }
    let nodes: u64 = provers.iter().map(|(_, prover)| prover.nodes()).sum();
    let time = start.elapsed().as_millis();
    let open = words().say_with("solve-open", [("count", COUNT_MAX.into())]);
    Ok(writeln!(output, "{open}, nodes {nodes} time_ms {time}")?)
}

/// One attempt, with the positions visited shown on a terminal.
fn attempt(prover: &mut Prover, count: u8) -> Verdict {
    let told =
        |nodes: u64| words().say_with("solve-searching", [("count", count.into()), ("nodes", nodes.into())]);
    let progress = ProgressLine::start(&told(0));
    let mut shown = 0;
    let mut show = |nodes: u64| {
        if nodes / 50_000 != shown {
            shown = nodes / 50_000;
            progress.tell(told(nodes));
        }
    };
    prover.prove(count, &mut Control { stop: &AtomicBool::new(false), progress: &mut show })
}

fn write_certificate(output: &mut impl Write, prover: &mut Prover, path: &Path) -> Result<(), Failure> {
    let _progress = ProgressLine::start(&words().say("solve-writing"));
    let mut control = Control { stop: &AtomicBool::new(false), progress: &mut |_| {} };
    let certificate =
        prover.certificate(&mut control).ok_or_else(|| Failure::World(words().say("solve-not-written")))?;
    write_file(path, &certificate.to_string())?;
    let count = words().say_with("solve-strategy", [("count", certificate.lines.len().into())]);
    Ok(writeln!(output, "{}: {count}", path.display())?)
}

/// Writes a certificate whole or not at all: half of one would prove nothing, and look as if it did.
fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    output::write(path, text.as_bytes(), Replace::Asked)
        .map_err(|error| Failure::World(format!("{}: {error}", path.display())))
}

fn check(output: &mut impl Write, path: &Path, first_move: FirstMove) -> Result<(), Failure> {
    let name = path.display();
    let start = Instant::now();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(CERTIFICATE_MAX + 1).read_to_end(&mut bytes))
        .map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    if bytes.len() as u64 > CERTIFICATE_MAX {
        let limit = [("name", name.to_string().into()), ("limit", CERTIFICATE_MAX.into())];
        return Err(Failure::said("load-too-long", limit));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::said("load-not-utf8", [("name", name.to_string().into())]))?;
    let progress = ProgressLine::start(&words().say("solve-checking"));
    // A certificate that fails is an answer, and it is no.
    let summary = verify(&text, first_move).map_err(|error| {
        let place = [("name", name.to_string().into()), ("line", error.line.into())];
        let told = place.into_iter().chain([("message", error.message.into())]);
        Failure::World(words().say_with("load-wrong", told))
    })?;
    drop(progress);
    let Summary { goal, player, count, positions, replies, .. } = &summary;
    let claim = Claim { opening: "", player: *player, goal: *goal, count: *count };
    let time = start.elapsed().as_millis();
    let told = [("first", summary.first().into()), ("claim", claim.describe().into())];
    writeln!(output, "{name}: {}", words().say_with("solve-holds", told))?;
    Ok(writeln!(output, "positions {positions} replies {replies} time_ms {time}")?)
}
