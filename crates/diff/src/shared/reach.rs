//! What storage an actual argument lets the callee reach, and whether two of them reach the same.
//!
//! An element `a(k)` that is passed to an array begins a sequence: the callee reaches `a(k)` and what follows it, as far as the
//! extents of its dummy say, in the terms of the caller; of an assumed-size dummy nobody knows how far. Sequences of one array are
//! intervals of positions, and those are compared as integer polynomials: `w(1)` with `n` elements ends before `w(n + 1)`.

use super::guards::Cases;
use super::{residues, stretch, walked};
use analysis::affine::{Affine, Term};
use il::typing::{extent, rank_of, type_of};
use il::{BinaryOp, Dim, Expr, ExprKind, Program, Subscript, SymbolId, Type, UnitId, Upper};

/// What two actual arguments of a call have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Nothing.
    Apart,
    /// Certainly something.
    Same,
    /// Nobody knows.
    Unknown,
}

/// A call, as far as extents of dummies ask.
pub struct Site<'a> {
    /// The program.
    pub program: &'a Program,
    /// What is called, when it has a body.
    pub callee: Option<UnitId>,
    /// Actual arguments by position.
    pub values: &'a [Option<Expr>],
    /// C: comparisons that hold where the call stands.
    pub known: &'a [Expr],
}

