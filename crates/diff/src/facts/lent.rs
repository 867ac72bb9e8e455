//! Derivatives that something owns for the sake of others.

use std::collections::{BTreeMap, BTreeSet};

use analysis::VarRef;
use il::calls::{CallGraph, definition};
use il::typing::type_of;
use il::{Expr, ExprKind, Program, StmtId, StmtKind, Storage, SymbolId, Type, UnitId};

use super::{Facts, has_unknown_type, path_of};
use crate::known::allocation;
use crate::request::Place;
use crate::{shared, tape};

impl Facts<'_> {
    /// What owns a derivative although it is nowhere active, because its derivative is found by way of something else: says whether something does now
    /// that did not.
    ///
    /// - A work array of unknown extent, active in the callee only, has its derivative from the caller: what is passed owns one too.
    /// - C: what is passed to a procedure without source, whose derivative has one interface for all calls.
    /// - What is passed to a dummy whose dynamic type only the caller knows: nobody else can make a derivative of that type.
    /// - What a call allocates, and another hands to a dummy that is active there: the derivative is allocated and released with it.
    /// - What is saved on the tape of an adjoint, or brought back, where derivatives go the same way, and what such a local pointer is made to lead to.
    /// - A local variable, a dummy of Fortran, or a table of C, that a local pointer which owns one is made to lead to, the memory made for a local pointer, or what a parameter leads to
    ///   that gets nothing but such memory. (Where other memory that nobody names goes across procedures is not known well enough: what
    ///   seems passive there need not be.)
    pub(super) fn lend(&mut self, program: &Program) -> bool {
        let graph = self.analysis.calls();
        let mut lent: Vec<(SymbolId, Vec<usize>)> = Vec::new();
        let mut made: Vec<Expr> = Vec::new();
        // Pointers on the tape: one that is moved in a loop may be set above, and below.
        let mut carried: BTreeSet<SymbolId> = self.carried.clone();
        for &u in &self.differentiated {
            let unit = &program.units[u];
            let mut note = |e: &Expr| {
                let root = e.root().filter(|_| !self.has_storage(program, e));
                lent.extend(root.map(|r| (r, path_of(e))));
            };
            unit.walk(&unit.body, &mut |id, stmt| {
                if let StmtKind::Call { callee, args, .. } = &stmt.kind {
                    let carrier = tape::carrier(program, *callee, args);
                    let beside = carrier.filter(|c| tape::tapes(*c, args).any(|t| self.owns(t)));
                    if let Some(e) = beside.and_then(|c| tape::moved(c, args)) {
                        carried.extend(e.root());
                        note(&e);
                    }
                }
                for (callee, args) in allocation::calls(&stmt.kind) {
                    if !self.call_is_active(program, u, id, callee) {
                        continue;
                    }
                    let object = |e: &Expr| if let ExprKind::Address(x) = &e.kind { (**x).clone() } else { e.clone() };
                    if let Some(taken) = self.boxes.get(&callee).filter(|_| unit.language == il::Language::C) {
                        let passed = args.iter().zip(taken).filter(|(_, taken)| **taken).map(|(a, _)| &a.value);
                        let pointers = passed.filter(|e| shared::is_endless(program, unit.language, e));
                        pointers.for_each(|e| note(&object(e)));
                        continue;
                    }
                    let Some(target) = program.callee(callee).filter(|c| self.is_differentiated(*c)) else { continue };
                    for (dummy, actual) in allocation::dummies(program, callee, args) {
                        let Some(dummy) = dummy.filter(|d| self.owns(*d)) else { continue };
                        let space = self.is_work_space(program, target, dummy);
                        let open = self.gets(program, target, dummy) && has_unknown_type(program, dummy);
                        if space && shared::is_endless(program, unit.language, actual) || open {
                            note(&object(actual));
                        }
                        if !self.has_storage(program, actual)
                            && actual
                                .root()
                                .is_some_and(|s| self.is_made_by_another_call(program, u, id, s, &mut BTreeSet::new()))
                        {
                            made.push(actual.clone());
                        }
                        if is_one_of_several(program, target, dummy, &|e| self.has_storage(program, e)) {
                            destinations(program, actual, &mut |e| {
                                if is_known_memory(program, graph, u, e, &mut BTreeSet::new()) {
                                    note(e);
                                }
                            });
                        }
                    }
                }
                let (lhs, rhs) = match &stmt.kind {
                    StmtKind::PointerAssign { lhs, rhs } => (il::stmt::associated(lhs), rhs),
                    StmtKind::Assign { lhs, rhs } if matches!(type_of(program, lhs), Type::Pointer { .. }) => {
                        (lhs, rhs)
                    }
                    _ => return,
                };
                let local = |e: &Expr| e.root().and_then(|s| program.variable(s)).is_some_and(|v| v.is_unsaved_local());
                if local(lhs) && self.has_storage(program, lhs) {
                    destinations(program, rhs, &mut |e| {
                        let carried = || lhs.root().is_some_and(|s| carried.contains(&s));
                        if carried() || is_known_memory(program, graph, u, e, &mut BTreeSet::new()) {
                            note(e);
                        }
                    });
                }
            });
        }
        let before = (self.owners.len(), self.fields.len(), self.carried.len());
        for (root, path) in &lent {
            self.own(program, *root, path);
        }
        for e in &made {
            self.own_as_it_is(program, e);
        }
        self.carried = carried;
        before != (self.owners.len(), self.fields.len(), self.carried.len())
    }

    /// Whether a call, other than the one given, changes the allocation of a variable of Fortran: one in its procedure, or, if it is a global, any that
    /// has a derivative around it; of a dummy, one beside the calls of the procedure too.
    fn is_made_by_another_call(
        &self,
        p: &Program,
        unit: UnitId,
        call: StmtId,
        variable: SymbolId,
        seen: &mut BTreeSet<SymbolId>,
    ) -> bool {
        let Some(storage) = p.variable(variable).map(|v| v.storage.clone()) else { return false };
        if p.units[unit].language != il::Language::Fortran || !seen.insert(variable) {
            return false;
        }
        let changes = |(&(at, stmt), parts): (&(UnitId, StmtId), &Vec<VarRef>)| {
            let global = matches!(storage, Storage::Global) && self.is_differentiated(at);
            let here = || {
                allocation::calls(&p.units[at].stmts[stmt].kind).into_iter().any(|(callee, args)| {
                    allocation::changed_by_call(p, callee, args).iter().any(|x| x.root() == Some(variable))
                })
            };
            (at == unit && stmt != call || at != unit && global)
                && (parts.iter().any(|part| part.symbol == variable) || here())
        };
        if allocation::has_allocatable_storage(p, variable) && self.analysis.options().allocations.iter().any(changes) {
            return true;
        }
        if !matches!(storage, Storage::Dummy(_)) {
            return false;
        }
        let callers = self.analysis.calls().callers(unit).iter().filter(|c| self.is_differentiated(**c));
        let mut found = false;
        for &caller in callers {
            let u = &p.units[caller];
            u.walk(&u.body, &mut |id, stmt| {
                for (callee, args) in allocation::calls(&stmt.kind) {
                    let given = allocation::dummies(p, callee, args).into_iter().filter(|(d, _)| *d == Some(variable));
                    for root in given.filter_map(|(_, actual)| actual.root()) {
                        found |= self.is_made_by_another_call(p, caller, id, root, seen);
                    }
                }
            });
        }
        found
    }

    /// Whether a component of a variable, or all of it, is handed on to who needs its derivative allocated, though it is active nowhere here.
    pub(crate) fn is_handed_on(&self, symbol: SymbolId, field: usize) -> bool {
        let of_it = |p: &&Place| p.symbol == symbol && p.path.first().is_none_or(|k| *k == field);
        self.handed_on.iter().any(|p| of_it(&p))
    }

    /// A place owns a derivative, of what is in it the components that have one anyway.
    fn own_as_it_is(&mut self, p: &Program, e: &Expr) {
        let Some(symbol) = e.root() else { return };
        self.owners.insert(symbol);
        self.handed_on.insert(Place { symbol, path: path_of(e) });
        e.spine().for_each(|x| {
            if let ExprKind::Field { record, field, .. } = x.kind {
                self.own_field(p, record, field);
            }
        });
    }
}

