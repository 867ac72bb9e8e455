//! What statements do to allocations and integers.

use std::collections::{BTreeMap, BTreeSet};

use il::flow::{BlockId, Flow, Part, Point};
use il::intrinsics::Class;
use il::stores::{self, How};
use il::typing::{extent, rank_of, type_of};
use il::{Expr, ExprKind, Program, StmtKind, Type, UnitId};

use super::calls::Calls;
use super::expressions::{extent_value, has_relatives, is_integer, number, numbers_in, place, shape, value};
use super::value::{Key, Origin, Place, State, Value, meet};

/// An assignment to a whole allocatable array, and whether it surely finds it with the shape of its value.
pub(super) type Assigned<'a> = &'a mut dyn FnMut(&Place, bool);

/// One procedure.
pub(super) struct Walk<'a, 'p> {
    pub p: &'p Program,
    pub unit: UnitId,
    pub flow: &'a Flow,
    /// The blocks of it that may follow themselves.
    pub repeated: &'a BTreeSet<BlockId>,
    pub calls: &'a mut Calls,
}

impl Walk<'_, '_> {
    /// What is known where the procedure returns. `None`: it does not, as far as is known by now.
    pub fn run(&mut self, entry: &State) -> Option<State> {
        let states = self.solve(entry);
        states.get(&self.flow.exit).cloned()
    }

    /// What is known at the beginning of each block that control comes to.
    fn solve(&mut self, entry: &State) -> BTreeMap<BlockId, State> {
        let mut ends: BTreeMap<BlockId, State> = BTreeMap::new();
        let mut begins: BTreeMap<BlockId, State> = BTreeMap::new();
        let (flow, unit) = (self.flow, self.unit);
        // Blocks whose predecessors have learned something.
        let mut stale: BTreeSet<BlockId> = flow.order.iter().copied().collect();
        while !stale.is_empty() && !self.calls.is_exhausted() {
            for &block in &flow.order {
                if !stale.remove(&block) {
                    continue;
                }
                let begin = if block == flow.entry {
                    entry.clone()
                } else {
                    let mut before: Vec<BlockId> = flow.predecessors(block).collect();
                    before.sort();
                    before.dedup();
                    let ways: Vec<&State> = before.iter().filter_map(|b| ends.get(b)).collect();
                    match ways.as_slice() {
                        [] => continue,
                        [one] if before.len() == 1 => (*one).clone(),
                        _ => meet(&ways, Origin::Meeting(unit, block.index())),
                    }
                };
                if begins.get(&block) == Some(&begin) {
                    continue;
                }
                begins.insert(block, begin.clone());
                stale.extend(flow.successors(block));
                self.calls.work += flow.points(block).len() + begin.values.len();
                match self.through(block, begin, &mut |_, _| ()) {
                    Some(end) => ends.insert(block, end),
                    None => ends.remove(&block),
                };
            }
        }
        begins
    }

    /// Says what the assignments of the procedure find.
    pub fn judge(&mut self, entry: &State, assigned: Assigned) {
        let begins = self.solve(entry);
        for &block in &self.flow.order.clone() {
            match begins.get(&block) {
                Some(begin) => _ = self.through(block, begin.clone(), assigned),
                None => {
                    for point in self.flow.points(block) {
                        if let StmtKind::Assign { lhs, .. } = &self.p.units[self.unit].stmts[point.stmt].kind {
                            each_array(self.p, lhs, &mut |array, _| assigned(array, false));
                        }
                    }
                }
            }
        }
    }

    fn through(&mut self, block: BlockId, mut state: State, assigned: Assigned) -> Option<State> {
        let repeated = self.repeated.contains(&block);
        for point in self.flow.points(block).to_vec() {
            self.point(point, repeated, &mut state, assigned)?;
        }
        Some(state)
    }

