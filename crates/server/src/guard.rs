//! Checks of every request: client address, host, origin, rate limits; and the headers of every response.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::DefaultClock;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::App;
use crate::config::{Config, Limits};
use crate::connection_limit::{ConnectionLimit, ConnectionPermit, LimitReached, client_network};
use crate::error::{ApiError, ErrorCode};
use crate::relay::{self, Door};
use crate::secrets;

type Buckets = RateLimiter<IpAddr, HashMapStateStore<IpAddr>, DefaultClock>;

/// Addresses are forgotten only when there are more than this.
const ADDRESSES_MIN: usize = 4096;

/// The policy of everything that is not a page; pages have their own.
const POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A year, in seconds.
const HSTS: &str = "max-age=31536000";

const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
];

/// What is limited per address.
#[derive(Clone, Copy, Debug)]
pub enum RateLimit {
    Request,
    Game,
    Export,
    Code,
    Hint,
    Analysis,
    Puzzle,
}

pub struct Guard {
    buckets: [Buckets; 7],
    /// Above this many addresses, those whose quota is full again are forgotten.
    crowded: AtomicUsize,
    sockets: ConnectionLimit,
    analyses: ConnectionLimit,
    trusts_proxy: bool,
    public: Option<Public>,
}

impl std::fmt::Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guard").field("public", &self.public).finish_non_exhaustive()
    }
}

/// The public address of the server.
#[derive(Clone, Debug)]
struct Public {
    origin: String,
    host: String,
}

/// The quota of a rate limit: `burst` at once, `per` in the time of `quota`.
pub fn quota(burst: u32, per: u32, quota: fn(NonZeroU32) -> Quota) -> Quota {
    let at_least_one = |count: u32| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
    quota(at_least_one(per)).allow_burst(at_least_one(burst))
}

impl Guard {
    pub fn new(config: &Config) -> Self {
        let limits: &Limits = &config.limits;
        let public = config.public_url.as_deref().map(|url| {
            let origin = url.trim_end_matches('/').to_ascii_lowercase();
            let host =
                host_name(origin.split_once("://").map_or(origin.as_str(), |(_, rest)| rest)).to_owned();
            Public { origin, host }
        });
        Self {
            buckets: [
                quota(limits.requests_burst, limits.requests_per_s, Quota::per_second),
                quota(limits.games_burst, limits.games_per_minute, Quota::per_minute),
                quota(limits.exports_burst, limits.exports_per_minute, Quota::per_minute),
                quota(limits.codes_burst, limits.codes_per_minute, Quota::per_minute),
                quota(limits.hints_burst, limits.hints_per_minute, Quota::per_minute),
                quota(limits.analyses_burst, limits.analyses_per_minute, Quota::per_minute),
                quota(limits.puzzles_burst, limits.puzzles_per_minute, Quota::per_minute),
            ]
            .map(RateLimiter::hashmap),
            crowded: AtomicUsize::new(ADDRESSES_MIN),
            sockets: ConnectionLimit::new(limits.connections_max, limits.sockets_per_address),
            analyses: ConnectionLimit::new(limits.analyses_max, limits.analyses_per_address),
            trusts_proxy: config.trusts_proxy,
            public,
        }
    }

    /// Returns whether pages are served by HTTPS.
    pub fn is_https(&self) -> bool {
        self.public.as_ref().is_some_and(|public| public.origin.starts_with("https://"))
    }

    /// Counts one request of an address.
    ///
    /// # Errors
    /// When the address is over its limit.
    pub fn check_rate(&self, limit: RateLimit, address: IpAddr) -> Result<(), ApiError> {
        let buckets = &self.buckets[limit as usize];
        if buckets.len() > self.crowded.load(Ordering::Relaxed) {
            buckets.retain_recent();
            // Doubled, so that going through all of them stays rare.
            self.crowded.store((2 * buckets.len()).max(ADDRESSES_MIN), Ordering::Relaxed);
        }
        buckets.check_key(&address).map_err(|_| match limit {
            RateLimit::Game => ErrorCode::TooManyGames.into(),
            RateLimit::Request
            | RateLimit::Export
            | RateLimit::Code
            | RateLimit::Hint
            | RateLimit::Analysis
            | RateLimit::Puzzle => ErrorCode::TooFast.into(),
        })
    }

