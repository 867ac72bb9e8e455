//! Which variables of others a procedure mentions, itself or through what it calls: module variables, C globals, variables of hosts, COMMON blocks.
//!
//! `s = f(x)` where `f` reads `s` is no call that could write its value, or take its adjoint, straight from `s`: the value needs a
//! variable of its own. By names, before anything is analysed.

use std::collections::{BTreeMap, BTreeSet};

use il::{Expr, ExprKind, Language, Program, Storage, SymbolId, Type, UnitId};

use crate::other_names;

/// The names, by unit. A COMMON block is `/name/`; [`POINTED`] stands for all that pointers may lead to.
pub struct Reached(BTreeMap<UnitId, BTreeSet<String>>);

/// In place of a name: something that may be the storage behind a pointer.
const POINTED: &str = "*";

impl Reached {
    /// Of all units.
    pub fn of(p: &Program) -> Reached {
        let mut table: BTreeMap<UnitId, BTreeSet<String>> = BTreeMap::new();
        let mut calls: BTreeMap<UnitId, BTreeSet<UnitId>> = BTreeMap::new();
        for (id, u) in p.units.iter() {
            let mut names: BTreeSet<String> = u.commons().into_keys().map(|b| format!("/{b}/")).collect();
            let mut called = BTreeSet::new();
            u.walk(&u.body, &mut |_, s| {
                s.kind.each_call(&mut |callee, _| called.extend(p.callee(callee)));
                s.kind.exprs(&mut |e| {
                    e.walk(&mut |x| match &x.kind {
                        ExprKind::Var(v) if p.variable(*v).is_some() && p.home(*v) != Some(id) => {
                            names.insert(name(p, *v));
                            let may_be_pointed_to = match u.language {
                                Language::C => !is_of_the_system(p, *v),
                                Language::Fortran => other_names::has_other_names(p, x),
                            };
                            if may_be_pointed_to {
                                names.insert(POINTED.into());
                            }
                        }
                        _ => {}
                    });
                });
            });
            table.insert(id, names);
            calls.insert(id, called);
        }
        loop {
            let mut changed = false;
            for (id, called) in &calls {
                let more: BTreeSet<String> = called.iter().filter_map(|c| table.get(c)).flatten().cloned().collect();
                let own = table.entry(*id).or_default();
                let before = own.len();
                own.extend(more);
                changed |= own.len() > before;
            }
            if !changed {
                return Reached(table);
            }
        }
    }

    /// Whether `callee` may reach the variable behind a reference of `unit` without being given it.
    pub fn reaches(&self, p: &Program, unit: UnitId, callee: SymbolId, reference: &Expr) -> bool {
        let (Some(root), Some(names)) = (reference.root(), p.callee(callee).and_then(|c| self.0.get(&c))) else {
            return false;
        };
        let pointed = match p.units[unit].language {
            Language::Fortran => other_names::has_other_names(p, reference),
            // A pointer by itself is a place like others: that of a local whose address nobody takes is reached by nobody.
            Language::C => match reference.kind {
                ExprKind::Var(s) if p.variable(s).is_some_and(|v| v.is_unsaved_local()) => {
                    other_names::by_local_pointer(p, reference) && other_names::has_address(p, unit, s)
                }
                _ => other_names::by_local_pointer(p, reference),
            },
        };
        let common = p.variable(root).is_some_and(|v| v.storage == Storage::Common);
        let mut blocks = p.units[unit].commons().into_iter().filter(|(_, members)| common && members.contains(&root));
        pointed && names.contains(POINTED)
            || names.contains(&name(p, root))
            || blocks.any(|(b, _)| names.contains(&format!("/{b}/")))
    }
}

/// C: whether a variable is one of the system's, such as `stderr`: no pointer of the program leads to it, and it leads to nothing of the program.
fn is_of_the_system(p: &Program, s: SymbolId) -> bool {
    matches!(p.symbol_type(s), Some(Type::Pointer { to, .. }) if to.record().is_some_and(|r| p.records[r].external))
}

/// Names are compared as Fortran does: what is too alike is only kept apart.
fn name(p: &Program, symbol: SymbolId) -> String {
    p.symbols[symbol].name.to_lowercase()
}

/// Whether a procedure may lead to a call of another.
pub fn reaches(p: &Program, from: UnitId, to: UnitId) -> bool {
    let mut seen = vec![from];
    let mut at = 0;
    while at < seen.len() {
        for next in il::calls::callees(p, seen[at]) {
            if next == to {
                return true;
            }
            if !seen.contains(&next) {
                seen.push(next);
            }
        }
        at += 1;
    }
    false
}
