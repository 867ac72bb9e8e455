//! Reads Fortran and C files, prints them, reads and prints that again, and says where the two texts differ.
//!
//!     roundtrip [--together] [--show] [--write DIR] [--compile 'gfortran -c -w'] FILE …
//!
//! Each file is a program of its own unless `--together`. With `--compile` the input and then the output are given to that
//! command: the output must pass where the input does. Exit status: 1 if a file differs or fails.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use frontend_fortran::ast::Form;
use frontend_fortran::{Loader, Options, lower, parse};
use il::source::SourceFile;
use il::{FileId, Program, Severity, Sources};
use unparse::{OutputFile, unparse};

/// A text with its name and form.
struct Text {
    path: PathBuf,
    text: String,
    form: Option<Form>,
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (mut together, mut show, mut write, mut compile, mut files) = (false, false, None, None, Vec::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--together" => together = true,
            "--show" => show = true,
            "--write" => write = args.next().map(PathBuf::from),
            "--compile" => compile = args.next(),
            _ => files.push(PathBuf::from(arg)),
        }
    }
    let groups: Vec<Vec<PathBuf>> = if together { vec![files] } else { files.into_iter().map(|f| vec![f]).collect() };
    let mut failures = 0;
    for group in &groups {
        let texts: Vec<Text> = group
            .iter()
            .filter_map(|path| {
                let bytes = std::fs::read(path).map_err(|e| println!("{}: {e}", path.display())).ok()?;
                Some(Text { path: path.clone(), text: String::from_utf8_lossy(&bytes).into_owned(), form: None })
            })
            .collect();
        let (once, errors) = print(&texts);
        let again: Vec<Text> = once
            .iter()
            .zip(&texts)
            .map(|((text, form), t)| Text { path: t.path.clone(), text: text.clone(), form: Some(*form) })
            .collect();
        let (twice, errors_again) = print(&again);
        for e in errors.iter().filter(|e| !e.contains("warning")) {
            println!("input: {e}");
        }
        if errors.len() < errors_again.len() {
            failures += 1;
            errors_again.iter().for_each(|e| println!("output: {e}"));
        }
        for (((first, _), (second, _)), t) in once.iter().zip(&twice).zip(&texts) {
            if show {
                print!("{first}");
            }
            if first != second {
                failures += 1;
                println!("{}: no fixed point", t.path.display());
                for (a, b) in first.lines().zip(second.lines()).filter(|(a, b)| a != b).take(3) {
                    println!("  - {a}\n  + {b}");
                }
            }
        }
        if let Some(dir) = &write {
            for ((text, _), t) in once.iter().zip(&texts) {
                let name = t.path.file_name().unwrap_or_default();
                std::fs::write(dir.join(name), text).unwrap_or_else(|e| println!("{e}"));
            }
            if let Some(command) = &compile {
                failures += compiles(command, &texts, dir);
            }
        }
    }
    println!("{} of {} groups differ or fail", failures, groups.len());
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The texts of a program as they are printed, with their forms, and what the frontend says.
fn print(texts: &[Text]) -> (Vec<(String, Form)>, Vec<String>) {
    let mut program = Program::new();
    if texts.iter().all(|t| t.path.extension().is_some_and(|e| e == "c")) {
        return print_c(texts);
    }
    let mut files = Vec::new();
    let mut found = Vec::new();
    for t in texts {
        let path = t.path.display().to_string();
        let file = program.sources.add(SourceFile { path, text: t.text.clone() });
        let options = Options { form: t.form, ..Options::default() };
        let (tree, diagnostics) = parse(&mut program.sources, file, &mut Beside, &options);
        files.push(tree);
        found.extend(diagnostics);
    }
    let forms: Vec<Form> = files.iter().map(|f| f.form).collect();
    found.extend(lower::lower(files, &mut program, &lower::Options::default()));
    let said = said(&program, &found);
    let texts = program.inputs.iter().map(|input| unparse(&program, &OutputFile::of_input(&program, input)));
    (texts.zip(forms).collect(), said)
}

