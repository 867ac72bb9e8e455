//! How a type is spelled where something new is declared: as its language does, by names that are seen there.

use crate::{Expr, Language, Program, Scalar, ScalarClass, SymbolId, Type, UnitId};

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
pub fn spelled(mut ty: Type, language: Language) -> Type {
    if let Type::Scalar(s) = &mut ty
        && language == Language::C
        && let Some((_, _, c)) = FORTRAN_SPELLINGS.iter().find(|(f, bytes, _)| *f == s.spelling && *bytes == s.bytes)
    {
        s.spelling = (*c).into();
    }
    ty
}

/// The type with a spelling that the unit can use.
pub fn visible(p: &Program, unit: UnitId, ty: Type) -> Type {
    match ty {
        Type::Scalar(s) => Type::Scalar(visible_scalar(p, unit, s)),
        Type::Array { elem, dims } => Type::Array { elem: Box::new(visible(p, unit, *elem)), dims },
        other => other,
    }
}

fn visible_scalar(p: &Program, unit: UnitId, s: Scalar) -> Scalar {
    let kind = if s.class == ScalarClass::Complex { s.bytes / 2 } else { s.bytes };
    let known = |s: &Scalar| {
        let means_it =
            |found: SymbolId| crate::fold::integer(p, &Expr::var(found)).is_none_or(|v| v == i64::from(kind));
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
