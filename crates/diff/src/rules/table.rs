//! The table.

/// How an intrinsic is differentiated.
pub enum Sort {
    /// By its partials, in template text.
    Partials(&'static [&'static str]),
}

/// One line.
pub struct Rule {
    /// Generic name, as in the table of intrinsics.
    pub name: &'static str,
    /// How.
    pub sort: Sort,
}

/// The rules.
pub const RULES: &[Rule] = &[];
