//! The internal procedures of a variant: copies, inside it, of those of its original. They know the procedure that a dummy procedure of their host stands for
//! as their host does: an integrand that only the recursive part of an integrator evaluates.

use il::symbol::SymbolKind;
use il::{Language, Program, SymbolId, Unit, UnitId, UnitKind};

use super::Shape;
use super::declared::is_local;
use crate::derive::{Maps, map_decl};

/// The internal procedures of a unit.
pub(in crate::shared) fn procedures(p: &Program, of: &Unit) -> Vec<UnitId> {
    of.children.iter().copied().filter(|c| !p.units[*c].is_interface).collect()
}

/// Whether a procedure with internal procedures can have a variant of this shape: only its dummy procedures go, it stands in no procedure itself (F2018 15.6.2.6),
/// and nothing inside it hides what they stand for.
pub(super) fn may_be_copied(p: &Program, of: &Unit, shape: &Shape) -> bool {
    let plain = !shape.is_overlay() && shape.passive.is_empty() && !shape.is_copy();
    let around = shape.home.map(|h| h.host).or(of.parent);
    let inside = around.is_some_and(|u| p.units[u].is_procedure());
    let bound: Vec<&str> = shape.bound.values().map(|f| p.symbols[*f].name.as_str()).collect();
    let scopes: Vec<_> = procedures(p, of).iter().map(|c| p.units[*c].scope).chain([of.scope]).collect();
    let hides = |(id, s): (SymbolId, &il::Symbol)| {
        scopes.contains(&s.scope) && !is_local(p, id) && bound.iter().any(|name| name.eq_ignore_ascii_case(&s.name))
    };
    let dummies: Vec<SymbolId> = shape.bound.keys().chain(&shape.absent).map(|k| of.params[*k]).collect();
    let hidden = p.symbols.iter().any(|(id, s)| hides((id, s)) && !dummies.contains(&id));
    plain && !inside && !hidden && of.language == Language::Fortran
}

/// Places for the copies, beside their originals.
pub(super) fn add(p: &mut Program, inner: &[UnitId], host: UnitId) -> Vec<(UnitId, UnitId)> {
    let copy = |of: &UnitId| {
        let unit = Unit { parent: Some(host), ..p.units[*of].clone() };
        (*of, p.units.add(unit))
    };
    inner.iter().map(copy).collect()
}

/// Makes all but the statements of the copies speak of copies.
pub(super) fn settle(p: &mut Program, inner: &[(UnitId, UnitId)], maps: &Maps) {
    for &(of, copy) in inner {
        let original = p.units[of].clone();
        let u = &mut p.units[copy];
        u.scope = maps.scopes.get(&original.scope).copied().unwrap_or(original.scope);
        u.params.iter_mut().for_each(|s| *s = maps.symbol(*s));
        u.decls = original.decls.iter().map(|d| map_decl(d, maps)).collect();
        u.symbol = original.symbol.map(|s| maps.symbol(s));
        if let UnitKind::Function { result, .. } = &mut u.kind {
            *result = maps.symbol(*result);
        }
        if let Some(SymbolKind::Procedure(f)) = u.symbol.map(|s| &mut p.symbols[s].kind) {
            f.unit = Some(copy);
        }
    }
}
