//! What is needed and overwritten: to-be-recorded forwards, tests and bounds that are decided again, turns that run again.

use std::collections::BTreeSet;
use std::rc::Rc;

use il::stmt::Do;
use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Program, StmtId, StmtKind, Subscript, SymbolId, Type, UnaryOp};

use super::{Again, Planner, Turn};
use crate::adjoint::emit::memory;
use crate::adjoint::emit::moving;
use crate::adjoint::plan;
use crate::adjoint::plan::access::{Effect, JointContract, Set};
use crate::adjoint::plan::arguments;
use crate::adjoint::plan::elements::Sweep;
use crate::adjoint::plan::tree::{FrameId, Landing, Node, NodeKind, Seq};
use crate::adjoint::plan::uses;
use crate::adjoint::plan::{Bound, CallMode, Control, Home, LoopPlan, Reason, Rebuilt, Save, Step};
use crate::known::given_place::given_place;
use crate::request::Improvement;
use crate::signature::Part;

impl Planner<'_, '_> {
    pub(super) fn needed_sequence(&mut self, seq: &Seq, state: Option<Set>, later: &Set) -> Option<Set> {
        // What the statements behind each one still overwrite.
        let mut behind = vec![later.clone()];
        for n in seq.iter().rev() {
            let mut set = behind.last().cloned().unwrap_or_default();
            set.union(&self.overwrites(n));
            behind.push(set);
        }
        behind.pop();
        behind.reverse();
        let mut state = state;
        for (n, later) in seq.iter().zip(&behind) {
            state = self.needed_node(n, state, later);
        }
        state
    }

    /// All that live statements of a node write.
    pub(super) fn overwrites(&self, n: &Node) -> Set {
        let mut out = Set::default();
        n.visit(&mut |m| {
            if self.live.contains(&m.stmt)
                && !matches!(m.kind, NodeKind::Join { .. } | NodeKind::Again { .. } | NodeKind::Dispatch { .. })
            {
                out.union(&self.effect(m.stmt).writes);
            }
        });
        out
    }

    pub(super) fn all_overwrites(&self, seq: &Seq) -> Set {
        let mut out = Set::default();
        for n in seq {
            out.union(&self.overwrites(n));
        }
        out
    }

    fn arrive(&mut self, at: (FrameId, Landing), state: &Set) {
        self.arriving.entry(at).or_default().union(state);
    }

    fn arrived(&self, at: (FrameId, Landing), state: Option<Set>) -> Option<Set> {
        match (self.arriving.get(&at), state) {
            (None, s) => s,
            (Some(a), None) => Some(a.clone()),
            (Some(a), Some(mut s)) => {
                s.union(a);
                Some(s)
            }
        }
    }

