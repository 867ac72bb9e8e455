//! The sweeps of one statement: what is saved before it, the statement itself, its adjoint.

use std::collections::BTreeSet;

use il::typing::{rank_of, scalar_of, type_of};
use il::{
    BinaryOp, Block, Diagnostic, Expr, ExprKind, Language, Span, StmtId, StmtKind, Subscript, Type, UnaryOp, Upper,
};

use super::access::Set;
use super::emit::{Emit, Pair, Side};
use super::emit_expr::{Sink, sum};
use super::plan::{Home, Save};
use super::storage::Fill;
use super::{memory, uses};
use crate::allocation;
use crate::facts::At;
use crate::shared::reach::{self, Relation};
use crate::simplify;

impl Emit<'_, '_> {
    pub(super) fn simple(&mut self, stmt: StmtId) -> Pair {
        match &self.original(stmt).kind {
            StmtKind::Assign { lhs, rhs } if allocation::may_reallocate(self.world.source, self.unit, lhs, rhs) => {
                self.reallocating(stmt, lhs)
            }
            _ => self.plain(stmt),
        }
    }

    /// The sweeps of a statement that leaves all storage where it is.
    pub(super) fn plain(&mut self, stmt: StmtId) -> Pair {
        let original = self.original(stmt);
        if self.primal.is_some() {
            let mut pair = Pair::default();
            if self.keeps(stmt) {
                if let StmtKind::Assign { lhs, rhs } = &original.kind {
                    pair.fore = self.move_twin(stmt, lhs, rhs);
                }
                pair.fore.push(self.copy(stmt));
            }
            return pair;
        }
        let step = self.plan.step(stmt);
        if let Some(pointer) = memory::freed(self.world.source, &original.kind) {
            return Pair { fore: self.free(stmt, pointer), back: Block::new() };
        }
        if let StmtKind::Assign { lhs, rhs } = &original.kind
            && let Some(pair) = self.allocation_pair(stmt, lhs, rhs)
        {
            return pair;
        }
        let mut back = match &original.kind {
            StmtKind::Assign { rhs, lhs } if self.is_user_call(rhs) => return self.call(stmt, rhs, Some(lhs)),
            StmtKind::Assign { lhs, rhs } => self.assign(stmt, lhs, rhs, original.span, None),
            StmtKind::Call { callee, args, .. } => {
                let call = Expr::at(ExprKind::Call { callee: *callee, args: args.clone() }, original.span);
                return self.call(stmt, &call, None);
            }
            StmtKind::Where { arms, otherwise, .. } => return self.masked_statement(stmt, arms, otherwise.as_ref()),
            StmtKind::Forall { body, .. } => {
                for &s in body {
                    if let StmtKind::Assign { lhs, .. } = &self.original(s).kind {
                        if self.is_active_ref(lhs, At::After(s)) {
                            self.refuse(
                                original.span,
                                "this FORALL reads what it assigns, and is active",
                                "write it as DO loops, with a copy of the old values",
                            );
                        }
                    }
                }
                Block::new()
            }
            StmtKind::PointerAssign { lhs, rhs } => return self.pointer_assign(stmt, lhs, rhs),
            StmtKind::Allocate { objects, .. } => return self.allocate(stmt, objects),
            StmtKind::Deallocate { objects, .. } => return self.deallocate(stmt, objects),
            StmtKind::Opaque { writes, .. } => self.overwritten(stmt, writes, original.span),
            StmtKind::Declare(_) => return Pair::default(),
            StmtKind::Return(value) => {
                return match value {
                    Some(v) if self.language() == Language::C => self.returned(stmt, v),
                    _ => Pair::default(),
                };
            }
            StmtKind::Save { .. }
            | StmtKind::Restore { .. }
            | StmtKind::SaveControl { .. }
            | StmtKind::RestoreControl { .. } => {
                self.refuse(
                    original.span,
                    "the adjoint of tape statements",
                    "differentiate the adjoint in tangent mode",
                );
                Block::new()
            }
            StmtKind::Error(_) => {
                self.refuse(original.span, "this statement was not understood", "see the message about it");
                Block::new()
            }
            StmtKind::Nullify(objects) => return self.nullify(stmt, objects),
            StmtKind::Nop
            | StmtKind::Stop { .. }
            | StmtKind::If(_)
            | StmtKind::Do(_)
            | StmtKind::While { .. }
            | StmtKind::Until { .. }
            | StmtKind::Loop { .. }
            | StmtKind::Select { .. }
            | StmtKind::Exit(_)
            | StmtKind::Cycle(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto { .. }
            | StmtKind::AssignLabel { .. }
            | StmtKind::AssignedGoto { .. }
            | StmtKind::ArithmeticIf { .. }
            | StmtKind::Scope { .. } => Block::new(),
        };
        let mut out = Pair::default();
        // What the statement left behind is read before it is put back.
        let kept = uses::result(self.world, self.access, self.unit, stmt).is_some();
        if kept {
            out.back.append(&mut back);
        }
        if step.live {
            let (saves, mut restores) = self.saves(&step.saves);
            out.fore = saves;
            if let StmtKind::Assign { lhs, rhs } = &original.kind {
                out.fore.append(&mut self.move_twin(stmt, lhs, rhs));
            }
            if !step.silent {
                out.fore.push(self.copy(stmt));
            }
            if step.undone {
                restores = self.undo(stmt);
            }
            out.back.append(&mut restores);
        }
        out.back.append(&mut back);
        out
    }

    /// Whether the copy of the primal that is being made keeps a statement.
    pub(super) fn keeps(&self, stmt: StmtId) -> bool {
        self.primal.as_ref().is_some_and(|p| p.contains(&stmt))
    }

    /// The statement itself, in the forward sweep.
    pub(super) fn copy(&mut self, stmt: StmtId) -> StmtId {
        let mut original = self.original(stmt).clone();
        if let Some(kind) = self.world.variants.as_written.get(&(self.unit, stmt)) {
            original.kind = kind.clone();
        }
        let mut new = self.shell(self.forward).maps.stmt(&original);
        new.label = None;
        new.directives.retain(|d| d.name != "NOCHECKPOINT");
        if let StmtKind::Where { arms, otherwise, .. } = &mut new.kind {
            let bodies: Vec<Block> = arms.iter().map(|a| a.body.clone()).collect();
            for (a, body) in arms.iter_mut().zip(bodies) {
                a.body = body.into_iter().map(|s| self.copy(s)).collect();
            }
            if let Some(o) = otherwise {
                *o = o.clone().into_iter().map(|s| self.copy(s)).collect();
            }
        } else if let StmtKind::Forall { body, .. } = &mut new.kind {
            *body = body.clone().into_iter().map(|s| self.copy(s)).collect();
        }
        self.add_stmt(self.forward, new)
    }

    /// Saves before a statement, and the restores that mirror them.
    pub(super) fn saves(&mut self, saves: &[Save]) -> (Block, Block) {
        let (mut fore, mut back) = (Block::new(), Block::new());
        if self.primal.is_some() {
            return (fore, back);
        }
        for save in saves {
            if self.unsaved.as_ref() == Some(&save.value) {
                continue;
            }
            if save.association {
                self.save_association(save, &mut fore, &mut back);
                continue;
            }
            let ty = type_of(self.world.source, &save.value);
            let local = save.home == Home::Local && self.home_here() == Home::Local && ty.rank() == 0;
            if let Some(StmtKind::Assign { rhs, .. }) = save.again.map(|d| &self.original(d).kind) {
                let (into, rhs) = (self.back(&save.value), self.back(rhs));
                back.insert(0, self.add(Side::Back, StmtKind::Assign { lhs: into, rhs }));
                continue;
            }
            if let (true, ExprKind::Var(s)) = (local, &save.value.kind)
                && let Some(t) = self.copied.get(s).copied()
            {
                let into = self.back(&save.value);
                back.insert(0, self.add(Side::Back, StmtKind::Assign { lhs: into, rhs: Expr::var(t.back) }));
                continue;
            }
            let mut places = vec![(self.fore(&save.value), self.back(&save.value))];
            if self.has_twin(&save.value) {
                let (fore, back) = (&self.shell(self.forward).maps, &self.shell(Side::Back).maps);
                places.extend(fore.reference(&save.value).zip(back.reference(&save.value)));
            }
            for (from, into) in places {
                if local {
                    let name = |s: il::SymbolId| self.world.out.symbols[s].name.clone();
                    let base = into.root().map_or("temp".to_string(), name);
                    let ty = type_of(&self.world.out, &into);
                    let t = self.twin(&base, ty);
                    fore.push(self.add(self.forward, StmtKind::Assign { lhs: Expr::var(t.fore), rhs: from }));
                    back.insert(0, self.add(Side::Back, StmtKind::Assign { lhs: into, rhs: Expr::var(t.back) }));
                } else {
                    let id = self.new_tape();
                    fore.push(self.add(self.forward, StmtKind::Save { id, value: from }));
                    back.insert(0, self.add(Side::Back, StmtKind::Restore { id, into }));
                }
            }
        }
        (fore, back)
    }

    /// Whether an expression is a call of a user function with a differentiable value.
    fn is_user_call(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Call { .. })
            && (self.world.source.is_differentiable(&type_of(self.world.source, e))
                || uses::may_be_differentiated(self.world, e))
    }

