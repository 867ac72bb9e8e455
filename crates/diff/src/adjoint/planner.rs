//! How the plan is made: liveness backwards, then to-be-recorded forwards, over the structure of the body (RR-7957 §5.2).
//!
//! - *live*: `L⁻(I) = use(I′) ∪ (L⁺(I) \ kill(I)) ∪ use(I)` for statements that write something in `L⁺(I)`; nothing is live where the sweeps meet,
//!   but the inputs of tests that lead to backward work are.
//! - *needed* (TBR): `N⁺(I) = (N⁻(I) ∪ use(I′)) \ kill(I)`; saved before `I`: `out(I) ∩ (N⁻(I) ∪ use(I′))`, solved first, decided after.
//! - *later*: what the rest of the forward sweep may still overwrite: a test or a bound whose inputs are not among it is decided again.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use il::stmt::Do;
use il::typing::type_of;
use il::{BinaryOp, Diagnostic, Expr, ExprKind, StmtId, StmtKind, Subscript, SymbolId, Type, UnaryOp, UnitId, Upper};

use super::access::{Access, Effect, Set};
use super::elements::Elements;
use super::plan::{Bound, CallMode, Control, Home, LoopPlan, Plan, Reason, Rebuilt, Save, Step};
use super::rebuild;
use super::recompute::Recompute;
use super::sections;
use super::storage;
use super::tree::{self, FrameId, Landing, Node, NodeKind, Seq};
use super::uses;
use crate::derive::World;

/// Makes the plan of `unit`.
pub(super) fn plan<'a>(world: &mut World<'a>, access: &Access<'a>, unit: UnitId, split: bool) -> Plan {
    let mut tree = tree::build(&world.source.units[unit]);
    for d in tree.diagnostics.drain(..) {
        world.report(d);
    }
    // First without rebuilt iterations; then with those that save more than they cost, or that the user promises to be independent.
    let (plain, _, said) = attempt(world, access, unit, split, &tree, &BTreeSet::new());
    let mut rebuilt = BTreeSet::new();
    rebuild::candidates(world, access, unit, &tree.body, &plain, &mut rebuilt);
    let (mut result, mut said) = (plain, said);
    while !rebuilt.is_empty() {
        let (next, failed, also) = attempt(world, access, unit, split, &tree, &rebuilt);
        let worse: Vec<StmtId> =
            rebuilt.iter().copied().filter(|l| !rebuild::is_wanted(world, unit, *l, &result, &next)).collect();
        if failed.is_empty() && worse.is_empty() {
            (result, said) = (next, also);
            break;
        }
        for l in failed.into_iter().chain(worse) {
            rebuilt.remove(&l);
        }
    }
    said.extend(rebuild::unkept(world, access, unit, &tree.body, &rebuilt));
    for d in said {
        world.report(d);
    }
    result
}

