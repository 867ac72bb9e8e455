//! Heads as written → the procedures and variables they mean. What is not found is an error that names the nearest.

use std::collections::BTreeSet;

use diff::{HeadSpec, Place};
use il::{
    BinaryOp, Diagnostic, Expr, Program, RecordId, ScopeKind, Severity, Span, Storage, SymbolId, SymbolKind, Type,
    UnitId, UnitKind,
};

use crate::head::{Head, Name, Path, Size};
use crate::{bound, candidates, returned};

/// Resolves all heads; warnings go to `diagnostics`, errors come back.
pub fn heads(
    program: &Program,
    heads: &[Head],
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Vec<HeadSpec>, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut specs = Vec::new();
    for h in heads {
        match procedure(program, h) {
            Err(d) => errors.push(d),
            Ok(unit) if host(program, unit).is_some() => {
                let (name, host) = (&program.units[unit].name, host(program, unit).unwrap_or_default());
                let message = format!("`{name}` is internal to `{host}`: nobody else can call it, or its derivative");
                let d = Diagnostic::error("RT0302", h.procedure.span, message);
                errors.push(d.note(format!("make `{host}` the head, or make `{name}` a procedure of the module")));
            }
            Ok(unit) => {
                let mut listed =
                    Listed { program, unit, head: h, extents: Vec::new(), errors: Vec::new(), said: Vec::new() };
                let independents = listed.places(&h.independents, "independent");
                let dependents = listed.places(&h.dependents, "dependent");
                let Listed { extents, errors: found, said, .. } = listed;
                errors.extend(found);
                diagnostics.extend(said);
                specs.push(HeadSpec {
                    unit,
                    independents,
                    dependents,
                    extents,
                    span: h.procedure.span,
                    for_others: false,
                });
            }
        }
    }
    if errors.is_empty() {
        errors = statics_out_of_reach(program, heads, &specs);
    }
    if errors.is_empty() { Ok(specs) } else { Err(errors) }
}

/// The lists of one head, and what is said of them.
struct Listed<'a> {
    program: &'a Program,
    unit: UnitId,
    head: &'a Head,
    extents: Vec<(Place, Expr)>,
    errors: Vec<Diagnostic>,
    said: Vec<Diagnostic>,
}

impl Listed<'_> {
    /// The places of a list. What the procedure does not show is left out, as published heads name locals and arguments of other days; `None`, as without
    /// a list, where that leaves nothing.
    fn places(&mut self, paths: &Option<Vec<Path>>, what: &str) -> Option<Vec<Place>> {
        let paths = paths.as_ref()?;
        let (program, unit) = (self.program, self.unit);
        let mut places: Vec<Place> = Vec::new();
        let known = self.errors.len();
        let mut left_out = false;
        for p in paths {
            match self.place(p, what) {
                Err(d) if d.severity == Severity::Error => self.errors.push(d),
                Err(d) => {
                    left_out = true;
                    // One list may stand for both sides.
                    self.say_once(d);
                }
                Ok((place, ty)) if may_be_differentiable(program, &ty, &mut Vec::new()) => {
                    if let Some(size) = &p.extent {
                        match extent(program, unit, size) {
                            Ok(e) => self.extents.push((place.clone(), e)),
                            Err(d) => self.errors.push(*d),
                        }
                    }
                    if !places.contains(&place) {
                        places.push(place);
                    }
                }
                Ok(_) => {
                    let message = format!("`{}` is not of a differentiable type", text(p));
                    let said = Diagnostic::warning("RT0305", p.span(), message).note("it is dropped from the list");
                    self.said.push(said);
                }
            }
        }
        if places.is_empty() && self.errors.len() == known {
            let name = &program.units[unit].name;
            if !left_out {
                self.errors.push(empty_list(name, what, paths, self.head.procedure.span));
                return Some(places);
            }
            let span = paths.iter().fold(Span::NONE, |s, p| s.to(p.span()));
            let message = format!("nothing is left of the {what}s of `{name}`: the list counts as not written");
            self.said.push(Diagnostic::warning("RT0306", span, message).note(match what {
                "independent" => "all real inputs are independents then",
                _ => "all real outputs are dependents then",
            }));
            return None;
        }
        Some(places)
    }

    fn say_once(&mut self, said: Diagnostic) {
        if !self.said.iter().any(|d| d.span == said.span && d.message == said.message) {
            self.said.push(said);
        }
    }

    /// A place of a list and its type. What no caller reaches is a warning; what cannot be is an error.
    fn place(&mut self, path: &Path, what: &str) -> Result<(Place, Type), Diagnostic> {
        let (program, unit) = (self.program, self.unit);
        let leave_out =
            |d: Diagnostic| Diagnostic { severity: Severity::Warning, ..d }.note("it is left out of the list");
        let (at, ty) = place(program, unit, path).map_err(|d| if d.code == "RT0303" { leave_out(*d) } else { *d })?;
        if !is_private_to_the_call(program, unit, at.symbol) {
            return Ok((at, ty));
        }
        let u = &program.units[unit];
        if let Some(result) = u.result().filter(|_| path.parts.len() == 1 && returned::is(u, at.symbol)) {
            let message =
                format!("`{}` is what `{}` returns: the list means the value of `{}`", text(path), u.name, u.name);
            let said = Diagnostic::warning("RT0303", path.span(), message)
                .note(format!("in a head that value is called `{}`", u.name));
            self.say_once(said);
            return Ok((Place::whole(result), ty));
        }
        Err(leave_out(private_to_the_call(program, unit, what, path)))
    }
}

