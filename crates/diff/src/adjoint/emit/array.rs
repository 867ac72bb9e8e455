//! Adjoints of the transformational intrinsics: the duals of sums, products, shifts and rearrangements.

use analysis::extents;
use il::expr::Item;
use il::intrinsics::argument;
use il::typing::{lower_bound, rank_of, scalar_of, type_of};
use il::{
    Arg, BinaryOp, Block, Dim, Expr, ExprKind, Intrinsic, ScalarClass, StmtKind, Subscript, SymbolId, Type, Upper,
};

use crate::adjoint::emit::expr::{Sink, sum};
use crate::adjoint::emit::reshape::{constant_order, in_element_order};
use crate::adjoint::emit::sums;
use crate::adjoint::emit::{Emit, Side};
use crate::rules;
use crate::simplify;

impl Emit<'_, '_> {
    /// Handles the intrinsics whose result has another shape than their arguments, and MERGE. `false`: it is elementwise.
    pub(crate) fn array_intrinsic(
        &mut self,
        e: &Expr,
        f: Intrinsic,
        args: &[Arg],
        seed: &Expr,
        sink: &mut Sink,
    ) -> bool {
        let p = self.world.source;
        let name = f.name();
        let is_array_function = f.info().class == il::intrinsics::Class::Transformational;
        if !is_array_function && name != "merge" {
            return false;
        }
        let seed = seed.clone();
        let first = args[0].value.clone();
        // Arguments of these functions are evaluated whole: no mask applies to them, except MERGE's.
        let mask = if is_array_function { sink.mask.take() } else { None };
        let seed = match (&mask, rank_of(p, e) > 0) {
            // Elements that the WHERE leaves out send nothing back.
            (Some(m), true) => {
                let zero = self.zero_value(e);
                Expr::intrinsic("merge", vec![seed, zero, m.clone()])
            }
            _ => seed,
        };
        let dim = argument(f, args, "dim").filter(|d| type_of(p, d).class() == Some(ScalarClass::Integer)).cloned();
        let masked = argument(f, args, "mask")
            .or_else(|| args.get(1).filter(|a| a.keyword.is_none()).map(|a| &a.value))
            .filter(|m| type_of(p, m).class() == Some(ScalarClass::Logical))
            .cloned();
        let complex = scalar_of(p, &first).is_some_and(|s| s.class == ScalarClass::Complex);
        // What moves elements about needs a seed for each of them.
        let seed = match name {
            "reshape" | "transpose" | "spread" | "cshift" | "eoshift" | "pack" | "unpack" | "matmul" | "transfer" => {
                self.array_value(seed, rank_of(p, e), e)
            }
            _ => seed,
        };
        match name {
            "merge" => self.merge(e, args, seed, sink),
            "sum" => {
                let seed = match &dim {
                    Some(d) if rank_of(p, &first) > 1 => self.spread(seed, d, &first),
                    _ => self.named(e, seed, sink),
                };
                match masked {
                    None => self.propagate_whole(&first, seed, sink),
                    Some(m) => self.propagate_masked(&first, seed, &m, sink),
                }
            }
            "dot_product" => {
                let second = args[1].value.clone();
                let seed = self.named(e, seed, sink);
                let (a, b) = (self.back(&first), self.back(&second));
                let conj = |x: Expr| if complex { Expr::intrinsic("conjg", vec![x]) } else { x };
                let product = simplify::mul(b, conj(seed.clone()));
                self.propagate(&first, product, sink);
                self.propagate(&second, simplify::mul(a, seed), sink);
            }
            "matmul" => {
                // Each row or column of the one operand meets all of the seed.
                let seed = self.named_value(e, seed, sink);
                self.matmul(args, seed, complex, sink)
            }
            "transpose" => self.propagate(&first, simplify::transpose(seed), sink),
            "spread" => {
                let Some(d) = argument(f, args, "dim").cloned() else { return true };
                let d = self.back(&d);
                let total =
                    if rank_of(p, &first) == 0 { sum(seed, None) } else { Expr::intrinsic("sum", vec![seed, d]) };
                self.propagate(&first, total, sink);
            }
            "cshift" | "eoshift" => {
                let Some(shift) = argument(f, args, "shift").cloned() else { return true };
                let boundary = argument(f, args, "boundary").filter(|b| self.is_active_expr(b, sink.stmt)).cloned();
                let dimension = argument(f, args, "dim").map(|d| self.back(d));
                let shifted = |x: Expr, by: Expr| -> Expr {
                    let mut out = vec![Arg::new(x), Arg::new(by)];
                    if let Some(value) = dimension.clone() {
                        out.push(Arg { keyword: Some("dim".into()), value });
                    }
                    ExprKind::Intrinsic(f, out).into()
                };
                let by = self.back(&shift);
                let back = shifted(seed.clone(), simplify::neg(by.clone()));
                if let Some(b) = boundary {
                    // What comes back when it is shifted there and again is not from the boundary.
                    let mut sum = vec![simplify::sub(seed, shifted(back.clone(), by))];
                    if rank_of(p, &b) > 0 {
                        sum.push(dimension.clone().unwrap_or_else(|| Expr::int(1)));
                    }
                    self.propagate(&b, Expr::intrinsic("sum", sum), sink);
                }
                self.propagate(&first, back, sink);
            }
            "reshape" => {
                let seed = match argument(f, args, "order") {
                    None => seed,
                    Some(order) => {
                        let named = self.named(e, seed, sink);
                        let known = constant_order(p, order);
                        let order = known.unwrap_or_else(|| self.order(order, rank_of(p, e), sink));
                        in_element_order(&order, &named).unwrap_or(named)
                    }
                };
                let pad = argument(f, args, "pad").filter(|x| self.is_active_expr(x, sink.stmt)).cloned();
                let seed = match pad {
                    Some(pad) => self.padding(e, &first, &pad, seed, sink),
                    None => seed,
                };
                let shape = Expr::intrinsic("shape", vec![self.back(&first)]);
                let zero = self.zero_value(e);
                let pad: Expr = ExprKind::Constructor { items: vec![Item::Value(zero)], ty: None }.into();
                let out = vec![Arg::new(seed), Arg::new(shape), Arg { keyword: Some("pad".into()), value: pad }];
                self.propagate(&first, ExprKind::Intrinsic(f, out).into(), sink);
            }
            "pack" => self.pack(e, f, args, seed, sink),
            "transfer" => self.transfer(e, &first, seed, sink),
            "unpack" => {
                let m = self.back(&args[1].value);
                let zero = self.zero_value(e);
                let v = self.back(&first);
                let none =
                    Expr::intrinsic("spread", vec![zero.clone(), Expr::int(1), Expr::intrinsic("size", vec![v])]);
                self.propagate(&first, Expr::intrinsic("pack", vec![seed.clone(), m.clone(), none]), sink);
                let rest = Expr::intrinsic("merge", vec![zero, seed, m]);
                let field = args[2].value.clone();
                let s = self.reduced(e, &field, rest, sink);
                self.propagate(&field, s, sink);
            }
            "maxval" | "minval" => self.extremum(e, f, &first, dim.as_ref(), masked.as_ref(), seed, sink),
            "product" => self.product(e, &first, dim.as_ref(), masked.as_ref(), seed, sink),
            "norm2" => {
                if dim.is_some() {
                    self.refuse(e.span, "NORM2 with DIM=", "use SQRT(SUM(x**2, dim))");
                    return true;
                }
                let whole = self.back(&first);
                let norm = Expr::intrinsic("norm2", vec![whole.clone()]);
                let Some(ty) = scalar_of(p, e) else { return true };
                let r = self.scratch("temp", Type::Scalar(ty.clone()));
                sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(r), rhs: norm }));
                let test = Expr::binary(BinaryOp::Gt, Expr::var(r), simplify::zero(&ty));
                let inner = self.under(sink, |s, sink| {
                    let factor = s.named(e, simplify::div(seed, Expr::var(r)), sink);
                    s.propagate(&first, simplify::mul(factor, whole), sink);
                });
                self.choose(test, inner, Block::new(), sink);
            }
            _ if let Some(rules::Sort::Refused(why)) = rules::of(f).map(|r| r.sort) => {
                self.refuse_rule(&rules::Refusal { what: name.to_string(), why: why.to_string() }, e, sink);
            }
            _ => {
                self.refuse(e.span, "this array function is active and has no adjoint rule", "write it as loops");
            }
        }
        if mask.is_some() {
            sink.mask = mask;
        }
        true
    }

    /// The elements of an ORDER that is known when it runs.
    fn order(&mut self, order: &Expr, rank: usize, sink: &mut Sink) -> Vec<Expr> {
        let value = self.back(order);
        let lower = match &type_of(&self.world.out, &value) {
            Type::Array { dims, .. } if matches!(value.kind, ExprKind::Var(_)) => lower_bound(&dims[0], &value, 0),
            _ => None,
        };
        // A bound may have changed since.
        let (list, lower) = match lower.filter(|l| l.as_int().is_some() || matches!(l.kind, ExprKind::Intrinsic(..))) {
            Some(lower) => (value, lower),
            None => {
                let kept = Expr::var(self.scratch_array("temp", &self.world.source.integer(), 1));
                // The bounds of a list begin at one.
                let rhs = ExprKind::Constructor { items: vec![Item::Value(value)], ty: None }.into();
                sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: kept.clone(), rhs }));
                (kept, Expr::int(1))
            }
        };
        let at = |k: i64| il::fold::add(&lower, &Expr::int(k));
        (0..rank as i64).map(|k| Expr::index(list.clone(), vec![at(k)])).collect()
    }

    /// What goes to the padding of a RESHAPE, whose elements are used in turn; gives the seed back, in array element order.
    fn padding(&mut self, e: &Expr, source: &Expr, pad: &Expr, seed: Expr, sink: &mut Sink) -> Expr {
        let Some(scalar) = scalar_of(self.world.source, e) else { return seed };
        let size = |x: Expr| Expr::intrinsic("size", vec![x]);
        let flat = Expr::var(self.scratch_array("tmpb", &scalar, 1));
        let rhs = Expr::intrinsic("pack", vec![seed, Expr::logical(true)]);
        sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: flat.clone(), rhs }));
        let pads = Expr::var(self.scratch_array("tmpb", &scalar, 1));
        let zero = simplify::zero(&scalar);
        let cleared = self.array_value(zero, 1, pad);
        sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: pads.clone(), rhs: cleared }));
        let integer = self.integer();
        let i = self.scratch("ii1", integer);
        let used = size(self.back(source));
        let first = il::fold::add(&used, &Expr::int(1));
        let turn = Expr::intrinsic("mod", vec![il::fold::sub(&Expr::var(i), &first), size(pads.clone())]);
        let target = Expr::index(pads.clone(), vec![il::fold::add(&turn, &Expr::int(1))]);
        let rhs = simplify::add(target.clone(), Expr::index(flat.clone(), vec![Expr::var(i)]));
        let add = self.add(Side::Back, StmtKind::Assign { lhs: target, rhs });
        let turns = self.counted(Side::Back, i, first, size(flat.clone()), None, vec![add]);
        sink.block.push(turns);
        self.propagate(pad, pads, sink);
        flat
    }

    /// Into an array argument with a seed that may be a scalar for all elements.
    fn propagate_whole(&mut self, a: &Expr, seed: Expr, sink: &mut Sink) {
        let p = self.world.source;
        if rank_of(p, a) > 0 && rank_of(&self.world.out, &seed) == 0 && !a.is_reference() {
            // Operands decide for themselves whether the product with the seed is an array.
            self.propagate(a, seed, sink);
            return;
        }
        self.propagate(a, seed, sink);
    }

    /// The same, only where a mask of the original holds.
    fn propagate_masked(&mut self, a: &Expr, seed: Expr, mask: &Expr, sink: &mut Sink) {
        let mask_back = self.back(mask);
        if rank_of(self.world.source, mask) == 0 {
            let inner = self.under(sink, |s, sink| s.propagate(a, seed, sink));
            return self.choose(mask_back, inner, Block::new(), sink);
        }
        let around = sink.mask.take();
        sink.mask = Some(match &around {
            Some(m) => Expr::binary(BinaryOp::And, m.clone(), mask_back),
            None => mask_back,
        });
        let own = sink.own.len();
        self.propagate(a, seed, sink);
        sink.failed |= sink.own.len() > own;
        sink.mask = around;
    }

    /// `spread(seed, dim, size(like, dim))`.
    fn spread(&mut self, seed: Expr, dim: &Expr, like: &Expr) -> Expr {
        // One seed for all goes everywhere by itself.
        if rank_of(&self.world.out, &seed) == 0 && rank_of(self.world.source, like) > 1 {
            return seed;
        }
        let d = self.back(dim);
        let size = match sums::declared_extent(self.world, self.unit, like, dim) {
            Some(extent) => self.back(&extent),
            None => Expr::intrinsic("size", vec![self.back(like), d.clone()]),
        };
        Expr::intrinsic("spread", vec![seed, d, size])
    }

    fn merge(&mut self, e: &Expr, args: &[Arg], seed: Expr, sink: &mut Sink) {
        let p = self.world.source;
        let [yes, no, mask] = [0, 1, 2].map(|k| args[k].value.clone());
        let test = self.back(&mask);
        if rank_of(p, &mask) == 0 {
            let seed = self.named(e, seed, sink);
            let first = self.under(sink, |s, sink| {
                let x = s.reduced(e, &yes, seed.clone(), sink);
                s.descend(e, &yes, x, sink);
            });
            let second = self.under(sink, |s, sink| {
                let x = s.reduced(e, &no, seed.clone(), sink);
                s.descend(e, &no, x, sink);
            });
            return self.choose(test, first, second, sink);
        }
        let zero = self.zero_value(e);
        let to_yes = Expr::intrinsic("merge", vec![seed.clone(), zero.clone(), test.clone()]);
        let to_no = Expr::intrinsic("merge", vec![zero, seed, test]);
        let x = self.reduced(e, &yes, to_yes, sink);
        self.descend(e, &yes, x, sink);
        let x = self.reduced(e, &no, to_no, sink);
        self.descend(e, &no, x, sink);
    }

    fn matmul(&mut self, args: &[Arg], seed: Expr, complex: bool, sink: &mut Sink) {
        let p = self.world.source;
        let (a, b) = (args[0].value.clone(), args[1].value.clone());
        let (ra, rb) = (rank_of(p, &a), rank_of(p, &b));
        let conj = |x: Expr| if complex { Expr::intrinsic("conjg", vec![x]) } else { x };
        let (av, bv) = (conj(self.back(&a)), conj(self.back(&b)));
        // The outer product of two vectors, as an array.
        let outer = |x: Expr, y: Expr| {
            let (nx, ny) = (Expr::intrinsic("size", vec![x.clone()]), Expr::intrinsic("size", vec![y.clone()]));
            Expr::binary(
                BinaryOp::Mul,
                Expr::intrinsic("spread", vec![x, Expr::int(2), ny]),
                Expr::intrinsic("spread", vec![y, Expr::int(1), nx]),
            )
        };
        let (to_a, to_b) = match (ra, rb) {
            (2, 2) => {
                let to_a = Expr::intrinsic("matmul", vec![seed.clone(), simplify::transpose(bv)]);
                (to_a, Expr::intrinsic("matmul", vec![simplify::transpose(av), seed]))
            }
            (2, _) => (outer(seed.clone(), bv), simplify::by_vector(simplify::transpose(av), seed)),
            _ => (simplify::by_vector(seed.clone(), simplify::transpose(bv)), outer(av, seed)),
        };
        self.propagate(&a, to_a, sink);
        self.propagate(&b, to_b, sink);
    }

    /// The seed as an array, when it may be a scalar that stands for all elements. Only the shape of `e` is asked for, not its value.
    fn array_value(&mut self, seed: Expr, rank: usize, e: &Expr) -> Expr {
        if rank_of(&self.world.out, &seed) > 0 || rank == 0 {
            return seed;
        }
        let one: Expr = ExprKind::Constructor { items: vec![il::expr::Item::Value(seed)], ty: None }.into();
        // A product of matrices would be computed to know its shape, from values that need not be there.
        let p = self.world.source;
        let of_product = || {
            let ExprKind::Intrinsic(f, args) = &e.kind else { return None };
            let along = |k: usize| Expr::intrinsic("size", vec![args[k - 1].value.clone(), Expr::int(k as i64)]);
            let ranked = [1, 2].into_iter().filter(|k| rank_of(p, &args[k - 1].value) == 2);
            (f.name() == "matmul").then(|| ranked.map(along).collect::<Vec<_>>())
        };
        let extents = il::typing::shape_giver(p, e).is_none().then(|| extents::extents(p, e).or_else(of_product));
        let shape = match extents.flatten() {
            Some(extents) => {
                let items = extents.iter().map(|x| il::expr::Item::Value(self.back(x))).collect();
                ExprKind::Constructor { items, ty: None }.into()
            }
            None => Expr::intrinsic("shape", vec![self.back(e)]),
        };
        let pad = Arg { keyword: Some("pad".into()), value: one.clone() };
        let reshape = Intrinsic::named("reshape").expect("it is in the table");
        ExprKind::Intrinsic(reshape, vec![Arg::new(one), Arg::new(shape), pad]).into()
    }

    /// The value of an array argument in a temporary of rank 1, with the elements that count.
    fn flat(&mut self, a: &Expr, masked: Option<&Expr>, sink: &mut Sink) -> Option<SymbolId> {
        let scalar = scalar_of(self.world.source, a)?;
        let t = self.scratch_array("tmp", &scalar, 1);
        let value = self.back(a);
        let mask = match masked {
            Some(m) => self.back(m),
            None => Expr::logical(true),
        };
        let rhs = if masked.is_none() && rank_of(self.world.source, a) == 1 {
            self.from_one(value)
        } else {
            Expr::intrinsic("pack", vec![value, mask])
        };
        sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(t), rhs }));
        Some(t)
    }

    /// A seed in the order of [`Self::flat`] goes back to the argument.
    fn unflat(&mut self, a: &Expr, masked: Option<&Expr>, flat: Expr, sink: &mut Sink) {
        let p = self.world.source;
        let zero = self.zero_value(a);
        let seed = match masked {
            Some(m) if rank_of(p, m) > 0 => Expr::intrinsic("unpack", vec![flat, self.back(m), zero]),
            _ if rank_of(p, a) == 1 => flat,
            _ => Expr::intrinsic("reshape", vec![flat, Expr::intrinsic("shape", vec![self.back(a)])]),
        };
        self.propagate(a, seed, sink);
    }

    /// MAXVAL and MINVAL: all goes to the first element that has the value.
    #[allow(clippy::too_many_arguments)]
    fn extremum(
        &mut self,
        e: &Expr,
        f: Intrinsic,
        a: &Expr,
        dim: Option<&Expr>,
        masked: Option<&Expr>,
        seed: Expr,
        sink: &mut Sink,
    ) {
        let p = self.world.source;
        if dim.is_some() && rank_of(p, a) > 1 {
            return self.refuse(e.span, "MAXVAL or MINVAL with DIM=", "use a loop over the other dimensions");
        }
        let locate = if f.name() == "maxval" { "maxloc" } else { "minloc" };
        let base = if f.name() == "maxval" { "imax1" } else { "imin1" };
        let seed = self.named(e, seed, sink);
        let integer = self.integer();
        let at = self.scratch(base, integer);
        // A plain vector counted from one: its element is named directly, unless it is what is assigned: that adjoint is given as a whole.
        let assigned = sink.target.as_ref().and_then(Expr::root);
        let direct = masked.is_none()
            && matches!(&a.kind, ExprKind::Var(s) if Some(*s) != assigned)
            && counts_from_one(&type_of(p, a));
        let (place, values): (Expr, Option<SymbolId>) = if direct {
            (self.back(a), None)
        } else {
            let Some(t) = self.flat(a, masked, sink) else { return };
            (Expr::var(t), Some(t))
        };
        let found = Expr::intrinsic(locate, vec![place, Expr::int(1)]);
        sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(at), rhs: found }));
        let test = Expr::binary(BinaryOp::Gt, Expr::var(at), Expr::int(0));
        match values {
            None => {
                let Some(target) = self.adjoint_of(a) else { return };
                let element = Expr::index(target, vec![Expr::var(at)]);
                let add = simplify::add(element.clone(), seed);
                let id = self.add(Side::Back, StmtKind::Assign { lhs: element, rhs: add });
                self.choose(test, vec![id], Block::new(), sink);
            }
            Some(t) => {
                // An array of its own: one variable is either a value or a derivative.
                let Some(scalar) = scalar_of(p, a) else { return };
                let b = self.scratch_array("tmpb", &scalar, 1);
                let size = Expr::intrinsic("size", vec![Expr::var(t)]);
                let zeros = Expr::intrinsic("spread", vec![self.zero_of(a), Expr::int(1), size]);
                sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(b), rhs: zeros }));
                let element = Expr::index(Expr::var(b), vec![Expr::var(at)]);
                let id = self.add(Side::Back, StmtKind::Assign { lhs: element, rhs: seed });
                self.choose(test, vec![id], Block::new(), sink);
                self.unflat(a, masked, Expr::var(b), sink);
            }
        }
    }

    /// PRODUCT: each element gets the product of all the others, right also when some are zero.
    fn product(&mut self, e: &Expr, a: &Expr, dim: Option<&Expr>, masked: Option<&Expr>, seed: Expr, sink: &mut Sink) {
        let p = self.world.source;
        if dim.is_some() && rank_of(p, a) > 1 {
            return self.refuse(e.span, "PRODUCT with DIM=", "use a loop over the other dimensions");
        }
        let seed = self.named(e, seed, sink);
        let Some(t) = self.flat(a, masked, sink) else { return };
        let Some(scalar) = scalar_of(p, a) else { return };
        let out = self.scratch_array("tmpb", &scalar, 1);
        let integer = self.integer();
        let i = self.scratch("ii1", integer);
        let (tv, ov, iv) = (|| Expr::var(t), || Expr::var(out), || Expr::var(i));
        sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: ov(), rhs: tv() }));
        let part = |lo: Option<Expr>, hi: Option<Expr>| -> Expr {
            let range = Subscript::Range { lo, hi, step: None };
            let section = ExprKind::Index { base: Box::new(Expr::var(t)), subs: vec![range] }.into();
            Expr::intrinsic("product", vec![section])
        };
        let before = part(None, Some(il::fold::sub(&iv(), &Expr::int(1))));
        let after = part(Some(il::fold::add(&iv(), &Expr::int(1))), None);
        let mut others = Expr::binary(BinaryOp::Mul, before, after);
        if scalar.class == ScalarClass::Complex {
            others = Expr::intrinsic("conjg", vec![others]);
        }
        let lhs = Expr::index(ov(), vec![iv()]);
        let body = vec![self.add(Side::Back, StmtKind::Assign { lhs, rhs: simplify::mul(others, seed) })];
        let size = Expr::intrinsic("size", vec![tv()]);
        sink.block.push(self.counted(Side::Back, i, Expr::int(1), size, None, body));
        self.unflat(a, masked, ov(), sink);
    }

    /// PACK: the elements go back to where they were; those behind them to VECTOR.
    fn pack(&mut self, e: &Expr, f: Intrinsic, args: &[Arg], seed: Expr, sink: &mut Sink) {
        let p = self.world.source;
        let Some(scalar) = scalar_of(p, e) else { return };
        let (array, mask) = (&args[0].value, &args[1].value);
        let (whole, m) = (self.back(array), self.back(mask));
        let one_for_all = rank_of(p, mask) == 0;
        let vector = argument(f, args, "vector").filter(|v| self.is_active_expr(v, sink.stmt)).cloned();
        let seed = match &vector {
            None => seed,
            Some(_) => {
                let flat = Expr::var(self.scratch_array("tmpb", &scalar, 1));
                sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: flat.clone(), rhs: seed }));
                flat
            }
        };
        let zero = self.zero_value(e);
        if self.is_active_expr(array, sink.stmt) {
            let back = match one_for_all {
                false => Expr::intrinsic("unpack", vec![seed.clone(), m.clone(), zero.clone()]),
                true => {
                    let shape = Expr::intrinsic("shape", vec![whole.clone()]);
                    let pad =
                        ExprKind::Constructor { items: vec![il::expr::Item::Value(zero.clone())], ty: None }.into();
                    let pad = Arg { keyword: Some("pad".into()), value: pad };
                    let reshape = Intrinsic::named("reshape").expect("it is in the table");
                    let all = matches!(mask.kind, ExprKind::Logical(true));
                    let rest = if all { None } else { Some(pad) };
                    let list = [Arg::new(seed.clone()), Arg::new(shape)].into_iter().chain(rest).collect();
                    let moved = ExprKind::Intrinsic(reshape, list).into();
                    // With VECTOR there are as many elements where nothing was packed.
                    if all { moved } else { Expr::intrinsic("merge", vec![moved, zero, m.clone()]) }
                }
            };
            self.propagate(array, back, sink);
        }
        if let Some(vector) = vector {
            let packed = match one_for_all {
                false => Expr::intrinsic("count", vec![m]),
                true => Expr::intrinsic("merge", vec![Expr::intrinsic("size", vec![whole]), Expr::int(0), m]),
            };
            let range = Subscript::Range { lo: None, hi: Some(packed), step: None };
            let lhs = ExprKind::Index { base: Box::new(seed.clone()), subs: vec![range] }.into();
            sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs, rhs: simplify::zero(&scalar) }));
            self.propagate(&vector, seed, sink);
        }
    }

    /// TRANSFER between reals and complex numbers of the same parts: back by another one.
    fn transfer(&mut self, e: &Expr, source: &Expr, seed: Expr, sink: &mut Sink) {
        let p = self.world.source;
        if let Err(refusal) = rules::reinterpreted(p, source, e) {
            return self.refuse_rule(&refusal, e, sink);
        }
        let zero = self.zero_value(source);
        if rank_of(p, source) == 0 {
            return self.propagate(source, Expr::intrinsic("transfer", vec![seed, zero]), sink);
        }
        let one =
            |x: Expr| -> Expr { ExprKind::Constructor { items: vec![il::expr::Item::Value(x)], ty: None }.into() };
        let moved = Expr::intrinsic("transfer", vec![seed, one(zero.clone())]);
        let shape = Expr::intrinsic("shape", vec![self.back(source)]);
        // What the result left out gets nothing.
        let pad = Arg { keyword: Some("pad".into()), value: one(zero) };
        let reshape = Intrinsic::named("reshape").expect("it is in the table");
        self.propagate(source, ExprKind::Intrinsic(reshape, vec![Arg::new(moved), Arg::new(shape), pad]).into(), sink);
    }

    /// Zero in the very type of an expression, as an argument wants it: `(0.0, 0.0)` for complex ones.
    fn zero_value(&self, e: &Expr) -> Expr {
        match scalar_of(self.world.source, e) {
            Some(s) => simplify::number_value(0.0, &s),
            None => Expr::int(0),
        }
    }

    /// A mask in a logical array that can be indexed.
    pub(crate) fn mask_array(&mut self, mask: &Expr, rank: usize, block: &mut Block) -> Expr {
        let m = self.scratch_array("mask", &self.world.source.logical(), rank);
        let rhs = self.from_one(mask.clone());
        block.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(m), rhs }));
        Expr::var(m)
    }

    /// A vector subscript as something that can be indexed.
    pub(crate) fn index_array(&mut self, index: &Expr, block: &mut Block) -> Expr {
        if matches!(&index.kind, ExprKind::Var(_)) && counts_from_one(&type_of(&self.world.out, index)) {
            return index.clone();
        }
        let elem = scalar_of(&self.world.out, index).unwrap_or_else(il::Scalar::integer);
        let t = self.scratch_array("ind", &elem, 1);
        let rhs = self.from_one(index.clone());
        block.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(t), rhs }));
        Expr::var(t)
    }

    /// An array value of the output whose elements are counted from one: a whole array with other bounds is a section. An allocatable that it is assigned to
    /// would have these bounds too.
    pub(crate) fn from_one(&self, e: Expr) -> Expr {
        let p = &self.world.out;
        let whole = p.is_of_one(&e);
        let Type::Array { dims, .. } = type_of(p, &e) else { return e };
        let assumed_shape = matches!(e.kind, ExprKind::Var(s) if p.variable(s).is_some_and(|v| {
            matches!(v.storage, il::Storage::Dummy(_)) && !v.allocatable && !v.pointer
        }));
        let one = |d: &Dim| d.lower.is_none() && (assumed_shape || matches!(d.upper, Upper::At(_)));
        if !whole || dims.iter().all(one) {
            return e;
        }
        let subs = dims.iter().map(|_| Subscript::Range { lo: None, hi: None, step: None }).collect();
        let span = e.span;
        Expr::at(ExprKind::Index { base: Box::new(e), subs }, span)
    }
}

/// Whether an array of rank 1 has the lower bound 1 for certain.
fn counts_from_one(ty: &Type) -> bool {
    match ty {
        Type::Array { dims, .. } => dims.len() == 1 && dims[0].lower.is_none() && matches!(dims[0].upper, Upper::At(_)),
        _ => false,
    }
}
