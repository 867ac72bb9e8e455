//! Which shared variables several threads may touch in one place, and what keeps that right: in this order, that it cannot be, that the original
//! would have a race there too, a reduction, an atomic addition.

use std::collections::{BTreeMap, BTreeSet};

use analysis::loop_dependence::{LoopDependence, When, is_increment};
use analysis::region::{Access, CallEffect};
use il::calls::with_dummies;
use il::stmt::Do;
use il::zones::{ZoneId, Zones};
use il::{Expr, ExprKind, StmtId, StmtKind, Subscript, SymbolId, consts, typing};

use super::classes::{Class, Classes, Origin};
use crate::prepare::parallel_loops::{set_once, written_out};
use crate::request::Increments;

/// Arrays of so many elements are reduced.
const SMALL: u64 = 64;

/// What keeps the additions of a loop right.
#[derive(Default)]
pub struct Kept {
    /// Reduced by `+`.
    pub reduced: BTreeSet<SymbolId>,
    /// Statements that add atomically.
    pub atomic: BTreeSet<StmtId>,
}

/// Looks at the shared variables of a loop that adds to adjoints, or, where `promised`, at what the original does not do. What stays wrong is said.
pub fn keep(
    c: &Classes,
    zones: &Zones,
    root: StmtId,
    levels: &[StmtId],
    spared: &BTreeSet<ZoneId>,
    promised: &BTreeSet<ZoneId>,
    how: Increments,
) -> Result<Kept, String> {
    let p = c.p;
    let calls = |stmt: StmtId| Some(effect(c, zones, stmt));
    let loops: Vec<LoopDependence> =
        levels.iter().map(|l| LoopDependence::new(p, zones, c.unit, Some(*l), &calls)).collect();
    let Some(whole) = loops.first() else { return Ok(Kept::default()) };
    let StmtKind::Do(d) = &p.units[c.unit].stmts[root].kind else { return Ok(Kept::default()) };
    let mut by_zone: BTreeMap<ZoneId, Vec<&Access>> = BTreeMap::new();
    let given = given(c, zones, whole);
    for a in whole.accesses().iter().chain(&given).filter(|a| !a.loops.is_empty()) {
        for z in a.zones.iter().filter(|z| !spared.contains(z)) {
            by_zone.entry(*z).or_default().push(a);
        }
    }
    let promise = Promise::new(c, d);
    let mut kept = Kept::default();
    for (zone, accesses) in &by_zone {
        if accesses.iter().all(|a| !a.is_write) {
            continue;
        }
        let meet = |a: &Access, b: &Access| {
            whole.may_meet(a, b, When::Different)
                || loops[1..].iter().any(|l| {
                    // The same accesses, as the inner loop has them.
                    let own = |x: &Access| {
                        l.accesses()
                            .iter()
                            .find(|y| y.stmt == x.stmt && y.is_write == x.is_write && y.reference == x.reference)
                            .cloned()
                    };
                    match (own(a), own(b)) {
                        (Some(a), Some(b)) => l.may_meet(&a, &b, When::Different),
                        _ => true,
                    }
                })
        };
        // What the original does there is its own affair; what is kept of it for the backward loop is not.
        if promised.contains(zone) {
            let kept = accesses.iter().filter(|a| !a.is_write && is_kept(c, a.stmt));
            let lost = kept.copied().find(|a| accesses.iter().any(|b| b.is_write && b.stmt != a.stmt && meet(a, b)));
            match lost.and_then(|a| a.reference).and_then(Expr::root) {
                Some(s) => return Err(format!("more of `{}` is kept in an iteration than it changes", c.name(s))),
                None => continue,
            }
        }
        let mut in_conflict: Vec<&Access> = Vec::new();
        for a in accesses {
            if accesses.iter().any(|b| (a.is_write || b.is_write) && meet(a, b)) {
                in_conflict.push(a);
            }
        }
        let left: Vec<&Access> = in_conflict.into_iter().filter(|a| !promise.covers(a)).collect();
        if left.iter().all(|a| !a.is_write) {
            continue;
        }
        let name = || match left.iter().find_map(|a| a.reference.and_then(Expr::root)) {
            Some(s) => c.name(s),
            None => zones.name_in(p, c.unit, *zone),
        };
        let in_call = left.iter().any(|a| is_added_by_call(c, a));
        if left.iter().any(|a| !is_addition(c, a) && !is_added_by_call(c, a)) {
            return Err(format!("threads may meet in `{}`, which is not only added to", name()));
        }
        let symbols: BTreeSet<SymbolId> = accesses.iter().filter_map(|a| a.reference.and_then(Expr::root)).collect();
        let only = (symbols.len() == 1 && left.len() == accesses.len()).then(|| symbols.first().copied()).flatten();
        let only = only.filter(|s| accesses.iter().all(|a| is_of(a, *s)));
        let reducible = only.filter(|s| is_reducible(c, *s, how));
        // C knows no atomic addition of complex numbers.
        let is_c = p.units[c.unit].language == il::Language::C;
        let is_one = |r: &Expr| {
            let class = typing::type_of(p, r).class();
            typing::rank_of(p, r) == 0 && !(is_c && class == Some(il::ScalarClass::Complex))
        };
        let atomic = || left.iter().all(|a| a.reference.is_some_and(is_one));
        match (how, reducible) {
            (Increments::Best | Increments::Atomic, None) if in_call => {
                return Err(format!("a procedure that is called adds to `{}`", name()));
            }
            (Increments::Atomic, Some(_)) if in_call => {
                return Err(format!("a procedure that is called adds to `{}`", name()));
            }
            (Increments::Serial, _) => {
                return Err(format!("several threads add to `{}`, and -openmp-increments serial is asked for", name()));
            }
            (Increments::Best | Increments::Reduction, Some(s)) => kept.reduced.extend([s]),
            (Increments::Reduction, None) => {
                return Err(format!("several threads add to `{}`, which no reduction can name", name()));
            }
            (Increments::Best | Increments::Atomic, _) if atomic() => kept.atomic.extend(left.iter().map(|a| a.stmt)),
            (Increments::Best | Increments::Atomic, _) => {
                return Err(format!("several threads add to sections of `{}`", name()));
            }
        }
    }
    Ok(kept)
}

