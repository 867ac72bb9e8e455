//! The values of a head's dependents where its adjoint ends.
//!
//! The adjoint computes of the original what the derivatives need, and its backward sweep puts values of before back. What a caller finds in the
//! dependents is left to chance, and the header comment says of which nothing is to be expected ([`not_left`]). With `-value` they are live where
//! the sweeps meet ([`results`], asked by the planner), and what the backward sweep overwrites waits in a local while it runs ([`keep`]). The value of
//! a function comes back through an argument in front of its adjoint ([`Slot::Value`](crate::signature::Slot::Value)).

use std::collections::BTreeSet;

use analysis::optional_dummies;
use il::typing::type_of;
use il::zones::ZoneId;
use il::{Block, Diagnostic, Expr, ExprKind, Language, Program, StmtKind, SymbolId, Type, UnitId};

use super::emit::{Emit, Pair, Side};
use super::plan::Plan;
use super::plan::access::Set;
use crate::derive::{Shell, World};
use crate::request::{Place, component};
use crate::signature::Part;

/// The dependents of a head, component by component, that the original may set: those whose derivatives are asked for, and those that the heads
/// list. None of what is no head.
pub(super) fn dependents(world: &World, unit: UnitId) -> Vec<(Place, Vec<ZoneId>)> {
    let facts = world.facts;
    let Some(signature) = world.signatures.get(unit, Part::Adjoint) else { return Vec::new() };
    if world.request.head(unit).is_none() {
        return Vec::new();
    }
    let listed = world.request.heads_of(unit).flat_map(|h| h.dependents.iter().flatten());
    let asked: Vec<&Place> = signature.useful.iter().chain(listed).collect();
    let written = facts.analysis.in_out(unit).written;
    let symbols: BTreeSet<SymbolId> = asked.iter().map(|p| p.symbol).collect();
    let is_asked = |place: &Place| {
        let within = |p: &&Place| p.symbol == place.symbol && place.path.starts_with(&p.path);
        asked.iter().any(within)
            && world.source.is_differentiable(&type_of(world.source, &value_at(world.source, place)))
    };
    let leaves = symbols.into_iter().flat_map(|s| facts.components(s));
    let values = leaves.map(|(place, mut zones)| {
        zones.retain(|z| !facts.analysis.zones().zone(*z).address);
        (place, zones)
    });
    values.filter(|(place, zones)| written.contains_any(zones) && is_asked(place)).collect()
}

/// Where the numbers of a place are: behind a pointer of C, what it leads to.
pub(super) fn value_at(p: &Program, place: &Place) -> Expr {
    let mut e = Expr::var(place.symbol);
    let mut ty = p.symbol_type(place.symbol).cloned().unwrap_or(Type::Void);
    for &k in &place.path {
        let Some(record) = ty.record() else { break };
        e = component(&e, &ty, record, k);
        ty = p.records[record].fields[k].ty.clone();
    }
    match ty {
        Type::Pointer { .. } => ExprKind::Deref(Box::new(e)).into(),
        _ => e,
    }
}

/// What the caller of a head may ask for when its adjoint has run.
pub(super) fn results(world: &World, unit: UnitId) -> Set {
    let mut out = Set::default();
    dependents(world, unit).iter().for_each(|(_, zones)| out.add(zones));
    out
}

/// The dependents whose values the adjoint of a head does not leave in them, without `-value`.
pub(super) fn not_left(world: &World, unit: UnitId, plan: &Plan) -> Vec<Place> {
    if world.request.values {
        return Vec::new();
    }
    let result = world.source.units[unit].result();
    let gone =
        |(place, zones): &(Place, Vec<ZoneId>)| Some(place.symbol) == result || zones.iter().any(|z| plan.lost.has(*z));
    dependents(world, unit).into_iter().filter(gone).map(|(place, _)| place).collect()
}

/// With `-value`: statements where the sweeps meet, which put aside what the backward sweep overwrites, and at the end, which bring it back.
pub(super) fn keep(emit: &mut Emit, unit: UnitId, back: &Block) -> Pair {
    let mut pair = Pair::default();
    if !emit.world.request.values {
        return pair;
    }
    let set = set_by(emit, back);
    let mut kept: Vec<Place> = Vec::new();
    for (place, zones) in dependents(emit.world, unit) {
        let here = emit.shell(Side::Back).maps.symbol(place.symbol);
        if !set.contains(&here) && !zones.iter().any(|z| emit.plan.lost.has(*z)) {
            continue;
        }
        // Structures in arrays are kept whole.
        let above = (0..place.path.len()).map(|n| above(&place, n));
        let mut rows =
            above.filter(|p| matches!(type_of(emit.world.source, &p.reference(emit.world.source)), Type::Array { .. }));
        let whole = rows.next();
        if let Some((why, note)) = cannot_be_kept(emit, unit, &place) {
            refuse(emit, &place, why, note);
            continue;
        }
        let whole = whole.unwrap_or(place);
        if !kept.contains(&whole) {
            keep_place(emit, unit, &whole, &mut pair);
            kept.push(whole);
        }
    }
    pair
}

