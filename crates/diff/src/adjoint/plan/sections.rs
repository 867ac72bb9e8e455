//! Saves by section: where a loop (nest) overwrites each element of a section once, the section is saved in one piece before the loop.
//!
//! For `x(i + c, …) = …` directly in the body of counted loops with step ±1, where each loop variable stands alone in one subscript and all else in
//! the subscripts and in the bounds is known throughout, the elements are those of one section. When no adjoint in the loop reads an element that the
//! assignment overwrites later, nobody looks between the restores of the single elements and the beginning of the loop: restoring all behind the reversed loop,
//! as it was in front of the loop, is the same. So it is when a loop of the nest stands in no subscript, and each element is overwritten often:
//!
//! ```text
//! do i = n, 1, -1
//!   do j = i + 1, n
//!     b(i) = b(i) - a(i, j)*b(j)          b(i) is saved in front of the loop over j
//! ```
//!
//! Then the section is there whether the loop has turns or not: it lies in the declared bounds, or a statement beside the loop sets the element.
//!
//! In a loop that does not count its turns (WHILE, GOTO) one turn is looked at by itself: the counted loops in it run in that turn, forward and backward.

use std::collections::{BTreeMap, BTreeSet};

use il::stmt::Do;
use il::{BinaryOp, Expr, ExprKind, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId, Upper};

use crate::adjoint::plan::access::{Access, Set};
use crate::adjoint::plan::elements::Elements;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq, Tree};
use crate::adjoint::plan::{Bound, Home, LoopPlan, Reason, Save, Step, reads};
use crate::derive::World;
use crate::regions;

/// The fewest elements of a row of C, `u[3*i + k]`, that are saved in one piece.
const FEW: i64 = 8;

/// Moves saves out of loops.
pub(crate) struct Hoist<'p, 'a> {
    pub world: &'p World<'a>,
    pub access: &'p Access<'a>,
    pub unit: UnitId,
    pub tree: &'p Tree,
    pub elements: &'p Elements<'a>,
    /// The same of one turn of the loop around that does not count, where there is one.
    pub turn: Option<&'p Elements<'a>>,
    /// Loops whose turns run again.
    pub again: &'p BTreeSet<StmtId>,
    /// What the backward sweep reads to find its way.
    pub relied: &'p Set,
    /// How the bounds of loops are known to it.
    pub loops: &'p BTreeMap<StmtId, LoopPlan>,
}

impl Hoist<'_, '_> {
    /// All saves that can be.
    pub(crate) fn all(&self, steps: &mut BTreeMap<StmtId, Step>) {
        self.sequence(&self.tree.body, steps);
    }

    fn sequence(&self, seq: &Seq, steps: &mut BTreeMap<StmtId, Step>) {
        for n in seq {
            if let NodeKind::Loop { body, .. } = &n.kind {
                self.nest(n, &mut vec![(n.stmt, seq)], body, steps);
            }
            let repeats = matches!(n.kind, NodeKind::Loop { .. } | NodeKind::Again { .. });
            let counts = matches!(self.kind(n.stmt), StmtKind::Do(_));
            for s in n.seqs() {
                if repeats && !counts { self.one_turn(s, steps) } else { self.sequence(s, steps) }
            }
        }
    }

    /// In a turn of a loop that does not count.
    fn one_turn(&self, body: &Seq, steps: &mut BTreeMap<StmtId, Step>) {
        let bare = Elements::places(self.world.source, self.access, self.unit, body);
        let turn = reads::with_uses(bare, self.world, self.access);
        Hoist { turn: Some(&turn), ..*self }.sequence(body, steps);
    }

    /// Statements directly in the innermost of a chain of loops whose outermost is `outer`.
    fn nest<'n>(
        &self,
        outer: &Node,
        chain: &mut Vec<(StmtId, &'n Seq)>,
        body: &'n Seq,
        steps: &mut BTreeMap<StmtId, Step>,
    ) {
        for n in body {
            match &n.kind {
                NodeKind::Simple => {
                    if let Some(section) = self.section(outer, chain, n.stmt, steps) {
                        steps.entry(n.stmt).or_default().saves.clear();
                        let save = Save {
                            value: section,
                            home: Home::Tape,
                            reason: Reason::Earlier,
                            bytes: None,
                            association: false,
                            allocation: None,
                            again: None,
                        };
                        let saves = &mut steps.entry(outer.stmt).or_default().saves;
                        // What one statement overwrites, another one may, too.
                        if !saves.iter().any(|s| self.holds(&s.value, &save.value)) {
                            saves.retain(|s| !self.holds(&save.value, &s.value));
                            saves.push(save);
                        }
                    }
                }
                NodeKind::Loop { body: inner, .. } => {
                    chain.push((n.stmt, body));
                    self.nest(outer, chain, inner, steps);
                    chain.pop();
                }
                _ => {}
            }
        }
    }

