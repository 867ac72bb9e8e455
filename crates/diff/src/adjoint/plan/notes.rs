//! Calls that run once: their callee notes what its backward half needs in arrays of the caller.
//!
//! A joint call runs its callee for its value and once more for its adjoint, and so does each call inside of it: what lies `d` calls deep runs
//! `d + 1` times. In split mode it runs once, and pushes for each call. Where both halves are run in one execution of the code around them, the tape of
//! the callee is a small local array of the caller ([`crate::adjoint::notes`]): stores and loads, no second run.
//!
//! A callee can be called so when ([`Callees::able`])
//!
//! - it can be split, is not recursive, no head, no internal procedure, stands for no dummy procedure, and nobody asked for its halves;
//! - its split plan saves scalars, and arrays of few elements, each at most once: nothing in loops, no allocations, no associations, at most [`MOST`];
//! - the active calls in it stand outside of loops, and their callees can be called so, too.
//!
//! A joint call is made so when ([`choose`])
//!
//! - its value is needed, so that it would run twice;
//! - both halves stand in one turn that runs again, or in one run of a joint adjoint that others call, outside of loops: in loops whose turns all go
//!   forward first the tape would grow by what is noted, and memory costs more than running again;
//! - its callee gives no value with its partial derivatives in one call (`partials`).
//!
//! What calls that must be split keep, for another reason, lies in such arrays as well, which the caller then pushes as a whole.
//! Switched off with `-nooptim notes`, and where loops are parallel (`-openmp`).

use std::collections::{BTreeMap, BTreeSet};

use il::consts::elements;
use il::symbol::SymbolKind;
use il::{StmtId, SymbolId, Type, UnitId};

use crate::adjoint::plan::access::Access;
use crate::adjoint::plan::tree::{Node, NodeKind};
use crate::adjoint::plan::{CallMode, Control, Home, Plan, Rebuilt, Save};
use crate::adjoint::plan::{partials, rebuild, split_calls, uses};
use crate::adjoint::planner;
use crate::derive::World;
use crate::directives::can_split;
use crate::request::Improvement;
use crate::signature::Part;

/// How many values are worth an array.
const MOST: usize = 64;
/// How many elements of an array are values.
const ELEMENTS: u64 = 9;

/// Joint calls in the settled `plans` that are better split in this way, and those inside of their callees; `World::noting` knows the callees then.
pub(crate) fn choose<'a>(
    world: &mut World<'a>,
    access: &Access<'a>,
    plans: &BTreeMap<(UnitId, bool), Plan>,
) -> Vec<(UnitId, StmtId)> {
    // The arrays would have to be known as each thread's own.
    if !world.request.improves(Improvement::Notes) || world.request.parallel.is_some() {
        return Vec::new();
    }
    let mut sites = Vec::new();
    let called = called_by_adjoints(world, access, plans);
    for (&(unit, split), plan) in plans {
        let together = !split && called.contains(&unit);
        plan.tree.body.iter().for_each(|n| {
            calls(plan, n, together, &mut |id, mode| {
                let twice = plan.step(id).live && partials::site(world, access, unit, id).is_none();
                sites.extend((mode == CallMode::Split || twice).then_some((unit, id)));
            })
        });
    }
    let decided = (access.forced.borrow().clone(), access.restoring.borrow().clone(), access.behind.borrow().clone());
    let said = std::mem::take(&mut world.diagnostics);
    let asked = split_calls::asked(world);
    let passed = world.source.units.iter().flat_map(|(_, u)| u.symbols(&u.body));
    let passed = passed.filter(|s| matches!(world.source.symbols[*s].kind, SymbolKind::Procedure(_))).collect();
    let mut callees = Callees { world, access, asked, passed };
    let mut chosen = BTreeSet::new();
    for (unit, id) in sites {
        let Some(callee) = callees.called(unit, id).filter(|c| callees.able(*c).is_some()) else { continue };
        chosen.insert((unit, id));
        callees.with_those_inside(callee, &mut chosen);
    }
    world.diagnostics = said;
    access.forced.replace(decided.0);
    access.restoring.replace(decided.1);
    access.behind.replace(decided.2);
    let known = access.forced.borrow();
    chosen.into_iter().filter(|site| !known.contains(site)).collect()
}

