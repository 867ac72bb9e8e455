//! Shapes that hold for a whole unit: with them a temporary array can be declared with its extents, and so be saved, and its
//! derivative be cleared, at any time.

use il::intrinsics::Class;
use il::symbol::SymbolKind;
use il::typing::rank_of;
use il::unit::Prefix;
use il::{Arg, Dim, Expr, ExprKind, Intent, Language, Program, Storage, SymbolId, Type, UnitId, Upper};

/// The extents of the value of `e`, in terms of what does not change while its unit runs; `None` when it cannot be written so.
pub fn fixed(p: &Program, e: &Expr) -> Option<Vec<Dim>> {
    let rank = rank_of(p, e);
    let same_shape = |x: &&Expr| rank_of(p, x) == rank;
    match &e.kind {
        ExprKind::Var(s) => {
            let v = p.variable(*s).filter(|v| !v.allocatable && !v.pointer && v.ty.rank() == rank)?;
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
        _ => None,
    }
}

/// The extents of an array-valued function, its dummy arguments replaced by the actual ones.
fn of_result(p: &Program, unit: UnitId, args: &[Arg]) -> Option<Vec<Dim>> {
    let v = p.variable(p.units[unit].result()?).filter(|v| !v.allocatable && !v.pointer)?;
    let Type::Array { dims, .. } = &v.ty else { return None };
    let extent = |d: &Dim| {
        let mut extent = il::typing::extent(d, Language::Fortran)?;
        let mut known = true;
        extent.rewrite(&mut |x| {
            let ExprKind::Var(s) = x.kind else { return };
            match of_dummy(p, unit, s, args) {
                Some(actual) => *x = actual,
                None => known &= is_parameter(p, s),
            }
        });
        known.then_some(Dim { lower: None, upper: Upper::At(extent) })
    };
    dims.iter().map(extent).collect()
}

/// The actual argument of a dummy, where its value or shape is the same all the time.
fn of_dummy(p: &Program, unit: UnitId, dummy: SymbolId, args: &[Arg]) -> Option<Expr> {
    let place = p.units[unit].params.iter().position(|&d| d == dummy)?;
    let name = &p.symbols[dummy].name;
    let by_name = args.iter().find(|a| a.keyword.as_ref().is_some_and(|k| k.eq_ignore_ascii_case(name)));
    let actual = by_name.or_else(|| args.get(place).filter(|a| a.keyword.is_none()))?;
    stays(p, &actual.value).then(|| actual.value.clone())
}

/// Whether a value, or the shape of an array, is the same while the unit runs.
fn stays(p: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Integer { .. } => true,
        ExprKind::Var(s) if is_parameter(p, *s) => true,
        ExprKind::Var(s) => p.variable(*s).is_some_and(|v| match &v.ty {
            Type::Array { dims, .. } => {
                !v.allocatable && !v.pointer && dims.iter().all(|d| !matches!(d.upper, Upper::Assumed))
            }
            _ => matches!(v.storage, Storage::Dummy(_)) && v.intent == Some(Intent::In),
        }),
        ExprKind::Unary(_, x) => stays(p, x),
        ExprKind::Binary(_, l, r) => stays(p, l) && stays(p, r),
        _ => false,
    }
}

fn is_parameter(p: &Program, s: SymbolId) -> bool {
    matches!(p.symbols[s].kind, SymbolKind::Constant { .. })
}
