//! What must be clear where a tangent begins: derivatives that are not set there but may be used before they are.

use std::collections::BTreeSet;

use il::zones::ZoneId;
use il::{Expr, ExprKind, Program, StmtKind, SymbolId, Type, UnitId};

use super::{At, Facts};
use crate::request::Place;

impl Facts<'_> {
    /// What must be cleared where the tangent of a unit begins: not varied there, but its derivative may be used before it is set.
    pub fn entry_resets(&self, program: &Program, unit: UnitId) -> Vec<Place> {
        let mut found = self.undefined_places(program, unit);
        found.retain(|(place, zones)| !is_cut(program, place, zones) || !self.comes_varied(unit, zones));
        found.into_iter().map(|(place, _)| place).collect()
    }

    /// Of what must be clear where the tangent of a unit begins, that which no name stands for that does not stand for something varied, too: COMMON
    /// and EQUIVALENCE give it such names only.
    pub fn mixed_on_entry(&self, program: &Program, unit: UnitId) -> Vec<Place> {
        let undefined = self.analysis.undefined_derivatives(unit);
        let (mixed, plain): (Vec<_>, Vec<_>) = self
            .undefined_places(program, unit)
            .into_iter()
            .partition(|(place, zones)| is_cut(program, place, zones) && self.comes_varied(unit, zones));
        let cleared: BTreeSet<ZoneId> = plain.into_iter().flat_map(|(_, zones)| zones).collect();
        let open = |zones: &[ZoneId]| zones.iter().any(|z| undefined.contains(*z) && !cleared.contains(z));
        mixed.into_iter().filter(|(_, zones)| open(zones)).map(|(place, _)| place).collect()
    }

    /// Whether some of the zones vary when a unit begins: its own come into being then.
    fn comes_varied(&self, unit: UnitId, zones: &[ZoneId]) -> bool {
        let varied = self.analysis.varied(unit, At::Entry);
        zones.iter().any(|z| varied.contains(*z) && self.analysis.zones().zone(*z).owner != Some(unit))
    }

    /// What has a derivative that is not set when a unit begins but may be used before it is.
    fn undefined_places(&self, program: &Program, unit: UnitId) -> Vec<(Place, Vec<ZoneId>)> {
        let undefined = self.analysis.undefined_derivatives(unit);
        let (copied, unvaried) = (copied_whole(program, unit), self.analysis.copied_unvaried(unit));
        // What callers differentiate has its derivative from them, or keeps it for them.
        let elsewhere = |zones: &[ZoneId]| zones.iter().any(|z| self.analysis.is_active_somewhere(*z));
        let of_others = |s: SymbolId| {
            program.variable(s).is_some_and(|v| matches!(v.storage, il::Storage::Global | il::Storage::Common))
                || program.home(s).is_some_and(|home| home != unit)
        };
        // What a head gives back is given back whole, also what nothing in it touches.
        let (entry, exit) = (self.analysis.active(unit, At::Entry), self.analysis.active(unit, At::Exit));
        let given_back = |place: &Place, zones: &[ZoneId]| {
            let partly = exit.contains_any(zones) && !zones.iter().all(|z| exit.contains(*z));
            self.outermost.contains(&unit)
                && partly
                && !entry.contains_any(zones)
                && of_others(place.symbol)
                && is_cut(program, place, zones)
        };
        let undefined_here = |place: &Place, zones: &[ZoneId]| {
            // What a generated caller hands over is whole.
            let own = self.outermost.contains(&unit) || !program.units[unit].params.contains(&place.symbol);
            let own = own && !(of_others(place.symbol) && elsewhere(zones));
            undefined.contains_any(zones)
                || self.is_lent_here(program, unit, place, zones) && unvaried.contains_any(zones)
                || given_back(place, zones)
                || own && copied.contains(&place.symbol) && unvaried.contains_any(zones)
        };
        let mut symbols: BTreeSet<SymbolId> = self.analysis.active_symbols(unit).iter().map(|v| v.symbol).collect();
        let u = &program.units[unit];
        symbols.extend(u.params.iter().chain(&u.result()).copied());
        if self.outermost.contains(&unit) {
            symbols.extend(self.owners.iter().filter(|s| self.is_pointed_at_global(program, unit, **s)));
            symbols.extend(u.commons().into_values().flatten());
        }
        symbols
            .into_iter()
            .filter(|s| self.owns(*s) && !crate::tape::stands_for(program, *s))
            .flat_map(|s| self.components(s))
            .filter(|(place, zones)| undefined_here(place, zones) && self.place_owns(program, place))
            .collect()
    }

    /// Whether pointers alone lead to a derivative here: that of a dummy, which is a local, or, where a head begins, that of a global.
    fn is_lent_here(&self, program: &Program, unit: UnitId, place: &Place, zones: &[ZoneId]) -> bool {
        let dummy = program.units[unit].params.contains(&place.symbol) && !self.gets(program, unit, place.symbol);
        (dummy || self.is_pointed_at_global(program, unit, place.symbol))
            && !self.analysis.active_anywhere(unit).contains_any(zones)
    }

    /// Whether a global has a derivative that pointers may lead to in a head, and from before.
    fn is_pointed_at_global(&self, program: &Program, unit: UnitId, s: SymbolId) -> bool {
        let zones = self.analysis.zones();
        self.outermost.contains(&unit)
            && program.variable(s).is_some_and(|v| v.storage == il::Storage::Global && !v.constant)
            && zones.of_symbol(s).iter().any(|z| zones.is_pointed_at(*z))
    }

    /// Whether a head gives a place back to its callers, and does not get it from them.
    pub fn is_given_back(&self, unit: UnitId, place: &Place) -> bool {
        let zones = self.analysis.zones().of_component(place.symbol, &place.path);
        let meets = |at: At| self.analysis.active(unit, at).contains_any(&zones);
        self.outermost.contains(&unit) && meets(At::Exit) && !meets(At::Entry)
    }

    /// Of what must be clear where the tangent of a unit begins, that which only the caller can clear: dummies of unknown extent. Generated
    /// callers need not: there what is useful and not varied has a zero derivative.
    pub fn trusted_on_entry(&self, program: &Program, unit: UnitId) -> Vec<Place> {
        let resets = self.entry_resets(program, unit);
        // What a C pointer leads to is cleared by nobody here: not how much it is, nor whether it is there, is known.
        let pointed = |s: SymbolId| {
            program
                .variable(s)
                .is_some_and(|v| matches!((v.storage, &v.ty), (il::Storage::Dummy(_), Type::Pointer { .. })))
        };
        resets.into_iter().filter(|p| self.extent_is_unknown(program, p) || pointed(p.symbol)).collect()
    }

    /// Whether nobody knows how much there is of a place: an assumed-size dummy, or what lies behind a C pointer that leads to more than one
    /// object. Its derivative cannot be cleared here.
    pub fn extent_is_unknown(&self, program: &Program, place: &Place) -> bool {
        let mut ty = program.symbol_type(place.symbol).cloned().unwrap_or(Type::Void);
        let single = self.analysis.zones().is_single_object(place.symbol);
        let local = program.variable(place.symbol).is_some_and(|v| v.storage == il::Storage::Local);
        if local {
            return false;
        }
        if ty.is_assumed_size() || matches!(ty, Type::Pointer { .. }) && !single {
            return true;
        }
        for &k in &place.path {
            let Some(r) = ty.record() else { return false };
            ty = program.records[r].fields[k].ty.clone();
            if matches!(ty.element(), Type::Pointer { .. }) {
                return true;
            }
        }
        false
    }
}

/// Variables of which assignments take a whole structure, as the value or inside of a constructor.
fn copied_whole(program: &Program, unit: UnitId) -> BTreeSet<SymbolId> {
    fn visit(program: &Program, e: &Expr, out: &mut BTreeSet<SymbolId>) {
        if let ExprKind::Structure { args, .. } = &e.bare().kind {
            args.iter().for_each(|a| visit(program, &a.value, out));
        } else if e.is_reference() && il::typing::type_of(program, e).element().record().is_some() {
            out.extend(e.root());
        }
    }
    let (u, mut out) = (&program.units[unit], BTreeSet::new());
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Assign { rhs, .. } = &s.kind {
            visit(program, rhs, &mut out);
        }
    });
    out
}

/// Whether COMMON or EQUIVALENCE cut a number or an array of numbers into several zones.
fn is_cut(program: &Program, place: &Place, zones: &[ZoneId]) -> bool {
    let of = |v: &il::Variable| v.ty.element().record().is_none() && !v.pointer && v.ty.element().is_differentiable();
    zones.len() > 1 && place.path.is_empty() && program.variable(place.symbol).is_some_and(of)
}