    /// Returns the number of open sockets.
    pub fn sockets(&self) -> usize {
        self.sockets.count()
    }

    /// Takes a permit for a socket of this address.
    pub fn socket_permit(&self, address: IpAddr) -> Result<ConnectionPermit, ApiError> {
        self.sockets.acquire(address).map_err(|limit| match limit {
            LimitReached::Total => ErrorCode::Busy.into(),
            LimitReached::PerAddress => ErrorCode::TooFast.into(),
        })
    }

    /// Takes a permit for an analysis of this address.
    pub fn analysis_permit(&self, address: IpAddr) -> Result<ConnectionPermit, ApiError> {
        self.analyses.acquire(address).map_err(|_| ErrorCode::EngineBusy.into())
    }

    /// Returns the address of the client. A proxy appends the address that it sees, and is trusted only if
    /// the server is configured for one.
    fn address(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> IpAddr {
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back().filter(|_| self.trusts_proxy);
        let forwarded =
            forwarded.and_then(|value| read_address(value.to_str().ok()?.rsplit(',').next()?.trim()));
        client_network(forwarded.or(peer).unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED)))
    }

    /// Returns whether a host is the server. Against DNS rebinding: only its public name, IP addresses and
    /// localhost are.
    fn is_allowed_host(&self, host: &str) -> bool {
        let host = host_name(host);
        host.eq_ignore_ascii_case("localhost")
            || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
            || self.public.as_ref().is_some_and(|public| public.host.eq_ignore_ascii_case(host))
    }

    /// Returns whether a request comes from a page of the server, or from no page at all.
    fn is_own_origin(&self, headers: &HeaderMap) -> bool {
        let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
        let Some(origin) = headers.get(header::ORIGIN) else {
            return matches!(site, None | Some("same-origin" | "none"));
        };
        let Ok(origin) = origin.to_str() else { return false };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let of_host = origin
            .split_once("://")
            .is_some_and(|(scheme, rest)| ["http", "https"].contains(&scheme) && Some(rest) == host);
        of_host || self.public.as_ref().is_some_and(|public| public.origin.eq_ignore_ascii_case(origin))
    }

    fn check(&self, request: &Request, address: IpAddr) -> Result<(), ApiError> {
        let headers = request.headers();
        if let Some(host) = headers.get(header::HOST)
            && !host.to_str().is_ok_and(|host| self.is_allowed_host(host))
        {
            return Err(ErrorCode::ForeignHost.into());
        }
        let is_safe = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method())
            && !headers.contains_key(header::UPGRADE);
        if !is_safe && !self.is_own_origin(headers) {
            return Err(ErrorCode::ForeignOrigin.into());
        }
        self.check_rate(RateLimit::Request, address)
    }
}

/// Reads an address as proxies write it: with or without a port, in brackets or not.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = || text.trim_matches(['[', ']']).parse().ok();
    text.parse::<SocketAddr>().ok().map(|address| address.ip()).or_else(bare)
}

fn host_name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

/// The address of the client, as [`check_request`] found it.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

