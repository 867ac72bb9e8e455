//! What is needed around loops: their bounds, their turns as often as they are repeated, and turns that run again.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use il::stmt::Do;
use il::typing::type_of;
use il::{Expr, ExprKind, ScalarClass, StmtId, StmtKind};

use super::{Again, Planner, Turn};
use crate::adjoint::emit::moving;
use crate::adjoint::plan;
use crate::adjoint::plan::access::{Effect, Set};
use crate::adjoint::plan::rebuild::Failure;
use crate::adjoint::plan::tree::{FrameId, Landing, Node, NodeKind, Seq};
use crate::adjoint::plan::{Bound, Home, LoopPlan, Reason, Rebuilt, Save, Step};

impl Planner<'_, '_> {
    pub(super) fn needed_loop(&mut self, n: &Node, frame: FrameId, body: &Seq, state: Set, later: &Set) -> Option<Set> {
        let stmt = self.stmt(n.stmt);
        let structured = matches!(n.kind, NodeKind::Loop { .. });
        if let (Some(fusing), true) = (self.fusing.get(&n.stmt).cloned(), structured) {
            return Some(self.needed_fused(n, body, state, &fusing));
        }
        let header = if structured { self.effect(n.stmt) } else { Rc::default() };
        let mut state = state;
        let mut step = Step { live: self.live.contains(&n.stmt), ..Step::default() };
        let inside = self.overwrites(n);
        if let (StmtKind::Do(d), true) = (&stmt.kind, structured) {
            if self.has_work(body) {
                self.bounds(n.stmt, d, &inside, later, &mut state);
            } else if self.deciding {
                // Only values are restored in it; its bounds are kept as they were.
                let kept = if self.depth == 0 && !self.split { Bound::Kept } else { Bound::Saved };
                self.loops.insert(n.stmt, LoopPlan::with([kept; 3]));
            }
            let var = header.kills.clone();
            if step.live && state.meets(&var) && self.deciding && !d.declares {
                let value = Expr::var(d.var);
                step.saves.push(self.save(value, Reason::Earlier));
            }
            if step.live || self.has_work(body) {
                state.minus(&var);
            }
        }
        if matches!(stmt.kind, StmtKind::Do(_)) {
            step.live = self.counts(n.stmt);
        }
        if self.deciding && structured {
            self.steps.insert(n.stmt, step);
        }
        if let (Some(again), true) = (self.again.get(&n.stmt).cloned(), structured) {
            if crate::adjoint::plan::binomial::snapshots(self.world.source, self.unit, n.stmt).is_some() {
                return Some(self.needed_binomial(n, body, state, &again));
            }
            state.union(&again.entry);
            if self.deciding {
                // A loop that is not counted has no bounds.
                self.loops.entry(n.stmt).or_insert_with(|| LoopPlan::with([Bound::Again; 3]));
                self.decide_rebuilt(n, body, &state, &again);
            }
            return Some(state);
        }
        let mut inner_later = later.clone();
        inner_later.union(&inside);
        let around = self.reversed.clone();
        if matches!(stmt.kind, StmtKind::Do(_))
            && structured
            && self.has_work(body)
            && !self.all_overwrites(body).meets(&header.kills)
        {
            self.reversed.union(&header.kills);
        }
        self.depth += 1;
        // Solve first.
        let deciding = std::mem::replace(&mut self.deciding, false);
        let mut start = state.clone();
        let mut end;
        loop {
            end = self.needed_sequence(body, Some(start.clone()), &inner_later);
            end = self.arrived((frame, Landing::NextTurn), end);
            let mut next = start.clone();
            if let Some(e) = &end {
                next.union(e);
            }
            if structured {
                // The reversed loop sets its variable itself.
                next.minus(&header.kills);
            }
            if next == start {
                break;
            }
            start = next;
        }
        self.deciding = deciding;
        if deciding {
            self.needed_sequence(body, Some(start.clone()), &inner_later);
        }
        self.depth -= 1;
        self.reversed = around;
        let behind = match &stmt.kind {
            _ if !structured => end,
            StmtKind::Loop { .. } => None,
            StmtKind::Until { .. } => end,
            _ => Some(start),
        };
        self.arrived((frame, Landing::Behind), behind)
    }

