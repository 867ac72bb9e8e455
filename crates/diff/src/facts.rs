//! What differentiation asks of the analyses, in its own words: a thin adapter, so that generators rarely touch zones.
//!
//! A variable *is active at a point* when it is varied and useful there. It *owns a derivative* when it is active anywhere, or stands
//! in a head's final lists. Records are differentiated per component: `owns_field`.

mod box_arguments;
mod entry;
mod followed;
mod known_memory;
mod lent;
mod lists;
mod open_procedures;
pub(crate) mod pure_functions;
mod work_arrays;

use std::collections::{BTreeMap, BTreeSet};

use analysis::VarRef;
use analysis::allocation;
use analysis::owning;
use il::calls::CallGraph;
use il::typing::type_of;
use il::zones::ZoneId;
use il::{Expr, ExprKind, Program, RecordId, StmtId, StmtKind, SymbolId, Type, UnitId};

pub use analysis::At;

use crate::directives::asks_split;
use crate::request::{Improvement, Mode, Place, Request};
use crate::signature::part::Status;

/// The answers.
pub struct Facts<'p> {
    /// All answers in full.
    pub analysis: analysis::Facts<'p>,
    differentiated: Vec<UnitId>,
    /// Heads that nothing in the program calls.
    outermost: BTreeSet<UnitId>,
    /// What heads list that keep their lists.
    listed: BTreeSet<SymbolId>,
    owners: BTreeSet<SymbolId>,
    fields: BTreeSet<(RecordId, usize)>,
    params: BTreeMap<UnitId, Vec<bool>>,
    results: BTreeSet<UnitId>,
    /// Whether the derivatives of work arrays are local wherever they can be.
    local_work_arrays: bool,
    boxes: BTreeMap<SymbolId, Vec<bool>>,
    /// Which of them are active behind some call.
    boxes_left: BTreeMap<SymbolId, Vec<bool>>,
    /// Dummy procedures with a derivative beside them.
    open: BTreeSet<SymbolId>,
    /// Procedures without source that are given to those.
    given: BTreeSet<SymbolId>,
    /// Pointers on the tape of an adjoint whose derivatives go the same way.
    carried: BTreeSet<SymbolId>,
    /// Places that own a derivative because what a call allocates is handed on from there.
    handed_on: BTreeSet<Place>,
    owning: BTreeSet<(RecordId, usize)>,
    moving: BTreeSet<(UnitId, usize)>,
    /// Those whose allocation or association may change.
    changed: BTreeSet<SymbolId>,
    /// Those whose pointers local ones follow.
    walked: BTreeSet<(UnitId, usize)>,
    /// Parameters whose derivatives cannot be `restrict` ([`crate::shared::passed_twice`]).
    passed_twice: BTreeSet<SymbolId>,
    /// What questions about members of structures have in common.
    pub(crate) members: crate::shared::MemberFacts,
}

/// The lists of a header comment.
pub struct Lists {
    /// Results whose derivatives are computed.
    pub useful: Vec<Place>,
    /// Inputs whose derivatives are used.
    pub varying: Vec<Place>,
    /// What happens to each derivative.
    pub status: Vec<(Place, Status)>,
}

