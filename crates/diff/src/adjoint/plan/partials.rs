//! Leaf functions that give their value and their partial derivatives in one call.
//!
//! A joint call whose value the adjoint of its surroundings needs runs its callee twice there: once for the value, once more in `F_B`, which
//! needs the seed that only follows from the value. A function of few scalars has as few partial derivatives, and those need no seed:
//! `F_PART` gives them with the value, and the adjoint of the call is `xb = xb + x_part*yb` for each input.
//!
//! `F` may be called so when ([`crate::signature::leaf`])
//!
//! - it is a function with a real scalar result, of scalar active inputs (dummies or globals), at most [`MOST`];
//! - it calls nothing, writes nothing but its own locals, and does nothing but assign, choose, repeat and stop: calling it is evaluating it.
//!
//! A call is made so when it would be joint, its value is needed, and
//!
//! - either it stands in a turn that runs again in the backward sweep ([`choose`]): the forward half stands before the backward half in one execution
//!   of the turn. The partials then wait in local scalars, and nothing is saved for them. (What is called once is called as RR-7957 shows it);
//! - or it stands in another loop, and evaluating its callee once more costs more than keeping its partials for each turn (`kept_partials`);
//! - its left side is a scalar variable that the call does not read, and every global that the callee is active in has a name in the caller.
//!
//! `F_PART` is the adjoint of `F` with its value kept, its seed 1 and partials that start from zero; the same tests guard the same rules.
//! Switched off with `-nooptim partials`.

use std::collections::{BTreeMap, BTreeSet};

use il::symbol::Storage;
use il::typing::type_of;
use il::{Expr, ExprKind, StmtId, StmtKind, SymbolId, Type, UnitId};

use crate::adjoint::plan::access::Access;
use crate::adjoint::plan::tree::{Node, NodeKind};
use crate::adjoint::plan::{CallMode, Plan, uses};
use crate::derive::World;
use crate::facts::At;
use crate::signature::leaf::is_real;
use crate::signature::{Part, Slot};

/// The call of a statement that may be made so, wherever it stands: the callee, and for each input the reference of the caller, if it has one.
pub(crate) struct Site {
    /// The callee.
    pub unit: UnitId,
    /// Per slot of the callee's signature that is a partial derivative.
    pub inputs: Vec<(Slot, Option<Expr>)>,
}

/// What a call statement `lhs = f(…)` passes to a leaf.
pub(crate) fn site(world: &World, access: &Access, unit: UnitId, id: StmtId) -> Option<Site> {
    let p = world.source;
    let StmtKind::Assign { lhs, rhs } = &p.units[unit].stmts[id].kind else { return None };
    let (ExprKind::Call { callee, args }, ExprKind::Var(into)) = (&rhs.kind, &lhs.kind) else { return None };
    let target = p.callee(*callee)?;
    let signature = world.signatures.get(target, Part::Partials)?;
    let effect = access.statement(unit, id);
    let (place, _) = access.place(lhs);
    let counts = world.facts.has_storage(p, lhs) && world.facts.useful(p, unit, At::After(id), lhs);
    if !is_real(p, *into) || effect.reads.meets(&place) || !counts || args.len() != p.units[target].params.len() {
        return None;
    }
    let order = crate::tangent::positions(p, target, args);
    let mut inputs = Vec::new();
    for slot in &signature.slots {
        match slot {
            Slot::Derivative(k) => {
                let actual = &args[*order.get(k)?].value;
                let (given, wanted) = (type_of(p, actual), p.symbol_type(p.units[target].params[*k])?);
                let same = matches!((&given, wanted), (Type::Scalar(g), Type::Scalar(w)) if g.class == w.class && g.bytes == w.bytes);
                if !same {
                    return None;
                }
                let owned = actual.is_reference() && world.facts.has_storage(p, actual);
                if !owned && uses::is_active_expr(world, unit, actual, id) {
                    return None;
                }
                inputs.push((*slot, owned.then(|| actual.clone())));
            }
            Slot::Partial(global) => {
                let name = own_name(world, access, unit, *global)?;
                inputs.push((*slot, Some(Expr::var(name))));
            }
            Slot::Primal(_) | Slot::Value | Slot::ResultDerivative | Slot::Directions => {}
        }
    }
    Some(Site { unit: target, inputs })
}

