//! Neighbouring direction loops become one (figure 9), and statements between them that can stand before or behind the loop move out of the way.
//!
//! Directions do not know each other: everything in a direction loop is about the loop's direction, or is an original value that the loop only
//! reads. Two such loops next to each other can therefore always be one. An assignment of an original value between them may go in front if the
//! first loop does not read what it sets, or behind if the second does not; statements that move past each other must not touch the same storage.

use analysis::other_names::has_other_places;
use il::expr::{Expr, ExprKind};
use il::{Block, Language, Program, StmtId, StmtKind, Storage, SymbolId, UnitId};

use super::Lift;

impl Lift<'_> {
    /// Merges direction loops everywhere in a unit.
    pub(super) fn merge_loops(&mut self, p: &mut Program, unit: UnitId) {
        if self.lifted[&unit].counter.is_none() {
            return;
        }
        // The unit keeps its body meanwhile: whose address is taken is looked up there.
        let body = p.units[unit].body.clone();
        let body = self.merge_block(p, unit, body);
        p.units[unit].body = body;
    }

    fn merge_block(&mut self, p: &mut Program, unit: UnitId, block: Block) -> Block {
        for &id in &block {
            if self.direction_loop(p, unit, id).is_some() {
                continue;
            }
            let mut kind = p.units[unit].stmts[id].kind.clone();
            let mut changed = false;
            for inner in kind.blocks_mut() {
                *inner = self.merge_block(p, unit, std::mem::take(inner));
                changed = true;
            }
            if changed {
                p.units[unit].stmts[id].kind = kind;
            }
        }
        let mut block = block;
        let mut at = 0;
        while at < block.len() {
            match self.next_loop(p, unit, &block, at) {
                Some((other, order)) => {
                    let (front, behind) = order;
                    let (first, second) = (block[at], block[other]);
                    join(p, unit, first, second, front.first().copied());
                    let mut new: Block = block[..at].to_vec();
                    new.extend(&front);
                    let here = new.len();
                    new.push(first);
                    new.extend(behind);
                    new.extend(&block[other + 1..]);
                    block = new;
                    at = here;
                }
                None => at += 1,
            }
        }
        block
    }

    /// The body of a direction loop whose statements are all about its direction.
    pub(super) fn direction_loop(&self, p: &Program, unit: UnitId, id: StmtId) -> Option<Block> {
        let d = p.units[unit].stmts[id].kind.as_do()?;
        (Some(d.var) == self.lifted[&unit].counter).then(|| d.body.clone())
    }

    /// The direction loop behind the one at `at` that it can be merged with, and what must stand before and behind both.
    fn next_loop(&self, p: &Program, unit: UnitId, block: &Block, at: usize) -> Option<(usize, (Block, Block))> {
        let first = self.direction_loop(p, unit, block[at])?;
        if !self.only_derivatives(p, unit, &first) {
            return None;
        }
        let (mut front, mut behind): (Block, Block) = (Vec::new(), Vec::new());
        for (k, &id) in block.iter().enumerate().skip(at + 1) {
            let stmt = &p.units[unit].stmts[id];
            if stmt.label.is_some() {
                return None;
            }
            if let Some(second) = self.direction_loop(p, unit, id) {
                if !self.only_derivatives(p, unit, &second) {
                    return None;
                }
                let kept = behind.iter().all(|b| !self.block_reads(p, unit, &second, target(p, unit, *b)));
                return kept.then_some((k, (front, behind)));
            }
            let StmtKind::Assign { lhs, rhs } = &stmt.kind else { return None };
            let set = lhs.root()?;
            if self.derivatives.contains(&set) || self.carries(rhs) || rhs.has_call() || lhs.has_call() {
                return None;
            }
            if p.symbol_type(set).is_some_and(|t| t.record().is_some())
                && !p.is_differentiable(&il::typing::type_of(p, lhs))
            {
                return None;
            }
            let past_loop = !self.block_reads(p, unit, &first, set);
            let past_others = behind.iter().all(|b| independent(p, unit, *b, id));
            if past_loop && past_others {
                front.push(id);
            } else {
                behind.push(id);
            }
        }
        None
    }

    /// Whether a direction loop sets derivatives only: elemental derivatives set original values too.
    fn only_derivatives(&self, p: &Program, unit: UnitId, body: &Block) -> bool {
        let mut fine = true;
        p.units[unit].walk(body, &mut |_, s| {
            fine &= match &s.kind {
                StmtKind::Assign { lhs, .. } => lhs.root().is_some_and(|r| self.derivatives.contains(&r)),
                StmtKind::Where { .. } | StmtKind::Forall { .. } => true,
                _ => false,
            } && s.label.is_none();
        });
        fine
    }

    fn block_reads(&self, p: &Program, unit: UnitId, body: &Block, s: SymbolId) -> bool {
        let mut found = false;
        p.units[unit].walk(body, &mut |_, stmt| stmt.kind.exprs(&mut |e| found |= reads(p, unit, e, s)));
        found
    }
}