impl<'p> Facts<'p> {
    /// Analyses `program` for `request`, until the derivative goes along with every call that changes its storage.
    pub fn new(program: &'p Program, request: &Request) -> Facts<'p> {
        let mut followed = BTreeMap::new();
        loop {
            let facts = Facts::with(program, request, &followed);
            if !facts.follow(program, &mut followed) {
                return facts;
            }
        }
    }

    fn with(program: &'p Program, request: &Request, followed: &BTreeMap<(UnitId, StmtId), Vec<VarRef>>) -> Facts<'p> {
        let var = |p: &Place| VarRef { symbol: p.symbol, path: p.path.clone() };
        let list = |l: &Option<Vec<Place>>| l.iter().flatten().map(var).collect();
        let heads: Vec<analysis::Head> = request
            .heads
            .iter()
            .map(|h| analysis::Head {
                unit: h.unit,
                independents: list(&h.independents),
                dependents: list(&h.dependents),
            })
            .collect();
        let options = analysis::Options {
            activity: request.improves(Improvement::Activity),
            tbr: request.improves(Improvement::Tbr),
            diff_liveness: request.improves(Improvement::DiffLiveness),
            final_lists: request.fix_interface,
            read_are_results: request.mode == Mode::Adjoint,
            split_calls: split_calls(program, request),
            externals: request.externals.clone(),
            externals_are_trusted: request.trust_unknown,
            allocations: allocation::sites(program, request.mode == Mode::Adjoint),
            followed: followed.clone(),
            ..analysis::Options::default()
        };
        let analysis = analysis::analyse(program, &heads, &options);
        let owning = owning::components(program);
        let graph = CallGraph::new(program);
        let outermost = request.heads.iter().map(|h| h.unit).filter(|u| graph.callers(*u).is_empty()).collect();
        let mut facts = Facts {
            outermost,
            listed: BTreeSet::new(),
            differentiated: analysis.differentiated_units().to_vec(),
            analysis,
            owners: BTreeSet::new(),
            fields: BTreeSet::new(),
            params: BTreeMap::new(),
            results: BTreeSet::new(),
            local_work_arrays: request.local_work_arrays,
            boxes: BTreeMap::new(),
            boxes_left: BTreeMap::new(),
            open: BTreeSet::new(),
            given: BTreeSet::new(),
            carried: BTreeSet::new(),
            handed_on: BTreeSet::new(),
            moving: allocation::moving_dummies(program, &owning),
            changed: allocation::changed_dummies(program),
            walked: allocation::walked_dummies(program),
            passed_twice: crate::shared::passed_twice(program),
            members: crate::shared::MemberFacts::default(),
            owning,
        };
        for &u in &facts.differentiated.clone() {
            for v in facts.analysis.active_symbols(u).to_vec() {
                facts.own(program, v.symbol, &v.path);
            }
        }
        let kept = request.heads.iter().filter(|h| request.fix_interface || h.for_others);
        for h in kept {
            for p in h.independents.iter().chain(&h.dependents).flatten() {
                facts.own(program, p.symbol, &p.path);
                facts.listed.insert(p.symbol);
            }
        }
        facts.complete_lists(program);
        facts.complete_rows(program);
        facts.complete_blocks(program);
        facts.complete_equivalences(program);
        facts.find_open_procedures(program);
        facts.find_interfaces(program);
        facts.find_boxes(program, request);
        while facts.lend(program) {
            facts.complete_rows(program);
            facts.find_interfaces(program);
        }
        facts
    }

    /// Derivative COMMON blocks must be laid out alike in all units: what owns a derivative in one owns it in all that see the block,
    /// and what owns one by EQUIVALENCE makes the members it lies on own one.
    fn complete_blocks(&mut self, program: &Program) {
        let owned_elsewhere = |s: &SymbolId| self.owners.contains(s);
        let equivalent = |u: &il::Unit| {
            u.equivalences().flatten().filter_map(Expr::root).filter(owned_elsewhere).collect::<Vec<_>>()
        };
        let members: Vec<(SymbolId, Vec<ZoneId>)> = program
            .units
            .iter()
            .flat_map(|(_, u)| u.commons().into_values().flatten().chain(equivalent(u)))
            .filter(|m| program.variable(*m).is_some_and(|v| program.is_differentiable(&v.ty)))
            .map(|m| (m, self.analysis.zones().of_symbol(m)))
            .collect();
        let mut owned: BTreeSet<ZoneId> = BTreeSet::new();
        loop {
            let before = owned.len();
            for (m, zones) in &members {
                if self.owners.contains(m) || zones.iter().any(|z| owned.contains(z)) {
                    self.own(program, *m, &[]);
                    owned.extend(zones);
                }
            }
            if owned.len() == before {
                return;
            }
        }
    }

    /// Variables that share storage by way of a third one, `EQUIVALENCE (a, b), (b(2), c)`, share that of their derivatives by way of the derivative of
    /// that one, which the EQUIVALENCE of the derivatives then names.
    fn complete_equivalences(&mut self, program: &Program) {
        for (_, u) in program.units.iter() {
            let names: BTreeSet<SymbolId> = u.equivalences().flatten().filter_map(Expr::root).collect();
            for &s in names.iter().filter(|s| self.owns(**s)).collect::<Vec<_>>() {
                let all = u.tied_with(s, &|_| true);
                let tied = u.tied_with(s, &|s| self.owns(s));
                if all.iter().any(|s| self.owns(*s) && !tied.contains(s)) {
                    all.iter().for_each(|s| self.own(program, *s, &[]));
                }
            }
        }
    }

    /// Components that lead to further structures of the same sort have derivatives when anything in these structures has: lists and trees.
    fn complete_lists(&mut self, program: &Program) {
        fn leads_to(program: &Program, from: RecordId, to: RecordId, seen: &mut BTreeSet<RecordId>) -> bool {
            from == to
                || seen.insert(from)
                    && program.records[from]
                        .fields
                        .iter()
                        .filter_map(|f| f.ty.record())
                        .any(|next| leads_to(program, next, to, seen))
        }
        loop {
            let before = self.fields.len();
            for (r, record) in program.records.iter() {
                if !self.fields.iter().any(|(owner, _)| *owner == r) {
                    continue;
                }
                let leads = |f: &il::Field| f.pointer || matches!(f.ty.element(), Type::Pointer { .. });
                for (k, f) in record.fields.iter().enumerate().filter(|(_, f)| leads(f)) {
                    let Some(inner) = f.ty.record() else { continue };
                    let owned = self.fields.iter().any(|(owner, _)| *owner == inner);
                    if owned && leads_to(program, inner, r, &mut BTreeSet::new()) {
                        self.fields.insert((r, k));
                    }
                }
            }
            if self.fields.len() == before {
                return;
            }
        }
    }

    /// C: where a pointer goes from one component to the next, their derivatives lie beside each other too, all of them.
    fn complete_rows(&mut self, program: &Program) {
        for (r, record) in program.records.iter() {
            for k in 0..record.fields.len() {
                let Some(row) = self.analysis.zones().row(program, (r, k)) else { continue };
                if self.owns_field(r, k) {
                    row.for_each(|k| self.own_below(program, r, k));
                }
            }
        }
    }

    /// A component and all that is in it own derivatives.
    fn own_below(&mut self, program: &Program, r: RecordId, k: usize) {
        let ty = &program.records[r].fields[k].ty;
        if program.is_differentiable(ty) {
            self.own_field(program, r, k);
            if let Some(inner) = ty.record() {
                (0..program.records[inner].fields.len()).for_each(|k| self.own_below(program, inner, k));
            }
        }
    }

    /// Notes that a variable, or a component of it, owns a derivative.
    fn own(&mut self, program: &Program, symbol: SymbolId, path: &[usize]) {
        let Some(v) = program.variable(symbol) else { return };
        let behind = self.analysis.zones().behind_void(program, symbol);
        let mut ty = behind.unwrap_or_else(|| v.ty.clone());
        if !program.is_differentiable(&ty) {
            return;
        }
        self.owners.insert(symbol);
        for &k in path {
            // C: behind a cast there may be more than the type says; derivatives there are refused (RT0401).
            let Some((r, f)) = ty.record().and_then(|r| Some((r, program.records[r].fields.get(k)?))) else { return };
            self.own_field(program, r, k);
            ty = f.ty.clone();
        }
        if let Some(r) = ty.record() {
            self.own_all(program, r);
        }
    }

    /// A component owns a derivative in all types of the family that have it. False when that was known.
    fn own_field(&mut self, program: &Program, r: RecordId, k: usize) -> bool {
        let new = self.fields.insert((r, k));
        if new && program.tag(r).is_some() {
            self.fields.extend(program.family(r).into_iter().map(|m| (m, k)));
        }
        new
    }

    fn own_all(&mut self, program: &Program, r: RecordId) {
        for (k, f) in program.records[r].fields.iter().enumerate() {
            let inner = f.ty.record();
            if (program.is_differentiable(&f.ty) || inner == Some(r))
                && self.own_field(program, r, k)
                && let Some(inner) = inner
            {
                self.own_all(program, inner);
            }
        }
    }

    /// Which dummies and results get derivative arguments: what is active where the unit begins or returns; and, of what is active inside only, what has
    /// its derivative from the caller by convention ([`work_arrays`]), or because a local one must know its extents.
    fn find_interfaces(&mut self, program: &Program) {
        for &u in &self.differentiated.clone() {
            let unit = &program.units[u];
            let params = unit
                .params
                .iter()
                .map(|p| {
                    self.open.contains(p)
                        || self.owners.contains(p)
                            && (self.is_of_callers(u, *p)
                                || self.has_callers_storage(program, *p)
                                || !self.local_work_arrays && work_arrays::come_with_derivatives(program, u, *p))
                })
                .collect();
            self.params.insert(u, params);
            if let Some(r) = unit.result() {
                // Active anywhere: a result may carry what it is not asked for, from one statement of the body to another.
                if self.owners.contains(&r) {
                    self.results.insert(u);
                }
            }
        }
    }

    /// Whether a local derivative with the storage of a dummy cannot be declared: only the caller knows its extent, its dynamic type, or what of
    /// it is allocated.
    fn has_callers_storage(&self, program: &Program, dummy: SymbolId) -> bool {
        has_unknown_extent(program, dummy)
            || has_unknown_type(program, dummy)
            || program.variable(dummy).is_some_and(|v| self.has_separate_parts(program, &v.ty))
    }

    /// Whether a dummy has a derivative for the callers: it is active outside, or a head keeps it in its lists.
    fn is_of_callers(&self, unit: UnitId, symbol: SymbolId) -> bool {
        let zones: Vec<ZoneId> = self.components(symbol).into_iter().flat_map(|(_, z)| z).collect();
        let sets = || [self.analysis.active_in(unit), self.analysis.active_out(unit)];
        self.listed.contains(&symbol) || sets().iter().any(|set| set.contains_any(&zones))
    }

    /// The leaf components of a variable, with their zones.
    pub fn components(&self, symbol: SymbolId) -> Vec<(Place, Vec<ZoneId>)> {
        self.analysis
            .zones()
            .components(symbol)
            .into_iter()
            .map(|(path, zones)| (Place { symbol, path }, zones))
            .collect()
    }

    /// Arguments of procedures without a body that are active at some call.
    fn find_boxes(&mut self, program: &Program, request: &Request) {
        let mut found: BTreeMap<SymbolId, Vec<bool>> = BTreeMap::new();
        let mut left: BTreeMap<SymbolId, Vec<bool>> = BTreeMap::new();
        for &u in &self.differentiated {
            let unit = &program.units[u];
            unit.walk(&unit.body, &mut |id, stmt| {
                let mut note = |callee: SymbolId, args: &[il::Arg]| {
                    if program.callee(callee).is_some() {
                        return;
                    }
                    let list = found.entry(callee).or_default();
                    list.resize(list.len().max(args.len()), false);
                    let behind = left.entry(callee).or_default();
                    behind.resize(list.len(), false);
                    let asked = |(k, a): &(usize, &il::Arg)| box_arguments::possible(program, request, callee, *k, a);
                    for (k, a) in args.iter().enumerate().filter(asked) {
                        let mut active = false;
                        a.value.walk(&mut |e| {
                            if e.is_reference() && program.is_differentiable(&type_of(program, e)) {
                                active |= self.is_passed_active(program, u, id, e);
                                behind[k] |= self.analysis.is_active_ref(u, At::After(id), e);
                            }
                        });
                        active |= self.takes_all_derivatives(callee)
                            && program.is_differentiable(&type_of(program, &a.value));
                        list[k] |= active;
                    }
                };
                stmt.kind.each_call(&mut |callee, args| note(callee, args));
            });
        }
        // Several declarations may stand for one definition.
        let mut of_definitions: BTreeMap<UnitId, Vec<bool>> = BTreeMap::new();
        for (callee, list) in &found {
            let Some(definition) = request.pairs.definition(*callee) else { continue };
            let all = of_definitions.entry(definition).or_default();
            all.resize(all.len().max(list.len()), false);
            all.iter_mut().zip(list).for_each(|(a, b)| *a |= b);
        }
        for (callee, list) in &mut found {
            if let Some(all) = request.pairs.definition(*callee).and_then(|d| of_definitions.get(&d)) {
                list.clone_from(all);
            }
        }
        (self.boxes, self.boxes_left) = (found, left);
    }

    /// Whether what a call may do to a reference that is passed concerns derivatives: its value, or what is behind it, is active around the call.
    fn is_passed_active(&self, program: &Program, unit: UnitId, stmt: StmtId, e: &Expr) -> bool {
        let behind = match type_of(program, e) {
            Type::Pointer { .. } => self.analysis.zones().reachable(program, e),
            _ => Vec::new(),
        };
        [At::Before(stmt), At::After(stmt)]
            .into_iter()
            .any(|at| self.analysis.is_active_ref(unit, at, e) || self.analysis.active(unit, at).contains_any(&behind))
    }

    /// Units that get derivative procedures, callees before callers.
    pub fn differentiated(&self) -> &[UnitId] {
        &self.differentiated
    }

    /// Whether `unit` gets a derivative procedure.
    pub fn is_differentiated(&self, unit: UnitId) -> bool {
        self.differentiated.contains(&unit)
    }

    /// Whether a variable owns a derivative.
    pub fn owns(&self, symbol: SymbolId) -> bool {
        self.owners.contains(&symbol)
    }

    /// The variables that own a derivative, in the order of their declarations.
    pub fn owners(&self) -> impl Iterator<Item = SymbolId> + '_ {
        self.owners.iter().copied()
    }

    /// Whether a component owns a derivative.
    pub fn owns_field(&self, record: RecordId, field: usize) -> bool {
        self.fields.contains(&(record, field))
    }

    /// Whether a pointer component owns what it points to ([`owning`]).
    pub fn is_owning(&self, record: RecordId, field: usize) -> bool {
        self.owning.contains(&(record, field))
    }

    /// Whether a reference names an allocatable array of the nodes of lists or trees, without derivatives: they lead to others of their type, and
    /// hold nothing that is allocated with them.
    pub(crate) fn is_of_links(&self, program: &Program, e: &Expr) -> bool {
        let Some(r) = il::typing::type_of(program, e).element().record().filter(|_| program.is_allocatable(e)) else {
            return false;
        };
        let held = program.held(r);
        let fields = || held.iter().flat_map(|r| (0..program.records[*r].fields.len()).map(move |k| (*r, k)));
        let field = |(r, k): (il::RecordId, usize)| &program.records[r].fields[k];
        let is_link = |f: &il::Field| f.pointer && f.ty.element().record().is_some_and(|to| held.contains(&to));
        fields().any(|at| is_link(field(at)))
            && fields().all(|at| !field(at).allocatable && !field(at).polymorphic && !self.is_owning(at.0, at.1))
            && !program.is_polymorphic(e)
            && !self.has_storage(program, e)
    }

    /// Whether a variable has parts that are allocated by themselves: allocatable components, and pointers that own their targets.
    pub(crate) fn has_separate_parts(&self, program: &Program, ty: &Type) -> bool {
        // A type may contain itself.
        fn within(facts: &Facts, p: &Program, ty: &Type, seen: &mut BTreeSet<RecordId>) -> bool {
            ty.element().record().is_some_and(|r| {
                seen.insert(r)
                    && p.records[r]
                        .fields
                        .iter()
                        .enumerate()
                        .any(|(k, f)| facts.is_owning(r, k) || !f.pointer && within(facts, p, &f.ty, seen))
            })
        }
        allocation::has_allocatable_parts(program, ty) || within(self, program, ty, &mut BTreeSet::new())
    }

    /// Whether an active pointer that may lead anywhere is in what has this type: in a component, or in what one has allocated. Its derivative goes along
    /// in the forward sweep, and needs a place there.
    pub(crate) fn has_moving_parts(&self, program: &Program, ty: &Type) -> bool {
        // A type may contain itself.
        fn within(facts: &Facts, p: &Program, ty: &Type, seen: &mut BTreeSet<RecordId>) -> bool {
            ty.element().record().is_some_and(|r| {
                seen.insert(r)
                    && p.records[r].fields.iter().enumerate().any(|(k, f)| match f.pointer && !facts.is_owning(r, k) {
                        true => facts.owns_field(r, k),
                        false => within(facts, p, &f.ty, seen),
                    })
            })
        }
        within(self, program, ty, &mut BTreeSet::new())
    }

    /// Whether dummy `k` of `unit` has a derivative argument.
    pub fn param(&self, unit: UnitId, k: usize) -> bool {
        self.params.get(&unit).and_then(|p| p.get(k)).copied().unwrap_or(false)
    }

    /// Whether pointers of dummy `k` of `unit` may be associated by it, so that those of its derivative go along.
    pub fn moves(&self, unit: UnitId, k: usize) -> bool {
        self.param(unit, k) && self.moving.contains(&(unit, k))
    }

    /// Whether the forward half of `unit` gets the derivative of dummy `k`: its pointers go along there, or lead to what local ones go along to.
    pub fn goes_forward(&self, unit: UnitId, k: usize) -> bool {
        self.moves(unit, k) || self.param(unit, k) && self.walked.contains(&(unit, k))
    }

    /// Whether the derivative of a parameter may share storage with that of another, though both are `restrict`.
    pub fn is_passed_twice(&self, symbol: SymbolId) -> bool {
        self.passed_twice.contains(&symbol)
    }

    /// Whether the result of `unit` has a derivative.
    pub fn result(&self, unit: UnitId) -> bool {
        self.results.contains(&unit)
    }

    /// Which arguments of a procedure without a body have derivatives.
    pub fn box_arguments(&self, _program: &Program, callee: SymbolId) -> Vec<bool> {
        self.boxes.get(&callee).cloned().unwrap_or_default()
    }

    /// Which arguments of a procedure without a body are active behind some call of it.
    pub(crate) fn box_left(&self, callee: SymbolId) -> Vec<bool> {
        self.boxes_left.get(&callee).cloned().unwrap_or_default()
    }

    /// Whether the storage of `reference` owns a derivative: its root does, and so does each component on the way.
    pub fn has_storage(&self, program: &Program, reference: &Expr) -> bool {
        let Some(root) = reference.root() else { return false };
        let is_void = matches!(reference.bare().kind, ExprKind::Var(s) if self.analysis.zones().behind_void(program, s).is_some());
        let mut all = self.owns(root) && (is_void || program.is_differentiable(&type_of(program, reference)));
        reference.walk(&mut |e| {
            if let ExprKind::Field { record, field, .. } = &e.kind {
                // Fields inside subscripts say nothing about the reference itself.
                all &= !on_spine(reference, e) || self.owns_field(*record, *field);
            }
        });
        all
    }

    /// Whether the value of `reference` may depend differentiably on an independent.
    pub fn varied(&self, _program: &Program, unit: UnitId, at: At, reference: &Expr) -> bool {
        self.analysis.is_varied_ref(unit, at, reference)
    }

    /// Whether the value of `reference` may influence a dependent differentiably.
    pub fn useful(&self, _program: &Program, unit: UnitId, at: At, reference: &Expr) -> bool {
        self.analysis.is_useful_ref(unit, at, reference)
    }

    /// Varied and useful.
    pub fn active(&self, _program: &Program, unit: UnitId, at: At, reference: &Expr) -> bool {
        self.analysis.is_active_ref(unit, at, reference)
    }

    /// Whether the call that is statement `stmt` (or the right side of it) passes or returns something active.
    pub fn call_is_active(&self, _program: &Program, unit: UnitId, stmt: StmtId, _callee: SymbolId) -> bool {
        self.analysis.is_active_call(unit, stmt)
    }

    /// Whether a call may allocate or release what outlives the callee.
    pub fn changes_allocation(&self, unit: UnitId, stmt: StmtId) -> bool {
        self.analysis.changes_allocation(unit, stmt)
    }

    /// Whether a place owns a derivative.
    pub fn place_owns(&self, program: &Program, place: &Place) -> bool {
        self.owns(place.symbol) && self.path_owns(program, place.symbol, &place.path)
    }

    /// Whether a component of objects of a variable's type has a derivative where the object has one.
    fn path_owns(&self, program: &Program, symbol: SymbolId, path: &[usize]) -> bool {
        let mut ty = program.symbol_type(symbol).cloned().unwrap_or(Type::Void);
        for &k in path {
            let Some(r) = ty.record() else { return false };
            if !self.owns_field(r, k) {
                return false;
            }
            ty = program.records[r].fields[k].ty.clone();
        }
        program.is_differentiable(&ty)
    }

    /// Globals whose derivatives must be cleared before a call, largest first where storage is shared, and those of which only a part must
    /// be cleared that no other covers: their storage is cut by a COMMON block of another shape. Both are among those that are `known`.
    pub fn globals_to_clear(
        &self,
        unit: UnitId,
        stmt: StmtId,
        known: impl Fn(&Place) -> bool,
    ) -> (Vec<Place>, Vec<Place>) {
        let mut passive: BTreeSet<ZoneId> = self.analysis.passive_globals_before(unit, stmt).into_iter().collect();
        if passive.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let mut places: Vec<(Place, Vec<ZoneId>)> = self
            .owners
            .iter()
            .flat_map(|s| self.components(*s))
            .map(|(place, zones)| {
                (place, zones.into_iter().filter(|z| self.analysis.zones().zone(*z).differentiable).collect())
            })
            .filter(|(place, zones): &(Place, Vec<ZoneId>)| zones.iter().any(|z| passive.contains(z)) && known(place))
            .collect();
        places.sort_by_key(|(_, zones)| std::cmp::Reverse(zones.len()));
        let (mut whole, mut parts) = (Vec::new(), Vec::new());
        let (entire, cut): (Vec<_>, Vec<_>) =
            places.into_iter().partition(|(_, zones)| zones.iter().all(|z| passive.contains(z)));
        for (place, zones) in entire {
            // Not yet cleared under another name.
            if zones.iter().any(|z| passive.contains(z)) {
                passive.retain(|z| !zones.contains(z));
                whole.push(place);
            }
        }
        for (place, zones) in cut {
            if zones.iter().any(|z| passive.contains(z)) {
                parts.push(place);
            }
        }
        (whole, parts)
    }
}

/// Calls that the user wants split.
fn split_calls(program: &Program, request: &Request) -> BTreeSet<(UnitId, StmtId)> {
    let mut out = BTreeSet::new();
    for (id, u) in program.units.iter() {
        u.walk(&u.body, &mut |s, stmt| {
            let mut note = |callee: SymbolId| {
                if program.callee(callee).is_some_and(|c| asks_split(program, &request.split, id, s, c)) {
                    out.insert((id, s));
                }
            };
            match &stmt.kind {
                StmtKind::Call { callee, .. } => note(*callee),
                StmtKind::Assign { rhs, .. } => {
                    if let ExprKind::Call { callee, .. } = &rhs.bare().kind {
                        note(*callee);
                    }
                }
                _ => {}
            }
        });
    }
    out
}

/// Whether a local of the same shape as a dummy cannot be declared.
fn has_unknown_extent(program: &Program, symbol: SymbolId) -> bool {
    fn unknown(ty: &Type) -> bool {
        match ty {
            Type::Pointer { .. } => true,
            Type::Array { elem, .. } => ty.is_assumed_size() || unknown(elem),
            _ => false,
        }
    }
    program.variable(symbol).is_some_and(|v| unknown(&v.ty) || v.pointer || v.allocatable)
}

/// Whether a CLASS object may be of a type that extends its declared one.
fn has_unknown_type(program: &Program, symbol: SymbolId) -> bool {
    let class = program.variable(symbol).filter(|v| v.polymorphic).and_then(|v| v.ty.element().record());
    class.is_some_and(|r| program.records.iter().any(|(_, other)| other.extends == Some(r)))
}

/// Whether `node` is a link of the chain from `reference` down to its root (not inside a subscript).
fn on_spine(reference: &Expr, node: &Expr) -> bool {
    reference.spine().any(|link| std::ptr::eq(link, node))
}

/// The components that a reference names, from its root.
pub fn path_of(e: &Expr) -> Vec<usize> {
    let mut path: Vec<usize> =
        e.spine().filter_map(|x| if let ExprKind::Field { field, .. } = x.kind { Some(field) } else { None }).collect();
    path.reverse();
    path
}
