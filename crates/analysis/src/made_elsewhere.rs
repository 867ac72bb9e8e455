//! C: objects that one call makes and another one releases, `p = plan_new(n); …; plan_free(p);`, neither of which is differentiated.
//!
//! The backward sweep still reads what is in them, so the forward sweep releases nothing; they are released where the adjoint of the call that made
//! them would stand. What is asked of them makes that easy: the pointer is set once, outside of loops, and handed to nobody who could change it.

use il::stores::{self, How};
use il::symbol::Storage;
use il::{Arg, BinaryOp, Block, Expr, ExprKind, Language, Program, StmtId, StmtKind, SymbolId, Type, UnaryOp, UnitId};

/// Such an object.
pub struct Made {
    /// The pointer to it.
    pub pointer: SymbolId,
    /// The call that releases it, the first one if there are several.
    pub released: StmtKind,
    /// Whether the procedure asks whether there is an object.
    pub may_be_absent: bool,
}

/// The object whose pointer a statement sets.
pub fn made_by(p: &Program, unit: UnitId, stmt: StmtId) -> Option<Made> {
    let u = &p.units[unit];
    let StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(pointer), .. }, rhs } = &u.stmts[stmt].kind else {
        return None;
    };
    let pointer = *pointer;
    let v = p.variable(pointer)?;
    let local = v.storage == Storage::Local && !v.saved && matches!(v.ty, Type::Pointer { .. });
    let ExprKind::Call { callee, .. } = rhs.uncast().kind else { return None };
    if u.language != Language::C || !local || il::calls::is_new_memory(p, rhs) || p.procedure(callee).is_none() {
        return None;
    }
    let (mut set, mut elsewhere, mut in_loop, mut may_be_absent) = (0, false, false, false);
    let mut released = None;
    u.walk(&u.body, &mut |_, s| {
        if matches!(s.kind, StmtKind::Do(_) | StmtKind::While { .. } | StmtKind::Until { .. } | StmtKind::Loop { .. }) {
            let inner: Block = s.kind.blocks().into_iter().flatten().copied().collect();
            u.walk(&inner, &mut |id, _| in_loop |= id == stmt);
        }
        match &s.kind {
            StmtKind::Call { callee, args, .. } if releases(p, *callee) && is_handed(args, pointer) => {
                released.get_or_insert_with(|| s.kind.clone());
                return;
            }
            StmtKind::If(i) => may_be_absent |= i.arms.iter().any(|a| asks(&a.test, pointer)),
            _ => {}
        }
        // By labels one comes back, too.
        elsewhere |= s.kind.jumps_to_labels();
        stores::each(p, unit, &s.kind, &mut |store| match store.how {
            How::Declared => {}
            How::Assigned if store.symbol == Some(pointer) && store.is_whole() => set += 1,
            How::Assigned | How::Counts | How::Associated | How::Allocated | How::Given | How::Addressed => {
                elsewhere |= store.symbol == Some(pointer) && store.is_own(p);
            }
        });
    });
    let released = released.filter(|_| set == 1 && !elsewhere && !in_loop)?;
    Some(Made { pointer, released, may_be_absent })
}

/// Whether what a pointer leads to is released by the adjoint of the call that made it.
pub fn is_released_later(p: &Program, unit: UnitId, pointer: &Expr) -> bool {
    let ExprKind::Var(s) = pointer.uncast().kind else { return false };
    let u = &p.units[unit];
    let mut found = false;
    u.walk(&u.body, &mut |id, stmt| {
        let sets = matches!(&stmt.kind, StmtKind::Assign { lhs, .. } if lhs.kind == ExprKind::Var(s));
        found |= sets && made_by(p, unit, id).is_some();
    });
    found
}

/// Whether a call is given the pointer, or its address, and nothing else.
fn is_handed(args: &[Arg], pointer: SymbolId) -> bool {
    let [only] = args else { return false };
    match &only.value.uncast().kind {
        ExprKind::Var(s) => *s == pointer,
        ExprKind::Address(x) => x.kind == ExprKind::Var(pointer),
        _ => false,
    }
}

/// Whether a procedure is `free`, or does nothing but free what it is given.
fn releases(p: &Program, callee: SymbolId) -> bool {
    let Some(unit) = p.callee(callee) else { return p.symbols[callee].name == "free" };
    let u = &p.units[unit];
    let own = |s: SymbolId| p.home(s) == Some(unit);
    let (mut frees, mut other) = (false, u.body.is_empty());
    u.walk(&u.body, &mut |_, s| match &s.kind {
        StmtKind::Call { callee, .. } if p.callee(*callee) != Some(unit) && releases(p, *callee) => frees = true,
        // A pointer to what is gone becomes null.
        StmtKind::Assign { lhs, rhs } => {
            let variable = matches!(lhs.kind, ExprKind::Var(s) if own(s));
            other |= rhs.has_call() || !variable && !rhs.is_null_pointer();
        }
        StmtKind::If(_)
        | StmtKind::Do(_)
        | StmtKind::While { .. }
        | StmtKind::Declare(_)
        | StmtKind::Return(_)
        | StmtKind::Scope { .. }
        | StmtKind::Nop => {}
        _ => other = true,
    });
    frees && !other
}

/// Whether a test asks whether a pointer is null.
fn asks(test: &Expr, pointer: SymbolId) -> bool {
    let is_it = |e: &Expr| e.uncast().kind == ExprKind::Var(pointer);
    match &test.bare().kind {
        ExprKind::Unary(UnaryOp::Not, x) => asks(x, pointer),
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, l, r) => asks(l, pointer) || asks(r, pointer),
        ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, l, r) => {
            is_it(l) && r.is_null_pointer() || is_it(r) && l.is_null_pointer()
        }
        _ => is_it(test),
    }
}
