//! The answers: what a transformer may ask, in terms of units, statements and expressions.

use std::collections::BTreeMap;
use std::sync::Arc;

use il::calls::CallGraph;
use il::expr::{Expr, ExprKind};
use il::flow::{Flow, Position};
use il::stmt::StmtKind;
use il::zones::{ZoneId, Zones};
use il::{Id, Program, ScopeId, StmtId, SymbolId, UnitId};

use crate::activity::{self, Context, Input, UnitActivity};
use crate::adjoint_out;
use crate::adjoint_use;
use crate::dependency;
use crate::diff_dependency;
use crate::diff_liveness::{self, Liveness};
use crate::effects::{Step, UnitEffects};
use crate::framework::Solution;
use crate::in_out::{self, InOut, Summary};
use crate::loop_dependence::LoopDependence;
use crate::matrix::Matrix;
use crate::must_read;
use crate::out_of_reach;
use crate::reader::Reader;
use crate::region::CallEffect;
use crate::request::{At, Head, Options, VarRef};
use crate::sets::{Bits, Universe, ZoneSet};
use crate::steps;
use crate::tbr;
use crate::uses::{self, PointUse};
use crate::whole_names::with_whole;

/// How the derivative of a procedure treats a dummy, its result or a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FormalActivity {
    /// At some active call its value on entry is varied.
    pub varied_in: bool,
    /// At some active call its value on return is useful.
    pub useful_out: bool,
    /// It is active somewhere in the unit: it has a derivative there.
    pub active: bool,
    /// Active where the unit begins.
    pub active_in: bool,
    /// Active where the unit returns.
    pub active_out: bool,
}

/// The activity of what a procedure shares with its callers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Signature {
    /// By dummy argument, in order; of a structure or pointer: of all its components.
    pub formals: Vec<FormalActivity>,
    /// Of the result of a function.
    pub result: Option<FormalActivity>,
    /// COMMON members, module variables and other globals that are active in the unit, component by component.
    pub globals: Vec<(VarRef, FormalActivity)>,
}

/// Facts about a program, for a set of heads.
pub struct Facts<'p> {
    program: &'p Program,
    options: Options,
    zones: Zones,
    calls: CallGraph,
    effects: Vec<UnitEffects>,
    units: Vec<Arc<Universe>>,
    in_out: Vec<Summary>,
    overlaid: Vec<Vec<Bits>>,
    dependency: Vec<Matrix>,
    diff_dependency: Vec<Matrix>,
    contexts: Vec<Context>,
    heads: BTreeMap<UnitId, Context>,
    activity: Vec<Option<UnitActivity>>,
    order: Vec<UnitId>,
    uses: Vec<Option<Vec<Vec<PointUse>>>>,
    on_entry: Vec<Bits>,
    liveness: Vec<Option<Liveness>>,
    tbr: Vec<Option<Solution<Bits>>>,
    adjoint_out: Vec<Option<Solution<Bits>>>,
    symbols: Vec<Vec<VarRef>>,
    signatures: Vec<Option<Signature>>,
}

