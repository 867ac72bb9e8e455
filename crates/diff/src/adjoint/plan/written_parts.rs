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
//! Of such a part of a grid is saved what lies in it: [`super::inside`].
//!
//! More may be saved than is overwritten: all of a dimension, `h(:, j)`, where the callee finds its elements in another way (`h(list(k), j)`).

use std::collections::BTreeSet;

use il::stmt::Label;
use il::typing::{rank_of, type_of};
use il::{
    BinaryOp, Dim, Expr, ExprKind, Language, Program, RecordId, Scalar, StmtId, StmtKind, Storage, Subscript, SymbolId,
    SymbolKind, Type, UnaryOp, UnitId, Upper, fold,
};

use super::arguments::has_own_numbers;
use super::inside::Bounds;
use crate::derive::World;
use crate::known::shape::actual_of;
use crate::prepare::normalise::values::is_changed;
use crate::request::Improvement;

/// More parts than this are not saved one by one.
const MOST: usize = 4;

/// Calls inside of calls that are looked into.
const DEEPEST: usize = 4;

/// A call: its statement, the unit that this is in, and what is called. `value_of` gives the actual arguments.
#[derive(Clone, Copy)]
pub(crate) struct Site<'a> {
    pub(crate) caller: UnitId,
    pub(crate) id: StmtId,
    pub(crate) callee: UnitId,
    pub(crate) value_of: &'a dyn Fn(SymbolId) -> Option<Expr>,
}

/// The parts of an actual argument that a call may change. `None`: any.
pub(crate) fn written_parts(world: &World, site: Site, dummy: SymbolId, actual: &Expr) -> Option<Vec<Expr>> {
    let (p, caller) = (world.source, site.caller);
    let inside = Callee::new(world, site.callee, dummy);
    let is_row = has_own_numbers(world, site.callee, dummy) || inside.is_row_in_c();
    if !world.request.improves(Improvement::Snapshot) || !is_row {
        return None;
    }
    let here = |e: &Expr| at_call(p, caller, e, site.value_of);
    let numbering = Numbering::of(p, dummy, actual, &here)?;
    let all = || Some(vec![numbering.part(p, &[inside.extent()?.map(&here)?])?]);
    let found = inside.sets();
    let parts = found.as_ref().and_then(|sets| inside.sure_parts(sets));
    let row = |part: &&Vec<Span>| matches!(part.as_slice(), [Span::All(..)]);
    if parts.as_ref().is_some_and(|parts| parts.iter().filter(row).count() > 1)
        && let Some(all) = all()
    {
        return Some(all);
    }
    let bounds = match &numbering {
        Numbering::Alike(array) => Bounds::of(world, (caller, site.id), array),
        Numbering::From { .. } => None,
    };
    let sets = parts.and_then(|parts| {
        let part = |subs: &Vec<Span>| {
            let mut spans = subs.iter().map(|s| s.map(&here)).collect::<Option<Vec<_>>>()?;
            if let Some(bounds) = &bounds {
                bounds.shorten(&mut spans);
            }
            let all = spans.iter().all(|s| *s == Span::Any);
            numbering.part(p, &spans).filter(|_| !all)
        };
        parts.iter().map(part).collect::<Option<Vec<_>>>()
    });
    sets.or_else(|| match &numbering {
        Numbering::Alike(array) => inside.parts_inside(site, &found?, array),
        Numbering::From { .. } => all(),
    })
}

/// The parts of an array, a component of an actual argument (the one by the fields on `path` of the dummy), that a call may change. `None`: any.
pub(crate) fn written_parts_of_component(
    world: &World,
    site: Site,
    dummy: SymbolId,
    path: &[(RecordId, usize)],
    component: &Expr,
) -> Option<Vec<Expr>> {
    let p = world.source;
    let v = p.variable(dummy)?;
    let own = !v.pointer && !v.target && !v.allocatable;
    let part =
        |e: Expr, &(record, field): &(RecordId, usize)| ExprKind::Field { base: Box::new(e), record, field }.into();
    let target = path.iter().fold(Expr::var(dummy), part);
    let inside = Callee { target, ..Callee::new(world, site.callee, dummy) };
    let fortran = p.units[site.callee].language == Language::Fortran;
    if !world.request.improves(Improvement::Snapshot) || !own || !fortran || !is_array_alone(p, component) {
        return None;
    }
    inside.parts_inside(site, &inside.sets()?, component)
}

