//! Expressions, with as few parentheses as the same tree needs. Parentheses of the user are nodes and are printed.

use il::expr::{ExprKind, Item};
use il::{Arg, BinaryOp, Expr, Subscript, Type, UnaryOp};

use super::{Context, literals, operators, types};
use crate::cat;
use crate::doc::Doc;

/// How tightly an expression binds (F2018 10.1.2): a larger number binds tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Any,
    Equiv,
    Or,
    And,
    Not,
    Compare,
    Concat,
    Add,
    Multiply,
    Power,
    Primary,
}

/// An expression.
pub(crate) fn expr(cx: &Context, e: &Expr) -> Doc {
    at(cx, e, Level::Any)
}

/// An operand that binds by itself, whatever operator stands beside it.
pub(super) fn operand(cx: &Context, e: &Expr) -> Doc {
    at(cx, e, Level::Primary)
}

/// The right side of `lhs = …`: additive terms are aligned under the sign. It starts on a line of its own where its beginning would not
/// fit.
pub(super) fn assigned(cx: &Context, sign: &str, e: &Expr) -> Doc {
    let blank = if cx.habits.tight_assign { "" } else { " " };
    let sign = cat![sign, Doc::Break(blank).group()];
    if let ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) = e.kind {
        cat![blank, cat![sign, binary(cx, e)].nest(0)]
    } else {
        cat![blank, sign, expr(cx, e).nest(0)]
    }
}

/// `e` where at least `level` is needed.
fn at(cx: &Context, e: &Expr, level: Level) -> Doc {
    if let ExprKind::Call { callee, args } = &e.kind {
        match operators::call(cx, *callee, args) {
            Some(operators::Said::Operation(operation)) => return at(cx, &operation, level),
            Some(operators::Said::Text(text)) => return text,
            None => {}
        }
    }
    if level_of(e) < level { cx.parens(cx.habits.wide_groups, plain(cx, e)) } else { plain(cx, e) }
}

/// What a binary operator looks like and asks of its operands: own level, left, right.
fn operator(op: BinaryOp) -> Option<(Level, Level, Level)> {
    use BinaryOp::*;
    Some(match op {
        Add | Sub => (Level::Add, Level::Add, Level::Multiply),
        Mul | Div => (Level::Multiply, Level::Multiply, Level::Power),
        Pow => (Level::Power, Level::Primary, Level::Power),
        Eq | Ne | Lt | Le | Gt | Ge => (Level::Compare, Level::Concat, Level::Concat),
        And => (Level::And, Level::And, Level::Not),
        Or => (Level::Or, Level::Or, Level::And),
        Eqv | Neqv => (Level::Equiv, Level::Equiv, Level::Or),
        Concat => (Level::Concat, Level::Concat, Level::Add),
        Rem | BitAnd | BitOr | BitXor | Shl | Shr => return None,
    })
}

fn level_of(e: &Expr) -> Level {
    match &e.kind {
        ExprKind::Integer { value, text, .. } if *value < 0 && text.0.is_none() => Level::Add,
        ExprKind::Integer { text, .. } | ExprKind::Real { text, .. }
            if text.0.as_deref().is_some_and(|t| t.starts_with('-')) =>
        {
            Level::Add
        }
        ExprKind::Real { value, text, .. } if value.is_sign_negative() && value.is_finite() && text.0.is_none() => {
            Level::Add
        }
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus, _) => Level::Add,
        ExprKind::Unary(UnaryOp::Not, _) => Level::Not,
        ExprKind::Binary(op, ..) => operator(*op).map_or(Level::Primary, |(own, ..)| own),
        ExprKind::Opaque { text, reads, .. } if !reads.is_empty() && !is_call_like(text) => Level::Any,
        ExprKind::Integer { .. }
        | ExprKind::Real { .. }
        | ExprKind::Logical(_)
        | ExprKind::Text(..)
        | ExprKind::ComplexParts(..)
        | ExprKind::Var(_)
        | ExprKind::Index { .. }
        | ExprKind::Substring { .. }
        | ExprKind::Field { .. }
        | ExprKind::Deref(_)
        | ExprKind::Address(_)
        | ExprKind::Unary(UnaryOp::Paren | UnaryOp::BitNot, _)
        | ExprKind::Intrinsic(..)
        | ExprKind::Call { .. }
        | ExprKind::Cond { .. }
        | ExprKind::Cast(..)
        | ExprKind::Constructor { .. }
        | ExprKind::Structure { .. }
        | ExprKind::SizeOf(_)
        | ExprKind::Opaque { .. } => Level::Primary,
    }
}

