//! `jogo serve`: the games in a browser.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use directories::ProjectDirs;
use server::{Cluster, ClusterKey, Config, Limits, Reach, ServeError, Server};

use super::store;
use super::worker::QueueArgs;
use crate::failure::{Failure, complain, words};

/// Least length of the key that servers share.
const CLUSTER_KEY_MIN: usize = 16;

#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Where to listen; port 0 takes any that is free
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7878", env = "JOGO_ADDR", hide_env = true)]
    addr: SocketAddr,
    /// The folder of the games [default: in the user's data folder]
    #[arg(long, value_name = "DIR", env = "JOGO_DATA", hide_env = true)]
    data: Option<PathBuf>,
    /// Keep the games in PostgreSQL instead, which several servers can share: postgres://USER@HOST/NAME, or
    /// @FILE with such an address [default: the environment's JOGO_DATABASE]
    // The address is an example in the help text, not a link.
    #[allow(rustdoc::bare_urls)]
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// Listen there to other servers on the same database, which pass on what comes for the games of this
    /// one: an address that clients cannot reach
    #[arg(long, value_name = "ADDR", env = "JOGO_CLUSTER_LISTEN", hide_env = true)]
    cluster_listen: Option<SocketAddr>,
    /// How those servers reach this one, such as http://10.0.0.2:7979 [default: where it listens to them]
    // The address is an example in the help text, not a link.
    #[allow(rustdoc::bare_urls)]
    #[arg(
        long, value_name = "URL", value_parser = read_cluster_url, requires = "cluster_listen",
        env = "JOGO_CLUSTER_URL", hide_env = true
    )]
    cluster_url: Option<String>,
    /// A file with the key that all those servers share [default: the environment's JOGO_CLUSTER_KEY]
    #[arg(long, value_name = "FILE", env = "JOGO_CLUSTER_KEY_FILE", hide_env = true)]
    cluster_key: Option<PathBuf>,
    #[command(flatten)]
    queue: QueueArgs,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Let whoever is in this network play: listen on all addresses of this computer, and print them
    #[arg(long, env = "JOGO_LAN", hide_env = true)]
    lan: bool,
    /// How people reach the server when a proxy stands before it, such as https://play.example.org
    // The address is an example in the help text, not a link.
    #[allow(rustdoc::bare_urls)]
    #[arg(long, value_name = "URL", value_parser = read_url, env = "JOGO_PUBLIC_URL", hide_env = true)]
    public_url: Option<String>,
    /// Believe the proxy's X-Forwarded-For: only when every request comes through one
    #[arg(long, env = "JOGO_TRUST_PROXY", hide_env = true)]
    trust_proxy: bool,
    /// For how long the side to move must be away before the other side may claim a game with clocks
    #[arg(
        long, value_name = "SECONDS", default_value_t = 60, env = "JOGO_CLAIM_AFTER", hide_env = true,
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    claim_after: u64,
    /// For how many days the side to move must be silent before the other side may claim a game without
    /// clocks
    #[arg(
        long, value_name = "DAYS", default_value_t = 3, env = "JOGO_CLAIM_DAYS", hide_env = true,
        value_parser = clap::value_parser!(u32).range(1..=365)
    )]
    claim_days: u32,
    /// Delete games so many days after their end [default: keep them for ever, those between two bots for 30
    /// days]
    #[arg(
        long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500),
        env = "JOGO_KEEP_FINISHED", hide_env = true
    )]
    keep_finished: Option<u32>,
    /// Serve measurements for Prometheus there, at /metrics: an address that others cannot reach
    #[arg(long, value_name = "ADDR", env = "JOGO_METRICS", hide_env = true)]
    metrics: Option<SocketAddr>,
    /// What to write about on standard error
    #[arg(long, value_name = "LEVEL", value_enum, default_value = "info", env = "JOGO_LOG", hide_env = true)]
    log: LogLevel,
    /// Let one address do as much as it likes: to measure the server, never to run it
    #[arg(long)]
    no_limits: bool,
}

/// What is written to standard error.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LogLevel {
    Off,
    Error,
    Warn,
    Info,
    Debug,
}

impl LogLevel {
    /// Begins to write.
    pub fn init(self) {
        let level = match self {
            Self::Off => tracing_subscriber::filter::LevelFilter::OFF,
            Self::Error => tracing_subscriber::filter::LevelFilter::ERROR,
            Self::Warn => tracing_subscriber::filter::LevelFilter::WARN,
            Self::Info => tracing_subscriber::filter::LevelFilter::INFO,
            Self::Debug => tracing_subscriber::filter::LevelFilter::DEBUG,
        };
        tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_ansi(false).init();
    }
}

