//! Accepts connections: limits, timeouts, graceful shutdown.

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
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::config::{Config, Limits};
use crate::connection_limit::{ConnectionLimit, client_network};
use crate::relay::Door;

/// Largest head of a request, in bytes. Hyper takes no less.
const HEAD_BYTES_MAX: usize = 16 << 10;
/// How long to wait after the system could not accept a connection.
const NO_ROOM: Duration = Duration::from_millis(200);

/// Serves connections until `stop` is ready.
pub async fn serve(
    listener: TcpListener,
    door: Door,
    router: Router,
    config: &Config,
    stop: impl Future<Output = ()>,
) {
    let Limits { connections_max, connections_per_address, patience, .. } = config.limits;
    let room = Arc::new(Semaphore::new(connections_max));
    // Behind a proxy all connections have its address, and those of other nodes have theirs.
    let is_shared = config.trusts_proxy || door == Door::Cluster;
    let limit =
        ConnectionLimit::new(connections_max, if is_shared { u32::MAX } else { connections_per_address });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(HEAD_BYTES_MAX);
    let (shutdown, on_shutdown) = watch::channel(());
    tokio::pin!(stop);
    loop {
        let accept = async {
            let permit = Arc::clone(&room).acquire_owned().await;
            listener.accept().await.map(|(stream, peer)| (stream, peer, permit))
        };
        let (stream, peer, permit) = tokio::select! {
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
        // A client over its limit gets no answer: that would take up more.
        let Ok(own_permit) = limit.acquire(client_network(peer.ip())) else { continue };
        // Messages are short and must not wait for each other.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(door);
            router.clone().oneshot(request)
        });
        // A write that makes no progress for this long ends the connection: what it holds in memory is
        // bounded, but not for how long.
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(patience));
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service).with_upgrades();
        let mut on_shutdown = on_shutdown.clone();
        tokio::spawn(async move {
            tokio::pin!(connection);
            // Errors of a connection are the client's.
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = on_shutdown.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop((permit, own_permit));
        });
    }
    drop(listener);
    shutdown.send_replace(());
    // All permits are back when the last response is sent.
    let all = u32::try_from(connections_max).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(crate::GOODBYE_MAX, room.acquire_many(all)).await;
}
