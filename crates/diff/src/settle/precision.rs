//! Products and quotients of derivatives, in the precision that they need.
//!
//! The chain rule moves factors: of `y = n*(x/m)` the partial derivative is `n*(1/m)`, and of `y = p*(q*x)` the adjoint `q*(p*yb)`. Written shorter, `n/m` is
//! a quotient of integers, and `q*p*yb` multiplies in single precision first where `p` and `q` have it: what the original never did. So
//! - a product or quotient that differentiation made, of numbers narrower than what it meets, is taken apart: `q*(p*yb)`;
//! - one that is a derivative by itself, and narrower than the variable that takes it, gets a one of that precision: `n*(1.d0/m)`;
//! - where all is of one precision, the user's factors are written without the parentheses that they need in the tree.
//!
//! What the user wrote has a place in his file, and is computed as he wrote it: only nodes without one are looked at.

use std::collections::BTreeSet;

use il::typing::{part_of, scalar_of};
use il::{BinaryOp, Expr, ExprKind, Program, Scalar, ScalarClass, Span, StmtId, StmtKind, SymbolId, UnaryOp, UnitId};

use crate::output::Derivative;
use crate::simplify;

/// Does so in all derivatives.
pub(crate) fn settle(p: &mut Program, derivatives: &[Derivative]) {
    for d in derivatives {
        let of_derivatives: BTreeSet<SymbolId> = d.maps.derivatives.values().copied().collect();
        let of_user: BTreeSet<SymbolId> = d.maps.symbols.values().copied().collect();
        let is_made = |s: SymbolId| p.home(s) == Some(d.generated) && !of_user.contains(&s);
        let sets = |s: SymbolId| of_derivatives.contains(&s) || is_made(s);
        for (stmt, variable) in setting(p, d.generated, &sets) {
            let mut kind = p.units[d.generated].stmts[stmt].kind.clone();
            let s = Settle { p, of_derivatives: &of_derivatives, joins: of_derivatives.contains(&variable) };
            kind.exprs_mut(&mut |e| s.visit(e));
            if let StmtKind::Assign { lhs, rhs } = &mut kind
                && let Some(ty) = scalar_of(p, lhs).filter(|t| t.class == ScalarClass::Real)
            {
                s.widen(rhs, &ty);
            }
            p.units[d.generated].stmts[stmt].kind = kind;
        }
    }
}

/// The assignments to these variables: derivatives, and what only a derivative has. What the original computes stays as it is, to the last bit.
fn setting(p: &Program, unit: UnitId, which: &dyn Fn(SymbolId) -> bool) -> Vec<(StmtId, SymbolId)> {
    let u = &p.units[unit];
    let mut out = Vec::new();
    u.walk(&u.body, &mut |id, s| {
        let StmtKind::Assign { lhs, .. } = &s.kind else { return };
        let number = scalar_of(p, lhs).is_some_and(|t| t.is_differentiable());
        out.extend(lhs.root().filter(|r| number && which(*r)).map(|r| (id, r)));
    });
    out
}

struct Settle<'p> {
    p: &'p Program,
    of_derivatives: &'p BTreeSet<SymbolId>,
    /// Where all is of one precision, the user's factors lose their parentheses. What else is made may be a part of a value of the original's.
    joins: bool,
}

