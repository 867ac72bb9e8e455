//! What is generated has the kind of what it stands beside, by the name that this kind has where that is declared: a function of a module may have a kind
//! whose name its caller does not see. There it is spelled as in the arguments of the unit, or by a number.

use il::{Expr, ExprKind, Language, Program, Scalar, ScalarClass, ScopeId, StmtId, SymbolId, Type, UnitId};

use crate::request::Derivative;

/// Renames the kinds of literals in all derivatives that their originals could not name.
pub fn settle(p: &mut Program, derivatives: &[Derivative]) {
    for d in derivatives {
        let scope = p.units[d.original].scope;
        let ids: Vec<StmtId> = p.units[d.generated].stmts.ids().collect();
        let mut names: Vec<String> = Vec::new();
        for &id in &ids {
            p.units[d.generated].stmts[id].kind.exprs(&mut |e| e.walk(&mut |x| names.extend(kind_name(x))));
        }
        names.sort();
        names.dedup();
        names.retain(|n| is_unknown(p, scope, d, n));
        if names.is_empty() {
            continue;
        }
        for id in ids {
            p.units[d.generated].stmts[id].kind.exprs_mut(&mut |e: &mut Expr| {
                e.rewrite(&mut |x| {
                    if kind_name(x).is_some_and(|n| names.contains(&n))
                        && let ExprKind::Real { ty, .. } = &mut x.kind
                    {
                        ty.kind_name = None;
                        let complex = ty.class == ScalarClass::Complex;
                        ty.spelling = format!("real({})", if complex { ty.bytes / 2 } else { ty.bytes });
                    }
                });
            });
        }
    }
}

fn kind_name(e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Real { ty, .. } => ty.kind_name.clone(),
        _ => None,
    }
}

/// Neither the original nor its derivative has a meaning for the name.
fn is_unknown(p: &Program, scope: ScopeId, d: &Derivative, name: &str) -> bool {
    p.lookup(scope, name).is_none() && p.lookup(p.units[d.generated].scope, name).is_none() && !is_in_blocks(p, d, name)
}

/// A name of a BLOCK of the original.
fn is_in_blocks(p: &Program, d: &Derivative, name: &str) -> bool {
    let u = &p.units[d.original];
    let mut found = false;
    u.walk(&u.body, &mut |_, s| {
        if let il::StmtKind::Scope { scope, .. } = &s.kind {
            found |= p.lookup(*scope, name).is_some();
        }
    });
    found
}

/// Types that the IL makes by itself, literals and parts of complex numbers, have names of Fortran: those of C, by name and bytes.
const FORTRAN_SPELLINGS: &[(&str, u8, &str)] = &[
    ("integer", 4, "int"),
    ("real", 4, "float"),
    ("double precision", 8, "double"),
    ("real(16)", 16, "long double"),
    ("complex", 8, "float complex"),
    ("complex(8)", 16, "double complex"),
    ("complex(16)", 32, "long double complex"),
];

/// The type as the language spells it.
pub(crate) fn spelled(mut ty: Type, language: Language) -> Type {
    if let Type::Scalar(s) = &mut ty
        && language == Language::C
        && let Some((_, _, c)) = FORTRAN_SPELLINGS.iter().find(|(f, bytes, _)| *f == s.spelling && *bytes == s.bytes)
    {
        s.spelling = (*c).into();
    }
    ty
}

/// The type with a spelling that the unit can use.
pub(crate) fn visible(p: &Program, unit: UnitId, ty: Type) -> Type {
    match ty {
        Type::Scalar(s) => Type::Scalar(visible_scalar(p, unit, s)),
        Type::Array { elem, dims } => Type::Array { elem: Box::new(visible(p, unit, *elem)), dims },
        other => other,
    }
}

fn visible_scalar(p: &Program, unit: UnitId, s: Scalar) -> Scalar {
    let kind = if s.class == ScalarClass::Complex { s.bytes / 2 } else { s.bytes };
    let known = |s: &Scalar| {
        let means_it = |found: SymbolId| il::fold::integer(p, &Expr::var(found)).is_none_or(|v| v == i64::from(kind));
        s.kind_name.as_ref().is_none_or(|name| p.lookup(p.units[unit].scope, name).is_some_and(means_it))
    };
    if known(&s) {
        return s;
    }
    // As a dummy argument of the unit spells it (a procedure that it is given may have its type from elsewhere), or by number.
    let mut own = p.units[unit].params.iter().filter_map(|d| p.symbol_type(*d)?.element().scalar());
    let same = own.find(|o| o.class == s.class && o.bytes == s.bytes && known(o)).cloned();
    let word = if s.class == ScalarClass::Complex { "complex" } else { "real" };
    match s.class {
        ScalarClass::Real | ScalarClass::Complex => {
            same.unwrap_or(Scalar { spelling: format!("{word}({kind})"), kind_name: None, ..s })
        }
        ScalarClass::Integer | ScalarClass::Logical => s,
    }
}
