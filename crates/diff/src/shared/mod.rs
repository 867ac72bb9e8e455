//! Calls whose actual arguments share storage (adjoint mode).
//!
//! A procedure may be given the same storage twice as long as it only reads it there: `DDOT(n, x, 1, x, 1)`,
//! `call diff(n, u(1), u(2), r)`. Its adjoint adds to the derivatives of both, and that, in Fortran, is not the procedure's right
//! (F2018 15.5.2.13): a compiler may keep one of the two in a register while the other is added to. What is done, pair by pair:
//!
//! | the two derivatives | then |
//! | --- | --- |
//! | both dummies are POINTERs, or one is and the callee reaches the other by itself, and they are only read | nothing: pointers may meet |
//! | one is a TARGET that stands for a TARGET, the other a pointer, or behind pointer components of a structure, and what is shared is only read | nothing: they may meet too |
//! | both are behind pointer components of structures, `dot(u, v)` with `u%v => x` and `v%v => x`, or one is and the callee reaches the other by itself | nothing either |
//! | one of them is that of a global that the callee also reaches by itself, and the dummy is only read | it is collected in a temporary, and added afterwards |
//! | reach different elements, by their subscripts and extents | nothing |
//! | both certainly the same, written by the callee | a variant of the callee in which they are one, in both modes (`overlaid.rs`) |
//! | one of the dummies is written by the callee, the actual arguments are not certainly the same | nothing: what is defined through one dummy is reached through it alone, and the caller has asserted that |
//! | one of them is known in its extent | it is collected in a temporary, and added afterwards |
//! | both begin at one place | the adjoint of a variant of the callee in which the two dummies are one |
//! | neither | the adjoint of a variant in which the dummies are places in one array: `x(i)` is `a(offx + i)` |
//! | a variant cannot be made | a temporary for the whole array, when its extents are known, or for the structure, of its dynamic type; else refused, RT0404 |
//!
//! In C two pointers may lead to one place: what is only added to is added to through both. Where one of them is written, they must lead to
//! different places, as far as the callee reaches through them, or one of them must be `restrict`. The same pointer twice, as in
//! `mul(t, j, t)`, calls the adjoint of a variant in which the two are one. Places that only the run tells apart, `mul(&t[parent[i]], x, &t[i])`, are
//! compared there, and the adjoint stops where they are one. Else refused, RT0404; so is a global whose address is passed to what looks at it by its name.
//!
//! - `reach.rs`: which storage an actual argument lets the callee reach; `stretch.rs`: how far, of a C pointer, `walked.rs`: of one that moves; `residues.rs`: subscripts that
//!   leave different remainders; `guards.rs`: what the tests around
//!   the call say of its subscripts; `overlap.rs`: the test that tells places apart; `renamed.rs`: places by the names of two pointers; `members.rs`:
//!   pointers that are members of what is handed over; `copied.rs`: which pointers are made from which.
//! - `apart.rs`: Fortran pointers that a head takes to be distinct.
//! - `overlaid.rs`: calls that write what they hand over twice.
//! - `targets.rs`: TARGET dummies whose storage the callee reaches by other ways too: refused, in both modes.
//! - `patterns.rs`: one derivative per activity pattern, in both modes, when users ask for that.
//! - `bound.rs`: dummy procedures that a call binds, and where a copy with these can stand; `imports.rs`: what it needs there.
//! - `variant.rs`: the variants, made in the normalised program before it is analysed again; the primal call stays as it was written.

pub(crate) mod apart;
mod bound;
mod copied;
pub mod guards;
pub(crate) mod imports;
mod members;
mod overlaid;
mod overlap;
mod patterns;
pub(crate) mod presence;
pub mod reach;
mod renamed;
mod residues;
mod stretch;
pub(crate) mod targets;
mod variant;
mod walked;

use std::collections::{BTreeMap, BTreeSet};

use il::symbol::ProcedureClass;
use il::typing::type_of;
use il::zones::{Bound, ZoneId};
use il::{Arg, Expr, ExprKind, Language, Program, Stmt, StmtId, StmtKind, SymbolId, Type, UnitId, Upper};

