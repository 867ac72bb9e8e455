//! Regions without derivatives, and the last turn of a fixed-point loop ([`fixed_point`](crate::fixed_point)), which only the backward sweep runs.

use std::collections::BTreeSet;

use il::{Diagnostic, Expr, StmtKind, SymbolId, Type};

use super::Planner;
use crate::adjoint::plan::Rebuilt;
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};
use crate::facts::At;
use crate::fixed_point;
use crate::regions::{self, RegionKind};

impl Planner<'_, '_> {
    /// Whether a node is a region of which the backward sweep knows nothing.
    pub(super) fn is_passive(&self, n: &Node) -> bool {
        matches!(n.kind, NodeKind::Scope(_))
            && matches!(
                regions::of(&self.world.source.units[self.unit], n.stmt),
                Some(RegionKind::Passive | RegionKind::FixedPoint)
            )
    }

    /// Whether a node is the last turn of a fixed-point loop.
    pub(super) fn is_last_turn(&self, n: &Node) -> bool {
        matches!(n.kind, NodeKind::Loop { .. }) && fixed_point::of(self.world.source, self.unit, n.stmt).is_some()
    }

    /// What is needed behind a region without derivatives: all that is lost in it is saved in front of it.
    pub(super) fn needed_passive(&mut self, n: &Node, body: &Seq, state: Set) -> Set {
        let written = self.all_overwrites(body);
        let known = self.failed.contains_key(&n.stmt);
        let (saves, whole) = self.snapshot(n.stmt, body, &state.and(&written), &written, &BTreeSet::new());
        if !known && let Some(why) = self.failed.remove(&n.stmt) {
            let span = self.stmt(n.stmt).span;
            let message = format!("what this region overwrites cannot be put back in the backward sweep: {}", why.why);
            self.refusals.push(Diagnostic::error("RT0464", span, message).note(
                "give what it overwrites an extent, or move the statements to a procedure that is described as having no derivatives (-ext)",
            ));
        }
        if self.deciding {
            let primal = self.live_in(body);
            self.regions.insert(n.stmt, Rebuilt { saves, primal, ..Rebuilt::default() });
        }
        let mut wanted = state;
        wanted.minus(&whole);
        wanted
    }

    /// What is live in front of the last turn: it starts from what the loop left.
    pub(super) fn live_last_turn(&mut self, n: &Node, body: &Seq, out: Set) -> Set {
        if self.primal {
            return out;
        }
        let mut live = out;
        live.union(&self.live_second_run(n, body));
        live
    }

    /// What is needed behind the last turn, and its plan: each pass over it leaves all that is needed as it was.
    pub(super) fn needed_last_turn(&mut self, n: &Node, body: &Seq, state: Set) -> Set {
        let Some(again) = self.again.get(&n.stmt).cloned() else { return state };
        let mut wanted = state;
        wanted.union(&again.entry);
        if self.deciding {
            self.plan_second_run(body, &again.live, &wanted);
            if !self.refuse_unlike(n, body, &again.entry) {
                self.check_state(n, body);
            }
        }
        wanted
    }

