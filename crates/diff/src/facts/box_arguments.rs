//! Arguments of procedures without a body that never have derivatives.

use il::typing::type_of;
use il::{Arg, Program, SymbolId, Type};

use crate::request::Request;

/// Whether an argument of a call may have one: a number that is no real, such as the extent of something active, has none, nor have those of a routine that
/// does nothing but two.
pub(super) fn possible(p: &Program, request: &Request, callee: SymbolId, k: usize, a: &Arg) -> bool {
    let is_count = matches!(type_of(p, &a.value), Type::Scalar(s) if !s.is_differentiable());
    let idle = request.idle_routines.get(&p.symbols[callee].name.to_ascii_lowercase());
    !is_count && idle.is_none_or(|places| places.contains(&k))
}
