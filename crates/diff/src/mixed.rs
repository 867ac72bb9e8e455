//! Programs in two languages: what Fortran declares with BIND(C) and C defines, and the other way round.
//!
//! Each language is differentiated on its own, and knows what the other one defines by its declaration. A call with something active in it asks for the
//! derivative of the definition, as of a procedure without source; that becomes a head of the other language, whose lists hold what any call passes with
//! a derivative, both as independent and as dependent: the derivative only adds to what it reads, and clears what is overwritten. Definitions may call back,
//! so that goes on until no call asks for more. `fits` refuses what the two do not mean alike, and what is kept where the other language does not see it.

mod fits;

use std::collections::BTreeMap;
use std::sync::Arc;

use il::labels::Pairs;
use il::symbol::SymbolKind;
use il::{
    Arg, Attr, DeclKind, Diagnostic, Entity, Expr, Language, Program, Severity, SourceForm, Span, SymbolId, UnitId,
};

use crate::output::Output;
use crate::request::{HeadSpec, Place, Request};
use crate::signature::{Part, Returns, Slot};

/// The code of what is refused here.
pub(crate) const BETWEEN_LANGUAGES: &str = "RT0472";

/// The derivative of a procedure of the other language, as it is called.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Called {
    /// The declaration of the original.
    pub declared: SymbolId,
    /// Which derivative.
    pub part: Part,
    /// Which arguments have derivatives.
    pub arguments: Vec<bool>,
    /// Whether the result has one.
    pub result: bool,
    /// Where it is declared.
    pub span: Span,
}

/// What calls pass with derivatives to a definition.
#[derive(Clone, PartialEq, Debug, Default)]
struct Asked {
    arguments: Vec<bool>,
    result: bool,
    /// The declarations that are called.
    declared: Vec<SymbolId>,
}

/// Differentiates a program of which both languages may be part.
pub(crate) fn differentiate(program: &Program, request: &Request) -> Result<Output, Vec<Diagnostic>> {
    let pairs = Pairs::of(program);
    let reached = fits::reached(program, request.heads.iter().map(|h| h.unit), &pairs);
    let crossing = pairs.iter().find(|(declared, _)| reached.declared.contains(declared));
    let Some((declared, definition)) = crossing else { return crate::differentiate_alone(program, request) };
    if request.directions.is_some() {
        let what = format!(
            "`{}` is defined in the other language: that is not done for several directions",
            program.symbols[declared].name
        );
        let said = Diagnostic::error(BETWEEN_LANGUAGES, program.symbols[declared].span, what);
        return Err(vec![
            said.with(program.units[definition].span, "defined here").note("differentiate for one direction"),
        ]);
    }
    let mut request = request.clone();
    for (declared, definition) in pairs.iter().filter(|(s, _)| reached.declared.contains(s)) {
        let keeps_nothing = fits::kept(program, definition, &reached).is_none();
        if keeps_nothing && fits::is_quiet(program, definition, &pairs, &reached) {
            let name = program.symbols[declared].name.to_ascii_lowercase();
            request.externals.entry(name).or_insert_with(|| description(program, declared));
        }
    }
    request.pairs = Arc::new(pairs);
    let first = request.heads.first().map_or(Language::Fortran, |h| program.units[h.unit].language);
    let other = if first == Language::C { Language::Fortran } else { Language::C };
    let mut asked: BTreeMap<UnitId, Asked> = BTreeMap::new();
    loop {
        let refused = refusals(program, &request, &asked, &reached);
        if !refused.is_empty() {
            return Err(refused);
        }
        let made = [first, other].map(|language| in_language(program, &request, language, &asked));
        let [own, beside] = made;
        let made: Vec<Output> = [own?, beside?].into_iter().flatten().collect();
        let now = all_asked(&request, &made);
        if now == asked {
            return together(program, &request, made, &asked);
        }
        asked = now;
    }
}

/// What is generated in one language.
fn in_language(
    program: &Program,
    request: &Request,
    language: Language,
    asked: &BTreeMap<UnitId, Asked>,
) -> Result<Option<Output>, Vec<Diagnostic>> {
    let of_language = |u: &UnitId| program.units[*u].language == language;
    let mut request = request.clone();
    request.heads.retain(|h| of_language(&h.unit));
    // Calls from the other language ask for adjoints in one piece, which leave no values.
    let own = !request.heads.is_empty();
    (request.values, request.gradient) = (request.values && own, request.gradient && own);
    request.joint_heads |= asked.keys().any(of_language);
    request.heads.extend(asked.iter().filter(|(u, _)| of_language(u)).map(|(u, a)| head(program, *u, a)));
    if request.heads.is_empty() {
        return Ok(None);
    }
    let mut output = crate::differentiate_alone(program, &request)?;
    output.files.retain(|f| (f.form == SourceForm::C) == (language == Language::C));
    let errors: Vec<Diagnostic> =
        output.diagnostics.iter().filter(|d| d.severity == Severity::Error).cloned().collect();
    if errors.is_empty() { Ok(Some(output)) } else { Err(errors) }
}

