//! Where the elements of a dummy are in the actual argument, and what an expression of a callee is where it is called.

use il::typing::{rank_of, type_of};
use il::{BinaryOp, Dim, Expr, ExprKind, Program, Scalar, Subscript, SymbolId, Type, UnitId, Upper, fold};

/// The indices along one dimension: one, all from one to another, or whichever there are.
#[derive(Clone, PartialEq)]
pub(super) enum Span {
    One(Expr),
    All(Expr, Expr),
    Any,
}

impl Span {
    pub(super) fn ends(&self) -> Option<(&Expr, &Expr)> {
        match self {
            Span::One(e) => Some((e, e)),
            Span::All(lo, hi) => Some((lo, hi)),
            Span::Any => None,
        }
    }

    pub(super) fn map(&self, f: &dyn Fn(&Expr) -> Option<Expr>) -> Option<Span> {
        Some(match self {
            Span::One(e) => Span::One(f(e)?),
            Span::All(lo, hi) => Span::All(f(lo)?, f(hi)?),
            Span::Any => Span::Any,
        })
    }

    pub(super) fn subscript(&self) -> Subscript {
        match self {
            Span::One(e) => Subscript::At(e.clone()),
            Span::All(lo, hi) => Subscript::Range { lo: Some(lo.clone()), hi: Some(hi.clone()), step: None },
            Span::Any => Subscript::Range { lo: None, hi: None, step: None },
        }
    }
}

/// An expression of the callee's, made of dummies and of what the caller knows by the same name, as it is where the call stands.
pub(super) fn at_call(
    p: &Program,
    caller: UnitId,
    e: &Expr,
    value_of: &dyn Fn(SymbolId) -> Option<Expr>,
) -> Option<Expr> {
    let (mut e, mut known) = (e.clone(), true);
    let shared = |s: SymbolId| p.lookup(p.units[caller].scope, &p.symbols[s].name) == Some(s);
    e.rewrite(&mut |x| {
        if let ExprKind::Var(s) = x.kind {
            let constant = || fold::integer(p, x).map(Expr::int);
            match value_of(s).or_else(|| shared(s).then(|| Expr::var(s))).or_else(constant) {
                Some(value) if is_simple(&value) => *x = value,
                _ => known = false,
            }
        }
    });
    known.then_some(e)
}

/// Where the elements of a dummy are in the actual argument.
pub(super) enum Numbering {
    /// Under the same subscripts.
    Alike(Expr),
    /// One behind the other in an array of one dimension, the one with this index being `first`.
    From { array: Expr, first: Expr, index: Expr },
}

impl Numbering {
    pub(super) fn of(
        p: &Program,
        dummy: SymbolId,
        actual: &Expr,
        here: &dyn Fn(&Expr) -> Option<Expr>,
    ) -> Option<Numbering> {
        if let Some(number) = number_in_c(p, dummy) {
            let (array, first) = match &actual.kind {
                ExprKind::Var(_) => (actual, Expr::int(0)),
                ExprKind::Address(x) => match &x.kind {
                    ExprKind::Index { base, subs } => match subs.as_slice() {
                        [Subscript::At(first)] if !first.has_call() => (&**base, first.clone()),
                        _ => return None,
                    },
                    _ => return None,
                },
                ExprKind::Binary(BinaryOp::Add, base, first) if !first.has_call() => (&**base, (**first).clone()),
                _ => return None,
            };
            let ExprKind::Var(s) = array.kind else { return None };
            let alike = row_in_c(p.symbol_type(s)?) == Some(number);
            return alike.then(|| Numbering::From { array: array.clone(), first, index: Expr::int(0) });
        }
        let theirs = match p.symbol_type(dummy)? {
            Type::Array { dims, .. } => dims,
            _ => return None,
        };
        match &actual.kind {
            ExprKind::Var(_) | ExprKind::Field { .. } => {
                is_numbered_alike(p, theirs, actual, here).then(|| Numbering::Alike(actual.clone()))
            }
            ExprKind::Index { base, subs } if matches!(base.kind, ExprKind::Var(_)) && rank_of(p, actual) == 0 => {
                let [Subscript::At(first)] = subs.as_slice() else { return None };
                let ExprKind::Var(s) = base.kind else { return None };
                let v = p.variable(s)?;
                let numbers = matches!(v.ty.element(), Type::Scalar(_)) && !v.pointer;
                // Parts of another type would be cut elsewhere.
                let alike = p.symbol_type(dummy)?.element().scalar()?.bytes == v.ty.element().scalar()?.bytes;
                let index = if theirs.len() == 1 { theirs[0].lower.clone() } else { None };
                let from = || Numbering::From {
                    array: (**base).clone(),
                    first: first.clone(),
                    index: index.unwrap_or_else(|| Expr::int(1)),
                };
                (numbers && alike && !first.has_call()).then(from)
            }
            _ => None,
        }
    }

