//! What the adjoint of a head gives beside derivatives: the values of the dependents (`-value`), and value and gradient in one call (`-gradient`).

use diff::{Derivative, Part, Status};

use super::{Job, Lists, Point, Side};
use crate::check::HeadReport;
use crate::check::engine::{Outcome, Values};
use crate::check::inputs::Random;
use crate::check::numbers;
use crate::check::places::{Callable, Origin};

impl Job<'_> {
    /// The values of the dependents that a procedure leaves, against those of the original.
    pub(super) fn values_left(
        &self,
        original: &Callable,
        side: &Side,
        lists: &Lists,
        left: &Outcome,
        base: &Outcome,
        report: &mut HeadReport,
    ) {
        for (at, leaf) in side.callable.leaves.iter().enumerate() {
            let Origin::Value(k) = leaf.origin else { continue };
            // What no list names is a dependent when its derivative is computed.
            let useful = || side.derivative.signature.useful.iter().any(|p| original.is_at(&original.leaves[k], p));
            let asked = self.spec.dependents.is_some() || useful();
            let far = numbers::distance(&left.numbers[at], &base.numbers[k]);
            if lists.dependent[k] && asked && !(far <= self.tolerance.values) {
                let (name, procedure) = (&original.leaves[k].name, procedure(side.derivative));
                let said = format!("the {procedure} leaves another value of `{name}` than the original");
                if !report.failures.iter().any(|f| f.starts_with(&said)) {
                    report.failures.push(format!("{said} (relative difference {far:.1e})"));
                }
            }
        }
    }

    /// Value and gradient in one call: the value against that of the original, the gradient against the adjoint, which was judged before. Derivatives hold
    /// anything before the call.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn gradient(
        &self,
        original: &Callable,
        adjoint: &Side,
        texts: &[Option<String>],
        points: &[Point],
        base: &[Vec<Outcome>],
        lists: &Lists,
        report: &mut HeadReport,
    ) {
        let derived = adjoint.derived;
        let Some(derivative) = derived.output.derivative(self.spec.unit, Part::Gradient) else {
            return report.failures.push("no gradient procedure was generated".into());
        };
        let callable = Callable::derivative(&derived.output, original, derivative);
        let gradient = Side { position: adjoint.position, derived, derivative, callable };
        let seeded = |point: &Point| {
            self.values(original, adjoint, point, &|k, status| {
                let n = point.values.numbers[k].len();
                (status != Status::Out).then(|| vec![if lists.dependent[k] { 1.0 } else { 0.0 }; n])
            })
        };
        let anything = |p: usize, point: &Point| {
            self.values(original, &gradient, point, &|k, _| {
                let mut random = Random::new(self.args.seed, &format!("{}~{p}", original.leaves[k].name));
                Some(point.values.numbers[k].iter().map(|_| random.direction()).collect())
            })
        };
        let runs: Vec<Values> = points.iter().map(seeded).collect();
        let Some(expected) = self.outcomes(adjoint, texts, &runs, report) else { return };
        let runs: Vec<Values> = points.iter().enumerate().map(|(p, point)| anything(p, point)).collect();
        let Some(found) = self.outcomes(&gradient, texts, &runs, report) else { return };
        let mut compared = false;
        for ((found, expected), base) in found.iter().zip(&expected).zip(base) {
            self.values_left(original, &gradient, lists, found, &base[0], report);
            for (at, leaf) in gradient.callable.leaves.iter().enumerate() {
                let Origin::Derivative(k) = leaf.origin else { continue };
                let Some(there) = adjoint.callable.leaf(leaf.origin).filter(|_| lists.independent[k]) else { continue };
                compared = true;
                let far = numbers::distance(&found.numbers[at], &expected.numbers[there]);
                if !(far <= self.tolerance.adjoint) {
                    let name = &original.leaves[k].name;
                    report.fail(format!(
                        "the gradient with respect to `{name}` is not what the adjoint gives (relative difference {far:.1e})"
                    ));
                }
            }
        }
        if !compared {
            report.fail("the gradient procedure gives no derivative".into());
        }
    }
}

fn procedure(d: &Derivative) -> &'static str {
    if d.signature.part == Part::Gradient { "gradient procedure" } else { "adjoint" }
}
