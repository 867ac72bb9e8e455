//! C: which statements allocate and release memory by calls of the library.

use il::calls::is_new_memory;
use il::typing::type_of;
use il::{Arg, Expr, ExprKind, Program, StmtKind, SymbolId, Type};

/// The allocation in the value of a pointer: the function, and its arguments.
pub fn allocation<'e>(p: &Program, e: &'e Expr) -> Option<(SymbolId, &'e [Arg])> {
    match &e.uncast().kind {
        ExprKind::Call { callee, args } => is_new_memory(p, e).then_some((*callee, args.as_slice())),
        _ => None,
    }
}

/// Whether a statement allocates memory.
pub fn allocates(p: &Program, kind: &StmtKind) -> bool {
    kind.as_assign()
        .is_some_and(|(lhs, rhs)| matches!(type_of(p, lhs), Type::Pointer { .. }) && allocation(p, rhs).is_some())
}

/// The pointer that a statement frees.
pub fn freed<'e>(p: &Program, kind: &'e StmtKind) -> Option<&'e Expr> {
    let StmtKind::Call { callee, args, .. } = kind else { return None };
    let frees = p.symbols[*callee].name == "free" && p.callee(*callee).is_none();
    args.first().filter(|_| frees).map(|a| &a.value)
}
