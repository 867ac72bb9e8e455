//! Names of which nothing is known ([`Program::is_guessed`], [`Program::is_of_unknown_kind`]): tests and bounds may mention them, and what has no
//! derivative. A value with a derivative may not be computed from them: nobody knows its type.

use il::{Diagnostic, Expr, ExprKind, Program, StmtKind, SymbolId};

use crate::facts::Facts;

/// The errors for all differentiated units.
pub(crate) fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let is_unknown = |s: SymbolId| p.is_guessed(s) || p.is_of_unknown_kind(s);
    if !p.symbols.ids().any(is_unknown) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            if !matches!(stmt.kind, StmtKind::Assign { .. }) || !facts.analysis.is_active_stmt(unit, id) {
                return;
            }
            let mut found: Option<(SymbolId, Expr)> = None;
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| match x.kind {
                    ExprKind::Var(s) if is_unknown(s) => {
                        found.get_or_insert_with(|| (s, x.clone()));
                    }
                    _ => {}
                });
            });
            let Some((symbol, at)) = found else { return };
            let span = if at.span.file.is_some() { at.span } else { stmt.span };
            let what = match p.is_guessed(symbol) {
                true => format!(
                    "nothing is known of `{}`, and a value with a derivative is computed from it",
                    p.symbols[symbol].name
                ),
                false => format!(
                    "nobody knows the kind of `{}`, and a value with a derivative is computed from it",
                    p.symbols[symbol].name
                ),
            };
            out.push(
                Diagnostic::error("RT0417", span, what).note("give the file that declares it on the command line"),
            );
        });
    }
    out
}
