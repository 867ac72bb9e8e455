//! What pointers may point to: one flow-insensitive answer for the whole program (inclusion constraints, after Andersen).
//!
//! Every pointer has storage of its own (its *own* target): what it pointed to when its unit was entered, or was allocated through it. Assignments add
//! targets, to a fixed point. The conservative parts:
//! - two different C parameters, or a C parameter and a global, are taken not to overlap on entry (as if `restrict`): the transformer states that contract;
//! - a Fortran POINTER that comes from outside (a dummy, a global, a component of one) may point to every TARGET, and to what every other
//!   such POINTER points to, of the same type, that it could have met: globals and dummies of the same unit. Where pointers are taken for distinct
//!   ([`Program::distinct_pointers`]), only to what the program shows: what statements make it point to, and, of a dummy, what a call in the program hands
//!   over twice, or hands over although the callee reaches it by another name ([`crate::entry`]);
//! - a call may change every pointer that it can reach: afterwards it may point to whatever the pointers among the arguments pointed to.

use std::collections::{HashMap, HashSet};

use indexmap::IndexSet;

use crate::Language;
use crate::arena::Id;
use crate::binding::takes_pointer;
use crate::calls::{CallGraph, actual_for, definition, is_new_memory};
use crate::entry::Entry;
use crate::expr::{Arg, Expr, ExprKind, Item, Subscript, UnaryOp};
use crate::intrinsics::Class;
use crate::program::Program;
use crate::stmt::{StmtKind, associated};
use crate::symbol::{Storage, SymbolId, SymbolKind, Variable};
use crate::types::Type;
use crate::typing::type_of;
use crate::unit::UnitId;
use crate::zones::{Kind, NodeId, TypeKey, Zones, language_of, unite};

/// Variables that some statement may change by name.
pub(crate) fn assigned(program: &Program) -> HashSet<SymbolId> {
    program.units.iter().flat_map(|(id, unit)| crate::stores::names(program, id, &unit.body)).collect()
}

/// C pointer parameters that are only ever used as the address of one object: `*p`, `p[0]`, `p->x`, or handed to a parameter of that sort.
pub(crate) fn single_object_pointers(program: &Program) -> HashSet<SymbolId> {
    let mut candidates: HashSet<SymbolId> = program
        .symbols
        .iter()
        .filter_map(|(id, s)| match &s.kind {
            SymbolKind::Variable(v)
                if matches!(v.storage, Storage::Dummy(_))
                    && matches!(&v.ty, Type::Pointer { to, .. } if matches!(**to, Type::Scalar(_) | Type::Record(_))) =>
            {
                Some(id)
            }
            _ => None,
        })
        .collect();
    // `p` is the parameter that `q` was passed on to.
    let mut passed: Vec<(SymbolId, Option<SymbolId>)> = Vec::new();
    fn visit(
        program: &Program,
        e: &Expr,
        candidates: &mut HashSet<SymbolId>,
        passed: &mut Vec<(SymbolId, Option<SymbolId>)>,
    ) {
        let bare = |e: &Expr| match e.bare().kind {
            ExprKind::Var(s) => Some(s),
            _ => None,
        };
        match &e.kind {
            ExprKind::Deref(x) if bare(x).is_some() => return,
            ExprKind::Index { base, subs } if bare(base).is_some() => {
                if matches!(subs.as_slice(), [Subscript::At(i)] if i.as_int() == Some(0)) {
                    return;
                }
            }
            ExprKind::Unary(UnaryOp::Not, x) if bare(x).is_some() => return,
            ExprKind::Call { callee, args } => return arguments(program, *callee, args, candidates, passed),
            ExprKind::Var(s) => {
                candidates.remove(s);
            }
            _ => {}
        }
        e.children(&mut |c| visit(program, c, candidates, passed));
    }
    fn arguments(
        program: &Program,
        callee: SymbolId,
        args: &[Arg],
        candidates: &mut HashSet<SymbolId>,
        passed: &mut Vec<(SymbolId, Option<SymbolId>)>,
    ) {
        let unit = definition(program, callee);
        for (k, a) in args.iter().enumerate() {
            match a.value.bare().kind {
                ExprKind::Var(s) => passed.push((s, unit.and_then(|u| program.units[u].params.get(k).copied()))),
                _ => visit(program, &a.value, candidates, passed),
            }
        }
    }
    for (_, unit) in program.units.iter() {
        unit.walk(&unit.body, &mut |_, s| match &s.kind {
            StmtKind::Call { callee, args, .. } => arguments(program, *callee, args, &mut candidates, &mut passed),
            kind => kind.exprs(&mut |e| visit(program, e, &mut candidates, &mut passed)),
        });
    }
    loop {
        let before = candidates.len();
        for (from, to) in &passed {
            if !to.is_some_and(|t| candidates.contains(&t)) {
                candidates.remove(from);
            }
        }
        if candidates.len() == before {
            return candidates;
        }
    }
}

