//! The type of an expression, shape included.
//!
//! Shapes of array values are given as extents with lower bound 1 (F2018 9.5.3.3: an expression's lower bounds are 1), and as
//! [`Upper::Deferred`] where only the rank is known.

use crate::expr::{Arg, BinaryOp, Expr, ExprKind, Item, Subscript, UnaryOp};
use crate::fold;
use crate::intrinsics::{Class, Intrinsic, Result as R, argument};
use crate::program::Program;
use crate::types::{Dim, Scalar, ScalarClass, Type, Upper};

/// The type of `e`. What cannot be told is [`Type::Opaque`] with an empty spelling.
pub fn type_of(p: &Program, e: &Expr) -> Type {
    match &e.kind {
        ExprKind::Integer { ty, .. } => Type::Scalar(ty.as_deref().cloned().unwrap_or_else(Scalar::integer)),
        ExprKind::Real { ty, .. } => Type::Scalar((**ty).clone()),
        ExprKind::Logical(_) => Type::Scalar(Scalar::logical()),
        ExprKind::Text(text, _) => {
            Type::Character { len: Some(Box::new(Expr::int(text.len() as i64))), spelling: "character".into() }
        }
        ExprKind::ComplexParts(a, b) => {
            let part = widest(&type_of(p, a), &type_of(p, b));
            match part.scalar() {
                Some(s) if s.class == ScalarClass::Real => Type::Scalar(complex_of(s)),
                _ => Type::Scalar(complex_of(&p.real())),
            }
        }
        ExprKind::Var(s) => p.symbol_type(*s).cloned().unwrap_or_else(unknown),
        ExprKind::Index { base, subs } => {
            let element = index_type(p, &type_of(p, base), base, subs);
            match &base.kind {
                // c%v(1) has the shape of c.
                ExprKind::Field { base: outer, .. } if element.rank() == 0 => match type_of(p, outer) {
                    Type::Array { dims, .. } => Type::Array { elem: Box::new(element), dims },
                    _ => element,
                },
                _ => element,
            }
        }
        ExprKind::Substring { base, .. } => match type_of(p, base) {
            Type::Character { spelling, .. } => Type::Character { len: None, spelling },
            Type::Array { elem, dims } => match *elem {
                Type::Character { spelling, .. } => {
                    Type::Array { elem: Box::new(Type::Character { len: None, spelling }), dims }
                }
                other => Type::Array { elem: Box::new(other), dims },
            },
            other => other,
        },
        ExprKind::Field { base, record, field } => {
            let own = p.records[*record].fields[*field].ty.clone();
            match type_of(p, base) {
                // a(:)%x has the shape of a(:)
                of @ Type::Array { .. } if own.rank() == 0 => shaped_like(of, own),
                _ => own,
            }
        }
        ExprKind::Deref(x) => match type_of(p, x) {
            Type::Pointer { to, .. } => *to,
            Type::Array { elem, .. } => *elem,
            other => other,
        },
        ExprKind::Address(x) => Type::Pointer { to: Box::new(type_of(p, x)), to_const: false, restrict: false },
        ExprKind::Unary(op, x) => {
            let ty = type_of(p, x);
            match op {
                UnaryOp::Not => with_element(&ty, Type::Scalar(Scalar::logical())),
                UnaryOp::Neg | UnaryOp::Plus | UnaryOp::BitNot | UnaryOp::Paren => ty,
            }
        }
        ExprKind::Binary(op, l, r) => {
            let (lt, rt) = (type_of(p, l), type_of(p, r));
            let wide = widest(&lt, &rt);
            match op {
                // C's arrays decay where they are compared with pointers.
                op if op.is_logical() && matches!(wide, Type::Pointer { .. }) => Type::Scalar(Scalar::logical()),
                op if op.is_logical() => shape_of(&lt, &rt, Type::Scalar(Scalar::logical())),
                BinaryOp::Concat => shape_of(&lt, &rt, Type::Character { len: None, spelling: "character".into() }),
                BinaryOp::Sub if is_distance(&lt, &rt) => Type::Scalar(Scalar::new(ScalarClass::Integer, 8, "long")),
                // The exponent does not widen an integer power: x**i has the type of x.
                BinaryOp::Pow if rt.class() == Some(ScalarClass::Integer) => shape_of(&lt, &rt, lt.element().clone()),
                BinaryOp::Shl | BinaryOp::Shr => lt,
                // C: an array of structures, arrays or pointers that is counted on from is a pointer to its elements.
                BinaryOp::Add | BinaryOp::Sub if rt.class() == Some(ScalarClass::Integer) => {
                    decayed(&lt).unwrap_or(wide)
                }
                BinaryOp::Add if lt.class() == Some(ScalarClass::Integer) => decayed(&rt).unwrap_or(wide),
                _ => wide,
            }
        }
        ExprKind::Intrinsic(f, args) => intrinsic_type(p, *f, args),
        ExprKind::Call { callee, args } => {
            let result = p.symbol_type(*callee).cloned().unwrap_or_else(unknown);
            match elemental_shape(p, *callee, args) {
                Some(shape) if result.rank() == 0 => with_element(&shape, result),
                _ => result,
            }
        }
        ExprKind::Cond { yes, no, .. } => widest(&type_of(p, yes), &type_of(p, no)),
        // The part of each element that is of a type which theirs extends.
        ExprKind::Cast(ty @ Type::Record(_), x) => match type_of(p, x) {
            Type::Array { dims, .. } => Type::Array { elem: Box::new(ty.clone()), dims },
            _ => ty.clone(),
        },
        ExprKind::Cast(ty, _) => ty.clone(),
        ExprKind::Constructor { items, ty } => {
            let types: Vec<Option<Type>> = items
                .iter()
                .map(|i| match i {
                    Item::Value(v) => Some(type_of(p, v)),
                    Item::Implied { .. } => None,
                })
                .collect();
            let elem = match (ty, types.first()) {
                (Some(t), _) => (**t).clone(),
                (None, Some(Some(t))) => t.element().clone(),
                (None, _) => {
                    items.iter().find_map(first_value).map_or_else(unknown, |v| type_of(p, v).element().clone())
                }
            };
            let scalars = types.iter().all(|t| t.as_ref().is_some_and(|t| t.rank() == 0));
            let extent = scalars.then(|| Expr::int(items.len() as i64));
            Type::Array { elem: Box::new(elem), dims: vec![extent.map_or(deferred(), extent_dim)] }
        }
        ExprKind::Structure { record, .. } => Type::Record(*record),
        ExprKind::SizeOf(_) => Type::Scalar(Scalar::size()),
        ExprKind::Opaque { ty, .. } => (**ty).clone(),
    }
}

