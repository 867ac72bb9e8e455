//! One head: which values go in, which runs are made, and what is compared with what.

use std::path::PathBuf;

use diff::{Derivative, HeadSpec, Mode, Part, Status};
use il::access::{is_protected, is_public};
use il::{Diagnostic, Language, Program, Span, StmtKind, Storage, SymbolId, UnitKind};

use super::compiled::{Compiled, Workshop};
use super::directions::Directed;
use super::engine::{Engine, Outcome, POISON, Values};
use super::inputs::{Inputs, Lines, Random, begins_with_value};
use super::interpreted::Interpreted;
use super::numbers::{self, Dot, STEPS, Tolerance};
use super::places::{Callable, Holder, Leaf, Origin, RootKind, Step, adapt};
use super::ties::Ties;
use super::{Derived, HeadReport, Row, Shops, Timing, Verdict, driver_c, driver_fortran, folder};
use crate::args::CheckArgs;

/// How often a procedure is run to time it.
const REPETITIONS: usize = 30;

/// Everything a head is checked with.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub args: &'a CheckArgs,
    pub program: &'a Program,
    pub inputs: &'a Inputs,
    pub spec: &'a HeadSpec,
    pub derived: &'a [Derived],
    pub shops: &'a Shops,
    pub tolerance: Tolerance,
    /// What the original reads and writes.
    pub facts: &'a analysis::Facts<'a>,
}

/// A point: values and a direction.
struct Point {
    values: Values,
    /// Zero where a leaf is not independent.
    direction: Vec<Vec<f64>>,
    /// Which of the numbers are one.
    ties: Ties,
}

/// A derivative procedure and how it is called.
struct Side<'a> {
    position: usize,
    derived: &'a Derived,
    derivative: &'a Derivative,
    callable: Callable,
}

/// The original, and what it is run with.
pub struct Setup {
    original: Callable,
    lists: Lists,
    texts: Vec<Option<String>>,
    points: Vec<Point>,
}

/// Which leaves of the original matter.
struct Lists {
    independent: Vec<bool>,
    dependent: Vec<bool>,
}

/// What the tangent, or differences, say about every leaf at each point.
struct Slopes {
    /// Of each point one slope of every leaf, or that of every step of a sweep: the best of them judges.
    by_point: Vec<Vec<Vec<Vec<f64>>>>,
    exact: bool,
}

