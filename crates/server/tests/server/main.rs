//! The server through its doors: routes without a network, sockets on a real port.

mod analysis;
mod clocks;
mod disk;
mod games_played;
mod host;
mod hostile;
mod lessons;
mod lost_connections;
mod metrics;
mod nodes;
mod owners;
mod puzzles;
mod routes;
mod slow;
mod teaching;
mod together;