fn attempt<'a>(
    world: &mut World<'a>,
    access: &Access<'a>,
    unit: UnitId,
    split: bool,
    tree: &tree::Tree,
    rebuilt: &BTreeSet<StmtId>,
) -> (Plan, Vec<StmtId>, Vec<Diagnostic>) {
    let known = access.decisions();
    let mut planner = Planner {
        world,
        access,
        unit,
        split,
        landing: BTreeMap::new(),
        live: BTreeSet::new(),
        counters: BTreeSet::new(),
        back: BTreeSet::new(),
        arriving: BTreeMap::new(),
        steps: BTreeMap::new(),
        choices: BTreeMap::new(),
        loops: BTreeMap::new(),
        deciding: false,
        depth: 0,
        relied: Set::default(),
        refusals: Vec::new(),
        rebuilt,
        again: BTreeMap::new(),
        primal: false,
        failed: Vec::new(),
        effects: RefCell::default(),
        used: RefCell::default(),
        reversed: Set::default(),
        elements: None,
        rebuilding: Set::default(),
    };
    planner.find_work(&tree.body);
    let root = tree.root();
    planner.landing.insert((root, Landing::Behind), Set::default());
    planner.live_sequence(&tree.body, Set::default());
    let restores = split && access.restoring.borrow().contains(&unit);
    let entry = if restores { access.outside(unit) } else { Set::default() };
    let needed = planner.needed_sequence(&tree.body, Some(entry.clone()), &Set::default());
    planner.deciding = true;
    if planner.world.request.improves(crate::request::Improvement::Tbr) && !restores {
        planner.elements = Some(Elements::new(planner.world, access, unit, &tree.body));
    }
    planner.rebuilding = planner.rebuilt_zones(&tree.body);
    planner.arriving.clear();
    let end = planner.needed_sequence(&tree.body, Some(entry), &Set::default());
    debug_assert_eq!(needed, end, "deciding must not change the solution");
    let mut at_end = end.unwrap_or_default();
    if let Some(s) = planner.arriving.get(&(root, Landing::Behind)) {
        at_end.union(s);
    }
    at_end.union(&planner.relied);
    let handed_over = planner.handed_over(&at_end);
    if let Some(elements) = planner.elements.take() {
        let bulk = sections::Hoist {
            world: planner.world,
            access,
            unit,
            tree,
            elements: &elements,
            rebuilt,
            relied: &planner.relied,
        };
        bulk.all(&mut planner.steps);
    }
    if planner.world.request.improves(crate::request::Improvement::RecomputeIntermediates) && !split {
        let recompute = Recompute { world: planner.world, access, unit, tree, loops: &planner.loops };
        recompute.all(&mut planner.steps);
    }
    let (steps, choices, loops) =
        (std::mem::take(&mut planner.steps), std::mem::take(&mut planner.choices), std::mem::take(&mut planner.loops));
    let forced = access.decisions() > known;
    let said = std::mem::take(&mut planner.refusals).into_iter().filter(|_| !forced).collect();
    let failed = std::mem::take(&mut planner.failed);
    (Plan { tree: tree.clone(), steps, choices, loops, handed_over }, failed, said)
}

/// A loop whose turns run again in the backward sweep.
#[derive(Clone, Default)]
struct Again {
    /// What a turn needs at its beginning to be run again.
    entry: Set,
    /// Its statements that are needed then.
    live: BTreeSet<StmtId>,
}

struct Planner<'w, 'a> {
    world: &'w mut World<'a>,
    access: &'w Access<'a>,
    unit: UnitId,
    split: bool,
    /// Live where jumps land.
    landing: BTreeMap<(FrameId, Landing), Set>,
    live: BTreeSet<StmtId>,
    /// Loops whose variable is used after them.
    counters: BTreeSet<StmtId>,
    /// Statements with backward work in or below them.
    back: BTreeSet<StmtId>,
    /// Needed where jumps land.
    arriving: BTreeMap<(FrameId, Landing), Set>,
    steps: BTreeMap<StmtId, Step>,
    choices: BTreeMap<StmtId, Control>,
    loops: BTreeMap<StmtId, LoopPlan>,
    deciding: bool,
    depth: u32,
    /// What the backward sweep reads to find its way.
    relied: Set,
    refusals: Vec<Diagnostic>,
    /// Loops to be rebuilt.
    rebuilt: &'w BTreeSet<StmtId>,
    again: BTreeMap<StmtId, Again>,
    /// Looking at the original alone: adjoints use nothing.
    primal: bool,
    /// Loops that cannot be rebuilt.
    failed: Vec<StmtId>,
    effects: RefCell<BTreeMap<StmtId, Rc<Effect>>>,
    used: RefCell<BTreeMap<StmtId, Set>>,
    /// Variables of the counted loops around the current point: the reversed loops set them.
    reversed: Set,
    /// What is needed element by element; while deciding.
    elements: Option<Elements<'a>>,
    /// What rebuilt turns read and write.
    rebuilding: Set,
}