impl Site<'_> {
    /// The rank of a dummy; 0 when nobody knows.
    pub fn dummy_rank(&self, k: usize) -> usize {
        self.dummy(k).and_then(|s| self.program.symbol_type(s)).map_or(0, Type::rank)
    }

    /// Dummy `k` of the callee, where that is known.
    pub fn dummy(&self, k: usize) -> Option<SymbolId> {
        self.program.units[self.callee?].params.get(k).copied()
    }

    /// Whether more is reached than the actual argument says: from an element on.
    pub fn is_sequence(&self, k: usize, actual: &Expr) -> bool {
        self.dummy_rank(k) > rank_of(self.program, actual)
    }

    /// Two actual arguments below one root.
    pub fn relation(&self, (k, a): (usize, &Expr), (l, b): (usize, &Expr)) -> Relation {
        let p = self.program;
        if a == b {
            return if has_vector(p, a) { Relation::Unknown } else { Relation::Same };
        }
        if self.leaves_component(k, a) || self.leaves_component(l, b) {
            return Relation::Unknown;
        }
        if apart_by_component(a, b) {
            return Relation::Apart;
        }
        // From the address of a row others are reached.
        let address = |k: usize| {
            self.values.get(k).and_then(|v| v.as_ref()).is_some_and(|v| matches!(v.bare().kind, ExprKind::Address(_)))
        };
        if !address(k) && !address(l) && different_rows(p, a, b) {
            return Relation::Apart;
        }
        if let Some(relation) = self.behind_pointers(k, l) {
            return relation;
        }
        let mut values = Vec::new();
        let (x, y) = (self.interval(k, a, &mut values), self.interval(l, b, &mut values));
        if let (Some(x), Some(y)) = (&x, &y)
            && x.base == y.base
        {
            return x.relation(y, &positive(p, a));
        }
        let part_of = |x: &Expr, y: &Expr| matches!(&x.kind, ExprKind::Index { base, .. } if **base == *y);
        if part_of(a, b) || part_of(b, a) {
            return Relation::Same;
        }
        let sequences = self.is_sequence(k, a) || self.is_sequence(l, b);
        if sequences { Relation::Unknown } else { compare(p, a, b) }
    }

    /// C: whether the callee may go on from the component that it is given the address of to those beside it.
    fn leaves_component(&self, k: usize, object: &Expr) -> bool {
        let given = self.values.get(k).and_then(|v| v.as_ref()).map(|v| &v.bare().kind);
        let component =
            matches!(object.kind, ExprKind::Field { .. }) && matches!(type_of(self.program, object), Type::Scalar(_));
        let only = |(first, last): (i64, Expr)| first == 0 && last.as_int() == Some(0);
        component && matches!(given, Some(ExprKind::Address(_))) && !self.reached(k).is_some_and(only)
    }

    /// C: what two pointers from one base lead to, by how far the callee reaches through them.
    pub(super) fn behind_pointers(&self, k: usize, l: usize) -> Option<Relation> {
        let p = self.program;
        let unit = self.callee?;
        if !p.units[unit].language.points_by_address() {
            return None;
        }
        let actual = |k: usize| self.values.get(k).and_then(|v| v.as_ref()).and_then(|v| walked::place(p, v));
        let (a, b) = (actual(k)?, actual(l)?);
        if a.0 == b.0 {
            return Some(self.from_one_base((k, a), (l, b)));
        }
        let (a, b) = (from_matrix(p, a), from_matrix(p, b));
        (a.0 == b.0).then(|| self.from_one_base((k, a), (l, b))).filter(|r| *r == Relation::Apart)
    }

    /// What two pointers that lead to places `i` and `j` of one base lead to.
    fn from_one_base(&self, (k, (x, i)): (usize, (Expr, Expr)), (l, (_, j)): (usize, (Expr, Expr))) -> Relation {
        let p = self.program;
        let Some(unit) = self.callee else { return Relation::Unknown };
        let reached = |k: usize| {
            let all = stretch::stretches(p, unit, self.dummy(k)?)?;
            let keeps_to_part = |s: &stretch::Stretch| !s.scattered || !self.is_whole_array(k);
            all.iter().map(|s| s.in_caller(p, unit, self.values).filter(keeps_to_part)).collect::<Option<Vec<_>>>()
        };
        let (Some(own), Some(others)) = (reached(k), reached(l)) else { return Relation::Unknown };
        let mut values = Vec::new();
        let interval = |at: &Expr, s: &stretch::Stretch, values: &mut Vec<Expr>| {
            let at = Affine::of(p, at, values)?;
            let first = at.plus(&Affine::of(p, &s.first, values)?, 1)?;
            let last = at.plus(&Affine::of(p, &s.last, values)?, 1);
            Some(Interval { base: x.clone(), first, last })
        };
        for a in &own {
            for b in &others {
                let symbol = |e: &Expr| e.bare().as_var();
                let positive: Vec<SymbolId> = a.positive.iter().chain(&b.positive).filter_map(symbol).collect();
                let ends = interval(&i, a, &mut values).zip(interval(&j, b, &mut values));
                let apart = ends.is_some_and(|(a, b)| {
                    a.relation(&b, &positive) == Relation::Apart || self.are_apart(&a, &b, &positive, &mut values)
                });
                if !apart {
                    return if i == j { Relation::Same } else { Relation::Unknown };
                }
            }
        }
        Relation::Apart
    }

    /// C: whether an argument is an array by its name, not a pointer that was made for a part of some memory: what the data chooses there may be in any part.
    pub fn is_whole_array(&self, k: usize) -> bool {
        let p = self.program;
        let base = self.values.get(k).and_then(|v| v.as_ref()).and_then(|v| walked::place(p, v)).map(|(base, _)| base);
        let dummy = |s: SymbolId| p.variable(s).is_some_and(|v| matches!(v.storage, il::Storage::Dummy(_)));
        base.is_some_and(|b| {
            let named = matches!(b.kind, ExprKind::Var(s) if dummy(s));
            !named && matches!(type_of(p, &b), Type::Array { .. })
        })
    }

    /// C: the first and the last position that the callee reaches from where an argument leads. `None`: they are no numbers, or nobody knows.
    pub fn reached(&self, k: usize) -> Option<(i64, Expr)> {
        let all = stretch::stretches(self.program, self.callee?, self.dummy(k)?)?;
        let mut out: Option<(i64, Expr)> = None;
        for s in &all {
            let s = s.in_caller(self.program, self.callee?, self.values).filter(|s| !s.scattered)?;
            let number = |e: &Expr| il::fold::integer(self.program, e);
            let first = number(&s.first)?;
            out = Some(match out {
                None => (first, number(&s.last).map_or(s.last, Expr::int)),
                Some((low, high)) => {
                    let last = match (number(&s.last), high.as_int()) {
                        (Some(n), Some(m)) => Expr::int(n.max(m)),
                        _ if s.last == high => high,
                        _ => return None,
                    };
                    (low.min(first), last)
                }
            });
        }
        out
    }

    /// Whether what is known where the call stands keeps two intervals apart.
    fn are_apart(&self, a: &Interval, b: &Interval, positive: &[SymbolId], values: &mut Vec<Expr>) -> bool {
        let gap = |low: &Affine, high: &Option<Affine>| {
            low.plus(high.as_ref()?, -1).and_then(|d| d.plus(&Affine::constant(1), -1))
        };
        let (Some(above), Some(below)) = (gap(&b.first, &a.last), gap(&a.first, &b.last)) else { return false };
        !self.known.is_empty()
            && Cases::new(self.program, self.known, positive, values).is_some_and(|cases| cases.one_of(&above, &below))
    }

    /// The positions in its array that an actual argument reaches, counted from 0; `None` when they are no interval.
    fn interval(&self, k: usize, actual: &Expr, values: &mut Vec<Expr>) -> Option<Interval> {
        let p = self.program;
        let base = array_of(p, actual)?;
        let Type::Array { dims, .. } = type_of(p, base) else { return None };
        let contiguous = base.root().and_then(|s| p.variable(s)).is_some_and(|v| !v.pointer);
        if !contiguous {
            return None;
        }
        let mut first = Affine::default();
        let mut last = Some(Affine::default());
        match &actual.kind {
            ExprKind::Index { subs, .. } if subs.len() == dims.len() && !std::ptr::eq(base, actual) => {
                let mut stride = Affine::constant(1);
                for (n, (s, d)) in subs.iter().zip(&dims).enumerate() {
                    let lower = Affine::of(p, &d.lower.clone().unwrap_or_else(|| Expr::int(1)), values)?;
                    let (lo, hi) = match s {
                        Subscript::At(e) => (Affine::of(p, e, values)?, Affine::of(p, e, values)?),
                        // A section is an interval in one dimension only.
                        Subscript::Range { lo: Some(lo), hi: Some(hi), step: None } if dims.len() == 1 => {
                            (Affine::of(p, lo, values)?, Affine::of(p, hi, values)?)
                        }
                        Subscript::Range { .. } => return None,
                    };
                    first = first.plus(&lo.plus(&lower, -1)?.times(&stride)?, 1)?;
                    last = last.and_then(|l| l.plus(&hi.plus(&lower, -1)?.times(&stride)?, 1));
                    if n + 1 < dims.len() {
                        stride = stride.times(&Affine::of(p, &extent(d)?, values)?)?;
                    }
                }
            }
            _ => last = length(p, &dims, values).and_then(|n| n.plus(&Affine::constant(1), -1)),
        }
        if self.is_sequence(k, actual)
            || self.dummy_rank(k) > 0 && rank_of(p, actual) > 0 && !is_shaped(p, self.dummy(k)?)
        {
            // As much as the dummy says.
            last = self.length(k, values).and_then(|n| first.plus(&n, 1)?.plus(&Affine::constant(1), -1));
        }
        Some(Interval { base: base.clone(), first, last })
    }

    /// The number of elements of a dummy, in terms of the caller.
    fn length(&self, k: usize, values: &mut Vec<Expr>) -> Option<Affine> {
        let p = self.program;
        let unit = self.callee?;
        let Some(Type::Array { dims, .. }) = p.symbol_type(self.dummy(k)?) else { return None };
        let mut out = Affine::constant(1);
        for d in dims {
            let mut e = extent(d)?;
            let mut known = true;
            e.rewrite(&mut |x| {
                if let ExprKind::Var(s) = x.kind {
                    match p.units[unit].params.iter().position(|q| *q == s).and_then(|k| self.values.get(k)) {
                        Some(Some(actual)) if rank_of(p, actual) == 0 => *x = actual.clone(),
                        _ => known &= p.variable(s).is_none(),
                    }
                }
            });
            if !known {
                return None;
            }
            out = out.times(&Affine::of(p, &e, values)?)?;
        }
        Some(out)
    }
}

