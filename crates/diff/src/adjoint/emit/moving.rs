//! C pointers that move: `p++`, `p = row`, `tmp = u; u = v; v = tmp`, and integers that count (`k++`, `k = k + 2`), in both languages.
//!
//! The derivative of such a pointer moves with it: whatever the forward sweep assigns to `p` it assigns to `pb`, from the derivatives of what
//! stands on the right. What an adjoint reads through an earlier value comes back in one of these ways:
//!
//! - `p = p ± e` is *undone* by `p = p ∓ e`, which is exact for pointers and integers. It needs no memory, but the value after the statement:
//!   to TBR such a statement overwrites nothing, and the adjoint reads `e` ([`undone`]).
//! - under `-invertupdates` so is `x = x ± e` on reals, which is as exact as floating-point addition: what `e` is below the last digit of `x`
//!   is lost, turn by turn. Reals that something is decided by ([`deciding_reals`]) are saved all the same: a test that is asked again, or an element
//!   that is looked for again, may be another one when its last digit is.
//! - any other value is saved before the assignment, and with it that of the derivative ([`Emit::saves`](crate::adjoint::emit::Emit)).

use il::typing::type_of;
use il::{BinaryOp, Block, Expr, ExprKind, Language, Program, ScalarClass, StmtKind, Storage, SymbolId, Type, UnitId};

use crate::adjoint::emit::{Emit, Side};
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
    let sets = |id: &il::StmtId| match &u.stmts[*id].kind {
        StmtKind::Assign { lhs, rhs } => lhs.kind == ExprKind::Var(s) && !rhs.mentions(s),
        _ => false,
    };
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

impl Emit<'_, '_> {
    /// Whether a pointer of the original, or an array of pointers, has a derivative that moves with it.
    pub(crate) fn has_twin(&self, pointer: &Expr) -> bool {
        if matches!(type_of(self.world.source, pointer), Type::Array { .. }) {
            return self.language().points_by_address()
                && self.has_twin(&Expr::index(pointer.clone(), vec![Expr::int(0)]));
        }
        let target = Expr::from(ExprKind::Deref(Box::new(pointer.clone())));
        matches!(type_of(self.world.source, pointer), Type::Pointer { .. })
            && [&target, pointer].iter().any(|e| self.world.facts.has_storage(self.world.source, e))
            && self.shell(Side::Back).maps.reference(pointer).is_some()
    }

    /// Whether such pointers are in the elements of an array of structures.
    pub(crate) fn holds_twins(&self, array: &Expr) -> bool {
        let p = self.world.source;
        let mut element = array.clone();
        while !self.language().computes_with_arrays() && matches!(type_of(p, &element), Type::Array { .. }) {
            element = Expr::index(element, vec![Expr::int(0)]);
        }
        let Type::Record(record) = type_of(p, &element) else { return false };
        let part = |field| Expr::from(ExprKind::Field { base: Box::new(element.clone()), record, field });
        let held = |part: Expr| self.has_twin(&part) || self.holds_twins(&part);
        !p.records[record].opaque && p.parts_of(&element, record).into_iter().map(part).any(held)
    }

    /// In front of the copy of `lhs = rhs` on pointers: the derivative pointer goes along.
    pub(crate) fn move_twin(&mut self, stmt: il::StmtId, lhs: &Expr, rhs: &Expr) -> Block {
        let mut out = Block::new();
        if self.access.alias_at(self.unit, stmt).is_some() || !self.has_twin(lhs) {
            return out;
        }
        let side = self.forward;
        let maps = self.shell(side).maps.clone();
        let Some(twin) = maps.reference(lhs) else { return out };
        match twin_value(&maps, rhs) {
            Some(value) => {
                let rhs = self.through_pointers(side, value);
                out.push(self.add(side, StmtKind::Assign { lhs: twin, rhs }));
            }
            None => self.refuse(
                self.original(stmt).span,
                "an active pointer is given a value that has no derivative",
                "name what it points to among the independents or dependents of the head",
            ),
        }
        out
    }

    /// What takes back a shift, of a pointer and of its derivative.
    pub(crate) fn undo(&mut self, stmt: il::StmtId) -> Block {
        let mut out = Block::new();
        let kind = &self.original(stmt).kind;
        let (Some(inverse), StmtKind::Assign { lhs, .. }) = (undone(self.world, self.unit, kind), kind) else {
            return out;
        };
        let inverse = inverse.value;
        let maps = self.shell(Side::Back).maps.clone();
        if self.has_twin(lhs)
            && let (Some(twin), Some(value)) = (maps.reference(lhs), maps.pointer(&inverse))
        {
            out.push(self.add(Side::Back, StmtKind::Assign { lhs: twin, rhs: value }));
        }
        let (lhs, rhs) = (self.back(lhs), self.back(&inverse));
        out.push(self.add(Side::Back, StmtKind::Assign { lhs, rhs }));
        out
    }
}

/// The derivative of a pointer value.
fn twin_value(maps: &crate::derive::Maps, e: &Expr) -> Option<Expr> {
    match &e.kind {
        // No place has no derivative.
        _ if e.is_null_pointer() => Some(e.clone()),
        ExprKind::Cast(ty, x) => {
            let value = twin_value(maps, x)?;
            let mut ty = maps.derivative_type(ty);
            // Adjoints are added to where originals only read.
            ty.release_targets();
            Some(ExprKind::Cast(ty, Box::new(value)).into())
        }
        ExprKind::Cond { test, yes, no } => {
            let (yes, no) = (twin_value(maps, yes)?, twin_value(maps, no)?);
            let test = Box::new(maps.expr(test));
            Some(ExprKind::Cond { test, yes: Box::new(yes), no: Box::new(no) }.into())
        }
        _ => maps.pointer(e),
    }
}
