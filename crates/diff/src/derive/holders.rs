//! Declarations of the structures that hold the associations of pointers, and of the runtime entries that take them.

use std::collections::BTreeSet;

use il::decl::{Attr, Entity};
use il::{
    Decl, DeclKind, Intent, Language, Program, Scalar, ScalarClass, ScopeId, ScopeKind, Span, StmtKind, Storage,
    SymbolId, SymbolKind, Type, Unit, UnitId, UnitKind, Variable,
};

use super::{Shell, World};

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
        // To Tapenade's runtime they go as characters, in the end.
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

/// `subroutine pushpointers(association, bytes)`: it takes anything.
fn interface(p: &mut Program, within: UnitId, name: &str, intent: Intent, upper: bool) -> UnitId {
    let case = |t: &str| if upper { t.to_uppercase() } else { t.to_string() };
    let outer = p.units[within].scope;
    let empty = Unit::new(case(name), UnitKind::Subroutine, Language::Fortran, outer);
    let unit = p.units.add(Unit { is_interface: true, parent: Some(within), ..empty });
    let scope = p.new_scope(outer, ScopeKind::Unit(unit));
    let any = case("type(*)");
    let integer = case("integer");
    let scalar = Scalar::new(ScalarClass::Integer, 4, &integer);
    let association = dummy(p, scope, &case("association"), Type::Opaque(any.clone()), intent, 0);
    let bytes = dummy(p, scope, &case("bytes"), Type::Scalar(scalar), Intent::In, 1);
    let declared = |spelling: &str, intent, symbol| {
        Decl::from(DeclKind::Variables {
            spelling: spelling.into(),
            attrs: vec![Attr::Intent(intent)],
            colons: true,
            entities: vec![Entity::new(symbol)],
        })
    };
    let decls = vec![declared(&any, intent, association), declared(&integer, Intent::In, bytes)];
    let u = &mut p.units[unit];
    u.scope = scope;
    u.params = vec![association, bytes];
    u.decls = decls;
    unit
}

fn dummy(p: &mut Program, scope: ScopeId, name: &str, ty: Type, intent: Intent, position: usize) -> SymbolId {
    let variable = Variable { intent: Some(intent), ..Variable::new(ty, Storage::Dummy(position)) };
    p.declare(scope, name, Span::NONE, SymbolKind::Variable(variable))
}
