//! New local variables of procedures.

use crate::decl::{Decl, DeclKind, Entity};
use crate::symbol::SymbolKind;
use crate::{Attr, Language, Program, ScopeId, Span, StmtKind, SymbolId, Type, UnitId, Variable};

/// A fresh local variable of `unit` named after `base` (conventions §3.1: the first free numeric suffix), not declared yet.
pub fn fresh(p: &mut Program, unit: UnitId, base: &str, variable: Variable) -> SymbolId {
    let scope = p.units[unit].scope;
    // An inner block may hide a name declared outside.
    let inside = |p: &Program, name: &str| {
        let knows = |s: ScopeId| p.symbols_of(s).iter().any(|s| p.symbols[*s].name == name);
        knows(scope) || p.scopes_inside(scope).any(knows)
    };
    let taken = |p: &Program, name: &str| p.lookup(scope, name).is_some() || inside(p, name);
    let upper = p.units[unit].language == Language::Fortran && p.writes_upper(unit);
    let base = if upper { base.to_ascii_uppercase() } else { base.to_string() };
    let mut name = base.clone();
    let mut k = 0;
    while taken(p, &name) {
        name = format!("{base}{k}");
        k += 1;
    }
    p.declare(scope, name, Span::NONE, SymbolKind::Variable(variable))
}

/// Declares new locals: Fortran at the end of the declarations, C at the top of the body.
pub fn declare(p: &mut Program, unit: UnitId, symbols: &[SymbolId]) {
    if symbols.is_empty() {
        return;
    }
    if p.units[unit].language.declares_in_blocks() {
        let id = p.units[unit].add(StmtKind::Declare(symbols.to_vec()));
        p.units[unit].body.insert(0, id);
        return;
    }
    let colons = p.units[unit].decls.iter().any(|d| matches!(d.kind, DeclKind::Variables { colons: true, .. }));
    for &s in symbols {
        let Some(v) = p.variable(s) else { continue };
        let spelling = match v.ty.element() {
            Type::Scalar(scalar) => scalar.spelling.clone(),
            Type::Record(r) => format!("{}({})", if v.polymorphic { "class" } else { "type" }, p.records[*r].name),
            Type::Character { spelling, .. } => spelling.clone(),
            _ => String::new(),
        };
        let has = [(v.allocatable, Attr::Allocatable), (v.pointer, Attr::Pointer), (v.target, Attr::Target)];
        let attrs: Vec<Attr> = has.into_iter().filter(|(has, _)| *has).map(|(_, attr)| attr).collect();
        let colons = colons || !attrs.is_empty();
        let kind = DeclKind::Variables { spelling, attrs, colons, entities: vec![Entity::new(s)] };
        p.units[unit].decls.push(Decl::from(kind));
    }
}
