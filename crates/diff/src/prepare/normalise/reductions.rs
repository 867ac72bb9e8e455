//! Array functions that become simpler ones:
//!
//! - `maxval(a, dim)`, `minval`, `product` and `norm2` of what is differentiable, with DIM: loops over the other dimensions, in which the function is that of a
//!   vector (`r(i) = maxval(a(i, :))`). Of a vector itself DIM says nothing.
//! - `reshape(x, [n, m], order=[2, 1])` is `transpose(reshape(x, [m, n]))`.

use analysis::extents;
use il::expr::Item;
use il::intrinsics::argument;
use il::stmt::Do;
use il::typing::{rank_of, type_of};
use il::{
    Arg, Block, Dim, Expr, ExprKind, Intrinsic, Program, ScalarClass, StmtKind, Subscript, SymbolId, Type, UnaryOp,
    Upper,
};

use super::{Hoister, Wanted};

/// The functions that take DIM=.
const BY_DIMENSION: &[&str] = &["maxval", "minval", "product", "norm2"];

impl Hoister<'_> {
    /// Whether `e` is one of these.
    pub(super) fn is_reduced(&self, e: &Expr) -> bool {
        let ExprKind::Intrinsic(f, args) = &e.kind else { return false };
        if !self.language().computes_with_arrays() || !type_of(self.p, e).is_differentiable() {
            return false;
        }
        match f.name() {
            "reshape" => argument(*f, args, "order").is_some() && rank_of(self.p, e) <= 2,
            name => BY_DIMENSION.contains(&name) && self.dimension(*f, args).is_some(),
        }
    }

    /// The simpler form of `e`; what it needs before it goes to `before`. `None` where it has to stay.
    pub(super) fn reduced(&mut self, e: &Expr, before: &mut Block) -> Option<Expr> {
        let ExprKind::Intrinsic(f, args) = &e.kind else { return None };
        if f.name() == "reshape" {
            return self.reordered(e, *f, args);
        }
        let dim = self.dimension(*f, args)?;
        let rank = rank_of(self.p, &args.first()?.value);
        let mask = self.mask(*f, args).cloned();
        if rank == 1 {
            let mask = mask.map(|value| Arg { keyword: Some("mask".into()), value });
            let list = args.first().cloned().into_iter().chain(mask).collect();
            return Some(Expr::at(ExprKind::Intrinsic(*f, list), e.span));
        }
        let at = usize::try_from(il::fold::integer(self.p, dim)? - 1).ok().filter(|k| *k < rank)?;
        let dims = extents::fixed(self.p, e);
        // What is allocated is taken where it is, with its own bounds, unless a mask has to agree with them.
        let in_place = is_owned(self.p, &args[0].value) && mask.as_ref().is_none_or(|m| rank_of(self.p, m) == 0);
        let array = match in_place && dims.is_none() {
            true => args[0].value.clone(),
            false => self.subscriptable("arg1", &args[0].value, before),
        };
        let mask = mask.map(|m| if rank_of(self.p, &m) == 0 { m } else { self.subscriptable("mask1", &m, before) });
        let (value, dims) = match dims {
            Some(dims) => (Expr::var(self.local_for("result1", e)), dims),
            None => {
                let bound = |name: &str, k: usize| Expr::intrinsic(name, vec![array.clone(), Expr::int(k as i64 + 1)]);
                let extent = |k: usize| match in_place {
                    true => Dim { lower: Some(bound("lbound", k)), upper: Upper::At(bound("ubound", k)) },
                    false => Dim { lower: None, upper: Upper::At(bound("size", k)) },
                };
                let dims: Vec<Dim> = (0..rank).filter(|k| *k != at).map(extent).collect();
                let made = self.temporary("result1", type_of(self.p, e).element().clone(), &dims, before);
                self.released.push(made.clone());
                (made, dims)
            }
        };
        let counters: Vec<SymbolId> = (1..rank).map(|_| self.local("ii1", &Type::Scalar(self.p.integer()))).collect();
        let vector = |whole: &Expr| -> Expr {
            let mut at_each = counters.iter().map(|c| Subscript::At(Expr::var(*c)));
            let subs = (0..rank)
                .map(|k| if k == at { None } else { at_each.next() })
                .map(|s| s.unwrap_or(Subscript::Range { lo: None, hi: None, step: None }))
                .collect();
            ExprKind::Index { base: Box::new(whole.clone()), subs }.into()
        };
        let mut list = vec![Arg::new(vector(&array))];
        if let Some(m) = mask {
            let value = if rank_of(self.p, &m) == 0 { m } else { vector(&m) };
            list.push(Arg { keyword: Some("mask".into()), value });
        }
        let lhs = Expr::index(value.clone(), counters.iter().map(|c| Expr::var(*c)).collect());
        let mut inner = self.add(StmtKind::Assign { lhs, rhs: Expr::at(ExprKind::Intrinsic(*f, list), e.span) });
        for (&var, d) in counters.iter().zip(&dims) {
            let Upper::At(to) = &d.upper else { return None };
            let turn = Do::counting(var, d.lower.clone().unwrap_or(Expr::int(1)), to.clone(), None, vec![inner]);
            inner = self.add(StmtKind::Do(Box::new(turn)));
        }
        before.push(inner);
        Some(Expr { span: e.span, ..value })
    }

    fn dimension<'e>(&self, f: Intrinsic, args: &'e [Arg]) -> Option<&'e Expr> {
        argument(f, args, "dim").filter(|d| type_of(self.p, d).class() == Some(ScalarClass::Integer))
    }

    fn mask<'e>(&self, f: Intrinsic, args: &'e [Arg]) -> Option<&'e Expr> {
        let by_place = args.get(1).filter(|a| a.keyword.is_none()).map(|a| &a.value);
        argument(f, args, "mask").or(by_place).filter(|m| type_of(self.p, m).class() == Some(ScalarClass::Logical))
    }

    /// An array whose elements are counted from one: a variable, or a new local with the value.
    fn subscriptable(&mut self, base: &str, e: &Expr, before: &mut Block) -> Expr {
        let from_one = match (&e.kind, type_of(self.p, e)) {
            (ExprKind::Var(s), Type::Array { dims, .. }) => {
                self.p.variable(*s).is_some_and(|v| !v.allocatable && !v.pointer)
                    && dims.iter().all(|d| d.lower.is_none())
            }
            _ => false,
        };
        if from_one {
            return e.clone();
        }
        // A whole array would hand its bounds to what its assignment allocates (F2018 10.2.1.3).
        let mut rhs = if is_owned(self.p, e) { Expr::unary(UnaryOp::Paren, e.clone()) } else { e.clone() };
        self.expr(&mut rhs, Wanted::Values, before);
        let local = self.local_for(base, e);
        before.push(self.add(StmtKind::Assign { lhs: Expr::var(local), rhs }));
        self.to_be_released(local);
        Expr::var(local)
    }

    /// The items of a shape of RESHAPE.
    pub(super) fn extents(&self, shape: &Expr, rank: usize) -> Option<Vec<Item>> {
        let each = |f: &dyn Fn(Expr) -> Expr| (1..=rank).map(|k| Item::Value(f(Expr::int(k as i64)))).collect();
        match &shape.bare().kind {
            ExprKind::Constructor { items, .. } => Some(items.clone()),
            ExprKind::Intrinsic(f, args) if f.name() == "shape" && args.len() == 1 => {
                Some(each(&|k| Expr::intrinsic("size", vec![args[0].value.clone(), k])))
            }
            ExprKind::Var(_) if counts_from_one(&type_of(self.p, shape)) => {
                Some(each(&|k| Expr::index(shape.clone(), vec![k])))
            }
            _ => None,
        }
    }

    /// RESHAPE without ORDER.
    pub(super) fn reordered(&mut self, e: &Expr, f: Intrinsic, args: &[Arg]) -> Option<Expr> {
        let items = |x: &Expr| match &x.bare().kind {
            ExprKind::Constructor { items, .. } => Some(items.clone()),
            _ => None,
        };
        let order = items(argument(f, args, "order")?)?;
        let order: Vec<i64> = order
            .iter()
            .map(|i| match i {
                Item::Value(v) => il::fold::integer(self.p, v),
                Item::Implied { .. } => None,
            })
            .collect::<Option<_>>()?;
        let source = args.first()?.value.clone();
        let mut extents = self.extents(argument(f, args, "shape")?, order.len())?;
        let pad = argument(f, args, "pad").cloned().map(|value| Arg { keyword: Some("pad".into()), value });
        let turned = match order.as_slice() {
            [1] | [1, 2] => false,
            [2, 1] => true,
            _ => return None,
        };
        if turned {
            extents.reverse();
        }
        let shape: Expr = ExprKind::Constructor { items: extents, ty: None }.into();
        let list = [Arg::new(source), Arg::new(shape)].into_iter().chain(pad).collect();
        let plain = Expr::at(ExprKind::Intrinsic(f, list), e.span);
        Some(if turned { Expr::intrinsic("transpose", vec![plain]) } else { plain })
    }
}

/// Whether a reference is a whole array that is allocated or associated, with bounds of its own.
fn is_owned(p: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(s) => p.variable(*s).is_some_and(|v| v.allocatable || v.pointer),
        ExprKind::Field { base, record, field } => {
            let f = &p.records[*record].fields[*field];
            (f.allocatable || f.pointer) && rank_of(p, base) == 0
        }
        _ => false,
    }
}

fn counts_from_one(ty: &Type) -> bool {
    matches!(ty, Type::Array { dims, .. } if dims.iter().all(|d| d.lower.is_none()))
}
