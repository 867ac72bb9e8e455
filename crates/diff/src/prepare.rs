//! What brings a program into a form that the transformers know, before anything is analysed.

pub(crate) mod alternate_returns;
pub(crate) mod automatic;
pub(crate) mod box_keywords;
pub(crate) mod by_argument;
pub(crate) mod c_helpers;
pub(crate) mod c_statics;
pub(crate) mod c_values;
pub(crate) mod common_below;
pub(crate) mod entry_extents;
pub(crate) mod grown_blocks;
pub(crate) mod host_allocators;
pub(crate) mod in_the_way;
pub(crate) mod intents;
pub(crate) mod kept_values;
pub mod normalise;
pub mod one_long;
pub(crate) mod other_files;
pub mod parallel_loops;
pub(crate) mod reachable;
pub(crate) mod real_loops;
pub(crate) mod save_of_all;
pub(crate) mod void_members;