    /// The part of the actual argument that spans of the dummy's indices are.
    pub(super) fn part(&self, p: &Program, spans: &[Span]) -> Option<Expr> {
        let (array, subs) = match self {
            // What has no last index has no section of all of them.
            Numbering::Alike(array) if spans.last() == Some(&Span::Any) && type_of(p, array).is_assumed_size() => {
                return None;
            }
            Numbering::Alike(array) => (array, spans.iter().map(Span::subscript).collect()),
            Numbering::From { array, first, index } => {
                let [span @ (Span::One(_) | Span::All(..))] = spans else { return None };
                let at = |e: &Expr| Some(fold::add(first, &fold::sub(e, index)));
                (array, vec![span.map(&at)?.subscript()])
            }
        };
        Some(ExprKind::Index { base: Box::new(array.clone()), subs }.into())
    }
}

/// The type of the numbers behind a parameter of a C function that is a row of them.
pub(super) fn number_in_c(p: &Program, parameter: SymbolId) -> Option<&Scalar> {
    let c = p.home(parameter).is_some_and(|u| p.units[u].language.passes_values());
    row_in_c(p.symbol_type(parameter).filter(|_| c)?)
}

/// Those of a row: what a pointer leads to, or the elements of an array with one pair of brackets.
fn row_in_c(ty: &Type) -> Option<&Scalar> {
    match ty {
        Type::Pointer { to: element, .. } | Type::Array { elem: element, .. } => match &**element {
            Type::Scalar(s) if ty.rank() <= 1 => Some(s),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an element of a dummy with these extents has the same subscripts in a variable that is passed; `here` gives the extents where the call stands.
pub(super) fn is_numbered_alike(
    p: &Program,
    theirs: &[Dim],
    passed: &Expr,
    here: &dyn Fn(&Expr) -> Option<Expr>,
) -> bool {
    let Type::Array { dims: ours, .. } = type_of(p, passed) else { return false };
    let from_one = |dims: &[Dim]| dims.iter().all(|d| d.lower.is_none());
    let same = |(a, b): (&Dim, &Dim)| match (&a.upper, &b.upper) {
        (Upper::At(theirs), Upper::At(ours)) => {
            here(theirs).is_some_and(|e| e == *ours || fold::integer(p, &fold::sub(&e, ours)) == Some(0))
        }
        _ => false,
    };
    let inner = ours.len() - 1;
    let whole = theirs.iter().all(|d| matches!(d.upper, Upper::Deferred))
        || theirs.len() == ours.len() && theirs.iter().zip(&ours).take(inner).all(same);
    is_fixed_array(p, passed) && ours.len() == theirs.len() && from_one(&ours) && from_one(theirs) && whole
}

/// Whether a reference is an array of numbers, one in its variable, that no pointer leads to.
pub(super) fn is_array_alone(p: &Program, e: &Expr) -> bool {
    let numbers = matches!(type_of(p, e), Type::Array { elem, .. } if matches!(*elem, Type::Scalar(_)));
    numbers && e.spine().all(|x| p.is_of_one(x) && !p.is_pointer(x))
}

/// Whether one is, and is there as long as its variable: nothing is allocated on the way.
pub(super) fn is_fixed_array(p: &Program, e: &Expr) -> bool {
    let fixed = |x: &Expr| match &x.kind {
        ExprKind::Var(s) => p.variable(*s).is_some_and(|v| !v.allocatable),
        ExprKind::Field { record, field, .. } => !p.records[*record].fields[*field].allocatable,
        _ => false,
    };
    is_array_alone(p, e) && e.spine().all(fixed)
}

/// What can stand in a subscript.
fn is_simple(value: &Expr) -> bool {
    let mut simple = true;
    value.walk(&mut |x| {
        simple &=
            matches!(x.kind, ExprKind::Var(_) | ExprKind::Integer { .. } | ExprKind::Binary(..) | ExprKind::Unary(..))
    });
    simple
}
