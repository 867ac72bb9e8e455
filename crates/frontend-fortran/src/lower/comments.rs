//! Comments and directives of the tree, in the form that the IL keeps them.
//!
//! Each line is one string without its comment sign: `""` is a blank line, `"#…"` a preprocessor line as it is,
//! `"$OMP …"` a directive that is not ours, anything else an ordinary comment.

use il::{Directive, Sources};

use crate::ast::{Comment, CommentKind, Meta};

/// Comment lines, blank lines (several in a row are one) and foreign directives, without `$AD`.
pub fn lines<'c>(sources: &Sources, comments: impl IntoIterator<Item = &'c Comment>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for c in comments {
        let text = c.text(sources);
        match c.kind {
            CommentKind::Blank => {
                if out.last().is_none_or(|last| !last.is_empty()) {
                    out.push(String::new());
                }
            }
            // An empty comment is not a blank line, and a comment that starts with # is no preprocessor line.
            CommentKind::Plain if text.is_empty() || text.starts_with('#') => out.push(format!(" {text}")),
            CommentKind::Plain | CommentKind::Pragma | CommentKind::Preprocessor => out.push(text.into_owned()),
            CommentKind::Ad => {}
        }
    }
    out
}

/// The comment lines before a statement, and those inside it.
pub fn leading(sources: &Sources, meta: &Meta) -> Vec<String> {
    lines(sources, meta.leading.iter().chain(&meta.inner))
}

/// The comment at the end of its line.
pub fn trailing(sources: &Sources, meta: &Meta) -> Option<String> {
    meta.trailing.as_ref().map(|c| c.text(sources).into_owned())
}

/// All comments of a statement that leaves no node of its own (ELSE, END DO): blank lines do not count.
pub fn all(sources: &Sources, meta: &Meta) -> Vec<String> {
    let mut out = leading(sources, meta);
    out.extend(trailing(sources, meta));
    if out.iter().all(String::is_empty) { Vec::new() } else { out }
}

/// The `$AD` directives before a statement.
pub fn directives(sources: &Sources, meta: &Meta) -> Vec<Directive> {
    meta.directives()
        .map(|c| {
            let text = c.text(sources);
            let text = text.trim();
            let (name, args) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            Directive { name: name.to_ascii_uppercase(), args: args.trim().to_string(), span: c.span }
        })
        .collect()
}
