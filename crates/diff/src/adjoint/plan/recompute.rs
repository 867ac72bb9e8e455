//! Values that are computed again where they would be restored (RR-7957 §4.9, *recomputation*; figure 11, last column).
//!
//! A scalar `v` that statement `S` overwrites is kept for adjoints of earlier statements. When one assignment `D: v = e` in the sequence of `S`
//! gave it its value, and all that `e` reads is at the adjoint of `S` what it was at `D`, then `v = e` before that adjoint spares the save. What
//! is read is surely the same when nothing from `D` on writes it; inside a loop when nothing in the unit does, except that the
//! reversed loops set their own variables.
//!
//! An expression is run again when it costs less than a save and a restore, and gives the same bits: of floating-point operations
//! at most one, since compilers may contract two.
//!
//! When the forward sweep itself no longer reads the value between `D` and `S`, it need not compute it.

use std::collections::BTreeMap;

use il::symbol::Storage;
use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, ScalarClass, StmtId, StmtKind, Subscript, SymbolId, Type, UnaryOp, UnitId};

use crate::adjoint::plan::access::{Access, Set};
use crate::adjoint::plan::tree::{Node, NodeKind, Seq, Tree};
use crate::adjoint::plan::{Home, LoopPlan, Rebuilt, Step};
use crate::derive::World;

/// Operations that are cheaper than keeping a value in a local, and than pushing and popping it.
const CHEAP: [(Home, u32); 2] = [(Home::Local, 1), (Home::Tape, 4)];

/// Finds what is computed again.
pub(crate) struct Recompute<'p, 'a> {
    pub world: &'p World<'a>,
    pub access: &'p Access<'a>,
    pub unit: UnitId,
    pub tree: &'p Tree,
    pub loops: &'p BTreeMap<StmtId, LoopPlan>,
    pub regions: &'p BTreeMap<StmtId, Rebuilt>,
}

/// Where a sequence stands.
#[derive(Clone, Default)]
struct Around {
    /// In a loop, or reached by jumps: any statement of the unit may run after any other.
    is_repeated: bool,
    /// Variables that reversed loops set.
    counters: Set,
}

impl Recompute<'_, '_> {
    /// Changes the homes of all saves that can be spared.
    pub(crate) fn all(&self, steps: &mut BTreeMap<StmtId, Step>) {
        self.sequence(&self.tree.body, &Around::default(), steps);
    }

    fn sequence(&self, seq: &Seq, around: &Around, steps: &mut BTreeMap<StmtId, Step>) {
        for (at, n) in seq.iter().enumerate() {
            if matches!(n.kind, NodeKind::Simple) {
                self.statement(seq, at, around, steps);
            }
            if self.regions.contains_key(&n.stmt) {
                continue;
            }
            let mut inner = around.clone();
            // A node that is not at the top has neighbours outside of its sequence.
            inner.is_repeated = true;
            if let NodeKind::Loop { frame, body } = &n.kind {
                let Some(plan) = self.loops.get(&n.stmt) else { continue };
                if plan.rebuilt.is_some() || plan.fused.is_some() {
                    continue;
                }
                if let (StmtKind::Do(d), false) = (self.kind(n.stmt), self.tree.is_left_early(*frame)) {
                    let mut var = Set::default();
                    var.add(&self.access.zones.of_symbol(d.var));
                    if body.iter().all(|m| !self.writes(m).meets(&var)) {
                        inner.counters.union(&var);
                    }
                }
            }
            for s in n.seqs() {
                self.sequence(s, &inner, steps);
            }
        }
    }

    fn kind(&self, id: StmtId) -> &StmtKind {
        &self.world.source.units[self.unit].stmts[id].kind
    }

    fn writes(&self, n: &Node) -> Set {
        self.access.writes(self.unit, n.statements())
    }

    /// The saves of the statement at `at`.
    fn statement(&self, seq: &Seq, at: usize, around: &Around, steps: &mut BTreeMap<StmtId, Step>) {
        let id = seq[at].stmt;
        let Some(step) = steps.get(&id) else { return };
        let mut spared: Vec<(usize, usize)> = Vec::new();
        for (k, save) in step.saves.iter().enumerate() {
            let limit = CHEAP.iter().find(|c| c.0 == save.home).map_or(0, |c| c.1);
            let ExprKind::Var(v) = save.value.kind else { continue };
            let Some(from) = self.definition(seq, at, v) else { continue };
            let StmtKind::Assign { rhs, .. } = self.kind(seq[from].stmt) else { continue };
            if steps.get(&seq[from].stmt).is_some_and(|d| d.live)
                && self.cost(rhs, v).is_some_and(|c| c <= limit)
                && self.is_kept(seq, from, rhs, around)
            {
                spared.push((k, from));
            }
        }
        for (k, from) in spared {
            let definition = seq[from].stmt;
            let silent = self.is_unread(seq, from, at, steps);
            let Some(step) = steps.get_mut(&id) else { return };
            step.saves[k].again = Some(definition);
            step.saves[k].bytes = Some(0);
            if let (true, Some(d)) = (silent, steps.get_mut(&definition)) {
                d.silent = true;
            }
        }
    }

