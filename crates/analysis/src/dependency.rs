//! Dependency: for each unit, which zones on exit depend, in any way, on which zones on entry.
//!
//! ```text
//! Dep⁺(I₀) = Id,   Dep⁺(I) = Dep⁻(I) ⊗ Dep(I),   Dep⁻(I) = ∪ Dep⁺(J), J predecessor of I
//! ```
//!
//! Forward, may. An assigned reference depends on all that its right side reads, subscripts and pointers of both sides included. Source: RR-7957
//! §5.2, plus control, which diff-liveness of a call needs: what is written where a block decides depends on what the block read. What a block
//! decides by, `Read(B) = ∪ Dep⁻(B)(z), z read by its test, ∪ Read(B') of the blocks that govern it`, is one set per block, not part of the states
//! (which would grow with the code): the equations are solved again until these sets are.

use std::cell::{Cell, RefCell};
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
    /// By block: the blocks whose decisions say whether it is executed, by index.
    control: &'a [Vec<u32>],
    /// By block: whether it decides.
    decides: &'a [bool],
    /// By block: what its decision depends on, as far as it is known.
    decided: RefCell<Vec<Bits>>,
    /// Whether one of those grew.
    grew: Cell<bool>,
}

impl Dependency<'_> {
    /// What the execution of a block depends on; `None` when nothing decides about it.
    fn control(&self, block: usize) -> Option<Bits> {
        let decided = self.decided.borrow();
        let mut all = self.control[block].iter().map(|b| &decided[*b as usize]);
        let mut out = all.next()?.clone();
        all.for_each(|b| {
            out.union(b);
        });
        Some(out)
    }
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
        Some((0..n as u32).map(|z| if self.e.inputs.has(z) { column(z) } else { empty.clone() }).collect())
    }
    fn transfer(&self, at: Here, state: &mut Columns) {
        let block = at.block.index();
        let control = self.control(block);
        let control = control.as_ref();
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
        if let (true, true, Some(columns)) = (self.decides[block], last, state) {
            let mut read = Bits::new(self.e.universe.len());
            for step in at.steps {
                read.union(&in_out::read(step, &self.e.universe, self.in_out, self.units));
            }
            let read: Vec<u32> = read.iter().collect();
            let by = matrix::sum(columns, &read, control);
            if self.decided.borrow_mut()[block].union(&by) {
                self.grew.set(true);
            }
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
    let control: Vec<(Vec<Vec<u32>>, Vec<bool>)> = effects.iter().map(decisions).collect();
    bottom_up(
        calls,
        |u| Matrix::bottom(size(u)),
        |u, all| {
            let e = &effects[il::Id::index(u)];
            let (control, decides) = &control[il::Id::index(u)];
            let decided = RefCell::new(vec![Bits::new(e.universe.len()); decides.len()]);
            let analysis = Dependency { e, all, in_out, units, control, decides, decided, grew: Cell::new(false) };
            loop {
                let exit = solve_through(&analysis, &e.flow, &e.steps);
                if !analysis.grew.replace(false) {
                    return matrix_of(e, &exit, &|_| true);
                }
            }
        },
    )
}

/// By block: the blocks that govern it, and whether it decides itself.
fn decisions(e: &UnitEffects) -> (Vec<Vec<u32>>, Vec<bool>) {
    let mut decides = vec![false; e.control.len()];
    e.control.iter().flatten().for_each(|b| decides[b.index()] = true);
    (e.control.iter().map(|by| by.iter().map(|b| b.index() as u32).collect()).collect(), decides)
}
