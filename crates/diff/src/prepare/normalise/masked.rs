//! Calls of functions under masks, and FORALL that reads what it assigns, in statements that have a place before them:
//!
//! - `where (m) y = g(x)` with a function of whole arrays is `result1 = g(x)` and `where (m) y = result1`.
//! - An elemental function is evaluated where the mask holds and nowhere else: `result1 = f(pack(x, m))`, and `unpack(result1, m, 0.0)` stands
//!   for its value. The masks of the construct are evaluated first, into logical arrays.
//! - `forall (i = 1:n) a(i) = a(i - 1)*b(i)` computes all values first: two loops with an array between them.

use std::collections::BTreeMap;
use std::mem;

use analysis::other_names;
use il::stmt::{Arm, Do, ForallIndex, If};
use il::typing::{rank_of, scalar_of, type_of};
use il::{
    BinaryOp, Block, Dim, Expr, ExprKind, Intrinsic, Prefix, Scalar, Stmt, StmtId, StmtKind, Subscript, SymbolId, Type,
    UnaryOp, Upper,
};

use super::{Hoister, Wanted};
use crate::simplify;

impl Hoister<'_> {
    /// Whether some value assigned inside a WHERE calls a function, or is computed whole where it is an array constructor.
    pub(super) fn calls_under_masks(&self, block: &Block) -> bool {
        let stmts = &self.p.units[self.unit].stmts;
        block.iter().any(|id| match &stmts[*id].kind {
            StmtKind::Assign { rhs, .. } => self.leaves_mask(rhs),
            StmtKind::Where { arms, otherwise, .. } => {
                self.calls_in_masks(arms)
                    || arms.iter().map(|a| &a.body).chain(otherwise).any(|b| self.calls_under_masks(b))
            }
            _ => false,
        })
    }

    /// Whether a mask calls a function that does more than give a value: it is called once, where its mask is evaluated (F2018 10.2.3.2).
    pub(super) fn calls_in_masks(&self, arms: &[Arm]) -> bool {
        arms.iter().any(|a| self.any_leaves(&a.test, Wanted::Effects))
    }

    /// Whether a value is not computed under its mask: it calls a function, has a reduction whose derivative is computed by statements, or an array constructor that may carry derivatives, which is
    /// evaluated whole (F2018 10.2.3.2).
    fn leaves_mask(&self, e: &Expr) -> bool {
        e.any(&mut |x| {
            self.leaves(x, Wanted::Values)
                || self.is_by_statements(x)
                || matches!(x.kind, ExprKind::Constructor { .. }) && self.varies(x)
        })
    }

    /// Whether something differentiable is referenced in an expression.
    fn varies(&self, e: &Expr) -> bool {
        e.any(&mut |x| x.is_reference() && type_of(self.p, x).is_differentiable())
    }

    /// The statements of a WHERE, each under its own mask. `control`: the mask around it.
    pub(super) fn masked(&mut self, arms: Vec<Arm>, otherwise: Option<Block>, control: Option<Expr>, out: &mut Block) {
        let one = arms.len() == 1 && otherwise.is_none() && control.is_none() && arms[0].body.len() == 1;
        let mut pending = control;
        for (k, mut arm) in arms.into_iter().enumerate() {
            self.expr(&mut arm.test, Wanted::Effects, out);
            let is_name = matches!(arm.test.kind, ExprKind::Var(_));
            if k == 0 && one && (is_name || !self.calls_elemental(&arm.body)) {
                return self.masked_block(arm.body, &arm.test, out);
            }
            let mask = Expr::var(self.local_for("mask1", &arm.test));
            let set = |rhs: Expr| StmtKind::Assign { lhs: mask.clone(), rhs };
            match &pending {
                None => out.push(self.add(set(arm.test.clone()))),
                Some(p) => {
                    // Evaluated only where nothing before it held, which also says what shape it has.
                    out.push(self.add(set(p.clone())));
                    let inner = self.add(set(arm.test.clone()));
                    out.push(self.under_mask(&mask, vec![inner]));
                }
            }
            self.masked_block(arm.body, &mask, out);
            let rest = Expr::unary(UnaryOp::Not, mask);
            pending = Some(match pending {
                None => rest,
                Some(p) => Expr::binary(BinaryOp::And, p, rest),
            });
        }
        if let (Some(body), Some(rest)) = (otherwise, pending) {
            self.masked_block(body, &rest, out);
        }
    }

    fn masked_block(&mut self, body: Block, mask: &Expr, out: &mut Block) {
        let mut together = Block::new();
        for id in body {
            let single = vec![id];
            if !self.calls_under_masks(&single) {
                together.push(id);
                continue;
            }
            self.flush(&mut together, mask, out);
            let mut stmt = mem::replace(&mut self.p.units[self.unit].stmts[id], Stmt::from(StmtKind::Nop));
            match mem::replace(&mut stmt.kind, StmtKind::Nop) {
                StmtKind::Assign { lhs, mut rhs } => {
                    self.masked_values(&mut rhs, mask, out);
                    stmt.kind = StmtKind::Assign { lhs, rhs };
                    self.p.units[self.unit].stmts[id] = stmt;
                    out.push(self.under_mask(mask, vec![id]));
                }
                StmtKind::Where { arms, otherwise, .. } => self.masked(arms, otherwise, Some(mask.clone()), out),
                other => {
                    stmt.kind = other;
                    self.p.units[self.unit].stmts[id] = stmt;
                    together.push(id);
                }
            }
        }
        self.flush(&mut together, mask, out);
    }

    fn flush(&mut self, together: &mut Block, mask: &Expr, out: &mut Block) {
        if !together.is_empty() {
            out.push(self.under_mask(mask, mem::take(together)));
        }
    }

    fn under_mask(&mut self, mask: &Expr, body: Block) -> StmtId {
        let one_line =
            body.len() == 1 && matches!(self.p.units[self.unit].stmts[body[0]].kind, StmtKind::Assign { .. });
        let arms = vec![Arm { test: mask.clone(), body }];
        self.add(StmtKind::Where { arms, otherwise: None, one_line })
    }

    fn is_elemental(&self, callee: SymbolId) -> bool {
        self.p.callee(callee).is_some_and(|u| self.p.units[u].has_prefix(&Prefix::Elemental))
    }

    fn calls_elemental(&self, block: &Block) -> bool {
        let stmts = &self.p.units[self.unit].stmts;
        block.iter().any(|id| {
            let mut found = false;
            stmts[*id].kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Call { callee, .. } = &x.kind {
                        found |= self.is_elemental(*callee);
                    }
                });
            });
            found
        })
    }

    /// The calls of a value under a mask leave it.
    fn masked_values(&mut self, e: &mut Expr, mask: &Expr, out: &mut Block) {
        if !self.leaves_mask(e) {
            return;
        }
        let whole = |f: &Intrinsic| f.info().class != il::intrinsics::Class::Elemental;
        match &mut e.kind {
            ExprKind::Call { callee, args } if self.is_elemental(*callee) => {
                let callee = *callee;
                let mut args = mem::take(args);
                let mut packed = false;
                for a in &mut args {
                    self.masked_values(&mut a.value, mask, out);
                    if rank_of(self.p, &a.value) > 0 {
                        packed = true;
                        let value = mem::replace(&mut a.value, Expr::int(0));
                        a.value = Expr::intrinsic("pack", vec![value, mask.clone()]);
                    }
                }
                self.actuals(callee, &mut args, out);
                let call = Expr::at(ExprKind::Call { callee, args }, e.span);
                let element = type_of(self.p, e).element().clone();
                let ty = match packed {
                    true => {
                        let dims = vec![Dim { lower: None, upper: Upper::Deferred }];
                        Type::Array { elem: Box::new(element), dims }
                    }
                    false => element,
                };
                let scalar = ty.element().scalar().cloned().unwrap_or_else(Scalar::real);
                let result = self.local("result1", &ty);
                self.to_be_released(result);
                let result = Expr::var(result);
                let id = self.add(StmtKind::Assign { lhs: result.clone(), rhs: call });
                self.p.units[self.unit].stmts[id].span = e.span;
                out.push(id);
                *e = match packed {
                    true => {
                        let zero = simplify::number_value(0.0, &scalar);
                        Expr::intrinsic("unpack", vec![result, mask.clone(), zero])
                    }
                    false => result,
                };
            }
            ExprKind::Constructor { .. } => {
                self.alone(e, out);
                self.named("value", e, out);
            }
            // Arguments of what is not elemental are evaluated whole.
            ExprKind::Call { .. } => self.alone(e, out),
            ExprKind::Intrinsic(f, _) if whole(f) => self.alone(e, out),
            _ => e.children_mut(&mut |c| self.masked_values(c, mask, out)),
        }
    }

    /// Takes a FORALL apart where it reads what it assigns, or calls functions. `None`: it stays as it is.
    pub(super) fn in_turn(&mut self, indices: &[ForallIndex], mask: Option<&Expr>, body: &Block) -> Option<Block> {
        let stmts = &self.p.units[self.unit].stmts;
        let mut pairs: Vec<(Expr, Expr)> = Vec::new();
        for id in body {
            let StmtKind::Assign { lhs, rhs } = &stmts[*id].kind else { return None };
            type_of(self.p, lhs).element().scalar()?;
            pairs.push((lhs.clone(), rhs.clone()));
        }
        let differentiable = pairs.iter().any(|(l, _)| type_of(self.p, l).is_differentiable());
        let may_read = |e: &Expr| pairs.iter().any(|(l, _)| other_names::may_read(self.p, e, l));
        // Reading the very element that is assigned does no harm.
        let reads = |lhs: &Expr, e: &Expr| may_read(&other_names::without(e, lhs));
        let changes_mask = mask.is_some_and(&may_read);
        // The derivative of a function with a body is a call of its own, and that of an extreme value is found by a search.
        let mut calls = false;
        let by_statements = |x: &Expr| matches!(x.kind, ExprKind::Call { .. }) || self.is_by_statements(x);
        pairs.iter().for_each(|(_, r)| r.walk(&mut |x| calls |= by_statements(x)));
        if !differentiable || !(changes_mask || calls || pairs.iter().any(|(l, r)| reads(l, r))) {
            return None;
        }
        let needs_all: Vec<bool> = pairs.iter().map(|(l, r)| reads(l, r) || pairs.len() > 1 && may_read(r)).collect();
        if pairs.iter().zip(&needs_all).any(|((l, _), all)| *all && rank_of(self.p, l) > 0) {
            return None;
        }
        // The index variables are the construct's own.
        let mut renamed: BTreeMap<SymbolId, SymbolId> = BTreeMap::new();
        for i in indices {
            let name = self.p.symbols[i.var].name.clone();
            let ty = self.p.symbol_type(i.var)?.clone();
            renamed.insert(i.var, self.local(&name, &ty));
        }
        let own = |e: &Expr| {
            let mut e = e.clone();
            e.rewrite(&mut |x| {
                if let ExprKind::Var(s) = &x.kind
                    && let Some(to) = renamed.get(s)
                {
                    *x = Expr::at(ExprKind::Var(*to), x.span);
                }
            });
            e
        };
        let at: Vec<Expr> = indices.iter().map(|i| Expr::var(renamed[&i.var])).collect();
        let dims: Vec<Dim> = indices
            .iter()
            .map(|i| {
                let down = i.step.as_ref().and_then(|s| il::fold::integer(self.p, s)).is_some_and(|s| s < 0);
                let (lo, hi) = if down { (&i.to, &i.from) } else { (&i.from, &i.to) };
                Dim { lower: (lo.as_int() != Some(1)).then(|| lo.clone()), upper: Upper::At(hi.clone()) }
            })
            .collect();
        let mut out = Block::new();
        let element = |array: &Expr| {
            let subs = at.iter().map(|i| Subscript::At(i.clone())).collect();
            Expr::from(ExprKind::Index { base: Box::new(array.clone()), subs })
        };
        let mut released = Vec::new();
        let test = match mask {
            Some(m) if changes_mask => {
                let kept = self.temporary("mask1", Type::Scalar(self.p.logical()), &dims, &mut out);
                let set = self.add(StmtKind::Assign { lhs: element(&kept), rhs: own(m) });
                out.push(self.turns(indices, &renamed, &own, set));
                let test = element(&kept);
                released.push(kept);
                Some(test)
            }
            other => other.map(&own),
        };
        for ((lhs, rhs), all_first) in pairs.iter().zip(needs_all) {
            let (first, second) = match all_first {
                false => (None, own(rhs)),
                true => {
                    let scalar = scalar_of(self.p, lhs)?;
                    let values = self.temporary("temp", Type::Scalar(scalar), &dims, &mut out);
                    let set = StmtKind::Assign { lhs: element(&values), rhs: own(rhs) };
                    let value = element(&values);
                    released.push(values);
                    (Some(set), value)
                }
            };
            for kind in first.into_iter().chain([StmtKind::Assign { lhs: own(lhs), rhs: second }]) {
                let mut inner = self.add(kind);
                if let Some(test) = &test {
                    inner = self.add(StmtKind::If(If::when(test.clone(), vec![inner], true)));
                }
                out.push(self.turns(indices, &renamed, &own, inner));
            }
        }
        out.extend(self.release(released));
        Some(self.block(out))
    }

    /// Loops over all indices around a statement.
    fn turns(
        &mut self,
        indices: &[ForallIndex],
        renamed: &BTreeMap<SymbolId, SymbolId>,
        own: &dyn Fn(&Expr) -> Expr,
        inner: StmtId,
    ) -> StmtId {
        indices.iter().fold(inner, |inner, i| {
            let (from, to, step) = (own(&i.from), own(&i.to), i.step.as_ref().map(own));
            let body = vec![inner];
            self.add(StmtKind::Do(Box::new(Do::counting(renamed[&i.var], from, to, step, body))))
        })
    }
}
