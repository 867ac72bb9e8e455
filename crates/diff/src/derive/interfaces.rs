//! Interface bodies of external derivative procedures, in the procedures that call them.

use std::collections::BTreeSet;

use il::{Decl, DeclKind, SymbolId, Type, Unit, UnitId, Upper};

use super::mentioned::words;
use super::{Shell, World};

impl World<'_> {
    /// An interface body for an external derivative procedure, where its dummies ask for an explicit interface (F2018 15.4.2.2).
    pub(super) fn needs_interface(&mut self, shell: &Shell, symbol: SymbolId) -> Option<UnitId> {
        let (unit, part) = self.original_of(symbol)?;
        let known = self.has_interface_of(shell.original, unit);
        if !self.asks_for_interface(unit) || !known || (unit, part) == (shell.original, shell.part) {
            return None;
        }
        let callee = self.shell(unit, part);
        Some(self.interface_body(shell.unit, callee.unit))
    }

    /// Whether a caller of the original has an interface body for an external procedure. One that needs it and has none will stand in a module beside it:
    /// projects paste procedures together after differentiation.
    fn has_interface_of(&self, caller: UnitId, callee: UnitId) -> bool {
        let p = self.source;
        let name = &p.units[callee].name;
        let around = std::iter::successors(Some(caller), |u| p.units[*u].parent);
        let says = |u: UnitId| {
            p.units[u].decls.iter().any(|d| {
                let DeclKind::Interface { bodies, .. } = &d.kind else { return false };
                bodies.iter().any(|b| p.units[*b].name.eq_ignore_ascii_case(name))
            })
        };
        let mut todo: Vec<UnitId> = around.collect();
        let mut seen = BTreeSet::new();
        while let Some(u) = todo.pop().filter(|_| seen.len() < p.units.len()) {
            if !seen.insert(u) {
                continue;
            }
            if says(u) {
                return true;
            }
            todo.extend(p.used_modules(u));
        }
        false
    }

    /// Whether a procedure of the original can be called with an explicit interface only.
    pub(super) fn asks_for_interface(&self, unit: UnitId) -> bool {
        let original = &self.source.units[unit];
        let asks = |v: &il::Variable| {
            let assumed = matches!(&v.ty, Type::Array { dims, .. } if dims.iter().any(|d| d.upper == Upper::Deferred));
            v.optional || v.by_value || v.allocatable || v.pointer || v.target || assumed
        };
        original.params.iter().any(|p| self.source.variable(*p).is_some_and(asks))
            || original.result().is_some_and(|r| self.source.variable(r).is_some_and(|v| v.ty.rank() > 0))
            || original.has_prefix(&il::Prefix::Elemental)
    }

    /// Copies of external procedures are called with the interfaces that their originals ask for: the user's interface bodies have other names. So have those of
    /// functions which a caller knows by a USE or by what is around it, and generics do not mean copies.
    pub(super) fn interfaces_of_copies(&mut self) {
        let external = |u: &UnitId| {
            let unit = &self.source.units[*u];
            unit.language.has_modules() && unit.parent.is_none()
        };
        let copies: Vec<(SymbolId, UnitId, SymbolId, bool)> = self
            .copied
            .iter()
            .filter(|u| external(u))
            .filter_map(|u| {
                let original = self.source.units[*u].symbol?;
                let copy = self.globals.symbol(original);
                Some((copy, self.out.callee(copy)?, original, self.asks_for_interface(*u)))
            })
            .collect();
        let mut todo: Vec<UnitId> = match copies.is_empty() {
            true => Vec::new(),
            false => self.generated.values().flatten().chain(self.containers.values()).copied().collect(),
        };
        let mut seen = BTreeSet::new();
        while let Some(unit) = todo.pop() {
            if !seen.insert(unit) {
                continue;
            }
            if !self.out.units[unit].is_procedure() {
                todo.extend(&self.out.units[unit].children);
                continue;
            }
            let called: BTreeSet<SymbolId> = self.body_symbols(unit).into_iter().collect();
            for &(symbol, copy, original, asks) in copies.iter().filter(|(s, c, ..)| called.contains(s) && *c != unit) {
                let scope = self.out.units[unit].scope;
                let said = |s: SymbolId| self.out.is_declared_in(scope, s) || self.out.generic_in(scope, s).is_some();
                let brought = self.out.units[copy].result().is_some()
                    && (said(original) || said(symbol))
                    && !self.out.units[unit].decls.iter().any(|d| match &d.kind {
                        DeclKind::External(list) => list.contains(&symbol),
                        DeclKind::Variables { entities, .. } => entities.iter().any(|e| e.symbol == symbol),
                        _ => false,
                    });
                let name = self.out.symbols[symbol].name.clone();
                self.out.import(scope, &name, symbol);
                if !asks && !brought {
                    continue;
                }
                let body = self.interface_body(unit, copy);
                let decls = &mut self.out.units[unit].decls;
                decls.retain_mut(|d| match &mut d.kind {
                    DeclKind::External(list) => {
                        list.retain(|s| *s != symbol);
                        !list.is_empty()
                    }
                    DeclKind::Variables { entities, .. } => {
                        entities.retain(|e| e.symbol != symbol);
                        !entities.is_empty()
                    }
                    _ => true,
                });
                let (generic, bodies) = (String::new(), vec![body]);
                decls.push(Decl::from(DeclKind::Interface {
                    generic,
                    is_abstract: false,
                    bodies,
                    procedures: Vec::new(),
                }));
            }
        }
    }

    /// A recursive external procedure knows itself, but its derivative is another: where that calls the original, it says what this is.
    pub(super) fn interfaces_of_themselves(&mut self) {
        let all = self.generated.iter().flat_map(|(original, units)| units.iter().map(|u| (*original, *u)));
        for (original, unit) in all.collect::<Vec<_>>() {
            let source = &self.source.units[original];
            let external = source.language.has_modules() && source.parent.is_none() && source.is_procedure();
            let Some(symbol) = source.symbol.filter(|_| external).map(|s| self.globals.symbol(s)) else { continue };
            let Some(callee) = self.out.callee(symbol).filter(|c| *c != unit) else { continue };
            if !self.body_symbols(unit).contains(&symbol) {
                continue;
            }
            let said = self.out.units[unit].decls.iter().any(|d| match &d.kind {
                DeclKind::External(list) => list.contains(&symbol),
                DeclKind::Variables { entities, .. } => entities.iter().any(|e| e.symbol == symbol),
                DeclKind::Interface { bodies, .. } => bodies.iter().any(|b| self.out.units[*b].symbol == Some(symbol)),
                _ => false,
            });
            if said {
                continue;
            }
            let (scope, name) = (self.out.units[unit].scope, self.out.symbols[symbol].name.clone());
            self.out.import(scope, &name, symbol);
            // Of a function with RESULT gfortran 12 does not see the type before its text.
            let renamed = matches!(source.kind, il::UnitKind::Function { explicit: true, .. });
            let decls = if renamed || self.asks_for_interface(original) {
                let bodies = vec![self.interface_body(unit, callee)];
                let (generic, procedures) = (String::new(), Vec::new());
                vec![Decl::from(DeclKind::Interface { generic, is_abstract: false, bodies, procedures })]
            } else if self.out.procedure(symbol).is_some_and(|f| f.result.is_some()) {
                let colons = self.writes_colons(&self.out.units[unit].decls, unit);
                self.external(symbol, colons)
            } else {
                Vec::new()
            };
            self.out.units[unit].decls.extend(decls);
        }
    }

    /// What `host` must see of a generated external procedure.
    fn interface_body(&mut self, host: UnitId, procedure: UnitId) -> UnitId {
        let source = self.out.units[procedure].clone();
        let mut wanted: Vec<SymbolId> = source.params.clone();
        wanted.extend(source.result());
        let mut k = 0;
        while k < wanted.len() {
            if let Some(ty) = self.out.symbol_type(wanted[k]).cloned() {
                super::prune::type_mentions(&ty, &mut wanted);
            }
            k += 1;
        }
        let mut decls = source.decls.clone();
        decls.retain_mut(|d| match &mut d.kind {
            DeclKind::Variables { entities, .. } | DeclKind::Attribute { symbols: entities, .. } => {
                entities.retain(|e| wanted.contains(&e.symbol));
                !entities.is_empty()
            }
            // What a description says of an included file may be in the bounds.
            DeclKind::Use { .. } | DeclKind::Implicit(_) | DeclKind::Include(_) => true,
            DeclKind::Parameter(list) | DeclKind::Dimension(list) => {
                list.retain(|s| wanted.contains(s));
                !list.is_empty()
            }
            DeclKind::Common { .. }
            | DeclKind::Equivalence(_)
            | DeclKind::Save { .. }
            | DeclKind::Data(_)
            | DeclKind::External(_)
            | DeclKind::Intrinsic(_)
            | DeclKind::Record(_)
            | DeclKind::Typedef(_)
            | DeclKind::Enum { .. }
            | DeclKind::Interface { .. }
            | DeclKind::Prototype(_)
            | DeclKind::Unit(_)
            | DeclKind::Opaque { .. }
            | DeclKind::Error(_) => false,
        });
        self.narrow_uses(host, &mut decls);
        let body = Unit {
            is_interface: true,
            parent: Some(host),
            decls,
            stmts: il::Arena::new(),
            body: Vec::new(),
            children: Vec::new(),
            comments: Vec::new(),
            end_comments: Vec::new(),
            ..source
        };
        self.out.units.add(body)
    }

    /// An interface body in `host` uses the modules that its declarations ask for. Of the module that `host` stands in it imports what it needs: a
    /// module cannot use itself.
    pub(super) fn narrow_uses(&self, host: UnitId, decls: &mut Vec<Decl>) {
        let mut names = BTreeSet::new();
        for d in decls.iter_mut() {
            d.comments.clear();
            d.trailing = None;
            let DeclKind::Variables { spelling, entities, .. } = &d.kind else { continue };
            words(spelling, &mut names);
            let mut symbols = Vec::new();
            for e in entities {
                self.out.symbol_type(e.symbol).iter().for_each(|ty| super::prune::type_mentions(ty, &mut symbols));
            }
            names.extend(symbols.iter().map(|s| self.out.symbols[*s].name.to_ascii_lowercase()));
        }
        let mut around = BTreeSet::new();
        let mut at = Some(host);
        while let Some(u) = at {
            around.extend(self.out.units[u].symbol);
            at = self.out.units[u].parent;
        }
        let mut imports = false;
        decls.retain(|d| {
            let DeclKind::Use { symbol, only, items, .. } = &d.kind else { return true };
            let known = |name: &String| {
                let scope = self.module_unit(*symbol).map(|m| self.out.units[m].scope);
                scope.is_none_or(|scope| self.out.lookup_here(scope, name).is_some())
            };
            let wanted = match only {
                true => items.iter().any(|i| names.contains(&i.local.to_ascii_lowercase())),
                false => names.iter().any(known),
            };
            let inside = around.contains(symbol);
            imports |= inside && wanted;
            wanted && !inside || !*only && !inside
        });
        if imports {
            let word = if self.out.writes_upper(host) { "IMPORT" } else { "import" };
            let kind = DeclKind::Opaque { text: word.into(), symbols: Vec::new() };
            let at = decls.iter().rposition(|d| matches!(d.kind, DeclKind::Use { .. })).map_or(0, |p| p + 1);
            decls.insert(at, Decl::from(kind));
        }
    }
}
