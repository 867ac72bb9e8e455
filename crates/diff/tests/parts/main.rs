//! The parts of the crate that can be judged alone, a file each. They stand outside of it so that it is compiled once.

mod directive_args;
mod directives;
mod names;
mod rules;
mod simplify;
mod system;
mod tape;
mod tree;
