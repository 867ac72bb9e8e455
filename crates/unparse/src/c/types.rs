//! Types as C writes them: around the name, from the inside out.

use il::symbol::ProcedureClass;
use il::{SymbolId, SymbolKind, Type, Upper};

use super::{Context, exprs, records};

/// The declaration of `name` with type `ty`: `const double *restrict x`, `double m[N][N]`; without a name, a type name.
pub(super) fn declaration(cx: &Context, ty: &Type, constant: bool, name: &str) -> String {
    let (base, declarator) = split(cx, ty, constant, name);
    if declarator.is_empty() || base.is_empty() {
        format!("{base}{declarator}")
    } else {
        format!("{base} {declarator}")
    }
}

/// Base type and declarator. The base holds the `const` of what is at the end of all pointers and arrays.
pub(super) fn split(cx: &Context, ty: &Type, constant: bool, name: &str) -> (String, String) {
    let words = |spelling: &str| {
        let has = spelling.split_whitespace().any(|w| w == "const");
        if constant && !has { format!("const {spelling}") } else { spelling.to_string() }
    };
    match ty {
        Type::Scalar(s) => (words(&s.spelling), name.to_string()),
        Type::Record(id) => (words(&records::name(cx, *id)), name.to_string()),
        Type::Void => (words("void"), name.to_string()),
        Type::Character { spelling, .. } => (words(spelling), name.to_string()),
        // A pointer to a function keeps its whole text, with a place for the name.
        Type::Opaque(text) => match text.find("{}") {
            Some(at) => {
                let constant = if constant && text[..at].ends_with('*') { "const " } else { "" };
                let name = format!("{constant}{name}");
                match text.find('(') {
                    Some(at) => (text[..at].trim_end().to_string(), text[at..].replacen("{}", name.trim_end(), 1)),
                    None => (String::new(), text.replacen("{}", name.trim_end(), 1)),
                }
            }
            None => (words(text), name.to_string()),
        },
        Type::Procedure => (words("void"), format!("{name}()")),
        Type::Pointer { to, to_const: false, restrict: false } if handle(cx, to).is_some() => {
            (words(handle(cx, to).unwrap_or_default()), name.to_string())
        }
        Type::Pointer { to, to_const, restrict } => {
            let mut stars = String::from("*");
            if constant {
                stars.push_str("const ");
            }
            if *restrict {
                stars.push_str("restrict ");
            }
            let inner = format!("{stars}{name}");
            let inner = inner.trim_end().to_string();
            let inner = if matches!(**to, Type::Array { .. } | Type::Procedure) { format!("({inner})") } else { inner };
            split(cx, to, *to_const, &inner)
        }
        Type::Array { elem, dims } => {
            let mut inner = name.to_string();
            for d in dims {
                match &d.upper {
                    Upper::At(e) => inner.push_str(&format!("[{}]", exprs::expr(cx, e).flat())),
                    Upper::Assumed | Upper::Deferred => inner.push_str("[]"),
                }
            }
            split(cx, elem, constant, &inner)
        }
    }
}

/// The name of pointers to what only a library knows.
fn handle<'a>(cx: &Context<'a>, to: &Type) -> Option<&'a str> {
    let Type::Record(id) = to else { return None };
    let record = &cx.program.records[*id];
    record.handle.as_deref().filter(|_| record.external && record.opaque)
}

/// A parameter of a function.
pub(super) fn parameter(cx: &Context, symbol: SymbolId) -> String {
    let (base, declarator) = variable(cx, symbol);
    match (base.is_empty(), declarator.is_empty()) {
        (true, _) => declarator,
        (_, true) => base,
        _ => format!("{base} {declarator}"),
    }
}

/// Base type and declarator of a variable, storage class included.
pub(super) fn variable(cx: &Context, symbol: SymbolId) -> (String, String) {
    let name = cx.name(symbol);
    let cx = &Context { declares: Some(symbol), ..*cx };
    match &cx.program.symbols[symbol].kind {
        SymbolKind::Variable(v) => split(cx, &v.ty, v.constant, &name),
        SymbolKind::Constant { ty, .. } | SymbolKind::Typedef(ty) => split(cx, ty, false, &name),
        SymbolKind::Procedure(p) => {
            let result = p.result.as_ref().unwrap_or(&Type::Void);
            match (p.class, p.unit) {
                (ProcedureClass::Dummy(_), Some(_)) if p.spelling.is_some() => {
                    let text = p.spelling.as_deref().unwrap_or_default();
                    (text.replacen("{}", "", 1).trim_end().to_string(), name)
                }
                // A parameter that is a function: a pointer to it.
                (ProcedureClass::Dummy(_), Some(unit)) => {
                    let unit = &cx.program.units[unit];
                    let mut params: Vec<String> = unit.params.iter().map(|s| parameter(cx, *s)).collect();
                    params.extend(unit.suffix.clone());
                    let params = if params.is_empty() { "void".into() } else { params.join(", ") };
                    split(cx, result, false, &format!("(*{name})({params})"))
                }
                _ => split(cx, result, false, &name),
            }
        }
        SymbolKind::Generic { .. } | SymbolKind::Module(_) | SymbolKind::Record(_) | SymbolKind::Namelist(_) => {
            (String::new(), name)
        }
    }
}
