//! `-module reuse`: constants that a module or submodule keeps to itself are declared again in the module of its derivatives. They are values, of which there may
//! be two copies, unlike variables.

use std::collections::BTreeSet;

use il::access::is_public;
use il::{Attr, Decl, DeclKind, SymbolId, SymbolKind, Type, UnitId, UnitKind};

use super::World;
use super::prune::{mentions, type_mentions};

impl World<'_> {
    /// Whether a symbol is a constant that `module` keeps to itself, and that may be declared again elsewhere.
    pub(super) fn is_private_constant(&self, module: UnitId, s: SymbolId) -> bool {
        let u = &self.source.units[module];
        // Nothing of a submodule is known outside.
        let inside_only = matches!(u.kind, UnitKind::Submodule(_));
        let public = |s: SymbolId| !inside_only && is_public(self.plain, module, &self.source.symbols[s].name);
        (inside_only || u.kind == UnitKind::Module)
            && self.source.symbols.contains(s)
            && self.source.symbols[s].scope == u.scope
            && !public(s)
            && matches!(&self.source.symbols[s].kind, SymbolKind::Constant { ty, .. } if !matches!(ty.element(), Type::Record(_)))
            && !self.enumerated_with(module, s).any(public)
    }

    /// The enumerators of the ENUM that declares a constant of a module.
    fn enumerated_with(&self, module: UnitId, s: SymbolId) -> impl Iterator<Item = SymbolId> {
        let lists = self.plain.units[module].decls.iter().filter_map(move |d| match &d.kind {
            DeclKind::Enum { constants, .. } if constants.contains(&s) => Some(constants),
            _ => None,
        });
        lists.flatten().copied()
    }

    /// The declarations of such constants, as far as `children` need them.
    pub(super) fn private_constants(&self, module: UnitId, children: &[UnitId]) -> Vec<Decl> {
        let mut todo: Vec<SymbolId> = Vec::new();
        for &c in children {
            self.mentions_of(c, &mut todo);
            for &s in self.out.symbols_of(self.out.units[c].scope) {
                let Some(ty) = self.out.symbol_type(s) else { continue };
                type_mentions(ty, &mut todo);
                self.kind_mention(ty, c, &mut todo);
            }
        }
        let mut needed: BTreeSet<SymbolId> = BTreeSet::new();
        while let Some(s) = todo.pop() {
            if !self.is_private_constant(module, s) || !needed.insert(s) {
                continue;
            }
            if let SymbolKind::Constant { ty, value } = &self.source.symbols[s].kind {
                mentions(value, &mut todo);
                type_mentions(ty, &mut todo);
                self.kind_mention(ty, module, &mut todo);
            }
        }
        let mut out = Vec::new();
        for d in &self.plain.units[module].decls {
            let mut d = d.clone();
            let left = match &mut d.kind {
                DeclKind::Variables { entities, attrs, .. } => {
                    entities.retain(|e| needed.contains(&e.symbol));
                    attrs.retain(|a| !matches!(a, Attr::Private | Attr::Public));
                    !entities.is_empty()
                }
                // Enumerators get their values from each other.
                DeclKind::Enum { constants, .. } => constants.iter().any(|s| needed.contains(s)),
                DeclKind::Parameter(symbols) => {
                    symbols.retain(|s| needed.contains(s));
                    !symbols.is_empty()
                }
                _ => false,
            };
            if left {
                out.push(d);
            }
        }
        out
    }
}
