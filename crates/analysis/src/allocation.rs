//! What procedures do to allocations: which ones allocate or release what outlives them. Assignments that allocate are in [`reallocation`](crate::reallocation).

use std::collections::{BTreeMap, BTreeSet};

use il::calls::CallGraph;
use il::stmt::associated;
use il::typing::{rank_of, type_of};
use il::{Arg, Expr, ExprKind, Language, Program, StmtId, StmtKind, Storage, SymbolId, Type, UnitId};

use crate::c_memory;
use crate::reallocation::{is_reallocated, may_reallocate};
use crate::request::VarRef;

/// Whether a reference names an allocatable array as a whole.
pub fn is_allocatable_array(p: &Program, e: &Expr) -> bool {
    rank_of(p, e) > 0 && p.is_allocatable(e)
}

/// Whether a reference names an allocatable array of numbers as a whole.
pub fn is_allocatable_of_numbers(p: &Program, e: &Expr) -> bool {
    is_allocatable_array(p, e) && matches!(type_of(p, e).element(), Type::Scalar(_))
}

/// Whether a reference names allocatable text that gets its length with its value.
pub fn is_of_deferred_length(p: &Program, e: &Expr) -> bool {
    p.is_allocatable(e) && matches!(type_of(p, e).element(), Type::Character { len: None, .. })
}

/// Whether a variable may have an allocation when its procedure begins.
pub fn comes_allocated(p: &Program, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| match v.storage {
        Storage::Local | Storage::Result => v.saved,
        Storage::Dummy(_) => v.intent != Some(il::symbol::Intent::Out),
        Storage::Global | Storage::Common => true,
    })
}

/// Whether the unit looks at the shape or the allocation of an object, or passes it on to who may.
pub fn is_asked(p: &Program, unit: UnitId, e: &Expr) -> bool {
    let (mut found, u) = (false, &p.units[unit]);
    let asks = |args: &[il::Arg]| args.iter().any(|a| a.value == *e);
    u.walk(&u.body, &mut |_, s| {
        s.kind.each_call(&mut |_, args| found |= asks(args));
        s.kind.exprs(&mut |x| {
            x.walk(&mut |x| {
                if let ExprKind::Intrinsic(f, args) = &x.kind {
                    found |= f.info().class == il::intrinsics::Class::Inquiry && asks(args);
                }
            });
        });
    });
    found
}

/// Whether a DEALLOCATE of the unit names an object.
pub fn is_released(p: &Program, unit: UnitId, e: &Expr) -> bool {
    let (mut found, u) = (false, &p.units[unit]);
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Deallocate { objects, .. } = &s.kind {
            found |= objects.contains(e);
        }
    });
    found
}

/// Whether a DEALLOCATE of any procedure names a variable.
pub fn is_released_somewhere(p: &Program, e: &Expr) -> bool {
    p.units.ids().any(|u| is_released(p, u, e))
}

/// Whether a type has allocatable parts.
pub fn has_allocatable_parts(p: &Program, ty: &Type) -> bool {
    p.has_part(ty, &|f| f.allocatable)
}

/// Whether a variable is allocatable or has allocatable parts.
pub fn has_allocatable_storage(p: &Program, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| v.allocatable || has_allocatable_parts(p, &v.ty))
}

/// The actual arguments of a call with their dummies, where these are known.
pub fn dummies<'e>(p: &Program, callee: SymbolId, args: &'e [Arg]) -> Vec<(Option<SymbolId>, &'e Expr)> {
    il::calls::with_dummies(p, p.callee(callee), args)
}

/// Which storage that outlives a unit the unit may allocate, release or give another shape, and which pointers to numbers it may associate.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Changes {
    /// Of modules, of COMMON blocks, and what is saved.
    pub globals: BTreeSet<SymbolId>,
    /// Its arguments.
    pub dummies: BTreeSet<SymbolId>,
    /// Variables of the procedures around it.
    pub hosts: BTreeSet<SymbolId>,
    /// What of these it does not only release.
    pub given: BTreeSet<SymbolId>,
}

impl Changes {
    fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    /// All that it may allocate, release or associate.
    pub fn all(&self) -> impl Iterator<Item = SymbolId> {
        self.globals.iter().chain(&self.dummies).chain(&self.hosts).copied()
    }

