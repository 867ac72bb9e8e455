//! INTERFACE blocks: bodies are units of their own; generics were made with the other symbols.

use il::{DeclKind, SymbolId};

use super::context::Lower;
use super::uses::spec_text;
use crate::ast;

impl<'a> Lower<'a, '_> {
    /// Reads the bodies of an interface block.
    pub fn interface(&mut self, interface: &'a ast::Interface) -> DeclKind {
        let mut bodies = Vec::new();
        let mut procedures: Vec<SymbolId> = Vec::new();
        for item in &interface.items {
            match item {
                ast::InterfaceItem::Body(tree) => {
                    if let Some(&unit) = self.interface_units.get(&std::ptr::from_ref(tree)) {
                        self.specification(unit);
                        bodies.push(unit);
                    }
                }
                ast::InterfaceItem::Procedures { names, .. } => {
                    procedures.extend(names.iter().map(|n| self.procedure_named(n)).collect::<Vec<_>>());
                }
                ast::InterfaceItem::Other(stmt) => {
                    if matches!(stmt.kind, ast::StmtKind::Error { .. }) {
                        self.program.units[self.unit].has_errors = true;
                    }
                }
            }
        }
        DeclKind::Interface {
            generic: interface.spec.as_ref().map_or(String::new(), |s| spec_text(s).1),
            is_abstract: interface.is_abstract,
            bodies,
            procedures,
        }
    }
}
