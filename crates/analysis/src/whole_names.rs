//! A head without lists is about variables: where a part of one is read or written, all of it is meant.
//!
//! It matters where COMMON and EQUIVALENCE cut a variable into several zones: its derivative is one variable, which goes in and comes out whole.

use std::collections::BTreeSet;

use il::symbol::{Storage, SymbolId};
use il::zones::{ZoneId, Zones};
use il::{Program, UnitId};

use crate::sets::{Bits, Universe};

/// `found`, and what else belongs to the numbers and arrays of numbers of which some is in it, directly or by others that they share storage with:
/// members of the COMMON blocks that `unit` declares (of others, as any unit does), variables of modules, and of the unit itself if `locals`.
pub(crate) fn with_whole(
    program: &Program,
    zones: &Zones,
    universe: &Universe,
    unit: UnitId,
    found: &Bits,
    locals: bool,
) -> Bits {
    let own: Vec<SymbolId> = program.units[unit].commons().into_values().flatten().collect();
    let known: BTreeSet<ZoneId> = own.iter().flat_map(|s| zones.of_symbol(*s)).collect();
    let mut cut: Vec<Vec<u32>> = Vec::new();
    for &s in zones.in_parts() {
        let Some(v) = program.variable(s) else { continue };
        let is_member = v.storage == Storage::Common;
        let is_local = locals && v.storage == Storage::Local && program.symbols[s].scope == program.units[unit].scope;
        if !(is_member || is_local || v.storage == Storage::Global) || v.ty.element().record().is_some() || v.pointer {
            continue;
        }
        let of = zones.of_symbol(s);
        if is_member && !own.contains(&s) && of.iter().any(|z| known.contains(z)) {
            continue;
        }
        let parts = universe.numbers(&of);
        if parts.len() > 1 {
            cut.push(parts);
        }
    }
    let mut out = found.clone();
    let mut before = 0;
    while out.iter().count() != before {
        before = out.iter().count();
        for parts in &cut {
            if out.has_any(parts) {
                out.add_all(parts);
            }
        }
    }
    out
}