/// Whether a variable is a local of the head that no caller reaches: no argument, no result, no global, and none of these under another name.
fn is_private_to_the_call(program: &Program, unit: UnitId, symbol: SymbolId) -> bool {
    let is_local = |s: SymbolId| program.variable(s).is_some_and(|v| v.storage == Storage::Local);
    program.units[unit].tied_with(symbol, &|_| true).into_iter().all(is_local)
}

/// What is said of a local in a list: nobody could give or read its derivative.
fn private_to_the_call(program: &Program, unit: UnitId, what: &str, path: &Path) -> Diagnostic {
    let procedure = &program.units[unit].name;
    let message =
        format!("`{}` is a local variable of `{procedure}`, which no caller of a derivative reaches", text(path));
    let name = &path.parts[0].text;
    let said = Diagnostic::error("RT0303", path.span(), message)
        .note(format!("name an argument, the result or a global as {what}, or make `{name}` one of them"));
    let shown = visible(program, unit).into_iter().filter(|s| !is_private_to_the_call(program, unit, *s));
    with_nearest(said, name, shown.map(|s| program.symbols[s].name.clone()))
}

/// Errors for `static` variables of C files in heads: their derivatives are `static` too, so that only other derivatives can set them, or take what they
/// hold. A head of the same run may be what does so.
fn statics_out_of_reach(program: &Program, heads: &[Head], specs: &[HeadSpec]) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (head, own) in heads.iter().zip(specs) {
        let lists = [(&head.independents, true), (&head.dependents, false)];
        let named = lists.iter().flat_map(|(list, independent)| list.iter().flatten().map(move |p| (p, *independent)));
        for (path, independent) in named {
            let Ok((found, _)) = place(program, own.unit, path) else { continue };
            let is_of_file = program.scopes[program.symbols[found.symbol].scope].kind == ScopeKind::File;
            let hands_on = |s: &HeadSpec| match if independent { &s.dependents } else { &s.independents } {
                Some(list) => list.iter().any(|p| p.symbol == found.symbol),
                None => s.unit != own.unit,
            };
            if is_of_file && !specs.iter().any(hands_on) {
                let message =
                    format!("`{}` is static: its derivative cannot be reached from outside the file", text(path));
                let note = "leave out `static`, or pass it as an argument";
                errors.push(Diagnostic::error("RT0303", path.span(), message).note(note));
            }
        }
    }
    errors
}

/// The error for a list that is written and names nothing: an empty one would mean everything.
fn empty_list(procedure: &str, what: &str, paths: &[Path], head: il::Span) -> Diagnostic {
    let (span, why) = match paths.first() {
        Some(first) => (paths.iter().fold(first.span(), |s, p| s.to(p.span())), "is of a differentiable type"),
        None => (head, "is named"),
    };
    Diagnostic::error("RT0306", span, format!("no {what} of `{procedure}` {why}"))
        .note(format!("name real variables there, or leave the list out, which means all {what}s"))
}

