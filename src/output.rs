//! Output files: their names, and writing them all or none.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use il::{Diagnostic, Span};

/// The extensions that are read, and what is written for them (`conventions.md` §2; the user's extension is kept).
pub const EXTENSIONS: &[&str] = &[
    "f", "F", "for", "f77", "F77", "ftn", "f90", "F90", "f95", "F95", "f03", "F03", "f08", "F08", "f18", "F18", "fpp",
    "FPP", "FOR", "FTN", "c",
];

/// `a.f90` with `_d` → `a_d.f90`. Only the last extension counts: `x.F90.f90` → `x.F90_d.f90`. Preprocessed extensions are written
/// in lower case, because the output holds no preprocessor text.
pub fn file_name(input: &Path, suffix: &str) -> String {
    let stem = input.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
    let extension = input.extension().map_or(String::new(), |s| s.to_string_lossy().to_lowercase());
    format!("{}.{extension}", apply(suffix, &stem))
}

/// The file for `-o NAME`: the same with NAME in place of the stem.
pub fn single_name(name: &str, input: &Path, suffix: &str) -> String {
    let base = Path::new(name).file_name().map_or(name.to_string(), |s| s.to_string_lossy().into_owned());
    let extension = input.extension().map_or(String::new(), |s| s.to_string_lossy().to_lowercase());
    format!("{}.{extension}", apply(suffix, &base))
}

/// A name that is not `taken`: files of the same name in different folders get those folders in front of their outputs, as many as it
/// takes, and a number where folders do not tell them apart.
pub fn apart(name: String, input: &Path, taken: impl Fn(&str) -> bool) -> String {
    let mut out = name;
    let folders = input.parent().into_iter().flat_map(|p| p.components().rev());
    for folder in folders {
        if !taken(&out) {
            return out;
        }
        if let std::path::Component::Normal(folder) = folder {
            out = format!("{}_{out}", folder.to_string_lossy());
        }
    }
    let plain = out.clone();
    let mut number = 2;
    while taken(&out) {
        out = format!("{number}_{plain}");
        number += 1;
    }
    out
}

/// A name pattern applied: `%` is the name; a pattern without `%` is a suffix.
pub fn apply(pattern: &str, name: &str) -> String {
    if pattern.contains('%') { pattern.replace('%', name) } else { format!("{name}{pattern}") }
}

/// A text to be written.
pub struct Text {
    /// File name inside the output directory.
    pub name: String,
    /// Its content.
    pub content: String,
}

/// Writes all texts, each through a temporary file that is renamed when it is complete, so that no half-written file is ever seen. Nothing is written when
/// one of them would take the place of an input.
pub fn write(directory: &Path, texts: &[Text], inputs: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    if !directory.is_dir() {
        return Err(Diagnostic::error(
            "RT0502",
            Span::NONE,
            format!("the output directory `{}` does not exist", directory.display()),
        )
        .note("create it first, or give another one with -O"));
    }
    let inputs: BTreeSet<PathBuf> = inputs.iter().filter_map(|i| i.canonicalize().ok()).collect();
    let is_input = |path: &PathBuf| path.canonicalize().is_ok_and(|p| inputs.contains(&p));
    if let Some(path) = texts.iter().map(|t| directory.join(&t.name)).find(is_input) {
        let message = format!("the output `{}` would overwrite an input", path.display());
        return Err(Diagnostic::error("RT0509", Span::NONE, message)
            .note("give another name with -o, another directory with -O, or a name pattern that changes names"));
    }
    let failed = |path: &Path, e: std::io::Error| {
        Diagnostic::error("RT0503", Span::NONE, format!("`{}` cannot be written: {e}", path.display()))
    };
    let mut done = Vec::new();
    let mut pending = Vec::new();
    for t in texts {
        let path = directory.join(&t.name);
        let mut file =
            tempfile::Builder::new().prefix(".rtapenade-").tempfile_in(directory).map_err(|e| failed(&path, e))?;
        file.write_all(t.content.as_bytes()).map_err(|e| failed(&path, e))?;
        pending.push((file, path));
    }
    for (file, path) in pending {
        file.persist(&path).map_err(|e| failed(&path, e.error))?;
        // Temporary files are private; outputs have the permissions of ordinary new files.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).map_err(|e| failed(&path, e))?;
        }
        done.push(path);
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (input, pattern, expected) in [
            ("dir/a.f90", "%_d", "a_d.f90"),
            ("x.F90.f90", "%_d", "x.F90_d.f90"),
            ("b.F", "_tlm", "b_tlm.f"),
            ("a.c", "tlm_%", "tlm_a.c"),
        ] {
            assert_eq!(file_name(Path::new(input), pattern), expected);
        }
        let both = |input: &str| apart("x_d.f".into(), Path::new(input), |n| n == "x_d.f");
        assert_eq!((both("a/b/x.f"), both("./x.f")), ("b_x_d.f".into(), "2_x_d.f".to_string()));
        assert_eq!(single_name("foo.f90", Path::new("a.f90"), "%_d"), "foo.f90_d.f90");
    }
}