    /// The section that `id` overwrites while the loops of `chain` run.
    fn section(
        &self,
        outer: &Node,
        chain: &[(StmtId, &Seq)],
        id: StmtId,
        steps: &BTreeMap<StmtId, Step>,
    ) -> Option<Expr> {
        let stmts = &self.world.source.units[self.unit].stmts;
        let [save] = steps.get(&id)?.saves.as_slice() else { return None };
        let StmtKind::Assign { lhs, .. } = &stmts[id].kind else { return None };
        if save.home != Home::Tape || save.reason != Reason::Earlier || save.value != *lhs {
            return None;
        }
        let ExprKind::Index { base, subs } = &lhs.kind else { return None };
        let ExprKind::Var(array) = base.kind else { return None };
        if self.world.source.variable(array).is_none_or(|v| v.pointer) {
            return None;
        }
        // In C a section is a run of elements from where an array begins, or a pointer that stays.
        let is_c = self.world.language(self.unit).points_by_address();
        let moves = || {
            let mut own = Set::default();
            own.add(&self.access.zones.of_symbol(array));
            self.changes(outer).meets(&own)
        };
        let is_pointer = matches!(self.world.source.symbol_type(array), Some(Type::Pointer { .. }));
        if is_c && (subs.len() != 1 || is_pointer && moves()) {
            return None;
        }
        let (zones, _) = self.access.place(lhs);
        let here = self.turn.unwrap_or(self.elements);
        let around = here.loops(id)?;
        let outside = &around[..around.len().checked_sub(chain.len())?];
        if self.relied.meets(&zones) || !self.is_quiet(outer, &zones) {
            return None;
        }
        let mut inside = BTreeSet::new();
        outer.visit(&mut |n| inside.extend([n.stmt]));
        if !here.is_needless_among(self.access, id, lhs, outside, &inside) {
            return None;
        }
        // Loops that stand in no subscript only repeat.
        let stands = |l: &StmtId| self.elements.counted(*l).is_some_and(|d| subs.iter().any(|s| mentions(s, d)));
        let repeating: Vec<&Do> =
            chain.iter().filter(|l| !stands(&l.0)).filter_map(|l| self.elements.counted(l.0)).collect();
        let alone = chain.len() == 1;
        let loops: Vec<(&Do, bool)> = chain
            .iter()
            .filter(|l| stands(&l.0))
            .map(|l| self.plain(l.0, outside, alone.then_some(outer), &repeating))
            .collect::<Option<_>>()?;
        let mut used = vec![false; loops.len()];
        let mut out = Vec::new();
        for s in subs {
            let Subscript::At(e) = s else { return None };
            if self.elements.is_known(e, outside) && !loops.iter().any(|(d, _)| e.mentions(d.var)) {
                out.push(s.clone());
                continue;
            }
            let several = loops.iter().filter(|(d, _)| e.mentions(d.var)).count() > 1;
            if is_c && several {
                // A matrix in a row, `d[4*j + k]`: all from the least to the greatest.
                let (low, high) = self.span(e, around)?;
                out = vec![Subscript::Range { lo: Some(Expr::int(low)), hi: Some(Expr::int(high)), step: None }];
                let there = low <= high && self.is_declared(array, &out, outside, true);
                return there.then(|| ExprKind::Index { base: base.clone(), subs: out }.into());
            }
            let k = loops.iter().position(|(d, _)| e.mentions(d.var))?;
            let (d, up) = loops[k];
            if std::mem::replace(&mut used[k], true) {
                return None;
            }
            let ends = if up { (&d.from, &d.to) } else { (&d.to, &d.from) };
            let (low, high) = (extreme(ends.0, &repeating, false)?, extreme(ends.1, &repeating, true)?);
            let shifted = |to: &Expr| -> Option<Expr> {
                match &e.kind {
                    ExprKind::Var(_) => Some(to.clone()),
                    ExprKind::Binary(BinaryOp::Add, l, r)
                        if is_variable(l, d) && self.elements.is_known(r, outside) =>
                    {
                        Some(il::fold::add(to, r))
                    }
                    ExprKind::Binary(BinaryOp::Add, l, r)
                        if is_variable(r, d) && self.elements.is_known(l, outside) =>
                    {
                        Some(il::fold::add(l, to))
                    }
                    ExprKind::Binary(BinaryOp::Sub, l, r)
                        if is_variable(l, d) && self.elements.is_known(r, outside) =>
                    {
                        Some(il::fold::sub(to, r))
                    }
                    _ => None,
                }
            };
            // What is a row of a few elements is quicker one by one, in an array of all turns.
            let behind = matches!(&e.kind, ExprKind::Binary(BinaryOp::Add, _, r) if is_variable(r, d));
            let turns = il::fold::integer(self.world.source, &il::fold::sub(&high, &low));
            if is_c && behind && turns.is_some_and(|n| n < FEW) {
                return None;
            }
            let end = |e: &Expr| {
                let e = shifted(e)?;
                Some(il::fold::integer(self.world.source, &e).filter(|_| is_c).map_or(e, Expr::int))
            };
            out.push(Subscript::Range { lo: Some(end(&low)?), hi: Some(end(&high)?), step: None });
        }
        let all = used.iter().all(|u| *u);
        let first = chain.iter().position(|l| !stands(&l.0));
        let beside = |k: usize| chain[k..].iter().all(|l| !stands(&l.0)) && self.is_named(chain[k].1, lhs);
        let is_there = || self.is_declared(array, &out, outside, is_c) || first.is_none_or(beside);
        (all && is_there()).then(|| ExprKind::Index { base: base.clone(), subs: out }.into())
    }

