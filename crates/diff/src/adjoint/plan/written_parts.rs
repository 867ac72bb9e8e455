//! The part of an argument, or of a variable of a module or of COMMON, that a call may change, where the call tells which: this is what a snapshot holds of it.
//!
//! - `call put(a, i, v)` with `a(i) = v` in it changes one element.
//! - `call clear(w(k), n)` with `do j = 1, n; a(j) = 0; end do` in it changes `w(k:k+n-1)`. So does what has its dummy declared `a(n)`, however it
//!   sets it: old programs cut their work arrays into such pieces, whose whole is long.
//!
//! - C: `scale(n, x, &w[k])` with `for (int i = 0; i < n; i++) out[i] = f*x[i];` in it changes `w[k]` to `w[k + n - 1]`. Where such a pointer leads is
//!   known of functions that use it with one subscript only, write by nothing else, and call only what writes nothing but its own.
//!
//! - `call sweep(n, u(1, j))` changes a column, or a row, of `u`: [`super::within`].
//!
//! Pieces of one row that may overlap (`do i = 2, n`, then `do i = n - 1, 1, -1`) are its declared extents, `a(1:n)`, in one piece.
//!
//! A grid with the extents of the dummy, `h(nr, nc)` for `h(m, n)` where `m` gets `nr` and `n` gets `nc`, has its elements under the same subscripts.
//!
//! What is named must be there: elements that a callee sets under a condition, or in a loop that may have no turn, need not exist (`if (i <= n) a(i)
//! = v`), unless they are among those that it sets in any case. So are those of a loop whose bounds depend on the loop around it (`do j = i + 1, n`).
//! Of such a part of a grid is saved what lies in it: [`super::inside`].
//!
//! More may be saved than is overwritten: all of a dimension, `h(:, j)`, where the callee finds its elements in another way (`h(list(k), j)`).

use il::typing::type_of;
use il::{Expr, ExprKind, RecordId, StmtId, SymbolId, Type, UnitId, Upper, fold};

use super::arguments::has_own_numbers;
use super::callee_sets::{Callee, MOST, Set};
use super::inside::Bounds;
use super::numbering::{Numbering, Span, at_call, is_array_alone};
use super::within::Within;
use crate::derive::World;
use crate::request::Improvement;

/// A call: its statement, the unit that this is in, and what is called. `value_of` gives the actual arguments.
#[derive(Clone, Copy)]
pub(crate) struct Site<'a> {
    pub(crate) caller: UnitId,
    pub(crate) id: StmtId,
    pub(crate) callee: UnitId,
    pub(crate) value_of: &'a dyn Fn(SymbolId) -> Option<Expr>,
}

/// The parts of an actual argument that a call may change. `None`: any.
pub(crate) fn written_parts(world: &World, site: Site, dummy: SymbolId, actual: &Expr) -> Option<Vec<Expr>> {
    let (p, caller) = (world.source, site.caller);
    let inside = Callee::new(world, site.callee, dummy);
    let is_row = has_own_numbers(world, site.callee, dummy) || inside.is_row_in_c();
    if !world.request.improves(Improvement::Snapshot) || !is_row {
        return None;
    }
    let here = |e: &Expr| at_call(p, caller, e, site.value_of);
    let Some(numbering) = Numbering::of(p, dummy, actual, &here) else {
        return parts_within(&inside, site, dummy, actual);
    };
    let all = || Some(vec![numbering.part(p, &[inside.extent()?.map(&here)?])?]);
    let found = inside.sets();
    let parts = found.as_ref().and_then(|sets| inside.sure_parts(sets));
    let row = |part: &&Vec<Span>| matches!(part.as_slice(), [Span::All(..)]);
    if parts.as_ref().is_some_and(|parts| parts.iter().filter(row).count() > 1)
        && let Some(all) = all()
    {
        return Some(all);
    }
    let bounds = match &numbering {
        Numbering::Alike(array) => Bounds::of(world, (caller, site.id), array),
        Numbering::From { .. } => None,
    };
    let sets = parts.and_then(|parts| {
        let part = |subs: &Vec<Span>| {
            let mut spans = subs.iter().map(|s| s.map(&here)).collect::<Option<Vec<_>>>()?;
            if let Some(bounds) = &bounds {
                bounds.shorten(&mut spans);
            }
            let all = spans.iter().all(|s| *s == Span::Any);
            numbering.part(p, &spans).filter(|_| !all)
        };
        parts.iter().map(part).collect::<Option<Vec<_>>>()
    });
    sets.or_else(|| match &numbering {
        Numbering::Alike(array) => parts_inside(&inside, site, &found?, array),
        Numbering::From { .. } => all(),
    })
}

