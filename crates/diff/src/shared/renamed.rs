//! C: two arguments that lead to one object by different names: `a` and `p` after `p = &a[3]`, `&b[parent[i]].w` and `&l->w` after `l = &b[i]`.
//!
//! A local pointer has the value that it was given where that is known, and the two arguments are compared as if they were written with it. Where two
//! local pointers may only be seen to be made from one array, or from one pointer, as they walk through it or change places, the adjoint compares the
//! addresses when it runs. So it does where a value in memory says which place it is. What is left, pointers of different names that come from
//! different places, are taken to be apart, as authors mean them.

use std::collections::BTreeSet;

use analysis::affine::Affine;
use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Program, StmtKind, Subscript, SymbolId, Type};

use super::overlap::{is_linked, values};
use super::reach::{Relation, Site};
use super::stretch::{self, outermost};
use crate::facts::Facts;

/// Values of pointers that are made from others are followed so far.
const CHAIN: usize = 8;
/// More stretches than these are not compared one by one.
const MOST_STRETCHES: usize = 3;

/// What two arguments below different names have in common.
pub enum Renamed {
    /// Nothing, as far as anybody tells.
    Apart,
    /// Certainly something, or nobody can ask.
    Unclear,
    /// Something, where this is true.
    Asked(Expr),
}

/// How the arguments `k` and `l`, which lead to `a` and `b` and below which the callee touches the same numbers, stand to each other.
pub fn relation(site: &Site, (k, a): (usize, &Expr), (l, b): (usize, &Expr)) -> Renamed {
    let p = site.program;
    let value = |k: usize| site.values.get(k).and_then(|v| v.clone());
    let (Some(x), Some(y)) = (value(k), value(l)) else { return Renamed::Apart };
    if resolved(p, &x) == resolved(p, &y) {
        return Renamed::Unclear;
    }
    if [k, l].into_iter().any(|k| reached(site, k).is_some_and(|all| all.is_empty())) {
        // Only compared: the end of a piece that others walk through.
        return Renamed::Apart;
    }
    let asked = || stretches_meet(site, (k, &x), (l, &y)).map_or(Renamed::Unclear, Renamed::Asked);
    match as_given(site, (k, &x), (l, &y)) {
        Some(Relation::Apart) => return Renamed::Apart,
        Some(Relation::Same) => return Renamed::Unclear,
        Some(Relation::Unknown) => return asked(),
        None => {}
    }
    let (own, others) = (origins(p, &x), origins(p, &y));
    if own.places.iter().any(|o| others.places.contains(o)) {
        return asked();
    }
    if own.memory.iter().any(|o| others.memory.contains(o)) {
        // Parts of one piece of memory are mostly made to be apart: where nobody knows how far they go, they are not the same at least.
        let meet = stretches_meet(site, (k, &x), (l, &y));
        return meet.or_else(|| same_place(p, &x, &y)).map_or(Renamed::Apart, Renamed::Asked);
    }
    if !is_linked(p, a) && !is_linked(p, b) || x.has_call() || y.has_call() {
        return Renamed::Apart;
    }
    same_place(p, &x, &y).map_or(Renamed::Apart, Renamed::Asked)
}

/// Whether what the callee reaches from two pointers that are members, `w->k1` and `w->k2`, has something in common, as a test. `None`: they are no
/// such pointers, they are never given one value, or nobody knows how far the callee reaches.
pub fn members_meet(facts: &Facts, site: &Site, k: usize, l: usize) -> Option<Expr> {
    let p = site.program;
    let member = |k: usize| {
        let value = site.values.get(k)?.as_ref()?.bare();
        let pointer = matches!(type_of(p, value), Type::Pointer { .. });
        (pointer && matches!(value.kind, ExprKind::Field { .. })).then_some(value)
    };
    let (x, y) = (member(k)?, member(l)?);
    let asks = x != y && facts.members.may_be_one(p, x, y);
    asks.then(|| stretches_meet(site, (k, x), (l, y))).flatten()
}

/// The relation of the two arguments, written with the values that local pointers are known to have here. `None`: these do not say that they have anything
/// in common.
fn as_given(site: &Site, (k, x): (usize, &Expr), (l, y): (usize, &Expr)) -> Option<Relation> {
    let (x, y) = (given(site, x), given(site, y));
    let mut all = site.values.to_vec();
    (all[k], all[l]) = (Some(x.clone()), Some(y.clone()));
    let there = Site { values: &all, ..*site };
    if let Some(relation) = there.behind_pointers(k, l) {
        return Some(relation);
    }
    let object = |e: &Expr| if let ExprKind::Address(o) = &e.kind { (**o).clone() } else { e.clone() };
    let (x, y) = (object(&x), object(&y));
    (x.root().is_some() && x.root() == y.root()).then(|| there.relation((k, &x), (l, &y)))
}