/// Appends the body of the second loop to that of the first, with its comments.
fn join(p: &mut Program, unit: UnitId, first: StmtId, second: StmtId, ahead: Option<StmtId>) {
    let stmts = &mut p.units[unit].stmts;
    let StmtKind::Do(other) = stmts[second].kind.clone() else { return };
    let comments = std::mem::take(&mut stmts[second].comments);
    if let Some(&head) = other.body.first() {
        stmts[head].comments.extend(comments);
    }
    if let StmtKind::Do(d) = &mut stmts[first].kind {
        d.body.extend(other.body);
    }
    // Comments and label of the place stay at the place.
    if let Some(ahead) = ahead {
        let label = stmts[first].label.take();
        let comments = std::mem::take(&mut stmts[first].comments);
        let own = std::mem::take(&mut stmts[ahead].comments);
        stmts[ahead].label = label;
        stmts[ahead].comments = comments.into_iter().chain(own).collect();
    }
}

/// What an assignment sets.
fn target(p: &Program, unit: UnitId, id: StmtId) -> SymbolId {
    p.units[unit].stmts[id].kind.assigned().and_then(Expr::root).expect("checked when it was collected")
}

/// Whether two assignments may change places.
fn independent(p: &Program, unit: UnitId, a: StmtId, b: StmtId) -> bool {
    let (x, y) = (target(p, unit, a), target(p, unit, b));
    let touches = |id: StmtId, s: SymbolId| {
        let mut found = false;
        p.units[unit].stmts[id].kind.exprs(&mut |e| found |= reads(p, unit, e, s));
        found
    };
    !touches(b, x) && !touches(a, y)
}

/// Whether `e` may look at storage that a change of (something reached through) `s` changes.
pub(super) fn reads(p: &Program, unit: UnitId, e: &Expr, s: SymbolId) -> bool {
    // A structure that holds pointers may have been set through one of them.
    let holds = p.units[unit].language.describes_storage() && p.symbol_type(s).is_some_and(|t| p.holds_pointers(t));
    let shared = holds || may_be_shared(p, unit, s);
    let mut found = false;
    e.walk(&mut |n| match n.kind {
        ExprKind::Var(x) => found |= x == s || shared && may_be_shared(p, unit, x),
        ExprKind::Deref(_) => found |= shared,
        ExprKind::Field { .. } => found |= shared && p.is_pointer_component(n),
        _ => {}
    });
    found
}

/// Whether a variable may be the storage of another one, or lead to it.
fn may_be_shared(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let Some(v) = p.variable(s) else { return false };
    if p.units[unit].language == Language::C {
        return has_other_places(p, unit, s);
    }
    v.pointer || v.target || v.storage == Storage::Common || p.is_overlaid(s)
}
