//! `memcpy` between arrays of arrays and what lies flat: `memcpy(m, x, sizeof m)`, `memcpy(&m[0][0], x, n*n*sizeof(double))`; `memset` of what has rows.
//!
//! It becomes loops over the rows and columns of the one that has them, and what lies flat is counted along: `m[i][j] = x[i*3 + j]`. Where the number of
//! elements is not seen to be one of whole rows, one loop runs over all of them: `m[i/3][i%3] = x[i]`.

use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, StmtKind, SymbolId, Type, Upper, fold};

use super::{Spread, element};

/// Numbers that lie one behind the other from where a pointer leads.
struct Run {
    /// An array, or a pointer to the first of them.
    base: Expr,
    /// How many elements the rows have, from the outermost; empty: these are numbers and no rows.
    rows: Vec<Expr>,
    number: Type,
}

impl Spread<'_> {
    /// Copies `bytes` of numbers, or sets them to zero where nothing is copied. False: not all of it can be said.
    pub(super) fn flat_copy(&mut self, to: &Expr, from: Option<&Expr>, bytes: &Expr, out: &mut Vec<StmtKind>) -> bool {
        let Some(to) = self.run(to) else { return false };
        let from = match from.map(|from| self.run(from)) {
            Some(None) => return false,
            from => from.flatten(),
        };
        let Type::Scalar(number) = to.number.clone() else { return false };
        let has_rows = |run: &Run| !run.rows.is_empty();
        if from.as_ref().is_some_and(|from| from.number != to.number)
            || !number.is_differentiable()
            || !has_rows(&to) && !from.as_ref().is_some_and(has_rows)
        {
            return false;
        }
        let Some(factors) = self.numbers(bytes, &to.number) else { return false };
        let shape = match &from {
            Some(from) if to.rows.is_empty() => from.rows.clone(),
            _ => to.rows.clone(),
        };
        let mut counters: Vec<SymbolId> = Vec::new();
        let mut extents: Vec<Expr> = Vec::new();
        match without(self, &factors, &shape) {
            Some(rows) => extents.extend(std::iter::once(rows).chain(shape.iter().cloned())),
            None => extents.push(product(&factors)),
        }
        for e in &extents {
            counters.push(self.counter(e));
        }
        let at: Vec<Expr> = counters.iter().map(|c| Expr::var(*c)).collect();
        let place = |run: &Run| match at.len() > 1 && run.rows == shape {
            true => nested(&run.base, &at),
            false => counted_on(run, &flat(&at, &shape)),
        };
        let rhs = from.as_ref().map_or_else(|| crate::simplify::zero(&number), place);
        let mut inner = StmtKind::Assign { lhs: place(&to), rhs };
        for (var, extent) in counters.iter().zip(&extents).rev() {
            let last = fold::sub(extent, &Expr::int(1));
            inner = self.counted(*var, Expr::int(0), last, vec![inner]);
        }
        out.push(inner);
        true
    }

    /// Whether a pointer leads to the first number of an array of arrays, which may be counted on from beyond its row.
    pub(super) fn is_first_of_rows(&self, e: &Expr) -> bool {
        self.first_of(e).is_some()
    }

    /// The array of arrays whose first number `&m[0][0]` is.
    fn first_of(&self, e: &Expr) -> Option<Expr> {
        let ExprKind::Address(x) = &e.kind else { return None };
        let mut at: &Expr = x;
        let mut levels = 0;
        while let ExprKind::Index { base, subs } = &at.kind {
            let [il::Subscript::At(k)] = subs.as_slice() else { return None };
            if k.as_int() != Some(0) {
                return None;
            }
            at = base;
            levels += 1;
        }
        (levels > 1 && matches!(type_of(self.p, at), Type::Array { .. })).then(|| at.clone())
    }

    fn run(&self, e: &Expr) -> Option<Run> {
        let base = self.first_of(e).unwrap_or_else(|| e.clone());
        let mut ty = self.pointed_at(&base)?;
        let mut rows = Vec::new();
        while let Type::Array { elem, dims } = ty {
            let [il::Dim { upper: Upper::At(extent), .. }] = dims.as_slice() else { return None };
            rows.push(extent.clone());
            ty = *elem;
        }
        Some(Run { base, rows, number: ty })
    }

    /// The factors of how many numbers `bytes` are.
    fn numbers(&self, bytes: &Expr, number: &Type) -> Option<Vec<Expr>> {
        match &bytes.uncast().kind {
            ExprKind::SizeOf(ty) => {
                let (mut ty, mut out) = (ty, Vec::new());
                while let Type::Array { elem, dims } = ty {
                    let [il::Dim { upper: Upper::At(extent), .. }] = dims.as_slice() else { return None };
                    out.push(extent.clone());
                    ty = elem;
                }
                (ty == number).then_some(out)
            }
            ExprKind::Binary(BinaryOp::Mul, l, r) => {
                let (sized, times) = match self.numbers(r, number) {
                    Some(n) => (n, l),
                    None => (self.numbers(l, number)?, r),
                };
                let mut out = Vec::new();
                factors(times, &mut out);
                out.extend(sized);
                Some(out)
            }
            _ => None,
        }
    }
}

