//! What was not understood while reading, but has nothing to do with what is asked for: a program of 200,000 lines whose output routines use a
//! library that is not at hand has a derivative all the same.
//!
//! What is wrong in procedures and modules that the heads do not reach is a note: nothing that is computed depends on it, and who asks for everything
//! (`-msglevel 10`, the message file) reads it. What is called by what the heads reach may be
//! marked ([`il::Unit::has_errors`]): nobody knows what such a procedure does, and it is refused where something active goes in or may come out. So
//! errors in it are warnings, too, and so is a module that is not there, unless a head needs one of its names. What is defined twice is an error where
//! the heads reach either definition: nobody knows which one is meant.

use std::collections::BTreeSet;

use il::calls::CallGraph;
use il::{Diagnostic, Program, Severity, Span, UnitId, UnitKind};

/// The code of a module whose source was not given.
const MISSING_MODULE: &str = "RT0201";

/// The code of a procedure that was not understood and must be differentiated.
const NOT_UNDERSTOOD: &str = "RT0400";

/// The code of a head in which no derivative goes from an independent to a dependent.
const NOTHING_ACTIVE: &str = "RT0310";

/// The code of a file in the other source form: what units it has nobody knows.
pub(crate) const OTHER_FORM: &str = "RT0109";

/// The code of a name with two definitions.
const DEFINED_TWICE: &str = "RT0212";

/// Makes what was said while reading milder where `heads` have nothing to do with it. Without heads the program is only printed again: all of it
/// matters.
pub fn set_aside(program: &Program, heads: Option<&[UnitId]>, diagnostics: &mut [Diagnostic]) {
    let concerned: BTreeSet<UnitId> = match heads {
        Some(heads) => diff::concerned(program, heads),
        None => program.units.ids().collect(),
    };
    let in_file = |d: &Diagnostic, u: UnitId| d.span.file.is_some() && program.units[u].file == d.span.file;
    let mut called: Option<BTreeSet<UnitId>> = None;
    for d in diagnostics.iter_mut().filter(|d| d.code != OTHER_FORM) {
        if d.code == DEFINED_TWICE && d.severity == Severity::Error {
            let called = called.get_or_insert_with(|| {
                heads.map_or_else(BTreeSet::new, |h| CallGraph::new(program).reached(h).into_iter().collect())
            });
            let is_needed = |u: UnitId| match program.units[u].is_procedure() {
                true => called.contains(&u),
                false => heads.is_some() && concerned.contains(&u),
            };
            let places = d.related.iter().map(|r| r.0).chain([d.span]);
            if !places.filter_map(|span| innermost(program, span)).any(is_needed) {
                d.severity = Severity::Warning;
            }
            continue;
        }
        let unit = innermost(program, d.span);
        let reached = match unit {
            Some(u) => concerned.contains(&u),
            None => {
                d.span.file.is_none()
                    || !program.units.ids().any(|u| in_file(d, u))
                    || concerned.iter().any(|u| in_file(d, *u))
            }
        };
        let missing_module = d.code == MISSING_MODULE;
        let is_judged_later = |u: UnitId| {
            let procedure = program.units[u].is_procedure();
            let is_head = heads.is_some_and(|h| h.contains(&u));
            // What a head contains is understood only with the head.
            let marked = procedure && program.units[u].has_errors;
            match marked {
                true => heads.is_some() && !is_head,
                false => missing_module,
            }
        };
        let printed_again = missing_module && heads.is_none();
        d.severity = match d.severity {
            _ if !reached => Severity::Note,
            Severity::Error if printed_again || unit.is_some_and(is_judged_later) => Severity::Warning,
            other => other,
        };
    }
}

/// A procedure that was not understood and must be differentiated is no news beside what was not understood in it: that is the error, and is said as
/// one. Where nothing in the procedure itself says why, the message stays.
pub fn name_causes(program: &Program, diagnostics: &mut Vec<Diagnostic>) {
    let is_cause =
        |d: &Diagnostic| d.severity == Severity::Warning && (d.code.starts_with("RT01") || d.code.starts_with("RT02"));
    let refused = |d: &Diagnostic| innermost(program, d.span).filter(|_| d.code == NOT_UNDERSTOOD);
    let refused: BTreeSet<UnitId> = diagnostics.iter().filter_map(refused).collect();
    if refused.is_empty() {
        return;
    }
    let mut explained = BTreeSet::new();
    for d in diagnostics.iter_mut().filter(|d| is_cause(d)) {
        if let Some(unit) = innermost(program, d.span).filter(|u| refused.contains(u)) {
            d.severity = Severity::Error;
            explained.insert(unit);
        }
    }
    // What does nothing that is understood has nothing to differentiate, either.
    let follows = |d: &Diagnostic| d.code == NOTHING_ACTIVE && d.notes.iter().any(|n| n.contains("not understood"));
    diagnostics.retain(|d| match d.code {
        NOT_UNDERSTOOD => innermost(program, d.span).is_none_or(|unit| !explained.contains(&unit)),
        _ => !follows(d),
    });
}

/// The unit that a place of a file belongs to: the last one that begins before it.
pub(crate) fn innermost(program: &Program, span: Span) -> Option<UnitId> {
    let begins = |u: &UnitId| program.units[*u].span.start;
    let units = program.units.iter().filter(|(_, u)| {
        // A file that another one includes has units of its own.
        u.file.is_some() && u.span.file == span.file && !u.is_interface && u.kind != UnitKind::File
    });
    units.map(|(id, _)| id).filter(|u| begins(u) <= span.start).max_by_key(begins)
}
