//! Expressions, with as few parentheses as the same tree needs, and those that `-Wparentheses` asks for.

use il::expr::{ExprKind, Item};
use il::typing::scalar_of;
use il::{Arg, BinaryOp, Expr, Intrinsic, ScalarClass, Subscript, UnaryOp};

use super::{Context, literals, records, types};
use crate::cat;
use crate::doc::Doc;

/// How tightly an expression binds (C11 6.5): a larger number binds tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Any,
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    Compare,
    Shift,
    Add,
    Multiply,
    Unary,
    Postfix,
}

/// An expression.
pub(super) fn expr(cx: &Context, e: &Expr) -> Doc {
    at(cx, e, Level::Any)
}

/// The right side of an assignment: additive terms are aligned under the sign.
pub(super) fn assigned(cx: &Context, sign: &str, e: &Expr) -> Doc {
    let e = e.bare();
    if let ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) = e.kind {
        return cat![format!("{sign} "), binary(cx, e)].nest(0);
    }
    cat![format!("{sign} "), expr(cx, e).nest(0)]
}

/// `e` where at least `level` is needed.
pub(super) fn at(cx: &Context, e: &Expr, level: Level) -> Doc {
    if level_of(e) < level { Doc::parens("(", plain(cx, e), ")") } else { plain(cx, e) }
}

/// The sign of a binary operator and its level; `None`: C has a function for it.
pub(super) fn operator(op: BinaryOp) -> Option<(&'static str, Level)> {
    use BinaryOp::*;
    Some(match op {
        Add => ("+", Level::Add),
        Sub => ("-", Level::Add),
        Mul => ("*", Level::Multiply),
        Div => ("/", Level::Multiply),
        Rem => ("%", Level::Multiply),
        Eq | Eqv => ("==", Level::Equal),
        Ne | Neqv => ("!=", Level::Equal),
        Lt => ("<", Level::Compare),
        Le => ("<=", Level::Compare),
        Gt => (">", Level::Compare),
        Ge => (">=", Level::Compare),
        And => ("&&", Level::And),
        Or => ("||", Level::Or),
        BitAnd => ("&", Level::BitAnd),
        BitOr => ("|", Level::BitOr),
        BitXor => ("^", Level::BitXor),
        Shl => ("<<", Level::Shift),
        Shr => (">>", Level::Shift),
        Pow | Concat => return None,
    })
}

fn level_of(e: &Expr) -> Level {
    match &e.kind {
        ExprKind::Integer { value, text, .. } if *value < 0 && text.0.is_none() => Level::Unary,
        ExprKind::Real { value, text, .. } if value.is_sign_negative() && text.0.is_none() => Level::Unary,
        ExprKind::Integer { text, .. } | ExprKind::Real { text, .. }
            if text.0.as_deref().is_some_and(|t| t.starts_with('-')) =>
        {
            Level::Unary
        }
        ExprKind::Binary(op, ..) => operator(*op).map_or(Level::Postfix, |(_, level)| level),
        ExprKind::ComplexParts(re, _) if re.as_number() == Some(0.0) => Level::Multiply,
        ExprKind::ComplexParts(..) => Level::Add,
        ExprKind::Cond { .. } => Level::Choice,
        ExprKind::Deref(_) | ExprKind::Address(_) | ExprKind::Cast(..) | ExprKind::SizeOf(_) => Level::Unary,
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Not | UnaryOp::BitNot, _) => Level::Unary,
        ExprKind::Structure { .. } | ExprKind::Opaque { .. } => Level::Unary,
        ExprKind::Unary(UnaryOp::Paren, _)
        | ExprKind::Integer { .. }
        | ExprKind::Real { .. }
        | ExprKind::Logical(_)
        | ExprKind::Text(..)
        | ExprKind::Var(_)
        | ExprKind::Index { .. }
        | ExprKind::Substring { .. }
        | ExprKind::Field { .. }
        | ExprKind::Intrinsic(..)
        | ExprKind::Call { .. }
        | ExprKind::Constructor { .. } => Level::Postfix,
    }
}

