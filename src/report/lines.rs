//! One line for each diagnostic: the `short` format, which editors jump by, and the message file.

use il::{Diagnostic, Sources};

use super::places::Texts;
use super::word;

/// `file:line:column: error[RT0101]: message`.
pub(super) fn text(texts: &Texts, diagnostics: &[&Diagnostic]) -> String {
    let one = |d: &&Diagnostic| {
        let place = texts.place(d.span).map_or(String::new(), |p| format!("{}:{}:{}: ", p.file, p.line, p.column));
        format!("{place}{}[{}]: {}\n", word(d.severity), d.code, d.message)
    };
    diagnostics.iter().map(one).collect()
}

/// The message file: every diagnostic on a line of its own, numbered, with what to do about it.
pub fn message_file(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let texts = Texts::new(sources);
    super::distinct(diagnostics.iter())
        .into_iter()
        .enumerate()
        .map(|(i, d)| format!("{} {}\n", i + 1, line(&texts, d)))
        .collect()
}

pub(super) fn line(texts: &Texts, d: &Diagnostic) -> String {
    let place = match d.span.file {
        Some(f) => format!("{}:{}: ", texts.sources[f].path, texts.line(f, d.span.start as usize)),
        None => String::new(),
    };
    let mut out = format!("{place}{}[{}]: {}", word(d.severity), d.code, d.message);
    for n in &d.notes {
        out.push_str("; ");
        out.push_str(n);
    }
    out
}
