//! Names of the module `iso_c_binding` (F2018 18.2) that derivatives use.

use il::decl::UseItem;
use il::{Decl, DeclKind, Program, Span, SymbolId, SymbolKind, UnitId};

/// `use, intrinsic :: iso_c_binding, only: c_loc, c_intptr_t`, where a unit has not these names already.
pub(crate) fn import(p: &mut Program, unit: UnitId, names: &[&str]) {
    const MODULE: &str = "iso_c_binding";
    let brings = |d: &Decl| match &d.kind {
        DeclKind::Use { module, only, items, .. } if module.eq_ignore_ascii_case(MODULE) => {
            names.iter().all(|n| !only || items.iter().any(|i| i.name.is_none() && i.local.eq_ignore_ascii_case(n)))
        }
        _ => false,
    };
    if p.units[unit].decls.iter().any(brings) {
        return;
    }
    let upper = p.writes_upper(unit);
    let case = |t: &str| if upper { t.to_uppercase() } else { t.to_string() };
    let symbol: SymbolId = match p.lookup_here(p.global, MODULE) {
        Some(s) => s,
        None => p.declare(p.global, MODULE, Span::NONE, SymbolKind::Module(None)),
    };
    let item = |name: &&str| UseItem { local: case(name), name: None };
    let kind = DeclKind::Use {
        module: case(MODULE),
        symbol,
        nature: Some(case("intrinsic")),
        only: true,
        items: names.iter().map(item).collect(),
    };
    let decls = &mut p.units[unit].decls;
    let at = decls.iter().rposition(|d| matches!(d.kind, DeclKind::Use { .. })).map_or(0, |k| k + 1);
    decls.insert(at, Decl::from(kind));
}
