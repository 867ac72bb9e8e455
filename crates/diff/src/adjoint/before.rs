//! Before the analyses: what the adjoint cannot turn round as it is, in other words.

mod entered;
pub(crate) mod extents;
pub(crate) mod gather;
pub(crate) mod jumps;
mod leaving_arms;
pub(crate) mod structure;