/// Fills in the targets of all pointer nodes.
pub(crate) fn solve(program: &Program, calls: &CallGraph, zones: &mut Zones) {
    let mut entry = seed(program, calls, zones);
    let mut formals: Formals = HashMap::new();
    for (s, symbol) in program.symbols.iter().filter(|(s, _)| language_of(program, *s) == Language::C) {
        if let SymbolKind::Variable(Variable { init: Some(value), .. }) = &symbol.kind {
            let known = Known { program, calls, formals: &formals };
            assign(known, zones, &Expr::var(s), value, false);
        }
    }
    loop {
        let mut changed = false;
        entry.look(zones);
        for (_, unit) in program.units.iter() {
            let fortran = unit.language == Language::Fortran;
            unit.walk(&unit.body, &mut |_, s| {
                let known = Known { program, calls, formals: &formals };
                match &s.kind {
                    // A number leads nowhere.
                    StmtKind::Assign { lhs, .. } if fortran && is_number(program, lhs) => {}
                    StmtKind::Assign { lhs, rhs } => changed |= assign(known, zones, lhs, rhs, false),
                    StmtKind::PointerAssign { lhs, rhs } => {
                        changed |= assign(known, zones, associated(lhs), rhs, true);
                    }
                    StmtKind::Return(Some(e)) => {
                        if let Some(result) = unit.result() {
                            changed |= assign(known, zones, &Expr::var(result), e, false);
                        }
                    }
                    StmtKind::Allocate { objects, options } => {
                        for o in objects {
                            if let Some(p) = zones.place(program, &o.object) {
                                changed |= p.nodes.iter().fold(false, |c, n| add_own(zones, *n) | c);
                            }
                            // The pointers in what is copied go along.
                            for source in options.iter().filter(|a| a.is_named("source")) {
                                changed |= assign(known, zones, &o.object, &source.value, false);
                            }
                        }
                    }
                    StmtKind::Call { callee, args, .. } => {
                        changed |= call(program, calls, zones, *callee, args, &mut formals, &entry);
                    }
                    // What is read, and what comes back from the tape, is what was there.
                    StmtKind::Opaque { .. } | crate::tape!() => {}
                    StmtKind::Return(None)
                    | StmtKind::Deallocate { .. }
                    | StmtKind::Nullify(_)
                    | StmtKind::If(_)
                    | StmtKind::Do(_)
                    | crate::uncounted!()
                    | StmtKind::Select { .. }
                    | StmtKind::Where { .. }
                    | StmtKind::Forall { .. }
                    | StmtKind::Scope { .. }
                    | StmtKind::Declare(_)
                    | crate::jump!()
                    | crate::labels!()
                    | StmtKind::Stop { .. }
                    | StmtKind::Nop
                    | StmtKind::Error(_) => {}
                }
                s.kind.exprs(&mut |e| {
                    e.walk(&mut |e| {
                        if let ExprKind::Call { callee, args } = &e.kind {
                            changed |= call(program, calls, zones, *callee, args, &mut formals, &entry);
                        }
                    })
                });
            });
        }
        changed |= what_outlives_sees_actuals(program, zones, &formals);
        if !changed {
            break;
        }
    }
    for n in 0..zones.nodes.len() {
        if matches!(&zones.nodes[n].kind, Kind::Pointer { targets, .. } if targets.is_empty()) {
            add_unknown(zones, n);
        }
    }
    escape(program, zones);
    zones.entry = entry;
    zones.on_entry.clear();
}

