//! Elements that stand, to the end of the procedure, as one assignment has left them, and that nothing has read before.
//!
//! In `m = b(i) - a(i)*c(i - 1); c(i) = d(i)/m` each turn sets an element of its own. Where such turns run again in the backward sweep, the element is there:
//! it is not computed again, and what it held before is nobody's. Told from the subscripts, as in [`super::elements`]: no reference reads the element when it is
//! assigned or before that, and no other execution of any statement writes it.

use il::typing::type_of;
use il::{Expr, ExprKind, StmtId, StmtKind, Subscript};

use crate::adjoint::plan::access::{Access, Effect, Set};
use crate::adjoint::plan::elements::{self, Elements, Parts, Site};
use crate::adjoint::plan::uses;

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
    let StmtKind::Assign { lhs, .. } = &u.stmts[id].kind else { return false };
    let ty = type_of(p, lhs);
    let is_number = ty.rank() == 0 && uses::is_of_numbers(p, &ty);
    let variable = lhs.root().and_then(|s| p.variable(s));
    let lasts = variable.is_some_and(|v| !v.allocatable && !v.pointer && !v.saved);
    if !matches!(lhs.kind, ExprKind::Index { .. }) || !is_number || !lasts {
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
        let found = elements::find(access, value, &zones, &mut references)
            && !leaves_more(access, value)
            && !address(access, set).meets(&zones);
        stands = found
            && references.into_iter().all(|r| {
                elements.parts(r).is_some_and(|read| {
                    in_common(&read, &written).is_some_and(|[read, written]| {
                        elements.never_before((read, loops, *at), (written, around, place.position), 0)
                    })
                })
            });
        if stands && writes {
            let own = usize::from(other == id);
            let set = elements.parts(set);
            stands = set.as_ref().and_then(|set| in_common(set, &written)).is_some_and(|[set, written]| {
                let (first, second) = ((set, &**loops, *at), (written, &**around, place.position));
                let behind = |(subs, loops, at): (_, _, usize)| (subs, loops, at + own);
                elements.never_before(behind(first), second, 0)
                    && (other == id || elements.never_before(second, first, 0))
            });
        }
    });
    stands
}

/// The subscripts that two places of one variable have in common, of which one is the other or a part of it: `w(i)` and `w(k)%x` are apart if `i` and `k` are.
fn in_common<'s>(one: &'s Parts, other: &'s Parts) -> Option<[&'s [Subscript]; 2]> {
    let begins = |a: &Parts, b: &Parts| a.0 == b.0 && b.1.starts_with(&a.1);
    let least = one.2.len().min(other.2.len());
    (begins(one, other) || begins(other, one)).then(|| [&one.2[..least], &other.2[..least]])
}

/// Whether a call in an expression may set something beside its result.
fn leaves_more(access: &Access, e: &Expr) -> bool {
    e.any(&mut |x| matches!(x.kind, ExprKind::Call { callee, .. } if !access.takes_values(callee, &Set::default())))
}

/// What is read to find a place.
fn address(access: &Access, place: &Expr) -> Set {
    let mut out = Effect::default();
    access.address(place, &mut out);
    out.reads
}