/// What a C array that has no numbers for elements decays to in arithmetic.
fn decayed(ty: &Type) -> Option<Type> {
    match ty {
        Type::Array { elem, .. } if matches!(**elem, Type::Record(_) | Type::Array { .. } | Type::Pointer { .. }) => {
            Some(Type::Pointer { to: elem.clone(), to_const: false, restrict: false })
        }
        _ => None,
    }
}

/// Whether the difference of two values counts the elements between two addresses: a number without derivative (C11 6.5.6).
fn is_distance(l: &Type, r: &Type) -> bool {
    let address = |t: &Type| matches!(t, Type::Pointer { .. } | Type::Array { .. });
    address(l) && address(r) && [l, r].iter().any(|t| matches!(t, Type::Pointer { .. }))
}

/// Whether an expression is the distance of two addresses.
pub fn counts_elements(p: &Program, e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Binary(BinaryOp::Sub, l, r) if is_distance(&type_of(p, l), &type_of(p, r)))
}

/// The scalar type of an expression's elements, when it has one.
pub fn scalar_of(p: &Program, e: &Expr) -> Option<Scalar> {
    type_of(p, e).scalar().cloned()
}

/// The extent of a C array as an `int`, for counters that are compared with it: what is unsigned (`4u`, a `size_t`) would make the comparison unsigned.
pub fn signed_extent(p: &Program, extent: &Expr) -> Expr {
    if !scalar_of(p, extent).is_some_and(|s| s.unsigned) {
        return extent.clone();
    }
    match fold::integer(p, extent) {
        Some(n) => Expr::int(n),
        None => ExprKind::Cast(Type::Scalar(Scalar::int()), Box::new(extent.clone())).into(),
    }
}

