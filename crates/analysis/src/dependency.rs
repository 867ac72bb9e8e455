//! Dependency: for each unit, which zones on exit depend, in any way, on which zones on entry.
//!
//! ```text
//! Dep⁺(I₀) = Id,   Dep⁺(I) = Dep⁻(I) ⊗ Dep(I),   Dep⁻(I) = ∪ Dep⁺(J), J predecessor of I
//! ```
//!
//! Forward, may. An assigned reference depends on all that its right side reads, subscripts and pointers of both sides included. Source: RR-7957
//! §5.2, plus control, which diff-liveness of a call needs: each deciding block has a column of its own, filled when it decides, and what is
//! written where it decides depends on it.

use std::sync::Arc;

use il::calls::CallGraph;

use crate::diff_dependency::matrix_of;
use crate::effects::{Step, UnitEffects};
use crate::framework::{Analysis, Direction, Here, bottom_up, solve_through};
use crate::in_out::{self, Summary};
use crate::matrix::{self, Columns, Matrix};
use crate::sets::{Bits, Universe};

struct Dependency<'a> {
    e: &'a UnitEffects,
    all: &'a [Matrix],
    in_out: &'a [Summary],
    units: &'a [Arc<Universe>],
    /// By block: the columns of the decisions that say whether it is executed.
    control: &'a [Vec<u32>],
    /// By block: the column of its own decision.
    decides: &'a [Option<u32>],
}

impl Analysis for Dependency<'_> {
    type State = Columns;
    const DIRECTION: Direction = Direction::Forward;
    fn bottom(&self) -> Columns {
        None
    }
    fn boundary(&self) -> Columns {
        let n = self.e.universe.len();
        let empty = Arc::new(Bits::new(n));
        let column = |z: u32| {
            let mut own = Bits::new(n);
            own.add(z);
            Arc::new(own)
        };
        let mut columns: Vec<Arc<Bits>> =
            (0..n as u32).map(|z| if self.e.inputs.has(z) { column(z) } else { empty.clone() }).collect();
        columns.extend(self.decides.iter().flatten().map(|_| empty.clone()));
        Some(columns)
    }
    fn join(&self, into: &mut Columns, from: &Columns) -> bool {
        matrix::join(into, from)
    }
    fn transfer(&self, at: Here, state: &mut Columns) {
        let control = &self.control[at.block.index()];
        for step in at.steps {
            match step {
                Step::Move(m) => {
                    if let Some(columns) = state {
                        matrix::assign(columns, m, false, control);
                    }
                }
                Step::Call(c) => {
                    let i = il::Id::index(c.callee);
                    matrix::call(state, c, &self.all[i], &self.in_out[i].written, false, control, &|_| true);
                }
            }
        }
        let last = at.index + 1 == self.e.flow.points(at.block).len();
        if let (Some(own), true, Some(columns)) = (self.decides[at.block.index()], last, state) {
            let mut read = Bits::new(self.e.universe.len());
            for step in at.steps {
                read.union(&in_out::read(step, &self.e.universe, self.in_out, self.units));
            }
            let read: Vec<u32> = read.iter().collect();
            columns[own as usize] = Arc::new(matrix::sum(columns, &read, control));
        }
    }
}

/// Dep(P) of all units.
pub fn matrices(
    calls: &CallGraph,
    effects: &[UnitEffects],
    in_out: &[Summary],
    units: &[Arc<Universe>],
) -> Vec<Matrix> {
    let size = |u: il::UnitId| effects[il::Id::index(u)].universe.len();
    // Which decisions govern which block does not change while summaries do.
    let control: Vec<(Vec<Vec<u32>>, Vec<Option<u32>>)> = effects.iter().map(decisions).collect();
    bottom_up(
        calls,
        |u| Matrix::bottom(size(u)),
        |u, all| {
            let e = &effects[il::Id::index(u)];
            let (control, decides) = &control[il::Id::index(u)];
            let analysis = Dependency { e, all, in_out, units, control, decides };
            matrix_of(e, &solve_through(&analysis, &e.flow, &e.steps), &|_| true)
        },
    )
}

/// Numbers deciding blocks after the zones; gives the columns that govern each block, and the own column of each.
fn decisions(e: &UnitEffects) -> (Vec<Vec<u32>>, Vec<Option<u32>>) {
    let mut next = e.universe.len() as u32;
    let dependence = &e.control;
    let mut decides: Vec<Option<u32>> = vec![None; dependence.len()];
    for b in dependence.iter().flatten() {
        if decides[b.index()].is_none() {
            decides[b.index()] = Some(0);
        }
    }
    for d in decides.iter_mut().filter(|d| d.is_some()) {
        *d = Some(next);
        next += 1;
    }
    let control = dependence.iter().map(|by| by.iter().filter_map(|b| decides[b.index()]).collect()).collect();
    (control, decides)
}
