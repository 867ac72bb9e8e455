//! C: elements of matrices that lie flat in memory, and of their rows.
//!
//! `a[i*n + j]`, or `row[j]` with `row = a + i*n`, is the element `(i, j)` of a matrix with rows of `n` elements wherever `0 <= j < n` follows from the
//! bounds of the loops around it: then two of them are one element only if both positions are the same, and each position is linear where `i*n + j`
//! is not. `n` is an integer that nothing changes; it may be cast, and so may what it multiplies: a cast that changed a value would have led out of the
//! array, unless the sum leads back in, and then it is the sum that counts.
//!
//! An alias (`alias`) is another name for its value as long as it is used, so the element of a row is one of the matrix.

use std::collections::BTreeMap;

use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, ScalarClass, Subscript, SymbolId, Type, UnaryOp};

use crate::adjoint::plan::elements::{Elements, Parts};
use crate::adjoint::plan::positions::Position;
use crate::adjoint::plan::system::Linear;
use crate::adjoint::plan::unknowns::{Unknown, same};

/// Deeper chains of aliases are not followed.
const CHAIN: u32 = 8;

/// `Σ stride·row + rest`.
struct Flat {
    rows: BTreeMap<SymbolId, Linear<Unknown>>,
    rest: Linear<Unknown>,
}

impl Flat {
    /// `a·self + b·other`.
    fn plus(mut self, other: &Flat, a: i64, b: i64) -> Option<Flat> {
        let zero = Linear::constant(0);
        for s in other.rows.keys() {
            self.rows.entry(*s).or_insert_with(|| Linear::constant(0));
        }
        for (s, row) in &mut self.rows {
            *row = row.plus(other.rows.get(s).unwrap_or(&zero), a, b)?;
        }
        self.rows.retain(|_, row| row.as_constant() != Some(0));
        Some(Flat { rest: self.rest.plus(&other.rest, a, b)?, rows: self.rows })
    }
}

