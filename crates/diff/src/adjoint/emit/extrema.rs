//! The adjoint of MAX and MIN of scalars: one choice.
//!
//! ```text
//! m = max(f(x), g(y))          if (f(x) >= g(y)) then
//!                                xb = xb + …*mb
//!                              else
//!                                yb = yb + …*mb
//!                              end if
//! ```

use il::typing::rank_of;
use il::{Arg, Block, Expr};

use crate::adjoint::emit::expr::Sink;
use crate::adjoint::emit::{Emit, Side};
use crate::request::Improvement;
use crate::rules::Partial;
use crate::simplify;

impl Emit<'_, '_> {
    /// Whether the partials of MAX or MIN are told apart by one IF.
    pub(super) fn is_one_choice(&self, partials: &[Partial]) -> bool {
        let scalar = |g: &Option<Expr>| g.as_ref().is_some_and(|g| rank_of(self.world.source, g) == 0);
        partials.len() > 1
            && partials.iter().all(|p| scalar(&p.guard))
            && self.world.request.improves(Improvement::MergeDiff)
    }

    /// MAX and MIN of scalars: the seed goes to the one that is chosen. Where the derivatives of all are asked for, the last one takes what the tests of the
    /// others leave, as in the tangent.
    pub(super) fn greatest_or_least(&mut self, args: &[Arg], partials: &[Partial], seed: Expr, sink: &mut Sink) {
        let mut arms = Vec::new();
        for partial in partials {
            let factor = self.back(&partial.factor);
            let product = simplify::mul(factor, seed.clone());
            let arm = self.under(sink, |s, sink| s.propagate(&args[partial.argument].value, product, sink));
            arms.push((partial.guard.as_ref().map(|g| self.back(g)), arm));
        }
        let all = partials.len() == args.len();
        let mut rest = if all { arms.pop().map_or_else(Block::new, |(_, arm)| arm) } else { Block::new() };
        for (test, arm) in arms.into_iter().rev() {
            let Some(test) = test else { continue };
            rest = self.if_then(Side::Back, test, arm, rest).into_iter().collect();
        }
        sink.block.append(&mut rest);
    }
}
