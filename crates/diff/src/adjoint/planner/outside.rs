//! The parts of arrays of modules, COMMON blocks and hosts that a call may change: a column of a grid is what its snapshot holds, and not the grid.

use analysis::extents::actual_of;
use il::{Expr, Program, StmtId, Storage, SymbolId, Type, Upper, fold};

use super::Planner;
use crate::adjoint::plan::written_parts::{Site, written_parts_outside};
use crate::facts::path_of;

impl Planner<'_, '_> {
    /// The parts of `array`, a variable of a module or of a host, or a component of one, or a member of a COMMON block, that a call may change. `None`: any
    /// of it.
    pub(super) fn parts_outside(&self, id: StmtId, array: &Expr) -> Option<Vec<Expr>> {
        let ours = array.root()?;
        let (p, callee) = (self.world.source, self.called_unit(id)?);
        // What takes the result may lie in the array.
        let (_, args, lhs) = self.stmt(id).kind.call()?;
        if lhs.is_some_and(|l| l.root() == Some(ours)) {
            return None;
        }
        // Handed over as well, it may be changed by two names.
        if args.iter().any(|a| a.value.mentions(ours)) || self.changes_allocations(id) {
            return None;
        }
        let zones = &self.access.zones;
        let path = path_of(array);
        let own = zones.of_component(ours, &path);
        let alone = own.len() == 1 && own.iter().all(|z| !zones.is_pointed_at(*z)) && !zones.is_overlaid(ours);
        let there = match p.variable(ours)?.storage {
            Storage::Global => array.clone(),
            Storage::Common => {
                let members = p.units[callee].commons().into_values().flatten();
                Expr::var(members.into_iter().find(|m| zones.of_symbol(*m) == own && is_declared_alike(p, *m, ours))?)
            }
            // Of the host of an internal procedure.
            Storage::Local | Storage::Dummy(_) | Storage::Result => array.clone(),
        };
        let value_of = |s: SymbolId| actual_of(p, callee, s, args).cloned();
        let site = Site { caller: self.unit, id, callee, value_of: &value_of };
        alone.then(|| written_parts_outside(self.world, site, (&there, array)))?
    }
}

/// Whether two members of a COMMON block have the same bounds.
fn is_declared_alike(p: &Program, a: SymbolId, b: SymbolId) -> bool {
    let bounds = |s: SymbolId| match p.symbol_type(s) {
        Some(Type::Array { dims, .. }) => dims
            .iter()
            .map(|d| match &d.upper {
                Upper::At(hi) => {
                    Some((fold::integer(p, d.lower.as_ref().unwrap_or(&Expr::int(1)))?, fold::integer(p, hi)?))
                }
                _ => None,
            })
            .collect::<Option<Vec<_>>>(),
        _ => None,
    };
    bounds(a).is_some_and(|all| bounds(b) == Some(all))
}
