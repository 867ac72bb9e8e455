//! The part of a section that lies in its array: what a call may set under a condition need not exist (`if (j <= n) h(:, j) = …`), and a snapshot names
//! it all the same.
//!
//! - `h(:, j)` where the loops around the call say that `j` is within the bounds;
//! - `h(:, max(j, 1):min(j, n))` elsewhere: one column, or none.

use il::typing::type_of;
use il::{
    BinaryOp, Dim, Expr, ExprKind, Program, ScalarClass, StmtId, StmtKind, Storage, Subscript, SymbolId, SymbolKind,
    Type, UnitId, Upper, fold,
};

use super::numbering::Span;
use crate::derive::World;

/// The bounds of an array where a statement stands.
pub(super) struct Bounds<'p> {
    p: &'p Program,
    /// Lower and upper, of each dimension.
    all: Vec<(Expr, Option<Expr>)>,
    /// The least and the greatest value of the variables of the loops around the statement.
    turns: Vec<(SymbolId, Expr, Expr)>,
}

impl<'p> Bounds<'p> {
    /// Those of `array`, at a statement of a unit. `None`: they cannot be asked for.
    pub(super) fn of(world: &'p World, (unit, id): (UnitId, StmtId), array: &Expr) -> Option<Self> {
        let p = world.source;
        let root = array.root()?;
        let v = p.variable(root).filter(|v| !v.pointer && !v.optional)?;
        let Type::Array { dims, .. } = type_of(p, array) else { return None };
        if !p.units[unit].language.computes_with_arrays() {
            return None;
        }
        let own = p.home(root) == Some(unit) && array.kind == ExprKind::Var(root);
        let is_dummy = matches!(v.storage, Storage::Dummy(_));
        let declared = |e: &Expr| fold::integer(p, e).is_some() || own && is_kept(world, unit, e);
        let ask = |f: &str, k: usize| Expr::intrinsic(f, vec![array.clone(), Expr::int(k as i64 + 1)]);
        let bounds = |(k, d): (usize, &Dim)| {
            let from_one = d.upper != Upper::Deferred || own && is_dummy && !v.allocatable;
            let lower = match &d.lower {
                Some(e) if declared(e) => e.clone(),
                None if from_one => Expr::int(1),
                _ => ask("lbound", k),
            };
            // Old programs declare `x(1)`, or `x(n, 1)`, whatever is there.
            let last = k + 1 == dims.len() && is_dummy;
            let upper = match &d.upper {
                Upper::At(e) if last && fold::integer(p, e) == Some(1) => None,
                Upper::At(e) if declared(e) => Some(e.clone()),
                Upper::At(_) | Upper::Deferred => Some(ask("ubound", k)),
                Upper::Assumed => None,
            };
            (lower, upper)
        };
        let all = dims.iter().enumerate().map(bounds).collect();
        let mut out = Bounds { p, all, turns: Vec::new() };
        for d in loops_around(p, unit, &p.units[unit].body, id).unwrap_or_default() {
            let StmtKind::Do(d) = &p.units[unit].stmts[d].kind else { continue };
            let Some(ends) = fold::bounds(p, d) else { continue };
            let known = |e: &Expr| is_known(&out, world, unit, e);
            if known(ends.0) && known(ends.1) {
                let (least, greatest) = (out.extreme(ends.0, false), out.extreme(ends.1, true));
                out.turns.push((d.var, least, greatest));
            }
        }
        Some(out)
    }

    /// Lower and upper bounds, of each dimension.
    pub(super) fn all(&self) -> &[(Expr, Option<Expr>)] {
        &self.all
    }

    /// Says of what goes from the lower to the upper bound that it is all there is.
    pub(super) fn shorten(&self, spans: &mut [Span]) {
        let same = |a: &Expr, b: &Expr| a == b || fold::integer(self.p, &fold::sub(a, b)) == Some(0);
        for (span, (lower, upper)) in spans.iter_mut().zip(&self.all) {
            if let (Span::All(lo, hi), Some(upper)) = (&*span, upper)
                && same(lo, lower)
                && same(hi, upper)
            {
                *span = Span::Any;
            }
        }
    }

    /// Whether parts are less than the array: each is one index of a dimension, or a known number of them, and together they are not most of it.
    pub(super) fn are_less(&self, parts: &[&[Span]]) -> bool {
        let number = |lo: &Expr, hi: &Expr| fold::integer(self.p, &fold::range_count(lo, hi, None));
        let length = |s: &Span| s.ends().and_then(|(lo, hi)| if lo == hi { Some(1) } else { number(lo, hi) });
        let extents: Vec<Option<i64>> = self.all.iter().map(|(lower, upper)| number(lower, upper.as_ref()?)).collect();
        let size = |part: &[Span]| -> Option<i64> {
            part.iter().zip(&extents).map(|(s, extent)| length(s).or(*extent)).try_fold(1, |n, of| Some(n * of?))
        };
        let narrow = |part: &&[Span]| part.iter().any(|s| length(s).is_some());
        let whole: Option<i64> = extents.iter().try_fold(1, |n, of| Some(n * (*of)?));
        let total: Option<i64> = parts.iter().try_fold(0, |n, part| Some(n + size(part)?));
        let less = |(whole, total): (i64, i64)| if parts.len() == 1 { total < whole } else { 2 * total <= whole };
        parts.iter().all(narrow) && whole.zip(total).is_none_or(less)
    }