/// Whether a statement keeps a value in an array that was made for that.
fn is_kept(c: &Classes, stmt: StmtId) -> bool {
    match &c.p.units[c.unit].stmts[stmt].kind {
        StmtKind::Assign { lhs, .. } => {
            lhs.root().is_some_and(|s| c.origin(s) == Origin::Made && !matches!(lhs.kind, ExprKind::Var(_)))
        }
        _ => false,
    }
}

/// Whether the access is by the name of the variable, and not by a pointer.
fn is_of(a: &Access, s: SymbolId) -> bool {
    a.reference.is_some_and(|r| r.root() == Some(s) && !r.any(&mut |x| matches!(x.kind, ExprKind::Deref(_))))
}

/// Whether an access is one of the two of `x = x + e`, of which `e` touches nothing of the kind.
fn is_addition(c: &Classes, a: &Access) -> bool {
    let kind = &c.p.units[c.unit].stmts[a.stmt].kind;
    let StmtKind::Assign { lhs, rhs } = kind else { return false };
    let Some(root) = lhs.root() else { return false };
    let mut times = 0;
    rhs.walk(&mut |x| times += usize::from(matches!(x.kind, ExprKind::Var(s) if s == root)));
    let own = lhs.positions().iter().all(|e| !e.mentions(root));
    is_increment(kind) && a.reference == Some(lhs) && times == 1 && own
}

