//! `jogo datagen`: training data from games of the engine against itself.

use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, IsTerminal, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use engine::net::data::{self, BadData, DataBlock, DataHeader, Variety};
use engine::net::{Evaluator, Network};
use engine::search::TranspositionTable;
use engine::selfplay::SelfplayOptions;
use games::{Features, Game, GameEntry, Visitor};
use server::jobs::JobFile;

use super::remote::{self, WorkersArgs};
use crate::console::said;
use crate::failure::{Failure, complain, words};
use crate::input::read_network;

/// Games of a block. All of them are lost when the program ends before the block is written.
const BLOCK_GAMES: u64 = 32;

#[derive(Args, Debug)]
pub struct DatagenArgs {
    /// The rule set, by its id (`jogo games` lists them)
    #[arg(value_parser = super::args::GameParser, hide_possible_values = true)]
    game: &'static GameEntry,
    /// The data file; one that is there already is continued
    #[arg(long, short, value_name = "FILE", required_unless_present = "vectors")]
    out: Option<PathBuf>,
    /// Stop when the file holds this many positions
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// How many games are played at once [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    workers: WorkersArgs,
    /// Fixes all games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Begin games with at least and at most so many random plies
    #[arg(long, value_names = ["LEAST", "MOST"], num_args = 2, default_values_t = [3, 10])]
    random_plies: Vec<u8>,
    /// Play one random move in so many after that; 0: none
    #[arg(long, value_name = "N", default_value_t = 0)]
    random_every: u8,
    /// Leave out games whose opening favours a side much
    #[arg(long)]
    balanced: bool,
    /// The network that plays; without one, the evaluation by hand does
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Write the positions of these files into the new file instead, each once
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "vectors")]
    merge: Vec<PathBuf>,
    /// Print this many positions with their cells, inputs and network output, to check a training program
    #[arg(long, value_name = "N")]
    vectors: Option<u64>,
}

impl DatagenArgs {
    fn variety(&self) -> Variety {
        let (least, most) = (self.random_plies[0], self.random_plies[1]);
        Variety {
            random_plies: (least.min(most), least.max(most)),
            random_every: self.random_every,
            is_balanced: self.balanced,
        }
    }
}

pub fn datagen(output: &mut impl Write, args: &DatagenArgs) -> Result<(), Failure> {
    games::visit(args.game.info.id, Generate { output, args }).expect("a registered game is visited")
}

struct Generate<'a, W> {
    output: &'a mut W,
    args: &'a DatagenArgs,
}

impl<W: Write> Visitor for Generate<'_, W> {
    type Output = Result<(), Failure>;

    fn visit<P: Game>(self) -> Self::Output {
        let Self { output, args } = self;
        let Some(features) = P::FEATURES else {
            return Err(Failure::said("datagen-no-net", [("game", words().name(P::INFO.name).into())]));
        };
        let network = args.net.as_deref().map(read_network::<P>).transpose()?;
        let network = network.as_ref();
        if let Some(count) = args.vectors {
            return vectors::<P>(output, &features, network, args.seed, count);
        }
        let id = network.map_or(0, |network| u32::from_str_radix(&network.id[..8], 16).unwrap_or(0));
        // A merged file has no settings of its own, and can never be continued.
        let (nodes, seed, id) = if args.merge.is_empty() { (args.nodes, args.seed, id) } else { (0, 0, 0) };
        let variety = args.variety();
        let header = DataHeader::new(&features, nodes, seed, id, variety);
        let path = args.out.as_deref().ok_or_else(|| Failure::said("datagen-no-file", []))?;
        let mut file = DataFile::open(path, &header, args.merge.is_empty())?;
        if args.merge.is_empty() {
            let evaluator = network.map_or(Evaluator::ByHand, Evaluator::Network);
            let settings = SelfplayOptions { nodes: args.nodes.into(), seed: args.seed, evaluator, variety };
            play_games::<P>(&mut file, &settings, network, args)?;
        } else {
            let merged = args.merge.iter().try_for_each(|part| file.merge(part));
            if let Err(failure) = merged {
                let _ = std::fs::remove_file(path);
                return Err(failure);
            }
        }
        let DataFile { positions, games, duplicates, .. } = file;
        writeln!(output, "positions {positions} games {games} duplicates {duplicates}")?;
        Ok(())
    }
}

/// A data file that grows by whole blocks.
struct DataFile {
    file: File,
    header: DataHeader,
    /// Hashes of all positions in the file.
    seen: HashSet<u64>,
    positions: u64,
    games: u64,
    next_game: u64,
    /// Positions that were left out, since this program opened the file.
    duplicates: u64,
}

