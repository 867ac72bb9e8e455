//! Shapes that hold for a whole unit: with them a temporary array can be declared with its extents, and so be saved, and its
//! derivative be cleared, at any time.

use crate::element::is_ranged;
use il::expr::{Item, Subscript};
use il::intrinsics::Class;
use il::symbol::SymbolKind;
use il::typing::rank_of;
use il::unit::Prefix;
use il::{Arg, BinaryOp, Dim, Expr, ExprKind, Intent, Program, Storage, SymbolId, Type, UnitId, Upper};

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
                    Upper::At(_) => il::typing::extent(d)?,
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
        ExprKind::Intrinsic(f, args) => of_intrinsic(p, f.name(), *f, args).or_else(|| by_type(p, e)),
        ExprKind::Constructor { items, .. } => {
            let mut total = Expr::int(0);
            for i in items {
                total = il::fold::add(&total, &count(p, i)?);
            }
            Some(vec![dim(total)])
        }
        // `p%c(1)`: the elements are those of the structures further out.
        ExprKind::Index { base, subs } if rank > 0 && !subs.iter().any(|s| is_ranged(p, s)) => match &base.kind {
            ExprKind::Field { base, .. } => fixed(p, base),
            _ => None,
        },
        ExprKind::Index { base, subs } => {
            let whole = if subs.iter().any(|s| matches!(s, Subscript::Range { .. })) { bounds(p, base) } else { None };
            let mut out = Vec::new();
            for (k, s) in subs.iter().enumerate() {
                match s {
                    Subscript::At(i) if rank_of(p, i) > 0 => out.extend(fixed(p, i)?),
                    Subscript::At(_) => {}
                    Subscript::Range { lo, hi, step } => {
                        let own = || whole.as_ref().and_then(|b| b.get(k)).cloned();
                        let (lo, hi) = match (lo, hi) {
                            (Some(lo), Some(hi)) => (lo.clone(), hi.clone()),
                            (lo, hi) => {
                                let (first, last) = own()?;
                                (lo.clone().unwrap_or(first), hi.clone().unwrap_or(last))
                            }
                        };
                        let step = step.as_ref().map(|s| s.as_int().map(Expr::int));
                        let step = match step {
                            Some(None) => return None,
                            Some(Some(s)) if s.as_int()? < 0 && il::fold::integer(p, &hi).is_none() => return None,
                            Some(s) => s,
                            None => None,
                        };
                        if !stays(p, &lo) || !stays(p, &hi) {
                            return None;
                        }
                        out.push(dim(il::fold::range_count(&lo, &hi, step.as_ref())));
                    }
                }
            }
            Some(out)
        }
        ExprKind::Field { base, record, field } => {
            let f = &p.records[*record].fields[*field];
            match &f.ty {
                Type::Array { dims, .. } if !f.allocatable && !f.pointer && rank_of(p, base) == 0 => {
                    dims.iter().map(|d| Some(dim(il::typing::extent(d)?))).collect()
                }
                Type::Array { .. } => None,
                _ => fixed(p, base),
            }
        }
        _ => None,
    }
}

/// As far as the type of an expression tells.
fn by_type(p: &Program, e: &Expr) -> Option<Vec<Dim>> {
    let Type::Array { dims, .. } = il::typing::type_of(p, e) else { return None };
    let known = |d: &Dim| d.lower.is_none() && matches!(&d.upper, Upper::At(x) if stays(p, x));
    dims.iter().all(known).then_some(dims)
}

fn dim(extent: Expr) -> Dim {
    Dim { lower: None, upper: Upper::At(extent) }
}

/// [`fixed`], the number of elements along each dimension.
pub fn extents(p: &Program, e: &Expr) -> Option<Vec<Expr>> {
    fixed(p, e)?.iter().map(il::typing::extent).collect()
}

/// The first and last index of a variable in each dimension, where its declaration says them.
fn bounds(p: &Program, e: &Expr) -> Option<Vec<(Expr, Expr)>> {
    let ExprKind::Var(s) = &e.kind else { return None };
    let v = p.variable(*s).filter(|v| !v.allocatable && !v.pointer)?;
    let Type::Array { dims, .. } = &v.ty else { return None };
    dims.iter()
        .map(|d| match &d.upper {
            Upper::At(last) => Some((d.lower.clone().unwrap_or_else(|| Expr::int(1)), last.clone())),
            Upper::Deferred | Upper::Assumed => None,
        })
        .collect()
}

/// How many elements an item of a constructor has.
fn count(p: &Program, item: &Item) -> Option<Expr> {
    match item {
        Item::Value(e) if rank_of(p, e) == 0 => Some(Expr::int(1)),
        Item::Value(e) => extents(p, e)?.into_iter().reduce(|a, b| Expr::binary(BinaryOp::Mul, a, b)),
        Item::Implied { items, from, to, step, .. } => {
            let step = match step {
                Some(s) => Some(Expr::int(s.as_int()?)),
                None => None,
            };
            if !stays(p, from) || !stays(p, to) {
                return None;
            }
            let mut inner = Expr::int(0);
            for i in items {
                inner = il::fold::add(&inner, &count(p, i)?);
            }
            let turns = il::fold::range_count(from, to, step.as_ref());
            Some(match inner.as_int() {
                Some(1) => turns,
                _ => Expr::binary(BinaryOp::Mul, turns, inner),
            })
        }
    }
}