/// What a dummy node may stand for.
pub(crate) type Formals = HashMap<NodeId, IndexSet<NodeId>>;

/// What assignments are looked at with.
#[derive(Clone, Copy)]
struct Known<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    formals: &'a Formals,
}

impl Known<'_> {
    /// The nodes of the results that the calls in a value may give, whatever stands around them.
    fn results(&self, zones: &Zones, value: &Expr) -> Vec<NodeId> {
        let mut out = Vec::new();
        value.walk(&mut |e| {
            if let ExprKind::Call { callee, .. } = &e.kind {
                let units = self.calls.targets(self.program, *callee).units;
                out.extend(units.iter().filter_map(|u| zones.root(self.program.units[*u].result()?)));
            }
        });
        out
    }

    /// What `result`, a pointer of a callee, points to in its callers: for dummy arguments the actual ones.
    fn given(&self, zones: &Zones, result: NodeId) -> Vec<NodeId> {
        let actual = |t: &NodeId| match self.formals.get(t) {
            Some(all) => all.iter().copied().collect(),
            None => vec![*t],
        };
        targets(zones, result).iter().flat_map(actual).collect()
    }
}

/// Where pointers may point before any statement is executed.
fn seed(program: &Program, calls: &CallGraph, zones: &mut Zones) -> Entry {
    let mut outside: Vec<NodeId> = Vec::new();
    let mut objects: Vec<NodeId> = Vec::new();
    for (symbol, s) in program.symbols.iter() {
        let (SymbolKind::Variable(v), Some(root)) = (&s.kind, zones.root(symbol)) else { continue };
        let from_outside = v.saved || matches!(v.storage, Storage::Dummy(_) | Storage::Global | Storage::Common);
        let mut todo = vec![root];
        let mut seen = HashSet::new();
        while let Some(n) = todo.pop() {
            if !seen.insert(n) {
                continue;
            }
            match &zones.nodes[n].kind {
                Kind::Leaf(_) => {}
                Kind::Record(_, fields) => todo.extend(fields),
                Kind::Pointer { own, implicit, .. } => {
                    todo.push(*own);
                    if from_outside && *implicit {
                        outside.push(n);
                    }
                }
            }
            // The target of a local pointer came from somewhere: its own pointers are as unknown as those of a dummy.
            if from_outside || zones.nodes[n].many {
                add_own(zones, n);
            }
        }
        if v.target && from_outside && language_of(program, symbol) == Language::Fortran {
            objects.push(root);
        }
    }
    if program.distinct_pointers {
        // Each unit has names of its own for the pointers of a COMMON block.
        let in_common =
            |n: &NodeId| program.variable(zones.nodes[*n].root).is_some_and(|v| v.storage == Storage::Common);
        let common: Vec<NodeId> = outside.iter().copied().filter(in_common).collect();
        aliases_on_entry(zones, &common, &[]);
    } else {
        aliases_on_entry(zones, &outside, &objects);
    }
    Entry::new(program, calls, zones, outside, objects)
}

/// Aliases that Fortran allows on entry: a POINTER from `outside` may point to the `objects` with TARGET, and to what the other ones point to, if it could
/// have met them. A global meets the dummies of every unit; those of different units never meet each other.
fn aliases_on_entry(zones: &mut Zones, outside: &[NodeId], objects: &[NodeId]) {
    let owns = outside.iter().filter_map(|p| match zones.nodes[*p].kind {
        Kind::Pointer { own, .. } => Some(own),
        Kind::Leaf(_) | Kind::Record(..) => None,
    });
    let owns: Vec<NodeId> = owns.collect();
    let mut alike: HashMap<TypeKey, Vec<NodeId>> = HashMap::new();
    for &n in objects.iter().chain(&owns) {
        alike.entry(zones.nodes[n].key).or_default().push(n);
    }
    // Those of one type in one unit meet the same ones.
    let mut met: HashMap<(TypeKey, Option<UnitId>), Vec<NodeId>> = HashMap::new();
    for (&p, &own) in outside.iter().zip(&owns) {
        let (key, unit) = (zones.nodes[own].key, zones.nodes[p].owner);
        let meets = |n: &NodeId| unit.is_none() || zones.nodes[*n].owner.is_none_or(|u| Some(u) == unit);
        let of_type = alike.get(&key).map_or(&[][..], Vec::as_slice);
        let new = met.entry((key, unit)).or_insert_with(|| of_type.iter().copied().filter(meets).collect());
        add(zones, p, new);
    }
}