    /// Whether all elements of `part` are among those of `whole`, as far as that is plain: bounds that differ by a number.
    fn holds(&self, whole: &Expr, part: &Expr) -> bool {
        let (ExprKind::Index { base, subs }, ExprKind::Index { base: other, subs: theirs }) = (&whole.kind, &part.kind)
        else {
            return whole == part;
        };
        base == other
            && subs.iter().zip(theirs).all(|(s, t)| {
                let (s, t): (Vec<&Expr>, Vec<&Expr>) = (s.parts().collect(), t.parts().collect());
                let ends = s.first().zip(s.last()).zip(t.first().zip(t.last()));
                ends.is_some_and(|((lo, hi), (from, to))| self.is_ordered(lo, from) && self.is_ordered(to, hi))
            })
    }

    /// The least and the greatest value of an index in all iterations of the loops around it, where numbers tell; more may lie between.
    fn span(&self, e: &Expr, around: &[StmtId]) -> Option<(i64, i64)> {
        let p = self.world.source;
        let range = |e: &Expr| {
            let (low, high) = match (il::fold::integer(p, e), &e.kind) {
                (Some(n), _) => (n, n),
                (None, ExprKind::Var(s)) => {
                    let at = around.iter().rposition(|l| self.elements.counted(*l).is_some_and(|d| d.var == *s))?;
                    let (first, last) = il::fold::bounds(p, self.elements.counted(around[at])?)?;
                    (self.span(first, &around[..at])?.0, self.span(last, &around[..at])?.1)
                }
                _ => return None,
            };
            Some((Expr::int(low), Expr::int(high)))
        };
        let end = |greatest| il::fold::extreme(p, e, greatest, &range).and_then(|e| il::fold::integer(p, &e));
        Some((end(false)?, end(true)?))
    }

    /// Whether one bound is surely not above another.
    fn is_ordered(&self, low: &Expr, high: &Expr) -> bool {
        low == high || il::fold::integer(self.world.source, &il::fold::sub(high, low)).is_some_and(|d| d >= 0)
    }

    /// Whether a section lies in the bounds of its array, in all turns of the loops around it.
    fn is_declared(&self, array: SymbolId, subs: &[Subscript], outside: &[StmtId], c: bool) -> bool {
        let p = self.world.source;
        let Some(Type::Array { dims, .. }) = p.symbol_type(array) else { return false };
        let loops: Vec<&Do> = outside.iter().filter_map(|l| self.elements.counted(*l)).collect();
        let first = Expr::int(i64::from(!c));
        dims.len() == subs.len()
            && dims.iter().zip(subs).all(|(d, s)| {
                let parts: Vec<&Expr> = s.parts().collect();
                let (Some(lo), Some(hi), Upper::At(last)) = (parts.first(), parts.last(), &d.upper) else {
                    return false;
                };
                let last = if c { il::fold::sub(last, &Expr::int(1)) } else { last.clone() };
                let (lo, hi) = (extreme(lo, &loops, false), extreme(hi, &loops, true));
                self.elements.is_known(&last, &[])
                    && lo.is_some_and(|lo| self.is_ordered(d.lower.as_ref().unwrap_or(&first), &lo))
                    && hi.is_some_and(|hi| self.is_ordered(&hi, &last))
            })
    }