    /// What a point does, in a block that may be `repeated`. `None`: control does not go on.
    fn point(&mut self, point: Point, repeated: bool, state: &mut State, assigned: Assigned) -> Option<()> {
        let p = self.p;
        let kind = &p.units[self.unit].stmts[point.stmt].kind;
        let here = Origin::Behind(self.unit, point.stmt);
        // Elsewhere nothing has a name of this point before it is passed.
        if repeated || point.part != Part::Whole {
            state.pass(&here);
        }
        let mut functions: Vec<Expr> = Vec::new();
        kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                if matches!(x.kind, ExprKind::Call { .. }) {
                    functions.push(x.clone());
                }
            });
        });
        let mut result = None;
        for (k, call) in functions.iter().enumerate() {
            let ExprKind::Call { callee, args } = &call.kind else { continue };
            if k > 0 {
                state.pass(&here);
            }
            result = self.calls.call(p, (self.unit, point.stmt, k + 1), *callee, args, state)?;
        }
        match kind {
            StmtKind::Assign { lhs, rhs } => {
                note_read(p, rhs, &here, state);
                // The result of an elemental function has the shape of its arguments.
                let called = matches!(rhs.kind, ExprKind::Call { .. }) && functions.len() == 1;
                let of_result = result.filter(|r| called && r.len() == rank_of(p, rhs));
                let shape = of_result.or_else(|| shape(p, rhs, state));
                self.assign(lhs, rhs, shape, &here, state, assigned);
            }
            StmtKind::Call { callee, args, .. } => {
                if !functions.is_empty() {
                    state.pass(&here);
                }
                // Derivatives have an assignment in its place, `to = from`.
                if p.is_move_alloc(*callee) {
                    let named = |name: &str, at: usize| args.iter().find(|a| a.is_named(name)).or(args.get(at));
                    if let (Some(from), Some(to)) = (named("from", 0), named("to", 1)) {
                        let extents = shape(p, &from.value, state);
                        each_array(p, &to.value, &mut |array, rank| {
                            let plain = rank_of(p, &to.value) == rank && type_of(p, &to.value).record().is_none();
                            assigned(array, plain && extents.is_some() && state.extents(array, rank) == extents);
                        });
                    }
                }
                self.calls.call(p, (self.unit, point.stmt, 0), *callee, args, state)?;
            }
            StmtKind::Do(d) if point.part != Part::Whole && !matches!(point.part, Part::Test(_)) => {
                set(p, &Expr::var(d.var), &here, state);
            }
            StmtKind::Forall { indices, .. } if point.part == Part::Init => {
                indices.iter().for_each(|i| set(p, &Expr::var(i.var), &here, state));
            }
            StmtKind::Allocate { objects, options } => {
                let source = options.iter().find(|o| matches!(o.keyword.as_deref(), Some("source" | "mold")));
                source.iter().for_each(|s| note_read(p, &s.value, &here, state));
                let extents = objects.iter().flat_map(|o| &o.dims).filter_map(extent);
                extents.for_each(|e| note_read(p, &e, &here, state));
                let before = state.clone();
                for o in objects {
                    let rank = rank_of(p, &o.object);
                    let like = || source.and_then(|s| shape_of_source(p, &s.value, &before, rank));
                    let given: Vec<Option<Value>> = match o.dims.is_empty() {
                        true => like().map_or(vec![None; rank], |v| v.into_iter().map(Some).collect()),
                        false => o.dims.iter().map(|d| extent_value(p, d, &before)).collect(),
                    };
                    let Some(at) = place(p, &o.object) else {
                        release_elsewhere(p, &o.object, state);
                        continue;
                    };
                    // SOURCE is assigned to what has its shape by then.
                    if rank > 0 && has_source(options) && p.is_allocatable(&o.object) {
                        assigned(&at, type_of(p, &o.object).record().is_none());
                    }
                    state.release(&at);
                    for n in numbers_in(p, &at, type_of(p, &o.object).element()) {
                        let key = Key::Number(n);
                        state.insert(key.clone(), here.value(&key));
                    }
                    for (k, v) in given.into_iter().enumerate() {
                        let key = Key::Extent(at.clone(), k);
                        state.insert(key.clone(), v.unwrap_or_else(|| here.value(&key)));
                    }
                }
                self.assigned(kind, &here, state);
            }
            StmtKind::Deallocate { objects, .. } => {
                for o in objects {
                    match place(p, o) {
                        Some(at) => state.release(&at),
                        None => release_elsewhere(p, o, state),
                    }
                }
                self.assigned(kind, &here, state);
            }
            StmtKind::Opaque { writes, .. } => {
                writes.iter().filter_map(|w| place(p, w)).for_each(|at| state.release(&at));
                self.assigned(kind, &here, state);
            }
            StmtKind::AssignLabel { .. } | il::tape!() => self.assigned(kind, &here, state),
            // A part of a loop that changes nothing; pointers are not followed.
            StmtKind::Do(_)
            | StmtKind::Forall { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::Nullify(_)
            | StmtKind::If(_)
            | il::uncounted!()
            | StmtKind::Select { .. }
            | StmtKind::Where { .. }
            | StmtKind::Scope { .. }
            | il::jump!()
            | StmtKind::ComputedGoto { .. }
            | StmtKind::AssignedGoto { .. }
            | StmtKind::ArithmeticIf { .. }
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Declare(_)
            | StmtKind::Nop
            | StmtKind::Error(_) => {}
        }
        Some(())
    }

    /// What a statement is told, reads or takes from the tape has values of which nothing is known.
    fn assigned(&self, kind: &StmtKind, here: &Origin, state: &mut State) {
        stores::each(self.p, self.unit, kind, &mut |store| {
            if let (How::Assigned, Some(e)) = (store.how, store.reference()) {
                set(self.p, &e, here, state);
            }
        });
    }

    fn assign(
        &self,
        lhs: &Expr,
        rhs: &Expr,
        shape: Option<Vec<Value>>,
        here: &Origin,
        state: &mut State,
        assigned: Assigned,
    ) {
        let p = self.p;
        let ty = type_of(p, lhs);
        if ty.rank() > 0 {
            let Some(at) = place(p, lhs).filter(|_| p.is_allocatable(lhs)) else { return };
            if rank_of(p, rhs) == 0 {
                return;
            }
            let known = shape.is_some() && state.extents(&at, ty.rank()) == shape;
            // The components of its elements are given anew.
            assigned(&at, known && ty.record().is_none());
            state.release(&at);
            for (k, v) in shape.into_iter().flatten().enumerate() {
                state.insert(Key::Extent(at.clone(), k), v);
            }
            return;
        }
        if ty.record().is_none() {
            return match number(p, lhs) {
                Some(at) => {
                    let key = Key::Number(at);
                    let v = value(p, rhs, state).unwrap_or_else(|| here.value(&key));
                    state.insert(key, v);
                }
                None => set(p, lhs, here, state),
            };
        }
        let from = place(p, rhs).filter(|_| type_of(p, rhs) == ty);
        each_array(p, lhs, &mut |array, rank| {
            let other = place(p, lhs).zip(from.as_ref()).map(|(at, from)| array.moved(&at, from));
            let given = other.and_then(|o| state.extents(&o, rank));
            assigned(array, given.is_some() && state.extents(array, rank) == given);
        });
        let Some(at) = place(p, lhs) else {
            set(p, lhs, here, state);
            return release_elsewhere(p, lhs, state);
        };
        let before = state.clone();
        state.release(&at);
        for n in numbers_in(p, &at, &ty) {
            let (key, other) = (Key::Number(n.clone()), from.as_ref().map(|f| Key::Number(n.moved(&at, f))));
            state.insert(key.clone(), other.and_then(|o| before.get(&o)).unwrap_or_else(|| here.value(&key)));
        }
        let Some(from) = from else { return };
        for (key, v) in before.values.iter().filter(|(k, _)| matches!(k, Key::Extent(..)) && k.place().is_in(&from)) {
            state.insert(key.at(key.place().moved(&from, &at)), v.clone());
        }
    }
}