/// The same for C. Each text is preprocessed from a copy beside its file, so that headers are found.
fn print_c(texts: &[Text]) -> (Vec<(String, Form)>, Vec<String>) {
    let mut program = Program::new();
    let mut preprocessed = Vec::new();
    for t in texts {
        let directory = t.path.parent().filter(|d| !d.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let copy = std::env::temp_dir().join(format!("roundtrip-{}.c", std::process::id()));
        std::fs::write(&copy, &t.text).unwrap_or_else(|e| println!("{e}"));
        let run = Command::new("cc")
            .args(["-E", "-dD"])
            .arg(format!("-I{}", directory.display()))
            .arg("-Iruntime")
            .arg(&copy)
            .output();
        let text = run.map_or(String::new(), |o| String::from_utf8_lossy(&o.stdout).into_owned());
        let main = program.sources.add(SourceFile { path: copy.display().to_string(), text: t.text.clone() });
        for name in frontend_c::user_files(&text) {
            if !program.sources.iter().any(|(_, s)| s.path == name)
                && let Ok(text) = std::fs::read_to_string(&name)
            {
                program.sources.add(SourceFile { path: name, text });
            }
        }
        preprocessed.push((main, text));
    }
    let translations: Vec<_> =
        preprocessed.iter().map(|(main, text)| frontend_c::Translation { main: *main, preprocessed: text }).collect();
    let found = frontend_c::lower(&translations, &mut program);
    let said = said(&program, &found);
    let texts = program.inputs.iter().map(|input| unparse(&program, &OutputFile::of_input(&program, input)));
    (texts.map(|t| (t, Form::Free)).collect(), said)
}

/// Warnings and errors, one line each.
fn said(program: &Program, found: &[il::Diagnostic]) -> Vec<String> {
    let said = found.iter().filter(|d| d.severity >= Severity::Warning).map(|d| {
        let place = d.span.file.map_or(String::new(), |f| {
            let source = &program.sources[f];
            let line = source.text.get(..d.span.start as usize).unwrap_or("").matches('\n').count() + 1;
            format!("{}:{line}", source.path)
        });
        let kind = if d.severity == Severity::Error { "error" } else { "warning" };
        format!("{place}: {kind}: {}", d.message)
    });
    said.collect()
}

/// Finds included files beside those that include them.
struct Beside;

impl Loader for Beside {
    fn load(&mut self, sources: &mut Sources, name: &str, from: FileId) -> Option<FileId> {
        let path = Path::new(&sources[from].path).with_file_name(name);
        let text = std::fs::read_to_string(&path).ok()?;
        Some(sources.add(SourceFile { path: path.display().to_string(), text }))
    }
}

/// Compiles inputs and outputs alike; 1 when only the outputs fail.
fn compiles(command: &str, texts: &[Text], dir: &Path) -> usize {
    let run = |files: Vec<PathBuf>| {
        let mut words = command.split_whitespace();
        let mut c = Command::new(words.next().unwrap_or("gfortran"));
        c.args(words).current_dir(dir);
        c.args(files.iter().map(|f| std::fs::canonicalize(f).unwrap_or_else(|_| f.clone())));
        c.output()
    };
    let of = |files: Vec<PathBuf>| match run(files) {
        Ok(out) => (out.status.success(), String::from_utf8_lossy(&out.stderr).into_owned()),
        Err(e) => (false, e.to_string()),
    };
    let (input, _) = of(texts.iter().map(|t| t.path.clone()).collect());
    let (output, said) = of(texts.iter().map(|t| dir.join(t.path.file_name().unwrap_or_default())).collect());
    if !input {
        println!("{}: the input does not compile", texts[0].path.display());
    } else if !output {
        println!("{}: the output does not compile\n{said}", texts[0].path.display());
        return 1;
    }
    0
}
