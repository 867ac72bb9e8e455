//! Must-read: zones (some part of) whose value on entry a procedure reads whenever it returns. Source: RR-7957 §5.2, *In-out analysis*: "may or must
//! be read or overwritten". [`in_out`] has the other three.
//!
//! ```text
//! MustRead⁻(I) = (MustRead⁺(I) \ out(I)) ∪ read!(I)      MustRead⁻(I∞) = ∅      MustRead⁺(I) = ∩ MustRead⁻(J), J successor of I
//! ```
//!
//! Backward, must. `read!(I)` is surely read when `I` is executed: not behind `.and.`, `.or.` or `?:`, under a mask, or by a procedure that we do not
//! have. What may be written before it is read does not count, even in part.

use std::sync::Arc;

use il::calls::CallGraph;
use il::expr::{BinaryOp, ExprKind};
use il::stmt::StmtKind;
use il::{Id, Program};

use crate::effects::{Step, UnitEffects};
use crate::framework::{Analysis, Direction, Here, bottom_up, solve_through};
use crate::in_out::{self, Summary};
use crate::sets::{Bits, Universe};

struct MustRead<'a> {
    program: &'a Program,
    e: &'a UnitEffects,
    all: &'a [Bits],
    in_out: &'a [Summary],
    units: &'a [Arc<Universe>],
}

impl MustRead<'_> {
    /// Whether all that a statement names is evaluated when it is executed.
    fn is_sure(&self, at: &Here) -> bool {
        let point = self.e.flow.points(at.block)[at.index];
        let kind = &self.program.units[self.e.unit].stmts[point.stmt].kind;
        let mut sure = !point.partial && !matches!(kind, StmtKind::Opaque { .. } | StmtKind::Error(_));
        kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                sure &= !matches!(
                    x.kind,
                    ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..)
                        | ExprKind::Cond { .. }
                        | ExprKind::Opaque { .. }
                );
            });
        });
        sure
    }
}

impl Analysis for MustRead<'_> {
    /// `None` where no path arrives from the exit: neutral for ∩.
    type State = Option<Bits>;
    const DIRECTION: Direction = Direction::Backward;
    fn bottom(&self) -> Option<Bits> {
        None
    }
    fn boundary(&self) -> Option<Bits> {
        Some(self.e.universe.none())
    }
    fn transfer(&self, at: Here, state: &mut Option<Bits>) {
        let Some(state) = state else { return };
        let here = &self.e.universe;
        let sure = self.is_sure(&at);
        for step in at.steps.iter().rev() {
            state.subtract(&in_out::written(step, here, self.in_out, self.units));
            match step {
                _ if !sure => {}
                Step::Move(m) if m.external || m.maybe => {}
                Step::Move(m) => state.add_all(&m.reads),
                Step::Call(c) if c.maybe => {}
                Step::Call(c) => {
                    // A dummy stands for one place; for a value, all that the value is made from was read.
                    state.add_all(&c.reads);
                    let read = &self.all[c.callee.index()];
                    for b in c.bindings.iter().filter(|b| read.has(b.formal)) {
                        if let [one] = b.from[..] {
                            state.add(one);
                        }
                    }
                    c.shared.iter().filter(|(there, _)| read.has(*there)).for_each(|(_, h)| state.add(*h));
                }
            }
        }
    }
}

/// MustRead of all units, over their universes; inputs only. A unit that never returns reads everything.
pub fn summaries(
    program: &Program,
    calls: &CallGraph,
    effects: &[UnitEffects],
    in_out: &[Summary],
    units: &[Arc<Universe>],
) -> Vec<Bits> {
    bottom_up(
        calls,
        |u| Bits::all(units[u.index()].len()),
        |u, all| {
            let e = &effects[u.index()];
            let found = solve_through(&MustRead { program, e, all, in_out, units }, &e.flow, &e.steps);
            found.unwrap_or_else(|| Bits::all(e.universe.len())).and(&e.inputs)
        },
    )
}
