//! What statements read and write, in zones: the plan's view of storage.
//!
//! Calls act through the summaries of the analyses.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use il::commons::Commons;
use il::expr::Item;
use il::intrinsics::Class;
use il::sparse::Sparse;
use il::stmt::associated;
use il::zones::{ZoneId, Zones};
use il::{Arg, Expr, ExprKind, Id, Program, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId};

use crate::adjoint::plan::Twin;
use crate::adjoint::plan::alias::{self, Alias};
use crate::adjoint::plan::remembered::Remembered;

/// A set of zones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set(Sparse);

impl Set {
    /// Adds zones.
    pub fn add(&mut self, zones: &[ZoneId]) {
        zones.iter().for_each(|z| self.0.add(z.index() as u32));
    }
    /// Adds all of another set; whether that changed anything.
    pub fn union(&mut self, other: &Set) -> bool {
        self.0.union(&other.0)
    }
    /// Removes all of another set.
    pub fn minus(&mut self, other: &Set) {
        self.0.subtract(&other.0);
    }
    /// Whether they have a zone in common.
    pub fn meets(&self, other: &Set) -> bool {
        self.0.meets(&other.0)
    }
    /// What they have in common.
    pub fn and(&self, other: &Set) -> Set {
        Set(self.0.and(&other.0))
    }
    /// Whether a zone is in it.
    pub fn has(&self, zone: ZoneId) -> bool {
        self.0.has(zone.index() as u32)
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// The zones in order.
    pub fn iter(&self) -> impl Iterator<Item = ZoneId> + '_ {
        self.0.iter().map(|i| ZoneId::from_index(i as usize))
    }
}

impl FromIterator<ZoneId> for Set {
    fn from_iter<T: IntoIterator<Item = ZoneId>>(zones: T) -> Set {
        let mut out = Set::default();
        zones.into_iter().for_each(|z| out.0.add(z.index() as u32));
        out
    }
}

/// What something does.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// May be read.
    pub reads: Set,
    /// May be written.
    pub writes: Set,
    /// Surely overwritten entirely.
    pub kills: Set,
}

/// The effects of a program's statements.
pub struct Access<'a> {
    program: &'a Program,
    facts: &'a analysis::Facts<'a>,
    /// The storage.
    pub zones: &'a Zones,
    /// All of it.
    all: Set,
    /// What no unit owns.
    global: Set,
    /// What units own.
    owned: BTreeMap<UnitId, Vec<ZoneId>>,
    /// Where pointers are.
    addresses: Set,
    /// COMMON blocks by what is in them.
    pub commons: Commons,
    /// Calls that must be split: nobody knows the extent of what a snapshot would hold, or the callee allocates what outlives it.
    pub forced: RefCell<BTreeSet<(UnitId, StmtId)>>,
    /// Those of them that may allocate or release what outlives the callee.
    pub allocating: BTreeSet<(UnitId, StmtId)>,
    /// Calls of leaves whose partial derivatives wait on the tape (`partials`), with the inputs that have derivatives where they stand.
    pub weighed: RefCell<BTreeMap<(UnitId, StmtId), Vec<Expr>>>,
    /// Assignments whose partial derivatives wait on the tape (`kept_gradients`).
    pub gradients: RefCell<BTreeSet<(UnitId, StmtId)>>,
    /// Units whose forward half is the original.
    pub silent: RefCell<BTreeSet<UnitId>>,
    /// Of units that note what their backward halves need, the arrays for that as dummies (`notes`).
    pub(crate) noted: RefCell<BTreeMap<UnitId, Vec<Twin>>>,
    /// Units whose split halves restore all that they overwrite, because their callers do not know the extent of what they would save.
    pub restoring: RefCell<BTreeSet<UnitId>>,
    /// Assignments whose adjoints read their results (`results`), of units that were looked at.
    pub(crate) results: Remembered<UnitId, BTreeSet<StmtId>>,
    /// What statements do that were looked at.
    statements: Remembered<(UnitId, StmtId), Effect>,
    /// What each turn of a loop writes before it reads it, of loops that were looked at.
    pub(crate) own_of_turns: Remembered<(UnitId, StmtId), Set>,
    /// What the joint adjoints of units need on entry and leave changed, of those that are planned already.
    pub joint: RefCell<BTreeMap<UnitId, JointContract>>,
    /// What the backward halves of units need of the values that their forward halves leave, of those that are planned already.
    pub behind: RefCell<BTreeMap<UnitId, Set>>,
    /// Local pointers that are made again and never saved.
    aliases: BTreeMap<SymbolId, Alias>,
    /// Where they keep their addresses, and which of them are there.
    aliases_at: BTreeMap<ZoneId, Vec<SymbolId>>,
    /// All of these places.
    places_of_aliases: Set,
    /// Components of structures that are pointers and own their targets.
    owning: BTreeSet<(il::RecordId, usize)>,
    /// What a first call sets up and nothing puts back ([`analysis::made_once`]).
    pub made_once: Set,
    /// Storage that a unit may allocate, release, or give another shape.
    allocated: BTreeMap<UnitId, Set>,
}