/// C: whether a local pointer with a derivative leads to a parameter at one time, and to something else at another: the parameter has one too then.
fn is_one_of_several(p: &Program, unit: UnitId, parameter: SymbolId, owns: &dyn Fn(&Expr) -> bool) -> bool {
    let u = &p.units[unit];
    if u.language != il::Language::C {
        return false;
    }
    let mut from: BTreeMap<SymbolId, Vec<Expr>> = BTreeMap::new();
    u.walk(&u.body, &mut |_, stmt| {
        let StmtKind::Assign { lhs, rhs } = &stmt.kind else { return };
        let ExprKind::Var(pointer) = lhs.kind else { return };
        if matches!(type_of(p, lhs), Type::Pointer { .. }) && owns(lhs) {
            destinations(p, rhs, &mut |e| from.entry(pointer).or_default().push(e.clone()));
        }
    });
    let is_it = |e: &&Expr| e.root() == Some(parameter);
    from.iter().any(|(pointer, all)| {
        let elsewhere = || all.iter().filter(|e| e.root() != Some(*pointer));
        // The parameter may be that pointer itself.
        (*pointer == parameter || elsewhere().any(|e| is_it(&e))) && !elsewhere().all(|e| is_it(&e))
    })
}

/// Whether the memory that a reference in a procedure leads to is that of local variables, was made for local pointers, or is such memory of all
/// callers; for procedures that nobody in the program calls it is that of the user.
fn is_known_memory(p: &Program, graph: &CallGraph, unit: UnitId, e: &Expr, seen: &mut BTreeSet<SymbolId>) -> bool {
    let Some((root, v)) = e.root().and_then(|s| Some((s, p.variable(s)?))) else { return false };
    let u = &p.units[unit];
    if v.is_unsaved_local() {
        return e.spine().all(|x| !leads_elsewhere(p, x))
            || has_own_memory(p, unit, e)
            || is_kept(u, root, &|_| true) && follows_known_memory(p, graph, unit, e, seen);
    }
    // C: a table, which is active nowhere, or has a derivative of its own.
    if u.language == il::Language::C && !matches!(v.storage, Storage::Dummy(_)) {
        return e.spine().all(|x| !leads_elsewhere(p, x));
    }
    let Some(at) = u.params.iter().position(|d| *d == root) else { return false };
    // A dummy is what it is, whoever calls: where it is not active here its derivative is zero.
    if u.language == il::Language::Fortran {
        return e.spine().all(|x| !leads_elsewhere(p, x)) && !v.allocatable && !v.polymorphic;
    }
    if e.kind != ExprKind::Var(root)
        || u.language != il::Language::C
        || !is_kept(u, root, &|rhs| rhs.root() == Some(root))
    {
        return false;
    }
    !seen.insert(root)
        || graph.callers(unit).iter().all(|&caller| {
            let calling = &p.units[caller];
            let mut known = true;
            calling.walk(&calling.body, &mut |_, stmt| {
                // Who gets the procedure as a value may call it with anything.
                let is_it = |e: &Expr| matches!(e.kind, ExprKind::Var(s) if definition(p, s) == Some(unit));
                stmt.kind.exprs(&mut |e| e.walk(&mut |e| known &= !is_it(e)));
                for (_, args) in allocation::calls(&stmt.kind).iter().filter(|(f, _)| definition(p, *f) == Some(unit)) {
                    known &= args.get(at).is_some_and(|a| all_known(p, graph, caller, &a.value, seen));
                }
            });
            known
        })
}

