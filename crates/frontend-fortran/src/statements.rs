//! Logical statements: lines joined, `;` split, includes read, comments attached, every character traceable.
//!
//! The cooked text of a statement has no continuation, no comment and, in fixed form, no blanks outside constants. A
//! short list of breakpoints leads from each cooked offset back to the file, so that all later layers speak of places that
//! the user sees.

use il::source::{Diagnostic, FileId, Sources, Span};

use crate::ast::{Comment, CommentKind, Form, Ident, Include, IncludeId, Label, Meta};
use crate::cpp;
use crate::lines::{self, Code, Line, Options};
use crate::messages;
use crate::scan::{Class, TextState};

/// Finds included files. Nothing in this crate reads the disk.
pub trait Loader {
    /// Adds the file that `INCLUDE 'name'` in `from` means to `sources`; `None` if there is none.
    fn load(&mut self, sources: &mut Sources, name: &str, from: FileId) -> Option<FileId>;

    /// Whether a description says what such a file declares, where it is not found. The line stays then.
    fn describes(&self, name: &str) -> bool {
        let _ = name;
        false
    }
}

/// A loader that finds nothing.
pub struct NoIncludes;

impl Loader for NoIncludes {
    fn load(&mut self, _: &mut Sources, _: &str, _: FileId) -> Option<FileId> {
        None
    }
}

/// Text without continuation and its way back to the file.
#[derive(Clone, Debug)]
pub struct Cooked {
    /// The text.
    pub text: String,
    /// The file it comes from.
    pub file: FileId,
    /// (cooked offset, source offset), ascending: from the first to the next, both count together.
    map: Vec<(u32, u32)>,
    /// Cooked ranges of Hollerith constants, count and H included.
    pub holleriths: Vec<(u32, u32)>,
}

impl Cooked {
    /// The place of cooked bytes `start..end`.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let first = self.source(start);
        let last = if end > start { self.source(end - 1) + 1 } else { first };
        Span { file: Some(self.file), start: first, end: last.max(first) }
    }

    fn source(&self, at: usize) -> u32 {
        let at = at as u32;
        let index = self.map.partition_point(|&(cooked, _)| cooked <= at).saturating_sub(1);
        self.map.get(index).map_or(0, |&(cooked, source)| source + (at - cooked))
    }

    /// Removes the first `count` bytes.
    fn drop_front(&mut self, count: usize) {
        let source = self.source(count);
        self.text.drain(..count);
        self.map.retain(|&(cooked, _)| cooked as usize > count);
        for (cooked, _) in &mut self.map {
            *cooked -= count as u32;
        }
        self.map.insert(0, (0, source));
        self.holleriths.retain(|&(start, _)| start as usize >= count);
        for (start, end) in &mut self.holleriths {
            *start -= count as u32;
            *end -= count as u32;
        }
    }

    /// Whether a character or Hollerith constant goes on at cooked offset `at`.
    fn in_constant(&self, at: usize) -> bool {
        let mut quote = None;
        for byte in self.text.bytes().take(at) {
            match quote {
                None if matches!(byte, b'\'' | b'"') => quote = Some(byte),
                Some(open) if open == byte => quote = None,
                _ => {}
            }
        }
        quote.is_some() || self.holleriths.iter().any(|&(start, end)| (start as usize) < at && at < end as usize)
    }

    /// The text from cooked offset `from` with the blanks that the user wrote between words, on one line. `source` is
    /// the text of the file.
    pub fn with_blanks(&self, from: usize, source: &str) -> String {
        let bytes = source.as_bytes();
        let mut out = String::with_capacity(self.text.len() + self.map.len());
        for (index, &(cooked, start)) in self.map.iter().enumerate() {
            let next = self.map.get(index + 1).map_or(self.text.len(), |next| next.0 as usize);
            if next <= from {
                continue;
            }
            let cooked = cooked.max(from as u32);
            // Inside a constant the cooked text has all its blanks already.
            if cooked as usize > from && !self.in_constant(cooked as usize) {
                let gap = self.source(cooked as usize - 1) as usize + 1..start as usize;
                let gap = bytes.get(gap).unwrap_or(&[]);
                let blank = |byte: Option<&u8>| byte.is_some_and(|&byte| byte == b' ' || byte == b'\t');
                if !gap.contains(&b'\n') {
                    out.extend(gap.iter().filter(|&&byte| byte == b' ' || byte == b'\t').map(|_| ' '));
                } else if blank(gap.first()) || (gap.len() > 7 && blank(gap.last())) {
                    out.push(' ');
                }
            }
            out += self.text.get(cooked as usize..next).unwrap_or("");
        }
        out
    }
}

/// What the reader hands on.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Span, label, name, comments.
    pub meta: Meta,
    /// The text; of an INCLUDE line too.
    pub cooked: Cooked,
    /// It is an INCLUDE line; what it reads follows.
    pub include: Option<IncludeId>,
}

