//! The adjoint of an expression: a seed goes down to the active leaves (RR-7957 §5.4, last rules).
//!
//! `propagate(e, seed)` adds `seed * ∂e/∂leaf` to the adjoint of every active leaf of `e`. Expressions `e` speak of the original's symbols, seeds
//! and targets of the output's. A complex adjoint is `∂/∂re + i ∂/∂im`: holomorphic partials are conjugated, and what flows
//! into a real leaf keeps its real part.

use analysis::element::element;
use analysis::extents;
use il::typing::{rank_of, scalar_of};
use il::{
    Arg, BinaryOp, Block, Diagnostic, Expr, ExprKind, Language, Program, Scalar, ScalarClass, Span, StmtId, StmtKind,
    Subscript, SymbolId, UnaryOp,
};

use crate::adjoint::emit::sums;
use crate::adjoint::emit::{Emit, Side};
use crate::adjoint::plan::uses;
use crate::derive::work_arrays::is_dear;
use crate::facts::At;
use crate::request::Improvement;
use crate::rules::{self, Partial};
use crate::simplify;

/// Where the adjoint statements of one original statement go, and what is special about it.
pub(crate) struct Sink {
    /// The original statement.
    pub stmt: StmtId,
    /// What has been made so far.
    pub block: Block,
    /// The reference that the statement overwrites, when its own contributions are collected in `own` instead of being added.
    pub target: Option<Expr>,
    /// Contributions to the adjoint of `target`.
    pub own: Vec<Expr>,
    /// A contribution to the adjoint of `target` stands under a test: they cannot be collected.
    pub failed: bool,
    /// The mask of the WHERE around it, over the output's symbols.
    pub mask: Option<Expr>,
    /// The mask of the whole statement.
    pub statement_mask: Option<Expr>,
    /// Where the value of the whole right side is, when its partials are told from that.
    pub result: Option<Expr>,
    /// Partial derivatives that are collected, instead of contributions being added to adjoints; those that must start from zero.
    pub gathered: Option<Vec<(Expr, il::SymbolId, bool)>>,
    /// How many tests are around what is being made.
    pub guarded: u32,
    /// Where the statement is.
    pub span: Span,
}

impl Sink {
    pub(crate) fn new(stmt: StmtId, span: Span) -> Self {
        Sink {
            stmt,
            block: Block::new(),
            target: None,
            own: Vec::new(),
            failed: false,
            mask: None,
            statement_mask: None,
            result: None,
            gathered: None,
            guarded: 0,
            span,
        }
    }
}

impl Emit<'_, '_> {
    /// Whether some active leaf flows into the value of `e`.
    pub(crate) fn is_active_expr(&self, e: &Expr, stmt: StmtId) -> bool {
        uses::is_active_expr(self.world, self.unit, e, stmt)
    }

    /// Whether a reference owns a derivative and is active at a point.
    pub(crate) fn is_active_ref(&self, e: &Expr, at: At) -> bool {
        uses::is_active_ref(self.world, self.unit, e, at)
    }