/// Positions of one array.
struct Interval {
    base: Expr,
    first: Affine,
    last: Option<Affine>,
}

impl Interval {
    fn relation(&self, other: &Interval, positive: &[SymbolId]) -> Relation {
        let above = |low: &Affine, high: &Option<Affine>| {
            high.as_ref().and_then(|h| low.plus(h, -1)).is_some_and(|d| least(&d, positive).is_some_and(|n| n > 0))
        };
        if above(&other.first, &self.last) || above(&self.first, &other.last) {
            return Relation::Apart;
        }
        let within = |x: &Interval, y: &Interval| {
            let behind = y.first.plus(&x.first, -1).and_then(|d| least(&d, positive)).is_some_and(|n| n >= 0);
            let before = x.last.as_ref().and_then(|l| l.plus(&y.first, -1)).and_then(|d| least(&d, positive));
            behind && before.is_some_and(|n| n >= 0)
        };
        if self.first == other.first || within(self, other) || within(other, self) {
            Relation::Same
        } else {
            Relation::Unknown
        }
    }
}

/// The least value of a polynomial all of whose variables are at least 1; `None` when there is none.
fn least(a: &Affine, positive: &[SymbolId]) -> Option<i128> {
    let mut sum: i128 = 0;
    for (monomial, c) in a.terms() {
        let known = monomial.iter().all(|t| matches!(t, Term::Symbol(s) if positive.contains(s)));
        if !monomial.is_empty() && (c < 0 || !known) {
            return None;
        }
        sum = sum.checked_add(c)?;
    }
    Some(sum)
}

