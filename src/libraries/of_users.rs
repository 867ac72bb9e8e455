//! `-rules FILE`: routines of the user's libraries with their derivatives, in texts as those of BLAS ([`diff::libraries`]), and what is wrong with them.

use std::collections::{BTreeMap, BTreeSet};

use diff::libraries::{derivatives_of, mentioned, without};
use frontend_fortran::ast::{File, Form};
use il::source::SourceFile;
use il::types::Upper;
use il::{DeclKind, Diagnostic, ExprKind, FileId, Program, Sources, Span, SymbolId, Type, Unit, UnitId, UnitKind};

use super::kinds;
use crate::args::Options;
use crate::resolve::with_nearest;

/// A file, in the sources of the program.
pub(super) struct Text {
    file: FileId,
    text: String,
}

impl Text {
    /// It is written for both precisions.
    fn is_for_all(&self) -> bool {
        self.text.lines().any(|l| l.split('!').next().is_some_and(|code| code.contains('?')))
    }
}

/// The files that the command line names.
pub(super) fn read(options: &Options, program: &mut Program, diagnostics: &mut Vec<Diagnostic>) -> Option<Vec<Text>> {
    let mut out = Vec::new();
    for path in &options.rules {
        let shown = path.to_string_lossy().into_owned();
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let file = program.sources.add(SourceFile { path: shown, text: text.clone() });
                out.push(Text { file, text });
            }
            Err(e) => {
                let message = format!("the rules `{shown}` cannot be read: {e}");
                diagnostics.push(Diagnostic::error("RT0501", Span::NONE, message));
                return None;
            }
        }
    }
    Some(out)
}

/// What they say, and what cannot be understood of it. `sources` begins as those of the program, so that places are the same.
pub(super) fn parsed(texts: &[Text], sources: &mut Sources) -> (Vec<File>, Vec<Diagnostic>) {
    let (mut trees, mut said) = (Vec::new(), Vec::new());
    let options = frontend_fortran::Options { form: Some(Form::Free), ..Default::default() };
    for t in texts {
        sources[t.file].text = if t.is_for_all() { kinds::DOUBLE.apply(&t.text) } else { t.text.clone() };
        let (tree, more) = frontend_fortran::parse(sources, t.file, &mut frontend_fortran::NoIncludes, &options);
        said.extend(more);
        trees.push(tree);
    }
    for t in texts.iter().filter(|t| t.is_for_all()) {
        let path = sources[t.file].path.clone();
        let single = sources.add(SourceFile { path, text: kinds::SINGLE.apply(&t.text) });
        // It is the same text: what is wrong with it was said.
        trees.push(frontend_fortran::parse(sources, single, &mut frontend_fortran::NoIncludes, &options).0);
    }
    (trees, said)
}

/// The files.
pub(super) fn files(texts: &[Text]) -> BTreeSet<Option<FileId>> {
    texts.iter().map(|t| Some(t.file)).collect()
}

/// What is wrong with the procedures of `files`, all of the program's texts being read.
pub(super) fn faults(p: &Program, texts: &[Text]) -> Vec<Diagnostic> {
    let files = files(texts);
    let own: Vec<UnitId> =
        p.units.iter().filter(|(_, u)| files.contains(&u.file) && u.file.is_some()).map(|(id, _)| id).collect();
    let mut named = BTreeMap::new();
    let mut said = Vec::new();
    for &id in &own {
        let u = &p.units[id];
        if u.parent.is_some() || !u.is_procedure() || u.is_interface || !u.children.is_empty() {
            said.push(
                fault(u.span, format!("`{}` is no procedure that stands by itself", u.name))
                    .note("a file of rules has subroutines and functions, one behind the other"),
            );
            continue;
        }
        let of_all = texts.iter().find(|t| Some(t.file) == u.file).filter(|t| t.is_for_all());
        let written = of_all.and_then(|t| t.text.get(u.span.start as usize..u.span.end as usize));
        if written.is_some_and(|text| !text.lines().next().is_some_and(|l| l.contains('?'))) {
            said.push(fault(u.span, format!("`{}` has no `?` in its name", u.name)).note(
                "a text with `?` is read for double and for single precision: all of its procedures have names with it",
            ));
        }
        if named.insert(u.name.to_ascii_lowercase(), id).is_some() {
            said.push(fault(u.span, format!("`{}` stands here twice", u.name)));
        }
    }
    let all: BTreeMap<&UnitId, String> = named.iter().map(|(n, id)| (id, n.clone())).collect();
    let built_in = |u: &Unit, id: UnitId| {
        p.units.iter().any(|(other, o)| other != id && !own.contains(&other) && o.name.eq_ignore_ascii_case(&u.name))
    };
    let checker = Checker { p, named: &named };
    let of_others: BTreeSet<UnitId> = all
        .keys()
        .filter(|id| p.units[***id].body.is_empty())
        .flat_map(|id| derivatives_of(&p.units[**id], &named).into_iter().flatten())
        .collect();
    let called: BTreeSet<UnitId> =
        own.iter().flat_map(|id| calls(p, *id)).map(|(s, _)| s).filter_map(|s| p.callee(s)).collect();
    for id in all.keys().map(|id| **id) {
        let u = &p.units[id];
        if u.has_errors {
            continue;
        }
        if built_in(u, id) {
            said.push(
                fault(
                    u.span,
                    format!("`{}` is a name of the texts of BLAS and LAPACK that come with the program", u.name),
                )
                .note("a derivative of a routine of these libraries stands among the files: `dgemm_b`"),
            );
        }
        checker.declarations(u, &mut said);
        checker.callees(id, &mut said);
        if of_others.contains(&id) {
            continue;
        }
        if !u.body.is_empty() {
            if !called.contains(&id) {
                said.push(checker.idle(u));
            }
            continue;
        }
        checker.description(id, &mut said);
    }
    said
}

