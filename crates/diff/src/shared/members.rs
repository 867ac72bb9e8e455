//! C: members of what a function is given that lead to one place, as after `s.a = y; s.b = y; mix(&s, x)`.
//!
//! The adjoint of a function is written for pointers that lead to different places, those behind the members of one argument as those of two arguments.
//! Where the caller may have given one of them the value of another, as far as pointers are followed, and the function writes what is behind one of
//! them, they are compared before its adjoint is called, which does not happen where they meet. Two arguments that are plain pointers are looked at by
//! `treatment` itself.

use std::cell::{OnceCell, RefCell};

use il::typing::{scalar_of, type_of};
use il::zones::ZoneId;
use il::{Expr, ExprKind, Program, ScalarClass, Span, Storage, SymbolId, SymbolKind, Type, UnitId, Variable};

use super::copied::Copies;
use super::reach::Site;
use super::renamed::{same_place, stretches_meet};
use crate::facts::Facts;

/// What all questions about one analysed program have in common, made when the first one is asked.
#[derive(Default)]
pub(crate) struct MemberFacts {
    copies: OnceCell<Copies>,
    /// A copy of the program, of which one procedure at a time is another one ([`Flat`]).
    scratch: RefCell<Option<Program>>,
}

impl MemberFacts {
    /// Whether two pointers may have been given one value.
    pub(super) fn may_be_one(&self, p: &Program, x: &Expr, y: &Expr) -> bool {
        self.copies.get_or_init(|| Copies::new(p)).may_be_one(p, x, y)
    }
}

/// Numbers that the callee reaches through one pointer of what it is given.
struct Reached {
    /// The pointer, or the array, over the dummies: `s->a`.
    place: Expr,
    /// What stands for the numbers in the callee, and in the caller.
    formal: Vec<ZoneId>,
    actual: Vec<ZoneId>,
    written: bool,
}

impl Reached {
    fn is_member(&self) -> bool {
        matches!(self.place.kind, ExprKind::Field { .. })
    }
}

/// What must not be true where the adjoint of the callee is called: that two pointers lead to one place, of which at least one is a member.
pub(super) fn meet(facts: &Facts, site: &Site) -> Vec<Expr> {
    let p = site.program;
    let leads = |ty: &Type| if let Type::Pointer { to, .. } = ty { (**to).clone() } else { ty.clone() };
    let is_structure =
        |s: &SymbolId| p.symbol_type(*s).map(leads).is_some_and(|t| t.record().is_some() && p.holds_pointers(&t));
    let Some(unit) = site.callee.filter(|u| p.units[*u].params.iter().any(is_structure)) else { return Vec::new() };
    let all: Vec<Reached> = (0..site.values.len()).flat_map(|k| reached(facts, site, unit, k)).collect();
    let active = facts.analysis.active_anywhere(unit);
    let mut out = Vec::new();
    for (n, b) in all.iter().enumerate() {
        for a in &all[..n] {
            let common = |x: &[ZoneId], y: &[ZoneId]| x.iter().any(|z| y.contains(z));
            let matters = |r: &Reached| r.formal.iter().any(|z| active.contains(*z));
            let asks = (a.is_member() || b.is_member())
                && (a.written || b.written)
                && (matters(a) || matters(b))
                && common(&a.actual, &b.actual)
                && !common(&a.formal, &b.formal);
            let places = || Some((in_caller(site, unit, &a.place)?, in_caller(site, unit, &b.place)?));
            if let Some((x, y)) = asks.then(places).flatten()
                && facts.members.may_be_one(p, &x, &y)
            {
                out.extend(test(facts, site, unit, (a, &x), (b, &y)));
            }
        }
    }
    out
}

/// What the callee reaches from argument `k`, pointer by pointer.
fn reached(facts: &Facts, site: &Site, unit: UnitId, k: usize) -> Vec<Reached> {
    let p = site.program;
    let (Some(dummy), Some(bound)) = (site.dummy(k), super::bound(facts, site, k)) else { return Vec::new() };
    if bound.is_empty() {
        return Vec::new();
    }
    let zones = facts.analysis.zones();
    let written = facts.analysis.in_out(unit).written;
    let mut out = Vec::new();
    for (path, leaves) in zones.components(dummy) {
        // Which of several structures it is, nobody can say here.
        let one = path.is_empty() || zones.is_single_object(dummy) || type_of(p, &Expr::var(dummy)).record().is_some();
        let Some(place) = place(p, dummy, &path).filter(|_| one) else { continue };
        let here: Vec<_> = bound.iter().filter(|b| leaves.contains(&b.formal)).collect();
        let formal: Vec<ZoneId> = here.iter().map(|b| b.formal).collect();
        let actual = here.iter().flat_map(|b| b.actual.iter().copied()).collect();
        let written = formal.iter().any(|z| written.contains(*z));
        out.push(Reached { place, formal, actual, written });
    }
    out
}

/// The pointer, or the array, at the end of a path of components. `None`: there are several, or it is a number.
fn place(p: &Program, dummy: SymbolId, path: &[usize]) -> Option<Expr> {
    let mut e = Expr::var(dummy);
    for &field in path {
        if let Type::Pointer { .. } = type_of(p, &e) {
            e = ExprKind::Deref(Box::new(e)).into();
        }
        let Type::Record(record) = type_of(p, &e) else { return None };
        e = ExprKind::Field { base: Box::new(e), record, field }.into();
    }
    matches!(type_of(p, &e), Type::Pointer { restrict: false, .. } | Type::Array { .. }).then_some(e)
}

