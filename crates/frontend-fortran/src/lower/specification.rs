//! The specification part of a scope: from statements to symbols and declarations.

use std::collections::BTreeSet;

use il::{Decl, ScopeKind, Storage, SymbolId, SymbolKind, UnitId, UnitKind};

use super::applied::Applied;
use super::comments;
use super::context::Lower;
use super::facts::{self, Facts};
use super::libraries;
use super::messages;
use super::unmentioned;
use super::uses::{Access, renamed_elsewhere};
use crate::ast::{self, StmtKind};

impl<'a> Lower<'a, '_> {
    /// Reads the specification parts of a unit and of what it contains.
    pub fn specification(&mut self, unit: UnitId) {
        if !self.specified.insert(unit) {
            return;
        }
        let was = self.enter(unit);
        let tree = self.trees[&unit];
        self.host_of_submodule(unit);
        if matches!(self.program.units[unit].kind, UnitKind::Module | UnitKind::Submodule(_)) {
            self.access.insert(unit, Access::of_module(&tree.body));
        }
        self.separate_procedure(unit);
        let applied = Applied::of_unit(tree, &declares);
        let (decls, executable) = self.specification_part(&tree.body, &applied);
        self.program.units[unit].decls.extend(decls);
        self.keep_tied(unit);
        self.names_of_access_alone(&tree.body);
        self.executable.insert(unit, executable);
        self.finish_header(unit);
        for child in self.program.units[unit].children.clone() {
            self.specification(child);
        }
        self.leave(was);
    }

    /// What EQUIVALENCE ties to a local that keeps its value, by SAVE or DATA, keeps its own: it is one storage (F2018 8.5.16, 19.5.3).
    fn keep_tied(&mut self, unit: UnitId) {
        let u = &self.program.units[unit];
        let saved = |s: &SymbolId| self.program.variable(*s).is_some_and(|v| v.saved);
        let named: BTreeSet<SymbolId> = u.equivalences().flatten().filter_map(il::Expr::root).collect();
        let kept: BTreeSet<SymbolId> =
            named.into_iter().filter(saved).flat_map(|s| u.tied_with(s, &|_| true)).collect();
        for s in kept {
            if let SymbolKind::Variable(v) = &mut self.program.symbols[s].kind {
                v.saved |= v.storage == Storage::Local;
            }
        }
    }

    /// Where types are implicit, a name that a module mentions in PUBLIC or PRIVATE alone is a variable of it.
    fn names_of_access_alone(&mut self, body: &'a [ast::Stmt]) {
        if !self.is_module_scope(self.scope) || self.implicit_none() || self.is_shaky() {
            return;
        }
        for stmt in body {
            let StmtKind::Access { names, .. } = &stmt.kind else { continue };
            for name in names {
                if let ast::GenericSpec::Name(n) = name
                    && self.find(&n.text).is_none()
                {
                    self.implicit_variable(&n.text, n.span);
                }
            }
        }
    }

    /// Reads the declarations of the current scope; returns them, and the statements that are not declarations.
    pub fn specification_part(&mut self, body: &'a [ast::Stmt], applied: &Applied) -> (Vec<Decl>, Vec<&'a ast::Stmt>) {
        let facts = facts::gather(body);
        for (name, (span, first)) in facts.iter().filter_map(|(name, f)| Some((name, f.twice?))) {
            let same = facts[name].spec.is_some_and(|last| facts::same_type(first, last));
            self.say(messages::typed_twice(span, name, first.span, same));
        }
        for stmt in body {
            if let StmtKind::Use(u) = &stmt.kind {
                self.use_module(u, &renamed_elsewhere(u, body));
            }
        }
        for stmt in body {
            if let StmtKind::Described(name) = &stmt.kind {
                self.include_described(name);
                if self.reported.insert((self.program.global, name.to_ascii_lowercase())) {
                    self.say(libraries::said(stmt.meta.span, name, false));
                }
            }
        }
        self.implicit_rules(body);
        let parts = self.parts(body, &facts);
        if body.iter().any(|s| matches!(&s.kind, StmtKind::Save { items, bind: None } if items.is_empty())) {
            self.saves_all.insert(self.scope);
        }
        if parts.declarations.iter().any(|s| matches!(s.kind, StmtKind::Error { .. })) {
            self.shaky.insert(self.scope);
        }
        for (name, function) in &parts.functions {
            self.statement_functions.insert((self.scope, name.clone()), function.clone());
        }
        if let ScopeKind::Unit(unit) = self.program.scopes[self.scope].kind
            && self.trees[&unit].contains.is_none()
        {
            let idle = unmentioned::idle_dummies(&parts).into_iter().filter(|name| !self.is_own_argument(name));
            let specs = idle.filter_map(|name| Some(((self.scope, name.clone()), facts.get(&name)?.spec?)));
            let specs: Vec<_> = specs.collect();
            self.idle_dummies.extend(specs);
        }
        self.declare_all(body, &facts, applied);
        // EQUIVALENCE and DATA speak of elements of arrays whose shape may be declared further down.
        let speaks_of_elements = |stmt: &ast::Stmt| matches!(stmt.kind, StmtKind::Equivalence(_) | StmtKind::Data(_));
        let mut made: Vec<Vec<Decl>> = vec![Vec::new(); parts.declarations.len()];
        for late in [false, true] {
            for (stmt, out) in parts.declarations.iter().zip(&mut made) {
                if speaks_of_elements(stmt) == late {
                    self.declaration(stmt, out);
                }
            }
        }
        let decls = made.into_iter().flatten().collect();
        (decls, parts.executable)
    }

    /// What the header says once the declarations are read: the type of a function's result.
    pub fn finish_header(&mut self, unit: UnitId) {
        let (result, symbol) = (self.program.units[unit].result(), self.program.units[unit].symbol);
        let (Some(result), Some(symbol)) = (result, symbol) else { return };
        let ty = self.program.symbol_type(result).cloned();
        let is_interface = self.program.units[unit].is_interface;
        if let SymbolKind::Procedure(p) = &mut self.program.symbols[symbol].kind
            && (p.unit == Some(unit) || (is_interface && p.result.is_none()))
        {
            p.result = ty;
        }
    }

    /// Whether `name` is a dummy argument or the result of the unit whose scope is the current one.
    pub fn is_own_argument(&self, name: &str) -> bool {
        let ScopeKind::Unit(unit) = self.program.scopes[self.scope].kind else { return false };
        match &self.trees[&unit].kind {
            ast::UnitKind::Subprogram(h) => {
                h.dummies.iter().any(|d| matches!(d, ast::Dummy::Name(n) if n.is(name)))
                    || (h.is_function && h.result.as_ref().unwrap_or(&h.name).is(name))
            }
            _ => false,
        }
    }

    /// Comments, directives and label of a declaration.
    pub fn decl(&self, meta: &ast::Meta, kind: il::DeclKind) -> Decl {
        Decl {
            kind,
            span: meta.span,
            comments: comments::leading(&self.program.sources, meta),
            trailing: comments::trailing(&self.program.sources, meta),
            directives: comments::directives(&self.program.sources, meta),
            label: None,
        }
    }
}

/// Whether a contained unit has its own declaration of `name`.
fn declares(unit: &ast::Unit, name: &str) -> bool {
    let facts: Facts = facts::gather(&unit.body);
    if facts.contains_key(name) {
        return true;
    }
    match &unit.kind {
        ast::UnitKind::Subprogram(h) => {
            h.name.is(name) || h.dummies.iter().any(|d| matches!(d, ast::Dummy::Name(n) if n.is(name)))
        }
        _ => false,
    }
}