    fn note(&mut self, p: &Program, unit: UnitId, place: &Expr, given: bool) {
        let Some(s) = place.root() else { return };
        let Some(v) = p.variable(s) else { return };
        // A record of errors beside numbers has no derivative that would have to follow.
        let in_c = p.units[unit].language.points_by_address();
        if in_c && (is_unseen(p, place) || !may_lead_to_numbers(p, &type_of(p, place))) {
            return;
        }
        let of_host = p.home(s).is_some_and(|h| h != unit && p.units[h].is_procedure());
        let known = match v.storage {
            Storage::Local if v.saved => &mut self.globals,
            Storage::Dummy(_) | Storage::Local | Storage::Result if of_host => &mut self.hosts,
            Storage::Dummy(_) => &mut self.dummies,
            Storage::Global | Storage::Common => &mut self.globals,
            // A structure takes the pointers in it along; of allocatable parts assignment makes copies.
            Storage::Result if p.leads_through_pointer_component(place) => &mut self.dummies,
            Storage::Local | Storage::Result => return,
        };
        known.insert(s);
        if given {
            self.given.insert(s);
        }
    }
}

/// Whether a place is a `void *` of a structure, and stays one while programs are differentiated: no use says what is behind it
/// (by any statement that reads or writes there), so nobody looks there.
fn is_unseen(p: &Program, place: &Expr) -> bool {
    let ExprKind::Field { record, .. } = &place.kind else { return false };
    type_of(p, place).is_void_pointer() && !p.records[*record].external
}

/// Whether numbers may be found in or behind what has a type of C, as far as types tell: anything may be behind `void *`.
fn may_lead_to_numbers(p: &Program, ty: &Type) -> bool {
    fn within(p: &Program, ty: &Type, seen: &mut Vec<il::RecordId>) -> bool {
        match ty {
            Type::Scalar(s) => s.is_differentiable(),
            Type::Array { elem: inner, .. } | Type::Pointer { to: inner, .. } => within(p, inner, seen),
            Type::Record(r) if seen.contains(r) => false,
            Type::Record(r) => {
                seen.push(*r);
                let r = &p.records[*r];
                r.opaque || r.fields.is_empty() || r.fields.iter().any(|f| within(p, &f.ty, seen))
            }
            Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => true,
        }
    }
    within(p, ty, &mut Vec::new())
}

/// What each procedure does to the allocation of what outlives it; those that do nothing are left out.
pub fn changes(p: &Program) -> BTreeMap<UnitId, Changes> {
    let mut table: BTreeMap<UnitId, Changes> = BTreeMap::new();
    let units: Vec<UnitId> = p.units.ids().filter(|u| p.units[*u].is_procedure()).collect();
    loop {
        let before = table.clone();
        for &unit in &units {
            let mut own = table.remove(&unit).unwrap_or_default();
            let u = &p.units[unit];
            u.walk(&u.body, &mut |_, s| {
                match &s.kind {
                    StmtKind::Allocate { objects, .. } => {
                        objects.iter().for_each(|o| own.note(p, unit, &o.object, true))
                    }
                    StmtKind::Deallocate { objects, .. } => objects.iter().for_each(|o| own.note(p, unit, o, false)),
                    StmtKind::PointerAssign { lhs, .. } if p.is_differentiable(&type_of(p, associated(lhs))) => {
                        own.note(p, unit, associated(lhs), true);
                    }
                    StmtKind::Nullify(objects) => {
                        let reals = objects.iter().filter(|o| p.is_differentiable(&type_of(p, o)));
                        reals.for_each(|o| own.note(p, unit, o, false));
                    }
                    StmtKind::Assign { lhs, rhs } if may_reallocate(p, unit, lhs, rhs) => own.note(p, unit, lhs, true),
                    StmtKind::Assign { lhs, .. } if u.language.describes_storage() && moves_pointers(p, lhs) => {
                        own.note(p, unit, lhs, true)
                    }
                    // C: a pointer that the caller goes on with.
                    StmtKind::Assign { lhs, rhs }
                        if u.language.points_by_address()
                            && matches!(type_of(p, lhs), Type::Pointer { .. })
                            && !matches!(lhs.kind, ExprKind::Var(_)) =>
                    {
                        own.note(p, unit, lhs, !rhs.is_null_pointer())
                    }
                    _ => {}
                }
                for (callee, args) in calls(&s.kind) {
                    let Some(changes) = p.callee(callee).and_then(|c| table.get(&c)) else { continue };
                    own.globals.extend(&changes.globals);
                    own.given.extend(changes.given.intersection(&changes.globals));
                    for h in &changes.hosts {
                        own.note(p, unit, &Expr::var(*h), changes.given.contains(h));
                    }
                    for (dummy, actual) in dummies(p, callee, args) {
                        if let Some(d) = dummy.filter(|d| changes.dummies.contains(d)) {
                            own.note(p, unit, actual, changes.given.contains(&d));
                        }
                    }
                }
            });
            if !own.is_empty() {
                table.insert(unit, own);
            }
        }
        if table == before {
            return table;
        }
    }
}

