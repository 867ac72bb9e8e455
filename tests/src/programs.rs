//! Small programs, one feature each: `tests/run/*.f90`, `*.f`, `*.c`.
//!
//! Comment lines at the top say how a program is run: `head: …`, `inputs: …` (a line of an inputs file; there may be several) and
//! `options: …`. Another `head: …` begins another case of the same program, with what stands before the first one and what follows its own.
//! Every case is compiled and checked as it is, and interpreted with every improvement switched off in turn. `wrong: …` (or
//! `wrong compiled: …`, `wrong interpreted: …`, `wrong several: …` for several directions, `wrong split: …` in split mode) says what is
//! not right yet, in words of the report; then the test asserts just that, and a repair announces itself. `refused without activity: …` says
//! what is refused where all that is real counts as active (`-nooptim activity`), and so for other improvements.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::portion::{self, Portion};
use crate::{checking, rereading};

#[derive(Clone, Default)]
pub struct Case {
    pub path: PathBuf,
    /// Which head of its file it is.
    pub position: usize,
    pub head: String,
    inputs: String,
    pub options: Vec<String>,
    /// What is not right yet, by the words before the colon.
    wrong: Vec<(String, String)>,
    /// What is refused where an improvement is switched off.
    refused_without: Vec<(String, String)>,
}

impl Case {
    /// What is known to be wrong when it is run in this way.
    pub(crate) fn wrong(&self, how: &str) -> Option<&str> {
        let about = |key: &str| key == "wrong" || key == format!("wrong {how}");
        self.wrong.iter().find(|(key, _)| about(key)).map(|(_, words)| words.as_str())
    }

    /// Whether an error is the refusal that is to be expected with these switches.
    fn expects(&self, switches: &[String], error: &str) -> bool {
        self.refused_without.iter().any(|(off, words)| is_off(off, switches) && error.contains(words))
    }

    /// Whether something is refused with these switches.
    fn is_refused(&self, switches: &[String]) -> bool {
        self.refused_without.iter().any(|(off, _)| is_off(off, switches))
    }
}

/// Whether switches turn an improvement off.
fn is_off(improvement: &str, switches: &[String]) -> bool {
    switches.iter().any(|w| w == improvement || w == "everyoptim")
}

/// The cases of a program, one for each `head:`.
fn read(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (mut cases, mut common): (Vec<Case>, Case) = Default::default();
    for line in text.lines() {
        let Some(line) = line.strip_prefix(['!', 'C', 'c']).or_else(|| line.strip_prefix("//")) else { break };
        let Some((key, v)) = line.trim().split_once(": ") else { continue };
        if key == "head" {
            cases.push(Case { path: path.into(), position: cases.len(), head: v.into(), ..common.clone() });
            continue;
        }
        let case = cases.last_mut().unwrap_or(&mut common);
        match key {
            "inputs" => writeln!(case.inputs, "{v}").expect("strings take text"),
            "options" => case.options = v.split_whitespace().map(String::from).collect(),
            _ if key.starts_with("refused without ") => {
                case.refused_without.push((key["refused without ".len()..].into(), v.into()));
            }
            _ if key == "wrong" || key.starts_with("wrong ") => case.wrong.push((key.into(), v.into())),
            _ => {}
        }
    }
    assert!(!cases.is_empty(), "{}: no `head:` in the first comments", path.display());
    cases
}

pub(crate) fn run(case: &Case, extra: &[&str]) -> Result<(), String> {
    let directory = tempfile::tempdir().map_err(|e| e.to_string())?;
    let inputs = directory.path().join("inputs.txt");
    std::fs::write(&inputs, &case.inputs).map_err(|e| e.to_string())?;
    let (inputs, path) = (inputs.to_string_lossy(), case.path.to_string_lossy());
    let mut words = vec!["-head", &case.head, "--inputs", &inputs];
    words.extend(case.options.iter().map(String::as_str));
    words.extend(extra);
    words.push(&path);
    checking::check(&checking::arguments(&words))
        .map(|_| ())
        .map_err(|e| format!("{} {}\n{e}", case.path.display(), extra.join(" ")))
}

