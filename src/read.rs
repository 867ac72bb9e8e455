//! Reading: files from disk, INCLUDE search, the C preprocessor. The only room that reads the user's files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use il::source::SourceFile;
use il::{Diagnostic, FileId, Program, Severity, Sources, Span};
use tempfile::TempDir;

use crate::args::Options;
use crate::cores;
use crate::runtime;
use crate::stubs;
use il::bytes;

mod extension;
mod parallel;
mod preprocessor;
mod real;

use extension::Kind;
use real::RealFiles;

/// Reads and lowers all inputs. The program is usable even when there are errors; it then lacks what had them.
pub fn program(options: &Options, program: &mut Program) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut fortran = Vec::new();
    let mut c = Vec::new();
    let mut files = RealFiles::default();
    for path in &options.files {
        // Given twice, it is read once.
        let shown = path.to_string_lossy();
        if files.name(&shown).is_some_and(|name| name != shown || program.sources.iter().any(|(_, s)| s.path == name)) {
            continue;
        }
        match load(&mut program.sources, path) {
            Err(d) => diagnostics.push(*d),
            Ok((file, Kind::C)) => c.push(file),
            Ok((file, Kind::Fortran)) => fortran.push(file),
        }
    }
    if !fortran.is_empty() {
        let trees = parallel::parse(&mut program.sources, &fortran, options, &mut diagnostics);
        let sizes = frontend_fortran::lower::Options {
            integer: options.integer_size,
            real: options.real_size,
            double: options.double_size,
        };
        let libraries = match options.stubs.as_str() {
            "none" => Vec::new(),
            _ => stubs::libraries(&mut program.sources, &trees),
        };
        diagnostics.extend(frontend_fortran::lower::lower_with(trees, &libraries, program, &sizes));
        // Of a file in the other source form nothing else is worth saying.
        let other_form = |d: &Diagnostic| d.code == crate::aside::OTHER_FORM;
        let misread: Vec<_> = diagnostics.iter().filter(|d| other_form(d)).map(|d| d.span.file).collect();
        diagnostics.retain(|d| other_form(d) || !misread.contains(&d.span.file));
    }
    if !c.is_empty() {
        read_c(&c, options, program, &mut files, &mut diagnostics);
        if options.stubs != "none" {
            stubs::describe_c(program);
        }
    }
    // Inputs were read by language; outputs come in the order of the command line.
    let places: BTreeMap<_, _> =
        options.files.iter().enumerate().rev().map(|(k, p)| (p.to_string_lossy(), k)).collect();
    let mut inputs = std::mem::take(&mut program.inputs);
    inputs.sort_by_key(|i| places.get(program.sources[i.file].path.as_str()));
    program.inputs = inputs;
    diagnostics
}

/// Files of C: the preprocessor runs for several at once, and what it found is read in the order of the files.
fn read_c(
    c: &[FileId],
    options: &Options,
    program: &mut Program,
    files: &mut RealFiles,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let own = own_headers(diagnostics);
    let folder = own.as_ref().map(TempDir::path);
    let texts = cores::map(c.len(), || (), |(), k| preprocess(&program.sources[c[k]].path, options, folder));
    let mut preprocessed = Vec::new();
    for (file, text) in c.iter().zip(texts) {
        match text {
            Err(Refused::By(said)) => {
                let folders: Vec<String> = options.include.iter().map(|f| f.display().to_string()).collect();
                let path = program.sources[*file].path.clone();
                let said = preprocessor::errors(&mut program.sources, &c_compiler(), &path, &said, &folders);
                // A header may be missing for several files.
                diagnostics.extend(said.into_iter().filter(|d| !diagnostics.contains(d)).collect::<Vec<_>>());
            }
            Err(Refused::NoCompiler(d)) => diagnostics.push(*d),
            Ok(text) => {
                // Names of files are known as they are shown.
                let text = frontend_c::renamed(&text, |name| {
                    let shown = String::from_utf8_lossy(&bytes::encode(name)).into_owned();
                    files.name(&shown).or((shown != name).then_some(shown))
                });
                for name in frontend_c::user_files(&text) {
                    if program.sources.iter().any(|(_, s)| s.path == name) {
                        continue;
                    }
                    if let Ok(text) = std::fs::read(&name) {
                        program.sources.add(SourceFile { path: name, text: bytes::decode(&text) });
                    }
                }
                preprocessed.push((*file, text));
            }
        }
    }
    let translations: Vec<_> =
        preprocessed.iter().map(|(main, text)| frontend_c::Translation { main: *main, preprocessed: text }).collect();
    diagnostics.extend(frontend_c::lower(&translations, program));
}

