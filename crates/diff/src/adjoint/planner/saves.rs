//! What is saved: the references that cover a set of zones before a statement, and what cannot be saved.

use analysis::extents::actual_of;
use analysis::passed_place::first_row;
use il::calls::with_dummies;
use il::typing::type_of;
use il::{Diagnostic, Expr, ExprKind, RecordId, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId, Upper};

use super::Planner;
use super::at_end::Runs;
use crate::adjoint::emit::associations;
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::arguments;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};
use crate::adjoint::plan::written_parts::{self, stays_in_row, written_parts, written_parts_of_component};
use crate::adjoint::plan::{CallMode, Home, Kept, Reason, Save};
use crate::adjoint::procedures;
use crate::shared::{self, reach::Site};
use analysis::allocation::{
    is_allocatable_array, is_allocatable_of_numbers, is_of_deferred_length, is_released_somewhere,
};

impl Planner<'_, '_> {
    pub(super) fn save(&self, value: Expr, reason: Reason) -> Save {
        let mut value = value;
        value.rewrite(&mut |e| self.without_vectors(e));
        let home = if self.depth == 0 && !self.split { Home::Local } else { Home::Tape };
        let bytes = match type_of(self.world.source, &value) {
            Type::Scalar(s) => Some(s.bytes.into()),
            _ => None,
        };
        Save { value, home, reason, bytes, association: false, allocation: None, again: None }
    }

    /// The association of a pointer.
    fn association(&self, pointer: &Expr, reason: Reason) -> Save {
        Save { association: true, bytes: None, ..self.save(pointer.clone(), reason) }
    }

    /// What a vector subscript selects cannot be read into (F2018 15.5.2.4): the whole dimension is saved.
    pub(super) fn without_vectors(&self, e: &mut Expr) {
        let ExprKind::Index { base, subs } = &mut e.kind else { return };
        let vector = |s: &Subscript| matches!(s, Subscript::At(i) if type_of(self.world.source, i).rank() > 0);
        if !subs.iter().any(vector) {
            return;
        }
        for s in subs.iter_mut().filter(|s| vector(s)) {
            *s = Subscript::Range { lo: None, hi: None, step: None };
        }
        if subs.iter().all(|s| matches!(s, Subscript::Range { lo: None, hi: None, step: None })) {
            *e = (**base).clone();
        }
    }

    /// What a statement names as written ([`Planner::written_places`] remembers it).
    pub(super) fn find_written_places(&self, id: StmtId) -> Vec<Expr> {
        let mut places: Vec<Expr> = Vec::new();
        match &self.stmt(id).kind {
            StmtKind::Assign { lhs, rhs } if !matches!(rhs.kind, ExprKind::Call { .. }) => places.push(lhs.clone()),
            StmtKind::Assign { lhs, rhs } => {
                places.push(lhs.clone());
                if let ExprKind::Call { args, callee } = &rhs.kind {
                    places.extend(self.actual_places(id, *callee, args));
                }
            }
            StmtKind::Call { args, callee, .. } => places.extend(self.actual_places(id, *callee, args)),
            StmtKind::Where { arms, otherwise, .. } => {
                for &s in arms.iter().flat_map(|a| &a.body).chain(otherwise.iter().flatten()) {
                    if let StmtKind::Assign { lhs, .. } = &self.stmt(s).kind {
                        places.push(lhs.clone());
                    }
                }
            }
            StmtKind::Opaque { writes, .. } => places.extend(writes.iter().cloned()),
            _ => {}
        }
        // What is in a variable that is written as a whole says nothing more.
        let wholes: Vec<SymbolId> =
            places.iter().filter(|e| matches!(e.kind, ExprKind::Var(_))).filter_map(Expr::root).collect();
        places.retain(|e| matches!(e.kind, ExprKind::Var(_)) || !e.root().is_some_and(|s| wholes.contains(&s)));
        places
    }