use crate::facts::Facts;
use crate::request::Request;
use crate::signature::{Part, Signatures, Slot};
pub(crate) use bound::{is_inside, words_of};
pub(crate) use members::MemberFacts;
use patterns::called;
use reach::{Relation, Site};
use renamed::Renamed;
use targets::stands_for_target;

pub use variant::Shape;

/// What a call does about derivatives that share storage. Numbers are those of dummies.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Treatment {
    /// Collected apart.
    pub temporaries: BTreeSet<usize>,
    /// Those that need a variant of the callee, group by group.
    pub groups: Vec<Vec<usize>>,
    /// C: what must not be true where the adjoint is called.
    pub tests: Vec<Expr>,
    /// Nothing helps.
    pub refused: bool,
    /// C: nor does it here, where the callee reaches a global by its name and by an argument.
    pub by_name: bool,
}

/// The treatment of a call whose dummies `derived` get derivatives that have storage.
pub fn treatment(facts: &Facts, site: &Site, derived: &[(usize, &Expr)], language: Language) -> Treatment {
    let p = site.program;
    let values: Vec<Option<Expr>> = site.values.iter().map(|v| v.as_ref().map(|v| without_const(p, v))).collect();
    let site = &Site { values: &values, ..*site };
    let plain: Vec<(usize, Expr)> = derived.iter().map(|(k, e)| (*k, without_const(p, e))).collect();
    let derived: Vec<(usize, &Expr)> = plain
        .iter()
        .map(|(k, e)| (*k, if let (ExprKind::Address(x), Language::C) = (&e.kind, language) { &**x } else { e }))
        .collect();
    let mut out = Treatment::default();
    if language.keeps_arguments_apart() {
        let reached = derived
            .iter()
            .filter(|(k, a)| !is_pointer(site, *k) && is_global(facts, site, a) && !is_written(facts, site, *k));
        out.temporaries.extend(reached.map(|d| d.0));
    }
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut merged: Vec<(usize, usize)> = Vec::new();
    for (n, &(l, b)) in derived.iter().enumerate() {
        for &(k, a) in &derived[..n] {
            let relation = match (a.root(), b.root()) {
                (Some(x), Some(y)) if x == y && !language.keeps_arguments_apart() && touch_apart(facts, site, k, l) => {
                    Relation::Apart
                }
                (Some(x), Some(y)) if x == y => {
                    let relation = site.relation((k, a), (l, b));
                    let written = is_written(facts, site, k) || is_written(facts, site, l);
                    let alone = is_restricted(site, k) || is_restricted(site, l);
                    if !language.keeps_arguments_apart() && relation == Relation::Apart && written && !alone {
                        // Two members are two places, but pointers that are members may have been given one value.
                        let asked = renamed::members_meet(facts, site, k, l);
                        out.tests.extend(asked.filter(|t| !out.tests.contains(t)));
                    }
                    relation
                }
                _ if language.keeps_arguments_apart() && meet(facts, p, a, b) => Relation::Unknown,
                _ if !language.keeps_arguments_apart() && !touch_apart(facts, site, k, l) => {
                    let written = is_written(facts, site, k) || is_written(facts, site, l);
                    let alone = is_restricted(site, k) || is_restricted(site, l);
                    if written && !alone {
                        match renamed::relation(site, (k, a), (l, b)) {
                            Renamed::Unclear => out.refused = true,
                            Renamed::Asked(test) => out.tests.extend(Some(test).filter(|t| !out.tests.contains(t))),
                            Renamed::Apart => {}
                        }
                    }
                    Relation::Apart
                }
                _ => Relation::Apart,
            };
            if relation == Relation::Apart {
                continue;
            }
            let of_two_names = language.keeps_arguments_apart() && a.root() != b.root();
            let written = match of_two_names {
                true => writes_shared(facts, site, (k, a), (l, b)),
                false => is_written(facts, site, k) || is_written(facts, site, l),
            };
            if written {
                let one = !language.keeps_arguments_apart()
                    && relation == Relation::Same
                    && site.values.get(k) == site.values.get(l);
                if one {
                    merged.push((k, l));
                    continue;
                }
                let alone = match language {
                    Language::Fortran => is_plain(site, k) && is_plain(site, l),
                    // C11 6.7.3.1: what changes is reached through the restricted one alone.
                    Language::C => is_restricted(site, k) || is_restricted(site, l),
                };
                if alone && relation == Relation::Unknown {
                    continue;
                }
                let asked = (!language.keeps_arguments_apart() && relation == Relation::Unknown)
                    .then(|| overlap::test(site, (k, a), (l, b)))
                    .flatten();
                out.refused |= asked.is_none();
                out.tests.extend(asked.filter(|t| !out.tests.contains(t)));
            } else if !language.keeps_arguments_apart()
                || !may_meet(facts, site, (k, a), b)
                || !may_meet(facts, site, (l, b), a)
            {
                open.push((k, l));
            }
        }
    }
    if !language.keeps_arguments_apart() {
        out.by_name = derived.iter().any(|(k, _)| is_reached_by_name(facts, site, *k));
        let below = members::meet(facts, site);
        out.tests.extend(below.into_iter().filter(|t| !out.tests.contains(t)).collect::<Vec<_>>());
    }
    let actual = |k: usize| derived.iter().find(|d| d.0 == k).map(|d| d.1);
    for &(k, l) in &open {
        if out.temporaries.contains(&k) || out.temporaries.contains(&l) {
            continue;
        }
        if let Some(t) = [l, k].into_iter().find(|t| actual(*t).is_some_and(|a| is_known(site, *t, a, language))) {
            out.temporaries.insert(t);
        }
    }
    open.retain(|(k, l)| !out.temporaries.contains(k) && !out.temporaries.contains(l));
    if !language.keeps_arguments_apart() {
        // Both are only added to, unless the callee was promised that they are apart.
        let promised = |k: usize| {
            let dummy = site.callee.and_then(|u| p.units[u].params.get(k));
            is_restricted(site, k) && !dummy.is_some_and(|d| facts.is_passed_twice(*d))
        };
        out.refused |= open.iter().any(|(k, l)| promised(*k) || promised(*l));
        open = merged;
    }
    out.groups = grouped(open);
    out
}