/// An expression with the values that pointers in it are known to have where the call stands.
fn given(site: &Site, e: &Expr) -> Expr {
    let mut out = e.clone();
    for _ in 0..CHAIN {
        let before = out.clone();
        out.rewrite(&mut |x| {
            let is_pointer = matches!(type_of(site.program, x), Type::Pointer { .. });
            let known = site.known.iter().find_map(|fact| match &fact.kind {
                ExprKind::Binary(BinaryOp::Eq, name, value) if **name == *x => Some(&**value),
                _ => None,
            });
            if let (ExprKind::Var(_), true, Some(value)) = (&x.kind, is_pointer, known) {
                *x = value.clone();
            }
        });
        if out == before {
            break;
        }
    }
    out
}

/// The arrays, and the pointers that come from elsewhere, from which pointers make an address: local ones, and those in local arrays and structures. One
/// in memory that others know too leads where itself does.
fn origins(p: &Program, e: &Expr) -> Origins {
    let mut out = Origins::default();
    collect(p, e, &mut BTreeSet::new(), &mut out);
    out
}

#[derive(Default)]
struct Origins {
    places: Vec<Expr>,
    /// Pointers to new memory.
    memory: Vec<Expr>,
}

fn collect(p: &Program, e: &Expr, seen: &mut BTreeSet<SymbolId>, out: &mut Origins) {
    let is_pointer = |e: &Expr| matches!(type_of(p, e), Type::Pointer { .. });
    let own = |s: &SymbolId| p.variable(*s).is_some_and(|v| v.is_unsaved_local() && p.holds_pointers(&v.ty));
    match &e.kind {
        ExprKind::Address(x) | ExprKind::Cast(_, x) | ExprKind::Unary(_, x) => collect(p, x, seen, out),
        ExprKind::Binary(_, l, r) => {
            let leads = |x: &&Expr| matches!(type_of(p, x), Type::Pointer { .. } | Type::Array { .. });
            [&**l, &**r].into_iter().filter(leads).for_each(|x| collect(p, x, seen, out));
        }
        ExprKind::Cond { yes, no, .. } => [yes, no].into_iter().for_each(|x| collect(p, x, seen, out)),
        // `*q` after `q = &p`.
        ExprKind::Deref(q) if is_pointer(e) => collect(p, q, seen, out),
        ExprKind::Index { base, .. } | ExprKind::Field { base, .. } | ExprKind::Deref(base) if !is_pointer(e) => {
            collect(p, base, seen, out);
        }
        _ => match e.root() {
            Some(s) if is_pointer(e) && own(&s) => {
                let given = given_to(p, s);
                if given.iter().any(|v| v.uncast().has_call()) && !out.memory.contains(e) {
                    out.memory.push(e.clone());
                }
                if seen.insert(s) {
                    given.iter().for_each(|v| collect(p, v, seen, out));
                }
            }
            Some(_) if e.is_reference() && !out.places.contains(e) => out.places.push(e.clone()),
            _ => {}
        },
    }
}

/// The pointers that a variable, or something in it, is given by assignments and its declaration.
fn given_to(p: &Program, s: SymbolId) -> Vec<Expr> {
    let mut out: Vec<Expr> = p.variable(s).and_then(|v| v.init.clone()).into_iter().collect();
    let Some(home) = p.home(s) else { return out };
    let u = &p.units[home];
    u.walk(&u.body, &mut |_, stmt| {
        if let StmtKind::Assign { lhs, rhs } = &stmt.kind
            && lhs.root() == Some(s)
            && matches!(type_of(p, lhs), Type::Pointer { .. })
        {
            out.push(rhs.clone());
        }
    });
    out
}

/// What a function reaches from an address, from the first position to the last.
type Ends = (Expr, Expr);

/// The stretches that the callee reaches behind argument `k`, those that are a known number of elements apart as one. `None`: nobody knows, or they
/// are many.
fn reached(site: &Site, k: usize) -> Option<Vec<Ends>> {
    let p = site.program;
    if p.units[site.callee?].binding.as_ref().is_some_and(|b| b.dispatches) {
        // Which function it is the run tells, and how far it reaches: from the first element at least.
        return Some(vec![(Expr::int(0), Expr::int(0))]);
    }
    let mut out: Vec<Ends> = Vec::new();
    for s in stretch::stretches(p, site.callee?, site.dummy(k)?)? {
        let s = s.in_caller(p, site.callee?, site.values)?;
        if s.first.has_call() || s.last.has_call() || s.scattered && site.is_whole_array(k) {
            return None;
        }
        let mut ends = (s.first, s.last);
        // One that it lengthens may then be a known distance from another one.
        while let Some(at) = out.iter().position(|known| is_near(p, known, &ends)) {
            ends = around(p, &[out.remove(at), ends])?;
        }
        out.push(ends);
    }
    if out.len() > MOST_STRETCHES {
        out = vec![around(p, &out)?];
    }
    let number = |e: Expr| {
        let constant =
            Affine::of(p, &e, &mut Vec::new()).and_then(|a| a.as_constant()).and_then(|n| i64::try_from(n).ok());
        constant.map_or(e, Expr::int)
    };
    Some(out.into_iter().map(|(a, b)| (number(a), number(b))).collect())
}

