//! `memmove`: a copy whose two places may be parts of one array, as in the shift of a delay line, `memmove(x + 1, x, n*sizeof *x)`.
//!
//! It is a loop over the elements too, in the order in which none is overwritten before it is read: ascending where the elements move down,
//! descending where they move up.

use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Storage, Subscript, Type, fold};

use super::Spread;
use crate::normalise::values::is_changed;

impl Spread<'_> {
    /// Whether the elements move up in their array; `None`: nobody knows.
    pub(super) fn moves_up(&self, to: &Expr, from: &Expr) -> Option<bool> {
        let ((to, k), (from, l)) = (place(to), place(from));
        if to == from {
            let (mut terms, mut number) = (Vec::new(), 0);
            collect(&k, 1, &mut terms, &mut number);
            collect(&l, -1, &mut terms, &mut number);
            return terms.is_empty().then_some(number > 0);
        }
        let local = |e: &Expr| {
            let v = e.root().and_then(|s| self.p.variable(s))?;
            Some(matches!(type_of(self.p, e), Type::Array { .. }) && v.storage == Storage::Local && is_part(e))
        };
        let given = |e: &Expr| {
            let ExprKind::Var(s) = e.kind else { return Some(false) };
            let v = self.p.variable(s)?;
            Some(matches!(v.storage, Storage::Dummy(_)) && !is_changed(self.p, self.unit, s))
        };
        // A local array is neither another one nor where an argument leads.
        let (to, from) = ((local(&to)?, given(&to)?, to.root()), (local(&from)?, given(&from)?, from.root()));
        let apart = to.0 && from.0 && to.2 != from.2 || to.0 && from.1 || to.1 && from.0;
        apart.then_some(false)
    }
}

/// The terms of a sum, with what cancels left out, and its constant part.
fn collect(e: &Expr, sign: i64, terms: &mut Vec<(Expr, i64)>, number: &mut i64) {
    let e = e.bare();
    match &e.kind {
        ExprKind::Binary(BinaryOp::Add, l, r) => {
            collect(l, sign, terms, number);
            collect(r, sign, terms, number);
        }
        ExprKind::Binary(BinaryOp::Sub, l, r) => {
            collect(l, sign, terms, number);
            collect(r, -sign, terms, number);
        }
        _ => match (e.as_int(), terms.iter().position(|(t, s)| t == e && *s == -sign)) {
            (Some(n), _) => *number += sign * n,
            (None, Some(k)) => drop(terms.remove(k)),
            (None, None) => terms.push((e.clone(), sign)),
        },
    }
}

/// Whether a reference stays in its variable.
fn is_part(e: &Expr) -> bool {
    let mut plain = true;
    e.walk(&mut |x| plain &= !matches!(x.kind, ExprKind::Deref(_) | ExprKind::Call { .. }));
    plain
}

/// An array or pointer, and the element from which on.
fn place(e: &Expr) -> (Expr, Expr) {
    match &e.uncast().kind {
        ExprKind::Address(x) => match &x.kind {
            ExprKind::Index { base, subs } if matches!(subs.as_slice(), [Subscript::At(_)]) => {
                let [Subscript::At(k)] = subs.as_slice() else { unreachable!("matched above") };
                ((**base).clone(), k.clone())
            }
            _ => (e.clone(), Expr::int(0)),
        },
        ExprKind::Binary(BinaryOp::Add, p, k) => ((**p).clone(), (**k).clone()),
        ExprKind::Binary(BinaryOp::Sub, p, k) => ((**p).clone(), fold::sub(&Expr::int(0), k)),
        _ => (e.uncast().clone(), Expr::int(0)),
    }
}
