//! COMMON blocks by the storage in them: each unit may name and divide a block in its own way (F2018 8.10.2).

use std::collections::HashMap;

use crate::program::Program;
use crate::symbol::SymbolId;
use crate::unit::UnitId;
use crate::zones::{ZoneId, Zones};

/// What the COMMON statements of a program say of zones.
pub struct Commons {
    /// The block, by the first unit that declares it with this zone.
    blocks: HashMap<ZoneId, String>,
    /// The first member that holds it, by the unit that declares it.
    members: HashMap<(UnitId, ZoneId), SymbolId>,
}

impl Commons {
    /// Those of all units of a program.
    pub fn new(program: &Program, zones: &Zones) -> Self {
        let mut out = Commons { blocks: HashMap::new(), members: HashMap::new() };
        for (id, unit) in program.units.iter() {
            for (block, members) in unit.commons() {
                for member in members {
                    for zone in zones.of_symbol(member) {
                        out.blocks.entry(zone).or_insert_with(|| block.clone());
                        out.members.entry((id, zone)).or_insert(member);
                    }
                }
            }
        }
        out
    }

    /// The block that a zone is in.
    pub fn block(&self, zone: ZoneId) -> Option<&str> {
        self.blocks.get(&zone).map(String::as_str)
    }

    /// The member that holds a zone in the declarations of a unit, or of its hosts.
    pub fn member(&self, program: &Program, unit: UnitId, zone: ZoneId) -> Option<SymbolId> {
        let mut hosts = std::iter::successors(Some(unit), |u| program.units[*u].parent);
        hosts.find_map(|u| self.members.get(&(u, zone)).copied())
    }
}
