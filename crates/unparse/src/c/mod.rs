//! IL to C.

use crate::OutputFile;
use il::{Expr, Program, ScopeId, UnitId};

pub(crate) fn file(_: &Program, _: &OutputFile) -> String {
    String::new()
}
pub(crate) fn one_unit(_: &Program, _: UnitId, _: &OutputFile) -> String {
    String::new()
}
pub(crate) fn one_expr(_: &Program, _: ScopeId, _: &Expr) -> String {
    String::new()
}
