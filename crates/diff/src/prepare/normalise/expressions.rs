//! What leaves an expression, and what goes before the statement for it.

use std::mem;

use analysis::extents;
use il::expr::Item;
use il::stmt::{Arm, If};
use il::symbol::{ProcedureClass, Storage, Variable};
use il::typing::type_of;
use il::{Arg, BinaryOp, Block, Expr, ExprKind, Language, StmtKind, SymbolId, Type, UnaryOp};

use super::effects::{self, counts};
use super::{Hoister, shared_values, two_results};
use crate::prepare::by_argument;

/// Which calls leave an expression.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wanted {
    /// The value is differentiated: all calls with a differentiable result.
    Values,
    /// Only the side effects matter.
    Effects,
}

/// A number as it is written.
fn written_number(e: &Expr) -> Option<f64> {
    match &e.kind {
        ExprKind::Integer { value, .. } => Some(*value as f64),
        ExprKind::Real { value, .. } => Some(*value),
        _ => None,
    }
}

impl Hoister<'_> {
    /// Whether a call expression must leave the expression it stands in.
    pub(super) fn leaves(&self, e: &Expr, wanted: Wanted) -> bool {
        if self.makes_structure(e) && self.language().computes_with_arrays() {
            return wanted == Wanted::Values;
        }
        if self.is_reduced(e)
            || matches!(&e.kind, ExprKind::Constructor { items, .. } if items.iter().any(|i| self.needs_turns(i)))
        {
            return wanted == Wanted::Values;
        }
        let ExprKind::Call { callee, args } = &e.kind else { return false };
        if by_argument::is_reference(self.p, e) {
            return true;
        }
        let Some(ty) = self.p.symbol_type(*callee) else { return false };
        if self.p.is_differentiable(ty) {
            return wanted == Wanted::Values
                || self.effects.call(self.p, *callee)
                || two_results::has_two(self.p, *callee);
        }
        // `if (factor(n, a) /= 0)`: what it returns is a status, but what it writes has a derivative.
        let class = self.p.procedure(*callee).map(|f| f.class);
        let known = matches!(class, None | Some(ProcedureClass::Intrinsic | ProcedureClass::System));
        let may_write = match self.p.callee(*callee) {
            Some(_) => self.writes.call(self.p, *callee),
            None => {
                !known && effects::written(self.p, self.language(), *callee, args).any(|actual| counts(self.p, actual))
            }
        };
        let changes = || {
            let mut written = effects::written(self.p, self.language(), *callee, args);
            self.effects.call(self.p, *callee) || known && written.next().is_some()
        };
        let varies = || changes() || self.readings.is_some_and(|r| r.call(self.p, *callee));
        // What a test changes is brought back before it, where an adjoint needs what was there.
        let is_undone = wanted == Wanted::Effects && self.readings.is_some();
        let has_length = |len: &Expr| il::fold::integer(self.p, len).is_some();
        let has_place = match ty {
            Type::Character { len: Some(n), .. } => has_length(n),
            Type::Character { len: None, .. } => self.allocates(*callee),
            ty if ty.scalar().is_some() => true,
            Type::Record(_) | Type::Pointer { .. } => may_write,
            Type::Scalar(_) | Type::Array { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => false,
        };
        has_place && (may_write || self.read_again && varies() || is_undone && changes())
    }

    pub(super) fn any_leaves(&self, e: &Expr, wanted: Wanted) -> bool {
        e.any(&mut |x| self.leaves(x, wanted))
    }

    pub(super) fn expr(&mut self, e: &mut Expr, wanted: Wanted, before: &mut Block) {
        if !self.any_leaves(e, wanted) {
            // A call that stays still wants its own arguments in order.
            return;
        }
        let language = self.language();
        if self.makes_structure(e) && language.computes_with_arrays() {
            if let Some(value) = self.structure_value(e, before) {
                *e = value;
            }
            return;
        }
        if self.is_reduced(e)
            && let Some(value) = self.reduced(e, before)
        {
            *e = value;
            // What is left of it may hold calls.
            e.children_mut(&mut |c| self.expr(c, wanted, before));
            return;
        }
        match &mut e.kind {
            ExprKind::Call { args, callee } => {
                self.actuals(*callee, args, before);
                if by_argument::is_reference(self.p, e) {
                    let ExprKind::Call { args, callee } = e.kind.clone() else { return };
                    let Some((local, call)) = by_argument::call_of(self.p, self.unit, callee, args) else { return };
                    self.declared.push(local);
                    before.push(self.add(call));
                    *e = Expr::at(ExprKind::Var(local), e.span);
                } else if self.leaves(e, wanted) {
                    let r = match type_of(self.p, e) {
                        ty @ Type::Character { len: None, .. } => {
                            let text = Variable { allocatable: true, ..Variable::new(ty, Storage::Local) };
                            self.declared_local("result1", text)
                        }
                        _ => self.local_for("result1", e),
                    };
                    let span = e.span;
                    let call = mem::replace(e, Expr::at(ExprKind::Var(r), span));
                    let id = self.add(StmtKind::Assign { lhs: Expr::var(r), rhs: call });
                    self.p.units[self.unit].stmts[id].span = span;
                    before.push(id);
                    self.to_be_released(r);
                }
            }
            ExprKind::Cond { test, yes, no } if self.any_leaves(yes, wanted) || self.any_leaves(no, wanted) => {
                // Only the chosen value is evaluated.
                self.expr(test, Wanted::Effects, before);
                let (test, mut yes, mut no) = ((**test).clone(), (**yes).clone(), (**no).clone());
                let ty = type_of(self.p, e);
                let r = self.local("result1", &ty);
                let (mut first, mut second) = (Block::new(), Block::new());
                self.expr(&mut yes, wanted, &mut first);
                self.expr(&mut no, wanted, &mut second);
                first.push(self.add(StmtKind::Assign { lhs: Expr::var(r), rhs: yes }));
                second.push(self.add(StmtKind::Assign { lhs: Expr::var(r), rhs: no }));
                let choice = If { arms: vec![Arm { test, body: first }], otherwise: Some(second), one_line: false };
                before.push(self.add(StmtKind::If(choice)));
                *e = Expr::at(ExprKind::Var(r), e.span);
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), l, r) if self.any_leaves(r, wanted) => {
                let op = *op;
                self.expr(l, wanted, before);
                let ty = self.truth();
                let t = self.local("test", &ty);
                let left = self.truth_of((**l).clone());
                let mut right = (**r).clone();
                before.push(self.add(StmtKind::Assign { lhs: Expr::var(t), rhs: left }));
                let mut inner = Block::new();
                self.expr(&mut right, wanted, &mut inner);
                let right = self.truth_of(right);
                inner.push(self.add(StmtKind::Assign { lhs: Expr::var(t), rhs: right }));
                let test = if op == BinaryOp::And { Expr::var(t) } else { Expr::unary(UnaryOp::Not, Expr::var(t)) };
                let guard = If::when(test, inner, false);
                before.push(self.add(StmtKind::If(guard)));
                *e = Expr::at(ExprKind::Var(t), e.span);
            }
            ExprKind::Constructor { .. } => {
                let element = type_of(self.p, e).element().clone();
                let ExprKind::Constructor { items, .. } = &mut e.kind else { return };
                for i in items.iter_mut() {
                    match i {
                        Item::Value(v) => self.expr(v, wanted, before),
                        Item::Implied { .. } if wanted == Wanted::Values && self.needs_turns(i) => {
                            if let Some(array) = self.filled(i, &element, before) {
                                *i = Item::Value(array);
                            }
                        }
                        Item::Implied { .. } => {}
                    }
                }
            }
            ExprKind::Unary(UnaryOp::Paren, inner)
                if language == Language::C && matches!(inner.kind, ExprKind::Call { .. }) =>
            {
                self.expr(inner, wanted, before);
                *e = (**inner).clone();
            }
            _ => e.children_mut(&mut |c| self.expr(c, wanted, before)),
        }
    }

    /// Calls in the subscripts of a reference that stays.
    pub(super) fn subscripts(&mut self, reference: &mut Expr, before: &mut Block) {
        let around = mem::replace(&mut self.read_again, true);
        reference.children_mut(&mut |c| self.expr(c, Wanted::Values, before));
        self.read_again = around;
    }

    pub(super) fn actuals(&mut self, callee: SymbolId, args: &mut [Arg], before: &mut Block) {
        let shared = match self.options.values_apart && self.writes.call(self.p, callee) {
            true => shared_values::shared(self.p, self.unit, (self.reached, self.overwritten), callee, args),
            false => vec![false; args.len()],
        };
        for (k, (a, shared)) in args.iter_mut().zip(shared).enumerate() {
            if let Some(made) = self.structure_actual(&a.value, before) {
                a.value = made;
                continue;
            }
            // An address of C is no number, although its type looks like that of the variable.
            if analysis::messages::behind_address(&a.value).is_some() {
                continue;
            }
            let converted = self.converted(callee, k, &a.value);
            // What vector subscripts select is a value: no procedure may define it (F2018 15.5.2.4).
            let selected = self.has_vector_subscript(&a.value);
            if a.value.is_reference() {
                self.subscripts(&mut a.value, before);
                if !selected && !shared && converted.is_none() {
                    continue;
                }
            } else {
                let read_again = self.read_again || self.may_vary(&a.value);
                let around = mem::replace(&mut self.read_again, read_again);
                self.expr(&mut a.value, Wanted::Values, before);
                self.read_again = around;
            }
            let hoisted = self.options.hoist_actuals && (selected || !a.value.is_reference());
            if let (Some(Type::Scalar(to)), Some(value)) = (&converted, written_number(&a.value)) {
                a.value = Expr { span: a.value.span, ..crate::simplify::number(value, to) };
            } else if shared || hoisted && self.may_vary(&a.value) || converted.is_some() {
                let r = match &converted {
                    Some(ty) => self.local("arg1", ty),
                    None => self.local_for("arg1", &a.value),
                };
                let span = a.value.span;
                let value = mem::replace(&mut a.value, Expr::at(ExprKind::Var(r), span));
                before.push(self.add(StmtKind::Assign { lhs: Expr::var(r), rhs: value }));
                self.to_be_released(r);
            }
        }
    }

    /// Adjoints: a temporary that its assignment allocates is released behind the statement. The next turn of a loop finds nothing there then.
    pub(super) fn to_be_released(&mut self, t: SymbolId) {
        if self.options.part_shapes && self.p.variable(t).is_some_and(|v| v.allocatable && v.ty.rank() > 0) {
            self.released.push(Expr::var(t));
        }
    }

    /// C: the type of a real parameter that gets a number of another one, `f(x)` of a `float x` for `double`, `f(2)`: their derivatives have no
    /// place in common.
    pub(super) fn converted(&self, callee: SymbolId, k: usize, actual: &Expr) -> Option<Type> {
        if !self.language().passes_values() || !self.options.values_apart {
            return None;
        }
        let params = match (self.p.callee(callee), il::calls::definition(self.p, callee)) {
            (Some(unit), _) | (None, Some(unit)) => &self.p.units[unit].params,
            (None, None) => return None,
        };
        let wanted = self.p.variable(*params.get(k)?).filter(|v| v.by_value)?;
        let (to, from) = (&wanted.ty, type_of(self.p, actual));
        match (to, &from) {
            (Type::Scalar(t), Type::Scalar(f)) if t.is_differentiable() && (t.class, t.bytes) != (f.class, f.bytes) => {
                Some(to.clone())
            }
            _ => None,
        }
    }

    pub(super) fn has_vector_subscript(&self, e: &Expr) -> bool {
        self.language().computes_with_arrays() && extents::has_vector_subscript(self.p, e)
    }

    /// Whether the value is real or complex and made from a variable that is.
    pub(super) fn may_vary(&self, e: &Expr) -> bool {
        let ty = type_of(self.p, e);
        // C: `a + 1` of an array is an address.
        let address = self.language().points_by_address() && ty.rank() > 0;
        if address || matches!(ty, Type::Pointer { .. }) || ty.record().is_some() || !ty.is_differentiable() {
            return false;
        }
        let mut found = false;
        e.walk(&mut |x| {
            if let ExprKind::Var(s) = x.kind {
                found |= self.p.variable(s).is_some_and(|v| self.p.is_differentiable(&v.ty));
            }
        });
        found
    }
}
