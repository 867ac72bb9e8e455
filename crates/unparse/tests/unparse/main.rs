//! Printing hand-made IL: one table per idea.

mod build;
mod c;
mod expressions;
mod fixed_point;
mod layout;
mod literals;
mod tape;
