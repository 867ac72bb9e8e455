//! The user's own text, before preprocessing: comments, directive lines, and where each word stands.
//!
//! The preprocessor drops comments and moves columns. This light scanner looks at the file as it was written and never fails: what it
//! cannot make sense of is skipped. It does not evaluate conditions; [`Original::inactive`] finds the branches that the preprocessor
//! dropped by looking at which lines came back.

use crate::ast::{Comment, DirectiveKind, DirectiveLine};
use crate::tokens::Tok;
use il::source::{FileId, Span};
use logos::Logos;
use std::collections::BTreeSet;
use std::ops::Range;

/// What the scanner found in one file.
pub struct Original<'a> {
    /// The text.
    pub text: &'a str,
    /// The file.
    pub file: FileId,
    /// Comments in order, those in directive lines excepted.
    pub comments: Vec<Comment>,
    /// Directive lines in order.
    pub lines: Vec<DirectiveLine>,
    /// The words of the file in order.
    pub words: Vec<Range<usize>>,
    /// Where each line starts.
    starts: Vec<usize>,
}

impl<'a> Original<'a> {
    /// Scans `text`.
    pub fn scan(file: FileId, text: &'a str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        let mut found = Original { text, file, comments: Vec::new(), lines: Vec::new(), words: Vec::new(), starts };
        // What remains of the text when comments, directives and joined lines are blanked: only words.
        let mut bare = text.as_bytes().to_vec();
        let mut blank = |range: Range<usize>| bare[range].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
        let bytes = text.as_bytes();
        let mut at = 0;
        let mut line_is_blank = true;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let end = match bytes[at] {
                b'\n' => {
                    line_is_blank = true;
                    at += 1;
                    continue;
                }
                b'#' if line_is_blank => {
                    let end = directive_end(text, at);
                    found.lines.push(directive(&text[at..end], Span::new(file, at, end)));
                    blank(at..end);
                    end
                }
                b'/' if rest.starts_with(b"//") || rest.starts_with(b"/*") => {
                    let end = comment_end(text, at);
                    let span = Span::new(file, at, end);
                    found.comments.push(Comment { text: text[at..end].trim_end().to_string(), span });
                    blank(at..end);
                    end
                }
                b'"' | b'\'' => {
                    line_is_blank = false;
                    quoted_end(bytes, at)
                }
                b'\\' if rest.starts_with(b"\\\n") || rest.starts_with(b"\\\r\n") => {
                    blank(at..at + 1);
                    at + if rest[1] == b'\n' { 2 } else { 3 }
                }
                byte => {
                    line_is_blank &= byte.is_ascii_whitespace();
                    at + 1
                }
            };
            at = end;
        }
        if let Ok(bare) = std::str::from_utf8(&bare) {
            let words = Tok::lexer(bare).spanned().filter(|(tok, _)| !matches!(tok, Ok(Tok::Newline)));
            found.words = words.map(|(_, range)| range).collect();
        }
        found
    }

    /// The line of a byte, counted from 1.
    pub fn line_of(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }

    /// The words that start on `line`.
    pub fn words_of(&self, line: usize) -> &[Range<usize>] {
        let (Some(start), end) = (self.starts.get(line.wrapping_sub(1)), self.starts.get(line)) else {
            return &[];
        };
        let first = self.words.partition_point(|word| word.start < *start);
        let last = end.map_or(self.words.len(), |end| self.words.partition_point(|word| word.start < *end));
        &self.words[first..last]
    }

    /// The span of `line` without its blanks and line end.
    pub fn line_span(&self, line: usize) -> Span {
        let Some(&start) = self.starts.get(line.wrapping_sub(1)) else {
            return Span::new(self.file, self.text.len(), self.text.len());
        };
        let end = self.starts.get(line).copied().unwrap_or(self.text.len());
        let text = &self.text[start..end];
        let indent = text.len() - text.trim_start().len();
        Span::new(self.file, start + indent.min(text.trim_end().len()), start + text.trim_end().len())
    }

    /// The `#define` of the include guard: whoever writes a header makes his own.
    pub fn guard(&self) -> Option<Span> {
        let [first, second, ..] = &self.lines[..] else { return None };
        let name = first.text.trim_start_matches(['#', ' ', '\t']).strip_prefix("ifndef")?.trim();
        let is_guard = matches!(&second.kind, DirectiveKind::Define { name: own, .. } if own == name);
        (is_guard && second.text.trim_end().ends_with(name)).then_some(second.span)
    }

    /// Macros that are defined only where nobody did: `#ifndef M_PI`, `#define M_PI 3.14…`, `#endif`. Whether a header has done so depends on the
    /// compiler's mode, so all three lines go together to where the macro is used.
    pub fn default_macros(&self) -> Vec<DirectiveLine> {
        let whole = |lines: &[DirectiveLine]| {
            let [open, define, close] = lines else { return None };
            let asked = open.text.trim_start_matches(['#', ' ', '\t']).strip_prefix("ifndef")?.trim();
            let DirectiveKind::Define { name, .. } = &define.kind else { return None };
            let span = Span::new(self.file, open.span.start as usize, close.span.end as usize);
            let words = self.words.iter().any(|word| (span.start as usize..span.end as usize).contains(&word.start));
            let is_default = name == asked && close.kind == DirectiveKind::Endif && !words;
            let text = format!("{}\n{}\n{}", open.text, define.text, close.text);
            is_default.then(|| DirectiveLine { kind: define.kind.clone(), text, span, comments: Vec::new() })
        };
        self.lines.windows(3).filter_map(whole).collect()
    }

    /// The branches of conditional directives that the preprocessor dropped, given the lines that came back.
    ///
    /// A branch is known to be dropped when it holds words or includes (or macros, if those are seen too) and none of them came back, or
    /// when it is `#if 0`.
    pub fn inactive(&self, lines_seen: &BTreeSet<usize>, macros_seen: bool) -> Vec<Range<usize>> {
        let mut dropped = Vec::new();
        let mut open: Vec<(usize, bool)> = Vec::new();
        for line in &self.lines {
            let (start, end) = (line.span.start as usize, line.span.end as usize);
            let closes = matches!(line.kind, DirectiveKind::Else | DirectiveKind::Endif);
            if let Some((from, zero)) = open.pop_if(|_| closes) {
                let branch = from..start;
                let first = self.words.partition_point(|word| word.start < branch.start);
                let has_words = self.words.get(first).is_some_and(|word| word.start < branch.end);
                let has_includes = self.lines.iter().any(|line| {
                    let tells = match line.kind {
                        DirectiveKind::Include(_) => true,
                        DirectiveKind::Define { .. } => macros_seen,
                        _ => false,
                    };
                    tells && branch.contains(&(line.span.start as usize))
                });
                let (top, bottom) = (self.line_of(branch.start), self.line_of(branch.end));
                let seen = lines_seen.range(top..bottom).next().is_some();
                if zero || ((has_words || has_includes) && !seen) {
                    dropped.push(branch);
                }
            }
            match line.kind {
                DirectiveKind::If => {
                    let condition = line.text.trim_start_matches(['#', ' ', '\t']);
                    open.push((end, condition.strip_prefix("if").is_some_and(|c| c.trim() == "0")));
                }
                DirectiveKind::Else => open.push((end, false)),
                _ => {}
            }
        }
        dropped
    }
}

