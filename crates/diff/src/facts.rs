//! What differentiation asks of the analyses, in its own words: a thin adapter, so that generators rarely touch zones.
//!
//! A variable *is active at a point* when it is varied and useful there. It *owns a derivative* when it is active anywhere, or stands
//! in a head's final lists. Records are differentiated per component: `owns_field`.

mod lent;

use std::collections::{BTreeMap, BTreeSet};

use analysis::VarRef;
use il::calls::CallGraph;
use il::typing::type_of;
use il::zones::ZoneId;
use il::{Diagnostic, Expr, ExprKind, Program, RecordId, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId, Upper};

pub use analysis::At;

use crate::directives::asks_split;
use crate::known::allocation;
use crate::known::other_names::overlaid_with;
use crate::known::owning;
use crate::request::{HeadSpec, Improvement, Place, Request};
use crate::signature::{Part, Status};

/// The answers.
pub struct Facts<'p> {
    /// All answers in full.
    pub analysis: analysis::Facts<'p>,
    differentiated: Vec<UnitId>,
    /// Heads that nothing in the program calls.
    outermost: BTreeSet<UnitId>,
    owners: BTreeSet<SymbolId>,
    fields: BTreeSet<(RecordId, usize)>,
    params: BTreeMap<UnitId, Vec<bool>>,
    results: BTreeSet<UnitId>,
    boxes: BTreeMap<SymbolId, Vec<bool>>,
    owning: BTreeSet<(RecordId, usize)>,
    moving: BTreeSet<(UnitId, usize)>,
    /// Those whose pointers local ones follow.
    walked: BTreeSet<(UnitId, usize)>,
    /// Parameters whose derivatives cannot be `restrict` ([`crate::shared::passed_twice`]).
    passed_twice: BTreeSet<SymbolId>,
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
    /// Analyses `program` for `request`.
    pub fn new(program: &'p Program, request: &Request) -> Facts<'p> {
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
            split_calls: split_calls(program, request),
            externals: request.externals.clone(),
            allocations: allocation::sites(program),
            ..analysis::Options::default()
        };
        let analysis = analysis::analyse(program, &heads, &options);
        let owning = owning::components(program);
        let graph = CallGraph::new(program);
        let outermost = request.heads.iter().map(|h| h.unit).filter(|u| graph.callers(*u).is_empty()).collect();
        let mut facts = Facts {
            outermost,
            differentiated: analysis.differentiated_units().to_vec(),
            analysis,
            owners: BTreeSet::new(),
            fields: BTreeSet::new(),
            params: BTreeMap::new(),
            results: BTreeSet::new(),
            boxes: BTreeMap::new(),
            moving: allocation::moving_dummies(program, &owning),
            walked: allocation::walked_dummies(program),
            passed_twice: crate::shared::passed_twice(program),
            owning,
        };
        for &u in &facts.differentiated.clone() {
            for v in facts.analysis.active_symbols(u).to_vec() {
                facts.own(program, v.symbol, &v.path);
            }
        }
        if request.fix_interface {
            for p in request.heads.iter().flat_map(|h| h.independents.iter().chain(&h.dependents)).flatten() {
                facts.own(program, p.symbol, &p.path);
            }
        }
        facts.complete_lists(program);
        facts.complete_rows(program);
        facts.complete_blocks(program);
        facts.complete_equivalences(program);
        facts.find_interfaces(program, request);
        facts.find_boxes(program);
        while facts.lend(program) {
            facts.complete_rows(program);
            facts.find_interfaces(program, request);
        }
        facts
    }

    /// The dummies whose derivatives are work space of the caller: zero where the derivative procedure begins, and again where it ends.
    pub fn work_space(&self, program: &Program, unit: UnitId) -> Vec<Place> {
        let params = program.units[unit].params.iter().copied();
        let numbers = |s: &SymbolId| program.symbol_type(*s).is_some_and(|t| t.record().is_none());
        let space = params.filter(|s| numbers(s) && self.owns(*s) && self.is_work_space(program, unit, *s));
        space.map(|symbol| Place { symbol, path: Vec::new() }).collect()
    }

    /// Whether a dummy gets a derivative for what is active inside its procedure only.
    fn is_work_space(&self, program: &Program, unit: UnitId, dummy: SymbolId) -> bool {
        self.gets(program, unit, dummy) && !self.active_outside(unit, dummy)
    }

    /// Whether a dummy gets a derivative from the callers.
    fn gets(&self, program: &Program, unit: UnitId, dummy: SymbolId) -> bool {
        let at = program.units[unit].params.iter().position(|p| *p == dummy);
        at.is_some_and(|k| self.params.get(&unit).is_some_and(|p| p[k]))
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
                let all = overlaid_with(u, s, &|_| true);
                let tied = overlaid_with(u, s, &|s| self.owns(s));
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
            let Some(r) = ty.record() else { return };
            self.own_field(program, r, k);
            ty = program.records[r].fields[k].ty.clone();
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
            if (program.is_differentiable(&f.ty) || inner == Some(r)) && self.own_field(program, r, k) {
                if let Some(inner) = inner {
                    self.own_all(program, inner);
                }
            }
        }
    }

    /// Which dummies and results get derivative arguments: what is active where the unit begins or returns; and, since a local derivative
    /// must know its extents, what is active inside and has none.
    fn find_interfaces(&mut self, program: &Program, request: &Request) {
        for &u in &self.differentiated.clone() {
            let unit = &program.units[u];
            let head = request.head(u).filter(|_| request.fix_interface);
            let listed = |s: SymbolId| head.is_some_and(|h| lists_symbol(h, s));
            let params = unit
                .params
                .iter()
                .map(|p| {
                    self.owners.contains(p)
                        && (listed(*p)
                            || head.is_none() && self.active_outside(u, *p)
                            || self.has_callers_storage(program, *p))
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

    fn active_outside(&self, unit: UnitId, symbol: SymbolId) -> bool {
        self.symbol_active(unit, At::Entry, symbol) || self.symbol_active(unit, At::Exit, symbol)
    }

    fn symbol_active(&self, unit: UnitId, at: At, symbol: SymbolId) -> bool {
        let zones: Vec<ZoneId> = self.components(symbol).into_iter().flat_map(|(_, z)| z).collect();
        self.analysis.active(unit, at).contains_any(&zones)
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
    fn find_boxes(&mut self, program: &Program) {
        let mut found: BTreeMap<SymbolId, Vec<bool>> = BTreeMap::new();
        for &u in &self.differentiated {
            let unit = &program.units[u];
            unit.walk(&unit.body, &mut |id, stmt| {
                let mut note = |callee: SymbolId, args: &[il::Arg]| {
                    if program.callee(callee).is_some() {
                        return;
                    }
                    let list = found.entry(callee).or_default();
                    list.resize(list.len().max(args.len()), false);
                    for (k, a) in args.iter().enumerate() {
                        let mut active = false;
                        a.value.walk(&mut |e| {
                            if e.is_reference() && program.is_differentiable(&type_of(program, e)) {
                                active |= self.is_passed_active(program, u, id, e);
                            }
                        });
                        list[k] |= active;
                    }
                };
                if let StmtKind::Call { callee, args, .. } = &stmt.kind {
                    note(*callee, args);
                }
                stmt.kind.exprs(&mut |e| {
                    e.walk(&mut |e| {
                        if let ExprKind::Call { callee, args } = &e.kind {
                            note(*callee, args);
                        }
                    });
                });
            });
        }
        self.boxes = found;
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

    /// Whether a component owns a derivative.
    pub fn owns_field(&self, record: RecordId, field: usize) -> bool {
        self.fields.contains(&(record, field))
    }

    /// Whether a pointer component owns what it points to ([`owning`]).
    pub fn is_owning(&self, record: RecordId, field: usize) -> bool {
        self.owning.contains(&(record, field))
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

    /// What must be cleared where the tangent of a unit begins: not varied there, but its derivative may be used before it is set.
    pub fn entry_resets(&self, program: &Program, unit: UnitId) -> Vec<Place> {
        let mut found = self.undefined_places(program, unit);
        found.retain(|(place, zones)| !is_cut(program, place, zones) || !self.comes_varied(unit, zones));
        found.into_iter().map(|(place, _)| place).collect()
    }

    /// Of what must be clear where the tangent of a unit begins, that which no name stands for that does not stand for something varied, too: COMMON
    /// and EQUIVALENCE give it such names only.
    pub fn mixed_on_entry(&self, program: &Program, unit: UnitId) -> Vec<Place> {
        let undefined = self.analysis.undefined_derivatives(unit);
        let (mixed, plain): (Vec<_>, Vec<_>) = self
            .undefined_places(program, unit)
            .into_iter()
            .partition(|(place, zones)| is_cut(program, place, zones) && self.comes_varied(unit, zones));
        let cleared: BTreeSet<ZoneId> = plain.into_iter().flat_map(|(_, zones)| zones).collect();
        let open = |zones: &[ZoneId]| zones.iter().any(|z| undefined.contains(*z) && !cleared.contains(z));
        mixed.into_iter().filter(|(_, zones)| open(zones)).map(|(place, _)| place).collect()
    }

    /// Whether some of the zones vary when a unit begins: its own come into being then.
    fn comes_varied(&self, unit: UnitId, zones: &[ZoneId]) -> bool {
        let varied = self.analysis.varied(unit, At::Entry);
        zones.iter().any(|z| varied.contains(*z) && self.analysis.zones().zone(*z).owner != Some(unit))
    }

    /// What has a derivative that is not set when a unit begins but may be used before it is.
    fn undefined_places(&self, program: &Program, unit: UnitId) -> Vec<(Place, Vec<ZoneId>)> {
        let undefined = self.analysis.undefined_derivatives(unit);
        let (copied, unvaried) = (copied_whole(program, unit), self.analysis.copied_unvaried(unit));
        // What callers differentiate has its derivative from them, or keeps it for them.
        let elsewhere =
            |zones: &[ZoneId]| program.units.ids().any(|u| self.analysis.active_anywhere(u).contains_any(zones));
        let of_others = |s: SymbolId| {
            program.variable(s).is_some_and(|v| matches!(v.storage, il::Storage::Global | il::Storage::Common))
                || program.home(s).is_some_and(|home| home != unit)
        };
        // What a head gives back is given back whole, also what nothing in it touches.
        let (entry, exit) = (self.analysis.active(unit, At::Entry), self.analysis.active(unit, At::Exit));
        let given_back = |place: &Place, zones: &[ZoneId]| {
            let partly = exit.contains_any(zones) && !zones.iter().all(|z| exit.contains(*z));
            self.outermost.contains(&unit)
                && partly
                && !entry.contains_any(zones)
                && of_others(place.symbol)
                && is_cut(program, place, zones)
        };
        let undefined_here = |place: &Place, zones: &[ZoneId]| {
            // What a generated caller hands over is whole.
            let own = self.outermost.contains(&unit) || !program.units[unit].params.contains(&place.symbol);
            let own = own && !(of_others(place.symbol) && elsewhere(zones));
            undefined.contains_any(zones)
                || given_back(place, zones)
                || own && copied.contains(&place.symbol) && unvaried.contains_any(zones)
        };
        let mut symbols: BTreeSet<SymbolId> = self.analysis.active_symbols(unit).iter().map(|v| v.symbol).collect();
        let u = &program.units[unit];
        symbols.extend(u.params.iter().chain(&u.result()).copied());
        symbols
            .into_iter()
            .filter(|s| self.owns(*s))
            .flat_map(|s| self.components(s))
            .filter(|(place, zones)| undefined_here(place, zones) && self.place_owns(program, place))
            .collect()
    }

    /// Of what must be clear where the tangent of a unit begins, that which only the caller can clear: dummies of unknown extent. Generated
    /// callers need not: there what is useful and not varied has a zero derivative.
    pub fn trusted_on_entry(&self, program: &Program, unit: UnitId) -> Vec<Place> {
        let resets = self.entry_resets(program, unit);
        // What a C pointer leads to is cleared by nobody here: not how much it is, nor whether it is there, is known.
        let pointed = |s: SymbolId| {
            program
                .variable(s)
                .is_some_and(|v| matches!((v.storage, &v.ty), (il::Storage::Dummy(_), Type::Pointer { .. })))
        };
        resets.into_iter().filter(|p| self.extent_is_unknown(program, p) || pointed(p.symbol)).collect()
    }

    /// Whether nobody knows how much there is of a place: an assumed-size dummy, or what lies behind a C pointer that leads to more than one
    /// object. Its derivative cannot be cleared here.
    pub fn extent_is_unknown(&self, program: &Program, place: &Place) -> bool {
        let mut ty = program.symbol_type(place.symbol).cloned().unwrap_or(Type::Void);
        let single = self.analysis.zones().is_single_object(place.symbol);
        let local = program.variable(place.symbol).is_some_and(|v| v.storage == il::Storage::Local);
        if local {
            return false;
        }
        if is_assumed_size(program, place.symbol) || matches!(ty, Type::Pointer { .. }) && !single {
            return true;
        }
        for &k in &place.path {
            let Some(r) = ty.record() else { return false };
            ty = program.records[r].fields[k].ty.clone();
            if matches!(ty.element(), Type::Pointer { .. }) {
                return true;
            }
        }
        false
    }

    /// Whether a place owns a derivative.
    pub fn place_owns(&self, program: &Program, place: &Place) -> bool {
        let mut ty = program.symbol_type(place.symbol).cloned().unwrap_or(Type::Void);
        for &k in &place.path {
            let Some(r) = ty.record() else { return false };
            if !self.owns_field(r, k) {
                return false;
            }
            ty = program.records[r].fields[k].ty.clone();
        }
        self.owns(place.symbol) && program.is_differentiable(&ty)
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

    /// The lists of a unit's derivative.
    pub fn lists(&self, program: &Program, request: &Request, unit: UnitId, part: Part) -> Lists {
        let u = &program.units[unit];
        let mut symbols: Vec<SymbolId> =
            u.params.iter().enumerate().filter(|(k, _)| self.param(unit, *k)).map(|(_, s)| *s).collect();
        symbols.extend(u.result().filter(|_| self.result(unit)));
        for v in self.analysis.active_symbols(unit) {
            let own = u.params.contains(&v.symbol) || u.result() == Some(v.symbol);
            let global = program
                .variable(v.symbol)
                .is_some_and(|x| matches!(x.storage, il::Storage::Global | il::Storage::Common));
            if global && !own && !symbols.contains(&v.symbol) {
                symbols.push(v.symbol);
            }
        }
        let (entry, exit) = (self.analysis.active(unit, At::Entry), self.analysis.active(unit, At::Exit));
        let written = self.analysis.in_out(unit).written;
        let head = request.head(unit).filter(|_| request.fix_interface);
        let in_list = |l: &Option<Vec<Place>>, p: &Place| {
            l.as_ref().is_some_and(|l| l.iter().any(|q| q.symbol == p.symbol && p.path.starts_with(&q.path)))
        };
        let trusted = if part == Part::Tangent { self.trusted_on_entry(program, unit) } else { Vec::new() };
        // What a copy takes with it is cleared, also of what the original only reads.
        let mut cleared = if part == Part::Tangent { self.entry_resets(program, unit) } else { Vec::new() };
        cleared.retain(|p| program.variable(p.symbol).is_some_and(|v| v.intent == Some(il::Intent::In) && !v.pointer));
        let (mut useful, mut varying, mut status) = (Vec::new(), Vec::new(), Vec::new());
        for (place, zones) in symbols.into_iter().flat_map(|s| self.components(s)) {
            if !self.place_owns(program, &place) {
                continue;
            }
            let (input, output) = match head {
                Some(h) => (in_list(&h.independents, &place), in_list(&h.dependents, &place)),
                None => (entry.contains_any(&zones), exit.contains_any(&zones)),
            };
            let active = (entry.contains_any(&zones), exit.contains_any(&zones));
            let changes = written.contains_any(&zones) && !program.is_read_only(place.symbol);
            let s = match (part, input, output) {
                _ if head.is_some() && active == (false, false) && !output => Status::Local,
                (Part::Tangent, true, _) => {
                    if changes {
                        Status::InOut
                    } else {
                        Status::In
                    }
                }
                (Part::Tangent, false, true) if trusted.contains(&place) => Status::InOut,
                (Part::Tangent, false, true) => Status::Out,
                (Part::Tangent, false, false) if trusted.contains(&place) => Status::InKilled,
                (Part::Tangent, false, false) if cleared.contains(&place) => Status::Out,
                (_, true, false) => Status::Out,
                (_, false, true) if request.fix_interface => Status::InKilled,
                (_, false, true) => Status::InZero,
                (_, true, true) => {
                    if changes {
                        Status::InOut
                    } else {
                        Status::Incr
                    }
                }
                (_, false, false) => Status::Local,
            };
            if input {
                varying.push(place.clone());
            }
            if output {
                useful.push(place.clone());
            }
            if s != Status::Local || head.is_some() {
                status.push((place, s));
            }
        }
        Lists { useful, varying, status }
    }

    /// Whether the lists of a head seem to be the wrong way round: of the dependents the procedure writes none, of the independents some.
    fn looks_swapped(&self, head: &crate::request::HeadSpec) -> bool {
        let written = &self.analysis.in_out(head.unit).written;
        let is_written = |p: &Place| written.contains_any(&self.analysis.zones().of_component(p.symbol, &p.path));
        let any = |list: &Option<Vec<Place>>| list.iter().flatten().any(is_written);
        head.dependents.is_some() && !any(&head.dependents) && any(&head.independents)
    }

    /// What became of the heads' lists: each adjustment is said, an empty one is an error.
    pub fn check_heads(&self, program: &Program, request: &Request) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for h in &request.heads {
            let unit = &program.units[h.unit];
            let span = if h.span == il::Span::NONE { unit.span } else { h.span };
            let dropped = |list: &Option<Vec<Place>>, at: At| -> Vec<String> {
                list.iter()
                    .flatten()
                    .filter(|p| {
                        let zones = self.analysis.zones().of_component(p.symbol, &p.path);
                        !self.analysis.active(h.unit, at).contains_any(&zones)
                    })
                    .map(|p| program.symbols[p.symbol].name.clone())
                    .collect()
            };
            let gone = |names: &[String], list: &Option<Vec<Place>>| {
                list.as_ref().is_some_and(|l| !l.is_empty() && l.len() == names.len())
            };
            let (inputs, outputs) = (dropped(&h.independents, At::Entry), dropped(&h.dependents, At::Exit));
            let nothing =
                self.analysis.active(h.unit, At::Entry).is_empty() || self.analysis.active(h.unit, At::Exit).is_empty();
            if nothing && !request.fix_interface || gone(&inputs, &h.independents) && gone(&outputs, &h.dependents) {
                let said = format!(
                    "nothing to differentiate in `{}`: no dependent depends differentiably on an independent",
                    unit.name
                );
                let mut said = Diagnostic::error("RT0310", span, said).note(
                    "check the lists of the head; integers, comparisons and INT, NINT, FLOOR carry no derivative",
                );
                if unit.has_errors {
                    said = said.note(format!(
                        "`{}` has statements that were not understood, reported above: they count as doing nothing",
                        unit.name
                    ));
                }
                if self.looks_swapped(h) {
                    said = said.note(
                        "`procedure(y)/(x)` differentiates y by x, and so does `procedure(x)\\(y)`: these lists look the other way round",
                    );
                }
                out.push(said);
                continue;
            }
            if request.fix_interface {
                continue;
            }
            for name in inputs {
                out.push(Diagnostic::warning("RT0311", span, format!("`{name}` has no differentiable influence on the dependents of `{}`: removed from the independents", unit.name)));
            }
            for name in outputs {
                out.push(Diagnostic::warning("RT0312", span, format!("`{name}` does not depend differentiably on the independents of `{}`: removed from the dependents", unit.name)));
            }
        }
        out
    }
}

fn lists_symbol(h: &HeadSpec, s: SymbolId) -> bool {
    h.independents.iter().chain(&h.dependents).flatten().any(|p| p.symbol == s)
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

/// Variables of which assignments take a whole structure, as the value or inside of a constructor.
fn copied_whole(program: &Program, unit: UnitId) -> BTreeSet<SymbolId> {
    fn visit(program: &Program, e: &Expr, out: &mut BTreeSet<SymbolId>) {
        if let ExprKind::Structure { args, .. } = &e.bare().kind {
            args.iter().for_each(|a| visit(program, &a.value, out));
        } else if e.is_reference() && il::typing::type_of(program, e).element().record().is_some() {
            out.extend(e.root());
        }
    }
    let (u, mut out) = (&program.units[unit], BTreeSet::new());
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Assign { rhs, .. } = &s.kind {
            visit(program, rhs, &mut out);
        }
    });
    out
}

/// Whether COMMON or EQUIVALENCE cut a number or an array of numbers into several zones.
fn is_cut(program: &Program, place: &Place, zones: &[ZoneId]) -> bool {
    let of = |v: &il::Variable| v.ty.element().record().is_none() && !v.pointer && v.ty.element().is_differentiable();
    zones.len() > 1 && place.path.is_empty() && program.variable(place.symbol).is_some_and(of)
}

/// Whether the extent of an array is known to the caller only (`x(*)`).
fn is_assumed_size(program: &Program, symbol: SymbolId) -> bool {
    let ty = program.variable(symbol).map(|v| &v.ty);
    matches!(ty, Some(Type::Array { dims, .. }) if dims.iter().any(|d| d.upper == Upper::Assumed))
}

/// Whether a local of the same shape as a dummy cannot be declared.
fn has_unknown_extent(program: &Program, symbol: SymbolId) -> bool {
    fn unknown(ty: &Type) -> bool {
        match ty {
            Type::Pointer { .. } => true,
            Type::Array { elem, dims } => dims.iter().any(|d| d.upper == Upper::Assumed) || unknown(elem),
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

/// Units with bodies that `unit` calls, in statements and in expressions, in order of occurrence.
pub fn callees(program: &Program, unit: UnitId) -> Vec<UnitId> {
    callees_in(program, unit, &program.units[unit].body)
}

/// Those that a block of `unit` calls.
pub fn callees_in(program: &Program, unit: UnitId, block: &il::Block) -> Vec<UnitId> {
    let mut out = Vec::new();
    program.units[unit].walk(block, &mut |_, stmt| {
        if let StmtKind::Call { callee, .. } = &stmt.kind {
            out.extend(program.callee(*callee));
        }
        stmt.kind.exprs(&mut |e| {
            e.walk(&mut |e| {
                if let ExprKind::Call { callee, .. } = &e.kind {
                    out.extend(program.callee(*callee));
                }
            });
        });
    });
    out
}

/// Whether all subscripts of a reference select single elements.
pub fn is_element(program: &Program, reference: &Expr) -> bool {
    let mut single = true;
    reference.walk(&mut |e| {
        if let ExprKind::Index { subs, .. } = &e.kind {
            single &= subs.iter().all(|s| matches!(s, Subscript::At(i) if type_of(program, i).rank() == 0));
        }
    });
    single && type_of(program, reference).rank() == 0
}

/// The components that a reference names, from its root.
fn path_of(e: &Expr) -> Vec<usize> {
    let mut path: Vec<usize> =
        e.spine().filter_map(|x| if let ExprKind::Field { field, .. } = x.kind { Some(field) } else { None }).collect();
    path.reverse();
    path
}
