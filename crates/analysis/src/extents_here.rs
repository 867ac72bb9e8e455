//! The extents of a value where it is evaluated, in terms that cost nothing: beside [`crate::extents::fixed`], of what may change while the unit runs.

use il::intrinsics::Class;
use il::typing::{rank_of, type_of};
use il::unit::Prefix;
use il::{Arg, BinaryOp, Expr, ExprKind, Program, SymbolId, Type, UnitId};

use crate::extents::{actual_of, has_vector_subscript};

/// The number of elements of `e` along each dimension. `original` says which procedure of `source` a callee of `p` is.
pub fn here(
    p: &Program,
    source: &Program,
    original: &dyn Fn(SymbolId) -> Option<UnitId>,
    e: &Expr,
) -> Option<Vec<Expr>> {
    let rank = rank_of(p, e);
    let of = |x: &Expr| here(p, source, original, x);
    let alike = |x: &&Expr| rank_of(p, x) == rank;
    if e.is_reference() {
        let plain = rank > 0 && !e.has_call() && !has_vector_subscript(p, e);
        return plain.then(|| (1..=rank).map(|k| size(e, k, rank)).collect());
    }
    match &e.kind {
        ExprKind::Unary(_, x) => of(x),
        ExprKind::Binary(_, l, r) => [&**l, &**r].into_iter().filter(alike).find_map(of),
        ExprKind::Intrinsic(f, args) if f.info().class == Class::Elemental => {
            args.iter().map(|a| &a.value).filter(alike).find_map(of)
        }
        ExprKind::Intrinsic(f, args) if f.name() == "matmul" => {
            let (a, b) = (of(&args.first()?.value)?, of(&args.get(1)?.value)?);
            Some(a[..a.len() - 1].iter().chain(&b[1..]).cloned().collect())
        }
        ExprKind::Intrinsic(f, args) if f.name() == "transpose" => {
            let mut extents = of(&args.first()?.value)?;
            extents.reverse();
            Some(extents)
        }
        ExprKind::Call { callee, args } => {
            let unit = original(*callee)?;
            if source.units[unit].has_prefix(&Prefix::Elemental) {
                return args.iter().map(|a| &a.value).filter(alike).find_map(of);
            }
            let v = source.variable(source.units[unit].result()?).filter(|v| !v.allocatable && !v.pointer)?;
            let Type::Array { dims, .. } = &v.ty else { return None };
            let extent = |d| in_caller(&Call { p, source, original, unit, args }, &il::typing::extent(d)?);
            dims.iter().map(extent).collect()
        }
        _ => None,
    }
}

fn size(e: &Expr, k: usize, rank: usize) -> Expr {
    let which = (rank > 1).then(|| Expr::int(k as i64));
    Expr::intrinsic("size", [e.clone()].into_iter().chain(which).collect())
}

/// A call in `p` of a procedure of `source`.
struct Call<'a> {
    p: &'a Program,
    source: &'a Program,
    original: &'a dyn Fn(SymbolId) -> Option<UnitId>,
    unit: UnitId,
    args: &'a [Arg],
}

/// An expression of the callee's declarations as the caller writes it where the call stands.
fn in_caller(call: &Call, e: &Expr) -> Option<Expr> {
    let Call { p, source, original, unit, args } = *call;
    if let Some(value) = il::fold::integer(source, e) {
        return Some(Expr::int(value));
    }
    match &e.kind {
        ExprKind::Intrinsic(f, of) if f.name() == "size" => {
            let extents = match &of.first()?.value.kind {
                ExprKind::Var(dummy) => {
                    let v = source.variable(*dummy).filter(|v| !v.optional)?;
                    let actual = actual_of(source, unit, *dummy, args)?;
                    let Type::Array { dims, .. } = &v.ty else { return None };
                    match dims.iter().map(il::typing::extent).collect::<Option<Vec<_>>>() {
                        Some(declared) => declared.iter().map(|x| in_caller(call, x)).collect::<Option<Vec<_>>>()?,
                        None if rank_of(p, actual) == dims.len() => here(p, source, original, actual)?,
                        None => return None,
                    }
                }
                _ => {
                    let part = in_caller(call, &of.first()?.value)?;
                    here(p, source, original, &part)?
                }
            };
            match of.get(1) {
                None => extents.into_iter().reduce(|a, b| Expr::binary(BinaryOp::Mul, a, b)),
                Some(k) => extents.into_iter().nth(usize::try_from(il::fold::integer(source, &k.value)? - 1).ok()?),
            }
        }
        ExprKind::Var(s) => {
            let v = source.variable(*s).filter(|v| !v.optional && source.units[unit].params.contains(s))?;
            let actual = actual_of(source, unit, *s, args)?;
            let same = match (v.ty.record(), type_of(p, actual).record()) {
                (None, None) => v.ty.rank() == 0 && rank_of(p, actual) == 0,
                (a, b) => a == b && v.ty.rank() == rank_of(p, actual) && actual.is_reference(),
            };
            (same && !actual.has_call()).then(|| actual.clone())
        }
        ExprKind::Field { .. } | ExprKind::Unary(..) | ExprKind::Binary(..) => within(call, e),
        ExprKind::Intrinsic(f, _) if matches!(f.name(), "max" | "min" | "mod" | "modulo" | "abs" | "merge") => {
            within(call, e)
        }
        _ => None,
    }
}

/// The same of all operands.
fn within(call: &Call, e: &Expr) -> Option<Expr> {
    let (mut out, mut known) = (e.clone(), true);
    out.children_mut(&mut |x| match in_caller(call, x) {
        Some(new) => *x = new,
        None => known = false,
    });
    known.then_some(out)
}
