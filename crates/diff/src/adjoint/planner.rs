//! How the plan is made: liveness backwards, then to-be-recorded forwards, over the structure of the body (RR-7957 §5.2).
//!
//! - *live*: `L⁻(I) = use(I′) ∪ (L⁺(I) \ kill(I)) ∪ use(I)` for statements that write something in `L⁺(I)`; nothing is live where the sweeps meet,
//!   but the inputs of tests that lead to backward work are, and with `-value` the dependents of a head.
//! - *needed* (TBR): `N⁺(I) = (N⁻(I) ∪ use(I′)) \ kill(I)`; saved before `I`: `out(I) ∩ (N⁻(I) ∪ use(I′))`, solved first, decided after.
//! - *later*: what the rest of the forward sweep may still overwrite: a test or a bound whose inputs are not among it is decided again.

mod alike;
mod at_end;
mod binomial;
mod findable;
mod fixed_point;
mod fused;
mod guarded;
mod independent;
mod library_room;
mod loops;
mod needed;
mod needless;
mod nests;
mod outside;
mod regions;
mod saves;
mod standing;
mod turns;
mod ways;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use analysis::c_memory;
use analysis::first_values::first_values;
use analysis::{allocation, reallocation};
use il::{Diagnostic, StmtId, StmtKind, SymbolId, UnitId};

use super::plan::{CallMode, Control, LoopPlan, Plan, Rebuilt, Step};
use crate::adjoint::plan::access::{Access, Effect, JointContract, Set};
use crate::adjoint::plan::elements::Elements;
use crate::adjoint::plan::fusion;
use crate::adjoint::plan::rebuild::{self, Failure};
use crate::adjoint::plan::recompute::Recompute;
use crate::adjoint::plan::sections;
use crate::adjoint::plan::shifts;
use crate::adjoint::plan::tree::{self, FrameId, Landing, Node, NodeKind, Seq};
use crate::adjoint::plan::{reads, turn_alone, uses};
use crate::adjoint::values;
use crate::derive::World;
use crate::request::Improvement;
use crate::signature::Part;
use findable::Places;

pub(super) use ways::{plan, plan_as};

/// How loops are reversed, where not in two sweeps.
#[derive(Clone, Copy)]
struct Ways<'p> {
    /// Turn by turn from what is saved for each.
    rebuilt: &'p BTreeSet<StmtId>,
    /// In their own order; with what each turn writes before it reads it.
    fused: &'p BTreeMap<StmtId, Set>,
}

