//! Which loops are rebuilt: turn by turn, the backward sweep runs the forward statements again instead of restoring what they overwrote.
//!
//! A candidate is an innermost counted loop of assignments and choices that always runs its turns to their ends. Rebuilding it costs its own
//! operations once more and saves its pushes and pops; a transcendental function counts as much as a save and its restore.

use std::collections::BTreeSet;

use il::{ExprKind, StmtId, StmtKind, UnitId};

use super::plan::{Control, Home, Plan};
use super::tree::{Node, NodeKind, Seq};
use crate::derive::World;

/// What a push and its pop cost, in operations.
const SAVE: u32 = 8;
/// What a transcendental function costs.
const FUNCTION: u32 = 8;

/// Adds the loops that may be rebuilt and that save something now.
pub(super) fn candidates(world: &World, unit: UnitId, seq: &Seq, plain: &Plan, out: &mut BTreeSet<StmtId>) {
    for n in seq {
        if let NodeKind::Loop { body, frame } = &n.kind {
            let counted = matches!(world.source.units[unit].stmts[n.stmt].kind, StmtKind::Do(_));
            if counted && plain.tree.frames[*frame].ways == 1 && body.iter().all(|m| is_simple(world, unit, m)) {
                if plain.loops.contains_key(&n.stmt) && tape(plain, body) > 0 {
                    out.insert(n.stmt);
                }
                continue;
            }
        }
        for s in n.seqs() {
            candidates(world, unit, s, plain, out);
        }
    }
}

fn is_simple(world: &World, unit: UnitId, n: &Node) -> bool {
    let stmt = &world.source.units[unit].stmts[n.stmt];
    let mut calls = false;
    stmt.kind.exprs(&mut |e| e.walk(&mut |x| calls |= matches!(x.kind, ExprKind::Call { .. })));
    if calls {
        return false;
    }
    match &n.kind {
        NodeKind::Simple => matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Nop | StmtKind::Declare(_)),
        NodeKind::Choice { arms, .. } => arms.iter().flatten().all(|m| is_simple(world, unit, m)),
        _ => false,
    }
}

/// How many values a turn leaves on the tape: of alternatives the most expensive.
fn tape(plan: &Plan, body: &Seq) -> u32 {
    body.iter()
        .map(|n| {
            let step = plan.step(n.stmt);
            let own = step.saves.iter().filter(|s| s.home == Home::Tape).count() as u32;
            match &n.kind {
                NodeKind::Choice { arms, .. } => {
                    let control = u32::from(matches!(plan.choices.get(&n.stmt), Some(Control::Recorded(Home::Tape))));
                    control + arms.iter().map(|a| tape(plan, a)).max().unwrap_or(0)
                }
                _ => own,
            }
        })
        .sum()
}

/// Whether rebuilding a loop, as in `next`, beats what `plain` does.
pub(super) fn is_better(world: &World, unit: UnitId, id: StmtId, plain: &Plan, next: &Plan) -> bool {
    let Some(body) = find(&plain.tree.body, id) else { return false };
    let Some(rebuilt) = next.loops.get(&id).and_then(|l| l.rebuilt.as_ref()) else { return false };
    let before = tape(plain, body);
    let after = rebuilt.saves.len() as u32;
    let mut cost = 0;
    for n in body {
        n.visit(&mut |m| {
            if next.step(m.stmt).live {
                cost += operations(world, unit, m.stmt);
            }
        });
    }
    before > after && (before - after) * SAVE >= cost
}

fn operations(world: &World, unit: UnitId, id: StmtId) -> u32 {
    let mut cost = 0;
    world.source.units[unit].stmts[id].kind.exprs(&mut |e| {
        e.walk(&mut |x| {
            cost += match &x.kind {
                ExprKind::Binary(il::BinaryOp::Pow, _, r) if r.as_int().is_none() => FUNCTION,
                ExprKind::Binary(..) => 1,
                ExprKind::Intrinsic(f, _) if matches!(f.name(), "abs" | "max" | "min" | "sign" | "real" | "dble") => 1,
                ExprKind::Intrinsic(..) => FUNCTION,
                _ => 0,
            }
        });
    });
    cost
}

/// The body of a loop.
fn find(seq: &Seq, id: StmtId) -> Option<&Seq> {
    seq.iter().find_map(|n| match &n.kind {
        NodeKind::Loop { body, .. } if n.stmt == id => Some(body),
        _ => n.seqs().into_iter().find_map(|s| find(s, id)),
    })
}
