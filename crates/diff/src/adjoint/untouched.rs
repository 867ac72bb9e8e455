//! What statements of a derivative procedure change, and what no call in it does: without INTENT, and with arguments by value, the text of a call
//! does not tell.
//!
//! What the original calls leave alone, those of its derivative leave alone too: they run the originals, and put back what these overwrite.

use std::collections::BTreeSet;

use il::stmt::Block;
use il::stores::Touched;
use il::{Program, StmtKind, SymbolId, UnitId};

use crate::derive::{Shell, World};

/// The scalars of a derivative procedure, those that its original has too, that none of its calls changes.
pub(super) fn by_calls(world: &World, shell: &Shell) -> BTreeSet<SymbolId> {
    let (p, facts) = (world.source, &world.facts.analysis);
    let u = &p.units[shell.original];
    let mut written = BTreeSet::new();
    u.walk(&u.body, &mut |id, stmt| {
        if stmt.kind.calls() || matches!(stmt.kind, StmtKind::Opaque { .. }) {
            written.extend(facts.writes(shell.original, id).iter());
        }
    });
    let zones = facts.zones();
    let own = p.symbols_of(u.scope).iter().copied();
    own.filter(|s| p.variable(*s).is_some_and(|v| v.ty.rank() == 0 && !v.pointer))
        .filter(|s| zones.of_symbol(*s).iter().all(|z| !written.contains(z)))
        .map(|s| shell.maps.symbol(s))
        .collect()
}

/// What the statements of `block` change, if their calls leave `untouched` alone, and whether they call something.
pub(super) fn changes(
    p: &Program,
    unit: UnitId,
    block: &Block,
    untouched: &BTreeSet<SymbolId>,
) -> (BTreeSet<SymbolId>, bool) {
    let touched = Touched::of(p, unit, block);
    let mut changed = touched.writes;
    changed.extend(touched.handed.difference(untouched));
    (changed, touched.calls)
}
