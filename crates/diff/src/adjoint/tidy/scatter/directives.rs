//! Asks the compiler to vectorise loops that it can vectorise: `!GCC$ vector`, which other compilers take for a comment.
//!
//! At -O2 gfortran vectorises only what costs nothing, not even a test how many turns there are. Loops that compute little
//! are left to it: they may have few turns. The directive says nothing of what the turns may depend on: the compiler still finds that out by itself.

use std::collections::BTreeSet;

use il::{Block, SymbolId};

use super::vectorised::Loop;
use super::{Apart, arms, is_candidate, split};
use crate::adjoint::tidy::loops::{self, View};
use crate::derive::{Shell, World};

const DIRECTIVE: &str = "GCC$ vector";
/// So much does a turn compute, in additions, that vectorising it outweighs what that costs where there are few turns.
const ENOUGH: usize = 6;

/// Gives the innermost loops of a body that compute and can be vectorised the directive, with those that were taken from them (`apart`).
pub(crate) fn directives(
    world: &mut World,
    shell: &Shell,
    body: &Block,
    derivatives: &BTreeSet<SymbolId>,
    apart: &Apart,
) {
    let unit = shell.unit;
    let u = &world.out.units[unit];
    if !u.language.computes_with_arrays() || world.request.directions.is_some() || world.request.parallel.is_some() {
        return;
    }
    let fixed = loops::fixed(world, shell, body);
    let mut nests = Vec::new();
    loops::innermost(u, body, &mut Vec::new(), &mut nests);
    let mut chosen = BTreeSet::new();
    for nest in nests {
        let Some(own) = nest.last().copied().filter(|own| is_candidate(world, unit, *own)) else { continue };
        let view = View::of(world, unit, &fixed, derivatives, nest);
        if apart.get(&own).map_or_else(|| is_worth_it(&view, body, &fixed), |of| chosen.contains(of)) {
            chosen.insert(own);
            let comments = &mut world.out.units[unit].stmts[own].comments;
            if !comments.iter().any(|c| c == DIRECTIVE) {
                comments.push(DIRECTIVE.into());
            }
        }
    }
}

fn is_worth_it(view: &View, all: &Block, fixed: &BTreeSet<SymbolId>) -> bool {
    let Some(d) = view.nest.last().and_then(|own| view.unit().stmts[*own].kind.as_do()) else { return false };
    let Some(touches) = view.touches() else { return false };
    let written: BTreeSet<SymbolId> = touches.iter().filter(|t| t.written).filter_map(|t| t.place.root()).collect();
    let asked = Loop { view, counter: d.var, written: &written };
    split::work(view.unit(), view.body()) >= ENOUGH
        && !written.contains(&d.var)
        && asked.is_vectorised()
        && view.commute(all, &touches)
        && split::rows(&asked, all, &touches).is_some_and(|rows| rows.iter().all(|(_, offsets)| offsets.len() == 1))
        && arms::find(&asked, &touches, fixed).is_some_and(|found| found.is_empty())
}
