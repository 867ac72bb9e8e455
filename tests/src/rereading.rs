//! Printing what was read, and reading what was printed: `unparse ∘ parse` is a fixed point.

use std::path::{Path, PathBuf};

use il::{Diagnostic, Program, Severity};
use rtapenade::args::{Cli, Options, normalise};
use rtapenade::output::Text;
use rtapenade::{read, report, run};

use clap::Parser;

/// The options of a command line without files; the files are put in.
pub fn options(words: &[&str], files: &[PathBuf]) -> Options {
    let all = std::iter::once("rtapenade").chain(words.iter().copied()).map(String::from);
    let mut options = Cli::try_parse_from(normalise(all)).unwrap_or_else(|e| panic!("{words:?}: {e}")).options;
    options.files = files.to_vec();
    options
}

/// What `-p` gives.
pub struct Printed {
    /// One text per file that was read, in order, by the name of its input.
    pub texts: Vec<Text>,
    /// What was said.
    pub diagnostics: Vec<Diagnostic>,
    /// The sources that the diagnostics point into.
    pub program: Program,
}

impl Printed {
    /// The errors as a user sees them.
    pub fn errors(&self) -> String {
        report::console(&self.program.sources, &self.diagnostics, Severity::Error)
    }
}

/// Reads and prints; texts are there even when something was refused.
pub fn print(options: &Options) -> Printed {
    let mut program = Program::new();
    let diagnostics = read::program(options, &mut program);
    let mut texts = run::preprocessed(options, &program);
    for (text, input) in texts.iter_mut().zip(&program.inputs) {
        let path = Path::new(&program.sources[input.file].path);
        text.name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
    }
    Printed { texts, diagnostics, program }
}

/// The texts of the derivative in the mode of the command line; `None` where it is refused.
pub fn derivative(options: &Options) -> Option<Vec<Text>> {
    let mut program = Program::new();
    let mut diagnostics = read::program(options, &mut program);
    let request = run::request(options, &mut program, run::mode(options), &mut diagnostics)?;
    let made = run::generate(&program, &request, &mut diagnostics)?;
    Some(run::output_texts(options, &made, &run::suffix(options)))
}

/// Writes texts as files of a directory and reads and prints them there, with the include paths of `options` and `beside`.
pub fn print_again(options: &Options, texts: &[Text], directory: &Path, beside: &[PathBuf]) -> Printed {
    let mut files: Vec<PathBuf> = Vec::new();
    for (k, text) in texts.iter().enumerate() {
        let folder = directory.join(k.to_string());
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join(&text.name);
        std::fs::write(&path, &text.content).expect("a file");
        files.push(path);
    }
    let mut again = options.clone();
    again.files = files;
    again.include.extend(beside.iter().cloned());
    print(&again)
}

/// How two lists of texts differ: the first lines that do.
pub fn differences(once: &[Text], twice: &[Text]) -> Option<String> {
    if once.len() != twice.len() {
        return Some(format!("{} texts, then {}", once.len(), twice.len()));
    }
    let mut out = String::new();
    for (a, b) in once.iter().zip(twice).filter(|(a, b)| a.content != b.content) {
        let lines = a.content.lines().map(Some).chain(std::iter::repeat(None));
        let pairs = lines.zip(b.content.lines().map(Some).chain(std::iter::repeat(None)));
        let some = pairs.take_while(|(x, y)| x.is_some() || y.is_some()).enumerate().filter(|(_, (x, y))| x != y);
        for (line, (x, y)) in some.take(3) {
            out.push_str(&format!("{}:{}\n  - {}\n  + {}\n", a.name, line + 1, x.unwrap_or("∎"), y.unwrap_or("∎")));
        }
    }
    (!out.is_empty()).then_some(out)
}
