//! Binding labels: by them a procedure that one language declares is the one that the other language defines (F2018 18.10.2).

use std::collections::BTreeMap;

use crate::program::{Language, Program};
use crate::symbol::SymbolId;
use crate::unit::{Prefix, Unit, UnitId};

/// The name by which a procedure is linked: what BIND(C) says, in C its own. `None`: no other language knows it.
pub fn label(unit: &Unit) -> Option<String> {
    if !unit.is_procedure() {
        return None;
    }
    match unit.language {
        Language::C => (!unit.has_prefix(&Prefix::Static)).then(|| unit.name.clone()),
        Language::Fortran => of_bind(unit.suffix.as_deref()?, &unit.name),
    }
}

/// The label that `bind(c, name='f')` gives a procedure. An empty one is none, and what is put together from several texts is not known here.
fn of_bind(bind: &str, own: &str) -> Option<String> {
    let inner = bind.trim().strip_suffix(')')?;
    let (word, inner) = inner.split_once('(')?;
    if !word.trim().eq_ignore_ascii_case("bind") {
        return None;
    }
    let Some((_, name)) = inner.split_once('=') else { return Some(own.to_ascii_lowercase()) };
    let name = name.trim();
    let quote = name.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let name = name.strip_prefix(quote)?.strip_suffix(quote)?.trim();
    (!name.is_empty() && !name.contains(quote)).then(|| name.to_string())
}

/// What one language declares and the other one defines: the one table of it.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    definitions: BTreeMap<SymbolId, UnitId>,
}

impl Pairs {
    /// The pairs of a program. A label that both languages define, or one of them several times, pairs nothing.
    pub fn of(program: &Program) -> Pairs {
        let mut defined: BTreeMap<String, Vec<UnitId>> = BTreeMap::new();
        for (id, unit) in program.units.iter().filter(|(_, u)| !u.is_interface && u.file.is_some()) {
            if let Some(label) = label(unit) {
                defined.entry(label).or_default().push(id);
            }
        }
        let mut definitions = BTreeMap::new();
        for (id, symbol) in program.symbols.iter() {
            let crate::SymbolKind::Procedure(procedure) = &symbol.kind else { continue };
            let Some(declared) = procedure.unit.map(|u| &program.units[u]).filter(|u| u.is_interface) else { continue };
            let Some([definition]) = label(declared).and_then(|l| defined.get(&l)).map(Vec::as_slice) else { continue };
            let is_procedure = matches!(procedure.class, crate::symbol::ProcedureClass::Normal);
            if is_procedure && program.units[*definition].language != declared.language {
                definitions.insert(id, *definition);
            }
        }
        Pairs { definitions }
    }

    /// The definition in the other language of a procedure that is declared.
    pub fn definition(&self, declared: SymbolId) -> Option<UnitId> {
        self.definitions.get(&declared).copied()
    }

    /// Whether a procedure is defined for the other language, which declares it.
    pub fn is_defined_for_others(&self, unit: UnitId) -> bool {
        self.definitions.values().any(|d| *d == unit)
    }

    /// The declarations, with the definitions.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, UnitId)> + '_ {
        self.definitions.iter().map(|(s, u)| (*s, *u))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::of_bind;

    #[test]
    fn labels_are_read() {
        for (bind, label) in [
            ("bind(c)", Some("area")),
            ("BIND(C)", Some("area")),
            ("bind(c, name='c_area')", Some("c_area")),
            ("bind(C, NAME = \"cArea\")", Some("cArea")),
            ("bind(c, name='')", None),
            ("bind(c, name='a'//'b')", None),
            ("bind(c, name=prefix)", None),
        ] {
            assert_eq!(of_bind(bind, "Area").as_deref(), label, "{bind}");
        }
    }
}
