//! Calls that are split because running their callee again costs more than keeping what its backward half needs.
//!
//! A joint call keeps a snapshot, runs the original, and later runs the forward sweep of the callee; a split one runs that once, and what it keeps stays on the
//! tape until the backward half has run. A call is made so when
//!
//! - it would be joint, is executed in the forward sweep (as in [`split_calls`]; no turn runs it again), and its snapshot holds an array, or its halves keep
//!   nothing;
//! - the callee can be split whatever is in it ([`is_plain`]): no recursion, no head, no pointers, nothing allocated, no locals but plain numbers and arrays;
//!   or it calls nothing, and its halves keep nothing: what the backward one needs is what the callee has computed (a factorisation in place, a solution);
//! - the tape grows by no more than [`MORE`] times what the snapshot holds: the same loops and extents, counted in bytes ([`Size`]), so that a loop over time
//!   in the callee, whose turns would all be kept, stays joint;
//! - the operations that run once less are worth more than what the halves keep beyond the joint adjoint: operations as loops are planned with
//!   ([`fusion::cost_without_saves`]), values at the constants below.
//!
//! Callees come first: what is called in them is settled when they are judged. Switched off with `-nooptim splitcalls`, and where loops are parallel.

use std::collections::{BTreeMap, BTreeSet};

use analysis::allocation::moves_storage;
use il::typing::type_of;
use il::{Expr, ExprKind, StmtId, StmtKind, Subscript, SymbolKind, Type, UnitId};

use crate::adjoint::plan::access::Access;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};
use crate::adjoint::plan::{CallMode, Control, Home, Plan, Reason, Save};
use crate::adjoint::plan::{fusion, rebuild, split_calls};
use crate::adjoint::planner;
use crate::derive::World;
use crate::directives::can_split;
use crate::request::Improvement;
use crate::signature::Part;

/// How many times what a snapshot holds the tape may grow by.
const MORE: f64 = 4.0;
/// What a value costs in operations: in a joint adjoint, whose tape array comes back soon; where it waits for the end of the whole forward sweep; and more where it
/// is pushed by itself.
const SAVE: f64 = 2.0;
const WAITS: f64 = 4.0;
const PUSH: f64 = 6.0;
/// The part of the original's cost that must be gained, and the least that is worth two procedures in place of one.
const WORTH: f64 = 0.2;
const LEAST: f64 = 64.0;
/// Extents and numbers of turns up to this are small.
const SMALL: f64 = 16.0;
/// Loops and extents that are told apart.
const DEEPEST: usize = 8;

/// How much is kept: bytes, by how many of the loops around and of the extents are not small; and how many values, if loops turn as often as is assumed.
#[derive(Clone, Copy, Default, Debug)]
struct Size {
    bytes: [f64; DEEPEST],
    values: f64,
    /// Those that are no elements of arrays which are saved as a whole.
    scalars: f64,
    /// Those of them that are pushed one by one, many times.
    pushed: f64,
}

impl Size {
    /// So many scalars of a size.
    fn of(count: usize, bytes: f64) -> Self {
        let mut out = Size { values: count as f64, scalars: count as f64, ..Size::default() };
        out.bytes[0] = count as f64 * bytes;
        out
    }

    /// Which way was taken.
    fn way() -> Self {
        Size { values: 0.0, ..Size::of(1, 1.0) }
    }

    fn add(&mut self, other: Size) {
        self.values += other.values;
        self.scalars += other.scalars;
        self.pushed += other.pushed;
        self.bytes.iter_mut().zip(other.bytes).for_each(|(a, b)| *a += b);
    }

    /// That many times as much.
    fn times(self, turns: f64) -> Self {
        let [values, scalars, pushed] = [self.values, self.scalars, self.pushed].map(|n| n * turns);
        let mut out = Size { values, scalars, pushed, ..Size::default() };
        for (k, b) in self.bytes.into_iter().enumerate() {
            if turns <= SMALL && turns != fusion::TURNS {
                out.bytes[k] += b * turns;
            } else {
                out.bytes[(k + 1).min(DEEPEST - 1)] += b;
            }
        }
        out
    }

