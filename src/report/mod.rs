//! Diagnostics for people and programs.
//!
//! ```text
//! places     where a diagnostic points: lines and columns
//! human      with source and caret      lines   one line each: `short`, and the message file
//! json       one object per line        sarif   one log of the run, SARIF 2.1.0
//! manners    how a run speaks: format, colour, what is said
//! ```

mod human;
mod json;
mod lines;
mod manners;
mod places;
mod sarif;

use il::{Diagnostic, Severity, Sources};

pub use lines::message_file;
pub use manners::{Format, Manners, Saying, colours};
use places::Texts;

/// Everything a run has to say, in the format that was asked for: what is mild enough to be left out is left out, and what is the same is said once.
pub fn say(sources: &Sources, diagnostics: &[Diagnostic], manners: &Manners) -> String {
    let texts = Texts::new(sources);
    let shown = distinct(diagnostics.iter().filter(|d| d.severity >= manners.least));
    let text = match manners.format {
        Format::Human => human::text(&texts, &shown, manners.colour),
        Format::Short => lines::text(&texts, &shown),
        Format::Json => return json::text(&texts, &shown),
        Format::Sarif => return sarif::text(&texts, &shown, manners.failed(diagnostics)),
    };
    text + &closing(&shown, manners)
}

/// Diagnostics in their order, what is the same only once.
fn distinct<'d>(diagnostics: impl Iterator<Item = &'d Diagnostic>) -> Vec<&'d Diagnostic> {
    let mut out: Vec<&Diagnostic> = Vec::new();
    for d in diagnostics {
        if !out.contains(&d) {
            out.push(d);
        }
    }
    out
}

/// What a person sees of every diagnostic of at least `least` severity, without colours and without the closing line.
pub fn console(sources: &Sources, diagnostics: &[Diagnostic], least: Severity) -> String {
    let shown: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.severity >= least).collect();
    human::text(&Texts::new(sources), &shown, false)
}

/// The last line: how many errors and warnings were shown, and where more is said about the first. Empty when there are none.
fn closing(shown: &[&Diagnostic], manners: &Manners) -> String {
    if manners.quiet {
        return String::new();
    }
    let of = |severity: Severity| shown.iter().filter(move |d| d.severity == severity);
    let counted = |severity: Severity| match of(severity).count() {
        0 => None,
        1 => Some(format!("1 {}", word(severity))),
        n => Some(format!("{n} {}s", word(severity))),
    };
    let counts: Vec<String> = [Severity::Error, Severity::Warning].into_iter().filter_map(counted).collect();
    if counts.is_empty() {
        return String::new();
    }
    let more = match of(Severity::Error).next() {
        Some(first) => format!(" (`rtapenade explain {}` says more)", first.code),
        None if manners.warnings_fail => ": failures by -W error, no output is written".to_string(),
        None => String::new(),
    };
    format!("{}{more}\n", counts.join(", "))
}

/// What a severity is called.
fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