    fn needed_node(&mut self, n: &Node, state: Option<Set>, later: &Set) -> Option<Set> {
        let state = state?;
        match &n.kind {
            NodeKind::Simple => Some(self.needed_simple(n.stmt, state)),
            NodeKind::Jump(j) => {
                let state = if matches!(self.stmt(n.stmt).kind, StmtKind::Return(Some(_))) {
                    self.needed_simple(n.stmt, state)
                } else {
                    state
                };
                if let Some(c) = j.crossings.last() {
                    self.arrive((c.frame, j.landing), &state);
                }
                None
            }
            NodeKind::Choice { arms, .. } => {
                let mut state = state;
                if self.deciding || self.has_any_work(arms) {
                    let control = self.control(n, arms, &state, later);
                    if matches!(control, Control::Again | Control::Copied) {
                        let mut reads = self.access.with_inputs(&self.effect(n.stmt).reads);
                        if control == Control::Copied {
                            let lost = self.lost_inputs(arms, &state, later);
                            let copied = self.copied(n, &lost).unwrap_or_default();
                            copied.iter().for_each(|s| reads.minus(&self.zones_of(*s)));
                            if self.deciding {
                                self.copies.insert(n.stmt, copied);
                            }
                        }
                        state.union(&reads);
                        self.relied.union(&reads);
                    }
                    if self.deciding {
                        self.choices.insert(n.stmt, control);
                    }
                }
                if self.deciding {
                    let live = self.live.contains(&n.stmt);
                    self.steps.insert(n.stmt, Step { live, ..Step::default() });
                }
                let mut out: Option<Set> = None;
                for a in arms {
                    if let Some(s) = self.needed_sequence(a, Some(state.clone()), later) {
                        match &mut out {
                            Some(o) => {
                                o.union(&s);
                            }
                            None => out = Some(s),
                        }
                    }
                }
                out
            }
            NodeKind::Scope(body) if self.is_passive(n) => Some(self.needed_passive(n, body, state)),
            NodeKind::Scope(body) if self.again.contains_key(&n.stmt) => Some(self.needed_region(n, body, state)),
            NodeKind::Scope(body) => self.needed_sequence(body, Some(state), later),
            NodeKind::Join { frame, body } => {
                let s = self.needed_sequence(body, Some(state), later);
                self.arrived((*frame, Landing::Behind), s)
            }
            NodeKind::Loop { body, .. } if self.is_last_turn(n) => Some(self.needed_last_turn(n, body, state)),
            NodeKind::Loop { frame, body } => self.needed_loop(n, *frame, body, state, later),
            NodeKind::Again { frame, body } => self.needed_loop(n, *frame, body, state, later),
            NodeKind::Dispatch { blocks } => {
                let mut inner_later = later.clone();
                inner_later.union(&self.overwrites(n));
                let mut ins = vec![Set::default(); blocks.len()];
                ins[0] = state;
                let mut out = None;
                self.depth += 1;
                let deciding = std::mem::replace(&mut self.deciding, false);
                for pass in 0.. {
                    let before = (ins.clone(), self.arriving.clone());
                    for (k, (_, body)) in blocks.iter().enumerate() {
                        let end = self.needed_sequence(body, Some(ins[k].clone()), &inner_later);
                        if let Some(e) = end {
                            match ins.get_mut(k + 1) {
                                Some(next) => {
                                    next.union(&e);
                                }
                                None => out = Some(e),
                            }
                        }
                        for (m, s) in ins.iter_mut().enumerate() {
                            for (f, _) in blocks {
                                if let Some(a) = self.arriving.get(&(*f, Landing::Block(m))) {
                                    s.union(a);
                                }
                            }
                        }
                    }
                    if before == (ins.clone(), self.arriving.clone()) || pass > 10_000 {
                        break;
                    }
                }
                self.deciding = deciding;
                if deciding {
                    for (k, (_, body)) in blocks.iter().enumerate() {
                        self.needed_sequence(body, Some(ins[k].clone()), &inner_later);
                    }
                }
                self.depth -= 1;
                out
            }
        }
    }

    fn has_any_work(&self, arms: &[Seq]) -> bool {
        arms.iter().any(|a| self.has_work(a))
    }

    /// Whether a choice can be decided again in the backward sweep.
    fn control(&self, n: &Node, arms: &[Seq], state: &Set, later: &Set) -> Control {
        let home = if self.depth == 0 && !self.split { Home::Local } else { Home::Tape };
        let recorded = Control::Recorded(home);
        if !self.has_any_work(arms) {
            return recorded;
        }
        let mut exact = true;
        self.stmt(n.stmt)
            .kind
            .exprs(&mut |e| exact &= is_exact(self.world.source, e) && !self.access.asks_allocation(self.unit, e));
        if !exact {
            return recorded;
        }
        let reads = self.access.with_inputs(&self.effect(n.stmt).reads);
        let lost = self.lost_inputs(arms, state, later);
        match reads.meets(&lost) {
            false => Control::Again,
            true if home == Home::Local && self.copied(n, &lost).is_some() => Control::Copied,
            true => recorded,
        }
    }

