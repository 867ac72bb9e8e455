//! C: local pointers that the sweeps set and never read, of which compilers warn (`-Wunused-but-set-variable`).
//!
//! A pointer and its derivative are followed together; where a procedure needs only the derivative, what sets the other one goes.

use std::collections::{BTreeMap, BTreeSet};

use il::{Block, Expr, ExprKind, Language, StmtId, StmtKind, SymbolId, Type, UnitId};

use super::tidy::{has_call, mentioned};
use crate::derive::World;

/// Removes the assignments to pointers that nothing else in `body` mentions, until there are none.
pub(super) fn unread(world: &mut World, unit: UnitId, body: &mut Block) {
    if world.out.units[unit].language != Language::C {
        return;
    }
    loop {
        let found = unread_once(world, unit, body);
        if found.is_empty() {
            return;
        }
        remove(world, unit, body, &found);
    }
}

/// The assignments that can go.
fn unread_once(world: &World, unit: UnitId, body: &Block) -> BTreeSet<StmtId> {
    let (mut read, mut set): (BTreeSet<SymbolId>, BTreeMap<SymbolId, Vec<StmtId>>) = Default::default();
    world.out.units[unit].walk(body, &mut |id, s| match &s.kind {
        StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(p), .. }, rhs } if !has_call(rhs) && s.label.is_none() => {
            set.entry(*p).or_default().push(id);
            mentioned(rhs, &mut read);
        }
        // Its declaration in an inner block is one with its value.
        StmtKind::Declare(list) => {
            read.extend(list.iter().filter(|s| world.out.variable(**s).is_some_and(|v| v.init.is_some())))
        }
        kind => kind.exprs(&mut |e| mentioned(e, &mut read)),
    });
    let goes = |s: &SymbolId| {
        let local = world.out.variable(*s).is_some_and(|v| v.is_unsaved_local() && v.init.is_none());
        local && world.out.home(*s) == Some(unit) && matches!(world.out.symbol_type(*s), Some(Type::Pointer { .. }))
    };
    set.into_iter().filter(|(s, _)| !read.contains(s) && goes(s)).flat_map(|(_, all)| all).collect()
}

fn remove(world: &mut World, unit: UnitId, block: &mut Block, gone: &BTreeSet<StmtId>) {
    block.retain(|id| !gone.contains(id));
    for &id in block.iter() {
        let mut kind = std::mem::replace(&mut world.out.units[unit].stmts[id].kind, StmtKind::Nop);
        for inner in kind.blocks_mut() {
            remove(world, unit, inner, gone);
        }
        world.out.units[unit].stmts[id].kind = kind;
    }
}
