//! Where a diagnostic points: bytes become lines and columns.

use codespan_reporting::files::{Error, Files, line_starts};
use il::{FileId, Id, Sources, Span};

/// The sources as codespan wants them.
pub(super) struct Texts<'a> {
    pub sources: &'a Sources,
    starts: Vec<Vec<usize>>,
}

/// The ends of a span, counted from 1: columns in characters, the end one past the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place<'a> {
    pub file: &'a str,
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
}

impl<'a> Texts<'a> {
    pub fn new(sources: &'a Sources) -> Self {
        Texts { sources, starts: sources.iter().map(|(_, s)| line_starts(&s.text).collect()).collect() }
    }

    /// The line that holds a byte, from 1.
    pub fn line(&self, file: FileId, byte: usize) -> usize {
        self.starts[file.index()].partition_point(|s| *s <= byte)
    }

    /// Where a span lies; `None` for what no file holds.
    pub fn place(&self, span: Span) -> Option<Place<'a>> {
        let file = span.file?;
        let range = self.range(span, file);
        let at = |byte: usize| {
            let line = self.line(file, byte);
            let before = &self.sources[file].text[self.starts[file.index()][line - 1]..byte];
            (line, before.chars().count() + 1)
        };
        let ((line, column), (end_line, end_column)) = (at(range.start), at(range.end));
        Some(Place { file: &self.sources[file].path, line, column, end_line, end_column })
    }

    /// The bytes of a span, inside the text and between characters: a file may have changed since it was read by others.
    pub fn range(&self, span: Span, file: FileId) -> std::ops::Range<usize> {
        let text = &self.sources[file].text;
        let clamp = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        clamp(span.start as usize)..clamp(span.end.max(span.start) as usize)
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
        let text = &self.sources[id].text;
        let end = starts.get(line + 1).copied().unwrap_or(text.len());
        // What the preprocessor marked lines with is none of the user's text.
        Ok(start..start + frontend_fortran::cpp::without_marks(&text[start..end]).len())
    }
}
