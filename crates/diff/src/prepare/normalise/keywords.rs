//! Arguments of intrinsics in the order of their dummies: `cmplx(y=b, x=a)` is `cmplx(x=a, y=b)`. Everything behind finds an argument by its position first.

use il::intrinsics::in_order;
use il::{Expr, ExprKind, Program, StmtId, UnitId};

/// Sorts the arguments with keywords of all intrinsics of a unit.
pub(super) fn sort(p: &mut Program, unit: UnitId) {
    let ids: Vec<StmtId> = p.units[unit].stmts.ids().collect();
    for id in ids {
        p.units[unit].stmts[id].kind.exprs_mut(&mut |e: &mut Expr| {
            e.rewrite(&mut |x| {
                if let ExprKind::Intrinsic(f, args) = &mut x.kind
                    && args.iter().any(|a| a.keyword.is_some())
                {
                    *args = in_order(*f, args);
                }
            });
        });
    }
}
