//! Saved values in local arrays instead of on the run-time stack (`-tape auto`).
//!
//! What is saved under counted loops and restored under the same loops reversed is found again by the values of the loop variables: the value goes
//! to `x_tape(i, t)`, an allocatable local that is allocated once, in front of the outermost loop. No call stands in the loops then, and
//! compilers can vectorise them. Values of one type that are saved under the same loops share one array, so that they lie side by side.
//!
//! The bounds of inner loops must be known in front of the outermost: made of what nothing in it changes and of outer loop variables, linearly,
//! of which the extremes are taken. Everything else stays on the stack: what is under loops that are not counted, what jumps may leave or
//! repeat, and sections whose bounds change. In C scalars only; [`super::tape_memory`] has where they go. Halves of split mode: [`super::tape_halves`].

use std::collections::{BTreeMap, BTreeSet};

use il::stmt::{Allocation, Do};
use il::symbol::Storage;
use il::typing::type_of;
use il::{
    Block, Dim, Expr, ExprKind, Language, Program, Scalar, ScalarClass, StmtId, StmtKind, Subscript, SymbolId, TapeId,
    Type, UnitId, Upper,
};

use super::steady::Steady;
use super::tape_memory;
use super::tape_room::Allocated;
use super::untouched;
use crate::derive::{Shell, World};
use crate::request::Improvement;
use crate::simplify;

/// Dimensions that every compiler knows.
pub(super) const RANKS: usize = 7;
/// Elements of an array that is a plain local.
const SMALL: i64 = 512;

/// Where a tape statement stands.
#[derive(Clone)]
pub(super) struct Site {
    pub stmt: StmtId,
    /// The counted loops around it, from the outermost; `None` when something else may repeat it.
    pub loops: Option<Vec<StmtId>>,
    /// The arms of choices around it: of which choice, and which.
    pub arms: Vec<(StmtId, usize)>,
    pub place: Expr,
}

/// A saved value that may live in an array.
pub(super) struct Value {
    pub place: Expr,
    /// The arms of choices around its save.
    arms: Vec<(StmtId, usize)>,
    /// What saves it, and what restores it, in the procedure that has the array: halves of split mode have one of both.
    pub save: Option<StmtId>,
    pub restore: Option<StmtId>,
    pub scalar: Scalar,
    /// Its own dimensions.
    dims: Vec<Dim>,
    /// The loops that tell its instances apart, from the outermost: while it is saved.
    pub loops: Vec<StmtId>,
    /// In front of which loop it is allocated.
    pub front: StmtId,
    /// Behind which loop nothing asks for it any more.
    pub back: StmtId,
    /// The bounds of those loops, from the outermost, as known there.
    pub bounds: Vec<(Expr, Expr)>,
}

impl Value {
    /// Whether it can lie beside another in one array.
    pub(super) fn is_like(&self, other: &Value) -> bool {
        other.loops == self.loops
            && (other.front, other.back) == (self.front, self.back)
            && other.scalar == self.scalar
            && other.scalar.unsigned == self.scalar.unsigned
            // Which may be enumerations: compilers warn of one that gets the value of another.
            && (!self.scalar.unsigned || other.scalar.spelling == self.scalar.spelling)
            && extents(other) == extents(self)
            && self.loops.len() + self.dims.len() < RANKS
    }

    /// A scalar that each turn of some loops saves, in a procedure that only saves or only restores it.
    pub(super) fn of(
        place: Expr,
        [save, restore]: [Option<StmtId>; 2],
        scalar: Scalar,
        loops: Vec<StmtId>,
        front: StmtId,
        bounds: Vec<(Expr, Expr)>,
    ) -> Self {
        let (arms, dims) = Default::default();
        Value { place, arms, save, restore, scalar, dims, loops, front, back: front, bounds }
    }

    /// Its save and its restore are assignments to and from a place.
    pub(super) fn goes_to(&self, slot: Expr, stmts: &mut il::Arena<StmtId, il::Stmt>) {
        if let Some(save) = self.save {
            stmts[save].kind = StmtKind::Assign { lhs: slot.clone(), rhs: self.place.clone() };
        }
        if let Some(restore) = self.restore {
            stmts[restore].kind = StmtKind::Assign { lhs: self.place.clone(), rhs: slot };
        }
    }
}

