//! C, in split mode: a pointer that leads to a local of a forward half is worth nothing in the backward half, whose locals are elsewhere.
//!
//! So no such pointer may be saved: neither one to a local of the procedure itself, nor, where a split procedure calls it in split mode, one to a
//! local of that caller, which an argument brings.

use std::collections::BTreeSet;

use analysis::allocation::dummies;
use il::typing::type_of;
use il::zones::ZoneId;
use il::{Expr, ExprKind, StmtId, Storage, SymbolId, Type, UnitId};

use crate::adjoint::emit::Emit;
use crate::adjoint::plan::CallMode;
use crate::adjoint::plan::uses;

/// Dummies that were looked at.
type Seen = BTreeSet<(SymbolId, bool)>;

impl Emit<'_, '_> {
    /// Refuses to save a pointer that leads to a local which the two halves do not share.
    pub(crate) fn refuse_own_frame(&mut self, saved: &Expr) {
        let p = self.world.source;
        if !self.is_split() || !self.language().points_by_address() || !p.holds_pointers(&type_of(p, saved)) {
            return;
        }
        let reached = self.held_behind(saved);
        let found = if reached.iter().any(|z| self.is_in_frame(self.unit, *z)) {
            "in a procedure in split mode a pointer leads to a local variable, which its two halves do not share"
        } else if self
            .dummies_behind(self.unit, &reached)
            .into_iter()
            .any(|d| self.brings_frame(self.unit, d, &mut BTreeSet::new()))
        {
            "in a procedure in split mode a pointer leads to a local variable of a caller in split mode, whose two halves do not share it"
        } else {
            return;
        };
        let declared = saved.root().map_or(saved.span, |s| p.symbols[s].span);
        self.refuse(declared, found, "call the procedure in joint mode, or make the variable an argument");
    }

    /// What the pointers in a saved value lead to, be it to their neighbours.
    fn held_behind(&self, saved: &Expr) -> Vec<ZoneId> {
        let p = self.world.source;
        match type_of(p, saved) {
            Type::Pointer { .. } => self.behind(saved),
            Type::Array { .. } => self.held_behind(&Expr::index(saved.clone(), vec![Expr::int(0)])),
            Type::Record(record) if !p.records[record].opaque => {
                let part = |field| ExprKind::Field { base: Box::new(saved.clone()), record, field }.into();
                p.parts_of(saved, record).into_iter().flat_map(|k| self.held_behind(&part(k))).collect()
            }
            _ => {
                let elsewhere = |z: &ZoneId| Some(self.access.zones.zone(*z).symbol) != saved.root();
                self.access.zones.reachable(p, saved).into_iter().filter(elsewhere).collect()
            }
        }
    }

    /// What a value leads to: of a pointer not itself, which is handed over as a copy.
    fn behind(&self, value: &Expr) -> Vec<ZoneId> {
        let p = self.world.source;
        match type_of(p, value) {
            Type::Pointer { .. } => self.access.zones.reachable(p, &ExprKind::Deref(Box::new(value.clone())).into()),
            _ => self.access.zones.reachable(p, value),
        }
    }

    /// Whether a zone is a local of a procedure, and goes with its call.
    fn is_in_frame(&self, unit: UnitId, z: ZoneId) -> bool {
        let zone = self.access.zones.zone(z);
        let local = self.world.source.variable(zone.symbol).is_some_and(|v| v.is_unsaved_local());
        local && zone.owner == Some(unit) && !zone.pointee
    }

    /// What the dummies of a procedure lead to, of these zones: pointers, and arrays, whose own zone is their caller's. Of a pointer to a pointer it may be
    /// what that leads to alone, `*handle`.
    fn dummies_behind(&self, unit: UnitId, zones: &[ZoneId]) -> Vec<(SymbolId, bool)> {
        let p = self.world.source;
        let is_array = |s| p.symbol_type(s).is_some_and(|t| matches!(t, Type::Array { .. }));
        let behind = zones.iter().map(|z| self.access.zones.zone(*z)).filter(|z| z.pointee || is_array(z.symbol));
        let dummies: BTreeSet<SymbolId> = behind
            .map(|z| z.symbol)
            .filter(|s| {
                p.home(*s) == Some(unit) && p.variable(*s).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)))
            })
            .collect();
        let beyond = |s: SymbolId| {
            let handle: Expr = ExprKind::Deref(Box::new(Expr::var(s))).into();
            let is_handle =
                matches!(p.symbol_type(s), Some(Type::Pointer { to, .. }) if matches!(**to, Type::Pointer { .. }));
            is_handle && !self.access.zones.of_ref(p, &handle).zones.iter().any(|z| zones.contains(z))
        };
        dummies.into_iter().map(|s| (s, beyond(s))).collect()
    }

    /// Whether a dummy, or a handle beyond what it leads to itself, may lead to a local of a procedure in split mode that calls its own in split mode.
    fn brings_frame(&self, unit: UnitId, (dummy, beyond): (SymbolId, bool), seen: &mut Seen) -> bool {
        if !seen.insert((dummy, beyond)) {
            return false;
        }
        let p = self.world.source;
        let units = self.world.facts.differentiated();
        units.iter().any(|&caller| {
            let mut actuals: Vec<Expr> = Vec::new();
            p.units[caller].walk(&p.units[caller].body, &mut |id, s| {
                let il::StmtKind::Call { callee, args, .. } = &s.kind else { return };
                if p.callee(*callee) == Some(unit) && self.calls_split(caller, id) {
                    let given = dummies(p, *callee, args).into_iter().filter(|(d, _)| *d == Some(dummy));
                    actuals.extend(given.map(|(_, a)| a.clone()));
                }
            });
            !actuals.is_empty()
                && self.runs_split(caller)
                && actuals.iter().any(|a| {
                    let reached = match beyond {
                        true => self.behind(&ExprKind::Deref(Box::new(a.clone())).into()),
                        false => self.behind(a),
                    };
                    reached.iter().any(|z| self.is_in_frame(caller, *z))
                        || self.dummies_behind(caller, &reached).into_iter().any(|d| self.brings_frame(caller, d, seen))
                })
        })
    }

    fn calls_split(&self, caller: UnitId, call: StmtId) -> bool {
        uses::call_mode(self.world, self.access, caller, call) == Some(CallMode::Split)
    }

    /// Whether some call, or the user for a head, asks for the two halves of a procedure.
    fn runs_split(&self, unit: UnitId) -> bool {
        crate::adjoint::rounds::wanted(self.world, self.access).get(&unit).is_some_and(|w| w.split)
    }
}