/// Whether a variable may carry derivatives, also behind a `void *` of C, of which only its uses tell.
fn may_be_differentiable(program: &Program, ty: &Type, open: &mut Vec<RecordId>) -> bool {
    match ty {
        _ if program.is_differentiable(ty) || ty.is_void_pointer() => true,
        Type::Array { elem: inner, .. } | Type::Pointer { to: inner, .. } => {
            may_be_differentiable(program, inner, open)
        }
        Type::Record(r) if !open.contains(r) => {
            open.push(*r);
            program.records[*r].fields.iter().any(|f| may_be_differentiable(program, &f.ty, open))
        }
        _ => false,
    }
}

/// Every procedure with a body, with its module's name when it has one. External procedures come first.
pub(crate) fn procedures(program: &Program) -> Vec<(Option<&str>, UnitId)> {
    let mut all: Vec<_> = program
        .units
        .iter()
        .filter(|(_, u)| u.is_procedure() && !u.is_interface && !matches!(u.kind, UnitKind::Program { .. }))
        .map(|(id, u)| {
            let parent = u.parent.map(|p| &program.units[p]).filter(|p| !matches!(p.kind, UnitKind::File));
            (parent.map(|p| p.name.as_str()), id)
        })
        .collect();
    all.sort_by_key(|(module, id)| (module.is_some(), *id));
    all
}

/// The name of the procedure that a procedure is internal to.
pub(crate) fn host(program: &Program, unit: UnitId) -> Option<&str> {
    let host = &program.units[program.units[unit].parent?];
    (host.is_procedure() || matches!(host.kind, UnitKind::Program { .. })).then_some(host.name.as_str())
}

fn same(program: &Program, unit: UnitId, name: &str) -> bool {
    let u = &program.units[unit];
    match u.language {
        il::Language::Fortran => u.name.eq_ignore_ascii_case(name),
        il::Language::C => u.name == name,
    }
}

fn procedure(program: &Program, head: &Head) -> Result<UnitId, Diagnostic> {
    let all = procedures(program);
    let wanted = &head.procedure.text;
    if head.bound_to.is_none()
        && let Some(&(_, unit)) = all.iter().find(|(module, unit)| {
            same(program, *unit, wanted)
                && head.module.as_ref().is_none_or(|m| module.is_some_and(|have| have.eq_ignore_ascii_case(&m.text)))
        })
    {
        return Ok(unit);
    }
    if let Some(found) = bound::procedure(program, head) {
        return found;
    }
    let module = head.module.as_ref().map(|m| m.text.as_str());
    if let Some(unit) = module.and_then(|m| separate(program, m, wanted)) {
        return Ok(unit);
    }
    let specifics = of_generics(program, module, wanted);
    if let [one] = specifics[..] {
        return Ok(one);
    }
    if !specifics.is_empty() {
        let message = format!("`{wanted}` is a generic name of several procedures");
        let named: Vec<String> =
            all.iter().filter(|p| specifics.contains(&p.1)).map(|p| format!("`{}`", qualified(program, *p))).collect();
        let note = format!("name one of them as the head: {}", named.join(", "));
        return Err(Diagnostic::error("RT0302", head.procedure.span, message).note(note));
    }
    if let Some(m) = &head.module {
        let modules: Vec<&str> =
            program.units.iter().filter(|(_, u)| u.kind == UnitKind::Module).map(|(_, u)| u.name.as_str()).collect();
        if !modules.iter().any(|have| have.eq_ignore_ascii_case(&m.text)) {
            return Err(unknown(
                "RT0302",
                "module or type with bound procedures",
                m,
                modules.iter().map(|s| s.to_string()),
            ));
        }
    }
    if let (None, Some(said)) = (&head.module, candidates::no_procedure(program, &head.procedure)) {
        return Err(said);
    }
    let names = all.iter().flat_map(|p| [program.units[p.1].name.clone(), qualified(program, *p)]);
    let mut d = unknown("RT0302", "procedure", &head.procedure, names);
    if all.is_empty() {
        d = d.note("the given files contain no procedure");
    } else if let Some(p) = all.iter().find(|p| same(program, p.1, wanted)) {
        d = d.note(format!("there is `{}`", qualified(program, *p)));
    }
    Err(d)
}

