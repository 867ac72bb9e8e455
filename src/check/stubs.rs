//! Procedures that no file defines, and that what is checked perhaps never calls: each gets a body that says its name and stops.

use std::collections::BTreeSet;
use std::fmt::Write;

use il::{Language, Program, Storage};

/// What ld says, in any language of the compiler's messages.
const UNDEFINED: &str = "undefined reference to `";

/// The names of C's global variables: what is declared and defined nowhere may be data, which no body stands for.
pub fn global_variables(program: &Program) -> BTreeSet<String> {
    let c = program.units.iter().any(|(_, u)| u.language == Language::C);
    let global = |id| program.variable(id).is_some_and(|v| v.storage == Storage::Global);
    program.symbols.iter().filter(|(id, _)| c && global(*id)).map(|(_, s)| s.name.clone()).collect()
}

/// The names that a linker misses, if all of them can be procedures: no variables, and nothing of a module.
pub fn missing(said: &str, variables: &BTreeSet<String>) -> Option<BTreeSet<String>> {
    let names = said.split(UNDEFINED).skip(1).filter_map(|rest| rest.split('\'').next());
    let names: BTreeSet<String> = names.map(str::to_string).collect();
    let is_procedure = |n: &String| {
        !n.starts_with("__") && !variables.contains(n) && n.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    (!names.is_empty() && names.iter().all(is_procedure)).then_some(names)
}

/// A C file that defines them.
pub fn text(names: &BTreeSet<String>) -> String {
    let mut out = String::from("#include <stdio.h>\n#include <stdlib.h>\n");
    for name in names {
        let spoken = name.trim_end_matches('_');
        writeln!(
            out,
            "void {name}(void) {{ fputs(\"`{spoken}` is called, and no file defines it: --with gives the file or library that does\\n\", stderr); abort(); }}"
        )
        .expect("strings take text");
    }
    out
}
