//! Calls that are split although nobody asked for it, because their callee keeps nothing.
//!
//! A joint call takes a snapshot, runs the original, and later runs the callee again to reverse it. Where the forward half of the callee keeps no
//! values for the backward half (what that needs is what the callee has computed: a factorisation in place, a solution), a split call is
//! neither snapshot nor second run. The tape does not grow by it: it holds at most which way was taken in the turns of one loop, where it held an
//! array. So a call is split when
//!
//! - it would be joint, is executed in the forward sweep, and its snapshot holds an array;
//! - the callee is known, no internal procedure, calls nothing, can be split, and its split plan saves no value, and records branches in no
//!   more than one loop;
//! - no loop or region around the call runs its turns again: their calls come back in the turn, and what they keep costs nothing.
//!
//! Switched off with `-nooptim snapshot`. Directives and `-nocheckpoint` ask for split mode whatever it costs.
//!
//! A forward half that puts nothing at all on the tape is the original ([`unasked`]): where nobody asked for it, it is not made, and the
//! original is called.

use std::collections::{BTreeMap, BTreeSet};

use analysis::allocation::calls;
use il::typing::type_of;
use il::{StmtId, Type, UnitId};

use crate::adjoint::plan::access::Access;
use crate::adjoint::plan::tree::{Node, NodeKind};
use crate::adjoint::plan::uses;
use crate::adjoint::plan::{CallMode, Control, Home, Plan, Reason, Rebuilt, Save};
use crate::adjoint::planner;
use crate::derive::World;
use crate::directives::{asks_split, can_split};
use crate::request::Improvement;
use crate::signature::Part;

/// Joint calls in the settled `plans` that are better split.
pub(crate) fn choose<'a>(
    world: &mut World<'a>,
    access: &Access<'a>,
    plans: &BTreeMap<(UnitId, bool), Plan>,
) -> Vec<(UnitId, StmtId)> {
    if !world.request.improves(Improvement::Snapshot) {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut kept: BTreeMap<UnitId, bool> = BTreeMap::new();
    for (&(unit, _), plan) in plans {
        let mut calls = Vec::new();
        plan.tree.body.iter().for_each(|n| candidates(world, unit, plan, n, &mut calls));
        for (id, callee) in calls {
            let idle = match kept.get(&callee) {
                Some(known) => *known,
                None => {
                    let idle = keeps_nothing(world, access, callee);
                    kept.insert(callee, idle);
                    idle
                }
            };
            if idle && uses::call_mode(world, access, unit, id) == Some(CallMode::Joint) {
                out.push((unit, id));
            }
        }
    }
    out
}

/// Units that call nothing and whose forward half nobody asked for: where it turns out to leave nothing on the tape, it is the original.
pub(crate) fn unasked(world: &World) -> BTreeSet<UnitId> {
    let asked = asked(world);
    let units = world.facts.differentiated().iter().copied();
    units.filter(|u| is_leaf(world, *u) && !asked.contains(u)).collect()
}

/// Units of which somebody wants the two halves.
pub(crate) fn asked(world: &World) -> BTreeSet<UnitId> {
    let mut out: BTreeSet<UnitId> =
        world.request.heads.iter().map(|h| h.unit).filter(|u| world.request.split.contains(*u)).collect();
    for &unit in world.facts.differentiated() {
        let u = &world.source.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            for (callee, _) in calls(&stmt.kind) {
                let asks = |c: &UnitId| asks_split(world.source, &world.request.split, unit, id, *c);
                out.extend(world.source.callee(callee).filter(asks));
            }
        });
    }
    out
}

/// The calls in a node that cost a snapshot of an array, outside of what runs again; with their callees.
fn candidates(world: &World, unit: UnitId, plan: &Plan, n: &Node, out: &mut Vec<(StmtId, UnitId)>) {
    let again =
        plan.loops.get(&n.stmt).is_some_and(|l| l.rebuilt.is_some() || l.binomial.is_some() || l.fused.is_some())
            || plan.regions.contains_key(&n.stmt)
            || crate::fixed_point::of(world.source, unit, n.stmt).is_some();
    if again {
        return;
    }
    let step = plan.step(n.stmt);
    let array = |s: &Save| {
        let ty = type_of(world.source, &s.value);
        s.reason == Reason::Snapshot && (ty.rank() > 0 || matches!(ty, Type::Pointer { .. }))
    };
    if matches!(n.kind, NodeKind::Simple)
        && step.call == Some(CallMode::Joint)
        && step.live
        && step.saves.iter().any(array)
    {
        let call = world.source.units[unit].stmts[n.stmt].kind.call();
        out.extend(call.and_then(|(callee, ..)| world.source.callee(callee)).map(|u| (n.stmt, u)));
    }
    n.seqs().into_iter().flatten().for_each(|m| candidates(world, unit, plan, m, out));
}

/// Whether a procedure that stands on its own calls nothing.
fn is_leaf(world: &World, unit: UnitId) -> bool {
    let u = &world.source.units[unit];
    let mut found = false;
    u.walk(&u.body, &mut |_, s| found |= s.kind.calls());
    let internal = world.source.host_procedure(unit).is_some();
    !found && !internal && !u.is_interface
}

/// Whether the forward half of a procedure that calls nothing keeps no values for its backward half.
fn keeps_nothing<'a>(world: &mut World<'a>, access: &Access<'a>, unit: UnitId) -> bool {
    if !is_leaf(world, unit) || !can_split(world.source, unit) {
        return false;
    }
    let plan = planner::plan(world, access, unit, Part::Forward);
    let whole = |s: &il::SymbolId| world.source.symbol_type(*s).is_none_or(|t| !matches!(t, Type::Scalar(_)));
    !plan.handed_over.iter().any(whole) && plan.tree.body.iter().all(|n| is_idle(&plan, n, 0))
}

/// Whether nothing in a node saves a value, nor records a branch in loops of loops.
fn is_idle(plan: &Plan, n: &Node, loops: u32) -> bool {
    let kept = |saves: &[Save]| saves.iter().any(|s| s.home == Home::Tape && s.again.is_none());
    let step = plan.step(n.stmt);
    let around = plan.loops.get(&n.stmt).is_some_and(|l| {
        l.rebuilt.as_ref().is_some_and(Rebuilt::keeps)
            || l.fused.as_ref().is_some_and(|f| !f.saves.is_empty())
            || l.binomial.is_some()
            || loops > 0 && l.saved_bounds() > 0
    });
    let recorded = matches!(plan.choices.get(&n.stmt), Some(Control::Recorded(Home::Tape))) && loops > 1;
    let jumps = match &n.kind {
        NodeKind::Loop { frame, .. } | NodeKind::Again { frame, .. } | NodeKind::Join { frame, .. } => {
            plan.tree.frames[*frame].ways > 1 && loops > 1
        }
        NodeKind::Dispatch { .. } => true,
        NodeKind::Simple | NodeKind::Jump(_) | NodeKind::Choice { .. } | NodeKind::Scope(_) => false,
    };
    let inner = loops + u32::from(matches!(n.kind, NodeKind::Loop { .. } | NodeKind::Again { .. }));
    !kept(&step.saves)
        && !kept(&step.around)
        && !around
        && !recorded
        && !jumps
        && !plan.regions.contains_key(&n.stmt)
        && n.seqs().into_iter().flatten().all(|m| is_idle(plan, m, inner))
}
