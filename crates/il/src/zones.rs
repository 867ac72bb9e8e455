//! Storage is zones: the numbers that all analyses put in their bit sets.
//!
//! A scalar or an array is one zone. A structure has one zone per leaf component (of an array of structures: one per component for the whole
//! array). COMMON and EQUIVALENCE are cut into segments of bytes ([`storage`](crate::storage)), one zone each, so that overlapping
//! storage shares zones. A pointer has a zone for its address, and the set of what it may point to ([`points_to`](crate::points_to)):
//! variables, and storage of its own that stands for what it pointed to on entry or was allocated through it.
//!
//! Each variable is the root of a tree of *nodes* that mirrors its type. A recursive type is cut where it would repeat: the pointer leads back to the
//! node above, which then stands for all of the list or tree, and is never surely covered.

use std::collections::HashSet;

use crate::arena::{Arena, Id};
use crate::calls::CallGraph;
use crate::consts;
use crate::expr::{Expr, ExprKind, Subscript, UnaryOp};
use crate::program::Program;
use crate::storage::Layout;
use crate::symbol::{Storage, SymbolId, SymbolKind, Variable};
use crate::types::{RecordId, ScalarClass, Type, Upper};
use crate::unit::UnitId;
use crate::{Intent, Language};

crate::ids! {
    /// A piece of storage. Prints as `z9`.
    ZoneId "z",
}

/// A piece of storage.
#[derive(Clone, Debug)]
pub struct Zone {
    /// A name for people: `x`, `cell%p`, `/blk/[0,8)`, `*y`.
    pub name: String,
    /// The unit whose call creates it. `None`: it outlives calls (COMMON, SAVE, modules, C globals, what they point to).
    pub owner: Option<UnitId>,
    /// Real or complex: may carry a derivative.
    pub differentiable: bool,
    /// Holds an address.
    pub address: bool,
    /// What a pointer points to, as far as no variable is known for it.
    pub pointee: bool,
    /// The (first) variable that it belongs to.
    pub symbol: SymbolId,
    /// The component of it.
    pub path: Vec<usize>,
}

/// The zones of a reference.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RefZones {
    /// What it may denote, in order, each once.
    pub zones: Vec<ZoneId>,
    /// It surely denotes all of all of them: assigning to it leaves nothing of their old values.
    pub whole: bool,
    /// Pointers that were followed to get there.
    pub addresses: Vec<ZoneId>,
}

/// How storage of a callee corresponds to storage of the caller, at one call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// A zone of a dummy argument, or of what it points to.
    pub formal: ZoneId,
    /// The caller's zones it may stand for; none when the actual argument is a value.
    pub actual: Vec<ZoneId>,
    /// The formal zone surely covers all of the actual zones.
    pub whole: bool,
    /// What the callee does to it is seen by the caller.
    pub back: bool,
    /// The value of the actual argument itself goes here, when that is not (only) the value of `actual`: the top level of the dummy.
    pub top: bool,
}

pub(crate) type NodeId = usize;

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub kind: Kind,
    /// How many index operations stay inside it: 1 for a Fortran array, the number of bracket pairs for a C array.
    pub levels: u8,
    /// Stands for more than one object at run time.
    pub many: bool,
    pub key: TypeKey,
    /// Root variable.
    pub root: SymbolId,
    pub owner: Option<UnitId>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Leaf(Vec<ZoneId>),
    Record(RecordId, Vec<NodeId>),
    Pointer {
        address: ZoneId,
        own: NodeId,
        targets: Vec<NodeId>,
        /// Fortran POINTER: its name means what it points to.
        implicit: bool,
        /// Array levels of what it points to.
        pointee: u8,
    },
}

/// What must agree for a pointer to point there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeKey {
    Scalar(ScalarClass, u8),
    Record(RecordId),
    Pointer,
    Other,
}

/// Where an expression leads: nodes, how many array levels were used up, whether it is all of them.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub nodes: Vec<NodeId>,
    pub used: u8,
    pub whole: bool,
    pub addresses: Vec<ZoneId>,
}

/// The zones of a program.
#[derive(Clone, Debug)]
pub struct Zones {
    zones: Arena<ZoneId, Zone>,
    pub(crate) nodes: Vec<Node>,
    roots: Vec<Option<NodeId>>,
    /// Variables that some statement may change.
    assigned: HashSet<SymbolId>,
    /// C pointer parameters used as references to one object (`*y`, `s->x`), never as arrays.
    pub(crate) single: HashSet<SymbolId>,
    /// Dummy arguments.
    pub(crate) dummies: HashSet<SymbolId>,
}

