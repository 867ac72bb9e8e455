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

/// What attributes, `_Alignas` and `#pragma pack` make of structures: all that is generated has them with as many bytes, in the file and in its header.
#[test]
fn structures_lie_in_memory_as_the_users_do() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("there is room");
    let types = "#include <stddef.h>\nstruct __attribute__((packed)) a { char tag; double v; };\n\
        typedef struct { char tag; double v; } __attribute__((packed)) b;\n#pragma pack(push, 1)\nstruct c { char tag; double v; };\n\
        #pragma pack(2)\nstruct d { char tag; double v; };\n#pragma pack(pop)\nstruct e { char tag; double v; };\n\
        struct f { char tag; double v __attribute__((aligned(32))); };\nstruct g { char tag; _Alignas(32) double v; };\n\
        typedef struct { double v; } __attribute__((aligned(64))) h;\ntypedef double wide __attribute__((aligned(32)));\n\
        struct i { wide v; char tag; };\n";
    let head = "double all(const struct a *pa, const b *pb, const struct c *pc, const struct d *pd, const struct e *pe, const struct f *pf, \
        const struct g *pg, const h *ph, const struct i *pi)";
    let sum: Vec<String> = "abcdefghi".chars().map(|s| format!("p{s}->v*p{s}->v")).collect();
    let source = format!("{types}{head}\n{{\n    return {};\n}}\n", sum.join(" + "));
    let path = directory.path().join("laid.c");
    std::fs::write(&path, source).expect("written");
    for mode in ["-d", "-b"] {
        let place = directory.path().to_string_lossy();
        let words = ["rtapenade", mode, "-head", r"all(pa, pb, pc, pd, pe, pf, pg, ph, pi)\(all)", "-O", &place];
        let words = words.into_iter().map(String::from).chain([path.to_string_lossy().into_owned()]);
        let (status, said) = rtapenade::run::run(words);
        assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
        let made = format!("laid_{}", &mode[1..]);
        let bytes = [("struct a", 9), ("b", 9), ("struct c", 9), ("struct d", 10), ("struct e", 16), ("struct f", 64)];
        let more = [("struct g", 64), ("h", 64), ("struct i", 32)];
        for included in ["c", "h"] {
            let mut user = format!("#include \"{made}.{included}\"\n");
            for (name, bytes) in bytes.iter().chain(&more) {
                user.push_str(&format!("_Static_assert(sizeof({name}) == {bytes}, \"{name}\");\n"));
            }
            if included == "h" {
                let derivative = if mode == "-d" { "struct c_diff cd; struct i_diff id;" } else { "struct c_diff cb;" };
                user.push_str(&format!("{derivative}\n"));
            }
            let user_file = directory.path().join("user.c");
            std::fs::write(&user_file, user).expect("written");
            let mut gcc = Command::new(rtapenade::read::c_compiler());
            gcc.args([
                "-std=c11",
                "-pedantic",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-Wno-unused-parameter",
                "-fsyntax-only",
            ]);
            let said = gcc.arg(&user_file).output().expect("the compiler starts");
            assert!(said.status.success(), "{mode} {included}: {}", String::from_utf8_lossy(&said.stderr));
        }
        // Derivatives that several files share are as large in each of them.
        let mut sizes = Vec::new();
        for included in ["c", "h"] {
            let user_file = directory.path().join("user.c");
            let text = format!(
                "#include \"{made}.{included}\"\nchar size[sizeof(struct c_diff)][2];\nint main(void) {{ return (int)sizeof(struct c_diff); }}\n"
            );
            std::fs::write(&user_file, text).expect("written");
            let mut gcc = Command::new(rtapenade::read::c_compiler());
            gcc.args(["-w", "-S", "-o", "-"]).arg(&user_file);
            let said = gcc.output().expect("the compiler starts");
            let text = String::from_utf8_lossy(&said.stdout).into_owned();
            sizes.push(text.lines().find(|l| l.contains(".size\tsize")).map(String::from));
        }
        assert_eq!(sizes[0], sizes[1], "{mode}");
    }
}
