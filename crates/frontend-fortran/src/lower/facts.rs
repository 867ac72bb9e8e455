//! What the declarations of a scope say about each name, gathered before symbols are made: a name's type, shape and
//! attributes may stand in several statements, in any order.

use indexmap::IndexMap;

use crate::ast::{self, AttrKind, Entity, Stmt, StmtKind};

/// Everything said about one name.
#[derive(Clone, Default, Debug)]
pub struct Fact<'a> {
    /// The declaration that names it first.
    pub ident: Option<&'a ast::Ident>,
    /// Its type.
    pub spec: Option<&'a ast::TypeSpec>,
    /// Where another declaration gives it a type again, and that of the first one.
    pub twice: Option<(il::Span, &'a ast::TypeSpec)>,
    /// `*8` beside the name.
    pub length: Option<&'a ast::CharLength>,
    /// It has a shape.
    pub dims: bool,
    /// EXTERNAL.
    pub external: bool,
    /// INTRINSIC.
    pub intrinsic: bool,
    /// Named constant.
    pub parameter: bool,
    /// Enumerator: a constant whose type needs no declaration.
    pub enumerator: bool,
    /// In COMMON.
    pub common: bool,
    /// POINTER.
    pub pointer: bool,
    /// ALLOCATABLE.
    pub allocatable: bool,
    /// TARGET.
    pub target: bool,
    /// OPTIONAL.
    pub optional: bool,
    /// VALUE.
    pub by_value: bool,
    /// SAVE, or DATA, or an initial value.
    pub saved: bool,
    /// INTENT.
    pub intent: Option<ast::Intent>,
    /// `PROCEDURE(…) :: name`
    pub procedure: Option<&'a ast::ProcedureDecl>,
    /// Something said here makes it an entity of this scope (and not, say, only PUBLIC).
    pub declared: bool,
}

impl Fact<'_> {
    /// Nothing says more than its type.
    pub fn is_only_typed(&self) -> bool {
        self.spec.is_some()
            && !(self.dims || self.parameter || self.common || self.pointer || self.allocatable || self.target)
            && !(self.saved || self.by_value || self.intent.is_some() || self.procedure.is_some())
    }
}

/// Facts by lower-case name, in order of first mention.
pub type Facts<'a> = IndexMap<String, Fact<'a>>;

/// Gathers what the statements of one scope say (not those of inner scopes).
pub fn gather<'a>(body: &'a [Stmt]) -> Facts<'a> {
    let mut facts = Facts::new();
    for stmt in body {
        statement(&mut facts, stmt);
    }
    facts
}

fn fact<'f, 'a>(facts: &'f mut Facts<'a>, ident: &'a ast::Ident) -> &'f mut Fact<'a> {
    let f = facts.entry(ident.key()).or_default();
    f.ident.get_or_insert(ident);
    f.declared = true;
    f
}

fn statement<'a>(facts: &mut Facts<'a>, stmt: &'a Stmt) {
    match &stmt.kind {
        StmtKind::TypeDecl(d) => {
            for e in &d.entities {
                let f = entity(facts, e);
                f.twice = f.spec.map(|first| (e.name.span, first)).or(f.twice);
                f.spec = Some(&d.spec);
                d.attrs.iter().for_each(|a| attribute(f, &a.kind));
            }
        }
        StmtKind::ProcedureDecl(d) => {
            for e in &d.entities {
                let f = entity(facts, e);
                f.procedure = Some(d);
                d.attrs.iter().for_each(|a| attribute(f, &a.kind));
            }
        }
        StmtKind::AttrStmt { attr, entities } => {
            for e in entities {
                let f = entity(facts, e);
                attribute(f, &attr.kind);
            }
        }
        StmtKind::Save { items, bind: None } => {
            for item in items {
                if let ast::BlockOrName::Name(name) = item {
                    fact(facts, name).saved = true;
                }
            }
        }
        StmtKind::Parameter(list) => list.iter().for_each(|(name, _)| fact(facts, name).parameter = true),
        StmtKind::Common(blocks) => {
            for e in blocks.iter().flat_map(|b| &b.entities) {
                entity(facts, e).common = true;
            }
        }
        StmtKind::Enum { enumerators, .. } => {
            for (name, _) in enumerators.iter().flat_map(|(_, list)| list) {
                let fact = fact(facts, name);
                (fact.parameter, fact.enumerator) = (true, true);
            }
        }
        // DATA declares nothing that implicit typing would not, but what it names is saved.
        StmtKind::Data(sets) => {
            for object in sets.iter().flat_map(|s| &s.objects) {
                data_object(facts, object);
            }
        }
        _ => {}
    }
}

fn data_object<'a>(facts: &mut Facts<'a>, object: &'a ast::Expr) {
    match &object.kind {
        ast::ExprKind::Name(name) => {
            if let Some(f) = facts.get_mut(&name.to_ascii_lowercase()) {
                f.saved = true;
            }
        }
        ast::ExprKind::Apply { base, .. } | ast::ExprKind::Component { base, .. } => data_object(facts, base),
        ast::ExprKind::ImpliedDo(i) => i.items.iter().for_each(|i| data_object(facts, i)),
        _ => {}
    }
}

fn entity<'f, 'a>(facts: &'f mut Facts<'a>, e: &'a Entity) -> &'f mut Fact<'a> {
    let f = fact(facts, &e.name);
    f.dims |= !e.dims.is_empty();
    f.saved |= e.init.is_some();
    f.length = f.length.or(e.length.as_ref());
    f
}

fn attribute(f: &mut Fact, attr: &AttrKind) {
    match attr {
        AttrKind::Allocatable => f.allocatable = true,
        AttrKind::Dimension(dims) => f.dims |= !dims.is_empty(),
        AttrKind::External => f.external = true,
        AttrKind::Intent(intent) => f.intent = Some(*intent),
        AttrKind::Intrinsic => f.intrinsic = true,
        AttrKind::Optional => f.optional = true,
        AttrKind::Parameter => f.parameter = true,
        AttrKind::Pointer => f.pointer = true,
        AttrKind::Save => f.saved = true,
        AttrKind::Target => f.target = true,
        AttrKind::Value => f.by_value = true,
        AttrKind::Asynchronous
        | AttrKind::Bind(_)
        | AttrKind::Codimension
        | AttrKind::Contiguous
        | AttrKind::Private
        | AttrKind::Protected
        | AttrKind::Public
        | AttrKind::Volatile
        | AttrKind::Abstract
        | AttrKind::Extends(_)
        | AttrKind::Deferred
        | AttrKind::NonOverridable
        | AttrKind::Pass(_)
        | AttrKind::NoPass
        | AttrKind::Kind
        | AttrKind::Len => {}
    }
}

/// Whether two declarations spell one type, as far as their words tell.
pub fn same_type(a: &ast::TypeSpec, b: &ast::TypeSpec) -> bool {
    let kinds = match (&a.kind, &b.kind) {
        (None, None) => true,
        (Some(ast::KindSpec::Bytes(a)), Some(ast::KindSpec::Bytes(b))) => a == b,
        _ => false,
    };
    kinds
        && a.length.is_none()
        && b.length.is_none()
        && std::mem::discriminant(&a.base) == std::mem::discriminant(&b.base)
}
