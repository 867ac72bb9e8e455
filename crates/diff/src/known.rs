//! What the text of a program tells by itself, without an analysis.

pub(crate) mod allocated;
pub(crate) mod allocation;
pub(crate) mod asked_parts;
pub(crate) mod at_entry;
pub(crate) mod element;
pub(crate) mod first_indices;
pub(crate) mod first_values;
pub(crate) mod given;
pub(crate) mod given_place;
pub(crate) mod harmless;
pub(crate) mod local_pointers;
pub(crate) mod made_elsewhere;
pub(crate) mod open_types;
pub(crate) mod other_files;
pub(crate) mod other_names;
pub(crate) mod overwritten;
pub(crate) mod owning;
pub(crate) mod pure_functions;
pub(crate) mod reachable;
pub(crate) mod reached;
pub(crate) mod reallocation;
pub(crate) mod repeatable;
pub mod shape;
pub(crate) mod shape_here;
