//! Constants: their values, with the text that the user wrote.

use super::types::{double, float, int, integer, long_double};
use il::expr::{ExprKind, Literal};
use il::{Expr, Scalar, Span};

/// An integer constant. Imaginary ones have no value here.
pub fn integer_constant(text: &str, spelled: Option<&str>, span: Span) -> Option<Expr> {
    let lower = text.to_ascii_lowercase();
    let (radix, body) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    let digits = body.trim_end_matches(['u', 'l']);
    let suffix = &body[digits.len()..];
    if digits.contains(['i', 'j']) {
        return None;
    }
    let value = if digits.is_empty() { 0 } else { u128::from_str_radix(digits, radix).ok()? };
    let value = u64::try_from(value).ok()?;
    let unsigned = suffix.contains('u');
    // C 6.4.4.1: the first type of the list that can hold it.
    let small = if unsigned {
        value <= u64::from(u32::MAX)
    } else {
        value <= i32::MAX as u64 || (radix != 10 && value <= u64::from(u32::MAX))
    };
    let long = suffix.contains('l') || !small;
    let ty = match (unsigned, long) {
        (false, false) => None,
        (true, false) => Some(Box::new(integer(4, "unsigned int"))),
        (false, true) => Some(Box::new(integer(8, "long"))),
        (true, true) => Some(Box::new(integer(8, "unsigned long"))),
    };
    Some(Expr::at(ExprKind::Integer { value: value as i64, text: literal(spelled.unwrap_or(text)), ty }, span))
}

/// A floating constant and its type. Imaginary and decimal ones have no value here.
pub fn floating_constant(text: &str, spelled: Option<&str>, span: Span) -> Option<Expr> {
    let lower = text.to_ascii_lowercase();
    let hex = lower.starts_with("0x");
    let end = match (hex, lower.find(if hex { 'p' } else { 'e' })) {
        (_, Some(e)) => {
            let power = lower[e + 1..].trim_start_matches(['+', '-']);
            lower.len() - power.trim_start_matches(|c: char| c.is_ascii_digit()).len()
        }
        (true, None) => return None,
        (false, None) => lower.trim_end_matches(|c: char| !c.is_ascii_digit() && c != '.').len().max(1),
    };
    let (number, suffix) = lower.split_at(first_suffix(&lower, hex).unwrap_or(end).min(end));
    let ty = match suffix {
        "" => double(),
        "f" => float(),
        "l" => long_double(),
        "f32" => Scalar { spelling: "_Float32".into(), ..float() },
        "f64" | "f32x" => Scalar { spelling: "_Float64".into(), ..double() },
        "f128" | "f64x" | "q" | "w" => Scalar { spelling: "_Float128".into(), ..long_double() },
        _ => return None,
    };
    let value = if hex { hexadecimal(number)? } else { number.parse().ok()? };
    Some(real(value, spelled.unwrap_or(text), &ty, span))
}

/// A real literal with a text.
pub fn real(value: f64, text: &str, ty: &Scalar, span: Span) -> Expr {
    Expr::at(ExprKind::Real { value, text: literal(text), ty: Box::new(ty.clone()) }, span)
}

/// A character constant: its code.
pub fn character(text: &str, spelled: Option<&str>, span: Span) -> Expr {
    let inner = text.trim_start_matches(['u', 'U', 'L', '8']).trim_matches('\'');
    // More than one character: each shifts the ones before.
    let inner = if text.ends_with("\\''") { "\\'" } else { inner };
    let value = contents(inner).bytes().fold(0i64, |value, byte| (value << 8 | i64::from(byte)) & 0xffff_ffff);
    let code = contents(inner);
    let value =
        if code.chars().count() == 1 { code.chars().next().map_or(0, |c| i64::from(u32::from(c))) } else { value };
    Expr::at(ExprKind::Integer { value, text: literal(spelled.unwrap_or(text)), ty: Some(Box::new(int())) }, span)
}

