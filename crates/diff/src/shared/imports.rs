//! What a copy of a procedure needs to stand in another module: names that mean something else there, or nothing.
//!
//! Constants are declared again in the copy, so that it does not matter whether their module keeps them to itself; other names come by a USE of the
//! copy's own, from modules that do not use the host themselves, or from intrinsic modules. Where modules are copied, what one keeps to itself and the
//! copy needs is public in the copied module (`derive/access.rs`); with `-module reuse` nothing opens the original.

use std::collections::{BTreeMap, BTreeSet};

use il::access::is_public;
use il::decl::UseItem;
use il::symbol::{ProcedureClass, Symbol, SymbolKind};
use il::{Attr, Decl, DeclKind, Entity, Expr, ExprKind, Program, ScopeId, SymbolId, Type, Unit, UnitId, UnitKind};

use super::bound::{is_inside, named, words_of};
use crate::derive::{Maps, map_decl, remap_symbol};

/// What is missing in the host.
#[derive(Clone, Default, Debug)]
pub(crate) struct Imports {
    /// Constants: each behind those that its value and its kind name.
    constants: Vec<SymbolId>,
    /// Public names by the symbol of the module that has them, each with the name in the copy.
    used: BTreeMap<SymbolId, BTreeSet<(SymbolId, String)>>,
}

/// What a copy of `callee` needs in module `host`. `None`: not all of it can be had there. `opens`: what modules keep to themselves can.
pub(super) fn imports(
    p: &Program,
    callee: UnitId,
    host: UnitId,
    bound: &BTreeMap<usize, SymbolId>,
    opens: bool,
) -> Option<Imports> {
    let (own, there) = (p.units[callee].scope, p.units[host].scope);
    let dummies: Vec<SymbolId> = bound.keys().map(|k| p.units[callee].params[*k]).collect();
    let used = p.units[callee].decls.iter().filter_map(|d| match &d.kind {
        DeclKind::Use { symbol, .. } => p.units.iter().find(|(_, u)| u.symbol == Some(*symbol)),
        _ => None,
    });
    if used.into_iter().any(|(module, _)| uses(p, module, host)) {
        return None;
    }
    let (symbols, words) = named(p, callee, own);
    let mut search = Search { p, own, there, host, opens, by_own_use: true, out: Imports::default() };
    search.all(symbols.into_iter().filter(|s| !dummies.contains(s)), &words, callee)?;
    // What the dummies stand for is named in the copy, too.
    let name = |s: SymbolId| p.symbols[s].name.to_lowercase();
    let taken: BTreeSet<String> = bound.values().map(|s| name(*s)).collect();
    let visible = bound.values().all(|s| p.lookup(there, &p.symbols[*s].name) == Some(*s));
    let mut new = search.out.names(p);
    // A constant may be found from one that the callee does not know by name.
    let means_other = |(s, n): &(SymbolId, String)| p.lookup_here(own, n).is_some_and(|known| known != *s);
    let hidden = new.any(|n| taken.contains(&n.1) || means_other(&n));
    drop(new);
    (visible && !hidden).then_some(search.out)
}

/// What statements of `callee` need to stand in procedure `caller` of another module. `None`: not all of it can be had there, or something else has its
/// name.
pub(crate) fn imports_into(p: &Program, callee: UnitId, caller: UnitId) -> Option<Imports> {
    let (own, there) = (p.units[callee].scope, p.units[caller].scope);
    let mut host = caller;
    while let Some(parent) = p.units[host].parent {
        host = parent;
    }
    let (symbols, words) = named(p, callee, own);
    let mut search = Search { p, own, there, host, opens: false, by_own_use: false, out: Imports::default() };
    search.all(symbols.into_iter(), &words, callee)?;
    let free = search.out.names(p).all(|(_, name)| p.lookup(there, &name).is_none());
    free.then_some(search.out)
}

struct Search<'p> {
    p: &'p Program,
    own: ScopeId,
    there: ScopeId,
    host: UnitId,
    opens: bool,
    /// What stands there has the USE statements of the callee.
    by_own_use: bool,
    out: Imports,
}

