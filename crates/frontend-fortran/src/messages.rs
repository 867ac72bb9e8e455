//! Every message of the reading layers, in one place.
//!
//! | code | says |
//! | --- | --- |
//! | RT0101 | a statement does not follow the grammar |
//! | RT0102 | a character or constant cannot be read |
//! | RT0103 | a preprocessor line cannot be obeyed |
//! | RT0104 | text in the label field, or a continuation of nothing |
//! | RT0105 | an included file is not found, or includes itself |
//! | RT0106 | blocks do not match |
//! | RT0107 | text beyond the last column is ignored |
//! | RT0108 | a kind of statement that is not supported |
//! | RT0109 | a file is in the other source form |

use il::source::{Diagnostic, Span};

use crate::ast::Form;

/// RT0103.
pub fn preprocessing(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error("RT0103", span, what)
        .note("macros are given with -DNAME or -DNAME=value, and taken back with -UNAME")
}

/// RT0103.
pub fn preprocessor(span: Span) -> Diagnostic {
    Diagnostic::info("RT0103", span, "preprocessor lines are kept, not interpreted")
        .note("both branches of an #if are read: run the preprocessor first if they exclude each other")
}

/// RT0107.
pub fn truncated(span: Span, width: usize, looks_meant: bool) -> Diagnostic {
    let make = if looks_meant { Diagnostic::warning } else { Diagnostic::info };
    make("RT0107", span, format!("text after column {width} is ignored in fixed form"))
        .note("said once per file; `-ffixed-line-length-132` (or `-none`) reads long lines")
}

/// RT0104.
pub fn text_in_label_field(span: Span) -> Diagnostic {
    Diagnostic::error(
        "RT0104",
        span,
        "statement text in columns 1 to 6, where only a label or a continuation mark may stand",
    )
    .note("name the file .f90 if it is in free form, or say -ffree-form")
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
    Diagnostic::error("RT0105", span, format!("'{name}' includes itself, or is nested too deeply"))
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

/// RT0106: END of a procedure or a module with the wrong name, which closes it all the same.
pub fn wrong_unit_name(found: &str, span: Span, expected: Option<&str>, opener: Span) -> Diagnostic {
    let said = wrong_name(found, span, expected, opener);
    let note = match expected {
        Some(expected) => format!("it is taken for the END of {expected}; compilers refuse it"),
        None => "it is taken for the END of what is open here; compilers refuse it".into(),
    };
    Diagnostic { severity: il::Severity::Warning, ..said }.note(note)
}

/// RT0106: a statement that may not stand in the block it is in.
pub fn misplaced(what: &str, span: Span, block: &str, opener: Span) -> Diagnostic {
    Diagnostic::error("RT0106", span, format!("{what} may not stand in {block}"))
        .with(opener, format!("{block} begins here"))
}

/// RT0101: `found` stands where the terminals `expected` could.
pub fn syntax(span: Span, expected: &[String], found: &str) -> Diagnostic {
    let expected = in_users_terms(expected);
    let message = match expected.as_slice() {
        [] => format!("{found} is not expected here"),
        [one] => format!("expected {one}, found {found}"),
        [firsts @ .., last] => format!("expected {} or {last}, found {found}", firsts.join(", ")),
    };
    Diagnostic::error("RT0101", span, message)
}

/// Terminals of the grammar as the user calls them; long lists shortened to what they amount to.
fn in_users_terms(terminals: &[String]) -> Vec<String> {
    let mut left: Vec<&str> = terminals.iter().map(|terminal| terminal.trim_matches('"')).collect();
    let mut out = Vec::new();
    // What begins an expression, then what continues one.
    if left.contains(&"literal") && left.contains(&"name") && left.contains(&"(") {
        let starts = ["literal", "name", "(", "integer", "+", ".NOT.", ".op.", "[", "(/"];
        left.retain(|terminal| !starts.contains(terminal));
        out.push("an expression".to_string());
    } else if left.contains(&"**") || left.contains(&"relation") {
        let operators = ["**", "*", "/", "+", "//", "relation", ".AND.", ".OR.", ".EQV.", ".op."];
        left.retain(|terminal| !operators.contains(terminal));
        out.push("an operator".to_string());
    }
    for terminal in left {
        out.push(match terminal {
            "name" => "a name".to_string(),
            "integer" => "a number".to_string(),
            "literal" => "a constant".to_string(),
            "GENERIC" => "OPERATOR(…)".to_string(),
            "TYPE" => "a type".to_string(),
            "FUNCTION" => "FUNCTION or SUBROUTINE".to_string(),
            "type::" => "'::'".to_string(),
            "PREFIX" | "NONE" => continue,
            word if word.starts_with('<') => continue,
            word if word.chars().all(char::is_alphabetic) => word.to_string(),
            mark => format!("'{mark}'"),
        });
    }
    out
}

/// RT0102.
pub fn lexical(span: Span, message: String) -> Diagnostic {
    Diagnostic::error("RT0102", span, message)
}

/// RT0101, said by an action of the grammar.
pub fn refused(span: Span, message: String) -> Diagnostic {
    Diagnostic::error("RT0101", span, message)
}

/// RT0101.
pub fn not_recognised(span: Span) -> Diagnostic {
    Diagnostic::error("RT0101", span, "no Fortran statement begins like this")
}

/// RT0101: after IF (…), WHERE (…) or FORALL (…).
pub fn not_an_action(span: Span) -> Diagnostic {
    Diagnostic::error("RT0101", span, "this may not follow a condition on the same line").note("write a block instead")
}

/// RT0108.
pub fn unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::warning("RT0108", span, format!("{what} are not supported"))
        .note("the statement is kept; the unit that holds it cannot be differentiated")
}

