//! Allocation in simpler statements, so that what is allocated and what is assigned have each its adjoint:
//!
//! - `allocate (a, source=x)` is `allocate (a(extents of x))` and `a = x`; `allocate (a, mold=x)` only the first.
//! - `call move_alloc(t, a)` is `a = t` and `deallocate (t)`.
//! - `s = e` allocates the allocatable scalar `s` if need be (F2018 10.2.1.3): `if (.not. allocated(s)) allocate (s)` stands in front of it.

use il::stmt::Allocation;
use il::typing::{rank_of, type_of};
use il::{Arg, Block, Dim, Expr, ExprKind, Stmt, StmtKind, Subscript, Type, Upper};

use super::Hoister;
use super::expressions::Wanted;

impl Hoister<'_> {
    /// Calls in the subscripts and bounds of an ALLOCATE: the derivative is allocated by the same.
    pub(super) fn bounds(&mut self, objects: &mut [Allocation], before: &mut Block) {
        for o in objects {
            self.subscripts(&mut o.object, before);
            o.dims.iter_mut().flat_map(Dim::bounds_mut).for_each(|e| self.expr(e, Wanted::Effects, before));
        }
    }

    /// What the value of SOURCE= needs is computed before the ALLOCATE.
    pub(super) fn source_value(&mut self, stmt: &mut Stmt, before: &mut Block) {
        let StmtKind::Allocate { options, .. } = &mut stmt.kind else { return };
        let is_source = |a: &&mut Arg| a.is_named("source");
        let Some(source) = options.iter_mut().find(is_source) else { return };
        if type_of(self.p, &source.value).element().scalar().is_some() {
            self.alone(&mut source.value, before);
        }
    }

    /// Takes `stmt` apart where it is one of these; what comes behind it goes to `after`.
    pub(super) fn allocation(&mut self, stmt: &mut Stmt, after: &mut Block) {
        if !self.language().describes_storage() || !self.options.hoist_actuals {
            return;
        }
        match &stmt.kind {
            StmtKind::Allocate { objects, options } => {
                let (objects, options) = (objects.clone(), options.clone());
                self.with_source(stmt, objects, options, after);
            }
            StmtKind::Call { callee, args, .. } if self.p.symbols[*callee].name.eq_ignore_ascii_case("move_alloc") => {
                let args = args.clone();
                self.moved(stmt, &args, after);
            }
            _ => {}
        }
    }

    /// What makes an allocatable scalar ready for its assignment.
    pub(super) fn scalar_ready(&mut self, stmt: &Stmt, before: &mut Block) {
        let StmtKind::Assign { lhs, rhs } = &stmt.kind else { return };
        let allocatable = match &lhs.kind {
            ExprKind::Var(s) => self.p.variable(*s).is_some_and(|v| v.allocatable && !v.polymorphic),
            ExprKind::Field { record, field, .. } => {
                let f = &self.p.records[*record].fields[*field];
                f.allocatable && !f.polymorphic
            }
            _ => false,
        };
        let ty = type_of(self.p, lhs);
        // What its value mentions is there.
        let mut there = false;
        rhs.walk(&mut |x| there |= x == lhs);
        if !allocatable || there || ty.rank() > 0 || !self.p.is_differentiable(&ty) {
            return;
        }
        let object = Allocation { object: lhs.clone(), dims: Vec::new() };
        let make = self.add(StmtKind::Allocate { objects: vec![object], options: Vec::new() });
        let test = Expr::unary(il::UnaryOp::Not, Expr::intrinsic("allocated", vec![lhs.clone()]));
        let ready = self.add(StmtKind::If(il::stmt::If::when(test, vec![make], true)));
        self.p.units[self.unit].stmts[make].span = stmt.span;
        self.p.units[self.unit].stmts[ready].span = stmt.span;
        before.push(ready);
    }

    fn with_source(&mut self, stmt: &mut Stmt, objects: Vec<Allocation>, options: Vec<Arg>, after: &mut Block) {
        let named = |word: &str| options.iter().position(|a| a.is_named(word));
        let (source, mold) = (named("source"), named("mold"));
        let Some(at) = source.or(mold) else { return };
        let value = options[at].value.clone();
        let is_real = |o: &Allocation| type_of(self.p, &o.object).is_differentiable();
        if !objects.iter().all(is_real) || !self.p.is_differentiable(&type_of(self.p, &value)) {
            return;
        }
        // The extents of a value that is no variable are those of its operands.
        let shape = match rank_of(self.p, &value) {
            0 => Vec::new(),
            rank => bounds(&value, &type_of(self.p, &value))
                .or_else(|| analysis::extents::fixed(self.p, &value))
                .unwrap_or_else(|| extents(&analysis::extents::like(self.p, &value), rank)),
        };
        let shaped = |o: &Allocation| {
            let dims = if o.dims.is_empty() { shape.clone() } else { o.dims.clone() };
            Allocation { object: o.object.clone(), dims }
        };
        let given = objects.iter().map(shaped).collect();
        let rest = options.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, a)| a.clone()).collect();
        let span = stmt.span;
        stmt.kind = StmtKind::Allocate { objects: given, options: rest };
        if source.is_some() {
            for o in &objects {
                let lhs = self.allocated_just_now(&o.object, &value);
                let id = self.add(StmtKind::Assign { lhs, rhs: value.clone() });
                self.p.units[self.unit].stmts[id].span = span;
                after.push(id);
            }
        }
    }

    /// What has just got the shape of `value` is not allocated again by its assignment. The value of a function and its components say so, by a section: they must not change
    /// their shape, and where that is done is looked for in all of their assignments.
    fn allocated_just_now(&self, object: &Expr, value: &Expr) -> Expr {
        let ty = type_of(self.p, object);
        let of_result = object.root() == self.p.units[self.unit].result();
        let result = of_result && matches!(object.kind, ExprKind::Var(_) | ExprKind::Field { .. });
        if !result || rank_of(self.p, value) == 0 || ty.scalar().is_none() {
            return object.clone();
        }
        let all = || Subscript::Range { lo: None, hi: None, step: None };
        ExprKind::Index { base: Box::new(object.clone()), subs: (0..ty.rank()).map(|_| all()).collect() }.into()
    }

    fn moved(&mut self, stmt: &mut Stmt, args: &[Arg], after: &mut Block) {
        let place = |word: &str, k: usize| {
            let named = args.iter().find(|a| a.is_named(word));
            named.or_else(|| args.get(k).filter(|a| a.keyword.is_none())).map(|a| a.value.clone())
        };
        let (Some(from), Some(to), 2) = (place("from", 0), place("to", 1), args.len()) else { return };
        // An assignment would keep the dynamic type.
        let ty = type_of(self.p, &from);
        let plain = matches!(ty.element(), Type::Scalar(_) | Type::Record(_));
        if !plain || self.p.is_polymorphic(&from) || self.p.is_polymorphic(&to) {
            return;
        }
        stmt.kind = StmtKind::Assign { lhs: to, rhs: from.clone() };
        let id = self.add(StmtKind::Deallocate { objects: vec![from], options: Vec::new() });
        self.p.units[self.unit].stmts[id].span = stmt.span;
        after.push(id);
    }
}

