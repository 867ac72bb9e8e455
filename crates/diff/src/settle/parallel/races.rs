//! Which shared variables several threads may touch in one place, and what keeps that right: in this order, that it cannot be, that the original
//! would have a race there too, a reduction, an atomic addition.

use std::collections::{BTreeMap, BTreeSet};

use analysis::loop_dependence::{LoopDependence, When, is_increment};
use analysis::region::Access;
use il::stmt::Do;
use il::zones::{ZoneId, Zones};
use il::{Expr, ExprKind, StmtId, StmtKind, SymbolId, UnitId, consts, typing};

use super::adders::{adders, additions, is_divisible};
use super::classes::{Class, Classes, Origin};
use super::given::{Given, effect};
use super::promise::Promise;
use crate::request::Increments;

/// Arrays of so many elements are reduced.
const SMALL: u64 = 64;

/// Why a loop stays serial.
pub struct Trouble {
    /// The reason.
    pub why: String,
    /// Threads meet where they only add: apart from each other they might.
    pub only_adds: bool,
}

impl Trouble {
    fn of(why: String) -> Trouble {
        Trouble { why, only_adds: false }
    }

    fn adding(why: String) -> Trouble {
        Trouble { why, only_adds: true }
    }
}

/// What keeps the additions of a loop right.
#[derive(Default)]
pub struct Kept {
    /// Reduced by `+`.
    pub reduced: BTreeSet<SymbolId>,
    /// Places that statements add to, whatever the iteration: by way of sums that can be reduced.
    pub sums: Vec<(Expr, BTreeSet<StmtId>)>,
    /// Statements that add atomically, here and in procedures that are called.
    pub atomic: BTreeSet<(UnitId, StmtId)>,
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
) -> Result<Kept, Trouble> {
    let p = c.p;
    let calls = |stmt: StmtId| Some(effect(c, zones, stmt));
    let loops: Vec<LoopDependence> =
        levels.iter().map(|l| LoopDependence::new(p, zones, c.unit, Some(*l), &calls)).collect();
    let Some(whole) = loops.first() else { return Ok(Kept::default()) };
    let StmtKind::Do(d) = &p.units[c.unit].stmts[root].kind else { return Ok(Kept::default()) };
    let mut by_zone: BTreeMap<ZoneId, Vec<&Access>> = BTreeMap::new();
    let given = Given::new(c, whole);
    let given = given.accesses(c, zones, whole);
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
            let may = whole.may_meet(a, b, When::Different)
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
                });
            may && !promise.parts(a, b)
        };
        // What the original does there is its own affair; what is kept of it, and what adjoints of calls do with it, is not.
        if promised.contains(zone) {
            let is_ours = |a: &&&Access| is_kept(c, a.stmt) || c.said.is_backward && is_reversed(c, a.stmt);
            let meets = |a: &Access, b: &Access| {
                (a.is_write || b.is_write) && (c.said.is_backward || a.stmt != b.stmt) && meet(a, b)
            };
            let free = |a: &Access| promise.covers(a);
            let lost = accesses
                .iter()
                .filter(is_ours)
                .copied()
                .find(|a| !free(a) && accesses.iter().any(|b| !free(b) && meets(a, b)));
            match lost.map(|a| a.reference.and_then(Expr::root)) {
                Some(Some(s)) => {
                    return Err(Trouble::of(format!(
                        "more of `{}` is kept in an iteration than it changes",
                        c.name(s)
                    )));
                }
                Some(None) => {
                    let name = zones.name_in(p, c.unit, *zone);
                    return Err(Trouble::of(format!("more of `{name}` is kept in an iteration than it changes")));
                }
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
        let (mut own, mut through) = (BTreeSet::new(), BTreeSet::new());
        for a in &left {
            match adders(c, zones, *zone, a) {
                _ if is_addition(c, a) => drop(own.insert(a.stmt)),
                Some(dummies) => through.extend(dummies),
                None => {
                    return Err(Trouble::of(format!("threads may meet in `{}`, which is not only added to", name())));
                }
            }
        }
        let symbols: BTreeSet<SymbolId> = accesses.iter().filter_map(|a| a.reference.and_then(Expr::root)).collect();
        let only = (symbols.len() == 1 && left.len() == accesses.len()).then(|| symbols.first().copied()).flatten();
        let only = only.filter(|s| accesses.iter().all(|a| is_of(a, *s)));
        let reducible = only.filter(|s| is_reducible(c, *s, how));
        let atomic = || own.iter().all(|id| is_divisible(p, c.unit, *id));
        let place = || one_place(c, d, &own).filter(|_| through.is_empty() && left.len() == accesses.len());
        match (how, reducible) {
            (Increments::Best | Increments::Reduction, None) if place().is_some() => {
                kept.sums.extend(place().map(|place| (place, own)));
            }
            (Increments::Serial, _) => {
                return Err(Trouble::adding(format!(
                    "several threads add to `{}`, and -openmp-increments serial is asked for",
                    name()
                )));
            }
            (Increments::Best | Increments::Reduction, Some(s)) => kept.reduced.extend([s]),
            (Increments::Reduction, None) => {
                return Err(Trouble::adding(format!(
                    "several threads add to `{}`, which no reduction can name",
                    name()
                )));
            }
            (Increments::Best | Increments::Atomic, _) if atomic() => {
                kept.atomic.extend(own.iter().map(|s| (c.unit, *s)));
                for dummy in through {
                    match additions(p, dummy) {
                        Some(found) => kept.atomic.extend(found),
                        None => {
                            return Err(Trouble::adding(format!("a procedure that is called adds to `{}`", name())));
                        }
                    }
                }
            }
            (Increments::Best | Increments::Atomic, _) => {
                return Err(Trouble::adding(format!("several threads add to sections of `{}`", name())));
            }
        }
    }
    Ok(kept)
}

