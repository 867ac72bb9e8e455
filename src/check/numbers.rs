//! The judges.
//!
//! **Tangent against central differences.** For a step h and a direction d, the difference is (f(x + h d) - f(x - h d)) / 2h, for h = 1e-2 … 1e-9;
//! neighbouring steps are also combined to (100 D(h/10) - D(h)) / 99, which is of fourth order. Directions are scaled: an element moves by at most
//! h times its own size. The error of an output is the smallest ‖D - ẏ‖ / max(‖D‖, ‖ẏ‖, [`FLOOR`] ‖y‖) over the sweep, the largest over the points.
//! Where no two neighbours of a sweep agree ([`Best::spread`]), as after chaotic iterations or beside a jump, differences say nothing: they are unsettled.
//!
//! **Adjoint against tangent.** With seeds ȳ and the same direction, Σ ȳ·ẏ must be Σ x̄·ẋ. The error is the difference over the sum of the absolute
//! values of all products: cancellation within a sum is not held against the adjoint, nor that within a derivative which is small beside its
//! value (again by [`FLOOR`]): a derivative that is zero but for rounding is right. The sums go over all derivatives that are read or
//! set (`conventions.md` §4.4): one that is incremented stands on both sides.
//!
//! Tolerances are those of double precision; where a real of 4 bytes takes part they are those of single precision.

use super::engine::Outcome;

/// The steps of the sweep.
pub const STEPS: [f64; 8] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9];

/// A derivative this much smaller than its value is measured against the value.
pub const FLOOR: f64 = 1e-3;

/// Neighbours that are this many tolerances apart all over a sweep judge nothing. Neighbours of a smooth function come far nearer than its tangent has to.
const UNSETTLED: f64 = 10.0;

/// What passes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tolerance {
    /// Tangent against differences.
    pub tangent: f64,
    /// Adjoint against tangent.
    pub adjoint: f64,
    /// Values of the tangent procedure against those of the original.
    pub values: f64,
}

/// All reals have 8 bytes or more.
pub const DOUBLE: Tolerance = Tolerance { tangent: 1e-6, adjoint: 1e-12, values: 1e-10 };
/// Some have 4.
pub const SINGLE: Tolerance = Tolerance { tangent: 2e-2, adjoint: 1e-4, values: 1e-4 };

/// The best of a sweep: error, and the step it was found at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Best {
    /// Relative error.
    pub error: f64,
    /// The step (of a combination, the larger one).
    pub step: f64,
    /// How near two neighbouring differences come to each other anywhere in the sweep, relative as the error is.
    pub spread: f64,
}

impl Best {
    /// Whether the differences agree among themselves too badly to say anything about a tangent of this tolerance.
    pub fn unsettled(&self, tolerance: f64) -> bool {
        self.error > tolerance && self.spread > UNSETTLED * tolerance
    }
}

fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The differences of a sweep and the combinations of neighbours, each with its step. `sides` are the values at x + h d and x - h d for each step.
pub fn differences(sides: &[(&[f64], &[f64])]) -> Vec<(Vec<f64>, f64)> {
    let quotient = |((plus, minus), h): (&(&[f64], &[f64]), f64)| -> Vec<f64> {
        plus.iter().zip(*minus).map(|(p, m)| (p - m) / (2.0 * h)).collect()
    };
    let quotients: Vec<Vec<f64>> = sides.iter().zip(STEPS).map(quotient).collect();
    let mut out = Vec::new();
    for (k, q) in quotients.iter().enumerate() {
        out.push((q.clone(), STEPS[k]));
        if let Some(finer) = quotients.get(k + 1) {
            out.push((finer.iter().zip(q).map(|(f, c)| (100.0 * f - c) / 99.0).collect(), STEPS[k]));
        }
    }
    out
}

/// Compares a tangent with the [`differences`] of a sweep.
pub fn against_differences(value: &[f64], tangent: &[f64], sides: &[(&[f64], &[f64])]) -> Best {
    let mut best = Best { error: f64::INFINITY, step: STEPS[0], spread: f64::INFINITY };
    let floor = FLOOR * norm(value);
    // 0 against 0 is right; what is not a number is wrong.
    let apart = |a: &[f64], b: &[f64]| {
        let between: Vec<f64> = a.iter().zip(b).map(|(x, y)| x - y).collect();
        let (between, scale) = (norm(&between), norm(a).max(norm(b)).max(floor));
        if between == 0.0 { 0.0 } else { between / scale }
    };
    let mut coarser: Option<Vec<f64>> = None;
    for (d, step) in differences(sides) {
        if d.len() != tangent.len() {
            continue;
        }
        let error = apart(&d, tangent);
        if error < best.error {
            (best.error, best.step) = (error, step);
        }
        if let Some(c) = &coarser {
            best.spread = best.spread.min(apart(&d, c));
        }
        coarser = Some(d);
    }
    best
}

