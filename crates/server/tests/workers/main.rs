//! Workers on a queue: a real nats-server, workers as processes that are killed, and a server's worker pool
//! that asks. `tests/with-nats` runs these tests.

mod host;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, AckKind};
use async_nats::{Client, HeaderMap};
use futures_util::StreamExt;
use host::{GateJob, Nats, Pool, WorkerProcess, in_time, kinds, until};
use server::jobs::{self, PROTOCOL, QueueConfig, WorkerError};

/// Not a test: what a worker process runs.
#[tokio::test]
async fn worker_process() {
    let Ok(url) = std::env::var(host::QUEUE_VARIABLE) else { return };
    jobs::work(&QueueConfig::new(&url).unwrap(), 2, kinds(), std::future::pending()).await.unwrap();
}

#[tokio::test]
async fn jobs_go_to_workers_while_there_are_any() {
    let nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    until("the queue is connected", || pool.state().is_connected).await;
    let gate = pool.gate("one").open();
    assert_eq!(gate.ask().await, host::own_id(), "without workers a thread of this process does it");
    let worker = WorkerProcess::start(&nats);
    until("the worker is counted", || pool.state().threads == 2).await;
    let gate = pool.gate("two");
    let mut ticket = gate.submit();
    assert!(ticket.is_waiting(), "it has not begun before the worker says so");
    in_time(ticket.started()).await;
    assert_eq!(in_time(ticket.update()).await, Some(worker.id()), "updates come while it runs");
    gate.open();
    assert_eq!(in_time(ticket.output()).await, Some(worker.id()));
    drop(worker);
    until("the worker is not counted any more", || pool.state().capacity() == 0).await;
    assert_eq!(pool.gate("three").open().ask().await, host::own_id());
}

#[tokio::test]
async fn a_job_whose_worker_is_killed_is_done_by_another() {
    let nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    let first = WorkerProcess::start(&nats);
    until("the worker is counted", || pool.state().capacity() == 2).await;
    let gate = pool.gate("job");
    let ticket = gate.submit();
    until("it has begun", || gate.begun_by(first.id())).await;
    let second = WorkerProcess::start(&nats);
    until("both workers are counted", || pool.state().capacity() == 4).await;
    first.kill();
    until("the other worker has begun", || gate.begun_by(second.id())).await;
    gate.open();
    assert_eq!(in_time(ticket.output()).await, Some(second.id()));
    assert!(!gate.begun_by(host::own_id()), "no thread of this process had to help");
}

#[tokio::test]
async fn threads_take_over_while_nats_is_gone() {
    let mut nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    let worker = WorkerProcess::start(&nats);
    until("the worker is counted", || pool.state().capacity() == 2).await;
    let gate = pool.gate("before");
    let ticket = gate.submit();
    until("the worker has begun", || gate.begun_by(worker.id())).await;
    nats.kill();
    until("a thread has begun", || gate.begun_by(host::own_id())).await;
    gate.open();
    assert_eq!(in_time(ticket.output()).await, Some(host::own_id()));
    assert_eq!(pool.gate("without").open().ask().await, host::own_id());
    nats.start_again();
    until("the worker is counted again", || pool.state().capacity() == 2).await;
    assert_eq!(pool.gate("after").open().ask().await, worker.id());
}

#[tokio::test]
async fn the_same_job_is_done_once() {
    let nats = Nats::start();
    let (one, other) = (Pool::connect(&nats).await, Pool::connect(&nats).await);
    let worker = WorkerProcess::start(&nats);
    for pool in [&one, &other] {
        until("the worker is counted", || pool.state().capacity() == 2).await;
    }
    let gate = one.gate("game.7");
    let first = gate.submit();
    until("it has begun", || gate.begun_by(worker.id())).await;
    // Another server, which has taken over the game, asks for the same move.
    let second = gate.submit_to(&other);
    gate.open();
    assert_eq!(in_time(first.output()).await, Some(worker.id()));
    assert_eq!(in_time(second.output()).await, Some(worker.id()));
    // One that asks after the answer gets the same one.
    assert_eq!(in_time(gate.submit_to(&other).output()).await, Some(worker.id()));
    assert_eq!(gate.begun(), 1);
}

