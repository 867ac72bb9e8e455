//! What a turn of a loop reads, it has written before: each turn may have its own copy of such variables.
//!
//! The elements that a reference reaches are compared with the boxes of elements that assignments have surely written when it is reached:
//!
//! ```text
//! do i = 1, m                          when c(k - 1) is read in turn k, this turn of i has written
//!   c(1) = …                             c(1)
//!   do k = 2, n                          c(2 … k - 1), in the turns of k before
//!     c(k) = …c(k - 1)…                in which k - 1 lies, as 2 ≤ k ≤ n
//! ```
//!
//! An assignment that stands before the reference has written the box of its subscripts over all turns of the loops that they have not in common,
//! in this turn of those that they have; one inside a common loop, wherever it stands there, what the turns of that loop before this one reached.
//! The reading is fine when [`integers`](crate::integers) shows that no element of it lies outside of all boxes.
//!
//! That there is an element to be read is often not known: `top = c(1)` behind `do k = 1, n` is fine only if `n ≥ 1`. Where nothing but assignments in
//! the loop ever writes a local variable, an element that holds a value at all got it from one of them, in this turn or another. So it is enough that
//! this turn has written what any turn wrote: then it reads its own values, or what no program may read (Fortran 2018 9.2.2, C11 6.3.2.1p2).

use std::cell::RefCell;
use std::collections::BTreeSet;

use il::expr::{Expr, Subscript};
use il::stmt::{Do, StmtKind};
use il::zones::ZoneId;
use il::{StmtId, SymbolId, Type};

use crate::affine::Affine;
use crate::integers::System;
use crate::loop_dependence::{LoopDependence, Moment};
use crate::region::{Access, Part, is_fixed, path};

/// More boxes than this are not combined.
const MOST_BOXES: usize = 6;

/// For each subscript the first and the last value, both included; `None`: all.
type Box = Vec<Option<(Affine, Affine)>>;

