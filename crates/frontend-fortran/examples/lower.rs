//! Parses and lowers Fortran files together and says what was not understood:
//! `cargo run --example lower -- [-q] [-1] [-w WIDTH] [-I DIR] files…`
//!
//! `-q` prints only the totals and the number of diagnostics per code, `-1` lowers each file as a program of its own.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use frontend_fortran::{Loader, Options, lower, parse};
use il::source::{Diagnostic, FileId, Severity, SourceFile, Sources, Span};
use il::{Program, StmtKind};

/// Looks next to the including file, then in the `-I` directories.
struct Disk {
    directories: Vec<String>,
}

fn read(path: &Path) -> Option<SourceFile> {
    let bytes = std::fs::read(path).ok()?;
    Some(SourceFile { path: path.display().to_string(), text: String::from_utf8_lossy(&bytes).into_owned() })
}

impl Loader for Disk {
    fn load(&mut self, sources: &mut Sources, name: &str, from: FileId) -> Option<FileId> {
        let beside = Path::new(&sources[from].path).parent().map(Path::to_path_buf).unwrap_or_default();
        let places = std::iter::once(beside).chain(self.directories.iter().map(Into::into));
        let file = places.into_iter().find_map(|place| read(&place.join(name)))?;
        Some(sources.add(file))
    }
}

fn place(sources: &Sources, span: Span) -> String {
    let Some(file) = span.file else { return "-".into() };
    let source = &sources[file];
    let before = source.text.get(..span.start as usize).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
    format!("{}:{line}:{column}", source.path)
}

/// What is counted over all programs of a run.
#[derive(Default)]
struct Totals {
    files: usize,
    units: usize,
    refused: usize,
    statements: usize,
    texts: usize,
    symbols: usize,
    broken: usize,
    time: Duration,
    codes: BTreeMap<&'static str, usize>,
}

fn main() {
    // Trees are walked recursively: deep nesting needs a deep stack.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread");
    worker.join().expect("no panic");
}

fn run() {
    let (mut quiet, mut alone) = (false, false);
    let mut options = Options::default();
    let mut disk = Disk { directories: Vec::new() };
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-q" => quiet = true,
            "-1" => alone = true,
            "-w" => options.fixed_width = args.next().and_then(|width| width.parse().ok()).unwrap_or(132),
            "-I" => disk.directories.extend(args.next()),
            _ => files.push(arg),
        }
    }
    let mut totals = Totals::default();
    if alone {
        for file in &files {
            program(std::slice::from_ref(file), &mut disk, &options, quiet, &mut totals);
        }
    } else {
        program(&files, &mut disk, &options, quiet, &mut totals);
    }
    println!(
        "{} files, {} units ({} not differentiable), {} statements ({} kept as text), {} symbols, {:.1?}, {} broken, {:?}",
        totals.files,
        totals.units,
        totals.refused,
        totals.statements,
        totals.texts,
        totals.symbols,
        totals.time,
        totals.broken,
        totals.codes
    );
}

fn program(files: &[String], disk: &mut Disk, options: &Options, quiet: bool, totals: &mut Totals) {
    let mut program = Program::new();
    let mut trees = Vec::new();
    let mut said: Vec<Diagnostic> = Vec::new();
    for path in files {
        let Some(source) = read(Path::new(path)) else {
            eprintln!("{path}: cannot be read");
            continue;
        };
        let file = program.sources.add(source);
        let (tree, diagnostics) = parse(&mut program.sources, file, disk, options);
        said.extend(diagnostics);
        trees.push(tree);
    }
    totals.files += trees.len();
    let start = Instant::now();
    said.extend(lower::lower(trees, &mut program, &lower::Options::default()));
    totals.time += start.elapsed();
    for diagnostic in &said {
        *totals.codes.entry(diagnostic.code).or_default() += 1;
        if !quiet {
            let severity = match diagnostic.severity {
                Severity::Note => "note",
                Severity::Warning => "warning",
                Severity::Error => "error",
            };
            let at = place(&program.sources, diagnostic.span);
            println!("{at}: {severity} {} {}", diagnostic.code, diagnostic.message);
        }
    }
    for (_, unit) in program.units.iter() {
        totals.units += 1;
        totals.refused += usize::from(unit.has_errors);
        totals.statements += unit.all_stmts().len();
        let is_text = |k: &StmtKind| matches!(k, StmtKind::Opaque { .. } | StmtKind::Error(_));
        totals.texts += unit.stmts.iter().filter(|(_, s)| is_text(&s.kind)).count();
    }
    totals.symbols += program.symbols.len();
    for broken in il::verify::verify(&program) {
        totals.broken += 1;
        println!("{}: broken: {}", place(&program.sources, broken.span), broken.message);
    }
}