/// The extents of what an intrinsic makes of its arguments.
fn of_intrinsic(p: &Program, name: &str, f: il::Intrinsic, args: &[Arg]) -> Option<Vec<Dim>> {
    let first = || args.first().map(|a| &a.value);
    let dims = |e: Vec<Expr>| e.into_iter().map(dim).collect::<Vec<_>>();
    match name {
        "cshift" | "eoshift" => fixed(p, first()?),
        "unpack" => fixed(p, &args.get(1)?.value),
        "merge" => args.iter().map(|a| &a.value).find_map(|x| (rank_of(p, x) > 0).then(|| fixed(p, x))?),
        "transpose" => {
            let mut e = extents(p, first()?)?;
            e.reverse();
            Some(dims(e))
        }
        "matmul" => {
            let (a, b) = (extents(p, first()?)?, extents(p, &args.get(1)?.value)?);
            let inner = a[..a.len() - 1].iter().chain(&b[1..]).cloned().collect();
            Some(dims(inner))
        }
        "spread" => {
            let at = il::fold::integer(p, il::intrinsics::argument(f, args, "dim")?)?;
            let copies = il::intrinsics::argument(f, args, "ncopies").filter(|c| stays(p, c))?;
            let mut e = if rank_of(p, first()?) == 0 { Vec::new() } else { extents(p, first()?)? };
            e.insert(usize::try_from(at - 1).ok().filter(|k| *k <= e.len())?, copies.clone());
            Some(dims(e))
        }
        "sum" | "product" | "maxval" | "minval" => {
            let at = il::fold::integer(p, il::intrinsics::argument(f, args, "dim")?)?;
            let mut e = extents(p, first()?)?;
            e.remove(usize::try_from(at - 1).ok().filter(|k| *k < e.len())?);
            Some(dims(e))
        }
        "reshape" => {
            let shape = il::intrinsics::argument(f, args, "shape")?;
            let ExprKind::Constructor { items, .. } = &shape.bare().kind else { return None };
            let one = |i: &Item| match i {
                Item::Value(e) if rank_of(p, e) == 0 && stays(p, e) => Some(dim(e.clone())),
                _ => None,
            };
            items.iter().map(one).collect()
        }
        _ => None,
    }
}

/// The extents of an array-valued function, its dummy arguments replaced by the actual ones.
fn of_result(p: &Program, unit: UnitId, args: &[Arg]) -> Option<Vec<Dim>> {
    let v = p.variable(p.units[unit].result()?).filter(|v| !v.allocatable && !v.pointer)?;
    let Type::Array { dims, .. } = &v.ty else { return None };
    let extent = |d: &Dim| {
        let mut extent = il::typing::extent(d)?;
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
            let extents = dims.iter().filter_map(il::typing::extent);
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
        // A variable of the host is the same in both.
        ExprKind::Var(s) => is_parameter(p, *s) || p.symbols[*s].scope != p.units[unit].scope && stays(p, e),
        _ => {
            let mut known = true;
            e.children_mut(&mut |c| known &= in_caller(p, unit, args, c));
            known
        }
    }
}

/// The actual argument of a dummy.
pub fn actual_of<'a>(p: &Program, unit: UnitId, dummy: SymbolId, args: &'a [Arg]) -> Option<&'a Expr> {
    let place = p.units[unit].params.iter().position(|&d| d == dummy)?;
    let name = &p.symbols[dummy].name;
    let by_name = args.iter().find(|a| a.is_named(name));
    by_name.or_else(|| args.get(place).filter(|a| a.keyword.is_none())).map(|a| &a.value)
}

/// Whether a reference takes the elements of an array that a list of numbers selects.
pub fn has_vector_subscript(p: &Program, e: &Expr) -> bool {
    let vector = |s: &Subscript| matches!(s, Subscript::At(i) if rank_of(p, i) > 0);
    let mut found = false;
    if e.is_reference() {
        e.walk(&mut |x| found |= matches!(&x.kind, ExprKind::Index { subs, .. } if subs.iter().any(vector)));
    }
    found
}

/// Something short that has the shape of a value.
pub fn like(p: &Program, e: &Expr) -> Expr {
    let rank = rank_of(p, e);
    match &e.kind {
        _ if e.is_reference() => e.clone(),
        ExprKind::Unary(_, x) => like(p, x),
        ExprKind::Binary(_, l, r) => {
            if rank_of(p, l) == rank {
                like(p, l)
            } else {
                like(p, r)
            }
        }
        ExprKind::Intrinsic(f, args) if f.info().class == il::intrinsics::Class::Elemental => {
            match args.iter().find(|a| rank_of(p, &a.value) == rank) {
                Some(a) => like(p, &a.value),
                None => e.clone(),
            }
        }
        _ => e.clone(),
    }
}

/// Whether a scalar is the same while the unit runs.
pub fn stays(p: &Program, e: &Expr) -> bool {
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