/// Variables that are extents of an array that has elements.
fn positive(p: &Program, actual: &Expr) -> Vec<SymbolId> {
    let Some(Type::Array { dims, .. }) = array_of(p, actual).map(|b| type_of(p, b)) else { return Vec::new() };
    dims.iter()
        .filter_map(|d| match (&d.lower, &d.upper) {
            (None, Upper::At(Expr { kind: ExprKind::Var(s), .. })) => Some(*s),
            _ => None,
        })
        .collect()
}

/// The array that a reference is an element or a section of, or is.
fn array_of<'e>(p: &Program, actual: &'e Expr) -> Option<&'e Expr> {
    match &actual.kind {
        ExprKind::Index { base, .. } => Some(base),
        ExprKind::Var(_) | ExprKind::Field { .. } if rank_of(p, actual) > 0 => Some(actual),
        _ => None,
    }
}

/// Whether a dummy takes its extents from the actual argument.
fn is_shaped(p: &Program, dummy: SymbolId) -> bool {
    matches!(p.symbol_type(dummy), Some(Type::Array { dims, .. }) if dims.iter().any(|d| d.upper == Upper::Deferred))
}

fn length(p: &Program, dims: &[Dim], values: &mut Vec<Expr>) -> Option<Affine> {
    dims.iter().try_fold(Affine::constant(1), |n, d| n.times(&Affine::of(p, &extent(d)?, values)?))
}

fn has_vector(p: &Program, e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |x| {
        if let ExprKind::Index { subs, .. } = &x.kind {
            found |= subs.iter().any(|s| matches!(s, Subscript::At(i) if rank_of(p, i) > 0));
        }
    });
    found
}

/// `s%a…` and `s%b…`.
fn apart_by_component(a: &Expr, b: &Expr) -> bool {
    let (x, y) = (components(a), components(b));
    x.iter().zip(&y).find(|(i, j)| i != j).is_some()
}

/// C: `h[i]` and `h[j]` of an array of arrays, or rows in different parts, `s[i].h` and `s[j].h`, with subscripts that are never the same. Nobody may go
/// from one row to the next (C11 6.5.6).
fn different_rows(p: &Program, a: &Expr, b: &Expr) -> bool {
    let is_row = |e: &Expr| matches!(type_of(p, e), Type::Array { .. });
    is_row(a) && is_row(b) && in_different_parts(p, a, b)
}

