//! Calls whose partial derivatives wait on the tape.
//!
//! In a loop whose turns all go forward before they go back, a joint call whose value is needed runs its callee once forward and once backward. Where a
//! leaf can give its partial derivatives with its value ([`partials`]), and evaluating it once more costs more than keeping these, they are
//! kept, turn by turn. What the leaf is given is then not kept for it. The plans are made again with that.

use std::collections::BTreeMap;

use il::{Expr, StmtId, UnitId};

use crate::adjoint::plan::access::Access;
use crate::adjoint::plan::tree::{Node, NodeKind};
use crate::adjoint::plan::{CallMode, LoopPlan, Plan, partials, rebuild};
use crate::derive::World;

/// How many additions a value costs that waits on the tape.
const KEPT: u32 = 8;

/// Joint calls in loops of the settled `plans` whose partials are worth keeping, with the inputs that have derivatives where they stand.
pub(crate) fn choose(
    world: &World,
    access: &Access,
    plans: &BTreeMap<(UnitId, bool), Plan>,
) -> BTreeMap<(UnitId, StmtId), Vec<Expr>> {
    let mut out = BTreeMap::new();
    // Each thread would need its own.
    if world.request.parallel.is_some() {
        return out;
    }
    for (&(unit, _), plan) in plans {
        let ids = in_turns(world, plan, unit).into_iter().map(|(_, id)| id);
        for id in ids.filter(|id| plan.step(*id).call == Some(CallMode::Joint) && plan.step(*id).live) {
            let Some(site) = partials::site(world, access, unit, id) else { continue };
            if rebuild::operations(world, unit, id) >= KEPT * site.inputs.len() as u32 {
                out.insert((unit, id), site.inputs.into_iter().filter_map(|(_, e)| e).collect());
            }
        }
    }
    out
}

/// The simple statements that stand in loops whose turns all go forward before they go back, each behind the innermost of these loops.
pub(super) fn in_turns(world: &World, plan: &Plan, unit: UnitId) -> Vec<(StmtId, StmtId)> {
    let mut out = Vec::new();
    plan.tree.body.iter().for_each(|n| add_turns(world, plan, unit, n, None, &mut out));
    out
}

/// Adds those in a node that stands in a turn of the loop `turn`.
fn add_turns(
    world: &World,
    plan: &Plan,
    unit: UnitId,
    n: &Node,
    turn: Option<StmtId>,
    out: &mut Vec<(StmtId, StmtId)>,
) {
    if let (Some(turn), NodeKind::Simple) = (turn, &n.kind) {
        out.push((turn, n.stmt));
    }
    let inside = match &n.kind {
        NodeKind::Simple | NodeKind::Jump(_) | NodeKind::Dispatch { .. } => return,
        NodeKind::Loop { .. } => {
            if plan.loops.get(&n.stmt).is_some_and(LoopPlan::runs_again)
                || crate::fixed_point::of(world.source, unit, n.stmt).is_some()
            {
                return;
            }
            Some(n.stmt)
        }
        NodeKind::Scope(_) if plan.regions.contains_key(&n.stmt) => return,
        NodeKind::Again { .. } => Some(n.stmt),
        NodeKind::Scope(_) | NodeKind::Choice { .. } | NodeKind::Join { .. } => turn,
    };
    n.seqs().into_iter().flatten().for_each(|m| add_turns(world, plan, unit, m, inside, out));
}
