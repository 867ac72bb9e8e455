//! Derivatives of routines of libraries ([`crate::libraries`]): which apply, and where they stand in the output.

use std::collections::BTreeSet;

use il::{Decl, DeclKind, Expr, ExprKind, Language, StmtKind, Subscript, SymbolId, UnitId};

use super::World;
use super::layout::symbols_of;
use super::library_in_c::known_names;
use super::library_text::Written;
use crate::libraries::{Interface, Rule, Which};
use crate::names;
use crate::output::OutputFile;
use crate::signature::Part;

impl World<'_> {
    /// The derivative that comes with the program of what is called: it is for the active arguments of all calls.
    pub(crate) fn library_rule(&self, callee: SymbolId, part: Part) -> Option<Rule> {
        // The planner asks of every call, again and again.
        if self.request.library_routines.is_empty() || self.request.directions.is_some() {
            return None;
        }
        let symbol = &self.source.symbols[callee];
        let name = symbol.name.to_ascii_lowercase();
        if !self.request.library_routines.contains(&name) || self.source.callee(callee).is_some() {
            return None;
        }
        let active = self.facts.box_arguments(self.source, callee);
        let which = Which { active, left: self.facts.box_left(callee) };
        let from_c = !self.source.scopes[symbol.scope].case_insensitive;
        self.request.libraries.as_ref()?.rule(&name, from_c, part == Part::Tangent, &which)
    }

    /// The name of a procedure of this output that stands for one of a library: in capitals where that is.
    pub(super) fn library_name(&self, name: &str) -> String {
        let prefix = &self.request.library_prefix;
        let prefix = if names::is_upper(name) { prefix.to_uppercase() } else { prefix.clone() };
        format!("{prefix}{name}")
    }

    /// The positions of the arguments whose values its adjoint reads.
    pub(crate) fn read_by_library(&self, callee: SymbolId) -> Option<BTreeSet<usize>> {
        let rule = self.library_rule(callee, Part::Adjoint)?;
        Some(self.request.libraries.as_ref()?.reads(&rule))
    }

    /// Whether what a routine of a library writes begins where another argument does: no library allows that, and no derivative is right then. What is only
    /// read may be given twice: one call of the library after the other adds to it. `None`: it is no such routine.
    pub(crate) fn library_clash(&self, callee: SymbolId, part: Part, values: &[Option<&Expr>]) -> Option<bool> {
        self.library_rule(callee, part)?;
        let name = self.source.symbols[callee].name.to_ascii_lowercase();
        let places = &self.request.externals.get(&name)?.places;
        // Where arrays begin.
        let first =
            i64::from(self.source.procedure(callee)?.unit.is_none_or(|u| self.source.units[u].language != Language::C));
        let starts: Vec<Option<&Expr>> = values.iter().map(|v| v.map(|v| start(v, first))).collect();
        let written =
            places.iter().enumerate().filter(|(k, a)| a.written && starts.get(*k).is_some_and(Option::is_some));
        let twice = |k: usize| starts.iter().enumerate().any(|(j, s)| j != k && *s == starts[k]);
        Some(written.map(|(k, _)| k).filter(|k| starts[*k].is_some_and(Expr::is_reference)).any(twice))
    }

    /// Leaves out the calls of routines that do nothing, and what declares them.
    pub(super) fn leave_out_idle_calls(&mut self) {
        let idle = &self.request.idle_routines;
        if idle.is_empty() {
            return;
        }
        for unit in self.out.units.ids().collect::<Vec<_>>() {
            let u = &self.out.units[unit];
            let mut found = BTreeSet::new();
            u.walk(&u.body, &mut |id, s| {
                let name = s.kind.callee().map(|c| self.out.symbols[c].name.to_ascii_lowercase());
                found.extend(name.filter(|n| idle.contains_key(n)).map(|_| id));
            });
            let is_idle = |s: SymbolId| idle.contains_key(&self.out.symbols[s].name.to_ascii_lowercase());
            let declares = |d: &Decl| matches!(d.kind, DeclKind::Prototype(s) if is_idle(s));
            let decls: Vec<Decl> = u.decls.iter().filter(|d| !declares(d)).cloned().collect();
            let u = &mut self.out.units[unit];
            u.decls = decls;
            for id in found {
                u.stmts[id].kind = StmtKind::Nop;
            }
        }
    }

    /// Writes those that something calls, behind what stands in the first file that calls them.
    pub(super) fn write_library_derivatives(&mut self, files: &mut [OutputFile]) {
        let Some(libraries) = self.request.libraries.clone() else { return };
        let mut written = Written { prefix: self.request.library_prefix.clone(), ..Written::default() };
        for ((callee, part), made) in self.boxes.clone() {
            let calls = |u: &UnitId| symbols_of(&self.out, *u).contains(&made);
            let found = files.iter().enumerate().find_map(|(k, f)| Some((k, f.units.iter().copied().find(calls)?)));
            let (Some((at, unit)), Some(rule)) = (found, self.library_rule(callee, part)) else { continue };
            if rule.interface != Interface::Fortran {
                (written.scope, written.known) = (Some(self.out.units[unit].scope), known_names(self.source));
                libraries.write_in_c(&rule, &mut self.out, made, &mut written);
                written.into_file(&mut self.out, unit);
                continue;
            }
            (written.upper, written.fixed) = (self.out.writes_upper(unit), files[at].form == il::SourceForm::Fixed);
            libraries.write(&rule, &mut self.out, made, &mut written);
            files[at].units.append(&mut written.units);
        }
    }
}

/// The variable, or the part of one, that begins where an argument does: `x` for `&x[0]`, `t` for `*t` and `&t[0][0]`, in Fortran `a` for `a(1,1)`.
fn start(e: &Expr, first: i64) -> &Expr {
    let is_first = |s: &Subscript| matches!(s, Subscript::At(i) if i.as_int() == Some(first));
    match &e.uncast().kind {
        ExprKind::Address(x) | ExprKind::Deref(x) => start(x, first),
        ExprKind::Index { base, subs } if subs.iter().all(is_first) => start(base, first),
        _ => e.uncast(),
    }
}
