//! What routines of libraries overwrite behind pointers of C: their calls say how much it is ([`crate::libraries`]).

use il::typing::type_of;
use il::{Expr, ExprKind, Subscript, SymbolId, Type};

use super::Planner;

impl Planner<'_, '_> {
    /// C: what a routine of a library may write behind a pointer.
    pub(super) fn room_of_library(&self, callee: SymbolId, args: &[il::Arg], k: usize) -> Option<Expr> {
        let p = self.world.source;
        let name = &p.symbols[callee].name;
        if self.world.language(self.unit) != il::Language::C
            || !self.world.request.library_routines.contains(&name.to_ascii_lowercase())
        {
            return None;
        }
        let (base, first) = element_of(p, args.get(k)?.value.uncast())?;
        if !matches!(type_of(p, &base), Type::Pointer { .. }) {
            return None;
        }
        let count = self.world.request.libraries.as_ref()?.room(p, name, args, k)?;
        let last = il::fold::sub(&il::fold::add(&first, &count), &Expr::int(1));
        let range = Subscript::Range { lo: Some(first), hi: Some(last), step: None };
        Some(ExprKind::Index { base: Box::new(base), subs: vec![range] }.into())
    }
}

/// C: the array or pointer that an address is one of an element of, and which.
fn element_of(p: &il::Program, address: &Expr) -> Option<(Expr, Expr)> {
    let leads = |e: &Expr| e.is_reference() && matches!(type_of(p, e), Type::Pointer { .. } | Type::Array { .. });
    match &address.kind {
        ExprKind::Address(x) => match &x.kind {
            ExprKind::Index { base, subs } => match subs.as_slice() {
                [Subscript::At(i)] => Some(((**base).clone(), i.clone())),
                _ => None,
            },
            _ => None,
        },
        ExprKind::Binary(il::BinaryOp::Add, l, r) if leads(l) => Some(((**l).clone(), (**r).clone())),
        ExprKind::Binary(il::BinaryOp::Sub, l, r) if leads(l) => {
            Some(((**l).clone(), Expr::unary(il::UnaryOp::Neg, (**r).clone())))
        }
        _ if leads(address) => Some((address.clone(), Expr::int(0))),
        _ => None,
    }
}