impl Job<'_> {
    /// What the head is run with, as far as the user's inputs say: before anything is compiled. Diagnostics are about what the user gave.
    pub fn setup(&self) -> Result<Setup, Vec<Diagnostic>> {
        let unit = self.spec.unit;
        let lines = Lines::resolve(self.program, unit, self.inputs)?;
        let derivatives = || self.derived.iter().filter_map(|d| d.output.derivative(unit, part(d.mode)));
        let mut globals = Vec::new();
        let listed = self.spec.independents.iter().chain(&self.spec.dependents).flatten().map(|p| p.symbol);
        let listed: Vec<SymbolId> = listed.chain(lines.globals(unit)).collect();
        let changed = derivatives().flat_map(|d| d.signature.status.iter().map(|(p, _)| p.symbol));
        for s in listed.iter().copied().chain(changed.filter(|s| self.is_seen(*s))).chain(self.used_globals()) {
            let inside = self.is_allocated_inside(s) || self.starts_unassociated(s);
            let given = listed.contains(&s) || !inside && !self.is_out_of_reach(s);
            if given && self.is_global(s) && !globals.contains(&s) {
                globals.push(s);
            }
        }
        let heads = || self.spec.independents.iter().chain(&self.spec.dependents).flatten();
        let original = Callable::original(self.program, unit, &globals).without(|c, leaf| {
            c.roots[leaf.root].kind == RootKind::Global
                && self.starts_unallocated(leaf)
                && !lines.mentions(c, leaf)
                && !heads().any(|place| c.is_at(leaf, place))
        });
        let lists = self.lists(&original);
        let texts: Vec<Option<String>> =
            original.leaves.iter().map(|l| lines.text(&original, l).map(str::to_string)).collect();
        let points = self.points(&original, &lines, &lists)?;
        Ok(Setup { original, lists, texts, points })
    }

    /// Checks the head. Diagnostics are about what the user gave; all else is in the report.
    pub fn run(&self) -> Result<HeadReport, Vec<Diagnostic>> {
        let unit = self.spec.unit;
        let Setup { original, lists, texts, points } = self.setup()?;
        let mut report = HeadReport {
            title: self.title(&original, &lists),
            rows: self.rows(&original, &lists),
            failures: Vec::new(),
            timing: None,
        };

        let sides: Vec<Side> = self
            .derived
            .iter()
            .enumerate()
            .filter_map(|(position, derived)| {
                let Some(derivative) = derived.output.derivative(unit, part(derived.mode)) else {
                    let split = derived.output.derivative(unit, Part::Forward).is_some();
                    let why = if split {
                        ": the head is differentiated in split mode, and its two halves are not checked here"
                    } else {
                        ""
                    };
                    report.failures.push(format!("no {} procedure was generated{why}", folder(derived.mode)));
                    return None;
                };
                let callable = Callable::derivative(&derived.output, &original, derivative);
                Some(Side { position, derived, derivative, callable })
            })
            .collect();
        let tangent = sides.iter().find(|s| s.derived.mode == Mode::Tangent);
        let adjoint = sides.iter().find(|s| s.derived.mode == Mode::Adjoint);

        let Some(primal) = self.primal(&original, &texts, &points, &mut report) else { return Ok(report) };
        let mut slopes = None;
        if let Some(side) = tangent {
            slopes = self.tangent(&original, side, &texts, &points, &primal, &lists, &mut report);
        }
        if let Some(side) = adjoint {
            let slopes = slopes.unwrap_or_else(|| self.differences(&original, &points, &primal));
            self.adjoint(&original, side, &texts, &points, &primal, &slopes, &lists, &mut report);
        }
        if self.args.time && report.failures.is_empty() {
            match &self.shops.fast {
                Some(shop) => match self.time(shop, &original, &sides, &texts, &points) {
                    Ok(t) => report.timing = Some(t),
                    Err(why) => report.failures.push(why),
                },
                None => report.failures.push("times are taken of compiled code only".into()),
            }
        }
        Ok(report)
    }

    fn is_global(&self, s: SymbolId) -> bool {
        let own = &self.program.units[self.spec.unit];
        // What is constant cannot be set.
        let is = |v: &il::Variable| matches!(v.storage, Storage::Global | Storage::Common) && !v.constant;
        self.program.symbols.contains(s) && !own.params.contains(&s) && self.program.variable(s).is_some_and(is)
    }

    /// Whether what the head calls allocates a variable: then it starts without an allocation, unless the user gives it one.
    fn is_allocated_inside(&self, s: SymbolId) -> bool {
        let held = |v: &il::Variable| v.allocatable || v.pointer;
        if !self.program.variable(s).is_some_and(held) {
            return false;
        }
        self.allocates_inside(|object| object.root() == Some(s))
    }

    /// Whether nothing asks where a pointer leads when the head is called: it is associated before, or never used.
    fn starts_unassociated(&self, s: SymbolId) -> bool {
        let (zones, in_out) = (self.facts.zones(), self.facts.in_out(self.spec.unit));
        let own = zones.of_pointer(self.program, &il::Expr::var(s)).zones;
        self.program.variable(s).is_some_and(|v| v.pointer)
            && !own.is_empty()
            && !own.iter().any(|z| in_out.exposed.contains(*z))
    }

    /// Whether a leaf lies in a component that what the head calls allocates.
    fn starts_unallocated(&self, leaf: &Leaf) -> bool {
        let held = leaf.steps.windows(2).filter_map(|pair| match pair {
            [Step::Field(r, k), Step::Elements { holder: Holder::Allocatable | Holder::Pointer, .. }] => Some((*r, *k)),
            _ => None,
        });
        let held: Vec<_> = held.collect();
        let is_held = |e: &il::Expr| matches!(&e.kind, il::ExprKind::Field { record, field, .. } if held.contains(&(*record, *field)));
        !held.is_empty() && self.allocates_inside(is_held)
    }

    /// Whether what the head calls allocates such an object.
    fn allocates_inside(&self, such: impl Fn(&il::Expr) -> bool) -> bool {
        let allocates = |unit: il::UnitId| {
            let u = &self.program.units[unit];
            let mut found = false;
            u.walk(&u.body, &mut |_, stmt| {
                match &stmt.kind {
                    StmtKind::Allocate { objects, .. } => found |= objects.iter().any(|o| such(&o.object)),
                    // What has no allocation yet gets one with its value; what has one may keep it.
                    StmtKind::Assign { lhs, rhs } => {
                        found |= self.program.is_allocatable(lhs)
                            && !lhs.root().is_some_and(|s| rhs.mentions(s))
                            && such(lhs);
                    }
                    _ => {}
                }
            });
            found
        };
        il::calls::CallGraph::new(self.program).reached(&[self.spec.unit]).into_iter().any(allocates)
    }

    /// Whether a run leaves something behind that nobody sets before the next one: a saved local, a global with an initial value, an allocation.
    fn remembers(&self) -> bool {
        let zones = self.facts.zones();
        self.facts.in_out(self.spec.unit).written.iter().map(|z| zones.zone(z)).any(|zone| {
            let s = zone.symbol;
            zone.owner.is_none()
                && self.program.variable(s).is_some_and(|v| {
                    v.storage == Storage::Local && v.saved
                        || matches!(v.storage, Storage::Global | Storage::Common)
                            && (begins_with_value(self.program, s, &zone.path) || self.is_allocated_inside(s))
                })
        })
    }

    /// Globals that must have a value before the call, and those that a head without lists is about.
    fn used_globals(&self) -> Vec<SymbolId> {
        let in_out = self.facts.in_out(self.spec.unit);
        let zones = self.facts.zones();
        let mut out = Vec::new();
        for z in in_out.exposed.iter().chain(in_out.written.iter().filter(|_| self.spec.dependents.is_none())) {
            let zone = zones.zone(z);
            // A block of COMMON is set as this procedure declares it, if it does.
            let commons = self.program.units[self.spec.unit].commons();
            let own = commons.values().flatten().copied().find(|m| zones.of_symbol(*m).contains(&z));
            let first = crate::resolve::declarations(self.program, zone.symbol).first().copied();
            let symbol = own.or(first).unwrap_or(zone.symbol);
            let listed = in_out.written.contains(z) && self.spec.dependents.is_none() && zone.differentiable;
            let path = if symbol == zone.symbol { zone.path.as_slice() } else { &[] };
            if listed || (in_out.exposed.contains(z) && !begins_with_value(self.program, symbol, path)) {
                out.push(symbol);
            }
        }
        out
    }

    /// Whether the value of a leaf on entry may be used.
    fn is_exposed(&self, original: &Callable, leaf: &Leaf) -> bool {
        let zones = self.facts.zones().of_component(original.roots[leaf.root].symbol, &leaf.path());
        self.facts.in_out(self.spec.unit).exposed.contains_any(&zones)
    }

    /// Whether the number itself in a leaf may be used: of a pointer that leads there, the address always is.
    fn is_input(&self, original: &Callable, leaf: &Leaf) -> bool {
        let zones = self.facts.zones();
        let exposed = &self.facts.in_out(self.spec.unit).exposed;
        let own = zones.of_component(original.roots[leaf.root].symbol, &leaf.path());
        own.into_iter().any(|z| !zones.zone(z).address && exposed.contains(z))
    }

    /// Whether a leaf may be written.
    fn is_written(&self, original: &Callable, leaf: &Leaf) -> bool {
        let zones = self.facts.zones().of_component(original.roots[leaf.root].symbol, &leaf.path());
        self.facts.in_out(self.spec.unit).written.contains_any(&zones)
    }

    /// PRIVATE or PROTECTED in a module, or in one that was made for entries, where no program can set it: it has what it has when the program begins.
    fn is_out_of_reach(&self, s: SymbolId) -> bool {
        let p = self.program;
        let home = p.home(s).filter(|h| p.units[*h].kind == UnitKind::Module);
        !self.args.interpret
            && home.is_some_and(|h| {
                !is_public(p, h, &p.symbols[s].name) || is_protected(p, h, s) || diff::is_of_entries(p, h)
            })
    }

    /// A COMMON member counts under the name the head gives it; other units may see the block otherwise.
    fn is_seen(&self, s: SymbolId) -> bool {
        self.program.symbols.contains(s)
            && self
                .program
                .variable(s)
                .is_some_and(|v| v.storage != Storage::Common || self.program.home(s) == Some(self.spec.unit))
    }

    fn lists(&self, original: &Callable) -> Lists {
        let independent = original.leaves.iter().map(|l| {
            l.is_differentiable()
                && match &self.spec.independents {
                    Some(list) => list.iter().any(|p| original.is_at(l, p)),
                    None => self.is_input(original, l),
                }
        });
        let dependent = original.leaves.iter().map(|l| {
            l.is_differentiable()
                && match &self.spec.dependents {
                    Some(list) => list.iter().any(|p| original.is_at(l, p)),
                    None => original.roots[l.root].kind == RootKind::Result || self.is_written(original, l),
                }
        });
        Lists { independent: independent.collect(), dependent: dependent.collect() }
    }

    fn title(&self, original: &Callable, lists: &Lists) -> String {
        let names = |which: &[bool]| {
            let picked: Vec<&str> =
                original.leaves.iter().zip(which).filter(|(_, w)| **w).map(|(l, _)| l.name.as_str()).collect();
            picked.join(" ")
        };
        let how = if self.args.interpret { "interpreted".to_string() } else { "compiled".to_string() };
        let n = self.args.points;
        format!(
            "{}: d({})/d({}), {n} point{}, seed {}, {how}",
            self.program.units[self.spec.unit].name,
            names(&lists.dependent),
            names(&lists.independent),
            if n == 1 { "" } else { "s" },
            self.args.seed,
        )
    }

    fn rows(&self, original: &Callable, lists: &Lists) -> Vec<Row> {
        let leaves = original.leaves.iter().zip(&lists.dependent).filter(|(_, d)| **d);
        leaves
            .map(|(l, _)| Row {
                output: l.name.clone(),
                tangent: None,
                step: None,
                unsettled: false,
                adjoint: None,
                gap: None,
            })
            .collect()
    }

    fn points(&self, original: &Callable, lines: &Lines, lists: &Lists) -> Result<Vec<Point>, Vec<Diagnostic>> {
        let needed = |l: &Leaf| {
            let root = &original.roots[l.root];
            let position = match l.origin {
                Origin::Value(k) | Origin::Derivative(k) => k,
                Origin::Directions => return false,
            };
            let starts = root.kind == RootKind::Global && begins_with_value(self.program, root.symbol, &l.path());
            // What is INTENT(OUT) has no value before (F2018 8.5.10), but for the components that start with one.
            let out = self
                .program
                .variable(root.symbol)
                .is_some_and(|v| v.intent == Some(il::Intent::Out) && v.ty.element().record().is_none());
            let read = self.is_exposed(original, l) && root.kind != RootKind::Result && !starts && !out;
            lists.independent[position] || read
        };
        let mut out = Vec::new();
        for p in 0..self.args.points.max(1) {
            let (shapes, mut values) = lines.point(original, self.args.seed, u64::from(p), &needed)?;
            let ties = Ties::new(self.program, original, &values);
            ties.share(&mut values);
            let mut direction: Vec<Vec<f64>> = original
                .leaves
                .iter()
                .enumerate()
                .map(|(k, leaf)| {
                    let mut random = Random::new(self.args.seed, &format!("{}'{p}", leaf.name.to_ascii_lowercase()));
                    let scale = |x: f64| if x == 0.0 || x.is_nan() { 1.0 } else { x.abs() };
                    values[k]
                        .iter()
                        .map(|x| if lists.independent[k] { random.direction() * scale(*x) } else { 0.0 })
                        .collect()
                })
                .collect();
            ties.share(&mut direction);
            out.push(Point { values: Values { shapes, numbers: values }, direction, ties });
        }
        if out.iter().all(|p: &Point| p.direction.iter().flatten().all(|d| *d == 0.0)) {
            return Err(vec![
                Diagnostic::error(
                    "RT0606",
                    Span::NONE,
                    format!("`{}` has no independent input to check with", self.program.units[self.spec.unit].name),
                )
                .note("name some in -head: \"procedure(independents)\\(dependents)\""),
            ]);
        }
        Ok(out)
    }

    /// An engine for a procedure: the original, or that of a side, one direction of it at a time.
    fn engine<'e>(
        &'e self,
        shop: Option<&Workshop>,
        callable: &'e Callable,
        side: Option<&'e Side>,
        texts: &[Option<String>],
    ) -> Result<Box<dyn Engine + 'e>, String> {
        let engine = self.plain_engine(shop, callable, side, texts)?;
        Ok(match side.and_then(|s| s.derived.request.directions) {
            Some(d) => Box::new(Directed::new(engine, callable, d.most)),
            None => engine,
        })
    }

    fn plain_engine<'e>(
        &'e self,
        shop: Option<&Workshop>,
        callable: &'e Callable,
        side: Option<&'e Side>,
        texts: &[Option<String>],
    ) -> Result<Box<dyn Engine + 'e>, String> {
        let program = side.map_or(self.program, |s| &s.derived.output.program);
        let own: Vec<Option<String>> = callable
            .leaves
            .iter()
            .map(|l| if let Origin::Value(k) = l.origin { texts.get(k).cloned().flatten() } else { None })
            .collect();
        let Some(shop) = shop else {
            return Ok(Box::new(Interpreted::new(program, callable, &own, self.args.fuel, side.is_none())));
        };
        let unit = &program.units[callable.unit];
        let check_tape = side.is_some_and(|s| s.derived.mode == Mode::Adjoint);
        let sources = match side {
            // That it did not compile was said.
            Some(s) => self.shops.sources[s.position].as_deref().ok_or(String::new())?,
            None => &[],
        };
        let text = match unit.language {
            Language::Fortran => driver_fortran::driver(program, callable, &own, check_tape)
                .map_err(|e| format!("{e} (--interpret can)"))?,
            Language::C => {
                driver_c::driver(program, callable, &self.file_of(shop, program, callable, side)?, check_tape)?
            }
        };
        let place = side.map_or("primal", |s| folder(s.derived.mode));
        let executable = shop.program(place, &text, unit.language, sources)?;
        Ok(Box::new(Compiled::new(executable, program, callable, self.remembers())))
    }

    /// The C file that holds a function.
    fn file_of(
        &self,
        shop: &Workshop,
        program: &Program,
        callable: &Callable,
        side: Option<&Side>,
    ) -> Result<PathBuf, String> {
        let mut holders = vec![callable.unit];
        while let Some(parent) = holders.last().and_then(|u| program.units[*u].parent) {
            holders.push(parent);
        }
        let sources = match side {
            Some(s) => self.shops.sources[s.position].as_deref().unwrap_or(&[]),
            None => shop.originals(),
        };
        let found = sources.iter().find(|s| s.units.iter().any(|u| holders.contains(u)));
        found
            .map(|s| s.path.clone())
            .ok_or_else(|| format!("the file of `{}` is not known", program.units[callable.unit].name))
    }

    /// Values of the original at each point and on both sides of it, for each step.
    fn primal(
        &self,
        original: &Callable,
        texts: &[Option<String>],
        points: &[Point],
        report: &mut HeadReport,
    ) -> Option<Vec<Vec<Outcome>>> {
        let mut runs = Vec::new();
        for p in points {
            runs.push(p.values.clone());
            for h in STEPS.iter().flat_map(|h| [*h, -*h]) {
                let mut v = p.values.clone();
                for (x, d) in v.numbers.iter_mut().zip(&p.direction) {
                    for (x, d) in x.iter_mut().zip(d) {
                        *x += h * d;
                    }
                }
                runs.push(v);
            }
        }
        let ran = self.engine(self.shops.checked.as_ref(), original, None, texts).and_then(|mut e| e.run(&runs));
        match ran {
            Ok(all) => {
                let mut all = all.into_iter();
                Some(points.iter().map(|_| all.by_ref().take(1 + 2 * STEPS.len()).collect()).collect())
            }
            Err(why) => {
                report.failures.push(format!("the original: {why}"));
                None
            }
        }
    }

    /// The tangent of a leaf that has no derivative: nothing, but where it is left as it was.
    fn without_derivative(&self, leaf: usize, point: &Point, after: &[f64]) -> Vec<f64> {
        let before = &point.values.numbers[leaf];
        // A real of four bytes comes back rounded.
        let same = |x: f64, y: f64| x == y || f64::from(x as f32) == y;
        let kept = |n: usize, y: f64| before.get(n).is_some_and(|x| same(*x, y));
        let direction = |n: usize| point.direction[leaf].get(n).copied().unwrap_or(0.0);
        after.iter().enumerate().map(|(n, y)| if kept(n, *y) { direction(n) } else { 0.0 }).collect()
    }

    #[allow(clippy::too_many_arguments)]
    fn tangent(
        &self,
        original: &Callable,
        side: &Side,
        texts: &[Option<String>],
        points: &[Point],
        primal: &[Vec<Outcome>],
        lists: &Lists,
        report: &mut HeadReport,
    ) -> Option<Slopes> {
        let runs: Vec<Values> = points
            .iter()
            .map(|p| {
                self.values(original, side, p, &|k, status| match status {
                    Status::Out => None,
                    Status::In | Status::InOut | Status::Incr | Status::InZero | Status::InKilled | Status::Local => {
                        Some(p.direction[k].clone())
                    }
                })
            })
            .collect();
        let ran =
            self.engine(self.shops.checked.as_ref(), &side.callable, Some(side), texts).and_then(|mut e| e.run(&runs));
        let outcomes = match ran {
            Ok(o) => o,
            Err(why) => {
                if !why.is_empty() {
                    report.failures.push(format!("the tangent: {why}"));
                }
                return None;
            }
        };
        let mut by_point = Vec::new();
        // A derivative that is only read says nothing about what its variable is afterwards.
        let gives =
            |k: usize| original.status(&original.leaves[k], &side.derived.output, side.derivative) != Status::In;
        for ((p, base), o) in points.iter().zip(primal).zip(&outcomes) {
            let has = |k: usize| side.callable.leaf(Origin::Derivative(k)).is_some() && gives(k);
            let mut slopes: Vec<Vec<f64>> = (0..original.leaves.len())
                .map(|k| match side.callable.leaf(Origin::Derivative(k)).filter(|_| gives(k)) {
                    Some(at) => o.numbers[at].clone(),
                    None => self.without_derivative(k, p, &base[0].numbers[k]),
                })
                .collect();
            p.ties.hand_over(&mut slopes, &has);
            for (at, leaf) in side.callable.leaves.iter().enumerate() {
                if let Origin::Value(k) = leaf.origin {
                    let far = numbers::distance(&o.numbers[at], &base[0].numbers[k]);
                    let said = format!(
                        "the tangent procedure gives another value of `{}` than the original",
                        original.leaves[k].name
                    );
                    if !(far <= self.tolerance.values) && !report.failures.iter().any(|f| f.starts_with(&said)) {
                        report.failures.push(format!("{said} (relative difference {far:.1e})"));
                    }
                }
            }
            by_point.push(slopes);
        }
        let mut row = 0;
        for k in (0..original.leaves.len()).filter(|k| lists.dependent[*k]) {
            let mut worst: Option<numbers::Best> = None;
            for (base, slopes) in primal.iter().zip(&by_point) {
                let sides: Vec<(&[f64], &[f64])> = base[1..]
                    .chunks(2)
                    .map(|pair| (pair[0].numbers[k].as_slice(), pair[1].numbers[k].as_slice()))
                    .collect();
                let best = numbers::against_differences(&base[0].numbers[k], &slopes[k], &sides);
                // What is wrong where differences can tell counts before where they cannot.
                let rank = |b: &numbers::Best| (!b.unsettled(self.tolerance.tangent), b.error);
                let wrong = |b: &numbers::Best| b.error > self.tolerance.tangent;
                let worse = |b: &numbers::Best, w: &numbers::Best| match wrong(b) && wrong(w) {
                    true => rank(b) > rank(w),
                    false => b.error > w.error,
                };
                if worst.is_none_or(|w| worse(&best, &w)) {
                    worst = Some(best);
                }
            }
            if let Some(w) = worst {
                report.rows[row].tangent = Some(Verdict { error: w.error, passed: w.error <= self.tolerance.tangent });
                report.rows[row].step = (w.error > 0.0).then_some(w.step);
                report.rows[row].unsettled = w.unsettled(self.tolerance.tangent);
            }
            row += 1;
        }
        Some(Slopes { by_point: by_point.into_iter().map(|slopes| vec![slopes]).collect(), exact: true })
    }

    /// Whether a leaf without derivative depends on the independents: in numbers that are not left as they were, and have no other name that has one.
    fn is_missed(
        &self,
        leaf: usize,
        point: &Point,
        after: &Outcome,
        slopes: &[Vec<f64>],
        has: &dyn Fn(usize) -> bool,
    ) -> bool {
        let (before, after) = (&point.values.numbers[leaf], &after.numbers[leaf]);
        let own = point.ties.alone(leaf, &slopes[leaf], has);
        own.iter().enumerate().any(|(n, slope)| *slope != 0.0 && before.get(n) != after.get(n))
    }

    /// Differences instead of tangents, when there are none.
    fn differences(&self, original: &Callable, points: &[Point], primal: &[Vec<Outcome>]) -> Slopes {
        let leaves = 0..original.leaves.len();
        let by_point = points
            .iter()
            .zip(primal)
            .map(|(_, base)| {
                let of_leaf = |k: usize| {
                    let sides: Vec<(&[f64], &[f64])> =
                        base[1..].chunks(2).map(|p| (p[0].numbers[k].as_slice(), p[1].numbers[k].as_slice())).collect();
                    numbers::differences(&sides)
                };
                let sweeps: Vec<Vec<(Vec<f64>, f64)>> = leaves.clone().map(of_leaf).collect();
                let steps = sweeps.iter().map(Vec::len).min().unwrap_or(0);
                (0..steps).map(|n| sweeps.iter().map(|sweep| sweep[n].0.clone()).collect()).collect()
            })
            .collect();
        Slopes { by_point, exact: false }
    }

    /// The values a derivative procedure is called with. `derivative` gives those of the derivative of a leaf; `None`: not defined.
    fn values(
        &self,
        original: &Callable,
        side: &Side,
        point: &Point,
        derivative: &dyn Fn(usize, Status) -> Option<Vec<f64>>,
    ) -> Values {
        let mut out = Values { shapes: Vec::new(), numbers: Vec::new() };
        let mut derivatives: Vec<Vec<f64>> =
            point.values.numbers.iter().map(|values| vec![f64::NAN; values.len()]).collect();
        for leaf in &side.callable.leaves {
            let Origin::Derivative(k) = leaf.origin else { continue };
            let status = original.status(&original.leaves[k], &side.derived.output, side.derivative);
            if let Some(given) = derivative(k, status) {
                derivatives[k] = given;
            }
        }
        point.ties.share(&mut derivatives);
        for leaf in &side.callable.leaves {
            let (Origin::Value(k) | Origin::Derivative(k)) = leaf.origin else {
                out.shapes.push(adapt(&Vec::new(), leaf));
                out.numbers.push(vec![1.0]);
                continue;
            };
            // The directions of a derivative are added where it is run.
            let several = side.derived.request.directions.is_some() && leaf.origin == Origin::Derivative(k);
            let shape = &point.values.shapes[k];
            out.shapes.push(if several { shape.clone() } else { adapt(shape, leaf) });
            out.numbers.push(match leaf.origin {
                Origin::Value(_) => point.values.numbers[k].clone(),
                Origin::Derivative(_) | Origin::Directions => derivatives[k].clone(),
            });
        }
        out
    }

    #[allow(clippy::too_many_arguments)]
    fn adjoint(
        &self,
        original: &Callable,
        side: &Side,
        texts: &[Option<String>],
        points: &[Point],
        base: &[Vec<Outcome>],
        slopes: &Slopes,
        lists: &Lists,
        report: &mut HeadReport,
    ) {
        let status = |k: usize| original.status(&original.leaves[k], &side.derived.output, side.derivative);
        let takes_seed = |k: usize| {
            side.callable.leaf(Origin::Derivative(k)).is_some()
                && matches!(status(k), Status::In | Status::InOut | Status::Incr | Status::InZero | Status::InKilled)
        };
        // The adjoint of a function's result is passed in and nothing more (conventions §4.3).
        let is_result = |k: usize| original.roots[original.leaves[k].root].kind == RootKind::Result;
        let dependents: Vec<usize> = (0..original.leaves.len()).filter(|k| lists.dependent[*k]).collect();
        // Seeds: each dependent alone, then all that take one together.
        let mut sets: Vec<Vec<usize>> = dependents.iter().map(|k| vec![*k]).collect();
        // What is added to without being a result keeps its adjoint unless it is overwritten: the caller clears that.
        let is_kept = |k: usize| status(k) == Status::Incr && !self.is_written(original, &original.leaves[k]);
        let all: Vec<usize> =
            (0..original.leaves.len()).filter(|k| takes_seed(*k) && (lists.dependent[*k] || is_kept(*k))).collect();
        if all.len() > 1 {
            sets.push(all);
            report.rows.push(Row {
                output: "all".into(),
                tangent: None,
                step: None,
                unsettled: false,
                adjoint: None,
                gap: None,
            });
        }
        let seed = |k: usize, p: usize, n: usize| {
            let mut random =
                Random::new(self.args.seed, &format!("{}\"{p}", original.leaves[k].name.to_ascii_lowercase()));
            (0..n).map(|_| random.direction()).collect::<Vec<f64>>()
        };
        let mut runs = Vec::new();
        for set in &sets {
            for (p, point) in points.iter().enumerate() {
                runs.push(self.values(original, side, point, &|k, status| {
                    let n = point.values.numbers[k].len();
                    match status {
                        Status::Out => None,
                        Status::In
                        | Status::InOut
                        | Status::Incr
                        | Status::InZero
                        | Status::InKilled
                        | Status::Local => Some(if set.contains(&k) { seed(k, p, n) } else { vec![0.0; n] }),
                    }
                }));
            }
        }
        let ran =
            self.engine(self.shops.checked.as_ref(), &side.callable, Some(side), texts).and_then(|mut e| e.run(&runs));
        let outcomes = match ran {
            Ok(o) => o,
            Err(why) => {
                if !why.is_empty() {
                    report.failures.push(format!("the adjoint: {why}"));
                }
                return;
            }
        };
        let mut outcomes = outcomes.iter().zip(&runs);
        for (row, set) in sets.iter().enumerate() {
            let mut worst: Option<(f64, f64)> = None;
            for (p, point) in points.iter().enumerate() {
                let Some((outcome, run)) = outcomes.next() else { return };
                let mut lefts = vec![Dot::default(); slopes.by_point[p].len()];
                let mut right = Dot::default();
                let mut values = Dot::default();
                for k in set {
                    if takes_seed(*k) {
                        let counted = |other: usize| set.contains(&other) && takes_seed(other);
                        for (left, slopes) in lefts.iter_mut().zip(&slopes.by_point[p]) {
                            let seeds = seed(*k, p, slopes[*k].len());
                            left.add(&point.ties.once(*k, &seeds, &counted), &slopes[*k]);
                        }
                        let set = |x: &f64| if *x == POISON { 0.0 } else { *x };
                        let value: Vec<f64> = base[p][0].numbers[*k].iter().map(set).collect();
                        values.add(&seed(*k, p, value.len()), &value);
                    } else if slopes.exact
                        && self.is_missed(*k, point, &base[p][0], &slopes.by_point[p][0], &takes_seed)
                    {
                        let said = format!(
                            "the adjoint takes no derivative of `{}`, which depends on the independents",
                            original.leaves[*k].name
                        );
                        if !report.failures.contains(&said) {
                            report.failures.push(said);
                        }
                    }
                }
                for (at, leaf) in side.callable.leaves.iter().enumerate() {
                    let Origin::Derivative(k) = leaf.origin else { continue };
                    let own = &outcome.numbers[at];
                    let counts = |s: Status| matches!(s, Status::Out | Status::InOut | Status::Incr | Status::In);
                    let counted =
                        |other: usize| side.callable.leaf(Origin::Derivative(other)).is_some() && counts(status(other));
                    let direction = || point.ties.once(k, &point.direction[k], &counted);
                    match status(k) {
                        Status::Out | Status::InOut | Status::Incr => right.add(own, &direction()),
                        Status::In => right.add(&run.numbers[at], &direction()),
                        Status::InZero
                            if own.iter().any(|x| *x != 0.0)
                                && !side.derived.request.fix_interface
                                && !is_result(k) =>
                        {
                            let said = format!(
                                "the adjoint of `{}` should be zero afterwards, and is not",
                                original.leaves[k].name
                            );
                            if !report.failures.contains(&said) {
                                report.failures.push(said);
                            }
                        }
                        Status::InZero | Status::InKilled | Status::Local => {}
                    }
                    let lost = own.iter().zip(&point.direction[k]).any(|(x, d)| *x == POISON && *d != 0.0);
                    if status(k) == Status::Out && lost {
                        let said = format!(
                            "the adjoint of `{}` is not set, though the header says so",
                            original.leaves[k].name
                        );
                        if !report.failures.contains(&said) {
                            report.failures.push(said);
                        }
                    }
                }
                let errors = lefts.iter().map(|left| left.error(right, numbers::FLOOR * values.size));
                // What is not a number is wrong.
                let error = errors.fold(f64::NAN, f64::min);
                if worst.is_none_or(|(w, _)| error > w || error.is_nan()) {
                    let gap = lefts.iter().map(|left| (left.sum - right.sum).abs()).fold(f64::NAN, f64::min);
                    worst = Some((error, gap));
                }
            }
            let tolerance = if slopes.exact { self.tolerance.adjoint } else { self.tolerance.tangent };
            report.rows[row].adjoint = worst.map(|(error, _)| Verdict { error, passed: error <= tolerance });
            report.rows[row].gap = worst.map(|(_, gap)| gap);
        }
    }

    fn time(
        &self,
        shop: &Workshop,
        original: &Callable,
        sides: &[Side],
        texts: &[Option<String>],
        points: &[Point],
    ) -> Result<Timing, String> {
        let point = &points[0];
        let again = |v: Values| vec![v; REPETITIONS];
        let measure = |callable: &Callable, side: Option<&Side>, values: Values| -> Result<f64, String> {
            let mut engine = self.engine(Some(shop), callable, side, texts)?;
            Ok(numbers::shortest(&engine.run(&again(values))?))
        };
        let mut timing =
            Timing { primal: measure(original, None, point.values.clone())?, tangent: None, adjoint: None };
        for side in sides {
            let values = self.values(original, side, point, &|k, status| match (side.derived.mode, status) {
                (_, Status::Out) => None,
                (Mode::Tangent, _) => Some(point.direction[k].clone()),
                (Mode::Adjoint, _) => Some(vec![1.0; point.values.numbers[k].len()]),
            });
            let seconds = measure(&side.callable, Some(side), values)?;
            match side.derived.mode {
                Mode::Tangent => timing.tangent = Some(seconds),
                Mode::Adjoint => timing.adjoint = Some(seconds),
            }
        }
        Ok(timing)
    }
}

fn part(mode: Mode) -> Part {
    match mode {
        Mode::Tangent => Part::Tangent,
        Mode::Adjoint => Part::Adjoint,
    }
}