/// Kept text that is a name, a reference or a call binds by itself; an operator between operands does not.
fn is_call_like(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
        && (text.ends_with(')') || !text.contains(['{', ' ']))
}

fn plain(cx: &Context, e: &Expr) -> Doc {
    match &e.kind {
        ExprKind::Integer { value, text, ty } => literals::integer(*value, text, ty.as_deref()).into(),
        ExprKind::Real { value, text, ty } => literals::real(cx, *value, text, ty).into(),
        ExprKind::Logical(v) => literals::logical(cx, *v).into(),
        ExprKind::Text(contents, literal) => literals::text(contents, literal).into(),
        ExprKind::ComplexParts(re, im) => Doc::parens("(", Doc::list([expr(cx, re), expr(cx, im)]), ")"),
        ExprKind::Var(s) => cx.name(*s).into(),
        ExprKind::Index { base, subs } => {
            cat![at(cx, base, Level::Primary), subscripts(cx, subs.iter().map(|s| subscript(cx, s)))]
        }
        ExprKind::Substring { base, lo, hi } => {
            let end = |e: &Option<Box<Expr>>| e.as_ref().map_or(Doc::NIL, |e| tight(cx, e));
            cat![at(cx, base, Level::Primary), "(", end(lo), ":", end(hi), ")"]
        }
        ExprKind::Field { base, record, field } => {
            let name = cx.program.records[*record].fields[*field].name.clone();
            cat![at(cx, base, Level::Primary), "%", name]
        }
        // Fortran pointers are followed by naming them.
        ExprKind::Deref(x) => at(cx, x, Level::Primary),
        ExprKind::Address(x) => cat![cx.kw("c_loc"), "(", expr(cx, x), ")"],
        // An operator that the program defines is in parentheses anyway.
        ExprKind::Unary(UnaryOp::Paren, x)
            if matches!(&x.kind, ExprKind::Call { callee, args }
                if matches!(operators::call(cx, *callee, args), Some(operators::Said::Text(_)))) =>
        {
            expr(cx, x)
        }
        ExprKind::Unary(UnaryOp::Paren, x) => cx.parens(cx.habits.wide_groups, expr(cx, x)),
        ExprKind::Unary(UnaryOp::Neg, x) => cat!["-", at(cx, x, Level::Multiply)],
        ExprKind::Unary(UnaryOp::Plus, x) => cat!["+", at(cx, x, Level::Multiply)],
        ExprKind::Unary(UnaryOp::Not, x) => {
            cat![cx.kw(if cx.habits.blank_after_not { ".not. " } else { ".not." }), at(cx, x, Level::Compare)]
        }
        ExprKind::Unary(UnaryOp::BitNot, x) => call(cx, cx.kw("not"), [expr(cx, x)]),
        ExprKind::Binary(op, l, r) if operator(*op).is_none() => {
            let name = match op {
                BinaryOp::Rem => "mod",
                BinaryOp::BitAnd => "iand",
                BinaryOp::BitOr => "ior",
                BinaryOp::BitXor => "ieor",
                BinaryOp::Shl => "shiftl",
                _ => "shifta",
            };
            call(cx, cx.kw(name), [expr(cx, l), expr(cx, r)])
        }
        ExprKind::Binary(..) => binary(cx, e).nest(0),
        ExprKind::Intrinsic(f, args) => cat![intrinsic_name(cx, *f, args), arguments(cx, args)],
        ExprKind::Call { callee, args } => match bound(cx, *callee, args) {
            Some((object, rest)) => cat![object, arguments(cx, &rest)],
            None => cat![cx.called(*callee, e.span), arguments(cx, args)],
        },
        ExprKind::Cond { test, yes, no } => call(cx, cx.kw("merge"), [expr(cx, yes), expr(cx, no), expr(cx, test)]),
        // The part of an object that is of a type which its own extends.
        ExprKind::Cast(Type::Record(r), x) => {
            cat![at(cx, x, Level::Primary), "%", cx.program.records[*r].name.as_str()]
        }
        ExprKind::Cast(ty, x) => cast(cx, ty, x),
        ExprKind::Constructor { items: values, ty } => {
            let (open, close) = if cx.habits.slash_brackets { ("(/ ", " /)") } else { ("[", "]") };
            let spec = ty.as_ref().filter(|_| values.is_empty() || explicit(ty)).map(|t| types::spec(cx, t));
            let spec = spec.map_or(String::new(), |s| format!("{s} :: "));
            Doc::parens(&format!("{open}{spec}"), items(cx, values), close)
        }
        ExprKind::Structure { record, args } => {
            cat![cx.type_name(*record), arguments(cx, args)]
        }
        ExprKind::SizeOf(ty) => call(cx, cx.kw("c_sizeof"), [Doc::text(types::spec(cx, ty))]),
        ExprKind::Opaque { text, reads, .. } => kept(cx, text, reads),
    }
}

