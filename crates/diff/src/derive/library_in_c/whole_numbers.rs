//! Sums of whole numbers: what comes of subscripts that count from one where C counts from zero.

use il::{BinaryOp, Expr, ExprKind, UnaryOp};

/// A sum with known factors, in the order in which its terms came up.
#[derive(Default)]
struct Sum {
    terms: Vec<(i64, Expr)>,
    rest: i64,
}

impl Sum {
    fn of(e: &Expr) -> Sum {
        let mut out = Sum::default();
        out.add(1, e);
        out
    }

    fn add(&mut self, factor: i64, e: &Expr) {
        match &e.kind {
            ExprKind::Integer { value, text, .. } if !text.is_name() => self.rest += factor * value,
            ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => self.add(factor, x),
            ExprKind::Unary(UnaryOp::Neg, x) => self.add(-factor, x),
            ExprKind::Binary(BinaryOp::Add, l, r) => {
                self.add(factor, l);
                self.add(factor, r);
            }
            ExprKind::Binary(BinaryOp::Sub, l, r) => {
                self.add(factor, l);
                self.add(-factor, r);
            }
            ExprKind::Binary(BinaryOp::Mul, l, r) => match (Sum::of(l), Sum::of(r)) {
                (known, other) | (other, known) if known.terms.is_empty() => {
                    other.terms.iter().for_each(|(f, t)| self.term(factor * known.rest * f, t.clone()));
                    self.rest += factor * known.rest * other.rest;
                }
                (l, r) => self.term(factor, Expr::binary(BinaryOp::Mul, l.expr(), r.expr())),
            },
            _ => self.term(factor, e.clone()),
        }
    }

    fn term(&mut self, factor: i64, e: Expr) {
        match self.terms.iter_mut().find(|(_, t)| *t == e) {
            Some((f, _)) => *f += factor,
            None => self.terms.push((factor, e)),
        }
        self.terms.retain(|(f, _)| *f != 0);
    }

    fn expr(self) -> Expr {
        let times = |f: i64, t: Expr| if f == 1 { t } else { Expr::binary(BinaryOp::Mul, Expr::int(f), t) };
        let (plus, minus): (Vec<_>, Vec<_>) = self.terms.into_iter().partition(|(f, _)| *f > 0);
        let mut out: Option<Expr> = None;
        for (f, t) in plus {
            let t = times(f, t);
            out = Some(out.map_or(t.clone(), |sum| Expr::binary(BinaryOp::Add, sum, t)));
        }
        let mut out = match (out, self.rest) {
            (None, rest) => Expr::int(rest),
            (Some(sum), 0) => sum,
            (Some(sum), rest) if rest < 0 => Expr::binary(BinaryOp::Sub, sum, Expr::int(-rest)),
            (Some(sum), rest) => Expr::binary(BinaryOp::Add, sum, Expr::int(rest)),
        };
        for (f, t) in minus {
            out = Expr::binary(BinaryOp::Sub, out, times(-f, t));
        }
        out
    }
}

/// A sum in its shortest form.
pub(super) fn tidied(e: &Expr) -> Expr {
    Sum::of(e).expr()
}

pub(super) fn plus(e: &Expr, n: i64) -> Expr {
    tidied(&Expr::binary(BinaryOp::Add, e.clone(), Expr::int(n)))
}

pub(super) fn sum(l: Expr, r: Expr) -> Expr {
    tidied(&Expr::binary(BinaryOp::Add, l, r))
}

pub(super) fn product(l: Expr, r: Expr) -> Expr {
    tidied(&Expr::binary(BinaryOp::Mul, l, r))
}
