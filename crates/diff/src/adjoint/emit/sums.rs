//! Sums and their extents as a person writes them (RR-7957 figure 13): scalar factors before the sum, declared extents by their names.

use il::typing::rank_of;
use il::{BinaryOp, Expr, ExprKind, Program, Subscript, SymbolId, Type, UnaryOp, UnitId, Upper};

use crate::adjoint::emit::expr::sum;
use crate::derive::World;
use crate::simplify;

/// `sum(e, mask)`, scalar factors outside: `s*sum(a)` for `sum(a*s)`. Only variables and literals: a quotient may trap where nothing is summed.
pub(crate) fn factored(p: &Program, e: Expr, mask: Option<Expr>) -> Expr {
    let mut factors = Vec::new();
    let (rest, negative) = split(p, e, &mut factors);
    let total = sum(rest, mask);
    let product = factors.into_iter().reduce(simplify::mul);
    let value = match product {
        Some(f) => simplify::mul(f, total),
        None => total,
    };
    if negative { simplify::neg(value) } else { value }
}

/// Takes scalar factors out of an array-valued product. Says whether what is left has the other sign.
fn split(p: &Program, e: Expr, factors: &mut Vec<Expr>) -> (Expr, bool) {
    match e.kind {
        ExprKind::Unary(UnaryOp::Neg, x) => {
            let (rest, negative) = split(p, *x, factors);
            (rest, !negative)
        }
        ExprKind::Binary(BinaryOp::Mul, l, r) => {
            let (array, scalar) = if rank_of(p, &l) > 0 { (l, r) } else { (r, l) };
            if rank_of(p, &scalar) == 0 && is_plain(&scalar) {
                let (rest, negative) = split(p, *array, factors);
                factors.push(*scalar);
                return (rest, negative);
            }
            let (array, n) = split(p, *array, factors);
            if rank_of(p, &scalar) == 0 {
                return (simplify::mul(*scalar, array), n);
            }
            let (other, m) = split(p, *scalar, factors);
            (simplify::mul(array, other), n != m)
        }
        _ => (e, false),
    }
}

/// A variable, an element or a literal, or a product of those.
fn is_plain(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Paren, x) => is_plain(x),
        ExprKind::Binary(BinaryOp::Mul, l, r) => is_plain(l) && is_plain(r),
        ExprKind::Real { .. } | ExprKind::Integer { .. } => true,
        _ => e.is_reference(),
    }
}

/// The extent of dimension `dim` of an array that is taken whole, when its declaration names it and nothing in the unit changes it.
/// Speaks of the original's symbols.
pub(crate) fn declared_extent(world: &World, unit: UnitId, e: &Expr, dim: &Expr) -> Option<Expr> {
    let p = world.source;
    let symbol = whole_dimension(e, usize::try_from(dim.as_int()?).ok()?.checked_sub(1)?)?;
    let Some(Type::Array { dims, .. }) = p.symbol_type(symbol) else { return None };
    let d = dims.get(usize::try_from(dim.as_int()?).ok()? - 1)?;
    if d.lower.as_ref().is_some_and(|l| l.as_int() != Some(1)) {
        return None;
    }
    let Upper::At(upper) = &d.upper else { return None };
    let written = world.facts.analysis.in_out(unit).written;
    let kept = match upper.kind {
        ExprKind::Integer { .. } => true,
        ExprKind::Var(s) => {
            let zones = world.facts.analysis.zones().of_symbol(s);
            p.variable(s).is_some_and(|v| !v.optional) && zones.iter().all(|z| !written.contains(*z))
        }
        _ => false,
    };
    kept.then(|| upper.clone())
}

/// The array, when `e` is all of it, or at least takes all of that dimension and no other is dropped before it.
fn whole_dimension(e: &Expr, dim: usize) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Var(s) => Some(*s),
        ExprKind::Index { base, subs } => {
            let whole = |s: &Subscript| matches!(s, Subscript::Range { lo: None, hi: None, step: None });
            let ranges = subs.iter().take(dim + 1).all(|s| matches!(s, Subscript::Range { .. }));
            match base.kind {
                ExprKind::Var(s) if ranges && subs.get(dim).is_some_and(whole) => Some(s),
                _ => None,
            }
        }
        _ => None,
    }
}
