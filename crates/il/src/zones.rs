//! Storage is zones: the numbers that all analyses put in their bit sets.
//!
//! A scalar or an array is one zone. A structure has one zone per leaf component (of an array of structures: one per component for the whole
//! array). COMMON and EQUIVALENCE are cut into segments of bytes ([`storage`](mod@crate::storage)), one zone each, so that overlapping
//! storage shares zones. A pointer has a zone for its address, and the set of what it may point to ([`points_to`](crate::points_to)):
//! variables, and storage of its own that stands for what it pointed to on entry or was allocated through it.
//!
//! Each variable is the root of a tree of *nodes* that mirrors its type. A recursive type is cut where it would repeat: the pointer leads back to the
//! node above, which then stands for all of the list or tree, and is never surely covered.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use crate::Language;
use crate::arena::{Arena, Id};
use crate::calls::CallGraph;
use crate::consts;
use crate::expr::{Expr, ExprKind};
use crate::places::Path;
use crate::program::Program;
use crate::rows::{self, Component};
use crate::stmt::StmtKind;
use crate::storage::Layout;
use crate::symbol::{Storage, SymbolId, SymbolKind};
use crate::types::{RecordId, Scalar, ScalarClass, Type};
use crate::unit::UnitId;
use crate::void_targets::Behind;
use crate::zone_tree::{Role, Store, TreeBuilder, may_hold_reals};

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
    /// The structure that it is a component of.
    pub inside: Option<NodeId>,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum TypeKey {
    Scalar(ScalarClass, u8),
    Record(RecordId),
    Pointer,
    Other,
}

/// Adds those of `new` that are not there yet. Pointers may lead to hundreds of places: then a set tells which are there.
pub(crate) fn unite(into: &mut Vec<NodeId>, new: &[NodeId]) {
    const FEW: usize = 256;
    if into.len() * new.len() <= FEW {
        for n in new {
            if !into.contains(n) {
                into.push(*n);
            }
        }
    } else {
        let mut there: HashSet<NodeId> = into.iter().copied().collect();
        into.extend(new.iter().copied().filter(|n| there.insert(*n)));
    }
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
    pub(crate) zones: Arena<ZoneId, Zone>,
    pub(crate) nodes: Vec<Node>,
    roots: Vec<Option<NodeId>>,
    /// Variables that some statement may change.
    assigned: HashSet<SymbolId>,
    /// C pointer parameters used as references to one object (`*y`, `s->x`), never as arrays.
    pub(crate) single: HashSet<SymbolId>,
    /// Dummy arguments.
    pub(crate) dummies: HashSet<SymbolId>,
    /// Pointers whose own target is more than what statements allocate through them.
    pub(crate) given: HashSet<NodeId>,
    /// Pointers and what they may lead to since calls in the program hand it over, unless a statement says so too. While pointers are followed.
    pub(crate) on_entry: HashSet<(NodeId, NodeId)>,
    /// What is reached by pointers when procedures are entered.
    pub(crate) entry: crate::entry::Entry,
    /// What is behind each `void *`.
    behind: indexmap::IndexMap<SymbolId, Behind>,
    /// The variables that others cut into parts (COMMON of another shape, EQUIVALENCE): their parts, in order.
    cut: Vec<Vec<ZoneId>>,
    /// Which of them a part belongs to.
    part_of: HashMap<ZoneId, Vec<usize>>,
    /// The names of those variables.
    in_parts: Vec<SymbolId>,
    /// C: storage that a pointer may lead to, beside what it owns itself.
    pointed: HashSet<ZoneId>,
    /// C: components that a pointer takes for a row of them.
    walked: HashSet<Component>,
    /// Variables that an EQUIVALENCE gives other names.
    overlaid: HashSet<SymbolId>,
    /// References that were asked for: a pointer of a large code may lead to hundreds of zones, and every analysis asks again.
    known: RefCell<HashMap<Path, RefZones>>,
}

