//! STAT= sets a variable of its own (adjoint mode): `allocate (a(n), stat=ierr)` is `allocate (a(n), stat=stat)` and `ierr = stat`. Memory is released later
//! than in the original, if it was allocated at all: `deallocate (a, stat=ierr)` is `deallocate (a)` and `ierr = 0`.
//!
//! What becomes of `ierr`, which may be a subscript or decide a test, is an assignment like any other then. It stands behind the statement: what is
//! allocated, its bounds and the value of SOURCE= may be made of the old value.

use std::mem;

use il::typing::type_of;
use il::{Arg, Block, Expr, Program, Stmt, StmtKind, Storage, SymbolId, UnitId, Variable};

/// Takes STAT= out of the statements of `unit`; gives the variables that are new.
pub(super) fn take_apart(p: &mut Program, unit: UnitId) -> Vec<SymbolId> {
    let mut declared = Vec::new();
    if p.units[unit].language.describes_storage() {
        let mut body = mem::take(&mut p.units[unit].body);
        block(p, unit, &mut body, &mut declared);
        p.units[unit].body = body;
    }
    declared
}

fn block(p: &mut Program, unit: UnitId, statements: &mut Block, declared: &mut Vec<SymbolId>) {
    for id in mem::take(statements) {
        let mut stmt = mem::replace(&mut p.units[unit].stmts[id], Stmt::from(StmtKind::Nop));
        for inner in stmt.kind.blocks_mut() {
            block(p, unit, inner, declared);
        }
        if let StmtKind::If(i) = &mut stmt.kind {
            i.one_line &= i.arms.iter().all(|a| a.body.len() == 1);
        }
        let after = assignment(p, unit, &mut stmt.kind, declared);
        let span = stmt.span;
        p.units[unit].stmts[id] = stmt;
        statements.push(id);
        if let Some(kind) = after {
            let set = p.units[unit].add(kind);
            p.units[unit].stmts[set].span = span;
            statements.push(set);
        }
    }
}

/// What sets the variable that STAT= named.
fn assignment(p: &mut Program, unit: UnitId, kind: &mut StmtKind, declared: &mut Vec<SymbolId>) -> Option<StmtKind> {
    let is_status = |a: &Arg| a.is_named("stat");
    if let StmtKind::Deallocate { options, .. } = kind {
        let lhs = options.iter().find(|a| is_status(a))?.value.clone();
        // ERRMSG= says nothing where all goes well.
        options.clear();
        return Some(StmtKind::Assign { lhs, rhs: Expr::int(0) });
    }
    let StmtKind::Allocate { options, .. } = kind else { return None };
    let option = options.iter_mut().find(|a| is_status(a))?;
    let status = il::locals::fresh(p, unit, "stat", Variable::new(type_of(p, &option.value), Storage::Local));
    declared.push(status);
    let lhs = mem::replace(&mut option.value, Expr::var(status));
    Some(StmtKind::Assign { lhs, rhs: Expr::var(status) })
}
