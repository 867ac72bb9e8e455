//! What is overwritten and need not be saved: what nothing has written before, elements whose old values no adjoint reads.

use std::collections::BTreeSet;

use il::calls::is_new_memory;
use il::typing::type_of;
use il::{Expr, ExprKind, Program, StmtId, StmtKind, Subscript, SymbolId, Type};

use super::Planner;
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::arguments;
use crate::adjoint::plan::elements::{self, Sweep};
use crate::adjoint::plan::tree::{NodeKind, Seq};
use crate::adjoint::plan::uses;
use crate::adjoint::plan::{LoopPlan, Step};

impl Planner<'_, '_> {
    /// Notes which choices and loops leave the backward sweep nothing to do, nor to put back: nothing is recorded for them. Asked when all saves are
    /// known; whether all of a sequence is so.
    pub(super) fn forget_idle(&mut self, seq: &Seq) -> bool {
        seq.iter().fold(true, |idle, n| {
            let mut inside = true;
            n.seqs().into_iter().for_each(|s| inside &= self.forget_idle(s));
            let stays = matches!(n.kind, NodeKind::Jump(_) | NodeKind::Again { .. } | NodeKind::Dispatch { .. });
            let acts = |s: &Step| s.undone || !s.saves.is_empty() || !s.around.is_empty() || !s.resets.is_empty();
            let here = stays
                || self.back.contains(&n.stmt)
                || self.regions.contains_key(&n.stmt)
                || self.steps.get(&n.stmt).is_some_and(acts)
                || self.loops.get(&n.stmt).is_some_and(LoopPlan::runs_again);
            if inside && !here {
                self.choices.remove(&n.stmt);
                self.loops.entry(n.stmt).and_modify(|l| l.idle = true);
            }
            inside && !here && idle
        })
    }

    /// What holds nothing worth saving before a statement: what the turn of a fused loop has for itself and has not written yet, and local C arrays that
    /// nothing has written before a statement that is executed once (a compiler sees that).
    pub(super) fn untouched(&self, id: StmtId) -> Set {
        let mut out = self.never_written(id);
        out.union(self.fresh.get(&id).unwrap_or(&Set::default()));
        out
    }

    fn never_written(&self, id: StmtId) -> Set {
        let mut out = Set::default();
        let p = self.world.source;
        let u = &p.units[self.unit];
        if self.repeated.contains(&id) || u.language != il::Language::C {
            return out;
        }
        let mut before = true;
        let mut written = Set::default();
        let mut locals: Vec<SymbolId> = Vec::new();
        let own = self.stmt(id).kind.assigned().and_then(constant_part);
        u.walk(&u.body, &mut |s, stmt| {
            before &= s != id;
            let other = |o: &Vec<Expr>| own.as_ref().is_some_and(|own| are_apart(own, o));
            if before && !assigned_part(p, &stmt.kind).as_ref().is_some_and(other) {
                written.union(&self.effect(s).writes);
            }
            if let StmtKind::Declare(list) = &stmt.kind {
                locals.extend(list.iter().filter(|s| {
                    p.variable(**s).is_some_and(|v| {
                        v.is_unsaved_local() && v.init.is_none() && matches!(v.ty, Type::Array { .. } | Type::Record(_))
                    })
                }));
            }
        });
        for s in locals {
            out.add(&self.access.zones.of_symbol(s));
        }
        out.minus(&written);
        out
    }

    /// Whether an assignment overwrites only elements whose old values no adjoint reads.
    pub(super) fn is_needless(&self, id: StmtId) -> bool {
        let (Some(elements), StmtKind::Assign { lhs, rhs }) = (&self.elements, &self.stmt(id).kind) else {
            return false;
        };
        // Where a pointer leads is no element of an array of numbers.
        let ty = type_of(self.world.source, lhs);
        if matches!(rhs.kind, ExprKind::Call { .. }) || !ty.is_differentiable() || matches!(ty, Type::Pointer { .. }) {
            return false;
        }
        let (zones, _) = self.access.place(lhs);
        if self.standing.contains(&id) {
            return true;
        }
        let (again, loops): (_, &[StmtId]) = match &self.turn {
            Some(turn) if zones.meets(&turn.start) => return false,
            Some(turn) => (&turn.again, &turn.loops),
            None => (&self.rebuilding, &[]),
        };
        let sweep = Sweep { runs: &|s| self.runs(s), behind: false, found: zones.meets(&self.found) };
        !zones.meets(&self.relied) && !zones.meets(again) && elements.is_needless(self.access, id, lhs, loops, &sweep)
    }

    /// Whether the sweep that is planned runs an assignment, so that this saves what it overwrites. What updates are undone by starts from the
    /// values behind them: then nothing is left out.
    pub(super) fn runs(&self, id: StmtId) -> bool {
        self.live.contains(&id) && !self.world.request.invert_updates
    }

