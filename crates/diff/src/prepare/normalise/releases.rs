//! Allocatable locals that a procedure releases as the last thing it does with them are released by its end anyway (F2018 9.7.3.2). In
//! the adjoint they stay: the backward sweep would only allocate them again, and bring their values back.

use il::{Block, Expr, ExprKind, Program, StmtId, StmtKind, SymbolId, Unit, UnitId};

/// Drops such DEALLOCATE statements of `unit`, alone or under `if (allocated(x))`.
pub(super) fn leave_to_the_end(p: &mut Program, unit: UnitId) {
    if !p.units[unit].language.describes_storage() {
        return;
    }
    for at in (0..p.units[unit].body.len()).rev() {
        let u = &p.units[unit];
        let (id, later) = (u.body[at], u.body[at + 1..].to_vec());
        if u.stmts[id].label.is_some() || jumps(u, &later) {
            continue;
        }
        let ends =
            |e: &Expr| !through_pointer(p, e) && e.root().is_some_and(|s| is_own(p, unit, s) && !u.mentions(&later, s));
        match &u.stmts[id].kind {
            StmtKind::Deallocate { objects, options } if options.is_empty() => {
                let kept: Vec<Expr> = objects.iter().filter(|o| !ends(o)).cloned().collect();
                match kept.is_empty() {
                    true => drop(p.units[unit].body.remove(at)),
                    false => {
                        p.units[unit].stmts[id].kind = StmtKind::Deallocate { objects: kept, options: Vec::new() };
                    }
                }
            }
            StmtKind::If(i) if i.otherwise.is_none() && i.arms.len() == 1 => {
                let releases = |s: &StmtId| matches!(&u.stmts[*s].kind, StmtKind::Deallocate { objects, options } if options.is_empty() && objects.iter().all(ends));
                if is_inquiry(&i.arms[0].test) && i.arms[0].body.iter().all(releases) {
                    p.units[unit].body.remove(at);
                }
            }
            _ => {}
        }
    }
}

/// A variable of this procedure alone.
fn is_own(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| v.is_unsaved_local() && !v.pointer && !v.target)
        && p.symbols[s].scope == p.units[unit].scope
        && p.is_alone_in(unit, s)
}

/// Whether a reference goes through a pointer component: what that leads to is not released by itself.
fn through_pointer(p: &Program, e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |x| {
        if let ExprKind::Field { record, field, .. } = x.kind {
            found |= p.records[record].fields[field].pointer;
        }
    });
    found
}

fn jumps(u: &Unit, block: &Block) -> bool {
    u.any(block, &mut |_, stmt| stmt.kind.jumps_to_labels())
}

/// `allocated(x)`.
fn is_inquiry(e: &Expr) -> bool {
    matches!(&e.bare().kind, ExprKind::Intrinsic(f, _) if f.name() == "allocated")
}