/// Whether an access is that of a procedure which only adds to what it is given.
fn is_added_by_call(c: &Classes, a: &Access) -> bool {
    let mut found = false;
    c.p.units[c.unit].stmts[a.stmt].kind.each_call(&mut |callee, args| {
        let args = with_dummies(c.p, c.p.callee(callee), args);
        let mut own = args.iter().filter(|(_, value)| Some(handed(value)) == a.reference);
        let added = |d: Option<SymbolId>| d.is_some_and(|d| c.dummies.added.contains(&d));
        let mentioned = |s: SymbolId| args.iter().filter(|(_, value)| value.mentions(s)).count();
        let root = a.reference.and_then(Expr::root);
        found |= own.next().is_some_and(|(d, _)| added(*d)) && root.is_some_and(|s| mentioned(s) == 1);
    });
    found
}

/// Whether a clause may name it: a scalar, an array of few elements, or of known extent where the user wants reductions.
fn is_reducible(c: &Classes, s: SymbolId, how: Increments) -> bool {
    let Some(v) = c.p.variable(s) else { return false };
    let language = c.p.units[c.unit].language;
    let elements = consts::elements(c.p, &v.ty, language);
    let is_array = matches!(&v.ty, il::Type::Array { dims, .. } if dims.iter().all(|d| d.upper != il::Upper::Assumed));
    let number = matches!(v.ty.element(), il::Type::Scalar(_)) && !v.pointer;
    // A parameter of C that is written like an array is a pointer.
    let pointer = matches!(v.storage, il::Storage::Dummy(_)) && language == il::Language::C && is_array;
    let small = elements.is_some_and(|n| n <= SMALL);
    number
        && !pointer
        && (v.ty.rank() == 0 || small || is_array && how == Increments::Reduction && language == il::Language::Fortran)
}

/// What the calls of a statement may touch: what they are given, as far as it leads, but for the elements that they are [given](given) alone.
pub fn effect(c: &Classes, zones: &Zones, stmt: StmtId) -> CallEffect {
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    c.p.units[c.unit].stmts[stmt].kind.each_call(&mut |callee, args| {
        for (dummy, value) in with_dummies(c.p, c.p.callee(callee), args) {
            if is_alone(c, dummy, value) {
                continue;
            }
            let mut touched = zones.reachable(c.p, value);
            touched.extend(zones.of_ref(c.p, value).zones);
            reads.extend(touched.iter().copied());
            if !is_read_only(c, dummy) {
                writes.extend(touched);
            }
        }
    });
    for list in [&mut reads, &mut writes] {
        list.sort();
        list.dedup();
    }
    CallEffect { reads, writes, kills: Vec::new() }
}

/// Accesses of calls to single elements and whole sections, which they are given alone.
fn given<'p>(c: &Classes<'p>, zones: &Zones, l: &LoopDependence) -> Vec<Access<'p>> {
    let mut out = Vec::new();
    let u = &c.p.units[c.unit];
    for (stmt, place) in &l.region.places {
        u.stmts[*stmt].kind.each_call(&mut |callee, args| {
            for (dummy, value) in with_dummies(c.p, c.p.callee(callee), args) {
                if !is_alone(c, dummy, value) {
                    continue;
                }
                let value = handed(value);
                let r = zones.of_ref(c.p, value);
                for is_write in [false, true] {
                    if is_write && is_read_only(c, dummy) {
                        continue;
                    }
                    out.push(Access {
                        stmt: *stmt,
                        reference: Some(value),
                        zones: r.zones.clone(),
                        is_write,
                        whole: r.whole,
                        addresses: r.addresses.clone(),
                        loops: place.loops.clone(),
                        rank: 2 * place.rank + usize::from(is_write),
                    });
                }
            }
        });
    }
    out.sort_by_key(|a| (a.rank, a.stmt));
    out
}

/// What is handed over by an argument.
fn handed(value: &Expr) -> &Expr {
    if let ExprKind::Address(x) = &value.kind { x } else { value }
}

