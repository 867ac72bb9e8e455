//! A derivative that lives in one turn of one direction loop needs no dimension: it is a scalar there.

use std::collections::{BTreeMap, BTreeSet};

use analysis::other_names::has_address;
use il::expr::{Expr, ExprKind};
use il::{Block, Program, StmtKind, SymbolId, Type, UnitId};

use super::Lift;
use super::statements::rewrite;

impl Lift<'_> {
    /// Contracts what can be contracted in a unit.
    pub(super) fn contract(&mut self, p: &mut Program, unit: UnitId) {
        let body = p.units[unit].body.clone();
        let mut loops: Vec<Block> = Vec::new();
        let mut mentions: BTreeMap<SymbolId, usize> = BTreeMap::new();
        let mut inside: Vec<BTreeMap<SymbolId, usize>> = Vec::new();
        p.units[unit].walk(&body, &mut |id, s| {
            s.kind.exprs(&mut |e| count(e, &mut mentions));
            if let StmtKind::Declare(list) = &s.kind {
                // A C declaration is no use.
                let _ = list;
            }
            if let Some(own) = self.direction_loop(p, unit, id) {
                let mut here = BTreeMap::new();
                p.units[unit].walk(&own, &mut |_, s| s.kind.exprs(&mut |e| count(e, &mut here)));
                loops.push(own);
                inside.push(here);
            }
        });
        let mut chosen: BTreeSet<SymbolId> = BTreeSet::new();
        for (own, here) in loops.iter().zip(&inside) {
            for (&s, &n) in here {
                if mentions.get(&s) == Some(&n) && self.is_plain_local(p, unit, s) && self.set_first(p, unit, own, s) {
                    chosen.insert(s);
                }
            }
        }
        rewrite(p, unit, &body, &mut |n| {
            if let ExprKind::Index { base, .. } = &n.kind
                && let ExprKind::Var(s) = base.kind
                && chosen.contains(&s)
            {
                n.kind = ExprKind::Var(s);
            }
        });
        for s in chosen {
            self.derivatives.remove(&s);
            self.contracted.insert(s);
        }
    }

    /// A scalar local of this unit that keeps nothing from call to call.
    pub(super) fn is_plain_local(&self, p: &Program, unit: UnitId, s: SymbolId) -> bool {
        self.derivatives.contains(&s)
            && p.home(s) == Some(unit)
            && p.variable(s).is_some_and(|v| {
                v.is_unsaved_local() && !v.pointer && !v.allocatable && !v.target && matches!(v.ty, Type::Scalar(_))
            })
            && p.units[unit].children.is_empty()
            && !p.is_overlaid(s)
            && (!p.units[unit].language.points_by_address() || !has_address(p, unit, s))
    }

    /// Whether each turn of a loop sets a variable before it reads it.
    fn set_first(&self, p: &Program, unit: UnitId, body: &Block, s: SymbolId) -> bool {
        for &id in body {
            let stmt = &p.units[unit].stmts[id];
            if !p.units[unit].mentions(&[id], s) {
                continue;
            }
            return stmt.kind.as_assign().is_some_and(|(lhs, rhs)| lhs.root() == Some(s) && !rhs.mentions(s));
        }
        false
    }
}

/// Counts how often an expression mentions each variable.
pub(super) fn count(e: &Expr, into: &mut BTreeMap<SymbolId, usize>) {
    e.walk(&mut |n| {
        if let ExprKind::Var(s) = n.kind {
            *into.entry(s).or_default() += 1;
        }
    });
}
