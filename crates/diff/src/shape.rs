//! Shapes that hold for a whole unit: with them a temporary array can be declared with its extents, and so be saved, and its
//! derivative be cleared, at any time.

use il::intrinsics::Class;
use il::symbol::SymbolKind;
use il::typing::rank_of;
use il::unit::Prefix;
use il::{Arg, BinaryOp, Dim, Expr, ExprKind, Intent, Language, Program, Storage, SymbolId, Type, UnitId, Upper};

/// The extents of the value of `e`, in terms of what does not change while its unit runs; `None` when it cannot be written so.
pub fn fixed(p: &Program, e: &Expr) -> Option<Vec<Dim>> {
    let rank = rank_of(p, e);
    let same_shape = |x: &&Expr| rank_of(p, x) == rank;
    match &e.kind {
        ExprKind::Var(s) => {
            let v = p.variable(*s).filter(|v| !v.allocatable && !v.pointer && !v.optional && v.ty.rank() == rank)?;
            let Type::Array { dims, .. } = &v.ty else { return None };
            let extent = |(k, d): (usize, &Dim)| {
                let extent = match &d.upper {
                    Upper::At(_) => il::typing::extent(d, Language::Fortran)?,
                    Upper::Deferred => Expr::intrinsic("size", vec![e.clone(), Expr::int(k as i64 + 1)]),
                    Upper::Assumed => return None,
                };
                Some(Dim { lower: None, upper: Upper::At(extent) })
            };
            dims.iter().enumerate().map(extent).collect()
        }
        // Only what works element by element has the shape of its operands.
        ExprKind::Unary(_, x) => fixed(p, x),
        ExprKind::Binary(_, l, r) => [&**l, &**r].into_iter().filter(same_shape).find_map(|x| fixed(p, x)),
        ExprKind::Intrinsic(f, args) if f.info().class == Class::Elemental => {
            args.iter().map(|a| &a.value).filter(same_shape).find_map(|x| fixed(p, x))
        }
        ExprKind::Call { callee, args } => {
            let unit = p.procedure(*callee)?.unit?;
            if p.units[unit].has_prefix(&Prefix::Elemental) {
                args.iter().map(|a| &a.value).filter(same_shape).find_map(|x| fixed(p, x))
            } else {
                of_result(p, unit, args)
            }
        }
        ExprKind::Intrinsic(f, args) if f.name() == "matmul" => {
            let l = rank_of(p, &args.first()?.value);
            let (a, b) = (fixed(p, &args.first()?.value)?, fixed(p, &args.get(1)?.value)?);
            Some(a.into_iter().take(l - 1).chain(b.into_iter().skip(1)).collect())
        }
        ExprKind::Intrinsic(f, args) if f.name() == "transpose" => {
            Some(fixed(p, &args.first()?.value)?.into_iter().rev().collect())
        }
        ExprKind::Intrinsic(f, args) if matches!(f.name(), "cshift" | "eoshift") => fixed(p, &args.first()?.value),
        // Sections, constructors and the other intrinsics: as far as their type tells.
        ExprKind::Index { .. } | ExprKind::Intrinsic(..) | ExprKind::Constructor { .. } => {
            let Type::Array { dims, .. } = il::typing::type_of(p, e) else { return None };
            let known = |d: &Dim| d.lower.is_none() && matches!(&d.upper, Upper::At(x) if stays(p, x));
            dims.iter().all(known).then_some(dims)
        }
        _ => None,
    }
}

/// The extents of an array-valued function, its dummy arguments replaced by the actual ones.
fn of_result(p: &Program, unit: UnitId, args: &[Arg]) -> Option<Vec<Dim>> {
    let v = p.variable(p.units[unit].result()?).filter(|v| !v.allocatable && !v.pointer)?;
    let Type::Array { dims, .. } = &v.ty else { return None };
    let extent = |d: &Dim| {
        let mut extent = il::typing::extent(d, Language::Fortran)?;
        let mut known = in_caller(p, unit, args, &mut extent);
        extent.walk(&mut |x| {
            if let ExprKind::Var(s) = x.kind {
                known &= !p.units[unit].params.contains(&s) && p.symbols[s].scope != p.units[unit].scope;
            }
        });
        known.then_some(Dim { lower: None, upper: Upper::At(extent) })
    };
    dims.iter().map(extent).collect()
}

/// Writes an extent in terms of the caller; false where a part of it has no such form.
fn in_caller(p: &Program, unit: UnitId, args: &[Arg], e: &mut Expr) -> bool {
    match &e.kind {
        ExprKind::Intrinsic(f, of) if f.name() == "size" => {
            let Some(ExprKind::Var(dummy)) = of.first().map(|a| &a.value.kind) else { return false };
            let Some(dims) = actual_of(p, unit, *dummy, args).and_then(|a| fixed(p, a)) else { return false };
            let extents = dims.iter().filter_map(|d| il::typing::extent(d, Language::Fortran));
            let size = match of.get(1) {
                None => extents.reduce(|a, b| Expr::binary(BinaryOp::Mul, a, b)),
                Some(k) => il::fold::integer(p, &k.value).and_then(|k| extents.take(k as usize).nth(k as usize - 1)),
            };
            size.map(|s| *e = s).is_some()
        }
        ExprKind::Var(s) if p.units[unit].params.contains(s) => {
            let actual = actual_of(p, unit, *s, args).filter(|a| stays(p, a)).cloned();
            actual.map(|a| *e = a).is_some()
        }
        ExprKind::Var(s) => is_parameter(p, *s),
        _ => {
            let mut known = true;
            e.children_mut(&mut |c| known &= in_caller(p, unit, args, c));
            known
        }
    }
}

/// The actual argument of a dummy.
fn actual_of<'a>(p: &Program, unit: UnitId, dummy: SymbolId, args: &'a [Arg]) -> Option<&'a Expr> {
    let place = p.units[unit].params.iter().position(|&d| d == dummy)?;
    let name = &p.symbols[dummy].name;
    let by_name = args.iter().find(|a| a.keyword.as_ref().is_some_and(|k| k.eq_ignore_ascii_case(name)));
    by_name.or_else(|| args.get(place).filter(|a| a.keyword.is_none())).map(|a| &a.value)
}

/// Whether a scalar is the same while the unit runs.
fn stays(p: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Integer { .. } => true,
        // Of what has its shape from the beginning to the end of the unit.
        ExprKind::Intrinsic(f, of) if matches!(f.name(), "size" | "lbound" | "ubound") => {
            let shaped = |s: SymbolId| {
                p.variable(s).is_some_and(|v| {
                    !v.allocatable && !v.pointer && !v.optional && matches!(v.storage, Storage::Dummy(_))
                })
            };
            matches!(of.first().map(|a| &a.value.kind), Some(ExprKind::Var(s)) if shaped(*s))
                && of.iter().skip(1).all(|a| stays(p, &a.value))
        }
        ExprKind::Var(s) if is_parameter(p, *s) => true,
        ExprKind::Var(s) => p.variable(*s).is_some_and(|v| {
            v.ty.rank() == 0 && matches!(v.storage, Storage::Dummy(_)) && v.intent == Some(Intent::In)
        }),
        ExprKind::Unary(_, x) => stays(p, x),
        ExprKind::Binary(_, l, r) => stays(p, l) && stays(p, r),
        _ => false,
    }
}

fn is_parameter(p: &Program, s: SymbolId) -> bool {
    matches!(p.symbols[s].kind, SymbolKind::Constant { .. })
}
