//! Memory that the backward sweep allocates and releases at once, since nothing between needs it: the original's `deallocate` allocates again there,
//! and its `allocate` releases. Both go, and what only said how much it was.

use std::collections::{BTreeMap, BTreeSet};

use analysis::allocation::where_allocated;
use il::{Block, Dim, Expr, ExprKind, StmtId, StmtKind, SymbolId, Unit, UnitId};

use crate::derive::World;

/// Removes such pairs from `body`.
pub(crate) fn idle_allocations(world: &mut World, unit: UnitId, body: &mut Block) {
    let u = &world.out.units[unit];
    let mut pairs = Vec::new();
    let mut look = |block: &Block| {
        for (k, id) in block.iter().enumerate() {
            let idle = |object: &Expr| {
                let mut rest = block[k + 1..].iter();
                rest.find(|s| !passes_by(u, **s, object)).filter(|s| releases(u, **s, object)).copied()
            };
            pairs.extend(allocated(u, *id).and_then(idle).map(|released| (*id, released)));
        }
    };
    look(body);
    u.walk(body, &mut |_, s| s.kind.blocks().into_iter().for_each(&mut look));
    if pairs.is_empty() {
        return;
    }
    let mut gone: BTreeSet<StmtId> = pairs.iter().flat_map(|(a, r)| [*a, *r]).collect();
    let sizes = sizes(u, pairs.iter().map(|(a, _)| *a));
    gone.extend(unread_sizes(world, unit, body, sizes, &gone));
    world.out.units[unit].remove(body, &gone);
}

/// The only object that a statement allocates, with bounds.
fn allocated(u: &Unit, id: StmtId) -> Option<&Expr> {
    let StmtKind::Allocate { objects, options } = &u.stmts[id].kind else { return None };
    let [only] = objects.as_slice() else { return None };
    (options.is_empty() && u.stmts[id].label.is_none()).then_some(&only.object)
}

/// `deallocate (object)`, or `if (allocated(object)) deallocate (object)`.
fn releases(u: &Unit, id: StmtId, object: &Expr) -> bool {
    let releases = |id: StmtId| matches!(&u.stmts[id].kind, StmtKind::Deallocate { objects, options } if options.is_empty() && *objects == [object.clone()]);
    let stmt = &u.stmts[id];
    stmt.label.is_none()
        && match &stmt.kind {
            StmtKind::If(i) => {
                where_allocated(&stmt.kind) == Some(object)
                    && matches!(i.arms[0].body.as_slice(), [only] if releases(*only))
            }
            _ => releases(id),
        }
}

/// Whether a statement is an assignment that has nothing to do with an object, nor with what is in one structure with it.
fn passes_by(u: &Unit, id: StmtId, object: &Expr) -> bool {
    let (stmt, root) = (&u.stmts[id], object.root());
    let mut apart = root.is_some() && stmt.label.is_none() && matches!(stmt.kind, StmtKind::Assign { .. });
    stmt.kind.exprs(&mut |e| apart &= !e.has_call() && root.is_some_and(|s| !e.mentions(s)));
    apart
}

/// The variables that are bounds in allocations.
fn sizes(u: &Unit, allocations: impl Iterator<Item = StmtId>) -> BTreeSet<SymbolId> {
    let mut out = BTreeSet::new();
    for id in allocations {
        let StmtKind::Allocate { objects, .. } = &u.stmts[id].kind else { continue };
        for e in objects.iter().flat_map(|o| &o.dims).flat_map(Dim::bounds) {
            if let ExprKind::Var(s) = e.kind {
                out.insert(s);
            }
        }
    }
    out
}

/// The assignments to local variables that nothing else mentions, without the statements that are gone.
fn unread_sizes(
    world: &World,
    unit: UnitId,
    body: &Block,
    mut sizes: BTreeSet<SymbolId>,
    gone: &BTreeSet<StmtId>,
) -> BTreeSet<StmtId> {
    let local = |s: &SymbolId| world.out.variable(*s).is_some_and(|v| v.is_unsaved_local());
    sizes.retain(|s| world.out.home(*s) == Some(unit) && local(s));
    let (mut set, mut read): (BTreeMap<SymbolId, Vec<StmtId>>, BTreeSet<SymbolId>) = Default::default();
    world.out.units[unit].walk(body, &mut |id, s| match &s.kind {
        _ if gone.contains(&id) => {}
        StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(v), .. }, rhs } if s.label.is_none() && !rhs.has_call() => {
            set.entry(*v).or_default().push(id);
            rhs.collect_symbols(&mut read);
        }
        kind => kind.exprs(&mut |e| e.collect_symbols(&mut read)),
    });
    sizes.iter().filter(|s| !read.contains(s)).flat_map(|s| set.remove(s).unwrap_or_default()).collect()
}
