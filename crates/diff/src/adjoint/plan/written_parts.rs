//! The part of an argument, or of a variable of a module or of COMMON, that a call may change, where the call tells which: this is what a snapshot holds of it.
//!
//! - `call put(a, i, v)` with `a(i) = v` in it changes one element.
//! - `call clear(w(k), n)` with `do j = 1, n; a(j) = 0; end do` in it changes `w(k:k+n-1)`. So does what has its dummy declared `a(n)`, however it
//!   sets it: old programs cut their work arrays into such pieces, whose whole is long.
//!
//! - C: `scale(n, x, &w[k])` with `for (int i = 0; i < n; i++) out[i] = f*x[i];` in it changes `w[k]` to `w[k + n - 1]`. Where such a pointer leads is
//!   known of functions that use it with one subscript only, write by nothing else, and call nothing.
//!
//! Pieces of one row that may overlap (`do i = 2, n`, then `do i = n - 1, 1, -1`) are its declared extents, `a(1:n)`, in one piece.
//!
//! A grid with the extents of the dummy, `h(nr, nc)` for `h(m, n)` where `m` gets `nr` and `n` gets `nc`, has its elements under the same subscripts.
//!
//! What is named must be there: elements that a callee sets under a condition, or in a loop that may have no turn, need not exist (`if (i <= n) a(i)
//! = v`), unless they are among those that it sets in any case. So are those of a loop whose bounds depend on the loop around it (`do j = i + 1, n`).

use std::collections::BTreeSet;

use il::stmt::Label;
use il::typing::rank_of;
use il::{
    BinaryOp, Dim, Expr, ExprKind, Language, Program, Scalar, StmtId, StmtKind, Subscript, SymbolId, SymbolKind, Type,
    UnaryOp, UnitId, Upper, fold,
};

use super::arguments::has_own_numbers;
use crate::derive::World;
use crate::prepare::normalise::values::is_changed;
use crate::request::Improvement;

/// More parts than this are not saved one by one.
const MOST: usize = 4;

/// The parts of an actual argument that a call of `caller` may change; `value_of` gives the actual arguments. `None`: any.
pub(crate) fn written_parts(
    world: &World,
    caller: UnitId,
    callee: UnitId,
    dummy: SymbolId,
    actual: &Expr,
    value_of: &dyn Fn(SymbolId) -> Option<Expr>,
) -> Option<Vec<Expr>> {
    let p = world.source;
    let inside = Callee { world, p, unit: callee, dummy };
    let is_row = has_own_numbers(world, callee, dummy) || inside.is_row_in_c();
    if !world.request.improves(Improvement::Snapshot) || !is_row {
        return None;
    }
    let here = |e: &Expr| at_call(p, caller, e, value_of);
    let numbering = Numbering::of(p, dummy, actual, &here)?;
    let all = || Some(vec![numbering.part(&[inside.extent()?.map(&here)?])?]);
    let parts = inside.parts();
    let row = |part: &&Vec<Span>| matches!(part.as_slice(), [Span::All(..)]);
    if parts.as_ref().is_some_and(|parts| parts.iter().filter(row).count() > 1)
        && let Some(all) = all()
    {
        return Some(all);
    }
    let sets = parts.and_then(|parts| {
        let part = |subs: &Vec<Span>| numbering.part(&subs.iter().map(|s| s.map(&here)).collect::<Option<Vec<_>>>()?);
        parts.iter().map(part).collect::<Option<Vec<_>>>()
    });
    sets.or_else(|| match &numbering {
        Numbering::Alike(_) => None,
        Numbering::From { .. } => all(),
    })
}

