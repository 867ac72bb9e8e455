//! Statements that take a value together with what a variable holds, so that the order in which that is done makes no difference: `s = s + e`, `p = p*e`,
//! `m = max(m, e)`, `if (e > m) m = e`, whatever `e` is.

use il::stmt::If;
use il::{BinaryOp, Expr, ExprKind, StmtId, StmtKind, SymbolId, Unit};

use crate::loop_dependence::is_increment;

/// By which operator (as clauses of OpenMP call it) a statement takes a value together with which place. The value may name the same variable: see [`only`].
pub fn fold(u: &Unit, id: StmtId) -> Option<(&'static str, &Expr)> {
    let kind = &u.stmts[id].kind;
    match kind {
        StmtKind::Assign { lhs, rhs } => {
            let op = match &rhs.bare().kind {
                _ if is_increment(kind) => "+",
                ExprKind::Binary(BinaryOp::Mul, ..) if is_factor(rhs, lhs) => "*",
                ExprKind::Intrinsic(f, args) if args.iter().any(|a| a.value.bare() == lhs) => {
                    ["max", "min"].into_iter().find(|n| *n == f.name())?
                }
                ExprKind::Cond { test, yes, no } => chosen(test, yes, no, lhs)?,
                _ => return None,
            };
            Some((op, lhs))
        }
        // `if (e > m) m = e`.
        StmtKind::If(If { arms, otherwise: None, .. }) => {
            let [arm] = arms.as_slice() else { return None };
            let [only] = inner(u, &arm.body)? else { return None };
            let StmtKind::Assign { lhs, rhs } = &u.stmts[*only].kind else { return None };
            Some((chosen(&arm.test, rhs, lhs, lhs)?, lhs))
        }
        _ => None,
    }
}

/// How often a statement and those inside it name a variable, where all that it does is to take a value together with it: the value itself names it nowhere.
pub fn times(op: &str, u: &Unit, id: StmtId) -> usize {
    let conditional =
        matches!(&u.stmts[id].kind, StmtKind::Assign { rhs, .. } if matches!(rhs.bare().kind, ExprKind::Cond { .. }));
    if conditional && op != "+" && op != "*" { 3 } else { 2 }
}

/// The operator by which all statements of a block that name a variable take values together with it, if they do nothing else with it.
pub fn only(u: &Unit, block: &[StmtId], s: SymbolId) -> Option<&'static str> {
    let mut op = None;
    all(u, block, s, &mut op).then_some(op).flatten()
}

fn all(u: &Unit, block: &[StmtId], s: SymbolId, op: &mut Option<&'static str>) -> bool {
    block.iter().all(|&id| {
        if !u.mentions(&[id], s) || matches!(u.stmts[id].kind, StmtKind::Declare(_)) {
            return true;
        }
        if let Some((found, place)) = fold(u, id)
            && place.root() == Some(s)
            && place.positions().iter().all(|e| !e.mentions(s))
            && op.is_none_or(|o| o == found)
            && mentions(u, id, s) == times(found, u, id)
        {
            *op = Some(found);
            return true;
        }
        let kind = &u.stmts[id].kind;
        !kind.blocks().is_empty() && !kind.mentions(s) && kind.blocks().into_iter().all(|b| all(u, b, s, op))
    })
}

fn mentions(u: &Unit, id: StmtId, s: SymbolId) -> usize {
    let mut n = 0;
    u.walk(&[id], &mut |_, stmt| {
        stmt.kind.exprs(&mut |e| e.walk(&mut |x| n += usize::from(matches!(x.kind, ExprKind::Var(v) if v == s))));
    });
    n
}

/// `max` or `min` of two values, of which a test chooses one.
pub fn extreme(test: &Expr, yes: &Expr, no: &Expr) -> Option<&'static str> {
    chosen(test, yes, no, yes.bare())
}

/// What stands in a block, and in the only block in it.
fn inner<'u>(u: &'u Unit, block: &'u [StmtId]) -> Option<&'u [StmtId]> {
    let [only] = block else { return None };
    if let StmtKind::Scope { body, .. } = &u.stmts[*only].kind { inner(u, body) } else { Some(block) }
}

fn is_factor(e: &Expr, place: &Expr) -> bool {
    if let ExprKind::Binary(BinaryOp::Mul, a, b) = &e.bare().kind {
        return is_factor(a, place) || is_factor(b, place);
    }
    e.bare() == place
}

/// `max` or `min` of the place and the value that is taken where a test holds.
fn chosen(test: &Expr, yes: &Expr, no: &Expr, place: &Expr) -> Option<&'static str> {
    let ExprKind::Binary(op, a, b) = &test.bare().kind else { return None };
    let greater = match op {
        BinaryOp::Gt | BinaryOp::Ge => true,
        BinaryOp::Lt | BinaryOp::Le => false,
        _ => return None,
    };
    let (a, b, yes, no) = (a.bare(), b.bare(), yes.bare(), no.bare());
    // The one that is taken stands on the left of `>`: the greater one is.
    let takes_left = (a, b) == (yes, no);
    let takes_right = (b, a) == (yes, no);
    let known = (yes == place || no == place) && yes != no;
    match () {
        () if known && takes_left => Some(if greater { "max" } else { "min" }),
        () if known && takes_right => Some(if greater { "min" } else { "max" }),
        () => None,
    }
}
