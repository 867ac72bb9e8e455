//! Functions of the runtime library in what is generated: Fortran gets them by USE of their module (in C a header declares them).

use il::decl::{Decl, DeclKind, UseItem};
use il::symbol::SymbolKind;
use il::{ExprKind, Program, Span, SymbolId, UnitId};

/// The module of the runtime, in `runtime/adSpecial.f90`.
const MODULE: &str = "adspecial";
/// Its functions, by their names in the table of intrinsics.
const FUNCTIONS: &[&str] = &["ad_digamma"];

/// Adds `use adspecial, only: …` to every unit among `units`, and inside them, that calls one of these functions.
pub fn provide(p: &mut Program, units: &[UnitId]) {
    for &unit in units {
        let bodies: Vec<UnitId> = p.units[unit].children.clone();
        provide(p, &bodies);
        if !p.units[unit].language.has_modules() {
            continue;
        }
        let used: Vec<&str> = FUNCTIONS.iter().copied().filter(|f| calls(p, unit, f)).collect();
        if !used.is_empty() {
            declare(p, unit, &used);
        }
    }
}

fn calls(p: &Program, unit: UnitId, name: &str) -> bool {
    let u = &p.units[unit];
    u.any(&u.body, &mut |_, stmt| {
        stmt.kind.any_expr(&mut |x| matches!(&x.kind, ExprKind::Intrinsic(f, _) if f.name() == name))
    })
}

fn declare(p: &mut Program, unit: UnitId, used: &[&str]) {
    let upper = p.writes_upper(unit);
    let case = |t: &str| if upper { t.to_uppercase() } else { t.to_string() };
    let symbol: SymbolId = match p.lookup_here(p.global, MODULE) {
        Some(s) => s,
        None => p.declare(p.global, MODULE, Span::NONE, SymbolKind::Module(None)),
    };
    let items = used.iter().map(|f| UseItem { local: case(f), name: None }).collect();
    let kind = DeclKind::Use { module: case(MODULE), symbol, nature: None, only: true, items };
    let decls = &mut p.units[unit].decls;
    let at = decls.iter().rposition(|d| matches!(d.kind, DeclKind::Use { .. })).map_or(0, |k| k + 1);
    decls.insert(at, Decl::from(kind));
}