    /// What the statements of a turn assign to and none of them reads. Their adjoints may use what they have set, `e(:, i)` of `e(:, i) = s/sum(s)`: the
    /// turn that is run again has just set that, and nothing of it is needed before.
    pub(super) fn only_set(&self, body: &Seq) -> Set {
        let (mut set, mut others) = (Set::default(), Set::default());
        for n in body {
            n.visit(&mut |m| {
                let effect = self.effect(m.stmt);
                others.union(&effect.reads);
                match &self.stmt(m.stmt).kind {
                    StmtKind::Assign { lhs, rhs } if !calls(rhs) => {
                        let (zones, _) = self.access.place(lhs);
                        let mut beside = effect.writes.clone();
                        beside.minus(&zones);
                        others.union(&beside);
                        set.union(&effect.writes);
                    }
                    _ => {
                        others.union(&effect.writes);
                    }
                }
            });
        }
        set.minus(&others);
        set
    }

    /// What stands against running a turn again, with the name of what it changes, and of a pointer that may lead to the same.
    fn obstacle_of(&self, body: &Seq, lhs: &Expr, why: &str) -> String {
        let p = self.world.source;
        let Some(root) = lhs.root() else { return why.to_string() };
        let scope = p.units[self.unit].scope;
        let (zones, _) = self.access.place(lhs);
        let is_pointer = |e: &Expr| e.spine().any(|x| p.is_pointer(x));
        let mut other: Option<String> = None;
        for n in body.iter().filter(|_| is_pointer(lhs)) {
            n.visit(&mut |m| {
                self.stmt(m.stmt).kind.exprs(&mut |e| {
                    e.walk(&mut |x| {
                        let reads = x.is_reference() && !std::ptr::eq(x, lhs) && is_pointer(x);
                        let differs = shown(p, scope, x) != shown(p, scope, lhs);
                        if other.is_none() && reads && differs && self.access.place(x).0.meets(&zones) {
                            other = Some(shown(p, scope, x));
                        }
                    });
                });
            });
        }
        let name = match shown(p, scope, lhs) {
            name if name.is_empty() => p.symbols[root].name.clone(),
            name => name,
        };
        match other {
            Some(other) => {
                let way = if p.distinct_pointers { "" } else { ": -pointers distinct says that it does not" };
                format!("{why}, of `{name}`, which may lead to what `{other}` does{way}")
            }
            None => format!("{why}, of `{name}`"),
        }
    }