/// The end of the directive that starts at `at`: its line, joined lines and comments that go on included.
fn directive_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = at;
    while end < bytes.len() && bytes[end] != b'\n' {
        let rest = &bytes[end..];
        end = if rest.starts_with(b"\\\n") {
            end + 2
        } else if rest.starts_with(b"\\\r\n") {
            end + 3
        } else if rest.starts_with(b"/*") {
            comment_end(text, end)
        } else if rest.starts_with(b"//") {
            return comment_end(text, end);
        } else {
            end + 1
        };
    }
    end.min(bytes.len())
}

/// The end of the comment that starts at `at`.
fn comment_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    if let Some(inside) = rest.strip_prefix("/*") {
        return inside.find("*/").map_or(text.len(), |i| at + i + 4);
    }
    let mut end = at;
    loop {
        match text[end..].find('\n') {
            None => return text.len(),
            Some(i) if text[..end + i].trim_end_matches('\r').ends_with('\\') => end += i + 1,
            Some(i) => return end + i,
        }
    }
}

/// The end of the string or character constant that starts at `at`; an open one ends with its line.
fn quoted_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while end < bytes.len() && bytes[end] != b'\n' {
        match bytes[end] {
            b'\\' if end + 1 < bytes.len() => end += 2,
            byte if byte == bytes[at] => return end + 1,
            _ => end += 1,
        }
    }
    end.min(bytes.len())
}

