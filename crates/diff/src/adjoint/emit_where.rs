//! The sweeps of a WHERE construct.

use il::{BinaryOp, Block, Expr, StmtId, StmtKind, UnaryOp};

use super::emit::{Emit, Pair};
use super::plan::Save;

impl Emit<'_, '_> {
    /// `WHERE`: its statements one after the other, each under its full mask.
    pub(super) fn masked_statement(&mut self, stmt: StmtId, arms: &[il::stmt::Arm], otherwise: Option<&Block>) -> Pair {
        let mut out = Pair::default();
        let mut items: Vec<(StmtId, Expr)> = Vec::new();
        let mut before: Option<Expr> = None;
        let and = |a: Option<Expr>, b: Expr| match a {
            Some(a) => Expr::binary(BinaryOp::And, a, b),
            None => b,
        };
        for arm in arms {
            let own = and(before.clone(), arm.test.clone());
            items.extend(arm.body.iter().map(|s| (*s, own.clone())));
            before = Some(and(before, Expr::unary(UnaryOp::Not, arm.test.clone())));
        }
        if let (Some(body), Some(rest)) = (otherwise, before) {
            items.extend(body.iter().map(|s| (*s, rest.clone())));
        }
        let step = self.plan.step(stmt);
        // Masks that the construct itself changes are kept as arrays.
        let mut written = Vec::new();
        for (s, _) in &items {
            match &self.original(*s).kind {
                StmtKind::Assign { lhs, .. } => written.extend(lhs.root()),
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
        let changed = arms.iter().any(|a| written.iter().any(|w| a.test.mentions(*w)));
        let mut saves: Vec<Save> = step.saves.clone();
        for (s, _) in &items {
            saves.extend(self.plan.step(*s).saves);
        }
        saves.dedup_by(|a, b| a.value == b.value);
        let (save, restore) = if step.live { self.saves(&saves) } else { (Block::new(), Block::new()) };
        let mut masks: std::collections::BTreeMap<usize, Expr> = Default::default();
        let mut adjoint = Block::new();
        // Statements that read what an earlier one of the same construct wrote need its value of that moment.
        for (n, (s, _)) in items.iter().enumerate() {
            if let StmtKind::Assign { lhs, rhs } = &self.original(*s).kind {
                let earlier = items[..n].iter().any(|(t, _)| match &self.original(*t).kind {
                    StmtKind::Assign { lhs: l, .. } => l.root().is_some_and(|r| rhs.mentions(r)),
                    _ => false,
                });
                let again = items[n + 1..].iter().any(|(t, _)| match &self.original(*t).kind {
                    StmtKind::Assign { lhs: l, .. } => {
                        l.root() == lhs.root() && self.original(*t).kind != self.original(*s).kind
                    }
                    _ => false,
                });
                let _ = again;
                if earlier && self.is_active_expr(rhs, *s) && !saves.is_empty() {
                    self.refuse(
                        self.original(*s).span,
                        "this statement reads what its own WHERE construct assigned before",
                        "close the WHERE before it and open another one with the same mask",
                    );
                    return out;
                }
            }
        }
        for (n, (s, mask)) in items.iter().enumerate().rev() {
            let StmtKind::Assign { lhs, rhs } = &self.original(*s).kind else { continue };
            let (lhs, rhs) = (lhs.clone(), rhs.clone());
            let test = if changed && step.live && saves.is_empty() {
                masks.entry(n).or_insert_with(|| mask.clone()).clone()
            } else {
                mask.clone()
            };
            let test = self.back(&test);
            adjoint.append(&mut self.assign(*s, &lhs, &rhs, self.original(*s).span, Some(test)));
        }
        if step.live {
            out.fore = save;
            out.fore.push(self.copy(stmt));
        }
        out.back = restore;
        out.back.append(&mut adjoint);
        out
    }
}
