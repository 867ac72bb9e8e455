//! Linearity: which variables depend on which others, and whether linearly. Source: Strout and Hovland, §2.
//!
//! ```text
//! IN(b) = ⊓ OUT(p), p predecessor of b        f(IN) for x = e:  ⟨⟨x, v⟩, class⟩ for each ⟨v, class⟩ ∈ DEPS(e), others as in IN
//! ```
//!
//! Forward, may; lattice ⊤ (no dependence) > linear > nonlinear per ordered pair of variables, here as degrees ([`degrees`](crate::degrees), which
//! has Table 2). A pair speaks of *names*: ⟨u, v⟩ is how `u` depends on any value that `v` had. Arrays are atoms, and writing a part of one
//! keeps what was known.
//!
//! At calls, a summary per procedure says how values on return depend on those on entry; it is the same analysis with other leaves: a variable
//! stands for its value on entry and for no name of its own ([`polynomial`](crate::polynomial) shows these summaries). Composing a term of degree
//! `d` with arguments of degree at most `m` gives `deg(argument, v) + (d - 1)·m`.

use std::collections::HashMap;
use std::sync::Arc;

use il::calls::actual_for;
use il::expr::{Expr, ExprKind};
use il::stmt::StmtKind;
use il::zones::ZoneId;
use il::{Id, StmtId, SymbolId, UnitId};

use crate::degrees::{Degree, Degrees, Expressions, UNBOUNDED, plus};
use crate::effects::{CallStep, Move, Step, UnitEffects};
use crate::facts::Facts;
use crate::framework::{Analysis, Direction, Here, Reached, Solution, bottom_up, solve, solve_through};
use crate::in_out::Summary as InOutSummary;
use crate::reader::Reader;
use crate::request::At;

/// How a variable depends on another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Not at all: ⊤.
    None,
    /// By additions, subtractions, and products with constants only.
    Linear,
    /// In another way on some path.
    Nonlinear,
}

impl From<Degree> for Class {
    fn from(d: Degree) -> Class {
        match d {
            0 => Class::None,
            1 => Class::Linear,
            _ => Class::Nonlinear,
        }
    }
}

/// What each number of a unit depends on. `None`: no path arrives.
pub(crate) type Columns = Option<Vec<Arc<Degrees>>>;

/// How values on return depend on values on entry, by number. `None` for what keeps its value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Summary {
    pub columns: Vec<Option<Degrees>>,
    pub returns: bool,
}

/// The classes of all pairs of variables, unit by unit.
pub struct Linearity<'f, 'p> {
    facts: &'f Facts<'p>,
    summaries: Vec<Summary>,
}

/// The expressions of a unit at its points, and the numbers of the calls in them.
pub(crate) struct Text<'a> {
    values: HashMap<*const SymbolId, u32>,
    /// The statement at each point.
    kinds: Vec<Vec<Option<&'a StmtKind>>>,
}

/// One unit's problem.
pub(crate) struct Problem<'a> {
    pub e: &'a UnitEffects,
    pub text: &'a Text<'a>,
    pub facts: &'a Facts<'a>,
    pub in_out: &'a [InOutSummary],
    pub summaries: &'a [Summary],
    /// Variables stand for themselves too (pairs of names); otherwise for their values on entry only.
    pub names: bool,
    /// Values on entry count.
    pub entry: bool,
    /// References that stand for themselves.
    pub uses: &'a HashMap<*const Expr, (u32, bool)>,
}

impl<'f, 'p> Linearity<'f, 'p> {
    /// Summaries of all units.
    pub fn new(facts: &'f Facts<'p>) -> Linearity<'f, 'p> {
        let effects = facts.effects();
        let texts: Vec<Text> = effects.iter().map(|e| Text::new(facts, e)).collect();
        let none = HashMap::new();
        let summaries = bottom_up(
            facts.calls(),
            |u| Summary { columns: vec![None; effects[u.index()].universe.len()], returns: false },
            |u, all| {
                let e = &effects[u.index()];
                let problem = Problem {
                    e,
                    text: &texts[u.index()],
                    facts,
                    in_out: facts.in_out_summaries(),
                    summaries: all,
                    names: false,
                    entry: true,
                    uses: &none,
                };
                summary_of(e, &facts.in_out_summaries()[u.index()], &solve_through(&problem, &e.flow, &e.steps))
            },
        );
        Linearity { facts, summaries }
    }

    pub(crate) fn facts(&self) -> &'f Facts<'p> {
        self.facts
    }

    pub(crate) fn summary(&self, unit: UnitId) -> &Summary {
        &self.summaries[unit.index()]
    }

    /// Solves a unit with uses of one's own: what its variables depend on at each gap.
    pub(crate) fn solve(
        &self,
        unit: UnitId,
        names: bool,
        entry: bool,
        uses: &HashMap<*const Expr, (u32, bool)>,
    ) -> Solution<Columns> {
        let e = &self.facts.effects()[unit.index()];
        let text = Text::new(self.facts, e);
        let in_out = self.facts.in_out_summaries();
        let facts = self.facts;
        solve(
            &Problem { e, text: &text, facts, in_out, summaries: &self.summaries, names, entry, uses },
            &e.flow,
            &e.steps,
        )
    }

