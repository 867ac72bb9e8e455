//! Random programs as small trees that proptest can shrink. Every tree is a legal program: what makes no sense where it stands (EXIT
//! outside a loop) is left out when IL is made.

use proptest::prelude::*;

/// A program: a head, two subroutines it may call, and a function.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Body of the head.
    pub main: Vec<S>,
    /// Bodies of `p0` and `p1`; `p0` may call `p1`.
    pub subs: [Vec<S>; 2],
    /// What the function `f(a, b)` computes, before and after a branch.
    pub function: [E; 3],
}

/// A scalar expression.
#[derive(Clone, Debug)]
pub enum E {
    /// One of a few constants.
    Const(u8),
    /// A scalar variable.
    Scalar(u8),
    /// An array element.
    Element(u8, Ix),
    /// Two operands.
    Binary(Op, Box<E>, Box<E>),
    /// A function that is defined everywhere.
    Apply(F, Box<E>),
    /// A call of the user function.
    Call(Box<E>, Box<E>),
    /// The sum of an array.
    Sum(u8),
    /// The scalar product of two arrays.
    Dot(u8, u8),
}

/// Operators.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    /// `a/(2 + b*b)`
    Div,
    Max,
    Min,
}

/// Functions.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum F {
    Sin,
    Cos,
    Tanh,
    /// `exp(sin(x))`
    Exp,
    /// `sqrt(1 + x*x)`
    Sqrt,
    /// `log(2 + sin(x))`
    Log,
    Square,
    Abs,
    Neg,
}

/// An array index.
#[derive(Clone, Copy, Debug)]
pub enum Ix {
    /// A constant.
    Const(u8),
    /// A loop counter (innermost is 0), shifted.
    Counter(u8, u8),
    /// An integer variable.
    Int(u8),
}

/// A test.
#[derive(Clone, Debug)]
pub enum Test {
    /// Two reals compared.
    Less(E, E),
    /// An index compared with a constant.
    Index(Ix, u8),
}

/// A statement.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum S {
    Scalar(u8, E),
    Element(u8, Ix, E),
    /// `y = y*a + x`, elementwise, of some arrays and a scalar.
    Array(u8, Op, u8, u8),
    /// A section of an array gets a scalar expression.
    Section(u8, u8, u8, E),
    Where(u8, E, E),
    Int(u8, Ix),
    If(Test, Vec<S>, Vec<S>),
    Select(Ix, Vec<Vec<S>>),
    Do {
        trips: u8,
        down: bool,
        body: Vec<S>,
    },
    /// The number of turns is in an integer variable that the body may change.
    DoVar {
        int: u8,
        body: Vec<S>,
    },
    While {
        trips: u8,
        body: Vec<S>,
    },
    Endless {
        trips: u8,
        body: Vec<S>,
    },
    Exit(Test),
    Cycle(Test),
    /// Leaves the outermost loop.
    ExitOuter(Test),
    Return(Test),
    Call {
        procedure: u8,
        scalars: (u8, u8),
        array: u8,
    },
    /// `if (test) goto l; body; l: continue`
    Skip(Test, Vec<S>),
    /// `l: body; k = k + 1; if (k < trips) goto l`
    Again(u8, Vec<S>),
}

fn ix() -> impl Strategy<Value = Ix> {
    prop_oneof![
        (0u8..4).prop_map(Ix::Const),
        (0u8..2, 0u8..4).prop_map(|(c, k)| Ix::Counter(c, k)),
        (0u8..2).prop_map(Ix::Int)
    ]
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![4 => Just(Op::Add), 3 => Just(Op::Sub), 4 => Just(Op::Mul), 1 => Just(Op::Div), 1 => Just(Op::Max), 1 => Just(Op::Min)]
}

fn function() -> impl Strategy<Value = F> {
    use F::*;
    prop::sample::select(vec![Sin, Sin, Cos, Tanh, Exp, Sqrt, Log, Square, Square, Abs, Neg])
}

