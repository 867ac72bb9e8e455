//! The answers: what a transformer may ask, in terms of units, statements and expressions.
//!
//! Here: how all analyses are run, storage, control, loops. [`activity`], [`effects`] and [`adjoint`] hold the
//! other questions.

mod activity;
mod adjoint;
mod effects;

use std::cell::{LazyCell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use il::calls::CallGraph;
use il::flow::{Flow, Position};
use il::stores;
use il::zones::{ZoneId, Zones};
use il::{Id, Program, StmtId, SymbolId, UnitId};

use crate::activity::{Context, Input, UnitActivity};
use crate::adjoint_out;
use crate::alike_calls::{self, OfElements};
use crate::callbacks;
use crate::channels;
use crate::dependency;
use crate::diff_dependency;
use crate::diff_liveness::{self, Liveness};
use crate::effects::{Step, UnitEffects};
use crate::framework::Solution;
use crate::in_out::{self, Summary};
use crate::loop_dependence::{Around, LoopDependence};
use crate::matrix::Matrix;
use crate::out_of_reach;
use crate::reader::Reader;
use crate::region::CallEffect;
use crate::request::{At, Head, Options, VarRef};
use crate::sets::{Bits, Universe, ZoneSet};
use crate::steps;
use crate::tbr;
use crate::trust::Trust;
use crate::uses::{self, PointUse};
use crate::whole_names::with_whole;
use il::sparse::Sparse;

pub use activity::{FormalActivity, Signature};

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
    /// Zones that are active at some place of some unit, once that was asked.
    active_somewhere: OnceCell<Sparse>,
    /// By unit that declares them, the zones of variables that COMMON or EQUIVALENCE cut into several, once that was asked.
    cut: OnceCell<Vec<(Option<UnitId>, Vec<ZoneId>)>>,
    /// What procedures do to elements of dummies, of those that were asked for.
    of_elements: RefCell<BTreeMap<(UnitId, ZoneId), Rc<OfElements>>>,
    /// By unit, what its statements do to what they name, once that was asked.
    stores: Vec<OnceCell<stores::OfUnit>>,
}