/// The rank of an expression's value.
pub fn rank_of(p: &Program, e: &Expr) -> usize {
    type_of(p, e).rank()
}

/// Whether the value of an expression has the shape of those of its operands that are arrays.
pub fn is_elementwise(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(..) => true,
        ExprKind::Intrinsic(f, _) => f.info().class == Class::Elemental,
        _ => false,
    }
}

/// A reference that has the shape of an expression.
pub fn shape_giver<'e>(p: &Program, e: &'e Expr) -> Option<&'e Expr> {
    if e.is_reference() {
        return Some(e);
    }
    let mut operands: Vec<&Expr> = Vec::new();
    if is_elementwise(e) {
        e.children(&mut |x| operands.push(x));
    }
    let rank = rank_of(p, e);
    operands.into_iter().filter(|x| rank_of(p, x) == rank).find_map(|x| shape_giver(p, x))
}

/// The parts of an array expression, itself included, that spread some scalar `s` with `wanted(s)` over their elements.
pub fn spread_in<'e>(p: &Program, e: &'e Expr, wanted: &dyn Fn(&Expr) -> bool) -> Vec<&'e Expr> {
    let mut out = Vec::new();
    if rank_of(p, e) == 0 {
        return out;
    }
    let mut spreads = false;
    e.children(&mut |x| {
        out.extend(spread_in(p, x, wanted));
        spreads |= is_elementwise(e) && rank_of(p, x) == 0 && wanted(x);
    });
    if spreads {
        out.push(e);
    }
    out
}

/// The extent of one dimension of a declared shape: `upper - lower + 1`, simplified; `None` when it is not written. Dimensions of C have no lower bound,
/// and their extent for the upper one.
pub fn extent(dim: &Dim) -> Option<Expr> {
    let Upper::At(upper) = &dim.upper else { return None };
    match &dim.lower {
        None => Some(upper.clone()),
        Some(lower) => Some(fold::range_count(lower, upper, None)),
    }
}

fn unknown() -> Type {
    Type::Opaque(String::new())
}

fn deferred() -> Dim {
    Dim { lower: None, upper: Upper::Deferred }
}

fn extent_dim(extent: Expr) -> Dim {
    Dim { lower: None, upper: Upper::At(extent) }
}

fn first_value(item: &Item) -> Option<&Expr> {
    match item {
        Item::Value(v) => Some(v),
        Item::Implied { items, .. } => items.iter().find_map(first_value),
    }
}

/// `own` for each element of an array, which in C may be one of arrays.
fn shaped_like(array: Type, own: Type) -> Type {
    match array {
        Type::Array { elem, dims } => Type::Array { elem: Box::new(shaped_like(*elem, own)), dims },
        _ => own,
    }
}

/// `ty` with another element type.
fn with_element(ty: &Type, element: Type) -> Type {
    match ty {
        Type::Array { dims, .. } => Type::Array { elem: Box::new(element), dims: dims.clone() },
        _ => element,
    }
}

/// `element` in the shape of whichever of the two is an array.
fn shape_of(a: &Type, b: &Type, element: Type) -> Type {
    if a.rank() > 0 { with_element(a, element) } else { with_element(b, element) }
}

/// Whether a type is written without a kind: it has the bytes that options give it.
fn is_default(s: &Scalar, word: &str) -> bool {
    s.spelling.trim().eq_ignore_ascii_case(word)
}

/// The complex type made of two `part`s.
pub fn complex_of(part: &Scalar) -> Scalar {
    let spelling = match &part.kind_name {
        Some(k) => format!("complex({k})"),
        None if is_default(part, "real") => "complex".into(),
        None if part.bytes == 4 => "complex".into(),
        None => format!("complex({})", part.bytes),
    };
    Scalar { kind_name: part.kind_name.clone(), ..Scalar::new(ScalarClass::Complex, part.bytes * 2, spelling) }
}

/// The real type of a complex type's parts.
pub fn part_of(complex: &Scalar) -> Scalar {
    let spelling = match (&complex.kind_name, complex.bytes) {
        (Some(k), _) => format!("real({k})"),
        (None, _) if is_default(complex, "complex") => "real".into(),
        (None, 8) => "real".into(),
        (None, 16) => "double precision".into(),
        (None, b) => format!("real({})", b / 2),
    };
    Scalar { kind_name: complex.kind_name.clone(), ..Scalar::new(ScalarClass::Real, complex.bytes / 2, spelling) }
}

