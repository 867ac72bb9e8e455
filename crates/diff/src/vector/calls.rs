//! Calls of derivative procedures: once for all directions; of elemental ones, which stay as they are, once for each.

use il::expr::{Arg, Expr, ExprKind, Subscript};
use il::stmt::Allocation;
use il::typing::{rank_of, type_of};
use il::{Block, Dim, Program, Span, StmtId, StmtKind, SymbolId, Type, UnitId, Upper};

use super::Lift;

impl Lift<'_> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn call(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        id: StmtId,
        callee: SymbolId,
        args: &[Arg],
        span: Span,
        out: &mut Block,
    ) {
        let target = p.callee(callee);
        if target.is_some_and(|u| self.pointwise.contains(&u)) {
            self.call_for_each(p, unit, id, args, out);
            return;
        }
        let is_lifted = target.is_some_and(|u| self.lifted.contains_key(&u)) || self.marks.boxes.contains_key(&callee);
        if !is_lifted {
            if args.iter().any(|a| self.carries(&a.value)) {
                self.call_about_memory(p, unit, id, callee, args, span, out);
                return;
            }
            let mut kind = p.units[unit].stmts[id].kind.clone();
            kind.exprs_mut(&mut |e| *e = self.inquiries(p, e));
            p.units[unit].stmts[id].kind = kind;
            out.push(id);
            return;
        }
        if let Some(shape) = self.shape_of_call(p, callee, args) {
            if !self.call_for_elements(p, unit, callee, args, &shape, span, out) {
                let what = format!("a call of `{}` for whole arrays", p.symbols[callee].name);
                self.refuse(span, &what, "call it in a loop over the elements");
            }
            return;
        }
        let mut around = Around::default();
        let list = self.actuals(p, unit, callee, args, span, &mut around);
        if let StmtKind::Call { args, .. } = &mut p.units[unit].stmts[id].kind {
            *args = list;
        }
        out.append(&mut around.before);
        out.push(id);
        out.append(&mut around.after);
    }

    /// A value that a lifted procedure returns: the status of a forward sweep.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn call_for_value(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        id: StmtId,
        callee: SymbolId,
        args: &[Arg],
        span: Span,
        out: &mut Block,
    ) {
        let mut around = Around::default();
        let list = self.actuals(p, unit, callee, args, span, &mut around);
        if let StmtKind::Assign { rhs, .. } = &mut p.units[unit].stmts[id].kind {
            rhs.kind = ExprKind::Call { callee, args: list };
        }
        out.append(&mut around.before);
        out.push(id);
        out.append(&mut around.after);
    }

    /// Actual arguments for a lifted procedure, the number of directions last.
    fn actuals(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        callee: SymbolId,
        args: &[Arg],
        span: Span,
        around: &mut Around,
    ) -> Vec<Arg> {
        let target = p.callee(callee);
        let mut list = Vec::new();
        for (k, a) in args.iter().enumerate() {
            let value = if self.takes_derivative(p, callee, k, a) {
                let dummy = self.dummy(p, callee, k, a);
                let wanted = dummy.and_then(|s| p.symbol_type(s)).cloned();
                self.derivative_actual(p, unit, &a.value, wanted.as_ref(), span, around)
            } else {
                self.inquiries(p, &a.value)
            };
            list.push(Arg { keyword: a.keyword.clone(), value });
        }
        // An interface body says what a procedure without source takes.
        let target = target.filter(|u| !self.marks.bodies.contains_key(u));
        let needs_count = target.is_none_or(|u| self.takes_count(u));
        if needs_count {
            let value = Expr::var(self.count(p, unit));
            // Behind an absent argument everything goes by its name.
            let keywords = list.iter().any(|a| a.keyword.is_some())
                || target.is_some_and(|u| list.len() < p.units[u].params.len());
            let name = match target {
                Some(u) => {
                    let s = self.count(p, u);
                    p.symbols[s].name.clone()
                }
                None => "nbdirs".into(),
            };
            list.push(Arg { keyword: keywords.then_some(name), value });
        }
        list
    }

    /// The actual argument for a derivative dummy whose scalar type is `wanted`.
    fn derivative_actual(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        e: &Expr,
        wanted: Option<&Type>,
        span: Span,
        around: &mut Around,
    ) -> Expr {
        let language = self.language(unit);
        let ty = type_of(p, e);
        if ty.record().is_some() || language.points_by_address() && is_address(&ty, e, wanted) {
            let mut e = self.inquiries(p, e);
            if language.points_by_address() {
                // `(const double (*)[2])ad`: what it is taken for has all directions too.
                let most = Expr::var(self.most(p, language));
                self.lift_types_in(&mut e, &most);
            }
            return e;
        }
        if language.points_by_address() {
            // A row of directions is passed by its address.
            if e.is_reference() {
                return self.inquiries(p, e);
            }
            // Zero is an integer, and `0.1f` no double: the callee takes the address of what it wants.
            let number = wanted.and_then(number_of).filter(|n| ty.scalar() != Some(n));
            let e = match number {
                Some(number) => Expr::at(ExprKind::Cast(Type::Scalar(number), Box::new(e.clone())), e.span),
                None => e.clone(),
            };
            return self.stored(p, unit, &e, span, around, false);
        }
        if !e.is_reference() || !e.root().is_some_and(|s| self.derivatives.contains(&s)) {
            return self.stored(p, unit, e, span, around, false);
        }
        if p.is_component_of_several(e) {
            // All directions of it are no section of anything.
            return self.stored(p, unit, e, span, around, true);
        }
        let sequence = ty.rank() == 0 && wanted.is_some_and(|t| t.rank() > 0);
        match &e.kind {
            ExprKind::Index { .. } if sequence => self.subscripted(p, language, e, Subscript::At(Expr::int(1))),
            _ => self.at_all(p, language, e),
        }
    }

    /// The directions of a value, in a temporary. `back`: what the call leaves there is wanted.
    pub(super) fn stored(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        e: &Expr,
        span: Span,
        around: &mut Around,
        back: bool,
    ) -> Expr {
        let language = self.language(unit);
        let ty = type_of(p, e);
        let (Some(scalar), rank) = (ty.scalar().cloned(), rank_of(p, e)) else {
            self.refuse(span, "this argument", "assign it to a variable first");
            return e.clone();
        };
        let nd = Expr::var(self.counter(p, unit));
        let place = if rank == 0 {
            let s = self.local(p, unit, "arg1d", Type::Scalar(scalar));
            self.derivatives.insert(s);
            Expr::var(s)
        } else {
            let deferred = Dim { lower: None, upper: Upper::Deferred };
            let shape = Type::Array { elem: Box::new(Type::Scalar(scalar)), dims: vec![deferred; rank] };
            let s = self.local(p, unit, "arg1d", shape);
            if let il::SymbolKind::Variable(v) = &mut p.symbols[s].kind {
                v.allocatable = true;
            }
            self.derivatives.insert(s);
            let one = self.at(p, language, e, &Expr::int(1));
            let size = |k: usize| Expr::intrinsic("size", vec![one.clone(), Expr::int(k as i64 + 1)]);
            let most = Expr::var(self.most(p, language));
            let dims = std::iter::once(most).chain((0..rank).map(size));
            let dims = dims.map(|e| Dim { lower: None, upper: Upper::At(e) }).collect();
            let object = Expr::var(s);
            let objects = vec![Allocation { object: object.clone(), dims }];
            around.before.push(p.units[unit].add(StmtKind::Allocate { objects, options: Vec::new() }));
            object
        };
        let (to, from) = (self.at(p, language, &place, &nd), self.at(p, language, e, &nd));
        let assign = p.units[unit].add(StmtKind::Assign { lhs: to.clone(), rhs: from.clone() });
        let fill = self.loop_over(p, unit, vec![assign]);
        around.before.push(fill);
        if back {
            let assign = p.units[unit].add(StmtKind::Assign { lhs: from, rhs: to });
            let copy = self.loop_over(p, unit, vec![assign]);
            around.after.push(copy);
        }
        if rank > 0 {
            let objects = vec![place.clone()];
            around.after.push(p.units[unit].add(StmtKind::Deallocate { objects, options: Vec::new() }));
        }
        place
    }

    /// An elemental derivative computes original values too: each direction must find the arguments as they were.
    fn call_for_each(&mut self, p: &mut Program, unit: UnitId, id: StmtId, args: &[Arg], out: &mut Block) {
        let language = self.language(unit);
        let nd = Expr::var(self.counter(p, unit));
        let mut body = Block::new();
        let kind = &p.units[unit].stmts[id].kind;
        let target = if let StmtKind::Call { callee, .. } = kind { p.callee(*callee) } else { None };
        let mut list = Vec::new();
        for (k, a) in args.iter().enumerate() {
            if self.carries(&a.value) {
                list.push(Arg { keyword: a.keyword.clone(), value: self.at(p, language, &a.value, &nd) });
                continue;
            }
            let value = self.inquiries(p, &a.value);
            let intent = target.and_then(|u| {
                let params = &p.units[u].params;
                let s = match &a.keyword {
                    None => params.get(k).copied(),
                    Some(word) => params.iter().copied().find(|s| p.symbols[*s].name.eq_ignore_ascii_case(word)),
                };
                let v = p.variable(s?)?;
                // The caller's own is not what a value changes to.
                v.intent.or(v.by_value.then_some(il::Intent::In))
            });
            if intent == Some(il::Intent::Out) {
                begin_with_zero(p, unit, &value, out);
            }
            let changes = target.is_some() && !matches!(intent, Some(il::Intent::In | il::Intent::Out));
            if changes && value.is_reference() {
                let kept = self.copy_of(p, unit, &value, out);
                body.push(p.units[unit].add(StmtKind::Assign { lhs: value.clone(), rhs: kept }));
            }
            list.push(Arg { keyword: a.keyword.clone(), value });
        }
        if let StmtKind::Call { args, .. } = &mut p.units[unit].stmts[id].kind {
            *args = list;
        }
        body.push(id);
        let loop_ = self.loop_over(p, unit, body);
        out.push(loop_);
    }

    /// The value of an original variable, kept.
    pub(super) fn copy_of(&mut self, p: &mut Program, unit: UnitId, e: &Expr, out: &mut Block) -> Expr {
        let ty = type_of(p, e);
        let element = ty.element().clone();
        let rank = ty.rank();
        let shape = match rank {
            0 => element,
            _ => Type::Array { elem: Box::new(element), dims: vec![Dim { lower: None, upper: Upper::Deferred }; rank] },
        };
        let s = self.local(p, unit, "temp", shape);
        if let il::SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.allocatable = rank > 0;
        }
        out.push(p.units[unit].add(StmtKind::Assign { lhs: Expr::var(s), rhs: e.clone() }));
        Expr::var(s)
    }

    /// Whether a lifted procedure has the dummy for the number of directions: all have, but a forward sweep that touches no derivative.
    pub(super) fn takes_count(&self, unit: UnitId) -> bool {
        self.lifted.get(&unit).is_some_and(|l| !l.without_count)
    }
}