/// The first components of a place.
fn above(place: &Place, n: usize) -> Place {
    Place { symbol: place.symbol, path: place.path[..n].to_vec() }
}

/// The variables that statements set by their names.
fn set_by(emit: &Emit, block: &Block) -> BTreeSet<SymbolId> {
    il::stores::names(&emit.world.out, emit.shell(Side::Back).unit, block)
}

fn keep_place(emit: &mut Emit, unit: UnitId, place: &Place, pair: &mut Pair) {
    let p = emit.world.source;
    let name = format!("{}_value", p.symbols[place.symbol].name);
    let whole = place.reference(p);
    let said = said_extent(emit.world, unit, place).filter(|_| emit.world.facts.extent_is_unknown(p, place));
    let e = match &said {
        Some(extent) if emit.language().computes_with_arrays() => first_elements(&whole, &type_of(p, &whole), extent),
        Some(_) => whole,
        None => value_at(p, place),
    };
    let ty = match (said, type_of(p, &e)) {
        (Some(extent), Type::Pointer { to, .. }) => {
            Type::Array { elem: to, dims: vec![il::Dim { lower: None, upper: il::Upper::At(extent) }] }
        }
        (_, ty) => ty,
    };
    let there = emit.back(&e);
    let (mut fore, mut back) = (Block::new(), Block::new());
    let kept = if ty.rank() > 0 && emit.language().computes_with_arrays() {
        array_like(emit, &name, &e, &ty)
    } else {
        let ty = emit.shell(Side::Back).maps.ty(&ty);
        emit.scratch(&name, ty)
    };
    let kept = Expr::var(kept);
    copy(emit, &ty, kept.clone(), there.clone(), &mut fore);
    copy(emit, &ty, there, kept.clone(), &mut back);
    for (n, test) in tests(p, unit, place).into_iter().enumerate() {
        let first = emit.back(&test);
        // What was released meanwhile is allocated by its value.
        let last = match p.is_allocatable(&e) && n == 0 && ty.rank() > 0 {
            true => Expr::intrinsic("allocated", vec![kept.clone()]),
            false => first.clone(),
        };
        fore = emit.if_then(Side::Back, first, fore, Block::new()).into_iter().collect();
        back = emit.if_then(Side::Back, last, back, Block::new()).into_iter().collect();
    }
    pair.fore.append(&mut fore);
    pair.back.append(&mut back);
}

/// How many elements the head says that a place has: of an array of Fortran in its last dimension.
pub(super) fn said_extent(world: &World, unit: UnitId, place: &Place) -> Option<Expr> {
    let mut said = world.request.heads_of(unit).flat_map(|h| &h.extents);
    said.find(|(p, _)| p == place).map(|(_, e)| e.clone())
}

/// Fortran: `x(:, 1:n)`, so many elements of the last dimension of an array.
pub(super) fn first_elements(array: &Expr, ty: &Type, extent: &Expr) -> Expr {
    let Type::Array { dims, .. } = ty else { return array.clone() };
    let lower = dims.last().and_then(|d| d.lower.clone()).unwrap_or_else(|| Expr::int(1));
    let upper = match lower.as_int() {
        Some(1) => extent.clone(),
        _ => il::fold::sub(&il::fold::add(&lower, extent), &Expr::int(1)),
    };
    let range = |lo, hi| il::Subscript::Range { lo, hi, step: None };
    let mut subs: Vec<il::Subscript> = dims.iter().skip(1).map(|_| range(None, None)).collect();
    subs.push(range(Some(lower), Some(upper)));
    ExprKind::Index { base: Box::new(array.clone()), subs }.into()
}

/// A local array for the values of an array.
fn array_like(emit: &mut Emit, name: &str, e: &Expr, ty: &Type) -> SymbolId {
    if let Type::Scalar(scalar) = ty.element() {
        return emit.scratch_like(name, e, scalar, ty.rank());
    }
    let elem = Box::new(emit.shell(Side::Back).maps.ty(ty.element()));
    emit.scratch_allocatable(name, elem, ty.rank())
}

