//! Evaluates a model: what it means, and what its derivative is worth.

use std::collections::BTreeMap;

use il::{BinaryOp, ScalarClass, UnaryOp};

use super::{End, Model, Value, What};

/// A number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// Real, in double precision.
    Real(f64),
    /// Integer.
    Integer(i64),
    /// Logical.
    Logical(bool),
}

impl Number {
    /// As a real.
    pub fn real(self) -> f64 {
        match self {
            Number::Real(x) => x,
            Number::Integer(i) => i as f64,
            Number::Logical(l) => f64::from(u8::from(l)),
        }
    }
}

/// Branches before a model is taken to run for ever.
const PATIENCE: usize = 1_000_000;

/// What a model returns for these arguments. `None`: something in it has no value here, or it does not end.
pub fn run(model: &Model, args: &[Number]) -> Option<Vec<Number>> {
    let mut values: BTreeMap<Value, Number> = BTreeMap::new();
    let mut at = 0;
    let mut given: Vec<Number> = args.to_vec();
    for _ in 0..PATIENCE {
        let block = model.blocks.get(at)?;
        if block.params.len() != given.len() {
            return None;
        }
        values.extend(block.params.iter().copied().zip(given.drain(..)));
        for o in &block.ops {
            let value = operation(model, o.value, &o.what, &values)?;
            values.insert(o.value, value);
        }
        let read = |v: &Value| values.get(v).copied();
        let target = match block.end.as_ref()? {
            End::Return(v) => return v.iter().map(read).collect(),
            End::Branch(t) => t,
            End::Choose(c, a, b) => match read(c)? {
                Number::Logical(true) => a,
                Number::Logical(false) => b,
                _ => return None,
            },
        };
        given = target.args.iter().map(read).collect::<Option<_>>()?;
        at = target.block;
    }
    None
}

fn operation(model: &Model, result: Value, what: &What, values: &BTreeMap<Value, Number>) -> Option<Number> {
    let read = |v: &Value| values.get(v).copied();
    Some(match what {
        What::Constant(n) => *n,
        What::Unary(op, a) => match (op, read(a)?) {
            (UnaryOp::Neg, Number::Real(x)) => Number::Real(-x),
            (UnaryOp::Neg, Number::Integer(i)) => Number::Integer(i.checked_neg()?),
            (UnaryOp::Not, Number::Logical(l)) => Number::Logical(!l),
            (UnaryOp::Plus | UnaryOp::Paren, n) => n,
            _ => return None,
        },
        What::Convert(a) => match (model.types[result.0].class, read(a)?) {
            (ScalarClass::Real, n) => Number::Real(n.real()),
            (ScalarClass::Integer, Number::Real(x)) => Number::Integer(x.trunc() as i64),
            (_, n) => n,
        },
        What::Select(c, a, b) => match read(c)? {
            Number::Logical(true) => read(a)?,
            Number::Logical(false) => read(b)?,
            _ => return None,
        },
        What::Binary(op, a, b) => binary(*op, read(a)?, read(b)?)?,
        What::Invoke(f, args) => {
            let x: Vec<f64> = args.iter().map(|a| read(a).map(Number::real)).collect::<Option<_>>()?;
            Number::Real(match (f.name(), &x[..]) {
                ("sin", [x]) => x.sin(),
                ("cos", [x]) => x.cos(),
                ("tan", [x]) => x.tan(),
                ("exp", [x]) => x.exp(),
                ("log", [x]) => x.ln(),
                ("sqrt", [x]) => x.sqrt(),
                ("abs" | "fabs", [x]) => x.abs(),
                ("atan", [x]) => x.atan(),
                ("sinh", [x]) => x.sinh(),
                ("cosh", [x]) => x.cosh(),
                ("tanh", [x]) => x.tanh(),
                ("max" | "fmax", [x, y]) => x.max(*y),
                ("min" | "fmin", [x, y]) => x.min(*y),
                ("pow", [x, y]) => x.powf(*y),
                ("sign" | "copysign", [x, y]) => x.copysign(*y),
                _ => return None,
            })
        }
    })
}

fn binary(op: BinaryOp, a: Number, b: Number) -> Option<Number> {
    use Number::{Integer, Logical, Real};
    let ordered = |less: bool, equal: bool| {
        Some(Logical(match op {
            BinaryOp::Eq => equal,
            BinaryOp::Ne => !equal,
            BinaryOp::Lt => less,
            BinaryOp::Le => less || equal,
            BinaryOp::Gt => !less && !equal,
            BinaryOp::Ge => !less,
            _ => return None,
        }))
    };
    match (a, b) {
        (Integer(x), Integer(y)) => Some(Integer(match op {
            BinaryOp::Add => x.checked_add(y)?,
            BinaryOp::Sub => x.checked_sub(y)?,
            BinaryOp::Mul => x.checked_mul(y)?,
            BinaryOp::Div => x.checked_div(y)?,
            BinaryOp::Rem => x.checked_rem(y)?,
            BinaryOp::Pow => x.checked_pow(u32::try_from(y).ok()?)?,
            _ => return ordered(x < y, x == y),
        })),
        (Real(x), Integer(n)) if op == BinaryOp::Pow => Some(Real(x.powi(i32::try_from(n).ok()?))),
        (Real(_), _) | (_, Real(_)) => {
            let (x, y) = (a.real(), b.real());
            Some(Real(match op {
                BinaryOp::Add => x + y,
                BinaryOp::Sub => x - y,
                BinaryOp::Mul => x * y,
                BinaryOp::Div => x / y,
                BinaryOp::Pow => x.powf(y),
                _ => return ordered(x < y, x == y),
            }))
        }
        (Logical(x), Logical(y)) => Some(Logical(match op {
            BinaryOp::And => x && y,
            BinaryOp::Or => x || y,
            BinaryOp::Eqv | BinaryOp::Eq => x == y,
            BinaryOp::Neqv | BinaryOp::Ne => x != y,
            _ => return None,
        })),
        _ => None,
    }
}
