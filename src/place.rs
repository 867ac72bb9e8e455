//! Where a run writes: the directory of `-O`, and inside it the one that stands in `-o` (`conventions.md` §2).

use std::path::{Path, PathBuf};

use il::{Diagnostic, Span};

use crate::args::Options;

/// The directory of all outputs: `out` for `-O out`, for `-o out/foo` and for both in the form `-O . -o out/foo`; the present one without either.
pub fn directory(options: &Options) -> PathBuf {
    let inside = options.output.as_deref().and_then(|name| Path::new(name).parent());
    match (&options.output_directory, inside.filter(|p| !p.as_os_str().is_empty())) {
        (Some(directory), Some(inside)) => directory.join(inside),
        (Some(directory), None) => directory.clone(),
        (None, Some(inside)) => inside.to_path_buf(),
        (None, None) => ".".into(),
    }
}

/// What is wrong with the place before anything is generated: RT0502 for a directory that is not there, or is none; RT0520 for an `-o` without a name.
pub fn check(options: &Options) -> Result<(), Diagnostic> {
    if let Some(name) = options.output.as_deref()
        && (name.ends_with('/') || Path::new(name).file_name().is_none())
    {
        let (directory, inside) = if name.ends_with('/') { (name.trim_end_matches('/'), "") } else { (name, "/") };
        return Err(Diagnostic::error(
            "RT0520",
            Span::NONE,
            format!("-o {name}: this is a directory, and no name for a file"),
        )
        .note(format!("-O {directory} writes into it, and names files after the inputs"))
        .note(format!("-o {name}{inside}NAME gives a name too")));
    }
    is_directory(&directory(options))
}

/// RT0502 unless `directory` is one.
pub fn is_directory(directory: &Path) -> Result<(), Diagnostic> {
    let shown = directory.display();
    if directory.is_dir() {
        return Ok(());
    }
    if directory.exists() {
        let message = format!("the output directory `{shown}` is a file");
        return Err(Diagnostic::error("RT0502", Span::NONE, message)
            .note("-O takes a directory; the name of an output file is given with -o NAME"));
    }
    Err(Diagnostic::error("RT0502", Span::NONE, format!("the output directory `{shown}` does not exist"))
        .note(format!("create it first (mkdir -p {shown}), or give another one with -O")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(output: Option<&str>, directory: Option<&str>) -> Options {
        Options {
            output: output.map(String::from),
            output_directory: directory.map(PathBuf::from),
            ..Options::default()
        }
    }

    #[test]
    fn the_directory_of_a_name_counts() {
        for (output, given, expected) in [
            (None, None, "."),
            (Some("foo"), None, "."),
            (Some("out/foo"), None, "out"),
            (Some("out/foo"), Some("build"), "build/out"),
            (Some("foo"), Some("build"), "build"),
            (Some("/tmp/foo"), Some("build"), "/tmp"),
            (Some("./foo"), None, "."),
        ] {
            assert_eq!(directory(&options(output, given)), Path::new(expected), "{output:?} {given:?}");
        }
    }

    #[test]
    fn names_that_are_directories_are_refused() {
        for name in [".", "..", "out/", "out/..", "/"] {
            assert_eq!(check(&options(Some(name), None)).map_err(|d| d.code), Err("RT0520"), "{name}");
        }
    }
}