    /// Subscripts of what lies in the array. `None`: that is not known, or all of it.
    pub(super) fn subscripts(&self, spans: &[Span]) -> Option<Vec<Subscript>> {
        let subs: Vec<Subscript> =
            spans.iter().zip(&self.all).map(|(s, b)| self.subscript(s, b)).collect::<Option<_>>()?;
        subs.iter().any(|s| *s != Span::Any.subscript()).then_some(subs)
    }

    fn subscript(&self, span: &Span, (lower, upper): &(Expr, Option<Expr>)) -> Option<Subscript> {
        let upper = upper.as_ref()?;
        let Some((lo, hi)) = span.ends() else { return Some(span.subscript()) };
        let not_above = |a: &Expr, b: &Expr| fold::integer(self.p, &fold::sub(b, a)).is_some_and(|d| d >= 0);
        let from_lower = not_above(lower, &self.extreme(lo, false));
        let to_upper = not_above(&self.extreme(hi, true), upper);
        if from_lower && to_upper {
            return Some(span.subscript());
        }
        // The arguments of MAX and MIN are of one kind (F2018 16.9.125).
        let kind = |e: &Expr| type_of(self.p, e).scalar().map(|s| (s.class, s.bytes));
        let alike = [lower, hi, upper].iter().all(|e| kind(e) == kind(lo) && type_of(self.p, e).rank() == 0);
        if !alike || type_of(self.p, lo).class() != Some(ScalarClass::Integer) {
            return Some(Span::Any.subscript());
        }
        let within = |f: &str, e: &Expr, bound: &Expr, is: bool| match is {
            true => e.clone(),
            false => Expr::intrinsic(f, vec![e.clone(), bound.clone()]),
        };
        Some(Span::All(within("max", lo, lower, from_lower), within("min", hi, upper, to_upper)).subscript())
    }

    /// The least or the greatest value of an expression in the iterations of the loops around; itself where that is not known.
    fn extreme(&self, e: &Expr, greatest: bool) -> Expr {
        let range = |e: &Expr| match (&e.kind, self.turns.iter().rev().find(|(var, ..)| e.kind == ExprKind::Var(*var)))
        {
            (_, Some((_, least, most))) => Some((least.clone(), most.clone())),
            (ExprKind::Var(_) | ExprKind::Integer { .. }, None) => Some((e.clone(), e.clone())),
            _ => None,
        };
        fold::extreme(self.p, e, greatest, &range).unwrap_or_else(|| e.clone())
    }
}

/// Whether the extremes of a bound of a loop are known: it is made, by sums and differences, of what keeps its value and of variables of the loops around.
fn is_known(bounds: &Bounds, world: &World, unit: UnitId, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(s) if bounds.turns.iter().any(|(var, ..)| var == s) => true,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, l, r) => {
            is_known(bounds, world, unit, l) && is_known(bounds, world, unit, r)
        }
        _ => is_kept(world, unit, e),
    }
}

/// Whether an expression has one value while a unit runs: it is made of constants, and of numbers from outside that the unit does not change.
fn is_kept(world: &World, unit: UnitId, e: &Expr) -> bool {
    let (p, facts) = (world.source, &world.facts.analysis);
    let mut kept = true;
    e.walk(&mut |x| {
        kept &= match &x.kind {
            ExprKind::Integer { .. } | ExprKind::Unary(..) => true,
            ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
            ExprKind::Var(s) => match &p.symbols[*s].kind {
                SymbolKind::Constant { .. } => true,
                _ => {
                    let outside = p.units[unit].params.contains(s) || p.home(*s) != Some(unit);
                    let plain = p.variable(*s).is_some_and(|v| !v.pointer && !v.target && v.ty.rank() == 0);
                    outside && plain && !facts.in_out(unit).written.contains_any(&facts.zones().of_symbol(*s))
                }
            },
            _ => false,
        }
    });
    kept
}

/// The counted loops around a statement, from the outermost.
fn loops_around(p: &Program, unit: UnitId, block: &[StmtId], id: StmtId) -> Option<Vec<StmtId>> {
    block.iter().find_map(|&s| {
        if s == id {
            return Some(Vec::new());
        }
        let kind = &p.units[unit].stmts[s].kind;
        let inner = kind.blocks().into_iter().find_map(|b| loops_around(p, unit, b, id))?;
        let own = matches!(kind, StmtKind::Do(_)).then_some(s);
        Some(own.into_iter().chain(inner).collect())
    })
}
