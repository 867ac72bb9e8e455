//! What INTENT(OUT) does to a dummy with allocatable parts, or with real components that begin with values, is written down: they are released, and components get their default initial values
//! (F2018 9.7.3.2, 7.5.4.6). Derivatives have to follow, and a backward sweep has to undo it. Where every call passes a fresh local there is
//! nothing to do.

use std::collections::BTreeSet;

use analysis::allocation::{calls, dummies, has_allocatable_storage};
use il::{Block, Expr, ExprKind, Intent, Language, Program, RecordId, StmtId, StmtKind, SymbolId, Type, Unit, UnitId};

use crate::prepare::intents;

use super::beginnings::{begin, when};

/// Does so in all procedures of `p`.
pub(super) fn write_down(p: &mut Program) {
    let units: Vec<UnitId> =
        p.units.ids().filter(|u| p.units[*u].is_procedure() && p.units[*u].language == Language::Fortran).collect();
    for unit in units {
        let released = |s: &SymbolId| {
            // A pointer only loses its association (F2018 8.5.10): what it leads to stays as it is.
            p.variable(*s).is_some_and(|v| v.intent == Some(Intent::Out) && !v.pointer)
                && (has_allocatable_storage(p, *s) || begins_with_reals(p, *s))
                && (is_passed_used(p, *s) || begins_with_reals(p, *s) && is_looked_at(&p.units[unit], *s))
        };
        let found: Vec<SymbolId> = p.units[unit].params.clone().into_iter().filter(released).collect();
        if found.is_empty() || p.units[unit].is_interface {
            continue;
        }
        let mut first = Block::new();
        for &s in &found {
            let optional = p.variable(s).is_some_and(|v| v.optional);
            let allocatable = p.variable(s).is_some_and(|v| v.allocatable);
            let mut block = Block::new();
            begin(p, unit, Expr::var(s), allocatable, &mut block);
            match optional {
                true => first.push(when(p, unit, Expr::intrinsic("present", vec![Expr::var(s)]), block)),
                false => first.append(&mut block),
            }
        }
        let body = std::mem::take(&mut p.units[unit].body);
        p.units[unit].body = first.into_iter().chain(body).collect();
        intents::out_to_inout(p, unit, &found);
    }
}

/// The internal procedures that release an argument because it is INTENT(OUT).
pub(crate) fn releasing_for_hosts(p: &Program) -> BTreeSet<UnitId> {
    let releases = |s: &SymbolId| {
        p.variable(*s).is_some_and(|v| v.intent == Some(Intent::Out) && !v.pointer)
            && has_allocatable_storage(p, *s)
            && is_passed_used(p, *s)
    };
    let inner = |u: &UnitId| p.host_procedure(*u).is_some() && p.units[*u].params.iter().any(releases);
    p.units.ids().filter(inner).collect()
}

/// Whether a dummy is a structure, of just its declared type, with real components that get default initial values: what they held before has no
/// adjoint.
fn begins_with_reals(p: &Program, s: SymbolId) -> bool {
    fn inside(p: &Program, r: RecordId) -> bool {
        // What other types of its family have is not in it.
        let mut own = p.shown(r).into_iter().map(|k| &p.records[r].fields[k]).filter(|f| !f.pointer && !f.allocatable);
        own.any(|f| match f.ty.element() {
            Type::Record(inner) => inside(p, *inner),
            ty => f.init.is_some() && ty.is_differentiable(),
        })
    }
    let Some(v) = p.variable(s) else { return false };
    !v.polymorphic && v.ty.element().record().is_some_and(|r| inside(p, r))
}

/// Whether a statement may do more with a dummy than assign parts of it.
fn is_looked_at(u: &Unit, dummy: SymbolId) -> bool {
    let mut looked = false;
    u.walk(&u.body, &mut |_, s| match &s.kind {
        StmtKind::Assign { lhs, rhs } => {
            let mut mentioned = 0;
            lhs.walk(&mut |x| mentioned += usize::from(x.kind == ExprKind::Var(dummy)));
            looked |= rhs.mentions(dummy) || mentioned > usize::from(lhs.root() == Some(dummy));
        }
        kind => kind.exprs(&mut |e| looked |= e.mentions(dummy)),
    });
    looked
}

/// Whether some call passes what may be allocated for this dummy.
fn is_passed_used(p: &Program, dummy: SymbolId) -> bool {
    let mut used = false;
    for (_, u) in p.units.iter() {
        u.walk(&u.body, &mut |id, stmt| {
            for (callee, args) in calls(&stmt.kind) {
                for (_, actual) in dummies(p, callee, args).into_iter().filter(|(d, _)| *d == Some(dummy)) {
                    used |= !is_fresh(p, u, id, actual);
                }
            }
        });
    }
    used
}

/// Whether nothing before a statement of the outermost level mentions the local that is passed.
fn is_fresh(p: &Program, u: &Unit, stmt: StmtId, actual: &Expr) -> bool {
    let (Some(root), Some(at)) = (actual.root(), u.body.iter().position(|id| *id == stmt)) else { return false };
    let local = p.variable(root).is_some_and(|v| v.is_unsaved_local() && !v.pointer);
    let labels = u.body[..=at].iter().any(|s| u.stmts[*s].label.is_some());
    local && !u.mentions(&u.body[..at], root) && !labels
}
