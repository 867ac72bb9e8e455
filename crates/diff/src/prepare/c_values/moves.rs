//! `memmove`: a copy whose two places may be parts of one array, as in the shift of a delay line, `memmove(x + 1, x, n*sizeof *x)`.
//!
//! It is a loop over the elements too, in the order in which none is overwritten before it is read: ascending where the elements move down,
//! descending where they move up. Where nobody knows, the addresses are compared.

use analysis::other_names;
use il::stmt::{Arm, If};
use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, Storage, Type, fold};

use super::{Spread, place};
use crate::prepare::normalise::values::is_changed;

impl Spread<'_> {
    /// Moves `bytes` of numbers or structures. False: not all of it can be said.
    pub(super) fn move_elements(&mut self, to: &Expr, from: &Expr, bytes: &Expr, out: &mut Vec<StmtKind>) -> bool {
        let direction = self.moves_up(to, from);
        if direction == Some(false) {
            return self.copy_elements(to, Some(from), bytes, out);
        }
        let Some(elem) = self.pointed_at(to) else { return false };
        let Some(count) = self.elements(to, Some(from), bytes, &elem) else { return false };
        if direction == Some(true) {
            return self.copy_counted(to, Some(from), &elem, count, true, out);
        }
        if self.is_first_of_rows(to) || self.is_first_of_rows(from) {
            return false;
        }
        let mut arms = Vec::new();
        for (op, up) in [(BinaryOp::Lt, false), (BinaryOp::Gt, true)] {
            let mut way = Vec::new();
            if !self.copy_counted(to, Some(from), &elem, count.clone(), up, &mut way) {
                return false;
            }
            let body = way.into_iter().map(|kind| self.p.units[self.unit].add(Stmt::from(kind))).collect();
            arms.push(Arm { test: Expr::binary(op, to.clone(), from.clone()), body });
        }
        out.push(StmtKind::If(If { arms, otherwise: None, one_line: false }));
        true
    }

    /// Whether the elements move up in their array; `None`: nobody knows.
    fn moves_up(&self, to: &Expr, from: &Expr) -> Option<bool> {
        let ((to, k), (from, l)) = (place(to), place(from));
        if to == from {
            return fold::sub(&k, &l).as_int().map(|up| up > 0);
        }
        // Arrays in different members of structures.
        let is_array = |e: &Expr| matches!(type_of(self.p, e), Type::Array { .. });
        if is_array(&to) && is_array(&from) && to.root() == from.root() && other_names::apart(&to, &from) {
            return Some(false);
        }
        let local = |e: &Expr| {
            let v = e.root().and_then(|s| self.p.variable(s))?;
            Some(is_array(e) && v.storage == Storage::Local && is_part(e))
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

/// Whether a reference stays in its variable.
fn is_part(e: &Expr) -> bool {
    let mut plain = true;
    e.walk(&mut |x| plain &= !matches!(x.kind, ExprKind::Deref(_) | ExprKind::Call { .. }));
    plain
}
