//! What the text of a procedure tells about the allocation of one of its allocatable locals: what may have happened to it last, at each statement.

use std::collections::{BTreeMap, BTreeSet};

use il::flow::{Flow, Part};
use il::typing::rank_of;
use il::{Expr, ExprKind, Program, StmtId, StmtKind, Storage, SymbolId, Unit, UnitId};

use crate::allocation::{calls, dummies};

/// What happened last to an allocation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Last {
    /// Nothing: there is none.
    Nothing,
    /// DEALLOCATE.
    Released,
    /// The ALLOCATE or the assignment that made it.
    Made(StmtId),
    /// A call that may have done anything.
    Changed,
}

/// What may have happened last to the allocation of a local, before each statement that mentions it.
#[derive(Default)]
pub struct Allocations {
    before: BTreeMap<StmtId, BTreeSet<Last>>,
    at_end: BTreeSet<Last>,
}

impl Allocations {
    /// Nothing is known of what is not a local of its procedure, or is seen by procedures in it.
    pub fn of(p: &Program, unit: UnitId, e: &Expr) -> Allocations {
        let (ExprKind::Var(s), u) = (&e.kind, &p.units[unit]) else { return Allocations::default() };
        let local = p.variable(*s).is_some_and(|v| v.allocatable && v.storage == Storage::Local && !v.saved);
        let inner = |c: &UnitId| p.units[*c].mentions(&p.units[*c].body, *s);
        if !local || p.symbols[*s].scope != u.scope || u.children.iter().any(inner) {
            return Allocations::default();
        }
        let flow = Flow::new(u);
        let mut into: BTreeMap<_, BTreeSet<Last>> = BTreeMap::from([(flow.entry, BTreeSet::from([Last::Nothing]))]);
        let through = |block, mut now: BTreeSet<Last>, out: &mut BTreeMap<StmtId, BTreeSet<Last>>| {
            for point in flow.points(block) {
                let kind = &u.stmts[point.stmt].kind;
                if !kind.mentions(*s) {
                    continue;
                }
                out.entry(point.stmt).or_default().extend(&now);
                if point.part == Part::Whole {
                    happens(p, *s, point.stmt, kind, &mut now);
                }
            }
            now
        };
        let mut again = true;
        while std::mem::take(&mut again) {
            for &block in &flow.order {
                let Some(now) = into.get(&block).cloned() else { continue };
                let now = through(block, now, &mut BTreeMap::new());
                for next in flow.successors(block) {
                    let known = into.entry(next).or_default();
                    let before = known.len();
                    known.extend(&now);
                    again |= known.len() > before;
                }
            }
        }
        let mut out = Allocations { at_end: into.get(&flow.exit).cloned().unwrap_or_default(), ..Default::default() };
        for (block, now) in into {
            through(block, now, &mut out.before);
        }
        out
    }

    /// What may have happened last before a statement. Empty: that is not known, or control never comes there.
    fn last(&self, stmt: StmtId) -> impl Iterator<Item = &Last> {
        self.before.get(&stmt).into_iter().flatten()
    }

    fn all(&self, stmt: StmtId, what: impl Fn(&Last) -> bool) -> bool {
        self.last(stmt).next().is_some() && self.last(stmt).all(what)
    }

    /// Whether a call may have made or released it.
    pub fn is_handed_over(&self) -> bool {
        self.before.values().chain([&self.at_end]).flatten().any(|l| *l == Last::Changed)
    }

    /// Whether a statement surely finds it allocated.
    pub fn surely(&self, stmt: StmtId) -> bool {
        self.all(stmt, |l| matches!(l, Last::Made(_)))
    }

    /// Whether a statement surely finds it not allocated.
    pub fn never(&self, stmt: StmtId) -> bool {
        self.all(stmt, |l| matches!(l, Last::Nothing | Last::Released))
    }

    /// Whether nothing has happened to it before a statement.
    pub fn untouched(&self, stmt: StmtId) -> bool {
        self.all(stmt, |l| *l == Last::Nothing)
    }

    /// Whether it surely is allocated where the procedure ends.
    pub fn surely_at_end(&self) -> bool {
        !self.at_end.is_empty() && self.at_end.iter().all(|l| matches!(l, Last::Made(_)))
    }

    /// Whether it surely is not allocated where the procedure ends.
    pub fn never_at_end(&self) -> bool {
        !self.at_end.is_empty() && self.at_end.iter().all(|l| matches!(l, Last::Nothing | Last::Released))
    }

    /// The statements one of which made the allocation that a statement finds. `None`: there may be none, or another.
    pub fn makers(&self, stmt: StmtId) -> Option<Vec<StmtId>> {
        let made = |l: &Last| match l {
            Last::Made(by) => Some(*by),
            _ => None,
        };
        self.last(stmt).map(made).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
    }
}

/// Whether control may pass statements of a procedure by that stand in no construct, or come back to them.
pub fn jumps(u: &Unit) -> bool {
    u.any(&u.body, &mut |_, s| s.kind.jumps_to_labels() || matches!(s.kind, StmtKind::Return(_)))
}

/// What a statement does to the allocation of `s`.
fn happens(p: &Program, s: SymbolId, stmt: StmtId, kind: &StmtKind, now: &mut BTreeSet<Last>) {
    let is = |e: &Expr| e.kind == ExprKind::Var(s);
    let scalar = p.variable(s).is_some_and(|v| v.ty.rank() == 0);
    match kind {
        StmtKind::Allocate { objects, .. } if objects.iter().any(|o| is(&o.object)) => {
            *now = BTreeSet::from([Last::Made(stmt)]);
        }
        StmtKind::Deallocate { objects, .. } if objects.iter().any(&is) => {
            *now = BTreeSet::from([Last::Released]);
        }
        StmtKind::Opaque { writes, .. } if writes.iter().any(&is) => {
            now.insert(Last::Changed);
        }
        _ => {}
    }
    let hands_over = |(dummy, actual): (Option<SymbolId>, &Expr)| {
        is(actual)
            && dummy.is_none_or(|d| p.variable(d).is_some_and(|v| v.allocatable && v.intent != Some(il::Intent::In)))
    };
    for (callee, args) in calls(kind) {
        if dummies(p, callee, args).into_iter().any(hands_over) {
            now.insert(Last::Changed);
        }
    }
    if let StmtKind::Assign { lhs, rhs } = kind
        && is(lhs)
        && (scalar || rank_of(p, rhs) > 0)
    {
        *now = BTreeSet::from([Last::Made(stmt)]);
    }
}
