//! The lines of an output file: statements, comments, empty lines; trailing comments aligned.

use il::{Program, Span};

use crate::doc::{Doc, Layout, render};

/// One line of output, with the comment that will stand behind it.
struct Line {
    text: String,
    trailing: Option<Remark>,
}

/// A comment behind a statement.
#[derive(Clone)]
pub(crate) struct Remark {
    /// The whole comment, with its sign.
    pub text: String,
    /// What it is on a line of its own, where that is not just indented.
    pub alone: Option<String>,
    /// The column where the user put it.
    pub column: Option<usize>,
}

impl Remark {
    /// The comment behind what stands at `span`, in the column it has in the source. `bare` is its text without sign.
    pub fn at(program: &Program, span: Span, bare: &str, text: String) -> Self {
        Remark { column: column_of(program, span, bare, &text), text, alone: None }
    }

    /// The comment of a member, whose line is found by its name in the text from `span` (of its structure) on.
    pub fn of_member(program: &Program, span: Span, name: &str, bare: &str, text: String) -> Self {
        let column = span.file.and_then(|file| {
            let source = program.sources[file].text.get(span.start as usize..)?;
            let line =
                source.lines().take(500).find(|l| l.find(bare.trim()).is_some_and(|at| l[..at].contains(name)))?;
            let before = without_sign(&line[..line.find(bare.trim())?], bare, &text);
            (!before.contains('\t')).then(|| before.chars().count())
        });
        Remark { text, alone: None, column }
    }
}

/// What stands before a comment, when `before` still has the comment's sign unless the `comment` has it.
fn without_sign<'a>(before: &'a str, comment: &str, whole: &str) -> &'a str {
    if !comment.trim().is_empty() && whole.starts_with(comment.trim()) {
        before
    } else {
        before.trim_end().trim_end_matches(['!', '/', '*'])
    }
}

/// The column of a comment that follows `span` on its last line.
fn column_of(program: &Program, span: Span, comment: &str, whole: &str) -> Option<usize> {
    let text = &program.sources[span.file?].text;
    let end = span.end as usize;
    let rest = text.get(end..)?.lines().next()?;
    // An empty comment is found by its sign.
    let before = match comment.trim() {
        "" => &rest[..rest.find(whole.get(..1)?)?],
        text => without_sign(&rest[..rest.find(text)?], comment, whole),
    };
    let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
    let line = text.get(start..end + before.len())?;
    (!line.contains('\t')).then(|| line.chars().count())
}

/// Lines under construction.
pub(crate) struct Lines {
    /// The language's lines.
    pub layout: Layout,
    /// The longest line a trailing comment may make.
    pub comment_limit: usize,
    lines: Vec<Line>,
}

/// Lines longer than this do not push the comments of their neighbours to the right.
const ALIGN_UP_TO: usize = 56;

impl Lines {
    pub fn new(layout: Layout, comment_limit: usize) -> Self {
        Lines { layout, comment_limit, lines: Vec::new() }
    }

    /// A statement whose first line starts with `prefix`. The trailing comment comes complete with its sign.
    pub fn statement(&mut self, prefix: &str, doc: &Doc, trailing: Option<Remark>) {
        let mut lines = render(doc, prefix, &self.layout);
        let last = lines.pop().unwrap_or_default();
        match trailing {
            Some(comment) if last.chars().count() + 2 + comment.text.chars().count() > self.comment_limit => {
                // No room behind it: the comment goes before the statement, where the statement starts.
                let indented = || format!("{}{}", " ".repeat(prefix.chars().count()), comment.text);
                self.plain(comment.alone.clone().unwrap_or_else(indented));
                self.lines.extend(lines.into_iter().map(|text| Line { text, trailing: None }));
                self.plain(last);
            }
            trailing => {
                self.lines.extend(lines.into_iter().map(|text| Line { text, trailing: None }));
                self.lines.push(Line { text: last, trailing });
            }
        }
    }

    /// A line as it is.
    pub fn plain(&mut self, text: impl Into<String>) {
        let text: String = text.into();
        self.lines.push(Line { text: text.trim_end().to_string(), trailing: None });
    }

    /// An empty line; never two together, none at the top of the file or of a block in braces.
    pub fn blank(&mut self) {
        if self.lines.last().is_some_and(|l| !l.text.is_empty() && !l.text.ends_with('{')) {
            self.lines.push(Line { text: String::new(), trailing: None });
        }
    }

    /// The text, with the comments of neighbouring lines in one column.
    pub fn finish(mut self) -> String {
        while self.lines.last().is_some_and(|l| l.text.is_empty() && l.trailing.is_none()) {
            self.lines.pop();
        }
        let mut out = String::new();
        let mut at = 0;
        while at < self.lines.len() {
            let run = self.lines[at..].iter().take_while(|l| l.trailing.is_some()).count();
            let width = |l: &Line| l.text.chars().count();
            let column =
                self.lines[at..at + run].iter().map(width).filter(|w| *w <= ALIGN_UP_TO).max().unwrap_or(0) + 2;
            for line in &self.lines[at..at + run.max(1)] {
                out.push_str(&line.text);
                if let Some(remark) = &line.trailing {
                    let room = self.comment_limit.saturating_sub(remark.text.chars().count());
                    let nearest = width(line) + if remark.column.is_some() { 1 } else { 2 };
                    let to = remark.column.unwrap_or(column).min(room).max(nearest);
                    out.push_str(&" ".repeat(to - width(line)));
                    out.push_str(&remark.text);
                }
                out.push('\n');
            }
            at += run.max(1);
        }
        out
    }
}
