//! A terse notation for tests: `a[i]` is an element, `s{1:2}` a substring, `@f(x)` a call, `$sin(x)` an intrinsic, `s.x` a component,
//! `&t(x)` a structure, `"text"` what is kept as text.

use il::expr::Item;
use il::{Arg, BinaryOp, Block, Expr, ExprKind, Program, StmtKind, Subscript, UnaryOp, Unit};

fn list<T>(items: impl IntoIterator<Item = T>, f: impl Fn(T) -> String) -> String {
    items.into_iter().map(f).collect::<Vec<_>>().join(", ")
}

fn args(p: &Program, args: &[Arg]) -> String {
    list(args, |a| match &a.keyword {
        Some(k) => format!("{k}={}", expr(p, &a.value)),
        None => expr(p, &a.value),
    })
}

fn optional(p: &Program, e: Option<&Expr>) -> String {
    e.map_or(String::new(), |e| expr(p, e))
}

/// An expression.
pub fn expr(p: &Program, e: &Expr) -> String {
    let name = |s: &il::SymbolId| p.symbols[*s].name.to_ascii_lowercase();
    match &e.kind {
        ExprKind::Integer { value, .. } => value.to_string(),
        ExprKind::Real { value, ty, .. } => format!("{value:?}r{}", ty.bytes),
        ExprKind::Logical(v) => v.to_string(),
        ExprKind::Text(t, _) => format!("'{t}'"),
        ExprKind::ComplexParts(a, b) => format!("<{}, {}>", expr(p, a), expr(p, b)),
        ExprKind::Var(s) => name(s),
        ExprKind::Index { base, subs } => {
            let subs = list(subs, |s| match s {
                Subscript::At(e) => expr(p, e),
                Subscript::Range { lo, hi, step } => {
                    let step = step.as_ref().map_or(String::new(), |s| format!(":{}", expr(p, s)));
                    format!("{}:{}{step}", optional(p, lo.as_ref()), optional(p, hi.as_ref()))
                }
            });
            format!("{}[{subs}]", expr(p, base))
        }
        ExprKind::Substring { base, lo, hi } => {
            format!("{}{{{}:{}}}", expr(p, base), optional(p, lo.as_deref()), optional(p, hi.as_deref()))
        }
        ExprKind::Field { base, record, field } => {
            format!("{}.{}", expr(p, base), p.records[*record].fields[*field].name)
        }
        ExprKind::Unary(op, x) => match op {
            UnaryOp::Paren => format!("({})", expr(p, x)),
            UnaryOp::Neg => format!("-{}", expr(p, x)),
            other => format!("{other:?} {}", expr(p, x)),
        },
        ExprKind::Binary(op, l, r) => {
            let sign = match op {
                BinaryOp::Add => "+".to_string(),
                BinaryOp::Sub => "-".to_string(),
                BinaryOp::Mul => "*".to_string(),
                BinaryOp::Div => "/".to_string(),
                BinaryOp::Pow => "**".to_string(),
                other => format!(" {other:?} "),
            };
            format!("{}{sign}{}", expr(p, l), expr(p, r))
        }
        ExprKind::Intrinsic(f, a) => format!("${}({})", f.name(), args(p, a)),
        ExprKind::Call { callee, args: a } => format!("@{}({})", name(callee), args(p, a)),
        ExprKind::Structure { record, args: a } => format!("&{}({})", p.records[*record].name, args(p, a)),
        ExprKind::Constructor { items, .. } => format!("[{}]", list(items, |i| item(p, i))),
        ExprKind::Opaque { text, reads, .. } => format!("\"{text}\"<{}>", list(reads, |e| expr(p, e))),
        other => format!("{other:?}"),
    }
}

fn item(p: &Program, i: &Item) -> String {
    match i {
        Item::Value(e) => expr(p, e),
        Item::Implied { items, var, from, to, .. } => {
            let inner = list(items, |i| item(p, i));
            format!("({inner}, {} = {}, {})", p.symbols[*var].name, expr(p, from), expr(p, to))
        }
    }
}