impl LoopDependence<'_> {
    /// Zones of variables that each iteration writes before it reads them: each may have its own copy. Counters are among them;
    /// what is only written is a result and is not, and what an inner loop writes counts only where that surely has a turn, or nothing else writes it.
    pub fn private(&self) -> BTreeSet<ZoneId> {
        self.zones_where(|zone, accesses| {
            accesses.iter().any(|a| a.is_write)
                && accesses.iter().any(|a| !a.is_write || a.reference.is_none())
                && accesses.iter().filter(|a| !a.is_write).all(|r| self.is_written_before(zone, r, accesses))
        })
    }

    /// Whether all that `read` touches of a zone was written earlier in the same iteration.
    fn is_written_before(&self, zone: ZoneId, read: &Access, all: &[&Access]) -> bool {
        if read.loops.is_empty() {
            return false;
        }
        let earlier: Vec<&Access> = all.iter().copied().filter(|w| w.is_write && w.rank < read.rank).collect();
        let whole: Vec<&Access> = earlier.into_iter().filter(|w| w.whole && w.zones == read.zones).collect();
        whole.iter().any(|w| self.region.dominates(w.stmt, read.stmt))
            || self.alternatives_write_before(read, &whole)
            || self.elements_written_before(read, all)
            || self.is_in_boxes(zone, read, all)
    }

    /// Whether a choice before `read` writes all of its variable whatever it chooses.
    fn alternatives_write_before(&self, read: &Access, writes: &[&Access]) -> bool {
        let place = |s: &StmtId| self.region.places.get(s);
        let around = |w: &&Access| place(&w.stmt).map_or(Vec::new(), |p| p.blocks.iter().map(|b| b.0).collect());
        let choices: BTreeSet<StmtId> = writes.iter().flat_map(around).collect();
        choices.into_iter().any(|c| {
            self.region.dominates(c, read.stmt)
                && place(&read.stmt).is_some_and(|p| p.blocks.iter().all(|b| b.0 != c))
                && self.surely_writes(c, writes)
        })
    }

    /// Whether one of `writes` is executed whenever a statement is.
    fn surely_writes(&self, stmt: StmtId, writes: &[&Access]) -> bool {
        let kind = &self.region.program.units[self.region.unit].stmts[stmt].kind;
        let all = match kind {
            StmtKind::If(i) => i.otherwise.is_some(),
            StmtKind::Select { cases, .. } => cases.iter().any(|c| c.default) && cases.iter().all(|c| !c.falls_through),
            StmtKind::Scope { .. } => true,
            _ => return writes.iter().any(|w| w.stmt == stmt),
        };
        all && kind.blocks().into_iter().all(|b| b.iter().any(|s| self.surely_writes(*s, writes)))
    }

    /// Whether the elements that `read` reaches lie in the boxes that were written before.
    fn is_in_boxes(&self, zone: ZoneId, read: &Access, all: &[&Access]) -> bool {
        let writes: Vec<&Access> = all.iter().copied().filter(|w| w.is_write && w.zones == read.zones).collect();
        if read.reference.is_none() && self.around().is_some_and(|around| (around.reads_its_own)(read.stmt, zone)) {
            return true;
        }
        if writes.len() > 4 * MOST_BOXES {
            return false;
        }
        // Elements that the reading names, whoever wrote them.
        if is_fixed(&self.region, read) && self.is_covered(read, None, &writes) {
            return true;
        }
        self.only_turns_write(zone)
            && all.iter().filter(|w| w.is_write).all(|w| match w.reference {
                None => self.was_called(zone, w, read),
                Some(_) => is_fixed(&self.region, w) && self.is_alike(w) && self.is_covered(read, Some(w), &writes),
            })
    }

    /// Whether what a call writes in any turn has been written by it in the turn of the reading.
    fn was_called(&self, zone: ZoneId, w: &Access, read: &Access) -> bool {
        self.region.dominates(w.stmt, read.stmt)
            && self.around().is_some_and(|around| (around.writes_alike)(w.stmt, zone))
    }

    /// Whether a zone belongs to a local variable that nothing outside of the loop writes.
    fn only_turns_write(&self, zone: ZoneId) -> bool {
        let z = self.region.zones.zone(zone);
        let Some(v) = self.region.program.variable(z.symbol) else { return false };
        z.owner == Some(self.region.unit)
            && z.path.is_empty()
            && v.is_unsaved_local()
            && v.init.is_none()
            && !v.pointer
            && matches!((&v.ty, v.ty.element()), (Type::Array { .. }, Type::Scalar(_)))
            && !self.region.zones.is_overlaid(z.symbol)
            && self.around().is_some_and(|around| !around.written.contains(&zone))
    }

    /// Of a whole body: whether all elements of a zone that it reads are such as it has written before.
    pub(crate) fn reads_its_own(&self, zone: ZoneId) -> bool {
        let all: Vec<&Access> = self.accesses().iter().filter(|a| a.zones.contains(&zone)).collect();
        let writes: Vec<&Access> = all.iter().copied().filter(|a| a.is_write && a.zones == [zone]).collect();
        let reads = || all.iter().filter(|a| !a.is_write);
        !self.region.has_jumps
            && writes.len() <= 4 * MOST_BOXES
            && reads().all(|r| is_fixed(&self.region, r) && self.is_covered(r, None, &writes))
    }

    /// Whether an assignment reaches the same elements whenever the loop runs: what decides about them keeps its value.
    fn is_alike(&self, w: &Access) -> bool {
        let (program, zones) = (self.region.program, self.region.zones);
        self.deciders(w).is_some_and(|found| found.iter().all(|s| zones.is_stable(program, *s)))
    }

    /// The variables that decide which elements an access reaches, beside counters: in its subscripts, and in the bounds of the loops around it in the turn.
    /// Nothing when more than such variables and constants does.
    pub(crate) fn deciders(&self, w: &Access) -> Option<BTreeSet<SymbolId>> {
        let inside = w.loops.iter().skip(self.first_inside()).map(|l| self.counted(*l));
        let inside: Vec<&Do> = inside.collect::<Option<_>>()?;
        let ends = inside.iter().flat_map(|d| [Some(&d.from), Some(&d.to), d.step.as_ref()]).flatten();
        let counts = |s: SymbolId| w.loops.iter().any(|l| self.counted(*l).is_some_and(|d| d.var == s));
        let found = RefCell::new(BTreeSet::new());
        let note = |s: SymbolId| {
            if !counts(s) {
                found.borrow_mut().insert(s);
            }
            true
        };
        let mut all = ends.chain(w.reference?.spine().flat_map(Expr::positions));
        all.all(|e| il::consts::is_stable(self.region.program, e, &note)).then(|| found.take())
    }

    /// Whether no element that `read` reaches, and `start` reached in some turn, lies outside of what was written before in the turn of the reading.
    fn is_covered(&self, read: &Access, start: Option<&Access>, writes: &[&Access]) -> bool {
        let (mut system, mut fresh) = (System::default(), 0);
        let here = Moment { stmt: read.stmt, loops: &read.loops, shared: read.loops.len(), moment: 0 };
        self.outer_bounds(&mut system);
        self.bounds(&mut system, &here, 0, &mut fresh);
        let own = read.reference.filter(|_| is_fixed(&self.region, read)).and_then(path);
        let mut named = own.map(|(root, parts)| {
            let positions = parts.iter().filter_map(index);
            let at: Vec<Option<Affine>> =
                positions.map(|i| self.subscript(&mut system, i, &here, &mut fresh)).collect();
            (root, parts, at)
        });
        if let Some(w) = start {
            let there = Moment { stmt: w.stmt, loops: &w.loops, shared: 0, moment: 1 };
            self.bounds(&mut system, &there, self.first_inside(), &mut fresh);
            let Some((root, parts)) = w.reference.and_then(path) else { return false };
            let at: Vec<Option<Affine>> =
                parts.iter().filter_map(index).map(|i| self.subscript(&mut system, i, &there, &mut fresh)).collect();
            named = match named {
                Some((r, p, mut mine)) if r == root && alike(&p, &parts) => {
                    for (i, j) in mine.iter_mut().zip(at) {
                        match (&i, j) {
                            (Some(i), Some(j)) => i.plus(&j, -1).iter().for_each(|e| system.zero(e)),
                            (None, j) => *i = j,
                            _ => {}
                        }
                    }
                    Some((r, p, mine))
                }
                _ => Some((root, parts, at)),
            };
        }
        let Some((root, parts, at)): Option<(SymbolId, Vec<Part>, Vec<Option<Affine>>)> = named else { return false };
        let boxes: Vec<Box> = writes
            .iter()
            .filter(|w| w.reference.and_then(path).is_some_and(|(r, p)| r == root && alike(&p, &parts)))
            .flat_map(|w| self.boxes(w, writes, read, &here, &system))
            .take(MOST_BOXES)
            .collect();
        !is_outside(system, &at, &boxes)
    }

    /// The outermost of the loops around an access that runs within a turn.
    fn first_inside(&self) -> usize {
        usize::from(self.region.root.is_some())
    }

    /// The statement that has executed a write, or one to the same element, once it is behind: the outermost choice in its loops all arms of which write it
    /// and none of which reads here, or the write itself.
    fn stands_for(&self, w: &Access, read: &Access, writes: &[&Access]) -> StmtId {
        let place = |s: &StmtId| self.region.places.get(s);
        let (Some(own), Some(_)) = (place(&w.stmt), w.reference) else { return w.stmt };
        let same: Vec<&Access> = writes.iter().copied().filter(|o| o.reference == w.reference).collect();
        let choices = own.blocks.iter().map(|b| b.0).filter(|c| place(c).is_some_and(|p| p.loops == own.loops));
        let stands = |c: &StmtId| !self.is_inside(read, *c) && self.surely_writes(*c, &same);
        let found = choices.into_iter().find(|c| same.len() > 1 && stands(c));
        found.unwrap_or(w.stmt)
    }

    /// Whether an access is made by a statement in one of the blocks of another.
    fn is_inside(&self, access: &Access, stmt: StmtId) -> bool {
        self.region.places.get(&access.stmt).is_some_and(|p| p.blocks.iter().any(|b| b.0 == stmt))
    }

    /// What a write has surely reached when `read` is.
    fn boxes(&self, w: &Access, writes: &[&Access], read: &Access, here: &Moment, system: &System) -> Vec<Box> {
        let common = w.loops.iter().zip(&read.loops).take_while(|(a, b)| a == b).count();
        let stands = self.stands_for(w, read, writes);
        let (Some(place), true) = (self.region.places.get(&stands), is_fixed(&self.region, w)) else {
            return Vec::new();
        };
        // Only loops stand between one of the loops around the write and itself.
        let runs_in = |level: usize| {
            let outer = self.region.places.get(&w.loops[level]);
            outer.is_some_and(|o| place.blocks.len() - o.blocks.len() == w.loops.len() - level)
        };
        let mut out = Vec::new();
        let stands_before = match w.loops.get(common) {
            None => w.rank < read.rank && self.region.dominates(stands, read.stmt),
            Some(nest) => !self.region.has_exits && self.region.dominates(*nest, read.stmt) && runs_in(common),
        };
        if stands_before {
            out.extend(self.surely_reached(w, common, None, system));
        }
        for level in self.first_inside()..common {
            if !self.region.has_exits && runs_in(level) {
                let now = Affine::term(here.counter(level));
                out.extend(self.surely_reached(w, level, Some(now), system));
            }
        }
        out
    }

    /// What a write reaches in this turn of the first `shared` loops around it and all turns of the others; of the next one those before its counter is `now`.
    fn surely_reached(&self, w: &Access, shared: usize, now: Option<Affine>, system: &System) -> Option<Box> {
        let at = Moment { stmt: w.stmt, loops: &w.loops, shared, moment: 2 };
        let (_, parts) = w.reference.and_then(path)?;
        let mut used: BTreeSet<usize> = BTreeSet::new();
        let mut turns: Vec<Option<(Affine, Affine)>> = Vec::new();
        for level in shared..w.loops.len() {
            let mut range = self.range(level, &at);
            if let (Some(now), true) = (&now, level == shared) {
                let step = self.counted(w.loops[level]).and_then(|d| self.step(d)).filter(|s| s.abs() == 1)?;
                let before = now.plus(&Affine::constant(step.into()), -1)?;
                range = range.map(|(low, high)| if step > 0 { (low, before) } else { (before, high) });
            }
            turns.push(range);
        }
        let mut out = Box::new();
        for part in parts.iter().filter_map(index) {
            out.push(match part {
                Subscript::Range { lo: None, hi: None, step: None } => None,
                Subscript::Range { lo: Some(lo), hi: Some(hi), step: None } => {
                    let (low, high) = (self.affine(lo, &at, 4)?, self.affine(hi, &at, 4)?);
                    if self.varies(&low, &at) || self.varies(&high, &at) {
                        return None;
                    }
                    Some((low, high))
                }
                Subscript::Range { .. } => return None,
                Subscript::At(i) => {
                    let i = self.affine(i, &at, 4)?;
                    let own: Vec<usize> = (shared..w.loops.len()).filter(|k| i.mentions(at.counter(*k))).collect();
                    match own[..] {
                        [] => Some((i.clone(), i)),
                        [k] if used.insert(k) => {
                            let offset = i.plus(&Affine::term(at.counter(k)), -1)?;
                            let by_one =
                                self.counted(w.loops[k]).and_then(|d| self.step(d)).is_some_and(|s| s.abs() == 1);
                            if !by_one || self.varies(&offset, &at) {
                                return None;
                            }
                            let (low, high) = turns[k - shared].as_ref()?;
                            Some((low.plus(&offset, 1)?, high.plus(&offset, 1)?))
                        }
                        _ => return None,
                    }
                }
            });
        }
        // A loop that no subscript counts must have a turn.
        let runs = |level: usize| {
            let length = turns[level - shared].as_ref().and_then(|(low, high)| high.plus(low, -1));
            length.is_some_and(|e| system.implies(&e))
        };
        (shared..w.loops.len()).filter(|level| !used.contains(level)).all(runs).then_some(out)
    }

    /// The first and the last value that the counter of loop `k` can take, whatever the loops inside the shared ones count.
    fn range(&self, k: usize, at: &Moment) -> Option<(Affine, Affine)> {
        let d = self.counted(at.loops[k])?;
        let outer = Moment { stmt: at.loops[k], loops: &at.loops[..k], shared: at.shared, moment: at.moment };
        let (from, to) = (self.affine(&d.from, &outer, 4)?, self.affine(&d.to, &outer, 4)?);
        let is_fixed = |e: &Affine| !self.varies(e, at);
        (is_fixed(&from) && is_fixed(&to)).then_some(if self.step(d)? > 0 { (from, to) } else { (to, from) })
    }

    /// Whether a value depends on what loops inside the shared ones count.
    fn varies(&self, e: &Affine, at: &Moment) -> bool {
        (at.shared..at.loops.len()).any(|l| e.mentions(at.counter(l)))
    }
}

/// Whether an element may lie outside of all boxes.
fn is_outside(system: System, element: &[Option<Affine>], boxes: &[Box]) -> bool {
    if !system.is_possible() {
        return false;
    }
    let Some((first, others)) = boxes.split_first() else { return true };
    element.iter().zip(first).any(|(at, range)| {
        let Some((low, high)) = range else { return false };
        let Some(at) = at else { return true };
        let beyond = [low.plus(at, -1), at.plus(high, -1)];
        beyond.into_iter().any(|by| {
            let mut there = system.clone();
            match by.and_then(|e| e.plus(&Affine::constant(1), -1)) {
                Some(e) => there.at_least_zero(&e),
                None => return true,
            }
            is_outside(there, element, others)
        })
    })
}

fn index<'e>(part: &Part<'e>) -> Option<&'e Subscript> {
    match part {
        Part::Index(s) => Some(s),
        Part::Field(_) | Part::Through => None,
    }
}

/// Whether two ways lead through the same components to subscripts at the same places.
fn alike(a: &[Part], b: &[Part]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(p, q)| match (p, q) {
            (Part::Field(f), Part::Field(g)) => f == g,
            (Part::Through, Part::Through) | (Part::Index(_), Part::Index(_)) => true,
            _ => false,
        })
}