/// Moves what can be from the stack of one joint adjoint into arrays; returns those that are allocated.
pub(super) fn place(world: &mut World, shell: &mut Shell, body: &mut Block) -> Vec<Allocated> {
    let unit = shell.unit;
    let is_c = world.out.units[unit].language == Language::C;
    if !world.request.improves(Improvement::TapeArrays)
        || !world.source.units[shell.original].children.is_empty()
        || has_jumps(world, unit, body)
        || is_c && returns_early(world, unit, body)
    {
        return Vec::new();
    }
    let (mut saves, mut restores) = (BTreeMap::new(), BTreeMap::new());
    collect(world, unit, body, &Around::start(), &mut saves, &mut restores);
    let mut values: Vec<Value> = Vec::new();
    let untouched = untouched::by_calls(world, shell);
    let mut reached = BTreeSet::new();
    world.out.units[unit].walk(body, &mut |_, s| addressed(s, &mut reached));
    let mut steadies = BTreeMap::new();
    for (id, save) in saves {
        let (Some(mut backs), [save]) = (restores.remove(&id), save.as_slice()) else { continue };
        if let (Some(restore), true) = (backs.pop(), backs.is_empty()) {
            values.extend(value(world, unit, save.clone(), restore, &mut steadies, &reached, &untouched));
        }
    }
    let groups = grouped(values);
    if is_c {
        groups.iter().for_each(|g| tape_memory::in_memory(world, shell, body, g));
        return Vec::new();
    }
    in_arrays(world, shell, body, groups).into_iter().filter_map(|(_, _, allocated)| allocated).collect()
}

/// Values of one type with the same loops and extents, which lie side by side: one allocation, whose pages the next call finds again, where several
/// that are freed together go back to the system.
fn grouped(values: Vec<Value>) -> Vec<Vec<Value>> {
    let mut groups: Vec<Vec<Value>> = Vec::new();
    for v in values {
        match groups.iter_mut().find(|g| v.is_like(&g[0])) {
            Some(g) => g.push(v),
            None => groups.push(vec![v]),
        }
    }
    groups
}

/// Fortran: an array for each group of values, with the loop in front of which it is allocated, if it is.
pub(super) fn in_arrays(
    world: &mut World,
    shell: &mut Shell,
    body: &mut Block,
    groups: Vec<Vec<Value>>,
) -> Vec<(SymbolId, StmtId, Option<Allocated>)> {
    let unit = shell.unit;
    // Copying to an array, unlike pushing, is a use: what may have no value yet gets one.
    let mut doubtful: Vec<(Expr, Scalar)> = Vec::new();
    for v in groups.iter().flatten().filter(|v| v.save.is_some()) {
        let Some(s) = v.place.root() else { continue };
        let Some(known) = world.out.variable(s) else { continue };
        let local = known.is_unsaved_local() && known.init.is_none();
        let out = matches!(known.storage, Storage::Dummy(_))
            && known.intent == Some(il::symbol::Intent::Out)
            && !(known.optional || known.allocatable || known.pointer || known.ty.is_assumed_size());
        let Some(place) = whole(&world.out, &v.place).filter(|_| local || out) else { continue };
        if world.out.home(s) != Some(unit) {
            if known.ty.record().is_none() {
                world.kept_of_hosts.insert(s, v.scalar.clone());
            }
        } else if (local && known.ty.rank() > 0 || out) && !is_assigned(world, unit, body, s, v.front) {
            doubtful.push((place, v.scalar.clone()));
        }
    }
    let made = groups.into_iter().filter_map(|g| in_array(world, shell, body, g)).collect();
    // In the order of declarations, each once.
    doubtful.sort_by_key(|(place, _)| place.root());
    doubtful.dedup_by(|a, b| a.0 == b.0);
    for (place, scalar) in doubtful.into_iter().rev() {
        let id = start_value(world, unit, place, &scalar);
        body.insert(0, id);
    }
    made
}

/// The variable, or the component in all of its elements, that a place is in; `None` where memory may not be allocated, and where no section is all of
/// them (F2018 C919).
fn whole(p: &Program, place: &Expr) -> Option<Expr> {
    match &place.kind {
        ExprKind::Var(_) => Some(place.clone()),
        ExprKind::Index { base, .. } => whole(p, base),
        ExprKind::Field { base, record, field } => {
            let (base, f) = (whole(p, base)?, &p.records[*record].fields[*field]);
            let sections = f.ty.rank() > 0 && type_of(p, &base).rank() > 0;
            let all = ExprKind::Field { base: Box::new(base), record: *record, field: *field };
            (!f.allocatable && !f.pointer && !sections).then(|| all.into())
        }
        _ => None,
    }
}

