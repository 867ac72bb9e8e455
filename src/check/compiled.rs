//! A compiled driver as an engine: it is started with the values of its runs in a file, and writes what comes out into another one.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use il::Program;

use super::compilers::first_lines;
use super::driver_fortran::{INPUT, INPUT_BEFORE, OUTPUT};
use super::engine::{Engine, Outcome, POISON, Values};
use super::places::{Callable, Content, Origin, RootKind};

/// How long a driver may run.
const PATIENCE: Duration = Duration::from_secs(300);

/// A compiled driver.
pub struct Compiled<'a> {
    /// The executable.
    pub executable: PathBuf,
    /// What it calls.
    pub callable: &'a Callable,
    /// Leaves whose undefined numbers stay as the program has them.
    pub kept: Vec<bool>,
    /// Runs leave something behind that the next one would find: each starts the program anew.
    pub afresh: bool,
    /// Each run comes behind one with these values, in the same program.
    pub behind: Option<Values>,
    /// What else is called before, in the same program, reads this.
    pub first: Option<String>,
    /// Which leaves each thread has for itself: that of the first one is seen.
    pub own: Vec<bool>,
    /// It runs parallel loops: on one, two and four threads, with the same results.
    pub threaded: bool,
}

/// On how many threads parallel derivatives run.
const THREADS: [&str; 3] = ["1", "2", "4"];

impl<'a> Compiled<'a> {
    /// For a procedure of `program`.
    pub fn new(executable: PathBuf, program: &Program, callable: &'a Callable, afresh: bool, threaded: bool) -> Self {
        let kept = callable
            .leaves
            .iter()
            .map(|l| {
                let root = &callable.roots[l.root];
                root.kind == RootKind::Global
                    && matches!(root.origin, Origin::Value(_))
                    && super::inputs::begins_with_value(program, root.symbol, &l.path())
            })
            .collect();
        let private = if threaded { analysis::openmp::thread_private(program) } else { Default::default() };
        let own = callable.leaves.iter().map(|l| private.contains(&callable.roots[l.root].symbol)).collect();
        Compiled { executable, callable, kept, own, afresh, behind: None, first: None, threaded }
    }
}

impl Engine for Compiled<'_> {
    fn run(&mut self, runs: &[Values]) -> Result<Vec<Outcome>, String> {
        if let Some(before) = &self.behind {
            let one = |run: &Values| {
                let both = self.run_at_once(&[before.clone(), run.clone()])?;
                both.into_iter().next_back().ok_or_else(|| "the driver's output ends too early".to_string())
            };
            return runs.iter().map(one).collect();
        }
        let at_once = if self.afresh { 1 } else { runs.len().max(1) };
        let parts = runs.chunks(at_once).map(|some| self.run_at_once(some));
        Ok(parts.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }
}

