//! IL to Fortran and C
