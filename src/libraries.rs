//! Derivatives of libraries that come with the program: BLAS and LAPACK, as texts that [`diff::libraries`] explains. They apply to routines that the files
//! call and do not define, and that no `-ext` describes, where the arguments have the types of the library.
//!
//! A text is written in double precision, with `?` for the `d` in front of names; single precision follows from it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diff::libraries::Libraries;
use diff::{Pattern, Request};
use il::typing::type_of;
use il::{Arg, ExprKind, Language, Program, SymbolId, Type};

use crate::args::Options;
use crate::stubs;

const TEXTS: &[(&str, &str)] =
    &[("BLAS", include_str!("libraries/blas.f90")), ("LAPACK", include_str!("libraries/lapack.f90"))];

/// Enters the routines that the program calls and knows nothing else of; with `-blas rules` those, too, whose source is given.
pub fn provide(program: &mut Program, options: &Options, request: &mut Request) {
    if options.blas == "own" || !may_call_one(program) {
        return;
    }
    let libraries = routines(read(&texts()));
    if options.blas == "rules" {
        hide(program, &libraries);
    }
    let (called, defined) = (called(program), defined(program));
    let names: Vec<String> = libraries.names().collect();
    for name in names {
        let Some(calls) = called.get(&name).filter(|_| !request.externals.contains_key(&name)) else { continue };
        let fits = |call: &Called| match call.language {
            Language::Fortran => libraries.takes(&name, &call.args, call.value.as_ref()),
            Language::C => {
                let known = libraries.takes_in_c(&name, &call.args, call.value.as_ref());
                known && (call.by_columns || libraries.knows_rows(&name))
            }
        };
        let is_written = |pattern: &Pattern| defined.contains(&pattern.apply(&name).to_ascii_lowercase());
        let patterns = [&request.patterns.tangent_procedure, &request.patterns.adjoint_procedure];
        if !calls.iter().all(fits) || patterns.into_iter().any(is_written) {
            continue;
        }
        if let Some(known) = libraries.external(&name) {
            request.externals.insert(name.clone(), known);
            request.library_routines.insert(name);
        }
    }
    request.libraries = Some(Arc::new(libraries));
    request.library_prefix = prefix(program, options, request);
}

/// The name of the output, as the beginning of a name.
fn prefix(program: &Program, options: &Options, request: &Request) -> String {
    let of_head = request.heads.first().and_then(|h| program.units[h.unit].file);
    let path = options.output.clone().or_else(|| Some(program.sources[of_head?].path.clone()));
    let stem = path.as_ref().and_then(|p| std::path::Path::new(p).file_stem()).unwrap_or_default().to_string_lossy();
    let word: String = stem.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(24).collect();
    let word = word.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    if word.is_empty() { String::new() } else { format!("{word}_").to_lowercase() }
}

/// The texts, in both precisions.
fn texts() -> Vec<(&'static str, String)> {
    TEXTS.iter().flat_map(|(library, t)| [(*library, double(t)), (*library, single(t))]).collect()
}

/// Whether some procedure of the program has the name of a routine: the texts are read for such programs only.
fn may_call_one(program: &Program) -> bool {
    let named: BTreeSet<String> = (program.symbols.iter())
        .filter(|(_, s)| matches!(s.kind, il::SymbolKind::Procedure(_)) && !s.is_intrinsic())
        .map(|(_, s)| in_fortran(&s.name.to_ascii_lowercase()).to_string())
        .collect();
    let is_named = |line: &str| {
        let head = line.split_once("function ").map_or(line, |(_, rest)| rest);
        let name = head.split('(').next().and_then(|head| head.split_whitespace().last()).unwrap_or_default();
        ["d", "s"].iter().any(|kind| named.contains(&name.replace('?', kind)))
    };
    TEXTS
        .iter()
        .flat_map(|(_, t)| t.lines())
        .any(|l| l.contains('?') && l.contains('(') && !l.starts_with(' ') && is_named(l))
}

/// A name without what those of C begin with.
fn in_fortran(name: &str) -> &str {
    ["cblas_", "lapacke_"].iter().find_map(|start| name.strip_prefix(start)).unwrap_or(name)
}

/// Takes the bodies of routines of the library: they are called as they are.
fn hide(program: &mut Program, libraries: &Libraries) {
    let is_routine = |u: &il::Unit| {
        let types: Vec<Type> = u.params.iter().filter_map(|s| program.symbol_type(*s).cloned()).collect();
        let value = u.result().and_then(|r| program.symbol_type(r));
        let free = u.parent.is_none() && u.is_procedure() && u.language == Language::Fortran && !u.is_interface;
        free && libraries.takes(&u.name.to_ascii_lowercase(), &types, value)
    };
    let found: Vec<il::UnitId> = program.units.iter().filter(|(_, u)| is_routine(u)).map(|(id, _)| id).collect();
    for id in found {
        program.units[id].is_interface = true;
        program.units[id].body.clear();
    }
}

