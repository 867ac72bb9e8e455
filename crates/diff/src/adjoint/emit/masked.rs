//! The sweeps of a WHERE construct. Masks that it changes itself have become arrays before (`structure`).

use il::stmt::Arm;
use il::{BinaryOp, Block, Expr, StmtId, StmtKind, UnaryOp};

use crate::adjoint::emit::{Emit, Pair};
use crate::adjoint::plan::Save;

impl Emit<'_, '_> {
    /// `WHERE`: its statements one after the other, each under its full mask.
    pub(crate) fn masked_statement(&mut self, stmt: StmtId, arms: &[Arm], otherwise: Option<&Block>) -> Pair {
        let mut out = Pair::default();
        let items = under_full_masks(arms, otherwise);
        let mut assignments = Vec::new();
        for (s, mask) in &items {
            match &self.original(*s).kind {
                StmtKind::Assign { lhs, rhs } => assignments.push((*s, lhs.clone(), rhs.clone(), mask)),
                StmtKind::Nop => {}
                _ => {
                    self.refuse(
                        self.original(*s).span,
                        "a nested mask in an active WHERE",
                        "write one WHERE with the conjunction of the masks",
                    );
                    return out;
                }
            }
        }
        let step = self.plan.step(stmt);
        let mut saves: Vec<Save> = step.saves.clone();
        for (s, _) in &items {
            saves.extend(self.plan.step(*s).saves);
        }
        saves.dedup_by(|a, b| a.value == b.value);
        let (save, restore) = if step.live { self.saves(&saves) } else { (Block::new(), Block::new()) };
        // Statements that read what an earlier one of the same construct wrote need its value of that moment.
        for (n, (s, _, rhs, _)) in assignments.iter().enumerate() {
            let earlier = assignments[..n].iter().filter_map(|(_, lhs, ..)| lhs.root()).any(|r| rhs.mentions(r));
            if earlier && self.is_active_expr(rhs, *s) && !saves.is_empty() {
                self.refuse(
                    self.original(*s).span,
                    "this statement reads what its own WHERE construct assigned before",
                    "close the WHERE before it and open another one with the same mask",
                );
                return out;
            }
        }
        if step.live {
            out.fore = save;
            out.fore.push(self.copy(stmt));
        }
        out.back = restore;
        for (s, lhs, rhs, mask) in assignments.into_iter().rev() {
            let mask = self.back(mask);
            out.back.append(&mut self.assign(s, &lhs, &rhs, self.original(s).span, Some(mask)));
        }
        out
    }
}

/// The statements of a WHERE construct, each with the conjunction of its mask and what makes the arms before it pass.
fn under_full_masks(arms: &[Arm], otherwise: Option<&Block>) -> Vec<(StmtId, Expr)> {
    let and = |a: Option<Expr>, b: Expr| match a {
        Some(a) => Expr::binary(BinaryOp::And, a, b),
        None => b,
    };
    let mut items = Vec::new();
    let mut before: Option<Expr> = None;
    for arm in arms {
        let own = and(before.clone(), arm.test.clone());
        items.extend(arm.body.iter().map(|s| (*s, own.clone())));
        before = Some(and(before, Expr::unary(UnaryOp::Not, arm.test.clone())));
    }
    if let (Some(body), Some(rest)) = (otherwise, before) {
        items.extend(body.iter().map(|s| (*s, rest.clone())));
    }
    items
}
