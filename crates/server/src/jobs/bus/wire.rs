//! The form of what goes over NATS: subjects, headers, streams. docs/scale.md describes it.
//!
//! Subjects and streams carry the protocol number, so that programs of different numbers never get each
//! other's messages and can run side by side during a rolling restart.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::{HeaderMap, Message};

use super::super::queue::Audience;

/// How long the queue remembers which jobs it has had.
const DUPLICATES_FOR: Duration = Duration::from_secs(120);
/// How long answers are kept for those that ask the same again.
const ANSWERS_FOR: Duration = DUPLICATES_FOR;
/// Jobs older than this are dropped, whatever their deadline says.
const JOBS_FOR: Duration = Duration::from_secs(24 * 3600);
/// Sizes of the streams. New jobs are refused beyond it, and old answers forgotten.
const JOBS_BYTES: i64 = 256 << 20;
const ANSWERS_BYTES: i64 = 64 << 20;
const FILES_BYTES: i64 = 128 << 20;
/// The longest file that jobs can need; it goes in pieces.
pub const FILE_BYTES_MAX: usize = 64 << 20;
pub const PIECE_BYTES: usize = 256 << 10;
/// How long files are kept. One that has gone is sent again when a worker misses it.
const FILES_FOR: Duration = Duration::from_secs(24 * 3600);
/// A worker that says nothing of a job for this long has lost it, and the job goes to another one.
pub const ACK_WAIT: Duration = Duration::from_secs(4);
/// Jobs that workers are busy with at once, in all.
const ACK_PENDING_MAX: i64 = 10_000;

/// The prefix of the names of streams; the protocol number follows.
const JOBS_STREAM: &str = "JOGO_JOBS_";
const ANSWERS_STREAM: &str = "JOGO_ANSWERS_";
const FILES_STREAM: &str = "JOGO_FILES_";

const PROTOCOL_HEADER: &str = "Jogo-Protocol";
const KEY_HEADER: &str = "Jogo-Key";
const KIND_HEADER: &str = "Jogo-Kind";
const EXPIRES_HEADER: &str = "Jogo-Expires";
const FILE_HEADER: &str = "Jogo-File";
const WORD_HEADER: &str = "Jogo-Word";
/// The queue drops a message with an id that it has had.
const ID_HEADER: &str = "Nats-Msg-Id";

/// Which consumer a job is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// A person waits for it at a board.
    Now,
    Later,
}

impl Lane {
    pub const BOTH: [Self; 2] = [Self::Now, Self::Later];

    pub fn of(audience: Audience) -> Self {
        match audience {
            Audience::Person | Audience::Analyst | Audience::Spectators => Self::Now,
            Audience::Patient => Self::Later,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Now => "now",
            Self::Later => "later",
        }
    }
}

/// What a message about a job says; the payload belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A worker begins.
    Started,
    Update,
    /// The output follows.
    Done,
    /// The job failed, and would fail elsewhere.
    Failed,
    /// This worker cannot do it; another might.
    Refused,
    /// The one that asked does not want it any more.
    Stop,
    /// The worker has stopped.
    Stopped,
}

impl Word {
    const ALL: [Self; 7] =
        [Self::Started, Self::Update, Self::Done, Self::Failed, Self::Refused, Self::Stop, Self::Stopped];

    fn name(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Update => "update",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Refused => "refused",
            Self::Stop => "stop",
            Self::Stopped => "stopped",
        }
    }

    /// What the asker waits for is kept, for those that ask the same again.
    fn is_kept(self) -> bool {
        self == Self::Done
    }
}

/// A job as the queue carries it. The payload is the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobHead {
    pub protocol: u32,
    pub kind: String,
    /// Names the job in all subjects.
    pub key: String,
    /// When nothing waits for it any more, in milliseconds since 1970.
    pub expires_ms: u64,
    /// The name of the file that the job needs.
    pub file: Option<String>,
}

impl JobHead {
    pub fn headers(&self, id: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(PROTOCOL_HEADER, self.protocol.to_string());
        headers.insert(KIND_HEADER, self.kind.as_str());
        headers.insert(KEY_HEADER, self.key.as_str());
        headers.insert(EXPIRES_HEADER, self.expires_ms.to_string());
        headers.insert(ID_HEADER, id);
        if let Some(file) = &self.file {
            headers.insert(FILE_HEADER, file.as_str());
        }
        headers
    }

    /// Returns `None` for a message that is no job.
    pub fn of(message: &Message) -> Option<Self> {
        let headers = message.headers.as_ref()?;
        let text = |name: &str| headers.get(name).map(|value| value.as_str());
        let key = text(KEY_HEADER).filter(|key| is_key(key))?;
        Some(Self {
            protocol: text(PROTOCOL_HEADER)?.parse().ok()?,
            kind: text(KIND_HEADER)?.to_owned(),
            key: key.to_owned(),
            expires_ms: text(EXPIRES_HEADER)?.parse().ok()?,
            file: text(FILE_HEADER).map(str::to_owned),
        })
    }
}