    /// Whether a statement beside a loop, which runs whenever the loop does, sets an element.
    fn is_named(&self, seq: &Seq, element: &Expr) -> bool {
        let mut straight = true;
        let jumps = |n: &Node| matches!(n.kind, NodeKind::Jump(_) | NodeKind::Again { .. } | NodeKind::Dispatch { .. });
        seq.iter().for_each(|n| n.visit(&mut |m| straight &= !jumps(m)));
        straight && seq.iter().any(|n| matches!(self.kind(n.stmt), StmtKind::Assign { lhs, .. } if lhs == element))
    }

    fn kind(&self, id: StmtId) -> &StmtKind {
        &self.world.source.units[self.unit].stmts[id].kind
    }

    /// A counted loop of step 1 or -1 (`true`: upwards) that runs to its end, with bounds that are known outside; or, when it is `alone`, with bounds
    /// that the backward sweep evaluates again and nothing in it changes.
    fn plain(&self, id: StmtId, outside: &[StmtId], alone: Option<&Node>, repeating: &[&Do]) -> Option<(&Do, bool)> {
        let StmtKind::Do(d) = &self.world.source.units[self.unit].stmts[id].kind else { return None };
        let step = d.step.as_ref().map_or(Some(1), |s| il::fold::integer(self.world.source, s))?;
        let again = |k: usize| self.loops.get(&id).is_some_and(|l| l.bounds[k] == Bound::Again);
        let kept = |e: &Expr| {
            let mut reads = Set::default();
            self.access.reads(e, &mut reads);
            alone.is_some_and(|n| !self.changes(n).meets(&self.access.with_inputs(&reads)))
        };
        let apart = |e: &Expr| {
            [false, true].iter().all(|h| extreme(e, repeating, *h).is_some_and(|e| self.elements.is_known(&e, outside)))
        };
        let known = |k: usize, e: &Expr| apart(e) || again(k) && kept(e);
        (step.abs() == 1 && known(0, &d.from) && known(1, &d.to)).then_some((d, step == 1))
    }

    /// All that a node writes.
    fn changes(&self, n: &Node) -> Set {
        self.access.writes(self.unit, n.statements())
    }

    /// Whether nothing but assignments in `outer` overwrites `zones`, nothing leaves it and nothing in it is rebuilt.
    fn is_quiet(&self, outer: &Node, zones: &Set) -> bool {
        let mut quiet = true;
        outer.visit(&mut |n| {
            quiet &= match &n.kind {
                NodeKind::Loop { frame, .. } => !self.again.contains(&n.stmt) && !self.tree.is_left_early(*frame),
                NodeKind::Jump(_) | NodeKind::Again { .. } | NodeKind::Dispatch { .. } => false,
                NodeKind::Simple => {
                    let assigns = matches!(self.kind(n.stmt), StmtKind::Assign { rhs, .. } if !rhs.has_call());
                    assigns || !self.access.statement(self.unit, n.stmt).writes.meets(zones)
                }
                NodeKind::Scope(_) => regions::of(&self.world.source.units[self.unit], n.stmt).is_none(),
                NodeKind::Choice { .. } | NodeKind::Join { .. } => true,
            };
        });
        quiet
    }
}

fn is_variable(e: &Expr, d: &Do) -> bool {
    matches!(e.kind, ExprKind::Var(s) if s == d.var)
}

fn mentions(s: &Subscript, d: &Do) -> bool {
    s.parts().any(|e| e.mentions(d.var))
}

/// The least or the greatest value of an index while loops run, the innermost last.
fn extreme(e: &Expr, loops: &[&Do], highest: bool) -> Option<Expr> {
    let Some((inner, outer)) = loops.split_last() else { return Some(e.clone()) };
    if !e.mentions(inner.var) {
        return extreme(e, outer, highest);
    }
    let up = inner.step.as_ref().map_or(Some(1), Expr::as_int).filter(|s| s.abs() == 1)? == 1;
    let rest = il::fold::sub(e, &Expr::var(inner.var));
    let bound = if up == highest { &inner.to } else { &inner.from };
    (!rest.mentions(inner.var)).then(|| extreme(&il::fold::add(bound, &rest), outer, highest)).flatten()
}