/// A procedure as heads name it: `module%procedure`.
pub(crate) fn qualified(program: &Program, (module, unit): (Option<&str>, UnitId)) -> String {
    let name = &program.units[unit].name;
    module.map_or_else(|| name.clone(), |m| format!("{m}%{name}"))
}

/// The procedure that a module declares and one of its submodules defines.
fn separate(program: &Program, module: &str, name: &str) -> Option<UnitId> {
    let in_module = |s: SymbolId| {
        let home = program.home(s).map(|u| &program.units[u]);
        home.is_some_and(|u| u.kind == UnitKind::Module && u.name.eq_ignore_ascii_case(module))
    };
    let named = program.symbols.iter().filter(|(id, s)| s.name.eq_ignore_ascii_case(name) && in_module(*id));
    let submodule = |u: &UnitId| {
        let parent = program.units[*u].parent.map(|p| &program.units[p].kind);
        matches!(parent, Some(UnitKind::Submodule(_))) && !program.units[*u].is_interface
    };
    named.filter_map(|(s, _)| program.callee(s)).find(submodule)
}

/// The procedures with bodies that a generic name stands for, of one module or of all.
pub(crate) fn of_generics(program: &Program, module: Option<&str>, name: &str) -> Vec<UnitId> {
    let is_there = |s: SymbolId| {
        let home = || program.home(s).map(|u| program.units[u].name.as_str());
        module.is_none_or(|m| home().is_some_and(|have| have.eq_ignore_ascii_case(m)))
    };
    let generics = program.symbols.iter().filter(|(id, s)| s.name.eq_ignore_ascii_case(name) && is_there(*id));
    let members = generics.flat_map(|(_, s)| match &s.kind {
        SymbolKind::Generic { members } => members.as_slice(),
        _ => &[],
    });
    let found: BTreeSet<UnitId> =
        members.filter_map(|m| program.callee(*m)).filter(|u| !program.units[*u].is_interface).collect();
    found.into_iter().collect()
}

/// The variable of a path as seen from inside the procedure, and its type.
pub(crate) fn place(program: &Program, unit: UnitId, path: &Path) -> Result<(Place, Type), Box<Diagnostic>> {
    let first = &path.parts[0];
    let u = &program.units[unit];
    let result = u.result().filter(|_| same(program, unit, &first.text));
    let found = result
        .or_else(|| program.lookup(u.scope, &first.text))
        .filter(|s| program.variable(*s).is_some())
        .or_else(|| {
            // A COMMON member or C global that another unit declares is visible by name if it is unique here.
            global_named(program, unit, &first.text)
        });
    let Some(symbol) = found else {
        let shown = visible(program, unit).into_iter().filter(|s| !is_private_to_the_call(program, unit, *s));
        let names = shown.map(|s| program.symbols[s].name.clone());
        return Err(Box::new(unknown("RT0303", &format!("variable of `{}`", u.name), first, names)));
    };
    let mut ty = program.symbol_type(symbol).cloned().unwrap_or(Type::Void);
    let mut fields = Vec::new();
    for part in &path.parts[1..] {
        let Some(record) = ty.record() else {
            return Err(Box::new(Diagnostic::error(
                "RT0304",
                part.span,
                format!("`{}` is not a component: what stands before it has no components", part.text),
            )));
        };
        let record = &program.records[record];
        let Some(way) = record.way_to(&program.records, &|name| name.eq_ignore_ascii_case(&part.text)) else {
            return Err(Box::new(unknown(
                "RT0304",
                &format!("component of `{}`", record.name),
                part,
                record.fields.iter().map(|f| f.name.clone()),
            )));
        };
        for k in way {
            let Some(record) = ty.record() else { break };
            fields.push(k);
            ty = program.records[record].fields[k].ty.clone();
        }
    }
    Ok((Place { symbol, path: fields }, ty))
}

