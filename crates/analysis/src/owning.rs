//! Pointer components that own what they point to: programs from before allocatable components (Fortran 90) allocate them, release them and never
//! associate them with anything else. Their derivatives can be allocated as those of allocatable components are.

use std::collections::BTreeSet;

use il::stmt::associated;
use il::typing::type_of;
use il::{Expr, ExprKind, Field, Id, Program, RecordId, StmtKind};

use crate::allocation::{calls, dummies};

/// The components of Fortran structures, by record and position, that are pointers and own their targets in `p`.
pub fn components(p: &Program) -> BTreeSet<(RecordId, usize)> {
    let mut owning: BTreeSet<(RecordId, usize)> = BTreeSet::new();
    let reach = reach(p);
    for (r, record) in p.records.iter() {
        // Lists and trees have no end to be allocated to.
        let leads_back = |f: &Field| f.ty.element().record().is_some_and(|inner| reach[inner.index()].contains(&r));
        // Without an initial status nothing tells whether it is associated.
        let known = record.fields.iter().enumerate().filter(|(_, f)| f.pointer && f.init.is_some() && !leads_back(f));
        owning.extend(known.map(|(k, _)| (r, k)));
    }
    if owning.is_empty() {
        return owning;
    }
    for (_, u) in p.units.iter() {
        u.walk(&u.body, &mut |_, stmt| {
            match &stmt.kind {
                StmtKind::PointerAssign { lhs, rhs }
                    if !Expr::is_null_pointer(rhs)
                    // The derivative of what another component leads to must be there when that is associated.
                    && named(associated(lhs)).map(|f| owning.remove(&f)).is_some() =>
                {
                    rhs.spine().filter_map(named).for_each(|f| {
                        owning.remove(&f);
                    });
                }
                // The copy of a structure shares its targets.
                StmtKind::Assign { lhs, .. } => {
                    if let Some(r) = type_of(p, lhs).record() {
                        share(p, r, &mut owning);
                    }
                }
                StmtKind::Allocate { options, .. } => {
                    let copied = options.iter().filter(|o| o.is_named("source"));
                    copied.filter_map(|o| type_of(p, &o.value).record()).for_each(|r| share(p, r, &mut owning));
                }
                _ => {}
            }
            for (callee, args) in calls(&stmt.kind) {
                for (dummy, actual) in dummies(p, callee, args) {
                    if dummy.and_then(|d| p.variable(d)).is_none_or(|v| v.pointer) {
                        named(actual).map(|f| owning.remove(&f));
                    }
                }
            }
        });
    }
    owning
}

fn named(e: &Expr) -> Option<(RecordId, usize)> {
    match e.kind {
        ExprKind::Field { record, field, .. } => Some((record, field)),
        _ => None,
    }
}

/// By record: the types of the structures that may be found in one, behind pointers too, and its own.
fn reach(p: &Program) -> Vec<BTreeSet<RecordId>> {
    let below = |r: &RecordId| p.records[*r].fields.iter().filter_map(|f| f.ty.element().record());
    let all = |from: RecordId| {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![from]);
        while let Some(r) = todo.pop() {
            if seen.insert(r) {
                todo.extend(below(&r));
            }
        }
        seen
    };
    p.records.ids().map(all).collect()
}

/// Takes out the pointers of a structure, and of those in it.
fn share(p: &Program, r: RecordId, owning: &mut BTreeSet<(RecordId, usize)>) {
    let mut seen = vec![r];
    let mut next = 0;
    while let Some(&r) = seen.get(next) {
        next += 1;
        for (k, f) in p.records[r].fields.iter().enumerate() {
            owning.remove(&(r, k));
            let inner = f.ty.element().record().filter(|_| !f.pointer && !f.allocatable);
            seen.extend(inner.filter(|i| !seen.contains(i)));
        }
    }
}
