//! Derivatives of libraries that come with the program: BLAS and LAPACK, as texts that [`diff::libraries`] explains. They apply to routines that the files
//! call and do not define, and that no `-ext` describes, where the arguments have the types of the library.
//!
//! A text is written once for several kinds of numbers ([`kinds`]). Users have texts of their own ([`of_users`]).

mod in_c;
mod kinds;
mod of_users;
mod solver;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diff::libraries::{Libraries, Origin};
use diff::{Pattern, Request};
use il::types::Upper;
use il::typing::type_of;
use il::{Arg, Diagnostic, ExprKind, Language, Program, Severity, Sources, Span, SymbolId, Type};

use self::kinds::Numbers;
use crate::args::Options;
use crate::stubs;

const TEXTS: &[(&str, Numbers, &str)] = &[
    ("BLAS", Numbers::All, include_str!("libraries/blas_all.f90")),
    ("BLAS", Numbers::Real, include_str!("libraries/blas.f90")),
    ("BLAS", Numbers::Complex, include_str!("libraries/blas_complex.f90")),
    ("LAPACK", Numbers::All, include_str!("libraries/lapack_all.f90")),
    ("LAPACK", Numbers::Real, include_str!("libraries/lapack.f90")),
];

/// How the parts of a library are called that are for complex numbers: C has other interfaces to them.
const COMPLEX: &str = "complex numbers in ";