    /// What the backward sweep will not find any more when it comes back to a choice.
    fn lost_inputs(&self, arms: &[Seq], state: &Set, later: &Set) -> Set {
        // What is needed anyway will be restored whoever overwrites it later.
        let mut lost = later.clone();
        lost.minus(&self.to_put_back(state.clone()));
        // Reversed loops set their own variables.
        lost.minus(&self.reversed);
        for a in arms {
            lost.union(&self.all_overwrites(a));
        }
        lost
    }

    /// The inputs of a test that are lost, when all of these are scalar variables: a copy of each is as good as a recorded number, and what is
    /// decided by comparing values lets a compiler do both arms and select.
    fn copied(&self, n: &Node, lost: &Set) -> Option<Vec<SymbolId>> {
        if !self.world.request.improves(Improvement::RecomputeIntermediates) {
            return None;
        }
        let p = self.world.source;
        let mut scalars: Vec<SymbolId> = Vec::new();
        let mut clean = true;
        self.stmt(n.stmt).kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                let ExprKind::Var(s) = x.kind else { return };
                if !self.zones_of(s).meets(lost) {
                    return;
                }
                let plain = p.variable(s).is_some_and(|v| !v.pointer && matches!(v.ty, Type::Scalar(_)));
                clean &= plain && self.access.with_inputs(&self.zones_of(s)) == self.zones_of(s);
                if !scalars.contains(&s) {
                    scalars.push(s);
                }
            });
        });
        // What is lost by another name (a pointer's target) is not copied.
        let mut rest = self.access.with_inputs(&self.effect(n.stmt).reads);
        scalars.iter().for_each(|s| rest.minus(&self.zones_of(*s)));
        (clean && !rest.meets(lost)).then_some(scalars)
    }

    fn zones_of(&self, s: SymbolId) -> Set {
        let mut out = Set::default();
        out.add(&self.access.zones.of_symbol(s));
        out
    }

    fn needed_loop(&mut self, n: &Node, frame: FrameId, body: &Seq, state: Set, later: &Set) -> Option<Set> {
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
                self.loops.insert(
                    n.stmt,
                    LoopPlan { bounds: [kept; 3], count: Home::Tape, rebuilt: None, binomial: None, fused: None },
                );
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
            step.live = self.counters.contains(&n.stmt);
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
                self.decide_rebuilt(n, body, &state, &again);
            }
            return Some(state);
        }
        let mut inner_later = later.clone();
        inner_later.union(&inside);
        let around = self.reversed.clone();
        if matches!(stmt.kind, StmtKind::Do(_)) && structured && self.has_work(body) {
            if !self.all_overwrites(body).meets(&header.kills) {
                self.reversed.union(&header.kills);
            }
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

    /// What is saved at the top of each turn, and the plan of the turn by itself.
    fn decide_rebuilt(&mut self, n: &Node, body: &Seq, state: &Set, again: &Again) {
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
        let mut saves: Vec<Save> = Vec::new();
        let mut primal = BTreeSet::new();
        let mut possible = true;
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
                    possible &= !self.effect(m.stmt).writes.meets(&lost);
                    return;
                };
                let (zones, _) = self.access.place(lhs);
                // What a function changes beside its value cannot be named.
                let mut beside = self.overwritten(m.stmt);
                beside.minus(&zones);
                possible &= !beside.meets(&lost);
                if !zones.meets(&lost) {
                    return;
                }
                // Each element that is overwritten must be named by what is known at the top of the turn.
                let mut address = Effect::default();
                self.access.address(lhs, &mut address);
                possible &= !address.reads.meets(&changed) && type_of(self.world.source, lhs).rank() == 0;
                possible &= self.is_there(lhs, &address.reads, guards.get(&m.stmt));
                if !saves.iter().any(|s| s.value == *lhs) {
                    let save = self.save(lhs.clone(), Reason::Iteration);
                    saves.push(Save { home: Home::Tape, ..save });
                }
            });
        }
        if !possible {
            self.failed.entry(n.stmt).or_default();
        }
        let outside = std::mem::replace(&mut self.live, again.live.clone());
        // Both sweeps of a turn are in one procedure.
        let around = (std::mem::replace(&mut self.depth, 0), std::mem::replace(&mut self.split, false));
        let turn = self.turn_of(n.stmt, body, state);
        let turn = std::mem::replace(&mut self.turn, turn);
        self.needed_sequence(body, Some(state.clone()), &Set::default());
        self.turn = turn;
        (self.depth, self.split) = around;
        self.live = outside;
        if let Some(l) = self.loops.get_mut(&n.stmt) {
            l.rebuilt = Some(Rebuilt { saves, primal });
        }
    }

    /// A turn of a loop by itself: what is asked element by element in it.
    fn turn_of(&self, id: StmtId, body: &Seq, start: &Set) -> Option<Turn> {
        let elements = self.elements.as_ref()?;
        let mut loops = None;
        for m in body {
            m.visit(&mut |m| loops = loops.take().or_else(|| elements.loops(m.stmt)));
        }
        let depth = loops?.iter().position(|l| *l == id)?;
        Some(Turn { loops: loops?[..=depth].to_vec(), start: start.clone(), again: self.rebuilt_zones(body) })
    }

    fn bounds(&mut self, id: StmtId, d: &Do, inside: &Set, later: &Set, state: &mut Set) {
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
            self.loops.insert(id, LoopPlan { bounds, count: Home::Tape, rebuilt: None, binomial: None, fused: None });
        }
    }

    fn needed_simple(&mut self, id: StmtId, state: Set) -> Set {
        let effect = self.effect(id);
        let uses = self.uses(id);
        let mut wanted = state.clone();
        wanted.union(&uses);
        let live = self.live.contains(&id);
        let mode = self.call_mode(id);
        let undone = moving::undone(self.world, self.unit, &self.stmt(id).kind).filter(|(_, shift)| {
            let mut reads = Set::default();
            self.access.reads(shift, &mut reads);
            live && self.access.alias_at(self.unit, id).is_none() && !reads.meets(&effect.writes)
        });
        let saves = live && mode != Some(CallMode::Split) && self.access.alias_at(self.unit, id).is_none();
        let writes = self.overwritten(id);
        let overwritten = |wanted: &Set| {
            if !saves || undone.is_some() {
                return Set::default();
            }
            let mut set = writes.and(wanted);
            if !self.world.request.improves(Improvement::Tbr) {
                set.union(&self.updated(id));
            }
            set.minus(&self.untouched(id));
            set
        };
        let mut wanted = self.with_addresses(id, wanted, &overwritten);
        if self.deciding {
            let mut step = Step { live, call: mode, ..Step::default() };
            step.undone = saves && undone.is_some() && effect.writes.meets(&wanted);
            let mut set = overwritten(&wanted);
            if !set.is_empty() && (self.is_needless(id) || self.is_needless_call(id, &set, false)) {
                set = Set::default();
            }
            if !set.is_empty() {
                let reason = if mode == Some(CallMode::Joint) { Reason::Snapshot } else { Reason::Earlier };
                step.saves = self.saved(id, &set, reason);
            }
            if mode == Some(CallMode::Passive) && live {
                let more = self.set_up(id, &step.saves);
                step.saves.extend(more);
            }
            if mode == Some(CallMode::Joint) {
                // The adjoint of the callee runs it again and leaves other values behind than those it found.
                let alone = self.access.call_alone(self.unit, id, self.called_unit(id));
                let mut changed = self.to_put_back(alone);
                if let Some(contract) = self.contract(id) {
                    changed = changed.and(&contract.leaves);
                }
                let set = self.with_addresses(id, state.clone(), &|wanted| changed.and(wanted)).and(&changed);
                if !set.is_empty() && !self.is_needless_call(id, &set, true) {
                    step.around = self.saved(id, &set, Reason::Earlier);
                }
            }
            if mode == Some(CallMode::Split) {
                match &self.stmt(id).kind {
                    StmtKind::Call { callee, args, .. }
                    | StmtKind::Assign { rhs: Expr { kind: ExprKind::Call { callee, args }, .. }, .. } => {
                        self.check_split(id, *callee, args)
                    }
                    _ => {}
                }
                let mut set = self.with_addresses(id, state.clone(), &|wanted| writes.and(wanted)).and(&writes);
                if self.callee_restores(id) {
                    set = set.and(&self.assigned(id));
                }
                if !set.is_empty() {
                    step.saves = self.saved(id, &set, Reason::Earlier);
                }
            }
            if mode.is_some() {
                step.resets = uses::resets(self.world, self.access, self.unit, id, &effect);
            }
            if mode != Some(CallMode::Passive) {
                step.resets.retain(|e| self.is_left_to_caller(id, e));
            }
            if let StmtKind::Where { arms, otherwise, .. } = &self.stmt(id).kind {
                for &s in arms.iter().flat_map(|a| &a.body).chain(otherwise.iter().flatten()) {
                    self.steps.insert(s, Step { live, ..Step::default() });
                }
            }
            self.steps.insert(id, step);
        }
        if mode == Some(CallMode::Split) {
            // Its backward half starts from the values that its forward half left.
            wanted.union(&effect.writes);
        } else if let Some((_, shift)) = undone {
            // Its inverse starts from the value behind it.
            if effect.writes.meets(&wanted) {
                self.access.reads(&shift, &mut wanted);
                if let StmtKind::Assign { lhs, .. } = &self.stmt(id).kind {
                    let mut place = Effect::default();
                    self.access.address(lhs, &mut place);
                    wanted.union(&place.reads);
                }
            }
        } else if live {
            wanted.minus(&effect.kills);
            if let StmtKind::Allocate { objects, .. } = &self.stmt(id).kind {
                // Its adjoint releases what it made.
                for o in objects.iter().filter(|o| self.access.moves(&o.object)) {
                    wanted.union(&self.access.association(&o.object));
                    let mut address = Effect::default();
                    self.access.address(&o.object, &mut address);
                    wanted.union(&address.reads);
                }
            }
            if let (true, StmtKind::Assign { lhs, .. }) =
                (memory::allocates(self.world.source, &self.stmt(id).kind), &self.stmt(id).kind)
            {
                // Its adjoint frees what it made.
                wanted.union(&effect.writes);
                let mut address = Effect::default();
                self.access.address(lhs, &mut address);
                wanted.union(&address.reads);
            }
        }
        if let Some(result) = self.result(id) {
            wanted.union(&result);
        }
        wanted
    }

    /// What a statement updates in place: it has a value before, which is saved when nobody asks what is to be recorded.
    fn updated(&self, id: StmtId) -> Set {
        let StmtKind::Assign { lhs, rhs } = &self.stmt(id).kind else { return Set::default() };
        let mut updates = false;
        rhs.walk(&mut |x| updates |= x == lhs);
        let plain =
            updates && type_of(self.world.source, lhs).rank() == 0 && !matches!(rhs.kind, ExprKind::Call { .. });
        // A half of a procedure in split mode does not have what the other one allocated, unless something needs it.
        let variable = lhs.root().and_then(|s| self.world.source.variable(s));
        let gone = self.split && variable.is_some_and(|v| v.allocatable && v.is_unsaved_local());
        if plain && !gone { self.access.place(lhs).0 } else { Set::default() }
    }

    /// What is known of the adjoint that a joint call makes.
    fn contract(&self, id: StmtId) -> Option<JointContract> {
        let known = || self.access.joint_call(self.unit, id, self.called_unit(id)?);
        self.world.request.improves(Improvement::Snapshot).then(known).flatten()
    }

    /// Local C arrays that nothing has written before a statement that is executed once: they hold nothing worth saving (and a compiler
    /// sees that).
    fn untouched(&self, id: StmtId) -> Set {
        let mut out = Set::default();
        let p = self.world.source;
        let u = &p.units[self.unit];
        if self.depth > 0 || u.language != il::Language::C {
            return out;
        }
        let mut before = true;
        let mut written = Set::default();
        let mut locals: Vec<SymbolId> = Vec::new();
        let own = assigned_part(p, &self.stmt(id).kind);
        u.walk(&u.body, &mut |s, stmt| {
            before &= s != id;
            let other = |o: &Vec<Expr>| own.as_ref().is_some_and(|own| are_apart(own, o));
            if before && !assigned_part(p, &stmt.kind).as_ref().is_some_and(other) {
                written.union(&self.effect(s).writes);
            }
            if let StmtKind::Declare(list) = &stmt.kind {
                locals.extend(list.iter().filter(|s| {
                    p.variable(**s).is_some_and(|v| {
                        v.is_unsaved_local() && v.init.is_none() && matches!(v.ty, Type::Array { .. } | Type::Record(_))
                    })
                }));
            }
        });
        for s in locals {
            out.add(&self.access.zones.of_symbol(s));
        }
        out.minus(&written);
        out
    }

    /// Whether an assignment overwrites only elements whose old values no adjoint reads.
    fn is_needless(&self, id: StmtId) -> bool {
        let (Some(elements), StmtKind::Assign { lhs, rhs }) = (&self.elements, &self.stmt(id).kind) else {
            return false;
        };
        // Where a pointer leads is no element of an array of numbers.
        let ty = type_of(self.world.source, lhs);
        if matches!(rhs.kind, ExprKind::Call { .. }) || !ty.is_differentiable() || matches!(ty, Type::Pointer { .. }) {
            return false;
        }
        let (zones, _) = self.access.place(lhs);
        let (again, loops): (_, &[StmtId]) = match &self.turn {
            Some(turn) if zones.meets(&turn.start) => return false,
            Some(turn) => (&turn.again, &turn.loops),
            None => (&self.rebuilding, &[]),
        };
        !zones.meets(&self.relied)
            && !zones.meets(again)
            && elements.is_needless(self.access, id, lhs, loops, &Sweep { runs: &|s| self.runs(s), behind: false })
    }

    /// Whether the sweep that is planned runs an assignment, so that this saves what it overwrites. What updates are undone by starts from the
    /// values behind them: then nothing is left out.
    fn runs(&self, id: StmtId) -> bool {
        self.live.contains(&id) && !self.world.request.invert_updates
    }

    /// The same of a call: `call step(a(k - 1), a(k))`. `set` is what it overwrites and somebody reads, when it runs, or (`behind`) when its adjoint
    /// has run it again.
    fn is_needless_call(&self, id: StmtId, set: &Set, behind: bool) -> bool {
        let written = |u, d| arguments::may_be_written(self.world, self.access, u, d);
        let places = uses::call_values(self.world, self.unit, id, &written);
        let (Some(elements), Some(mut places)) = (&self.elements, places) else { return false };
        if let StmtKind::Assign { lhs, .. } = &self.stmt(id).kind {
            places.push(lhs.clone());
        }
        let own = set.iter().all(|z| elements.is_own(self.access, z));
        let sweep = Sweep { runs: &|s| self.runs(s), behind };
        let numbers = |e: &Expr| type_of(self.world.source, e).is_differentiable();
        own && !set.meets(&self.relied)
            && !set.meets(&self.rebuilding)
            && places
                .iter()
                .filter(|e| e.is_reference() && self.access.place(e).0.meets(set))
                .all(|e| numbers(e) && elements.is_needless(self.access, id, e, &[], &sweep))
    }

    /// What the turns of rebuilt loops read and write.
    pub(super) fn rebuilt_zones(&self, seq: &Seq) -> Set {
        let mut out = Set::default();
        for n in seq {
            n.visit(&mut |n| {
                let again = self.ways.rebuilt.contains(&n.stmt)
                    || self.ways.fused.contains_key(&n.stmt)
                    || self.is_last_turn(n)
                    || self.is_passive(n);
                if again && matches!(n.kind, NodeKind::Loop { .. } | NodeKind::Scope(_)) {
                    n.visit(&mut |m| {
                        let effect = self.effect(m.stmt);
                        out.union(&effect.reads);
                        out.union(&effect.writes);
                    });
                }
            });
        }
        out
    }

    /// Whether an active call overwrites an argument whose derivative the callee does not get: nothing active goes to it. (Globals are known to the
    /// callee.)
    fn is_left_to_caller(&self, id: StmtId, e: &Expr) -> bool {
        let p = self.world.source;
        let (callee, args) = match &self.stmt(id).kind {
            StmtKind::Call { callee, args, .. } => (*callee, args),
            StmtKind::Assign { rhs: Expr { kind: ExprKind::Call { callee, args }, .. }, .. } => (*callee, args),
            _ => return false,
        };
        let Some(unit) = p.callee(callee) else { return false };
        let part = if self.call_mode(id) == Some(CallMode::Split) { Part::Backward } else { Part::Adjoint };
        let Some(signature) = self.world.signatures.get(unit, part) else { return false };
        let language = p.units[self.unit].language;
        let given = |(_, at): &(&usize, &usize)| {
            let place = given_place(p, language, &args[**at].value);
            place.is_some_and(|g| g.is_reference() && g.root() == e.root())
        };
        let order = crate::tangent::positions(p, unit, args);
        let mut dummies = order.iter().filter(given).peekable();
        dummies.peek().is_some() && dummies.all(|(k, _)| !signature.has_derivative(*k))
    }

    pub(super) fn call_mode(&self, id: StmtId) -> Option<CallMode> {
        uses::call_mode(self.world, self.access, self.unit, id)
    }
}

