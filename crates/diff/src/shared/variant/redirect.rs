//! Which variants the calls of a procedure need, and what is passed to them.

use std::collections::BTreeMap;

use il::typing::{extent, lower_bound, scalar_of, type_of};
use il::{Arg, BinaryOp, Dim, Expr, ExprKind, Program, Subscript, SymbolId, Type, Upper};

use super::{Need, Redirect, Shape, Site, is_written, pointee, upper};
use crate::facts::Facts;

/// The ways in which a call can go to a variant, the simplest first.
pub(in crate::shared) fn redirects(p: &Program, facts: &Facts, need: &Need) -> Vec<Redirect> {
    let site = Site { program: p, callee: Some(need.callee), values: &need.values, known: &need.known };
    let mut simple = Shape::default();
    let mut general = Shape::default();
    simple.bound.clone_from(&need.bound);
    general.bound.clone_from(&need.bound);
    simple.absent.clone_from(&need.absent);
    general.absent.clone_from(&need.absent);
    simple.passive.clone_from(&need.passive);
    general.passive.clone_from(&need.passive);
    (simple.home, general.home) = (need.home, need.home);
    for g in &need.groups {
        match merge(p, facts, &site, g) {
            Some(merged) => simple.merged.extend(merged),
            None if is_one_place(&need.values, g) => simple.together.push(g.clone()),
            None => simple.linear.push(g.clone()),
        }
        general.linear.push(g.clone());
    }
    // C: pointers are one, or nothing is known about them.
    let c = p.units[need.callee].language.passes_values();
    if c && simple.groups().next().is_some() {
        return Vec::new();
    }
    let shapes = if c || simple == general { vec![simple] } else { vec![simple, general] };
    shapes.into_iter().filter_map(|s| redirect(p, need, s)).collect()
}

/// Whether the arguments of a group are arrays that begin at the same place.
pub(super) fn is_one_place(values: &[Option<Expr>], group: &[usize]) -> bool {
    group.iter().all(|k| values[*k].is_some() && values[*k] == values[group[0]])
}

/// The dummies that become one when those of `group` do; `None` when they cannot.
pub(super) fn merge(p: &Program, facts: &Facts, site: &Site, group: &[usize]) -> Option<BTreeMap<usize, usize>> {
    let u = &p.units[site.callee?];
    let value = |k: usize| site.values.get(k).and_then(|v| v.as_ref());
    let mut out = BTreeMap::new();
    let (&kept, rest) = group.split_first()?;
    let v = p.variable(u.params[kept])?;
    for &k in rest {
        let w = p.variable(u.params[k])?;
        if value(k) != value(kept) {
            return None;
        }
        out.insert(k, kept);
        if u.language.passes_values() {
            if !lead_alike(&v.ty, &w.ty) {
                return None;
            }
            continue;
        }
        let alike = v.optional == w.optional
            && v.pointer == w.pointer
            && v.target == w.target
            && v.polymorphic == w.polymorphic;
        if !alike || v.ty.element() != w.ty.element() || v.ty.rank() != w.ty.rank() {
            return None;
        }
        let (Type::Array { dims: a, .. }, Type::Array { dims: b, .. }) = (&v.ty, &w.ty) else { continue };
        for (x, y) in a.iter().zip(b).flat_map(|(x, y)| [(x.lower.as_ref(), y.lower.as_ref()), (upper(x), upper(y))]) {
            match (x, y) {
                _ if x == y => {}
                (Some(Expr { kind: ExprKind::Var(m), .. }), Some(Expr { kind: ExprKind::Var(n), .. })) => {
                    let at = |s: &SymbolId| u.params.iter().position(|q| q == s);
                    let (m, n) = (at(m)?, at(n)?);
                    if value(m).is_none()
                        || value(m) != value(n)
                        || is_written(facts, site, m)
                        || is_written(facts, site, n)
                    {
                        return None;
                    }
                    out.insert(n, m);
                }
                _ => return None,
            }
        }
        let kinds = |dims: &[Dim]| dims.iter().map(|d| std::mem::discriminant(&d.upper)).collect::<Vec<_>>();
        if kinds(a) != kinds(b) {
            return None;
        }
    }
    Some(out)
}