    /// All pairs ⟨u, v⟩ with a dependence at a place of a unit: u, v, and the class.
    pub fn pairs(&self, unit: UnitId, at: At) -> Vec<(ZoneId, ZoneId, Class)> {
        let flow = self.facts.flow(unit);
        let position = match at {
            At::Entry => None,
            At::Exit => Some(il::flow::Position { block: flow.exit, index: 0 }),
            At::Before(s) => flow.before(s),
            At::After(s) => flow.after(s),
        };
        let solution = self.solve(unit, true, false, &HashMap::new());
        let Some(Some(columns)) = position.map(|p| solution.at(p)) else { return Vec::new() };
        let universe = self.facts.universe(unit);
        let mut out = Vec::new();
        for (to, column) in columns.iter().enumerate() {
            for (from, degree) in column.iter() {
                if let (Some(u), Some(v)) = (universe.zone(to as u32), universe.zone(from)) {
                    out.push((u, v, Class::from(degree)));
                }
            }
        }
        out
    }
}

impl<'a> Text<'a> {
    fn new(facts: &Facts<'a>, e: &UnitEffects) -> Text<'a> {
        let body = &facts.program().units[e.unit];
        // The order in which `steps` numbers the values of calls.
        let (mut values, mut next) = (HashMap::new(), e.universe.zones().len() as u32);
        body.walk(&body.body, &mut |_, s| {
            s.kind.exprs(&mut |x| {
                x.walk(&mut |x| {
                    if let ExprKind::Call { callee, .. } = &x.kind {
                        values.insert(std::ptr::from_ref(callee), next);
                        next += 1;
                    }
                })
            })
        });
        let of = |p: &il::flow::Point| (p.part == il::flow::Part::Whole).then(|| &body.stmts[p.stmt].kind);
        let mut kinds = vec![Vec::new(); e.flow.graph.node_count()];
        for block in e.flow.graph.node_indices() {
            kinds[block.index()] = e.flow.points(block).iter().map(of).collect();
        }
        Text { values, kinds }
    }
}

impl Problem<'_> {
    fn expressions(&self) -> Expressions<'_> {
        let reader = Reader { program: self.facts.program(), zones: self.facts.zones(), universe: &self.e.universe };
        Expressions { reader, values: &self.text.values, uses: self.uses }
    }

    /// What a variable stands for.
    fn variable(&self, columns: &[Arc<Degrees>], n: u32) -> Degrees {
        let mut out = (*columns[n as usize]).clone();
        if self.names && self.e.universe.zone(n).is_some() {
            out.join(&Degrees::of(n));
        }
        out
    }

    fn assign(&self, m: &Move, kind: Option<&StmtKind>, columns: &mut [Arc<Degrees>]) {
        let expressions = self.expressions();
        let variable = |n: u32| self.variable(columns, n);
        let all = |from: &[u32]| from.iter().map(|n| variable(*n)).collect::<Degrees>();
        let value = |from: &[u32]| match kind {
            _ if m.external => all(from).function(),
            Some(StmtKind::Assign { rhs, .. } | StmtKind::Return(Some(rhs))) => match &rhs.kind {
                // Component by component.
                _ if m.writes.len() > 1 && rhs.is_reference() => all(from),
                _ if m.writes.len() > 1 => all(from).function(),
                _ => expressions.degrees(rhs, &variable),
            },
            _ => all(from).function(),
        };
        let new: Vec<Degrees> = m.writes.iter().map(|w| value(&w.diff_from)).collect();
        for z in m.writes.iter().filter(|w| w.whole).flat_map(|w| &w.to).chain(&m.covers) {
            columns[*z as usize] = Arc::default();
        }
        for (w, new) in m.writes.iter().zip(new) {
            for z in w.to.iter().filter(|z| self.e.universe.is_differentiable(**z)) {
                Arc::make_mut(&mut columns[*z as usize]).join(&new);
            }
        }
    }

    /// The arguments of the call that a step stands for: of the expression that has its value, or of the statement.
    fn arguments<'k>(&self, kind: &'k StmtKind, c: &CallStep) -> Option<&'k [il::Arg]> {
        let value = c.bindings.iter().filter(|b| b.from.is_empty()).flat_map(|b| &b.to);
        let value: Vec<u32> = value.copied().filter(|n| self.e.universe.zone(*n).is_none()).collect();
        let mut found = None;
        kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                if let ExprKind::Call { callee, args } = &x.kind
                    && self.text.values.get(&std::ptr::from_ref(callee)).is_some_and(|n| value.contains(n))
                {
                    found = Some(args.as_slice());
                }
            });
        });
        if let (StmtKind::Call { args, .. }, true) = (kind, value.is_empty()) { Some(args) } else { found }
    }

    fn call(&self, c: &CallStep, kind: Option<&StmtKind>, columns: &mut Columns) {
        let i = c.callee.index();
        let (summary, written) = (&self.summaries[i], &self.in_out[i].written);
        if !summary.returns {
            if !c.maybe {
                *columns = None;
            }
            return;
        }
        let Some(columns) = columns else { return };
        let (p, zones) = (self.facts.program(), self.facts.zones());
        let before = columns.clone();
        let variable = |n: u32| self.variable(&before, n);
        let args = kind.and_then(|k| self.arguments(k, c));
        let mut entry: Vec<Degrees> = vec![Degrees::default(); summary.columns.len()];
        let there = &p.units[c.callee];
        for b in &c.bindings {
            let zone = self.facts.universe(c.callee).zone(b.formal);
            let formal = zone.map(|z| zones.zone(z).symbol);
            let position = there.params.iter().position(|q| Some(*q) == formal);
            let actual = position
                .and_then(|k| args.and_then(|a| actual_for(a, k, &p.symbols[there.params[k]].name)))
                .filter(|a| !a.is_reference());
            let new = match actual {
                Some(e) => self.expressions().degrees(e, &variable),
                None => {
                    let all: Degrees = b.diff_from.iter().map(|n| variable(*n)).collect();
                    // An expression that we did not find again.
                    let is_place = b.to.iter().any(|z| b.diff_from.contains(z)) || b.diff_from.len() < 2;
                    if is_place && args.is_some() { all } else { all.function() }
                }
            };
            entry[b.formal as usize].join(&new);
        }
        for (there, here) in c.shared.iter() {
            entry[*there as usize].join(&variable(*here));
        }
        let value = |formal: u32| -> Degrees {
            match &summary.columns[formal as usize] {
                None => entry[formal as usize].clone(),
                Some(column) => {
                    let largest = column.iter().map(|(i, _)| entry[i as usize].largest()).max().unwrap_or(0);
                    let composed = |(i, d): (u32, Degree)| {
                        let rest = if d == UNBOUNDED { UNBOUNDED } else { (1..d).fold(0, |s, _| plus(s, largest)) };
                        entry[i as usize].clone().raised(rest)
                    };
                    column.iter().map(composed).collect()
                }
            }
        };
        let keeps = |formal: u32| summary.columns[formal as usize].is_none() && !written.has(formal);
        let mut changes: Vec<(u32, bool, Degrees)> = Vec::new();
        for b in c.bindings.iter().filter(|b| !b.to.is_empty() && (!keeps(b.formal) || b.from.is_empty())) {
            let new = value(b.formal);
            changes.extend(b.to.iter().map(|z| (*z, b.whole && !c.aliased.contains(z), new.clone())));
        }
        for (there, here) in c.shared.iter().filter(|(there, _)| !keeps(*there)) {
            changes.push((*here, !c.aliased.contains(here), value(*there)));
        }
        for (z, whole, new) in changes.into_iter().filter(|c| self.e.universe.is_differentiable(c.0)) {
            let slot = &mut columns[z as usize];
            if whole && !c.maybe {
                *slot = Arc::new(new);
            } else {
                Arc::make_mut(slot).join(&new);
            }
        }
    }
}

