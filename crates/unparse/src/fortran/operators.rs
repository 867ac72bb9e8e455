//! Calls that only an operator can say: of a PRIVATE specific, of a PRIVATE binding, or of a binding whose object is a value (F2018 7.5.5,
//! C1028); and subroutines that only an assignment can call.

use il::access::GenericBinding;
use il::{Arg, BinaryOp, Expr, SymbolId, UnaryOp, typing};

use super::Context;
use super::exprs::{expr, operand};
use crate::cat;
use crate::doc::Doc;

/// How such a call is written.
pub(super) enum Said {
    /// With an operator that expressions have.
    Operation(Expr),
    /// With one that the program defines, in parentheses.
    Text(Doc),
}

/// `a + b` for the call of a procedure or of a binding that stands for an operator of its type.
pub(super) fn call(cx: &Context, callee: SymbolId, args: &[Arg]) -> Option<Said> {
    if args.iter().any(|a| a.keyword.is_some()) {
        return None;
    }
    let symbol = match cx.program.sign_in(cx.scope, callee) {
        Some(sign) => sign.to_string(),
        None => bound(cx, callee, args)?,
    };
    if let Some(operation) = intrinsic(&symbol, args) {
        return Some(Said::Operation(operation));
    }
    let gap = if symbol.starts_with('.') { " " } else { "" };
    let operand = |e: &Expr| operand(cx, e.bare());
    match args {
        [only] => Some(Said::Text(cat!["(", symbol, gap, operand(&only.value), ")"])),
        [left, right] => {
            Some(Said::Text(cat!["(", operand(&left.value), " ", symbol, " ", operand(&right.value), ")"]))
        }
        _ => None,
    }
}

/// `a = b` for the call of a subroutine that stands for an assignment.
pub(super) fn assignment(cx: &Context, callee: SymbolId, args: &[Arg]) -> Option<Doc> {
    let [to, from] = args else { return None };
    let named = cx.program.sign_in(cx.scope, callee).is_some_and(|s| s == "=");
    let bound = || generic(cx, callee, args).is_some_and(|(g, of_value)| of_value && g.is_assignment());
    (named || bound()).then(|| cat![expr(cx, &to.value), " = ", expr(cx, from.value.bare())])
}

/// The operator that only can call a binding.
fn bound(cx: &Context, callee: SymbolId, args: &[Arg]) -> Option<String> {
    let (generic, of_value) = generic(cx, callee, args)?;
    let symbol = generic.sign()?;
    (generic.hidden || of_value).then_some(symbol)
}

/// The generic of the binding that a procedure is, and whether nothing else can call it: its object is a value, and it has no name here. What stands for a
/// binding is never called by a name of its own.
fn generic(cx: &Context, callee: SymbolId, args: &[Arg]) -> Option<(GenericBinding, bool)> {
    let unit = cx.program.procedure(callee)?.unit?;
    let binding = cx.program.units[unit].binding.as_ref()?;
    let found = || cx.program.lookup(cx.scope, &cx.program.symbols[callee].name).is_some_and(|s| s == callee);
    let object = args.get(binding.object)?;
    let record = typing::type_of(cx.program, &object.value).record()?;
    let generic = cx.program.generic_of_binding(record, &binding.name)?;
    Some((generic, !object.value.bare().is_reference() && (binding.dispatches || !found())))
}

fn intrinsic(symbol: &str, args: &[Arg]) -> Option<Expr> {
    let op = match symbol {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "**" => BinaryOp::Pow,
        "//" => BinaryOp::Concat,
        "==" => BinaryOp::Eq,
        "/=" => BinaryOp::Ne,
        "<" => BinaryOp::Lt,
        "<=" => BinaryOp::Le,
        ">" => BinaryOp::Gt,
        ">=" => BinaryOp::Ge,
        _ => return None,
    };
    match (args, op) {
        ([left, right], _) => Some(Expr::binary(op, left.value.bare().clone(), right.value.bare().clone())),
        ([only], BinaryOp::Sub) => Some(Expr::unary(UnaryOp::Neg, only.value.bare().clone())),
        _ => None,
    }
}
