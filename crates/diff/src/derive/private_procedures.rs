//! `-module reuse`: procedures that a module keeps to itself, and that its derivatives call, stand a second time in the module of the derivatives. They
//! are text, of which there may be two copies; what they need of the module is asked as it is for the derivatives themselves.

use il::access::is_public;
use il::{SymbolId, UnitId, UnitKind};

use super::World;

impl World<'_> {
    /// Copies such procedures as far as `children` of the module `copy` need them, directly or through each other, behind them.
    pub(super) fn copy_private_procedures(&mut self, module: UnitId, copy: UnitId, children: &mut Vec<UnitId>) {
        let maps = self.globals.clone();
        let scope = self.out.units[copy].scope;
        let mut looked = 0;
        while let Some(&child) = children.get(looked) {
            looked += 1;
            for s in self.all_body_symbols(child) {
                let Some(unit) = self.private_procedure(module, s) else { continue };
                let there = |c: &UnitId| self.out.units[*c].symbol == Some(s);
                if !children.iter().any(there) {
                    children.push(self.copy_unit(unit, Some(copy), scope, &maps, None));
                }
            }
        }
    }

    /// The body of a procedure that a module keeps to itself, and that is called by its name.
    pub(super) fn private_procedure(&self, module: UnitId, s: SymbolId) -> Option<UnitId> {
        let owner = &self.source.units[module];
        let own = self.source.symbols.contains(s) && self.source.symbols[s].scope == owner.scope;
        if owner.kind != UnitKind::Module || !own || is_public(self.plain, module, &self.source.symbols[s].name) {
            return None;
        }
        let unit = self.source.procedure(s)?.unit?;
        let u = &self.source.units[unit];
        let by_name = !self.is_said_by_operator(unit) && u.binding.as_ref().is_none_or(|b| !b.dispatches);
        (by_name && !u.is_interface && u.parent == Some(module)).then_some(unit)
    }

    /// Whether a procedure is that of a PRIVATE binding for an operator, by which it is called everywhere.
    pub(super) fn is_said_by_operator(&self, unit: UnitId) -> bool {
        let u = &self.source.units[unit];
        let generic = u.binding.as_ref().and_then(|b| {
            let record = self.source.symbol_type(*u.params.get(b.object)?)?.record()?;
            self.source.generic_of_binding(record, &b.name)
        });
        generic.is_some_and(|g| g.hidden && g.sign().is_some())
    }

    /// The symbols in the statements of a unit and of those inside it.
    fn all_body_symbols(&self, unit: UnitId) -> Vec<SymbolId> {
        let mut out = self.body_symbols(unit);
        for &c in &self.out.units[unit].children {
            out.extend(self.all_body_symbols(c));
        }
        out
    }
}
