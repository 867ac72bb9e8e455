//! `-module reuse`: procedures that a module keeps to itself, and that its derivatives call, stand a second time in the module of the derivatives. They
//! are text, of which there may be two copies; what they need of the module is asked as it is for the derivatives themselves. Only a pointer tells one copy
//! from the other.

use std::collections::BTreeSet;

use il::access::is_public;
use il::{Expr, ExprKind, Program, StmtKind, SymbolId, UnitId, UnitKind};

use super::World;

impl World<'_> {
    /// Copies such procedures as far as `children` of the module `copy` need them, directly or through each other, behind them.
    pub(super) fn copy_private_procedures(&mut self, module: UnitId, copy: UnitId, children: &mut Vec<UnitId>) {
        let maps = self.globals.clone();
        let scope = self.out.units[copy].scope;
        let mut looked = 0;
        while let Some(&child) = children.get(looked) {
            looked += 1;
            for s in self.all_body_symbols(child) {
                let Some(unit) = self.private_procedure(module, s) else { continue };
                let there = |c: &UnitId| self.out.units[*c].symbol == Some(s);
                if !children.iter().any(there) {
                    children.push(self.copy_unit(unit, Some(copy), scope, &maps, None));
                }
            }
        }
    }

    /// The body of a procedure that a module keeps to itself, and that is called by its name.
    pub(super) fn private_procedure(&self, module: UnitId, s: SymbolId) -> Option<UnitId> {
        let owner = &self.source.units[module];
        let own = self.source.symbols.contains(s) && self.source.symbols[s].scope == owner.scope;
        if owner.kind != UnitKind::Module || !own || is_public(self.plain, module, &self.source.symbols[s].name) {
            return None;
        }
        let unit = self.source.procedure(s)?.unit?;
        let u = &self.source.units[unit];
        let by_name = !self.is_said_by_operator(unit) && u.binding.as_ref().is_none_or(|b| !b.dispatches);
        (by_name && !u.is_interface && u.parent == Some(module)).then_some(unit)
    }

    /// Whether a procedure is that of a PRIVATE binding for an operator, by which it is called everywhere.
    pub(super) fn is_said_by_operator(&self, unit: UnitId) -> bool {
        let u = &self.source.units[unit];
        let generic = u.binding.as_ref().and_then(|b| {
            let record = self.source.symbol_type(*u.params.get(b.object)?)?.record()?;
            self.source.generic_of_binding(record, &b.name)
        });
        generic.is_some_and(|g| g.hidden && g.sign().is_some())
    }

    /// The symbols in the statements of a unit and of those inside it.
    fn all_body_symbols(&self, unit: UnitId) -> Vec<SymbolId> {
        let mut out = self.body_symbols(unit);
        for &c in &self.out.units[unit].children {
            out.extend(self.all_body_symbols(c));
        }
        out
    }

    /// The procedures that statements of a unit of the output lead pointers to, or compare them with.
    pub(super) fn pointed_at(&self, unit: UnitId) -> BTreeSet<SymbolId> {
        let mut out = BTreeSet::new();
        pointed_at(&self.out, unit, true, &mut out);
        out
    }

    /// Whether something of the original that is not made again leads pointers to a procedure: initial values, and procedures that derivatives may call as
    /// they are.
    pub(super) fn is_pointed_at_outside(&self, s: SymbolId) -> bool {
        let p = self.source;
        let leads = |e: &Expr| matches!(e.kind, ExprKind::Var(to) if to == s);
        let initial = p.records.iter().flat_map(|(_, r)| &r.fields).filter_map(|f| f.init.as_ref());
        let variables = p.symbols.iter().filter_map(|(id, _)| p.variable(id)?.init.as_ref());
        initial.chain(variables).any(leads)
            || p.units.ids().filter(|u| !self.is_only_a_head(*u)).any(|u| {
                let mut out = BTreeSet::new();
                pointed_at(p, u, false, &mut out);
                out.contains(&s)
            })
    }
}

/// The procedures that statements of a unit lead pointers to; with `compared`, those that it asks about too.
fn pointed_at(p: &Program, unit: UnitId, compared: bool, out: &mut BTreeSet<SymbolId>) {
    let mut note = |e: &Expr| {
        if let ExprKind::Var(s) = e.kind {
            out.extend(p.procedure(s).map(|_| s));
        }
    };
    let u = &p.units[unit];
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::PointerAssign { rhs, .. } = &s.kind {
            note(rhs);
        }
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| match &x.kind {
                ExprKind::Structure { args, .. } => args.iter().for_each(|a| note(&a.value)),
                ExprKind::Intrinsic(f, args) if compared && f.name() == "associated" => {
                    args.iter().for_each(|a| note(&a.value));
                }
                _ => {}
            });
        });
    });
}