/// Returns whether a key can be part of a subject, and of no subject but its own.
pub fn is_key(key: &str) -> bool {
    let is_token = |token: &str| {
        !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    key.len() <= 200 && key.split('.').all(is_token)
}

/// The subjects and streams of one protocol number.
#[derive(Clone, Copy, Debug)]
pub struct Subjects(pub u32);

impl Subjects {
    pub fn job(self, lane: Lane, kind: &str) -> String {
        format!("jogo.{}.job.{}.{kind}", self.0, lane.name())
    }

    /// Everything that is said of a job.
    pub fn about(self, key: &str) -> String {
        format!("jogo.{}.*.{key}", self.0)
    }

    /// Where a word about a job is published: words that are kept go through a stream.
    pub fn word(self, word: Word, key: &str) -> String {
        let kind = match word {
            Word::Stop => "stop",
            word if word.is_kept() => "answer",
            _ => "news",
        };
        format!("jogo.{}.{kind}.{key}", self.0)
    }

    pub fn answer(self, key: &str) -> String {
        self.word(Word::Done, key)
    }

    pub fn stops(self) -> String {
        format!("jogo.{}.stop.>", self.0)
    }

    /// Returns the key of a subject about a job.
    pub fn key(subject: &str) -> Option<&str> {
        subject.splitn(4, '.').nth(3)
    }

    pub fn beat(self, worker: &str) -> String {
        format!("jogo.{}.worker.{worker}", self.0)
    }

    pub fn beats(self) -> String {
        self.beat("*")
    }

    pub fn word_headers(self, word: Word) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(PROTOCOL_HEADER, self.0.to_string());
        headers.insert(WORD_HEADER, word.name());
        headers
    }

    /// Returns what a message about a job says; `None` for one of another protocol number.
    pub fn read_word(self, headers: Option<&HeaderMap>) -> Option<Word> {
        let headers = headers?;
        let protocol: u32 = headers.get(PROTOCOL_HEADER)?.as_str().parse().ok()?;
        let name = headers.get(WORD_HEADER)?.as_str();
        Word::ALL.into_iter().find(|word| word.name() == name).filter(|_| protocol == self.0)
    }

    pub fn jobs_stream(self) -> String {
        format!("{JOBS_STREAM}{}", self.0)
    }

    pub fn answers_stream(self) -> String {
        format!("{ANSWERS_STREAM}{}", self.0)
    }

    pub fn files_stream(self) -> String {
        format!("{FILES_STREAM}{}", self.0)
    }

    /// Where a piece of a file is. The piece after the last one is empty.
    pub fn piece(self, file: &str, index: usize) -> String {
        format!("jogo.{}.file.{file}.{index}", self.0)
    }

    /// Returns the protocol number of a stream of jobs.
    pub fn number_of(stream: &str) -> Option<u32> {
        stream.strip_prefix(JOBS_STREAM)?.parse().ok()
    }

    /// All streams. Nothing here is newer than nats-server 2.9.
    pub fn streams(self) -> [stream::Config; 3] {
        let jobs = stream::Config {
            name: self.jobs_stream(),
            description: Some("Engine work of jogo".to_owned()),
            subjects: vec![format!("jogo.{}.job.>", self.0)],
            retention: RetentionPolicy::WorkQueue,
            // A job that can wait outlives a restart of NATS.
            storage: StorageType::File,
            discard: DiscardPolicy::New,
            max_bytes: JOBS_BYTES,
            max_age: JOBS_FOR,
            duplicate_window: DUPLICATES_FOR,
            ..stream::Config::default()
        };
        let answers = stream::Config {
            name: self.answers_stream(),
            description: Some("Answers to engine work of jogo".to_owned()),
            subjects: vec![format!("jogo.{}.answer.>", self.0)],
            storage: StorageType::Memory,
            discard: DiscardPolicy::Old,
            max_bytes: ANSWERS_BYTES,
            max_messages_per_subject: 1,
            max_age: ANSWERS_FOR,
            ..stream::Config::default()
        };
        let files = stream::Config {
            name: self.files_stream(),
            description: Some("Files that engine work of jogo needs".to_owned()),
            subjects: vec![format!("jogo.{}.file.>", self.0)],
            storage: StorageType::File,
            discard: DiscardPolicy::Old,
            max_bytes: FILES_BYTES,
            max_messages_per_subject: 1,
            max_age: FILES_FOR,
            ..stream::Config::default()
        };
        [jobs, answers, files]
    }

    pub fn consumer(self, lane: Lane) -> pull::Config {
        pull::Config {
            durable_name: Some(lane.name().to_owned()),
            filter_subject: format!("jogo.{}.job.{}.>", self.0, lane.name()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_ack_pending: ACK_PENDING_MAX,
            ..pull::Config::default()
        }
    }
}

/// The time in milliseconds since 1970.
pub fn unix_ms() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stay_within_their_subject() {
        for key in ["hint.ab12", "bot-move.A_b-9.17"] {
            assert!(is_key(key), "{key}");
        }
        for key in ["", ".", "a..b", "a.*", "a.>", "a b", "a\r\nb", "é", &"a".repeat(201)] {
            assert!(!is_key(key), "{key}");
        }
        let subjects = Subjects(7);
        for word in Word::ALL {
            let subject = subjects.word(word, "hint.ab12");
            assert_eq!(Subjects::key(&subject), Some("hint.ab12"));
            assert_eq!(subjects.read_word(Some(&subjects.word_headers(word))), Some(word));
            assert_eq!(Subjects(8).read_word(Some(&subjects.word_headers(word))), None);
        }
        assert_eq!(Subjects::number_of(&subjects.jobs_stream()), Some(7));
        assert_eq!(Subjects::number_of(&subjects.answers_stream()), None);
    }
}