/// The type of `a op b` for arithmetic operators (F2018 table 10.2; C's usual conversions agree on what we read).
pub fn widest(a: &Type, b: &Type) -> Type {
    // Pointer arithmetic keeps the pointer.
    if matches!(a, Type::Pointer { .. }) {
        return a.clone();
    }
    if matches!(b, Type::Pointer { .. }) {
        return b.clone();
    }
    let (Some(x), Some(y)) = (a.element().scalar(), b.element().scalar()) else {
        return if a.element().scalar().is_some() || matches!(b, Type::Opaque(_)) { a.clone() } else { b.clone() };
    };
    let level = |s: &Scalar| match s.class {
        ScalarClass::Logical => 0,
        ScalarClass::Integer => 1,
        ScalarClass::Real => 2,
        ScalarClass::Complex => 3,
    };
    let part = |s: &Scalar| if s.class == ScalarClass::Complex { s.bytes / 2 } else { s.bytes };
    let scalar = if level(x) == level(y) {
        if x.bytes >= y.bytes { x.clone() } else { y.clone() }
    } else {
        let (hi, lo) = if level(x) > level(y) { (x, y) } else { (y, x) };
        if hi.class == ScalarClass::Complex && lo.class == ScalarClass::Real && part(lo) > part(hi) {
            complex_of(lo)
        } else {
            hi.clone()
        }
    };
    shape_of(a, b, Type::Scalar(scalar))
}

fn index_type(p: &Program, base_type: &Type, base: &Expr, subs: &[Subscript]) -> Type {
    let (elem, dims) = match base_type {
        Type::Array { elem, dims } => ((**elem).clone(), dims.as_slice()),
        // Sections are ours there: what C finds behind a pointer is one element.
        Type::Pointer { to, .. } => ((**to).clone(), [].as_slice()),
        other => return other.clone(),
    };
    let mut out = Vec::new();
    for (k, s) in subs.iter().enumerate() {
        match s {
            Subscript::At(e) => {
                if let Type::Array { dims: inner, .. } = type_of(p, e) {
                    out.extend(inner);
                }
            }
            Subscript::Range { lo, hi, step } => {
                let declared = dims.get(k);
                let first = lo.clone().or_else(|| declared.and_then(|d| lower_bound(d, base, k)));
                let last = hi.clone().or_else(|| declared.and_then(|d| upper_bound(d, base, k)));
                out.push(match (first, last) {
                    (Some(a), Some(b)) => extent_dim(fold::range_count(&a, &b, step.as_ref())),
                    _ => deferred(),
                });
            }
        }
    }
    if out.is_empty() { elem } else { Type::Array { elem: Box::new(elem), dims: out } }
}

/// The lower bound of dimension `k` (from 0) of `base`, as an expression.
pub fn lower_bound(dim: &Dim, base: &Expr, k: usize) -> Option<Expr> {
    match (&dim.lower, &dim.upper) {
        (Some(e), _) => Some(e.clone()),
        (None, Upper::At(_) | Upper::Assumed) => Some(Expr::int(1)),
        (None, Upper::Deferred) => {
            base.is_reference().then(|| Expr::intrinsic("lbound", vec![base.clone(), Expr::int(k as i64 + 1)]))
        }
    }
}

/// The upper bound of dimension `k` (from 0) of `base`, as an expression; `None` for assumed size.
pub fn upper_bound(dim: &Dim, base: &Expr, k: usize) -> Option<Expr> {
    match &dim.upper {
        Upper::At(e) => Some(e.clone()),
        Upper::Deferred => {
            base.is_reference().then(|| Expr::intrinsic("ubound", vec![base.clone(), Expr::int(k as i64 + 1)]))
        }
        Upper::Assumed => None,
    }
}

/// The shape that an elemental procedure takes from its array arguments.
fn elemental_shape(p: &Program, callee: crate::symbol::SymbolId, args: &[Arg]) -> Option<Type> {
    let unit = p.procedure(callee)?.unit?;
    if !p.units[unit].has_prefix(&crate::unit::Prefix::Elemental) {
        return None;
    }
    args.iter().map(|a| type_of(p, &a.value)).find(|t| t.rank() > 0)
}