impl Search<'_> {
    /// All that is named by symbols, and by words in text.
    fn all(&mut self, symbols: impl Iterator<Item = SymbolId>, words: &BTreeSet<String>, callee: UnitId) -> Option<()> {
        let p = self.p;
        for s in symbols {
            self.symbol(s, &p.symbols[s].name, callee)?;
        }
        let hidden = words.iter().filter(|w| p.lookup_here(self.own, w).is_none());
        for (s, w) in hidden.filter_map(|w| Some((p.lookup(self.own, w)?, w))).collect::<Vec<_>>() {
            self.symbol(s, w, callee)?;
        }
        Some(())
    }

    /// A symbol that the copy knows by `name`, as `from` does: the callee, or a module with a constant that is declared again.
    fn symbol(&mut self, s: SymbolId, name: &str, from: UnitId) -> Option<()> {
        let p = self.p;
        let symbol = &p.symbols[s];
        let known = is_inside(p, symbol.scope, self.own)
            || p.procedure(s).is_some_and(|f| f.class == ProcedureClass::Intrinsic)
            || p.lookup(self.there, name) == Some(s)
            || self.by_own_use && p.lookup_here(self.own, name) == Some(s)
            || self.out.constants.contains(&s);
        if known {
            return Some(());
        }
        let Some(home) = p.home(s) else {
            // Statements name the symbol, which may be known by another name.
            let scope = p.units[from].scope;
            let name = if p.lookup(scope, name) == Some(s) { name } else { p.name_in(scope, s) };
            let module = intrinsic_module(p, from, s, name)?;
            self.out.used.entry(module).or_default().insert((s, name.to_string()));
            return Some(());
        };
        let module = Some(home).filter(|h| p.units[*h].kind == UnitKind::Module)?;
        match &symbol.kind {
            SymbolKind::Constant { ty, value }
                if !matches!(ty.element(), Type::Record(_)) && name.eq_ignore_ascii_case(&symbol.name) =>
            {
                self.expression(value, module)?;
                if let Some(scalar) = ty.scalar() {
                    for w in words_of(scalar) {
                        if let Some(kind) = p.lookup(symbol.scope, &w) {
                            self.symbol(kind, &w, module)?;
                        }
                    }
                }
                self.out.constants.push(s);
            }
            _ => {
                // A constant that is not declared again keeps its attributes.
                let constant = matches!(symbol.kind, SymbolKind::Constant { .. });
                let shown = self.opens && !constant || is_public(p, module, &symbol.name);
                if !shown || uses(p, module, self.host) {
                    return None;
                }
                self.out.used.entry(p.units[module].symbol?).or_default().insert((s, name.to_string()));
            }
        }
        Some(())
    }

    fn expression(&mut self, e: &Expr, from: UnitId) -> Option<()> {
        let mut found = Vec::new();
        e.walk(&mut |x| match &x.kind {
            ExprKind::Var(s) => found.push(*s),
            ExprKind::Call { callee, .. } => found.push(*callee),
            _ => {}
        });
        found.into_iter().try_for_each(|s| self.symbol(s, &self.p.symbols[s].name, from))
    }
}

/// The intrinsic module from which a unit knows a symbol by `name`: by its own USE, by one of what is around it, or through a module that it uses.
fn intrinsic_module(p: &Program, unit: UnitId, s: SymbolId, name: &str) -> Option<SymbolId> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut todo: Vec<(UnitId, String)> = vec![(unit, name.to_string())];
    while let Some((at, name)) = todo.pop() {
        if !seen.insert((at, name.clone())) {
            continue;
        }
        todo.extend(p.units[at].parent.map(|around| (around, name.clone())));
        for d in &p.units[at].decls {
            let DeclKind::Use { symbol, only, items, .. } = &d.kind else { continue };
            let item = items.iter().find(|i| i.local.eq_ignore_ascii_case(&name));
            let there = match item {
                Some(i) => i.name.as_ref().unwrap_or(&i.local),
                None if *only => continue,
                None => &name,
            };
            match p.symbols[*symbol].kind {
                SymbolKind::Module(Some(module)) if p.lookup(p.units[module].scope, there) == Some(s) => {
                    todo.push((module, there.clone()));
                }
                SymbolKind::Module(None) if p.symbols[s].name.eq_ignore_ascii_case(there) => {
                    found.insert(*symbol);
                }
                _ => {}
            }
        }
    }
    // Where several of them could have it, nothing is guessed.
    found.first().copied().filter(|_| found.len() == 1)
}