impl Zones {
    /// Numbers the storage of a program.
    pub fn new(program: &Program, calls: &CallGraph) -> Zones {
        let mut zones = Zones {
            zones: Arena::new(),
            nodes: Vec::new(),
            roots: vec![None; program.symbols.len()],
            assigned: crate::points_to::assigned(program),
            single: crate::points_to::single_object_pointers(program),
            dummies: HashSet::new(),
        };
        let layout = Layout::new(program);
        let areas: Vec<Vec<ZoneId>> = layout.areas().iter().map(|a| zones.area(program, a)).collect();
        let mut globals: indexmap::IndexMap<String, NodeId> = Default::default();
        for (symbol, s) in program.symbols.iter() {
            let SymbolKind::Variable(v) = &s.kind else { continue };
            let extern_c = v.storage == Storage::Global && !v.saved && language_of(program, symbol) == Language::C;
            if extern_c && let Some(&node) = globals.get(&s.name) {
                zones.roots[symbol.index()] = Some(node);
                continue;
            }
            if matches!(v.storage, Storage::Dummy(_)) {
                zones.dummies.insert(symbol);
            }
            let outlives = v.saved || matches!(v.storage, Storage::Global | Storage::Common);
            let mut builder = TreeBuilder {
                program,
                zones: &mut zones,
                areas: &areas,
                layout: &layout,
                symbol,
                owner: if outlives { None } else { program.home(symbol) },
                language: language_of(program, symbol),
                path: Vec::new(),
                above: Vec::new(),
            };
            let store = match layout.place(symbol) {
                Some((area, at)) => Store::At(area, at),
                None => Store::Fresh,
            };
            let node = builder.build(&v.ty, v.pointer, store, s.name.clone(), Role::Variable);
            zones.roots[symbol.index()] = Some(node);
            if extern_c {
                globals.insert(s.name.clone(), node);
            }
        }
        crate::points_to::solve(program, calls, &mut zones);
        zones
    }

    fn area(&mut self, program: &Program, area: &crate::storage::Area) -> Vec<ZoneId> {
        let differentiable = |k: usize| {
            area.members.iter().any(|(s, at)| {
                program.variable(*s).is_some_and(|v| {
                    let range = area.segments(*at, consts::bytes(program, &v.ty, language_of(program, *s)));
                    range.contains(&k) && may_hold_reals(program, &v.ty)
                })
            })
        };
        (0..area.len())
            .map(|k| {
                let (from, to) = (area.cuts[k], area.cuts[k + 1]);
                let to = if to == i64::MAX { "*".to_string() } else { to.to_string() };
                let symbol = area.members.iter().rev().find(|m| m.1 <= from).unwrap_or(&area.members[0]).0;
                let base = match &area.common {
                    Some(name) => format!("/{name}/"),
                    None => program.symbols[symbol].name.clone(),
                };
                self.zones.add(Zone {
                    name: format!("{base}[{from},{to})"),
                    owner: area.owner,
                    differentiable: differentiable(k),
                    address: false,
                    pointee: false,
                    symbol,
                    path: Vec::new(),
                })
            })
            .collect()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.zones.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    /// A zone.
    pub fn zone(&self, zone: ZoneId) -> &Zone {
        &self.zones[zone]
    }

    /// All zones in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (ZoneId, &Zone)> {
        self.zones.iter()
    }

    pub(crate) fn set_owner(&mut self, zone: ZoneId, owner: Option<UnitId>) {
        self.zones[zone].owner = owner;
    }

    pub(crate) fn root(&self, symbol: SymbolId) -> Option<NodeId> {
        self.roots.get(symbol.index()).copied().flatten()
    }

    /// Whether some statement of the program may change this variable by its own name.
    pub fn is_assigned(&self, symbol: SymbolId) -> bool {
        self.assigned.contains(&symbol)
    }

    /// Whether a C pointer parameter is only used as the address of one object: `*y`, `s->x`.
    pub fn is_single_object(&self, symbol: SymbolId) -> bool {
        self.single.contains(&symbol)
    }

    /// The zones of a variable's own storage: a structure's components, a pointer's address; of a Fortran POINTER what it may point to.
    pub fn of_symbol(&self, symbol: SymbolId) -> Vec<ZoneId> {
        let Some(n) = self.root(symbol) else { return Vec::new() };
        let place = self.follow_implicit(Place { nodes: vec![n], used: 0, whole: true, addresses: Vec::new() });
        self.values(&place.nodes)
    }

    /// All zones of a component of a variable, and what can be reached from there through pointers. An empty path: of all of it.
    pub fn of_component(&self, symbol: SymbolId, path: &[usize]) -> Vec<ZoneId> {
        let Some(root) = self.root(symbol) else { return Vec::new() };
        let mut nodes = vec![root];
        for &field in path {
            let mut next = Vec::new();
            for &n in &nodes {
                self.fields(n, field, &mut next, 8);
            }
            nodes = next;
        }
        self.reachable_from(&nodes)
    }

    /// The nodes of field `field` of the record at `n`, or that `n` points to.
    fn fields(&self, n: NodeId, field: usize, out: &mut Vec<NodeId>, depth: u32) {
        match &self.nodes[n].kind {
            Kind::Record(_, fields) => out.extend(fields.get(field)),
            Kind::Leaf(_) => out.push(n),
            Kind::Pointer { targets, .. } => {
                if depth > 0 {
                    targets.iter().for_each(|t| self.fields(*t, field, out, depth - 1));
                }
            }
        }
    }

