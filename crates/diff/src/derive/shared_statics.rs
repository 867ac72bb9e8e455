//! C: `static` variables that the derivatives of other files mention: of a filter that remembers its last input, say, what it remembers is saved and
//! restored, and its derivative cleared, where the filter is called.
//!
//! The derivative's file has such a variable of its own, and its derivative, which other files can name then, by names that no other file has.

use std::collections::BTreeSet;

use il::{ScopeKind, SymbolId, UnitId, UnitKind};

use super::World;
use crate::names;

impl World<'_> {
    /// The `static` variables of a file, and their derivatives, that the derivatives of other files mention.
    pub(super) fn mentioned_across(&self, file: UnitId) -> BTreeSet<SymbolId> {
        let scope = self.source.units[file].scope;
        let is_own = |s: SymbolId| self.source.symbols[s].scope == scope && self.source.variable(s).is_some();
        let mut out: BTreeSet<SymbolId> = self.source.symbols.ids().filter(|s| is_own(*s)).collect();
        out.extend(self.all_global_derivatives().into_iter().filter(|(old, _)| is_own(*old)).map(|(_, new)| new));
        if !out.is_empty() {
            let is_other = |f: &UnitId| *f != file && self.source.units[*f].kind == UnitKind::File;
            let others = self.containers.keys().copied().filter(is_other);
            let named: BTreeSet<SymbolId> = others.flat_map(|f| self.mentioned_by_generated(f)).collect();
            out.retain(|s| named.contains(s));
        }
        out
    }

    /// Gives a `static` variable of the original, of which the derivative's file has its own, a name that no other file has.
    pub(super) fn share_static(&mut self, symbol: SymbolId) {
        let old = self.out.symbols[symbol].name.clone();
        let wanted = names::apply(&self.request.patterns.copy, &old, false);
        let name = names::fresh_everywhere(&self.out, false, &wanted, &|_| false);
        let files = self.out.scopes.iter_mut().filter(|(_, s)| s.kind == ScopeKind::File).map(|(_, s)| s);
        for scope in files.filter(|s| s.names.get(&old) == Some(&symbol)) {
            scope.names.shift_remove(&old);
            scope.names.insert(name.clone(), symbol);
        }
        self.out.symbols[symbol].name = name;
    }
}