/// Runs all analyses.
pub fn analyse<'p>(program: &'p Program, heads: &[Head], options: &Options) -> Facts<'p> {
    let calls = CallGraph::new(program);
    let zones = Zones::new(program, &calls);
    let lists = steps::universes(program, &calls, &zones, options);
    let bare: Vec<Arc<Universe>> = lists.iter().map(|l| Arc::new(Universe::new(l.clone(), &zones))).collect();
    let out_of_reach = out_of_reach::zones_of_statics(program, &calls, &zones, options, &lists, &bare);
    let options = &Options { out_of_reach, ..options.clone() };
    let effects: Vec<UnitEffects> =
        program.units.ids().map(|u| steps::unit_effects(program, &calls, &zones, options, u, &lists, &bare)).collect();
    let units: Vec<Arc<Universe>> = effects.iter().map(|e| e.universe.clone()).collect();
    let in_out = in_out::summaries(&calls, &effects, &units);
    let diff_dependency = diff_dependency::matrices(&calls, &effects, &in_out);
    let dependency = dependency::matrices(&calls, &effects, &in_out, &units);
    let mut contexts = contexts(program, &zones, &effects, &units, &in_out, heads);
    let heads = heads.iter().map(|h| (h.unit, contexts[h.unit.index()].clone())).collect();
    let mut declared: BTreeMap<ScopeId, Vec<SymbolId>> = BTreeMap::new();
    program.symbols.iter().for_each(|(id, s)| declared.entry(s.scope).or_default().push(id));
    let locals = |u: UnitId| declared.get(&program.units[u].scope).map_or(&[][..], Vec::as_slice);
    let overlaid: Vec<Vec<Bits>> =
        program.units.ids().map(|u| overlaid(&zones, &units[u.index()], locals(u))).collect();
    let input = Input {
        calls: &calls,
        effects: &effects,
        units: &units,
        matrices: &diff_dependency,
        in_out: &in_out,
        overlaid: &overlaid,
    };
    let activity = match options.activity {
        true => activity::analyse(&input, &mut contexts),
        false => activity::everything(&input, &mut contexts),
    };
    let uses: Vec<Option<Vec<Vec<PointUse>>>> = program
        .units
        .ids()
        .map(|u| {
            let found = activity[u.index()].as_ref()?;
            Some(uses::point_uses(program, &zones, &input, u, &contexts[u.index()], found))
        })
        .collect();
    let problem = diff_liveness::Problem { input: &input, dependency: &dependency, uses: &uses, options };
    let on_entry = problem.on_entry();
    let liveness = problem.analyse(&on_entry);
    let tbr = tbr::analyse(&problem, &liveness, &on_entry);
    let adjoint_out = adjoint_out::analyse(&problem, &liveness, &tbr, &on_entry);
    let order = calls.bottom_up().filter(|u| activity[u.index()].is_some()).collect();
    let mut facts = Facts {
        program,
        options: options.clone(),
        zones,
        calls,
        effects,
        units,
        in_out,
        overlaid,
        dependency,
        diff_dependency,
        contexts,
        heads,
        activity,
        order,
        uses,
        on_entry,
        liveness,
        tbr,
        adjoint_out,
        symbols: Vec::new(),
        signatures: Vec::new(),
    };
    facts.symbols = program.units.ids().map(|u| facts.find_active_symbols(u)).collect();
    facts.signatures = program.units.ids().map(|u| facts.find_signature(u)).collect();
    facts
}

/// What the heads ask for.
fn contexts(
    program: &Program,
    zones: &Zones,
    effects: &[UnitEffects],
    units: &[Arc<Universe>],
    in_out: &[Summary],
    heads: &[Head],
) -> Vec<Context> {
    let nothing = |u: &Arc<Universe>| Context {
        varied_in: u.none(),
        useful_out: u.none(),
        sticky: u.none(),
        differentiated: false,
        owned: u.none(),
    };
    let mut contexts: Vec<Context> = units.iter().map(nothing).collect();
    for head in heads {
        let i = head.unit.index();
        let (universe, e) = (&units[i], &effects[i]);
        let real = universe.differentiable();
        let listed = |list: &[VarRef]| {
            let mut out = universe.none();
            for v in list {
                out.add_all(&universe.numbers(&zones.of_component(v.symbol, &v.path)));
            }
            out.and(&real)
        };
        let whole = |found: &Bits| with_whole(program, zones, universe, head.unit, found, false);
        let context = &mut contexts[i];
        context.differentiated = true;
        context.varied_in.union(&match head.independents.is_empty() {
            true => whole(&in_out[i].exposed).and(&real).and(&e.inputs),
            false => listed(&head.independents),
        });
        let mut results = universe.none();
        for (k, z) in universe.zones().iter().enumerate() {
            if zones.zone(*z).owner == Some(head.unit) && !e.inputs.has(k as u32) && e.outputs.has(k as u32) {
                results.add(k as u32);
            }
        }
        results.union(&in_out[i].written);
        context.useful_out.union(&match head.dependents.is_empty() {
            true => whole(&results).and(&real).and(&e.outputs),
            false => listed(&head.dependents),
        });
    }
    contexts
}

impl<'p> Facts<'p> {
    // Storage and control.

