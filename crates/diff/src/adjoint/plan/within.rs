//! Where the elements of a dummy are in an array of several dimensions of which the call gives one element: `call sweep(n, u(1, j))`, as programs did before
//! there were sections (sequence association, F2018 15.5.2.11).
//!
//! - What begins a column and is not longer is in the column, `u(2:n, j)`. Where nobody can say that it is not longer, the columns that it runs through are
//!   named, `u(:, j:j + (n - 1)/100)`: of a column that is long enough it is one.
//! - `x(inc, k)` with the extent of a column for `inc` is a row, `u(i, 1:n)`; with one for it, a column.
//! - `a(ld, k)` with the same leading extent is a block of columns.
//! - `b(m, m)` that is given `blocks(1, 1, i)` of `blocks(m, m, n)` is the plane `blocks(:, :, i)`: leading extents are the same, and the last is no longer.

use il::{BinaryOp, Dim, Expr, ExprKind, Program, Subscript, SymbolId, Type, Upper, fold};

use super::inside::Bounds;
use super::numbering::{Span, at_call};
use super::written_parts::Site;
use crate::derive::World;

/// So many columns are no more than one.
const FEW: i64 = 2;

/// An element of an array that a call gives, and how the dummy counts from there.
pub(super) struct Within<'p> {
    p: &'p Program,
    array: Expr,
    /// The subscripts of the element.
    at: Vec<Expr>,
    /// Lower and upper bounds of the array.
    bounds: Vec<(Expr, Option<Expr>)>,
    /// Lower bounds and extents of the dummy, as they are where the call stands.
    dims: Vec<(Expr, Option<Expr>)>,
}

impl<'p> Within<'p> {
    /// `None`: the actual argument is something else, or not all in one piece.
    pub(super) fn of(world: &'p World, site: Site, dummy: SymbolId, actual: &Expr) -> Option<Self> {
        let p = world.source;
        let ExprKind::Index { base, subs } = &actual.kind else { return None };
        let ExprKind::Var(s) = base.kind else { return None };
        let (v, Type::Array { dims: theirs, .. }) = (p.variable(s)?, p.symbol_type(dummy)?) else { return None };
        let Type::Array { elem, dims: ours } = &v.ty else { return None };
        let fortran = [site.caller, site.callee].iter().all(|u| p.units[*u].language.computes_with_arrays());
        let in_one_piece = v.allocatable || ours.iter().all(|d| d.upper != Upper::Deferred);
        // Parts of another type would be cut elsewhere.
        let alike = p.symbol_type(dummy)?.element().scalar()?.bytes == elem.element().scalar()?.bytes;
        let numbers = matches!(**elem, Type::Scalar(_)) && !v.pointer;
        let index = |s: &Subscript| match s {
            Subscript::At(e) if !e.has_call() => Some(e.clone()),
            _ => None,
        };
        let at: Vec<Expr> = subs.iter().map(index).collect::<Option<_>>()?;
        if !fortran || !in_one_piece || !alike || !numbers || at.len() < 2 || at.len() != ours.len() {
            return None;
        }
        let here = |e: &Expr| at_call(p, site.caller, e, site.value_of);
        let dim = |d: &Dim| {
            let lower = d.lower.clone().map_or(Some(Expr::int(1)), |e| here(&e))?;
            let extent = match &d.upper {
                Upper::At(e) => here(e).map(|upper| fold::range_count(&lower, &upper, None)),
                Upper::Assumed => None,
                Upper::Deferred => return None,
            };
            Some((lower, extent))
        };
        let dims = theirs.iter().map(dim).collect::<Option<_>>()?;
        let bounds = Bounds::of(world, (site.caller, site.id), base)?.all().to_vec();
        // Of what has no end nobody saves all, and calls are split instead; a few columns are saved as a whole.
        let count = |(lower, upper): &(Expr, Option<Expr>)| {
            Some(fold::integer(p, &fold::range_count(lower, upper.as_ref()?, None)).unwrap_or(i64::MAX))
        };
        let columns: Option<Vec<i64>> = bounds[1..].iter().map(count).collect();
        if columns?.into_iter().fold(1, i64::saturating_mul) <= FEW {
            return None;
        }
        Some(Within { p, array: (**base).clone(), at, bounds, dims })
    }

    /// The part of the array that spans of the dummy's indices are, or what it lies in. Of what is not `surely` set it need not be there, and the part is one
    /// that is. One span of a dummy with more dimensions counts its elements from one.
    pub(super) fn part(&self, spans: &[Span], surely: bool) -> Option<Expr> {
        let subs = match spans {
            [Span::All(lo, hi)] if self.dims.len() > 1 => {
                let one = Expr::int(1);
                self.in_columns(&fold::sub(lo, &one), &fold::sub(hi, &one), surely)?
            }
            _ if spans.len() == self.dims.len() => self.subscripts(spans, surely)?,
            _ => return None,
        };
        Some(ExprKind::Index { base: Box::new(self.array.clone()), subs }.into())
    }