impl Reached for Vec<Arc<Degrees>> {
    fn merge(&mut self, from: &Self) -> bool {
        let mut changed = false;
        for (a, b) in self.iter_mut().zip(from) {
            changed |= !Arc::ptr_eq(a, b) && !b.is_empty() && Arc::make_mut(a).join(b);
        }
        changed
    }
}

impl Analysis for Problem<'_> {
    type State = Columns;
    const DIRECTION: Direction = Direction::Forward;
    fn bottom(&self) -> Columns {
        None
    }
    fn boundary(&self) -> Columns {
        let own = |z: u32| match self.entry && self.e.inputs.has(z) && self.e.universe.is_differentiable(z) {
            true => Arc::new(Degrees::of(z)),
            false => Arc::default(),
        };
        Some((0..self.e.universe.len() as u32).map(own).collect())
    }
    fn transfer(&self, at: Here, state: &mut Columns) {
        let kind = self.text.kinds[at.block.index()][at.index];
        for step in at.steps {
            match step {
                Step::Move(m) => {
                    if let Some(columns) = state {
                        self.assign(m, kind, columns);
                    }
                }
                Step::Call(c) => self.call(c, kind, state),
            }
        }
    }
}

/// What columns at the exit amount to.
fn summary_of(e: &UnitEffects, in_out: &InOutSummary, exit: &Columns) -> Summary {
    let n = e.universe.len();
    let Some(columns) = exit else { return Summary { columns: vec![None; n], returns: false } };
    let column = |z: u32| {
        let c = &columns[z as usize];
        let is_kept = e.inputs.has(z) && !in_out.written.has(z);
        match e.outputs.has(z) {
            true if is_kept => None,
            true => Some((**c).clone()),
            false => Some(Degrees::default()),
        }
    };
    Summary { columns: (0..n as u32).map(column).collect(), returns: true }
}

/// The statement of a loop's body that is executed last, for asking what holds at the end of a turn.
pub(crate) fn end_of_turn(facts: &Facts, unit: UnitId, root: StmtId) -> Option<il::flow::Position> {
    let u = &facts.program().units[unit];
    let last = *u.stmts[root].kind.blocks().first()?.last()?;
    facts.flow(unit).after(last)
}