/// Those that hang together by pairs.
fn grouped(pairs: Vec<(usize, usize)>) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (k, l) in pairs {
        let (with_k, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(|g| g.contains(&k) || g.contains(&l));
        let mut group: Vec<usize> = with_k.into_iter().flatten().chain([k, l]).collect();
        group.sort_unstable();
        group.dedup();
        groups = others;
        groups.push(group);
    }
    groups.sort();
    groups
}

/// Whether the callee reaches the storage of an actual argument, and its derivative, by another way: it is a global, or a variable of the host.
pub fn is_global(facts: &Facts, site: &Site, actual: &Expr) -> bool {
    let Some(unit) = site.callee else { return false };
    let here = facts.analysis.in_out(unit);
    let active = facts.analysis.active_anywhere(unit);
    // A procedure that calls itself passes what is its own: that is another one each time.
    let zones = facts.analysis.zones();
    let own = |z: ZoneId| zones.zone(z).owner == Some(unit);
    let mut reachable = held(facts, site.program, actual).into_iter().filter(|z| !own(*z));
    reachable.any(|z| active.contains(z) && (here.read.contains(z) || here.written.contains(z)))
}

/// C: whether the callee also reaches by their own names numbers of globals that it is given the address of as dummy `k`, and writes them in one way or the
/// other: `add(&total, v)` where `add` looks at `total`.
fn is_reached_by_name(facts: &Facts, site: &Site, k: usize) -> bool {
    let (Some(unit), Some(given)) = (site.callee, touched(facts, site, k)) else { return false };
    let here = facts.analysis.in_out(unit);
    let zones = facts.analysis.zones();
    let written = is_written(facts, site, k);
    let global = |z: &ZoneId| zones.zone(*z).owner.is_none() && !zones.zone(*z).pointee;
    given.iter().filter(|z| global(z)).any(|z| here.written.contains(*z) || written && here.read.contains(*z))
}