    /// The leaf components of a variable in order, pointers looked through: path and zones. A recursive type repeats nothing.
    pub fn components(&self, symbol: SymbolId) -> Vec<(Vec<usize>, Vec<ZoneId>)> {
        let mut out = Vec::new();
        if let Some(root) = self.root(symbol) {
            self.collect_components(root, &mut Vec::new(), &mut Vec::new(), &mut out);
        }
        out
    }

    fn collect_components(
        &self,
        n: NodeId,
        path: &mut Vec<usize>,
        above: &mut Vec<NodeId>,
        out: &mut Vec<(Vec<usize>, Vec<ZoneId>)>,
    ) {
        if above.contains(&n) {
            return;
        }
        above.push(n);
        match &self.nodes[n].kind {
            Kind::Leaf(zones) => {
                match out.iter_mut().find(|(p, _)| p == path) {
                    Some((_, all)) => {
                        all.extend(zones);
                        all.sort();
                        all.dedup();
                    }
                    None => out.push((path.clone(), zones.clone())),
                };
            }
            Kind::Record(_, fields) => {
                for (k, f) in fields.iter().enumerate() {
                    path.push(k);
                    self.collect_components(*f, path, above, out);
                    path.pop();
                }
            }
            Kind::Pointer { own, targets, .. } => {
                if targets.is_empty() {
                    self.collect_components(*own, path, above, out);
                }
                for t in targets {
                    self.collect_components(*t, path, above, out);
                }
            }
        }
        above.pop();
    }

    /// The zones of a reference. Anything else (a value) has none.
    pub fn of_ref(&self, program: &Program, e: &Expr) -> RefZones {
        match self.place(program, e) {
            Some(p) => {
                let p = self.follow_implicit(p);
                let whole = p.whole && p.nodes.len() == 1;
                RefZones { zones: self.values(&p.nodes), whole, addresses: p.addresses }
            }
            None => RefZones::default(),
        }
    }

    /// The address zone of a pointer reference itself: what `p => …`, NULLIFY and ASSOCIATED are about. Not only of Fortran POINTERs.
    pub fn of_pointer(&self, program: &Program, e: &Expr) -> RefZones {
        let Some(p) = self.place(program, e) else { return RefZones::default() };
        let whole = p.whole && p.nodes.len() == 1;
        let mut zones: Vec<ZoneId> = p
            .nodes
            .iter()
            .filter_map(|n| match &self.nodes[*n].kind {
                Kind::Pointer { address, .. } => Some(*address),
                Kind::Leaf(_) | Kind::Record(..) => None,
            })
            .collect();
        zones.sort();
        zones.dedup();
        RefZones { zones, whole, addresses: p.addresses }
    }

    /// Everything that somebody who gets this argument may reach: the object it refers to, and all that pointers lead to from there.
    pub fn reachable(&self, program: &Program, e: &Expr) -> Vec<ZoneId> {
        let mut nodes = Vec::new();
        match self.place(program, e) {
            Some(p) => nodes.extend(p.nodes),
            None => nodes.extend(self.pointees(program, e).nodes),
        }
        self.reachable_from(&nodes)
    }

    fn reachable_from(&self, nodes: &[NodeId]) -> Vec<ZoneId> {
        let mut seen = HashSet::new();
        let mut todo = nodes.to_vec();
        let mut zones = Vec::new();
        while let Some(n) = todo.pop() {
            if !seen.insert(n) {
                continue;
            }
            match &self.nodes[n].kind {
                Kind::Leaf(z) => zones.extend(z),
                Kind::Record(_, fields) => todo.extend(fields),
                Kind::Pointer { address, targets, .. } => {
                    zones.push(*address);
                    todo.extend(targets);
                }
            }
        }
        zones.sort();
        zones.dedup();
        zones
    }

    /// Value zones below nodes: pointers are not followed.
    fn values(&self, nodes: &[NodeId]) -> Vec<ZoneId> {
        let mut zones = Vec::new();
        let mut todo = nodes.to_vec();
        while let Some(n) = todo.pop() {
            match &self.nodes[n].kind {
                Kind::Leaf(z) => zones.extend(z),
                Kind::Record(_, fields) => todo.extend(fields),
                Kind::Pointer { address, .. } => zones.push(*address),
            }
        }
        zones.sort();
        zones.dedup();
        zones
    }

    /// Component-wise correspondence of two references of the same structure type: pairs of zones (left, right). `None`: not the same shape.
    pub fn matched(&self, program: &Program, left: &Expr, right: &Expr) -> Option<Vec<(RefZones, RefZones)>> {
        let l = self.follow_implicit(self.place(program, left)?);
        let r = self.follow_implicit(self.place(program, right)?);
        let mut out = Vec::new();
        self.match_nodes(&l, &l.nodes, &r, &r.nodes, &mut out).then_some(out)
    }

