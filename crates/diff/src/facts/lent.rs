//! Derivatives that something owns for the sake of others.

use std::collections::{BTreeMap, BTreeSet};

use analysis::VarRef;
use analysis::allocation;
use il::typing::type_of;
use il::{Expr, ExprKind, Program, StmtId, StmtKind, Storage, SymbolId, Type, UnitId};

use super::known_memory::{KnownMemory, destinations};
use super::{Facts, has_unknown_type, path_of};
use crate::request::Place;
use crate::{shared, tape};

impl Facts<'_> {
    /// What owns a derivative although it is nowhere active, because its derivative is found by way of something else: says whether something does now
    /// that did not.
    ///
    /// - A work array, active in the callee only, has its derivative from the caller: what is passed owns one too. (Instead of a global, for which all
    ///   who see it would have one, something else can be passed where its extent is known.)
    /// - C: what is passed to a procedure without source, whose derivative has one interface for all calls.
    /// - What is passed to a dummy whose dynamic type only the caller knows: nobody else can make a derivative of that type.
    /// - What a call allocates, and another hands to a dummy that is active there: the derivative is allocated and released with it.
    /// - What is saved on the tape of an adjoint, or brought back, where derivatives go the same way, and what such a local pointer is made to lead to.
    /// - A local variable, a dummy of Fortran, or a table of C, that a local pointer which owns one is made to lead to, the memory made for a local pointer, or what a parameter leads to
    ///   that gets nothing but such memory. (Where other memory that nobody names goes across procedures is not known well enough: what
    ///   seems passive there need not be.)
    pub(super) fn lend(&mut self, program: &Program) -> bool {
        let memory = KnownMemory::new(program, self.analysis.calls());
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
                    if let Some(taken) = self.boxes.get(&callee).filter(|_| unit.language.points_by_address()) {
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
                        let lent = || {
                            let of_all = |s: SymbolId| {
                                let v = program.variable(s);
                                v.is_none_or(|v| matches!(v.storage, Storage::Global | Storage::Common))
                            };
                            shared::is_endless(program, unit.language, actual)
                                || type_of(program, &object(actual)).record().is_some()
                                || object(actual).root().is_some_and(|s| !of_all(s))
                        };
                        if space && lent() || open {
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
                                if memory.is_known(u, e) {
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
                        if carried() || memory.is_known(u, e) {
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
        let Some(storage) = p.variable(variable).map(|v| v.storage) else { return false };
        if !p.units[unit].language.describes_storage() || !seen.insert(variable) {
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
    if !u.language.points_by_address() {
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