/// Whether variables of different names are in one storage: EQUIVALENCE, COMMON, a target and what leads to it. Pointer components of both may meet.
fn meet(facts: &Facts, p: &Program, a: &Expr, b: &Expr) -> bool {
    let zones = facts.analysis.zones();
    let common = |x: &[ZoneId], y: &[ZoneId]| x.iter().any(|z| y.contains(z));
    common(&held(facts, p, a), &zones.reachable(p, b)) || common(&zones.reachable(p, a), &held(facts, p, b))
}

/// What an actual argument of Fortran is reached by outright: not what the pointer components of a structure lead to, whose derivatives are behind such components
/// too.
fn held(facts: &Facts, p: &Program, actual: &Expr) -> Vec<ZoneId> {
    let zones = facts.analysis.zones();
    let (ExprKind::Var(s), Some(record)) = (&actual.kind, type_of(p, actual).record()) else {
        return zones.reachable(p, actual);
    };
    let through_pointer = |path: &[usize]| {
        let mut of = Some(record);
        path.iter().any(|k| {
            let Some(field) = of.map(|r| &p.records[r].fields[*k]) else { return false };
            of = field.ty.element().record();
            field.pointer
        })
    };
    zones.components(*s).into_iter().filter(|(path, _)| !through_pointer(path)).flat_map(|(_, zones)| zones).collect()
}

/// Whether the numbers that the callee reads and writes through its dummies `k` and `l` are different ones of the caller's: `line(s->t, s)` where `line` looks
/// at other members of `*s` only.
fn touch_apart(facts: &Facts, site: &Site, k: usize, l: usize) -> bool {
    let (Some(x), Some(y)) = (touched(facts, site, k), touched(facts, site, l)) else { return false };
    !x.iter().any(|z| y.contains(z))
}

/// The caller's zones with numbers that the callee reads or writes through a dummy. `None`: nobody knows.
fn touched(facts: &Facts, site: &Site, k: usize) -> Option<Vec<ZoneId>> {
    let mut out = Vec::new();
    for b in bound(facts, site, k)? {
        if b.actual.is_empty() {
            return None;
        }
        out.extend(b.actual);
    }
    Some(out)
}

/// What the numbers stand for that the callee reads or writes through dummy `k`. `None`: nobody knows.
fn bound(facts: &Facts, site: &Site, k: usize) -> Option<Vec<Bound>> {
    let p = site.program;
    let params = &p.units[site.callee?].params;
    let actuals: Vec<(SymbolId, &Expr)> =
        params.iter().zip(site.values).filter_map(|(d, v)| Some((*d, v.as_ref()?))).collect();
    let zones = facts.analysis.zones();
    let here = facts.analysis.in_out(site.callee?);
    let mut bound = zones.bind(p, *params.get(k)?, site.values.get(k)?.as_ref()?, &actuals, false);
    let touched = |z: ZoneId| zones.zone(z).differentiable && (here.read.contains(z) || here.written.contains(z));
    bound.retain(|b| touched(b.formal));
    Some(bound)
}

/// Whether the callee may write its dummy `k`, itself or through what it calls.
pub fn is_written(facts: &Facts, site: &Site, k: usize) -> bool {
    let p = site.program;
    let Some(unit) = site.callee else { return true };
    let Some(&dummy) = p.units[unit].params.get(k) else { return true };
    if p.is_read_only(dummy) {
        return false;
    }
    let zones = facts.analysis.zones();
    let written = facts.analysis.in_out(unit).written;
    let own = zones.of_symbol(dummy);
    let mut reached = zones.reachable(p, &Expr::var(dummy));
    if p.variable(dummy).is_some_and(|v| v.by_value && matches!(v.ty, Type::Pointer { .. })) {
        // A C pointer may move: that changes nothing that it leads to.
        reached.retain(|z| !own.contains(z));
        return written.contains_any(&reached);
    }
    written.contains_any(&own) || written.contains_any(&reached)
}