    fn match_nodes(
        &self,
        lp: &Place,
        l: &[NodeId],
        rp: &Place,
        r: &[NodeId],
        out: &mut Vec<(RefZones, RefZones)>,
    ) -> bool {
        let (Some(&first), Some(_)) = (l.first(), r.first()) else { return false };
        if let Kind::Record(record, fields) = &self.nodes[first].kind {
            let same = |n: &NodeId| matches!(&self.nodes[*n].kind, Kind::Record(r, _) if r == record);
            if !l.iter().all(same) || !r.iter().all(same) {
                return false;
            }
            let child = |n: &NodeId, k: usize| match &self.nodes[*n].kind {
                Kind::Record(_, fields) => fields[k],
                Kind::Leaf(_) | Kind::Pointer { .. } => *n,
            };
            return (0..fields.len()).all(|k| {
                let l: Vec<NodeId> = l.iter().map(|n| child(n, k)).collect();
                let r: Vec<NodeId> = r.iter().map(|n| child(n, k)).collect();
                self.match_nodes(lp, &l, rp, &r, out)
            });
        }
        let zones = |p: &Place, nodes: &[NodeId]| RefZones {
            zones: self.values(nodes),
            whole: p.whole && nodes.len() == 1,
            addresses: p.addresses.clone(),
        };
        out.push((zones(lp, l), zones(rp, r)));
        true
    }

    /// Where a reference leads. A Fortran POINTER at its end is not followed yet.
    pub(crate) fn place(&self, program: &Program, e: &Expr) -> Option<Place> {
        match &e.kind {
            ExprKind::Var(s) => {
                let n = self.root(*s)?;
                Some(Place { nodes: vec![n], used: 0, whole: !self.nodes[n].many, addresses: Vec::new() })
            }
            ExprKind::Index { base, subs } => {
                let Some(p) = self.place(program, base) else {
                    return Some(self.pointees(program, base)).filter(|p| !p.nodes.is_empty());
                };
                let mut p = self.follow_implicit(p);
                if p.nodes.iter().any(|n| self.is_exhausted(*n, p.used)) {
                    let zero = matches!(subs.as_slice(), [Subscript::At(e)] if e.as_int() == Some(0));
                    let mut q = self.dereference(&p);
                    q.whole &= zero;
                    return Some(q);
                }
                p.used += 1;
                p.whole &= self.is_full_section(program, base, subs);
                Some(p)
            }
            ExprKind::Field { base, field, .. } => {
                let p = self.follow_implicit(self.place(program, base)?);
                let mut nodes = Vec::new();
                let mut whole = p.whole;
                for n in &p.nodes {
                    match &self.nodes[*n].kind {
                        Kind::Record(_, fields) if *field < fields.len() => nodes.push(fields[*field]),
                        Kind::Record(..) | Kind::Leaf(_) | Kind::Pointer { .. } => {
                            nodes.push(*n);
                            whole = false;
                        }
                    }
                }
                whole &= nodes.iter().all(|n| !self.nodes[*n].many);
                Some(Place { nodes, used: 0, whole, addresses: p.addresses })
            }
            ExprKind::Deref(x) => Some(self.pointees(program, x)),
            ExprKind::Substring { base, .. } => {
                let p = self.follow_implicit(self.place(program, base)?);
                Some(Place { whole: false, ..p })
            }
            _ => None,
        }
    }

    /// Whether one more index on this node goes through a C pointer.
    fn is_exhausted(&self, n: NodeId, used: u8) -> bool {
        matches!(self.nodes[n].kind, Kind::Pointer { implicit: false, .. }) && used >= self.nodes[n].levels
    }

    /// Through all C pointers of a place.
    fn dereference(&self, p: &Place) -> Place {
        let mut out = Place { nodes: Vec::new(), used: 0, whole: p.whole, addresses: p.addresses.clone() };
        for n in &p.nodes {
            self.through(*n, &mut out);
        }
        out.whole &=
            out.nodes.len() == 1 && out.nodes.iter().all(|n| !self.nodes[*n].many && self.nodes[*n].levels == 0);
        out
    }

    /// Adds what the pointer `n` may point to. Something else than a pointer stays: a decayed array.
    fn through(&self, n: NodeId, out: &mut Place) {
        match &self.nodes[n].kind {
            Kind::Pointer { address, targets, pointee, .. } => {
                out.addresses.push(*address);
                for t in targets {
                    if !out.nodes.contains(t) {
                        out.nodes.push(*t);
                    }
                    out.used = out.used.max(self.nodes[*t].levels.saturating_sub(*pointee));
                }
            }
            Kind::Leaf(_) | Kind::Record(..) => {
                if !out.nodes.contains(&n) {
                    out.nodes.push(n);
                }
                out.used = out.used.max(self.nodes[n].levels);
                out.whole = false;
            }
        }
    }