/// Runs all analyses.
pub fn analyse<'p>(program: &'p Program, heads: &[Head], options: &Options) -> Facts<'p> {
    let effecting = tracing::info_span!("effects").entered();
    let calls = CallGraph::new(program);
    let zones = Zones::new(program, &calls);
    let asked: Vec<UnitId> = heads.iter().map(|h| h.unit).collect();
    let lists = steps::universes(program, &calls, &zones, options, &asked);
    let bare: Vec<Arc<Universe>> = lists.iter().map(|l| Arc::new(Universe::new(l.clone(), &zones))).collect();
    let out_of_reach = out_of_reach::zones_of_statics(program, &calls, &zones, options, &lists, &bare);
    let options = &Options { out_of_reach, ..options.clone() };
    let locals = |u: UnitId| program.symbols_of(program.units[u].scope);
    let first_effects = |trust: &Trust| -> Vec<UnitEffects> {
        let effects = |u| steps::unit_effects(program, &calls, &zones, options, u, &lists, &bare, trust);
        program.units.ids().map(effects).collect()
    };
    let mut trust = Trust::new(program, options);
    let mut effects = first_effects(&trust);
    let units: Vec<Arc<Universe>> = effects.iter().map(|e| e.universe.clone()).collect();
    let overlaid: Vec<Vec<Bits>> =
        program.units.ids().map(|u| overlaid(&zones, &units[u.index()], locals(u))).collect();
    drop(effecting);
    let being_active = tracing::info_span!("activity").entered();
    let mut open = std::collections::BTreeSet::new();
    let (in_out, diff_dependency, asked_of_all, contexts, activity) = loop {
        let mut in_out = in_out::summaries(&calls, &effects, &units);
        while callbacks::add(program, &mut effects, &in_out) {
            in_out = in_out::summaries(&calls, &effects, &units);
        }
        let matrices = diff_dependency::matrices(&calls, &effects, &in_out);
        let mut contexts = contexts(program, &zones, &effects, &units, &in_out, heads, options);
        for head in heads {
            let (i, universe) = (head.unit.index(), &units[head.unit.index()]);
            let everywhere = universe.numbers(&open.iter().copied().collect::<Vec<_>>());
            contexts[i].varied_in.add_all(&everywhere);
            contexts[i].useful_out.add_all(&everywhere);
        }
        let mut alone = contexts.clone();
        let (calls, matrices_of, found_in_out) = (&calls, &matrices, &in_out);
        let input = Input {
            calls,
            effects: &effects,
            units: &units,
            matrices: matrices_of,
            in_out: found_in_out,
            overlaid: &overlaid,
        };
        let activity = match options.activity {
            true => crate::activity::analyse(&input, &mut contexts),
            false => {
                let has_final = |u: &UnitId| options.final_lists && asked.contains(u);
                crate::activity::everything(&input, &mut contexts, &has_final)
            }
        };
        let found = channels::open(program, &zones, &effects, &activity);
        if found.iter().any(|z| open.insert(*z)) {
            open.extend(found);
            continue;
        }
        if !trust.revise(program, &zones, &effects, &activity) {
            crate::activity::give_back(&effects, &mut alone, &activity);
            break (in_out, matrices, alone, contexts, activity);
        }
        effects = first_effects(&trust);
    };
    drop(being_active);
    let _span = tracing::info_span!("needs of adjoints").entered();
    let heads = heads.iter().map(|h| (h.unit, asked_of_all[h.unit.index()].clone())).collect();
    let dependency = dependency::matrices(&calls, &effects, &in_out, &units);
    let input = Input {
        calls: &calls,
        effects: &effects,
        units: &units,
        matrices: &diff_dependency,
        in_out: &in_out,
        overlaid: &overlaid,
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
        active_somewhere: OnceCell::new(),
        cut: OnceCell::new(),
        of_elements: RefCell::default(),
        stores: program.units.ids().map(|_| OnceCell::new()).collect(),
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
    options: &Options,
) -> Vec<Context> {
    let nothing = |u: &Arc<Universe>| Context {
        varied_in: u.none(),
        useful_out: u.none(),
        sticky: u.none(),
        differentiated: false,
        owned: u.none(),
        entering: u.none(),
        gives_back_what_it_reads: false,
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
        context.gives_back_what_it_reads |= options.read_are_results && head.dependents.is_empty();
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

    // Loops.

    /// The dependences of a loop, element by element; `None`: of the whole body.
    pub fn loop_dependence(&self, unit: UnitId, root: Option<StmtId>) -> LoopDependence<'_> {
        let effects = |s: StmtId| {
            let (exposed, kills) = (self.in_out_call(unit, s).exposed, self.kills(unit, s));
            // What a call reads only after it has written it is its own.
            let reads = self.reads(unit, s).iter().filter(|z| exposed.contains(*z) || !kills.contains(*z)).collect();
            Some(CallEffect { reads, writes: self.writes(unit, s).iter().collect(), kills: kills.iter().collect() })
        };
        let found = LoopDependence::new(self.program, &self.zones, unit, root, &effects);
        match root {
            Some(root) => found.with(Around {
                written: LazyCell::new(Box::new(move || self.written_outside(unit, root))),
                writes_alike: Box::new(move |stmt, zone| alike_calls::writes_alike(self, unit, stmt, zone)),
                reads_its_own: Box::new(move |stmt, zone| alike_calls::reads_its_own(self, unit, stmt, zone)),
            }),
            None => found,
        }
    }

    /// What a procedure does to the elements of a dummy. Each loop with a call asks for it.
    pub(crate) fn of_elements(&self, unit: UnitId, formal: ZoneId) -> Rc<OfElements> {
        if let Some(known) = self.of_elements.borrow().get(&(unit, formal)) {
            return known.clone();
        }
        let found = Rc::new(OfElements::new(self, unit, formal));
        self.of_elements.borrow_mut().insert((unit, formal), found.clone());
        found
    }

    // Names.

    /// What the statements of a unit do to variables that they name.
    pub fn stores(&self, unit: UnitId) -> &stores::OfUnit {
        self.stores[unit.index()].get_or_init(|| stores::OfUnit::new(self.program, unit))
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