    /// How many values of eight bytes, if all that is not small is as large as loops are assumed to be long.
    fn assumed(&self) -> f64 {
        self.bytes.iter().rev().fold(0.0, |sum, b| sum * fusion::TURNS + b / 8.0)
    }

    /// An array of so much.
    fn as_one(self) -> Self {
        Size { scalars: 0.0, ..self }
    }

    /// None of it lies in an array.
    fn one_by_one(self) -> Self {
        Size { pushed: self.scalars, ..self }
    }

    /// Whether it is no more than so many times another.
    fn is_within(&self, times: f64, other: &Size) -> bool {
        let largest = |s: &Size| (0..DEEPEST).rev().find(|k| s.bytes[*k] > 0.0);
        match (largest(self), largest(other)) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(a), Some(b)) => a < b || a == b && self.bytes[a] <= times * other.bytes[a],
        }
    }
}

/// What is known of the halves of a procedure.
#[derive(Clone, Debug)]
pub(crate) struct Halves {
    kept: Size,
    /// They keep nothing but scalars in the end, and which way was taken in the turns of one loop.
    idle: bool,
    /// By how many operations the halves cost more than the joint adjoint and the run of the original.
    dearer: f64,
    /// What the original costs.
    again: f64,
    /// The calls in them that are split then, too.
    inside: Vec<(UnitId, StmtId)>,
}

impl Halves {
    /// Whether they cost less than a joint call with a snapshot. Without an array in that, only halves that keep nothing may.
    fn pay(&self, snapshot: &Snapshot) -> bool {
        let gain = WAITS * snapshot.size.assumed() - self.dearer;
        let pays = gain > WORTH * self.again && gain >= LEAST;
        if snapshot.of_array {
            self.idle || self.kept.is_within(MORE, &snapshot.size) && pays
        } else {
            self.idle && pays
        }
    }
}

/// The snapshot of a call.
#[derive(Clone, Copy)]
struct Snapshot {
    size: Size,
    of_array: bool,
}

/// Joint calls in the settled `plans` that are better split.
pub(crate) fn choose<'a>(
    world: &mut World<'a>,
    access: &Access<'a>,
    plans: &BTreeMap<(UnitId, bool), Plan>,
    known: &mut BTreeMap<UnitId, Option<Halves>>,
) -> Vec<(UnitId, StmtId)> {
    if !world.request.improves(Improvement::SplitCalls) {
        return Vec::new();
    }
    let mut sites: BTreeMap<UnitId, Vec<(UnitId, StmtId, Snapshot)>> = BTreeMap::new();
    for (&(unit, _), plan) in plans {
        let mut calls = Vec::new();
        plan.tree.body.iter().for_each(|n| split_calls::candidates(world, unit, plan, n, &mut calls));
        for (id, callee) in calls {
            sites.entry(callee).or_default().push((unit, id, snapshot(world, plan, id)));
        }
    }
    let (mut chosen, mut out) = (BTreeSet::new(), BTreeSet::new());
    let order: Vec<UnitId> = world.facts.analysis.calls().bottom_up().filter(|u| sites.contains_key(u)).collect();
    for callee in order {
        // What it calls is planned anew first.
        if world.facts.analysis.calls().reached(&[callee]).iter().any(|u| *u != callee && chosen.contains(u)) {
            continue;
        }
        let held: Vec<Size> = sites[&callee].iter().map(|site| site.2.size).collect();
        let Some(halves) = judged(world, access, plans, known, callee, &held) else { continue };
        for (unit, id, _) in sites[&callee].iter().filter(|(.., snapshot)| halves.pay(snapshot)) {
            chosen.insert(callee);
            out.insert((*unit, *id));
            out.extend(halves.inside.iter().copied());
        }
    }
    let forced = access.forced.borrow();
    out.into_iter().filter(|site| !forced.contains(site)).collect()
}

/// How much the snapshot of a call holds.
fn snapshot(world: &World, plan: &Plan, call: StmtId) -> Snapshot {
    let mut out = Size::default();
    for s in plan.step(call).saves.iter().filter(|s| s.reason == Reason::Snapshot) {
        out.add(size_of(world, s).unwrap_or_default());
    }
    Snapshot { size: out, of_array: split_calls::holds_array(world, plan, call) }
}

