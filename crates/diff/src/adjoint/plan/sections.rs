//! Saves by section: where a loop (nest) overwrites each element of a section once, the section is saved in one piece before the loop.
//!
//! For `x(i + c, …) = …` directly in the body of counted loops with step ±1, where each loop variable stands alone in one subscript and all else in
//! the subscripts and in the bounds is known throughout: the elements are those of one section, each overwritten once, so that its value at the
//! loop's entry is the value before the assignment. When nothing else in the loop overwrites `x` and no adjoint in it reads `x`, nobody looks
//! between the restores of the single elements and the beginning of the loop, and restoring all behind the reversed loop is the same.

use std::collections::{BTreeMap, BTreeSet};

use il::stmt::Do;
use il::{BinaryOp, Expr, ExprKind, Language, StmtId, StmtKind, Subscript, Type, UnitId};

use crate::adjoint::plan::access::{Access, Set};
use crate::adjoint::plan::elements::Elements;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq, Tree};
use crate::adjoint::plan::{Bound, Home, LoopPlan, Reason, Save, Step};
use crate::derive::World;
use crate::regions;

/// Moves saves out of loops.
pub(crate) struct Hoist<'p, 'a> {
    pub world: &'p World<'a>,
    pub access: &'p Access<'a>,
    pub unit: UnitId,
    pub tree: &'p Tree,
    pub elements: &'p Elements<'a>,
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
                self.nest(n, &mut vec![n.stmt], body, steps);
            }
            for s in n.seqs() {
                self.sequence(s, steps);
            }
        }
    }

    /// Statements directly in the innermost of a chain of loops whose outermost is `outer`.
    fn nest(&self, outer: &Node, chain: &mut Vec<StmtId>, body: &Seq, steps: &mut BTreeMap<StmtId, Step>) {
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
                        steps.entry(outer.stmt).or_default().saves.push(save);
                    }
                }
                NodeKind::Loop { body, .. } => {
                    chain.push(n.stmt);
                    self.nest(outer, chain, body, steps);
                    chain.pop();
                }
                _ => {}
            }
        }
    }

    /// The section that `id` overwrites while the loops of `chain` run.
    fn section(&self, outer: &Node, chain: &[StmtId], id: StmtId, steps: &BTreeMap<StmtId, Step>) -> Option<Expr> {
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
        let is_c = self.world.language(self.unit) == Language::C;
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
        if self.relied.meets(&zones) || !self.is_quiet(outer, id, &zones) {
            return None;
        }
        let around = self.elements.loops(id)?;
        let outside = &around[..around.len().checked_sub(chain.len())?];
        let alone = chain.len() == 1;
        let loops: Vec<(&Do, bool)> =
            chain.iter().map(|l| self.plain(*l, outside, alone.then_some(outer))).collect::<Option<_>>()?;
        let mut used = vec![false; loops.len()];
        let mut out = Vec::new();
        for s in subs {
            let Subscript::At(e) = s else { return None };
            if self.elements.is_known(e, outside) && !loops.iter().any(|(d, _)| e.mentions(d.var)) {
                out.push(s.clone());
                continue;
            }
            let k = loops.iter().position(|(d, _)| e.mentions(d.var))?;
            let (d, up) = loops[k];
            if std::mem::replace(&mut used[k], true) {
                return None;
            }
            let (low, high) = if up { (&d.from, &d.to) } else { (&d.to, &d.from) };
            let shifted = |to: &Expr| -> Option<Expr> {
                match &e.kind {
                    ExprKind::Var(_) => Some(to.clone()),
                    ExprKind::Binary(BinaryOp::Add, l, r)
                        if is_variable(l, d) && self.elements.is_known(r, outside) =>
                    {
                        Some(il::fold::add(to, r))
                    }
                    ExprKind::Binary(BinaryOp::Sub, l, r)
                        if is_variable(l, d) && self.elements.is_known(r, outside) =>
                    {
                        Some(il::fold::sub(to, r))
                    }
                    _ => None,
                }
            };
            let end = |e: &Expr| {
                let e = shifted(e)?;
                Some(il::fold::integer(self.world.source, &e).filter(|_| is_c).map_or(e, Expr::int))
            };
            out.push(Subscript::Range { lo: Some(end(low)?), hi: Some(end(high)?), step: None });
        }
        let all = used.iter().all(|u| *u);
        all.then(|| ExprKind::Index { base: base.clone(), subs: out }.into())
    }

    /// A counted loop of step 1 or -1 (`true`: upwards) that runs to its end, with bounds that are known outside; or, when it is `alone`, with bounds
    /// that the backward sweep evaluates again and nothing in it changes.
    fn plain(&self, id: StmtId, outside: &[StmtId], alone: Option<&Node>) -> Option<(&Do, bool)> {
        let StmtKind::Do(d) = &self.world.source.units[self.unit].stmts[id].kind else { return None };
        let step = d.step.as_ref().map_or(Some(1), |s| il::fold::integer(self.world.source, s))?;
        let again = |k: usize| self.loops.get(&id).is_some_and(|l| l.bounds[k] == Bound::Again);
        let kept = |e: &Expr| {
            let mut reads = Set::default();
            self.access.reads(e, &mut reads);
            alone.is_some_and(|n| !self.changes(n).meets(&self.access.with_inputs(&reads)))
        };
        let known = |k: usize, e: &Expr| self.elements.is_known(e, outside) || again(k) && kept(e);
        (step.abs() == 1 && known(0, &d.from) && known(1, &d.to)).then_some((d, step == 1))
    }

    /// All that a node writes.
    fn changes(&self, n: &Node) -> Set {
        let mut out = Set::default();
        n.visit(&mut |m| {
            out.union(&self.access.statement(self.unit, m.stmt).writes);
        });
        out
    }

    /// Whether nothing in `outer` but `id` overwrites `zones`, no adjoint in it reads them, nothing leaves it and nothing in it is rebuilt.
    fn is_quiet(&self, outer: &Node, id: StmtId, zones: &Set) -> bool {
        let mut quiet = true;
        outer.visit(&mut |n| {
            quiet &= match &n.kind {
                NodeKind::Loop { frame, .. } => !self.again.contains(&n.stmt) && !self.tree.is_left_early(*frame),
                NodeKind::Jump(_) | NodeKind::Again { .. } | NodeKind::Dispatch { .. } => false,
                NodeKind::Simple => {
                    !self.elements.is_user(n.stmt, zones)
                        && (n.stmt == id || !self.access.statement(self.unit, n.stmt).writes.meets(zones))
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
