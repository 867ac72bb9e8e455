//! Statements to [`Step`]s: the only file that knows what each sort of statement does.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use il::calls::{CallGraph, actual_for};
use il::expr::{Arg, Expr, ExprKind};
use il::flow::{Flow, Part, Point};
use il::zones::{RefZones, Zone, ZoneId, Zones};
use il::{
    Prefix, Program, StmtId, StmtKind, Storage, SymbolId, Type, UnitId, UnitKind, Upper, may_hold_reals, takes_pointer,
};

use crate::around;
use crate::channels;
use crate::coverage;
use crate::effects::{Binding, CallStep, Callback, Move, Step, Trusted, UnitEffects, Write};
use crate::external;
use crate::messages;
use crate::pieces;
use crate::reader::{Reader, Sources};
use crate::request::{Access, Options, VarRef};
use crate::requests;
use crate::sets::Universe;
use crate::sight::Sight;
use crate::trust::Trust;

/// A subroutine's call has none.
const NO_VALUE: u32 = u32::MAX;

/// Universes of all units: their own zones, and those of others that they and their callees touch. In `heads` also the rest of what has, by COMMON or
/// EQUIVALENCE, a part that they touch by another name: a variable goes in and comes out as a whole.
pub fn universes(
    program: &Program,
    calls: &CallGraph,
    zones: &Zones,
    options: &Options,
    heads: &[UnitId],
) -> Vec<Vec<ZoneId>> {
    let n = program.units.len();
    let mut own: Vec<Vec<ZoneId>> = vec![Vec::new(); n];
    let mut shared_storage = Vec::new();
    for (z, info) in zones.iter() {
        match info.owner {
            Some(u) => own[index(u)].push(z),
            None => {
                if is_shared(program, info) {
                    shared_storage.push(z);
                }
            }
        }
    }
    let mut foreign: Vec<std::collections::BTreeSet<ZoneId>> = vec![Default::default(); n];
    for (u, unit) in program.units.iter() {
        let mut symbols = unit.symbols(&unit.body);
        unit.walk(&unit.body, &mut |_, s| {
            s.kind.each_call(&mut |callee, args| {
                symbols.extend(channels::of_call(program, callee, args));
                let started = requests::prepared(program, u, callee, args).unwrap_or_default();
                started.iter().for_each(|(buffer, _)| buffer.collect_symbols(&mut symbols));
            });
        });
        symbols.extend(unit.params.iter().copied().chain(unit.result()));
        program.specification(u, &mut |e| e.collect_symbols(&mut symbols));
        if heads.contains(&u) {
            let scopes: std::collections::BTreeSet<_> =
                symbols.iter().filter(|s| zones.is_overlaid(**s)).map(|s| program.symbols[*s].scope).collect();
            let names = |scope| program.scopes[scope].names.values().copied();
            symbols.extend(scopes.into_iter().flat_map(names).filter(|s| zones.is_overlaid(*s)));
        }
        for s in symbols {
            foreign[index(u)]
                .extend(zones.of_component(s, &[]).into_iter().filter(|z| zones.zone(*z).owner != Some(u)));
        }
        if options.externals_touch_globals
            && calls
                .sites(u)
                .iter()
                .any(|s| s.targets.unknown && external::may_touch_globals(program, s.callee, options))
        {
            let in_sight = Sight::of(program, u);
            foreign[index(u)].extend(shared_storage.iter().filter(|z| in_sight.shows(program, zones, **z)));
        }
    }
    for component in calls.components() {
        loop {
            let mut changed = false;
            for &u in component {
                for &v in calls.callees(u) {
                    let new: Vec<ZoneId> =
                        foreign[index(v)].iter().copied().filter(|z| zones.zone(*z).owner != Some(u)).collect();
                    let before = foreign[index(u)].len();
                    foreign[index(u)].extend(new);
                    changed |= foreign[index(u)].len() > before;
                }
            }
            if !changed || component.len() == 1 {
                break;
            }
        }
    }
    own.into_iter().zip(foreign).map(|(own, foreign)| own.into_iter().chain(foreign).collect()).collect()
}

fn index<I: il::Id>(id: I) -> usize {
    id.index()
}

/// Whether storage is that of a COMMON block, a module, or a global of C.
fn is_shared(program: &Program, zone: &Zone) -> bool {
    let v = program.variable(zone.symbol);
    zone.owner.is_none() && v.is_some_and(|v| matches!(v.storage, Storage::Common | Storage::Global))
}

