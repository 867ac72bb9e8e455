//! Powers written as products: `c*x*x` has one partial, not two that are the same.

use il::{BinaryOp, Expr, ExprKind};

/// A product in which one factor stands more than once: that factor, how often, and the other factors.
pub fn same_factors(e: &Expr) -> Option<(&Expr, i64, Vec<&Expr>)> {
    fn factors<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Mul, l, r) => {
                factors(l, out);
                factors(r, out);
            }
            _ => out.push(e),
        }
    }
    let mut all = Vec::new();
    factors(e, &mut all);
    let literal = |x: &Expr| matches!(x.kind, ExprKind::Integer { .. } | ExprKind::Real { .. });
    let (at, n) = all.iter().enumerate().find_map(|(k, x)| {
        let n = all.iter().filter(|y| y.bare() == x.bare()).count();
        (n > 1 && !literal(x.bare())).then_some((k, n))
    })?;
    let chosen = all[at].bare();
    let rest = all.iter().copied().filter(|y| y.bare() != chosen).collect();
    Some((chosen, n as i64, rest))
}
