//! Array intrinsics: linear ones apply to the tangent as they are, reductions need a rule each.

use il::expr::Subscript;
use il::intrinsics::{Class, argument};
use il::stmt::Do;
use il::typing::{lower_bound, rank_of, upper_bound};
use il::{Arg, BinaryOp, Expr, ExprKind, Intrinsic, Scalar, StmtKind, Type};

use super::Tangent;
use super::expressions::{Dual, sum, with_values};
use crate::rules::{self, Refusal};
use crate::simplify::{add, div, mul, number_value, one, zero};

impl Tangent<'_, '_> {
    /// A scalar spread to the shape of an array value: the tangent of `a + s` with `s` alone active is a scalar, which array intrinsics do not take.
    pub(super) fn broadcast(&self, tangent: Expr, like: &Expr) -> Expr {
        let rank = rank_of(&self.world.out, like);
        if rank == 0 || rank_of(&self.world.out, &tangent) > 0 {
            return tangent;
        }
        (0..rank).fold(tangent, |e, k| {
            let dim = Expr::int(k as i64 + 1);
            let extent = match rank {
                1 => Expr::intrinsic("size", vec![like.clone()]),
                _ => Expr::intrinsic("size", vec![like.clone(), dim.clone()]),
            };
            Expr::intrinsic("spread", vec![e, dim, extent])
        })
    }

    /// The same call on the derivatives of its linear arguments.
    pub(super) fn linear(
        &mut self,
        e: &Expr,
        f: Intrinsic,
        args: &[Arg],
        duals: Vec<Dual>,
        linear: &[usize],
    ) -> Result<Dual, Refusal> {
        let value: Expr = Expr::at(ExprKind::Intrinsic(f, with_values(args, &duals)), e.span);
        if f.name() == "transfer" {
            rules::reinterpreted(self.source, &args[0].value, e)?;
        }
        let elemental = f.info().class == Class::Elemental;
        let mut tangents = Vec::new();
        for (k, (a, d)) in args.iter().zip(&duals).enumerate() {
            let position = match &a.keyword {
                Some(word) => f.info().args.iter().position(|n| n.eq_ignore_ascii_case(word)).unwrap_or(k),
                None => k,
            };
            // SUM(a, mask): the second argument may be a mask by position; it is not linear in any case.
            if !linear.contains(&position) {
                tangents.push(Arg { keyword: a.keyword.clone(), value: d.value.clone() });
                continue;
            }
            let tangent = match d.tangent.clone() {
                Some(t) => t,
                None => self.zero_value(&self.old_type(&a.value)),
            };
            let scalar_is_fine = elemental || matches!((f.name(), position), ("eoshift", 2) | ("unpack", 2));
            let tangent = if scalar_is_fine { tangent } else { self.broadcast(tangent, &d.value) };
            tangents.push(Arg { keyword: a.keyword.clone(), value: tangent });
        }
        // A tangent may have fewer bytes than the value that SNGL shortens.
        let f = if f.name() == "sngl" { Intrinsic::named("real").expect("in the table") } else { f };
        Ok(Dual { value, tangent: Some(ExprKind::Intrinsic(f, tangents).into()) })
    }

    /// DOT_PRODUCT, MATMUL, DPROD: the product rule.
    pub(super) fn bilinear(&mut self, e: &Expr, f: Intrinsic, args: &[Arg], duals: Vec<Dual>) -> Dual {
        let value: Expr = Expr::at(ExprKind::Intrinsic(f, with_values(args, &duals)), e.span);
        let term = |k: usize| {
            let t = duals[k].tangent.clone()?;
            let mut list = with_values(args, &duals);
            list[k].value = self.broadcast(t, &duals[k].value);
            Some(Expr::from(ExprKind::Intrinsic(f, list)))
        };
        Dual { value, tangent: sum(term(0), term(1)) }
    }

