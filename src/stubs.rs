//! Descriptions of libraries that come with the program: what `use mpi`, `include 'netcdf.inc'` and others bring, where no file that is given and no
//! folder of `-I` has them. One text per library and way to use it, in Fortran, which [`frontend_fortran::lower::Library`] explains. None is read unless
//! it is asked for.

use std::collections::BTreeMap;

use frontend_fortran::ast::File;
use frontend_fortran::lower::{Library, asked_for, described};
use il::source::SourceFile;
use il::unit::Described;
use il::{Language, Program, Sources};

/// One text.
struct Stub {
    /// The library.
    library: &'static str,
    /// Modules and included files that it stands for, in lower case.
    keys: &'static [&'static str],
    /// What the names of the library begin with.
    beginnings: &'static [&'static str],
    text: &'static str,
}

const STUBS: &[Stub] = &[
    Stub {
        library: "MPI",
        keys: &["mpi", "mpif.h"],
        beginnings: &["mpi_", "pmpi_"],
        text: include_str!("stubs/mpi.f90"),
    },
    Stub {
        library: "MPI",
        keys: &["mpi_f08"],
        beginnings: &["mpi_", "pmpi_"],
        text: include_str!("stubs/mpi_f08.f90"),
    },
    Stub { library: "NetCDF", keys: &["netcdf"], beginnings: &["nf90_"], text: include_str!("stubs/netcdf.f90") },
    Stub { library: "NetCDF", keys: &["netcdf.inc"], beginnings: &["nf_"], text: include_str!("stubs/netcdf_inc.f90") },
    Stub {
        library: "HDF5",
        keys: &["hdf5"],
        beginnings: &["h5", "hid_t", "hsize_t", "hssize_t", "haddr_t", "hobj_", "hdset_"],
        text: include_str!("stubs/hdf5.f90"),
    },
    Stub {
        library: "OpenMP",
        keys: &["omp_lib", "omp_lib.h"],
        beginnings: &["omp_"],
        text: include_str!("stubs/omp_lib.f90"),
    },
];

/// Whether a description says what an included file declares.
pub fn describes(included: &str) -> bool {
    let name = included.to_ascii_lowercase();
    // A module is not included.
    let is_file = name.contains('.');
    is_file && STUBS.iter().any(|s| s.keys.contains(&name.as_str()))
}

/// The descriptions that the files ask for.
pub fn libraries(sources: &mut Sources, files: &[File]) -> Vec<Library> {
    let asked = asked_for(files);
    let mut out = Vec::new();
    for stub in STUBS {
        for key in stub.keys.iter().filter(|key| asked.contains(**key)) {
            out.push(Library {
                name: stub.library.to_string(),
                key: key.to_string(),
                beginnings: stub.beginnings.iter().map(|b| b.to_string()).collect(),
                tree: parsed(sources, key, stub.text),
            });
        }
    }
    out
}

/// Says of functions of C that are those of MPI, which a header declares, what the description for Fortran says: their arguments are in the same order.
pub fn describe_c(program: &mut Program) {
    let is_one = |u: &il::Unit| u.language == Language::C && u.is_interface && u.name.starts_with("MPI_");
    let found: Vec<il::UnitId> = program.units.iter().filter(|(_, u)| is_one(u)).map(|(id, _)| id).collect();
    let Some(stub) = STUBS.first().filter(|_| !found.is_empty()) else { return };
    let mut words: Vec<&str> = Vec::new();
    let mut known: BTreeMap<String, Described> = BTreeMap::new();
    for line in stub.text.lines().map(str::trim_start) {
        if let Some(word) = line.strip_prefix("!$AD ") {
            words.push(word.trim());
        } else if let Some(name) = line.strip_prefix("subroutine ").and_then(|l| l.split('(').next()) {
            known.insert(name.to_ascii_lowercase(), described(stub.library, &|word| words.contains(&word)));
            words.clear();
        }
    }
    for id in found {
        let unit = &mut program.units[id];
        unit.library = known.get(&unit.name.to_ascii_lowercase()).cloned();
    }
}

/// A text that comes with the program, as what is read in its place.
pub fn parsed(sources: &mut Sources, key: &str, text: &str) -> File {
    // No file has such a name: dependencies and messages name none.
    let path = format!("<description of {key}>");
    let file = sources.add(SourceFile { path, text: text.to_string() });
    let options = frontend_fortran::Options { form: Some(frontend_fortran::ast::Form::Free), ..Default::default() };
    frontend_fortran::parse(sources, file, &mut frontend_fortran::NoIncludes, &options).0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every text is understood by the frontend, whole.
    #[test]
    fn descriptions_are_understood() {
        for stub in STUBS {
            let mut sources = Sources::new();
            let file = sources.add(SourceFile { path: stub.library.to_string(), text: stub.text.to_string() });
            let options =
                frontend_fortran::Options { form: Some(frontend_fortran::ast::Form::Free), ..Default::default() };
            let (tree, said) = frontend_fortran::parse(&mut sources, file, &mut frontend_fortran::NoIncludes, &options);
            assert!(said.is_empty() && tree.units.len() == 1, "{}: {said:?}", stub.library);
            let mut program = il::Program::new();
            program.sources = sources;
            let key = stub.keys[0].to_string();
            let library = Library { name: stub.library.to_string(), key, beginnings: Vec::new(), tree };
            let said = frontend_fortran::lower::lower_with(Vec::new(), &[library], &mut program, &Default::default());
            assert!(said.is_empty(), "{}: {said:?}", stub.library);
            assert!(program.units.iter().all(|(_, u)| !u.has_errors && u.is_interface), "{}", stub.library);
        }
    }
}