/// The factors of a product, without conversions to `size_t`.
fn factors(e: &Expr, out: &mut Vec<Expr>) {
    match &e.uncast().kind {
        ExprKind::Binary(BinaryOp::Mul, l, r) => {
            factors(l, out);
            factors(r, out);
        }
        _ => out.push(e.uncast().clone()),
    }
}

/// The product of `all` divided by that of `rows`, when it is seen to be whole.
fn without(s: &Spread, all: &[Expr], rows: &[Expr]) -> Option<Expr> {
    let number = |e: &Expr| fold::integer(s.p, e);
    let mut left: Vec<Expr> = all.iter().filter(|e| number(e).is_none()).cloned().collect();
    let constant: i64 = all.iter().filter_map(number).product();
    let mut divisor = 1;
    let mut parts = Vec::new();
    rows.iter().for_each(|r| factors(r, &mut parts));
    for r in &parts {
        match number(r) {
            Some(n) => divisor *= n,
            None => {
                let at = left.iter().position(|e| e == r)?;
                left.remove(at);
            }
        }
    }
    if divisor == 0 || constant % divisor != 0 {
        return None;
    }
    let times = constant / divisor;
    if times != 1 || left.is_empty() {
        left.insert(0, Expr::int(times));
    }
    Some(product(&left))
}

fn product(all: &[Expr]) -> Expr {
    let times = |l: Expr, r: Expr| Expr::binary(BinaryOp::Mul, l, r);
    all.iter().cloned().reduce(times).unwrap_or_else(|| Expr::int(1))
}

/// `base[i][j]`.
fn nested(base: &Expr, at: &[Expr]) -> Expr {
    at[1..].iter().fold(element(base, at[0].clone()), |of, i| Expr::index(of, vec![i.clone()]))
}

/// The number of an element among all, `i*3 + j`.
fn flat(at: &[Expr], shape: &[Expr]) -> Expr {
    let along = |n: Expr, (i, extent): (&Expr, &Expr)| fold::add(&Expr::binary(BinaryOp::Mul, n, extent.clone()), i);
    at[1..].iter().zip(shape).fold(at[0].clone(), along)
}

/// Number `n` of a run: `x[n]`, `m[n/3][n%3]`.
fn counted_on(run: &Run, n: &Expr) -> Expr {
    let mut at = Vec::new();
    let mut rest = n.clone();
    for extent in run.rows.iter().rev() {
        at.insert(0, Expr::binary(BinaryOp::Rem, rest.clone(), extent.clone()));
        rest = Expr::binary(BinaryOp::Div, rest, extent.clone());
    }
    at.insert(0, rest);
    nested(&run.base, &at)
}
