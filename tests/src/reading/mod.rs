//! Real code is read: every file is parsed, printed, read again and printed again without a difference, and what is printed compiles
//! wherever the original does.
//!
//! `docs/corpus.md` holds the numbers of a full run. Here files are drawn evenly from each package so that the test takes a minute, and each slice of
//! the tests has some of the packages; with
//! `RTAPENADE_READING=full` all of them are read and compiled. `RTAPENADE_READING=path` reads the files below that path instead,
//! `RTAPENADE_ONLY=name` one package.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use il::Severity;
use rtapenade::output::Text;
use rtapenade::read;

use crate::{checking, portion, rereading};

mod packages;

use packages::{PACKAGES, Package};

/// What became of some files.
#[derive(Default)]
struct Found {
    files: usize,
    lines: usize,
    /// Time to read and print them once, of one thread.
    reading: Duration,
    /// Errors by code, and where the first few are.
    errors: BTreeMap<&'static str, Vec<String>>,
    /// Warnings by code.
    warnings: BTreeMap<&'static str, usize>,
    /// Files that print differently when they are read again, or are refused then.
    unstable: Vec<String>,
    compiled: usize,
    /// What is printed does not compile, although the original does.
    uncompiled: Vec<String>,
}

impl Found {
    fn add(&mut self, other: Found) {
        self.files += other.files;
        self.lines += other.lines;
        self.reading += other.reading;
        for (code, places) in other.errors {
            self.errors.entry(code).or_default().extend(places);
        }
        for (code, n) in other.warnings {
            *self.warnings.entry(code).or_default() += n;
        }
        self.unstable.extend(other.unstable);
        self.compiled += other.compiled;
        self.uncompiled.extend(other.uncompiled);
    }

    /// A line of the table.
    fn row(&self, name: &str) -> String {
        let counts = |m: Vec<(&str, usize)>| {
            let all: Vec<String> = m.iter().map(|(code, n)| format!("{code}×{n}")).collect();
            if all.is_empty() { "none".to_string() } else { all.join(" ") }
        };
        format!(
            "| {name} | {} | {} | {:.2} | {} | {} | {} | {} of {} |",
            self.files,
            self.lines,
            self.reading.as_secs_f64(),
            counts(self.errors.iter().map(|(c, p)| (*c, p.len())).collect()),
            counts(self.warnings.iter().map(|(c, n)| (*c, *n)).collect()),
            self.unstable.len(),
            self.uncompiled.len(),
            self.compiled,
        )
    }
}

/// One program: the files that are read together.
struct Group<'a> {
    package: &'a Package,
    files: Vec<PathBuf>,
    include: Vec<PathBuf>,
    compile: bool,
}

fn read_group(group: &Group) -> Found {
    let mut options = rereading::options(group.package.options, &group.files);
    options.include.extend(group.include.iter().cloned());
    let start = Instant::now();
    let once = rereading::print(&options);
    let mut found = Found { files: group.files.len(), reading: start.elapsed(), ..Found::default() };
    let inputs = once.program.inputs.iter().map(|i| once.program.sources[i.file].text.lines().count());
    found.lines = inputs.sum();
    for d in &once.diagnostics {
        match d.severity {
            Severity::Error => {
                let shown = rtapenade::report::console(&once.program.sources, std::slice::from_ref(d), Severity::Error);
                found.errors.entry(d.code).or_default().push(shown);
            }
            Severity::Warning => *found.warnings.entry(d.code).or_default() += 1,
            Severity::Note => {}
        }
    }
    let beside: Vec<PathBuf> = group.files.iter().filter_map(|f| Some(f.parent()?.to_path_buf())).collect();
    let mut include = beside;
    include.sort();
    include.dedup();
    include.extend(group.include.iter().cloned());
    let directory = tempfile::tempdir().expect("a folder");
    let twice = rereading::print_again(&options, &once.texts, directory.path(), &include);
    let name = group.files[0].display();
    if read::failed(&twice.diagnostics) && !read::failed(&once.diagnostics) {
        found.unstable.push(format!("{name}: what is printed is refused\n{}", twice.errors()));
    } else if let Some(d) = rereading::differences(&once.texts, &twice.texts) {
        found.unstable.push(format!("{name}: printed again it differs\n{d}"));
    }
    if group.compile {
        compile(group, &once.texts, &include, &mut found);
    }
    found
}

