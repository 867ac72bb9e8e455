//! The accesses of a region (a loop, or the whole body of a unit) in program order, with the loops around each.
//!
//! Calls, allocation and what is kept as text access *some* elements of their zones: an access without a reference.

use std::collections::{BTreeSet, HashMap};

use il::expr::{Arg, Expr, ExprKind, Item, Subscript};
use il::intrinsics::Class;
use il::stmt::{Block, StmtKind};
use il::zones::{ZoneId, Zones};
use il::{Program, StmtId, SymbolId, Type, UnitId};

/// What the calls of a statement do.
#[derive(Clone, Debug, Default)]
pub struct CallEffect {
    /// Zones whose values of before they read.
    pub reads: Vec<ZoneId>,
    /// Zones of which they write something.
    pub writes: Vec<ZoneId>,
    /// Zones that they surely overwrite entirely.
    pub kills: Vec<ZoneId>,
}

/// What the calls of a statement do. `None`: nobody knows.
pub type CallEffects<'a> = &'a dyn Fn(StmtId) -> Option<CallEffect>;

/// One reading or writing of storage.
#[derive(Clone, Debug)]
pub struct Access<'p> {
    /// Where.
    pub stmt: StmtId,
    /// What: `None` when only the zones are known.
    pub reference: Option<&'p Expr>,
    /// Its zones, in order.
    pub zones: Vec<ZoneId>,
    /// Writes; reads otherwise.
    pub is_write: bool,
    /// The reference is all of its zone: a scalar.
    pub whole: bool,
    /// Pointers followed.
    pub addresses: Vec<ZoneId>,
    /// The loops around it inside the region, the outermost first.
    pub loops: Vec<StmtId>,
    /// Place in program order; a statement reads before it writes.
    pub rank: usize,
}

impl Access<'_> {
    /// The zones of both, in order. Pointers of a large code lead to hundreds.
    pub fn common<'a>(&'a self, other: &'a Access) -> impl Iterator<Item = ZoneId> + 'a {
        let mut others = other.zones.iter().peekable();
        self.zones.iter().copied().filter(move |z| {
            while others.next_if(|y| *y < z).is_some() {}
            others.peek() == Some(&z)
        })
    }

    /// Whether there are any.
    pub fn shares(&self, other: &Access) -> bool {
        self.common(other).next().is_some()
    }
}

/// Where a statement stands.
#[derive(Clone, Debug)]
pub struct Place {
    /// The blocks around it, the outermost first: (construct, number of the block).
    pub blocks: Vec<(StmtId, usize)>,
    /// The loops around it, the outermost first.
    pub loops: Vec<StmtId>,
    /// Program order.
    pub rank: usize,
}

/// A region and what it accesses.
pub struct Region<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its storage.
    pub zones: &'p Zones,
    /// The unit.
    pub unit: UnitId,
    /// The loop; `None`: the whole body.
    pub root: Option<StmtId>,
    /// In program order.
    pub accesses: Vec<Access<'p>>,
    /// Zones that something in the region writes.
    pub written: BTreeSet<ZoneId>,
    /// It holds a GOTO, or what we could not read: program order says nothing.
    pub has_jumps: bool,
    /// It may leave a loop or the unit early.
    pub has_exits: bool,
    /// It may end the program: nothing is read behind that.
    pub has_stops: bool,
    /// It allocates, reads or writes files, calls what nobody knows, moves pointers.
    pub has_effects: bool,
    /// Its statements.
    pub places: HashMap<StmtId, Place>,
}

impl<'p> Region<'p> {
    /// Collects a region.
    pub fn new(
        program: &'p Program,
        zones: &'p Zones,
        unit: UnitId,
        root: Option<StmtId>,
        calls: CallEffects,
    ) -> Region<'p> {
        let region = Region {
            program,
            zones,
            unit,
            root,
            accesses: Vec::new(),
            written: BTreeSet::new(),
            has_jumps: false,
            has_exits: false,
            has_stops: false,
            has_effects: false,
            places: HashMap::new(),
        };
        let mut c = Collector { region, calls, place: Place { blocks: Vec::new(), loops: Vec::new(), rank: 0 } };
        match root {
            Some(id) => c.statement(id),
            None => c.block(&program.units[unit].body),
        }
        let mut region = c.region;
        region.written = region.accesses.iter().filter(|a| a.is_write).flat_map(|a| a.zones.clone()).collect();
        region
    }

    /// Whether a statement is inside.
    pub fn contains(&self, stmt: StmtId) -> bool {
        self.places.contains_key(&stmt)
    }

    /// Whether `first` was surely executed in the same turn of all loops around it, before `then`: it stands before it in its block or in one around it.
    pub fn dominates(&self, first: StmtId, then: StmtId) -> bool {
        let (Some(a), Some(b)) = (self.places.get(&first), self.places.get(&then)) else { return false };
        !self.has_jumps && a.rank < b.rank && b.blocks.starts_with(&a.blocks)
    }
}

