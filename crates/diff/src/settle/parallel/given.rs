//! What calls are given: single elements, columns and sections, to which alone they have access, and all else.

use analysis::loop_dependence::LoopDependence;
use analysis::region::{Access, CallEffect};
use il::calls::with_dummies;
use il::zones::Zones;
use il::{Arg, Expr, ExprKind, StmtId, Subscript, SymbolId, Type, Upper, fold, typing};

use super::classes::Classes;

/// What the calls of a statement may touch: what they are given, as far as it leads, but for what they are given [alone].
pub fn effect(c: &Classes, zones: &Zones, stmt: StmtId) -> CallEffect {
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    c.p.units[c.unit].stmts[stmt].kind.each_call(&mut |callee, args| {
        for (dummy, value) in with_dummies(c.p, c.p.callee(callee), args) {
            if alone(c, callee, args, dummy, value).is_some() {
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

/// The elements, columns and sections that the calls of a loop are given alone.
pub struct Given(Vec<Place>);

struct Place {
    stmt: StmtId,
    place: Expr,
    is_read_only: bool,
}

impl Given {
    pub fn new(c: &Classes, l: &LoopDependence) -> Given {
        let mut out = Vec::new();
        for stmt in l.region.places.keys() {
            c.p.units[c.unit].stmts[*stmt].kind.each_call(&mut |callee, args| {
                for (dummy, value) in with_dummies(c.p, c.p.callee(callee), args) {
                    let place = alone(c, callee, args, dummy, value);
                    let is_read_only = is_read_only(c, dummy);
                    out.extend(place.map(|place| Place { stmt: *stmt, place, is_read_only }));
                }
            });
        }
        Given(out)
    }

    /// As accesses of the calls.
    pub fn accesses<'a>(&'a self, c: &Classes, zones: &Zones, l: &LoopDependence) -> Vec<Access<'a>> {
        let mut out = Vec::new();
        for Place { stmt, place, is_read_only } in &self.0 {
            let (r, at) = (zones.of_ref(c.p, place), &l.region.places[stmt]);
            for is_write in [false, true] {
                if is_write && *is_read_only {
                    continue;
                }
                out.push(Access {
                    stmt: *stmt,
                    reference: Some(place),
                    zones: r.zones.clone(),
                    is_write,
                    whole: r.whole,
                    addresses: r.addresses.clone(),
                    loops: at.loops.clone(),
                    rank: 2 * at.rank + usize::from(is_write),
                });
            }
        }
        out.sort_by_key(|a| (a.rank, a.stmt));
        out
    }
}

/// What an argument leads to, where that is all: in Fortran a variable, a scalar for a scalar, a section, the column that an element begins; in C a
/// number, and the address of what is one.
pub fn alone(c: &Classes, callee: SymbolId, args: &[Arg], dummy: Option<SymbolId>, value: &Expr) -> Option<Expr> {
    let v = dummy.and_then(|d| c.p.variable(d))?;
    if c.p.units[c.unit].language.passes_values() {
        if is_copied(c, v) && value.is_reference() {
            return Some(value.clone());
        }
        let ExprKind::Address(x) = &value.kind else { return None };
        let single = x.is_reference() && dummy.is_some_and(|d| c.dummies.single.contains(&d));
        return single.then(|| (**x).clone());
    }
    if !value.is_reference() {
        return None;
    }
    let rank = typing::rank_of(c.p, value);
    let whole = matches!(value.kind, ExprKind::Var(_));
    // An array with bounds has no more elements than the section that it is given; what is not in one piece is copied.
    let section = rank > 0 && matches!(v.ty, Type::Array { .. }) && !v.pointer;
    let scalar = rank == 0 && matches!(v.ty, Type::Scalar(_));
    if whole || section || scalar {
        return Some(value.clone());
    }
    column(c, callee, args, &v.ty, value)
}

/// The columns of an array that an element begins which is given for an array with the same leading extents.
fn column(c: &Classes, callee: SymbolId, args: &[Arg], ty: &Type, value: &Expr) -> Option<Expr> {
    let (Type::Array { dims: theirs, .. }, ExprKind::Index { base, subs }) = (ty, &value.kind) else { return None };
    let Type::Array { dims: ours, .. } = typing::type_of(c.p, base) else { return None };
    if theirs.len() > ours.len() || subs.len() != ours.len() {
        return None;
    }
    let given = with_dummies(c.p, c.p.callee(callee), args);
    let one = Expr::int(1);
    let mut out = subs.clone();
    for (k, (their, our)) in theirs.iter().zip(&ours).enumerate() {
        let (Upper::At(their_end), Upper::At(our_end)) = (&their.upper, &our.upper) else { return None };
        let [their_start, our_start] = [their, our].map(|d| d.lower.clone().unwrap_or(one.clone()));
        let Subscript::At(at) = &subs[k] else { return None };
        let their_extent = fold::sub(&at_call(c, &given, their_end)?, &at_call(c, &given, &their_start)?);
        let same = fold::sub(&their_extent, &fold::sub(our_end, &our_start));
        let begins = fold::sub(at, &our_start);
        if fold::integer(c.p, &same) != Some(0) || fold::integer(c.p, &begins) != Some(0) {
            return None;
        }
        out[k] = Subscript::Range { lo: None, hi: None, step: None };
    }
    Some(ExprKind::Index { base: base.clone(), subs: out }.into())
}

/// An expression of the called procedure's in terms of what it is given.
fn at_call(c: &Classes, given: &[(Option<SymbolId>, &Expr)], e: &Expr) -> Option<Expr> {
    let (mut out, mut known) = (e.clone(), !e.has_call());
    out.rewrite(&mut |x| {
        let ExprKind::Var(s) = x.kind else { return };
        let value = given.iter().find(|(d, _)| *d == Some(s)).map(|(_, value)| (*value).clone());
        match value.filter(|v| !v.has_call()).or_else(|| fold::integer(c.p, x).map(Expr::int)) {
            Some(value) => *x = value,
            None => known = false,
        }
    });
    known.then_some(out)
}

/// C: whether a number is handed over by its value.
fn is_copied(c: &Classes, v: &il::Variable) -> bool {
    c.p.units[c.unit].language.passes_values() && matches!(v.ty, Type::Scalar(_))
}

fn is_read_only(c: &Classes, dummy: Option<SymbolId>) -> bool {
    let Some((d, v)) = dummy.and_then(|d| Some((d, c.p.variable(d)?))) else { return false };
    let untouched = || {
        let Some(unit) = c.p.home(d).filter(|u| !c.p.units[*u].is_interface) else { return false };
        let u = &c.p.units[unit];
        !u.language.passes_values() && !il::stores::names(c.p, unit, &u.body).contains(&d)
    };
    // What a pointer leads to is another matter.
    let leads =
        matches!(v.ty, Type::Pointer { .. } | Type::Record(_)) && c.p.units[c.unit].language.points_by_address();
    let constant = matches!(&v.ty, Type::Pointer { to, to_const: true, .. } if matches!(**to, Type::Scalar(_)));
    v.intent == Some(il::Intent::In) || v.by_value && !leads || constant || is_copied(c, v) || !v.pointer && untouched()
}
