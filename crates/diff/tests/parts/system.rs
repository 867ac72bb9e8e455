//! Systems of inequalities over the integers.

use diff::adjoint::plan::system::{Linear, is_impossible};

fn l(terms: &[(char, i64)], constant: i64) -> Linear<char> {
    let with = |sum: Linear<char>, (v, n): &(char, i64)| sum.plus(&Linear::variable(*v), 1, *n).expect("small numbers");
    terms.iter().fold(Linear::constant(constant), with)
}

#[test]
fn an_order_that_closes_a_ring_is_impossible() {
    assert!(is_impossible(vec![l(&[('j', 1), ('i', -1)], -1), l(&[('i', 1), ('j', -1)], 0)]));
    assert!(!is_impossible(vec![l(&[('j', 1), ('i', -1)], 0), l(&[('i', 1), ('j', -1)], 0)]));
}

#[test]
fn parity_is_seen() {
    // 2i - 2j = 1
    let both = vec![l(&[('i', 2), ('j', -2)], -1), l(&[('i', -2), ('j', 2)], 1)];
    assert!(is_impossible(both));
}
