//! Derivatives of calls of MPI, on a real MPI: every program of `tests/mpi` has a subroutine `f(n, x, m, y)` that all processes call, each with inputs and
//! results of its own. `drive.f90` judges tangent and adjoint, over all processes together, on one, two and four of them.

use std::path::Path;
use std::process::Command;

use crate::{checking, portion};

/// The programs.
const PROGRAMS: &[&str] = &[
    "collectives.f90",
    "operations.f90",
    "arms.f90",
    "old.f",
    "halo.f90",
    "pipeline.f90",
    "grid.f90",
    "cg.f90",
    "early.f90",
];

/// Whether there is an MPI; without one that is said.
fn have_mpi() -> bool {
    let there = |name: &str| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success());
    let all = ["mpif90", "mpicc", "mpirun"].into_iter().all(there);
    if !all {
        eprintln!("NO MPI HERE: its derivatives are NOT TESTED (apt-get install libopenmpi-dev openmpi-bin)");
    }
    all
}

fn run(at: &Path, program: &str, words: &[&str]) -> String {
    let out = Command::new(program).args(words).current_dir(at).output().expect("it runs");
    let said = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert!(out.status.success(), "{program} {words:?}\n{said}");
    said
}

#[test]
fn exchanges_are_right() {
    if !checking::have_compilers() || !have_mpi() {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    let at = directory.path();
    for (name, text) in rtapenade::runtime::texts(at).into_iter().map(|t| (t.name, t.content)) {
        std::fs::write(at.join(name), text).expect("written");
    }
    run(at, "make", &["-s", "CFLAGS=-O1", "libadtape.a", "libadmpi.a"]);
    let folder = checking::root().join("tests/mpi");
    std::fs::copy(folder.join("drive.f90"), at.join("drive.f90")).expect("copied");
    run(at, "mpif90", &["-O1", "-c", "drive.f90"]);
    for name in PROGRAMS.iter().filter(|name| portion::takes(name, 2)) {
        judged(at, &folder, name);
    }
}

/// Differentiates a program in both modes, compiles that strictly, and has it judged.
fn judged(at: &Path, folder: &Path, name: &str) {
    let (stem, end) = name.split_once('.').expect("an ending");
    let made = format!("{stem}_db.{end}");
    std::fs::copy(folder.join(name), at.join(name)).expect("copied");
    let (source, to) = (at.join(name).display().to_string(), at.display().to_string());
    let words = ["rtapenade", "-d", "-b", "-head", "f(y)/(x)", "-O", &to, "-o", stem, &source];
    let (status, said) = rtapenade::run::run(words.iter().map(|w| w.to_string()));
    assert!(status == rtapenade::run::SUCCESS && !said.contains("warning"), "{name}: {said}");
    let form: &[&str] = match end {
        // What `mpif.h` declares is not all used.
        "f" => &["-std=legacy", "-Wno-unused-parameter"],
        _ => &["-std=f2018", "-pedantic"],
    };
    let strict = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-dummy-argument", "-O1", "-c", name, &made];
    run(at, "mpif90", &[form, &strict].concat());
    let (ours, theirs) = (format!("{stem}.o"), format!("{stem}_db.o"));
    run(at, "mpif90", &["drive.o", &ours, &theirs, "libadmpi.a", "libadtape.a", "-o", stem]);
    for processes in ["1", "2", "4"] {
        let out = run(
            at,
            "mpirun",
            &["--allow-run-as-root", "--oversubscribe", "--timeout", "60", "-np", processes, &format!("./{stem}")],
        );
        assert!(out.contains("differences") && !out.contains("WRONG"), "{name} on {processes}: {out}");
    }
}
