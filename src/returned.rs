//! The local variable that a function of C returns: heads may name it in place of the result.

use il::{Expr, ExprKind, StmtKind, SymbolId, Unit};

/// Whether a function returns that variable wherever it returns more than a constant.
pub fn is(unit: &Unit, variable: SymbolId) -> bool {
    let mut returns = unit.all_stmts().into_iter().filter_map(|s| match &unit.stmts[s].kind {
        StmtKind::Return(Some(value)) => Some(value.uncast()),
        _ => None,
    });
    let is_it = |e: &Expr| matches!(e.kind, ExprKind::Var(s) if s == variable);
    let mut found = false;
    returns.all(|e| {
        found |= is_it(e);
        is_it(e) || is_constant(e)
    }) && found
}

/// Whether a value has no variables in it.
fn is_constant(e: &Expr) -> bool {
    let mut mentioned = std::collections::BTreeSet::new();
    e.collect_symbols(&mut mentioned);
    mentioned.is_empty()
}