    /// The adjoint of a reference, as something that may be assigned to.
    pub(super) fn adjoint_of(&self, e: &Expr) -> Option<Expr> {
        let adjoint = self.shell(Side::Back).maps.reference(e)?;
        Some(self.through_pointers(Side::Back, adjoint))
    }

    /// The derivative of a pointer-valued expression, for a call of this sweep.
    pub(super) fn pointer_of(&self, side: Side, e: &Expr) -> Option<Expr> {
        let derivative = self.shell(side).maps.pointer(e)?;
        Some(self.through_pointers(side, derivative))
    }

    /// What came by value has its adjoint behind a pointer.
    fn through_pointers(&self, side: Side, mut derivative: Expr) -> Expr {
        let maps = &self.shell(side).maps;
        derivative.rewrite(&mut |x| {
            let ExprKind::Var(s) = x.kind else { return };
            let points = matches!(self.world.out.symbol_type(s), Some(Type::Pointer { .. }));
            let original = maps.derivatives.iter().find(|(_, d)| **d == s).map(|(o, _)| *o);
            if let (true, Some(o)) = (points, original) {
                if !matches!(self.world.source.symbol_type(o), Some(Type::Pointer { .. })) {
                    let var = x.clone();
                    *x = ExprKind::Deref(Box::new(var)).into();
                }
            }
        });
        derivative
    }

