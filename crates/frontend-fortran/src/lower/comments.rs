//! Comments and directives of the tree, in the form that the IL keeps them.
//!
//! Each line is one string without its comment sign: `""` is a blank line, `"#…"` a preprocessor line as it is,
//! `"$OMP …"` a directive that is not ours, anything else an ordinary comment.

use il::Directive;

use crate::ast::{Comment, CommentKind, Meta};

/// Comment lines, blank lines (several in a row are one) and foreign directives, without `$AD`.
pub fn lines<'c>(comments: impl IntoIterator<Item = &'c Comment>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for c in comments {
        match c.kind {
            CommentKind::Blank => {
                if out.last().is_none_or(|last| !last.is_empty()) {
                    out.push(String::new());
                }
            }
            // An empty comment is not a blank line, and a comment that starts with # is no preprocessor line.
            CommentKind::Plain if c.text.is_empty() || c.text.starts_with('#') => out.push(format!(" {}", c.text)),
            CommentKind::Plain | CommentKind::Pragma | CommentKind::Preprocessor => out.push(c.text.to_string()),
            CommentKind::Ad => {}
        }
    }
    out
}

/// The comment lines before a statement, and those inside it.
pub fn leading(meta: &Meta) -> Vec<String> {
    lines(meta.leading.iter().chain(&meta.inner))
}

/// The comment at the end of its line.
pub fn trailing(meta: &Meta) -> Option<String> {
    meta.trailing.as_ref().map(|c| c.text.to_string())
}

/// All comments of a statement that leaves no node of its own (ELSE, END DO): blank lines do not count.
pub fn all(meta: &Meta) -> Vec<String> {
    let mut out = leading(meta);
    out.extend(trailing(meta));
    if out.iter().all(String::is_empty) { Vec::new() } else { out }
}

/// The `$AD` directives before a statement.
pub fn directives(meta: &Meta) -> Vec<Directive> {
    meta.directives()
        .map(|c| {
            let text = c.text.trim();
            let (name, args) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            Directive { name: name.to_ascii_uppercase(), args: args.trim().to_string(), span: c.span }
        })
        .collect()
}
