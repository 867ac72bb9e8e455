//! `-MD`: what the outputs of a run were made from, as a rule for Make. Compilers write such files, and Make, Ninja, CMake and Meson read them.

use std::path::{Path, PathBuf};

use il::Program;

use crate::args::Options;

/// Where the rule is written, if it is wanted: `-MF FILE`, or beside the outputs under the name of the message file.
pub fn path(options: &Options, place: &Path, message_file: &str) -> Option<PathBuf> {
    let beside = || place.join(Path::new(message_file).with_extension("d"));
    options.depfile.clone().or_else(|| options.depend.then(beside))
}

/// All files that a run has read: sources, what they include, headers but those of the system, library descriptions. Each once, in the order of reading.
pub fn inputs(options: &Options, program: &Program) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let read = program.sources.iter().map(|(_, s)| PathBuf::from(&s.path));
    // What is no file (the text of -head) or is gone (headers of ours in a temporary directory) is nobody's to change.
    for path in options.files.iter().cloned().chain(read.filter(|p| p.is_file())).chain(options.ext.iter().cloned()) {
        if !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

/// The rule: `targets` depend on `inputs`. Each input but the first is a target without a rule too, so that Make does not stop when it is deleted.
pub fn rule(targets: &[String], inputs: &[PathBuf]) -> String {
    let short = |p: &Path| p.strip_prefix(".").unwrap_or(p).to_string_lossy().into_owned();
    let targets: Vec<String> = targets.iter().map(|t| escaped(&short(Path::new(t)), true)).collect();
    let mut out = format!("{}:", targets.join(" "));
    for input in inputs {
        out.push_str(" \\\n  ");
        out.push_str(&escaped(&short(input), false));
    }
    out.push('\n');
    for input in inputs.iter().skip(1) {
        out.push_str(&format!("\n{}:\n", escaped(&short(input), true)));
    }
    out
}

/// A file name as Make reads it. Backslashes count only before a blank or a `#`, where each is doubled; `$` begins a variable, `:` separates, and `%` in
/// a target makes a pattern.
fn escaped(name: &str, target: bool) -> String {
    let mut out = String::with_capacity(name.len());
    let mut slashes = 0;
    for c in name.chars() {
        match c {
            '$' => out.push('$'),
            ' ' | '\t' | '#' => out.push_str(&"\\".repeat(slashes + 1)),
            ':' => out.push('\\'),
            '%' if target => out.push('\\'),
            _ => {}
        }
        out.push(c);
        slashes = if c == '\\' { slashes + 1 } else { 0 };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        for (name, expected) in [
            ("a.f90", "a.f90"),
            ("my file.f90", "my\\ file.f90"),
            ("a$b", "a$$b"),
            ("a#b", "a\\#b"),
            ("a\\ b", "a\\\\\\ b"),
            ("dir\\a", "dir\\a"),
        ] {
            assert_eq!(escaped(name, false), expected);
        }
        assert_eq!(escaped("100%:a", true), "100\\%\\:a");
    }

    #[test]
    fn the_first_input_is_no_target() {
        let inputs = ["./a.f90", "b.inc"].map(PathBuf::from);
        assert_eq!(rule(&["./a_b.f90".to_string()], &inputs), "a_b.f90: \\\n  a.f90 \\\n  b.inc\n\nb.inc:\n");
    }
}
