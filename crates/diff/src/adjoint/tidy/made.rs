//! `if (allocated(x)) …` where `x` was made a few statements before: what it guards stands there without it.
//!
//! The question is asked where nothing was known of the original's memory; which statements came to stand around it is known only now.

use std::collections::BTreeSet;

use analysis::allocation::where_allocated;
use il::{Block, Expr, StmtId, StmtKind, SymbolId, Unit, UnitId};

use crate::derive::World;

/// Takes away such questions about allocatable locals, in `body` and the blocks inside.
pub(crate) fn made(world: &mut World, unit: UnitId, body: &mut Block) {
    let mut asked = BTreeSet::new();
    world.out.units[unit].walk(body, &mut |_, s| asked.extend(where_allocated(&s.kind).and_then(variable)));
    asked.retain(|s| world.out.home(*s) == Some(unit) && world.out.variable(*s).is_some_and(|v| v.is_unsaved_local()));
    if !asked.is_empty() {
        block(&mut world.out.units[unit], body, &asked, BTreeSet::new());
    }
}

fn variable(e: &Expr) -> Option<SymbolId> {
    e.as_var()
}

/// One block, before which some of the `asked` are surely `there`.
fn block(u: &mut Unit, body: &mut Block, asked: &BTreeSet<SymbolId>, mut there: BTreeSet<SymbolId>) {
    let mut k = 0;
    while let Some(&id) = body.get(k) {
        if u.stmts[id].label.is_some() {
            there.clear();
        }
        if let Some(guarded) = answered(u, id, &there) {
            body.splice(k..=k, guarded);
            continue;
        }
        let undone: BTreeSet<SymbolId> = there.iter().copied().filter(|s| undoes(u, id, *s)).collect();
        let repeats = u.stmts[id].kind.repeats();
        let before: BTreeSet<SymbolId> = match repeats {
            true => there.difference(&undone).copied().collect(),
            false => there.clone(),
        };
        let mut kind = std::mem::replace(&mut u.stmts[id].kind, StmtKind::Nop);
        kind.blocks_mut().into_iter().for_each(|inner| block(u, inner, asked, before.clone()));
        match &kind {
            StmtKind::Allocate { objects, options } if options.is_empty() => {
                there.extend(objects.iter().filter_map(|o| variable(&o.object)).filter(|s| asked.contains(s)));
            }
            _ => there.retain(|s| !undone.contains(s)),
        }
        u.stmts[id].kind = kind;
        k += 1;
    }
}

/// What stands behind a question that is answered already.
fn answered(u: &Unit, id: StmtId, there: &BTreeSet<SymbolId>) -> Option<Block> {
    let stmt = &u.stmts[id];
    let about = where_allocated(&stmt.kind).and_then(variable)?;
    let StmtKind::If(i) = &stmt.kind else { return None };
    (stmt.label.is_none() && there.contains(&about)).then(|| i.arms[0].body.clone())
}

/// Whether a statement, or one within it, may release a variable; where control enters it from elsewhere, nothing is known behind it.
fn undoes(u: &Unit, id: StmtId, variable: SymbolId) -> bool {
    let mut found = false;
    u.walk(&[id], &mut |_, s| {
        found |= s.label.is_some();
        match &s.kind {
            StmtKind::Allocate { .. } | StmtKind::Save { .. } | StmtKind::Restore { .. } => {}
            StmtKind::Assign { .. } => s.kind.exprs(&mut |e| found |= e.has_call() && e.mentions(variable)),
            kind if kind.blocks().is_empty() => found |= kind.mentions(variable),
            kind => kind.exprs(&mut |e| found |= e.has_call() && e.mentions(variable)),
        }
    });
    found
}
