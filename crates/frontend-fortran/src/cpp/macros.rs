//! Macros, and lines with macros replaced, in the traditional way: arguments are replaced inside quotes of the body too
//! (`#define QUOTE(x) "x"`), a comment pastes (`a/**/b`), and so does `##`; quotes of the line itself are left alone, and so is what follows a `!`.
//! Arguments have their own macros replaced first, so that `SQ(SQ(x))` is what it says, but for those that are pasted.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// A macro.
#[derive(Clone, Debug)]
pub struct Macro {
    /// Names of the parameters; `None` if it takes no parentheses.
    parameters: Option<Vec<String>>,
    body: String,
}

/// What `__FILE__` and `__LINE__` are.
pub struct Where<'a> {
    /// The path of the file.
    pub path: &'a str,
    /// The number of the line, from 1.
    pub line: usize,
}

/// Whether `name` is always defined.
pub fn is_built_in(name: &str) -> bool {
    matches!(name, "__FILE__" | "__LINE__" | "__DATE__" | "__TIME__")
}

impl Macro {
    /// The name and meaning of what follows `#define`.
    pub fn parse(text: &str) -> Option<(String, Macro)> {
        let end = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        if !name.starts_with(is_word_start) {
            return None;
        }
        if let Some(inside) = rest.strip_prefix('(') {
            let close = inside.find(')')?;
            let parameters =
                inside[..close].split(',').map(|p| p.trim().to_string()).filter(|p| !p.is_empty()).collect();
            let body = inside[close + 1..].trim().to_string();
            return Some((name.into(), Macro { parameters: Some(parameters), body }));
        }
        Some((name.into(), Macro { parameters: None, body: rest.trim().to_string() }))
    }

    /// The body with arguments in the place of the parameters: as they are `written` where they are pasted, else `replaced`.
    fn apply(&self, written: &[String], replaced: &[String]) -> String {
        let Some(parameters) = &self.parameters else { return self.body.clone() };
        let mut out = String::new();
        let mut at = 0;
        while at < self.body.len() {
            let word = word_at(&self.body, at);
            let after = &self.body[at + word.len()..];
            match parameters.iter().position(|p| p == word) {
                Some(which) if !word.is_empty() => {
                    let pasted = self.body[..at].trim_end().ends_with("##") || after.trim_start().starts_with("##");
                    let arguments = if pasted { written } else { replaced };
                    out += arguments.get(which).map_or("", |a| a.trim());
                }
                _ if !word.is_empty() => out += word,
                _ => out += char_at(&self.body, at),
            }
            at += word.len().max(char_at(&self.body, at).len());
        }
        // `##` joins what the arguments have become.
        join(&out)
    }
}

fn join(text: &str) -> String {
    if !text.contains("##") {
        return text.to_string();
    }
    let parts: Vec<&str> = text.split("##").collect();
    let last = parts.len() - 1;
    let trimmed = parts.iter().enumerate().map(|(i, p)| match i {
        0 => p.trim_end(),
        _ if i == last => p.trim_start(),
        _ => p.trim(),
    });
    trimmed.collect()
}

fn is_word_start(c: char) -> bool {
    is_word(c) && !c.is_ascii_digit()
}

/// A name may contain `$`, as for GNU cpp: `#define $OMP !` makes comments of what is for OpenMP.
pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$')
}

/// The name or number that begins at `at`; empty if none does.
fn word_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
    &rest[..end]
}

fn char_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    &rest[..rest.chars().next().map_or(0, char::len_utf8)]
}

/// How often macros may unfold in one another: one that means itself stops there.
const MAX_UNFOLD: usize = 64;

/// Adds `line` to `out`, its macros replaced. Says whether it ends between the parentheses of one, which then stays as it is.
pub fn expand(macros: &BTreeMap<String, Macro>, line: &str, place: &Where<'_>, out: &mut String) -> bool {
    // Fixed form says so by its first column; in free form the line would not be a statement either.
    if line.starts_with(['*', '!']) || (line.starts_with(['c', 'C']) && is_fixed_comment(line)) {
        out.push_str(line);
        return false;
    }
    unfold(macros, line, place, &mut Vec::new(), out)
}

/// The macro that `word` names: one that takes parentheses also by another name (`#define F G`).
fn named<'m>(macros: &'m BTreeMap<String, Macro>, word: &str, open: &[&str]) -> Option<(&'m str, &'m Macro)> {
    let (name, found) = macros.get_key_value(word)?;
    if open.contains(&name.as_str()) || open.len() >= MAX_UNFOLD {
        return None;
    }
    match named_in_body(macros, found, &[open, &[name]].concat()) {
        Some(other) => Some(other),
        None => Some((name, found)),
    }
}

fn named_in_body<'m>(
    macros: &'m BTreeMap<String, Macro>,
    found: &Macro,
    open: &[&str],
) -> Option<(&'m str, &'m Macro)> {
    let is_name = found.parameters.is_none() && !found.body.is_empty() && found.body.chars().all(is_word);
    let other = is_name.then(|| named(macros, &found.body, open)).flatten()?;
    other.1.parameters.is_some().then_some(other)
}

