//! Connections: how many, how slow, how they end.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use crate::config::{Config, Limits};
use crate::places::{Places, household};

/// Largest head of a request, in bytes. Hyper takes no less.
const HEAD_BYTES_MAX: usize = 16 << 10;
/// When the system has no more room for connections, the next is tried after so long.
const NO_ROOM: Duration = Duration::from_millis(200);

/// Serves connections until told to stop.
pub async fn serve(listener: TcpListener, router: Router, config: &Config, stop: impl Future<Output = ()>) {
    let Limits { connections_max, connections_per_address, patience, .. } = config.limits;
    let room = Arc::new(Semaphore::new(connections_max));
    // Behind a proxy all connections have its address.
    let places = Places::new(connections_max, if config.trusts_proxy { u32::MAX } else { connections_per_address });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(HEAD_BYTES_MAX);
    let (goodbye, heard) = watch::channel(());
    tokio::pin!(stop);
    loop {
        let accept = async {
            let place = Arc::clone(&room).acquire_owned().await;
            listener.accept().await.map(|(stream, peer)| (stream, peer, place))
        };
        let (stream, peer, place) = tokio::select! {
            accepted = accept => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(NO_ROOM).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        // Who takes up more than the own share is not even answered: that would take up more.
        let Ok(own_place) = places.admit(household(peer.ip())) else { continue };
        // Moves are short, and each counts.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            router.clone().oneshot(request)
        });
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut heard = heard.clone();
        tokio::spawn(async move {
            tokio::pin!(connection);
            // What goes wrong on a connection is the client's affair.
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = heard.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop((place, own_place));
        });
    }
    drop(listener);
    goodbye.send_replace(());
    // All places are free again when the last request is answered.
    let all = u32::try_from(connections_max).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(crate::GOODBYE_MAX, room.acquire_many(all)).await;
}
