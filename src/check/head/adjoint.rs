//! The adjoint against the tangent: dot products.

use diff::Status;

use super::{Job, Lists, Point, Side, Slopes};
use crate::check::engine::{Outcome, POISON, Values};
use crate::check::inputs::Random;
use crate::check::numbers::{self, Dot};
use crate::check::places::{Callable, Origin, RootKind};
use crate::check::{HeadReport, Row, Verdict};

impl Job<'_> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn adjoint(
        &self,
        original: &Callable,
        side: &Side,
        texts: &[Option<String>],
        points: &[Point],
        base: &[Vec<Outcome>],
        slopes: &Slopes,
        lists: &Lists,
        report: &mut HeadReport,
    ) {
        let judged = Judged { job: self, original, side };
        let dependents: Vec<usize> = (0..original.leaves.len()).filter(|k| lists.dependent[*k]).collect();
        // Seeds: each dependent alone, then all that take one together.
        let mut sets: Vec<Vec<usize>> = dependents.iter().map(|k| vec![*k]).collect();
        // What is added to without being a result keeps its adjoint unless it is overwritten: the caller clears that.
        let is_kept = |k: usize| {
            let leaf = &original.leaves[k];
            judged.status(k) == Status::Incr && !self.is_written(original, leaf) && !self.is_led_on(original, leaf)
        };
        let all: Vec<usize> = (0..original.leaves.len())
            .filter(|k| judged.takes_seed(*k) && (lists.dependent[*k] || is_kept(*k)))
            .collect();
        if all.len() > 1 {
            sets.push(all);
            report.rows.push(Row::of("all".into()));
        }
        let given = |set: &[usize], p: usize| {
            self.values(original, side, &points[p], &|k, status| {
                let n = points[p].values.numbers[k].len();
                // Of another name of a number that takes it the seed counts for nothing.
                let seeds = || match set.contains(&k) && judged.takes_seed(k) {
                    true => judged.seed(k, p, n),
                    false => vec![0.0; n],
                };
                (status != Status::Out).then(seeds)
            })
        };
        let runs: Vec<Values> = sets.iter().flat_map(|set| (0..points.len()).map(|p| given(set, p))).collect();
        let Some(outcomes) = self.outcomes(side, texts, &runs, report) else { return };
        let mut outcomes = outcomes.iter().zip(&runs);
        for (row, set) in sets.iter().enumerate() {
            let mut worst: Option<(f64, f64)> = None;
            for (p, point) in points.iter().enumerate() {
                let Some((outcome, run)) = outcomes.next() else { return };
                let (lefts, values) = judged.seeds_times_slopes(set, p, point, &base[p][0], slopes, report);
                let right = judged.adjoints_times_direction(point, run, outcome, report);
                if side.derived.request.values {
                    self.values_left(original, side, lists, outcome, &base[p][0], report);
                }
                let errors = lefts.iter().map(|left| left.error(right, numbers::FLOOR * values.size));
                // What is not a number is wrong.
                let error = errors.fold(f64::NAN, f64::min);
                if worst.is_none_or(|(w, _)| error > w || error.is_nan()) {
                    let gap = lefts.iter().map(|left| (left.sum - right.sum).abs()).fold(f64::NAN, f64::min);
                    worst = Some((error, gap));
                }
            }
            let tolerance = if slopes.exact { self.tolerance.adjoint } else { self.tolerance.tangent };
            report.rows[row].adjoint = worst.map(|(error, _)| Verdict { error, passed: error <= tolerance });
            report.rows[row].gap = worst.map(|(_, gap)| gap);
        }
    }
}

/// An adjoint procedure that is judged.
struct Judged<'a> {
    job: &'a Job<'a>,
    original: &'a Callable,
    side: &'a Side<'a>,
}

