//! One head: which values go in ([`starts`]), which runs are made, and what is compared with what ([`tangent`], [`adjoint`]).

mod adjoint;
mod again;
mod gradient;
mod starts;
mod tangent;

use std::collections::BTreeMap;
use std::path::PathBuf;

use diff::{Derivative, HeadSpec, Mode, Part, Status};
use il::symbol::ProcedureClass;
use il::{Diagnostic, Language, Program, ScalarClass, Span, SymbolId};

use super::chosen;
use super::compiled::Compiled;
use super::directions::Directed;
use super::engine::{Engine, Outcome, Values};
use super::inputs::{Inputs, Lines, Random, begins_with_value};
use super::interpreted::Interpreted;
use super::numbers::{self, Tolerance};
use super::places::{Callable, Key, Leaf, Origin, RootKind, adapt};
use super::sequences::Sequences;
use super::ties::Ties;
use super::workshop::{Source, Workshop};
use super::{Derived, HeadReport, Row, Shops, Timing, driver_c, driver_fortran, folder};
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
    /// What runs in the same program before anything is compared.
    pub before: Option<again::Before<'a>>,
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
    /// What is to be said about values that the user has not given.
    pub notes: Vec<String>,
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
        let heads = self.derived.iter().flat_map(|d| d.request.heads.iter().map(|h| h.unit));
        let mut lines = Lines::resolve(self.program, unit, &heads.collect::<Vec<_>>(), self.inputs)?;
        let derivatives = || self.derived.iter().filter_map(|d| d.output.derivative(unit, part(d.mode)));
        let mut globals = Vec::new();
        let listed = self.spec.independents.iter().chain(&self.spec.dependents).flatten().map(|p| p.symbol);
        let listed: Vec<SymbolId> = listed.chain(lines.globals(unit)).collect();
        let changed = derivatives().flat_map(|d| d.signature.status.iter().map(|(p, _)| p.symbol));
        for s in listed.iter().copied().chain(changed.filter(|s| self.is_seen(*s))).chain(self.used_globals()) {
            let inside = self.is_allocated_inside(s)
                || self.is_never_named(s)
                || self.starts_unassociated(s)
                || self.starts_associated(s);
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
        let reached = il::calls::CallGraph::new(self.program).reached(&[unit]);
        lines.look_at(&original, Sequences::of(self.program, &reached));
        let needed = |l: &Leaf| self.is_needed(&original, &lists, l);
        let mut notes = Vec::new();
        // With extents that only the user can say, integers have to go with these.
        let open = |lines: &Lines| lines.missing(&original, &|_| false).is_some();
        if !lines.says_extents(&original) && !open(&lines) {
            let wanted = |l: &Leaf| needed(l) && !lines.has_value(&original, l);
            let found = chosen::extents(self.program, &reached, &original, &lines.named_extents(), &wanted);
            notes.extend(self.note_of(&original, &found));
            lines.chosen = found;
        }
        let begins =
            |l: &&Leaf| needed(l) && !lines.mentions(&original, l) && chosen::initial(self.program, l).is_some();
        let names: Vec<String> = original
            .leaves
            .iter()
            .filter(|l| l.is(ScalarClass::Integer) || l.is(ScalarClass::Logical))
            .filter(begins)
            .map(|l| format!("`{}`", l.name))
            .collect();
        if !names.is_empty() {
            notes.push(format!(
                "{} begin with the values of their declarations (others: --inputs FILE)",
                names.join(", ")
            ));
        }
        if let Some(asked) = lines.missing(&original, &needed) {
            return Err(vec![self.with_cause(asked)]);
        }
        let points = self.points(&original, &lines, &lists)?;
        Ok(Setup { original, lists, texts, points, notes })
    }

    /// What is said of integers whose values were chosen here.
    fn note_of(&self, original: &Callable, chosen: &BTreeMap<Key, i64>) -> Option<String> {
        let value = |l: &Leaf| {
            let n = chosen.get(&(original.roots[l.root].symbol, l.path())).filter(|_| l.is(ScalarClass::Integer))?;
            Some(format!("{} = {n}", l.name))
        };
        let values: Vec<String> = original.leaves.iter().filter_map(value).collect();
        let how = if values.len() == 1 { "it only gives extents" } else { "they only give extents" };
        (!values.is_empty()).then(|| format!("{}: {how} (other values: --inputs FILE)", values.join(", ")))
    }

    /// Many values that a user must give may have one cause, a procedure without source: it counts as reading all that procedures share.
    fn with_cause(&self, asked: Diagnostic) -> Diagnostic {
        let calls = il::calls::CallGraph::new(self.program);
        let is_procedure = |s: SymbolId| self.program.procedure(s).is_some_and(|p| p.class == ProcedureClass::Normal);
        let unknown = calls.reached(&[self.spec.unit]).into_iter().find_map(|u| {
            calls.sites(u).iter().find(|site| site.targets.unknown && is_procedure(site.callee)).map(|site| site.callee)
        });
        let several = asked.notes.iter().any(|n| n.contains('\n'));
        let Some(callee) = unknown.filter(|_| several) else { return asked };
        let name = &self.program.symbols[callee].name;
        asked.note(format!(
            "the source of `{name}` is not among the files, so that it counts as reading all that is shared"
        ))
    }

    /// Checks the head. Diagnostics are about what the user gave; all else is in the report.
    pub fn run(&self) -> Result<HeadReport, Vec<Diagnostic>> {
        let unit = self.spec.unit;
        let Setup { original, lists, texts, points, notes: _ } = self.setup()?;
        let mut report = HeadReport {
            title: self.title(&original, &lists),
            rows: self.rows(&original, &lists),
            failures: Vec::new(),
            remarks: Vec::new(),
            timing: None,
        };

        let sides: Vec<Side> = self
            .derived
            .iter()
            .enumerate()
            .filter_map(|(position, derived)| {
                if derived.output.derivative(unit, Part::Forward).is_some() {
                    report.remarks.push(
                        "in split mode the halves of what the head calls were checked, and an adjoint of the head in one piece"
                            .into(),
                    );
                }
                let Some(derivative) = derived.output.derivative(unit, part(derived.mode)) else {
                    report.failures.push(format!("no {} procedure was generated", folder(derived.mode)));
                    return None;
                };
                let callable = Callable::derivative(&derived.output, &original, derivative);
                Some(Side { position, derived, derivative, callable })
            })
            .collect();
        let tangent = sides.iter().find(|s| s.derived.mode == Mode::Tangent);
        let adjoint = sides.iter().find(|s| s.derived.mode == Mode::Adjoint);

        let Some(primal) = self.primal(&original, &texts, &points, &mut report) else { return Ok(report) };
        if !moves(&primal, &lists) {
            report
                .remarks
                .push("no output changes with the independents at these points: zeros were compared with zeros".into());
        }
        if self.remembers() {
            report
                .remarks
                .push("values are kept from one call to the next: each run was the first call of its program".into());
        }
        let mut slopes = None;
        if let Some(side) = tangent {
            slopes = self.tangent(&original, side, &texts, &points, &primal, &lists, &mut report);
        }
        if let Some(side) = adjoint {
            let slopes = slopes.unwrap_or_else(|| self.differences(&original, &points, &primal));
            self.adjoint(&original, side, &texts, &points, &primal, &slopes, &lists, &mut report);
            if side.derived.request.gradient {
                self.gradient(&original, side, &texts, &points, &primal, &lists, &mut report);
            }
        }
        self.again(&original, &sides, &texts, &points, &lists, &mut report);
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

    fn title(&self, original: &Callable, lists: &Lists) -> String {
        let names = |which: &[bool]| {
            let picked: Vec<&str> =
                original.leaves.iter().zip(which).filter(|(_, w)| **w).map(|(l, _)| l.name.as_str()).collect();
            picked.join(" ")
        };
        let how = if self.args.interpret { "interpreted".to_string() } else { "compiled".to_string() };
        let how = match (self.args.options.gradient, self.args.options.value) {
            (true, _) => format!("{how}, with value and gradient"),
            (false, true) => format!("{how}, with values"),
            (false, false) => how,
        };
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
        leaves.map(|(l, _)| Row::of(l.name.clone())).collect()
    }

    /// Whether a leaf must have a value before the call.
    fn is_needed(&self, original: &Callable, lists: &Lists, l: &Leaf) -> bool {
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
    }

    fn points(&self, original: &Callable, lines: &Lines, lists: &Lists) -> Result<Vec<Point>, Vec<Diagnostic>> {
        let needed = |l: &Leaf| self.is_needed(original, lists, l);
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

    /// Runs a derivative, checked; `None` when that fails, which is reported unless it was said before.
    fn outcomes(
        &self,
        side: &Side,
        texts: &[Option<String>],
        runs: &[Values],
        report: &mut HeadReport,
    ) -> Option<Vec<Outcome>> {
        let engine = self.engine(self.shops.checked.as_ref(), &side.callable, Some(side), texts);
        match engine.and_then(|mut e| e.run(runs)) {
            Ok(outcomes) => Some(outcomes),
            Err(why) => {
                if !why.is_empty() {
                    report.failures.push(format!("the {}: {why}", folder(side.derived.mode)));
                }
                None
            }
        }
    }

    fn plain_engine<'e>(
        &'e self,
        shop: Option<&Workshop>,
        callable: &'e Callable,
        side: Option<&'e Side>,
        texts: &[Option<String>],
    ) -> Result<Box<dyn Engine + 'e>, String> {
        let program = side.map_or(self.program, |s| &s.derived.output.program);
        let own = own_texts(callable, texts);
        let Some(shop) = shop else {
            return Ok(Box::new(Interpreted::new(program, callable, &own, self.args.fuel, side.is_none())));
        };
        let unit = &program.units[callable.unit];
        let sources = match side {
            // That it did not compile was said.
            Some(s) => self.shops.sources[s.position].as_deref().ok_or(String::new())?,
            None => &[],
        };
        let check_tape = side.is_some_and(|s| s.derived.mode == Mode::Adjoint)
            && sources.iter().any(Source::pushes)
            && shop.knows_empty_tapes();
        let text = self.driver(shop, program, callable, texts, side, check_tape)?;
        let place = side.map_or("primal", |s| folder(s.derived.mode));
        let Some(before) = self.before else {
            let executable = shop.program(place, &text, unit.language, sources, None)?;
            return Ok(Box::new(Compiled::new(
                executable,
                program,
                callable,
                self.remembers(),
                self.args.options.openmp,
            )));
        };
        if side.is_none() {
            // The original itself: one call behind the other.
            let executable = shop.program(place, &text, unit.language, sources, None)?;
            let behind = Some(before.values.clone());
            return Ok(Box::new(Compiled {
                behind,
                ..Compiled::new(executable, program, callable, true, self.args.options.openmp)
            }));
        }
        let first = self.driver(shop, self.program, before.original, before.texts, None, false)?;
        let (text, first) = self.behind(&text, unit.language, &first);
        let executable = shop.program(place, &text, unit.language, sources, Some(&first))?;
        let first = Compiled::new(executable.clone(), self.program, before.original, true, false);
        let first = Some(first.input(std::slice::from_ref(before.values)));
        Ok(Box::new(Compiled { first, ..Compiled::new(executable, program, callable, true, self.args.options.openmp) }))
    }

    /// The text of a program that calls a procedure.
    fn driver(
        &self,
        shop: &Workshop,
        program: &Program,
        callable: &Callable,
        texts: &[Option<String>],
        side: Option<&Side>,
        check_tape: bool,
    ) -> Result<String, String> {
        let own = own_texts(callable, texts);
        match program.units[callable.unit].language {
            Language::Fortran => driver_fortran::driver(program, callable, &own, check_tape)
                .map_err(|e| format!("{e} (--interpret can)")),
            Language::C => {
                driver_c::driver(program, callable, &self.file_of(shop, program, callable, side)?, check_tape)
            }
        }
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
            // What work arrays have on entry does not matter.
            let idle = side.derivative.signature.cleared.contains(&original.roots[original.leaves[k].root].symbol);
            if let Some(given) = derivative(k, status).filter(|_| !idle) {
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

/// Whether some output changes along the direction of some point.
fn moves(primal: &[Vec<Outcome>], lists: &Lists) -> bool {
    let changes = |pair: &[Outcome]| {
        let [a, b] = pair else { return false };
        lists.dependent.iter().enumerate().any(|(k, dependent)| *dependent && a.numbers[k] != b.numbers[k])
    };
    primal.iter().any(|base| base[1..].chunks(2).any(changes))
}

/// The contents of the character leaves of a procedure, by the leaves of the original that they stand for.
fn own_texts(callable: &Callable, texts: &[Option<String>]) -> Vec<Option<String>> {
    let own = |l: &Leaf| if let Origin::Value(k) = l.origin { texts.get(k).cloned().flatten() } else { None };
    callable.leaves.iter().map(own).collect()
}

fn part(mode: Mode) -> Part {
    match mode {
        Mode::Tangent => Part::Tangent,
        Mode::Adjoint => Part::Adjoint,
    }
}