fn fault(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("RT0324", span, format!("rules: {}", message.into()))
}

/// What a procedure calls, and where.
fn calls(p: &Program, unit: UnitId) -> Vec<(SymbolId, Span)> {
    let u = &p.units[unit];
    let mut out = Vec::new();
    u.walk(&u.body, &mut |_, s| {
        let span = s.span;
        s.kind.each_call(&mut |callee, _| out.push((callee, span)));
    });
    out
}

struct Checker<'p> {
    p: &'p Program,
    named: &'p BTreeMap<String, UnitId>,
}

impl Checker<'_> {
    fn name(&self, s: SymbolId) -> String {
        self.p.symbols[s].name.to_ascii_lowercase()
    }

    /// What is no derivative and called by nothing.
    fn idle(&self, u: &Unit) -> Diagnostic {
        let name = u.name.to_ascii_lowercase();
        let routine = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let routine = routine.strip_suffix("_d").or(routine.strip_suffix("_b"));
        match routine {
            Some(of) if !self.named.contains_key(of) => {
                let said = fault(u.span, format!("`{}` is the derivative of nothing that is described here", u.name));
                let said = said.note(format!("describe `{of}` by a procedure without statements, with INTENTs"));
                with_nearest(said, of, self.named.keys().filter(|n| **n != name).cloned())
            }
            Some(of) => fault(u.span, format!("`{}` is no derivative of `{of}`, which has statements", u.name))
                .note(format!("leave out the statements of `{of}`: its INTENTs say what it does")),
            None => fault(u.span, format!("`{}` has statements, and nothing calls it", u.name)).note(
                "the description of a routine has declarations only; its derivatives are called `NAME_d` and `NAME_b`",
            ),
        }
    }

    fn declarations(&self, u: &Unit, said: &mut Vec<Diagnostic>) {
        for d in &u.decls {
            let known = match &d.kind {
                DeclKind::Implicit(_)
                | DeclKind::Variables { .. }
                | DeclKind::Parameter(_)
                | DeclKind::Dimension(_)
                | DeclKind::External(_)
                | DeclKind::Intrinsic(_)
                | DeclKind::Attribute { .. } => true,
                DeclKind::Use { .. }
                | DeclKind::Common { .. }
                | DeclKind::Equivalence(_)
                | DeclKind::Save { .. }
                | DeclKind::Data(_)
                | DeclKind::Record(_)
                | DeclKind::Typedef(_)
                | DeclKind::Enum { .. }
                | DeclKind::Interface { .. }
                | DeclKind::Prototype(_)
                | DeclKind::Include(_)
                | DeclKind::Unit(_)
                | DeclKind::Opaque { .. }
                | DeclKind::Error(_) => false,
            };
            if !known {
                said.push(
                    fault(d.span, format!("a declaration in `{}` that rules cannot have", u.name))
                        .note("they are written into programs that know nothing of it: variables, constants and EXTERNAL are declared"),
                );
            }
        }
        for &s in &u.params {
            let place = self.p.symbols[s].span;
            let Some(v) = self.p.variable(s) else {
                let said_of = fault(place, format!("`{}` of `{}` is a procedure", self.name(s), u.name));
                said.push(said_of.note("rules are for routines whose arguments are numbers, arrays and options"));
                continue;
            };
            if v.intent.is_none() {
                said.push(
                    fault(place, format!("`{}` of `{}` has no INTENT", self.name(s), u.name))
                        .note("`intent(in)`: it is only read; `intent(out)`: its old value does not matter; `intent(inout)`: both"),
                );
            }
            let is_open = v.ty.dimensions().iter().any(|d| matches!(d.upper, Upper::Deferred));
            if v.allocatable
                || v.pointer
                || v.by_value
                || is_open
                || v.ty.element().scalar().is_none() && !is_text(&v.ty)
            {
                said.push(
                    fault(place, format!("`{}` of `{}` is no argument of Fortran 77", self.name(s), u.name))
                        .note("numbers, and arrays with extents such as `a(lda,n)` or `x(*)`, are passed by their addresses alone"),
                );
            }
        }
    }

    fn callees(&self, unit: UnitId, said: &mut Vec<Diagnostic>) {
        for (callee, span) in calls(self.p, unit) {
            if self.p.symbols[callee].is_intrinsic() || self.p.callee(callee).is_some() {
                continue;
            }
            let name = self.name(callee);
            let message = format!("nothing here describes `{name}`, which `{}` calls", self.p.units[unit].name);
            let found =
                fault(span, message).note("describe it by a procedure without statements: its arguments, with INTENTs");
            said.push(with_nearest(found, &name, self.named.keys().cloned()));
        }
    }

    fn description(&self, id: UnitId, said: &mut Vec<Diagnostic>) {
        let u = &self.p.units[id];
        for s in u.params.iter().filter(|s| self.p.variable(**s).is_some_and(|v| v.optional)) {
            let found = fault(self.p.symbols[*s].span, format!("`{}` of `{}` is OPTIONAL", self.name(*s), u.name));
            said.push(
                found.note("in a description every argument is there; in derivatives, derivatives may be absent"),
            );
        }
        for d in &u.directives {
            if !matches!(d.name.as_str(), "TANGENT" | "ADJOINT") {
                said.push(directive(d, &["TANGENT", "ADJOINT"], "a description"));
                continue;
            }
            for name in d.args.split(',').map(|n| n.trim().to_ascii_lowercase()) {
                if !self.named.contains_key(&name) {
                    let found = fault(d.span, format!("there is no procedure `{name}` in the rules"))
                        .note("write its head and its declarations: the library has the statements");
                    said.push(with_nearest(found, &name, self.named.keys().cloned()));
                }
            }
        }
        let [tangents, adjoints] = derivatives_of(u, self.named);
        if tangents.len() > 1 {
            said.push(
                fault(u.span, format!("`{}` has more than one tangent", u.name))
                    .note("one is for all derivatives: those that may be absent are OPTIONAL"),
            );
        }
        tangents.iter().for_each(|d| self.derivative(u, *d, true, said));
        adjoints.iter().for_each(|d| self.derivative(u, *d, false, said));
    }

    /// A derivative of a routine.
    fn derivative(&self, of: &Unit, id: UnitId, tangent: bool, said: &mut Vec<Diagnostic>) {
        let u = &self.p.units[id];
        let is_function = |u: &Unit| matches!(u.kind, UnitKind::Function { .. });
        if is_function(u) != (tangent && is_function(of)) {
            let what = if is_function(u) { "a function" } else { "a subroutine" };
            said.push(fault(u.span, format!("`{}` is {what}", u.name)).note(
                "adjoints are subroutines; the tangent of a function is a function that returns the derivative, and has the value in its last argument",
            ));
        }
        for d in &u.directives {
            match d.name.as_str() {
                "BEFORE" if !tangent => {}
                "LOSES" => {
                    for name in d.args.split(',').map(|n| n.trim().to_ascii_lowercase()) {
                        if !of.params.iter().any(|s| self.name(*s) == name) {
                            let found = fault(d.span, format!("`{name}` is no argument of `{}`", of.name));
                            said.push(with_nearest(found, &name, of.params.iter().map(|s| self.name(*s))));
                        }
                    }
                }
                _ => said.push(directive(d, if tangent { &["LOSES"] } else { &["BEFORE", "LOSES"] }, "a derivative")),
            }
        }
        let mut given = u.params.iter().copied().peekable();
        for &a in &of.params {
            let name = self.name(a);
            match given.next_if(|s| self.name(*s) == name) {
                Some(s) => self.same_type(a, s, said),
                None => {
                    let place = given.peek().map_or(u.span, |s| self.p.symbols[*s].span);
                    said.push(self.misplaced(of, u, place, format!("`{name}` is expected here")));
                    return;
                }
            }
            if let Some(d) = given.next_if(|s| self.name(*s).strip_suffix(['d', 'b']) == Some(name.as_str())) {
                self.same_type(a, d, said);
                if !self.p.symbol_type(a).is_some_and(Type::is_differentiable) {
                    said.push(fault(
                        self.p.symbols[d].span,
                        format!("`{name}` is no real number: it has no derivative"),
                    ));
                }
            }
        }
        if is_function(of) && given.next().is_none() {
            said.push(self.misplaced(
                of,
                u,
                u.span,
                "the last argument, for the value of the function, is missing".into(),
            ));
        }
        if let Some(more) = given.next() {
            let message = format!("`{}` is one argument too many", self.name(more));
            said.push(self.misplaced(of, u, self.p.symbols[more].span, message));
            return;
        }
        self.presence(of, u, said);
    }

    fn misplaced(&self, of: &Unit, u: &Unit, place: Span, what: String) -> Diagnostic {
        let end = if matches!(of.kind, UnitKind::Function { .. }) {
            ", and at the end the value or its derivative"
        } else {
            ""
        };
        let list: Vec<String> = of.params.iter().map(|s| self.name(*s)).collect();
        fault(place, format!("in `{}`: {what}", u.name)).note(format!(
            "a derivative has the arguments of `{}` ({}), behind each real one its derivative if there is one{end}",
            of.name,
            list.join(", ")
        ))
    }

    fn same_type(&self, a: SymbolId, other: SymbolId, said: &mut Vec<Diagnostic>) {
        let (Some(x), Some(y)) = (self.p.symbol_type(a), self.p.symbol_type(other)) else { return };
        let number = |t: &Type| t.element().scalar().map(|s| (s.class, s.bytes));
        if number(x) != number(y) || x.rank() != y.rank() {
            let message = format!("`{}` has another type than `{}` of the description", self.name(other), self.name(a));
            said.push(fault(self.p.symbols[other].span, message).with(self.p.symbols[a].span, "described here"));
        }
    }

    /// What is done for derivatives that may be absent stands behind PRESENT.
    fn presence(&self, of: &Unit, u: &Unit, said: &mut Vec<Diagnostic>) {
        let arguments: BTreeSet<String> = of.params.iter().map(|s| self.name(*s)).collect();
        for &s in &u.params {
            if !self.p.variable(s).is_some_and(|v| v.optional) {
                continue;
            }
            if arguments.contains(&self.name(s)) || !self.name(s).ends_with(['d', 'b']) {
                let found = fault(self.p.symbols[s].span, format!("`{}` of `{}` is OPTIONAL", self.name(s), u.name));
                said.push(found.note("only derivatives may be absent"));
                continue;
            }
            let absent = without(u, &BTreeSet::from([s]));
            if !u.body.is_empty() && mentioned(&absent).contains(&s) {
                let mut place = None;
                absent.walk(&absent.body, &mut |_, stmt| {
                    let mut symbols = BTreeSet::new();
                    stmt.kind.collect_symbols(&mut symbols);
                    place = place.or(symbols.contains(&s).then_some(stmt.span));
                });
                let name = self.name(s);
                said.push(
                    fault(place.unwrap_or(u.span), format!("`{name}` may be absent here"))
                        .note(format!("put what is done for it behind `if (present({name}))`, or leave out OPTIONAL: where nothing active is passed it is a local of zeros then")),
                );
            }
        }
        let whole = without(u, &BTreeSet::new());
        whole.walk(&whole.body, &mut |_, stmt| {
            let mut asks = false;
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| asks |= matches!(&x.kind, ExprKind::Intrinsic(f, _) if f.name() == "present"));
            });
            if asks {
                said.push(
                    fault(stmt.span, "PRESENT is asked for outside of the test of an IF").note(
                        "it is decided where the derivative is written: `if (present(ab) .or. present(bb)) then`",
                    ),
                );
            }
        });
    }
}

fn is_text(ty: &Type) -> bool {
    matches!(ty.element(), Type::Character { .. })
}

/// A directive that is none of those of rules.
fn directive(d: &il::Directive, known: &[&str], place: &str) -> Diagnostic {
    let found = fault(d.span, format!("there is no directive `{}` for {place}", d.name));
    let found = found.note(format!("before {place} may stand {}", known.join(" and ")));
    with_nearest(found, &d.name, known.iter().map(|n| n.to_string()))
}
