//! Small parts of the data model, by examples.

mod binomial;
mod characters;
mod constant;
mod fold;
mod text;