    fn subscripts(&self, spans: &[Span], surely: bool) -> Option<Vec<Subscript>> {
        let one = Expr::int(1);
        // How far from the element, along the dimensions of the dummy that go further; nobody knows of the last one without an extent.
        let mut ways = Vec::new();
        for (k, (span, (lower, extent))) in spans.iter().zip(&self.dims).enumerate() {
            let way = match (span.ends(), extent) {
                (Some((lo, hi)), _) => Some((fold::sub(lo, lower), fold::sub(hi, lower))),
                (None, Some(extent)) => Some((Expr::int(0), fold::sub(extent, &one))),
                (None, None) => None,
            };
            if !way.as_ref().is_some_and(|(lo, hi)| self.is(lo, 0) && self.is(hi, 0)) {
                ways.push((k, way));
            }
        }
        let column = |k: usize| self.dims[..k].iter().all(|(_, extent)| extent.as_ref().is_some_and(|e| self.is(e, 1)));
        let plain = self.is_as_ours(0) && self.at.len() == 2 && self.dims.len() == 2;
        match ways.as_slice() {
            [] => Some(self.at.iter().cloned().map(Subscript::At).collect()),
            [(k, Some((lo, hi)))] if column(*k) => self.in_columns(lo, hi, surely),
            [(1, way)] if plain => Some(vec![Subscript::At(self.at[0].clone()), self.along(1, way.as_ref(), surely)?]),
            _ if self.is_plane() => {
                let further = |k: usize| ways.iter().find(|way| way.0 == k);
                let sub = |k: usize| match further(k) {
                    Some((_, way)) => self.along(k, way.as_ref(), surely),
                    None => Some(Subscript::At(self.at[k].clone())),
                };
                (0..self.at.len()).map(sub).collect()
            }
            _ => None,
        }
    }

    /// Whether the dummy's elements have our subscripts along its dimensions, and the others are those of the element.
    fn is_plane(&self) -> bool {
        let last = self.dims.len() - 1;
        let begins = |k: usize| self.is(&self.from_lower(k), 0);
        let is_no_longer = || {
            let extents = self.dims[last].1.as_ref().zip(self.extent(last));
            let longer = |(theirs, ours): (&Expr, Expr)| fold::integer(self.p, &fold::sub(theirs, &ours));
            begins(last) && extents.and_then(longer).is_some_and(|n| n <= 0)
        };
        self.dims.len() <= self.at.len()
            && (0..last).all(|k| begins(k) && self.is_as_ours(k))
            && (last + 1 == self.at.len() || last + 1 < self.at.len() && is_no_longer())
    }

    /// Whether a dimension of the dummy has the extent of ours.
    fn is_as_ours(&self, k: usize) -> bool {
        let extents = self.dims[k].1.as_ref().zip(self.bounds.get(k).and_then(|_| self.extent(k)));
        extents.is_some_and(|(theirs, ours)| self.is(&fold::sub(theirs, &ours), 0))
    }

    /// From one element to another, counted from the one that the call gives.
    fn in_columns(&self, lo: &Expr, hi: &Expr, surely: bool) -> Option<Vec<Subscript>> {
        let extent = self.extent(0)?;
        let last = fold::without_cancelling(&fold::add(&self.from_lower(0), hi));
        let left = fold::without_cancelling(&fold::sub(&fold::sub(&extent, &last), &Expr::int(1)));
        let others = || self.at[1..].iter().cloned().map(Subscript::At);
        if fold::integer(self.p, &left).is_some_and(|n| n >= 0) {
            let range = self.along(0, Some(&(lo.clone(), hi.clone())), surely)?;
            return Some(std::iter::once(range).chain(others()).collect());
        }
        let ([_, column], [_, (_, most)]) = (self.at.as_slice(), self.bounds.as_slice()) else { return None };
        let further = match (fold::integer(self.p, &last), fold::integer(self.p, &extent)) {
            (Some(last), Some(extent)) if extent > 0 => Expr::int(last / extent),
            _ => Expr::binary(BinaryOp::Div, last, extent),
        };
        let to = fold::add(column, &further);
        let to = match surely {
            true => to,
            false => Expr::intrinsic("min", vec![to, most.clone()?]),
        };
        let columns = Subscript::Range { lo: Some(column.clone()), hi: Some(to), step: None };
        Some(vec![Span::Any.subscript(), columns])
    }

    /// A range of a dimension; all of it where it need not be there, or nobody knows its end.
    fn along(&self, k: usize, way: Option<&(Expr, Expr)>, surely: bool) -> Option<Subscript> {
        match way {
            Some((lo, hi)) if surely => {
                Some(Span::All(fold::add(&self.at[k], lo), fold::add(&self.at[k], hi)).subscript())
            }
            _ => self.bounds[k].1.as_ref().map(|_| Span::Any.subscript()),
        }
    }

    /// Where the element is in a dimension, from zero.
    fn from_lower(&self, k: usize) -> Expr {
        fold::sub(&self.at[k], &self.bounds[k].0)
    }

    fn extent(&self, k: usize) -> Option<Expr> {
        let (lower, upper) = &self.bounds[k];
        upper.as_ref().map(|upper| fold::range_count(lower, upper, None))
    }

    fn is(&self, e: &Expr, n: i64) -> bool {
        fold::integer(self.p, e) == Some(n)
    }
}
