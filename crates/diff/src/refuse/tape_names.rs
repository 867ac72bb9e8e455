//! Procedures of the user's that have the name of a routine of the tape, `PUSHREAL8`: an adjoint that calls the one would get the other, or two of one name
//! would be linked.

use il::{Diagnostic, Language, Program, UnitId};

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
            Language::Fortran => u.name.to_ascii_lowercase(),
            // Case counts there: `pushReal8`.
            Language::C if u.name.starts_with("push") || u.name.starts_with("pop") => u.name.to_ascii_lowercase(),
            Language::C => return false,
        };
        u.is_procedure() && !u.is_interface && !u.body.is_empty() && is_entry(&name)
    };
    let say = |u: &UnitId| {
        let u = &p.units[*u];
        let what = format!("`{}` has the name of a routine of the tape, which adjoints call", u.name);
        Diagnostic::error("RT0440", u.span, what).note("give it another name")
    };
    units.iter().filter(taken).map(say).collect()
}

fn is_entry(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("push").or(name.strip_prefix("pop")) else { return false };
    let rest = rest.strip_suffix("array").unwrap_or(rest);
    let control = rest.strip_suffix('b').map(|r| r.trim_end_matches(|c: char| c.is_ascii_digit()));
    LOADS.contains(&rest) && rest != "control" || control.is_some_and(|r| r == "control" && rest.len() > 8)
}
