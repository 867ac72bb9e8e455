//! The analyses on programs small enough to know the answer, on random loops against their execution, and on all sources of the repository: one program,
//! which is linked once.

mod api;
mod common;
mod everything;
mod filetests;
mod fusable;
mod linearity;
mod loops;
mod scale;
mod shapes;
mod structure;
