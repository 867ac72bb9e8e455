//! Passive memory that procedures give their caller or release for him: neighbour lists, indices of sparse matrices.
//!
//! `make_list(&s)` stands in `s.list` beside the reals in `s`, so that the call is differentiated, and its adjoint would release what the caller's still
//! reads; `make_list(n, &list)` gives a pointer what the caller releases. Where nothing in the program releases such memory, all stays as it is.

use std::collections::BTreeSet;

use il::calls::is_new_memory;
use il::symbol::Storage;
use il::typing::type_of;
use il::{Expr, ExprKind, Program, RecordId, StmtKind, Type, UnitId};

use analysis::c_memory::freed;
use il::c_pointers::points_to_reals;

/// Where pointers to such memory stand.
#[derive(PartialEq)]
enum Place {
    /// In a member of structures.
    Member(RecordId, usize),
    /// In a pointer of this type whose address is passed.
    Pointer(Type),
}

/// The places that one procedure gives memory and one releases it in.
#[derive(Default)]
pub(super) struct Shared(Vec<Place>);

impl Shared {
    /// Of a program.
    pub(super) fn of(p: &Program) -> Shared {
        let reached = reached(p);
        let (mut made, mut released) = (Vec::new(), Vec::new());
        for (_, u) in p.units.iter() {
            u.walk(&u.body, &mut |_, s| {
                made.extend(gives(p, &s.kind).and_then(|e| place(p, e)));
                released.extend(freed(p, &s.kind).map(Expr::uncast).and_then(|e| match &e.kind {
                    ExprKind::Var(_) => Some(Place::Pointer(type_of(p, e))),
                    _ => place(p, e),
                }));
            });
        }
        let counts = |place: &Place| match place {
            Place::Member(r, field) => reached.contains(r) && !points_to_reals(p, &p.records[*r].fields[*field].ty),
            Place::Pointer(ty) => !points_to_reals(p, ty),
        };
        made.retain(|place| counts(place) && released.contains(place));
        Shared(made)
    }

    /// Whether a procedure gives its caller memory in such a place, or releases it.
    pub(super) fn concerns(&self, p: &Program, unit: UnitId) -> bool {
        let u = &p.units[unit];
        let mut found = false;
        u.walk(&u.body, &mut |_, s| {
            let pointer =
                gives(p, &s.kind).or_else(|| freed(p, &s.kind).map(Expr::uncast).filter(|e| is_callers(p, e)));
            found |= pointer.and_then(|e| place(p, e)).is_some_and(|place| self.0.contains(&place));
        });
        found
    }
}

/// Whether all calls of a helper in a procedure are given what is local there.
pub(super) fn is_given_locals(p: &Program, unit: UnitId, helper: UnitId) -> bool {
    let u = &p.units[unit];
    let is_local =
        |e: &Expr| e.uncast().object().root().and_then(|s| p.variable(s)).is_none_or(|v| v.is_unsaved_local());
    let mut fine = true;
    u.walk(&u.body, &mut |_, s| {
        s.kind.each_call(&mut |callee, args| {
            let concerned =
                |e: &Expr| p.holds_pointers(&type_of(p, e)) || matches!(e.uncast().kind, ExprKind::Address(_));
            fine &= p.callee(callee) != Some(helper) || args.iter().all(|a| !concerned(&a.value) || is_local(&a.value));
        });
    });
    fine
}

/// The pointer of the caller's that a statement leads to new memory.
fn gives<'e>(p: &Program, kind: &'e StmtKind) -> Option<&'e Expr> {
    kind.as_assign().filter(|(lhs, rhs)| is_new_memory(p, rhs) && is_callers(p, lhs)).map(|(lhs, _)| lhs)
}

/// Whether a parameter leads to a pointer.
fn is_callers(p: &Program, e: &Expr) -> bool {
    let dummy = e.root().and_then(|s| p.variable(s)).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)));
    dummy && !matches!(e.kind, ExprKind::Var(_))
}

fn place(p: &Program, e: &Expr) -> Option<Place> {
    match &e.kind {
        ExprKind::Field { record, field, .. } => Some(Place::Member(*record, *field)),
        ExprKind::Deref(_) | ExprKind::Index { .. } => Some(Place::Pointer(type_of(p, e))),
        _ => None,
    }
}

/// The structures that lead to reals, and those found in them or behind their pointers.
fn reached(p: &Program) -> BTreeSet<RecordId> {
    let leads = |r: &RecordId| p.is_differentiable(&Type::Record(*r)) || points_to_reals(p, &Type::Record(*r));
    let mut todo: Vec<RecordId> = p.records.ids().filter(leads).collect();
    let mut seen = BTreeSet::new();
    while let Some(r) = todo.pop() {
        if seen.insert(r) {
            todo.extend(p.records[r].fields.iter().filter_map(|f| behind(&f.ty)));
        }
    }
    seen
}

/// The structure at the end of pointers and arrays.
fn behind(ty: &Type) -> Option<RecordId> {
    match ty {
        Type::Pointer { to, .. } => behind(to),
        Type::Array { elem, .. } => behind(elem),
        Type::Record(r) => Some(*r),
        _ => None,
    }
}
