//! The place that a procedure gets through an actual argument.

use il::typing::type_of;
use il::{Expr, ExprKind, Language, Program, Type};

/// What a procedure may overwrite through an actual argument: in Fortran the reference itself; in C an array, what `&x` or a pointer leads to.
/// `None`: it gets a value.
pub(crate) fn given_place(p: &Program, language: Language, actual: &Expr) -> Option<Expr> {
    if language == Language::Fortran {
        return actual.is_reference().then(|| actual.clone());
    }
    let actual = actual.uncast();
    if let ExprKind::Address(x) = &actual.kind {
        return Some((**x).clone());
    }
    match type_of(p, actual) {
        Type::Array { .. } => actual.is_reference().then(|| actual.clone()),
        Type::Pointer { .. } => Some(ExprKind::Deref(Box::new(actual.clone())).into()),
        _ => None,
    }
}
