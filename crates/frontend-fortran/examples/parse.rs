//! Parses Fortran files and says what was not understood: `cargo run --example parse -- [-q] [-w WIDTH] [-I DIR] files…`
//!
//! `-q` prints only the totals and the number of diagnostics per code.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use frontend_fortran::{Loader, Options, parse};
use il::source::{FileId, Severity, SourceFile, Sources, Span};

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

fn main() {
    // The tree is dropped recursively: deep nesting needs a deep stack.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread");
    worker.join().expect("no panic");
}

fn run() {
    let mut quiet = false;
    let mut options = Options::default();
    let mut disk = Disk { directories: Vec::new() };
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-q" => quiet = true,
            "-w" => options.fixed_width = args.next().and_then(|width| width.parse().ok()).unwrap_or(132),
            "-I" => disk.directories.extend(args.next()),
            _ => files.push(arg),
        }
    }
    let (mut lines, mut units, mut clean, mut read_files) = (0, 0, 0, 0);
    let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
    let mut time = std::time::Duration::ZERO;
    for path in &files {
        let Some(source) = read(Path::new(path)) else {
            eprintln!("{path}: cannot be read");
            continue;
        };
        let mut sources = Sources::default();
        lines += source.text.lines().count();
        read_files += 1;
        let file = sources.add(source);
        let start = Instant::now();
        let (tree, diagnostics) = parse(&mut sources, file, &mut disk, &options);
        time += start.elapsed();
        units += tree.units.len();
        clean += usize::from(diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Note));
        for diagnostic in &diagnostics {
            *codes.entry(diagnostic.code).or_default() += 1;
            if !quiet {
                println!("{}: {} {}", place(&sources, diagnostic.span), diagnostic.code, diagnostic.message);
                for (span, text) in &diagnostic.related {
                    println!("    {}: {text}", place(&sources, *span));
                }
            }
        }
    }
    println!("{clean} of {read_files} files without errors, {units} units, {lines} lines, {time:.1?} {codes:?}");
}