impl Settle<'_> {
    fn visit(&self, e: &mut Expr) {
        // What a function is handed of the original's: beside derivatives by a tangent function, `cos(a*(a*b))` in a partial derivative.
        let hands = matches!(e.kind, ExprKind::Call { .. } | ExprKind::Intrinsic(..));
        e.children_mut(&mut |c| {
            if !hands || self.holds_derivative(c) {
                self.visit(c);
            }
        });
        if factors(e).is_some() {
            *e = self.arranged(std::mem::replace(e, Expr::int(0)));
        }
    }

    /// Bytes of a real number, or of a part of a complex one; zero of integers.
    fn precision(&self, e: &Expr) -> Option<u32> {
        let ty = scalar_of(self.p, e)?;
        match ty.class {
            ScalarClass::Integer => Some(0),
            ScalarClass::Real => Some(ty.bytes.into()),
            ScalarClass::Complex => Some(part_of(&ty).bytes.into()),
            ScalarClass::Logical => None,
        }
    }

    /// A product or quotient that we made, whose operands are arranged already.
    fn arranged(&self, e: Expr) -> Expr {
        let Some((op, a, b)) = factors(&e) else { return e };
        let (Some(pa), Some(pb)) = (self.precision(a), self.precision(b)) else { return e };
        let (a, b) = (a.clone(), b.clone());
        let (times, over) = (
            |a: Expr, b: Expr| self.arranged(Expr::binary(BinaryOp::Mul, a, b)),
            |a: Expr, b: Expr| self.arranged(Expr::binary(BinaryOp::Div, a, b)),
        );
        use BinaryOp::{Div, Mul};
        let parts = |e: &Expr| factors(e).map(|(op, x, y)| (op, x.clone(), y.clone()));
        match (op, parts(&a), parts(&b)) {
            (Mul, Some((Mul, x, y)), _) if pa < pb => times(x, times(y, b)),
            (Mul, Some((_, x, y)), _) if pa < pb => over(times(x, b), y),
            (Mul, _, Some((Mul, x, y))) if pb < pa => times(times(a, x), y),
            (Mul, _, Some((_, x, y))) if pb < pa => over(times(a, x), y),
            (Div, Some((Mul, x, y)), _) if pa < pb => times(x, over(y, b)),
            (Div, Some((_, x, y)), _) if pa < pb => over(over(x, b), y),
            (Div, _, Some((Mul, x, y))) if pb < pa => over(over(a, x), y),
            (Div, _, Some((_, x, y))) if pb < pa => times(over(a, x), y),
            (Mul, ..) if self.joins && pa == pb && pa > 0 => simplify::mul(self.ours(a, pa), self.ours(b, pa)),
            (Div, ..) if self.joins && pa == pb && pa > 0 => simplify::div(self.ours(a, pa), self.ours(b, pa)),
            _ => e,
        }
    }

    /// A product or quotient of the user's of this precision, as if we had made it.
    fn ours(&self, e: Expr, precision: u32) -> Expr {
        let alike = |x: &Expr| x.as_int().is_some() || self.precision(x) == Some(precision);
        match &e.kind {
            ExprKind::Binary(BinaryOp::Mul | BinaryOp::Div, x, y) if alike(x) && alike(y) => e.kind.into(),
            _ => e,
        }
    }

    /// What becomes a derivative of this type, and holds none, in its precision.
    fn widen(&self, e: &mut Expr, ty: &Scalar) {
        if factors(e).is_some() {
            if self.is_narrow(e, ty) {
                *e = self.widened(e.clone(), ty);
            }
            return;
        }
        match &mut e.kind {
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, x, y) if e.span == Span::NONE => {
                self.widen(x, ty);
                self.widen(y, ty);
            }
            ExprKind::Unary(UnaryOp::Neg, x) => self.widen(x, ty),
            _ => {}
        }
    }

    fn holds_derivative(&self, e: &Expr) -> bool {
        e.any(&mut |x| matches!(x.kind, ExprKind::Var(s) if self.of_derivatives.contains(&s)))
    }

    fn is_narrow(&self, e: &Expr, ty: &Scalar) -> bool {
        !self.holds_derivative(e) && self.precision(e).is_some_and(|own| own < u32::from(ty.bytes))
    }

    fn widened(&self, e: Expr, ty: &Scalar) -> Expr {
        let Some((op, a, b)) = factors(&e) else {
            return Expr::binary(BinaryOp::Mul, simplify::one(ty), e);
        };
        let (a, b) = (a.clone(), b.clone());
        self.arranged(match (op, factors(&b).is_some()) {
            (BinaryOp::Mul, true) => Expr::binary(op, a, self.widened(b, ty)),
            (BinaryOp::Div, _) if factors(&a).is_none() => {
                Expr::binary(BinaryOp::Mul, a, Expr::binary(op, simplify::one(ty), b))
            }
            _ => Expr::binary(op, self.widened(a, ty), b),
        })
    }
}

/// The operands of a product or quotient that we made.
fn factors(e: &Expr) -> Option<(BinaryOp, &Expr, &Expr)> {
    match &e.kind {
        ExprKind::Binary(op @ (BinaryOp::Mul | BinaryOp::Div), a, b) if e.span == Span::NONE => Some((*op, a, b)),
        _ => None,
    }
}
