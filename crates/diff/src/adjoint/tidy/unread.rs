//! What the sweeps set and never read: which way was taken, where a number of turns says it too; in C local pointers, of which compilers warn
//! (`-Wunused-but-set-variable`).
//!
//! A pointer and its derivative are followed together; where a procedure needs only the derivative, what sets the other one goes.

use std::collections::{BTreeMap, BTreeSet};

use il::{Block, Expr, ExprKind, StmtId, StmtKind, SymbolId, TapeId, Type, UnitId};

use crate::derive::World;

/// Removes the records of ways that nothing in `body` asks for, and the assignments to pointers that nothing else mentions, until there are none.
pub(crate) fn unread(world: &mut World, unit: UnitId, body: &mut Block) {
    let ways = unread_ways(world, unit, body);
    if !ways.is_empty() {
        world.out.units[unit].remove(body, &ways);
    }
    if !world.out.units[unit].language.points_by_address() {
        return;
    }
    loop {
        let found = unread_once(world, unit, body);
        if found.is_empty() {
            return;
        }
        world.out.units[unit].remove(body, &found);
    }
}

/// The records of ways, and what restores them, when both are in this body and the variable is never read.
fn unread_ways(world: &World, unit: UnitId, body: &Block) -> BTreeSet<StmtId> {
    let u = &world.out.units[unit];
    let mut read: BTreeSet<SymbolId> = BTreeSet::new();
    let (mut saved, mut restored): (BTreeMap<TapeId, Vec<StmtId>>, BTreeMap<TapeId, Vec<(StmtId, Expr)>>) =
        Default::default();
    let mut fixed: BTreeSet<TapeId> = BTreeSet::new();
    u.walk(body, &mut |at, s| {
        let known = match &s.kind {
            StmtKind::SaveControl { id, .. } => {
                saved.entry(*id).or_default().push(at);
                Some(*id)
            }
            StmtKind::RestoreControl { id, into, .. } => {
                restored.entry(*id).or_default().push((at, into.clone()));
                Some(*id)
            }
            StmtKind::Declare(_) => None,
            kind => {
                kind.exprs(&mut |e| e.collect_symbols(&mut read));
                None
            }
        };
        fixed.extend(known.filter(|_| s.label.is_some()));
    });
    let unasked = |e: &Expr| match e.kind {
        ExprKind::Var(s) => {
            !read.contains(&s)
                && world.out.home(s) == Some(unit)
                && world.out.variable(s).is_some_and(|v| v.is_unsaved_local())
        }
        _ => false,
    };
    let mut out = BTreeSet::new();
    for (id, places) in &restored {
        let Some(records) = saved.get(id).filter(|_| !fixed.contains(id)) else { continue };
        if places.iter().all(|(_, into)| unasked(into)) {
            out.extend(records);
            out.extend(places.iter().map(|(at, _)| *at));
        }
    }
    out
}

/// The assignments that can go.
fn unread_once(world: &World, unit: UnitId, body: &Block) -> BTreeSet<StmtId> {
    let (mut read, mut set): (BTreeSet<SymbolId>, BTreeMap<SymbolId, Vec<StmtId>>) = Default::default();
    world.out.units[unit].walk(body, &mut |id, s| match &s.kind {
        StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(p), .. }, rhs } if !rhs.has_call() && s.label.is_none() => {
            set.entry(*p).or_default().push(id);
            rhs.collect_symbols(&mut read);
        }
        // Its declaration in an inner block is one with its value.
        StmtKind::Declare(list) => {
            read.extend(list.iter().filter(|s| world.out.variable(**s).is_some_and(|v| v.init.is_some())))
        }
        kind => kind.exprs(&mut |e| e.collect_symbols(&mut read)),
    });
    let goes = |s: &SymbolId| {
        let local = world.out.variable(*s).is_some_and(|v| v.is_unsaved_local() && v.init.is_none());
        local && world.out.home(*s) == Some(unit) && matches!(world.out.symbol_type(*s), Some(Type::Pointer { .. }))
    };
    set.into_iter().filter(|(s, _)| !read.contains(s) && goes(s)).flat_map(|(_, all)| all).collect()
}