/// What stands before and after a call.
#[derive(Default)]
pub(super) struct Around {
    pub(super) before: Block,
    pub(super) after: Block,
}

/// Local numbers that the calls of a direction loop set have values also where there is no direction; compilers count on that.
fn begin_with_zero(p: &mut Program, unit: UnitId, e: &Expr, out: &mut Block) {
    let local = |s: SymbolId| p.variable(s).is_some_and(|v| v.is_unsaved_local());
    let ty = type_of(p, e);
    if e.root().is_some_and(local)
        && let Some(scalar) = ty.element().scalar().filter(|s| s.is_differentiable())
    {
        let zero = crate::simplify::zero(scalar);
        out.push(p.units[unit].add(StmtKind::Assign { lhs: e.clone(), rhs: zero }));
    }
}

/// C: whether a derivative goes by its address already in the scalar derivative.
fn is_address(ty: &Type, e: &Expr, wanted: Option<&Type>) -> bool {
    matches!(ty, Type::Pointer { .. } | Type::Array { .. })
        || matches!(e.kind, ExprKind::Address(_))
        || matches!(wanted, Some(Type::Pointer { .. } | Type::Array { .. }))
}

/// The numbers that a type is one of, or leads to.
fn number_of(ty: &Type) -> Option<il::Scalar> {
    match ty {
        Type::Pointer { to: ty, .. } | Type::Array { elem: ty, .. } => number_of(ty),
        ty => ty.scalar().cloned(),
    }
}