/// The statement that gives a place a value where its procedure begins.
fn start_value(world: &mut World, unit: UnitId, place: Expr, scalar: &Scalar) -> StmtId {
    let rhs = match scalar.class {
        ScalarClass::Logical => Expr::logical(false),
        ScalarClass::Integer => Expr::int(0),
        ScalarClass::Real | ScalarClass::Complex => simplify::zero(scalar),
    };
    world.out.units[unit].add(StmtKind::Assign { lhs: place, rhs })
}

/// Gives the variables and INTENT(OUT) dummies of hosts that their internal procedures copy to arrays a value where the host begins, unless it sets
/// them before it calls anything: it need not have set them at that call.
pub(super) fn settle_hosts(world: &mut World) {
    for (s, scalar) in std::mem::take(&mut world.kept_of_hosts).into_iter().rev() {
        let Some(host) = world.out.home(s) else { continue };
        let u = &world.out.units[host];
        let plain = |id: &StmtId| match &u.stmts[*id].kind {
            StmtKind::Assign { lhs, rhs } => !lhs.has_call() && !rhs.has_call(),
            StmtKind::Declare(_) | StmtKind::Nop => true,
            _ => false,
        };
        let sets = |id: &StmtId| u.stmts[*id].kind.assigned() == Some(&Expr::var(s));
        if u.body.iter().take_while(|id| plain(id)).any(sets) {
            continue;
        }
        let declared = |id: &StmtId| matches!(u.stmts[*id].kind, StmtKind::Declare(_));
        let at = u.body.iter().position(|id| !declared(id)).unwrap_or(u.body.len());
        let id = start_value(world, host, Expr::var(s), &scalar);
        world.out.units[host].body.insert(at, id);
    }
}

/// Whether all of a variable was assigned when it is saved under a loop. (Scalar locals are looked after elsewhere.)
fn is_assigned(world: &World, unit: UnitId, body: &Block, s: SymbolId, front: StmtId) -> bool {
    let sets = |id: &StmtId| world.out.units[unit].stmts[*id].kind.assigned() == Some(&Expr::var(s));
    body.iter().take_while(|id| **id != front).any(sets)
}

/// Whether control may go anywhere but from statement to statement and around loops.
pub(super) fn has_jumps(world: &World, unit: UnitId, body: &Block) -> bool {
    world.out.units[unit].any(body, &mut |_, s| s.label.is_some() || s.kind.jumps_to_labels())
}

/// Whether control may leave before the end: memory would be lost.
fn returns_early(world: &World, unit: UnitId, body: &Block) -> bool {
    let last = body.last().copied();
    world.out.units[unit].any(body, &mut |id, s| matches!(s.kind, StmtKind::Return(_)) && Some(id) != last)
}

pub(super) type Sites = BTreeMap<TapeId, Vec<Site>>;

/// What is around a tape statement: as in [`Site`].
#[derive(Clone)]
pub(super) struct Around {
    loops: Option<Vec<StmtId>>,
    arms: Vec<(StmtId, usize)>,
}

impl Around {
    /// Nothing is.
    pub(super) fn start() -> Self {
        Around { loops: Some(Vec::new()), arms: Vec::new() }
    }
}

pub(super) fn collect(
    world: &World,
    unit: UnitId,
    block: &Block,
    around: &Around,
    saves: &mut Sites,
    restores: &mut Sites,
) {
    for &stmt in block {
        let kind = &world.out.units[unit].stmts[stmt].kind;
        let site = |place: &Expr| {
            let Around { loops, arms } = around.clone();
            Site { stmt, loops, arms, place: place.clone() }
        };
        match kind {
            StmtKind::Save { id, value } => saves.entry(*id).or_default().push(site(value)),
            StmtKind::Restore { id, into } => restores.entry(*id).or_default().push(site(into)),
            StmtKind::Do(d) => {
                let mut inner = around.clone();
                inner.loops.iter_mut().for_each(|l| l.push(stmt));
                collect(world, unit, &d.body, &inner, saves, restores);
            }
            StmtKind::If(_) | StmtKind::Select { .. } => {
                // A case of C may go on in the next one.
                let goes_on = matches!(kind, StmtKind::Select { cases, .. } if cases.iter().any(|c| c.falls_through));
                for (k, b) in kind.blocks().into_iter().enumerate() {
                    let mut inner = around.clone();
                    if !goes_on {
                        inner.arms.push((stmt, k));
                    }
                    collect(world, unit, b, &inner, saves, restores);
                }
            }
            _ => {
                let inner = Around { loops: None, arms: around.arms.clone() };
                for b in kind.blocks() {
                    collect(world, unit, b, &inner, saves, restores);
                }
            }
        }
    }
}