fn expr(calls: bool) -> impl Strategy<Value = E> {
    let leaf = prop_oneof![
        1 => (0u8..5).prop_map(E::Const),
        4 => (0u8..6).prop_map(E::Scalar),
        3 => (0u8..3, ix()).prop_map(|(a, i)| E::Element(a, i)),
    ];
    leaf.prop_recursive(3, 10, 2, move |inner| {
        let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        prop_oneof![
            6 => (op(), pair.clone()).prop_map(|(o, (a, b))| E::Binary(o, a, b)),
            4 => (function(), inner.clone()).prop_map(|(f, a)| E::Apply(f, Box::new(a))),
            1 => pair.prop_map(move |(a, b)| if calls { E::Call(a, b) } else { E::Binary(Op::Mul, a, b) }),
            1 => (0u8..3).prop_map(E::Sum),
            1 => (0u8..3, 0u8..3).prop_map(|(a, b)| E::Dot(a, b)),
        ]
    })
}

fn test() -> impl Strategy<Value = Test> {
    prop_oneof![2 => (expr(false), expr(false)).prop_map(|(a, b)| Test::Less(a, b)), 1 => (ix(), 0u8..4).prop_map(|(i, k)| Test::Index(i, k))]
}

fn simple(calls: bool) -> impl Strategy<Value = S> {
    prop_oneof![
        6 => (0u8..6, expr(calls)).prop_map(|(v, e)| S::Scalar(v, e)),
        5 => (0u8..3, ix(), expr(calls)).prop_map(|(a, i, e)| S::Element(a, i, e)),
        2 => (0u8..3, op(), 0u8..3, 0u8..6).prop_map(|(a, o, b, s)| S::Array(a, o, b, s)),
        1 => (0u8..3, 0u8..4, 0u8..4, expr(false)).prop_map(|(a, lo, hi, e)| S::Section(a, lo.min(hi), lo.max(hi), e)),
        1 => (0u8..3, expr(false), expr(false)).prop_map(|(a, e, f)| S::Where(a, e, f)),
        2 => (0u8..2, ix()).prop_map(|(v, i)| S::Int(v, i)),
        1 => test().prop_map(S::Exit),
        1 => test().prop_map(S::Cycle),
        1 => test().prop_map(S::ExitOuter),
        1 => test().prop_map(S::Return),
        2 => (0u8..2, (0u8..6, 0u8..5), 0u8..3).prop_map(|(procedure, scalars, array)| S::Call { procedure, scalars, array }),
    ]
}

fn stmt(calls: bool) -> impl Strategy<Value = S> {
    simple(calls).prop_recursive(3, 24, 4, move |inner| {
        let body = move || prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            3 => (test(), body(), body()).prop_map(|(t, a, b)| S::If(t, a, b)),
            1 => (test(), body()).prop_map(|(t, a)| S::If(t, a, Vec::new())),
            1 => (ix(), prop::collection::vec(body(), 1..3)).prop_map(|(i, arms)| S::Select(i, arms)),
            4 => (0u8..4, any::<bool>(), body()).prop_map(|(trips, down, body)| S::Do { trips, down, body }),
            1 => (0u8..2, body()).prop_map(|(int, body)| S::DoVar { int, body }),
            2 => (0u8..4, body()).prop_map(|(trips, body)| S::While { trips, body }),
            1 => (1u8..4, body()).prop_map(|(trips, body)| S::Endless { trips, body }),
            1 => (test(), body()).prop_map(|(t, b)| S::Skip(t, b)),
            1 => (1u8..4, body()).prop_map(|(n, b)| S::Again(n, b)),
        ]
    })
}

/// Random programs.
pub fn programs() -> impl Strategy<Value = Spec> {
    let body = |n: usize, calls: bool| prop::collection::vec(stmt(calls), 1..n);
    (body(7, true), body(4, true), body(4, false), [expr(false), expr(false), expr(false)])
        .prop_map(|(main, p0, p1, function)| Spec { main, subs: [p0, p1], function })
}