    /// What goes from turn to turn, and is active, must be in the state.
    fn check_state(&mut self, n: &Node, body: &Seq) {
        let Some(state) = fixed_point::of(self.world.source, self.unit, n.stmt) else { return };
        let mut written = Set::default();
        body.iter().for_each(|m| {
            m.visit(&mut |m| {
                written.union(&self.effect(m.stmt).writes);
            })
        });
        let mut exposed = Set::default();
        self.exposed(body, &mut Set::default(), &mut exposed);
        exposed.minus(&self.written_first(n));
        let mut surely = Set::default();
        self.read_first(body, &mut Set::default(), &mut surely);
        let p = self.world.source;
        let mut names: Vec<String> = Vec::new();
        let mut doubtful: Vec<SymbolId> = Vec::new();
        for z in exposed.and(&written).iter() {
            let zone = self.access.zones.zone(z);
            let differentiable = p.symbol_type(zone.symbol).is_some_and(|t| p.is_differentiable(t));
            let pointer = matches!(p.symbol_type(zone.symbol), Some(Type::Pointer { .. }));
            let e = Expr::var(zone.symbol);
            if state.variables.contains(&zone.symbol) || !differentiable || pointer && !zone.pointee {
                continue;
            }
            if !self.world.facts.active(p, self.unit, At::Before(n.stmt), &e) {
                continue;
            }
            // Of a work array there may be elements that no turn sets, and none reads.
            let is_array = p.symbol_type(zone.symbol).is_some_and(|t| t.rank() > 0 && t.element().scalar().is_some());
            if is_array && !surely.has(z) {
                doubtful.extend((!doubtful.contains(&zone.symbol)).then_some(zone.symbol));
            } else if !names.contains(&zone.name) {
                names.push(zone.name.clone());
            }
        }
        if names.is_empty() && !doubtful.is_empty() {
            let list: Vec<String> = doubtful.iter().map(|s| format!("`{}`", p.symbols[*s].name)).collect();
            let list = list.join(", ");
            let message =
                format!("{list} may go from turn to turn of this FP-LOOP, and is not in its state: it is taken not to");
            self.refusals.push(Diagnostic::warning("RT0463", state.span, message).note(format!(
                "the adjoint stops where it does; if it converges, name it in the directive, or set all of {list} in each turn"
            )));
            self.doubtful.insert(n.stmt, doubtful);
        }
        if !names.is_empty() {
            let list = names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
            let message = format!("{list} may go from turn to turn of this FP-LOOP, and is not in its state");
            let said = Diagnostic::error("RT0463", state.span, message);
            self.refusals.push(said.note(
                "if it converges too, name it in the directive; a sum over the turns does not: compute it in a loop of its own, or take the directive away",
            ));
        }
    }

    /// What statements read before any of them has set a part of it. `touched` is what was set in part. A call that sets a part may do so first.
    fn read_first(&self, seq: &Seq, touched: &mut Set, found: &mut Set) {
        for n in seq {
            let effect = self.effect(n.stmt);
            let mut reads = effect.reads.clone();
            reads.minus(touched);
            if matches!(self.stmt(n.stmt).kind, StmtKind::Call { .. }) {
                reads.minus(&effect.writes);
            }
            if matches!(n.kind, NodeKind::Simple | NodeKind::Jump(_)) {
                found.union(&reads);
                touched.union(&effect.writes);
                continue;
            }
            let mut behind = touched.clone();
            for s in n.seqs() {
                let mut inside = touched.clone();
                self.read_first(s, &mut inside, found);
                behind.union(&inside);
            }
            *touched = behind;
        }
    }

    /// What statements may read before they have set it. `defined` is what was surely set.
    fn exposed(&self, seq: &Seq, defined: &mut Set, found: &mut Set) {
        for n in seq {
            let effect = self.effect(n.stmt);
            let mut reads = effect.reads.clone();
            reads.minus(defined);
            match &n.kind {
                NodeKind::Simple | NodeKind::Jump(_) => {
                    found.union(&reads);
                    defined.union(&effect.kills);
                }
                NodeKind::Choice { arms, .. } => {
                    let mut all: Option<Set> = None;
                    for a in arms {
                        let mut inside = defined.clone();
                        self.exposed(a, &mut inside, found);
                        all = Some(match all {
                            None => inside,
                            Some(s) => s.and(&inside),
                        });
                    }
                    if let Some(all) = all {
                        *defined = all;
                    }
                }
                NodeKind::Scope(body) | NodeKind::Join { body, .. } => self.exposed(body, defined, found),
                NodeKind::Loop { body, .. } | NodeKind::Again { body, .. } => {
                    self.exposed(body, &mut defined.clone(), found)
                }
                NodeKind::Dispatch { blocks } => {
                    for (_, b) in blocks {
                        self.exposed(b, &mut defined.clone(), found);
                    }
                }
            }
        }
    }
}
