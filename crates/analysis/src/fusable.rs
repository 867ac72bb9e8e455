//! Loops whose adjoint iterations may run in the order of the loop, each directly behind its forward iteration: nothing is kept from one to the next.
//!
//! The adjoint of iteration `i` is a linear map `Aᵢ` on adjoint variables; the adjoint of the loop is `A₁ A₂ … Aₙ`, the last iteration first. Fusing
//! applies the maps in the other order, so they must commute. In a statement of the loop, the adjoint of a variable is
//!
//! ```text
//! incremented    x is read                      …xb = xb + ∂·yb
//! read           y = y + e                      …uses yb, leaves it
//! overwritten    y = e                          …uses yb, then yb = 0
//! ```
//!
//! Two maps commute when no element is touched by both but for *incremented by both* or *read by both*. A variable that each iteration writes before
//! it reads it, and that is not useful behind the loop, has a zero adjoint between iterations and does not count. Second: adjoints that enter the
//! loop must not depend on what it computes: nothing it writes is needed by the derivatives of what comes behind. (Proof: with both, each
//! fused iteration sees the forward values of its own iteration, the entering adjoints, and sums whose terms may come in any order.)
//!
//! Strout and Hovland (§1) ask less: no *nonlinear* loop-carried dependence. That is not enough: in their figure 1 the dependence that `a` carries is
//! linear, but `ab` is incremented (by `sin(a)`) and read (by `a += x[i]*x[i]`) across iterations; fused as in their figures 4 and 9 the
//! gradient misses the terms of later iterations.
//!
//! Only the first is about order ([`commuting`]). A loop that runs a second time, in the backward sweep and in its own order, with its values made again
//! from those it found at its beginning, needs no more: entering adjoints are complete there. When the second holds too, nothing behind needs
//! the first run, and diff-liveness drops it: what is left is the fused loop. The adjoint mode does it that way (`diff`, `adjoint/plan/fusion.rs`).
//!
//! Values that an iteration itself overwrites after their use are the transformer's to keep, within the iteration. Loops that are not counted
//! are treated alike; of their turns only the order is known. One thing the transformer does not keep: the variable of a loop inside has another value
//! behind the adjoint of that loop, which runs in the same turn. Where the turn reads it there, the loop is not fused.

use std::collections::BTreeSet;

use il::expr::ExprKind;
use il::stmt::StmtKind;
use il::zones::ZoneId;
use il::{StmtId, SymbolId, UnitId};

use crate::facts::Facts;
use crate::loop_dependence::{LoopDependence, When, is_increment};
use crate::request::At;

/// What speaks against fusing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Not a loop, or one with jumps, early exits or side effects, or whose turns read the variable of a loop inside behind that.
    Shape,
    /// The unit has no derivative, or nobody knows what its derivatives need.
    Unknown,
    /// Adjoint statements of different iterations do not commute on these zones.
    Order(Vec<ZoneId>),
    /// The derivatives of what comes behind need what the loop computes.
    NeededBehind(Vec<ZoneId>),
}

/// What a fused loop relies on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fusable {
    /// Zones whose adjoint the loop only reads: they must have their final value when it begins.
    pub incoming: Vec<ZoneId>,
    /// Zones that each iteration has for itself.
    pub private: Vec<ZoneId>,
    /// Zones that each iteration writes before it reads them, whatever is behind: what they hold at its beginning does not matter.
    pub written_first: Vec<ZoneId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Incremented,
    Read,
    Overwritten,
}

/// Whether the forward and the backward iterations of a loop may be fused.
pub fn fusable(facts: &Facts, unit: UnitId, root: StmtId) -> Result<Fusable, Reason> {
    let dep = facts.loop_dependence(unit, Some(root));
    if !dep.is_loop() {
        return Err(Reason::Shape);
    }
    if !facts.options().diff_liveness {
        return Err(Reason::Unknown);
    }
    let found = commuting_in(facts, unit, root, &dep, &|_| false)?;
    let needed = facts.diff_live(unit, At::After(root));
    let behind: Vec<ZoneId> = dep.region.written.iter().copied().filter(|z| needed.contains(*z)).collect();
    if behind.is_empty() { Ok(found) } else { Err(Reason::NeededBehind(behind)) }
}

/// Whether the adjoint iterations of a loop, counted or with a test before or behind each turn, commute. What is active in it has an adjoint; what
/// calls are given, also when it is active elsewhere, or `owns` says so.
pub fn commuting(facts: &Facts, unit: UnitId, root: StmtId, owns: &dyn Fn(ZoneId) -> bool) -> Result<Fusable, Reason> {
    commuting_in(facts, unit, root, &facts.loop_dependence(unit, Some(root)), owns)
}

