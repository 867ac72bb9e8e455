//! Functions of the C library: which of them differentiated code may call with active values.
//!
//! Mathematical functions are intrinsics (`il::intrinsics`) and have rules; those that only look at what they are given, such as `printf`, are in
//! `analysis::external`. Of the others only what is listed here is understood: `qsort` moves values (`modf`, `frexp` and `remquo` were taken apart,
//! [`normalise`](crate::prepare::normalise)), and a derivative that did not follow would be wrong.

use il::symbol::ProcedureClass;
use il::{Program, SymbolId};

/// Those that set what they are given addresses of, from outside.
const READS_INPUT: &[&str] = &["scanf", "fscanf", "sscanf", "fread"];

/// Those that make, release, copy and clear memory.
const MEMORY: &[&str] = &["malloc", "calloc", "adAllocate", "free", "memcpy", "memmove", "memset"];

/// Those that set integers and give a number: it was taken apart, what is left sets the integers.
const SETS_INTEGERS: &[&str] = &["remquo", "remquof", "remquol"];

/// Whether a function sets what it is given addresses of, from outside.
pub(crate) fn reads_input(name: &str) -> bool {
    READS_INPUT.contains(&name)
}

/// Whether a function looks at numbers and sets integers.
pub(crate) fn sets_integers(name: &str) -> bool {
    SETS_INTEGERS.contains(&name)
}

/// Whether a procedure is one of the C library's that copy and clear bytes.
pub(crate) fn moves_bytes(p: &Program, callee: SymbolId) -> bool {
    let of_the_system = p.procedure(callee).is_some_and(|f| f.class == ProcedureClass::System);
    of_the_system && matches!(p.symbols[callee].name.as_str(), "memcpy" | "memmove" | "memset")
}

/// Whether a procedure is a function of the C library that nothing is known about.
pub(crate) fn is_unknown(p: &Program, callee: SymbolId) -> bool {
    let name = p.symbols[callee].name.as_str();
    let of_the_system = p.procedure(callee).is_some_and(|f| f.class == ProcedureClass::System);
    let known =
        || analysis::external::only_reads(name) || reads_input(name) || MEMORY.contains(&name) || sets_integers(name);
    of_the_system && !known() && il::Intrinsic::from_c(name).is_none() && crate::tape::entry_of(p, callee).is_none()
}
