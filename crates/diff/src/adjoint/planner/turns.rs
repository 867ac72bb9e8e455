//! The turns of loops that run again in the backward sweep: from what each begins, and what is saved for that.

use std::collections::{BTreeMap, BTreeSet};

use il::typing::type_of;
use il::{Expr, ExprKind, ScalarClass, StmtId, StmtKind};

use super::{Again, Planner, Turn};
use crate::adjoint::plan::access::{Effect, Set};
use crate::adjoint::plan::rebuild::Failure;
use crate::adjoint::plan::shifts;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};
use crate::adjoint::plan::{Home, Reason, Rebuilt, Save};

/// What is done at the top of each turn.
#[derive(Default)]
struct Top {
    saves: Vec<Save>,
    /// Saved as a whole in front of the loop instead.
    in_front: Set,
    /// The statements that the forward sweep needs.
    primal: BTreeSet<StmtId>,
    obstacle: Option<Failure>,
}

impl Planner<'_, '_> {
    /// What the statements of a turn assign to and none of them reads. Their adjoints may use what they have set, `e(:, i)` of `e(:, i) = s/sum(s)`: the
    /// turn that is run again has just set that, and nothing of it is needed before.
    pub(super) fn only_set(&self, body: &Seq) -> Set {
        let (mut set, mut others) = (Set::default(), Set::default());
        for n in body {
            n.visit(&mut |m| {
                let effect = self.effect(m.stmt);
                others.union(&effect.reads);
                let mut beside = effect.writes.clone();
                if let Some((lhs, _)) = self.stmt(m.stmt).kind.as_assign().filter(|(_, rhs)| !calls(rhs)) {
                    beside.minus(&self.access.place(lhs).0);
                    set.union(&effect.writes);
                }
                others.union(&beside);
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

    /// What is saved at the top of each turn, and the plan of the turn by itself. `behind` is needed behind the loop; `state` is that with what turns begin
    /// from.
    pub(super) fn decide_rebuilt(&mut self, n: &Node, body: &Seq, [behind, state]: [&Set; 2], again: &Again) {
        let mut lost = self.to_put_back(state.and(&self.overwrites(n)));
        lost.minus(&self.only_standing(body));
        // What turns have for themselves is kept once, in front of the loop.
        if matches!(self.stmt(n.stmt).kind, StmtKind::Do(_)) {
            let (whole, zones) = self.whole_variables(&lost.and(&self.own_of_turns(n.stmt)));
            lost.minus(&zones);
            let mut saves: Vec<Save> = whole.into_iter().map(|e| self.save(e, Reason::Earlier)).collect();
            saves.extend(self.kept_around(n.stmt, &mut lost, again));
            self.steps.entry(n.stmt).or_default().saves.extend(saves);
        }
        let undone = self.undone_by_turns(body, &lost);
        for s in &undone {
            lost.minus(&self.effect(*s).writes);
        }
        let top = self.top_of_turns(n, body, &lost, again);
        if let Some(failure) = top.obstacle {
            self.failed.entry(n.stmt).or_insert(failure);
        }
        let whole = self.saved_or_failed(n.stmt, &top.in_front, Reason::Loop);
        let outside = std::mem::replace(&mut self.live, again.live.clone());
        // Both sweeps of a turn are in one procedure.
        let around = (std::mem::replace(&mut self.depth, 0), std::mem::replace(&mut self.split, false));
        let turn = self.turn_of(n.stmt, body, state);
        let turn = std::mem::replace(&mut self.turn, turn);
        // What adjoints in front of the loop need is found behind the adjoint of each turn as it was before it. Independent turns need nothing of each other.
        let private = self.private_of(n.stmt);
        let mut state = if self.is_parallel(n.stmt) { behind.clone() } else { state.clone() };
        state.minus(&private);
        let mut own = (*self.own_of_turns(n.stmt)).clone();
        own.minus(&state);
        let fresh = self.fresh_in_turn(&own, body);
        let fresh = std::mem::replace(&mut self.fresh, fresh);
        self.needed_sequence(body, Some(state), &Set::default());
        self.fresh = fresh;
        self.turn = turn;
        (self.depth, self.split) = around;
        self.live = outside;
        if let Some(l) = self.loops.get_mut(&n.stmt) {
            l.rebuilt = Some(Rebuilt { whole, saves: top.saves, undone, primal: top.primal });
        }
    }

    /// Of what turns overwrite and is lost: what is saved at the top of each, and what stands in the way.
    fn top_of_turns(&self, n: &Node, body: &Seq, lost: &Set, again: &Again) -> Top {
        let mut changed = self.overwrites(n);
        for s in &again.live {
            changed.union(&self.effect(*s).writes);
        }
        if let StmtKind::Do(d) = &self.stmt(n.stmt).kind {
            changed.minus(&self.zones_of(d.var));
        }
        let mut top = Top::default();
        let may_be_whole = self.untouched_by_others(n.stmt);
        let guards = self.guards(body);
        for m in body {
            m.visit(&mut |m| {
                if !self.live.contains(&m.stmt) {
                    return;
                }
                top.primal.insert(m.stmt);
                // What its element held before is nobody's.
                if self.standing.contains(&m.stmt) {
                    return;
                }
                let here = self.effect(m.stmt).writes.and(lost);
                if here.is_empty() || self.access.alias_at(self.unit, m.stmt).is_some() {
                    return;
                }
                match self.named_at_top(m.stmt, body, lost, &changed, guards.get(&m.stmt)) {
                    Ok(None) => {}
                    Ok(Some(lhs)) => {
                        if !top.saves.iter().any(|s| s.value == *lhs) {
                            let save = self.save(lhs.clone(), Reason::Iteration);
                            top.saves.push(Save { home: Home::Tape, ..save });
                        }
                    }
                    Err(_) if may_be_whole(&here) => drop(top.in_front.union(&here)),
                    Err(why) => drop(top.obstacle.get_or_insert(Failure { why, at: Some(m.stmt) })),
                }
            });
        }
        top.saves.retain(|s| !self.access.place(&s.value).0.meets(&top.in_front));
        top
    }

    /// The element that a statement overwrites, where it can be named by what is known at the top of a turn; why it cannot.
    fn named_at_top(
        &self,
        id: StmtId,
        body: &Seq,
        lost: &Set,
        changed: &Set,
        guards: Option<&Set>,
    ) -> Result<Option<&Expr>, String> {
        let StmtKind::Assign { lhs, .. } = &self.stmt(id).kind else {
            // Only the counters of inner loops are set by anything else: they are not needed before the turn.
            return Err("it changes what the iteration begins with, element by element unknown".into());
        };
        let (zones, _) = self.access.place(lhs);
        // What a function changes beside its value cannot be named.
        let mut beside = self.overwritten(id);
        beside.minus(&zones);
        if beside.meets(lost) {
            return Err("a function called here changes what the iteration begins with".into());
        }
        if !zones.meets(lost) {
            return Ok(None);
        }
        // Each element that is overwritten must be named by what is known at the top of the turn.
        let mut address = Effect::default();
        self.access.address(lhs, &mut address);
        let why = if address.reads.meets(changed) {
            "it updates an element whose subscript the iteration sets"
        } else if type_of(self.world.source, lhs).rank() != 0 {
            "it updates several elements at once"
        } else if !self.is_there(lhs, &address.reads, guards) {
            "it updates an element that only a test of the iteration says to exist"
        } else {
            return Ok(Some(lhs));
        };
        Err(self.obstacle_of(body, lhs, why))
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
                && shifts::undone(self.world, self.unit, &self.stmt(id).kind).is_some_and(|i| constant(&i.shift))
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
