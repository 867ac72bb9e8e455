//! C: functions whose bodies stand in headers, which several files include (`static inline`, C11 6.7.4).
//!
//! Their derivatives stand in the files that use them, in front of the file's own: a header made for them would have to be found by whoever
//! includes it. The originals need no copy, for the file includes the header as the user's does. Where several files use one derivative, the
//! first defines it and the others declare it, so that it is `static` no more.

use std::collections::{BTreeMap, BTreeSet};

use il::{Language, Prefix, SymbolId, UnitId, UnitKind};

use super::World;

impl World<'_> {
    /// Whether a unit is a header: a file of C that is not among the inputs.
    pub(super) fn is_header(&self, unit: UnitId) -> bool {
        let u = &self.source.units[unit];
        u.kind == UnitKind::File
            && u.language == Language::C
            && !self.source.inputs.iter().any(|i| i.units.contains(&unit))
    }

    /// Whether a header holds the body of a function of the original: whoever includes it needs no prototype.
    pub(super) fn is_of_header(&self, symbol: SymbolId) -> bool {
        let unit = Some(symbol).filter(|s| self.source.symbols.contains(*s)).and_then(|s| self.source.callee(s));
        unit.and_then(|u| self.source.units[u].parent).is_some_and(|p| self.is_header(p))
    }

    /// The derivatives of functions of headers, by the file that defines them; those of one file in the order in which they are written.
    pub(super) fn share_out_headers(&mut self) -> BTreeMap<UnitId, Vec<UnitId>> {
        let of_headers: Vec<UnitId> = self.source.units.ids().filter(|u| self.is_header(*u)).collect();
        let functions = of_headers.iter().flat_map(|h| &self.source.units[*h].children);
        let mut left: Vec<(UnitId, SymbolId)> = functions
            .flat_map(|f| self.generated.get(f).into_iter().flatten())
            .filter_map(|g| Some((*g, self.out.units[*g].symbol?)))
            .collect();
        let mut out: BTreeMap<UnitId, Vec<UnitId>> = BTreeMap::new();
        if left.is_empty() {
            return out;
        }
        let files: Vec<UnitId> = self
            .source
            .inputs
            .iter()
            .flat_map(|i| &i.units)
            .copied()
            .filter(|u| self.containers.contains_key(u))
            .collect();
        let used: Vec<(UnitId, BTreeSet<SymbolId>)> =
            files.iter().map(|f| (*f, self.mentioned_by_generated(*f))).collect();
        for (unit, symbol) in std::mem::take(&mut left) {
            let users: Vec<UnitId> = used.iter().filter(|(_, s)| s.contains(&symbol)).map(|(f, _)| *f).collect();
            // What nobody calls is a head.
            let Some(&home) = users.first().or(files.first()) else { continue };
            if users.len() > 1 {
                self.out.units[unit].prefixes.retain(|p| !matches!(p, Prefix::Static | Prefix::Inline));
            }
            out.entry(home).or_default().push(unit);
        }
        out
    }
}