fn intrinsic_type(p: &Program, f: Intrinsic, args: &[Arg]) -> Type {
    let info = f.info();
    // Each argument is typed once: twice would be 2ⁿ times in f(f(f(…))).
    let types: Vec<Type> = args.iter().map(|a| type_of(p, &a.value)).collect();
    let at = if f.name().starts_with("bessel_") && f.name().ends_with('n') { 1 } else { 0 };
    let first = types.get(at).cloned().unwrap_or_else(unknown);
    let kind = argument(f, args, "kind").and_then(|k| fold::integer(p, k).map(|v| (v, k)));
    let kinded = |class: ScalarClass, name: &str, default: Scalar| match &kind {
        None => default,
        Some((bytes, k)) => {
            let bytes = if class == ScalarClass::Complex { bytes * 2 } else { *bytes };
            // As the arguments of that kind spell it: a kind may have another name here than where it is defined.
            let alike = |a: &Arg| {
                let s = scalar_of(p, &a.value).filter(|s| s.is_differentiable())?;
                let doubled = class == ScalarClass::Complex && s.class == ScalarClass::Real;
                let halved = class == ScalarClass::Real && s.class == ScalarClass::Complex;
                let own = i64::from(s.bytes);
                let own = if doubled {
                    2 * own
                } else if halved {
                    own / 2
                } else {
                    own
                };
                s.kind_name.filter(|_| own == bytes)
            };
            let kind_name = match &k.kind {
                ExprKind::Var(s) => args.iter().find_map(alike).or_else(|| Some(p.symbols[*s].name.clone())),
                _ => None,
            };
            let inner =
                kind_name.clone().unwrap_or_else(|| fold::integer(p, k).map_or(String::new(), |v| v.to_string()));
            Scalar { kind_name, ..Scalar::new(class, bytes as u8, format!("{name}({inner})")) }
        }
    };
    let element = match info.result {
        R::First => first.element().clone(),
        R::Widest => types
            .iter()
            .fold(None, |acc: Option<Type>, t| Some(acc.map_or(t.element().clone(), |x| widest(&x, t.element()))))
            .unwrap_or_else(unknown),
        R::RealPart => match first.scalar() {
            Some(s) if s.class == ScalarClass::Complex => Type::Scalar(part_of(s)),
            _ => first.element().clone(),
        },
        R::RealKind => Type::Scalar(match first.scalar() {
            Some(s) if s.class == ScalarClass::Complex && kind.is_none() => part_of(s),
            _ => kinded(ScalarClass::Real, "real", p.real()),
        }),
        R::Double => Type::Scalar(Scalar::double()),
        R::ComplexKind => Type::Scalar(kinded(ScalarClass::Complex, "complex", complex_of(&p.real()))),
        R::DoubleComplex => Type::Scalar(complex_of(&Scalar::double())),
        R::Integer => Type::Scalar(kinded(ScalarClass::Integer, "integer", Scalar::integer())),
        R::Logical => Type::Scalar(kinded(ScalarClass::Logical, "logical", Scalar::logical())),
        R::Character => Type::Character { len: None, spelling: "character".into() },
        R::Real => Type::Scalar(p.real()),
        R::None => return Type::Void,
    };
    match info.class {
        Class::Elemental => match types.iter().find(|t| t.rank() > 0) {
            Some(shape) => with_element(shape, element),
            None => element,
        },
        Class::Transformational => transformational(p, f, args, &types, element),
        Class::Inquiry => match f.name() {
            "shape" => vector(element, Expr::int(first.rank() as i64)),
            "lbound" | "ubound" if argument(f, args, "dim").is_none() => {
                vector(element, Expr::int(first.rank() as i64))
            }
            _ => element,
        },
        Class::Subroutine => Type::Void,
    }
}

fn vector(elem: Type, extent: Expr) -> Type {
    Type::Array { elem: Box::new(elem), dims: vec![extent_dim(extent)] }
}

fn dims_of(t: &Type) -> &[Dim] {
    match t {
        Type::Array { dims, .. } => dims,
        _ => &[],
    }
}

