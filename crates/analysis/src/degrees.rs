//! DEPS(e): on which variables the value of an expression depends, and how. Source: Strout and Hovland, Table 2.
//!
//! ```text
//! DEPS(k) = ∅                      DEPS(v)       = {⟨v, linear⟩} ∪ {⟨w, class⟩ | ⟨⟨v, w⟩, class⟩ ∈ IN}
//! DEPS(e₁ ± e₂) = DEPS(e₁) ⊓ DEPS(e₂)             DEPS(e₁ * e₂) = nonlinear in all of DEPS(e₁) ∪ DEPS(e₂)
//! DEPS(e₁ / e₂) = the same          DEPS(e power 1) = DEPS(e),   DEPS(e power k) = nonlinear in all of DEPS(e)
//! ```
//!
//! We keep *degrees* instead of classes, as §4 of the paper proposes: 1 is linear, more is nonlinear, [`UNBOUNDED`] is no polynomial, or one of a degree
//! above [`LARGEST`]. The degree of `e` in `v` is that of the highest term that contains `v`: of `x*y + y`, 2 in both. So
//!
//! ```text
//! deg(e₁ ± e₂, v) = max      deg(e₁ * e₂, v) = max(deg(e₁, v) + deg e₂, deg(e₂, v) + deg e₁),  deg e = max over v; 0 for constants
//! deg(eᵏ, v) = deg(e, v) + (k - 1)·deg e
//! ```
//!
//! The product with a constant keeps the degree (§1: "multiplication by a constant"; by the letter of Table 2 it would be nonlinear), and so does
//! the quotient by one. Subscripts, tests and other integers are no dependence here. Elementary functions are nonlinear, except those that
//! only move or add elements.

use std::collections::HashMap;

use il::expr::{Expr, ExprKind, Item};
use il::intrinsics::Class;
use il::types::ScalarClass;
use il::{BinaryOp, SymbolId, UnaryOp};

use crate::reader::{Reader, passes};

/// A degree: 1 is linear.
pub type Degree = u8;
/// Not a polynomial, as far as we know.
pub const UNBOUNDED: Degree = u8::MAX;
/// The largest degree that is told from no polynomial: a loop may raise a degree for ever.
pub const LARGEST: Degree = 16;

/// Adds degrees.
pub fn plus(a: Degree, b: Degree) -> Degree {
    let sum = u16::from(a) + u16::from(b);
    if sum > u16::from(LARGEST) { UNBOUNDED } else { sum as Degree }
}

/// Variables with the degree in each, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Degrees(Vec<(u32, Degree)>);

impl Degrees {
    /// A variable itself.
    pub fn of(v: u32) -> Degrees {
        Degrees(vec![(v, 1)])
    }
    /// No variable at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// All with their degrees.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Degree)> + '_ {
        self.0.iter().copied()
    }
    /// The degree in `v`, 0 when there is no dependence.
    pub fn get(&self, v: u32) -> Degree {
        self.0.binary_search_by_key(&v, |d| d.0).map_or(0, |k| self.0[k].1)
    }
    /// The degree in all variables.
    pub fn largest(&self) -> Degree {
        self.0.iter().map(|d| d.1).max().unwrap_or(0)
    }
    /// The sum with something else; says whether that changed anything.
    pub fn join(&mut self, other: &Degrees) -> bool {
        if other.0.iter().all(|(v, d)| self.get(*v) >= *d) {
            return false;
        }
        let mut out = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut a, mut b) = (self.0.iter().copied().peekable(), other.0.iter().copied().peekable());
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            match x.0.cmp(&y.0) {
                std::cmp::Ordering::Less => out.extend(a.next()),
                std::cmp::Ordering::Greater => out.extend(b.next()),
                std::cmp::Ordering::Equal => {
                    out.push((x.0, x.1.max(y.1)));
                    a.next();
                    b.next();
                }
            }
        }
        out.extend(a);
        out.extend(b);
        self.0 = out;
        true
    }
    /// Every degree raised.
    pub fn raised(mut self, by: Degree) -> Degrees {
        self.0.iter_mut().for_each(|d| d.1 = plus(d.1, by));
        self
    }
    /// The product.
    pub fn times(self, other: Degrees) -> Degrees {
        let (d, e) = (self.largest(), other.largest());
        let mut out = self.raised(e);
        out.join(&other.raised(d));
        out
    }
    /// A function that is no polynomial.
    pub fn function(self) -> Degrees {
        self.raised(UNBOUNDED)
    }
}

impl FromIterator<Degrees> for Degrees {
    fn from_iter<I: IntoIterator<Item = Degrees>>(all: I) -> Degrees {
        let mut out = Degrees::default();
        for d in all {
            out.join(&d);
        }
        out
    }
}

/// Reads expressions of one unit.
pub struct Expressions<'a> {
    /// What references are.
    pub reader: Reader<'a>,
    /// The numbers of the values of calls, by the place of the callee's name in the tree.
    pub values: &'a HashMap<*const SymbolId, u32>,
    /// Numbers of references that stand for themselves (loop-carried uses), with whether they are their variable too.
    pub uses: &'a HashMap<*const Expr, (u32, bool)>,
}

