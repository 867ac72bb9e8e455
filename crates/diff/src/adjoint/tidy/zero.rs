//! Zeros of scalar adjoints, followed through the structure of the generated body.
//!
//! Forwards: where `xb` is known to be zero, `xb = xb + e` is `xb = e` and `xb = 0` is nothing. Backwards: what is assigned to a local adjoint
//! and not read again is not assigned. Both solve loops first and rewrite afterwards.

use std::collections::BTreeSet;

use il::stores::Touched;
use il::{Block, Expr, StmtId, StmtKind, SymbolId, Type, UnitId};

use super::{arms, other_arms};
use crate::adjoint::tidy::increment;
use crate::derive::World;
use crate::request::Improvement;
use crate::simplify;

type Set = BTreeSet<SymbolId>;

/// Rewrites the body. `tracked` are scalar adjoints and temporaries of ours that nothing else can name; `dead` those that nobody reads after it.
/// Whether statements went into arms of choices.
pub(crate) fn zeros(world: &mut World, unit: UnitId, body: &mut Block, tracked: &Set, dead: &Set) -> bool {
    let sinks = world.request.improves(Improvement::TidyLoops) && !tracked.is_empty();
    let mut names = sinks.then(|| arms::names(&world.out.units[unit], body));
    names.iter_mut().for_each(|n| n.retain(|s, _| trackable(world, *s) && world.out.is_alone_in(unit, *s)));
    let mut z = Zeros { world, unit, tracked, names, sunk: false, turns: sinks.then_some(0), added: false };
    z.forward(body, &mut Set::new(), true);
    let mut live: Set = tracked.difference(dead).copied().collect();
    z.backward(body, &mut live, true);
    if z.added {
        // Zeros of other arms that spare none behind the choice.
        (z.names, z.turns) = (None, None);
        z.forward(body, &mut Set::new(), true);
    }
    z.sunk
}

struct Zeros<'w, 'a> {
    world: &'w mut World<'a>,
    unit: UnitId,
    tracked: &'w Set,
    names: Option<arms::Names>,
    sunk: bool,
    /// How many loops are around, where arms of choices are to set the same scalars.
    turns: Option<usize>,
    /// Whether arms were given zeros.
    added: bool,
}

impl Zeros<'_, '_> {
    fn kind(&self, id: StmtId) -> &StmtKind {
        &self.world.out.units[self.unit].stmts[id].kind
    }

    /// The scalar that a statement assigns as a whole, when it is tracked.
    fn assigned(&self, id: StmtId) -> Option<(SymbolId, Expr)> {
        let (lhs, rhs) = self.kind(id).as_assign()?;
        lhs.as_var().filter(|s| self.tracked.contains(s)).map(|s| (s, rhs.clone()))
    }

    /// Takes the body of `id` out, hands its blocks to `f`, puts it back.
    fn inside(&mut self, id: StmtId, f: &mut dyn FnMut(&mut Self, Vec<&mut Block>)) {
        let nothing = StmtKind::Nop;
        let mut kind = std::mem::replace(&mut self.world.out.units[self.unit].stmts[id].kind, nothing);
        f(self, kind.blocks_mut());
        self.world.out.units[self.unit].stmts[id].kind = kind;
    }

    /// Whether one of the arms is always executed.
    fn is_exhaustive(kind: &StmtKind) -> bool {
        match kind {
            StmtKind::If(i) => i.otherwise.is_some(),
            StmtKind::Select { cases, .. } => cases.iter().any(|c| c.default),
            StmtKind::Scope { .. } => true,
            _ => false,
        }
    }

    fn is_border(&self, id: StmtId) -> bool {
        let s = &self.world.out.units[self.unit].stmts[id];
        s.label.is_some()
            || matches!(s.kind, StmtKind::Goto(_) | StmtKind::Exit(_) | StmtKind::Cycle(_) | StmtKind::Return(_))
    }

