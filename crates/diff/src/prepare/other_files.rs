//! Bodies that stand in another file than the procedure that they are put into.
//!
//! What they name must mean the same there. Numbers that macros and enumerations name are written as numbers: the other file may give the names another
//! meaning. What the file keeps to itself, `static` functions and variables, and types, cannot be named at all. The headers that it
//! includes are included where the body is printed (`derive`).

use std::collections::BTreeSet;

use il::symbol::Storage;
use il::typing::type_of;
use il::{
    DeclKind, Expr, ExprKind, Prefix, Program, RecordId, SymbolId, SymbolKind, Type, UnaryOp, Unit, UnitId, fold,
};

/// Whether the body of `helper` comes from another file that is compiled by itself; a header is no such file.
pub(crate) fn is_elsewhere(p: &Program, helper: UnitId, caller: UnitId) -> bool {
    let file = p.units[helper].parent;
    let is_input = file.is_some_and(|f| p.inputs.iter().any(|i| i.units.contains(&f)));
    is_input && file != p.units[caller].parent
}

/// What only one file can name.
#[derive(Default)]
struct Private {
    symbols: BTreeSet<SymbolId>,
    records: BTreeSet<RecordId>,
    types: BTreeSet<String>,
}

impl Private {
    fn of(p: &Program, file: UnitId) -> Private {
        let mut out = Private::default();
        for d in &p.units[file].decls {
            match &d.kind {
                DeclKind::Variables { spelling, entities, .. }
                    if spelling.split_whitespace().any(|w| w == "static") =>
                {
                    let symbols = entities.iter().map(|e| e.symbol);
                    out.symbols.extend(symbols.filter(|s| number_of(p, *s).is_none()));
                }
                // What stands for calls through a pointer is made for all files.
                DeclKind::Unit(u) if p.units[*u].has_prefix(&Prefix::Static) && !p.units[*u].stands_for_pointer() => {
                    out.symbols.extend(p.units[*u].symbol);
                }
                DeclKind::Record(r) => {
                    out.records.insert(*r);
                }
                DeclKind::Typedef(s) => {
                    out.types.insert(p.symbols[*s].name.clone());
                }
                _ => {}
            }
        }
        out
    }

    fn has_type(&self, ty: &Type) -> bool {
        let named = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| self.types.contains(w));
        match ty {
            Type::Record(r) => self.records.contains(r),
            Type::Array { elem, .. } => self.has_type(elem),
            Type::Pointer { to, .. } => self.has_type(to),
            Type::Scalar(s) => named(&s.spelling),
            Type::Opaque(text) => named(text),
            Type::Character { .. } | Type::Procedure | Type::Void => false,
        }
    }

    fn has(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) | ExprKind::Call { callee: s, .. } => self.symbols.contains(s),
            ExprKind::Field { record, .. } | ExprKind::Structure { record, .. } => self.records.contains(record),
            ExprKind::Cast(ty, _) | ExprKind::SizeOf(ty) => self.has_type(ty),
            _ => false,
        }
    }
}

/// Whether a procedure names what only its own file knows.
pub(crate) fn names_private(p: &Program, helper: UnitId) -> bool {
    let u = &p.units[helper];
    let Some(file) = u.parent else { return false };
    let private = Private::of(p, file);
    let mut found = p.symbols.iter().any(|(s, symbol)| {
        let own = p.home(s) == Some(helper);
        own && matches!(&symbol.kind, SymbolKind::Variable(v) if private.has_type(&v.ty))
    });
    u.walk(&u.body, &mut |_, s| {
        if let il::StmtKind::Call { callee, .. } = &s.kind {
            found |= private.symbols.contains(callee);
        }
        s.kind.exprs(&mut |e| e.walk(&mut |x| found |= private.has(x)));
    });
    found
}

/// Writes the numbers in a body as such.
pub(crate) fn without_names(p: &Program, u: &mut Unit) {
    for (_, stmt) in u.stmts.iter_mut() {
        stmt.kind.exprs_mut(&mut |e| {
            e.rewrite(&mut |x| match &mut x.kind {
                ExprKind::Integer { text, .. } if text.is_name() => text.0 = None,
                ExprKind::Real { text, value, .. } if value.is_finite() && text.is_name() => text.0 = None,
                ExprKind::Var(s) if matches!(p.symbols[*s].kind, SymbolKind::Constant { .. }) => {
                    if let Some(value) = fold::integer(p, x) {
                        x.kind = Expr::int(value).kind;
                    }
                }
                ExprKind::Var(s) => {
                    if let Some(value) = number_of(p, *s) {
                        x.kind = value.kind;
                    }
                }
                _ => {}
            });
        });
    }
}

/// The number that a constant of a file is, `static const double PI = 3.14159;`.
fn number_of(p: &Program, s: SymbolId) -> Option<Expr> {
    let v = p.variable(s).filter(|v| v.constant && v.storage == Storage::Global)?;
    let value = v.init.as_ref()?;
    let literal = match &value.bare().kind {
        ExprKind::Unary(UnaryOp::Neg, x) => x.bare(),
        _ => value.bare(),
    };
    let text = match &literal.kind {
        ExprKind::Integer { text, .. } | ExprKind::Real { text, .. } => text,
        _ => return None,
    };
    let same = type_of(p, value).scalar() == v.ty.scalar() && v.ty.scalar().is_some();
    let value = value.bare();
    (same && !text.is_name()).then(|| match value.kind {
        ExprKind::Unary(..) => ExprKind::Unary(UnaryOp::Paren, Box::new(value.clone())).into(),
        _ => value.clone(),
    })
}
