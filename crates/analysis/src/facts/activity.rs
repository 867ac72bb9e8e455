//! What is varied, useful, active, and what that means for the derivative of a procedure.

use std::collections::BTreeSet;

use il::zones::ZoneId;
use il::{Expr, ExprKind, Id, StmtId, StmtKind, SymbolId, UnitId};

use super::Facts;
use crate::channels;
use crate::effects::Step;
use crate::request::{At, VarRef};
use crate::sets::{Bits, ZoneSet};
use crate::whole_names::with_whole;
use crate::{adjoint_use, in_out};
use il::sparse::Sparse;

/// How the derivative of a procedure treats a dummy, its result or a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FormalActivity {
    /// At some active call its value on entry is varied.
    pub varied_in: bool,
    /// At some active call its value on return is useful.
    pub useful_out: bool,
    /// It is active somewhere in the unit: it has a derivative there.
    pub active: bool,
    /// Active where the unit begins.
    pub active_in: bool,
    /// Active where the unit returns.
    pub active_out: bool,
}

/// The activity of what a procedure shares with its callers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Signature {
    /// By dummy argument, in order; of a structure or pointer: of all its components.
    pub formals: Vec<FormalActivity>,
    /// Of the result of a function.
    pub result: Option<FormalActivity>,
    /// COMMON members, module variables and other globals that are active in the unit, component by component.
    pub globals: Vec<(VarRef, FormalActivity)>,
}