    /// A Fortran POINTER means what it points to.
    pub(crate) fn follow_implicit(&self, p: Place) -> Place {
        let implicit = |n: &NodeId| matches!(self.nodes[*n].kind, Kind::Pointer { implicit: true, .. });
        if !p.nodes.iter().any(implicit) {
            return p;
        }
        let mut out = Place { nodes: Vec::new(), used: 0, whole: false, addresses: p.addresses.clone() };
        for n in &p.nodes {
            if implicit(n) {
                self.through(*n, &mut out);
            } else if !out.nodes.contains(n) {
                out.nodes.push(*n);
            }
        }
        out.used += p.used;
        out.whole = false;
        out
    }

    /// What a pointer-valued expression may point to.
    pub(crate) fn pointees(&self, program: &Program, e: &Expr) -> Place {
        let nowhere = Place { nodes: Vec::new(), used: 0, whole: false, addresses: Vec::new() };
        match &e.kind {
            ExprKind::Address(x) => match self.place(program, x) {
                Some(p) => {
                    let mut p = self.follow_implicit(p);
                    p.used = p.nodes.iter().map(|n| self.nodes[*n].levels).max().unwrap_or(0).min(p.used);
                    p
                }
                None => nowhere,
            },
            ExprKind::Unary(UnaryOp::Paren, x) | ExprKind::Cast(_, x) => self.pointees(program, x),
            ExprKind::Binary(_, l, r) => {
                let (mut l, r) = (self.pointees(program, l), self.pointees(program, r));
                r.nodes.iter().for_each(|n| {
                    if !l.nodes.contains(n) {
                        l.nodes.push(*n)
                    }
                });
                l.addresses.extend(r.addresses);
                l.used = l.used.max(r.used);
                l.whole = false;
                l
            }
            ExprKind::Cond { yes, no, .. } => {
                let (mut l, r) = (self.pointees(program, yes), self.pointees(program, no));
                r.nodes.iter().for_each(|n| {
                    if !l.nodes.contains(n) {
                        l.nodes.push(*n)
                    }
                });
                l.addresses.extend(r.addresses);
                l.used = l.used.max(r.used);
                l.whole = false;
                l
            }
            _ => match self.place(program, e) {
                Some(p) => {
                    let pointer = |n: &NodeId| {
                        matches!(self.nodes[*n].kind, Kind::Pointer { .. }) && p.used >= self.nodes[*n].levels
                    };
                    let (pointers, arrays): (Vec<NodeId>, Vec<NodeId>) = p.nodes.iter().partition(|n| pointer(n));
                    let mut out = self.dereference(&Place { nodes: pointers, ..p.clone() });
                    for n in arrays {
                        // An array decays to the address of its first element; a number is no address.
                        if self.nodes[n].levels > p.used {
                            out.nodes.push(n);
                            out.used = out.used.max(p.used + 1);
                            out.whole = false;
                        }
                    }
                    out
                }
                None => nowhere,
            },
        }
    }

    /// Whether a section names all of its array: `a(:)`, or bounds that are those of the declaration and cannot have changed.
    fn is_full_section(&self, program: &Program, base: &Expr, subs: &[Subscript]) -> bool {
        let dims = match array_type(program, base) {
            Some(Type::Array { dims, .. }) => Some(dims.as_slice()),
            _ => None,
        };
        let stable = |s: SymbolId| self.is_stable(program, s);
        subs.iter().enumerate().all(|(k, sub)| {
            let Subscript::Range { lo, hi, step } = sub else { return false };
            let dim = dims.and_then(|d| d.get(k));
            let from_start = match (lo, dim) {
                (None, _) => true,
                (Some(lo), Some(d)) => match &d.lower {
                    None => consts::integer(program, lo) == Some(1),
                    Some(l) => lo == l && consts::is_stable(program, l, &stable),
                },
                (Some(_), None) => false,
            };
            let to_end = match (hi, dim.map(|d| &d.upper)) {
                (None, _) => true,
                (Some(hi), Some(Upper::At(u))) => hi == u && consts::is_stable(program, u, &stable),
                (Some(_), _) => false,
            };
            from_start && to_end && step.as_ref().is_none_or(|s| s.as_int() == Some(1))
        })
    }

    /// Whether a variable keeps the value it has on entry: nothing ever assigns to it by name, and it has no other name.
    pub fn is_stable(&self, program: &Program, symbol: SymbolId) -> bool {
        program.variable(symbol).is_some_and(|v| {
            v.intent == Some(Intent::In)
                || (!self.is_assigned(symbol) && !matches!(v.storage, Storage::Common | Storage::Global) && !v.target)
        })
    }

