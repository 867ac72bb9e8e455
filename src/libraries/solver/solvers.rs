//! What the solvers of `LINEAR-SOLVER` do to their arguments, and the routines that stand for their derivatives.
//!
//! A derivative runs the solver again, later, with another right side. So its source must be there, and say that it sets the solution, reads no data but its
//! arguments, and leaves nothing else that matters: numbers that it changes get locals, with the value that they had before where it reads that; so do work arrays
//! that it does not read before it sets them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use analysis::{Facts, InOut};
use diff::Request;
use il::symbol::Intent;
use il::typing::type_of;
use il::unit::Prefix;
use il::{
    Arg, Directive, Expr, ExprKind, Language, Program, ScalarClass, StmtId, StmtKind, SymbolId, Type, UnitId, UnitKind,
};

use super::said::{Result, fail, procedure, wrong};

/// What becomes of an argument when the solver runs for a derivative.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Treated {
    Solution,
    Right,
    /// It is only read.
    Read,
    /// A number that it reads and changes: it gets the value from before the call.
    Copied(SymbolId),
    /// What it sets before it reads it: a local, of so many elements where it is an array.
    Scratch(Option<Expr>),
}

/// A call of a solver.
pub(super) struct Call {
    pub(super) name: String,
    pub(super) transposed: String,
    pub(super) other: UnitId,
    pub(super) args: Vec<Arg>,
    pub(super) treated: Vec<Treated>,
    /// Of the dummies: names and types.
    dummies: Vec<(String, Type)>,
}

/// The procedures that the heads reach.
pub(super) fn below(program: &Program, request: &Request) -> BTreeSet<UnitId> {
    let graph = il::calls::CallGraph::new(program);
    let mut todo: Vec<UnitId> = request.heads.iter().map(|h| h.unit).collect();
    let mut out = BTreeSet::new();
    while let Some(u) = todo.pop() {
        if out.insert(u) {
            todo.extend(graph.callees(u));
        }
    }
    out
}

/// What is known of all procedures.
pub(super) struct Known<'p> {
    facts: Facts<'p>,
}

pub(super) fn known<'p>(program: &'p Program, request: &Request) -> Known<'p> {
    let options = analysis::Options { externals: request.externals.clone(), ..analysis::Options::default() };
    Known { facts: analysis::analyse(program, &[], &options) }
}

