//! C: derivative types of structures that come from headers. They stand in front of each derivative file that sees the originals, each behind what it
//! contains: a header may have known a structure by `typedef struct arm arm_t;` before it defined what that is made of.

use std::collections::BTreeSet;

use il::{Decl, DeclKind, RecordId, SymbolId, SymbolKind, Type, UnitId};

use super::World;

impl World<'_> {
    /// Puts them behind the includes and macros with which the file begins. Those without a name are written out where they are members. `used`: what the
    /// functions of the file mention.
    pub(super) fn file_records(&mut self, unit: UnitId, decls: &mut Vec<Decl>, used: &BTreeSet<SymbolId>) {
        // What a function defines for itself its derivative does.
        let functions = self.plain.units.iter().map(|(_, u)| u).filter(|u| u.is_procedure());
        let defined = records_in(std::iter::once(&self.plain.units[unit]).chain(functions).flat_map(|u| &u.decls));
        let unseen = self.unseen_records(unit, used);
        let foreign = self.globals.records.iter().filter(|(old, new)| old != new && !defined.contains(old));
        let foreign = foreign.filter(|(old, _)| !unseen.contains(old)).map(|(_, new)| *new);
        let foreign = self.in_order(foreign.filter(|new| !self.out.records[*new].is_anonymous()).collect());
        let at = decls
            .iter()
            .position(|d| !matches!(d.kind, DeclKind::Include(_) | DeclKind::Opaque { .. }))
            .unwrap_or(decls.len());
        decls.splice(at..at, foreign.into_iter().map(|r| Decl::from(DeclKind::Record(r))));
    }

    /// Structures that a file does not know, unless what came into it from other files mentions them: what they are made of (`double x[NX]`) may be
    /// unknown there.
    fn unseen_records(&self, unit: UnitId, used: &BTreeSet<SymbolId>) -> BTreeSet<RecordId> {
        let known: BTreeSet<RecordId> = self
            .known_in(unit)
            .iter()
            .filter_map(|s| match &self.source.symbols[*s].kind {
                SymbolKind::Record(r) => Some(*r),
                SymbolKind::Typedef(ty) => ty.record(),
                _ => None,
            })
            .collect();
        let mut unseen: BTreeSet<RecordId> =
            self.globals.records.keys().copied().filter(|r| !known.contains(r)).collect();
        if unseen.is_empty() {
            return unseen;
        }
        let generated =
            self.source.units[unit].children.iter().flat_map(|c| self.generated.get(c).into_iter().flatten());
        let dummies = generated.flat_map(|g| &self.out.units[*g].params);
        let mut todo: Vec<RecordId> =
            used.iter().chain(dummies).filter_map(|s| self.out.symbol_type(*s).and_then(Type::record)).collect();
        let mut mentioned: BTreeSet<RecordId> = BTreeSet::new();
        while let Some(r) = todo.pop() {
            if mentioned.insert(r) {
                todo.extend(self.out.records[r].fields.iter().filter_map(|f| f.ty.record()));
            }
        }
        unseen.retain(|r| !mentioned.contains(r) && self.globals.records.get(r).is_none_or(|d| !mentioned.contains(d)));
        unseen
    }

    /// Each structure behind those that it contains, and behind those that it points to where that can be.
    fn in_order(&self, mut left: Vec<RecordId>) -> Vec<RecordId> {
        let mut out = Vec::new();
        while !left.is_empty() {
            let waits = |r: RecordId, needed: BTreeSet<RecordId>| needed.iter().any(|n| *n != r && left.contains(n));
            let next = left.iter().position(|r| !waits(*r, self.leads_to(*r)));
            let next = next.or_else(|| left.iter().position(|r| !waits(*r, self.contains(*r))));
            out.push(left.remove(next.unwrap_or(0)));
        }
        out
    }

    /// What a structure of the output has in it.
    fn contains(&self, r: RecordId) -> BTreeSet<RecordId> {
        self.members(r, &|ty| !matches!(ty.element(), Type::Pointer { .. }))
    }

    /// What it has in it or points to.
    fn leads_to(&self, r: RecordId) -> BTreeSet<RecordId> {
        self.members(r, &|_| true)
    }

    fn members(&self, r: RecordId, counts: &dyn Fn(&Type) -> bool) -> BTreeSet<RecordId> {
        let mut out = BTreeSet::new();
        for f in self.out.records[r].fields.iter().filter(|f| counts(&f.ty)) {
            match f.ty.record() {
                Some(inner) if self.out.records[inner].is_anonymous() => out.extend(self.members(inner, counts)),
                inner => out.extend(inner),
            }
        }
        out
    }

    /// Derivative types that others point to before they are defined are known by their tags alone: `typedef struct a { struct b *next; } A;` of a user's
    /// becomes `struct b_diff *next`, for `B_diff` is not known there.
    pub(super) fn name_by_tag(&mut self) {
        let made: Vec<(RecordId, RecordId)> =
            self.globals.records.iter().map(|(old, new)| (*old, *new)).filter(|(old, new)| old != new).collect();
        let reaches = |from: RecordId, to: RecordId| {
            let (mut todo, mut seen) = (vec![from], BTreeSet::new());
            while let Some(r) = todo.pop() {
                if r == to {
                    return true;
                }
                if seen.insert(r) {
                    todo.extend(self.leads_to(r));
                }
            }
            false
        };
        let headers = self.source.units.ids().filter(|u| self.is_header(*u));
        let of_headers = records_in(headers.flat_map(|h| &self.source.units[h].decls));
        let place = |r: RecordId| self.source.records[r].span;
        let mut early: BTreeSet<RecordId> = BTreeSet::new();
        for &(old, new) in &made {
            let near = self.leads_to(new);
            for &(other, target) in made.iter().filter(|(_, t)| *t != new && near.contains(t)) {
                let behind = place(old).file == place(other).file && place(old).start < place(other).start;
                if behind && !of_headers.contains(&other) || reaches(target, new) {
                    early.insert(target);
                }
            }
        }
        for r in early {
            let record = &mut self.out.records[r];
            if let Some(tag) = record.tag().cloned() {
                record.spelling = tag;
            }
        }
    }
}

fn records_in<'d>(decls: impl Iterator<Item = &'d Decl>) -> BTreeSet<RecordId> {
    decls.filter_map(|d| if let DeclKind::Record(r) = d.kind { Some(r) } else { None }).collect()
}
