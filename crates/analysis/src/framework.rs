//! The one data-flow engine: a trait, a work-list solver inside a unit, and drivers over the call graph.
//!
//! An analysis says what its states are, how they join, and what one point does to them. The solver visits blocks in reverse post-order (of the
//! reversed graph for a backward analysis) until nothing changes, and keeps the state at every gap between points.
//!
//! Across units, [`bottom_up`] computes summaries, callees first, iterating over recursive components; contexts go the other way:
//! an analysis that needs them visits [`CallGraph::components`] backwards, callers first, and collects at each call what its callee is given.

use std::collections::BTreeSet;

use il::UnitId;
use il::calls::CallGraph;
use il::flow::{BlockId, Flow, Position};

use crate::effects::Step;

/// Which way facts flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From the entry.
    Forward,
    /// From the exit.
    Backward,
}

/// A point, as an analysis sees it.
#[derive(Clone, Copy, Debug)]
pub struct Here<'a> {
    /// Its block.
    pub block: BlockId,
    /// Its index there.
    pub index: usize,
    /// What it does, in order.
    pub steps: &'a [Step],
}

/// What is known at a gap, as an element of a lattice.
pub trait Lattice: Clone {
    /// Adds what arrives on one more edge. Says whether it grew.
    fn join(&mut self, from: &Self) -> bool;
}

/// What is known at gaps that a path reaches; `None` where no path arrives says nothing.
pub trait Reached: Clone {
    /// Adds what arrives on one more path.
    fn merge(&mut self, from: &Self) -> bool;
}

impl<T: Reached> Lattice for Option<T> {
    fn join(&mut self, from: &Self) -> bool {
        match (self.as_mut(), from) {
            (_, None) => false,
            (Some(here), Some(from)) => here.merge(from),
            (None, Some(_)) => {
                self.clone_from(from);
                true
            }
        }
    }
}

/// One data-flow problem. `transfer` must be monotone: more in, never less out.
pub trait Analysis {
    /// What is known at a gap.
    type State: Lattice;
    /// Which way.
    const DIRECTION: Direction;
    /// What is known where nothing has arrived yet.
    fn bottom(&self) -> Self::State;
    /// What is known at the entry, or at the exit if backward.
    fn boundary(&self) -> Self::State {
        self.bottom()
    }
    /// What a point does.
    fn transfer(&self, at: Here, state: &mut Self::State);
}

/// States at all gaps of a unit.
#[derive(Clone, Debug)]
pub struct Solution<S> {
    /// By block index; one more than the block has points.
    gaps: Vec<Vec<S>>,
}

impl<S> Solution<S> {
    /// The state at a gap.
    pub fn at(&self, position: Position) -> &S {
        &self.gaps[position.block.index()][position.index]
    }
    /// The states of a block, first to last.
    pub fn block(&self, block: BlockId) -> &[S] {
        &self.gaps[block.index()]
    }
    /// The state where the unit begins.
    pub fn entry(&self, flow: &Flow) -> &S {
        &self.gaps[flow.entry.index()][0]
    }
    /// The state where the unit returns.
    pub fn exit(&self, flow: &Flow) -> &S {
        &self.gaps[flow.exit.index()][0]
    }
    /// Each state made into something else.
    pub fn map<T>(&self, mut f: impl FnMut(&S) -> T) -> Solution<T> {
        Solution { gaps: self.gaps.iter().map(|g| g.iter().map(&mut f).collect()).collect() }
    }
    /// Gap by gap, from two solutions of the same unit.
    pub fn zip<T, U>(&self, other: &Solution<T>, mut f: impl FnMut(&S, &T) -> U) -> Solution<U> {
        let gaps = self.gaps.iter().zip(&other.gaps);
        Solution { gaps: gaps.map(|(a, b)| a.iter().zip(b).map(|(a, b)| f(a, b)).collect()).collect() }
    }
    /// All states.
    pub fn iter(&self) -> impl Iterator<Item = &S> {
        self.gaps.iter().flatten()
    }
    /// The same state everywhere.
    pub fn constant(flow: &Flow, state: S) -> Solution<S>
    where
        S: Clone,
    {
        let blocks = flow.graph.node_indices();
        Solution { gaps: blocks.map(|b| vec![state.clone(); flow.points(b).len() + 1]).collect() }
    }
}

