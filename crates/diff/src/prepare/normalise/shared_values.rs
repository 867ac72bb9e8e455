//! C: arguments by value whose place the callee may change by another way: `push(&s, s.a[0])`, `step(total)` where `step` adds to `total`.
//!
//! The callee has a copy. Its adjoint, though, is given the address of the adjoint of the place, which it would clear and add to by two names.
//! The copy gets a name, `arg1 = s.a[0]`, and with it an adjoint of its own.
//!
//! So does what is no number where its own address goes along, `insert(root, x, &root)`, `pick(k, &k)`, or where the callee assigns such a member,
//! `insert(t->left, x)`: the backward half of a split call is given the value again, when the forward half has changed the variable.

use il::symbol::Storage;
use il::typing::type_of;
use il::{Arg, Expr, ExprKind, Program, SymbolId, Type, UnitId};

use analysis::overwritten::Overwritten;
use analysis::reached::Reached;

/// Which arguments of a call that may change something are values of such places.
pub(super) fn shared(
    p: &Program,
    unit: UnitId,
    (reached, overwritten): (&Reached, &Overwritten),
    callee: SymbolId,
    args: &[Arg],
) -> Vec<bool> {
    let c = p.units[unit].language.passes_values();
    let is_pointer = |e: &Expr| matches!(type_of(p, e), Type::Pointer { .. } | Type::Array { .. });
    let pointers: Vec<&Expr> = args.iter().map(|a| &a.value).filter(|e| is_pointer(e)).collect();
    let is_shared = |a: &Arg| {
        let e = &a.value;
        let Some(root) = e.root().filter(|_| c && e.is_reference()) else { return false };
        let ty = type_of(p, e);
        if matches!(ty, Type::Pointer { .. }) || !p.is_differentiable(&ty) {
            let is_its_address = |x: &Expr| matches!(&x.uncast().kind, ExprKind::Address(of) if **of == *e);
            return pointers.iter().any(|x| is_its_address(x)) || overwritten.by(p, callee, e);
        }
        let given = || pointers.iter().any(|x| x.mentions(root));
        // What a local pointer leads to may be given by any name.
        let hidden = || !pointers.is_empty() && is_local_pointer(p, root) && goes_through(e);
        ty.rank() == 0 && (given() || hidden() || reached.reaches(p, unit, callee, e))
    };
    args.iter().map(is_shared).collect()
}

/// Whether a variable is a local pointer to what may change.
fn is_local_pointer(p: &Program, s: SymbolId) -> bool {
    let local = p.variable(s).is_some_and(|v| v.storage == Storage::Local);
    local && matches!(p.symbol_type(s), Some(Type::Pointer { to_const: false, .. }))
}

/// Whether a reference leads through a pointer.
fn goes_through(e: &Expr) -> bool {
    !matches!(e.kind, ExprKind::Var(_))
}
