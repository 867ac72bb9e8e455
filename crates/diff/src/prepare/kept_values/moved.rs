//! What declares a variable of a procedure, written so that a module can say it: without the names that only the procedure knows.

use il::expr::{Item, Literal};
use il::{Expr, ExprKind, Program, Scalar, ScalarClass, Subscript, SymbolId, SymbolKind, Type, Upper};

/// Elements that one implied DO of a DATA statement is written out to, at most.
const MOST_ELEMENTS: usize = 4096;

/// What DATA gives values, written out: the variable of an implied DO belongs to the procedure.
pub(crate) fn moved_target(p: &Program, item: &Item) -> Option<Vec<Expr>> {
    let (items, var, from, to, step) = match item {
        Item::Value(e) => return Some(vec![moved_place(p, e)?]),
        Item::Implied { items, var, from, to, step } => (items, *var, from, to, step),
    };
    let number = |e: &Expr| il::fold::integer(p, e);
    let (from, to, step) = (number(from)?, number(to)?, step.as_ref().map_or(Some(1), number)?);
    let turns = usize::try_from((to - from).checked_div(step)? + 1).unwrap_or(0);
    let mut out = Vec::new();
    for turn in 0..turns {
        for item in items {
            out.extend(moved_target(p, &at_turn(p, item, var, from + turn as i64 * step))?);
        }
        if out.len() > MOST_ELEMENTS {
            return None;
        }
    }
    Some(whole_array(p, &out).map_or(out, |whole| vec![whole]))
}

/// An item of an implied DO for one value of its variable.
fn at_turn(p: &Program, item: &Item, var: SymbolId, value: i64) -> Item {
    let put = |e: &Expr| {
        let mut out = e.clone();
        out.rewrite(&mut |x| {
            if x.kind == ExprKind::Var(var) {
                *x = Expr::int(value);
            }
        });
        out.rewrite(&mut |x| {
            if let ExprKind::Index { subs, .. } = &mut x.kind {
                for s in subs.iter_mut().flat_map(Subscript::parts_mut) {
                    if let Some(n) = il::fold::integer(p, s) {
                        *s = Expr::int(n);
                    }
                }
            }
        });
        out
    };
    match item {
        Item::Value(e) => Item::Value(put(e)),
        Item::Implied { items, var: own, from, to, step } => Item::Implied {
            items: items.iter().map(|i| at_turn(p, i, var, value)).collect(),
            var: *own,
            from: put(from),
            to: put(to),
            step: step.as_ref().map(put),
        },
    }
}

/// The array that some elements are, all of it and in its order.
fn whole_array(p: &Program, elements: &[Expr]) -> Option<Expr> {
    let base = match &elements.first()?.kind {
        ExprKind::Index { base, .. } if matches!(base.kind, ExprKind::Var(_)) => (**base).clone(),
        _ => return None,
    };
    let Type::Array { dims, .. } = p.symbol_type(base.root()?)? else { return None };
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for d in dims.iter().rev() {
        let Upper::At(last) = &d.upper else { return None };
        let first = d.lower.as_ref().map_or(Some(1), |l| il::fold::integer(p, l))?;
        let range = first..=il::fold::integer(p, last)?;
        all = all.iter().flat_map(|rest| range.clone().map(|n| [vec![n], rest.clone()].concat())).collect();
        if all.len() > MOST_ELEMENTS {
            return None;
        }
    }
    let place = |at: &Vec<i64>| Expr::index(base.clone(), at.iter().map(|n| Expr::int(*n)).collect());
    (all.len() == elements.len() && all.iter().zip(elements).all(|(at, e)| place(at) == *e)).then_some(base)
}

/// A place with subscripts that are numbers.
pub(super) fn moved_place(p: &Program, e: &Expr) -> Option<Expr> {
    let mut out = e.clone();
    let root = e.root();
    let mut known = true;
    out.rewrite(&mut |x| {
        if let ExprKind::Var(s) = x.kind
            && Some(s) != root
        {
            match il::fold::integer(p, x) {
                Some(n) => *x = Expr::int(n),
                None => known = false,
            }
        }
    });
    known.then_some(out)
}

/// The type with kinds and extents that are numbers. None: it says something that only the procedure knows.
pub(crate) fn moved_type(p: &Program, ty: &Type) -> Option<Type> {
    match ty {
        Type::Scalar(s) => Some(Type::Scalar(moved_scalar(s))),
        Type::Character { len, .. } => {
            let n = il::fold::integer(p, len.as_deref()?)?;
            Some(Type::Character { len: Some(Box::new(Expr::int(n))), spelling: format!("character(len={n})") })
        }
        Type::Array { elem, dims } => {
            let mut dims = dims.clone();
            for d in &mut dims {
                if let Some(lower) = &mut d.lower {
                    *lower = Expr::int(il::fold::integer(p, lower)?);
                }
                if let Upper::At(e) = &mut d.upper {
                    *e = Expr::int(il::fold::integer(p, e)?);
                }
            }
            Some(Type::Array { elem: Box::new(moved_type(p, elem)?), dims })
        }
        Type::Record(_) | Type::Pointer { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => None,
    }
}

/// How a type that [`moved_type`] gave is written in a declaration.
pub(crate) fn spelling_of(ty: &Type) -> String {
    match ty.element() {
        Type::Scalar(scalar) => scalar.spelling.clone(),
        Type::Character { spelling, .. } => spelling.clone(),
        _ => String::new(),
    }
}

fn moved_scalar(s: &Scalar) -> Scalar {
    if s.kind_name.is_none() {
        return s.clone();
    }
    let (word, kind) = match s.class {
        ScalarClass::Integer => ("integer", s.bytes),
        ScalarClass::Real => ("real", s.bytes),
        ScalarClass::Complex => ("complex", s.bytes / 2),
        ScalarClass::Logical => ("logical", s.bytes),
    };
    Scalar { kind_name: None, spelling: format!("{word}({kind})"), ..s.clone() }
}

/// An initial value without the names of constants.
pub(crate) fn moved_value(p: &Program, e: &Expr) -> Option<Expr> {
    let mut out = e.clone();
    let mut known = true;
    out.rewrite(&mut |x| match &mut x.kind {
        ExprKind::Var(s) => match &p.symbols[*s].kind {
            SymbolKind::Constant { value, .. } => match moved_value(p, value) {
                Some(value) if value.is_reference() || is_literal(&value) => *x = value,
                Some(value) => *x = Expr::unary(il::UnaryOp::Paren, value),
                None => known = false,
            },
            _ => known = false,
        },
        ExprKind::Real { text, ty, .. } if ty.kind_name.is_some() => {
            *text = Literal::default();
            **ty = moved_scalar(ty);
        }
        ExprKind::Integer { text, ty: Some(ty), .. } if ty.kind_name.is_some() => {
            *text = Literal::default();
            **ty = moved_scalar(ty);
        }
        ExprKind::Constructor { ty: Some(ty), .. } => match moved_type(p, ty) {
            Some(moved) => **ty = moved,
            None => known = false,
        },
        ExprKind::Call { .. } | ExprKind::Structure { .. } | ExprKind::Opaque { .. } | ExprKind::Index { .. } => {
            known = false
        }
        _ => {}
    });
    known.then_some(out)
}

fn is_literal(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Integer { .. }
            | ExprKind::Real { .. }
            | ExprKind::Logical(_)
            | ExprKind::Text(..)
            | ExprKind::Constructor { .. }
    )
}
