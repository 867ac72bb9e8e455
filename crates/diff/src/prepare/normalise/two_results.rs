//! C: functions of math.h with two results. `r = modf(x, &whole)` becomes `whole = trunc(x); r = x - whole;`, and `m = frexp(x, &e)` becomes
//! `e = x != 0.0 ? ilogb(x) + 1 : 0; m = ldexp(x, -e);` (C11 7.12.6.4, 7.12.6.12): assignments, which have derivatives. Of `r = remquo(x, y, &q)` the call
//! stays for the bits of the quotient, and the value is `remainder(x, y)` (7.12.10.3).

use std::mem;

use il::symbol::{ProcedureClass, Storage};
use il::typing::type_of;
use il::{
    Arg, BinaryOp, Block, Expr, ExprKind, Program, Scalar, Stmt, StmtKind, SymbolId, Type, UnaryOp, UnitId, Variable,
};

/// Which of them a name stands for.
#[derive(Clone, Copy, PartialEq)]
enum Function {
    Modf,
    Frexp,
    Remquo,
}

const NAMES: &[(&str, Function)] = &[
    ("modf", Function::Modf),
    ("modff", Function::Modf),
    ("modfl", Function::Modf),
    ("frexp", Function::Frexp),
    ("frexpf", Function::Frexp),
    ("frexpl", Function::Frexp),
    ("remquo", Function::Remquo),
    ("remquof", Function::Remquo),
    ("remquol", Function::Remquo),
];

fn function(p: &Program, callee: SymbolId) -> Option<Function> {
    let system = p.procedure(callee).is_some_and(|f| f.class == ProcedureClass::System);
    NAMES.iter().find(|(name, _)| system && p.symbols[callee].name == *name).map(|(_, f)| *f)
}

/// Whether a function of the C library sets a second result.
pub(super) fn has_two(p: &Program, callee: SymbolId) -> bool {
    function(p, callee).is_some()
}

/// Takes the calls that are statements apart, in front of each what comes first; gives the locals that it made.
pub(super) fn take_apart(p: &mut Program, unit: UnitId) -> Vec<SymbolId> {
    let mut locals = Vec::new();
    let body = mem::take(&mut p.units[unit].body);
    p.units[unit].body = block(p, unit, body, &mut locals);
    locals
}

fn block(p: &mut Program, unit: UnitId, statements: Block, locals: &mut Vec<SymbolId>) -> Block {
    let mut out = Block::new();
    for id in statements {
        let mut s = mem::replace(&mut p.units[unit].stmts[id], Stmt::from(StmtKind::Nop));
        for inner in s.kind.blocks_mut() {
            *inner = block(p, unit, mem::take(inner), locals);
        }
        if let Some((callee, f, args)) = call(p, &s.kind) {
            let mut before = Block::new();
            let (numbers, place) = args.split_at(args.len() - 1);
            let numbers: Vec<Expr> = numbers.iter().map(|x| operand(p, unit, x.clone(), &mut before, locals)).collect();
            let address = place[0].clone();
            let place = match address.kind.clone() {
                ExprKind::Address(place) => *place,
                _ => ExprKind::Deref(Box::new(address.clone())).into(),
            };
            let x = numbers[0].clone();
            let first = match second_result(p, f, &x) {
                Some(rhs) => StmtKind::Assign { lhs: place.clone(), rhs },
                None => {
                    let args = numbers.iter().cloned().chain([address]).map(Arg::new).collect();
                    StmtKind::Call { callee, args, alternates: Vec::new() }
                }
            };
            before.push(p.units[unit].add(first));
            let result = match f {
                Function::Modf => Expr::binary(BinaryOp::Sub, x, place),
                Function::Frexp => Expr::intrinsic("ldexp", vec![x, Expr::unary(UnaryOp::Neg, place)]),
                Function::Remquo => Expr::intrinsic("remainder", numbers),
            };
            match &mut s.kind {
                StmtKind::Assign { rhs, .. } => *rhs = result,
                other => *other = StmtKind::Nop,
            }
            for b in &before {
                p.units[unit].stmts[*b].span = s.span;
            }
            let front = &mut p.units[unit].stmts[before[0]];
            front.comments = mem::take(&mut s.comments);
            front.label = s.label.take();
            out.append(&mut before);
        }
        p.units[unit].stmts[id] = s;
        out.push(id);
    }
    out
}

/// The function that a statement calls for its value, or for nothing, and its arguments. A call that stays and gives nothing is none.
fn call(p: &Program, kind: &StmtKind) -> Option<(SymbolId, Function, Vec<Expr>)> {
    let (callee, args) = match kind {
        StmtKind::Assign { rhs, .. } => match &rhs.bare().kind {
            ExprKind::Call { callee, args } => (*callee, args),
            _ => return None,
        },
        StmtKind::Call { callee, args, .. } if function(p, *callee) != Some(Function::Remquo) => (*callee, args),
        _ => return None,
    };
    let f = function(p, callee)?;
    let count = if f == Function::Remquo { 3 } else { 2 };
    (args.len() == count).then(|| (callee, f, args.iter().map(|a| a.value.clone()).collect()))
}

/// An argument, as something that can be written several times.
fn operand(p: &mut Program, unit: UnitId, x: Expr, before: &mut Block, locals: &mut Vec<SymbolId>) -> Expr {
    if matches!(x.bare().kind, ExprKind::Var(_) | ExprKind::Real { .. } | ExprKind::Integer { .. }) {
        return x;
    }
    let ty = type_of(p, &x);
    let local = il::locals::fresh(p, unit, "arg1", Variable::new(ty, Storage::Local));
    locals.push(local);
    before.push(p.units[unit].add(StmtKind::Assign { lhs: Expr::var(local), rhs: x }));
    Expr::var(local)
}

/// What goes where the last argument leads; `None`: what the function itself puts there.
fn second_result(p: &Program, f: Function, x: &Expr) -> Option<Expr> {
    match f {
        Function::Modf => Some(Expr::intrinsic("aint", vec![x.clone()])),
        Function::Frexp => {
            let real = match type_of(p, x) {
                Type::Scalar(s) => s,
                _ => Scalar::double(),
            };
            let exponent = Expr::binary(BinaryOp::Add, Expr::intrinsic("ilogb", vec![x.clone()]), Expr::int(1));
            let chosen = ExprKind::Cond {
                test: Expr::binary(BinaryOp::Ne, x.clone(), Expr::real(0.0, &real)).into(),
                yes: exponent.into(),
                no: Expr::int(0).into(),
            };
            Some(chosen.into())
        }
        Function::Remquo => None,
    }
}