/// The extents that something has where it is evaluated.
fn extents(like: &Expr, rank: usize) -> Vec<Dim> {
    let size = |k: usize| match rank {
        1 => Expr::intrinsic("size", vec![like.clone()]),
        _ => Expr::intrinsic("size", vec![like.clone(), Expr::int(k as i64)]),
    };
    (1..=rank).map(|k| Dim { lower: None, upper: Upper::At(size(k)) }).collect()
}

/// The bounds of a whole array.
fn bounds(e: &Expr, ty: &Type) -> Option<Vec<Dim>> {
    if !e.is_reference() {
        return None;
    }
    let Type::Array { dims, .. } = ty else { return None };
    let inquire = |name: &str, k: usize| Expr::intrinsic(name, vec![e.clone(), Expr::int(k as i64 + 1)]);
    let one = |(k, d): (usize, &Dim)| match &d.upper {
        // A section counts from one.
        _ if matches!(e.kind, ExprKind::Index { .. }) => Dim { lower: None, upper: Upper::At(inquire("size", k)) },
        Upper::At(_) => d.clone(),
        Upper::Deferred | Upper::Assumed => {
            Dim { lower: Some(inquire("lbound", k)), upper: Upper::At(inquire("ubound", k)) }
        }
    };
    Some(dims.iter().enumerate().map(one).collect())
}
