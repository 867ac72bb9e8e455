//! Physical lines: the only code that knows columns, tabs, `&`, comment markers and line ends.
//!
//! Fixed form: columns 1–5 hold a label, column 6 a continuation mark, the statement ends at column 72 (or at the
//! [`Options::fixed_width`]); a tab among the first six columns moves to column 7, or is a continuation if a digit 1–9 follows.
//! Free form: `&` at the end continues, `&` at the beginning of the next line glues without a blank.

use crate::ast::{CommentKind, Form};
use crate::scan::{Class, TextState};

/// Last column of the statement in fixed form, unless an option says another (F2018 6.3.3.1).
pub const FIXED_WIDTH: usize = 72;

/// How to read a file.
#[derive(Clone, Debug)]
pub struct Options {
    /// The form, or `None` to decide by the file's extension.
    pub form: Option<Form>,
    /// Last column of the statement in fixed form; usually [`FIXED_WIDTH`], often 132, `usize::MAX` for no limit.
    pub fixed_width: usize,
    /// Macros of the command line.
    pub definitions: crate::cpp::Definitions,
}

impl Default for Options {
    fn default() -> Self {
        Options { form: None, fixed_width: FIXED_WIDTH, definitions: Default::default() }
    }
}

/// The form that the extension of `path` stands for.
pub fn form_of(path: &str) -> Form {
    let extension = path.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    match extension.as_str() {
        "f" | "for" | "ftn" | "f77" | "fpp" | "inc" => Form::Fixed,
        _ => Form::Free,
    }
}

/// A range of bytes of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes {
    /// First.
    pub start: u32,
    /// One past the last.
    pub end: u32,
}

impl Bytes {
    fn new(start: usize, end: usize) -> Self {
        Bytes { start: start as u32, end: end as u32 }
    }

    /// The text.
    pub fn of(self, text: &str) -> &[u8] {
        &text.as_bytes()[self.start as usize..self.end as usize]
    }
}

/// One physical line.
#[derive(Clone, Debug)]
pub enum Line {
    /// Not a statement: its kind, the whole line, its text without marker.
    Comment(CommentKind, Bytes, Bytes),
    /// A statement or a part of one.
    Code(Code),
}

/// The parts of a line that holds (a part of) a statement.
#[derive(Clone, Debug)]
pub struct Code {
    /// Fixed form: what stands in the label field.
    pub label: Option<Bytes>,
    /// It continues the previous code line.
    pub continuation: bool,
    /// Nothing separates it from what it continues: free form with a leading `&`, and fixed form always.
    pub glued: bool,
    /// The statement text.
    pub text: Bytes,
    /// Blanks that a constant open at the end of this line would include.
    pub pad: u32,
    /// The comment at the end, marker included.
    pub comment: Option<Bytes>,
    /// Statement text stands in columns 1–5.
    pub misplaced: bool,
    /// What stands after the last column, and is no statement text.
    pub beyond: Option<Bytes>,
}

/// How many bytes of a line stand in the first `width` columns of its file, where bytes that are no UTF-8 were one column each.
fn columns(line: &str, width: usize) -> usize {
    let mut column = 0;
    let wide = |(_, c): &(usize, char)| {
        column += if il::bytes::byte(*c).is_some() { 1 } else { c.len_utf8() };
        column > width
    };
    line.char_indices().find(wide).map_or(usize::MAX, |(at, _)| at)
}