impl DataFile {
    /// Opens the file for more blocks, after its last whole one.
    fn open(path: &Path, header: &DataHeader, may_continue: bool) -> Result<Self, Failure> {
        let (wrong, fail) = (|what: String| wrong(path, what), |error: io::Error| file_failure(path, &error));
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if may_continue {
            options.create(true)
        } else {
            options.create_new(true)
        };
        let mut file = options.open(path).map_err(fail)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(wrong(words().say("datagen-in-use"))),
            Err(TryLockError::Error(error)) => return Err(fail(error)),
        }
        let header = header.clone();
        let mut data = Self {
            file: file.try_clone()?,
            header,
            seen: HashSet::new(),
            positions: 0,
            games: 0,
            next_game: 0,
            duplicates: 0,
        };
        if file.metadata()?.len() == 0 {
            data.header.write(&mut file)?;
            return Ok(data);
        }
        let mut reader = BufReader::new(&file);
        let found = DataHeader::read(&mut reader).map_err(|error| bad_data(path, &error))?;
        if found != data.header {
            return Err(wrong(words().say("datagen-other-settings")));
        }
        let mut end = data::HEADER_BYTES as u64;
        while let Some(block) = DataBlock::read(&data.header, &mut reader)? {
            end += block.file_bytes();
            data.count(&block);
            for sample in block.samples.chunks_exact(data.header.sample_bytes()) {
                data.seen.insert(hash(cells(sample)));
            }
        }
        drop(reader);
        let left = file.metadata()?.len() - end;
        file.seek(SeekFrom::Start(end))?;
        if left > 0
            && DataBlock::announced_bytes(&data.header, &mut file)?.is_some_and(|announced| announced <= left)
        {
            return Err(wrong(words().say("datagen-damaged")));
        }
        if left > 0 {
            complain(&format!("jogo: {}: {}", path.display(), words().say("datagen-cut")));
            file.set_len(end)?;
        }
        file.seek(SeekFrom::Start(end))?;
        Ok(data)
    }

    fn count(&mut self, block: &DataBlock) {
        self.positions += (block.samples.len() / self.header.sample_bytes()) as u64;
        self.games += u64::from(block.games);
        self.next_game = self.next_game.max(block.first_game + u64::from(block.games));
    }

    /// Appends a block without the positions that the file holds already.
    fn append(&mut self, mut block: DataBlock) -> io::Result<()> {
        let size = self.header.sample_bytes();
        let mut fresh = Vec::with_capacity(block.samples.len());
        for sample in block.samples.chunks_exact(size) {
            if self.seen.insert(hash(cells(sample))) {
                fresh.extend_from_slice(sample);
            } else {
                self.duplicates += 1;
            }
        }
        block.samples = fresh;
        block.write(&self.header, &mut self.file)?;
        self.count(&block);
        Ok(())
    }

    fn merge(&mut self, path: &Path) -> Result<(), Failure> {
        let mut reader = BufReader::new(File::open(path).map_err(|error| file_failure(path, &error))?);
        let header = DataHeader::read(&mut reader).map_err(|error| bad_data(path, &error))?;
        if !self.header.fits(&header) {
            let told = [("name", games::quote(&header.name).into())];
            return Err(wrong(path, words().say_with("datagen-other-game", told)));
        }
        let mut end = data::HEADER_BYTES as u64;
        while let Some(block) = DataBlock::read(&header, &mut reader)? {
            end += block.file_bytes();
            self.append(block)?;
        }
        if end == reader.get_ref().metadata()?.len() {
            Ok(())
        } else {
            Err(wrong(path, words().say("datagen-damaged-part")))
        }
    }
}

fn wrong(path: &Path, what: String) -> Failure {
    Failure::Input(format!("{}: {what}", path.display()))
}

fn file_failure(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(said::file_trouble(words(), &path.display().to_string(), error))
}

fn bad_data(path: &Path, error: &BadData) -> Failure {
    match error {
        BadData::Io(error) => file_failure(path, error),
        BadData::Wrong(message) => wrong(path, words().message(message)),
    }
}

/// The part of a sample that is the position.
fn cells(sample: &[u8]) -> &[u8] {
    &sample[..sample.len() - 4]
}

fn hash(cells: &[u8]) -> u64 {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    hasher.write(cells);
    hasher.finish()
}

/// A block with its number, or why it cannot be played.
type Played = Result<(u64, DataBlock), String>;

