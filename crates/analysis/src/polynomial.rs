//! Polynomial degree: as what polynomial of its inputs each output of a procedure is computed. Source: Strout and Hovland, §4.
//!
//! ```text
//! out(P)(u) = { ⟨v, d⟩ | some path gives u a value some term of which has degree d and contains the value of v on entry }
//! ```
//!
//! The summaries of [`linearity`](crate::linearity), in which a variable stands for its value on entry. The degree is an upper bound: cancellation is not
//! seen, and a degree that a loop may raise for ever, or above [`LARGEST`](crate::degrees::LARGEST), is none.

use il::UnitId;
use il::zones::ZoneId;

use crate::degrees::{Degree, Degrees};
use crate::linearity::Linearity;

/// By output that the unit may have changed: the inputs with the degree in each.
pub fn degrees(linearity: &Linearity, unit: UnitId) -> Vec<(ZoneId, Vec<(ZoneId, Degree)>)> {
    let facts = linearity.facts();
    let universe = facts.universe(unit);
    let summary = linearity.summary(unit);
    let inputs = |d: &Degrees| d.iter().filter_map(|(v, k)| Some((universe.zone(v)?, k))).collect();
    let mut out = Vec::new();
    for (to, column) in summary.columns.iter().enumerate() {
        if let (Some(u), Some(column)) = (universe.zone(to as u32), column)
            && universe.is_differentiable(to as u32)
            && facts.effects()[il::Id::index(unit)].outputs.has(to as u32)
        {
            out.push((u, inputs(column)));
        }
    }
    out
}
