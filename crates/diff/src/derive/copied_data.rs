//! What stands twice because modules are copied: data that callers set in the original module and derivatives read in the copy, and types of which callers
//! have variables. Whoever calls the derivative uses the copy in place of the original.

use il::access::is_public;
use il::{Diagnostic, ScopeId, Storage, SymbolId, UnitId, UnitKind};

use super::World;

/// How many names stand in a note.
const SHOWN: usize = 6;

impl World<'_> {
    /// A note, RT0428, for each copied module that holds data which heads read before anything sets them, or types of their arguments.
    pub(super) fn note_copied_data(&mut self) {
        let copied: Vec<(UnitId, UnitId)> = self.containers.iter().map(|(a, b)| (*a, *b)).collect();
        for (original, copy) in copied {
            let u = &self.source.units[original];
            let is_made = self.request.keepers.contains(&original) || crate::is_of_entries(self.source, original);
            if u.kind != UnitKind::Module || self.reuses(original) || is_made {
                continue;
            }
            let (data, types) = (self.data_of_callers(original), self.types_of_callers(original));
            let what = match (data.is_empty(), types.is_empty()) {
                (true, true) => continue,
                (false, true) => listed(&data),
                (true, false) => format!("type {}", listed(&types)),
                (false, false) => format!("{} and type {}", listed(&data), listed(&types)),
            };
            let (old, new) = (&u.name, &self.out.units[copy].name);
            let seen = match data.is_empty() {
                true => format!("what callers give to derivatives is of `{new}`"),
                false => format!("what callers set in `{old}` is not seen by derivatives"),
            };
            let said = Diagnostic::info("RT0428", u.span, format!("`{new}` has its own {what}: {seen}"))
                .note(format!("callers use `{new}` in place of `{old}`"))
                .note("-module auto uses the original modules, so that there is one copy, and copies those of which that cannot be");
            self.report(said);
        }
    }

    /// Variables of a module that a head reads before anything sets them, and that somebody else may set.
    fn data_of_callers(&self, module: UnitId) -> Vec<String> {
        let scope = self.source.units[module].scope;
        let read = |s: SymbolId| {
            let zones = self.facts.analysis.zones().of_symbol(s);
            self.request.heads.iter().any(|h| self.facts.analysis.in_out(h.unit).exposed.contains_any(&zones))
        };
        let is_set = |s: SymbolId| {
            self.source.variable(s).is_some_and(|v| {
                let is_data = v.storage == Storage::Global && !v.constant;
                is_data && (v.init.is_none() || is_public(self.plain, module, &self.source.symbols[s].name))
            })
        };
        self.names(scope, &|s| is_set(s) && read(s))
    }

    /// Types of a module that arguments of heads have.
    fn types_of_callers(&self, module: UnitId) -> Vec<String> {
        let scope = self.source.units[module].scope;
        let params = self.request.heads.iter().flat_map(|h| &self.source.units[h.unit].params);
        let records: Vec<_> = params.filter_map(|s| self.source.symbol_type(*s)?.element().record()).collect();
        self.names(scope, &|s| records.iter().any(|r| self.source.type_symbol(*r) == Some(s)))
    }

    fn names(&self, scope: ScopeId, counts: &dyn Fn(SymbolId) -> bool) -> Vec<String> {
        let own = self.source.symbols_of(scope).iter().copied();
        own.filter(|s| counts(*s)).map(|s| format!("`{}`", self.source.symbols[s].name)).collect()
    }
}

/// The first names, and how many more there are.
fn listed(names: &[String]) -> String {
    let first = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
