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
    /// The type of a local array in `shell` for a value with the shape of `value`, an expression of the original of rank `rank`.
    pub fn work_type(&self, shell: &Shell, value: &Expr, elem: &Scalar, rank: usize) -> Type {
        let dims = extents::fixed(self.source, value).filter(|d| d.len() == rank);
        let dims = dims.and_then(|dims| dims.iter().map(|d| self.extent_there(shell, d)).collect());
        let deferred = || vec![Dim { lower: None, upper: Upper::Deferred }; rank];
        Type::Array { elem: Box::new(Type::Scalar(elem.clone())), dims: dims.unwrap_or_else(deferred) }
    }

    /// A local of such a type, or of that of a scalar.
    pub fn work_array(&mut self, shell: &mut Shell, base: &str, ty: Type) -> SymbolId {
        let deferred = ty.dims().iter().any(|d| d.upper == Upper::Deferred);
        if deferred { self.allocatable(shell, base, ty) } else { self.local(shell, base, ty) }
    }

    /// An extent of the original as a derivative can declare it: made of constants, and of scalar arguments that it has, too.
    fn extent_there(&self, shell: &Shell, d: &Dim) -> Option<Dim> {
        let Dim { lower: None, upper: Upper::At(extent) } = d else { return None };
        let params = &self.out.units[shell.unit].params;
        let is_given = |s: &SymbolId| {
            let there = shell.maps.symbols.get(s).is_some_and(|there| params.contains(there));
            let v = self.source.variable(*s);
            there && v.is_some_and(|v| v.ty.rank() == 0 && !v.optional && !v.pointer && !v.allocatable)
        };
        let is_constant = |s: &SymbolId| matches!(self.source.symbols[*s].kind, SymbolKind::Constant { .. });
        let unknown = extent.any(&mut |x| match &x.kind {
            ExprKind::Var(s) => !is_constant(s) && !is_given(s),
            ExprKind::Integer { .. } | ExprKind::Unary(..) | ExprKind::Binary(..) => false,
            _ => true,
        });
        (!unknown).then(|| Dim { lower: None, upper: Upper::At(shell.maps.expr(extent)) })
    }
}
