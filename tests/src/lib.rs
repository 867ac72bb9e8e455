//! The tests of rtapenade as one crate.
