//! Output files: their names, and writing them all or none.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use il::{Diagnostic, Span};

use crate::overwriting::Permit;
use crate::place;
use il::bytes;

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
/// the permit refuses one of them.
pub fn write(directory: &Path, texts: &[Text], permit: &Permit) -> Result<Vec<PathBuf>, Vec<Diagnostic>> {
    place::is_directory(directory).map_err(|d| vec![d])?;
    let refused: Vec<Diagnostic> =
        texts.iter().filter_map(|t| permit.refusal(&directory.join(&t.name), &t.content)).collect();
    if !refused.is_empty() {
        return Err(refused);
    }
    let mut done = Vec::new();
    let mut pending = Vec::new();
    for t in texts {
        let path = directory.join(&t.name);
        let file = complete(directory, &path, &t.content).map_err(|e| vec![failed(directory, &path, &e)])?;
        pending.push((file, path));
    }
    for (file, path) in pending {
        file.persist(&path).map_err(|e| vec![failed(directory, &path, &e.error)])?;
        done.push(path);
    }
    Ok(done)
}

/// A temporary file in `directory` with that content, and with the permissions of the file at `path` or else of any new file: as the umask leaves them.
fn complete(directory: &Path, path: &Path, content: &str) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".rtapenade-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory)?;
    file.write_all(&bytes::encode(content))?;
    if let Ok(there) = std::fs::metadata(path) {
        file.as_file().set_permissions(there.permissions())?;
    }
    Ok(file)
}

/// RT0503 for what the system answered, with the way out where it is known.
fn failed(directory: &Path, path: &Path, error: &std::io::Error) -> Diagnostic {
    // What the system says of the temporary file names that file.
    let why = error
        .raw_os_error()
        .map_or_else(|| error.to_string(), |code| std::io::Error::from_raw_os_error(code).to_string());
    let why = why.split(" (os error").next().unwrap_or_default().to_lowercase();
    let in_directory = |note: String| {
        let message = format!("nothing can be written in `{}`: {why}", directory.display());
        Diagnostic::error("RT0503", Span::NONE, message).note(note)
    };
    match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            in_directory("-O DIR writes into another directory".to_string())
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            in_directory("make room there, or write into another directory with -O DIR".to_string())
        }
        _ => Diagnostic::error("RT0503", Span::NONE, format!("`{}` cannot be written: {why}", path.display())),
    }
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