/// The extents of a value's dimensions, as dimensions with lower bound 1.
fn value_dims(t: &Type) -> Vec<Dim> {
    dims_of(t).iter().map(|d| extent(d).map_or(deferred(), extent_dim)).collect()
}

fn array(elem: Type, dims: Vec<Dim>) -> Type {
    if dims.is_empty() { elem } else { Type::Array { elem: Box::new(elem), dims } }
}

/// Shapes of the transformational intrinsics (F2018 16.9).
fn transformational(p: &Program, f: Intrinsic, args: &[Arg], types: &[Type], element: Type) -> Type {
    let first = types.first().cloned().unwrap_or_else(unknown);
    let dims = value_dims(&first);
    match f.name() {
        // Reductions: without DIM a scalar, with DIM one rank less. A positional second argument that is logical is the mask.
        "sum" | "product" | "maxval" | "minval" | "norm2" | "reduce" | "all" | "any" | "parity" | "count" | "iall"
        | "iany" | "iparity" => {
            match argument(f, args, "dim").filter(|d| type_of(p, d).class() == Some(ScalarClass::Integer)) {
                None => element,
                Some(d) => array(element, without(dims, fold::integer(p, d))),
            }
        }
        "maxloc" | "minloc" | "findloc" => {
            match argument(f, args, "dim").filter(|d| type_of(p, d).class() == Some(ScalarClass::Integer)) {
                None => vector(element, Expr::int(first.rank() as i64)),
                Some(d) => array(element, without(dims, fold::integer(p, d))),
            }
        }
        "dot_product" => element,
        "matmul" => {
            let b = types.get(1).map_or_else(Vec::new, value_dims);
            match (dims.len(), b.len()) {
                (2, 2) => array(element, vec![dims[0].clone(), b[1].clone()]),
                (2, _) => array(element, vec![dims[0].clone()]),
                (_, 2) => array(element, vec![b[1].clone()]),
                _ => element,
            }
        }
        "transpose" if dims.len() == 2 => array(element, vec![dims[1].clone(), dims[0].clone()]),
        "spread" => {
            let at = argument(f, args, "dim").and_then(|d| fold::integer(p, d));
            let copies = argument(f, args, "ncopies").cloned();
            let mut out = dims;
            let at = at.map_or(out.len(), |d| (d.max(1) as usize - 1).min(out.len()));
            out.insert(at, copies.map_or(deferred(), extent_dim));
            array(element, out)
        }
        "reshape" => {
            let shape = argument(f, args, "shape");
            match shape.map(|s| (&s.kind, type_of(p, s))) {
                Some((ExprKind::Constructor { items, .. }, _)) if items.iter().all(|i| matches!(i, Item::Value(_))) => {
                    array(
                        element,
                        items
                            .iter()
                            .filter_map(|i| match i {
                                Item::Value(v) => Some(extent_dim(v.clone())),
                                Item::Implied { .. } => None,
                            })
                            .collect(),
                    )
                }
                Some((_, t)) => {
                    let rank = dims_of(&t).first().and_then(extent).and_then(|e| fold::integer(p, &e)).unwrap_or(1);
                    array(element, vec![deferred(); rank.max(1) as usize])
                }
                None => element,
            }
        }
        "pack" => array(element, vec![deferred()]),
        "unpack" => {
            let mask = argument(f, args, "mask").map_or_else(unknown, |m| type_of(p, m));
            array(element, value_dims(&mask))
        }
        "transfer" => {
            let mold = argument(f, args, "mold").map_or_else(unknown, |m| type_of(p, m));
            if argument(f, args, "size").is_some() || mold.rank() > 0 {
                array(mold.element().clone(), vec![deferred()])
            } else {
                mold
            }
        }
        _ => array(element, dims),
    }
}

/// Dimensions without the `d`-th (from 1); without the last when unknown, which keeps the rank right.
fn without(mut dims: Vec<Dim>, d: Option<i64>) -> Vec<Dim> {
    match d {
        Some(d) if d >= 1 && (d as usize) <= dims.len() => {
            dims.remove(d as usize - 1);
            dims
        }
        _ => {
            let rank = dims.len().saturating_sub(1);
            vec![deferred(); rank]
        }
    }
}