/// The names of procedures with bodies, in lower case.
fn defined(program: &Program) -> BTreeSet<String> {
    let with_body = program.units.iter().filter(|(_, u)| !u.is_interface && u.is_procedure());
    with_body.map(|(_, u)| u.name.to_ascii_lowercase()).collect()
}

/// A call of a procedure that has no source.
struct Called {
    language: Language,
    /// In C, the types that its prototype says.
    args: Vec<Type>,
    value: Option<Type>,
    /// C: its first argument says that matrices lie by columns.
    by_columns: bool,
}

/// The calls of procedures that have no source, by their names in lower case.
fn called(program: &Program) -> BTreeMap<String, Vec<Called>> {
    let mut out: BTreeMap<String, Vec<Called>> = BTreeMap::new();
    let defined = defined(program);
    let mut note = |language: Language, callee: SymbolId, args: &[Arg], value: Option<Type>| {
        let name = program.symbols[callee].name.to_ascii_lowercase();
        if program.callee(callee).is_some() || program.symbols[callee].is_intrinsic() || defined.contains(&name) {
            return;
        }
        let call = match language {
            Language::Fortran => {
                let args = args.iter().map(|a| type_of(program, &a.value)).collect();
                Called { language, args, value, by_columns: true }
            }
            Language::C => {
                let prototype = program.procedure(callee).and_then(|p| p.unit).map(|u| &program.units[u]);
                // A header declares what derivatives call, too; a file of the program may not.
                let Some(prototype) = prototype.filter(|_| !is_declared_by_a_file(program, callee)) else { return };
                let by_columns = args.first().is_some_and(|a| il::fold::integer(program, &a.value) == Some(COLUMNS));
                let args = prototype.params.iter().filter_map(|s| program.symbol_type(*s).cloned()).collect();
                let value = program.procedure(callee).and_then(|p| p.result.clone()).filter(|ty| *ty != Type::Void);
                Called { language, args, value, by_columns }
            }
        };
        out.entry(name).or_default().push(call);
    };
    for (_, u) in program.units.iter() {
        u.walk(&u.body, &mut |_, stmt| {
            if let il::StmtKind::Call { callee, args, .. } = &stmt.kind {
                note(u.language, *callee, args, None);
            }
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Call { callee, args } = &x.kind {
                        note(u.language, *callee, args, Some(type_of(program, x)));
                    }
                });
            });
        });
    }
    out
}

/// Whether a file of the program, and no header, declares a function of C.
fn is_declared_by_a_file(program: &Program, callee: SymbolId) -> bool {
    let files = program.inputs.iter().flat_map(|i| &i.units).map(|u| &program.units[*u]);
    files.flat_map(|u| &u.decls).any(|d| d.kind == il::DeclKind::Prototype(callee))
}

/// `CblasColMajor`, `LAPACK_COL_MAJOR`.
const COLUMNS: i64 = 102;

fn double(text: &str) -> String {
    text.replace('?', "d")
}

fn single(text: &str) -> String {
    text.replace('?', "s").replace("real(8)", "real(4)").replace("d0", "e0")
}

fn read(texts: &[(&str, String)]) -> Program {
    let mut program = Program::new();
    let trees = texts.iter().map(|(library, text)| stubs::parsed(&mut program.sources, library, text)).collect();
    let said = frontend_fortran::lower::lower(trees, &mut program, &Default::default());
    debug_assert!(said.is_empty(), "{said:?}");
    program
}

/// The routines of the texts; those of LAPACK have another interface in C.
fn routines(program: Program) -> Libraries {
    let of_lapack = program.sources.iter().filter(|(_, s)| s.path.contains("LAPACK"));
    let files: BTreeSet<il::FileId> = of_lapack.map(|(id, _)| id).collect();
    Libraries::new(program, &|u| u.file.is_some_and(|f| files.contains(&f)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every text is understood, whole, in both precisions; every routine has both derivatives, or an index for its value.
    #[test]
    fn texts_are_understood() {
        let texts = texts();
        let program = read(&texts);
        assert!(program.units.iter().all(|(_, u)| !u.has_errors));
        let names: BTreeSet<String> = program.units.iter().map(|(_, u)| u.name.to_ascii_lowercase()).collect();
        assert_eq!(names.len(), program.units.len(), "a name stands twice");
        for (_, u) in program.units.iter().filter(|(_, u)| u.body.is_empty()) {
            let has = |end: &str| names.contains(&format!("{}{end}", u.name.to_ascii_lowercase()));
            let is_index = u.result().and_then(|r| program.symbol_type(r)).is_some_and(|ty| !ty.is_differentiable());
            assert!(is_index || has("_d") && has("_b"), "{}", u.name);
        }
    }
}
