//! RESHAPE with ORDER, backward.

use il::expr::Item;
use il::{Arg, Expr, ExprKind, Intrinsic, Program, SymbolKind};

/// What `reshape(x, shape, order=o)` gave, with its elements in the order of those of `x`: its dimension `o(k)` as the k-th.
pub(crate) fn in_element_order(p: &Program, order: &Expr, value: &Expr) -> Option<Expr> {
    let order = match order.bare().kind {
        ExprKind::Var(s) => match &p.symbols[s].kind {
            SymbolKind::Constant { value, .. } => value,
            _ => return None,
        },
        _ => order,
    };
    let ExprKind::Constructor { items, .. } = &order.bare().kind else { return None };
    let number = |i: &Item| match i {
        Item::Value(v) => il::fold::integer(p, v),
        Item::Implied { .. } => None,
    };
    let order: Vec<i64> = items.iter().map(number).collect::<Option<_>>()?;
    let list = |items: Vec<Expr>| -> Expr {
        ExprKind::Constructor { items: items.into_iter().map(Item::Value).collect(), ty: None }.into()
    };
    let extents = order.iter().map(|d| Expr::intrinsic("size", vec![value.clone(), Expr::int(*d)])).collect();
    let place = |d: i64| order.iter().position(|o| *o == d).map(|k| Expr::int(k as i64 + 1));
    let back = (1..=order.len() as i64).map(place).collect::<Option<_>>()?;
    let by = Arg { keyword: Some("order".into()), value: list(back) };
    Some(
        ExprKind::Intrinsic(Intrinsic::named("reshape")?, vec![Arg::new(value.clone()), Arg::new(list(extents)), by])
            .into(),
    )
}
