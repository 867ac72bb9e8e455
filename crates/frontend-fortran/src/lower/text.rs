//! Text of the source in the user's spelling, on one line.

use il::{SourceForm, Span};

use super::context::Lower;
use crate::ast;

impl Lower<'_, '_> {
    /// The text of a span as it stands in the source, line ends included.
    pub fn verbatim(&self, span: Span) -> &str {
        match span.file {
            Some(file) if self.program.sources.contains(file) => {
                self.program.sources[file].text.get(span.start as usize..span.end as usize).unwrap_or("")
            }
            _ => "",
        }
    }

    /// `bind(c, name='…')`.
    pub fn bind_text(&self, bind: &ast::Bind) -> String {
        let word = self.cased("bind");
        match &bind.name {
            None => format!("{word}(c)"),
            Some(name) => format!("{word}(c, name={})", self.text(name.span)),
        }
    }

    /// The text of a span with its continuation lines joined.
    pub fn text(&self, span: Span) -> String {
        let raw = self.verbatim(span);
        if !raw.contains('\n') {
            return raw.trim().to_string();
        }
        let fixed = self
            .program
            .inputs
            .iter()
            .find(|i| Some(i.file) == self.program.units[self.unit].file)
            .is_some_and(|i| i.form == SourceForm::Fixed);
        if fixed { join_fixed(raw) } else { join_free(raw) }
    }
}

/// Joins the lines of a statement in fixed form: columns 1 to 6 of a continuation line are not text.
pub fn join_fixed(raw: &str) -> String {
    let mut out = String::new();
    for (k, line) in raw.lines().enumerate() {
        if k == 0 {
            out.push_str(line.trim_end());
        } else if !line.starts_with(['C', 'c', '*', '!', '#']) && !line.trim().is_empty() {
            let rest = match line.find('\t') {
                Some(tab) if tab < 6 => line.get(tab + 2..).unwrap_or(""),
                _ => line.get(6..).unwrap_or(""),
            };
            out.push_str(rest.trim());
        }
    }
    out
}

/// Joins the lines of a statement in free form: `&` at the end, perhaps `&` at the beginning, comments dropped.
pub fn join_free(raw: &str) -> String {
    let mut out = String::new();
    let mut quote: Option<char> = None;
    for line in raw.lines() {
        let mut line = line.trim();
        if line.is_empty() || (quote.is_none() && line.starts_with('!')) {
            continue;
        }
        line = line.strip_prefix('&').unwrap_or(line);
        let mut kept = line.len();
        for (at, c) in line.char_indices() {
            match (quote, c) {
                (None, '\'' | '"') => quote = Some(c),
                (None, '!') => {
                    kept = at;
                    break;
                }
                (Some(q), c) if c == q => quote = None,
                _ => {}
            }
        }
        let part = line[..kept].trim_end();
        out.push_str(part.strip_suffix('&').unwrap_or(part));
    }
    out.trim().to_string()
}
