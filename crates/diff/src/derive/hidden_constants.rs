//! Named constants of modules that a derivative mentions and cannot name: `integer, parameter :: nt = 2000` is PRIVATE, and what callers save of the
//! module's table `es(nt)` takes `nt` elements. Their values are written instead.

use il::symbol::SymbolKind;
use il::{Expr, ExprKind, SymbolId, Type, UnitId, Upper};

use super::World;

impl World<'_> {
    /// Writes the values of integer constants that the scope of a unit has no name for.
    pub(super) fn write_hidden_constants(&mut self, unit: UnitId) {
        let scope = self.out.units[unit].scope;
        let homes = self.homes();
        let around: Vec<UnitId> = std::iter::successors(Some(unit), |u| self.out.units[*u].parent).collect();
        let value = |s: SymbolId| {
            let symbol = &self.out.symbols[s];
            let SymbolKind::Constant { .. } = symbol.kind else { return None };
            let (_, home) = homes.iter().find(|(h, _)| *h == symbol.scope)?;
            if around.contains(home) || self.can_be_meant(scope, s) {
                return None;
            }
            il::fold::integer(&self.out, &Expr::var(s))
        };
        let hidden: Vec<(SymbolId, i64)> =
            self.used_symbols(unit).into_iter().filter_map(|s| Some((s, value(s)?))).collect();
        if hidden.is_empty() {
            return;
        }
        let write = |e: &mut Expr| {
            e.rewrite(&mut |x| {
                if let ExprKind::Var(s) = x.kind
                    && let Some((_, value)) = hidden.iter().find(|(h, _)| *h == s)
                {
                    *x = Expr::int(*value);
                }
            });
        };
        let locals = self.out.symbols_of(scope).to_vec();
        for s in locals {
            if let SymbolKind::Variable(v) = &mut self.out.symbols[s].kind {
                write_extents(&mut v.ty, &write);
            }
        }
        let mut stmts = Vec::new();
        let u = &self.out.units[unit];
        u.walk(&u.body, &mut |id, _| stmts.push(id));
        for id in stmts {
            self.out.units[unit].stmts[id].kind.exprs_mut(&mut |e| write(e));
        }
    }
}

/// Changes the bounds of an array type.
fn write_extents(ty: &mut Type, write: &dyn Fn(&mut Expr)) {
    let Type::Array { elem, dims } = ty else { return };
    for d in dims {
        d.lower.iter_mut().for_each(&write);
        if let Upper::At(e) = &mut d.upper {
            write(e);
        }
    }
    write_extents(elem, write);
}