/// What is known of the halves of a procedure, if they may pay beside one of these snapshots. (A second plan takes time: halves keep what the joint adjoint keeps.)
fn judged<'a>(
    world: &mut World<'a>,
    access: &Access<'a>,
    plans: &BTreeMap<(UnitId, bool), Plan>,
    known: &mut BTreeMap<UnitId, Option<Halves>>,
    unit: UnitId,
    snapshots: &[Size],
) -> Option<Halves> {
    if let Some(known) = known.get(&unit) {
        return known.clone();
    }
    let plan = plans.get(&(unit, false))?;
    let kept = Kept { world, access, plans, below: &BTreeMap::new(), unit, plan }.of(&plan.tree.body)?;
    if !snapshots.iter().any(|s| kept.is_within(MORE, s)) {
        return None;
    }
    let decided = (access.forced.borrow().clone(), access.restoring.borrow().clone());
    let said = std::mem::take(&mut world.diagnostics);
    let mut found = judge(world, access, plans, known, unit);
    // What it would say, or ask of others, is for where it is planned in earnest.
    if !std::mem::replace(&mut world.diagnostics, said).is_empty() || *access.restoring.borrow() != decided.1 {
        found = None;
    }
    access.forced.replace(decided.0);
    access.restoring.replace(decided.1);
    known.insert(unit, found.clone());
    found
}

/// What the halves of a procedure keep and cost; `None`: it stays joint.
fn judge<'a>(
    world: &mut World<'a>,
    access: &Access<'a>,
    plans: &BTreeMap<(UnitId, bool), Plan>,
    known: &mut BTreeMap<UnitId, Option<Halves>>,
    unit: UnitId,
) -> Option<Halves> {
    let joint = plans.get(&(unit, false))?;
    let plain = is_plain(world, unit) && world.request.parallel.is_none();
    if !can_split(world.source, unit) || !plain && !split_calls::is_leaf(world, unit) {
        return None;
    }
    let split = planner::plan_as(world, access, unit, Part::Forward, Some(joint));
    let mut calls = Vec::new();
    split.tree.body.iter().for_each(|n| split_calls::candidates(world, unit, &split, n, &mut calls));
    let (mut inside, mut below) = (Vec::new(), BTreeMap::new());
    for (id, callee) in calls {
        let snapshot = snapshot(world, &split, id);
        let Some(halves) = judged(world, access, plans, known, callee, &[snapshot.size]).filter(|h| h.pay(&snapshot))
        else {
            continue;
        };
        inside.push((unit, id));
        inside.extend(halves.inside.iter().copied());
        below.insert(id, halves);
    }
    let (world, dearer) = (&*world, dearer_inside(world, unit, &split.tree.body, &below));
    let none = BTreeMap::new();
    let (mut kept, here) = {
        let kept = |plan, below| Kept { world, access, plans, below, unit, plan }.of(&plan.tree.body);
        (kept(&split, &below)?, kept(joint, &none)?)
    };
    let saved = kept.values + kept.bytes[2..].iter().sum::<f64>();
    for s in &split.handed_over {
        kept.add(size_of_value(world, &Expr::var(*s))?);
    }
    let few = |s: &il::SymbolId| world.source.symbol_type(*s).is_some_and(|t| matches!(t, Type::Scalar(_)));
    let idle = saved == 0.0 && below.is_empty() && split.handed_over.iter().all(few);
    if !plain && !idle {
        return None;
    }
    let cost = |plan| fusion::cost_without_saves(world, unit, plan);
    let again = fusion::all_operations(world, unit, &joint.tree.body);
    let saves = WAITS * kept.values + PUSH * kept.pushed - SAVE * here.values;
    let dearer = cost(&split) - cost(joint) + saves - again + dearer;
    Some(Halves { kept, idle, dearer, again, inside })
}

