//! The projects of `examples/build`, each by its own build system, against an installed rtapenade.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use super::installed::{Installed, from_pip, installed};
use super::{have, succeeds};
use crate::checking;

fn examples() -> PathBuf {
    checking::root().join("examples/build")
}

/// A copy of the project, in which nothing was built yet.
fn project(name: &str) -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a directory");
    succeeds(Command::new("cp").arg("-R").arg(examples().join(name).join(".")).arg(copy.path()));
    let _ = std::fs::remove_dir_all(copy.path().join("build"));
    copy
}

/// Where pip puts the build systems that this machine lacks, if it can.
fn build_systems() -> &'static Option<PathBuf> {
    static PLACE: OnceLock<Option<PathBuf>> = OnceLock::new();
    PLACE.get_or_init(|| {
        let place = from_pip();
        let done = |c: &mut Command| c.output().is_ok_and(|o| o.status.success());
        let made = done(Command::new("python3").args(["-m", "venv"]).arg(&place));
        let mut pip = Command::new(place.join("bin/pip"));
        let filled = made && done(pip.args(["install", "-q", "cmake", "meson", "ninja", "fpm"]));
        filled.then(|| place.join("bin"))
    })
}

/// A build system, from this machine or from pip; none where neither has it, which is said.
fn tool(name: &str) -> Option<PathBuf> {
    if have(name) {
        return Some(name.into());
    }
    let found = build_systems().as_ref().map(|bin| bin.join(name)).filter(|p| have(&p.to_string_lossy()));
    if found.is_none() {
        println!("not run: there is no {name}, and pip brings none");
    }
    found
}

/// Runs words in a directory, as one has it who has installed rtapenade.
fn there(installed: &Installed, place: &Path, program: &Path, words: &[&str]) -> String {
    let mut command = Command::new(program);
    command.args(words).current_dir(place);
    installed.provide(&mut command);
    succeeds(&mut command)
}

/// Five nodes, whose derivatives agree.
fn is_right(said: &str) {
    assert_eq!(said.matches(": adjoint ").count(), 5, "{said}");
}

