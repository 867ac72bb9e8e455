//! Fortran text to IL
