//! Constructs that assign under masks: WHERE and FORALL.

use crate::expr::Expr;
use crate::stmt::{Arm, Block, ForallIndex, StmtKind};

use super::exec::Flow;
use super::memory::Value;
use super::{Machine, Run, Trap, functions};

impl<'p> Machine<'p> {
    /// WHERE: each arm takes what its mask selects of what is left.
    pub(super) fn masked(
        &mut self,
        unit: &'p crate::unit::Unit,
        arms: &'p [Arm],
        otherwise: Option<&'p Block>,
        outer: Option<&[bool]>,
    ) -> Run<()> {
        let mut left: Option<Vec<bool>> = outer.map(<[bool]>::to_vec);
        for arm in arms {
            let mask = self.eval(&arm.test)?;
            let truth: Vec<bool> = mask
                .items
                .iter()
                .enumerate()
                .map(|(i, v)| if left.as_ref().is_some_and(|l| !l[i]) { Ok(false) } else { functions::truth(v) })
                .collect::<Run<_>>()?;
            let rest: Vec<bool> =
                truth.iter().enumerate().map(|(i, t)| left.as_ref().is_none_or(|l| l[i]) && !t).collect();
            self.masked_block(unit, &arm.body, &truth)?;
            left = Some(rest);
        }
        if let (Some(b), Some(mask)) = (otherwise, left) {
            self.masked_block(unit, b, &mask)?;
        }
        Ok(())
    }

    pub(super) fn masked_block(&mut self, unit: &'p crate::unit::Unit, block: &'p Block, mask: &[bool]) -> Run<()> {
        for &id in block {
            let stmt = &unit.stmts[id];
            match &stmt.kind {
                StmtKind::Assign { lhs, rhs } => self.assign(lhs, rhs, Some(mask)).map_err(|t| t.at(stmt.span))?,
                StmtKind::Where { arms, otherwise, .. } => self.masked(unit, arms, otherwise.as_ref(), Some(mask))?,
                StmtKind::Nop => {}
                _ => return Err(Trap::new("only assignments may stand in WHERE").at(stmt.span)),
            }
        }
        Ok(())
    }

    /// FORALL: all right sides of a statement before any store. DO CONCURRENT: turn by turn.
    pub(super) fn forall(
        &mut self,
        unit: &'p crate::unit::Unit,
        indices: &[ForallIndex],
        mask: Option<&Expr>,
        body: &'p Block,
        concurrent: bool,
    ) -> Run<()> {
        let mut turns: Vec<Vec<i64>> = vec![Vec::new()];
        for i in indices {
            let (a, b) = (self.int(&i.from)?, self.int(&i.to)?);
            let s = i.step.as_ref().map_or(Ok(1), |s| self.int(s))?;
            let n = if s == 0 { 0 } else { ((b - a + s) / s).max(0) };
            turns =
                turns.into_iter().flat_map(|t| (0..n).map(move |k| [t.clone(), vec![a + k * s]].concat())).collect();
        }
        let set = |m: &mut Self, turn: &[i64]| -> Run<()> {
            for (i, v) in indices.iter().zip(turn) {
                let view = m.lookup(i.var)?;
                m.write(&view, &[Value::Int(*v)]);
            }
            Ok(())
        };
        let mut chosen = Vec::new();
        for t in turns {
            set(self, &t)?;
            if mask.map_or(Ok(true), |e| self.truth(e))? {
                chosen.push(t);
            }
        }
        if concurrent {
            for t in &chosen {
                set(self, t)?;
                if !matches!(self.block(unit, body)?, Flow::Normal | Flow::Cycle(None)) {
                    return Err(Trap::new("DO CONCURRENT is left by a jump"));
                }
            }
            return Ok(());
        }
        for &id in body {
            let StmtKind::Assign { lhs, rhs } = &unit.stmts[id].kind else {
                return Err(Trap::new("only assignments can be interpreted in FORALL").at(unit.stmts[id].span));
            };
            let mut pending = Vec::new();
            for t in &chosen {
                set(self, t)?;
                pending.push((self.place(lhs)?, self.eval(rhs)?));
            }
            for (view, data) in pending {
                self.store(&view, data)?;
            }
        }
        Ok(())
    }
}
