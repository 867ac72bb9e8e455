//! Real code that nobody here wrote, fetched by the ordinary package clients when the test runs: the reference BLAS and LAPACK,
//! MINPACK, CalculiX; in C ERFA and cminpack. `docs/corpus.md` says what was found.
//!
//! Without a registry the test is skipped, and says so. The sources are kept below `target/`, never in the repository.

use std::path::{Path, PathBuf};

mod c;
mod closed;
mod debian;
pub mod fetch;
mod lapack;
mod library;
mod more;
mod partials;

use crate::{checking, portion};

/// The LAPACK tree.
pub fn lapack() -> Option<PathBuf> {
    Some(fetch::crates("netlib-src", "0.8")?.join("source"))
}

/// A routine with respect to real arguments, at sizes and values that make it smooth.
struct Case {
    head: &'static str,
    /// Of BLAS and LAPACK the file of the head; what that calls is found.
    files: &'static [&'static str],
    inputs: &'static str,
}

/// Files below tests/ are ours.
fn place(root: &Path, file: &str) -> PathBuf {
    if file.starts_with("tests/") { checking::root().join(file) } else { root.join(file) }
}

fn run(root: &Path, case: &Case, extra: &[&str]) -> Result<(), String> {
    report(root, case, extra).map(drop)
}

fn report(root: &Path, case: &Case, extra: &[&str]) -> Result<rtapenade::check::CheckReport, String> {
    let inputs = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
    std::fs::write(inputs.path(), case.inputs).map_err(|e| e.to_string())?;
    let files = library::with_callees(root, case.files.iter().map(|f| place(root, f)).collect());
    let files: Vec<_> = files.iter().map(|f| f.to_string_lossy()).collect();
    let inputs = inputs.path().to_string_lossy().into_owned();
    let mut words = vec!["-head", case.head, "--inputs", &inputs, "--points", "2"];
    words.extend(extra);
    words.extend(files.iter().map(AsRef::as_ref));
    checking::check(&checking::arguments(&words))
}

/// Those of the cases that this run takes which are not as they should be. The compiled check judges each; the interpreter the first ones, as it is
/// slower.
fn judge(root: &Path, cases: &[Case], interpreted: usize) -> String {
    let compiled = checking::have_compilers();
    let ways = taken(cases, |c| c.head).into_iter().enumerate().flat_map(|(k, case)| {
        let plain = compiled.then_some((case, [].as_slice()));
        let interpreted = (k < interpreted || !compiled).then_some((case, ["--interpret"].as_slice()));
        plain.into_iter().chain(interpreted)
    });
    let ways: Vec<(&Case, &[&str])> = ways.collect();
    let results = checking::in_parallel(&ways, |(case, extra)| run(root, case, extra));
    let failed =
        ways.iter().zip(results).filter_map(|((c, extra), r)| Some(format!("{} {extra:?}:\n{}\n", c.head, r.err()?)));
    failed.collect()
}

#[test]
fn blas_and_lapack() {
    let Some(root) = lapack() else { return };
    let failures = judge(&root, lapack::CASES, 2);
    assert!(failures.is_empty(), "{failures}");
}

/// What the cases of double precision must keep to, whatever the check allows where a single real is somewhere about.
const DOUBLE: f64 = 1e-11;

/// The cases of a list that this run takes.
fn taken<T>(cases: &[T], name: impl Fn(&T) -> &str) -> Vec<&T> {
    cases.iter().filter(|c| portion::takes(name(c), 12)).collect()
}

/// The cases that are not as they should be, compiled, a case per core.
fn compiled(root: &Path, cases: &[&Case], options: &[&str], most: f64) -> String {
    if !checking::have_compilers() {
        return String::new();
    }
    let results = checking::in_parallel(cases, |case| {
        let report = report(root, case, options)?;
        let rows = report.heads.iter().flat_map(|h| &h.rows);
        let worst = rows.filter_map(|r| r.adjoint).map(|v| v.error).fold(0.0, f64::max);
        if worst <= most { Ok(()) } else { Err(format!("the dot product is off by {worst:.1e}")) }
    });
    let failed = cases.iter().zip(results).filter_map(|(c, r)| Some(format!("{}:\n{}\n", c.head, r.err()?)));
    failed.collect()
}

#[test]
fn more_of_blas_and_lapack() {
    let Some(root) = lapack() else { return };
    let double = compiled(&root, &taken(more::CASES, |c| c.head), &[], DOUBLE);
    let failures = double + &compiled(&root, &taken(more::SINGLE, |c| c.head), &[], 1e-4);
    assert!(failures.is_empty(), "{failures}");
}

/// Every head of real code.
#[test]
#[ignore = "make corpus"]
fn hours_with_each_improvement_off() {
    let mut failures = String::new();
    for switch in checking::switches() {
        let words: Vec<&str> = switch.iter().map(String::as_str).collect();
        if let Some(root) = lapack() {
            for (cases, most) in [(lapack::CASES, DOUBLE), (more::CASES, DOUBLE), (more::SINGLE, 1e-4)] {
                failures += &compiled(&root, &cases.iter().collect::<Vec<_>>(), &words, most);
            }
        }
        debian::PACKAGES.iter().for_each(|p| failures += &p.judge(&p.cases.iter().collect::<Vec<_>>(), &words));
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
#[ignore = "make test-full"]
fn blas_and_lapack_with_each_improvement_off() {
    if !portion::turn("blas_and_lapack_with_each_improvement_off") {
        return;
    }
    let Some(root) = lapack() else { return };
    let mut failures = String::new();
    for case in &lapack::CASES[..4] {
        for switch in checking::switches() {
            let mut words = vec!["--interpret"];
            words.extend(switch.iter().map(String::as_str));
            if let Err(e) = run(&root, case, &words) {
                failures.push_str(&format!("{} {words:?}:\n{e}\n", case.head));
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn what_is_not_right_yet() {
    let Some(root) = lapack() else { return };
    if !checking::have_compilers() {
        return;
    }
    for (words, case) in lapack::WRONG {
        match run(&root, case, &[]) {
            Ok(()) => panic!("{}: right now; move it to CASES", case.head),
            Err(e) => assert!(e.contains(words), "{}: {e}", case.head),
        }
    }
}

#[test]
fn packages_of_debian() {
    let only = std::env::var("RTAPENADE_ONLY").unwrap_or_default();
    let packages = debian::PACKAGES.iter().filter(|p| p.name.contains(&only));
    let failures: String = packages.map(|p| p.judge(&taken(p.cases, |c| c.head), &[])).collect();
    assert!(failures.is_empty(), "{failures}");
}