/// The procedures of a program other than its heads: what can be differentiated in split mode.
fn callees(case: &Case) -> Vec<String> {
    let text = std::fs::read_to_string(&case.path).unwrap_or_default();
    let begins = if is_c(case) { begins_in_c } else { begins_in_fortran };
    let name = |head: &str| head.split('(').next().and_then(|n| n.rsplit('%').next()).unwrap_or("").to_lowercase();
    let more = case.options.windows(2).filter(|w| w[0] == "-head").map(|w| name(&w[1]));
    let heads: BTreeSet<String> = more.chain([name(&case.head)]).collect();
    text.lines().filter_map(begins).filter(|n| !heads.contains(&n.to_lowercase())).collect()
}

/// The name of the Fortran procedure that begins with a line.
fn begins_in_fortran(line: &str) -> Option<String> {
    let line = line.to_lowercase();
    // What a comment says begins nothing.
    let line = line.split('!').next().unwrap_or("");
    if line.starts_with(['c', '/', '*']) || line.trim_start().starts_with("end") {
        return None;
    }
    let at = ["subroutine ", "function "].iter().find_map(|w| Some(line.find(w)? + w.len()))?;
    let name: String = line[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

/// The name of the C function whose definition begins with a line.
fn begins_in_c(line: &str) -> Option<String> {
    if !line.starts_with(char::is_alphabetic) || line.trim_end().ends_with(';') || line.starts_with("typedef") {
        return None;
    }
    let name = line.split_once('(')?.0.rsplit([' ', '*']).next()?;
    (!name.is_empty()).then(|| name.into())
}

fn is_c(case: &Case) -> bool {
    case.path.extension().is_some_and(|e| e == "c")
}

pub fn cases() -> Vec<Case> {
    // RTAPENADE_RUN=DIR runs the programs of another directory, such as a user's.
    cases_in(&std::env::var("RTAPENADE_RUN").unwrap_or_else(|_| "tests/run".into()))
}

fn cases_in(directory: &str) -> Vec<Case> {
    let directory = checking::root().join(directory);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(directory).expect("a directory of programs").filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    // RTAPENADE_ONLY=word runs the programs with that word in their names.
    let only = std::env::var("RTAPENADE_ONLY").unwrap_or_default();
    let is_source =
        |p: &PathBuf| p.extension().is_some_and(|e| ["f90", "f", "c"].contains(&e.to_string_lossy().as_ref()));
    paths.iter().filter(|p| is_source(p) && p.to_string_lossy().contains(&only)).flat_map(|p| read(p)).collect()
}

/// Runs cases, as many at once as there are cores; fails with everything that is not as it should be.
fn all_of(cases: Vec<Case>, how: &str, run: &(dyn Fn(&Case) -> Vec<String> + Sync)) {
    let found = checking::in_parallel(&cases, |case| {
        let found = run(case);
        match case.wrong(how) {
            None => found,
            Some(words) if found.is_empty() => {
                vec![format!("{}: right now; remove `wrong: {words}`", case.path.display())]
            }
            Some(words) if found.iter().any(|f| f.contains(words)) => Vec::new(),
            Some(_) => found,
        }
    });
    let out: Vec<String> = found.into_iter().flatten().collect();
    assert!(out.is_empty(), "{} failures\n{}", out.len(), out.join("\n"));
}

/// Heads, by the name of the file and the place of the head in it.
#[test]
fn compiled() {
    compiled_where(&|case| takes(case, 16));
}

/// Whether this run takes a head: one in `few` of a short run.
fn takes(case: &Case, few: u64) -> bool {
    let name = case.path.file_name().unwrap_or_default().to_string_lossy();
    portion::takes(&format!("{name} {}", case.position), few)
}

fn compiled_where(wanted: &dyn Fn(&Case) -> bool) {
    if checking::have_compilers() {
        let cases = cases().into_iter().filter(wanted).collect();
        all_of(cases, "compiled", &|case| run(case, &[]).err().into_iter().collect());
    }
}

/// The interpreter judges the numbers of all that is in Fortran.
#[test]
fn compiled_for_several_directions() {
    compiled_for_several_directions_where(&|case| takes(case, 64));
}

fn compiled_for_several_directions_where(wanted: &(dyn Fn(&Case) -> bool + Sync)) {
    if checking::have_compilers() {
        all_of(cases().into_iter().filter(wanted).collect(), "several", &|case| {
            run(case, &["-vector", "--points", "1"]).err().into_iter().collect()
        });
    }
}

/// Parts of the programs, numbered from 0, by the names of their files, so that a new one changes nothing for the others.
pub(crate) fn share(path: &Path, parts: usize) -> usize {
    let name = path.file_name().map_or_else(Vec::new, |n| n.to_string_lossy().into_owned().into_bytes());
    name.iter().map(|b| usize::from(*b)).sum::<usize>() % parts
}

/// The interpreter knows no rows behind C pointers.
fn is_interpreted_for_several_directions(case: &Case) -> bool {
    !is_c(case) && case.wrong.is_empty()
}

/// Programs of `tests/tangents`: what adjoints refuse today, tangents do, in one direction and in several.
#[test]
fn tangents_alone() {
    if checking::have_compilers() {
        let cases = cases_in("tests/tangents");
        let checks =
            cases.iter().flat_map(|c| [run(c, &["-d", "--points", "1"]), run(c, &["-d", "-vector", "--points", "1"])]);
        let out: Vec<String> = checks.filter_map(Result::err).collect();
        assert!(out.is_empty(), "{} failures\n{}", out.len(), out.join("\n"));
    }
}

/// In joint mode, and in split mode; in a short run one program in three.
#[test]
fn interpreted_for_several_directions() {
    let known_to_be_right = cases().into_iter().filter(is_interpreted_for_several_directions);
    let known_to_be_right = known_to_be_right.filter(|case| takes(case, 4)).collect();
    all_of(known_to_be_right, "interpreted for several directions", &|case| {
        let split = callees(case).join(" ");
        let words = ["-vector", "--interpret", "--points", "1", "-nocheckpoint", &split];
        // What split mode refuses, it refuses in one direction too; and the interpreter does not take elements of components of several
        // structures.
        let known = ["in split mode", "the number of subscripts is not the rank", "`c_f_pointer`"];
        let joint = run(case, &words[..4]).err();
        // Nor does it know the addresses by which pointers see such components.
        let joint = joint.filter(|e| !e.contains("the source of `c_f_pointer` was not given"));
        let in_halves = !split.is_empty() && (portion::portion() != Portion::Short || share(&case.path, 3) == 0);
        let halves = if in_halves { run(case, &words).err() } else { None };
        joint.into_iter().chain(halves.filter(|e| !known.iter().any(|k| e.contains(k)))).collect()
    });
}

/// C programs with all functions but the head in split mode.
#[test]
fn compiled_in_split_mode() {
    compiled_in_split_mode_where(&|case| takes(case, 24));
}

fn compiled_in_split_mode_where(wanted: &dyn Fn(&Case) -> bool) {
    if !checking::have_compilers() {
        return;
    }
    let cases: Vec<Case> = cases().into_iter().filter(|c| is_c(c) && wanted(c)).collect();
    let found = checking::in_parallel(&cases, |case| {
        let split = callees(case).join(" ");
        let known = case.wrong("split");
        let found = run(case, &["-b", "--points", "1", "-nocheckpoint", &split]).err().filter(|_| !split.is_empty());
        match (known, found) {
            (Some(words), Some(f)) if f.contains(words) => None,
            (Some(words), None) => Some(format!("{}: right now; remove `wrong split: {words}`", case.path.display())),
            (_, found) => found,
        }
    });
    let out: Vec<String> = found.into_iter().flatten().collect();
    assert!(out.is_empty(), "{} failures\n{}", out.len(), out.join("\n"));
}

/// Every switch that changes how a derivative is computed and not what it is.
fn matrix() -> Vec<Vec<String>> {
    let tape = |more: &[&str]| ["-tape", "stack"].iter().chain(more).map(|w| w.to_string()).collect();
    let mut all = checking::switches();
    all.extend([tape(&[]), tape(&["-nooptim", "everyoptim"])]);
    all
}

/// Those of the matrix that a program's derivatives depend on, one for each text that they give: what is written as without them is judged
/// without them. Those that something is refused with are among them.
fn that_matter(case: &Case) -> Vec<Vec<String>> {
    let mut written: BTreeSet<Vec<String>> = derivatives(case, &[]).into_iter().collect();
    let is_new = |switches: &Vec<String>| derivatives(case, switches).is_none_or(|texts| written.insert(texts));
    matrix().into_iter().filter(is_new).collect()
}

/// The texts of both derivatives, without what their comments say of options.
fn derivatives(case: &Case, switches: &[String]) -> Option<Vec<String>> {
    let mut out = Vec::new();
    for mode in ["-tangent", "-reverse"] {
        let mut words = vec![mode, "-head", &case.head];
        words.extend(case.options.iter().chain(switches).map(String::as_str));
        let texts = rereading::derivative(&rereading::options(&words, std::slice::from_ref(&case.path)))?;
        let plain = |line: &str| line.split(" (with options").next().unwrap_or(line).to_string();
        out.extend(texts.iter().flat_map(|t| t.content.lines().map(plain)));
    }
    Some(out)
}

/// The same compiled. `RTAPENADE_ONLY` takes a part of the programs.
#[test]
#[ignore = "make test-all"]
fn hours_compiled_with_each_improvement_off() {
    let cases = cases();
    let switches = checking::in_parallel(&cases, that_matter);
    let jobs: Vec<(&Case, &Vec<String>)> =
        cases.iter().zip(&switches).flat_map(|(c, all)| all.iter().map(move |s| (c, s))).collect();
    let found = checking::in_parallel(&jobs, |(case, switches)| {
        let mut words = vec!["--points", "1"];
        words.extend(switches.iter().map(String::as_str));
        run(case, &words).err().filter(|e| case.wrong("compiled").is_none() && !case.expects(switches, e))
    });
    let out: Vec<String> = found.into_iter().flatten().collect();
    assert!(out.is_empty(), "{} failures of {}\n{}", out.len(), jobs.len(), out.join("\n"));
}

/// All programs as they are. Of some in a short run also with one switch in 18, and what is refused without an improvement; of all that another
/// portion takes with every switch.
#[test]
fn interpreted_with_each_improvement_off() {
    let short = portion::portion() == Portion::Short;
    let one = |case: &Case, k: usize| k % 18 == share(&case.path, 18) || case.is_refused(&matrix()[k]);
    interpreted_with(&|case| short || takes(case, 1), &|case, k| takes(case, 3) && (!short || one(case, k)));
}

/// Plainly, with the switches of the matrix whose numbers are wanted, and in split mode.
fn interpreted_with(taken: &dyn Fn(&Case) -> bool, wanted: &(dyn Fn(&Case, usize) -> bool + Sync)) {
    all_of(cases().into_iter().filter(taken).collect(), "interpreted", &|case| {
        let plain = run(case, &["--interpret", "--points", "1"]).err();
        let mut out: Vec<String> = plain.into_iter().collect();
        let split = if takes(case, 3) { callees(case) } else { Vec::new() };
        let split = (!split.is_empty()).then(|| vec!["-nocheckpoint".to_string(), split.join(" ")]);
        let some = matrix().into_iter().enumerate().filter(|(k, _)| wanted(case, *k)).map(|(_, s)| s);
        for s in some.chain(split) {
            let mut words = vec!["--interpret", "--points", "1"];
            words.extend(s.iter().map(String::as_str));
            out.extend(run(case, &words).err().filter(|e| !case.expects(&s, e)));
        }
        out
    });
}