/// Adjacent string literals.
pub fn string(parts: &[String], spelled: Option<&str>, span: Span) -> Expr {
    let inner = |part: &String| {
        let start = part.find('"').map_or(0, |at| at + 1);
        contents(part.get(start..part.len().saturating_sub(1).max(start)).unwrap_or(""))
    };
    let value: String = parts.iter().map(inner).collect();
    let text = parts.join(" ");
    Expr::at(ExprKind::Text(value, literal(spelled.unwrap_or(&text))), span)
}

/// The text of a literal.
pub fn literal(text: &str) -> Literal {
    Literal(Some(text.into()))
}

/// Where the suffix of a decimal constant without exponent starts, such as `f` in `1.f`.
fn first_suffix(lower: &str, hex: bool) -> Option<usize> {
    if hex || lower.contains('e') { None } else { lower.find(|c: char| !c.is_ascii_digit() && c != '.') }
}

/// `0x1.8p3`.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, power) = text.strip_prefix("0x")?.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0.0f64;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let power: i32 = power.parse().ok()?;
    Some(value * 2.0f64.powi(power.saturating_sub(4 * i32::try_from(fraction.len()).ok()?)))
}

/// A string without its escapes.
fn contents(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('a') => out.push('\x07'),
            Some('b') => out.push('\x08'),
            Some('f') => out.push('\x0c'),
            Some('v') => out.push('\x0b'),
            Some('e') => out.push('\x1b'),
            Some('x') => {
                let mut code = 0u32;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)) {
                    code = code.wrapping_mul(16).wrapping_add(digit);
                    chars.next();
                }
                out.push(char::from(code as u8));
            }
            Some(first @ '0'..='7') => {
                let mut code = first.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else { break };
                    code = code * 8 + digit;
                    chars.next();
                }
                out.push(char::from(code as u8));
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_values_and_types() {
        for (text, value, ty) in [
            ("0", 0, None),
            ("42", 42, None),
            ("017", 15, None),
            ("0x1F", 31, None),
            ("0b101", 5, None),
            ("3u", 3, Some("unsigned int")),
            ("2147483648", 2_147_483_648, Some("long")),
            ("1L", 1, Some("long")),
            ("1ull", 1, Some("unsigned long")),
        ] {
            let found = integer_constant(text, None, Span::NONE).unwrap();
            let ExprKind::Integer { value: got, ty: scalar, .. } = found.kind else { panic!("{text}") };
            assert_eq!((got, scalar.as_ref().map(|s| s.spelling.as_str())), (value, ty), "{text}");
        }
        assert!(integer_constant("2i", None, Span::NONE).is_none());
    }

    #[test]
    fn reals_have_values_and_types() {
        for (text, value, bytes) in [
            ("1.", 1.0, 8),
            (".5", 0.5, 8),
            ("1e3", 1000.0, 8),
            ("1.5E-3f", 1.5e-3, 4),
            ("2.0L", 2.0, 16),
            ("0x1.8p3", 12.0, 8),
            ("3.f", 3.0, 4),
            ("1e1f", 10.0, 4),
        ] {
            let found = floating_constant(text, None, Span::NONE).unwrap_or_else(|| panic!("{text}"));
            let ExprKind::Real { value: got, ty, .. } = found.kind else { panic!("{text}") };
            assert_eq!((got, ty.bytes), (value, bytes), "{text}");
        }
        assert!(floating_constant("1.0iF", None, Span::NONE).is_none());
    }

    #[test]
    fn characters_are_codes() {
        for (text, code) in
            [("'a'", 97), ("'\\n'", 10), ("'\\0'", 0), ("'\\x41'", 65), ("'\\''", 39), ("'\\\\'", 92), ("L'b'", 98)]
        {
            assert_eq!(character(text, None, Span::NONE).as_int(), Some(code), "{text}");
        }
    }
}
