//! C unions: their members share storage, and a derivative of one is none of the other. What is active in one is refused.

use il::{Diagnostic, Expr, ExprKind, Program};

use crate::facts::{At, Facts};

/// The errors for all differentiated units: one for each statement that reads an active member.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            let mut found: Option<Expr> = None;
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if found.is_none() && is_member(p, x) && facts.active(p, unit, At::Before(id), x) {
                        found = Some(x.clone());
                    }
                });
            });
            let Some(member) = found else { return };
            let name = member.root().map_or("this", |r| p.symbols[r].name.as_str());
            let what =
                format!("`{name}` cannot be differentiated: a member of a union is active, which shares its storage");
            let span = if member.span.file.is_some() { member.span } else { stmt.span };
            out.push(
                Diagnostic::error("RT0401", span, what)
                    .label("depends on an independent variable")
                    .note("make the union a structure, whose members have storage of their own"),
            );
        });
    }
    out
}

/// A real reference that leads through a union.
fn is_member(p: &Program, e: &Expr) -> bool {
    let of_union = |link: &Expr| matches!(link.kind, ExprKind::Field { record, .. } if p.records[record].is_union());
    e.spine().any(of_union) && p.is_differentiable(&il::typing::type_of(p, e))
}
