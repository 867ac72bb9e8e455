//! `unparse ∘ parse` is a fixed point on every source and every output of the tests.
//!
//! A source is printed, and what is printed is read and printed again: nothing may change then. A tangent and an adjoint, with the head
//! that the source names, are printed by the same rules, so reading and printing them must give them back at once.
//! In a short run sources are printed, and of some a head is written in one way; other portions write them in all ways.

use std::path::{Path, PathBuf};

use rtapenade::args::Options;
use rtapenade::output::Text;
use rtapenade::{read, runtime};

use crate::checking;
use crate::portion::{self, Portion};
use crate::rereading::{self, Printed};

/// Files that are read together, and how they are differentiated.
struct Sources {
    files: Vec<PathBuf>,
    head: String,
    options: Vec<String>,
    /// What is known to differ (`wrong printed: …`).
    known: Option<String>,
}

/// What is written of each: one of each pair, by the name of the file.
const MODES: [[&[&str]; 2]; 2] = [
    [&["-tangent"], &["-reverse"]],
    [&["-reverse", "-nooptim", "everyoptim"], &["-reverse", "-nocheckpoint", "%all%"]],
];

/// All of them: examples, small programs, figures.
fn all() -> Vec<Sources> {
    let mut out = Vec::new();
    for directory in folders("examples") {
        // Some are not made by `example.mk`, and have tests of their own.
        let Ok(makefile) = std::fs::read_to_string(directory.join("Makefile")) else { continue };
        let files = crate::examples::setting(&makefile, "SOURCES");
        out.push(Sources {
            files: files.split_whitespace().map(|f| directory.join(f)).collect(),
            head: crate::examples::setting(&makefile, "HEAD"),
            options: Vec::new(),
            known: None,
        });
    }
    for case in crate::programs::cases() {
        let known = case.wrong("printed").filter(|w| w.contains("printed")).map(str::to_string);
        out.push(Sources { files: vec![case.path], head: case.head, options: case.options, known });
    }
    for file in files("tests/figures", &["f90"]) {
        out.push(Sources { head: crate::figures::head_of(&file), files: vec![file], options: Vec::new(), known: None });
    }
    // The cases of the analyses have no head of their own.
    for folder in folders("tests/filetests") {
        let folder = folder.strip_prefix(checking::root()).expect("below the root").to_string_lossy().into_owned();
        for file in files(&folder, &["f90", "f", "c"]) {
            out.push(Sources { files: vec![file], head: String::new(), options: Vec::new(), known: None });
        }
    }
    out
}

fn folders(of: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(checking::root().join(of)).unwrap_or_else(|e| panic!("{of}: {e}"));
    let mut out: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    out.sort();
    out
}

fn files(of: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(checking::root().join(of)).unwrap_or_else(|e| panic!("{of}: {e}"));
    let wanted = |p: &PathBuf| p.extension().is_some_and(|e| extensions.contains(&e.to_string_lossy().as_ref()));
    let mut out: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(wanted).collect();
    out.sort();
    out
}

/// The folders of some files, where what they include is found.
fn beside(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = files.iter().filter_map(|f| Some(f.parent()?.to_path_buf())).collect();
    out.dedup();
    out
}

fn is_c(files: &[PathBuf]) -> bool {
    files.iter().any(|f| f.extension().is_some_and(|e| e == "c"))
}

/// What is wrong with a printed program, and with what it prints when it is read again.
fn again(what: &str, once: &Printed, options: &Options, include: &[PathBuf]) -> Option<String> {
    let directory = tempfile::tempdir().expect("a folder");
    let twice = rereading::print_again(options, &once.texts, directory.path(), include);
    if read::failed(&twice.diagnostics) {
        return Some(format!("{what}: what is printed is refused\n{}", twice.errors()));
    }
    rereading::differences(&once.texts, &twice.texts).map(|d| format!("{what}: printed again it differs\n{d}"))
}

/// A source.
fn source(s: &Sources) -> Vec<String> {
    let words: Vec<&str> = s.options.iter().map(String::as_str).collect();
    let options = rereading::options(&words, &s.files);
    let once = rereading::print(&options);
    let what = s.files[0].display().to_string();
    if read::failed(&once.diagnostics) {
        return vec![format!("{what}: refused\n{}", once.errors())];
    }
    again(&what, &once, &options, &beside(&s.files)).into_iter().collect()
}

/// Its tangent or its adjoint. A derivative that is refused prints nothing; other tests say so.
fn output(s: &Sources, mode: &[&str], runtime: &Path) -> Option<String> {
    let mut words = [mode, &["-head", &s.head]].concat();
    words.extend(s.options.iter().map(String::as_str));
    let options = rereading::options(&words, &s.files);
    let texts = rereading::derivative(&options)?;
    // The derivative uses the modules and procedures of its source: they are read with it.
    let own = texts.len();
    let mut all = texts;
    all.extend(s.files.iter().map(|f| Text {
        name: f.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned()),
        content: std::fs::read_to_string(f).expect("a source"),
    }));
    let mut plain = rereading::options(&[], &[]);
    plain.source_form = options.source_form.clone();
    let directory = tempfile::tempdir().expect("a folder");
    let include = [beside(&s.files), vec![runtime.to_path_buf()]].concat();
    let printed = rereading::print_again(&plain, &all, directory.path(), &include);
    let what = format!("{} {}", s.files[0].display(), mode.join(" "));
    if read::failed(&printed.diagnostics) {
        return Some(format!("{what}: the derivative is refused\n{}", printed.errors()));
    }
    let found = rereading::differences(&all[..own], printed.texts.get(..own).unwrap_or_default());
    found.map(|d| format!("{what}: printed again it differs\n{d}"))
}

#[test]
fn sources_and_outputs() {
    let runtime = tempfile::tempdir().expect("a folder");
    for (name, text) in runtime::FILES {
        std::fs::write(runtime.path().join(name), text).expect("the runtime");
    }
    let all: Vec<Sources> = all().into_iter().filter(|s| !is_c(&s.files) || checking::have_compilers()).collect();
    // Heads of one file stand side by side.
    let first = |k: usize| k == 0 || all[k - 1].files != all[k].files;
    let all: Vec<(&Sources, bool)> = all.iter().enumerate().map(|(k, s)| (s, first(k))).collect();
    let wrong = checking::in_parallel(&all, |(s, first)| {
        let mut wrong = if *first { source(s) } else { Vec::new() };
        if wrong.is_empty() && !s.head.is_empty() && (s.known.is_some() || portion::takes_file(&s.files[0], 4)) {
            let share = crate::programs::share(&s.files[0], 4);
            let turns = [share % 2, share / 2];
            let every = s.known.is_some() || portion::portion() != Portion::Short;
            let some = |k: usize| every || k == turns[0];
            for (pair, turn) in MODES.iter().zip(turns).enumerate().filter(|(k, _)| some(*k)).map(|(_, m)| m) {
                let modes = pair.iter().enumerate().filter(|(k, _)| *k == turn || every);
                wrong.extend(modes.filter_map(|(_, mode)| output(s, mode, runtime.path())));
            }
        }
        match &s.known {
            Some(words) if wrong.iter().any(|w| w.contains(words)) => Vec::new(),
            Some(_) => vec![format!("{}: the same now; remove `wrong printed`", s.files[0].display())],
            None => wrong,
        }
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {} differ\n{}", wrong.len(), all.len(), wrong.join("\n"));
}