/// Whether a statement allocates, releases or associates something, in Fortran or in C, or is text that nobody looks into.
pub fn moves_storage(p: &Program, kind: &StmtKind) -> bool {
    let moves_address = |lhs: &Expr| matches!(type_of(p, lhs), Type::Pointer { .. });
    c_memory::allocates(p, kind)
        || c_memory::freed(p, kind).is_some()
        || matches!(kind, StmtKind::Assign { lhs, .. } if moves_address(lhs))
        || matches!(
            kind,
            StmtKind::Allocate { .. }
                | StmtKind::Deallocate { .. }
                | StmtKind::PointerAssign { .. }
                | StmtKind::Nullify(_)
                | StmtKind::Opaque { .. }
        )
}

/// Whether an assignment to a place is one of a structure whose pointers to what may vary go along: as if each were associated.
pub fn moves_pointers(p: &Program, place: &Expr) -> bool {
    fn holds(p: &Program, ty: &Type, seen: &mut Vec<il::RecordId>) -> bool {
        let Some(r) = ty.element().record().filter(|r| !seen.contains(r)) else { return false };
        seen.push(r);
        p.records[r]
            .fields
            .iter()
            .any(|f| f.pointer && p.is_differentiable(&f.ty) || !f.pointer && holds(p, &f.ty, seen))
    }
    holds(p, &type_of(p, place), &mut Vec::new())
}

fn is_fortran_procedure(p: &Program, unit: UnitId) -> bool {
    p.units[unit].is_procedure() && p.units[unit].language == Language::Fortran
}

/// The globals in which a procedure, or one that it calls, may allocate something.
pub fn made_globals(p: &Program, unit: UnitId) -> BTreeSet<SymbolId> {
    changes(p).remove(&unit).map_or_else(BTreeSet::new, |c| c.given.intersection(&c.globals).copied().collect())
}

/// Whether a global may have another shape, or none, behind a procedure than before it.
pub fn may_be_remade(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    changes(p).get(&unit).is_some_and(|c| c.globals.contains(&s))
        || CallGraph::new(p).reached(&[unit]).into_iter().any(|u| is_reallocated(p, u, &Expr::var(s)))
}

/// The calls of procedures that change the allocation of what outlives them.
pub fn allocating_calls(p: &Program) -> BTreeSet<(UnitId, StmtId)> {
    let table = changes(p);
    let mut out = BTreeSet::new();
    for unit in p.units.ids().filter(|u| is_fortran_procedure(p, *u)) {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, s| {
            if calls(&s.kind).iter().any(|(c, _)| p.callee(*c).is_some_and(|c| table.contains_key(&c))) {
                out.insert((unit, id));
            }
        });
    }
    out
}

