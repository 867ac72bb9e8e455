//! The programs of `examples/`: head, inputs and files are those of their Makefiles.

use std::path::Path;

use crate::checking;

/// What a Makefile of an example sets.
fn setting(text: &str, name: &str) -> String {
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

fn both(name: &str) {
    assert!(Path::new(&checking::root().join("examples").join(name)).is_dir());
    let mut wrong = Vec::new();
    wrong.extend(check(name, &["--interpret", "--points", "1"]).err().map(|e| format!("interpreted:\n{e}")));
    if checking::have_compilers() {
        wrong.extend(check(name, &[]).err().map(|e| format!("compiled:\n{e}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