    /// The units that are asked for.
    pub(crate) fn heads(&self) -> Vec<UnitId> {
        self.heads.keys().copied().collect()
    }
    /// The program that was analysed.
    pub fn program(&self) -> &'p Program {
        self.program
    }
    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }
    /// Storage.
    pub fn zones(&self) -> &Zones {
        &self.zones
    }
    /// The call graph.
    pub fn calls(&self) -> &CallGraph {
        &self.calls
    }
    /// The flow graph of a unit.
    pub fn flow(&self, unit: UnitId) -> &Flow {
        &self.effects[unit.index()].flow
    }
    /// Dep(P): the zones on return that depend on each other on entry, over the unit's universe.
    pub fn dependency(&self, unit: UnitId) -> &Matrix {
        &self.dependency[unit.index()]
    }
    /// Diff-dep(P).
    pub fn diff_dependency(&self, unit: UnitId) -> &Matrix {
        &self.diff_dependency[unit.index()]
    }
    /// The numbering of zones in a unit.
    pub fn universe(&self, unit: UnitId) -> &Universe {
        &self.units[unit.index()]
    }

    /// What the points of all units do.
    pub(crate) fn effects(&self) -> &[UnitEffects] {
        &self.effects
    }
    /// In-out of all units, over their universes.
    pub(crate) fn in_out_summaries(&self) -> &[Summary] {
        &self.in_out
    }

    /// The numberings of all units.
    pub(crate) fn universes(&self) -> &[Arc<Universe>] {
        &self.units
    }

    /// What activity analysis knew when it began.
    pub(crate) fn activity_input(&self) -> Input<'_> {
        Input {
            calls: &self.calls,
            effects: &self.effects,
            units: &self.units,
            matrices: &self.diff_dependency,
            in_out: &self.in_out,
            overlaid: &self.overlaid,
        }
    }
    /// Its result. `None`: the unit has no derivative.
    pub(crate) fn activity_of(&self, unit: UnitId) -> Option<&UnitActivity> {
        self.activity[unit.index()].as_ref()
    }
    /// What all calls of a unit, and the head that it may be, ask of its derivative.
    pub(crate) fn context(&self, unit: UnitId) -> &Context {
        &self.contexts[unit.index()]
    }
    /// What a head alone asks of its derivative.
    pub(crate) fn asked_of_head(&self, head: UnitId) -> Option<&Context> {
        self.heads.get(&head)
    }
    /// What the points of a unit do.
    pub(crate) fn effects_of(&self, unit: UnitId) -> &UnitEffects {
        &self.effects[unit.index()]
    }
    /// What happens at a point.
    pub(crate) fn steps_at(&self, unit: UnitId, p: Position) -> &[Step] {
        self.effects[unit.index()].steps[p.block.index()].get(p.index).map_or(&[], Vec::as_slice)
    }

    /// What statements of a unit and of those that it calls may write, by units. Not what procedures without source may do to globals.
    pub fn written_by_statements(&self) -> BTreeMap<UnitId, ZoneSet> {
        let all = out_of_reach::written(&self.effects, false);
        self.program.units.ids().zip(all).map(|(u, bits)| (u, self.set(u, bits))).collect()
    }

    /// What a unit surely reads of its inputs whenever it returns.
    pub fn must_read(&self, unit: UnitId) -> ZoneSet {
        let all = must_read::summaries(self.program, &self.calls, &self.effects, &self.in_out, &self.units);
        self.set(unit, all[unit.index()].clone())
    }

    fn set(&self, unit: UnitId, bits: Bits) -> ZoneSet {
        ZoneSet::new(self.units[unit.index()].clone(), bits)
    }

    fn position(&self, unit: UnitId, at: At) -> Option<Position> {
        let flow = self.flow(unit);
        match at {
            At::Entry => Some(Position { block: flow.entry, index: 0 }),
            At::Exit => Some(Position { block: flow.exit, index: 0 }),
            At::Before(s) => flow.before(s),
            At::After(s) => flow.after(s),
        }
    }

    fn at(&self, unit: UnitId, at: At, of: Option<&Solution<Bits>>) -> Bits {
        match (self.position(unit, at), of) {
            (Some(p), Some(s)) => s.at(p).clone(),
            _ => self.units[unit.index()].none(),
        }
    }

    fn reader(&self, unit: UnitId) -> Reader<'_> {
        Reader { program: self.program, zones: &self.zones, universe: &self.units[unit.index()] }
    }

    // Activity.

    /// Units that have a derivative procedure, callees before callers.
    pub fn differentiated_units(&self) -> &[UnitId] {
        &self.order
    }
    /// Whether a unit has a derivative procedure: it is a head, or some call of it is active.
    pub fn is_differentiated(&self, unit: UnitId) -> bool {
        self.activity[unit.index()].is_some()
    }
    /// Zones that may depend differentiably on an independent.
    pub fn varied(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.at(unit, at, self.activity[unit.index()].as_ref().map(|a| &a.varied)))
    }
    /// Zones that may influence a dependent differentiably.
    pub fn useful(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.at(unit, at, self.activity[unit.index()].as_ref().map(|a| &a.useful)))
    }
    /// Varied and useful.
    pub fn active(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.active_bits(unit, at))
    }
    /// Active just before a statement.
    pub fn active_before(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.active(unit, At::Before(stmt))
    }
    /// Active just after a statement.
    pub fn active_after(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.active(unit, At::After(stmt))
    }
    /// Active at some place of the unit.
    pub fn active_anywhere(&self, unit: UnitId) -> ZoneSet {
        let none = self.units[unit.index()].none();
        self.set(unit, self.activity[unit.index()].as_ref().map_or(none, |a| a.anywhere.clone()))
    }

    fn active_bits(&self, unit: UnitId, at: At) -> Bits {
        self.at(unit, at, self.activity[unit.index()].as_ref().map(|a| &a.active))
    }

    /// Whether some zone of a reference is active at a place.
    pub fn is_active_ref(&self, unit: UnitId, at: At, reference: &Expr) -> bool {
        self.active_bits(unit, at).has_any(&self.reader(unit).reference(reference).0)
    }
    /// Whether a reference may be varied at a place.
    pub fn is_varied_ref(&self, unit: UnitId, at: At, reference: &Expr) -> bool {
        self.varied(unit, at).bits().has_any(&self.reader(unit).reference(reference).0)
    }
    /// Whether a reference may be useful at a place.
    pub fn is_useful_ref(&self, unit: UnitId, at: At, reference: &Expr) -> bool {
        self.useful(unit, at).bits().has_any(&self.reader(unit).reference(reference).0)
    }
    /// Whether the value of an expression, before a statement, uses an active reference differentiably.
    pub fn is_active_expr(&self, unit: UnitId, stmt: StmtId, e: &Expr) -> bool {
        adjoint_use::is_active(&self.reader(unit), e, &self.active_bits(unit, At::Before(stmt)))
    }
    /// Whether a simple statement has a derivative instruction: it assigns to what is active after it, or is an active call. A construct: whether one
    /// inside has.
    pub fn is_active_stmt(&self, unit: UnitId, stmt: StmtId) -> bool {
        self.any_point(unit, stmt, |u, _| u.derivative)
    }
    /// Whether one of the calls that a statement makes is active.
    pub fn is_active_call(&self, unit: UnitId, stmt: StmtId) -> bool {
        self.any_point(unit, stmt, |u, _| u.active_call.contains(&true))
    }
    /// Whether a call may allocate or release what outlives the callee ([`Options::allocations`]).
    pub fn changes_allocation(&self, unit: UnitId, stmt: StmtId) -> bool {
        self.options.allocations.contains_key(&(unit, stmt))
    }
    /// What owns a derivative somewhere in the unit, component by component, in the order of the symbols; globals included.
    pub fn active_symbols(&self, unit: UnitId) -> &[VarRef] {
        &self.symbols[unit.index()]
    }
    /// Whether the variable (and component) of a reference owns a derivative in the unit.
    pub fn has_derivative(&self, unit: UnitId, reference: &Expr) -> bool {
        let Some(a) = &self.activity[unit.index()] else { return false };
        let reachable = match reference.is_reference() {
            true => self.zones.reachable(self.program, reference),
            false => return false,
        };
        a.anywhere.has_any(&self.units[unit.index()].numbers(&reachable))
    }
    /// How the derivative of a unit treats what it shares with its callers. `None`: it has no derivative.
    pub fn signature(&self, unit: UnitId) -> Option<&Signature> {
        self.signatures[unit.index()].as_ref()
    }

    /// Globals that the derivative of a callee takes as varied although they are not active before this call: in tangent mode their
    /// derivatives may hold anything there, and must be cleared first.
    pub fn passive_globals_before(&self, unit: UnitId, stmt: StmtId) -> Vec<ZoneId> {
        let active = self.active_bits(unit, At::Before(stmt));
        self.globals_of_call(unit, stmt, |i, there, here| {
            // What the callee overwrites before it is used is not active where it begins.
            let read = self.activity[i].as_ref().is_some_and(|a| a.active.entry(&self.effects[i].flow).has(there));
            read && self.contexts[i].varied_in.has(there) && !active.has(here)
        })
    }

    /// Globals whose derivatives the derivative of a callee takes as useful on return although they are not active behind this call.
    pub fn passive_globals_after(&self, unit: UnitId, stmt: StmtId) -> Vec<ZoneId> {
        let active = self.active_bits(unit, At::After(stmt));
        self.globals_of_call(unit, stmt, |i, there, here| self.contexts[i].useful_out.has(there) && !active.has(here))
    }

    fn globals_of_call(&self, unit: UnitId, stmt: StmtId, wanted: impl Fn(usize, u32, u32) -> bool) -> Vec<ZoneId> {
        let mut out = Vec::new();
        for step in self.steps(unit, stmt) {
            let Step::Call(c) = step else { continue };
            let i = c.callee.index();
            let Some(found) = &self.activity[i] else { continue };
            for (there, here) in c.shared.iter().filter(|(there, _)| found.anywhere.has(*there)) {
                if wanted(i, *there, *here) {
                    out.extend(self.units[unit.index()].zone(*here));
                }
            }
        }
        out.sort();
        out.dedup();
        out
    }

    /// Zones with a derivative that is not set when the unit begins but may be used before it is: in tangent mode they are cleared first.
    /// (Not varied on entry, active somewhere, and the value on entry counts: assigned in parts, or on some paths only.)
    pub fn undefined_derivatives(&self, unit: UnitId) -> ZoneSet {
        let i = unit.index();
        let Some(found) = &self.activity[i] else { return self.set(unit, self.units[i].none()) };
        // What a head gives back, and a local, is one variable, however COMMON and EQUIVALENCE cut it.
        let mut owned = with_whole(self.program, &self.zones, &self.units[i], unit, &found.anywhere, true);
        if !self.heads.contains_key(&unit) {
            let is_own = |k: u32| self.units[i].zone(k).is_some_and(|z| self.zones.zone(z).owner == Some(unit));
            let of_others: Vec<u32> = owned.iter().filter(|k| !is_own(*k)).collect();
            of_others.into_iter().filter(|k| !found.anywhere.has(*k)).for_each(|k| owned.remove(k));
        }
        self.set(unit, self.not_varied_but_used(unit).and(&owned))
    }

    /// Zones that are not varied when the unit begins and whose value then counts. Where a structure is assigned whole, so is its derivative, with
    /// the components that are active nowhere: these too are cleared first.
    pub fn copied_unvaried(&self, unit: UnitId) -> ZoneSet {
        self.set(unit, self.not_varied_but_used(unit))
    }

    fn not_varied_but_used(&self, unit: UnitId) -> Bits {
        let i = unit.index();
        let e = &self.effects[i];
        let live = in_out::liveness(e, &self.in_out, &self.units, &self.contexts[i].useful_out);
        let mut out = live.entry(&e.flow).clone();
        out.subtract(&self.contexts[i].varied_in);
        out
    }

    // Effects.

    /// What a unit does to what it shares with its callers.
    pub fn in_out(&self, unit: UnitId) -> InOut {
        InOut::new(&self.units[unit.index()], self.in_out[unit.index()].clone())
    }
    /// The same for what a statement calls, in zones of the call site. Of a statement without calls: what it does itself.
    pub fn in_out_call(&self, unit: UnitId, stmt: StmtId) -> InOut {
        let here = &self.units[unit.index()];
        let mut s = Summary {
            read: here.none(),
            exposed: here.none(),
            written: here.none(),
            killed: here.none(),
            returns: true,
        };
        for step in self.steps(unit, stmt) {
            let mut read = in_out::read(step, here, &self.in_out, &self.units);
            s.read.union(&read);
            if let Step::Call(c) = step {
                s.read.union(&c.feeds(here, &self.in_out[c.callee.index()].read, false));
            }
            read.subtract(&s.killed);
            s.exposed.union(&read);
            s.written.union(&in_out::written(step, here, &self.in_out, &self.units));
            s.killed.union(&in_out::killed(step, here, &self.in_out, &self.units));
        }
        InOut::new(here, s)
    }
    /// Across the call of `callee` that a statement makes: on what here the zones `there` of the callee depend on entry (without what is read to
    /// evaluate arguments), and what here shows them on return. Nothing when the statement makes other calls too, or a zone is not the callee's.
    pub fn across_call(
        &self,
        unit: UnitId,
        stmt: StmtId,
        callee: UnitId,
        there: &[ZoneId],
    ) -> Option<(ZoneSet, ZoneSet)> {
        let mut call = None;
        for step in self.steps(unit, stmt) {
            match step {
                Step::Call(c) if call.is_none() && c.callee == callee => call = Some(c),
                Step::Call(_) => return None,
                Step::Move(m) if m.external => return None,
                Step::Move(_) => {}
            }
        }
        let (call, universe) = (call?, &self.units[callee.index()]);
        let mut set = universe.none();
        for z in there {
            set.add(universe.number(*z)?);
        }
        let here = &self.units[unit.index()];
        let mut before = call.feeds(here, &set, false);
        before.add_all(&call.status);
        Some((self.set(unit, before), self.set(unit, call.shows(here, &set))))
    }
    /// What a statement reads; of a construct: of its own line and of all inside.
    pub fn reads(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.gather(unit, stmt, |s, here| in_out::read(s, here, &self.in_out, &self.units))
    }
    /// What a statement may write; of a construct: of its own line and of all inside.
    pub fn writes(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.gather(unit, stmt, |s, here| in_out::written(s, here, &self.in_out, &self.units))
    }
    /// What a simple statement surely overwrites, entirely.
    pub fn kills(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.in_out_call(unit, stmt).killed
    }
    /// Whether the zones that bounds of a counted loop read stay as they are inside the loop, so that the bounds can be evaluated again behind it.
    pub fn loop_bounds_kept(&self, unit: UnitId, stmt: StmtId) -> bool {
        let body = &self.program.units[unit];
        let StmtKind::Do(d) = &body.stmts[stmt].kind else { return false };
        let written = self.writes(unit, stmt);
        !written.bits().has_any(&adjoint_use::loop_bounds(&self.reader(unit), d))
    }

    fn gather(&self, unit: UnitId, stmt: StmtId, f: impl Fn(&Step, &Universe) -> Bits) -> ZoneSet {
        let here = &self.units[unit.index()];
        let mut out = here.none();
        let e = &self.effects[unit.index()];
        for (block, index) in self.points(unit, stmt) {
            for s in &e.steps[block][index] {
                out.union(&f(s, here));
            }
        }
        self.set(unit, out)
    }

    /// The steps of a simple statement.
    fn steps(&self, unit: UnitId, stmt: StmtId) -> impl Iterator<Item = &Step> {
        let e = &self.effects[unit.index()];
        self.own_points(unit, stmt).into_iter().flat_map(|(b, k)| &e.steps[b][k])
    }

    /// The points of a statement's own line that lie where it begins: all of a simple statement.
    fn own_points(&self, unit: UnitId, stmt: StmtId) -> Vec<(usize, usize)> {
        let flow = self.flow(unit);
        let Some(p) = flow.before(stmt) else { return Vec::new() };
        let points = flow.points(p.block);
        (p.index..points.len()).take_while(|k| points[*k].stmt == stmt).map(|k| (p.block.index(), k)).collect()
    }

    /// All points of a statement, and of the statements inside it: (block index, point).
    fn points(&self, unit: UnitId, stmt: StmtId) -> Vec<(usize, usize)> {
        let body = &self.program.units[unit];
        let kind = &body.stmts[stmt].kind;
        if kind.blocks().is_empty() {
            return self.own_points(unit, stmt);
        }
        let flow = self.flow(unit);
        let mut inside = std::collections::HashSet::from([stmt]);
        kind.blocks().into_iter().for_each(|b| {
            body.walk(b, &mut |s, _| {
                inside.insert(s);
            })
        });
        let mut out = Vec::new();
        for b in flow.graph.node_indices() {
            for (k, p) in flow.points(b).iter().enumerate() {
                if inside.contains(&p.stmt) {
                    out.push((b.index(), k));
                }
            }
        }
        out
    }

    fn any_point(&self, unit: UnitId, stmt: StmtId, f: impl Fn(&PointUse, bool) -> bool) -> bool {
        let (Some(uses), Some(live)) = (&self.uses[unit.index()], &self.liveness[unit.index()]) else { return false };
        self.points(unit, stmt).into_iter().any(|(b, k)| f(&uses[b][k], live.present[b][k]))
    }

    // Adjoint.

    /// Zones whose values the derivatives still need.
    pub fn diff_live(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.at(unit, at, self.liveness[unit.index()].as_ref().map(|l| &l.live)))
    }
    /// Just after a statement.
    pub fn diff_live_after(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.diff_live(unit, At::After(stmt))
    }
    /// What the adjoint of a unit needs on entry: its snapshot.
    pub fn needed_on_entry(&self, unit: UnitId) -> ZoneSet {
        self.set(unit, self.on_entry[unit.index()].clone())
    }
    /// Whether the forward sweep keeps a statement: it produces a live value; of a construct: something inside does, or has a derivative, or its
    /// decision is live; of a jump: a decision that leads to it is live, or none does.
    pub fn is_live_for_diff(&self, unit: UnitId, stmt: StmtId) -> bool {
        if !self.options.diff_liveness {
            return true;
        }
        let kind = &self.program.units[unit].stmts[stmt].kind;
        let leaves = matches!(kind, StmtKind::Exit(_) | StmtKind::Cycle(_) | StmtKind::Return(_));
        let is_jump = leaves || kind.jumps_to_labels();
        if is_jump {
            let (Some(live), Some(p)) = (&self.liveness[unit.index()], self.flow(unit).before(stmt)) else {
                return false;
            };
            let by = &self.effects[unit.index()].control[p.block.index()];
            return by.is_empty() || by.iter().any(|b| live.decisions[b.index()]) || live.decisions[p.block.index()];
        }
        if matches!(kind, StmtKind::Nop | StmtKind::Declare(_)) {
            return true;
        }
        let is_construct = !kind.blocks().is_empty();
        self.any_point(unit, stmt, |u, present| present || (is_construct && u.derivative))
            || (is_construct && self.is_live_control(unit, stmt))
    }
    /// Whether the decision of a construct is needed: which way an IF goes, how often a loop turns.
    pub fn is_live_control(&self, unit: UnitId, stmt: StmtId) -> bool {
        let Some(live) = &self.liveness[unit.index()] else { return false };
        let flow = self.flow(unit);
        flow.graph
            .node_indices()
            .any(|b| live.decisions[b.index()] && flow.points(b).last().is_some_and(|p| p.stmt == stmt))
    }
    /// Values that derivative instructions of earlier statements still need (and, in a callee, those that its callers need).
    pub fn tbr_before(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.tbr(unit, At::Before(stmt))
    }
    /// The same at any place.
    pub fn tbr(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.at(unit, at, self.tbr[unit.index()].as_ref()))
    }
    /// Zones to save before a simple statement and to restore before its adjoint; of a construct: for its own line (a DO: its variable).
    pub fn to_save(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        let i = unit.index();
        let mut out = self.units[i].none();
        if let (Some(uses), Some(live), Some(tbr)) = (&self.uses[i], &self.liveness[i], &self.tbr[i]) {
            self.with_problem(|problem| {
                for (b, k) in self.own_points(unit, stmt) {
                    let at = Position { block: il::flow::BlockId::new(b), index: k };
                    let e = &self.effects[i];
                    let save =
                        tbr::to_save(problem, e, at, &uses[b][k], live.present[b][k], tbr.at(at), &self.on_entry);
                    out.union(&save);
                }
            });
        }
        self.set(unit, out)
    }
    /// use(I′) of a simple statement: what its derivative needs of the original program, calls included.
    pub fn adjoint_use(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        let i = unit.index();
        let mut out = self.units[i].none();
        if let Some(uses) = &self.uses[i] {
            for (b, k) in self.own_points(unit, stmt) {
                out.union(&uses[b][k].uses);
                for (s, active) in self.effects[i].steps[b][k].iter().zip(&uses[b][k].active_call) {
                    if let (Step::Call(c), true) = (s, *active) {
                        out.union(&c.feeds(&self.units[i], &self.on_entry[c.callee.index()], false));
                    }
                }
            }
        }
        self.set(unit, out)
    }
    /// Values that the rest of the forward sweep and its backward sweep may leave modified.
    pub fn adjoint_out(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.at(unit, at, self.adjoint_out[unit.index()].as_ref()))
    }

    /// The dependences of a loop, element by element; `None`: of the whole body.
    pub fn loop_dependence(&self, unit: UnitId, root: Option<StmtId>) -> LoopDependence<'_> {
        let effects = |s: StmtId| {
            let (exposed, kills) = (self.in_out_call(unit, s).exposed, self.kills(unit, s));
            // What a call reads only after it has written it is its own.
            let reads = self.reads(unit, s).iter().filter(|z| exposed.contains(*z) || !kills.contains(*z)).collect();
            Some(CallEffect { reads, writes: self.writes(unit, s).iter().collect(), kills: kills.iter().collect() })
        };
        LoopDependence::new(self.program, &self.zones, unit, root, &effects)
    }

    fn with_problem(&self, f: impl FnOnce(&diff_liveness::Problem)) {
        let input = self.activity_input();
        let (dependency, uses, options) = (&self.dependency, &self.uses, &self.options);
        f(&diff_liveness::Problem { input: &input, dependency, uses, options });
    }

    // Names.

    fn find_active_symbols(&self, unit: UnitId) -> Vec<VarRef> {
        let Some(found) = &self.activity[unit.index()] else { return Vec::new() };
        let mut symbols: std::collections::BTreeSet<SymbolId> = Default::default();
        let body = &self.program.units[unit];
        symbols.extend(body.params.iter().copied().chain(body.result()));
        let mut note = |s: SymbolId| {
            symbols.insert(s);
        };
        body.walk(&body.body, &mut |_, s| {
            if let StmtKind::Do(d) = &s.kind {
                note(d.var);
            }
            s.kind.exprs(&mut |e| {
                e.walk(&mut |e| {
                    if let ExprKind::Var(s) = e.kind {
                        note(s);
                    }
                })
            })
        });
        // Names that only a call reaches: members of COMMON declared here, globals of callees.
        symbols.extend(body.commons().into_values().flatten());
        let universe = &self.units[unit.index()];
        let mut out = Vec::new();
        let mut seen = universe.none();
        let mut add = |s: SymbolId, out: &mut Vec<VarRef>| {
            for (path, zones) in self.zones.components(s) {
                let numbers = universe.numbers(&zones);
                if found.anywhere.has_any(&numbers) {
                    out.push(VarRef { symbol: s, path });
                    seen.add_all(&numbers);
                }
            }
        };
        for s in symbols {
            add(s, &mut out);
        }
        let mut rest = found.anywhere.clone();
        rest.subtract(&seen);
        for n in rest.iter() {
            if let Some(z) = universe.zone(n) {
                let info = self.zones.zone(z);
                out.push(VarRef { symbol: info.symbol, path: info.path.clone() });
            }
        }
        out.sort();
        out.dedup();
        out
    }

    fn find_signature(&self, unit: UnitId) -> Option<Signature> {
        let i = unit.index();
        let found = self.activity[i].as_ref()?;
        let flow = self.flow(unit);
        let universe = &self.units[i];
        let of = |zones: &[ZoneId]| {
            let numbers = universe.numbers(zones);
            FormalActivity {
                varied_in: self.contexts[i].varied_in.has_any(&numbers),
                useful_out: self.contexts[i].useful_out.has_any(&numbers),
                active: found.anywhere.has_any(&numbers),
                active_in: found.active.entry(flow).has_any(&numbers),
                active_out: found.active.exit(flow).has_any(&numbers),
            }
        };
        let whole = |s: SymbolId| of(&self.zones.of_component(s, &[]));
        let body = &self.program.units[unit];
        let is_own =
            |s: SymbolId| self.zones.of_component(s, &[]).iter().all(|z| self.zones.zone(*z).owner == Some(unit));
        let globals = self
            .active_symbols(unit)
            .iter()
            .filter(|v| !body.params.contains(&v.symbol) && Some(v.symbol) != body.result() && !is_own(v.symbol))
            .map(|v| (v.clone(), of(&self.zones.of_component(v.symbol, &v.path))))
            .collect();
        Some(Signature {
            formals: body.params.iter().map(|p| whole(*p)).collect(),
            result: body.result().map(whole),
            globals,
        })
    }

    /// A set as names of the unit, sorted: for dumps and tests.
    pub fn names(&self, unit: UnitId, set: &ZoneSet) -> Vec<String> {
        let mut names: Vec<String> = set.iter().map(|z| self.zones.name_in(self.program, unit, z)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// A stable text of one analysis on one unit: `active`, `varied`, `useful`, `diff-live`, `tbr`, `adjoint-out`; one line per statement, before → after.
    pub fn to_text(&self, unit: UnitId, analysis: &str) -> String {
        let mut out = format!("unit {}\n", self.program.units[unit].name);
        let get = |at: At| match analysis {
            "varied" => self.varied(unit, at),
            "useful" => self.useful(unit, at),
            "diff-live" => self.diff_live(unit, at),
            "tbr" => self.tbr(unit, at),
            "adjoint-out" => self.adjoint_out(unit, at),
            _ => self.active(unit, at),
        };
        for s in self.program.units[unit].all_stmts() {
            let names = |at| self.names(unit, &get(at)).join(" ");
            out.push_str(&format!("  {s}: {{{}}} -> {{{}}}\n", names(At::Before(s)), names(At::After(s))));
        }
        out
    }
}

/// The zones of the variables of a unit that have more than one: their storage is cut where that of others begins or ends.
fn overlaid(zones: &Zones, universe: &Universe, locals: &[SymbolId]) -> Vec<Bits> {
    let parts = locals.iter().flat_map(|id| zones.components(*id)).filter(|(_, z)| z.len() > 1);
    parts
        .map(|(_, z)| {
            let mut bits = universe.none();
            universe.numbers(&z).into_iter().filter(|n| universe.is_differentiable(*n)).for_each(|n| {
                bits.add(n);
            });
            bits
        })
        .collect()
}
