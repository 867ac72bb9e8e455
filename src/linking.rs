//! What to link with the outputs of a run, said in one line when they call the runtime.

use std::collections::BTreeSet;
use std::path::Path;

use diff::Output;
use il::SourceForm;
use unparse::runtime::Part;

/// What each part is for, and the file that has it beyond those of the tape.
const PARTS: &[(Part, &str)] = &[
    (Part::Tape, "the tape"),
    (Part::Tangent, "the tangent of the tape (adTangent.c)"),
    (Part::Binomial, "binomial checkpointing (adBinomial.c)"),
    (Part::Special, "special functions (adSpecial.c)"),
    (Part::Memory, "memory that knows its size (adMemory.c)"),
];

/// The lines for what a run generated; none when it needs nothing but itself. `emitted` is where the same run wrote the runtime.
pub fn lines(output: &Output, emitted: Option<&Path>) -> Vec<String> {
    let of = |c: bool| -> BTreeSet<Part> {
        let of_output = |output: &Output| -> Vec<Part> {
            let files = output.files.iter().filter(|f| (f.form == SourceForm::C) == c);
            files.flat_map(|f| unparse::runtime::parts(&output.program, &f.units)).collect()
        };
        std::iter::once(output).chain(output.beside.as_deref()).flat_map(of_output).collect()
    };
    let (fortran, c) = (of(false), of(true));
    // Fortran has special functions from a module, which its compiler must see.
    let exchanges = fortran.contains(&Part::Mpi) || c.contains(&Part::Mpi);
    let mut linked: BTreeSet<Part> = fortran.iter().copied().filter(|p| *p != Part::Special).chain(c).collect();
    linked.remove(&Part::Mpi);
    if linked.contains(&Part::Tangent) {
        linked.insert(Part::Tape);
    }
    let mut out = Vec::new();
    if !linked.is_empty() {
        let names: Vec<&str> = PARTS.iter().filter(|(part, _)| linked.contains(part)).map(|p| p.1).collect();
        let how = match emitted {
            Some(directory) => {
                let d = directory.display();
                format!("make -C {d}, and link {d}/libadtape.a")
            }
            None if output.program.tapenade_runtime => {
                "link the runtime of your project, -ladtape, or rtapenade --emit-runtime DIR".to_string()
            }
            None => "link -ladtape, or rtapenade --emit-runtime DIR".to_string(),
        };
        out.push(format!("uses {}: {how}", listed(&names)));
    }
    if exchanges {
        let how = match emitted {
            Some(directory) => format!("make -C {0} libadmpi.a, and link {0}/libadmpi.a", directory.display()),
            None => "link -ladmpi, which rtapenade --emit-runtime DIR and make libadmpi.a there build".to_string(),
        };
        out.push(format!("uses derivatives of calls of MPI: {how}"));
    }
    if fortran.contains(&Part::Special) {
        let how = match emitted {
            Some(directory) => format!("compile {}/adSpecial.f90 first", directory.display()),
            None => "compile adSpecial.f90 first, which rtapenade --emit-runtime DIR writes".to_string(),
        };
        out.push(format!("uses the module adspecial: {how}"));
    }
    out
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_string(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