/// What a caller knows of `F_B`, in the zones of `F`.
#[derive(Clone, Default, Debug)]
pub struct JointContract {
    /// Values of the original that it reads as they are on entry.
    pub needs: Set,
    /// Values that are not on return what they were on entry.
    pub leaves: Set,
}

impl<'a> Access<'a> {
    /// Of an analysed program.
    pub fn new(program: &'a Program, facts: &'a analysis::Facts<'a>) -> Self {
        let allocating = analysis::allocation::allocating_calls(program);
        let mut access = Access {
            program,
            facts,
            zones: facts.zones(),
            all: facts.zones().iter().map(|(z, _)| z).collect(),
            global: facts.zones().iter().filter(|(_, zone)| zone.owner.is_none()).map(|(z, _)| z).collect(),
            addresses: facts.zones().iter().filter(|(_, zone)| zone.address).map(|(z, _)| z).collect(),
            owned: BTreeMap::new(),
            commons: Commons::new(program, facts.zones()),
            forced: RefCell::new(allocating.clone()),
            allocating,
            weighed: RefCell::default(),
            gradients: RefCell::default(),
            silent: RefCell::default(),
            noted: RefCell::default(),
            restoring: RefCell::default(),
            results: Remembered::default(),
            own_of_turns: Remembered::default(),
            statements: Remembered::default(),
            joint: RefCell::default(),
            behind: RefCell::default(),
            aliases: BTreeMap::new(),
            aliases_at: BTreeMap::new(),
            places_of_aliases: Set::default(),
            made_once: Set::default(),
            owning: analysis::owning::components(program),
            allocated: BTreeMap::new(),
        };
        for (z, zone) in access.zones.iter() {
            zone.owner.into_iter().for_each(|unit| access.owned.entry(unit).or_default().push(z));
        }
        access.made_once.add(&analysis::made_once::made_once(facts).into_iter().collect::<Vec<_>>());
        access.allocated = program.units.ids().map(|u| (u, access.allocations(u))).collect();
        access.aliases = program.units.ids().flat_map(|u| alias::find(program, &access, u)).collect();
        for s in access.aliases.keys() {
            let places = access.association(&Expr::var(*s));
            places.iter().for_each(|z| access.aliases_at.entry(z).or_default().push(*s));
            access.places_of_aliases.union(&places);
        }
        // A pointer that is made from aliases is made from what these are made from, whatever their order.
        loop {
            let before: Vec<Set> = access.aliases.values().map(|a| a.inputs.clone()).collect();
            let closed: Vec<Set> = before.iter().map(|s| access.with_inputs(s)).collect();
            if before == closed {
                // What was looked at so far knew nothing of aliases.
                access.statements = Remembered::default();
                return access;
            }
            for (a, inputs) in access.aliases.values_mut().zip(closed) {
                a.inputs = inputs;
            }
        }
    }