#[tokio::test]
async fn a_job_that_is_not_wanted_is_stopped_and_can_be_asked_again() {
    let nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    let worker = WorkerProcess::start(&nats);
    until("the worker is counted", || pool.state().capacity() == 2).await;
    let gate = pool.gate("job");
    let mut ticket = gate.submit();
    in_time(ticket.started()).await;
    until("it has begun", || gate.begun() == 1).await;
    drop(ticket);
    until("it was stopped", || gate.was_stopped()).await;
    gate.open();
    assert_eq!(gate.ask().await, worker.id());
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_ignored() {
    let nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    let worker = WorkerProcess::start(&nats);
    until("the worker is counted", || pool.state().capacity() == 2).await;
    let gate = pool.gate("game.1");
    let ticket = gate.submit();
    until("the worker has begun", || gate.begun_by(worker.id())).await;
    worker.pause();
    until("a thread has begun", || gate.begun_by(host::own_id())).await;
    gate.open();
    assert_eq!(in_time(ticket.output()).await, Some(host::own_id()));
    // Now the worker answers the old question, while the game goes on with the next one.
    worker.resume();
    until("the worker is counted again", || pool.state().capacity() == 2).await;
    let next = pool.gate("game.2");
    let mut ticket = next.submit();
    in_time(ticket.started()).await;
    until("the worker has begun with the next", || next.begun_by(worker.id())).await;
    assert!(!ticket.is_waiting());
    next.open();
    assert_eq!(in_time(ticket.output()).await, Some(worker.id()));
}

#[tokio::test]
async fn a_job_that_panics_fails_and_is_not_tried_again() {
    let nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    let _worker = WorkerProcess::start(&nats);
    until("the worker is counted", || pool.state().capacity() == 2).await;
    let gate = pool.gate(host::PANICS);
    assert_eq!(in_time(gate.submit().output()).await, None);
    assert_eq!(gate.begun(), 1);
    let gate = pool.gate("next").open();
    assert_ne!(gate.ask().await, host::own_id(), "the worker goes on");
}

#[tokio::test]
async fn workers_of_another_protocol_number_are_refused() {
    let nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    until("the queue is connected", || pool.state().is_connected).await;
    let mut other = nats.config();
    other.protocol = PROTOCOL + 1;
    let refused = in_time(jobs::work(&other, 1, kinds(), std::future::pending())).await.unwrap_err();
    let WorkerError::OtherProtocol { own, others } = &refused else { panic!("{refused}") };
    assert_eq!((*own, others.as_slice()), (PROTOCOL + 1, [PROTOCOL].as_slice()));
    assert!(refused.to_string().starts_with("refused: "), "{refused}");
    assert_eq!(pool.gate("one").open().ask().await, host::own_id(), "it was never counted");
}

/// A deadline that does not come.
const FAR: &str = "99999999999999";

/// Puts a job into the queue as any program could.
async fn publish(client: &Client, protocol: &str, key: &str, expires: &str, request: String) {
    let mut headers = HeaderMap::new();
    for (name, value) in
        [("Jogo-Protocol", protocol), ("Jogo-Kind", "gate"), ("Jogo-Key", key), ("Jogo-Expires", expires)]
    {
        headers.insert(name, value);
    }
    let subject = format!("jogo.{PROTOCOL}.job.now.gate");
    client.publish_with_headers(subject, headers, request.into()).await.unwrap();
}

/// Waits until the queue is empty.
async fn all_done(client: &Client) {
    let context = jetstream::new(client.clone());
    let mut stream = context.get_stream(format!("JOGO_JOBS_{PROTOCOL}")).await.unwrap();
    in_time(async { while stream.info().await.unwrap().state.messages > 0 {} }).await;
}

#[tokio::test]
async fn a_job_whose_deadline_is_over_is_not_begun() {
    let nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    let worker = WorkerProcess::start(&nats);
    until("the worker is counted", || pool.state().capacity() == 2).await;
    let client = async_nats::connect(nats.url()).await.unwrap();
    let (late, early) = (pool.gate("late").open(), pool.gate("early").open());
    publish(&client, &PROTOCOL.to_string(), "gate.late", "1", late.request()).await;
    publish(&client, &PROTOCOL.to_string(), "gate.early", FAR, early.request()).await;
    all_done(&client).await;
    assert_eq!((late.begun(), early.begun()), (0, 1));
    assert!(early.begun_by(worker.id()));
}

#[tokio::test]
async fn a_job_that_three_workers_have_lost_is_given_up() {
    let nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    let first = WorkerProcess::start(&nats);
    until("the worker is counted", || pool.state().capacity() == 2).await;
    // It has made the consumer.
    assert_eq!(pool.gate("first").open().ask().await, first.id());
    first.kill();
    let client = async_nats::connect(nats.url()).await.unwrap();
    let mut words = client.subscribe(format!("jogo.{PROTOCOL}.news.gate.lost")).await.unwrap();
    let gate = pool.gate("lost").open();
    publish(&client, &PROTOCOL.to_string(), "gate.lost", FAR, gate.request()).await;
    let context = jetstream::new(client.clone());
    let stream = context.get_stream(format!("JOGO_JOBS_{PROTOCOL}")).await.unwrap();
    let consumer: PullConsumer = stream.get_consumer("now").await.unwrap();
    for _ in 0..3 {
        let mut messages = consumer.batch().max_messages(1).messages().await.unwrap();
        let message = in_time(messages.next()).await.unwrap().unwrap();
        message.ack_with(AckKind::Nak(None)).await.unwrap();
    }
    let _worker = WorkerProcess::start(&nats);
    let word = in_time(words.next()).await.unwrap();
    assert_eq!(word.headers.unwrap().get("Jogo-Word").unwrap().as_str(), "failed");
    all_done(&client).await;
    assert_eq!(gate.begun(), 0);
}

#[tokio::test]
async fn jobs_of_another_protocol_number_are_refused() {
    let nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    let worker = WorkerProcess::start(&nats);
    until("the worker is counted", || pool.state().capacity() == 2).await;
    let client = async_nats::connect(nats.url()).await.unwrap();
    let mut words = client.subscribe(format!("jogo.{PROTOCOL}.news.gate.x")).await.unwrap();
    // And one that is no job at all.
    client.publish(format!("jogo.{PROTOCOL}.job.now.gate"), "nonsense".into()).await.unwrap();
    publish(&client, "99", "gate.x", FAR, "{}".to_owned()).await;
    let word = in_time(words.next()).await.unwrap();
    assert_eq!(word.headers.unwrap().get("Jogo-Word").unwrap().as_str(), "refused");
    assert_eq!(pool.gate("next").open().ask().await, worker.id());
}

#[tokio::test]
async fn background_jobs_do_not_delay_interactive_ones() {
    let nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    let worker = WorkerProcess::start(&nats);
    until("the worker is counted", || pool.state().capacity() == 2).await;
    let patient: Vec<_> = (0..4).map(|number| pool.gate(&format!("later-{number}"))).collect();
    let waiting: Vec<_> = patient.iter().map(GateJob::submit_later).collect();
    until("one of them has begun", || patient.iter().map(|gate| gate.begun()).sum::<usize>() >= 1).await;
    assert_eq!(pool.gate("now").open().ask().await, worker.id());
    assert_eq!(patient.iter().map(|gate| gate.begun()).sum::<usize>(), 1, "the last thread is for others");
    for gate in &patient {
        gate.open();
    }
    for ticket in waiting {
        assert_eq!(in_time(ticket.output()).await, Some(worker.id()));
    }
}

#[tokio::test]
async fn a_stopping_worker_returns_background_jobs() {
    let nats = Nats::start();
    let pool = Pool::connect(&nats).await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let config = nats.config();
    let leaving = tokio::spawn(async move {
        let stop = async move {
            let _ = stopped.await;
        };
        jobs::work(&config, 2, kinds(), stop).await
    });
    until("the worker is counted", || pool.state().capacity() == 2).await;
    let gate = pool.gate("later");
    let ticket = gate.submit_later();
    until("it has begun", || gate.begun_by(host::own_id())).await;
    let other = WorkerProcess::start(&nats);
    until("both are counted", || pool.state().capacity() == 4).await;
    stop.send(()).unwrap();
    in_time(leaving).await.unwrap().unwrap();
    until("the other has begun", || gate.begun_by(other.id())).await;
    gate.open();
    assert_eq!(in_time(ticket.output()).await, Some(other.id()));
}