    /// Adds `seed * ∂e/∂leaf` to the adjoint of each active leaf of `e`.
    pub(crate) fn propagate(&mut self, e: &Expr, seed: Expr, sink: &mut Sink) {
        if !self.is_active_expr(e, sink.stmt) {
            return;
        }
        if e.is_reference() {
            return self.leaf(e, seed, sink);
        }
        let outermost = !matches!(e.kind, ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, _));
        let result = sink.result.take_if(|_| outermost);
        match &e.kind {
            ExprKind::Unary(UnaryOp::Neg, x) => self.propagate(x, simplify::neg(seed), sink),
            ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => self.propagate(x, seed, sink),
            ExprKind::Unary(UnaryOp::Not | UnaryOp::BitNot, _) => {}
            ExprKind::Cast(_, x) => self.propagate(x, seed, sink),
            ExprKind::Binary(BinaryOp::Add, l, r) => {
                let seed = self.shared(e, seed, &[l, r], sink);
                for x in [l, r] {
                    let s = self.reduced(e, x, seed.clone(), sink);
                    self.descend(e, x, s, sink);
                }
            }
            ExprKind::Binary(BinaryOp::Sub, l, r) => {
                let seed = self.shared(e, seed, &[l, r], sink);
                let s = self.reduced(e, l, seed.clone(), sink);
                self.descend(e, l, s, sink);
                let s = self.reduced(e, r, simplify::neg(seed), sink);
                self.descend(e, r, s, sink);
            }
            ExprKind::Binary(BinaryOp::Mul, ..) if self.is_repeated(e, sink.stmt) => {
                self.repeated_product(e, seed, sink)
            }
            ExprKind::Binary(BinaryOp::Div, l, r) if self.is_real_quotient(e, [l, r], sink.stmt) => {
                self.quotient(e, [l, r], result, seed, sink)
            }
            ExprKind::Binary(op, l, r) => {
                let seed = self.shared(e, seed, &[l, r], sink);
                let active = [self.is_active_expr(l, sink.stmt), self.is_active_expr(r, sink.stmt)];
                let found = rules::binary(self.rule_context(), *op, l, r, result.as_ref(), &|k| active[k]);
                match found {
                    Ok(partials) => {
                        let children = [&**l, &**r];
                        self.partials(e, &partials, &|k| children[k].clone(), seed, sink);
                    }
                    Err(refusal) => self.refuse_rule(&refusal, e, sink),
                }
            }
            ExprKind::ComplexParts(a, b) => {
                let seed = self.named(e, seed, sink);
                self.propagate(a, Expr::intrinsic("real", vec![seed.clone()]), sink);
                self.propagate(b, Expr::intrinsic("aimag", vec![seed]), sink);
            }
            ExprKind::Cond { test, yes, no } => {
                let seed = self.named(e, seed, sink);
                let test = self.back(test);
                let first = self.under(sink, |s, sink| s.propagate(yes, seed.clone(), sink));
                let second = self.under(sink, |s, sink| s.propagate(no, seed, sink));
                self.choose(test, first, second, sink);
            }
            ExprKind::Intrinsic(f, args) => self.intrinsic(e, *f, args, seed, result, sink),
            ExprKind::Constructor { items, .. } => self.constructor(e, items, seed, sink),
            ExprKind::Call { .. } => self.refuse(
                e.span,
                "a call inside this expression is active and cannot leave it",
                "assign its value to a variable in a statement of its own",
            ),
            ExprKind::Structure { .. } => {
                self.refuse(e.span, "this structure constructor is active", "assign the components one by one")
            }
            ExprKind::Opaque { .. } => {
                self.refuse(e.span, "this operator is active and not understood", "call the function behind it by name")
            }
            ExprKind::Integer { .. }
            | ExprKind::Real { .. }
            | ExprKind::Logical(_)
            | ExprKind::Text(..)
            | ExprKind::SizeOf(_)
            | ExprKind::Address(_)
            | ExprKind::Var(_)
            | ExprKind::Index { .. }
            | ExprKind::Substring { .. }
            | ExprKind::Field { .. }
            | ExprKind::Deref(_) => {}
        }
    }

    /// Down into an operand: what is scalar inside an array expression is outside of its mask.
    pub(crate) fn descend(&mut self, e: &Expr, child: &Expr, seed: Expr, sink: &mut Sink) {
        let scalar = rank_of(self.world.source, child) == 0 && rank_of(self.world.source, e) > 0;
        let mask = if scalar { sink.mask.take() } else { None };
        self.propagate(child, seed, sink);
        if scalar {
            sink.mask = mask;
        }
    }

    /// Whether both operands of a real, scalar quotient are active.
    fn is_real_quotient(&self, e: &Expr, operands: [&Expr; 2], stmt: StmtId) -> bool {
        let p = self.world.source;
        rank_of(p, e) == 0
            && self.world.request.improves(Improvement::SplitDiff)
            && scalar_of(p, e).is_some_and(|s| s.class == ScalarClass::Real)
            && operands.iter().all(|x| self.is_active_expr(x, stmt))
    }

    /// `q = l/r`: the seed over `r` goes to `l`, and `-q` times that to `r`. The quotient is written as the user wrote it, or read where the
    /// statement left it.
    fn quotient(&mut self, e: &Expr, [l, r]: [&Expr; 2], result: Option<Expr>, seed: Expr, sink: &mut Sink) {
        let (left, right) = (self.back(l), self.back(r));
        let over = self.named(e, simplify::div(seed, right.clone()), sink);
        let quotient = result.map_or_else(|| Expr::binary(BinaryOp::Div, left, right), |q| self.back(&q));
        self.descend(e, l, over.clone(), sink);
        self.descend(e, r, simplify::neg(simplify::mul(quotient, over)), sink);
    }

    /// Whether a product contains the same active factor more than once, and nothing else that is active.
    fn is_repeated(&self, e: &Expr, stmt: StmtId) -> bool {
        let Some((factor, _, rest)) = rules::product::same_factors(e) else { return false };
        self.is_active_expr(factor, stmt) && !rest.iter().any(|r| self.is_active_expr(r, stmt))
    }

    /// `c*x*x*x`: a power written as a product, with passive factors around it.
    fn repeated_product(&mut self, e: &Expr, seed: Expr, sink: &mut Sink) {
        let Some((factor, n, rest)) = rules::product::same_factors(e) else { return };
        let Some(literal) = rules::literal_type(self.world.source, e) else { return };
        let is_complex = |x: &Expr| scalar_of(self.world.source, x).is_some_and(|s| s.class == ScalarClass::Complex);
        let mut product = rest.iter().fold(Expr::real(1.0, &literal), |sum, r| simplify::mul(sum, self.back(r)));
        let x = self.back(factor);
        if n > 2 && self.world.language(self.unit) == Language::Fortran {
            product = simplify::mul(product, Expr::binary(BinaryOp::Pow, x, Expr::int(n - 1)));
        } else {
            product = (1..n).fold(product, |sum, _| simplify::mul(sum, x.clone()));
        }
        product = simplify::mul(simplify::number(n as f64, &literal), product);
        if is_complex(e) {
            product = rules::conjugate(product);
        }
        let seed = self.reduced(e, factor, simplify::mul(product, seed), sink);
        self.descend(e, factor, seed, sink);
    }

    fn rule_context(&self) -> rules::Context<'_> {
        rules::Context {
            program: self.world.source,
            language: self.world.language(self.unit),
            from_results: self.world.request.improves(Improvement::UseResults),
        }
    }

    /// Down through partials, each times the seed.
    fn partials(&mut self, e: &Expr, partials: &[Partial], child: &dyn Fn(usize) -> Expr, seed: Expr, sink: &mut Sink) {
        let p = self.world.source;
        let is_complex = |x: &Expr| scalar_of(p, x).is_some_and(|s| s.class == ScalarClass::Complex);
        for partial in partials {
            let x = child(partial.argument);
            let mut factor = self.back(&partial.factor);
            if is_complex(e) && is_complex(&partial.factor) {
                factor = rules::conjugate(factor);
            }
            let product = simplify::mul(factor, seed.clone());
            match &partial.guard {
                None => {
                    let s = self.reduced(e, &x, product, sink);
                    self.descend(e, &x, s, sink);
                }
                Some(guard) => {
                    let is_array = rank_of(self.world.source, guard) > 0;
                    let test = self.back(guard);
                    if !is_array {
                        let inner = self.under(sink, |s, sink| {
                            let seed = s.reduced(e, &x, product.clone(), sink);
                            s.descend(e, &x, seed, sink);
                        });
                        self.choose(test, inner, Block::new(), sink);
                    } else {
                        // Elementwise: the guard joins the mask.
                        let before = sink.mask.take();
                        sink.mask = Some(match &before {
                            // The guard may only be evaluated where the mask holds.
                            Some(m) => {
                                let rank = rank_of(self.world.source, guard);
                                let both = self.mask_array(m, rank, &mut sink.block);
                                let set = StmtKind::Assign { lhs: both.clone(), rhs: test };
                                let set = self.add(Side::Back, set);
                                let arm = il::stmt::Arm { test: m.clone(), body: vec![set] };
                                let narrow = StmtKind::Where { arms: vec![arm], otherwise: None, one_line: true };
                                let narrow = self.add(Side::Back, narrow);
                                sink.block.push(narrow);
                                both
                            }
                            None => test,
                        });
                        let s = self.reduced(e, &x, product, sink);
                        let own = sink.own.len();
                        self.descend(e, &x, s, sink);
                        sink.failed |= sink.own.len() > own;
                        sink.mask = before;
                    }
                }
            }
        }
    }

    /// What reaches an operand of less rank: the sum over what it was broadcast to. Kinds and classes are settled at the leaves.
    pub(crate) fn reduced(&mut self, e: &Expr, child: &Expr, seed: Expr, sink: &Sink) -> Expr {
        let p = self.world.source;
        if rank_of(p, child) > 0 || rank_of(p, e) == 0 {
            return seed;
        }
        if rank_of(&self.world.out, &seed) > 0 {
            return sums::factored(&self.world.out, seed, sink.mask.clone());
        }
        // A scalar seed of an array expression stands for each of its elements.
        let count = match &sink.mask {
            Some(m) => Expr::intrinsic("count", vec![m.clone()]),
            None => self.size_of(e),
        };
        simplify::mul(count, seed)
    }

    /// The number of elements of an array expression.
    pub(crate) fn size_of(&mut self, e: &Expr) -> Expr {
        let shaped = il::typing::shape_giver(self.world.source, e).unwrap_or(e).clone();
        let best = self.back(&shaped);
        Expr::intrinsic("size", vec![best])
    }

    /// Statements made by `f`, apart from those already in the sink. Contributions to the target itself are added there, not collected.
    pub(crate) fn under(&mut self, sink: &mut Sink, f: impl FnOnce(&mut Self, &mut Sink)) -> Block {
        let outer = std::mem::take(&mut sink.block);
        let own = sink.own.len();
        sink.guarded += 1;
        f(self, sink);
        sink.guarded -= 1;
        sink.failed |= sink.own.len() > own;
        std::mem::replace(&mut sink.block, outer)
    }

    /// `IF (test) first ELSE second` into the sink; nothing when both are empty.
    pub(crate) fn choose(&mut self, test: Expr, first: Block, second: Block, sink: &mut Sink) {
        if let Some(id) = self.if_then(Side::Back, test, first, second) {
            sink.block.push(id);
        }
    }

    /// A seed that several active operands use gets a name, unless it is cheap.
    fn shared(&mut self, e: &Expr, seed: Expr, operands: &[&Expr], sink: &mut Sink) -> Expr {
        let active = operands.iter().filter(|x| self.is_active_expr(x, sink.stmt)).count();
        if active > 1 { self.named(e, seed, sink) } else { seed }
    }

    /// The seed as a variable, unless it is cheap. Of arrays only what is dear: an elementwise product is read again as fast as its factors.
    pub(crate) fn named(&mut self, e: &Expr, seed: Expr, sink: &mut Sink) -> Expr {
        let kept = rank_of(&self.world.out, &seed) == 0 || seed.any(&mut is_dear);
        if kept { self.named_value(e, seed, sink) } else { seed }
    }

    /// The same for arrays that are not dear. Under a mask not all elements may be evaluated.
    pub(crate) fn named_value(&mut self, e: &Expr, seed: Expr, sink: &mut Sink) -> Expr {
        let (split, rank) = (self.world.request.improves(Improvement::SplitDiff), rank_of(&self.world.out, &seed));
        let ty = scalar_of(&self.world.out, &seed);
        let Some(ty) = ty.filter(|_| split && !is_cheap(&seed) && (rank == 0 || sink.mask.is_none())) else {
            return seed;
        };
        let ty = spelled_in(self.world.source, e, ty);
        let t = self.scratch_like(if sink.gathered.is_some() { "temp" } else { "tempb" }, e, &ty, rank);
        let id = self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(t), rhs: seed });
        sink.block.push(id);
        Expr::var(t)
    }

    fn intrinsic(
        &mut self,
        e: &Expr,
        f: il::Intrinsic,
        args: &[Arg],
        seed: Expr,
        result: Option<Expr>,
        sink: &mut Sink,
    ) {
        let p = self.world.source;
        let complex = |x: &Expr| scalar_of(p, x).is_some_and(|s| s.class == ScalarClass::Complex);
        let first = &args[0].value;
        // A real value in a complex expression: only the real part of its seed counts.
        let class = |p: &il::Program, x: &Expr| scalar_of(p, x).map(|s| s.class);
        let narrowed =
            class(p, e) == Some(ScalarClass::Real) && class(&self.world.out, &seed) == Some(ScalarClass::Complex);
        let seed = if narrowed { Expr::intrinsic("real", vec![seed]) } else { seed };
        // Between real and complex the rules are about parts.
        match f.name() {
            "real" | "dble" | "float" | "sngl" if complex(first) => {
                let Some(ty) = scalar_of(p, first) else { return };
                let part = il::typing::part_of(&ty);
                let seed = self.as_kind(seed, &part);
                let zero = simplify::zero(&part);
                return self.propagate(first, self.complex(seed, zero, &part), sink);
            }
            "aimag" => {
                let Some(ty) = scalar_of(p, first) else { return };
                let part = il::typing::part_of(&ty);
                let zero = simplify::zero(&part);
                return self.propagate(first, self.complex(zero, seed, &part), sink);
            }
            "real" | "dble" | "float" | "sngl" => return self.propagate(first, seed, sink),
            "conjg" => return self.propagate(first, rules::conjugate(seed), sink),
            "cmplx" | "dcmplx" if complex(first) => return self.propagate(first, seed, sink),
            "cmplx" | "dcmplx" => {
                let seed = self.named(e, seed, sink);
                let s = self.reduced(e, first, Expr::intrinsic("real", vec![seed.clone()]), sink);
                self.descend(e, first, s, sink);
                if let Some(y) = il::intrinsics::argument(f, args, "y") {
                    let s = self.reduced(e, y, Expr::intrinsic("aimag", vec![seed]), sink);
                    self.descend(e, y, s, sink);
                }
                return;
            }
            _ if complex(first) && rules::is_polar(f) => {
                let z = self.back(first);
                let z = self.named(first, z, sink);
                let Some(ty) = scalar_of(p, e) else { return };
                let (product, test) = rules::polar_adjoint(f, &z, seed, &ty);
                if rank_of(p, e) == 0 {
                    let inner = self.under(sink, |s, sink| s.propagate(first, product, sink));
                    self.choose(test, inner, Block::new(), sink);
                } else {
                    let before = sink.mask.take();
                    sink.mask = Some(match &before {
                        Some(m) => Expr::binary(BinaryOp::And, m.clone(), test),
                        None => test,
                    });
                    let own = sink.own.len();
                    self.propagate(first, product, sink);
                    sink.failed |= sink.own.len() > own;
                    sink.mask = before;
                }
                return;
            }
            _ => {}
        }
        if self.array_intrinsic(e, f, args, &seed, sink) {
            return;
        }
        let active: Vec<bool> = args.iter().map(|a| self.is_active_expr(&a.value, sink.stmt)).collect();
        let seed = if active.iter().filter(|a| **a).count() > 1 { self.named(e, seed, sink) } else { seed };
        let wanted = |k: usize| active.get(k).copied().unwrap_or(false);
        let found = rules::partials(self.rule_context(), f, args, result.as_ref(), &wanted);
        match found {
            Ok(partials) if rules::is_extremum(f) && self.is_one_choice(&partials) => {
                self.greatest_or_least(args, &partials, seed, sink)
            }
            Ok(partials) => self.partials(e, &partials, &|k| args[k].value.clone(), seed, sink),
            Err(refusal) => self.refuse_rule(&refusal, e, sink),
        }
    }

    fn complex(&self, re: Expr, im: Expr, part: &il::Scalar) -> Expr {
        if self.world.language(self.unit) == Language::C {
            // Real numbers become complex by themselves.
            return if simplify::is_zero(&im) { re } else { ExprKind::ComplexParts(Box::new(re), Box::new(im)).into() };
        }
        let kind =
            if part.bytes == 4 { Vec::new() } else { vec![Arg { keyword: Some("kind".into()), value: kind_of(part) }] };
        let mut args = vec![Arg::new(re), Arg::new(im)];
        args.extend(kind);
        ExprKind::Intrinsic(il::Intrinsic::named("cmplx").expect("cmplx is an intrinsic"), args).into()
    }

    pub(crate) fn refuse_rule(&mut self, refusal: &rules::Refusal, e: &Expr, sink: &Sink) {
        let span = if e.span == Span::NONE { sink.span } else { e.span };
        let d = Diagnostic::error("RT0401", span, format!("`{}` has no derivative: {}", refusal.what, refusal.why))
            .note("rewrite the expression, or keep it out of the active part with DO-NOT-DIFF");
        self.world.report(d);
    }

    /// An active reference: its adjoint grows by the seed.
    fn leaf(&mut self, e: &Expr, seed: Expr, sink: &mut Sink) {
        let Some(target) = self.adjoint_of(e) else { return };
        let seed = self.fit(seed, e);
        if sink.gathered.is_some() {
            return self.gather(e, seed, sink);
        }
        if sink.target.as_ref() == Some(e) {
            // SUM and its like look at elements that the mask of the statement leaves out.
            sink.failed |= sink.mask != sink.statement_mask;
            sink.own.push(seed);
            return;
        }
        if let Some(loops) = self.vector_subscripted(e, &target, &seed, sink) {
            sink.block.extend(loops);
            return;
        }
        let sum = simplify::add(target.clone(), seed);
        let id = self.add(Side::Back, StmtKind::Assign { lhs: target, rhs: sum });
        let id = self.masked(id, e, sink);
        sink.block.push(id);
    }

    /// Under the WHERE of the sink, when the statement is one on arrays.
    pub(crate) fn masked(&mut self, id: StmtId, e: &Expr, sink: &Sink) -> StmtId {
        match &sink.mask {
            Some(mask) if rank_of(self.world.source, e) > 0 => {
                let arm = il::stmt::Arm { test: mask.clone(), body: vec![id] };
                self.add(Side::Back, StmtKind::Where { arms: vec![arm], otherwise: None, one_line: true })
            }
            _ => id,
        }
    }

    /// The seed in the class and kind of a leaf, converted where Fortran would warn.
    fn fit(&mut self, seed: Expr, leaf: &Expr) -> Expr {
        let (Some(from), Some(to)) = (scalar_of(&self.world.out, &seed), scalar_of(self.world.source, leaf)) else {
            return seed;
        };
        let seed = if from.class == ScalarClass::Complex && to.class == ScalarClass::Real {
            Expr::intrinsic("real", vec![seed])
        } else {
            seed
        };
        self.as_kind(seed, &to)
    }

    /// Converted explicitly when `to` has fewer bytes.
    fn as_kind(&mut self, seed: Expr, to: &il::Scalar) -> Expr {
        let Some(from) = scalar_of(&self.world.out, &seed) else { return seed };
        if self.world.language(self.unit) == Language::C || from.class != to.class || from.bytes <= to.bytes {
            return seed;
        }
        let (name, part) = match to.class {
            ScalarClass::Real => ("real", to.clone()),
            ScalarClass::Complex => ("cmplx", il::typing::part_of(to)),
            ScalarClass::Integer | ScalarClass::Logical => return seed,
        };
        let mut args = vec![Arg::new(seed)];
        if part.bytes != 4 {
            args.push(Arg { keyword: Some("kind".into()), value: kind_of(&part) });
        }
        ExprKind::Intrinsic(il::Intrinsic::named(name).expect("it is in the table"), args).into()
    }

    /// Element `i`, counted from one, of a value of rank one of the output, where it can be asked for without a copy of the value.
    fn one_of(&self, e: &Expr, i: &Expr) -> Option<Expr> {
        let mut dear = rank_of(&self.world.out, e) != 1;
        e.walk(&mut |x| dear |= matches!(x.kind, ExprKind::Intrinsic(..) | ExprKind::Call { .. }));
        if dear { None } else { element(&self.world.out, e, std::slice::from_ref(i)) }
    }

    /// `x(idx)`, `x(:, idx)` or `x(idx)%a` may name an element twice: its adjoint is added to in turn for each index. `None` for other references.
    fn vector_subscripted(&mut self, e: &Expr, target: &Expr, seed: &Expr, sink: &mut Sink) -> Option<Block> {
        let p = self.world.source;
        let out = &self.world.out;
        let vector = |s: &Subscript| matches!(s, Subscript::At(i) if rank_of(out, i) > 0);
        let ranged = |s: &Subscript| vector(s) || matches!(s, Subscript::Range { .. });
        let subs_of = |x: &Expr| match &x.kind {
            ExprKind::Index { subs, .. } => subs.clone(),
            _ => Vec::new(),
        };
        let link = target.spine().find(|x| subs_of(x).iter().any(vector))?.clone();
        let ExprKind::Index { base, subs: all } = &link.kind else { return None };
        let rank = all.iter().filter(|s| ranged(s)).count();
        let sections = rank > all.iter().filter(|s| vector(s)).count();
        let elsewhere = target.spine().filter(|x| **x != link).any(|x| subs_of(x).iter().any(ranged));
        if elsewhere || sections && sink.mask.is_some() {
            self.refuse(e.span, "an active reference with several vector subscripts", "write the statement as a loop");
            return Some(Block::new());
        }
        // Components that are arrays themselves go element by element later (`settle/one_array_part.rs`), in turn.
        let one = all.iter().map(|s| if ranged(s) { Subscript::At(Expr::int(1)) } else { s.clone() }).collect();
        let one: Expr = ExprKind::Index { base: base.clone(), subs: one }.into();
        if rank_of(out, &with_link(target, &link, &one)) > 0 {
            return None;
        }
        let is_vector: Vec<bool> = all.iter().map(vector).collect();
        let is_ranged: Vec<bool> = all.iter().map(ranged).collect();
        let scalar = scalar_of(p, e)?;
        let mut block = Block::new();
        // Places in what is added, and in what it is added to.
        let (mut from, mut to, mut turns) = (Vec::new(), Vec::new(), Vec::new());
        for (k, s) in all.iter().enumerate() {
            match s {
                Subscript::At(index) if is_vector[k] => {
                    let i = self.scratch("ii1", self.integer());
                    let count = extents::extents(&self.world.out, index).and_then(|mut e| e.pop());
                    let count = count.filter(|c| extents::stays(&self.world.out, c));
                    let (indices, one) = match self.one_of(index, &Expr::var(i)) {
                        Some(one) => (index.clone(), one),
                        None => {
                            let indices = self.index_array(index, &mut block);
                            (indices.clone(), Expr::index(indices, vec![Expr::var(i)]))
                        }
                    };
                    turns.push((i, count.unwrap_or_else(|| Expr::intrinsic("size", vec![indices]))));
                    from.push(Subscript::At(Expr::var(i)));
                    to.push(Subscript::At(one));
                }
                _ => {
                    if is_ranged[k] {
                        from.push(Subscript::Range { lo: None, hi: None, step: None });
                    }
                    to.push(s.clone());
                }
            }
        }
        let part = |whole: SymbolId| ExprKind::Index { base: Box::new(Expr::var(whole)), subs: from.clone() }.into();
        // A copy of what reaches the elements is not needed where adding to them does not change it.
        let mut changes = target.root().is_none_or(|s| seed.mentions(s));
        seed.walk(&mut |x| changes |= self.world.out.is_pointer(x));
        let direct = match &turns[..] {
            [(i, _)] if rank == 1 && !changes => self.one_of(seed, &Expr::var(*i)),
            _ => None,
        };
        let element = match direct {
            Some(one) => one,
            None if rank_of(&self.world.out, seed) == 0 => seed.clone(),
            None => {
                let values = self.scratch_like("tmpb", e, &scalar, rank);
                let rhs = self.from_one(seed.clone());
                block.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(values), rhs }));
                part(values)
            }
        };
        let place = with_link(target, &link, &ExprKind::Index { base: base.clone(), subs: to }.into());
        let sum = simplify::add(place.clone(), element);
        let mut body = vec![self.add(Side::Back, StmtKind::Assign { lhs: place, rhs: sum })];
        if let Some(mask) = sink.mask.clone() {
            let ExprKind::Var(m) = self.mask_array(&mask, rank, &mut block).kind else { return None };
            body = self.if_then(Side::Back, part(m), body, Block::new()).into_iter().collect();
        }
        for (i, count) in turns {
            body = vec![self.counted(Side::Back, i, Expr::int(1), count, None, body)];
        }
        block.append(&mut body);
        Some(block)
    }
}

