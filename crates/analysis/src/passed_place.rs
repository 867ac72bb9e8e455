//! The place that a procedure gets through an actual argument.

use il::typing::type_of;
use il::{Expr, ExprKind, Language, Program, Subscript, Type, Upper};

/// What a procedure may overwrite through an actual argument: in Fortran the reference itself; in C an array, what `&x` or a pointer leads to.
/// `None`: it gets a value.
pub fn given_place(p: &Program, language: Language, actual: &Expr) -> Option<Expr> {
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

/// C: of an argument that is the first row of a matrix, `m[0]` or `*m`, the number of its elements, and the matrix: functions that take a pointer to
/// numbers are given a matrix by this name, too, and go on to its other rows.
pub fn first_row(p: &Program, language: Language, actual: &Expr) -> Option<(Expr, Expr)> {
    let ty = type_of(p, actual);
    let Type::Array { dims, elem } = &ty else { return None };
    let [dim] = dims.as_slice() else { return None };
    let Upper::At(extent) = &dim.upper else { return None };
    if language != Language::C || !matches!(**elem, Type::Scalar(_)) {
        return None;
    }
    let mut matrix = actual;
    while let (Type::Array { .. }, Some(base)) = (type_of(p, matrix), holder_of_first(matrix)) {
        matrix = base;
    }
    (matrix != actual).then(|| (extent.clone(), matrix.clone()))
}

/// That of which a reference is the first element.
fn holder_of_first(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Deref(base) => Some(base),
        ExprKind::Index { base, subs } => {
            matches!(subs.as_slice(), [Subscript::At(i)] if i.as_int() == Some(0)).then_some(&**base)
        }
        _ => None,
    }
}
