//! What is private to the threads of a loop or a region, and has behind it the value that it had in front: another variable, for all that knows nothing of threads.

use il::symbol::SymbolKind;
use il::{Block, Expr, ExprKind, Program, StmtId, StmtKind, Storage, SymbolId, Type, UnitId, Upper};

use il::locals::{declare, fresh};

/// A variable that statements have for themselves.
#[derive(Clone, Debug)]
pub struct Owned {
    pub stmts: Block,
    pub symbol: SymbolId,
    /// It begins with the value in front of them.
    pub begins: bool,
}

/// Whether a variable of the same kind can be declared, and given the value of another one.
pub fn can_be(p: &Program, unit: UnitId, symbol: SymbolId, begins: bool) -> bool {
    let Some(v) = p.variable(symbol) else { return false };
    match &v.ty {
        Type::Scalar(_) => !v.pointer && !v.optional,
        Type::Array { dims, .. } if p.units[unit].language.computes_with_arrays() => {
            let local = v.storage == Storage::Local || dims.iter().all(|d| matches!(d.upper, Upper::At(_)));
            local && !v.pointer && !v.optional && !v.allocatable
        }
        Type::Array { .. } => v.storage == Storage::Local && !begins,
        Type::Pointer { .. } | Type::Record(_) => v.storage == Storage::Local && !v.pointer,
        Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => false,
    }
}

/// Gives statements a variable of their own.
pub fn rename(p: &mut Program, unit: UnitId, own: Owned) {
    let Some(mut v) = p.variable(own.symbol).cloned() else { return };
    (v.storage, v.intent, v.by_value, v.saved, v.init, v.constant, v.implicit) =
        (Storage::Local, None, false, false, None, false, false);
    let name = format!("{}_own", p.symbols[own.symbol].name);
    let new = fresh(p, unit, &name, v);
    declare(p, unit, &[new]);
    let mut inside: Vec<StmtId> = Vec::new();
    p.units[unit].walk(&own.stmts, &mut |id, _| inside.push(id));
    let renamed = |s: &mut SymbolId| {
        if *s == own.symbol {
            *s = new;
        }
    };
    let rewritten = |e: &mut Expr| {
        if let ExprKind::Var(s) = &mut e.kind {
            renamed(s);
        }
    };
    for id in inside {
        let stmt = &mut p.units[unit].stmts[id];
        stmt.kind.exprs_mut(&mut |e| e.rewrite(&mut |x| rewritten(x)));
        if let StmtKind::Do(d) = &mut stmt.kind {
            renamed(&mut d.var);
            if let Some(said) = &mut d.parallel {
                said.lists_mut(&mut |list| list.iter_mut().for_each(renamed));
                said.exprs_mut(&mut |e| e.rewrite(&mut |x| rewritten(x)));
            }
        }
    }
    if own.begins
        && let Some(first) = own.stmts.first()
    {
        let u = &mut p.units[unit];
        let id = u.add(StmtKind::Assign { lhs: Expr::var(new), rhs: Expr::var(own.symbol) });
        let mut body = std::mem::take(&mut u.body);
        u.insert_before(&mut body, &[(*first, id)].into_iter().collect());
        u.body = body;
    }
    debug_assert!(matches!(p.symbols[new].kind, SymbolKind::Variable(_)));
}
