//! Subscripts and loops as linear inequalities, for [`Elements`].
//!
//! The turns of counted loops, integers that nothing changes and positions in dimensions are the unknowns. Two things are not linear and still
//! looked into, because loops over tiles are made of them:
//!
//! - `min(kb + nb - 1, n)` and `max(…)` become an unknown of their own, which is one of the operands and not more (less) than the others: one system for
//!   each of them, and all must be impossible;
//! - the step `nb` of a loop, an integer that nothing changes, is at least 1 or at most -1: one system for each. A later turn is at least one step away.
//!
//! An integer that one assignment gives its value (`ke = min(kb + nb - 1, n)`) stands for what was assigned wherever it is mentioned, when all mentions
//! stand behind the assignment, in its sequence or in something there: they find the value of the same turn of the loops around it. What is assigned
//! is made of integers that keep their values in that turn.

use std::collections::{BTreeMap, BTreeSet};

use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, ScalarClass, StmtId, StmtKind, Subscript, SymbolId, UnaryOp};

use crate::adjoint::plan;
use crate::adjoint::plan::access::Access;
use crate::adjoint::plan::elements::Elements;
use crate::adjoint::plan::system::{self, Linear};
use crate::adjoint::plan::tree::{NodeKind, Seq};
use crate::adjoint::plan::unknowns::{Unknown, same, turn};

/// Loops whose steps have no known sign, in one question.
const STEPS: usize = 2;
/// Choices that are told apart in one question.
const CHOICES: u32 = 6;

/// A subscript in the instance of the use or (`true`) of the write, and the loops around it.
pub(crate) type Position<'e> = (&'e Subscript, bool, &'e [StmtId]);

/// The signs that are assumed of steps which are not literals.
pub(crate) type Signs = BTreeMap<StmtId, i64>;

