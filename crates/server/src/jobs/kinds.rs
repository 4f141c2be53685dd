//! The kinds of jobs of the server. A new kind is a file with its type and an entry in the list at the end.

mod bot_move;
mod drawing;
mod hint;
mod refutation;
mod review;
mod thought;

pub use bot_move::{BotAnswer, BotMoveJob};
pub use drawing::DrawingJob;
pub use hint::HintJob;
pub use refutation::RefutationJob;
pub use review::{AssessmentData, ReviewJob};
pub use thought::{THOUGHT_TIME_MAX, ThoughtData, ThoughtJob, ThoughtWanted};

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::kind::{JobContext, JobFile, JobKind};

/// Does a job whose request, updates and output are JSON.
type RunJson =
    fn(&[u8], Option<&JobFile>, &Arc<AtomicBool>, &dyn Fn(Vec<u8>)) -> Result<Vec<u8>, serde_json::Error>;

/// The kinds of jobs that a worker does, by name.
#[derive(Clone, Default)]
pub struct Kinds(HashMap<&'static str, RunJson>);

impl Kinds {
    /// Returns the kinds of the server.
    pub fn of_server() -> Self {
        let kinds = Self::default().with::<BotMoveJob>().with::<HintJob>().with::<DrawingJob>();
        kinds.with::<ThoughtJob>().with::<ReviewJob>().with::<RefutationJob>()
    }

    #[must_use]
    pub fn with<K: JobKind>(mut self) -> Self {
        self.0.insert(K::NAME, run_json::<K>);
        self
    }

    /// Does a job; `None` for a kind that is not known.
    ///
    /// # Errors
    /// When the request cannot be read.
    pub fn run(
        &self,
        kind: &str,
        request: &[u8],
        file: Option<&JobFile>,
        stop: &Arc<AtomicBool>,
        on_update: &dyn Fn(Vec<u8>),
    ) -> Option<Result<Vec<u8>, serde_json::Error>> {
        self.0.get(kind).map(|run| run(request, file, stop, on_update))
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

fn run_json<K: JobKind>(
    request: &[u8],
    file: Option<&JobFile>,
    stop: &Arc<AtomicBool>,
    on_update: &dyn Fn(Vec<u8>),
) -> Result<Vec<u8>, serde_json::Error> {
    let job: K = serde_json::from_slice(request)?;
    let on_update = |update: K::Update| {
        if let Ok(update) = serde_json::to_vec(&update) {
            on_update(update);
        }
    };
    let context = JobContext { clock: Instant::now(), stop, file, on_update: &on_update };
    serde_json::to_vec(&job.run(&context))
}

#[cfg(test)]
mod tests {
    use engine::players::BotName;
    use games::Record;

    use super::super::data::Base64Bytes;
    use super::*;

    /// Does a job by its JSON and in memory.
    fn both<K: JobKind>(job: &K) -> [K::Output; 2] {
        let stop = Arc::default();
        let request = serde_json::to_vec(job).unwrap();
        let output =
            Kinds::of_server().run(K::NAME, &request, None, &stop, &|_| {}).expect("a known kind").unwrap();
        let context = JobContext { clock: Instant::now(), stop: &stop, file: None, on_update: &|_| {} };
        [serde_json::from_slice(&output).unwrap(), job.run(&context)]
    }

    fn record(game: &str, plies: usize) -> Record {
        let mut record = Record::new(games::find(game).unwrap());
        for _ in 0..plies {
            let mv = record.position().moves()[0].clone();
            record.play(&mv).unwrap();
        }
        record
    }

    #[test]
    fn jobs_give_the_same_as_json_and_in_memory() {
        for game in games::GAMES {
            let record = record(game.info.id, 3);
            let game = game.info.id.to_owned();
            let job =
                BotMoveJob { game, version: 3, bot: BotName::Greedy, teaches: false, record: record.clone() };
            for answer in both(&job) {
                let Some(BotAnswer::Move(mv)) = answer else { panic!("a move: {answer:?}") };
                record.clone().play(&mv).unwrap();
            }
        }
        // Neutreeko is solved, so its hints depend on no time.
        let [sent, own] = both(&HintJob { record: record("neutreeko", 5), lines: 3 });
        assert!(sent.is_some());
        assert_eq!(sent, own);
        let [sent, own] =
            both(&ThoughtJob { record: record("neutreeko", 5), time_ms: 100, wanted: ThoughtWanted::Values });
        assert!(sent.is_some_and(|sent| sent.into_lines().iter().all(|(_, class)| class.is_some())));
        assert!(own.is_some());
        let job = ReviewJob { record: record("neutreeko", 5), from: 3, to: 5, after: None };
        let [sent, own] = both(&job);
        assert_eq!((sent.len(), &sent), (3, &own));
        let after = sent[0].position.clone();
        let [sent, own] = both(&ReviewJob { from: 0, to: 4, after: Some(after), ..job });
        assert_eq!(sent, own);
        assert!(sent.into_iter().all(|found| found.into_found().1.is_some()));
        let [sent, own] = both(&RefutationJob { tried: record("neutreeko", 5) });
        assert!(sent.is_some() && sent == own);
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M0 0h8v8'/></svg>".to_owned();
        let [sent, own] = both(&DrawingJob { svg, size: 64 });
        assert!(matches!(&sent, Some(Base64Bytes(png)) if png.starts_with(b"\x89PNG")));
        assert_eq!(sent, own);
    }

    #[test]
    fn a_drawing_reads_no_file_and_has_a_limit() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret.svg");
        let page = |inside: &str| {
            format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>{inside}</svg>")
        };
        std::fs::write(&file, page("<path d='M0 0h8v8' fill='red'/>")).unwrap();
        let draw = |svg: String, size| {
            let job = DrawingJob { svg, size };
            let (clock, stop) = (Instant::now(), Arc::default());
            job.run(&JobContext { clock, stop: &stop, file: None, on_update: &|_| {} })
        };
        let image = format!("<image href='{}' width='8' height='8'/>", file.display());
        assert_eq!(draw(page(&image), 64), draw(page(""), 64));
        assert!(draw(page(""), 1200).is_some());
        for size in [0, 100_000, u32::MAX] {
            assert!(draw(page(""), size).is_none(), "{size}");
        }
    }

    #[test]
    fn requests_for_more_than_there_is_get_what_there_is() {
        let record = record("neutreeko", 5);
        let [sent, _] = both(&HintJob { record: record.clone(), lines: usize::MAX });
        assert!(sent.is_some());
        let wanted = ThoughtWanted::Lines(usize::MAX);
        assert!(both(&ThoughtJob { record: record.clone(), time_ms: u64::MAX, wanted })[0].is_some());
        let [sent, _] = both(&ReviewJob { record: record.clone(), from: 5, to: usize::MAX, after: None });
        assert_eq!(sent.len(), 1);
        assert!(both(&ReviewJob { record, from: 7, to: 6, after: None })[0].is_empty());
    }

    #[test]
    fn requests_that_make_no_sense_are_errors() {
        let run = |kind: &str, request: &str| {
            let done = Kinds::of_server().run(kind, request.as_bytes(), None, &Arc::default(), &|_| {});
            done.map(|output| output.is_ok())
        };
        assert_eq!(run("no-such-kind", "{}"), None);
        for request in [
            "",
            "{}",
            r#"{"record":{"game":"chess","start":"","moves":[]},"lines":1}"#,
            r#"{"record":{"game":"neutreeko","start":"what","moves":[]},"lines":1}"#,
        ] {
            assert_eq!(run("hint", request), Some(false), "{request}");
        }
        let start = (games::find("neutreeko").unwrap().start)().to_string();
        let illegal =
            format!(r#"{{"record":{{"game":"neutreeko","start":"{start}","moves":["a1-a1"]}},"lines":1}}"#);
        assert_eq!(run("hint", &illegal), Some(false));
        assert_eq!(run("hint", &illegal.replace("\"a1-a1\"", "")), Some(true));
    }
}
