//! What no direction changes leaves the direction loops: functions, powers and divisions of original values are computed once, in front.
//! A division of a derivative by such a value becomes a product with its reciprocal (`-nooptim preaccumulate`: it stays).

use il::expr::{BinaryOp, Expr, ExprKind};
use il::typing::type_of;
use il::{Block, Program, Scalar, ScalarClass, StmtKind, SymbolId, Type, UnitId};

use super::Lift;
use crate::simplify;

/// Work that is worth a temporary. Sums and products are left to the compiler, which takes them out of the loop as they are.
const WORTH: u32 = 4;

impl Lift<'_> {
    /// Takes invariants out of the direction loops of a unit.
    pub(super) fn hoist(&mut self, p: &mut Program, unit: UnitId, reciprocals: bool) {
        if self.lifted[&unit].counter.is_none() {
            return;
        }
        let body = std::mem::take(&mut p.units[unit].body);
        let mut pool = Vec::new();
        let body = self.hoist_block(p, unit, body, &mut pool, reciprocals);
        p.units[unit].body = body;
    }

    fn hoist_block(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        block: Block,
        pool: &mut Vec<(Scalar, SymbolId)>,
        reciprocals: bool,
    ) -> Block {
        let mut out = Block::new();
        for id in block {
            let Some(body) = self.direction_loop(p, unit, id) else {
                let mut kind = p.units[unit].stmts[id].kind.clone();
                for inner in kind.blocks_mut() {
                    *inner = self.hoist_block(p, unit, std::mem::take(inner), pool, reciprocals);
                }
                p.units[unit].stmts[id].kind = kind;
                out.push(id);
                continue;
            };
            let mut taken: Vec<(Expr, SymbolId)> = Vec::new();
            for inner in body {
                let StmtKind::Assign { lhs, rhs } = p.units[unit].stmts[inner].kind.clone() else { continue };
                let mut rhs = rhs;
                if reciprocals {
                    self.divide_once(p, unit, &mut rhs, &mut taken, pool);
                }
                self.take(p, unit, &mut rhs, &mut taken, pool);
                p.units[unit].stmts[inner].kind = StmtKind::Assign { lhs, rhs };
            }
            let first = out.len();
            for (value, s) in taken {
                out.push(p.units[unit].add(StmtKind::Assign { lhs: Expr::var(s), rhs: value }));
            }
            if let Some(&head) = out.get(first) {
                let stmts = &mut p.units[unit].stmts;
                let (label, comments) = (stmts[id].label.take(), std::mem::take(&mut stmts[id].comments));
                stmts[head].label = label;
                stmts[head].comments = comments;
            }
            out.push(id);
        }
        out
    }

    /// Divisions of derivatives by what no direction changes become products with the reciprocal, which is computed once.
    fn divide_once(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        e: &mut Expr,
        taken: &mut Vec<(Expr, SymbolId)>,
        pool: &mut Vec<(Scalar, SymbolId)>,
    ) {
        if e.is_reference() || matches!(e.kind, ExprKind::Cond { .. } | ExprKind::Constructor { .. }) {
            return;
        }
        if matches!(&e.kind, ExprKind::Intrinsic(f, _) if f.name() == "merge") {
            return;
        }
        e.children_mut(&mut |c| self.divide_once(p, unit, c, taken, pool));
        let ExprKind::Binary(BinaryOp::Div, over, under) = &e.kind else { return };
        let Type::Scalar(scalar) = type_of(p, under) else { return };
        let is_real = scalar.class == ScalarClass::Real && type_of(p, over).rank() == 0;
        if !is_real || self.is_invariant(unit, over) || !self.is_invariant(unit, under) {
            return;
        }
        let (over, under) = ((**over).clone(), (**under).clone());
        let mut once = Expr::binary(BinaryOp::Div, simplify::one(&scalar), under);
        self.take(p, unit, &mut once, taken, pool);
        *e = Expr::binary(BinaryOp::Mul, over, once);
    }

    /// Replaces the largest invariant parts of `e` that are worth it.
    fn take(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        e: &mut Expr,
        taken: &mut Vec<(Expr, SymbolId)>,
        pool: &mut Vec<(Scalar, SymbolId)>,
    ) {
        if e.is_reference() {
            return;
        }
        if self.is_invariant(unit, e) {
            if cost(e) < WORTH {
                return;
            }
            let Type::Scalar(scalar) = type_of(p, e) else { return };
            if !scalar.is_differentiable() {
                return;
            }
            let known = taken.iter().find(|(value, _)| value == e).map(|(_, s)| *s);
            let s = known.unwrap_or_else(|| {
                let free = pool
                    .iter()
                    .find(|(t, s)| *t == scalar && t.spelling == scalar.spelling && !taken.iter().any(|(_, x)| x == s));
                let s = match free.map(|(_, s)| *s) {
                    Some(s) => s,
                    None => {
                        let s = self.local(p, unit, "temp", Type::Scalar(scalar.clone()));
                        pool.push((scalar, s));
                        s
                    }
                };
                taken.push((e.clone(), s));
                s
            });
            *e = Expr::var(s);
            return;
        }
        match &mut e.kind {
            // Only the chosen part of these is evaluated.
            ExprKind::Cond { .. } => {}
            // Its parts may be about the variable of an implied loop.
            ExprKind::Constructor { .. } => {}
            ExprKind::Intrinsic(f, _) if f.name() == "merge" => {}
            _ => e.children_mut(&mut |c| self.take(p, unit, c, taken, pool)),
        }
    }

    fn is_invariant(&self, unit: UnitId, e: &Expr) -> bool {
        let counter = self.lifted[&unit].counter;
        let mut fine = true;
        e.walk(&mut |n| match &n.kind {
            ExprKind::Var(s) => {
                fine &= !self.derivatives.contains(s) && !self.contracted.contains(s) && Some(*s) != counter
            }
            ExprKind::Call { .. } | ExprKind::Opaque { .. } | ExprKind::Constructor { .. } => fine = false,
            _ => {}
        });
        fine
    }
}

fn cost(e: &Expr) -> u32 {
    let own = match &e.kind {
        ExprKind::Binary(BinaryOp::Div, ..) => 4,
        ExprKind::Binary(BinaryOp::Pow, _, n) => match n.as_int() {
            Some(_) => 2,
            None => 10,
        },
        ExprKind::Binary(..) => 1,
        ExprKind::Intrinsic(f, _) => match f.name() {
            "real" | "dble" | "float" | "int" | "size" | "conjg" | "aimag" => 1,
            "abs" | "sign" | "merge" | "max" | "min" => 3,
            _ => 10,
        },
        _ => 0,
    };
    let mut total = own;
    if !e.is_reference() {
        e.children(&mut |c| total += cost(c));
    }
    total
}
