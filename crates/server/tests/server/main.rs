//! The server through its doors: routes without a network, sockets on a real port.

mod clocks;
mod disk;
mod games_played;
mod host;
mod hostile;
mod lost_connections;
mod metrics;
mod owners;
mod routes;
mod slow;
mod together;
