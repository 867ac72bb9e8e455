//! C: helpers that a test asks for on one way only: `n < 1 || setup(&s, n, x) != 0`, `p && grow(p)`.
//!
//! What decides about the call becomes a test of its own around it, so that the call is evaluated as often as before, once, where it stands.

use std::mem;

use il::locals::fresh;
use il::stmt::If;
use il::symbol::{Storage, Variable};
use il::{BinaryOp, Block, Expr, ExprKind, Scalar, Stmt, StmtKind, Type, UnaryOp};

use super::Caller;

impl Caller<'_> {
    /// Whether an expression calls a helper.
    fn asks_helper(&self, e: &Expr) -> bool {
        e.any(&mut |x| self.callee(x).is_some_and(|h| self.helpers.contains(&h)))
    }

    /// Takes the test of an IF apart where a helper is called behind `&&`, `||` or in an ELSE IF: the call then is the first thing of a test.
    pub(super) fn nest_tests(&mut self, i: &mut If, out: &mut Block) {
        // An ELSE IF is an IF in the ELSE.
        if let Some(at) = (1..i.arms.len()).find(|k| self.asks_helper(&i.arms[*k].test)) {
            let rest = If { arms: i.arms.split_off(at), otherwise: i.otherwise.take(), one_line: false };
            i.otherwise = Some(self.nested(rest));
        }
        let ([first], None) = (i.arms.as_mut_slice(), &i.otherwise) else { return };
        let ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), l, r) = &first.test.bare().kind else { return };
        if !self.asks_helper(r) {
            return;
        }
        let (op, l, r) = (*op, (**l).clone(), (**r).clone());
        let alone = match first.body[..] {
            [only] => {
                let stmt = &self.p.units[self.unit].stmts[only];
                (stmt.kind.leaves_blocks() && stmt.label.is_none()).then(|| stmt.clone())
            }
            _ => None,
        };
        match (op, alone) {
            // `if (l || r) return;` is `if (l) return; if (r) return;`.
            (BinaryOp::Or, Some(leaves)) => {
                first.test = r;
                let body = vec![self.p.units[self.unit].add(Stmt { comments: Vec::new(), ..leaves })];
                let mut before = self.nested(If::when(l, body, false));
                out.append(&mut before);
                self.nest_tests(i, out);
            }
            (BinaryOp::And, _) => {
                let body = mem::take(&mut first.body);
                first.test = l;
                first.body = self.nested(If::when(r, body, false));
                self.nest_tests(i, out);
            }
            _ => {}
        }
    }

    /// A new IF with the helpers in its test replaced.
    fn nested(&mut self, i: If) -> Block {
        let id = self.p.units[self.unit].add(Stmt::from(StmtKind::If(i)));
        let mut block = vec![id];
        self.block(&mut block, &mut false);
        block
    }

    /// Puts the helpers called in the right operand of `l && r` or `l || r` in front, behind the test whether it is evaluated. The value of the whole
    /// expression, if something was replaced.
    pub(super) fn right_operand(&mut self, op: BinaryOp, l: &Expr, r: &Expr, out: &mut Block) -> Option<Expr> {
        if !self.asks_helper(r) {
            return None;
        }
        let mut right = r.clone();
        let mut inner = Block::new();
        self.hoist(&mut right, &mut inner, false);
        if inner.is_empty() {
            return None;
        }
        let test = fresh(self.p, self.unit, "test", Variable::new(Type::Scalar(Scalar::int()), Storage::Local));
        self.declared.push(test);
        let set = |this: &mut Self, value: &Expr| {
            let kind = StmtKind::Assign { lhs: Expr::var(test), rhs: truth(value.clone()) };
            this.p.units[this.unit].add(Stmt::from(kind))
        };
        out.push(set(self, l));
        inner.push(set(self, &right));
        let asked = match op {
            BinaryOp::And => Expr::var(test),
            _ => Expr::unary(UnaryOp::Not, Expr::var(test)),
        };
        let guard = If::when(asked, inner, false);
        out.push(self.p.units[self.unit].add(Stmt::from(StmtKind::If(guard))));
        Some(Expr::var(test))
    }
}

/// A value as a truth value: 0 or 1.
fn truth(e: Expr) -> Expr {
    let is_truth = match &e.bare().kind {
        ExprKind::Binary(op, ..) => op.is_logical() || op.is_comparison(),
        ExprKind::Unary(UnaryOp::Not, _) => true,
        _ => false,
    };
    if is_truth { e } else { Expr::binary(BinaryOp::Ne, e, Expr::int(0)) }
}