/// The macros of the command line.
pub(crate) fn definitions(options: &Options) -> frontend_fortran::cpp::Definitions {
    let defined = options.define.iter().map(|d| (d.clone(), true));
    let undefined = options.undefine.iter().map(|u| (u.clone(), false));
    frontend_fortran::cpp::Definitions { list: defined.chain(undefined).collect() }
}

/// The path of a file that is shown as `name`: they differ where an argument is no UTF-8.
pub(crate) fn real_path(options: &Options, name: &str) -> PathBuf {
    options.files.iter().find(|f| f.to_string_lossy() == name).map_or_else(|| PathBuf::from(name), PathBuf::clone)
}

fn load(sources: &mut Sources, path: &Path) -> Result<(FileId, Kind), Box<Diagnostic>> {
    let shown = path.to_string_lossy().into_owned();
    let kind = extension::kind(path)?;
    let bytes = std::fs::read(path)
        .map_err(|e| Box::new(Diagnostic::error("RT0501", Span::NONE, format!("`{shown}` cannot be read: {e}"))))?;
    if bytes.contains(&0) {
        return Err(Box::new(Diagnostic::error("RT0504", Span::NONE, format!("`{shown}` is a binary file"))));
    }
    let text = bytes::decode(&bytes);
    Ok((sources.add(SourceFile { path: shown, text }), kind))
}

/// INCLUDE files: beside the including file first, then along `-I`.
pub(crate) struct Includes {
    /// The folders of `-I`.
    pub paths: Vec<PathBuf>,
    /// The files of the command line.
    pub files: Vec<PathBuf>,
    /// Whether descriptions of libraries are used.
    pub described: bool,
}

impl frontend_fortran::Loader for Includes {
    fn load(&mut self, sources: &mut Sources, name: &str, from: FileId) -> Option<FileId> {
        let shown = sources[from].path.as_str();
        let including =
            self.files.iter().find(|f| f.to_string_lossy() == shown).map_or(Path::new(shown), PathBuf::as_path);
        let beside = including.parent().map(Path::to_path_buf).unwrap_or_default();
        for directory in std::iter::once(&beside).chain(&self.paths) {
            let path = directory.join(name);
            if let Ok(bytes) = std::fs::read(&path) {
                let text = bytes::decode(&bytes);
                return Some(sources.add(SourceFile { path: path.to_string_lossy().into_owned(), text }));
            }
        }
        None
    }

    fn describes(&self, name: &str) -> bool {
        self.described && stubs::describes(name)
    }
}

/// The C compiler, `$CC` or `cc`.
pub fn c_compiler() -> String {
    std::env::var("CC").ok().filter(|c| !c.trim().is_empty()).unwrap_or_else(|| "cc".into())
}

/// The Fortran compiler, `$FC` or `gfortran`.
pub fn fortran_compiler() -> String {
    std::env::var("FC").ok().filter(|c| !c.trim().is_empty()).unwrap_or_else(|| "gfortran".into())
}

/// A folder with the headers of the run-time library, for derivatives that are read again: they include it, whether `-I` leads to it or not.
fn own_headers(diagnostics: &mut Vec<Diagnostic>) -> Option<TempDir> {
    let made = tempfile::Builder::new().prefix("rtapenade-headers-").tempdir();
    let made = made.and_then(|folder| runtime::write_headers(folder.path()).map(|()| folder));
    let failed = |e| Diagnostic::error("RT0503", Span::NONE, format!("there is no temporary folder: {e}"));
    made.map_err(|e| diagnostics.push(failed(e))).ok()
}

/// Why a file was not preprocessed.
enum Refused {
    NoCompiler(Box<Diagnostic>),
    /// What the compiler wrote.
    By(String),
}

fn preprocess(path: &str, options: &Options, last: Option<&Path>) -> Result<String, Refused> {
    let compiler = c_compiler();
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    let folders = options.include.iter().map(PathBuf::as_path).chain(last);
    // Blocks, an extension that headers of some systems declare functions with, are none of C.
    command.args(words).args(["-E", "-dD", "-U__BLOCKS__"]).env("LC_ALL", "C");
    for folder in folders {
        command.arg("-I").arg(folder);
    }
    command
        .args(options.define.iter().map(|d| format!("-D{d}")))
        .args(options.undefine.iter().map(|u| format!("-U{u}")));
    command.arg(real_path(options, path));
    let output = command.output().map_err(|e| {
        Refused::NoCompiler(Box::new(
            Diagnostic::error("RT0506", Span::NONE, format!("the C compiler `{compiler}` cannot be run: {e}"))
                .note("C sources are preprocessed by the system's compiler; name yours in the environment variable CC"),
        ))
    })?;
    if !output.status.success() {
        return Err(Refused::By(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(bytes::decode(&output.stdout))
}

/// Whether any diagnostic is an error.
pub fn failed(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