    fn allocations(&self, unit: UnitId) -> Set {
        let mut out = Set::default();
        let u = &self.program.units[unit];
        let mut note = |e: &Expr| {
            out.union(&self.place(e).0);
        };
        let mut calls = Vec::new();
        u.walk(&u.body, &mut |id, s| match &s.kind {
            StmtKind::Allocate { objects, .. } => objects.iter().for_each(|o| note(&o.object)),
            StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => objects.iter().for_each(&mut note),
            StmtKind::PointerAssign { lhs, .. } => note(lhs),
            StmtKind::Assign { lhs, rhs } if analysis::reallocation::may_reallocate(self.program, unit, lhs, rhs) => {
                note(lhs)
            }
            _ => calls.extend(self.forced.borrow().contains(&(unit, id)).then_some(id)),
        });
        out.union(&self.writes(unit, calls));
        out
    }

    /// What any of these statements may write.
    pub fn writes(&self, unit: UnitId, stmts: impl IntoIterator<Item = StmtId>) -> Set {
        let mut out = Set::default();
        stmts.into_iter().for_each(|id| _ = out.union(&self.statement(unit, id).writes));
        out
    }

    /// Storage that a unit may allocate, release, or give another shape.
    pub fn allocations_of(&self, unit: UnitId) -> &Set {
        &self.allocated[&unit]
    }

    /// Whether a value depends on an allocation that changes in its unit: the backward sweep may find another one.
    pub fn asks_allocation(&self, unit: UnitId, e: &Expr) -> bool {
        let mut found = false;
        e.walk(&mut |x| {
            if let ExprKind::Intrinsic(f, args) = &x.kind {
                found |= matches!(f.name(), "allocated" | "associated" | "size" | "shape" | "lbound" | "ubound")
                    && args.first().is_some_and(|a| self.place(&a.value).0.meets(&self.allocated[&unit]));
            }
        });
        found
    }

    /// A set of zones and what the aliases among them are made from.
    pub fn with_inputs(&self, set: &Set) -> Set {
        let mut out = set.clone();
        let among = set.and(&self.places_of_aliases);
        for s in among.iter().flat_map(|z| &self.aliases_at[&z]) {
            out.union(&self.aliases[s].inputs);
        }
        out
    }

    /// A set of zones without the aliases among them.
    pub fn without_aliases(&self, set: &Set) -> Set {
        let mut out = set.clone();
        out.minus(&self.places_of_aliases);
        out
    }

    /// Whether a symbol is a pointer that is made again.
    pub fn is_alias(&self, symbol: SymbolId) -> bool {
        self.aliases.contains_key(&symbol)
    }