/// All statements of a file and its includes.
#[derive(Clone, Debug, Default)]
pub struct Statements {
    /// In order.
    pub list: Vec<Statement>,
    /// Comments after the last one.
    pub trailing: Vec<Comment>,
    /// The INCLUDE lines.
    pub includes: Vec<Include>,
    /// What went wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// How deep includes may nest.
const MAX_INCLUDE_DEPTH: usize = 32;

/// Reads all statements of `file`.
pub fn read(sources: &mut Sources, file: FileId, form: Form, loader: &mut dyn Loader, options: &Options) -> Statements {
    let out = Statements::default();
    let mut reader = Reader { form, options, loader, out, leading: Vec::new(), open: Vec::new() };
    reader.file(sources, file, None);
    reader.out.trailing = reader.leading;
    reader.out
}

struct Reader<'a> {
    form: Form,
    options: &'a Options,
    loader: &'a mut dyn Loader,
    out: Statements,
    /// Comments waiting for the next statement.
    leading: Vec<Comment>,
    /// The files that are being read, the innermost last.
    open: Vec<FileId>,
}

/// Whether text after the last column is more than the number of a card, which takes eight columns.
fn is_statement_text(beyond: &[u8]) -> bool {
    beyond.len() > 8 || beyond.iter().any(|byte| b"()=+*,'\"&".contains(byte))
}