/// What a global of a callee is called in `unit`.
fn own_name(world: &World, access: &Access, unit: UnitId, global: SymbolId) -> Option<SymbolId> {
    let p = world.source;
    let v = p.variable(global)?;
    if v.storage == Storage::Global {
        // One symbol for all who see it.
        let scope = p.symbols[global].scope;
        let mut at = Some(p.units[unit].scope);
        let sees = |s: il::ScopeId| p.scopes[s].names.values().any(|n| *n == global);
        while let Some(s) = at {
            if s == scope || sees(s) {
                return Some(global);
            }
            at = p.scopes[s].parent;
        }
        return None;
    }
    let zones = access.zones.of_symbol(global);
    let members = p.units[unit].commons().into_values().flatten();
    let mut found = members.filter(|s| is_real(p, *s) && access.zones.of_symbol(*s) == zones);
    let own = found.next()?;
    (p.symbol_type(own) == p.symbol_type(global) && world.facts.owns(own)).then_some(own)
}

/// Makes calls of the settled `plans` so; the leaves that are called, and the joint adjoints that nobody calls any more.
pub(crate) fn choose(
    world: &World,
    access: &Access,
    plans: &mut BTreeMap<(UnitId, bool), Plan>,
) -> (BTreeSet<UnitId>, BTreeSet<UnitId>) {
    let mut called = BTreeSet::new();
    let mut joint = BTreeSet::new();
    for (&(unit, _), plan) in plans.iter_mut() {
        let mut ids = Vec::new();
        plan.tree.body.iter().for_each(|n| calls(plan, n, false, &mut ids));
        for (id, together) in ids {
            let kept = access.weighed.borrow().contains_key(&(unit, id));
            let found = site(world, access, unit, id).filter(|_| kept || together && plan.step(id).live);
            match (found, callee(world, unit, id)) {
                (Some(site), _) => {
                    called.insert(site.unit);
                    if let Some(step) = plan.steps.get_mut(&id) {
                        step.call = Some(CallMode::Partials);
                    }
                }
                (None, target) => joint.extend(target),
            }
        }
    }
    let idle = called.iter().copied().filter(|u| !joint.contains(u) && world.request.head(*u).is_none()).collect();
    (called, idle)
}

fn callee(world: &World, unit: UnitId, id: StmtId) -> Option<UnitId> {
    world.source.units[unit].stmts[id].kind.callee().and_then(|c| world.source.callee(c))
}

/// The joint calls in a node and those that keep partials, and whether both halves of each are run together, in one turn.
fn calls(plan: &Plan, n: &Node, together: bool, out: &mut Vec<(StmtId, bool)>) {
    if matches!(plan.step(n.stmt).call, Some(CallMode::Joint | CallMode::Partials)) {
        out.push((n.stmt, together && matches!(n.kind, NodeKind::Simple)));
    }
    let inside = match &n.kind {
        NodeKind::Simple | NodeKind::Jump(_) => return,
        NodeKind::Loop { .. } => plan.loops.get(&n.stmt).is_some_and(|l| l.rebuilt.is_some() || l.fused.is_some()),
        NodeKind::Scope(_) => together && !plan.regions.contains_key(&n.stmt),
        NodeKind::Choice { .. } => together,
        NodeKind::Join { .. } | NodeKind::Again { .. } | NodeKind::Dispatch { .. } => false,
    };
    n.seqs().into_iter().flatten().for_each(|m| calls(plan, m, inside, out));
}
