//! Adjoints that a type of the user binds under their own names: `procedure :: ar_b => ar_b` overrides a deferred binding of a type that is kept by hand, whose
//! interface says for them what Tapenade does (conventions of its adjoints: no INTENT but the INOUT of the original).

use std::collections::BTreeSet;

use il::{Intent, SymbolId};

use super::World;
use crate::prepare::intents;
use crate::signature::Part;

impl World<'_> {
    /// Leaves out the INTENT of derivatives in such adjoints, and INTENT(OUT) of what the original sets.
    pub(super) fn open_bound_intents(&mut self) {
        let texts = self.source.records.iter().flat_map(|(_, r)| &r.trailing_text);
        let words = texts.flat_map(|t| t.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_lowercase));
        let bound: BTreeSet<String> = words.collect();
        let is_bound = |name: &str| bound.contains(&name.to_lowercase());
        for ((original, part), shell) in &self.shells {
            let u = &self.source.units[*original];
            if *part != Part::Adjoint || !is_bound(&self.out.units[shell.unit].name) {
                continue;
            }
            let intent = |s: SymbolId| self.source.variable(s).and_then(|v| v.intent);
            let set = u.params.iter().filter(|s| intent(**s) == Some(Intent::Out)).map(|s| shell.maps.symbol(*s));
            let derivatives = u.params.iter().filter(|s| intent(**s) != Some(Intent::InOut));
            let derivatives = derivatives.filter_map(|s| shell.maps.derivative(*s)).chain(shell.result_derivative);
            let dummies: Vec<SymbolId> = set.chain(derivatives).collect();
            for from in [Intent::In, Intent::Out, Intent::InOut] {
                intents::change(&mut self.out, shell.unit, &dummies, from, None);
            }
        }
    }
}
