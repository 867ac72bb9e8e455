//! What pointers have in common when a procedure is entered, as far as the program shows it.
//!
//! Where pointers are taken for distinct ([`Program::distinct_pointers`]), two dummies lead to one place only because a call in the program hands it over
//! twice, `call f(p, p)`, or hands over what the callee, or what that calls, reaches by a name of its own: a variable of a module or of a host. Each call
//! is looked at by itself: what one call hands over as the first dummy and another as the second meets nowhere.

use std::collections::{HashMap, HashSet};

use indexmap::{IndexMap, IndexSet};

use crate::calls::CallGraph;
use crate::expr::{Expr, ExprKind};
use crate::points_to::targets;
use crate::program::{Language, Program};
use crate::symbol::{Storage, SymbolId, SymbolKind};
use crate::typing::type_of;
use crate::unit::UnitId;
use crate::zones::{Kind, NodeId, ZoneId, Zones, language_of, unite};

/// Fortran's pointers from outside, and the variables with TARGET that they may lead to.
#[derive(Clone, Default, Debug)]
pub(crate) struct Entry {
    /// Whether they are taken for distinct.
    distinct: bool,
    /// Dummies, variables of modules, and their components.
    pub pointers: Vec<NodeId>,
    /// Variables with TARGET.
    pub objects: Vec<NodeId>,
    /// The pointer that storage on entry belongs to.
    pointer_of: HashMap<NodeId, NodeId>,
    /// By unit: the variables that it, or what it calls, mentions and that are not its own.
    mentioned: HashMap<UnitId, HashSet<SymbolId>>,
    /// What leads to a node, and the variable of which it is a part. As found by the last look.
    named: HashMap<NodeId, IndexSet<(SymbolId, Option<NodeId>)>>,
}

impl Entry {
    /// Before any statement is looked at.
    pub fn new(
        program: &Program,
        calls: &CallGraph,
        zones: &Zones,
        pointers: Vec<NodeId>,
        objects: Vec<NodeId>,
    ) -> Entry {
        let own = |p: &NodeId| match zones.nodes[*p].kind {
            Kind::Pointer { own, .. } => Some((own, *p)),
            Kind::Leaf(_) | Kind::Record(..) => None,
        };
        let pointer_of = pointers.iter().filter_map(own).collect();
        let mut entry =
            Entry { distinct: program.distinct_pointers, pointers, objects, pointer_of, ..Entry::default() };
        if entry.distinct && !entry.pointers.is_empty() {
            let of_pointers = zones.nodes.iter().filter(|n| matches!(n.kind, Kind::Pointer { implicit: true, .. }));
            let objects = entry.objects.iter().map(|o| &zones.nodes[*o]);
            entry.mentioned = mentioned(program, calls, &of_pointers.chain(objects).map(|n| n.root).collect());
        }
        entry
    }

    /// Notes what pointers of modules and hosts lead to now.
    pub fn look(&mut self, zones: &Zones) {
        if !self.distinct || self.pointers.is_empty() {
            return;
        }
        self.named.clear();
        for (n, node) in zones.nodes.iter().enumerate() {
            if let Kind::Pointer { implicit: true, targets, .. } = &node.kind {
                for t in targets {
                    self.named.entry(*t).or_default().insert((node.root, Some(n)));
                }
            }
        }
        for &o in &self.objects {
            self.named.entry(o).or_default().insert((zones.nodes[o].root, None));
        }
    }

    /// A call of `callee` hands over what dummies stand for, in pairs of formal and actual: what they have in common may be reached by each of them.
    pub fn meet(&self, program: &Program, zones: &mut Zones, callee: UnitId, pairs: &[(NodeId, NodeId)]) -> bool {
        if !self.distinct || pairs.is_empty() || program.units[callee].language != Language::Fortran {
            return false;
        }
        let mut stands: IndexMap<NodeId, IndexSet<NodeId>> = IndexMap::new();
        for &(formal, actual) in pairs {
            let is_object = self.objects.contains(&formal);
            if !is_object && !self.pointer_of.contains_key(&formal) {
                continue;
            }
            match &zones.nodes[actual].kind {
                Kind::Pointer { implicit: true, targets, .. } if is_object => {
                    for t in targets {
                        stands.entry(*t).or_default().insert(formal);
                    }
                }
                _ => {
                    stands.entry(actual).or_default().insert(formal);
                }
            }
        }
        let outside = self.mentioned.get(&callee);
        let mut changed = false;
        for (place, formals) in &stands {
            // The names by which the callee reaches the place besides.
            let by_name = self.named.get(place).into_iter().flatten();
            let by_name: Vec<Option<NodeId>> =
                by_name.filter(|(root, _)| outside.is_some_and(|o| o.contains(root))).map(|(_, p)| *p).collect();
            for f in formals {
                let others: Vec<NodeId> = formals.iter().copied().filter(|o| o != f).collect();
                if let Some(&p) = self.pointer_of.get(f) {
                    changed |= add_on_entry(zones, p, &others);
                    if !by_name.is_empty() {
                        changed |= add_on_entry(zones, p, &[*place]);
                    }
                } else {
                    // A dummy with TARGET: what leads to the actual argument leads to it.
                    for p in by_name.iter().flatten() {
                        changed |= add_on_entry(zones, *p, &[*f]);
                    }
                }
            }
        }
        changed
    }
}

