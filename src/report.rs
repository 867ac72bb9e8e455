//! Diagnostics for people: with source and caret on the console, one line each in the message file.

use codespan_reporting::diagnostic::{Diagnostic as Shown, Label, Severity as Level};
use codespan_reporting::files::{Error, Files, line_starts};
use codespan_reporting::term;
use il::{Diagnostic, FileId, Id, Severity, Sources};

/// The sources as codespan wants them.
struct Texts<'a> {
    sources: &'a Sources,
    starts: Vec<Vec<usize>>,
}

impl<'a> Texts<'a> {
    fn new(sources: &'a Sources) -> Self {
        Texts { sources, starts: sources.iter().map(|(_, s)| line_starts(&s.text).collect()).collect() }
    }

    fn line(&self, file: FileId, byte: usize) -> usize {
        self.starts[file.index()].partition_point(|s| *s <= byte)
    }
}

impl<'a> Files<'a> for Texts<'a> {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(&self.sources[id].path)
    }
    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(&self.sources[id].text)
    }
    fn line_index(&'a self, id: FileId, byte: usize) -> Result<usize, Error> {
        Ok(self.line(id, byte) - 1)
    }
    fn line_range(&'a self, id: FileId, line: usize) -> Result<std::ops::Range<usize>, Error> {
        let starts = &self.starts[id.index()];
        let start = *starts.get(line).ok_or(Error::LineTooLarge { given: line, max: starts.len() })?;
        Ok(start..starts.get(line + 1).copied().unwrap_or(self.sources[id].text.len()))
    }
}

/// What a person sees: every diagnostic of at least `least` severity, with its source lines.
pub fn console(sources: &Sources, diagnostics: &[Diagnostic], least: Severity) -> String {
    let texts = Texts::new(sources);
    let mut out = String::new();
    let config = term::Config { start_context_lines: 1, end_context_lines: 0, ..Default::default() };
    for d in diagnostics.iter().filter(|d| d.severity >= least) {
        // A text that cannot be shown (a span into a file that changed) is still said in one line.
        let mut one = String::new();
        match term::emit_to_string(&mut one, &config, &texts, &shown(sources, d)) {
            Ok(()) => out.push_str(&one),
            Err(_) => out.push_str(&format!("{}\n", line(&texts, d))),
        }
    }
    out
}

fn shown(sources: &Sources, d: &Diagnostic) -> Shown<FileId> {
    let level = match d.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Note => Level::Note,
    };
    let range = |s: il::Span, file: FileId| {
        let text = &sources[file].text;
        let clamp = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        clamp(s.start as usize)..clamp(s.end.max(s.start) as usize)
    };
    let mut labels = Vec::new();
    if let Some(file) = d.span.file {
        labels.push(Label::primary(file, range(d.span, file)).with_message(&d.label));
    }
    labels.extend(
        d.related.iter().filter_map(|(s, t)| s.file.map(|f| Label::secondary(f, range(*s, f)).with_message(t))),
    );
    Shown::new(level).with_code(d.code).with_message(&d.message).with_labels(labels).with_notes(d.notes.clone())
}

fn line(texts: &Texts, d: &Diagnostic) -> String {
    let place = match d.span.file {
        Some(f) => format!("{}:{}: ", texts.sources[f].path, texts.line(f, d.span.start as usize)),
        None => String::new(),
    };
    let level = match d.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let mut out = format!("{place}{level}[{}]: {}", d.code, d.message);
    for n in &d.notes {
        out.push_str("; ");
        out.push_str(n);
    }
    out
}

/// The message file: every diagnostic on a line of its own, numbered.
pub fn message_file(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let texts = Texts::new(sources);
    diagnostics.iter().enumerate().map(|(i, d)| format!("{} {}\n", i + 1, line(&texts, d))).collect()
}
