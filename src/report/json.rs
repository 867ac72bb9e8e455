//! `--message-format json`: one object per line, for editors and scripts.

use il::{Diagnostic, Span};
use serde_json::{Map, Value, json};

use super::places::Texts;
use super::word;

/// All of them, in the order in which they were found.
pub(super) fn text(texts: &Texts, diagnostics: &[&Diagnostic]) -> String {
    diagnostics.iter().map(|d| format!("{}\n", object(texts, d))).collect()
}

fn object(texts: &Texts, d: &Diagnostic) -> Value {
    let mut out = Map::new();
    out.insert("code".into(), d.code.into());
    out.insert("severity".into(), word(d.severity).into());
    out.insert("message".into(), d.message.as_str().into());
    place(texts, d.span, &mut out);
    out.insert("label".into(), d.label.as_str().into());
    out.insert("notes".into(), d.notes.as_slice().into());
    let related = d.related.iter().map(|(span, text)| {
        let mut one = Map::new();
        one.insert("message".into(), text.as_str().into());
        place(texts, *span, &mut one);
        Value::from(one)
    });
    out.insert("related".into(), related.collect());
    out.into()
}

/// Five members that say where; null for what no file holds.
fn place(texts: &Texts, span: Span, out: &mut Map<String, Value>) {
    let at = texts.place(span);
    let number = |n: Option<usize>| json!(n);
    out.insert("file".into(), json!(at.map(|p| p.file)));
    out.insert("line".into(), number(at.map(|p| p.line)));
    out.insert("column".into(), number(at.map(|p| p.column)));
    out.insert("end_line".into(), number(at.map(|p| p.end_line)));
    out.insert("end_column".into(), number(at.map(|p| p.end_column)));
}