/// A sum of products, with the sum of their absolute values.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Dot {
    /// Σ a b.
    pub sum: f64,
    /// Σ |a b|.
    pub size: f64,
}

impl Dot {
    /// Adds the products of two vectors.
    pub fn add(&mut self, a: &[f64], b: &[f64]) {
        for (x, y) in a.iter().zip(b) {
            // A seed of zero asks nothing, whatever stands beside it.
            if *x != 0.0 && *y != 0.0 {
                self.sum += x * y;
                self.size += (x * y).abs();
            }
        }
    }

    /// The difference of two sums that should be equal, relative to their terms or to `floor`, if that is more.
    pub fn error(self, other: Dot, floor: f64) -> f64 {
        let scale = self.size.max(other.size).max(floor);
        let difference = (self.sum - other.sum).abs();
        if difference == 0.0 { 0.0 } else { difference / scale }
    }
}

/// How far two results are from each other, relative to the larger.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    if a.len() != b.len() {
        return f64::INFINITY;
    }
    let difference: Vec<f64> = a.iter().zip(b).filter(|(x, y)| x != y).map(|(x, y)| x - y).collect();
    if difference.is_empty() { 0.0 } else { norm(&difference) / norm(a).max(norm(b)) }
}

/// The shortest of several measured times.
pub fn shortest(outcomes: &[Outcome]) -> f64 {
    outcomes.iter().map(|o| o.seconds).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sweep(f: &dyn Fn(f64) -> f64) -> Vec<([f64; 1], [f64; 1])> {
        STEPS.iter().map(|h| ([f(*h)], [f(-h)])).collect()
    }

    fn judged(f: &dyn Fn(f64) -> f64, tangent: f64) -> Best {
        let all = sweep(f);
        let sides: Vec<(&[f64], &[f64])> = all.iter().map(|(a, b)| (&a[..], &b[..])).collect();
        against_differences(&[f(0.0)], &[tangent], &sides)
    }

    fn best(f: &dyn Fn(f64) -> f64, tangent: f64) -> f64 {
        judged(f, tangent).error
    }

    /// A chaotic iteration and a jump have no differences to speak of; a wrong tangent of a smooth function, or at a kink, is wrong.
    #[test]
    fn differences_that_do_not_settle() {
        let logistic = |h: f64| (0..200).fold(0.3 + h, |x, _| 3.99 * x * (1.0 - x));
        assert!(judged(&logistic, 1.0).unsettled(DOUBLE.tangent));
        assert!(judged(&|h| if h > 0.0 { 1.0 } else { 0.0 }, 1.0).unsettled(DOUBLE.tangent));
        for wrong in [0.0, 1.0 + 1e-5, 3.0] {
            let b = judged(&|h| (1.0 + h).ln(), wrong);
            assert!(b.error > DOUBLE.tangent && !b.unsettled(DOUBLE.tangent), "{b:?}");
        }
        assert!(!judged(&|h| 1.0 + h.abs(), 1.0).unsettled(DOUBLE.tangent));
        assert!(!judged(&|h| h.exp(), 1.0).unsettled(DOUBLE.tangent));
    }

    #[test]
    fn right_and_wrong_tangents() {
        assert!(best(&|h| (1.0 + h).exp(), 1f64.exp()) < 1e-9);
        assert!(best(&|h| (1.0 + h).exp(), 1f64.exp() * (1.0 + 1e-4)) > DOUBLE.tangent);
        assert_eq!(best(&|_| 3.0, 0.0), 0.0);
        assert!(best(&|_| 3.0, 1.0) > 0.5);
        assert!(best(&|h| h, f64::NAN).is_infinite());
    }

    #[test]
    fn sums_that_cancel_are_measured_by_their_terms() {
        let (mut a, mut b) = (Dot::default(), Dot::default());
        a.add(&[1.0, -1.0], &[1.0, 1.0]);
        b.add(&[1e-15], &[1.0]);
        assert!(a.error(b, 0.0) < DOUBLE.adjoint);
        assert_eq!(Dot::default().error(Dot::default(), 0.0), 0.0);
        b.add(&[f64::NAN], &[1.0]);
        assert!(!(a.error(b, 0.0) <= DOUBLE.adjoint));
    }
}
