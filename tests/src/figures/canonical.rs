//! Statements up to formatting: case, blanks, continuation lines, the order of factors and terms.

use std::collections::BTreeSet;

/// Whether a name or statement stands in the code, up to case and blanks.
pub(super) fn mentions(code: &str, words: &str) -> bool {
    let wanted = words.trim().to_lowercase();
    if wanted.chars().all(|c| c.is_alphanumeric() || c == '_') {
        let lower = code.to_lowercase();
        return lower.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|w| w == wanted);
    }
    is_found(&canonical_code(code), words)
}

pub(super) fn is_found(have: &BTreeSet<String>, line: &str) -> bool {
    canonical(line).is_subset(have)
}

/// All statements of a text in canonical form.
pub(super) fn canonical_code(code: &str) -> BTreeSet<String> {
    statements(code).iter().flat_map(|s| canonical(s)).collect()
}

/// The statements of a text, one each: comments gone, continuation lines joined.
pub(super) fn statements(code: &str) -> Vec<String> {
    let mut joined = String::new();
    for line in code.lines() {
        let line = line.split('!').next().unwrap_or("").trim();
        let line = line.strip_prefix('&').unwrap_or(line);
        match line.strip_suffix('&') {
            Some(start) => joined.push_str(start),
            None => {
                joined.push_str(line);
                joined.push('\n');
            }
        }
    }
    joined.lines().map(str::to_string).filter(|l| !l.is_empty()).collect()
}

/// The canonical forms of one statement: several for a declaration (one per name) and for an IF with a statement.
pub(super) fn canonical(line: &str) -> BTreeSet<String> {
    let mut text = line.trim().to_lowercase();
    for (old, new) in [
        (".gt.", ">"),
        (".lt.", "<"),
        (".ge.", ">="),
        (".le.", "<="),
        (".eq.", "=="),
        (".ne.", "/="),
        ("_4", ""),
        ("_8", ""),
        ("0.0e0", "0.0"),
        ("0.0d0", "0.0"),
    ] {
        text = text.replace(old, new);
    }
    if text.is_empty() {
        return BTreeSet::new();
    }
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    for start in ["if(", "where("] {
        if let Some(rest) = plain.strip_prefix(start)
            && let Some(close) = closing(rest)
        {
            let (test, after) = (&rest[..close], &rest[close + 1..]);
            let mut out = BTreeSet::from([format!("{start}{})", expression(test))]);
            if !after.is_empty() && after != "then" {
                out.extend(canonical(after));
            }
            return out;
        }
    }
    for kind in ["real", "integer", "double precision", "type (", "type("] {
        if text.starts_with(kind)
            && !text.contains("function")
            && let Some(out) = declaration(&text)
        {
            return out;
        }
    }
    if let Some(at) = top_level(&plain, b'=') {
        return BTreeSet::from([format!("{}={}", expression(&plain[..at]), expression(&plain[at + 1..]))]);
    }
    BTreeSet::from([expression(&plain)])
}

/// One form per declared name: type and name with its shape; attributes do not matter.
fn declaration(text: &str) -> Option<BTreeSet<String>> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (kind, names) = match plain.split_once("::") {
        Some((kind, names)) => (kind.to_string(), names.to_string()),
        None => {
            let end = if plain.starts_with("type(") {
                plain.find(')')? + 1
            } else {
                plain.find(|c: char| !c.is_alphabetic())?.min(text.find(' ')?)
            };
            (plain[..end].to_string(), plain[end..].to_string())
        }
    };
    let kind = if kind.starts_with("type(") {
        kind[..kind.find(')')? + 1].to_string()
    } else {
        kind.split([',', '(', '*']).next()?.to_string()
    };
    Some(split_top(&names, b',').into_iter().map(|n| format!("{kind}::{n}")).collect())
}

pub(super) fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.bytes().position(|b| {
        depth += match b {
            b'(' => 1,
            b')' => -1,
            _ => 0,
        };
        depth == 0
    })
}

/// Positions of a sign outside parentheses.
fn tops(text: &str, is: impl Fn(&[u8], usize) -> bool) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0;
    let mut out = Vec::new();
    for (k, b) in bytes.iter().enumerate() {
        match b {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ if depth == 0 && is(bytes, k) => out.push(k),
            _ => {}
        }
    }
    out
}

fn top_level(text: &str, sign: u8) -> Option<usize> {
    let lone = |b: &[u8], k: usize| {
        b[k] == sign
            && b.get(k + 1) != Some(&b'=')
            && b.get(k + 1) != Some(&b'>')
            && (k == 0 || !b"=<>/".contains(&b[k - 1]))
    };
    tops(text, lone).first().copied()
}