/// By how much the calls that are split inside of a procedure cost more, as often as loops are assumed to turn.
fn dearer_inside(world: &World, unit: UnitId, seq: &Seq, below: &BTreeMap<StmtId, Halves>) -> f64 {
    let of_node = |n: &Node| {
        let inner: f64 = n.seqs().into_iter().map(|s| dearer_inside(world, unit, s, below)).sum();
        let turns = if matches!(n.kind, NodeKind::Loop { .. }) { fusion::turns(world, unit, n.stmt) } else { 1.0 };
        below.get(&n.stmt).map_or(0.0, |h| h.dearer) + inner * turns
    };
    seq.iter().map(of_node).sum()
}

/// Whether a procedure can be split whatever is in it: numbers in arguments, globals and locals, which nothing allocates or points to.
fn is_plain(world: &World, unit: UnitId) -> bool {
    let (p, u) = (world.source, &world.source.units[unit]);
    let fits = |s: &il::SymbolId| match &p.symbols[*s].kind {
        SymbolKind::Variable(v) => {
            let numbers =
                matches!(v.ty, Type::Scalar(_)) || matches!(&v.ty, Type::Array { elem, .. } if is_numbers(elem));
            !(v.saved || v.optional || v.allocatable || v.pointer || v.polymorphic || world.is_overlaid(*s))
                && (v.storage != il::Storage::Local || numbers)
        }
        kind => !(matches!(kind, SymbolKind::Procedure(_)) && u.params.contains(s)),
    };
    let whole = !u.any(&u.body, &mut |_, s| moves_storage(p, &s.kind));
    whole
        && world.request.head(unit).is_none()
        && p.host_procedure(unit).is_none()
        && !u.is_interface
        && world.facts.differentiated().contains(&unit)
        && !world.facts.analysis.calls().is_recursive(unit)
        && p.symbols_of(u.scope).iter().all(fits)
}

/// Whether a type is numbers, be it in arrays of arrays.
fn is_numbers(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) => true,
        Type::Array { elem, .. } => is_numbers(elem),
        Type::Record(_)
        | Type::Pointer { .. }
        | Type::Character { .. }
        | Type::Procedure
        | Type::Void
        | Type::Opaque(_) => false,
    }
}

/// A plan, of which it is asked what it keeps.
struct Kept<'k, 'a> {
    world: &'k World<'a>,
    access: &'k Access<'a>,
    plans: &'k BTreeMap<(UnitId, bool), Plan>,
    /// Calls in it that are split, but in no plan of those.
    below: &'k BTreeMap<StmtId, Halves>,
    unit: UnitId,
    plan: &'k Plan,
}

impl Kept<'_, '_> {
    fn of(&self, seq: &Seq) -> Option<Size> {
        let mut out = Size::default();
        for n in seq {
            out.add(self.of_node(n)?);
        }
        Some(out)
    }

