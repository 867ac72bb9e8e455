//! Local pointers that both halves of a procedure in split mode associate alike: other names for parts of what outlives the call.

use il::stmt::associated;
use il::{Expr, ExprKind, Intent, Program, StmtKind, Storage, Subscript, SymbolId, UnitId};

use crate::allocation::{calls, dummies};

/// Whether a pointer is associated once, outside of all constructs, with a part of an argument or of a variable of a module or COMMON block that is the same
/// part when the procedure returns.
pub fn stay(p: &Program, unit: UnitId, pointer: SymbolId) -> bool {
    let u = &p.units[unit];
    let is_it = |e: &Expr| matches!(e.kind, ExprKind::Var(s) if s == pointer);
    let (mut target, mut fine) = (None, true);
    u.walk(&u.body, &mut |id, s| match &s.kind {
        StmtKind::PointerAssign { lhs, rhs } if is_it(associated(lhs)) => {
            fine &= is_it(lhs) && target.is_none() && u.body.contains(&id);
            target = Some(rhs.clone());
        }
        // Others that lead to the same place know of it when they are made.
        StmtKind::PointerAssign { rhs, .. } => fine &= rhs.root() != Some(pointer),
        StmtKind::Allocate { objects, .. } => fine &= !objects.iter().any(|o| o.object.root() == Some(pointer)),
        StmtKind::Nullify(objects) | StmtKind::Deallocate { objects, .. } => {
            fine &= !objects.iter().any(|o| o.root() == Some(pointer));
        }
        kind => {
            for (callee, args) in calls(kind) {
                for (dummy, actual) in dummies(p, callee, args) {
                    let moves = dummy.and_then(|d| p.variable(d)).is_none_or(|v| v.pointer);
                    fine &= !moves || actual.root() != Some(pointer);
                }
            }
        }
    });
    fine && target.is_some_and(|t| outlives(p, unit, &t))
}

/// Whether a part of a variable is there, and the same, as long as the caller's variables are.
fn outlives(p: &Program, unit: UnitId, target: &Expr) -> bool {
    let Some(v) = target.root().and_then(|s| p.variable(s)) else { return false };
    let (mut fine, mut moves) = (target.is_reference() && !v.pointer, v.allocatable);
    for e in target.spine() {
        match &e.kind {
            ExprKind::Field { record, field, .. } => {
                let f = &p.records[*record].fields[*field];
                fine &= !f.pointer;
                moves |= f.allocatable;
            }
            ExprKind::Index { subs, .. } => {
                let bounds = subs.iter().flat_map(|s| match s {
                    Subscript::At(e) => vec![e],
                    Subscript::Range { lo, hi, step } => [lo, hi, step].into_iter().flatten().collect(),
                });
                bounds.for_each(|e| fine &= is_steady(p, unit, e));
            }
            ExprKind::Var(_) => {}
            _ => fine = false,
        }
    }
    let given = v.intent == Some(Intent::In);
    let lasts = match v.storage {
        Storage::Dummy(_) => !v.optional && !v.by_value,
        Storage::Global | Storage::Common => true,
        _ => false,
    };
    fine && lasts && (!moves || given)
}

/// Whether an expression has one value all along: it is made of numbers, constants and arguments that are only read.
fn is_steady(p: &Program, unit: UnitId, e: &Expr) -> bool {
    let mut steady = true;
    e.walk(&mut |x| match &x.kind {
        ExprKind::Var(s) => {
            let read = |v: &il::Variable| {
                matches!(v.storage, Storage::Dummy(_)) && v.intent == Some(Intent::In) && p.home(*s) == Some(unit)
            };
            steady &= p.variable(*s).is_none_or(read);
        }
        ExprKind::Integer { .. } | ExprKind::Binary(..) | ExprKind::Unary(..) => {}
        _ => steady = false,
    });
    steady
}
