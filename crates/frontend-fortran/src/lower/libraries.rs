//! Libraries whose source nobody gives, and whose names are known all the same: the text of a description declares them as a module of Fortran does.
//!
//! What a description declares is seen like the names of an intrinsic module: no unit of the program declares it, so nothing of it is ever printed or gets a
//! derivative. Its procedures are interface bodies; its variables are taken for constants of which nobody knows the value, for that differs between
//! implementations; its PARAMETERs (kinds) have the values that are written. What else there is to say stands in directives before a procedure:
//!
//! - `!$AD ASKS`: it changes nothing but its arguments, and may be called again. Before the module: all do.
//! - `!$AD RETURNS-EARLY`: another call says when its buffers are read or written no more.
//! - `!$AD CHANGES-UNSEEN`: it may read or write buffers that were given to others before.
//! - `!$AD MOVES`, `!$AD REDUCES`: its buffers hold numbers that processes exchange, as they are, or brought together by an operation.
//! - `!$AD COMPLETES`: it waits for such exchanges that others have begun.

use std::collections::BTreeSet;

use il::unit::{Described, Transfer};
use il::{Diagnostic, ExprKind, ScopeId, ScopeKind, Span, SymbolId, SymbolKind, Type, UnitId, UnitKind};

use super::context::Lower;
use super::order;
use crate::ast::{self, StmtKind};

/// The description of a module, or of an included file.
pub struct Library {
    /// The library, for messages.
    pub name: String,
    /// What a program writes: the name of the module or of the included file, in lower case.
    pub key: String,
    /// What all names of the library begin with, in lower case: others with such a beginning may be of it, too.
    pub beginnings: Vec<String>,
    /// The text, with one module.
    pub tree: ast::File,
}

/// A description that was read.
pub struct Known {
    unit: UnitId,
    scope: ScopeId,
    /// Its symbol.
    pub symbol: SymbolId,
    beginnings: Vec<String>,
}

/// The modules that no file defines, and the included files that stay, by the names that files write, in lower case.
pub fn asked_for(files: &[ast::File]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let defined: BTreeSet<String> =
        files.iter().flat_map(|f| &f.units).filter_map(|u| u.name().map(ast::Ident::key)).collect();
    for unit in files.iter().flat_map(|f| &f.units) {
        order::each_use(unit, &mut |u| {
            if u.intrinsic != Some(true) && !defined.contains(&u.module.key()) {
                out.insert(u.module.key());
            }
        });
        included(unit, &mut out);
    }
    out
}

fn included(unit: &ast::Unit, out: &mut BTreeSet<String>) {
    super::walk::statements(&unit.body, &mut |stmt| match &stmt.kind {
        StmtKind::Described(name) => {
            out.insert(name.to_ascii_lowercase());
        }
        StmtKind::Interface(interface) => {
            for item in &interface.items {
                if let ast::InterfaceItem::Body(body) = item {
                    included(body, out);
                }
            }
        }
        _ => {}
    });
    unit.contains.iter().flat_map(|c| &c.units).for_each(|inner| included(inner, out));
}

/// Enters the names of libraries. Nobody finds them but by USE and INCLUDE.
pub(super) fn enter<'a>(cx: &mut Lower<'a, '_>, libraries: &'a [Library]) {
    for library in libraries {
        let Some(tree) = library.tree.units.first() else { continue };
        let outer = cx.intrinsic_scope;
        let symbol = cx.program.declare(outer, library.key.as_str(), Span::NONE, SymbolKind::Module(None));
        let unit = cx.enter_library(tree, symbol);
        let scope = cx.program.units[unit].scope;
        let beginnings = library.beginnings.clone();
        cx.libraries.insert(library.key.clone(), Known { unit, scope, symbol, beginnings });
        cx.specification(unit);
        let access = cx.access.remove(&unit).unwrap_or_default();
        cx.program.scopes[scope].names.retain(|key, _| access.allows(key));
        cx.unwritten.extend(cx.program.scopes[scope].names.values());
        describe(cx, library, unit, tree);
    }
}