/// Whether a reference is an array of numbers, one in its variable, that no pointer leads to.
fn is_array_alone(p: &Program, e: &Expr) -> bool {
    let alone = |x: &Expr| match &x.kind {
        ExprKind::Var(_) => true,
        ExprKind::Field { base, .. } => rank_of(p, base) == 0,
        _ => false,
    };
    let numbers = matches!(type_of(p, e), Type::Array { elem, .. } if matches!(*elem, Type::Scalar(_)));
    numbers && e.spine().all(|x| alone(x) && !p.is_pointer(x))
}

/// Whether one is, and is there as long as its variable: nothing is allocated on the way.
fn is_fixed_array(p: &Program, e: &Expr) -> bool {
    let fixed = |x: &Expr| match &x.kind {
        ExprKind::Var(s) => p.variable(*s).is_some_and(|v| !v.allocatable),
        ExprKind::Field { record, field, .. } => !p.records[*record].fields[*field].allocatable,
        _ => false,
    };
    is_array_alone(p, e) && e.spine().all(fixed)
}

/// The parts of a Fortran array outside of `callee` that a call of it by `caller` may change: the array that the callee calls `there`, and the caller
/// `ours`. `None`: any.
pub(crate) fn written_parts_outside(world: &World, site: Site, (there, ours): (&Expr, &Expr)) -> Option<Vec<Expr>> {
    let (p, callee, root) = (world.source, site.callee, there.root()?);
    let inside = Callee { outside: true, target: there.clone(), ..Callee::new(world, callee, root) };
    let alone = is_array_alone(p, there) && !p.variable(root)?.target;
    let fortran = p.units[callee].language == Language::Fortran;
    if !world.request.improves(Improvement::Snapshot) || !alone || !fortran {
        return None;
    }
    let here = |e: &Expr| at_call(p, site.caller, e, site.value_of);
    let numbering = Numbering::Alike(ours.clone());
    let part = |subs: &Vec<Span>| numbering.part(p, &subs.iter().map(|s| s.map(&here)).collect::<Option<Vec<_>>>()?);
    let sets = inside.sets()?;
    let sure = inside.sure_parts(&sets).and_then(|parts| parts.iter().map(part).collect());
    sure.or_else(|| inside.parts_inside(site, &sets, ours))
}

/// Whether a snapshot of what a call may change of an argument holds all that the callee finds there: no part is named, or the dummy's extents are.
pub(crate) fn are_whole(world: &World, site: Site, dummy: SymbolId, actual: &Expr) -> bool {
    let p = world.source;
    let Some(parts) = written_parts(world, site, dummy, actual) else { return true };
    let extent = Callee::new(world, site.callee, dummy).extent();
    let (Some(Span::All(lo, hi)), [part]) = (extent, parts.as_slice()) else { return false };
    let here = |e: &Expr| at_call(p, site.caller, e, site.value_of);
    let all = || Numbering::of(p, dummy, actual, &here)?.part(p, &[Span::All(here(&lo)?, here(&hi)?)]);
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
    let inside = Callee::new(world, callee, dummy);
    let declared = match p.symbol_type(dummy) {
        Some(Type::Array { dims, .. }) => dims.first().and_then(|d| match &d.upper {
            Upper::At(e) => fold::integer(p, e),
            _ => None,
        }),
        _ => None,
    };
    let last = |span: &Span| at_call(p, caller, span.ends()?.1, value_of);
    let is_below = |e: &Expr| fold::integer(p, &fold::sub(extent, e)).is_some_and(|left| left > 0);
    let parts = || inside.sure_parts(&inside.sets()?).filter(|_| inside.is_row_in_c());
    declared.is_some_and(|n| is_below(&Expr::int(n - 1)))
        || parts().is_some_and(|parts| parts.iter().flatten().all(|span| last(span).is_some_and(|e| is_below(&e))))
}

/// An expression of the callee's, made of dummies and of what the caller knows by the same name, as it is where the call stands.
fn at_call(p: &Program, caller: UnitId, e: &Expr, value_of: &dyn Fn(SymbolId) -> Option<Expr>) -> Option<Expr> {
    let (mut e, mut known) = (e.clone(), true);
    let shared = |s: SymbolId| p.lookup(p.units[caller].scope, &p.symbols[s].name) == Some(s);
    e.rewrite(&mut |x| {
        if let ExprKind::Var(s) = x.kind {
            let constant = || fold::integer(p, x).map(Expr::int);
            match value_of(s).or_else(|| shared(s).then(|| Expr::var(s))).or_else(constant) {
                Some(value) if is_simple(&value) => *x = value,
                _ => known = false,
            }
        }
    });
    known.then_some(e)
}

