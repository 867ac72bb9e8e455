//! Declarations of the structures that hold the associations of pointers, and of the runtime entries that take them.

use std::collections::BTreeSet;

use il::{Decl, DeclKind, Intent, StmtKind, SymbolId, Type};

use super::{Shell, World};
use crate::settle::characters_on_tape::interface;

impl World<'_> {
    /// Declares the types of the temporaries in `used`, and what saves these.
    pub(super) fn declare_holders(&mut self, shell: &Shell, used: &[SymbolId]) {
        let record = |s: &SymbolId| self.out.symbol_type(*s).and_then(Type::record);
        let types: BTreeSet<il::RecordId> = used.iter().filter_map(record).collect();
        let types: Vec<il::RecordId> = shell.holders.iter().copied().filter(|r| types.contains(r)).collect();
        let mut saved = false;
        let u = &self.out.units[shell.unit];
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Save { value, .. } | StmtKind::Restore { into: value, .. } = &s.kind {
                let ty = il::typing::type_of(&self.out, value);
                saved |= ty.record().is_some_and(|r| types.contains(&r));
            }
        });
        let mut decls: Vec<Decl> = types.into_iter().map(|r| Decl::from(DeclKind::Record(r))).collect();
        // Tapenade's runtime has other entries, which are declared in the end.
        if saved && !self.request.tapenade_runtime {
            let mut body = |name, intent| interface(&mut self.out, shell.unit, name, intent, shell.upper);
            let bodies = vec![body("pushpointers", Intent::In), body("poppointers", Intent::InOut)];
            decls.push(Decl::from(DeclKind::Interface {
                generic: String::new(),
                is_abstract: false,
                bodies,
                procedures: Vec::new(),
            }));
        }
        self.out.units[shell.unit].decls.append(&mut decls);
    }
}
