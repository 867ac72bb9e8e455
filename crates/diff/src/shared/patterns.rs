//! One derivative per activity pattern (`-specializeactivity`).
//!
//! Without the option a procedure has one derivative, whose activity is what all its active calls ask for together. With it, each
//! [`Pattern`] of its calls has its own: the procedure itself keeps the pattern of the head that it is, otherwise that of its first call, and calls of another
//! pattern go to a copy of it. Several heads in one run ask for it by themselves, where one of them shares a procedure with another that lists a variable
//! of a module, and it does not: the one derivative would take what the other one's callers keep there for its own. Copies are copies of the procedure as it is; that less is active in them is found by analysing the program again, which also
//! tells what *they* call in which pattern. So callers are settled before what they call. A call does not come back to a copy that it was sent away from: any
//! copy does for it, since it is analysed with all calls that it has.
//!
//! A copy is named like its original with a number: `f_d`, `f_d0`, `f_d1`.

use std::collections::{BTreeMap, BTreeSet};

use analysis::Pattern;
use analysis::reached::reaches;
use il::{Arg, Program, Stmt, StmtId, UnitId};

use super::{Redirect, Shape, Variants};
use crate::facts::Facts;
use crate::request::Request;

/// No procedure is copied more often: what is left then shares the derivative of the original.
const MOST: usize = 64;

/// Copies made for patterns.
#[derive(Default)]
pub(crate) struct Copies {
    /// Copy → the procedure that it is a copy of, and its number.
    of: BTreeMap<UnitId, (UnitId, usize)>,
    /// What the procedures themselves are left for.
    kept: BTreeMap<UnitId, Pattern>,
    /// Where calls have been sent away from. What is active at a call depends on what it calls: two copies may each ask for the other one.
    left: BTreeSet<(UnitId, StmtId, UnitId)>,
}

impl Copies {
    /// Notes a copy.
    pub(super) fn add(&mut self, copy: UnitId, of: UnitId) {
        let number = self.of.values().filter(|(u, _)| *u == of).count();
        self.of.insert(copy, (of, number));
    }

    /// The number of a copy among those of its original.
    pub(crate) fn number(&self, copy: UnitId) -> Option<usize> {
        self.of.get(&copy).map(|c| c.1)
    }

    /// What a unit is a copy of; itself when it is none.
    fn original(&self, unit: UnitId) -> UnitId {
        self.of.get(&unit).map_or(unit, |c| c.0)
    }
}

/// An active call of a procedure that is specialised.
struct Site {
    unit: UnitId,
    stmt: StmtId,
    callee: UnitId,
    pattern: Pattern,
    args: Vec<Arg>,
}

impl Variants {
    /// Calls that must go to another copy, of procedures whose callers are settled.
    pub fn patterns(&mut self, p: &Program, request: &Request, facts: &Facts) -> Vec<(UnitId, StmtId, Redirect)> {
        let listed = |u: UnitId| request.specialised.contains(self.original.get(&u).copied().unwrap_or(u));
        let mut asked: BTreeSet<UnitId> = BTreeSet::new();
        let heads = facts.analysis.reached_by_heads();
        let several = heads.len() > 1;
        let mut sites: BTreeMap<UnitId, Vec<Site>> = BTreeMap::new();
        // The first call is the one that a reader of the text meets first.
        let mut units = facts.differentiated().to_vec();
        units.sort();
        for unit in units {
            let u = &p.units[unit];
            u.walk(&u.body, &mut |stmt, s| {
                let Some((callee, args)) = called(p, s).filter(|(c, _)| several || listed(*c)) else { return };
                if listed(callee)
                    || facts.analysis.reaches_for_others(&heads, unit, stmt)
                    || self.copies.of.contains_key(&callee)
                {
                    asked.insert(self.copies.original(callee));
                }
                let Some(pattern) = facts.analysis.call_pattern(unit, stmt) else { return };
                let site = Site { unit, stmt, callee, pattern, args: args.to_vec() };
                sites.entry(self.copies.original(callee)).or_default().push(site);
            });
        }
        sites.retain(|of, _| asked.contains(of) || self.copies.kept.contains_key(of));
        let mut moves: BTreeMap<UnitId, Vec<(UnitId, StmtId, Redirect)>> = BTreeMap::new();
        let mut keeps: BTreeMap<UnitId, Pattern> = BTreeMap::new();
        let mut calls: BTreeMap<(UnitId, StmtId), UnitId> = BTreeMap::new();
        for (of, sites) in sites {
            let first = || facts.analysis.head_pattern(of).unwrap_or_else(|| sites[0].pattern.clone());
            let kept = self.copies.kept.get(&of).cloned().unwrap_or_else(first);
            keeps.insert(of, kept.clone());
            let full = self.copies.of.values().filter(|c| c.0 == of).count() >= MOST;
            for site in sites {
                let shape = Shape::of_pattern((site.pattern != kept).then_some(site.pattern));
                let there =
                    if shape == Shape::default() { Some(&Some(of)) } else { self.made.get(&(of, shape.clone())) };
                match there {
                    // It cannot be copied.
                    Some(None) => {}
                    Some(Some(there)) if *there == site.callee => {}
                    Some(Some(there)) if self.copies.left.contains(&(site.unit, site.stmt, *there)) => {}
                    None if full => {}
                    _ => {
                        let redirect = Redirect { callee: of, shape, args: site.args };
                        moves.entry(of).or_default().push((site.unit, site.stmt, redirect));
                        calls.insert((site.unit, site.stmt), site.callee);
                    }
                }
            }
        }
        let waits = |of: &UnitId| moves.keys().any(|other| other != of && reaches(p, *other, *of));
        let mut ready: Vec<UnitId> = moves.keys().copied().filter(|of| !waits(of)).collect();
        if ready.is_empty() {
            // They call each other.
            ready.extend(moves.keys().next());
        }
        keeps.retain(|of, _| ready.contains(of) || !waits(of));
        self.copies.kept.extend(keeps);
        let moved: Vec<_> = ready.into_iter().flat_map(|of| moves.remove(&of).unwrap_or_default()).collect();
        self.copies.left.extend(moved.iter().map(|(unit, stmt, _)| (*unit, *stmt, calls[&(*unit, *stmt)])));
        moved
    }

    /// Calls that went to a copy and are not active any more, since their callers have been settled, are what the user wrote again.
    pub fn call_originals(&mut self, p: &mut Program, passive: &[(UnitId, StmtId)]) {
        for at in passive {
            if let Some(kind) = self.as_written.remove(at) {
                p.units[at.0].stmts[at.1].kind = kind;
                self.put_back.insert(*at);
            }
        }
    }

    /// Calls of copies, and of variants with dummies that are one, that are not active.
    pub fn passive_calls(&self, p: &Program, facts: &Facts) -> Vec<(UnitId, StmtId)> {
        let is_passive = |(unit, stmt): &&(UnitId, StmtId)| {
            let Some((callee, _)) = called(p, &p.units[*unit].stmts[*stmt]) else { return false };
            let active = facts.is_differentiated(*unit) && facts.analysis.is_active_call(*unit, *stmt);
            let copy = self.copies.of.contains_key(&callee) && facts.is_differentiated(*unit);
            (copy || self.is_overlay(callee)) && !active
        };
        self.as_written.keys().filter(is_passive).copied().collect()
    }
}

/// The procedure that a statement calls, with the arguments.
pub(super) fn called<'a>(p: &Program, s: &'a Stmt) -> Option<(UnitId, &'a [Arg])> {
    let (symbol, args, _) = s.kind.call()?;
    Some((p.callee(symbol)?, args))
}