pub(super) fn counted<'w>(world: &'w World, unit: UnitId, id: StmtId) -> &'w Do {
    world.out.units[unit].stmts[id].kind.as_do().expect("only counted loops are collected")
}

/// Whether a saved value can live in an array, and how; the addresses of `reached` are taken somewhere, calls leave `untouched` alone. What loops keep is
/// noted in `steadies`.
fn value<'w, 'a>(
    world: &'w World<'a>,
    unit: UnitId,
    save: Site,
    restore: Site,
    steadies: &mut BTreeMap<StmtId, Steady<'w, 'a>>,
    reached: &BTreeSet<SymbolId>,
    untouched: &BTreeSet<SymbolId>,
) -> Option<Value> {
    let (ups, downs) = (save.loops.clone()?, restore.loops.clone()?);
    // Loops around both need not tell instances apart.
    let common = ups.iter().zip(&downs).take_while(|(a, b)| a == b).count();
    let variable = |id: &StmtId| counted(world, unit, *id).var;
    let loops = ups[common..].to_vec();
    if ups.is_empty() || ups.len() != downs.len() || save.place != restore.place {
        return None;
    }
    if ups.iter().zip(&downs).any(|(a, b)| variable(a) != variable(b)) {
        return None;
    }
    // In Fortran, what is not allocated, or a structure, or has other names, cannot be given a value in a word.
    let is_c = world.out.units[unit].language == Language::C;
    let symbol = save.place.root()?;
    let root = world.out.variable(symbol)?;
    if world.is_overlaid(symbol) {
        return None;
    }
    let local = root.is_unsaved_local();
    if local && (root.allocatable || root.pointer || !is_c && root.ty.record().is_some()) {
        return None;
    }
    // A run of elements behind a pointer of C has the type of one.
    if is_c && has_range(&save.place) {
        return None;
    }
    let scalar = match type_of(&world.out, &save.place) {
        Type::Scalar(s) => s,
        Type::Array { elem, .. } if !is_c => match *elem {
            Type::Scalar(s) => s,
            _ => return None,
        },
        _ => return None,
    };
    // Each iteration of a parallel loop needs an array of its own: in Fortran a clause says so, in C it asks for the memory itself.
    let parallel = ups[..common].iter().position(|id| is_c && counted(world, unit, *id).parallel.is_some());
    let outer = parallel.map_or(0, |at| at + 1).min(ups.len() - 1);
    let (front, back) = (ups[outer], downs[outer]);
    let steady = steadies.entry(front).or_insert_with(|| Steady::in_loop(world, unit, front, reached, untouched));
    let known = |e: &Expr| steady.keeps(e);
    let ranges = ranges(world, unit, &ups, &known)?;
    let bounds = ranges[common..].iter().map(|(_, l, h)| (l.clone(), h.clone())).collect();
    let dims = own_dims(world, &save.place, &known)?;
    let (place, arms, save, restore) = (save.place, save.arms, Some(save.stmt), Some(restore.stmt));
    Some(Value { place, arms, save, restore, scalar, dims, loops, front, back, bounds })
}

/// The least and greatest values of the variables of nested loops, from the outermost, as far as they are known in front of that.
pub(super) fn ranges(
    world: &World,
    unit: UnitId,
    loops: &[StmtId],
    known: &dyn Fn(&Expr) -> bool,
) -> Option<Vec<(SymbolId, Expr, Expr)>> {
    let mut ranges: Vec<(SymbolId, Expr, Expr)> = Vec::new();
    for &id in loops {
        let d = counted(world, unit, id);
        let (low, high) = il::fold::bounds(&world.out, d)?;
        let range = |e: &Expr| match ranges.iter().find(|(v, ..)| e.kind == ExprKind::Var(*v)) {
            Some((_, low, high)) => Some((low.clone(), high.clone())),
            // In front of the outermost loop its own bounds are what they are.
            None if ranges.is_empty() && !e.has_call() => Some((e.clone(), e.clone())),
            None => {
                let fixed = !ranges.iter().any(|(v, ..)| e.mentions(*v)) && known(e);
                fixed.then(|| (e.clone(), e.clone()))
            }
        };
        let end = |e: &Expr, greatest: bool| il::fold::extreme(&world.out, e, greatest, &range);
        let (low, high) = (end(low, false)?, end(high, true)?);
        ranges.push((d.var, low, high));
    }
    Some(ranges)
}