/// The parts of a Fortran array outside of `callee` that a call of it by `caller` may change: the array that the callee calls `there`, and the caller
/// `ours`. `None`: any.
pub(crate) fn written_parts_outside(
    world: &World,
    caller: UnitId,
    callee: UnitId,
    (there, ours): (SymbolId, SymbolId),
    value_of: &dyn Fn(SymbolId) -> Option<Expr>,
) -> Option<Vec<Expr>> {
    let p = world.source;
    let inside = Callee { world, p, unit: callee, dummy: there };
    let v = p.variable(there)?;
    let numbers = matches!((&v.ty, v.ty.element()), (Type::Array { .. }, Type::Scalar(_))) && !v.pointer && !v.target;
    let fortran = p.units[callee].language == Language::Fortran;
    if !world.request.improves(Improvement::Snapshot) || !numbers || !fortran || inside.others_write() {
        return None;
    }
    let here = |e: &Expr| at_call(p, caller, e, value_of);
    let numbering = Numbering::Alike(Expr::var(ours));
    let part = |subs: &Vec<Span>| numbering.part(&subs.iter().map(|s| s.map(&here)).collect::<Option<Vec<_>>>()?);
    inside.parts()?.iter().map(part).collect()
}

/// Whether a snapshot of what a call may change of an argument holds all that the callee finds there: no part is named, or the dummy's extents are.
pub(crate) fn are_whole(
    world: &World,
    caller: UnitId,
    callee: UnitId,
    dummy: SymbolId,
    actual: &Expr,
    value_of: &dyn Fn(SymbolId) -> Option<Expr>,
) -> bool {
    let p = world.source;
    let Some(parts) = written_parts(world, caller, callee, dummy, actual, value_of) else { return true };
    let extent = Callee { world, p, unit: callee, dummy }.extent();
    let (Some(Span::All(lo, hi)), [part]) = (extent, parts.as_slice()) else { return false };
    let here = |e: &Expr| at_call(p, caller, e, value_of);
    let all = || Numbering::of(p, dummy, actual, &here)?.part(&[Span::All(here(&lo)?, here(&hi)?)]);
    all().as_ref() == Some(part)
}

/// C: whether a function that is given a row of `extent` numbers sets numbers of that row alone. A matrix is often handed on by the name of its first row.
pub(crate) fn stays_in_row(
    world: &World,
    caller: UnitId,
    callee: UnitId,
    dummy: SymbolId,
    extent: &Expr,
    value_of: &dyn Fn(SymbolId) -> Option<Expr>,
) -> bool {
    let p = world.source;
    let inside = Callee { world, p, unit: callee, dummy };
    let declared = match p.symbol_type(dummy) {
        Some(Type::Array { dims, .. }) => dims.first().and_then(|d| match &d.upper {
            Upper::At(e) => fold::integer(p, e),
            _ => None,
        }),
        _ => None,
    };
    let last = |span: &Span| at_call(p, caller, span.ends().1, value_of);
    let is_below = |e: &Expr| fold::integer(p, &fold::sub(extent, e)).is_some_and(|left| left > 0);
    let parts = || inside.parts().filter(|_| inside.is_row_in_c());
    declared.is_some_and(|n| is_below(&Expr::int(n - 1)))
        || parts().is_some_and(|parts| parts.iter().flatten().all(|span| last(span).is_some_and(|e| is_below(&e))))
}

/// An expression of the callee's, made of dummies and of what the caller knows by the same name, as it is where the call stands.
fn at_call(p: &Program, caller: UnitId, e: &Expr, value_of: &dyn Fn(SymbolId) -> Option<Expr>) -> Option<Expr> {
    let (mut e, mut known) = (e.clone(), true);
    let shared = |s: SymbolId| p.lookup(p.units[caller].scope, &p.symbols[s].name) == Some(s);
    e.rewrite(&mut |x| {
        if let ExprKind::Var(s) = x.kind {
            match value_of(s).or_else(|| shared(s).then(|| Expr::var(s))) {
                Some(value) if is_simple(&value) => *x = value,
                _ => known = false,
            }
        }
    });
    known.then_some(e)
}

/// The indices along one dimension: one, or all from one to another.
#[derive(Clone, PartialEq)]
enum Span {
    One(Expr),
    All(Expr, Expr),
}