/// Whether two of them meet, by how far the callee reaches, or else whether they are the same.
fn test(
    facts: &Facts,
    site: &Site,
    unit: UnitId,
    (a, x): (&Reached, &Expr),
    (b, y): (&Reached, &Expr),
) -> Option<Expr> {
    if x == y || x.has_call() || y.has_call() {
        return None;
    }
    let mut scratch = facts.members.scratch.borrow_mut();
    let scratch = scratch.get_or_insert_with(|| site.program.clone());
    let known = Flat::new(facts, site, unit, scratch).and_then(|mut flat| {
        let (k, l) = (flat.parameter(&a.place, x), flat.parameter(&b.place, y));
        if !flat.is_all() {
            return None;
        }
        let there = Site { program: flat.program, values: &flat.values, ..*site };
        stretches_meet(&there, (k, x), (l, y))
    });
    scratch.units[unit] = site.program.units[unit].clone();
    known.or_else(|| same_place(site.program, x, y))
}

/// A place over the dummies, in terms of the caller: `s.a`, not `(&s)->a`.
fn in_caller(site: &Site, unit: UnitId, place: &Expr) -> Option<Expr> {
    let params = &site.program.units[unit].params;
    let mut e = place.clone();
    let mut known = true;
    e.rewrite(&mut |x| match &x.kind {
        ExprKind::Var(s) => match params.iter().position(|d| d == s).and_then(|k| site.values[k].as_ref()) {
            Some(value) => *x = value.bare().clone(),
            None => known = false,
        },
        ExprKind::Deref(q) => {
            if let ExprKind::Address(object) = &q.bare().kind {
                *x = (**object).clone();
            }
        }
        _ => {}
    });
    known.then_some(e)
}

/// A callee that is given members as parameters of their own, instead of the structures: how far it reaches through a parameter is known (`stretch.rs`).
struct Flat<'a> {
    unit: UnitId,
    /// In which the callee is the one with more parameters.
    program: &'a mut Program,
    /// What the caller hands over.
    values: Vec<Option<Expr>>,
    original: &'a Program,
}

impl<'a> Flat<'a> {
    /// One whose integers are parameters, as far as it leaves them as they are.
    fn new(facts: &Facts, site: &Site<'a>, unit: UnitId, scratch: &'a mut Program) -> Option<Flat<'a>> {
        let p = site.program;
        let written = facts.analysis.in_out(unit).written;
        let zones = facts.analysis.zones();
        let u = &p.units[unit];
        let mut integers: Vec<Expr> = Vec::new();
        u.walk(&u.body, &mut |_, s| {
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    let integer = || scalar_of(p, x).is_some_and(|t| t.class == ScalarClass::Integer);
                    let kept = || !zones.of_ref(p, x).zones.iter().any(|z| written.contains(*z));
                    if member_of(p, x).is_some() && !integers.contains(x) && integer() && kept() {
                        integers.push(x.clone());
                    }
                });
            });
        });
        let mut flat = Flat { unit, program: scratch, values: site.values.to_vec(), original: p };
        for e in integers {
            let value = in_caller(site, unit, &e)?;
            flat.parameter(&e, &value);
        }
        Some(flat)
    }

    /// Makes a member a parameter, for which the caller hands over `value`; gives its number. A parameter stays what it is.
    fn parameter(&mut self, place: &Expr, value: &Expr) -> usize {
        let u = &self.program.units[self.unit];
        if let ExprKind::Var(s) = place.kind
            && let Some(k) = u.params.iter().position(|d| *d == s)
        {
            return k;
        }
        let k = u.params.len();
        let mut v = Variable::new(type_of(self.original, place), Storage::Dummy(k));
        v.by_value = true;
        let symbol = self.program.declare(u.scope, format!("member{k}"), Span::NONE, SymbolKind::Variable(v));
        let u = &mut self.program.units[self.unit];
        u.params.push(symbol);
        for (_, stmt) in u.stmts.iter_mut() {
            stmt.kind.exprs_mut(&mut |e| {
                e.rewrite(&mut |x| {
                    if x == place {
                        *x = Expr::var(symbol);
                    }
                });
            });
        }
        self.values.push(Some(value.clone()));
        k
    }

    /// Whether the members that are left are looked at by their names only: nobody gets the structure, and no other name is made of it.
    fn is_all(&self) -> bool {
        let u = &self.program.units[self.unit];
        let mut all = true;
        u.walk(&u.body, &mut |_, s| s.kind.exprs(&mut |e| all &= self.only_members(e)));
        all
    }

    fn only_members(&self, e: &Expr) -> bool {
        if member_of(self.program, e).is_some() {
            return true;
        }
        let mut only = match e.kind {
            ExprKind::Var(s) => {
                let is_parameter = self.program.units[self.unit].params.contains(&s);
                let led = match self.program.symbol_type(s) {
                    Some(Type::Pointer { to, .. }) => to.record(),
                    other => other.and_then(Type::record),
                };
                !is_parameter || led.is_none()
            }
            _ => true,
        };
        e.children(&mut |c| only &= self.only_members(c));
        only
    }
}

/// The structure parameter, or what leads to it, of which this is a member.
fn member_of(p: &Program, e: &Expr) -> Option<SymbolId> {
    let ExprKind::Field { base, .. } = &e.kind else { return None };
    let structure = if let ExprKind::Deref(q) = &base.kind { q } else { base };
    match structure.bare().kind {
        ExprKind::Var(s) => p.variable(s).filter(|v| matches!(v.storage, Storage::Dummy(_))).map(|_| s),
        _ => None,
    }
}