/// Whether an argument leads to itself and nothing else: in Fortran a variable, a scalar for a scalar, a section for an array of assumed shape; in C the
/// address of what is one number.
fn is_alone(c: &Classes, dummy: Option<SymbolId>, value: &Expr) -> bool {
    let Some(v) = dummy.and_then(|d| c.p.variable(d)) else { return false };
    let shape = match &v.ty {
        il::Type::Array { dims, .. } => dims.iter().all(|d| d.upper == il::Upper::Deferred),
        ty => matches!(ty, il::Type::Scalar(_)),
    };
    let is_fortran = c.p.units[c.unit].language == il::Language::Fortran;
    if !is_fortran {
        let element = matches!(&value.kind, ExprKind::Address(x) if x.is_reference());
        return element && dummy.is_some_and(|d| c.dummies.single.contains(&d));
    }
    let whole = matches!(value.kind, ExprKind::Var(_));
    value.is_reference() && (whole || shape && typing::rank_of(c.p, value) == v.ty.rank())
}

fn is_read_only(c: &Classes, dummy: Option<SymbolId>) -> bool {
    let Some((d, v)) = dummy.and_then(|d| Some((d, c.p.variable(d)?))) else { return false };
    let untouched = || {
        let Some(unit) = c.p.home(d).filter(|u| !c.p.units[*u].is_interface) else { return false };
        let u = &c.p.units[unit];
        u.language == il::Language::Fortran && !il::stores::names(c.p, unit, &u.body).contains(&d)
    };
    v.intent == Some(il::Intent::In) || v.by_value || !v.pointer && untouched()
}

/// Elements that each iteration of the original overwrites: no two iterations touch one of them, or the original has a race.
struct Promise<'a, 'p> {
    c: &'a Classes<'p>,
    known: BTreeMap<SymbolId, Expr>,
    changed: BTreeSet<SymbolId>,
}

impl<'a, 'p> Promise<'a, 'p> {
    fn new(c: &'a Classes<'p>, d: &Do) -> Self {
        let known = set_once(c.p, c.unit, &d.body);
        let changed = il::stores::names(c.p, c.unit, &d.body);
        Promise { c, known, changed }
    }

    /// Whether an access is to such an element, or to its derivative.
    fn covers(&self, a: &Access) -> bool {
        let Some(reference) = a.reference else { return false };
        let ExprKind::Index { base, subs } = &reference.kind else { return false };
        let ExprKind::Var(s) = base.kind else { return false };
        let original = self.c.originals.get(&s).copied().unwrap_or(s);
        let at = |sub: &Subscript| match sub {
            Subscript::At(e) => Some(written_out(e, &self.known)),
            Subscript::Range { .. } => None,
        };
        let Some(places) = subs.iter().map(at).collect::<Option<Vec<Expr>>>() else { return false };
        let fixed = places.iter().all(|e| self.changed.iter().all(|s| !e.mentions(*s)));
        fixed
            && self.c.said.overwritten.iter().any(|o| match &o.kind {
                ExprKind::Index { base, subs } => {
                    matches!(base.kind, ExprKind::Var(x) if x == original)
                        && subs.len() == places.len()
                        && subs.iter().zip(&places).all(|(sub, e)| matches!(sub, Subscript::At(x) if x == e))
                }
                _ => false,
            })
    }
}

/// Zones of what the original's promise, or a list, keeps apart.
pub fn zones_of(zones: &Zones, symbols: impl IntoIterator<Item = SymbolId>) -> BTreeSet<ZoneId> {
    symbols.into_iter().flat_map(|s| zones.of_symbol(s)).collect()
}

/// Shared variables of the original, which it may change in a loop that runs like its own.
pub fn promised(c: &Classes, named: &[SymbolId]) -> Vec<SymbolId> {
    named.iter().copied().filter(|s| c.origin(*s) == Origin::Original(Class::Shared)).collect()
}