fn unfold<'m>(
    macros: &'m BTreeMap<String, Macro>,
    line: &str,
    place: &Where<'_>,
    open: &mut Vec<&'m str>,
    out: &mut String,
) -> bool {
    let mut at = 0;
    let mut unfinished = false;
    while at < line.len() {
        let here = char_at(line, at);
        match here {
            "'" | "\"" => {
                let end = line[at + 1..].find(here).map_or(line.len(), |close| at + 1 + close + 1);
                out.push_str(&line[at..end]);
                at = end;
            }
            "!" => {
                out.push_str(&line[at..]);
                break;
            }
            _ => {
                let word = word_at(line, at);
                if word.is_empty() {
                    out.push_str(here);
                    at += here.len();
                    continue;
                }
                at += word.len();
                match (word, named(macros, word, open)) {
                    ("__LINE__", _) => out.push_str(&place.line.to_string()),
                    ("__FILE__", _) => {
                        out.push('"');
                        out.push_str(&place.path.replace('"', "\"\""));
                        out.push('"');
                    }
                    // What GNU cpp writes when it does not know: the same input gives the same output on any day.
                    ("__DATE__", _) => out.push_str("\"??? ?? ????\""),
                    ("__TIME__", _) => out.push_str("\"??:??:??\""),
                    (_, Some((name, found))) => {
                        let body = if found.parameters.is_some() {
                            let Some((arguments, after)) = arguments(line, at) else {
                                unfinished |= open.is_empty() && line[at..].trim_start().starts_with('(');
                                out.push_str(word);
                                continue;
                            };
                            at = after;
                            let replaced: Vec<String> = arguments
                                .iter()
                                .map(|argument| {
                                    let mut own = String::new();
                                    unfold(macros, argument, place, open, &mut own);
                                    own
                                })
                                .collect();
                            found.apply(&arguments, &replaced)
                        } else {
                            found.apply(&[], &[])
                        };
                        open.push(name);
                        unfold(macros, &body, place, open, out);
                        open.pop();
                    }
                    _ => out.push_str(word),
                }
            }
        }
    }
    unfinished
}

/// What `next` adds to the statement that `line` begins, where it continues it: free form by the `&` at the end of `line`, which goes, fixed form by
/// the sixth column of `next`.
pub fn continued(line: &str, next: &str) -> Option<String> {
    if let Some(begun) = code_of(line).trim_end().strip_suffix('&') {
        let rest = next.trim_start();
        let rest = rest.strip_prefix('&').unwrap_or(rest);
        return (!rest.is_empty() && !rest.starts_with('!')).then(|| format!("{begun}{rest}"));
    }
    let mark = next.strip_prefix("     ")?;
    let rest = mark.strip_prefix(|c: char| !c.is_whitespace() && c != '0')?;
    Some(format!("{}{rest}", code_of(line)))
}

/// A line without the Fortran comment at its end.
fn code_of(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(q), _) if q == c => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '!') => return &line[..at],
            _ => {}
        }
    }
    line
}

/// A `C` in column 1 is a comment in fixed form; in free form `call f` or `contains` begins there too.
fn is_fixed_comment(line: &str) -> bool {
    !matches!(line.as_bytes().get(1), Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'(' | b'='))
}

/// The arguments between parentheses from `at` on, and where the rest begins; `None` if there are none.
fn arguments(line: &str, at: usize) -> Option<(Vec<String>, usize)> {
    let open = at + line[at..].len() - line[at..].trim_start().len();
    if !line[open..].starts_with('(') {
        return None;
    }
    let mut depth = 0usize;
    let mut quote = None;
    let mut list = vec![String::new()];
    for (offset, c) in line[open..].char_indices() {
        match (quote, c) {
            (Some(q), _) if q == c => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(') => {
                depth += 1;
                if depth == 1 {
                    continue;
                }
            }
            (None, ')') => {
                depth -= 1;
                if depth == 0 {
                    return Some((list, open + offset + 1));
                }
            }
            (None, ',') if depth == 1 => {
                list.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = list.last_mut() {
            last.push(c);
        }
    }
    None
}

/// `line` without `/* … */`; `inside` says whether such a comment is open. Quotes and Fortran comments hide it.
pub fn without_c_comments<'a>(line: &'a str, inside: &mut bool) -> Cow<'a, str> {
    if !*inside && !line.contains("/*") {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len());
    let mut quote = None;
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        if *inside {
            match rest.find("*/") {
                Some(close) => at += close + 2,
                None => return Cow::Owned(out),
            }
            *inside = false;
            continue;
        }
        let c = char_at(line, at);
        match (quote, c) {
            (Some(q), _) if q == c => quote = None,
            (Some(_), _) => {}
            (None, "'" | "\"") => quote = Some(c),
            (None, "!") => {
                out += rest;
                return Cow::Owned(out);
            }
            // One that does not close where it opens must begin the line: `//*` in a FORMAT is no comment.
            (None, "/") if rest.starts_with("/*") && (rest.contains("*/") || line[..at].trim().is_empty()) => {
                *inside = true;
                at += 2;
                continue;
            }
            _ => {}
        }
        out += c;
        at += c.len();
    }
    Cow::Owned(out)
}
