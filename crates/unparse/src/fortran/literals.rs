//! Literals: the user's text, or the style of the type.

use il::expr::Literal;
use il::{Scalar, ScalarClass};

use super::Context;
use crate::digits::Decimal;

/// An integer literal.
pub(super) fn integer(value: i64, text: &Literal, ty: Option<&Scalar>) -> String {
    if let Some(text) = &text.0 {
        return text.to_string();
    }
    let kind = match ty {
        Some(s) if s.kind_name.is_some() => format!("_{}", s.kind_name.as_deref().unwrap_or_default()),
        Some(s) if s.class == ScalarClass::Integer && s.bytes != 4 && !plain(s) => format!("_{}", s.bytes),
        _ if i32::try_from(value).is_err() => "_8".to_string(),
        _ => String::new(),
    };
    match value.checked_abs() {
        Some(_) => format!("{value}{kind}"),
        None => format!("{}{kind} - 1{kind}", value + 1),
    }
}

/// Whether the type is named without a kind: its literals have none either (`-i8`, `-r8`).
fn plain(s: &Scalar) -> bool {
    let name = s.spelling.to_ascii_lowercase();
    matches!(name.trim(), "integer" | "real" | "complex" | "logical")
}

/// A real literal.
pub(super) fn real(cx: &Context, value: f64, text: &Literal, ty: &Scalar) -> String {
    if let Some(text) = &text.0 {
        return text.to_string();
    }
    // Complex types lend their style to their parts.
    let bytes = if ty.class == ScalarClass::Complex { ty.bytes / 2 } else { ty.bytes };
    if !value.is_finite() {
        // No literal has this value; its bits do.
        let (bits, one) = match bytes {
            0..=4 => ((value as f32).to_bits() as i32 as i64, real(cx, 1.0, &Literal(None), ty)),
            _ => (value.to_bits() as i64, "1.d0".to_string()),
        };
        let bits =
            integer(bits, &Literal(None), (bytes > 4).then(|| Scalar::new(ScalarClass::Integer, 8, "")).as_ref());
        return format!("{}({bits}, {one})", cx.kw("transfer"));
    }
    let d = Decimal::new(value, bytes);
    let (whole, fraction, exponent) = d.parts();
    let sign = if d.negative { "-" } else { "" };
    let letter = |l: &str| if cx.upper { l.to_ascii_uppercase() } else { l.to_string() };
    let exp = |l: &str| if exponent == 0 { String::new() } else { format!("{}{exponent}", letter(l)) };
    let long = if fraction.is_empty() { "0" } else { &fraction };
    match &ty.kind_name {
        Some(kind) => format!("{sign}{whole}.{long}{}_{kind}", exp("e")),
        None if bytes == 4 || plain(ty) => format!("{sign}{whole}.{long}{}", exp("e")),
        None if bytes == 8 => {
            let fraction = if cx.habits.zero_fraction { long } else { &fraction };
            format!("{sign}{whole}.{fraction}{}{exponent}", letter("d"))
        }
        None => format!("{sign}{whole}.{long}{}_{bytes}", exp("e")),
    }
}

/// `.true.`, `.false.`
pub(super) fn logical(cx: &Context, value: bool) -> String {
    cx.kw(if value { ".true." } else { ".false." })
}

/// A character constant.
pub(super) fn text(contents: &str, literal: &Literal) -> String {
    let quote = match literal.0.as_deref() {
        Some(written) if written.chars().count() > 1 => return written.to_string(),
        Some("\"") => '"',
        _ => '\'',
    };
    let doubled = contents.replace(quote, &format!("{quote}{quote}"));
    format!("{quote}{doubled}{quote}")
}