    fn saves<'s>(&self, saves: impl IntoIterator<Item = &'s Save>) -> Option<Size> {
        let mut out = Size::default();
        for s in saves.into_iter().filter(|s| s.home == Home::Tape && s.again.is_none()) {
            out.add(size_of(self.world, s)?);
        }
        Some(out)
    }

    /// What a node keeps until the backward sweep; `None`: that is not known.
    fn of_node(&self, n: &Node) -> Option<Size> {
        let (world, plan) = (self.world, self.plan);
        let step = plan.step(n.stmt);
        // A call that is split after all takes no snapshot.
        let split = self.below.contains_key(&n.stmt);
        let own = |s: &&Save| !(split && s.reason == Reason::Snapshot);
        let mut out = self.saves(step.saves.iter().filter(own))?;
        out.add(self.called(n, step.call)?);
        if self.access.gradients.borrow().contains(&(self.unit, n.stmt)) {
            out.add(Size::of(2, 8.0));
        }
        if matches!(plan.choices.get(&n.stmt), Some(Control::Recorded(Home::Tape))) {
            out.add(Size::way());
        }
        let found = plan.loops.get(&n.stmt);
        let mut again = false;
        let mut turn = Size::default();
        if let Some(l) = found {
            out.add(Size::of(l.saved_bounds(), 4.0));
            if l.binomial.is_some() || crate::fixed_point::of(world.source, self.unit, n.stmt).is_some() {
                return None;
            }
            if let Some(r) = &l.rebuilt {
                out.add(self.saves(&r.whole)?);
                turn.add(self.saves(&r.saves)?);
            }
            if let Some(f) = &l.fused {
                out.add(self.saves(&f.saves)?);
            }
            again = l.rebuilt.is_some() || l.fused.is_some();
        }
        let mut alone = world.language(self.unit).points_by_address();
        let loops = match &n.kind {
            NodeKind::Loop { frame, .. } => {
                let counted = matches!(world.source.units[self.unit].stmts[n.stmt].kind, StmtKind::Do(_));
                alone |= !counted || plan.tree.frames[*frame].ways > 1;
                true
            }
            NodeKind::Again { .. } | NodeKind::Dispatch { .. } => {
                alone = true;
                true
            }
            NodeKind::Scope(_) if plan.regions.contains_key(&n.stmt) => return None,
            NodeKind::Join { .. } => {
                out.add(Size::way());
                false
            }
            NodeKind::Choice { .. } => {
                alone = true;
                false
            }
            NodeKind::Scope(_) | NodeKind::Simple | NodeKind::Jump(_) => false,
        };
        // What turns keep that run again is gone when they end.
        for s in n.seqs().into_iter().filter(|_| !again) {
            turn.add(self.of(s)?);
        }
        let turn = if alone { turn.one_by_one() } else { turn };
        out.add(if loops { turn.times(fusion::turns(world, self.unit, n.stmt)) } else { turn });
        Some(out)
    }

    /// What a call leaves on the tape.
    fn called(&self, n: &Node, mode: Option<CallMode>) -> Option<Size> {
        let world = self.world;
        match mode {
            None | Some(CallMode::Passive) => Some(Size::default()),
            Some(CallMode::Joint) => Some(self.below.get(&n.stmt).map_or_else(Size::default, |halves| halves.kept)),
            Some(CallMode::Library) => None,
            Some(CallMode::Partials) => Some(Size::of(rebuild::noted(world, self.unit, n.stmt, mode), 8.0)),
            Some(CallMode::Split) => {
                let callee = world.source.units[self.unit].stmts[n.stmt].kind.callee();
                let unit = callee.and_then(|c| world.source.callee(c))?;
                if world.notes(unit) {
                    return Some(Size::of(rebuild::noted(world, self.unit, n.stmt, mode), 8.0));
                }
                let plan =
                    self.plans.get(&(unit, true)).filter(|_| !world.facts.analysis.calls().is_recursive(unit))?;
                let mut out = Kept { unit, plan, below: &BTreeMap::new(), ..*self }.of(&plan.tree.body)?;
                for s in &plan.handed_over {
                    out.add(size_of_value(world, &Expr::var(*s))?);
                }
                Some(out)
            }
        }
    }
}

/// How much a save keeps; `None`: more than numbers.
fn size_of(world: &World, s: &Save) -> Option<Size> {
    if s.association || s.allocation.is_some() { None } else { size_of_value(world, &s.value) }
}

fn size_of_value(world: &World, value: &Expr) -> Option<Size> {
    let p = world.source;
    let mut out = size_of_type(world, &type_of(p, value))?;
    // A run of elements behind a pointer of C has the type of one.
    if let (true, ExprKind::Index { subs, .. }) = (out.values == 1.0, &value.kind) {
        for s in subs {
            if let Subscript::Range { lo, hi: Some(hi), .. } = s {
                let lo = lo.clone().unwrap_or_else(|| Expr::int(0));
                let count = il::fold::integer(p, &il::fold::range_count(&lo, hi, None));
                out = out.times(count.map_or(fusion::TURNS, |n| n as f64)).as_one();
            }
        }
    }
    Some(out)
}

fn size_of_type(world: &World, ty: &Type) -> Option<Size> {
    match ty {
        Type::Scalar(s) => Some(Size::of(1, f64::from(s.bytes))),
        Type::Array { dims, elem } => {
            let mut out = size_of_type(world, elem)?;
            for d in dims {
                out = out.times(il::consts::extent(world.source, d).map_or(fusion::TURNS, |n| n as f64));
            }
            Some(out.as_one())
        }
        Type::Record(_)
        | Type::Pointer { .. }
        | Type::Character { .. }
        | Type::Procedure
        | Type::Void
        | Type::Opaque(_) => None,
    }
}
