//! A loop whose turns add to each other's elements, as one that compilers vectorise, and loops behind it that add what was computed.
//!
//! ```text
//! do i = 2, n-1                           do i = 2, n-1
//!   t = w(i)/(1.d0 + u(i))*fb(i)            t = w(i)/(1.d0 + u(i))*fb(i)
//!   ub(i-1) = ub(i-1) - t                   ub(i) = ub(i) + t
//!   ub(i) = ub(i) + t              →        addb(i) = t
//! end do                                  end do
//!                                         do i = 2, n-1
//!                                           ub(i-1) = ub(i-1) - addb(i)
//!                                         end do
//! ```
//!
//! The adjoint of a stencil adds to neighbours. No compiler may take several turns at once then, as it does in the original, which only reads them. What is added
//! at one distance from the counter stays in the loop; for each other one there is a loop of its own. It evaluates again what is cheap, and finds the rest in a
//! local array.
//!
//! *Legal:* the turns of the loop commute, what is added apart is an array that the loop only adds to, and the bounds of the loop stay. *Done:* where all that is
//! left in the loop can be vectorised (`vectorised`), and is more work than what is kept. What arms of choices add waits in a scalar until behind the choice, zero where another arm is
//! taken; the element exists then whatever arm is taken.

mod arms;
pub(super) mod directives;
mod split;
mod vectorised;

use std::collections::{BTreeMap, BTreeSet};

use il::stmt::Do;
use il::{Block, StmtId, StmtKind, SymbolId};

use crate::adjoint::tidy::loops::{self, FEW, View};
use crate::derive::{Shell, World};

/// The loops that were taken apart, by what now stands behind them.
pub(crate) type Apart = BTreeMap<StmtId, StmtId>;

/// Takes such loops of a body apart; `derivatives` belong to the backward sweep and are not stored under other names.
pub(crate) fn scatter(
    world: &mut World,
    shell: &mut Shell,
    body: &mut Block,
    derivatives: &BTreeSet<SymbolId>,
) -> Apart {
    let unit = shell.unit;
    let u = &world.out.units[unit];
    // Directions are loops inside of these; threads would share the local arrays.
    if !u.language.computes_with_arrays() || world.request.directions.is_some() || world.request.parallel.is_some() {
        return Apart::new();
    }
    let fixed = loops::fixed(world, shell, body);
    let mut nests = Vec::new();
    loops::innermost(u, body, &mut Vec::new(), &mut nests);
    let mut out = Apart::new();
    for nest in nests {
        let Some(own) = nest.last().copied().filter(|own| is_candidate(world, unit, *own)) else { continue };
        let view = View::of(world, unit, &fixed, derivatives, nest);
        let Some(mut plan) = split::plan(&view, body, &fixed) else { continue };
        let waiting = arms::behind(world, shell, own, plan.from_arms());
        plan.writes(waiting);
        out.extend(split::apart(world, shell, body, own, plan).into_iter().map(|behind| (behind, own)));
    }
    out
}

/// Whether a loop counts upwards, one by one, more than a few turns.
fn is_candidate(world: &World, unit: il::UnitId, own: StmtId) -> bool {
    let stmt = &world.out.units[unit].stmts[own];
    let StmtKind::Do(d) = &stmt.kind else { return false };
    let one = d.step.as_ref().is_none_or(|s| s.as_int() == Some(1));
    one && d.parallel.is_none() && stmt.label.is_none() && !is_short(d)
}

fn is_short(d: &Do) -> bool {
    matches!((d.from.as_int(), d.to.as_int()), (Some(from), Some(to)) if to - from < FEW)
}
