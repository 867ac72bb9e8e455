//! One file has one name, however it is reached: `h.h`, `./h.h`, `../src/h.h` and a symbolic link declare the same types and functions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files that were met, with the names by which they were met first: by those they are known in messages.
#[derive(Default)]
pub(super) struct RealFiles {
    names: BTreeMap<PathBuf, String>,
}

impl RealFiles {
    /// The name of the file at `path`; none if there is no such file.
    pub fn name(&mut self, path: &str) -> Option<String> {
        let real = Path::new(path).canonicalize().ok()?;
        Some(self.names.entry(real).or_insert_with(|| path.to_string()).clone())
    }
}