/// Whether all that a pointer value leads to is known memory.
fn all_known(p: &Program, graph: &CallGraph, unit: UnitId, value: &Expr, seen: &mut BTreeSet<SymbolId>) -> bool {
    let mut all = Vec::new();
    destinations(p, value, &mut |e| all.push(is_known_memory(p, graph, unit, e, seen)));
    !all.is_empty() && !all.contains(&false)
}

/// Whether a reference lies in what a local pointer leads to, or is that pointer, which is only ever given known memory.
fn follows_known_memory(p: &Program, graph: &CallGraph, unit: UnitId, e: &Expr, seen: &mut BTreeSet<SymbolId>) -> bool {
    let Some(pointer) = e.root() else { return false };
    let by_it = |x: &Expr| match &x.kind {
        ExprKind::Var(_) => true,
        ExprKind::Deref(of) => of.kind == ExprKind::Var(pointer),
        ExprKind::Index { base, .. } => base.kind == ExprKind::Var(pointer),
        _ => false,
    };
    if e.spine().any(|x| leads_elsewhere(p, x) && !by_it(x)) {
        return false;
    }
    let u = &p.units[unit];
    if u.language != il::Language::C || !seen.insert(pointer) {
        return u.language == il::Language::C;
    }
    let mut known = true;
    u.walk(&u.body, &mut |_, stmt| {
        if let StmtKind::Assign { lhs, rhs } = &stmt.kind
            && lhs.kind == ExprKind::Var(pointer)
        {
            known &= rhs.is_null_pointer() || all_known(p, graph, unit, rhs, seen);
        }
    });
    known
}