/// A block on one line: `10: x = 1; do i { … }`.
pub fn block(p: &Program, u: &Unit, b: &Block) -> String {
    let parts: Vec<String> = b
        .iter()
        .map(|id| {
            let s = &u.stmts[*id];
            let label = s.label.as_ref().map_or(String::new(), |l| format!("{l}: "));
            format!("{label}{}", stmt(p, u, &s.kind))
        })
        .collect();
    parts.join("; ")
}

fn stmt(p: &Program, u: &Unit, kind: &StmtKind) -> String {
    let inner = |b: &Block| format!("{{ {} }}", block(p, u, b));
    let named = |n: &Option<String>| n.as_ref().map_or(String::new(), |n| format!(" {n}"));
    match kind {
        StmtKind::Assign { lhs, rhs } => format!("{} = {}", expr(p, lhs), expr(p, rhs)),
        StmtKind::PointerAssign { lhs, rhs } => format!("{} => {}", expr(p, lhs), expr(p, rhs)),
        StmtKind::Call { callee, args: a, alternates } => {
            let labels: String = alternates.iter().map(|l| format!(" *{l}")).collect();
            format!("call {}({}){labels}", p.symbols[*callee].name.to_ascii_lowercase(), args(p, a))
        }
        StmtKind::If(i) => {
            let arms: Vec<String> =
                i.arms.iter().map(|a| format!("if {} {}", expr(p, &a.test), inner(&a.body))).collect();
            let otherwise = i.otherwise.as_ref().map_or(String::new(), |b| format!(" else {}", inner(b)));
            format!("{}{otherwise}", arms.join(" else "))
        }
        StmtKind::Do(d) => {
            let var = p.symbols[d.var].name.to_ascii_lowercase();
            format!("do{} {var} {}", named(&d.name), inner(&d.body))
        }
        StmtKind::While { test, body, .. } => format!("while {} {}", expr(p, test), inner(body)),
        StmtKind::Loop { body, .. } => format!("loop {}", inner(body)),
        StmtKind::Exit(n) => format!("exit{}", named(n)),
        StmtKind::Cycle(n) => format!("cycle{}", named(n)),
        StmtKind::Goto(l) => format!("goto {l}"),
        StmtKind::ArithmeticIf { value, labels } => format!("if {} {}", expr(p, value), labels.join(" ")),
        StmtKind::ComputedGoto { labels, selector } => format!("goto {} of {}", expr(p, selector), labels.join(" ")),
        StmtKind::AssignLabel { label, var } => format!("assign {label} {}", p.symbols[*var].name.to_ascii_lowercase()),
        StmtKind::AssignedGoto { var, labels } => {
            format!("goto {} {}", p.symbols[*var].name.to_ascii_lowercase(), labels.join(" "))
        }
        StmtKind::Return(_) => "return".to_string(),
        StmtKind::Nop => "nop".to_string(),
        StmtKind::Opaque { text, reads, writes } => {
            format!("'{text}' reads {} writes {}", list(reads, |e| expr(p, e)), list(writes, |e| expr(p, e)))
        }
        StmtKind::Error(text) => format!("error '{text}'"),
        StmtKind::Scope { body, .. } => format!("scope {}", inner(body)),
        StmtKind::Where { arms, otherwise, .. } => {
            let arms: Vec<String> =
                arms.iter().map(|a| format!("where {} {}", expr(p, &a.test), inner(&a.body))).collect();
            let otherwise = otherwise.as_ref().map_or(String::new(), |b| format!(" else {}", inner(b)));
            format!("{}{otherwise}", arms.join(" else "))
        }
        StmtKind::Allocate { objects, .. } => {
            format!("allocate {}", list(objects, |o| format!("{}/{}", expr(p, &o.object), o.dims.len())))
        }
        other => format!("{other:?}"),
    }
}
