//! Literals: the user's text, or the style of the type.

use il::Scalar;
use il::expr::Literal;

use crate::digits::Decimal;

/// An integer literal.
pub(super) fn integer(value: i64, text: &Literal, ty: Option<&Scalar>) -> String {
    if let Some(text) = &text.0 {
        return text.to_string();
    }
    let unsigned = ty.is_some_and(|s| s.unsigned);
    let long = ty.is_some_and(|s| s.bytes == 8) || i32::try_from(value).is_err();
    let suffix = format!("{}{}", if unsigned { "U" } else { "" }, if long { "L" } else { "" });
    match value.checked_abs() {
        Some(_) => format!("{value}{suffix}"),
        None => format!("({}{suffix} - 1)", value + 1),
    }
}

/// A real literal.
pub(super) fn real(value: f64, text: &Literal, ty: &Scalar) -> String {
    if let Some(text) = &text.0 {
        return text.to_string();
    }
    if value.is_nan() {
        return "NAN".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "INFINITY".into() } else { "-INFINITY".into() };
    }
    let bytes = if ty.class == il::ScalarClass::Complex { ty.bytes / 2 } else { ty.bytes };
    let suffix = match bytes {
        0..=4 => "f",
        5..=8 => "",
        _ => "L",
    };
    let d = Decimal::new(value, bytes);
    let (whole, fraction, exponent) = d.parts();
    let sign = if d.negative { "-" } else { "" };
    let fraction = if fraction.is_empty() { "0" } else { &fraction };
    let exponent = if exponent == 0 { String::new() } else { format!("e{exponent}") };
    format!("{sign}{whole}.{fraction}{exponent}{suffix}")
}

/// A string or character constant.
pub(super) fn text(contents: &str, literal: &Literal) -> String {
    if let Some(written) = literal.0.as_deref().filter(|t| t.chars().count() > 1) {
        return written.to_string();
    }
    let mut out = String::from("\"");
    for c in contents.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\{:03o}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
