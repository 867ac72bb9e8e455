//! What of a module other program units may name.

use crate::decl::{Attr, DeclKind};
use crate::program::Program;
use crate::symbol::SymbolId;
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
