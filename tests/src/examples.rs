//! The programs of `examples/`: head, inputs and files are those of their Makefiles.

use std::path::Path;

use crate::checking;

/// What a Makefile of an example sets.
pub fn setting(text: &str, name: &str) -> String {
    let line = text.lines().find_map(|l| l.strip_prefix(name)?.trim_start().strip_prefix('='));
    line.unwrap_or_else(|| panic!("no {name} in the Makefile")).trim().to_string()
}

fn check(name: &str, extra: &[&str]) -> Result<(), String> {
    let directory = checking::root().join("examples").join(name);
    let makefile = std::fs::read_to_string(directory.join("Makefile")).map_err(|e| e.to_string())?;
    let path = |p: &str| directory.join(p).to_string_lossy().into_owned();
    let head = setting(&makefile, "HEAD");
    let inputs = path("inputs.txt");
    let sources: Vec<String> = setting(&makefile, "SOURCES").split_whitespace().map(path).collect();
    let mut words = vec!["-head", &head, "--inputs", &inputs];
    words.extend(extra);
    words.extend(sources.iter().map(String::as_str));
    checking::check(&checking::arguments(&words)).map(|_| ())
}

/// What is not right yet, in words of the report: asserted as it is, so that a repair announces itself.
const WRONG: &[(&str, &str, &str)] = &[];

fn judge(name: &str, how: &str, found: Result<(), String>) {
    let known = WRONG.iter().find(|w| w.0 == name && w.1 == how).map(|w| w.2);
    match (found, known) {
        (Ok(()), None) => {}
        (Err(e), Some(words)) if e.contains(words) => {}
        (Ok(()), Some(_)) => panic!("{name}, {how}: right now; remove it from WRONG"),
        (Err(e), _) => panic!("{name}, {how}:\n{e}"),
    }
}

fn both(name: &str) {
    assert!(Path::new(&checking::root().join("examples").join(name)).is_dir());
    judge(name, "interpreted", check(name, &["--interpret", "--points", "1"]));
    if checking::have_compilers() {
        judge(name, "compiled", check(name, &[]));
    }
}

#[test]
fn conservation() {
    both("conservation");
}

#[test]
fn factor() {
    both("factor");
}

#[test]
fn heat2d() {
    both("heat2d");
}

#[test]
fn kepler() {
    both("kepler");
}

#[test]
fn objective_c() {
    both("objective_c");
}

#[test]
fn watershed() {
    both("watershed");
}