fn has_range(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |x| {
        if let ExprKind::Index { subs, .. } = &x.kind {
            found |= subs.iter().any(|s| matches!(s, Subscript::Range { .. }));
        }
    });
    found
}

/// Variables whose addresses a statement takes.
pub(super) fn addressed(s: &il::Stmt, out: &mut BTreeSet<SymbolId>) {
    s.kind.exprs(&mut |e| {
        e.walk(&mut |x| {
            if let ExprKind::Address(place) = &x.kind {
                out.extend(place.root());
            }
        })
    });
}

/// The dimensions of a saved value: those of a section, or of a whole array.
fn own_dims(world: &World, place: &Expr, known: &dyn Fn(&Expr) -> bool) -> Option<Vec<Dim>> {
    let ty = type_of(&world.out, place);
    if ty.rank() == 0 {
        return Some(Vec::new());
    }
    let plain = |d: &Dim| match &d.upper {
        Upper::At(e) => known(e) && d.lower.as_ref().is_none_or(known),
        Upper::Deferred | Upper::Assumed => false,
    };
    match &place.kind {
        ExprKind::Index { base, subs } => {
            let ExprKind::Var(array) = base.kind else { return None };
            let mut out = Vec::new();
            for (k, s) in subs.iter().enumerate() {
                match s {
                    Subscript::At(i) if type_of(&world.out, i).rank() == 0 => {}
                    Subscript::Range { lo, hi, step: None } => {
                        // An end that is not written is that of the array.
                        let whole = declared(world, array).and_then(|dims| dims.get(k));
                        let lower = lo.clone().or_else(|| whole?.lower.clone());
                        let upper = hi.clone().map(Upper::At).or_else(|| Some(whole?.upper.clone()))?;
                        if lo.is_none() && whole.is_none() {
                            return None;
                        }
                        out.push(Dim { lower, upper });
                    }
                    _ => return None,
                }
            }
            out.iter().all(plain).then_some(out)
        }
        ExprKind::Var(s) => declared(world, *s).filter(|dims| dims.iter().all(plain)).cloned(),
        _ => None,
    }
}

/// The dimensions of an array as they are declared.
fn declared<'w>(world: &'w World, array: SymbolId) -> Option<&'w Vec<Dim>> {
    match &world.out.variable(array)?.ty {
        Type::Array { dims, .. } => Some(dims),
        _ => None,
    }
}

/// How many elements a value has in each of its dimensions; values with the same extents fit into one array.
fn extents(v: &Value) -> Vec<Expr> {
    let one = Expr::int(1);
    let extent = |d: &Dim| match &d.upper {
        Upper::At(high) => il::fold::range_count(d.lower.as_ref().unwrap_or(&one), high, None),
        Upper::Deferred | Upper::Assumed => unreachable!("only known bounds make dimensions"),
    };
    v.dims.iter().map(extent).collect()
}

/// Where in its turn's part of the array each value of a group has its place, and how many places there are. Values that are saved in different arms of one
/// choice share a place: no turn saves both.
pub(super) fn places(group: &[Value]) -> (Vec<usize>, i64) {
    let apart = |a: &Value, b: &Value| {
        a.arms.iter().any(|(choice, arm)| b.arms.iter().any(|(c, other)| c == choice && other != arm))
    };
    let mut out: Vec<usize> = Vec::new();
    for v in group {
        let is_free = |k: &usize| (0..out.len()).all(|m| out[m] != *k || apart(&group[m], v));
        let place = (0..).find(is_free).expect("there is always another place");
        out.push(place);
    }
    let width = out.iter().max().map_or(0, |k| *k as i64 + 1);
    (out, width)
}