    /// What is saved at the top of each turn, and the plan of the turn by itself.
    pub(super) fn decide_rebuilt(&mut self, n: &Node, body: &Seq, state: &Set, again: &Again) {
        let mut lost = self.to_put_back(state.and(&self.overwrites(n)));
        // What turns have for themselves is kept once, in front of the loop.
        if matches!(self.stmt(n.stmt).kind, StmtKind::Do(_)) {
            let (whole, zones) = self.whole_variables(&lost.and(&self.own_of_turns(n.stmt)));
            lost.minus(&zones);
            let saves: Vec<Save> = whole.into_iter().map(|e| self.save(e, Reason::Earlier)).collect();
            self.steps.entry(n.stmt).or_default().saves.extend(saves);
        }
        let mut changed = self.overwrites(n);
        for s in &again.live {
            changed.union(&self.effect(*s).writes);
        }
        if let StmtKind::Do(d) = &self.stmt(n.stmt).kind {
            let mut var = Set::default();
            var.add(&self.access.zones.of_symbol(d.var));
            changed.minus(&var);
        }
        let undone = self.undone_by_turns(body, &lost);
        for s in &undone {
            lost.minus(&self.effect(*s).writes);
        }
        let mut saves: Vec<Save> = Vec::new();
        let mut primal = BTreeSet::new();
        // What stands in the way, and the statement that it is about.
        let mut obstacle: Option<(StmtId, String)> = None;
        let guards = self.guards(body);
        for m in body {
            m.visit(&mut |m| {
                if !self.live.contains(&m.stmt) {
                    return;
                }
                primal.insert(m.stmt);
                if self.access.alias_at(self.unit, m.stmt).is_some() {
                    return;
                }
                let StmtKind::Assign { lhs, .. } = &self.stmt(m.stmt).kind else {
                    // Only the counters of inner loops are set by anything else: they are not needed before the turn.
                    if self.effect(m.stmt).writes.meets(&lost) {
                        obstacle.get_or_insert((
                            m.stmt,
                            "it changes what the iteration begins with, element by element unknown".into(),
                        ));
                    }
                    return;
                };
                let (zones, _) = self.access.place(lhs);
                // What a function changes beside its value cannot be named.
                let mut beside = self.overwritten(m.stmt);
                beside.minus(&zones);
                if beside.meets(&lost) {
                    obstacle.get_or_insert((
                        m.stmt,
                        "a function called here changes what the iteration begins with".into(),
                    ));
                }
                if !zones.meets(&lost) {
                    return;
                }
                // Each element that is overwritten must be named by what is known at the top of the turn.
                let mut address = Effect::default();
                self.access.address(lhs, &mut address);
                if address.reads.meets(&changed) {
                    let why = "it updates an element whose subscript the iteration sets";
                    obstacle.get_or_insert_with(|| (m.stmt, self.obstacle_of(body, lhs, why)));
                } else if type_of(self.world.source, lhs).rank() != 0 {
                    let why = "it updates several elements at once";
                    obstacle.get_or_insert_with(|| (m.stmt, self.obstacle_of(body, lhs, why)));
                } else if !self.is_there(lhs, &address.reads, guards.get(&m.stmt)) {
                    let why = "it updates an element that only a test of the iteration says to exist";
                    obstacle.get_or_insert_with(|| (m.stmt, self.obstacle_of(body, lhs, why)));
                }
                if !saves.iter().any(|s| s.value == *lhs) {
                    let save = self.save(lhs.clone(), Reason::Iteration);
                    saves.push(Save { home: Home::Tape, ..save });
                }
            });
        }
        if let Some((at, why)) = obstacle {
            self.failed.entry(n.stmt).or_insert(Failure { why, at: Some(at) });
        }
        let outside = std::mem::replace(&mut self.live, again.live.clone());
        // Both sweeps of a turn are in one procedure.
        let around = (std::mem::replace(&mut self.depth, 0), std::mem::replace(&mut self.split, false));
        let turn = self.turn_of(n.stmt, body, state);
        let turn = std::mem::replace(&mut self.turn, turn);
        // What adjoints in front of the loop need is found behind the adjoint of each turn as it was before it.
        let mut own = (*self.own_of_turns(n.stmt)).clone();
        own.minus(state);
        let fresh = self.fresh_in_turn(&own, body);
        let fresh = std::mem::replace(&mut self.fresh, fresh);
        self.needed_sequence(body, Some(state.clone()), &Set::default());
        self.fresh = fresh;
        self.turn = turn;
        (self.depth, self.split) = around;
        self.live = outside;
        if let Some(l) = self.loops.get_mut(&n.stmt) {
            l.rebuilt = Some(Rebuilt { saves, undone, primal });
        }
    }

    /// The statements by which each turn moves an integer of `lost`, once and by a constant: what it was at the top is found from what it is at the end.
    fn undone_by_turns(&self, body: &Seq, lost: &Set) -> Vec<StmtId> {
        let alone = |id: StmtId| {
            let mut writers = 0;
            let writes = &self.effect(id).writes;
            body.iter().for_each(|m| {
                m.visit(&mut |m| {
                    writers += u32::from(self.live.contains(&m.stmt) && self.effect(m.stmt).writes.meets(writes));
                });
            });
            writers == 1
        };
        let constant = |e: &Expr| il::fold::integer(self.world.source, e).is_some();
        let counts = |id: StmtId| {
            let StmtKind::Assign { lhs, .. } = &self.stmt(id).kind else { return false };
            type_of(self.world.source, lhs).class() == Some(ScalarClass::Integer)
                && moving::undone(self.world, self.unit, &self.stmt(id).kind).is_some_and(|i| constant(&i.shift))
                && self.access.alias_at(self.unit, id).is_none()
        };
        let simple = body.iter().filter(|n| matches!(n.kind, NodeKind::Simple)).map(|n| n.stmt);
        simple
            .filter(|id| self.live.contains(id) && self.effect(*id).writes.meets(lost) && counts(*id) && alone(*id))
            .collect()
    }

