//! The projects of `tests/switch`, written for Tapenade: built as they are, with rtapenade in its place.

use std::path::{Path, PathBuf};
use std::process::Command;

fn projects() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/switch")
}

fn names() -> Vec<String> {
    let found = std::fs::read_dir(projects()).expect("tests/switch").flatten();
    let mut names: Vec<String> = found
        .filter(|e| e.path().join("Makefile").exists() || e.path().join("makefile").exists())
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn have(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}

/// A place where `tapenade` is rtapenade, found on PATH and below TAPENADE_HOME.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a directory");
    let bin = home.path().join("bin");
    std::fs::create_dir(&bin).expect("a directory");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_rtapenade"), bin.join("tapenade")).expect("a link");
    home
}

#[test]
fn projects_are_built_as_they_are() {
    if let Some(missing) = ["gfortran", "gcc", "cpp", "make", "python3"].into_iter().find(|p| !have(p)) {
        return println!("not run: there is no {missing}");
    }
    let (home, names) = (home(), names());
    assert_eq!(names.len(), 10, "{names:?}");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut wrong = Vec::new();
    for name in &names {
        let copy = tempfile::tempdir().expect("a directory");
        let copied = Command::new("cp").arg("-R").arg(projects().join(name).join(".")).arg(copy.path()).status();
        assert!(copied.is_ok_and(|s| s.success()), "{name} is copied");
        let made = Command::new("make")
            .arg("check")
            .current_dir(copy.path())
            .env("PATH", format!("{}:{path}", home.path().join("bin").display()))
            .env("TAPENADE_HOME", home.path())
            .env("KIT", projects().join("kit"))
            // What the make around this one was told is not meant for theirs.
            .env_remove("MAKEFLAGS")
            .env_remove("MAKELEVEL")
            .output()
            .expect("make");
        let said = String::from_utf8_lossy(&made.stdout) + String::from_utf8_lossy(&made.stderr);
        if !made.status.success() {
            wrong.push(format!("{name}:\n{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Nothing in them was written with rtapenade in mind.
#[test]
fn projects_do_not_know_of_rtapenade() {
    fn all(directory: &Path, out: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
            match entry.path() {
                inner if inner.is_dir() => all(&inner, out),
                file => out.push(file),
            }
        }
    }
    for name in names() {
        let mut files = Vec::new();
        all(&projects().join(&name), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a file");
            assert!(!text.contains("rtapenade"), "{}", file.display());
        }
    }
}
