//! `jogo match`: engines and bots against each other.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use engine::protocol::{Dialect, printable};
use games::{GameEntry, Message};
use serde::Serialize;
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use table::Seat;
use table::engines::EngineCommand;

use matches::adjudicate::{AdjudicationRules, DrawRule, ResignRule};
use matches::openings::{self, BookOrder, PLIES_MAX};
use matches::report::{self, WatchStyle, Watcher};
use matches::runner::{self, CONCURRENCY_MAX, RemoteBoard, Runner};
use matches::schedule::{ROUNDS_MAX, TournamentFormat};
use matches::sprt::Sprt;
use matches::standings::Standings;
use matches::state::{Match, MatchLog, MatchPlan, plan_path};
use matches::{Bots, compliance, contender};

use super::remote::{self, WorkersArgs};
use crate::failure::{Failure, complain, words};
use crate::input::PositionArgs;
use crate::settings;

/// Matches of one game that can begin on one day and be named by the program.
const NAMED_MAX: u32 = 100_000;
/// Random moves before a game where nothing is said of openings: without them, the same game would be played
/// again and again.
const PLIES: u32 = 4;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  jogo match ataxx --engine jogo --engine uai:./tiktaxx name=tik option.hash=64 --each tc=1+0.01 --games 200
  jogo match neutreeko --engine level:9 --engine level:8 --engine perfect --games 50 --concurrency 2
  jogo match ataxx --engine 'engine:./new ugi ataxx' --engine 'engine:./old ugi ataxx' --sprt elo0=0 elo1=5
  jogo match --resume log.txt
  jogo match ataxx --compliance uai:./tiktaxx

A record is added to the file of --records as soon as its game is over, so nothing is lost however the \
match ends; the plan of the match is kept beside it. Status 1: an engine crashed, cheated or ran out of time, or the match was stopped.")]
pub struct MatchArgs {
    /// The rule set; it stands before the flags
    #[arg(value_parser = super::args::GameParser, hide_possible_values = true)]
    game: Option<&'static GameEntry>,
    #[command(flatten)]
    players: Players,
    /// Settings for every engine that does not say otherwise
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<String>,
    /// The pairings: every pair of players, or the first engine against all others
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "round-robin")]
    tournament: TournamentFormat,
    /// Games between each two engines; every opening is played with both sides, so this is made even
    #[arg(
        long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(1..=2 * ROUNDS_MAX as u64)
    )]
    games: u64,
    /// A book: one position per line, `#` begins a comment
    #[arg(long, value_name = "FILE", conflicts_with = "start")]
    openings: Option<PathBuf>,
    /// In which order books and starts are played
    #[arg(long, value_enum, value_name = "ORDER", default_value = "random")]
    order: BookOrder,
    /// A named starting position; may be given several times
    #[arg(long, value_name = "NAME")]
    start: Vec<String>,
    /// Random moves before each game, after the opening [default: 4 without --openings and --start, else 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(PLIES_MAX)))]
    random_plies: Option<u32>,
    /// Games at once, each with engine processes of its own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=CONCURRENCY_MAX as u64))]
    concurrency: Option<u64>,
    #[command(flatten)]
    workers: WorkersArgs,
    /// Fixes openings and the dice of bots
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// End as soon as one of two hypotheses is shown [elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized; or
    /// model=logistic]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    sprt: Option<Vec<String>>,
    /// An engine that finds its own game lost for some moves in a row has lost [movecount=3 score=600, in
    /// hundredths of a unit]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    resign: Option<Vec<String>>,
    /// A game that both engines find even for some moves in a row is a draw [movenumber=40 movecount=8
    /// score=10]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    draw: Option<Vec<String>>,
    /// A game of so many plies is a draw
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_plies: Option<u64>,
    /// In a solved game, a win that is certain and at most so many plies away is a win [default: however far]
    #[arg(long, value_name = "PLIES", num_args = 0..=1, default_missing_value = "9999")]
    solved: Option<u32>,
    /// In Ataxx, who can fill the rest of the board while the other side must pass has won
    #[arg(long)]
    easy_fill: bool,
    /// Where the records go; the plan of the match goes to FILE.match [default: a new file among this
    /// computer's games, named after the day and the game; standard error says which]
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Go on with the match that this file of records belongs to
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "game", "engine", "each", "tournament", "games", "openings", "order", "start", "random_plies", "seed", "sprt",
        "resign", "draw", "max_plies", "solved", "easy_fill", "records",
    ])]
    resume: Option<PathBuf>,
    /// Go on without asking whether the programs of the match may be started
    #[arg(long, requires = "resume")]
    yes: bool,
    /// Examine an engine instead: does it speak its protocol as a match needs it? engine:COMMAND (UGI),
    /// uai:COMMAND, or a command to find out
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["engine", "each", "resume"])]
    compliance: Option<String>,
    /// The result as JSON
    #[arg(long)]
    json: bool,
}