/// Whether deciding a test again gives the same answer for certain: no arithmetic on reals, which a compiler may round differently in two places.
pub(super) fn is_exact(p: &il::Program, e: &Expr) -> bool {
    let mut exact = true;
    e.walk(&mut |x| {
        let real = type_of(p, x).is_differentiable();
        exact &= match &x.kind {
            ExprKind::Call { .. } | ExprKind::Opaque { .. } => false,
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, _) => true,
            ExprKind::Binary(op, ..) => {
                !real || !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Pow)
            }
            ExprKind::Intrinsic(f, _) => {
                !real
                    || matches!(
                        f.name(),
                        "abs" | "max" | "min" | "real" | "dble" | "sign" | "epsilon" | "tiny" | "huge"
                    )
            }
            _ => true,
        };
    });
    exact
}

/// What a statement assigns, from the variable to the part, when all subscripts on the way are constants and it calls nothing of the user's.
fn assigned_part(p: &Program, kind: &StmtKind) -> Option<Vec<Expr>> {
    let StmtKind::Assign { lhs, rhs } = kind else { return None };
    let mut calls = false;
    rhs.walk(&mut |x| {
        let makes = matches!(il::calls::library_call(p, x), Some("malloc" | "calloc"));
        calls |= matches!(x.kind, ExprKind::Call { .. }) && !makes;
    });
    let mut out = vec![lhs.clone()];
    let mut at = lhs;
    loop {
        at = match &at.kind {
            ExprKind::Var(_) => break,
            ExprKind::Index { base, subs } => {
                let constant = |s: &Subscript| matches!(s, Subscript::At(i) if i.as_int().is_some());
                if !subs.iter().all(constant) {
                    return None;
                }
                base
            }
            ExprKind::Field { base, .. } => base,
            _ => return None,
        };
        out.push(at.clone());
    }
    out.reverse();
    (!calls).then_some(out)
}

/// Whether two parts of a variable lie apart: on the way to them, constant subscripts differ.
fn are_apart(a: &[Expr], b: &[Expr]) -> bool {
    let differ = a.iter().zip(b).find(|(x, y)| x != y);
    a.first() == b.first()
        && differ.is_some_and(|(x, y)| matches!((&x.kind, &y.kind), (ExprKind::Index { .. }, ExprKind::Index { .. })))
}