impl Known<'_> {
    /// What a call under a directive is, or why it cannot be differentiated.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn call(
        &self,
        p: &Program,
        unit: UnitId,
        stmt: StmtId,
        d: &Directive,
        x: SymbolId,
        b: SymbolId,
        matrix: &[SymbolId],
        transposed: &str,
    ) -> Result<Call> {
        let StmtKind::Call { callee, args, alternates } = &p.units[unit].stmts[stmt].kind else {
            return fail(
                wrong(d.span, "`LINEAR-SOLVER` belongs before a call of a subroutine")
                    .note("put the statements that solve into a procedure, and the directive before its call"),
            );
        };
        let named = |s: SymbolId| p.symbols[s].name.clone();
        let name = named(*callee);
        let solver = self.solver(p, d, *callee, &name)?;
        if args.iter().any(|a| a.keyword.is_some())
            || args.len() != p.units[solver].params.len()
            || !alternates.is_empty()
        {
            return fail(
                wrong(d.span, format!("`{name}` is called with keywords, or without all of its arguments"))
                    .note("pass all arguments in their order"),
            );
        }
        let other = match transposed.is_empty() {
            true => solver,
            false => {
                let Some(found) = procedure(p, unit, transposed) else {
                    return fail(
                        wrong(d.span, format!("there is no procedure `{transposed}`"))
                            .note("it solves with the transpose, and has the arguments of the solver"),
                    );
                };
                self.solver(p, d, found, transposed)?
            }
        };
        let params = p.units[solver].params.clone();
        let others = p.units[other].params.clone();
        let same = |(l, r): (&SymbolId, &SymbolId)| {
            let (l, r) = (p.symbol_type(*l), p.symbol_type(*r));
            let number = |t: Option<&Type>| {
                t.map(|t| {
                    (element(t).scalar().map(|s| (s.class, s.bytes)), t.rank() > 0 || matches!(t, Type::Pointer { .. }))
                })
            };
            number(l) == number(r)
        };
        if params.len() != others.len() || !params.iter().zip(&others).all(same) {
            return fail(
                wrong(d.span, format!("`{transposed}` has other arguments than `{name}`"))
                    .note("it solves with the transpose, and is called with the arguments of the solver"),
            );
        }
        let does: Vec<(UnitId, InOut)> = [solver, other].iter().map(|u| (*u, self.facts.in_out(*u))).collect();
        for (u, does) in &does {
            self.only_arguments(p, d, *u, does)?;
        }
        let mut treated = Vec::new();
        for (k, a) in args.iter().enumerate() {
            let zones = |u: UnitId| self.facts.zones().of_component(p.units[u].params[k], &[]);
            let is = |pick: fn(&InOut) -> &analysis::ZoneSet| {
                does.iter().any(|(u, does)| pick(does).contains_any(&zones(*u)))
            };
            let written = is(|i| &i.written);
            // What is undefined on entry is not read, and elements may have been set one by one.
            let sets_first = |u: UnitId| {
                let dummy = p.units[u].params[k];
                let out = p.variable(dummy).is_some_and(|v| v.intent == Some(Intent::Out));
                out || analysis::set_first::set_first(&self.facts, &[u], dummy)
            };
            let exposed =
                is(|i| &i.exposed) && does.iter().any(|(u, i)| i.exposed.contains_any(&zones(*u)) && !sets_first(*u));
            treated.push(self.treated(p, d, a, k, (x, b, matrix), params[k], (written, exposed))?);
        }
        self.read_the_same(p, d, args, &treated)?;
        let count = |what: &Treated| treated.iter().filter(|t| *t == what).count();
        if count(&Treated::Solution) != 1 || count(&Treated::Right) != 1 {
            return fail(
                wrong(d.span, format!("`{name}` gets `{}` and `{}` by their names, each once", named(x), named(b)))
                    .note("the solution and the right side are arguments of the call"),
            );
        }
        let dummies =
            params.iter().map(|s| (named(*s).to_ascii_lowercase(), p.symbol_type(*s).cloned().unwrap_or(Type::Void)));
        let transposed = if transposed.is_empty() { name.clone() } else { transposed.to_string() };
        Ok(Call { name, transposed, other, args: args.clone(), treated, dummies: dummies.collect() })
    }

    /// What is only read means the same before and after the call.
    fn read_the_same(&self, p: &Program, d: &Directive, args: &[Arg], treated: &[Treated]) -> Result<()> {
        let root = |e: &Expr| if let ExprKind::Address(x) = &e.uncast().kind { x.root() } else { e.uncast().root() };
        let both = || args.iter().zip(treated);
        let changed: Vec<SymbolId> = both()
            .filter(|(_, t)| !matches!(t, Treated::Read | Treated::Right))
            .filter_map(|(a, _)| root(&a.value))
            .collect();
        for (a, _) in both().filter(|(_, t)| **t == Treated::Read) {
            if let Some(s) = changed.iter().find(|s| a.value.mentions(**s)) {
                return fail(
                    wrong(d.span, format!("an argument is made of `{}`, which the solver changes", p.symbols[*s].name))
                        .note("compute it before the call, in a variable of its own"),
                );
            }
        }
        Ok(())
    }

    /// The source of a solver that can be called from anywhere.
    fn solver(&self, p: &Program, d: &Directive, callee: SymbolId, name: &str) -> Result<UnitId> {
        let Some(unit) = p.callee(callee) else {
            return fail(wrong(d.span, format!("the source of `{name}` is not there")).note(
                "give it: it says what the solver does to its arguments; a solver of a library has its derivative in a file of rules (-rules)",
            ));
        };
        let u = &p.units[unit];
        let in_file = u.parent.is_none_or(|f| p.units[f].kind == UnitKind::File);
        if !in_file || u.prefixes.contains(&Prefix::Static) || !matches!(u.kind, UnitKind::Subroutine) {
            return fail(wrong(d.span, format!("`{name}` is no subroutine that other files can call")).note(
                "call it through an external subroutine with arguments as in Fortran 77, in C through a function without a value that is not static",
            ));
        }
        let plain = |s: &SymbolId| {
            p.variable(*s).is_some_and(|v| {
                let open = v.ty.dimensions().iter().any(|d| d.upper == il::Upper::Deferred);
                let is_number = |ty: &Type| matches!(ty, Type::Scalar(_) | Type::Character { .. });
                u.language == Language::C && is_number(element(&v.ty))
                    || !(v.by_value || v.optional || v.allocatable || v.pointer || open) && is_number(v.ty.element())
            })
        };
        if !u.params.iter().all(plain) {
            return fail(
                wrong(d.span, format!("`{name}` has arguments that are no numbers, arrays or options of Fortran 77"))
                    .note("call it through a subroutine with extents in its declarations: `real(8) :: a(n,n), x(n)`"),
            );
        }
        Ok(unit)
    }

    /// The solver reads and changes nothing but its arguments.
    fn only_arguments(&self, p: &Program, d: &Directive, unit: UnitId, does: &InOut) -> Result<()> {
        let zones = self.facts.zones();
        let own: BTreeSet<il::zones::ZoneId> =
            p.units[unit].params.iter().flat_map(|s| zones.of_component(*s, &[])).collect();
        let other = |z: &il::zones::ZoneId| !own.contains(z) && zones.zone(*z).owner.is_none();
        let changed = does.written.iter().find(other);
        let read = does.exposed.iter().find(|z| other(z) && zones.is_assigned(zones.zone(*z).symbol));
        let name = &p.units[unit].name;
        match (changed, read) {
            (None, None) => Ok(()),
            (Some(z), _) => fail(wrong(d.span, format!("`{name}` changes `{}`, which is no argument", zones.zone(z).name)).note(
                "the derivative runs the solver again and would change it, too: let it be a local of the solver, or an argument",
            )),
            (None, Some(z)) => fail(wrong(d.span, format!("`{name}` reads `{}`, which is no argument", zones.zone(z).name)).note(
                "the derivative runs the solver again, when that may have changed: pass it as an argument",
            )),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn treated(
        &self,
        p: &Program,
        d: &Directive,
        a: &Arg,
        k: usize,
        (x, b, matrix): (SymbolId, SymbolId, &[SymbolId]),
        dummy: SymbolId,
        (written, exposed): (bool, bool),
    ) -> Result<Treated> {
        let e = a.value.uncast();
        let root = e.root().or_else(|| if let ExprKind::Address(x) = &e.kind { x.root() } else { None });
        let whole = matches!(e.kind, ExprKind::Var(_));
        let shown = root.map_or_else(|| format!("argument {}", k + 1), |s| format!("`{}`", p.symbols[s].name));
        let changed = |what: &str| {
            fail(
                wrong(d.span, format!("the solver changes {shown}, which is {what}"))
                    .note("pass a copy, or let the solver have its own"),
            )
        };
        if root == Some(x) && whole {
            return if written {
                Ok(Treated::Solution)
            } else {
                fail(wrong(d.span, format!("the solver does not set {shown}")))
            };
        }
        if root == Some(b) && whole {
            return if written { changed("the right side") } else { Ok(Treated::Right) };
        }
        if root == Some(x) || root == Some(b) {
            return fail(
                wrong(d.span, format!("{shown} is passed in parts"))
                    .note("the solution and the right side are passed by their names"),
            );
        }
        if !written {
            return Ok(Treated::Read);
        }
        if root.is_some_and(|s| matrix.contains(&s)) {
            return changed("the matrix");
        }
        let Some(root) = root else { return changed("no variable") };
        let ty = p.symbol_type(dummy).cloned().unwrap_or(Type::Void);
        let one = match &e.kind {
            ExprKind::Address(v) => matches!(v.kind, ExprKind::Var(_)) && matches!(type_of(p, v), Type::Scalar(_)),
            _ => matches!(ty, Type::Scalar(_)) && whole,
        };
        if one {
            return Ok(if exposed { Treated::Copied(root) } else { Treated::Scratch(None) });
        }
        let elements = p.symbol_type(root).filter(|_| whole).and_then(|ty| {
            let dims = ty.dimensions();
            let extent = |d: &&il::Dim| match &d.upper {
                il::Upper::At(e) if d.lower.is_none() => Some(e.clone()),
                _ => None,
            };
            let all: Option<Vec<Expr>> = dims.iter().map(extent).collect();
            all?.into_iter().reduce(|l, r| Expr::binary(il::BinaryOp::Mul, l, r))
        });
        match elements {
            Some(n) if !exposed => Ok(Treated::Scratch(Some(n))),
            Some(_) => {
                fail(wrong(d.span, format!("the solver changes {shown}, and may read it before it sets it")).note(
                    "where it is for work alone, declare it INTENT(OUT) in the solver, or let it be one of its locals",
                ))
            }
            None => changed("an array whose extent is not known here"),
        }
    }
}

/// The type of what an array or a pointer has.
fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array { elem, .. } => element(elem),
        Type::Pointer { to, .. } => element(to),
        other => other,
    }
}