/// A reference with one of its links replaced.
fn with_link(e: &Expr, link: &Expr, new: &Expr) -> Expr {
    if e == link {
        return new.clone();
    }
    let mut out = e.clone();
    if let ExprKind::Index { base, .. } | ExprKind::Field { base, .. } = &mut out.kind {
        **base = with_link(base, link, new);
    }
    out
}

/// `sum(e)`, or `sum(e, mask=m)`.
pub(crate) fn sum(e: Expr, mask: Option<Expr>) -> Expr {
    let mut args = vec![Arg::new(e)];
    args.extend(mask.map(|m| Arg { keyword: Some("mask".into()), value: m }));
    ExprKind::Intrinsic(il::Intrinsic::named("sum").expect("sum is an intrinsic"), args).into()
}

/// The kind of a real type as an actual argument: its name where it has one, else `kind` of a literal of it.
fn kind_of(part: &il::Scalar) -> Expr {
    Expr::intrinsic("kind", vec![Expr::real(1.0, part)])
}

/// A reference or a literal, possibly negated: using it twice costs nothing.
fn is_cheap(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Paren, x) => is_cheap(x),
        ExprKind::Real { .. } | ExprKind::Integer { .. } | ExprKind::Var(_) => true,
        _ => e.is_reference(),
    }
}

/// The type as the user spells it: where a variable of an expression has it, or else the expression.
pub(crate) fn spelled_in(p: &Program, e: &Expr, ty: Scalar) -> Scalar {
    let mut found = None;
    e.walk(&mut |x| {
        if found.is_none() && x.is_reference() {
            found = scalar_of(p, x).filter(|t| *t == ty);
        }
    });
    found.or_else(|| scalar_of(p, e).filter(|t| *t == ty)).unwrap_or(ty)
}