impl Facts<'_> {
    /// Zones that may depend differentiably on an independent.
    pub fn varied(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.at(unit, at, self.activity[unit.index()].as_ref().map(|a| &a.varied)))
    }

    /// Zones that may influence a dependent differentiably.
    pub fn useful(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.at(unit, at, self.activity[unit.index()].as_ref().map(|a| &a.useful)))
    }

    /// Varied and useful.
    pub fn active(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.active_bits(unit, at))
    }

    /// Active just before a statement.
    pub fn active_before(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.active(unit, At::Before(stmt))
    }

    /// Active just after a statement.
    pub fn active_after(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.active(unit, At::After(stmt))
    }

    /// Active where the unit begins, and not for the unit alone: a caller may bring the derivative.
    pub fn active_in(&self, unit: UnitId) -> ZoneSet {
        self.set(unit, self.active_bits(unit, At::Entry).and(&self.contexts[unit.index()].varied_in))
    }

    /// Active where the unit returns, and not for the unit alone: a caller may ask for the derivative.
    pub fn active_out(&self, unit: UnitId) -> ZoneSet {
        self.set(unit, self.active_bits(unit, At::Exit).and(&self.contexts[unit.index()].useful_out))
    }

    /// Active at some place of the unit.
    pub fn active_anywhere(&self, unit: UnitId) -> ZoneSet {
        let none = self.units[unit.index()].none();
        self.set(unit, self.activity[unit.index()].as_ref().map_or(none, |a| a.anywhere.clone()))
    }

    /// Whether a zone is active at some place of some unit.
    pub fn is_active_somewhere(&self, zone: ZoneId) -> bool {
        let all = self.active_somewhere.get_or_init(|| {
            let mut all = Sparse::default();
            let anywhere = self.program.units.ids().map(|u| self.active_anywhere(u));
            anywhere.for_each(|set| set.iter().for_each(|z| all.add(z.index() as u32)));
            all
        });
        all.has(zone.index() as u32)
    }

    pub(super) fn active_bits(&self, unit: UnitId, at: At) -> Bits {
        self.at(unit, at, self.activity[unit.index()].as_ref().map(|a| &a.active))
    }

    /// Whether some zone of a reference is active at a place.
    pub fn is_active_ref(&self, unit: UnitId, at: At, reference: &Expr) -> bool {
        self.active_bits(unit, at).has_any(&self.reader(unit).reference(reference).0)
    }

    /// Whether a reference may be varied at a place.
    pub fn is_varied_ref(&self, unit: UnitId, at: At, reference: &Expr) -> bool {
        self.varied(unit, at).bits().has_any(&self.reader(unit).reference(reference).0)
    }

    /// Whether callers may go on with the derivative that a reference has on entry: it varies for one of them, or is an independent.
    pub fn enters_varied(&self, unit: UnitId, reference: &Expr) -> bool {
        let context = &self.contexts[unit.index()];
        let numbers = self.reader(unit).reference(reference).0;
        context.entering.has_any(&numbers) || context.varied_in.has_any(&numbers)
    }

    /// Whether a reference may be useful at a place.
    pub fn is_useful_ref(&self, unit: UnitId, at: At, reference: &Expr) -> bool {
        self.useful(unit, at).bits().has_any(&self.reader(unit).reference(reference).0)
    }

    /// Whether the value of an expression, before a statement, uses an active reference differentiably.
    pub fn is_active_expr(&self, unit: UnitId, stmt: StmtId, e: &Expr) -> bool {
        adjoint_use::is_active(&self.reader(unit), e, &self.active_bits(unit, At::Before(stmt)))
    }

    /// Whether a simple statement has a derivative instruction: it assigns to what is active after it, or is an active call. A construct: whether one
    /// inside has.
    pub fn is_active_stmt(&self, unit: UnitId, stmt: StmtId) -> bool {
        self.any_point(unit, stmt, |u, _| u.derivative)
    }

    /// Whether one of the calls that a statement makes is active.
    pub fn is_active_call(&self, unit: UnitId, stmt: StmtId) -> bool {
        self.any_point(unit, stmt, |u, _| u.active_call.contains(&true))
    }

    /// What owns a derivative somewhere in the unit, component by component, in the order of the symbols; globals included.
    pub fn active_symbols(&self, unit: UnitId) -> &[VarRef] {
        &self.symbols[unit.index()]
    }

    /// Whether the variable (and component) of a reference owns a derivative in the unit.
    pub fn has_derivative(&self, unit: UnitId, reference: &Expr) -> bool {
        let Some(a) = &self.activity[unit.index()] else { return false };
        let reachable = match reference.is_reference() {
            true => self.zones.reachable(self.program, reference),
            false => return false,
        };
        a.anywhere.has_any(&self.units[unit.index()].numbers(&reachable))
    }

    /// How the derivative of a unit treats what it shares with its callers. `None`: it has no derivative.
    pub fn signature(&self, unit: UnitId) -> Option<&Signature> {
        self.signatures[unit.index()].as_ref()
    }

    /// Globals that the derivative of a callee takes as varied although they are not active before this call: in tangent mode their
    /// derivatives may hold anything there, and must be cleared first.
    pub fn passive_globals_before(&self, unit: UnitId, stmt: StmtId) -> Vec<ZoneId> {
        let active = self.active_bits(unit, At::Before(stmt));
        self.globals_of_call(unit, stmt, |i, there, here| {
            // What the callee overwrites before it is used is not active where it begins.
            let read = self.activity[i].as_ref().is_some_and(|a| a.active.entry(&self.effects[i].flow).has(there));
            read && self.contexts[i].varied_in.has(there) && !active.has(here)
        })
    }

    pub(super) fn globals_of_call(
        &self,
        unit: UnitId,
        stmt: StmtId,
        wanted: impl Fn(usize, u32, u32) -> bool,
    ) -> Vec<ZoneId> {
        let mut out = Vec::new();
        for step in self.steps_of(unit, stmt) {
            let Step::Call(c) = step else { continue };
            let i = c.callee.index();
            let Some(found) = &self.activity[i] else { continue };
            for (there, here) in c.shared.iter().filter(|(there, _)| found.anywhere.has(*there)) {
                if wanted(i, *there, *here) {
                    out.extend(self.units[unit.index()].zone(*here));
                }
            }
        }
        out.sort();
        out.dedup();
        out
    }

    /// Zones with a derivative that is not set when the unit begins but may be used before it is: in tangent mode they are cleared first.
    /// (Not varied on entry, active somewhere, and the value on entry counts: assigned in parts, or on some paths only.)
    pub fn undefined_derivatives(&self, unit: UnitId) -> ZoneSet {
        let i = unit.index();
        let Some(found) = &self.activity[i] else { return self.set(unit, self.units[i].none()) };
        // What a head gives back, and a local, is one variable, however COMMON and EQUIVALENCE cut it.
        let mut owned = with_whole(self.program, &self.zones, &self.units[i], unit, &found.anywhere, true);
        if !self.heads.contains_key(&unit) {
            let is_own = |k: u32| self.units[i].zone(k).is_some_and(|z| self.zones.zone(z).owner == Some(unit));
            let of_others: Vec<u32> = owned.iter().filter(|k| !is_own(*k)).collect();
            of_others.into_iter().filter(|k| !found.anywhere.has(*k)).for_each(|k| owned.remove(k));
        } else {
            owned.union(&self.beside_active(unit));
        }
        self.set(unit, self.not_varied_but_used(unit).and(&owned))
    }

    /// The heads with the units that each reaches, itself among them.
    pub fn reached_by_heads(&self) -> Vec<(UnitId, BTreeSet<UnitId>)> {
        self.heads.keys().map(|h| (*h, self.calls.reached(&[*h]).into_iter().collect())).collect()
    }

    /// Whether a variable that no call creates is active somewhere, but in no unit of those heads (of [`Facts::reached_by_heads`]) that come to `unit`: its
    /// derivative is the business of others.
    pub fn is_business_of_others(&self, heads: &[(UnitId, BTreeSet<UnitId>)], unit: UnitId, v: &VarRef) -> bool {
        let mut zones = self.zones.of_component(v.symbol, &v.path);
        zones.extend(self.zones.reachable(self.program, &il::Expr::var(v.symbol)));
        if heads.len() < 2 || zones.iter().any(|z| self.zones.zone(*z).owner.is_some()) {
            return false;
        }
        let is_active = |u: &UnitId| self.active_anywhere(*u).contains_any(&zones);
        let (here, elsewhere): (Vec<_>, Vec<_>) = heads.iter().partition(|(_, reached)| reached.contains(&unit));
        let somewhere =
            |heads: Vec<&(UnitId, BTreeSet<UnitId>)>| heads.into_iter().any(|(_, r)| r.iter().any(is_active));
        !somewhere(here) && somewhere(elsewhere)
    }

    /// What lies, by COMMON or EQUIVALENCE, in one variable of some unit with what is active there or here: its derivative is read with an index, or is
    /// kept in the derivative of the block, however little of that varies.
    fn beside_active(&self, unit: UnitId) -> Bits {
        let universe = &self.units[unit.index()];
        let mut out = universe.none();
        let lies_there = |s: &SymbolId| {
            self.program.variable(*s).is_some_and(|v| v.storage == il::Storage::Common) || self.zones.is_overlaid(*s)
        };
        let cut = self.cut.get_or_init(|| {
            let variables = self.program.symbols.ids().filter(lies_there);
            let placed = variables.map(|s| (self.program.home(s), self.zones.of_symbol(s)));
            placed.filter(|(_, zones)| zones.len() > 1).collect()
        });
        for (home, zones) in cut {
            if home.iter().copied().chain([unit]).any(|u| self.active_anywhere(u).contains_any(zones)) {
                out.add_all(&universe.numbers(zones));
            }
        }
        out
    }

    /// Zones that are not varied when the unit begins and whose value then counts. Where a structure is assigned whole, so is its derivative, with
    /// the components that are active nowhere: these too are cleared first.
    pub fn copied_unvaried(&self, unit: UnitId) -> ZoneSet {
        self.set(unit, self.not_varied_but_used(unit))
    }

    pub(super) fn not_varied_but_used(&self, unit: UnitId) -> Bits {
        let i = unit.index();
        let e = &self.effects[i];
        let live = in_out::liveness(e, &self.in_out, &self.units, &self.contexts[i].useful_out);
        let mut out = live.entry(&e.flow).clone();
        out.subtract(&self.contexts[i].varied_in);
        out
    }

    pub(super) fn find_active_symbols(&self, unit: UnitId) -> Vec<VarRef> {
        let Some(found) = &self.activity[unit.index()] else { return Vec::new() };
        let mut symbols: std::collections::BTreeSet<SymbolId> = Default::default();
        let body = &self.program.units[unit];
        symbols.extend(body.params.iter().copied().chain(body.result()));
        let mut note = |s: SymbolId| {
            symbols.insert(s);
        };
        body.walk(&body.body, &mut |_, s| {
            if let StmtKind::Do(d) = &s.kind {
                note(d.var);
            }
            s.kind.exprs(&mut |e| {
                e.walk(&mut |e| {
                    if let ExprKind::Var(s) = e.kind {
                        note(s);
                    }
                })
            })
        });
        // Names that only a call reaches: members of COMMON declared here, globals of callees.
        symbols.extend(body.commons().into_values().flatten());
        let universe = &self.units[unit.index()];
        let mut out = Vec::new();
        let mut seen = universe.none();
        let mut add = |s: SymbolId, out: &mut Vec<VarRef>| {
            for (path, zones) in self.zones.components(s) {
                let numbers = universe.numbers(&zones);
                if found.anywhere.has_any(&numbers) {
                    out.push(VarRef { symbol: s, path });
                    seen.add_all(&numbers);
                }
            }
        };
        for s in symbols {
            add(s, &mut out);
        }
        let mut rest = found.anywhere.clone();
        rest.subtract(&seen);
        for n in rest.iter() {
            if let Some(z) = universe.zone(n) {
                let info = self.zones.zone(z);
                out.push(VarRef { symbol: info.symbol, path: info.path.clone() });
            }
        }
        out.retain(|v| !channels::is_one(self.program, v.symbol));
        out.sort();
        out.dedup();
        out
    }

    pub(super) fn find_signature(&self, unit: UnitId) -> Option<Signature> {
        let i = unit.index();
        let found = self.activity[i].as_ref()?;
        let flow = self.flow(unit);
        let universe = &self.units[i];
        let of = |zones: &[ZoneId]| {
            let numbers = universe.numbers(zones);
            FormalActivity {
                varied_in: self.contexts[i].varied_in.has_any(&numbers),
                useful_out: self.contexts[i].useful_out.has_any(&numbers),
                active: found.anywhere.has_any(&numbers),
                active_in: found.active.entry(flow).has_any(&numbers),
                active_out: found.active.exit(flow).has_any(&numbers),
            }
        };
        let whole = |s: SymbolId| of(&self.zones.of_component(s, &[]));
        let body = &self.program.units[unit];
        let is_own =
            |s: SymbolId| self.zones.of_component(s, &[]).iter().all(|z| self.zones.zone(*z).owner == Some(unit));
        let globals = self
            .active_symbols(unit)
            .iter()
            .filter(|v| !body.params.contains(&v.symbol) && Some(v.symbol) != body.result() && !is_own(v.symbol))
            .map(|v| (v.clone(), of(&self.zones.of_component(v.symbol, &v.path))))
            .collect();
        Some(Signature {
            formals: body.params.iter().map(|p| whole(*p)).collect(),
            result: body.result().map(whole),
            globals,
        })
    }
}
