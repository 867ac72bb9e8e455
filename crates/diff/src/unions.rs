//! C storage under two types: members of unions share it, and so do structures of different types where a pointer to one is cast into a pointer
//! to the other. A derivative of one is none of the other: what is active in a union is refused, and such casts are.

use il::calls::CallGraph;
use il::{Diagnostic, Expr, ExprKind, Program, Type, UnitId};

use crate::facts::{At, Facts};

/// The errors for all differentiated units: one for each statement that reads an active member, or casts pointers to structures.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = active_members(p, facts);
    out.extend(casts(p, facts));
    out
}

fn active_members(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
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

/// Casts from a pointer to one structure into a pointer to another: activity does not follow them, so that what they are in may look passive.
fn casts(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let pointee = |ty: &Type| match ty {
        Type::Pointer { to, .. } => to.record(),
        _ => None,
    };
    let differentiated: Vec<UnitId> = facts.differentiated().iter().copied().collect();
    let reached = CallGraph::new(p).reached(&differentiated);
    let mut out = Vec::new();
    for unit in reached {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |_, stmt| {
            let mut found: Option<Expr> = None;
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    let ExprKind::Cast(to, from) = &x.kind else { return };
                    let mut from = &**from;
                    // By way of `void *` it is the same.
                    while let ExprKind::Cast(ty, inner) = &from.kind
                        && ty.is_void_pointer()
                    {
                        from = inner;
                    }
                    let (Some(to), Some(from)) = (pointee(to), pointee(&il::typing::type_of(p, from))) else { return };
                    let carries = |r| p.is_differentiable(&Type::Record(r));
                    if to != from && (carries(to) || carries(from)) {
                        found.get_or_insert_with(|| x.clone());
                    }
                });
            });
            let Some(cast) = found else { return };
            let span = if cast.span.file.is_some() { cast.span } else { stmt.span };
            out.push(
                Diagnostic::error(
                    "RT0401",
                    span,
                    "this cast cannot be differentiated: it leads from one structure to another",
                )
                .label("derivatives do not follow it")
                .note("pass a pointer to the structure itself, and name members by `->`"),
            );
        });
    }
    out
}
