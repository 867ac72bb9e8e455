//! The sweeps of one statement: what is saved before it, the statement itself, its adjoint.

use analysis::{allocation, c_memory, reallocation};
use il::typing::{rank_of, type_of};
use il::{Block, Diagnostic, Expr, ExprKind, Span, StmtId, StmtKind, Type};

use crate::adjoint::emit::{Emit, Pair, Side};
use crate::adjoint::plan::uses;
use crate::adjoint::plan::{Home, Reason, Save};
use crate::facts::At;

impl Emit<'_, '_> {
    pub(crate) fn simple(&mut self, stmt: StmtId) -> Pair {
        if let StmtKind::Assign { lhs, rhs } = &self.original(stmt).kind
            && reallocation::may_reallocate(self.world.source, self.unit, lhs, rhs)
        {
            let mut along = self.pointers_go_along(stmt, lhs, rhs);
            let mut pair = self.reallocating(stmt, lhs, rhs);
            pair.fore.append(&mut along);
            return pair;
        }
        let mut pair = self.plain(stmt);
        self.release_later(stmt, &mut pair);
        pair
    }

    /// The sweeps of a statement that leaves all storage where it is.
    pub(crate) fn plain(&mut self, stmt: StmtId) -> Pair {
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
        if let Some(pointer) = c_memory::freed(self.world.source, &original.kind) {
            return Pair { fore: self.free(stmt, pointer), back: Block::new() };
        }
        if let StmtKind::Assign { lhs, rhs } = &original.kind
            && let Some(pair) = self.allocation_pair(stmt, lhs, rhs)
        {
            return pair;
        }
        let mut gradient = Block::new();
        let mut back = match &original.kind {
            StmtKind::Assign { rhs, lhs } if self.is_user_call(rhs) => return self.call(stmt, rhs, Some(lhs)),
            StmtKind::Assign { lhs, rhs } if uses::has_gradient(self.access, self.unit, stmt) => {
                let Pair { fore, back } = self.with_gradient(stmt, lhs, rhs, original.span);
                gradient = fore;
                if self.world.request.self_check {
                    assert_eq!(self.reads_beyond_plan(stmt, &back), Vec::<&str>::new());
                }
                back
            }
            StmtKind::Assign { lhs, rhs } => {
                let mut back = self.assign(stmt, lhs, rhs, original.span, None);
                self.share_values(&mut back);
                if self.world.request.self_check {
                    assert_eq!(self.reads_beyond_plan(stmt, &back), Vec::<&str>::new());
                }
                back
            }
            StmtKind::Call { callee, args, .. } => {
                let call = Expr::at(ExprKind::Call { callee: *callee, args: args.clone() }, original.span);
                return self.call(stmt, &call, None);
            }
            StmtKind::Where { arms, otherwise, .. } => return self.masked_statement(stmt, arms, otherwise.as_ref()),
            StmtKind::Forall { body, .. } => {
                let mut active = false;
                self.world.source.units[self.unit].walk(body, &mut |s, inner| {
                    active |= matches!(&inner.kind, StmtKind::Assign { lhs, .. } if self.is_active_ref(lhs, At::After(s)));
                });
                if active {
                    self.refuse(
                        original.span,
                        "this FORALL reads what it assigns, and is active",
                        "write it as DO loops, with a copy of the old values",
                    );
                }
                Block::new()
            }
            StmtKind::PointerAssign { lhs, rhs } => return self.pointer_assign(stmt, lhs, rhs),
            StmtKind::Allocate { objects, .. } => return self.allocate(stmt, objects),
            StmtKind::Deallocate { objects, .. } => return self.deallocate(stmt, objects),
            kind @ StmtKind::Opaque { .. } if allocation::allocated_texts(kind).is_some() => {
                return self.allocate_texts(stmt);
            }
            StmtKind::Opaque { writes, .. } => self.overwritten(stmt, writes, original.span),
            StmtKind::Declare(_) => return Pair::default(),
            StmtKind::Return(value) => {
                return match value {
                    Some(v) if self.language().returns_expressions() => self.returned(stmt, v),
                    _ => Pair::default(),
                };
            }
            il::tape!() => {
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
            | il::uncounted!()
            | StmtKind::Select { .. }
            | il::jump!()
            | il::labels!()
            | StmtKind::Scope { .. } => Block::new(),
        };
        let assigned = original.kind.as_assign();
        let mut along = assigned.map_or_else(Block::new, |(lhs, rhs)| self.pointers_go_along(stmt, lhs, rhs));
        let mut out = Pair::default();
        // What the statement left behind is read before it is put back.
        let kept = uses::result(self.world, self.access, self.unit, stmt).is_some();
        if kept {
            out.back.append(&mut back);
        }
        if step.live {
            let (mut saves, mut restores) = self.saves(&step.saves);
            out.fore.append(&mut gradient);
            out.fore.append(&mut saves);
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
        out.fore.append(&mut along);
        out.back.append(&mut back);
        out
    }

    /// Whether the copy of the primal that is being made keeps a statement.
    pub(crate) fn keeps(&self, stmt: StmtId) -> bool {
        self.primal.as_ref().is_some_and(|p| p.contains(&stmt))
    }

    /// The statement itself, in the forward sweep.
    pub(crate) fn copy(&mut self, stmt: StmtId) -> StmtId {
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
    pub(crate) fn saves(&mut self, saves: &[Save]) -> (Block, Block) {
        self.saves_before(saves, None)
    }

    /// The same before a call, which need not look at all that it could.
    pub(crate) fn saves_around_call(&mut self, call: StmtId, saves: &[Save]) -> (Block, Block) {
        self.saves_before(saves, Some(call))
    }

    /// Fortran: the links of a reference that need not be there, from the whole inwards, by their numbers, and how they are asked: variables, and components of
    /// one structure, POINTERs that begin as null or are handed over, and what the program asks about itself.
    pub(crate) fn may_be_absent(&self, e: &Expr) -> Vec<(usize, &'static str)> {
        let p = self.world.source;
        let asked = |(k, link): (usize, &Expr)| {
            let asked = || self.world.asked_parts.contains(link).then_some((k, "allocated"));
            match &link.kind {
                ExprKind::Var(s) => {
                    let v = p.variable(*s)?;
                    if v.allocatable { asked() } else { v.has_association().then_some((k, "associated")) }
                }
                ExprKind::Field { base, record, field } if rank_of(p, base) == 0 => {
                    match &p.records[*record].fields[*field] {
                        f if f.allocatable => asked(),
                        f if f.pointer && f.init.is_some() => Some((k, "associated")),
                        _ => None,
                    }
                }
                _ => None,
            }
        };
        e.spine().enumerate().filter_map(asked).collect()
    }

    /// A value goes to the tape, and comes back, where these links of its reference are there.
    pub(crate) fn kept_where_there(
        &mut self,
        links: &[(usize, &'static str)],
        (side, from): (Side, Expr),
        into: Expr,
    ) -> (StmtId, StmtId) {
        let id = self.new_tape();
        let put = self.add(side, StmtKind::Save { id, value: from.clone() });
        let get = self.add(Side::Back, StmtKind::Restore { id, into: into.clone() });
        (self.where_there(links, (side, &from), put), self.where_there(links, (Side::Back, &into), get))
    }

    /// A statement, done where these links of a reference are there.
    pub(crate) fn where_there(
        &mut self,
        links: &[(usize, &'static str)],
        (side, of): (Side, &Expr),
        stmt: StmtId,
    ) -> StmtId {
        let tests = links.iter().filter_map(|(k, f)| Some(Expr::intrinsic(f, vec![of.spine().nth(*k)?.clone()])));
        tests.fold(stmt, |inner, test| self.if_then(side, test, vec![inner], Block::new()).unwrap_or(inner))
    }

    fn saves_before(&mut self, saves: &[Save], call: Option<StmtId>) -> (Block, Block) {
        let (mut fore, mut back) = (Block::new(), Block::new());
        if self.primal.is_some() {
            return (fore, back);
        }
        for save in saves {
            if save.value.spine().any(|e| self.unsaved.contains(e)) {
                continue;
            }
            if save.association {
                self.save_association(save, &mut fore, &mut back);
                continue;
            }
            if let Some(kept) = save.allocation {
                let mut pair = Pair::default();
                self.record_around_call(call, &save.value, kept, &mut pair);
                fore.append(&mut pair.fore);
                pair.back.append(&mut back);
                back = pair.back;
                continue;
            }
            self.refuse_own_frame(&save.value);
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
            let links = match call.is_some() || matches!(save.reason, Reason::Snapshot | Reason::Loop) {
                true => self.may_be_absent(&save.value),
                false => Vec::new(),
            };
            for (from, into) in places {
                if !links.is_empty() {
                    let (put, get) = self.kept_where_there(&links, (self.forward, from), into);
                    fore.push(put);
                    back.insert(0, get);
                } else if local {
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
    pub(crate) fn adjoint_of(&self, e: &Expr) -> Option<Expr> {
        let adjoint = self.shell(Side::Back).maps.reference(e)?;
        Some(self.through_pointers(Side::Back, adjoint))
    }

    /// The derivative of a pointer-valued expression, for a call of this sweep.
    pub(crate) fn pointer_of(&self, side: Side, e: &Expr) -> Option<Expr> {
        let derivative = self.shell(side).maps.pointer(e)?;
        Some(self.through_pointers(side, derivative))
    }

    /// What came by value has its adjoint behind a pointer.
    pub(crate) fn through_pointers(&self, side: Side, mut derivative: Expr) -> Expr {
        let maps = &self.shell(side).maps;
        derivative.rewrite(&mut |x| {
            let ExprKind::Var(s) = x.kind else { return };
            let points = matches!(self.world.out.symbol_type(s), Some(Type::Pointer { .. }));
            let original = maps.derivatives.iter().find(|(_, d)| **d == s).map(|(o, _)| *o);
            if let (true, Some(o)) = (points, original)
                && !matches!(self.world.source.symbol_type(o), Some(Type::Pointer { .. }))
            {
                let var = x.clone();
                *x = ExprKind::Deref(Box::new(var)).into();
            }
        });
        // `&*p` is `p`.
        derivative.rewrite(&mut |x| {
            if let ExprKind::Address(place) = &x.kind
                && let ExprKind::Deref(p) = &place.kind
            {
                *x = (**p).clone();
            }
        });
        derivative
    }

    /// `RETURN e` of C: assigns the result.
    pub(crate) fn returned(&mut self, stmt: StmtId, value: &Expr) -> Pair {
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
        self.share_values(&mut pair.back);
        if self.plan.step(stmt).live {
            let (l, r) = (self.fore(&lhs), self.fore(value));
            pair.fore.push(self.add(self.forward, StmtKind::Assign { lhs: l, rhs: r }));
        }
        pair
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
}
