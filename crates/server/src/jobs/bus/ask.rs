//! One job on the queue, from the question to the answer.

use std::future::poll_fn;
use std::time::Duration;

use async_nats::jetstream::message::PublishMessage;
use async_nats::{Message, Subscriber};
use futures_util::StreamExt;
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use super::super::kind::JobKind;
use super::super::task::{Task, task};
use super::wire::{JobHead, Lane, Word, is_key, unix_ms};
use super::{Bus, BusState, RETRY_AFTER};

/// How long a job for which a person waits may be in the queue before it is taken back.
const START_MAX: Duration = Duration::from_secs(8);
/// What an answer may take beside the job itself: the way, and a worker that died before.
const SLACK: Duration = Duration::from_secs(5);

/// What came of a job on the queue.
#[derive(Debug)]
pub enum JobAnswer {
    /// The output, as JSON.
    Done(Vec<u8>),
    /// The job failed, and would fail here.
    Failed,
    /// The ticket was dropped.
    Unwanted,
    /// The queue cannot do it, for this reason.
    Away(&'static str),
}

/// What came of a job for which only workers are wanted.
#[derive(Debug)]
pub enum RunAnswer<T> {
    Done(T),
    Failed,
    Stopped,
}

/// Where a job is that was asked for.
enum Asked {
    /// In the queue or at a worker, as the message of this number.
    Waits { sequence: u64 },
    /// It was asked before, and answered.
    Answered(Vec<u8>),
    /// It was asked before, and is not wanted any more by the one that asked.
    TakenBack,
}

impl Bus {
    /// Has a job done by a worker.
    pub(in crate::jobs) async fn ask(&self, task: &mut dyn Task, lane: Lane) -> JobAnswer {
        let Ok(request) = task.request() else { return JobAnswer::Away("the request cannot be written") };
        if request.len() > self.client.max_payload() / 2 {
            return JobAnswer::Away("the request is too long");
        }
        let connection = self.state().connection;
        let file = task.file();
        if let Some(file) = &file {
            let sent = tokio::select! {
                sent = self.files.send(&self.context, self.subjects, connection, file) => sent,
                () = self.gone(connection) => return JobAnswer::Away("the workers are gone"),
            };
            if let Err(error) = sent {
                tracing::warn!(%error, "a file was not sent to the workers");
                return JobAnswer::Away("the file cannot be sent");
            }
        }
        let kind = task.kind();
        let own = task.key().filter(|key| is_key(key));
        let mut key = format!("{kind}.{}", own.unwrap_or_else(|| digest(&request)));
        let wait = lane_patience(lane).saturating_add(task.time_max() * 2);
        let expires_ms = unix_ms().saturating_add(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
        loop {
            // Before the question is asked, so that no answer is missed.
            let Ok(mut words) = self.client.subscribe(self.subjects.about(&key)).await else {
                return JobAnswer::Away("the answer cannot be waited for");
            };
            let head = JobHead {
                protocol: self.subjects.0,
                kind: kind.to_owned(),
                key,
                expires_ms,
                file: file.as_ref().map(|file| file.name().to_owned()),
            };
            let asked = tokio::select! {
                asked = self.publish(&head, lane, request.clone()) => asked,
                () = self.gone(connection) => return JobAnswer::Away("the workers are gone"),
            };
            let sequence = match asked {
                Ok(Asked::Waits { sequence }) => sequence,
                Ok(Asked::Answered(answer)) => {
                    task.start();
                    return JobAnswer::Done(answer);
                }
                Ok(Asked::TakenBack) => {
                    key = format!("{}.{:016x}", head.key, fastrand::u64(..));
                    continue;
                }
                Err(error) => {
                    tracing::debug!(%error, "a job was not queued");
                    return JobAnswer::Away("the job cannot be queued");
                }
            };
            let answer = self.wait(task, lane, &mut words, connection).await;
            // It may be the file that was missing.
            if let (JobAnswer::Away(_), Some(file)) = (&answer, &file) {
                self.files.forget(file);
            }
            if matches!(answer, JobAnswer::Unwanted | JobAnswer::Away(_)) {
                drop(words);
                self.take_back(&head.key, sequence).await;
            }
            return answer;
        }
    }

    /// Queues a job, or finds the same job there already.
    async fn publish(
        &self,
        head: &JobHead,
        lane: Lane,
        request: Vec<u8>,
    ) -> Result<Asked, async_nats::Error> {
        let message = PublishMessage::build().payload(request.into()).headers(head.headers(&head.key));
        let subject = self.subjects.job(lane, &head.kind);
        let ack = self.context.send_publish(subject, message).await?.await?;
        let waits = Asked::Waits { sequence: ack.sequence };
        if !ack.duplicate {
            return Ok(waits);
        }
        if let Some(answer) = self.kept_answer(&head.key).await {
            return Ok(Asked::Answered(answer));
        }
        let stream = self.context.get_stream_no_info(self.subjects.jobs_stream()).await?;
        if stream.get_raw_message(ack.sequence).await.is_ok() {
            return Ok(waits);
        }
        // The answer may have come between the two questions.
        Ok(self.kept_answer(&head.key).await.map_or(Asked::TakenBack, Asked::Answered))
    }

    async fn kept_answer(&self, key: &str) -> Option<Vec<u8>> {
        let stream = self.context.get_stream_no_info(self.subjects.answers_stream()).await.ok()?;
        let kept = stream.get_last_raw_message_by_subject(&self.subjects.answer(key)).await.ok()?;
        let word = self.subjects.read_word(Some(&kept.headers));
        (word == Some(Word::Done)).then(|| kept.payload.to_vec())
    }

    async fn wait(
        &self,
        task: &mut dyn Task,
        lane: Lane,
        words: &mut Subscriber,
        connection: u64,
    ) -> JobAnswer {
        let mut until = Instant::now() + lane_patience(lane);
        let gone = self.gone(connection);
        tokio::pin!(gone);
        loop {
            let message: Message = tokio::select! {
                message = words.next() => match message {
                    Some(message) => message,
                    None => return JobAnswer::Away("the connection is closed"),
                },
                () = &mut gone => return JobAnswer::Away("the workers are gone"),
                () = poll_fn(|context| task.poll_unwanted(context)) => return JobAnswer::Unwanted,
                () = tokio::time::sleep_until(until) => return JobAnswer::Away("no answer in time"),
            };
            // Messages of another protocol number are dropped.
            match self.subjects.read_word(message.headers.as_ref()) {
                Some(Word::Started) => {
                    // Again, if the first worker died.
                    until = Instant::now() + task.time_max() + SLACK;
                    task.start();
                }
                Some(Word::Update) => task.update(&message.payload),
                Some(Word::Done) => return JobAnswer::Done(message.payload.to_vec()),
                Some(Word::Failed) => return JobAnswer::Failed,
                Some(Word::Refused) => return JobAnswer::Away("the worker cannot do it"),
                Some(Word::Stopped) => return JobAnswer::Away("another client has stopped it"),
                Some(Word::Stop) | None => {}
            }
        }
    }

    /// Has a job done by workers that can wait, however long it takes until one is there.
    pub async fn run<K: JobKind>(&self, job: K, stopped: impl Future<Output = ()>) -> RunAnswer<K::Output> {
        let (mut task, ticket) = task(job);
        let mut ticket = Some(ticket);
        tokio::pin!(stopped);
        loop {
            tokio::select! {
                _ = self.capacity() => {}
                () = &mut stopped => return RunAnswer::Stopped,
            }
            let answer = {
                let asked = self.ask(&mut *task, Lane::Later);
                tokio::pin!(asked);
                tokio::select! {
                    answer = &mut asked => answer,
                    () = &mut stopped => {
                        // Without its ticket the job is taken back.
                        ticket = None;
                        asked.await
                    }
                }
            };
            match (answer, ticket.take()) {
                (_, None) | (JobAnswer::Unwanted, _) => return RunAnswer::Stopped,
                (JobAnswer::Failed, _) => return RunAnswer::Failed,
                (JobAnswer::Done(output), Some(ticket)) => {
                    if task.finish(&output).is_err() {
                        return RunAnswer::Failed;
                    }
                    return ticket.output().await.map_or(RunAnswer::Failed, RunAnswer::Done);
                }
                (JobAnswer::Away(reason), kept) => {
                    tracing::debug!(reason, kind = K::NAME, "a job came back from the queue");
                    ticket = kept;
                    tokio::time::sleep(RETRY_AFTER).await;
                }
            }
        }
    }

    /// Waits until the queue cannot be used, or the connection was another one.
    async fn gone(&self, connection: u64) {
        let is_gone = |state: &BusState| state.capacity() == 0 || state.connection != connection;
        let _ = self.changes().wait_for(is_gone).await;
    }

    /// Removes a job that no worker has begun with, and stops one that a worker has.
    async fn take_back(&self, key: &str, sequence: u64) {
        if !self.state().is_connected {
            return;
        }
        let word = Word::Stop;
        let subject = self.subjects.word(word, key);
        let _ = self
            .client
            .publish_with_headers(subject, self.subjects.word_headers(word), Vec::new().into())
            .await;
        if let Ok(stream) = self.context.get_stream_no_info(self.subjects.jobs_stream()).await {
            let _ = stream.delete_message(sequence).await;
        }
    }
}

fn lane_patience(lane: Lane) -> Duration {
    match lane {
        Lane::Now => START_MAX,
        Lane::Later => Duration::from_secs(24 * 3600),
    }
}

fn digest(request: &[u8]) -> String {
    Sha256::digest(request).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
