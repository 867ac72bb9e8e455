//! A small document printer: what may be broken where, decided when the width is known.
//!
//! After Lindig, *Strictly Pretty* (2000), with two differences. [`Doc::Nest`] indents relative to the column where it
//! begins, so that arguments and terms line up; and a [`Doc::Group`] is tested together with the text that follows it up
//! to the next possible break, so that a group never leaves a comma over the edge. A `Group` that holds one `Break` and
//! the item after it fills lines; a `Group` around several breaks breaks none of them or goes on to ask the groups inside.
//!
//! One document is one statement. The three languages differ by one [`Layout`] each: width, what a line that goes on ends
//! with, what the next one starts with, how a word longer than a line is cut.

/// A document.
#[derive(Clone, Debug)]
pub enum Doc {
    /// Text without line ends. It is cut only when no line could hold it.
    Text(String),
    /// A line end (a continuation, where the language needs a sign for it).
    Hard,
    /// The text when its group is flat; a line end otherwise.
    Break(&'static str),
    /// Continuation lines inside start this many columns right of where this begins.
    Nest(usize, Box<Doc>),
    /// Flat if it fits, else its own breaks are line ends.
    Group(Box<Doc>),
    /// One after the other.
    Cat(Vec<Doc>),
}

impl Doc {
    /// Nothing.
    pub const NIL: Doc = Doc::Cat(Vec::new());

    /// Text.
    pub fn text(text: impl Into<String>) -> Doc {
        Doc::Text(text.into())
    }

    /// Continuation lines are aligned with where `self` begins, plus `by` columns.
    pub fn nest(self, by: usize) -> Doc {
        Doc::Nest(by, Box::new(self))
    }

    /// Flat if it fits.
    pub fn group(self) -> Doc {
        Doc::Group(Box::new(self))
    }

    /// `items` separated by commas and blanks, as many on a line as fit.
    pub fn list(items: impl IntoIterator<Item = Doc>) -> Doc {
        Doc::separated(items, " ")
    }

    /// `items` separated by commas and `blank`, as many on a line as fit.
    pub fn separated(items: impl IntoIterator<Item = Doc>, blank: &'static str) -> Doc {
        let mut out = Vec::new();
        for item in items {
            if out.is_empty() {
                out.push(item.group());
            } else {
                out.push(Doc::text(","));
                out.push(Doc::Cat(vec![Doc::Break(blank), item.group()]).group());
            }
        }
        Doc::Cat(out)
    }

    /// `open items close`, aligned after `open`.
    pub fn parens(open: &str, inner: Doc, close: &str) -> Doc {
        Doc::Cat(vec![Doc::text(open), inner.nest(0), Doc::text(close)])
    }

    /// The text on one line.
    pub fn flat(&self) -> String {
        let mut out = String::new();
        self.flatten(&mut out);
        out
    }

    fn flatten(&self, out: &mut String) {
        match self {
            Doc::Text(t) => out.push_str(t),
            Doc::Hard => out.push(' '),
            Doc::Break(flat) => out.push_str(flat),
            Doc::Nest(_, d) | Doc::Group(d) => d.flatten(out),
            Doc::Cat(items) => items.iter().for_each(|d| d.flatten(out)),
        }
    }
}

impl From<&str> for Doc {
    fn from(text: &str) -> Doc {
        Doc::text(text)
    }
}

impl From<String> for Doc {
    fn from(text: String) -> Doc {
        Doc::Text(text)
    }
}

/// Documents one after the other: `cat!["do ", var, " = ", from]`.
#[macro_export]
macro_rules! cat {
    ($($item:expr),* $(,)?) => { $crate::doc::Doc::Cat(vec![$($crate::doc::Doc::from($item)),*]) };
}

/// What the language says about lines.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The column we try not to pass.
    pub width: usize,
    /// The column no statement may pass.
    pub limit: usize,
    /// What a line that goes on ends with.
    pub end: &'static str,
    /// What a continuation line starts with.
    pub start: &'static str,
    /// What a cut word ends with on its line, and starts with after [`Layout::start`] on the next; `None`: words are never cut.
    pub cut: Option<(&'static str, &'static str)>,
}

impl Layout {
    /// Free-form Fortran.
    pub const FREE: Layout = Layout { width: 96, limit: 132, end: " &", start: "", cut: Some(("&", "&")) };
    /// Fixed-form Fortran.
    pub const FIXED: Layout = Layout { width: 72, limit: 72, end: "", start: "     +", cut: Some(("", "")) };
    /// C.
    pub const C: Layout = Layout { width: 100, limit: usize::MAX, end: "", start: "", cut: None };

    /// The same with lines of up to so many columns.
    pub fn of_length(self, columns: usize) -> Layout {
        Layout { width: columns, limit: columns, ..self }
    }
}

