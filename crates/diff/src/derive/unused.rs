//! Derivatives of `static` functions of C that nobody calls: with improvements switched off a function has one although its calls turn out
//! to be passive, and compilers warn of a `static` function that is never used.

use std::collections::BTreeSet;

use il::{Language, Prefix, SymbolId, UnitId};

use super::World;

impl World<'_> {
    /// Drops them, and then what only they called.
    pub(super) fn drop_unused_statics(&mut self) {
        loop {
            let mentioned: BTreeSet<SymbolId> = self
                .generated
                .values()
                .flatten()
                .flat_map(|u| {
                    let own = self.out.units[*u].symbol;
                    self.body_symbols(*u).into_iter().filter(move |s| Some(*s) != own)
                })
                .collect();
            let unused = |original: UnitId, made: UnitId| {
                let u = &self.source.units[original];
                let local = u.language == Language::C && u.has_prefix(&Prefix::Static);
                let head = self.request.heads.iter().any(|h| h.unit == original);
                local && !head && self.out.units[made].symbol.is_some_and(|s| !mentioned.contains(&s))
            };
            let dropped: Vec<(UnitId, UnitId)> = self
                .generated
                .iter()
                .flat_map(|(original, made)| made.iter().map(move |m| (*original, *m)))
                .filter(|(original, made)| unused(*original, *made))
                .collect();
            if dropped.is_empty() {
                return;
            }
            for (original, made) in dropped {
                if let Some(list) = self.generated.get_mut(&original) {
                    list.retain(|u| *u != made);
                }
                let symbol = self.out.units[made].symbol;
                self.procedures.retain(|_, s| Some(*s) != symbol);
            }
        }
    }
}