    /// Zero of the element type of a reference.
    pub(super) fn zero_of(&self, e: &Expr) -> Expr {
        match scalar_of(self.world.source, e) {
            Some(s) => simplify::zero(&s),
            None => Expr::int(0),
        }
    }

    /// `xb = 0` for a reference of the original.
    pub(super) fn clear(&mut self, e: &Expr, block: &mut Block) {
        if let Some(record) = type_of(self.world.source, e).record() {
            if self.language() == Language::Fortran {
                self.follow(e, Fill::Zero, block);
                return;
            }
            for part in self.parts(e, record) {
                self.clear(&part, block);
            }
            return;
        }
        if let Some(lhs) = self.adjoint_of(e) {
            let ty = type_of(self.world.source, e);
            if self.language() == Language::C && matches!(ty, Type::Array { .. }) {
                return self.fill(&ty, lhs, &[], block);
            }
            let rhs = self.zero_of(e);
            block.push(self.add(Side::Back, StmtKind::Assign { lhs, rhs }));
        }
    }

    /// Clears the whole derivative of a variable or component, where its extent is known: C arrays by loops, what may be absent or
    /// unallocated under a test. What lies behind a C pointer is the caller's to clear.
    pub(super) fn clear_all(&mut self, e: &Expr, block: &mut Block) {
        let p = self.world.source;
        let ty = type_of(p, e);
        if !matches!(ty, Type::Pointer { .. }) && !self.world.facts.has_storage(p, e) && ty.record().is_none() {
            return;
        }
        if self.language() == Language::C && !matches!(ty, Type::Pointer { .. }) {
            if let Some(place) = self.adjoint_of(e) {
                self.fill(&ty, place, &[], block);
            }
            return;
        }
        if let Type::Pointer { to, .. } = &ty {
            // One object can be cleared, an unknown number of them cannot.
            if let (ExprKind::Var(s), false) = (&e.kind, matches!(**to, Type::Pointer { .. })) {
                self.clear_component(*s, &[], block);
            }
            return;
        }
        let Some(lhs) = self.adjoint_of(e) else { return };
        if let Type::Array { dims, .. } = &ty {
            if dims.iter().any(|d| matches!(d.upper, Upper::Assumed)) {
                let name = e.root().map_or(String::new(), |s| p.symbols[s].name.clone());
                let span = e.root().map_or(Span::NONE, |s| p.symbols[s].span);
                self.world.report(
                    Diagnostic::error("RT0434", span, format!("the derivative of `{name}` must be cleared, but its extent is not known"))
                        .note("give the dummy argument an explicit extent")
                        .note("or put it in both lists of the head: its derivative is then added to, and the caller clears it"),
                );
                return;
            }
        }
        let variable = e.root().and_then(|s| p.variable(s)).cloned();
        let mut clear = Block::new();
        self.follow(e, Fill::Zero, &mut clear);
        if let (Some(v), ExprKind::Var(_)) = (&variable, &e.kind) {
            if v.pointer {
                let test = Expr::intrinsic("associated", vec![lhs]);
                clear = self.if_then(Side::Back, test, clear, Block::new()).into_iter().collect();
            }
        }
        if variable.is_some_and(|v| v.optional) {
            let test = Expr::intrinsic("present", vec![Expr::var(e.root().expect("it has a variable"))]);
            let test = self.back(&test);
            clear = self.if_then(Side::Back, test, clear, Block::new()).into_iter().collect();
        }
        block.append(&mut clear);
    }

