//! Local arrays of derivatives for array values that are used more than once.
//!
//! Their extents are declared where they are numbers, or made of scalar arguments; elsewhere the arrays are allocatable, and assignment gives them their
//! shape. Compilers of Fortran make one loop of an elementwise statement, in which a product of two arrays costs less than an array of results that is
//! written and read; functions, quotients, powers and products of matrices cost more ([`is_dear`]), and no compiler takes two evaluations together.

use analysis::extents;
use il::symbol::SymbolKind;
use il::{BinaryOp, Dim, Expr, ExprKind, Scalar, SymbolId, Type, Upper};

use crate::derive::{Shell, World};

/// What compilers do on the way from memory, or by columns ([`crate::adjoint`]'s tidying).
const CHEAP: &[&str] =
    &["abs", "aimag", "conjg", "dble", "int", "max", "merge", "min", "real", "sign", "size", "spread", "transpose"];

/// Whether an operation on arrays costs more than to store its result and to read it again.
pub(crate) fn is_dear(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Intrinsic(f, _) => !CHEAP.contains(&f.name()),
        ExprKind::Binary(BinaryOp::Pow, _, r) => r.as_int().is_none(),
        ExprKind::Binary(BinaryOp::Div, _, r) => !matches!(r.kind, ExprKind::Integer { .. } | ExprKind::Real { .. }),
        _ => false,
    }
}

impl World<'_> {
    /// The type of a local array (of rank 0: a scalar) in `shell` for a value with the shape of `value`, an expression of the original.
    pub fn work_type(&self, shell: &Shell, value: &Expr, elem: &Scalar, rank: usize) -> Type {
        let there = |d: Dim| Some(Dim { lower: None, upper: Upper::At(shell.maps.expr(&il::typing::extent(&d)?)) });
        let dims = extents::fixed(self.source, value).and_then(|dims| dims.into_iter().map(there).collect());
        self.declarable(shell, dims, elem, rank)
    }

    /// The same for an expression of the derivative.
    pub fn work_type_there(&self, shell: &Shell, value: &Expr, elem: &Scalar, rank: usize) -> Type {
        self.declarable(shell, extents::fixed(&self.out, value), elem, rank)
    }

    fn declarable(&self, shell: &Shell, dims: Option<Vec<Dim>>, elem: &Scalar, rank: usize) -> Type {
        if rank == 0 {
            return Type::Scalar(elem.clone());
        }
        let dims = dims.filter(|d| d.len() == rank && d.iter().all(|d| self.is_declarable(shell, d)));
        let deferred = || vec![Dim { lower: None, upper: Upper::Deferred }; rank];
        Type::Array { elem: Box::new(Type::Scalar(elem.clone())), dims: dims.unwrap_or_else(deferred) }
    }

    /// A local of such a type, or of that of a scalar.
    pub fn work_array(&mut self, shell: &mut Shell, base: &str, ty: Type) -> SymbolId {
        let deferred = ty.dims().iter().any(|d| d.upper == Upper::Deferred);
        if deferred { self.allocatable(shell, base, ty) } else { self.local(shell, base, ty) }
    }

    /// Whether a derivative can declare an extent: it is made of constants, and of scalar arguments. Compilers warn of quotients of constants.
    fn is_declarable(&self, shell: &Shell, d: &Dim) -> bool {
        let Dim { lower: None, upper: Upper::At(extent) } = d else { return false };
        let params = &self.out.units[shell.unit].params;
        let is_given = |s: &SymbolId| {
            let v = self.out.variable(*s).filter(|_| params.contains(s));
            v.is_some_and(|v| v.ty.rank() == 0 && !v.optional && !v.pointer && !v.allocatable)
        };
        !extent.any(&mut |x| match &x.kind {
            ExprKind::Var(s) => !matches!(self.out.symbols[*s].kind, SymbolKind::Constant { .. }) && !is_given(s),
            ExprKind::Binary(op, ..) => *op == BinaryOp::Div,
            ExprKind::Integer { .. } | ExprKind::Unary(..) => false,
            _ => true,
        })
    }
}
