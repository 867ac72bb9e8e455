//! Which calls may give another value later, for the same arguments: their procedures read variables that outlive them and that something changes, or what
//! pointers lead to.
//!
//! An adjoint reads the factors of a product again in its backward sweep: a call that stays in an expression would find what was changed in between.

use std::collections::BTreeSet;

use il::calls::CallGraph;
use il::typing::type_of;
use il::{ExprKind, Program, Storage, SymbolId, Type, UnitId};

/// The procedures that read such, themselves or by what they call.
pub(super) struct Readings(BTreeSet<UnitId>);

impl Readings {
    pub(super) fn of(p: &Program, calls: &CallGraph) -> Readings {
        let changed = changed_somewhere(p);
        Readings(calls.calling(p.units.ids().filter(|u| reads(p, *u, &changed))))
    }

    pub(super) fn call(&self, p: &Program, callee: SymbolId) -> bool {
        p.callee(callee).is_some_and(|u| self.0.contains(&u))
    }
}

/// Whether the statements of a unit read what outlives it and may change.
fn reads(p: &Program, unit: UnitId, changed: &BTreeSet<SymbolId>) -> bool {
    let (mut found, u) = (false, &p.units[unit]);
    u.walk(&u.body, &mut |_, s| {
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                found |= match &x.kind {
                    ExprKind::Var(s) => p.variable(*s).is_some_and(|v| {
                        let own = p.home(*s) == Some(unit) && !v.saved && v.storage != Storage::Common;
                        v.pointer || !own && (v.storage == Storage::Common || p.is_overlaid(*s) || changed.contains(s))
                    }),
                    ExprKind::Deref(_) => true,
                    ExprKind::Index { base, .. } if matches!(type_of(p, base), Type::Pointer { .. }) => true,
                    ExprKind::Field { .. } => p.is_pointer_component(x),
                    _ => false,
                };
            });
        });
    });
    found
}

/// The variables that statements of the program may change.
fn changed_somewhere(p: &Program) -> BTreeSet<SymbolId> {
    p.units.iter().flat_map(|(id, u)| il::stores::names(p, id, &u.body)).collect()
}
