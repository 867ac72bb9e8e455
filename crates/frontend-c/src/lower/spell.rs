//! Types and small expressions as C text: for types that the IL keeps by their spelling only.

use super::types::Signature;
use il::expr::{ExprKind, Subscript};
use il::symbol::{SymbolId, SymbolKind};
use il::{Expr, Program, Type, UnaryOp, Upper};

/// `ty` declaring `name`: `double (*a)[3]`. A type kept as text says with `{}` where the name goes.
pub fn declaration(p: &Program, ty: &Type, name: &str) -> String {
    let plain = |base: &str| match name {
        "" => base.to_string(),
        _ => format!("{base} {name}"),
    };
    match ty {
        Type::Scalar(scalar) => plain(&scalar.spelling),
        Type::Void => plain("void"),
        Type::Record(record) => plain(&p.records[*record].spelling),
        Type::Opaque(text) if text.contains("{}") => text.replacen("{}", name, 1),
        Type::Opaque(text) => plain(text),
        Type::Character { spelling, .. } => plain(spelling),
        Type::Procedure => plain("void"),
        Type::Pointer { to, to_const, restrict } => {
            let restrict = if *restrict { "restrict " } else { "" };
            let inner = declaration(p, to, format!("*{restrict}{name}").trim_end());
            match **to {
                // `const` of a pointer follows its star.
                Type::Pointer { .. } if *to_const => declaration(p, to, &format!("const *{restrict}{name}")),
                _ if *to_const => format!("const {inner}"),
                _ => inner,
            }
        }
        Type::Array { elem, dims } => {
            let name = if name.starts_with('*') { format!("({name})") } else { name.to_string() };
            let extents: String = dims
                .iter()
                .map(|dim| match &dim.upper {
                    Upper::At(extent) => format!("[{}]", expr(p, extent)),
                    Upper::Deferred | Upper::Assumed => "[]".to_string(),
                })
                .collect();
            declaration(p, elem, &format!("{name}{extents}"))
        }
    }
}

/// The text of a parameter list.
pub fn params(p: &Program, signature: &Signature) -> String {
    let mut parts: Vec<String> = signature.params.iter().map(|param| parameter(p, *param)).collect();
    if signature.variadic {
        parts.push("...".into());
    }
    match (parts.is_empty(), signature.unknown) {
        (true, true) => String::new(),
        (true, false) => "void".into(),
        (false, _) => parts.join(", "),
    }
}

/// The text of one parameter.
fn parameter(p: &Program, param: SymbolId) -> String {
    let symbol = &p.symbols[param];
    match &symbol.kind {
        SymbolKind::Variable(variable) => {
            let constant = variable.constant && !matches!(variable.ty, Type::Pointer { .. });
            format!("{}{}", if constant { "const " } else { "" }, declaration(p, &variable.ty, &symbol.name))
        }
        SymbolKind::Procedure(_) => pointer_to(p, param, &symbol.name),
        _ => String::new(),
    }
}

/// The declaration of `name` as a pointer to a function like a parameter.
pub fn pointer_to(p: &Program, function: SymbolId, name: &str) -> String {
    let procedure = p.procedure(function);
    let inner = match procedure.and_then(|f| f.unit).map(|unit| &p.units[unit]) {
        Some(unit) if unit.params.is_empty() => "void".to_string(),
        Some(unit) => unit.params.iter().map(|param| parameter(p, *param)).collect::<Vec<_>>().join(", "),
        None => String::new(),
    };
    let result = procedure.and_then(|f| f.result.clone()).unwrap_or(Type::Void);
    declaration(p, &result, &format!("(*{name})({inner})"))
}

/// The type below pointers, arrays and functions, as declarations start with it.
pub fn base(p: &Program, ty: &Type) -> String {
    match ty {
        Type::Array { elem, .. } => base(p, elem),
        Type::Pointer { to, .. } => base(p, to),
        // What a function gives stands in front of the pointer to it.
        Type::Opaque(text) if text.contains("{}") => text.split('(').next().unwrap_or_default().trim_end().to_string(),
        _ => declaration(p, ty, ""),
    }
}

/// The small expressions that extents are made of.
pub fn expr(p: &Program, e: &Expr) -> String {
    match &e.kind {
        ExprKind::Integer { text, value, .. } => text.0.as_deref().map_or_else(|| value.to_string(), str::to_string),
        ExprKind::Var(symbol) => p.symbols[*symbol].name.clone(),
        ExprKind::Unary(UnaryOp::Paren, x) => format!("({})", expr(p, x)),
        ExprKind::Unary(UnaryOp::Neg, x) => format!("-{}", expr(p, x)),
        ExprKind::Binary(op, l, r) => {
            use il::BinaryOp::*;
            let sign = match op {
                Add => "+",
                Sub => "-",
                Mul => "*",
                Div => "/",
                Rem => "%",
                Shl => "<<",
                Shr => ">>",
                _ => "/* ? */",
            };
            format!("({} {sign} {})", expr(p, l), expr(p, r))
        }
        ExprKind::Index { base, subs } => match &subs[..] {
            [Subscript::At(i)] => format!("{}[{}]", expr(p, base), expr(p, i)),
            _ => expr(p, base),
        },
        ExprKind::SizeOf(ty) => format!("sizeof({})", declaration(p, ty, "")),
        _ => String::new(),
    }
}

/// Without the parentheses around it: where they say nothing.
pub fn strip(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Unary(UnaryOp::Paren, inner) => strip(*inner),
        _ => e,
    }
}
