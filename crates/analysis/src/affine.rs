//! Integer polynomials over symbols and loop counters: what subscripts and loop bounds are made of.
//!
//! ```text
//! i + 2*n - 1        affine in i, with the loop-invariant symbol n
//! i*n + j            a linearised subscript: the monomial i·n stands beside j and is taken apart again by `split`
//! ```
//!
//! A variable is a loop-invariant symbol, or the counter of a loop at one of two moments that a dependence compares.

use std::collections::BTreeMap;

use il::{BinaryOp, Expr, ExprKind, Program, StmtId, SymbolId, UnaryOp};

/// What a polynomial is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    /// A symbol that the region does not change.
    Symbol(SymbolId),
    /// The counter of a loop, at moment 0 or 1. What both moments share is at moment 0.
    Counter(StmtId, u8),
    /// The value of an expression that the region does not change, by its place in a list.
    Value(u32),
    /// A number that some other fact bounds: an index of a section, the turn of a loop with a step.
    Free(u32),
}

/// Σ coefficient · monomial; the empty monomial is the constant. No coefficient is zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Affine(BTreeMap<Vec<Term>, i128>);

impl Affine {
    /// A number.
    pub fn constant(value: i128) -> Affine {
        Affine(if value == 0 { BTreeMap::new() } else { BTreeMap::from([(Vec::new(), value)]) })
    }

    /// One variable.
    pub fn term(t: Term) -> Affine {
        Affine(BTreeMap::from([(vec![t], 1)]))
    }

    /// An integer expression as a polynomial. `values` numbers what is none.
    pub fn of(p: &Program, e: &Expr, values: &mut Vec<Expr>) -> Option<Affine> {
        if let Some(n) = il::fold::integer(p, e) {
            return Some(Affine::constant(n.into()));
        }
        match &e.kind {
            ExprKind::Var(s) => Some(Affine::term(Term::Symbol(*s))),
            ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => Affine::of(p, x, values),
            ExprKind::Unary(UnaryOp::Neg, x) => Affine::default().plus(&Affine::of(p, x, values)?, -1),
            ExprKind::Binary(BinaryOp::Add, l, r) => Affine::of(p, l, values)?.plus(&Affine::of(p, r, values)?, 1),
            ExprKind::Binary(BinaryOp::Sub, l, r) => Affine::of(p, l, values)?.plus(&Affine::of(p, r, values)?, -1),
            ExprKind::Binary(BinaryOp::Mul, l, r) => Affine::of(p, l, values)?.times(&Affine::of(p, r, values)?),
            _ => {
                let at = values.iter().position(|v| v == e).unwrap_or_else(|| {
                    values.push(e.clone());
                    values.len() - 1
                });
                Some(Affine::term(Term::Value(at as u32)))
            }
        }
    }

    /// `self + factor · other`. `None`: numbers too large.
    pub fn plus(&self, other: &Affine, factor: i128) -> Option<Affine> {
        let mut out = self.0.clone();
        for (monomial, c) in &other.0 {
            let at = out.entry(monomial.clone()).or_insert(0);
            *at = at.checked_add(c.checked_mul(factor)?)?;
        }
        out.retain(|_, c| *c != 0);
        Some(Affine(out))
    }

    /// The product. `None`: numbers too large, or more than three factors.
    pub fn times(&self, other: &Affine) -> Option<Affine> {
        let mut out: BTreeMap<Vec<Term>, i128> = BTreeMap::new();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut monomial: Vec<Term> = a.iter().chain(b).copied().collect();
                if monomial.len() > 3 {
                    return None;
                }
                monomial.sort();
                let at = out.entry(monomial).or_insert(0);
                *at = at.checked_add(x.checked_mul(*y)?)?;
            }
        }
        out.retain(|_, c| *c != 0);
        Some(Affine(out))
    }

    /// The value when it has no variables.
    pub fn as_constant(&self) -> Option<i128> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// Monomials and their coefficients, the constant first.
    pub fn terms(&self) -> impl Iterator<Item = (&[Term], i128)> {
        self.0.iter().map(|(m, c)| (m.as_slice(), *c))
    }

    /// The same with a value in the place of a variable. `None`: numbers too large, or more than three factors.
    pub fn with(&self, term: Term, value: &Affine) -> Option<Affine> {
        let mut out = Affine::default();
        for (monomial, c) in &self.0 {
            let mut product = Affine::constant(*c);
            for t in monomial {
                product = match *t == term {
                    true => product.times(value)?,
                    false => product.times(&Affine::term(*t))?,
                };
            }
            out = out.plus(&product, 1)?;
        }
        Some(out)
    }

    /// The coefficient of a variable that multiplies no other. `None`: it does.
    pub fn coefficient_of(&self, term: Term) -> Option<i128> {
        let mut alone = self.0.keys().filter(|m| m.len() > 1);
        alone.all(|m| !m.contains(&term)).then(|| self.0.get(&vec![term]).copied().unwrap_or(0))
    }

    /// Whether a variable occurs.
    pub fn mentions(&self, t: Term) -> bool {
        self.0.keys().any(|m| m.contains(&t))
    }

    /// Variables that multiply others: the strides a linearised subscript may have.
    pub fn strides(&self) -> Vec<Term> {
        let mut out: Vec<Term> = self
            .0
            .keys()
            .filter(|m| m.len() > 1)
            .flatten()
            .filter(|t| matches!(t, Term::Symbol(_) | Term::Value(_)))
            .copied()
            .collect();
        out.sort();
        out.dedup();
        out
    }

    /// `self = stride · quotient + rest`, monomial by monomial.
    pub fn split(&self, stride: Term) -> (Affine, Affine) {
        let (mut quotient, mut rest) = (BTreeMap::new(), BTreeMap::new());
        for (monomial, c) in &self.0 {
            match monomial.iter().position(|t| *t == stride) {
                Some(k) => {
                    let mut less = monomial.clone();
                    less.remove(k);
                    quotient.insert(less, *c);
                }
                None => {
                    rest.insert(monomial.clone(), *c);
                }
            }
        }
        (Affine(quotient), Affine(rest))
    }

    /// The same for a constant stride: coefficients that it divides go to the quotient.
    pub fn split_by(&self, stride: i128) -> (Affine, Affine) {
        let (mut quotient, mut rest) = (BTreeMap::new(), BTreeMap::new());
        for (monomial, c) in &self.0 {
            match !monomial.is_empty() && c % stride == 0 {
                true => quotient.insert(monomial.clone(), c / stride),
                false => rest.insert(monomial.clone(), *c),
            };
        }
        (Affine(quotient), Affine(rest))
    }
}
