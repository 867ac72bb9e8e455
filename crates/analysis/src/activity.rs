//! Activity: where each zone is *varied* (may depend differentiably on an independent) and *useful* (may influence a dependent differentiably).
//!
//! ```text
//! Varied⁺(I) = Varied⁻(I) ⊗ Diff-dep(I)        Varied⁻(I) = ∪ Varied⁺(J), J predecessor of I
//! Useful⁻(I) = Diff-dep(I) ⊗ Useful⁺(I)        Useful⁺(I) = ∪ Useful⁻(J), J successor of I
//! Active     = Varied ∩ Useful
//! ```
//!
//! Source: RR-7957 §5.2. At a call, Diff-dep(P) is the callee's matrix: every call site is exact. Inside a procedure, contexts are generalised: what is
//! varied on entry, or useful on return, at any *active* call of it is so in its one derivative. Only zones that matter to the callee are
//! handed down: it writes them, or something it writes depends on them.
//!
//! One refinement is needed for that to be right. A dummy may stand for a part of an actual array (`call f(a(3))`). If the callee overwrites it with a
//! passive value, `a` stays active in the caller although the dummy is not, and somebody has to clear the derivative of `a(3)`: such dummies
//! are *sticky*, their activity is never killed inside the callee.
//!
//! Statements that the user keeps from being differentiated (`$AD DO-NOT-DIFF`) leave every derivative as it is: for both sets they are the identity.
//!
//! Storage is the second reason for a call to be active: when the callee allocates or releases what owns a derivative, its derivative does
//! the same to that, even where no value is active. Which variables own derivatives is known when activity is; the one asks for the other
//! until nothing is added ([`own`]). What owns one for the sake of other procedures alone is said from outside
//! ([`Options::followed`](crate::Options::followed)).

use std::collections::BTreeSet;
use std::sync::Arc;

use il::UnitId;
use il::calls::CallGraph;
use il::zones::ZoneId;

use crate::effects::{CallStep, Move, Step, UnitEffects, Write};
use crate::framework::{Analysis, Direction, Here, Solution, solve};
use crate::in_out::Summary;
use crate::matrix::Matrix;
use crate::sets::{Bits, Universe};

/// What the call sites of a unit, taken together, ask of its derivative.
#[derive(Clone, PartialEq, Debug)]
pub struct Context {
    /// Varied on entry.
    pub varied_in: Bits,
    /// Useful on return.
    pub useful_out: Bits,
    /// Stand for parts of active arrays: never passive between.
    pub sticky: Bits,
    /// It is a head, or some call of it is active.
    pub differentiated: bool,
    /// What owns a derivative here, as far as it is known.
    pub owned: Bits,
    /// Varied on entry, be it for callers alone: what has no influence on anything here is not in `varied_in`, and callers may go on with its derivative.
    pub entering: Bits,
    /// It is a head whose caller has what it only reads among its results ([`Options::read_are_results`](crate::Options::read_are_results)).
    pub gives_back_what_it_reads: bool,
}

/// The result for one differentiated unit.
#[derive(Clone, Debug)]
pub struct UnitActivity {
    /// At every gap.
    pub varied: Solution<Bits>,
    /// At every gap.
    pub useful: Solution<Bits>,
    /// Both.
    pub active: Solution<Bits>,
    /// Active at some gap.
    pub anywhere: Bits,
    /// Nothing was analysed: all that can be is active.
    pub everything: bool,
}

/// What activity analysis needs to know.
pub struct Input<'a> {
    /// The call graph.
    pub calls: &'a CallGraph,
    /// Steps of all units.
    pub effects: &'a [UnitEffects],
    /// Universes of all units.
    pub units: &'a [Arc<Universe>],
    /// Diff-dep of all units.
    pub matrices: &'a [Matrix],
    /// In-out of all units.
    pub in_out: &'a [Summary],
    /// For each unit the variables that share storage with parts of others (COMMON of another shape, EQUIVALENCE): their zones.
    pub overlaid: &'a [Vec<Bits>],
}

struct Problem<'a> {
    input: &'a Input<'a>,
    e: &'a UnitEffects,
    context: &'a Context,
    real: Bits,
}

