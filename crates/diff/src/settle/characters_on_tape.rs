//! Fortran, `-runtime tapenade`: what that runtime has no entry for waits there as the characters that it is made of (associations of pointers, kinds such as
//! INTEGER(2)). The entry takes TYPE(*) then, which must be declared, in each procedure that calls it: compilers compare calls of one procedure.

use il::decl::{Attr, Entity};
use il::typing::type_of;
use il::{
    Decl, DeclKind, Intent, Language, Program, Scalar, ScalarClass, ScopeId, ScopeKind, Span, StmtKind, Storage,
    SymbolId, SymbolKind, Type, Unit, UnitId, UnitKind, Variable, kit,
};

const ENTRIES: [(&str, Intent); 2] = [("pushcharacterarray", Intent::In), ("popcharacterarray", Intent::InOut)];

/// Declares it in all procedures of the generated files, where one of them needs it.
pub(crate) fn settle(p: &mut Program, generated: &[UnitId]) {
    if !p.tapenade_runtime {
        return;
    }
    let mut made: Vec<UnitId> = Vec::new();
    let mut left: Vec<UnitId> = generated.to_vec();
    while let Some(unit) = left.pop() {
        made.push(unit);
        left.extend(&p.units[unit].children);
    }
    made.retain(|u| p.units[*u].language == Language::Fortran);
    let saves = |unit: UnitId, text_too: bool| {
        let u = &p.units[unit];
        let mut found = false;
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Save { value, .. } | StmtKind::Restore { into: value, .. } = &s.kind {
                let ty = type_of(p, value);
                found |= kit::is_saved_as_characters(p, &ty)
                    && (text_too || !matches!(ty.element(), Type::Character { .. }));
            }
        });
        found
    };
    if !made.iter().any(|u| saves(*u, false)) {
        return;
    }
    let callers: Vec<UnitId> = made.iter().copied().filter(|u| saves(*u, true)).collect();
    for unit in callers {
        let upper = p.units[unit].name.chars().all(|c| !c.is_lowercase());
        let bodies = ENTRIES.map(|(name, intent)| interface(p, unit, name, intent, upper));
        p.units[unit].decls.push(Decl::from(DeclKind::Interface {
            generic: String::new(),
            is_abstract: false,
            bodies: bodies.to_vec(),
            procedures: Vec::new(),
        }));
    }
}

/// `subroutine pushcharacterarray(association, bytes)`: it takes anything.
pub(crate) fn interface(p: &mut Program, within: UnitId, name: &str, intent: Intent, upper: bool) -> UnitId {
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
