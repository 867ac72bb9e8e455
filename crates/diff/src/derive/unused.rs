//! Derivatives of `static` functions of C, and of internal procedures of Fortran, that nobody calls: with improvements switched off a procedure has one
//! although its calls turn out to be passive, and compilers warn of a local procedure that is never used. And variables that nobody reads.

use std::collections::{BTreeMap, BTreeSet};

use il::{Expr, ExprKind, Prefix, StmtId, StmtKind, SymbolId, Type, UnitId};

use super::prune::mentions;
use super::{Shell, World};

impl World<'_> {
    /// Drops them, and then what only they called.
    pub(super) fn drop_unused_statics(&mut self) {
        loop {
            let mentioned: BTreeSet<SymbolId> = self
                .generated
                .values()
                .flatten()
                .flat_map(|u| {
                    let own = self.out.units[*u].symbol;
                    self.body_symbols(*u).into_iter().filter(move |s| Some(*s) != own)
                })
                .collect();
            let unused = |original: UnitId, made: UnitId| {
                let u = &self.source.units[original];
                let of_file = !u.language.has_modules() && u.has_prefix(&Prefix::Static);
                let local = of_file || self.source.host_procedure(original).is_some();
                let head = self.request.heads.iter().any(|h| h.unit == original);
                local && !head && self.out.units[made].symbol.is_some_and(|s| !mentioned.contains(&s))
            };
            let dropped: Vec<(UnitId, UnitId)> = self
                .generated
                .iter()
                .flat_map(|(original, made)| made.iter().map(move |m| (*original, *m)))
                .filter(|(original, made)| unused(*original, *made))
                .collect();
            if dropped.is_empty() {
                return;
            }
            for (original, made) in dropped {
                if let Some(list) = self.generated.get_mut(&original) {
                    list.retain(|u| *u != made);
                }
                if let Some(host) = self.out.units[made].parent {
                    self.out.units[host].children.retain(|u| *u != made);
                }
                let symbol = self.out.units[made].symbol;
                self.procedures.retain(|_, s| Some(*s) != symbol);
            }
        }
    }
}

impl World<'_> {
    /// C: local pointers to functions that are only set. Derivatives call what they lead to by name, and compilers warn of a variable that nobody reads.
    pub(super) fn drop_unread_functions(&mut self, shell: &Shell) {
        let u = &self.out.units[shell.unit];
        if u.language.has_modules() {
            return;
        }
        let mut set: BTreeMap<SymbolId, Vec<StmtId>> = BTreeMap::new();
        let mut read: BTreeSet<SymbolId> = BTreeSet::new();
        u.walk(&u.body, &mut |id, stmt| {
            let target = stmt.kind.as_assign().filter(|(_, rhs)| is_plain(rhs)).and_then(|(lhs, _)| lhs.as_var());
            let mut found = Vec::new();
            stmt.kind.exprs(&mut |e| mentions(e, &mut found));
            if let StmtKind::Call { callee, .. } = &stmt.kind {
                found.push(*callee);
            }
            if let Some(s) = target {
                set.entry(s).or_default().push(id);
                // Once on the left.
                if let Some(at) = found.iter().position(|f| *f == s) {
                    found.remove(at);
                }
            }
            read.extend(found);
        });
        let unread = |s: &SymbolId| {
            let function = |v: &il::Variable| matches!(v.ty, Type::Opaque(_) | Type::Procedure) && v.is_unsaved_local();
            !read.contains(s) && self.out.variable(*s).is_some_and(function)
        };
        let dropped: Vec<StmtId> = set.iter().filter(|(s, _)| unread(s)).flat_map(|(_, ids)| ids.clone()).collect();
        for id in dropped {
            self.out.units[shell.unit].stmts[id].kind = StmtKind::Nop;
        }
    }
}

/// Whether evaluating an expression does nothing.
fn is_plain(e: &Expr) -> bool {
    let mut calls = false;
    e.walk(&mut |x| calls |= matches!(x.kind, ExprKind::Call { .. }));
    !calls
}
