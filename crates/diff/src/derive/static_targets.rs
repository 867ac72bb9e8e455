//! C: `static` functions that a derivative asks pointers for, `if (f == lorenz) …`.
//!
//! The file of the derivative has copies of them, at other addresses. What makes a pointer to one is copied too then, with all that calls it, so that the
//! derivative compares what its own file made. A pointer that the original makes, and that comes to the derivative from outside, is refused.

use std::collections::BTreeSet;

use il::calls::CallGraph;
use il::{Diagnostic, ExprKind, Prefix, StmtKind, SymbolId, SymbolKind, Type, UnitId};

use super::World;
use super::prune::mentions;

impl World<'_> {
    /// The `static` functions that differentiated calls through pointers choose from.
    fn asked_for(&self) -> BTreeSet<SymbolId> {
        let mut out = BTreeSet::new();
        for &unit in self.facts.differentiated() {
            let u = &self.source.units[unit];
            if !u.language.points_by_address() || !u.stands_for_pointer() {
                continue;
            }
            u.walk(&u.body, &mut |_, s| {
                if let StmtKind::If(i) = &s.kind {
                    i.arms.iter().for_each(|a| a.test.collect_symbols(&mut out));
                }
            });
        }
        let is_static = |s: &SymbolId| {
            let unit = self.source.procedure(*s).and_then(|f| f.unit);
            unit.is_some_and(|u| self.source.units[u].has_prefix(&Prefix::Static))
        };
        out.retain(is_static);
        out
    }

    /// These functions, and the `static` variables that begin with pointers to them.
    fn with_tables(&self, functions: &BTreeSet<SymbolId>) -> BTreeSet<SymbolId> {
        let mut out = functions.clone();
        loop {
            let before = out.len();
            for (s, symbol) in self.plain.symbols.iter() {
                let SymbolKind::Variable(v) = &symbol.kind else { continue };
                let mut named = Vec::new();
                v.init.iter().for_each(|e| mentions(e, &mut named));
                if symbol.scope != self.plain.global_c && named.iter().any(|f| out.contains(f)) {
                    out.insert(s);
                }
            }
            if out.len() == before {
                return out;
            }
        }
    }

    /// Functions that name one of these as a value.
    fn makers(&self, functions: &BTreeSet<SymbolId>) -> BTreeSet<UnitId> {
        let functions = self.with_tables(functions);
        let names = |u: &il::Unit| {
            u.any(&u.body, &mut |_, s| {
                s.kind.any_expr(&mut |e| matches!(&e.kind, ExprKind::Var(f) if functions.contains(f)))
            })
        };
        let units = self.plain.units.iter();
        units
            .filter(|(_, u)| u.language.points_by_address() && !u.stands_for_pointer() && names(u))
            .map(|(id, _)| id)
            .collect()
    }

    /// Functions that make pointers to `static` functions that a derivative asks for, and those that call them.
    pub(super) fn with_static_pointers(&self) -> BTreeSet<UnitId> {
        let functions = self.asked_for();
        if functions.is_empty() {
            return BTreeSet::new();
        }
        let calls = CallGraph::new(self.plain);
        let mut out = BTreeSet::new();
        let mut todo: Vec<UnitId> = self.makers(&functions).into_iter().collect();
        while let Some(unit) = todo.pop() {
            if out.insert(unit) {
                todo.extend(calls.callers(unit));
            }
        }
        out
    }

    /// Refuses what compares copies of `static` functions with pointers that the original made.
    pub(super) fn check_static_pointers(&mut self) {
        let functions = self.asked_for();
        if functions.is_empty() {
            return;
        }
        let p = self.plain;
        let heads: Vec<UnitId> = self.request.heads.iter().map(|h| h.unit).collect();
        let reached: BTreeSet<UnitId> = CallGraph::new(p).reached(&heads).into_iter().collect();
        let given = heads.iter().flat_map(|h| &p.units[*h].params).any(|s| self.brings_pointers(*s));
        let mut said: Vec<(SymbolId, String)> = Vec::new();
        let mut said_of = |functions: &[SymbolId], maker: &str| {
            said.extend(functions.iter().map(|f| (*f, maker.to_string())));
        };
        for unit in self.with_static_pointers() {
            let of_file = p.units[unit].parent.is_some_and(|f| self.containers.contains_key(&f));
            let called = reached.contains(&unit) && !of_file;
            let outside = given && !reached.contains(&unit);
            if called || outside {
                let mut named = Vec::new();
                let u = &p.units[unit];
                u.walk(&u.body, &mut |_, s| s.kind.exprs(&mut |e| mentions(e, &mut named)));
                let named: Vec<SymbolId> = named.into_iter().flat_map(|s| self.behind(s, &functions)).collect();
                said_of(&named, &u.name);
            }
        }
        // Variables that other files know are the original's.
        for (_, symbol) in p.symbols.iter().filter(|(_, s)| s.scope == p.global_c) {
            let SymbolKind::Variable(v) = &symbol.kind else { continue };
            let mut named = Vec::new();
            v.init.iter().for_each(|e| mentions(e, &mut named));
            let named: Vec<SymbolId> = named.into_iter().flat_map(|s| self.behind(s, &functions)).collect();
            said_of(&named, &symbol.name);
        }
        said.sort();
        said.dedup_by_key(|(f, _)| *f);
        for (f, maker) in said {
            let name = &self.source.symbols[f].name;
            let message = format!("the `static` function `{name}` cannot be reached from the derivative's file");
            let diagnostic = Diagnostic::error("RT0412", self.source.symbols[f].span, message)
                .label(format!("a pointer to it that `{maker}` makes comes to the derivative from outside"))
                .note("let it be no `static` function: then the derivative can ask whether a pointer points to it");
            self.report(diagnostic);
        }
    }

    /// The functions that a symbol is, or that it begins with pointers to.
    fn behind(&self, symbol: SymbolId, functions: &BTreeSet<SymbolId>) -> Vec<SymbolId> {
        let mut out = Vec::new();
        let mut seen = BTreeSet::new();
        let mut todo = vec![symbol];
        while let Some(s) = todo.pop() {
            if seen.insert(s) {
                out.extend(functions.get(&s));
                self.plain.variable(s).and_then(|v| v.init.as_ref()).iter().for_each(|e| mentions(e, &mut todo));
            }
        }
        out
    }

    /// Whether pointers to functions can be reached from a variable.
    fn brings_pointers(&self, s: SymbolId) -> bool {
        fn within(p: &il::Program, ty: &Type, seen: &mut BTreeSet<il::RecordId>) -> bool {
            match ty {
                Type::Opaque(_) | Type::Procedure => true,
                Type::Array { elem, .. } => within(p, elem, seen),
                Type::Pointer { to, .. } => within(p, to, seen),
                Type::Record(r) => {
                    let record = &p.records[*r];
                    !record.external && seen.insert(*r) && record.fields.iter().any(|f| within(p, &f.ty, seen))
                }
                Type::Scalar(_) | Type::Character { .. } | Type::Void => false,
            }
        }
        let ty = self.plain.symbol_type(s).filter(|_| self.plain.variable(s).is_some());
        ty.is_some_and(|ty| within(self.plain, ty, &mut BTreeSet::new()))
    }
}