/// RT0108: `[` behind a name.
pub fn coarray(span: Span) -> Diagnostic {
    Diagnostic::error("RT0108", span, "coarrays are not read: this statement names a value of another image, or declares one")
        .label("a coarray")
        .note("differentiate what one image does: move it into a procedure whose arguments are no coarrays, and make that the head")
}

/// RT0109. `telling` says what is seen at `span`; `by_option`: an option said which form it is.
pub fn other_form(span: Span, form: Form, telling: &str, by_option: bool) -> Diagnostic {
    let (looks, option, name) = match form {
        Form::Fixed => ("fixed", "-ffixed-form", ".f"),
        Form::Free => ("free", "-ffree-form", ".f90"),
    };
    let (read, other) = if form == Form::Fixed { ("free", "-ffree-form") } else { ("fixed", "-ffixed-form") };
    let said =
        Diagnostic::error("RT0109", span, format!("this looks like {looks} form, but the file is read as {read} form"))
            .label(telling);
    match by_option {
        true => said.note(format!("leave out {other}, which says it of all files")),
        false => said.note(format!("say {option}, which holds for all files, or name the file {name}")),
    }
}

/// RT0108. What the file holds would be missing: an error, whatever else is said.
pub fn include_inside_statement(span: Span) -> Diagnostic {
    Diagnostic::error("RT0108", span, "an #include between the lines of one statement is not supported")
        .note("write the included lines into the statement, or include whole statements")
}

/// RT0108.
pub fn too_deep(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("RT0108", span, format!("more than {limit} nested blocks"))
}

/// Statements outside standard Fortran 2018 or outside what is supported, by their first word.
pub fn known_extension(text: &str) -> Option<&'static str> {
    const WORDS: &[(&str, &str)] = &[
        ("accept", "ACCEPT statements"),
        ("automatic", "AUTOMATIC statements"),
        ("change team", "teams of images"),
        ("decode", "DECODE statements"),
        ("encode", "ENCODE statements"),
        ("end map", "DEC structures"),
        ("end structure", "DEC structures"),
        ("end team", "teams of images"),
        ("end union", "DEC structures"),
        ("event", "EVENT statements"),
        ("form team", "teams of images"),
        ("lock", "LOCK statements"),
        ("map", "DEC structures"),
        ("options", "OPTIONS statements"),
        ("record", "DEC structures"),
        ("static", "STATIC statements"),
        ("structure", "DEC structures"),
        ("sync", "SYNC statements"),
        ("union", "DEC structures"),
        ("unlock", "UNLOCK statements"),
        ("virtual", "VIRTUAL statements"),
    ];
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
    WORDS.iter().find(|pair| squeezed.starts_with(&pair.0.replace(' ', ""))).map(|pair| pair.1)
}
