//! The integer expressions of `#if`, by precedence climbing.

use std::collections::BTreeMap;

use super::macros::{self, Macro, Where};

/// Whether `text` holds; an error is a phrase.
pub fn evaluate(text: &str, macros: &BTreeMap<String, Macro>, place: &Where<'_>) -> Result<bool, String> {
    let settled = settle_defined(text, macros)?;
    let mut expanded = String::new();
    macros::expand(macros, &settled.replace('!', "\u{2}"), place, &mut expanded);
    let expanded = expanded.replace('\u{2}', "!");
    let mut reader = Reader { rest: expanded.trim_start(), depth: 0 };
    let value = reader.ternary()?;
    match reader.rest {
        "" => Ok(value != 0),
        rest => Err(format!("'{rest}' is not expected")),
    }
}

/// `defined X` and `defined(X)` replaced by 1 or 0, before macros are.
fn settle_defined(text: &str, macros: &BTreeMap<String, Macro>) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("defined") {
        let is_part = |c: Option<char>| c.is_some_and(macros::is_word);
        let after = &rest[at + 7..];
        if is_part(rest[..at].chars().next_back()) || is_part(after.chars().next()) {
            out += &rest[..at + 7];
            rest = after;
            continue;
        }
        out += &rest[..at];
        let inner = after.trim_start();
        let (inner, parenthesised) = inner.strip_prefix('(').map_or((inner, false), |i| (i.trim_start(), true));
        let end = inner.find(|c: char| !is_part(Some(c))).unwrap_or(inner.len());
        let name = &inner[..end];
        if name.is_empty() {
            return Err("'defined' needs a name".into());
        }
        rest = &inner[end..];
        if parenthesised {
            rest = rest.trim_start().strip_prefix(')').ok_or("')' is missing")?;
        }
        out += if macros.contains_key(name) || macros::is_built_in(name) { " 1 " } else { " 0 " };
    }
    out += rest;
    Ok(out)
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

/// Binary operators, loosest first; longer ones before their beginnings.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// How deep parentheses may nest.
const MAX_DEPTH: usize = 200;

impl Reader<'_> {
    fn take(&mut self, word: &str) -> bool {
        match self.rest.strip_prefix(word) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn ternary(&mut self) -> Result<i64, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("it is nested too deeply".into());
        }
        let condition = self.binary(0)?;
        let value = if self.take("?") {
            let yes = self.ternary()?;
            if !self.take(":") {
                return Err("':' is missing".into());
            }
            let no = self.ternary()?;
            if condition != 0 { yes } else { no }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    /// The operator of `level` that comes next, unless it is the beginning of a tighter one.
    fn operator(&mut self, level: usize) -> Option<&'static str> {
        let found = LEVELS[level].iter().find(|o| self.rest.starts_with(**o)).copied()?;
        let longer = LEVELS.iter().flat_map(|l| l.iter()).any(|o| o.len() > found.len() && self.rest.starts_with(o));
        (!longer && self.take(found)).then_some(found)
    }

    fn binary(&mut self, level: usize) -> Result<i64, String> {
        if level == LEVELS.len() {
            return self.unary();
        }
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.operator(level) {
            let right = self.binary(level + 1)?;
            left = match operator {
                "||" => i64::from(left != 0 || right != 0),
                "&&" => i64::from(left != 0 && right != 0),
                "|" => left | right,
                "^" => left ^ right,
                "&" => left & right,
                "==" => i64::from(left == right),
                "!=" => i64::from(left != right),
                "<=" => i64::from(left <= right),
                ">=" => i64::from(left >= right),
                "<" => i64::from(left < right),
                ">" => i64::from(left > right),
                "<<" => left.wrapping_shl(right as u32),
                ">>" => left.wrapping_shr(right as u32),
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                "*" => left.wrapping_mul(right),
                "/" => left.checked_div(right).unwrap_or(0),
                _ => left.checked_rem(right).unwrap_or(0),
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<i64, String> {
        // Many signs in a row would nest; count them instead.
        let mut signs = Vec::new();
        while let Some(sign) = self.rest.chars().next().filter(|c| "!-+~".contains(*c)) {
            signs.push(sign);
            self.rest = self.rest[1..].trim_start();
        }
        let mut value = self.primary()?;
        for sign in signs.iter().rev() {
            value = match sign {
                '!' => i64::from(value == 0),
                '-' => value.wrapping_neg(),
                '~' => !value,
                _ => value,
            };
        }
        Ok(value)
    }

    fn primary(&mut self) -> Result<i64, String> {
        if self.take("(") {
            let value = self.ternary()?;
            return if self.take(")") { Ok(value) } else { Err("')' is missing".into()) };
        }
        let end = self.rest.find(|c: char| !macros::is_word(c)).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        let Some(first) = word.chars().next() else {
            return Err(if self.rest.is_empty() {
                "it ends too early".into()
            } else {
                format!("'{}' is not expected", self.rest)
            });
        };
        self.rest = self.rest[end..].trim_start();
        if !first.is_ascii_digit() {
            // A name that is no macro is 0; so is a call of one, `__has_feature(x)`.
            if self.rest.starts_with('(') {
                let close = self.rest.find(')').ok_or("')' is missing")?;
                self.rest = self.rest[close + 1..].trim_start();
            }
            return Ok(0);
        }
        let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
        let value = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
            Some(hexadecimal) => i64::from_str_radix(hexadecimal, 16),
            None if digits.len() > 1 && digits.starts_with('0') => i64::from_str_radix(digits, 8),
            None => digits.parse(),
        };
        value.map_err(|_| format!("'{word}' is no number"))
    }
}
