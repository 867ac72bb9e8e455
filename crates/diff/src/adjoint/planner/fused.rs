//! Loops that run again in the backward sweep, in their own order, the adjoint of each turn directly behind the turn.
//!
//! Such a loop is to the rest of the unit what a joint call is: it begins from what it finds at its beginning (a snapshot of what is
//! overwritten later) and leaves other values behind than those it found (put back where earlier adjoints need them). A turn is a unit of its own, whose
//! sweeps meet at its end: nothing is needed when it begins, and its adjoint must leave what it hands to the next one.

use std::collections::BTreeSet;

use il::typing::type_of;
use il::{Expr, StmtId, StmtKind, Storage, Type};

use super::Planner;
use super::needed::is_exact;
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::tree::{FrameId, Node, NodeKind, Seq};
use crate::adjoint::plan::{Bound, CallMode, Fused, LoopPlan, Reason, Save};

/// What is known of a fused loop before anything is decided.
#[derive(Clone, Default)]
pub(super) struct Fusing {
    /// What it needs at its beginning.
    entry: Set,
    /// What must outlive the adjoint of a turn.
    carried: Set,
    /// Its statements that are needed then.
    pub(super) live: BTreeSet<StmtId>,
}

impl Planner<'_, '_> {
    /// What is live before a fused loop.
    pub(super) fn live_fused(&mut self, n: &Node, frame: FrameId, body: &Seq, out: Set) -> Set {
        let outside = std::mem::take(&mut self.live);
        let (mut entry, at_end) = self.live_turns(n, frame, body, Set::default(), true);
        // What stands behind all that has an adjoint runs behind it too.
        let (_, last) = body.split_at(self.last_work(body));
        let mut carried = last.iter().rev().fold(at_end, |live, m| self.live_node(m, live));
        let live = std::mem::replace(&mut self.live, outside);
        if let Some(free) = self.ways.fused.get(&n.stmt) {
            // The bounds are found before the first turn writes anything.
            let bounds = entry.and(&self.effect(n.stmt).reads);
            entry.minus(free);
            entry.union(&bounds);
            carried.minus(free);
        }
        self.fusing.insert(n.stmt, Fusing { entry: entry.clone(), carried, live });
        self.primal = true;
        let (mut before, _) = self.live_turns(n, frame, body, out, true);
        self.primal = false;
        if self.has_work(body) {
            self.live.insert(n.stmt);
        }
        before.union(&entry);
        before
    }

    /// What is needed behind it.
    pub(super) fn needed_fused(&mut self, n: &Node, body: &Seq, state: Set, fusing: &Fusing) -> Set {
        let own = self.stmt(n.stmt).kind.as_do().map_or(Vec::new(), |d| self.access.zones.of_symbol(d.var));
        let mut counter = Set::default();
        counter.add(&own);
        let again = self.to_put_back(self.runs_again(n, fusing));
        let mut wanted = state.clone();
        wanted.union(&fusing.entry);
        let mut snapshot = self.to_put_back(self.overwrites(n).and(&wanted));
        let mut around = again.and(&state);
        let mut carried = fusing.carried.and(&again);
        carried.minus(&counter);
        if matches!(&self.stmt(n.stmt).kind, StmtKind::Do(d) if d.declares) {
            snapshot.minus(&counter);
            around.minus(&counter);
        }
        if self.deciding {
            let primal = self.primal_of(n);
            self.turn_alone(n.stmt, body, fusing);
            let scalars = [&snapshot, &around].map(|set| self.scalars(set));
            let carried = self.carried_scalars(body, &carried);
            let same = primal.is_empty() || self.turns_agree(n);
            match (scalars, carried) {
                ([Some(snapshot), Some(around)], Some(carried)) if same => {
                    let saves = snapshot.into_iter().map(|e| self.save(e, Reason::Loop)).collect();
                    let step = super::Step { live: self.counts(n.stmt), ..super::Step::default() };
                    self.steps.insert(n.stmt, step);
                    let work = self.last_work(body);
                    let fused = Some(Fused { saves, around, carried, primal, work });
                    self.loops.insert(n.stmt, LoopPlan { fused, ..LoopPlan::with([Bound::Again; 3]) });
                }
                _ => drop(self.failed.entry(n.stmt).or_default()),
            }
        }
        wanted.minus(&snapshot);
        wanted
    }

    /// Whether a loop that runs twice surely makes as many turns: what decides about them is not computed in reals, which a compiler may round
    /// differently in two places.
    fn turns_agree(&self, n: &Node) -> bool {
        let mut exact = true;
        let p = self.world.source;
        let inside = self.overwrites(n);
        n.visit(&mut |m| {
            let (StmtKind::While { test, .. } | StmtKind::Until { test, .. }) = &self.stmt(m.stmt).kind else { return };
            exact &= is_exact(p, test);
            test.walk(&mut |x| {
                let real = x.is_reference() && type_of(p, x).is_differentiable();
                exact &= !real || !self.access.place(x).0.meets(&inside);
            });
        });
        exact
    }