impl Expressions<'_> {
    /// DEPS(e). `variable` says what a variable (or the value of a call) stands for.
    pub fn degrees(&self, e: &Expr, variable: &dyn Fn(u32) -> Degrees) -> Degrees {
        let of = |x: &Expr| self.degrees(x, variable);
        match &e.kind {
            ExprKind::Integer { .. }
            | ExprKind::Real { .. }
            | ExprKind::Logical(_)
            | ExprKind::Text(..)
            | ExprKind::SizeOf(_)
            | ExprKind::Address(_) => Degrees::default(),
            ExprKind::Var(_)
            | ExprKind::Index { .. }
            | ExprKind::Substring { .. }
            | ExprKind::Field { .. }
            | ExprKind::Deref(_) => {
                let named = e.root().and_then(|s| self.reader.program.variable(s));
                if named.is_some_and(|v| v.constant && v.init.is_some()) {
                    return Degrees::default();
                }
                let own = self.uses.get(&std::ptr::from_ref(e));
                let mut out = own.map_or(Degrees::default(), |(n, _)| Degrees::of(*n));
                if own.is_none_or(|(_, also)| *also) {
                    let numbers = self.reader.reference(e).0;
                    numbers.iter().filter(|n| self.reader.universe.is_differentiable(**n)).for_each(|n| {
                        out.join(&variable(*n));
                    });
                }
                out
            }
            ExprKind::ComplexParts(a, b) => [of(a), of(b)].into_iter().collect(),
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, x) => of(x),
            ExprKind::Unary(UnaryOp::Not | UnaryOp::BitNot, _) => Degrees::default(),
            ExprKind::Binary(op, a, b) => match op {
                BinaryOp::Add | BinaryOp::Sub => [of(a), of(b)].into_iter().collect(),
                BinaryOp::Mul => of(a).times(of(b)),
                BinaryOp::Div => match of(b) {
                    none if none.is_empty() => of(a),
                    divisor => [of(a), divisor].into_iter().collect::<Degrees>().function(),
                },
                BinaryOp::Pow => self.power(a, b, variable),
                BinaryOp::Rem
                | BinaryOp::Eq
                | BinaryOp::Ne
                | BinaryOp::Lt
                | BinaryOp::Le
                | BinaryOp::Gt
                | BinaryOp::Ge
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Eqv
                | BinaryOp::Neqv
                | BinaryOp::Concat
                | BinaryOp::BitAnd
                | BinaryOp::BitOr
                | BinaryOp::BitXor
                | BinaryOp::Shl
                | BinaryOp::Shr => Degrees::default(),
            },
            ExprKind::Intrinsic(f, args) => {
                let info = f.info();
                if info.class == Class::Inquiry {
                    return Degrees::default();
                }
                let parts = args.iter().enumerate().filter(|(k, a)| passes(*f, *k, a)).map(|(_, a)| of(&a.value));
                match info.name {
                    name if LINEAR.contains(&name) => parts.collect(),
                    "matmul" | "dot_product" => parts.reduce(Degrees::times).unwrap_or_default(),
                    _ => parts.collect::<Degrees>().function(),
                }
            }
            ExprKind::Call { callee, args } => match self.values.get(&std::ptr::from_ref(callee)) {
                Some(n) if self.reader.universe.is_differentiable(*n) => variable(*n),
                Some(_) => Degrees::default(),
                None => args.iter().map(|a| of(&a.value)).collect::<Degrees>().function(),
            },
            ExprKind::Cond { yes, no, .. } => [of(yes), of(no)].into_iter().collect(),
            ExprKind::Cast(ty, x) => match ty.class() {
                Some(ScalarClass::Integer | ScalarClass::Logical) => Degrees::default(),
                _ => of(x),
            },
            ExprKind::Constructor { items, .. } => items.iter().map(|i| self.item(i, variable)).collect(),
            ExprKind::Structure { args, .. } => args.iter().map(|a| of(&a.value)).collect(),
            ExprKind::Opaque { reads, .. } => reads.iter().map(of).collect::<Degrees>().function(),
        }
    }

    fn item(&self, item: &Item, variable: &dyn Fn(u32) -> Degrees) -> Degrees {
        match item {
            Item::Value(e) => self.degrees(e, variable),
            Item::Implied { items, .. } => items.iter().map(|i| self.item(i, variable)).collect(),
        }
    }

    fn power(&self, base: &Expr, exponent: &Expr, variable: &dyn Fn(u32) -> Degrees) -> Degrees {
        let (base, of_exponent) = (self.degrees(base, variable), self.degrees(exponent, variable));
        let number = exponent.as_number().filter(|x| x.fract() == 0.0 && x.abs() < 100.0);
        let whole = exponent.as_int().or(number.map(|x| x as i64));
        match whole {
            _ if base.is_empty() && of_exponent.is_empty() => base,
            Some(0) => Degrees::default(),
            Some(k) if k > 0 => {
                let rest = (1..k).fold(0, |sum, _| plus(sum, base.largest()));
                base.raised(rest)
            }
            _ => [base, of_exponent].into_iter().collect::<Degrees>().function(),
        }
    }
}

/// Functions that are linear in what they pass on: conversions, sums, rearrangements, choices.
const LINEAR: &[&str] = &[
    "real",
    "dble",
    "float",
    "sngl",
    "dfloat",
    "cmplx",
    "dcmplx",
    "aimag",
    "conjg",
    "sum",
    "reshape",
    "transpose",
    "spread",
    "cshift",
    "eoshift",
    "pack",
    "unpack",
    "merge",
];