/// The symbols that statements mention, and what the procedures are given or give that have statements or are called.
fn mentioned(program: &Program, calls: &CallGraph) -> HashSet<SymbolId> {
    let mut out = HashSet::new();
    let mut interfaces: HashSet<UnitId> =
        program.units.iter().filter(|(_, u)| !u.body.is_empty()).map(|(id, _)| id).collect();
    let mut called = |callee: SymbolId| {
        interfaces.extend(crate::calls::definition(program, callee));
        interfaces.extend(calls.targets(program, callee).units);
    };
    for (id, u) in program.units.iter() {
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Call { callee, .. } = s.kind {
                called(callee);
            }
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| match x.kind {
                    ExprKind::Var(v) => {
                        out.insert(v);
                    }
                    ExprKind::Call { callee, .. } => called(callee),
                    _ => {}
                });
            });
        });
        if !u.body.is_empty() {
            program.specification(id, &mut |e| e.collect_symbols(&mut out));
        }
    }
    for u in interfaces {
        out.extend(program.units[u].params.iter().copied());
        out.extend(program.units[u].result());
    }
    out
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
            given: HashSet::new(),
            on_entry: HashSet::new(),
            entry: crate::entry::Entry::default(),
            behind: crate::void_targets::find(program, calls),
            cut: Vec::new(),
            part_of: HashMap::new(),
            in_parts: Vec::new(),
            pointed: HashSet::new(),
            walked: HashSet::new(),
            overlaid: program.units.iter().flat_map(|(_, u)| u.overlaid()).collect(),
            known: RefCell::default(),
        };
        zones.walked = crate::rows::find(program, &zones.single);
        let layout = Layout::new(program);
        let areas: Vec<Vec<ZoneId>> = layout.areas().iter().map(|a| zones.area(program, a)).collect();
        let mut globals: indexmap::IndexMap<String, NodeId> = Default::default();
        let mentioned = mentioned(program, calls);
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
            // A `void *` has the storage of what its uses say that it points to.
            let ty = zones.behind_void(program, symbol);
            let ty = ty.as_ref().unwrap_or(&v.ty);
            let is_mentioned = mentioned.contains(&symbol);
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
                deepest: if is_mentioned { crate::zone_tree::depth(program, ty, v.pointer) } else { 0 },
            };
            let store = match layout.place(symbol) {
                Some((area, at)) => Store::At(area, at),
                None => Store::Fresh,
            };
            let node = match is_mentioned || layout.place(symbol).is_some() {
                true => builder.build(ty, v.pointer, store, s.name.clone(), Role::Variable),
                false => builder.unmentioned(ty, v.pointer, s.name.clone()),
            };
            zones.roots[symbol.index()] = Some(node);
            if extern_c {
                globals.insert(s.name.clone(), node);
            }
        }
        zones.find_parts(program.symbols.ids().filter(|s| layout.place(*s).is_some()));
        crate::points_to::solve(program, calls, &mut zones);
        let of_c = zones.nodes.iter().filter(|n| language_of(program, n.root) == Language::C);
        let others = of_c.flat_map(|n| match &n.kind {
            Kind::Pointer { own, targets, .. } => targets.iter().copied().filter(|t| t != own).collect(),
            Kind::Leaf(_) | Kind::Record(..) => Vec::new(),
        });
        zones.pointed = zones.values(&others.collect::<Vec<_>>()).into_iter().collect();
        zones
    }

    /// C: the components that are one zone with this one, since a pointer takes them for a row ([`rows`]).
    pub fn row(&self, program: &Program, component: Component) -> Option<Range<usize>> {
        rows::row(program, &self.walked, component)
    }

    /// C: whether a pointer may lead to a variable that has a name, or to what another pointer leads to: it has other names then.
    pub fn is_pointed_at(&self, zone: ZoneId) -> bool {
        self.pointed.contains(&zone)
    }

    /// [`Program::is_overlaid`], for a program that stays as it is.
    pub fn is_overlaid(&self, symbol: SymbolId) -> bool {
        self.overlaid.contains(&symbol)
    }

    /// The variables that EQUIVALENCE or COMMON blocks of other shapes cut into several zones, in the order of their declarations.
    pub fn in_parts(&self) -> &[SymbolId] {
        &self.in_parts
    }

    fn find_parts(&mut self, overlaid: impl Iterator<Item = SymbolId>) {
        let mut different: BTreeSet<Vec<ZoneId>> = BTreeSet::new();
        for s in overlaid {
            let several = self.components(s).into_iter().map(|(_, zones)| zones).filter(|z| z.len() > 1);
            let several: Vec<_> = several.collect();
            if !several.is_empty() {
                self.in_parts.push(s);
            }
            different.extend(several);
        }
        self.cut = different.into_iter().collect();
        for (k, zones) in self.cut.iter().enumerate() {
            zones.iter().for_each(|z| self.part_of.entry(*z).or_default().push(k));
        }
    }

    /// Whether zones are variables as a whole, by every name that they have. One derivative holds all parts of a variable that EQUIVALENCE or a
    /// COMMON block of another shape cuts: what overwrites some of them leaves it varied.
    pub fn are_complete(&self, zones: &[ZoneId]) -> bool {
        let touched: BTreeSet<usize> = zones.iter().filter_map(|z| self.part_of.get(z)).flatten().copied().collect();
        touched.is_empty() || {
            let zones: BTreeSet<ZoneId> = zones.iter().copied().collect();
            touched.into_iter().all(|k| self.cut[k].iter().all(|z| zones.contains(z)))
        }
    }

    /// The type that a C `void *` has in truth, when its uses agree. Where they do not, numbers are behind it, whatever these are part of: it is only
    /// ever handed on.
    pub fn behind_void(&self, program: &Program, symbol: SymbolId) -> Option<Type> {
        let to = match self.behind.get(&symbol)? {
            Behind::Known(to) => to.clone(),
            Behind::Anything => Type::Scalar(Scalar::new(ScalarClass::Real, 8, "double")),
        };
        match program.symbol_type(symbol)? {
            Type::Pointer { to_const, restrict, .. } => {
                Some(Type::Pointer { to: Box::new(to), to_const: *to_const, restrict: *restrict })
            }
            _ => None,
        }
    }

    fn area(&mut self, program: &Program, area: &crate::storage::Area) -> Vec<ZoneId> {
        let differentiable = |k: usize| {
            area.members.iter().any(|(s, at)| {
                program.variable(*s).is_some_and(|v| {
                    let range = area.segments(*at, consts::bytes(program, &v.ty));
                    range.contains(&k) && may_hold_reals(program, &v.ty)
                })
            })
        };
        (0..area.len())
            .map(|k| {
                let (from, to) = (area.cuts[k], area.cuts[k + 1]);
                let end = |(s, at): &(SymbolId, i64)| {
                    let v = program.variable(*s)?;
                    at.checked_add_unsigned(consts::bytes(program, &v.ty)?)
                };
                let begins = |m: &&(SymbolId, i64)| m.1 <= from;
                let holds = |m: &&(SymbolId, i64)| begins(m) && end(m).is_none_or(|end| to <= end);
                let members = || area.members.iter().rev();
                let symbol = members().find(holds).or_else(|| members().find(begins)).unwrap_or(&area.members[0]).0;
                let to = if to == i64::MAX { "*".to_string() } else { to.to_string() };
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
        let nodes = path.iter().fold(vec![root], |nodes, field| self.fields(nodes, *field));
        self.reachable_from(&nodes)
    }

    /// The nodes of field `field` of the records at `nodes`, or that they point to. Each is looked at once: pointers may lead to each other in any number of ways.
    fn fields(&self, mut nodes: Vec<NodeId>, field: usize) -> Vec<NodeId> {
        let mut out = Vec::new();
        let mut seen: HashSet<NodeId> = nodes.iter().copied().collect();
        while let Some(n) = nodes.pop() {
            match &self.nodes[n].kind {
                Kind::Record(_, fields) => out.extend(fields.get(field)),
                Kind::Leaf(_) => out.push(n),
                Kind::Pointer { targets, .. } => nodes.extend(targets.iter().copied().filter(|t| seen.insert(*t))),
            }
        }
        out
    }

    /// The leaf components of a variable in order, pointers looked through: path and zones. A recursive type repeats nothing.
    pub fn components(&self, symbol: SymbolId) -> Vec<(Vec<usize>, Vec<ZoneId>)> {
        let mut out = Vec::new();
        if let Some(root) = self.root(symbol) {
            self.collect_components(vec![root], &mut Vec::new(), &mut Vec::new(), &mut out);
        }
        out
    }

    /// What is at the end of one path: all nodes together, or there would be as many ways through them as structures that lead to each other have.
    fn collect_components(
        &self,
        nodes: Vec<NodeId>,
        path: &mut Vec<usize>,
        above: &mut Vec<NodeId>,
        out: &mut Vec<(Vec<usize>, Vec<ZoneId>)>,
    ) {
        let mark = above.len();
        let (mut leaves, mut fields): (Vec<ZoneId>, Vec<Vec<NodeId>>) = Default::default();
        let mut is_leaf = false;
        let mut todo = nodes;
        todo.reverse();
        while let Some(n) = todo.pop() {
            if above.contains(&n) {
                continue;
            }
            above.push(n);
            match &self.nodes[n].kind {
                Kind::Leaf(zones) => {
                    is_leaf = true;
                    leaves.extend(zones);
                }
                Kind::Record(_, parts) => {
                    fields.resize_with(fields.len().max(parts.len()), Vec::new);
                    fields.iter_mut().zip(parts).for_each(|(all, part)| all.push(*part));
                }
                Kind::Pointer { own, targets, .. } if targets.is_empty() => todo.push(*own),
                Kind::Pointer { targets, .. } => todo.extend(targets.iter().rev()),
            }
        }
        if is_leaf {
            leaves.sort();
            leaves.dedup();
            out.push((path.clone(), leaves));
        }
        for (k, part) in fields.into_iter().enumerate() {
            path.push(k);
            self.collect_components(part, path, above, out);
            path.pop();
        }
        above.truncate(mark);
    }

    /// The zones of a reference. Anything else (a value) has none.
    pub fn of_ref(&self, program: &Program, e: &Expr) -> RefZones {
        let Some(path) = self.path(program, e) else { return self.found(program, e) };
        if let Some(known) = self.known.borrow().get(&path) {
            return known.clone();
        }
        let found = self.found(program, e);
        self.known.borrow_mut().insert(path, found.clone());
        found
    }

    fn found(&self, program: &Program, e: &Expr) -> RefZones {
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

    /// What a pointer leads to where that is neither objects nor numbers: characters or integers, perhaps used as memory for others.
    pub fn plain_memory(&self, program: &Program, pointer: &Expr) -> Vec<ZoneId> {
        let memory = |n: &NodeId| match &self.nodes[*n].kind {
            Kind::Leaf(all) if all.iter().all(|z| !self.zones[*z].differentiable) => all.clone(),
            Kind::Leaf(_) | Kind::Record(..) | Kind::Pointer { .. } => Vec::new(),
        };
        self.pointees(program, pointer).nodes.iter().flat_map(memory).collect()
    }

    /// What a pointer leads to, not what pointers in there lead to.
    pub fn behind(&self, program: &Program, pointer: &Expr) -> Vec<ZoneId> {
        self.values(&self.pointees(program, pointer).nodes)
    }

    /// The types of the structures that a pointer may lead to.
    pub fn structures_behind(&self, program: &Program, pointer: &Expr) -> Vec<RecordId> {
        let record = |n: &NodeId| match &self.nodes[*n].kind {
            Kind::Record(r, _) => Some(*r),
            Kind::Leaf(_) | Kind::Pointer { .. } => None,
        };
        self.pointees(program, pointer).nodes.iter().filter_map(record).collect()
    }

    /// Everything in the objects of these structure types, and all that pointers lead to from there.
    pub fn within(&self, records: &[RecordId]) -> Vec<ZoneId> {
        let is_one = |node: &Node| matches!(node.kind, Kind::Record(r, _) if records.contains(&r));
        let nodes = self.nodes.iter().enumerate().filter(|(_, node)| is_one(node));
        self.reachable_from(&nodes.map(|(n, _)| n).collect::<Vec<NodeId>>())
    }

    pub(crate) fn reachable_from(&self, nodes: &[NodeId]) -> Vec<ZoneId> {
        let mut seen = vec![false; self.nodes.len()];
        let mut todo = nodes.to_vec();
        let mut zones = Vec::new();
        while let Some(n) = todo.pop() {
            if std::mem::replace(&mut seen[n], true) {
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
    pub(crate) fn values(&self, nodes: &[NodeId]) -> Vec<ZoneId> {
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