impl Problem<'_> {
    fn matrix(&self, c: &CallStep) -> &Matrix {
        &self.input.matrices[il::Id::index(c.callee)]
    }

    fn callee(&self, c: &CallStep) -> &Universe {
        &self.input.units[il::Id::index(c.callee)]
    }

    /// What is varied behind a step (forward), or useful in front of it (backward): the same equation read in either direction.
    fn through(&self, step: &Step, state: &mut Bits, way: Direction) {
        if step.is_passive() {
            return;
        }
        let kept = state.and(&self.context.sticky);
        match step {
            Step::Move(m) => {
                let ends = m.writes.iter().map(|w| match way {
                    Direction::Forward => (&*w.diff_from, &*w.to),
                    Direction::Backward => (&*w.to, &*w.diff_from),
                });
                let reached: Vec<&[u32]> = ends.filter(|(from, _)| state.has_any(from)).map(|(_, into)| into).collect();
                let whole = |w: &&Write| if way == Direction::Forward { w.diff_whole } else { w.whole };
                m.writes.iter().filter(whole).flat_map(|w| &w.to).for_each(|z| state.remove(*z));
                m.covers.iter().for_each(|z| state.remove(*z));
                reached.into_iter().for_each(|into| state.add_all(into));
            }
            Step::Call(c) => {
                let matrix = self.matrix(c);
                if !matrix.returns {
                    if !c.maybe {
                        *state = Bits::new(state.len());
                    }
                    return;
                }
                let (here, there) = (&self.e.universe, self.callee(c));
                let new = match way {
                    Direction::Forward => c.shows(here, &matrix.forward(&c.enter(there, state, true))),
                    Direction::Backward => c.feeds(here, &matrix.backward(&c.seen_in(there, state)), true),
                };
                state.subtract(&c.replaced(here));
                state.union(&new);
            }
        }
        state.intersect(&self.real);
        state.union(&kept);
    }

    /// Shows `f` the steps of a point with what is varied before and useful after each, from what is varied before and useful after the point;
    /// gives its first answer.
    fn find_step<T>(
        &self,
        steps: &[Step],
        varied: &Bits,
        useful: &Bits,
        mut f: impl FnMut(&Step, &Bits, &Bits) -> Option<T>,
    ) -> Option<T> {
        let mut after = vec![useful.clone()];
        for s in steps.iter().rev() {
            let mut u = after.last().cloned().unwrap_or_default();
            self.through(s, &mut u, Direction::Backward);
            after.push(u);
        }
        after.reverse();
        let mut varied = varied.clone();
        steps.iter().enumerate().find_map(|(k, s)| {
            let found = f(s, &varied, &after[k + 1]);
            self.through(s, &mut varied, Direction::Forward);
            found
        })
    }
}

struct Varied<'a>(&'a Problem<'a>);

impl Analysis for Varied<'_> {
    type State = Bits;
    const DIRECTION: Direction = Direction::Forward;
    fn bottom(&self) -> Bits {
        self.0.e.universe.none()
    }
    fn boundary(&self) -> Bits {
        self.0.context.varied_in.clone()
    }
    fn transfer(&self, at: Here, state: &mut Bits) {
        at.steps.iter().for_each(|s| self.0.through(s, state, Self::DIRECTION));
    }
}

struct Useful<'a>(&'a Problem<'a>);

impl Analysis for Useful<'_> {
    type State = Bits;
    const DIRECTION: Direction = Direction::Backward;
    fn bottom(&self) -> Bits {
        self.0.e.universe.none()
    }
    fn boundary(&self) -> Bits {
        self.0.context.useful_out.clone()
    }
    fn transfer(&self, at: Here, state: &mut Bits) {
        at.steps.iter().rev().for_each(|s| self.0.through(s, state, Self::DIRECTION));
    }
}

/// What an active call asks of its callee. `None`: the call is not active.
fn demand(input: &Input, c: &CallStep, varied: &Bits, useful: &Bits, around: &Context) -> Option<Context> {
    if c.passive {
        return None;
    }
    let i = il::Id::index(c.callee);
    let (there, matrix, written) = (&*input.units[i], &input.matrices[i], written_by(input, c));
    let real = there.differentiable();
    let enters = c.enter(there, varied, true).and(&real);
    let leaves = c.seen_in(there, useful).and(&real).and(&written);
    let both = varied.and(useful);
    let mut sticky = there.none();
    for b in c.weak().filter(|b| written.has(b.formal) && both.has_any(&b.to)) {
        sticky.add(b.formal);
    }
    sticky.intersect(&real);
    let mut storage = there.none();
    storage.add_all(&c.allocates);
    storage.intersect(&c.enter(there, &around.owned, true));
    storage.add_all(&c.followed);
    storage.intersect(&real);
    sticky.union(&storage);
    if sticky.is_empty() && !matrix.forward(&enters).meets(&leaves) {
        return None;
    }
    let mut matters = matrix.backward(&written.and(&real));
    matters.union(&written);
    let (mut varied_in, mut useful_out) = (enters.and(&matters), leaves);
    varied_in.union(&storage);
    useful_out.union(&storage);
    let mut passed = varied.clone();
    passed.union(&around.entering);
    let entering = c.enter(there, &passed, true).and(&real);
    let owned = there.none();
    let gives_back_what_it_reads = false;
    Some(Context { varied_in, useful_out, sticky, differentiated: true, owned, entering, gives_back_what_it_reads })
}