impl Call {
    /// The name of a dummy in the text.
    fn dummy(&self, k: usize) -> String {
        match self.treated[k] {
            Treated::Solution => "x".into(),
            Treated::Right => "b".into(),
            Treated::Read | Treated::Copied(_) | Treated::Scratch(_) => {
                let name = &self.dummies[k].0;
                // Names of derivatives, and those that the text has itself.
                let taken = ["x", "b", "xd", "xb", "bd", "bb", "count", "i", "w"].contains(&name.as_str());
                let names: Vec<&str> = self.dummies.iter().map(|d| d.0.as_str()).collect();
                let like = name.strip_suffix(['d', 'b']).is_some_and(|n| names.contains(&n));
                let is_word = super::super::in_c::WORDS.contains(&name.as_str());
                if taken || like || is_word || name.is_empty() { format!("arg{}", k + 1) } else { name.clone() }
            }
        }
    }

    /// The positions of the right side and the solution among the arguments of the routine.
    pub(super) fn places(&self) -> (usize, usize) {
        let given = self.treated.iter().filter(|t| **t != Treated::Scratch(None));
        let at = |what: &Treated| given.clone().position(|t| t == what).map_or(0, |k| k + 1);
        (at(&Treated::Right), at(&Treated::Solution))
    }

    /// The parameters of the routine in C, behind the number of elements.
    pub(super) fn prototype(&self) -> Vec<(String, Type)> {
        let mut out = Vec::new();
        for (k, t) in self.treated.iter().enumerate() {
            let (name, ty) = (self.dummy(k), self.dummies[k].1.clone());
            let ty = match ty {
                Type::Array { elem, .. } => Type::Pointer { to: elem, restrict: false, to_const: false },
                other => other,
            };
            match t {
                Treated::Solution | Treated::Right | Treated::Read | Treated::Copied(_) => out.push((name, ty)),
                Treated::Scratch(None) => {}
                Treated::Scratch(Some(_)) => out.push((format!("{name}_count"), Type::Scalar(il::Scalar::int()))),
            }
        }
        out
    }

