//! Fortran pointers that a call associates, and pointers that a function gives: their derivatives would have to go along.
//! In C the latter too.
//!
//! Inside one procedure they do ([`crate::adjoint`], [`crate::tangent`]). Across a call they follow where the derivative of the callee is called,
//! which sets the derivative pointers too: its tangent, or in an adjoint the forward half of split mode ([`analysis::allocation`]).

use std::collections::BTreeSet;

use analysis::allocation::{calls, moves_pointers};
use il::c_pointers::points_to_reals;
use il::stmt::associated;
use il::typing::type_of;
use il::zones::{Zone, language_of};
use il::{Diagnostic, Expr, ExprKind, Program, Stmt, StmtId, StmtKind, Storage, SymbolId, Unit, UnitId};

use crate::facts::Facts;
use crate::request::Mode;

/// The errors for all differentiated units.
pub fn check(p: &Program, facts: &Facts, mode: Mode) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let (movers, strangers) = (movers(p, false), movers(p, true));
    for unit in facts.analysis.calls().reached(facts.differentiated()) {
        out.extend(given_by_functions(p, unit));
    }
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        if u.language.points_by_address() {
            u.walk(&u.body, &mut |_, stmt| out.extend(given(p, facts, u, stmt)));
            continue;
        }
        u.walk(&u.body, &mut |id, stmt| {
            if let StmtKind::Assign { lhs, rhs } = &stmt.kind
                && p.returns_polymorphic(rhs)
                && facts.has_storage(p, lhs)
            {
                let what = "a function decides the dynamic type of an object with a derivative, and could not become a subroutine";
                let note = "call it in statements `object = f(...)` of procedures that do not pass it on, or write a subroutine";
                out.push(Diagnostic::error("RT0418", stmt.span, what).note(note));
            }
            if let Some((lhs, rhs)) = stmt.kind.as_assign()
                && let ExprKind::Call { callee, .. } = rhs.kind
                && facts.has_storage(p, lhs)
                && !facts.call_is_active(p, unit, id, callee)
                && p.callee(callee).is_some_and(|c| gives_pointers(p, c))
            {
                let callee = &p.symbols[callee].name;
                let what = format!("the pointers of a structure come from `{callee}`, and those of its derivative would have to follow");
                let note = "associate them in the procedure that makes this call, or in a subroutine";
                out.push(Diagnostic::error("RT0418", stmt.span, what).note(note));
            }
            for (callee, _) in calls(&stmt.kind) {
                if !p.callee(callee).is_some_and(|c| movers.contains(&c)) {
                    continue;
                }
                // What a callee allocates by another name, or has by one, is not known to a backward sweep here to be what the pointer leads to.
                let strange = mode == Mode::Adjoint && p.callee(callee).is_some_and(|c| strangers.contains(&c));
                let follows = !strange && facts.call_is_active(p, unit, id, callee);
                if let (false, Some(name)) = (follows, moved(p, facts, unit, id)) {
                    let callee = &p.symbols[callee].name;
                    let what =
                        format!("`{callee}` may associate `{name}`, which has a derivative that would have to follow");
                    let note = "associate the pointer in the procedure that makes this call";
                    out.push(Diagnostic::error("RT0418", stmt.span, what).note(note));
                }
            }
        });
    }
    out
}

/// The errors for pointers that a Fortran procedure associates with what functions give that are none of [`crate::prepare::by_argument`], and computes with:
/// no analysis knows where they lead, so that what it does with them looks passive.
fn given_by_functions(p: &Program, unit: UnitId) -> Vec<Diagnostic> {
    let u = &p.units[unit];
    let mut out = Vec::new();
    let computes_with = |s: SymbolId| {
        let mut found = false;
        u.walk(&u.body, &mut |_, stmt| {
            let mut number =
                |x: &Expr| found |= x.root() == Some(s) && x.is_reference() && type_of(p, x).is_differentiable();
            stmt.kind.exprs(&mut |e| e.walk(&mut number));
        });
        found
    };
    u.walk(&u.body, &mut |_, stmt| {
        if let StmtKind::PointerAssign { lhs, rhs } = &stmt.kind
            && matches!(rhs.kind, ExprKind::Call { .. })
            && p.is_differentiable(&type_of(p, associated(lhs)))
            && associated(lhs).root().is_some_and(computes_with)
        {
            let what = "a pointer is associated with what a function gives: where it leads is not known";
            let note =
                "associate it in a statement of this procedure, or use a subroutine with the value as its argument";
            out.push(Diagnostic::error("RT0418", stmt.span, what).note(note));
        }
    });
    out
}

