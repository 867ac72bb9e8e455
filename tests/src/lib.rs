//! The tests of rtapenade as one crate.
pub mod property;
