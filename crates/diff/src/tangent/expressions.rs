//! Value and tangent of an expression.
//!
//! [`Tangent::dual`] walks the original expression once and returns it twice: its value over the new unit's symbols, and its tangent where it has one. A part that both
//! need and that is worth it (`temp = sin(x)`) is computed once, into a temporary before the statement; array values are not
//! shared unless they are dear ([`crate::derive::work_arrays`]), scalars only where statements can be put before (see [`Tangent::frozen`]).

use il::expr::Item;
use il::intrinsics::Class;
use il::stmt::{Arm, If};
use il::typing::{self, rank_of, scalar_of};
use il::{
    Arg, BinaryOp, Expr, ExprKind, Id, Intrinsic, Language, Scalar, ScalarClass, StmtKind, SymbolId, Type, UnaryOp,
};

use super::Tangent;
use crate::derive::work_arrays::is_dear;
use crate::rules::{self, Partial, Refusal, Sort};
use crate::simplify::{add, div, mul, neg, number_value, sub, zero};

/// The value of an expression in the derivative, and its tangent; `None` where that is zero.
#[derive(Clone, Debug)]
pub(super) struct Dual {
    pub value: Expr,
    pub tangent: Option<Expr>,
}

impl Dual {
    pub(super) fn passive(value: Expr) -> Self {
        Dual { value, tangent: None }
    }
}

/// Stands for "the value of this very expression" until it is known where that is kept.
fn placeholder() -> SymbolId {
    SymbolId::from_index(u32::MAX as usize)
}

/// How much a value must cost before it is worth a temporary.
const WORTH_SHARING: u32 = 3;

impl Tangent<'_, '_> {
    /// Value and tangent of an expression of the original. What has no rule is reported and treated as passive: the run fails anyway.
    pub(super) fn dual(&mut self, e: &Expr) -> Dual {
        if !self.is_active(e) {
            return Dual::passive(self.shell.maps.expr(e));
        }
        if e.is_reference() {
            let tangent = self.derivative(e);
            if tangent.is_none() {
                let name = e.root().map_or("this".into(), |r| self.source.symbols[r].name.clone());
                let refusal = Refusal { what: name, why: "it is active, but its storage has no derivative".into() };
                self.refuse(e.span, &refusal, "assign it to a variable of its own first");
            }
            return Dual { value: self.shell.maps.expr(e), tangent };
        }
        match self.active_dual(e) {
            Ok(dual) => dual,
            Err(refusal) => {
                self.refuse(
                    e.span,
                    &refusal,
                    "compute it in a procedure of its own and supply the derivative of that as a black box",
                );
                Dual::passive(self.shell.maps.expr(e))
            }
        }
    }

