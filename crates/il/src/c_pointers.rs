//! C: what pointers of a type lead to, and where pointers are kept.

use crate::{Expr, ExprKind, Program, RecordId, Storage, Type};

/// Whether memory with reals in it is reached from something of this type through a pointer.
pub fn points_to_reals(p: &Program, ty: &Type) -> bool {
    points_to(p, ty, &mut Vec::new(), &|to| p.is_differentiable(to))
}

/// Whether something that `wanted` says yes to is reached from something of this type through a pointer.
pub fn points_to(p: &Program, ty: &Type, open: &mut Vec<RecordId>, wanted: &dyn Fn(&Type) -> bool) -> bool {
    match ty {
        Type::Pointer { to, .. } => wanted(to),
        Type::Array { elem, .. } => points_to(p, elem, open, wanted),
        Type::Record(r) if !p.records[*r].opaque && !open.contains(r) => {
            open.push(*r);
            p.records[*r].fields.iter().any(|f| points_to(p, &f.ty, open, wanted))
        }
        Type::Record(_) | Type::Scalar(_) | Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => {
            false
        }
    }
}

/// Whether a pointer is a global variable, or a member of one.
pub fn is_in_global(p: &Program, e: &Expr) -> bool {
    let plain = |x: &Expr| matches!(x.kind, ExprKind::Var(_) | ExprKind::Field { .. });
    e.spine().all(plain) && e.root().and_then(|s| p.variable(s)).is_some_and(|v| v.storage == Storage::Global)
}
