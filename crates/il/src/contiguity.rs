//! CONTIGUOUS (F2018 8.5.7): what the text promises about the storage of pointers and dummies.

use crate::decl::Attr;
use crate::{DeclKind, Expr, ExprKind, Program, Storage, Type, Upper};

/// Whether a pointer, or a dummy of assumed shape, is declared CONTIGUOUS: it never gets its target from what has gaps.
pub fn is_declared_contiguous(p: &Program, pointer: &Expr) -> bool {
    let is_word = |text: &str| text.trim_matches([',', ' ']).eq_ignore_ascii_case("contiguous");
    let says_so = |attr: &Attr| matches!(attr, Attr::Other(text) if is_word(text));
    match &pointer.kind {
        ExprKind::Field { record, field, .. } => {
            p.records[*record].fields[*field].attributes.iter().any(|a| is_word(a))
        }
        ExprKind::Var(s) => p.home(*s).is_some_and(|u| {
            p.units[u].decls.iter().any(|d| match &d.kind {
                DeclKind::Variables { attrs, entities, .. } => {
                    attrs.iter().any(says_so) && entities.iter().any(|e| e.symbol == *s)
                }
                DeclKind::Attribute { attr, symbols } => says_so(attr) && symbols.iter().any(|e| e.symbol == *s),
                _ => false,
            })
        }),
        _ => false,
    }
}

/// Whether an array, a variable or a component, certainly has no gaps: it is no pointer and has no assumed shape, or is declared so.
pub fn has_no_gaps(p: &Program, array: &Expr) -> bool {
    let takes_shape = match &array.kind {
        ExprKind::Var(s) => p.variable(*s).is_some_and(|v| {
            let deferred = matches!(&v.ty, Type::Array { dims, .. } if dims.iter().any(|d| d.upper == Upper::Deferred));
            matches!(v.storage, Storage::Dummy(_)) && !v.allocatable && deferred
        }),
        _ => false,
    };
    !p.is_pointer(array) && !takes_shape || is_declared_contiguous(p, array)
}
