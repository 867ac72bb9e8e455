//! In which order a loop adds to neighbouring elements.
//!
//! ```text
//! do i = 1, n                              do i = 1, n
//!   f(i)%a = f(i)%a + t                      f(i-1)%a = f(i-1)%a - t
//!   f(i-1)%a = f(i-1)%a - t        →         f(i)%a = f(i)%a + t
//!   f(i)%b = f(i)%b + u                      f(i-1)%b = f(i-1)%b - u
//!   f(i-1)%b = f(i-1)%b - u                  f(i)%b = f(i)%b + u
//! ```
//!
//! Both orders say the same, as the elements are different. But GCC (12.2, from -O2 on) vectorises the left one over the components and takes for `f(i-1)` what
//! it was before the turn that added to it: an adjoint that is right would be compiled to a wrong one. With the element that the loop has come from
//! first, the code is right. One component alone is not vectorised, and is left as it stands.

use std::collections::{BTreeMap, BTreeSet};

use il::stmt::StmtKind;
use il::{Block, Expr, ExprKind, Language, StmtId, Subscript, SymbolId, Unit, fold};

use crate::adjoint::tidy::increment;

/// Orders the increments of all upward loops in a body.
pub(crate) fn order(u: &mut Unit, body: &Block) {
    let mut loops = Vec::new();
    u.walk(body, &mut |id, s| {
        if let StmtKind::Do(d) = &s.kind
            && d.step.as_ref().is_none_or(|s| s.as_int().is_some_and(|s| s > 0))
        {
            loops.push((id, d.var));
        }
    });
    for (id, counter) in loops {
        let StmtKind::Do(d) = &u.stmts[id].kind else { continue };
        let mut runs = Vec::new();
        runs_of(u, &d.body, counter, &mut runs);
        let mixed = interleaved(&runs);
        for run in runs {
            in_order(u, &run, &mixed);
        }
    }
}

/// An increment of an element that the counter of a loop gives, `f(i + offset)…`.
struct Increment {
    stmt: StmtId,
    root: SymbolId,
    /// The place, with the counter alone for its subscript.
    place: Expr,
    offset: i64,
}

/// Increments that stand next to each other and may change places.
fn runs_of(u: &Unit, block: &Block, counter: SymbolId, out: &mut Vec<Vec<Increment>>) {
    let mut run: Vec<Increment> = Vec::new();
    for &id in block {
        let kind = &u.stmts[id].kind;
        let found = increment_of(u, id, counter).filter(|i| u.stmts[id].label.is_none() && commutes(u, &run, i));
        match found {
            Some(i) => run.push(i),
            None => out.push(std::mem::take(&mut run)),
        }
        if !kind.is_loop() {
            kind.blocks().into_iter().for_each(|b| runs_of(u, b, counter, out));
        }
    }
    out.push(run);
}

/// `x(i + c)… = x(i + c)… + e`, where `e` and the other subscripts read no memory that such statements change.
fn increment_of(u: &Unit, id: StmtId, counter: SymbolId) -> Option<Increment> {
    let StmtKind::Assign { lhs, rhs } = &u.stmts[id].kind else { return None };
    let added = increment(lhs, rhs)?;
    let root = lhs.root()?;
    let mut reads = false;
    let mut look = |e: &Expr| {
        e.walk(&mut |x| {
            let memory = match u.language {
                Language::C => !matches!(x.kind, ExprKind::Var(_)) && x.is_reference(),
                _ => matches!(x.kind, ExprKind::Var(s) if s == root),
            };
            reads |= memory || matches!(x.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. });
        });
    };
    look(&added);
    lhs.spine().flat_map(Expr::positions).for_each(&mut look);
    if reads {
        return None;
    }
    let mut place = lhs.clone();
    let mut offsets = Vec::new();
    place.rewrite(&mut |x| {
        if let ExprKind::Index { subs, .. } = &mut x.kind {
            for s in subs {
                if let Subscript::At(e) = s
                    && e.mentions(counter)
                {
                    offsets.push(fold::sub(e, &Expr::var(counter)).as_int());
                    *e = Expr::var(counter);
                }
            }
        }
    });
    match offsets[..] {
        [Some(offset)] => Some(Increment { stmt: id, root, place, offset }),
        _ => None,
    }
}

/// Whether an increment reads nothing that those before it in the run change, and the other way round.
fn commutes(u: &Unit, run: &[Increment], new: &Increment) -> bool {
    let mentions = |id: StmtId, s: SymbolId, own: SymbolId| own != s && u.stmts[id].kind.mentions(s);
    run.iter().all(|i| !mentions(new.stmt, i.root, new.root) && !mentions(i.stmt, new.root, i.root))
}

/// Variables of which a loop adds to several elements per turn of the counter, each at more than one offset.
fn interleaved(runs: &[Vec<Increment>]) -> BTreeSet<SymbolId> {
    let mut places: BTreeMap<SymbolId, Vec<&Expr>> = BTreeMap::new();
    for i in runs.iter().flatten() {
        let known = places.entry(i.root).or_default();
        if !known.contains(&&i.place) {
            known.push(&i.place);
        }
    }
    places.into_iter().filter(|(_, places)| places.len() > 1).map(|(root, _)| root).collect()
}

/// Puts the increments of each place in the order of their offsets, in the positions that they have together.
fn in_order(u: &mut Unit, run: &[Increment], mixed: &BTreeSet<SymbolId>) {
    let mut done: Vec<&Expr> = Vec::new();
    for first in run.iter().filter(|i| mixed.contains(&i.root)) {
        if done.contains(&&first.place) {
            continue;
        }
        done.push(&first.place);
        let group: Vec<&Increment> = run.iter().filter(|i| i.place == first.place).collect();
        let mut sorted = group.clone();
        sorted.sort_by_key(|i| i.offset);
        let kinds: Vec<_> = sorted.iter().map(|i| u.stmts[i.stmt].clone()).collect();
        for (i, stmt) in group.iter().zip(kinds) {
            u.stmts[i.stmt] = stmt;
        }
    }
}
