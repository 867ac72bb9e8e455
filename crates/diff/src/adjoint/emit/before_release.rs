//! What may have gone through pointers to an allocatable target before it is released: `if (allocated(u)) deallocate (u)`, then `allocate (u(n))` and `p => u`.
//!
//! The backward sweep allocates such a target elsewhere. Only what it does from there on, the adjoints of what ran before the release, could go through a
//! pointer that leads to the old place: in this procedure, in what it has called, and in its callers. Where nothing of that can lead there, none hangs.

use std::collections::BTreeSet;

use il::{Expr, StmtId, StmtKind, Storage, SymbolId, UnitId};

use crate::adjoint::emit::Emit;
use crate::adjoint::plan::access::Set;

impl Emit<'_, '_> {
    /// Whether something that may run before a statement of this procedure may go through a pointer to `object`, or make one lead there.
    pub(crate) fn may_be_reached_before(&self, stmt: StmtId, object: &Expr) -> bool {
        let p = self.world.source;
        let Some(root) = object.root() else { return true };
        let Some(v) = p.variable(root) else { return true };
        let own = p.home(root) == Some(self.unit) && p.units[self.unit].children.is_empty();
        if own && v.is_unsaved_local() && !v.pointer {
            return self.is_led_to_before(stmt, root);
        }
        let kept = v.storage == Storage::Global || v.saved;
        let (target, _) = self.access.place(object);
        !kept || v.pointer || self.is_asked_for(&target) || self.is_reached_before(stmt, root, &target)
    }

    /// Whether a pointer may be made to lead to a local of this procedure before a statement.
    fn is_led_to_before(&self, stmt: StmtId, root: SymbolId) -> bool {
        let (p, u) = (self.world.source, &self.world.source.units[self.unit]);
        let mut leads = Vec::new();
        u.walk(&u.body, &mut |id, s| {
            let mut led = matches!(&s.kind, StmtKind::PointerAssign { rhs, .. } if rhs.root() == Some(root));
            // Whoever gets it may make pointers lead there.
            s.kind.each_call(&mut |_, args| led |= args.iter().any(|a| a.value.mentions(root)));
            s.kind.exprs(&mut |e| led |= p.holds_pointers(&il::typing::type_of(p, e)) && e.mentions(root));
            leads.extend(led.then_some(id));
        });
        self.may_come_after(stmt, &leads)
    }

    /// Whether a head speaks of a pointer that may lead to `target`: its derivative is cleared, or given, where the head begins.
    fn is_asked_for(&self, target: &Set) -> bool {
        let p = self.world.source;
        let spoken = self.world.request.heads.iter().flat_map(|h| h.independents.iter().chain(&h.dependents)).flatten();
        spoken.map(|place| place.symbol).any(|s| {
            let leads = p.variable(s).is_some_and(|v| v.pointer || p.holds_pointers(&v.ty));
            let mut reachable = Set::default();
            reachable.add(&self.access.zones.reachable(p, &Expr::var(s)));
            leads && reachable.meets(target)
        })
    }

    /// Whether a reference goes through a pointer that may lead to `target`. `root`: what has the target by its own name.
    fn leads_there(&self, e: &Expr, root: Option<SymbolId>, target: &Set) -> bool {
        let p = self.world.source;
        let by_name = e.root() == root && !e.spine().any(|x| p.is_pointer_component(x));
        e.is_reference() && !by_name && self.access.place(e).0.meets(target)
    }

    /// Whether a statement goes through such a pointer, or makes one.
    fn goes_there(&self, kind: &StmtKind, root: SymbolId, target: &Set) -> bool {
        let mut found = matches!(kind, StmtKind::PointerAssign { rhs, .. } if rhs.root() == Some(root));
        kind.exprs(&mut |e| e.walk(&mut |x| found |= self.leads_there(x, Some(root), target)));
        found
    }

    /// What runs before a statement: what stands in front of it or in a loop with it, what that calls, and the same for the calls of its procedure.
    fn is_reached_before(&self, stmt: StmtId, root: SymbolId, target: &Set) -> bool {
        let p = self.world.source;
        let graph = self.world.facts.analysis.calls();
        let mut todo: Vec<(UnitId, StmtId)> = vec![(self.unit, stmt)];
        let (mut seen, mut called) = (BTreeSet::new(), BTreeSet::new());
        while let Some((unit, at)) = todo.pop() {
            if !seen.insert((unit, at)) {
                continue;
            }
            let u = &p.units[unit];
            let (mut behind, mut jumps, mut together) = (false, false, BTreeSet::new());
            u.walk(&u.body, &mut |_, s| {
                jumps |= s.kind.jumps_to_labels();
                if s.kind.is_loop() {
                    let mut inside = BTreeSet::new();
                    s.kind.blocks().into_iter().for_each(|b| u.walk(b, &mut |id, _| inside.extend([id])));
                    together.extend(inside.contains(&at).then_some(inside).into_iter().flatten());
                }
            });
            let mut found = false;
            u.walk(&u.body, &mut |id, s| {
                behind |= id == at;
                // A call that leads to the release: what it is given is in the hands of the callee.
                let given = id == at && unit != self.unit;
                if !behind || jumps || given || together.contains(&id) {
                    found |= self.goes_there(&s.kind, root, target);
                }
                if !behind || jumps || together.contains(&id) {
                    s.kind.each_call(&mut |callee, _| called.extend(graph.targets(p, callee).units));
                }
            });
            if found {
                return true;
            }
            for &caller in graph.callers(unit).iter().filter(|c| self.world.facts.is_differentiated(**c)) {
                let sites = graph.sites(caller).iter().filter(|s| s.targets.units.contains(&unit));
                todo.extend(sites.map(|s| (caller, s.stmt)));
            }
        }
        let called: Vec<UnitId> = called.into_iter().collect();
        graph.reached(&called).into_iter().chain(called).any(|unit| {
            let (u, mut found) = (&p.units[unit], false);
            u.walk(&u.body, &mut |_, s| found |= self.goes_there(&s.kind, root, target));
            found
        })
    }
}
