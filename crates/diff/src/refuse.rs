//! What cannot be differentiated, found before anything is generated: a place, a reason and a way out (`RT04xx`).

pub(crate) mod addresses_as_numbers;
pub(crate) mod allocations;
pub(crate) mod buried_calls;
pub(crate) mod c_addresses;
pub(crate) mod carried_pointers;
pub(crate) mod changed_extents;
pub(crate) mod files;
pub(crate) mod given_places;
pub(crate) mod grown_blocks;
pub(crate) mod guessed_names;
pub(crate) mod long_jumps;
pub(crate) mod messages;
pub(crate) mod missing_modules;
pub(crate) mod moved_pointers;
pub(crate) mod opaque_stores;
pub(crate) mod opaque_types;
pub(crate) mod passive_regions;
pub(crate) mod recursive_components;
pub(crate) mod reinterpreted;
pub(crate) mod result_bounds;
pub(crate) mod shown_calls;
pub(crate) mod tape_names;
pub(crate) mod through_text;
pub(crate) mod trusted;
pub(crate) mod unknown_callees;
