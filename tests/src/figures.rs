//! The figures of RR-7957 (`tests/figures/README.md`): generated code as snapshots, required statements, numbers.
//!
//! A required statement is found when it stands in the code up to formatting, or when the whole block that it belongs to has the same meaning
//! as the code ([`meaning`]). A snapshot ends with those that were not found, so that progress and regressions are both seen.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use il::{Program, Severity};
use rtapenade::args::Options;
use rtapenade::{read, report, run};

use crate::checking;
use canonical::{canonical_code, is_found, mentions};

mod canonical;
mod meaning;

fn directory() -> PathBuf {
    checking::root().join("tests/figures")
}

/// The head in the first line of a figure's file.
pub fn head_of(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let line = text.lines().next().unwrap_or_default();
    line.split('"').nth(1).unwrap_or_else(|| panic!("{}: no head in the first line", path.display())).to_string()
}

/// What the tool writes for a figure with these options.
fn generate(path: &Path, words: &[String]) -> String {
    let (head, path) = (head_of(path), path.to_string_lossy().into_owned());
    let mut all = vec!["-head".to_string(), head, path];
    all.extend(words.iter().cloned());
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let options: Options = checking::arguments(&all).options;
    let mut program = Program::new();
    let mut diagnostics = read::program(&options, &mut program);
    let mode = run::mode(&options);
    let output = run::request(&options, &mut program, mode, &mut diagnostics)
        .and_then(|r| run::generate(&program, &r, &mut diagnostics));
    match output {
        Some(output) => {
            let suffix = if options.reverse { &options.adjfuncname } else { &options.tgtfuncname };
            run::output_texts(&options, &output, suffix).into_iter().map(|t| t.content).collect()
        }
        None => report::console(&program.sources, &diagnostics, Severity::Error),
    }
}

/// A fenced block of an expected file.
struct Required {
    absent: bool,
    /// `-tangent` or `-reverse`, and options.
    words: Vec<String>,
    file: String,
    lines: Vec<String>,
}

fn required(figure: &str, text: &str) -> Vec<Required> {
    let mut out = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```").filter(|i| !i.is_empty()) else { continue };
        let body: Vec<String> = lines.by_ref().take_while(|l| !l.starts_with("```")).map(str::to_string).collect();
        let mut info = info.split_whitespace().peekable();
        let absent = info.next_if(|w| *w == "absent").is_some();
        let mode = match info.next() {
            Some("tangent") => "-tangent",
            Some("adjoint") => "-reverse",
            // `figure …` and `tape` say what the figure has; nothing is required.
            _ => continue,
        };
        let mut required = Required { absent, words: vec![mode.into()], file: format!("{figure}.f90"), lines: body };
        for w in info {
            if w.ends_with(".f90") { required.file = w.into() } else { required.words.push(w.into()) }
        }
        out.push(required);
    }
    out
}

/// What a block asks for that the code does not have.
fn unmet_of(required: &Required, code: &str) -> Vec<String> {
    let have = canonical_code(code);
    let lines = required.lines.iter().filter(|l| !l.trim().is_empty());
    if required.absent {
        return lines.filter(|l| mentions(code, l)).map(|l| format!("should be absent: {l}")).collect();
    }
    let missing: Vec<&String> = lines.filter(|l| !is_found(&have, l) && !waits_in_a_local(&have, l)).collect();
    let mut out: Vec<String> = missing.iter().map(|l| format!("not found: {l}")).collect();
    if !out.is_empty()
        && let (Some(figure), Some(found)) = (meaning::run(&required.lines), meaning::run(&canonical::statements(code)))
    {
        match meaning::differences(&figure, &found) {
            none if none.is_empty() => out.clear(),
            other => out.extend(other),
        }
    }
    out
}

/// A value that the figure pushes and pops may be kept in a local: `v0 = v`, and `v = v0` later.
fn waits_in_a_local(have: &BTreeSet<String>, line: &str) -> bool {
    let text: String = line.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let Some(value) = ["callpush", "callpop"].iter().find_map(|w| text.strip_prefix(w)) else { return false };
    let Some(value) = value.strip_suffix(')').and_then(|v| v.split_once('(')).map(|v| v.1) else { return false };
    let name = value.split('(').next().unwrap_or(value);
    (0..10).any(|k| {
        let pair = [format!("{name}{k} = {value}"), format!("{value} = {name}{k}")];
        pair.iter().all(|s| is_found(have, s))
    })
}

#[test]
fn statements() {
    let mut expected: Vec<PathBuf> =
        std::fs::read_dir(directory()).expect("tests/figures").filter_map(|e| Some(e.ok()?.path())).collect();
    expected.retain(|p| p.to_string_lossy().ends_with(".expected.md"));
    expected.sort();
    for path in expected {
        let figure = path.file_name().map_or(String::new(), |n| n.to_string_lossy().replace(".expected.md", ""));
        let text = std::fs::read_to_string(&path).expect("readable");
        let mut snapshot = String::new();
        let mut unmet = String::new();
        let mut shown = BTreeSet::new();
        for r in required(&figure, &text) {
            let code = generate(&directory().join(&r.file), &r.words);
            // A release changes no figure.
            let code = code.replace(concat!("rtapenade ", env!("CARGO_PKG_VERSION")), "rtapenade VERSION");
            if shown.insert((r.file.clone(), r.words.clone())) {
                writeln!(snapshot, "==== {} {}\n{code}", r.file, r.words.join(" ")).expect("strings take text");
            }
            for what in unmet_of(&r, &code) {
                writeln!(unmet, "{} {}: {what}", r.file, r.words.join(" ")).expect("strings take text");
            }
        }
        writeln!(snapshot, "==== unmet\n{unmet}").expect("strings take text");
        insta::assert_snapshot!(figure, snapshot);
    }
}

#[test]
fn numbers() {
    // The figures are written in single precision: read as double precision, they can be judged as such.
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(directory()).expect("tests/figures").filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "f90"));
    files.sort();
    let mut wrong = Vec::new();
    for f in files {
        let inputs = f.with_extension("inputs.txt");
        let (head, path, given) =
            (head_of(&f), f.to_string_lossy().into_owned(), inputs.to_string_lossy().into_owned());
        let mut words = vec!["-head", &head, "-r8", "--interpret"];
        if inputs.exists() {
            words.extend(["--inputs", &given]);
        }
        words.push(&path);
        wrong.extend(checking::check(&checking::arguments(&words)).err().map(|e| format!("{}\n{e}", f.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
