//! `fold`, by examples.

use il::Expr;
use il::Id;
use il::fold::*;
use il::symbol::SymbolId;

#[test]
fn bounds_fold() {
    let n = Expr::var(SymbolId::from_index(0));
    let n1 = sub(&n, &Expr::int(1));
    assert_eq!(add(&n1, &Expr::int(1)), n);
    assert_eq!(range_count(&Expr::int(1), &n, None), n);
    assert_eq!(range_count(&Expr::int(2), &n1, None), sub(&n, &Expr::int(2)));
    assert_eq!(range_count(&n, &n, None), Expr::int(1));
    assert_eq!(range_count(&Expr::int(1), &Expr::int(10), Some(&Expr::int(3))), Expr::int(4));
    assert_eq!(sub(&add(&n, &Expr::int(3)), &n), Expr::int(3));
}

#[test]
fn terms_cancel() {
    let [n, j] = [0, 1].map(|k| Expr::var(SymbolId::from_index(k)));
    let sum = add(&j, &sub(&sub(&n, &j), &Expr::int(1)));
    assert_eq!(without_cancelling(&sum), sub(&n, &Expr::int(1)));
    assert_eq!(without_cancelling(&sub(&j, &sub(&j, &n))), n);
}
