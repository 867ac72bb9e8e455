//! Derivatives that pointers of the forward sweep lead to before the sweeps meet.
//!
//! The derivatives of what a procedure allocates, in its locals and in what outlives it, are made where the sweeps meet
//! ([`storage`](crate::adjoint::emit::storage)). A pointer that is associated with such a place, `u => g%u` or `call field(g, u)`, needs the derivative of
//! the place at once: it is allocated there, like its original and zero, and found where the sweeps meet. What pointers lead to keeps its allocation
//! until the procedure ends.

use std::collections::BTreeSet;

use analysis::allocation::{self, calls, dummies};
use il::typing::type_of;
use il::{Arg, Block, Expr, ExprKind, Span, StmtId, StmtKind, Storage, SymbolId, Type, UnitId};

use crate::adjoint::emit::Emit;
use crate::adjoint::emit::storage::Fill;
use crate::signature::{Part, Slot};

impl Emit<'_, '_> {
    /// Makes the derivative of what a pointer is about to lead to.
    pub(crate) fn allocate_target(&mut self, target: &Expr, span: Span, block: &mut Block) {
        let links = self.links_of(target);
        if links.is_empty() {
            return;
        }
        let owners = self.owners_of(target);
        let local: Vec<SymbolId> = owners.iter().copied().filter(|s| self.is_local_with_parts(*s)).collect();
        let outer = owners.iter().any(|s| self.is_outer_with_parts(*s));
        self.early.extend(&local);
        if self.is_made_where_sweeps_meet(target) {
            self.allocate_links(target, span, block);
        } else if outer || !local.is_empty() {
            links.iter().rev().for_each(|link| self.follow_forward(link, block));
        }
    }

    /// The variables that a target may be a part of: behind pointers there may be several.
    fn owners_of(&self, target: &Expr) -> BTreeSet<SymbolId> {
        let p = self.world.source;
        let root = target.root();
        let through = root.and_then(|s| p.variable(s)).is_some_and(|v| v.pointer);
        if !through && !target.spine().any(|link| self.access.moves(link)) {
            return root.into_iter().collect();
        }
        self.access.place(target).0.iter().map(|z| self.access.zones.zone(z).symbol).collect()
    }

    /// The same for what a call in split mode may associate pointers with, in its argument `actual` for dummy `k`.
    pub(crate) fn allocate_for_call(&mut self, callee: UnitId, k: usize, actual: &Expr, span: Span, block: &mut Block) {
        let Some(root) = actual.root() else { return };
        let outer = self.is_outer_with_parts(root);
        if !outer && !self.is_local_with_parts(root) || !self.leads_into(callee, k, &mut BTreeSet::new()) {
            return;
        }
        if outer {
            self.links_of(actual).iter().rev().for_each(|link| self.follow_forward(link, block));
            return self.parts_forward(actual, block);
        }
        if self.is_split() {
            self.refuse_target(span);
        }
        self.allocate_links(actual, span, block);
        if self.world.source.variable(root).is_some_and(|v| v.ty.element().record().is_some()) {
            self.follow(actual, Fill::Missing, block);
        }
    }

    /// The links of a reference that have allocations of their own, the innermost first.
    fn links_of(&self, target: &Expr) -> Vec<Expr> {
        target.spine().filter(|e| self.has_own_allocation(e)).cloned().collect()
    }

    /// Makes the derivatives of the links of a reference, the outermost first.
    fn allocate_links(&mut self, target: &Expr, span: Span, block: &mut Block) {
        let links = self.links_of(target);
        if links.iter().any(|e| self.fore(e) != self.back(e)) {
            self.refuse(
                span,
                "an active pointer is associated with a part of what is allocated as the procedure goes on",
                "make the target an argument, or a local array that only ALLOCATE gives its shape",
            );
            return;
        }
        self.early.extend(target.root());
        for link in links.iter().rev() {
            self.follow(link, Fill::Missing, block);
        }
    }

    /// Whether what is allocated in a variable that outlives this procedure gets its derivative only where the sweeps meet.
    fn is_outer_with_parts(&self, s: SymbolId) -> bool {
        let outer = self.world.source.variable(s).is_some_and(|v| match v.storage {
            _ if v.pointer => false,
            Storage::Global | Storage::Common => true,
            // Where the sweeps of the caller meet: that is behind a forward half. What is there before it, the caller sees to.
            Storage::Dummy(_) => self.is_split() && v.intent != Some(il::Intent::In),
            Storage::Local => v.saved,
            Storage::Result => false,
        });
        outer && self.follows(s)
    }

