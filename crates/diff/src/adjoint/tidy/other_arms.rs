//! In a loop, what one arm of a choice sets is zero in the others, and stays so only until the next turn.
//!
//! ```text
//! db = 0                                    do i = 1, n
//! do i = 1, n                                 if (a(i) > 0) then
//!   if (a(i) > 0) then                          db = …
//!     db = …                                    eb = 0
//!   else                          →           else
//!     eb = …                                    db = 0
//!   end if                                      eb = …
//!   xb(i) = xb(i) + db + eb                   end if
//!   db = 0                                    xb(i) = xb(i) + db + eb
//!   eb = 0                                  end do
//! end do
//! ```
//!
//! Here the zeros on the right are added, which changes nothing: the scalars are zero there already. Those on the left are dead then, and go. A scalar
//! belongs to the turn then, so that turns may be taken in another order, and compilers select instead of jumping.

use std::collections::BTreeSet;

use il::{Block, Expr, StmtId, StmtKind, SymbolId, Type, Unit};

use crate::adjoint::tidy::loops::{Exposure, exposed};
use crate::derive::World;
use crate::simplify;

/// Sets to zero in the arms of the choice at `at`, or in front of it when it has no ELSE, what its other arms set, of the scalars `zero` that are zero
/// there. Returns how many statements are new in the block, all in front of the choice; and whether there are any in its arms.
pub(super) fn complete(
    world: &mut World,
    unit: il::UnitId,
    block: &mut Block,
    at: usize,
    zero: &BTreeSet<SymbolId>,
) -> (usize, bool) {
    let id = block[at];
    let u = &world.out.units[unit];
    let StmtKind::If(i) = &u.stmts[id].kind else { return (0, false) };
    if leaves(u, id) {
        return (0, false);
    }
    let bodies: Vec<&Block> = i.arms.iter().map(|a| &a.body).chain(&i.otherwise).collect();
    let is_whole = i.otherwise.is_some();
    // Of each scalar, the arms that do nothing to it.
    let idle = |s: SymbolId| -> Option<Vec<usize>> {
        let mut out = Vec::new();
        for (k, body) in bodies.iter().enumerate() {
            match exposed(u, body, s) {
                Exposure::Written => {}
                Exposure::Nothing if !u.mentions(body, s) => out.push(k),
                Exposure::Nothing | Exposure::Read => return None,
            }
        }
        (out.len() < bodies.len()).then_some(out)
    };
    let found: Vec<(SymbolId, Vec<usize>)> = zero.iter().filter_map(|s| Some((*s, idle(*s)?))).collect();
    let (mut front, mut inside) = (Vec::new(), Vec::new());
    for (s, arms) in found {
        let Some(Type::Scalar(scalar)) = world.out.symbol_type(s).cloned() else { continue };
        let mut clear = || {
            let kind = StmtKind::Assign { lhs: Expr::var(s), rhs: simplify::zero(&scalar) };
            world.out.units[unit].add(kind)
        };
        if is_whole {
            inside.extend(arms.into_iter().map(|arm| (arm, clear())));
        } else {
            front.push(clear());
        }
    }
    let (count, any) = (front.len(), !inside.is_empty());
    if let StmtKind::If(i) = &mut world.out.units[unit].stmts[id].kind {
        for (arm, clear) in inside {
            let arms = i.arms.len();
            let body = if arm < arms { Some(&mut i.arms[arm].body) } else { i.otherwise.as_mut() };
            body.into_iter().for_each(|b| b.push(clear));
        }
    }
    block.splice(at..at, front);
    (count, any)
}

/// Whether control may leave a statement, or come to it, otherwise than at its ends.
fn leaves(u: &Unit, id: StmtId) -> bool {
    u.any(&[id], &mut |_, s| {
        s.label.is_some()
            || s.kind.jumps_to_labels()
            || matches!(
                s.kind,
                StmtKind::Goto(_)
                    | StmtKind::Exit(_)
                    | StmtKind::Cycle(_)
                    | StmtKind::Return(_)
                    | StmtKind::Stop { .. }
            )
    })
}