fn is_number(program: &Program, e: &Expr) -> bool {
    matches!(type_of(program, e).element(), Type::Scalar(_))
}

fn add(zones: &mut Zones, pointer: NodeId, new: &[NodeId]) -> bool {
    let Kind::Pointer { targets, .. } = &mut zones.nodes[pointer].kind else { return false };
    let before = targets.len();
    unite(targets, new);
    let mut changed = targets.len() > before;
    // What statements do is seen by callers.
    if !zones.on_entry.is_empty() {
        changed |= new.iter().fold(false, |c, t| zones.on_entry.remove(&(pointer, *t)) | c);
    }
    changed
}

fn add_own(zones: &mut Zones, pointer: NodeId) -> bool {
    match zones.nodes[pointer].kind {
        Kind::Pointer { own, .. } => add(zones, pointer, &[own]),
        Kind::Leaf(_) | Kind::Record(..) => false,
    }
}

/// The pointer may lead to what nothing in the program tells.
fn add_unknown(zones: &mut Zones, pointer: NodeId) -> bool {
    zones.given.insert(pointer) | add_own(zones, pointer)
}

pub(crate) fn targets(zones: &Zones, n: NodeId) -> &[NodeId] {
    match &zones.nodes[n].kind {
        Kind::Pointer { targets, .. } => targets,
        Kind::Leaf(_) | Kind::Record(..) => &[],
    }
}

/// `lhs = rhs` or, when it `associates`, `lhs => rhs`: of pointers, or of what holds pointers. Lists are taken part by part, `double *rows[2] = {a, b}`,
/// `g = grid(x, y)`; the pointers that a list leaves out lead nowhere.
fn assign(known: Known, zones: &mut Zones, lhs: &Expr, rhs: &Expr, associates: bool) -> bool {
    let program = known.program;
    match &rhs.bare().kind {
        ExprKind::Constructor { items, .. } => {
            return assign_items(known, zones, lhs, items, associates);
        }
        ExprKind::Structure { record, args } => {
            return args.iter().enumerate().fold(false, |changed, (k, a)| {
                let Some(field) = program.component_of(*record, k, a.keyword.as_deref()) else { return changed };
                let base = Box::new(lhs.clone());
                let place = ExprKind::Field { base, record: *record, field }.into();
                let associates = program.records[*record].fields[field].pointer;
                assign(known, zones, &place, &a.value, associates) | changed
            });
        }
        // Structures that an intrinsic chooses, moves or repeats: PACK, CSHIFT, SPREAD, MERGE.
        ExprKind::Intrinsic(f, args) if f.info().class != Class::Inquiry => {
            let is_structure = |e: &Expr| type_of(program, e).element().record().is_some();
            let structures: Vec<&Arg> = args.iter().filter(|a| is_structure(&a.value)).collect();
            if is_structure(rhs) && !structures.is_empty() {
                let from = |changed, a: &&Arg| assign(known, zones, lhs, &a.value, associates) | changed;
                return structures.iter().fold(false, from);
            }
        }
        _ => {}
    }
    let Some(l) = zones.place(program, lhs) else { return false };
    // `p = x` is about what the Fortran POINTER p points to.
    let l = if associates { l } else { zones.follow_implicit(l) };
    let mut changed = false;
    for &n in &l.nodes {
        match &zones.nodes[n].kind {
            Kind::Leaf(_) => {}
            Kind::Pointer { .. } => {
                let new = pointed_to(program, zones, rhs);
                changed |= match new {
                    Some(new) => add(zones, n, &new),
                    None if is_new_memory(program, rhs) => add_own(zones, n),
                    None => add_unknown(zones, n),
                };
                if may_be_behind(program, zones, rhs) {
                    changed |= add_unknown(zones, n);
                }
                for r in known.results(zones, rhs) {
                    let given = known.given(zones, r);
                    changed |= add(zones, n, &given);
                }
            }
            Kind::Record(..) => {
                if let Some(r) = zones.place(program, rhs).map(|r| zones.follow_implicit(r)) {
                    for m in r.nodes {
                        changed |= copy(zones, n, m, &|zones, m| targets(zones, m).to_vec(), &mut HashSet::new());
                    }
                } else {
                    changed |= unknown_pointers(zones, n, &mut HashSet::new());
                    for r in known.results(zones, rhs) {
                        changed |= copy(zones, n, r, &|zones, r| known.given(zones, r), &mut HashSet::new());
                    }
                }
            }
        }
    }
    changed
}