pub fn serve(output: &mut impl Write, args: &ServeArgs) -> Result<(), Failure> {
    args.log.init();
    let config = config(args)?;
    // Every player is an open file; what cannot be had is no reason not to begin.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(config).await.map_err(|error| match error {
            ServeError::Store(error) => Failure::World(error.to_string()),
            ServeError::Queue(_) => Failure::World(error.to_string()),
            ServeError::Listen(addr, error) => Failure::World(words().say_with(
                "serve-no-listening",
                [("addr", addr.to_string().into()), ("error", error.to_string().into())],
            )),
        })?;
        // A program that reads the address may stop the server at once.
        let stop = asked_to_stop()?;
        announce(output, server.reach())?;
        if args.open
            && let Err(error) = open::that_detached(server.reach().best())
        {
            let told = words().say_with("serve-no-browser", [("error", error.to_string().into())]);
            complain(&format!("jogo: {told}"));
        }
        server.run(stop).await;
        Ok(())
    })
}

fn config(args: &ServeArgs) -> Result<Config, Failure> {
    let database = match (&args.database, std::env::var("JOGO_DATABASE")) {
        (Some(url), _) => Some(store::database(url)?),
        (None, Ok(url)) if args.data.is_none() && !url.is_empty() => Some(store::address(&url)?),
        (None, _) => None,
    };
    let folder = || ProjectDirs::from("", "", "jogo").map(|folders| folders.data_dir().join("games"));
    let data = data_folder(args.data.clone().or_else(folder), database.is_some())?;
    let cluster = cluster(args, database.is_some())?;
    let ip = if args.lan { IpAddr::V4(Ipv4Addr::UNSPECIFIED) } else { args.addr.ip() };
    Ok(Config {
        database,
        cluster,
        jobs: args.queue.queue()?,
        public_url: args.public_url.clone(),
        trusts_proxy: args.trust_proxy,
        claim_after: Duration::from_secs(args.claim_after),
        claim_days: args.claim_days,
        keep_finished_days: args.keep_finished,
        metrics: args.metrics,
        limits: if args.no_limits { Limits::generous() } else { Limits::default() },
        ..Config::new(SocketAddr::new(ip, args.addr.port()), data)
    })
}

/// Returns the folder of the games; a server on a database needs none, so its user may have no home.
fn data_folder(folder: Option<PathBuf>, has_database: bool) -> Result<PathBuf, Failure> {
    match folder {
        Some(folder) => Ok(folder),
        None if has_database => Ok(PathBuf::new()),
        None => Err(Failure::said("serve-no-folder", [])),
    }
}

/// Returns how other servers reach this one, if they are to.
fn cluster(args: &ServeArgs, has_database: bool) -> Result<Option<Cluster>, Failure> {
    let Some(listen) = args.cluster_listen else { return Ok(None) };
    if !has_database {
        return Err(Failure::said("cluster-no-database", []));
    }
    let key = match &args.cluster_key {
        Some(file) => Some(store::secret_in(file)?),
        None => std::env::var("JOGO_CLUSTER_KEY").ok(),
    };
    let key = key.map(|key| key.trim().to_owned()).unwrap_or_default();
    if key.len() < CLUSTER_KEY_MIN || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Failure::said("cluster-key", [("least", CLUSTER_KEY_MIN.into())]));
    }
    Ok(Some(Cluster { listen, url: args.cluster_url.clone(), key: ClusterKey(key) }))
}

/// Between servers there is no TLS: they are on a network of their own.
fn read_cluster_url(text: &str) -> Result<String, String> {
    read_url(text)?;
    if text.starts_with("http://") { Ok(text.to_owned()) } else { Err(words().say("cluster-url")) }
}

fn read_url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let host = rest.map_or("", |rest| rest.strip_suffix('/').unwrap_or(rest));
    let is_host = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    if host.is_empty() || !host.chars().all(is_host) {
        return Err(words().say("serve-url"));
    }
    Ok(text.trim_end_matches('/').to_owned())
}

fn announce(output: &mut impl Write, reach: &Reach) -> io::Result<()> {
    let who = words().say(match reach.kind {
        "local" => "serve-local",
        "lan" => "serve-lan",
        _ => "serve-public",
    });
    let told = [("url", reach.best().into()), ("who", who.into())];
    writeln!(output, "{}", words().say_with("serve-at", told))?;
    for url in reach.urls.iter().skip(1) {
        writeln!(output, "             {}", words().say_with("serve-or", [("url", url.into())]))?;
    }
    if reach.kind == "lan"
        && let Some(code) = server::qr_text(reach.best())
    {
        writeln!(output, "\n{code}\n")?;
    }
    output.flush()
}

/// Listens for signals from now on. The future that it returns ends when the server is to stop.
#[cfg(unix)]
pub fn asked_to_stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
pub fn asked_to_stop() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without signals there is nothing to wait for.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_server_without_a_database_needs_a_folder() {
        assert!(data_folder(None, true).is_ok());
        assert!(data_folder(None, false).is_err());
        assert_eq!(data_folder(Some("games".into()), false).ok(), Some(PathBuf::from("games")));
    }
}
