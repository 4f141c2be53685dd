//! `jogo worker`: engine work for servers and matches on other machines.

use std::io::Write;
use std::path::PathBuf;
use std::{env, fs, thread};

use clap::Args;
use games::quote;
use server::jobs::{self, Kinds, QueueConfig, WORKER_THREADS_MAX};

use super::remote::{DataBlockJob, MatchGameJob};
use super::serve::{LogLevel, asked_to_stop};
use crate::failure::{Failure, words};

/// Where the queue is, if not said by an argument.
const QUEUE_VARIABLE: &str = "JOGO_JOBS";
const CA_VARIABLE: &str = "JOGO_JOBS_CA";
/// Longest address of a queue, in bytes.
const ADDRESS_MAX: u64 = 4096;

/// Where the queue of engine work is.
#[derive(Args, Debug)]
pub struct QueueArgs {
    /// The queue of engine work on NATS JetStream: nats://HOST:4222 or tls://HOST, several of one cluster
    /// separated by commas, or @FILE with such an address [default: the environment's JOGO_JOBS]
    // The address is an example in the help text, not a link.
    #[allow(rustdoc::bare_urls)]
    #[arg(long, value_name = "URL")]
    jobs: Option<String>,
    /// Certificates to trust in place of the system's when the queue has TLS, as PEM [default: the
    /// environment's JOGO_JOBS_CA]
    #[arg(long, value_name = "FILE")]
    jobs_ca: Option<PathBuf>,
}

impl QueueArgs {
    /// Returns the queue, if one is named.
    pub fn queue(&self) -> Result<Option<QueueConfig>, Failure> {
        queue(self.jobs.as_deref(), self.jobs_ca.clone())
    }
}

/// Reads where the queue is: an argument, a file that it names, or the environment. Secrets are taken from
/// the latter two only: other users can see arguments.
pub fn queue(argument: Option<&str>, ca: Option<PathBuf>) -> Result<Option<QueueConfig>, Failure> {
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let (text, may_have_login) = match (argument, variable(QUEUE_VARIABLE)) {
        (Some(argument), _) => (argument.to_owned(), false),
        (None, Some(value)) => (value, true),
        (None, None) => return Ok(None),
    };
    let (text, may_have_login) = match text.strip_prefix('@') {
        Some(path) => (read_address(path)?, true),
        None => (text, may_have_login),
    };
    let wrong = |_| Failure::Input(words().say("worker-address"));
    let mut config = QueueConfig::new(text.trim()).map_err(wrong)?;
    if config.has_login() && !may_have_login {
        return Err(Failure::Input(words().say("worker-password")));
    }
    config.ca = ca.or_else(|| variable(CA_VARIABLE).map(PathBuf::from));
    Ok(Some(config))
}

fn read_address(path: &str) -> Result<String, Failure> {
    use std::io::Read;
    let named = |error| Failure::Input(format!("{}: {error}", quote(path)));
    let mut text = String::new();
    fs::File::open(path).map_err(named)?.take(ADDRESS_MAX).read_to_string(&mut text).map_err(named)?;
    Ok(text)
}

#[derive(Args, Debug)]
pub struct WorkerArgs {
    #[command(flatten)]
    queue: QueueArgs,
    /// How many jobs are done at once [default: one per processor]
    #[arg(
        long, value_name = "N", env = "JOGO_THREADS", hide_env = true,
        value_parser = clap::value_parser!(u64).range(1..=WORKER_THREADS_MAX as u64)
    )]
    threads: Option<u64>,
    /// What to write about on standard error
    #[arg(long, value_name = "LEVEL", value_enum, default_value = "info", env = "JOGO_LOG", hide_env = true)]
    log: LogLevel,
}

pub fn worker(output: &mut impl Write, args: &WorkerArgs) -> Result<(), Failure> {
    args.log.init();
    let Some(queue) = args.queue.queue()? else { return Err(Failure::Input(words().say("worker-which"))) };
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(async {
        let stop = asked_to_stop()?;
        let told = [("queue", queue.to_string().into()), ("threads", threads.into())];
        writeln!(output, "{}", words().say_with("worker-begins", told))?;
        output.flush()?;
        jobs::work(&queue, threads, kinds(), stop).await.map_err(|error| Failure::World(error.to_string()))
    });
    // A job that does not end when it is cancelled is given up: another worker does it.
    runtime.shutdown_background();
    done
}

/// Everything that a worker can do.
fn kinds() -> Kinds {
    Kinds::of_server().with::<MatchGameJob>().with::<DataBlockJob>()
}