    /// How the dummy argument `formal` corresponds to an actual argument. `args` are all actuals by dummy, to compare declared extents;
    /// `elemental` calls apply the dummy to every element.
    pub fn bind(
        &self,
        program: &Program,
        formal: SymbolId,
        actual: &Expr,
        args: &[(SymbolId, &Expr)],
        elemental: bool,
    ) -> Vec<Bound> {
        let (Some(root), Some(v)) = (self.root(formal), program.variable(formal)) else { return Vec::new() };
        let mut out = Vec::new();
        let mut seen = Vec::new();
        if let Kind::Pointer { implicit: false, address, own, .. } = self.nodes[root].kind {
            // A C pointer: the address goes in; what it points to is shared.
            let to = self.pointees(program, actual);
            let single = self.single.contains(&formal);
            out.push(Bound { formal: address, actual: Vec::new(), whole: false, back: false, top: true });
            let whole = single && to.whole && to.nodes.len() == 1;
            self.bind_nodes(own, &to.nodes, whole, true, false, &mut seen, &mut out);
            return out;
        }
        let place = self.place(program, actual).map(|p| match self.nodes[root].kind {
            Kind::Pointer { .. } => p,
            Kind::Leaf(_) | Kind::Record(..) => self.follow_implicit(p),
        });
        match place {
            Some(p) => {
                let covers = p.whole && (elemental || self.covers(program, v, formal, actual, args));
                self.bind_nodes(root, &p.nodes, covers, !v.by_value, true, &mut seen, &mut out);
            }
            None => self.bind_nodes(root, &[], false, false, true, &mut seen, &mut out),
        }
        out
    }

    #[allow(clippy::too_many_arguments)]
    fn bind_nodes(
        &self,
        formal: NodeId,
        actual: &[NodeId],
        whole: bool,
        back: bool,
        top: bool,
        seen: &mut Vec<NodeId>,
        out: &mut Vec<Bound>,
    ) {
        if seen.contains(&formal) {
            return;
        }
        seen.push(formal);
        let whole = whole && actual.len() == 1 && !self.nodes[formal].many;
        match &self.nodes[formal].kind {
            Kind::Leaf(zones) => {
                let to = self.values(actual);
                for z in zones {
                    out.push(Bound { formal: *z, actual: to.clone(), whole: whole && zones.len() == 1, back, top });
                }
            }
            Kind::Record(record, fields) => {
                let same = |n: &NodeId| matches!(&self.nodes[*n].kind, Kind::Record(r, _) if r == record);
                for (k, f) in fields.iter().enumerate() {
                    if actual.iter().all(same) {
                        let to: Vec<NodeId> = actual
                            .iter()
                            .filter_map(|n| match &self.nodes[*n].kind {
                                Kind::Record(_, fields) => fields.get(k).copied(),
                                Kind::Leaf(_) | Kind::Pointer { .. } => None,
                            })
                            .collect();
                        self.bind_nodes(*f, &to, whole, back, top, seen, out);
                    } else {
                        self.bind_nodes(*f, actual, false, back, top, seen, out);
                    }
                }
            }
            Kind::Pointer { address, own, .. } => {
                let mut addresses = Vec::new();
                let mut targets: Vec<NodeId> = Vec::new();
                for n in actual {
                    match &self.nodes[*n].kind {
                        Kind::Pointer { address, targets: t, .. } => {
                            addresses.push(*address);
                            t.iter().for_each(|t| {
                                if !targets.contains(t) {
                                    targets.push(*t)
                                }
                            });
                        }
                        // Fortran 2008: a TARGET for a POINTER dummy; or types that do not agree.
                        Kind::Leaf(_) | Kind::Record(..) => targets.push(*n),
                    }
                }
                out.push(Bound { formal: *address, actual: addresses, whole, back, top });
                self.bind_nodes(*own, &targets, false, true, false, seen, out);
            }
        }
    }

    /// Whether a dummy of these bounds is all of an actual argument that is a whole variable.
    fn covers(
        &self,
        program: &Program,
        v: &Variable,
        formal: SymbolId,
        actual: &Expr,
        args: &[(SymbolId, &Expr)],
    ) -> bool {
        let (f, Some(a)) = (&v.ty, array_type(program, actual)) else { return false };
        let (fdims, adims) = match (f, a) {
            (Type::Array { dims: f, .. }, Type::Array { dims: a, .. }) => (f, a),
            (Type::Array { .. }, _) => return false,
            (_, Type::Array { .. }) => return false,
            _ => return true,
        };
        if fdims.iter().all(|d| matches!(d.upper, Upper::Deferred)) {
            return true;
        }
        let languages =
            (language_of(program, formal), actual.root().map_or(Language::Fortran, |r| language_of(program, r)));
        if let (Some(x), Some(y)) =
            (consts::elements(program, f, languages.0), consts::elements(program, a, languages.1))
        {
            return x >= y;
        }
        let stable_f = |s: SymbolId| self.is_stable(program, s);
        // The formal bound, in the caller's words.
        let translate = |e: &Expr| -> Option<Expr> {
            if !consts::is_stable(program, e, &stable_f) {
                return None;
            }
            let mut e = e.clone();
            let mut known = true;
            e.rewrite(&mut |x| {
                if let ExprKind::Var(s) = x.kind
                    && program.variable(s).is_some()
                {
                    match args.iter().find(|(f, _)| *f == s) {
                        Some((_, actual)) => *x = actual.bare().clone(),
                        None => known = false,
                    }
                }
            });
            known.then_some(e)
        };
        fdims.len() == adims.len()
            && fdims.iter().zip(adims).all(|(f, a)| {
                let lower = |d: &crate::types::Dim| d.lower.as_ref().map_or(Some(1), |l| consts::integer(program, l));
                match (&f.upper, &a.upper) {
                    (Upper::At(fu), Upper::At(au)) => {
                        lower(f).is_some()
                            && lower(f) == lower(a)
                            && (translate(fu).is_some_and(|t| &t == au) && consts::is_stable(program, au, &stable_f)
                                || consts::integer(program, fu).is_some()
                                    && consts::integer(program, fu) == consts::integer(program, au))
                    }
                    _ => false,
                }
            })
    }

