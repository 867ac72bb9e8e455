//! Assignments that are taken back by another one: `p++`, `k = k + 2`, under `-invertupdates` `x = x + e`.

use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Language, Program, ScalarClass, StmtKind, Storage, SymbolId, Type, UnitId};

use crate::adjoint::plan::access::{Access, Set};
use crate::derive::World;

/// How a shift is taken back.
pub(crate) struct Inverse {
    /// What the place is given.
    pub(crate) value: Expr,
    /// What it was moved by.
    pub(crate) shift: Expr,
    /// Not up to rounding only.
    pub(crate) exact: bool,
}

/// The inverse of an assignment that only shifts a pointer or an integer variable, or a real place under `-invertupdates`.
pub(crate) fn undone(world: &World, unit: UnitId, kind: &StmtKind) -> Option<Inverse> {
    let (p, reals) = (world.source, world.request.invert_updates);
    let StmtKind::Assign { lhs, rhs } = kind else { return None };
    let symbol = match &lhs.kind {
        ExprKind::Var(symbol) => *symbol,
        ExprKind::Index { base, .. } if reals && shifts_roughly(&type_of(p, lhs)) => match base.kind {
            ExprKind::Var(symbol) => symbol,
            _ => return None,
        },
        _ => return None,
    };
    // What is allocated here may be gone when the sweeps meet.
    let stays = p.variable(symbol).is_some_and(|v| {
        !v.allocatable
            && !v.pointer
            && !v.optional
            && (v.storage != Storage::Local || lhs.kind != ExprKind::Var(symbol) || is_set_outside(p, unit, symbol))
    });
    let rough = reals && shifts_roughly(&type_of(p, lhs));
    if !rough && !shifts_exactly(&type_of(p, lhs)) || p.units[unit].language == Language::Fortran && !stays {
        return None;
    }
    let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), l, r) = &rhs.bare().kind else { return None };
    let (shift, inverse) = match op {
        BinaryOp::Add if l.bare() == lhs => (&**r, BinaryOp::Sub),
        BinaryOp::Add if r.bare() == lhs => (&**l, BinaryOp::Sub),
        BinaryOp::Sub if l.bare() == lhs => (&**r, BinaryOp::Add),
        _ => return None,
    };
    let class = type_of(p, shift).class();
    let mut plain = class == Some(ScalarClass::Integer) || rough && class == Some(ScalarClass::Real);
    shift.walk(&mut |x| {
        plain &= !matches!(x.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. }) && x.kind != ExprKind::Var(symbol);
        plain &= rough || !type_of(p, x).is_differentiable();
    });
    let value = Expr::binary(inverse, lhs.clone(), shift.clone());
    plain.then(|| Inverse { value, shift: shift.clone(), exact: !rough })
}

/// What tests and integers are found from in a unit: where these are reals, their last digits count.
pub(crate) fn deciding_reals(world: &World, access: &Access, unit: UnitId) -> Set {
    let p = world.source;
    let mut out = Set::default();
    if !world.request.invert_updates {
        return out;
    }
    let u = &p.units[unit];
    u.walk(&u.body, &mut |id, s| {
        if matches!(
            s.kind,
            StmtKind::If(_)
                | StmtKind::Select { .. }
                | StmtKind::While { .. }
                | StmtKind::Until { .. }
                | StmtKind::ArithmeticIf { .. }
        ) {
            out.union(&access.statement(unit, id).reads);
        }
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                if let ExprKind::Cond { test, .. } = &x.kind {
                    access.reads(test, &mut out);
                }
                if matches!(type_of(p, x).class(), Some(ScalarClass::Integer | ScalarClass::Logical)) {
                    access.reads(x, &mut out);
                }
            });
        });
    });
    access.with_inputs(&out)
}

/// Whether a statement of the outermost level sets a variable: compilers see that its inverse starts from a value, even where no loop makes a turn.
fn is_set_outside(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let u = &p.units[unit];
    let is_it = |(lhs, rhs): (&Expr, &Expr)| lhs.kind == ExprKind::Var(s) && !rhs.mentions(s);
    let sets = |id: &il::StmtId| u.stmts[*id].kind.as_assign().is_some_and(is_it);
    u.body.iter().any(sets)
}

/// Addition and subtraction of reals in this type are inverse to each other up to rounding.
fn shifts_roughly(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(s) if s.class == ScalarClass::Real)
}

/// Addition and subtraction of integers in this type are inverse to each other.
fn shifts_exactly(ty: &Type) -> bool {
    match ty {
        Type::Pointer { .. } => true,
        Type::Scalar(s) => s.class == ScalarClass::Integer,
        Type::Array { .. }
        | Type::Record(_)
        | Type::Character { .. }
        | Type::Procedure
        | Type::Void
        | Type::Opaque(_) => false,
    }
}