/// The generic name of an intrinsic, or a specific one where the user has given the generic name to something else.
fn intrinsic_name(cx: &Context, f: il::Intrinsic, args: &[il::Arg]) -> String {
    use il::{ScalarClass, SymbolKind};
    let taken = cx.program.lookup(cx.scope, f.name()).map(|s| &cx.program.symbols[s].kind);
    if !matches!(taken, Some(SymbolKind::Variable(_) | SymbolKind::Constant { .. })) {
        return cx.kw(f.name());
    }
    let ty = args.first().map(|a| il::typing::type_of(cx.program, &a.value));
    let letter = match ty.as_ref().and_then(|t| t.scalar()).map(|s| (s.class, s.bytes)) {
        Some((ScalarClass::Real, 8)) => "d",
        Some((ScalarClass::Integer, _)) => "i",
        Some((ScalarClass::Complex, 8)) => "c",
        Some((ScalarClass::Complex, _)) => "z",
        _ => return cx.kw(f.name()),
    };
    cx.kw(f.info().specific.iter().find(|name| name.starts_with(letter)).unwrap_or(&f.name()))
}

/// Whether an array constructor carries its type in the source: a type with a spelling is one the user wrote.
fn explicit(ty: &Option<Box<Type>>) -> bool {
    match ty.as_deref() {
        Some(Type::Character { spelling, .. }) => !spelling.is_empty(),
        Some(Type::Scalar(s)) => !s.spelling.is_empty(),
        Some(_) | None => false,
    }
}

/// A chain of operators of one level, broken before each of them where needed.
fn binary(cx: &Context, e: &Expr) -> Doc {
    let ExprKind::Binary(op, ..) = &e.kind else { return plain(cx, e) };
    let Some((own, left, right)) = operator(*op) else { return plain(cx, e) };
    // a + b - c is ((a + b) - c): unwind the left side, as long as it stays on this level.
    let mut terms = Vec::new();
    let mut first = e;
    while let ExprKind::Binary(op, l, r) = &first.kind {
        if operator(*op).is_none_or(|(level, ..)| level != own) {
            break;
        }
        terms.push((*op, at(cx, r, right)));
        first = l;
        if matches!(own, Level::Power | Level::Compare) {
            break;
        }
    }
    let mut out = vec![at(cx, first, left).group()];
    for (op, term) in terms.into_iter().rev() {
        let (mut blank, sign) = sign(cx, op);
        if own == Level::Compare && cx.habits.tight_relations && !(cx.habits.dotted && ends_with_number(first)) {
            blank = "";
        }
        out.push(match own {
            Level::Power => cat![sign, term],
            // A factor may go on on the line and be broken inside; a term moves to the next line first.
            Level::Multiply => cat![Doc::Break(blank).group(), sign, blank, term.group()],
            _ => cat![Doc::Break(blank), sign, blank, term.group()].group(),
        });
    }
    Doc::Cat(out)
}