/// The storage of a COMMON block.
fn block(program: &Program, zones: &Zones, name: &str) -> BTreeSet<ZoneId> {
    let members = program.units.iter().flat_map(|(_, u)| u.commons().shift_remove(name).unwrap_or_default());
    members.flat_map(|s| zones.of_symbol(s)).collect()
}

/// The statements of blocks under `$AD DO-NOT-DIFF`.
fn passive(unit: &il::Unit) -> std::collections::BTreeSet<il::StmtId> {
    let mut out = std::collections::BTreeSet::new();
    unit.walk(&unit.body, &mut |_, s| {
        let named = s.directives.iter().any(|d| d.name == "DO-NOT-DIFF");
        if let (StmtKind::Scope { body, .. }, true) = (&s.kind, named) {
            unit.walk(body, &mut |id, _| {
                out.insert(id);
            });
        }
    });
    out
}

/// Builds the steps of one unit. `universes` are those of all units; values of calls are added to this one's.
#[allow(clippy::too_many_arguments)]
pub fn unit_effects(
    program: &Program,
    calls: &CallGraph,
    zones: &Zones,
    options: &Options,
    unit: UnitId,
    lists: &[Vec<ZoneId>],
    bare: &[Arc<Universe>],
    trust: &Trust,
) -> UnitEffects {
    let flow = Flow::new(&program.units[unit]);
    let mut universe = Universe::new(lists[index(unit)].clone(), zones);
    let (masks, counters) = (around::masks(&program.units[unit]), around::counters(&program.units[unit]));
    // Numbers for the values of calls come first, so that all sets have their final size.
    let mut values = HashMap::new();
    let u = &program.units[unit];
    u.walk(&u.body, &mut |_, s| {
        s.kind.exprs(&mut |e| {
            e.walk(&mut |e| {
                if let ExprKind::Call { callee, .. } = &e.kind {
                    let differentiable = program.symbol_type(*callee).is_none_or(|t| may_hold_reals(program, t));
                    values.insert(std::ptr::from_ref(callee), universe.add_value(differentiable));
                }
            })
        })
    });
    let any_value = universe.add_value(true);
    let mut b = Builder {
        program,
        calls,
        zones,
        options,
        unit,
        stmt: None,
        universe: &universe,
        bare,
        lists,
        trust,
        values,
        any_value,
        shared: HashMap::new(),
        masks: &masks,
        counters: &counters,
        covered: coverage::covered(program, zones, unit),
        renewed: pieces::renewed(program, zones, unit),
    };
    let passive = passive(&program.units[unit]);
    let mut steps: Vec<Vec<Vec<Step>>> = vec![Vec::new(); flow.graph.node_count()];
    for block in flow.graph.node_indices() {
        let point = |p: &Point| {
            let mut made = b.point(*p);
            if passive.contains(&p.stmt) {
                made.iter_mut().for_each(Step::make_passive);
            }
            made
        };
        steps[block.index()] = flow.points(block).iter().map(point).collect();
    }
    let mut inputs = universe.none();
    let mut outputs = universe.none();
    for (k, z) in universe.zones().iter().enumerate() {
        let info = zones.zone(*z);
        let variable = program.variable(info.symbol);
        let storage = variable.map(|v| v.storage);
        let own = info.owner == Some(unit);
        if !(own && matches!(storage, Some(Storage::Local | Storage::Result))) {
            inputs.add(k as u32);
            // What comes by value goes with the call; what its pointers lead to stays.
            if !(own && !info.pointee && variable.is_some_and(|v| v.by_value)) {
                outputs.add(k as u32);
            }
        }
        if info.owner == Some(unit) && Some(info.symbol) == u.result() {
            outputs.add(k as u32);
        }
    }
    let specification = specification(program, zones, &universe, unit);
    let control = flow.control_dependence();
    UnitEffects { unit, flow, control, universe: Arc::new(universe), steps, masks, inputs, outputs, specification }
}

/// Zones that the bounds and lengths of a unit's variables read.
fn specification(program: &Program, zones: &Zones, universe: &Universe, unit: UnitId) -> Vec<u32> {
    let reader = Reader { program, zones, universe };
    let mut out = Vec::new();
    program.specification(unit, &mut |e| out.extend(reader.sources(e).all));
    out.sort_unstable();
    out.dedup();
    out
}

