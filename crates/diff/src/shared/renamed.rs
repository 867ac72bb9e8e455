//! C: two arguments that lead to one object by different names: `a` and `p` after `p = &a[3]`, `&b[parent[i]].w` and `&l->w` after `l = &b[i]`.
//!
//! A local pointer has the value that it was given where that is known, and the two arguments are compared as if they were written with it. Where two
//! local pointers may only be seen to be made from one array, or from one pointer, as they walk through it or change places, the adjoint compares the
//! addresses when it runs. So it does where a value in memory says which place it is. What is left, pointers of different names that come from
//! different places, are taken to be apart, as authors mean them.

use std::collections::BTreeSet;

use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Program, Subscript, SymbolId, Type};

use super::overlap::{is_linked, values};
use super::reach::{Relation, Site};

/// Values of pointers that are made from others are followed so far.
const CHAIN: usize = 8;

/// What two arguments below different names have in common.
pub enum Renamed {
    /// Nothing, as far as anybody tells.
    Apart,
    /// Certainly something, or nobody can ask.
    Unclear,
    /// Something, where this is true.
    Asked(Expr),
}

/// How the arguments `k` and `l`, which lead to `a` and `b` and below which the callee touches the same numbers, stand to each other.
pub fn relation(site: &Site, (k, a): (usize, &Expr), (l, b): (usize, &Expr)) -> Renamed {
    let p = site.program;
    let value = |k: usize| site.values.get(k).and_then(|v| v.clone());
    let (Some(x), Some(y)) = (value(k), value(l)) else { return Renamed::Apart };
    if resolved(p, &x) == resolved(p, &y) {
        return Renamed::Unclear;
    }
    let asked = || stretches_meet(site, (k, &x), (l, &y)).map_or(Renamed::Unclear, Renamed::Asked);
    match as_given(site, (k, &x), (l, &y)) {
        Some(Relation::Apart) => return Renamed::Apart,
        Some(Relation::Same) => return Renamed::Unclear,
        Some(Relation::Unknown) => return asked(),
        None => {}
    }
    if !origins(p, &x).is_disjoint(&origins(p, &y)) {
        return asked();
    }
    if !is_linked(p, a) && !is_linked(p, b) || x.has_call() || y.has_call() {
        return Renamed::Apart;
    }
    same_place(p, &x, &y).map_or(Renamed::Apart, Renamed::Asked)
}

/// The relation of the two arguments, written with the values that local pointers are known to have here. `None`: these do not say that they have anything
/// in common.
fn as_given(site: &Site, (k, x): (usize, &Expr), (l, y): (usize, &Expr)) -> Option<Relation> {
    let (x, y) = (given(site, x), given(site, y));
    let mut all = site.values.to_vec();
    (all[k], all[l]) = (Some(x.clone()), Some(y.clone()));
    let there = Site { values: &all, ..*site };
    if let Some(relation) = there.behind_pointers(k, l) {
        return Some(relation);
    }
    let object = |e: &Expr| if let ExprKind::Address(o) = &e.kind { (**o).clone() } else { e.clone() };
    let (x, y) = (object(&x), object(&y));
    (x.root().is_some() && x.root() == y.root()).then(|| there.relation((k, &x), (l, &y)))
}

/// An expression with the values that pointers in it are known to have where the call stands.
fn given(site: &Site, e: &Expr) -> Expr {
    let mut out = e.clone();
    for _ in 0..CHAIN {
        let before = out.clone();
        out.rewrite(&mut |x| {
            let is_pointer = matches!(type_of(site.program, x), Type::Pointer { .. });
            let known = site.known.iter().find_map(|fact| match &fact.kind {
                ExprKind::Binary(BinaryOp::Eq, name, value) if **name == *x => Some(&**value),
                _ => None,
            });
            if let (ExprKind::Var(_), true, Some(value)) = (&x.kind, is_pointer, known) {
                *x = value.clone();
            }
        });
        if out == before {
            break;
        }
    }
    out
}

/// The arrays, and the pointers that come from elsewhere, from which local pointers make an address. What is read from memory leads nobody knows where.
fn origins(p: &Program, e: &Expr) -> BTreeSet<SymbolId> {
    fn collect(p: &Program, e: &Expr, seen: &mut BTreeSet<SymbolId>, out: &mut BTreeSet<SymbolId>) {
        let is_pointer = |e: &Expr| matches!(type_of(p, e), Type::Pointer { .. });
        match &e.kind {
            ExprKind::Var(s) if is_pointer(e) && p.variable(*s).is_some_and(|v| v.is_unsaved_local()) => {
                if seen.insert(*s) {
                    values(p, *s).iter().for_each(|v| collect(p, v, seen, out));
                }
            }
            ExprKind::Var(s) => {
                out.insert(*s);
            }
            ExprKind::Address(x) | ExprKind::Deref(x) | ExprKind::Cast(_, x) | ExprKind::Unary(_, x) => {
                collect(p, x, seen, out);
            }
            ExprKind::Index { base, .. } | ExprKind::Field { base, .. } if !is_pointer(e) => collect(p, base, seen, out),
            ExprKind::Binary(_, l, r) => {
                let addresses = [l, r].into_iter().filter(|x| matches!(type_of(p, x), Type::Pointer { .. } | Type::Array { .. }));
                addresses.for_each(|x| collect(p, x, seen, out));
            }
            ExprKind::Cond { yes, no, .. } => [yes, no].into_iter().for_each(|x| collect(p, x, seen, out)),
            _ => {}
        }
    }
    let mut out = BTreeSet::new();
    collect(p, e, &mut BTreeSet::new(), &mut out);
    out
}

/// Whether what the callee reaches from two addresses has something in common, as a test. `None`: nobody knows how far it reaches.
fn stretches_meet(site: &Site, (k, x): (usize, &Expr), (l, y): (usize, &Expr)) -> Option<Expr> {
    let p = site.program;
    let ((first, last), (other_first, other_last)) = (site.reached(k)?, site.reached(l)?);
    if [x, y, &last, &other_last].iter().any(|e| e.has_call()) {
        return None;
    }
    let (x, y) = (address(p, x)?, address(p, y)?);
    if led(p, &x) != led(p, &y) {
        return None;
    }
    if first == 0 && other_first == 0 && [&last, &other_last].iter().all(|e| e.as_int() == Some(0)) {
        return Some(Expr::binary(BinaryOp::Eq, x, y));
    }
    let at = |e: &Expr, k: &Expr| match k.as_int() {
        Some(0) => e.clone(),
        _ => Expr::binary(BinaryOp::Add, e.clone(), k.clone()),
    };
    let reaches = |x: &Expr, n: i64, y: &Expr, m: &Expr| Expr::binary(BinaryOp::Le, at(x, &Expr::int(n)), at(y, m));
    Some(Expr::binary(BinaryOp::And, reaches(&x, first, &y, &other_last), reaches(&y, other_first, &x, &last)))
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

/// What a pointer leads to.
fn led(p: &Program, e: &Expr) -> Option<Type> {
    match type_of(p, e) {
        Type::Pointer { to, .. } => Some(*to),
        _ => None,
    }
}

/// The comparison of two addresses, or of those of the objects around one of them.
fn same_place(p: &Program, x: &Expr, y: &Expr) -> Option<Expr> {
    let (x, y) = (address(p, x)?, address(p, y)?);
    let around = |e: &Expr, ty: &Type| {
        let mut e = e.clone();
        loop {
            if led(p, &e).as_ref() == Some(ty) {
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
    let (tx, ty) = (led(p, &x)?, led(p, &y)?);
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