/// For each call of a procedure that changes the allocation of what outlives it: what that is, the callee's dummies and globals, in the parts that
/// can be allocated.
pub fn sites(p: &Program, backward: bool) -> BTreeMap<(UnitId, StmtId), Vec<VarRef>> {
    let table = changes(p);
    let mut out: BTreeMap<(UnitId, StmtId), Vec<VarRef>> = BTreeMap::new();
    for unit in p.units.ids().filter(|u| p.units[*u].is_procedure()) {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, s| {
            for (callee, args) in calls(&s.kind) {
                let Some(changes) = p.callee(callee).and_then(|c| table.get(&c)) else { continue };
                if u.language.points_by_address() {
                    // A pointer of the caller's gets a value, and its derivative too.
                    let handles = dummies(p, callee, args).into_iter().filter_map(|(d, _)| d);
                    let given = handles.filter(|d| changes.dummies.contains(d) && changes.given.contains(d));
                    let given: Vec<VarRef> = given.map(VarRef::whole).collect();
                    if !given.is_empty() {
                        out.entry((unit, id)).or_default().extend(given);
                    }
                    continue;
                }
                let local = |s: SymbolId| p.variable(s).is_some_and(|v| v.is_unsaved_local());
                // Released at the end, as it would be by itself. Nothing but a statement releases what pointers lead to: in a tangent, in an adjoint that is
                // the reverse of its ALLOCATE.
                let dropped = |d: SymbolId, actual: &Expr| {
                    !changes.given.contains(&d)
                        && actual.object().root().is_some_and(|s| local(s) && is_last(u, id, s))
                        && (backward || !is_or_holds_pointer(p, d))
                };
                let passed = dummies(p, callee, args)
                    .into_iter()
                    .filter_map(|(d, actual)| d.filter(|d| changes.dummies.contains(d) && !dropped(*d, actual)));
                let result = p.callee(callee).and_then(|c| p.units[c].result()).filter(|r| changes.dummies.contains(r));
                for s in passed.chain(result).chain(changes.globals.iter().chain(&changes.hosts).copied()) {
                    out.entry((unit, id)).or_default().extend(allocatable_parts(p, s));
                }
            }
        });
    }
    out
}

/// Whether a variable, or a component in it, is a pointer to something that may have a derivative.
fn is_or_holds_pointer(p: &Program, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| v.pointer && p.is_differentiable(&v.ty) || has_pointers_to_numbers(p, &v.ty))
}

/// Whether objects of a type hold pointers to something that may have a derivative.
pub fn has_pointers_to_numbers(p: &Program, ty: &Type) -> bool {
    p.has_part(ty, &|f| f.pointer && p.is_differentiable(&f.ty))
}

/// The parts of a variable that ALLOCATE may name, with all that is in them.
pub fn allocatable_parts(p: &Program, s: SymbolId) -> Vec<VarRef> {
    fn within(p: &Program, ty: &Type, at: &VarRef, seen: &mut Vec<il::RecordId>, out: &mut Vec<VarRef>) {
        let Some(r) = ty.element().record().filter(|r| !seen.contains(r)) else { return };
        seen.push(r);
        for (k, f) in p.records[r].fields.iter().enumerate() {
            let mut part = at.clone();
            part.path.push(k);
            match f.allocatable || f.pointer {
                true => out.push(part),
                false => within(p, &f.ty, &part, seen, out),
            }
        }
        seen.pop();
    }
    let Some(v) = p.variable(s) else { return Vec::new() };
    let (whole, mut out) = (VarRef::whole(s), Vec::new());
    match v.allocatable || v.pointer {
        true => out.push(whole),
        false => within(p, &v.ty, &whole, &mut Vec::new(), &mut out),
    }
    out
}

/// Whether a statement of the outermost level is the last one that mentions a local, directly.
pub fn is_last(u: &il::Unit, stmt: StmtId, s: SymbolId) -> bool {
    let Some(at) = u.body.iter().position(|id| *id == stmt) else { return false };
    !u.mentions(&u.body[at + 1..], s)
}

/// Of `if (allocated(x)) …` without more arms: `x`.
pub fn where_allocated(kind: &StmtKind) -> Option<&Expr> {
    let StmtKind::If(i) = kind else { return None };
    match (i.arms.as_slice(), &i.otherwise) {
        ([arm], None) => match &arm.test.kind {
            ExprKind::Intrinsic(f, args) if f.name() == "allocated" && args.len() == 1 => Some(&args[0].value),
            _ => None,
        },
        _ => None,
    }
}

/// The internal procedures that do so.
pub fn movers_for_hosts(p: &Program) -> BTreeSet<UnitId> {
    let moves = |c: &Changes| c.all().any(|s| !allocatable_parts(p, s).is_empty());
    changes(p).into_iter().filter(|(u, c)| p.host_procedure(*u).is_some() && moves(c)).map(|(u, _)| u).collect()
}

