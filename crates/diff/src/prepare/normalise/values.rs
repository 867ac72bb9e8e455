//! Arguments by value that a procedure changes.
//!
//! What comes by value (all scalars and structures of C, VALUE of Fortran) is a local of the callee, and its adjoint goes back to the caller by
//! addition. Where the callee assigns to it, the adjoint of the local must start from zero, not from what the caller has added
//! so far: the local gets a name of its own, `x0 = x`, and the argument is only read.

use il::{Block, Expr, ExprKind, Program, StmtKind, Storage, SymbolId, Type, UnitId, Variable};

use super::fresh;

/// Gives the arguments by value that `unit` changes their locals; these, and the statements that set them.
pub(super) fn separate(p: &mut Program, unit: UnitId) -> (Vec<SymbolId>, Block) {
    let mut locals = Vec::new();
    let mut first = Block::new();
    for s in p.units[unit].params.clone() {
        let Some(v) = p.variable(s) else { continue };
        let number = matches!(v.ty, Type::Scalar(_) | Type::Record(_)) && p.is_differentiable(&v.ty);
        if !v.by_value || !number || !is_changed(p, unit, s) {
            continue;
        }
        let (name, ty) = (p.symbols[s].name.clone(), v.ty.clone());
        let local = fresh(p, unit, &name, Variable::new(ty, Storage::Local));
        for stmt in p.units[unit].all_stmts() {
            p.units[unit].stmts[stmt].kind.exprs_mut(&mut |e| {
                e.rewrite(&mut |x| {
                    if x.kind == ExprKind::Var(s) {
                        x.kind = ExprKind::Var(local);
                    }
                })
            });
        }
        let kind = StmtKind::Assign { lhs: Expr::var(local), rhs: Expr::var(s) };
        first.push(p.units[unit].add(kind));
        locals.push(local);
    }
    (locals, first)
}

/// Whether a statement may change what `s` holds itself: assigns to it or a part of it, or lets something have its address.
pub(crate) fn is_changed(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let u = &p.units[unit];
    let own = |e: &Expr| e.is_reference() && e.root() == Some(s) && !goes_through_pointer(e);
    let mut found = false;
    u.walk(&u.body, &mut |_, stmt| {
        match &stmt.kind {
            StmtKind::Assign { lhs, .. } => found |= own(lhs),
            StmtKind::Opaque { writes, .. } => found |= writes.iter().any(own),
            StmtKind::Call { args, .. } if u.language == il::Language::Fortran => {
                found |= args.iter().any(|a| own(&a.value))
            }
            _ => {}
        }
        let mut only_read = 0;
        if let StmtKind::Call { callee, args, .. } = &stmt.kind {
            only_read += given_to_readers(p, *callee, args, &own);
        }
        let mut addresses = 0;
        stmt.kind.exprs(&mut |e| {
            e.walk(&mut |x| match &x.kind {
                ExprKind::Address(inner) => addresses += usize::from(own(inner)),
                ExprKind::Call { args, .. } if u.language == il::Language::Fortran => {
                    found |= args.iter().any(|a| own(&a.value))
                }
                ExprKind::Call { callee, args } => only_read += given_to_readers(p, *callee, args, &own),
                _ => {}
            })
        });
        found |= addresses > only_read;
    });
    found
}

/// How many arguments are the address of what `own` says, for a parameter that is a pointer to constants.
fn given_to_readers(p: &Program, callee: SymbolId, args: &[il::Arg], own: &dyn Fn(&Expr) -> bool) -> usize {
    let Some(unit) = p.callee(callee) else { return 0 };
    let given = |a: &il::Arg| matches!(&a.value.kind, ExprKind::Address(inner) if own(inner));
    p.units[unit].params.iter().zip(args).filter(|(param, a)| p.leads_to_constants(**param) && given(a)).count()
}

/// Whether a reference leads to another object.
fn goes_through_pointer(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |x| found |= matches!(x.kind, ExprKind::Deref(_)));
    found
}
