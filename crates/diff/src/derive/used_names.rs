//! The names by which units know what USE brings: derivatives of what is renamed are renamed, and a name that stands for two things is none.
//!
//! Two modules may give one name to two things as long as nobody says it (F2018 14.2.2). A derivative may have to: it then has a USE of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use il::{Attr, DeclKind, SymbolId, SymbolKind, UnitId};

use super::World;

/// What each name means that USE statements bring.
type Given = BTreeMap<String, BTreeSet<SymbolId>>;

/// What is known of names while USE lists are completed, the modules that are used before those that use them: it is found once.
struct Known {
    /// What modules have copied.
    copies: BTreeSet<SymbolId>,
    /// What modules show.
    shown: BTreeMap<SymbolId, Rc<BTreeMap<String, SymbolId>>>,
    /// What the USE statements of units bring that have others inside.
    given: BTreeMap<UnitId, Rc<Given>>,
}

impl World<'_> {
    /// USE lists when all names are known, and the names by which they make derivatives known.
    pub(super) fn complete_uses(&mut self) {
        let copies = self.globals.symbols.values().copied().collect();
        let mut known = Known { copies, shown: BTreeMap::new(), given: BTreeMap::new() };
        // What a module hands on has the names that it gives it.
        let modules: Vec<UnitId> = self.containers.keys().copied().collect();
        let mut done: BTreeSet<UnitId> = BTreeSet::new();
        for copy in self.used_first(&modules).iter().map(|m| self.containers[m]).collect::<Vec<_>>() {
            self.complete_uses_of(copy, &mut known);
            done.insert(copy);
        }
        let generated = self.source.units.ids().filter_map(|u| self.generated.get(&u));
        for unit in generated.flatten().copied().collect::<Vec<_>>() {
            if self.out.units[unit].parent.is_none() && done.insert(unit) {
                self.complete_uses_of(unit, &mut known);
            }
        }
    }

    /// The same of a unit and of those inside.
    fn complete_uses_of(&mut self, unit: UnitId, known: &mut Known) {
        let mut decls = std::mem::take(&mut self.out.units[unit].decls);
        let originals: Vec<(UnitId, UnitId)> = self.containers.iter().map(|(a, b)| (*a, *b)).collect();
        for d in &mut decls {
            if let DeclKind::Use { symbol, .. } = &mut d.kind {
                // Points to the copy already: go back, so that the list is completed by what was made since.
                if let Some((old, _)) = originals.iter().find(|(_, copy)| self.out.units[*copy].symbol == Some(*symbol))
                    && let Some(s) = self.source.units[*old].symbol
                {
                    *symbol = s;
                }
            }
            self.redirect_use(d);
        }
        if self.request.reuse_modules {
            self.use_derivatives(unit, &mut decls);
        }
        self.out.units[unit].decls = decls;
        if self.out.units[unit].language.has_modules() {
            self.take_names(unit, known);
        }
        for child in self.out.units[unit].children.clone() {
            self.complete_uses_of(child, known);
        }
    }

    /// Enters the names of renamed derivatives in the scope of a unit, and takes those out that could mean two things.
    fn take_names(&mut self, unit: UnitId, known: &mut Known) {
        let scope = self.out.units[unit].scope;
        let given = self.given_by_use(unit, known);
        if given.is_empty() {
            return;
        }
        let hosts = std::iter::successors(self.out.units[unit].parent, |u| self.out.units[*u].parent);
        let around: Vec<Rc<Given>> = hosts.map(|u| self.given_around(u, known)).collect();
        let is_made = |s: &SymbolId| !self.source.symbols.contains(*s) && !known.copies.contains(s);
        let has_one_meaning = |s: &SymbolId| {
            is_made(s)
                || matches!(
                    self.out.symbols[*s].kind,
                    SymbolKind::Variable(_) | SymbolKind::Procedure(_) | SymbolKind::Record(_)
                )
        };
        let own_name = |s: SymbolId| self.out.symbols[s].name.to_ascii_lowercase();
        let mut gone: Vec<String> = Vec::new();
        let mut new: Vec<(String, SymbolId)> = Vec::new();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut ambiguous: BTreeSet<String> = BTreeSet::new();
        for (name, symbols) in &given {
            let here = self.out.lookup_here(scope, name);
            if symbols.len() > 1 {
                if symbols.iter().all(has_one_meaning) {
                    gone.extend(here.filter(|h| symbols.contains(h)).map(|_| name.clone()));
                    ambiguous.insert(name.clone());
                }
                continue;
            }
            for &s in symbols.iter().filter(|s| is_made(s) && own_name(**s) != *name) {
                let own = own_name(s);
                let entered = self.out.lookup_here(scope, &own);
                // Its own name goes first where another USE brings that, here or around.
                let is_said = |given: &Given| given.get(&own).is_some_and(|all| all.len() == 1 && all.contains(&s));
                if is_said(&given) || around.iter().any(|g| is_said(g)) {
                    new.extend(entered.is_none().then_some((own, s)));
                    continue;
                }
                if entered == Some(s) {
                    gone.push(own);
                }
                match here {
                    None => new.push((name.clone(), s)),
                    Some(h) if h == s => {}
                    Some(_) => drop(taken.insert(name.clone())),
                }
            }
        }
        let names = &mut self.out.scopes[scope].names;
        names.retain(|name, _| !gone.contains(name));
        new.into_iter().for_each(|(name, s)| self.out.import(scope, &name, s));
        if !ambiguous.is_empty() {
            self.ambiguous.insert(unit, ambiguous);
        }
        // What the unit declares by the name of a renamed derivative: it has another name where it is mentioned.
        for d in &mut self.out.units[unit].decls {
            if let DeclKind::Use { items, .. } = &mut d.kind {
                items.retain(|i| i.name.is_none() || !taken.contains(&i.local.to_ascii_lowercase()));
            }
        }
    }

    /// What the USE statements of a unit bring that has the one that is looked at inside.
    fn given_around(&self, unit: UnitId, known: &mut Known) -> Rc<Given> {
        if let Some(given) = known.given.get(&unit) {
            return given.clone();
        }
        let given = Rc::new(self.given_by_use(unit, known));
        known.given.insert(unit, given.clone());
        given
    }

    /// What the USE statements of a unit bring.
    fn given_by_use(&self, unit: UnitId, known: &mut Known) -> Given {
        let mut out = Given::new();
        let mut give = |name: &str, s: SymbolId| out.entry(name.to_ascii_lowercase()).or_default().extend([s]);
        // All lists of one module count as one (F2018 14.2.2).
        let mut named: BTreeMap<SymbolId, BTreeSet<String>> = BTreeMap::new();
        let mut whole: BTreeSet<SymbolId> = BTreeSet::new();
        for d in &self.out.units[unit].decls {
            let DeclKind::Use { symbol, only, items, .. } = &d.kind else { continue };
            let shown = self.shown_by(*symbol, known);
            let named = named.entry(*symbol).or_default();
            for i in items {
                let name = i.name.as_ref().unwrap_or(&i.local).to_ascii_lowercase();
                shown.get(&name).iter().for_each(|s| give(&i.local, **s));
                named.insert(name);
            }
            whole.extend((!only).then_some(*symbol));
        }
        for module in whole {
            let shown = self.shown_by(module, known);
            shown.iter().filter(|(name, _)| !named[&module].contains(*name)).for_each(|(name, s)| give(name, *s));
        }
        out
    }

    /// The names that a module of the output shows.
    fn shown_by(&self, module: SymbolId, known: &mut Known) -> Rc<BTreeMap<String, SymbolId>> {
        if let Some(shown) = known.shown.get(&module) {
            return shown.clone();
        }
        let shown = Rc::new(self.found_in(module, &known.copies));
        known.shown.insert(module, shown.clone());
        shown
    }

    /// Whether a unit of the output is a module of the user's own that the derivatives use.
    fn is_kept_original(&self, unit: UnitId) -> bool {
        self.source.units.contains(unit) && self.reuses(unit)
    }

    /// The same, found in its scope.
    fn found_in(&self, module: SymbolId, copies: &BTreeSet<SymbolId>) -> BTreeMap<String, SymbolId> {
        let SymbolKind::Module(Some(unit)) = self.out.symbols[module].kind else { return BTreeMap::new() };
        let original = self.containers.iter().find(|(_, copy)| **copy == unit).map(|(original, _)| *original);
        let asked = original.unwrap_or(unit);
        let u = &self.out.units[unit];
        let published: BTreeSet<SymbolId> = u
            .decls
            .iter()
            .flat_map(|d| match &d.kind {
                DeclKind::Attribute { attr: Attr::Public, symbols } => symbols.iter().map(|e| e.symbol).collect(),
                _ => Vec::new(),
            })
            .collect();
        // Derivatives are published with what they are derived from.
        let is_own = |s: SymbolId| {
            let made = original.is_some() && !self.source.symbols.contains(s) && !copies.contains(&s);
            made && (self.out.symbols[s].scope == u.scope || published.contains(&s))
        };
        let hands_on = original.is_none_or(|o| !self.reuses(o));
        let is_public = |name: &str| {
            hands_on && (!self.plain.units.contains(asked) || il::access::is_public(self.plain, asked, name))
        };
        let names = self.out.scopes[u.scope].names.iter();
        // A module that stays the original shows nothing that is made.
        let is_there =
            |s: SymbolId| original.is_some() || !self.is_kept_original(unit) || self.source.symbols.contains(s);
        let shows = |name: &str, s: SymbolId| is_there(s) && (is_own(s) || is_public(name));
        names.filter(|(name, s)| shows(name, **s)).map(|(name, s)| (name.clone(), *s)).collect()
    }
}
