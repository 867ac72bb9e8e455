//! Arrays that keep their shape: allocatable arrays which no assignment gives another allocation.
//!
//! `u = v` allocates `u` anew where its shape is another one, or where it has no allocation (F2018 10.2.1.3). Most programs allocate their arrays once,
//! and assign what has the same shape; an adjoint that cannot know this has to save allocation, bounds and values before each such assignment,
//! and to give back all of them.
//!
//! The analysis is a value numbering of integers and extents (Alpern, Wegman and Zadeck 1988, with sums as in Click 1995): at each point it
//! knows which of them are equal. ALLOCATE gives an array the values of its bounds; an assignment gives it the extents of its right side, whatever it
//! had before. It is optimistic, and goes over procedures and calls until nothing new is found: a procedure begins with the equalities that hold at
//! all of its calls, and with nothing at all where callers are not known (a head, a procedure that is passed on).
//! An assignment keeps the shape when the extents on both sides are equal just before it.
//!
//! What is reached by pointers, stands in COMMON or EQUIVALENCE, belongs to a family of extended types or to elements of arrays of structures, is not followed.

mod calls;
mod expressions;
mod flow;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use il::flow::{BlockId, Flow};
use il::typing::rank_of;
use il::{ExprKind, Program, StmtKind, UnitId};

use calls::{Calls, is_followed};
use flow::{Walk, each_array, has_source, repeated};
pub use value::Place;

/// How often all procedures are gone over, at most. Real programs need a few times the depth of their calls.
const ROUNDS: usize = 60;

/// The allocatable arrays that no assignment gives another allocation. Callers of `heads` are not known.
pub fn kept(p: &Program, heads: &[UnitId]) -> BTreeSet<Place> {
    let units: Vec<UnitId> = p.units.ids().filter(|u| is_followed(p, *u)).collect();
    if !units.iter().any(|u| assigns_allocatables(p, *u)) {
        return BTreeSet::new();
    }
    let flows: BTreeMap<UnitId, Flow> = units.iter().map(|u| (*u, Flow::new(&p.units[*u]))).collect();
    let loops: BTreeMap<UnitId, BTreeSet<BlockId>> = flows.iter().map(|(u, flow)| (*u, repeated(flow))).collect();
    let free = free_procedures(p, &units, heads);
    let mut calls = Calls::new(p, &units);
    let mut rounds = 0;
    while !calls.stale.is_empty() {
        if rounds == ROUNDS {
            return BTreeSet::new();
        }
        rounds += 1;
        for &unit in &units {
            if !calls.stale.remove(&unit) {
                continue;
            }
            let Some(entry) = calls.entry(p, unit, free.contains(&unit)) else { continue };
            let exit = Walk { p, unit, flow: &flows[&unit], repeated: &loops[&unit], calls: &mut calls }.run(&entry);
            calls.returns(p, unit, exit);
            if calls.is_exhausted() {
                return BTreeSet::new();
            }
        }
    }
    let (mut all, mut lost) = (BTreeSet::new(), BTreeSet::new());
    for &unit in &units {
        let mut note = |place: &Place, keeps: bool| {
            all.insert(place.clone());
            if !keeps {
                lost.insert(place.clone());
            }
        };
        match calls.entry(p, unit, free.contains(&unit)) {
            Some(entry) => Walk { p, unit, flow: &flows[&unit], repeated: &loops[&unit], calls: &mut calls }
                .judge(&entry, &mut note),
            None => each_assigned(p, unit, &mut |place| note(place, false)),
        }
    }
    if calls.is_exhausted() {
        return BTreeSet::new();
    }
    all.retain(|place| !lost.contains(place));
    all
}

/// Whether a procedure assigns to allocatable arrays as a whole, or allocates them with values.
fn assigns_allocatables(p: &Program, unit: UnitId) -> bool {
    let (mut found, u) = (false, &p.units[unit]);
    each_assigned(p, unit, &mut |_| found = true);
    u.walk(&u.body, &mut |_, s| found |= matches!(&s.kind, StmtKind::Allocate { options, .. } if has_source(options)));
    found
}

fn each_assigned(p: &Program, unit: UnitId, visit: &mut dyn FnMut(&Place)) {
    let u = &p.units[unit];
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Assign { lhs, rhs } = &s.kind
            && (rank_of(p, rhs) > 0 || rank_of(p, lhs) == 0)
        {
            each_array(p, lhs, &mut |array, _| visit(array));
        }
    });
}

/// Procedures that may be called by what is not seen: heads, what nothing calls by name, what is passed on or stands behind a name of a type.
fn free_procedures(p: &Program, units: &[UnitId], heads: &[UnitId]) -> BTreeSet<UnitId> {
    let mut called: BTreeSet<UnitId> = BTreeSet::new();
    let mut passed: BTreeSet<UnitId> = heads.iter().copied().collect();
    for (_, u) in p.units.iter() {
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Call { callee, .. } = &s.kind {
                called.extend(p.callee(*callee));
            }
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| match &x.kind {
                    ExprKind::Call { callee, .. } => called.extend(p.callee(*callee)),
                    ExprKind::Var(s) => passed.extend(p.callee(*s)),
                    _ => {}
                });
            });
        });
    }
    units.iter().copied().filter(|u| passed.contains(u) || !called.contains(u)).collect()
}
