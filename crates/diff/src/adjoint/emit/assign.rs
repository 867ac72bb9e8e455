//! The adjoint of an assignment: what its left side's adjoint adds to the adjoints of the right side, in an order that is right when both
//! sides may name the same element.

use std::collections::BTreeSet;

use analysis::allocation;
use analysis::element::nth;
use il::typing::{rank_of, scalar_of, type_of};
use il::{Block, Expr, ExprKind, Span, StmtId, StmtKind, Subscript, Type};

use crate::adjoint::emit::expr::{Sink, sum};
use crate::adjoint::emit::{Emit, Side};
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::elements::Elements;
use crate::adjoint::plan::shared_rows::SharedRows;
use crate::adjoint::plan::uses;
use crate::facts::At;
use crate::shared::reach::{self, Relation};
use crate::simplify;

impl<'a> Emit<'_, 'a> {
    /// For the adjoint statements of an assignment.
    pub(crate) fn sink(&self, stmt: StmtId, span: Span) -> Sink {
        let result = uses::result(self.world, self.access, self.unit, stmt).cloned();
        Sink { result, ..Sink::new(stmt, span) }
    }

    /// The adjoint of `lhs = rhs`, under a mask.
    pub(crate) fn assign(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr, span: Span, mask: Option<Expr>) -> Block {
        let facts = self.world.facts;
        let p = self.world.source;
        let ty = type_of(p, lhs);
        if matches!(ty, Type::Pointer { .. }) {
            return Block::new();
        }
        if !facts.has_storage(p, lhs) || !facts.useful(p, self.unit, At::After(stmt), lhs) {
            return Block::new();
        }
        // References below an array of structures have no element yet.
        let copied = rhs.is_reference() || ty.record().is_none();
        if copied && !self.language().computes_with_arrays() && matches!(ty, Type::Array { .. }) {
            return self.copied_array(stmt, lhs, rhs, &ty);
        }
        if let Some(record) = ty.record() {
            let mut out = Block::new();
            if !rhs.is_reference() {
                if self.is_active_expr(rhs, stmt) {
                    self.refuse(span, "this structure value is active", "assign the components one by one");
                }
                match self
                    .adjoint_of(lhs)
                    .filter(|_| self.language().points_by_address() && type_of(p, lhs).rank() == 0)
                {
                    // What its pointers lead to is not its own.
                    Some(adjoint) => self.fill(&ty, adjoint, &[], &mut out),
                    None => self.clear(lhs, &mut out),
                }
                return out;
            }
            if rank_of(p, lhs) > 0 && rank_of(p, rhs) == 0 && self.language().computes_with_arrays() {
                return self.broadcast_structure(stmt, lhs, rhs, span);
            }
            let (lefts, rights) = (self.parts(lhs, record), self.parts(rhs, record));
            for (l, r) in lefts.iter().zip(&rights).rev() {
                // Both lead to one target then.
                if self.access.moves(l) {
                    continue;
                }
                let mut part = self.assign(stmt, l, r, span, mask.clone());
                // Of each structure of an array the test is another one ([`crate::settle::one_array_part`]).
                let of_many = matches!(&l.kind, ExprKind::Field { base, .. } if rank_of(p, base) > 0);
                match self.adjoint_of(l).filter(|_| allocation::is_allocatable_array(p, l) && !of_many) {
                    Some(adjoint) => {
                        let test = Expr::intrinsic("allocated", vec![adjoint]);
                        out.extend(self.if_then(Side::Back, test, part, Block::new()));
                    }
                    None => out.append(&mut part),
                }
            }
            return out;
        }
        if !p.is_differentiable(&ty) {
            return Block::new();
        }
        let mut sink = self.sink(stmt, span);
        sink.statement_mask = mask.clone();
        sink.mask = mask;
        if !self.is_active_expr(rhs, stmt) {
            self.clear_masked(lhs, &mut sink);
            return sink.block;
        }
        let Some(target) = self.adjoint_of(lhs) else { return Block::new() };
        let mut overlaps = Vec::new();
        self.leaves(rhs, stmt, &mut |this, leaf| overlaps.push(this.overlap_in(stmt, lhs, leaf)));
        let same = overlaps.contains(&Relation::Same);
        if overlaps.iter().all(|o| *o == Relation::Apart)
            && sink.mask.is_none()
            && sink.result.is_none()
            && let Some(block) = self.preaccumulated(stmt, lhs, rhs, &target, span)
        {
            sink.block = block;
            self.clear_masked(lhs, &mut sink);
            return sink.block;
        }
        if !overlaps.contains(&Relation::Unknown) {
            let mask = sink.mask.clone();
            sink.target = same.then(|| lhs.clone());
            let seed = self.seed(lhs, rhs, target.clone(), &sink);
            let top_scalar = rank_of(p, lhs) > 0 && rank_of(p, rhs) == 0;
            if top_scalar {
                sink.mask = None;
            }
            self.propagate(rhs, seed, &mut sink);
            sink.mask = mask.clone();
            if sink.failed {
                sink = self.sink(stmt, span);
                sink.mask = mask;
            } else if same {
                let own = std::mem::take(&mut sink.own);
                let value = own.into_iter().reduce(simplify::add).unwrap_or_else(|| self.zero_of(lhs));
                if value != target {
                    let id = self.add(Side::Back, StmtKind::Assign { lhs: target, rhs: value });
                    let id = self.masked(id, lhs, &sink);
                    sink.block.push(id);
                }
                return sink.block;
            } else {
                self.clear_masked(lhs, &mut sink);
                return sink.block;
            }
        }
        if same
            && mask_free(&sink)
            && let Some(block) = self.kept_target(stmt, lhs, rhs, span)
        {
            return block;
        }
        // The old and the new element may be the same one: the adjoint is taken out first.
        let rank = rank_of(p, lhs);
        let Some(scalar) = scalar_of(p, lhs) else { return Block::new() };
        if let ExprKind::Field { base, .. } = &lhs.kind
            && type_of(p, lhs).rank() > 0
            && rank_of(p, base) > 0
            && !matches!(ty, Type::Scalar(_))
            && rank_of(p, base) < rank_of_parts(p, lhs)
        {
            self.refuse(
                span,
                "structures with array components are assigned to elements of their own array",
                "assign them through a copy, or one by one",
            );
            return Block::new();
        }
        let t = if rank == 0 {
            self.scratch("tmpb", Type::Scalar(scalar))
        } else {
            self.scratch_like("tmpb", lhs, &scalar, rank)
        };
        let first = self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(t), rhs: target.clone() });
        sink.block.push(first);
        if same && rank == 0 && mask_free(&sink) {
            // What goes to the element itself is one value, set before others are added.
            let mut parts = self.sink(stmt, span);
            parts.target = Some(lhs.clone());
            self.propagate(rhs, Expr::var(t), &mut parts);
            // Temporaries that its value needs are set among the others: then each is added in turn.
            let unit = self.shell(Side::Back).unit;
            let set = |id: &StmtId| self.world.out.units[unit].stmts[*id].kind.assigned().and_then(Expr::root);
            let early = parts.block.iter().filter_map(set).any(|s| parts.own.iter().any(|e| e.mentions(s)));
            if !parts.failed && !early {
                let value = parts.own.into_iter().reduce(simplify::add).unwrap_or_else(|| self.zero_of(lhs));
                if value != Expr::var(t) {
                    let id = self.add(Side::Back, StmtKind::Assign { lhs: target, rhs: value });
                    sink.block.push(id);
                }
                sink.block.append(&mut parts.block);
                return sink.block;
            }
        }
        self.clear_masked(lhs, &mut sink);
        let seed = self.seed(lhs, rhs, Expr::var(t), &sink);
        if rank > 0 && rank_of(p, rhs) == 0 {
            sink.mask = None;
        }
        self.propagate(rhs, seed, &mut sink);
        sink.block
    }

    /// C: the adjoint of an array that is copied as part of a structure.
    pub(crate) fn copied_array(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr, ty: &Type) -> Block {
        let mut out = Block::new();
        if let Some(from) = self.adjoint_of(lhs) {
            let to = self.adjoint_of(rhs);
            let apart = !rhs.is_reference() || self.overlap(lhs, rhs) == Relation::Apart;
            self.copied_parts(stmt, (lhs, from), (rhs, to), ty, apart, &mut out);
        }
        out
    }

    /// C: `to += from; from = 0` for the parts of type `ty` in a copy, where a loop runs over the elements of each array on the way to them. The
    /// references of the original say what is active: they stand for all elements. Unless they are `apart` both may be one place, which keeps its
    /// adjoint: that is taken out first.
    fn copied_parts(
        &mut self,
        stmt: StmtId,
        (lhs, from): (&Expr, Expr),
        (rhs, to): (&Expr, Option<Expr>),
        ty: &Type,
        apart: bool,
        block: &mut Block,
    ) {
        match ty {
            Type::Array { elem, dims } => self.each_element(dims, block, |this, i, body| {
                let element = |e: &Expr| nth(&this.world.out, e, i);
                let (from, to) = (element(&from), to.as_ref().map(element));
                this.copied_parts(stmt, (lhs, from), (rhs, to), elem, apart, body);
            }),
            Type::Record(r) => {
                let (lefts, rights) = (self.parts(lhs, *r), self.parts(rhs, *r));
                for (l, r) in lefts.iter().zip(&rights).rev() {
                    let ExprKind::Field { record, field: k, .. } = l.kind else { continue };
                    let Some(&(own, field)) = self.shell(Side::Back).maps.fields.get(&(record, k)) else { continue };
                    let ty = self.world.source.records[record].fields[k].ty.clone();
                    let part = |e: &Expr| ExprKind::Field { base: Box::new(e.clone()), record: own, field }.into();
                    self.copied_parts(stmt, (l, part(&from)), (r, to.as_ref().map(part)), &ty, apart, block);
                }
            }
            Type::Scalar(s) if s.is_differentiable() => {
                let (facts, p) = (self.world.facts, self.world.source);
                if !facts.has_storage(p, lhs) || !facts.useful(p, self.unit, At::After(stmt), lhs) {
                    return;
                }
                let to = to.filter(|_| self.is_active_expr(rhs, stmt));
                if to.as_ref() == Some(&from) {
                    return;
                }
                let zero = StmtKind::Assign { lhs: from.clone(), rhs: simplify::zero(s) };
                let Some(to) = to else { return block.push(self.add(Side::Back, zero)) };
                let taken = |e: Expr| StmtKind::Assign { lhs: to.clone(), rhs: simplify::add(to.clone(), e) };
                let all = if apart {
                    vec![taken(from), zero]
                } else {
                    let t = Expr::var(self.scratch("tmpb", Type::Scalar(s.clone())));
                    vec![StmtKind::Assign { lhs: t.clone(), rhs: from }, zero, taken(t)]
                };
                block.extend(all.into_iter().map(|kind| self.add(Side::Back, kind)));
            }
            Type::Scalar(_)
            | Type::Character { .. }
            | Type::Pointer { .. }
            | Type::Procedure
            | Type::Void
            | Type::Opaque(_) => {}
        }
    }

    /// `x(i) = x(i) - a*x(j)`: the adjoint of the element itself does not change when its partial is one, whether or not another
    /// reference names the same element. `None` when the partial is another one, or when the adjoint must be taken out after all because
    /// more than one contribution may go to the element that the seed is read from.
    pub(crate) fn kept_target(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr, span: Span) -> Option<Block> {
        let target = self.adjoint_of(lhs)?;
        if rank_of(self.world.source, lhs) > 0 || !self.world.request.improves(crate::request::Improvement::MergeDiff) {
            return None;
        }
        let mut sink = self.sink(stmt, span);
        sink.target = Some(lhs.clone());
        self.propagate(rhs, target.clone(), &mut sink);
        if sink.failed || sink.own != [target.clone()] {
            return None;
        }
        // Where a contribution may go to the element itself.
        let mut unsure = BTreeSet::new();
        self.leaves(rhs, stmt, &mut |this, leaf| {
            if this.overlap(lhs, leaf) == Relation::Unknown {
                unsure.extend(this.adjoint_of(leaf).and_then(|e| e.root()));
            }
        });
        let unit = self.shell(Side::Back).unit;
        let u = &self.world.out.units[unit];
        let (mut rest, mut last) = (Block::new(), Block::new());
        for &id in &sink.block {
            let StmtKind::Assign { lhs, .. } = &u.stmts[id].kind else { return None };
            let place = if unsure.contains(&lhs.root()?) { &mut last } else { &mut rest };
            place.push(id);
        }
        // The one statement that may change the seed is the last one.
        if last.len() > 1 {
            return None;
        }
        rest.append(&mut last);
        Some(rest)
    }

    /// What goes into the right side: the adjoint of the left side, summed when the right side is a scalar that was broadcast.
    pub(crate) fn seed(&mut self, lhs: &Expr, rhs: &Expr, adjoint: Expr, sink: &Sink) -> Expr {
        let p = self.world.source;
        if rank_of(p, lhs) > 0 && rank_of(p, rhs) == 0 { sum(adjoint, sink.mask.clone()) } else { adjoint }
    }

    pub(crate) fn clear_masked(&mut self, lhs: &Expr, sink: &mut Sink) {
        let mut block = Block::new();
        self.clear(lhs, &mut block);
        for id in block {
            let id = self.masked(id, lhs, sink);
            sink.block.push(id);
        }
    }

    /// Calls `f` on each active leaf.
    pub(crate) fn leaves(&mut self, e: &Expr, stmt: StmtId, f: &mut dyn FnMut(&mut Self, &Expr)) {
        if !self.is_active_expr(e, stmt) {
            return;
        }
        if e.is_reference() {
            f(self, e);
            return;
        }
        let mut below = Vec::new();
        e.children(&mut |c| below.push(c.clone()));
        for c in below {
            self.leaves(&c, stmt, f);
        }
    }

    /// How an active reference on the right overlaps the left side; of sections of one array also by what the loops around the statement say:
    /// `w(i, k:)` and `w(k, k:)` where `i` begins at `k + 1`. (One element is a scalar, whose adjoint is as well taken out first.)
    fn overlap_in(&self, stmt: StmtId, lhs: &Expr, leaf: &Expr) -> Relation {
        let relation = self.overlap(lhs, leaf);
        let section = relation == Relation::Unknown && lhs.root() == leaf.root() && rank_of(self.world.source, lhs) > 0;
        if section && self.elements().is_apart(stmt, lhs, leaf) && !self.may_be_led_to_one(lhs, leaf) {
            return Relation::Apart;
        }
        relation
    }

    /// Where the statements of the unit stand, and what they write.
    fn elements(&self) -> &Elements<'a> {
        let (p, access, unit) = (self.world.source, self.access, self.unit);
        self.elements.get_or_init(|| Elements::places(p, access, unit, &self.plan.tree.body))
    }

    /// How an active reference on the right overlaps the left side.
    pub(crate) fn overlap(&self, lhs: &Expr, leaf: &Expr) -> Relation {
        let p = self.world.source;
        if lhs == leaf {
            let mut vector = false;
            lhs.walk(&mut |x| {
                if let ExprKind::Index { subs, .. } = &x.kind {
                    vector |= subs.iter().any(|s| matches!(s, Subscript::At(i) if rank_of(p, i) > 0));
                }
            });
            return if vector { Relation::Unknown } else { Relation::Same };
        }
        match (lhs.root(), leaf.root()) {
            (Some(a), Some(b)) if a != b => {
                let (x, y) = (self.access.place(lhs).0, self.access.place(leaf).0);
                let behind = |s: &Set| s.iter().any(|z| self.access.zones.zone(z).pointee);
                if x.meets(&y) || behind(&x) && behind(&y) { Relation::Unknown } else { Relation::Apart }
            }
            _ => match reach::compare(p, lhs, leaf) {
                Relation::Apart if self.may_be_led_to_one(lhs, leaf) => Relation::Unknown,
                relation => relation,
            },
        }
    }

    /// Whether two references below one name go through different pointers in memory, which may lead to one place: `rows[0][i]` and `rows[1][j]`, in
    /// Fortran `u%whole` and `u%view`.
    fn may_be_led_to_one(&self, a: &Expr, b: &Expr) -> bool {
        let p = self.world.source;
        if !self.language().points_by_address() {
            let pointer = |e: &Expr| e.spine().find(|x| p.is_pointer(x)).cloned();
            let (x, y) = (pointer(a), pointer(b));
            let moves = x.iter().chain(&y).any(|e| self.access.moves(e));
            return x != y && moves && self.access.place(a).0.meets(&self.access.place(b).0);
        }
        let pointer = |e: &Expr| e.spine().skip(1).find(|x| matches!(type_of(p, x), Type::Pointer { .. })).cloned();
        let (Some(x), Some(y)) = (pointer(a), pointer(b)) else { return false };
        let rows = |e: &Expr| e.spine().any(|x| matches!(x.kind, ExprKind::Index { .. }));
        let shared = !(rows(&x) && rows(&y)) || SharedRows::default().meets(p, &x);
        x != y && shared && self.access.place(a).0.meets(&self.access.place(b).0)
    }
}

/// The ranks of all parts of a reference together.
fn rank_of_parts(p: &il::Program, e: &Expr) -> usize {
    match &e.kind {
        ExprKind::Field { base, record, field } => p.records[*record].fields[*field].ty.rank() + rank_of_parts(p, base),
        _ => rank_of(p, e),
    }
}

/// Whether a statement is not under a mask.
fn mask_free(sink: &Sink) -> bool {
    sink.mask.is_none() && sink.statement_mask.is_none()
}
