//! Wrappers of the library's functions that make memory: `void *xmalloc(size_t n)`, `void *xrealloc(void *p, size_t n)`.
//!
//! What such a function gives becomes something with a type where its caller puts it; in the copies that stand there, its `void *` have that type.
//! So it is with functions that copy or clear what their `void *` parameters point to: what the bytes are part of is known where they are called.

use analysis::c_library::{self, Memory};
use il::calls::library_call;
use il::{Expr, Program, StmtKind, SymbolId, Type, UnitId};

/// Whether a procedure returns memory that the library makes, as `void *`.
pub(super) fn makes(p: &Program, unit: UnitId) -> bool {
    has(p, unit, &["malloc", "calloc", "realloc"])
}

/// Whether a procedure returns memory that grows, as `void *`.
pub(crate) fn grows(p: &Program, unit: UnitId) -> bool {
    has(p, unit, &["realloc"])
}

/// Whether a procedure hands a `void *` parameter of its own to a function of the library that copies or clears bytes.
pub(super) fn moves_bytes(p: &Program, unit: UnitId) -> bool {
    let u = &p.units[unit];
    let own = |s: SymbolId| u.params.contains(&s) && p.symbol_type(s).is_some_and(is_untyped);
    if !u.params.iter().any(|s| own(*s)) {
        return false;
    }
    let mut found = false;
    u.walk(&u.body, &mut |_, s| {
        s.kind.each_call(&mut |callee, args| {
            found |= c_library::memory(p, callee) == Some(Memory::Bytes)
                && args.iter().any(|a| a.value.uncast().root().is_some_and(own));
        });
    });
    found
}

fn has(p: &Program, unit: UnitId, functions: &[&str]) -> bool {
    let u = &p.units[unit];
    if !u.result().and_then(|r| p.symbol_type(r)).is_some_and(is_untyped) {
        return false;
    }
    let is_call = |e: &Expr| library_call(p, e).is_some_and(|name| functions.contains(&name));
    let mut found = false;
    u.walk(&u.body, &mut |_, s| match &s.kind {
        StmtKind::Assign { rhs: e, .. } | StmtKind::Return(Some(e)) => found |= is_call(e),
        _ => {}
    });
    found
}

/// `ty`, or in place of `void *` the pointer type `wanted`.
pub(super) fn typed(ty: Type, wanted: Option<&Type>) -> Type {
    match wanted {
        Some(to @ Type::Pointer { .. }) if is_untyped(&ty) => to.clone(),
        _ => ty,
    }
}

fn is_untyped(ty: &Type) -> bool {
    matches!(ty, Type::Pointer { to, .. } if **to == Type::Void)
}
