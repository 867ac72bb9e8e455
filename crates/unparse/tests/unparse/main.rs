//! Printing hand-made IL: one table per idea.

mod build;
mod c;
mod expressions;
mod layout;
mod literals;
mod tape;
