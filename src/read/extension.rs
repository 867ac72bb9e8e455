//! What files are, by their extensions.

use std::path::Path;

use il::{Diagnostic, Span};

use crate::output::EXTENSIONS;

/// The languages that are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    C,
    Fortran,
}

/// What is not read although it has to do with sources: extensions, what such a file is, and what to do instead.
const OTHERS: &[(&[&str], &str, &str)] = &[
    (
        &["h", "inc", "fi", "h90", "inc90", "cuh"],
        "is a header: it is read with the files that include it",
        "give these files, and the folder of the header with -I DIR",
    ),
    (
        &["cpp", "cc", "cxx", "c++", "C", "CPP", "hpp", "hh", "hxx", "ipp", "tpp", "cppm", "ixx"],
        "is C++, which is not read",
        "C and Fortran are: numerical code that is C as well can be moved to a file `.c`",
    ),
    (
        &["cu", "cl", "hip"],
        "is code for a graphics processor, which is not read",
        "give the C or Fortran file of the same computation",
    ),
    (
        &["o", "a", "so", "obj", "lib", "dll", "dylib"],
        "is compiled code",
        "give the source; `check --with FILE` links with it",
    ),
    (&["mod", "smod"], "is a compiled module", "give the Fortran file that defines the module"),
    (&["i", "ii"], "is a preprocessed file", "give the file `.c` that it was made from"),
    (
        &["fypp", "pf", "pyf", "m4"],
        "is a template of Fortran",
        "run its preprocessor first, and give the file `.f90` that it writes",
    ),
];

/// The language of a file, or why it is not read.
pub(super) fn kind(path: &Path) -> Result<Kind, Box<Diagnostic>> {
    let shown = path.to_string_lossy();
    let extension = path.extension().map_or(String::new(), |e| e.to_string_lossy().into_owned());
    if EXTENSIONS.contains(&extension.as_str()) {
        return Ok(if extension == "c" { Kind::C } else { Kind::Fortran });
    }
    let error = |what: &str| Diagnostic::error("RT0505", Span::NONE, format!("`{shown}` {what}"));
    if let Some((_, what, instead)) = OTHERS.iter().find(|(known, ..)| known.contains(&extension.as_str())) {
        return Err(Box::new(error(what).note(*instead)));
    }
    if path.is_dir() {
        return Err(Box::new(error("is a folder").note("give the files in it that are to be read")));
    }
    let known: Vec<String> = EXTENSIONS.iter().map(|e| format!(".{e}")).collect();
    Err(Box::new(
        error("has no extension of a Fortran or C source").note(format!("known extensions: {}", known.join(" "))),
    ))
}