fn plain(cx: &Context, e: &Expr) -> Doc {
    match &e.kind {
        ExprKind::Integer { value, text, ty } => literals::integer(*value, text, ty.as_deref()).into(),
        ExprKind::Real { value, text, ty } => literals::real(*value, text, ty).into(),
        ExprKind::Logical(v) => if *v { "1" } else { "0" }.into(),
        ExprKind::Text(contents, literal) => literals::text(contents, literal).into(),
        ExprKind::ComplexParts(re, im) if re.as_number() == Some(0.0) => {
            cat![cx.imaginary_unit(), "*", at(cx, im, Level::Postfix)]
        }
        ExprKind::ComplexParts(re, im) => {
            cat![at(cx, re, Level::Add), " + ", cx.imaginary_unit(), "*", at(cx, im, Level::Postfix)]
        }
        ExprKind::Var(s) => cx.name(*s).into(),
        ExprKind::Index { base, subs } => {
            let mut out = vec![at(cx, base, Level::Postfix)];
            for s in subs {
                let inner = match s {
                    Subscript::At(e) => expr(cx, e),
                    Subscript::Range { lo, hi, .. } => {
                        let end = |e: &Option<Expr>| e.as_ref().map_or(Doc::NIL, |e| expr(cx, e));
                        cat![end(lo), ":", end(hi)]
                    }
                };
                out.push(Doc::parens("[", inner, "]"));
            }
            Doc::Cat(out)
        }
        ExprKind::Substring { base, .. } => at(cx, base, Level::Postfix),
        ExprKind::Field { base, record, field } => {
            let name = cx.program.records[*record].fields[*field].name.as_str();
            match &records::without_anonymous(cx, base).kind {
                ExprKind::Deref(p) => cat![at(cx, p, Level::Postfix), "->", name],
                _ => cat![at(cx, records::without_anonymous(cx, base), Level::Postfix), ".", name],
            }
        }
        ExprKind::Deref(x) => cat!["*", at(cx, x, Level::Unary)],
        ExprKind::Address(x) => cat!["&", at(cx, x, Level::Unary)],
        ExprKind::Unary(UnaryOp::Paren, x) => Doc::parens("(", expr(cx, x), ")"),
        ExprKind::Unary(op, x) => {
            let sign = match op {
                UnaryOp::Neg => "-",
                UnaryOp::Plus => "+",
                UnaryOp::Not => "!",
                UnaryOp::BitNot | UnaryOp::Paren => "~",
            };
            let operand = at(cx, x, Level::Unary);
            // `- -x` is not `--x`.
            let glued = matches!(sign, "-" | "+") && operand.flat().starts_with(sign);
            cat![sign, if glued { Doc::parens("(", operand, ")") } else { operand }]
        }
        ExprKind::Binary(op, l, r) => match operator(*op) {
            Some(_) => binary(cx, e).nest(0),
            None => call(&with_suffix(cx, "pow", &[l.as_ref(), r.as_ref()]), [expr(cx, l), expr(cx, r)]),
        },
        ExprKind::Intrinsic(f, args) => call(&function(cx, *f, args), args.iter().map(|a| expr(cx, &a.value))),
        ExprKind::Call { callee, args } => called(cx, *callee, args),
        ExprKind::Cond { test, yes, no } => cat![
            at(cx, test, Level::Or).group(),
            Doc::Cat(vec![Doc::Break(" "), "? ".into(), at(cx, yes, Level::Choice).group()]).group(),
            Doc::Cat(vec![Doc::Break(" "), ": ".into(), at(cx, no, Level::Choice).group()]).group(),
        ]
        .nest(0),
        ExprKind::Cast(ty, x) => cat![format!("({})", types::declaration(cx, ty, false, "")), at(cx, x, Level::Unary)],
        ExprKind::Constructor { .. } => initialiser(cx, e),
        ExprKind::Structure { record, .. } => {
            cat![format!("({})", records::name(cx, *record)), initialiser(cx, e)]
        }
        ExprKind::SizeOf(ty) => Doc::text(format!("sizeof({})", types::declaration(cx, ty, false, ""))),
        ExprKind::Opaque { text, reads, .. } => kept(cx, text, reads),
    }
}

/// `= value` of a declaration.
pub(super) fn given(cx: &Context, e: &Expr) -> Doc {
    match e.kind {
        ExprKind::Constructor { .. } | ExprKind::Structure { .. } => cat!["= ", initialiser(cx, e)],
        _ => assigned(cx, "=", e),
    }
}

