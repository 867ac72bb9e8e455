//! What could be a head: the procedures of a program, to be listed where none is named, and what is named but can be none.

use il::{Diagnostic, Intent, Language, Program, SymbolId, Type, UnitId, UnitKind};

use crate::bound;
use crate::head::Name;
use crate::resolve;

/// How many procedures are listed; of the others the number is told.
const LISTED: usize = 8;

/// The error for a command line without `-head`, where it is not clear what is meant: it lists what may be.
pub fn missing_head(program: &Program) -> Diagnostic {
    let said = Diagnostic::error("RT0300", il::Span::NONE, "what is to be differentiated? -head is missing");
    let all = candidates(program);
    let Some(&(_, first)) = all.first() else {
        let main = program.units.iter().find(|(_, u)| matches!(u.kind, UnitKind::Program { .. }));
        return match main {
            Some((_, main)) => said.with(main.span, "a main program, which cannot be a head").note(INTO_A_SUBROUTINE),
            None => said.note("the given files contain no procedure"),
        };
    };
    let calls = il::calls::CallGraph::new(program);
    let (roots, others): (Vec<Candidate>, Vec<Candidate>) = all.iter().partition(|(_, u)| calls.callers(*u).is_empty());
    let mut said = said;
    for (what, list) in [("not called by others", roots), ("called by others", others)] {
        let names: Vec<String> = list.iter().map(|c| format!("`{}`", resolve::qualified(program, *c))).collect();
        if !names.is_empty() {
            let more = names.len().saturating_sub(LISTED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            said = said.note(format!("{what}: {}{more}", names[..names.len().min(LISTED)].join(", ")));
        }
    }
    let first = all.iter().find(|(_, u)| calls.callers(*u).is_empty()).map_or(first, |(_, u)| *u);
    let name = all.iter().find(|(_, u)| *u == first).map_or_else(String::new, |c| resolve::qualified(program, *c));
    said.note(format!("for example -head \"{name}{}\"", lists(program, first)))
}

/// A procedure, with the name of its module.
type Candidate<'p> = (Option<&'p str>, UnitId);

/// Procedures that others can call.
fn candidates(program: &Program) -> Vec<Candidate<'_>> {
    let inner = |unit: UnitId| resolve::host(program, unit).is_some();
    let all = resolve::procedures(program).into_iter();
    all.filter(|(_, u)| !inner(*u) && !program.units[*u].stands_for_pointer()).collect()
}

/// The lists of a head, `(x)\(y)`: what may be differentiated of the arguments, by their intents, or in C by what is `const`. Placeholders where that does
/// not tell.
fn lists(program: &Program, unit: UnitId) -> String {
    let u = &program.units[unit];
    let (mut independents, mut dependents) = (Vec::new(), Vec::new());
    for s in &u.params {
        let Some(v) = program.variable(*s).filter(|v| program.is_differentiable(&v.ty)) else { continue };
        let (read, written) = match (u.language, v.intent, &v.ty) {
            (_, Some(intent), _) => (intent != Intent::Out, intent != Intent::In),
            (Language::C, None, ty @ (Type::Pointer { .. } | Type::Array { .. })) => {
                let read = v.constant || ty.has_constant_target();
                (read, !read)
            }
            (Language::C, None, _) => (true, false),
            (Language::Fortran, None, _) => (false, false),
        };
        let name = &program.symbols[*s].name;
        independents.extend(read.then(|| name.clone()));
        dependents.extend(written.then(|| name.clone()));
    }
    let is_real = |s: &SymbolId| program.symbol_type(*s).is_some_and(|t| program.is_differentiable(t));
    dependents.extend(u.result().filter(is_real).map(|_| u.name.clone()));
    match independents.is_empty() || dependents.is_empty() {
        true => r"(independents)\(dependents)".into(),
        false => format!(r"({})\({})", independents.join(", "), dependents.join(", ")),
    }
}

const INTO_A_SUBROUTINE: &str = "move what is to be differentiated into a subroutine, with independents and dependents as arguments, and make that the head";

/// The error for a name that is none of a procedure with a body: what it is instead. `None`: nothing is called so.
pub fn no_procedure(program: &Program, name: &Name) -> Option<Diagnostic> {
    let wanted = name.text.as_str();
    let error = |message: String| Diagnostic::error("RT0302", name.span, message);
    let named = || program.units.iter().filter(|(_, u)| u.name.eq_ignore_ascii_case(wanted));
    if let Some((_, u)) = named().find(|(_, u)| !u.is_interface && !u.is_procedure()) {
        let of_module = |id: UnitId| {
            resolve::procedures(program).into_iter().find(move |(_, p)| program.units[*p].parent == Some(id))
        };
        return match u.kind {
            UnitKind::Module => {
                let inside = named().find_map(|(id, _)| of_module(id)).map(|p| resolve::qualified(program, p));
                let said = error(format!("`{wanted}` is a module")).with(u.span, "here");
                Some(match inside {
                    Some(first) => said.note(format!("name a procedure of it, such as `{first}`")),
                    None => said.note("name a procedure"),
                })
            }
            UnitKind::BlockData => {
                Some(error(format!("`{wanted}` is BLOCK DATA")).with(u.span, "here").note("name a procedure"))
            }
            _ => None,
        };
    }
    if let Some((_, u)) = named().find(|(_, u)| matches!(u.kind, UnitKind::Program { .. })) {
        let said = error(format!("`{wanted}` is a main program, which nobody can call, nor its derivative"));
        return Some(said.with(u.span, "here").note(INTO_A_SUBROUTINE));
    }
    let bound = bound::types_with(program, wanted);
    if !bound.is_empty() {
        let said = error(format!("`{wanted}` is no procedure, but a name that a type binds to one"));
        return Some(said.note(format!("name the type too: {}", bound.join(", "))));
    }
    let external = program.symbols.iter().find(|(s, known)| {
        known.name.eq_ignore_ascii_case(wanted)
            && !known.is_intrinsic()
            && program.procedure(*s).is_some()
            && program.callee(*s).is_none()
    });
    let (_, known) = external?;
    let said = error(format!("`{wanted}` has no body in the given files"));
    let said = if known.span.file.is_some() { said.with(known.span, "mentioned here") } else { said };
    Some(said.note("give the file that defines it"))
}
