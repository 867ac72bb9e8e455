//! What is put right in derivatives that are finished: names, kinds, and forms that the language wants otherwise.

pub(crate) mod bit_fields;
pub(crate) mod blank_common;
pub(crate) mod c_binding;
pub(crate) mod common_values;
pub(crate) mod first_values;
pub(crate) mod hidden_intrinsics;
pub(crate) mod hidden_tape;
pub(crate) mod hints;
pub(crate) mod kept_in_common;
pub(crate) mod kind_names;
pub(crate) mod loops_in_f77;
pub(crate) mod one_array_part;
pub(crate) mod overlaps;
pub(crate) mod parallel;
pub(crate) mod precision;
pub(crate) mod special;