/// A pointer may lead there when a procedure is entered, of which no statement says so.
fn add_on_entry(zones: &mut Zones, pointer: NodeId, new: &[NodeId]) -> bool {
    let Kind::Pointer { own, .. } = zones.nodes[pointer].kind else { return false };
    let key = zones.nodes[own].key;
    let there = targets(zones, pointer);
    let new: Vec<NodeId> = new.iter().copied().filter(|t| zones.nodes[*t].key == key && !there.contains(t)).collect();
    for t in &new {
        zones.on_entry.insert((pointer, *t));
    }
    if let Kind::Pointer { targets, .. } = &mut zones.nodes[pointer].kind {
        unite(targets, &new);
    }
    !new.is_empty()
}

/// By unit: the variables of others among `wanted` that it, or what it calls, mentions.
fn mentioned(program: &Program, calls: &CallGraph, wanted: &HashSet<SymbolId>) -> HashMap<UnitId, HashSet<SymbolId>> {
    let mut out: HashMap<UnitId, HashSet<SymbolId>> = HashMap::new();
    for component in calls.components() {
        let mut names = HashSet::new();
        for &unit in component {
            let u = &program.units[unit];
            u.walk(&u.body, &mut |_, s| {
                s.kind.exprs(&mut |e| {
                    e.walk(&mut |x| {
                        if let ExprKind::Var(v) = x.kind
                            && wanted.contains(&v)
                            && program.home(v) != Some(unit)
                        {
                            names.insert(v);
                        }
                    });
                });
            });
            names.extend(calls.callees(unit).iter().filter_map(|c| out.get(c)).flatten().copied());
        }
        out.extend(component.iter().map(|u| (*u, names.clone())));
    }
    out
}

/// What a procedure finds when it is entered: a pointer from outside, or a variable with TARGET.
#[derive(Clone, Debug)]
pub struct Found {
    /// How it is written, in the procedure or in the module that declares it.
    pub place: Expr,
    /// It is one place. A component of an array of structures stands for many, and so does what a recursive type leads to.
    pub single: bool,
    /// Of a POINTER: where its association is.
    pub address: Option<ZoneId>,
    /// The storage that it leads to, as long as no statement makes it lead elsewhere.
    pub zones: Vec<ZoneId>,
    node: NodeId,
}

impl Zones {
    /// What is taken to be distinct when a procedure is entered ([`Zones::taken_apart`]): its pointers and targets, and those of modules. Nothing
    /// where pointers may lead to the same places.
    pub fn found_on_entry(&self, program: &Program, unit: UnitId) -> Vec<Found> {
        if !self.entry.distinct {
            return Vec::new();
        }
        let mut out = Vec::new();
        for (symbol, s) in program.symbols.iter() {
            let (SymbolKind::Variable(v), Some(root)) = (&s.kind, self.root(symbol)) else { continue };
            let here = match v.storage {
                Storage::Global => true,
                Storage::Dummy(_) => program.home(symbol) == Some(unit),
                Storage::Common | Storage::Local | Storage::Result => false,
            };
            if !here || language_of(program, symbol) != Language::Fortran {
                continue;
            }
            if self.entry.objects.contains(&root) {
                let zones = self.values(&[root]);
                out.push(Found { place: Expr::var(symbol), single: true, address: None, zones, node: root });
            }
            self.find_pointers(program, root, Expr::var(symbol), true, &mut HashSet::new(), &mut out);
        }
        out
    }

    fn find_pointers(
        &self,
        program: &Program,
        at: NodeId,
        place: Expr,
        single: bool,
        seen: &mut HashSet<NodeId>,
        out: &mut Vec<Found>,
    ) {
        if !seen.insert(at) {
            return;
        }
        match &self.nodes[at].kind {
            Kind::Leaf(_) => {}
            Kind::Record(_, fields) => {
                let single = single && self.nodes[at].levels == 0 && !self.nodes[at].many;
                let Some(record) = type_of(program, &place).record() else { return };
                for (field, n) in fields.iter().enumerate().take(program.records[record].fields.len()) {
                    let component = ExprKind::Field { base: Box::new(place.clone()), record, field };
                    self.find_pointers(program, *n, component.into(), single, seen, out);
                }
            }
            Kind::Pointer { own, address, implicit: true, .. } => {
                let (zones, address) = (self.values(&[*own]), Some(*address));
                out.push(Found { place: place.clone(), single, address, zones, node: at });
                self.find_pointers(program, *own, place, single, seen, out);
            }
            Kind::Pointer { .. } => {}
        }
    }

    /// Whether two of what a procedure finds when it is entered might be the same storage, as far as their types tell, and are taken not to be: nothing in
    /// the program makes them lead to one place.
    pub fn taken_apart(&self, a: &Found, b: &Found) -> bool {
        let storage = |f: &Found| match self.nodes[f.node].kind {
            Kind::Pointer { own, .. } => own,
            Kind::Leaf(_) | Kind::Record(..) => f.node,
        };
        let leads = |f: &Found| match &self.nodes[f.node].kind {
            Kind::Pointer { targets, .. } => targets.clone(),
            Kind::Leaf(_) | Kind::Record(..) => vec![f.node],
        };
        let others = leads(b);
        (a.address.is_some() || b.address.is_some())
            && self.nodes[storage(a)].key == self.nodes[storage(b)].key
            && !leads(a).iter().any(|t| others.contains(t))
    }
}