impl Compiled<'_> {
    /// Runs in one process; parallel loops in one for each number of threads.
    fn run_at_once(&self, runs: &[Values]) -> Result<Vec<Outcome>, String> {
        if !self.threaded {
            return self.run_on(runs, None);
        }
        let [first, others @ ..] = THREADS;
        let alone = self.run_on(runs, Some(first))?;
        for threads in others {
            let several = self.run_on(runs, Some(threads))?;
            let numbers = |o: &[Outcome]| o.iter().flat_map(|o| o.numbers.clone()).collect::<Vec<_>>();
            for (k, (a, b)) in numbers(&alone).iter().zip(&numbers(&several)).enumerate() {
                let k = k % self.callable.leaves.len().max(1);
                if self.own[k] {
                    continue;
                }
                let leaf = &self.callable.leaves[k];
                let rounding = if matches!(&leaf.content, Content::Numbers(s) if s.bytes == 4) { 1e-4 } else { 1e-11 };
                let size = a.iter().fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
                if a.iter().zip(b).any(|(x, y)| (x - y).abs() > rounding * size) {
                    return Err(format!("`{}` has other values on {threads} threads than on one", leaf.name));
                }
            }
        }
        Ok(alone)
    }

    fn run_on(&self, runs: &[Values], threads: Option<&str>) -> Result<Vec<Outcome>, String> {
        let place = self.executable.parent().unwrap_or(Path::new("."));
        let failed = |e: std::io::Error| format!("the driver's files: {e}");
        std::fs::write(place.join(INPUT), self.input(runs)).map_err(failed)?;
        if let Some(first) = &self.first {
            std::fs::write(place.join(INPUT_BEFORE), first).map_err(failed)?;
        }
        let _ = std::fs::remove_file(place.join(OUTPUT));
        let said = std::fs::File::create(place.join("check.err")).map_err(failed)?;
        let mut child = Command::new(&self.executable)
            .current_dir(place)
            .env("ASAN_OPTIONS", "detect_leaks=0")
            .envs(threads.map(|n| ("OMP_NUM_THREADS", n)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(said)
            .spawn()
            .map_err(|e| format!("the driver cannot be run: {e}"))?;
        let started = Instant::now();
        let status = loop {
            match child.try_wait().map_err(failed)? {
                Some(status) => break status,
                None if started.elapsed() > PATIENCE => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(format!("it does not come to an end within {} s", PATIENCE.as_secs()));
                }
                None => {
                    std::thread::sleep(Duration::from_millis(if started.elapsed().as_millis() < 200 { 2 } else { 20 }))
                }
            }
        };
        if !status.success() {
            let said = std::fs::read_to_string(place.join("check.err")).unwrap_or_default();
            return Err(format!("the program stops ({status}):\n{}", first_lines(&said)));
        }
        let text = std::fs::read_to_string(place.join(OUTPUT)).map_err(failed)?;
        self.output(&text, runs.len())
    }

    /// The text that tells the driver what to call it with.
    pub fn input(&self, runs: &[Values]) -> String {
        use std::fmt::Write;
        let mut out = format!("{}\n", runs.len());
        for run in runs {
            for (k, leaf) in self.callable.leaves.iter().enumerate() {
                let extents: Vec<String> = run.shapes[k].iter().flatten().map(usize::to_string).collect();
                if !extents.is_empty() {
                    out.push_str(&extents.join(" "));
                    out.push('\n');
                }
                if self.callable.roots[leaf.root].kind == RootKind::Result {
                    continue;
                }
                let value = |x: f64| if x.is_nan() { POISON } else { x };
                for pair in run.numbers[k].chunks(leaf.width().max(1)) {
                    let line = if pair[0].is_nan() && self.kept[k] {
                        writeln!(out, "/")
                    } else if leaf.is(il::ScalarClass::Integer) {
                        writeln!(out, "{}", value(pair[0]) as i64)
                    } else if leaf.is(il::ScalarClass::Logical) {
                        writeln!(out, "{}", if pair[0] == 1.0 { "T" } else { "F" })
                    } else if let [re, im] = pair {
                        writeln!(out, "({:e},{:e})", value(*re), value(*im))
                    } else {
                        writeln!(out, "{:e}", value(pair[0]))
                    };
                    line.expect("strings take text");
                }
            }
        }
        out
    }

    fn output(&self, text: &str, runs: usize) -> Result<Vec<Outcome>, String> {
        let mut lines = text.lines();
        let mut out = Vec::new();
        for _ in 0..runs {
            let mut numbers = Vec::new();
            for _ in &self.callable.leaves {
                let mut own = Vec::new();
                loop {
                    let line = lines.next().ok_or("the driver's output ends too early")?.trim();
                    if line == "end" {
                        break;
                    }
                    for word in line.split_whitespace() {
                        own.push(word.parse::<f64>().map_err(|_| format!("the driver wrote `{word}` for a number"))?);
                    }
                }
                numbers.push(own);
            }
            let seconds =
                lines.next().and_then(|l| l.trim().parse().ok()).ok_or("the driver's output ends too early")?;
            out.push(Outcome { numbers, seconds });
        }
        Ok(out)
    }
}