/// Checks a request, and adds the security headers to its response.
pub async fn check_request(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    // Another node has checked the request already, and says whose it is.
    let relayed = match (request.extensions().get::<Door>(), &app.config.cluster) {
        (Some(Door::Cluster), Some(cluster)) => match relay::client_of(request.headers(), &cluster.key.0) {
            Ok(address) => Some(address),
            Err(error) => return error.into_response(),
        },
        _ => None,
    };
    let address = relayed.unwrap_or_else(|| app.guard.address(peer, request.headers()));
    request.extensions_mut().insert(ClientAddress(address));
    let is_api = request.uri().path().starts_with("/api/");
    let since = Instant::now();
    let mut old_secret = secrets::old_secret_of(request.headers()).map(str::to_owned);
    let has_both_cookies = secrets::has_both_cookies(request.headers());
    let checked = if relayed.is_some() { Ok(()) } else { app.guard.check(&request, address) };
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(error) => {
            // A request that is refused reaches no database.
            old_secret = None;
            tracing::debug!(%address, path = request.uri().path(), code = error.code(), "refused");
            error.into_response()
        }
    };
    app.hub.metrics().request(since);
    if let Some(code) = response.extensions().get::<ErrorCode>() {
        app.hub.metrics().refused(*code);
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    if app.guard.is_https() {
        headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(HeaderValue::from_static(HSTS));
        let mut cookie = None;
        if headers.contains_key(header::SET_COOKIE) {
            // The response has its own.
        } else if has_both_cookies {
            // Only now: a browser that came by HTTP would have refused the new cookie and lost the old one.
            cookie = secrets::forget_old_cookie();
        } else if let Some(secret) = old_secret
            && app.hub.store().has_issued(&secrets::hash(&secret)).await.unwrap_or(false)
        {
            cookie = secrets::set_cookie(&secret, true);
        }
        if let Some(cookie) = cookie {
            headers.append(header::SET_COOKIE, cookie);
            // No cache between the server and the browser may keep a secret.
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
    }
    if is_api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(public: Option<&str>, trusts_proxy: bool) -> Guard {
        let config = Config::new(([127, 0, 0, 1], 0).into(), "".into());
        Guard::new(&Config { public_url: public.map(str::to_owned), trusts_proxy, ..config })
    }

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn hosts_are_numbers_localhost_or_the_public_name() {
        let guard = guard(Some("https://play.example.org/"), false);
        for host in [
            "127.0.0.1:7878",
            "localhost",
            "[::1]:80",
            "192.168.1.5:7878",
            "play.example.org",
            "Play.Example.Org:443",
        ] {
            assert!(guard.is_allowed_host(host), "{host}");
        }
        for host in
            ["evil.example", "evil.example:7878", "localhost.evil.example", "", "play.example.org.evil:1"]
        {
            assert!(!guard.is_allowed_host(host), "{host}");
        }
    }

    #[test]
    fn origins_are_the_page_or_none() {
        let guard = guard(Some("https://play.example.org"), false);
        let host = ("host", "127.0.0.1:7878");
        for own in [
            &[host][..],
            &[host, ("origin", "http://127.0.0.1:7878")],
            &[host, ("origin", "https://play.example.org")],
        ] {
            assert!(guard.is_own_origin(&headers(own)), "{own:?}");
        }
        for foreign in [
            ("origin", "http://127.0.0.1:9"),
            ("origin", "null"),
            ("origin", "http://evil.example"),
            ("sec-fetch-site", "cross-site"),
        ] {
            assert!(!guard.is_own_origin(&headers(&[host, foreign])), "{foreign:?}");
        }
    }

    #[test]
    fn forwarded_addresses_count_only_behind_a_configured_proxy() {
        let peer = Some("10.0.0.1".parse().unwrap());
        let said = headers(&[("x-forwarded-for", "6.6.6.6, 203.0.113.9")]);
        assert_eq!(guard(None, false).address(peer, &said).to_string(), "10.0.0.1");
        assert_eq!(guard(None, true).address(peer, &said).to_string(), "203.0.113.9");
        for said in ["203.0.113.9:4711", "1.1.1.1, 203.0.113.9:80"] {
            assert_eq!(
                guard(None, true).address(peer, &headers(&[("x-forwarded-for", said)])).to_string(),
                "203.0.113.9",
                "{said}"
            );
        }
        for said in ["[2001:db8::1]:443", "[2001:db8::1]", "2001:db8::1"] {
            assert_eq!(
                guard(None, true).address(peer, &headers(&[("x-forwarded-for", said)])).to_string(),
                "2001:db8::",
                "{said}"
            );
        }
        let v6 = Some("2001:db8:1:2:3:4:5:6".parse().unwrap());
        assert_eq!(guard(None, false).address(v6, &said).to_string(), "2001:db8:1:2::");
    }
}
