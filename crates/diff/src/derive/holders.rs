//! Declarations of the structures that hold the associations of pointers, and of the runtime entries that take them.

use std::collections::BTreeSet;

use il::decl::{Attr, Entity};
use il::{
    Decl, DeclKind, Dim, Intent, Language, Program, Scalar, ScalarClass, ScopeId, ScopeKind, Span, StmtKind, Storage,
    SymbolId, SymbolKind, Type, Unit, UnitId, UnitKind, Upper, Variable,
};

use super::{Shell, World};

impl World<'_> {
    /// Declares the types of the temporaries in `used`, and what saves these.
    pub(super) fn declare_holders(&mut self, shell: &Shell, used: &[SymbolId]) {
        let record = |s: &SymbolId| self.out.symbol_type(*s).and_then(Type::record);
        let types: BTreeSet<il::RecordId> = used.iter().filter_map(record).collect();
        let types: Vec<il::RecordId> = shell.holders.iter().copied().filter(|r| types.contains(r)).collect();
        let mut saved = BTreeSet::new();
        let u = &self.out.units[shell.unit];
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Save { value, .. } | StmtKind::Restore { into: value, .. } = &s.kind {
                let ty = il::typing::type_of(&self.out, value);
                saved.extend(ty.record().filter(|r| types.contains(r)).map(|_| ty.rank() > 0));
            }
        });
        let mut decls: Vec<Decl> = types.into_iter().map(|r| Decl::from(DeclKind::Record(r))).collect();
        // To Tapenade's runtime they go as characters, in the end.
        if !saved.is_empty() && !self.request.tapenade_runtime {
            let mut bodies = Vec::new();
            for several in saved {
                let entries = match several {
                    true => ["pushpointersarray", "poppointersarray"],
                    false => ["pushpointers", "poppointers"],
                };
                for (name, intent) in entries.into_iter().zip([Intent::In, Intent::InOut]) {
                    bodies.push(interface(&mut self.out, shell.unit, name, intent, [several, shell.upper]));
                }
            }
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

/// `subroutine pushpointers(association, bytes)`: it takes anything, or an array of it.
fn interface(p: &mut Program, within: UnitId, name: &str, intent: Intent, [several, upper]: [bool; 2]) -> UnitId {
    let case = |t: &str| if upper { t.to_uppercase() } else { t.to_string() };
    let outer = p.units[within].scope;
    let empty = Unit::new(case(name), UnitKind::Subroutine, Language::Fortran, outer);
    let unit = p.units.add(Unit { is_interface: true, parent: Some(within), ..empty });
    let scope = p.new_scope(outer, ScopeKind::Unit(unit));
    let any = case("type(*)");
    let integer = case("integer");
    let scalar = Scalar::new(ScalarClass::Integer, 4, &integer);
    let one = Type::Opaque(any.clone());
    let ty = match several {
        true => Type::Array { elem: Box::new(one), dims: vec![Dim { lower: None, upper: Upper::Assumed }] },
        false => one,
    };
    let association = dummy(p, scope, &case("association"), ty, intent, 0);
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