/// The indices along one dimension: one, all from one to another, or whichever there are.
#[derive(Clone, PartialEq)]
pub(super) enum Span {
    One(Expr),
    All(Expr, Expr),
    Any,
}

impl Span {
    pub(super) fn ends(&self) -> Option<(&Expr, &Expr)> {
        match self {
            Span::One(e) => Some((e, e)),
            Span::All(lo, hi) => Some((lo, hi)),
            Span::Any => None,
        }
    }

    fn map(&self, f: &dyn Fn(&Expr) -> Option<Expr>) -> Option<Span> {
        Some(match self {
            Span::One(e) => Span::One(f(e)?),
            Span::All(lo, hi) => Span::All(f(lo)?, f(hi)?),
            Span::Any => Span::Any,
        })
    }

    pub(super) fn subscript(&self) -> Subscript {
        match self {
            Span::One(e) => Subscript::At(e.clone()),
            Span::All(lo, hi) => Subscript::Range { lo: Some(lo.clone()), hi: Some(hi.clone()), step: None },
            Span::Any => Subscript::Range { lo: None, hi: None, step: None },
        }
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
            ExprKind::Var(_) | ExprKind::Field { .. } => {
                is_numbered_alike(p, theirs, actual, here).then(|| Numbering::Alike(actual.clone()))
            }
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
    fn part(&self, p: &Program, spans: &[Span]) -> Option<Expr> {
        let (array, subs) = match self {
            // What has no last index has no section of all of them.
            Numbering::Alike(array) if spans.last() == Some(&Span::Any) && type_of(p, array).is_assumed_size() => {
                return None;
            }
            Numbering::Alike(array) => (array, spans.iter().map(Span::subscript).collect()),
            Numbering::From { array, first, index } => {
                let [span @ (Span::One(_) | Span::All(..))] = spans else { return None };
                let at = |e: &Expr| Some(fold::add(first, &fold::sub(e, index)));
                (array, vec![span.map(&at)?.subscript()])
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
fn is_numbered_alike(p: &Program, theirs: &[Dim], passed: &Expr, here: &dyn Fn(&Expr) -> Option<Expr>) -> bool {
    let Type::Array { dims: ours, .. } = type_of(p, passed) else { return false };
    let from_one = |dims: &[Dim]| dims.iter().all(|d| d.lower.is_none());
    let same = |(a, b): (&Dim, &Dim)| match (&a.upper, &b.upper) {
        (Upper::At(theirs), Upper::At(ours)) => {
            here(theirs).is_some_and(|e| e == *ours || fold::integer(p, &fold::sub(&e, ours)) == Some(0))
        }
        _ => false,
    };
    let inner = ours.len() - 1;
    let whole = theirs.iter().all(|d| matches!(d.upper, Upper::Deferred))
        || theirs.len() == ours.len() && theirs.iter().zip(&ours).take(inner).all(same);
    is_fixed_array(p, passed) && ours.len() == theirs.len() && from_one(&ours) && from_one(theirs) && whole
}

/// Whether what has these subscripts under loops is all that it is in their turns: no loop leaves anything of it out.
fn is_in_each_turn(subs: &[Span], loops: &[Turns]) -> bool {
    loops.iter().all(|l| l.all && l.span.as_ref().is_some_and(|s| subs.contains(s)))
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

/// A callee, and the dummy that is asked about, or what is known there by its own name.
struct Callee<'p, 'w> {
    world: &'p World<'w>,
    p: &'p Program,
    unit: UnitId,
    dummy: SymbolId,
    /// The dummy, or the component of it that is asked about.
    target: Expr,
    /// It is a variable of a module, of COMMON or of a host.
    outside: bool,
    /// How many calls lead here from the one that is asked about.
    depth: usize,
}

/// A part of the dummy that a statement of the callee sets.
#[derive(Clone)]
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
    /// Some statement before it may have left a loop, or the callee.
    left: bool,
}

impl Around {
    /// Whether no statement passed by may have jumped past this one.
    fn is_passed(&self) -> bool {
        self.ahead.is_empty() && !self.left
    }
}

impl<'p, 'w> Callee<'p, 'w> {
    fn new(world: &'p World<'w>, unit: UnitId, dummy: SymbolId) -> Self {
        Callee { world, p: world.source, unit, dummy, target: Expr::var(dummy), outside: false, depth: 0 }
    }

    /// The parts that the callee sets, in the order of its statements. `None`: it may be any.
    fn sets(&self) -> Option<Vec<Set>> {
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
            sets.iter_mut().for_each(|s| s.surely = false);
        }
        let known = |s: &Set| s.subs.iter().any(|span| *span != Span::Any);
        sets.iter().all(known).then_some(sets)
    }

    /// Those of `sets` that hold the others, each once. `None`: one of them need not exist, or goes all along a dimension.
    fn sure_parts(&self, sets: &[Set]) -> Option<Vec<Vec<Span>>> {
        let mut out: Vec<Vec<Span>> = Vec::new();
        for s in sets.iter().filter(|s| s.surely) {
            if !out.iter().any(|other| self.holds(other, &s.subs)) {
                out.retain(|other| !self.holds(&s.subs, other));
                out.push(s.subs.clone());
            }
        }
        let ends = out.iter().flatten().all(|span| *span != Span::Any);
        let exists = |s: &Set| s.surely || out.iter().any(|sure| self.holds(sure, &s.subs));
        (sets.iter().all(exists) && ends && !out.is_empty() && out.len() <= MOST).then_some(out)
    }

    /// What lies in `array`, which has the same subscripts where the call stands, of the parts that the callee sets. `None`: it may be any.
    fn parts_inside(&self, site: Site, sets: &[Set], array: &Expr) -> Option<Vec<Expr>> {
        let here = |e: &Expr| at_call(self.p, site.caller, e, site.value_of);
        let bounds = Bounds::of(self.world, (site.caller, site.id), array);
        let mut parts: Vec<Set> = Vec::new();
        for s in sets {
            let mut subs: Vec<Span> = s.subs.iter().map(|span| span.map(&here).unwrap_or(Span::Any)).collect();
            if let Some(bounds) = &bounds {
                bounds.shorten(&mut subs);
            }
            let s = Set { subs, surely: s.surely };
            match parts.iter_mut().find(|other| self.holds(&other.subs, &s.subs)) {
                Some(other) => other.surely |= s.surely && other.subs == s.subs,
                None => {
                    parts.retain(|other| !self.holds(&s.subs, &other.subs));
                    parts.push(s);
                }
            }
        }
        if parts.is_empty() || parts.len() > MOST {
            return None;
        }
        let no_end = |s: &Set| s.subs.last() == Some(&Span::Any) && type_of(self.p, array).is_assumed_size();
        let bounds = bounds.filter(|b| b.are_less(&parts.iter().map(|s| s.subs.as_slice()).collect::<Vec<_>>()))?;
        if parts.iter().any(no_end) {
            return None;
        }
        let part = |s: &Set| {
            let subs = match s.surely {
                true => s.subs.iter().map(Span::subscript).collect(),
                false => bounds.subscripts(&s.subs)?,
            };
            Some(ExprKind::Index { base: Box::new(array.clone()), subs }.into())
        };
        parts.iter().map(part).collect()
    }

    /// Whether all elements of `part` are among those of `whole`, as far as that is plain: bounds that differ by a constant.
    fn holds(&self, whole: &[Span], part: &[Span]) -> bool {
        let not_above = |a: &Expr, b: &Expr| fold::integer(self.p, &fold::sub(b, a)).is_some_and(|d| d >= 0);
        whole.iter().zip(part).all(|(w, q)| match (w, q.ends()) {
            (Span::Any, _) => true,
            (Span::All(low, high), Some((from, to))) => w == q || not_above(low, from) && not_above(to, high),
            _ => w == q,
        })
    }

    fn kind(&self, id: StmtId) -> &StmtKind {
        &self.p.units[self.unit].stmts[id].kind
    }

    fn block(&self, block: &[StmtId], around: &mut Around, surely: bool, sets: &mut Vec<Set>) -> Option<()> {
        for &id in block {
            let stmt = &self.p.units[self.unit].stmts[id];
            if self.asks_what_changes(&stmt.kind) {
                return None;
            }
            if let Some(label) = &stmt.label {
                around.ahead.remove(label);
            }
            let surely = surely && around.is_passed();
            match &stmt.kind {
                StmtKind::Assign { lhs, .. } if self.touches(lhs) => {
                    let subs = self.subscripts(lhs, &around.loops)?;
                    let surely = surely && is_in_each_turn(&subs, &around.loops);
                    sets.push(Set { subs, surely });
                }
                StmtKind::Call { callee, args, alternates } => {
                    if self.may_change(*callee, args) {
                        self.nested(*callee, args, &around.loops, sets)?;
                    }
                    around.ahead.extend(alternates.iter().cloned());
                }
                StmtKind::Opaque { writes, .. } if !writes.iter().any(|e| self.touches(e)) => {}
                StmtKind::Assign { .. } | StmtKind::Nop | StmtKind::Declare(_) => {}
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
                    let (before, left, first) = (around.ahead.clone(), around.left, sets.len());
                    around.loops.push(Turns { var: d.var, span, all });
                    self.block(&d.body, around, surely, sets)?;
                    around.loops.pop();
                    // A jump out of the loop leaves out turns that were counted.
                    if around.ahead != before || around.left != left {
                        sets[first..].iter_mut().for_each(|s| s.surely = false);
                    }
                }
                StmtKind::If(_)
                | StmtKind::While { .. }
                | StmtKind::Until { .. }
                | StmtKind::Loop { .. }
                | StmtKind::Select { .. }
                | StmtKind::Where { .. } => {
                    for inner in stmt.kind.blocks() {
                        self.block(inner, around, false, sets)?;
                    }
                }
                StmtKind::Goto(label) => drop(around.ahead.insert(label.clone())),
                StmtKind::ComputedGoto { labels, .. } => around.ahead.extend(labels.iter().cloned()),
                StmtKind::ArithmeticIf { labels, .. } => around.ahead.extend(labels.iter().cloned()),
                StmtKind::Return(_) | StmtKind::Stop { .. } | StmtKind::Exit(_) | StmtKind::Cycle(_) => {
                    around.left = true
                }
                // Other jumps, and what sets the dummy in another way.
                _ => return None,
            }
        }
        Some(())
    }

    /// Whether a place may share elements with what is asked about: other components of the dummy do not.
    fn touches(&self, e: &Expr) -> bool {
        let links = |e: &'_ Expr| {
            e.spine()
                .map(|x| if let ExprKind::Field { field, .. } = x.kind { Some(field) } else { None })
                .collect::<Vec<_>>()
        };
        let (theirs, ours) = (links(e), links(&self.target));
        let mut differs = theirs.iter().rev().zip(ours.iter().rev()).take_while(|(a, b)| a.is_some() == b.is_some());
        e.root() == Some(self.dummy) && !differs.any(|(a, b)| a != b)
    }

    /// Whether a call may change what is asked about.
    fn may_change(&self, callee: SymbolId, args: &[il::Arg]) -> bool {
        let given = args.iter().any(|a| a.value.is_reference() && self.touches(&a.value));
        given || self.outside && self.writes_outside(callee)
    }

    /// What a call in the callee sets.
    fn nested(&self, callee: SymbolId, args: &[il::Arg], loops: &[Turns], sets: &mut Vec<Set>) -> Option<()> {
        let unit = self.p.callee(callee)?;
        let params = &self.p.units[unit].params;
        let value_of = |s: SymbolId| actual_of(self.p, unit, s, args).cloned();
        let here = |e: &Expr| at_call(self.p, self.unit, e, &value_of);
        let touched: Vec<SymbolId> =
            params.iter().copied().filter(|s| value_of(*s).is_some_and(|e| self.touches(&e))).collect();
        let dummy = match (touched.as_slice(), self.outside) {
            ([], true) => self.dummy,
            ([dummy], false) => *dummy,
            _ => return None,
        };
        let fortran = [self.unit, unit].iter().all(|u| self.p.units[*u].language == Language::Fortran);
        if self.depth == DEEPEST || !fortran || args.len() > params.len() {
            return None;
        }
        let target = if self.outside { self.target.clone() } else { Expr::var(dummy) };
        let below =
            Callee { target, outside: self.outside, depth: self.depth + 1, ..Callee::new(self.world, unit, dummy) };
        if !self.outside {
            let theirs = match self.p.symbol_type(dummy)? {
                Type::Array { dims, .. } => dims,
                _ => return None,
            };
            let alike = value_of(dummy)? == self.target && is_numbered_alike(self.p, theirs, &self.target, &here);
            if !has_own_numbers(self.world, unit, dummy) || !alike {
                return None;
            }
            let zones = self.world.facts.analysis.zones().of_symbol(dummy);
            if !self.world.facts.analysis.in_out(unit).written.contains_any(&zones) {
                return Some(());
            }
        } else if !matches!(self.p.variable(dummy)?.storage, Storage::Global) {
            return None;
        }
        for s in below.sets()? {
            let span = |span: &Span| match span.map(&here) {
                Some(Span::One(e)) => self.span(&e, loops),
                Some(Span::All(lo, hi)) => self.range(&lo, &hi, loops),
                _ => Span::Any,
            };
            let subs: Vec<Span> = s.subs.iter().map(span).collect();
            // Its own bounds are not asked for here.
            sets.push(Set { subs, surely: false });
        }
        Some(())
    }

    /// The lowest or the highest value of an expression while `loops` run: `i + 1` is `n + 1` at most where `i` goes to `n`.
    fn extreme(&self, e: &Expr, loops: &[Turns], highest: bool) -> Option<Expr> {
        match &e.kind {
            _ if self.is_fixed(e) => Some(e.clone()),
            ExprKind::Var(s) => {
                let (low, high) = loops.iter().find(|l| l.var == *s)?.span.as_ref()?.ends()?;
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

    /// Whether an expression in a statement calls a function that may change what is asked about.
    fn asks_what_changes(&self, kind: &StmtKind) -> bool {
        let mut found = false;
        kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                found |= matches!(&x.kind, ExprKind::Call { callee, args } if self.may_change(*callee, args));
            })
        });
        found
    }

    fn subscripts(&self, lhs: &Expr, loops: &[Turns]) -> Option<Vec<Span>> {
        let ExprKind::Index { base, subs } = &lhs.kind else { return None };
        if **base != self.target {
            return None;
        }
        let span = |s: &Subscript| match s {
            Subscript::At(e) => self.span(e, loops),
            Subscript::Range { lo: Some(lo), hi: Some(hi), step: None } => self.range(lo, hi, loops),
            Subscript::Range { .. } => Span::Any,
        };
        Some(subs.iter().map(span).collect())
    }

    /// The values of an index while `loops` run.
    fn span(&self, e: &Expr, loops: &[Turns]) -> Span {
        let counted = match e.kind {
            ExprKind::Var(v) => loops.iter().find(|l| l.var == v),
            _ => None,
        };
        match counted {
            Some(l) => l.span.clone().unwrap_or(Span::Any),
            None if self.is_fixed(e) => Span::One(e.clone()),
            None => self.range(e, e, loops),
        }
    }

    /// All that is between the values of two bounds while `loops` run.
    fn range(&self, lo: &Expr, hi: &Expr, loops: &[Turns]) -> Span {
        match (self.extreme(lo, loops, false), self.extreme(hi, loops, true)) {
            (Some(lo), Some(hi)) => Span::All(lo, hi),
            _ => Span::Any,
        }
    }

    /// Whether an expression is the same for the whole call: made of constants and numbers that the callee is given and does not change.
    fn is_fixed(&self, e: &Expr) -> bool {
        let mut fixed = true;
        e.walk(&mut |x| {
            fixed &= match &x.kind {
                ExprKind::Var(s) => {
                    let params = &self.p.units[self.unit].params;
                    let number = self.p.symbol_type(*s).is_some_and(|t| t.rank() == 0);
                    let given = params.contains(s) && self.is_only_read(*s);
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

    /// Whether the callee changes nothing of a dummy: neither it nor what it hands it on to.
    fn is_only_read(&self, dummy: SymbolId) -> bool {
        let facts = &self.world.facts.analysis;
        let written = || facts.in_out(self.unit).written.contains_any(&facts.zones().of_symbol(dummy));
        let handed_on = || has_own_numbers(self.world, self.unit, dummy) && !written();
        (!is_changed(self.p, self.unit, dummy) || handed_on()) && !self.counts(dummy)
    }

    /// Whether a variable of a module or of the host has one value for the whole call.
    fn is_set_elsewhere(&self, s: SymbolId) -> bool {
        let facts = &self.world.facts.analysis;
        let outside = self.p.variable(s).is_some_and(|v| !v.pointer && !v.target) && self.p.home(s) != Some(self.unit);
        outside && !facts.in_out(self.unit).written.contains_any(&facts.zones().of_symbol(s))
    }

    /// Whether what the callee calls may change a variable that both know.
    fn writes_outside(&self, callee: SymbolId) -> bool {
        let facts = &self.world.facts.analysis;
        match self.p.callee(callee) {
            Some(unit) => facts.in_out(unit).written.contains_any(&facts.zones().of_symbol(self.dummy)),
            None => !self.p.symbols[callee].is_intrinsic(),
        }
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
