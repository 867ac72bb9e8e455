//! Values as text.

use std::collections::BTreeMap;

use serde_json::Value;

/// Lines that fit are not broken.
const WIDTH: usize = 110;

/// Prints a value; `notes` are comments by path (`/units/0/stmts/3`).
pub(super) fn print(value: &Value, notes: &BTreeMap<String, String>) -> String {
    let mut p = Printer { out: String::new(), notes };
    p.value(value, 0, &mut String::new());
    p.out.push('\n');
    p.out
}

struct Printer<'a> {
    out: String,
    notes: &'a BTreeMap<String, String>,
}

impl Printer<'_> {
    fn value(&mut self, value: &Value, indent: usize, path: &mut String) {
        let one_line = flat(value);
        let below = format!("{path}/");
        let annotated = self.notes.range(below.clone()..).next().is_some_and(|(k, _)| k.starts_with(&below));
        if indent + one_line.len() <= WIDTH && !annotated {
            self.out.push_str(&one_line);
            return;
        }
        match value {
            Value::Array(items) => {
                self.out.push('[');
                for (i, item) in items.iter().enumerate() {
                    self.child(item, None, indent + 2, path, &i.to_string());
                }
                self.out.push(']');
            }
            Value::Object(_) => match variant(value) {
                Some((name, inner)) => {
                    self.out.push('(');
                    self.out.push_str(name);
                    match fields(inner) {
                        Some(list) => {
                            for (key, v) in list {
                                self.child(v, Some(key), indent + 2, path, key);
                            }
                        }
                        None => self.child(inner, None, indent + 2, path, "0"),
                    }
                    self.out.push(')');
                }
                None => {
                    self.out.push('{');
                    for (key, v) in fields(value).unwrap_or_default() {
                        self.child(v, Some(key), indent + 2, path, key);
                    }
                    self.out.push('}');
                }
            },
            _ => self.out.push_str(&one_line),
        }
    }

    fn child(&mut self, value: &Value, key: Option<&str>, indent: usize, path: &mut String, step: &str) {
        let length = path.len();
        path.push('/');
        path.push_str(step);
        if let Some(note) = self.notes.get(path.as_str()) {
            self.out.push_str(&format!("\n{:indent$}; {note}", ""));
        }
        self.out.push_str(&format!("\n{:indent$}", ""));
        if let Some(k) = key {
            self.out.push_str(&word(k));
            self.out.push('=');
        }
        self.value(value, indent, path);
        path.truncate(length);
    }
}

/// An enum variant with content: an object of one capitalised key.
fn variant(value: &Value) -> Option<(&str, &Value)> {
    let object = value.as_object().filter(|o| o.len() == 1)?;
    let (name, inner) = object.iter().next()?;
    name.starts_with(|c: char| c.is_ascii_uppercase()).then_some((name.as_str(), inner))
}

/// The fields of a structure that say something; `None` for what is no structure, and for variants.
fn fields(value: &Value) -> Option<Vec<(&str, &Value)>> {
    if variant(value).is_some() {
        return None;
    }
    let silent = |v: &Value| match v {
        Value::Null | Value::Bool(false) => true,
        Value::Array(a) => a.is_empty(),
        _ => false,
    };
    Some(value.as_object()?.iter().filter(|(_, v)| !silent(v)).map(|(k, v)| (k.as_str(), v)).collect())
}

fn flat(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(b) => b.to_string(),
        Value::Number(n) => n.to_string(),
        Value::String(s) => word(s),
        Value::Array(items) => format!("[{}]", items.iter().map(flat).collect::<Vec<_>>().join(" ")),
        Value::Object(_) => {
            let list = |fields: Vec<(&str, &Value)>| {
                fields.iter().map(|(k, v)| format!("{}={}", word(k), flat(v))).collect::<Vec<_>>().join(" ")
            };
            match variant(value) {
                Some((name, inner)) => match fields(inner) {
                    Some(f) if !f.is_empty() => format!("({name} {})", list(f)),
                    Some(_) => format!("({name} {{}})"),
                    None => format!("({name} {})", flat(inner)),
                },
                None => format!("{{{}}}", list(fields(value).unwrap_or_default())),
            }
        }
    }
}

/// A text, without quotes when it is a word that nothing else could be taken for.
fn word(s: &str) -> String {
    let plain = s.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && s.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !["null", "true", "false"].contains(&s);
    if plain { s.to_string() } else { Value::String(s.to_string()).to_string() }
}