impl Elements<'_> {
    /// `p[k]` where the pointer `p` is an alias for a place in an array: the element of that array.
    pub(crate) fn through_alias(&self, base: &Expr, subs: &[Subscript]) -> Option<Parts> {
        let (ExprKind::Var(s), [Subscript::At(k)]) = (&base.kind, subs) else { return None };
        let value = self.aliases.get(s)?;
        let (root, offset) = self.pointed(value, CHAIN)?;
        let at = offset.map_or_else(|| k.clone(), |o| Expr::binary(BinaryOp::Add, o, k.clone()));
        let (symbol, path, mut before) = self.parts(&root)?;
        before.push(Subscript::At(at));
        Some((symbol, path, before))
    }

    /// The pointer that a pointer is made from, and how many elements they are apart.
    fn pointed(&self, e: &Expr, chain: u32) -> Option<(Expr, Option<Expr>)> {
        let beyond = |(root, before): (Expr, Option<Expr>), more: &Expr| {
            let all = before.map_or_else(|| more.clone(), |b| Expr::binary(BinaryOp::Add, b, more.clone()));
            (root, Some(all))
        };
        match &e.kind {
            ExprKind::Var(s) => match self.aliases.get(s) {
                Some(value) if chain > 0 => self.pointed(value, chain - 1),
                Some(_) => None,
                None => Some((e.clone(), None)),
            },
            ExprKind::Unary(UnaryOp::Paren, x) => self.pointed(x, chain),
            ExprKind::Binary(BinaryOp::Add, p, k) if self.is_pointer(p) => Some(beyond(self.pointed(p, chain)?, k)),
            ExprKind::Address(x) => match &x.kind {
                ExprKind::Index { base, subs } if self.is_pointer(base) => match subs.as_slice() {
                    [Subscript::At(k)] => Some(beyond(self.pointed(base, chain)?, k)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn is_pointer(&self, e: &Expr) -> bool {
        matches!(type_of(self.program(), e), Type::Pointer { .. })
    }

    /// That two subscripts name one element, when both are positions in rows of the same length; `false` when they are not.
    pub(crate) fn one_flat_element(
        &self,
        k: usize,
        one: Position<'_>,
        other: Position<'_>,
        out: &mut Vec<Linear<Unknown>>,
    ) -> bool {
        let flat = |(sub, write, loops): Position<'_>| match sub {
            Subscript::At(e) => self.flat(e, write, loops),
            Subscript::Range { .. } => None,
        };
        let (Some(one), Some(other)) = (flat(one), flat(other)) else { return false };
        let strides: Vec<SymbolId> = one.rows.keys().chain(other.rows.keys()).copied().collect();
        let Some(&stride) = strides.first() else { return self.one_by_numbers(one.rest, other.rest, out) };
        if strides.iter().any(|s| *s != stride) {
            return false;
        }
        let length = Linear::variable(Unknown::Fixed(stride));
        if !self.is_in_row(&one.rest, &length, out) || !self.is_in_row(&other.rest, &length, out) {
            return false;
        }
        for f in [one, other] {
            let row = f.rows.get(&stride).cloned().unwrap_or_else(|| Linear::constant(0));
            same(&Linear::variable(Unknown::Element(k)), &row, out);
            same(&Linear::variable(Unknown::InRow(k)), &f.rest, out);
        }
        true
    }

    /// Whether `0 <= rest < length` follows.
    fn is_in_row(&self, rest: &Linear<Unknown>, length: &Linear<Unknown>, known: &[Linear<Unknown>]) -> bool {
        let before = rest.plus(&Linear::constant(1), -1, -1);
        let [Some(before), Some(behind)] = [before, rest.minus(length)] else { return false };
        [before, behind].into_iter().all(|outside| {
            let mut system = known.to_vec();
            system.push(outside);
            self.is_impossible(system)
        })
    }

    /// The same where rows have a number of elements, `4*i + j`, and these again, `16*l + 4*i + j`. Whether anything was taken apart.
    fn one_by_numbers(&self, one: Linear<Unknown>, other: Linear<Unknown>, out: &mut Vec<Linear<Unknown>>) -> bool {
        let Some(length) = one.largest().into_iter().chain(other.largest()).max().filter(|n| *n > 1) else {
            return false;
        };
        let in_rows = |l: &Linear<Unknown>, out: &[Linear<Unknown>]| {
            let ways = l.by_rows(length).into_iter().flatten();
            ways.into_iter().find(|(_, rest)| self.is_in_row(rest, &Linear::constant(length), out))
        };
        let (Some(one), Some(other)) = (in_rows(&one, out), in_rows(&other, out)) else { return false };
        same(&one.0, &other.0, out);
        if !self.one_by_numbers(one.1.clone(), other.1.clone(), out) {
            same(&one.1, &other.1, out);
        }
        true
    }

    /// An integer expression as rows and a rest.
    fn flat(&self, e: &Expr, write: bool, loops: &[il::StmtId]) -> Option<Flat> {
        if let Some(rest) = self.linear(e, write, loops) {
            return Some(Flat { rows: BTreeMap::new(), rest });
        }
        match &e.kind {
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Paren, x) => self.flat(x, write, loops),
            ExprKind::Cast(to, x) => {
                let from = type_of(self.program(), x);
                let bytes = |t: &Type| match t {
                    Type::Scalar(s) if s.class == ScalarClass::Integer => Some(s.bytes),
                    _ => None,
                };
                (bytes(to)? >= bytes(&from)?).then(|| self.flat(x, write, loops))?
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), l, r) => {
                let sign = if *op == BinaryOp::Add { 1 } else { -1 };
                self.flat(l, write, loops)?.plus(&self.flat(r, write, loops)?, 1, sign)
            }
            ExprKind::Binary(BinaryOp::Mul, l, r) => {
                let (one, other) = (self.flat(l, write, loops)?, self.flat(r, write, loops)?);
                let zero = Flat { rows: BTreeMap::new(), rest: Linear::constant(0) };
                let stride = |x: &Expr| x.uncast().as_var();
                let fixed = |f: &Flat, x: &Expr| {
                    let s = stride(x)?;
                    (f.rows.is_empty() && f.rest == Linear::variable(Unknown::Fixed(s))).then_some(s)
                };
                if let (Some(c), true) = (one.rest.as_constant(), one.rows.is_empty()) {
                    return zero.plus(&other, 0, c);
                }
                if let (Some(c), true) = (other.rest.as_constant(), other.rows.is_empty()) {
                    return zero.plus(&one, 0, c);
                }
                let (rows, stride) = match (fixed(&other, r), fixed(&one, l)) {
                    (Some(s), _) => (one, s),
                    (None, Some(s)) => (other, s),
                    (None, None) => return None,
                };
                rows.rows
                    .is_empty()
                    .then(|| Flat { rows: BTreeMap::from([(stride, rows.rest)]), rest: Linear::constant(0) })
            }
            _ => None,
        }
    }
}
