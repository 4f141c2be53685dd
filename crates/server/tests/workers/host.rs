//! A nats-server of the test's own, worker processes, and a job that waits at a gate.

use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use serde::{Deserialize, Serialize};
use server::Limits;
use server::jobs::{Audience, Bus, BusState, Cost, JobContext, JobKind, Jobs, Kinds, QueueConfig, Ticket};
use tempfile::TempDir;

/// Nothing takes as long, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// The variable that makes a process of the tests a worker of this queue.
pub const QUEUE_VARIABLE: &str = "JOGO_TEST_QUEUE";
/// A job of this name panics.
pub const PANICS: &str = "panics";

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

pub async fn in_time<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, future).await.expect("in time")
}

pub async fn until(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < PATIENCE, "never: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A nats-server with a folder of its own.
pub struct Nats {
    child: Child,
    port: u16,
    folder: TempDir,
}

impl Nats {
    pub fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = tempfile::tempdir().unwrap();
        Self { child: Self::spawn(port, folder.path()), port, folder }
    }

    fn spawn(port: u16, folder: &Path) -> Child {
        let child = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"])
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server is installed");
        let since = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(since.elapsed() < PATIENCE, "nats-server does not listen");
            thread::sleep(Duration::from_millis(10));
        }
        child
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn config(&self) -> QueueConfig {
        QueueConfig::new(&self.url()).unwrap()
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn start_again(&mut self) {
        self.child = Self::spawn(self.port, self.folder.path());
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The worker pool of a server, with the queue.
pub struct Pool {
    pub jobs: Arc<Jobs>,
    bus: Arc<Bus>,
    folder: Arc<TempDir>,
}

impl Pool {
    pub async fn connect(nats: &Nats) -> Self {
        let jobs = Arc::new(Jobs::new(&Limits::default()));
        let bus = Bus::connect(&nats.config()).await.unwrap();
        jobs.attach(Arc::clone(&bus));
        Self { jobs, bus, folder: Arc::new(tempfile::tempdir().unwrap()) }
    }

    pub fn state(&self) -> BusState {
        self.bus.state()
    }

    pub fn gate(&self, name: &str) -> GateJob {
        let gate = self.folder.path().join(name);
        GateJob { name: name.to_owned(), gate, pool: Some(Arc::clone(&self.jobs)) }
    }
}

/// A job that waits until a file is there. Its output is the id of the process that has done it.
#[derive(Serialize, Deserialize)]
pub struct GateJob {
    name: String,
    gate: PathBuf,
    #[serde(skip)]
    pool: Option<Arc<Jobs>>,
}

impl GateJob {
    pub fn open(&self) -> Self {
        fs::write(&self.gate, "").unwrap();
        self.copy()
    }

    fn copy(&self) -> Self {
        Self { name: self.name.clone(), gate: self.gate.clone(), pool: self.pool.clone() }
    }

    pub fn submit(&self) -> Ticket<Self> {
        self.pool.as_ref().unwrap().submit(self.copy(), ADDRESS, Audience::Person)
    }

    pub fn submit_later(&self) -> Ticket<Self> {
        self.pool.as_ref().unwrap().submit(self.copy(), ADDRESS, Audience::Patient)
    }

    pub fn submit_to(&self, pool: &Pool) -> Ticket<Self> {
        pool.jobs.submit(self.copy(), ADDRESS, Audience::Person)
    }

    /// The job as it goes over the queue.
    pub fn request(&self) -> String {
        serde_json::to_string(self).unwrap()
    }

    pub async fn ask(&self) -> u32 {
        in_time(self.submit().output()).await.expect("an output")
    }

    fn files(&self, kind: &str) -> usize {
        let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        let files = fs::read_dir(self.gate.parent().unwrap()).unwrap();
        let prefix = format!("{}.{kind}-", self.name);
        files.filter(|file| name(file.as_ref().unwrap().path()).starts_with(&prefix)).count()
    }

    /// How often the job was begun.
    pub fn begun(&self) -> usize {
        self.files("begun")
    }

    pub fn begun_by(&self, process: u32) -> bool {
        self.files(&format!("begun-{process}")) > 0
    }

    pub fn was_stopped(&self) -> bool {
        self.files("stopped") > 0
    }

    fn note(&self, kind: &str) {
        let number = fastrand::u64(..);
        let name = format!("{}.{kind}-{}-{number:016x}", self.name, process::id());
        let _ = fs::write(self.gate.with_file_name(name), "");
    }
}

impl JobKind for GateJob {
    const NAME: &'static str = "gate";
    const TIME_MAX: Duration = PATIENCE;
    type Update = u32;
    type Output = u32;

    fn cost(&self) -> Cost {
        Cost::Short
    }

    fn key(&self) -> Option<String> {
        Some(self.name.clone())
    }

    fn run(&self, context: &JobContext<'_, u32>) -> u32 {
        self.note("begun");
        assert_ne!(self.name, PANICS);
        context.tell(process::id());
        while !self.gate.exists() && context.clock.elapsed() < PATIENCE {
            if context.stop.load(Ordering::Relaxed) {
                self.note("stopped");
                return 0;
            }
            thread::sleep(Duration::from_millis(10));
        }
        process::id()
    }
}

pub fn kinds() -> Kinds {
    Kinds::of_server().with::<GateJob>()
}

pub fn own_id() -> u32 {
    process::id()
}

/// A worker with two threads: this program once more.
pub struct WorkerProcess(Child);

impl WorkerProcess {
    pub fn start(nats: &Nats) -> Self {
        let child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "worker_process"])
            .env(QUEUE_VARIABLE, nats.url())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self(child)
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    pub fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Lets it stand still, as a machine that is overloaded does.
    pub fn pause(&self) {
        self.signal("STOP");
    }

    pub fn resume(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        let sent =
            Command::new("kill").args([&format!("-{name}"), &self.0.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
