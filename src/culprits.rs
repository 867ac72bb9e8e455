//! Errors about procedures that were not understood point to what was not understood in them: it may have been said far above, or as a warning.

use il::{Diagnostic, Program, Severity, Span, UnitId};

use crate::aside::innermost;

/// The codes of errors that are about such a procedure: of the procedure itself, and of a call of it, where the procedure is among the places that matter.
const ABOUT: &[&str] = &["RT0400", "RT0416"];

/// Adds to each such error the place of the first thing that was not understood, and what to do about it.
pub fn point_to(program: &Program, diagnostics: &mut [Diagnostic]) {
    let mut found = Vec::new();
    for (k, d) in diagnostics.iter().enumerate().filter(|(_, d)| ABOUT.contains(&d.code)) {
        let places = d.related.iter().map(|(span, _)| *span).chain([d.span]);
        let about = places.filter_map(|span| with_errors(program, span)).next();
        let Some(culprit) = about.and_then(|unit| culprit(program, diagnostics, unit)) else { continue };
        // `(DD15) module …`
        let what = culprit.message.split_once(") ").filter(|_| culprit.message.starts_with('('));
        let what = what.map_or(culprit.message.as_str(), |(_, rest)| rest).to_string();
        found.push((k, culprit.span, what, culprit.notes.first().cloned()));
    }
    for (k, span, what, note) in found {
        let d = &mut diagnostics[k];
        d.related.push((span, what));
        if let (Some(note), "RT0400") = (note, d.code) {
            d.notes = vec![note];
        }
    }
}

/// The unit with that header, if something in it was not understood.
fn with_errors(program: &Program, header: Span) -> Option<UnitId> {
    program.units.iter().find(|(_, u)| u.has_errors && u.span.file.is_some() && u.span == header).map(|(id, _)| id)
}

/// The first thing that was not understood in a unit, or in one around it.
fn culprit<'d>(program: &Program, diagnostics: &'d [Diagnostic], unit: UnitId) -> Option<&'d Diagnostic> {
    let is_of_reading =
        |d: &&Diagnostic| d.severity >= Severity::Warning && (d.code.starts_with("RT01") || d.code.starts_with("RT02"));
    std::iter::successors(Some(unit), |u| program.units[*u].parent).find_map(|u| {
        let within = diagnostics.iter().filter(is_of_reading).filter(|d| innermost(program, d.span) == Some(u));
        within.max_by_key(|d| (d.severity, std::cmp::Reverse(d.span.start)))
    })
}
