//! `interp::binomial`, by examples.

use il::interp::binomial::*;

/// Steps advanced while a loop of `steps` iterations is reversed.
fn advanced(steps: i64, snapshots: i64) -> i64 {
    let mut a = Automaton::new(steps + 1, snapshots, 1).expect("a loop");
    let (mut state, mut turned, mut advanced) = (1, steps + 2, 0);
    let mut taken = Vec::new();
    while let Some((action, step)) = a.step() {
        match action {
            PUSH => taken.push(state),
            LOOK => state = *taken.last().expect("a snapshot"),
            POP => state = taken.pop().expect("a snapshot"),
            ADVANCE => {
                assert_eq!(step, state);
                state += 1;
                advanced += 1;
            }
            _ => {
                assert_eq!((step, step), (state, turned - 1));
                turned = step;
            }
        }
        assert!(taken.len() as i64 <= snapshots);
    }
    assert_eq!(turned, 1);
    advanced
}

/// `r*l - β(c + 1, r - 1)`, with `β(c, r - 1) < l ≤ β(c, r)`.
fn fewest(length: i64, snapshots: i64) -> i64 {
    let beta = |c: i64, r: i64| (1..=r).fold(1i64, |b, k| b * (c + k) / k);
    let r = (0..).find(|r| beta(snapshots, *r) >= length).expect("enough repetitions");
    if r == 0 { 0 } else { r * length - beta(snapshots + 1, r - 1) }
}

#[test]
fn steps_are_advanced_as_seldom_as_can_be() {
    for snapshots in [1, 2, 3, 5, 10, 98] {
        for steps in (1..120).chain([500, 999, 1000]) {
            if snapshots == 1 && steps > 120 {
                continue;
            }
            assert_eq!(advanced(steps, snapshots), fewest(steps + 1, snapshots), "{steps} {snapshots}");
        }
    }
}
