//! C: local arrays whose extent is a local variable, `const int n = data->n; double a[n*n];`.
//!
//! The adjoint declares its variables before anything is computed. What an extent is made from must be known there: a variable that one
//! statement sets, from parameters that nothing changes and from what they lead to, is replaced by its value; anything else is refused.

use std::collections::BTreeSet;

use il::symbol::SymbolKind;
use il::{Diagnostic, Language, Program, StmtKind, SymbolId, Type, UnitId, Upper};

use crate::known::at_entry::{at_entry, extent_at_entry};

/// `const int w = 4;` makes `double part[w]` an array of four, wherever it is declared.
pub(crate) fn say_constants(p: &mut Program, unit: UnitId) {
    if p.units[unit].language != Language::C {
        return;
    }
    for s in locals(p, unit) {
        let Some(mut ty) = p.symbol_type(s).cloned() else { continue };
        each_extent(&mut ty, &mut |extent| {
            if let Some(value) = at_entry(p, unit, extent).and_then(|e| il::fold::integer(p, &e)) {
                *extent = il::Expr::int(value);
            }
        });
        if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.ty = ty;
        }
    }
}

/// The variables that statements of a unit declare.
fn locals(p: &Program, unit: UnitId) -> Vec<SymbolId> {
    let u = &p.units[unit];
    let mut locals: Vec<SymbolId> = Vec::new();
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Declare(list) = &s.kind {
            locals.extend(list);
        }
    });
    locals
}

/// The arrays of inner blocks that may as well be declared where the function begins: their extents are known there.
pub(crate) fn known_above(p: &Program, unit: UnitId) -> BTreeSet<SymbolId> {
    let is_known = |s: &SymbolId| {
        let Some(mut ty) = p.symbol_type(*s).cloned() else { return false };
        let mut known = true;
        each_extent(&mut ty, &mut |e| known &= extent_at_entry(p, unit, *s, e).is_some());
        known
    };
    locals(p, unit).into_iter().filter(is_known).collect()
}

/// Makes the extents of local arrays speak of parameters. Locals that were `const` are assigned in the adjoint and no longer are.
pub(crate) fn settle(p: &mut Program, unit: UnitId, said: &mut Vec<Diagnostic>) {
    if p.units[unit].language != Language::C {
        return;
    }
    for s in locals(p, unit) {
        let Some(v) = p.variable(s).filter(|v| v.is_unsaved_local()) else { continue };
        let mut ty = v.ty.clone();
        each_extent(&mut ty, &mut |e| match extent_at_entry(p, unit, s, e) {
            Some(known) => *e = known.bare().clone(),
            None => said.push(
                Diagnostic::error(
                    "RT0438",
                    p.symbols[s].span,
                    format!("the extent of `{}` is not known where the adjoint declares it", p.symbols[s].name),
                )
                .note("make the extent from parameters that the function does not change"),
            ),
        });
        if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.ty = ty;
            if v.init.is_none() {
                v.constant = false;
            }
        }
    }
}

/// The extents of an array, of its rows, and of what a pointer to rows leads to.
fn each_extent(ty: &mut Type, f: &mut dyn FnMut(&mut il::Expr)) {
    match ty {
        Type::Array { elem, dims } => {
            for d in dims {
                if let Upper::At(e) = &mut d.upper {
                    f(e);
                }
            }
            each_extent(elem, f);
        }
        Type::Pointer { to, .. } => each_extent(to, f),
        _ => {}
    }
}
