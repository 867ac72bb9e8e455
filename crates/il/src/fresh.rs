//! C: memory that did not exist when its unit was entered.

use crate::program::Program;
use crate::symbol::{Storage, SymbolKind};
use crate::unit::UnitId;
use crate::zones::{Kind, NodeId, ZoneId, Zones};

impl Zones {
    /// What only the allocations of `unit` give to its local pointers, and to the pointers in what these lead to: nothing was there on entry, and
    /// nothing that comes from outside leads there.
    pub fn fresh(&self, program: &Program, unit: UnitId) -> Vec<ZoneId> {
        let mut todo: Vec<NodeId> = Vec::new();
        let mut outside: Vec<NodeId> = Vec::new();
        for symbol in program.symbols_in(unit) {
            let (SymbolKind::Variable(v), Some(root)) = (&program.symbols[symbol].kind, self.root(symbol)) else {
                continue;
            };
            match v.storage {
                Storage::Local if !v.saved => todo.push(root),
                _ => outside.push(root),
            }
        }
        let mut fresh = Vec::new();
        let mut seen = std::collections::HashSet::new();
        while let Some(n) = todo.pop() {
            if !seen.insert(n) {
                continue;
            }
            match &self.nodes[n].kind {
                Kind::Leaf(_) => {}
                Kind::Record(_, fields) => todo.extend(fields),
                Kind::Pointer { own, implicit: false, .. } if !self.given.contains(&n) => {
                    fresh.extend(self.values(&[*own]));
                    todo.push(*own);
                }
                Kind::Pointer { .. } => {}
            }
        }
        if fresh.is_empty() {
            return fresh;
        }
        outside.extend((0..self.nodes.len()).filter(|n| self.nodes[*n].owner.is_none()));
        let outside = self.reachable_from(&outside);
        fresh.retain(|z| outside.binary_search(z).is_err());
        fresh
    }
}
