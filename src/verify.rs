//! `rtapenade verify`: what the same arguments would generate, compared with the files on disk.

use std::path::{Path, PathBuf};
use std::time::Duration;

use il::Program;
use similar::TextDiff;

use crate::args::Options;
use crate::output::Text;
use crate::report::Manners;
use crate::run::{Answer, FAILURE, SUCCESS, list_name, message_name, texts};
use crate::{place, progress, report, runtime};
use il::bytes;

/// Lines of the difference that are shown of each file.
const SHOWN: usize = 40;
/// No difference is looked for longer than that: a coarser one is shown.
const PATIENCE: Duration = Duration::from_secs(5);

/// Compares, and gives what is found and what is to be said.
pub fn run(options: &Options, manners: &Manners) -> Answer {
    let (status, shown, said) = compare(options, manners);
    progress::end();
    Answer { status, said, shown }
}

/// The exit status (1 when a file is stale or missing), what is found, and what is said of the program.
pub fn compare(options: &Options, manners: &Manners) -> (u8, String, String) {
    let mut program = Program::new();
    let mut diagnostics = Vec::new();
    let mut wanted: Vec<(PathBuf, String)> = Vec::new();
    if let Some(directory) = &options.emit_runtime {
        wanted.extend(placed(directory, runtime::texts(directory)));
    }
    if !options.files.is_empty() || options.emit_runtime.is_none() {
        let made = texts(options, &mut program, &mut diagnostics);
        let Some(made) = made.filter(|_| !manners.failed(&diagnostics)) else {
            let said = report::say(&program.sources, &diagnostics, manners);
            return (FAILURE, String::new(), said);
        };
        let directory = place::directory(options);
        wanted.extend(placed(&directory, made.texts));
        let list = directory.join(list_name(options));
        if let Some(signatures) = made.signatures.filter(|_| list.exists()) {
            wanted.push((list, signatures));
        }
        // A message file is a log, which few keep: where it is kept, it is true.
        let log = directory.join(message_name(options));
        if log.exists() {
            wanted.push((log, report::message_file(&program.sources, &diagnostics)));
        }
    }
    let said = report::say(&program.sources, &diagnostics, manners);
    let (mut found, mut stale, mut missing) = (String::new(), 0, 0);
    for (path, text) in &wanted {
        let shown = path.display();
        match std::fs::read(path) {
            Err(_) => {
                missing += 1;
                found.push_str(&format!("missing: {shown}\n"));
            }
            Ok(bytes) if bytes == *bytes::encode(text) => {}
            Ok(bytes) => {
                stale += 1;
                let on_disk = bytes::decode(&bytes);
                found.push_str(&format!("stale: {shown}\n{}", difference(path, &on_disk, text)));
            }
        }
    }
    let files = |n: usize| format!("{n} generated file{}", if n == 1 { "" } else { "s" });
    if stale + missing == 0 {
        return (SUCCESS, format!("up to date: {}\n", files(wanted.len())), said);
    }
    let parts = [(stale, "stale"), (missing, "missing")].into_iter().filter(|p| p.0 > 0);
    let parts: Vec<String> = parts.map(|(n, what)| format!("{n} {what}")).collect();
    let way_out = "the same arguments without `verify` write them anew";
    found.push_str(&format!("of {}: {}; {way_out}\n", files(wanted.len()), parts.join(", ")));
    (FAILURE, found, said)
}

fn placed(directory: &Path, texts: Vec<Text>) -> impl Iterator<Item = (PathBuf, String)> {
    texts.into_iter().map(move |t| (directory.join(t.name), t.content))
}

/// The difference in the form that `patch` reads, from the file on disk to the text that is generated now; not all of it, where it is long.
fn difference(path: &Path, on_disk: &str, text: &str) -> String {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(on_disk, text);
    let shown = path.display().to_string();
    let unified = diff.unified_diff().context_radius(2).header(&shown, &format!("{shown} (generated now)")).to_string();
    let lines: Vec<&str> = unified.split_inclusive('\n').collect();
    let mut out: String = lines.iter().take(SHOWN).copied().collect();
    if lines.len() > SHOWN {
        out.push_str(&format!("… and {} more lines\n", lines.len() - SHOWN));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_short() {
        let (a, b) = ("x\n".repeat(500), "y\n".repeat(500));
        let said = difference(Path::new("a_b.f90"), &a, &b);
        assert!(said.starts_with("--- a_b.f90\n+++ a_b.f90 (generated now)\n@@"), "{said}");
        assert!(said.lines().count() == SHOWN + 1 && said.ends_with("more lines\n"), "{said}");
    }
}
