//! Pure functions whose tangents must be pure.
//!
//! The tangent of a function returns the derivative and has the value as an argument, which a pure function must not set (F2018 15.7). Where the
//! original is called by a pure procedure or in DO CONCURRENT, its tangent is a pure subroutine instead. A function that other procedures may stand
//! in for, as a dummy or by dynamic dispatch, keeps the form that its relatives have.

use std::collections::BTreeSet;

use il::{ExprKind, Prefix, Program, StmtKind, Unit, UnitId};

use crate::facts::{Facts, callees, callees_in};

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
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Var(s) = x.kind {
                        named.extend(p.callee(s));
                    }
                });
            });
        });
    }
    let stands_alone = |u: &Unit| {
        let words = |text: &String| {
            text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w.eq_ignore_ascii_case(&u.name))
        };
        !u.is_interface && !p.records.iter().any(|(_, r)| r.trailing_text.iter().any(words))
    };
    let pure = |unit: &UnitId| p.units[*unit].has_prefix(&Prefix::Pure) && stands_alone(&p.units[*unit]);
    called.into_iter().filter(|u| !named.contains(u) && pure(u)).collect()
}
