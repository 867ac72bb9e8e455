//! Memory of derivatives: ALLOCATE, pointer assignment, C's memory functions.

use il::expr::{Arg, Expr, ExprKind, Subscript};
use il::stmt::Allocation;
use il::typing::rank_of;
use il::{Block, Dim, Language, Program, Span, StmtId, StmtKind, SymbolId, Type, UnitId, Upper};

use super::derivatives::is;
use super::{Lift, components};

impl Lift<'_> {
    /// ALLOCATE: derivatives with one more dimension.
    pub(super) fn allocate(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        id: StmtId,
        objects: &[Allocation],
        options: &[Arg],
        out: &mut Block,
    ) {
        let numbers: Vec<bool> = objects
            .iter()
            .map(|o| o.object.root().is_some_and(|s| self.derivatives.contains(&s)) && self.is_number(p, &o.object))
            .collect();
        let mut shaped = Vec::new();
        for (o, number) in objects.iter().zip(numbers) {
            if !number {
                let mut dims = o.dims.clone();
                for d in &mut dims {
                    *d = self.asked(p, d);
                }
                shaped.push(Allocation { object: o.object.clone(), dims });
                continue;
            }
            let most = Expr::var(self.most(p, self.language(unit)));
            let own = Dim { lower: None, upper: Upper::At(most) };
            let like = options.iter().find(|a| is(a, "source") || is(a, "mold")).map(|a| &a.value);
            let dims: Vec<Dim> = match like {
                Some(value) if o.dims.is_empty() => self.bounds_of(p, value),
                _ => o.dims.iter().map(|d| self.asked(p, d)).collect(),
            };
            shaped.push(Allocation { object: o.object.clone(), dims: std::iter::once(own).chain(dims).collect() });
        }
        let source = options.iter().find(|a| is(a, "source") && self.carries(&a.value)).map(|a| a.value.clone());
        let lifts = objects
            .iter()
            .any(|o| o.object.root().is_some_and(|s| self.derivatives.contains(&s)) && self.is_number(p, &o.object));
        let rest: Vec<Arg> =
            options.iter().filter(|a| !(lifts && (is(a, "source") || is(a, "mold")))).cloned().collect();
        p.units[unit].stmts[id].kind = StmtKind::Allocate { objects: shaped, options: rest };
        out.push(id);
        let Some(source) = source else { return };
        let nd = Expr::var(self.counter(p, unit));
        for o in objects {
            let (to, from) =
                (self.at(p, self.language(unit), &o.object, &nd), self.at(p, self.language(unit), &source, &nd));
            let assign = p.units[unit].add(StmtKind::Assign { lhs: to, rhs: from });
            let loop_ = self.loop_over(p, unit, vec![assign]);
            out.push(loop_);
        }
    }

    fn asked(&self, p: &Program, d: &Dim) -> Dim {
        Dim {
            lower: d.lower.as_ref().map(|e| self.inquiries(p, e)),
            upper: match &d.upper {
                Upper::At(e) => Upper::At(self.inquiries(p, e)),
                other => other.clone(),
            },
        }
    }

    /// The bounds that SOURCE= or MOLD= gives (F2018 9.7.1.2): those of a whole array, else its extents.
    fn bounds_of(&mut self, p: &Program, value: &Expr) -> Vec<Dim> {
        let rank = rank_of(p, value);
        let one = Expr::int(1);
        let own = self.at(p, Language::Fortran, value, &one);
        let whole = matches!(value.kind, ExprKind::Var(_) | ExprKind::Field { .. }) && !self.carries(value);
        let ask = |what: &str, k: usize| Expr::intrinsic(what, vec![own.clone(), Expr::int(k as i64 + 1)]);
        (0..rank)
            .map(|k| match whole {
                true => Dim { lower: Some(ask("lbound", k)), upper: Upper::At(ask("ubound", k)) },
                false => Dim { lower: None, upper: Upper::At(ask("size", k)) },
            })
            .collect()
    }

    /// Fortran `pd => xd(:, 1:n)`.
    pub(super) fn pointer_assignment(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        id: StmtId,
        (lhs, rhs): (&Expr, &Expr),
    ) -> Block {
        if !lhs.root().is_some_and(|s| self.derivatives.contains(&s)) {
            return vec![id];
        }
        let seen = if self.carries(rhs) && self.is_number(p, rhs) { components::of(p, rhs) } else { None };
        let target = if self.carries(rhs) { self.at_all(p, self.language(unit), rhs) } else { rhs.clone() };
        let most = Expr::var(self.most(p, self.language(unit)));
        let pointer = match &lhs.kind {
            // Bounds of the pointer, or of a target seen in another shape.
            ExprKind::Index { base, subs } if is_bounds(subs) && self.is_number(p, lhs) => {
                let remaps = subs.iter().any(|s| matches!(s, Subscript::Range { hi: Some(_), .. }));
                let own = Subscript::Range { lo: Some(Expr::int(1)), hi: remaps.then_some(most), step: None };
                let subs = std::iter::once(own).chain(subs.iter().cloned()).collect();
                Expr::at(ExprKind::Index { base: base.clone(), subs }, lhs.span)
            }
            _ => lhs.clone(),
        };
        if let Some(seen) = seen {
            return self.lead_to_components(p, unit, id, &pointer, &seen);
        }
        p.units[unit].stmts[id].kind = StmtKind::PointerAssign { lhs: pointer, rhs: target };
        vec![id]
    }

    /// C: an assignment to a derivative pointer.
    pub(super) fn c_pointer(&mut self, p: &mut Program, unit: UnitId, id: StmtId, lhs: &Expr, rhs: &Expr) {
        let most = Expr::var(self.most(p, self.language(unit)));
        let mut value = rhs.clone();
        // A structure of derivatives has at most as many times the bytes as there are directions, too.
        let structures = pointee(p, lhs).and_then(|t| t.element().record()).is_some();
        let numbers = structures || il::typing::scalar_of(p, lhs).is_some_and(|s| s.is_differentiable());
        let unsized_ = match &rhs.uncast().kind {
            ExprKind::Call { args, .. } => numbers && !args.iter().any(|a| has_size(&a.value)),
            _ => false,
        };
        self.lift_types_in(&mut value, &most);
        if unsized_ && pointee(p, lhs).is_some_and(|t| matches!(t.element(), Type::Scalar(_) | Type::Record(_))) {
            value.rewrite(&mut |n| {
                if let ExprKind::Call { args, .. } = &mut n.kind
                    && let Some(last) = args.last_mut()
                {
                    last.value = Expr::binary(il::BinaryOp::Mul, most.clone(), last.value.clone());
                }
            });
        }
        p.units[unit].stmts[id].kind = StmtKind::Assign { lhs: lhs.clone(), rhs: value };
    }

    /// A call of something that knows nothing of derivatives: FREE, MEMCPY, MEMSET, MOVE_ALLOC.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn call_about_memory(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        id: StmtId,
        callee: SymbolId,
        args: &[Arg],
        span: Span,
        out: &mut Block,
    ) {
        out.push(id);
        let name = p.symbols[callee].name.to_ascii_lowercase();
        if let Some(entry) = crate::tape::entry(&name) {
            self.tape_call(p, unit, id, callee, args, entry.array);
            return;
        }
        // One pointer leads to all directions, and structures hold them.
        if crate::tape::carrier(p, callee, args).is_some() {
            return;
        }
        match name.as_str() {
            "move_alloc" | "free" => {}
            "memcpy" | "memmove" | "memset" => {
                let most = Expr::var(self.most(p, self.language(unit)));
                let mut list = args.to_vec();
                let to_numbers = args.first().and_then(|a| pointee(p, &a.value)).is_some_and(|t| t.record().is_none());
                if let Some(bytes) = list.get_mut(2) {
                    if has_size(&bytes.value) {
                        self.lift_types_in(&mut bytes.value, &most);
                    } else if to_numbers {
                        bytes.value = Expr::binary(il::BinaryOp::Mul, most, bytes.value.clone());
                    }
                }
                if let StmtKind::Call { args, .. } = &mut p.units[unit].stmts[id].kind {
                    *args = list;
                }
            }
            _ => self.refuse(span, &format!("a call of `{name}` with derivatives"), "use a loop"),
        }
    }
}

