//! C text to IL
