//! Tests of branches and loops: what has to be computed before one is computed where it is evaluated, and as often.

use std::mem;

use il::stmt::If;
use il::{Block, Expr, Language, Scalar, ScalarClass, Stmt, StmtId, StmtKind, Type, UnaryOp};

use super::Hoister;
use super::expressions::Wanted;

impl Hoister<'_> {
    /// A test, and what has to be computed before it into `before`. What that needs is released before the test decides where to go.
    pub(super) fn test(&mut self, test: &mut Expr, before: &mut Block) {
        let outer = mem::take(&mut self.released);
        self.expr(test, Wanted::Effects, before);
        let released = mem::replace(&mut self.released, outer);
        if let Some(release) = self.release(released) {
            let kept = Expr::var(self.local("test", &self.truth()));
            let value = mem::replace(test, kept.clone());
            let value = self.truth_of(value);
            before.push(self.add(StmtKind::Assign { lhs: kept, rhs: value }));
            before.push(release);
        }
    }

    pub(super) fn branches(&mut self, i: &mut If, before: &mut Block) {
        for k in 0..i.arms.len() {
            let mut own = Block::new();
            let mut test = i.arms[k].test.clone();
            self.test(&mut test, &mut own);
            if k > 0 && !own.is_empty() {
                // This test is only evaluated when those before it failed: the rest of the chain moves into the ELSE.
                let mut rest = If { arms: i.arms.split_off(k), otherwise: i.otherwise.take(), one_line: false };
                let mut inner = Block::new();
                self.branches(&mut rest, &mut inner);
                let nested = self.add(StmtKind::If(rest));
                inner.push(nested);
                i.otherwise = Some(inner);
                i.one_line = false;
                return;
            }
            before.append(&mut own);
            i.arms[k].test = test;
            let body = self.block(mem::take(&mut i.arms[k].body));
            if body.len() > 1 {
                i.one_line = false;
            }
            i.arms[k].body = body;
        }
        if let Some(body) = &mut i.otherwise {
            let inner = self.block(mem::take(body));
            *body = inner;
        }
    }

    /// The last of the statements made for `stmt` takes its place.
    pub(super) fn take_last(&mut self, stmt: &mut Stmt, before: &mut Block) {
        let last = before.pop();
        stmt.kind = match last {
            Some(id) => mem::replace(&mut self.p.units[self.unit].stmts[id].kind, StmtKind::Nop),
            None => StmtKind::Nop,
        };
    }

    /// A loop whose test must be prepared in every turn becomes an endless one that leaves in the middle.
    pub(super) fn tested_loop(&mut self, stmt: &mut Stmt, before: &mut Block) {
        match &mut stmt.kind {
            StmtKind::While { test, body, name } => {
                let mut own = Block::new();
                self.test(test, &mut own);
                let inner = self.block(mem::take(body));
                if own.is_empty() {
                    *body = inner;
                    return;
                }
                own.push(self.leave_unless(test.clone()));
                own.extend(inner);
                stmt.kind = StmtKind::Loop { body: own, name: name.take() };
            }
            StmtKind::Until { body, test, name } => {
                let mut own = Block::new();
                self.test(test, &mut own);
                let mut inner = self.block(mem::take(body));
                if own.is_empty() {
                    *body = inner;
                    return;
                }
                own.push(self.leave_unless(test.clone()));
                if self.cycles(&inner, name.as_deref(), true) {
                    // CYCLE goes to the test: it moves to the top, and the first turn skips it.
                    let ty = self.truth();
                    let first = self.local("first", &ty);
                    let set = |v: bool| StmtKind::Assign { lhs: Expr::var(first), rhs: Expr::logical(v) };
                    let not_first = Expr::unary(UnaryOp::Not, Expr::var(first));
                    let guard = StmtKind::If(If::when(not_first, own, false));
                    let mut all = vec![self.add(guard), self.add(set(false))];
                    all.append(&mut inner);
                    before.push(self.add(set(true)));
                    stmt.kind = StmtKind::Loop { body: all, name: name.take() };
                    return;
                }
                inner.append(&mut own);
                stmt.kind = StmtKind::Loop { body: inner, name: name.take() };
            }
            _ => {}
        }
    }

    fn leave_unless(&mut self, test: Expr) -> StmtId {
        let exit = self.add(StmtKind::Exit(None));
        let test = Expr::unary(UnaryOp::Not, test);
        self.add(StmtKind::If(If::when(test, vec![exit], true)))
    }

    /// Whether `block` continues the loop called `name` that it is the body of.
    fn cycles(&self, block: &Block, name: Option<&str>, innermost: bool) -> bool {
        let stmts = &self.p.units[self.unit].stmts;
        block.iter().any(|&id| match &stmts[id].kind {
            StmtKind::Cycle(None) => innermost,
            StmtKind::Cycle(Some(n)) => Some(n.as_str()) == name,
            kind => kind.blocks().into_iter().any(|b| self.cycles(b, name, innermost && !kind.is_loop())),
        })
    }

    /// A value that is tested, as one of the type of [`Self::truth`]: in C it may be a pointer, or less than 1.
    pub(super) fn truth_of(&self, e: Expr) -> Expr {
        if self.truth().class() == Some(ScalarClass::Logical) { e } else { il::fold::truth(e) }
    }

    pub(super) fn truth(&self) -> Type {
        Type::Scalar(match self.language() {
            Language::C => Scalar::int(),
            _ => self.p.logical(),
        })
    }
}
