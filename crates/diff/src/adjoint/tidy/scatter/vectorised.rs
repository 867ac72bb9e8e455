//! What compilers vectorise: arithmetic on neighbouring elements, on what all turns have in common, and on scalars of single turns; with choices between values.
//!
//! Not: functions of the mathematical library, elements that are found by other arrays or by columns, and what one turn hands to the next.

use std::collections::BTreeSet;

use il::{BinaryOp, Expr, ExprKind, StmtKind, Subscript, SymbolId, fold};

use crate::adjoint::tidy::loops::View;

/// Powers up to this one are multiplied out.
const POWER: i64 = 4;

/// What is asked about one loop.
pub(super) struct Loop<'l, 'v, 'a> {
    pub(super) view: &'l View<'v, 'a>,
    pub(super) counter: SymbolId,
    /// What the loop writes.
    pub(super) written: &'l BTreeSet<SymbolId>,
}

impl Loop<'_, '_, '_> {
    /// Whether all statements can be vectorised, as far as their expressions go.
    pub(super) fn is_vectorised(&self) -> bool {
        let mut all = true;
        self.view.unit().walk(self.view.body(), &mut |_, s| {
            all &= matches!(s.kind, StmtKind::Assign { .. } | StmtKind::If(_) | StmtKind::Nop);
            s.kind.exprs(&mut |e| all &= self.is_simple(e));
        });
        all
    }

    fn is_simple(&self, e: &Expr) -> bool {
        let both = |l: &Expr, r: &Expr| self.is_simple(l) && self.is_simple(r);
        match &e.kind {
            ExprKind::Integer { .. } | ExprKind::Real { .. } | ExprKind::Logical(_) | ExprKind::Var(_) => true,
            ExprKind::Index { base, subs } => {
                matches!(base.kind, ExprKind::Var(_)) && (self.offset(e).is_some() || self.is_steady(subs))
            }
            ExprKind::Field { .. } => !self.changes(e),
            ExprKind::Unary(op, x) => *op != il::UnaryOp::BitNot && self.is_simple(x),
            ExprKind::Binary(BinaryOp::Pow, x, n) => {
                self.is_simple(x) && n.bare().as_int().is_some_and(|n| (0..=POWER).contains(&n))
            }
            ExprKind::Binary(op, l, r) => {
                !matches!(op, BinaryOp::Concat | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr) && both(l, r)
            }
            ExprKind::Intrinsic(f, args) => {
                let known = ["abs", "sqrt", "sign", "min", "max", "merge", "real", "dble"];
                known.contains(&f.name()) && args.iter().all(|a| self.is_simple(&a.value))
            }
            ExprKind::Text(..)
            | ExprKind::ComplexParts(..)
            | ExprKind::Substring { .. }
            | ExprKind::Deref(_)
            | ExprKind::Address(_)
            | ExprKind::Call { .. }
            | ExprKind::Cond { .. }
            | ExprKind::Cast(..)
            | ExprKind::Constructor { .. }
            | ExprKind::Structure { .. }
            | ExprKind::SizeOf(_)
            | ExprKind::Opaque { .. } => false,
        }
    }

    fn changes(&self, e: &Expr) -> bool {
        e.mentions(self.counter) || self.written.iter().any(|s| e.mentions(*s))
    }

    /// Whether subscripts are the same in all turns.
    fn is_steady(&self, subs: &[Subscript]) -> bool {
        subs.iter().all(|s| matches!(s, Subscript::At(e) if !self.changes(e)))
    }

    /// The distance of an element `x(i + offset, …)` from the counter, when the other subscripts are the same in all turns.
    pub(super) fn offset(&self, e: &Expr) -> Option<i64> {
        let ExprKind::Index { base, subs } = &e.kind else { return None };
        let [Subscript::At(first), rest @ ..] = &subs[..] else { return None };
        let plain = matches!(base.kind, ExprKind::Var(_)) && self.is_steady(rest);
        fold::sub(first, &Expr::var(self.counter)).as_int().filter(|_| plain)
    }
}