/// Fortran: whether the callee may write, through its dummies `k` and `l`, what both lead to. What a structure holds besides is its own.
fn writes_shared(facts: &Facts, site: &Site, (k, a): (usize, &Expr), (l, b): (usize, &Expr)) -> bool {
    if ![k, l].into_iter().any(|d| is_written(facts, site, d)) {
        return false;
    }
    let p = site.program;
    let Some(unit) = site.callee else { return true };
    let shared = shared_zones(facts, p, a, b);
    let written = facts.analysis.in_out(unit).written;
    [k, l].into_iter().any(|d| {
        let Some(bound) = bound(facts, site, d) else { return true };
        let mut written = bound.into_iter().filter(|b| written.contains(b.formal));
        written.any(|b| b.actual.is_empty() || b.actual.iter().any(|z| shared.contains(z)))
    })
}

/// What variables of different names both lead to.
fn shared_zones(facts: &Facts, p: &Program, a: &Expr, b: &Expr) -> Vec<ZoneId> {
    let zones = facts.analysis.zones();
    let (x, y) = (zones.reachable(p, a), zones.reachable(p, b));
    x.into_iter().filter(|z| y.contains(z)).collect()
}

/// Fortran: whether dummy `k` may reach, by the rules of the language, what `other` leads to too: it is a POINTER, what both lead to is behind pointer
/// components of it, or it is a TARGET that stands for one (F2018 15.5.2.13: a scalar, or of assumed shape).
fn may_meet(facts: &Facts, site: &Site, (k, actual): (usize, &Expr), other: &Expr) -> bool {
    let p = site.program;
    let held = held(facts, p, actual);
    let behind = || !shared_zones(facts, p, actual, other).iter().any(|z| held.contains(z));
    is_pointer(site, k) || stands_for_target(site, k) || behind()
}

/// Neither a pointer nor a target: its storage is reached through it alone when it is defined.
fn is_plain(site: &Site, k: usize) -> bool {
    site.dummy(k).and_then(|d| site.program.variable(d)).is_some_and(|v| !v.pointer && !v.target)
}

/// A Fortran POINTER: its derivative is one too, and what pointers lead to may be reached, and added to, in several ways.
fn is_pointer(site: &Site, k: usize) -> bool {
    site.dummy(k).and_then(|d| site.program.variable(d)).is_some_and(|v| v.pointer)
}

/// C: `restrict` pointers to constants that some call passes the same variable to, `dot(n, x, x)`. The original may do so, because it only reads; the
/// adjoint adds to the derivatives of both.
pub fn passed_twice(p: &Program) -> BTreeSet<SymbolId> {
    let mut out = BTreeSet::new();
    let mut note = |callee: SymbolId, args: &[Arg]| {
        let Some(unit) = p.callee(callee) else { return };
        let params = &p.units[unit].params;
        let reads =
            |s: SymbolId| matches!(p.symbol_type(s), Some(Type::Pointer { restrict: true, to_const: true, .. }));
        for (k, a) in args.iter().enumerate() {
            for (l, b) in args.iter().enumerate().skip(k + 1) {
                let (Some(&x), Some(&y)) = (params.get(k), params.get(l)) else { continue };
                if reads(x) && reads(y) && a.value.root().is_some() && a.value.root() == b.value.root() {
                    out.extend([x, y]);
                }
            }
        }
    };
    for (_, u) in p.units.iter().filter(|(_, u)| u.language.points_by_address()) {
        u.walk(&u.body, &mut |_, s| {
            s.kind.each_call(&mut |callee, args| note(callee, args));
        });
    }
    out
}