/// Splits `text` into lines.
pub fn split(text: &str, form: Form, options: &Options) -> Vec<Line> {
    let bytes = text.as_bytes();
    let mut lines = Vec::with_capacity(bytes.len() / 32);
    let mut state = TextState::new(form);
    let mut open = false; // free form: the previous code line ended with `&`
    // A byte order mark is nobody's statement.
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    while start < bytes.len() {
        let stop = bytes[start..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| start + at);
        let mut end = stop;
        while end > start && matches!(bytes[end - 1], b'\r' | b'\x1a') {
            end -= 1;
        }
        if bytes[start] == b'#' && text.get(start..end).is_some_and(crate::cpp::is_nothing) {
            start = stop + 1;
            continue;
        }
        let mut width = options.fixed_width;
        if text.get(start..end).is_some_and(|line| line.ends_with(crate::cpp::WIDE)) {
            end -= crate::cpp::WIDE.len_utf8();
            width = usize::MAX;
        }
        if form == Form::Fixed && !text[start..end].is_ascii() {
            width = text.get(start..end).map_or(width, |line| columns(line, width));
        }
        lines.push(match form {
            Form::Fixed => fixed(bytes, start, end, width, &mut state),
            Form::Free => free(bytes, start, end, &mut open, &mut state),
        });
        start = stop + 1;
    }
    lines
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\x0c' | b'\r')
}

/// First position in `start..end` that is not blank, or `end`.
fn skip_blanks(bytes: &[u8], start: usize, end: usize) -> usize {
    (start..end).find(|&at| !is_blank(bytes[at])).unwrap_or(end)
}

/// One past the last position in `start..end` that is not blank.
fn trim_end(bytes: &[u8], start: usize, end: usize) -> usize {
    (start..end).rev().find(|&at| !is_blank(bytes[at])).map_or(start, |at| at + 1)
}

/// A comment line whose marker is the byte at `marker`.
fn comment(bytes: &[u8], start: usize, marker: usize, end: usize) -> Line {
    let end = trim_end(bytes, start, end);
    let body = &bytes[marker + 1..end];
    let (kind, skip) = comment_kind(body);
    // What is said of a directive points to it, and not to the blanks before it.
    let start = if kind == CommentKind::Ad { marker } else { start };
    Line::Comment(kind, Bytes::new(start, end), Bytes::new(marker + 1 + skip, end))
}

/// The kind of a comment from what follows its marker, and how much of that is a sentinel.
pub fn comment_kind(body: &[u8]) -> (CommentKind, usize) {
    let word = body.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if body.first() == Some(&b'$') {
        let is_ad = body.len() >= 3 && body[1..3].eq_ignore_ascii_case(b"ad");
        let after = body.get(3).copied();
        if is_ad && after.is_none_or(|byte| is_blank(byte) || byte == b'$') {
            return (CommentKind::Ad, skip_blanks(body, 3, body.len()));
        }
        return (CommentKind::Pragma, 0);
    }
    // !DIR$, !GCC$, !IBM*
    if word >= 3 && matches!(body.get(word), Some(b'$')) {
        return (CommentKind::Pragma, 0);
    }
    (CommentKind::Plain, 0)
}

