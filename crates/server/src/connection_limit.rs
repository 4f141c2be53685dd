//! Limits on connections and sockets, in all and for each address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// At most `max` connections, of which one address may have `max_per_address`.
#[derive(Clone, Debug)]
pub struct ConnectionLimit {
    taken: Arc<Mutex<Taken>>,
    max: usize,
    max_per_address: u32,
}

#[derive(Debug, Default)]
struct Taken {
    count: usize,
    by_address: HashMap<IpAddr, u32>,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitReached {
    Total,
    PerAddress,
}

impl ConnectionLimit {
    pub fn new(max: usize, max_per_address: u32) -> Self {
        Self { taken: Arc::default(), max, max_per_address }
    }

    /// Takes a permit for this address, which is returned when it is dropped.
    pub fn acquire(&self, address: IpAddr) -> Result<ConnectionPermit, LimitReached> {
        let mut taken = self.taken();
        if taken.count >= self.max {
            return Err(LimitReached::Total);
        }
        let count = taken.by_address.entry(address).or_default();
        if *count >= self.max_per_address {
            return Err(LimitReached::PerAddress);
        }
        *count += 1;
        taken.count += 1;
        Ok(ConnectionPermit { limit: self.clone(), address })
    }

    /// Returns the number of permits that are taken.
    pub fn count(&self) -> usize {
        self.taken().count
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug)]
pub struct ConnectionPermit {
    limit: ConnectionLimit,
    address: IpAddr,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut taken = self.limit.taken();
        taken.count -= 1;
        if let Some(count) = taken.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.by_address.remove(&self.address);
            }
        }
    }
}

/// Returns what counts as one client: an IPv4 address, or a /64 of IPv6.
pub fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_limited_in_all_and_per_address() {
        let limit = ConnectionLimit::new(3, 2);
        let [one, other, third] = [1, 2, 3].map(|last| IpAddr::from([10, 0, 0, last]));
        let ours = [limit.acquire(one).unwrap(), limit.acquire(one).unwrap()];
        assert_eq!(limit.acquire(one).unwrap_err(), LimitReached::PerAddress);
        let theirs = limit.acquire(other).unwrap();
        assert_eq!(limit.acquire(third).unwrap_err(), LimitReached::Total);
        drop((ours, theirs));
        assert!(limit.acquire(one).is_ok() && limit.taken().by_address.is_empty());
    }
}
