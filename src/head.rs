//! The head grammar: what to differentiate with respect to what.
//!
//! ```text
//! heads := head ( blank head )*
//! head  := [ module ( "." | "%" ) ] [ type ( "." | "%" ) ] procedure [ args ]
//! args  := "(" list ")" "/" "(" list ")"            (dependents)/(independents)
//!        | "(" list ")" ( "\" | ">" ) "(" list ")"  (independents)\(dependents)
//!        | "(" list ")"                             the same list on both sides
//!        | "/" "(" list ")"                         independents, all outputs are dependent
//!        | "\" "(" list ")"                         dependents, all inputs are independent
//! list  := variable [ "[" size "]" ] …               how many elements there are, where the program does not say it
//! size  := product ( ( "+" | "-" ) product )*         product := factor ( "*" factor )*
//! factor := number | variable | "(" size ")"
//! ```
//!
//! The slash reads like the fraction dy/dx; backslash and `>` read left to right. Blanks and newlines are free between tokens.

use il::{Diagnostic, FileId, Span};

/// One head as written.
#[derive(Clone, PartialEq, Debug)]
pub struct Head {
    /// The module before `.` or `%`, or the type that the procedure is bound to.
    pub module: Option<Name>,
    /// The type behind the module, `module%type%binding`.
    pub bound_to: Option<Name>,
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
    /// How many elements it has: `x[n]`.
    pub extent: Option<Size>,
}

/// A number of elements, over integers of the program.
#[derive(Clone, PartialEq, Debug)]
pub enum Size {
    /// `10`
    Number(i64),
    /// `n`
    Variable(Box<Path>),
    /// `n*m`, with the sign.
    Binary(char, Box<Size>, Box<Size>),
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
        self.at_span(at, end, message)
            .note(r#"a head is written "name(independents)\(dependents)" or "name(dependents)/(independents)""#)
    }

    fn at_span(&self, start: usize, end: usize, message: String) -> Diagnostic {
        Diagnostic::error("RT0301", Span::new(self.file, start, end), format!("in the head specification: {message}"))
    }

    /// What is not yet read, without blanks before it.
    fn rest(&self) -> &str {
        self.text[self.at..].trim_start()
    }

    /// Where that begins.
    fn next(&self) -> usize {
        self.text.len() - self.rest().len()
    }

    /// The sign between a module, or a type, and what belongs to it.
    fn qualifies(&mut self, before: &Name) -> Result<bool, Diagnostic> {
        if self.rest().starts_with("::") {
            let (at, module) = (self.next(), &before.text);
            let rest = self.rest()[2..].trim_start();
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let message = "`::` does not lead to a procedure of a module".to_string();
            return Err(self.at_span(at, at + 2, message).note(format!("write `{module}%{}`", &rest[..end])));
        }
        Ok(self.take('.') || self.take('%'))
    }

    /// What stands between two heads has to be a blank.
    fn separator(&self) -> Result<(), Diagnostic> {
        match self.rest().chars().next() {
            Some(sign @ (';' | ',' | '&' | '|' | '+')) => {
                let at = self.next();
                let message = format!("`{sign}` does not separate heads");
                let note = "separate heads by blanks, -head \"f(x)\\(y) g(a)\\(b)\", or write one -head for each";
                Err(self.at_span(at, at + 1, message).note(note))
            }
            _ => Ok(()),
        }
    }

    fn head(&mut self) -> Result<Head, Diagnostic> {
        let mut names = vec![self.name("a procedure name")?];
        while names.len() < 3 && self.qualifies(&names[names.len() - 1])? {
            names.push(self.name("a procedure name")?);
        }
        let procedure = names.remove(names.len() - 1);
        let mut names = names.into_iter();
        let (module, bound_to) = (names.next(), names.next());
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
        self.separator()?;
        Ok(Head { module, bound_to, procedure, independents, dependents })
    }

