//! Tape statements as calls of the runtime.

use il::typing::type_of;
use il::{Expr, ExprKind, Language, Type};

use super::Context;
use super::exprs::{self, Level, expr};
use crate::cat;
use crate::doc::Doc;
use crate::tape::{self, Move};

/// The calls that push a value.
pub(super) fn save(cx: &Context, value: &Expr) -> Vec<Doc> {
    tape::moves(cx.program, Language::C, cx.scope, value).iter().map(|m| call(cx, "push", m)).collect()
}

/// The calls that pop it: the same in reversed order.
pub(super) fn restore(cx: &Context, into: &Expr) -> Vec<Doc> {
    tape::moves(cx.program, Language::C, cx.scope, into).iter().rev().map(|m| call(cx, "pop", m)).collect()
}

/// `pushReal8(x)`, `popReal8(&x)`, `pushReal8Array(a, n)`.
fn call(cx: &Context, verb: &str, m: &Move) -> Doc {
    let mut name = capitals(verb, &m.entry);
    let mut args = Vec::new();
    match &m.count {
        Some(count) => {
            name.push_str("Array");
            // The entry points take pointers to elements.
            args.push(match m.cast {
                Some(cast) => cat![format!("({cast})"), exprs::at(cx, &m.value, Level::Unary)],
                None => expr(cx, &m.value),
            });
            args.push(expr(cx, count));
        }
        None if verb == "push" => args.push(match type_of(cx.program, &m.value) {
            Type::Pointer { to_const: true, .. } => cat!["(void *)", exprs::at(cx, &m.value, Level::Unary)],
            _ => expr(cx, &m.value),
        }),
        None => {
            let place = match &m.value.kind {
                ExprKind::Deref(p) if m.cast.is_none() => expr(cx, p.bare()),
                ExprKind::Deref(p) => exprs::at(cx, p, Level::Unary),
                _ => cat!["&", exprs::at(cx, &m.value, Level::Unary)],
            };
            args.push(cat![m.cast.map_or(String::new(), |c| format!("({c})")), place]);
        }
    }
    cat![name, Doc::parens("(", Doc::list(args), ")")]
}

/// `push` and `real8` make `pushReal8`.
fn capitals(verb: &str, entry: &str) -> String {
    let mut letters = entry.chars();
    let first: String = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().collect();
    format!("{verb}{first}{}", letters.as_str())
}

/// `pushControl1b(0)`.
pub(super) fn save_control(ways: u32, taken: u32) -> Doc {
    Doc::text(format!("pushControl{}b({taken})", tape::control_bits(ways)))
}

/// `popControl1b(&branch)`.
pub(super) fn restore_control(cx: &Context, ways: u32, into: &Expr) -> Doc {
    cat![format!("popControl{}b(&", tape::control_bits(ways)), exprs::at(cx, into, Level::Unary), ")"]
}
