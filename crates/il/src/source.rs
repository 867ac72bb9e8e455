//! Source files, spans and diagnostics: what every crate needs to say *where*.

use crate::arena::Arena;

crate::ids! {
    /// A source file of the run. Prints as `file3`.
    FileId "file",
}

/// One input or included file, as read.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct SourceFile {
    /// The path as the user wrote it (or as the INCLUDE line resolved).
    pub path: String,
    /// The whole text; bytes that are not UTF-8 were replaced when it was read.
    pub text: String,
}

/// All files that spans may point into.
pub type Sources = Arena<FileId, SourceFile>;

/// A range of bytes of one source file. [`Span::NONE`] marks what the tool itself made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The file, or `None` for generated nodes.
    pub file: Option<FileId>,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Default for Span {
    fn default() -> Self {
        Span::NONE
    }
}

impl Span {
    /// The span of what no user wrote.
    pub const NONE: Span = Span { file: None, start: 0, end: 0 };

    /// Bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file: Some(file), start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both; the other one where one is [`Span::NONE`] or lies in another file.
    pub fn to(self, other: Span) -> Span {
        match (self.file, other.file) {
            (None, _) => other,
            (Some(a), Some(b)) if a == b => {
                Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
            }
            _ => self,
        }
    }
}

/// How bad it is. An `Error` makes the exit status non-zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Something the user may like to know.
    Note,
    /// Treated conservatively, said once.
    Warning,
    /// Not done.
    Error,
}

/// A message with a stable code, a place, and what to do about it.
///
/// Codes are `RTnnnn`: 01xx reading text, 02xx names and types, 03xx heads and activity, 04xx differentiation, 05xx checking and files.
/// Where Tapenade has a code for the same thing (`conventions.md` §12) the message starts with it: `(AD09) …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// Stable code, such as `RT0101`.
    pub code: &'static str,
    /// One sentence, lower case, no full stop.
    pub message: String,
    /// The culprit.
    pub span: Span,
    /// Text under the caret; may be empty.
    pub label: String,
    /// Other places that matter, each with its text.
    pub related: Vec<(Span, String)>,
    /// What the user can do; one sentence each.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    /// A note at `span`.
    pub fn info(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, span, message)
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            code,
            message: message.into(),
            span,
            label: String::new(),
            related: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds the text under the caret.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a sentence that says what to do.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds another place.
    pub fn with(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push((span, text.into()));
        self
    }
}
