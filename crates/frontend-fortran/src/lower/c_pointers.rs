//! C addresses that come back as pointers: `call c_f_pointer(c_loc(x), p, [n, m])` is `p(1:n, 1:m) => x`, where `x` is a variable of the same type
//! (F2018 18.2.3.3, 10.2.2.3). Other addresses are not followed; the differentiators refuse what is active there.

use il::expr::Item;
use il::stmt::associated;
use il::typing::type_of;
use il::{Arg, Expr, ExprKind, StmtKind, Subscript, SymbolId, Type, Upper};

use super::context::Lower;

impl Lower<'_, '_> {
    /// The association that a call of C_F_POINTER makes. `None`: it is another procedure, or where the address leads is not known.
    pub(super) fn c_f_pointer(&self, callee: SymbolId, args: &[Arg]) -> Option<StmtKind> {
        if !self.program.symbols[callee].name.eq_ignore_ascii_case("c_f_pointer") {
            return None;
        }
        let given = |k: usize, name: &str| {
            let keyword = args.iter().find(|a| a.is_named(name));
            let place = args.get(k).filter(|a| a.keyword.is_none());
            place.or(keyword).map(|a| &a.value)
        };
        let (address, pointer, shape) = (given(0, "cptr")?, given(1, "fptr")?, given(2, "shape"));
        let target = match &address.kind {
            ExprKind::Intrinsic(f, of) if f.name() == "c_loc" => &of.first()?.value,
            _ => return None,
        };
        let to = type_of(self.program, pointer);
        let all = self.first_element_of(target).filter(|_| to.rank() > 0);
        let target = all.unwrap_or_else(|| target.clone());
        let from = type_of(self.program, &target);
        if to.element() != from.element() || !target.is_reference() {
            return None;
        }
        let made = |lhs: Expr| {
            assert!(associated(&lhs) == pointer);
            StmtKind::PointerAssign { lhs, rhs: target.clone() }
        };
        match (to.rank(), shape) {
            (0, None) if from.rank() == 0 => Some(made(pointer.clone())),
            (rank, Some(shape))
                if rank > 0 && from.rank() > 0 && (from.rank() == 1 || self.is_in_one_piece(&target)) =>
            {
                let subs = extents(&type_of(self.program, shape), shape, rank)?;
                let subs =
                    subs.into_iter().map(|e| Subscript::Range { lo: Some(Expr::int(1)), hi: Some(e), step: None });
                let lhs = ExprKind::Index { base: Box::new(pointer.clone()), subs: subs.collect() };
                Some(made(Expr::at(lhs, pointer.span)))
            }
            _ => None,
        }
    }

    /// `x(i:)` for the element `x(i)` of an array of one dimension: the address of an element is that of what follows it, too.
    fn first_element_of(&self, element: &Expr) -> Option<Expr> {
        let ExprKind::Index { base, subs } = &element.kind else { return None };
        let [Subscript::At(first)] = subs.as_slice() else { return None };
        let one = type_of(self.program, base).rank() == 1 && type_of(self.program, first).rank() == 0;
        let range = Subscript::Range { lo: Some(first.clone()), hi: None, step: None };
        one.then(|| Expr::at(ExprKind::Index { base: base.clone(), subs: vec![range] }, element.span))
    }

    /// Whether the elements of a whole array follow each other, as its declaration tells (F2018 9.5.4).
    fn is_in_one_piece(&self, array: &Expr) -> bool {
        let held = match &array.kind {
            ExprKind::Var(s) => self.program.variable(*s).is_some_and(|v| v.allocatable),
            ExprKind::Field { record, field, .. } => self.program.records[*record].fields[*field].allocatable,
            _ => return false,
        };
        let Type::Array { dims, .. } = type_of(self.program, array) else { return false };
        held || dims.iter().all(|d| !matches!(d.upper, Upper::Deferred))
    }
}

/// The extents that SHAPE= gives.
fn extents(ty: &Type, shape: &Expr, rank: usize) -> Option<Vec<Expr>> {
    if let ExprKind::Constructor { items, .. } = &shape.bare().kind {
        let value = |i: &Item| match i {
            Item::Value(e) => Some(e.clone()),
            Item::Implied { .. } => None,
        };
        let values: Vec<Expr> = items.iter().map(value).collect::<Option<_>>()?;
        return (values.len() == rank).then_some(values);
    }
    let whole = shape.is_reference() && ty.rank() == 1 && !matches!(shape.kind, ExprKind::Index { .. });
    let from_one = matches!(ty, Type::Array { dims, .. } if dims.iter().all(|d| d.lower.is_none()));
    (whole && from_one).then(|| (1..=rank).map(|k| Expr::index(shape.clone(), vec![Expr::int(k as i64)])).collect())
}
