//! `--message-format sarif`: one log of the run, in the Static Analysis Results Interchange Format 2.1.0 that code hosts and editors show.

use std::path::Path;

use il::{Diagnostic, Severity, Span};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::places::{Place, Texts};
use crate::explain;

/// Where the schema of the format is.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What stands in the path of a URI as it is (RFC 3986 3.3).
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The log of a run that said this.
pub(super) fn text(texts: &Texts, diagnostics: &[&Diagnostic], failed: bool) -> String {
    let mut codes: Vec<&str> = diagnostics.iter().map(|d| d.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let results: Vec<Value> = diagnostics.iter().map(|d| result(texts, d, &codes)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "rtapenade",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|c| rule(c)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": !failed }],
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

/// A code, with what `rtapenade explain` says of it.
fn rule(code: &str) -> Value {
    let mut out = json!({ "id": code });
    if let Some(entry) = explain::entry(code) {
        out["shortDescription"] = json!({ "text": entry.title });
        out["help"] = json!({ "text": entry.text, "markdown": entry.text });
    }
    out
}

fn result(texts: &Texts, d: &Diagnostic, codes: &[&str]) -> Value {
    let level = match d.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let mut said = d.message.clone();
    for more in std::iter::once(&d.label).chain(&d.notes).filter(|t| !t.is_empty()) {
        said = format!("{said}\n{more}");
    }
    let mut out = json!({
        "ruleId": d.code,
        "ruleIndex": codes.iter().position(|c| *c == d.code),
        "level": level,
        "message": { "text": said },
        "locations": location(texts, d.span, None).into_iter().collect::<Vec<_>>(),
    });
    let related: Vec<Value> = d.related.iter().filter_map(|(span, text)| location(texts, *span, Some(text))).collect();
    if !related.is_empty() {
        out["relatedLocations"] = related.into();
    }
    out
}

/// A place; `None` for what no file holds. What stands on the command line is a parameter.
fn location(texts: &Texts, span: Span, message: Option<&str>) -> Option<Value> {
    let at = texts.place(span)?;
    let mut out = match at.file.starts_with('-') {
        true => json!({ "logicalLocations": [{ "name": at.file, "kind": "parameter" }] }),
        false => json!({ "physicalLocation": {
            "artifactLocation": { "uri": uri(at.file) },
            "region": region(&at),
        }}),
    };
    if let Some(text) = message.filter(|t| !t.is_empty()) {
        out["message"] = json!({ "text": text });
    }
    Some(out)
}

fn region(at: &Place) -> Value {
    json!({
        "startLine": at.line,
        "startColumn": at.column,
        "endLine": at.end_line,
        "endColumn": at.end_column,
    })
}

/// A path as a URI, relative where the path is.
fn uri(path: &str) -> String {
    let encoded = utf8_percent_encode(path, PATH).to_string();
    if Path::new(path).is_absolute() { format!("file://{encoded}") } else { encoded }
}