    /// A name of the zone as a unit would write it; the general name when the unit has none.
    pub fn name_in(&self, program: &Program, unit: UnitId, zone: ZoneId) -> String {
        let scope = program.units[unit].scope;
        let own = |s: SymbolId| program.home(s) == Some(unit);
        for (symbol, s) in program.symbols.iter() {
            if !own(symbol) || !matches!(s.kind, SymbolKind::Variable(_)) || self.zone(zone).symbol == symbol {
                continue;
            }
            // Another name of shared storage, exactly that.
            if self.of_symbol(symbol) == [zone] && !self.zone(zone).pointee {
                return program.name_in(scope, symbol).to_string();
            }
        }
        let z = self.zone(zone);
        if own(z.symbol) && z.path.is_empty() && !z.pointee && self.of_symbol(z.symbol) == [zone] {
            return program.symbols[z.symbol].name.clone();
        }
        z.name.clone()
    }

    /// A stable text form.
    pub fn to_text(&self, program: &Program) -> String {
        let mut out = String::new();
        for (id, z) in self.iter() {
            let owner = z.owner.map_or("global", |u| &program.units[u].name);
            let kind = match (z.address, z.differentiable) {
                (true, _) => " address",
                (_, true) => " real",
                _ => "",
            };
            out.push_str(&format!("{id} {} in {owner}{kind}\n", z.name));
        }
        out
    }
}

/// The declared type of a reference made of names and components: what its last name was declared as.
pub(crate) fn array_type<'p>(program: &'p Program, e: &Expr) -> Option<&'p Type> {
    match &e.kind {
        ExprKind::Var(s) => program.symbol_type(*s),
        ExprKind::Field { record, field, .. } => program.records[*record].fields.get(*field).map(|f| &f.ty),
        // A full section has the shape of its base; only that case is asked for.
        ExprKind::Index { base, .. } => array_type(program, base),
        _ => None,
    }
}

/// The language in which a symbol is declared.
pub fn language_of(program: &Program, symbol: SymbolId) -> Language {
    program.home(symbol).map_or_else(
        || {
            if program.scopes[program.symbols[symbol].scope].case_insensitive { Language::Fortran } else { Language::C }
        },
        |u| program.units[u].language,
    )
}

/// Structures inside structures, seen from one variable, that are told apart.
const DEEPEST: usize = 6;

/// Whether storage of this type may carry derivatives: also a union, so that a transformer sees what it has to refuse.
fn may_hold_reals(program: &Program, ty: &Type) -> bool {
    match ty.record() {
        Some(r) if program.records[r].opaque => program.records[r].fields.iter().any(|f| f.ty.is_differentiable()),
        _ => program.is_differentiable(ty),
    }
}

#[derive(Clone, Copy)]
enum Store {
    /// A zone of its own.
    Fresh,
    /// These bytes of an area.
    At(usize, i64),
    /// Somewhere in these bytes: component of an array of structures.
    Within(usize, i64, Option<u64>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Variable,
    Pointee,
}

struct TreeBuilder<'a> {
    program: &'a Program,
    zones: &'a mut Zones,
    areas: &'a [Vec<ZoneId>],
    layout: &'a Layout,
    symbol: SymbolId,
    owner: Option<UnitId>,
    language: Language,
    path: Vec<usize>,
    above: Vec<(RecordId, NodeId)>,
}

