//! Adjoints of small programs, compiled strictly and run: the dot product of the adjoint with a direction must be the central difference along it.
//!
//! A case is a Fortran file in `cases/`. Its first lines say what to do:
//! `! head: f(y)/(x)` the head, `! n = 7` values of integer dummies (default 5), `! refused: RT0404` the error that is expected instead,
//! `! flags: …` more compiler flags for the input. `! driver:` at the start of a line begins a whole main program of its own, which must print `ok`.

mod driver;
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use diff::Mode;

/// Compiles the run-time stack once.
fn runtime(dir: &Path) -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
    ["adStack", "adFortran"]
        .iter()
        .map(|name| {
            let object = dir.join(format!("{name}.o"));
            run(Command::new("gcc").args(["-O1", "-c", "-o"]).arg(&object).arg(source.join(format!("{name}.c"))))
                .expect("the runtime compiles");
            object
        })
        .collect()
}

fn run(command: &mut Command) -> Result<String, String> {
    let out = command.output().map_err(|e| e.to_string())?;
    let text = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    if out.status.success() { Ok(text) } else { Err(text) }
}

/// The value of a `! key: value` line.
fn setting<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|l| l.trim_start_matches(['!', 'C', 'c', '*']).trim().strip_prefix(key)).map(str::trim)
}

fn case(path: &Path, dir: &Path, runtime: &[PathBuf]) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    if path.extension().is_some_and(|e| e == "c") {
        return c_case(path, &text, dir, runtime);
    }
    let (text, own) = match text.split_once("! driver:\n") {
        Some((a, b)) => (a.to_string(), Some(b.to_string())),
        None => (text, None),
    };
    let name = path.file_stem().and_then(|s| s.to_str()).unwrap_or("case").to_string();
    let extension = path.extension().and_then(|s| s.to_str()).unwrap_or("f90");
    let file = format!("{name}.{extension}");
    let heads = setting(&text, "head:").ok_or("no head")?;
    let result = support::derive(&file, &text, Mode::Adjoint, &[heads]);
    if let Some(code) = setting(&text, "refused:") {
        return match result {
            Ok(out) => Err(format!("not refused:\n{out}")),
            Err(ds) if ds.iter().any(|d| d.code == code) => Ok(()),
            Err(ds) => Err(format!("refused otherwise: {ds:#?}")),
        };
    }
    let derivative = result.map_err(|ds| {
        ds.iter().map(|d| format!("{} {} {:?}", d.code, d.message, d.span)).collect::<Vec<_>>().join("\n")
    })?;
    let fixed = extension == "f";
    let main = match own {
        Some(d) => d,
        None => {
            let p = support::read(&file, &text);
            let head = support::head(&p, heads);
            driver::program(&p, &head, &text)?
        }
    };
    let dir = dir.join(&name);
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    let adjoint = dir.join(format!("{name}_b.{extension}"));
    let input = dir.join(&file);
    let driver = dir.join("driver.f90");
    for (path, text) in [(&adjoint, &derivative), (&input, &text), (&driver, &main)] {
        std::fs::write(path, text).map_err(|e| e.to_string())?;
    }
    let strict = ["-fcheck=all,no-array-temps", "-ffpe-trap=invalid,zero,overflow", "-g", "-O1", "-c"];
    let mut own_flags: Vec<&str> = setting(&text, "flags:").map(|f| f.split(' ').collect()).unwrap_or_default();
    if fixed && own_flags.is_empty() {
        own_flags.push("-std=legacy");
    }
    let with = |e: String| format!("{e}\n--- derivative:\n{derivative}");
    let compile = |path: &Path, flags: &[&str]| {
        run(Command::new("gfortran").current_dir(&dir).args(strict).args(flags).arg(path))
    };
    compile(&input, &own_flags).map_err(with)?;
    let mut wall = vec!["-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused-dummy-argument"];
    if own_flags.is_empty() {
        wall.push("-std=f2018")
    } else {
        wall.extend(&own_flags)
    }
    compile(&adjoint, &wall).map_err(with)?;
    compile(&driver, &[]).map_err(|e| format!("{e}\n--- driver:\n{main}"))?;
    let program = dir.join("a.out");
    let objects = [format!("{name}.o"), format!("{name}_b.o"), "driver.o".into()].map(|o| dir.join(o));
    run(Command::new("gfortran").args(&objects).args(runtime).arg("-o").arg(&program)).map_err(with)?;
    let out = run(&mut Command::new(&program)).map_err(with)?;
    if out.trim().ends_with("ok") { Ok(()) } else { Err(format!("{out}\n--- derivative:\n{derivative}")) }
}