/// `lhs = [a, b, (f(i), i = 1, n)]`; `lhs = { a, b }`.
fn assign_items(known: Known, zones: &mut Zones, lhs: &Expr, items: &[Item], associates: bool) -> bool {
    items.iter().enumerate().fold(false, |changed, (k, item)| {
        let now = match item {
            Item::Value(e) => {
                let place = Expr::index(lhs.clone(), vec![Expr::int(k as i64)]);
                assign(known, zones, &place, e, associates)
            }
            Item::Implied { items, .. } => assign_items(known, zones, lhs, items, associates),
        };
        now | changed
    })
}

/// The pointers in structure `to` may point to what those of `from` point to, `behind` says what that is.
fn copy(
    zones: &mut Zones,
    to: NodeId,
    from: NodeId,
    behind: &dyn Fn(&Zones, NodeId) -> Vec<NodeId>,
    seen: &mut HashSet<NodeId>,
) -> bool {
    if to == from || !seen.insert(to) {
        return false;
    }
    match (zones.nodes[to].kind.clone(), zones.nodes[from].kind.clone()) {
        (Kind::Record(a, l), Kind::Record(b, r)) if a == b => {
            l.iter().zip(&r).fold(false, |c, (l, r)| copy(zones, *l, *r, behind, seen) | c)
        }
        (Kind::Pointer { .. }, Kind::Pointer { .. }) => {
            let new = behind(zones, from);
            add(zones, to, &new)
        }
        _ => false,
    }
}

fn unknown_pointers(zones: &mut Zones, n: NodeId, seen: &mut HashSet<NodeId>) -> bool {
    if !seen.insert(n) {
        return false;
    }
    match zones.nodes[n].kind.clone() {
        Kind::Record(_, fields) => fields.iter().fold(false, |c, f| unknown_pointers(zones, *f, seen) | c),
        Kind::Pointer { .. } => add_unknown(zones, n),
        Kind::Leaf(_) => false,
    }
}

/// What the right side of a pointer assignment points to; `None`: something we do not know (fresh storage, what a function gives besides).
fn pointed_to(program: &Program, zones: &Zones, e: &Expr) -> Option<Vec<NodeId>> {
    match &e.bare().kind {
        ExprKind::Call { .. } | ExprKind::Opaque { .. } => None,
        ExprKind::Intrinsic(f, _) if f.name() == "null" => Some(Vec::new()),
        ExprKind::Intrinsic(..) => None,
        ExprKind::Integer { .. } => Some(Vec::new()),
        // A procedure is no storage.
        ExprKind::Var(s) if program.procedure(*s).is_some() => Some(Vec::new()),
        ExprKind::Cast(ty, x) => match pointed_to(program, zones, x) {
            Some(nodes) if ty.leads_to_numbers() => Some(numbers_in(zones, &nodes)),
            other => other,
        },
        _ => match zones.place(program, e) {
            // Fortran `p => x`: the target itself, or what the POINTER on the right points to.
            Some(p)
                if !p.nodes.iter().any(|n| matches!(zones.nodes[*n].kind, Kind::Pointer { implicit: false, .. })) =>
            {
                let p = zones.follow_implicit(p);
                Some(p.nodes)
            }
            _ => {
                let p = zones.pointees(program, e);
                (!p.nodes.is_empty()).then_some(p.nodes)
            }
        },
    }
}