/// Whether an ALLOCATE gives values too.
pub(super) fn has_source(options: &[il::Arg]) -> bool {
    options.iter().any(|o| o.is_named("source"))
}

/// Arrays that are read have an allocation, whoever made it: their extents get names, where nothing is known of them.
fn note_read(p: &Program, e: &Expr, here: &Origin, state: &mut State) {
    match &e.kind {
        ExprKind::Var(_) | ExprKind::Field { .. } if p.is_allocatable(e) => {
            let Some(at) = place(p, e) else { return };
            for k in 0..rank_of(p, e) {
                let key = Key::Extent(at.clone(), k);
                if !state.values.contains_key(&key) {
                    state.insert(key.clone(), here.value(&key));
                }
            }
        }
        ExprKind::Unary(_, x) => note_read(p, x, here, state),
        ExprKind::Binary(_, l, r) => [l, r].into_iter().for_each(|x| note_read(p, x, here, state)),
        ExprKind::Intrinsic(f, args) if f.info().class == Class::Elemental || f.name() == "size" => {
            args.iter().for_each(|a| note_read(p, &a.value, here, state));
        }
        ExprKind::Index { base, .. } => note_read(p, base, here, state),
        _ => {}
    }
}

/// An integer, or a structure with some, gets values of which nothing is known.
pub(super) fn set(p: &Program, e: &Expr, here: &Origin, state: &mut State) {
    let ty = type_of(p, e);
    let element = ty.element();
    if let Some(at) = place(p, e) {
        for n in numbers_in(p, &at, element) {
            let key = Key::Number(n);
            state.insert(key.clone(), here.value(&key));
        }
    } else if p.leads_through_pointer(e) && (is_integer(element) || element.record().is_some()) {
        forget_numbers(here, state);
    }
}

