//! The head grammar: what to differentiate with respect to what.
//!
//! ```text
//! heads := head ( blank head )*
//! head  := [ module ( "." | "%" ) ] procedure [ args ]
//! args  := "(" list ")" "/" "(" list ")"            (dependents)/(independents)
//!        | "(" list ")" ( "\" | ">" ) "(" list ")"  (independents)\(dependents)
//!        | "(" list ")"                             the same list on both sides
//!        | "/" "(" list ")"                         independents, all outputs are dependent
//!        | "\" "(" list ")"                         dependents, all inputs are independent
//! ```
//!
//! The slash reads like the fraction dy/dx; backslash and `>` read left to right. Blanks and newlines are free between tokens.

use il::{Diagnostic, FileId, Span};

/// One head as written.
#[derive(Clone, PartialEq, Debug)]
pub struct Head {
    /// The module before `.` or `%`.
    pub module: Option<Name>,
    /// The procedure.
    pub procedure: Name,
    /// With respect to what; `None`: all inputs.
    pub independents: Option<Vec<Path>>,
    /// Derivatives of what; `None`: all outputs.
    pub dependents: Option<Vec<Path>>,
}

/// A name and its place in the text of the option.
#[derive(Clone, PartialEq, Debug)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A variable, possibly with components: `p%v`, `p.v`.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    /// The variable, then components.
    pub parts: Vec<Name>,
}

impl Path {
    /// The whole path's place.
    pub fn span(&self) -> Span {
        self.parts.iter().fold(Span::NONE, |s, p| s.to(p.span))
    }
}

/// Parses the text of all `-head` options, which was added to the sources as `file` so that diagnostics can point into it.
pub fn parse(file: FileId, text: &str) -> Result<Vec<Head>, Diagnostic> {
    let mut p = Parser { file, text, at: 0 };
    let mut heads = Vec::new();
    loop {
        p.blanks();
        if p.at == text.len() {
            return Ok(heads);
        }
        heads.push(p.head()?);
    }
}

/// The text as messages show it: where it is long, each head stands on a line of its own. Makefiles join dozens of them.
pub fn line_by_line(mut text: String, heads: &[Head]) -> String {
    const LONG: usize = 120;
    if text.len() <= LONG {
        return text;
    }
    for h in heads {
        let start = h.module.as_ref().unwrap_or(&h.procedure).span.start as usize;
        if text[..start].ends_with(' ') {
            text.replace_range(start - 1..start, "\n");
        }
    }
    text
}

struct Parser<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn blanks(&mut self) {
        while let Some(c) = self.peek().filter(|c| c.is_whitespace()) {
            self.at += c.len_utf8();
        }
    }

    /// Skips blanks and takes `c` if it is next.
    fn take(&mut self, c: char) -> bool {
        self.blanks();
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn name(&mut self, what: &str) -> Result<Name, Diagnostic> {
        self.blanks();
        let start = self.at;
        while let Some(c) = self.peek().filter(|c| c.is_alphanumeric() || *c == '_' || *c == '$') {
            self.at += c.len_utf8();
        }
        if start == self.at {
            return Err(self.error(start, format!("expected {what}")));
        }
        Ok(Name { text: self.text[start..self.at].to_string(), span: Span::new(self.file, start, self.at) })
    }

    fn error(&self, at: usize, message: String) -> Diagnostic {
        let end = self.text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
        Diagnostic::error("RT0301", Span::new(self.file, at, end), format!("in the head specification: {message}"))
            .note(r#"a head is written "name(independents)\(dependents)" or "name(dependents)/(independents)""#)
    }

    fn head(&mut self) -> Result<Head, Diagnostic> {
        let first = self.name("a procedure name")?;
        let (module, procedure) = if self.take('.') || self.take('%') {
            (Some(first), self.name("a procedure name")?)
        } else {
            (None, first)
        };
        let left = self.list()?;
        let reads_like_fraction = self.take('/');
        let arrow = !reads_like_fraction && (self.take('\\') || self.take('>'));
        let right = if reads_like_fraction || arrow {
            let at = self.at;
            Some(
                self.list()?
                    .ok_or_else(|| self.error(at.min(self.text.len()), "expected a list in parentheses".into()))?,
            )
        } else {
            None
        };
        let (independents, dependents) = match (left, right) {
            (l, Some(r)) if reads_like_fraction => (Some(r), l),
            (l, Some(r)) => (l, Some(r)),
            (l, None) => (l.clone(), l),
        };
        Ok(Head { module, procedure, independents, dependents })
    }

    fn list(&mut self) -> Result<Option<Vec<Path>>, Diagnostic> {
        if !self.take('(') {
            return Ok(None);
        }
        let mut paths = Vec::new();
        loop {
            while self.take(',') {}
            if self.take(')') {
                return Ok(Some(paths));
            }
            let mut parts = vec![self.name("a variable name or `)`")?];
            while self.take('%') || self.take('.') {
                parts.push(self.name("a component name")?);
            }
            paths.push(Path { parts });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use il::Id;

    fn show(text: &str) -> String {
        let list = |l: &Option<Vec<Path>>| match l {
            None => "*".to_string(),
            Some(v) => v
                .iter()
                .map(|p| p.parts.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join("%"))
                .collect::<Vec<_>>()
                .join(","),
        };
        match parse(FileId::from_index(0), text) {
            Err(d) => format!("error at {}: {}", d.span.start, d.message),
            Ok(heads) => heads
                .iter()
                .map(|h| {
                    let module = h.module.as_ref().map_or(String::new(), |m| format!("{}.", m.text));
                    format!("{module}{} d({})/d({})", h.procedure.text, list(&h.dependents), list(&h.independents))
                })
                .collect::<Vec<_>>()
                .join("; "),
        }
    }

    #[test]
    fn all_spellings() {
        for (text, expected) in [
            ("f(y)/(x)", "f d(y)/d(x)"),
            (r"f(x)\(y)", "f d(y)/d(x)"),
            ("f(x)>(y)", "f d(y)/d(x)"),
            (" flow%step (w, p)\n > (w, dw) ", "flow.step d(w,dw)/d(w,p)"),
            ("flow.step(w p)>(w dw)", "flow.step d(w,dw)/d(w,p)"),
            ("f", "f d(*)/d(*)"),
            ("f(x z)", "f d(x,z)/d(x,z)"),
            ("f/(x)", "f d(*)/d(x)"),
            (r"f\(y)", "f d(y)/d(*)"),
            ("f(p%v, p.w)", "f d(p%v,p%w)/d(p%v,p%w)"),
            ("f(x)>(y) g(a)/(b)", "f d(y)/d(x); g d(a)/d(b)"),
            ("f(x", "error at 3: in the head specification: expected a variable name or `)`"),
            ("f(x)>", "error at 5: in the head specification: expected a list in parentheses"),
            ("(x)", "error at 0: in the head specification: expected a procedure name"),
        ] {
            assert_eq!(show(text), expected, "{text}");
        }
    }

    #[test]
    fn long_texts_are_shown_line_by_line() {
        let one = |n: usize| format!("m%f{n}(x, y) > (z)");
        let text = (0..12).map(one).collect::<Vec<_>>().join(" ");
        let heads = parse(FileId::from_index(0), &text).unwrap_or_default();
        let shown = line_by_line(text.clone(), &heads);
        assert_eq!(shown.lines().map(str::to_string).collect::<Vec<_>>(), (0..12).map(one).collect::<Vec<_>>());
        assert_eq!(shown.len(), text.len());
        assert_eq!(line_by_line("f(x) g(x)".into(), &heads[..0]), "f(x) g(x)");
    }
}