/// Whether the text of an expression ends with a number, which a dot behind it would join.
pub(crate) fn ends_with_number(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Integer { .. } | ExprKind::Real { .. } => true,
        ExprKind::Binary(_, _, r) => ends_with_number(r),
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Not, x) => ends_with_number(x),
        _ => false,
    }
}

/// The operator and the blank around it.
fn sign(cx: &Context, op: BinaryOp) -> (&'static str, String) {
    use BinaryOp::*;
    let dotted = |dots: &str, symbol: &str| if cx.habits.dotted { cx.kw(dots) } else { symbol.to_string() };
    match op {
        Add => (" ", "+".into()),
        Sub => (" ", "-".into()),
        Mul => ("", "*".into()),
        Div => ("", "/".into()),
        Pow => ("", "**".into()),
        Concat => (if cx.habits.wide_concat { " " } else { "" }, "//".into()),
        Eq => (" ", dotted(".eq.", "==")),
        Ne => (" ", dotted(".ne.", "/=")),
        Lt => (" ", dotted(".lt.", "<")),
        Le => (" ", dotted(".le.", "<=")),
        Gt => (" ", dotted(".gt.", ">")),
        Ge => (" ", dotted(".ge.", ">=")),
        And => (" ", cx.kw(".and.")),
        Or => (" ", cx.kw(".or.")),
        Eqv => (" ", cx.kw(".eqv.")),
        Neqv => (" ", cx.kw(".neqv.")),
        // These are functions in Fortran and never reach this table.
        Rem | BitAnd | BitOr | BitXor | Shl | Shr => (" ", String::new()),
    }
}

/// `name(args)`.
fn call(cx: &Context, name: String, args: impl IntoIterator<Item = Doc>) -> Doc {
    cat![name, cx.parens(cx.habits.wide_calls, cx.list(args))]
}

/// Actual arguments in parentheses.
pub(super) fn arguments(cx: &Context, args: &[Arg]) -> Doc {
    let wide = cx.habits.wide_calls && !args.is_empty();
    cx.parens(wide, cx.list(args.iter().map(|a| argument(cx, a))))
}

/// One actual argument.
pub(super) fn argument(cx: &Context, a: &Arg) -> Doc {
    match &a.keyword {
        Some(k) => cat![format!("{k}="), expr(cx, &a.value)],
        None => expr(cx, &a.value),
    }
}

/// `object%name` and the other arguments, where a procedure has no name of its own: it stands for a binding, or is not visible here.
pub(super) fn bound(cx: &Context, callee: il::SymbolId, args: &[il::Arg]) -> Option<(Doc, Vec<il::Arg>)> {
    let unit = cx.program.procedure(callee)?.unit?;
    let binding = cx.program.units[unit].binding.as_ref()?;
    let name = &cx.program.symbols[callee].name;
    let visible = || cx.program.lookup(cx.scope, name).is_some_and(|s| s == callee);
    if !binding.dispatches && (visible() || cx.name(callee) != *name) {
        return None;
    }
    let own = &cx.program.symbols[*cx.program.units[unit].params.get(binding.object)?].name;
    let named = |a: &il::Arg| a.is_named(own);
    let k = args.iter().position(named).unwrap_or(binding.object);
    let mut rest = args.to_vec();
    if k >= rest.len() {
        return None;
    }
    let object = rest.remove(k).value;
    let object = at(cx, object.bare(), Level::Primary);
    // A pointer is called by its own name.
    if binding.name.is_empty() {
        return Some((object, rest));
    }
    // A generic may be all that a type shows of it.
    let record = il::typing::type_of(cx.program, &args.get(k)?.value).record();
    let generic = record.and_then(|r| cx.program.generic_of_binding(r, &binding.name)).filter(|g| g.hidden);
    let shown = generic.as_ref().and_then(|g| g.name()).unwrap_or(&binding.name);
    Some((cat![object, "%", shown], rest))
}