    /// Whether the value of `e` uses an active reference in a way that a derivative sees.
    pub(super) fn is_active(&self, e: &Expr) -> bool {
        match &e.kind {
            _ if e.is_reference() => {
                self.source.is_differentiable(&self.old_type(e))
                    && self.world.facts.active(self.source, self.unit, self.before_point(), e)
            }
            ExprKind::Intrinsic(f, args) => rules::may_carry(*f) && args.iter().any(|a| self.is_active(&a.value)),
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, x) => self.is_active(x),
            ExprKind::Binary(op, l, r) => {
                let arithmetic =
                    matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Pow);
                arithmetic && (self.is_active(l) || self.is_active(r)) && !typing::counts_elements(self.source, e)
            }
            ExprKind::Cast(ty, x) => ty.is_differentiable() && self.is_active(x),
            ExprKind::Cond { yes, no, .. } => self.is_active(yes) || self.is_active(no),
            ExprKind::Constructor { items, .. } => items.iter().any(|i| self.is_active_item(i)),
            // A call that is not active has a value without derivative, whatever its arguments are.
            ExprKind::Call { callee, args } if self.source.callee(*callee).is_some() => self.is_active_call(*callee),
            ExprKind::Call { args, .. } | ExprKind::Structure { args, .. } => {
                args.iter().any(|a| self.is_active(&a.value)) && self.source.is_differentiable(&self.old_type(e))
            }
            ExprKind::Opaque { reads, ty, .. } => {
                self.source.is_differentiable(ty) && reads.iter().any(|r| self.is_active(r))
            }
            ExprKind::ComplexParts(a, b) => self.is_active(a) || self.is_active(b),
            _ => false,
        }
    }

    fn is_active_item(&self, item: &Item) -> bool {
        match item {
            Item::Value(e) => self.is_active(e),
            Item::Implied { items, .. } => items.iter().any(|i| self.is_active_item(i)),
        }
    }

    fn active_dual(&mut self, e: &Expr) -> Result<Dual, Refusal> {
        match &e.kind {
            ExprKind::Unary(op, x) => {
                let d = self.dual(x);
                let tangent = d.tangent.map(|t| if *op == UnaryOp::Neg { neg(t) } else { t });
                Ok(Dual { value: Expr::at(ExprKind::Unary(*op, Box::new(d.value)), e.span), tangent })
            }
            ExprKind::Binary(op, l, r) => self.binary(e, *op, l, r),
            ExprKind::Intrinsic(f, args) => self.intrinsic(e, *f, args),
            ExprKind::Cast(ty, x) => {
                let d = self.dual(x);
                let cast = |x: Expr| Expr::at(ExprKind::Cast(ty.clone(), Box::new(x)), e.span);
                Ok(Dual { value: cast(d.value), tangent: d.tangent.map(cast) })
            }
            ExprKind::Cond { test, yes, no } => {
                let test = self.shell.maps.expr(test);
                self.frozen += 1;
                let (y, n) = (self.dual(yes), self.dual(no));
                self.frozen -= 1;
                let nothing = self.zero(&self.old_type(e));
                let tangent = ExprKind::Cond {
                    test: Box::new(test.clone()),
                    yes: Box::new(y.tangent.unwrap_or_else(|| nothing.clone())),
                    no: Box::new(n.tangent.unwrap_or(nothing)),
                };
                let value = ExprKind::Cond { test: Box::new(test), yes: Box::new(y.value), no: Box::new(n.value) };
                Ok(Dual { value: Expr::at(value, e.span), tangent: Some(tangent.into()) })
            }
            ExprKind::Constructor { items, ty } => {
                let (values, tangents) = items.iter().map(|i| self.item(i)).unzip();
                let value = ExprKind::Constructor { items: values, ty: ty.clone() };
                let tangent = ExprKind::Constructor { items: tangents, ty: ty.clone() };
                Ok(Dual { value: Expr::at(value, e.span), tangent: Some(tangent.into()) })
            }
            ExprKind::Call { callee, .. } => Err(Refusal {
                what: self.source.symbols[*callee].name.clone(),
                why: "its call could not be moved out of this expression".into(),
            }),
            ExprKind::ComplexParts(..) | ExprKind::Structure { .. } | ExprKind::Opaque { .. } => {
                Err(Refusal { what: "this expression".into(), why: "its parts are not understood".into() })
            }
            other => {
                Err(Refusal { what: "this expression".into(), why: format!("it has no rule ({})", kind_name(other)) })
            }
        }
    }

    /// An item of an array constructor.
    fn item(&mut self, item: &Item) -> (Item, Item) {
        match item {
            Item::Value(e) => {
                let d = self.dual(e);
                let ty = self.old_type(e);
                let tangent = match d.tangent {
                    Some(t) => self.broadcast(t, &d.value),
                    None => {
                        // The elements of a list are of one type (F2018 7.8).
                        self.broadcast(self.zero_value(&ty), &d.value)
                    }
                };
                (Item::Value(d.value), Item::Value(tangent))
            }
            Item::Implied { items, var, from, to, step } => {
                // Its turns have no place before them.
                self.frozen += 1;
                let (values, tangents): (Vec<Item>, Vec<Item>) = items.iter().map(|i| self.item(i)).unzip();
                self.frozen -= 1;
                let maps = &self.shell.maps;
                let implied = |items| Item::Implied {
                    items,
                    var: maps.symbol(*var),
                    from: maps.expr(from),
                    to: maps.expr(to),
                    step: step.as_ref().map(|s| maps.expr(s)),
                };
                (implied(values), implied(tangents))
            }
        }
    }

    fn binary(&mut self, e: &Expr, op: BinaryOp, l: &Expr, r: &Expr) -> Result<Dual, Refusal> {
        if op == BinaryOp::Mul
            && let Some((factor, n, rest)) = crate::rules::product::same_factors(e)
            && !rest.iter().any(|r| self.is_active(r))
        {
            return Ok(self.repeated_product(e, factor, n, &rest));
        }
        let (mut a, mut b) = (self.dual(l), self.dual(r));
        let pair = |x: Expr, y: Expr| Expr::at(ExprKind::Binary(op, Box::new(x), Box::new(y)), e.span);
        Ok(match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let tangent = match (a.tangent, b.tangent, op) {
                    (Some(x), Some(y), BinaryOp::Add) => Some(add(x, y)),
                    (Some(x), Some(y), _) => Some(sub(x, y)),
                    (Some(x), None, _) => Some(x),
                    (None, Some(y), BinaryOp::Add) => Some(y),
                    (None, y, _) => y.map(neg),
                };
                Dual { value: pair(a.value, b.value), tangent }
            }
            BinaryOp::Mul => {
                if b.tangent.is_some() {
                    a.value = self.shared(a.value, l);
                }
                if a.tangent.is_some() {
                    b.value = self.shared(b.value, r);
                }
                let left = a.tangent.map(|t| mul(b.value.clone(), t));
                let right = b.tangent.map(|t| mul(a.value.clone(), t));
                Dual { value: pair(a.value, b.value), tangent: sum(left, right) }
            }
            BinaryOp::Div => {
                b.value = self.shared(b.value, r);
                match (a.tangent, b.tangent) {
                    (ta, None) => Dual { tangent: ta.map(|t| div(t, b.value.clone())), value: pair(a.value, b.value) },
                    (ta, Some(tb)) => {
                        let quotient = pair(a.value, b.value.clone());
                        let one = l.as_number() == Some(1.0);
                        let over = |q: Expr| {
                            let factor = if one { mul(q.clone(), q) } else { q };
                            let changed = mul(factor, tb.clone());
                            match &ta {
                                None if one => neg(changed),
                                Some(ta) => div(sub(ta.clone(), changed), b.value.clone()),
                                None => neg(div(changed, b.value.clone())),
                            }
                        };
                        self.with_value(e, quotient, over)
                    }
                }
            }
            BinaryOp::Pow => {
                let wanted = [a.tangent.is_some(), b.tangent.is_some()];
                if wanted[0] || wanted[1] {
                    a.value = self.shared(a.value, l);
                }
                b.value = self.shared(b.value, r);
                let own = Expr::var(placeholder());
                let partials = rules::binary(self.rules(), op, &a.value, &b.value, Some(&own), &|k| wanted[k])?;
                let value = pair(a.value, b.value);
                self.combine(e, value, partials, &[a.tangent, b.tangent])
            }
            _ => return Err(Refusal { what: format!("{op:?}"), why: "it has no derivative".into() }),
        })
    }

    /// `c*x*x*x`: a power written as a product, with passive factors around it.
    fn repeated_product(&mut self, e: &Expr, factor: &Expr, n: i64, rest: &[&Expr]) -> Dual {
        let d = self.dual(factor);
        let x = self.shared(d.value, factor);
        // The value in the user's shape, with the shared factor in its places.
        let mut value = self.shell.maps.expr(e);
        let old = self.shell.maps.expr(factor);
        if x != old {
            value.rewrite(&mut |node| {
                if *node == old {
                    *node = x.clone();
                }
            });
        }
        let Some(literal) = rules::literal_type(self.source, e) else { return Dual::passive(value) };
        let mut below = crate::simplify::number(n as f64, &literal);
        for r in rest {
            below = mul(below, self.shell.maps.expr(r));
        }
        if n > 2 && self.language == Language::Fortran {
            below = mul(below, Expr::binary(BinaryOp::Pow, x.clone(), Expr::int(n - 1)));
        } else {
            for _ in 1..n {
                below = mul(below, x.clone());
            }
        }
        Dual { value, tangent: d.tangent.map(|t| mul(below, t)) }
    }

    fn intrinsic(&mut self, e: &Expr, f: Intrinsic, args: &[Arg]) -> Result<Dual, Refusal> {
        let refuse = |why: &str| Refusal { what: f.name().to_string(), why: why.to_string() };
        let Some(rule) = rules::of(f) else { return Err(refuse("rtapenade has no rule for it")) };
        if f.info().class == Class::Inquiry {
            return Ok(Dual::passive(self.shell.maps.expr(e)));
        }
        let mut duals: Vec<Dual> = args.iter().map(|a| self.dual(&a.value)).collect();
        match rule.sort {
            Sort::Partials(_) => {
                for (k, d) in duals.iter_mut().enumerate() {
                    let value = d.value.clone();
                    d.value = self.shared(value, &args[k].value);
                }
                let new_args = with_values(args, &duals);
                let value: Expr = Expr::at(ExprKind::Intrinsic(f, new_args.clone()), e.span);
                if rules::is_polar(f) && self.old_type(&args[0].value).class() == Some(ScalarClass::Complex) {
                    return Ok(self.polar(f, e, value, &duals[0]));
                }
                let own = Expr::var(placeholder());
                let wanted: Vec<bool> = duals.iter().map(|d| d.tangent.is_some()).collect();
                let partials = rules::partials(self.rules(), f, &new_args, Some(&own), &|k| wanted[k])?;
                let tangents: Vec<Option<Expr>> = duals.into_iter().map(|d| d.tangent).collect();
                Ok(self.combine(e, value, partials, &tangents))
            }
            Sort::Greatest | Sort::Smallest => Ok(self.choice(e, f, args, duals, rule.sort == Sort::Greatest)),
            Sort::Linear(linear) => self.linear(e, f, args, duals, linear),
            Sort::Bilinear => Ok(self.bilinear(e, f, args, duals)),
            Sort::Reduction => self.reduction(e, f, args, duals),
            Sort::Zero(_) => Ok(Dual::passive(Expr::at(ExprKind::Intrinsic(f, with_values(args, &duals)), e.span))),
            Sort::Refused(why) => Err(refuse(why)),
        }
    }

    /// The modulus or the angle of a complex number.
    fn polar(&mut self, f: Intrinsic, e: &Expr, value: Expr, z: &Dual) -> Dual {
        let Some(part) = rules::literal_type(self.source, e) else { return Dual::passive(value) };
        let Some(zd) = z.tangent.clone() else { return Dual::passive(value) };
        let kept = self.keep(value, e);
        let (tangent, guard) = rules::polar(f, &z.value, &zd, &kept, &part);
        let tangent = self.guarded(tangent, Some(guard), false, &part, e);
        Dual { value: kept, tangent: Some(tangent) }
    }

    /// MAX and MIN: the tangent of the chosen argument, the first of equals.
    fn choice(&mut self, e: &Expr, f: Intrinsic, args: &[Arg], mut duals: Vec<Dual>, greatest: bool) -> Dual {
        let nothing = self.zero(&self.old_type(e));
        for (k, d) in duals.iter_mut().enumerate() {
            let value = d.value.clone();
            d.value = self.shared(value, &args[k].value);
        }
        let op = if greatest { BinaryOp::Ge } else { BinaryOp::Le };
        let value = Expr::at(ExprKind::Intrinsic(f, with_values(args, &duals)), e.span);
        let mut best = duals[0].clone();
        for (k, d) in duals.iter().enumerate().skip(1) {
            let test = Expr::binary(op, best.value.clone(), d.value.clone());
            let tangent = match (best.tangent.take(), d.tangent.clone()) {
                (None, None) => None,
                (yes, no) => Some(self.select(
                    test,
                    yes.unwrap_or_else(|| nothing.clone()),
                    no.unwrap_or_else(|| nothing.clone()),
                )),
            };
            let so_far: Vec<Arg> = args[..=k].iter().zip(&duals).map(|(a, d)| with_value(a, d)).collect();
            best = Dual { value: ExprKind::Intrinsic(f, so_far).into(), tangent };
        }
        Dual { value, tangent: best.tangent }
    }

    /// `test ? yes : no` in the language's words.
    pub(super) fn select(&self, test: Expr, yes: Expr, no: Expr) -> Expr {
        self.language.choose(test, yes, no)
    }

    /// Sums `partial * tangent`, with the partials' own value kept where they use it.
    fn combine(&mut self, e: &Expr, value: Expr, partials: Vec<Partial>, tangents: &[Option<Expr>]) -> Dual {
        let Some(literal) = rules::literal_type(self.source, e) else { return Dual::passive(value) };
        let uses = partials
            .iter()
            .any(|p| p.factor.mentions(placeholder()) || p.guard.as_ref().is_some_and(|g| g.mentions(placeholder())));
        let simple = partials.iter().all(|p| p.guard.is_none());
        let kept = if uses {
            let simple = simple || self.frozen > 0 || rank_of(self.source, e) > 0;
            if simple && self.can_swap(e) { Expr::var(placeholder()) } else { self.keep(value.clone(), e) }
        } else {
            value.clone()
        };
        let put = |x: &Expr| {
            let mut x = x.clone();
            x.rewrite(&mut |n| {
                if matches!(n.kind, ExprKind::Var(s) if s == placeholder()) {
                    *n = kept.clone();
                }
            });
            x
        };
        let mut tangent = None;
        for p in &partials {
            let Some(t) = tangents[p.argument].clone() else { continue };
            let total = p.is_total();
            let term = mul(put(&p.factor), t);
            let term = self.guarded(term, p.guard.as_ref().map(put), total, &literal, e);
            tangent = sum(tangent, Some(term));
        }
        let value = if uses && !kept.mentions(placeholder()) { kept } else { value };
        Dual { value, tangent }
    }

    /// A term that is zero where `guard` is false. `total`: the term can be evaluated anyway.
    pub(super) fn guarded(&mut self, term: Expr, guard: Option<Expr>, total: bool, literal: &Scalar, e: &Expr) -> Expr {
        let Some(guard) = guard.filter(|_| !self.guarded_by_mask(e)) else { return term };
        let nothing = zero(literal);
        // That of the value, as an argument of MERGE must have: complex, where `literal` is the type of the parts.
        let own = il::typing::scalar_of(self.source, e).unwrap_or_else(|| literal.clone());
        if self.language == Language::C {
            return self.select(guard, term, nothing);
        }
        if total {
            return self.select(guard, term, number_value(0.0, &own));
        }
        if self.frozen == 0 && rank_of(self.source, e) == 0 {
            let ty = self.new_type(&term).scalar().cloned().unwrap_or_else(|| literal.clone());
            let kept = self.temporary(&ty, true);
            let yes = self.assign(Expr::var(kept), term);
            let no = self.assign(Expr::var(kept), nothing);
            let branch =
                If { arms: vec![Arm { test: guard, body: vec![yes] }], otherwise: Some(vec![no]), one_line: false };
            let id = self.add(StmtKind::If(branch));
            self.before.push(id);
            return Expr::var(kept);
        }
        // Nothing can stand before: evaluate at harmless values where the guard is false.
        // What stands for the value of `e` has its type.
        let known = |x: &&Expr| !x.mentions(placeholder());
        let own_type = |x: &Expr| Some(x).filter(known).and_then(|x| self.new_type(x).scalar().cloned());
        let tame = |x: &Expr| {
            let harmless = number_value(1.0, &own_type(x).unwrap_or_else(|| own.clone()));
            Expr::intrinsic("merge", vec![x.clone(), harmless, guard.clone()])
        };
        let of_integers = |x: &Expr| own_type(x).is_some_and(|s| s.class == ScalarClass::Integer);
        let mut term = term;
        make_harmless(&mut term, &tame, &of_integers);
        self.select(guard, term, number_value(0.0, &own))
    }

    /// Whether `e` is a square root or a power of something that the mask around it says is positive: `where (x > 0) y = sqrt(x)`.
    fn guarded_by_mask(&self, e: &Expr) -> bool {
        let base = match &e.kind {
            ExprKind::Intrinsic(f, args) if f.name() == "sqrt" => args[0].value.bare(),
            ExprKind::Binary(BinaryOp::Pow, x, _) => x.bare(),
            _ => return false,
        };
        self.masks.iter().any(|m| match &m.bare().kind {
            ExprKind::Binary(BinaryOp::Gt, x, c) => x.bare() == base && c.as_number().is_some_and(|c| c >= 0.0),
            _ => false,
        })
    }

    /// The tangent that `make` builds from the value of `e`, which is kept if it can be.
    fn with_value(&mut self, e: &Expr, value: Expr, make: impl Fn(Expr) -> Expr) -> Dual {
        if self.can_swap(e) {
            return Dual { value, tangent: Some(make(Expr::var(placeholder()))) };
        }
        let kept = self.keep(value, e);
        Dual { tangent: Some(make(kept.clone())), value: kept }
    }

    /// Whether `e` is the whole right side of the current assignment and its value can be read from the left side.
    fn can_swap(&self, e: &Expr) -> bool {
        let Some(StmtKind::Assign { lhs, rhs }) = self.at.map(|s| &self.original().stmts[s].kind) else { return false };
        if !std::ptr::eq(rhs, e) && rhs.bare() != e {
            return false;
        }
        let (Some(a), Some(b)) = (scalar_of(self.source, lhs), scalar_of(self.source, e)) else { return false };
        let plain = match &lhs.kind {
            ExprKind::Var(_) => true,
            ExprKind::Index { base, .. } => matches!(base.kind, ExprKind::Var(_)),
            _ => false,
        };
        let Some(root) = lhs.root() else { return false };
        let aliased = self.source.variable(root).is_none_or(|v| {
            v.pointer || v.target || v.storage == il::Storage::Common || matches!(v.ty, Type::Pointer { .. })
        }) || self.source.is_overlaid(root);
        let reallocates = self.source.variable(root).is_some_and(|v| v.allocatable) && rank_of(self.source, lhs) > 0;
        plain && !aliased && !reallocates && a == b && rank_of(self.source, lhs) == rank_of(self.source, e)
    }

    /// Decides where the tangent of a right side finds the value of that right side: in the left side, which is then assigned first, unless
    /// the tangent needs what the left side held before. True: the value must be assigned first.
    pub(super) fn resolve_value(&mut self, dual: &mut Dual, lhs: &Expr, old: &Expr) -> bool {
        let Some(tangent) = &mut dual.tangent else { return false };
        if !tangent.mentions(placeholder()) {
            return false;
        }
        let swap = lhs.root().is_some_and(|root| !tangent.mentions(root));
        let stored = if swap { lhs.clone() } else { self.keep(dual.value.clone(), old) };
        if let Some(tangent) = &mut dual.tangent {
            tangent.rewrite(&mut |n| {
                if matches!(n.kind, ExprKind::Var(s) if s == placeholder()) {
                    *n = stored.clone();
                }
            });
        }
        if !swap {
            dual.value = stored;
        }
        swap
    }

    /// The value in a temporary if it is worth it: used by both the value and the tangent of the current statement. `old` is the same
    /// expression of the original.
    fn shared(&mut self, value: Expr, old: &Expr) -> Expr {
        if cost(&value) < WORTH_SHARING { value } else { self.keep(value, old) }
    }

    /// The value in a temporary where there can be one.
    pub(super) fn keep(&mut self, value: Expr, old: &Expr) -> Expr {
        if cost(&value) == 0 || !self.share || self.frozen > 0 {
            return value;
        }
        let Some(ty) = scalar_of(&self.world.out, &value) else { return value };
        if matches!(ty.class, ScalarClass::Logical) {
            return value;
        }
        let rank = rank_of(self.source, old);
        if rank > 0 && !value.any(&mut is_dear) {
            return value;
        }
        let elem = self.in_users_words(&ty);
        let ty = self.world.work_type(&self.shell, old, &elem, rank);
        let temp = self.unused("temp", ty);
        let id = self.assign(Expr::var(temp), value.bare().clone());
        self.before.push(id);
        Expr::var(temp)
    }

    /// A temporary of a type that the current statement does not use yet.
    pub(super) fn temporary(&mut self, ty: &Scalar, derivative: bool) -> SymbolId {
        let ty = Type::Scalar(self.in_users_words(ty));
        let s = self.unused(if derivative { "tempd" } else { "temp" }, ty);
        if derivative {
            self.world.marks.derivatives.insert(s);
        }
        s
    }

    /// An integer local named after `base`, likewise.
    pub(super) fn counter(&mut self, base: &str) -> SymbolId {
        let ty = Type::Scalar(self.world.source.counting_integer(self.language));
        self.unused(base, ty)
    }

    /// A local of ours, named after `base`, that the current statement does not use yet.
    fn unused(&mut self, base: &str, ty: Type) -> SymbolId {
        let stem = |name: &str| name.to_ascii_lowercase().trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let spelling = |t: &Type| t.element().scalar().map(|s| s.spelling.clone());
        let is_free = |(t, s): &&(Type, SymbolId)| {
            let name = &self.world.out.symbols[*s].name;
            *t == ty && spelling(t) == spelling(&ty) && !self.taken.contains(s) && stem(name) == stem(base)
        };
        let free = self.temporaries.iter().find(is_free).map(|(_, s)| *s);
        let symbol = free.unwrap_or_else(|| {
            let s = self.world.work_array(&mut self.shell, base, ty.clone());
            self.temporaries.push((ty, s));
            s
        });
        self.taken.push(symbol);
        symbol
    }

    /// The same type in the words of the current statement's left side, which are the user's, rather than in those of a literal.
    fn in_users_words(&self, ty: &Scalar) -> Scalar {
        let Some(StmtKind::Assign { lhs, .. }) = self.at.map(|s| &self.original().stmts[s].kind) else {
            return ty.clone();
        };
        scalar_of(self.source, lhs).filter(|s| s == ty).unwrap_or_else(|| ty.clone())
    }
}

