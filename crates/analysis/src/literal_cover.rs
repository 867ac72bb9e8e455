//! Elements of small arrays, counted one by one: `x(1) = …; x(2) = …; do k = 1, 2 …x(k)…`.
//!
//! Where subscripts are made of literals and of counters with literal bounds, the elements that an assignment reaches are a finite set. What
//! is read was written earlier in the same iteration when the sets of assignments that surely ran before hold all elements that the reading reference
//! reaches; of a reference with other subscripts, all that its array was declared with.

use std::collections::BTreeSet;

use il::expr::{BinaryOp, Expr, ExprKind, Subscript, UnaryOp};
use il::stmt::StmtKind;
use il::types::{Type, Upper};
use il::{Language, StmtId, SymbolId, fold};

use crate::loop_dependence::LoopDependence;
use crate::region::Access;

/// Elements that are counted.
const MANY: usize = 256;

type Elements = BTreeSet<Vec<i64>>;

impl LoopDependence<'_> {
    /// Whether all elements that `read` reaches were written earlier in the same iteration by some of `all`.
    pub(crate) fn elements_written_before(&self, read: &Access, all: &[&Access]) -> bool {
        let Some((array, subs)) = read.reference.and_then(plain) else { return false };
        let wanted = self.reached(&subs, &read.loops, false).or_else(|| self.declared(array));
        let Some(mut wanted) = wanted else { return false };
        for w in all.iter().filter(|w| w.is_write && w.rank < read.rank && w.zones == read.zones) {
            let Some((same, subs)) = w.reference.and_then(plain) else { continue };
            let common = w.loops.iter().zip(&read.loops).take_while(|(a, b)| a == b).count();
            if same != array || !self.surely_ran(w, read, common) {
                continue;
            }
            // In the iterations of the common loops that both are in: what these count is not a literal.
            if let Some(written) = self.reached(&subs, &w.loops[common..], true) {
                wanted.retain(|e| !written.contains(e));
            }
            if wanted.is_empty() {
                return true;
            }
        }
        false
    }

    /// Whether all iterations of the loops around `w` inside the common ones have run where `read` stands, and `w` in each.
    fn surely_ran(&self, w: &Access, read: &Access, common: usize) -> bool {
        if common == w.loops.len() {
            return self.region.dominates(w.stmt, read.stmt);
        }
        if self.region.has_exits || !self.region.dominates(w.loops[common], read.stmt) {
            return false;
        }
        let (Some(nest), Some(inner)) = (self.region.places.get(&w.loops[common]), self.region.places.get(&w.stmt))
        else {
            return false;
        };
        inner.blocks.len() - nest.blocks.len() == w.loops.len() - common
    }

    /// The elements that subscripts reach over all iterations of `loops`; at most, or `surely`.
    fn reached(&self, subs: &[Subscript], loops: &[StmtId], surely: bool) -> Option<Elements> {
        let program = self.region.program;
        let mut turns: Vec<Vec<(SymbolId, i64)>> = vec![Vec::new()];
        for l in loops {
            let StmtKind::Do(d) = &program.units[self.region.unit].stmts[*l].kind else { return None };
            let counts = subs.iter().any(|s| matches!(s, Subscript::At(e) if e.mentions(d.var)));
            let step = d.step.as_ref().map_or(Some(1), |s| fold::integer(program, s)).filter(|s| s.abs() == 1);
            let bounds = fold::integer(program, &d.from).zip(fold::integer(program, &d.to)).zip(step);
            let Some(((from, to), step)) = bounds else {
                // It may have no turn.
                if counts || surely {
                    return None;
                }
                continue;
            };
            let (low, high) = if step > 0 { (from, to) } else { (to, from) };
            if high.checked_sub(low)? >= MANY as i64 {
                return None;
            }
            // Without turns nothing is reached, whatever is counted.
            let mut next = Vec::new();
            for t in &turns {
                next.extend((low..=high).map(|v| t.iter().copied().chain([(d.var, v)]).collect()));
            }
            turns = next;
            if turns.len() > MANY {
                return None;
            }
        }
        let element = |turn: &Vec<(SymbolId, i64)>| -> Option<Vec<i64>> {
            let one = |s: &Subscript| match s {
                Subscript::At(e) => self.literal(e, turn),
                Subscript::Range { .. } => None,
            };
            subs.iter().map(one).collect()
        };
        turns.iter().map(element).collect()
    }

    /// The value of an integer expression where counters have values.
    fn literal(&self, e: &Expr, turn: &[(SymbolId, i64)]) -> Option<i64> {
        if let Some(value) = fold::integer(self.region.program, e) {
            return Some(value);
        }
        match &e.kind {
            ExprKind::Var(s) => turn.iter().rev().find(|t| t.0 == *s).map(|t| t.1),
            ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => self.literal(x, turn),
            ExprKind::Unary(UnaryOp::Neg, x) => self.literal(x, turn)?.checked_neg(),
            ExprKind::Binary(BinaryOp::Add, a, b) => self.literal(a, turn)?.checked_add(self.literal(b, turn)?),
            ExprKind::Binary(BinaryOp::Sub, a, b) => self.literal(a, turn)?.checked_sub(self.literal(b, turn)?),
            ExprKind::Binary(BinaryOp::Mul, a, b) => self.literal(a, turn)?.checked_mul(self.literal(b, turn)?),
            _ => None,
        }
    }

    /// All elements of an array with literal bounds.
    fn declared(&self, array: SymbolId) -> Option<Elements> {
        let program = self.region.program;
        let v = program.variable(array).filter(|v| !v.pointer && !v.allocatable)?;
        let Type::Array { dims, .. } = &v.ty else { return None };
        let is_c = program.units[self.region.unit].language == Language::C;
        let mut out: Vec<Vec<i64>> = vec![Vec::new()];
        for d in dims {
            let low = d.lower.as_ref().map_or(Some(i64::from(!is_c)), |e| fold::integer(program, e))?;
            let Upper::At(upper) = &d.upper else { return None };
            let high = fold::integer(program, upper)?;
            let high = if is_c { high.checked_sub(1)? } else { high };
            if high.checked_sub(low)? >= MANY as i64 {
                return None;
            }
            out = out.iter().flat_map(|e| (low..=high).map(|v| [&e[..], &[v]].concat())).collect();
            if out.len() > MANY {
                return None;
            }
        }
        Some(out.into_iter().collect())
    }
}

/// An array variable and its subscripts.
fn plain(e: &Expr) -> Option<(SymbolId, Vec<Subscript>)> {
    let ExprKind::Index { base, subs } = &e.kind else { return None };
    let ExprKind::Var(s) = base.kind else { return None };
    Some((s, subs.clone()))
}
