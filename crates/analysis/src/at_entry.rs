//! Expressions over the parameters of a procedure that mean the same wherever they stand: extents, ends of loops.
//!
//! A local that one statement of the outermost block sets is replaced by its value; parameters must not change.

use il::stores::{self, How};
use il::symbol::Storage;
use il::{Expr, ExprKind, Program, StmtId, StmtKind, SymbolId, Type, UnitId};

/// The value that an expression has wherever it is evaluated, over the parameters; `None` when it is another one here and there.
pub fn at_entry(p: &Program, unit: UnitId, e: &Expr) -> Option<Expr> {
    at_entry_with(p, unit, e, &|_| false)
}

/// The same of an extent of an array of C. What it reads through pointers is what lies there on entry, as far as nothing leaves the procedure before it is
/// read: what changes later is refused (RT0435).
pub fn extent_at_entry(p: &Program, unit: UnitId, array: SymbolId, e: &Expr) -> Option<Expr> {
    let declares = |id: &StmtId| matches!(&p.units[unit].stmts[*id].kind, StmtKind::Declare(l) if l.contains(&array));
    let declared = p.units[unit].body.iter().position(declares).unwrap_or(usize::MAX);
    Search { p, unit, on_entry: &|_| false, read_until: first_exit(p, unit) }.value(e, 0, declared)
}

/// The same of an expression in which some parameters already stand for the value that they have on entry, though the procedure changes them.
pub fn at_entry_with(p: &Program, unit: UnitId, e: &Expr, on_entry: &dyn Fn(SymbolId) -> bool) -> Option<Expr> {
    Search { p, unit, on_entry, read_until: 0 }.value(e, 0, 0)
}

struct Search<'a> {
    p: &'a Program,
    unit: UnitId,
    /// These parameters stand for the value that they have on entry.
    on_entry: &'a dyn Fn(SymbolId) -> bool,
    /// Statements of the outermost block up to here see behind pointers what lies there on entry.
    read_until: usize,
}

impl Search<'_> {
    /// The value of an expression that a statement of the outermost block evaluates.
    fn value(&self, e: &Expr, depth: u32, statement: usize) -> Option<Expr> {
        let (p, unit) = (self.p, self.unit);
        let mut out = e.clone();
        let mut known = depth < 10;
        out.rewrite(&mut |x| match &x.kind {
            ExprKind::Var(s) => {
                let Some(v) = p.variable(*s) else { return };
                match v.storage {
                    Storage::Local if !v.saved && v.init.is_none() => {
                        let inner = Search { on_entry: &|_| false, ..*self };
                        let value = only_value(p, unit, *s).filter(|_| known);
                        match value.and_then(|(at, value)| inner.value(value, depth + 1, at)) {
                            Some(value) => *x = Expr::unary(il::UnaryOp::Paren, as_declared(p, *s, value)),
                            None => known = false,
                        }
                    }
                    Storage::Dummy(_) => known &= (self.on_entry)(*s) || !is_changed(p, unit, *s),
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
                let changes = matches!(il::typing::type_of(p, q), Type::Pointer { to_const: false, .. });
                known &= statement < self.read_until || !changes;
            }
        });
        if known && depth == 0 {
            simplify_parens(&mut out);
        }
        known.then_some(out)
    }
}

/// The first statement of the outermost block in which control may leave the procedure or jump.
fn first_exit(p: &Program, unit: UnitId) -> usize {
    let u = &p.units[unit];
    let leaves = |id: &StmtId| {
        let mut found = false;
        u.walk(&[*id], &mut |_, s| {
            found |= matches!(s.kind, StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Stop { .. });
        });
        found
    };
    u.body.iter().position(leaves).unwrap_or(usize::MAX)
}

/// The value of a pointer, which may be given as `void *`, of the type that the pointer has.
fn as_declared(p: &Program, pointer: SymbolId, value: Expr) -> Expr {
    match p.symbol_type(pointer) {
        Some(ty @ Type::Pointer { .. }) if il::typing::type_of(p, &value) != *ty => {
            ExprKind::Cast(ty.clone(), Box::new(value)).into()
        }
        _ => value,
    }
}

/// Parentheses around names and places say nothing.
fn simplify_parens(e: &mut Expr) {
    e.rewrite(&mut |x| {
        if let ExprKind::Unary(il::UnaryOp::Paren, inner) = &x.kind
            && (inner.is_reference() || inner.as_int().is_some())
        {
            *x = (**inner).clone();
        }
    });
}

/// The value of a variable that one statement of the outermost block sets, and which statement this is.
fn only_value(p: &Program, unit: UnitId, symbol: SymbolId) -> Option<(usize, &Expr)> {
    let u = &p.units[unit];
    let mut found = None;
    for (at, id) in u.body.iter().enumerate() {
        if let StmtKind::Assign { lhs, rhs } = &u.stmts[*id].kind
            && lhs.kind == ExprKind::Var(symbol)
        {
            found = Some((at, rhs));
        }
    }
    (changes(p, unit, symbol) == 1).then_some(found).flatten()
}

fn is_changed(p: &Program, unit: UnitId, symbol: SymbolId) -> bool {
    changes(p, unit, symbol) > 0
}

/// How many statements set a variable itself or take its address.
fn changes(p: &Program, unit: UnitId, symbol: SymbolId) -> usize {
    let mut n = 0;
    let declares = |how: How| how == How::Declared;
    stores::each_in(p, unit, &p.units[unit].body, &mut |s| {
        n += usize::from(s.symbol == Some(symbol) && s.is_own(p) && !declares(s.how));
    });
    n
}
