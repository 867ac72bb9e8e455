//! Every message of the reading layers, in one place.
//!
//! | code | says |
//! | --- | --- |
//! | RT0101 | a statement does not follow the grammar |
//! | RT0102 | a character or constant cannot be read |
//! | RT0103 | preprocessor lines are not interpreted |
//! | RT0104 | text in the label field, or a continuation of nothing |
//! | RT0105 | an included file is not found, or includes itself |
//! | RT0106 | blocks do not match |
//! | RT0107 | text beyond the last column is ignored |
//! | RT0108 | a kind of statement that is not supported |

use il::source::{Diagnostic, Span};

/// RT0103.
pub fn preprocessor(span: Span) -> Diagnostic {
    Diagnostic::info("RT0103", span, "preprocessor lines are kept, not interpreted")
        .note("both branches of an #if are read: run the preprocessor first if they exclude each other")
}

/// RT0107.
pub fn truncated(span: Span, width: usize) -> Diagnostic {
    Diagnostic::info("RT0107", span, format!("text after column {width} is ignored in fixed form"))
        .note("said once per file; use the option for long lines if this text is meant")
}

/// RT0104.
pub fn text_in_label_field(span: Span) -> Diagnostic {
    Diagnostic::error(
        "RT0104",
        span,
        "statement text in columns 1 to 6, where only a label or a continuation mark may stand",
    )
    .note("name the file .f90 if it is in free form")
}

/// RT0104.
pub fn continues_nothing(span: Span) -> Diagnostic {
    Diagnostic::error("RT0104", span, "this continuation line has no statement to continue")
}

/// RT0105.
pub fn include_not_found(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("RT0105", span, format!("included file '{name}' not found")).note("give its directory with -I")
}

/// RT0105.
pub fn include_cycle(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("RT0105", span, format!("'{name}' is included too deeply: it probably includes itself"))
}

/// RT0106: `what` (opened at `opener`) is still open at `at`.
pub fn not_closed(what: &str, opener: Span, at: Span, closing: &str) -> Diagnostic {
    let message = format!("{what} is not closed: {closing} is missing");
    Diagnostic::error("RT0106", opener, message).label("opened here").with(at, "still open here")
}

/// RT0106: an END, ELSE, CASE or CONTAINS that belongs to nothing.
pub fn belongs_to_nothing(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("RT0106", span, format!("{what} belongs to nothing that is open here"))
}

/// RT0106: END with the wrong name.
pub fn wrong_name(found: &str, span: Span, expected: Option<&str>, opener: Span) -> Diagnostic {
    let message = match expected {
        Some(expected) => format!("the name {found} does not match {expected}"),
        None => format!("the name {found} does not match: what is closed here has no name"),
    };
    Diagnostic::error("RT0106", span, message).with(opener, "opened here")
}

/// RT0106: a statement that may not stand in the block it is in.
pub fn misplaced(what: &str, span: Span, block: &str, opener: Span) -> Diagnostic {
    Diagnostic::error("RT0106", span, format!("{what} may not stand in {block}"))
        .with(opener, format!("{block} begins here"))
}