/// The words after each `--engine`.
#[derive(Debug)]
struct Players(Vec<Vec<String>>);

impl FromArgMatches for Players {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let occurrences = matches.get_occurrences::<String>("engine");
        Ok(Self(
            occurrences.map(|all| all.map(|words| words.cloned().collect()).collect()).unwrap_or_default(),
        ))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Players {
    fn augment_args(command: Command) -> Command {
        let help = format!(
            "A player: jogo (this engine at full strength), {}, or cmd=COMMAND proto=ugi|uai; then its settings: \
             name=, tc=SECONDS+INCREMENT, st=SECONDS or movetime=MS (default st=0.1), depth=, nodes=, margin=MS \
             (how late a move may come, default 20), option.NAME=VALUE. Given once for each player",
            Seat::list_of_computers()
        );
        command.arg(
            Arg::new("engine")
                .long("engine")
                .value_name("SEAT|KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .help(help),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

pub fn run(output: &mut impl Write, args: &MatchArgs) -> Result<(), Failure> {
    if let Some(command) = &args.compliance {
        return examine(output, command, args);
    }
    let (played, standings, log, path) = match &args.resume {
        Some(path) => resume(path, args)?,
        None => begin(args)?,
    };
    play(output, args, &played, standings, log, &path)
}

/// A setting or a file of a match that is wrong.
fn wrong(message: Message) -> Failure {
    Failure::wrong(&message)
}

/// Plans a new match. Nothing is written before every player has been seen to start.
fn begin(args: &MatchArgs) -> Result<(Match, Standings, MatchLog, PathBuf), Failure> {
    let game = args.game.ok_or_else(|| Failure::said("match-which-game", []))?;
    let contenders = contender::read_all(game, &args.players.0, &args.each).map_err(wrong)?;
    let rounds = args.games.div_ceil(2) as usize;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let joined = |settings: &Option<Vec<String>>| settings.as_ref().map(|settings| settings.join(" "));
    let named = |flag: &str, error: Message| Failure::Input(format!("{flag}: {}", words().message(&error)));
    let rules = AdjudicationRules {
        plies_max: args.max_plies.map(|plies| plies as usize),
        resign: joined(&args.resign)
            .map(|text| text.parse::<ResignRule>())
            .transpose()
            .map_err(|error| named("--resign", error))?,
        draw: joined(&args.draw)
            .map(|text| text.parse::<DrawRule>())
            .transpose()
            .map_err(|error| named("--draw", error))?,
        solved: args.solved,
        easy_fill: args.easy_fill,
    };
    let sprt = joined(&args.sprt)
        .map(|text| text.parse::<Sprt>())
        .transpose()
        .map_err(|error| named("--sprt", error))?;
    let plan = MatchPlan {
        version: 0,
        game: game.info.id.to_owned(),
        engines: contenders.into_iter().map(|contender| contender.words).collect(),
        format: args.tournament,
        openings: choose_openings(game, args, rounds, seed)?,
        seed,
        rules,
        sprt,
        concurrency: args.concurrency.unwrap_or(1) as usize,
    };
    let played = plan.check().map_err(wrong)?;
    check_workers(args, &played)?;
    runner::try_out(&played, &Bots)?;
    let path = match &args.records {
        Some(path) => path.clone(),
        None => new_records(game)?,
    };
    let log = MatchLog::begin(&path, &played.plan).map_err(wrong)?;
    if args.records.is_none() {
        complain(&words().say_with("match-records", [("file", path.display().to_string().into())]));
    }
    let standings = Standings::new(&played);
    Ok((played, standings, log, path))
}

/// A file that is not there yet, in the folder of matches beside the folder of games. Nothing is left in
/// whatever folder a command is typed in.
fn new_records(game: &GameEntry) -> Result<PathBuf, Failure> {
    let folder = settings::data_folder().ok_or_else(|| Failure::said("match-no-folder", []))?;
    let folder = folder.join("matches");
    fs::create_dir_all(&folder).map_err(|error| Failure::World(format!("{}: {error}", folder.display())))?;
    let day = jiff::Zoned::now().strftime("%Y-%m-%d").to_string();
    let paths = (1..=NAMED_MAX).map(|number| folder.join(format!("{day}-{}-{number}.txt", game.info.id)));
    let free = paths.into_iter().find(|path| !path.exists() && !plan_path(path).exists());
    free.ok_or_else(|| Failure::World(format!("{}: {}", folder.display(), words().say("match-too-many"))))
}

fn choose_openings(
    game: &'static GameEntry,
    args: &MatchArgs,
    rounds: usize,
    seed: u64,
) -> Result<Vec<String>, Failure> {
    let mut starts = Vec::new();
    if let Some(path) = &args.openings {
        starts = openings::read_book(game, path).map_err(wrong)?;
    }
    for name in &args.start {
        starts.push(PositionArgs { position: None, start: Some(name.clone()) }.read(game)?);
    }
    let plies = args.random_plies.unwrap_or(if starts.is_empty() { PLIES } else { 0 });
    openings::choose(game, starts, args.order, plies, rounds, seed).map_err(wrong)
}

/// Opens a match again. The programs that it names are shown, and started only with permission.
fn resume(path: &Path, args: &MatchArgs) -> Result<(Match, Standings, MatchLog, PathBuf), Failure> {
    let (played, standings, log) = MatchLog::resume(path).map_err(wrong)?;
    let told = [("played", standings.played().into()), ("games", standings.games().into())];
    let told = told.into_iter().chain([("file", path.display().to_string().into())]);
    complain(&words().say_with("match-resumed", told));
    for contender in &played.contenders {
        complain(&format!("  {}", printable(&shell_words::join(&contender.words))));
    }
    check_workers(args, &played)?;
    if played.starts_programs() && !standings.is_finished() && !args.yes {
        ask(path)?;
    }
    if !standings.is_finished() {
        runner::try_out(&played, &Bots)?;
    }
    Ok((played, standings, log, path.to_owned()))
}

/// Workers cannot play every match.
fn check_workers(args: &MatchArgs, played: &Match) -> Result<(), Failure> {
    if args.workers.are_wanted() { remote::check_players(played).map_err(Failure::Input) } else { Ok(()) }
}

fn ask(path: &Path) -> Result<(), Failure> {
    if !io::stdin().is_terminal() {
        let name = plan_path(path);
        return Err(Failure::said("match-say-yes", [("file", name.display().to_string().into())]));
    }
    let mut error = io::stderr();
    write!(error, "{} ", words().say("match-go-on"))?;
    error.flush()?;
    let answer = table::lines::read_line(&mut io::stdin().lock())?;
    match answer {
        Some(Ok(text)) if is_yes(&text) => Ok(()),
        _ => Err(Failure::said("match-nothing-started", [])),
    }
}

/// The English words count in every language.
fn is_yes(text: &str) -> bool {
    let (text, yes) = (text.trim().to_lowercase(), words().say("command-yes"));
    ["y", "yes"].into_iter().chain(yes.split_whitespace()).any(|word| word == text)
}

fn play(
    output: &mut impl Write,
    args: &MatchArgs,
    played: &Match,
    mut standings: Standings,
    mut log: MatchLog,
    path: &Path,
) -> Result<(), Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [
        SIGINT,
        SIGTERM,
        #[cfg(unix)]
        SIGHUP,
    ] {
        // A second signal ends the program at once; the log is whole at any time.
        let shutdown = flag::register_conditional_shutdown(signal, 1, Arc::clone(&stop));
        let watched = shutdown.and_then(|_| flag::register(signal, Arc::clone(&stop)));
        watched.map_err(|error| Failure::World(format!("signals: {error}")))?;
    }
    // With --json standard output is for the result, and a terminal on standard error shows the progress.
    let (watched, style): (Box<dyn Write + '_>, WatchStyle) = match args.json {
        true if io::stderr().is_terminal() => (Box::new(io::stderr()), WatchStyle::Live),
        true => (Box::new(io::sink()), WatchStyle::Silent),
        false if io::stdout().is_terminal() => (Box::new(&mut *output), WatchStyle::Live),
        false => (Box::new(&mut *output), WatchStyle::Lines),
    };
    let workers = if standings.is_finished() { None } else { args.workers.connect()? };
    let concurrency = match (args.concurrency, &workers) {
        (Some(count), _) => count as usize,
        (None, Some(workers)) => workers.capacity(),
        (None, None) => played.plan.concurrency,
    };
    let remote = workers.as_ref().map(|workers| workers as &dyn RemoteBoard);
    let mut watcher = Watcher::new(watched, style, played, &standings);
    let told = watcher.begin(&standings).map_err(Failure::from);
    let told = told.and_then(|()| {
        let runner = Runner { played, bots: &Bots, remote, concurrency, stop: Arc::clone(&stop) };
        Ok(runner.run(
            &mut standings,
            |record| log.add(record),
            |standings, finished| watcher.tell(standings, finished),
        )?)
    });
    let told = told.and_then(|()| Ok(watcher.finish(&standings)?));
    let go_on = |standings: &Standings| {
        let counts = [("played", standings.played().into()), ("games", standings.games().into())];
        let told = counts.into_iter().chain([("file", path.display().to_string().into())]);
        words().say_with("match-resume-by", told)
    };
    // A match is hours of work: unlike in other commands, a closed output is reported while
    // there is more to play.
    match told {
        Err(Failure::ClosedPipe) if !standings.is_finished() => {
            let told = [("how", go_on(&standings).into())];
            return Err(Failure::World(words().say_with("match-output-closed", told)));
        }
        Err(Failure::World(error)) if !standings.is_finished() => {
            let stopped = words().say_with("match-stopped", [("how", go_on(&standings).into())]);
            return Err(Failure::World(format!("{error}; {stopped}")));
        }
        told => told?,
    }
    if args.json {
        super::show::write_json(output, &report::json(played, &standings, path.display().to_string()))?;
    }
    output.flush()?;
    if !standings.is_finished() {
        return Err(Failure::World(words().say_with("match-stopped", [("how", go_on(&standings).into())])));
    }
    match report::fault_line(played, &standings) {
        Some(faults) => Err(Failure::World(words().message(&faults))),
        None => Ok(()),
    }
}

#[derive(Serialize)]
struct Examination<'a> {
    command: &'a str,
    protocol: &'static str,
    game: &'static str,
    checks: &'a [compliance::ComplianceCheck],
    failed: usize,
}

/// Examines one engine.
fn examine(output: &mut impl Write, text: &str, args: &MatchArgs) -> Result<(), Failure> {
    let prefixes = [("engine:", Dialect::Ugi), ("uai:", Dialect::Uai)];
    let known = prefixes
        .into_iter()
        .find_map(|(prefix, dialect)| text.strip_prefix(prefix).map(|command| (command, dialect)));
    let game = args.game.or_else(|| Dialect::Uai.only_game().and_then(games::find));
    let game = game.ok_or_else(|| Failure::said("match-examine-which", []))?;
    let (command, dialect) = match known {
        Some((_, Dialect::Ugi)) if args.game.is_none() => {
            return Err(Failure::said("match-examine-ugi", []));
        }
        Some(known) => known,
        None => {
            let found = compliance::find_dialect(text, game)?;
            (
                text,
                found.ok_or_else(|| {
                    let told = [("command", games::quote(text).into())];
                    Failure::World(words().say_with("match-no-protocol", told))
                })?,
            )
        }
    };
    let engine = EngineCommand::read(dialect, command).map_err(wrong)?;
    let mut written = Ok(());
    let checks = compliance::examine(&engine, dialect, game, &mut |check| {
        if !args.json && written.is_ok() {
            written = match &check.failure {
                None => writeln!(output, "ok      {}", check.name),
                Some(failure) => writeln!(output, "FAILED  {}: {failure}", check.name),
            }
            .and_then(|()| output.flush());
        }
    });
    written?;
    let failed = checks.iter().filter(|check| check.failure.is_some()).count();
    if args.json {
        let command = &printable(command);
        super::show::write_json(
            output,
            &Examination { command, protocol: dialect.word(), game: game.info.id, checks: &checks, failed },
        )?;
    } else {
        let counts = [("checks", checks.len().into()), ("failed", failed.into())];
        let names = [
            ("protocol", dialect.word().to_uppercase().into()),
            ("game", words().name(game.info.name).into()),
        ];
        writeln!(output, "{}", words().say_with("match-examined", counts.into_iter().chain(names)))?;
    }
    output.flush()?;
    if failed == 0 {
        Ok(())
    } else {
        Err(Failure::World(words().say_with("match-failed", [("failed", failed.into())])))
    }
}