    /// The assignment of the sequence whose value a plain scalar has before the statement at `at`.
    fn definition(&self, seq: &Seq, at: usize, v: SymbolId) -> Option<usize> {
        let p = self.world.source;
        let variable = p.variable(v)?;
        if !matches!(variable.ty, Type::Scalar(_)) || variable.pointer || variable.allocatable || variable.optional {
            return None;
        }
        let mut zones = Set::default();
        zones.add(&self.access.zones.of_symbol(v));
        for from in (0..at).rev() {
            let n = &seq[from];
            let stmt = &p.units[self.unit].stmts[n.stmt];
            // Control may come from elsewhere.
            if stmt.label.is_some()
                || !matches!(n.kind, NodeKind::Simple | NodeKind::Choice { .. } | NodeKind::Loop { .. })
            {
                return None;
            }
            if self.writes(n).meets(&zones) {
                let defines = matches!(&stmt.kind, StmtKind::Assign { lhs, .. } if lhs.kind == ExprKind::Var(v));
                return (defines && matches!(n.kind, NodeKind::Simple)).then_some(from);
            }
        }
        None
    }

    /// How many operations an expression has; `None` when it may not be run twice.
    fn cost(&self, e: &Expr, v: SymbolId) -> Option<u32> {
        let p = self.world.source;
        let is_integer = |e: &Expr| type_of(p, e).class() == Some(ScalarClass::Integer);
        let (mut cost, mut real, mut good) = (0, 0, !e.mentions(v));
        e.walk(&mut |x| match &x.kind {
            ExprKind::Integer { .. } | ExprKind::Real { .. } | ExprKind::Logical(_) | ExprKind::Field { .. } => {}
            // What is allocated here may be gone.
            ExprKind::Var(s) => {
                good &= p.variable(*s).is_some_and(|w| {
                    matches!(w.storage, Storage::Dummy(_))
                        || !w.pointer && !w.allocatable && !matches!(w.ty, Type::Pointer { .. })
                })
            }
            ExprKind::Index { subs, .. } => {
                cost += 1;
                good &= subs.iter().all(|s| matches!(s, Subscript::At(i) if type_of(p, i).rank() == 0));
            }
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, _) => {}
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) => {
                cost += 1;
                real += u32::from(!is_integer(x));
            }
            _ => good = false,
        });
        (good && real <= 1 && type_of(p, e).rank() == 0).then_some(cost)
    }

    /// Whether what an expression reads at its definition is the same where the backward sweep comes back.
    fn is_kept(&self, seq: &Seq, from: usize, e: &Expr, around: &Around) -> bool {
        let mut reads = Set::default();
        self.access.reads(e, &mut reads);
        reads = self.access.with_inputs(&reads);
        reads.minus(&around.counters);
        let later: Vec<&Node> =
            if around.is_repeated { self.tree.body.iter().collect() } else { seq[from + 1..].iter().collect() };
        later.iter().all(|n| !self.writes(n).meets(&reads))
    }

    /// Whether the forward sweep, once the save is spared, reads the value nowhere between its definition and where it is overwritten.
    fn is_unread(&self, seq: &Seq, from: usize, at: usize, steps: &BTreeMap<StmtId, Step>) -> bool {
        let StmtKind::Assign { lhs, rhs } = self.kind(seq[from].stmt) else { return false };
        let ExprKind::Var(v) = lhs.kind else { return false };
        let StmtKind::Assign { lhs: over, rhs: next } = self.kind(seq[at].stmt) else { return false };
        if *over != *lhs
            || next.mentions(v)
            || matches!(next.kind, ExprKind::Call { .. })
            || type_of(self.world.source, rhs).class() != Some(ScalarClass::Integer)
        {
            return false;
        }
        let mut zones = Set::default();
        zones.add(&self.access.zones.of_symbol(v));
        let mut unread = true;
        for n in &seq[from + 1..at] {
            n.visit(&mut |m| {
                let is_simple = matches!(m.kind, NodeKind::Simple);
                let step = steps.get(&m.stmt);
                // What is not executed reads nothing; headers decide, whatever they are.
                if is_simple && step.is_some_and(|s| !s.live && s.saves.is_empty() && s.around.is_empty()) {
                    return;
                }
                let kept = step.iter().flat_map(|s| s.saves.iter().chain(&s.around)).any(|s| s.value.mentions(v));
                unread &= is_simple && !kept && !self.access.statement(self.unit, m.stmt).reads.meets(&zones);
            });
        }
        let kept =
            |s: &Step| s.saves.iter().filter(|s| s.again.is_none()).any(|s| s.value != *lhs && s.value.mentions(v));
        unread && steps.get(&seq[at].stmt).is_some_and(|s| s.live && !kept(s))
    }
}
