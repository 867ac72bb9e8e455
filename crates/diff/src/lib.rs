//! IL to IL: tangent and adjoint