/// The lines of `doc`, the first one starting with `prefix` (label and indentation).
pub fn render(doc: &Doc, prefix: &str, layout: &Layout) -> Vec<String> {
    let base = prefix.chars().count();
    let mut out = Output { lines: Vec::new(), line: prefix.to_string(), column: base, layout };
    // Alignment further right than this leaves no room: such lines get a plain indentation instead.
    let deepest = base + (layout.width.saturating_sub(base)) / 2;
    let mut stack: Vec<(usize, bool, &Doc)> = vec![(base + 4, false, doc)];
    while let Some((indent, flat, doc)) = stack.pop() {
        match doc {
            Doc::Text(text) => out.text(text),
            Doc::Break(text) if flat => out.text(text),
            Doc::Hard | Doc::Break(_) => {
                // What cannot be broken starts further left rather than be cut; what no line can hold is cut where it is.
                let room = layout.limit.saturating_sub(layout.end.len() + unbroken(&stack));
                match doc {
                    Doc::Break(text) if room <= layout.start.len() => out.text(text),
                    _ => out.next_line(indent.min(room.max(layout.start.len()))),
                }
            }
            Doc::Nest(by, inner) => {
                let at = out.column + by;
                stack.push((if at > deepest { (base + 4).max(indent.min(deepest)) } else { at }, flat, inner));
            }
            Doc::Group(inner) => {
                let flat = flat || out.fits(inner, &stack);
                stack.push((indent, flat, inner));
            }
            Doc::Cat(items) => stack.extend(items.iter().rev().map(|d| (indent, flat, d))),
        }
    }
    out.lines.push(out.line);
    out.lines
}

/// The width of what comes next, up to where it may be broken.
fn unbroken(stack: &[(usize, bool, &Doc)]) -> usize {
    let mut width = 0;
    let mut below = stack.iter().rev();
    let mut todo: Vec<&Doc> = Vec::new();
    while let Some(doc) = todo.pop().or_else(|| below.next().map(|(_, _, d)| *d)) {
        match doc {
            Doc::Text(t) => width += t.chars().count(),
            Doc::Break(_) | Doc::Hard => break,
            Doc::Nest(_, d) | Doc::Group(d) => todo.push(d),
            Doc::Cat(items) => todo.extend(items.iter().rev()),
        }
    }
    width
}

struct Output<'a> {
    lines: Vec<String>,
    line: String,
    column: usize,
    layout: &'a Layout,
}

impl Output<'_> {
    fn text(&mut self, text: &str) {
        let mut rest: &str = text;
        // A line that goes on must have room for its sign.
        let end_room = self.layout.end.len();
        if let Some((end, start)) = self.layout.cut {
            while self.column + rest.chars().count() > self.layout.limit - end_room {
                let room = self.layout.limit.saturating_sub(self.column + end.len());
                let full = room == 0 && self.column > self.layout.start.len() + start.len();
                let at = if full { 0 } else { cut_point(rest, room, !end.is_empty()) };
                self.line.push_str(&rest[..at]);
                self.line.push_str(end);
                self.lines.push(std::mem::take(&mut self.line));
                self.line.push_str(self.layout.start);
                self.line.push_str(start);
                self.column = self.line.chars().count();
                rest = &rest[at..];
            }
        }
        self.line.push_str(rest);
        self.column += rest.chars().count();
    }

    fn next_line(&mut self, indent: usize) {
        let text = self.line.trim_end();
        self.lines.push(format!("{text}{}", self.layout.end));
        self.line = self.layout.start.to_string();
        while self.line.len() < indent {
            self.line.push(' ');
        }
        self.column = self.line.len();
    }

    /// Whether `inner`, flat, and what follows it up to the next break fit on this line.
    fn fits(&self, inner: &Doc, stack: &[(usize, bool, &Doc)]) -> bool {
        let mut left = (self.layout.width as isize) - (self.column as isize);
        // The rest of the document lies below what is tested.
        let mut below = stack.iter().rev().map(|(_, flat, d)| (*flat, *d));
        let mut todo: Vec<(bool, &Doc)> = vec![(true, inner)];
        let mut ends_here = true;
        while let Some((flat, doc)) = todo.pop().or_else(|| below.next()) {
            match doc {
                Doc::Text(t) => left -= t.chars().count() as isize,
                Doc::Break(t) if flat => left -= t.len() as isize,
                Doc::Break(_) | Doc::Hard => {
                    ends_here = false;
                    break;
                }
                Doc::Nest(_, d) => todo.push((flat, d)),
                // What follows may still break wherever it can; what is tested may not.
                Doc::Group(d) => todo.push((flat, d)),
                Doc::Cat(items) => todo.extend(items.iter().rev().map(|d| (flat, d))),
            }
            if left < 0 {
                return false;
            }
        }
        let end = if ends_here { 0 } else { self.layout.end.len() as isize };
        left >= end
    }
}

/// Where to cut `text` so that at most `room` characters stay. `careful`: not between two signs that would read as one
/// with the cut mark (a free-form `&` next to a quote is safe, next to `&` is not).
fn cut_point(text: &str, room: usize, careful: bool) -> usize {
    let mut at = text.char_indices().nth(room.max(1)).map_or(text.len(), |(i, _)| i);
    if careful {
        while at > 1 && (text[..at].ends_with('&') || text[at..].starts_with('&')) {
            at -= text[..at].chars().next_back().map_or(1, char::len_utf8);
        }
    }
    at.max(1)
}