/// An expression as the initial value of a declaration: lists in braces, structures without their type.
fn initialiser(cx: &Context, e: &Expr) -> Doc {
    if clears_structures(e) {
        return "{ 0 }".into();
    }
    let values: Vec<Doc> = match &e.kind {
        ExprKind::Constructor { items, .. } => items
            .iter()
            .map(|i| match i {
                Item::Value(v) => initialiser(cx, v),
                Item::Implied { items, .. } => Doc::list(items.iter().map(|i| match i {
                    Item::Value(v) => initialiser(cx, v),
                    Item::Implied { .. } => Doc::NIL,
                })),
            })
            .collect(),
        ExprKind::Structure { args, .. } => named_parts(args)
            .into_iter()
            .map(|a| match &a.keyword {
                Some(k) => cat![format!(".{k} = "), initialiser(cx, &a.value)],
                None => initialiser(cx, &a.value),
            })
            .collect(),
        _ => return expr(cx, e),
    };
    if values.is_empty() {
        return "{ 0 }".into();
    }
    Doc::parens("{ ", Doc::list(values), " }")
}

/// The values of a list: those of a member without a name are named as if they were of the structure that it is in (C11 6.7.2.1p13).
fn named_parts(args: &[Arg]) -> Vec<&Arg> {
    let mut parts = Vec::new();
    for a in args {
        match (&a.keyword, &a.value.kind) {
            (Some(name), ExprKind::Structure { args, .. }) if name.is_empty() => parts.extend(named_parts(args)),
            _ => parts.push(a),
        }
    }
    parts
}

/// Whether a list says no more than that structures, perhaps in arrays, are zero throughout: `{ { { 0 } } }` written as `{ 0 }`, of which
/// compilers do not say that members are missing (`-Wmissing-field-initializers`).
fn clears_structures(e: &Expr) -> bool {
    let (mut inner, mut structures) = (e, false);
    loop {
        inner = match &inner.kind {
            ExprKind::Constructor { items, .. } if let [Item::Value(first)] = &items[..] => first,
            ExprKind::Structure { args, .. } if let [Arg { keyword: None, value }] = &args[..] => {
                structures = true;
                value
            }
            ExprKind::Integer { value: 0, .. } => return structures,
            _ => return false,
        };
    }
}

/// A chain of operators of one level, broken before each of them where needed.
fn binary(cx: &Context, e: &Expr) -> Doc {
    let ExprKind::Binary(op, ..) = &e.kind else { return plain(cx, e) };
    let Some((_, own)) = operator(*op) else { return plain(cx, e) };
    let mut terms = Vec::new();
    let mut first = e;
    while let ExprKind::Binary(op, l, r) = &first.kind {
        let Some((sign, level)) = operator(*op) else { break };
        if level != own {
            break;
        }
        terms.push((sign, operand(cx, own, r, true)));
        first = l;
        if !matches!(own, Level::Add | Level::Multiply | Level::And | Level::Or) {
            break;
        }
    }
    let blank = if own == Level::Multiply { "" } else { " " };
    let mut out = vec![operand(cx, own, first, false).group()];
    for (sign, term) in terms.into_iter().rev() {
        // `a / *p` is not `a /*p`.
        let star = blank.is_empty() && term.flat().starts_with('*');
        let gap = if star { " " } else { blank };
        let before = if sign == "%" || star { " " } else { blank };
        let gap = if sign == "%" { " " } else { gap };
        out.push(match own {
            // A factor may go on on the line and be broken inside; a term moves to the next line first.
            Level::Multiply => cat![Doc::Break(before).group(), sign, gap, term.group()],
            _ => cat![Doc::Break(before), sign, gap, term.group()].group(),
        });
    }
    Doc::Cat(out)
}

/// An operand, in parentheses where the grammar or a warning of the compiler wants them.
fn operand(cx: &Context, own: Level, e: &Expr, right: bool) -> Doc {
    let level = level_of(e);
    let grammar = if right { level <= own } else { level < own };
    let is_binary = matches!(e.kind, ExprKind::Binary(..)) && level < Level::Unary;
    let warned = match own {
        // && inside ||.
        Level::Or => level == Level::And,
        // Any other operator inside bit operators and shifts; the same one is a chain.
        Level::BitOr | Level::BitXor | Level::BitAnd => is_binary && level != own,
        Level::Shift => is_binary,
        // Comparisons of comparisons and of negations.
        Level::Equal | Level::Compare => {
            matches!(level, Level::Equal | Level::Compare) || matches!(e.kind, ExprKind::Unary(UnaryOp::Not, _))
        }
        _ => false,
    };
    // `a*-b` is legal, `a*(-b)` is readable.
    let signed = right && level == Level::Unary && plain(cx, e).flat().starts_with(['-', '+']);
    if grammar || warned || signed { Doc::parens("(", plain(cx, e), ")") } else { plain(cx, e) }
}

