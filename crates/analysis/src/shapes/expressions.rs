//! The values of integer expressions and the shapes of arrays, as far as they are known.

use il::expr::Item;
use il::intrinsics::Class;
use il::typing::{extent, rank_of, type_of};
use il::unit::Prefix;
use il::{
    BinaryOp, Dim, Expr, ExprKind, Program, RecordId, ScalarClass, ScopeKind, Storage, Subscript, Type, UnaryOp, Upper,
};

use super::value::{Key, Place, State, Value};

/// The place of a reference without subscripts and pointers whose changes can be followed.
pub(super) fn place(p: &Program, e: &Expr) -> Option<Place> {
    match &e.kind {
        ExprKind::Var(s) => {
            let v = p.variable(*s)?;
            let followed = !v.pointer && v.storage != Storage::Common && !(v.polymorphic && is_of_family(p, &v.ty));
            let in_block = p.scopes[p.symbols[*s].scope].kind == ScopeKind::Block;
            (followed && !in_block && !p.is_overlaid(*s)).then(|| Place::of(*s))
        }
        ExprKind::Field { base, record, field } => {
            if p.records[*record].fields[*field].pointer || has_relatives(p, *record) || rank_of(p, base) > 0 {
                return None;
            }
            let mut out = place(p, base)?;
            out.path.push((*record, *field));
            Some(out)
        }
        _ => None,
    }
}

/// The place of an integer.
pub(super) fn number(p: &Program, e: &Expr) -> Option<Place> {
    is_integer(&type_of(p, e)).then(|| place(p, e)).flatten()
}

pub(super) fn is_integer(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(s) if s.class == ScalarClass::Integer)
}

/// Whether objects of a type may be of another one, whose components have other names here.
pub(super) fn is_of_family(p: &Program, ty: &Type) -> bool {
    ty.element().record().is_none_or(|r| has_relatives(p, r))
}

pub(super) fn has_relatives(p: &Program, record: RecordId) -> bool {
    p.records[record].extends.is_some() || p.records.iter().any(|(_, r)| r.extends == Some(record))
}

/// The integers in a place of a type.
pub(super) fn numbers_in(p: &Program, place: &Place, ty: &Type) -> Vec<Place> {
    match ty {
        ty if is_integer(ty) => vec![place.clone()],
        Type::Record(record) if !has_relatives(p, *record) => {
            let fields = p.records[*record].fields.iter().enumerate().filter(|(_, f)| !f.pointer);
            let part = |k| Place { path: place.path.iter().copied().chain([(*record, k)]).collect(), ..place.clone() };
            // A type may have allocatable components of its own type.
            fields.filter(|(_, f)| !f.allocatable).flat_map(|(k, f)| numbers_in(p, &part(k), &f.ty)).collect()
        }
        _ => Vec::new(),
    }
}

/// The value of an integer expression.
pub(super) fn value(p: &Program, e: &Expr, state: &State) -> Option<Value> {
    if let Some(n) = il::fold::integer(p, e) {
        return Some(Value::constant(n));
    }
    let of = |x: &Expr| value(p, x, state);
    match &e.kind {
        ExprKind::Var(_) | ExprKind::Field { .. } => state.get(&Key::Number(number(p, e)?)),
        ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => of(x),
        ExprKind::Unary(UnaryOp::Neg, x) => Value::default().plus(&of(x)?, -1),
        ExprKind::Binary(op, l, r) if is_integer(&type_of(p, e)) => {
            let (l, r) = (of(l)?, of(r)?);
            match op {
                BinaryOp::Add => l.plus(&r, 1),
                BinaryOp::Sub => l.plus(&r, -1),
                BinaryOp::Mul => l.times(&r),
                BinaryOp::Div => Value::made("/", vec![l, r]),
                _ => None,
            }
        }
        // An extent is never negative, what it was made from may be.
        ExprKind::Intrinsic(f, _) if f.name() == "size" => Value::made("size", vec![size(p, e, state)?]),
        ExprKind::Intrinsic(f, args) if matches!(f.name(), "min" | "max" | "mod") => {
            let name = f.name();
            Value::made(name, args.iter().map(|a| of(&a.value)).collect::<Option<_>>()?)
        }
        _ => None,
    }
}

