//! Which parts of a structure statements name: a part that nobody names in the backward half does not travel there.

use il::{Expr, ExprKind, StmtId, SymbolId, Unit};

/// Whether a statement of a body names a part of a variable (a chain of components), something within it, or what it belongs to.
pub(super) fn is_named(u: &Unit, body: &[StmtId], part: &Expr) -> bool {
    let Some((variable, fields)) = way(part) else { return true };
    let mut found = false;
    u.walk(body, &mut |_, s| s.kind.exprs(&mut |e| found |= names(e, variable, &fields)));
    found
}

fn names(e: &Expr, variable: SymbolId, fields: &[usize]) -> bool {
    let mut found = false;
    match way(e) {
        Some((v, there)) => {
            let apart = there.iter().zip(fields).any(|(a, b)| a != b);
            found |= v == variable && !apart;
            e.spine().flat_map(Expr::positions).for_each(|x| found |= names(x, variable, fields));
        }
        None => e.children(&mut |x| found |= names(x, variable, fields)),
    }
    found
}

/// The variable and the components, from the outermost, by which a reference gets to its place without a pointer that is written as one.
fn way(e: &Expr) -> Option<(SymbolId, Vec<usize>)> {
    match &e.kind {
        ExprKind::Var(s) => Some((*s, Vec::new())),
        ExprKind::Index { base, .. } => way(base),
        ExprKind::Field { base, field, .. } => {
            let (variable, mut fields) = way(base)?;
            fields.push(*field);
            Some((variable, fields))
        }
        _ => None,
    }
}