/// C: the error for a statement that takes over a pointer to reals from a function that could not be put in the place of its call
/// ([`crate::prepare::c_helpers`]): the derivative of the function does not say where the derivative of that memory is.
fn given(p: &Program, facts: &Facts, u: &Unit, stmt: &Stmt) -> Option<Diagnostic> {
    let result = || u.result().map(Expr::var);
    let (to, value) = match &stmt.kind {
        StmtKind::Assign { lhs, rhs } => (lhs.clone(), rhs),
        StmtKind::Return(Some(e)) => (result()?, e),
        _ => return None,
    };
    let mut found = None;
    value.walk(&mut |x| match x.kind {
        ExprKind::Call { callee, .. } if points_to_reals(p, &type_of(p, x)) => found = Some(callee),
        _ => {}
    });
    let callee = found?;
    p.callee(callee).filter(|c| !p.units[*c].is_interface)?;
    if !points_to_reals(p, &type_of(p, &to)) || !facts.has_storage(p, &to) {
        return None;
    }
    let what = format!(
        "the memory that `{}` gives has a derivative, and where that is cannot be known here",
        p.symbols[callee].name
    );
    let note = "write the function without recursion and jumps, returning at its end, so that it can be put in the place of its calls";
    Some(
        Diagnostic::error("RT0418", stmt.span, what)
            .note(note)
            .note("for callers in other files also without what is `static` in its own, and types that only this one knows")
            .note("or let the caller own the memory, and pass it as an argument"),
    )
}

/// C: the active calls that may give a pointer of the caller, which has a derivative, another value. The derivative goes along in the forward half of the
/// callee's adjoint, and nowhere else: such calls are made in split mode.
pub(crate) fn calls_in_c(p: &Program, facts: &Facts) -> BTreeSet<(UnitId, StmtId)> {
    let zones = facts.analysis.zones();
    let mut out = BTreeSet::new();
    for &unit in facts.differentiated().iter().filter(|u| p.units[**u].language.points_by_address()) {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            let active = |(c, _): &(SymbolId, &[il::Arg])| facts.call_is_active(p, unit, id, *c);
            if calls(&stmt.kind).iter().any(active) {
                let written = &facts.analysis.in_out_call(unit, id).written;
                let moved = written.iter().map(|z| zones.zone(z)).any(|z| z.address && facts.owns(z.symbol));
                out.extend(moved.then_some((unit, id)));
            }
        });
    }
    out
}

/// The Fortran procedures that make a pointer of their callers lead to what they allocate by another name, or to another argument, or give one in a structure.
pub(crate) fn makers(p: &Program) -> BTreeSet<UnitId> {
    let makes = |id: UnitId| {
        let (u, mut found) = (&p.units[id], false);
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::PointerAssign { lhs, rhs } = &s.kind {
                let lhs = associated(lhs);
                let strange = is_allocated_here(p, id, rhs) || is_in_plain_dummy(p, id, rhs);
                found |= !is_local(p, id, lhs) && strange && p.is_differentiable(&type_of(p, lhs));
            }
            if let StmtKind::Allocate { objects, .. } = &s.kind {
                let given =
                    |e: &Expr| e.root().is_some() && e.root() == u.result() && p.leads_through_pointer_component(e);
                found |= objects.iter().any(|o| given(&o.object) && p.is_differentiable(&type_of(p, &o.object)));
            }
        });
        found
    };
    p.units.ids().filter(|id| p.units[*id].language.describes_storage() && makes(*id)).collect()
}

