//! C: numbers that a statement finds by a pointer which a function gives, other than by the name of a variable: `*(double *)at(&a, 2)`. Functions that give
//! pointers to numbers are in the place of their calls by then, or have one more argument; of what `void *` and `char *` lead to nobody knows.

use il::zones::ZoneId;
use il::{Expr, ExprKind, Language, Program, Span, StmtId, StmtKind, SymbolId, Type, UnitId, typing::type_of};

use crate::facts::Facts;

/// One such place.
pub struct GivenPlace {
    /// The statement.
    pub stmt: StmtId,
    /// Where it is written.
    pub span: Span,
    /// The function.
    pub callee: SymbolId,
    /// What it may be, or get: all that can be reached from the arguments and from what the function and those below it name outside, and what is written to it.
    pub zones: Vec<ZoneId>,
}

/// Those of a unit.
pub fn of_unit(facts: &Facts, unit: UnitId) -> Vec<GivenPlace> {
    let p = facts.program();
    let u = &p.units[unit];
    let mut out = Vec::new();
    if u.language != Language::C {
        return out;
    }
    u.walk(&u.body, &mut |stmt, s| {
        let written = if let StmtKind::Assign { lhs, rhs } = &s.kind { Some((lhs, rhs)) } else { None };
        s.kind.exprs(&mut |e| {
            e.walk(&mut |place| {
                let Some((callee, call)) = giver(p, place) else { return };
                let mut zones = Vec::new();
                reached_from(facts, call, &mut zones);
                if let Some((_, rhs)) = written.filter(|(lhs, _)| *lhs == place) {
                    reached_from(facts, rhs, &mut zones);
                }
                for below in facts.calls().reached(&p.callee(callee).into_iter().collect::<Vec<_>>()) {
                    p.units[below].walk(&p.units[below].body, &mut |_, s| {
                        s.kind.exprs(&mut |e| reached_from(facts, e, &mut zones));
                    });
                }
                out.push(GivenPlace { stmt, span: s.span, callee, zones });
            });
        });
    });
    out
}

/// The function whose value a number is found by, with its call.
fn giver<'e>(p: &Program, place: &'e Expr) -> Option<(SymbolId, &'e Expr)> {
    let leads = matches!(place.kind, ExprKind::Deref(_) | ExprKind::Index { .. } | ExprKind::Field { .. });
    if !leads {
        return None;
    }
    let mut at = place;
    loop {
        let mut next = at.spine().last()?.uncast();
        if let ExprKind::Binary(_, l, r) = &next.kind {
            // The side that is the pointer.
            next = [l, r].into_iter().find(|x| matches!(type_of(p, x), Type::Pointer { .. }))?;
        }
        if let ExprKind::Call { callee, .. } = next.kind {
            return p.is_differentiable(&type_of(p, place)).then_some((callee, next));
        }
        if std::ptr::eq(next, at) {
            return None;
        }
        at = next;
    }
}

/// What variables in an expression hold and lead to.
fn reached_from(facts: &Facts, e: &Expr, zones: &mut Vec<ZoneId>) {
    e.walk(&mut |x| {
        if let ExprKind::Var(s) = x.kind {
            zones.extend(facts.zones().of_component(s, &[]));
        }
    });
}
