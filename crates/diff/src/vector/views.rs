//! Pointers whose derivatives in several directions cannot be led where they are: to a target of another rank with gaps, or to one component of all
//! structures of an array (`p => cells(:)%v`) that may have gaps itself.

use il::contiguity::is_declared_contiguous;
use il::typing::type_of;
use il::{Diagnostic, Expr, ExprKind, Program, StmtKind, Subscript};

use super::components;
use crate::facts::Facts;

/// The errors for all differentiated units.
pub(crate) fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |_, stmt| {
            let StmtKind::PointerAssign { lhs, rhs } = &stmt.kind else { return };
            let is_led = [lhs, rhs].iter().all(|e| facts.has_storage(p, e));
            if is_led && is_remapped(lhs) && may_have_gaps(p, rhs) {
                out.push(
                    Diagnostic::error("RT0440", stmt.span, "the derivatives in several directions of what is seen in another shape here may have gaps")
                        .note("declare the target ALLOCATABLE, or the pointer that leads to it CONTIGUOUS")
                        .note("or differentiate in one direction at a time, without -vector"),
                );
                return;
            }
            let Some(pointer) = lhs.root().filter(|_| is_led && sees_components(p, rhs)) else { return };
            if components::of(p, rhs).is_some() {
                return;
            }
            let name = &p.symbols[pointer].name;
            let what = format!("the derivatives of `{name}` in several directions are no array: it leads to one component of each structure");
            out.push(
                Diagnostic::error("RT0440", stmt.span, what)
                    .note("declare the structures as an array without gaps: of their own, ALLOCATABLE, or CONTIGUOUS")
                    .note("or differentiate in one direction at a time, without -vector")
                    .note("or work on the components themselves, in a loop over the structures"),
            );
        });
    }
    out
}

/// `p(1:n, 1:m) => …`: a target of another rank.
fn is_remapped(pointer: &Expr) -> bool {
    let whole = |s: &Subscript| matches!(s, Subscript::Range { lo: Some(_), hi: Some(_), .. });
    matches!(&pointer.kind, ExprKind::Index { subs, .. } if subs.iter().all(whole))
}

/// Whether a target is a pointer, or part of what one leads to, that may lead to a section with gaps: with directions in front it has no rank of one any more
/// (F2018 10.2.2.3p9).
fn may_have_gaps(p: &Program, e: &Expr) -> bool {
    let place = match &e.kind {
        ExprKind::Index { base, .. } => base,
        _ => e,
    };
    p.is_pointer(place) && !is_declared_contiguous(p, place)
}

/// Whether a reference is to one component of several structures.
fn sees_components(p: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Field { base, .. } => type_of(p, base).rank() > 0 || sees_components(p, base),
        ExprKind::Index { base, subs } => {
            let elements = subs.iter().all(|s| matches!(s, Subscript::At(x) if type_of(p, x).rank() == 0));
            elements && sees_components(p, base)
        }
        _ => false,
    }
}
