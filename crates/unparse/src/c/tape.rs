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
            args.push(match cast_of(cx, m) {
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
            let cast = cast_of(cx, m);
            let place = match &m.value.kind {
                ExprKind::Deref(p) if cast.is_none() => expr(cx, p.bare()),
                ExprKind::Deref(p) => exprs::at(cx, p, Level::Unary),
                _ => cat!["&", exprs::at(cx, &m.value, Level::Unary)],
            };
            args.push(cat![cast.map_or(String::new(), |c| format!("({c})")), place]);
        }
    }
    cat![name, Doc::parens("(", Doc::list(args), ")")]
}

/// What the address is cast to: the entry points take no pointers to constants, `(double *)previous->w`. By another name such a place may be written.
fn cast_of(cx: &Context, m: &Move) -> Option<String> {
    let constant = || leads_to_constant(cx, &m.value).then(|| type_of(cx.program, &m.value));
    m.cast.map(str::to_string).or_else(|| match constant()? {
        Type::Scalar(s) => Some(format!("{} *", s.spelling)),
        Type::Array { elem: to, .. } | Type::Pointer { to, .. } => match *to {
            Type::Scalar(s) => Some(format!("{} *", s.spelling)),
            _ => None,
        },
        _ => None,
    })
}

/// Whether a place, or what an array or a pointer to its first element leads to, is constant by the pointer that leads there.
fn leads_to_constant(cx: &Context, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(s) => cx.program.leads_to_constants(*s),
        ExprKind::Deref(base) | ExprKind::Index { base, .. } => match type_of(cx.program, base) {
            Type::Pointer { to_const, .. } => to_const,
            _ => leads_to_constant(cx, base),
        },
        ExprKind::Field { base, .. } => {
            matches!(type_of(cx.program, e), Type::Pointer { to_const: true, .. }) || leads_to_constant(cx, base)
        }
        ExprKind::Address(x) | ExprKind::Unary(_, x) => leads_to_constant(cx, x),
        _ => false,
    }
}

/// `push` and `real8` make `pushReal8`.
fn capitals(verb: &str, entry: &str) -> String {
    let mut letters = entry.chars();
    let first: String = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().collect();
    format!("{verb}{first}{}", letters.as_str())
}

/// `pushControl1b(0)`.
pub(super) fn save_control(cx: &Context, ways: u32, taken: u32) -> Doc {
    Doc::text(format!("{}({taken})", capitals("push", &tape::control(cx.program, Language::C, ways))))
}

/// `popControl1b(&branch)`.
pub(super) fn restore_control(cx: &Context, ways: u32, into: &Expr) -> Doc {
    let entry = capitals("pop", &tape::control(cx.program, Language::C, ways));
    cat![format!("{entry}(&"), exprs::at(cx, into, Level::Unary), ")"]
}