impl Span {
    fn ends(&self) -> (&Expr, &Expr) {
        match self {
            Span::One(e) => (e, e),
            Span::All(lo, hi) => (lo, hi),
        }
    }

    fn map(&self, f: &dyn Fn(&Expr) -> Option<Expr>) -> Option<Span> {
        Some(match self {
            Span::One(e) => Span::One(f(e)?),
            Span::All(lo, hi) => Span::All(f(lo)?, f(hi)?),
        })
    }
}

/// Where the elements of a dummy are in the actual argument.
enum Numbering {
    /// Under the same subscripts.
    Alike(Expr),
    /// One behind the other in an array of one dimension, the one with this index being `first`.
    From { array: Expr, first: Expr, index: Expr },
}

impl Numbering {
    fn of(p: &Program, dummy: SymbolId, actual: &Expr, here: &dyn Fn(&Expr) -> Option<Expr>) -> Option<Numbering> {
        if let Some(number) = number_in_c(p, dummy) {
            let (array, first) = match &actual.kind {
                ExprKind::Var(_) => (actual, Expr::int(0)),
                ExprKind::Address(x) => match &x.kind {
                    ExprKind::Index { base, subs } => match subs.as_slice() {
                        [Subscript::At(first)] if !first.has_call() => (&**base, first.clone()),
                        _ => return None,
                    },
                    _ => return None,
                },
                _ => return None,
            };
            let ExprKind::Var(s) = array.kind else { return None };
            let alike = row_in_c(p.symbol_type(s)?) == Some(number);
            return alike.then(|| Numbering::From { array: array.clone(), first, index: Expr::int(0) });
        }
        let theirs = match p.symbol_type(dummy)? {
            Type::Array { dims, .. } => dims,
            _ => return None,
        };
        match &actual.kind {
            ExprKind::Var(s) => is_numbered_alike(p, theirs, *s, here).then(|| Numbering::Alike(actual.clone())),
            ExprKind::Index { base, subs } if matches!(base.kind, ExprKind::Var(_)) && rank_of(p, actual) == 0 => {
                let [Subscript::At(first)] = subs.as_slice() else { return None };
                let ExprKind::Var(s) = base.kind else { return None };
                let v = p.variable(s)?;
                let numbers = matches!(v.ty.element(), Type::Scalar(_)) && !v.pointer;
                // Parts of another type would be cut elsewhere.
                let alike = p.symbol_type(dummy)?.element().scalar()?.bytes == v.ty.element().scalar()?.bytes;
                let index = if theirs.len() == 1 { theirs[0].lower.clone() } else { None };
                let from = || Numbering::From {
                    array: (**base).clone(),
                    first: first.clone(),
                    index: index.unwrap_or_else(|| Expr::int(1)),
                };
                (numbers && alike && !first.has_call()).then(from)
            }
            _ => None,
        }
    }

    /// The part of the actual argument that spans of the dummy's indices are.
    fn part(&self, spans: &[Span]) -> Option<Expr> {
        let range = |lo: Expr, hi: Expr| Subscript::Range { lo: Some(lo), hi: Some(hi), step: None };
        let (array, subs) = match self {
            Numbering::Alike(array) => {
                let sub = |s: &Span| match s {
                    Span::One(e) => Subscript::At(e.clone()),
                    Span::All(lo, hi) => range(lo.clone(), hi.clone()),
                };
                (array, spans.iter().map(sub).collect())
            }
            Numbering::From { array, first, index } => {
                let [span] = spans else { return None };
                let at = |e: &Expr| fold::add(first, &fold::sub(e, index));
                let sub = match span {
                    Span::One(e) => Subscript::At(at(e)),
                    Span::All(lo, hi) => range(at(lo), at(hi)),
                };
                (array, vec![sub])
            }
        };
        Some(ExprKind::Index { base: Box::new(array.clone()), subs }.into())
    }
}

