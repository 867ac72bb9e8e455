//! Implied loops of array constructors whose turns need statements of their own: `[a, (f(x(i)), i = 1, n)]` with a user function, or with an
//! intrinsic whose derivative is computed by statements, is
//!
//! ```text
//! do i = 1, n
//!   value(i) = f(x(i))
//! end do
//! ```
//!
//! and `[a, value]`.

use std::mem;

use analysis::extents;
use il::expr::Item;
use il::stmt::Do;
use il::typing::{rank_of, type_of};
use il::{BinaryOp, Block, Dim, Expr, ExprKind, StmtKind, Storage, Subscript, SymbolId, Type, Upper, Variable};

use super::{Hoister, Wanted};

/// Reductions whose derivatives are computed by statements.
const BY_STATEMENTS: &[&str] = &["maxval", "minval", "product"];

impl Hoister<'_> {
    /// Whether an item is an implied loop with something in it that only statements compute.
    pub(super) fn needs_turns(&self, item: &Item) -> bool {
        match item {
            Item::Value(_) => false,
            Item::Implied { items, .. } => items.iter().any(|i| match i {
                Item::Value(e) => self.by_statements(e),
                Item::Implied { .. } => self.needs_turns(i),
            }),
        }
    }

    fn by_statements(&self, e: &Expr) -> bool {
        e.any(&mut |x| match &x.kind {
            ExprKind::Intrinsic(..) => self.is_by_statements(x),
            _ => self.leaves(x, Wanted::Values),
        })
    }

    /// Whether `e` is a reduction whose derivative is computed by statements.
    pub(super) fn is_by_statements(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Intrinsic(f, _) if BY_STATEMENTS.contains(&f.name()))
            && type_of(self.p, e).is_differentiable()
    }

    /// What an expression needs that stands where no statement can be put in front of it later: calls leave it, and reductions whose derivatives
    /// are computed by statements.
    pub(super) fn alone(&mut self, e: &mut Expr, before: &mut Block) {
        self.expr(e, Wanted::Values, before);
        self.reductions_first(e, before);
    }

    fn reductions_first(&mut self, e: &mut Expr, before: &mut Block) {
        let turns = |i: &Item| matches!(i, Item::Implied { .. });
        if matches!(&e.kind, ExprKind::Constructor { items, .. } if items.iter().any(turns)) {
            return;
        }
        e.children_mut(&mut |c| self.reductions_first(c, before));
        if self.is_by_statements(e) {
            self.named("result1", e, before);
        }
    }

    /// Gives a value a name: a new local, which stands for it.
    pub(super) fn named(&mut self, base: &str, e: &mut Expr, before: &mut Block) {
        let local = self.local_for(base, e);
        let span = e.span;
        let rhs = mem::replace(e, Expr::at(ExprKind::Var(local), span));
        let id = self.add(StmtKind::Assign { lhs: Expr::var(local), rhs });
        self.p.units[self.unit].stmts[id].span = span;
        before.push(id);
        self.to_be_released(local);
    }

    /// The array that an implied loop becomes; the loop that fills it goes to `before`. `None` where its extent is not known before it runs.
    pub(super) fn filled(&mut self, item: &Item, element: &Type, before: &mut Block) -> Option<Expr> {
        let total = self.count(item)?;
        let alone = Expr::from(ExprKind::Constructor { items: vec![item.clone()], ty: None });
        let array = match extents::fixed(self.p, &alone) {
            Some(dims) => {
                let ty = Type::Array { elem: Box::new(element.clone()), dims };
                Expr::var(self.declared_local("value", Variable::new(ty, Storage::Local)))
            }
            None => {
                let extent = Dim { lower: None, upper: Upper::At(total) };
                let made = self.temporary("value", element.clone(), &[extent], before);
                self.released.push(made.clone());
                made
            }
        };
        self.element(&array, item, &Expr::int(1), before);
        Some(array)
    }

    /// A new local array that an ALLOCATE in `out` gives its extents. It is to be released after its last use.
    pub(super) fn temporary(&mut self, base: &str, element: Type, dims: &[Dim], out: &mut Block) -> Expr {
        let deferred = dims.iter().map(|_| Dim { lower: None, upper: Upper::Deferred }).collect();
        let object = Expr::var(self.local(base, &Type::Array { elem: Box::new(element), dims: deferred }));
        let objects = vec![il::stmt::Allocation { object: object.clone(), dims: dims.to_vec() }];
        out.push(self.add(StmtKind::Allocate { objects, options: Vec::new() }));
        object
    }

    /// The assignments of one item, whose first element is number `at`.
    pub(super) fn element(&mut self, array: &Expr, item: &Item, at: &Expr, out: &mut Block) {
        match item {
            Item::Value(e) => {
                let sub = match rank_of(self.p, e) {
                    0 => Subscript::At(at.clone()),
                    _ => {
                        let n = self.count(item).unwrap_or_else(|| Expr::int(1));
                        let last = il::fold::sub(&il::fold::add(at, &n), &Expr::int(1));
                        Subscript::Range { lo: Some(at.clone()), hi: Some(last), step: None }
                    }
                };
                let lhs: Expr = ExprKind::Index { base: Box::new(array.clone()), subs: vec![sub] }.into();
                self.set(lhs, e, out);
            }
            Item::Implied { items, var, from, to, step } => {
                let counter = self.local("ii", &Type::Scalar(self.p.integer()));
                let mut inner = items.clone();
                inner.iter_mut().for_each(|i| rename(i, *var, counter));
                let turn = il::fold::sub(&Expr::var(counter), from);
                let turn = match step {
                    Some(s) => Expr::binary(BinaryOp::Div, turn, s.clone()),
                    None => turn,
                };
                let each = self.count_all(&inner).unwrap_or_else(|| Expr::int(1));
                let turn = match each.as_int() {
                    Some(1) => turn,
                    _ => Expr::binary(BinaryOp::Mul, turn, each),
                };
                let mut first = il::fold::add(&turn, at);
                let mut body = Block::new();
                let outer = std::mem::take(&mut self.released);
                for i in &inner {
                    self.element(array, i, &first, &mut body);
                    first = self.count(i).map_or(first.clone(), |n| il::fold::add(&first, &n));
                }
                // What one turn made is released before the next one.
                let released = std::mem::replace(&mut self.released, outer);
                body.extend(self.release(released));
                let (from, to, step) = (from.clone(), to.clone(), step.clone());
                out.push(self.add(StmtKind::Do(Box::new(Do::counting(counter, from, to, step, body)))));
            }
        }
    }

    /// How many elements an item has. `None` where that is not known, or differs from turn to turn of a loop around it.
    pub(super) fn count(&self, item: &Item) -> Option<Expr> {
        match item {
            Item::Value(e) if rank_of(self.p, e) == 0 => Some(Expr::int(1)),
            Item::Value(e) => {
                if extents::fixed(self.p, e).is_none() && e.is_reference() {
                    return Some(Expr::intrinsic("size", vec![e.clone()]));
                }
                self.extents_now(e)?.into_iter().reduce(|a, b| Expr::binary(BinaryOp::Mul, a, b))
            }
            Item::Implied { items, var, from, to, step } => {
                let inner = self.count_all(items)?;
                let turns = il::fold::range_count(from, to, step.as_ref());
                match inner.as_int() {
                    Some(1) => Some(turns),
                    // Another number in each turn.
                    _ if inner.mentions(*var) => None,
                    _ => {
                        let turns = Expr::intrinsic("max", vec![turns, Expr::int(0)]);
                        Some(Expr::binary(BinaryOp::Mul, turns, inner))
                    }
                }
            }
        }
    }

    fn count_all(&self, items: &[Item]) -> Option<Expr> {
        items.iter().try_fold(Expr::int(0), |sum, i| Some(il::fold::add(&sum, &self.count(i)?)))
    }
}

/// The item with another loop variable.
fn rename(item: &mut Item, from: SymbolId, to: SymbolId) {
    let mut change = |e: &mut Expr| {
        e.rewrite(&mut |x| {
            if let ExprKind::Var(s) = &mut x.kind
                && *s == from
            {
                *s = to;
            }
        });
    };
    match item {
        Item::Value(e) => change(e),
        Item::Implied { items, from: first, to: last, step, .. } => {
            [Some(first), Some(last), step.as_mut()].into_iter().flatten().for_each(&mut change);
            items.iter_mut().for_each(|i| rename(i, from, to));
        }
    }
}