/// C: whether a cast leads from objects to numbers, `(double *)((char *)net + sizeof *net)`. They are members of these, or behind them in memory that was
/// asked for together.
fn may_be_behind(program: &Program, zones: &Zones, e: &Expr) -> bool {
    let object = |n: &NodeId| matches!(zones.nodes[*n].kind, Kind::Record(..));
    match &e.bare().kind {
        ExprKind::Cast(ty, x) if ty.leads_to_numbers() => {
            pointed_to(program, zones, x).is_some_and(|nodes| nodes.iter().any(object))
        }
        _ => false,
    }
}

/// The numbers in objects: no other member of them is accessed as a number (C11 6.5p7).
fn numbers_in(zones: &Zones, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut out = Vec::new();
    for &n in nodes {
        match &zones.nodes[n].kind {
            Kind::Record(_, fields) => {
                let number = |m: &NodeId| match &zones.nodes[*m].kind {
                    Kind::Leaf(all) => all.iter().any(|z| zones.zone(*z).differentiable),
                    Kind::Record(..) => true,
                    Kind::Pointer { .. } => false,
                };
                let inner: Vec<NodeId> = fields.iter().copied().filter(number).collect();
                out.extend(numbers_in(zones, &inner));
            }
            Kind::Leaf(_) | Kind::Pointer { .. } => out.push(n),
        }
    }
    out
}

/// Pointer nodes that a callee can reach from an argument, the argument itself included when it is passed by reference.
fn pointers_below(zones: &Zones, roots: &[NodeId]) -> Vec<NodeId> {
    let mut seen = HashSet::new();
    let mut todo = roots.to_vec();
    let mut out = Vec::new();
    while let Some(n) = todo.pop() {
        if !seen.insert(n) {
            continue;
        }
        match &zones.nodes[n].kind {
            Kind::Leaf(_) => {}
            Kind::Record(_, fields) => todo.extend(fields),
            Kind::Pointer { targets, .. } => {
                out.push(n);
                todo.extend(targets);
            }
        }
    }
    out.sort_unstable();
    out
}

/// The components of structures, at any depth, without following pointers: pointers may lead to them too.
fn parts(zones: &Zones, roots: &[NodeId]) -> Vec<NodeId> {
    let mut out = Vec::new();
    let mut todo = roots.to_vec();
    while let Some(n) = todo.pop() {
        if let Kind::Record(_, fields) = &zones.nodes[n].kind {
            out.extend(fields);
            todo.extend(fields);
        }
    }
    out
}

