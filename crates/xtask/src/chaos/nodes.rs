//! Real servers on one database, and the links between them that can be cut.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// How long a server may take to stop.
const STOP_MAX: Duration = Duration::from_secs(10);

/// A TCP link that can be cut: what goes through it stops, as when a network fails, and neither end is
/// notified.
#[derive(Debug)]
pub struct Link {
    pub addr: SocketAddr,
    is_cut: Arc<watch::Sender<bool>>,
}

impl Link {
    pub async fn to(target: SocketAddr) -> Result<Self, String> {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|error| error.to_string())?;
        let addr = listener.local_addr().map_err(|error| error.to_string())?;
        let is_cut = Arc::new(watch::channel(false).0);
        let cut = Arc::clone(&is_cut);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, target, cut.subscribe()));
            }
        });
        Ok(Self { addr, is_cut })
    }

    pub fn cut(&self, is_cut: bool) {
        self.is_cut.send_replace(is_cut);
    }
}

async fn carry(mut near: TcpStream, target: SocketAddr, mut cut: watch::Receiver<bool>) {
    let _ = cut.wait_for(|is_cut| !*is_cut).await;
    let Ok(mut far) = TcpStream::connect(target).await else { return };
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let is_over = tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut near, &mut far) => true,
        _ = cut.wait_for(|is_cut| *is_cut) => false,
    };
    if !is_over {
        // Held open, in silence, until the network is there again.
        let _ = cut.wait_for(|is_cut| !*is_cut).await;
    }
}

/// A server, and the links that it uses.
#[derive(Debug)]
pub struct ServerProcess {
    pub addr: SocketAddr,
    cluster: SocketAddr,
    program: PathBuf,
    database: String,
    /// From the node to the database and the queue, and from the other nodes to the node.
    pub to_database: Link,
    pub to_queue: Option<Link>,
    pub to_node: Link,
    process: Option<Child>,
}

impl ServerProcess {
    /// Starts a server on a database, `postgres://USER@HOST:PORT/NAME`, with a queue if there is one.
    pub async fn start(program: &Path, database: &str, queue: Option<SocketAddr>) -> Result<Self, String> {
        let place =
            database.split_once('@').and_then(|(_, rest)| rest.split_once('/')).map(|(place, _)| place);
        let place = place.ok_or("the address of the database has no host")?;
        let target = place.parse().map_err(|_| format!("{place} is no address"))?;
        let to_database = Link::to(target).await?;
        let to_queue = match queue {
            Some(queue) => Some(Link::to(queue).await?),
            None => None,
        };
        let (addr, cluster) = (free_address().await?, free_address().await?);
        let mut node = Self {
            addr,
            cluster,
            program: program.to_owned(),
            database: database.replace(place, &to_database.addr.to_string()),
            to_database,
            to_queue,
            to_node: Link::to(cluster).await?,
            process: None,
        };
        node.run()?;
        Ok(node)
    }

    /// Starts the process, unless it runs.
    pub fn run(&mut self) -> Result<(), String> {
        // One that found no database when it started has ended by itself.
        if self.process.as_mut().is_some_and(|process| matches!(process.try_wait(), Ok(None))) {
            return Ok(());
        }
        let mut command = Command::new(&self.program);
        command
            .args(["serve", "--no-limits", "--log", "off", "--addr", &self.addr.to_string()])
            .args(["--cluster-listen", &self.cluster.to_string()])
            .args(["--cluster-url", &format!("http://{}", self.to_node.addr)])
            .env("JOGO_DATABASE", &self.database)
            .env("JOGO_CLUSTER_KEY", "a-key-for-chaos-alone")
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        if let Some(queue) = &self.to_queue {
            command.env("JOGO_JOBS", format!("nats://{}", queue.addr));
        }
        self.process = Some(command.spawn().map_err(|error| format!("{}: {error}", self.program.display()))?);
        Ok(())
    }

    /// Cuts the link to the queue, or lets it be.
    pub fn cut_queue(&self, is_cut: bool) {
        if let Some(link) = &self.to_queue {
            link.cut(is_cut);
        }
    }

    pub fn signal(&self, signal: &str) {
        if let Some(process) = &self.process {
            let _ = Command::new("kill").args([signal, &process.id().to_string()]).status();
        }
    }

    /// Ends the process, as kill -9 does.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Asks the process to stop, and waits for it.
    pub async fn stop(&mut self) {
        self.signal("-TERM");
        let until = tokio::time::Instant::now() + STOP_MAX;
        while let Some(process) = &mut self.process {
            match process.try_wait() {
                Ok(Some(_)) => self.process = None,
                _ if tokio::time::Instant::now() > until => self.kill(),
                _ => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.signal("-CONT");
        self.kill();
    }
}

/// An address that was free a moment ago; a server that is started again needs the same.
pub async fn free_address() -> Result<SocketAddr, String> {
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|error| error.to_string())?;
    listener.local_addr().map_err(|error| error.to_string())
}