/// One array for a group of values, instead of their places on the stack.
fn in_array(
    world: &mut World,
    shell: &mut Shell,
    body: &mut Block,
    group: Vec<Value>,
) -> Option<(SymbolId, StmtId, Option<Allocated>)> {
    let unit = shell.unit;
    let first = &group[0];
    if first.loops.is_empty() && first.dims.is_empty() {
        group.iter().for_each(|v| in_scalar(world, shell, v));
        return None;
    }
    let (places, width) = places(&group);
    let mut dims: Vec<Dim> = first.dims.clone();
    if width > 1 {
        dims.push(Dim { lower: None, upper: Upper::At(Expr::int(width)) });
    }
    for (low, high) in first.bounds.iter().rev() {
        let lower = (low.as_int() != Some(1)).then(|| low.clone());
        dims.push(Dim { lower, upper: Upper::At(high.clone()) });
    }
    if dims.len() > RANKS {
        return None;
    }
    let base = name(world, shell, &group, width);
    let elem = Box::new(Type::Scalar(first.scalar.clone()));
    let small = is_small(&world.out, &dims);
    let array = if small {
        world.local(shell, &base, Type::Array { elem, dims: dims.clone() })
    } else {
        let deferred = vec![Dim { lower: None, upper: Upper::Deferred }; dims.len()];
        world.allocatable(shell, &base, Type::Array { elem, dims: deferred })
    };
    let tape = Expr::var(array);
    let turns: Vec<Subscript> =
        first.loops.iter().rev().map(|l| Subscript::At(Expr::var(counted(world, unit, *l).var))).collect();
    let (front, scalar) = (first.front, first.scalar.clone());
    for (v, k) in group.iter().zip(places) {
        let mut subs = vec![Subscript::Range { lo: None, hi: None, step: None }; v.dims.len()];
        if width > 1 {
            subs.push(Subscript::At(Expr::int(k as i64 + 1)));
        }
        subs.extend(turns.iter().cloned());
        let slot: Expr = ExprKind::Index { base: Box::new(tape.clone()), subs }.into();
        let stmts = &mut world.out.units[unit].stmts;
        v.goes_to(slot, stmts);
    }
    if small {
        return Some((array, front, None));
    }
    let objects = vec![Allocation { object: tape, dims: dims.clone() }];
    let allocate = world.out.units[unit].add(StmtKind::Allocate { objects, options: Vec::new() });
    insert(world, unit, body, front, &[allocate], true);
    Some((array, front, Some(Allocated { front, array, scalar, dims })))
}

/// Whether an array has a known size and is so small that it need not be allocated, at each call of what may be called in a loop.
fn is_small(p: &il::Program, dims: &[Dim]) -> bool {
    let one = Expr::int(1);
    let extent = |d: &Dim| match &d.upper {
        Upper::At(high) => {
            let low = il::fold::integer(p, d.lower.as_ref().unwrap_or(&one))?;
            il::fold::integer(p, high)?.checked_sub(low)?.checked_add(1)
        }
        Upper::Deferred | Upper::Assumed => None,
    };
    let size = dims.iter().map(extent).try_fold(1i64, |n, e| n.checked_mul(e?));
    size.is_some_and(|n| (1..=SMALL).contains(&n))
}

/// A local for a scalar that is saved and restored in one turn.
fn in_scalar(world: &mut World, shell: &mut Shell, v: &Value) {
    let Some(root) = v.place.root() else { return };
    let base = format!("{}_kept", world.out.symbols[root].name);
    let base = if shell.upper { base.to_uppercase() } else { base };
    let kept = Expr::var(world.local(shell, &base, Type::Scalar(v.scalar.clone())));
    let stmts = &mut world.out.units[shell.unit].stmts;
    v.goes_to(kept, stmts);
}

/// The name of an array that holds a group of values in so many places.
pub(super) fn name(world: &World, shell: &Shell, group: &[Value], width: i64) -> String {
    let root = |v: &Value| v.place.root();
    let alone = width == 1 && group.iter().all(|v| root(v) == root(&group[0]));
    let base = match root(&group[0]).filter(|_| alone) {
        Some(s) => format!("{}_tape", world.out.symbols[s].name),
        None => "tape".to_string(),
    };
    if shell.upper { base.to_uppercase() } else { base }
}

/// Puts statements in front of another, wherever that stands in a block, or behind it.
pub(super) fn insert(world: &mut World, unit: UnitId, block: &mut Block, at: StmtId, new: &[StmtId], before: bool) {
    if let Some(k) = block.iter().position(|s| *s == at) {
        let k = if before { k } else { k + 1 };
        block.splice(k..k, new.iter().copied());
        return;
    }
    for &id in block.iter() {
        let mut kind = std::mem::replace(&mut world.out.units[unit].stmts[id].kind, StmtKind::Nop);
        for inner in kind.blocks_mut() {
            insert(world, unit, inner, at, new, before);
        }
        world.out.units[unit].stmts[id].kind = kind;
    }
}