fn commuting_in(
    facts: &Facts,
    unit: UnitId,
    root: StmtId,
    dep: &LoopDependence,
    owns: &dyn Fn(ZoneId) -> bool,
) -> Result<Fusable, Reason> {
    let kind = &facts.program().units[unit].stmts[root].kind;
    let is_loop = matches!(kind, StmtKind::Do(_) | StmtKind::While { .. } | StmtKind::Until { .. });
    if !is_loop || dep.region.has_jumps || dep.leaves_early() || dep.region.has_effects {
        return Err(Reason::Shape);
    }
    if reads_counters(&facts.program().units[unit], root) {
        return Err(Reason::Shape);
    }
    if !facts.is_differentiated(unit) || !facts.options().activity {
        return Err(Reason::Unknown);
    }
    // Calls may pass the adjoint of what is active elsewhere.
    let anywhere = facts.active_anywhere(unit);
    let mut active: BTreeSet<ZoneId> = BTreeSet::new();
    for s in dep.region.places.keys() {
        active.extend(
            [At::Before(*s), At::After(*s)].iter().flat_map(|at| facts.active(unit, *at).iter().collect::<Vec<_>>()),
        );
    }
    let useful = facts.useful(unit, At::After(root));
    let written_first = dep.private();
    let private: BTreeSet<ZoneId> = written_first.iter().copied().filter(|z| !useful.contains(*z)).collect();
    let stmts = &facts.program().units[unit].stmts;
    let mut selves: BTreeSet<StmtId> = BTreeSet::new();
    let mut found = Vec::new();
    for a in dep.accesses().iter().filter(|a| !a.loops.is_empty()) {
        let counts = |z: &ZoneId| match a.reference {
            Some(_) => active.contains(z),
            None => anywhere.contains(*z) || owns(*z),
        };
        if !a.zones.iter().any(|z| counts(z) && !private.contains(z)) {
            continue;
        }
        let kind = &stmts[a.stmt].kind;
        let left = kind.assigned().filter(|_| is_increment(kind));
        let role = match (a.is_write, left) {
            (true, Some(_)) => Role::Read,
            (true, None) => Role::Overwritten,
            // The y of y + e itself, once.
            (false, Some(lhs)) if a.reference == Some(lhs) && selves.insert(a.stmt) => continue,
            (false, _) => Role::Incremented,
        };
        found.push((a, role));
    }
    let mut hindered: BTreeSet<ZoneId> = BTreeSet::new();
    for (k, (a, p)) in found.iter().enumerate() {
        for (b, q) in &found[k..] {
            let commute = p == q && *p != Role::Overwritten;
            let is_new = || a.common(b).any(|z| !hindered.contains(&z));
            if !commute && is_new() && dep.may_meet(a, b, When::Different) {
                hindered.extend(a.common(b));
            }
        }
    }
    if !hindered.is_empty() {
        return Err(Reason::Order(hindered.into_iter().collect()));
    }
    let incoming: BTreeSet<ZoneId> =
        found.iter().filter(|f| f.1 == Role::Read).flat_map(|f| f.0.zones.iter().copied()).collect();
    Ok(Fusable {
        incoming: incoming.into_iter().collect(),
        private: private.into_iter().collect(),
        written_first: written_first.into_iter().collect(),
    })
}

/// Whether the turns of a loop read the variable of a loop in them outside of that: the adjoint of the inner loop runs in the same turn, and leaves another
/// value there.
fn reads_counters(u: &il::Unit, root: StmtId) -> bool {
    fn reads(u: &il::Unit, block: &[StmtId], around: &mut Vec<SymbolId>, counters: &BTreeSet<SymbolId>) -> bool {
        block.iter().any(|id| {
            let kind = &u.stmts[*id].kind;
            let mut found = false;
            kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    found |= matches!(x.kind, ExprKind::Var(s) if counters.contains(&s) && !around.contains(&s));
                });
            });
            let own = if let StmtKind::Do(d) = kind { Some(d.var) } else { None };
            around.extend(own);
            found |= kind.blocks().into_iter().any(|b| reads(u, b, around, counters));
            own.map(|_| around.pop());
            found
        })
    }
    let mut counters = BTreeSet::new();
    for block in u.stmts[root].kind.blocks() {
        u.walk(block, &mut |_, s| {
            if let StmtKind::Do(d) = &s.kind
                && !d.declares
            {
                counters.insert(d.var);
            }
        });
    }
    let mut around = Vec::new();
    if let StmtKind::Do(d) = &u.stmts[root].kind {
        around.push(d.var);
    }
    !counters.is_empty() && u.stmts[root].kind.blocks().into_iter().any(|b| reads(u, b, &mut around, &counters))
}