struct Builder<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    zones: &'a Zones,
    options: &'a Options,
    unit: UnitId,
    /// The statement whose steps are being built.
    stmt: Option<StmtId>,
    universe: &'a Universe,
    bare: &'a [Arc<Universe>],
    lists: &'a [Vec<ZoneId>],
    trust: &'a Trust,
    /// The number of a call's value, by the place of the callee's name in the tree.
    values: HashMap<*const SymbolId, u32>,
    /// For a call met outside the statements' own expressions.
    any_value: u32,
    shared: HashMap<UnitId, Arc<[(u32, u32)]>>,
    masks: &'a HashMap<StmtId, Vec<StmtId>>,
    counters: &'a HashMap<StmtId, Vec<SymbolId>>,
    covered: HashMap<StmtId, Vec<coverage::Place>>,
    renewed: HashMap<StmtId, Vec<coverage::Place>>,
}

impl Builder<'_> {
    fn reader(&self) -> Reader<'_> {
        Reader { program: self.program, zones: self.zones, universe: self.universe }
    }

    /// Whether an actual argument is the variable of a loop around the statement.
    fn counts_turns(&self, actual: &Expr) -> bool {
        let ExprKind::Var(s) = actual.kind else { return false };
        self.stmt.and_then(|id| self.counters.get(&id)).is_some_and(|around| around.contains(&s))
    }

    /// The sources of a value; calls inside become steps.
    fn value(&mut self, e: &Expr, steps: &mut Vec<Step>) -> Sources {
        self.read(e, steps, false)
    }

    fn location(&mut self, e: &Expr, steps: &mut Vec<Step>) -> Sources {
        self.read(e, steps, true)
    }

    /// What is read to find a pointer itself, not where it leads.
    fn holder(&mut self, pointer: &Expr, steps: &mut Vec<Step>) -> Vec<u32> {
        match &pointer.kind {
            ExprKind::Var(_) => Vec::new(),
            ExprKind::Field { base, .. } => self.location(base, steps).all,
            _ => self.location(pointer, steps).all,
        }
    }

    fn read(&mut self, e: &Expr, steps: &mut Vec<Step>, location: bool) -> Sources {
        let reader = Reader { program: self.program, zones: self.zones, universe: self.universe };
        let mut handle = |callee: &SymbolId, args: &[Arg], maybe: bool| self.call(callee, args, maybe, true, steps);
        if location { reader.location(e, &mut Some(&mut handle)) } else { reader.value(e, &mut Some(&mut handle)) }
    }

    /// Adds the steps of a call; gives the number of its value. The place of the callee's name in the tree tells calls apart.
    fn call(&mut self, callee: &SymbolId, args: &[Arg], maybe: bool, valued: bool, steps: &mut Vec<Step>) -> u32 {
        let value = match valued {
            true => self.values.get(&std::ptr::from_ref(callee)).copied().unwrap_or(self.any_value),
            false => NO_VALUE,
        };
        let callee = *callee;
        let targets = self.calls.targets(self.program, callee);
        let maybe = maybe || targets.units.len() + usize::from(targets.unknown) > 1;
        for &u in &targets.units {
            let step = self.known_call(u, args, maybe, value, steps);
            steps.push(Step::Call(step));
        }
        if targets.unknown {
            let step = self.external_call(callee, args, maybe, value, steps);
            steps.push(Step::Move(step));
        }
        value
    }

    fn known_call(&mut self, callee: UnitId, args: &[Arg], maybe: bool, value: u32, steps: &mut Vec<Step>) -> CallStep {
        let program = self.program;
        let there = &program.units[callee];
        let actuals: Vec<(SymbolId, &Expr)> = there
            .params
            .iter()
            .enumerate()
            .filter_map(|(k, p)| Some((*p, actual_for(args, k, &program.symbols[*p].name)?)))
            .collect();
        let elemental = there.has_prefix(&Prefix::Elemental);
        let mut bindings = Vec::new();
        let (mut reads, mut status) = (Vec::new(), Vec::new());
        for (formal, actual) in &actuals {
            // A pointer to a procedure is handed over by its value, and so is one to the elements of an array.
            let by_value = program.variable(*formal).is_none() || takes_pointer(program, *formal, actual);
            let is_place = actual.is_reference() && !by_value;
            let value = if is_place { self.location(actual, steps) } else { self.value(actual, steps) };
            reads.extend(&value.all);
            status.extend(self.reader().status(actual));
            let counts_turns = self.counts_turns(actual);
            let stays = is_place && program.stays(self.unit, actual);
            for b in self.zones.bind(program, *formal, actual, &actuals, elemental) {
                let Some(number) = self.bare[index(callee)].number(b.formal) else { continue };
                let to = self.universe.numbers(&b.actual);
                let real = |n: &u32| self.universe.is_differentiable(*n);
                let (mut from, mut diff_from) = (to.clone(), to.iter().copied().filter(real).collect::<Vec<u32>>());
                if b.top {
                    from.extend(&value.all);
                    if !is_place {
                        diff_from.extend(&value.diff);
                    }
                }
                let to = if b.back && !counts_turns { to } else { Vec::new() };
                let whole = b.whole && !maybe && self.zones.are_complete(&b.actual);
                bindings.push(Binding { formal: number, from, diff_from, whole, to, stays });
            }
        }
        if value != NO_VALUE
            && let Some(result) = there.result()
        {
            for z in self.zones.of_symbol(result) {
                if let Some(number) = self.bare[index(callee)].number(z) {
                    bindings.push(Binding {
                        formal: number,
                        from: Vec::new(),
                        diff_from: Vec::new(),
                        to: vec![value],
                        whole: false,
                        stays: false,
                    });
                }
            }
            // A number has one zone: its value here is what the callee leaves there.
            if let [.., last] = bindings.as_mut_slice()
                && self.zones.of_symbol(result).len() == 1
            {
                last.whole = !maybe;
            }
        }
        let shared = self.shared_with(callee);
        let mut seen: HashMap<u32, u32> = HashMap::new();
        bindings.iter().flat_map(|b| &b.to).for_each(|z| *seen.entry(*z).or_default() += 1);
        let mut aliased: Vec<u32> = seen.iter().filter(|(_, n)| **n > 1).map(|(z, _)| *z).collect();
        aliased.extend(shared.iter().map(|(_, h)| *h).filter(|h| seen.contains_key(h)));
        aliased.sort_unstable();
        aliased.dedup();
        reads.sort_unstable();
        reads.dedup();
        let there = &self.bare[index(callee)];
        let zones = |v: &VarRef| match self.program.symbol_type(v.symbol) {
            // C: what is given is the address behind the dummy.
            Some(Type::Pointer { .. }) => self.zones.reachable(self.program, &Expr::var(v.symbol)),
            _ => self.zones.of_component(v.symbol, &v.path),
        };
        let numbers = |of: &BTreeMap<(UnitId, StmtId), Vec<VarRef>>| {
            let changed = self.stmt.and_then(|s| of.get(&(self.unit, s))).into_iter().flatten();
            changed.flat_map(|v| there.numbers(&zones(v))).collect()
        };
        let (allocates, followed) = (numbers(&self.options.allocations), numbers(&self.options.followed));
        CallStep { callee, bindings, shared, reads, status, maybe, passive: false, aliased, allocates, followed }
    }

    /// Zones of a unit that are not created by its call.
    fn shared_with(&mut self, callee: UnitId) -> Arc<[(u32, u32)]> {
        if let Some(s) = self.shared.get(&callee) {
            return s.clone();
        }
        let there = &self.bare[index(callee)];
        let pairs: Arc<[(u32, u32)]> = self.lists[index(callee)]
            .iter()
            .filter(|z| self.zones.zone(**z).owner != Some(callee))
            .filter_map(|z| Some((there.number(*z)?, self.universe.number(*z)?)))
            .collect();
        self.shared.insert(callee, pairs.clone());
        pairs
    }

    fn external_call(
        &mut self,
        callee: SymbolId,
        args: &[Arg],
        maybe: bool,
        value: u32,
        steps: &mut Vec<Step>,
    ) -> Move {
        let (args, known) = requests::describe(self.program, self.unit, callee, args, self.options);
        let args = &args[..];
        let mut places = Vec::new();
        let mut reads = Vec::new();
        for a in args {
            let e = &a.value;
            let is_place = e.is_reference();
            let sources = if is_place { self.location(e, steps) } else { self.value(e, steps) };
            reads.extend(&sources.all);
            reads.extend(self.reader().status(e));
            // The address of a variable, as C takes it, leads to the variable.
            let leads = messages::behind_address(e);
            let readable = self.universe.numbers(&self.zones.reachable(self.program, leads.unwrap_or(e)));
            let (own, whole) = if is_place { self.reader().reference(e) } else { (Vec::new(), false) };
            // By value, a number or a pointer stays what it is; an array decays to the address of its elements.
            let kept = is_place
                && self.is_passed_by_value(callee)
                && !matches!(il::typing::type_of(self.program, e), Type::Array { .. });
            let fixed = is_place && self.program.stays(self.unit, e);
            let writable = match (kept, is_place || matches!(e.bare().kind, ExprKind::Address(_))) {
                // What a procedure promises of its own dummy holds for those that it passes it to.
                _ if fixed || self.counts_turns(e) => Vec::new(),
                (true, _) => readable.iter().copied().filter(|n| !own.contains(n)).collect(),
                (false, true) => readable.clone(),
                (false, false) if leads.is_some() => readable.clone(),
                (false, false) if self.is_passed_by_value(callee) => readable.clone(),
                (false, false) => Vec::new(),
            };
            places.push(external::Place {
                readable,
                writable,
                whole: if whole && !kept { own } else { Vec::new() },
                from: sources.all,
                diff_from: sources.diff,
            });
        }
        let in_sight = Sight::of(self.program, self.unit);
        let globals: Vec<u32> = self
            .universe
            .zones()
            .iter()
            .enumerate()
            .filter(|(_, z)| {
                is_shared(self.program, self.zones.zone(**z)) && in_sight.shows(self.program, self.zones, **z)
            })
            .map(|(k, _)| k as u32)
            .collect();
        // C: `static const` is nobody's to change, nor are other tables of the file.
        let constant = |k: &&u32| {
            let zone = self.universe.zones()[**k as usize];
            let info = self.zones.zone(zone);
            self.options.out_of_reach.contains(&zone)
                || !info.pointee && self.program.variable(info.symbol).is_some_and(|v| v.constant)
        };
        let touched = |asked: fn(&Access) -> bool| -> Vec<u32> {
            let blocks = known.blocks.iter().filter(|(_, access)| asked(access));
            let blocks: BTreeSet<ZoneId> = blocks.flat_map(|(b, _)| block(self.program, self.zones, b)).collect();
            let is_touched = |k: &&u32| known.globals || blocks.contains(&self.universe.zones()[**k as usize]);
            globals.iter().filter(is_touched).copied().collect()
        };
        let mut changed = touched(|a| a.written);
        changed.retain(|k| !constant(&k));
        let mut seen = touched(|a| a.read);
        let on_its_way = channels::of_call(self.program, callee, args);
        let on_its_way = on_its_way.map_or(Vec::new(), |s| self.universe.numbers(&self.zones.of_symbol(s)));
        changed.extend(&on_its_way);
        seen.extend(&on_its_way);
        let handed = self.calls.handed(self.program, callee, args);
        let trusted = handed.is_empty() && self.trust.covers(self.program, callee, self.options);
        let mut spared = Vec::new();
        if trusted {
            // What is only a name here, of a module that is not at hand, carries no derivative, and has no type to be saved by.
            let is_name = |k: &u32| {
                let info = self.zones.zone(self.universe.zones()[*k as usize]);
                let v = self.program.variable(info.symbol);
                v.is_some_and(|v| v.implicit && matches!(v.ty, Type::Opaque(_)))
            };
            places.iter_mut().for_each(|p| p.writable.retain(|k| !is_name(k)));
            let is_spared = |k: &u32| self.trust.spares(self.universe.zones()[*k as usize]) || is_name(k);
            spared = globals.iter().copied().filter(is_spared).collect();
            changed.retain(|k| !is_spared(k));
            seen.retain(|k| !is_spared(k));
        }
        let globals = external::Globals { read: &seen, written: &changed, trusted };
        let value = (value != NO_VALUE).then_some(value);
        let is_real = |n: &u32| self.universe.is_differentiable(*n);
        let mut gets: Vec<u32> = places
            .iter()
            .flat_map(|p| p.readable.iter().chain(&p.diff_from))
            .copied()
            .chain(value)
            .filter(is_real)
            .collect();
        gets.sort_unstable();
        gets.dedup();
        let mut made = external::call(&known, &places, globals, value, reads, maybe, self.universe);
        if trusted {
            made.trusted = Some(Box::new(Trusted { callee, handed: gets, spared }));
        }
        made.callbacks = handed.into_iter().map(|unit| Callback { unit, shared: self.shared_with(unit) }).collect();
        if !made.callbacks.is_empty() {
            let from: Arc<[u32]> = made.reads.as_slice().into();
            made.writes.push(Write {
                to: Vec::new(),
                whole: false,
                diff_whole: false,
                diff_from: from.clone(),
                from,
                keeps_derivatives: false,
            });
        }
        made
    }

    fn is_passed_by_value(&self, callee: SymbolId) -> bool {
        il::zones::language_of(self.program, callee) == il::Language::C
    }

    /// The masks that govern a statement: what it writes depends on them.
    fn mask_sources(&mut self, stmt: StmtId) -> Vec<u32> {
        let mut out = Vec::new();
        let unit = &self.program.units[self.unit];
        for m in self.masks.get(&stmt).cloned().unwrap_or_default() {
            unit.stmts[m].kind.exprs(&mut |e| out.extend(self.reader().sources(e).all));
        }
        out
    }

    /// The zones of places that are overwritten as a whole.
    fn numbers_of(&self, places: Option<&Vec<coverage::Place>>) -> Vec<u32> {
        let zones = |place: &coverage::Place| self.zones.of_component(place.symbol, &place.path);
        let whole = places.into_iter().flatten().map(zones).filter(|zones| self.zones.are_complete(zones));
        whole.flat_map(|zones| self.universe.numbers(&zones)).collect()
    }

    fn point(&mut self, p: Point) -> Vec<Step> {
        self.stmt = Some(p.stmt);
        let unit = &self.program.units[self.unit];
        let kind = &unit.stmts[p.stmt].kind;
        let mut steps = Vec::new();
        let mut m = Move { maybe: p.partial, ..Move::default() };
        match kind {
            StmtKind::Assign { lhs, rhs } => {
                if !p.partial {
                    m.renews = self.numbers_of(self.renewed.get(&p.stmt));
                }
                self.assign(p, lhs, rhs, &mut m, &mut steps);
            }
            StmtKind::PointerAssign { lhs, rhs } => {
                let pointer = il::stmt::associated(lhs);
                let to = self.zones.of_pointer(self.program, pointer);
                let mut from = self.holder(pointer, &mut steps);
                if let ExprKind::Index { subs, .. } = &lhs.kind {
                    for e in subs.iter().flat_map(il::Subscript::parts) {
                        from.extend(self.value(e, &mut steps).all);
                    }
                }
                let target =
                    if rhs.is_reference() { self.location(rhs, &mut steps) } else { self.value(rhs, &mut steps) };
                from.extend(target.all);
                from.extend(self.universe.numbers(&self.zones.of_pointer(self.program, rhs).zones));
                self.write(&mut m, to, from, Vec::new(), p.partial);
            }
            StmtKind::Call { callee, args, .. } => {
                self.call(callee, args, false, false, &mut steps);
                return steps;
            }
            StmtKind::If(i) => self.test(p.part, &i.arms, &mut m, &mut steps),
            StmtKind::Where { arms, .. } => self.test(p.part, arms, &mut m, &mut steps),
            StmtKind::Do(d) => {
                let var = self.zones.of_symbol(d.var);
                let to = RefZones { zones: var.clone(), whole: true, addresses: Vec::new() };
                let var = self.universe.numbers(&var);
                match p.part {
                    Part::Init => {
                        let mut all = Sources::default();
                        for e in [Some(&d.from), Some(&d.to), d.step.as_ref()].into_iter().flatten() {
                            let s = self.value(e, &mut steps);
                            all.all.extend(s.all);
                            all.diff.extend(s.diff);
                        }
                        self.write(&mut m, to, all.all, all.diff, p.partial);
                        m.covers = self.numbers_of(self.covered.get(&p.stmt));
                        if !p.partial {
                            m.renews = self.numbers_of(self.renewed.get(&p.stmt));
                        }
                    }
                    Part::Test(_) => m.reads = var,
                    Part::Next => self.write(&mut m, to, var.clone(), var, p.partial),
                    Part::Whole => {}
                }
            }
            StmtKind::While { test, .. } | StmtKind::Until { test, .. } => m.reads = self.value(test, &mut steps).all,
            StmtKind::Select { selector, cases, .. } => {
                m.reads = self.value(selector, &mut steps).all;
                for range in cases.iter().flat_map(|c| &c.ranges) {
                    let ends = match range {
                        il::stmt::CaseRange::Value(e) => [Some(e), None],
                        il::stmt::CaseRange::Range(a, b) => [a.as_ref(), b.as_ref()],
                    };
                    for e in ends.into_iter().flatten() {
                        m.reads.extend(self.value(e, &mut steps).all);
                    }
                }
            }
            StmtKind::ComputedGoto { selector: e, .. }
            | StmtKind::ArithmeticIf { value: e, .. }
            | StmtKind::Save { value: e, .. } => m.reads = self.value(e, &mut steps).all,
            StmtKind::AssignedGoto { var, .. } => m.reads = self.universe.numbers(&self.zones.of_symbol(*var)),
            StmtKind::AssignLabel { var, .. } => {
                let to = RefZones { zones: self.zones.of_symbol(*var), whole: true, addresses: Vec::new() };
                self.write(&mut m, to, Vec::new(), Vec::new(), p.partial);
            }
            StmtKind::Return(Some(e)) => match &unit.kind {
                UnitKind::Function { result, .. } if unit.language == il::Language::C => {
                    let lhs = Expr::var(*result);
                    self.assign(p, &lhs, e, &mut m, &mut steps);
                }
                _ => m.reads = self.value(e, &mut steps).all,
            },
            StmtKind::Stop { code: Some(e), .. } => m.reads = self.value(e, &mut steps).all,
            StmtKind::Forall { indices, mask, .. } => match p.part {
                Part::Init => {
                    let mut from = Vec::new();
                    for i in indices {
                        for e in [Some(&i.from), Some(&i.to), i.step.as_ref()].into_iter().flatten() {
                            from.extend(self.value(e, &mut steps).all);
                        }
                    }
                    for i in indices {
                        let to = RefZones { zones: self.zones.of_symbol(i.var), whole: true, addresses: Vec::new() };
                        self.write(&mut m, to, from.clone(), Vec::new(), p.partial);
                    }
                    m.covers.extend(self.numbers_of(self.covered.get(&p.stmt)));
                    if let Some(mask) = mask {
                        m.reads.extend(self.value(mask, &mut steps).all);
                    }
                }
                Part::Test(_) => {
                    m.reads =
                        indices.iter().flat_map(|i| self.universe.numbers(&self.zones.of_symbol(i.var))).collect();
                    if let Some(mask) = mask {
                        m.reads.extend(self.value(mask, &mut steps).all);
                    }
                }
                Part::Next => {
                    for i in indices {
                        let zones = self.zones.of_symbol(i.var);
                        let from = self.universe.numbers(&zones);
                        self.write(
                            &mut m,
                            RefZones { zones, whole: true, addresses: Vec::new() },
                            from,
                            Vec::new(),
                            false,
                        );
                    }
                }
                Part::Whole => {}
            },
            StmtKind::Allocate { objects, options } => {
                let mut source = Sources::default();
                for o in options {
                    let key = o.keyword.as_deref().unwrap_or_default().to_ascii_lowercase();
                    match key.as_str() {
                        "stat" | "errmsg" => {
                            let to = self.zones.of_ref(self.program, &o.value);
                            self.write(&mut m, to, Vec::new(), Vec::new(), p.partial);
                        }
                        // MOLD= gives a shape only.
                        "mold" => source.all.extend(self.location(&o.value, &mut steps).all),
                        _ => {
                            let s = self.value(&o.value, &mut steps);
                            source.all.extend(s.all);
                            source.diff.extend(s.diff);
                        }
                    }
                }
                for o in objects {
                    let mut from = self.location(&o.object, &mut steps).all;
                    for d in &o.dims {
                        let upper = match &d.upper {
                            Upper::At(e) => Some(e),
                            Upper::Deferred | Upper::Assumed => None,
                        };
                        for e in [d.lower.as_ref(), upper].into_iter().flatten() {
                            from.extend(self.value(e, &mut steps).all);
                        }
                    }
                    from.extend(&source.all);
                    let address = self.zones.of_pointer(self.program, &o.object);
                    self.write(&mut m, address, from.clone(), Vec::new(), p.partial);
                    let contents = self.zones.of_ref(self.program, &o.object);
                    self.write(&mut m, contents, from, source.diff.clone(), p.partial);
                }
            }
            StmtKind::Deallocate { objects, options } => {
                for o in objects {
                    let from = self.location(o, &mut steps).all;
                    let address = self.zones.of_pointer(self.program, o);
                    self.write(&mut m, address, from.clone(), Vec::new(), p.partial);
                    let contents = self.zones.of_ref(self.program, o);
                    self.write(&mut m, contents, from, Vec::new(), p.partial);
                }
                for o in options {
                    let to = self.zones.of_ref(self.program, &o.value);
                    self.write(&mut m, to, Vec::new(), Vec::new(), p.partial);
                }
            }
            StmtKind::Nullify(objects) => {
                for o in objects {
                    let from = self.holder(o, &mut steps);
                    let to = self.zones.of_pointer(self.program, o);
                    self.write(&mut m, to, from, Vec::new(), p.partial);
                }
            }
            StmtKind::Opaque { reads, writes, .. } => {
                for e in reads {
                    let s = self.value(e, &mut steps);
                    m.reads.extend(s.all);
                }
                for w in writes {
                    let mut from = self.location(w, &mut steps).all;
                    from.extend(&m.reads);
                    let mut to = self.zones.of_ref(self.program, w);
                    // A READ may fail half way.
                    to.whole = false;
                    self.write(&mut m, to, from, Vec::new(), p.partial);
                }
            }
            StmtKind::Restore { into, .. } | StmtKind::RestoreControl { into, .. } => {
                let from = self.location(into, &mut steps).all;
                let to = self.zones.of_ref(self.program, into);
                self.write(&mut m, to, from, Vec::new(), p.partial);
            }
            StmtKind::Return(None)
            | StmtKind::Stop { code: None, .. }
            | StmtKind::Loop { .. }
            | il::jump!()
            | StmtKind::Nop
            | StmtKind::Scope { .. }
            | StmtKind::Declare(_)
            | StmtKind::Error(_)
            | StmtKind::SaveControl { .. } => {}
        }
        for w in &m.writes {
            m.reads.extend(w.from.iter());
        }
        m.reads.sort_unstable();
        m.reads.dedup();
        if !m.reads.is_empty() || !m.writes.is_empty() {
            steps.push(Step::Move(m));
        }
        steps
    }

    fn test(&mut self, part: Part, arms: &[il::stmt::Arm], m: &mut Move, steps: &mut Vec<Step>) {
        if let Part::Test(k) = part
            && let Some(arm) = arms.get(k)
        {
            m.reads = self.value(&arm.test, steps).all;
        }
    }

    fn write(&mut self, m: &mut Move, to: RefZones, mut from: Vec<u32>, mut diff: Vec<u32>, partial: bool) {
        from.extend(self.universe.numbers(&to.addresses));
        let numbers = self.universe.numbers(&to.zones);
        if numbers.is_empty() {
            m.reads.extend(from);
            return;
        }
        diff.retain(|n| self.universe.is_differentiable(*n));
        for list in [&mut from, &mut diff] {
            list.sort_unstable();
            list.dedup();
        }
        let whole = to.whole && !partial;
        let diff_whole = whole && self.zones.are_complete(&to.zones);
        m.writes.push(Write {
            to: numbers,
            whole,
            diff_whole,
            from: from.into(),
            diff_from: diff.into(),
            keeps_derivatives: false,
        });
    }

    fn assign(&mut self, p: Point, lhs: &Expr, rhs: &Expr, m: &mut Move, steps: &mut Vec<Step>) {
        let mut where_from = self.location(lhs, steps).all;
        where_from.extend(self.mask_sources(p.stmt));
        where_from.extend(self.reader().status(lhs));
        let is_record = matches!(il::typing::type_of(self.program, lhs).element(), Type::Record(_));
        if is_record {
            if let Some(pairs) = self.zones.matched(self.program, lhs, rhs) {
                let location = self.location(rhs, steps).all;
                for (l, r) in pairs {
                    let from = self.universe.numbers(&r.zones);
                    let diff = from.iter().copied().filter(|n| self.universe.is_differentiable(*n)).collect();
                    let all = [from, location.clone(), where_from.clone()].concat();
                    self.write(m, l, all, diff, p.partial);
                }
                return;
            }
            if let ExprKind::Structure { record, args } = &rhs.bare().kind {
                let fields = &self.program.records[*record].fields;
                let fields: Vec<String> = fields.iter().map(|f| f.name.clone()).collect();
                for (k, name) in fields.iter().enumerate() {
                    // The number of the dynamic type is not written; other types of the family have the rest.
                    let Some(position) = self.program.shown(*record).iter().position(|s| *s == k) else { continue };
                    let target =
                        il::Expr::from(ExprKind::Field { base: Box::new(lhs.clone()), record: *record, field: k });
                    let s = actual_for(args, position, name).map(|a| self.value(a, steps)).unwrap_or_default();
                    let to = self.zones.of_ref(self.program, &target);
                    self.write(m, to, [s.all, where_from.clone()].concat(), s.diff, p.partial);
                }
                return;
            }
        }
        let s = self.value(rhs, steps);
        let to = self.zones.of_ref(self.program, lhs);
        self.write(m, to, [s.all, where_from].concat(), s.diff, p.partial);
    }
}