/// A C case brings its own main after a line `// driver:`.
fn c_case(path: &Path, text: &str, dir: &Path, runtime: &[PathBuf]) -> Result<(), String> {
    let (text, main) = text.split_once("// driver:\n").ok_or("no driver")?;
    let name = path.file_stem().and_then(|s| s.to_str()).unwrap_or("case").to_string();
    let heads = text.lines().find_map(|l| l.strip_prefix("// head: ")).ok_or("no head")?;
    let result = support::derive(&format!("{name}.c"), text, Mode::Adjoint, &[heads]);
    let derivative =
        result.map_err(|ds| ds.iter().map(|d| format!("{} {}", d.code, d.message)).collect::<Vec<_>>().join("\n"))?;
    let dir = dir.join(&name);
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    let derivative =
        if derivative.contains("adBuffer.h") { derivative } else { format!("#include <adBuffer.h>\n{derivative}") };
    for (file, text) in [("input.c", text), ("adjoint.c", &derivative), ("driver.c", main)] {
        std::fs::write(dir.join(file), text).map_err(|e| e.to_string())?;
    }
    let with = |e: String| format!("{e}\n--- derivative:\n{derivative}");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
    let strict = [
        "-std=c11",
        "-pedantic",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-unused-parameter",
        "-O1",
        "-g",
        "-fsanitize=undefined",
        "-c",
    ];
    for file in ["input.c", "adjoint.c", "driver.c"] {
        run(Command::new("gcc").current_dir(&dir).args(strict).arg("-I").arg(&include).arg(file)).map_err(with)?;
    }
    let buffer = include.join("adBuffer.c");
    run(Command::new("gcc")
        .current_dir(&dir)
        .args(["-fsanitize=undefined", "input.o", "adjoint.o", "driver.o"])
        .arg(buffer)
        .arg(&runtime[0])
        .arg("-lm"))
    .map_err(with)?;
    let out = run(&mut Command::new(dir.join("a.out"))).map_err(with)?;
    if out.trim().ends_with("ok") { Ok(()) } else { Err(format!("{out}\n--- derivative:\n{derivative}")) }
}

#[test]
fn cases() {
    let dir = tempfile::tempdir().expect("a directory");
    let runtime = runtime(dir.path());
    let only = std::env::var("CASE").ok();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adjoint/cases");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("cases").map(|e| e.expect("an entry").path()).collect();
    paths.retain(|p| only.as_ref().is_none_or(|o| p.file_stem().is_some_and(|s| s.to_string_lossy().contains(o))));
    paths.sort();
    let (first, second) = paths.split_at(paths.len() / 2);
    let work = |paths: &[PathBuf]| -> Vec<String> {
        paths
            .iter()
            .filter_map(|p| {
                let result = std::panic::catch_unwind(|| case(p, dir.path(), &runtime));
                let result = result.unwrap_or_else(|_| Err("panic".into()));
                result.err().map(|e| format!("=== {}\n{e}", p.display()))
            })
            .collect()
    };
    let failures = std::thread::scope(|s| {
        let other = s.spawn(|| work(first));
        let mut all = work(second);
        all.extend(other.join().expect("the other half"));
        all
    });
    assert!(failures.is_empty(), "{} of {} cases fail\n{}", failures.len(), paths.len(), failures.join("\n"));
}