#[test]
fn projects_are_alike() {
    let read = |name: &str| std::fs::read_to_string(examples().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    for (file, others) in [
        ("rod.f90", ["cmake/rod.f90", "meson/rod.f90", "fpm/src/rod.f90"]),
        ("rod.inc", ["cmake/rod.inc", "meson/rod.inc", "fpm/include/rod.inc"]),
        ("main.f90", ["cmake/main.f90", "meson/main.f90", "fpm/app/main.f90"]),
    ] {
        others.iter().for_each(|o| assert_eq!(read(&format!("make/{file}")), read(o), "{o}"));
    }
}

/// What `docs/build.md` shows stands in a file that is run: each block names its file on the line before.
#[test]
fn the_page_shows_what_is_run() {
    let page = std::fs::read_to_string(checking::root().join("docs/build.md")).expect("docs/build.md");
    let mut shown = 0;
    for (at, _) in page.match_indices("<!-- ") {
        let rest = &page[at + 5..];
        let Some((name, rest)) = rest.split_once(" -->\n```") else { continue };
        let block = rest.split_once('\n').and_then(|(_, r)| r.split_once("```")).map_or("", |(block, _)| block);
        let file = std::fs::read_to_string(checking::root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(!block.is_empty() && file.contains(block), "{name} has not\n{block}");
        shown += 1;
    }
    assert!(shown >= 6, "{shown} blocks");
}

#[test]
#[ignore = "full: make test-full"]
fn make_builds_it() {
    let (installed, project) = (installed(), project("make"));
    let make = |words: &[&str]| there(installed, project.path(), Path::new("make"), words);
    is_right(&make(&[]));
    assert!(make(&["verify"]).contains("up to date: 3 generated files"));
    assert!(!make(&[]).contains("Created"), "nothing changed");
    std::fs::write(
        project.path().join("rod.inc"),
        std::fs::read_to_string(project.path().join("rod.inc")).expect("a file") + "  ! newer\n",
    )
    .expect("a file");
    assert!(make(&[]).contains("Created build/rod_b.f90"), "what is included counts");
    make(&["clean"]);
    is_right(&make(&[&format!("TAPE={}", installed.flags())]));
}

#[test]
#[ignore = "full: make test-full"]
fn cmake_builds_it() {
    let Some(cmake) = tool("cmake") else { return };
    let installed = installed();
    for generator in ["Unix Makefiles", "Ninja"] {
        if generator == "Ninja" && tool("ninja").is_none() {
            continue;
        }
        let project = project("cmake");
        let run = |words: &[&str]| there(installed, project.path(), &cmake, words);
        run(&["-G", generator, "-B", "build"]);
        assert!(run(&["--build", "build"]).contains("Differentiating rod_adjoint"));
        is_right(&succeeds(&mut Command::new(project.path().join("build/main"))));
        assert!(!run(&["--build", "build"]).contains("Differentiating"), "{generator}: nothing changed");
        let included = project.path().join("rod.inc");
        std::thread::sleep(std::time::Duration::from_millis(1100));
        std::fs::write(&included, std::fs::read_to_string(&included).expect("a file") + "  ! newer\n").expect("a file");
        assert!(run(&["--build", "build"]).contains("Differentiating"), "{generator}: what is included counts");
    }
}

/// Tangent and adjoint of C, an included header, further options, and mistakes that are said while configuring.
#[test]
#[ignore = "full: make test-full"]
fn cmake_builds_c() {
    let Some(cmake) = tool("cmake") else { return };
    let (installed, place) = (installed(), tempfile::tempdir().expect("a directory"));
    std::fs::create_dir(place.path().join("inc")).expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(place.path().join(name), text).expect("a file");
    write("inc/f.h", "#define SQUARE(x) ((x)*(x))\nvoid f(int n, const double x[], double *y);\n");
    write(
        "f.c",
        "#include \"f.h\"\n#include <math.h>\nvoid f(int n, const double x[], double *y)\n{\n    double w = SCALE;\n    for (int i = 0; i < n; i++)\n\
         \x20       if (w > -2.0) w = sin(SQUARE(w)*x[i]);\n    *y = w;\n}\n",
    );
    write(
        "main.c",
        "#include \"f_adjoint_b.h\"\n#include \"f_tangent_d.h\"\n#include <math.h>\n#include <stdio.h>\nint main(void)\n{\n\
         \x20   double x[2] = {0.5, 0.7}, xd[2] = {1.0, 0.3}, xb[2] = {0.0, 0.0}, y, yd, yb = 1.0;\n    f_d(2, x, xd, &y, &yd);\n    f_b(2, x, xb, &y, &yb);\n\
         \x20   printf(\"%.12f %.12f\\n\", yd, xb[0]*xd[0] + xb[1]*xd[1]);\n    return fabs(yd - xb[0]*xd[0] - xb[1]*xd[1]) > 1e-12;\n}\n",
    );
    let project = |more: &str| {
        write(
            "CMakeLists.txt",
            &format!(
                "cmake_minimum_required(VERSION 3.20)\nproject(f LANGUAGES C)\nfind_package(rtapenade 0.2 REQUIRED)\n\
                 rtapenade_adjoint(f_adjoint HEAD \"f(y)/(x)\" SOURCES f.c INCLUDES inc DEFINES SCALE=1.5 OPTIONS -tape stack)\n\
                 rtapenade_tangent(f_tangent HEAD \"f(y)/(x)\" SOURCES f.c INCLUDES inc DEFINES SCALE=1.5)\n\
                 add_executable(main main.c)\ntarget_link_libraries(main PRIVATE f_adjoint f_tangent m)\n{more}"
            ),
        );
        let mut command = Command::new(&cmake);
        command.args(["-B", "build"]).current_dir(place.path());
        installed.provide(&mut command);
        command.output().expect("cmake")
    };
    for (more, said) in [
        ("rtapenade_adjoint(a HEAD f)", "SOURCES is missing"),
        ("rtapenade_adjoint(a HEAD f SOURCES f.c g.f90)", "need a library each"),
        ("rtapenade_adjoint(a HAED f SOURCES f.c)", "is no argument"),
    ] {
        let output = project(more);
        let text = String::from_utf8_lossy(&output.stderr).replace("\n  ", " ");
        assert!(!output.status.success() && text.contains(said), "{text}");
    }
    let output = project("");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    there(installed, place.path(), &cmake, &["--build", "build"]);
    succeeds(&mut Command::new(place.path().join("build/main")));
}

#[test]
#[ignore = "full: make test-full"]
fn meson_builds_it() {
    let (Some(meson), Some(_)) = (tool("meson"), tool("ninja")) else { return };
    let (installed, project) = (installed(), project("meson"));
    let run = |words: &[&str]| there(installed, project.path(), &meson, words);
    run(&["setup", "build"]);
    assert!(run(&["test", "-C", "build"]).contains("OK"));
    is_right(&succeeds(&mut Command::new(project.path().join("build/main"))));
    let included = project.path().join("rod.inc");
    std::fs::write(&included, std::fs::read_to_string(&included).expect("a file") + "  ! newer\n").expect("a file");
    assert!(run(&["compile", "-C", "build", "-v"]).contains("rtapenade"), "what is included counts");
}

/// fpm, and the workflow that says whether derivatives are those of the sources.
#[test]
#[ignore = "full: make test-full"]
fn fpm_builds_it() {
    let (installed, project) = (installed(), project("fpm"));
    let script = project.path().join("differentiate");
    there(installed, project.path(), &script, &[]);
    let workflow = std::fs::read_to_string(examples().join("ci/derivatives.yml")).expect("the workflow");
    let runs: Vec<&str> = workflow.lines().filter_map(|l| l.trim().strip_prefix("- run: ")).collect();
    assert_eq!(runs, ["cargo install --locked --path tools/rtapenade", "./differentiate verify"]);
    assert!(there(installed, project.path(), &script, &["verify"]).contains("up to date: 26 generated files"));
    if let Some(fpm) = tool("fpm") {
        is_right(&there(installed, project.path(), &fpm, &["run"]));
    }
    let source = project.path().join("src/rod.f90");
    let text = std::fs::read_to_string(&source).expect("a file").replace("0.5_wp", "0.25_wp");
    std::fs::write(&source, text).expect("a file");
    let mut stale = Command::new(&script);
    stale.arg("verify").current_dir(project.path());
    installed.provide(&mut stale);
    let output = stale.output().expect("the script");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("stale: src/generated/rod_b.f90"));
}
