//! Loop-carried dependences, and whether they are linear. Source: Strout and Hovland, §2.1, with the refinement that §2.2 asks for.
//!
//! A *carried use* is a reading of an element that an earlier iteration wrote and this one has not written yet. For the statement `u = …v…` of the use:
//!
//! ```text
//! §2.1  by variable    ⟨u, v⟩ or ⟨v, v⟩ is nonlinear behind the statement, or at the end of the iteration
//! §2.2  use by use     the use itself is nonlinear in its statement, or v at the end of the iteration depends nonlinearly on it
//! ```
//!
//! By variable, the loop `b(i) = 3*x(i); c(i) = b(i-1) + b(i)*x(i)` (figure 8) has a nonlinear carried dependence, because `c` depends nonlinearly on
//! `b`; use by use it has none: the nonlinear use `b(i)` is of the same iteration. For the second, each carried use gets a number
//! of its own in the linearity analysis.
//!
//! What none of this says is that the adjoint loop may be fused with the loop: see [`fusable`](crate::fusable).

use std::collections::HashMap;

use il::expr::{Expr, ExprKind, Subscript};
use il::stmt::StmtKind;
use il::zones::ZoneId;
use il::{StmtId, UnitId};

use crate::linearity::{Class, Linearity, end_of_turn};
use crate::loop_dependence::{LoopDependence, When};
use crate::region::Access;
use crate::request::At;

/// A carried use.
#[derive(Clone, Debug)]
pub struct CarriedUse {
    /// The variable.
    pub zone: ZoneId,
    /// The statement that reads it.
    pub stmt: StmtId,
    /// By variable.
    pub by_variable: Class,
    /// Use by use.
    pub by_use: Class,
}

/// The carried uses of a loop of assignments, in program order. `None`: jumps, calls or worse make program order say nothing.
pub fn carried(linearity: &Linearity, unit: UnitId, root: StmtId) -> Option<Vec<CarriedUse>> {
    let facts = linearity.facts();
    let dep = facts.loop_dependence(unit, Some(root));
    if !dep.is_loop() || dep.region.has_jumps || dep.region.has_effects {
        return None;
    }
    let universe = facts.universe(unit);
    let stmts = &facts.program().units[unit].stmts;
    let mut found: Vec<(&Access, ZoneId)> = Vec::new();
    for read in dep.accesses().iter().filter(|a| !a.is_write && !a.loops.is_empty()) {
        let from_before =
            dep.accesses().iter().any(|w| w.is_write && w.shares(read) && dep.may_meet(w, read, When::Later));
        let number = read.zones.first().and_then(|z| universe.number(*z));
        if from_before
            && read.reference.is_some()
            && number.is_some_and(|n| universe.is_differentiable(n))
            && matches!(stmts[read.stmt].kind, StmtKind::Assign { .. })
            && !is_written_before(&dep, read)
        {
            found.push((read, read.zones[0]));
        }
    }
    let mut uses = HashMap::new();
    for (k, (read, _)) in found.iter().enumerate() {
        // Whether it may also be what this iteration wrote.
        let also = dep.accesses().iter().any(|w| w.is_write && w.rank < read.rank && dep.may_meet(w, read, When::Same));
        if let Some(r) = read.reference {
            uses.insert(std::ptr::from_ref(r), ((universe.len() + k) as u32, also));
        }
    }
    let solution = linearity.solve(unit, true, false, &uses);
    let end = end_of_turn(facts, unit, root)?;
    let numbers = |zones: &[ZoneId]| universe.numbers(zones);
    let mut out = Vec::new();
    for (k, (read, zone)) in found.iter().enumerate() {
        let StmtKind::Assign { lhs, .. } = &stmts[read.stmt].kind else { continue };
        let left = facts.zones().of_ref(facts.program(), lhs).zones;
        let own = (universe.len() + k) as u32;
        let after = facts.flow(unit).after(read.stmt)?;
        let class = |at, of: &[ZoneId]| {
            let columns = solution.at(at).as_ref();
            let degree = numbers(of).iter().filter_map(|n| Some(columns?[*n as usize].get(own))).max();
            Class::from(degree.unwrap_or(0))
        };
        let by_use = class(after, &left).max(class(end, &[*zone]));
        let names = |at: At, u: &[ZoneId]| {
            let pairs = linearity.pairs(unit, at);
            pairs.iter().filter(|(a, b, _)| u.contains(a) && b == zone).map(|p| p.2).max().unwrap_or(Class::None)
        };
        let by_variable = names(At::After(read.stmt), &left).max(names(At::After(root), &[*zone]));
        // Subscripts and tests carry no derivative.
        if by_use != Class::None {
            out.push(CarriedUse { zone: *zone, stmt: read.stmt, by_variable, by_use });
        }
    }
    Some(out)
}

/// Whether the iteration surely wrote the element before it reads it: an assignment to the same reference that is executed whenever the reading is.
fn is_written_before(dep: &LoopDependence, read: &Access) -> bool {
    let Some(place) = dep.region.places.get(&read.stmt) else { return false };
    dep.accesses().iter().any(|w| {
        let same = w.reference.is_some_and(|r| Some(r) == read.reference && is_steady(dep, r));
        let dominates =
            dep.region.places.get(&w.stmt).is_some_and(|p| p.rank < place.rank && place.blocks.starts_with(&p.blocks));
        w.is_write && same && dominates
    })
}

/// Whether a reference names the same element throughout an iteration: its subscripts read only counters and what the loop does not write.
fn is_steady(dep: &LoopDependence, r: &Expr) -> bool {
    let ExprKind::Index { subs, .. } = &r.kind else { return matches!(r.kind, ExprKind::Var(_)) };
    let region = &dep.region;
    let counters: Vec<_> = region
        .accesses
        .iter()
        .flat_map(|a| &a.loops)
        .filter_map(|l| region.program.units[region.unit].stmts[*l].kind.as_do())
        .map(|d| d.var)
        .collect();
    subs.iter().all(|s| match s {
        Subscript::At(e) => {
            let mut steady = true;
            e.walk(&mut |x| match &x.kind {
                ExprKind::Var(s) => {
                    let zones = region.zones.of_symbol(*s);
                    steady &= counters.contains(s) || zones.iter().all(|z| !region.written.contains(z));
                }
                ExprKind::Call { .. } | ExprKind::Opaque { .. } => steady = false,
                _ => {}
            });
            steady
        }
        Subscript::Range { .. } => false,
    })
}
