//! Code models: scalar procedures as values in blocks, with block arguments; their active sets, derivatives and elimination of expressions. Source: the
//! code models of Code Reflection (*Automatic differentiation of Java code using Code Reflection*).
//!
//! ```text
//! build      IL → model: every value has one definition; where control meets, blocks have parameters instead of variables
//! active     values that depend on a parameter of the function, block parameters included
//! derive     forward differentiation, operation by operation, with the one table of partials
//! eliminate  what is multiplied by one, added to zero, computed twice or not used goes away
//! run        evaluates a model
//! text       `func @"f" (%0 : double) double -> { … }`
//! ```
//!
//! A model explains (`-dump model`) and checks; generated procedures are made from the IL.

mod active;
mod build;
mod derive;
mod eliminate;
mod run;
mod text;

use il::{BinaryOp, Intrinsic, Program, Scalar, UnaryOp, UnitId};

pub use active::active;
pub use build::build;
pub use derive::derive;
pub use eliminate::eliminate;
pub use run::{Number, run};

/// A value: the place of its definition does not matter, its type is in the model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Value(pub usize);

/// A function as blocks. The first is the entry; its parameters are those of the function.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// By value.
    pub types: Vec<Scalar>,
    /// Blocks, the entry first.
    pub blocks: Vec<Block>,
}

/// Operations without control, with what comes behind.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Values that whoever branches here gives.
    pub params: Vec<Value>,
    /// In order.
    pub ops: Vec<Op>,
    /// `None` while it is being built.
    pub end: Option<End>,
}

/// One operation and its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Op {
    /// What it gives.
    pub value: Value,
    /// What it does.
    pub what: What,
}

/// What an operation does.
#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// A literal.
    Constant(Number),
    /// `neg`, `not`.
    Unary(UnaryOp, Value),
    /// Arithmetic and comparisons.
    Binary(BinaryOp, Value, Value),
    /// A function of the table of intrinsics.
    Invoke(Intrinsic, Vec<Value>),
    /// To the type of the result.
    Convert(Value),
    /// The second where the first holds, else the third.
    Select(Value, Value, Value),
}

impl What {
    /// What it uses, in order.
    pub fn operands(&self) -> Vec<Value> {
        match self {
            What::Constant(_) => Vec::new(),
            What::Unary(_, a) | What::Convert(a) => vec![*a],
            What::Binary(_, a, b) => vec![*a, *b],
            What::Invoke(_, args) => args.clone(),
            What::Select(c, a, b) => vec![*c, *a, *b],
        }
    }

    /// The same with other operands.
    pub fn map(&self, f: &dyn Fn(Value) -> Value) -> What {
        match self {
            What::Constant(n) => What::Constant(*n),
            What::Unary(op, a) => What::Unary(*op, f(*a)),
            What::Convert(a) => What::Convert(f(*a)),
            What::Binary(op, a, b) => What::Binary(*op, f(*a), f(*b)),
            What::Invoke(g, args) => What::Invoke(*g, args.iter().map(|a| f(*a)).collect()),
            What::Select(c, a, b) => What::Select(f(*c), f(*a), f(*b)),
        }
    }
}

/// A branch: the block, and a value for each of its parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    /// The place of the block.
    pub block: usize,
    /// Values for its parameters.
    pub args: Vec<Value>,
}

/// How a block ends.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// Goes on there.
    Branch(Target),
    /// Goes on at the first when the value holds, else at the second.
    Choose(Value, Target, Target),
    /// Leaves the function with these values.
    Return(Vec<Value>),
}

impl End {
    /// Where it may go on.
    pub fn targets(&self) -> Vec<&Target> {
        match self {
            End::Branch(t) => vec![t],
            End::Choose(_, a, b) => vec![a, b],
            End::Return(_) => Vec::new(),
        }
    }
}

impl Model {
    /// A value of some type.
    fn fresh(&mut self, ty: Scalar) -> Value {
        self.types.push(ty);
        Value(self.types.len() - 1)
    }

    /// Adds an operation to a block.
    fn push(&mut self, block: usize, ty: Scalar, what: What) -> Value {
        let value = self.fresh(ty);
        self.blocks[block].ops.push(Op { value, what });
        value
    }

    /// Parameters of the function with derivatives.
    pub fn independents(&self) -> Vec<usize> {
        let params = self.blocks.first().map_or(&[][..], |b| &b.params);
        (0..params.len()).filter(|k| self.types[params[*k].0].is_differentiable()).collect()
    }
}

/// Model, active sets and derivatives of a unit, as text (`-dump model`).
pub fn describe(program: &Program, unit: UnitId) -> Result<String, String> {
    let model = build(program, unit)?;
    let mut out = model.to_text();
    for k in model.independents() {
        let mut set: Vec<usize> = active(&model, k).iter().filter_map(|v| model.numbers().get(v).copied()).collect();
        set.sort_unstable();
        let set: Vec<String> = set.iter().map(|n| format!("%{n}")).collect();
        out += &format!("active for %{k}: {{{}}}\n", set.join(", "));
        let derivative = derive(program, unit, &model, k)?;
        out += &derivative.to_text();
        out += &format!("after elimination: {}", eliminate(&derivative).to_text());
    }
    Ok(out)
}
