//! Looking names up: scopes of the program, and the system's declarations, which are lowered when first mentioned.
//!
//! Tags are entered in scopes under their keys, `struct name`: no C identifier can clash with them.

use super::types::Signature;
use super::{Lowered, Lowerer, library};
use crate::ast::*;
use crate::mistakes;
use il::symbol::{Procedure, ProcedureClass, SymbolId, SymbolKind, tag_key};
use il::{RecordId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The system's declarations by the names they declare.
#[derive(Default)]
pub struct SystemIndex<'t> {
    items: BTreeMap<String, &'t ExternalKind>,
    /// Functions that the user defines, in this file or for all files.
    defined: BTreeSet<&'t str>,
    /// Those of this file.
    definitions: BTreeMap<&'t str, &'t FunctionDefinition>,
    /// Headers of the library that calls asked for.
    included: BTreeSet<&'static str>,
}

impl<'t> SystemIndex<'t> {
    /// Indexes what the system declares in `unit`. The first complete declaration of a name counts. `shared`: what other files define for this one.
    pub fn of(unit: &'t TranslationUnit, shared: &BTreeSet<&'t str>) -> Self {
        let mut items: BTreeMap<String, &'t ExternalKind> = BTreeMap::new();
        for item in unit.items.iter().filter(|item| item.origin == Origin::System) {
            match &item.kind {
                ExternalKind::Function(function) => {
                    if let Some(name) = &function.declarator.name {
                        items.entry(name.clone()).or_insert(&item.kind);
                    }
                }
                ExternalKind::Declaration(declaration) => {
                    for name in declaration.items.iter().filter_map(|item| item.declarator.name.as_ref()) {
                        items.entry(name.clone()).or_insert(&item.kind);
                    }
                    match &declaration.specs.ty {
                        TypeSpec::Record(record) if record.members.is_some() => {
                            if let Some(tag) = &record.tag {
                                items.entry(tag_key(record.union, tag)).or_insert(&item.kind);
                            }
                        }
                        TypeSpec::Enum(EnumSpec { constants: Some(constants), .. }) => {
                            for constant in constants {
                                items.entry(constant.name.clone()).or_insert(&item.kind);
                            }
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        let defined = definitions(unit).filter_map(|f| f.declarator.name.as_deref()).chain(shared.iter().copied());
        let own = definitions(unit).filter_map(|f| Some((f.declarator.name.as_deref()?, f)));
        SystemIndex { items, defined: defined.collect(), definitions: own.collect(), included: BTreeSet::new() }
    }

    /// Whether the user defines a function of that name: it is none of the C library.
    pub fn is_defined(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    /// The definition of a function in this file.
    pub fn definition(&self, name: &str) -> Option<&'t FunctionDefinition> {
        self.definitions.get(name).copied()
    }

    /// Whether the system declares a name that was not mentioned before.
    pub fn declares(&self, name: &str) -> bool {
        self.items.contains_key(name)
    }

    /// Notes that a header of the library is needed. `false`: it was before.
    pub fn include(&mut self, header: &'static str) -> bool {
        self.included.insert(header)
    }

    /// Takes the declaration of `name` out, so that it is lowered once.
    fn take(&mut self, name: &str) -> Option<&'t ExternalKind> {
        self.items.remove(name)
    }
}

/// The functions that the user defines in a file.
fn definitions(unit: &TranslationUnit) -> impl Iterator<Item = &FunctionDefinition> {
    unit.items.iter().filter(|item| item.origin != Origin::System).filter_map(|item| match &item.kind {
        ExternalKind::Function(function) => Some(function),
        _ => None,
    })
}

/// The functions that the user defines in one of the files for all of them.
pub fn shared_definitions(units: &[TranslationUnit]) -> BTreeSet<&str> {
    let shared = units.iter().flat_map(definitions).filter(|f| f.specs.storage != Some(Storage::Static));
    shared.filter_map(|f| f.declarator.name.as_deref()).collect()
}

impl Lowerer<'_, '_> {
    /// The symbol that `name` means here; what the system declares is lowered now.
    pub fn find(&mut self, name: &str) -> Option<SymbolId> {
        if let Some(symbol) = self.p.lookup(self.scope, name) {
            return Some(symbol);
        }
        self.declare_from_system(name);
        self.declare_variadic(name);
        self.p.lookup(self.scope, name)
    }

    /// The record of a tag.
    pub fn find_tag(&mut self, union: bool, tag: &str) -> Option<RecordId> {
        let symbol = self.find(&tag_key(union, tag))?;
        match self.p.symbols[symbol].kind {
            SymbolKind::Record(record) => Some(record),
            _ => None,
        }
    }

    /// The symbol of a name, or a refusal.
    pub fn must_find(&mut self, name: &str, span: Span) -> Lowered<SymbolId> {
        match self.find(name) {
            Some(symbol) => Ok(symbol),
            // It may stand in what was not read, and was said there.
            None if self.lost.contains(name) => Err(super::Refused),
            None => self.undeclared(name, span),
        }
    }

    /// Refuses a name that nothing declares, and says what it may have meant.
    pub fn undeclared<T>(&mut self, name: &str, span: Span) -> Lowered<T> {
        let near = mistakes::nearest_keyword(name).map(str::to_string).or_else(|| self.nearest_name(name));
        let note = mistakes::later(name).map(String::from).or(near.map(|n| format!("did you mean `{n}`?")));
        let told = self.diagnostics.len();
        let refused = self.refuse("RT0202", span, format!("`{name}` is not declared"));
        if let (Some(said), Some(note)) = (self.diagnostics.get_mut(told), note) {
            said.notes.insert(0, note);
        }
        refused
    }

    /// The user's name that is nearest to one that is not declared.
    fn nearest_name(&self, name: &str) -> Option<String> {
        let scopes = std::iter::successors(Some(self.scope), |s| self.p.scopes[*s].parent);
        let names = scopes.flat_map(|s| self.p.scopes[s].names.keys()).map(String::as_str);
        mistakes::nearest(name, names.filter(|n| !n.contains(' '))).map(str::to_string)
    }

    /// Whether a function that the user declares is one of the C library: the system declares it too, or its name is reserved for a function of the
    /// library (C11 7.1.3) and the type is that function's, as in `double log();` of old codes. Not where the user defines it.
    pub fn is_of_library(&mut self, name: &str, signature: &Signature) -> bool {
        if self.in_system || self.system.is_defined(name) || self.p.lookup(self.file_scope, name).is_some() {
            return false;
        }
        // The user's declaration is the one that is printed.
        self.system.take(name).is_some() || library::declares(self.p, name, signature)
    }

    /// The macros of stdarg.h that look like functions (C11 7.16.1): with them a procedure hands its arguments on, to `vfprintf` for one. `va_arg`
    /// has a type for an argument and stays unknown.
    fn declare_variadic(&mut self, name: &str) {
        if !matches!(name, "va_start" | "va_end") || self.p.lookup(self.file_scope, "va_list").is_none() {
            return;
        }
        let kind = SymbolKind::Procedure(Procedure::new(None, None, ProcedureClass::System));
        self.p.declare(self.p.global_c, name.to_string(), Span::NONE, kind);
    }

    /// Lowers the system's declaration of `name` in the scope of the file.
    fn declare_from_system(&mut self, name: &str) {
        let Some(kind) = self.system.take(name) else { return };
        let scope = std::mem::replace(&mut self.scope, self.file_scope);
        let in_system = std::mem::replace(&mut self.in_system, true);
        match kind {
            ExternalKind::Function(function) => {
                let _ = self.prototype(&function.specs, &function.declarator);
            }
            ExternalKind::Declaration(declaration) => self.system_declaration(declaration),
            ExternalKind::Pragma(_) | ExternalKind::Nothing | ExternalKind::Unparsed => {}
        }
        self.in_system = in_system;
        self.scope = scope;
    }
}