/// Units whose joint adjoints others call, by way of their plans.
fn called_by_adjoints(world: &World, access: &Access, plans: &BTreeMap<(UnitId, bool), Plan>) -> BTreeSet<UnitId> {
    let mut out = BTreeSet::new();
    for &(unit, _) in plans.keys() {
        let u = &world.source.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            let joint = uses::call_mode(world, access, unit, id) == Some(CallMode::Joint);
            out.extend(stmt.kind.callee().and_then(|c| world.source.callee(c)).filter(|_| joint));
        });
    }
    out
}

/// Tells of the calls in a node that are split, and of those that are joint and whose halves run in one execution of the code around them.
fn calls(plan: &Plan, n: &Node, together: bool, tell: &mut dyn FnMut(StmtId, CallMode)) {
    match plan.step(n.stmt).call {
        Some(mode @ CallMode::Split) => tell(n.stmt, mode),
        Some(mode @ CallMode::Joint) if together && matches!(n.kind, NodeKind::Simple) => tell(n.stmt, mode),
        Some(CallMode::Joint | CallMode::Passive | CallMode::Partials | CallMode::Library) | None => {}
    }
    let inside = match &n.kind {
        NodeKind::Simple | NodeKind::Jump(_) => return,
        NodeKind::Loop { .. } => plan.loops.get(&n.stmt).is_some_and(|l| l.rebuilt.is_some() || l.fused.is_some()),
        NodeKind::Scope(_) | NodeKind::Choice { .. } | NodeKind::Join { .. } => together,
        NodeKind::Again { .. } | NodeKind::Dispatch { .. } => false,
    };
    n.seqs().into_iter().flatten().for_each(|m| calls(plan, m, inside, tell));
}

/// What is known of procedures that may be called so.
struct Callees<'w, 'a> {
    world: &'w mut World<'a>,
    access: &'w Access<'a>,
    asked: BTreeSet<UnitId>,
    /// Procedures that are named without being called: these may stand for a dummy.
    passed: BTreeSet<SymbolId>,
}

impl Callees<'_, '_> {
    fn called(&self, unit: UnitId, id: StmtId) -> Option<UnitId> {
        self.world.source.units[unit].stmts[id].kind.callee().and_then(|c| self.world.source.callee(c))
    }

    /// The active calls in a unit.
    fn active(&self, unit: UnitId) -> Vec<StmtId> {
        let u = &self.world.source.units[unit];
        let mut out = Vec::new();
        u.walk(&u.body, &mut |id, _| {
            let mode = uses::call_mode(self.world, self.access, unit, id);
            out.extend(matches!(mode, Some(CallMode::Joint | CallMode::Split)).then_some(id));
        });
        out
    }

    /// Adds the calls in a procedure that is called so.
    fn with_those_inside(&self, unit: UnitId, out: &mut BTreeSet<(UnitId, StmtId)>) {
        self.world.noting.borrow_mut().insert(unit);
        for id in self.active(unit) {
            out.insert((unit, id));
            self.called(unit, id).into_iter().for_each(|c| self.with_those_inside(c, out));
        }
    }