    /// NORM2, MAXVAL, MINVAL, PRODUCT.
    pub(super) fn reduction(
        &mut self,
        e: &Expr,
        f: Intrinsic,
        args: &[Arg],
        duals: Vec<Dual>,
    ) -> Result<Dual, Refusal> {
        let refuse = |why: &str| Refusal { what: f.name().to_string(), why: why.to_string() };
        let value: Expr = Expr::at(ExprKind::Intrinsic(f, with_values(args, &duals)), e.span);
        let Some(tangent) = duals[0].tangent.clone() else { return Ok(Dual { value, tangent: None }) };
        let array = duals[0].value.clone();
        let tangent = self.broadcast(tangent, &array);
        let rest: Vec<Arg> = with_values(args, &duals)[1..].to_vec();
        let literal = rules::literal_type(self.source, e).ok_or_else(|| refuse("its value is not real"))?;
        match f.name() {
            "norm2" => {
                let kept = self.keep(value, e);
                let mut list = vec![Arg::new(mul(array, tangent))];
                list.extend(rest);
                let inner = ExprKind::Intrinsic(Intrinsic::named("sum").expect("in the table"), list).into();
                let guard = Expr::binary(BinaryOp::Gt, kept.clone(), zero(&literal));
                let tangent = self.guarded(div(inner, kept.clone()), Some(guard), false, &literal, e);
                Ok(Dual { value: kept, tangent: Some(tangent) })
            }
            "maxval" | "minval" | "product" => {
                let dim = argument(f, args, "dim")
                    .is_some_and(|d| self.old_type(d).class() == Some(il::ScalarClass::Integer));
                if dim {
                    return Err(refuse("with DIM it has no rule yet"));
                }
                if self.frozen > 0 {
                    return Err(refuse("where nothing can be computed beforehand it has no rule"));
                }
                if f.name() != "product" {
                    return Ok(self.extreme(e, f, &array, tangent, &rest, &literal, value));
                }
                if rest.is_empty() && is_plain(&array) && is_plain(&tangent) {
                    return Ok(self.product(e, &array, &tangent, &literal));
                }
                // An expression, or under a mask: its elements go to arrays first.
                let (like, mut array, mut tangent) = (array.clone(), array, tangent);
                if let Some(mask) = rest.first() {
                    let ty = il::typing::scalar_of(self.source, e).unwrap_or_else(|| literal.clone());
                    array = Expr::intrinsic("merge", vec![array, number_value(1.0, &ty), mask.value.clone()]);
                    tangent = Expr::intrinsic("merge", vec![tangent, number_value(0.0, &ty), mask.value.clone()]);
                }
                let (a, d) = (self.stored(&array, &like, "tmp"), self.stored(&tangent, &like, "tmpd"));
                let dual = self.product(e, &a, &d, &literal);
                let free = self.add(StmtKind::Deallocate { objects: vec![a, d], options: Vec::new() });
                self.before.push(free);
                Ok(dual)
            }
            other => Err(Refusal { what: other.into(), why: "it has no rule".into() }),
        }
    }

    /// MAXVAL and MINVAL: the tangent of the first extreme element; zero for an empty array.
    #[allow(clippy::too_many_arguments)]
    fn extreme(
        &mut self,
        e: &Expr,
        f: Intrinsic,
        array: &Expr,
        tangent: Expr,
        rest: &[Arg],
        literal: &Scalar,
        value: Expr,
    ) -> Dual {
        let place = if f.name() == "maxval" { "maxloc" } else { "minloc" };
        let rank = rank_of(&self.world.out, array);
        let position = self.world.local(
            &mut self.shell,
            if place == "maxloc" { "imax1" } else { "imin1" },
            Type::Scalar(self.world.source.integer()),
        );
        let flat = |x: &Expr| {
            if rank == 1 {
                return x.clone();
            }
            let extent = Expr::intrinsic("size", vec![array.clone()]);
            let shape = ExprKind::Constructor { items: vec![il::expr::Item::Value(extent)], ty: None };
            Expr::intrinsic("reshape", vec![x.clone(), shape.into()])
        };
        let mut list = vec![Arg::new(flat(array)), Arg::new(Expr::int(1))];
        list.extend(rest.iter().map(|a| Arg { keyword: Some("mask".into()), value: flat(&a.value) }));
        let search = ExprKind::Intrinsic(Intrinsic::named(place).expect("in the table"), list).into();
        let id = self.assign(Expr::var(position), search);
        self.before.push(id);
        let one_based = rank == 1
            && matches!(&tangent.kind, ExprKind::Var(s) if self.world.out.variable(*s).is_some_and(|v| {
                matches!(&v.ty, Type::Array { dims, .. } if dims[0].lower.is_none()) && !v.allocatable && !v.pointer
            }));
        let element = if one_based {
            Expr::index(tangent, vec![Expr::var(position)])
        } else {
            // Any array expression: the sum over the one element at that position.
            let counter = self.counter("ii1");
            let items = vec![il::expr::Item::Implied {
                items: vec![il::expr::Item::Value(Expr::var(counter))],
                var: counter,
                from: Expr::int(1),
                to: Expr::intrinsic("size", vec![array.clone()]),
                step: None,
            }];
            let numbers = ExprKind::Constructor { items, ty: None }.into();
            let mask = Expr::binary(BinaryOp::Eq, numbers, Expr::var(position));
            let list = vec![Arg::new(flat(&tangent)), Arg { keyword: Some("mask".into()), value: mask }];
            ExprKind::Intrinsic(Intrinsic::named("sum").expect("in the table"), list).into()
        };
        let guard = Expr::binary(BinaryOp::Gt, Expr::var(position), Expr::int(0));
        let tangent = self.guarded(element, Some(guard), false, literal, e);
        Dual { value: self.keep(value, e), tangent: Some(tangent) }
    }