/// What a description says of its procedures, and what its variables and types are taken for.
fn describe(cx: &mut Lower<'_, '_>, library: &Library, module: UnitId, tree: &ast::Unit) {
    // What it has from other modules was described there.
    let builtin: BTreeSet<ScopeId> = cx.builtin_scopes.values().copied().collect();
    let own = |cx: &Lower<'_, '_>, symbol: &SymbolId| !builtin.contains(&cx.program.symbols[*symbol].scope);
    let says = |list: &[il::Directive], word: &str| list.iter().any(|d| d.name == word);
    let of_all = super::comments::directives(&cx.program.sources, &tree.meta);
    let scope = cx.program.units[module].scope;
    let symbols: Vec<SymbolId> =
        cx.program.scopes[scope].names.values().copied().filter(|symbol| own(cx, symbol)).collect();
    for symbol in symbols {
        let il::Symbol { name, kind, .. } = &mut cx.program.symbols[symbol];
        match kind {
            SymbolKind::Variable(v) => {
                let (text, ty) = (name.clone(), std::mem::replace(&mut v.ty, Type::Void));
                let value = ExprKind::Opaque { text, reads: Vec::new(), ty: Box::new(ty.clone()) }.into();
                *kind = SymbolKind::Constant { ty, value };
            }
            SymbolKind::Record(record) => cx.program.records[*record].external = true,
            SymbolKind::Procedure(il::symbol::Procedure { unit: Some(unit), .. }) => {
                let unit = *unit;
                // The program may have a procedure of that name.
                if cx.program.units[unit].parent != Some(module) {
                    continue;
                }
                let u = &mut cx.program.units[unit];
                let own = std::mem::take(&mut u.directives);
                u.library =
                    Some(described(&library.name, &|word| says(&own, word) || word == "ASKS" && says(&of_all, word)));
                u.parent = None;
                // A buffer of any type and rank.
                u.has_errors = false;
                for dummy in u.params.clone() {
                    if let SymbolKind::Variable(v) = &mut cx.program.symbols[dummy].kind
                        && let Type::Array { elem, .. } = &v.ty
                        && matches!(**elem, Type::Opaque(_))
                    {
                        v.ty = (**elem).clone();
                    }
                }
            }
            SymbolKind::Procedure(_)
            | SymbolKind::Constant { .. }
            | SymbolKind::Generic { .. }
            | SymbolKind::Module(_)
            | SymbolKind::Typedef(_)
            | SymbolKind::Namelist(_) => {}
        }
    }
}

/// What the words before a procedure say of it.
pub fn described(library: &str, says: &dyn Fn(&str) -> bool) -> Described {
    let transfers = [
        ("MOVES", Transfer::Moves),
        ("REDUCES", Transfer::Reduces),
        ("STARTS", Transfer::Starts),
        ("COMPLETES", Transfer::Completes),
    ];
    Described {
        library: library.to_string(),
        asks: says("ASKS"),
        returns_early: says("RETURNS-EARLY"),
        changes_unseen: says("CHANGES-UNSEEN"),
        transfer: transfers.into_iter().find_map(|(word, what)| says(word).then_some(what)),
    }
}

/// Nobody meets the units of the descriptions but the interfaces that are called.
pub(super) fn leave(cx: &mut Lower<'_, '_>, libraries: &[Library]) {
    for library in libraries {
        let Some(known) = cx.libraries.get(&library.key) else { continue };
        let unit = &mut cx.program.units[known.unit];
        unit.kind = UnitKind::Subroutine;
        unit.is_interface = true;
        unit.symbol = None;
        unit.decls.clear();
        unit.children.clear();
        let scope = &mut cx.program.scopes[known.scope];
        (scope.kind, scope.parent) = (ScopeKind::Global, None);
    }
}

impl<'a> Lower<'a, '_> {
    /// Makes the names of an included file visible that a description knows.
    pub fn include_described(&mut self, name: &str) {
        let Some(known) = self.libraries.get(&name.to_ascii_lowercase()) else { return };
        let names: Vec<(String, SymbolId)> =
            self.program.scopes[known.scope].names.iter().map(|(key, symbol)| (key.clone(), *symbol)).collect();
        for (key, symbol) in names {
            if self.program.lookup_here(self.scope, &key).is_none() {
                self.program.import(self.scope, &key, symbol);
            }
        }
    }

    /// The module that a name may belong to by its beginning, although its description has none of that name: names of it are visible here.
    pub fn library_of(&self, name: &str) -> Option<&str> {
        let name = name.to_ascii_lowercase();
        let begins = |known: &Known| known.beginnings.iter().any(|b| name.starts_with(b.as_str()));
        let is_seen = |known: &Known| {
            self.scopes_around().any(|at| {
                let names = &self.program.scopes[known.scope].names;
                let here = &self.program.scopes[at].names;
                at != self.program.global && here.iter().any(|(key, symbol)| names.get(key) == Some(symbol))
            })
        };
        self.libraries.iter().find(|(_, known)| begins(known) && is_seen(known)).map(|(key, _)| key.as_str())
    }

    /// The symbol and the names of a module that a description knows.
    pub fn library_module(&self, key: &str) -> Option<(SymbolId, ScopeId)> {
        self.libraries.get(key).map(|known| (known.symbol, known.scope))
    }

    /// Whether a type is one of a library.
    pub fn is_of_library(&self, record: il::RecordId) -> bool {
        self.program.records[record].external
    }

    /// Names of libraries are printed as they were written first.
    pub fn written_as(&mut self, symbol: SymbolId, name: &str) {
        if self.unwritten.remove(&symbol) && self.program.symbols[symbol].name.eq_ignore_ascii_case(name) {
            self.program.symbols[symbol].name = name.to_string();
        }
    }
}

/// RT0227: which description is used.
pub(super) fn said(span: Span, name: &str, is_module: bool) -> Diagnostic {
    let said = match is_module {
        true => format!("no file defines module '{name}': the built-in description of its names is used"),
        false => format!("included file '{name}' is not found: the built-in description of its names is used"),
    };
    Diagnostic::info("RT0227", span, said)
        .note("give a file that defines it to use that one; `-stubs none` uses no description")
}
