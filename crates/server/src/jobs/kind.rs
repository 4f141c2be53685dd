//! What a kind of job is. The request, the updates and the output are plain data, so that a job can be done
//! by a thread of this process or by a worker on another machine.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::queue::Cost;

/// A kind of job; a value of it is one request. `kinds.rs` lists all kinds.
///
/// Requests of an older program may reach a newer one during a rolling restart. A change that the other side
/// would misread needs a new [`PROTOCOL`](super::PROTOCOL).
pub trait JobKind: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The name in the queue: letters and hyphens.
    const NAME: &'static str;
    /// The longest that the job may run. A job that is not done by then is given up.
    const TIME_MAX: Duration;
    /// What is reported while the job runs; `()` where nothing is.
    type Update: Serialize + DeserializeOwned + Send + 'static;
    type Output: Serialize + DeserializeOwned + Send + 'static;

    fn cost(&self) -> Cost;

    /// Returns what makes two requests the same, such as the game and its version; letters, digits, `-`, `_`
    /// and `.` only. Without a key, requests with the same content are the same.
    fn key(&self) -> Option<String> {
        None
    }

    /// Returns the file that the job needs, which is too long for a request. Workers get it by the queue.
    fn file(&self) -> Option<&JobFile> {
        None
    }

    /// Does the work, on a thread of its own.
    fn run(&self, context: &JobContext<'_, Self::Update>) -> Self::Output;
}

/// A file that jobs need, by the SHA-256 of its bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct JobFile {
    name: Arc<str>,
    bytes: Arc<[u8]>,
}

impl JobFile {
    pub fn new(bytes: Vec<u8>) -> Self {
        let name = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        Self { name: name.into(), bytes: bytes.into() }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Debug for JobFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JobFile({})", self.name)
    }
}

/// The stop flag of a running job, and the receiver of its reports.
pub struct JobContext<'a, U> {
    /// Has run since the job began.
    pub clock: Instant,
    /// Set when the result is no longer wanted. Then whatever is returned is thrown away.
    pub stop: &'a Arc<AtomicBool>,
    /// The file that the job needs.
    pub file: Option<&'a JobFile>,
    pub(super) on_update: &'a dyn Fn(U),
}

impl<U> JobContext<'_, U> {
    /// Sends an update. Updates may be lost, so the output must not depend on them.
    pub fn tell(&self, update: U) {
        (self.on_update)(update);
    }
}

impl<U> fmt::Debug for JobContext<'_, U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JobContext").field("stop", &self.stop).finish_non_exhaustive()
    }
}