/// A call: binds dummies to actuals, and lets pointers that the callee reaches point to what it may have made them point to.
fn call(
    program: &Program,
    calls: &CallGraph,
    zones: &mut Zones,
    callee: SymbolId,
    args: &[Arg],
    formals: &mut Formals,
    entry_of: &Entry,
) -> bool {
    let found = calls.targets(program, callee);
    let mut changed = false;
    let mut changes_pointers = found.unknown;
    for &u in &found.units {
        let each = program.distinct_pointers && program.units[u].language == Language::Fortran;
        let mut pairs = Pairs { formals: &mut *formals, here: Vec::new(), seen: HashSet::new(), each };
        for (k, &formal) in program.units[u].params.iter().enumerate() {
            let Some(actual) = actual_for(args, k, &program.symbols[formal].name) else { continue };
            let Some(root) = zones.root(formal) else { continue };
            // Does the callee set a pointer that the caller sees?
            let entry: Vec<NodeId> = match zones.nodes[root].kind {
                Kind::Pointer { own, .. } if zones.is_exhausted(root, 0) => vec![own],
                _ => vec![root],
            };
            changes_pointers |= pointers_below(zones, &entry).into_iter().any(|n| {
                let Kind::Pointer { own, .. } = zones.nodes[n].kind else { return false };
                targets(zones, n).iter().any(|t| *t != own && !zones.on_entry.contains(&(n, *t)))
            });
            let actual_nodes = match zones.nodes[root].kind {
                Kind::Pointer { .. } if zones.is_exhausted(root, 0) => zones.pointees(program, actual).nodes,
                _ if takes_pointer(program, formal, actual) => zones.pointees(program, actual).nodes,
                _ => zones.place(program, actual).map_or_else(Vec::new, |p| p.nodes),
            };
            for (f, a) in entry.iter().flat_map(|f| actual_nodes.iter().map(move |a| (*f, *a))) {
                pairs.seen.clear();
                changed |= pairs.add(zones, f, a);
            }
            changed |= comes_back(zones, &entry, pairs.formals);
        }
        let here = pairs.here;
        changed |= entry_of.meet(program, zones, u, &here);
    }
    if changes_pointers {
        let mut reached = Vec::new();
        // Many pointers lead to the same: listed once, or recursive structures make this pool as large as the square of their nodes.
        let mut pool: IndexSet<NodeId> = IndexSet::new();
        for a in args {
            let by_address = zones.pointees(program, &a.value).nodes;
            let by_reference = zones.place(program, &a.value).map_or_else(Vec::new, |p| p.nodes);
            let c = language_of(program, callee) == Language::C;
            if c || may_be_pointed_to(program, &a.value) {
                pool.extend(&by_address);
                if !c {
                    // The argument itself, which may be a scalar or an object.
                    pool.extend(&by_reference);
                }
                pool.extend(parts(zones, &by_reference));
            }
            reached.extend(pointers_below(zones, &by_address));
            // A C pointer is passed by value: it keeps its target.
            let by_reference: Vec<NodeId> = by_reference
                .into_iter()
                .filter(|n| !matches!(zones.nodes[*n].kind, Kind::Pointer { implicit: false, .. }))
                .collect();
            reached.extend(pointers_below(zones, &by_reference));
        }
        for &n in &reached {
            pool.extend(targets(zones, n));
            pool.extend(parts(zones, targets(zones, n)));
        }
        reached.dedup();
        for n in reached {
            let Kind::Pointer { own, .. } = zones.nodes[n].kind else { continue };
            let key = zones.nodes[own].key;
            let new: Vec<NodeId> = pool.iter().copied().filter(|t| zones.nodes[*t].key == key).collect();
            changed |= add(zones, n, &new) | add_unknown(zones, n);
        }
    }
    changed
}

/// The pointers that the callee shares with its callers lead to where it makes them lead besides its arguments: to what it allocates by a local pointer,
/// to what modules hold.
fn comes_back(zones: &mut Zones, entry: &[NodeId], formals: &Formals) -> bool {
    let mut changed = false;
    for n in pointers_below(zones, entry) {
        let Some(actuals) = formals.get(&n) else { continue };
        let news: Vec<NodeId> = targets(zones, n)
            .iter()
            .copied()
            .filter(|t| !is_dummy_root(zones, *t) && !zones.on_entry.contains(&(n, *t)))
            .collect();
        if !news.is_empty() {
            changed |= actuals.iter().fold(false, |c, a| c | add(zones, *a, &news));
        }
    }
    changed
}

/// Fortran: whether the callee may make a pointer point to an argument, for longer than the call. It may where the argument has TARGET, or where
/// a pointer leads to it; pointers to a dummy that stands for something else are undefined when the callee returns.
fn may_be_pointed_to(program: &Program, argument: &Expr) -> bool {
    match &argument.kind {
        ExprKind::Var(s) => program.variable(*s).is_none_or(|v| v.target || v.pointer),
        ExprKind::Field { base, record, field } => {
            program.records[*record].fields[*field].pointer || may_be_pointed_to(program, base)
        }
        ExprKind::Index { base, .. } | ExprKind::Substring { base, .. } => may_be_pointed_to(program, base),
        ExprKind::Cast(Type::Record(_), object) => may_be_pointed_to(program, object),
        ExprKind::Deref(_) | ExprKind::Address(_) => true,
        _ => false,
    }
}

/// What dummies stand for at one call, component by component.
struct Pairs<'a> {
    /// What was found of all calls.
    formals: &'a mut Formals,
    /// What is found of this one.
    here: Vec<(NodeId, NodeId)>,
    /// What was looked into.
    seen: HashSet<(NodeId, NodeId)>,
    /// Of several targets of an actual argument each is looked into: only then is seen what two dummies have in common. Where pointers may lead to one
    /// another's targets anyhow, one is enough.
    each: bool,
}

