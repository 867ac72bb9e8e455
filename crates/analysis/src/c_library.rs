//! The C library, and what gfortran has of the same names: what its procedures do with memory and with the world, in one table.
//!
//! Mathematical functions are intrinsics (`il::intrinsics`) and have rules; `modf`, `frexp` and `remquo` are taken apart before. What stands nowhere is not
//! understood: where it gets something active, a derivative that did not follow would be wrong.

use il::symbol::ProcedureClass;
use il::{Program, SymbolId};

/// What a function does with what its pointers lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// It looks.
    Reads,
    /// It sets what it is given addresses of, from outside.
    Input,
    /// It looks at numbers and sets integers: what gives a number was taken apart.
    Integers,
    /// It gives memory, or releases it.
    Blocks,
    /// It copies or clears bytes.
    Bytes,
    /// Nobody knows.
    Unknown,
}

impl Memory {
    /// Whether what its pointers lead to keeps its value; blocks that are released have none.
    pub fn only_reads(self) -> bool {
        matches!(self, Memory::Reads | Memory::Blocks)
    }
}

/// What a procedure does outside of the variables of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum World {
    /// Nothing that anybody asks for: the terminal forgets.
    Nothing,
    /// It gets something from files, or from a generator of random numbers.
    Read,
    /// It changes what others get.
    Changed,
    /// It does not come back.
    Ended,
}

#[rustfmt::skip]
const TABLE: &[(Memory, World, &[&str])] = &[
    (Memory::Reads, World::Nothing, &[
        "printf", "vprintf", "puts", "putchar", "perror", "va_start", "va_end", "assert", "__assert_fail",
        "strlen", "strcmp", "strncmp", "clock", "atoi", "atol",
        "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper",
        // What macros of <ctype.h> call.
        "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
        // The runtime's.
        "adAllocated",
    ]),
    (Memory::Reads, World::Read, &["rand"]),
    (Memory::Reads, World::Changed, &["fopen", "fclose", "fflush", "fprintf", "vfprintf", "fputs", "fputc", "fwrite", "srand"]),
    (Memory::Reads, World::Ended, &["exit", "abort"]),
    (Memory::Input, World::Nothing, &["sscanf"]),
    (Memory::Input, World::Read, &["scanf", "fscanf", "fread"]),
    (Memory::Integers, World::Nothing, &["remquo", "remquof", "remquol"]),
    (Memory::Blocks, World::Nothing, &["malloc", "calloc", "adAllocate", "free"]),
    (Memory::Bytes, World::Nothing, &["memcpy", "memmove", "memset"]),
    (Memory::Unknown, World::Read, &[
        "random", "drand48", "lrand48", "mrand48", "random_number",
        "vscanf", "vfscanf", "fgets", "fgetc", "getc", "getchar", "feof", "ferror", "ftell", "fgetpos",
    ]),
    (Memory::Unknown, World::Changed, &[
        "srandom", "srand48", "seed48", "lcong48", "initstate", "setstate", "random_seed", "random_init",
        "freopen", "fdopen", "tmpfile", "rewind", "fseek", "fsetpos", "putc", "ungetc", "remove", "rename",
    ]),
    (Memory::Unknown, World::Ended, &["_exit", "quick_exit"]),
];

/// What a function of this name does.
pub fn named(name: &str) -> (Memory, World) {
    // Two functions end a program at once, `_Exit` and `_exit`; Fortran writes names as it likes.
    let row = TABLE.iter().find(|row| row.2.iter().any(|n| n.eq_ignore_ascii_case(name)));
    row.map_or((Memory::Unknown, World::Nothing), |row| (row.0, row.1))
}

/// What a procedure does, where it is one of the system's, or an intrinsic one.
pub fn of(p: &Program, callee: SymbolId) -> Option<(Memory, World)> {
    let of_the_system = p.procedure(callee).is_some_and(|f| f.class == ProcedureClass::System);
    (of_the_system || p.symbols[callee].is_intrinsic()).then(|| named(&p.symbols[callee].name))
}

/// What a function of the C library does with memory; `None` for what is none.
pub fn memory(p: &Program, callee: SymbolId) -> Option<Memory> {
    let of_the_system = p.procedure(callee).is_some_and(|f| f.class == ProcedureClass::System);
    of_the_system.then(|| named(&p.symbols[callee].name).0)
}