    /// The elements of an array value in an allocatable local, counted from one. Its extents are those of `like`: SOURCE= alone would
    /// give it the bounds of a whole array, and gfortran 12 counts a section with a vector subscript from zero.
    fn stored(&mut self, value: &Expr, like: &Expr, base: &str) -> Expr {
        let ty = self.new_type(value);
        let rank = ty.rank();
        let deferred = il::Dim { lower: None, upper: il::Upper::Deferred };
        let shape = Type::Array { elem: Box::new(ty.element().clone()), dims: vec![deferred; rank] };
        let local = self.world.allocatable(&mut self.shell, base, shape);
        let place = Expr::var(local);
        let source = Arg { keyword: Some("source".into()), value: value.clone() };
        let extent = |k: usize| Expr::intrinsic("size", vec![like.clone(), Expr::int(k as i64 + 1)]);
        let dims = (0..rank).map(|k| il::Dim { lower: None, upper: il::Upper::At(extent(k)) }).collect();
        let object = il::stmt::Allocation { object: place.clone(), dims };
        let id = self.add(StmtKind::Allocate { objects: vec![object], options: vec![source] });
        self.before.push(id);
        place
    }

    /// PRODUCT of a whole array: value and tangent are multiplied up together, which is right with zeros among the elements.
    fn product(&mut self, e: &Expr, array: &Expr, tangent: &Expr, literal: &Scalar) -> Dual {
        let ty = il::typing::scalar_of(self.source, e).unwrap_or_else(|| literal.clone());
        let value = self.temporary(&ty, false);
        let derivative = self.temporary(&ty, true);
        let dims = self.new_type(array).dims().to_vec();
        let counters: Vec<_> = (0..dims.len()).map(|_| self.counter("ii1")).collect();
        let at = |x: &Expr| element(x, &counters.iter().map(|c| Expr::var(*c)).collect::<Vec<_>>());
        let (v, d) = (Expr::var(value), Expr::var(derivative));
        let first = self.assign(d.clone(), add(mul(at(array), d.clone()), mul(v.clone(), at(tangent))));
        let second = self.assign(v.clone(), Expr::binary(BinaryOp::Mul, v.clone(), at(array)));
        let mut body = vec![first, second];
        for (k, counter) in counters.iter().enumerate() {
            let (from, to) = bounds(array, &dims[k], k);
            let kind = StmtKind::Do(Box::new(Do::counting(*counter, from, to, None, body)));
            body = vec![self.add(kind)];
        }
        let start = [self.assign(d.clone(), zero(literal)), self.assign(v.clone(), one(literal))];
        self.before.extend(start);
        self.before.extend(body);
        Dual { value: v, tangent: Some(d) }
    }
}

/// A reference whose elements are counted by loops over its dimensions: no strides, no vector subscripts, no component of an array.
fn is_plain(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Index { base, subs } => {
            matches!(base.kind, ExprKind::Var(_))
                && subs.iter().all(|s| matches!(s, Subscript::Range { step: None, .. }))
        }
        _ => false,
    }
}

/// One element of an array reference, its sections resolved.
fn element(reference: &Expr, at: &[Expr]) -> Expr {
    if let ExprKind::Index { base, subs } = &reference.kind {
        let mut next = at.iter();
        let subs = subs
            .iter()
            .map(|s| match s {
                Subscript::Range { .. } => Subscript::At(next.next().cloned().unwrap_or_else(|| Expr::int(1))),
                other => other.clone(),
            })
            .collect();
        return ExprKind::Index { base: base.clone(), subs }.into();
    }
    Expr::index(reference.clone(), at.to_vec())
}

/// First and last index of dimension `k` of an array reference.
fn bounds(reference: &Expr, dim: &il::Dim, k: usize) -> (Expr, Expr) {
    if let ExprKind::Index { base, subs } = &reference.kind {
        let ranges: Vec<(usize, &Subscript)> =
            subs.iter().enumerate().filter(|(_, s)| matches!(s, Subscript::Range { .. })).collect();
        if let Some((at, Subscript::Range { lo, hi, .. })) = ranges.get(k) {
            let whole = |name| Expr::intrinsic(name, vec![(**base).clone(), Expr::int(*at as i64 + 1)]);
            return (lo.clone().unwrap_or_else(|| whole("lbound")), hi.clone().unwrap_or_else(|| whole("ubound")));
        }
    }
    let lower = lower_bound(dim, reference, k).unwrap_or_else(|| Expr::int(1));
    let upper = upper_bound(dim, reference, k)
        .unwrap_or_else(|| Expr::intrinsic("ubound", vec![reference.clone(), Expr::int(k as i64 + 1)]));
    (lower, upper)
}