    fn forward(&mut self, block: &mut Block, zero: &mut Set, rewrite: bool) {
        let mut k = 0;
        while k < block.len() {
            let id = block[k];
            k += 1;
            if self.is_border(id) {
                zero.clear();
            }
            if let Some((s, rhs)) = self.assigned(id) {
                if simplify::is_zero(&rhs) {
                    let comments = !self.world.out.units[self.unit].stmts[id].comments.is_empty();
                    if !zero.insert(s) && rewrite && !comments {
                        k -= 1;
                        block.remove(k);
                    }
                    continue;
                }
                if zero.remove(&s) && rewrite {
                    let more = increment(&Expr::var(s), &rhs).filter(|m| !m.mentions(s));
                    if let (Some(more), StmtKind::Assign { rhs, .. }) =
                        (more, &mut self.world.out.units[self.unit].stmts[id].kind)
                    {
                        *rhs = more;
                    }
                }
                continue;
            }
            if let Some(names) = self.names.as_ref().filter(|_| rewrite) {
                self.sunk |= arms::sink(&mut self.world.out.units[self.unit], block, k - 1, zero, names);
            }
            let kind = self.kind(id).clone();
            if kind.blocks().is_empty() {
                for s in Touched::of(&self.world.out, self.unit, &[id]).changed() {
                    zero.remove(&s);
                }
            } else if kind.repeats() {
                loop {
                    let mut end = zero.clone();
                    self.inside(id, &mut |this, blocks| {
                        for b in blocks {
                            this.forward(b, &mut end, false);
                        }
                    });
                    let next: Set = zero.intersection(&end).copied().collect();
                    if next == *zero {
                        break;
                    }
                    *zero = next;
                }
                if rewrite {
                    let mut inner = zero.clone();
                    self.turns = self.turns.map(|n| n + 1);
                    self.inside(id, &mut |this, blocks| {
                        for b in blocks {
                            this.forward(b, &mut inner, true);
                        }
                    });
                    self.turns = self.turns.map(|n| n - 1);
                }
            } else {
                let mut ends: Vec<Set> = if Self::is_exhaustive(&kind) { Vec::new() } else { vec![zero.clone()] };
                let start = zero.clone();
                self.inside(id, &mut |this, blocks| {
                    for b in blocks {
                        let mut own = start.clone();
                        this.forward(b, &mut own, rewrite);
                        ends.push(own);
                    }
                });
                *zero = ends.into_iter().reduce(|a, b| a.intersection(&b).copied().collect()).unwrap_or_default();
                if rewrite && self.turns.is_some_and(|n| n > 0) {
                    let (front, inside) = other_arms::complete(self.world, self.unit, block, k - 1, &start);
                    self.added |= front > 0 || inside;
                    k += front;
                }
            }
        }
    }

    fn backward(&mut self, block: &mut Block, live: &mut Set, rewrite: bool) {
        let mut k = block.len();
        while k > 0 {
            k -= 1;
            let id = block[k];
            if self.is_border(id) {
                live.extend(self.tracked);
            }
            let kind = self.kind(id).clone();
            if let Some((s, rhs)) = self.assigned(id) {
                let plain = self.world.out.units[self.unit].stmts[id].comments.is_empty();
                if !live.contains(&s) && !rhs.has_call() {
                    if rewrite && plain {
                        block.remove(k);
                    }
                    continue;
                }
                live.remove(&s);
                rhs.collect_symbols(live);
                continue;
            }
            if kind.repeats() {
                loop {
                    let mut start = live.clone();
                    self.inside(id, &mut |this, blocks| {
                        for b in blocks {
                            this.backward(b, &mut start, false);
                        }
                    });
                    let before = live.len();
                    live.extend(start);
                    if live.len() == before {
                        break;
                    }
                }
                if rewrite {
                    let mut own = live.clone();
                    self.inside(id, &mut |this, blocks| {
                        for b in blocks {
                            this.backward(b, &mut own, true);
                        }
                    });
                }
            } else if !kind.blocks().is_empty() {
                let mut all = if Self::is_exhaustive(&kind) { Set::new() } else { live.clone() };
                let end = live.clone();
                self.inside(id, &mut |this, blocks| {
                    for b in blocks {
                        let mut own = end.clone();
                        this.backward(b, &mut own, rewrite);
                        all.extend(own);
                    }
                });
                *live = all;
            }
            kind.exprs(&mut |e| e.collect_symbols(live));
        }
    }
}

/// Scalars of a unit that only direct assignments can change.
pub(crate) fn trackable(world: &World, s: SymbolId) -> bool {
    world
        .out
        .variable(s)
        .is_some_and(|v| matches!(v.ty, Type::Scalar(_)) && v.is_unsaved_local() && !v.pointer && !v.target)
}
