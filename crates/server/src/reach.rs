//! From where links to this server can be opened.

use std::net::{IpAddr, SocketAddr};

use serde::Serialize;
use utoipa::ToSchema;

use crate::config::Config;

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Reach {
    /// `local`: only this computer; `lan`: devices of this network; `public`: the whole internet.
    pub kind: &'static str,
    /// What a link may begin with, best first.
    pub urls: Vec<String>,
}

impl Reach {
    /// How a server that listens there can be reached.
    pub fn of(config: &Config, addr: SocketAddr) -> Self {
        if let Some(url) = &config.public_url {
            return Self { kind: "public", urls: vec![url.trim_end_matches('/').to_owned()] };
        }
        let url = |ip: IpAddr| format!("http://{}", SocketAddr::new(ip, addr.port()));
        if addr.ip().is_loopback() {
            return Self { kind: "local", urls: vec![url(addr.ip())] };
        }
        if !addr.ip().is_unspecified() {
            return Self { kind: "lan", urls: vec![url(addr.ip())] };
        }
        let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
        let mut ips: Vec<IpAddr> = interfaces
            .iter()
            .filter(|one| !one.is_loopback() && !one.is_link_local())
            .map(|one| one.ip())
            .collect();
        // Numbers of version 4 are shorter to type.
        ips.retain(|ip| addr.is_ipv6() || ip.is_ipv4());
        ips.sort_by_key(|ip| ip.is_ipv6());
        if ips.is_empty() {
            return Self { kind: "local", urls: vec![url(IpAddr::from([127, 0, 0, 1]))] };
        }
        Self { kind: "lan", urls: ips.into_iter().map(url).collect() }
    }

    /// What a link should begin with.
    pub fn best(&self) -> &str {
        self.urls.first().map_or("", String::as_str)
    }
}
