//! Two choices that follow each other and decide alike become one.
//!
//! Where the sweeps of a procedure meet, its last choice is decided for the forward sweep and at once again for the backward sweep. When both
//! ask the same and no arm of the first changes what is asked, the arms of the second continue those of the first: the test is made once, and
//! what both halves of an arm evaluate stands in one place.

use std::collections::BTreeSet;

use il::stmt::{Arm, If};
use il::{BinaryOp, Block, Expr, Label, StmtId, StmtKind, SymbolId, Unit};

use crate::simplify::negated;

/// Joins the last choice of `fore` with the first of `back`, where that is possible: it ends `fore` then. `label` stands between them: it goes when
/// only the ends of the arms jump to it. Returns the label that is still needed, and whether they met.
pub(crate) fn meet(unit: &mut Unit, fore: &mut Block, label: Option<Label>, back: &mut Block) -> (Option<Label>, bool) {
    let label = label.filter(|l| !drop_last_jumps(unit, fore, l));
    let met = label.is_none() && (meet_recorded(unit, fore, back) || meet_alike(unit, fore, back));
    (label, met)
}

/// Whether the last statement of `fore` changes nothing that `clears` mention: it can follow them.
pub(crate) fn may_follow(unit: &Unit, clears: &Block, fore: &Block) -> bool {
    let mut mentioned: BTreeSet<SymbolId> = BTreeSet::new();
    let note = |block: &Block, all: &mut BTreeSet<SymbolId>| {
        unit.walk(block, &mut |_, s| {
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let il::ExprKind::Var(v) = x.kind {
                        all.insert(v);
                    }
                })
            })
        });
    };
    note(clears, &mut mentioned);
    let Some(&last) = fore.last() else { return true };
    let mut changed = false;
    unit.walk(&[last], &mut |_, s| match &s.kind {
        StmtKind::Assign { lhs, .. } => changed |= lhs.root().is_none_or(|v| mentioned.contains(&v)),
        StmtKind::If(_) | StmtKind::Select { .. } | StmtKind::Nop => {}
        // Calls, loops, allocations: what they name may be changed.
        kind => kind.exprs(&mut |e| {
            e.walk(&mut |x| changed |= matches!(x.kind, il::ExprKind::Var(v) if mentioned.contains(&v)))
        }),
    });
    !changed
}

/// `IF (test) THEN ELSE s` is `IF (.NOT. test) THEN s`.
pub(super) fn without_empty_arm(choice: &mut If) {
    let [arm] = choice.arms.as_mut_slice() else { return };
    if arm.body.is_empty()
        && let Some(rest) = choice.otherwise.take()
    {
        *arm = Arm { test: negated(arm.test.clone()), body: rest };
    }
}

/// Appends what follows one arm when it was taken, and joins the choices where both meet.
fn go_on(unit: &mut Unit, body: &mut Block, mut next: Block) {
    let _ = meet_recorded(unit, body, &mut next) || meet_alike(unit, body, &mut next);
    body.append(&mut next);
}

/// Joins two choices that ask the same.
fn meet_alike(unit: &mut Unit, fore: &mut Block, back: &mut Block) -> bool {
    let (Some(&first), Some(&second)) = (fore.last(), back.first()) else { return false };
    let plain = |id: StmtId| unit.stmts[id].label.is_none() && unit.stmts[id].comments.iter().all(String::is_empty);
    if !plain(second) || !decide_alike(unit, first, second) {
        return false;
    }
    back.remove(0);
    let next = std::mem::replace(&mut unit.stmts[second].kind, StmtKind::Nop);
    let mut taken = std::mem::replace(&mut unit.stmts[first].kind, StmtKind::Nop);
    match (&mut taken, next) {
        (StmtKind::If(a), StmtKind::If(b)) => {
            a.arms.iter_mut().zip(b.arms).for_each(|(a, b)| go_on(unit, &mut a.body, b.body));
            match (&mut a.otherwise, b.otherwise) {
                (Some(a), Some(b)) => go_on(unit, a, b),
                (a @ None, b) => *a = b,
                (Some(_), None) => {}
            }
            a.one_line &= a.arms.iter().all(|x| x.body.len() == 1) && a.otherwise.is_none();
            without_empty_arm(a);
        }
        (StmtKind::Select { cases: a, .. }, StmtKind::Select { cases: b, .. }) => {
            a.iter_mut().zip(b).for_each(|(a, b)| go_on(unit, &mut a.body, b.body));
        }
        (_, next) => unit.stmts[second].kind = next,
    }
    unit.stmts[first].kind = taken;
    true
}

