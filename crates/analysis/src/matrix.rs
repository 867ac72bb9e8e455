//! Dependence matrices: for each zone now, the zones on entry that its value depends on.
//!
//! One column per zone, shared until it changes: a state is cheap to copy, and most columns of most units are the identity for ever. Two matrices
//! compose at a call by replacing each entry zone of the callee by the column of what stands for it.

use std::sync::Arc;

use crate::effects::{CallStep, Move, Write};
use crate::framework::Reached;
use crate::sets::Bits;

/// The columns of all zones at one gap. `None`: no path arrives here.
pub type Columns = Option<Vec<Arc<Bits>>>;

/// What the exit values of a unit's zones depend on. `None` for a zone that keeps its entry value.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    /// By number in the unit's universe; entry zones in the same numbering.
    pub columns: Vec<Option<Bits>>,
    /// Whether the unit returns at all.
    pub returns: bool,
}

impl Matrix {
    /// Nothing is known yet: no path returns.
    pub fn bottom(n: usize) -> Matrix {
        Matrix { columns: vec![None; n], returns: false }
    }

    /// Zones on exit that depend on `entry`.
    pub fn forward(&self, entry: &Bits) -> Bits {
        let mut out = Bits::new(self.columns.len());
        for (j, column) in self.columns.iter().enumerate() {
            let depends = match column {
                Some(c) => c.meets(entry),
                None => entry.has(j as u32),
            };
            if depends {
                out.add(j as u32);
            }
        }
        out
    }

    /// Zones on entry that influence `exit`.
    pub fn backward(&self, exit: &Bits) -> Bits {
        let mut out = Bits::new(self.columns.len());
        for j in exit.iter() {
            match &self.columns[j as usize] {
                Some(c) => {
                    out.union(c);
                }
                None => out.add(j),
            }
        }
        out
    }
}

impl Reached for Vec<Arc<Bits>> {
    fn merge(&mut self, from: &Self) -> bool {
        let mut changed = false;
        for (a, b) in self.iter_mut().zip(from) {
            // What does not change stays shared.
            let mut sum = if Arc::ptr_eq(a, b) { continue } else { (**a).clone() };
            if sum.union(b) {
                *a = Arc::new(sum);
                changed = true;
            }
        }
        changed
    }
}

/// The union of the columns of `from`, and of `more`.
pub fn sum(columns: &[Arc<Bits>], from: &[u32], more: Option<&Bits>) -> Bits {
    let mut out = more.cloned().unwrap_or_else(|| Bits::new(columns.first().map_or(0, |c| c.len())));
    for z in from {
        out.union(&columns[*z as usize]);
    }
    out
}

/// What an assignment does to columns. Every write depends on `control`.
pub fn assign(columns: &mut [Arc<Bits>], m: &Move, differentiably: bool, control: Option<&Bits>) {
    let new: Vec<Bits> =
        m.writes.iter().map(|w| sum(columns, if differentiably { &w.diff_from } else { &w.from }, control)).collect();
    let whole = |w: &&Write| if differentiably { w.diff_whole } else { w.whole };
    for z in m.writes.iter().filter(whole).flat_map(|w| &w.to).chain(&m.covers) {
        columns[*z as usize] = Arc::new(Bits::new(columns[*z as usize].len()));
    }
    for (w, new) in m.writes.iter().zip(new) {
        for z in &w.to {
            let mut sum = (*columns[*z as usize]).clone();
            sum.union(&new);
            columns[*z as usize] = Arc::new(sum);
        }
    }
}

/// What a call does to columns, given the callee's matrix.
pub fn call(
    columns: &mut Columns,
    c: &CallStep,
    callee: &Matrix,
    written: &Bits,
    differentiably: bool,
    control: Option<&Bits>,
    real: &dyn Fn(u32) -> bool,
) {
    if !callee.returns {
        if !c.maybe {
            *columns = None;
        }
        return;
    }
    let Some(columns) = columns else { return };
    let before = columns.clone();
    // What the entry value of each of the callee's zones depends on here.
    let mut entry: Vec<Option<Bits>> = vec![None; callee.columns.len()];
    let fill = |slot: &mut Option<Bits>, from: &[u32]| match slot {
        Some(s) => {
            s.union(&sum(&before, from, None));
        }
        None => *slot = Some(sum(&before, from, None)),
    };
    for b in &c.bindings {
        fill(&mut entry[b.formal as usize], if differentiably { &b.diff_from } else { &b.from });
    }
    for (there, here) in c.shared.iter() {
        fill(&mut entry[*there as usize], &[*here]);
    }
    let value = |formal: u32| -> Bits {
        let mut out = sum(&before, &[], control.filter(|_| written.has(formal)));
        match &callee.columns[formal as usize] {
            Some(column) => column.iter().filter_map(|i| entry[i as usize].as_ref()).for_each(|e| {
                out.union(e);
            }),
            None => {
                if let Some(e) = &entry[formal as usize] {
                    out.union(e);
                }
            }
        }
        out
    };
    let mut changes: Vec<(u32, bool, Arc<Bits>)> = Vec::new();
    for b in c.bindings.iter().filter(|b| !b.to.is_empty()) {
        let new = Arc::new(value(b.formal));
        for z in b.to.iter().filter(|z| !differentiably || real(**z)) {
            changes.push((*z, b.whole && !c.aliased.contains(z), new.clone()));
        }
    }
    for (there, here) in c.shared.iter() {
        let untouched = callee.columns[*there as usize].is_none() && !written.has(*there);
        if untouched || (differentiably && !real(*here)) {
            continue;
        }
        changes.push((*here, !c.aliased.contains(here), Arc::new(value(*there))));
    }
    for (z, whole, new) in changes {
        let slot = &mut columns[z as usize];
        if whole && !c.maybe {
            *slot = new;
        } else {
            let mut sum = (**slot).clone();
            sum.union(&new);
            *slot = Arc::new(sum);
        }
    }
}
