//! C headers: one that is reached in several ways is one, one file includes each once, and those of the run-time library are known.

use std::path::Path;
use std::process::Command;

use crate::checking;

const HEADER: &str = "typedef struct { double k; double pos[4]; } body_t;
static inline double half(double x) { return 0.5*x*x; }
void advance(body_t *b, double dt);
";

const ADVANCE: &str = "#include \"h.h\"
void advance(body_t *b, double dt)
{
    for (int i = 0; i < 4; i++)
        b->pos[i] += dt*b->k*half(b->pos[i]);
}
";

const COST: &str = "
double cost(const double *x, double k)
{
    body_t b;
    b.k = k;
    for (int i = 0; i < 4; i++)
        b.pos[i] = x[i];
    advance(&b, 0.1);
    advance(&b, 0.2);
    return b.pos[0]*b.pos[1] + half(b.pos[2]);
}
";

/// A folder with a header and its user in `src`, another user in `lib`, and `out`.
fn project(guard: [&str; 2], include: &str) -> tempfile::TempDir {
    let project = tempfile::tempdir().expect("a directory");
    for folder in ["src", "lib", "out"] {
        std::fs::create_dir(project.path().join(folder)).expect("a directory");
    }
    let write = |name: &str, text: &str| std::fs::write(project.path().join(name), text).expect("a file");
    write("src/h.h", &format!("{}{HEADER}{}", guard[0], guard[1]));
    write("src/advance.c", ADVANCE);
    write("lib/cost.c", &format!("#include \"{include}\"{COST}"));
    project
}

const GUARDED: [&str; 2] = ["#ifndef H_H\n#define H_H\n", "#endif\n"];

/// What is said, and that it is no error.
fn made(words: &[String]) {
    let (status, said) = rtapenade::run::run(words.iter().cloned());
    assert_eq!(status, 0, "{words:?}\n{said}");
}

fn words(text: &str, root: &Path) -> Vec<String> {
    text.split('|').map(|w| w.replace("ROOT", &root.to_string_lossy())).collect()
}

fn compiles(file: &Path, folders: &[&Path]) {
    if !checking::have_compilers() {
        return;
    }
    let mut gcc = Command::new(rtapenade::read::c_compiler());
    gcc.args(["-std=c11", "-fsyntax-only", "-Werror=incompatible-pointer-types"]).arg(file);
    let runtime = checking::root().join("runtime");
    gcc.args(folders.iter().copied().chain([runtime.as_path()]).map(|f| format!("-I{}", f.display())));
    let out = gcc.output().expect("there is a compiler");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn a_header_is_one_file_however_it_is_reached() {
    for guard in [GUARDED, ["#pragma once\n", ""]] {
        for (folder, include) in [
            ("ROOT/src", "h.h"),
            ("ROOT/./src", "h.h"),
            ("ROOT/lib/../src", "h.h"),
            ("ROOT/link", "h.h"),
            ("ROOT", "../src/h.h"),
            ("ROOT", "src/../lib/../src/h.h"),
        ] {
            let project = project(guard, include);
            let root = project.path();
            #[cfg(unix)]
            std::os::unix::fs::symlink(root.join("src"), root.join("link")).expect("a link");
            let line = format!(
                "rtapenade|-b|-I|{folder}|-O|ROOT/out|-head|cost(cost)/(x k)|ROOT/src/advance.c|ROOT/lib/cost.c|ROOT/lib/../src/advance.c"
            );
            made(&words(&line, root));
            let text = std::fs::read_to_string(root.join("out/cost_b.c")).expect("it is written");
            assert!(text.contains(&format!("#include \"{include}\"")), "{text}");
            compiles(&root.join("out/cost_b.c"), &[&root.join("src"), &root.join("lib"), root]);
        }
    }
}

#[test]
fn derivatives_are_read_again_without_the_folder_of_the_runtime() {
    let project = project(GUARDED, "h.h");
    let root = project.path();
    let first = "rtapenade|-b|-I|ROOT/src|-O|ROOT/out|-head|cost(cost)/(x k)|ROOT/src/advance.c|ROOT/lib/cost.c";
    made(&words(first, root));
    let second = "rtapenade|-d|-I|ROOT/lib/../src|-O|ROOT/out|-head|cost_b(xb kb)/(x k)|ROOT/out/cost_b.c|ROOT/out/advance_b.c|ROOT/src/advance.c";
    made(&words(second, root));
    compiles(&root.join("out/cost_b_d.c"), &[&root.join("src")]);
}

#[test]
fn one_file_includes_a_header_without_guard_once() {
    let project = project(["", ""], "h.h");
    let root = project.path();
    // A derivative type that both sources need.
    std::fs::write(root.join("src/h.h"), HEADER.replace("double k;", "double k; int n;")).expect("a file");
    let line = "rtapenade|-b|-o|all|-I|ROOT/src|-O|ROOT/out|-head|cost(cost)/(x k)|ROOT/src/advance.c|ROOT/lib/cost.c";
    made(&words(line, root));
    let text = std::fs::read_to_string(root.join("out/all_b.c")).expect("it is written");
    assert_eq!(text.matches("#include \"h.h\"").count(), 1, "{text}");
    assert_eq!(text.matches("} body_t_diff;").count(), 1, "{text}");
    compiles(&root.join("out/all_b.c"), &[&root.join("src")]);
}
