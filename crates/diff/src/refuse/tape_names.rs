//! Procedures of the user's that have the name of a routine of the tape, `PUSHREAL8`: two of one name would be linked. (What only stands in the way where
//! names are looked up, a procedure of a module, is `settle/hidden_tape`'s.)

use il::{Diagnostic, Language, Program, Span, UnitId};

/// What is pushed and popped, one by one or as an array; what is before the digits of CONTROL.
const LOADS: &[&str] = &[
    "real4",
    "real8",
    "real10",
    "real16",
    "complex8",
    "complex16",
    "complex32",
    "integer1",
    "integer2",
    "integer4",
    "integer8",
    "boolean",
    "character",
    "pointer4",
    "pointer8",
    "pointers",
    "control",
];

/// The errors for all units that an adjoint may reach.
pub fn check(p: &Program, units: &[UnitId]) -> Vec<Diagnostic> {
    let taken = |u: &&UnitId| {
        let u = &p.units[**u];
        let name = match u.language {
            Language::Fortran if u.parent.is_some() => return false,
            Language::Fortran => u.name.to_ascii_lowercase(),
            // Case counts there: `pushReal8`.
            Language::C if u.name.starts_with("push") || u.name.starts_with("pop") => u.name.to_ascii_lowercase(),
            Language::C => return false,
        };
        u.is_procedure() && !u.is_interface && !u.body.is_empty() && is_entry(&name)
    };
    let say = |u: &UnitId| {
        let u = &p.units[*u];
        in_the_way(&u.name, u.span)
    };
    units.iter().filter(taken).map(say).collect()
}

/// The error for a procedure of that name.
pub(crate) fn in_the_way(name: &str, span: Span) -> Diagnostic {
    let what = format!("`{name}` has the name of a routine of the tape, which adjoints call");
    Diagnostic::error("RT0440", span, what).note("give it another name")
}

/// Whether a name in lower case is that of a routine of the tape: `pushreal8array`, `popcontrol1b`.
pub(crate) fn is_entry(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("push").or(name.strip_prefix("pop")) else { return false };
    let rest = rest.strip_suffix("array").unwrap_or(rest);
    let control = rest.strip_suffix('b').map(|r| r.trim_end_matches(|c: char| c.is_ascii_digit()));
    LOADS.contains(&rest) && rest != "control" || control.is_some_and(|r| r == "control" && rest.len() > 8)
}
