//! Tape statements as calls of the runtime.

use il::{Expr, Language};

use super::{Context, expr};
use crate::cat;
use crate::doc::Doc;
use crate::tape::{self, Move};

/// The calls that push a value.
pub(super) fn save(cx: &Context, value: &Expr) -> Vec<Doc> {
    tape::moves(cx.program, Language::Fortran, cx.scope, value).iter().map(|m| call(cx, "push", m)).collect()
}

/// The calls that pop it: the same in reversed order.
pub(super) fn restore(cx: &Context, into: &Expr) -> Vec<Doc> {
    tape::moves(cx.program, Language::Fortran, cx.scope, into).iter().rev().map(|m| call(cx, "pop", m)).collect()
}

fn call(cx: &Context, verb: &str, m: &Move) -> Doc {
    let name = format!("{verb}{}{}", m.entry, if m.is_array() { "array" } else { "" });
    let mut args = vec![expr(cx, &m.value)];
    args.extend(m.count.iter().map(|n| expr(cx, n)));
    runtime(cx, &name, args)
}

/// `call pushcontrol1b(0)`.
pub(super) fn save_control(cx: &Context, ways: u32, taken: u32) -> Doc {
    let entry = tape::control(cx.program, Language::Fortran, ways);
    runtime(cx, &format!("push{entry}"), vec![Doc::text(taken.to_string())])
}

/// `call popcontrol1b(branch)`.
pub(super) fn restore_control(cx: &Context, ways: u32, into: &Expr) -> Doc {
    runtime(cx, &format!("pop{}", tape::control(cx.program, Language::Fortran, ways)), vec![expr(cx, into)])
}

/// A call of the runtime, written like the author's calls.
fn runtime(cx: &Context, entry: &str, args: Vec<Doc>) -> Doc {
    cat![cx.kw("call "), cx.kw(entry), cx.parens(cx.habits.wide_calls, cx.list(args))]
}
