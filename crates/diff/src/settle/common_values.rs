//! What a COMMON block holds at the start of the program is said in one place only: where DATA of a procedure gives the values (as BLOCK DATA should,
//! F2018 8.6.7, and as compilers allow everywhere), it is the original procedure that says so. It is linked with its derivative, which would be the
//! second place.

use std::collections::BTreeSet;

use il::symbol::SymbolKind;
use il::{DeclKind, Program, SymbolId, UnitId};

use super::blank_common::is_inside;
use crate::derive::data;

/// Takes the values of COMMON blocks out of all external procedures that are generated. A module that is copied is the only one that is linked.
pub(crate) fn settle(p: &mut Program, generated: &[UnitId]) {
    let external: Vec<UnitId> =
        generated.iter().copied().filter(|g| p.units[*g].is_procedure() && p.units[*g].parent.is_none()).collect();
    let with_inner: Vec<UnitId> =
        p.units.ids().filter(|u| external.iter().any(|g| g == u || is_inside(p, *u, *g))).collect();
    for unit in with_inner {
        let shared = in_common(p, unit);
        if !shared.is_empty() {
            forget(p, unit, &shared);
        }
    }
}

/// The variables of a unit that lie in COMMON blocks, those that EQUIVALENCE puts there among them.
fn in_common(p: &Program, unit: UnitId) -> BTreeSet<SymbolId> {
    let u = &p.units[unit];
    let mut out: BTreeSet<SymbolId> = u.commons().into_values().flatten().collect();
    loop {
        let before = out.len();
        for group in u.equivalences() {
            let members = || group.iter().filter_map(il::Expr::root);
            if members().any(|m| out.contains(&m)) {
                out.extend(members());
            }
        }
        if out.len() == before {
            return out;
        }
    }
}

/// Takes away what the declarations of a unit say of their first values.
fn forget(p: &mut Program, unit: UnitId, shared: &BTreeSet<SymbolId>) {
    let mut decls = std::mem::take(&mut p.units[unit].decls);
    decls.retain_mut(|d| match &mut d.kind {
        DeclKind::Data(sets) => {
            sets.retain_mut(|set| data::narrow(p, set, &|s| !shared.contains(&s)));
            !sets.is_empty()
        }
        _ => true,
    });
    p.units[unit].decls = decls;
    for &s in shared {
        if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.init = None;
        }
    }
}
