//! The sweeps of ALLOCATE and DEALLOCATE: what one sweep allocates, the reverse of the statement releases, and the other way round.

use analysis::{allocation, reallocation};
use il::typing::type_of;
use il::{Block, Expr, ExprKind, StmtId, StmtKind, Type};

use crate::adjoint::emit::storage::Fill;
use crate::adjoint::emit::{Emit, Pair, Side};
use crate::adjoint::plan::Save;
use crate::signature::Part;

impl Emit<'_, '_> {
    pub(crate) fn allocate(&mut self, stmt: StmtId, objects: &[il::stmt::Allocation]) -> Pair {
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
            let local = root.and_then(|s| p.variable(s)).is_some_and(|v| v.is_unsaved_local());
            if owned {
                let through = root.and_then(|s| p.variable(s)).is_some_and(|v| v.pointer);
                if through && !self.access.moves(&o.object) {
                    self.refuse(
                        original.span,
                        "an active component is allocated through a pointer",
                        "allocate it by the name of the structure that the pointer leads to",
                    );
                }
                if options.iter().any(|a| a.is_named("source")) {
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
                    } else if self.fills_again(&o.object) {
                        self.refuse(
                            original.span,
                            "the value of a function in split mode is allocated and then overwritten: its backward half does not have it",
                            "compute it in a local array, or do not name the function in -nocheckpoint",
                        );
                    }
                    continue;
                }
                // The derivative of a pointer goes along, whoever else sees it.
                let moves = self.access.moves(&o.object);
                if moves && !local && self.is_given_by_caller(&o.object) {
                    self.refuse(
                        original.span,
                        "a dependent of the head is a pointer that is allocated here: its derivative would be another one than the caller's",
                        "allocate it before the head is called",
                    );
                }
                // So does that of what such pointers are in: they need a place in the forward sweep.
                let beside = moves || self.world.facts.has_moving_parts(p, &type_of(p, &o.object));
                let follows = !beside && (!local || root.is_some_and(|s| self.follows(s)));
                if follows {
                    let derivative = self.adjoint_of(&o.object);
                    release.extend(derivative.map(|d| self.release(d)));
                } else if let Some(derivative) = maps.reference(&o.object) {
                    let dims =
                        maps.ty(&Type::Array { elem: Box::new(Type::Void), dims: o.dims.clone() }).dims().to_vec();
                    let objects = vec![il::stmt::Allocation { object: derivative.clone(), dims }];
                    let typed = options.iter().find_map(|a| self.world.derivative_mold(&maps, a));
                    let options = typed.into_iter().collect();
                    out.fore.push(self.add(side, StmtKind::Allocate { objects, options }));
                    match self.is_split() {
                        true => {
                            self.zero_forward(&type_of(p, &o.object), derivative.clone(), original.span, &mut out.fore)
                        }
                        false => {
                            let mut zero = Block::new();
                            self.fill_zero(&o.object, derivative.clone(), &mut zero);
                            out.fore.append(&mut zero);
                        }
                    }
                    release.extend(self.adjoint_of(&o.object).map(|d| self.release(d)));
                }
            }
            let object = self.back(&o.object);
            // The backward half has what was handed over, and what it allocated to reverse a release; the value of a function is the caller's.
            let of_value = root == p.units[self.unit].result();
            let not_handed = local && root.is_some_and(|s| !self.plan.handed_over.contains(&s));
            let elsewhere = self.is_split() && (of_value || not_handed);
            // Assignments may have given it another allocation, which went where they are reversed.
            if elsewhere || !owned && local && reallocation::is_reallocated(self.world.source, self.unit, &o.object) {
                release.push(self.release_where("allocated", object));
            } else {
                release.push(self.release(object));
            }
        }
        release.append(&mut restores);
        out.back = release;
        out
    }

    /// ALLOCATE of text of a given length.
    pub(crate) fn allocate_texts(&mut self, stmt: StmtId) -> Pair {
        let step = self.plan.step(stmt);
        if !step.live {
            return Pair::default();
        }
        let kind = self.original(stmt).kind.clone();
        let (mut fore, mut restores) = self.saves(&step.saves);
        fore.push(self.copy(stmt));
        let p = self.world.source;
        let text = |e: &&Expr| matches!(type_of(p, e).element(), Type::Character { .. });
        let mut back = Block::new();
        for o in allocation::allocated_texts(&kind).unwrap_or_default().iter().filter(text) {
            let object = self.back(o);
            back.push(self.release_where("allocated", object));
        }
        back.append(&mut restores);
        Pair { fore, back }
    }

    /// Whether the caller of a head gives the derivative of a pointer: it is that of a dependent.
    fn is_given_by_caller(&self, object: &Expr) -> bool {
        let (p, root) = (self.world.source, object.root());
        let head = self.world.request.head(self.unit);
        head.is_some_and(|h| match &h.dependents {
            Some(all) => all.iter().any(|d| Some(d.symbol) == root),
            None => root.and_then(|s| p.variable(s)).is_some_and(|v| matches!(v.storage, il::Storage::Dummy(_))),
        })
    }

    /// Zero in a derivative that the forward half has allocated. `ty` is the type of the original.
    fn zero_forward(&mut self, ty: &Type, derivative: Expr, span: il::Span, block: &mut Block) {
        match ty.element() {
            Type::Scalar(s) if s.is_differentiable() => {
                let rhs = crate::simplify::zero(s);
                block.push(self.add(self.forward, StmtKind::Assign { lhs: derivative, rhs }));
            }
            Type::Record(r) => {
                for k in 0..self.world.source.records[*r].fields.len() {
                    let f = self.world.source.records[*r].fields[k].clone();
                    let known = self.shell(self.forward).maps.fields.get(&(*r, k)).copied();
                    let Some((record, field)) = known.filter(|_| !f.pointer && !f.allocatable) else { continue };
                    if ty.rank() > 0 && f.ty.rank() > 0 {
                        self.refuse(
                            span,
                            "an array of structures with array components is allocated for the caller through a pointer",
                            "declare it ALLOCATABLE",
                        );
                        continue;
                    }
                    let part = ExprKind::Field { base: Box::new(derivative.clone()), record, field }.into();
                    self.zero_forward(&f.ty, part, span, block);
                }
            }
            _ => {}
        }
    }

    /// Whether the derivative of what is allocated is there although its original has been released: the caller of a head gives derivatives as they are at
    /// the beginning, and the backward sweep begins where the original may be gone.
    fn may_be_left(&self, object: &Expr) -> bool {
        let (w, root) = (&self.world, object.root());
        let spoken = |s: il::SymbolId| {
            let mut heads = w.request.heads.iter().map(|h| w.signatures.of(h.unit, Part::Adjoint));
            heads.any(|h| h.status.iter().any(|(place, _)| place.symbol == s))
        };
        match root.and_then(|s| w.source.variable(s)).map(|v| &v.storage) {
            Some(il::Storage::Global) => root.is_some_and(spoken),
            // What callers hand over may be such a variable, or a part of one.
            Some(il::Storage::Dummy(_)) => w.request.head(self.unit).is_none() || root.is_some_and(spoken),
            _ => false,
        }
    }

    pub(crate) fn release(&mut self, object: Expr) -> StmtId {
        self.add(Side::Back, StmtKind::Deallocate { objects: vec![object], options: Vec::new() })
    }

    /// `if (allocated(object)) deallocate (object)`, or with another inquiry.
    pub(crate) fn release_where(&mut self, inquiry: &str, object: Expr) -> StmtId {
        let test = Expr::intrinsic(inquiry, vec![object.clone()]);
        let body = vec![self.release(object)];
        self.add(Side::Back, StmtKind::If(il::stmt::If::when(test, body, true)))
    }

    /// The derivative of a global that pointers are led to is there from the association on. What an earlier run of the head has left may have another shape.
    fn release_stale(&mut self, object: &Expr) -> Option<StmtId> {
        let (p, side) = (self.world.source, self.forward);
        let global = object.root().and_then(|s| p.variable(s)).is_some_and(|v| v.storage == il::Storage::Global);
        let first = self.is_split() || self.world.facts.analysis.calls().callers(self.unit).is_empty();
        if !global || !first || self.may_be_left(object) || self.led_to(object).is_none() {
            return None;
        }
        let derivative = self.shell(side).maps.reference(object)?;
        let test = Expr::intrinsic("allocated", vec![derivative.clone()]);
        let gone = self.add(side, StmtKind::Deallocate { objects: vec![derivative], options: Vec::new() });
        self.if_then(side, test, vec![gone], Block::new())
    }

    /// Whether an allocatable local is released where nothing asks for it any more: its procedure releases it when it ends.
    pub(crate) fn goes_with_its_procedure(&self, stmt: StmtId, object: &Expr) -> bool {
        let ExprKind::Var(s) = object.kind else { return false };
        let p = self.world.source;
        let local = |v: &il::Variable| v.allocatable && v.is_unsaved_local();
        self.depth == 0
            && !self.is_split()
            && p.home(s) == Some(self.unit)
            && p.units[self.unit].children.is_empty()
            && p.variable(s).is_some_and(local)
            && allocation::is_last(&p.units[self.unit], stmt, s)
    }

    /// What the backward sweep may still read is released by the reverse of its ALLOCATE; in loops it must be made anew.
    pub(crate) fn deallocate(&mut self, stmt: StmtId, objects: &[Expr]) -> Pair {
        let mut out = Pair::default();
        let p = self.world.source;
        if objects.iter().any(|o| self.access.moves(o)) {
            return self.let_go(stmt, objects);
        }
        let named = |e: &Expr| allocation::is_allocatable_of_numbers(p, e);
        if objects.iter().all(|o| self.goes_with_its_procedure(stmt, o) || self.is_led_to_until_the_end(stmt, o)) {
            return out;
        }
        for o in objects {
            let follows = o.root().is_none_or(|s| self.follows(s));
            let mut gone = vec![self.fore(o)];
            // Derivatives that follow their originals are made like them.
            let (mut beside, mut fill) = (None, Block::new());
            if self.world.facts.has_storage(p, o) {
                let maps = (&self.shell(self.forward).maps, &self.shell(Side::Back).maps);
                if let (Some(f), Some(b)) = (maps.0.reference(o), maps.1.reference(o)) {
                    let local = |v: &il::Variable| v.is_unsaved_local();
                    if o.root().is_some_and(|s| p.variable(s).is_some_and(local) && !follows) {
                        gone.push(f);
                    }
                    match named(o) || !self.world.facts.has_separate_parts(p, &type_of(p, o)) {
                        true => {
                            beside = Some(b);
                            self.clear(o, &mut fill);
                        }
                        false => self.follow(o, Fill::AllocateAllocated, &mut fill),
                    }
                }
            }
            let mut kept = Pair::default();
            let left_over = beside.clone().filter(|_| self.may_be_left(o));
            // Parts of structures are kept whatever becomes of them.
            let needed = |save: &Save| save.value == *o;
            let all = !named(o) && !self.world.facts.is_of_links(p, o);
            let values = all || self.plan.step(stmt).saves.iter().any(needed);
            self.record_released(stmt, o, values, beside, &mut kept);
            out.fore.append(&mut kept.fore);
            out.fore.push(self.add(self.forward, StmtKind::Deallocate { objects: gone, options: Vec::new() }));
            out.fore.extend(self.release_stale(o));
            let inquiry = if p.is_pointer(o) { "associated" } else { "allocated" };
            let mut back: Block = left_over.map(|d| self.release_where(inquiry, d)).into_iter().collect();
            back.append(&mut kept.back);
            back.append(&mut fill);
            back.append(&mut out.back);
            out.back = back;
        }
        out
    }
}
