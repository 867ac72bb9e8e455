//! How sources of others come here: by the package clients, to `target/corpus`, once.
//!
//! Tests that want the same sources run at the same time, and a run may be stopped in the middle of a fetch. So one fetch runs at a time,
//! and a folder counts as filled when the file that says so was written, not when it is there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::checking;

/// The folder of a crate's sources, such as LAPACK's `netlib-src`.
pub fn crates(name: &str, version: &str) -> Option<PathBuf> {
    let directory = folder("crates", name);
    once(name, &directory, |directory| cargo_vendor(name, version, directory))?;
    Some(directory.join("vendor").join(name))
}

/// The folder of the upstream sources of one of Debian's packages.
pub fn debian(package: &str) -> Option<PathBuf> {
    let directory = folder("debian", package);
    once(package, &directory, |directory| apt_source(package, directory))?;
    Some(directory)
}

/// Where the sources of a registry's package are kept.
fn folder(registry: &str, name: &str) -> PathBuf {
    checking::root().join("target").join("corpus").join(registry).join(name)
}

/// Fills a folder, unless that was done; says why not.
fn once(what: &str, directory: &Path, fetch: impl FnOnce(&Path) -> Result<(), String>) -> Option<()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let done = directory.join("fetched");
    if done.is_file() {
        return Some(());
    }
    let fetched = std::fs::create_dir_all(directory).map_err(|e| e.to_string()).and_then(|()| fetch(directory));
    match fetched.and_then(|()| std::fs::write(&done, "").map_err(|e| e.to_string())) {
        Ok(()) => Some(()),
        Err(why) => {
            eprintln!("SKIPPED: the sources of `{what}` could not be fetched, and nothing was checked on them: {why}");
            None
        }
    }
}

/// `cargo vendor`, for a package that depends on the crate and has nothing else.
fn cargo_vendor(name: &str, version: &str, directory: &Path) -> Result<(), String> {
    let manifest = format!(
        "[package]\nname = \"corpus\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n[dependencies]\n{name} = \"{version}\"\n"
    );
    let source = directory.join("src");
    std::fs::create_dir_all(&source).map_err(|e| e.to_string())?;
    std::fs::write(directory.join("Cargo.toml"), manifest).map_err(|e| e.to_string())?;
    std::fs::write(source.join("lib.rs"), "").map_err(|e| e.to_string())?;
    said(Command::new("cargo").args(["vendor", "--quiet", "vendor"]).current_dir(directory))
}

/// Runs a command; the error is the first line that it said.
fn said(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|e| e.to_string())?;
    let first = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("").to_string();
    if output.status.success() { Ok(()) } else { Err(first) }
}

/// `apt-get source`, with lists of its own: the system's need not name sources.
fn apt_source(package: &str, directory: &Path) -> Result<(), String> {
    let apt = directory.parent().unwrap_or(directory).join("apt");
    let (lists, cache) = (apt.join("lists"), apt.join("cache"));
    for folder in [lists.join("partial"), cache.join("archives").join("partial")] {
        std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    }
    let entry = apt.join("sources.sources");
    let run = |words: &[&str]| {
        let mut command = Command::new("apt-get");
        command.arg("-o").arg(format!("Dir::Etc::sourcelist={}", entry.display()));
        command.args(["-o", "Dir::Etc::sourceparts=/dev/null", "-o", "APT::Sandbox::User=root"]);
        command.arg("-o").arg(format!("Dir::State::lists={}", lists.display()));
        command.arg("-o").arg(format!("Dir::Cache={}", cache.display()));
        said(command.args(words).current_dir(directory))
    };
    if !entry.is_file() {
        std::fs::write(&entry, sources_entry()?).map_err(|e| e.to_string())?;
        run(&["update"]).inspect_err(|_| drop(std::fs::remove_file(&entry)))?;
    }
    run(&["source", "--download-only", "--tar-only", package])?;
    let files = std::fs::read_dir(directory).map_err(|e| e.to_string())?;
    for archive in files.flatten().map(|e| e.path()).filter(|p| p.to_string_lossy().contains(".orig.tar")) {
        said(Command::new("tar").arg("xf").arg(&archive).current_dir(directory))
            .map_err(|why| format!("{} cannot be unpacked: {why}", archive.display()))?;
    }
    Ok(())
}

/// The first entry of the system's packages, asking for sources.
fn sources_entry() -> Result<String, String> {
    let files = std::fs::read_dir("/etc/apt/sources.list.d").map_err(|e| e.to_string())?;
    let mut files: Vec<PathBuf> = files.flatten().map(|e| e.path()).collect();
    files.sort();
    for path in files.iter().filter(|p| p.extension().is_some_and(|e| e == "sources")) {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        let stanza: Vec<&str> = text.lines().take_while(|l| !l.trim().is_empty()).collect();
        if stanza.iter().any(|l| l.trim() == "Types: deb") {
            return Ok(format!("{}\n", stanza.join("\n").replace("Types: deb", "Types: deb-src")));
        }
    }
    Err("there is no entry to ask for sources".to_string())
}
