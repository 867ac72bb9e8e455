//! PRESENT of dummies in a copy for calls of which it is known whether they pass them, dummy procedures among them: the tests that are decided by that,
//! and what they choose. What a call without the dummy cannot reach would name one that the copy does not have. In C a pointer to a function is asked
//! for by itself, `if (see) see(y);`, `see != NULL`, and one that is not there is a null pointer where it is passed on.

use std::collections::BTreeMap;

use il::stmt::{Arm, If};
use il::{BinaryOp, Block, Expr, ExprKind, Stmt, StmtId, StmtKind, SymbolId, UnaryOp, Unit};

/// Says in one statement, without those inside it, which dummies are there.
pub(crate) fn decide(stmt: &mut Stmt, present: &BTreeMap<SymbolId, bool>) {
    if present.is_empty() {
        return;
    }
    match &mut stmt.kind {
        StmtKind::If(i) => i.arms.iter_mut().for_each(|a| as_test(&mut a.test, present)),
        StmtKind::While { test, .. } | StmtKind::Until { test, .. } => as_test(test, present),
        _ => {}
    }
    stmt.kind.exprs_mut(&mut |e| {
        e.rewrite(&mut |x| {
            match &mut x.kind {
                ExprKind::Unary(UnaryOp::Not, operand) => as_test(operand, present),
                ExprKind::Binary(BinaryOp::And | BinaryOp::Or, l, r) => {
                    [l, r].into_iter().for_each(|operand| as_test(operand, present));
                }
                ExprKind::Cond { test, .. } => as_test(test, present),
                _ => {}
            }
            if let Some(known) = asked(x, present).map(Expr::logical).or_else(|| decided(x)) {
                *x = Expr::at(known.kind, x.span);
            }
        });
    });
}

/// C: passes null pointers on for dummies that are not there.
pub(super) fn pass_nothing(stmt: &mut Stmt, present: &BTreeMap<SymbolId, bool>) {
    let nothing = |x: &mut Expr| {
        if matches!(x.kind, ExprKind::Var(s) if present.get(&s) == Some(&false)) {
            *x = Expr::int(0);
        }
    };
    stmt.kind.each_call_mut(&mut |_, args| args.iter_mut().for_each(|a| nothing(&mut a.value)));
}

/// A name of a procedure for the truth value that C takes it for.
fn as_test(e: &mut Expr, present: &BTreeMap<SymbolId, bool>) {
    if let ExprKind::Var(s) = e.bare().kind
        && let Some(there) = present.get(&s)
    {
        *e = Expr::at(ExprKind::Logical(*there), e.span);
    }
}

/// The answer to PRESENT, or in C to a comparison with a null pointer, where it is known.
fn asked(e: &Expr, present: &BTreeMap<SymbolId, bool>) -> Option<bool> {
    if let ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), l, r) = &e.kind {
        let name = [(l, r), (r, l)].into_iter().find(|(_, other)| other.is_null_pointer())?.0;
        let ExprKind::Var(s) = name.bare().kind else { return None };
        return present.get(&s).map(|there| *there == (*op == BinaryOp::Ne));
    }
    let ExprKind::Intrinsic(f, args) = &e.kind else { return None };
    let ExprKind::Var(s) = args.first().filter(|_| f.name() == "present")?.value.kind else { return None };
    present.get(&s).copied()
}

/// What a logical expression with a constant operand is.
fn decided(e: &Expr) -> Option<Expr> {
    match &e.kind {
        ExprKind::Unary(UnaryOp::Not, x) => truth(x).map(|v| Expr::logical(!v)),
        ExprKind::Unary(UnaryOp::Paren, x) => truth(x).map(Expr::logical),
        ExprKind::Cond { test, yes, no } => truth(test).map(|v| if v { (**yes).clone() } else { (**no).clone() }),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), l, r) => {
            let (known, other) = match (truth(l), truth(r)) {
                (Some(v), _) => (v, r),
                (_, Some(v)) => (v, l),
                _ => return None,
            };
            // What decides alone, and what says nothing.
            Some(if known == (*op == BinaryOp::Or) { Expr::logical(known) } else { (**other).clone() })
        }
        _ => None,
    }
}

fn truth(e: &Expr) -> Option<bool> {
    if let ExprKind::Logical(v) = e.bare().kind { Some(v) } else { None }
}

/// The statements of a block without those that are never reached.
pub(crate) fn reached(u: &mut Unit, block: &[StmtId]) -> Block {
    let mut out = Block::new();
    for &id in block {
        let mut kind = u.stmts[id].kind.clone();
        if let StmtKind::If(i) = &kind
            && let Some(chosen) = u.stmts[id].label.is_none().then(|| chosen(i)).flatten()
        {
            match chosen {
                Chosen::Block(body) => {
                    out.extend(reached(u, &body));
                    continue;
                }
                Chosen::Test(rest) => kind = StmtKind::If(rest),
            }
        }
        for b in kind.blocks_mut() {
            *b = reached(u, b);
        }
        u.stmts[id].kind = kind;
        out.push(id);
    }
    out
}

/// What is left of an IF.
enum Chosen {
    Block(Block),
    Test(If),
}

/// `None`: all of it.
fn chosen(i: &If) -> Option<Chosen> {
    if i.arms.iter().all(|a| truth(&a.test).is_none()) {
        return None;
    }
    let mut arms: Vec<Arm> = Vec::new();
    let mut otherwise = i.otherwise.clone();
    for a in &i.arms {
        match truth(&a.test) {
            Some(false) => {}
            Some(true) => {
                otherwise = Some(a.body.clone());
                break;
            }
            None => arms.push(a.clone()),
        }
    }
    Some(match arms.is_empty() {
        true => Chosen::Block(otherwise.unwrap_or_default()),
        false => Chosen::Test(If { one_line: i.one_line && arms.len() == 1 && otherwise.is_none(), arms, otherwise }),
    })
}
