//! What derivatives outside of a module use of its copy, components of its types too, is not private there, and not protected: callers save and restore what the procedures of the module
//! change, and clear and read its derivatives.

use std::collections::BTreeSet;

use analysis::allocation::dummies;
use il::access::{is_protected, is_public};
use il::decl::{Decl, DeclKind, UseItem};
use il::{Attr, ExprKind, Intent, RecordId, ScopeId, StmtKind, SymbolId, SymbolKind, UnitId, UnitKind};

use super::World;

/// The variables and procedures in the statements of derivatives, in their extents and lists of USE, and their types.
#[derive(Default)]
pub(super) struct Mentions {
    symbols: BTreeSet<SymbolId>,
    records: BTreeSet<RecordId>,
    /// What modules keep to themselves, with the module.
    hidden: BTreeSet<(UnitId, SymbolId)>,
}

impl World<'_> {
    /// Takes PRIVATE and PROTECTED from what the derivatives of other units mention. Gives those symbols.
    pub(super) fn open(&mut self, decls: &mut Vec<Decl>, module: UnitId) -> Vec<SymbolId> {
        let outside = self.mentioned_outside(module);
        let closes = |a: &Attr| matches!(a, Attr::Private | Attr::Protected);
        let (mut found, mut shown) = (Vec::new(), Vec::new());
        decls.retain_mut(|d| match &mut d.kind {
            DeclKind::Variables { attrs, entities, .. } => {
                let used: Vec<SymbolId> = entities.iter().map(|e| e.symbol).filter(|s| outside.contains(s)).collect();
                if !used.is_empty() && !attrs.contains(&Attr::Parameter) {
                    attrs.retain(|a| !closes(a));
                    found.extend(used);
                }
                true
            }
            DeclKind::Attribute { attr, symbols } if closes(attr) && !symbols.is_empty() => {
                symbols.retain(|e| !outside.contains(&e.symbol));
                !symbols.is_empty()
            }
            DeclKind::Record(r) => {
                shown.extend(Some(*r).filter(|r| outside.iter().any(|s| self.out.is_type(*s, *r))));
                true
            }
            _ => true,
        });
        for r in shown {
            self.out.records[r].attributes.retain(|a| !is_type_attribute(a, "private"));
        }
        // A generic name may be all that the module shows of a procedure.
        let own = self.source.units[module].scope;
        let copy = self.containers.get(&module).map(|copy| self.out.units[*copy].scope);
        let called = |s: &SymbolId| {
            let scope = self.out.symbols[*s].scope;
            let symbol = &self.out.symbols[*s].kind;
            let here = (scope == own || Some(scope) == copy)
                && matches!(symbol, SymbolKind::Procedure(_) | SymbolKind::Record(_));
            // What stands for a binding is called by way of its objects.
            here && self
                .out
                .callee(*s)
                .is_none_or(|u| !self.out.units[u].binding.as_ref().is_some_and(|b| b.dispatches))
        };
        // Extents may name the original.
        found.extend(outside.iter().copied().filter(called).map(|s| self.globals.symbol(s)).collect::<BTreeSet<_>>());
        found
    }

    /// The module whose interfaces announce what stands in a submodule, or a module itself.
    fn announcing(&self, home: UnitId) -> UnitId {
        let UnitKind::Submodule(parent) = &self.out.units[home].kind else { return home };
        let top = parent.split(':').next().unwrap_or(parent).trim();
        let modules = self.containers.iter().flat_map(|(original, copy)| [*copy, *original]);
        let named = |u: &UnitId| {
            let u = self.out.units.contains(*u).then(|| &self.out.units[*u]);
            u.is_some_and(|u| u.kind == UnitKind::Module && u.name.eq_ignore_ascii_case(top))
        };
        modules.into_iter().find(named).unwrap_or(home)
    }

    /// The scopes of modules and of their copies, each with the module that has their names in the output. A module of which nothing is derived has no copy:
    /// what is called changes its variables all the same, and callers save them.
    pub(super) fn homes(&self) -> Vec<(ScopeId, UnitId)> {
        // Where the copies stand beside their modules, what is not derived is still that of the module.
        let both = self.containers.iter().flat_map(|(original, copy)| {
            let holder = if self.reuses(*original) { *original } else { *copy };
            [(self.source.units[*original].scope, holder), (self.out.units[*copy].scope, *copy)]
        });
        let single =
            self.source.units.iter().filter(|(id, u)| u.kind == UnitKind::Module && !self.containers.contains_key(id));
        both.chain(single.map(|(id, u)| (u.scope, id))).collect()
    }

    /// Whether a symbol is what a module that stays the original one (`-module reuse`) keeps to itself.
    pub(super) fn is_kept_by_original(&self, s: SymbolId) -> bool {
        let symbol = &self.out.symbols[s];
        let mut originals = self.source.units.iter().filter(|(id, _)| self.reuses(*id));
        let home = originals.find(|(_, u)| u.scope == symbol.scope);
        home.is_some_and(|(id, _)| !is_public(self.plain, id, &symbol.name))
    }

    /// Lists of USE … ONLY gain the variables, procedures and types of modules that a derivative mentions and its original could not.
    pub(super) fn use_what_is_mentioned(&mut self, unit: UnitId) {
        let scope = self.out.units[unit].scope;
        let homes = self.homes();
        let mut missing: Vec<(UnitId, SymbolId)> = Vec::new();
        let u = &self.out.units[unit];
        // A copy of an original calls it as the original does, through its object; what only stands for a binding has no other name.
        let derived = self.generated.values().any(|made| made.contains(&unit));
        let bound = |s: SymbolId| {
            let binding = self.out.callee(s).and_then(|c| self.out.units[c].binding.as_ref());
            binding.is_some_and(|b| b.dispatches || !derived || self.is_kept_by_original(s))
        };
        let mut note = |s: SymbolId| {
            if bound(s) {
                return;
            }
            let symbol = &self.out.symbols[s];
            let home = homes.iter().find(|(h, _)| *h == symbol.scope).map(|(_, module)| *module);
            // A derivative type stands in the copy, also where the module stays the original one.
            let derived_type = matches!(symbol.kind, SymbolKind::Record(_)) && !self.source.symbols.contains(s);
            let home = match home.and_then(|h| self.containers.get(&h)) {
                Some(copy) if derived_type => Some(*copy),
                _ => home,
            };
            // A procedure that is bound to a type is called by its own name in a derivative.
            let is_type = matches!(symbol.kind, SymbolKind::Record(_));
            let is_interface =
                self.out.procedure(s).and_then(|p| p.unit).is_some_and(|u| self.out.units[u].is_interface);
            let known = is_type || is_interface || self.out.variable(s).is_some() || self.out.callee(s).is_some();
            let Some(home) = home.filter(|_| known).map(|home| self.announcing(home)) else { return };
            let around = std::iter::successors(Some(unit), |u| self.out.units[*u].parent).any(|u| u == home);
            if !around && !self.can_be_meant(scope, s) && !missing.contains(&(home, s)) {
                missing.push((home, s));
            }
        };
        // The original may have structures of a module, and not their type: what is declared beside them needs it.
        let declared = u.decls.iter().flat_map(|d| d.kind.entities());
        let records: BTreeSet<RecordId> =
            declared.filter_map(|e| self.out.variable(e.symbol)?.ty.element().record()).collect();
        let is_one = |s: &il::Symbol| matches!(s.kind, SymbolKind::Record(r) if records.contains(&r));
        let types: Vec<SymbolId> = match records.is_empty() {
            true => Vec::new(),
            false => self.out.symbols.iter().filter(|(_, s)| is_one(s)).map(|(id, _)| id).collect(),
        };
        types.into_iter().chain(self.names_unseen_in(unit)).for_each(&mut note);
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Call { callee, .. } = s.kind {
                note(callee);
            }
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Var(s) | ExprKind::Call { callee: s, .. } = x.kind {
                        note(s);
                    }
                });
            });
        });
        self.ask_for_closed(unit, &homes, &missing);
        for (home, s) in missing {
            if self.names_unseen_in(unit).any(|x| x == s) || self.containers.values().any(|copy| *copy == home) {
                self.refuse_unseen(unit, home, s);
            } else if self.out.variable(s).is_some() {
                self.refuse_in_a_circle(unit, home, s);
            }
            let name = self.out.symbols[s].name.clone();
            let local = match self.out.lookup(scope, &name) {
                None => name.clone(),
                Some(_) => crate::names::fresh(&self.out, scope, &name, false),
            };
            if local != name {
                self.rename_interface(unit, s, &local);
            }
            let item = UseItem { name: (local != name).then_some(name), local: local.clone() };
            let module = &self.out.units[home];
            let (module_name, module_symbol) = (module.name.clone(), module.symbol);
            let Some(module_symbol) = module_symbol else { continue };
            let decls = &mut self.out.units[unit].decls;
            // A whole USE has it as soon as the module no longer hides it.
            let whole =
                |d: &Decl| matches!(&d.kind, DeclKind::Use { symbol, only: false, .. } if *symbol == module_symbol);
            if item.name.is_none() && decls.iter().any(whole) {
                self.out.import(scope, &local, s);
                continue;
            }
            let list = decls.iter_mut().find_map(|d| match &mut d.kind {
                DeclKind::Use { symbol, only: true, items, .. } if *symbol == module_symbol => Some(items),
                _ => None,
            });
            match list {
                // The list may have gained it with the derivatives of what it names.
                Some(items) if items.contains(&item) => {}
                Some(items) => items.push(item),
                None => {
                    let at = decls.iter().rposition(|d| matches!(d.kind, DeclKind::Use { .. })).map_or(0, |k| k + 1);
                    let (module, symbol, items) = (module_name, module_symbol, vec![item]);
                    decls.insert(at, Decl::from(DeclKind::Use { module, symbol, nature: None, only: true, items }));
                }
            }
            self.out.import(scope, &local, s);
        }
    }

    /// A derivative saves and restores variables of modules that stay the original ones: what these keep to themselves, or protect, can be had of a copy only.
    /// The program is differentiated again with these modules copied, where copies are made.
    fn ask_for_closed(&mut self, unit: UnitId, homes: &[(ScopeId, UnitId)], missing: &[(UnitId, SymbolId)]) {
        let is_original = |home: &UnitId| self.plain.units.contains(*home);
        let hidden = missing.iter().filter(|(home, s)| {
            is_original(home)
                && self.out.variable(*s).is_some()
                && !is_public(self.plain, *home, &self.out.symbols[*s].name)
        });
        let around: Vec<UnitId> = std::iter::successors(Some(unit), |u| self.out.units[*u].parent).collect();
        let is_around =
            |home: &UnitId| around.contains(home) || self.containers.get(home).is_some_and(|c| around.contains(c));
        let changed = self.changed_by(unit).into_iter().filter_map(|s| {
            let scope = self.out.symbols[s].scope;
            let (_, home) = homes.iter().find(|(h, home)| *h == scope && is_original(home) && !is_around(home))?;
            is_protected(self.plain, *home, s).then_some((*home, s))
        });
        let closed: BTreeSet<(UnitId, SymbolId)> = hidden.copied().chain(changed).collect();
        for (home, s) in closed {
            self.closed.insert(home);
            let name = self.out.symbols[s].name.clone();
            self.refuse_kept(unit, &name, home);
        }
    }

    /// The variables that the statements of a unit may change.
    pub(super) fn changed_by(&self, unit: UnitId) -> BTreeSet<SymbolId> {
        let mut out = BTreeSet::new();
        let u = &self.out.units[unit];
        // What says nothing of its dummies may be given what is protected (F2018 8.5.15, 19.6.7).
        let intent = |s: SymbolId| self.out.variable(s).and_then(|v| v.intent);
        let is_set = |s: SymbolId| matches!(intent(s), Some(Intent::Out | Intent::InOut));
        u.walk(&u.body, &mut |_, s| {
            il::stores::each(&self.out, unit, &s.kind, &mut |x| {
                out.extend(x.symbol.filter(|_| x.how != il::stores::How::Given));
            });
            s.kind.each_call(&mut |callee, args| {
                let given = dummies(&self.out, callee, args);
                out.extend(given.iter().filter(|(s, _)| s.is_some_and(is_set)).filter_map(|(_, a)| a.root()));
            });
        });
        out
    }

    /// Takes PRIVATE from the components that a procedure mentions outside of the module of their type.
    pub(super) fn open_components(&mut self, unit: UnitId) {
        let mut found: BTreeSet<(RecordId, usize)> = BTreeSet::new();
        let u = &self.out.units[unit];
        u.walk(&u.body, &mut |_, s| {
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Field { record, field, .. } = x.kind {
                        found.insert((record, field));
                    }
                });
            });
        });
        let is_private = |a: &String| a.trim().eq_ignore_ascii_case("private");
        for (record, field) in found {
            let f = &self.out.records[record].fields[field];
            let (owner, name) = (f.owner.unwrap_or(record), f.name.clone());
            let closed = f.attributes.iter().chain(&self.out.records[owner].attributes).any(is_private);
            let defines = |s: &il::Symbol| matches!(s.kind, il::symbol::SymbolKind::Record(id) if id == owner);
            let home = self.out.symbols.iter().find(|(_, s)| defines(s)).and_then(|(id, _)| self.out.home(id));
            let mut around = std::iter::successors(Some(unit), |u| self.out.units[*u].parent);
            if !closed || around.any(|u| Some(u) == home) {
                continue;
            }
            for r in [record, owner] {
                let record = &mut self.out.records[r];
                record.attributes.retain(|a| !is_private(a));
                record
                    .fields
                    .iter_mut()
                    .filter(|f| f.name == name)
                    .for_each(|f| f.attributes.retain(|a| !is_private(a)));
            }
        }
    }

    /// Whether a statement in `scope` can name a symbol: by itself, by a generic, or by an operator.
    pub(super) fn can_be_meant(&self, scope: ScopeId, symbol: SymbolId) -> bool {
        self.out.is_named_in(scope, symbol) || self.has_other_name(scope, symbol)
    }

    /// Whether a procedure can be called in `scope` by a generic name or by an operator.
    fn has_other_name(&self, scope: ScopeId, symbol: SymbolId) -> bool {
        self.out.generic_in(scope, symbol).is_some() || self.out.sign_in(scope, symbol).is_some()
    }

    /// What USE statements name although the module keeps it to itself, with that module: those of copies of procedures that stand elsewhere do
    /// (`shared/imports.rs`).
    pub(super) fn used_although_private(&self, decls: &[Decl]) -> Vec<(UnitId, SymbolId)> {
        let copies = |s: SymbolId| self.containers.iter().find(|(_, copy)| self.out.units[**copy].symbol == Some(s));
        let mut out = Vec::new();
        for d in decls {
            let DeclKind::Use { symbol, only: true, items, .. } = &d.kind else { continue };
            let module = self.module_unit(*symbol).or_else(|| copies(*symbol).map(|(original, _)| *original));
            let Some(module) = module else { continue };
            let scope = self.source.units[module].scope;
            for item in items {
                let name = item.name.as_ref().unwrap_or(&item.local);
                let own = self.source.lookup_here(scope, name).filter(|s| self.source.symbols[*s].scope == scope);
                out.extend(own.filter(|_| !is_public(self.plain, module, name)).map(|s| (module, s)));
            }
        }
        out
    }

    /// What the derivatives mention whose originals are not in a module.
    fn mentioned_outside(&self, module: UnitId) -> BTreeSet<SymbolId> {
        let inside = |unit: UnitId| {
            let mut at = Some(unit);
            while let Some(u) = at {
                if u == module {
                    return true;
                }
                at = self.source.units[u].parent;
            }
            false
        };
        let mut out = BTreeSet::new();
        let mut records: BTreeSet<RecordId> = BTreeSet::new();
        let mentioned = self.mentioned.get_or_init(|| self.generated.keys().map(|u| (*u, self.mentions(*u))).collect());
        for (_, there) in mentioned.iter().filter(|(original, _)| !inside(*original)) {
            out.extend(&there.symbols);
            records.extend(&there.records);
            let named = there.hidden.iter().filter(|(of, _)| *of == module);
            out.extend(named.map(|(_, s)| self.globals.symbol(*s)));
        }
        let is_one = |s: &il::Symbol| matches!(s.kind, SymbolKind::Record(r) if records.contains(&r));
        out.extend(self.out.symbols.iter().filter(|(_, s)| is_one(s)).map(|(id, _)| id));
        out
    }

    /// What the derivatives of an original mention.
    fn mentions(&self, original: UnitId) -> Mentions {
        let mut out = Mentions::default();
        for &unit in &self.generated[&original] {
            let u = &self.out.units[unit];
            out.symbols.extend(self.names_unseen_in(unit));
            out.hidden.extend(self.used_although_private(&u.decls));
            let declared = u.decls.iter().flat_map(|d| d.kind.entities());
            for ty in declared.filter_map(|e| self.out.symbol_type(e.symbol)) {
                let mut extents = Vec::new();
                super::type_mentions(ty, &mut extents);
                out.symbols.extend(extents);
                out.records.extend(ty.element().record());
            }
            u.walk(&u.body, &mut |_, s| {
                let called = |s: &SymbolId| !self.has_other_name(u.scope, *s);
                if let StmtKind::Call { callee, .. } = s.kind {
                    out.symbols.extend(Some(callee).filter(called));
                }
                s.kind.exprs(&mut |e| {
                    e.walk(&mut |x| match x.kind {
                        ExprKind::Var(s) => drop(out.symbols.insert(s)),
                        ExprKind::Call { callee, .. } => out.symbols.extend(Some(callee).filter(called)),
                        _ => {}
                    });
                });
            });
        }
        out
    }
}

/// Whether this is an attribute of a type itself, on its first line; its components are closed by a statement inside, without a comma.
pub(super) fn is_type_attribute(attribute: &str, word: &str) -> bool {
    attribute.starts_with(',') && attribute.trim_start_matches([',', ' ']).eq_ignore_ascii_case(word)
}