/// Solves a problem on a unit. `steps` are by block index and point.
pub fn solve<A: Analysis>(analysis: &A, flow: &Flow, steps: &[Vec<Vec<Step>>]) -> Solution<A::State> {
    let forward = A::DIRECTION == Direction::Forward;
    let arriving = fixed_point(analysis, flow, steps);
    let gaps = flow.graph.node_indices().zip(arriving).map(|(block, mut state)| {
        let mut kept = vec![state.clone()];
        run(analysis, block, &steps[block.index()], &mut state, &mut |s| kept.push(s.clone()));
        if !forward {
            kept.reverse();
        }
        kept
    });
    Solution { gaps: gaps.collect() }
}

/// Solves a problem on a unit and gives only the state that leaves it: at the exit, at the entry if backward.
pub fn solve_through<A: Analysis>(analysis: &A, flow: &Flow, steps: &[Vec<Vec<Step>>]) -> A::State {
    let end = if A::DIRECTION == Direction::Forward { flow.exit } else { flow.entry };
    // Entry and exit are empty blocks: what arrives is what leaves.
    fixed_point(analysis, flow, steps).swap_remove(end.index())
}

/// What happens to a state along a block; `keep` sees it after every point.
fn run<A: Analysis>(
    analysis: &A,
    block: BlockId,
    points: &[Vec<Step>],
    state: &mut A::State,
    keep: &mut dyn FnMut(&A::State),
) {
    let mut one = |index: usize| {
        analysis.transfer(Here { block, index, steps: &points[index] }, state);
        keep(state);
    };
    match A::DIRECTION {
        Direction::Forward => (0..points.len()).for_each(&mut one),
        Direction::Backward => (0..points.len()).rev().for_each(&mut one),
    }
}

/// The state that arrives at each block, by index: at its start, or at its end if backward.
fn fixed_point<A: Analysis>(analysis: &A, flow: &Flow, steps: &[Vec<Vec<Step>>]) -> Vec<A::State> {
    let forward = A::DIRECTION == Direction::Forward;
    let mut order = flow.order.clone();
    if !forward {
        order.reverse();
    }
    let mut rank = vec![0usize; order.len()];
    order.iter().enumerate().for_each(|(i, b)| rank[b.index()] = i);
    let mut arriving: Vec<A::State> = order.iter().map(|_| analysis.bottom()).collect();
    let start = if forward { flow.entry } else { flow.exit };
    arriving[start.index()].join(&analysis.boundary());
    let mut todo: BTreeSet<usize> = (0..order.len()).collect();
    while let Some(next) = todo.pop_first() {
        let block = order[next];
        let mut state = arriving[block.index()].clone();
        run(analysis, block, &steps[block.index()], &mut state, &mut |_| {});
        let mut pass = |to: BlockId| {
            if arriving[to.index()].join(&state) {
                todo.insert(rank[to.index()]);
            }
        };
        if forward { flow.successors(block).for_each(&mut pass) } else { flow.predecessors(block).for_each(&mut pass) }
    }
    arriving
}

/// Computes one summary per unit, callees first. `summarise` sees the summaries made so far; recursive components are repeated until
/// none of them changes, starting from `bottom`.
pub fn bottom_up<S: Clone + PartialEq>(
    calls: &CallGraph,
    bottom: impl Fn(UnitId) -> S,
    summarise: impl Fn(UnitId, &[S]) -> S,
) -> Vec<S> {
    let units: usize = calls.components().iter().map(Vec::len).sum();
    let mut all: Vec<S> = (0..units).map(|i| bottom(il::Id::from_index(i))).collect();
    for component in calls.components() {
        loop {
            let mut changed = false;
            for &u in component {
                let new = summarise(u, &all);
                let old = &mut all[il::Id::index(u)];
                changed |= new != *old;
                *old = new;
            }
            if !changed || !component.iter().any(|u| calls.is_recursive(*u)) {
                break;
            }
        }
    }
    all
}
