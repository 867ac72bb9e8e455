//! What `assert` of `<assert.h>` expands to, and what the user wrote for it.

use crate::ast::{Arg, BinaryOp as Op, Expr, ExprKind as K, StmtKind as S};
use crate::walk;

/// What failed assertions call, and which of its texts is the condition: those of some libraries are told the file before it.
const FAILED: &[(&str, Option<Told>)] = &[
    ("__assert_fail", Some(Told::First)),
    ("_assert", Some(Told::First)),
    ("__assert_rtn", Some(Told::Last)),
    ("__assert", None),
    ("__assert_perror_fail", None),
];

#[derive(Clone, Copy)]
enum Told {
    First,
    Last,
}

/// Whether an expression is an assertion and does nothing beside: not `s = (assert(n > 0), s/n)`.
pub fn is_assertion(e: &Expr) -> bool {
    match &e.kind {
        K::Paren(inner) | K::Cast(_, inner) => is_assertion(inner),
        // glibc: `sizeof` of the condition for its warnings, then `({ if (condition) ; else __assert_fail(…); })`.
        K::Comma(items) => items.iter().any(is_assertion) && items.iter().all(|e| is_assertion(e) || is_idle(e)),
        K::Call { callee, .. } => fails(callee),
        _ => {
            let (mut found, mut changes) = (false, false);
            walk::expr(e, &mut |e| {
                found |= fails(e);
                changes |= matches!(e.kind, K::Assign { .. } | K::Step { .. });
            });
            found && !changes
        }
    }
}

/// The condition of an assertion: that of glibc's `({ if (condition) ; else __assert_fail(…); })`, or of `condition ? (void)0 : __assert_fail(…)`.
pub fn condition(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        K::Paren(inner) | K::Cast(_, inner) => condition(inner),
        K::Comma(items) => items.iter().find_map(condition),
        K::Cond(test, _, no) if is_assertion(no) => Some(test),
        K::Binary(Op::Or, test, failed) if is_assertion(failed) => Some(test),
        K::Block(block) => block.stmts.iter().find_map(|s| {
            if let S::If { arms, other: Some(_) } = &s.kind {
                return arms.first().map(|(test, _)| test);
            }
            if let S::Expr(e) = &s.kind { condition(e) } else { None }
        }),
        _ => None,
    }
}

/// The assertion as the user wrote it, `assert(n > 0);`: its function is told the text of the condition.
pub fn text(e: &Expr) -> Option<String> {
    let mut condition = None;
    walk::expr(e, &mut |e| {
        if let K::Call { callee, args } = &e.kind
            && let Some(Some(told)) = failed(callee)
        {
            let mut texts = args.iter().filter_map(|a| match a {
                Arg::Expr(Expr { kind: K::Str(parts), .. }) => Some(parts),
                _ => None,
            });
            let text = match told {
                Told::First => texts.next(),
                Told::Last => texts.next_back(),
            };
            condition = condition.take().or(text.map(|parts| unquoted(parts)));
        }
    });
    condition.map(|c| format!("assert({c});"))
}

fn fails(e: &Expr) -> bool {
    failed(e).is_some()
}

fn failed(callee: &Expr) -> Option<Option<Told>> {
    let K::Ident(name) = &walk::bare(callee).kind else { return None };
    FAILED.iter().find(|(known, _)| known == name).map(|f| f.1)
}

fn is_idle(e: &Expr) -> bool {
    match &e.kind {
        K::Paren(inner) | K::Cast(_, inner) => is_idle(inner),
        K::SizeofExpr(_) | K::SizeofType(_) => true,
        _ => {
            let mut idle = !walk::has_effects(e);
            walk::expr(e, &mut |e| idle &= !matches!(e.kind, K::Call { .. }));
            idle
        }
    }
}

/// The text that string literals stand for, which the preprocessor made of source text (C11 6.10.3.2): only quotes and backslashes are escaped.
fn unquoted(parts: &[String]) -> String {
    let mut out = String::new();
    for part in parts {
        let inner = part.strip_prefix('"').and_then(|p| p.strip_suffix('"')).unwrap_or(part);
        let mut escaped = false;
        for c in inner.chars() {
            if escaped || c != '\\' {
                out.push(c);
            }
            escaped = c == '\\' && !escaped;
        }
    }
    out
}
