//! Constants: their value, their type, and their text as the user wrote it.

use il::expr::Literal;
use il::{Expr, ExprKind, Scalar, ScalarClass, Span, Type};

use super::context::Lower;
use crate::ast::{self, LiteralKind};

impl Lower<'_, '_> {
    /// A constant.
    pub fn literal(&mut self, l: &ast::Literal, span: Span) -> Expr {
        let text = Literal(Some(l.text.clone()));
        let kind = match l.kind {
            LiteralKind::Integer => {
                let value = l.without_kind().parse().unwrap_or(i64::MAX);
                let ty = l.kind_suffix().and_then(|k| self.kinded(ScalarClass::Integer, "integer", k, span));
                let default = (self.options.integer != 4)
                    .then(|| Scalar::new(ScalarClass::Integer, self.options.integer, self.cased("integer")));
                ExprKind::Integer { value, text, ty: ty.or(default).map(Box::new) }
            }
            LiteralKind::Real => {
                let ty = match l.kind_suffix() {
                    Some(k) => self.kinded(ScalarClass::Real, "real", k, span),
                    None => None,
                };
                let default = || Scalar::new(ScalarClass::Real, self.options.real, self.cased("real"));
                ExprKind::Real { value: real_value(l.without_kind()), text, ty: Box::new(ty.unwrap_or_else(default)) }
            }
            LiteralKind::Double => ExprKind::Real {
                value: real_value(l.without_kind()),
                text,
                ty: Box::new(Scalar::new(ScalarClass::Real, self.options.double, self.cased("double precision"))),
            },
            LiteralKind::Quad => ExprKind::Real {
                value: real_value(l.without_kind()),
                text,
                ty: Box::new(Scalar::new(ScalarClass::Real, 16, self.cased("real(16)"))),
            },
            // The IL has logical constants of default kind only; passed to a procedure, the kind matters.
            LiteralKind::Logical => {
                match l.kind_suffix().and_then(|k| self.kinded(ScalarClass::Logical, "logical", k, span)) {
                    Some(ty) => {
                        ExprKind::Opaque { text: l.text.to_string(), reads: Vec::new(), ty: Box::new(Type::Scalar(ty)) }
                    }
                    None => ExprKind::Logical(l.without_kind().to_ascii_lowercase().starts_with(".t")),
                }
            }
            LiteralKind::String | LiteralKind::Hollerith => ExprKind::Text(l.characters().unwrap_or_default(), text),
            LiteralKind::Boz => ExprKind::Integer { value: boz_value(&l.text), text, ty: None },
        };
        Expr::at(kind, span)
    }

    /// The type `name(suffix)`.
    fn kinded(&mut self, class: ScalarClass, name: &str, suffix: &str, span: Span) -> Option<Scalar> {
        let bytes = self.suffix_bytes(suffix, span)?;
        let kind_name = suffix.starts_with(|c: char| c.is_ascii_alphabetic()).then(|| suffix.to_string());
        Some(Scalar { kind_name, ..Scalar::new(class, bytes, format!("{}({suffix})", self.cased(name))) })
    }
}

/// The value of a real constant: Fortran's exponent letters are not Rust's.
pub fn real_value(text: &str) -> f64 {
    let plain: String = text.chars().map(|c| if matches!(c, 'd' | 'D' | 'q' | 'Q' | 'E') { 'e' } else { c }).collect();
    plain.parse().unwrap_or(f64::NAN)
}

/// `z'ff'`, `'ff'x`, `o"17"`, `b'01'`.
pub fn boz_value(text: &str) -> i64 {
    let base = match text.to_ascii_lowercase().trim_matches(|c: char| c.is_ascii_digit()) {
        t if t.starts_with('b') || t.ends_with('b') && t.starts_with(['\'', '"']) => 2,
        t if t.starts_with('o') || t.ends_with('o') => 8,
        _ => 16,
    };
    let digits = text.split(['\'', '"']).nth(1).unwrap_or("");
    u64::from_str_radix(digits, base).map_or(0, |v| v as i64)
}
