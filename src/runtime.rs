//! The runtime library (the tape), shipped inside the program and written out on request.

use std::path::Path;

use crate::output::Text;
use crate::overwriting::is_generated;

/// Name and text of each file.
pub const FILES: &[(&str, &str)] = &[
    ("adTape.h", include_str!("../runtime/adTape.h")),
    ("adStack.h", include_str!("../runtime/adStack.h")),
    ("adStack.c", include_str!("../runtime/adStack.c")),
    ("adBuffer.h", include_str!("../runtime/adBuffer.h")),
    ("adInline.h", include_str!("../runtime/adInline.h")),
    ("adBuffer.c", include_str!("../runtime/adBuffer.c")),
    ("adFortran.c", include_str!("../runtime/adFortran.c")),
    ("adTangent.c", include_str!("../runtime/adTangent.c")),
    ("adSpecial.h", include_str!("../runtime/adSpecial.h")),
    ("adSpecial.c", include_str!("../runtime/adSpecial.c")),
    ("adSpecial.f90", include_str!("../runtime/adSpecial.f90")),
    ("adBinomial.h", include_str!("../runtime/adBinomial.h")),
    ("adBinomial.c", include_str!("../runtime/adBinomial.c")),
    ("adMemory.h", include_str!("../runtime/adMemory.h")),
    ("adMemory.c", include_str!("../runtime/adMemory.c")),
];

/// What `mpicc` compiles, for derivatives that exchange numbers by MPI.
pub const MPI_FILES: &[(&str, &str)] = &[
    ("adMpi.h", include_str!("../runtime/adMpi.h")),
    ("adMpiParts.h", include_str!("../runtime/adMpiParts.h")),
    ("adMpi.c", include_str!("../runtime/adMpi.c")),
    ("adMpiRequests.c", include_str!("../runtime/adMpiRequests.c")),
    ("adMpiCollective.c", include_str!("../runtime/adMpiCollective.c")),
    ("adMpiReduce.c", include_str!("../runtime/adMpiReduce.c")),
    ("adMpiFortran.c", include_str!("../runtime/adMpiFortran.c")),
];

/// Name and text of the makefile that is written beside them.
pub const MAKEFILE: (&str, &str) = ("Makefile", include_str!("../runtime/emitted.mk"));

/// All that is written into a directory: the files and a makefile, unless the user has one there.
pub fn texts(directory: &Path) -> Vec<Text> {
    let has_own = std::fs::read_to_string(directory.join(MAKEFILE.0)).is_ok_and(|there| !is_generated(&there));
    let makefile = (!has_own).then_some(&MAKEFILE);
    let all = FILES.iter().chain(MPI_FILES).chain(makefile);
    all.map(|(name, text)| Text { name: name.to_string(), content: text.to_string() }).collect()
}

/// Writes the headers alone: what reading a derivative takes.
pub fn write_headers(directory: &Path) -> std::io::Result<()> {
    let mut headers = FILES.iter().filter(|(name, _)| name.ends_with(".h"));
    headers.try_for_each(|(name, text)| std::fs::write(directory.join(name), text))
}
