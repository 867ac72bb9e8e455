//! Whether a place exists before the tests that stand in front of its use.
//!
//! A turn that is rebuilt saves what it overwrites at its top. `if (k[i] >= 0) d[k[i]] += …` overwrites an element that need not exist in every turn: only
//! the test says so. There the place may be named in advance only when it is found by loop variables and constants alone, `d[i]`, which the tests do
//! not look at themselves.

use std::collections::BTreeMap;

use il::symbol::SymbolKind;
use il::{BinaryOp, Expr, ExprKind, StmtId, StmtKind, Subscript, UnaryOp};

use super::Planner;
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};

impl Planner<'_, '_> {
    /// For each statement of a turn that tests may pass by: what these look at, beside the indices by which they find it.
    pub(super) fn guards(&self, body: &Seq) -> BTreeMap<StmtId, Set> {
        let mut out = BTreeMap::new();
        let mut all = Set::default();
        let mut jumps = false;
        for n in body {
            n.visit(&mut |n| {
                jumps |= matches!(n.kind, NodeKind::Jump(_));
                all.union(&self.looked_at(n));
            });
        }
        // Behind a jump every statement is passed by.
        let around = jumps.then_some(all);
        body.iter().for_each(|n| self.guards_of(n, around.as_ref(), &mut out));
        out
    }

    fn guards_of(&self, n: &Node, around: Option<&Set>, out: &mut BTreeMap<StmtId, Set>) {
        if let Some(tests) = around {
            out.insert(n.stmt, tests.clone());
        }
        let own = match n.kind {
            NodeKind::Choice { .. } => {
                let mut tests = around.cloned().unwrap_or_default();
                tests.union(&self.looked_at(n));
                Some(tests)
            }
            _ => None,
        };
        for m in n.seqs().into_iter().flatten() {
            self.guards_of(m, own.as_ref().or(around), out);
        }
    }

    /// What the tests of a statement look at.
    fn looked_at(&self, n: &Node) -> Set {
        let mut out = Set::default();
        let mut look = |e: &Expr| self.look(e, &mut out);
        match &self.stmt(n.stmt).kind {
            StmtKind::If(i) => i.arms.iter().for_each(|a| look(&a.test)),
            StmtKind::Select { selector, .. } => look(selector),
            _ => {}
        }
        out
    }

    fn look(&self, e: &Expr, out: &mut Set) {
        if e.is_reference() {
            out.union(&self.access.place(e).0);
            return;
        }
        e.children(&mut |c| self.look(c, out));
    }

    /// Whether a place that is overwritten under `tests` can be named where these have not been asked; `found_by` is what finding it reads.
    pub(super) fn is_there(&self, place: &Expr, found_by: &Set, tests: Option<&Set>) -> bool {
        tests.is_none_or(|tests| self.is_found_by_counters(place) && !found_by.meets(tests))
    }

    /// Whether all indices on the way to a place are made of loop variables and constants.
    fn is_found_by_counters(&self, place: &Expr) -> bool {
        let mut plain = true;
        place.walk(&mut |x| {
            if let ExprKind::Index { subs, .. } = &x.kind {
                plain &= subs.iter().all(|s| matches!(s, Subscript::At(i) if self.is_counted(i)));
            }
        });
        plain
    }

    fn is_counted(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Integer { .. } => true,
            ExprKind::Var(s) => {
                let constant = matches!(self.world.source.symbols[*s].kind, SymbolKind::Constant { .. });
                let u = &self.world.source.units[self.unit];
                constant || u.any(&u.body, &mut |_, stmt| matches!(&stmt.kind, StmtKind::Do(d) if d.var == *s))
            }
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, x) | ExprKind::Cast(_, x) => {
                self.is_counted(x)
            }
            // How far apart rows lie, `a[i*n + j]`, is a factor.
            ExprKind::Binary(BinaryOp::Mul, l, r) if matches!(r.kind, ExprKind::Var(_)) => self.is_counted(l),
            ExprKind::Binary(_, l, r) => self.is_counted(l) && self.is_counted(r),
            _ => false,
        }
    }
}