    /// The routine, in Fortran: a description, a tangent and an adjoint, and descriptions of the solvers.
    pub(super) fn text(&self, name: &str, in_c: bool) -> String {
        let mut out = String::new();
        let list: Vec<(usize, &Treated)> = self.treated.iter().enumerate().collect();
        let given = |with: Option<char>| {
            let mut args = vec!["count".to_string()];
            for (k, t) in &list {
                let dummy = self.dummy(*k);
                match t {
                    Treated::Solution | Treated::Right => {
                        args.push(dummy.clone());
                        args.extend(with.map(|c| format!("{dummy}{c}")));
                    }
                    Treated::Read | Treated::Copied(_) => args.push(dummy),
                    Treated::Scratch(None) => {}
                    Treated::Scratch(Some(_)) => args.push(format!("{dummy}_count")),
                }
            }
            args.join(", ")
        };
        let real = list
            .iter()
            .find(|(_, t)| **t == Treated::Solution)
            .map_or_else(String::new, |(k, _)| word(&self.dummies[*k].1));
        let zero = if real.contains('4') { "0.0e0" } else { "0.0d0" };
        let is_array = |k: usize| matches!(self.dummies[k].1, Type::Array { .. } | Type::Pointer { .. });
        let is_one_in_c = |k: usize| in_c && matches!(self.treated[k], Treated::Copied(_) | Treated::Scratch(None));
        let dims = |k: usize| if is_array(k) && !is_one_in_c(k) { "(*)" } else { "" };
        let declared = |with: Option<char>| {
            let mut text = String::from("  integer, intent(in) :: count\n");
            for (k, t) in &list {
                let (dummy, ty) = (self.dummy(*k), word(&self.dummies[*k].1));
                let d = dims(*k);
                _ = match t {
                    Treated::Solution => writeln!(text, "  {ty}, intent(inout) :: {dummy}(count)"),
                    Treated::Right => writeln!(text, "  {ty}, intent(in) :: {dummy}(count)"),
                    // In C it is behind a pointer.
                    Treated::Copied(_) if in_c => writeln!(text, "  {ty}, intent(inout) :: {dummy}"),
                    Treated::Read | Treated::Copied(_) => writeln!(text, "  {ty}, intent(in) :: {dummy}{d}"),
                    Treated::Scratch(None) => Ok(()),
                    Treated::Scratch(Some(_)) => writeln!(text, "  integer, intent(in) :: {dummy}_count"),
                };
                if let (Some(c), Treated::Solution | Treated::Right) = (with, t) {
                    let intent = if c == 'd' && **t == Treated::Right { "in" } else { "inout" };
                    _ = writeln!(text, "  {ty}, intent({intent}) :: {dummy}{c}(count)");
                }
            }
            text
        };
        let locals = || {
            let mut text = String::from("  integer :: i\n");
            for (k, t) in &list {
                let (dummy, ty) = (self.dummy(*k), word(&self.dummies[*k].1));
                _ = match t {
                    Treated::Copied(_) | Treated::Scratch(None) => writeln!(text, "  {ty} :: {dummy}_own"),
                    Treated::Scratch(Some(_)) => writeln!(text, "  {ty} :: {dummy}_own({dummy}_count)"),
                    Treated::Solution | Treated::Right | Treated::Read => Ok(()),
                };
            }
            text
        };
        let call = |solver: &str, right: &str, solution: &str| {
            let mut text = String::new();
            for (k, t) in &list {
                let dummy = self.dummy(*k);
                _ = match t {
                    Treated::Copied(_) => writeln!(text, "  {dummy}_own = {dummy}"),
                    Treated::Solution | Treated::Right | Treated::Read | Treated::Scratch(_) => Ok(()),
                };
            }
            let args: Vec<String> = list
                .iter()
                .map(|(k, t)| match t {
                    Treated::Solution => solution.to_string(),
                    Treated::Right => right.to_string(),
                    Treated::Read => self.dummy(*k),
                    Treated::Copied(_) | Treated::Scratch(_) => format!("{}_own", self.dummy(*k)),
                })
                .collect();
            _ = writeln!(text, "  call {solver}({})", args.join(", "));
            text
        };
        // The routine does nothing.
        _ = write!(out, "subroutine {name}({})\n{}end subroutine\n\n", given(None), declared(None));
        _ = write!(
            out,
            "subroutine {name}_d({})\n  implicit none\n{}{}  external :: {}\n  do i = 1, count\n    xd(i) = {zero}\n  end do\n{}end subroutine\n\n",
            given(Some('d')),
            declared(Some('d')),
            locals(),
            self.name,
            call(&self.name, "bd", "xd")
        );
        _ = write!(
            out,
            "subroutine {name}_b({})\n  implicit none\n{}{}  {real} :: w(count)\n  external :: {}\n  do i = 1, count\n    w(i) = {zero}\n  end do\n{}  do i = 1, count\n    bb(i) = bb(i) + w(i)\n    xb(i) = {zero}\n  end do\nend subroutine\n\n",
            given(Some('b')),
            declared(Some('b')),
            locals(),
            self.transposed,
            call(&self.transposed, "xb", "w")
        );
        out
    }

