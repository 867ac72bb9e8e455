//! Text to values.

use serde_json::{Map, Value};

/// Parses one value, with the line in the error.
pub(super) fn parse(text: &str) -> Result<Value, String> {
    let mut p = Parser { text, at: 0 };
    let value = p.value()?;
    p.blanks();
    if p.at < text.len() { Err(p.error("nothing may follow the program")) } else { Ok(value) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn error(&self, what: impl std::fmt::Display) -> String {
        let line = self.text[..self.at.min(self.text.len())].matches('\n').count() + 1;
        format!("line {line}: {what}")
    }

    /// Skips blanks and comments.
    fn blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.blanks();
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn value(&mut self) -> Result<Value, String> {
        match self.peek() {
            None => Err(self.error("a bracket is not closed")),
            Some('[') => {
                self.at += 1;
                let mut items = Vec::new();
                while !self.take(']') {
                    items.push(self.value()?);
                }
                Ok(Value::Array(items))
            }
            Some('{') => {
                self.at += 1;
                Ok(Value::Object(self.fields('}')?))
            }
            Some('(') => {
                self.at += 1;
                self.blanks();
                let name = self.word()?;
                let inner = if self.is_field() { Value::Object(self.fields(')')?) } else { self.single()? };
                Ok(Value::Object(Map::from_iter([(name, inner)])))
            }
            Some('"') => Ok(Value::String(self.quoted()?)),
            Some(c) if c.is_ascii_digit() || c == '-' => {
                let text = self.span(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
                serde_json::from_str(text).map_err(|_| self.error(format!("`{text}` is not a number")))
            }
            Some(c) if c.is_ascii_alphabetic() || c == '_' => Ok(match self.word()?.as_str() {
                "null" => Value::Null,
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                w => Value::String(w.to_string()),
            }),
            Some(c) => Err(self.error(format!("unexpected `{c}`"))),
        }
    }

    /// The one value of a variant, and its closing parenthesis.
    fn single(&mut self) -> Result<Value, String> {
        let value = self.value()?;
        if self.take(')') { Ok(value) } else { Err(self.error("expected `)`")) }
    }

    /// Whether `name=` comes next.
    fn is_field(&mut self) -> bool {
        let before = self.at;
        let key = self.key();
        let is = key.is_ok() && self.text[self.at..].starts_with('=');
        self.at = before;
        is
    }

    fn fields(&mut self, close: char) -> Result<Map<String, Value>, String> {
        let mut map = Map::new();
        while !self.take(close) {
            if self.peek().is_none() {
                return Err(self.error("a bracket is not closed"));
            }
            let key = self.key()?;
            if !self.take('=') {
                return Err(self.error(format!("expected `=` after `{key}`")));
            }
            let value = self.value()?;
            map.insert(key, value);
        }
        Ok(map)
    }

    fn key(&mut self) -> Result<String, String> {
        if self.peek() == Some('"') { self.quoted() } else { self.word() }
    }

    fn word(&mut self) -> Result<String, String> {
        let text = self.span(|c| c.is_ascii_alphanumeric() || c == '_');
        if text.is_empty() {
            let next = self.text[self.at..].chars().next().map_or("the end".to_string(), |c| format!("`{c}`"));
            return Err(self.error(format!("expected a name, not {next}")));
        }
        Ok(text.to_string())
    }

    fn span(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn quoted(&mut self) -> Result<String, String> {
        let rest = &self.text[self.at..];
        let mut escaped = false;
        for (i, c) in rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    let text = &rest[..=i];
                    self.at += i + 1;
                    return serde_json::from_str(text).map_err(|e| self.error(e));
                }
                _ => {}
            }
        }
        Err(self.error("a text is not closed"))
    }
}