    /// How many values a procedure notes when it is called so; `None`: it cannot be.
    fn able(&mut self, unit: UnitId) -> Option<usize> {
        if let Some(known) = self.world.note_counts.get(&unit) {
            return *known;
        }
        self.world.note_counts.insert(unit, None);
        let p = self.world.source;
        let stands_for = |s| self.passed.contains(&s);
        let fine = !self.asked.contains(&unit)
            && self.world.request.head(unit).is_none()
            && p.host_procedure(unit).is_none()
            && !p.units[unit].is_interface
            && self.world.facts.differentiated().contains(&unit)
            && !self.world.facts.analysis.calls().is_recursive(unit)
            && !p.units[unit].symbol.is_some_and(stands_for)
            && can_split(p, unit);
        if !fine {
            return None;
        }
        let inner = self.active(unit);
        let mut count = 0;
        for id in &inner {
            count += self.called(unit, *id).and_then(|c| self.able(c))?;
        }
        self.access.forced.borrow_mut().extend(inner.iter().map(|id| (unit, *id)));
        let plan = planner::plan(self.world, self.access, unit, Part::Forward);
        self.access.behind.borrow_mut().insert(unit, plan.behind.clone());
        for s in &plan.handed_over {
            count += self.world.source.symbol_type(*s).and_then(|t| values(self.world, unit, t))?;
        }
        for n in &plan.tree.body {
            count += self.noted(unit, &plan, n, false)?;
        }
        let found = Some(count).filter(|n| *n <= MOST);
        self.world.note_counts.insert(unit, found);
        found
    }

    /// How many values a node of a split plan keeps; `None`: not a fixed number of plain ones.
    fn noted(&self, unit: UnitId, plan: &Plan, n: &Node, looping: bool) -> Option<usize> {
        let step = plan.step(n.stmt);
        let mut count = 0;
        for s in step.saves.iter().chain(&step.around).filter(|s| s.home == Home::Tape && s.again.is_none()) {
            count += self.value(unit, s)?;
        }
        if step.call == Some(CallMode::Partials) {
            count += rebuild::noted(self.world, unit, n.stmt, step.call);
        }
        count += usize::from(matches!(plan.choices.get(&n.stmt), Some(Control::Recorded(Home::Tape))));
        let plain = |l: &crate::adjoint::plan::LoopPlan| {
            let rebuilt = l.rebuilt.as_ref().is_some_and(Rebuilt::keeps);
            l.binomial.is_none() && !rebuilt && l.fused.as_ref().is_none_or(|f| f.saves.is_empty())
        };
        let found = plan.loops.get(&n.stmt);
        count += found.map_or(0, |l| l.saved_bounds());
        let inside = match &n.kind {
            NodeKind::Loop { frame, .. } => {
                let counted = matches!(found, Some(l) if plain(l)) && plan.tree.frames[*frame].ways == 1;
                let idle = plan.steps.get(&n.stmt).is_none_or(|s| s.call.is_none());
                if !counted || !idle {
                    return None;
                }
                true
            }
            NodeKind::Join { .. } => {
                count += 1;
                looping
            }
            NodeKind::Scope(_) if plan.regions.contains_key(&n.stmt) => return None,
            NodeKind::Again { .. } | NodeKind::Dispatch { .. } => return None,
            NodeKind::Simple | NodeKind::Jump(_) | NodeKind::Choice { .. } | NodeKind::Scope(_) => looping,
        };
        if looping && (count > 0 || step.call.is_some_and(|m| m != CallMode::Passive)) {
            return None;
        }
        for m in n.seqs().into_iter().flatten() {
            count += self.noted(unit, plan, m, inside)?;
        }
        Some(count)
    }

    fn value(&self, unit: UnitId, s: &Save) -> Option<usize> {
        let plain = !s.association && s.allocation.is_none();
        let ty = il::typing::type_of(self.world.source, &s.value);
        values(self.world, unit, &ty).filter(|_| plain)
    }
}

/// How many numbers something of a type is, if few, and known.
fn values(world: &World, unit: UnitId, ty: &Type) -> Option<usize> {
    match ty {
        Type::Scalar(_) => Some(1),
        Type::Array { .. } => {
            let number = elements(world.source, ty).filter(|n| (1..=ELEMENTS).contains(n))?;
            Some(number as usize * values(world, unit, ty.element())?)
        }
        Type::Record(r) if !world.source.records[*r].opaque => {
            let fields = world.source.records[*r].fields.iter();
            fields.map(|f| if f.pointer || f.allocatable { None } else { values(world, unit, &f.ty) }).sum()
        }
        Type::Record(_)
        | Type::Pointer { .. }
        | Type::Character { .. }
        | Type::Procedure
        | Type::Void
        | Type::Opaque(_) => None,
    }
}