/// The parts of an array, a component of an actual argument (the one by the fields on `path` of the dummy), that a call may change. `None`: any.
pub(crate) fn written_parts_of_component(
    world: &World,
    site: Site,
    dummy: SymbolId,
    path: &[(RecordId, usize)],
    component: &Expr,
) -> Option<Vec<Expr>> {
    let p = world.source;
    let v = p.variable(dummy)?;
    let own = !v.pointer && !v.target && !v.allocatable;
    let part =
        |e: Expr, &(record, field): &(RecordId, usize)| ExprKind::Field { base: Box::new(e), record, field }.into();
    let target = path.iter().fold(Expr::var(dummy), part);
    let inside = Callee { target, ..Callee::new(world, site.callee, dummy) };
    let fortran = p.units[site.callee].language.describes_storage();
    if !world.request.improves(Improvement::Snapshot) || !own || !fortran || !is_array_alone(p, component) {
        return None;
    }
    parts_inside(&inside, site, &inside.sets()?, component)
}

/// The parts of a Fortran array outside of `callee` that a call of it by `caller` may change: the array that the callee calls `there`, and the caller
/// `ours`. `None`: any.
pub(crate) fn written_parts_outside(world: &World, site: Site, (there, ours): (&Expr, &Expr)) -> Option<Vec<Expr>> {
    let (p, callee, root) = (world.source, site.callee, there.root()?);
    let inside = Callee { outside: true, target: there.clone(), ..Callee::new(world, callee, root) };
    let alone = is_array_alone(p, there) && !p.variable(root)?.target;
    let fortran = p.units[callee].language.describes_storage();
    if !world.request.improves(Improvement::Snapshot) || !alone || !fortran {
        return None;
    }
    let here = |e: &Expr| at_call(p, site.caller, e, site.value_of);
    let numbering = Numbering::Alike(ours.clone());
    let part = |subs: &Vec<Span>| numbering.part(p, &subs.iter().map(|s| s.map(&here)).collect::<Option<Vec<_>>>()?);
    let sets = inside.sets()?;
    let sure = inside.sure_parts(&sets).and_then(|parts| parts.iter().map(part).collect());
    sure.or_else(|| parts_inside(&inside, site, &sets, ours))
}

/// Whether a snapshot of what a call may change of an argument holds all that the callee finds there: no part is named, or the dummy's extents are.
pub(crate) fn are_whole(world: &World, site: Site, dummy: SymbolId, actual: &Expr) -> bool {
    let p = world.source;
    let Some(parts) = written_parts(world, site, dummy, actual) else { return true };
    let extent = Callee::new(world, site.callee, dummy).extent();
    let (Some(Span::All(lo, hi)), [part]) = (extent, parts.as_slice()) else { return false };
    let here = |e: &Expr| at_call(p, site.caller, e, site.value_of);
    let all = || Numbering::of(p, dummy, actual, &here)?.part(p, &[Span::All(here(&lo)?, here(&hi)?)]);
    all().as_ref() == Some(part)
}

