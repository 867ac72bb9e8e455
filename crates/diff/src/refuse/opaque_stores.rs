//! Pointers to numbers with derivatives that are kept where they are not followed, and followed from there ([`analysis::opaque_stores`]): what is read or
//! written through them would have no derivative.

use std::collections::BTreeSet;

use analysis::opaque_stores::{Mention, Store, may_vary, of_units};
use analysis::varying::Varying;
use il::{Diagnostic, Program, RecordId, UnitId};

use super::opaque_types::what_is_not_known;
use crate::facts::Facts;

/// The errors for all that the differentiated units reach: one for each statement that puts such a pointer where some statement follows one.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let reached = facts.analysis.calls().reached(facts.differentiated());
    let (kept, followed) = of_units(&facts.analysis, &reached);
    if kept.is_empty() || followed.is_empty() {
        return Vec::new();
    }
    let varying = Varying::new(&facts.analysis);
    let is_followed = |k: &&Mention| followed.iter().any(|f| k.comes_out(f));
    let mut refused: Vec<&Mention> =
        kept.iter().filter(is_followed).filter(|k| may_vary(&facts.analysis, &varying, k)).collect();
    refused.dedup_by_key(|k| (k.unit, k.stmt));
    // Of procedures that share a handle one is enough.
    let mut handles: BTreeSet<(UnitId, Option<RecordId>)> = BTreeSet::new();
    refused.retain(|k| match k.store {
        Store::Handle(handle) => handles.insert((k.unit, handle)),
        Store::Component(_) | Store::Address => true,
    });
    let say = |k: &Mention| match k.store {
        Store::Component(record) => {
            let (what, note) = what_is_not_known(p, record);
            Diagnostic::error("RT0401", k.span, format!("a pointer to numbers with derivatives is kept in {what}"))
                .label("derivatives do not follow it from there")
                .note(note)
        }
        Store::Handle(_) => {
            let name = |m: &Mention| m.callee.map_or("", |c| p.symbols[c].name.as_str());
            let by = followed.iter().find(|f| k.comes_out(f)).map_or("", name);
            let said = format!(
                "`{}` has no source, and numbers with derivatives that it is given may come out by `{by}`",
                name(k)
            );
            Diagnostic::error("RT0416", k.span, said)
                .label("derivatives do not follow them")
                .note("-ext FILE describes what such procedures do; or give their source")
        }
        Store::Address => Diagnostic::error(
            "RT0432",
            k.span,
            "the address of numbers with derivatives is kept in a `c_ptr`",
        )
        .label("derivatives do not follow it from there")
        .note("associate a pointer with them: `p => x`, or `call c_f_pointer(c_loc(x), p, shape)` in one statement"),
    };
    refused.into_iter().map(say).collect()
}