/// The head by which the derivative of a definition is asked for.
fn head(program: &Program, unit: UnitId, asked: &Asked) -> HeadSpec {
    let u = &program.units[unit];
    let with = |k: &usize| asked.arguments.get(*k).copied().unwrap_or(false);
    let arguments: Vec<Place> = (0..u.params.len()).filter(with).map(|k| Place::whole(u.params[k])).collect();
    let result = u.result().filter(|_| asked.result).map(Place::whole);
    HeadSpec {
        unit,
        dependents: Some(arguments.iter().cloned().chain(result).collect()),
        independents: Some(arguments),
        extents: Vec::new(),
        span: u.span,
        for_others: true,
    }
}

/// What is known of a definition in the other language by its declaration, when it keeps nothing to itself.
fn description(program: &Program, declared: SymbolId) -> analysis::External {
    let count = program.procedure(declared).and_then(|p| p.unit).map_or(0, |u| program.units[u].params.len());
    let args = vec![Arg::new(Expr::int(0)); count];
    let known = analysis::external::describe(program, declared, &args, &analysis::Options::default());
    analysis::External { globals: false, ..known }
}

/// What the calls in all outputs ask for.
fn all_asked(request: &Request, made: &[Output]) -> BTreeMap<UnitId, Asked> {
    let mut asked: BTreeMap<UnitId, Asked> = BTreeMap::new();
    for called in made.iter().flat_map(|o| &o.of_others) {
        let Some(definition) = request.pairs.definition(called.declared) else { continue };
        let a = asked.entry(definition).or_default();
        a.arguments.resize(a.arguments.len().max(called.arguments.len()), false);
        a.arguments.iter_mut().zip(&called.arguments).for_each(|(a, b)| *a |= b);
        a.result |= called.result;
        if !a.declared.contains(&called.declared) {
            a.declared.push(called.declared);
        }
    }
    asked
}

/// What stands against the derivatives that are asked for.
fn refusals(
    program: &Program,
    request: &Request,
    asked: &BTreeMap<UnitId, Asked>,
    reached: &fits::Reached,
) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (definition, a) in asked {
        let span = program.units[*definition].span;
        for declared in &a.declared {
            out.extend(fits::refusal(program, *declared, *definition, &a.arguments));
        }
        if let Some(kept) = fits::kept(program, *definition, reached) {
            let (name, kept) = (&program.units[*definition].name, &program.symbols[kept]);
            let what = format!(
                "`{name}` is called from the other language, and `{}` may keep values where that does not see them",
                kept.name
            );
            let said = Diagnostic::error(BETWEEN_LANGUAGES, span, what).with(kept.span, "kept here");
            out.push(said.note("pass it as an argument"));
        }
        if request.heads.iter().any(|h| h.unit == *definition) {
            let what = format!(
                "`{}` is a head, and is called from the other language: the two ask for different derivatives",
                program.units[*definition].name
            );
            out.push(
                Diagnostic::error(BETWEEN_LANGUAGES, span, what)
                    .note("differentiate one of the heads in a run of its own"),
            );
        }
    }
    out
}

/// One output of those of the two languages, after a look at whether each derivative that is called is there as it is called.
fn together(
    program: &Program,
    request: &Request,
    made: Vec<Output>,
    asked: &BTreeMap<UnitId, Asked>,
) -> Result<Output, Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    for called in made.iter().flat_map(|o| &o.of_others) {
        let Some(definition) = request.pairs.definition(called.declared) else { continue };
        wrong.extend(unlike(program, &made, called, definition));
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut made = made.into_iter().map(|mut output| {
        dress(program, request, &mut output, asked);
        output
    });
    let Some(mut first) = made.next() else { return Err(Vec::new()) };
    first.beside = made.next().map(|mut other| {
        first.diagnostics.append(&mut other.diagnostics);
        Box::new(other)
    });
    Ok(first)
}

