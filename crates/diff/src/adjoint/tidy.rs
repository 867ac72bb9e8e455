//! What a person would not have written goes away.

use il::{Block, UnitId};

use crate::derive::{Shell, World};

/// Tidies the body of a generated unit.
pub(super) fn tidy(_world: &mut World, _shell: &mut Shell, _unit: UnitId, _body: &mut Block) {}
