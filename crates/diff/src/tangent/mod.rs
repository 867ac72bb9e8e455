//! Tangent mode (RR-7957 §5.3).

use il::UnitId;

use crate::derive::World;
use crate::signature::Part;

/// Makes the tangent of `unit`.
pub fn differentiate(world: &mut World, unit: UnitId) {
    let shell = world.shell(unit, Part::Tangent);
    world.finish_shell(shell, Vec::new());
}
