//! Two choices that follow each other and decide alike become one.
//!
//! Where the sweeps of a procedure meet, its last choice is decided for the forward sweep and at once again for the backward sweep. When both
//! ask the same and no arm of the first changes what is asked, the arms of the second continue those of the first: the test is made once, and
//! what both halves of an arm evaluate stands in one place.

use std::collections::BTreeSet;

use il::{Block, Expr, Label, StmtId, StmtKind, SymbolId, Unit};

/// Joins the last choice of `fore` with the first of `back`, where that is possible. `label` stands between them: it goes when only the
/// ends of the arms jump to it. Returns the label that is still needed.
pub(super) fn meet(unit: &mut Unit, fore: &mut Block, label: Option<Label>, back: &mut Block) -> Option<Label> {
    let label = label.filter(|l| !drop_last_jumps(unit, fore, l));
    let (Some(&first), Some(&second)) = (fore.last(), back.first()) else { return label };
    let plain = |id: StmtId| unit.stmts[id].label.is_none() && unit.stmts[id].comments.iter().all(String::is_empty);
    if label.is_some() || !plain(second) || !decide_alike(unit, first, second) {
        return label;
    }
    back.remove(0);
    let next = std::mem::replace(&mut unit.stmts[second].kind, StmtKind::Nop);
    match (&mut unit.stmts[first].kind, next) {
        (StmtKind::If(a), StmtKind::If(b)) => {
            a.arms.iter_mut().zip(b.arms).for_each(|(a, b)| a.body.extend(b.body));
            match (&mut a.otherwise, b.otherwise) {
                (Some(a), Some(b)) => a.extend(b),
                (a @ None, b) => *a = b,
                (Some(_), None) => {}
            }
            a.one_line &= a.arms.iter().all(|x| x.body.len() == 1) && a.otherwise.is_none();
        }
        (StmtKind::Select { cases: a, .. }, StmtKind::Select { cases: b, .. }) => {
            a.iter_mut().zip(b).for_each(|(a, b)| a.body.extend(b.body));
        }
        (_, next) => unit.stmts[second].kind = next,
    }
    None
}

/// Whether two statements are choices that take arms of the same number, whatever the first does in its arms.
fn decide_alike(unit: &Unit, first: StmtId, second: StmtId) -> bool {
    let mut asked: Vec<&Expr> = Vec::new();
    let alike = match (&unit.stmts[first].kind, &unit.stmts[second].kind) {
        (StmtKind::If(a), StmtKind::If(b)) => {
            asked.extend(a.arms.iter().map(|x| &x.test));
            a.arms.len() == b.arms.len() && a.arms.iter().zip(&b.arms).all(|(a, b)| a.test == b.test)
        }
        (
            StmtKind::Select { selector: s, cases: a, name: None },
            StmtKind::Select { selector: t, cases: b, name: None },
        ) => {
            asked.push(s);
            let same = |(a, b): (&il::stmt::Case, &il::stmt::Case)| {
                a.ranges == b.ranges && a.default == b.default && !a.falls_through && !b.falls_through
            };
            s == t && a.len() == b.len() && a.iter().zip(b).all(same)
        }
        _ => return false,
    };
    let mut read: BTreeSet<SymbolId> = BTreeSet::new();
    let mut settled = true;
    for e in asked {
        e.walk(&mut |x| match &x.kind {
            il::ExprKind::Var(s) => {
                read.insert(*s);
            }
            il::ExprKind::Call { .. } | il::ExprKind::Deref(_) | il::ExprKind::Opaque { .. } => settled = false,
            _ => {}
        });
    }
    let mut changed = |e: &Expr| settled &= e.root().is_some_and(|s| !read.contains(&s));
    let mut straight = true;
    unit.walk(&vec![first], &mut |id, s| {
        straight &= s.label.is_none() || id == first;
        match &s.kind {
            StmtKind::Assign { lhs, rhs } => {
                changed(lhs);
                rhs.walk(&mut |x| straight &= !matches!(x.kind, il::ExprKind::Call { .. }));
            }
            StmtKind::If(_) | StmtKind::Select { .. } | StmtKind::Nop => {}
            _ => straight = false,
        }
    });
    unit.walk(&vec![second], &mut |_, s| straight &= s.label.is_none());
    alike && settled && straight
}

/// Takes away the jumps to `label` at the ends of the arms of the last statement, when there are no others.
fn drop_last_jumps(unit: &mut Unit, block: &Block, label: &Label) -> bool {
    let jumps = |id: &StmtId| matches!(&unit.stmts[*id].kind, StmtKind::Goto(l) if l == label);
    let (mut all, mut known) = (0, true);
    unit.walk(block, &mut |_, s| match &s.kind {
        StmtKind::Goto(l) => all += usize::from(l == label),
        StmtKind::If(_)
        | StmtKind::Select { .. }
        | StmtKind::Assign { .. }
        | StmtKind::Do(_)
        | StmtKind::While { .. }
        | StmtKind::Until { .. }
        | StmtKind::Loop { .. }
        | StmtKind::Save { .. }
        | StmtKind::SaveControl { .. }
        | StmtKind::Declare(_)
        | StmtKind::Nop => {}
        // They may jump to it too.
        _ => known = false,
    });
    if !known {
        return false;
    }
    let Some(&last) = block.last() else { return false };
    let ends = match &unit.stmts[last].kind {
        StmtKind::If(_) | StmtKind::Select { .. } => unit.stmts[last].kind.blocks(),
        _ => return false,
    };
    let at_ends: Vec<StmtId> = ends.into_iter().filter_map(|b| b.last().copied()).filter(jumps).collect();
    let free = |id: &StmtId| unit.stmts[*id].label.is_none();
    if at_ends.len() != all || !at_ends.iter().all(free) {
        return false;
    }
    if let StmtKind::Select { cases, .. } = &unit.stmts[last].kind
        && cases.iter().any(|c| c.falls_through)
    {
        return false;
    }
    let mut kind = std::mem::replace(&mut unit.stmts[last].kind, StmtKind::Nop);
    for b in kind.blocks_mut() {
        b.retain(|id| !at_ends.contains(id));
    }
    unit.stmts[last].kind = kind;
    true
}