fn attempt<'a>(
    world: &mut World<'a>,
    access: &Access<'a>,
    unit: UnitId,
    part: Part,
    tree: &tree::Tree,
    (places, bare): (&Places, &Elements<'a>),
    ways: Ways<'_>,
) -> (Plan, BTreeMap<StmtId, Failure>, Vec<Diagnostic>) {
    let known = access.decisions();
    let source = world.source;
    let deciding_reals = shifts::deciding_reals(world, access, unit);
    let mut planner = Planner {
        world,
        access,
        unit,
        split: part == Part::Forward,
        valued: part != Part::Adjoint,
        landing: BTreeMap::new(),
        live: BTreeSet::new(),
        counters: BTreeSet::new(),
        back: BTreeSet::new(),
        arriving: BTreeMap::new(),
        steps: BTreeMap::new(),
        choices: BTreeMap::new(),
        copies: BTreeMap::new(),
        loops: BTreeMap::new(),
        regions: BTreeMap::new(),
        doubtful: BTreeMap::new(),
        deciding: false,
        depth: 0,
        relied: Set::default(),
        found: Set::default(),
        refusals: Vec::new(),
        ways,
        again: BTreeMap::new(),
        fusing: BTreeMap::new(),
        fresh: BTreeMap::new(),
        primal: false,
        failed: BTreeMap::new(),
        places,
        used: RefCell::default(),
        behind: RefCell::default(),
        reversed: Set::default(),
        elements: None,
        tree,
        rebuilding: Set::default(),
        turn: None,
        repeated: tree.repeated(),
        standing: BTreeSet::new(),
        is_second: false,
        first_values: first_values(source, unit),
        deciding_reals,
    };
    planner.find_work(&tree.body);
    let split = part == Part::Forward;
    let restores = split && access.restoring.borrow().contains(&unit);
    if planner.world.request.improves(Improvement::Tbr) && !restores {
        planner.standing = planner.standing_in(&tree.body, bare);
    }
    let root = tree.root();
    let results = if part == Part::Adjoint { values::results(planner.world, unit) } else { Set::default() };
    let at_end = if planner.world.request.values { results.clone() } else { Set::default() };
    planner.landing.insert((root, Landing::Behind), at_end.clone());
    let mut read = at_end.clone();
    let mut needs = planner.live_sequence(&tree.body, at_end);
    read.union(&access.exposed(unit));
    let specifications = planner.specifications();
    needs.union(&specifications);
    let entry = if restores { access.outside(unit) } else { planner.allocation_flags() };
    let needed = planner.needed_sequence(&tree.body, Some(entry.clone()), &Set::default());
    planner.deciding = true;
    if restores {
        planner.found = entry.clone();
    }
    if planner.world.request.improves(Improvement::Tbr) {
        planner.elements = Some(reads::with_uses(bare.clone(), planner.world, access));
    }
    planner.rebuilding = planner.rebuilt_zones(&tree.body);
    planner.arriving.clear();
    let end = planner.needed_sequence(&tree.body, Some(entry), &Set::default());
    assert_eq!(needed, end, "deciding must not change the solution");
    let mut at_end = end.unwrap_or_default();
    if let Some(s) = planner.arriving.get(&(root, Landing::Behind)) {
        at_end.union(s);
    }
    at_end.union(&planner.relied);
    // Both sweeps of one procedure find there what they left.
    if split {
        at_end.minus(&planner.put_back_by_readers(&at_end));
    }
    let handed_over = planner.handed_over(&at_end);
    let needed_at_end = at_end.iter().collect();
    let outside = access.visible(unit);
    let mut behind = specifications;
    behind.union(&at_end);
    let behind = behind.and(&outside);
    let mut leaves = planner.left(&tree.body);
    leaves.union(&planner.undefined_outputs(&tree.body));
    if let Some(elements) = planner.elements.take().filter(|_| !restores) {
        let bulk = sections::Hoist {
            world: planner.world,
            access,
            unit,
            tree,
            elements: &elements,
            turn: None,
            again: &ways.rebuilt.iter().chain(ways.fused.keys()).copied().collect(),
            relied: &planner.relied,
            loops: &planner.loops,
        };
        bulk.all(&mut planner.steps);
    }
    if planner.world.request.improves(Improvement::RecomputeIntermediates) && !split {
        let regions = &planner.regions;
        let recompute = Recompute { world: planner.world, access, unit, tree, loops: &planner.loops, regions };
        recompute.all(&mut planner.steps);
    }
    planner.forget_idle(&tree.body);
    let lost = planner.lost(&tree.body).and(&results);
    if planner.world.request.values {
        // They are put back.
        leaves.union(&lost);
    }
    let joint = JointContract { needs: needs.and(&outside).and(&read), leaves: leaves.and(&outside) };
    let (steps, choices, loops) =
        (std::mem::take(&mut planner.steps), std::mem::take(&mut planner.choices), std::mem::take(&mut planner.loops));
    let forced = access.decisions() > known;
    let said = std::mem::take(&mut planner.refusals).into_iter().filter(|_| !forced).collect();
    let failed = std::mem::take(&mut planner.failed);
    let copies = std::mem::take(&mut planner.copies);
    let regions = std::mem::take(&mut planner.regions);
    let doubtful = std::mem::take(&mut planner.doubtful);
    (
        Plan {
            tree: tree.clone(),
            steps,
            choices,
            copies,
            loops,
            regions,
            doubtful,
            handed_over,
            needed_at_end,
            joint,
            lost,
            behind,
            declined: BTreeMap::new(),
        },
        failed,
        said,
    )
}

/// A loop whose turns run again in the backward sweep.
#[derive(Clone, Default)]
struct Again {
    /// What a turn needs at its beginning to be run again.
    entry: Set,
    /// Its statements that are needed then.
    live: BTreeSet<StmtId>,
    /// Under binomial checkpointing: its statements that go on to the next turn.
    advance: BTreeSet<StmtId>,
}

