//! PURE, where it is still true.
//!
//! The adjoint of a procedure that reads a variable of its host adds to a derivative there, and one that overwrites what it needs uses the
//! tape: neither is pure, nor is what calls them. Nor is what calls a function for its partial derivatives, which are arguments that it sets. Such a
//! procedure loses PURE, and an elemental one becomes IMPURE ELEMENTAL.

use std::collections::BTreeSet;

use il::calls::with_dummies;
use il::symbol::{Intent, ProcedureClass};
use il::unit::Prefix;
use il::{Expr, ExprKind, Program, StmtKind, SymbolId, UnitId};

use super::World;

impl World<'_> {
    /// Takes PURE from generated procedures that are not.
    pub fn settle_purity(&mut self) {
        let mut pure: BTreeSet<UnitId> = self.generated.values().flatten().copied().collect();
        pure.retain(|u| self.out.units[*u].is_pure());
        loop {
            let Some(impure) = pure.iter().copied().find(|u| !is_pure(&self.out, *u)) else { return };
            pure.remove(&impure);
            let prefixes = &mut self.out.units[impure].prefixes;
            prefixes.retain(|p| *p != Prefix::Pure);
            if prefixes.contains(&Prefix::Elemental) {
                prefixes.insert(0, Prefix::Impure);
            }
        }
    }
}

/// Whether the statements of a unit are those of a pure procedure, when the procedures that it calls are what they say.
fn is_pure(p: &Program, unit: UnitId) -> bool {
    let u = &p.units[unit];
    let foreign = |e: &Expr| e.root().is_some_and(|s| p.variable(s).is_some() && p.home(s) != Some(unit));
    let mut pure = true;
    let is_dummy = |s: SymbolId| p.procedure(s).is_some_and(|f| matches!(f.class, ProcedureClass::Dummy(_)));
    let called = |callee: SymbolId| p.procedure(callee).and_then(|f| f.unit);
    u.walk(&u.body, &mut |_, s| {
        // A function that gives partial derivatives sets arguments.
        let sets = |callee: SymbolId| called(callee).map_or(is_dummy(callee), |f| !p.units[f].is_pure());
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| pure &= !matches!(x.kind, ExprKind::Call { callee, .. } if sets(callee)));
        });
        match &s.kind {
            StmtKind::Assign { lhs, .. } => pure &= !foreign(lhs),
            StmtKind::Save { .. } | StmtKind::Restore { .. } => pure = false,
            StmtKind::SaveControl { .. } | StmtKind::RestoreControl { .. } => pure = false,
            StmtKind::Call { callee, args, .. } => {
                pure &= !is_dummy(*callee);
                let Some(called) = called(*callee) else { return };
                pure &= p.units[called].is_pure();
                for (dummy, actual) in with_dummies(p, Some(called), args) {
                    let read_only = dummy.and_then(|d| p.variable(d)).is_some_and(|v| v.intent == Some(Intent::In));
                    pure &= read_only || !actual.is_reference() || !foreign(actual);
                }
            }
            _ => {}
        }
    });
    pure
}
