//! New local variables.

use analysis::extents;
use il::decl::{Decl, DeclKind, Entity};
use il::symbol::{Storage, Symbol, SymbolKind};
use il::typing::type_of;
use il::{Attr, Dim, Expr, Language, Program, StmtKind, SymbolId, Type, UnitId, Upper, Variable};

use super::Hoister;

/// A fresh local variable of `unit` named after `base` (conventions §3.1: the first free numeric suffix), not declared yet.
pub(crate) fn fresh(p: &mut Program, unit: UnitId, base: &str, variable: Variable) -> SymbolId {
    let scope = p.units[unit].scope;
    let taken = |p: &Program, name: &str| {
        p.lookup(scope, name).is_some() || p.symbols.iter().any(|(_, s): (_, &Symbol)| in_scope(p, s, scope, name))
    };
    let upper = p.units[unit].language == Language::Fortran && p.writes_upper(unit);
    let base = if upper { base.to_ascii_uppercase() } else { base.to_string() };
    let mut name = base.clone();
    let mut k = 0;
    while taken(p, &name) {
        name = format!("{base}{k}");
        k += 1;
    }
    p.declare(scope, name, il::Span::NONE, SymbolKind::Variable(variable))
}

/// Whether `s` is called `name` in a block inside `scope`: an inner block may hide a name declared outside.
fn in_scope(p: &Program, s: &Symbol, scope: il::ScopeId, name: &str) -> bool {
    if s.name != name {
        return false;
    }
    let mut at = Some(s.scope);
    while let Some(id) = at {
        if id == scope {
            return true;
        }
        at = p.scopes[id].parent;
    }
    false
}

/// Declares new locals: Fortran at the end of the declarations, C at the top of the body.
pub(crate) fn declare(p: &mut Program, unit: UnitId, symbols: &[SymbolId]) {
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

impl Hoister<'_> {
    /// A new local for the value of `e`.
    pub(super) fn local_for(&mut self, base: &str, e: &Expr) -> SymbolId {
        match (type_of(self.p, e), extents::fixed(self.p, e)) {
            (Type::Array { elem, .. }, Some(dims)) if self.language().computes_with_arrays() => {
                self.declared_local(base, Variable::new(Type::Array { elem, dims }, Storage::Local))
            }
            (ty, _) => self.local(base, &ty),
        }
    }

    pub(super) fn local(&mut self, base: &str, ty: &Type) -> SymbolId {
        // The extents of a value are those of its operands at this moment: an allocatable takes them over by itself.
        let (ty, allocatable) = match ty {
            Type::Array { elem, dims } if self.language().computes_with_arrays() => {
                let dims = dims.iter().map(|_| Dim { lower: None, upper: Upper::Deferred }).collect();
                (Type::Array { elem: elem.clone(), dims }, true)
            }
            other => (other.clone(), false),
        };
        let mut v = Variable::new(crate::settle::kind_names::spelled(ty, self.language()), Storage::Local);
        v.allocatable = allocatable;
        self.declared_local(base, v)
    }

    pub(super) fn declared_local(&mut self, base: &str, v: Variable) -> SymbolId {
        let v = Variable { ty: crate::settle::kind_names::visible(self.p, self.unit, v.ty.clone()), ..v };
        let id = fresh(self.p, self.unit, base, v);
        self.declared.push(id);
        id
    }
}
