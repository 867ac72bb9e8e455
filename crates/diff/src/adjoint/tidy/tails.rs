//! What all arms of a choice do last stands behind the choice, once.
//!
//! An element that a turn used in one arm or another is cleared in each of them: `if (…) then; …; fb(i) = 0; else; …; fb(i) = 0; end if`. Assignments to derivatives
//! alone are moved, where there is an ELSE and nothing is said of them in comments. An arm that held nothing else goes.

use std::collections::BTreeSet;

use il::{Block, StmtId, StmtKind, SymbolId, Unit};

use super::choices;

/// Moves what can be, in a body and all that is in it.
pub(super) fn tails(u: &mut Unit, block: &mut Block, derivatives: &BTreeSet<SymbolId>) {
    let mut at = 0;
    while at < block.len() {
        let id = block[at];
        let mut kind = std::mem::replace(&mut u.stmts[id].kind, StmtKind::Nop);
        kind.blocks_mut().into_iter().for_each(|inner| tails(u, inner, derivatives));
        let mut behind = Block::new();
        while let Some(last) = common(u, &kind, derivatives) {
            kind.blocks_mut().into_iter().for_each(|inner| inner.truncate(inner.len() - 1));
            behind.insert(0, last);
        }
        if let StmtKind::If(i) = &mut kind
            && !behind.is_empty()
        {
            i.otherwise = i.otherwise.take().filter(|rest| !rest.is_empty());
            choices::without_empty_arm(i);
        }
        // Tests have no effect.
        let nothing = !behind.is_empty() && kind.blocks().iter().all(|inner| inner.is_empty());
        let goes = nothing && u.stmts[id].label.is_none() && u.stmts[id].comments.is_empty();
        u.stmts[id].kind = kind;
        let count = behind.len();
        block.splice(at + 1..at + 1, behind);
        if goes {
            block.remove(at);
            at += count;
        } else {
            at += count + 1;
        }
    }
}

/// The last statement of the first arm, when all arms end with the same and one of them is always taken.
fn common(u: &Unit, kind: &StmtKind, derivatives: &BTreeSet<SymbolId>) -> Option<StmtId> {
    let StmtKind::If(i) = kind else { return None };
    i.otherwise.as_ref()?;
    let lasts: Vec<StmtId> = kind.blocks().into_iter().map(|b| b.last().copied()).collect::<Option<_>>()?;
    let first = *lasts.first()?;
    let StmtKind::Assign { lhs, rhs } = &u.stmts[first].kind else { return None };
    let ours = lhs.root().is_some_and(|s| derivatives.contains(&s)) && !lhs.has_call() && !rhs.has_call();
    let plain = |id: &StmtId| {
        let s = &u.stmts[*id];
        s.label.is_none() && s.comments.is_empty() && s.kind == u.stmts[first].kind
    };
    let tests = i.arms.iter().all(|a| !a.test.has_call());
    (ours && tests && lasts.iter().all(plain)).then_some(first)
}