    /// C: clears a variable or a component of it (of what it points to, when that is one object).
    pub(super) fn clear_component(&mut self, symbol: il::SymbolId, path: &[usize], block: &mut Block) {
        let Some(place) = self.adjoint_of(&Expr::var(symbol)) else { return };
        let Some(ty) = self.world.source.symbol_type(symbol).cloned() else { return };
        match ty {
            Type::Pointer { to, .. } if self.access.zones.is_single_object(symbol) => {
                self.fill(&to, ExprKind::Deref(Box::new(place)).into(), path, block);
            }
            Type::Pointer { .. } => {}
            ty => self.fill(&ty, place, path, block),
        }
    }

    /// C: zero in all parts of a derivative whose original has type `ty`, or in the component at `path` of it.
    fn fill(&mut self, ty: &Type, place: Expr, path: &[usize], block: &mut Block) {
        match ty {
            Type::Array { elem, dims } => {
                let Some(Upper::At(extent)) = dims.first().map(|d| d.upper.clone()) else { return };
                let integer = self.integer();
                let i = self.scratch("ii1", integer);
                let mut body = Block::new();
                self.fill(elem, Expr::index(place, vec![Expr::var(i)]), path, &mut body);
                if !body.is_empty() {
                    let to = il::fold::sub(&self.back(&extent), &Expr::int(1));
                    block.push(self.counted(Side::Back, i, Expr::int(0), to, None, body));
                }
            }
            Type::Record(r) => {
                let all: Vec<usize> = (0..self.world.source.records[*r].fields.len()).collect();
                let (chosen, rest) = match path.split_first() {
                    Some((k, rest)) => (vec![*k], rest),
                    None => (all, path),
                };
                for k in chosen {
                    let Some(&(record, field)) = self.shell(Side::Back).maps.fields.get(&(*r, k)) else { continue };
                    let ty = self.world.source.records[*r].fields[k].ty.clone();
                    let part = ExprKind::Field { base: Box::new(place.clone()), record, field }.into();
                    self.fill(&ty, part, rest, block);
                }
            }
            Type::Scalar(s) if s.is_differentiable() => {
                let rhs = simplify::zero(s);
                block.push(self.add(Side::Back, StmtKind::Assign { lhs: place, rhs }));
            }
            Type::Scalar(_)
            | Type::Character { .. }
            | Type::Pointer { .. }
            | Type::Procedure
            | Type::Void
            | Type::Opaque(_) => {}
        }
    }

    /// The components of a structure that own derivatives.
    pub(super) fn parts(&self, e: &Expr, record: il::RecordId) -> Vec<Expr> {
        (0..self.world.source.records[record].fields.len())
            .filter(|&k| self.world.facts.owns_field(record, k))
            .map(|field| ExprKind::Field { base: Box::new(e.clone()), record, field }.into())
            .collect()
    }

    /// `RETURN e` of C: assigns the result.
    pub(super) fn returned(&mut self, stmt: StmtId, value: &Expr) -> Pair {
        let mut pair = Pair::default();
        let Some(result) = self.world.source.units[self.unit].result() else { return pair };
        let lhs = Expr::var(result);
        let span = self.original(stmt).span;
        if self.primal.is_some() {
            return pair;
        }
        if self.is_user_call(value) {
            return self.call(stmt, value, Some(&lhs));
        }
        pair.back = self.assign(stmt, &lhs, value, span, None);
        if self.plan.step(stmt).live {
            let (l, r) = (self.fore(&lhs), self.fore(value));
            pair.fore.push(self.add(self.forward, StmtKind::Assign { lhs: l, rhs: r }));
        }
        pair
    }

    /// For the adjoint statements of an assignment.
    fn sink(&self, stmt: StmtId, span: Span) -> Sink {
        let result = uses::result(self.world, self.access, self.unit, stmt).cloned();
        Sink { result, ..Sink::new(stmt, span) }
    }

