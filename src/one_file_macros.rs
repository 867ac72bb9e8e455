//! Macros of C files that are written into one: each means what its file says, to the end of that file.

use std::collections::{BTreeMap, BTreeSet};

use il::{DeclKind, ExprKind, Program, Span, StmtKind, UnitId};

/// What the files before have defined and not taken back.
#[derive(Default)]
pub(crate) struct Macros {
    /// By name: the text, and whether it is defined only where nobody did.
    defined: BTreeMap<String, (String, bool)>,
    /// Macros of headers that files before have taken back.
    taken_back: BTreeSet<String>,
}

/// `#define` or `#undef` in a text, by the name of the macro.
struct Line {
    name: String,
    /// Its definition, without blanks; `None`: it is taken back.
    text: Option<String>,
    /// `#ifndef` stands around it.
    is_default: bool,
}

impl Macros {
    /// The macros that must end before the text of `unit`, and what it defines itself from then on. The names that cannot be kept apart are the error.
    pub fn end_before(&mut self, program: &Program, input: usize, unit: UnitId) -> Result<Vec<String>, Vec<String>> {
        let file =
            unparse::OutputFile { units: vec![unit], ..unparse::OutputFile::like(program, &program.inputs[input]) };
        let text = without_comments(&unparse::unparse(program, &file));
        let own = directives(&text);
        let mentioned: BTreeSet<&str> = words(&text).collect();
        let is_symbol = |name: &str| program.symbols.iter().any(|(_, s)| s.name == name);
        let (mut ended, mut bad) = (Vec::new(), Vec::new());
        for (name, (before, is_default)) in self.defined.iter().filter(|(n, _)| mentioned.contains(n.as_str())) {
            let first = own.iter().find(|l| l.name == *name);
            if first.is_some_and(|l| l.text.as_ref() == Some(before)) {
                continue;
            }
            // What a header defines does not come back, and what nobody declares is a macro of the system.
            let comes_back = !of_headers(program, name) && (first.is_some() || is_symbol(name));
            match comes_back && !is_default && !first.is_some_and(|l| l.is_default) {
                true => ended.push(name.clone()),
                false => bad.push(name.clone()),
            }
        }
        let lost = self.taken_back.iter().filter(|n| mentioned.contains(n.as_str()));
        bad.extend(lost.filter(|n| own.iter().all(|l| l.name != **n)).cloned());
        self.defined.retain(|name, _| !ended.contains(name));
        for line in own {
            match line.text {
                Some(text) => {
                    self.taken_back.remove(&line.name);
                    self.defined.insert(line.name, (text, line.is_default));
                }
                None => {
                    if self.defined.remove(&line.name).is_none() || of_headers(program, &line.name) {
                        self.taken_back.insert(line.name);
                    }
                }
            }
        }
        if bad.is_empty() { Ok(ended) } else { Err(bad) }
    }
}

/// The words of a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

/// A text without its comments and without what is in its strings.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let (before, here) = rest.split_at(at);
        out.push_str(before);
        let first = &here[..1];
        let end = match first {
            "/" if here.starts_with("/*") => here.find("*/").map_or(here.len(), |e| e + 2),
            "/" if here.starts_with("//") => here.find('\n').unwrap_or(here.len()),
            "/" => {
                out.push('/');
                1
            }
            quote => {
                let mut escaped = false;
                let mut closing = here[1..].char_indices().filter(|(_, c)| {
                    let is_plain = !escaped;
                    escaped = *c == '\\' && is_plain;
                    is_plain && quote.starts_with(*c)
                });
                closing.next().map_or(here.len(), |(e, _)| 2 + e)
            }
        };
        if first != "/" || end > 1 {
            out.push(' ');
        }
        rest = &here[end..];
    }
    out.push_str(rest);
    out
}

/// The macros that a text defines and takes back, in order.
fn directives(text: &str) -> Vec<Line> {
    let joined = text.replace("\\\r\n", " ").replace("\\\n", " ");
    let mut out = Vec::new();
    let mut asked = String::new();
    for line in joined.lines() {
        let Some(body) = line.trim_start().strip_prefix('#') else { continue };
        let body = body.trim_start();
        let (word, rest) = body.split_at(body.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(body.len()));
        let name = words(rest).next().unwrap_or_default().to_string();
        match word {
            "ifndef" => asked = name,
            "endif" => asked.clear(),
            "define" => {
                let is_default = name == asked;
                let text = rest.split_whitespace().collect::<Vec<_>>().join(" ");
                out.push(Line { name, text: Some(text), is_default });
            }
            "undef" => out.push(Line { name, text: None, is_default: false }),
            _ => {}
        }
    }
    out
}

/// Whether a header of the user defines a macro, or takes it back.
fn of_headers(program: &Program, name: &str) -> bool {
    let is_input = |file| program.inputs.iter().any(|i| i.file == file);
    let headers = program.sources.iter().filter(|(file, _)| !is_input(*file));
    headers
        .into_iter()
        .any(|(_, s)| s.text.contains(name) && directives(&without_comments(&s.text)).iter().any(|l| l.name == name))
}

/// Whether text of a file that is kept as it is, or a macro of the file or of a header, mentions a name.
pub(crate) fn is_in_text(program: &Program, unit: UnitId, name: &str) -> bool {
    let has = |text: &str| words(text).any(|w| w == name);
    let u = &program.units[unit];
    let in_decls = u.decls.iter().any(|d| match &d.kind {
        DeclKind::Opaque { text, .. } | DeclKind::Enum { text, .. } | DeclKind::Error(text) => has(text),
        DeclKind::Variables { spelling, .. } => has(spelling),
        _ => false,
    });
    let in_body = |f: &UnitId| {
        let mut found = false;
        let f = &program.units[*f];
        f.walk(&f.body, &mut |_, s| {
            found |= s.comments.iter().any(|c| c.starts_with('#') && has(c));
            found |= matches!(&s.kind, StmtKind::Opaque { text, .. } if has(text));
            let mut in_expr = |x: &il::Expr| found |= matches!(&x.kind, ExprKind::Opaque { text, .. } if has(text));
            s.kind.exprs(&mut |e| e.walk(&mut in_expr));
        });
        found
    };
    let placed = u.decls.iter().filter_map(|d| if let DeclKind::Unit(f) = d.kind { Some(f) } else { None });
    let is_input = |file| program.inputs.iter().any(|i| i.file == file);
    let mut headers = program.sources.iter().filter(|(file, _)| !is_input(*file));
    in_decls
        || placed.chain(u.children.iter().copied()).any(|f| in_body(&f))
        || headers
            .any(|(_, s)| directives(&without_comments(&s.text)).iter().any(|l| l.text.as_deref().is_some_and(has)))
}

/// Where a file mentions a name first.
pub(crate) fn place(program: &Program, input: usize, name: &str) -> Span {
    let file = program.inputs[input].file;
    let text = &program.sources[file].text;
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let whole =
        |at: usize| !is_part(text[..at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next());
    let found = text.match_indices(name).map(|(at, _)| at).find(|at| whole(*at));
    found.map_or(Span::new(file, 0, 0), |at| Span::new(file, at, at + name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_no_words() {
        let text = "a /* N */ + 'N' / \"N\\\" N\" // N\n#define M 2 /* N */\nb'\\''c";
        let bare = without_comments(text);
        assert_eq!(words(&bare).collect::<Vec<_>>(), ["a", "define", "M", "2", "b", "c"]);
        assert_eq!(directives(&bare)[0].text.as_deref(), Some("M 2"));
    }
}
