//! Comparisons of what the engine says with slow twins: all of it by a developer command, a sample in the
//! tests.

pub mod histories;
pub mod reasons;
pub mod truth;
