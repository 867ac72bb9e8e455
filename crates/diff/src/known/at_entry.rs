//! Expressions over the parameters of a procedure that mean the same wherever they stand: extents, ends of loops.
//!
//! A local that one statement of the outermost block sets is replaced by its value; parameters must not change.

use il::symbol::Storage;
use il::{Expr, ExprKind, Program, StmtKind, SymbolId, Type, UnitId};

/// The value that an expression has wherever it is evaluated, over the parameters; `None` when it is another one here and there.
pub fn at_entry(p: &Program, unit: UnitId, e: &Expr) -> Option<Expr> {
    at_depth(p, unit, e, 0, &|_| false)
}

/// The same of an expression in which some parameters already stand for the value that they have on entry, though the procedure changes them.
pub fn at_entry_with(p: &Program, unit: UnitId, e: &Expr, on_entry: &dyn Fn(SymbolId) -> bool) -> Option<Expr> {
    at_depth(p, unit, e, 0, on_entry)
}

fn at_depth(p: &Program, unit: UnitId, e: &Expr, depth: u32, on_entry: &dyn Fn(SymbolId) -> bool) -> Option<Expr> {
    let mut out = e.clone();
    let mut known = depth < 10;
    out.rewrite(&mut |x| match &x.kind {
        ExprKind::Var(s) => {
            let Some(v) = p.variable(*s) else { return };
            match v.storage {
                Storage::Local if !v.saved && v.init.is_none() => match only_value(p, unit, *s) {
                    Some(value) if known => match at_depth(p, unit, value, depth + 1, &|_| false) {
                        Some(value) => *x = Expr::unary(il::UnaryOp::Paren, value),
                        None => known = false,
                    },
                    _ => known = false,
                },
                Storage::Dummy(_) => known &= on_entry(*s) || !is_changed(p, unit, *s),
                Storage::Local | Storage::Result | Storage::Global | Storage::Common => {
                    known &= v.constant && v.init.is_some()
                }
            }
        }
        ExprKind::Call { .. } | ExprKind::Opaque { .. } => known = false,
        _ => {}
    });
    // What lies behind a pointer may change before the original declares the array, unless it can only be read.
    e.walk(&mut |x| {
        if let ExprKind::Deref(q) | ExprKind::Index { base: q, .. } = &x.kind {
            known &= !matches!(il::typing::type_of(p, q), Type::Pointer { to_const: false, .. });
        }
    });
    if known && depth == 0 {
        simplify_parens(&mut out);
    }
    known.then_some(out)
}

/// Parentheses around names and places say nothing.
fn simplify_parens(e: &mut Expr) {
    e.rewrite(&mut |x| {
        if let ExprKind::Unary(il::UnaryOp::Paren, inner) = &x.kind {
            if inner.is_reference() || inner.as_int().is_some() {
                *x = (**inner).clone();
            }
        }
    });
}

/// The value of a variable that one statement of the outermost block sets.
fn only_value(p: &Program, unit: UnitId, symbol: SymbolId) -> Option<&Expr> {
    let u = &p.units[unit];
    let mut found = None;
    for id in &u.body {
        if let StmtKind::Assign { lhs, rhs } = &u.stmts[*id].kind {
            if lhs.kind == ExprKind::Var(symbol) {
                found = Some(rhs);
            }
        }
    }
    (changes(p, unit, symbol) == 1).then_some(found).flatten()
}

fn is_changed(p: &Program, unit: UnitId, symbol: SymbolId) -> bool {
    changes(p, unit, symbol) > 0
}

/// How many statements set a variable or take its address.
fn changes(p: &Program, unit: UnitId, symbol: SymbolId) -> usize {
    let u = &p.units[unit];
    let mut n = 0;
    u.walk(&u.body, &mut |_, s| {
        n += usize::from(match &s.kind {
            StmtKind::Assign { lhs, .. } => lhs.kind == ExprKind::Var(symbol),
            StmtKind::Do(d) => d.var == symbol,
            StmtKind::Opaque { writes, .. } => writes.iter().any(|w| w.root() == Some(symbol)),
            _ => false,
        });
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                n += usize::from(matches!(&x.kind, ExprKind::Address(y) if y.kind == ExprKind::Var(symbol)));
            });
        });
    });
    n
}