/// An argument without casts that only say `const`: it leads to the same.
fn without_const(p: &Program, e: &Expr) -> Expr {
    let leads_to = |e: &Expr| match type_of(p, e) {
        Type::Pointer { to, .. } => Some(*to),
        Type::Array { elem, .. } => Some(*elem),
        _ => None,
    };
    match &e.kind {
        ExprKind::Cast(_, x) if leads_to(e).is_some() && leads_to(e) == leads_to(x) => without_const(p, x.bare()),
        _ => e.clone(),
    }
}

fn is_restricted(site: &Site, k: usize) -> bool {
    let ty = site.dummy(k).and_then(|d| site.program.symbol_type(d));
    ty.is_none_or(|t| matches!(t, Type::Pointer { restrict: true, .. }))
}

/// Whether a temporary can have the shape of an actual argument.
fn is_known(site: &Site, k: usize, actual: &Expr, language: Language) -> bool {
    let ty = type_of(site.program, actual);
    // An address says nothing about what is behind it.
    let passed = site.values.get(k).and_then(|v| v.as_ref()).map(|v| type_of(site.program, v));
    let address = language.points_by_address() && matches!(passed, Some(Type::Pointer { .. } | Type::Array { .. }));
    if address || site.is_sequence(k, actual) {
        return false;
    }
    match &ty {
        // What is collected is a number, or an array of numbers.
        Type::Array { dims, .. } => ty.scalar().is_some() && dims.iter().all(|d| d.upper != Upper::Assumed),
        other => other.scalar().is_some(),
    }
}

/// Actual arguments by position; `None` when one has no dummy.
fn by_position(p: &Program, unit: UnitId, args: &[Arg]) -> Option<Vec<Option<Expr>>> {
    let params = &p.units[unit].params;
    let mut out: Vec<Option<Expr>> = vec![None; params.len()];
    for (k, a) in args.iter().enumerate() {
        let at = match &a.keyword {
            None => k,
            Some(name) => params.iter().position(|s| p.symbols[*s].name.eq_ignore_ascii_case(name))?,
        };
        *out.get_mut(at)? = Some(a.value.clone());
    }
    Some(out)
}

/// A call that needs a variant.
struct Need {
    callee: UnitId,
    values: Vec<Option<Expr>>,
    /// Comparisons that hold where it stands.
    known: Vec<Expr>,
    groups: Vec<Vec<usize>>,
    /// Pointers without derivative, where others pass one.
    passive: BTreeSet<usize>,
    /// Dummy procedures by number, with the procedures passed.
    bound: BTreeMap<usize, SymbolId>,
    /// Optional dummy procedures that the call does not pass.
    absent: BTreeSet<usize>,
    /// Where a variant that calls those stands, when not beside the callee.
    home: Option<bound::Home>,
}

/// How a call becomes one of a variant.
pub struct Redirect {
    callee: UnitId,
    shape: Shape,
    args: Vec<Arg>,
}

/// Variants made so far, and what cannot be made.
#[derive(Default)]
pub struct Variants {
    made: BTreeMap<(UnitId, Shape), Option<UnitId>>,
    /// Statements as the user wrote them, where the normalised program calls a variant.
    pub(crate) as_written: BTreeMap<(UnitId, StmtId), StmtKind>,
    /// Variant → the user's procedure that it is a variant of.
    pub(crate) original: BTreeMap<UnitId, UnitId>,
    /// Calls that turned out to have no derivative, and are left as they were written.
    put_back: BTreeSet<(UnitId, StmtId)>,
    /// Those that stand for activity patterns.
    pub(crate) copies: patterns::Copies,
}

impl Variants {
    /// Redirects calls to variants. Then all must be analysed again.
    pub fn specialise(&mut self, p: &mut Program, request: &mut Request, needed: Vec<(UnitId, StmtId, Redirect)>) {
        for (unit, stmt, Redirect { callee, shape, args }) in needed {
            let made = match self.made.get(&(callee, shape.clone())) {
                Some(known) => *known,
                None => {
                    let made =
                        if shape == Shape::default() { Some(callee) } else { self.make(p, request, callee, &shape) };
                    self.made.insert((callee, shape), made);
                    made
                }
            };
            // What cannot be made is not tried again: another shape may do, or the call is refused.
            let Some(symbol) = made.and_then(|new| p.units[new].symbol) else { continue };
            let kind = &mut p.units[unit].stmts[stmt].kind;
            self.as_written.entry((unit, stmt)).or_insert_with(|| kind.clone());
            match kind {
                StmtKind::Call { callee, args: old, .. } => (*callee, *old) = (symbol, args),
                StmtKind::Assign { rhs: Expr { kind: ExprKind::Call { callee, args: old }, .. }, .. } => {
                    (*callee, *old) = (symbol, args);
                }
                _ => {}
            }
        }
    }