/// Enters the routines that the program calls and knows nothing else of; with `-blas rules` those, too, whose source is given. `None`: the rules of the user
/// cannot be used.
pub fn provide(
    program: &mut Program,
    options: &Options,
    request: &mut Request,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<()> {
    let own = of_users::read(options, program, diagnostics)?;
    let (solvers, mut rewritten) = solver::rewrite(program, options, request, diagnostics)?;
    let program = rewritten.as_mut().unwrap_or(program);
    if own.is_empty() && solvers.is_empty() && (options.blas == "own" || !may_call_one(program)) {
        return Some(());
    }
    let (text, mut said) = read(&texts(), &own, &solvers, program.sources.clone());
    if !own.is_empty() {
        said.extend(of_users::faults(&text, &own));
    }
    let fails = said.iter().any(|d| d.severity == Severity::Error);
    diagnostics.append(&mut said);
    if fails {
        return None;
    }
    let libraries = routines(text);
    if options.blas == "rules" {
        hide(program, &libraries);
        diagnostics.extend(inside_others(program, &libraries));
    }
    let (called, defined) = (called(program), defined(program));
    let names: Vec<String> = libraries.names().collect();
    for name in names {
        let Some(calls) = called.get(&name).filter(|_| !request.externals.contains_key(&name)) else { continue };
        let is_own = libraries.origin(&name) == Some(Origin::User);
        let solver = solvers.iter().find(|s| s.name == name);
        if !is_own && options.blas == "own" {
            continue;
        }
        let is_written = |pattern: &Pattern| defined.contains(&pattern.apply(&name).to_ascii_lowercase());
        let patterns = [&request.patterns.tangent_procedure, &request.patterns.adjoint_procedure];
        if patterns.into_iter().any(is_written) {
            continue;
        }
        let misfit = calls.iter().find_map(|call| Some((call, misfit(&libraries, &name, call)?)));
        if let Some((call, why)) = misfit {
            if let Some(s) = solver {
                let message = format!("the solver cannot be called again: {}", why.said);
                diagnostics.push(Diagnostic::error("RT0483", s.span, message));
                return None;
            }
            // Of what the user describes, an answer is expected.
            diagnostics.extend(is_own.then(|| why.into_diagnostic(call)));
            continue;
        }
        if let Some(mut known) = libraries.external(&name) {
            if let Some(s) = solver {
                let (right, solution) = s.places;
                let written = known.places.iter().enumerate().filter(|(_, a)| a.written);
                let row = |(k, _)| if k == solution { vec![right] } else { Vec::new() };
                known.deps = Some(written.map(row).collect());
                request.idle_routines.insert(name.clone(), [right, solution]);
            }
            request.externals.insert(name.clone(), known);
            request.library_routines.insert(name);
        }
    }
    request.libraries = Some(Arc::new(libraries));
    request.library_prefix = prefix(program, options, request);
    request.called_by_rules = solvers.iter().map(|s| s.transposed).collect();
    request.rewritten = rewritten.map(Arc::new);
    Some(())
}

/// Why the rule of a routine is not for a call.
struct Misfit {
    said: String,
    /// Where the rules say so.
    place: Span,
}

impl Misfit {
    fn into_diagnostic(self, call: &Called) -> Diagnostic {
        let message = format!("the rule for `{}` is not used: {}", call.name, self.said);
        let said = Diagnostic::warning("RT0325", call.span, message);
        if self.place == Span::NONE { said } else { said.with(self.place, "in the rules") }
    }
}

fn misfit(libraries: &Libraries, name: &str, call: &Called) -> Option<Misfit> {
    let other = |said: &str| Some(Misfit { said: said.to_string(), place: Span::NONE });
    match call.language {
        Language::Fortran => match () {
            () if !libraries.takes(name, &call.args, call.value.as_ref()) => {
                other("this call has other arguments than the description, in number or type")
            }
            () if libraries.origin(name) == Some(Origin::User) && !call.by_address => {
                other("it is no external procedure that takes addresses alone, as those of Fortran 77")
            }
            () => None,
        },
        Language::C => {
            let known = libraries.takes_in_c(name, &call.args, call.value.as_ref());
            if !known || !call.by_columns && !libraries.knows_rows(name) {
                return other("its prototype is not that of the description");
            }
            if libraries.origin(name) != Some(Origin::User) {
                return None;
            }
            let (place, said) = in_c::obstacle(libraries, name)?;
            Some(Misfit { said: format!("in C {said}"), place })
        }
    }
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

/// The texts, for all kinds of numbers.
fn texts() -> Vec<(String, String)> {
    let of = |(library, numbers, text): &(&str, Numbers, &str)| -> Vec<(String, String)> {
        let name = |complex| format!("{}{library}", if complex { COMPLEX } else { "" });
        numbers.kinds().map(|k| (name(k.is_complex), numbers.text(text, k))).collect()
    };
    TEXTS.iter().flat_map(of).collect()
}

/// Whether some procedure of the program has the name of a routine: the texts are read for such programs only.
fn may_call_one(program: &Program) -> bool {
    let named: BTreeSet<String> = (program.symbols.iter())
        .filter(|(_, s)| matches!(s.kind, il::SymbolKind::Procedure(_)) && !s.is_intrinsic())
        .map(|(_, s)| in_fortran(&s.name.to_ascii_lowercase()).to_string())
        .collect();
    let is_named = |numbers: Numbers, line: &str| {
        let head = line.split_once("function ").map_or(line, |(_, rest)| rest);
        let name = head.split('(').next().and_then(|head| head.split_whitespace().last()).unwrap_or_default();
        numbers.kinds().any(|kind| named.contains(&kind.apply(name)))
    };
    let is_head = |line: &str| line.contains('?') && line.contains('(') && !line.starts_with(' ');
    TEXTS.iter().any(|(_, numbers, t)| t.lines().any(|l| is_head(l) && is_named(*numbers, l)))
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

/// What is said of procedures with the names of routines of the user's that belong to modules or to other procedures: rules are for external ones.
fn inside_others(program: &Program, libraries: &Libraries) -> Vec<Diagnostic> {
    let is_named = |u: &&il::Unit| {
        let has_source = u.parent.is_some() && u.is_procedure() && !u.is_interface && u.language == Language::Fortran;
        has_source && libraries.origin(&u.name.to_ascii_lowercase()) == Some(Origin::User)
    };
    let say = |u: &il::Unit| {
        let message = format!("the rule for `{}` is not used: this one is no external procedure", u.name);
        Diagnostic::warning("RT0325", u.span, message)
            .note("its source is differentiated; rules are for procedures that stand alone")
    };
    program.units.iter().map(|(_, u)| u).filter(is_named).map(say).collect()
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
    /// Fortran: it is an external procedure, and nothing says that arguments are passed but by their addresses.
    by_address: bool,
    name: String,
    span: Span,
}

/// The calls of procedures that have no source, by their names in lower case.
fn called(program: &Program) -> BTreeMap<String, Vec<Called>> {
    let mut out: BTreeMap<String, Vec<Called>> = BTreeMap::new();
    let defined = defined(program);
    let mut note = |language: Language, callee: SymbolId, args: &[Arg], value: Option<Type>, span: Span| {
        let name = program.symbols[callee].name.to_ascii_lowercase();
        if program.callee(callee).is_some() || program.symbols[callee].is_intrinsic() || defined.contains(&name) {
            return;
        }
        let shown = program.symbols[callee].name.clone();
        let call = match language {
            Language::Fortran => {
                let args = args.iter().map(|a| type_of(program, &a.value)).collect();
                let by_address = is_by_address(program, callee);
                Called { language, args, value, by_columns: true, by_address, name: shown, span }
            }
            Language::C => {
                let prototype = program.procedure(callee).and_then(|p| p.unit).map(|u| &program.units[u]);
                // A header declares what derivatives call, too; a file of the program may not.
                let Some(prototype) = prototype.filter(|_| !is_declared_by_a_file(program, callee)) else { return };
                let by_columns = args.first().is_some_and(|a| il::fold::integer(program, &a.value) == Some(COLUMNS));
                let args = prototype.params.iter().filter_map(|s| program.symbol_type(*s).cloned()).collect();
                let value = program.procedure(callee).and_then(|p| p.result.clone()).filter(|ty| *ty != Type::Void);
                Called { language, args, value, by_columns, by_address: true, name: shown, span }
            }
        };
        out.entry(name).or_default().push(call);
    };
    for (_, u) in program.units.iter() {
        u.walk(&u.body, &mut |_, stmt| {
            if let il::StmtKind::Call { callee, args, .. } = &stmt.kind {
                note(u.language, *callee, args, None, stmt.span);
            }
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Call { callee, args } = &x.kind {
                        note(u.language, *callee, args, Some(type_of(program, x)), stmt.span);
                    }
                });
            });
        });
    }
    out
}