/// Whether a function gives a structure whose pointers to numbers lead to what it has from elsewhere.
fn gives_pointers(p: &Program, unit: UnitId) -> bool {
    let (u, result) = (&p.units[unit], p.units[unit].result());
    u.any(&u.body, &mut |_, s| match &s.kind {
        StmtKind::Assign { lhs, rhs } => lhs.root() == result && rhs.is_reference() && moves_pointers(p, lhs),
        StmtKind::PointerAssign { lhs, rhs } => {
            let lhs = associated(lhs);
            lhs.root() == result
                && !rhs.is_null_pointer()
                && p.is_pointer_component(lhs)
                && p.is_differentiable(&type_of(p, lhs))
        }
        _ => false,
    })
}

/// Whether a target lies in a dummy that neither is a pointer nor holds any: the forward half of split mode does not get its derivative.
fn is_in_plain_dummy(p: &Program, unit: UnitId, target: &Expr) -> bool {
    let Some(s) = target.root().filter(|s| p.units[unit].params.contains(s)) else { return false };
    p.variable(s).is_some_and(|v| !v.pointer && !p.has_pointers(&v.ty))
}

/// Whether a pointer is a local that the procedure allocates.
fn is_allocated_here(p: &Program, unit: UnitId, pointer: &Expr) -> bool {
    let (u, mut found) = (&p.units[unit], false);
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Allocate { objects, .. } = &s.kind {
            found |= objects.iter().any(|o| o.object == *pointer);
        }
    });
    found && is_local(p, unit, pointer)
}

/// Procedures that may associate, by `=>`, pointers that they share with their callers. What is allocated or released is another matter
/// ([`analysis::allocation`]). `strange`: with something else than what another of these pointers leads to, as swapping time levels does.
fn movers(p: &Program, strange: bool) -> BTreeSet<UnitId> {
    let mut out: BTreeSet<UnitId> = BTreeSet::new();
    loop {
        let before = out.len();
        for (id, u) in p.units.iter().filter(|(_, u)| u.language.describes_storage()) {
            let mut moves = false;
            u.walk(&u.body, &mut |_, s| {
                if let StmtKind::PointerAssign { lhs, rhs } = &s.kind {
                    let null = matches!(&rhs.kind, ExprKind::Intrinsic(f, _) if f.name() == "null");
                    let known = strange && is_shared(p, id, rhs, 3);
                    moves |= !null && !known && !is_local(p, id, associated(lhs));
                }
                if let StmtKind::Assign { lhs, rhs } = &s.kind
                    && moves_pointers(p, lhs)
                {
                    let kept = lhs.root().and_then(|r| p.variable(r)).is_some_and(|v| v.storage == Storage::Result);
                    moves |= !kept && !is_local(p, id, lhs) && !(strange && is_shared(p, id, rhs, 3));
                }
                moves |= calls(&s.kind).iter().any(|(c, _)| p.callee(*c).is_some_and(|c| out.contains(&c)));
            });
            if moves {
                out.insert(id);
            }
        }
        if out.len() == before {
            return out;
        }
    }
}