fn fixed(bytes: &[u8], start: usize, end: usize, width: usize, state: &mut TextState) -> Line {
    let first = skip_blanks(bytes, start, end);
    if first == end {
        return Line::Comment(CommentKind::Blank, Bytes::new(start, start), Bytes::new(start, start));
    }
    match bytes[start] {
        b'#' => {
            let all = Bytes::new(start, trim_end(bytes, start, end));
            return Line::Comment(CommentKind::Preprocessor, all, all);
        }
        b'C' | b'c' | b'*' | b'!' | b'd' | b'D' => return comment(bytes, start, start, end),
        _ => {}
    }
    // Columns: `column6` is the continuation mark if there is one, `body` the first byte of the statement field.
    let tab = (start..end.min(start + 6)).find(|&at| bytes[at] == b'\t');
    let (label_end, mark, body) = match tab {
        Some(tab) if end > tab + 1 && matches!(bytes[tab + 1], b'1'..=b'9') => (tab, Some(tab + 1), tab + 2),
        Some(tab) => (tab, None, tab + 1),
        None => (end.min(start + 5), (end > start + 5).then_some(start + 5), end.min(start + 6)),
    };
    if bytes[first] == b'!' && Some(first) != mark {
        return comment(bytes, start, first, end);
    }
    let mut label = Bytes::new(first.min(label_end), trim_end(bytes, first.min(label_end), label_end));
    let mut body = body;
    let mut misplaced = false;
    let mut continuation = mark.is_some_and(|at| bytes[at] != b' ' && bytes[at] != b'0' && bytes[at] != b'\t');
    if bytes[start] == b'&' {
        // An old extension: `&` in column 1 continues.
        continuation = true;
        label.end = label.start;
        body = start + 1;
    } else if bytes[start..label_end].iter().any(|&byte| !is_blank(byte) && !byte.is_ascii_digit()) {
        misplaced = true;
        continuation = false;
        label.end = label.start;
        body = first;
    } else if continuation && label.end > label.start {
        // A label and a mark: what stands in column 6 begins the statement.
        misplaced = true;
        continuation = false;
        body = mark.unwrap_or(body);
    }
    if !continuation {
        *state = TextState::new(Form::Fixed);
    }
    let limit = width.saturating_sub(if tab.is_some() { 6 } else { body - start });
    let cut = if body < end { body.saturating_add(limit).min(end) } else { body.min(end) };
    let mut text_end = cut;
    let mut note = None;
    for at in body..cut {
        if state.step(bytes[at]) == Class::Code && bytes[at] == b'!' {
            text_end = at;
            note = Some(Bytes::new(at, trim_end(bytes, at, end)));
            break;
        }
    }
    let pad = if note.is_none() && width != usize::MAX { limit.saturating_sub(cut - body) } else { 0 };
    if state.in_constant() {
        for _ in 0..pad {
            state.step(b' ');
        }
    }
    if !continuation && skip_blanks(bytes, body, text_end) == text_end && label.end == label.start {
        // Only a comment, or only text beyond the last column.
        return match note {
            Some(note) => comment(bytes, start, note.start as usize, end),
            None => Line::Comment(CommentKind::Blank, Bytes::new(start, start), Bytes::new(start, start)),
        };
    }
    let beyond = Some(Bytes::new(skip_blanks(bytes, cut, end), trim_end(bytes, cut, end)));
    Line::Code(Code {
        label: (label.end > label.start).then_some(label),
        continuation,
        glued: true,
        text: Bytes::new(body.min(text_end), text_end),
        pad: pad as u32,
        comment: note,
        misplaced,
        beyond: beyond.filter(|b| note.is_none() && b.start < b.end && bytes[b.start as usize] != b'!'),
    })
}

fn free(bytes: &[u8], start: usize, end: usize, open: &mut bool, state: &mut TextState) -> Line {
    let first = skip_blanks(bytes, start, end);
    if first == end {
        return Line::Comment(CommentKind::Blank, Bytes::new(start, start), Bytes::new(start, start));
    }
    if bytes[start] == b'#' {
        let all = Bytes::new(start, trim_end(bytes, start, end));
        return Line::Comment(CommentKind::Preprocessor, all, all);
    }
    if bytes[first] == b'!' && !(*open && state.in_constant()) {
        return comment(bytes, start, first, end);
    }
    let continuation = *open;
    let mut body = first;
    let mut glued = false;
    if continuation {
        if bytes[first] == b'&' {
            body = first + 1;
            glued = true;
        }
    } else {
        *state = TextState::new(Form::Free);
    }
    *open = false;
    let mut text_end = end;
    let mut note = None;
    for at in body..end {
        let byte = bytes[at];
        if byte == b'&' {
            let next = skip_blanks(bytes, at + 1, end);
            if next == end || (bytes[next] == b'!' && !state.in_constant()) {
                *open = true;
                text_end = at;
                note = (next < end).then(|| Bytes::new(next, trim_end(bytes, next, end)));
                break;
            }
        }
        if state.step(byte) == Class::Code && byte == b'!' {
            text_end = at;
            note = Some(Bytes::new(at, trim_end(bytes, at, end)));
            break;
        }
    }
    // A blank before the `&` or the line end separates words.
    Line::Code(Code {
        label: None,
        continuation,
        glued,
        text: Bytes::new(body, text_end),
        pad: 0,
        comment: note,
        misplaced: false,
        beyond: None,
    })
}