/// The dummies through which procedures may change associations of pointers that do not own their targets, by unit and position: their derivatives go
/// along in the forward half.
pub fn moving_dummies(p: &Program, owning: &BTreeSet<(il::RecordId, usize)>) -> BTreeSet<(UnitId, usize)> {
    fn moves(
        p: &Program,
        owning: &BTreeSet<(il::RecordId, usize)>,
        ty: &Type,
        seen: &mut BTreeSet<il::RecordId>,
    ) -> bool {
        ty.element().record().is_some_and(|r| {
            seen.insert(r)
                && p.records[r].fields.iter().enumerate().any(|(k, f)| {
                    f.pointer && !owning.contains(&(r, k)) && p.is_differentiable(&f.ty)
                        || moves(p, owning, &f.ty, seen)
                })
        })
    }
    let mut out = BTreeSet::new();
    for (unit, changes) in changes(p).into_iter().filter(|(u, _)| p.units[*u].language.describes_storage()) {
        for (k, s) in p.units[unit].params.iter().enumerate().filter(|(_, s)| changes.dummies.contains(s)) {
            if p.variable(*s).is_some_and(|v| v.pointer || moves(p, owning, &v.ty, &mut BTreeSet::new())) {
                out.insert((unit, k));
            }
        }
    }
    out
}

/// The dummies of Fortran whose allocation or association procedures may change, or that of a part of theirs.
pub fn changed_dummies(p: &Program) -> BTreeSet<SymbolId> {
    changes(p).into_iter().filter(|(u, _)| is_fortran_procedure(p, *u)).flat_map(|(_, c)| c.dummies).collect()
}

/// The dummies by which procedures find what pointers lead to, by unit and position: local ones, through pointers (`p => list%first`), and those of callers
/// (`q => state%u`). Where the forward half makes these go along, it needs the derivatives of the dummies.
pub fn walked_dummies(p: &Program) -> BTreeSet<(UnitId, usize)> {
    let mut out: BTreeSet<(UnitId, usize)> = BTreeSet::new();
    loop {
        let before = out.len();
        for unit in p.units.ids().filter(|u| is_fortran_procedure(p, *u)) {
            let u = &p.units[unit];
            let position = |e: &Expr| e.root().and_then(|s| u.params.iter().position(|d| *d == s));
            let is_walked = |callee, d| {
                p.callee(callee).is_some_and(|c| {
                    p.units[c].params.iter().position(|x| *x == d).is_some_and(|k| out.contains(&(c, k)))
                })
            };
            let mut found = Vec::new();
            u.walk(&u.body, &mut |_, s| {
                if let StmtKind::PointerAssign { lhs, rhs } = &s.kind {
                    let known_outside =
                        |s| p.home(s) != Some(unit) || p.variable(s).is_some_and(|v| !v.is_unsaved_local());
                    let by = p.leads_through_pointer_component(rhs)
                        || rhs.root().and_then(|s| p.variable(s)).is_some_and(|v| v.pointer)
                        || associated(lhs).root().is_some_and(known_outside);
                    found.extend(position(rhs).filter(|_| by && p.is_differentiable(&type_of(p, associated(lhs)))));
                }
                for (callee, args) in calls(&s.kind) {
                    let given = dummies(p, callee, args).into_iter();
                    found.extend(
                        given.filter(|(d, _)| d.is_some_and(|d| is_walked(callee, d))).filter_map(|(_, a)| position(a)),
                    );
                }
            });
            out.extend(found.into_iter().map(|k| (unit, k)));
        }
        if out.len() == before {
            return out;
        }
    }
}

/// The actual arguments of a call whose allocation it may change.
pub fn changed_by_call<'e>(p: &Program, callee: SymbolId, args: &'e [Arg]) -> Vec<&'e Expr> {
    let table = changes(p);
    let Some(changes) = p.callee(callee).and_then(|c| table.get(&c)) else { return Vec::new() };
    let given = dummies(p, callee, args).into_iter();
    given.filter(|(d, _)| d.is_some_and(|d| changes.dummies.contains(&d))).map(|(_, actual)| actual).collect()
}

/// What `allocate (character(len=n) :: w(m))`, which is kept as text, allocates.
pub fn allocated_texts(kind: &StmtKind) -> Option<&[Expr]> {
    let StmtKind::Opaque { text, writes, .. } = kind else { return None };
    let allocates = text.get(..8).is_some_and(|word| word.eq_ignore_ascii_case("allocate"));
    allocates.then_some(writes.as_slice())
}

/// The calls in a statement, as normalisation leaves them.
pub fn calls(kind: &StmtKind) -> Vec<(SymbolId, &[Arg])> {
    kind.call().map(|(callee, args, _)| (callee, args)).into_iter().collect()
}
