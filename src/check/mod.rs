//! `rtapenade check`: derivatives are verified numerically.
//!
//! ```text
//! places           roots and leaves of a procedure       inputs        the file of values; random points
//! chosen           values that need no line              sequences     C pointers that lead to several elements
//! driver_fortran   a main program around a procedure     driver_c      the same in C
//! engine           what runs procedures: values in, values out
//! directions       a multi-directional derivative, run as a scalar one
//! workshop         files compiled by $FC and $CC         compilers     the compilers as programs
//! compiled         … by running what they made           interpreted   … by the IL interpreter
//! shared_runtime   the tape, compiled once
//! head             one head: runs, and what to compare   numbers       the judges
//! ties             numbers with several names            precision     how exact they can be
//! stubs            procedures that no file defines        table         what is printed
//! junit            the same for programs
//! ```
//!
//! Three procedures are run: the original, its tangent and its adjoint. All that is computed from their values is computed here, so that both engines
//! and the project's own tests are judged alike.

mod chosen;
pub mod compiled;
mod compilers;
pub mod directions;
pub mod driver_c;
pub mod driver_fortran;
pub mod engine;
mod head;
pub mod inputs;
pub mod interpreted;
mod junit;
pub mod numbers;
pub mod places;
mod precision;
mod sequences;
pub mod shared_runtime;
mod stubs;
mod table;
mod ties;
pub mod workshop;

use diff::{Mode, Output, Request};
use il::source::SourceFile;
use il::{Diagnostic, Program, Span};

use crate::args::{CheckArgs, Options};
use crate::output::Text;
use crate::report::Manners;
use crate::run::Answer;
use crate::{aside, progress, read, report, run};

use inputs::Inputs;
pub use table::LEGEND;
use workshop::{Source, Workshop};

/// Whether a number is small enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// The relative error.
    pub error: f64,
    /// It is below the tolerance.
    pub passed: bool,
}

/// One output of a head.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its name, or `all` for all together.
    pub output: String,
    /// Tangent against central differences.
    pub tangent: Option<Verdict>,
    /// The step of the sweep that came closest, at the worst point.
    pub step: Option<f64>,
    /// The differences do not agree with each other, either: they say nothing about the tangent, which does not pass.
    pub unsettled: bool,
    /// Adjoint against tangent (or against differences, when there is no tangent).
    pub adjoint: Option<Verdict>,
    /// How far apart the sums of adjoint and tangent are where the error is largest: rounding alone, when a derivative is zero by cancellation.
    pub gap: Option<f64>,
}

impl Row {
    /// An output of which nothing is known yet.
    fn of(output: String) -> Row {
        Row { output, tangent: None, step: None, unsettled: false, adjoint: None, gap: None }
    }
}

/// Measured times, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// Of the original.
    pub primal: f64,
    /// Of the tangent.
    pub tangent: Option<f64>,
    /// Of the adjoint.
    pub adjoint: Option<f64>,
}

/// One head.
#[derive(Clone, PartialEq, Debug)]
pub struct HeadReport {
    /// What was checked, in a line.
    pub title: String,
    /// The outputs.
    pub rows: Vec<Row>,
    /// What went wrong beside numbers.
    pub failures: Vec<String>,
    /// What the numbers do not show.
    pub remarks: Vec<String>,
    /// With `--time`.
    pub timing: Option<Timing>,
}

/// What a check found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CheckReport {
    /// Head by head.
    pub heads: Vec<HeadReport>,
    /// What should be known about how it was checked.
    pub notes: Vec<String>,
    /// Nothing was run.
    pub only_compiled: bool,
}

impl HeadReport {
    /// Says what went wrong, once.
    fn fail(&mut self, said: String) {
        if !self.failures.contains(&said) {
            self.failures.push(said);
        }
    }
}

impl CheckReport {
    /// Whether all is right.
    pub fn passed(&self) -> bool {
        let wrong = |v: &Option<Verdict>| v.is_some_and(|v| !v.passed);
        if self.only_compiled {
            return self.heads.iter().all(|h| h.failures.is_empty());
        }
        !self.heads.is_empty()
            && self.heads.iter().all(|h| {
                h.failures.is_empty()
                    && !h.rows.is_empty()
                    && !h.rows.iter().any(|r| wrong(&r.tangent) || wrong(&r.adjoint))
            })
    }