    /// Where the statements begin that run behind the adjoint of a turn: simple ones, none of which has an adjoint.
    fn last_work(&self, body: &Seq) -> usize {
        let rest = body.iter().rev().take_while(|m| {
            matches!(m.kind, NodeKind::Simple) && !self.back.contains(&m.stmt) && self.stmt(m.stmt).label.is_none()
        });
        body.len() - rest.count()
    }

    /// The statements of a loop that the forward sweep executes.
    fn primal_of(&self, n: &Node) -> BTreeSet<StmtId> {
        let mut out = BTreeSet::new();
        n.visit(&mut |m| {
            if m.stmt != n.stmt && self.live.contains(&m.stmt) {
                out.insert(m.stmt);
            }
        });
        out
    }

    /// The plan of a turn by itself: both sweeps are in one procedure.
    fn turn_alone(&mut self, id: StmtId, body: &Seq, fusing: &Fusing) {
        let fresh = self.ways.fused.get(&id).map(|own| self.fresh_in_turn(own, body)).unwrap_or_default();
        let fresh = std::mem::replace(&mut self.fresh, fresh);
        let outside = std::mem::replace(&mut self.live, fusing.live.clone());
        let around = (std::mem::replace(&mut self.depth, 0), std::mem::replace(&mut self.split, false));
        let (first, last) = body.split_at(self.last_work(body));
        self.needed_sequence(&first.to_vec(), Some(Set::default()), &Set::default());
        self.needed_sequence(&last.to_vec(), Some(Set::default()), &Set::default());
        (self.depth, self.split) = around;
        self.live = outside;
        self.fresh = fresh;
    }

    /// All that running a fused loop may write.
    fn runs_again(&self, n: &Node, fusing: &Fusing) -> Set {
        let mut out = Set::default();
        n.visit(&mut |m| {
            let inner = |l: &BTreeSet<StmtId>| l.contains(&m.stmt);
            let live = m.stmt == n.stmt
                || inner(&fusing.live)
                || self.again.values().any(|a| inner(&a.live))
                || self.fusing.values().any(|f| inner(&f.live));
            if live || self.is_reversed_call(m.stmt) {
                out.union(&self.effect(m.stmt).writes);
            }
        });
        out
    }

    fn is_reversed_call(&self, id: StmtId) -> bool {
        matches!(self.call_mode(id), Some(CallMode::Joint | CallMode::Split | CallMode::Library))
    }

    /// The plain scalar variables that are a set of zones.
    fn scalars(&self, set: &Set) -> Option<Vec<Expr>> {
        let p = self.world.source;
        let mut out: Vec<Expr> = Vec::new();
        for z in set.iter() {
            let zone = self.access.zones.zone(z);
            let v = p.variable(zone.symbol)?;
            let plain = matches!(v.ty, Type::Scalar(_)) && !v.pointer && !v.allocatable && !v.optional;
            let here =
                p.home(zone.symbol) == Some(self.unit) && !matches!(v.storage, Storage::Common | Storage::Global);
            if !plain || !here || zone.pointee || zone.address || !zone.path.is_empty() {
                return None;
            }
            // Variables that overlap have several zones.
            if self.access.zones.of_symbol(zone.symbol).len() != 1 {
                return None;
            }
            out.push(Expr::var(zone.symbol));
        }
        Some(out)
    }

    /// What is kept across the adjoint of a turn. An array, or a pointer, need not be when nothing in that adjoint puts back values of it.
    fn carried_scalars(&self, body: &Seq, set: &Set) -> Option<Vec<Expr>> {
        let mut scalars = Set::default();
        let mut others = Set::default();
        for z in set.iter() {
            let zone = self.access.zones.zone(z);
            let is_scalar = matches!(self.world.source.symbol_type(zone.symbol), Some(Type::Scalar(_)));
            if is_scalar && zone.path.is_empty() {
                scalars.add(&[z])
            } else {
                others.add(&[z])
            };
        }
        let mut quiet = true;
        for n in body {
            n.visit(&mut |m| {
                let step = self.steps.get(&m.stmt);
                quiet &= !(step.is_some_and(|s| s.undone) && self.effect(m.stmt).writes.meets(&others));
                let saves = step.into_iter().flat_map(|s| s.saves.iter().chain(&s.around));
                let plan = self.loops.get(&m.stmt);
                let inner =
                    plan.and_then(|l| l.rebuilt.as_ref()).into_iter().flat_map(|r| r.whole.iter().chain(&r.saves));
                quiet &= saves.chain(inner).all(|s: &Save| !self.access.place(&s.value).0.meets(&others));
                let runs = plan.is_some_and(|l| l.rebuilt.is_some() || l.fused.is_some());
                if runs || self.is_reversed_call(m.stmt) {
                    m.visit(&mut |k| quiet &= !self.effect(k.stmt).writes.meets(&others));
                }
            });
        }
        if others.is_empty() || quiet { self.scalars(&scalars) } else { None }
    }
}
