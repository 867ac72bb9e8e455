//! What a callee, and its adjoint, do with one argument of a call. Two arguments may be elements of one array (`call step(a(k - 1), a(k))`), whose
//! zone alone does not tell which of them is read and which written.

use il::{SymbolId, Type, UnitId};

use crate::adjoint::plan::access::{Access, Set};
use crate::derive::World;
use crate::request::Improvement;

/// Whether a callee may change the numbers of an argument. Of pointers and structures, and in C, nothing is said.
pub(crate) fn may_be_written(world: &World, access: &Access, callee: UnitId, dummy: SymbolId) -> bool {
    !has_own_numbers(world, callee, dummy)
        || access.zones.of_symbol(dummy).iter().any(|z| world.facts.analysis.in_out(callee).written.contains(*z))
}

/// Whether the adjoint of a callee may look at the numbers that an argument had: the joint one at those before the call, the backward half at those that
/// the forward half has left.
pub(crate) fn may_be_looked_at(world: &World, access: &Access, callee: UnitId, dummy: SymbolId, split: bool) -> bool {
    if !world.request.improves(Improvement::Snapshot) || !has_own_numbers(world, callee, dummy) {
        return true;
    }
    let mut zones = Set::default();
    zones.add(&access.zones.of_symbol(dummy));
    if split {
        access.behind.borrow().get(&callee).is_none_or(|behind| behind.meets(&zones))
    } else {
        access.joint.borrow().get(&callee).is_none_or(|there| there.needs.meets(&zones))
    }
}

/// Whether a dummy is a number or an array of numbers that lies in its own zones.
pub(super) fn has_own_numbers(world: &World, callee: UnitId, dummy: SymbolId) -> bool {
    let p = world.source;
    p.units[callee].language.describes_storage()
        && p.variable(dummy).is_some_and(|v| {
            let elements = match &v.ty {
                Type::Array { elem, .. } => elem,
                ty => ty,
            };
            !v.pointer && !v.allocatable && matches!(elements, Type::Scalar(_))
        })
}
