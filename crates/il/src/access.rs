//! What of a module other program units may name.

use crate::decl::{Attr, DeclKind};
use crate::program::Program;
use crate::symbol::SymbolId;
use crate::types::RecordId;
use crate::unit::UnitId;

/// Whether a name of a module can be used outside of it.
pub fn is_public(program: &Program, module: UnitId, name: &str) -> bool {
    let mut default = true;
    let mut own = None;
    let same = |s: SymbolId| program.symbols[s].name.eq_ignore_ascii_case(name);
    for d in &program.units[module].decls {
        match &d.kind {
            DeclKind::Attribute { attr: Attr::Private, symbols } if symbols.is_empty() => default = false,
            DeclKind::Attribute { attr: attr @ (Attr::Private | Attr::Public), symbols }
                if symbols.iter().any(|e| same(e.symbol)) =>
            {
                own = Some(*attr == Attr::Public);
            }
            DeclKind::Variables { attrs, entities, .. } if entities.iter().any(|e| same(e.symbol)) => {
                if attrs.contains(&Attr::Private) {
                    own = Some(false);
                } else if attrs.contains(&Attr::Public) {
                    own = Some(true);
                }
            }
            DeclKind::Record(r) if program.records[*r].name.eq_ignore_ascii_case(name) => {
                // Those of the first line begin with a comma.
                for a in &program.records[*r].attributes {
                    match a.trim_start_matches([',', ' ']).to_ascii_lowercase().as_str() {
                        "private" if a.starts_with(',') => own = Some(false),
                        "public" => own = Some(true),
                        _ => {}
                    }
                }
            }
            DeclKind::Opaque { text, symbols } if symbols.iter().any(|s| same(*s)) => {
                own = access_in_text(text).or(own);
            }
            _ => {}
        }
    }
    own.unwrap_or(default)
}

/// Whether the text of a declaration is a PUBLIC (`true`) or PRIVATE statement (F2018 8.6.1): one with operators in its list.
pub fn access_in_text(text: &str) -> Option<bool> {
    let words = [("public", true), ("private", false)];
    let text = text.trim_start().to_ascii_lowercase();
    let begins = |word: &str| text.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', ':', '\t']));
    words.into_iter().find(|(word, _)| begins(word)).map(|(_, public)| public)
}

/// Whether a variable of a module is PROTECTED: others may use it, and only the module sets it (F2018 8.5.15).
pub fn is_protected(program: &Program, module: UnitId, variable: SymbolId) -> bool {
    program.units[module].decls.iter().any(|d| match &d.kind {
        DeclKind::Variables { attrs, entities, .. } => {
            attrs.contains(&Attr::Protected) && entities.iter().any(|e| e.symbol == variable)
        }
        DeclKind::Attribute { attr: Attr::Protected, symbols } => symbols.iter().any(|e| e.symbol == variable),
        _ => false,
    })
}

/// How a binding of a type is said where it is a specific one of a generic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenericBinding {
    /// `mean`, or `operator(+)`.
    pub spec: String,
    /// The specific binding is PRIVATE: it has no other name outside of its module.
    pub hidden: bool,
}

impl GenericBinding {
    /// The sign of an operator.
    pub fn sign(&self) -> Option<String> {
        let spec = self.spec.to_ascii_lowercase();
        let inside = spec.strip_prefix("operator")?.trim().strip_prefix('(')?.strip_suffix(')')?;
        Some(inside.trim().to_string())
    }

    /// Whether it is assignment.
    pub fn is_assignment(&self) -> bool {
        self.spec.to_ascii_lowercase().strip_prefix("assignment").is_some_and(|sign| sign.contains('='))
    }

    /// The name of what is no operator or assignment.
    pub fn name(&self) -> Option<&str> {
        (!self.spec.contains('(')).then_some(self.spec.as_str())
    }
}

impl Program {
    /// The generic that a binding of a type, or of one that it extends, belongs to.
    pub fn generic_of_binding(&self, record: RecordId, name: &str) -> Option<GenericBinding> {
        let is_name = |list: &str| {
            list.split(',').any(|n| n.split("=>").next().is_some_and(|n| n.trim().eq_ignore_ascii_case(name)))
        };
        let mut types = std::iter::successors(Some(record), |r| self.records[*r].extends);
        types.find_map(|r| {
            let (mut found, mut hidden, mut default) = (None, None, false);
            for line in &self.records[r].trailing_text {
                let line = line.replace(['&', '\n'], " ");
                let Some((head, names)) = line.split_once("::") else {
                    default |= line.trim().eq_ignore_ascii_case("private");
                    continue;
                };
                let head = head.trim().to_ascii_lowercase();
                match names.split_once("=>") {
                    Some((spec, targets)) if head.starts_with("generic") && is_name(targets) => {
                        found = found.or_else(|| Some(spec.trim().to_string()));
                    }
                    _ if head.starts_with("procedure") && is_name(names) => {
                        let said = |word: &str| head.split(',').any(|w| w.trim() == word);
                        hidden = said("private").then_some(true).or(said("public").then_some(false));
                    }
                    _ => {}
                }
            }
            found.map(|spec| GenericBinding { spec, hidden: hidden.unwrap_or(default) })
        })
    }
}
