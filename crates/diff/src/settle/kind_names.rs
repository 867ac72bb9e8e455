//! What is generated has the kind of what it stands beside, by the name that this kind has where that is declared: a function of a module may have a kind
//! whose name its caller does not see. There it is spelled as in the arguments of the unit, or by a number.

use il::{Expr, ExprKind, Program, ScalarClass, ScopeId, StmtId};

use crate::output::Derivative;

/// Renames the kinds of literals in all derivatives that their originals could not name.
pub fn settle(p: &mut Program, derivatives: &[Derivative]) {
    for d in derivatives {
        let scope = p.units[d.original].scope;
        let ids: Vec<StmtId> = p.units[d.generated].stmts.ids().collect();
        let mut names: Vec<String> = Vec::new();
        for &id in &ids {
            p.units[d.generated].stmts[id].kind.exprs(&mut |e| e.walk(&mut |x| names.extend(kind_name(x))));
        }
        names.sort();
        names.dedup();
        names.retain(|n| is_unknown(p, scope, d, n));
        if names.is_empty() {
            continue;
        }
        for id in ids {
            p.units[d.generated].stmts[id].kind.exprs_mut(&mut |e: &mut Expr| {
                e.rewrite(&mut |x| {
                    if kind_name(x).is_some_and(|n| names.contains(&n))
                        && let ExprKind::Real { ty, .. } = &mut x.kind
                    {
                        ty.kind_name = None;
                        let complex = ty.class == ScalarClass::Complex;
                        ty.spelling = format!("real({})", if complex { ty.bytes / 2 } else { ty.bytes });
                    }
                });
            });
        }
    }
}

fn kind_name(e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Real { ty, .. } => ty.kind_name.clone(),
        _ => None,
    }
}

/// Neither the original nor its derivative has a meaning for the name.
fn is_unknown(p: &Program, scope: ScopeId, d: &Derivative, name: &str) -> bool {
    p.lookup(scope, name).is_none() && p.lookup(p.units[d.generated].scope, name).is_none() && !is_in_blocks(p, d, name)
}

/// A name of a BLOCK of the original.
fn is_in_blocks(p: &Program, d: &Derivative, name: &str) -> bool {
    let u = &p.units[d.original];
    let mut found = false;
    u.walk(&u.body, &mut |_, s| {
        if let il::StmtKind::Scope { scope, .. } = &s.kind {
            found |= p.lookup(*scope, name).is_some();
        }
    });
    found
}