impl Pairs<'_> {
    /// Records that dummy node `formal` may stand for `actual`.
    fn add(&mut self, zones: &Zones, formal: NodeId, actual: NodeId) -> bool {
        let looked_into = if self.each { (formal, actual) } else { (formal, formal) };
        if formal == actual || !self.seen.insert(looked_into) {
            return false;
        }
        self.here.push((formal, actual));
        let mut changed = self.formals.entry(formal).or_default().insert(actual);
        match (&zones.nodes[formal].kind, &zones.nodes[actual].kind) {
            (Kind::Record(a, f), Kind::Record(b, x)) if a == b => {
                for (f, x) in f.iter().zip(x) {
                    changed |= self.add(zones, *f, *x);
                }
            }
            (Kind::Pointer { own, .. }, Kind::Pointer { targets, .. }) => {
                for t in targets {
                    changed |= self.add(zones, *own, *t);
                }
            }
            // A variable with TARGET is given for a pointer.
            (Kind::Pointer { own, implicit: true, .. }, Kind::Leaf(_) | Kind::Record(..)) => {
                changed |= self.add(zones, *own, actual);
            }
            _ => {}
        }
        changed
    }
}

/// A global pointer that was made to point to a dummy argument points, after the call, to the actual argument; so does one inside what a function has
/// made and gives back (`s = integrator_new(&parameters)`).
fn what_outlives_sees_actuals(program: &Program, zones: &mut Zones, formals: &Formals) -> bool {
    let mut changed = false;
    let results: Vec<NodeId> = program.units.iter().filter_map(|(_, u)| zones.root(u.result()?)).collect();
    let given = pointers_below(zones, &results);
    let inside = |n: &NodeId, zones: &Zones| !results.contains(n) && !is_dummy_root(zones, *n);
    let mut all: Vec<NodeId> = given.into_iter().filter(|n| inside(n, zones)).collect();
    all.extend((0..zones.nodes.len()).filter(|n| zones.nodes[*n].owner.is_none()));
    for n in all {
        let new: Vec<NodeId> =
            targets(zones, n).iter().filter_map(|t| formals.get(t)).flat_map(|a| a.iter().copied()).collect();
        changed |= !new.is_empty() && add(zones, n, &new);
    }
    changed
}

/// Storage allocated through a local pointer outlives the call when something that outlives it may point there: a global, a result, a dummy.
fn escape(program: &Program, zones: &mut Zones) {
    let mut globals: Vec<NodeId> = (0..zones.nodes.len()).filter(|n| zones.nodes[*n].owner.is_none()).collect();
    let results = program.units.iter().filter_map(|(_, u)| zones.root(u.result()?));
    // A pointer parameter of C is a variable of the procedure.
    let dummies = program.units.iter().flat_map(|(_, u)| u.params.iter().filter_map(|p| zones.root(*p)));
    let shared = |n: NodeId| match zones.nodes[n].kind {
        Kind::Pointer { own, .. } if zones.is_exhausted(n, 0) => own,
        _ => n,
    };
    let dummies = dummies.map(shared);
    globals.extend(pointers_below(zones, &results.chain(dummies).collect::<Vec<_>>()));
    let mut seen: HashSet<NodeId> = HashSet::new();
    let mut todo: Vec<NodeId> = globals.iter().flat_map(|n| targets(zones, *n).to_vec()).collect();
    while let Some(n) = todo.pop() {
        if !seen.insert(n) {
            continue;
        }
        let own: UnitId = match zones.nodes[n].owner {
            Some(u) => u,
            None => continue,
        };
        match zones.nodes[n].kind.clone() {
            Kind::Leaf(all) => {
                for z in all {
                    // Dummies keep their unit: at its end they stand for the caller's storage, which is listed too.
                    let zone = zones.zone(z);
                    if zone.owner == Some(own) && zone.pointee && zone.symbol.index() == zones.nodes[n].root.index() {
                        let local = !is_dummy_root(zones, n);
                        if local {
                            zones.set_owner(z, None);
                        }
                    }
                }
            }
            Kind::Record(_, fields) => todo.extend(fields),
            Kind::Pointer { targets, .. } => todo.extend(targets),
        }
    }
}

fn is_dummy_root(zones: &Zones, n: NodeId) -> bool {
    zones.dummies.contains(&zones.nodes[n].root)
}
