//! Diff-dependency: for each unit, which zones on exit depend *differentiably* on which zones on entry.
//!
//! ```text
//! Diff-dep⁺(I₀) = Id,   Diff-dep⁺(I) = Diff-dep⁻(I) ⊗ Diff-dep(I),   Diff-dep⁻(I) = ∪ Diff-dep⁺(J), J predecessor of I
//! ```
//!
//! Forward, may. Diff-dep(P) is what holds at the exit of P. Source: RR-7957 §5.2. Arrays are atoms: writing a part of `v` keeps (v, v).
//! Zones that are not real or complex have empty columns. A local has no entry value.

use std::sync::Arc;

use il::calls::CallGraph;

use crate::effects::{Step, UnitEffects};
use crate::framework::{Analysis, Direction, Here, bottom_up, solve_through};
use crate::in_out::Summary;
use crate::matrix::{self, Columns, Matrix};
use crate::sets::Bits;

struct DiffDependency<'a> {
    e: &'a UnitEffects,
    all: &'a [Matrix],
    in_out: &'a [Summary],
}

impl Analysis for DiffDependency<'_> {
    type State = Columns;
    const DIRECTION: Direction = Direction::Forward;
    fn bottom(&self) -> Columns {
        None
    }
    fn boundary(&self) -> Columns {
        let n = self.e.universe.len();
        let empty = Arc::new(Bits::new(n));
        let column = |z: u32| match self.e.inputs.has(z) && self.e.universe.is_differentiable(z) {
            true => {
                let mut own = Bits::new(n);
                own.add(z);
                Arc::new(own)
            }
            false => empty.clone(),
        };
        Some((0..n as u32).map(column).collect())
    }
    fn transfer(&self, at: Here, state: &mut Columns) {
        for step in at.steps.iter().filter(|s| !s.is_passive()) {
            match step {
                Step::Move(m) => {
                    if let Some(columns) = state {
                        matrix::assign(columns, m, true, None);
                        // Only numbers carry derivatives.
                        for z in m.writes.iter().flat_map(|w| &w.to) {
                            if !self.e.universe.is_differentiable(*z) {
                                columns[*z as usize] = Arc::new(Bits::new(self.e.universe.len()));
                            }
                        }
                    }
                }
                Step::Call(c) => {
                    let i = il::Id::index(c.callee);
                    let real = |z: u32| self.e.universe.is_differentiable(z);
                    matrix::call(state, c, &self.all[i], &self.in_out[i].written, true, None, &real);
                }
            }
        }
    }
}

/// Diff-dep(P) of all units.
pub fn matrices(calls: &CallGraph, effects: &[UnitEffects], in_out: &[Summary]) -> Vec<Matrix> {
    let size = |u: il::UnitId| effects[il::Id::index(u)].universe.len();
    bottom_up(
        calls,
        |u| Matrix::bottom(size(u)),
        |u, all| {
            let e = &effects[il::Id::index(u)];
            let exit = solve_through(&DiffDependency { e, all, in_out }, &e.flow, &e.steps);
            matrix_of(e, &exit, &|z| e.universe.is_differentiable(z))
        },
    )
}

/// The matrix that columns at the exit amount to. Only zones that `counts` have a row.
pub(crate) fn matrix_of(e: &UnitEffects, exit: &Columns, counts: &dyn Fn(u32) -> bool) -> Matrix {
    let n = e.universe.len();
    let Some(columns) = exit else { return Matrix::bottom(n) };
    let column = |z: u32| {
        if !e.outputs.has(z) {
            return Some(Bits::new(n));
        }
        let c = &columns[z as usize];
        let mut first_two = c.iter();
        let is_identity = e.inputs.has(z)
            && match (first_two.next(), first_two.next()) {
                (Some(i), None) => i == z,
                (None, _) => !counts(z),
                _ => false,
            };
        if is_identity {
            return None;
        }
        let mut kept = Bits::new(n);
        c.iter().filter(|i| (*i as usize) < n).for_each(|i| kept.add(i));
        Some(kept)
    };
    Matrix { columns: (0..n as u32).map(column).collect(), returns: true }
}
