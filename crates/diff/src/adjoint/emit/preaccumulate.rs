//! The gradient of one statement before its seed.
//!
//! Where a variable occurs several times under divisions, `y = c*x*sqrt(x)/(1 + x)`, the partial derivatives are put together first, `y_x = …`, and meet
//! the seed in one product, `xb = xb + y_x*yb`. The divisions then do not wait for the seed, which in a recurrence comes last, and there
//! are fewer products.

use il::typing::{rank_of, scalar_of};
use il::{BinaryOp, Block, Expr, ExprKind, ScalarClass, Span, StmtId, StmtKind, SymbolId, Type};

use crate::adjoint::emit::expr::Sink;
use crate::adjoint::emit::{Emit, Side};
use crate::request::Improvement;
use crate::simplify;

/// How often a variable occurs before it is worth it.
const OFTEN: usize = 3;

impl Emit<'_, '_> {
    /// The adjoint of `lhs = rhs` in this form, but for the clearing of the adjoint `target` of `lhs`; `None` where it is not worth it. No active
    /// reference of `rhs` is the place `lhs`.
    pub(crate) fn preaccumulated(
        &mut self,
        stmt: StmtId,
        lhs: &Expr,
        rhs: &Expr,
        target: &Expr,
        span: Span,
    ) -> Option<Block> {
        let p = self.world.source;
        let scalar = scalar_of(p, lhs).filter(|s| s.class == ScalarClass::Real && rank_of(p, lhs) == 0)?;
        if !self.world.request.improves(Improvement::Preaccumulate) || !divides(rhs) {
            return None;
        }
        let mut leaves: Vec<(Expr, usize)> = Vec::new();
        let mut alike = true;
        self.leaves(rhs, stmt, &mut |this, leaf| {
            let ty = scalar_of(this.world.source, leaf);
            alike &= ty.is_some_and(|t| t.class == scalar.class && t.bytes == scalar.bytes);
            alike &= rank_of(this.world.source, leaf) == 0;
            match leaves.iter_mut().find(|(l, _)| l == leaf) {
                Some((_, n)) => *n += 1,
                None => leaves.push((leaf.clone(), 1)),
            }
        });
        if !alike || !leaves.iter().any(|(_, n)| *n >= OFTEN) {
            return None;
        }
        let mut sink = Sink { gathered: Some(Vec::new()), ..Sink::new(stmt, span) };
        self.propagate(rhs, simplify::one(&scalar), &mut sink);
        let gathered = sink.gathered.take()?;
        let mut out = Block::new();
        for (_, partial, _) in gathered.iter().filter(|g| g.2) {
            let (lhs, rhs) = (Expr::var(*partial), simplify::zero(&scalar));
            out.push(self.add(Side::Back, StmtKind::Assign { lhs, rhs }));
        }
        out.append(&mut sink.block);
        for (leaf, partial, _) in gathered {
            let place = self.adjoint_of(&leaf)?;
            let sum = simplify::add(place.clone(), simplify::mul(Expr::var(partial), target.clone()));
            out.push(self.add(Side::Back, StmtKind::Assign { lhs: place, rhs: sum }));
        }
        Some(out)
    }

    /// A contribution to a partial derivative.
    pub(crate) fn gather(&mut self, leaf: &Expr, part: Expr, sink: &mut Sink) {
        let known = sink.gathered.iter().flatten().find(|(l, ..)| l == leaf).map(|(_, s, _)| *s);
        let (partial, value) = match known {
            Some(s) => (s, simplify::add(Expr::var(s), part)),
            None => {
                let s = self.partial(leaf, sink);
                // Set under a test, it needs a value before.
                let zeroed = sink.guarded > 0;
                sink.gathered.get_or_insert_default().push((leaf.clone(), s, zeroed));
                (s, if zeroed { simplify::add(Expr::var(s), part) } else { part })
            }
        };
        let id = self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(partial), rhs: value });
        sink.block.push(id);
    }

    /// The variable of a partial derivative: `y_x`.
    fn partial(&mut self, leaf: &Expr, sink: &Sink) -> SymbolId {
        let p = self.world.source;
        let name = |e: Option<SymbolId>| e.map_or("temp".to_string(), |s| p.symbols[s].name.clone());
        let of = self.original(sink.stmt).kind.assigned().and_then(Expr::root);
        let ty = scalar_of(p, leaf).map_or(self.integer(), Type::Scalar);
        self.scratch(&format!("{}_{}", name(of), name(leaf.root())), ty)
    }
}

fn divides(e: &Expr) -> bool {
    e.any(&mut |x| matches!(x.kind, ExprKind::Binary(BinaryOp::Div, ..)))
}
