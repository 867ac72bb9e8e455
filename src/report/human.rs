//! What a person sees: each diagnostic with its source lines, a caret, and what to do.

use codespan_reporting::diagnostic::{Diagnostic as Shown, Label, Severity as Level};
use codespan_reporting::term;
use codespan_reporting::term::termcolor::Ansi;
use il::{Diagnostic, FileId, Severity};

use super::lines;
use super::places::Texts;

/// How many other places of a message are shown.
const PLACES: usize = 6;

/// All of them, with colours for a terminal or without.
pub(super) fn text(texts: &Texts, diagnostics: &[&Diagnostic], colour: bool) -> String {
    let config = term::Config { start_context_lines: 1, end_context_lines: 0, ..Default::default() };
    let mut out = String::new();
    for d in diagnostics {
        // A text that cannot be shown (a span into a file that changed) is still said in one line.
        out.push_str(&one(texts, d, &config, colour).unwrap_or_else(|| lines::line(texts, d) + "\n"));
    }
    out
}

fn one(texts: &Texts, d: &Diagnostic, config: &term::Config, colour: bool) -> Option<String> {
    let mut buffer = Vec::new();
    if colour {
        let styles = term::Styles::default();
        let mut painted = term::StylesWriter::new(Ansi::new(&mut buffer), &styles);
        term::emit_to_write_style(&mut painted, config, texts, &shown(texts, d)).ok()?;
    } else {
        term::emit_to_io_write(&mut buffer, config, texts, &shown(texts, d)).ok()?;
    }
    String::from_utf8(buffer).ok()
}

fn shown(texts: &Texts, d: &Diagnostic) -> Shown<FileId> {
    let level = match d.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Note => Level::Note,
    };
    let mut labels = Vec::new();
    if let Some(file) = d.span.file {
        labels.push(Label::primary(file, texts.range(d.span, file)).with_message(&d.label));
    }
    let related = d.related.iter().take(PLACES);
    labels.extend(related.filter_map(|(s, t)| s.file.map(|f| Label::secondary(f, texts.range(*s, f)).with_message(t))));
    let mut notes = d.notes.clone();
    if d.related.len() > PLACES {
        notes.push(format!("and {} more places", d.related.len() - PLACES));
    }
    Shown::new(level).with_code(d.code).with_message(&d.message).with_labels(labels).with_notes(notes)
}
