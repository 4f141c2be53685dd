//! Threads that wait for short work. A step of a thousand games takes less time than it takes to wake a
//! thread, so that they look for the next step for a while before they sleep, and a step does not wait for
//! those that come too late.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::{hint, io};

/// Looks for work before a thread sleeps: some tens of microseconds.
const LOOKS: usize = 1 << 10;

/// The threads end when this is dropped.
pub(crate) struct Crew {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    /// The number of the newest work, and how many threads are busy with it: those of the state, to be looked
    /// at without the lock.
    newest: AtomicU64,
    busy: AtomicUsize,
    /// There is work, or the end has come.
    wake: Condvar,
    /// No thread is busy.
    idle: Condvar,
}

#[derive(Default)]
struct State {
    work: Option<Work>,
    newest: u64,
    asleep: usize,
    busy: usize,
    has_panicked: bool,
    is_over: bool,
}

/// What [`Crew::run`] was given, for as long as it runs.
#[derive(Clone, Copy)]
struct Work(*const (dyn Fn(usize) + Sync));

// SAFETY: what it points to may be called from all threads.
unsafe impl Send for Work {}

impl Crew {
    /// Starts so many threads.
    pub(crate) fn new(threads: usize) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            newest: AtomicU64::new(0),
            busy: AtomicUsize::new(0),
            wake: Condvar::new(),
            idle: Condvar::new(),
        });
        let crew = Self { shared };
        for number in 1..=threads {
            let shared = Arc::clone(&crew.shared);
            Builder::new().name(format!("jogo {number}")).spawn(move || shared.serve(number))?;
        }
        Ok(crew)
    }

    /// Calls `work` with 0 here and with 1, 2 and so on on those of the other threads that come before the
    /// call here returns. Returns when all calls have.
    pub(crate) fn run(&self, work: &(dyn Fn(usize) + Sync)) {
        /// Ends the work even if it panics here.
        struct End<'a>(&'a Shared);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.end();
            }
        }
        // SAFETY: only the lifetime changes. No thread calls it after the end, which comes before this
        // returns.
        let erased = unsafe {
            std::mem::transmute::<*const (dyn Fn(usize) + Sync + '_), *const (dyn Fn(usize) + Sync + 'static)>(
                work,
            )
        };
        self.shared.begin(Work(erased));
        {
            let _end = End(&self.shared);
            work(0);
        }
        let has_panicked = std::mem::take(&mut self.shared.lock().has_panicked);
        assert!(!has_panicked, "a thread of the environment panicked");
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.shared.newest.fetch_add(1, Ordering::Release);
        self.shared.wake.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, work: Work) {
        let mut state = self.lock();
        state.work = Some(work);
        state.newest += 1;
        self.newest.store(state.newest, Ordering::Release);
        if state.asleep > 0 {
            self.wake.notify_all();
        }
    }

    /// Lets no further thread begin, and waits for those that have begun.
    fn end(&self) {
        self.lock().work = None;
        for _ in 0..LOOKS {
            if self.busy.load(Ordering::Acquire) == 0 {
                break;
            }
            hint::spin_loop();
        }
        let mut state = self.lock();
        while state.busy > 0 {
            state = self.idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The life of a thread.
    fn serve(&self, number: usize) {
        let mut seen = 0;
        loop {
            for _ in 0..LOOKS {
                if self.newest.load(Ordering::Acquire) != seen {
                    break;
                }
                hint::spin_loop();
            }
            let mut state = self.lock();
            while state.newest == seen && !state.is_over {
                state.asleep += 1;
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.asleep -= 1;
            }
            if state.is_over {
                return;
            }
            seen = state.newest;
            let Some(work) = state.work else { continue };
            state.busy += 1;
            self.busy.store(state.busy, Ordering::Release);
            drop(state);
            // SAFETY: the work has not ended, and does not as long as a thread is busy.
            let result = catch_unwind(AssertUnwindSafe(|| unsafe { (*work.0)(number) }));
            let mut state = self.lock();
            state.has_panicked |= result.is_err();
            state.busy -= 1;
            self.busy.store(state.busy, Ordering::Release);
            if state.busy == 0 {
                self.idle.notify_all();
            }
        }
    }
}
