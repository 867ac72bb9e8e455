//! Procedures without source that get no active argument: they are called as they are, and taken to touch nothing active ([`analysis::trust`]).

use std::collections::BTreeSet;

use analysis::trust::Spared;
use il::symbol::Storage;
use il::{Diagnostic, Program, SymbolId, UnitId, UnitKind};

use crate::facts::Facts;

/// The one warning that names them, and what they are taken not to touch.
pub(crate) fn check(p: &Program, facts: &Facts) -> Option<Diagnostic> {
    let trusted = facts.analysis.trusted();
    let first = trusted.first()?;
    let zones = facts.analysis.zones();
    let symbols = |s: &Spared| s.zones.iter().map(|z| zones.zone(*z).symbol).collect::<Vec<_>>();
    let places: BTreeSet<String> = trusted.iter().flat_map(symbols).map(|s| holder(p, s)).collect();
    let names: Vec<String> = trusted.iter().map(|s| format!("`{}`", p.symbols[s.callee].name)).collect();
    let (has, gets, is) = if names.len() == 1 { ("has", "gets", "it is") } else { ("have", "get", "they are") };
    let said = format!(
        "{} {has} no source and {gets} no active argument: {is} called as {}, and taken not to touch {}",
        listed(&names),
        if names.len() == 1 { "it is" } else { "they are" },
        listed(&places.into_iter().collect::<Vec<_>>()),
    );
    let span = p.units[first.unit].stmts[first.stmt].span;
    let mut d = Diagnostic::warning("RT0426", span, said);
    for s in &trusted[1..] {
        let at = p.units[s.unit].stmts[s.stmt].span;
        if at.file.is_some() && at.file == span.file {
            d = d.with(at, format!("`{}` is called here", p.symbols[s.callee].name));
        }
    }
    Some(d.note("-ext FILE describes what such procedures do; -unknown worst takes nothing on trust"))
}

/// What holds a global, in words: its COMMON block, its module, or in C itself.
fn holder(p: &Program, symbol: SymbolId) -> String {
    let name = &p.symbols[symbol].name;
    if p.variable(symbol).is_some_and(|v| v.storage == Storage::Common)
        && let Some(block) = block(p, symbol)
    {
        return if block.is_empty() { "blank COMMON".to_string() } else { format!("COMMON /{block}/") };
    }
    match p.home(symbol) {
        Some(home) if p.units[home].kind == UnitKind::Module => format!("module `{}`", p.units[home].name),
        _ => format!("`{name}`"),
    }
}

fn block(p: &Program, symbol: SymbolId) -> Option<String> {
    let of = |u: UnitId| p.units[u].commons().into_iter().find(|(_, all)| all.contains(&symbol)).map(|(b, _)| b);
    p.units.ids().find_map(of)
}

/// `a`, `b` and `c`; the end of a long list is counted.
pub(crate) fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] if names.len() <= SHOWN => format!("{} and {last}", all.join(", ")),
        _ => format!("{} and {} more", names[..SHOWN].join(", "), names.len() - SHOWN),
    }
}