/// One turn of a rebuilt loop, by itself.
struct Turn {
    /// The loops around it, from the outermost to its own.
    loops: Vec<StmtId>,
    /// What is needed of before the turn.
    start: Set,
    /// What turns in it read and write that run again themselves.
    again: Set,
}

struct Planner<'w, 'a> {
    world: &'w mut World<'a>,
    access: &'w Access<'a>,
    unit: UnitId,
    /// The sweeps are in two procedures.
    split: bool,
    /// The forward sweep stands for the original call.
    valued: bool,
    /// Live where jumps land.
    landing: BTreeMap<(FrameId, Landing), Set>,
    live: BTreeSet<StmtId>,
    /// Loops whose variable is used after them, wherever they run.
    counters: BTreeSet<StmtId>,
    /// Statements with backward work in or below them.
    back: BTreeSet<StmtId>,
    /// Needed where jumps land.
    arriving: BTreeMap<(FrameId, Landing), Set>,
    steps: BTreeMap<StmtId, Step>,
    choices: BTreeMap<StmtId, Control>,
    copies: BTreeMap<StmtId, Vec<SymbolId>>,
    loops: BTreeMap<StmtId, LoopPlan>,
    regions: BTreeMap<StmtId, Rebuilt>,
    /// Arrays outside of the state of a fixed-point loop that may go from turn to turn of it.
    doubtful: BTreeMap<StmtId, Vec<il::SymbolId>>,
    deciding: bool,
    depth: u32,
    /// What the backward sweep reads to find its way.
    relied: Set,
    /// What the backward sweep leaves as the procedure found it, every element.
    found: Set,
    refusals: Vec<Diagnostic>,
    ways: Ways<'w>,
    again: BTreeMap<StmtId, Again>,
    fusing: BTreeMap<StmtId, fused::Fusing>,
    /// What holds nothing yet before the statements of the turn of a fused loop; while that is planned.
    fresh: BTreeMap<StmtId, Set>,
    /// Looking at the original alone: adjoints use nothing.
    primal: bool,
    /// Loops and regions that cannot be rebuilt or fused, and why if it is worth telling.
    failed: BTreeMap<StmtId, Failure>,
    places: &'w Places,
    used: RefCell<BTreeMap<StmtId, Set>>,
    /// Zones that the backward halves of split calls read, of those that were looked at.
    behind: RefCell<BTreeMap<StmtId, Set>>,
    /// Variables of the counted loops around the current point: the reversed loops set them.
    reversed: Set,
    /// What is needed element by element; while deciding.
    elements: Option<Elements<'a>>,
    tree: &'w tree::Tree,
    /// What rebuilt turns read and write.
    rebuilding: Set,
    /// While the plan of a turn that runs again is made.
    turn: Option<Turn>,
    /// Statements in loops. (What is planned as a turn by itself begins with a depth of zero.)
    repeated: BTreeSet<StmtId>,
    /// Assignments in rebuilt turns whose elements stand as the forward sweep has left them.
    standing: BTreeSet<StmtId>,
    /// A turn is looked at as it runs again.
    is_second: bool,
    /// Assignments that overwrite nothing.
    first_values: BTreeSet<StmtId>,
    /// Reals that are not to come back up to rounding only.
    deciding_reals: Set,
}