impl TreeBuilder<'_> {
    fn node(&mut self, kind: Kind, levels: u8, many: bool, key: TypeKey) -> NodeId {
        self.zones.nodes.push(Node { kind, levels, many, key, root: self.symbol, owner: self.owner });
        self.zones.nodes.len() - 1
    }

    fn zone(&mut self, name: String, differentiable: bool, address: bool, role: Role) -> ZoneId {
        self.zones.zones.add(Zone {
            name,
            owner: self.owner,
            differentiable,
            address,
            pointee: role == Role::Pointee,
            symbol: self.symbol,
            path: self.path.clone(),
        })
    }

    fn build(&mut self, ty: &Type, pointer: bool, store: Store, name: String, role: Role) -> NodeId {
        let (mut levels, mut elem) = (0u8, ty);
        while let Type::Array { elem: e, .. } = elem {
            levels = levels.saturating_add(1);
            elem = e;
        }
        if pointer {
            // Fortran POINTER: the shape is that of the target.
            let address = self.zone(format!("{name}=>"), false, true, role);
            let me = self.node(
                Kind::Pointer { address, own: 0, targets: Vec::new(), implicit: true, pointee: levels },
                0,
                false,
                TypeKey::Pointer,
            );
            let own = self.target(ty, name);
            self.set_own(me, own);
            return me;
        }
        match elem {
            Type::Record(r) if !self.program.records[*r].opaque => {
                let me = self.node(Kind::Record(*r, Vec::new()), levels, false, TypeKey::Record(*r));
                self.above.push((*r, me));
                let mut fields = Vec::new();
                let mut at = match store {
                    Store::At(area, at) if levels > 0 => {
                        Store::Within(area, at, consts::bytes(self.program, ty, self.language))
                    }
                    other => other,
                };
                let mark = if self.language == Language::C { "." } else { "%" };
                let record = &self.program.records[*r];
                for (k, f) in record.fields.iter().enumerate() {
                    self.path.push(k);
                    fields.push(self.build(&f.ty, f.pointer, at, format!("{name}{mark}{}", f.name), role));
                    self.path.pop();
                    if let Store::At(area, from) = at {
                        let next = consts::bytes(self.program, &f.ty, self.language)
                            .and_then(|b| from.checked_add_unsigned(b));
                        at = match next {
                            Some(next) if !f.allocatable && !f.pointer => Store::At(area, next),
                            _ => Store::Within(area, from, None),
                        };
                    }
                }
                self.above.pop();
                self.zones.nodes[me].kind = Kind::Record(*r, fields);
                me
            }
            Type::Pointer { to, .. } => {
                let address = self.zone(name.clone(), false, true, role);
                let pointee = {
                    let (mut n, mut t) = (0u8, &**to);
                    while let Type::Array { elem, .. } = t {
                        n = n.saturating_add(1);
                        t = elem;
                    }
                    n
                };
                let kind = Kind::Pointer { address, own: 0, targets: Vec::new(), implicit: false, pointee };
                let me = self.node(kind, levels, false, TypeKey::Pointer);
                let own = self.target(to, format!("*{name}"));
                self.set_own(me, own);
                if self.path.is_empty()
                    && role == Role::Variable
                    && levels == 0
                    && self.zones.single.contains(&self.symbol)
                {
                    self.zones.nodes[own].many = false;
                }
                me
            }
            Type::Scalar(_)
            | Type::Character { .. }
            | Type::Record(_)
            | Type::Procedure
            | Type::Void
            | Type::Opaque(_)
            | Type::Array { .. } => {
                let key = match elem {
                    Type::Scalar(s) => TypeKey::Scalar(s.class, s.bytes),
                    Type::Record(r) => TypeKey::Record(*r),
                    _ => TypeKey::Other,
                };
                let zones = match store {
                    Store::Fresh => vec![self.zone(name, may_hold_reals(self.program, elem), false, role)],
                    Store::At(area, at) => {
                        let bytes = consts::bytes(self.program, ty, self.language);
                        self.segments(area, at, bytes)
                    }
                    Store::Within(area, at, bytes) => self.segments(area, at, bytes),
                };
                // Components of an array of structures in shared storage interleave: none covers a segment.
                let many = matches!(store, Store::Within(..));
                self.node(Kind::Leaf(zones), levels, many, key)
            }
        }
    }

    fn segments(&self, area: usize, at: i64, bytes: Option<u64>) -> Vec<ZoneId> {
        self.areas[area][self.layout.areas()[area].segments(at, bytes)].to_vec()
    }

    /// The storage that a pointer of this type has of its own.
    fn target(&mut self, ty: &Type, name: String) -> NodeId {
        if let Type::Record(r) = ty.element()
            && let Some(&(_, above)) = self.above.iter().find(|(a, _)| a == r)
        {
            self.zones.nodes[above].many = true;
            return above;
        }
        // Structures of structures of pointers would grow without end in breadth: far down, one zone stands for all that follows.
        let own = if self.above.len() > DEEPEST {
            let zone = self.zone(format!("{name}…"), may_hold_reals(self.program, ty), false, Role::Pointee);
            self.node(Kind::Leaf(vec![zone]), 0, true, TypeKey::Other)
        } else {
            self.build(ty, false, Store::Fresh, name, Role::Pointee)
        };
        self.zones.nodes[own].many = true;
        own
    }

    fn set_own(&mut self, pointer: NodeId, node: NodeId) {
        if let Kind::Pointer { own, .. } = &mut self.zones.nodes[pointer].kind {
            *own = node;
        }
    }
}
