//! C: tests that the arguments of a call decide: `mean(-1.0)`, `filter(0, RESET)`, `&s && s->mem`.

use std::collections::BTreeMap;

use il::stmt::If;
use il::{BinaryOp, Block, Expr, ExprKind, Program, StmtKind, SymbolId, UnitId};

use super::is_fixed_place;

/// The number that a literal or an enumerator is.
pub(super) fn number(p: &Program, e: &Expr) -> Option<f64> {
    e.as_number().or_else(|| il::fold::integer(p, e).map(|n| n as f64))
}

pub(super) fn with_open_parts(p: &Program, mut i: If) -> If {
    for arm in &mut i.arms {
        arm.test = open_part(p, std::mem::replace(&mut arm.test, Expr::int(0)));
    }
    i
}

/// A test without the parts that are decided: `&s && s->mem` is `s->mem`.
pub(super) fn open_part(p: &Program, e: Expr) -> Expr {
    match e.kind {
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), l, r) => {
            let (l, r) = (open_part(p, *l), open_part(p, *r));
            // What decides nothing: true beside `&&`, false beside `||`.
            let idle = Some(op == BinaryOp::And);
            match (truth(p, &l) == idle, truth(p, &r) == idle) {
                (true, _) => r,
                (_, true) => l,
                _ => Expr::at(ExprKind::Binary(op, Box::new(l), Box::new(r)), e.span),
            }
        }
        ExprKind::Unary(il::UnaryOp::Paren, x) => match open_part(p, *x) {
            x @ Expr { kind: ExprKind::Binary(..), .. } => {
                Expr::at(ExprKind::Unary(il::UnaryOp::Paren, Box::new(x)), e.span)
            }
            x => x,
        },
        _ => e,
    }
}

/// The value of a test between numbers, of a number, or of the address of an object, which is not null (C11 6.5.3.2).
pub(super) fn truth(p: &Program, e: &Expr) -> Option<bool> {
    match &e.bare().kind {
        ExprKind::Logical(b) => Some(*b),
        ExprKind::Address(_) if is_object(e) => Some(true),
        ExprKind::Unary(il::UnaryOp::Not, x) => truth(p, x).map(|b| !b),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), l, r) => match (truth(p, l), truth(p, r)) {
            (Some(l), Some(r)) => Some(if *op == BinaryOp::And { l && r } else { l || r }),
            // One of them decides.
            (one, other) => {
                let decides = *op == BinaryOp::Or;
                (one == Some(decides) || other == Some(decides)).then_some(decides)
            }
        },
        ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), l, r)
            if l.is_null_pointer() && is_object(r) || r.is_null_pointer() && is_object(l) =>
        {
            Some(*op == BinaryOp::Ne)
        }
        ExprKind::Binary(op, l, r) if op.is_comparison() => {
            let (l, r) = (number(p, l)?, number(p, r)?);
            match op {
                BinaryOp::Lt => Some(l < r),
                BinaryOp::Le => Some(l <= r),
                BinaryOp::Gt => Some(l > r),
                BinaryOp::Ge => Some(l >= r),
                BinaryOp::Eq => Some(l == r),
                BinaryOp::Ne => Some(l != r),
                _ => None,
            }
        }
        _ => number(p, e).map(|n| n != 0.0),
    }
}

/// The branch that is taken, when the first test is decided.
pub(super) fn decided(p: &Program, mut i: If) -> Result<Block, If> {
    match i.arms.first().and_then(|a| truth(p, &a.test)) {
        Some(true) => Ok(i.arms.swap_remove(0).body),
        Some(false) if i.arms.len() == 1 => Ok(i.otherwise.unwrap_or_default()),
        Some(false) => {
            i.arms.remove(0);
            decided(p, i)
        }
        None => Err(i),
    }
}

/// Whether an expression is the address of an object.
pub(super) fn is_object(e: &Expr) -> bool {
    matches!(&e.bare().kind, ExprKind::Address(x) if is_fixed_place(x))
}

/// Whether constant arguments of a call decide a test of the callee.
pub(super) fn decides(p: &Program, helper: UnitId, call: &Expr) -> bool {
    let ExprKind::Call { args, .. } = &call.kind else { return false };
    let h = &p.units[helper];
    let constants: BTreeMap<SymbolId, &Expr> =
        h.params.iter().zip(args).filter(|(_, a)| number(p, &a.value).is_some()).map(|(s, a)| (*s, &a.value)).collect();
    let mut found = false;
    h.walk(&h.body, &mut |_, s| {
        if let StmtKind::If(i) = &s.kind {
            let mut test = i.arms[0].test.clone();
            test.rewrite(&mut |x| {
                if let ExprKind::Var(s) = &x.kind
                    && let Some(v) = constants.get(s)
                {
                    *x = (*v).clone();
                }
            });
            found |= truth(p, &test).is_some();
        }
    });
    found
}
