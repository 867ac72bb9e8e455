//! A loop that runs again in the backward sweep, in its own order, the adjoint of each turn behind the turn.

use il::stmt::Do;
use il::stores;
use il::typing::type_of;
use il::{Block, Expr, ExprKind, Stmt, StmtId, StmtKind, SymbolId};

use super::{Emit, Open, Pair, Side};
use crate::adjoint::plan::Fused;
use crate::adjoint::plan::tree::{FrameId, Seq};

impl Emit<'_, '_> {
    pub(super) fn fused(&mut self, stmt: StmtId, f: &Fused, frame: FrameId, body: &Seq) -> Pair {
        let mut out = Pair::default();
        let (mut saves, mut restores) = self.saves(&f.saves);
        self.depth += 1;
        let outside = self.primal.replace(f.primal.clone());
        let primal = self.inside(frame, Open::default(), body);
        self.primal = outside;
        self.depth -= 1;
        let (forward, depth) = (std::mem::replace(&mut self.forward, Side::Back), std::mem::take(&mut self.depth));
        self.turns += 1;
        self.copied.clear();
        let (first, last) = body.split_at(f.work);
        let mut pair = self.inside(frame, Open::default(), &first.to_vec());
        self.copied.clear();
        let mut rest = self.inside(frame, Open::default(), &last.to_vec()).fore;
        self.turns -= 1;
        (self.forward, self.depth) = (forward, depth);
        let is_kept = !primal.fore.is_empty() || self.plan.step(stmt).live;
        let has_back = !pair.back.is_empty();
        if !is_kept && !has_back {
            return out;
        }
        // Without an adjoint it only changes what earlier ones need.
        out.fore.append(&mut saves);
        out.back.append(&mut restores);
        if is_kept {
            let id = self.same_loop(self.forward, stmt, primal.fore);
            out.fore.push(id);
        }
        if !has_back {
            return out;
        }
        let (mut keep, mut put) = self.kept(&f.carried, &pair.back);
        let mut turn = if keep.is_empty() {
            self.at_once(pair)
        } else {
            pair.fore.append(&mut keep);
            pair.fore.append(&mut pair.back);
            pair.fore
        };
        turn.append(&mut put);
        turn.append(&mut rest);
        let id = self.same_loop(Side::Back, stmt, turn);
        let (mut keep, mut put) = self.kept(&f.around, &vec![id]);
        out.back.append(&mut keep);
        out.back.push(id);
        out.back.append(&mut put);
        out
    }

    /// The loop itself around another body.
    fn same_loop(&mut self, side: Side, stmt: StmtId, body: Block) -> StmtId {
        let original = self.original(stmt).clone();
        let maps = self.shell(side).maps.clone();
        let new = match &original.kind {
            StmtKind::Do(d) => {
                let kind = StmtKind::Do(Box::new(Do {
                    var: maps.symbol(d.var),
                    from: maps.expr(&d.from),
                    to: maps.expr(&d.to),
                    step: d.step.as_ref().map(|s| maps.expr(s)),
                    body,
                    name: d.name.clone(),
                    declares: d.declares,
                    parallel: maps.backward(d, false),
                }));
                Stmt { kind, label: None, directives: Vec::new(), ..original }
            }
            _ => {
                let mut new = maps.stmt(&original);
                new.label = None;
                new.directives = Vec::new();
                if let Some(b) = new.kind.blocks_mut().into_iter().next() {
                    *b = body;
                }
                new
            }
        };
        self.add_stmt(side, new)
    }

    /// Copies of scalars before a block of the backward sweep, and back behind it, as far as the block sets them.
    fn kept(&mut self, values: &[Expr], block: &Block) -> (Block, Block) {
        let (mut keep, mut put) = (Block::new(), Block::new());
        for value in values {
            let value = self.back(value);
            let ExprKind::Var(s) = value.kind else { continue };
            // What EQUIVALENCE gives other names is set by them, too.
            if !self.is_set(block, s) && !self.world.is_overlaid(s) {
                continue;
            }
            let name = self.world.out.symbols[s].name.clone();
            let ty = type_of(&self.world.out, &value);
            let copy = Expr::var(self.scratch(&name, ty));
            keep.push(self.add(Side::Back, StmtKind::Assign { lhs: copy.clone(), rhs: value.clone() }));
            put.push(self.add(Side::Back, StmtKind::Assign { lhs: value, rhs: copy }));
        }
        (keep, put)
    }

    /// Whether statements of the backward sweep may give a variable another value.
    fn is_set(&self, block: &Block, s: SymbolId) -> bool {
        // Internal procedures see the variables of their host.
        let hosts = self.world.source.units.ids().any(|u| self.world.source.units[u].parent == Some(self.unit));
        let (out, unit) = (&self.world.out, self.shell(Side::Back).unit);
        let mut calls = false;
        out.units[unit].walk(block, &mut |_, stmt| calls |= stmt.kind.calls());
        calls && (hosts || stores::is_shared(out, s)) || stores::changes(out, unit, block, s)
    }
}
