//! Array values that the adjoint of one assignment asks for several times are evaluated once: `exp(-matmul(w, x))` in the partial derivatives of
//! `1/(1 + exp(-matmul(w, x)))`, `norm2(x)` in those of `x/norm2(x)`.
//!
//! Compilers of Fortran take evaluations of scalars together, but make a loop of each array expression, and call for products of matrices each time. Only
//! values of the original are shared here, which the adjoint statements do not change; one of the evaluations stands where it is sure to happen.

use std::collections::BTreeSet;

use il::typing::{rank_of, scalar_of};
use il::{Block, Expr, ExprKind, Program, ScalarClass, StmtKind, SymbolId};

use crate::adjoint::emit::expr::spelled_in;
use crate::adjoint::emit::{Emit, Side};
use crate::adjoint::tidy::evaluations::substitute;
use crate::derive::work_arrays::is_dear;
use crate::request::Improvement;

/// Reductions of arrays.
const REDUCTIONS: &[&str] = &["dot_product", "maxval", "minval", "norm2", "product", "sum"];

impl Emit<'_, '_> {
    /// Puts what the adjoint statements of an assignment evaluate several times in front of them.
    pub(crate) fn share_values(&mut self, block: &mut Block) {
        if !self.language().computes_with_arrays() || !self.world.request.improves(Improvement::UseResults) {
            return;
        }
        while let Some(value) = self.repeated(block) {
            let Some(ty) = scalar_of(&self.world.out, &value) else { return };
            let ty = spelled_in(&self.world.out, &value, ty);
            let (k, rank) = (self.shells.len() - 1, rank_of(&self.world.out, &value));
            let ty = self.world.work_type_there(&self.shells[k], &value, &ty, rank);
            let t = self.world.work_array(&mut self.shells[k], "temp", ty);
            let unit = self.shells[k].unit;
            let mut all = Vec::new();
            self.world.out.units[unit].walk(block, &mut |id, _| all.push(id));
            for id in all {
                self.world.out.units[unit].stmts[id].kind.exprs_mut(&mut |e| substitute(e, &value, t));
            }
            block.insert(0, self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(t), rhs: value }));
        }
    }

    /// The largest value of the original that is dear, evaluated twice at least, and once surely.
    fn repeated(&self, block: &Block) -> Option<Expr> {
        let shell = self.shell(Side::Back);
        let (p, u) = (&self.world.out, &self.world.out.units[shell.unit]);
        let (mut found, mut assigned): (Vec<(Expr, usize, bool)>, BTreeSet<SymbolId>) = Default::default();
        u.walk(block, &mut |id, s| {
            let sure = block.contains(&id) && matches!(s.kind, StmtKind::Assign { .. });
            assigned.extend(s.kind.assigned().and_then(Expr::root));
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if is_wanted_once(p, x) {
                        match found.iter_mut().find(|f| f.0 == *x) {
                            Some(f) => (f.1, f.2) = (f.1 + 1, f.2 || sure),
                            None => found.push((x.clone(), 1, sure)),
                        }
                    }
                });
            });
        });
        found.retain(|f| f.1 > 1 && f.2);
        if found.is_empty() {
            return None;
        }
        let originals: BTreeSet<SymbolId> = shell.maps.symbols.values().copied().collect();
        let of_original = |e: &Expr| {
            let mut named = BTreeSet::new();
            e.collect_symbols(&mut named);
            named.iter().all(|s| !assigned.contains(s) && (p.variable(*s).is_none() || originals.contains(s)))
        };
        let size = |e: &Expr| {
            let mut n = 0;
            e.walk(&mut |_| n += 1);
            n
        };
        found.into_iter().map(|f| f.0).filter(of_original).max_by_key(size)
    }
}

/// Whether a value is a dear one of reals: an array, or a reduction of one.
fn is_wanted_once(p: &Program, e: &Expr) -> bool {
    let reduces = matches!(&e.kind, ExprKind::Intrinsic(f, args) if REDUCTIONS.contains(&f.name()) && args.iter().any(|a| rank_of(p, &a.value) > 0));
    let listed = |e: &Expr| e.any(&mut |x| matches!(x.kind, ExprKind::Constructor { .. } | ExprKind::Opaque { .. }));
    (reduces || is_dear(e) && rank_of(p, e) > 0)
        && scalar_of(p, e).is_some_and(|s| matches!(s.class, ScalarClass::Real | ScalarClass::Complex))
        && !e.has_call()
        && !listed(e)
}