pub(super) fn split_top(text: &str, sign: u8) -> Vec<&str> {
    let mut out = Vec::new();
    let mut from = 0;
    for at in tops(text, |b, k| b[k] == sign) {
        out.push(&text[from..at]);
        from = at + 1;
    }
    out.push(&text[from..]);
    out
}

/// Sums and products with their terms and factors sorted.
fn expression(text: &str) -> String {
    let signs = tops(text, |b, k| {
        let exponent = k >= 2 && matches!(b[k - 1], b'e' | b'd') && (b[k - 2].is_ascii_digit() || b[k - 2] == b'.');
        matches!(b[k], b'+' | b'-') && !exponent && (k == 0 || !b"*/=<>,".contains(&b[k - 1]))
    });
    let mut terms = Vec::new();
    let mut from = 0;
    let mut sign = '+';
    for at in signs {
        if at > from {
            terms.push(term(sign, &text[from..at]));
        }
        sign = text.as_bytes()[at] as char;
        from = at + 1;
    }
    terms.push(term(sign, &text[from..]));
    terms.sort();
    terms.concat()
}

/// Where a product has `*` or `/`.
fn marks_of(text: &str) -> Vec<usize> {
    tops(text, |b, k| b[k] == b'/' || (b[k] == b'*' && b.get(k + 1) != Some(&b'*') && (k == 0 || b[k - 1] != b'*')))
}

fn term(mut sign: char, text: &str) -> String {
    let marks = marks_of(text);
    let mut factors = Vec::new();
    let mut from = 0;
    let mut mark = '*';
    let mut add = |mark: char, part: &str| {
        let mut part = part;
        if let Some(rest) = part.strip_prefix('-') {
            sign = if sign == '-' { '+' } else { '-' };
            part = rest;
        }
        // A product in parentheses is a product.
        let inner = part
            .strip_prefix('(')
            .and_then(|p| p.strip_suffix(')'))
            .filter(|p| closing(&format!("{p})")) == Some(p.len()));
        match inner.map(expression) {
            Some(e) if tops(&e[1..], |b, k| matches!(b[k], b'+' | b'-')).is_empty() => {
                if e.starts_with('-') {
                    sign = if sign == '-' { '+' } else { '-' };
                }
                let mut own = '*';
                let mut from = 1;
                let ends = marks_of(&e[1..]).into_iter().map(|k| k + 1).chain([e.len()]);
                for at in ends {
                    let shown = if own == mark { '*' } else { '/' };
                    factors.push(format!("{shown}{}", &e[from..at]));
                    own = *e.as_bytes().get(at).unwrap_or(&b'*') as char;
                    from = at + 1;
                }
            }
            Some(e) => factors.push(format!("{mark}({e})")),
            None => factors.push(format!("{mark}{}", calls(part))),
        }
    };
    for at in marks {
        add(mark, &text[from..at]);
        mark = text.as_bytes()[at] as char;
        from = at + 1;
    }
    add(mark, &text[from..]);
    factors.sort();
    let product: String = factors.concat();
    format!("{sign}{}", product.strip_prefix('*').unwrap_or(&product))
}

/// A name with arguments, or a power: canonical inside the parentheses.
fn calls(text: &str) -> String {
    let Some(open) = text.find('(') else { return text.to_string() };
    let Some(close) = closing(&text[open + 1..]) else { return text.to_string() };
    let inside: Vec<String> = split_top(&text[open + 1..open + 1 + close], b',').into_iter().map(expression).collect();
    format!("{}({}){}", &text[..open], inside.join(","), calls(&text[open + 2 + close..]))
}

#[test]
fn canonical_forms() {
    let same = |a: &str, b: &str| assert_eq!(canonical(a), canonical(b), "{a} | {b}");
    same("ad(i) = xd*b(j) + x*bd(j) - ad(i)*SIN(a(i))", "ad(i)=x*bd(j)-sin(a(i))*ad(i)+b(j)*xd");
    same("IF (x .GT. 0.0) y = 1.0_4", "if (x>0.0) y = 1.0");
    same("REAL ad(10),wd", "real, dimension(:) :: ad(10), wd");
    same("x = (a*b)*c", "x = c*b*a");
    same("x = (-(a*c))*b/(d/e)", "x = -(c*b*a*e/d)");
    assert_ne!(canonical("x = a - b"), canonical("x = b - a"));
    assert_ne!(canonical("x = a/b"), canonical("x = b/a"));
    assert_ne!(canonical("x = a**2"), canonical("x = a*2"));
}
