//! C: pointers in structures that lead to several places while a procedure runs: `v.data++`, `v.data = next`. What is found through them is no part of
//! one array, and subscripts do not tell its elements apart. New memory is no place that was there before, and nothing is behind what leads nowhere.

use analysis::c_memory;
use il::zones::ZoneId;
use il::{Program, StmtId, StmtKind, UnitId};

use crate::adjoint::plan::access::{Access, Set};

/// The addresses of such pointers. `once` says whether a statement runs at most once, `own` what only this procedure finds, and not before it sets it.
pub(crate) fn pointers(
    p: &Program,
    access: &Access,
    unit: UnitId,
    once: &dyn Fn(StmtId) -> bool,
    own: &dyn Fn(ZoneId) -> bool,
) -> Set {
    let u = &p.units[unit];
    let (mut set, mut out) = (Set::default(), Set::default());
    u.walk(&u.body, &mut |id, s| {
        if c_memory::allocates(p, &s.kind) || leads_nowhere(p, &s.kind) {
            return;
        }
        let here = &access.statement(unit, id).writes;
        let here: Vec<ZoneId> = here.iter().filter(|z| access.zones.zone(*z).address).collect();
        let again: Vec<ZoneId> = here.iter().copied().filter(|z| !once(id) || set.has(*z) || !own(*z)).collect();
        out.add(&again);
        set.add(&here);
    });
    out
}

/// Whether a statement gives a pointer no place to lead to: `free(v.data)`, `v.data = NULL`.
fn leads_nowhere(p: &Program, kind: &StmtKind) -> bool {
    c_memory::freed(p, kind).is_some() || matches!(kind, StmtKind::Assign { rhs, .. } if rhs.is_null_pointer())
}
