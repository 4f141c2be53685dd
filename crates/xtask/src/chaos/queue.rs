//! The queue of engine work and its workers, which are broken like everything else.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::nodes::free_address;

/// Where Debian has the program, outside of the path of users.
const PROGRAMS: [&str; 2] = ["nats-server", "/usr/sbin/nats-server"];

/// A nats-server with a folder of its own.
#[derive(Debug)]
pub struct QueueProcess {
    pub addr: SocketAddr,
    program: &'static str,
    folder: TempDir,
    process: Option<Child>,
}

impl QueueProcess {
    /// Starts a nats-server; none where there is no such program.
    pub async fn start() -> Result<Option<Self>, String> {
        let is_there = |program: &&str| quiet(Command::new(program).arg("--version")).is_ok_and(ends_well);
        let Some(program) = PROGRAMS.into_iter().find(is_there) else { return Ok(None) };
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut queue = Self { addr: free_address().await?, program, folder, process: None };
        queue.run()?;
        Ok(Some(queue))
    }

    /// Starts the process, unless it runs. It keeps its address and its folder.
    pub fn run(&mut self) -> Result<(), String> {
        if self.process.is_some() {
            return Ok(());
        }
        let mut command = Command::new(self.program);
        command.args(["-a", &self.addr.ip().to_string(), "-p", &self.addr.port().to_string(), "-js", "-sd"]);
        self.process = Some(quiet(command.arg(self.folder.path()))?);
        Ok(())
    }

    /// Ends the process, as kill -9 does.
    pub fn kill(&mut self) {
        end(&mut self.process);
    }
}

impl Drop for QueueProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A worker with one thread.
#[derive(Debug)]
pub struct WorkerProcess {
    program: PathBuf,
    queue: SocketAddr,
    process: Option<Child>,
}

impl WorkerProcess {
    pub fn start(program: &Path, queue: SocketAddr) -> Result<Self, String> {
        let mut worker = Self { program: program.to_owned(), queue, process: None };
        worker.run()?;
        Ok(worker)
    }

    /// Starts the process, unless it runs.
    pub fn run(&mut self) -> Result<(), String> {
        if self.process.is_some() {
            return Ok(());
        }
        let mut command = Command::new(&self.program);
        command.args([
            "worker",
            "--threads",
            "1",
            "--log",
            "off",
            "--jobs",
            &format!("nats://{}", self.queue),
        ]);
        self.process = Some(quiet(&mut command)?);
        Ok(())
    }

    /// Ends the process, as kill -9 does.
    pub fn kill(&mut self) {
        end(&mut self.process);
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

fn quiet(command: &mut Command) -> Result<Child, String> {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map_err(|error| format!("{}: {error}", command.get_program().display()))
}

fn ends_well(mut child: Child) -> bool {
    child.wait().is_ok_and(|status| status.success())
}

fn end(process: &mut Option<Child>) {
    if let Some(mut process) = process.take() {
        let _ = process.kill();
        let _ = process.wait();
    }
}
