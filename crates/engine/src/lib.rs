//! Thinking: what is known about positions, and how to find it out.
#![deny(unsafe_code)]

pub mod solve;