    /// C: the aliases of a unit and their values, which are the same wherever they are used.
    pub fn values_of_aliases(&self, unit: UnitId) -> BTreeMap<SymbolId, &'a Expr> {
        let program: &'a Program = self.program;
        let value = |(s, a): (&SymbolId, &Alias)| {
            let stmt = (program.home(*s) == Some(unit)).then(|| &program.units[unit].stmts[a.stmt])?;
            if let StmtKind::Assign { rhs, .. } = &stmt.kind { Some((*s, rhs)) } else { None }
        };
        self.aliases.iter().filter_map(value).collect()
    }

    /// The alias that a statement assigns.
    pub fn alias_at(&self, unit: UnitId, stmt: StmtId) -> Option<SymbolId> {
        let kind = &self.program.units[unit].stmts[stmt].kind;
        let (StmtKind::Assign { lhs, .. } | StmtKind::PointerAssign { lhs, .. }) = kind else { return None };
        let s = associated(lhs).as_var()?;
        self.aliases.get(&s).filter(|a| a.stmt == stmt).map(|_| s)
    }

    /// How many decisions were made so far that change the plans of other units.
    pub fn decisions(&self) -> usize {
        self.forced.borrow().len() + self.restoring.borrow().len()
    }

    /// Storage that is there before a call of `unit` and outlives it: its dummies, what they point to, and globals.
    pub fn outside(&self, unit: UnitId) -> Set {
        let foreign = |z: &ZoneId| {
            let z = self.zones.zone(*z);
            let storage = self.program.variable(z.symbol).map(|v| v.storage);
            z.pointee || matches!(storage, Some(il::Storage::Dummy(_)))
        };
        let mut out = self.global.clone();
        out.union(&self.owned(unit).copied().filter(foreign).collect());
        out.minus(&self.zones.fresh(self.program, unit).into_iter().collect());
        out
    }

    /// The zones of one unit.
    fn owned(&self, unit: UnitId) -> impl Iterator<Item = &ZoneId> {
        self.owned.get(&unit).into_iter().flatten()
    }

    /// All that a call of `unit` may find or leave: everything but its own locals, which live in one call only.
    pub fn visible(&self, unit: UnitId) -> Set {
        let lives_here = |z: &&ZoneId| {
            let z = self.zones.zone(**z);
            let v = self.program.variable(z.symbol);
            let local = v.is_some_and(|v| matches!(v.storage, il::Storage::Local | il::Storage::Result) && !v.saved);
            local && !z.pointee
        };
        let mut out = self.all.clone();
        out.minus(&self.owned(unit).filter(lives_here).copied().collect());
        out
    }

    /// What a unit may read of before it was called: its adjoint reads no other values of then. Pointers are not among it, that is all addresses are.
    pub fn exposed(&self, unit: UnitId) -> Set {
        let mut out = self.addresses.clone();
        out.union(&self.facts.in_out(unit).exposed.iter().collect());
        out
    }

    /// What running the callee of a call again may change in zones of the caller. A joint adjoint gives no result: the place of that stays as it is.
    pub fn call_alone(&self, unit: UnitId, id: StmtId, callee: Option<UnitId>) -> Set {
        let across = |callee: UnitId| {
            let result = self.program.units[callee].result().map(|r| self.zones.of_symbol(r)).unwrap_or_default();
            let own: Vec<ZoneId> = self.facts.in_out(callee).written.iter().filter(|z| !result.contains(z)).collect();
            Some(self.facts.across_call(unit, id, callee, &own)?.1)
        };
        let written = callee.and_then(across).unwrap_or_else(|| self.facts.in_out_call(unit, id).written);
        written.iter().collect()
    }

    /// Whether a function is given numbers and structures of numbers alone, by value or to read, leaves its result and nothing else, and finds nothing of `zones`
    /// in another way.
    pub fn takes_values(&self, callee: SymbolId, zones: &Set) -> bool {
        let p = self.program;
        let Some(unit) = p.callee(callee) else { return false };
        let u = &p.units[unit];
        let known = self.facts.in_out(unit);
        let own = |z: &ZoneId| self.zones.zone(*z).owner == Some(unit);
        let numbers = |s: &SymbolId| {
            let v = p.variable(*s)?;
            let value = v.by_value || u.language.passes_values() || v.intent == Some(il::Intent::In);
            Some(
                value
                    && !v.pointer
                    && !v.allocatable
                    && (matches!(v.ty, Type::Scalar(_)) || super::uses::is_of_numbers(p, &v.ty)),
            )
        };
        let apart = |z: ZoneId| own(&z) || !zones.has(z);
        u.params.iter().all(|s| numbers(s) == Some(true))
            && self.facts.keeps_to_itself(p, unit)
            && known.read.iter().all(apart)
    }

    /// What the joint adjoint of a call needs of the original's values, arguments apart, and what it changes: in zones of the caller. Nothing
    /// when that is not known yet.
    pub fn joint_call(&self, unit: UnitId, id: StmtId, callee: UnitId) -> Option<JointContract> {
        let known = self.joint.borrow();
        let there = known.get(&callee)?;
        let across = |s: &Set| self.facts.across_call(unit, id, callee, &s.iter().collect::<Vec<_>>());
        let (needs, leaves) = (across(&there.needs)?.0, across(&there.leaves)?.1);
        Some(JointContract { needs: needs.iter().collect(), leaves: leaves.iter().collect() })
    }

    /// What the backward half of a split call needs of the values that its forward half leaves, arguments apart: in zones of the caller.
    pub fn behind_call(&self, unit: UnitId, id: StmtId, callee: UnitId) -> Option<Set> {
        let needs: Vec<ZoneId> = self.behind.borrow().get(&callee)?.iter().collect();
        Some(self.facts.across_call(unit, id, callee, &needs)?.0.iter().collect())
    }

    /// Zones that evaluating an expression reads, those of subscripts and pointers included.
    pub fn reads(&self, e: &Expr, out: &mut Set) {
        let mut effect = Effect::default();
        self.value(e, &mut effect);
        out.union(&effect.reads);
    }

    /// The zones of a reference, and whether they are all of it.
    pub fn place(&self, e: &Expr) -> (Set, bool) {
        let r = self.zones.of_ref(self.program, e);
        (r.zones.into_iter().collect(), r.whole)
    }

    /// What may be reached by a pointer.
    pub fn reached(&self, pointer: &Expr) -> Set {
        self.zones.reachable(self.program, pointer).into_iter().collect()
    }

    /// The address in a pointer itself: of a Fortran POINTER what `p => …` sets.
    pub fn association(&self, pointer: &Expr) -> Set {
        self.zones.of_pointer(self.program, pointer).zones.into_iter().collect()
    }

    /// Whether a reference is a pointer whose association may change: it does not own its target.
    pub fn moves(&self, e: &Expr) -> bool {
        let owns = match &e.kind {
            ExprKind::Field { record, field, .. } => self.owning.contains(&(*record, *field)),
            _ => false,
        };
        !owns && self.program.is_pointer(e)
    }

    /// A statement gives a pointer another association.
    fn associate(&self, pointer: &Expr, out: &mut Effect) {
        self.address_of_pointer(pointer, out);
        let r = self.zones.of_pointer(self.program, pointer);
        out.writes.add(&r.zones);
        if r.whole {
            out.kills.add(&r.zones);
        }
    }

    /// What the bounds in `p(lo:) => …` read.
    pub fn bounds(&self, lhs: &Expr, out: &mut Effect) {
        let ExprKind::Index { subs, .. } = &lhs.kind else { return };
        for s in subs {
            let Subscript::Range { lo, hi, .. } = s else { continue };
            lo.iter().chain(hi).for_each(|e| self.value(e, out));
        }
    }

    /// What finding a pointer, or what is allocated, reads: its own address is not among it.
    pub fn address_of_pointer(&self, pointer: &Expr, out: &mut Effect) {
        if let ExprKind::Field { base, .. } = &pointer.kind {
            self.address(base, out);
        }
    }

    fn value(&self, e: &Expr, out: &mut Effect) {
        if e.is_reference() {
            let r = self.zones.of_ref(self.program, e);
            out.reads.add(&r.zones);
            self.address(e, out);
            return;
        }
        match &e.kind {
            ExprKind::Intrinsic(f, args) if f.info().class == Class::Inquiry => {
                for a in args {
                    match f.name() == "len" && has_own_length(&il::typing::type_of(self.program, &a.value)) {
                        true => self.value(&a.value, out),
                        false => self.address(&a.value, out),
                    }
                }
            }
            ExprKind::Call { args, .. } => self.call(args, out),
            ExprKind::Address(x) => self.address(x, out),
            ExprKind::Constructor { items, .. } => {
                for i in items {
                    self.item(i, out);
                }
            }
            _ => e.children(&mut |c| self.value(c, out)),
        }
    }

    /// What passing an argument by value reads. Of a C array only the address is passed (C11 6.3.2.1).
    pub fn passed(&self, e: &Expr, out: &mut Effect) {
        let array = |e: &Expr| matches!(il::typing::type_of(self.program, e), Type::Array { .. });
        match &e.kind {
            _ if e.is_reference() && array(e) => self.address(e, out),
            ExprKind::Binary(_, a, b) if array(a) || array(b) => {
                self.passed(a, out);
                self.passed(b, out);
            }
            _ => self.value(e, out),
        }
    }

    fn item(&self, item: &Item, out: &mut Effect) {
        match item {
            Item::Value(v) => self.value(v, out),
            Item::Implied { items, from, to, step, .. } => {
                for e in [Some(from), Some(to), step.as_ref()].into_iter().flatten() {
                    self.value(e, out);
                }
                for i in items {
                    self.item(i, out);
                }
            }
        }
    }

    /// What finding a reference's place reads: subscripts, bounds of substrings, pointers.
    pub fn address(&self, e: &Expr, out: &mut Effect) {
        let r = self.zones.of_ref(self.program, e);
        out.reads.add(&r.addresses);
        match &e.kind {
            ExprKind::Index { base, .. } | ExprKind::Substring { base, .. } | ExprKind::Field { base, .. } => {
                e.positions().into_iter().for_each(|i| self.value(i, out));
                self.address(base, out);
            }
            // An object seen as one of another type of its family.
            ExprKind::Cast(Type::Record(_), object) if object.is_reference() => self.address(object, out),
            ExprKind::Deref(p) => self.value(p, out),
            ExprKind::Var(_) => {}
            _ => e.children(&mut |c| self.value(c, out)),
        }
    }

    fn write(&self, lhs: &Expr, certain: bool, out: &mut Effect) {
        self.address(lhs, out);
        let r = self.zones.of_ref(self.program, lhs);
        out.writes.add(&r.zones);
        if r.whole && certain {
            out.kills.add(&r.zones);
        }
    }

    /// A call inside an expression: all it may read.
    fn call(&self, args: &[Arg], out: &mut Effect) {
        for a in args {
            let ty = il::typing::type_of(self.program, &a.value);
            if a.value.is_reference() || matches!(ty, Type::Pointer { .. } | Type::Array { .. }) {
                self.address(&a.value, out);
                out.reads.add(&self.zones.reachable(self.program, &a.value));
            } else {
                self.value(&a.value, out);
            }
        }
    }

    /// C: the pointers in the arguments of the calls in an expression.
    fn passed_pointers(&self, e: &Expr, out: &mut Effect) {
        e.walk(&mut |x| {
            if matches!(il::typing::type_of(self.program, x), Type::Pointer { .. })
                && !matches!(x.kind, ExprKind::Call { .. })
            {
                self.value(x, out);
            }
        });
    }

    /// One statement; of a construct its own expressions, not its blocks.
    pub fn statement(&self, unit: UnitId, id: StmtId) -> Rc<Effect> {
        self.statements.get((unit, id), || self.find_statement(unit, id))
    }

    fn find_statement(&self, unit: UnitId, id: StmtId) -> Effect {
        let stmt = &self.program.units[unit].stmts[id];
        let mut out = Effect::default();
        if stmt.kind.calls() {
            // What is on its way between processes is nothing that could be kept.
            let is_kept = |z: &ZoneId| !analysis::channels::is_one(self.program, self.zones.zone(*z).symbol);
            out.reads = self.facts.reads(unit, id).iter().filter(is_kept).collect();
            out.writes = self.facts.writes(unit, id).iter().filter(is_kept).collect();
            out.kills = self.facts.kills(unit, id).iter().collect();
            // A pointer that is passed is read, whatever the callee does with what it leads to.
            stmt.kind.exprs(&mut |e| self.passed_pointers(e, &mut out));
        }
        match &stmt.kind {
            StmtKind::Assign { lhs, rhs } => {
                self.value(rhs, &mut out);
                // Its length and its extents are those that ALLOCATE gave it before.
                let ty = il::typing::type_of(self.program, lhs);
                let filled = has_own_length(&ty) && ty.rank() > il::typing::type_of(self.program, rhs).rank();
                if filled {
                    self.value(lhs, &mut out);
                }
                self.write(lhs, !filled, &mut out);
            }
            StmtKind::PointerAssign { lhs, rhs } => {
                self.address(rhs, &mut out);
                out.reads.add(&self.zones.of_pointer(self.program, rhs).zones);
                self.bounds(lhs, &mut out);
                self.associate(associated(lhs), &mut out);
            }
            StmtKind::Call { .. } => {}
            StmtKind::Do(d) => {
                stmt.kind.exprs(&mut |e| self.value(e, &mut out));
                out.writes.add(&self.zones.of_symbol(d.var));
                out.kills.add(&self.zones.of_symbol(d.var));
            }
            StmtKind::Where { arms, otherwise, .. } => {
                stmt.kind.exprs(&mut |e| self.value(e, &mut out));
                for &s in arms.iter().flat_map(|a| &a.body).chain(otherwise.iter().flatten()) {
                    let e = self.statement(unit, s);
                    out.reads.union(&e.reads);
                    out.writes.union(&e.writes);
                }
            }
            StmtKind::Forall { indices, body, .. } => {
                stmt.kind.exprs(&mut |e| self.value(e, &mut out));
                for &s in body {
                    let e = self.statement(unit, s);
                    out.reads.union(&e.reads);
                    out.writes.union(&e.writes);
                }
                for i in indices {
                    out.writes.add(&self.zones.of_symbol(i.var));
                }
            }
            StmtKind::Opaque { reads, writes, .. } => {
                reads.iter().for_each(|e| self.value(e, &mut out));
                writes.iter().for_each(|e| self.write(e, false, &mut out));
            }
            StmtKind::Allocate { objects, options } => {
                stmt.kind.exprs(&mut |e| self.address(e, &mut out));
                for o in objects {
                    for d in &o.dims {
                        d.lower.iter().for_each(|e| self.value(e, &mut out));
                        if let il::Upper::At(e) = &d.upper {
                            self.value(e, &mut out);
                        }
                    }
                    self.write(&o.object, true, &mut out);
                    if self.moves(&o.object) {
                        self.associate(&o.object, &mut out);
                    }
                }
                for a in options {
                    let stat = a.is_named("stat");
                    if stat { self.write(&a.value, true, &mut out) } else { self.value(&a.value, &mut out) }
                }
            }
            StmtKind::Deallocate { objects, options } => {
                objects.iter().for_each(|e| self.write(e, true, &mut out));
                objects.iter().filter(|e| self.moves(e)).for_each(|e| self.associate(e, &mut out));
                options.iter().for_each(|a| self.write(&a.value, true, &mut out));
            }
            StmtKind::Nullify(objects) => {
                for o in objects {
                    self.associate(o, &mut out);
                }
            }
            StmtKind::Return(Some(e)) => {
                self.value(e, &mut out);
                if let Some(r) = self.program.units[unit].result() {
                    self.write(&Expr::var(r), true, &mut out);
                }
            }
            StmtKind::AssignLabel { var, .. } => self.write(&Expr::var(*var), true, &mut out),
            StmtKind::Restore { into, .. } | StmtKind::RestoreControl { into, .. } => self.write(into, true, &mut out),
            StmtKind::If(_)
            | StmtKind::While { .. }
            | StmtKind::Until { .. }
            | StmtKind::Loop { .. }
            | StmtKind::Select { .. }
            | StmtKind::Exit(_)
            | StmtKind::Cycle(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto { .. }
            | StmtKind::AssignedGoto { .. }
            | StmtKind::ArithmeticIf { .. }
            | StmtKind::Return(None)
            | StmtKind::Stop { .. }
            | StmtKind::Nop
            | StmtKind::Scope { .. }
            | StmtKind::Declare(_)
            | StmtKind::Error(_)
            | StmtKind::Save { .. }
            | StmtKind::SaveControl { .. } => stmt.kind.exprs(&mut |e| self.value(e, &mut out)),
        }
        out
    }
}

/// Whether text is as long as what it holds.
fn has_own_length(ty: &Type) -> bool {
    matches!(ty.element(), Type::Character { len: None, .. })
}
