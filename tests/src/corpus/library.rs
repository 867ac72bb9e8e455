//! What of BLAS and LAPACK a routine needs: a linker's work, done on sources.
//!
//! The library keeps a routine per file, named after it, and names what a routine calls in EXTERNAL statements and calls.

use std::path::{Path, PathBuf};

/// Where the library keeps routines, in the order of the search.
const FOLDERS: &[&str] = &["SRC", "BLAS/SRC", "INSTALL"];

/// Files, and those of the library's routines that they need, directly or not, in the order in which they are met.
pub(super) fn with_callees(root: &Path, mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut next = 0;
    while let Some(file) = files.get(next) {
        let text = std::fs::read(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        for name in callees(&String::from_utf8_lossy(&text)) {
            let place = |f: &&str| root.join(f).join(&name).with_extension("f");
            let found = FOLDERS.iter().map(place).find(|p| p.is_file());
            files.extend(found.filter(|f| !files.contains(f)));
        }
        next += 1;
    }
    files
}

/// The names after CALL and EXTERNAL, in small letters.
fn callees(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut external = false;
    for line in text.lines().filter(|l| !l.starts_with(['C', 'c', '*', '!'])) {
        let line = line.to_ascii_lowercase();
        let continued = line.chars().nth(5).is_some_and(|c| c != ' ' && c != '0') && line.starts_with("     ");
        let body = line.get(6..).unwrap_or_default();
        let mut words =
            body.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty()).peekable();
        external = if continued { external } else { words.next_if_eq(&"external").is_some() };
        if external {
            names.extend(words.map(String::from));
        } else if words.by_ref().any(|w| w == "call") {
            names.extend(words.next().map(String::from));
        }
    }
    names
}
