//! C: which procedures are helpers, and which bodies can stand in the place of a call ([`super`] says when and why).

use std::collections::BTreeSet;

use super::{jumps, untyped};
use il::c_pointers::{is_in_global, points_to};
use il::calls::{is_new_memory, library_call};
use il::symbol::Storage;
use il::typing::type_of;

use il::{Expr, ExprKind, Program, StmtKind, SymbolId, Type, UnitId, Upper, Variable};

/// Whether a procedure is one, as far as its body says. (`grown`: what blocks that grow consist of.)
pub(super) fn is_helper(p: &Program, unit: UnitId, grown: &[Type]) -> bool {
    let u = &p.units[unit];
    let concerns = |ty: &Type| points_to(p, ty, &mut Vec::new(), &|to| p.is_differentiable(to) || grown.contains(to));
    if u.result().and_then(|r| p.symbol_type(r)).is_some_and(concerns)
        || untyped::makes(p, unit)
        || untyped::moves_bytes(p, unit)
    {
        return true;
    }
    let callers =
        |e: &Expr| e.root().and_then(|s| p.variable(s)).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)));
    // `solver_init(&s, f, &parameters)` notes where these are, and does nothing else.
    let mut sets_members_only = true;
    u.walk(&u.body, &mut |_, s| {
        let simple = match &s.kind {
            StmtKind::Assign { .. } | StmtKind::If(_) | StmtKind::Return(_) | StmtKind::Declare(_) => true,
            // It may check what it is given.
            StmtKind::Stop { .. } => true,
            StmtKind::Opaque { writes, .. } => writes.is_empty(),
            StmtKind::Call { callee, args, .. } => args.is_empty() && p.symbols[*callee].name == "abort",
            _ => false,
        };
        let mut calls = false;
        s.kind.exprs(&mut |e| e.walk(&mut |x| calls |= matches!(x.kind, ExprKind::Call { .. })));
        sets_members_only &= simple && !calls;
    });
    let makes = |rhs: &Expr| is_new_memory(p, rhs) || library_call(p, rhs) == Some("realloc");
    let is_global = |e: &Expr| is_in_global(p, e.uncast());
    let concerned = |e: &Expr| concerns(&type_of(p, e));
    // Locals that hold a pointer of the caller's, `filter *f = *handle`, and whether one holds memory that is new.
    let (mut holders, mut new): (BTreeSet<SymbolId>, bool) = (BTreeSet::new(), false);
    u.walk(&u.body, &mut |_, s| match &s.kind {
        StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, rhs } if callers(rhs) => {
            holders.insert(*s);
        }
        StmtKind::Assign { lhs, rhs } => new |= makes(rhs) && concerned(lhs),
        _ => {}
    });
    // The caller's, also by a local that holds it: `state *s = (state *)context;`.
    let held = |e: &Expr| callers(e) || e.root().is_some_and(|s| holders.contains(&s));
    let mut found = false;
    u.walk(&u.body, &mut |_, s| match &s.kind {
        StmtKind::Assign { lhs, rhs } if makes(rhs) && is_global(lhs) => found |= concerned(lhs),
        StmtKind::Assign { lhs, rhs } if !matches!(lhs.kind, ExprKind::Var(_)) && makes(rhs) && held(lhs) => {
            found |= concerned(lhs);
        }
        StmtKind::Assign { lhs, rhs } if !matches!(lhs.kind, ExprKind::Var(_)) && callers(lhs) => {
            let makes = new && !rhs.is_null_pointer();
            // `*out = a + n/2`, `row[i] = a + i*n`: where the caller's own memory is.
            let place = matches!(lhs.kind, ExprKind::Deref(_) | ExprKind::Index { .. })
                || sets_members_only && matches!(lhs.kind, ExprKind::Field { .. });
            let tells = place && !rhs.is_null_pointer();
            found |= (makes || tells) && concerned(lhs);
        }
        StmtKind::Call { callee, args, .. } if p.callee(*callee).is_none() && p.symbols[*callee].name == "free" => {
            found |= args.iter().any(|a| (held(&a.value) || is_global(&a.value)) && concerned(&a.value));
        }
        _ => {}
    });
    found
}

/// Whether the body, of which [`jumps`] can make one without labels, can be copied into another procedure.
pub(super) fn can_stand_elsewhere(p: &Program, unit: UnitId) -> bool {
    let Some(u) = jumps::resolved(&p.units[unit]) else { return false };
    let own = |s: SymbolId| p.home(s) == Some(unit);
    let mut fine = true;
    u.walk(&u.body, &mut |_, s| {
        match &s.kind {
            kind if is_assertion(kind) || is_message(kind) => {}
            // Text keeps the names that stand in it.
            StmtKind::Opaque { reads, writes, .. } => {
                let of_it = |e: &Expr| e.any(&mut |x| matches!(x.kind, ExprKind::Var(s) if own(s)));
                fine &= !reads.iter().chain(writes).any(of_it);
            }
            StmtKind::Declare(symbols) => {
                let can_be_copied = |v: &Variable| !v.saved || v.constant && v.init.is_some();
                fine &=
                    symbols.iter().all(|s| p.variable(*s).is_some_and(|v| can_be_copied(v) && has_fixed_size(&v.ty)));
            }
            StmtKind::ComputedGoto { .. } | StmtKind::Error(_) => fine = false,
            _ => {}
        }
        s.kind.exprs(&mut |e| e.walk(&mut |x| fine &= !matches!(&x.kind, ExprKind::Opaque { .. })));
    });
    fine
}

/// Whether a statement writes a text for people. One that names variables of the helper is left out of copies: text keeps the names that stand in it.
pub(super) fn is_message(kind: &StmtKind) -> bool {
    const WRITE: &[&str] = &["printf(", "fprintf(", "puts(", "fputs(", "perror("];
    matches!(kind, StmtKind::Opaque { text, writes, .. } if writes.is_empty() && WRITE.iter().any(|w| text.starts_with(w)))
}

/// What copies leave out: the original has checked it.
pub(super) fn is_assertion(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Opaque { text, writes, .. } if writes.is_empty() && text.starts_with("assert("))
}

/// Whether it is no array, or one whose extents are numbers.
fn has_fixed_size(ty: &Type) -> bool {
    match ty {
        Type::Array { elem, dims } => {
            dims.iter().all(|d| matches!(&d.upper, Upper::At(e) if e.as_int().is_some())) && has_fixed_size(elem)
        }
        _ => true,
    }
}