impl<'a> Planner<'_, 'a> {
    fn stmt(&self, id: StmtId) -> &'a il::Stmt {
        let p: &'a il::Program = self.world.source;
        &p.units[self.unit].stmts[id]
    }

    /// What a statement reads and writes. Asked again in every round of a loop's fixed point, so it is remembered.
    fn effect(&self, id: StmtId) -> Rc<Effect> {
        let mut known = self.effects.borrow_mut();
        known.entry(id).or_insert_with(|| Rc::new(self.access.statement(self.unit, id))).clone()
    }

    // ------------------------------------------------------------------ backward work

    /// Whether the statement itself has an adjoint.
    fn is_active(&self, id: StmtId) -> bool {
        uses::has_adjoint(self.world, self.access, self.unit, id)
    }

    fn find_work(&mut self, seq: &Seq) -> bool {
        let mut any = false;
        for n in seq {
            let mut work = match &n.kind {
                NodeKind::Simple | NodeKind::Jump(_) => self.is_active(n.stmt),
                _ => false,
            };
            for s in n.seqs() {
                work |= self.find_work(s);
            }
            if work {
                self.back.insert(n.stmt);
                any = true;
            }
        }
        any
    }

    fn has_work(&self, seq: &Seq) -> bool {
        seq.iter().any(|n| self.back.contains(&n.stmt))
    }

    /// Zones that the adjoint of a statement reads.
    fn uses(&self, id: StmtId) -> Set {
        if self.primal {
            return Set::default();
        }
        let mut known = self.used.borrow_mut();
        let read = || self.access.with_inputs(&uses::of(self.world, self.access, self.unit, id));
        known.entry(id).or_insert_with(read).clone()
    }

    // ------------------------------------------------------------------ live

    fn live_sequence(&mut self, seq: &Seq, out: Set) -> Set {
        seq.iter().rev().fold(out, |live, n| self.live_node(n, live))
    }

    fn live_node(&mut self, n: &Node, out: Set) -> Set {
        match &n.kind {
            NodeKind::Simple => self.live_simple(n.stmt, out),
            NodeKind::Jump(j) => {
                let target = j.crossings.last().map(|c| (c.frame, j.landing));
                let live = target.and_then(|t| self.landing.get(&t).cloned()).unwrap_or_default();
                if matches!(self.stmt(n.stmt).kind, StmtKind::Return(Some(_))) {
                    self.live_simple(n.stmt, live)
                } else {
                    live
                }
            }
            NodeKind::Choice { arms, .. } => {
                let mut live = Set::default();
                for a in arms {
                    let l = self.live_sequence(a, out.clone());
                    live.union(&l);
                }
                if self.is_kept(n) {
                    self.live.insert(n.stmt);
                    live.union(&self.effect(n.stmt).reads);
                }
                live
            }
            NodeKind::Scope(body) => self.live_sequence(body, out),
            NodeKind::Join { frame, body } => {
                self.landing.insert((*frame, Landing::Behind), out.clone());
                self.live_sequence(body, out)
            }
            NodeKind::Loop { frame, body } => self.live_loop(n, *frame, body, out, true),
            NodeKind::Again { frame, body } => self.live_loop(n, *frame, body, out, false),
            NodeKind::Dispatch { blocks } => {
                let mut ins = vec![Set::default(); blocks.len()];
                loop {
                    let before = ins.clone();
                    for (k, (frame, body)) in blocks.iter().enumerate().rev() {
                        for (m, s) in ins.iter().enumerate() {
                            self.landing.insert((*frame, Landing::Block(m)), s.clone());
                        }
                        let next = ins.get(k + 1).cloned().unwrap_or_else(|| out.clone());
                        ins[k] = self.live_sequence(body, next);
                    }
                    if ins == before {
                        return ins.swap_remove(0);
                    }
                }
            }
        }
    }

    /// Whether some statement inside is live, or has backward work.
    fn is_kept(&self, n: &Node) -> bool {
        let mut kept = false;
        n.visit(&mut |m| {
            kept |= self.back.contains(&m.stmt) && !self.primal
                || matches!(m.kind, NodeKind::Simple | NodeKind::Jump(_)) && self.live.contains(&m.stmt)
                || matches!(m.kind, NodeKind::Jump(_));
        });
        kept
    }

    fn live_loop(&mut self, n: &Node, frame: FrameId, body: &Seq, out: Set, structured: bool) -> Set {
        let header = if structured { self.effect(n.stmt) } else { Rc::default() };
        let mut at_turn = out.clone();
        let rebuilt = self.rebuilt.contains(&n.stmt);
        let mut entry = Set::default();
        if rebuilt {
            // By itself a turn is a unit of its own, whose sweeps meet at its end.
            let outside = std::mem::take(&mut self.live);
            entry = self.live_sequence(body, Set::default());
            entry.minus(&header.kills);
            let live = std::mem::replace(&mut self.live, outside);
            self.again.insert(n.stmt, Again { entry: entry.clone(), live });
            self.primal = true;
        }
        loop {
            self.landing.insert((frame, Landing::Behind), out.clone());
            self.landing.insert((frame, Landing::NextTurn), at_turn.clone());
            // A GOTO loop that runs to its end leaves.
            let end = if structured { at_turn.clone() } else { out.clone() };
            let mut start = self.live_sequence(body, end);
            start.union(&entry);
            if structured && (self.is_kept(n) || rebuilt) {
                start.union(&header.reads);
            }
            if structured {
                start.union(&out);
            }
            if !at_turn.union(&start) {
                break;
            }
        }
        if rebuilt {
            self.primal = false;
        }
        if self.is_kept(n) {
            self.live.insert(n.stmt);
        }
        if header.kills.meets(&out) {
            self.counters.insert(n.stmt);
        }
        let mut live = at_turn;
        live.minus(&header.kills);
        if self.live.contains(&n.stmt) {
            live.union(&header.reads);
        }
        live
    }

    fn live_simple(&mut self, id: StmtId, out: Set) -> Set {
        let effect = self.effect(id);
        let uses = self.uses(id);
        let keep = match &self.stmt(id).kind {
            // These stay whatever happens to values.
            StmtKind::Stop { .. } | StmtKind::Allocate { .. } | StmtKind::Deallocate { .. } | StmtKind::Nullify(_) => {
                true
            }
            StmtKind::PointerAssign { .. } => true,
            // The allocation is that of the derivative.
            StmtKind::Assign { lhs, rhs }
                if storage::may_reallocate(self.world.source, lhs, rhs)
                    && self.world.facts.has_storage(self.world.source, lhs) =>
            {
                true
            }
            StmtKind::Opaque { .. } => effect.writes.meets(&out),
            _ => effect.writes.meets(&out),
        };
        let split = self.call_mode(id) == Some(CallMode::Split);
        let mut live = out;
        if keep || split || self.split && self.outlives(&effect.writes) {
            self.live.insert(id);
            live.minus(&effect.kills);
            live.union(&effect.reads);
        }
        // The backward sweep makes aliases itself.
        live.union(&self.access.without_aliases(&uses));
        live
    }

    /// In split mode the forward sweep also stands for the original call: what the caller sees must be computed.
    fn outlives(&self, writes: &Set) -> bool {
        writes.iter().any(|z| {
            let zone = self.access.zones.zone(z);
            zone.owner.is_none()
                || zone.pointee
                || self
                    .world
                    .source
                    .variable(zone.symbol)
                    .is_some_and(|v| matches!(v.storage, il::Storage::Dummy(_) | il::Storage::Result) || v.saved)
        })
    }

    // ------------------------------------------------------------------ needed

    fn needed_sequence(&mut self, seq: &Seq, state: Option<Set>, later: &Set) -> Option<Set> {
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
    fn overwrites(&self, n: &Node) -> Set {
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

    fn all_overwrites(&self, seq: &Seq) -> Set {
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
                    if control == Control::Again {
                        let reads = self.access.with_inputs(&self.effect(n.stmt).reads);
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
            NodeKind::Scope(body) => self.needed_sequence(body, Some(state), later),
            NodeKind::Join { frame, body } => {
                let s = self.needed_sequence(body, Some(state), later);
                self.arrived((*frame, Landing::Behind), s)
            }
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
        self.stmt(n.stmt).kind.exprs(&mut |e| exact &= is_exact(self.world.source, e));
        if !exact {
            return recorded;
        }
        let reads = self.access.with_inputs(&self.effect(n.stmt).reads);
        let mut inside = Set::default();
        for a in arms {
            inside.union(&self.all_overwrites(a));
        }
        // What is needed anyway will be restored whoever overwrites it later.
        let mut lost = later.clone();
        lost.minus(state);
        if reads.meets(&inside) || reads.meets(&lost) { recorded } else { Control::Again }
    }

    fn needed_loop(&mut self, n: &Node, frame: FrameId, body: &Seq, state: Set, later: &Set) -> Option<Set> {
        let stmt = self.stmt(n.stmt);
        let structured = matches!(n.kind, NodeKind::Loop { .. });
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
                self.loops.insert(n.stmt, LoopPlan { bounds: [kept; 3], count: Home::Tape, rebuilt: None });
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
        let lost = state.and(&self.overwrites(n));
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
                if !zones.meets(&lost) {
                    return;
                }
                // Each element that is overwritten must be named by what is known at the top of the turn.
                let mut address = Effect::default();
                self.access.address(lhs, &mut address);
                possible &= !address.reads.meets(&changed) && type_of(self.world.source, lhs).rank() == 0;
                if !saves.iter().any(|s| s.value == *lhs) {
                    let save = self.save(lhs.clone(), Reason::Iteration);
                    saves.push(Save { home: Home::Tape, ..save });
                }
            });
        }
        if !possible {
            self.failed.push(n.stmt);
        }
        let outside = std::mem::replace(&mut self.live, again.live.clone());
        let depth = std::mem::replace(&mut self.depth, 0);
        self.needed_sequence(body, Some(state.clone()), &Set::default());
        self.depth = depth;
        self.live = outside;
        if let Some(l) = self.loops.get_mut(&n.stmt) {
            l.rebuilt = Some(Rebuilt { saves, primal });
        }
    }

    fn bounds(&mut self, id: StmtId, d: &Do, inside: &Set, later: &Set, state: &mut Set) {
        let mut lost = later.clone();
        lost.minus(state);
        lost.minus(&self.reversed);
        lost.union(inside);
        let kept = if self.depth == 0 && !self.split { Bound::Kept } else { Bound::Saved };
        let mut bound = |e: Option<&Expr>| {
            let Some(e) = e else { return Bound::Again };
            let mut reads = Set::default();
            self.access.reads(e, &mut reads);
            reads = self.access.with_inputs(&reads);
            let mut calls = false;
            e.walk(&mut |x| calls |= matches!(x.kind, ExprKind::Call { .. }));
            if calls || reads.meets(&lost) {
                kept
            } else {
                state.union(&reads);
                reads.minus(&self.reversed);
                self.relied.union(&reads);
                Bound::Again
            }
        };
        let bounds = [bound(Some(&d.from)), bound(Some(&d.to)), bound(d.step.as_ref())];
        if self.deciding {
            self.loops.insert(id, LoopPlan { bounds, count: Home::Tape, rebuilt: None });
        }
    }

    fn needed_simple(&mut self, id: StmtId, state: Set) -> Set {
        let effect = self.effect(id);
        let uses = self.uses(id);
        let mut wanted = state.clone();
        wanted.union(&uses);
        let live = self.live.contains(&id);
        let mode = self.call_mode(id);
        if self.deciding {
            let mut step = Step { live, call: mode, ..Step::default() };
            if live && mode != Some(CallMode::Split) && self.access.alias_at(self.unit, id).is_none() {
                let mut set = effect.writes.and(&wanted);
                if !self.world.request.improves(crate::request::Improvement::Tbr) {
                    set.union(&self.updated(id));
                }
                set.minus(&self.untouched(id));
                if !set.is_empty() && self.is_needless(id) {
                    set = Set::default();
                }
                if !set.is_empty() {
                    let reason = if mode == Some(CallMode::Joint) { Reason::Snapshot } else { Reason::Earlier };
                    step.saves = self.saved(id, &set, reason);
                }
            }
            if mode == Some(CallMode::Joint) {
                // The adjoint of the callee runs it again and leaves other values behind than those it found.
                let set = self.access.call_alone(self.unit, id).writes.and(&state);
                if !set.is_empty() {
                    step.around = self.saved(id, &set, Reason::Earlier);
                }
            }
            if mode == Some(CallMode::Split) {
                let set = effect.writes.and(&state);
                if !set.is_empty() && !self.callee_restores(id) {
                    step.saves = self.saved(id, &set, Reason::Earlier);
                }
            }
            if mode == Some(CallMode::Passive) {
                step.resets = uses::resets(self.world, self.access, self.unit, id, &effect);
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
        } else if live {
            wanted.minus(&effect.kills);
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
        if plain { self.access.place(lhs).0 } else { Set::default() }
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
        u.walk(&u.body, &mut |s, stmt| {
            before &= s != id;
            if before {
                written.union(&self.effect(s).writes);
            }
            if let StmtKind::Declare(list) = &stmt.kind {
                locals.extend(list.iter().filter(|s| {
                    p.variable(**s).is_some_and(|v| {
                        v.storage == il::Storage::Local
                            && !v.saved
                            && v.init.is_none()
                            && matches!(v.ty, Type::Array { .. })
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
        if matches!(rhs.kind, ExprKind::Call { .. }) || !type_of(self.world.source, lhs).is_differentiable() {
            return false;
        }
        let (zones, _) = self.access.place(lhs);
        !zones.meets(&self.relied) && !zones.meets(&self.rebuilding) && elements.is_needless(self.access, id, lhs)
    }

    /// What the turns of rebuilt loops read and write.
    fn rebuilt_zones(&self, seq: &Seq) -> Set {
        let mut out = Set::default();
        for n in seq {
            n.visit(&mut |n| {
                if self.rebuilt.contains(&n.stmt) && matches!(n.kind, NodeKind::Loop { .. }) {
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

    fn call_mode(&self, id: StmtId) -> Option<CallMode> {
        uses::call_mode(self.world, self.access, self.unit, id)
    }

    // ------------------------------------------------------------------ saves

    fn save(&self, value: Expr, reason: Reason) -> Save {
        let mut value = value;
        value.rewrite(&mut |e| self.without_vectors(e));
        let home = if self.depth == 0 && !self.split { Home::Local } else { Home::Tape };
        let bytes = match type_of(self.world.source, &value) {
            Type::Scalar(s) => Some(s.bytes.into()),
            _ => None,
        };
        Save { value, home, reason, bytes, again: None }
    }

    /// What a vector subscript selects cannot be read into (F2018 15.5.2.4): the whole dimension is saved.
    fn without_vectors(&self, e: &mut Expr) {
        let ExprKind::Index { base, subs } = &mut e.kind else { return };
        let vector = |s: &Subscript| matches!(s, Subscript::At(i) if type_of(self.world.source, i).rank() > 0);
        if !subs.iter().any(vector) {
            return;
        }
        for s in subs.iter_mut().filter(|s| vector(s)) {
            *s = Subscript::Range { lo: None, hi: None, step: None };
        }
        if subs.iter().all(|s| matches!(s, Subscript::Range { lo: None, hi: None, step: None })) {
            *e = (**base).clone();
        }
    }

    /// References that cover `set`, of what a statement writes.
    fn saved(&mut self, id: StmtId, set: &Set, reason: Reason) -> Vec<Save> {
        let mut places: Vec<Expr> = Vec::new();
        let stmt = self.stmt(id);
        match &stmt.kind {
            StmtKind::Assign { lhs, rhs } if !matches!(rhs.kind, ExprKind::Call { .. }) => places.push(lhs.clone()),
            StmtKind::Assign { lhs, rhs } => {
                places.push(lhs.clone());
                if let ExprKind::Call { args, callee } = &rhs.kind {
                    places.extend(self.actual_places(*callee, args));
                }
            }
            StmtKind::Call { args, callee, .. } => places.extend(self.actual_places(*callee, args)),
            StmtKind::Where { arms, otherwise, .. } => {
                for &s in arms.iter().flat_map(|a| &a.body).chain(otherwise.iter().flatten()) {
                    if let StmtKind::Assign { lhs, .. } = &self.stmt(s).kind {
                        places.push(lhs.clone());
                    }
                }
            }
            StmtKind::Opaque { writes, .. } => places.extend(writes.iter().cloned()),
            StmtKind::Return(_) | StmtKind::Allocate { .. } | StmtKind::Deallocate { .. } => return Vec::new(),
            _ => {}
        }
        let mut left = set.clone();
        let mut out: Vec<Save> = Vec::new();
        let mut roots: Vec<Expr> = Vec::new();
        for place in places {
            for leaf in self.leaves(&place) {
                let (zones, _) = self.access.place(&leaf);
                // Two places in one zone are both saved: only their elements may differ.
                if zones.meets(set) && !roots.contains(&leaf) {
                    roots.push(leaf.clone());
                    left.minus(&zones);
                    let save = self.save(leaf, reason);
                    out.push(save);
                }
            }
        }
        for z in left.iter() {
            let zone = self.access.zones.zone(z).clone();
            if self.is_common_elsewhere(zone.symbol) {
                match self.common_member(z) {
                    // Several zones of the block may lie in one member of ours.
                    Some(member) if roots.contains(&member) => {}
                    Some(member) => {
                        roots.push(member.clone());
                        let save = self.save(member, reason);
                        out.push(save);
                    }
                    None => self.refusals.push(
                        Diagnostic::error(
                            "RT0436",
                            stmt.span,
                            format!(
                                "`{}` of a COMMON block would have to be saved here, where nothing names it",
                                zone.name
                            ),
                        )
                        .note(
                            "declare the COMMON block here as in the called procedure, or use split mode for this call",
                        ),
                    ),
                }
                continue;
            }
            let mut value = Expr::var(zone.symbol);
            for &field in &zone.path {
                let Some(record) = type_of(self.world.source, &value).record() else { break };
                value = ExprKind::Field { base: Box::new(value), record, field }.into();
            }
            if zone.pointee || zone.address {
                let span = stmt.span;
                if self.force_split(id) || self.leave_to_callee(id) {
                    return Vec::new();
                }
                self.refusals.push(
                    Diagnostic::error(
                        "RT0432",
                        span,
                        format!("`{}` would have to be saved here, but its extent is not known", zone.name),
                    )
                    .note("give the dummy argument an explicit extent, or use split mode for this call"),
                );
                continue;
            }
            let save = self.save(value, reason);
            out.push(save);
        }
        for s in &out {
            if let Some(d) = self.unknown_extent(&s.value, stmt.span) {
                if self.force_split(id) || self.leave_to_callee(id) {
                    return Vec::new();
                }
                self.refusals.push(d);
            }
        }
        out
    }

    /// Whether a variable is a COMMON member that another unit declares.
    fn is_common_elsewhere(&self, symbol: SymbolId) -> bool {
        let p = self.world.source;
        p.variable(symbol).is_some_and(|v| v.storage == il::Storage::Common) && p.home(symbol) != Some(self.unit)
    }

    /// The member of our own COMMON declarations that holds a zone: units may name and divide a block each in its own way.
    fn common_member(&self, zone: il::zones::ZoneId) -> Option<Expr> {
        let mut at = Some(self.unit);
        while let Some(unit) = at {
            let u = &self.world.source.units[unit];
            let member = u.commons().into_values().flatten().find(|m| self.access.zones.of_symbol(*m).contains(&zone));
            if let Some(m) = member {
                return Some(Expr::var(m));
            }
            at = u.parent;
        }
        None
    }

    /// The procedure with a body that a statement calls.
    fn called_unit(&self, id: StmtId) -> Option<UnitId> {
        let callee = match &self.stmt(id).kind {
            StmtKind::Call { callee, .. } => *callee,
            StmtKind::Assign { rhs, .. } => match &rhs.kind {
                ExprKind::Call { callee, .. } => *callee,
                _ => return None,
            },
            _ => return None,
        };
        self.world.source.callee(callee)
    }

    /// Whether the split halves of the callee put back all that they overwrite.
    fn callee_restores(&self, id: StmtId) -> bool {
        self.called_unit(id).is_some_and(|u| self.access.restoring.borrow().contains(&u))
    }

    /// A split call overwrites what is needed and of unknown extent: the callee, which writes element by element, saves it.
    fn leave_to_callee(&mut self, id: StmtId) -> bool {
        match self.called_unit(id) {
            Some(unit) if self.call_mode(id) == Some(CallMode::Split) => {
                self.access.restoring.borrow_mut().insert(unit);
                true
            }
            _ => false,
        }
    }

    /// A joint call whose snapshot has an unknown extent is made in split mode, where the callee saves element by element.
    fn force_split(&mut self, id: StmtId) -> bool {
        let joint = self.call_mode(id) == Some(CallMode::Joint);
        if joint && self.called_unit(id).is_some() {
            self.access.forced.borrow_mut().insert((self.unit, id));
            return true;
        }
        false
    }

    /// What is saved for actual arguments.
    fn actual_places(&self, callee: SymbolId, args: &[il::Arg]) -> Vec<Expr> {
        let p = self.world.source;
        let params = p.callee(callee).map(|u| p.units[u].params.as_slice());
        let places = args.iter().enumerate().map(|(k, a)| {
            let dummy = match &a.keyword {
                None => params.and_then(|ps| ps.get(k)),
                Some(n) => params.and_then(|ps| ps.iter().find(|s| p.symbols[**s].name.eq_ignore_ascii_case(n))),
            };
            let rank = dummy.and_then(|s| p.symbol_type(*s)).map(Type::rank);
            let place = self.actual_place(&a.value, rank);
            // Of a C pointer that leads to one object, that object.
            let single = dummy.is_some_and(|s| self.access.zones.is_single_object(*s));
            match type_of(p, &place) {
                Type::Pointer { to, .. } if single && !matches!(*to, Type::Pointer { .. }) => {
                    ExprKind::Deref(Box::new(place)).into()
                }
                _ => place,
            }
        });
        places.collect()
    }

    /// All of an array whose element starts a sequence; otherwise what is passed.
    fn actual_place(&self, actual: &Expr, dummy_rank: Option<usize>) -> Expr {
        match &actual.kind {
            ExprKind::Address(x) => self.actual_place(x, dummy_rank),
            ExprKind::Index { base, .. } if dummy_rank != Some(0) && type_of(self.world.source, actual).rank() == 0 => {
                match &base.kind {
                    ExprKind::Var(_) => (**base).clone(),
                    _ => actual.clone(),
                }
            }
            _ => actual.clone(),
        }
    }

    /// The scalar or array leaves below a reference of structure type.
    fn leaves(&self, e: &Expr) -> Vec<Expr> {
        let ty = type_of(self.world.source, e);
        if self.world.language(self.unit) == il::Language::C && ty.rank() > 0 {
            // Arrays of structures are saved as they are.
            return vec![e.clone()];
        }
        match ty.record() {
            Some(record) if !matches!(ty, Type::Pointer { .. }) => {
                let fields = self.world.source.records[record].fields.len();
                (0..fields)
                    .flat_map(|field| {
                        let part: Expr = ExprKind::Field { base: Box::new(e.clone()), record, field }.into();
                        self.leaves(&part)
                    })
                    .collect()
            }
            _ => vec![e.clone()],
        }
    }

    fn unknown_extent(&self, e: &Expr, span: il::Span) -> Option<Diagnostic> {
        let ty = type_of(self.world.source, e);
        let unknown = match &ty {
            Type::Array { dims, .. } => dims.iter().any(|d| matches!(d.upper, Upper::Assumed)),
            Type::Pointer { .. } => true,
            _ => false,
        };
        if !unknown {
            return None;
        }
        let name = e.root().map_or(String::new(), |s| self.world.source.symbols[s].name.clone());
        Some(
            Diagnostic::error(
                "RT0432",
                span,
                format!("`{name}` would have to be saved here, but its extent is not known"),
            )
            .note("give the dummy argument an explicit extent, or use split mode for this call"),
        )
    }

    /// Locals whose values the backward half of split mode starts from.
    fn handed_over(&self, at_end: &Set) -> Vec<SymbolId> {
        let mut out: Vec<SymbolId> = Vec::new();
        for z in at_end.iter() {
            let zone = self.access.zones.zone(z);
            if zone.owner != Some(self.unit) || zone.pointee || self.access.is_alias(zone.symbol) {
                continue;
            }
            let Some(v) = self.world.source.variable(zone.symbol) else { continue };
            let passed = match v.storage {
                // A scalar that came by value and was changed is lost to the backward half.
                il::Storage::Dummy(_) => v.by_value && self.changed(zone.symbol),
                // What `for (int i = …)` declares is gone when its loop is over.
                il::Storage::Local | il::Storage::Result => !v.saved && !self.is_of_its_loop(zone.symbol),
                il::Storage::Global | il::Storage::Common => false,
            };
            if passed && !out.contains(&zone.symbol) {
                out.push(zone.symbol);
            }
        }
        out
    }

    /// Whether a variable counts a loop and is declared in a block inside the procedure.
    fn is_of_its_loop(&self, symbol: SymbolId) -> bool {
        let u = &self.world.source.units[self.unit];
        if self.world.source.symbols[symbol].scope == u.scope {
            return false;
        }
        let mut counts = false;
        u.walk(&u.body, &mut |_, s| counts |= matches!(&s.kind, StmtKind::Do(d) if d.var == symbol));
        counts
    }

    fn changed(&self, symbol: SymbolId) -> bool {
        let mut set = Set::default();
        set.add(&self.access.zones.of_symbol(symbol));
        self.live.iter().any(|s| self.effect(*s).writes.meets(&set))
    }
}

/// Whether deciding a test again gives the same answer for certain: no arithmetic on reals, which a compiler may round differently in two places.
fn is_exact(p: &il::Program, e: &Expr) -> bool {
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