/// The extent that `size(x)` of a vector or `size(x, k)` is.
fn size(p: &Program, e: &Expr, state: &State) -> Option<Value> {
    let ExprKind::Intrinsic(f, args) = &e.kind else { return None };
    let array = il::intrinsics::argument(*f, args, "array")?;
    let shape = shape(p, array, state)?;
    match il::intrinsics::argument(*f, args, "dim") {
        None => (shape.len() == 1).then(|| shape[0].clone()),
        Some(k) => shape.get(usize::try_from(il::fold::integer(p, k)? - 1).ok()?).cloned(),
    }
}

/// The value of an extent that a declaration or an ALLOCATE gives.
pub(super) fn extent_value(p: &Program, d: &Dim, state: &State) -> Option<Value> {
    let e = extent(d)?;
    let plain = matches!(&e.kind, ExprKind::Intrinsic(f, _) if f.name() == "size");
    if plain { size(p, &e, state) } else { value(p, &e, state) }
}

/// The extents of an array.
pub(super) fn shape(p: &Program, e: &Expr, state: &State) -> Option<Vec<Value>> {
    let rank = rank_of(p, e);
    let of = |x: &Expr| shape(p, x, state);
    // Operands of one operation have one shape (F2018 10.1.5.1): that of any of them is known.
    let alike = |x: &&Expr| rank_of(p, x) == rank;
    match &e.kind {
        _ if rank == 0 => None,
        ExprKind::Var(_) | ExprKind::Field { .. } => {
            let found = place(p, e).and_then(|at| state.extents(&at, rank));
            found.or_else(|| declared(p, e, state))
        }
        ExprKind::Unary(_, x) => of(x),
        ExprKind::Binary(_, l, r) => [&**l, &**r].into_iter().filter(alike).find_map(of),
        ExprKind::Intrinsic(f, args) if f.info().class == Class::Elemental => {
            args.iter().map(|a| &a.value).filter(alike).find_map(of)
        }
        ExprKind::Call { callee, args } => {
            let elemental = p.callee(*callee).is_some_and(|u| p.units[u].has_prefix(&Prefix::Elemental));
            args.iter().map(|a| &a.value).filter(|_| elemental).filter(alike).find_map(of)
        }
        ExprKind::Intrinsic(f, args) => {
            let arg = |k: usize| args.get(k).map(|a| &a.value);
            match f.name() {
                "cshift" | "eoshift" => of(arg(0)?),
                "transpose" => Some(of(arg(0)?)?.into_iter().rev().collect()),
                "matmul" => {
                    let (l, r) = (of(arg(0)?)?, of(arg(1)?)?);
                    Some(l[..l.len() - 1].iter().chain(&r[1..]).cloned().collect())
                }
                _ => None,
            }
        }
        ExprKind::Index { base, subs } => {
            let mut out = Vec::new();
            for (k, s) in subs.iter().enumerate() {
                match s {
                    Subscript::At(i) if rank_of(p, i) > 0 => out.extend(of(i)?),
                    Subscript::At(_) => {}
                    Subscript::Range { lo: None, hi: None, step: None } => out.push(of(base)?.get(k)?.clone()),
                    Subscript::Range { lo: Some(lo), hi: Some(hi), step: None } => {
                        let (lo, hi) = (value(p, lo, state)?, value(p, hi, state)?);
                        out.push(hi.plus(&lo, -1)?.plus(&Value::constant(1), 1)?);
                    }
                    Subscript::Range { .. } => return None,
                }
            }
            Some(out)
        }
        ExprKind::Constructor { items, .. } => {
            let single = |i: &Item| matches!(i, Item::Value(x) if rank_of(p, x) == 0);
            items.iter().all(single).then(|| vec![Value::constant(items.len() as i64)])
        }
        _ => None,
    }
}

/// The extents that a declaration gives by constants.
fn declared(p: &Program, e: &Expr, state: &State) -> Option<Vec<Value>> {
    let Type::Array { dims, .. } = type_of(p, e) else { return None };
    if p.is_allocatable(e) {
        return None;
    }
    let constant = |d: &Dim| match &d.upper {
        Upper::At(_) => extent_value(p, d, state).filter(Value::is_constant),
        Upper::Assumed | Upper::Deferred => None,
    };
    dims.iter().map(constant).collect()
}
