//! Functions whose calls can be left out where nobody wants their values: they change nothing that outlives them, and nothing outside.

use std::collections::BTreeSet;

use il::decl::DeclKind;
use il::{Expr, ExprKind, Intent, Language, Program, StmtKind, Storage, SymbolId, UnitId, stores};

/// Whether all functions that an expression calls are such; `original` says which procedure of `p` a callee is.
pub fn calls_are_harmless(p: &Program, e: &Expr, original: &dyn Fn(SymbolId) -> Option<UnitId>) -> bool {
    let mut harmless = true;
    e.walk(&mut |x| {
        harmless &= match &x.kind {
            ExprKind::Call { callee, .. } => {
                original(*callee).is_some_and(|u| is_harmless(p, u, false, &mut BTreeSet::new()))
            }
            ExprKind::Opaque { .. } => false,
            _ => true,
        }
    });
    harmless
}

fn unit_of(p: &Program, callee: SymbolId) -> Option<UnitId> {
    p.procedure(callee)?.unit
}

/// Whether a procedure changes nothing but its own variables, and where the caller has given it such of its own (`dummies`), these.
fn is_harmless(p: &Program, unit: UnitId, dummies: bool, seen: &mut BTreeSet<(UnitId, bool)>) -> bool {
    let u = &p.units[unit];
    if u.is_pure() && (dummies || u.params.iter().all(|d| is_only_read(p, *d))) {
        return true;
    }
    // What is in the middle of being looked at decides nothing.
    if !seen.insert((unit, dummies)) {
        return true;
    }
    let overlaid = u.decls.iter().any(|d| matches!(d.kind, DeclKind::Equivalence(_)));
    if u.is_interface || u.has_errors || u.language != Language::Fortran || u.body.is_empty() || overlaid {
        return false;
    }
    let own = |e: &Expr| is_own(p, unit, e, dummies);
    let mut harmless = true;
    u.walk(&u.body, &mut |_, s| {
        if !harmless {
            return;
        }
        harmless = match &s.kind {
            StmtKind::Call { callee, .. } => unit_of(p, *callee).is_some_and(|c| is_harmless(p, c, true, seen)),
            StmtKind::Assign { .. }
            | StmtKind::Do(_)
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::If(_)
            | il::uncounted!()
            | StmtKind::Select { .. }
            | il::jump!()
            | StmtKind::Return(_)
            | StmtKind::Nop
            | StmtKind::Where { .. }
            | StmtKind::Forall { .. } => true,
            // Pointers, the world outside, the end of the program, labels in variables.
            StmtKind::PointerAssign { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Opaque { .. }
            | StmtKind::Stop { .. }
            | il::labels!()
            | StmtKind::Scope { .. }
            | StmtKind::Declare(_)
            | StmtKind::Error(_)
            | il::tape!() => false,
        };
        stores::each(p, unit, &s.kind, &mut |store| harmless &= store.reference().is_some_and(|e| own(&e)));
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| match &x.kind {
                ExprKind::Call { callee, .. } => {
                    harmless &= unit_of(p, *callee).is_some_and(|called| is_harmless(p, called, false, seen));
                }
                ExprKind::Opaque { .. } => harmless = false,
                _ => {}
            });
        });
    });
    harmless
}

/// Whether a dummy argument is declared to be read only.
fn is_only_read(p: &Program, dummy: SymbolId) -> bool {
    p.variable(dummy).is_some_and(|v| (v.intent == Some(Intent::In) || v.by_value) && !v.pointer)
}

/// Whether a place is part of a variable that is gone with the procedure, or of its value, or of an argument that may be changed.
fn is_own(p: &Program, unit: UnitId, e: &Expr, dummies: bool) -> bool {
    let mut led = false;
    e.walk(&mut |x| {
        led |= match &x.kind {
            ExprKind::Field { record, field, .. } => p.records[*record].fields[*field].pointer,
            ExprKind::Deref(_) => true,
            _ => false,
        }
    });
    let variable = e.root().filter(|s| p.home(*s) == Some(unit)).and_then(|s| p.variable(s));
    !led && variable.is_some_and(|v| {
        !v.pointer
            && !v.saved
            && match v.storage {
                Storage::Local | Storage::Result => true,
                Storage::Dummy(_) => dummies || v.by_value,
                _ => false,
            }
    })
}
