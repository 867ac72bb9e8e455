//! Which code is read, and how it is fetched: by the ordinary clients of crates.io and of Debian, below `target/`.

use std::path::{Path, PathBuf};

use super::Group;
use crate::{checking, corpus};

/// Some real code.
pub struct Package {
    /// Its name, and that of the source package of Debian.
    pub name: &'static str,
    /// The folders below it that are read; none: all.
    pub folders: &'static [&'static str],
    /// All files are one program.
    pub together: bool,
    /// It is written in C.
    pub c: bool,
    /// One of so many programs is read without `RTAPENADE_READING=full`.
    pub every: usize,
    /// Options of the command line.
    pub options: &'static [&'static str],
    /// Files that are parts of others, or that no compiler takes, by the ends of their paths.
    pub without: &'static [&'static str],
    /// Codes of what cannot be read because another package has it, or because one file or another one is compiled.
    pub missing: &'static [&'static str],
}

const PLAIN: Package =
    Package { name: "", folders: &[], together: false, c: false, every: 1, options: &[], without: &[], missing: &[] };

/// All of it.
pub const PACKAGES: &[Package] = &[
    Package { name: "netlib-src", every: 40, ..PLAIN },
    Package { name: "minpack", ..PLAIN },
    // One misses a parenthesis, the other indexes a scalar.
    Package { name: "xfoil", every: 6, without: &["orrs/src/bi2bi.f", "orrs/src/mappl3.f"], ..PLAIN },
    // The first two are for INCLUDE; the third includes a file of the compiler's own.
    Package { name: "calculix-ccx", every: 30, without: &["xlocal.f", "gauss.f", "auglag_inclusion.f"], ..PLAIN },
    Package { name: "quadrule", c: true, ..PLAIN },
    Package { name: "mopac7", every: 10, ..PLAIN },
    Package { name: "cdftools", together: true, ..PLAIN },
    // Names that nothing declares.
    Package {
        name: "mocassin",
        together: true,
        options: &["-DPREFIX=\"/usr\""],
        missing: &["RT0202", "RT0207"],
        ..PLAIN
    },
    Package { name: "neat", together: true, options: &["-DPREFIX=\"/usr\"", "-DVERSION=\"2\""], ..PLAIN },
    // One of its files is for MPI, which another replaces; others are for one compiler each.
    Package {
        name: "auto-07p",
        folders: &["auto/07p/src"],
        together: true,
        without: &["/mpi.f90"],
        missing: &["RT0212"],
        ..PLAIN
    },
    // The GRIB library is not there, and some files are for one kind of its data.
    Package { name: "flexpart", together: true, missing: &["RT0105", "RT0201", "RT0212"], ..PLAIN },
];

impl Package {
    /// Whatever is below a path.
    pub fn below(_: &Path) -> Package {
        Package { name: "given", together: std::env::var("RTAPENADE_TOGETHER").is_ok(), ..PLAIN }
    }
}

/// The folder of a package, fetched when it is not there; says why not.
pub fn fetch(package: &Package) -> Option<PathBuf> {
    if package.name == "netlib-src" {
        return corpus::lapack();
    }
    corpus::fetch::debian(package.name)
}

/// The programs of a package, one of `every`.
pub fn groups<'a>(package: &'a Package, root: &Path, every: usize) -> Vec<Group<'a>> {
    let mut files = Vec::new();
    let mut include = Vec::new();
    let folders: Vec<PathBuf> = match package.folders {
        [] => vec![root.to_path_buf()],
        some => some.iter().map(|f| root.join(f)).collect(),
    };
    for folder in folders {
        collect(&folder, package.c, &mut files, &mut Vec::new());
    }
    collect(root, package.c, &mut Vec::new(), &mut include);
    files.retain(|f| !package.without.iter().any(|end| f.to_string_lossy().ends_with(end)));
    files.sort();
    include.sort();
    let one =
        |files: Vec<PathBuf>| Group { package, files, include: include.clone(), compile: checking::have_compilers() };
    if !package.together {
        return files.into_iter().step_by(every).map(|f| one(vec![f])).collect();
    }
    if files.is_empty() { Vec::new() } else { vec![one(files)] }
}

/// Files of Fortran, or of C, below a folder, and the folders that hold anything to include.
fn collect(folder: &Path, c: bool, files: &mut Vec<PathBuf>, include: &mut Vec<PathBuf>) {
    if folder.is_file() {
        return files.push(folder.to_path_buf());
    }
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut includes = false;
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            collect(&path, c, files, include);
            continue;
        }
        match path.extension().map(|e| e.to_string_lossy().to_lowercase()).as_deref() {
            Some("f" | "for" | "f77" | "f90" | "f95" | "f03" | "f08") if !c => files.push(path),
            Some("c") if c => files.push(path),
            Some("inc" | "h" | "fh" | "cmn" | "par" | "blk") => includes = true,
            _ => {}
        }
    }
    if includes {
        include.push(folder.to_path_buf());
    }
}