fn in_different_parts(p: &Program, a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Index { base: x, subs: i }, ExprKind::Index { base: y, subs: j }) => match (&i[..], &j[..]) {
            ([Subscript::At(i)], [Subscript::At(j)]) if x == y => residues::never_equal(p, i, j),
            _ => in_different_parts(p, x, y),
        },
        (ExprKind::Field { base: x, record: r, field: i }, ExprKind::Field { base: y, record: s, field: j }) => {
            r == s && i == j && in_different_parts(p, x, y)
        }
        _ => false,
    }
}

/// C: where a place begins, counted from the array around its row: `&m[1][2]` is number `1*4 + 2` of `m`.
fn from_matrix(p: &Program, (base, at): (Expr, Expr)) -> (Expr, Expr) {
    let extent = match type_of(p, &base) {
        Type::Array { dims, .. } => match dims.first().map(|d| &d.upper) {
            Some(Upper::At(n)) => n.clone(),
            _ => return (base, at),
        },
        _ => return (base, at),
    };
    match base.kind {
        ExprKind::Index { base: matrix, ref subs } => match subs.as_slice() {
            [Subscript::At(row)] => {
                let before = Expr::binary(BinaryOp::Mul, row.clone(), extent);
                from_matrix(p, (*matrix, Expr::binary(BinaryOp::Add, before, at)))
            }
            _ => (Expr::from(ExprKind::Index { base: matrix, subs: subs.clone() }), at),
        },
        _ => (base, at),
    }
}

/// The components on the way from the root.
fn components(e: &Expr) -> Vec<usize> {
    match &e.kind {
        ExprKind::Field { base, field, .. } => {
            let mut out = components(base);
            out.push(*field);
            out
        }
        ExprKind::Index { base, .. } | ExprKind::Substring { base, .. } => components(base),
        ExprKind::Deref(x) | ExprKind::Address(x) => components(x),
        _ => Vec::new(),
    }
}

/// References of which each subscript says which indices it selects.
pub fn compare(p: &Program, a: &Expr, b: &Expr) -> Relation {
    match (&a.kind, &b.kind) {
        (ExprKind::Field { base: x, field: i, record: r }, ExprKind::Field { base: y, field: j, record: s }) => {
            if r == s && i != j { Relation::Apart } else { compare(p, x, y) }
        }
        (ExprKind::Index { base: x, subs: s }, ExprKind::Index { base: y, subs: t }) if s.len() == t.len() => {
            if compare(p, x, y) == Relation::Apart || x == y && s.iter().zip(t).any(|(i, j)| disjoint(i, j)) {
                return Relation::Apart;
            }
            Relation::Unknown
        }
        _ if a.root().is_some() && a.root() == b.root() && apart_by_component(a, b) => Relation::Apart,
        _ => Relation::Unknown,
    }
}

/// The lowest and the highest index of a range, as far as they are written; a range may run downwards.
fn ends(s: &Subscript) -> Option<(Option<&Expr>, Option<&Expr>)> {
    match s {
        Subscript::At(i) => Some((Some(i), Some(i))),
        Subscript::Range { lo, hi, step } => match step.as_ref().map_or(Some(1), Expr::as_int) {
            Some(n) if n > 0 => Some((lo.as_ref(), hi.as_ref())),
            Some(n) if n < 0 => Some((hi.as_ref(), lo.as_ref())),
            _ => None,
        },
    }
}

/// Subscripts that never select the same index.
fn disjoint(a: &Subscript, b: &Subscript) -> bool {
    let (Some((low, high)), Some((other_low, other_high))) = (ends(a), ends(b)) else { return false };
    let below = |high: Option<&Expr>, low: Option<&Expr>| match (high, low) {
        (Some(h), Some(l)) => il::fold::sub(l, h).as_int().is_some_and(|d| d > 0),
        _ => false,
    };
    below(high, other_low) || below(other_high, low)
}
