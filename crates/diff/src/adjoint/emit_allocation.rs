//! The sweeps of ALLOCATE and DEALLOCATE: what one sweep allocates, the reverse of the statement releases, and the other way round.

use il::typing::{rank_of, type_of};
use il::{Block, Expr, ExprKind, StmtId, StmtKind, Type};

use super::emit::{Emit, Pair, Side};
use super::plan::Home;
use crate::allocation;

impl Emit<'_, '_> {
    pub(super) fn allocate(&mut self, stmt: StmtId, objects: &[il::stmt::Allocation]) -> Pair {
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
    pub(super) fn goes_with_its_procedure(&self, stmt: StmtId, object: &Expr) -> bool {
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
    pub(super) fn deallocate(&mut self, stmt: StmtId, objects: &[Expr]) -> Pair {
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
