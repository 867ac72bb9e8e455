//! `list = one`: a structure given to all structures of an array. The adjoint of `one` gathers those of all elements, one by one, because a
//! component of every structure is no array that could be summed when it has elements of its own.

use il::typing::{rank_of, type_of};
use il::{Block, Expr, ExprKind, Span, StmtId, StmtKind, Subscript};

use crate::adjoint::emit::{Emit, Side};
use crate::facts::At;
use crate::simplify;

/// A loop over one dimension of the left side.
struct Turn {
    var: il::SymbolId,
    from: Expr,
    to: Expr,
    step: Option<Expr>,
}

impl Emit<'_, '_> {
    /// The adjoint of an assignment of one structure to an array of them.
    pub(crate) fn broadcast_structure(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr, span: Span) -> Block {
        let Some(all) = self.adjoint_of(lhs) else { return Block::new() };
        let Some((one, turns)) = self.single(&all) else {
            self.refuse(
                span,
                "a structure is assigned to parts of an array by a list of indices, and is active",
                "assign the elements in a loop",
            );
            return Block::new();
        };
        let mut body = Block::new();
        self.collect_from(stmt, (lhs, rhs), (&all, &one), span, &mut body);
        for t in turns {
            if !body.is_empty() {
                body = vec![self.counted(Side::Back, t.var, t.from, t.to, t.step, body)];
            }
        }
        body
    }

    /// One element of an array of structures of the generated program, and the loops that reach all.
    fn single(&mut self, all: &Expr) -> Option<(Expr, Vec<Turn>)> {
        // `list(:)%part`: the array is further in.
        if let ExprKind::Field { base, record, field } = &all.kind
            && rank_of(&self.world.out, base) > 0
        {
            let (base, turns) = self.single(base)?;
            return Some((ExprKind::Field { base: Box::new(base), record: *record, field: *field }.into(), turns));
        }
        let integer = self.integer();
        let bound =
            |base: &Expr, name: &str, k: usize| Expr::intrinsic(name, vec![base.clone(), Expr::int(k as i64 + 1)]);
        let mut turns = Vec::new();
        let (base, mut subs) = match &all.kind {
            ExprKind::Index { base, subs } => ((**base).clone(), subs.clone()),
            _ => {
                let every = Subscript::Range { lo: None, hi: None, step: None };
                (all.clone(), vec![every; rank_of(&self.world.out, all)])
            }
        };
        for (k, s) in subs.iter_mut().enumerate() {
            match s {
                Subscript::At(e) if rank_of(&self.world.out, e) > 0 => return None,
                Subscript::At(_) => {}
                Subscript::Range { lo, hi, step } => {
                    let var = self.scratch("ii1", integer.clone());
                    turns.push(Turn {
                        var,
                        from: lo.take().unwrap_or_else(|| bound(&base, "lbound", k)),
                        to: hi.take().unwrap_or_else(|| bound(&base, "ubound", k)),
                        step: step.take(),
                    });
                    *s = Subscript::At(Expr::var(var));
                }
            }
        }
        Some((ExprKind::Index { base: Box::new(base), subs }.into(), turns))
    }

    /// `to = to + from; from = 0` for all active components below two structures of the original.
    fn collect_from(
        &mut self,
        stmt: StmtId,
        (lhs, rhs): (&Expr, &Expr),
        (all, one): (&Expr, &Expr),
        span: Span,
        body: &mut Block,
    ) {
        let p = self.world.source;
        let facts = self.world.facts;
        let Some(record) = type_of(p, lhs).record() else { return };
        let (lefts, rights) = (self.parts(lhs, record), self.parts(rhs, record));
        for (l, r) in lefts.iter().zip(&rights).rev() {
            let ty = type_of(p, r);
            let held = match &l.kind {
                ExprKind::Field { record, field, .. } => {
                    let f = &p.records[*record].fields[*field];
                    f.allocatable || f.pointer
                }
                _ => false,
            };
            if ty.record().is_some() && rank_of(p, r) == 0 && !held {
                self.collect_from(stmt, (l, r), (all, one), span, body);
                continue;
            }
            if !facts.has_storage(p, l) || !facts.useful(p, self.unit, At::After(stmt), l) {
                continue;
            }
            if held || ty.record().is_some() {
                self.refuse(
                    span,
                    "a structure with active parts that are arrays of structures, allocated or pointed to is assigned to an array",
                    "assign the elements in a loop",
                );
                continue;
            }
            if !p.is_differentiable(&ty) {
                continue;
            }
            let Some(mut from) = self.adjoint_of(l) else { continue };
            from.rewrite(&mut |x| {
                if x == all {
                    *x = one.clone();
                }
            });
            if self.is_active_expr(r, stmt)
                && let Some(to) = self.adjoint_of(r)
            {
                let sum = simplify::add(to.clone(), from.clone());
                body.push(self.add(Side::Back, StmtKind::Assign { lhs: to, rhs: sum }));
            }
            let rhs = self.zero_of(l);
            body.push(self.add(Side::Back, StmtKind::Assign { lhs: from, rhs }));
        }
    }
}
