//! The types and interfaces that derivatives name although their originals do not: SELECT TYPE and ALLOCATE of objects whose dynamic type a derivative must
//! know, and what keeps a procedure pointer.
//!
//! The former are written when a program is printed ([`open_types`](crate::derive::open_types)). USE must bring them before.

use std::collections::{BTreeMap, BTreeSet};

use il::{Decl, DeclKind, Diagnostic, ExprKind, Program, RecordId, SymbolId, UnitId, UnitKind};

use super::World;
use crate::derive::open_types;

impl World<'_> {
    /// Finds what the derivatives will name.
    pub(super) fn find_unseen_names(&mut self) {
        let mut opened = open_types::has_open_types(&self.out).then(|| self.out.clone());
        let made: BTreeMap<UnitId, &super::Maps> = self.shells.values().map(|s| (s.unit, &s.maps)).collect();
        let mut unseen = BTreeMap::new();
        for &unit in self.generated.values().flatten().filter(|u| self.out.units[**u].language.has_modules()) {
            let mut names: BTreeSet<SymbolId> = BTreeSet::new();
            if let Some(opened) = &mut opened {
                open_types::open_unit(opened, unit, made.get(&unit).copied(), &mut Vec::new());
                names.extend(types_in(opened, unit).into_iter().filter_map(|r| self.out.type_symbol(r)));
            }
            names.extend(self.holders_in(unit).into_iter().filter_map(|r| self.interfaces.get(&r)));
            unseen.insert(unit, names);
        }
        self.unseen = unseen;
    }

    /// The symbols of these in a unit of the output.
    pub(super) fn names_unseen_in(&self, unit: UnitId) -> impl Iterator<Item = SymbolId> {
        self.unseen.get(&unit).into_iter().flatten().copied()
    }

    /// The structures that a unit declares for the associations of procedure pointers.
    fn holders_in(&self, unit: UnitId) -> Vec<RecordId> {
        let holder = |d: &Decl| match d.kind {
            DeclKind::Record(r) => Some(r).filter(|r| self.interfaces.contains_key(r)),
            _ => None,
        };
        self.out.units[unit].decls.iter().filter_map(holder).collect()
    }

    /// A unit knows an interface by another name than its own: so it is written in what keeps pointers with it.
    pub(super) fn rename_interface(&mut self, unit: UnitId, interface: SymbolId, local: &str) {
        for r in self.holders_in(unit).into_iter().filter(|r| self.interfaces[r] == interface) {
            for a in self.out.records[r].fields.iter_mut().flat_map(|f| &mut f.attributes) {
                if let Some((word, rest)) = a.split_once('(')
                    && let Some((_, rest)) = rest.split_once(')')
                {
                    *a = format!("{word}({local}){rest}");
                }
            }
        }
    }

    /// A derivative cannot name a type, an interface or a variable of `home` that this keeps to itself, nor one of a module that uses the one it stands in.
    pub(super) fn refuse_unseen(&mut self, unit: UnitId, home: UnitId, named: SymbolId) {
        let original = |u: UnitId| self.original_of_copy(u);
        // Of a derivative type the original is said.
        let derived = |(_, d): &(&RecordId, &RecordId)| self.out.is_type(named, **d);
        let of = self.globals.records.iter().find(derived).and_then(|(original, _)| self.source.type_symbol(*original));
        let name = self.out.symbols[of.unwrap_or(named)].name.clone();
        if self.source.symbols.contains(named) && self.is_kept_by_original(named) {
            return self.refuse_kept(unit, &name, original(home));
        }
        let (top, home) = (self.original_around(unit), original(home));
        let place = |u: UnitId| {
            let inputs = self.source.inputs.iter().enumerate();
            inputs.filter_map(|(k, i)| Some((k, i.units.iter().position(|x| *x == u)?))).next()
        };
        let how = match (place(top), place(home)) {
            _ if self.is_used_by(top, home) => "uses the module around it",
            (Some((file, at)), Some((other, behind))) if file == other && at < behind => "stands behind it",
            _ => return,
        };
        let said = format!("the derivative names `{name}` of `{}`, which {how}", self.source.units[home].name);
        let note = match self.out.variable(named) {
            Some(_) => self.out_of_the_circle(&name, top, home),
            None => "move this procedure to a module behind it that uses it, or bind it to the types".to_string(),
        };
        self.report(Diagnostic::error("RT0461", self.out.units[unit].span, said).note(note));
    }

    /// A derivative cannot name a variable either of a module that uses the one it stands in: a procedure that stands alone sets it, and is called there.
    pub(super) fn refuse_in_a_circle(&mut self, unit: UnitId, home: UnitId, variable: SymbolId) {
        let (top, module) = (self.original_around(unit), self.original_of_copy(home));
        // A module that stays the original does not use derivatives.
        let stays = self.request.reuses(module) && self.source.symbols.contains(variable);
        if stays || !self.containers.contains_key(&module) || !self.is_used_by(top, module) {
            return;
        }
        let derived = |(_, d): &(&SymbolId, &SymbolId)| **d == variable;
        let of = self.globals.derivatives.iter().find(derived).map(|(original, _)| *original);
        let name = of.map_or(&self.out.symbols[variable].name, |s| &self.source.symbols[s].name);
        let outer = &self.source.units[module].name;
        let said = format!("the derivative names `{name}` of `{outer}`, which uses the module around it");
        let note = self.out_of_the_circle(name, top, module);
        self.report(Diagnostic::error("RT0461", self.out.units[unit].span, said).note(note));
    }

    /// What to do about a variable that a module cannot name.
    fn out_of_the_circle(&self, name: &str, inner: UnitId, outer: UnitId) -> String {
        let [inner, outer] = [inner, outer].map(|u| &self.source.units[u].name);
        format!("move `{name}` to a module that `{inner}` uses, or this procedure to one that uses `{outer}`")
    }

    /// The module, or the procedure that stands alone, of which a unit of the output is made, or in whose copy it stands.
    fn original_around(&self, unit: UnitId) -> UnitId {
        let around = std::iter::successors(Some(unit), |u| self.out.units[*u].parent);
        let top = self.original_of_copy(around.last().unwrap_or(unit));
        let made = |(_, units): &(&UnitId, &Vec<UnitId>)| units.contains(&top);
        self.generated.iter().find(made).map_or(top, |(original, _)| *original)
    }

    fn original_of_copy(&self, unit: UnitId) -> UnitId {
        self.containers.iter().find(|(_, copy)| **copy == unit).map_or(unit, |(original, _)| *original)
    }

    /// Whether the original that a derivative is made of is a module, and `module` uses it.
    fn is_used_by(&self, top: UnitId, module: UnitId) -> bool {
        let is_module = self.source.units.contains(top) && self.source.units[top].kind == UnitKind::Module;
        is_module && top != module && self.reaches_module(module, top, &mut BTreeSet::new())
    }

    /// Whether a module of the original uses another one, perhaps by way of others.
    fn reaches_module(&self, module: UnitId, other: UnitId, seen: &mut BTreeSet<UnitId>) -> bool {
        let used = if seen.insert(module) { self.used_by(module) } else { Vec::new() };
        module == other || used.into_iter().any(|u| self.reaches_module(u, other, seen))
    }
}

/// The types that the statements of a unit name.
fn types_in(p: &Program, unit: UnitId) -> BTreeSet<RecordId> {
    let (u, mut types) = (&p.units[unit], BTreeSet::new());
    u.walk(&u.body, &mut |_, s| {
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                if let ExprKind::Structure { record, .. } = x.kind {
                    types.insert(record);
                }
            });
        });
    });
    types
}