    /// The descriptions of the solvers, by their names.
    pub(super) fn described(&self, in_c: bool) -> Vec<(String, String)> {
        let mut text = String::new();
        let args: Vec<String> = (0..self.dummies.len()).map(|k| self.dummy(k)).collect();
        for (k, t) in self.treated.iter().enumerate() {
            let ty = word(&self.dummies[k].1);
            let is_array = matches!(self.dummies[k].1, Type::Array { .. } | Type::Pointer { .. });
            let one = in_c && matches!(t, Treated::Copied(_) | Treated::Scratch(None));
            let d = if is_array && !one { "(*)" } else { "" };
            let intent = match t {
                Treated::Right | Treated::Read => "in",
                Treated::Solution | Treated::Copied(_) | Treated::Scratch(_) => "inout",
            };
            _ = writeln!(text, "  {ty}, intent({intent}) :: {}{d}", args[k]);
        }
        let one = |name: &str| {
            (name.to_ascii_lowercase(), format!("subroutine {name}({})\n{text}end subroutine\n\n", args.join(", ")))
        };
        let both = BTreeSet::from([one(&self.name), one(&self.transposed)]);
        both.into_iter().collect()
    }
}

/// A type in Fortran.
fn word(ty: &Type) -> String {
    match element(ty) {
        Type::Scalar(s) => match s.class {
            ScalarClass::Real => format!("real({})", s.bytes),
            ScalarClass::Integer if s.bytes == 4 => "integer".into(),
            ScalarClass::Integer => format!("integer({})", s.bytes),
            ScalarClass::Logical if s.bytes == 4 => "logical".into(),
            ScalarClass::Logical => format!("logical({})", s.bytes),
            ScalarClass::Complex => format!("complex({})", s.bytes / 2),
        },
        _ => "character(len=*)".into(),
    }
}
