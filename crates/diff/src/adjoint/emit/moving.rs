//! C pointers that move: `p++`, `p = row`, `tmp = u; u = v; v = tmp`, and integers that count (`k++`, `k = k + 2`), in both languages.
//!
//! The derivative of such a pointer moves with it: whatever the forward sweep assigns to `p` it assigns to `pb`, from the derivatives of what
//! stands on the right. What an adjoint reads through an earlier value comes back in one of these ways:
//!
//! - `p = p ± e` is *undone* by `p = p ∓ e`, which is exact for pointers and integers. It needs no memory, but the value after the statement:
//!   to TBR such a statement overwrites nothing, and the adjoint reads `e` ([`undone`](crate::adjoint::plan::shifts::undone)).
//! - under `-invertupdates` so is `x = x ± e` on reals, which is as exact as floating-point addition: what `e` is below the last digit of `x`
//!   is lost, turn by turn. Reals that something is decided by ([`deciding_reals`](crate::adjoint::plan::shifts::deciding_reals)) are saved all the same: a test that is asked again, or an element
//!   that is looked for again, may be another one when its last digit is.
//! - any other value is saved before the assignment, and with it that of the derivative ([`Emit::saves`](crate::adjoint::emit::Emit)).

use il::typing::type_of;
use il::{Block, Expr, ExprKind, StmtKind, Type};

use crate::adjoint::emit::{Emit, Side};
use crate::adjoint::plan::shifts::undone;

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
fn twin_value(maps: &crate::derive::maps::Maps, e: &Expr) -> Option<Expr> {
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
