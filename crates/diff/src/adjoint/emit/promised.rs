//! The planner says what the adjoint of a statement reads before it is written; here it is held to that, where a request asks
//! for checks of ourselves.
//!
//! What an adjoint reads beyond it was neither kept nor computed: a wrong derivative, or one out of bounds. `plan/uses` mirrors `emit/expr`; where the
//! two part, this tells.

use std::collections::{BTreeMap, BTreeSet};

use il::intrinsics::Class;
use il::typing::is_elementwise;
use il::{Block, Expr, ExprKind, Id, StmtId, StmtKind, Subscript, SymbolId};

use crate::adjoint::emit::{Emit, Side};
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::uses;

impl Emit<'_, '_> {
    /// The names of the variables of the original that the adjoint of a statement reads, although the planner does not say so and the unit changes them.
    pub(crate) fn reads_beyond_plan(&self, stmt: StmtId, back: &Block) -> Vec<&str> {
        let p = self.world.source;
        let shell = self.shell(Side::Back);
        let originals: BTreeMap<SymbolId, SymbolId> = shell.maps.symbols.iter().map(|(o, c)| (*c, *o)).collect();
        let original = |s: SymbolId| {
            let is_own = s.index() < p.symbols.len() && shell.maps.symbol(s) == s;
            originals.get(&s).copied().or(is_own.then_some(s))
        };
        let mut found = BTreeSet::new();
        self.world.out.units[shell.unit].walk(back, &mut |_, s| match &s.kind {
            StmtKind::Assign { lhs, rhs } => {
                lhs.children(&mut |x| values(x, &mut found));
                values(rhs, &mut found);
            }
            kind => kind.exprs(&mut |e| values(e, &mut found)),
        });
        let mut promised = self.access.with_inputs(&uses::of(self.world, self.access, self.unit, stmt));
        promised.union(&uses::left(self.world, self.access, self.unit, stmt).unwrap_or_default());
        let meets = |s: SymbolId, set: &Set| self.access.zones.of_symbol(s).iter().any(|z| set.has(*z));
        let mut beyond: Vec<SymbolId> = found.into_iter().filter_map(original).collect();
        beyond.retain(|s| p.variable(*s).is_some() && !meets(*s, &promised));
        if !beyond.is_empty() {
            let mut all = Vec::new();
            p.units[self.unit].walk(&p.units[self.unit].body, &mut |id, _| all.push(id));
            let written = self.access.writes(self.unit, all);
            beyond.retain(|s| meets(*s, &written));
        }
        beyond.iter().map(|s| p.symbols[*s].name.as_str()).collect()
    }
}

/// The variables of which an expression takes values: not what is only asked for its shape.
fn values(e: &Expr, out: &mut BTreeSet<SymbolId>) {
    match &e.kind {
        ExprKind::Var(s) => {
            out.insert(*s);
        }
        ExprKind::Intrinsic(f, args) if f.info().class == Class::Inquiry => {
            args.iter().for_each(|a| shape_values(&a.value, out));
        }
        _ => e.children(&mut |x| values(x, out)),
    }
}

/// Those that the shape of an expression is made of.
fn shape_values(e: &Expr, out: &mut BTreeSet<SymbolId>) {
    match &e.kind {
        ExprKind::Intrinsic(f, args) if f.name() == "spread" => {
            args.first().into_iter().for_each(|a| shape_values(&a.value, out));
            args.iter().skip(1).for_each(|a| values(&a.value, out));
        }
        ExprKind::Intrinsic(f, args) if matches!(f.name(), "cshift" | "eoshift" | "transpose") => {
            args.first().into_iter().for_each(|a| shape_values(&a.value, out));
        }
        _ if e.is_reference() => {
            for part in e.spine() {
                if let ExprKind::Index { subs, .. } = &part.kind {
                    subs.iter().flat_map(Subscript::parts).for_each(|x| values(x, out));
                }
            }
        }
        _ if is_elementwise(e) => e.children(&mut |x| shape_values(x, out)),
        _ => values(e, out),
    }
}