/// C: whether two parameters are pointers to things of one type. A parameter `x[3]` is a pointer too (C11 6.7.6.3), and what is `const` behind one of
/// them is not so behind the other: `scale(double *out, const double *in)`.
fn lead_alike(v: &Type, w: &Type) -> bool {
    let rows = |t: &Type| t.rank().max(1);
    pointee(v).is_some() && pointee(v) == pointee(w) && rows(v) == rows(w)
}

/// The arguments of the call of a variant.
pub(super) fn redirect(p: &Program, need: &Need, shape: Shape) -> Option<Redirect> {
    let mut args = Vec::new();
    let mut gap = false;
    for (k, value) in need.values.iter().enumerate() {
        if shape.merged.contains_key(&k) || shape.bound.contains_key(&k) || shape.absent.contains(&k) {
            continue;
        }
        // Behind absent arguments the others are given by name (F2018 15.5.1).
        let Some(value) = value else {
            gap = true;
            continue;
        };
        if shape.together.iter().any(|g| g[0] != k && g.contains(&k)) {
            continue;
        }
        match shape.linear.iter().find(|g| g.contains(&k)) {
            None => {
                let name = || p.symbols[p.units[need.callee].params[k]].name.clone();
                args.push(Arg { keyword: gap.then(name), value: value.clone() });
            }
            // Places have names that only the variant knows.
            Some(_) if gap => return None,
            Some(group) => {
                let first = need.values[group[0]].as_ref()?;
                let base = base_of(first)?;
                if base_of(value)? != base || scalar_of(p, value) != scalar_of(p, first) {
                    return None;
                }
                if k == group[0] {
                    args.push(Arg::new(base.clone()));
                }
                args.push(Arg::new(position(p, value)?));
            }
        }
    }
    Some(Redirect { callee: need.callee, shape, args })
}

/// The array that an actual argument is or is an element of.
pub(super) fn base_of(actual: &Expr) -> Option<&Expr> {
    match &actual.kind {
        ExprKind::Var(_) | ExprKind::Field { .. } => Some(actual),
        ExprKind::Index { base, .. } => Some(base),
        _ => None,
    }
}

/// The number of elements in front of an actual argument in its array.
pub(super) fn position(p: &Program, actual: &Expr) -> Option<Expr> {
    let ExprKind::Index { base, subs } = &actual.kind else { return Some(Expr::int(0)) };
    let Type::Array { dims, .. } = type_of(p, base) else { return None };
    let mut sum = Expr::int(0);
    let mut stride: Option<Expr> = None;
    for (n, (s, d)) in subs.iter().zip(&dims).enumerate() {
        let Subscript::At(e) = s else { return None };
        if type_of(p, e).rank() > 0 {
            return None;
        }
        let before = il::fold::sub(e, &lower_bound(d, base, n)?);
        sum = il::fold::add(&sum, &times(before, stride.as_ref()));
        let size = || match &d.upper {
            Upper::At(_) => extent(d),
            Upper::Deferred => Some(Expr::intrinsic("size", vec![(**base).clone(), Expr::int(n as i64 + 1)])),
            Upper::Assumed => None,
        };
        if n + 1 < dims.len() {
            stride = Some(times(size()?, stride.as_ref()));
        }
    }
    Some(sum)
}

pub(super) fn times(e: Expr, stride: Option<&Expr>) -> Expr {
    match (e.as_int(), stride) {
        (_, None) => e,
        (Some(0), _) => Expr::int(0),
        (Some(1), Some(s)) => s.clone(),
        (_, Some(s)) => Expr::binary(BinaryOp::Mul, e, s.clone()),
    }
}
