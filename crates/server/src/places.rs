//! Who takes up room, and how much of it: sockets and connections, in all and of each address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many places, of which one address may have so many.
#[derive(Clone, Debug)]
pub struct Places {
    taken: Arc<Mutex<Taken>>,
    max: usize,
    max_per_address: u32,
}

#[derive(Debug, Default)]
struct Taken {
    count: usize,
    by_address: HashMap<IpAddr, u32>,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    ForAll,
    ForThisAddress,
}

impl Places {
    pub fn new(max: usize, max_per_address: u32) -> Self {
        Self { taken: Arc::default(), max, max_per_address }
    }

    /// A place for this address, until it is dropped.
    pub fn admit(&self, address: IpAddr) -> Result<Place, Full> {
        let mut taken = self.taken();
        if taken.count >= self.max {
            return Err(Full::ForAll);
        }
        let count = taken.by_address.entry(address).or_default();
        if *count >= self.max_per_address {
            return Err(Full::ForThisAddress);
        }
        *count += 1;
        taken.count += 1;
        Ok(Place { places: self.clone(), address })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug)]
pub struct Place {
    places: Places,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.count -= 1;
        if let Some(count) = taken.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.by_address.remove(&self.address);
            }
        }
    }
}

/// What counts as one address: an IPv4 address, or a /64 of IPv6.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_all_and_for_each() {
        let places = Places::new(3, 2);
        let [one, other, third] = [1, 2, 3].map(|last| IpAddr::from([10, 0, 0, last]));
        let ours = [places.admit(one).unwrap(), places.admit(one).unwrap()];
        assert_eq!(places.admit(one).unwrap_err(), Full::ForThisAddress);
        let theirs = places.admit(other).unwrap();
        assert_eq!(places.admit(third).unwrap_err(), Full::ForAll);
        drop((ours, theirs));
        assert!(places.admit(one).is_ok() && places.taken().by_address.is_empty());
    }
}
