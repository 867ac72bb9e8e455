//! C: the code that an exchange returns. `rc = MPI_Send(…)` is the exchange and `rc = MPI_SUCCESS` while derivatives are made, since an exchange is a
//! statement there: what returns without success ends the program, unless the user asked for codes. In what is generated the two stand together again, so that
//! codes are looked at as in the original.

use std::mem;

use il::expr::Literal;
use il::{Block, Expr, ExprKind, Program, Stmt, StmtId, StmtKind, UnitId};

const SUCCESS: &str = "MPI_SUCCESS";

/// Takes the exchanges of a unit that are values of assignments apart.
pub(crate) fn take_apart(p: &mut Program, unit: UnitId) {
    if p.units[unit].language.returns_expressions() {
        let body = mem::take(&mut p.units[unit].body);
        p.units[unit].body = apart(p, unit, body);
    }
}

fn apart(p: &mut Program, unit: UnitId, statements: Block) -> Block {
    let mut out = Block::new();
    for id in statements {
        let mut s = mem::replace(&mut p.units[unit].stmts[id], Stmt::from(StmtKind::Nop));
        for inner in s.kind.blocks_mut() {
            *inner = apart(p, unit, mem::take(inner));
        }
        if let StmtKind::Assign { rhs, .. } = &mut s.kind
            && let ExprKind::Call { callee, args } = &rhs.bare().kind
            && p.described(*callee).is_some_and(|d| d.transfer.is_some())
        {
            let call = StmtKind::Call { callee: *callee, args: args.clone(), alternates: Vec::new() };
            *rhs = ExprKind::Integer { value: 0, text: Literal(Some(SUCCESS.into())), ty: None }.into();
            let exchange = p.units[unit].add(call);
            let front = &mut p.units[unit].stmts[exchange];
            front.span = s.span;
            front.comments = mem::take(&mut s.comments);
            front.label = s.label.take();
            front.directives = mem::take(&mut s.directives);
            out.push(exchange);
        }
        p.units[unit].stmts[id] = s;
        out.push(id);
    }
    out
}

/// Puts them together again in the statements of a unit.
pub(crate) fn put_together(p: &mut Program, unit: UnitId) {
    if p.units[unit].language.returns_expressions() {
        let body = mem::take(&mut p.units[unit].body);
        p.units[unit].body = together(p, unit, body);
    }
}

fn together(p: &mut Program, unit: UnitId, statements: Block) -> Block {
    let mut out = Block::new();
    for id in statements {
        let mut inner: Vec<Block> = p.units[unit].stmts[id].kind.blocks_mut().into_iter().map(mem::take).collect();
        for block in &mut inner {
            *block = together(p, unit, mem::take(block));
        }
        for (place, block) in p.units[unit].stmts[id].kind.blocks_mut().into_iter().zip(inner) {
            *place = block;
        }
        let returns = matches!(&p.units[unit].stmts[id].kind, StmtKind::Assign { rhs, .. } if is_success(rhs));
        let declared = out.iter().rev().take_while(|s| matches!(p.units[unit].stmts[**s].kind, StmtKind::Declare(_)));
        let declared = out.len() - declared.count();
        if let Some(at) = returns.then(|| exchange_of(p, unit, &out[..declared])).flatten() {
            let exchange = out[at];
            let mut front = mem::replace(&mut p.units[unit].stmts[exchange], Stmt::from(StmtKind::Nop));
            let s = &mut p.units[unit].stmts[id];
            if let (StmtKind::Assign { rhs, .. }, StmtKind::Call { callee, args, .. }) = (&mut s.kind, front.kind) {
                *rhs = ExprKind::Call { callee, args }.into();
            }
            front.kind = mem::replace(&mut s.kind, StmtKind::Nop);
            front.comments.append(&mut s.comments);
            front.label = front.label.take().or(s.label.take());
            p.units[unit].stmts[exchange] = front;
            // What holds the code is declared in front of it.
            out[at..].rotate_left(declared - at);
            continue;
        }
        out.push(id);
    }
    out
}

/// Where the exchange stands whose code is wanted behind these statements: the last one, or the one in front of it, of which that is the derivative.
fn exchange_of(p: &Program, unit: UnitId, block: &[StmtId]) -> Option<usize> {
    let callee = |at: usize| {
        let StmtKind::Call { callee, .. } = &p.units[unit].stmts[*block.get(at)?].kind else { return None };
        Some(p.symbols[*callee].name.as_str())
    };
    let last = block.len().checked_sub(1)?;
    let (here, before) = (callee(last)?, last.checked_sub(1).and_then(callee));
    let is_derivative = |name: &str| here == name || here.starts_with("adMpi_");
    if before.is_some_and(|name| name.starts_with("MPI_") && is_derivative(name)) {
        return Some(last - 1);
    }
    here.starts_with("MPI_").then_some(last)
}

/// Whether a value is the one that [`take_apart`] wrote.
fn is_success(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Integer { value: 0, text, .. } if text.0.as_deref() == Some(SUCCESS))
}
