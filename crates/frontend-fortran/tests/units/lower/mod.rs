//! Tables of small programs: what is said, and what it means.

mod declarations;
mod expressions;
mod scopes;
mod show;
mod statements;

use il::source::SourceFile;
use il::{Diagnostic, Program, SymbolId, UnitId};

use frontend_fortran::lower::{Options, lower};
use frontend_fortran::{NoIncludes, parse};

/// Lowers texts as `a.f90`, `b.f90`, …; a text that begins with six blanks is in fixed form.
fn program(texts: &[&str]) -> (Program, Vec<Diagnostic>) {
    let mut program = Program::new();
    let mut trees = Vec::new();
    let mut said = Vec::new();
    for (k, text) in texts.iter().enumerate() {
        let suffix = if text.starts_with("      ") { "f" } else { "f90" };
        let path = format!("{}.{suffix}", (b'a' + k as u8) as char);
        let file = program.sources.add(SourceFile { path, text: text.to_string() });
        let (tree, diagnostics) =
            parse(&mut program.sources, file, &mut NoIncludes, &frontend_fortran::Options::default());
        said.extend(diagnostics);
        trees.push(tree);
    }
    said.extend(lower(trees, &mut program, &Options::default()));
    (program, said)
}

/// Lowers one text that must give no diagnostic.
fn clean(text: &str) -> Program {
    let (program, said) = program(&[text]);
    let said: Vec<_> = said.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
    assert!(said.is_empty(), "{text}\n{said:?}");
    assert!(il::verify::verify(&program).is_empty(), "{text}");
    program
}

/// The codes of what is said about a text, each once.
fn codes(text: &str) -> Vec<&'static str> {
    let mut codes: Vec<_> = program(&[text]).1.iter().map(|d| d.code).collect();
    codes.dedup();
    codes
}

/// The unit of that name.
fn unit(program: &Program, name: &str) -> UnitId {
    let found = program.units.iter().find(|(_, u)| u.name.eq_ignore_ascii_case(name) && !u.is_interface);
    found.map(|(id, _)| id).unwrap_or_else(|| panic!("no unit {name}"))
}

/// What `name` means in the unit `in_unit`.
fn symbol(program: &Program, in_unit: &str, name: &str) -> SymbolId {
    let scope = program.units[unit(program, in_unit)].scope;
    program.lookup(scope, name).unwrap_or_else(|| panic!("no symbol {name} in {in_unit}"))
}
