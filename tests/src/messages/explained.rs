//! Every code of the sources has its file, every file its code; each example fires; the page of the book has them all.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rtapenade::explain;

use super::Place;
use crate::checking;

/// Codes that no example fires, and why. Their entries say how they arise.
const NOT_FIRED: &[(&str, &str)] = &[
    ("RT0001", "a bug of ours, and release builds do not ask"),
    ("RT0402", "of the second derivatives that were tried, none has a call that moves pointers and is passive"),
    ("RT0410", "a guard: every head that was tried gets an argument for the derivative"),
    ("RT0413", "a guard: every target that was tried has a derivative"),
    ("RT0422", "a guard: SAVEd locals become variables of modules first"),
    ("RT0441", "a guard: every value that was tried can be saved"),
    ("RT0469", "a guard: every change of a dynamic type that was tried is followed"),
    ("RT0503", "needs a full disk or a directory that may not be written"),
    ("RT0504", "the file would have to be binary: bad_input fires it"),
    ("RT0506", "needs a machine without a C compiler"),
];

/// A part of an entry between fences: its words, and what it holds.
fn blocks(text: &str) -> Vec<(Vec<String>, String)> {
    let mut out = Vec::new();
    let mut open: Option<(Vec<String>, String)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => out.extend(open.take()),
            (Some(words), None) => open = Some((words.split_whitespace().map(String::from).collect(), String::new())),
            (None, Some((_, held))) => held.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed in\n{text}");
    out
}

/// The words of a command line as a shell takes them, without the name of the program.
fn words(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (k, part) in line.split('"').enumerate() {
        match k % 2 {
            0 => out.extend(part.split_whitespace().map(String::from)),
            _ => out.push(part.to_string()),
        }
    }
    assert_eq!(out.remove(0), "rtapenade", "{line}");
    out
}

fn rust_files(directory: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("a directory of sources").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true if path.file_name().is_some_and(|n| n != "tests") => rust_files(&path, out),
            false if path.extension().is_some_and(|e| e == "rs") => out.push(path),
            _ => {}
        }
    }
}

/// The codes in strings of the sources.
fn codes_in_sources() -> BTreeSet<String> {
    let mut files = Vec::new();
    for part in ["src", "crates"] {
        rust_files(&checking::root().join(part), &mut files);
    }
    let mut out = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source");
        for (at, _) in text.match_indices("\"RT") {
            let code: String = text[at + 1..].chars().take_while(|c| *c != '"').collect();
            if code.len() == 6 && code[2..].chars().all(|c| c.is_ascii_digit()) {
                out.insert(code);
            }
        }
    }
    out
}

#[test]
fn every_code_has_an_entry_and_every_entry_a_code() {
    let codes = codes_in_sources();
    let entries: BTreeSet<String> = explain::entries().map(|e| e.code.to_string()).collect();
    let files: BTreeSet<String> = std::fs::read_dir(checking::root().join("src/diagnostics"))
        .expect("the entries")
        .flatten()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .filter_map(|n| n.strip_suffix(".md").filter(|n| n.starts_with("RT")).map(String::from))
        .collect();
    let less = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>();
    assert_eq!(less(&codes, &files), Vec::<String>::new(), "write src/diagnostics/RTnnnn.md for these codes");
    assert_eq!(less(&files, &codes), Vec::<String>::new(), "nothing says these codes: delete their files");
    assert_eq!(less(&files, &entries), Vec::<String>::new(), "list these in src/explain.rs");
}

#[test]
fn every_entry_says_what_it_means_and_what_to_do() {
    for e in explain::entries() {
        let file = checking::root().join("src/diagnostics").join(format!("{}.md", e.code));
        let text = std::fs::read_to_string(file).expect("an entry");
        assert!(text.starts_with(&format!("# {}: ", e.code)), "{} begins with another title", e.code);
        assert!(!e.title.is_empty() && !e.title.ends_with('.'), "{}: {}", e.code, e.title);
        let arises = if NOT_FIRED.iter().any(|(code, _)| *code == e.code) { "## How it arises" } else { "## Example" };
        for heading in [arises, "## What to do"] {
            assert_eq!(e.text.matches(heading).count(), 1, "{} has not one `{heading}`", e.code);
        }
        assert!(!e.text.starts_with('#'), "{} does not say what it means", e.code);
    }
}

#[test]
fn every_example_fires() {
    let entries: Vec<explain::Entry> = explain::entries().collect();
    let c = std::process::Command::new(rtapenade::read::c_compiler()).arg("--version").output().is_ok();
    let missed = checking::in_parallel(&entries, |e| {
        let blocks = blocks(e.text);
        let files = blocks.iter().filter(|(words, _)| words.len() == 2);
        let files: Vec<(&str, &str)> = files.map(|(words, held)| (words[1].as_str(), held.as_str())).collect();
        let lines: Vec<&str> = blocks.iter().filter(|(w, _)| w == &["sh"]).flat_map(|(_, l)| l.lines()).collect();
        let silent = NOT_FIRED.iter().any(|(code, _)| *code == e.code);
        if silent != lines.is_empty() {
            return Some(format!("{}: it is among those that cannot be fired, and has an example; or neither", e.code));
        }
        let compiles = lines.iter().any(|l| l.contains(" check ") && !l.contains("--interpret"));
        if files.iter().any(|(name, _)| name.ends_with(".c")) && !c || compiles && !checking::have_compilers() {
            return None;
        }
        let place = Place::new(files.iter().copied());
        let of_line = |line: &&str| {
            let words = words(line);
            place.said(words.iter().map(String::as_str).chain(["-msglevel", "10"]))
        };
        let said: String = lines.iter().map(of_line).collect();
        let fired = said.contains(&format!("[{}]: ", e.code));
        (!silent && !fired).then(|| format!("{} is not fired:\n{said}", e.code))
    });
    let missed: Vec<String> = missed.into_iter().flatten().collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// `make bless` writes the page anew.
#[test]
fn the_page_of_the_book_has_all_entries() {
    let path = checking::root().join("docs/messages.md");
    let page = explain::page();
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        std::fs::write(&path, &page).expect("the page is written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == page, "docs/messages.md is not made of src/diagnostics: run `make bless`");
}

#[test]
fn the_command_prints_entries() {
    let place = Place::new([]);
    let shown = |words: &[&str]| place.answer(words.iter().copied()).shown;
    let long = shown(&["explain", "RT0219"]);
    assert!(long.starts_with("RT0219: a loop that changes its own counter\n\n"), "{long}");
    for spelling in ["rt0219", "0219", "219"] {
        assert_eq!(shown(&["explain", spelling]), long, "{spelling}");
    }
    assert_eq!(shown(&["explain", "219", "RT0220"]).matches("## What to do").count(), 2);
    let all = shown(&["explain"]);
    assert!(explain::entries().all(|e| all.contains(&format!("{}  {}\n", e.code, e.title))), "{all}");
    let unknown = place.answer(["explain", "RT0229"]);
    assert_eq!(unknown.status, 1);
    insta::assert_snapshot!(unknown.said);
}
