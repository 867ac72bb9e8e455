//! Submodules: what they see, and the bodies of separate module procedures (F2018 14.2.3, 15.6.2.5).

use std::collections::BTreeMap;

use il::{DeclKind, Expr, ExprKind, Prefix, ScopeId, SymbolId, SymbolKind, Type, UnitId, UnitKind, Upper};

use super::context::Lower;
use super::{messages, units};
use crate::ast;

impl<'a> Lower<'a, '_> {
    /// A submodule sees what its ancestor and its parent declare.
    pub fn host_of_submodule(&mut self, unit: UnitId) {
        let tree = self.trees[&unit];
        let ast::UnitKind::Submodule { ancestor, parent, .. } = &tree.kind else { return };
        let key = match parent {
            Some(parent) => units::submodule_key(&ancestor.text, &parent.text),
            None => ancestor.key(),
        };
        let global = self.program.global;
        match self.program.lookup_here(global, &key).and_then(|s| self.module_unit(s)) {
            Some(host) => {
                let (scope, host_scope) = (self.program.units[unit].scope, self.program.units[host].scope);
                // A circle was reported where the order of units was found.
                if !self.is_inside(host_scope, scope) {
                    self.program.enclose(scope, host_scope);
                }
            }
            None => {
                self.refuse(messages::no_ancestor(ancestor.span, &ancestor.text));
                self.shaky.insert(self.scope);
            }
        }
    }

    /// Whether `scope` is `outer` or lies inside it.
    fn is_inside(&self, scope: ScopeId, outer: ScopeId) -> bool {
        let mut at = Some(scope);
        while let Some(id) = at {
            if id == outer {
                return true;
            }
            at = self.program.scopes[id].parent;
        }
        false
    }

    /// Joins the body of a separate module procedure to the interface that declares it.
    pub fn separate_procedure(&mut self, unit: UnitId) {
        let is_bare = matches!(self.trees[&unit].kind, ast::UnitKind::ModuleProcedure { .. });
        let is_separate = is_bare || self.program.units[unit].has_prefix(&Prefix::Module);
        if !is_separate || self.program.units[unit].is_interface {
            return;
        }
        let name = self.program.units[unit].name.clone();
        let Some(host) = self.program.units[unit].parent else { return };
        let host_scope = self.program.units[host].scope;
        let outer = self.program.scopes[host_scope].parent;
        let Some(symbol) = outer.and_then(|s| self.find_from(s, &name)) else {
            if is_bare {
                self.missing_interface(unit, &name);
            }
            return;
        };
        let interface = self.program.procedure(symbol).and_then(|p| p.unit);
        let Some(interface) = interface.filter(|u| self.program.units[*u].is_interface) else { return };
        if is_bare {
            self.copy_header(interface, unit);
        }
        if let SymbolKind::Procedure(p) = &mut self.program.symbols[symbol].kind {
            p.unit = Some(unit);
        }
        self.program.units[unit].symbol = Some(symbol);
        self.program.import(host_scope, &name, symbol);
    }

    fn missing_interface(&mut self, unit: UnitId, name: &str) {
        let span = self.program.units[unit].span;
        if !self.is_shaky() {
            self.refuse(messages::no_ancestor(span, name));
        }
        self.shaky.insert(self.scope);
        self.program.units[unit].has_errors = true;
    }

    /// `MODULE PROCEDURE name` has the header and the declarations of its interface: they are written out.
    pub fn copy_header(&mut self, interface: UnitId, unit: UnitId) {
        let scope = self.program.units[unit].scope;
        let from = self.program.units[interface].clone();
        let mut copies: BTreeMap<SymbolId, SymbolId> = BTreeMap::new();
        for (key, symbol) in self.program.scopes[from.scope].names.clone() {
            let old = self.program.symbols[symbol].clone();
            let is_own = old.scope == from.scope;
            let copy = if is_own { self.program.declare(scope, old.name, old.span, old.kind) } else { symbol };
            self.program.import(scope, &key, copy);
            copies.insert(symbol, copy);
        }
        for copy in copies.values() {
            if let SymbolKind::Variable(v) = &mut self.program.symbols[*copy].kind {
                rename_in_type(&mut v.ty, &copies);
            }
        }
        let copy = |symbol: SymbolId| copies.get(&symbol).copied().unwrap_or(symbol);
        let mut decls = from.decls;
        // IMPORT belongs to interface bodies only.
        decls.retain(|d| !d.kind.is_import());
        for d in &mut decls {
            match &mut d.kind {
                DeclKind::Variables { entities, .. } | DeclKind::Attribute { symbols: entities, .. } => {
                    entities.iter_mut().for_each(|e| e.symbol = copy(e.symbol));
                }
                DeclKind::Dimension(symbols) | DeclKind::External(symbols) | DeclKind::Parameter(symbols) => {
                    symbols.iter_mut().for_each(|s| *s = copy(*s));
                }
                _ => {}
            }
        }
        let target = &mut self.program.units[unit];
        target.params = from.params.iter().map(|p| copy(*p)).collect();
        target.alternate_params = from.alternate_params;
        target.prefixes = from.prefixes;
        target.decls = decls;
        target.kind = match from.kind {
            UnitKind::Function { result, explicit, type_prefix } => {
                UnitKind::Function { result: copy(result), explicit, type_prefix }
            }
            other => other,
        };
    }
}

/// Replaces the symbols that the bounds and lengths of a type mention.
fn rename_in_type(ty: &mut Type, copies: &BTreeMap<SymbolId, SymbolId>) {
    let rename = |e: &mut Expr| {
        e.rewrite(&mut |x| {
            if let ExprKind::Var(s) = &mut x.kind
                && let Some(copy) = copies.get(s)
            {
                *s = *copy;
            }
        });
    };
    match ty {
        Type::Array { elem, dims } => {
            rename_in_type(elem, copies);
            for d in dims {
                d.lower.iter_mut().for_each(rename);
                if let Upper::At(e) = &mut d.upper {
                    rename(e);
                }
            }
        }
        Type::Character { len: Some(len), .. } => rename(len),
        Type::Scalar(_)
        | Type::Character { .. }
        | Type::Record(_)
        | Type::Pointer { .. }
        | Type::Procedure
        | Type::Void
        | Type::Opaque(_) => {}
    }
}