/// The type of the numbers behind a parameter of a C function that is a row of them.
fn number_in_c(p: &Program, parameter: SymbolId) -> Option<&Scalar> {
    let c = p.home(parameter).is_some_and(|u| p.units[u].language == Language::C);
    row_in_c(p.symbol_type(parameter).filter(|_| c)?)
}

/// Those of a row: what a pointer leads to, or the elements of an array with one pair of brackets.
fn row_in_c(ty: &Type) -> Option<&Scalar> {
    match ty {
        Type::Pointer { to: element, .. } | Type::Array { elem: element, .. } => match &**element {
            Type::Scalar(s) if ty.rank() <= 1 => Some(s),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an element of a dummy with these extents has the same subscripts in a variable that is passed; `here` gives the extents where the call stands.
fn is_numbered_alike(p: &Program, theirs: &[Dim], s: SymbolId, here: &dyn Fn(&Expr) -> Option<Expr>) -> bool {
    let Some(v) = p.variable(s) else { return false };
    let Type::Array { dims: ours, .. } = &v.ty else { return false };
    let from_one = |dims: &[Dim]| dims.iter().all(|d| d.lower.is_none());
    let same = |(a, b): (&Dim, &Dim)| match (&a.upper, &b.upper) {
        (Upper::At(theirs), Upper::At(ours)) => {
            here(theirs).is_some_and(|e| e == *ours || fold::integer(p, &fold::sub(&e, ours)) == Some(0))
        }
        _ => false,
    };
    let inner = ours.len() - 1;
    let whole = theirs.iter().all(|d| matches!(d.upper, Upper::Deferred))
        || theirs.len() == ours.len() && theirs.iter().zip(ours).take(inner).all(same);
    !v.allocatable && !v.pointer && ours.len() == theirs.len() && from_one(ours) && from_one(theirs) && whole
}

/// What can stand in a subscript.
fn is_simple(value: &Expr) -> bool {
    let mut simple = true;
    value.walk(&mut |x| {
        simple &=
            matches!(x.kind, ExprKind::Var(_) | ExprKind::Integer { .. } | ExprKind::Binary(..) | ExprKind::Unary(..))
    });
    simple
}

/// A callee, and the dummy that is asked about.
struct Callee<'p, 'w> {
    world: &'p World<'w>,
    p: &'p Program,
    unit: UnitId,
    dummy: SymbolId,
}

/// A part of the dummy that a statement of the callee sets.
struct Set {
    subs: Vec<Span>,
    /// Whenever the callee is called.
    surely: bool,
}

/// A counted loop of the callee.
struct Turns {
    var: SymbolId,
    /// From the lowest to the highest value of its variable, where the arguments tell.
    span: Option<Span>,
    /// Its variable has all values between.
    all: bool,
}

/// What is around a statement of the callee.
#[derive(Default)]
struct Around {
    loops: Vec<Turns>,
    /// Labels to which some statement before it may have jumped, past it.
    ahead: BTreeSet<Label>,
}

impl Callee<'_, '_> {
    /// The parts that the callee sets, each once. `None`: it is not known, or one of them need not exist.
    fn parts(&self) -> Option<Vec<Vec<Span>>> {
        let body = &self.p.units[self.unit].body;
        let mut sets = Vec::new();
        let inner = match body.split_last() {
            Some((last, rest)) if matches!(self.kind(*last), StmtKind::Return(_)) => rest,
            _ => body.as_slice(),
        };
        let mut around = Around::default();
        self.block(inner, &mut around, true, &mut sets)?;
        // A jump back.
        if !around.ahead.is_empty() {
            return None;
        }
        let mut out: Vec<Vec<Span>> = Vec::new();
        for s in sets.iter().filter(|s| s.surely) {
            if !out.iter().any(|other| self.holds(other, &s.subs)) {
                out.retain(|other| !self.holds(&s.subs, other));
                out.push(s.subs.clone());
            }
        }
        let exists = |s: &Set| s.surely || out.iter().any(|sure| self.holds(sure, &s.subs));
        (sets.iter().all(exists) && !out.is_empty() && out.len() <= MOST).then_some(out)
    }

    /// Whether all elements of `part` are among those of `whole`, as far as that is plain: bounds that differ by a constant.
    fn holds(&self, whole: &[Span], part: &[Span]) -> bool {
        let not_above = |a: &Expr, b: &Expr| fold::integer(self.p, &fold::sub(b, a)).is_some_and(|d| d >= 0);
        whole.iter().zip(part).all(|(w, q)| {
            let ((low, high), (from, to)) = (w.ends(), q.ends());
            w == q || matches!(w, Span::All(..)) && not_above(low, from) && not_above(to, high)
        })
    }

    fn kind(&self, id: StmtId) -> &StmtKind {
        &self.p.units[self.unit].stmts[id].kind
    }

    fn block(&self, block: &[StmtId], around: &mut Around, surely: bool, sets: &mut Vec<Set>) -> Option<()> {
        for &id in block {
            let stmt = &self.p.units[self.unit].stmts[id];
            if self.hands_on(&stmt.kind) {
                return None;
            }
            if let Some(label) = &stmt.label {
                around.ahead.remove(label);
            }
            let surely = surely && around.ahead.is_empty();
            match &stmt.kind {
                StmtKind::Assign { lhs, .. } if lhs.root() == Some(self.dummy) => {
                    let subs = self.subscripts(lhs, &around.loops)?;
                    let counted = |l: &Turns| l.all && l.span.as_ref().is_some_and(|s| subs.contains(s));
                    let surely = surely && around.loops.iter().all(counted);
                    sets.push(Set { subs, surely });
                }
                StmtKind::Assign { .. } | StmtKind::Call { .. } | StmtKind::Nop | StmtKind::Declare(_) => {}
                StmtKind::Do(d) => {
                    let ends = match d.step.as_ref().map_or(Some(1), Expr::as_int) {
                        Some(1) => Some((&d.from, &d.to)),
                        Some(-1) => Some((&d.to, &d.from)),
                        _ => None,
                    };
                    let all = ends.is_some_and(|(lo, hi)| self.is_fixed(lo) && self.is_fixed(hi));
                    let span = ends.and_then(|(lo, hi)| {
                        let loops = &around.loops;
                        Some(Span::All(self.extreme(lo, loops, false)?, self.extreme(hi, loops, true)?))
                    });
                    let before = around.ahead.clone();
                    around.loops.push(Turns { var: d.var, span, all });
                    self.block(&d.body, around, surely, sets)?;
                    around.loops.pop();
                    // A jump out of the loop leaves out turns that were counted.
                    if around.ahead != before {
                        return None;
                    }
                }
                StmtKind::If(_) | StmtKind::While { .. } | StmtKind::Select { .. } => {
                    for inner in stmt.kind.blocks() {
                        self.block(inner, around, false, sets)?;
                    }
                }
                StmtKind::Goto(label) => drop(around.ahead.insert(label.clone())),
                // Other jumps, and what sets the dummy in another way.
                _ => return None,
            }
        }
        Some(())
    }

    /// The lowest or the highest value of an expression while `loops` run: `i + 1` is `n + 1` at most where `i` goes to `n`.
    fn extreme(&self, e: &Expr, loops: &[Turns], highest: bool) -> Option<Expr> {
        match &e.kind {
            _ if self.is_fixed(e) => Some(e.clone()),
            ExprKind::Var(s) => {
                let (low, high) = loops.iter().find(|l| l.var == *s)?.span.as_ref()?.ends();
                Some(if highest { high } else { low }.clone())
            }
            ExprKind::Binary(BinaryOp::Add, l, r) => {
                Some(fold::add(&self.extreme(l, loops, highest)?, &self.extreme(r, loops, highest)?))
            }
            ExprKind::Binary(BinaryOp::Sub, l, r) => {
                Some(fold::sub(&self.extreme(l, loops, highest)?, &self.extreme(r, loops, !highest)?))
            }
            _ => None,
        }
    }

    /// C: whether the dummy leads to numbers that the function finds by one subscript only, and nothing else that it writes can be there: it writes its
    /// own locals and what such parameters lead to, and calls nothing.
    fn is_row_in_c(&self) -> bool {
        let u = &self.p.units[self.unit];
        if u.language != Language::C || number_in_c(self.p, self.dummy).is_none() {
            return false;
        }
        let local = |s: SymbolId| self.p.variable(s).is_some_and(|v| v.is_unsaved_local());
        // What is written, but for locals and the parameters themselves: elements of rows, if the function is as it must be.
        let (mut plain, mut rows) = (true, BTreeSet::from([self.dummy]));
        u.walk(&u.body, &mut |_, stmt| match &stmt.kind {
            StmtKind::Assign { lhs, rhs } => {
                plain &= !rhs.has_call();
                match (&lhs.kind, lhs.root()) {
                    (ExprKind::Var(s), _) if local(*s) || u.params.contains(s) => {}
                    (ExprKind::Index { base, .. }, Some(s))
                        if base.kind == ExprKind::Var(s) && self.is_own_array(s) => {}
                    (_, Some(s)) => {
                        rows.insert(s);
                    }
                    (_, None) => plain = false,
                }
            }
            StmtKind::Call { .. } | StmtKind::Opaque { .. } => plain = false,
            kind => kind.exprs(&mut |e| plain &= !e.has_call()),
        });
        let is_row = |s: SymbolId| u.params.contains(&s) && number_in_c(self.p, s).is_some() && self.is_only_indexed(s);
        plain && rows.into_iter().all(is_row)
    }

    /// An array that is there while the function runs, and is no pointer.
    fn is_own_array(&self, s: SymbolId) -> bool {
        self.p.variable(s).is_some_and(|v| v.is_unsaved_local() && matches!(v.ty, Type::Array { .. }))
    }

    /// Whether every mention of a pointer is as `x[i]`, and no such element's address is taken.
    fn is_only_indexed(&self, s: SymbolId) -> bool {
        let u = &self.p.units[self.unit];
        let (mut mentions, mut indexed) = (0, 0);
        u.walk(&u.body, &mut |_, stmt| {
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| match &x.kind {
                    ExprKind::Var(v) => mentions += i32::from(*v == s),
                    ExprKind::Index { base, subs } => {
                        indexed += i32::from(subs.len() == 1 && matches!(base.kind, ExprKind::Var(v) if v == s));
                    }
                    // Which spoils the count.
                    ExprKind::Address(inner) if inner.root() == Some(s) => mentions += 1,
                    _ => {}
                })
            })
        });
        mentions == indexed
    }

    /// Whether a statement passes the dummy to another procedure.
    fn hands_on(&self, kind: &StmtKind) -> bool {
        let passes =
            |args: &[il::Arg]| args.iter().any(|a| a.value.root() == Some(self.dummy) && a.value.is_reference());
        let mut found = matches!(kind, StmtKind::Call { args, .. } if passes(args));
        kind.exprs(&mut |e| e.walk(&mut |x| found |= matches!(&x.kind, ExprKind::Call { args, .. } if passes(args))));
        found
    }

    fn subscripts(&self, lhs: &Expr, loops: &[Turns]) -> Option<Vec<Span>> {
        let ExprKind::Index { base, subs } = &lhs.kind else { return None };
        if !matches!(base.kind, ExprKind::Var(_)) {
            return None;
        }
        let span = |s: &Subscript| match s {
            Subscript::At(Expr { kind: ExprKind::Var(v), .. }) if loops.iter().any(|l| l.var == *v) => {
                loops.iter().find(|l| l.var == *v)?.span.clone()
            }
            Subscript::At(e) => self.is_fixed(e).then(|| Span::One(e.clone())),
            Subscript::Range { lo: Some(lo), hi: Some(hi), step: None } => {
                (self.is_fixed(lo) && self.is_fixed(hi)).then(|| Span::All(lo.clone(), hi.clone()))
            }
            Subscript::Range { .. } => None,
        };
        subs.iter().map(span).collect()
    }

    /// Whether an expression is the same for the whole call: made of constants and numbers that the callee is given and does not change.
    fn is_fixed(&self, e: &Expr) -> bool {
        let mut fixed = true;
        e.walk(&mut |x| {
            fixed &= match &x.kind {
                ExprKind::Var(s) => {
                    let params = &self.p.units[self.unit].params;
                    let number = self.p.symbol_type(*s).is_some_and(|t| t.rank() == 0);
                    let given = params.contains(s) && !is_changed(self.p, self.unit, *s) && !self.counts(*s);
                    let constant = matches!(self.p.symbols[*s].kind, SymbolKind::Constant { .. });
                    number && (given || constant || self.is_set_elsewhere(*s))
                }
                ExprKind::Integer { .. } => true,
                ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
                ExprKind::Unary(op, _) => matches!(op, UnaryOp::Neg | UnaryOp::Paren),
                _ => false,
            }
        });
        fixed
    }

    /// Whether a variable of a module or of the host has one value for the whole call.
    fn is_set_elsewhere(&self, s: SymbolId) -> bool {
        let facts = &self.world.facts.analysis;
        let outside = self.p.variable(s).is_some_and(|v| !v.pointer && !v.target) && self.p.home(s) != Some(self.unit);
        outside && !facts.in_out(self.unit).written.contains_any(&facts.zones().of_symbol(s))
    }

    /// Whether what the callee calls may change a variable that both know.
    fn others_write(&self) -> bool {
        let (facts, u) = (&self.world.facts.analysis, &self.p.units[self.unit]);
        let zones = facts.zones().of_symbol(self.dummy);
        let writes = |callee: SymbolId| match self.p.callee(callee) {
            Some(unit) => facts.in_out(unit).written.contains_any(&zones),
            None => !self.p.symbols[callee].is_intrinsic(),
        };
        let mut found = false;
        u.walk(&u.body, &mut |_, stmt| stmt.kind.each_call(&mut |callee, _| found |= writes(callee)));
        found
    }

    /// Whether a loop counts with a variable.
    fn counts(&self, s: SymbolId) -> bool {
        let (u, mut found) = (&self.p.units[self.unit], false);
        u.walk(&u.body, &mut |_, stmt| found |= matches!(&stmt.kind, StmtKind::Do(d) if d.var == s));
        found
    }

    /// All of the dummy as it is declared, counted as one dimension: `1:ld*n` of `a(ld, n)`, `lo:hi` of `a(lo:hi)`. Constant extents of old programs may be
    /// longer than what is there.
    fn extent(&self) -> Option<Span> {
        // C's parameters are longer than they say.
        let fortran = self.p.units[self.unit].language == Language::Fortran;
        let Some(Type::Array { dims, .. }) = self.p.symbol_type(self.dummy).filter(|_| fortran) else { return None };
        let one = Expr::int(1);
        let bounds = |d: &Dim| match &d.upper {
            Upper::At(hi) => Some((d.lower.clone().unwrap_or_else(|| one.clone()), hi.clone())),
            Upper::Deferred | Upper::Assumed => None,
        };
        let all: Vec<(Expr, Expr)> = dims.iter().map(bounds).collect::<Option<_>>()?;
        let known = all.iter().all(|(lo, hi)| self.is_fixed(lo) && self.is_fixed(hi));
        if !known || fold::integer(self.p, &all.last()?.1).is_some() {
            return None;
        }
        if let [(lo, hi)] = all.as_slice() {
            return Some(Span::All(lo.clone(), hi.clone()));
        }
        let count = |(lo, hi): &(Expr, Expr)| fold::range_count(lo, hi, None);
        let total = all.iter().map(count).reduce(|a, b| Expr::binary(BinaryOp::Mul, a, b))?;
        Some(Span::All(one, total))
    }
}