/// Whether a reference is a pointer that a procedure shares with its callers, a part of what its callers know, or a local pointer that is only ever
/// associated with such, so that its target is one that they know. `depth` bounds the locals that are looked through.
fn is_shared(p: &Program, unit: UnitId, e: &Expr, depth: usize) -> bool {
    if is_known_outside(p, e) {
        return true;
    }
    match &e.kind {
        ExprKind::Index { base, .. } => is_shared(p, unit, base, depth),
        ExprKind::Field { record, field, .. } if p.records[*record].fields[*field].pointer => {
            let Some(root) = e.root() else { return false };
            let own = p.home(root) == Some(unit) && p.variable(root).is_some_and(|v| v.is_unsaved_local());
            !own || is_shared(p, unit, &Expr::var(root), depth)
        }
        ExprKind::Var(s) if !is_local(p, unit, e) => p.variable(*s).is_some_and(|v| v.pointer),
        ExprKind::Var(s) if depth > 0 && p.variable(*s).is_some_and(|v| v.pointer) => {
            let (u, mut shared) = (&p.units[unit], true);
            u.walk(&u.body, &mut |_, stmt| match &stmt.kind {
                StmtKind::PointerAssign { lhs, rhs } if associated(lhs) == e => {
                    shared &= is_shared(p, unit, rhs, depth - 1);
                }
                StmtKind::Allocate { objects, .. } => shared &= objects.iter().all(|o| o.object != *e),
                _ => shared &= !calls(&stmt.kind).iter().any(|(_, args)| args.iter().any(|a| a.value == *e)),
            });
            shared
        }
        // A structure that holds for a while what others have: `t = a; a = b; b = t`.
        ExprKind::Var(s) if depth > 0 && is_local(p, unit, e) => {
            let (u, mut shared) = (&p.units[unit], true);
            let inside = |x: &Expr| x.root() == Some(*s);
            u.walk(&u.body, &mut |_, stmt| match &stmt.kind {
                StmtKind::Assign { lhs, rhs } if inside(lhs) && moves_pointers(p, lhs) => {
                    shared &= lhs == e && is_shared(p, unit, rhs, depth - 1);
                }
                StmtKind::PointerAssign { lhs, .. } => shared &= !inside(associated(lhs)),
                StmtKind::Allocate { objects, .. } => shared &= !objects.iter().any(|o| inside(&o.object)),
                _ => shared &= !calls(&stmt.kind).iter().any(|(_, args)| args.iter().any(|a| inside(&a.value))),
            });
            shared
        }
        _ => false,
    }
}

/// Whether a reference names, without following a pointer, storage that callers know too: of a module, of a COMMON block, of a dummy.
fn is_known_outside(p: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(s) => p
            .variable(*s)
            .is_some_and(|v| !v.pointer && matches!(v.storage, Storage::Global | Storage::Common | Storage::Dummy(_))),
        ExprKind::Index { base, .. } => is_known_outside(p, base),
        ExprKind::Field { base, record, field } => {
            !p.records[*record].fields[*field].pointer && is_known_outside(p, base)
        }
        _ => false,
    }
}

/// Whether a pointer is itself a local of a procedure.
fn is_local(p: &Program, unit: UnitId, pointer: &Expr) -> bool {
    let ExprKind::Var(s) = pointer.kind else { return false };
    p.variable(s).is_some_and(|v| v.is_unsaved_local()) && p.home(s) == Some(unit)
}

/// A pointer with a derivative whose association a call may change.
fn moved(p: &Program, facts: &Facts, unit: UnitId, call: StmtId) -> Option<String> {
    let zones = facts.analysis.zones();
    let written: Vec<_> = facts.analysis.in_out_call(unit, call).written.iter().collect();
    let found = written.into_iter().map(|z| zones.zone(z)).find(|z| z.address && is_active(p, facts, z));
    found.map(|z| z.name.trim_end_matches("=>").to_string())
}

/// Whether an address is that of a Fortran POINTER with a derivative.
fn is_active(p: &Program, facts: &Facts, zone: &Zone) -> bool {
    if !language_of(p, zone.symbol).describes_storage() || !facts.owns(zone.symbol) {
        return false;
    }
    let Some(mut ty) = p.symbol_type(zone.symbol) else { return false };
    let mut pointer = p.variable(zone.symbol).is_some_and(|v| v.pointer);
    for &k in &zone.path {
        let Some(r) = ty.record() else { return false };
        if !facts.owns_field(r, k) {
            return false;
        }
        ty = &p.records[r].fields[k].ty;
        pointer = p.records[r].fields[k].pointer && !facts.is_owning(r, k);
    }
    pointer && p.is_differentiable(ty)
}