/// Whether a module uses another one, directly or through others, or is it.
fn uses(p: &Program, module: UnitId, other: UnitId) -> bool {
    let mut seen = BTreeSet::new();
    let mut todo = vec![module];
    while let Some(m) = todo.pop() {
        if m == other {
            return true;
        }
        if !seen.insert(m) {
            continue;
        }
        let used = p.units[m].decls.iter().chain(p.units[m].children.iter().flat_map(|c| &p.units[*c].decls));
        for d in used {
            if let DeclKind::Use { symbol, .. } = &d.kind {
                todo.extend(p.units.iter().find(|(_, u)| u.symbol == Some(*symbol)).map(|(id, _)| id));
            }
        }
    }
    false
}

impl Imports {
    /// What is made known, with the names in lower case.
    fn names<'a>(&'a self, p: &'a Program) -> impl Iterator<Item = (SymbolId, String)> + 'a {
        let constants = self.constants.iter().map(|s| (*s, p.symbols[*s].name.to_lowercase()));
        constants.chain(self.used.values().flatten().map(|(s, name)| (*s, name.to_lowercase())))
    }

    /// Makes the names known in the scope of the copy.
    pub(crate) fn enter(&self, p: &mut Program, scope: ScopeId, maps: &mut Maps) {
        for &old in &self.constants {
            let new = p.add_symbol(Symbol { scope, ..p.symbols[old].clone() });
            let name = p.symbols[new].name.clone();
            p.import(scope, &name, new);
            maps.symbols.insert(old, new);
            remap_symbol(p, new, maps);
        }
        for (s, name) in self.used.values().flatten() {
            p.import(scope, name, *s);
        }
    }

    /// Declares them.
    pub(crate) fn declare(&self, p: &Program, unit: &mut Unit, maps: &Maps) {
        let uses = self.used.iter().map(|(module, names)| {
            let item = |(s, local): &(SymbolId, String)| {
                let own = &p.symbols[*s].name;
                UseItem { local: local.clone(), name: (!own.eq_ignore_ascii_case(local)).then(|| own.clone()) }
            };
            let items = names.iter().map(item).collect();
            let name = p.symbols[*module].name.clone();
            Decl::from(DeclKind::Use { module: name, symbol: *module, nature: None, only: true, items })
        });
        unit.decls.splice(0..0, uses.collect::<Vec<_>>());
        let at = unit
            .decls
            .iter()
            .rposition(|d| matches!(d.kind, DeclKind::Use { .. } | DeclKind::Implicit(_)))
            .map_or(0, |last| last + 1);
        let constants: Vec<Decl> = self.constants.iter().map(|s| map_decl(&declaration(p, *s), maps)).collect();
        unit.decls.splice(at..at, constants);
    }
}

/// A declaration of a constant of a module for itself alone.
fn declaration(p: &Program, constant: SymbolId) -> Decl {
    let home = p.home(constant);
    let decls = home.map_or(&[][..], |h| &p.units[h].decls);
    for d in decls {
        let DeclKind::Variables { spelling, attrs, entities, .. } = &d.kind else { continue };
        let Some(entity) = entities.iter().find(|e| e.symbol == constant) else { continue };
        let mut attrs: Vec<Attr> = attrs
            .iter()
            .filter(|a| !matches!(a, Attr::Private | Attr::Public | Attr::Save | Attr::Protected))
            .cloned()
            .collect();
        if !attrs.contains(&Attr::Parameter) {
            attrs.push(Attr::Parameter);
        }
        let entities = vec![Entity { init: true, ..entity.clone() }];
        return Decl::from(DeclKind::Variables { spelling: spelling.clone(), attrs, colons: true, entities });
    }
    let spelling = p.symbol_type(constant).and_then(Type::scalar).map_or("integer".into(), |s| s.spelling.clone());
    let (attrs, entities) = (vec![Attr::Parameter], vec![Entity::new(constant)]);
    Decl::from(DeclKind::Variables { spelling, attrs, colons: true, entities })
}