/// Whether a pointer is changed by assignments alone, of values that `may` be: nobody has its address.
fn is_kept(u: &il::Unit, pointer: SymbolId, may: &dyn Fn(&Expr) -> bool) -> bool {
    let is_it = |x: &Expr| x.kind == ExprKind::Var(pointer);
    let mut kept = true;
    u.walk(&u.body, &mut |_, stmt| {
        if let StmtKind::Assign { lhs, rhs } = &stmt.kind {
            kept &= !is_it(lhs) || may(rhs);
        }
        stmt.kind.exprs(&mut |x| x.walk(&mut |x| kept &= !matches!(&x.kind, ExprKind::Address(y) if is_it(y))));
    });
    kept
}

/// Whether a local pointer leads to nothing but memory that is made for it: in C by `malloc` and `calloc`, in Fortran by ALLOCATE.
fn has_own_memory(p: &Program, unit: UnitId, e: &Expr) -> bool {
    let ExprKind::Var(pointer) = e.kind else { return false };
    let u = &p.units[unit];
    let (mut made, mut other) = (false, false);
    let is_it = |x: &Expr| x.kind == ExprKind::Var(pointer);
    u.walk(&u.body, &mut |_, stmt| {
        match &stmt.kind {
            StmtKind::Assign { lhs, rhs } if is_it(lhs) && u.language == il::Language::C => {
                let fresh = il::calls::is_new_memory(p, rhs);
                made |= fresh;
                other |= !fresh && !rhs.is_null_pointer();
            }
            StmtKind::Allocate { objects, .. } => made |= objects.iter().any(|o| is_it(&o.object)),
            StmtKind::PointerAssign { lhs, rhs } if is_it(il::stmt::associated(lhs)) => other |= !rhs.is_null_pointer(),
            _ => {}
        }
        // Who has its address may change it.
        stmt.kind.exprs(&mut |x| x.walk(&mut |x| other |= matches!(&x.kind, ExprKind::Address(y) if is_it(y))));
        if u.language == il::Language::Fortran {
            other |= allocation::calls(&stmt.kind).iter().any(|(_, args)| args.iter().any(|a| is_it(&a.value)));
        }
    });
    made && !other
}

/// Whether a link of a reference is a pointer, or is found by one.
fn leads_elsewhere(p: &Program, link: &Expr) -> bool {
    p.is_pointer(link) || matches!(link.kind, ExprKind::Deref(_)) || matches!(type_of(p, link), Type::Pointer { .. })
}

/// The references that a pointer value leads to, or has its address from.
fn destinations(p: &Program, e: &Expr, found: &mut dyn FnMut(&Expr)) {
    match &e.kind {
        ExprKind::Cond { yes, no, .. } => {
            destinations(p, yes, found);
            destinations(p, no, found);
        }
        ExprKind::Address(x) | ExprKind::Cast(_, x) | ExprKind::Unary(il::UnaryOp::Paren, x) => {
            destinations(p, x, found);
        }
        ExprKind::Binary(il::BinaryOp::Add | il::BinaryOp::Sub, l, r) => {
            for side in [l, r] {
                // The other one is a number of steps.
                if matches!(type_of(p, side), Type::Pointer { .. } | Type::Array { .. }) {
                    destinations(p, side, found);
                }
            }
        }
        _ if e.is_reference() => found(e),
        _ => {}
    }
}
