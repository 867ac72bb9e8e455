//! What stands between a project that uses Tapenade and a switch, one habit each: `tests/habits/*.f90`, `*.f`, `*.c`.
//!
//! Comment lines at the top say what is run and what becomes of it. `run: …` are the words of a command line, the file itself aside, and begin a case; files
//! and descriptions beside it are named by their names. `says: …` stands in the messages, `has: …` in what is generated, `lacks: …` does not (in lower
//! case); with `fails: …` there is an error, and otherwise none. No more warnings and errors are of different kinds than are named. The runs of a file go
//! into one folder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::checking;

#[derive(Default)]
struct Case {
    words: Vec<String>,
    says: Vec<String>,
    has: Vec<String>,
    lacks: Vec<String>,
    fails: bool,
}

fn cases(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("a source");
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        let Some(line) = line.strip_prefix(['!', 'C']).or_else(|| line.strip_prefix("//")) else { break };
        let Some((key, value)) = line.trim().split_once(": ") else { continue };
        if key == "run" {
            let words = value.split('"').enumerate().flat_map(|(k, part)| match k % 2 {
                0 => part.split_whitespace().map(String::from).collect(),
                _ => vec![part.to_string()],
            });
            cases.push(Case { words: words.collect(), ..Case::default() });
        }
        let Some(case) = cases.last_mut() else { continue };
        match key {
            "says" => case.says.push(value.into()),
            "has" => case.has.push(value.to_lowercase()),
            "lacks" => case.lacks.push(value.to_lowercase()),
            "fails" => case.fails = true,
            _ => {}
        }
    }
    cases
}

/// What is not as it should be.
fn judged(path: &Path, case: &Case, directory: &Path) -> Option<String> {
    let beside = |word: &String| {
        let named = path.with_file_name(word);
        if !word.starts_with('-') && named.is_file() { named.to_string_lossy().into_owned() } else { word.clone() }
    };
    let mut line: Vec<String> = std::iter::once("rtapenade".to_string()).chain(case.words.iter().map(beside)).collect();
    line.extend(["-O", &directory.to_string_lossy(), &path.to_string_lossy()].map(String::from));
    let (status, said) = rtapenade::run::run(line);
    let mut written: Vec<PathBuf> =
        std::fs::read_dir(directory).expect("a folder").flatten().map(|e| e.path()).collect();
    written.retain(|p| p.extension().is_some_and(|e| e == "f90" || e == "f" || e == "c"));
    let texts: String = written.iter().map(|p| std::fs::read_to_string(p).expect("a text").to_lowercase()).collect();
    let code = without_comments(&texts);
    let wrong = [
        ((status == rtapenade::run::SUCCESS) == case.fails).then(|| format!("status {status}")),
        (codes(&said).len() > case.says.len()).then(|| format!("said: {:?}", codes(&said))),
        case.says.iter().find(|w| !said.contains(*w)).map(|w| format!("not said: {w}")),
        case.has.iter().find(|w| !texts.contains(*w)).map(|w| format!("not there: {w}")),
        case.lacks.iter().find(|w| code.contains(*w)).map(|w| format!("there: {w}")),
    ];
    let wrong = wrong.into_iter().flatten().next()?;
    Some(format!("{} {}: {wrong}\n{said}\n{texts}", path.display(), case.words.join(" ")))
}

/// The codes of warnings and errors.
fn codes(said: &str) -> BTreeSet<&str> {
    let behind = |word: &'static str| said.split(word).skip(1).filter_map(|part| part.split(']').next());
    behind("warning[").chain(behind("error[")).collect()
}

fn without_comments(text: &str) -> String {
    text.lines()
        .filter(|l| !l.trim_start().starts_with(['!', '/', '*']) && !l.starts_with(['c', '*']))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn habits_of_projects() {
    let folder = checking::root().join("tests/habits");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("tests/habits").flatten().map(|e| e.path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e != "txt"));
    files.sort();
    let wrong = checking::in_parallel(&files, |path| {
        let directory = tempfile::tempdir().expect("a folder");
        cases(path).iter().find_map(|case| judged(path, case, directory.path()))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), wrong.join("\n"));
}