fn refuse(emit: &mut Emit, place: &Place, why: &str, note: &str) {
    let (name, span) = (emit.world.place_name(place), emit.world.source.symbols[place.symbol].span);
    let said = format!("the value of `{name}` cannot be returned: the backward sweep overwrites it, and {why}");
    let said = Diagnostic::error("RT0481", span, said).label("its value is asked for by -value");
    emit.world.report(said.note(note));
}

/// `to = from`, in C element by element.
fn copy(emit: &mut Emit, ty: &Type, to: Expr, from: Expr, block: &mut Block) {
    match ty {
        Type::Array { elem, dims } if !emit.language().computes_with_arrays() => {
            emit.each_element(dims, block, |emit, i, body| {
                let (to, from) = (element(&to, i), element(&from, i));
                copy(emit, elem, to, from, body);
            })
        }
        _ => block.push(emit.add(Side::Back, StmtKind::Assign { lhs: to, rhs: from })),
    }
}

fn element(array: &Expr, i: &Expr) -> Expr {
    ExprKind::Index { base: Box::new(array.clone()), subs: vec![il::Subscript::At(i.clone())] }.into()
}

/// What must be true for a place to be there, the innermost first.
fn tests(p: &Program, unit: UnitId, place: &Place) -> Vec<Expr> {
    let mut out = Vec::new();
    for n in (0..=place.path.len()).rev() {
        let e = above(place, n).reference(p);
        if p.is_allocatable(&e) {
            out.push(Expr::intrinsic("allocated", vec![e]));
        } else if p.is_pointer(&e) {
            out.push(Expr::intrinsic("associated", vec![e]));
        }
    }
    out.extend(optional_dummies::test(p, unit, place.symbol));
    out
}

/// Why the numbers of a place cannot be put aside, and what to do about it.
fn cannot_be_kept(emit: &Emit, unit: UnitId, place: &Place) -> Option<(&'static str, &'static str)> {
    let p = emit.world.source;
    let facts = emit.world.facts;
    if facts.extent_is_unknown(p, place) && said_extent(emit.world, unit, place).is_none() {
        return Some((
            "nobody knows how many elements it has",
            "say it in the head, in brackets: `y[n]`, where n may be an argument, a number, or a sum or product of these; or declare it with its extent",
        ));
    }
    const APART: &str = "call the original for the value, and the adjoint without -value for the derivatives";
    let mut zones = Set::default();
    zones.add(&facts.analysis.zones().of_component(place.symbol, &place.path));
    let written = facts.analysis.in_out(unit).written;
    let e = |n: usize| above(place, n).reference(p);
    let last = place.path.len();
    // An allocatable array is allocated again by its value; what holds it is not.
    let is_again = |n: usize| n == last && p.is_allocatable(&e(n)) && type_of(p, &e(n)).rank() > 0;
    let is_led_to = |n: usize| p.is_pointer(&e(n)) || p.is_allocatable(&e(n)) && !is_again(n);
    let is_led_to = (0..=last).any(is_led_to);
    if is_led_to && emit.access.allocations_of(unit).meets(&zones) {
        return Some(("it is allocated or released here", APART));
    }
    let moved = |z: ZoneId| facts.analysis.zones().zone(z).address && written.contains(z);
    if is_led_to && zones.iter().any(moved) {
        return Some(("a pointer on the way to it is led elsewhere here", APART));
    }
    let in_elements =
        |n: usize| type_of(p, &e(n)).rank() > 0 && (p.is_allocatable(&e(n + 1)) || p.is_pointer(&e(n + 1)));
    if (0..last).any(in_elements) {
        return Some(("each element of an array has an allocation of its own", APART));
    }
    None
}

/// C: `*value` for the variable that holds the value of a function in a joint adjoint.
pub(super) fn through_argument(world: &mut World, shell: &Shell, unit: UnitId, body: &Block) {
    let (Some(argument), Some(result)) = (shell.value, world.source.units[unit].result()) else { return };
    if world.language(unit) != Language::C {
        return;
    }
    let variable = shell.maps.symbol(result);
    let mut all = Vec::new();
    world.out.units[shell.unit].walk(body, &mut |id, _| all.push(id));
    for id in all {
        world.out.units[shell.unit].stmts[id].kind.exprs_mut(&mut |e| {
            e.rewrite(&mut |x| {
                if x.kind == ExprKind::Var(variable) {
                    *x = ExprKind::Deref(Box::new(Expr::var(argument))).into();
                }
            })
        });
    }
}
