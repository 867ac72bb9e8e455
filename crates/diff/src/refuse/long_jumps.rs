//! Jumps of C from one function into another that called it: `longjmp` to where `setjmp` was. Control that comes back to a differentiated function a second
//! time, from any call below it, is followed by no flow graph here. Where a function without derivative does both, its call is like any other; a jump out
//! of the head, to who called it, ends its derivative as it ends the original.

use il::{Diagnostic, ExprKind, Language, Program, Span, StmtKind, SymbolId};

use crate::facts::Facts;

/// Functions that come back more than once, and those that let control go on elsewhere than behind their call (C11 7.13, POSIX).
const NAMES: &[&str] = &[
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "__builtin_setjmp",
    "getcontext",
    "swapcontext",
    "makecontext",
    "vfork",
];

/// The errors for all differentiated units.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        if u.language != Language::C {
            continue;
        }
        let mut found: Option<(SymbolId, Span)> = None;
        u.walk(&u.body, &mut |_, stmt| {
            let mut note = |callee: SymbolId, span: Span| {
                if NAMES.contains(&p.symbols[callee].name.as_str()) {
                    let span = if span.file.is_some() { span } else { stmt.span };
                    found.get_or_insert((callee, span));
                }
            };
            if let StmtKind::Call { callee, .. } = &stmt.kind {
                note(*callee, stmt.span);
            }
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Call { callee, .. } = &x.kind {
                        note(*callee, x.span);
                    }
                });
            });
        });
        let Some((callee, span)) = found else { continue };
        let name = p.symbols[callee].name.trim_start_matches('_').trim_start_matches("builtin_");
        let what = format!(
            "`{name}` is called in `{}`, which is differentiated: control may come back there from other functions",
            u.name
        );
        out.push(
            Diagnostic::error("RT0416", span, what)
                .note("let functions say by their values that something went wrong, and test these; or call `setjmp` in the function that calls the head"),
        );
    }
    out
}