/// Compiles the originals, and of those that compile what is printed.
fn compile(group: &Group, texts: &[Text], include: &[PathBuf], found: &mut Found) {
    let absolute = |f: &PathBuf| std::fs::canonicalize(f).unwrap_or_else(|_| f.clone());
    let originals: Vec<PathBuf> = group.files.iter().map(absolute).collect();
    let directory = tempfile::tempdir().expect("a folder");
    let printed: Vec<PathBuf> = texts
        .iter()
        .enumerate()
        .map(|(k, t)| {
            let folder = directory.path().join(k.to_string());
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(folder.join(&t.name), &t.content).expect("a file");
            folder.join(&t.name)
        })
        .collect();
    let before = accepted(group, &originals, include);
    let after = accepted(group, &printed, include);
    for ((original, before), after) in originals.iter().zip(before).zip(after) {
        if before.is_ok() {
            found.compiled += 1;
            if let Err(said) = after {
                found.uncompiled.push(format!("{}: what is printed does not compile\n{said}", original.display()));
            }
        }
    }
}

/// Whether the compiler accepts each file. Modules are compiled before those that use them: files are tried again as long as that helps.
fn accepted(group: &Group, files: &[PathBuf], include: &[PathBuf]) -> Vec<Result<(), String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut out: Vec<Result<(), String>> = files.iter().map(|_| Err(String::new())).collect();
    loop {
        let mut progress = false;
        for (file, result) in files.iter().zip(&mut out).filter(|(_, result)| result.is_err()) {
            *result = accepts(file, group.package, include, folder.path());
            progress |= result.is_ok();
        }
        if !progress || !group.package.together || out.iter().all(Result::is_ok) {
            return out;
        }
    }
}

/// Whether the compiler accepts a file; the modules it defines go to `folder`.
fn accepts(file: &Path, package: &Package, include: &[PathBuf], folder: &Path) -> Result<(), String> {
    let mut command = if package.c {
        Command::new(read::c_compiler())
    } else {
        let mut fortran = Command::new(read::fortran_compiler());
        fortran.args(["-std=legacy", "-ffree-line-length-none"]);
        if !package.options.is_empty() {
            fortran.arg("-cpp").args(package.options);
        }
        fortran
    };
    command.args(["-fsyntax-only", "-w"]).current_dir(folder);
    command.args(include.iter().map(|i| format!("-I{}", i.display()))).arg(file);
    let output = command.output().map_err(|e| e.to_string())?;
    let said: String = String::from_utf8_lossy(&output.stderr).lines().take(12).map(|l| format!("{l}\n")).collect();
    if output.status.success() { Ok(()) } else { Err(said) }
}

/// How much is read.
enum Extent {
    Sample,
    Full,
    Below(PathBuf),
}

#[test]
#[ignore = "make test-full"]
fn real_code() {
    let extent = match std::env::var("RTAPENADE_READING") {
        Ok(all) if all == "full" => Extent::Full,
        Ok(path) if !path.is_empty() => Extent::Below(path.into()),
        _ => Extent::Sample,
    };
    let below;
    let packages = match &extent {
        Extent::Below(path) => {
            below = [Package::below(path)];
            &below[..]
        }
        _ => PACKAGES,
    };
    let mut wrong = Vec::new();
    println!("| code | files | lines | seconds | errors | warnings | unstable | uncompiled |");
    let only = std::env::var("RTAPENADE_ONLY").unwrap_or_default();
    for package in packages.iter().filter(|p| p.name.contains(&only) && portion::turn(p.name)) {
        let groups = match &extent {
            Extent::Below(path) => packages::groups(package, path, 1),
            extent => {
                let Some(root) = packages::fetch(package) else { continue };
                packages::groups(package, &root, if matches!(extent, Extent::Full) { 1 } else { package.every })
            }
        };
        let mut all = Found::default();
        checking::in_parallel(&groups, read_group).into_iter().for_each(|f| all.add(f));
        println!("{}", all.row(package.name));
        for (code, places) in &all.errors {
            if !package.missing.contains(code) {
                wrong.extend(places.iter().cloned());
            }
        }
        wrong.append(&mut all.unstable);
        wrong.append(&mut all.uncompiled);
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