    fn make(&mut self, p: &mut Program, request: &mut Request, callee: UnitId, shape: &Shape) -> Option<UnitId> {
        let mut trial = p.clone();
        let (new, as_written) = variant::make(&mut trial, callee, shape, &self.as_written, !request.reuse_modules)?;
        *p = trial;
        self.as_written.extend(as_written);
        let original = self.original.get(&callee).copied().unwrap_or(callee);
        let original = shape.beside().unwrap_or(original);
        self.original.insert(new, original);
        if shape.is_copy() {
            self.copies.add(new, callee);
        }
        // The list names those in split mode, or all that are not. Internal procedures are differentiated in joint mode.
        let internal = p.host_procedure(new).is_some();
        // A head that is a variant for other calls borrows the same blocks.
        for (block, members) in p.units[callee].commons() {
            let copies = p.units[new].commons().shift_remove(&block).unwrap_or_default();
            let both = members.into_iter().zip(copies).filter(|(s, _)| request.borrowed.contains(s));
            let both: Vec<SymbolId> = both.map(|(_, copy)| copy).collect();
            request.borrowed.extend(both);
        }
        let named = request.split.names.contains(&callee);
        if if request.split.all_but { named || internal } else { named && !internal } {
            request.split.names.insert(new);
        }
        Some(new)
    }

    /// Whether a procedure is a variant of this very shape already: another one of it would need the same again.
    fn is_made_so(&self, callee: UnitId, shape: &Shape) -> bool {
        *shape != Shape::default() && self.made.iter().any(|((_, s), made)| *made == Some(callee) && s == shape)
    }

    /// Calls that need variants which were not tried in vain.
    pub fn needed(
        &self,
        p: &Program,
        request: &Request,
        facts: &Facts,
        signatures: &Signatures,
    ) -> Vec<(UnitId, StmtId, Redirect)> {
        let mut out = Vec::new();
        for &unit in facts.differentiated() {
            let u = &p.units[unit];
            u.walk(&u.body, &mut |id, s| {
                let found = need(p, request, facts, signatures, unit, id, s).and_then(|need| {
                    let again = |r: &Redirect| r.shape == Shape::default() && self.as_written.contains_key(&(unit, id));
                    let in_vain = |r: &Redirect| self.made.get(&(r.callee, r.shape.clone())) == Some(&None);
                    let known = |r: &Redirect| !in_vain(r) && !again(r) && !self.is_made_so(r.callee, &r.shape);
                    variant::redirects(p, facts, &need).into_iter().find(known)
                });
                out.extend(found.map(|r| (unit, id, r)));
            });
        }
        out
    }
}

