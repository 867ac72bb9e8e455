//! A program with a handful of variables, to make expressions and statements from.

use il::symbol::{ScopeKind, Storage, SymbolKind, Variable};
use il::unit::UnitKind;
use il::*;
use unparse::OutputFile;

/// A unit under construction.
pub struct Maker {
    pub p: Program,
    pub unit: UnitId,
    pub scope: ScopeId,
}

impl Maker {
    /// A subroutine `s` of that language.
    pub fn new(language: Language) -> Self {
        let mut p = Program::new();
        let root = if language == Language::C { p.global_c } else { p.global };
        let scope = p.new_scope(root, ScopeKind::Block);
        let unit = p.units.add(Unit::new("s", UnitKind::Subroutine, language, scope));
        p.scopes[scope].kind = ScopeKind::Unit(unit);
        Maker { p, unit, scope }
    }

    pub fn declare(&mut self, name: &str, ty: Type) -> SymbolId {
        let kind = SymbolKind::Variable(Variable::new(ty, Storage::Local));
        self.p.declare(self.scope, name, Span::NONE, kind)
    }

    /// A variable of type double, declared when first met.
    pub fn v(&mut self, name: &str) -> Expr {
        let found = self.p.lookup(self.scope, name);
        Expr::var(found.unwrap_or_else(|| self.declare(name, Type::Scalar(double()))))
    }

    pub fn push(&mut self, kind: StmtKind) {
        let id = self.p.units[self.unit].add(kind);
        self.p.units[self.unit].body.push(id);
    }

    pub fn assign(&mut self, lhs: Expr, rhs: Expr) {
        self.push(StmtKind::Assign { lhs, rhs });
    }

    pub fn text(&self, expr: &Expr) -> String {
        unparse::unparse_expr(&self.p, self.scope, self.p.units[self.unit].language, expr)
    }

    /// The lines of the body, without the unit's first and last ones.
    pub fn body(&self, form: SourceForm) -> String {
        let text = unparse::unparse_unit(&self.p, self.unit, &OutputFile::new(form));
        let lines: Vec<&str> = text.lines().collect();
        let head = if form == SourceForm::C { 2 } else { 1 };
        lines[head..lines.len() - 1].join("\n")
    }
}

pub fn double() -> Scalar {
    Scalar::new(ScalarClass::Real, 8, "real(8)")
}

pub fn array(elem: Type, extents: &[Expr]) -> Type {
    let dims = extents.iter().map(|e| Dim { lower: None, upper: Upper::At(e.clone()) }).collect();
    Type::Array { elem: Box::new(elem), dims }
}
