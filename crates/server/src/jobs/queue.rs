//! Which job is next. Clients get their turns by address, so that no address delays another by more than a
//! job; people come before games between bots, and short jobs before long ones. Long jobs never take the last
//! worker.

use std::collections::HashMap;
use std::net::IpAddr;

/// The priority of a job; the first goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Audience {
    /// A person who plays or asks.
    Person,
    /// A person who analyses: games that are played come first.
    Analyst,
    /// Spectators of two bots.
    Spectators,
    /// What can wait: reviews, or whole games.
    Patient,
}

/// How long a job takes, roughly; the first goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// A few hundredths of a second at most.
    Short,
    Long,
}

/// What the queue keeps about a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claimant {
    pub address: IpAddr,
    pub audience: Audience,
    pub cost: Cost,
}

#[derive(Debug)]
struct Entry<T> {
    claimant: Claimant,
    number: u64,
    job: T,
}

#[derive(Debug)]
pub struct Queue<T> {
    waiting: Vec<Entry<T>>,
    running: Vec<Claimant>,
    /// When each address that has jobs here was last served.
    served: HashMap<IpAddr, u64>,
    workers: usize,
    count: u64,
}

impl<T> Queue<T> {
    pub fn new(workers: usize) -> Self {
        Self {
            waiting: Vec::new(),
            running: Vec::new(),
            served: HashMap::new(),
            workers: workers.max(1),
            count: 0,
        }
    }

    /// Sets how many jobs run at once. Those that run already go on.
    pub fn set_workers(&mut self, workers: usize) {
        self.workers = workers.max(1);
    }

    pub fn push(&mut self, claimant: Claimant, job: T) {
        self.count += 1;
        self.waiting.push(Entry { claimant, number: self.count, job });
    }

    pub fn waiting(&self) -> impl Iterator<Item = (&Claimant, &T)> {
        self.waiting.iter().map(|entry| (&entry.claimant, &entry.job))
    }

    pub fn running(&self) -> usize {
        self.running.len()
    }

    /// Takes the next job that a worker may begin with.
    pub fn start(&mut self) -> Option<(Claimant, T)> {
        if self.running.len() >= self.workers {
            return None;
        }
        let running = |is_such: &dyn Fn(&Claimant) -> bool| {
            self.running.iter().filter(|claimant| is_such(claimant)).count()
        };
        // The last worker is kept for short jobs, and half of them for people.
        let most_long = (self.workers - 1).max(1);
        let most_unattended = (self.workers / 2).max(1);
        let most_of_address = most_long;
        let may_start = |claimant: &Claimant| {
            // What can wait may take minutes, so it counts only against its like.
            let counts = |other: &Claimant| {
                other.audience != Audience::Patient || claimant.audience == Audience::Patient
            };
            let own = running(&|other| other.address == claimant.address && counts(other));
            let is_long = claimant.cost == Cost::Long
                && running(&|other| other.cost == Cost::Long && counts(other)) >= most_long;
            let is_unattended = claimant.audience != Audience::Person
                && running(&|other| other.audience != Audience::Person) >= most_unattended;
            own < most_of_address && !is_long && !is_unattended
        };
        let rank = |entry: &Entry<T>| {
            let Claimant { address, audience, cost } = entry.claimant;
            let own = running(&|other| other.address == address);
            (audience, own, cost, self.served.get(&address).copied(), entry.number)
        };
        let entries = self.waiting.iter().enumerate().filter(|(_, entry)| may_start(&entry.claimant));
        let index = entries.min_by_key(|(_, entry)| rank(entry)).map(|(index, _)| index)?;
        let Entry { claimant, job, .. } = self.waiting.swap_remove(index);
        self.count += 1;
        self.served.insert(claimant.address, self.count);
        self.running.push(claimant);
        Some((claimant, job))
    }

    /// A job is done.
    pub fn finish(&mut self, claimant: &Claimant) {
        if let Some(index) = self.running.iter().position(|running| running == claimant) {
            self.running.swap_remove(index);
        }
        let address = claimant.address;
        let has_more = self
            .running
            .iter()
            .chain(self.waiting.iter().map(|entry| &entry.claimant))
            .any(|one| one.address == address);
        if !has_more {
            self.served.remove(&address);
        }
    }