    /// The table.
    pub fn render(&self) -> String {
        table::render(self)
    }
}

/// The command: checks, and gives what is to be said and shown.
pub fn run(args: &CheckArgs, manners: &Manners) -> Answer {
    let mut program = Program::new();
    let mut diagnostics = Vec::new();
    let report = check_program(args, &mut program, &mut diagnostics);
    progress::end();
    if let Some(path) = &args.junit {
        let text = junit::text(report.as_ref(), &program.sources, &diagnostics);
        if let Err(e) = std::fs::write(path, text) {
            diagnostics.push(Diagnostic::error(
                "RT0503",
                Span::NONE,
                format!("`{}` cannot be written: {e}", path.display()),
            ));
        }
    }
    let passed = report.as_ref().is_some_and(CheckReport::passed) && !manners.failed(&diagnostics);
    let shown = report.filter(|_| !(passed && manners.quiet)).map_or(String::new(), |r| r.render());
    let said = report::say(&program.sources, &diagnostics, manners);
    Answer { status: if passed { run::SUCCESS } else { run::FAILURE }, said, shown }
}

/// What both derivatives of a program are made of.
pub(crate) struct Derived {
    mode: Mode,
    request: Request,
    output: Output,
    texts: Vec<Text>,
}

/// Reads, differentiates and checks. `None` after an error, which is among the diagnostics then.
pub fn check_program(
    args: &CheckArgs,
    program: &mut Program,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<CheckReport> {
    if args.options.files.is_empty() {
        diagnostics.push(
            Diagnostic::error("RT0500", Span::NONE, "no source file is given")
                .note("rtapenade check --help shows the options"),
        );
        return None;
    }
    progress::stage("reading");
    diagnostics.extend(read::program(&args.options, program));
    run::set_aside(&args.options, program, diagnostics);
    if read::failed(diagnostics) {
        return None;
    }
    let inputs = read_inputs(args, program, diagnostics)?;
    // Arrays that are longer than they say are as long as the inputs say.
    let longer = diff::one_long::lengthen(program);
    let both = args.options.tangent == args.options.reverse;
    let inline = crate::diffsizes::given(program).is_none().then_some(directions::MOST);
    let mut derived = Vec::new();
    for (mode, wanted) in [(Mode::Tangent, both || args.options.tangent), (Mode::Adjoint, both || args.options.reverse)]
    {
        if !wanted {
            continue;
        }
        // One text per input file is what is compiled: -o and its relatives are for the real output.
        let options = Options {
            tangent: mode == Mode::Tangent,
            reverse: mode == Mode::Adjoint,
            output: None,
            splitoutputfiles: false,
            // What is compiled must be complete: there is no DIFFSIZES beside it.
            nbdirsmax: args.options.nbdirsmax.or(inline),
            self_check: true,
            ..args.options.clone()
        };
        progress::stage(match mode {
            Mode::Tangent => "differentiating: tangent",
            Mode::Adjoint => "differentiating: adjoint",
        });
        let mut said = Vec::new();
        let made = run::request(&options, program, mode, &mut said).and_then(|mut request| {
            // The halves of a head are no procedures that a driver of one call could use.
            request.joint_heads = true;
            let output = run::generate(program, &request, &mut said)?;
            Some((request, output))
        });
        for d in said {
            // Both modes read the head; what they say about it is said once.
            if !diagnostics.iter().any(|old: &Diagnostic| (old.code, &old.message) == (d.code, &d.message)) {
                diagnostics.push(d);
            }
        }
        if made.is_none() {
            aside::name_causes(program, diagnostics);
        }
        let (request, output) = made?;
        let texts = run::output_texts(&options, &output, &run::suffix(&options));
        derived.push(Derived { mode, request, output, texts });
    }
    let heads = derived.first().map(|d| d.request.heads.clone()).unwrap_or_default();
    let tolerance = precision::tolerance(program, &heads.iter().map(|h| h.unit).collect::<Vec<_>>());
    let everything =
        |h: &diff::HeadSpec| analysis::Head { unit: h.unit, independents: Vec::new(), dependents: Vec::new() };
    let facts =
        analysis::analyse(program, &heads.iter().map(everything).collect::<Vec<_>>(), &analysis::Options::default());
    let nothing = Shops { checked: None, fast: None, sources: Vec::new() };
    let job = |spec| head::Job {
        args,
        program,
        inputs: &inputs,
        spec,
        derived: &derived,
        shops: &nothing,
        tolerance,
        facts: &facts,
        before: None,
    };
    let jobs: Vec<head::Job> = if args.compile_only { Vec::new() } else { heads.iter().map(job).collect() };
    // What is missing is said before anything is compiled.
    let mut report = CheckReport::default();
    let mut asked = Vec::new();
    for job in &jobs {
        match job.setup() {
            Ok(setup) => {
                for note in setup.notes {
                    let note = format!("{}: {note}", program.units[job.spec.unit].name);
                    if !report.notes.contains(&note) {
                        report.notes.push(note);
                    }
                }
            }
            Err(found) => asked.extend(found),
        }
    }
    if !asked.is_empty() {
        diagnostics.extend(asked);
        return None;
    }
    progress::stage("compiling the original");
    let mut shops = Shops { checked: None, fast: None, sources: Vec::new() };
    if !args.interpret {
        match Workshop::new(&args.options, program, &args.linked, args.keep.as_deref(), false, longer) {
            Ok(shop) => shops.checked = Some(shop),
            Err(why) => {
                let (first, rest) = why.split_once('\n').unwrap_or((&why, ""));
                let mut d = Diagnostic::error("RT0605", Span::NONE, first);
                d.notes.extend(rest.lines().map(str::to_string));
                diagnostics.push(d);
                return None;
            }
        }
        if args.time {
            shops.fast = Workshop::new(&args.options, program, &args.linked, args.keep.as_deref(), true, longer).ok();
        }
    }
    if tolerance == numbers::SINGLE {
        report.notes.push(format!(
            "there are reals of 4 bytes: errors up to {:.0e} (tangent) and {:.0e} (adjoint) pass",
            tolerance.tangent, tolerance.adjoint
        ));
    }
    // Generated files are compiled once for all heads.
    let mut broken = Vec::new();
    if let Some(shop) = &shops.checked {
        progress::stage("compiling the derivatives");
        for d in &derived {
            match shop.generated(folder(d.mode), &d.output, &d.texts) {
                Ok(sources) => shops.sources.push(Some(sources)),
                Err(why) => {
                    broken.push(why);
                    shops.sources.push(None);
                }
            }
            if let Some(fast) = &shops.fast {
                // What it says was said above.
                let _ = fast.generated(folder(d.mode), &d.output, &d.texts);
            }
        }
        report.notes.extend(shop.notes.iter().cloned());
    }
    if args.compile_only {
        report.only_compiled = true;
        report.heads.extend(heads.iter().map(|h| HeadReport {
            title: format!("{}: compiled, not run", program.units[h.unit].name),
            rows: Vec::new(),
            failures: broken.clone(),
            remarks: Vec::new(),
            timing: None,
        }));
    }
    for (k, job) in jobs.iter().enumerate() {
        let name = &program.units[job.spec.unit].name;
        progress::stage(&format!("checking `{name}` ({} of {})", k + 1, jobs.len()));
        match (head::Job { shops: &shops, ..*job }).run() {
            Ok(mut head) => {
                head.failures.splice(0..0, broken.iter().cloned());
                report.heads.push(head);
            }
            Err(found) => {
                diagnostics.extend(found);
                return None;
            }
        }
    }
    Some(report)
}

/// Where things are compiled, if they are.
pub(crate) struct Shops {
    checked: Option<Workshop>,
    fast: Option<Workshop>,
    /// The generated sources of each mode that was asked for; `None` where they do not compile.
    sources: Vec<Option<Vec<Source>>>,
}

fn folder(mode: Mode) -> &'static str {
    match mode {
        Mode::Tangent => "tangent",
        Mode::Adjoint => "adjoint",
    }
}

fn read_inputs(args: &CheckArgs, program: &mut Program, diagnostics: &mut Vec<Diagnostic>) -> Option<Inputs> {
    let Some(path) = &args.inputs else { return Some(Inputs::default()) };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) => {
            diagnostics.push(Diagnostic::error(
                "RT0501",
                Span::NONE,
                format!("`{}` cannot be read: {e}", path.display()),
            ));
            return None;
        }
    };
    let file = program.sources.add(SourceFile { path: path.to_string_lossy().into_owned(), text: text.clone() });
    inputs::parse(file, &text).map_err(|found| diagnostics.extend(found)).ok()
}