/// A number of elements as an expression over the integers that a procedure gets.
fn extent(program: &Program, unit: UnitId, size: &Size) -> Result<Expr, Box<Diagnostic>> {
    match size {
        Size::Number(n) => Ok(Expr::int(*n)),
        Size::Variable(path) => {
            let (at, ty) = place(program, unit, path)?;
            let is_integer = matches!(&ty, Type::Scalar(s) if s.class == il::ScalarClass::Integer);
            let message = match is_integer {
                true if !is_private_to_the_call(program, unit, at.symbol) => return Ok(at.reference(program)),
                true => format!(
                    "`{}` is a local variable, which has no value yet where the number is asked for",
                    text(path)
                ),
                false => format!("`{}` is no integer: it cannot say how many elements there are", text(path)),
            };
            Err(Box::new(Diagnostic::error("RT0304", path.span(), message).note("name an argument or a global")))
        }
        Size::Binary(sign, l, r) => {
            let op = match sign {
                '+' => BinaryOp::Add,
                '-' => BinaryOp::Sub,
                _ => BinaryOp::Mul,
            };
            let (l, r) = (extent(program, unit, l)?, extent(program, unit, r)?);
            // As it is written: printing sets parentheses where they are needed.
            Ok(Expr::binary(op, l, r))
        }
    }
}

/// The global of that name, if there is one only: what units declare at one place of one COMMON block is one.
fn global_named(program: &Program, unit: UnitId, name: &str) -> Option<SymbolId> {
    let case = program.scopes[program.units[unit].scope].case_insensitive;
    let named = |s: &il::Symbol| if case { s.name.eq_ignore_ascii_case(name) } else { s.name == name };
    let storage = |s: &il::Symbol| match &s.kind {
        SymbolKind::Variable(v) => Some(v.storage),
        _ => None,
    };
    let mut hits = program
        .symbols
        .iter()
        .filter(|(_, s)| named(s) && matches!(storage(s), Some(Storage::Global | Storage::Common)));
    let first = hits.next()?.0;
    let place = common_place(program, first);
    hits.all(|(id, _)| place.is_some() && common_place(program, id) == place).then_some(first)
}

/// All declarations of a member of COMMON that give the same place of the block the same name, the first one first: by that one the variable is known where
/// the head does not declare the block. Anything else has one declaration.
pub(crate) fn declarations(program: &Program, symbol: SymbolId) -> Vec<SymbolId> {
    let Some(place) = common_place(program, symbol) else { return vec![symbol] };
    let name = &program.symbols[symbol].name;
    let same = |(id, s): &(SymbolId, &il::Symbol)| {
        s.name.eq_ignore_ascii_case(name) && common_place(program, *id).as_ref() == Some(&place)
    };
    program.symbols.iter().filter(same).map(|(id, _)| id).collect()
}

/// The COMMON block that a variable stands in, and where.
fn common_place(program: &Program, symbol: SymbolId) -> Option<(String, usize)> {
    let commons = program.units[program.home(symbol)?].commons();
    commons.into_iter().find_map(|(block, all)| Some((block, all.iter().position(|s| *s == symbol)?)))
}

/// Variables visible from inside the procedure.
fn visible(program: &Program, unit: UnitId) -> Vec<SymbolId> {
    let mut out = Vec::new();
    let mut at = Some(program.units[unit].scope);
    while let Some(scope) = at {
        let s = &program.scopes[scope];
        if s.kind != ScopeKind::Global {
            out.extend(s.names.values().copied().filter(|v| program.variable(*v).is_some()));
        }
        at = s.parent;
    }
    out
}

fn text(path: &Path) -> String {
    path.parts.iter().map(|p| p.text.as_str()).collect::<Vec<_>>().join("%")
}

/// "no procedure `coast`", with the nearest names.
pub(crate) fn unknown(
    code: &'static str,
    what: &str,
    name: &Name,
    candidates: impl Iterator<Item = String>,
) -> Diagnostic {
    let d = Diagnostic::error(code, name.span, format!("there is no {what} named `{}`", name.text));
    with_nearest(d, &name.text, candidates)
}

/// A message about a name that is not known, with the nearest that is.
pub(crate) fn with_nearest(d: Diagnostic, name: &str, candidates: impl Iterator<Item = String>) -> Diagnostic {
    let wanted = name.to_lowercase();
    let near = candidates.map(|c| (strsim::damerau_levenshtein(&c.to_lowercase(), &wanted), c)).min();
    match near {
        Some((distance, nearest)) if distance <= wanted.len().div_ceil(2).max(2) => {
            d.note(format!("the nearest is `{nearest}`"))
        }
        _ => d,
    }
}
