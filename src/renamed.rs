//! Names that are not what one expects: derivatives whose names the program has already (`f_b0` for the adjoint of `f` where there is an `f_b`), files whose
//! names another one has, and one derivative of two heads. Whoever calls and compiles them must know.

use std::path::Path;

use diff::{HeadSpec, Mode, Output, Request};
use il::{Diagnostic, Id, Program, Span};

use crate::args::Options;
use crate::output::{Text, file_name};

/// The note that lists them, RT0523, if there are any.
pub fn note(program: &Program, request: &Request, output: &Output) -> Option<Diagnostic> {
    let p = &request.patterns;
    let patterns = [&p.tangent_procedure, &p.adjoint_procedure, &p.tangent_module, &p.adjoint_module];
    let mut changed: Vec<(String, String, String, Span)> = Vec::new();
    // Copies that were made for one pattern of activity each have numbers of their own.
    for d in output.derivatives.iter().filter(|d| d.original.index() < program.units.len()) {
        let (original, generated) = (&program.units[d.original], &output.program.units[d.generated]);
        let folded = program.scopes[original.scope].case_insensitive;
        let wanted = patterns.iter().map(|p| diff::names::apply(p, &original.name, folded));
        let is_numbered = |wanted: &String| {
            let number = generated
                .name
                .get(wanted.len()..)
                .filter(|n| !n.is_empty() && generated.name.starts_with(wanted.as_str()));
            number.is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
        };
        let Some(wanted) = wanted.into_iter().find(is_numbered) else { continue };
        let Some(place) = known(program, &wanted, folded) else { continue };
        let one = (original.name.clone(), generated.name.clone(), wanted, place);
        if !changed.contains(&one) {
            changed.push(one);
        }
    }
    let (_, _, wanted, place) = changed.first()?;
    let names: Vec<String> = changed
        .iter()
        .map(|(original, generated, ..)| format!("`{generated}` is the derivative of `{original}`"))
        .collect();
    let why: Vec<String> = changed.iter().map(|c| format!("`{}`", c.2)).collect();
    let exist = if why.len() == 1 { "exists" } else { "exist" };
    let mut said =
        Diagnostic::info("RT0523", *place, format!("{}, because {} {exist}", names.join(", "), why.join(", ")))
            .label(format!("this is `{wanted}`"))
            .note("-tgtfuncname and -adjfuncname give derivatives another pattern of names");
    said.related = changed.iter().skip(1).map(|c| (c.3, format!("this is `{}`", c.2))).collect();
    Some(said)
}

/// The note about heads that name one procedure with different lists, RT0525: it has one derivative for all of them.
pub fn shared(request: &Request, output: &Output) -> Option<Diagnostic> {
    let heads = &request.heads;
    let differ = |a: &HeadSpec, b: &HeadSpec| (&a.independents, &a.dependents) != (&b.independents, &b.dependents);
    let again = |k: usize, h: &HeadSpec| heads[..k].iter().any(|o| o.unit == h.unit && differ(o, h));
    let (_, head) = heads.iter().enumerate().find(|(k, h)| again(*k, h))?;
    let derivative = output.derivatives.iter().find(|d| d.original == head.unit)?;
    let unit = |u: il::UnitId| output.program.units[u].name.as_str();
    let (name, derivative) = (unit(head.unit), unit(derivative.generated));
    let option = if request.mode == Mode::Adjoint { "-adjfuncname %_b2" } else { "-tgtfuncname %_d2" };
    let message =
        format!("`{name}` is a head more than once: `{derivative}` is its derivative for all their lists together");
    Some(
        Diagnostic::info("RT0525", Span::NONE, message)
            .note(format!("a run of its own with {option} gives derivative and file names of their own")),
    )
}

/// The note about inputs of one name in several directories, RT0524: their outputs have names of their own.
pub fn files(options: &Options, output: &Output, suffix: &str, texts: &[Text]) -> Option<Diagnostic> {
    if options.output.is_some() || options.splitoutputfiles {
        return None;
    }
    let program = &output.program;
    let path = |f: &diff::OutputFile| program.sources[program.inputs[f.input].file].path.clone();
    let changed = output.files.iter().zip(texts).filter(|(f, t)| file_name(Path::new(&path(f)), suffix) != t.name);
    let names: Vec<String> = changed.map(|(f, t)| format!("`{}` gives `{}`", path(f), t.name)).collect();
    (!names.is_empty()).then(|| {
        let message = format!("{}, because another input has that name", names.join(", "));
        Diagnostic::info("RT0524", Span::NONE, message)
            .note("-o NAME puts all into one file; two runs with -O DIR keep directories apart")
    })
}

/// Where the program has that name, if it does: a procedure, module or variable of any scope.
fn known(program: &Program, name: &str, folded: bool) -> Option<Span> {
    let same = |other: &str| if folded { other.eq_ignore_ascii_case(name) } else { other == name };
    let unit = program.units.iter().find(|(_, u)| same(&u.name)).map(|(_, u)| u.span);
    unit.or_else(|| program.symbols.iter().find(|(_, s)| same(&s.name)).map(|(_, s)| s.span))
}
