//! What the analyses cost as programs grow: `cargo bench -p rtapenade-analysis`. The table is kept in `docs/analysis-cost.md`.
//!
//! Three synthetic families: *procedures* (more procedures of forty lines that call each other), *lines* (one procedure with more lines over the same
//! variables), *variables* (one procedure with more variables, and lines in proportion). Time should grow with the lines in the first two, and at
//! most with the square of the variables in the last.

use std::fmt::Write;
use std::time::Duration;

use analysis::linearity::Linearity;
use analysis::till_exit::TillExit;
use analysis::{At, Head, Options, polynomial};
use frontend_fortran::{NoIncludes, lower, parse};
use il::Program;
use il::source::SourceFile;

fn read(text: String) -> Program {
    let mut program = Program::new();
    let mut sources = program.sources.clone();
    let file = sources.add(SourceFile { path: "synthetic.f90".into(), text });
    let (tree, _) = parse(&mut sources, file, &mut NoIncludes, &frontend_fortran::Options::default());
    program.sources = sources;
    lower::lower(vec![tree], &mut program, &lower::Options::default());
    program
}

/// Statements in loops and branches over the variables `v0 … v(n-1)` and the array `a`.
fn body(out: &mut String, lines: usize, variables: usize, seed: usize) {
    for k in 0..lines / 8 {
        let v = |j: usize| format!("v{}", (seed + 7 * k + 3 * j) % variables);
        let _ = write!(
            out,
            "do i = 1, n\n  {} = {}*a(i) + {k}\n  a(i) = {} + {}\n  if ({} > {}) then\n    {} = {}*{}\n  else\n    {} = sin({})\n  end if\nend do\n",
            v(0),
            v(1),
            v(2),
            v(3),
            v(0),
            v(2),
            v(1),
            v(4),
            v(5),
            v(1),
            v(6)
        );
    }
}

fn header(name: &str, arguments: &str, variables: usize) -> String {
    let mut out = format!("subroutine {name}(n, x, y, a{arguments})\ninteger :: n, i\nreal(8) :: x, y, a(n)\n");
    for v in 0..variables {
        let _ = writeln!(out, "real(8) :: v{v}");
    }
    for v in 0..variables {
        let _ = writeln!(out, "v{v} = x + {v}");
    }
    out
}

fn procedures(lines: usize) -> String {
    let count = (lines / 50).max(1);
    let mut out = String::new();
    for k in 0..count {
        let name = if k == 0 { "f".to_string() } else { format!("p{k}") };
        out += &header(&name, "", 8);
        body(&mut out, 24, 8, k);
        for c in [2 * k + 1, 2 * k + 2].into_iter().filter(|c| *c < count) {
            let _ = writeln!(out, "call p{c}(n, v1, v2, a)");
        }
        let _ = writeln!(out, "y = v0 + v3\nend subroutine {name}");
    }
    out
}

fn one(lines: usize, variables: usize) -> String {
    let mut out = header("f", "", variables);
    body(&mut out, lines, variables, 0);
    out + "y = v0 + v3\nend subroutine f\n"
}

/// Time that this thread has spent computing: what others do on the machine does not count.
fn now() -> Duration {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match said.split_whitespace().next().and_then(|n| n.parse().ok()) {
        Some(n) => Duration::from_nanos(n),
        None => std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default(),
    }
}

/// How long a run is that is long enough to be measured; shorter ones are repeated.
const ENOUGH: Duration = Duration::from_millis(300);

/// The mean of one or more runs.
fn mean(mut run: impl FnMut()) -> Duration {
    let start = now();
    let mut runs = 0;
    loop {
        run();
        runs += 1;
        let spent = now() - start;
        if spent >= ENOUGH {
            return spent / runs;
        }
    }
}

/// All analyses for a head, and those that are asked for one by one.
fn measure(text: String) -> (usize, [Duration; 2]) {
    let lines = text.lines().count();
    let program = read(text);
    let f = program.units.iter().find(|(_, u)| u.name == "f").map(|(u, _)| u).expect("f");
    let analyse = || {
        let head = Head { unit: f, independents: Vec::new(), dependents: Vec::new() };
        analysis::analyse(&program, &[head], &Options::default())
    };
    let all = mean(|| {
        std::hint::black_box(analyse());
    });
    let facts = analyse();
    let asked = mean(|| {
        let linearity = Linearity::new(&facts);
        for (u, _) in program.units.iter().filter(|(_, u)| u.is_procedure()) {
            std::hint::black_box(linearity.pairs(u, At::Exit).len() + polynomial::degrees(&linearity, u).len());
            std::hint::black_box(
                TillExit::new(&facts, u).dead(il::flow::Position { block: facts.flow(u).entry, index: 0 }),
            );
        }
    });
    (lines, [all, asked])
}

fn main() {
    println!("| program | lines | all for a head, ms | per line, µs | linearity, till exit, ms | per line, µs |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let row = |name: String, text: String| {
        let (lines, [all, asked]) = measure(text);
        let (ms, per) = (|d: Duration| d.as_secs_f64() * 1e3, |d: Duration| d.as_secs_f64() * 1e6 / lines as f64);
        println!("| {name} | {lines} | {:.1} | {:.1} | {:.1} | {:.1} |", ms(all), per(all), ms(asked), per(asked));
    };
    let sizes: Vec<usize> = match std::env::args().any(|a| a == "--quick") {
        true => vec![1_000, 3_000],
        false => vec![1_000, 10_000, 100_000],
    };
    for n in &sizes {
        row(format!("procedures, {n}"), procedures(*n));
    }
    for n in &sizes {
        row(format!("lines, {n}"), one(*n, 20));
    }
    for v in [50, 100, 200, 400, 800] {
        row(format!("variables, {v}"), one(8 * v, v));
    }
}
