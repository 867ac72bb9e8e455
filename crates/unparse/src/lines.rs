//! The lines of an output file: statements, comments, empty lines; trailing comments aligned.

use crate::doc::{Doc, Layout, render};

/// One line of output, with the comment that will stand behind it.
struct Line {
    text: String,
    trailing: Option<String>,
}

/// Lines under construction.
pub(crate) struct Lines {
    /// The language's lines.
    pub layout: &'static Layout,
    /// The longest line a trailing comment may make.
    pub comment_limit: usize,
    lines: Vec<Line>,
}

/// Lines longer than this do not push the comments of their neighbours to the right.
const ALIGN_UP_TO: usize = 56;

impl Lines {
    pub fn new(layout: &'static Layout, comment_limit: usize) -> Self {
        Lines { layout, comment_limit, lines: Vec::new() }
    }

    /// A statement whose first line starts with `prefix`. The trailing comment comes complete with its sign.
    pub fn statement(&mut self, prefix: &str, doc: &Doc, trailing: Option<String>) {
        let mut lines = render(doc, prefix, self.layout);
        let last = lines.pop().unwrap_or_default();
        match trailing {
            Some(comment) if last.chars().count() + 2 + comment.chars().count() > self.comment_limit => {
                // No room behind it: the comment goes before the statement, where the statement starts.
                let indent: String = " ".repeat(prefix.chars().count());
                self.plain(format!("{indent}{comment}"));
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

    /// An empty line; never more than two together, none at the top.
    pub fn blank(&mut self) {
        let blanks = self.lines.iter().rev().take_while(|l| l.text.is_empty()).count();
        if blanks < 2 && blanks < self.lines.len() {
            self.lines.push(Line { text: String::new(), trailing: None });
        }
    }

    /// Sees to it that the line before is empty, unless nothing was printed yet.
    pub fn separate(&mut self) {
        if self.lines.last().is_some_and(|l| !l.text.is_empty()) {
            self.blank();
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
                if let Some(comment) = &line.trailing {
                    let free = self.comment_limit.saturating_sub(comment.chars().count());
                    let to = column.min(free).max(width(line) + 2);
                    out.push_str(&" ".repeat(to - width(line)));
                    out.push_str(comment);
                }
                out.push('\n');
            }
            at += run.max(1);
        }
        out
    }
}
