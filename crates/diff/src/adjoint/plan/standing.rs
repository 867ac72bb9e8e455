//! Elements that stand, to the end of the procedure, as one assignment has left them, and that nothing has read before.
//!
//! In `m = b(i) - a(i)*c(i - 1); c(i) = d(i)/m` each turn sets an element of its own. Where such turns run again in the backward sweep, the element is there:
//! it is not computed again, and what it held before is nobody's. Told from the subscripts, as in [`super::elements`]: no reference reads the element when it is
//! assigned or before that, and no other execution of any statement writes it.

use il::typing::type_of;
use il::{Expr, ExprKind, StmtId, StmtKind, Type};

use crate::adjoint::plan::access::{Access, Effect, Set};
use crate::adjoint::plan::elements::{self, Elements, Site};

/// Whether the element that an assignment sets stands from then on.
pub(crate) fn is_standing(elements: &Elements, access: &Access, id: StmtId) -> bool {
    let known = elements.standing.borrow().get(&id).copied();
    known.unwrap_or_else(|| {
        let found = find(elements, access, id);
        elements.standing.borrow_mut().insert(id, found);
        found
    })
}

fn find(elements: &Elements, access: &Access, id: StmtId) -> bool {
    let p = elements.program();
    let u = &p.units[elements.unit()];
    let StmtKind::Assign { lhs, rhs } = &u.stmts[id].kind else { return false };
    let ty = type_of(p, lhs);
    let is_number = ty.is_differentiable() && ty.rank() == 0 && !matches!(ty, Type::Pointer { .. });
    let variable = lhs.root().and_then(|s| p.variable(s));
    let lasts = variable.is_some_and(|v| !v.allocatable && !v.pointer && !v.saved);
    if !matches!(lhs.kind, ExprKind::Index { .. }) || !is_number || !lasts || rhs.has_call() {
        return false;
    }
    let (Some(written), Some(place)) = (elements.parts(lhs), elements.sites.get(&id)) else { return false };
    let Some(around) = &place.loops else { return false };
    let (zones, _) = access.place(lhs);
    let mut stands = true;
    u.walk(&u.body, &mut |other, stmt| {
        let effect = access.statement(elements.unit(), other);
        let (reads, writes) = (effect.reads.meets(&zones), effect.writes.meets(&zones));
        if !stands || !reads && !writes {
            return;
        }
        let Some(Site { loops: Some(loops), position: at, .. }) = elements.sites.get(&other) else {
            stands = false;
            return;
        };
        let apart = loops.first() != around.first() || loops.is_empty();
        if !writes && apart && *at > place.position {
            return;
        }
        let StmtKind::Assign { lhs: set, rhs: value } = &stmt.kind else {
            stands = false;
            return;
        };
        let mut references = Vec::new();
        let found = !value.has_call()
            && elements::find(access, value, &zones, &mut references)
            && !address(access, set).meets(&zones);
        stands = found
            && references.into_iter().all(|r| {
                elements.parts(r).is_some_and(|read| {
                    (read.0, &read.1) == (written.0, &written.1)
                        && elements.never_before((&read.2, loops, *at), (&written.2, around, place.position), 0)
                })
            });
        if stands && writes {
            let own = usize::from(other == id);
            stands = elements.parts(set).is_some_and(|w| {
                let (first, second) = ((&*w.2, &**loops, *at), (&*written.2, &**around, place.position));
                let behind = |(subs, loops, at): (_, _, usize)| (subs, loops, at + own);
                (w.0, &w.1) == (written.0, &written.1)
                    && elements.never_before(behind(first), second, 0)
                    && (other == id || elements.never_before(second, first, 0))
            });
        }
    });
    stands
}

/// What is read to find a place.
fn address(access: &Access, place: &Expr) -> Set {
    let mut out = Effect::default();
    access.address(place, &mut out);
    out.reads
}