impl Reader<'_> {
    fn file(&mut self, sources: &mut Sources, file: FileId, include: Option<IncludeId>) {
        self.open.push(file);
        let lines = lines::split(&sources[file].text, self.form, self.options);
        let mut said_preprocessor = false;
        let mut said_truncated = [false; 2];
        let mut said_misplaced = false;
        let mut at = 0;
        while at < lines.len() {
            let text = &sources[file].text;
            match &lines[at] {
                Line::Comment(kind, whole, body) => {
                    let line = String::from_utf8_lossy(whole.of(text));
                    if let Some(name) = cpp::described(&line) {
                        let span = Span::new(file, whole.start as usize, whole.end as usize);
                        let leading = std::mem::take(&mut self.leading);
                        let meta = Meta { span, leading, include, ..Meta::NONE };
                        let (map, holleriths) = (Vec::new(), Vec::new());
                        let cooked = Cooked { text: String::new(), file, map, holleriths };
                        let name = name.to_string();
                        self.include(sources, name, Statement { meta, cooked, include: None }, include);
                        at += 1;
                        continue;
                    }
                    if let Some(inner) = cpp::included(&line) {
                        self.file(sources, inner, include);
                        at += 1;
                        continue;
                    }
                    if *kind == CommentKind::Preprocessor && !std::mem::replace(&mut said_preprocessor, true) {
                        let span = Span::new(file, whole.start as usize, whole.end as usize);
                        self.out.diagnostics.push(messages::preprocessor(span));
                    }
                    self.leading.push(make_comment(text, file, *kind, *whole, *body));
                    at += 1;
                }
                Line::Code(first) => {
                    let end = group_end(&lines, at);
                    for line in &lines[at..end] {
                        let Line::Code(code) = line else { continue };
                        let span = Span::new(file, code.text.start as usize, code.text.end as usize);
                        if let Some(beyond) = code.beyond {
                            let looks_meant = is_statement_text(beyond.of(text));
                            if !std::mem::replace(&mut said_truncated[usize::from(looks_meant)], true) {
                                let span = Span::new(file, beyond.start as usize, beyond.end as usize);
                                let width = self.options.fixed_width;
                                self.out.diagnostics.push(messages::truncated(span, width, looks_meant));
                            }
                        }
                        if code.misplaced && !std::mem::replace(&mut said_misplaced, true) {
                            self.out.diagnostics.push(messages::text_in_label_field(span));
                        }
                    }
                    if first.continuation {
                        let span = Span::new(file, first.text.start as usize, first.text.end as usize);
                        self.out.diagnostics.push(messages::continues_nothing(span));
                    }
                    self.group(sources, file, &lines[at..end], include);
                    at = end;
                }
            }
        }
        self.open.pop();
    }

    /// The statements of one initial line and its continuations.
    fn group(&mut self, sources: &mut Sources, file: FileId, lines: &[Line], include: Option<IncludeId>) {
        let text = &sources[file].text;
        let mut inner = Vec::new();
        let mut trailing = None;
        let mut label = None;
        for (index, line) in lines.iter().enumerate() {
            match line {
                Line::Comment(CommentKind::Blank, ..) => {}
                Line::Comment(CommentKind::Preprocessor, whole, _)
                    if cpp::included(&String::from_utf8_lossy(whole.of(text))).is_some() =>
                {
                    let span = Span::new(file, whole.start as usize, whole.end as usize);
                    self.out.diagnostics.push(messages::include_inside_statement(span));
                }
                Line::Comment(kind, whole, body) => inner.push(make_comment(text, file, *kind, *whole, *body)),
                Line::Code(code) => {
                    if let Some(note) = code.comment {
                        let body = lines::Bytes { start: note.start + 1, end: note.end };
                        let comment = make_comment(text, file, CommentKind::Plain, note, body);
                        if index + 1 == lines.len() { trailing = Some(comment) } else { inner.push(comment) }
                    }
                    if let Some(field) = code.label {
                        let span = Span::new(file, field.start as usize, field.end as usize);
                        let digits = field.of(text).iter().filter(|byte| byte.is_ascii_digit());
                        let number = digits.fold(0, |sum, byte| sum * 10 + u32::from(byte - b'0'));
                        label = Some(Label { number, span });
                    }
                }
            }
        }
        let mut pieces: Vec<Cooked> = cook(text, file, lines, self.form);
        pieces.retain(|piece| !piece.text.trim().is_empty());
        if pieces.is_empty() {
            // A label alone, or an empty statement between semicolons: its comments must not be lost.
            self.leading.extend(inner);
            self.leading.extend(trailing);
            return;
        }
        let last = pieces.len() - 1;
        for (index, mut cooked) in pieces.into_iter().enumerate() {
            let mut meta = Meta {
                span: Span::NONE,
                label: label.take(),
                name: None,
                leading: std::mem::take(&mut self.leading),
                inner: std::mem::take(&mut inner),
                trailing: if index == last { trailing.take().map(Box::new) } else { None },
                include,
            };
            if self.form == Form::Free {
                let blanks = cooked.text.len() - cooked.text.trim_start().len();
                if blanks > 0 {
                    cooked.drop_front(blanks);
                }
                let constant = cooked.holleriths.last().map_or(0, |pair| pair.1 as usize);
                cooked.text.truncate(cooked.text.trim_end().len().max(constant));
                take_label(&mut cooked, &mut meta);
            }
            take_name(&mut cooked, &mut meta);
            meta.span = cooked.span(0, cooked.text.len());
            let included = include_name(&cooked.text).map(str::to_string);
            let Some(name) = included else {
                self.out.list.push(Statement { meta, cooked, include: None });
                continue;
            };
            self.include(sources, name, Statement { meta, cooked, include: None }, include);
        }
    }

    /// The INCLUDE line `statement`, and all that it brings.
    fn include(&mut self, sources: &mut Sources, name: String, mut statement: Statement, parent: Option<IncludeId>) {
        let span = statement.meta.span;
        let from = statement.cooked.file;
        let file = self.loader.load(sources, &name, from);
        let is_open = |file: FileId| self.open.iter().any(|&open| sources[open].path == sources[file].path);
        let cycle = file.is_some_and(|file| is_open(file) || self.open.len() > MAX_INCLUDE_DEPTH);
        let described = file.is_none() && self.loader.describes(&name);
        if cycle {
            self.out.diagnostics.push(messages::include_cycle(span, &name));
        } else if file.is_none() && !described {
            self.out.diagnostics.push(messages::include_not_found(span, &name));
        }
        let file = if cycle { None } else { file };
        let id = IncludeId(self.out.includes.len() as u32);
        self.out.includes.push(Include { name: name.into(), span, file, parent, described });
        statement.include = Some(id);
        self.out.list.push(statement);
        if let Some(file) = file {
            self.file(sources, file, Some(id));
            // Comments at the end of the included file belong to it, not to what follows the INCLUDE line.
            self.leading.retain(|comment| comment.span.file != Some(file));
        }
    }
}

/// One past the last line that belongs to the statement that begins at `lines[at]`.
fn group_end(lines: &[Line], at: usize) -> usize {
    let mut end = at + 1;
    let mut next = end;
    while next < lines.len() {
        match &lines[next] {
            Line::Comment(..) => next += 1,
            Line::Code(code) if code.continuation => {
                next += 1;
                end = next;
            }
            Line::Code(_) => break,
        }
    }
    end
}

fn make_comment(text: &str, file: FileId, kind: CommentKind, whole: lines::Bytes, body: lines::Bytes) -> Comment {
    let length = body.of(text).trim_ascii_end().len() as u32;
    let span = Span::new(file, whole.start as usize, whole.end as usize);
    Comment { kind, span, body: (body.start, body.start + length) }
}