/// Any integer may have another value.
pub(super) fn forget_numbers(here: &Origin, state: &mut State) {
    state.retain(|k| matches!(k, Key::Extent(..)));
    state.origin = here.clone();
}

/// What is not followed changes its allocation: behind a pointer it may be a component of anything.
pub(super) fn release_elsewhere(p: &Program, e: &Expr, state: &mut State) {
    if !p.leads_through_pointer(e) {
        return;
    }
    match &e.kind {
        ExprKind::Field { record, field, .. } if type_of(p, e).element().record().is_none() => {
            state.retain(|k| matches!(k, Key::Number(_)) || !k.place().path.contains(&(*record, *field)));
        }
        _ => release_components(state),
    }
}

/// Any component may have another allocation.
pub(super) fn release_components(state: &mut State) {
    state.retain(|k| matches!(k, Key::Number(_)) || k.place().path.is_empty());
}

/// Visits an allocatable array, or those in a structure.
pub(super) fn each_array(p: &Program, e: &Expr, visit: &mut dyn FnMut(&Place, usize)) {
    fn inside(p: &Program, place: &Place, ty: &Type, visit: &mut dyn FnMut(&Place, usize)) {
        // Objects of related types hold all components of the family here.
        let Type::Record(record) = ty else { return };
        if has_relatives(p, *record) {
            return;
        }
        for (k, f) in p.records[*record].fields.iter().enumerate().filter(|(_, f)| !f.pointer) {
            let part = Place { path: place.path.iter().copied().chain([(*record, k)]).collect(), ..place.clone() };
            match f.ty.rank() {
                0 if f.allocatable => {}
                0 => inside(p, &part, &f.ty, visit),
                rank if f.allocatable => visit(&part, rank),
                _ => {}
            }
        }
    }
    let (Some(at), ty) = (place(p, e), type_of(p, e)) else { return };
    match ty.rank() {
        0 => inside(p, &at, &ty, visit),
        rank if p.is_allocatable(e) => visit(&at, rank),
        _ => {}
    }
}

/// The extents of what SOURCE or MOLD is given.
fn shape_of_source(p: &Program, e: &Expr, state: &State, rank: usize) -> Option<Vec<Value>> {
    shape(p, e, state).filter(|v| v.len() == rank)
}

/// The blocks that control may come to again.
pub(super) fn repeated(flow: &Flow) -> BTreeSet<BlockId> {
    let follows = |block: BlockId| {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![block]);
        while let Some(b) = todo.pop() {
            todo.extend(flow.successors(b).filter(|n| seen.insert(*n)));
        }
        seen.contains(&block)
    };
    flow.order.iter().copied().filter(|b| follows(*b)).collect()
}