fn call(name: &str, args: impl IntoIterator<Item = Doc>) -> Doc {
    cat![name, Doc::parens("(", Doc::list(args), ")")]
}

/// A call. What stands for calls through a pointer is that pointer, its first argument, and is called so.
pub(super) fn called(cx: &Context, callee: il::SymbolId, args: &[Arg]) -> Doc {
    let unit = cx.program.procedure(callee).and_then(|p| p.unit);
    match args.split_first() {
        Some((pointer, rest)) if unit.is_some_and(|u| cx.program.units[u].stands_for_pointer()) => {
            cat![at(cx, &pointer.value, Level::Postfix), arguments(cx, rest)]
        }
        _ => cat![cx.name(callee), arguments(cx, args)],
    }
}

/// Actual arguments in parentheses.
pub(super) fn arguments(cx: &Context, args: &[Arg]) -> Doc {
    Doc::parens("(", Doc::list(args.iter().map(|a| expr(cx, &a.value))), ")")
}

/// The C function of an intrinsic, by the type of its arguments.
fn function(cx: &Context, f: Intrinsic, args: &[Arg]) -> String {
    let values: Vec<&Expr> = args.iter().map(|a| &a.value).collect();
    let classes: Vec<_> = values.iter().filter_map(|v| scalar_of(cx.program, v)).collect();
    let integers = !classes.is_empty() && classes.iter().all(|s| s.class == ScalarClass::Integer);
    match f.name() {
        "abs" if integers => if classes[0].bytes > 4 { "labs" } else { "abs" }.into(),
        // Type-generic macros.
        name @ ("isnan" | "isinf" | "isfinite" | "isnormal" | "signbit" | "fpclassify") => name.into(),
        "aimag" => with_suffix(cx, "cimag", &values),
        "real" => with_suffix(cx, "creal", &values),
        "conjg" => with_suffix(cx, "conj", &values),
        "cmplx" => "CMPLXF".into(),
        "dcmplx" => "CMPLX".into(),
        "carg" => with_suffix(cx, "carg", &values),
        name if f.info().c.is_empty() => name.into(),
        _ => with_suffix(cx, f.info().c, &values),
    }
}

/// `sin`, `sinf`, `sinl`, `csin` for double, float, long double and complex arguments.
fn with_suffix(cx: &Context, name: &str, args: &[&Expr]) -> String {
    let scalars: Vec<_> = args.iter().filter_map(|a| scalar_of(cx.program, a)).collect();
    let complex = scalars.iter().any(|s| s.class == ScalarClass::Complex);
    let bytes = scalars.iter().filter_map(|s| match s.class {
        ScalarClass::Real => Some(s.bytes),
        ScalarClass::Complex => Some(s.bytes / 2),
        ScalarClass::Integer | ScalarClass::Logical => None,
    });
    let suffix = match bytes.max() {
        Some(0..=4) => "f",
        Some(9..) => "l",
        _ => "",
    };
    let name = match name {
        "fabs" if complex => "cabs".to_string(),
        "cimag" | "creal" | "conj" | "carg" => name.to_string(),
        _ if complex => format!("c{name}"),
        _ => name.to_string(),
    };
    format!("{name}{suffix}")
}

/// Kept text with its operands in their places.
fn kept(cx: &Context, text: &str, reads: &[Expr]) -> Doc {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((before, k, after)) = crate::placeholder(rest, reads.len()) {
        out.push(Doc::text(before));
        let open = before.trim_end().ends_with(['(', ',', '[']);
        let closed = after.trim_start().starts_with([')', ',', ']']);
        out.push(at(cx, &reads[k], if open && closed { Level::Any } else { Level::Unary }));
        rest = after;
    }
    out.push(Doc::text(rest));
    Doc::Cat(out)
}