/// Joins code lines; one result per statement between semicolons.
fn cook(text: &str, file: FileId, lines: &[Line], form: Form) -> Vec<Cooked> {
    let bytes = text.as_bytes();
    let codes: Vec<&Code> = lines
        .iter()
        .filter_map(|line| match line {
            Line::Code(code) => Some(code),
            Line::Comment(..) => None,
        })
        .collect();
    let mut out = Vec::with_capacity(1);
    let mut state = TextState::new(form);
    let mut current = Builder::new();
    for (index, code) in codes.iter().enumerate() {
        let next = codes.get(index + 1);
        let mut start = code.text.start as usize;
        if index > 0 && !code.glued && !state.in_constant() {
            // Free form without a leading `&`: the line end separates like a blank.
            while start < code.text.end as usize && matches!(bytes[start], b' ' | b'\t') {
                start += 1;
            }
            if current.text.last().is_some_and(|&byte| byte != b' ') {
                current.push(b' ', start);
            }
        }
        for (at, &byte) in bytes[start..code.text.end as usize].iter().enumerate() {
            let at = start + at;
            match state.step(byte) {
                Class::Blank if form == Form::Fixed => {}
                Class::Blank => current.push(b' ', at),
                Class::Code if byte == b';' => {
                    out.push(std::mem::replace(&mut current, Builder::new()).finish(file));
                    state = TextState::new(form);
                }
                Class::Code => current.push(byte, at),
                Class::Quoted => current.push(byte, at),
                Class::Hollerith => current.push_hollerith(byte, at),
            }
        }
        if form == Form::Fixed && state.in_constant() && (next.is_some() || state.in_hollerith()) {
            for _ in 0..code.pad {
                if !state.in_constant() {
                    break;
                }
                match state.step(b' ') {
                    Class::Hollerith => current.push_hollerith(b' ', code.text.end as usize),
                    _ => current.push(b' ', code.text.end as usize),
                }
            }
        }
    }
    out.push(current.finish(file));
    out
}

struct Builder {
    text: Vec<u8>,
    map: Vec<(u32, u32)>,
    next: usize,
    holleriths: Vec<(u32, u32)>,
}

impl Builder {
    fn new() -> Self {
        Builder { text: Vec::new(), map: Vec::new(), next: usize::MAX, holleriths: Vec::new() }
    }

    #[inline]
    fn push(&mut self, byte: u8, source: usize) {
        if source != self.next {
            self.map.push((self.text.len() as u32, source as u32));
        }
        self.next = source + 1;
        self.text.push(byte);
    }

    fn push_hollerith(&mut self, byte: u8, source: usize) {
        let at = self.text.len() as u32;
        self.push(byte, source);
        match self.holleriths.last_mut() {
            Some((_, end)) if *end == at => *end += 1,
            _ => {
                let digits = self.text[..at as usize - 1].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
                self.holleriths.push((at - 1 - digits as u32, at + 1));
            }
        }
    }

    fn finish(self, file: FileId) -> Cooked {
        // A multi-byte character cut at the last column is the only way to be invalid.
        let text = String::from_utf8(self.text).unwrap_or_else(|error| {
            error.into_bytes().iter().map(|&byte| if byte.is_ascii() { char::from(byte) } else { '?' }).collect()
        });
        Cooked { text, file, map: self.map, holleriths: self.holleriths }
    }
}

/// Moves leading digits to the label (free form).
fn take_label(cooked: &mut Cooked, meta: &mut Meta) {
    let digits = cooked.text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 5 {
        return;
    }
    let number = cooked.text[..digits].parse().unwrap_or(0);
    meta.label = Some(Label { number, span: cooked.span(0, digits) });
    let blanks = cooked.text[digits..].bytes().take_while(|&byte| byte == b' ').count();
    cooked.drop_front(digits + blanks);
}

/// Moves `name:` to the construct name.
fn take_name(cooked: &mut Cooked, meta: &mut Meta) {
    let bytes = cooked.text.as_bytes();
    if !bytes.first().is_some_and(u8::is_ascii_alphabetic) {
        return;
    }
    let length = bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let blanks = bytes[length..].iter().take_while(|&&byte| byte == b' ').count();
    let colon = length + blanks;
    if bytes.get(colon) != Some(&b':') || matches!(bytes.get(colon + 1), None | Some(b':')) {
        return;
    }
    let text = cooked.text[..length].into();
    meta.name = Some(Box::new(Ident { text, span: cooked.span(0, length) }));
    let blanks = cooked.text[colon + 1..].bytes().take_while(|&byte| byte == b' ').count();
    cooked.drop_front(colon + 1 + blanks);
}

/// The file of an `INCLUDE 'file'` line.
fn include_name(text: &str) -> Option<&str> {
    let word = text.get(..7)?;
    if !word.eq_ignore_ascii_case("include") {
        return None;
    }
    let rest = text[7..].trim();
    let quote = rest.chars().next().filter(|&c| c == '\'' || c == '"')?;
    let name = rest[1..].strip_suffix(quote)?;
    (!name.contains(quote)).then_some(name)
}
