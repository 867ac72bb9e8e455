//! Dummies as places in one array.

use std::collections::BTreeMap;

use il::typing::{extent, type_of};
use il::{Arg, BinaryOp, Dim, Expr, ExprKind, Program, Stmt, StmtKind, Subscript, SymbolId, Type, Upper};

use super::redirect::times;

/// A dummy as a place in an array.
pub(super) struct Place {
    pub(super) array: SymbolId,
    /// Where it begins there; `None`: where that does.
    pub(super) offset: Option<SymbolId>,
    pub(super) dims: Vec<Dim>,
}

/// References to dummies become references to the array they are places in. Speaks of the symbols of the original, and of the offsets.
pub(super) struct Places<'p> {
    pub(super) program: &'p mut Program,
    pub(super) arrays: BTreeMap<SymbolId, Place>,
    pub(super) failed: bool,
}

impl Places<'_> {
    pub(super) fn stmt(&mut self, stmt: &mut Stmt) {
        if self.arrays.is_empty() {
            return;
        }
        match &mut stmt.kind {
            StmtKind::Call { callee, args, .. } => self.args(*callee, args),
            // Kept as text.
            StmtKind::Opaque { reads, writes, .. } => {
                let known = |e: &Expr| e.root().is_some_and(|s| self.arrays.contains_key(&s));
                self.failed |= reads.iter().chain(writes.iter()).any(known);
            }
            kind => kind.exprs_mut(&mut |e| self.expr(e)),
        }
    }

    pub(super) fn args(&mut self, callee: SymbolId, args: &mut [Arg]) {
        for (k, a) in args.iter_mut().enumerate() {
            if let ExprKind::Var(s) = a.value.kind
                && let Some(place) = self.arrays.get(&s)
            {
                // All of it: from its first element on.
                let dummy = self
                    .program
                    .procedure(callee)
                    .and_then(|f| f.unit)
                    .and_then(|u| self.program.units[u].params.get(k));
                let shaped = dummy.and_then(|d| self.program.symbol_type(*d)).is_some_and(
                    |t| matches!(t, Type::Array { dims, .. } if dims.iter().any(|d| d.upper == Upper::Deferred)),
                );
                self.failed |= shaped || a.keyword.is_some();
                let array = Expr::var(place.array);
                a.value = match place.offset {
                    Some(offset) => {
                        let at = Expr::binary(BinaryOp::Add, Expr::var(offset), Expr::int(1));
                        Expr::index(array, vec![at])
                    }
                    None => array,
                };
                continue;
            }
            self.expr(&mut a.value);
        }
    }

    pub(super) fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            // All of it, when that is a section.
            ExprKind::Var(s) if self.arrays.contains_key(s) => {
                match self.element(*s, &[Subscript::Range { lo: None, hi: None, step: None }]) {
                    Some(place) => *e = Expr::at(place.kind, e.span),
                    None => self.failed = true,
                }
            }
            // Sections have other bounds.
            ExprKind::Intrinsic(f, args) if matches!(f.name(), "lbound" | "ubound" | "present" | "loc") => {
                self.failed |= args.iter().any(|a| a.value.root().is_some_and(|s| self.arrays.contains_key(&s)));
                e.children_mut(&mut |c| self.expr(c));
            }
            ExprKind::Call { callee, args } => self.args(*callee, args),
            ExprKind::Index { base, subs } if matches!(base.kind, ExprKind::Var(s) if self.arrays.contains_key(&s)) => {
                subs.iter_mut().flat_map(Subscript::parts_mut).for_each(|i| self.expr(i));
                let ExprKind::Var(s) = base.kind else { return };
                match self.element(s, subs) {
                    Some(place) => *e = Expr::at(place.kind, e.span),
                    None => self.failed = true,
                }
            }
            ExprKind::Opaque { reads, .. } => {
                self.failed |= reads.iter().any(|r| self.arrays.keys().any(|s| r.mentions(*s)));
            }
            _ => e.children_mut(&mut |c| self.expr(c)),
        }
    }

    /// The element or section of the array that is `s(subs)`.
    pub(super) fn element(&self, s: SymbolId, subs: &[Subscript]) -> Option<Expr> {
        let place = self.arrays.get(&s)?;
        let offset = place.offset.map_or(Expr::int(0), Expr::var);
        let lower = |d: &Dim| d.lower.clone().unwrap_or_else(|| Expr::int(1));
        if subs.len() != place.dims.len() {
            return None;
        }
        if let ([Subscript::Range { lo, hi, step }], [d]) = (subs, place.dims.as_slice()) {
            let first = il::fold::sub(&lower(d), &Expr::int(1));
            let at = |e: Expr| il::fold::add(&offset, &il::fold::sub(&e, &first));
            let hi = match (hi, &d.upper) {
                (Some(e), _) | (None, Upper::At(e)) => e.clone(),
                (None, Upper::Assumed | Upper::Deferred) => return None,
            };
            let lo = lo.clone().unwrap_or_else(|| lower(d));
            let range = Subscript::Range { lo: Some(at(lo)), hi: Some(at(hi)), step: step.clone() };
            return Some(ExprKind::Index { base: Box::new(Expr::var(place.array)), subs: vec![range] }.into());
        }
        let mut sum = offset;
        let mut stride: Option<Expr> = None;
        for (n, (s, d)) in subs.iter().zip(&place.dims).enumerate() {
            let Subscript::At(i) = s else { return None };
            if type_of(self.program, i).rank() > 0 {
                return None;
            }
            // The first subscript counts from 1, the others count what lies before.
            let from = if n == 0 { il::fold::sub(&lower(d), &Expr::int(1)) } else { lower(d) };
            sum = il::fold::add(&sum, &times(il::fold::sub(i, &from), stride.as_ref()));
            if n + 1 < place.dims.len() {
                stride = Some(times(extent(d)?, stride.as_ref()));
            }
        }
        Some(Expr::index(Expr::var(place.array), vec![sum]))
    }
}
