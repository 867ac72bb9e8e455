//! Calls as messages show them: with what the user passes, and its derivatives behind it.

use il::{Expr, ExprKind, Program, SymbolId};

/// The longest argument that is shown as it is written.
const LONG: usize = 32;

/// Argument `k` of a call as it is written; `arg3` for what is long, or was written by nobody.
pub(crate) fn actual(p: &Program, e: &Expr, k: usize) -> String {
    written(p, e).unwrap_or_else(|| format!("arg{}", k + 1))
}

/// The derivative of argument `k`, by the name that `derivative` knows for what it is a part of: `xb(i)` for `x(i)`.
pub(crate) fn derivative(
    p: &Program,
    e: &Expr,
    k: usize,
    suffix: &str,
    derivative: impl Fn(SymbolId) -> Option<String>,
) -> String {
    let named = || {
        let root = e.root()?;
        let (text, name) = (written(p, e)?, &p.symbols[root].name);
        let start = text.find(|c: char| c.is_alphanumeric() || c == '_')?;
        let (sign, rest) = text.split_at(start);
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (first, rest) = rest.split_at(length);
        // What is passed is not always a part of a variable: `x*y`, `f(x)`.
        let is_part = e.is_reference() || matches!(e.kind, ExprKind::Address(_));
        let found = (is_part && first.eq_ignore_ascii_case(name)).then(|| derivative(root))??;
        Some(format!("{sign}{found}{rest}"))
    };
    named().unwrap_or_else(|| format!("arg{}{suffix}", k + 1))
}

fn written(p: &Program, e: &Expr) -> Option<String> {
    let text = match e.span.file {
        Some(file) => p.sources[file].text.get(e.span.start as usize..e.span.end as usize)?.trim(),
        None => match e.kind {
            ExprKind::Var(s) => p.symbols[s].name.as_str(),
            _ => return None,
        },
    };
    (!text.is_empty() && text.len() <= LONG && !text.contains('\n')).then(|| text.to_string())
}
