//! C: two arguments that lead to one object by different names: `&b[parent[i]].w` and `&l->w` after `l = &b[i]`.
//!
//! Pointers of different names are taken to be apart, as authors mean them, but for two cases. Where a pointer is only ever given one value, it may be
//! seen to be the other argument. Where a value in memory says which place it is, the adjoint compares the two addresses when it runs.

use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Program, Subscript, Type};

use super::overlap::{is_linked, values};
use super::reach::Site;

/// What two arguments below different names have in common.
pub enum Renamed {
    /// Nothing, as far as anybody tells.
    Apart,
    /// Certainly all.
    Same,
    /// All, where this is true.
    Asked(Expr),
}

/// How the arguments `k` and `l`, which lead to `a` and `b` and below which the callee touches the same numbers, stand to each other.
pub fn relation(site: &Site, (k, a): (usize, &Expr), (l, b): (usize, &Expr)) -> Renamed {
    let p = site.program;
    let value = |k: usize| site.values.get(k).and_then(|v| v.clone());
    let (Some(x), Some(y)) = (value(k), value(l)) else { return Renamed::Apart };
    if resolved(p, &x) == resolved(p, &y) {
        return Renamed::Same;
    }
    if !is_linked(p, a) && !is_linked(p, b) || x.has_call() || y.has_call() {
        return Renamed::Apart;
    }
    same_place(p, &x, &y).map_or(Renamed::Apart, Renamed::Asked)
}

/// An argument with the only value of each pointer in place of it.
fn resolved(p: &Program, e: &Expr) -> Expr {
    let mut out = e.clone();
    out.rewrite(&mut |x| {
        if let ExprKind::Var(s) = x.kind
            && matches!(type_of(p, x), Type::Pointer { .. })
            && p.variable(s).is_some_and(|v| v.is_unsaved_local())
            && let [only] = values(p, s).as_slice()
        {
            *x = only.clone();
        }
    });
    out
}

/// The comparison of two addresses, or of those of the objects around one of them.
fn same_place(p: &Program, x: &Expr, y: &Expr) -> Option<Expr> {
    let (x, y) = (address(p, x)?, address(p, y)?);
    let led = |e: &Expr| match type_of(p, e) {
        Type::Pointer { to, .. } => Some(*to),
        _ => None,
    };
    let around = |e: &Expr, ty: &Type| {
        let mut e = e.clone();
        loop {
            if led(&e).as_ref() == Some(ty) {
                return Some(e);
            }
            let ExprKind::Address(inner) = &e.kind else { return None };
            let mut inner = (**inner).clone();
            inner = match inner.kind {
                ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => *base,
                _ => return None,
            };
            e = match inner.kind {
                ExprKind::Deref(q) => *q,
                kind => ExprKind::Address(Box::new(kind.into())).into(),
            };
        }
    };
    let (tx, ty) = (led(&x)?, led(&y)?);
    let (x, y) = if tx == ty {
        (x, y)
    } else if let Some(outer) = around(&x, &ty) {
        (outer, y)
    } else {
        let outer = around(&y, &tx)?;
        (x, outer)
    };
    Some(Expr::binary(BinaryOp::Eq, x, y))
}

/// The address that an argument is; of an array, that of its first element.
fn address(p: &Program, e: &Expr) -> Option<Expr> {
    match type_of(p, e) {
        Type::Pointer { .. } => Some(e.bare().clone()),
        Type::Array { .. } if e.is_reference() => {
            let first = ExprKind::Index { base: Box::new(e.clone()), subs: vec![Subscript::At(Expr::int(0))] };
            Some(ExprKind::Address(Box::new(first.into())).into())
        }
        _ => None,
    }
}
