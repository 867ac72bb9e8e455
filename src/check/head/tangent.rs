//! The tangent against central differences.

use diff::Status;

use super::{Job, Lists, Point, Side, Slopes};
use crate::check::engine::{Outcome, Values};
use crate::check::numbers::{self, STEPS};
use crate::check::places::{Callable, Origin};
use crate::check::{HeadReport, Verdict};

impl Job<'_> {
    /// Values of the original at each point and on both sides of it, for each step.
    pub(super) fn primal(
        &self,
        original: &Callable,
        texts: &[Option<String>],
        points: &[Point],
        report: &mut HeadReport,
    ) -> Option<Vec<Vec<Outcome>>> {
        let mut runs = Vec::new();
        for p in points {
            runs.push(p.values.clone());
            for h in STEPS.iter().flat_map(|h| [*h, -*h]) {
                let mut v = p.values.clone();
                for (x, d) in v.numbers.iter_mut().zip(&p.direction) {
                    for (x, d) in x.iter_mut().zip(d) {
                        *x += h * d;
                    }
                }
                runs.push(v);
            }
        }
        let ran = self.engine(self.shops.checked.as_ref(), original, None, texts).and_then(|mut e| e.run(&runs));
        match ran {
            Ok(all) => {
                let mut all = all.into_iter();
                Some(points.iter().map(|_| all.by_ref().take(1 + 2 * STEPS.len()).collect()).collect())
            }
            Err(why) => {
                report.failures.push(format!("the original: {why}"));
                None
            }
        }
    }

    /// The tangent of a leaf that has no derivative: nothing, but where it is left as it was.
    pub(super) fn without_derivative(&self, leaf: usize, point: &Point, after: &[f64]) -> Vec<f64> {
        let before = &point.values.numbers[leaf];
        // A real of four bytes comes back rounded.
        let same = |x: f64, y: f64| x == y || f64::from(x as f32) == y;
        let kept = |n: usize, y: f64| before.get(n).is_some_and(|x| same(*x, y));
        let direction = |n: usize| point.direction[leaf].get(n).copied().unwrap_or(0.0);
        after.iter().enumerate().map(|(n, y)| if kept(n, *y) { direction(n) } else { 0.0 }).collect()
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn tangent(
        &self,
        original: &Callable,
        side: &Side,
        texts: &[Option<String>],
        points: &[Point],
        primal: &[Vec<Outcome>],
        lists: &Lists,
        report: &mut HeadReport,
    ) -> Option<Slopes> {
        let runs: Vec<Values> = points
            .iter()
            .map(|p| {
                self.values(original, side, p, &|k, status| match status {
                    Status::Out => None,
                    Status::In | Status::InOut | Status::Incr | Status::InZero | Status::InKilled | Status::Local => {
                        Some(p.direction[k].clone())
                    }
                })
            })
            .collect();
        let outcomes = self.outcomes(side, texts, &runs, report)?;
        let mut by_point = Vec::new();
        // A derivative that is only read says nothing about what its variable is afterwards.
        let gives =
            |k: usize| original.status(&original.leaves[k], &side.derived.output, side.derivative) != Status::In;
        for ((p, base), o) in points.iter().zip(primal).zip(&outcomes) {
            let has = |k: usize| side.callable.leaf(Origin::Derivative(k)).is_some() && gives(k);
            let mut slopes: Vec<Vec<f64>> = (0..original.leaves.len())
                .map(|k| match side.callable.leaf(Origin::Derivative(k)).filter(|_| gives(k)) {
                    Some(at) => o.numbers[at].clone(),
                    None => self.without_derivative(k, p, &base[0].numbers[k]),
                })
                .collect();
            p.ties.hand_over(&mut slopes, &has);
            for (at, leaf) in side.callable.leaves.iter().enumerate() {
                if let Origin::Value(k) = leaf.origin {
                    let far = numbers::distance(&o.numbers[at], &base[0].numbers[k]);
                    let said = format!(
                        "the tangent procedure gives another value of `{}` than the original",
                        original.leaves[k].name
                    );
                    if !(far <= self.tolerance.values) && !report.failures.iter().any(|f| f.starts_with(&said)) {
                        report.failures.push(format!("{said} (relative difference {far:.1e})"));
                    }
                }
            }
            by_point.push(slopes);
        }
        for (row, k) in (0..original.leaves.len()).filter(|k| lists.dependent[*k]).enumerate() {
            let mut worst: Option<numbers::Best> = None;
            for (base, slopes) in primal.iter().zip(&by_point) {
                let sides: Vec<(&[f64], &[f64])> = base[1..]
                    .chunks(2)
                    .map(|pair| (pair[0].numbers[k].as_slice(), pair[1].numbers[k].as_slice()))
                    .collect();
                let best = numbers::against_differences(&base[0].numbers[k], &slopes[k], &sides);
                // What is wrong where differences can tell counts before where they cannot.
                let rank = |b: &numbers::Best| (!b.unsettled(self.tolerance.tangent), b.error);
                let wrong = |b: &numbers::Best| b.error > self.tolerance.tangent;
                let worse = |b: &numbers::Best, w: &numbers::Best| match wrong(b) && wrong(w) {
                    true => rank(b) > rank(w),
                    false => b.error > w.error,
                };
                if worst.is_none_or(|w| worse(&best, &w)) {
                    worst = Some(best);
                }
            }
            if let Some(w) = worst {
                report.rows[row].tangent = Some(Verdict { error: w.error, passed: w.error <= self.tolerance.tangent });
                report.rows[row].step = (w.error > 0.0).then_some(w.step);
                report.rows[row].unsettled = w.unsettled(self.tolerance.tangent);
            }
        }
        Some(Slopes { by_point: by_point.into_iter().map(|slopes| vec![slopes]).collect(), exact: true })
    }

    /// Differences instead of tangents, when there are none.
    pub(super) fn differences(&self, original: &Callable, points: &[Point], primal: &[Vec<Outcome>]) -> Slopes {
        let leaves = 0..original.leaves.len();
        let by_point = points
            .iter()
            .zip(primal)
            .map(|(_, base)| {
                let of_leaf = |k: usize| {
                    let sides: Vec<(&[f64], &[f64])> =
                        base[1..].chunks(2).map(|p| (p[0].numbers[k].as_slice(), p[1].numbers[k].as_slice())).collect();
                    numbers::differences(&sides)
                };
                let sweeps: Vec<Vec<(Vec<f64>, f64)>> = leaves.clone().map(of_leaf).collect();
                let steps = sweeps.iter().map(Vec::len).min().unwrap_or(0);
                (0..steps).map(|n| sweeps.iter().map(|sweep| sweep[n].0.clone()).collect()).collect()
            })
            .collect();
        Slopes { by_point, exact: false }
    }
}
