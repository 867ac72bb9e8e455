//! What is needed and overwritten: to-be-recorded forwards, statement by statement, and tests that are decided again.

use analysis::c_memory;
use analysis::passed_place::given_place;
use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, StmtId, StmtKind, SymbolId, Type, UnaryOp};

use super::Planner;
use crate::adjoint::plan::access::{Effect, JointContract, Set};
use crate::adjoint::plan::shifts;
use crate::adjoint::plan::tree::{FrameId, Landing, Node, NodeKind, Seq};
use crate::adjoint::plan::uses;
use crate::adjoint::plan::{CallMode, Control, Home, Reason, Step};
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

    pub(super) fn arrive(&mut self, at: (FrameId, Landing), state: &Set) {
        self.arriving.entry(at).or_default().union(state);
    }

    pub(super) fn arrived(&self, at: (FrameId, Landing), state: Option<Set>) -> Option<Set> {
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

    pub(super) fn zones_of(&self, s: SymbolId) -> Set {
        let mut out = Set::default();
        out.add(&self.access.zones.of_symbol(s));
        out
    }

    fn needed_simple(&mut self, id: StmtId, state: Set) -> Set {
        let effect = self.effect(id);
        let mode = self.call_mode(id);
        let uses = match mode {
            // Its backward half starts from the values that its forward half left.
            Some(CallMode::Split) => self.behind_split(id, &effect),
            _ => self.uses(id),
        };
        let mut wanted = state.clone();
        wanted.union(&uses);
        let live = self.live.contains(&id);
        let undone = self.undone_by(id, &effect).filter(|_| live);
        let saves = live && mode != Some(CallMode::Split) && self.access.alias_at(self.unit, id).is_none();
        let writes = self.overwritten(id);
        let overwritten = |wanted: &Set| {
            if !saves || undone.is_some() || self.first_values.contains(&id) {
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
                if let Some((callee, args, _)) = self.stmt(id).kind.call() {
                    self.check_split(id, callee, args);
                }
                let mut set = self.with_addresses(id, state.clone(), &|wanted| writes.and(wanted)).and(&writes);
                if self.callee_restores(id) {
                    set = set.and(&self.assigned(id));
                }
                set.minus(&self.untouched(id));
                if !set.is_empty() && !self.first_values.contains(&id) {
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
        if let Some(reads) = undone {
            // Its inverse starts from the value behind it.
            if effect.writes.meets(&wanted) {
                wanted.union(&reads);
            }
        } else if live && mode != Some(CallMode::Split) {
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
                (c_memory::allocates(self.world.source, &self.stmt(id).kind), &self.stmt(id).kind)
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

    /// What the inverse reads besides the place, of a statement that can be taken back by it.
    fn undone_by(&self, id: StmtId, effect: &Effect) -> Option<Set> {
        let inverse = shifts::undone(self.world, self.unit, &self.stmt(id).kind)?;
        let StmtKind::Assign { lhs, .. } = &self.stmt(id).kind else { return None };
        if !inverse.exact && effect.writes.meets(&self.deciding_reals) || self.access.alias_at(self.unit, id).is_some()
        {
            return None;
        }
        let mut found = Effect::default();
        self.access.address(lhs, &mut found);
        self.access.reads(&inverse.shift, &mut found.reads);
        let reads = self.access.with_inputs(&found.reads);
        (!reads.meets(&effect.writes)).then_some(reads)
    }

    /// Zones that the backward half of a split call reads.
    fn behind_split(&self, id: StmtId, effect: &Effect) -> Set {
        if self.primal {
            return effect.writes.clone();
        }
        let mut looked_at = self.behind.borrow_mut();
        let zones = || match uses::behind_split(self.world, self.access, self.unit, id) {
            Some(known) => self.access.with_inputs(&known),
            None => {
                let mut all = self.uses(id);
                all.union(&effect.writes);
                all
            }
        };
        looked_at.entry(id).or_insert_with(zones).clone()
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

    /// What the turns of rebuilt loops read and write.
    pub(super) fn rebuilt_zones(&self, seq: &Seq) -> Set {
        let mut out = Set::default();
        for n in seq {
            n.visit(&mut |n| {
                if self.is_run_again(n) {
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

    /// Whether a node is a loop whose turns run again, or a region that does.
    pub(super) fn is_run_again(&self, n: &Node) -> bool {
        let again = self.ways.rebuilt.contains(&n.stmt)
            || self.ways.fused.contains_key(&n.stmt)
            || self.is_last_turn(n)
            || self.is_passive(n);
        again && matches!(n.kind, NodeKind::Loop { .. } | NodeKind::Scope(_))
    }

    /// Whether an active call overwrites an argument whose derivative the callee does not get: nothing active goes to it. (Globals are known to the
    /// callee.)
    fn is_left_to_caller(&self, id: StmtId, e: &Expr) -> bool {
        let p = self.world.source;
        let Some((callee, args, _)) = self.stmt(id).kind.call() else { return false };
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
            // Nobody knows whether it is a constant.
            ExprKind::Var(s) => !p.is_placeholder(*s),
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
