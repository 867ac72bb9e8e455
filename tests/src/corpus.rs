//! Real code that nobody here wrote: the reference BLAS and LAPACK, fetched by the ordinary package client when the test runs.
//!
//! Without a registry the test is skipped, and says so. The sources are kept below `target/`, never in the repository.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checking;

/// The LAPACK tree, fetched once.
fn lapack() -> Option<PathBuf> {
    let directory = checking::root().join("target").join("corpus");
    let source = directory.join("vendor").join("netlib-src").join("source");
    if source.is_dir() {
        return Some(source);
    }
    std::fs::create_dir_all(directory.join("src")).ok()?;
    let manifest = "[package]\nname = \"corpus\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n[dependencies]\nnetlib-src = \"0.8\"\n";
    std::fs::write(directory.join("Cargo.toml"), manifest).ok()?;
    std::fs::write(directory.join("src").join("lib.rs"), "").ok()?;
    let fetched = Command::new("cargo").args(["vendor", "--quiet", "vendor"]).current_dir(&directory).output();
    if !fetched.is_ok_and(|o| o.status.success()) || !source.is_dir() {
        eprintln!("SKIPPED: LAPACK could not be fetched (crate netlib-src); nothing was checked on real code");
        return None;
    }
    Some(source)
}

/// A routine with respect to real arguments, at sizes and values that make it smooth.
struct Case {
    head: &'static str,
    files: &'static [&'static str],
    inputs: &'static str,
}

const CASES: &[Case] = &[
    // Large sub-diagonals force the interchanges of the pivoting.
    Case {
        head: r"dgtsv(b)\(b)",
        files: &["SRC/dgtsv.f", "BLAS/SRC/xerbla.f"],
        inputs: "n = 8\nnrhs = 2\nldb = 8\ndl(7) = 2.0 .. 3.0\nd(8) = 0.5 .. 1.0\ndu(7) = 0.2 .. 0.8\nb(8,2) = -1.0 .. 1.0\n",
    },
    Case {
        head: r"dgemm(alpha a b beta c)\(c)",
        files: &["BLAS/SRC/dgemm.f", "BLAS/SRC/lsame.f", "BLAS/SRC/xerbla.f"],
        inputs: "m = 5\nn = 4\nk = 3\ntransa = 'N'\ntransb = 'T'\nalpha = 0.5 .. 1.0\nbeta = 0.2 .. 0.9\nlda = 5\nldb = 4\nldc = 5\n\
                 a(5,3) = -1.0 .. 1.0\nb(4,3) = -1.0 .. 1.0\nc(5,4) = -1.0 .. 1.0\n",
    },
    Case {
        head: r"dtrsm(alpha a b)\(b)",
        files: &["BLAS/SRC/dtrsm.f", "BLAS/SRC/lsame.f", "BLAS/SRC/xerbla.f"],
        inputs: "m = 5\nn = 4\nside = 'L'\nuplo = 'L'\ntransa = 'N'\ndiag = 'N'\nalpha = 0.5 .. 1.0\nlda = 5\nldb = 5\n\
                 a(5,5) = 0.5 .. 1.0\nb(5,4) = -1.0 .. 1.0\n",
    },
    Case {
        head: r"ddot(dx dy)\(ddot)",
        files: &["BLAS/SRC/ddot.f"],
        inputs: "n = 11\nincx = 1\nincy = 1\ndx(11) = -1.0 .. 1.0\ndy(11) = -1.0 .. 1.0\n",
    },
];

fn run(root: &Path, case: &Case, extra: &[&str]) -> Result<(), String> {
    let inputs = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
    std::fs::write(inputs.path(), case.inputs).map_err(|e| e.to_string())?;
    let files: Vec<String> = case.files.iter().map(|f| root.join(f).to_string_lossy().into_owned()).collect();
    let inputs = inputs.path().to_string_lossy().into_owned();
    let mut words = vec!["-head", case.head, "--inputs", &inputs, "--points", "2"];
    words.extend(extra);
    words.extend(files.iter().map(String::as_str));
    checking::check(&checking::arguments(&words)).map(|_| ())
}

#[test]
fn blas_and_lapack() {
    let Some(root) = lapack() else { return };
    let mut failures = String::new();
    for case in CASES {
        let ways: &[&[&str]] = if checking::have_compilers() { &[&[], &["--interpret"]] } else { &[&["--interpret"]] };
        for extra in ways {
            if let Err(e) = run(&root, case, extra) {
                failures.push_str(&format!("{} {extra:?}:\n{e}\n", case.head));
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