/// Plays blocks of games on all threads and writes them in the order of their numbers, so that the file does
/// not depend on the number of threads.
fn play_games<P: Game>(
    data: &mut DataFile,
    settings: &SelfplayOptions<'_>,
    network: Option<&Network>,
    args: &DatagenArgs,
) -> Result<(), Failure> {
    let workers = if data.positions < args.positions { args.workers.connect()? } else { None };
    // As it was read, so that all play with the same even if the file changes meanwhile.
    let file = network.filter(|_| workers.is_some()).map(|network| JobFile::new(network.write()));
    let own_threads = || match &workers {
        Some(workers) => workers.capacity(),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let threads = args.threads.map_or_else(own_threads, usize::from);
    let first = data.next_game / BLOCK_GAMES;
    let (next, stop) = (AtomicU64::new(first), AtomicBool::new(false));
    let mut progress = Progress::new(data.positions, args.positions);
    thread::scope(|scope| {
        let (sender, blocks) = mpsc::sync_channel::<Played>(threads * 2);
        for _ in 0..threads {
            let (sender, next, stop, workers) = (sender.clone(), &next, &stop, &workers);
            let file = file.as_ref();
            scope.spawn(move || {
                let table = TranspositionTable::new(remote::TABLE_MEGABYTES);
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let empty = DataBlock {
                        first_game: number * BLOCK_GAMES,
                        games: BLOCK_GAMES as u32,
                        samples: Vec::new(),
                    };
                    let block = match workers {
                        Some(workers) => workers.block(P::INFO.id, settings, file, empty, stop),
                        None => Ok(Some(remote::play_block::<P>(empty, settings, &table, stop))),
                    };
                    // A block that was stopped is not whole.
                    let block =
                        block.map(|block| block.filter(|_| !stop.load(Ordering::Relaxed))).transpose();
                    let Some(block) = block else { break };
                    if sender.send(block.map(|block| (number, block))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = first;
        let mut written: Result<(), Failure> = Ok(());
        while data.positions < args.positions && written.is_ok() {
            let Ok(played) = blocks.recv() else { break };
            let (number, block) = match played {
                Ok(played) => played,
                Err(error) => {
                    written = Err(Failure::World(error));
                    break;
                }
            };
            early.insert(number, block);
            while let Some(block) =
                early.remove(&wanted).filter(|_| data.positions < args.positions && written.is_ok())
            {
                written = data.append(block).map_err(Failure::from);
                wanted += 1;
            }
            progress.show(data.positions);
        }
        stop.store(true, Ordering::Relaxed);
        drop(blocks);
        progress.end();
        written
    })
}

/// Positions a second and the time left, on a terminal.
struct Progress {
    begun: Instant,
    shown: Instant,
    first: u64,
    wanted: u64,
    is_shown: bool,
}

impl Progress {
    fn new(first: u64, wanted: u64) -> Self {
        Self {
            begun: Instant::now(),
            shown: Instant::now(),
            first,
            wanted,
            is_shown: io::stderr().is_terminal(),
        }
    }

    fn show(&mut self, positions: u64) {
        if !self.is_shown || self.shown.elapsed() < Duration::from_millis(500) {
            return;
        }
        self.shown = Instant::now();
        let rate = (positions - self.first) as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        let left = self.wanted.saturating_sub(positions) as f64 / rate.max(1e-9);
        let told = [("positions", positions.into()), ("rate", format!("{rate:.0}").into())];
        let told = told.into_iter().chain([("left", format!("{left:.0}").into())]);
        let _ = write!(io::stderr(), "\r{}   ", words().say_with("datagen-progress", told));
    }

    fn end(&self) {
        if self.is_shown {
            let _ = writeln!(io::stderr());
        }
    }
}

/// Prints positions of random games as lines of `cells inputs bucket output`.
fn vectors<P: Game>(
    output: &mut impl Write,
    features: &Features,
    network: Option<&Network>,
    seed: u64,
    count: u64,
) -> Result<(), Failure> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = P::default();
    let (mut cells, mut inputs) = (vec![0; features.cells], vec![0; features.active_max]);
    for _ in 0..count {
        while position.outcome().is_some() {
            let start = &P::INFO.starts[rng.usize(..P::INFO.starts.len())];
            position = start.text.parse().map_err(Failure::input)?;
        }
        position.cells(&mut cells);
        let active = position.features(&mut inputs);
        let join = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(",");
        let (cells, inputs) = (
            join(&mut cells.iter().map(u8::to_string)),
            join(&mut inputs[..active].iter().map(u16::to_string)),
        );
        let value = network.map_or_else(|| "-".to_owned(), |network| network.evaluate(&position).to_string());
        writeln!(output, "{cells} {inputs} {} {value}", position.bucket())?;
        if let Some(mv) = position.pick_move(|count| rng.usize(..count)) {
            position.play(mv);
        }
    }
    Ok(())
}
