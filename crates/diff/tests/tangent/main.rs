//! Tangents of small programs, compiled strictly and run: the tangent along a direction must be the central difference along it, and the
//! values must be those of the original.
//!
//! A case is a Fortran file in `cases/`, or one of the adjoint's. Its first lines say what to do: `! head: f(y)/(x)` the head, `! n = 7` values of integer dummies
//! (default 5), `! refused: RT0404` the error that is expected instead, `! flags: …` more compiler flags. `! driver:` begins a
//! main program of its own, which must print `ok`. `! adjoint-only` skips a case.

mod driver;
#[path = "../adjoint/support.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use diff::{Mode, Request};

fn run(command: &mut Command) -> Result<String, String> {
    let out = command.output().map_err(|e| e.to_string())?;
    let text = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    if out.status.success() { Ok(text) } else { Err(text) }
}

/// The value of a `! key: value` line.
fn setting<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|l| l.trim_start_matches(['!', 'C', 'c', '*']).trim().strip_prefix(key)).map(str::trim)
}

fn case(path: &Path, dir: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let own_case = path.parent().is_some_and(|p| p.ends_with("tangent/cases"));
    let (text, own) = match text.split_once("! driver:\n") {
        Some(_) if !own_case => return Ok(()),
        Some((a, b)) => (a.to_string(), Some(b.to_string())),
        None => (text, None),
    };
    let name = path.file_stem().and_then(|s| s.to_str()).unwrap_or("case").to_string();
    let extension = path.extension().and_then(|s| s.to_str()).unwrap_or("f90");
    let file = format!("{name}.{extension}");
    let heads = setting(&text, "head:").ok_or("no head")?;
    let program = support::read(&file, &text);
    let request = Request::new(Mode::Tangent, vec![support::head(&program, heads)]);
    let result = diff::differentiate(&program, &request);
    if let Some(code) = setting(&text, "refused:").filter(|_| true) {
        return match result {
            // What the adjoint refuses may have a tangent.
            _ if !own_case => Ok(()),
            Ok(_) => Err("not refused".into()),
            Err(ds) if ds.iter().any(|d| d.code == code) => Ok(()),
            Err(ds) => Err(format!("refused otherwise: {ds:#?}")),
        };
    }
    let output = result.map_err(|ds| {
        ds.iter().map(|d| format!("{} {} {:?}", d.code, d.message, d.span)).collect::<Vec<_>>().join("\n")
    })?;
    let derivative = support::derive(&file, &text, Mode::Tangent, &[heads]).map_err(|_| "differs from itself")?;
    let main = match own {
        Some(d) => d,
        None => driver::program(&program, &output, &request.heads[0], &text)?,
    };
    let dir = dir.join(&name);
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    let tangent = dir.join(format!("{name}_d.{extension}"));
    let input = dir.join(&file);
    let driver = dir.join("driver.f90");
    for (path, text) in [(&tangent, &derivative), (&input, &text), (&driver, &main)] {
        std::fs::write(path, text).map_err(|e| e.to_string())?;
    }
    let strict = ["-fcheck=all", "-ffpe-trap=invalid,zero,overflow", "-finit-real=snan", "-g", "-O0", "-c"];
    let mut own_flags: Vec<&str> = setting(&text, "flags:").map(|f| f.split(' ').collect()).unwrap_or_default();
    if extension == "f" && own_flags.is_empty() {
        own_flags.push("-std=legacy");
    }
    let with = |e: String| format!("{e}\n--- derivative:\n{derivative}");
    let compile = |path: &Path, flags: &[&str]| {
        run(Command::new("gfortran").current_dir(&dir).args(strict).args(flags).arg(path))
    };
    compile(&input, &own_flags).map_err(with)?;
    let mut wall = vec!["-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused-dummy-argument"];
    if text.contains("forall") {
        own_flags.push("-std=f2008");
    }
    if own_flags.is_empty() {
        wall.push("-std=f2018")
    } else {
        wall.extend(&own_flags)
    }
    compile(&tangent, &wall).map_err(with)?;
    compile(&driver, &[]).map_err(|e| format!("{e}\n--- driver:\n{main}\n--- derivative:\n{derivative}"))?;
    let program = dir.join("a.out");
    let objects = [format!("{name}.o"), format!("{name}_d.o"), "driver.o".into()].map(|o| dir.join(o));
    run(Command::new("gfortran").arg("-fopenmp").args(&objects).arg("-o").arg(&program)).map_err(with)?;
    let out = run(&mut Command::new(&program)).map_err(with)?;
    if out.trim().ends_with("ok") { Ok(()) } else { Err(format!("{out}\n--- derivative:\n{derivative}")) }
}

#[test]
fn cases() {
    let dir = tempfile::tempdir().expect("a directory");
    let only = std::env::var("CASE").ok();
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let list = |folder: &str| -> Vec<PathBuf> {
        std::fs::read_dir(here.join(folder)).expect("cases").map(|e| e.expect("an entry").path()).collect()
    };
    let mut paths = list("tangent/cases");
    paths.extend(list("adjoint/cases"));
    paths.retain(|p| p.extension().is_none_or(|e| e != "c"));
    paths.retain(|p| only.as_ref().is_none_or(|o| p.file_stem().is_some_and(|s| s.to_string_lossy().contains(o))));
    paths.sort();
    let failures: Vec<String> = paths
        .iter()
        .filter_map(|p| {
            let result = std::panic::catch_unwind(|| case(p, dir.path()));
            let result = result.unwrap_or_else(|_| Err("panic".into()));
            result.err().map(|e| format!("=== {}\n{e}", p.display()))
        })
        .collect();
    assert!(failures.is_empty(), "{} of {} cases fail\n{}", failures.len(), paths.len(), failures.join("\n"));
}
