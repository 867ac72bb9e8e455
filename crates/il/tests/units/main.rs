//! Small parts of the data model, by examples.

mod binomial;
mod characters;
mod fold;
mod text;