struct Collector<'p, 'a> {
    region: Region<'p>,
    calls: CallEffects<'a>,
    place: Place,
}

impl<'p> Collector<'p, '_> {
    fn block(&mut self, block: &'p Block) {
        block.iter().for_each(|s| self.statement(*s));
    }

    fn statement(&mut self, id: StmtId) {
        let program = self.region.program;
        let stmt = &program.units[self.region.unit].stmts[id];
        self.place.rank += 1;
        self.region.places.insert(id, self.place.clone());
        let is_loop = matches!(
            stmt.kind,
            StmtKind::Do(_)
                | StmtKind::While { .. }
                | StmtKind::Until { .. }
                | StmtKind::Loop { .. }
                | StmtKind::Forall { .. }
        );
        match &stmt.kind {
            StmtKind::Assign { lhs, rhs } => {
                self.reads(id, rhs);
                self.location(id, lhs);
                self.access(id, lhs, true);
            }
            StmtKind::Do(d) => {
                stmt.kind.exprs(&mut |e| self.reads(id, e));
                self.counter(id, d.var);
            }
            StmtKind::Forall { indices, mask, .. } => {
                for i in indices {
                    [Some(&i.from), Some(&i.to), i.step.as_ref()].into_iter().flatten().for_each(|e| self.reads(id, e));
                    self.counter(id, i.var);
                }
                mask.iter().for_each(|e| self.reads(id, e));
            }
            StmtKind::If(_)
            | il::uncounted!()
            | StmtKind::Select { .. }
            | StmtKind::Where { .. }
            | StmtKind::Scope { .. }
            | StmtKind::Declare(_)
            | StmtKind::Nop => stmt.kind.exprs(&mut |e| self.reads(id, e)),
            StmtKind::Exit(_) | StmtKind::Cycle(_) | StmtKind::Return(_) => {
                self.region.has_exits = true;
                stmt.kind.exprs(&mut |e| self.reads(id, e));
            }
            StmtKind::Stop { .. } => {
                self.region.has_stops = true;
                stmt.kind.exprs(&mut |e| self.reads(id, e));
            }
            StmtKind::Goto(_) | il::labels!() | StmtKind::Error(_) => {
                self.region.has_jumps = true;
                stmt.kind.exprs(&mut |e| self.reads(id, e));
            }
            StmtKind::Call { args, alternates, .. } => {
                self.region.has_jumps |= !alternates.is_empty();
                self.call(id, args);
            }
            StmtKind::Save { value, .. } if !self.may_be_association(value) => {
                self.region.has_effects = true;
                self.reads(id, value);
            }
            StmtKind::Restore { into, .. } if !self.may_be_association(into) => {
                self.region.has_effects = true;
                self.location(id, into);
                self.access(id, into, true);
            }
            il::storage!() | StmtKind::Opaque { .. } | il::tape!() => {
                self.region.has_effects = true;
                stmt.kind.exprs(&mut |e| {
                    self.reads(id, e);
                    let mut zones = self.region.zones.reachable(program, e);
                    zones.extend(self.region.zones.of_pointer(program, e).zones);
                    self.some(id, zones, true, &[]);
                });
            }
        }
        if is_loop {
            self.place.loops.push(id);
        }
        for (k, b) in stmt.kind.blocks().into_iter().enumerate() {
            self.place.blocks.push((id, k));
            self.block(b);
            self.place.blocks.pop();
        }
        if is_loop {
            self.place.loops.pop();
        }
    }

    fn push(&mut self, access: Access<'p>) {
        if !access.zones.is_empty() {
            self.region.accesses.push(access);
        }
    }

    /// Some elements of each zone, or all of it.
    fn some(&mut self, stmt: StmtId, zones: Vec<ZoneId>, is_write: bool, whole: &[ZoneId]) {
        let rank = 2 * self.place.rank + usize::from(is_write);
        for z in zones {
            let (loops, whole) = (self.place.loops.clone(), whole.contains(&z));
            let zones = vec![z];
            self.push(Access { stmt, reference: None, zones, is_write, whole, addresses: Vec::new(), loops, rank });
        }
    }

    fn access(&mut self, stmt: StmtId, e: &'p Expr, is_write: bool) {
        let r = self.region.zones.of_ref(self.region.program, e);
        let rank = 2 * self.place.rank + usize::from(is_write);
        let loops = self.place.loops.clone();
        let (zones, whole, addresses) = (r.zones, r.whole, r.addresses);
        self.push(Access { stmt, reference: Some(e), zones, is_write, whole, addresses, loops, rank });
    }

    /// Whether what goes on the tape under a name may be where a pointer leads, or an allocation.
    fn may_be_association(&self, e: &Expr) -> bool {
        let p = self.region.program;
        e.spine().any(|x| p.is_pointer(x)) || matches!(il::typing::type_of(p, e), Type::Pointer { .. })
    }

    /// A loop variable: written where the loop begins, for each turn.
    fn counter(&mut self, stmt: StmtId, var: SymbolId) {
        let zones = self.region.zones.of_symbol(var);
        let rank = 2 * self.place.rank + 1;
        let loops = self.place.loops.clone();
        self.push(Access { stmt, reference: None, zones, is_write: true, whole: true, addresses: vec![], loops, rank });
    }

    fn is_counter(&self, e: &Expr) -> bool {
        let ExprKind::Var(s) = e.kind else { return false };
        let stmts = &self.region.program.units[self.region.unit].stmts;
        self.place.loops.iter().any(|l| matches!(&stmts[*l].kind, StmtKind::Do(d) if d.var == s))
    }

    fn call(&mut self, stmt: StmtId, args: &'p [Arg]) {
        for a in args {
            match a.value.is_reference() {
                true => self.location(stmt, &a.value),
                false => self.reads(stmt, &a.value),
            }
        }
        match (self.calls)(stmt) {
            Some(CallEffect { reads, writes, kills }) => {
                self.some(stmt, reads, false, &[]);
                self.some(stmt, writes, true, &kills);
            }
            None => {
                self.region.has_effects = true;
                let all: Vec<ZoneId> = self.region.zones.iter().map(|z| z.0).collect();
                self.some(stmt, all.clone(), false, &[]);
                self.some(stmt, all, true, &[]);
            }
        }
    }

    /// What finding a reference reads: subscripts and pointers.
    fn location(&mut self, stmt: StmtId, e: &'p Expr) {
        match &e.kind {
            ExprKind::Index { base, .. } | ExprKind::Substring { base, .. } | ExprKind::Field { base, .. } => {
                self.location(stmt, base);
                e.positions().into_iter().for_each(|i| self.reads(stmt, i));
            }
            ExprKind::Deref(p) if p.is_reference() => self.location(stmt, p),
            ExprKind::Deref(p) => self.reads(stmt, p),
            ExprKind::Address(x) if x.is_reference() => self.location(stmt, x),
            _ => {}
        }
    }

    fn reads(&mut self, stmt: StmtId, e: &'p Expr) {
        if e.is_reference() {
            if !self.is_counter(e) {
                self.access(stmt, e, false);
            }
            return self.location(stmt, e);
        }
        match &e.kind {
            ExprKind::Address(x) => self.location(stmt, x),
            ExprKind::Intrinsic(f, args) if f.info().class == Class::Inquiry => {
                args.iter().for_each(|a| self.location(stmt, &a.value))
            }
            ExprKind::Call { args, .. } => self.call(stmt, args),
            ExprKind::Constructor { items, .. } => items.iter().for_each(|i| self.item(stmt, i)),
            _ => e.children(&mut |c| self.reads(stmt, c)),
        }
    }

    fn item(&mut self, stmt: StmtId, item: &'p Item) {
        match item {
            Item::Value(e) => self.reads(stmt, e),
            Item::Implied { items, var, from, to, step } => {
                [Some(from), Some(to), step.as_ref()].into_iter().flatten().for_each(|e| self.reads(stmt, e));
                self.counter(stmt, *var);
                items.iter().for_each(|i| self.item(stmt, i));
            }
        }
    }
}

