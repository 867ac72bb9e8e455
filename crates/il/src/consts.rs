//! Values known without running the program: integer constants, and the bytes of types.

use crate::SymbolId;
use crate::expr::{Expr, ExprKind};
use crate::program::Program;
use crate::symbol::SymbolKind;
use crate::types::{Dim, Type, Upper};

pub use crate::fold::integer;

/// How many indices a dimension has, when that is constant.
pub fn extent(program: &Program, dim: &Dim) -> Option<u64> {
    let Upper::At(upper) = &dim.upper else { return None };
    let upper = integer(program, upper)?;
    let lower = dim.lower.as_ref().map_or(Some(1), |l| integer(program, l))?;
    Some(upper.checked_sub(lower)?.checked_add(1)?.max(0) as u64)
}

/// How many elements a type has (all array dimensions), when that is constant.
pub fn elements(program: &Program, ty: &Type) -> Option<u64> {
    match ty {
        Type::Array { elem, dims } => {
            let mut n = elements(program, elem)?;
            for d in dims {
                n = n.checked_mul(extent(program, d)?)?;
            }
            Some(n)
        }
        _ => Some(1),
    }
}

/// The storage of a type in a storage sequence (COMMON, EQUIVALENCE): no padding.
pub fn bytes(program: &Program, ty: &Type) -> Option<u64> {
    match ty {
        Type::Scalar(s) => Some(u64::from(s.bytes)),
        Type::Character { len, .. } => u64::try_from(len.as_ref().map_or(Some(1), |l| integer(program, l))?).ok(),
        Type::Record(r) => program.records[*r].fields.iter().try_fold(0u64, |sum, f| {
            sum.checked_add(if f.allocatable || f.pointer { None } else { bytes(program, &f.ty) }?)
        }),
        Type::Array { elem, .. } => {
            let one = match elem.element() {
                Type::Array { .. } => None,
                e => bytes(program, e),
            }?;
            one.checked_mul(elements(program, ty)?)
        }
        Type::Pointer { .. } => Some(8),
        Type::Procedure | Type::Void | Type::Opaque(_) => None,
    }
}

/// Whether the value of an expression stays what it was on entry of the unit: literals, named constants, variables for which `stable` holds.
pub fn is_stable(program: &Program, e: &Expr, stable: &dyn Fn(SymbolId) -> bool) -> bool {
    let mut ok = true;
    e.walk(&mut |x| {
        ok &= match &x.kind {
            ExprKind::Integer { .. } | ExprKind::Unary(..) | ExprKind::Binary(..) => true,
            ExprKind::Var(s) => matches!(program.symbols[*s].kind, SymbolKind::Constant { .. }) || stable(*s),
            _ => false,
        }
    });
    ok
}
