//! C: memory with derivatives that is counted in bytes, `(double *)(memory + k)`. With several directions a derivative has more bytes than what it is the
//! derivative of, and nobody says how many of the bytes in `k` are numbers.

use il::{BinaryOp, Diagnostic, Expr, ExprKind, Program, ScalarClass, Type};

use crate::facts::Facts;

/// The errors for all differentiated units: one for each statement.
pub(crate) fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let zones = facts.analysis.zones();
    // Text beside numbers, in a component of its own.
    let is_text = |e: &Expr| {
        let behind = zones.behind(p, e);
        let constant = matches!(il::typing::type_of(p, e), Type::Pointer { to_const: true, .. });
        matches!(e.uncast().kind, ExprKind::Field { .. })
            && (constant || !behind.is_empty())
            && !behind.iter().any(|z| zones.zone(*z).differentiable)
    };
    let counts_bytes = |e: &Expr| {
        let byte = |to: &Type| match to {
            Type::Void => true,
            Type::Scalar(s) => s.class == ScalarClass::Integer && s.bytes == 1,
            _ => false,
        };
        matches!(il::typing::type_of(p, e), Type::Pointer { to, .. } if byte(&to))
            && e.root().is_some_and(|root| facts.owns(root))
            && !is_text(e)
    };
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |_, stmt| {
            let mut found = false;
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    found |= match &x.kind {
                        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, l, r) => counts_bytes(l) || counts_bytes(r),
                        ExprKind::Address(place) => {
                            matches!(&place.kind, ExprKind::Index { base, .. } if counts_bytes(base))
                        }
                        _ => false,
                    };
                });
            });
            if found {
                out.push(
                    Diagnostic::error("RT0440", stmt.span, "memory with derivatives is counted in bytes here")
                        .label("the derivatives for several directions lie further from each other")
                        .note("count in numbers, by pointers to them, or differentiate in one direction at a time, without -vector"),
                );
            }
        });
    }
    out
}
