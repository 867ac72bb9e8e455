//! The program: command line, driver, diagnostics.
