//! What is broken: nodes, their links, the database, the queue and its workers.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::nodes::ServerProcess;
use super::queue::{QueueProcess, WorkerProcess};
use crate::load;

/// How long the nodes have to answer again when all is mended.
const HEALED_MAX: Duration = Duration::from_secs(30);
const WORKERS: usize = 2;

/// A way to break something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChaosFault {
    Kill,
    Stop,
    CutDatabase,
    CutNode,
    CutQueue,
    RestartDatabase,
    HangDatabase,
    RestartQueue,
    KillWorker,
    Replace,
}

/// All of them, and what they are called in the report.
pub const FAULTS: [(ChaosFault, &str); 10] = [
    (ChaosFault::Kill, "killed"),
    (ChaosFault::Stop, "stopped"),
    (ChaosFault::CutDatabase, "cut_from_database"),
    (ChaosFault::CutNode, "cut_from_nodes"),
    (ChaosFault::CutQueue, "cut_from_queue"),
    (ChaosFault::RestartDatabase, "database_restarts"),
    (ChaosFault::HangDatabase, "database_hangs"),
    (ChaosFault::RestartQueue, "queue_restarts"),
    (ChaosFault::KillWorker, "worker_killed"),
    (ChaosFault::Replace, "replaced"),
];

/// Servers on one database, with a queue and workers where there is a nats-server.
pub struct ChaosCluster {
    nodes: Vec<ServerProcess>,
    queue: Option<QueueProcess>,
    workers: Vec<WorkerProcess>,
    /// The command that restarts the database.
    restart: Option<String>,
}

impl ChaosCluster {
    pub async fn start(
        program: &Path,
        database: &str,
        restart: Option<String>,
        count: usize,
    ) -> Result<Self, String> {
        let queue = QueueProcess::start().await?;
        let addr = queue.as_ref().map(|queue| queue.addr);
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(ServerProcess::start(program, database, addr).await?);
        }
        let workers = addr.into_iter().flat_map(|addr| [addr; WORKERS]);
        let workers = workers.map(|addr| WorkerProcess::start(program, addr)).collect::<Result<_, _>>()?;
        Ok(Self { nodes, queue, workers, restart })
    }

    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.addr).collect()
    }

    pub fn has_queue(&self) -> bool {
        self.queue.is_some()
    }

    /// Returns whether something can be broken in this way.
    pub fn has(&self, fault: ChaosFault) -> bool {
        match fault {
            ChaosFault::RestartDatabase => self.restart.is_some(),
            ChaosFault::RestartQueue | ChaosFault::KillWorker | ChaosFault::CutQueue => self.has_queue(),
            ChaosFault::Kill
            | ChaosFault::Stop
            | ChaosFault::CutDatabase
            | ChaosFault::CutNode
            | ChaosFault::HangDatabase
            | ChaosFault::Replace => true,
        }
    }

    /// Breaks something, at this node if it is one, and mends it again.
    pub async fn suffer(&mut self, fault: ChaosFault, number: usize, lasts: Duration) {
        let node = &mut self.nodes[number];
        match fault {
            ChaosFault::Kill => {
                node.kill();
                tokio::time::sleep(lasts).await;
            }
            ChaosFault::Stop => {
                node.signal("-STOP");
                tokio::time::sleep(lasts).await;
                node.signal("-CONT");
            }
            ChaosFault::CutDatabase => {
                node.to_database.cut(true);
                tokio::time::sleep(lasts).await;
            }
            ChaosFault::CutNode => {
                node.to_node.cut(true);
                tokio::time::sleep(lasts).await;
            }
            ChaosFault::CutQueue => {
                node.cut_queue(true);
                tokio::time::sleep(lasts).await;
            }
            ChaosFault::RestartDatabase => {
                if let Some(command) = self.restart.clone() {
                    let restarted = move || Command::new("sh").args(["-c", &command]).status();
                    let _ = tokio::task::spawn_blocking(restarted).await;
                }
            }
            ChaosFault::HangDatabase => {
                for node in &self.nodes {
                    node.to_database.cut(true);
                }
                tokio::time::sleep(lasts).await;
            }
            ChaosFault::RestartQueue => {
                if let Some(queue) = &mut self.queue {
                    queue.kill();
                }
                tokio::time::sleep(lasts).await;
            }
            ChaosFault::KillWorker => {
                let count = self.workers.len().max(1);
                if let Some(worker) = self.workers.get_mut(number % count) {
                    worker.kill();
                }
                tokio::time::sleep(lasts).await;
            }
            ChaosFault::Replace => {
                // All of them, one after the other, as for a new version.
                for node in &mut self.nodes {
                    node.stop().await;
                    let _ = heal(node);
                    let _ = ready(&[node.addr]).await;
                }
            }
        }
        let _ = self.heal();
    }

    /// Mends everything.
    pub fn heal(&mut self) -> Result<(), String> {
        self.nodes.iter_mut().try_for_each(heal)?;
        self.queue.iter_mut().try_for_each(QueueProcess::run)?;
        self.workers.iter_mut().try_for_each(WorkerProcess::run)
    }

    /// Waits until all nodes can write and have their lease.
    pub async fn ready(&self) -> Result<(), String> {
        ready(&self.addresses()).await
    }

    /// Stops all nodes, and starts one of them, which has no game in memory.
    pub async fn leave_one(&mut self) -> Result<SocketAddr, String> {
        for node in &mut self.nodes {
            node.stop().await;
        }
        let node = self.nodes.first_mut().ok_or("there is no node")?;
        node.run()?;
        ready(&[node.addr]).await.map(|()| node.addr)
    }
}

fn heal(node: &mut ServerProcess) -> Result<(), String> {
    node.to_database.cut(false);
    node.to_node.cut(false);
    node.cut_queue(false);
    node.run()
}

async fn ready(nodes: &[SocketAddr]) -> Result<(), String> {
    let until = Instant::now() + HEALED_MAX;
    for node in nodes {
        while !matches!(load::get(&node.to_string(), "/readyz").await, Ok((200, _))) {
            if Instant::now() > until {
                return Err(format!("the node {node} does not become ready"));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    Ok(())
}