impl<'a> Planner<'_, 'a> {
    fn stmt(&self, id: StmtId) -> &'a il::Stmt {
        let p: &'a il::Program = self.world.source;
        &p.units[self.unit].stmts[id]
    }

    /// What a statement reads and writes. Asked again in every round of a loop's fixed point, so it is remembered.
    fn effect(&self, id: StmtId) -> Rc<Effect> {
        self.access.statement(self.unit, id)
    }

    /// What decides, in a unit whose adjoint takes back allocations that outlive it, and outlives it too: `if (nw == 0)` finds `nw` and the allocation
    /// as they were when the unit began, or the next call would take for allocated what is not.
    fn allocation_flags(&self) -> Set {
        let (allocated, mut flags) = (self.access.allocations_of(self.unit), Set::default());
        if allocated.is_empty() {
            return flags;
        }
        let outside = self.access.outside(self.unit);
        if !allocated.meets(&outside) {
            return flags;
        }
        let p = self.world.source;
        let u = &p.units[self.unit];
        u.walk(&u.body, &mut |id, s| {
            if matches!(s.kind, StmtKind::If(_) | StmtKind::Select { .. } | StmtKind::ArithmeticIf { .. }) {
                flags.union(&self.effect(id).reads);
            }
        });
        let passive = flags.iter().filter(|z| outside.has(*z) && !self.access.zones.zone(*z).differentiable);
        passive.filter(|z| !self.access.zones.zone(*z).address).collect()
    }

    /// What a statement may write and an adjoint may want back.
    fn overwritten(&self, id: StmtId) -> Set {
        self.to_put_back(self.effect(id).writes.clone())
    }

    /// A set without what a first call sets up.
    fn to_put_back(&self, mut set: Set) -> Set {
        let improves = |i| self.world.request.improves(i);
        if improves(Improvement::Tbr) && improves(Improvement::Activity) {
            set.minus(&self.access.made_once);
        }
        set
    }

    // ------------------------------------------------------------------ backward work

    /// Whether the statement itself has an adjoint.
    fn is_active(&self, id: StmtId) -> bool {
        uses::has_adjoint(self.world, self.access, self.unit, id)
    }

    fn find_work(&mut self, seq: &Seq) -> bool {
        let mut any = false;
        for n in seq {
            if self.is_passive(n) {
                continue;
            }
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

    /// Zones that the adjoint of a statement reads as the statement leaves them.
    fn result(&self, id: StmtId) -> Option<Set> {
        if self.primal {
            return None;
        }
        uses::left(self.world, self.access, self.unit, id)
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
            NodeKind::Scope(body) if self.is_passive(n) => {
                let around = std::mem::replace(&mut self.primal, true);
                let live = self.live_sequence(body, out);
                self.primal = around;
                live
            }
            NodeKind::Scope(body) if self.ways.rebuilt.contains(&n.stmt) => self.live_region(n, body, out),
            NodeKind::Scope(body) => self.live_sequence(body, out),
            NodeKind::Join { frame, body } => {
                self.landing.insert((*frame, Landing::Behind), out.clone());
                self.live_sequence(body, out)
            }
            NodeKind::Loop { body, .. } if self.is_last_turn(n) => self.live_last_turn(n, body, out),
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
                || self.counts(m.stmt)
                || matches!(m.kind, NodeKind::Jump(_));
        });
        kept
    }

    /// Whether a loop runs for the value that its variable has behind it, whatever its body does.
    pub(super) fn counts(&self, id: StmtId) -> bool {
        self.counters.contains(&id) && self.live.contains(&id)
    }

    fn live_loop(&mut self, n: &Node, frame: FrameId, body: &Seq, out: Set, structured: bool) -> Set {
        if structured && !self.primal && self.ways.fused.contains_key(&n.stmt) {
            return self.live_fused(n, frame, body, out);
        }
        self.live_turns(n, frame, body, out, structured).0
    }

    /// A turn as it runs again.
    fn turn_again(&self, frame: FrameId, body: &Seq) -> Seq {
        let unit = &self.world.source.units[self.unit];
        turn_alone::alone(self.tree, unit, frame, body).unwrap_or_else(|| body.clone())
    }

    /// What is live before a loop, and at the end of each turn.
    fn live_turns(&mut self, n: &Node, frame: FrameId, body: &Seq, out: Set, structured: bool) -> (Set, Set) {
        let header = if structured { self.effect(n.stmt) } else { Rc::default() };
        let mut at_turn = out.clone();
        // Where only the original counts, turns are turns.
        let rebuilt = self.ways.rebuilt.contains(&n.stmt) && !self.primal;
        let binomial =
            rebuilt && crate::adjoint::plan::binomial::snapshots(self.world.source, self.unit, n.stmt).is_some();
        let mut entry = Set::default();
        if rebuilt {
            // By itself a turn is a unit of its own, whose sweeps meet at its end.
            let turn = self.turn_again(frame, body);
            let live;
            let around = std::mem::replace(&mut self.is_second, !binomial);
            (entry, live) = self.live_alone(&turn);
            self.is_second = around;
            entry.minus(&header.kills);
            let mut advance = BTreeSet::new();
            if binomial {
                (entry, advance) = self.carried(body, &header, entry);
            } else if structured {
                let standing = self.of_standing(body);
                let mut own = (*self.own_of_turns(n.stmt)).clone();
                own.minus(&standing);
                entry.minus(&own);
                let mut only_set = self.only_set(body);
                only_set.minus(&header.reads);
                only_set.minus(&standing);
                entry.minus(&only_set);
            }
            self.again.insert(n.stmt, Again { entry: entry.clone(), live, advance });
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
        if header.kills.meets(&out) {
            self.counters.insert(n.stmt);
            self.live.insert(n.stmt);
        }
        if self.is_kept(n) {
            self.live.insert(n.stmt);
        }
        let mut live = at_turn.clone();
        live.minus(&header.kills);
        if self.live.contains(&n.stmt) {
            live.union(&header.reads);
        }
        if binomial {
            live.union(&self.snapshot_reads(n));
        }
        (live, at_turn)
    }

    fn live_simple(&mut self, id: StmtId, out: Set) -> Set {
        let effect = self.effect(id);
        let uses = self.uses(id);
        let mut out = out;
        if let Some(result) = self.result(id) {
            out.union(&result);
        }
        let keep = match &self.stmt(id).kind {
            // These stay whatever happens to values.
            StmtKind::Stop { .. } | StmtKind::Allocate { .. } | StmtKind::Deallocate { .. } | StmtKind::Nullify(_) => {
                true
            }
            StmtKind::PointerAssign { .. } => true,
            StmtKind::Call { callee, .. } if self.world.source.is_move_alloc(*callee) => true,
            kind if self.world.files.keeps(self.world.source, self.unit, kind) => true,
            // Where it has a derivative, that ends the program.
            kind if self.world.ends.may_end(self.world.source, kind) && !self.back.contains(&id) => true,
            // The allocation is that of the derivative, or is looked at when it is released.
            StmtKind::Assign { lhs, rhs }
                if reallocation::may_reallocate(self.world.source, self.unit, lhs, rhs)
                    && (self.world.facts.has_storage(self.world.source, lhs)
                        || allocation::is_released(self.world.source, self.unit, lhs)
                        || allocation::is_asked(self.world.source, self.unit, lhs)) =>
            {
                true
            }
            kind if c_memory::allocates(self.world.source, kind) => true,
            // Nobody knows what later calls of it, or of its like, make of this one.
            kind if !self.back.contains(&id) && self.calls_undescribed(kind) => true,
            StmtKind::Opaque { .. } => effect.writes.meets(&out),
            // What is set up again must have been released.
            _ => effect.writes.meets(&out) || !self.set_up(id, &[]).is_empty(),
        };
        let keep = keep && !(self.is_second && !self.primal && self.standing.contains(&id));
        let again = self.primal && self.called_unit(id).is_some_and(|u| self.world.notes(u));
        let runs = match self.call_mode(id) {
            Some(CallMode::Split) => !again,
            // What it keeps is computed with its value.
            Some(CallMode::Partials) => !self.primal,
            Some(CallMode::Passive | CallMode::Joint | CallMode::Library) => false,
            // Nor are its partial derivatives.
            None => !self.primal && uses::has_gradient(self.access, self.unit, id),
        };
        let mut live = out;
        if keep || runs || self.valued && self.outlives(&effect.writes) {
            self.live.insert(id);
            live.minus(&effect.kills);
            live.union(&effect.reads);
        }
        // The backward sweep makes aliases itself.
        live.union(&self.access.without_aliases(&uses));
        live
    }

    /// Whether a statement calls a procedure of which nothing is known.
    fn calls_undescribed(&self, kind: &StmtKind) -> bool {
        let (p, options) = (self.world.source, self.world.facts.analysis.options());
        let mut found = false;
        kind.each_call(&mut |callee, _| {
            found |= p.callee(callee).is_none() && analysis::external::is_undescribed(p, callee, options);
        });
        found
    }

    /// In split mode, and where it gives the value, the forward sweep also stands for the original call: what the caller sees must be computed.
    fn outlives(&self, writes: &Set) -> bool {
        writes.iter().any(|z| {
            let zone = self.access.zones.zone(z);
            // What belongs to nobody, or to the procedure around.
            zone.owner != Some(self.unit)
                || zone.pointee
                || self
                    .world
                    .source
                    .variable(zone.symbol)
                    .is_some_and(|v| matches!(v.storage, il::Storage::Dummy(_) | il::Storage::Result) || v.saved)
        })
    }
}
