//! Where the queue of engine work is, and how to get in.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use async_nats::{ConnectOptions, Event, ServerAddr};
use percent_encoding::percent_decode_str;

use super::super::PROTOCOL;

/// The longest that a connection or an answer of NATS itself may take.
const NATS_TIME_MAX: Duration = Duration::from_secs(3);
/// How often NATS is asked whether it is there. One that is silent for two of these counts as gone.
const PING_EVERY: Duration = Duration::from_secs(2);
/// The longest pause between attempts to connect.
const PAUSE_MAX: Duration = Duration::from_secs(1);
/// Most servers of one cluster.
const SERVERS_MAX: usize = 16;

/// Where the queue is, and how to get in.
#[derive(Clone)]
pub struct QueueConfig {
    servers: Vec<ServerAddr>,
    /// Certificates to trust instead of the system's, as PEM.
    pub ca: Option<PathBuf>,
    /// The protocol number, other than the program's own only in tests.
    #[doc(hidden)]
    pub protocol: u32,
}

impl QueueConfig {
    /// Reads addresses such as `nats://host:4222`, `tls://user:password@host` or `nats://token@host`, several
    /// of one cluster separated by commas.
    ///
    /// # Errors
    /// When one of them is none.
    pub fn new(urls: &str) -> Result<Self, String> {
        let parse = |url: &str| match url.trim().parse::<ServerAddr>() {
            Ok(server) if !server.is_websocket() && !server.host().is_empty() => Ok(server),
            _ => {
                Err(format!("not an address of NATS, such as nats://localhost:4222: {}", without_login(url)))
            }
        };
        let servers = urls.split(',').take(SERVERS_MAX).map(parse).collect::<Result<_, _>>()?;
        Ok(Self { servers, ca: None, protocol: PROTOCOL })
    }

    /// Returns whether an address has a user or a password in it.
    pub fn has_login(&self) -> bool {
        self.servers.iter().any(ServerAddr::has_user_pass)
    }

    /// Returns the options of a connection that never gives up.
    pub(super) fn options(&self, on_event: impl Fn(Event) + Clone + Send + Sync + 'static) -> ConnectOptions {
        let options = ConnectOptions::new()
            .name(concat!("jogo ", env!("CARGO_PKG_VERSION")))
            .retry_on_initial_connect()
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| {
                PAUSE_MAX
                    .min(Duration::from_millis(50) * u32::try_from(attempts).unwrap_or(u32::MAX).min(100))
            })
            .connection_timeout(NATS_TIME_MAX)
            .request_timeout(Some(NATS_TIME_MAX))
            .ping_interval(PING_EVERY)
            .event_callback(move |event| {
                on_event(event);
                std::future::ready(())
            });
        let options = match &self.ca {
            Some(ca) => options.add_root_certificates(ca.clone()),
            None => options,
        };
        // Servers of a cluster have the same users.
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let login = self.servers.iter().find_map(|server| Some((server.username()?, server.password())));
        match login {
            Some((user, Some(password))) => options.user_and_password(decoded(user), decoded(password)),
            Some((token, None)) => options.token(decoded(token)),
            None => options,
        }
    }

    pub(super) fn servers(&self) -> Vec<ServerAddr> {
        self.servers.clone()
    }
}

/// Shows where the queue is, and no secret.
impl fmt::Display for QueueConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, server) in self.servers.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{}:{}", server.host(), server.port())?;
        }
        Ok(())
    }
}

impl fmt::Debug for QueueConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "QueueConfig({self})")
    }
}

/// Returns an address without the user and the password that it may have.
fn without_login(url: &str) -> &str {
    url.rsplit_once('@').map_or(url, |(_, host)| host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_secrets_are_not_shown() {
        let config = QueueConfig::new("nats://one.example:4222, tls://user:secret@two.example").unwrap();
        assert_eq!(config.to_string(), "one.example:4222,two.example:4222");
        assert!(config.has_login());
        assert_eq!(format!("{config:?}"), "QueueConfig(one.example:4222,two.example:4222)");
        for wrong in ["", "http://x", "ws://x", "nats://", "nats://a,http://user:secret@b"] {
            let error = QueueConfig::new(wrong).unwrap_err();
            assert!(error.contains("nats://localhost:4222") && !error.contains("secret"), "{wrong}: {error}");
        }
    }
}