/// C: whether a function that is given a row of `extent` numbers sets numbers of that row alone. A matrix is often handed on by the name of its first row.
pub(crate) fn stays_in_row(
    world: &World,
    caller: UnitId,
    callee: UnitId,
    dummy: SymbolId,
    extent: &Expr,
    value_of: &dyn Fn(SymbolId) -> Option<Expr>,
) -> bool {
    let p = world.source;
    let inside = Callee::new(world, callee, dummy);
    let declared = match p.symbol_type(dummy) {
        Some(Type::Array { dims, .. }) => dims.first().and_then(|d| match &d.upper {
            Upper::At(e) => fold::integer(p, e),
            _ => None,
        }),
        _ => None,
    };
    let last = |span: &Span| at_call(p, caller, span.ends()?.1, value_of);
    let is_below = |e: &Expr| fold::integer(p, &fold::sub(extent, e)).is_some_and(|left| left > 0);
    let parts = || inside.sure_parts(&inside.sets()?).filter(|_| inside.is_row_in_c());
    declared.is_some_and(|n| is_below(&Expr::int(n - 1)))
        || parts().is_some_and(|parts| parts.iter().flatten().all(|span| last(span).is_some_and(|e| is_below(&e))))
}

/// The parts of an array of several dimensions that a callee sets, which is given one of its elements. `None`: it may be any.
fn parts_within(inside: &Callee, site: Site, dummy: SymbolId, actual: &Expr) -> Option<Vec<Expr>> {
    let within = Within::of(inside.world, site, dummy, actual)?;
    let here = |e: &Expr| at_call(inside.p, site.caller, e, site.value_of);
    let part = |(subs, surely): (&Vec<Span>, bool)| {
        let spans: Vec<Span> = subs.iter().map(|span| span.map(&here).unwrap_or(Span::Any)).collect();
        within.part(&spans, surely)
    };
    let found = inside.sets().and_then(|sets| {
        let parts: Option<Vec<Expr>> = match inside.sure_parts(&sets) {
            Some(sure) => sure.iter().map(|subs| part((subs, true))).collect(),
            None => sets.iter().map(|s| part((&s.subs, s.surely))).collect(),
        };
        let mut each: Vec<Expr> = Vec::new();
        for part in parts? {
            if !each.contains(&part) {
                each.push(part);
            }
        }
        (!each.is_empty() && each.len() <= MOST).then_some(each)
    });
    let all = || Some(vec![within.part(&[inside.extent()?.map(&here)?], true)?]);
    found.or_else(all)
}

/// What lies in `array`, which has the same subscripts where the call stands, of the parts that the callee sets. `None`: it may be any.
fn parts_inside(inside: &Callee, site: Site, sets: &[Set], array: &Expr) -> Option<Vec<Expr>> {
    let here = |e: &Expr| at_call(inside.p, site.caller, e, site.value_of);
    let bounds = Bounds::of(inside.world, (site.caller, site.id), array);
    let mut parts: Vec<Set> = Vec::new();
    for s in sets {
        let mut subs: Vec<Span> = s.subs.iter().map(|span| span.map(&here).unwrap_or(Span::Any)).collect();
        if let Some(bounds) = &bounds {
            bounds.shorten(&mut subs);
        }
        let s = Set { subs, surely: s.surely };
        match parts.iter_mut().find(|other| inside.holds(&other.subs, &s.subs)) {
            Some(other) => other.surely |= s.surely && other.subs == s.subs,
            None => {
                parts.retain(|other| !inside.holds(&s.subs, &other.subs));
                parts.push(s);
            }
        }
    }
    if parts.is_empty() || parts.len() > MOST {
        return None;
    }
    let no_end = |s: &Set| s.subs.last() == Some(&Span::Any) && type_of(inside.p, array).is_assumed_size();
    let bounds = bounds.filter(|b| b.are_less(&parts.iter().map(|s| s.subs.as_slice()).collect::<Vec<_>>()))?;
    if parts.iter().any(no_end) {
        return None;
    }
    let part = |s: &Set| {
        let subs = match s.surely {
            true => s.subs.iter().map(Span::subscript).collect(),
            false => bounds.subscripts(&s.subs)?,
        };
        Some(ExprKind::Index { base: Box::new(array.clone()), subs }.into())
    };
    parts.iter().map(part).collect()
}