/// A C cast, as the conversion it is.
fn cast(cx: &Context, ty: &Type, x: &Expr) -> Doc {
    use il::ScalarClass::*;
    let Some(s) = ty.scalar() else { return plain(cx, x) };
    let (name, default) = match s.class {
        Integer => ("int", 4),
        Real => ("real", 4),
        Complex => ("cmplx", 8),
        Logical => ("logical", 4),
    };
    let kind = match &s.kind_name {
        Some(k) => Some(k.clone()),
        None if s.bytes == default => None,
        None if s.class == Complex => Some((s.bytes / 2).to_string()),
        None => Some(s.bytes.to_string()),
    };
    call(cx, cx.kw(name), [Some(expr(cx, x)), kind.map(Doc::from)].into_iter().flatten())
}

/// Items of an array constructor or a DATA statement.
pub(super) fn items(cx: &Context, values: &[Item]) -> Doc {
    Doc::list(values.iter().map(|i| item(cx, i)))
}

fn item(cx: &Context, i: &Item) -> Doc {
    match i {
        Item::Value(e) => expr(cx, e),
        Item::Implied { items: inner, var, from, to, step } => {
            let mut parts: Vec<Doc> = inner.iter().map(|i| item(cx, i)).collect();
            parts.push(cat![cx.name(*var), " = ", expr(cx, from)]);
            parts.push(expr(cx, to));
            parts.extend(step.iter().map(|s| expr(cx, s)));
            Doc::parens("(", Doc::list(parts), ")")
        }
    }
}

/// Subscripts or extents in parentheses: `(i, j)` or `(i,j)`, by the habit of the file.
pub(super) fn subscripts(cx: &Context, items: impl Iterator<Item = Doc>) -> Doc {
    let wide = cx.habits.wide_subscripts;
    if !cx.habits.tight_commas {
        return cx.parens(wide, Doc::list(items));
    }
    let mut out = Vec::new();
    for item in items {
        if !out.is_empty() {
            out.push(cat![",", Doc::Break("")].group());
        }
        out.push(item.group());
    }
    cx.parens(wide, Doc::Cat(out))
}

/// One subscript. Sums are written without blanks here: `u(i-1)`.
fn subscript(cx: &Context, s: &Subscript) -> Doc {
    match s {
        Subscript::At(e) => tight(cx, e),
        Subscript::Range { lo, hi, step } => {
            let end = |e: &Option<Expr>| e.as_ref().map_or(Doc::NIL, |e| tight(cx, e));
            let step = step.as_ref().map_or(Doc::NIL, |e| cat![":", tight(cx, e)]);
            cat![end(lo), ":", end(hi), step]
        }
    }
}

/// An expression without blanks around `+` and `-`, when it is short.
pub(super) fn tight(cx: &Context, e: &Expr) -> Doc {
    if !cx.habits.tight_sums || !is_index_like(e) {
        return expr(cx, e);
    }
    let text: String = expr(cx, e).flat();
    Doc::text(text.replace(" + ", "+").replace(" - ", "-"))
}

/// Sums and products of names, literals and their elements only: nothing in which a blank could mean something.
pub(crate) fn is_index_like(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) | ExprKind::Integer { .. } => true,
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, x) => is_index_like(x),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div, l, r) => {
            is_index_like(l) && is_index_like(r)
        }
        ExprKind::Index { base, subs } => {
            is_index_like(base) && subs.iter().all(|s| matches!(s, Subscript::At(x) if is_index_like(x)))
        }
        ExprKind::Field { base, .. } => is_index_like(base),
        _ => false,
    }
}

/// Kept text with its operands in their places.
fn kept(cx: &Context, text: &str, reads: &[Expr]) -> Doc {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((before, k, after)) = crate::placeholder(rest, reads.len()) {
        out.push(Doc::text(before));
        // Between brackets and commas an operand may be anything; beside an operator it must hold together.
        let enclosed = before.trim_end().ends_with(['(', ',', '=', ':']) || before.is_empty() && out.len() > 1;
        let closed = after.trim_start().starts_with([')', ',', ':']);
        out.push(at(cx, &reads[k], if enclosed && closed { Level::Any } else { Level::Primary }));
        rest = after;
    }
    out.push(Doc::text(rest));
    Doc::Cat(out)
}
