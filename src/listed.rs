//! Procedures that options list: `-nocheckpoint "flux flow%step"`, or `%all%`.

use diff::NameList;
use il::{Diagnostic, Program, Span, UnitId, UnitKind};

use crate::resolve;

/// The procedures that the words of an option name, with the name of their module before `%` or `.` or without it, as in heads. A name without module
/// means all procedures of that name. What is not there is left out with a warning that has the nearest name: RT0302.
pub fn procedures(program: &Program, option: &str, words: &[String], diagnostics: &mut Vec<Diagnostic>) -> NameList {
    let mut list = NameList::default();
    for word in words.iter().flat_map(|w| w.split([' ', ',', '\n', '\t'])).filter(|w| !w.is_empty()) {
        if word == "%all%" {
            list.all_but = true;
            continue;
        }
        let found = named(program, word);
        if found.is_empty() {
            let message = format!("-{option}: there is no procedure named `{word}`");
            let said = Diagnostic::warning("RT0302", Span::NONE, message);
            let known = resolve::procedures(program);
            let names = known.iter().map(|p| match word.contains(['.', '%']) {
                true => resolve::qualified(program, *p),
                false => program.units[p.1].name.clone(),
            });
            diagnostics.push(resolve::with_nearest(said, word, names).note("it is left out"));
        }
        list.names.extend(found);
    }
    list
}

/// The procedures that a word means; of a generic name, its specific ones.
fn named(program: &Program, word: &str) -> Vec<UnitId> {
    let (module, name) = match word.rsplit_once(['.', '%']) {
        Some((module, name)) => (Some(module), name),
        None => (None, word),
    };
    let is_home = |unit: UnitId| {
        let home = program.units[unit].parent.and_then(|p| match &program.units[p].kind {
            UnitKind::Module => Some(program.units[p].name.as_str()),
            UnitKind::Submodule(above) => above.split(':').next(),
            _ => None,
        });
        module.is_none_or(|m| home.is_some_and(|have| have.trim().eq_ignore_ascii_case(m)))
    };
    let units = program.units.iter().filter(|(_, u)| u.is_procedure() && u.name.eq_ignore_ascii_case(name));
    let units: Vec<UnitId> = units.map(|(unit, _)| unit).filter(|u| is_home(*u)).collect();
    if units.is_empty() { resolve::of_generics(program, module, name) } else { units }
}
