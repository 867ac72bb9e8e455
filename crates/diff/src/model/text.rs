//! A model as text: values numbered in the order in which they appear.

use std::collections::BTreeMap;
use std::fmt::Write;

use il::{BinaryOp, Scalar, ScalarClass, UnaryOp};

use super::{End, Model, Number, Target, Value, What};

impl Model {
    /// The numbers that values have in the text.
    pub(super) fn numbers(&self) -> BTreeMap<Value, usize> {
        let mut names: BTreeMap<Value, usize> = BTreeMap::new();
        for b in &self.blocks {
            for v in b.params.iter().copied().chain(b.ops.iter().map(|o| o.value)) {
                let next = names.len();
                names.entry(v).or_insert(next);
            }
        }
        names
    }

    /// `func @"f" (%0 : double) double -> { … };`
    pub fn to_text(&self) -> String {
        let names = self.numbers();
        let name = |v: Value| format!("%{}", names.get(&v).copied().unwrap_or(usize::MAX));
        let list = |all: &[Value]| all.iter().map(|v| name(*v)).collect::<Vec<_>>().join(", ");
        let declared = |all: &[Value]| {
            all.iter().map(|v| format!("{} : {}", name(*v), type_name(&self.types[v.0]))).collect::<Vec<_>>().join(", ")
        };
        let target = |t: &Target| match t.args.is_empty() {
            true => format!("^block_{}", t.block),
            false => format!("^block_{}({})", t.block, list(&t.args)),
        };
        let mut out = String::new();
        for (k, b) in self.blocks.iter().enumerate() {
            let _ = match k {
                0 => writeln!(out, "func @\"{}\" ({}){} -> {{", self.name, declared(&b.params), self.result_name()),
                _ if b.params.is_empty() => writeln!(out, "\n  ^block_{k}:"),
                _ => writeln!(out, "\n  ^block_{k}({}):", declared(&b.params)),
            };
            for o in &b.ops {
                let what = match &o.what {
                    What::Constant(Number::Real(x)) => format!("constant @\"{x:?}\""),
                    What::Constant(Number::Integer(i)) => format!("constant @\"{i}\""),
                    What::Constant(Number::Logical(l)) => format!("constant @\"{l}\""),
                    What::Unary(op, a) => format!("{} {}", unary_name(*op), name(*a)),
                    What::Binary(op, a, c) => format!("{} {} {}", binary_name(*op), name(*a), name(*c)),
                    What::Invoke(f, args) => {
                        let args: Vec<String> = args.iter().map(|a| name(*a)).collect();
                        format!("invoke {} @\"{}\"", args.join(" "), f.name())
                    }
                    What::Convert(a) => format!("conv {}", name(*a)),
                    What::Select(c, a, d) => format!("select {} {} {}", name(*c), name(*a), name(*d)),
                };
                let _ = writeln!(out, "    {} : {} = {what};", name(o.value), type_name(&self.types[o.value.0]));
            }
            let _ = match &b.end {
                Some(End::Branch(t)) => writeln!(out, "    branch {};", target(t)),
                Some(End::Choose(c, a, d)) => writeln!(out, "    cbranch {} {} {};", name(*c), target(a), target(d)),
                Some(End::Return(v)) => writeln!(out, "    return {};", list(v)),
                None => writeln!(out, "    unfinished;"),
            };
        }
        out + "};\n"
    }

    fn result_name(&self) -> String {
        let returned = self.blocks.iter().find_map(|b| match &b.end {
            Some(End::Return(v)) => Some(v),
            _ => None,
        });
        let names: Vec<&str> = returned.into_iter().flatten().map(|v| type_name(&self.types[v.0])).collect();
        names.join(", ")
    }
}

fn type_name(ty: &Scalar) -> &'static str {
    match (ty.class, ty.bytes) {
        (ScalarClass::Integer, ..=4) => "int",
        (ScalarClass::Integer, _) => "long",
        (ScalarClass::Logical, _) => "boolean",
        (ScalarClass::Real, ..=4) => "float",
        (ScalarClass::Real, ..=8) => "double",
        (ScalarClass::Real, _) => "quad",
        (ScalarClass::Complex, _) => "complex",
    }
}

fn unary_name(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "neg",
        UnaryOp::Not => "not",
        UnaryOp::Plus => "plus",
        UnaryOp::Paren => "paren",
        UnaryOp::BitNot => "compl",
    }
}

fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::Div => "div",
        BinaryOp::Pow => "pow",
        BinaryOp::Rem => "rem",
        BinaryOp::Eq => "eq",
        BinaryOp::Ne => "neq",
        BinaryOp::Lt => "lt",
        BinaryOp::Le => "le",
        BinaryOp::Gt => "gt",
        BinaryOp::Ge => "ge",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Eqv => "eqv",
        BinaryOp::Neqv => "neqv",
        BinaryOp::Concat => "concat",
        BinaryOp::BitAnd => "bitand",
        BinaryOp::BitOr => "bitor",
        BinaryOp::BitXor => "bitxor",
        BinaryOp::Shl => "lshl",
        BinaryOp::Shr => "ashr",
    }
}
