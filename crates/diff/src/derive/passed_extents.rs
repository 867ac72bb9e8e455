//! Local derivatives of dummy arrays that take their extents from what is passed: `real :: opd(size(op))` for `op(:)`.
//!
//! What need not be passed has no extents to declare with (F2018 10.1.11): `real, allocatable :: opd(:)`, and
//! `if (present(op)) allocate (opd(size(op)))` where the procedure begins.

use il::stmt::{Allocation, If};
use il::symbol::{SymbolKind, Variable};
use il::{BinaryOp, Block, Dim, Expr, StmtKind, SymbolId, Type, Upper, fold};

use super::{Shell, World};

/// The extents of `passed` where those of its derivative are deferred, with its lower bounds: `0:size(x) - 1` for `x(0:)`.
pub(super) fn dims_like(passed: SymbolId, dims: &[Dim]) -> Vec<Dim> {
    let like = |(k, d): (usize, &Dim)| match d.upper {
        Upper::Deferred => {
            let size = Expr::intrinsic("size", vec![Expr::var(passed), Expr::int(k as i64 + 1)]);
            let last = match &d.lower {
                Some(low) => fold::sub(&Expr::binary(BinaryOp::Add, low.clone(), size), &Expr::int(1)),
                None => size,
            };
            Dim { lower: d.lower.clone(), upper: Upper::At(last) }
        }
        Upper::At(_) | Upper::Assumed => d.clone(),
    };
    dims.iter().enumerate().map(like).collect()
}

/// Whether the local derivative of `passed` is allocated where the procedure begins.
pub(super) fn is_allocated_at_entry(passed: &Variable) -> bool {
    let deferred = |d: &Dim| matches!(d.upper, Upper::Deferred);
    let assumed_shape = matches!(&passed.ty, Type::Array { dims, .. } if dims.iter().any(deferred));
    passed.optional && !passed.allocatable && !passed.pointer && assumed_shape
}

impl World<'_> {
    /// Allocates such derivatives where `body` begins, if it uses them.
    pub(super) fn allocate_like_passed(&mut self, shell: &Shell, body: &mut Block) {
        let params = self.source.units[shell.original].params.clone();
        let signature = self.signatures.of(shell.original, shell.part).clone();
        let mut at = body.iter().take_while(|id| self.is_declaration(shell, **id)).count();
        for (k, &old) in params.iter().enumerate() {
            let entry = self.source.variable(old).is_some_and(is_allocated_at_entry) && !signature.has_derivative(k);
            let Some(new) = shell.maps.derivative(old).filter(|_| entry) else { continue };
            let Some(Type::Array { dims, .. }) = self.source.symbol_type(old) else { continue };
            let dims = dims.iter().map(|d| Dim { lower: d.lower.as_ref().map(|l| shell.maps.expr(l)), ..d.clone() });
            let dims = dims_like(shell.maps.symbol(old), &dims.collect::<Vec<_>>());
            let u = &mut self.out.units[shell.unit];
            if !u.mentions(body, new) {
                continue;
            }
            let objects = vec![Allocation { object: Expr::var(new), dims }];
            let allocate = u.add(StmtKind::Allocate { objects, options: Vec::new() });
            let test = Expr::intrinsic("present", vec![Expr::var(shell.maps.symbol(old))]);
            body.insert(at, u.add(StmtKind::If(If::when(test, vec![allocate], true))));
            at += 1;
        }
    }

    fn is_declaration(&self, shell: &Shell, id: il::StmtId) -> bool {
        matches!(self.out.units[shell.unit].stmts[id].kind, StmtKind::Declare(_) | StmtKind::Nop)
    }
}

/// The derivative of a dummy as a local variable, whose own bounds are `dims_like` or given by an allocation.
pub(super) fn as_local(passed: SymbolId, derivative: &mut SymbolKind) {
    let SymbolKind::Variable(v) = derivative else { return };
    let at_entry = is_allocated_at_entry(v);
    if let Type::Array { dims, .. } = &mut v.ty
        && !v.allocatable
        && !v.pointer
    {
        match at_entry {
            true => dims.iter_mut().for_each(|d| d.lower = None),
            false => *dims = dims_like(passed, dims),
        }
    }
    v.allocatable |= at_entry;
}