/// Whether two stretches are a known number of elements apart.
fn is_near(p: &Program, one: &Ends, other: &Ends) -> bool {
    let mut values = Vec::new();
    let mut number = |a: &Expr, b: &Expr| {
        let (a, b) = (Affine::of(p, a, &mut values)?, Affine::of(p, b, &mut values)?);
        b.plus(&a, -1)?.as_constant()
    };
    number(&one.0, &other.0).is_some() && number(&one.1, &other.1).is_some()
}

/// Several stretches as the one from the first position to the last.
fn around(p: &Program, all: &[Ends]) -> Option<Ends> {
    let (firsts, lasts): (Vec<Expr>, Vec<Expr>) = all.iter().cloned().unzip();
    Some((outermost(p, &firsts, false)?.clone(), outermost(p, &lasts, true)?.clone()))
}

/// Whether what the callee reaches from two addresses has something in common, as a test. `None`: nobody knows how far it reaches.
pub(super) fn stretches_meet(site: &Site, (k, x): (usize, &Expr), (l, y): (usize, &Expr)) -> Option<Expr> {
    let p = site.program;
    let (own, others) = (reached(site, k)?, reached(site, l)?);
    if x.has_call() || y.has_call() {
        return None;
    }
    let (x, y) = (address(p, x)?, address(p, y)?);
    if led(p, &x) != led(p, &y) {
        return None;
    }
    let at = |e: &Expr, k: &Expr| match k.as_int() {
        Some(0) => e.clone(),
        _ => Expr::binary(BinaryOp::Add, e.clone(), k.clone()),
    };
    let is_one = |(a, b): &Ends| a == b;
    let mut pairs = Vec::new();
    for one in &own {
        for other in &others {
            let reaches =
                |x: &Expr, from: &Expr, y: &Expr, to: &Expr| Expr::binary(BinaryOp::Le, at(x, from), at(y, to));
            pairs.push(if is_one(one) && is_one(other) {
                Expr::binary(BinaryOp::Eq, at(&x, &one.0), at(&y, &other.0))
            } else {
                Expr::binary(BinaryOp::And, reaches(&x, &one.0, &y, &other.1), reaches(&y, &other.0, &x, &one.1))
            });
        }
    }
    pairs.into_iter().reduce(|a, b| Expr::binary(BinaryOp::Or, a, b))
}

/// An argument with the only value of each pointer in place of it.
fn resolved(p: &Program, e: &Expr) -> Expr {
    let mut out = e.clone();
    out.rewrite(&mut |x| {
        if let ExprKind::Var(s) = x.kind
            && matches!(type_of(p, x), Type::Pointer { .. })
            && p.variable(s).is_some_and(|v| v.is_unsaved_local())
            && let [only] = values(p, s).as_slice()
        {
            *x = only.clone();
        }
    });
    out
}

/// What a pointer leads to.
fn led(p: &Program, e: &Expr) -> Option<Type> {
    match type_of(p, e) {
        Type::Pointer { to, .. } => Some(*to),
        _ => None,
    }
}

/// The comparison of two addresses, or of those of the objects around one of them.
pub(super) fn same_place(p: &Program, x: &Expr, y: &Expr) -> Option<Expr> {
    let (x, y) = (address(p, x)?, address(p, y)?);
    let around = |e: &Expr, ty: &Type| {
        let mut e = e.clone();
        loop {
            if led(p, &e).as_ref() == Some(ty) {
                return Some(e);
            }
            let ExprKind::Address(inner) = &e.kind else { return None };
            let mut inner = (**inner).clone();
            inner = match inner.kind {
                ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => *base,
                _ => return None,
            };
            e = match inner.kind {
                ExprKind::Deref(q) => *q,
                kind => ExprKind::Address(Box::new(kind.into())).into(),
            };
        }
    };
    let (tx, ty) = (led(p, &x)?, led(p, &y)?);
    let (x, y) = if tx == ty {
        (x, y)
    } else if let Some(outer) = around(&x, &ty) {
        (outer, y)
    } else {
        let outer = around(&y, &tx)?;
        (x, outer)
    };
    Some(Expr::binary(BinaryOp::Eq, x, y))
}

/// The address that an argument is; of an array, that of its first element.
fn address(p: &Program, e: &Expr) -> Option<Expr> {
    match type_of(p, e) {
        Type::Pointer { .. } => Some(e.bare().clone()),
        Type::Array { .. } if e.is_reference() => {
            let first = ExprKind::Index { base: Box::new(e.clone()), subs: vec![Subscript::At(Expr::int(0))] };
            Some(ExprKind::Address(Box::new(first.into())).into())
        }
        _ => None,
    }
}