impl Elements<'_> {
    // ------------------------------------------------------------------ loops

    /// Whether something holds whatever the signs of the steps of `loops` are; `false` when a step may change or be 0.
    pub(crate) fn whatever_signs(&self, loops: &[&[StmtId]], holds: impl Fn(&Signs) -> bool) -> bool {
        let mut open = BTreeSet::new();
        for of in loops.iter().copied().flatten() {
            let Some(step) = self.step(*of) else { return false };
            match step.as_constant() {
                Some(0) => return false,
                Some(_) => {}
                None => drop(open.insert(*of)),
            }
        }
        let open: Vec<StmtId> = open.into_iter().collect();
        open.len() <= STEPS
            && (0..1u32 << open.len()).all(|bits| {
                let sign = |k: usize| if bits >> k & 1 == 0 { 1 } else { -1 };
                holds(&open.iter().enumerate().map(|(k, of)| (*of, sign(k))).collect())
            })
    }

    fn step(&self, of: StmtId) -> Option<Linear<Unknown>> {
        self.counted(of)?.step.as_ref().map_or_else(|| Some(Linear::constant(1)), |s| self.linear(s, false, &[]))
    }

    /// The step of a loop, and its sign.
    fn signed_step(&self, of: StmtId, signs: &Signs) -> Option<(Linear<Unknown>, i64)> {
        let step = self.step(of)?;
        let sign = step.as_constant().map_or_else(|| signs.get(&of).copied(), |c| Some(c.signum()))?;
        Some((step, sign))
    }

    /// That the turn `second` of a loop comes after the turn `first`: it is at least one step further.
    pub(crate) fn later(
        &self,
        of: StmtId,
        (first, second): (&Linear<Unknown>, &Linear<Unknown>),
        signs: &Signs,
    ) -> Option<Linear<Unknown>> {
        let (step, sign) = self.signed_step(of, signs)?;
        second.minus(first)?.minus(&step)?.times(sign)
    }

    /// The least and the greatest value of a loop's variable.
    pub(crate) fn ends(&self, of: StmtId, signs: &Signs) -> Option<(&Expr, &Expr)> {
        let (d, (_, sign)) = (self.counted(of)?, self.signed_step(of, signs)?);
        Some(if sign > 0 { (&d.from, &d.to) } else { (&d.to, &d.from) })
    }

    /// The bounds of loops; `false` when a step is not known.
    pub(crate) fn turns(&self, write: bool, loops: &[StmtId], signs: &Signs, out: &mut Vec<Linear<Unknown>>) -> bool {
        for (k, of) in loops.iter().enumerate() {
            let (Some((low, high)), Some((step, sign))) = (self.ends(*of, signs), self.signed_step(*of, signs)) else {
                return false;
            };
            if step.as_constant().is_none() {
                out.extend(step.times(sign).and_then(|s| s.minus(&Linear::constant(1))));
            }
            let at = turn(write, *of);
            out.extend(self.linear(low, write, &loops[..k]).and_then(|l| at.minus(&l)));
            out.extend(self.linear(high, write, &loops[..k]).and_then(|l| l.minus(&at)));
        }
        true
    }

    // ------------------------------------------------------------------ subscripts

    /// That two subscripts of a dimension name one element.
    pub(crate) fn one_element(&self, k: usize, one: Position<'_>, other: Position<'_>, out: &mut Vec<Linear<Unknown>>) {
        if self.one_flat_element(k, one, other, out) {
            return;
        }
        for (sub, write, loops) in [one, other] {
            self.element(k, sub, write, loops, out);
        }
    }

    /// What a subscript says about the element's position in its dimension.
    fn element(&self, k: usize, sub: &Subscript, write: bool, loops: &[StmtId], out: &mut Vec<Linear<Unknown>>) {
        let at = Linear::variable(Unknown::Element(k));
        match sub {
            Subscript::At(e) => {
                if let Some(l) = self.linear(e, write, loops) {
                    same(&at, &l, out);
                }
            }
            Subscript::Range { lo, hi, step } => {
                if step.as_ref().is_some_and(|s| il::fold::integer(self.program(), s).is_none_or(|s| s < 1)) {
                    return;
                }
                let linear = |e: &Option<Expr>| e.as_ref().and_then(|e| self.linear(e, write, loops));
                out.extend(linear(lo).and_then(|l| at.minus(&l)));
                out.extend(linear(hi).and_then(|l| l.minus(&at)));
            }
        }
    }

    // ------------------------------------------------------------------ integers

    /// An integer expression, if it is linear.
    pub(crate) fn linear(&self, e: &Expr, write: bool, loops: &[StmtId]) -> Option<Linear<Unknown>> {
        let p = self.program();
        if let Some(n) = il::fold::integer(p, e) {
            return Some(Linear::constant(n));
        }
        let ty = type_of(p, e);
        if ty.rank() > 0 || ty.class() != Some(ScalarClass::Integer) {
            return None;
        }
        match &e.kind {
            ExprKind::Var(s) => {
                if let Some(of) = loops.iter().rev().find(|l| self.counted(**l).is_some_and(|d| d.var == *s)) {
                    return Some(turn(write, *of));
                }
                if let Some((value, around)) = self.given.get(s) {
                    return loops.starts_with(around).then(|| self.linear(value, write, around))?;
                }
                self.is_fixed(*s).then(|| Linear::variable(Unknown::Fixed(*s)))
            }
            ExprKind::Unary(UnaryOp::Neg, x) => self.linear(x, write, loops)?.times(-1),
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Paren, x) => self.linear(x, write, loops),
            ExprKind::Binary(BinaryOp::Add, l, r) => {
                self.linear(l, write, loops)?.plus(&self.linear(r, write, loops)?, 1, 1)
            }
            ExprKind::Binary(BinaryOp::Sub, l, r) => {
                self.linear(l, write, loops)?.minus(&self.linear(r, write, loops)?)
            }
            ExprKind::Binary(BinaryOp::Mul, l, r) => {
                let (l, r) = (self.linear(l, write, loops)?, self.linear(r, write, loops)?);
                match (l.as_constant(), r.as_constant()) {
                    (Some(c), _) => r.times(c),
                    (_, Some(c)) => l.times(c),
                    _ => None,
                }
            }
            ExprKind::Intrinsic(f, args) if matches!(f.name(), "min" | "max") => {
                // What is not linear in every operand could be anything.
                args.iter().try_for_each(|a| self.linear(&a.value, write, loops).map(drop))?;
                let mut choices = self.choices.borrow_mut();
                let known = choices.iter().position(|(x, around)| x == e && around == loops);
                let of = known.unwrap_or_else(|| {
                    choices.push((e.clone(), loops.to_vec()));
                    choices.len() - 1
                });
                Some(Linear::variable(Unknown::Chosen { write, of }))
            }
            _ => None,
        }
    }

    /// Whether a system surely has no solution, whichever operands the least and greatest of several are.
    pub(crate) fn is_impossible(&self, rows: Vec<Linear<Unknown>>) -> bool {
        self.is_refuted(rows, &mut Vec::new(), CHOICES)
    }

    fn is_refuted(&self, rows: Vec<Linear<Unknown>>, told: &mut Vec<Unknown>, left: u32) -> bool {
        let open = rows.iter().flat_map(Linear::variables).find_map(|v| match *v {
            Unknown::Chosen { write, of } if left > 0 && !told.contains(v) => Some((*v, write, of)),
            _ => None,
        });
        let Some((chosen, write, of)) = open else { return system::is_impossible(rows) };
        let (e, loops) = self.choices.borrow()[of].clone();
        let ExprKind::Intrinsic(f, args) = &e.kind else { return false };
        let sign = if f.name() == "min" { 1 } else { -1 };
        let operands: Option<Vec<Linear<Unknown>>> =
            args.iter().map(|a| self.linear(&a.value, write, &loops)).collect();
        let Some(operands) = operands else { return false };
        let value = Linear::variable(chosen);
        told.push(chosen);
        let refuted = operands.iter().all(|operand| {
            let mut rows = rows.clone();
            same(&value, operand, &mut rows);
            rows.extend(operands.iter().filter_map(|other| other.minus(&value)?.times(sign)));
            self.is_refuted(rows, told, left - 1)
        });
        told.pop();
        refuted
    }

    /// Finds the integers that one assignment gives their values, in `seq` and what is in it.
    pub(crate) fn find_given(&mut self, access: &Access, seq: &Seq) {
        for (k, n) in seq.iter().enumerate() {
            if let (NodeKind::Simple, Some((s, value, loops))) = (&n.kind, self.gives(access, n.stmt)) {
                let mut behind = BTreeSet::new();
                seq[k + 1..].iter().for_each(|m| {
                    m.visit(&mut |m| {
                        behind.insert(m.stmt);
                    })
                });
                if self.is_mentioned_only_in(s, n.stmt, &behind) {
                    let value = plan::spelled(&self.given_values(), &value);
                    self.given.insert(s, (value, loops));
                }
            }
            for inner in n.seqs() {
                self.find_given(access, inner);
            }
        }
    }

    /// What the integers are set to that one assignment gives their values.
    pub(crate) fn given_values(&self) -> BTreeMap<SymbolId, Expr> {
        self.given.iter().map(|(s, (value, _))| (*s, value.clone())).collect()
    }

    /// The local integer that only this statement of the procedure writes, what it is set to, and the counted loops around it.
    fn gives(&self, access: &Access, id: StmtId) -> Option<(SymbolId, Expr, Vec<StmtId>)> {
        let p = self.program();
        let u = &p.units[self.unit()];
        let StmtKind::Assign { lhs, rhs } = &u.stmts[id].kind else { return None };
        let ExprKind::Var(s) = lhs.kind else { return None };
        let ty = type_of(p, lhs);
        let local = p.variable(s).is_some_and(|v| v.is_unsaved_local() && !v.pointer && !v.target && v.init.is_none());
        if ty.rank() > 0 || ty.class() != Some(ScalarClass::Integer) || !local || p.home(s) != Some(self.unit()) {
            return None;
        }
        let loops = self.loops(id)?.to_vec();
        if !self.is_steady(rhs, &loops) {
            return None;
        }
        let (zones, _) = access.place(lhs);
        let mut alone = true;
        u.walk(&u.body, &mut |other, s| {
            alone &= other == id || !access.statement(self.unit(), other).writes.meets(&zones);
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| alone &= !matches!(&x.kind, ExprKind::Address(place) if **place == *lhs));
            });
        });
        alone.then(|| (s, rhs.clone(), loops))
    }

    /// Whether an integer expression keeps its value in one turn of `loops`.
    fn is_steady(&self, e: &Expr, loops: &[StmtId]) -> bool {
        match &e.kind {
            ExprKind::Intrinsic(f, args) if matches!(f.name(), "min" | "max") => {
                args.iter().all(|a| self.is_steady(&a.value, loops))
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, l, r) => {
                self.is_steady(l, loops) && self.is_steady(r, loops)
            }
            ExprKind::Var(s) if self.given.get(s).is_some_and(|(_, around)| loops.starts_with(around)) => true,
            _ => self.is_known(e, loops),
        }
    }

    fn is_mentioned_only_in(&self, s: SymbolId, given: StmtId, behind: &BTreeSet<StmtId>) -> bool {
        let u = &self.program().units[self.unit()];
        let mut only = true;
        u.walk(&u.body, &mut |id, stmt| {
            if id != given && !behind.contains(&id) {
                stmt.kind.exprs(&mut |e| only &= !e.mentions(s));
            }
        });
        only
    }
}