    /// The same of a call: `call step(a(k - 1), a(k))`. `set` is what it overwrites and somebody reads, when it runs, or (`behind`) when its adjoint
    /// has run it again.
    pub(super) fn is_needless_call(&self, id: StmtId, set: &Set, behind: bool) -> bool {
        let written = |u, d| arguments::may_be_written(self.world, self.access, u, d);
        let places = uses::call_values(self.world, self.unit, id, &written);
        let (Some(elements), Some(mut places)) = (&self.elements, places) else { return false };
        if let StmtKind::Assign { lhs, .. } = &self.stmt(id).kind {
            places.push(lhs.clone());
        }
        let own = set.iter().all(|z| elements.is_own(self.access, z));
        let sweep = Sweep { runs: &|s| self.runs(s), behind, found: set.meets(&self.found) };
        let numbers = |e: &Expr| type_of(self.world.source, e).is_differentiable();
        own && !set.meets(&self.relied)
            && !set.meets(&self.rebuilding)
            && places
                .iter()
                .filter(|e| e.is_reference() && self.access.place(e).0.meets(set))
                .all(|e| numbers(e) && elements.is_needless(self.access, id, e, &[], &sweep))
    }
}

/// What nobody needs at the end of the procedure although adjoints read it.
impl Planner<'_, '_> {
    /// Of what is needed behind the procedure: numbers that are read by such adjoints only as put back themselves what they read, `x(i)` of
    /// `x(i) = x(i)**2`, and by turns that run again from what is saved for each. What stands there meanwhile is nobody's.
    pub(super) fn put_back_by_readers(&self, needed: &Set) -> Set {
        let Some(elements) = &self.elements else { return Set::default() };
        let is_number = |z: &il::zones::ZoneId| {
            let zone = self.access.zones.zone(*z);
            zone.differentiable && !zone.address && !self.relied.has(*z) && !self.found.has(*z)
        };
        let put_back = |z: &il::zones::ZoneId| {
            let zones: Set = [*z].into_iter().collect();
            let mut covered = BTreeSet::new();
            self.turns_put_back(&self.tree.body, &zones, &mut covered)
                && elements.is_put_back_by_readers(self.access, &zones, &covered, &|s| self.runs(s))
        };
        needed.iter().filter(is_number).filter(put_back).collect()
    }

    /// Whether all turns and regions that run again, and have to do with some zones, are turns that find of them what is saved for each and nothing
    /// else; their statements.
    fn turns_put_back(&self, seq: &Seq, zones: &Set, covered: &mut BTreeSet<StmtId>) -> bool {
        seq.iter().all(|n| {
            if !self.is_run_again(n) {
                return n.seqs().into_iter().all(|s| self.turns_put_back(s, zones, covered));
            }
            let mut inside = BTreeSet::new();
            n.visit(&mut |m| inside.extend([m.stmt]));
            if !inside.iter().any(|s| self.effect(*s).reads.meets(zones) || self.effect(*s).writes.meets(zones)) {
                return true;
            }
            let Some(rebuilt) = self.loops.get(&n.stmt).and_then(|l| l.rebuilt.as_ref()) else { return false };
            let saved = |e: &Expr| rebuilt.saves.iter().any(|s| !s.association && s.value == *e);
            let finds = |id: &StmtId| {
                let (mut references, mut clean) = (Vec::new(), true);
                let kind = &self.stmt(*id).kind;
                kind.exprs(&mut |e| clean &= elements::find(self.access, e, zones, &mut references));
                clean && kind.call().is_none() && references.into_iter().all(saved)
            };
            let all = inside.iter().all(finds);
            covered.append(&mut inside);
            all
        })
    }
}

/// What a statement assigns, and nothing else, since it calls nothing of the user's.
fn assigned_part(p: &Program, kind: &StmtKind) -> Option<Vec<Expr>> {
    let StmtKind::Assign { lhs, rhs } = kind else { return None };
    let mut calls = false;
    rhs.walk(&mut |x| {
        calls |= matches!(x.kind, ExprKind::Call { .. }) && !is_new_memory(p, x);
    });
    constant_part(lhs).filter(|_| !calls)
}

/// A place from the variable to the part, when all subscripts on the way are constants.
fn constant_part(place: &Expr) -> Option<Vec<Expr>> {
    let mut out = vec![place.clone()];
    let mut at = place;
    loop {
        at = match &at.kind {
            ExprKind::Var(_) => break,
            ExprKind::Index { base, subs } => {
                let constant = |s: &Subscript| matches!(s, Subscript::At(i) if i.as_int().is_some());
                if !subs.iter().all(constant) {
                    return None;
                }
                base
            }
            ExprKind::Field { base, .. } => base,
            _ => return None,
        };
        out.push(at.clone());
    }
    out.reverse();
    Some(out)
}

/// Whether two parts of a variable lie apart: on the way to them, constant subscripts differ.
fn are_apart(a: &[Expr], b: &[Expr]) -> bool {
    let differ = a.iter().zip(b).find(|(x, y)| x != y);
    a.first() == b.first()
        && differ.is_some_and(|(x, y)| matches!((&x.kind, &y.kind), (ExprKind::Index { .. }, ExprKind::Index { .. })))
}
