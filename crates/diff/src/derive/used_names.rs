//! The names by which units know what USE brings: derivatives of what is renamed are renamed, and a name that stands for two things is none.
//!
//! Two modules may give one name to two things as long as nobody says it (F2018 14.2.2). A derivative may have to: it then has a USE of its own.

use std::collections::{BTreeMap, BTreeSet};

use il::{Attr, DeclKind, SymbolId, SymbolKind, UnitId};

use super::World;

impl World<'_> {
    /// Enters the names of renamed derivatives in the scope of a unit, and takes those out that could mean two things.
    pub(super) fn take_names(&mut self, unit: UnitId) {
        let scope = self.out.units[unit].scope;
        let given = self.given_by_use(unit);
        let hosts = std::iter::successors(self.out.units[unit].parent, |u| self.out.units[*u].parent);
        let around: Vec<BTreeMap<String, BTreeSet<SymbolId>>> = hosts.map(|u| self.given_by_use(u)).collect();
        let copies: BTreeSet<SymbolId> = self.globals.symbols.values().copied().collect();
        let is_made = |s: &SymbolId| !self.source.symbols.contains(*s) && !copies.contains(s);
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
                let known = self.out.lookup_here(scope, &own);
                // Its own name goes first where another USE brings that, here or around.
                let is_said = |given: &BTreeMap<String, BTreeSet<SymbolId>>| {
                    given.get(&own).is_some_and(|all| all.len() == 1 && all.contains(&s))
                };
                if is_said(&given) || around.iter().any(is_said) {
                    new.extend(known.is_none().then_some((own, s)));
                    continue;
                }
                if known == Some(s) {
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

    /// What each name means that the USE statements of a unit bring.
    fn given_by_use(&self, unit: UnitId) -> BTreeMap<String, BTreeSet<SymbolId>> {
        let mut out: BTreeMap<String, BTreeSet<SymbolId>> = BTreeMap::new();
        let mut give = |name: &str, s: SymbolId| out.entry(name.to_ascii_lowercase()).or_default().extend([s]);
        for d in &self.out.units[unit].decls {
            let DeclKind::Use { symbol, only, items, .. } = &d.kind else { continue };
            let known = self.shown_by(*symbol);
            let mut named: BTreeSet<String> = BTreeSet::new();
            for i in items {
                let name = i.name.as_ref().unwrap_or(&i.local).to_ascii_lowercase();
                known.get(&name).iter().for_each(|s| give(&i.local, **s));
                named.insert(name);
            }
            if !only {
                known.iter().filter(|(name, _)| !named.contains(*name)).for_each(|(name, s)| give(name, *s));
            }
        }
        out
    }

    /// The names that a module of the output shows.
    fn shown_by(&self, module: SymbolId) -> BTreeMap<String, SymbolId> {
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
        let copies: BTreeSet<SymbolId> = self.globals.symbols.values().copied().collect();
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
        names.filter(|(name, s)| is_own(**s) || is_public(name)).map(|(name, s)| (name.clone(), *s)).collect()
    }
}
