//! `-module reuse`: the module of the derivatives uses the original module instead of copying it.
//!
//! `M_diff` begins with `use M`, and holds the derivatives of variables, the types of derivatives and the derivative procedures, nothing else; data and
//! procedures of `M` exist once. What uses `M` uses `M_diff` besides. What `M` keeps to itself cannot be reached from there: refused.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use il::access::{is_protected, is_public};
use il::decl::UseItem;
use il::{
    Attr, Decl, DeclKind, Diagnostic, ExprKind, ScopeKind, StmtKind, SymbolId, SymbolKind, Type, UnitId, UnitKind,
};

use super::World;
use super::prune::mentions;

impl World<'_> {
    /// Whether a container is made beside its original, and not as a copy of it.
    pub(super) fn reuses(&self, unit: UnitId) -> bool {
        self.request.reuses(unit) && matches!(self.source.units[unit].kind, UnitKind::Module | UnitKind::Submodule(_))
    }

    /// The scope of a module that uses its original: the same names mean the same.
    pub(super) fn reusing_scope(&mut self, unit: UnitId, new: UnitId, parent: il::ScopeId) -> il::ScopeId {
        let scope = self.out.new_scope(parent, ScopeKind::Unit(new));
        let names = self.source.scopes[self.source.units[unit].scope].names.clone();
        self.out.scopes[scope].names.extend(names);
        scope
    }

    /// The declarations and procedures of a module that uses its original.
    pub(super) fn fill_reusing(&mut self, unit: UnitId, copy: UnitId) {
        let original = self.plain.units[unit].clone();
        let maps = self.globals.clone();
        let is_module = original.kind == UnitKind::Module;
        let mut decls: Vec<Decl> = Vec::new();
        if let (true, Some(symbol)) = (is_module, original.symbol) {
            let module = original.name.clone();
            decls.push(DeclKind::Use { module, symbol, nature: None, only: false, items: Vec::new() }.into());
        }
        let kept = |d: &&Decl| matches!(d.kind, DeclKind::Use { .. } | DeclKind::Implicit(_));
        decls.extend(original.decls.iter().filter(kept).cloned());
        if is_module {
            let names = Vec::new();
            decls.push(DeclKind::Attribute { attr: Attr::Private, symbols: names }.into());
        }
        let mut children = Vec::new();
        for &child in &original.children {
            if !self.plain.units[child].is_interface {
                children.extend(self.generated.get(&child).into_iter().flatten());
            }
        }
        self.copy_private_procedures(unit, copy, &mut children);
        decls.extend(self.private_constants(unit, &children));
        for d in &original.decls {
            decls.extend(self.mirror_in_all_modes(d, &maps));
        }
        let separate = self.separate_interfaces(unit);
        let announced = separate.iter().flat_map(|d| match &d.kind {
            DeclKind::Interface { bodies, .. } => bodies.clone(),
            _ => Vec::new(),
        });
        let own: Vec<UnitId> = children.iter().copied().chain(announced).collect();
        decls.extend(separate);
        if is_module {
            self.publish(&mut decls, unit, Vec::new());
            // Variants of procedures may be there for others only.
            let public = decls.iter_mut().find_map(|d| match &mut d.kind {
                DeclKind::Attribute { attr: Attr::Public, symbols } => Some(symbols),
                _ => None,
            });
            if let Some(list) = public {
                let new = |s: &SymbolId| !self.source.symbols.contains(*s);
                for s in own.iter().filter_map(|c| self.out.units[*c].symbol).filter(new) {
                    if !list.iter().any(|e| e.symbol == s) {
                        list.push(il::Entity { dims: false, init: false, ..il::Entity::new(s) });
                    }
                }
            }
        }
        self.out.units[copy].decls = decls;
        self.out.units[copy].children = children.clone();
        for c in children {
            self.check_access(unit, c);
        }
    }

    /// What uses a module uses the module of its derivatives too, and those of what it hands on from other modules: `M_diff` keeps these names to
    /// itself.
    pub(super) fn use_derivatives(&mut self, unit: UnitId, decls: &mut Vec<Decl>) {
        let mut out: Vec<Decl> = Vec::new();
        let mut whole: BTreeSet<UnitId> = BTreeSet::new();
        for d in std::mem::take(decls) {
            let also = d.clone();
            out.push(d);
            let DeclKind::Use { symbol, only, items, .. } = &also.kind else { continue };
            let Some(original) = self.module_unit(*symbol).filter(|m| self.source.units.contains(*m)) else { continue };
            if !self.reuses(original) {
                continue;
            }
            // What a module hands on its own USE statements bring, by the names that these give it.
            if self.containers.get(&original) == Some(&unit) {
                continue;
            }
            let scope = self.source.units[original].scope;
            // Copies of modules, in the order of their names here; what is asked of each.
            let mut asked: IndexMap<UnitId, Vec<UseItem>> = IndexMap::new();
            asked.extend(self.containers.get(&original).filter(|_| !only).map(|copy| (*copy, Vec::new())));
            let asked_of =
                |name: &String| items.iter().find(|i| i.name.as_ref().unwrap_or(&i.local).eq_ignore_ascii_case(name));
            let given: Vec<(SymbolId, UseItem)> = match only {
                true => {
                    let found = |i: &UseItem| self.source.lookup_here(scope, i.name.as_ref().unwrap_or(&i.local));
                    items.iter().filter_map(|i| Some((found(i)?, i.clone()))).collect()
                }
                false => {
                    let names = self.source.scopes[scope].names.iter();
                    let item = |n: &String| asked_of(n).cloned().unwrap_or(UseItem { local: n.clone(), name: None });
                    names
                        .filter(|(name, _)| is_public(self.plain, original, name))
                        .map(|(n, s)| (*s, item(n)))
                        .collect()
                }
            };
            for (s, item) in given {
                let home = self.source.units.iter().find(|(_, u)| u.scope == self.source.symbols[s].scope);
                let copy = home.and_then(|(home, _)| self.containers.get(&home).copied());
                let Some(copy) = copy else { continue };
                for made in self.derivative_items(s, &item, true) {
                    let names = asked.entry(copy).or_default();
                    let is_said = *only || item.name.is_some() && made.name.is_some();
                    if is_said && !names.iter().any(|n| n.local.eq_ignore_ascii_case(&made.local)) {
                        names.push(made);
                    }
                }
            }
            for (copy, items) in asked {
                if copy == unit || *only && items.is_empty() || !only && !whole.insert(copy) {
                    continue;
                }
                let Some(symbol) = self.out.units[copy].symbol else { continue };
                let module = self.out.units[copy].name.clone();
                out.push(DeclKind::Use { module, symbol, nature: None, only: *only, items }.into());
            }
        }
        *decls = out;
    }

    /// Refuses what a generated procedure needs of a module and cannot reach from outside.
    fn check_access(&mut self, module: UnitId, generated: UnitId) {
        let scope = self.source.units[module].scope;
        let inside_only = matches!(self.source.units[module].kind, UnitKind::Submodule(_));
        let mut named: Vec<SymbolId> = self.body_symbols(generated);
        let mut types: BTreeSet<il::RecordId> = BTreeSet::new();
        for s in self.names_unseen_in(generated) {
            match self.out.symbols[s].kind {
                SymbolKind::Record(r) => drop(types.insert(r)),
                _ => named.push(s),
            }
        }
        let u = &self.out.units[generated];
        for d in &u.decls {
            if let DeclKind::Variables { entities, .. } = &d.kind {
                for e in entities {
                    let Some(ty) = self.out.symbol_type(e.symbol) else { continue };
                    types.extend(ty.record());
                    if let Type::Array { .. } = ty {
                        super::type_mentions(ty, &mut named);
                    }
                }
            }
        }
        let mut hidden: BTreeSet<String> = BTreeSet::new();
        u.walk(&u.body, &mut |_, s| {
            s.kind.exprs(&mut |e| {
                e.walk(&mut |e| {
                    if let ExprKind::Field { record, field, .. } = &e.kind
                        && self.source.records.contains(*record)
                    {
                        let f = &self.out.records[*record].fields[*field];
                        let owner = f.owner.unwrap_or(*record);
                        let is = |a: &String| a.trim().eq_ignore_ascii_case("private");
                        if f.attributes.iter().any(is) || self.out.records[owner].attributes.iter().any(is) {
                            hidden.insert(f.name.clone());
                        }
                    }
                });
            });
            if let StmtKind::Call { args, .. } = &s.kind {
                args.iter().for_each(|a| mentions(&a.value, &mut named));
            }
        });
        let protected = self.changed_by(generated);
        let children = u.children.clone();
        let mut unreachable: BTreeSet<String> = BTreeSet::new();
        let of_module = |s: &SymbolId| self.source.symbols.contains(*s) && self.source.symbols[*s].scope == scope;
        for s in named.iter().filter(|s| of_module(s)) {
            let symbol = &self.source.symbols[*s];
            let stands_for = self.source.procedure(*s).and_then(|p| p.unit);
            let dispatches =
                stands_for.is_some_and(|u| self.source.units[u].binding.as_ref().is_some_and(|b| b.dispatches));
            let own =
                matches!(symbol.kind, SymbolKind::Variable(_) | SymbolKind::Constant { .. } | SymbolKind::Procedure(_));
            if own
                && !dispatches
                && !self.is_private_constant(module, *s)
                && self.private_procedure(module, *s).is_none()
                && !stands_for.is_some_and(|u| self.is_said_by_operator(u))
                && (inside_only || !is_public(self.plain, module, &symbol.name))
            {
                unreachable.insert(symbol.name.clone());
            }
        }
        for s in self.pointed_at(generated) {
            if self.private_procedure(module, s).is_some() && self.is_pointed_at_outside(s) {
                unreachable.insert(self.source.symbols[s].name.clone());
            }
        }
        for s in protected.iter().filter(|s| of_module(s) && is_protected(self.plain, module, **s)) {
            unreachable.insert(self.source.symbols[*s].name.clone());
        }
        for r in types {
            let symbol = self.source.type_symbol(r).map(|s| &self.source.symbols[s]);
            if let Some(s) = symbol.filter(|s| s.scope == scope)
                && (inside_only || !is_public(self.plain, module, &s.name))
            {
                unreachable.insert(s.name.clone());
            }
        }
        unreachable.extend(hidden.into_iter().map(|h| format!("%{h}")));
        for what in unreachable {
            self.refuse_kept(generated, &what, module);
        }
        for c in children {
            self.check_access(module, c);
        }
    }

    /// A derivative needs what a module that stays the original keeps to itself.
    pub(super) fn refuse_kept(&mut self, generated: UnitId, what: &str, module: UnitId) {
        self.private.insert(module);
        let u = &self.out.units[generated];
        let said = format!("`{}` needs `{what}`, which `{}` keeps to itself", u.name, self.source.units[module].name);
        self.report(
            Diagnostic::error("RT0461", u.span, said)
                .note("make it public, or write -module auto: copied modules see everything"),
        );
    }
}