/// What the callee writes, its result included.
fn written_by(input: &Input, c: &CallStep) -> Bits {
    let i = il::Id::index(c.callee);
    let mut written = input.in_out[i].written.clone();
    c.bindings.iter().filter(|b| b.from.is_empty() && !b.to.is_empty()).for_each(|b| written.add(b.formal));
    written
}

/// Whether the call of a procedure without a body is active.
pub fn is_active_external(m: &Move, varied: &Bits, useful: &Bits) -> bool {
    m.external
        && !m.passive
        && m.writes.iter().filter(|w| !w.keeps_derivatives).any(|w| {
            let weak = !w.diff_whole && w.to.iter().any(|z| varied.has(*z) && useful.has(*z));
            weak || (useful.has_any(&w.to) && varied.has_any(&w.diff_from))
        })
}

/// Calls of a unit that are active, with what they ask: visits every step with what is varied before and useful after it.
fn visit_steps(problem: &Problem, found: &UnitActivity, f: &mut dyn FnMut(&Step, &Bits, &Bits)) {
    let flow = &problem.e.flow;
    for &block in &flow.order {
        for (index, steps) in problem.e.steps[block.index()].iter().enumerate() {
            if !steps.iter().any(|s| matches!(s, Step::Call(_))) {
                continue;
            }
            let (varied, useful) = (&found.varied.block(block)[index], &found.useful.block(block)[index + 1]);
            problem.find_step::<()>(steps, varied, useful, |s, varied, useful| {
                f(s, varied, useful);
                None
            });
        }
    }
}

/// Whether a call may write something that can have a derivative. Without activity analysis nothing tells where that ends, so that only the
/// callee's derivative knows.
pub fn writes_real(input: &Input, step: &Step) -> bool {
    match step {
        Step::Call(c) => written_by(input, c).meets(&input.units[il::Id::index(c.callee)].differentiable()),
        Step::Move(_) => false,
    }
}

/// Whether one of the calls among the steps of a point is active, from what is varied before and useful after the point.
pub fn is_active_point(
    input: &Input,
    e: &UnitEffects,
    context: &Context,
    steps: &[Step],
    varied: &Bits,
    useful: &Bits,
) -> bool {
    let problem = Problem { input, e, context, real: e.universe.differentiable() };
    let found = problem.find_step(steps, varied, useful, |s, varied, useful| {
        let active = match s {
            Step::Call(c) => demand(input, c, varied, useful, context).is_some(),
            Step::Move(m) => is_active_external(m, varied, useful),
        };
        active.then_some(())
    });
    found.is_some()
}

/// What the call among the steps of a point asks of its callee, from what is varied before and useful after the point. `None`: no call there is active.
pub fn asked(
    input: &Input,
    e: &UnitEffects,
    context: &Context,
    steps: &[Step],
    varied: &Bits,
    useful: &Bits,
) -> Option<Context> {
    let problem = Problem { input, e, context, real: e.universe.differentiable() };
    problem.find_step(steps, varied, useful, |s, varied, useful| match s {
        Step::Call(c) => demand(input, c, varied, useful, context),
        Step::Move(_) => None,
    })
}

/// Solves a unit in its context.
fn unit(input: &Input, u: UnitId, context: &Context) -> UnitActivity {
    let e = &input.effects[il::Id::index(u)];
    let problem = Problem { input, e, context, real: e.universe.differentiable() };
    let varied = solve(&Varied(&problem), &e.flow, &e.steps);
    let useful = solve(&Useful(&problem), &e.flow, &e.steps);
    let active = varied.zip(&useful, Bits::and);
    let mut anywhere = e.universe.none();
    active.iter().for_each(|a| {
        anywhere.union(a);
    });
    UnitActivity { varied, useful, active, anywhere, everything: false }
}

/// All differentiated units, from the contexts that the heads ask for. Contexts are completed on the way.
pub fn analyse(input: &Input, contexts: &mut [Context]) -> Vec<Option<UnitActivity>> {
    let heads = (0..contexts.len()).filter(|i| contexts[*i].differentiated).map(il::Id::from_index);
    let reach = |head: UnitId| input.calls.reached(&[head]).into_iter().map(il::Id::index).collect();
    let reached: Vec<Vec<usize>> = heads.map(reach).collect();
    loop {
        let found = values(input, contexts);
        if !own(input, &reached, contexts, &found) & !give_back(input.effects, contexts, &found) {
            return found;
        }
    }
}