    /// Drops the jobs whose result nothing waits for any more.
    pub fn retain(&mut self, is_wanted: impl Fn(&T) -> bool) {
        self.waiting.retain(|entry| is_wanted(&entry.job));
        let Self { waiting, running, served, .. } = self;
        // An address without jobs is forgotten, else the list would grow with every address that ever asked.
        served.retain(|address, _| {
            running
                .iter()
                .chain(waiting.iter().map(|entry| &entry.claimant))
                .any(|one| one.address == *address)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claimant(address: u8, audience: Audience, cost: Cost) -> Claimant {
        Claimant { address: IpAddr::from([10, 0, 0, address]), audience, cost }
    }

    #[test]
    fn an_address_with_many_jobs_delays_another_by_one_at_most() {
        let mut queue = Queue::new(2);
        for number in 0..30 {
            queue.push(claimant(1, Audience::Spectators, Cost::Long), number);
        }
        assert_eq!(queue.start().unwrap().1, 0);
        assert_eq!(queue.start().map(|(_, job)| job), None, "the last worker is for short jobs of others");
        queue.push(claimant(2, Audience::Person, Cost::Short), 100);
        assert_eq!(queue.start().unwrap().1, 100);
        queue.push(claimant(3, Audience::Person, Cost::Long), 200);
        queue.push(claimant(3, Audience::Person, Cost::Short), 201);
        queue.finish(&claimant(1, Audience::Spectators, Cost::Long));
        queue.finish(&claimant(2, Audience::Person, Cost::Short));
        assert_eq!(queue.start().unwrap().1, 201, "short before long");
        queue.finish(&claimant(3, Audience::Person, Cost::Short));
        assert_eq!(queue.start().unwrap().1, 200, "people before bots");
    }

    #[test]
    fn what_can_wait_holds_nothing_back() {
        let mut queue = Queue::new(2);
        for number in 0..3 {
            queue.push(claimant(1, Audience::Patient, Cost::Long), number);
        }
        assert_eq!(queue.start().unwrap().1, 0);
        assert_eq!(queue.start().map(|(_, job)| job), None, "half of the workers are for people");
        queue.push(claimant(1, Audience::Person, Cost::Long), 100);
        assert_eq!(queue.start().unwrap().1, 100, "a hint for the one whose review runs");
        queue.finish(&claimant(1, Audience::Person, Cost::Long));
        queue.push(claimant(2, Audience::Spectators, Cost::Long), 200);
        assert_eq!(queue.start().map(|(_, job)| job), None);
        queue.finish(&claimant(1, Audience::Patient, Cost::Long));
        assert_eq!(queue.start().unwrap().1, 200);
    }

    #[test]
    fn addresses_take_turns() {
        let mut queue = Queue::new(1);
        for number in 0..3 {
            queue.push(claimant(1, Audience::Person, Cost::Short), number);
        }
        let mut order = Vec::new();
        for late in [true, false, false, false] {
            let (claimant_, job) = queue.start().unwrap();
            order.push(job);
            if late {
                queue.push(claimant(2, Audience::Person, Cost::Short), 10);
            }
            queue.finish(&claimant_);
        }
        assert_eq!(order, [0, 10, 1, 2]);
        assert!(queue.served.is_empty() && queue.running() == 0);
    }

    #[test]
    fn every_job_is_done_in_the_end() {
        let mut queue = Queue::new(3);
        let mut rng = fastrand::Rng::with_seed(7);
        for number in 0..200 {
            let audience = if rng.bool() { Audience::Person } else { Audience::Spectators };
            queue.push(
                claimant(rng.u8(..5), audience, if rng.bool() { Cost::Short } else { Cost::Long }),
                number,
            );
        }
        let (mut running, mut done) = (Vec::new(), 0);
        while done < 200 {
            while let Some((claimant, _)) = queue.start() {
                running.push(claimant);
                assert!(running.len() <= 3);
            }
            let claimant = running.swap_remove(rng.usize(..running.len()));
            queue.finish(&claimant);
            done += 1;
        }
        assert_eq!((queue.running(), queue.waiting().count()), (0, 0));
    }
}
