//! The imperative language: the one data model of rtapenade.

pub mod arena;
pub mod source;
