//! Work arrays: arguments that carry active values inside their procedure, and stand in no list. By convention (`conventions.md` §4.1) their derivatives
//! come from the caller behind them where their size is the caller's; scalars and arrays of constant extent have local ones.
//!
//! What is in such a derivative when the procedure is called does not matter where its extent is known: it is cleared inside. Elsewhere the caller clears
//! it. Generated callers find it zero again, in adjoint mode.

use std::collections::BTreeSet;

use il::{Expr, Prefix, Program, SymbolId, Type, UnitId, Upper, fold};

use super::Facts;
use crate::request::Place;
use crate::signature::part::Part;

impl Facts<'_> {
    /// The dummies that have a derivative for what is active inside only: those whose derivatives the caller clears (zero where the derivative procedure
    /// begins, and again where it ends), and the others.
    pub(crate) fn work_arrays(
        &self,
        program: &Program,
        unit: UnitId,
        part: Part,
    ) -> (BTreeSet<SymbolId>, BTreeSet<SymbolId>) {
        let places = |s: SymbolId| self.components(s).into_iter().map(|(place, _)| place);
        let lent = |s: &SymbolId| match part {
            // On loan, and read only: nothing sets it before it is used. What is used before it is set is said in the lists.
            Part::Tangent => program.leads_to_constants(*s),
            _ => !places(*s).filter(|p| self.place_owns(program, p)).all(|p| self.is_cleared_inside(program, unit, &p)),
        };
        let params = program.units[unit].params.iter().copied();
        let (lent, mut others): (BTreeSet<_>, BTreeSet<_>) =
            params.filter(|s| self.owns(*s) && self.is_work_space(program, unit, *s)).partition(lent);
        if part == Part::Tangent {
            // Nobody but the caller can clear these: their numbers matter.
            let trusted = self.trusted_on_entry(program, unit);
            others.retain(|s| trusted.iter().all(|p| p.symbol != *s));
        }
        (lent, others)
    }

    /// Whether a dummy gets a derivative for what is active inside its procedure only.
    pub fn is_work_space(&self, program: &Program, unit: UnitId, dummy: SymbolId) -> bool {
        self.gets(program, unit, dummy) && !self.is_of_callers(unit, dummy)
    }

    /// Whether a dummy gets a derivative from the callers.
    pub(super) fn gets(&self, program: &Program, unit: UnitId, dummy: SymbolId) -> bool {
        let at = program.units[unit].params.iter().position(|p| *p == dummy);
        at.is_some_and(|k| self.params.get(&unit).is_some_and(|p| p[k]))
    }

    /// Whether the derivative of a work array is cleared in its procedure: how much of it there is, is known there, and stays the same.
    pub fn is_cleared_inside(&self, program: &Program, unit: UnitId, place: &Place) -> bool {
        let Some(v) = program.variable(place.symbol) else { return false };
        let numbers = match &v.ty {
            Type::Pointer { to, .. } => !matches!(**to, Type::Pointer { .. }),
            ty if v.allocatable || v.pointer => {
                !v.polymorphic && ty.record().is_none() && !self.changed.contains(&place.symbol)
            }
            _ => !self.has_callers_storage(program, place.symbol),
        };
        numbers && self.is_work_space(program, unit, place.symbol) && !self.extent_is_unknown(program, place)
    }
}

/// Whether the derivative of a dummy that is active inside only is an argument all the same: of Fortran an array of variable extent, an allocatable, a
/// pointer, a structure; of C whatever is passed by its address.
pub(super) fn come_with_derivatives(program: &Program, unit: UnitId, dummy: SymbolId) -> bool {
    let (u, Some(v)) = (&program.units[unit], program.variable(dummy)) else { return false };
    // Nothing active is in what is only read: pointers of the procedure may lead there, where no derivative is needed.
    if program.is_read_only(dummy) || program.leads_to_constants(dummy) {
        return false;
    }
    if u.language.passes_values() {
        return matches!(v.ty, Type::Pointer { .. } | Type::Array { .. });
    }
    // Values, one for each element of what is passed.
    let values = v.by_value || u.has_prefix(&Prefix::Elemental);
    v.allocatable || v.pointer || !values && (v.ty.record().is_some() || has_variable_extent(program, &v.ty))
}

fn has_variable_extent(program: &Program, ty: &Type) -> bool {
    let Type::Array { dims, .. } = ty else { return false };
    let constant = |e: &Expr| fold::integer(program, e).is_some();
    let fixed =
        |d: &il::Dim| d.lower.as_ref().is_none_or(constant) && matches!(&d.upper, Upper::At(last) if constant(last));
    !dims.iter().all(fixed)
}