/// Fortran: whether a procedure is an external one whose interface, where there is one, has dummies as those of Fortran 77.
fn is_by_address(program: &Program, callee: SymbolId) -> bool {
    let plain = |s: &SymbolId| {
        program.variable(*s).is_some_and(|v| {
            let open = v.ty.dimensions().iter().any(|d| matches!(d.upper, Upper::Deferred));
            !(v.by_value || v.optional || v.allocatable || v.pointer || open)
        })
    };
    let Some(unit) = program.procedure(callee).and_then(|p| p.unit) else { return true };
    let u = &program.units[unit];
    u.library.is_none() && u.suffix.is_none() && u.params.iter().all(plain)
}

/// Whether a file of the program, and no header, declares a function of C.
fn is_declared_by_a_file(program: &Program, callee: SymbolId) -> bool {
    let files = program.inputs.iter().flat_map(|i| &i.units).map(|u| &program.units[*u]);
    files.flat_map(|u| &u.decls).any(|d| d.kind == il::DeclKind::Prototype(callee))
}

/// `CblasColMajor`, `LAPACK_COL_MAJOR`.
const COLUMNS: i64 = 102;

/// The texts, behind the sources of the program.
fn read(
    texts: &[(String, String)],
    own: &[of_users::Text],
    solvers: &[solver::Made],
    sources: Sources,
) -> (Program, Vec<Diagnostic>) {
    let mut program = Program { sources, ..Program::new() };
    let mut trees: Vec<_> =
        texts.iter().map(|(library, text)| stubs::parsed(&mut program.sources, library, text)).collect();
    let (more, mut said) = of_users::parsed(own, &mut program.sources);
    trees.extend(more);
    let mut known: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, text) in solvers.iter().flat_map(|s| &s.described) {
        known.entry(name).or_insert(text);
    }
    let text: String = known.into_values().chain(solvers.iter().map(|s| s.text.as_str())).collect();
    trees.push(stubs::parsed(&mut program.sources, "linear solvers", &text));
    let files = of_users::files(own);
    let lowered = frontend_fortran::lower::lower(trees, &mut program, &Default::default());
    // Names that stand in both are met in what was read.
    let is_of_users =
        |d: &Diagnostic| files.contains(&d.span.file) && d.related.iter().all(|r| files.contains(&r.0.file));
    said.extend(lowered.into_iter().filter(is_of_users));
    (program, said)
}

/// The routines of the texts; those of LAPACK have another interface in C.
fn routines(program: Program) -> Libraries {
    let files = |part: &str| -> BTreeSet<il::FileId> {
        program.sources.iter().filter(|(_, s)| s.path == format!("<description of {part}>")).map(|(id, _)| id).collect()
    };
    let (blas, lapack) = (files("BLAS"), files("LAPACK"));
    let complex: BTreeSet<il::FileId> =
        ["BLAS", "LAPACK"].iter().flat_map(|library| files(&format!("{COMPLEX}{library}"))).collect();
    let origin = |u: &il::Unit| match u.file {
        Some(f) if complex.contains(&f) => Origin::InFortran,
        Some(f) if blas.contains(&f) => Origin::Blas,
        Some(f) if lapack.contains(&f) => Origin::Lapack,
        _ => Origin::User,
    };
    Libraries::new(program, &origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every text is understood, whole, in both precisions; every routine has both derivatives, or an index for its value.
    #[test]
    fn texts_are_understood() {
        let texts = texts();
        let (program, said) = read(&texts, &[], &[], Sources::new());
        assert!(said.is_empty(), "{said:?}");
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
