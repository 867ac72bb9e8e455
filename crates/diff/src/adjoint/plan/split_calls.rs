//! Calls that may be split although nobody asked for it ([`super::cheap_splits`] says which are), and halves that nobody asked for.
//!
//! A joint call takes a snapshot, runs the original, and later runs the callee again to reverse it. It may be split when it is executed in the forward sweep,
//! and no loop or region around the call runs its turns again: their calls come back in the turn, and what they keep costs nothing.
//! Directives and `-nocheckpoint` ask for split mode whatever it costs.
//!
//! A forward half that puts nothing at all on the tape is the original ([`unasked`]): where nobody asked for it, it is not made, and the
//! original is called.

use std::collections::BTreeSet;

use analysis::allocation::calls;
use il::typing::type_of;
use il::{StmtId, Type, UnitId};

use crate::adjoint::plan::tree::{Node, NodeKind};
use crate::adjoint::plan::{CallMode, Plan, Reason};
use crate::derive::World;
use crate::directives::asks_split;

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

/// The joint calls in a node whose callees run twice, outside of what runs again; with their callees.
pub(super) fn candidates(world: &World, unit: UnitId, plan: &Plan, n: &Node, out: &mut Vec<(StmtId, UnitId)>) {
    let again =
        plan.loops.get(&n.stmt).is_some_and(|l| l.rebuilt.is_some() || l.binomial.is_some() || l.fused.is_some())
            || plan.regions.contains_key(&n.stmt)
            || crate::fixed_point::of(world.source, unit, n.stmt).is_some();
    if again {
        return;
    }
    let step = plan.step(n.stmt);
    if matches!(n.kind, NodeKind::Simple) && step.call == Some(CallMode::Joint) && step.live {
        let call = world.source.units[unit].stmts[n.stmt].kind.call();
        out.extend(call.and_then(|(callee, ..)| world.source.callee(callee)).map(|u| (n.stmt, u)));
    }
    n.seqs().into_iter().flatten().for_each(|m| candidates(world, unit, plan, m, out));
}

/// Whether the snapshot of a call holds an array.
pub(super) fn holds_array(world: &World, plan: &Plan, call: StmtId) -> bool {
    plan.step(call).saves.iter().any(|s| {
        let ty = type_of(world.source, &s.value);
        s.reason == Reason::Snapshot && (ty.rank() > 0 || matches!(ty, Type::Pointer { .. }))
    })
}

/// Whether a procedure that stands on its own calls nothing.
pub(super) fn is_leaf(world: &World, unit: UnitId) -> bool {
    let u = &world.source.units[unit];
    let mut found = false;
    u.walk(&u.body, &mut |_, s| found |= s.kind.calls());
    let internal = world.source.host_procedure(unit).is_some();
    !found && !internal && !u.is_interface
}