/// Whether a statement is no iteration's of the original: it brings a value back, or calls an adjoint.
fn is_reversed(c: &Classes, stmt: StmtId) -> bool {
    let kind = &c.p.units[c.unit].stmts[stmt].kind;
    let mut adjoint = false;
    kind.each_call(&mut |callee, _| adjoint |= c.p.callee(callee).is_none_or(|u| c.dummies.adjoints.contains(&u)));
    let comes_back = match kind {
        il::tape!() => true,
        StmtKind::Assign { rhs, .. } => rhs.is_reference() && rhs.root().is_some_and(|s| c.origin(s) == Origin::Made),
        _ => false,
    };
    adjoint || comes_back
}

/// Whether a statement keeps a value in an array that was made for that.
fn is_kept(c: &Classes, stmt: StmtId) -> bool {
    match &c.p.units[c.unit].stmts[stmt].kind {
        StmtKind::Assign { lhs, .. } => {
            lhs.root().is_some_and(|s| c.origin(s) == Origin::Made && !matches!(lhs.kind, ExprKind::Var(_)))
        }
        StmtKind::Save { .. } => true,
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

/// The number that statements add to, which is the same one in all iterations: `*cb`, `pb(3)`, `m%cb`.
fn one_place(c: &Classes, d: &Do, own: &BTreeSet<StmtId>) -> Option<Expr> {
    let u = &c.p.units[c.unit];
    let mut places = own.iter().filter_map(|id| u.stmts[*id].kind.assigned());
    let first = places.next()?;
    let changed = il::stores::names(c.p, c.unit, &d.body);
    let same = |e: &Expr| {
        let mut names = Vec::new();
        e.collect_symbols(&mut names);
        names.iter().all(|s| !changed.contains(s) && *s != d.var) && !e.has_call()
    };
    let steady = first.spine().flat_map(Expr::positions).all(same);
    let root = first.root().filter(|s| c.origin(*s) == Origin::Derivative(Class::Shared))?;
    let real = matches!(typing::type_of(c.p, first), il::Type::Scalar(s) if s.class == il::ScalarClass::Real);
    let dummy = c.p.variable(root).is_some_and(|v| matches!(v.storage, il::Storage::Dummy(_)));
    (steady && real && dummy && places.all(|e| e == first)).then(|| first.clone())
}

/// Whether a clause may name it: a scalar, an array of few elements, or of known extent where the user wants reductions.
fn is_reducible(c: &Classes, s: SymbolId, how: Increments) -> bool {
    let Some(v) = c.p.variable(s) else { return false };
    let language = c.p.units[c.unit].language;
    let elements = consts::elements(c.p, &v.ty);
    let is_array = matches!(&v.ty, il::Type::Array { dims, .. } if dims.iter().all(|d| d.upper != il::Upper::Assumed));
    let number = matches!(v.ty.element(), il::Type::Scalar(_)) && !v.pointer;
    // A parameter of C that is written like an array is a pointer.
    let pointer = matches!(v.storage, il::Storage::Dummy(_)) && language.passes_values() && is_array;
    let small = elements.is_some_and(|n| n <= SMALL);
    number
        && !pointer
        && (v.ty.rank() == 0 || small || is_array && how == Increments::Reduction && language.computes_with_arrays())
}

/// Zones of what the original's promise, or a list, keeps apart.
pub fn zones_of(zones: &Zones, symbols: impl IntoIterator<Item = SymbolId>) -> BTreeSet<ZoneId> {
    symbols.into_iter().flat_map(|s| zones.of_symbol(s)).collect()
}

/// Shared variables of the original, which it may change in a loop that runs like its own.
pub fn promised(c: &Classes, named: &[SymbolId]) -> Vec<SymbolId> {
    named.iter().copied().filter(|s| c.origin(*s) == Origin::Original(Class::Shared)).collect()
}