impl Judged<'_> {
    fn status(&self, k: usize) -> Status {
        self.original.status(&self.original.leaves[k], &self.side.derived.output, self.side.derivative)
    }

    fn has_derivative(&self, k: usize) -> bool {
        self.side.callable.leaf(Origin::Derivative(k)).is_some()
    }

    /// Whether the adjoint of a leaf is read.
    fn takes_seed(&self, k: usize) -> bool {
        use Status::{In, InKilled, InOut, InZero, Incr};
        self.has_derivative(k) && matches!(self.status(k), In | InOut | Incr | InZero | InKilled)
    }

    /// Whether the adjoint of a leaf stands in the sum of what comes out: what is only read is what it was.
    fn comes_out(&self, k: usize) -> bool {
        self.has_derivative(k) && matches!(self.status(k), Status::Out | Status::InOut | Status::Incr | Status::In)
    }

    /// The adjoint of a function's result is passed in and nothing more (conventions §4.3).
    fn is_result(&self, k: usize) -> bool {
        self.original.roots[self.original.leaves[k].root].kind == RootKind::Result
    }

    /// The seed of a leaf at a point.
    fn seed(&self, k: usize, p: usize, n: usize) -> Vec<f64> {
        let name = self.original.leaves[k].name.to_ascii_lowercase();
        let mut random = Random::new(self.job.args.seed, &format!("{name}\"{p}"));
        (0..n).map(|_| random.direction()).collect()
    }

    /// Σ ȳ·ẏ over the leaves of a set, one for each of the slopes, and Σ ȳ·y, which says how large they could be.
    fn seeds_times_slopes(
        &self,
        set: &[usize],
        p: usize,
        point: &Point,
        base: &Outcome,
        slopes: &Slopes,
        report: &mut HeadReport,
    ) -> (Vec<Dot>, Dot) {
        let takes_seed = |k: usize| self.takes_seed(k);
        let (mut sums, mut values) = (vec![Dot::default(); slopes.by_point[p].len()], Dot::default());
        for k in set {
            if takes_seed(*k) {
                let counted = |other: usize| set.contains(&other) && takes_seed(other);
                for (sum, slopes) in sums.iter_mut().zip(&slopes.by_point[p]) {
                    let seeds = self.seed(*k, p, slopes[*k].len());
                    sum.add(&point.ties.once(*k, &seeds, &counted), &slopes[*k]);
                }
                let set = |x: &f64| if *x == POISON { 0.0 } else { *x };
                let value: Vec<f64> = base.numbers[*k].iter().map(set).collect();
                values.add(&self.seed(*k, p, value.len()), &value);
            } else if slopes.exact && is_missed(*k, point, base, &slopes.by_point[p][0], &takes_seed) {
                let name = &self.original.leaves[*k].name;
                report.fail(format!("the adjoint takes no derivative of `{name}`, which depends on the independents"));
            }
        }
        (sums, values)
    }

    /// Σ x̄·ẋ over what a run left, and whether what it left is what the header says.
    fn adjoints_times_direction(&self, point: &Point, run: &Values, outcome: &Outcome, report: &mut HeadReport) -> Dot {
        let mut sum = Dot::default();
        for (at, leaf) in self.side.callable.leaves.iter().enumerate() {
            let Origin::Derivative(k) = leaf.origin else { continue };
            let (own, name) = (&outcome.numbers[at], &self.original.leaves[k].name);
            let direction = || point.ties.once(k, &point.direction[k], &|other| self.comes_out(other));
            match self.status(k) {
                Status::Out | Status::InOut | Status::Incr => sum.add(own, &direction()),
                Status::In => sum.add(&run.numbers[at], &direction()),
                Status::InZero
                    if own.iter().any(|x| *x != 0.0)
                        && !self.side.derived.request.fix_interface
                        && !self.is_result(k) =>
                {
                    report.fail(format!("the adjoint of `{name}` should be zero afterwards, and is not"));
                }
                Status::InZero | Status::InKilled | Status::Local => {}
            }
            let lost = own.iter().zip(&point.direction[k]).any(|(x, d)| *x == POISON && *d != 0.0);
            if self.status(k) == Status::Out && lost {
                report.fail(format!("the adjoint of `{name}` is not set, though the header says so"));
            }
        }
        sum
    }
}

/// Whether a leaf without derivative depends on the independents: in numbers that are not left as they were, and have no other name that has one.
fn is_missed(leaf: usize, point: &Point, after: &Outcome, slopes: &[Vec<f64>], has: &dyn Fn(usize) -> bool) -> bool {
    let (before, after) = (&point.values.numbers[leaf], &after.numbers[leaf]);
    let own = point.ties.alone(leaf, &slopes[leaf], has);
    own.iter().enumerate().any(|(n, slope)| *slope != 0.0 && before.get(n) != after.get(n))
}