/// `a + b` where either may be absent.
pub(super) fn sum(a: Option<Expr>, b: Option<Expr>) -> Option<Expr> {
    match (a, b) {
        (Some(a), Some(b)) => Some(add(a, b)),
        (a, None) => a,
        (None, b) => b,
    }
}

/// The arguments with their values in the derivative.
pub(super) fn with_values(args: &[Arg], duals: &[Dual]) -> Vec<Arg> {
    args.iter().zip(duals).map(|(a, d)| with_value(a, d)).collect()
}

fn with_value(a: &Arg, d: &Dual) -> Arg {
    Arg { keyword: a.keyword.clone(), value: d.value.clone() }
}

/// `tame`s what a term must not meet where its guard is false: what it divides by, the logarithms that it takes. Not what these, array functions,
/// subscripts and divisions of integers are made of: that is the original's.
fn make_harmless(term: &mut Expr, tame: &dyn Fn(&Expr) -> Expr, of_integers: &dyn Fn(&Expr) -> bool) {
    if matches!(term.kind, ExprKind::Binary(BinaryOp::Div, ..)) && of_integers(term) {
        return;
    }
    match &mut term.kind {
        ExprKind::Binary(BinaryOp::Div, n, d) => {
            make_harmless(n, tame, of_integers);
            if d.as_number().is_none_or(|v| v == 0.0) {
                **d = tame(d);
            }
        }
        ExprKind::Binary(BinaryOp::Pow, b, x) if x.as_int().is_none() => **b = tame(b),
        ExprKind::Intrinsic(f, args) if f.name() == "log" => args[0].value = tame(&args[0].value),
        ExprKind::Intrinsic(f, _) if f.info().class != Class::Elemental => {}
        // What it chooses by is the original's, too.
        ExprKind::Intrinsic(f, args) if f.name() == "merge" => {
            args.iter_mut().take(2).for_each(|a| make_harmless(&mut a.value, tame, of_integers));
        }
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Intrinsic(..) => {
            term.children_mut(&mut |c| make_harmless(c, tame, of_integers))
        }
        _ => {}
    }
}

/// A rough measure of the work in a value: references and literals are free.
pub(super) fn cost(e: &Expr) -> u32 {
    let own = match &e.kind {
        ExprKind::Binary(BinaryOp::Div, ..) => 4,
        ExprKind::Binary(BinaryOp::Pow, _, n) => {
            if n.as_int().is_some() {
                2
            } else {
                10
            }
        }
        ExprKind::Binary(..) => 1,
        ExprKind::Intrinsic(f, _) => match f.name() {
            "real" | "dble" | "float" | "sngl" | "int" | "size" | "conjg" | "aimag" => 1,
            "abs" | "sign" | "merge" | "max" | "min" => 3,
            _ => 10,
        },
        ExprKind::Call { .. } => 10,
        ExprKind::Index { base, .. } | ExprKind::Field { base, .. } => return cost(base),
        ExprKind::Deref(_) => return 0,
        _ => 0,
    };
    let mut total = own;
    e.children(&mut |c| total += cost(c));
    total
}

fn kind_name(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::SizeOf(_) => "sizeof",
        ExprKind::Address(_) => "address",
        ExprKind::Substring { .. } | ExprKind::Text(..) => "text",
        _ => "other",
    }
}