/// What the call of a statement needs.
fn need(
    p: &Program,
    request: &Request,
    facts: &Facts,
    signatures: &Signatures,
    unit: UnitId,
    id: StmtId,
    s: &Stmt,
) -> Option<Need> {
    let (symbol, args, _) = s.kind.call()?;
    let callee = p.callee(symbol)?;
    if !facts.call_is_active(p, unit, id, symbol) {
        return None;
    }
    let values = by_position(p, callee, args)?;
    let (bound, home) = bound::bound(p, unit, callee, &values, !request.reuse_modules);
    let absent = absent(p, callee, &values);
    let none = |passive: BTreeSet<usize>| {
        let needed = !bound.is_empty() || !absent.is_empty() || !passive.is_empty();
        let (values, bound, absent) = (values.clone(), bound.clone(), absent.clone());
        needed.then(|| Need { callee, values, known: Vec::new(), groups: Vec::new(), passive, bound, absent, home })
    };
    let passive = passive(p, facts, signatures, callee, &values);
    let Some(signature) = signatures.get(callee, Part::Backward) else { return none(passive) };
    let language = p.units[unit].language;
    let slots = &signature.slots;
    let given: Vec<Option<Expr>> = values.iter().map(|v| v.as_ref().map(|v| without_const(p, v))).collect();
    let derived: Vec<(usize, &Expr)> = slots
        .iter()
        .filter_map(|s| if let Slot::Derivative(k) = s { Some(*k) } else { None })
        .filter_map(|k| Some((k, given.get(k)?.as_ref()?)))
        .map(|(k, e)| (k, if let ExprKind::Address(x) = &e.kind { x } else { e }))
        .filter(|(_, e)| e.root().is_some() && facts.has_storage(p, e))
        .collect();
    let known = guards::at(p, unit, id);
    let site = Site { program: p, callee: Some(callee), values: &values, known: &known };
    let groups = treatment(facts, &site, &derived, language).groups;
    // What becomes one is handed over without a promise.
    let values: Vec<Option<Expr>> = (0..values.len())
        .map(|k| if groups.iter().any(|g| g.contains(&k)) { &given[k] } else { &values[k] }.clone())
        .collect();
    let needed = !groups.is_empty() || !bound.is_empty() || !absent.is_empty() || !passive.is_empty();
    needed.then_some(Need { callee, values, known, groups, passive, bound, absent, home })
}

/// The optional dummy procedures that a call does not pass; in C those for which it passes a null pointer.
fn absent(p: &Program, callee: UnitId, values: &[Option<Expr>]) -> BTreeSet<usize> {
    let is_dummy = |s: &SymbolId| p.procedure(*s).is_some_and(|f| matches!(f.class, ProcedureClass::Dummy(_)));
    let params = p.units[callee].params.iter().enumerate();
    let nothing = |e: &Expr| p.units[callee].language.points_by_address() && e.is_null_pointer();
    params.filter(|(k, s)| is_dummy(s) && values[*k].as_ref().is_none_or(nothing)).map(|(k, _)| k).collect()
}

/// Whether an actual argument does not say how much is behind it.
pub(crate) fn is_endless(p: &Program, language: Language, actual: &Expr) -> bool {
    match language {
        Language::C => {
            let ty = type_of(p, actual);
            // A structure may hold pointers.
            matches!(actual.kind, ExprKind::Address(_))
                || matches!(ty, Type::Pointer { .. } | Type::Array { .. })
                || p.has_part(&ty, &|f| matches!(f.ty, Type::Pointer { .. }))
        }
        Language::Fortran => {
            let array = if let ExprKind::Index { base, .. } = &actual.kind { base } else { actual };
            type_of(p, array).is_assumed_size() && (std::ptr::eq(array, actual) || type_of(p, actual).rank() == 0)
        }
    }
}

/// The dummies that get derivatives elsewhere and here something without, of which nobody can tell how many zeros would have to stand in for it:
/// a C pointer, an assumed-size array.
fn passive(
    p: &Program,
    facts: &Facts,
    signatures: &Signatures,
    callee: UnitId,
    values: &[Option<Expr>],
) -> BTreeSet<usize> {
    let part = [Part::Adjoint, Part::Backward, Part::Tangent].into_iter().find_map(|part| signatures.get(callee, part));
    let slots = part.map_or(&[][..], |s| s.slots.as_slice());
    let language = p.units[callee].language;
    let is_passive = |k: &usize| {
        let Some(Some(actual)) = values.get(*k) else { return false };
        let object = if let ExprKind::Address(x) = &actual.kind { x } else { actual };
        object.root().is_some() && !facts.has_storage(p, object) && is_endless(p, language, actual)
    };
    slots.iter().filter_map(|s| if let Slot::Derivative(k) = s { Some(*k) } else { None }).filter(is_passive).collect()
}
