//! Dummies that a call need not give: OPTIONAL ones of Fortran, and pointers of C that the function compares with NULL.

use il::{BinaryOp, Expr, ExprKind, Language, Program, Storage, SymbolId, UnaryOp, UnitId};

/// The test that tells whether a call of `unit` gives its dummy `s`. `None`: every call does.
pub fn test(p: &Program, unit: UnitId, s: SymbolId) -> Option<Expr> {
    let v = p.variable(s)?;
    match p.units[unit].language {
        Language::Fortran => v.optional.then(|| Expr::intrinsic("present", vec![Expr::var(s)])),
        Language::C => (matches!(v.storage, Storage::Dummy(_)) && may_be_null(p, unit, s)).then(|| Expr::var(s)),
    }
}

/// C: whether the function asks if a pointer that it gets leads anywhere: `if (!J) return;`.
fn may_be_null(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let is_it = |e: &Expr| matches!(e.bare().kind, ExprKind::Var(v) if v == s);
    let asks = |e: &Expr| match &e.kind {
        ExprKind::Unary(UnaryOp::Not, x) => is_it(x),
        ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, l, r) => {
            is_it(l) && r.is_null_pointer() || is_it(r) && l.is_null_pointer()
        }
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, l, r) => is_it(l) || is_it(r),
        ExprKind::Cond { test, .. } => is_it(test),
        _ => false,
    };
    let u = &p.units[unit];
    let mut found = false;
    u.walk(&u.body, &mut |_, stmt| {
        found |= matches!(&stmt.kind, il::StmtKind::If(i) if i.arms.iter().any(|a| is_it(&a.test)));
        stmt.kind.exprs(&mut |e| e.walk(&mut |x| found |= asks(x)));
    });
    found
}