    /// The adjoint of `lhs = rhs`, under a mask.
    pub(super) fn assign(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr, span: Span, mask: Option<Expr>) -> Block {
        let facts = self.world.facts;
        let p = self.world.source;
        let ty = type_of(p, lhs);
        if matches!(ty, Type::Pointer { .. }) {
            return Block::new();
        }
        if !facts.has_storage(p, lhs) || !facts.useful(p, self.unit, At::After(stmt), lhs) {
            return Block::new();
        }
        if let Some(record) = ty.record() {
            let mut out = Block::new();
            if !rhs.is_reference() {
                if self.is_active_expr(rhs, stmt) {
                    self.refuse(span, "this structure value is active", "assign the components one by one");
                }
                self.clear(lhs, &mut out);
                return out;
            }
            if rank_of(p, lhs) > 0 && rank_of(p, rhs) == 0 && self.language() == Language::Fortran {
                return self.broadcast_structure(stmt, lhs, rhs, span);
            }
            let (lefts, rights) = (self.parts(lhs, record), self.parts(rhs, record));
            for (l, r) in lefts.iter().zip(&rights).rev() {
                out.append(&mut self.assign(stmt, l, r, span, mask.clone()));
            }
            return out;
        }
        if !p.is_differentiable(&ty) {
            return Block::new();
        }
        if let (Type::Array { .. }, Language::C) = (&ty, self.language()) {
            return self.copied_array(stmt, lhs, rhs, &ty);
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
        self.leaves(rhs, stmt, &mut |this, leaf| overlaps.push(this.overlap(lhs, leaf)));
        let same = overlaps.contains(&Relation::Same);
        if overlaps.iter().all(|o| *o == Relation::Apart) && sink.mask.is_none() && sink.result.is_none() {
            if let Some(block) = self.preaccumulated(stmt, lhs, rhs, &target, span) {
                sink.block = block;
                self.clear_masked(lhs, &mut sink);
                return sink.block;
            }
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
        if same && mask_free(&sink) {
            if let Some(block) = self.kept_target(stmt, lhs, rhs, span) {
                return block;
            }
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
            self.scratch_array("tmpb", &scalar, rank)
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
            let set = |id: &StmtId| match &self.world.out.units[unit].stmts[*id].kind {
                StmtKind::Assign { lhs, .. } => lhs.root(),
                _ => None,
            };
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
    fn copied_array(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr, ty: &Type) -> Block {
        let mut out = Block::new();
        let Some(from) = self.adjoint_of(lhs) else { return out };
        match self.adjoint_of(rhs).filter(|_| self.is_active_expr(rhs, stmt)) {
            Some(to) if to == from => {}
            Some(to) => self.add_all(ty, from, to, &mut out),
            None => self.fill(ty, from, &[], &mut out),
        }
        out
    }

    /// C: `to += from; from = 0` for all parts of something whose original has type `ty`.
    fn add_all(&mut self, ty: &Type, from: Expr, to: Expr, block: &mut Block) {
        match ty {
            Type::Array { elem, dims } => {
                let Some(Upper::At(extent)) = dims.first().map(|d| d.upper.clone()) else { return };
                let integer = self.integer();
                let i = self.scratch("ii1", integer);
                let at = |e: Expr| Expr::index(e, vec![Expr::var(i)]);
                let mut body = Block::new();
                self.add_all(elem, at(from), at(to), &mut body);
                if !body.is_empty() {
                    let last = il::fold::sub(&self.back(&extent), &Expr::int(1));
                    block.push(self.counted(Side::Back, i, Expr::int(0), last, None, body));
                }
            }
            Type::Record(r) => {
                for k in 0..self.world.source.records[*r].fields.len() {
                    let Some(&(record, field)) = self.shell(Side::Back).maps.fields.get(&(*r, k)) else { continue };
                    let ty = self.world.source.records[*r].fields[k].ty.clone();
                    let part = |e: &Expr| ExprKind::Field { base: Box::new(e.clone()), record, field }.into();
                    self.add_all(&ty, part(&from), part(&to), block);
                }
            }
            Type::Scalar(s) if s.is_differentiable() => {
                let sum = simplify::add(to.clone(), from.clone());
                block.push(self.add(Side::Back, StmtKind::Assign { lhs: to, rhs: sum }));
                let rhs = simplify::zero(s);
                block.push(self.add(Side::Back, StmtKind::Assign { lhs: from, rhs }));
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
    fn kept_target(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr, span: Span) -> Option<Block> {
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
    fn seed(&mut self, lhs: &Expr, rhs: &Expr, adjoint: Expr, sink: &Sink) -> Expr {
        let p = self.world.source;
        if rank_of(p, lhs) > 0 && rank_of(p, rhs) == 0 { sum(adjoint, sink.mask.clone()) } else { adjoint }
    }

    fn clear_masked(&mut self, lhs: &Expr, sink: &mut Sink) {
        let mut block = Block::new();
        self.clear(lhs, &mut block);
        for id in block {
            let id = self.masked(id, lhs, sink);
            sink.block.push(id);
        }
    }

    /// Calls `f` on each active leaf.
    pub(super) fn leaves(&mut self, e: &Expr, stmt: StmtId, f: &mut dyn FnMut(&mut Self, &Expr)) {
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

    /// How an active reference on the right overlaps the left side.
    pub(super) fn overlap(&self, lhs: &Expr, leaf: &Expr) -> Relation {
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
            _ => reach::compare(p, lhs, leaf),
        }
    }

    /// What a READ or another opaque statement overwrites has no derivative afterwards.
    fn overwritten(&mut self, stmt: StmtId, writes: &[Expr], span: Span) -> Block {
        let mut out = Block::new();
        let p = self.world.source;
        for w in writes.iter().rev() {
            if self.world.facts.has_storage(p, w) && self.world.facts.useful(p, self.unit, At::After(stmt), w) {
                self.clear(w, &mut out);
                let name = w.root().map_or(String::new(), |s| p.symbols[s].name.clone());
                self.world.report(
                    Diagnostic::warning(
                        "RT0403",
                        span,
                        format!("(AD04) active variable `{name}` is read: what it depended on before is lost"),
                    )
                    .note("its derivative is zero from here on"),
                );
            }
        }
        out
    }

    /// `WHERE`: its statements one after the other, each under its full mask.
    fn masked_statement(&mut self, stmt: StmtId, arms: &[il::stmt::Arm], otherwise: Option<&Block>) -> Pair {
        let mut out = Pair::default();
        let mut items: Vec<(StmtId, Expr)> = Vec::new();
        let mut before: Option<Expr> = None;
        let and = |a: Option<Expr>, b: Expr| match a {
            Some(a) => Expr::binary(BinaryOp::And, a, b),
            None => b,
        };
        for arm in arms {
            let own = and(before.clone(), arm.test.clone());
            items.extend(arm.body.iter().map(|s| (*s, own.clone())));
            before = Some(and(before, Expr::unary(UnaryOp::Not, arm.test.clone())));
        }
        if let (Some(body), Some(rest)) = (otherwise, before) {
            items.extend(body.iter().map(|s| (*s, rest.clone())));
        }
        let step = self.plan.step(stmt);
        // Masks that the construct itself changes are kept as arrays.
        let mut written = Vec::new();
        for (s, _) in &items {
            match &self.original(*s).kind {
                StmtKind::Assign { lhs, .. } => written.extend(lhs.root()),
                StmtKind::Nop => {}
                _ => {
                    self.refuse(
                        self.original(*s).span,
                        "a nested mask in an active WHERE",
                        "write one WHERE with the conjunction of the masks",
                    );
                    return out;
                }
            }
        }
        let changed = arms.iter().any(|a| written.iter().any(|w| a.test.mentions(*w)));
        let mut saves: Vec<Save> = step.saves.clone();
        for (s, _) in &items {
            saves.extend(self.plan.step(*s).saves);
        }
        saves.dedup_by(|a, b| a.value == b.value);
        let (save, restore) = if step.live { self.saves(&saves) } else { (Block::new(), Block::new()) };
        let mut masks: std::collections::BTreeMap<usize, Expr> = Default::default();
        let mut adjoint = Block::new();
        // Statements that read what an earlier one of the same construct wrote need its value of that moment.
        for (n, (s, _)) in items.iter().enumerate() {
            if let StmtKind::Assign { lhs, rhs } = &self.original(*s).kind {
                let earlier = items[..n].iter().any(|(t, _)| match &self.original(*t).kind {
                    StmtKind::Assign { lhs: l, .. } => l.root().is_some_and(|r| rhs.mentions(r)),
                    _ => false,
                });
                let again = items[n + 1..].iter().any(|(t, _)| match &self.original(*t).kind {
                    StmtKind::Assign { lhs: l, .. } => {
                        l.root() == lhs.root() && self.original(*t).kind != self.original(*s).kind
                    }
                    _ => false,
                });
                let _ = again;
                if earlier && self.is_active_expr(rhs, *s) && !saves.is_empty() {
                    self.refuse(
                        self.original(*s).span,
                        "this statement reads what its own WHERE construct assigned before",
                        "close the WHERE before it and open another one with the same mask",
                    );
                    return out;
                }
            }
        }
        for (n, (s, mask)) in items.iter().enumerate().rev() {
            let StmtKind::Assign { lhs, rhs } = &self.original(*s).kind else { continue };
            let (lhs, rhs) = (lhs.clone(), rhs.clone());
            let test = if changed && step.live && saves.is_empty() {
                masks.entry(n).or_insert_with(|| mask.clone()).clone()
            } else {
                mask.clone()
            };
            let test = self.back(&test);
            adjoint.append(&mut self.assign(*s, &lhs, &rhs, self.original(*s).span, Some(test)));
        }
        if step.live {
            out.fore = save;
            out.fore.push(self.copy(stmt));
        }
        out.back = restore;
        out.back.append(&mut adjoint);
        out
    }

    fn allocate(&mut self, stmt: StmtId, objects: &[il::stmt::Allocation]) -> Pair {
        let mut out = Pair::default();
        let side = self.forward;
        let original = self.original(stmt).clone();
        let StmtKind::Allocate { options, .. } = &original.kind else { return out };
        let mut release = Block::new();
        let (saves, mut restores) = self.saves(&self.plan.step(stmt).saves);
        out.fore = saves;
        out.fore.push(self.copy(stmt));
        for o in objects {
            let maps = self.shell(side).maps.clone();
            let p = self.world.source;
            let owned = self.world.facts.has_storage(p, &o.object);
            let root = o.object.root();
            let local = root.and_then(|s| p.variable(s)).is_some_and(|v| v.storage == il::Storage::Local && !v.saved);
            if owned {
                let through = root.and_then(|s| p.variable(s)).is_some_and(|v| v.pointer);
                if through && !self.access.moves(&o.object) {
                    self.refuse(
                        original.span,
                        "an active component is allocated through a pointer",
                        "allocate it by the name of the structure that the pointer leads to",
                    );
                }
                if self.is_split() && local && !matches!(o.object.kind, ExprKind::Var(_)) {
                    self.refuse_local_parts(original.span);
                }
                if options.iter().any(|a| a.keyword.as_deref().is_some_and(|k| k.eq_ignore_ascii_case("source"))) {
                    self.refuse(
                        original.span,
                        "SOURCE= of an active array",
                        "assign the values in a statement of their own",
                    );
                }
                if root == p.units[self.unit].result() {
                    // The derivative is the caller's, and has the shape of the value. In split mode the value has gone to the caller.
                    if !self.is_split() {
                        let object = self.back(&o.object);
                        release.push(self.release(object));
                    }
                    continue;
                }
                let follows = !local || root.is_some_and(|s| self.follows(s));
                if follows {
                    let derivative = self.adjoint_of(&o.object);
                    release.extend(derivative.map(|d| self.release(d)));
                } else if let Some(derivative) = maps.reference(&o.object) {
                    let dims = match maps.ty(&Type::Array { elem: Box::new(Type::Void), dims: o.dims.clone() }) {
                        Type::Array { dims, .. } => dims,
                        _ => Vec::new(),
                    };
                    let objects = vec![il::stmt::Allocation { object: derivative.clone(), dims }];
                    let typed = options.iter().find_map(|a| self.world.derivative_mold(&maps, a));
                    let options = typed.into_iter().collect();
                    out.fore.push(self.add(side, StmtKind::Allocate { objects, options }));
                    let mut zero = Block::new();
                    self.fill_zero(&o.object, derivative.clone(), &mut zero);
                    out.fore.append(&mut zero);
                    release.push(self.release(derivative));
                }
            }
            let object = self.back(&o.object);
            let released = self.release(object.clone());
            // The backward half has what was handed over, and what it allocated to reverse a release.
            let elsewhere = self.is_split() && local && root.is_some_and(|s| !self.plan.handed_over.contains(&s));
            // Assignments may have given it another allocation, which went where they are reversed.
            if elsewhere || !owned && local && allocation::is_reallocated(self.world.source, self.unit, &o.object) {
                let test = Expr::intrinsic("allocated", vec![object]);
                let arms = vec![il::stmt::Arm { test, body: vec![released] }];
                let guarded = il::stmt::If { arms, otherwise: None, one_line: true };
                release.push(self.add(Side::Back, StmtKind::If(guarded)));
            } else {
                release.push(released);
            }
        }
        release.append(&mut restores);
        out.back = release;
        out
    }

    pub(super) fn release(&mut self, object: Expr) -> StmtId {
        self.add(Side::Back, StmtKind::Deallocate { objects: vec![object], options: Vec::new() })
    }

    /// Whether an allocatable local is released where nothing asks for it any more: its procedure releases it when it ends.
    fn goes_with_its_procedure(&self, stmt: StmtId, object: &Expr) -> bool {
        let ExprKind::Var(s) = object.kind else { return false };
        let p = self.world.source;
        let local = |v: &il::Variable| v.allocatable && v.storage == il::Storage::Local && !v.saved;
        self.depth == 0
            && !self.is_split()
            && p.home(s) == Some(self.unit)
            && p.units[self.unit].children.is_empty()
            && p.variable(s).is_some_and(local)
            && allocation::is_last(&p.units[self.unit], stmt, s)
    }

    /// What the backward sweep may still read is released by the reverse of its ALLOCATE; in loops it must be made anew.
    fn deallocate(&mut self, stmt: StmtId, objects: &[Expr]) -> Pair {
        let mut out = Pair::default();
        let original = self.original(stmt).clone();
        let p = self.world.source;
        if objects.iter().any(|o| self.access.moves(o)) {
            return self.let_go(stmt, objects);
        }
        let named = |e: &Expr| {
            let mut indexed = false;
            e.walk(&mut |x| indexed |= matches!(x.kind, ExprKind::Index { .. }));
            !indexed && allocation::is_allocatable_array(p, e) && matches!(type_of(p, e).element(), Type::Scalar(_))
        };
        if !objects.iter().all(named) && objects.iter().all(|o| self.goes_with_its_procedure(stmt, o)) {
            return out;
        }
        if !objects.iter().all(named) {
            self.refuse(
                original.span,
                "DEALLOCATE of what is not an allocatable array of numbers",
                "leave it allocated until the procedure ends, or deallocate its parts before it is called",
            );
            return out;
        }
        for o in objects {
            let rank = rank_of(self.world.source, o);
            let owned = self.world.facts.has_storage(self.world.source, o);
            let ty = self.integer();
            let (mut lower, mut upper) = (Vec::new(), Vec::new());
            let mut bounds = Vec::new();
            for k in 1..=rank {
                for name in ["lbound", "ubound"] {
                    let t = self.twin("ad_bound", ty.clone());
                    let value = Expr::intrinsic(name, vec![self.fore(o), Expr::int(k as i64)]);
                    out.fore.push(self.add(self.forward, StmtKind::Assign { lhs: Expr::var(t.fore), rhs: value }));
                    if name == "lbound" {
                        lower.push(t)
                    } else {
                        upper.push(t)
                    }
                    bounds.push(t);
                }
            }
            let home = self.home_here();
            let value = self.new_tape();
            let saved = self.fore(o);
            out.fore.push(self.add(self.forward, StmtKind::Save { id: value, value: saved.clone() }));
            let mut pops = Block::new();
            if home == Home::Tape {
                for t in &bounds {
                    let id = self.new_tape();
                    out.fore.push(self.add(self.forward, StmtKind::Save { id, value: Expr::var(t.fore) }));
                    pops.insert(0, self.add(Side::Back, StmtKind::Restore { id, into: Expr::var(t.back) }));
                }
            }
            let mut gone = vec![saved];
            let dims: Vec<il::Dim> = lower
                .iter()
                .zip(&upper)
                .map(|(l, u)| il::Dim { lower: Some(Expr::var(l.back)), upper: il::Upper::At(Expr::var(u.back)) })
                .collect();
            let mut again = vec![il::stmt::Allocation { object: self.back(o), dims: dims.clone() }];
            let mut fill = Block::new();
            if owned {
                if let (Some(f), Some(b)) =
                    (self.shell(self.forward).maps.reference(o), self.shell(Side::Back).maps.reference(o))
                {
                    let local = |v: &il::Variable| v.storage == il::Storage::Local && !v.saved;
                    if o.root().is_some_and(|s| p.variable(s).is_some_and(local) && !self.follows(s)) {
                        gone.push(f);
                    }
                    again.push(il::stmt::Allocation { object: b, dims });
                    self.clear(o, &mut fill);
                }
            }
            out.fore.push(self.add(self.forward, StmtKind::Deallocate { objects: gone, options: Vec::new() }));
            let mut back = pops;
            back.push(self.add(Side::Back, StmtKind::Allocate { objects: again, options: Vec::new() }));
            let into = self.back(o);
            back.push(self.add(Side::Back, StmtKind::Restore { id: value, into }));
            back.append(&mut fill);
            back.append(&mut out.back);
            out.back = back;
        }
        out
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
