//! The headers of generated C files: what they declare compiles by itself, in both modes.

use std::process::Command;

use crate::{checking, portion, programs};

#[test]
fn headers_compile_by_themselves() {
    if !checking::have_compilers() {
        return;
    }
    let (mut failures, mut seen) = (String::new(), 0);
    let cases = programs::cases().into_iter().filter(|c| c.path.extension().is_some_and(|e| e == "c"));
    for case in cases.filter(|c| portion::takes_file(&c.path, 12)) {
        for mode in ["-d", "-b"] {
            let directory = tempfile::tempdir().expect("there is room");
            let (path, place) = (case.path.to_string_lossy(), directory.path().to_string_lossy());
            let mut words = vec!["rtapenade", mode, "-head", &case.head, "-O", &place];
            words.extend(case.options.iter().map(String::as_str));
            words.push(&path);
            rtapenade::run::run(words.into_iter().map(String::from));
            let files = std::fs::read_dir(directory.path()).expect("it is there").flatten().map(|e| e.path());
            for header in files.filter(|f| f.extension().is_some_and(|e| e == "h")) {
                seen += 1;
                let mut gcc = Command::new(rtapenade::read::c_compiler());
                gcc.args([
                    "-std=c11",
                    "-pedantic",
                    "-Wall",
                    "-Wextra",
                    "-Werror",
                    "-Wno-unused-parameter",
                    "-x",
                    "c",
                    "-fsyntax-only",
                ]);
                let said = gcc.arg("-I").arg(checking::root().join("tests/run")).arg(&header).output();
                match said {
                    Ok(o) if o.status.success() => {}
                    Ok(o) => failures.push_str(&format!("{path} {mode}: {}\n", String::from_utf8_lossy(&o.stderr))),
                    Err(e) => failures.push_str(&e.to_string()),
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(seen > 10, "only {seen} headers were written");
}
