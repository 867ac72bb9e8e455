//! Pure functions whose tangents must be pure.
//!
//! The tangent of a function returns the derivative and has the value as an argument, which a pure function must not set (F2018 15.7). Where the
//! original is called by a pure procedure or in DO CONCURRENT, its tangent is a pure subroutine instead. A function that other procedures may stand
//! in for as a dummy keeps the form that its relatives have; those that dynamic dispatch and procedure pointers choose are called by their own names.

use std::collections::BTreeSet;

use il::calls::{callees, callees_in};
use il::{ExprKind, Prefix, Program, StmtKind, UnitId};

use crate::facts::Facts;

/// The functions whose tangents are pure subroutines.
pub(crate) fn find(p: &Program, facts: &Facts) -> BTreeSet<UnitId> {
    let (mut called, mut named) = (BTreeSet::new(), BTreeSet::new());
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        if u.is_pure() {
            called.extend(callees(p, unit));
        }
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Forall { concurrent: true, body, .. } = &s.kind {
                called.extend(callees_in(p, unit, body));
            }
            // What a pointer leads to is called by its own name.
            s.kind.each_call(&mut |_, args| {
                let given = args.iter().filter_map(|a| match a.value.kind {
                    ExprKind::Var(s) => p.callee(s),
                    _ => None,
                });
                named.extend(given);
            });
        });
    }
    let pure = |unit: &UnitId| p.units[*unit].has_prefix(&Prefix::Pure) && !p.units[*unit].is_interface;
    called.into_iter().filter(|u| !named.contains(u) && pure(u)).collect()
}
