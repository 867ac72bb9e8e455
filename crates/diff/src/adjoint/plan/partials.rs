//! Leaf functions that give their value and their partial derivatives in one call.
//!
//! A joint call whose value the adjoint of its surroundings needs runs its callee twice there: once for the value, once more in `F_B`, which
//! needs the seed that only follows from the value. A function of few scalars has as few partial derivatives, and those need no seed:
//! `F_PART` gives them with the value, and the adjoint of the call is `xb = xb + x_part*yb` for each input.
//!
//! `F` may be called so when ([`leaf`])
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
use il::{Block, Expr, ExprKind, Program, ScalarClass, StmtId, StmtKind, SymbolId, Type, UnitId, UnitKind};

use crate::adjoint::plan::access::Access;
use crate::adjoint::plan::tree::{Node, NodeKind};
use crate::adjoint::plan::{CallMode, Plan, uses};
use crate::derive::World;
use crate::facts::{At, Facts};
use crate::request::{Place, Request};
use crate::signature::{Part, Signature, Slot, Status, signature};

/// How many partial derivatives are worth a call.
const MOST: usize = 4;

/// The signature of `F_PART`, when `unit` is such a leaf.
pub(crate) fn leaf(program: &Program, request: &Request, facts: &Facts, unit: UnitId) -> Option<Signature> {
    let u = &program.units[unit];
    let UnitKind::Function { result, .. } = u.kind else { return None };
    let hosted = program.host_procedure(unit).is_some();
    let usable = !hosted && !u.is_interface && request.directions.is_none() && facts.result(unit);
    if !usable || !is_real(program, result) || !only_evaluates(program, unit) || !facts.keeps_to_itself(program, unit) {
        return None;
    }
    let mut out = signature(program, request, facts, unit, Part::Partials);
    let simple = |p: &Place| p.path.is_empty() && is_real(program, p.symbol);
    let passed = (0..u.params.len()).filter(|k| facts.param(unit, *k)).map(|k| u.params[k]);
    let passed: BTreeSet<SymbolId> = passed.collect();
    let varying: BTreeSet<SymbolId> = out.varying.iter().map(|p| p.symbol).collect();
    // What is only useful is not an input of this function: it would pass through.
    let through = out.useful.iter().any(|p| p.symbol != result && !varying.contains(&p.symbol));
    let few = (1..=MOST).contains(&varying.len());
    if !few || through || !out.varying.iter().all(simple) || !passed.is_subset(&varying) {
        return None;
    }
    for s in varying.iter().copied().filter(|s| !passed.contains(s)) {
        let storage = program.variable(s)?.storage;
        if !matches!(storage, Storage::Global | Storage::Common) {
            return None;
        }
        out.slots.push(Slot::Partial(s));
    }
    out.useful.retain(|p| p.symbol == result);
    out.status = out.varying.iter().map(|p| (p.clone(), Status::Out)).collect();
    Some(out)
}

/// A real scalar variable that is there, and is not by way of a pointer.
fn is_real(p: &Program, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| {
        let plain = !v.optional && !v.allocatable && !v.pointer && !v.polymorphic;
        plain && matches!(&v.ty, Type::Scalar(t) if t.class == ScalarClass::Real)
    })
}

/// Whether running the body is evaluating an expression, in several steps.
fn only_evaluates(p: &Program, unit: UnitId) -> bool {
    let u = &p.units[unit];
    let mut fine = true;
    u.walk(&u.body, &mut |_, s| {
        fine &= match &s.kind {
            StmtKind::Assign { lhs, .. } => matches!(type_of(p, lhs), Type::Scalar(_)),
            StmtKind::Nop
            | StmtKind::Stop { .. }
            | StmtKind::If(_)
            | StmtKind::Do(_)
            | il::uncounted!()
            | StmtKind::Select { .. }
            | il::jump!()
            | StmtKind::ComputedGoto { .. }
            | StmtKind::ArithmeticIf { .. }
            | StmtKind::Return(_)
            | StmtKind::Declare(_)
            | StmtKind::Scope { .. } => true,
            StmtKind::Call { .. }
            | StmtKind::Where { .. }
            | StmtKind::Forall { .. }
            | il::storage!()
            | StmtKind::Opaque { .. }
            | StmtKind::AssignLabel { .. }
            | StmtKind::AssignedGoto { .. }
            | il::tape!()
            | StmtKind::Error(_) => false,
        };
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                let foreign = matches!(x.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. } | ExprKind::Address(_));
                fine &= !foreign && !matches!(x.kind, ExprKind::Deref(_));
            })
        });
    });
    fine
}

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

/// What stands in front of the backward half of `F_PART`: every partial derivative is zero, the seed is 1.
pub(in crate::adjoint) fn start(emit: &mut crate::adjoint::emit::Emit, unit: UnitId, clears: Block) -> Block {
    use crate::adjoint::emit::Side;
    let source = emit.world.source;
    let result = source.units[unit].result();
    let seed = result.and_then(|r| emit.shell(Side::Back).maps.derivative(r));
    let shell = emit.shell(Side::Back).unit;
    let is_seed = |id: &StmtId| matches!(&emit.world.out.units[shell].stmts[*id].kind, StmtKind::Assign { lhs, .. } if lhs.root() == seed);
    let mut out: Block = clears.into_iter().filter(|id| !is_seed(id)).collect();
    for place in emit.world.signatures.of(unit, Part::Partials).varying.clone() {
        emit.clear_place(&place, &mut out);
    }
    if let (Some(seed), Some(result)) = (seed, result) {
        let one = source.symbol_type(result).and_then(|t| t.scalar().cloned());
        let one = one.map_or_else(|| Expr::int(1), |s| crate::simplify::one(&s));
        out.push(emit.add(Side::Back, StmtKind::Assign { lhs: Expr::var(seed), rhs: one }));
    }
    out
}