    /// Whether the derivative of what is in a local is allocated only where the sweeps meet, so that no pointer of the forward sweep can lead there.
    fn is_made_where_sweeps_meet(&self, target: &Expr) -> bool {
        target.root().is_some_and(|s| self.is_local_with_parts(s)) && target.spine().any(|e| self.has_own_allocation(e))
    }

    /// Whether the derivative of a local follows the allocations of its original.
    fn is_local_with_parts(&self, s: SymbolId) -> bool {
        self.world.source.variable(s).is_some_and(|v| v.is_unsaved_local() && !v.pointer) && self.follows(s)
    }

    /// Whether a link of a reference is allocated by itself: an allocatable, or a pointer that owns its target.
    fn has_own_allocation(&self, link: &Expr) -> bool {
        let p = self.world.source;
        match &link.kind {
            ExprKind::Var(s) => p.variable(*s).is_some_and(|v| v.allocatable),
            ExprKind::Field { record, field, .. } => {
                let f = &p.records[*record].fields[*field];
                f.allocatable || f.pointer && !self.access.moves(link)
            }
            _ => false,
        }
    }

    /// Whether a procedure, itself or by what it calls, associates pointers that outlive it with allocations in its dummy `k`.
    fn leads_into(&self, unit: UnitId, k: usize, seen: &mut BTreeSet<(UnitId, usize)>) -> bool {
        let p = self.world.source;
        let Some(&dummy) = p.units[unit].params.get(k).filter(|_| seen.insert((unit, k))) else { return false };
        let given =
            self.world.signatures.get(unit, Part::Forward).is_some_and(|s| s.slots.contains(&Slot::Derivative(k)));
        let (u, mut found) = (&p.units[unit], false);
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::PointerAssign { rhs, .. } = &s.kind {
                let allocated = p.variable(dummy).is_some_and(|v| v.allocatable);
                found |= rhs.root() == Some(dummy) && (allocated || rhs.spine().any(|e| self.has_own_allocation(e)));
            }
            for (callee, args) in calls(&s.kind) {
                let Some(inner) = p.callee(callee) else { continue };
                for (d, a) in dummies(p, callee, args) {
                    let at = d.and_then(|d| p.units[inner].params.iter().position(|x| *x == d));
                    found |= a.root() == Some(dummy) && at.is_some_and(|at| self.leads_into(inner, at, seen));
                }
            }
        });
        given && found
    }

    /// Whether a part of a local that pointers lead to is released where the procedure only releases what the local has: the reverse of its ALLOCATE does it.
    pub(crate) fn is_led_to_until_the_end(&self, stmt: StmtId, object: &Expr) -> bool {
        let u = &self.world.source.units[self.unit];
        let (Some(root), Some(at)) = (object.root(), u.body.iter().position(|id| *id == stmt)) else { return false };
        let released = |id: &StmtId| matches!(u.stmts[*id].kind, StmtKind::Deallocate { .. });
        let still = |id: &StmtId| !released(id) && u.mentions(&[*id], root);
        self.depth == 0 && !self.is_split() && self.led_into(root).is_some() && !u.body[at + 1..].iter().any(still)
    }

    /// Where a pointer is made to lead to what a local of this procedure has allocated.
    fn led_into(&self, root: SymbolId) -> Option<Span> {
        let first = self.leads_to(root).first().copied();
        first.map(|id| self.world.source.units[self.unit].stmts[id].span)
    }

    /// The statements that make a pointer lead to what a local of this procedure has allocated.
    fn leads_to(&self, root: SymbolId) -> Vec<StmtId> {
        let p = self.world.source;
        let (u, mut found) = (&p.units[self.unit], Vec::new());
        if !self.is_local_with_parts(root) {
            return found;
        }
        u.walk(&u.body, &mut |id, s| {
            let mut leads = matches!(&s.kind, StmtKind::PointerAssign { lhs, rhs }
                if rhs.root() == Some(root)
                    && self.is_made_where_sweeps_meet(rhs)
                    && self.access.alias_at(self.unit, id).is_none()
                    && self.world.facts.has_storage(p, il::stmt::associated(lhs)));
            for (callee, args) in calls(&s.kind) {
                let Some(inner) = p.callee(callee) else { continue };
                for (d, a) in dummies(p, callee, args).into_iter().filter(|(_, a)| a.root() == Some(root)) {
                    let at = d.and_then(|d| p.units[inner].params.iter().position(|x| *x == d));
                    leads |= at.is_some_and(|k| self.leads_into(inner, k, &mut BTreeSet::new()))
                        && self.world.facts.has_storage(p, a);
                }
            }
            found.extend(leads.then_some(id));
        });
        found
    }

    /// Refuses a call that may give what pointers lead to another allocation.
    pub(crate) fn refuse_call_when_led_to(&mut self, stmt: StmtId, callee: SymbolId, args: &[Arg]) {
        let roots = args.iter().filter_map(|a| a.value.root()).collect::<BTreeSet<_>>();
        let led: Vec<SymbolId> = roots.into_iter().filter(|s| self.may_come_after(stmt, &self.leads_to(*s))).collect();
        if led.is_empty() {
            return;
        }
        for actual in allocation::changed_by_call(self.world.source, callee, args) {
            if actual.root().is_some_and(|s| led.contains(&s)) {
                self.refuse_when_led_to(Some(stmt), actual);
            }
        }
    }

    /// Whether a statement may be executed after one of others: it stands behind it, or in a loop with it.
    pub(crate) fn may_come_after(&self, stmt: StmtId, others: &[StmtId]) -> bool {
        let u = &self.world.source.units[self.unit];
        let (mut seen, mut after, mut together) = (false, false, false);
        u.walk(&u.body, &mut |id, s| {
            after |= !seen && id != stmt && others.contains(&id) || s.kind.jumps_to_labels() && !others.is_empty();
            seen |= id == stmt;
            if s.kind.is_loop() {
                let mut inside = BTreeSet::new();
                s.kind.blocks().into_iter().for_each(|b| u.walk(b, &mut |id, _| inside.extend([id])));
                together |= inside.contains(&stmt) && others.iter().any(|o| inside.contains(o));
            }
        });
        after || together
    }

    /// A target that is released is allocated elsewhere in the backward sweep: what pointers of the forward sweep led to does not come back with it.
    /// Only where nothing before the statement may have gone there, nothing is missing.
    pub(crate) fn refuse_when_led_to(&mut self, stmt: Option<StmtId>, object: &Expr) {
        let hangs = || stmt.is_none_or(|s| self.may_be_reached_before(s, object));
        if let Some(span) = self.led_to(object).filter(|_| hangs()) {
            self.refuse(
                span,
                "a pointer is associated with an allocatable target that is released before the procedure ends",
                "release the target in the last statement of the procedure, or declare it POINTER",
            );
        }
    }

    /// The association of a pointer with an allocatable target, or a part of it, that may still hold where this procedure gives the target another
    /// allocation.
    pub(crate) fn led_to(&self, object: &Expr) -> Option<Span> {
        let p = self.world.source;
        let root = object.root()?;
        if let Some(span) = self.led_into(root) {
            return Some(span);
        }
        p.variable(root).filter(|v| v.target)?;
        let (memory, _) = self.access.place(object);
        // By its name, and by a pointer to the structure that it is in.
        let (mut named, mut to_structure, mut behind) = (None, false, None);
        for &unit in self.world.facts.differentiated() {
            let u = &p.units[unit];
            u.walk(&u.body, &mut |id, s| {
                let StmtKind::PointerAssign { lhs, rhs, .. } = &s.kind else { return };
                if self.access.alias_at(unit, id).is_some() || self.ends_before(unit, lhs) {
                    return;
                }
                match (may_hold(&type_of(p, object), &type_of(p, rhs)), rhs.root() == Some(root)) {
                    (true, true) => named = Some(s.span),
                    (true, false) if self.access.place(rhs).0.meets(&memory) => behind = Some(s.span),
                    (false, true) => to_structure = true,
                    _ => {}
                }
            });
        }
        named.or(behind.filter(|_| to_structure))
    }
}

/// Whether an object of the second type may be in one of the first: no structure is in numbers or text, which only belong to it.
fn may_hold(outer: &Type, inner: &Type) -> bool {
    let plain = matches!(outer.element(), Type::Scalar(_) | Type::Character { .. });
    !plain || inner.element().record().is_none()
}
