//! `M_diff` modules and derivative C files: which are made, their scopes and global derivatives.
//!
//! A module that contains something differentiated, or that uses such a module, is regenerated whole: its declarations and procedures,
//! plus derivative declarations and procedures (`conventions.md` §2.1). A C file keeps its globals to itself: the derivative file
//! declares them `extern` and defines their derivatives.

use std::collections::{BTreeMap, BTreeSet};

use il::decl::UseItem;
use il::symbol::{Procedure, ProcedureClass, SymbolKind};
use il::{Decl, DeclKind, Language, Prefix, ScopeId, Span, SymbolId, Unit, UnitId, UnitKind, Variable};

use super::copy::declare_procedure;
use super::{Maps, World};
use crate::names;
use crate::request::Improvement;
use crate::signature::Part;

impl World<'_> {
    /// Decides which containers are regenerated, and makes their scopes, symbols and derivatives.
    pub(super) fn prepare_containers(&mut self) {
        let with_statics = if self.request.include_statics { BTreeSet::new() } else { self.with_own_statics() };
        let containers = self.regenerated(&with_statics);
        // Submodules after what they belong to.
        let (inner, outer): (Vec<UnitId>, Vec<UnitId>) = self
            .used_first(&containers)
            .into_iter()
            .partition(|c| matches!(self.source.units[*c].kind, UnitKind::Submodule(_)));
        let depth = |c: &UnitId| match &self.source.units[*c].kind {
            UnitKind::Submodule(parent) => 1 + parent.matches(':').count(),
            _ => 0,
        };
        let mut inner = inner;
        inner.sort_by_key(depth);
        for c in outer.into_iter().chain(inner) {
            self.make_container(c);
        }
        self.name_globals();
        self.name_primal_copies(&with_statics);
    }

    /// Names the derivatives of what regenerated modules and files declare.
    pub(super) fn name_globals(&mut self) {
        for c in self.containers.keys().copied().collect::<Vec<_>>() {
            self.name_global_derivatives(c);
        }
    }

    /// The same modules, those that others use before these, wherever their files stand among the inputs: the scope of a copy takes over the names that
    /// the copies it uses have by then.
    pub(super) fn used_first(&self, containers: &[UnitId]) -> Vec<UnitId> {
        fn visit(w: &World, unit: UnitId, chosen: &[UnitId], seen: &mut BTreeSet<UnitId>, out: &mut Vec<UnitId>) {
            if !chosen.contains(&unit) || !seen.insert(unit) {
                return;
            }
            for used in w.used_by(unit) {
                visit(w, used, chosen, seen, out);
            }
            out.push(unit);
        }
        let (mut seen, mut out) = (BTreeSet::new(), Vec::new());
        for &c in containers {
            visit(self, c, containers, &mut seen, &mut out);
        }
        out
    }

    /// The modules that a unit or one inside it uses.
    pub(super) fn used_by(&self, unit: UnitId) -> Vec<UnitId> {
        let u = &self.source.units[unit];
        let own = u.decls.iter().filter_map(|d| match &d.kind {
            DeclKind::Use { symbol, .. } => self.module_unit(*symbol),
            _ => None,
        });
        own.chain(u.children.iter().flat_map(|c| self.used_by(*c))).collect()
    }

    /// Modules to copy, and C files with something differentiated or with one of `with_statics`, in program order.
    fn regenerated(&self, with_statics: &BTreeSet<UnitId>) -> Vec<UnitId> {
        let mut chosen: BTreeSet<UnitId> = self.request.made.clone();
        chosen.extend(with_statics.iter().filter_map(|u| self.source.units[*u].parent));
        for &u in self.facts.differentiated() {
            let mut at = self.source.units[u].parent;
            while let Some(p) = at {
                if is_container(&self.source.units[p]) {
                    chosen.insert(p);
                }
                at = self.source.units[p].parent;
            }
        }
        for &u in self.facts.differentiated() {
            chosen
                .extend(self.used_although_private(&self.source.units[u].decls).into_iter().map(|(module, _)| module));
        }
        let reuse = self.request.reuse_modules;
        let all = !reuse && !self.request.improves(Improvement::StripPrimalModules);
        for (id, u) in self.source.units.iter() {
            if u.kind == UnitKind::Module && (all || self.declares_derivative(u)) {
                chosen.insert(id);
            }
        }
        loop {
            let before = chosen.len();
            for (id, u) in self.source.units.iter() {
                // What stands for bindings has no text: its submodule is made for a derivative in it only.
                if u.stands_for_pointer() && !chosen.contains(&id) {
                    continue;
                }
                let is_module = matches!(u.kind, UnitKind::Module | UnitKind::Submodule(_));
                let reuse = self.request.reuses(id);
                if !reuse && is_module && self.uses_any(id, &chosen) {
                    chosen.insert(id);
                }
                // A module and its submodules go together: the procedures that it declares stand there.
                if let Some(host) = host_of_submodule(self.source, id) {
                    if !reuse && chosen.contains(&host) {
                        chosen.insert(id);
                    } else if chosen.contains(&id) {
                        chosen.insert(host);
                    }
                }
            }
            if chosen.len() == before {
                break;
            }
        }
        chosen.into_iter().collect()
    }

    /// Whether a module has a variable or a type with derivatives.
    fn declares_derivative(&self, u: &Unit) -> bool {
        u.decls.iter().any(|d| match &d.kind {
            DeclKind::Variables { entities, .. } => {
                entities.iter().any(|e| self.facts.owns(e.symbol) && self.source.variable(e.symbol).is_some())
            }
            DeclKind::Record(r) => self.globals.records.get(r).is_some_and(|d| d != r),
            _ => false,
        })
    }

    /// Whether a unit or one inside it uses one of `modules`.
    fn uses_any(&self, unit: UnitId, modules: &BTreeSet<UnitId>) -> bool {
        self.used_by(unit).iter().any(|m| modules.contains(m))
    }

    pub(super) fn module_unit(&self, symbol: SymbolId) -> Option<UnitId> {
        // What was redirected already names a module of the output.
        if self.source.symbols.contains(symbol) { self.source.module_of(symbol) } else { None }
    }

    fn make_container(&mut self, unit: UnitId) {
        let mut original = self.source.units[unit].clone();
        let mut parent_scope = self.parent_scope(original.scope);
        let host = host_of_submodule(self.source, unit).and_then(|h| self.containers.get(&h).copied());
        if let (Some(host), UnitKind::Submodule(parent)) = (host, &mut original.kind) {
            let h = &self.out.units[host];
            *parent = match &h.kind {
                UnitKind::Submodule(above) => {
                    let ancestor = above.split(':').next().unwrap_or(above);
                    format!("{ancestor}:{}", h.name)
                }
                _ => h.name.clone(),
            };
            parent_scope = h.scope;
        }
        let name = match original.kind {
            UnitKind::File => original.name.clone(),
            _ => names::derived(&self.out, parent_scope, self.request.module_pattern(), &original.name),
        };
        let new = self.out.units.add(Unit {
            file: original.file,
            prefixes: original.prefixes.clone(),
            suffix: original.suffix.clone(),
            comments: original.comments.clone(),
            end_comments: original.end_comments.clone(),
            span: original.span,
            ..Unit::new(name.clone(), original.kind.clone(), original.language, original.scope)
        });
        self.containers.insert(unit, new);
        if original.kind == UnitKind::File {
            // C: globals keep their identity, they are declared extern.
            let scope = self.out.new_scope(parent_scope, il::symbol::ScopeKind::File);
            let names = self.source.scopes[original.scope].names.clone();
            self.out.scopes[scope].names.extend(names);
            self.out.units[new].scope = scope;
            self.globals.scopes.insert(original.scope, scope);
            return;
        }
        let reuses = self.reuses(unit);
        let scope = if reuses {
            self.reusing_scope(unit, new, parent_scope)
        } else {
            let mut maps = std::mem::take(&mut self.globals);
            let scope = self.copy_scope(self.source, &original, new, parent_scope, &mut maps);
            self.globals = maps;
            scope
        };
        self.out.units[new].scope = scope;
        // The name of a submodule is known to submodules only.
        let symbol = match &original.kind {
            UnitKind::Submodule(parent) => {
                let global = self.out.global;
                let symbol =
                    self.out.declare(global, format!("{parent}:{name}"), Span::NONE, SymbolKind::Module(Some(new)));
                self.out.symbols[symbol].name = name;
                symbol
            }
            _ => self.out.declare(parent_scope, name, Span::NONE, SymbolKind::Module(Some(new))),
        };
        self.out.units[new].symbol = Some(symbol);
        if let Some(old) = original.symbol.filter(|_| !reuses) {
            self.globals.symbols.insert(old, symbol);
        }
    }

    /// Derivatives of module variables and C globals.
    fn name_global_derivatives(&mut self, unit: UnitId) {
        let original_scope = self.source.units[unit].scope;
        let scope = self.out.units[self.containers[&unit]].scope;
        let mut own: Vec<SymbolId> = self.source.scopes[original_scope].names.values().copied().collect();
        if matches!(self.source.units[unit].kind, UnitKind::Module | UnitKind::Submodule(_)) {
            own.retain(|s| self.source.symbols[*s].scope == original_scope);
        } else {
            // Objects with external linkage live in the root scope of C.
            own.extend(self.source.symbols.iter().filter(|(_, s)| s.scope == self.source.global_c).map(|(id, _)| id));
        }
        let pattern = self.request.variable_pattern().clone();
        for old in own {
            if !self.facts.owns(old) || self.globals.derivatives.contains_key(&old) {
                continue;
            }
            let Some(v) = self.source.variable(old).cloned() else { continue };
            let name = names::derived_for(&self.out, scope, &pattern, &self.source.symbols[old].name, &self.seers(old));
            // Static arrays of C are zero already.
            let c_array =
                matches!(v.ty, il::Type::Array { .. }) && il::zones::language_of(self.source, old) == il::Language::C;
            let init = match v.pointer {
                // It is asked whether it is associated.
                true => Some(il::Expr::intrinsic("null", Vec::new())),
                false => v.init.as_ref().filter(|_| !c_array).and_then(|_| match v.ty.element() {
                    il::Type::Scalar(s) if v.language_is_fortran() => Some(crate::simplify::zero(s)),
                    _ => None,
                }),
            };
            let ty = self.globals.derivative_type(&v.ty);
            let new = self.out.declare(scope, name, Span::NONE, SymbolKind::Variable(Variable { ty, init, ..v }));
            self.globals.derivatives.insert(old, new);
        }
    }

    /// The locals for whose sake derivatives of what users see are not called as their pattern says: of globals, members of COMMON and arguments.
    pub(crate) fn in_the_way(&self) -> BTreeSet<SymbolId> {
        let mut out = BTreeSet::new();
        let taken: BTreeSet<String> = self.source.symbols.iter().map(|(_, s)| s.name.to_ascii_lowercase()).collect();
        for old in self.facts.owners().filter(|s| il::zones::language_of(self.source, *s) == Language::Fortran) {
            let wanted = names::apply(self.request.variable_pattern(), &self.source.symbols[old].name, true);
            if !taken.contains(&wanted.to_ascii_lowercase()) {
                continue;
            }
            let home = self.source.home(old).filter(|u| self.facts.differentiated().contains(u));
            let storage = self.source.variable(old).map(|v| &v.storage);
            let scopes = if self.globals.derivative(old).is_some() {
                self.seers(old)
            } else if let (Some(il::Storage::Dummy(_) | il::Storage::Common), Some(unit)) = (storage, home) {
                vec![self.source.units[unit].scope]
            } else {
                continue;
            };
            out.extend(crate::prepare::in_the_way::blockers(self.source, &wanted, &scopes));
        }
        out
    }

    /// The scopes of the original that know a global, by USE or as their own. A `static` variable of C is known to its file only; the files of what
    /// calls it clear its derivative, which has one name in all of them.
    fn seers(&self, global: SymbolId) -> Vec<ScopeId> {
        let home = self.source.symbols[global].scope;
        if self.source.scopes[home].kind == il::ScopeKind::File {
            let all = self.out.scopes.iter().filter(|(_, s)| s.kind == il::ScopeKind::File);
            return all.map(|(id, _)| id).collect();
        }
        let knows = |s: &il::symbol::Scope| s.names.values().any(|v| *v == global);
        self.source.scopes.iter().filter(|(_, s)| knows(s)).map(|(id, _)| id).collect()
    }

    /// External procedures that use copied modules, those of another interface now, and C functions that are local to their file or work on what is (`with_statics`), get copies that derivative code calls instead.
    fn name_primal_copies(&mut self, with_statics: &BTreeSet<UnitId>) {
        let external = |u: &UnitId| self.source.units[*u].parent.is_none();
        let mut copied: BTreeSet<UnitId> = self.request.copied.iter().copied().filter(external).collect();
        let modules: BTreeSet<UnitId> = self.containers.keys().copied().collect();
        let twice: BTreeSet<UnitId> = modules.iter().copied().filter(|m| !self.reuses(*m)).collect();
        let with_pointers = self.with_static_pointers();
        loop {
            let before = copied.len();
            for (id, u) in self.source.units.iter() {
                if !u.is_procedure() || u.is_interface || matches!(u.kind, UnitKind::Program { .. }) {
                    continue;
                }
                let needs = match u.language {
                    // One copy of the data: the original is the one that knows it.
                    Language::Fortran => {
                        u.parent.is_none()
                            && (self.uses_any(id, &twice)
                                || il::calls::callees(self.source, id).iter().any(|c| copied.contains(c)))
                    }
                    // What stands for calls through a pointer has no text to copy, and what a header defines is included.
                    Language::C => {
                        !self.request.include_statics
                            && (u.has_prefix(&Prefix::Static)
                                || with_pointers.contains(&id)
                                || with_statics.contains(&id))
                            && !u.stands_for_pointer()
                            && u.parent.is_some_and(|p| modules.contains(&p) && !self.is_header(p))
                    }
                };
                if needs {
                    copied.insert(id);
                }
            }
            if copied.len() == before {
                break;
            }
        }
        for &unit in &copied {
            let u = &self.source.units[unit];
            let Some(old) = u.symbol else { continue };
            let scope = match u.parent.and_then(|p| self.containers.get(&p)) {
                Some(&c) => self.out.units[c].scope,
                None => self.parent_scope(u.scope),
            };
            let name = names::derived(&self.out, scope, &self.request.patterns.copy, &u.name);
            let result = self.source.procedure(old).and_then(|p| p.result.clone());
            let new = declare_procedure(&mut self.out, scope, &name, result);
            self.globals.symbols.insert(old, new);
        }
        self.copied = copied;
    }

    /// `USE M` becomes `USE M_diff` where M is copied; an ONLY list gains the derivative names, and what is renamed has renamed derivatives.
    pub(super) fn redirect_use(&mut self, decl: &mut Decl) {
        let DeclKind::Use { module, symbol, only, items, .. } = &mut decl.kind else { return };
        let Some(unit) = self.module_unit(*symbol) else { return };
        if self.reuses(unit) {
            return;
        }
        let Some(&copy) = self.containers.get(&unit) else { return };
        *module = self.out.units[copy].name.clone();
        *symbol = self.out.units[copy].symbol.unwrap_or(*symbol);
        let only = *only;
        let mut out: Vec<UseItem> = Vec::new();
        for item in std::mem::take(items) {
            let name = item.name.clone().unwrap_or_else(|| item.local.clone());
            let extra = self.source.lookup_here(self.source.units[unit].scope, &name);
            let made = extra.map(|s| self.derivative_items(s, &item, false)).unwrap_or_default();
            for i in [item].into_iter().chain(made.into_iter().filter(|i| only || i.name.is_some())) {
                if !out.iter().any(|o| o.local.eq_ignore_ascii_case(&i.local)) {
                    out.push(i);
                }
            }
        }
        *items = out;
    }

    /// What a USE that names a module entity brings of everything derived from it: the derivatives of what is renamed are renamed likewise, so that those of
    /// two modules that use the same name never meet. They come from the module that the entity comes from, which may have renamed them already, or from
    /// their `home`.
    pub(super) fn derivative_items(&mut self, symbol: SymbolId, item: &UseItem, home: bool) -> Vec<UseItem> {
        let original = self.source.symbols[symbol].name.clone();
        let names = self.derivative_names(symbol).into_iter();
        let items = names.map(|derivative| {
            let like = |known: &str| names::like(&derivative, &original, known);
            let local = like(&item.local);
            let name = match (home, &item.name) {
                (true, _) => derivative.clone(),
                (false, Some(name)) => like(name),
                (false, None) => local.clone(),
            };
            UseItem { name: (!name.eq_ignore_ascii_case(&local)).then_some(name), local }
        });
        items.collect()
    }

    /// The names of everything derived from a module entity.
    pub(super) fn derivative_names(&mut self, symbol: SymbolId) -> Vec<String> {
        let mut out = Vec::new();
        for d in self.derivatives_of(symbol) {
            out.push(self.out.symbols[d].name.clone());
        }
        match self.source.symbols[symbol].kind.clone() {
            SymbolKind::Record(r) => {
                if let Some(&d) = self.globals.records.get(&r).filter(|d| **d != r) {
                    out.push(self.out.records[d].name.clone());
                }
            }
            SymbolKind::Procedure(Procedure { unit: Some(u), class: ProcedureClass::Normal, .. }) => {
                for part in Part::ALL {
                    // That of an external procedure is external, too, whatever module has an interface of it.
                    if let Some(s) = self.procedure_if_made(u, part)
                        && self.out.symbols[s].scope != self.out.global
                    {
                        out.push(self.out.symbols[s].name.clone());
                    }
                }
            }
            SymbolKind::Generic { members } => {
                for m in members {
                    out.extend(self.derivative_names(m));
                }
            }
            _ => {}
        }
        out
    }

    /// Makes the names of global derivatives visible in a generated scope, as USE and host association do.
    pub(super) fn import_derivatives(&mut self, unit: UnitId, maps: &Maps) {
        let scope = self.out.units[unit].scope;
        let known: Vec<SymbolId> = self.out.scopes[scope].names.values().copied().collect();
        let back: BTreeMap<SymbolId, SymbolId> = self.globals.symbols.iter().map(|(a, b)| (*b, *a)).collect();
        for s in known {
            let old = back.get(&s).copied().unwrap_or(s);
            if let Some(d) = maps.derivative(old).filter(|_| self.globals.derivatives.contains_key(&old)) {
                let name = self.out.symbols[d].name.clone();
                let ambiguous =
                    self.ambiguous.get(&unit).is_some_and(|names| names.contains(&name.to_ascii_lowercase()));
                if self.out.lookup(scope, &name).is_none() && !ambiguous && !self.out.is_named_in(scope, d) {
                    self.out.import(scope, &name, d);
                }
            }
        }
    }
}

fn is_container(u: &Unit) -> bool {
    matches!(u.kind, UnitKind::Module | UnitKind::File | UnitKind::Submodule(_))
}

/// The module or submodule that a submodule extends.
pub(super) fn host_of_submodule(p: &il::Program, unit: UnitId) -> Option<UnitId> {
    if !matches!(p.units[unit].kind, UnitKind::Submodule(_)) {
        return None;
    }
    match p.scopes[p.scopes[p.units[unit].scope].parent?].kind {
        il::symbol::ScopeKind::Unit(host) => Some(host),
        _ => None,
    }
}

/// A small question that reads better with a name.
trait InFortran {
    fn language_is_fortran(&self) -> bool;
}

impl InFortran for Variable {
    /// C globals without initialiser are zero already.
    fn language_is_fortran(&self) -> bool {
        !matches!(self.ty, il::Type::Pointer { .. })
    }
}