/// Adds what heads that name no dependents give back besides what they write to what is useful at their ends: what is active where they begin and their
/// callers see on return. What influences nothing else needs no derivative, and gets none. Tells whether that is more than before.
pub(crate) fn give_back(effects: &[UnitEffects], contexts: &mut [Context], found: &[Option<UnitActivity>]) -> bool {
    let mut more = false;
    for (i, context) in contexts.iter_mut().enumerate().filter(|(_, c)| c.gives_back_what_it_reads) {
        let (e, Some(found)) = (&effects[i], &found[i]) else { continue };
        let entering = found.active.entry(&e.flow).and(&context.varied_in);
        more |= context.useful_out.union(&entering.and(&e.outputs));
    }
    more
}

/// Adds to the contexts what is now known to own a derivative, where a call may change its storage; tells whether that is more than before. `reached`: the units
/// of each head.
fn own(input: &Input, reached: &[Vec<usize>], contexts: &mut [Context], found: &[Option<UnitActivity>]) -> bool {
    let allocates = |s: &Step| matches!(s, Step::Call(c) if !c.allocates.is_empty());
    if !input.effects.iter().any(|e| e.steps.iter().flatten().flatten().any(allocates)) {
        return false;
    }
    // What is not created by a call has one derivative, whichever unit needs it. What only other heads need is none of this one's business: it would take
    // what they have left there for its own.
    let active =
        |i: usize| found[i].iter().flat_map(move |f| f.anywhere.iter().filter_map(move |n| input.units[i].zone(n)));
    let mut more = false;
    for units in reached {
        let everywhere: BTreeSet<ZoneId> = units.iter().flat_map(|i| active(*i)).collect();
        for &i in units {
            for (k, _) in input.units[i].zones().iter().enumerate().filter(|(_, z)| everywhere.contains(z)) {
                if !contexts[i].owned.has(k as u32) {
                    contexts[i].owned.add(k as u32);
                    more = true;
                }
            }
        }
    }
    more
}

/// The activity of values, with what owns derivatives as the contexts say.
fn values(input: &Input, contexts: &mut [Context]) -> Vec<Option<UnitActivity>> {
    let mut out: Vec<Option<UnitActivity>> = vec![None; contexts.len()];
    for component in input.calls.components().iter().rev() {
        loop {
            let mut changed = false;
            for &u in component {
                let i = il::Id::index(u);
                if !contexts[i].differentiated {
                    continue;
                }
                let context = contexts[i].clone();
                let found = unit(input, u, &context);
                let e = &input.effects[i];
                let problem = Problem { input, e, context: &context, real: e.universe.differentiable() };
                visit_steps(&problem, &found, &mut |step, varied, useful| {
                    let Step::Call(c) = step else { return };
                    if let Some(asked) = demand(input, c, varied, useful, &context) {
                        let grew = &mut contexts[il::Id::index(c.callee)];
                        let more = grew.varied_in.union(&asked.varied_in)
                            | grew.useful_out.union(&asked.useful_out)
                            | grew.sticky.union(&asked.sticky)
                            | grew.entering.union(&asked.entering)
                            | !std::mem::replace(&mut grew.differentiated, true);
                        // One derivative holds all parts of a variable: when one part varies, the caller sets them all.
                        let callee = il::Id::index(c.callee);
                        for parts in &input.overlaid[callee] {
                            if parts.meets(&grew.varied_in) {
                                grew.varied_in.union(&parts.and(&input.effects[callee].inputs));
                            }
                        }
                        changed |= more && component.contains(&c.callee);
                    }
                });
                out[i] = Some(found);
            }
            if !changed {
                break;
            }
        }
    }
    out
}

/// Without activity analysis: all that is real is active wherever a head leads, and comes in and goes out with a derivative, unless the unit
/// `has_final` lists that say what does, and no differentiated procedure calls it.
pub fn everything(
    input: &Input,
    contexts: &mut [Context],
    has_final: &dyn Fn(&UnitId) -> bool,
) -> Vec<Option<UnitActivity>> {
    let mut out: Vec<Option<UnitActivity>> = vec![None; contexts.len()];
    for component in input.calls.components().iter().rev() {
        for _ in 0..2 {
            for &u in component {
                let i = il::Id::index(u);
                if !contexts[i].differentiated {
                    continue;
                }
                let e = &input.effects[i];
                let real = e.universe.differentiable();
                let is_called = input.calls.callers(u).iter().any(|c| contexts[il::Id::index(*c)].differentiated);
                if is_called || !has_final(&u) {
                    contexts[i].varied_in = real.and(&e.inputs);
                    contexts[i].useful_out = real.and(&e.outputs);
                    contexts[i].entering = real.clone();
                }
                contexts[i].owned = real.clone();
                for v in input.calls.callees(u) {
                    contexts[il::Id::index(*v)].differentiated = true;
                }
                let all = Solution::constant(&e.flow, real.clone());
                out[i] = Some(UnitActivity {
                    varied: all.clone(),
                    useful: all.clone(),
                    active: all,
                    anywhere: real,
                    everything: true,
                });
            }
        }
    }
    out
}