    /// References that cover `set`, of what a statement writes.
    pub(super) fn saved(&mut self, id: StmtId, set: &Set, reason: Reason) -> Vec<Save> {
        let stmt = self.stmt(id);
        // Behind a STOP, whatever its code does, nothing is needed.
        if matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Stop { .. }) {
            return Vec::new();
        }
        let places = self.written_places(id);
        if self.writes_a_rest(id, &places, set) && (self.force_split(id) || self.leave_to_callee(id)) {
            return self.of_the_result(id, Vec::new());
        }
        let mut left = set.clone();
        let mut out: Vec<Save> = Vec::new();
        for pointer in associations::changed(self.access, &stmt.kind) {
            let zones = self.access.association(&pointer);
            if zones.meets(set) {
                left.minus(&zones);
                out.push(self.association(&pointer, reason));
            }
        }
        // What they allocate or release is looked after where they are emitted: what is said here is whose values are needed.
        match &stmt.kind {
            StmtKind::Allocate { .. } => return out,
            StmtKind::Deallocate { objects, .. } => {
                let needed = |o: &&Expr| {
                    (is_allocatable_of_numbers(self.world.source, o)
                        || self.world.facts.is_of_links(self.world.source, o))
                        && !self.access.moves(o)
                        && self.access.place(o).0.meets(set)
                };
                out.extend(objects.iter().filter(needed).map(|o| self.save(o.clone(), reason)));
                return out;
            }
            _ => {}
        }
        let mut roots: Vec<Expr> = Vec::new();
        // The callee may write elsewhere in the zone of the variable that takes its result.
        let called = match self.called_unit(id) {
            Some(callee) => self.access.call_alone(self.unit, id, Some(callee)),
            None => Set::default(),
        };
        let assigned = self.assigned(id);
        // C: `a + i` is no name for what is written behind it: then others do not stand for all.
        let c = self.world.language(self.unit).points_by_address();
        let leads = |e: &Expr| matches!(type_of(self.world.source, e), Type::Pointer { .. } | Type::Array { .. });
        let unnamed = c && places.iter().any(|place| !place.is_reference() && leads(place));
        for place in places.iter() {
            for pointer in self.pointers_in(place) {
                let zones = self.access.association(&pointer);
                if zones.meets(set) && !roots.contains(&pointer) {
                    left.minus(&zones);
                    out.push(self.association(&pointer, reason));
                    roots.push(pointer);
                }
            }
            for leaf in self.leaves(place) {
                let (zones, _) = self.access.place(&leaf);
                // Two places in one zone are both saved: only their elements may differ.
                if zones.meets(set) && !roots.contains(&leaf) {
                    roots.push(leaf.clone());
                    let whole = !zones.meets(&assigned) || !zones.meets(&called);
                    if whole && !unnamed {
                        left.minus(&zones);
                    }
                    let save = self.save(leaf, reason);
                    out.push(save);
                }
            }
        }
        for z in left.iter() {
            let zone = self.access.zones.zone(z).clone();
            if let Some(block) = self.common_elsewhere(z) {
                match self.access.commons.member(self.world.source, self.unit, z).map(Expr::var) {
                    // Several zones of the block may lie in one member of ours.
                    Some(member) if roots.contains(&member) => {}
                    Some(member) => {
                        roots.push(member.clone());
                        if let Some(parts) = self.parts_outside(id, &member) {
                            out.extend(parts.into_iter().map(|part| self.save(part, reason)));
                            continue;
                        }
                        let save = self.save(member, reason);
                        out.push(save);
                    }
                    // The callee names it.
                    None if self.force_split(id) || self.leave_to_callee(id) => return self.of_the_result(id, out),
                    None => {
                        let said = format!(
                            "`{}` of a COMMON block would have to be saved here, where nothing names it",
                            zone.name
                        );
                        let note = match self.called_unit(id) {
                            Some(_) => "declare the COMMON block here as in the called procedure",
                            None => "give the source of the called procedure, or say with -ext what it writes",
                        };
                        self.refusals.push(Diagnostic::error("RT0436", stmt.span, said).note(note));
                        self.world.unnamed.insert((self.unit, block));
                    }
                }
                continue;
            }
            let mut value = Expr::var(zone.symbol);
            for &field in &zone.path {
                let ty = type_of(self.world.source, &value);
                let Some(record) = ty.record() else { break };
                // An array of structures is saved as it is.
                if self.is_c_array(&ty) {
                    break;
                }
                value = ExprKind::Field { base: Box::new(value), record, field }.into();
            }
            if !self.world.source.may_have(&value) {
                continue;
            }
            // The zones of its components say so once each. (Of a pointer what it leads to may be there, and its association not.)
            if self.is_c_array(&type_of(self.world.source, &value)) {
                if roots.contains(&value) {
                    continue;
                }
                roots.push(value.clone());
            }
            if zone.address && !zone.pointee && self.access.moves(&value) && !self.is_of_several(&value) {
                let save = self.association(&value, reason);
                out.push(save);
                continue;
            }
            if zone.pointee || zone.address {
                if self.force_split(id) || self.leave_to_callee(id) {
                    return self.of_the_result(id, out);
                }
                if zone.pointee && self.leads_to_its_own(&value) {
                    if !roots.contains(&value) {
                        roots.push(value.clone());
                        out.push(self.save(value, reason));
                    }
                    continue;
                }
                let p = self.world.source;
                let said = match &self.stmt(id).kind {
                    // The pointers in elements of an array.
                    StmtKind::Assign { lhs, rhs }
                        if zone.address && rhs.is_reference() && type_of(p, lhs).element().record().is_some() =>
                    {
                        associations::nameless_pointers(self.stmt(id).span)
                    }
                    _ => self.of_unknown_extent(id, &zone.name),
                };
                self.refusals.push(said);
                continue;
            }
            let parts = self.parts_outside(id, &value).or_else(|| self.row(&value));
            for value in parts.unwrap_or_else(|| vec![value]) {
                let save = self.save(value, reason);
                out.push(save);
            }
        }
        let mut out = self.findable(id, out);
        // What a procedure allocates or releases need not be there when it is called: the procedure saves it where it is.
        if self.changes_allocations(id) && out.iter().any(|s| self.may_be_absent(s)) && self.leave_to_callee(id) {
            return self.of_the_result(id, out);
        }
        if self.changes_allocations(id) && self.call_mode(id) == Some(CallMode::Passive) {
            for s in out.iter_mut().filter(|s| !s.association && is_allocatable_array(self.world.source, &s.value)) {
                s.allocation = Some(Kept { values: true, undone: is_released_somewhere(self.world.source, &s.value) });
            }
        }
        // Text of deferred length is made again as long as it was.
        for s in out.iter_mut().filter(|s| !s.association && is_of_deferred_length(self.world.source, &s.value)) {
            s.allocation.get_or_insert(Kept { values: true, undone: true });
        }
        for s in out.iter().filter(|s| !s.association) {
            if let Some(d) = self.unknown_extent(&s.value, id) {
                if self.force_split(id) || self.leave_to_callee(id) {
                    return self.of_the_result(id, out);
                }
                self.refusals.push(d);
            }
        }
        out
    }

    /// Fortran: whether a pointer leads nowhere but to what it led to when the unit was entered, or was allocated for it: that has its name and extent then.
    /// Of a pointer whose association may be undefined nothing can be asked.
    fn leads_to_its_own(&self, pointer: &Expr) -> bool {
        let ExprKind::Var(s) = pointer.kind else { return false };
        let places = self.access.place(pointer).0;
        let own = |z: il::zones::ZoneId| {
            let zone = self.access.zones.zone(z);
            zone.pointee && zone.symbol == s
        };
        self.world.source.variable(s).is_some_and(|v| v.has_association() && v.ty.record().is_none())
            && !places.is_empty()
            && places.iter().all(own)
    }

    /// The globals that a call without adjoint may allocate, beside those whose values are saved around it, and that are released again somewhere: a
    /// later run must find them as this one did.
    pub(super) fn set_up(&self, id: StmtId, saved: &[Save]) -> Vec<Save> {
        let p = self.world.source;
        let sites = &self.world.facts.analysis.options().allocations;
        let global = |s: SymbolId| p.variable(s).is_some_and(|v| v.storage == il::Storage::Global && v.allocatable);
        let objects =
            sites.get(&(self.unit, id)).into_iter().flatten().filter(|v| v.path.is_empty() && global(v.symbol));
        let objects: std::collections::BTreeSet<SymbolId> = objects.map(|v| v.symbol).collect();
        let objects = objects.into_iter().map(Expr::var).filter(|e| is_released_somewhere(p, e));
        let new = objects.filter(|e| saved.iter().all(|s| s.value != *e));
        let status = Some(Kept { values: false, undone: true });
        new.map(|e| Save { allocation: status, bytes: None, ..self.save(e, Reason::Earlier) }).collect()
    }

    /// The zones that a statement assigns itself, whatever it calls.
    pub(super) fn assigned(&self, id: StmtId) -> Set {
        self.stmt(id).kind.assigned().map_or_else(Set::default, |lhs| self.access.place(lhs).0)
    }

    /// Of the `saves` before a call those of the variable that takes the result: no callee puts that back.
    fn of_the_result(&self, id: StmtId, saves: Vec<Save>) -> Vec<Save> {
        let assigned = self.assigned(id);
        saves.into_iter().filter(|s| !s.association && self.access.place(&s.value).0.meets(&assigned)).collect()
    }

    /// The COMMON block of storage that another unit declares, perhaps under a name that EQUIVALENCE gives it.
    fn common_elsewhere(&self, zone: il::zones::ZoneId) -> Option<String> {
        let found = self.access.zones.zone(zone);
        let elsewhere = found.owner.is_none() && self.world.source.home(found.symbol) != Some(self.unit);
        elsewhere.then(|| self.access.commons.block(zone).map(str::to_string))?
    }

    /// The procedure with a body that a statement calls.
    pub(super) fn called_unit(&self, id: StmtId) -> Option<UnitId> {
        self.world.source.callee(self.stmt(id).kind.call()?.0)
    }

    /// Whether the split halves of the callee put back all that they overwrite.
    pub(super) fn callee_restores(&self, id: StmtId) -> bool {
        self.called_unit(id).is_some_and(|u| self.access.restoring.borrow().contains(&u))
    }

    /// A split call overwrites what is needed and of unknown extent: the callee, which writes element by element, saves it.
    fn leave_to_callee(&mut self, id: StmtId) -> bool {
        match self.called_unit(id) {
            Some(unit) if self.call_mode(id) == Some(CallMode::Split) => {
                self.access.restoring.borrow_mut().insert(unit);
                true
            }
            _ => false,
        }
    }

    /// A joint call whose snapshot has an unknown extent is made in split mode, where the callee saves element by element. Internal procedures have no
    /// halves.
    fn force_split(&mut self, id: StmtId) -> bool {
        let joint = self.call_mode(id) == Some(CallMode::Joint);
        if joint && self.called_unit(id).is_some_and(|u| self.world.source.host_procedure(u).is_none()) {
            self.access.forced.borrow_mut().insert((self.unit, id));
            return true;
        }
        false
    }

    /// What is saved for actual arguments.
    fn actual_places(&self, id: StmtId, callee: SymbolId, args: &[il::Arg]) -> Vec<Expr> {
        let p = self.world.source;
        let unit = p.callee(callee);
        let places = with_dummies(p, unit, args).into_iter().enumerate().filter_map(|(k, (dummy, value))| {
            let only_read = unit.zip(dummy).is_some_and(|(u, d)| {
                let site = Site { program: p, callee: Some(u), values: &[], known: &[] };
                let is_pointer = matches!(p.symbol_type(d), Some(Type::Pointer { .. }));
                !arguments::may_be_written(self.world, self.access, u, d)
                    || is_pointer && !shared::is_written(self.world.facts, &site, k)
            });
            if only_read {
                return None;
            }
            let value_of = |s: SymbolId| actual_of(p, unit?, s, args).cloned();
            let called = unit
                .zip(dummy)
                .map(|(callee, d)| (written_parts::Site { caller: self.unit, id, callee, value_of: &value_of }, d));
            if let Some((site, d)) = called {
                let parts = written_parts(self.world, site, d, value);
                if let Some(parts) = parts.or_else(|| self.parts_of_components(site, d, value)) {
                    return Some(parts);
                }
            }
            if let Some(part) = self.room_of_library(callee, args, k) {
                return Some(vec![part]);
            }
            let single = dummy.is_some_and(|s| self.access.zones.is_single_object(s));
            let element = single || dummy.and_then(|s| p.symbol_type(s)).is_some_and(is_scalar);
            let matrix = unit.zip(dummy).filter(|_| !single).and_then(|(u, d)| {
                let (extent, matrix) = first_row(p, self.world.language(self.unit), value)?;
                (!stays_in_row(self.world, self.unit, u, d, &extent, &value_of)).then_some(matrix)
            });
            let place = matrix.unwrap_or_else(|| self.actual_place(value, element));
            if let (false, Some(row)) = (single, self.row(&place)) {
                return Some(row);
            }
            // Of a C pointer that leads to one object, that object.
            Some(vec![match type_of(p, &place) {
                Type::Pointer { to, .. } if single && !matches!(*to, Type::Pointer { .. }) => {
                    ExprKind::Deref(Box::new(place)).into()
                }
                _ => place,
            }])
        });
        places.flatten().collect()
    }

    /// What a call may change of a structure that is passed as a whole, where it is known of one of its arrays which part that is.
    fn parts_of_components(&self, site: written_parts::Site, dummy: SymbolId, actual: &Expr) -> Option<Vec<Expr>> {
        let p = self.world.source;
        let record = p.symbol_type(dummy)?.record()?;
        let same = matches!(actual.kind, ExprKind::Var(_)) && type_of(p, actual).record() == Some(record);
        if !same || type_of(p, actual).rank() > 0 || self.changes_allocations(site.id) {
            return None;
        }
        let (mut leaves, mut rests) = (Vec::new(), Vec::new());
        self.leaves_and_rests(actual, &mut leaves, &mut rests);
        // Associations, and what lists go on with, are found from the whole.
        if !rests.is_empty() || !self.pointers_in(actual).is_empty() {
            return None;
        }
        let mut known = false;
        let mut places = Vec::new();
        for leaf in leaves {
            let mut path: Vec<(RecordId, usize)> = leaf
                .spine()
                .filter_map(|x| match x.kind {
                    ExprKind::Field { record, field, .. } => Some((record, field)),
                    _ => None,
                })
                .collect();
            path.reverse();
            let parts = written_parts_of_component(self.world, site, dummy, &path, &leaf);
            known |= parts.is_some();
            places.extend(parts.unwrap_or_else(|| vec![leaf]));
        }
        known.then_some(places)
    }

    /// C: the components that a pointer to this one takes for a row with it.
    fn row(&self, component: &Expr) -> Option<Vec<Expr>> {
        let ExprKind::Field { base, record, field } = &component.kind else { return None };
        let row = self.access.zones.row(self.world.source, (*record, *field))?;
        let part = |field| ExprKind::Field { base: base.clone(), record: *record, field }.into();
        Some(row.flat_map(|k| self.leaves(&part(k))).collect())
    }

    /// All of an array whose element starts a sequence (F2018 15.5.2.11, C11 6.5.6); otherwise what is passed.
    ///
    /// `element` says that the dummy is one object, whatever the actual is an element of.
    fn actual_place(&self, actual: &Expr, element: bool) -> Expr {
        match &actual.kind {
            // `&m[1]` leads to the rows behind it too.
            ExprKind::Address(x) if !element && self.is_c_array(&type_of(self.world.source, x)) => match &x.kind {
                ExprKind::Index { base, .. } => {
                    self.actual_place(&Expr::from(ExprKind::Address(base.clone())), element)
                }
                _ => (**x).clone(),
            },
            ExprKind::Address(x) => self.actual_place(x, element),
            ExprKind::Index { base, .. } if !element && type_of(self.world.source, actual).rank() == 0 => {
                let mut whole = base;
                // The rows of a C array lie one behind the other.
                while let (ExprKind::Index { base, .. }, Type::Array { .. }) =
                    (&whole.kind, type_of(self.world.source, whole))
                {
                    whole = base;
                }
                (**whole).clone()
            }
            _ => actual.clone(),
        }
    }

    /// The scalar or array leaves below a reference of structure type. The rest of a list or tree has no name here.
    pub(super) fn leaves(&self, e: &Expr) -> Vec<Expr> {
        let (mut leaves, mut rests) = (Vec::new(), Vec::new());
        self.leaves_and_rests(e, &mut leaves, &mut rests);
        leaves
    }

    /// The leaves below a reference, and the components by which a list or tree goes on.
    fn leaves_and_rests(&self, e: &Expr, leaves: &mut Vec<Expr>, rests: &mut Vec<Expr>) {
        let p = self.world.source;
        let ty = type_of(p, e);
        // Arrays of structures are saved as they are in C.
        let record = ty.record().filter(|_| !self.is_c_array(&ty) && !matches!(ty, Type::Pointer { .. }));
        let Some(record) = record else {
            leaves.push(e.clone());
            return;
        };
        let mut above = vec![record];
        e.walk(&mut |x| above.extend(if let ExprKind::Field { record, .. } = x.kind { Some(record) } else { None }));
        for field in p.parts_of(e, record) {
            let part: Expr = ExprKind::Field { base: Box::new(e.clone()), record, field }.into();
            let ends = p.records[record].fields[field].ty.record().is_none_or(|r| !above.contains(&r));
            if ends { self.leaves_and_rests(&part, leaves, rests) } else { rests.push(part) }
        }
    }

    /// Whether a call writes what is behind the first element of a list or tree: one name stands for all that follow, and no snapshot holds them.
    fn writes_a_rest(&self, id: StmtId, places: &[Expr], set: &Set) -> bool {
        let (mut leaves, mut rests) = (Vec::new(), Vec::new());
        if self.called_unit(id).is_some() {
            places.iter().for_each(|place| self.leaves_and_rests(place, &mut leaves, &mut rests));
        }
        let reached = |rest: &Expr| self.access.zones.reachable(self.world.source, rest);
        rests.iter().any(|rest| reached(rest).into_iter().any(|z| set.has(z)))
    }

    /// The Fortran pointers in one structure, each of which has an association of its own. Those in elements of its arrays have no name, and those in
    /// allocatable components need not be there.
    fn pointers_in(&self, e: &Expr) -> Vec<Expr> {
        let p = self.world.source;
        let ty = type_of(p, e);
        let Some(record) = ty.record().filter(|_| ty.rank() == 0 && !matches!(ty, Type::Pointer { .. })) else {
            return Vec::new();
        };
        let part = |field| Expr::from(ExprKind::Field { base: Box::new(e.clone()), record, field });
        let inner = |part: Expr| match p.is_pointer(&part) {
            true if self.access.moves(&part) => vec![part],
            true => Vec::new(),
            false => self.pointers_in(&part),
        };
        let always = |k: &usize| !p.records[record].fields[*k].allocatable;
        p.parts_of(e, record).into_iter().filter(always).map(part).flat_map(inner).collect()
    }

    /// Whether a component is one of each element of an array.
    fn is_of_several(&self, e: &Expr) -> bool {
        e.spine()
            .any(|x| matches!(&x.kind, ExprKind::Field { base, .. } if type_of(self.world.source, base).rank() > 0))
    }

    fn is_c_array(&self, ty: &Type) -> bool {
        self.world.language(self.unit).points_by_address() && ty.rank() > 0
    }

    /// Whether a statement calls what changes the allocation of things that outlive it.
    pub(super) fn changes_allocations(&self, id: StmtId) -> bool {
        self.access.allocating.contains(&(self.unit, id))
    }

    /// Whether what is saved may not be allocated, or lies behind a pointer to a structure that may lead nowhere yet.
    fn may_be_absent(&self, save: &Save) -> bool {
        let p = self.world.source;
        let mut found = false;
        save.value.walk(&mut |x| match x.kind {
            ExprKind::Var(s) => found |= p.variable(s).is_some_and(|v| v.allocatable),
            ExprKind::Field { record, field, .. } => found |= p.records[record].fields[field].allocatable,
            _ => {}
        });
        let pointer = |x: &Expr| p.is_pointer(x);
        // The value that a pointer leads to; the pointer itself is saved with or without association.
        let led_to = !save.association && pointer(&save.value);
        found || led_to || save.value.spine().any(|x| matches!(&x.kind, ExprKind::Field { base, .. } if pointer(base)))
    }

    fn unknown_extent(&self, e: &Expr, id: StmtId) -> Option<Diagnostic> {
        let ty = type_of(self.world.source, e);
        if !ty.is_assumed_size() {
            return None;
        }
        let name = e.root().map_or(String::new(), |s| self.world.source.symbols[s].name.clone());
        Some(self.of_unknown_extent(id, &name))
    }

    /// The refusal of a call around which something of unknown extent would have to be saved.
    fn of_unknown_extent(&self, call: StmtId, name: &str) -> Diagnostic {
        let note = match self.called_unit(call) {
            Some(u) if self.world.source.host_procedure(u).is_some() => "give the dummy argument an explicit extent",
            Some(_) => "give the dummy argument an explicit extent, or use split mode for this call",
            None => {
                "give the dummy argument an explicit extent, or the source of what is called, or say with -ext what it writes"
            }
        };
        let said = format!("`{name}` would have to be saved here, but its extent is not known");
        Diagnostic::error("RT0432", self.stmt(call).span, said).note(note)
    }

    /// What the declarations of the unit read: extents of dummies and of automatic arrays.
    pub(super) fn specifications(&self) -> Set {
        let p = self.world.source;
        let mut out = Set::default();
        for (_, z) in self.access.zones.iter().filter(|(_, z)| z.owner == Some(self.unit)) {
            let Some(Type::Array { dims, .. }) = p.symbol_type(z.symbol) else { continue };
            for d in dims {
                d.lower.iter().for_each(|e| self.access.reads(e, &mut out));
                if let Upper::At(e) = &d.upper {
                    self.access.reads(e, &mut out);
                }
            }
        }
        out
    }

    /// What is not, when both sweeps have run, what it was before: overwritten without having been saved.
    pub(super) fn left(&self, seq: &Seq) -> Set {
        let mut out = Set::default();
        for n in seq {
            if self.is_passive(n) {
                n.seqs().into_iter().for_each(|s| {
                    out.union(&self.all_overwrites(s));
                });
                continue;
            }
            let again = self.again.contains_key(&n.stmt) || self.fusing.contains_key(&n.stmt);
            out.union(&self.left_by(n));
            for s in n.seqs() {
                // Turns that run again begin from what was saved for them.
                if again {
                    self.left_by_turns(s, &self.runs_inside(n, false).unwrap_or_default(), &mut out);
                } else {
                    out.union(&self.left(s));
                }
            }
        }
        out
    }

    /// Dummies of INTENT(OUT) that the forward sweep sets: put back or not, what they held on entry is lost (F2018 8.5.10). Those that the adjoint does
    /// not set are INOUT there.
    pub(super) fn undefined_outputs(&self, seq: &Seq) -> Set {
        let p = self.world.source;
        let u = &p.units[self.unit];
        let outputs = u.params.iter().filter(|s| p.variable(**s).is_some_and(|v| v.intent == Some(il::Intent::Out)));
        let (mut out, mut set) = (Set::default(), Set::default());
        outputs.for_each(|s| {
            let zones = self.access.place(&Expr::var(*s)).0;
            let record = p.symbol_type(*s).and_then(il::Type::record);
            if record.is_some_and(|r| procedures::begins_with_values(p, r)) {
                set.union(&zones);
            }
            out.union(&zones);
        });
        for n in seq {
            n.visit(&mut |m| {
                if self.steps.get(&m.stmt).is_some_and(|step| step.live) {
                    set.union(&self.effect(m.stmt).writes);
                }
            });
        }
        out.and(&set)
    }

    /// What the statements of turns overwrite that run in one of the sweeps. Turns in turns may run all of theirs.
    fn left_by_turns(&self, seq: &Seq, runs: &Runs, out: &mut Set) {
        for n in seq {
            if runs.may_run(n) || self.call_mode(n.stmt).is_some() {
                out.union(&self.overwritten(n.stmt));
            }
            let inside = self.runs_inside(n, true);
            n.seqs().into_iter().for_each(|s| self.left_by_turns(s, inside.as_ref().unwrap_or(runs), out));
        }
    }

    fn left_by(&self, n: &Node) -> Set {
        let step = self.steps.get(&n.stmt).cloned().unwrap_or_default();
        let place = |saves: &[Save]| {
            let mut out = Set::default();
            self.restored(saves.iter(), &mut out);
            out
        };
        let mut out = self.overwritten(n.stmt);
        match &n.kind {
            NodeKind::Loop { .. } if step.live => return out,
            NodeKind::Loop { .. } => return self.effect(n.stmt).kills.clone(),
            NodeKind::Simple | NodeKind::Jump(_) if step.live => out.minus(&place(&step.saves)),
            // The forward sweep does without the call, its adjoint does not.
            NodeKind::Simple if step.call == Some(CallMode::Joint) => out = Set::default(),
            _ => return Set::default(),
        }
        if step.call == Some(CallMode::Joint) {
            let contract = self.called_unit(n.stmt).and_then(|c| self.access.joint_call(self.unit, n.stmt, c));
            let mut after = contract.map_or(self.overwritten(n.stmt), |c| c.leaves);
            after.minus(&place(&step.around));
            out.union(&after);
        }
        out
    }

    /// Locals whose values the backward half of split mode starts from.
    pub(super) fn handed_over(&self, at_end: &Set) -> Vec<SymbolId> {
        let mut out: Vec<SymbolId> = Vec::new();
        for z in at_end.iter() {
            let zone = self.access.zones.zone(z);
            if zone.owner != Some(self.unit) || zone.pointee || self.access.is_alias(zone.symbol) {
                continue;
            }
            let Some(v) = self.world.source.variable(zone.symbol) else { continue };
            let passed = match v.storage {
                // A scalar that came by value and was changed is lost to the backward half.
                il::Storage::Dummy(_) => v.by_value && self.changed(zone.symbol),
                // What `for (int i = …)` declares is gone when its loop is over.
                il::Storage::Local | il::Storage::Result => !v.saved && !self.is_of_its_loop(zone.symbol),
                il::Storage::Global | il::Storage::Common => false,
            };
            if passed && !out.contains(&zone.symbol) {
                out.push(zone.symbol);
            }
        }
        out
    }

    /// Whether a variable counts a loop that declares it, or is declared in a block inside the procedure and counts a loop.
    fn is_of_its_loop(&self, symbol: SymbolId) -> bool {
        let u = &self.world.source.units[self.unit];
        let inside = self.world.source.symbols[symbol].scope != u.scope;
        u.any(&u.body, &mut |_, s| matches!(&s.kind, StmtKind::Do(d) if d.var == symbol && (d.declares || inside)))
    }

    fn changed(&self, symbol: SymbolId) -> bool {
        let mut set = Set::default();
        set.add(&self.access.zones.of_symbol(symbol));
        self.live.iter().any(|s| self.effect(*s).writes.meets(&set))
    }
}

/// Whether a dummy of a type is one object: a C pointer is not, or need not be.
fn is_scalar(ty: &Type) -> bool {
    ty.rank() == 0 && !matches!(ty, Type::Pointer { .. })
}