/// How a derivative differs from what a call of it expects.
fn unlike(program: &Program, made: &[Output], called: &Called, definition: UnitId) -> Option<Diagnostic> {
    let name = &program.symbols[called.declared].name;
    let said = |what: String| {
        Diagnostic::error(BETWEEN_LANGUAGES, called.span, what).with(program.units[definition].span, "defined here")
    };
    let Some(derivative) = made.iter().find_map(|o| o.derivative(definition, called.part)) else {
        let what = format!("`{name}` is called with active arguments, and its definition has nothing to differentiate");
        return Some(said(what).note("-ext FILE says what it reads and writes, without what depends on what"));
    };
    let signature = &derivative.signature;
    let is_value = signature.part == Part::Tangent && program.units[definition].result().is_some();
    let count = program.units[definition].params.len();
    let arguments =
        (0..count).all(|k| signature.has_derivative(k) == called.arguments.get(k).copied().unwrap_or(false));
    let result = signature.slots.contains(&Slot::ResultDerivative) || signature.returns == Returns::Derivative;
    if !arguments || result != called.result || signature.slots.contains(&Slot::Value) != is_value {
        let what = format!("the derivative of `{name}` has not the arguments that calls from the other language have");
        return Some(said(what).note("-gradient and -value do not go with procedures that both languages call"));
    }
    // What a declaration promises is what is known of the definition.
    let declared = program.procedure(called.declared)?.unit?;
    let written = made.iter().find_map(|o| o.written.get(&definition))?;
    let promised = |k: &usize| {
        let declared = program.units[declared].params.get(*k).copied();
        declared.is_some_and(|s| program.is_read_only(s) || program.leads_to_constants(s))
    };
    let broken = (0..written.len()).filter(|k| written[*k]).find(promised)?;
    let dummy = &program.symbols[program.units[definition].params[broken]];
    let what = format!("`{name}` is declared to leave `{}` as it is, and its definition changes it", dummy.name);
    Some(said(what).with(dummy.span, "this argument").note("declare it as INTENT(INOUT), in C without `const`"))
}

/// Fortran: the derivatives that C calls have labels of their own, and take the derivative of a value as C gives it.
fn dress(program: &Program, request: &Request, output: &mut Output, asked: &BTreeMap<UnitId, Asked>) {
    for k in 0..output.derivatives.len() {
        let derivative = &output.derivatives[k];
        let (original, generated) = (&program.units[derivative.original], derivative.generated);
        if original.language != Language::Fortran || !asked.contains_key(&derivative.original) {
            continue;
        }
        let pattern = match derivative.signature.part {
            Part::Tangent => &request.patterns.tangent_procedure,
            Part::Adjoint => &request.patterns.adjoint_procedure,
            _ => continue,
        };
        let Some(label) = il::labels::label(original) else { continue };
        let seed = match derivative.signature.part {
            Part::Adjoint => original.result().and_then(|r| derivative.maps.derivative(r)),
            _ => None,
        };
        let unit = &mut output.program.units[generated];
        unit.suffix = Some(bind_text(original.suffix.as_deref(), &pattern.apply(&label)));
        if let Some(seed) = seed {
            by_value(&mut output.program, generated, seed);
        }
    }
}

/// `bind(c, name='f_b')`, in the case of the original.
pub(crate) fn bind_text(original: Option<&str>, label: &str) -> String {
    match original.is_some_and(|o| o.starts_with('B')) {
        true => format!("BIND(C, NAME='{label}')"),
        false => format!("bind(c, name='{label}')"),
    }
}

/// Declares a dummy with VALUE.
fn by_value(p: &mut Program, unit: UnitId, dummy: SymbolId) {
    if let SymbolKind::Variable(v) = &mut p.symbols[dummy].kind {
        (v.by_value, v.intent) = (true, None);
    }
    let decls = &mut p.units[unit].decls;
    for k in 0..decls.len() {
        let DeclKind::Variables { spelling, attrs, entities, .. } = &mut decls[k].kind else { continue };
        let Some(at) = entities.iter().position(|e| e.symbol == dummy) else { continue };
        let mut own: Vec<Attr> = attrs.iter().filter(|a| !matches!(a, Attr::Intent(_))).cloned().collect();
        own.push(Attr::Value);
        let alone = DeclKind::Variables {
            spelling: spelling.clone(),
            attrs: own,
            colons: true,
            entities: vec![Entity::new(dummy)],
        };
        entities.remove(at);
        match entities.is_empty() {
            true => decls[k].kind = alone,
            false => decls.insert(k + 1, alone.into()),
        }
        return;
    }
}
