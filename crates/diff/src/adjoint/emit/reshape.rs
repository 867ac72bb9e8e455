//! RESHAPE with ORDER, backward.

use il::expr::Item;
use il::{Arg, BinaryOp, Expr, ExprKind, Intrinsic, Program, SymbolKind};

/// The list of constants that an ORDER argument is.
pub(crate) fn constant_order(p: &Program, order: &Expr) -> Option<Vec<Expr>> {
    let order = match order.bare().kind {
        ExprKind::Var(s) => match &p.symbols[s].kind {
            SymbolKind::Constant { value, .. } => value,
            _ => return None,
        },
        _ => order,
    };
    let ExprKind::Constructor { items, .. } = &order.bare().kind else { return None };
    let number = |i: &Item| match i {
        Item::Value(v) => il::fold::integer(p, v).map(Expr::int),
        Item::Implied { .. } => None,
    };
    items.iter().map(number).collect()
}

/// What `reshape(x, shape, order=o)` gave, with its elements in the order of those of `x`: its dimension `o(k)` as the k-th.
pub(crate) fn in_element_order(order: &[Expr], value: &Expr) -> Option<Expr> {
    let list = |items: Vec<Expr>| -> Expr {
        ExprKind::Constructor { items: items.into_iter().map(Item::Value).collect(), ty: None }.into()
    };
    let extents = order.iter().map(|d| Expr::intrinsic("size", vec![value.clone(), d.clone()])).collect();
    let back = (1..=order.len() as i64).map(|d| place(order, d)).collect::<Option<_>>()?;
    let by = Arg { keyword: Some("order".into()), value: list(back) };
    Some(
        ExprKind::Intrinsic(Intrinsic::named("reshape")?, vec![Arg::new(value.clone()), Arg::new(list(extents)), by])
            .into(),
    )
}

/// Which of them is `d`: a permutation has each number once.
fn place(order: &[Expr], d: i64) -> Option<Expr> {
    if order.iter().all(|o| o.as_int().is_some()) {
        return order.iter().position(|o| o.as_int() == Some(d)).map(|k| Expr::int(k as i64 + 1));
    }
    let (last, others) = order.split_last()?;
    let otherwise = Expr::int(others.len() as i64 + 1);
    assert!(last.as_int().is_none());
    Some(others.iter().enumerate().rev().fold(otherwise, |rest, (k, o)| {
        let test = Expr::binary(BinaryOp::Eq, o.clone(), Expr::int(d));
        Expr::intrinsic("merge", vec![Expr::int(k as i64 + 1), rest, test])
    }))
}