    /// A turn of a loop by itself: what is asked element by element in it.
    pub(super) fn turn_of(&self, id: StmtId, body: &Seq, start: &Set) -> Option<Turn> {
        let elements = self.elements.as_ref()?;
        let mut loops = None;
        for m in body {
            m.visit(&mut |m| loops = loops.take().or_else(|| elements.loops(m.stmt)));
        }
        let depth = loops?.iter().position(|l| *l == id)?;
        Some(Turn { loops: loops?[..=depth].to_vec(), start: start.clone(), again: self.rebuilt_zones(body) })
    }

    /// By the statements of a turn: what of `own`, which each turn writes before it reads it, nothing has written where the statement begins. What it
    /// holds there is nobody's.
    pub(super) fn fresh_in_turn(&self, own: &Set, body: &Seq) -> BTreeMap<StmtId, Set> {
        let mut out = BTreeMap::new();
        let mut left = own.clone();
        for n in body {
            if matches!(n.kind, NodeKind::Simple) {
                out.insert(n.stmt, left.clone());
            }
            n.visit(&mut |m| left.minus(&self.effect(m.stmt).writes));
            if !matches!(n.kind, NodeKind::Simple) {
                n.visit(&mut |m| {
                    out.insert(m.stmt, left.clone());
                });
            }
        }
        out
    }

    pub(super) fn bounds(&mut self, id: StmtId, d: &Do, inside: &Set, later: &Set, state: &mut Set) {
        let mut lost = later.clone();
        lost.minus(&self.to_put_back(state.clone()));
        lost.minus(&self.reversed);
        lost.union(inside);
        let kept = if self.depth == 0 && !self.split { Bound::Kept } else { Bound::Saved };
        let mut bound = |e: Option<&Expr>| {
            let Some(e) = e else { return Bound::Again };
            let spelled = plan::spelled(self.given, e);
            let mut ways = vec![(e, Bound::Again)];
            if spelled != *e {
                ways.push((&spelled, Bound::Spelled));
            }
            for (e, way) in ways {
                let mut reads = Set::default();
                self.access.reads(e, &mut reads);
                reads = self.access.with_inputs(&reads);
                let mut calls = false;
                e.walk(&mut |x| calls |= matches!(x.kind, ExprKind::Call { .. }));
                if !calls && !reads.meets(&lost) && !self.access.asks_allocation(self.unit, e) {
                    state.union(&reads);
                    reads.minus(&self.reversed);
                    self.relied.union(&reads);
                    return way;
                }
            }
            kept
        };
        let bounds = [bound(Some(&d.from)), bound(Some(&d.to)), bound(d.step.as_ref())];
        if self.deciding {
            self.loops.insert(id, LoopPlan::with(bounds));
        }
    }
}

/// Whether evaluating an expression calls a function of the program.
fn calls(e: &Expr) -> bool {
    e.any(&mut |x| matches!(x.kind, ExprKind::Call { .. }))
}

/// A reference without its subscripts: `p%e` of `p%e(:, i)`.
fn shown(p: &il::Program, scope: il::ScopeId, e: &Expr) -> String {
    match &e.kind {
        ExprKind::Var(s) => p.name_in(scope, *s).to_string(),
        ExprKind::Field { base, record, field } => {
            format!("{}%{}", shown(p, scope, base), p.records[*record].fields[*field].name)
        }
        ExprKind::Index { base, .. } => shown(p, scope, base),
        _ => String::new(),
    }
}