/// Sorts a directive line.
fn directive(text: &str, span: Span) -> DirectiveLine {
    let body = text.trim_start_matches(['#', ' ', '\t']);
    let length = body.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(body.len());
    let (word, rest) = body.split_at(length);
    let kind = match word {
        "include" => DirectiveKind::Include(include_name(rest.trim())),
        "define" => {
            let rest = rest.trim_start();
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
            let (name, body) = rest.split_at(length);
            DirectiveKind::Define { name: name.to_string(), function_like: body.starts_with('(') }
        }
        "if" | "ifdef" | "ifndef" => DirectiveKind::If,
        "else" | "elif" | "elifdef" | "elifndef" => DirectiveKind::Else,
        "endif" => DirectiveKind::Endif,
        "pragma" | "error" | "warning" | "line" | "ident" => DirectiveKind::Told,
        _ => DirectiveKind::Other,
    };
    DirectiveLine { kind, text: text.trim_end().to_string(), span, comments: Vec::new() }
}

/// `"name"` or `<name>` without what follows it; a macro as it stands.
fn include_name(rest: &str) -> String {
    let end = match rest.as_bytes().first() {
        Some(b'"') => rest[1..].find('"').map(|i| i + 2),
        Some(b'<') => rest.find('>').map(|i| i + 1),
        _ => None,
    };
    rest[..end.unwrap_or(rest.len())].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use il::source::{SourceFile, Sources};

    fn file() -> FileId {
        Sources::new().add(SourceFile { path: "a.c".into(), text: String::new() })
    }

    #[test]
    fn comments_and_directives_are_found() {
        let text = "#include <math.h> // why\n#define A(x) \\\n  (x) /* in\n it */\n// one \\\n more\nint a; /* two */ char *s = \"// no\";\n";
        let found = Original::scan(file(), text);
        let comments: Vec<_> = found.comments.iter().map(|c| c.text.as_str()).collect();
        assert_eq!(comments, ["// one \\\n more", "/* two */"]);
        assert_eq!(found.lines[0].kind, DirectiveKind::Include("<math.h>".into()));
        assert_eq!(found.lines[1].kind, DirectiveKind::Define { name: "A".into(), function_like: true });
        let words: Vec<_> = found.words_of(7).iter().map(|w| &text[w.clone()]).collect();
        assert_eq!(words, ["int", "a", ";", "char", "*", "s", "=", "\"// no\"", ";"]);
    }

    #[test]
    fn a_branch_whose_lines_did_not_come_back_is_dropped() {
        let text = "#ifdef A\n#include <x>\nint a;\n#else\nint b;\n#endif\n#if 0\n// gone\n#endif\n";
        let found = Original::scan(file(), text);
        let dropped: Vec<_> = found.inactive(&BTreeSet::from([5]), false).into_iter().map(|r| text[r].trim()).collect();
        assert_eq!(dropped, ["#include <x>\nint a;", "// gone"]);
    }

    #[test]
    fn any_bytes_are_scanned() {
        for text in
            ["", "#", "/*", "\"", "'\\", "\\", "//\\", "#define", "#include \"x", "é/*é", "a\\\n", "#if\n#if\n#else"]
        {
            let found = Original::scan(file(), text);
            found.inactive(&BTreeSet::new(), true);
            for line in 0..4 {
                found.words_of(line);
                found.line_span(line);
            }
        }
    }
}
