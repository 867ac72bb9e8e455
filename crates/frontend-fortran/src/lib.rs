//! Fortran text to IL.

pub mod ast;