/// One step from a variable to a part of it.
#[derive(Clone, Copy, Debug)]
pub enum Part<'p> {
    /// A component.
    Field(usize),
    /// A subscript.
    Index(&'p Subscript),
    /// Through a C pointer.
    Through,
}

/// The variable and the way to the part of it. `None`: pointer arithmetic, substrings.
pub fn path(e: &Expr) -> Option<(SymbolId, Vec<Part<'_>>)> {
    match &e.kind {
        ExprKind::Var(s) => Some((*s, Vec::new())),
        ExprKind::Index { base, subs } => {
            let (s, mut parts) = path(base)?;
            parts.extend(subs.iter().map(Part::Index));
            Some((s, parts))
        }
        ExprKind::Field { base, field, .. } => {
            let (s, mut parts) = path(base)?;
            parts.push(Part::Field(*field));
            Some((s, parts))
        }
        ExprKind::Deref(p) => {
            let (s, mut parts) = path(p)?;
            parts.push(Part::Through);
            Some((s, parts))
        }
        _ => None,
    }
}

/// Whether different subscripts surely mean different elements: no pointer is fetched from an element, and none moves.
pub fn is_fixed(region: &Region, a: &Access) -> bool {
    let Some((symbol, parts)) = a.reference.and_then(path) else { return false };
    if a.addresses.is_empty() {
        return true;
    }
    let from_root = a.addresses.len() == 1
        && region.program.variable(symbol).is_some_and(|v| v.pointer || matches!(v.ty, Type::Pointer { .. }));
    let last_only = parts.iter().rev().skip(1).all(|p| !matches!(p, Part::Index(_)));
    (from_root || last_only) && a.addresses.iter().all(|z| !region.written.contains(z))
}