impl Lift<'_> {
    /// All directions of a derivative go to the tape, or come back, in one piece.
    fn tape_call(&mut self, p: &mut Program, unit: UnitId, id: StmtId, callee: SymbolId, args: &[Arg], array: bool) {
        let language = self.language(unit);
        let most = Expr::var(self.most(p, language));
        let mut list = args.to_vec();
        let Some(value) = args.first().map(|a| a.value.clone()) else { return };
        list[0].value = match (language, array) {
            (Language::Fortran, _) => self.at_all(p, language, &value),
            (Language::C, true) => ExprKind::Deref(Box::new(value)).into(),
            (Language::C, false) => match value.kind {
                ExprKind::Address(x) => *x,
                _ if matches!(il::typing::type_of(p, &value), Type::Pointer { .. }) => {
                    ExprKind::Deref(Box::new(value)).into()
                }
                _ => value,
            },
        };
        let target = if array {
            list[1].value = Expr::binary(il::BinaryOp::Mul, most, list[1].value.clone());
            callee
        } else {
            list.push(Arg::new(most));
            let old = p.symbols[callee].clone();
            let suffix = match language {
                Language::C => "Array",
                Language::Fortran if crate::names::is_upper(&old.name) => "ARRAY",
                Language::Fortran => "array",
            };
            let name = format!("{}{suffix}", old.name);
            match p.lookup(old.scope, &name) {
                Some(s) => s,
                None => p.declare(old.scope, name, Span::NONE, old.kind),
            }
        };
        p.units[unit].stmts[id].kind = StmtKind::Call { callee: target, args: list, alternates: Vec::new() };
    }
}

fn is_bounds(subs: &[Subscript]) -> bool {
    subs.iter().all(|s| matches!(s, Subscript::Range { .. }))
}

fn has_size(e: &Expr) -> bool {
    e.any(&mut |n| matches!(n.kind, ExprKind::SizeOf(_)))
}

/// What a pointer points to.
fn pointee(p: &Program, e: &Expr) -> Option<Type> {
    match il::typing::type_of(p, e) {
        Type::Pointer { to, .. } => Some(*to),
        Type::Array { elem, .. } => Some(*elem),
        _ => None,
    }
}
