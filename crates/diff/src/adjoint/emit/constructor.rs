//! Array constructors: each item gets its part of the seed, `b(1:2)` and `b(3)` of `[x, y]`.
//!
//! Positions are written down; only inside an implied loop they are counted as the program runs.

use analysis::extents;
use il::expr::Item;
use il::typing::{rank_of, scalar_of};
use il::{Expr, ExprKind, StmtKind, Subscript, SymbolId, Upper};

use crate::adjoint::emit::expr::Sink;
use crate::adjoint::emit::{Emit, Side};

/// What the items of a constructor are given, and how far they have come.
struct Parts {
    /// The seed: an array, of which each item takes its part, or a scalar for all.
    seed: Expr,
    /// How many elements come before the next item.
    before: Expr,
    /// In an implied loop: the variable that counts them.
    counter: Option<SymbolId>,
}

impl Emit<'_, '_> {
    /// The adjoint of an array constructor.
    pub(crate) fn constructor(&mut self, e: &Expr, items: &[Item], seed: Expr, sink: &mut Sink) {
        let Some(scalar) = scalar_of(self.world.source, e) else { return };
        let mut parts = Parts { seed, before: Expr::int(0), counter: None };
        if rank_of(&self.world.out, &parts.seed) > 0 {
            let whole = Expr::var(self.scratch_like("tmpb", e, &scalar, 1));
            let rhs = std::mem::replace(&mut parts.seed, whole.clone());
            let rhs = self.from_one(rhs);
            sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: whole, rhs }));
        }
        if sink.mask.take().is_some() {
            self.refuse(e.span, "an active array constructor under a mask", "assign it to an array first");
        }
        for item in items {
            self.constructor_item(item, &mut parts, sink);
        }
    }

    fn constructor_item(&mut self, item: &Item, parts: &mut Parts, sink: &mut Sink) {
        let p = self.world.source;
        let has_parts = rank_of(&self.world.out, &parts.seed) > 0;
        match item {
            Item::Value(v) if rank_of(p, v) == 0 => {
                self.advance(parts, &Expr::int(1), sink);
                let part = match has_parts {
                    true => Expr::index(parts.seed.clone(), vec![parts.before.clone()]),
                    false => parts.seed.clone(),
                };
                self.propagate(v, part, sink);
            }
            Item::Value(v) => {
                let size = self.number_of_elements(v);
                let first = il::fold::add(&parts.before, &Expr::int(1));
                let last = il::fold::add(&parts.before, &size);
                let range = Subscript::Range { lo: Some(first), hi: Some(last), step: None };
                let mut part = parts.seed.clone();
                if has_parts {
                    part = ExprKind::Index { base: Box::new(part), subs: vec![range] }.into();
                }
                if has_parts && rank_of(p, v) > 1 {
                    let shape = Expr::intrinsic("shape", vec![self.back(v)]);
                    part = Expr::intrinsic("reshape", vec![part, shape]);
                }
                self.propagate(v, part, sink);
                self.advance(parts, &size, sink);
            }
            Item::Implied { items, var, from, to, step } => {
                let around = parts.counter;
                if around.is_none() && has_parts {
                    let integer = self.integer();
                    let counter = self.scratch("ii1", integer);
                    let rhs = std::mem::replace(&mut parts.before, Expr::var(counter));
                    sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(counter), rhs }));
                    parts.counter = Some(counter);
                }
                let (from, to) = (self.back(from), self.back(to));
                let step = step.as_ref().map(|s| self.back(s));
                // The variable lives in the constructor only: the unit may use its name for the loop around it, or for a value it reads later.
                let integer = self.integer();
                let turn = self.scratch("ii1", integer);
                let outside = self.rename_back(*var, Some(turn));
                let inner = self.under(sink, |s, sink| {
                    for i in items {
                        s.constructor_item(i, parts, sink);
                    }
                });
                self.rename_back(*var, outside);
                parts.counter = around;
                if inner.is_empty() {
                    return;
                }
                sink.block.push(self.counted(Side::Back, turn, from, to, step, inner));
            }
        }
    }

    /// Lets the backward sweep have another name for a symbol of the original; the one it had.
    fn rename_back(&mut self, original: SymbolId, copy: Option<SymbolId>) -> Option<SymbolId> {
        let symbols = &mut self.shells.last_mut().expect("there is a shell").maps.symbols;
        match copy {
            Some(copy) => symbols.insert(original, copy),
            None => symbols.remove(&original),
        }
    }

    /// Goes on by `size` elements.
    fn advance(&mut self, parts: &mut Parts, size: &Expr, sink: &mut Sink) {
        if rank_of(&self.world.out, &parts.seed) == 0 {
            return;
        }
        let after = il::fold::add(&parts.before, size);
        match parts.counter {
            Some(counter) => {
                sink.block.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(counter), rhs: after }));
            }
            None => parts.before = after,
        }
    }

    /// The number of elements of an array expression, as a literal or a variable where the text tells.
    fn number_of_elements(&mut self, e: &Expr) -> Expr {
        let extents: Option<Vec<Expr>> = extents::fixed(self.world.source, e).and_then(|dims| {
            let extent = |d: &il::Dim| match &d.upper {
                Upper::At(e) => Some(e.clone()),
                Upper::Deferred | Upper::Assumed => None,
            };
            dims.iter().map(extent).collect()
        });
        let product = |all: &[Expr]| all.iter().map(Expr::as_int).try_fold(1_i64, |n, e| n.checked_mul(e?));
        match extents.as_deref() {
            Some(all) if product(all).is_some() => Expr::int(product(all).unwrap_or_default()),
            Some([only]) if matches!(only.kind, ExprKind::Var(_)) => self.back(only),
            _ => self.size_of(e),
        }
    }
}
