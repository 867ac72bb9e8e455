//! Lines that are not statements, and what every statement has besides its meaning.

use std::borrow::Cow;

use il::source::{Sources, Span};

use super::{Ident, IncludeId, Label};

/// A whole line that is not a statement, or the `! …` at the end of one.
#[derive(Clone, Debug)]
pub struct Comment {
    /// What it is.
    pub kind: CommentKind,
    /// The whole, marker included.
    pub span: Span,
    /// Where its [text](Comment::text) stands in the file: first byte, and one past the last. Comments are most of many programs;
    /// that they are not copied before they reach the IL keeps the tree small.
    pub body: (u32, u32),
}

impl Comment {
    /// The text without its marker (`C`, `*`, `!`, `!$AD `) and without blanks at the end; a preprocessor line whole.
    pub fn text<'s>(&self, sources: &'s Sources) -> Cow<'s, str> {
        let Some(file) = self.span.file else { return Cow::Borrowed("") };
        // Where a card ends there may be half a character.
        String::from_utf8_lossy(&sources[file].text.as_bytes()[self.body.0 as usize..self.body.1 as usize])
    }
}

/// The kinds of line that are not statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentKind {
    /// An empty line.
    Blank,
    /// An ordinary comment.
    Plain,
    /// `!$AD NAME arguments` or `C$AD …`: the text is `NAME arguments`.
    Ad,
    /// `!$OMP …`, `!$ACC …`, `!DIR$ …`: the text is all after the comment character (`$OMP …`).
    Pragma,
    /// A line that begins with `#`.
    Preprocessor,
}

/// What every statement has besides its meaning.
#[derive(Clone, Debug)]
pub struct Meta {
    /// From the first character (label excluded) to the last; of a construct: its first statement only.
    pub span: Span,
    /// The statement label.
    pub label: Option<Label>,
    /// The construct name before the colon (`outer: DO …`).
    pub name: Option<Box<Ident>>,
    /// Comment lines, blank lines and directives just before the statement, in order.
    pub leading: Vec<Comment>,
    /// Comments that stood between the lines of a continued statement.
    pub inner: Vec<Comment>,
    /// The comment at the end of the (last) line.
    pub trailing: Option<Box<Comment>>,
    /// The include this statement comes from.
    pub include: Option<IncludeId>,
}

impl Meta {
    /// Of what the user did not write.
    pub const NONE: Meta = Meta {
        span: Span::NONE,
        label: None,
        name: None,
        leading: Vec::new(),
        inner: Vec::new(),
        trailing: None,
        include: None,
    };

    /// All its comments, in order.
    pub fn comments(self) -> Vec<Comment> {
        self.leading.into_iter().chain(self.inner).chain(self.trailing.map(|c| *c)).collect()
    }

    /// The `$AD` directives before the statement, in order.
    pub fn directives(&self) -> impl Iterator<Item = &Comment> {
        self.leading.iter().filter(|comment| comment.kind == CommentKind::Ad)
    }
}
