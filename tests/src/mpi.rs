//! Derivatives of calls of MPI, on a real MPI: every program of `tests/mpi` has a subroutine `f(n, x, m, y)` that all processes call, each with inputs and
//! results of its own. `drive.f90` (or `drive.c`) judges tangent and adjoint, over all processes together, on one, two and four of them.

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
    "early_old.f",
    "fields.f90",
    "loops.f90",
    "ring.c",
    "early_c.c",
    "some.f90",
    "some_c.c",
    "prepared.f90",
    "prepared_c.c",
    "apart.f90",
    "codes_c.c",
];

/// Whether there is an MPI; without one that is said.
fn have_mpi() -> bool {
    let there = |name: &str| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success());
    let all = ["mpif90", "mpicc", "mpirun"].into_iter().all(there);
    if !all {
        eprintln!("NO MPI HERE: its derivatives are NOT TESTED (scripts/install-mpi.sh)");
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
    let drive = folder.join("drive.c").display().to_string();
    run(at, "mpicc", &["-O1", "-c", &drive, "-o", "drive_c.o"]);
    for name in PROGRAMS.iter().filter(|name| portion::takes(name, 4)) {
        judged(at, &folder, name);
    }
}

/// Differentiates a program in both modes, compiles that strictly, and has it judged.
fn judged(at: &Path, folder: &Path, name: &str) {
    let (stem, end) = name.split_once('.').expect("an ending");
    let made = format!("{stem}_db.{end}");
    std::fs::copy(folder.join(name), at.join(name)).expect("copied");
    let (source, to) = (at.join(name).display().to_string(), at.display().to_string());
    let mut words = ["-d", "-b", "-head", "f(y)/(x)", "-O", &to, "-o", stem, &source].join("\n");
    if end == "c" {
        headers().iter().for_each(|folder| words += &format!("\n-I\n{folder}"));
    }
    let (status, said) = rtapenade::run::run(std::iter::once("rtapenade").chain(words.lines()).map(str::to_string));
    assert!(status == rtapenade::run::SUCCESS && !said.contains("warning"), "{name}: {said}");
    let (compiler, form): (&str, &[&str]) = match end {
        "c" => ("mpicc", &["-std=c11", "-pedantic", "-Wno-unused-parameter"]),
        // What `mpif.h` declares is not all used.
        "f" => ("mpif90", &["-std=legacy", "-Wno-unused-parameter", "-Wno-unused-dummy-argument"]),
        _ => ("mpif90", &["-std=f2018", "-pedantic", "-Wno-unused-dummy-argument"]),
    };
    run(at, compiler, &[form, &["-Wall", "-Wextra", "-Werror", "-O1", "-c", name, &made]].concat());
    let (ours, theirs) = (format!("{stem}.o"), format!("{stem}_db.o"));
    let drive = if end == "c" { "drive_c.o" } else { "drive.o" };
    run(at, compiler, &[drive, &ours, &theirs, "libadmpi.a", "libadtape.a", "-lm", "-o", stem]);
    for processes in ["1", "2", "4"] {
        let started =
            ["--allow-run-as-root", "--oversubscribe", "--timeout", "60", "-np", processes, &format!("./{stem}")];
        let out = run(at, "mpirun", &started);
        assert!(out.contains("differences") && !out.contains("WRONG"), "{name} on {processes}: {out}");
    }
}

/// Where `mpi.h` is.
fn headers() -> Vec<String> {
    let asked = |word: &str| Command::new("mpicc").arg(word).output().ok().filter(|o| o.status.success());
    let said = asked("--showme:compile").or_else(|| asked("-compile_info"));
    let said = said.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
    said.split_whitespace().filter_map(|w| w.strip_prefix("-I")).map(str::to_string).collect()
}

/// What has no rule in C is refused, and nothing is lost.
#[test]
fn exchanges_in_c_are_refused_where_they_have_no_rule() {
    if !have_mpi() {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    let to = directory.path().display().to_string();
    let at = directory.path().join("a.c").display().to_string();
    for (call, why) in [
        ("MPI_Request r; MPI_Isend(&u, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD, &r);", "nobody waits for it here"),
        ("MPI_Allreduce(MPI_IN_PLACE, &u, 1, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);", "no rule with MPI_IN_PLACE"),
    ] {
        let text = format!(
            "#include <mpi.h>\nvoid f(const double *x, double *y)\n{{\n    double u = *x * *x, v = 0;\n    {call}\n    \
             MPI_Recv(&v, 1, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n    *y = v + u;\n}}\n"
        );
        std::fs::write(&at, text).expect("written");
        let folders = headers();
        let folders = folders.iter().flat_map(|f| ["-I", f.as_str()]);
        let words = ["rtapenade", "-b", "-O", &to, "-head", "f(y[1])/(x[1])", &at].into_iter().chain(folders);
        let (status, said) = rtapenade::run::run(words.map(str::to_string));
        assert!(status != rtapenade::run::SUCCESS && said.contains(why) && said.contains("RT0482"), "{call}\n{said}");
    }
}