    /// Lists name variables as a whole: behind a name no parenthesis opens, and a number is none.
    fn no_subscripts(&self, variable: Option<&Name>) -> Result<(), Diagnostic> {
        let rest = self.rest();
        let opens = rest.starts_with('(');
        match variable {
            Some(variable) if opens => {
                let close = rest.find(')').map_or(rest.len(), |at| at + 1);
                let (start, name) = (variable.span.start as usize, &variable.text);
                let message = format!("`{}` has subscripts", &self.text[start..self.next() + close]);
                Err(self.at_span(self.next(), self.next() + close, message).note(format!(
                    "name the whole variable, `{name}`: who calls the derivative says which elements count, by what the derivative of `{name}` holds"
                )))
            }
            None if rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, ':' | '*' | '-' | '+')) => {
                let length = rest.find([',', ')', ' ']).unwrap_or(rest.len());
                let message = format!("`{}` is no variable", &rest[..length]);
                Err(self.at_span(self.next(), self.next() + length, message).note(
                    "the lists of a head name variables: arguments, results and globals of the procedure, without subscripts",
                ))
            }
            _ => Ok(()),
        }
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
            self.no_subscripts(None)?;
            let mut path = self.path("a variable name or `)`")?;
            self.no_subscripts(path.parts.last())?;
            if self.take('[') {
                path.extent = Some(self.size()?);
                if !self.take(']') {
                    return Err(self.error(self.at, "expected `]`".into()));
                }
            }
            paths.push(path);
        }
    }

    fn path(&mut self, what: &str) -> Result<Path, Diagnostic> {
        let mut parts = vec![self.name(what)?];
        while self.take('%') || self.take('.') {
            parts.push(self.name("a component name")?);
        }
        Ok(Path { parts, extent: None })
    }

    fn size(&mut self) -> Result<Size, Diagnostic> {
        let mut sum = self.product()?;
        while let Some(sign) = ['+', '-'].into_iter().find(|c| self.take(*c)) {
            sum = Size::Binary(sign, Box::new(sum), Box::new(self.product()?));
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Size, Diagnostic> {
        let mut product = self.factor()?;
        while self.take('*') {
            product = Size::Binary('*', Box::new(product), Box::new(self.factor()?));
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<Size, Diagnostic> {
        if self.take('(') {
            let inner = self.size()?;
            return match self.take(')') {
                true => Ok(inner),
                false => Err(self.error(self.at, "expected `)`".into())),
            };
        }
        let path = self.path("a number or a variable")?;
        match path.parts.as_slice() {
            [Name { text, .. }] if text.starts_with(|c: char| c.is_ascii_digit()) => {
                let number = text.parse().map(Size::Number);
                number.map_err(|_| self.error(path.span().start as usize, format!("`{text}` is no number of elements")))
            }
            _ => Ok(Size::Variable(Box::new(path))),
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
                    let before = h.module.iter().chain(&h.bound_to).map(|m| format!("{}.", m.text));
                    format!(
                        "{}{} d({})/d({})",
                        before.collect::<String>(),
                        h.procedure.text,
                        list(&h.dependents),
                        list(&h.independents)
                    )
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
            ("m%t%f(x)", "m.t.f d(x)/d(x)"),
            ("m::f(x)", "error at 1: in the head specification: `::` does not lead to a procedure of a module"),
            ("f(x) ; g", "error at 5: in the head specification: `;` does not separate heads"),
            ("f(x(1:3))", "error at 3: in the head specification: `x(1:3)` has subscripts"),
            ("f(1:3)", "error at 2: in the head specification: `1:3` is no variable"),
            ("(x)", "error at 0: in the head specification: expected a procedure name"),
            ("f(y)/(x[n], z [2*(n + m) - 1])", "f d(y)/d(x,z)"),
            ("f(y)/(x[n)", "error at 9: in the head specification: expected `]`"),
            ("f(y)/(x[])", "error at 8: in the head specification: expected a number or a variable"),
            ("f(y)/(x[2n])", "error at 8: in the head specification: `2n` is no number of elements"),
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