/// Joins a choice that ends `fore` and writes down in a variable which arm was taken with the one at the beginning of `back` that asks for it: what
/// is behind the answer follows the arm itself, and so on inside.
fn meet_recorded(unit: &mut Unit, fore: &mut Block, back: &mut Block) -> bool {
    let (Some(&first), Some(&second)) = (fore.last(), back.first()) else { return false };
    let Some((record, numbers)) = recorded(unit, first) else { return false };
    let StmtKind::If(asked) = &unit.stmts[second].kind else { return false };
    let tests: Vec<(BinaryOp, i64)> = asked.arms.iter().map_while(|a| number_asked(&a.test, record)).collect();
    // The arm that asks for a number, or what is left when none does.
    let way = |n: &i64| tests.iter().position(|t| holds(*n, *t)).unwrap_or(tests.len());
    let ways: Vec<usize> = numbers.iter().map(way).collect();
    let different: BTreeSet<usize> = ways.iter().copied().collect();
    let plain = unit.stmts[second].label.is_none() && unit.stmts[second].comments.iter().all(String::is_empty);
    let rest: Block = back[1..].to_vec();
    let arms = unit.stmts[second].kind.blocks().into_iter().flatten().copied().collect();
    let others = asked.arms[tests.len()..].iter().any(|a| asks(&a.test, record));
    if !plain
        || different.len() != ways.len()
        || others
        || mentions(unit, &rest, record)
        || mentions(unit, &arms, record)
    {
        return false;
    }
    back.remove(0);
    let StmtKind::If(mut asked) = std::mem::replace(&mut unit.stmts[second].kind, StmtKind::Nop) else { return false };
    let StmtKind::If(mut taken) = std::mem::replace(&mut unit.stmts[first].kind, StmtKind::Nop) else { return false };
    let others = asked.arms.split_off(tests.len());
    let mut behind: Vec<Block> = asked.arms.into_iter().map(|a| a.body).collect();
    behind.push(match others.is_empty() {
        true => asked.otherwise.unwrap_or_default(),
        false => vec![unit.add(StmtKind::If(If { arms: others, ..asked }))],
    });
    let bodies = taken.arms.iter_mut().map(|a| &mut a.body).chain(&mut taken.otherwise);
    for (body, way) in bodies.zip(ways) {
        body.pop();
        go_on(unit, body, std::mem::take(&mut behind[way]));
    }
    taken.one_line = false;
    taken.otherwise = taken.otherwise.filter(|b| !b.is_empty());
    without_empty_arm(&mut taken);
    unit.stmts[first].kind = StmtKind::If(taken);
    true
}

/// The variable in which every arm of an IF leaves a number of its own, and these.
fn recorded(unit: &Unit, choice: StmtId) -> Option<(SymbolId, Vec<i64>)> {
    let StmtKind::If(i) = &unit.stmts[choice].kind else { return None };
    let mut record = None;
    let mut numbers = Vec::new();
    for body in i.arms.iter().map(|a| &a.body).chain([i.otherwise.as_ref()?]) {
        let (last, before) = body.split_last()?;
        let StmtKind::Assign { lhs, rhs } = &unit.stmts[*last].kind else { return None };
        let (il::ExprKind::Var(s), il::ExprKind::Integer { value, .. }) = (&lhs.kind, &rhs.kind) else { return None };
        let free = unit.stmts[*last].label.is_none();
        if *record.get_or_insert(*s) != *s || !free || mentions(unit, &before.to_vec(), *s) {
            return None;
        }
        numbers.push(*value);
    }
    record.map(|r| (r, numbers))
}

/// What a test asks of the number in `record`.
fn number_asked(test: &Expr, record: SymbolId) -> Option<(BinaryOp, i64)> {
    let il::ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Ge), l, r) = &test.kind else { return None };
    let (il::ExprKind::Var(s), il::ExprKind::Integer { value, .. }) = (&l.kind, &r.kind) else { return None };
    (*s == record).then_some((*op, *value))
}

fn holds(number: i64, (op, other): (BinaryOp, i64)) -> bool {
    match op {
        BinaryOp::Eq => number == other,
        BinaryOp::Ne => number != other,
        _ => number >= other,
    }
}

fn mentions(unit: &Unit, block: &Block, s: SymbolId) -> bool {
    let mut found = false;
    unit.walk(block, &mut |_, stmt| stmt.kind.exprs(&mut |e| found |= asks(e, s)));
    found
}

fn asks(e: &Expr, s: SymbolId) -> bool {
    e.any(&mut |x| matches!(x.kind, il::ExprKind::Var(v) if v == s))
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
    unit.walk(&[first], &mut |id, s| {
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
    unit.walk(&[second], &mut |_, s| straight &= s.label.is_none());
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
        | il::uncounted!()
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
    let (StmtKind::If(_) | StmtKind::Select { .. }) = &unit.stmts[last].kind else { return false };
    let ends = unit.stmts[last].kind.blocks();
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
